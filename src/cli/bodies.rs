//! Which of the two bodies a command is about.

use std::path::PathBuf;

use anatomy::{Catalogue, Sex};
use clap::ValueEnum;
use grounding::BodyChoice;

use crate::paths::Paths;

/// The body that is told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Told {
    /// The body that has the organ.
    Auto,
    /// The male torso alone.
    Male,
    /// The female torso, but for what only the male one has.
    Female,
}

impl From<Told> for BodyChoice {
    fn from(told: Told) -> Self {
        match told {
            Told::Auto => Self::Auto,
            Told::Male => Self::Male,
            Told::Female => Self::Female,
        }
    }
}

impl Told {
    /// Whose body is meant where these structures (ids or names) are asked for: with `auto` hers where one of them is hers
    /// alone, else the male one.
    pub fn sex<'a>(self, asked: impl IntoIterator<Item = &'a String>) -> Sex {
        let catalogue = Catalogue::builtin();
        let is_hers = |name: &String| {
            let name = name.trim();
            let index = catalogue.index_of(name);
            let index = index.or_else(|| catalogue.find_by_name(name));
            index.is_some_and(|index| !catalogue.belongs_to(index, Sex::Male))
        };
        match self {
            Told::Male => Sex::Male,
            Told::Female => Sex::Female,
            Told::Auto if asked.into_iter().any(is_hers) => Sex::Female,
            Told::Auto => Sex::Male,
        }
    }

    /// In whose body a thing that lies in this structure (an id) is.
    pub fn of_structure(self, structure: &str) -> Sex {
        let catalogue = Catalogue::builtin();
        let has = |sex| {
            let index = catalogue.index_of(structure);
            index.is_none_or(|index| catalogue.belongs_to(index, sex))
        };
        match self {
            Told::Auto if !has(Sex::Male) => Sex::Female,
            Told::Female if has(Sex::Female) => Sex::Female,
            _ => Sex::Male,
        }
    }
}

/// The pack of a body that ships.
///
/// # Errors
/// When the program does not find its files.
pub fn pack_of(sex: Sex) -> anyhow::Result<PathBuf> {
    let paths = Paths::find()?;
    Ok(match sex {
        Sex::Male => paths.atlas(),
        Sex::Female => paths.female_atlas(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn auto_is_the_body_that_has_what_is_asked_for() {
        let sex = |told: Told, names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            told.sex(&names)
        };
        assert_eq!(sex(Told::Auto, &["liver", "uterus"]), Sex::Female);
        assert_eq!(sex(Told::Auto, &[" womb"]), Sex::Female);
        assert_eq!(sex(Told::Auto, &["liver", "prostate"]), Sex::Male);
        assert_eq!(sex(Told::Auto, &[]), Sex::Male);
        assert_eq!(sex(Told::Male, &["uterus"]), Sex::Male);
        assert_eq!(sex(Told::Female, &["liver"]), Sex::Female);
    }
}
