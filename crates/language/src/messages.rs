//! The messages of one language.

use std::borrow::Cow;
use std::path::Path;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::memoizer::MemoizerKind;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use crate::numbers::Numbers;
use crate::{ENGLISH, Offered};

/// The English files with their names, as they lie in `assets/languages/en`.
pub const ENGLISH_FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/english.rs"));

/// The file in which a language has its own name.
const OWN_FILE: &str = "language.ftl";

/// A file of messages is smaller than this; what is larger is none.
const MOST_BYTES: u64 = 4 << 20;

/// The messages of one language.
pub struct Messages {
    tag: String,
    bundle: FluentBundle<FluentResource>,
    numbers: Numbers,
}

impl Messages {
    fn new(tag: &str, files: impl IntoIterator<Item = String>) -> Self {
        let language: LanguageIdentifier = tag.parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![language]);
        // The marks around variables that it would write are for texts in two directions.
        bundle.set_use_isolating(false);
        bundle.set_formatter(Some(write_number));
        for file in files {
            // What cannot be read is left out; the rest serves. The tests refuse such files.
            let resource = FluentResource::try_new(file).unwrap_or_else(|(read, _)| read);
            bundle.add_resource_overriding(resource);
        }
        Self {
            tag: tag.to_owned(),
            bundle,
            numbers: Numbers::of(tag),
        }
    }

    /// English, which is compiled in.
    pub fn english() -> Self {
        let files = ENGLISH_FILES.iter().map(|(_, text)| (*text).to_owned());
        Self::new(ENGLISH, files)
    }

    /// A language from its folder in the folder of languages: what lies there and can be read.
    pub fn read(folder: &Path, tag: &str) -> Self {
        let entries = std::fs::read_dir(folder.join(tag)).into_iter().flatten();
        let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|ending| ending == "ftl"));
        paths.sort();
        Self::new(tag, paths.iter().filter_map(|path| text_of(path)))
    }

    /// The language's tag.
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// A message with its variables; nothing when there is none of this id.
    pub fn message(&self, id: &str, variables: &[(&'static str, FluentValue)]) -> Option<String> {
        let message = self.bundle.get_message(id)?;
        let mut args = FluentArgs::with_capacity(variables.len());
        for (name, value) in variables {
            args.set(*name, value.clone());
        }
        let mut errors = Vec::new();
        let pattern = message.value()?;
        let words = self
            .bundle
            .format_pattern(pattern, Some(&args), &mut errors);
        Some(words.into_owned())
    }

    /// An attribute of a message.
    pub fn attribute(&self, id: &str, name: &str) -> Option<String> {
        let message = self.bundle.get_message(id)?;
        let attribute = message.get_attribute(name)?;
        let words: Cow<str> = self
            .bundle
            .format_pattern(attribute.value(), None, &mut Vec::new());
        Some(words.into_owned())
    }

    /// A number that is written plainly, as the language writes it.
    pub fn number(&self, plain: &str) -> String {
        self.numbers.write(plain)
    }
}

/// Writes the numbers among a message's variables.
fn write_number<M: MemoizerKind>(value: &FluentValue, memo: &M) -> Option<String> {
    let FluentValue::Number(number) = value else {
        return None;
    };
    let plain = number.as_string();
    memo.with_try_get_threadsafe::<Numbers, _, _>((), |numbers| numbers.write(&plain))
        .ok()
}

fn text_of(path: &Path) -> Option<String> {
    let size = std::fs::metadata(path).ok()?.len();
    (size < MOST_BYTES)
        .then(|| std::fs::read_to_string(path).ok())
        .flatten()
}

/// The languages in a folder, by their own names; English is always there.
pub fn offered(folder: &Path) -> Vec<Offered> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let tags = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut offered: Vec<Offered> = tags
        .filter(|tag| tag != ENGLISH)
        .filter_map(|tag| {
            let file = text_of(&folder.join(&tag).join(OWN_FILE))?;
            let name = Messages::new(&tag, [file]).message("language-name", &[])?;
            Some(Offered { tag, name })
        })
        .collect();
    offered.extend(
        Messages::english()
            .message("language-name", &[])
            .map(|name| Offered {
                tag: ENGLISH.to_owned(),
                name,
            }),
    );
    offered.sort_by(|a, b| a.name.cmp(&b.name));
    offered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_language_lacks_is_said_in_english_and_numbers_follow_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let german = folder.path().join("de");
        std::fs::create_dir_all(folder.path().join("la")).expect("a folder");
        std::fs::create_dir(&german).expect("a folder");
        let own = "language-name = Deutsch\n";
        std::fs::write(german.join(OWN_FILE), own).expect("a file");
        let more = "a = { $count ->\n    [one] ein Text\n   *[other] { $count } Texte\n  }\nb = Ja\n .tip = Tipp\n<<rubbish\n";
        std::fs::write(german.join("more.ftl"), more).expect("a file");
        let offered = offered(folder.path());
        let tags: Vec<&str> = offered.iter().map(|o| o.tag.as_str()).collect();
        assert_eq!(tags, ["de", "en"], "Latin has no name of its own");
        let german = Messages::read(folder.path(), "de");
        let count = |n: usize| german.message("a", &[("count", n.into())]);
        assert_eq!(count(1).as_deref(), Some("ein Text"));
        assert_eq!(count(12_345).as_deref(), Some("12.345 Texte"));
        assert_eq!(german.attribute("b", "tip").as_deref(), Some("Tipp"));
        crate::within(german, || {
            assert_eq!(crate::say("b"), "Ja");
            assert_eq!(crate::decimal(1234.56, 1), "1.234,6");
            let english = Messages::english().message("command-undo", &[]);
            assert_eq!(Some(crate::say("command-undo")), english);
            assert_eq!(crate::own("command-undo"), None);
        });
        assert_eq!(crate::number(12_345), "12,345");
    }
}
