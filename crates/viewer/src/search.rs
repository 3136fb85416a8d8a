//! Structures by what people call them.

use anatomy::{Catalogue, StructureIndex};

/// Most structures that the word list adds to a search.
const MOST_BY_WORDS: usize = 16;

/// The structures that a search finds by name, id, Latin or synonym: those first that the words begin, then the shorter names.
pub fn find_structures(catalogue: &Catalogue, query: &str) -> Vec<StructureIndex> {
    let query = query.trim().to_lowercase();
    let mut found: Vec<(usize, usize, &str, StructureIndex)> = catalogue
        .indices()
        .filter_map(|index| {
            let structure = catalogue.get(index);
            let rank = [&structure.name, &structure.id, &structure.latin]
                .into_iter()
                .chain(&structure.synonyms)
                .filter_map(|name| name.to_lowercase().find(&query))
                .min()?;
            Some((rank, structure.name.len(), structure.name.as_str(), index))
        })
        .collect();
    found.sort();
    let mut found: Vec<StructureIndex> = found.into_iter().map(|(.., index)| index).collect();
    if !query.is_empty() {
        // Abbreviations, adjectives and misspellings, by the word list that reads the texts. Its structures are those of the
        // built-in catalogue, whose rows keep their places in every atlas.
        for name in grounding::Gazetteer::builtin().search(&query, MOST_BY_WORDS) {
            if name.structure.usize() < catalogue.structures().len()
                && !found.contains(&name.structure)
            {
                found.push(name.structure);
            }
        }
    }
    found
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
    fn structures_are_found_by_name_and_by_abbreviation() {
        let catalogue = Catalogue::builtin();
        let first = |query: &str| {
            let found = find_structures(catalogue, query);
            found.first().map(|index| catalogue.get(*index).id.as_str())
        };
        assert_eq!(first("liver"), Some("liver"));
        assert_eq!(first(" Spleen "), Some("spleen"));
        assert!(
            find_structures(catalogue, "IVC")
                .iter()
                .any(|index| catalogue.get(*index).id == "inferior_vena_cava"),
            "an abbreviation is known"
        );
        assert_eq!(find_structures(catalogue, "qqqq"), []);
        assert_eq!(
            (capitalised("éa"), capitalised("")),
            ("Éa".into(), String::new())
        );
    }
}
