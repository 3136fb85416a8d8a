//! How the body and the window are dressed.

use language::say;
use serde::{Deserialize, Serialize};

/// Which colours the body wears.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Palette {
    /// What anatomists expect of each tissue.
    #[default]
    Anatomical,
    /// One hue per body system, lighter and darker within it.
    System,
    /// One hue per body system that stays distinct in all common kinds of colour blindness (Okabe and Ito 2008).
    ColorBlind,
    /// By how many documents are about each structure: dark where there is none, bright where most are.
    Documents,
    /// By which of two lists has more documents there; worn while lists are compared, and not offered with the others.
    Difference,
}

impl Palette {
    /// All, in the order they are offered.
    pub const ALL: [Palette; 4] = [
        Self::Anatomical,
        Self::System,
        Self::ColorBlind,
        Self::Documents,
    ];

    /// The name shown.
    pub fn label(self) -> String {
        match self {
            Self::Anatomical => say!("settings-palette-anatomical"),
            Self::System => say!("settings-palette-system"),
            Self::ColorBlind => say!("settings-palette-color-blind"),
            Self::Documents => say!("settings-palette-documents"),
            Self::Difference => say!("settings-palette-difference"),
        }
    }
}

/// The colours of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// For dim rooms and for the markers' glow.
    #[default]
    Dark,
    /// For bright rooms and print.
    Light,
    /// White on black with strong lines, for whoever sees little contrast.
    HighContrast,
    /// Dark, light or of high contrast, as the system is.
    System,
}

impl Theme {
    /// All, in the order they are offered.
    pub const ALL: [Theme; 4] = [Self::Dark, Self::Light, Self::HighContrast, Self::System];

    /// The name shown.
    pub fn label(self) -> String {
        match self {
            Self::Dark => say!("look-dark"),
            Self::Light => say!("look-light"),
            Self::HighContrast => say!("look-high-contrast"),
            Self::System => say!("look-as-the-system"),
        }
    }

    /// What is worn where the system is light, is dark, or does not say, and where it wants more contrast; never [`Theme::System`].
    pub fn worn(self, system_is_light: Option<bool>, system_wants_contrast: bool) -> Theme {
        match (self, system_wants_contrast, system_is_light) {
            (Self::System, true, _) => Self::HighContrast,
            (Self::System, false, Some(true)) => Self::Light,
            (Self::System, false, _) => Self::Dark,
            (chosen, ..) => chosen,
        }
    }
}

/// The language of the window.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    /// That of the system.
    #[default]
    System,
    /// This one, by its tag: "de".
    #[serde(untagged)]
    Tag(String),
}

impl Language {
    /// What can be chosen, with the words for it: languages by their own names.
    pub fn choices() -> Vec<(String, Self)> {
        let offered = language::offered().into_iter();
        let offered = offered.map(|offered| (offered.name, Self::Tag(offered.tag)));
        let system = (say!("settings-language-system"), Self::System);
        std::iter::once(system).chain(offered).collect()
    }

    /// Its tag; nothing for the system's.
    pub fn tag(&self) -> Option<&str> {
        match self {
            Self::System => None,
            Self::Tag(tag) => Some(tag),
        }
    }
}

/// How much the renderer is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Quality {
    /// Fine on a GPU, swift on the processor.
    #[default]
    Auto,
    /// Full resolution and the finest surfaces, always.
    Fine,
    /// Full resolution at rest; fewer triangles while the camera moves.
    Balanced,
    /// Fewer triangles and fewer pixels while the camera moves.
    Swift,
}

impl Quality {
    /// All, in the order they are offered.
    pub const ALL: [Quality; 4] = [Self::Auto, Self::Fine, Self::Balanced, Self::Swift];

    /// The name shown.
    pub fn label(self) -> String {
        match self {
            Self::Auto => say!("settings-quality-auto"),
            Self::Fine => say!("settings-quality-fine"),
            Self::Balanced => say!("settings-quality-balanced"),
            Self::Swift => say!("settings-quality-swift"),
        }
    }

    /// The tier this means on a renderer: never [`Quality::Auto`].
    pub fn tier(self, software_renderer: bool) -> Quality {
        match (self, software_renderer) {
            (Self::Auto, true) => Self::Swift,
            (Self::Auto, false) => Self::Fine,
            (tier, _) => tier,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_that_follows_the_system_is_dark_where_that_says_nothing() {
        assert_eq!(Theme::System.worn(Some(true), false), Theme::Light);
        assert_eq!(Theme::System.worn(Some(false), false), Theme::Dark);
        assert_eq!(Theme::System.worn(None, false), Theme::Dark);
        for is_light in [Some(true), Some(false), None] {
            let worn = Theme::System.worn(is_light, true);
            assert_eq!(worn, Theme::HighContrast);
        }
        for theme in [Theme::Dark, Theme::Light, Theme::HighContrast] {
            for contrast in [false, true] {
                assert_eq!(theme.worn(Some(theme == Theme::Dark), contrast), theme);
            }
        }
        let kept = serde_json::to_string(&Theme::HighContrast).unwrap();
        assert_eq!(kept, "\"high_contrast\"");
        let labels = Theme::ALL.map(Theme::label);
        let names: std::collections::HashSet<&String> = labels.iter().collect();
        assert_eq!(names.len(), Theme::ALL.len());
    }

    #[test]
    fn automatic_quality_follows_the_renderer_and_a_choice_does_not() {
        assert_eq!(Quality::Auto.tier(true), Quality::Swift);
        assert_eq!(Quality::Auto.tier(false), Quality::Fine);
        for quality in [Quality::Fine, Quality::Balanced, Quality::Swift] {
            assert_eq!(quality.tier(true), quality);
        }
        let labels: std::collections::HashSet<String> = Quality::ALL
            .map(Quality::label)
            .into_iter()
            .chain(Palette::ALL.map(Palette::label))
            .collect();
        let choices = Quality::ALL.len() + Palette::ALL.len();
        assert_eq!(labels.len(), choices, "every choice has a name of its own");
    }
}
