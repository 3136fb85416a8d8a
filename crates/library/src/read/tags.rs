//! What an XML text would cost the parser, looked at before it is parsed: time that grows with the square of the attributes of an element, and memory
//! for every name of a namespace wherever an element declares another one.

use std::collections::HashSet;

use super::Reason;

/// Attributes of an element, at most; those of word processors have up to fifty.
const ATTRIBUTES: usize = 256;
/// Declarations of namespaces, times the different names among them, at most: the parser may keep two bytes for each.
const DECLARED: usize = 16 << 20;

/// Looks through a text.
///
/// # Errors
/// If it would cost more than its size is worth.
pub(crate) fn check(text: &str) -> Result<(), Reason> {
    let mut names: HashSet<&str> = HashSet::new();
    let mut declarations = 0_usize;
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let passed = [("!--", "-->"), ("![CDATA[", "]]>"), ("?", "?>")];
        if let Some((_, end)) = passed.iter().find(|(start, _)| rest.starts_with(start)) {
            rest = rest.find(end).map_or("", |at| &rest[at + end.len()..]);
        } else if !rest.starts_with(['/', '!']) {
            let mut attributes = 0_usize;
            rest = tag(rest, &mut |name| {
                attributes += 1;
                if name == "xmlns" || name.starts_with("xmlns:") {
                    declarations += 1;
                    names.insert(name);
                }
            });
            if attributes > ATTRIBUTES {
                let what = format!("an element has more than {ATTRIBUTES} attributes");
                return Err(Reason::Xml(what));
            }
            if declarations.saturating_mul(names.len()) > DECLARED {
                return Err(Reason::Xml("it declares too many namespaces".to_owned()));
            }
        }
    }
    Ok(())
}

/// Tells the names of the attributes of a start tag, what stands behind its `<`; gives what stands behind the tag.
fn tag<'t>(text: &'t str, on_name: &mut dyn FnMut(&'t str)) -> &'t str {
    let mut quote = None;
    // Where the word at hand begins, and whether it has ended.
    let (mut start, mut ended) = (0, false);
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), _) if byte == open => (quote, ended) = (None, true),
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'>') => return &text[at + 1..],
            (None, b'=') => {
                on_name(text[start..at].trim_end());
                ended = true;
            }
            (None, _) if byte.is_ascii_whitespace() => ended = true,
            (None, _) if ended => (start, ended) = (at, false),
            (None, _) => {}
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> (Vec<&str>, &str) {
        let mut names = Vec::new();
        let rest = tag(text, &mut |name| names.push(name));
        (names, rest)
    }

    #[test]
    fn attributes_are_told_whatever_stands_in_their_values() {
        assert_eq!(
            names("w:p a=\"x > y = z\" xmlns:ä = 'it is \"b=c\"'d=\"\"/>text=\"1\""),
            (vec!["a", "xmlns:ä", "d"], "text=\"1\"")
        );
        assert_eq!(names("p>"), (Vec::new(), ""));
        assert_eq!(names("p a='>"), (vec!["a"], ""));
    }

    #[test]
    fn what_costs_more_than_its_size_is_refused_and_no_other() {
        let many = |count: usize| -> String {
            let attributes = (0..count).map(|n| format!(" a{n}=''"));
            attributes.collect()
        };
        let declared = |count: usize| -> String {
            let names = (0..count).map(|n| format!("<a xmlns:a{n}='u'>"));
            names.collect()
        };
        for (text, is_sound) in [
            (format!("<p{}/>", many(256)), true),
            (format!("<p{}/>", many(257)), false),
            (format!("<p q='>'{}/>", many(257)), false),
            (format!("<!-- it's <b --><p{}/>", many(257)), false),
            (format!("<!-- <p{}/> --><p/>", many(257)), true),
            (format!("<p><![CDATA[<q{}/>]]></p>", many(257)), true),
            (
                format!("<!DOCTYPE p [<!ENTITY e '<q{}/>'>]><p/>", many(300)),
                false,
            ),
            ("<p a=''/>".repeat(10_000), true),
            (declared(4000), true),
            (declared(5000), false),
            ("<m:math xmlns:m='u'/>".repeat(100_000), true),
        ] {
            let begins = text.get(..40).unwrap_or(&text).to_owned();
            assert_eq!(check(&text).is_ok(), is_sound, "{begins}");
        }
    }
}
