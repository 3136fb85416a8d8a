//! Files that real programs wrote (`tests/real`, by LibreOffice, pandoc, TeX, typst, Ghostscript, bibutils, pyarrow …), with what a
//! reader finds in each, written beside it by someone who had not seen this crate.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use common::read;
use library::{Document, normalise_title};
use serde_json::Value;

/// What is known not to be as it should: file, and what of it. A new one is a fault, and so is one that is no longer.
const KNOWN: &[(&str, &str)] = &[
    ("a02-folders.tar.gz", "authors"),
    ("a04-zip-in-zip.zip", "year"),
    ("p01-one-column-pdflatex.pdf", "authors"),
    ("p01-one-column-pdflatex.pdf", "year"),
    ("p02-two-columns-pdflatex.pdf", "authors"),
    ("p02-two-columns-pdflatex.pdf", "journal"),
    ("p03-title-page-lualatex.pdf", "authors"),
    ("p03-title-page-lualatex.pdf", "journal"),
    ("p04-clinical-letter-libreoffice.pdf", "authors"),
    ("p04-clinical-letter-libreoffice.pdf", "title"),
    ("p04-clinical-letter-libreoffice.pdf", "year"),
    ("p05-report-table-typst.pdf", "year"),
    ("p06-poster-reportlab.pdf", "authors"),
    ("p06-poster-reportlab.pdf", "year"),
    ("p07-footnotes-libreoffice.pdf", "text"),
    ("p07-footnotes-libreoffice.pdf", "year"),
    ("p08-hyphens-groff.pdf", "authors"),
    ("p09-smallcaps-ligatures-lualatex.pdf", "authors"),
    ("p09-smallcaps-ligatures-lualatex.pdf", "journal"),
    ("p09-smallcaps-ligatures-lualatex.pdf", "year"),
    ("p10-ot1-accents-pdflatex.pdf", "authors"),
    ("p10-ot1-accents-pdflatex.pdf", "title"),
    ("p10-ot1-accents-pdflatex.pdf", "year"),
    ("p13-owner-password-only.pdf", "year"),
    ("p14-info-and-xmp-typst.pdf", "year"),
    ("p15-rubbish-info-title-ghostscript.pdf", "authors"),
    ("p15-rubbish-info-title-ghostscript.pdf", "year"),
    ("p16-bad-startxref.pdf", "year"),
    ("p17-last-300-bytes-cut.pdf", "authors"),
    ("p17-last-300-bytes-cut.pdf", "year"),
    ("p18-line-numbers-pdflatex.pdf", "authors"),
    ("p18-line-numbers-pdflatex.pdf", "text"),
    ("p19-german-two-columns-lualatex.pdf", "authors"),
    ("p19-german-two-columns-lualatex.pdf", "year"),
    ("p20-linearised-cut.pdf", "authors"),
    ("p20-linearised-cut.pdf", "year"),
    ("t02-semicolon-bom.csv", "number"),
    ("t02-semicolon-bom.csv", "refused"),
    ("w03-cirrhosis-pandoc.rtf", "authors"),
    ("w03-cirrhosis-pandoc.rtf", "year"),
    ("w18-wirbel-libreoffice.doc", "number"),
    ("w19-lung-python-docx.docx", "doi"),
    ("w19-lung-python-docx.docx", "journal"),
    ("w19-lung-python-docx.docx", "year"),
];

/// Documents of each file, what was wrong with it.
struct Found {
    name: String,
    expected: Value,
    documents: Vec<Document>,
    errors: usize,
}

fn files() -> Vec<Found> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/real");
    let entries = fs::read_dir(&folder).expect("the folder of real files");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    let with_words = paths.into_iter().filter_map(|path| {
        let beside = PathBuf::from(format!("{}.json", path.display()));
        let expected: Value = serde_json::from_slice(&fs::read(beside).ok()?).expect("JSON");
        let (documents, errors) = read(std::slice::from_ref(&path));
        Some(Found {
            name: path.file_name()?.to_string_lossy().into_owned(),
            expected,
            documents,
            errors: errors.len(),
        })
    });
    with_words.collect()
}

fn words(value: &Value) -> Vec<&str> {
    let list = value.as_array().into_iter().flatten();
    list.filter_map(Value::as_str).collect()
}

/// The document that is meant by a title: the one that bears it, else the only one.
fn meant<'d>(title: &str, documents: &'d [Document]) -> Option<&'d Document> {
    let same = |document: &&Document| normalise_title(&document.title) == normalise_title(title);
    documents.iter().find(same).or(match documents {
        [one] => Some(one),
        _ => None,
    })
}

/// The letters of a name, in whatever order its parts stand.
fn letters(name: &str) -> Vec<String> {
    let mut parts: Vec<String> = normalise_title(name)
        .split(' ')
        .map(str::to_owned)
        .collect();
    parts.sort();
    parts
}

/// What of a document is not as it should be.
fn faults(wanted: &Value, found: &Document) -> Vec<&'static str> {
    let mut faults = Vec::new();
    let text = |key: &str| wanted[key].as_str();
    let same = |a: &str, b: &str| normalise_title(a) == normalise_title(b);
    if text("title").is_some_and(|title| !same(title, &found.title)) {
        faults.push("title");
    }
    if wanted["year"]
        .as_i64()
        .is_some_and(|year| found.year.map(i64::from) != Some(year))
    {
        faults.push("year");
    }
    for (key, own) in [
        ("journal", &found.journal),
        ("doi", &found.doi),
        ("pmid", &found.pmid),
    ] {
        if text(key).is_some_and(|wanted| !own.as_deref().is_some_and(|own| same(own, wanted))) {
            faults.push(key);
        }
    }
    let authors: Vec<_> = words(&wanted["authors"]).into_iter().map(letters).collect();
    let own: Vec<_> = found.authors.iter().map(|name| letters(name)).collect();
    if !authors.is_empty() && authors != own {
        faults.push("authors");
    }
    let all = normalise_title(&format!("{} {}", found.title, found.text));
    if words(&wanted["must_contain"])
        .iter()
        .any(|part| !all.contains(&normalise_title(part)))
    {
        faults.push("text");
    }
    let plain = found.text.split_whitespace().collect::<Vec<_>>().join(" ");
    if words(&wanted["must_not_contain"])
        .iter()
        .any(|part| plain.contains(part))
    {
        faults.push("surroundings");
    }
    faults
}

#[test]
fn files_of_real_programs_are_read_as_people_read_them() {
    let mut met = BTreeSet::new();
    for file in files() {
        let wanted = file.expected["documents"].as_array().expect("documents");
        if file.documents.len() != wanted.len() {
            met.insert((file.name.clone(), "number"));
        }
        let refused = file.expected["refused"].as_array().map_or(0, Vec::len);
        if refused > 0 && file.errors == 0 {
            met.insert((file.name.clone(), "refused"));
        }
        for wanted in wanted {
            let title = wanted["title"].as_str().unwrap_or_default();
            match meant(title, &file.documents) {
                Some(found) => {
                    let faults = faults(wanted, found);
                    met.extend(faults.into_iter().map(|fault| (file.name.clone(), fault)));
                }
                None => {
                    met.insert((file.name.clone(), "number"));
                }
            }
        }
    }
    let known = KNOWN.iter().map(|(file, what)| ((*file).to_owned(), *what));
    let known: BTreeSet<(String, &str)> = known.collect();
    let new: Vec<_> = met.difference(&known).collect();
    let mended: Vec<_> = known.difference(&met).collect();
    assert!(new.is_empty(), "not as it should be: {new:#?}");
    assert!(
        mended.is_empty(),
        "no longer wrong, so take it off the list: {mended:#?}"
    );
}

/// One article in the forms that many programs give it, with what each tells of it: date, ISSN, short title of the journal, language.
const ONE_ARTICLE: &[(&str, &str, &str, &str, &str)] = &[
    ("r01-jabref-style.bib", "2018-05", "", "", ""),
    ("r02-pandoc.bib", "2018-05", "", "", ""),
    (
        "r03-pandoc-biblatex.bib",
        "2018-05-12",
        "0000-0116",
        "",
        "en",
    ),
    ("r04-bibutils-latex.bib", "2018-05-12", "0000-0116", "", ""),
    ("r06-bibutils.ris", "2018-05-12", "0000-0116", "", ""),
    (
        "r07-zotero-style.ris",
        "2018-05-12",
        "0000-0116",
        "Ann Exp Hepatol",
        "en",
    ),
    (
        "r08-scopus-style.ris",
        "",
        "00000116",
        "Ann Exp Hepatol",
        "English",
    ),
    (
        "r09-zotero-style.csl.json",
        "2018-05-12",
        "0000-0116",
        "Ann Exp Hepatol",
        "en",
    ),
    (
        "r10-wos-style.ris",
        "2018-05",
        "0000-0116",
        "Ann. Exp. Hepatol.",
        "English",
    ),
    ("r11-bibutils.enw", "2018-05-12", "0000-0116", "", ""),
    (
        "r12-endnote-style.xml",
        "2018-05-12",
        "0000-0116",
        "Ann Exp Hepatol",
        "eng",
    ),
    (
        "r14-pubmed-style.nbib",
        "2018-05-12",
        "0000-0116",
        "Ann Exp Hepatol",
        "eng",
    ),
    (
        "r15-pubmed-style.xml",
        "2018-05-12",
        "0000-0116",
        "Ann Exp Hepatol",
        "eng",
    ),
    (
        "r16-pubmed-style.xml.gz",
        "2018-05-12",
        "0000-0116",
        "Ann Exp Hepatol",
        "eng",
    ),
];

#[test]
fn one_article_has_the_same_details_in_every_form() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/real");
    for (name, date, issn, short, language) in ONE_ARTICLE {
        let (documents, _) = read(&[folder.join(name)]);
        let article = documents
            .iter()
            .find(|d| d.title.starts_with("Effect of TNF"));
        let details = &article.expect("the article").details;
        let told = |text: &Option<String>| text.clone().unwrap_or_default();
        let place = [&details.volume, &details.issue, &details.pages].map(told);
        assert_eq!(place, ["14", "3", "201-209"], "{name}");
        let further = [
            &details.date,
            &details.issn,
            &details.journal_short,
            &details.language,
        ];
        assert_eq!(further.map(told), [*date, issn, short, language], "{name}");
    }
}

#[test]
fn one_chapter_has_its_book_and_its_editor_in_every_form() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/real");
    for name in [
        "r02-pandoc.bib",
        "r03-pandoc-biblatex.bib",
        "r04-bibutils-latex.bib",
        "r05-biblatex.bib",
        "r06-bibutils.ris",
        "r07-zotero-style.ris",
        "r09-zotero-style.csl.json",
        "r11-bibutils.enw",
        "r14-pubmed-style.nbib",
        "r15-pubmed-style.xml",
        "r18-pandoc.csl.json",
        "zotero-data",
    ] {
        let (documents, _) = read(&[folder.join(name)]);
        let named = |document: &&Document| document.title.eq_ignore_ascii_case("The ageing spine");
        let chapter = documents.iter().find(named).expect("the chapter");
        let book = chapter.journal.as_deref().map(str::to_lowercase);
        assert_eq!(book.as_deref(), Some("handbook of the trunk"), "{name}");
        assert_eq!(chapter.authors, ["Kjær, Søren Ægidius"], "{name}");
        let details = &chapter.details;
        assert_eq!(details.editors, ["Großmann, Käthe"], "{name}");
        let place = details.place.as_deref().unwrap_or_default();
        assert!(place.starts_with("Gießen"), "{name}: {place}");
        assert_eq!(chapter.year, Some(2009), "{name}");
    }
}
