//! Where the right answers come from when grounding is evaluated.
//!
//! A label is a catalogue row; a parent stands for all its parts.

use std::collections::BTreeSet;

use anatomy::{Catalogue, StructureIndex};
use serde_json::Value;

use crate::{Gazetteer, GroundingError, MentionKind};

/// The structures listed in `labels.structures` of a record; empty when it has no such list.
///
/// # Errors
/// [`GroundingError::Labels`] when the list is not one of ids, or the catalogue has not got an id.
pub fn given(labels: &Value, catalogue: &Catalogue) -> Result<Vec<StructureIndex>, GroundingError> {
    let list = match labels.get("structures") {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Array(list)) => list,
        Some(other) => {
            return Err(GroundingError::Labels(format!(
                "\"structures\" is {other}, not a list of structure ids"
            )));
        }
    };
    let mut found = BTreeSet::new();
    for entry in list {
        let id = entry.as_str().ok_or_else(|| {
            GroundingError::Labels(format!(
                "\"structures\" has {entry}, which is not a structure id"
            ))
        })?;
        found.insert(catalogue.index_of(id).ok_or_else(|| {
            GroundingError::Labels(format!(
                "\"structures\" names {id:?}, which the catalogue has not"
            ))
        })?);
    }
    Ok(found.into_iter().collect())
}

/// The structures that MeSH headings stand for: those filed under a heading in the catalogue, else the organs that the
/// heading is a disease, procedure or part of. Headings of organs that this body has not give nothing.
pub fn mesh(headings: &[String], catalogue: &Catalogue) -> Vec<StructureIndex> {
    let gazetteer = Gazetteer::builtin();
    let mut found = BTreeSet::new();
    for heading in headings {
        let filed = catalogue.by_mesh_heading(heading);
        let exact: Vec<StructureIndex> = filed
            .iter()
            .copied()
            .filter(|s| catalogue.get(*s).mesh.as_ref().is_some_and(|m| m.exact))
            .collect();
        if !exact.is_empty() {
            found.extend(exact);
            continue;
        }
        let classes = gazetteer.classes_of_heading(heading);
        // "Heart Ventricles" is filed under both ventricles, as the nearest broader heading; "Muscle, Skeletal" under muscles at random.
        let broader: Vec<StructureIndex> = filed
            .into_iter()
            .filter(|s| gazetteer.class_of(*s).is_some_and(|c| classes.contains(&c)))
            .collect();
        if broader.is_empty() {
            // An organ that only the female body has is told by what she has of it.
            let rows = classes
                .iter()
                .flat_map(|c| match gazetteer.structures_of(*c) {
                    [] => gazetteer.female_structures_of(*c),
                    present => present,
                });
            found.extend(rows);
        } else {
            found.extend(broader);
        }
    }
    without_parts(found, catalogue)
}

/// The organs that a text names (diseases and procedures do not count).
pub fn mention(text: &str) -> Vec<StructureIndex> {
    let gazetteer = Gazetteer::core();
    let mut found = BTreeSet::new();
    for mention in gazetteer
        .find(text)
        .iter()
        .filter(|m| m.kind == MentionKind::Name)
    {
        found.extend(organs(mention.class, &mention.structures));
    }
    found.into_iter().collect()
}

/// The listed structures of a class that hold what a term names.
pub fn organs(class: usize, named: &[StructureIndex]) -> Vec<StructureIndex> {
    let catalogue = Catalogue::builtin();
    Gazetteer::builtin()
        .structures_of(class)
        .iter()
        .copied()
        .filter(|s| named.iter().any(|n| catalogue.is_part_of(*n, *s)))
        .collect()
}

fn without_parts(found: BTreeSet<StructureIndex>, catalogue: &Catalogue) -> Vec<StructureIndex> {
    found
        .iter()
        .copied()
        .filter(|s| !catalogue.ancestors(*s).any(|a| found.contains(&a)))
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn ids(found: Vec<StructureIndex>) -> Vec<String> {
        found
            .into_iter()
            .map(|s| Catalogue::builtin().get(s).id.clone())
            .collect()
    }

    fn headings(list: &[&str]) -> Vec<String> {
        let list: Vec<String> = list.iter().map(|s| (*s).to_owned()).collect();
        ids(mesh(&list, Catalogue::builtin()))
    }

    #[test]
    fn given_labels_are_checked() {
        let c = Catalogue::builtin();
        assert_eq!(
            ids(given(&json!({"structures": ["liver", "left_kidney", "liver"]}), c).unwrap()).len(),
            2
        );
        assert!(given(&json!({"other": 1}), c).unwrap().is_empty());
        assert!(given(&json!(null), c).unwrap().is_empty());
        for (labels, words) in [
            (json!({"structures": "liver"}), "not a list"),
            (json!({"structures": [3]}), "not a structure id"),
            (json!({"structures": ["livre"]}), "livre"),
        ] {
            let message = given(&labels, c).unwrap_err().to_string();
            assert!(message.contains(words), "{message}");
        }
    }

    #[test]
    fn headings_become_structures() {
        assert_eq!(headings(&["Humans", "Kidney"]), ["kidney"]);
        assert_eq!(headings(&["Lung Neoplasms"]), ["lung"]);
        assert_eq!(headings(&["Jejunum"]), ["jejunum"]);
        assert_eq!(
            headings(&["Heart Ventricles"]),
            ["left_ventricle", "right_ventricle"]
        );
        assert_eq!(headings(&["Colorectal Neoplasms"]), ["colon", "rectum"]);
        assert!(headings(&["Muscle, Skeletal", "Rats", "Knee"]).is_empty());
        assert_eq!(headings(&["Uterus"]), ["uterus"]);
        assert!(headings(&["Breast Neoplasms"]).contains(&"breast".to_owned()));
        assert_eq!(
            headings(&["Heart", "Myocardium"]),
            ["heart"],
            "a part adds nothing to the whole"
        );
    }

    #[test]
    fn mentions_become_organs() {
        assert_eq!(
            ids(mention("The renal pelvis and jejunal loops")),
            ["small_intestine", "kidney"]
        );
        assert!(mention("Asthma in 40 patients; breast cancer").is_empty());
        assert_eq!(ids(mention("portal vein thrombosis")), ["portal_vein"]);
    }
}
