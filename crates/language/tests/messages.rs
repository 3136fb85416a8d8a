//! The messages that the source says are those that the files have, in every language.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use fluent_syntax::ast;
use proc_macro2::{TokenStream, TokenTree};

/// Files whose English lies elsewhere: the names of the catalogue, the tours that ship. The tests of `viewer` look after them.
const ELSEWHERE: [&str; 2] = ["structures.ftl", "tours.ftl"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What a message is made of.
#[derive(Debug, Default, PartialEq, Eq)]
struct Form {
    variables: BTreeSet<String>,
    attributes: BTreeSet<String>,
}

/// The messages of a language, by their ids, with the file that each stands in.
fn messages(tag: &str) -> BTreeMap<String, (String, Form)> {
    let mut messages = BTreeMap::new();
    for entry in std::fs::read_dir(root().join("assets/languages").join(tag)).unwrap() {
        let path = entry.unwrap().path();
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        assert!(
            file.ends_with(".ftl"),
            "{tag}/{file} is no file of messages"
        );
        if ELSEWHERE.contains(&&*file) {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let parsed = fluent_syntax::parser::parse(text.as_str());
        let resource = parsed.unwrap_or_else(|(_, faults)| panic!("{tag}/{file}: {faults:?}"));
        for entry in resource.body {
            let ast::Entry::Message(message) = entry else {
                continue;
            };
            let id = message.id.name.to_owned();
            let mut form = Form::default();
            let pattern = message.value.as_ref();
            variables(
                pattern.unwrap_or_else(|| panic!("{id} says nothing")),
                &mut form,
            );
            for attribute in &message.attributes {
                form.attributes.insert(attribute.id.name.to_owned());
            }
            let twice = messages.insert(id.clone(), (file.clone(), form));
            assert!(twice.is_none(), "{tag}/{file}: {id} is there twice");
        }
    }
    messages
}

fn variables(pattern: &ast::Pattern<&str>, form: &mut Form) {
    for element in &pattern.elements {
        if let ast::PatternElement::Placeable { expression } = element {
            expression_variables(expression, form);
        }
    }
}

fn expression_variables(expression: &ast::Expression<&str>, form: &mut Form) {
    match expression {
        ast::Expression::Inline(inline) => inline_variables(inline, form),
        ast::Expression::Select { selector, variants } => {
            inline_variables(selector, form);
            for variant in variants {
                variables(&variant.value, form);
            }
        }
    }
}

fn inline_variables(inline: &ast::InlineExpression<&str>, form: &mut Form) {
    match inline {
        ast::InlineExpression::VariableReference { id } => {
            form.variables.insert(id.name.to_owned());
        }
        ast::InlineExpression::Placeable { expression } => expression_variables(expression, form),
        _ => {}
    }
}

/// The languages beside English.
fn others() -> Vec<String> {
    let folder = std::fs::read_dir(root().join("assets/languages")).unwrap();
    let names = folder.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name != language::ENGLISH).collect()
}

/// What the source says: the id, where, and the variables it gives (nothing where an id is only named).
struct Said {
    id: String,
    place: String,
    variables: Option<BTreeSet<String>>,
}

/// Every `say!("id", …)` and `About::new("id")` of the window and its crates.
fn said() -> Vec<Said> {
    let mut said = Vec::new();
    for folder in ["src/app", "crates/viewer/src"] {
        let mut folders = vec![root().join(folder)];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|ending| ending == "rs") {
                    let text = std::fs::read_to_string(&path).unwrap();
                    let tokens: TokenStream = text.parse().unwrap();
                    find(tokens, &path.display().to_string(), &mut said);
                }
            }
        }
    }
    said
}

fn find(tokens: TokenStream, place: &str, said: &mut Vec<Said>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else {
            continue;
        };
        let before: String = tokens[at.saturating_sub(4)..at]
            .iter()
            .map(ToString::to_string)
            .collect();
        let is_said = before.ends_with("say!");
        if is_said || before.ends_with("About::new") {
            let inside: Vec<TokenTree> = group.stream().into_iter().collect();
            let id = literal(inside.first());
            if let Some(id) = id {
                let given = inside.windows(3).filter_map(|three| match three {
                    [
                        TokenTree::Punct(comma),
                        TokenTree::Ident(name),
                        TokenTree::Punct(is),
                    ] if comma.as_char() == ',' && is.as_char() == '=' => Some(name.to_string()),
                    _ => None,
                });
                said.push(Said {
                    id,
                    place: place.to_owned(),
                    variables: is_said.then(|| given.collect()),
                });
            } else {
                assert!(!is_said, "{place}: say! takes the id itself");
            }
        }
        find(group.stream(), place, said);
    }
}

fn literal(token: Option<&TokenTree>) -> Option<String> {
    let text = match token {
        Some(TokenTree::Literal(literal)) => literal.to_string(),
        _ => return None,
    };
    Some(text.strip_prefix('"')?.strip_suffix('"')?.to_owned())
}

#[test]
fn every_message_is_said_and_everything_said_is_a_message() {
    let english = messages(language::ENGLISH);
    let mut unused: BTreeSet<&str> = english.keys().map(String::as_str).collect();
    // Said by the list of languages.
    unused.remove("language-name");
    let mut faults = Vec::new();
    for Said {
        id,
        place,
        variables,
    } in &said()
    {
        unused.remove(id.as_str());
        match (english.get(id), variables) {
            (None, _) => faults.push(format!("{place}: there is no message {id}")),
            (Some((_, form)), Some(variables)) if *variables != form.variables => {
                let asked = &form.variables;
                faults.push(format!(
                    "{place}: {id} asks for {asked:?} and is given {variables:?}"
                ));
            }
            _ => {}
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(unused.is_empty(), "said nowhere: {unused:?}");
}

#[test]
fn ids_begin_with_what_the_file_is_about() {
    for (id, (file, _)) in messages(language::ENGLISH) {
        let is_kebab = id
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        assert!(is_kebab, "{file}: {id}");
        // commands.ftl: command-undo, and what stands in menus beside it.
        let area = file.trim_end_matches(".ftl");
        let begins = id.starts_with(area) || id.starts_with(area.trim_end_matches('s'));
        let menus =
            file == "commands.ftl" && (id.starts_with("menu-") || id.starts_with("pointer-"));
        assert!(begins || menus, "{file}: {id}");
    }
}

#[test]
fn every_language_says_what_english_says() {
    let english = messages(language::ENGLISH);
    assert!(others().len() >= 3);
    let mut faults = Vec::new();
    for tag in others() {
        let translated = messages(&tag);
        for (id, (file, form)) in &english {
            match translated.get(id) {
                None => faults.push(format!("{tag}/{file} lacks {id}")),
                Some((there, _)) if there != file => {
                    faults.push(format!("{tag}/{there} has {id}, which belongs into {file}"));
                }
                Some((_, other)) if other.attributes != form.attributes => {
                    faults.push(format!("{tag}/{file}: attributes of {id}"));
                }
                Some((_, other)) if other.variables != form.variables => {
                    faults.push(format!("{tag}/{file}: variables of {id}"));
                }
                Some(_) => {}
            }
        }
        let unknown = translated.keys().filter(|id| !english.contains_key(*id));
        faults.extend(unknown.map(|id| format!("{tag}: {id} is no message")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
