//! What a text excludes, told beside its place, by the model that ships.

use std::path::Path;
use std::sync::Arc;

use anatomy::Atlas;
use grounding::{EngineChoice, Grounder, TextInput};

#[test]
fn what_a_text_excludes_is_told_and_is_never_where_it_lies() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let atlas = Arc::new(Atlas::open(&root.join("assets/atlas")).unwrap());
    let model = root.join("models/cga-2");
    let grounder = Grounder::open(&model, atlas, EngineChoice::BuiltIn).unwrap();
    for (text, lies_in, excludes) in [
        (
            "Hepatic artery normal. No flow in the hepatic veins: Budd-Chiari syndrome.",
            "hepatic_veins",
            "common_hepatic_artery",
        ),
        (
            "No stone in the ureter, and the bladder is normal, but there is a stricture of the left ureter after surgery.",
            "left_ureter",
            "urinary_bladder",
        ),
        (
            "The liver and the spleen are normal. There is a stone in the left ureter.",
            "left_ureter",
            "spleen",
        ),
    ] {
        let found = grounder.ground(&[TextInput::new(text)]).unwrap().remove(0);
        assert_eq!(found.structure, lies_in, "{text}");
        assert!(!found.is_outside(), "{text}");
        let excluded = &found.excluded;
        assert!(
            excluded.iter().any(|id| id == excludes),
            "{text}: {excluded:?}"
        );
        // Nor is the pair: no stone, but a stricture.
        let is_there = |id: &String| *id == found.structure || id == "ureter";
        assert!(!excluded.iter().any(is_there), "{text}: {excluded:?}");
    }
}
