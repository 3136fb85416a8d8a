//! From what a source calls a structure to a row of the catalogue.
//!
//! Names are compared as sets of folded words and a side, so that "Liver_L", "rib_left_7", "Left 5th rib" and
//! "VH_M_kidney_capsule_L" need no table: case, underscores, word order, plural, British or American spelling, written
//! or Latin numbers and the ways of marking a side all fall away, on both sides of the comparison.

use std::collections::HashMap;
use std::sync::LazyLock;

use anatomy::guest::MatchedBy;
use anatomy::{Catalogue, Side, Structure, StructureIndex};

use super::words::{Words, split, without_brackets};

/// A row found for a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Match {
    pub(crate) structure: StructureIndex,
    pub(crate) by: MatchedBy,
}

type Key = (Option<bool>, Vec<String>);

/// The catalogue's names, folded.
pub(crate) struct KnownNames {
    by_key: HashMap<Key, Match>,
    by_code: HashMap<String, Vec<StructureIndex>>,
}

static NAMES: LazyLock<KnownNames> = LazyLock::new(|| KnownNames::new(Catalogue::builtin()));

impl KnownNames {
    /// Names of the built-in catalogue.
    pub(crate) fn builtin() -> &'static KnownNames {
        &NAMES
    }

    fn new(catalogue: &Catalogue) -> KnownNames {
        let mut names = KnownNames {
            by_key: HashMap::new(),
            by_code: HashMap::new(),
        };
        // Ids and names first, then synonyms, then Latin; whoever comes first keeps a key.
        for round in 0..4 {
            for index in catalogue.indices() {
                let s = catalogue.get(index);
                let texts: Vec<&str> = match round {
                    0 => vec![&s.id],
                    1 => vec![&s.name],
                    2 => s.synonyms.iter().map(String::as_str).collect(),
                    _ => s.latin.split(';').collect(),
                };
                for text in texts {
                    let by = match round {
                        0 => MatchedBy::Id,
                        1 => MatchedBy::Name,
                        2 => MatchedBy::Synonym,
                        _ => MatchedBy::Latin,
                    };
                    names.add(s, index, text, by);
                }
            }
        }
        names.add_table(catalogue);
        for index in catalogue.indices() {
            let s = catalogue.get(index);
            let exact = s.mesh.as_ref().filter(|m| m.exact).map(|m| m.ui.clone());
            for code in [s.uberon.clone(), s.fma.clone(), exact]
                .into_iter()
                .flatten()
            {
                names
                    .by_code
                    .entry(fold_code(&code))
                    .or_default()
                    .push(index);
            }
        }
        names
    }

    fn add(&mut self, s: &Structure, structure: StructureIndex, text: &str, by: MatchedBy) {
        let words = Words::of(text);
        // A stomach lies left but there is no right one: only rows named by side are sided.
        let sided = [&s.id, &s.name].iter().any(|t| Words::of(t).side.is_some());
        let side = if sided { Some(s.side) } else { words.side };
        // "Thigh bone" must not make every thigh a femur.
        for key in keys(side, &words.words, &KIND[1..]) {
            self.by_key.entry(key).or_insert(Match { structure, by });
        }
    }

    /// What atlases call things, from `data/guest-names.csv`.
    fn add_table(&mut self, catalogue: &Catalogue) {
        let text = include_str!("../data/guest-names.csv");
        for line in text.lines().filter(|l| !l.starts_with('#')).skip(1) {
            let mut cells = line.split(',');
            let (Some(name), Some(relation), Some(id)) = (cells.next(), cells.next(), cells.next())
            else {
                continue;
            };
            let by = if relation == "part" {
                MatchedBy::Part
            } else {
                MatchedBy::Synonym
            };
            let numbers = if name.contains('#') { 1..=12 } else { 0..=0 };
            for n in numbers {
                let (name, id) = (
                    name.replace('#', &n.to_string()),
                    id.replace('#', &n.to_string()),
                );
                self.add_alias(catalogue, &name, &id, by);
            }
        }
    }

    fn add_alias(&mut self, catalogue: &Catalogue, name: &str, id: &str, by: MatchedBy) {
        let words = Words::of(name);
        let target = Words::of(id);
        // The row itself, or the left and right rows of a pair.
        for side in [None, Some(Side::Left), Some(Side::Right)] {
            let structure = match side {
                None => catalogue.index_of(id),
                Some(side) => keys(Some(side), &target.words, &KIND)
                    .iter()
                    .find_map(|k| self.by_key.get(k))
                    .map(|m| m.structure)
                    .filter(|s| target.side.is_none() && catalogue.get(*s).side == side),
            };
            let Some(structure) = structure else { continue };
            for key in keys(side.or(words.side), &words.words, &KIND[1..]) {
                self.by_key.entry(key).or_insert(Match { structure, by });
            }
        }
    }

    /// The row for a name, which may carry a side.
    pub(crate) fn find(&self, text: &str) -> Option<Match> {
        self.find_words(&Words::of(text))
    }

    fn find_words(&self, words: &Words) -> Option<Match> {
        let find = |side: Option<Side>, words: &[String]| {
            keys(side, words, &KIND)
                .iter()
                .find_map(|k| self.by_key.get(k))
                .copied()
        };
        if let Some(found) = find(words.side, &words.words) {
            return Some(found);
        }
        // One of several alike: "renal pyramid a", "sigmoid artery 2".
        if let Some((last, rest)) = words.words.split_last()
            && !rest.is_empty()
            && last.len() == 1
            && let Some(found) = find(words.side, rest)
        {
            return Some(found);
        }
        // A sided piece of an unsided structure.
        let found = find(None, &words.words)?;
        let group = Catalogue::builtin().get(found.structure).group;
        (words.side.is_some() && !group).then_some(Match {
            by: MatchedBy::Part,
            ..found
        })
    }

    /// The row that a name says it is a part of: "anterior papillary muscle of right ventricle".
    pub(crate) fn container(&self, text: &str) -> Option<StructureIndex> {
        let plain = without_brackets(text);
        let whole = Words::of(&plain);
        let folded: Vec<String> = split(&plain).collect();
        for (n, _) in folded.iter().enumerate().filter(|(_, w)| *w == "of") {
            let mut tail = Words::of(&folded[n + 1..].join(" "));
            tail.side = tail.side.or(whole.side);
            let mut found = self.find_words(&tail);
            if found.is_none() && tail.side.is_none() {
                continue;
            }
            if found.is_none() {
                tail.side = None;
                found = self.find_words(&tail);
            }
            if let Some(found) = found {
                return Some(found.structure);
            }
        }
        None
    }

    /// The row with an UBERON, FMA or MeSH identifier; `name` tells left from right where they share one.
    pub(crate) fn by_code(&self, code: &str, name: &str) -> Option<Match> {
        let code = fold_code(code);
        let rows = self.by_code.get(&code)?;
        let side = Words::of(name).side;
        let fits = |s: &&StructureIndex| Some(Catalogue::builtin().get(**s).side) == side;
        let structure = match rows.as_slice() {
            [one] => *one,
            several if side.is_some() => *several.iter().find(fits)?,
            _ => return None,
        };
        let by = if code.starts_with("UBERON") {
            MatchedBy::Uberon
        } else if code.starts_with("FMA") {
            MatchedBy::Fma
        } else {
            MatchedBy::Mesh
        };
        Some(Match { structure, by })
    }
}

/// Whether a name is that of a muscle's origin or insertion patch, as Z-Anatomy draws them ("Diaphragm.o3r").
pub(crate) fn is_attachment(name: &str) -> bool {
    let Some((_, ending)) = name.rsplit_once('.') else {
        return false;
    };
    let mut chars = ending.chars();
    matches!(chars.next(), Some('o' | 'e'))
        && matches!(chars.next_back(), Some('r' | 'l'))
        && chars.all(|c| c.is_ascii_digit())
}

/// Words that say what kind of thing it is and may be left out.
const KIND: [&str; 6] = ["bone", "muscle", "gland", "organ", "musculus", "structure"];

/// The keys a name is filed or looked up under: all words, then without those words of kind.
fn keys(side: Option<Side>, words: &[String], kinds: &[&str]) -> Vec<Key> {
    let side = match side {
        Some(Side::Left) => Some(true),
        Some(Side::Right) => Some(false),
        _ => None,
    };
    let mut out = Vec::with_capacity(2);
    let mut all: Vec<String> = words
        .iter()
        .flat_map(|w| w.split(' '))
        .map(str::to_owned)
        .collect();
    all.sort();
    let fewer: Vec<String> = all
        .iter()
        .filter(|w| !kinds.contains(&w.as_str()))
        .cloned()
        .collect();
    if !all.is_empty() {
        out.push((side, all));
    }
    if !fewer.is_empty() && out.last().is_some_and(|k| k.1 != fewer) {
        out.push((side, fewer));
    }
    out
}

/// "uberon_0002107", "UBERON:0002107" and an address ending in either are one.
fn fold_code(code: &str) -> String {
    let code = code.rsplit(['/', '#']).next().unwrap_or(code);
    code.to_ascii_uppercase()
        .replace('_', ":")
        .replace("FMAID:", "FMA:")
        .replace("FMA:FMA:", "FMA:")
        .replace("FMA:", "FMA")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(name: &str) -> Option<&'static str> {
        let found = KnownNames::builtin().find(name)?;
        Some(&Catalogue::builtin().get(found.structure).id)
    }

    #[test]
    fn names_of_many_kinds_are_understood() {
        for (name, want) in [
            ("rib_left_7", "left_rib_7"),
            ("Left 5th rib", "left_rib_5"),
            ("Rib (10th).r", "right_rib_10"),
            ("Third rib.l", "left_rib_3"),
            (
                "Costal cartilage of third rib.r",
                "right_costal_cartilage_3",
            ),
            ("Costal cart of 10th rib.r", "right_costal_cartilage_10"),
            ("vertebrae_L1", "vertebra_L1"),
            ("Vertebra T9", "vertebra_T9"),
            ("Lumbar vertebrae (L4)", "vertebra_L4"),
            ("Intervertebral disc T9-T10", "disc_T9_T10"),
            ("VH_M_kidney_capsule_L", "left_kidney"),
            ("VH_M_renal_pyramid_R_i", "right_renal_medulla"),
            ("VH_M_renal_pyramid_L_i", "left_renal_medulla"),
            ("VH_M_heart_left_ventricle", "left_ventricle"),
            ("VH_M_right_cardiac_atrium", "right_atrium"),
            ("VH_M_common_iliac_vein_R", "right_common_iliac_vein"),
            ("VH_M_brachiocephalic_artery_a", "brachiocephalic_trunk"),
            ("VH_M_celiac_trunk", "celiac_trunk"),
            ("VH_M_caecum", "caecum"),
            ("Cecum", "caecum"),
            ("esophagus", "oesophagus"),
            ("Oesophagus", "oesophagus"),
            ("small_bowel", "small_intestine"),
            ("lung_upper_lobe_left", "left_lung_upper_lobe"),
            ("Superior lobe of right lung", "right_lung_upper_lobe"),
            ("adrenal_gland_right", "right_adrenal"),
            ("Suprarenal gland.r", "right_adrenal"),
            ("clavicula_left", "left_clavicle"),
            ("hip_right", "right_hip_bone"),
            ("Hip bone.l", "left_hip_bone"),
            ("VH_M_ilium_compact_bone_L", "left_hip_bone"),
            ("iliac_artery_left", "left_common_iliac_artery"),
            ("autochthon_right", "right_erector_spinae"),
            ("Latissimus dorsi muscle.l", "left_latissimus_dorsi"),
            ("Scapular spinal part of deltoid muscle.r", "right_deltoid"),
            ("Gall bladder", "gallbladder"),
            ("Manubrium of sternum", "manubrium"),
            ("Testis.r", "right_testis"),
            ("ren sinister", "left_kidney"),
            ("VH_M_main_bronchus_L", "left_main_bronchus"),
            ("VH_M_right_main_bronchus", "right_main_bronchus"),
            ("VH_M_ureter_R", "right_ureter"),
            ("VH_M_vas_deferens_L", "left_vas_deferens"),
            ("VH_M_pulmonary_vein_L_sup", "pulmonary_veins"),
            ("VH_M_descending_aorta_a", "descending_aorta"),
            ("VH_M_descending_aorta_b", "abdominal_aorta"),
            ("Scapula.r.", "right_scapula"),
            ("LeftKidney", "left_kidney"),
            ("thyroid_gland", "thyroid"),
            ("costal_cartilages", "costal_cartilages"),
        ] {
            assert_eq!(id(name), Some(want), "{name}");
        }
        for name in [
            "",
            "VH_M_",
            "no such thing",
            "gluteus_medius_left",
            "brain",
            "L",
            "rib",
            "7",
            "Urachus",
            "Vertebra C3",
            "subclavian_artery_right",
        ] {
            assert!(
                id(name).is_none_or(|i| i == "ribs"),
                "{name}: {:?}",
                id(name)
            );
        }
    }

    #[test]
    fn parts_codes_and_attachments() {
        let names = KnownNames::builtin();
        let c = Catalogue::builtin();
        let container = |name: &str| names.container(name).map(|s| c.get(s).id.as_str());
        assert_eq!(
            container("Anterior papillary muscle of right ventricle"),
            Some("right_ventricle")
        );
        assert_eq!(container("Posterior segment of liver (I)"), Some("liver"));
        assert_eq!(container("Right lobe of thymus"), Some("thymus"));
        assert_eq!(container("Articular capsule of glenohumeral joint.r"), None);
        assert_eq!(container("Posterior cutaneous nerve of the thigh.r"), None);
        let code = |code: &str, name: &str| {
            let found = names.by_code(code, name)?;
            Some((c.get(found.structure).id.as_str(), found.by))
        };
        assert_eq!(
            code("http://purl.obolibrary.org/obo/UBERON_0002107", ""),
            Some(("liver", MatchedBy::Uberon))
        );
        assert_eq!(code("FMA7197", "x"), Some(("liver", MatchedBy::Fma)));
        assert_eq!(code("FMA:7205", ""), Some(("left_kidney", MatchedBy::Fma)));
        assert_eq!(code("D008099", ""), Some(("liver", MatchedBy::Mesh)));
        assert_eq!(
            code("UBERON:0000981", "left femur"),
            Some(("left_femur", MatchedBy::Uberon))
        );
        assert!(is_attachment("Diaphragm.o3r") && is_attachment("x.el") && is_attachment("x.or"));
        assert!(!is_attachment("Hip bone.r") && !is_attachment("x") && !is_attachment("a.outer"));
    }

    #[test]
    fn every_name_of_the_table_leads_somewhere() {
        let text = include_str!("../data/guest-names.csv");
        let rows = text.lines().filter(|l| !l.starts_with('#')).skip(1);
        for row in rows {
            let name = row.split(',').next().unwrap().replace('#', "5");
            let found = id(&name).is_some()
                || id(&format!("left {name}")).is_some() && id(&format!("right {name}")).is_some();
            assert!(found, "{row}");
        }
    }
}
