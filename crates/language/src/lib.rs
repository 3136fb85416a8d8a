//! What the window says, in the language of the user.
//!
//! Words lie in Fluent files (`assets/languages/<tag>/*.ftl`), a folder for each language; English is compiled in and stands in for what another
//! language lacks. [`say!`] says a message in the language that was chosen. See `docs/languages.md`.

mod messages;
mod numbers;

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

pub use fluent_bundle::FluentValue as Value;
pub use messages::{ENGLISH_FILES, Messages};

/// The tag of the language that is compiled in.
pub const ENGLISH: &str = "en";

/// Says a message: `say!("jobs-cancel")`, `say!("status-documents", count = n, name = &name)`. Numbers are written as the language writes them; a
/// number that is a name (a year, a version) is passed as text.
#[macro_export]
macro_rules! say {
    ($id:literal $(,)?) => {
        $crate::say($id)
    };
    ($id:literal, $($name:ident = $value:expr),+ $(,)?) => {
        $crate::say_with($id, &[$((stringify!($name), $crate::Value::from($value))),+])
    };
}

/// A language on offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered {
    /// Its tag: "de".
    pub tag: String,
    /// Its name in itself: "Deutsch".
    pub name: String,
}

/// What is on offer, and what is spoken.
struct Shelf {
    folder: PathBuf,
    offered: Vec<Offered>,
    /// The tag that "the system's language" stands for.
    system: String,
    spoken: Arc<Messages>,
}

static BUILT_IN: LazyLock<Arc<Messages>> = LazyLock::new(|| Arc::new(Messages::english()));

static SHELF: LazyLock<RwLock<Shelf>> = LazyLock::new(|| {
    RwLock::new(Shelf {
        folder: PathBuf::new(),
        offered: Vec::new(),
        system: ENGLISH.to_owned(),
        spoken: BUILT_IN.clone(),
    })
});

thread_local! {
    /// What this thread speaks instead, in tests.
    static INSTEAD: RefCell<Option<Arc<Messages>>> = const { RefCell::new(None) };
}

/// Finds the languages in a folder. The system's language is the first of its locales that is there, or the one that is named here.
pub fn open(folder: &Path, system: Option<&str>) {
    let offered = messages::offered(folder);
    let system = match system {
        Some(tag) => tag.to_owned(),
        None => best(sys_locale::get_locales(), &offered),
    };
    let mut shelf = SHELF.write().unwrap_or_else(PoisonError::into_inner);
    shelf.folder = folder.to_owned();
    shelf.offered = offered;
    shelf.system = system;
}

/// The languages on offer, by their own names.
pub fn offered() -> Vec<Offered> {
    let shelf = SHELF.read().unwrap_or_else(PoisonError::into_inner);
    shelf.offered.clone()
}

/// The first of some locales ("de-CH") whose language is on offer; English where none is.
fn best(locales: impl Iterator<Item = String>, offered: &[Offered]) -> String {
    let is_there = |tag: &str| tag == ENGLISH || offered.iter().any(|o| o.tag == tag);
    let tag = |locale: String| {
        let language = locale.split(['-', '_', '.']).next().unwrap_or_default();
        [locale.clone(), language.to_lowercase()]
            .into_iter()
            .find(|tag| is_there(tag))
    };
    locales
        .into_iter()
        .find_map(tag)
        .unwrap_or_else(|| ENGLISH.to_owned())
}

/// Speaks a language from now on; the system's without a tag, English where it is not there.
pub fn choose(tag: Option<&str>) {
    let mut shelf = SHELF.write().unwrap_or_else(PoisonError::into_inner);
    let tag = tag.unwrap_or(&shelf.system);
    if tag != shelf.spoken.tag() {
        let there = shelf.offered.iter().any(|offered| offered.tag == tag);
        let spoken = match there && tag != ENGLISH {
            true => Arc::new(Messages::read(&shelf.folder, tag)),
            false => BUILT_IN.clone(),
        };
        shelf.spoken = spoken;
    }
}

/// The messages that are spoken.
pub fn spoken() -> Arc<Messages> {
    if let Some(instead) = INSTEAD.with_borrow(Clone::clone) {
        return instead;
    }
    let shelf = SHELF.read().unwrap_or_else(PoisonError::into_inner);
    shelf.spoken.clone()
}

/// Speaks another language on this thread while something is done: for tests, which share a process.
pub fn within<R>(messages: Messages, act: impl FnOnce() -> R) -> R {
    let before = INSTEAD.replace(Some(Arc::new(messages)));
    let result = act();
    INSTEAD.set(before);
    result
}

/// A message without variables, by its id. Ids stand in the source as they are written in the files: use [`say!`].
pub fn say(id: &str) -> String {
    say_with(id, &[])
}

/// A message with variables; use [`say!`].
pub fn say_with(id: &str, variables: &[(&'static str, Value)]) -> String {
    spoken()
        .message(id, variables)
        .or_else(|| BUILT_IN.message(id, variables))
        // A test finds ids that no file has.
        .unwrap_or_else(|| id.to_owned())
}

/// An attribute of a message (its tooltip, its words): nothing where the English message has none.
pub fn attribute(id: &str, name: &str) -> Option<String> {
    let spoken = spoken().attribute(id, name);
    spoken.or_else(|| BUILT_IN.attribute(id, name))
}

/// A message whose English does not lie in a file of messages (structures, tours): nothing where the language that is spoken has no own.
pub fn own(id: &str) -> Option<String> {
    spoken().message(id, &[])
}

/// A whole number as the language writes it: "12,345".
pub fn number(number: usize) -> String {
    spoken().number(&number.to_string())
}

/// A number with so many digits behind the point, as the language writes it: "3.5".
pub fn decimal(number: f64, digits: usize) -> String {
    spoken().number(&format!("{number:.digits$}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_systems_language_is_the_first_that_is_on_offer() {
        let offered = ["de", "fr"].map(|tag| Offered {
            tag: tag.to_owned(),
            name: String::new(),
        });
        for (locales, tag) in [
            (vec!["de-CH"], "de"),
            (vec!["pt-BR", "fr-FR", "de"], "fr"),
            (vec!["en-GB", "de"], "en"),
            (vec!["C", "POSIX"], "en"),
            (vec![], "en"),
        ] {
            let locales = locales.into_iter().map(str::to_owned);
            assert_eq!(best(locales, &offered), tag);
        }
    }
}
