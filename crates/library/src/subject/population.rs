//! Of whom a paper is.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use Place::{Text, Title};
use Population::{
    Adolescents, Adults, Animals, Children, Infants, Men, Newborns, OlderAdults, PregnantWomen,
    Women,
};

use super::phrases::{Phrases, Place, Row};
use super::record::Record;

/// Of whom a paper is. Ages are those of the MeSH check tags (National Library of Medicine, "Age Groups", tree M01.060).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Population {
    /// In the first month.
    Newborns,
    /// 1 to 23 months old.
    Infants,
    /// 2 to 12 years old.
    Children,
    /// 13 to 18 years old.
    Adolescents,
    /// 19 to 64 years old.
    Adults,
    /// 65 years and older; also "60 years and over" and what is called elderly.
    OlderAdults,
    /// Women with child.
    PregnantWomen,
    /// Women alone.
    Women,
    /// Men alone.
    Men,
    /// Animals alone.
    Animals,
}

impl Population {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Newborns,
        Self::Infants,
        Self::Children,
        Self::Adolescents,
        Self::Adults,
        Self::OlderAdults,
        Self::PregnantWomen,
        Self::Women,
        Self::Men,
        Self::Animals,
    ];

    /// What they are called in files and by commands.
    pub fn id(self) -> &'static str {
        match self {
            Self::Newborns => "newborns",
            Self::Infants => "infants",
            Self::Children => "children",
            Self::Adolescents => "adolescents",
            Self::Adults => "adults",
            Self::OlderAdults => "older_adults",
            Self::PregnantWomen => "pregnant_women",
            Self::Women => "women",
            Self::Men => "men",
            Self::Animals => "animals",
        }
    }

    /// Those who are called so.
    pub fn of_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|group| group.id() == id)
    }

    /// By age in years.
    fn of_age(years: f32) -> Self {
        match years {
            years if years < 1.0 / 12.0 => Newborns,
            years if years < 2.0 => Infants,
            years if years < 13.0 => Children,
            years if years < 19.0 => Adolescents,
            years if years < 65.0 => Adults,
            _ => OlderAdults,
        }
    }
}

/// MeSH check tags, and what they say.
const TAGS: [(&str, Population); 13] = [
    ("infant, newborn", Newborns),
    ("infant", Infants),
    ("child", Children),
    ("child, preschool", Children),
    ("adolescent", Adolescents),
    ("adult", Adults),
    ("young adult", Adults),
    ("middle aged", Adults),
    ("aged", OlderAdults),
    ("aged, 80 and over", OlderAdults),
    ("pregnancy", PregnantWomen),
    ("female", Women),
    ("male", Men),
];

/// How titles and abstracts say it. In an abstract a number stands before those who were studied; how many of the patients were women says nothing.
const ROWS: &[Row<Population>] = &[
    (
        Newborns,
        Title,
        "neonate|neonates|newborn|newborns|neonatal",
    ),
    (Newborns, Title, "preterm|premature infant|infants"),
    (Newborns, Text, "# * neonates|newborns"),
    (Newborns, Text, "# * preterm|premature|newborn infants"),
    (Infants, Title, "infant|infants"),
    (Infants, Text, "# * infants"),
    (
        Children,
        Title,
        "children|pediatric|paediatric|childhood|schoolchildren|toddlers",
    ),
    (Children, Text, "# * children|schoolchildren"),
    (Children, Text, "# * pediatric|paediatric patients|cases"),
    (
        Adolescents,
        Title,
        "adolescent|adolescents|adolescence|teenagers",
    ),
    (Adolescents, Text, "# * adolescents|teenagers"),
    (Adults, Title, "adult|adults"),
    (Adults, Text, "# * adults"),
    (
        OlderAdults,
        Title,
        "elderly|geriatric|octogenarians|nonagenarians",
    ),
    (
        OlderAdults,
        Title,
        "older adult|adults|patients|people|persons|women|men",
    ),
    (
        OlderAdults,
        Text,
        "# * older|elderly adults|patients|people|persons",
    ),
    (OlderAdults, Text, "# * octogenarians|nonagenarians"),
    (PregnantWomen, Title, "pregnant|pregnancy|pregnancies"),
    (PregnantWomen, Text, "# * pregnant women|patients"),
    (Women, Title, "women"),
    (Men, Title, "men"),
    (
        Animals,
        Title,
        "rats|mice|mouse|murine|rabbits|pigs|piglets|minipigs|dogs|sheep|hamsters|zebrafish",
    ),
    (
        Animals,
        Title,
        "rat|rabbit|porcine|ovine|canine|animal model|models|study",
    ),
    (
        Animals,
        Text,
        "# * rats|mice|rabbits|pigs|piglets|minipigs|dogs|sheep|hamsters|zebrafish",
    ),
    (
        Animals,
        Text,
        "wistar|dawley|balb|c57bl|c57bl6 .. rats|mice",
    ),
];

static PHRASES: LazyLock<Phrases<Population>> = LazyLock::new(|| {
    // Older adults are no adults, and premature infants no infants.
    Phrases::of(
        ROWS,
        &["older", "elderly", "pregnant", "preterm", "premature"],
        &[
            "older",
            "elderly",
            "pregnant",
            "preterm",
            "premature",
            "newborn",
        ],
    )
});

/// Of whom a paper is: by its check tags, else by its title and abstract, in the order of the list; none where neither says so. What is of women and men
/// is of neither alone, and what is of animals of nobody else.
pub(super) fn of(record: &Record<'_>) -> Vec<Population> {
    let tagged = TAGS.iter().filter(|(tag, _)| record.has(tag));
    let mut groups: BTreeSet<Population> = tagged.map(|(_, group)| *group).collect();
    if record.has("animals") && !record.has("humans") {
        return vec![Animals];
    }
    if groups.is_empty() {
        groups = said(record);
    }
    if groups.contains(&Animals) {
        return vec![Animals];
    }
    let both = groups.contains(&Women) && groups.contains(&Men);
    let is_said = |group: &Population| match group {
        Women => !both && !groups.contains(&PregnantWomen),
        Men => !both,
        _ => true,
    };
    groups.iter().copied().filter(is_said).collect()
}

/// Whom title and abstract name.
fn said(record: &Record<'_>) -> BTreeSet<Population> {
    let mut groups = BTreeSet::new();
    for (sentences, is_title) in [(&record.title, true), (&record.text, false)] {
        for words in sentences {
            let found = PHRASES.in_sentence(words, is_title);
            groups.extend(found.into_iter().map(|(_, group)| group));
            groups.extend(of_ages(words));
        }
    }
    // "In mice and humans" is not of animals alone.
    let people = ["patient", "patients", "human", "humans", "women", "men"];
    let mut words = record.title.iter().flatten();
    if words.any(|word| people.contains(word)) {
        groups.remove(&Animals);
    }
    groups
}

/// Whom the ages of a sentence name: "a 58-year-old man", "aged 65 years and over".
fn of_ages(words: &[&str]) -> Vec<Population> {
    let mut groups = Vec::new();
    for (n, word) in words.iter().enumerate() {
        let (Ok(number), Some(rest)) = (word.parse::<u16>(), words.get(n + 1..)) else {
            continue;
        };
        let in_years = |unit: &str| match unit {
            "year" | "years" | "yr" | "yrs" => Some(f32::from(number)),
            "month" | "months" => Some(f32::from(number) / 12.0),
            "week" | "weeks" => Some(f32::from(number) / 52.0),
            "day" | "days" => Some(f32::from(number) / 365.0),
            _ => None,
        };
        let Some(years) = rest.first().and_then(|unit| in_years(unit)) else {
            continue;
        };
        match &rest[1..] {
            ["old", who @ ..] if years < 120.0 => {
                groups.push(Population::of_age(years));
                let grown = years >= 19.0;
                groups.extend(
                    who.iter()
                        .take(3)
                        .filter(|_| grown)
                        .find_map(|word| sex(word)),
                );
            }
            ["and" | "or", "over" | "older" | "above", ..] if (60.0..120.0).contains(&years) => {
                groups.push(OlderAdults);
            }
            ["and" | "or", "over" | "older" | "above", ..] if (18.0..60.0).contains(&years) => {
                groups.push(Adults);
            }
            _ => {}
        }
    }
    groups
}

/// The sex that a word names of an adult.
fn sex(word: &str) -> Option<Population> {
    match word {
        "man" | "male" | "gentleman" => Some(Men),
        "woman" | "female" | "lady" => Some(Women),
        _ => None,
    }
}
