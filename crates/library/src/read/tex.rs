//! TeX as it stands in references: made fit for the parser, and made text behind it.

use super::clean::raise;

/// Braces within each other, at most: the parser goes down into what is in those of a command.
const DEPTH: usize = 64;

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
pub(super) fn masked(text: &str) -> String {
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

/// Whether braces stand too deep in each other, of a text without escaped ones ([`masked`]).
pub(super) fn is_too_deep(text: &str) -> bool {
    let mut depth = 0_usize;
    text.bytes().any(|byte| {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > DEPTH
    })
}

/// What is said of such a text.
pub(super) const TOO_DEEP: &str = "braces stand too deep in each other";

/// With the signs that were put out of sight.
pub(super) fn unmasked(text: String) -> String {
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
pub(super) fn dotted(text: &str) -> String {
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

/// An entry whose dollar signs stand for themselves (`$2 a chip`), as in one whose formulas would not end.
pub(super) fn priced(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    for sign in text.chars() {
        if sign == '$' && before != '\\' {
            out.push('\\');
        }
        out.push(sign);
        before = sign;
    }
    out
}

/// An entry in parentheses, which BibTeX allows, in braces.
pub(super) fn braced(text: &str) -> String {
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
pub(super) fn untex(text: &str) -> String {
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
pub(super) fn closed(text: &str) -> String {
    let end = text.rfind('}').map_or(text.len(), |end| end + 1);
    text[..end].to_owned()
}
