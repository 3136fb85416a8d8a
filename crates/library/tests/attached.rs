//! PDFs that a list of references names: found beside the list, read once, by the record that they belong to.

mod common;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use common::{Files, options, pdf, read, read_with, show};
use library::pdf::PdfExtractor;
use library::{Document, ReadOptions};

const WORDS: &str = "Blockade of the cytokine delays regeneration of the liver.";

fn paper(words: &str) -> Vec<u8> {
    pdf(Some("A heading"), &[show(72.0, 700.0, 11.0, words)])
}

/// An export of Zotero with its files: one record with an abstract, one without, one whose PDF is a picture of nothing, one whose PDF is gone.
fn zotero_export(name: &str, list: &str) -> Files {
    let files = Files::new();
    files.write(name, list);
    files.write("files/1/Ek - Livers.pdf", paper(WORDS));
    files.write(
        "files/2/Lee - Lobes.pdf",
        paper("Nobody needs this text of lobes."),
    );
    files.write("files/3/scan.pdf", pdf(None, &[String::new()]));
    files.write(
        "files/9/alone.pdf",
        paper("This one stands alone in its folder."),
    );
    files
}

const BIB: &str = "@article{a, title = {Livers}, file = {Full Text PDF:files/1/Ek - Livers.pdf:application/pdf}}\n\
    @article{b, title = {Lobes}, abstract = {Of lobes.}, file = {Snapshot:files/2/page.html:text/html;PDF:files/2/Lee - Lobes.pdf:application/pdf}}\n\
    @article{c, title = {Scans}, file = {files/3/scan.pdf}}\n\
    @article{d, title = {Gone}, file = {files/4/gone.pdf}}\n";

const RIS: &str = "TY  - JOUR\nTI  - Livers\nL1  - files/1/Ek - Livers.pdf\nER  - \n\
    TY  - JOUR\nTI  - Lobes\nAB  - Of lobes.\nL1  - files/2/Lee - Lobes.pdf\nER  - \n\
    TY  - JOUR\nTI  - Scans\nL1  - files/3/scan.pdf\nER  - \n\
    TY  - JOUR\nTI  - Gone\nL1  - files/4/gone.pdf\nER  - \n";

const CSL: &str = r#"[{"type": "article-journal", "title": "Livers", "attachments": [{"title": "PDF", "path": "files/1/Ek - Livers.pdf"}]},
    {"type": "article-journal", "title": "Lobes", "abstract": "Of lobes.", "file": "PDF:files/2/Lee - Lobes.pdf:application/pdf"},
    {"type": "article-journal", "title": "Scans", "files": ["files/3/scan.pdf"]},
    {"type": "article-journal", "title": "Gone", "file": "files\\4\\gone.pdf"}]"#;

fn named<'d>(title: &str, documents: &'d [Document]) -> &'d Document {
    let mut found = documents.iter().filter(|document| document.title == title);
    let document = found.next().expect(title);
    assert!(found.next().is_none(), "{title} is there twice");
    document
}

#[test]
fn a_record_without_a_text_has_that_of_its_pdf_and_no_pdf_is_read_twice() {
    for (name, list) in [("z.bib", BIB), ("z.ris", RIS), ("z.json", CSL)] {
        let files = zotero_export(name, list);
        for alone in [true, false] {
            let given = if alone {
                files.path().join(name)
            } else {
                files.path().to_owned()
            };
            let (documents, errors) = read(&[given]);
            let found = |title| named(title, &documents);
            assert_eq!(found("Livers").text, WORDS, "{name}");
            let file = &found("Livers").details.files[0];
            assert!(std::path::Path::new(file).is_file(), "{file}");
            assert!(std::path::Path::new(file).is_absolute(), "{file}");
            assert_eq!(found("Lobes").text, "Of lobes.");
            assert!(found("Lobes").warnings.is_empty());
            assert_eq!(found("Scans").text, "");
            assert_eq!(found("Gone").text, "");
            let said = found("Gone").warnings.join("; ");
            assert!(said.contains("gone.pdf is not there"), "{said}");
            // The scan is refused by its own name, so that it can be tried again; the PDF that nobody names is read in the folder.
            let refused: Vec<String> = errors.iter().map(ToString::to_string).collect();
            assert_eq!(refused.len(), 1, "{refused:?}");
            assert!(errors[0].file.ends_with("files/3/scan.pdf"), "{refused:?}");
            let others = documents.iter().filter(|d| d.text.contains("stands alone"));
            assert_eq!(others.count(), usize::from(!alone));
            assert_eq!(documents.len(), 4 + usize::from(!alone), "{name}");
        }
    }
}

/// Options that note which PDFs are opened.
fn noting() -> (ReadOptions, Arc<Mutex<Vec<String>>>) {
    let opened = Arc::new(Mutex::new(Vec::new()));
    let (inner, note) = (options().pdf.expect("an extractor"), opened.clone());
    let pdf: PdfExtractor = Arc::new(move |path, cancel| {
        let name = path.file_name().unwrap_or_default();
        let mut opened = note.lock().expect("one thread");
        opened.push(name.to_string_lossy().into_owned());
        inner(path, cancel)
    });
    let noted = ReadOptions {
        pdf: Some(pdf),
        ..ReadOptions::default()
    };
    (noted, opened)
}

#[test]
fn each_pdf_is_opened_once_and_one_that_is_not_needed_never() {
    let files = zotero_export("z.bib", BIB);
    let (options, opened) = noting();
    read_with(&[files.path().to_owned()], &options);
    let mut opened = opened.lock().expect("one thread").clone();
    opened.sort();
    assert_eq!(opened, ["Ek - Livers.pdf", "alone.pdf", "scan.pdf"]);
}

#[test]
fn what_lies_outside_of_the_folder_of_the_list_is_never_opened() {
    let files = Files::new();
    let secret = files.write("secret.pdf", paper(WORDS));
    let list = format!(
        "@book{{a, title = {{One}}, file = {{{}}}}}\n@book{{b, title = {{Two}}, file = {{../secret.pdf}}}}\n",
        secret.display()
    );
    let list = files.write("deeper/a.bib", list);
    let (options, opened) = noting();
    let (documents, errors) = read_with(&[list], &options);
    assert!(errors.is_empty());
    assert!(opened.lock().expect("one thread").is_empty());
    for document in &documents {
        assert_eq!(document.text, "");
        let said = document.warnings.join("; ");
        assert!(said.contains("outside of the folder"), "{said}");
    }
    assert_eq!(documents.len(), 2);
}

#[test]
fn a_list_that_names_one_pdf_many_times_has_it_read_once() {
    let files = Files::new();
    files.write("a.pdf", paper(WORDS));
    let entry = |n: usize| format!("@book{{k{n}, title = {{Part {n}}}, file = {{a.pdf}}}}\n");
    let list = files.write("a.bib", (0..50).map(entry).collect::<String>());
    let (options, opened) = noting();
    let (documents, _) = read_with(&[list], &options);
    assert_eq!(opened.lock().expect("one thread").len(), 1);
    assert_eq!(documents[0].text, WORDS);
    let said = documents[1].warnings.join("; ");
    assert!(said.contains("belongs to an earlier record"), "{said}");
}

#[test]
fn counting_and_stopping_open_nothing_more() {
    let files = zotero_export("z.bib", BIB);
    let all = [files.path().to_owned()];
    let never = std::sync::atomic::AtomicBool::new(false);
    let long = std::time::Duration::from_secs(600);
    let (options, opened) = noting();
    assert_eq!(library::count(&all, &options, long, &never), Some(5));
    assert!(opened.lock().expect("one thread").is_empty());
    // Stopped within the first PDF.
    let calls = Arc::new(AtomicUsize::new(0));
    let called = calls.clone();
    let stopping = ReadOptions {
        pdf: Some(Arc::new(move |_, _| {
            called.fetch_add(1, Ordering::Relaxed);
            Err(library::pdf::PdfError::Cancelled)
        })),
        ..ReadOptions::default()
    };
    let mut met = 0;
    let summary = library::read_paths_with(&all, &stopping, &never, &mut |_| met += 1);
    assert!(summary.cancelled);
    assert_eq!((met, calls.load(Ordering::Relaxed)), (0, 1));
}

#[test]
fn a_table_s_pdf_is_its_record_s_and_one_read_by_itself_is_not_read_again() {
    let files = Files::new();
    files.write("z.csv", "title,files\nLivers,a.pdf\n");
    let pdf = files.write("a.pdf", paper(WORDS));
    let (documents, errors) = read(&[files.path().to_owned()]);
    assert!(errors.is_empty(), "{errors:?}");
    assert_eq!(documents.len(), 1);
    assert_eq!(named("Livers", &documents).text, WORDS);

    let (options, opened) = noting();
    let (documents, errors) = read_with(&[pdf, files.path().join("z.csv")], &options);
    assert!(errors.is_empty(), "{errors:?}");
    assert_eq!(opened.lock().expect("one thread").len(), 1);
    assert_eq!(documents.len(), 2);
    let listed = named("Livers", &documents);
    assert_eq!(listed.text, "");
    assert!(listed.warnings[0].contains("read by itself"));
}

#[test]
fn a_pdf_that_gave_a_record_its_text_is_not_opened_again_while_nothing_has_changed() {
    let files = Files::new();
    let list = |year: u32| {
        format!(
            "@article{{a, title = {{Livers of mice}}, year = {{{year}}}, doi = {{10.1000/a}}, file = {{a.pdf}}}}\n\
             @article{{b, title = {{Lobes of mice}}, year = {{2001}}, file = {{b.pdf}}}}\n\
             @article{{c, title = {{Lobes}}, file = {{c.pdf}}}}\n"
        )
    };
    files.write("z.bib", list(2000));
    for name in ["a", "b", "c"] {
        files.write(
            &format!("{name}.pdf"),
            paper(&format!("{WORDS} Of {name}.")),
        );
    }
    let mut library = library::Library::in_memory().expect("memory");
    // As an import does it: how many documents are new, and which PDFs were opened.
    let import = |library: &mut library::Library| {
        let (mut options, opened) = noting();
        options.read_before = Some(Arc::new(library.files_read().expect("readable")));
        let (documents, errors) = read_with(&[files.path().join("z.bib")], &options);
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!(documents.len(), 3);
        let known = library.recognise(&documents).expect("readable").known;
        let new = documents.into_iter().zip(known).filter(|(_, known)| !known);
        let new: Vec<_> = new
            .map(|(new, _)| (new, grounding::Grounding::default()))
            .collect();
        let added = library.add(&new).expect("stored").added;
        let opened = opened.lock().expect("one thread").clone();
        (added, opened)
    };
    assert_eq!(import(&mut library).0, 3);
    // The last would not be recognised by its title alone.
    assert_eq!(import(&mut library), (0, vec!["c.pdf".to_owned()]));
    // Another record, another file, and a document without its text are looked at.
    files.write("z.bib", list(1999));
    assert_eq!(
        import(&mut library),
        (0, vec!["a.pdf".into(), "c.pdf".into()])
    );
    files.write(
        "b.pdf",
        paper("Another text of b, which is longer than the first one was."),
    );
    let again = import(&mut library);
    assert_eq!(again.1, ["b.pdf", "c.pdf"]);
    let keys = library.keys().expect("readable");
    library.remove(&keys).expect("removed");
    assert_eq!(
        import(&mut library),
        (3, vec!["a.pdf".into(), "b.pdf".into(), "c.pdf".into()])
    );
}
