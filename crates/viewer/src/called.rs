//! What structures and systems are called, in the language of the window. The one place that turns them into their names.

use anatomy::{Catalogue, Region, Structure, System};
use language::say;

/// What a structure is called within a sentence: "left kidney".
pub fn structure_name(structure: &Structure) -> String {
    structure_in_language(structure).unwrap_or_else(|| structure.name.clone())
}

/// What a structure is called in titles and rows: "Left kidney".
pub fn structure_title(structure: &Structure) -> String {
    capitalised(&structure_name(structure))
}

/// Its name in the language of the window, where that is not English and has one.
pub fn structure_in_language(structure: &Structure) -> Option<String> {
    language::own(&format!("structure-{}", structure.id))
}

/// Its Latin name, to stand beside the other one; nothing where the two are the same or it has none.
pub fn latin_name(structure: &Structure) -> Option<&str> {
    let latin = structure.latin.split(';').next().unwrap_or_default().trim();
    let is_other = !latin.is_empty() && !latin.eq_ignore_ascii_case(&structure_name(structure));
    is_other.then_some(latin)
}

/// What a system is called: "Respiratory".
pub fn system_name(system: System) -> String {
    match system {
        System::Respiratory => say!("system-respiratory"),
        System::Digestive => say!("system-digestive"),
        System::Cardiovascular => say!("system-cardiovascular"),
        System::Urinary => say!("system-urinary"),
        System::Reproductive => say!("system-reproductive"),
        System::Endocrine => say!("system-endocrine"),
        System::Lymphatic => say!("system-lymphatic"),
        System::Nervous => say!("system-nervous"),
        System::Musculoskeletal => say!("system-musculoskeletal"),
        System::Integument => say!("system-integument"),
    }
}

/// What a region of the body is called: "Thorax".
pub fn region_name(region: Region) -> String {
    match region {
        Region::Neck => say!("region-neck"),
        Region::Thorax => say!("region-thorax"),
        Region::Abdomen => say!("region-abdomen"),
        Region::Pelvis => say!("region-pelvis"),
        Region::Back => say!("region-back"),
        Region::UpperLimb => say!("region-upper-limb"),
        Region::LowerLimb => say!("region-lower-limb"),
    }
}

/// What is called so that a text is about and that a body has not: `class` is the name of an organ class of the model
/// ([`grounding::Grounding::elsewhere`]), and stays as it is where nothing else is known.
pub fn elsewhere_name(class: &str) -> String {
    let id = match class {
        "brain" => return say!("region-elsewhere-brain"),
        "eye and ear" => return say!("region-elsewhere-eye-and-ear"),
        "mouth, nose and throat" => return say!("region-elsewhere-mouth-nose-and-throat"),
        "limbs" => return say!("region-elsewhere-limbs"),
        "seminal vesicles" => "seminal_gland",
        "ductus deferens" => "vas_deferens",
        // Breast, ovary, uterus; prostate, testis, penis: what one of the two bodies has.
        other => other,
    };
    let catalogue = Catalogue::builtin();
    let known = catalogue.index_of(id);
    known.map_or_else(
        || class.to_owned(),
        |row| structure_name(catalogue.get(row)),
    )
}

/// First letter upper case, the rest as it is.
pub fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_outside_is_called_by_its_class_or_its_structure() {
        assert_eq!(elsewhere_name("eye and ear"), "eye and ear");
        assert_eq!(elsewhere_name("seminal vesicles"), "seminal vesicles");
        assert_eq!(elsewhere_name("the moon"), "the moon");
    }

    #[test]
    fn only_the_first_letter_is_made_large() {
        assert_eq!(capitalised("éa"), "Éa");
        assert_eq!(capitalised("linke Niere"), "Linke Niere");
        assert_eq!(capitalised(""), "");
    }
}
