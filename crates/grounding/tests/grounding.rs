//! Texts to places: structure, side, part, point, evidence, sentences.

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anatomy::{Catalogue, Side};
use grounding::{EngineChoice, Grounder, Grounding, TellsOnly, TextInput};
use support::{ATLAS, TINY, root};

fn ground(text: &str) -> Grounding {
    TINY.ground(&[TextInput::new(text)]).unwrap().remove(0)
}

fn row(id: &str) -> anatomy::StructureIndex {
    Catalogue::builtin().index_of(id).unwrap()
}

#[test]
fn the_model_that_ships_is_the_one_whose_figures_are_recorded() {
    let model = grounding::Model::open(&root().join("models/cga-2")).unwrap();
    let recorded = std::fs::read(root().join("docs/experiments/cga-2.json")).unwrap();
    let recorded: serde_json::Value = serde_json::from_slice(&recorded).unwrap();
    // Libraries that it has placed are marked with this version: a changed word in a list makes all of them outdated.
    assert_eq!(recorded["model"]["version"], model.info.version);
}

#[test]
fn words_decide_side_and_part() {
    for (text, id) in [
        ("A stone in the left kidney.", "left_kidney"),
        (
            "The right kidney, with a mass; right kidney stone. The right renal pelvis and right kidney were removed, the kidney on the right.",
            "right_kidney",
        ),
        ("Right-sided pleural effusion.", "right_lung"),
        (
            "Pneumonia of the right upper lobe.",
            "right_lung_upper_lobe",
        ),
        (
            "A nodule in the upper lobe of the left lung.",
            "left_lung_upper_lobe",
        ),
        ("Carcinoma of the sigmoid colon.", "sigmoid_colon"),
        ("A cyst in the tail of the pancreas.", "tail_of_pancreas"),
        ("Thrombus in the left ventricle.", "left_ventricle"),
        ("Aneurysm of the abdominal aorta.", "abdominal_aorta"),
        ("Torsion of the left testis.", "left_testis"),
        ("Hyperplasia of both adrenal glands.", "adrenal"),
        ("A fracture of the T12 vertebra.", "vertebra_T12"),
        ("Hepatic steatosis.", "liver"),
    ] {
        let g = ground(text);
        assert_eq!(g.structure, id, "{text}: {:?}", g.structures);
        assert_eq!(g.structures[0].id, id, "{text}: {:?}", g.structures);
        assert_eq!(g.distance_mm, 0.0, "{text}");
        let exact = ATLAS.distance_mm(row(id), g.point_mm).unwrap();
        assert!(
            exact < 1.0,
            "{text}: {:?} is {exact} mm from {id}",
            g.point_mm
        );
        assert!(g.outside_p < 0.1, "{text}");
        assert!(
            g.structures.windows(2).all(|w| w[0].p >= w[1].p)
                && g.structures.iter().all(|e| (0.0..=1.0).contains(&e.p))
        );
    }
}

#[test]
fn a_side_that_is_not_said_is_left_open() {
    let g = ground("A renal mass was found.");
    assert_eq!(g.structure, "kidney");
    let shown = g.side.unwrap();
    assert!(!shown.stated && shown.side == Side::Both, "{shown:?}");
    // The point is in one of them, and the other is told as well.
    let halves: Vec<&str> = g.places.iter().map(|p| p.structure.as_str()).collect();
    assert!(
        halves.starts_with(&["left_kidney", "right_kidney"])
            || halves.starts_with(&["right_kidney", "left_kidney"]),
        "{halves:?}"
    );
    assert_eq!(g.places[0].point_mm, g.point_mm);
    assert_eq!(g.places[0].weight, g.places[1].weight);
    for place in &g.places[..2] {
        assert!(
            ATLAS.contains(row(&place.structure), place.point_mm),
            "{place:?}"
        );
    }
    let side = |id: &str| {
        g.structures
            .iter()
            .find(|e| e.id == id)
            .map_or(0.0, |e| e.p)
    };
    assert!(
        side("kidney") >= side("left_kidney")
            && side("left_kidney") > 0.0
            && side("right_kidney") > 0.0
    );
}

#[test]
fn a_side_that_is_said_is_told_from_one_that_had_to_be_chosen() {
    for (text, expected) in [
        ("A stone in the left kidney.", Some(Side::Left)),
        ("Pneumonia of the right upper lobe.", Some(Side::Right)),
        // Words for several bones and vessels.
        ("Rotator cuff tear of the left shoulder.", Some(Side::Left)),
        ("Dislocation of the left hip.", Some(Side::Left)),
        ("Bankart lesion of the right shoulder.", Some(Side::Right)),
        ("Stenosis of the left renal vessels.", Some(Side::Left)),
        ("Both kidneys were small.", Some(Side::Both)),
        ("Hepatic steatosis.", None),
        ("Carcinoma of the left lobe of the liver.", None),
        ("Dilatation of the left ventricle of the heart.", None),
    ] {
        let side = ground(text).side;
        assert_eq!(side.map(|s| s.side), expected, "{text}");
        assert!(side.is_none_or(|s| s.stated), "{text}");
    }
}

#[test]
fn a_side_that_is_not_said_widens_the_spread_across_the_body() {
    let across = |text: &str| ground(text).covariance_mm2[0].sqrt();
    let said = across("A stone in the left kidney.");
    let unsaid = across("A renal stone was found.");
    // Half of the places are in the other kidney, more than 10 cm away.
    assert!(said < 30.0 && unsaid > 60.0, "{said} mm and {unsaid} mm");
}

#[test]
fn a_part_that_is_one_among_many_mentions_does_not_decide() {
    let g = ground(
        "The liver. The liver. The liver. The liver. The liver. The liver and the caudate lobe.",
    );
    assert_eq!(g.structure, "liver");
    assert!(g.structures.iter().any(|e| e.id == "caudate_lobe_of_liver"));
}

#[test]
fn a_title_that_names_the_whole_does_not_outvote_the_sentence_that_says_where() {
    let text = "Blunt trauma tore the dome of the urinary bladder. The urinary bladder was closed in two layers.";
    let input = TextInput {
        title: Some("Rupture of the urinary bladder"),
        ..TextInput::new(text)
    };
    let g = TINY.ground(&[input]).unwrap().remove(0);
    assert_eq!(g.region.as_deref(), Some("urinary bladder, dome"));
    // In a long text it counts as any other mention of the whole.
    let long = text.replace(
        "two layers.",
        &format!("two layers{}.", " and drained".repeat(30)),
    );
    let input = TextInput {
        text: &long,
        ..input
    };
    assert_eq!(TINY.ground(&[input]).unwrap().remove(0).region, None);
}

#[test]
fn the_title_is_read() {
    let g = TINY
        .ground(&[TextInput {
            id: Some("1"),
            title: Some("Torsion of the spleen"),
            text: "It was removed.",
        }])
        .unwrap()
        .remove(0);
    assert_eq!(g.structure, "spleen");
    assert_eq!(g.sentences.len(), 1);
    assert_eq!(g.sentences[0].text, "It was removed.");
}

#[test]
fn organs_that_are_not_here_are_not_put_into_others_in_silence() {
    let ovary = ground("Cysts of both ovaries.");
    assert!(ovary.outside_p > 0.9, "{ovary:?}");
    assert_eq!(ovary.structure, "urinary_bladder", "the neighbour");
    assert!(
        ovary.structures.iter().all(|e| e.p < 0.1),
        "{:?}",
        ovary.structures
    );
    for text in [
        "Stroke of the brain.",
        "Osteoarthritis of the knee.",
        "The method is new.",
        "",
    ] {
        let g = ground(text);
        assert!(g.outside_p > 0.9, "{text}: {g:?}");
        assert!(g.point_mm.iter().all(|v| v.is_finite()) && !g.structure.is_empty());
    }
}

#[test]
fn every_sentence_has_its_place() {
    let text = "The liver is large. Über the left kidney, e.g. Its upper pole, nothing is known. The spleen.";
    let g = ground(text);
    let got: Vec<&str> = g.sentences.iter().map(|s| s.structure.as_str()).collect();
    assert_eq!(got, ["liver", "left_kidney", "spleen"]);
    for s in &g.sentences {
        assert_eq!(s.text, text[s.start..s.end]);
        assert!(ATLAS.distance_mm(row(&s.structure), s.point_mm).unwrap() < 1.0);
        assert!(s.p > 0.9);
    }
}

#[test]
fn company_does_not_change_a_text() {
    let texts = [
        "The left kidney.",
        "",
        "The liver is large. The spleen is large. The heart of the lung is left and right and large.",
        "The lung.",
    ];
    let inputs: Vec<TextInput<'_>> = texts.iter().map(|t| TextInput::new(t)).collect();
    let together = TINY.ground(&inputs).unwrap();
    for (text, g) in texts.iter().zip(&together) {
        let alone = ground(text);
        assert_eq!(
            (&alone.structure, alone.sentences.len()),
            (&g.structure, g.sentences.len())
        );
        assert!(
            alone
                .point_mm
                .iter()
                .zip(g.point_mm)
                .all(|(a, b)| (a - b).abs() < 0.01)
        );
        assert!(
            alone
                .embedding
                .iter()
                .zip(&g.embedding)
                .all(|(a, b)| (a - b).abs() < 1e-4)
        );
        assert_eq!(g.embedding.len(), 384);
    }
}

#[test]
fn parts_of_the_body_that_the_atlas_has_not_are_named() {
    let brain = ground("Glioma of the brain, brain oedema.");
    assert_eq!(brain.elsewhere[0].id, "brain", "{:?}", brain.elsewhere);
    assert!(brain.elsewhere[0].p > 0.5, "{:?}", brain.elsewhere);
    assert!(brain.structures.iter().all(|e| e.id != "brain"));
    assert!(ground("Hepatic steatosis.").elsewhere.is_empty());
    // Both, most evidence first; what is here is not among them.
    let both = ground("Brain metastases of hepatocellular carcinoma: liver, brain, eye.");
    assert!(both.structures.iter().any(|e| e.id == "liver"));
    assert_eq!(both.elsewhere[0].id, "brain", "{:?}", both.elsewhere);
    assert!(both.elsewhere.windows(2).all(|w| w[0].p >= w[1].p));
    assert!(both.elsewhere.iter().all(|e| e.id != "liver"));
}

#[test]
fn a_region_of_several_lobes_names_none() {
    for text in [
        "Perihilar opacity of the lung.",
        "Subpleural nodules of the lung.",
    ] {
        let g = ground(text);
        assert!(g.region.is_some(), "{text}");
        assert_eq!(g.structure, "lung", "{text}");
    }
    assert_eq!(
        ground("Tumour in the apex of the right lung.").structure,
        "right_lung_upper_lobe"
    );
    let lobe = ground("Nodule in the upper lobe of the right lung.");
    assert_eq!(lobe.structure, "right_lung_upper_lobe");
    let region = lobe.region.expect("a region");
    assert_eq!(region.matches("pper lobe").count(), 1, "{region}");
}

/// A tokenizer whose word for everything unknown is not in its list refuses texts with such a word.
#[test]
fn a_text_that_fails_does_not_stop_the_others() {
    let dir = tempfile::tempdir().unwrap();
    support::write_model(dir.path());
    let file = dir.path().join("tokenizer.json");
    let mut json: serde_json::Value =
        serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    json["model"]["unk_token"] = "[NONE]".into();
    std::fs::write(&file, json.to_string()).unwrap();
    let grounder = Grounder::open(dir.path(), Arc::clone(&ATLAS), EngineChoice::BuiltIn).unwrap();
    let texts = ["The liver.", "The \u{2603} kidney.", "The spleen."].map(TextInput::new);
    let found = grounder.ground_apart(&texts);
    assert_eq!(found[0].as_ref().unwrap().structure, "liver");
    assert!(found[1].is_err(), "{:?}", found[1]);
    assert_eq!(found[2].as_ref().unwrap().structure, "spleen");
    assert!(grounder.ground(&texts).is_err());
}

#[test]
fn grounding_can_be_cancelled() {
    let inputs = vec![TextInput::new("The liver."); 1000];
    let cancel = AtomicBool::new(false);
    let mut seen = 0;
    TINY.ground_each(&inputs, &cancel, &mut |_, _| {
        seen += 1;
        cancel.store(seen == 3, Ordering::Relaxed);
    });
    assert_eq!(seen, 3);
}

#[test]
fn the_json_form_has_the_keys_of_the_command_line() {
    let g = ground("The left kidney.");
    let json = serde_json::to_value(&g).unwrap();
    for key in [
        "point_mm",
        "structure",
        "distance_mm",
        "structures",
        "outside_p",
        "spread_mm2",
        "sentences",
        "model",
        "engine",
        "atlas",
    ] {
        assert!(json.get(key).is_some(), "{key}");
    }
    let back: Grounding = serde_json::from_value(json.clone()).unwrap();
    assert_eq!(back.covariance_mm2, g.covariance_mm2);
    assert!(json.get("embedding").is_none());
    let engine = json["engine"].as_str().unwrap();
    assert!(engine.starts_with("built-in (tract"), "{engine}");
}

#[test]
fn what_a_text_excludes_is_told_and_is_never_where_it_lies() {
    let model = root().join("models/cga-2");
    let grounder = Grounder::open(&model, Arc::clone(&ATLAS), EngineChoice::BuiltIn).unwrap();
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
        assert_eq!(found.tells_only(), None, "{text}");
    }
    let text = "No liver mets.";
    let found = grounder.ground(&[TextInput::new(text)]).unwrap().remove(0);
    assert_eq!(found.tells_only(), Some(TellsOnly::OfAbsence), "{found:?}");
    assert!(found.excluded.iter().any(|id| id == "liver"), "{found:?}");
}

/// The model of this repository on plain sentences.
#[test]
fn the_shipped_model_knows_the_organs() {
    let dir = root().join("models/cga-2");
    if !dir.join("model.onnx").is_file() {
        eprintln!("skipped: the_shipped_model_knows_the_organs, as models/cga-2 is not there");
        return;
    }
    let grounder = Grounder::open(&dir, Arc::clone(&ATLAS), EngineChoice::BuiltIn).unwrap();
    let texts = [
        (
            "Liver cirrhosis is late scarring of the liver. Hepatocytes die and fibrous tissue takes their place.",
            "liver",
        ),
        (
            "Chronic kidney disease is a gradual loss of renal function. The glomeruli are scarred.",
            "kidney",
        ),
        (
            "Acute pancreatitis is a sudden inflammation of the pancreas, often from gallstones or alcohol.",
            "pancreas",
        ),
        (
            "Myocardial infarction occurs when blood flow to the heart muscle is blocked in a coronary artery.",
            "heart",
        ),
        (
            "Prostate cancer is common in older men. The prostate is enlarged.",
            "prostate",
        ),
        (
            "Splenic rupture after trauma needs splenectomy when bleeding from the spleen goes on.",
            "spleen",
        ),
    ];
    let inputs: Vec<TextInput<'_>> = texts.iter().map(|(t, _)| TextInput::new(t)).collect();
    for (g, (text, id)) in grounder.ground(&inputs).unwrap().iter().zip(texts) {
        let d = ATLAS.distance_mm(row(id), g.point_mm).unwrap();
        assert!(
            d < 10.0,
            "{text}: {} at {:?}, {d} mm from {id}",
            g.structure,
            g.point_mm
        );
        assert!(g.outside_p < 0.5, "{text}: {}", g.outside_p);
    }
    // What is normal on one side is not where the finding of the other side lies.
    for (text, id) in [
        (
            "The left renal artery is normal. On the right the renal artery is tightly narrowed.",
            "right_renal_artery",
        ),
        (
            "Right kidney normal. On the left the renal pelvis is dilated.",
            "left_renal_pelvis",
        ),
    ] {
        let found = grounder.ground(&[TextInput::new(text)]).unwrap().remove(0);
        assert_eq!(found.structure, id, "{text}");
    }
    // What is past is what a text is about where nothing else is found, and only there.
    for (text, id) in [
        (
            "No pleural effusion. No pneumothorax. Old fracture of the left clavicle.",
            "left_clavicle",
        ),
        (
            "Old fracture of the left clavicle. There is a stone in the right ureter.",
            "right_ureter",
        ),
    ] {
        let found = grounder.ground(&[TextInput::new(text)]).unwrap().remove(0);
        assert_eq!(found.structure, id, "{text}");
        assert!(!found.is_outside(), "{text}");
        let last = found.sentences.last().unwrap();
        assert_eq!(last.end, text.len(), "sentences are those of the text");
    }
    // A few words are read as they are meant, and told as they were typed.
    let typed = "Blader infecton, läft";
    let found = grounder.ground(&[TextInput::new(typed)]).unwrap().remove(0);
    assert_eq!(found.structure, "urinary_bladder");
    let [sentence] = &found.sentences[..] else {
        panic!("{:?}", found.sentences)
    };
    assert_eq!((sentence.start, sentence.end), (0, typed.len()));
    assert_eq!(sentence.text, typed);
    for span in sentence.spans() {
        assert!(
            typed
                .get(span.start..span.end)
                .is_some_and(|word| !word.is_empty()),
            "{span:?}"
        );
    }
}
