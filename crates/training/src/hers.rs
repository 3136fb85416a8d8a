//! Texts about the organs that only the female body has.

use grounding::Gazetteer;

/// Whether the words of a text name an organ that only the female body has.
pub(crate) fn names_hers(text: &str) -> bool {
    let gazetteer = Gazetteer::builtin();
    let mentions = gazetteer.find(text);
    let only = |class: usize| {
        gazetteer.structures_of(class).is_empty()
            && !gazetteer.female_structures_of(class).is_empty()
    };
    mentions.iter().any(|mention| only(mention.class))
}
