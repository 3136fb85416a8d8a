//! The two bodies that texts are placed in: the male torso, in whose frame all places are kept, and the female one for the organs that
//! only she has.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use anatomy::{Atlas, Sex, StructureIndex, Transfer, Transferred};

use crate::Grounding;
use crate::engine::RowOutput;
use crate::female::HerReading;
use crate::lean::Leaning;
use crate::locate::{self, Locator, Place, Placed, Subjects};
use crate::model::Model;
use crate::passage::Passage;
use crate::spatial::Sketches;

/// A body with what was learnt of its structures.
pub(crate) struct Torso {
    pub(crate) atlas: Arc<Atlas>,
    sex: Sex,
    sketches: Sketches,
    leaning: Leaning,
}

impl Torso {
    pub(crate) fn new(atlas: Arc<Atlas>, sex: Sex) -> Self {
        Self {
            atlas,
            sex,
            sketches: Sketches::default(),
            leaning: Leaning::default(),
        }
    }

    pub(crate) fn locator<'a>(
        &'a self,
        model: &'a Model,
        excluded: &'a [StructureIndex],
        hers: Option<&'a HerReading>,
    ) -> Locator<'a> {
        Locator {
            atlas: &self.atlas,
            hers,
            structures: match self.sex {
                Sex::Male => &model.structures,
                Sex::Female => &model.in_her,
            },
            model,
            sketches: &self.sketches,
            leaning: &self.leaning,
            excluded,
        }
    }
}

/// The female torso beside the male one. It is read when the first text is about an organ that only she has.
pub(crate) struct Beside {
    folder: PathBuf,
    read: OnceLock<Option<Her>>,
}

/// The female torso, read.
pub(crate) struct Her {
    pub(crate) torso: Torso,
    /// For what both bodies have.
    back: Transfer,
    there: Transfer,
}

/// Finds the places of a text: in the male body, or in hers when there is `her`.
pub(crate) struct Placing<'a> {
    pub(crate) home: Locator<'a>,
    pub(crate) her: Option<&'a Her>,
}

impl Placing<'_> {
    /// What each class of the model is in the body.
    pub(crate) fn structures(&self) -> &[Vec<StructureIndex>] {
        match self.her {
            Some(_) => &self.home.model.in_her,
            None => self.home.structures,
        }
    }

    /// The place of a whole text and its subjects, in the frame that all places are kept in. `sentences` are placed as [`Placing::sentence`]
    /// does, without evidence where they say what is absent, normal or past.
    pub(crate) fn text(
        &self,
        reading: &HerReading,
        row: &RowOutput,
        passages: &[Passage<'_>],
        sentences: &[Placed],
    ) -> (Place, Subjects) {
        let Some(her) = self.her else {
            return locate::place_text(&self.home, row, passages, sentences);
        };
        let locator = her
            .torso
            .locator(self.home.model, self.home.excluded, Some(reading));
        let (mut place, mut subjects) = locate::place_text(&locator, row, passages, sentences);
        place.point_mm = her.home(place.structure, place.point_mm);
        let catalogue = locator.atlas.catalogue();
        for share in &mut subjects.places {
            if let Some(structure) = catalogue.index_of(&share.structure) {
                share.point_mm = her.home(structure, share.point_mm);
            }
        }
        (place, subjects)
    }

    /// The same of a sentence, in the frame of the body that it is placed in, see [`Placing::home_point`].
    pub(crate) fn sentence(&self, row: &RowOutput, passage: &[Passage<'_>]) -> Placed {
        let Some(her) = self.her else {
            return locate::place(&self.home, row, passage);
        };
        let own = locate::hers(&self.home, row, passage);
        let locator = her
            .torso
            .locator(self.home.model, self.home.excluded, Some(&own));
        locate::place(&locator, row, passage)
    }

    /// The point of a place in the frame that all places are kept in, LPS mm.
    pub(crate) fn home_point(&self, place: &Place) -> [f32; 3] {
        match self.her {
            Some(her) => her.home(place.structure, place.point_mm),
            None => place.point_mm,
        }
    }
}

/// In whose body places are told.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum BodyChoice {
    /// In the body that has the organ; of what both have, the male one, unless the text says that it is about a woman.
    #[default]
    Auto,
    /// In the male torso alone: an organ that only the female one has is not there.
    Male,
    /// In the female torso, but for what only the male one has.
    Female,
}

impl Beside {
    pub(crate) fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            read: OnceLock::new(),
        }
    }

    /// The female torso; nothing when it cannot be read, which is logged once.
    pub(crate) fn her(&self, home: &Arc<Atlas>) -> Option<&Her> {
        let read = self.read.get_or_init(|| match Atlas::open(&self.folder) {
            Ok(atlas) => {
                let atlas = Arc::new(atlas);
                Some(Her {
                    back: Transfer::new(atlas.clone(), home.clone()),
                    there: Transfer::new(home.clone(), atlas.clone()),
                    torso: Torso::new(atlas, Sex::Female),
                })
            }
            Err(error) => {
                tracing::warn!("the female torso cannot be read: {error}");
                None
            }
        });
        read.as_ref()
    }
}

impl Her {
    /// A place of hers in the frame that all places are kept in.
    fn home(&self, structure: StructureIndex, point_mm: [f32; 3]) -> [f32; 3] {
        match self.back.place(structure, point_mm) {
            Transferred::Exact { point_mm, .. } => point_mm,
            _ => anatomy::to_male(point_mm),
        }
    }

    /// A grounding with its places in her frame.
    pub(crate) fn told(&self, grounding: &Grounding) -> Grounding {
        let mut told = grounding.clone();
        let catalogue = self.torso.atlas.catalogue();
        let there = |structure: &str, point_mm: &mut [f32; 3]| {
            let placed = catalogue.index_of(structure);
            let placed = placed.and_then(|row| self.there.place(row, *point_mm).point_mm());
            *point_mm = placed.unwrap_or_else(|| anatomy::to_female(*point_mm));
        };
        there(&told.structure, &mut told.point_mm);
        for place in &mut told.places {
            there(&place.structure, &mut place.point_mm);
        }
        for sentence in &mut told.sentences {
            there(&sentence.structure, &mut sentence.point_mm);
        }
        told
    }
}

/// Words that say that a woman, or a man, is meant.
const WOMAN: &[&str] = &[
    "woman",
    "women",
    "female",
    "females",
    "girl",
    "girls",
    "she",
    "her",
    "hers",
    "herself",
    "lady",
    "pregnant",
    "pregnancy",
    "mrs",
    "ms",
];

/// Beginnings of words of what only a woman has, or only happens to her.
const OF_A_WOMAN: &[&str] = &[
    "cystocele",
    "rectocele",
    "urethrocele",
    "hysterectom",
    "oophorectom",
    "ovariectom",
    "ovary",
    "ovari",
    "uterus",
    "uterine",
    "utero",
    "vagin",
    "vesicovagin",
    "rectovagin",
    "colovagin",
    "vulv",
    "endometri",
    "myometri",
    "menopaus",
    "postmenopaus",
    "premenopaus",
    "perimenopaus",
    "menstru",
    "dysmenorrh",
    "amenorrh",
    "menorrhag",
    "postpartum",
    "puerper",
    "primigravid",
    "multigravid",
    "eclampsia",
    "preeclampsia",
];

/// See [`WOMAN`].
const MAN: &[&str] = &[
    "man",
    "men",
    "male",
    "males",
    "boy",
    "boys",
    "he",
    "his",
    "him",
    "himself",
    "gentleman",
    "mr",
];

/// The same of a man.
const OF_A_MAN: &[&str] = &[
    "prostat",
    "testis",
    "testes",
    "testicul",
    "testicle",
    "scrot",
    "penis",
    "penile",
    "vasectom",
    "epididym",
    "seminoma",
    "varicocele",
    "cryptorchid",
    "orchid",
    "orchiec",
    "orchit",
];

/// Whose body a text says it is about: nothing when it names neither sex, or both. What only one of them has, or only happens to one of them ("cystocele"),
/// tells where no person is named. A mother or a father is mostly somebody else's, unless "of two".
pub fn said_sex(text: &str) -> Option<Sex> {
    let (mut woman, mut man) = (false, false);
    let (mut of_woman, mut of_man) = (false, false);
    let words = text.split(|c: char| !c.is_alphanumeric());
    let mut words = words.filter(|word| !word.is_empty()).peekable();
    while let Some(word) = words.next() {
        if word.len() > 24 {
            continue;
        }
        let plain = word.to_lowercase();
        let is_parent = words.peek() == Some(&"of");
        woman |=
            WOMAN.contains(&plain.as_str()) || is_age(word, 'F') || plain == "mother" && is_parent;
        // "MR pelvis" is of magnetic resonance.
        man |= MAN.contains(&plain.as_str()) && word != "MR"
            || is_age(word, 'M')
            || plain == "father" && is_parent;
        let begins = |of: &[&str]| of.iter().any(|begin| plain.starts_with(begin));
        // Tunica vaginalis.
        of_woman |= begins(OF_A_WOMAN) && plain != "vaginalis";
        of_man |= begins(OF_A_MAN);
    }
    let one = |woman: bool, man: bool| match (woman, man) {
        (true, false) => Some(Sex::Female),
        (false, true) => Some(Sex::Male),
        _ => None,
    };
    match woman || man {
        true => one(woman, man),
        false => one(of_woman, of_man),
    }
}

/// Whether a word is an age with a sex, as notes write it: "72M", "34F", "58yoM".
fn is_age(word: &str, sex: char) -> bool {
    let Some(age) = word.strip_suffix(sex) else {
        return false;
    };
    let age = age.trim_end_matches(['y', 'o', 'Y', 'O', 'r']);
    (1..=3).contains(&age.len()) && age.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sex_that_a_text_says_is_read_and_both_are_none() {
        for (text, sex) in [
            ("A 34-year-old woman with gallstones.", Some(Sex::Female)),
            ("72M, hx AAA repair", Some(Sex::Male)),
            ("34F with RIF pain", Some(Sex::Female)),
            ("58yoM with chest pain", Some(Sex::Male)),
            ("He denies haematuria.", Some(Sex::Male)),
            ("Mr Smith has gallstones", Some(Sex::Male)),
            ("MR pelvis: fibroids", None),
            ("Men and women with reflux", None),
            ("A stone in the left ureter", None),
            ("20 M sodium chloride, 5 F catheter", None),
            ("The manubrium and the hernia", None),
            ("Cystocele with stress leakage", Some(Sex::Female)),
            (
                "Vesicovaginal fistula after hysterectomy",
                Some(Sex::Female),
            ),
            ("Hydrocele of the tunica vaginalis", None),
            ("Prostatic abscess", Some(Sex::Male)),
            ("His wife had a hysterectomy", Some(Sex::Male)),
            ("Her mother is on dialysis", Some(Sex::Female)),
            ("Mother on dialysis, own kidneys normal", None),
            ("Mother of two with gallstones", Some(Sex::Female)),
            ("Cancer of prostate and ovary", None),
        ] {
            assert_eq!(said_sex(text), sex, "{text}");
        }
    }
}
