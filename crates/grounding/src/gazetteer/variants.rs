//! The ways one term is written: British and American, with and without a hyphen, possessive, plural, Latin plural and
//! abbreviated Latin.

use std::collections::BTreeSet;

/// British and American spellings. `^` stands for the beginning of a word.
const SPELLINGS: &[(&str, &str)] = &[
    ("oesophag", "esophag"),
    ("caecum", "cecum"),
    ("caecal", "cecal"),
    ("caeca", "ceca"),
    ("caecost", "cecost"),
    ("coeliac", "celiac"),
    ("oedema", "edema"),
    ("faecal", "fecal"),
    ("diarrhoea", "diarrhea"),
    ("apnoea", "apnea"),
    ("dyspnoea", "dyspnea"),
    ("goitre", "goiter"),
    ("fibre", "fiber"),
    ("tumour", "tumor"),
    ("centre", "center"),
    ("grey", "gray"),
    ("anaesth", "anesth"),
    ("anaemi", "anemi"),
    ("ischaem", "ischem"),
    ("leukaemi", "leukemi"),
    ("uraemi", "uremi"),
    ("azotaemi", "azotemi"),
    ("glycaemi", "glycemi"),
    ("gynaec", "gynec"),
    ("orthopaed", "orthoped"),
    ("phaeochrom", "pheochrom"),
    ("^haemat", "^hemat"),
    ("^haemo", "^hemo"),
    ("^haemang", "^hemang"),
    ("^disc ", "^disk "),
    ("^discs", "^disks"),
    ("^discect", "^diskect"),
    ("^discit", "^diskit"),
    ("litre", "liter"),
    ("oestr", "estr"),
    ("labour", "labor"),
    ("paediatr", "pediatr"),
    ("catheteris", "catheteriz"),
];

/// Fourth-declension nouns keep their ending in the plural.
const UNCHANGED: &[&str] = &[
    "plexus", "sinus", "hiatus", "ductus", "arcus", "meatus", "situs", "virus", "anus", "fetus",
];

/// Latin nouns whose plural cannot be read off their ending.
const IRREGULAR: &[(&str, &str)] = &[
    ("larynx", "larynges"),
    ("thorax", "thoraces"),
    ("femur", "femora"),
    ("ureter", "ureteres"),
    ("pulmo", "pulmones"),
    ("caput", "capita"),
    ("corpus", "corpora"),
    ("epididymis", "epididymides"),
    ("apex", "apices"),
    ("appendix", "appendices"),
    ("cartilago", "cartilagines"),
    ("hepar", "hepata"),
];

/// First words of Latin names, with their abbreviation, whose other words agree with them.
const LATIN_HEADS: &[(&str, &str)] = &[
    ("arteria", "a."),
    ("vena", "v."),
    ("musculus", "m."),
    ("nervus", "n."),
    ("vertebra", ""),
    ("bronchus", ""),
    ("discus", ""),
    ("costa", ""),
    ("cartilago", ""),
    ("glandula", ""),
];

/// What notes make of words of anatomical names.
const NOTES: &[(&str, &[&str])] = &[
    ("ascending", &["asc"]),
    ("descending", &["desc"]),
    ("transverse", &["trans", "transv"]),
    ("sigmoid", &["sig"]),
    ("artery", &["art", "a"]),
    ("vein", &["v"]),
    ("common", &["comm"]),
    ("internal", &["int"]),
    ("external", &["ext"]),
    ("superior", &["sup"]),
    ("inferior", &["inf"]),
    ("greater", &["gr"]),
    ("curvature", &["curve"]),
    ("cartilage", &["cart"]),
    ("brachiocephalic", &["brachioceph"]),
    ("innominate", &["innom"]),
    ("pancreas", &["panc", "pancr"]),
];

/// Names whose "a" and "v" are not read as words ("portal v systemic").
const VESSELS: &[&str] = &[
    "splenic",
    "hepatic",
    "brachiocephalic",
    "brachioceph",
    "innominate",
    "mesenteric",
    "iliac",
    "subclavian",
    "jugular",
    "carotid",
];

/// Ways in which notes shorten a name of several words: "desc colon", "splenic v", "panc head". At least one word stays as it is, or is
/// nearly whole.
pub(super) fn notes(name: &str) -> BTreeSet<String> {
    let name = match name.split_once(" of ") {
        Some((part, "pancreas")) => format!("pancreas {part}"),
        _ => name.to_owned(),
    };
    let words: Vec<&str> = name.split(' ').collect();
    let mut forms = BTreeSet::new();
    if !(2..=4).contains(&words.len()) {
        return forms;
    }
    let choices = words.iter().enumerate().map(|(at, word)| {
        let known = NOTES.iter().find(|(long, _)| long == word);
        let short = known.map_or(&[][..], |(_, short)| short).iter().copied();
        let named = |short: &&str| {
            short.len() > 1
                || at
                    .checked_sub(1)
                    .is_some_and(|b| VESSELS.contains(&words[b]))
        };
        [*word].into_iter().chain(short.filter(named)).collect()
    });
    let choices: Vec<Vec<&str>> = choices.collect();
    let number: usize = choices.iter().map(Vec::len).product();
    for mut number in 1..number {
        let form = choices.iter().map(|choice| {
            let own = choice[number % choice.len()];
            number /= choice.len();
            own
        });
        let form: Vec<&str> = form.collect();
        if form.iter().any(|word| word.len() > 3) {
            forms.insert(form.join(" "));
        }
    }
    forms
}

/// All spellings of a term, itself among them.
pub(super) fn spellings(term: &str) -> BTreeSet<String> {
    let american = american(term);
    let british = SPELLINGS
        .iter()
        .fold(american.clone(), |t, (b, a)| replace(&t, a, b));
    let mut forms = BTreeSet::from([term.to_owned(), american, british]);
    let add = |forms: &mut BTreeSet<String>, change: &dyn Fn(&str) -> Option<String>| {
        let more: Vec<String> = forms.iter().filter_map(|f| change(f)).collect();
        forms.extend(more);
    };
    // "gastro-oesophageal", "gastrooesophageal"; a hyphen in the text counts as a space anyway.
    add(&mut forms, &|f| {
        let closed = f.replace('-', "");
        let letters = f
            .split('-')
            .all(|part| part.len() > 2 && part.chars().any(char::is_lowercase));
        (f.contains('-') && letters).then_some(closed)
    });
    // "Wilson's disease", "Wilsons disease", "Wilson disease".
    add(&mut forms, &|f| {
        f.contains("'s").then(|| f.replace("'s", "s"))
    });
    add(&mut forms, &|f| {
        f.contains("'s").then(|| f.replace("'s", ""))
    });
    forms
}

/// A term in American spelling.
pub(super) fn american(term: &str) -> String {
    SPELLINGS
        .iter()
        .fold(term.to_owned(), |t, (b, a)| replace(&t, b, a))
}

/// Replaces a fragment unless the other spelling already stands there ("esophag" in "oesophag").
fn replace(term: &str, from: &str, to: &str) -> String {
    let (from, at_start) = from.strip_prefix('^').map_or((from, false), |f| (f, true));
    let to = to.strip_prefix('^').unwrap_or(to);
    let lower = term.to_ascii_lowercase();
    let mut out = String::with_capacity(term.len() + 2);
    let mut done = 0;
    for (at, _) in lower.match_indices(from) {
        let head = &lower[..at];
        let inside_other = to
            .strip_suffix(from)
            .is_some_and(|extra| !extra.is_empty() && head.ends_with(extra));
        let after_letter = head
            .bytes()
            .next_back()
            .is_some_and(|b| b.is_ascii_alphanumeric());
        if inside_other || (at_start && after_letter) {
            continue;
        }
        out.push_str(&term[done..at]);
        out.push_str(to);
        done = at + from.len();
    }
    out.push_str(&term[done..]);
    out
}

/// Plural forms that are not made by adding "s" or "es" to the end.
pub(super) fn plurals(term: &str) -> Vec<String> {
    let mut forms = Vec::new();
    if let Some(stem) = term.strip_suffix('y').filter(|s| s.len() > 3) {
        forms.push(format!("{stem}ies"));
    }
    // "heads of the pancreas", "lobes of right lung"
    if let Some((head, rest)) = term.split_once(" of ") {
        if !head.ends_with('s') && head.bytes().all(|b| b.is_ascii_alphabetic() || b == b' ') {
            let many = match head.strip_suffix('y') {
                Some(stem) if stem.len() > 3 => format!("{stem}ies"),
                _ if head.ends_with(['x', 'h']) => format!("{head}es"),
                _ => format!("{head}s"),
            };
            forms.push(format!("{many} of {rest}"));
        }
        return forms;
    }
    let (before, word) = term.rsplit_once(' ').unwrap_or(("", term));
    if before.is_empty() {
        forms.extend(latin_plural(word));
    } else if let Some(words) = agreeing_plural(term) {
        forms.push(words);
    }
    forms
}

/// The Latin plural of a noun, by its ending.
fn latin_plural(noun: &str) -> Option<String> {
    if let Some((_, plural)) = IRREGULAR.iter().find(|(one, _)| *one == noun) {
        return Some((*plural).to_owned());
    }
    if noun.len() < 4 || UNCHANGED.iter().any(|n| noun.ends_with(n)) {
        return None;
    }
    [("us", "i"), ("um", "a"), ("a", "ae"), ("is", "es")]
        .iter()
        .find_map(|(one, many)| Some(format!("{}{many}", noun.strip_suffix(one)?)))
}

/// "arteriae renales" for "arteria renalis", when every word can be put into the plural.
fn agreeing_plural(name: &str) -> Option<String> {
    let mut words = name.split(' ');
    let head = words.next()?;
    LATIN_HEADS.iter().find(|(noun, _)| *noun == head)?;
    let mut many = vec![latin_plural(head)?];
    for word in words {
        many.push(match word {
            w if w.ends_with("ior") => format!("{w}es"),
            // Genitives ("portae hepatis") and numbers stay.
            "hepatis" | "portae" | "major" | "minor" => return None,
            w => latin_plural(w)?,
        });
    }
    Some(many.join(" "))
}

/// "a. renalis" for "arteria renalis".
pub(super) fn latin_abbreviation(name: &str) -> Option<String> {
    let (head, rest) = name.split_once(' ')?;
    let (_, short) = LATIN_HEADS
        .iter()
        .find(|(noun, short)| *noun == head && !short.is_empty())?;
    Some(format!("{short} {rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_shorten_names_of_several_words() {
        let of = |name: &str| notes(name).into_iter().collect::<Vec<_>>();
        assert_eq!(of("descending colon"), ["desc colon"]);
        assert_eq!(of("splenic vein"), ["splenic v"]);
        assert!(of("portal vein").is_empty());
        assert_eq!(of("head of pancreas"), ["panc head", "pancr head"]);
        let iliac = of("external iliac artery");
        assert!(
            ["ext iliac a", "external iliac art", "ext iliac artery"]
                .map(|f| iliac.contains(&f.to_owned()))
                == [true; 3]
        );
        assert!(of("spleen").is_empty() && of("liver").is_empty());
    }

    #[test]
    fn spellings_of_both_sides_of_the_ocean() {
        for (term, other) in [
            ("oesophageal haemorrhage", "esophageal hemorrhage"),
            ("esophageal hemorrhage", "oesophageal haemorrhage"),
            ("ileocecal", "ileocaecal"),
            ("celiac trunk", "coeliac trunk"),
            ("disk herniation", "disc herniation"),
            ("gastro-oesophageal", "gastroesophageal"),
            ("wilson's disease", "wilson disease"),
            ("crohn's", "crohns"),
        ] {
            assert!(
                spellings(term).contains(other),
                "{term}: {:?}",
                spellings(term)
            );
        }
        assert_eq!(
            spellings("chemotherapy").len(),
            1,
            "no haemo- inside a word"
        );
        assert!(!spellings("oesophagus").iter().any(|f| f.contains("ooe")));
    }

    #[test]
    fn plurals_by_the_rules_of_the_language() {
        for (one, many) in [
            ("artery", "arteries"),
            ("bronchus", "bronchi"),
            ("vertebra", "vertebrae"),
            ("ureter", "ureteres"),
            ("femur", "femora"),
            ("atrium", "atria"),
            ("arteria renalis", "arteriae renales"),
            (
                "arteria mesenterica superior",
                "arteriae mesentericae superiores",
            ),
            ("head of the pancreas", "heads of the pancreas"),
        ] {
            assert!(
                plurals(one).contains(&many.to_owned()),
                "{one}: {:?}",
                plurals(one)
            );
        }
        for one in ["plexus", "hiatus", "liver", "vena portae hepatis", "renal"] {
            assert!(plurals(one).is_empty(), "{one}: {:?}", plurals(one));
        }
        assert_eq!(
            latin_abbreviation("vena cava inferior").as_deref(),
            Some("v. cava inferior")
        );
        assert_eq!(latin_abbreviation("truncus coeliacus"), None);
    }
}
