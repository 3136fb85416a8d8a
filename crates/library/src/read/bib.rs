//! BibTeX and BibLaTeX references, parsed by the crate `biblatex`, entry by entry: one that is malformed costs no other.

use std::io::BufRead;

use biblatex::{Bibliography, ChunksExt, Entry, Person};

use super::Reason;
use super::clean::raise;
use super::sink::Sink;
use super::split::{self, Entries};
use crate::Document;
use crate::bytes::decode;
use crate::document::find_year;

/// Braces within each other, at most: the parser goes down into them.
const DEPTH: usize = 64;
/// Bytes of all abbreviations (`@string`), at most: they stand before every entry that is parsed.
const ABBREVIATIONS: usize = 64 << 10;

/// Whether a line begins an entry.
pub(crate) fn begins(line: &str) -> bool {
    kind_of(line).is_some()
}

/// What stands between the `@` and the brace of an entry.
fn kind_of(entry: &str) -> Option<&str> {
    let (kind, _) = entry
        .trim_start()
        .strip_prefix('@')?
        .split_once(['{', '('])?;
    let kind = kind.trim_end();
    (!kind.is_empty() && kind.bytes().all(|b| b.is_ascii_alphabetic())).then_some(kind)
}

/// Reads all entries of a file into `sink`.
pub(crate) fn read(reader: &mut dyn BufRead, sink: &mut Sink<'_>) {
    let limit = sink.limits.record_bytes;
    let mut entries = Entries::new(reader, limit);
    let mut ahead = None;
    // A line of a note or an abstract may begin with "@" too: it belongs to the entry before it.
    let next = || {
        let Some(mut entry) = ahead
            .take()
            .map_or_else(|| entries.next(), |e| Ok(Some(e)))?
        else {
            return Ok(None);
        };
        while let Some(more) = entries.next()? {
            if more.too_large || kind_of(&decode(&more.bytes).0).is_some() {
                ahead = Some(more);
                break;
            }
            entry.append(more, limit);
        }
        Ok(Some(entry))
    };
    let none = Reason::NoRecords {
        format: "BibTeX",
        start: "@article{",
    };
    let mut abbreviations = String::new();
    split::records(sink, none, next, |text, _| {
        match kind_of(text)?.to_lowercase().as_str() {
            "comment" | "preamble" => None,
            "string" => {
                if abbreviations.len() + text.len() <= ABBREVIATIONS {
                    abbreviations.push_str(text);
                    abbreviations.push('\n');
                }
                None
            }
            _ => Some(parse(text, &abbreviations)),
        }
    });
}

fn parse(text: &str, abbreviations: &str) -> Result<Document, Reason> {
    let mut depth = 0_usize;
    for byte in text.bytes() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEPTH {
            return Err(Reason::BibTex("braces stand too deep in each other".into()));
        }
    }
    let source = masked(&format!("{abbreviations}{}", braced(&dotted(text))));
    let parsed = Bibliography::parse(&source)
        .or_else(|_| Bibliography::parse(&closed(&source)))
        .map_err(|error| Reason::BibTex(error.kind.to_string()))?;
    let entry = parsed.into_vec().pop();
    let document = entry
        .map(|entry| document(&entry, text.contains(['–', '—'])))
        .ok_or_else(|| Reason::BibTex("no entry in it".to_owned()))?;
    if document.title.is_empty() {
        return Err(Reason::NoTitle {
            tags: "none of the fields title, shorttitle and booktitle",
        });
    }
    Ok(document)
}

/// Escaped signs, and the characters that stand for them until TeX has become text: to TeX they are nothing but letters. No text has these
/// characters, which Unicode keeps for such use within programs.
const MASKS: &[(char, char)] = &[
    ('{', '\u{fdd0}'),
    ('}', '\u{fdd1}'),
    ('$', '\u{fdd2}'),
    ('%', '\u{fdd3}'),
    ('&', '\u{fdd4}'),
    ('#', '\u{fdd5}'),
    ('_', '\u{fdd6}'),
    ('\\', '\u{fdd7}'),
    ('~', '\u{fdd8}'),
    ('^', '\u{fdd9}'),
    ('`', '\u{fdda}'),
    ('\'', '\u{fddb}'),
];

/// Commands that stand for such a sign.
const SIGNS: &[(&str, char)] = &[
    ("textbraceleft", '{'),
    ("textbraceright", '}'),
    ("textdollar", '$'),
    ("textunderscore", '_'),
    ("textbackslash", '\\'),
    ("textasciitilde", '~'),
    ("textasciicircum", '^'),
    ("textasciigrave", '`'),
    ("textquotesingle", '\''),
];

/// With signs that are escaped (`\\%`, `\\textbackslash{}`) put out of the parser's sight.
fn masked(text: &str) -> String {
    let mask = |sign: char| {
        MASKS
            .iter()
            .find(|(of, _)| *of == sign)
            .map(|(_, mask)| *mask)
    };
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let end = rest
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        let sign = SIGNS.iter().find(|(command, _)| *command == name);
        let escaped = rest.chars().next().filter(|c| "{}$%&#_".contains(*c));
        if let Some(mask) = sign.and_then(|(_, sign)| mask(*sign)) {
            out.push(mask);
            // What only ends the command.
            rest = after
                .strip_prefix("{}")
                .unwrap_or(after.trim_start_matches(' '));
        } else if let Some(mask) = escaped.and_then(mask) {
            out.push(mask);
            rest = &rest[1..];
        } else {
            out.push('\\');
            // A backslash behind another one escapes nothing.
            if let Some(more) = rest.strip_prefix('\\') {
                out.push('\\');
                rest = more;
            }
        }
    }
    out + rest
}

/// With the signs that were put out of sight.
fn unmasked(text: String) -> String {
    if !text.contains(|c| ('\u{fdd0}'..='\u{fddb}').contains(&c)) {
        return text;
    }
    let sign = |c: char| {
        MASKS
            .iter()
            .find(|(_, mask)| *mask == c)
            .map_or(c, |(sign, _)| *sign)
    };
    text.chars().map(sign).collect()
}

/// With dots on the letters under accents, which TeX takes off first (`\\'{\\i}`): the parser knows the others.
fn dotted(text: &str) -> String {
    let mut out = text.to_owned();
    for letter in ["i", "j"] {
        for accent in ["'", "`", "^", "\"", "~", "="] {
            for form in [
                format!("\\{accent}\\{letter} "),
                format!("\\{accent}{{\\{letter}}}"),
                format!("\\{accent}\\{letter}"),
            ] {
                if out.contains(&form) {
                    out = out.replace(&form, &format!("\\{accent}{{{letter}}}"));
                }
            }
        }
    }
    out
}

/// An entry in parentheses, which BibTeX allows, in braces.
fn braced(text: &str) -> String {
    let Some((kind, rest)) = text.split_once(['{', '(']) else {
        return text.to_owned();
    };
    let opening = text.as_bytes().get(kind.len());
    match (opening, rest.rfind(')')) {
        (Some(b'('), Some(end)) => format!("{kind}{{{}}}{}", &rest[..end], &rest[end + 1..]),
        _ => text.to_owned(),
    }
}

/// Commands of TeX that stand for a character, beside accents, which the parser knows.
const SYMBOLS: &[(&str, &str)] = &[
    ("alpha", "α"),
    ("beta", "β"),
    ("gamma", "γ"),
    ("delta", "δ"),
    ("epsilon", "ε"),
    ("varepsilon", "ε"),
    ("zeta", "ζ"),
    ("eta", "η"),
    ("theta", "θ"),
    ("iota", "ι"),
    ("kappa", "κ"),
    ("lambda", "λ"),
    ("mu", "μ"),
    ("nu", "ν"),
    ("xi", "ξ"),
    ("pi", "π"),
    ("rho", "ρ"),
    ("sigma", "σ"),
    ("tau", "τ"),
    ("upsilon", "υ"),
    ("phi", "φ"),
    ("varphi", "φ"),
    ("chi", "χ"),
    ("psi", "ψ"),
    ("omega", "ω"),
    ("Gamma", "Γ"),
    ("Delta", "Δ"),
    ("Theta", "Θ"),
    ("Lambda", "Λ"),
    ("Sigma", "Σ"),
    ("Phi", "Φ"),
    ("Psi", "Ψ"),
    ("Omega", "Ω"),
    ("pm", "±"),
    ("times", "×"),
    ("cdot", "·"),
    ("leq", "≤"),
    ("le", "≤"),
    ("geq", "≥"),
    ("ge", "≥"),
    ("approx", "≈"),
    ("sim", "∼"),
    ("neq", "≠"),
    ("infty", "∞"),
    ("degree", "°"),
    ("circ", "°"),
    ("rightarrow", "→"),
    ("to", "→"),
    ("leftarrow", "←"),
    ("uparrow", "↑"),
    ("downarrow", "↓"),
    ("textless", "<"),
    ("textgreater", ">"),
    ("ldots", "…"),
    ("dots", "…"),
    ("textalpha", "α"),
    ("textbeta", "β"),
    ("textgamma", "γ"),
    ("textmu", "µ"),
    ("textdegree", "°"),
    ("textregistered", "®"),
    ("texttrademark", "™"),
    ("copyright", "©"),
    ("textendash", "–"),
    ("textemdash", "—"),
    ("textquoteright", "’"),
    ("textquoteleft", "‘"),
    ("textquotedblleft", "“"),
    ("textquotedblright", "”"),
];

/// Without what is left of TeX: formulas become their symbols, commands that set the type go, doubled quotes become one.
fn untex(text: &str) -> String {
    unmasked(without_commands(text))
}

fn without_commands(text: &str) -> String {
    if !text.contains(['\\', '$', '`', '\'', '~', '{']) {
        return text.to_owned();
    }
    let text = text.replace("``", "“").replace("\'\'", "”");
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    let mut formula = false;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '$' if formula || rest.contains('$') => formula = !formula,
            // Braces only keep things together.
            '{' | '}' => {}
            '_' if formula => {}
            '~' => out.push(' '),
            '^' if formula => raise(&mut out, rest.trim_start_matches('{')),
            '\\' => {
                let end = rest
                    .find(|c: char| !c.is_ascii_alphabetic())
                    .unwrap_or(rest.len());
                let (name, after) = rest.split_at(end);
                let symbol = SYMBOLS.iter().find(|(command, _)| *command == name);
                match symbol {
                    Some((_, symbol)) => {
                        out.push_str(symbol);
                        // The space that ends a command is no space.
                        rest = after.strip_prefix(' ').filter(|_| formula).unwrap_or(after);
                    }
                    // An escaped sign stands for itself, and one that spaces for a space.
                    None if name.is_empty() => {
                        let sign = rest.chars().next().unwrap_or_default();
                        let spaces = matches!(sign, ',' | ';' | ':' | '!' | ' ' | '\\');
                        if spaces || "%&$#_{}~^".contains(sign) {
                            rest = &rest[sign.len_utf8()..];
                            out.push(if spaces { ' ' } else { sign });
                        }
                    }
                    None => rest = after.trim_start_matches(' '),
                }
            }
            c => out.push(c),
        }
    }
    out
}

/// What stands behind the brace that closes an entry is no part of it: a comment with a brace of its own must not spoil it.
fn closed(text: &str) -> String {
    let end = text.rfind('}').map_or(text.len(), |end| end + 1);
    text[..end].to_owned()
}

/// A field that TeX does not read (an address, a DOI). The parser makes dashes of its hyphens, which are undone unless the entry has some.
fn verbatim(entry: &Entry, name: &str, dashes: bool) -> Option<String> {
    let text = entry.get(name)?.format_verbatim();
    let text = text.trim();
    let text = if text.contains('\\') {
        untex(text)
    } else {
        unmasked(text.to_owned())
    };
    let text = if dashes {
        text
    } else {
        text.replace('—', "---").replace('–', "--")
    };
    (!text.is_empty()).then_some(text)
}

fn document(entry: &Entry, dashes: bool) -> Document {
    let of = |name: &str| {
        let text = untex(&entry.get(name)?.format_verbatim());
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        (!text.is_empty()).then_some(text)
    };
    let first = |names: &[&str]| names.iter().find_map(|name| of(name));
    let eprint_is = |kind: &str| {
        first(&["eprinttype", "archiveprefix"]).is_some_and(|of| of.eq_ignore_ascii_case(kind))
    };
    let people = |name: &str| entry.get_as::<Vec<Person>>(name).unwrap_or_default();
    let mut authors = people("author");
    if authors.is_empty() {
        authors = people("editor");
    }
    let keywords = of("keywords").or_else(|| of("keyword")).unwrap_or_default();
    let between = if keywords.contains(';') { ';' } else { ',' };
    let title = first(&["title", "shorttitle", "booktitle"]).unwrap_or_default();
    let title = match of("subtitle") {
        Some(more) if !title.is_empty() => format!("{title}: {more}"),
        _ => title,
    };
    Document {
        text: first(&["abstract", "annotation", "annote"]).unwrap_or_default(),
        authors: authors
            .iter()
            .map(|person| untex(&name(person)))
            .filter(|name| !name.is_empty() && name != "others")
            .collect(),
        year: ["date", "year", "eventdate", "urldate"]
            .iter()
            .find_map(|name| year(entry, name)),
        journal: first(&["journaltitle", "journal"])
            .or_else(|| of("booktitle").filter(|book| *book != title)),
        doi: verbatim(entry, "doi", dashes),
        pmid: first(&["pmid", "pubmed"]).or_else(|| of("eprint").filter(|_| eprint_is("pubmed"))),
        url: verbatim(entry, "url", dashes),
        kind: of("entrysubtype").or_else(|| Some(entry.entry_type.to_string())),
        keywords: keywords
            .split(between)
            .map(str::trim)
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect(),
        title,
        ..Document::default()
    }
}

/// The year of a date, however the parser took it.
fn year(entry: &Entry, field: &str) -> Option<i32> {
    let chunks = entry.get(field)?;
    let text: String = chunks.iter().map(|chunk| chunk.v.get()).collect();
    find_year(&text)
}

/// `Last, First`, as PubMed and reference managers write it.
fn name(person: &Person) -> String {
    let last = [&person.prefix, &person.name]
        .into_iter()
        .filter(|part| !part.is_empty())
        .cloned()
        .collect::<Vec<_>>()
        .join(" ");
    let first = [&person.given_name, &person.suffix]
        .into_iter()
        .filter(|part| !part.is_empty())
        .cloned()
        .collect::<Vec<_>>()
        .join(", ");
    match (last.is_empty(), first.is_empty()) {
        (true, _) => first,
        (false, true) => last,
        (false, false) => format!("{last}, {first}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(text: &str) -> Result<Document, String> {
        parse(text, "").map_err(|reason| reason.to_string())
    }

    #[test]
    fn tex_becomes_text() {
        let found = entry(
            "@article{k, title = {{TNF}-$\\alpha$ in \\emph{rats}: a ``case\'\' of 10$^{9}$}, author = {Mar{\\'\\i}a {\\~N}u{\\~n}ez and others}, date = {2009-03}}",
        )
        .unwrap();
        assert_eq!(found.title, "TNF-α in rats: a “case” of 10^9");
        assert_eq!(found.authors, ["Ñuñez, María"]);
        assert_eq!(found.year, Some(2009));
    }

    #[test]
    fn parentheses_do_for_braces_and_damage_is_told() {
        let found = entry("@book(k, title = {Livers}, year = 2003\n)\n").unwrap();
        assert_eq!((found.title.as_str(), found.year), ("Livers", Some(2003)));
        assert!(entry("@article{k, title = {Livers").is_err());
        assert!(entry(&format!("@article{{k, title = {}", "{".repeat(5000))).is_err());
    }
}
