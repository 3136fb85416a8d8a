//! What readers corrected and rated, from the file that a library exports to the texts that reading is learnt from.

use anatomy::Catalogue;
use grounding::{Grounding, SentenceGrounding};
use library::{Correction, Document, Library, MarkChange, Placement, Says};
use training::encoder::Examples;

#[test]
fn what_readers_corrected_and_rated_is_learnt_from() {
    let texts = [
        ("a", "The liver is large. A stone in the ureter. No nodes."),
        ("b", "The spleen\tis torn."),
        ("c", "Of nobody knows what."),
    ];
    let batch = texts.map(|(id, text)| {
        let said = text.split_inclusive('.').map(str::trim);
        let sentences = said.map(|said| {
            let start = text.find(said).unwrap();
            SentenceGrounding {
                text: said.into(),
                start,
                end: start + said.len(),
                structure: "liver".into(),
                p: 0.9,
                ..SentenceGrounding::default()
            }
        });
        let grounding = Grounding {
            structure: if id == "b" { "spleen" } else { "liver" }.into(),
            sentences: sentences.collect(),
            ..Grounding::default()
        };
        let document = Document {
            id: id.into(),
            title: format!("Report {id}"),
            text: text.into(),
            ..Document::default()
        };
        (document, grounding)
    });
    let mut library = Library::in_memory().unwrap();
    let keys = library.add(&batch).unwrap().keys;
    let sentences = &batch[0].1.sentences;
    let correction = |sentence: &SentenceGrounding, says, structure: &str| Correction {
        start: sentence.start,
        end: sentence.end,
        says,
        structure: structure.into(),
        point_mm: [0.0; 3],
    };
    let said = [
        correction(&sentences[1], Says::BelongsHere, "left_ureter"),
        correction(&sentences[2], Says::NotAFinding, ""),
    ];
    assert!(library.correct(keys[0], &said).unwrap());
    for (key, placement) in [(keys[1], Placement::Right), (keys[2], Placement::Wrong)] {
        let rated = MarkChange::Placement(Some(placement));
        library.mark(&[key], &rated).unwrap();
    }

    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("corrections.tsv");
    library.export_labels_to(&file).unwrap();
    let mut examples = Examples::default();
    examples.add(&file).unwrap();
    let catalogue = Catalogue::builtin();
    let row = |id: &str| catalogue.index_of(id).unwrap().usize();
    let nowhere = catalogue.structures().len();
    let learnt: Vec<(&str, &[usize], &[usize])> = examples
        .reading
        .iter()
        .map(|e| (e.text.as_str(), &e.accepted[..], &e.excluded[..]))
        .collect();
    // Of the last nobody said what is right.
    let wanted: [(&str, &[usize], &[usize]); 3] = [
        (
            "A stone in the ureter.",
            &[row("left_ureter")],
            &[row("liver")],
        ),
        ("No nodes.", &[nowhere], &[row("liver")]),
        ("Report b The spleen is torn.", &[row("spleen")], &[]),
    ];
    assert_eq!(learnt, wanted);
}
