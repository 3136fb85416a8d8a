//! Papers are kept: dropped, removed and brought back, saved through a kill, corrected.

use std::path::Path;
use std::process::Command;

use crate::desk::{Desk, Seen};
use crate::{begin, body, papers};

/// Writes so many papers on the spleen, which take a while to be placed.
pub fn write_many(path: &Path, count: usize) {
    let text =
        "Blunt trauma tore the spleen. The splenic hilum was packed and splenectomy followed. "
            .repeat(4);
    let paper = |n: usize| {
        let title = format!("Splenic laceration, patient {n}");
        (title, text.clone(), 2000)
    };
    papers::write(path, (0..count).map(paper));
}

#[test]
fn a_folder_with_a_broken_pdf_is_dropped() {
    let Some((_display, dir, library)) = begin() else {
        return;
    };
    let folder = dir.path().join("new papers");
    std::fs::create_dir(&folder).unwrap();
    let note = "Rupture of the urinary bladder\n\nBlunt trauma tore the dome of the urinary bladder. The bladder was closed in two layers.";
    std::fs::write(folder.join("bladder.txt"), note).unwrap();
    let broken = b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog";
    std::fs::write(folder.join("broken.pdf"), broken).unwrap();

    let mut desk = Desk::open(dir.path(), &[&library]);
    let before = desk.see()["documents"].as_u64().unwrap();
    let dragged = desk.drag_files(&[&folder]);
    desk.until("the window to take it", |seen| {
        seen["layout"]["drop_hover"] == 1
    });
    dragged.drop_here();
    let landed = desk.until("the good one, and a word about the broken one", |seen| {
        let problems = seen["problems"].as_array().unwrap();
        seen["documents"].as_u64() == Some(before + 1) && problems.len() == 1
    });
    assert_eq!(landed["layout"]["drop_hover"], 0);
    let row = landed["problems"][0][0].as_str().unwrap().to_owned();
    desk.press("Problems (1)");
    desk.until("why", |seen| {
        let [file, reason] = [0, 1].map(|n| seen["problems"][0][n].as_str().unwrap().to_owned());
        assert!(file.contains("broken.pdf"), "{file}");
        seen.says("broken.pdf") && seen.says(&reason)
    });
    // Chosen, it says all of it and what can be done about this one.
    desk.press(&row);
    desk.until("what can be done", |seen| {
        ["Try this one again", "Open its folder", "Forget this one"].map(|name| seen.says(name))
            == [true; 3]
    });
    desk.press("Forget this one");
    desk.until("nothing to be wrong", |seen| {
        seen["problems"].as_array().unwrap().is_empty()
    });
    desk.quit();
    let kept = library::Library::open(&library).unwrap();
    assert_eq!(kept.len().unwrap(), papers::PAPERS.len() + 1);
    assert_eq!(kept.problems().unwrap(), []);
}

#[test]
fn a_dropped_file_says_on_the_stage_what_became_of_it() {
    let Some((_display, dir, library)) = begin() else {
        return;
    };
    let file = dir.path().join("broken.pdf");
    let broken = b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog";
    std::fs::write(&file, broken).unwrap();
    let mut desk = Desk::open(dir.path(), &[&library]);
    let dragged = desk.drag_files(&[&file]);
    desk.until("the window to take it", |seen| {
        seen["layout"]["drop_hover"] == 1
    });
    dragged.drop_here();
    let said = desk.until("why it is not added", |seen| {
        let reason = seen["problems"][0][1].as_str();
        reason.is_some_and(|reason| seen.says(&format!("broken.pdf: {reason}")))
    });
    assert_eq!(said["documents"], papers::PAPERS.len());
    // It is read, and goes by itself; among the problems it stays.
    desk.until("the stage without it", |seen| {
        !seen.says("broken.pdf: ") && seen["problems"].as_array().unwrap().len() == 1
    });
    desk.quit();
}

#[test]
fn a_batch_delete_is_undone() {
    let Some((_display, dir, library)) = begin() else {
        return;
    };
    let mut desk = Desk::open(dir.path(), &[&library]);
    desk.key("ctrl+k");
    desk.types("pancreas");
    desk.press("Search the documents for");
    let found = desk.until("papers that say so", |seen| {
        seen["heading"] == "“pancreas”" && !seen.listed().is_empty()
    });
    let found = found.listed();
    assert!(
        (2..papers::PAPERS.len()).contains(&found.len()),
        "{found:?}"
    );
    desk.press("With these");
    desk.press("Remove from the library");
    desk.until("all of them gone", |seen| {
        seen.listed().is_empty() || !found.iter().any(|title| seen.listed().contains(title))
    });
    let left = papers::PAPERS.len() - found.len();
    desk.until("the rest", |seen| seen["documents"] == left);
    desk.key("ctrl+z");
    let back = desk.until("all of them back", |seen| {
        seen["documents"] == papers::PAPERS.len() && seen.listed().len() == found.len()
    });
    assert_eq!(back.listed(), found);
    desk.quit();
    let kept = library::Library::open(&library).unwrap().len().unwrap();
    assert_eq!(kept, papers::PAPERS.len());
}

#[test]
fn a_paper_whose_file_has_vanished_is_marked_and_kept() {
    const TITLE: &str = "Rupture of the urinary bladder";
    let Some((_display, dir, library)) = begin() else {
        return;
    };
    let folder = dir.path().join("watched papers");
    std::fs::create_dir(&folder).unwrap();
    let file = folder.join("bladder.txt");
    let note = format!("{TITLE}\n\nBlunt trauma tore the dome of the urinary bladder.");
    std::fs::write(&file, note).unwrap();
    let mut kept = library::Library::open(&library).unwrap();
    kept.watch(&folder).unwrap();
    drop(kept);

    let mut desk = Desk::open(dir.path(), &[&library]);
    let all = papers::PAPERS.len() + 1;
    desk.until("what is in the folder", |seen| {
        seen["documents"] == all && seen.listed().iter().any(|title| title == TITLE)
    });
    desk.key("l");
    desk.key("End");
    let seen = desk.until("its row", |seen| seen.control(TITLE).is_some());
    let words = format!("its file is gone: {}", file.display());
    assert!(!seen.says(&words), "it is there");
    std::fs::remove_file(&file).unwrap();
    desk.until("the mark in its row", |seen| {
        seen["documents"] == all && seen.says(&words)
    });
    desk.press(TITLE);
    desk.until("the same in the document", |seen| {
        let source = seen.control("Open the source");
        seen["layout"]["tab"] == "document"
            && seen.says(&words)
            && source.is_some_and(|source| !source.enabled)
    });
    desk.quit();
    let kept = library::Library::open(&library).unwrap();
    assert_eq!(kept.len().unwrap(), all, "nothing is deleted");
}

#[test]
fn an_import_goes_on_after_a_kill() {
    const MANY: usize = 480;
    let Some((_display, dir, library)) = begin() else {
        return;
    };
    let list = dir.path().join("many.jsonl");
    write_many(&list, MANY);
    let all = papers::PAPERS.len() + MANY;

    let mut desk = Desk::open(dir.path(), &[&library]);
    desk.key("ctrl+d");
    desk.type_path(&list);
    desk.press(&format!("Add {MANY} documents"));
    desk.until("some of them landed, and not all", |seen| {
        let landed = seen["documents"].as_u64().unwrap() as usize;
        assert!(landed < all, "too quick to be killed");
        landed > papers::PAPERS.len()
    });
    desk.kill();
    // Nothing that was said to be stored is lost.
    let kept = library::Library::open(&library).unwrap().len().unwrap();
    assert!((papers::PAPERS.len() + 1..all).contains(&kept), "{kept}");

    let mut desk = Desk::open(dir.path(), &[&library]);
    assert_eq!(desk.see()["documents"], kept);
    desk.until("what happened", |seen| {
        seen["problems"][0][1].as_str() == Some(library::BROKE_OFF)
            && seen.says("The import of many.jsonl broke off")
    });
    // What has landed is known, and that the others are to be added was said before: one press.
    desk.press("Go on");
    let whole = desk.until("the rest", |seen| seen["documents"] == all);
    assert_eq!(whole["problems"].as_array().unwrap().len(), 0);
    desk.quit();
    assert_eq!(
        library::Library::open(&library).unwrap().len().unwrap(),
        all
    );
}

#[test]
fn the_window_comes_back_after_a_kill() {
    let Some((_display, dir, library)) = begin() else {
        return;
    };
    let mut desk = Desk::open(dir.path(), &[&library]);
    body::heart_alone(&mut desk);
    desk.key("x");
    desk.until("a cut", |seen| {
        seen["scene"]["sections"].as_array().unwrap().len() == 1
    });
    desk.key("ctrl+k");
    desk.types("pancreas");
    desk.press("Search the documents for");
    desk.until("papers that say so", |seen| {
        seen["heading"] == "“pancreas”" && !seen.listed().is_empty()
    });
    // What was done last is kept within some seconds, and nothing is done on leaving.
    let kept = || {
        let library = library::Library::open_to_read(&library).ok()?;
        library.setting("window").ok().flatten()
    };
    // The pancreas is among what is hidden, too: what was listed is asked for itself.
    let says = |kept: &str| {
        let kept: serde_json::Value = serde_json::from_str(kept).unwrap();
        kept["list"]["words"] == "pancreas" && kept["looking"]["sections"][0].is_object()
    };
    // What is found by meaning joins the list once the model is there: what was left is what stood there at the end.
    let left = desk.until("it to be kept", |_| kept().is_some_and(|kept| says(&kept)));
    desk.kill();

    let mut desk = Desk::open(dir.path(), &[&library]);
    let back = desk.until("the same list", |seen| {
        seen["heading"] == "“pancreas”" && seen.listed() == left.listed()
    });
    for what in ["camera", "drawn_structures"] {
        assert_eq!(back[what], left[what], "{what}");
    }
    for what in ["sections", "visibility", "fill_cut"] {
        assert_eq!(back["scene"][what], left["scene"][what], "{what}");
    }
    desk.quit();
}

/// A paper that the library has in a wrong place: about the spleen, and kept as one about the left kidney.
fn misplaced(library: &Path, title: &str) {
    let mut library = library::Library::open(library).unwrap();
    let keys = library.keys().unwrap().into_iter();
    let stored = keys.filter_map(|key| library.get_by_key(key).unwrap());
    let stored: Vec<library::Stored> = stored.collect();
    let of = |title: &str| stored.iter().find(|s| s.document.title == title).unwrap();
    let (key, right) = (of(title).key, &of(title).grounding);
    assert_eq!(right.structure, "spleen");
    let mut wrong = of("Stone in the left kidney").grounding.clone();
    wrong.sentences.clone_from(&right.sentences);
    wrong.places.truncate(1);
    // The reading has the right one second.
    wrong.structures.retain(|known| known.id.contains("kidney"));
    let spleen = grounding::Evidence {
        id: "spleen".into(),
        p: 0.4,
    };
    wrong.structures.push(spleen);
    assert_eq!(library.set_groundings(&[(key, wrong)]).unwrap(), 1);
}

#[test]
fn a_place_that_is_wrong_is_taken_back_in_one_click_and_told_to_the_trainer() {
    const TITLE: &str = "Splenic laceration after blunt trauma";
    let Some((_display, dir, library)) = begin() else {
        return;
    };
    misplaced(&library, TITLE);
    let place = |seen: &Seen| seen.place_of(TITLE);
    let mut desk = Desk::open(dir.path(), &[&library]);
    let first = place(&desk.see());
    assert!(first.contains("left"), "{first}");
    desk.press(TITLE);
    // Its sentences speak of the spleen, and the colour beside them says so.
    desk.press("Not here");
    desk.until("the next best", |seen| {
        place(seen) == "spleen" && seen.says("placed in “Spleen”")
    });
    desk.key("ctrl+z");
    desk.until("the first place", |seen| place(seen) == first);
    // By keys, too.
    desk.key("shift+n");
    desk.until("the next best", |seen| place(seen) == "spleen");
    desk.quit();

    let labels = dir.path().join("labels.tsv");
    let told = Command::new(env!("CARGO_BIN_EXE_corpus-atlas"))
        .arg("export")
        .arg(&library)
        .args(["--corrections", "--output"])
        .arg(&labels)
        .env("CORPUS_ATLAS_HOME", env!("CARGO_MANIFEST_DIR"))
        .env("XDG_DATA_HOME", dir.path())
        .output()
        .unwrap();
    assert!(told.status.success(), "{told:?}");
    let labels = std::fs::read_to_string(&labels).unwrap();
    let row = labels.lines().find(|line| line.contains(TITLE));
    let row: Vec<&str> = row.expect("what was said").split('\t').collect();
    assert_eq!(
        (row[1], row[4], row[5]),
        ("belongs_here", "spleen", &*first)
    );
}

#[test]
fn a_wrong_place_is_corrected_and_that_undone() {
    const TITLE: &str = "Stone in the left kidney";
    let Some((_display, dir, library)) = begin() else {
        return;
    };
    let place = |seen: &Seen| seen.place_of(TITLE);
    let mut desk = Desk::open(dir.path(), &[&library]);
    let first = place(&desk.see());
    assert!(first.contains("left"), "{first}");
    let other = first.replace("left", "right");
    desk.press(TITLE);
    desk.press("Correct");
    desk.press("It is the other side");
    desk.until("the other side", |seen| {
        place(seen) == other && seen.control("Corrected").is_some()
    });
    desk.key("ctrl+z");
    desk.until("the first place", |seen| {
        place(seen) == first && seen.control("Correct").is_some_and(|c| c.name == "Correct")
    });
    desk.quit();
}
