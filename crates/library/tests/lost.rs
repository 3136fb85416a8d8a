//! Files of which a reader once lost a part without a word, or that once cost far more time or memory than their size is worth.

mod common;

use common::{Files, package, read, refused};
use library::{Document, ReadError};

/// What a file of this name and content gives: titles, and what is told of what was refused.
fn titles(name: &str, content: impl AsRef<[u8]>) -> (Vec<String>, Vec<String>) {
    let files = Files::new();
    let (documents, errors) = read(&[files.write(name, content)]);
    let titles = documents.into_iter().map(|document| document.title);
    let errors = errors.iter().map(|e| format!("{}: {}", e.place, e.reason));
    (titles.collect(), errors.collect())
}

/// The one document of a file.
fn only(name: &str, content: impl AsRef<[u8]>) -> Document {
    let files = Files::new();
    let (mut documents, errors): (Vec<Document>, Vec<ReadError>) =
        read(&[files.write(name, content)]);
    assert!(errors.is_empty(), "{errors:?}");
    assert_eq!(documents.len(), 1);
    documents.remove(0)
}

#[test]
fn entries_on_one_line_are_all_read() {
    let (found, errors) = titles(
        "a.bib",
        " @article{a, title={On livers}, year={2001}} @book{b,title = \"A {B} of lungs\"}@misc{c,title={Spleens}}\n@misc{d, title={Kidneys}}",
    );
    assert_eq!(errors, [""; 0]);
    assert_eq!(found, ["On livers", "A B of lungs", "Spleens", "Kidneys"]);
}

#[test]
fn an_abbreviation_in_a_circle_costs_no_more_than_what_it_is_in() {
    let (found, errors) = titles(
        "a.bib",
        "@string{a = a}\n@string{b = c}\n@string{c = b # \" II\"}\n\
         @article{x, title={On livers}, journal=a}\n@article{y, title={On lungs}, journal={Of } # b}\n\
         @string{open = \"Spleen\n\
         @string{Gut = \"Gut\" # { } # jan}\n@article{z, title = {On spleens}, journal = gut, month = feb}\n",
    );
    assert_eq!(found, ["On spleens"]);
    assert_eq!(errors.len(), 6, "{errors:?}");
    assert!(errors[0].starts_with("record 1 (line 1): a malformed entry: unknown abbreviation"));
    let journal = only(
        "b.bib",
        "@string{Gut = \"Gut\" # { } # jan}\n@article{z, title = {On spleens}, journal = gut, year = 2001, month = feb}",
    );
    assert_eq!(journal.journal.as_deref(), Some("Gut January"));
    assert_eq!(journal.details.date.as_deref(), Some("2001-02"));
}

/// Each abbreviation is twice the one before it: the fortieth would take a terabyte.
#[test]
fn abbreviations_that_double_are_refused() {
    let mut file = "@string{s0 = {liver }}\n".to_owned();
    for n in 1..40 {
        let last = n - 1;
        file += &format!("@string{{s{n} = s{last} # s{last}}}\n");
    }
    file += "@misc{a, title={On livers}, note = s39}\n@misc{b, title={On lungs}}\n";
    let (found, errors) = titles("a.bib", &file);
    assert_eq!(found, ["On lungs"]);
    assert!(
        errors.iter().any(|error| error.contains("more than 1 MiB")),
        "{errors:?}"
    );
    // One that is long, and stands in an entry again and again.
    let long = "x".repeat(64 << 10);
    let uses = ["s"; 1 << 15].join(" # ");
    let file = format!("@string{{s = {{{long}}}}}\n@misc{{a, title={{On livers}}, note={uses}}}\n");
    let (found, errors) = titles("b.bib", &file);
    assert_eq!((found.len(), errors.len()), (0, 1));
    assert!(errors[0].contains("more than 1 MiB"), "{errors:?}");
}

/// The parser goes down into the braces of commands; an escaped brace closes none of them.
#[test]
fn braces_that_only_seem_to_close_are_refused() {
    let deep = |depth: usize| r"\emph{\}".repeat(depth) + &"}".repeat(depth);
    for entry in [
        format!("@misc{{a, title={{{}}}}}\n", deep(100_000)),
        format!("@string{{s = {{{}}}}}\n", deep(50_000)),
    ] {
        let (found, errors) = titles("a.bib", entry + "@misc{b, title={On livers}}\n");
        assert_eq!(found, ["On livers"]);
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert!(errors[0].contains("too deep in each other"), "{errors:?}");
    }
    let shallow = format!("@misc{{a, title={{Livers {}}}}}\n", deep(20));
    assert_eq!(titles("b.bib", shallow).1, [""; 0]);
}

/// The parser compares each attribute of an element with all before it, and keeps all namespaces anew wherever one is declared.
#[test]
fn xml_that_costs_more_than_its_size_is_refused() {
    let attributes: String = (0..300_000).map(|n| format!(" a{n}=''")).collect();
    let word = |body: &str| package(&[("word/document.xml", body)]);
    let record = format!("<xml><records><record{attributes}><titles/></record></records></xml>");
    let files = Files::new();
    for (name, content) in [
        (
            "a.docx",
            word(&format!("<document><body{attributes}/></document>")),
        ),
        ("b.xml", record.into_bytes()),
    ] {
        let message = refused(files.write(name, content));
        assert!(message.contains("more than 256 attributes"), "{message}");
    }
    let declared: String = (0..40_000).map(|n| format!("<p xmlns:a{n}='u'>")).collect();
    let message = refused(files.write("c.docx", word(&format!("<document>{declared}"))));
    assert!(message.contains("too many namespaces"), "{message}");
}

/// PubMed Central names every namespace and the schema there.
#[test]
fn an_article_whose_start_tag_is_long_is_read() {
    let spaces = "xmlns:xlink=\"http://www.w3.org/1999/xlink\" xmlns:mml=\"http://www.w3.org/1998/Math/MathML\" \
        xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xmlns:ali=\"http://www.niso.org/schemas/ali/1.0/\" \
        xsi:schemaLocation=\"https://jats.nlm.nih.gov/ns/archiving/1.3/ https://jats.nlm.nih.gov/archiving/1.3/xsd/JATS-archivearticle1-3-mathml3.xsd\"";
    let article = format!(
        "<article {spaces} article-type=\"research-article\" xml:lang=\"en\"><front><article-meta><title-group>\
         <article-title>On livers</article-title></title-group></article-meta></front>\
         <body><p>The liver is red.</p></body></article>"
    );
    let document = only("a.nxml", article);
    assert_eq!(document.title, "On livers");
    assert_eq!(document.text, "The liver is red.");
}

#[test]
fn rows_behind_a_quotation_mark_that_is_not_closed_are_not_lost_without_a_word() {
    let (found, errors) = titles(
        "a.csv",
        "title,text\nOn livers,They are large.\nOn lungs,\"They are two\nOn spleens,It is soft.\n",
    );
    assert_eq!(found, ["On livers"]);
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(
        errors[0].starts_with("record 2 (line 3): a table that cannot be read: a quotation mark"),
        "{errors:?}"
    );
    // Closed ones, at the end of a file with and without an end of its last line, lose nothing.
    for end in ["", "\n", "\r\n\r\n"] {
        let (found, errors) = titles(
            "b.csv",
            format!(
                "title,text\nOn livers,\"They \"\"are\"\"\nlarge.\"\nOn lungs,\"Two, in all.\"{end}"
            ),
        );
        assert_eq!((found.len(), errors.len()), (2, 0), "{errors:?}");
    }
}

#[test]
fn sheets_behind_the_one_that_is_read_are_told() {
    let row = |cells: [&str; 2]| {
        let cells = cells.map(|cell| format!("<t:table-cell><t:p>{cell}</t:p></t:table-cell>"));
        format!("<t:table-row>{}</t:table-row>", cells.concat())
    };
    let sheet = |name: &str, head: [&str; 2], title: &str| {
        let rows = row(head) + &row([title, "It is red."]);
        format!("<t:table t:name='{name}'>{rows}</t:table>")
    };
    let content = format!(
        "<t:content xmlns:t='t'>{}{}{}</t:content>",
        sheet("2019", ["title", "text"], "On livers"),
        sheet("Words", ["what", "why"], "Liver"),
        sheet("2020", ["title", "text"], "On spleens"),
    );
    let mimetype = "application/vnd.oasis.opendocument.spreadsheet";
    let ods = package(&[("mimetype", mimetype), ("content.xml", &content)]);
    let cell = |at: &str, words: &str| {
        format!("<c r=\"{at}\" t=\"inlineStr\"><is><t>{words}</t></is></c>")
    };
    let space = "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"";
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let sheet = |head: [&str; 2], title: &str| {
        format!(
            "<worksheet {space}><sheetData><row r=\"1\">{}{}</row><row r=\"2\">{}{}</row></sheetData></worksheet>",
            cell("A1", head[0]),
            cell("B1", head[1]),
            cell("A2", title),
            cell("B2", "It is red."),
        )
    };
    let names = [(1, "2019"), (2, "Words"), (3, "2020")];
    let sheets =
        names.map(|(n, name)| format!("<sheet name=\"{name}\" sheetId=\"{n}\" r:id=\"r{n}\"/>"));
    let relations = names.map(|(n, _)| {
        format!(
            "<Relationship Id=\"r{n}\" Type=\"{office}/worksheet\" Target=\"worksheets/s{n}.xml\"/>"
        )
    });
    let workbook = format!(
        "<workbook {space} xmlns:r=\"{office}\"><sheets>{}</sheets></workbook>",
        sheets.concat()
    );
    let related = |all: &str| {
        let space = "http://schemas.openxmlformats.org/package/2006/relationships";
        format!("<Relationships xmlns=\"{space}\">{all}</Relationships>")
    };
    let of_package = related(&format!(
        "<Relationship Id=\"r0\" Type=\"{office}/officeDocument\" Target=\"xl/workbook.xml\"/>"
    ));
    let relations = related(&relations.concat());
    let xlsx = package(&[
        ("xl/workbook.xml", &workbook),
        ("_rels/.rels", &of_package),
        ("xl/_rels/workbook.xml.rels", &relations),
        (
            "xl/worksheets/s1.xml",
            &sheet(["title", "text"], "On livers"),
        ),
        ("xl/worksheets/s2.xml", &sheet(["what", "why"], "Liver")),
        (
            "xl/worksheets/s3.xml",
            &sheet(["title", "text"], "On spleens"),
        ),
    ]);
    for (name, content) in [("a.ods", ods), ("a.xlsx", xlsx)] {
        let (found, errors) = titles(name, content);
        assert_eq!(found, ["On livers"], "{name}");
        assert_eq!(errors.len(), 1, "{name}: {errors:?}");
        assert!(
            errors[0].contains("its sheet “2020” is not read"),
            "{errors:?}"
        );
    }
}

#[test]
fn each_part_of_an_abstract_in_ris_is_read() {
    let document = only(
        "a.ris",
        "TY  - JOUR\nTI  - On livers\nAB  - AIM: To see.\nAB  - RESULTS: The liver is red.\nER  - \n",
    );
    assert_eq!(document.text, "AIM: To see.\nRESULTS: The liver is red.");
}

/// A TAR archive of files, by their names.
fn tar(files: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = tar::Builder::new(Vec::new());
    for (name, content) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        let appended = archive.append_data(&mut header, name, content.as_bytes());
        appended.expect("memory");
    }
    archive.into_inner().expect("memory")
}

#[test]
fn a_file_that_its_archive_does_not_have_whole_is_no_document() {
    let text = "The liver lies on the right. ".repeat(100);
    let whole = tar(&[("a.txt", "On lungs\n\nThey are two."), ("b.txt", &text)]);
    let (found, errors) = titles("a.tar", &whole);
    assert_eq!((found.len(), errors.len()), (2, 0), "{errors:?}");
    let (found, errors) = titles("a.tar", &whole[..512 + 512 + 512 + 1000]);
    assert_eq!(found, ["On lungs"]);
    assert_eq!(
        errors,
        [
            ": cannot be read: the archive ends within a file",
            ": a damaged or foreign archive: the archive ends within a file"
        ]
    );
}

#[test]
fn a_name_without_end_in_an_archive_is_refused() {
    let long = vec![b'a'; 3 << 20];
    let mut archive = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::GNULongName);
    header.set_size(long.len() as u64);
    header.set_cksum();
    archive.append(&header, &long[..]).expect("memory");
    let message = {
        let files = Files::new();
        refused(files.write("a.tar", archive.into_inner().expect("memory")))
    };
    assert!(message.contains("longer than 1 MiB"), "{message}");
    // A name of some length, a large file of another kind and a file behind it are read as ever.
    let name = format!("{}.txt", "livers ".repeat(60).trim_end());
    let film = "x".repeat(3 << 20);
    let (found, errors) = titles(
        "b.tar",
        tar(&[("film.mp4", &film), (&name, "On livers\n\nThey are large.")]),
    );
    assert_eq!((found, errors), (vec!["On livers".to_owned()], vec![]));
}

/// A book whose spine has these parts, with files of these names and contents.
fn book(parts: &[&str], files: &[(&str, &str)]) -> Vec<u8> {
    let items = parts.iter().enumerate();
    let items: String = items
        .map(|(n, href)| format!("<item id='i{n}' href='{href}'/>"))
        .collect();
    let spine: String = (0..parts.len())
        .map(|n| format!("<itemref idref='i{n}'/>"))
        .collect();
    let list = format!(
        "<package><metadata><title>On organs</title></metadata><manifest>{items}</manifest><spine>{spine}</spine></package>"
    );
    let container =
        "<container><rootfiles><rootfile full-path='OPS/a.opf'/></rootfiles></container>";
    let mut all: Vec<(&str, &str)> = vec![
        ("mimetype", "application/epub+zip"),
        ("META-INF/container.xml", container),
        ("OPS/a.opf", list.as_str()),
    ];
    all.extend_from_slice(files);
    package(&all)
}

#[test]
fn parts_of_a_book_are_found_by_their_addresses_and_those_that_are_lost_are_told() {
    let content = book(
        &[
            "1%20The%20liver%20%28%C3%A9%29.xhtml",
            "50%25.xhtml",
            "a%41.xhtml",
            "gone.xhtml",
        ],
        &[
            (
                "OPS/1 The liver (é).xhtml",
                "<html><body><p>The liver.</p></body></html>",
            ),
            (
                "OPS/50%.xhtml",
                "<html><body><p>The lung.</p></body></html>",
            ),
            (
                "OPS/a%41.xhtml",
                "<html><body><p>The spleen.</p></body></html>",
            ),
        ],
    );
    let document = only("a.epub", content);
    assert_eq!(document.text, "The liver.\n\nThe lung.\n\nThe spleen.");
    assert_eq!(document.warnings, ["gone.xhtml is not there"]);
}

#[test]
fn texts_that_are_encrypted_are_refused_as_such() {
    let encryption = |name: &str| {
        format!(
            "<encryption><EncryptedData><CipherData><CipherReference URI='OPS/{name}'/></CipherData></EncryptedData></encryption>"
        )
    };
    let text = "<html><body><p>The liver.</p></body></html>";
    let with = |name: &str| {
        book(
            &["a.xhtml"],
            &[
                ("META-INF/encryption.xml", &encryption(name)),
                ("OPS/a.xhtml", text),
            ],
        )
    };
    let files = Files::new();
    let message = refused(files.write("a.epub", with("a.xhtml")));
    assert!(
        message.ends_with("its text is encrypted, and cannot be read without the key"),
        "{message}"
    );
    // Fonts are, in many books.
    assert_eq!(only("b.epub", with("font.otf")).text, "The liver.");
    let manifest =
        "<manifest><file-entry full-path='content.xml'><encryption-data/></file-entry></manifest>";
    let text = package(&[
        ("mimetype", "application/vnd.oasis.opendocument.text"),
        ("content.xml", "\u{1}\u{2} no XML"),
        ("META-INF/manifest.xml", manifest),
    ]);
    let message = refused(files.write("c.odt", text));
    assert!(message.contains("its text is encrypted"), "{message}");
}

#[test]
fn text_boxes_and_footnotes_of_a_text_with_references_are_read() {
    let paragraph = |words: &str| format!("<w:p><w:r><w:t>{words}</w:t></w:r></w:p>");
    let text_box = |words: &str| {
        let content = format!("<w:txbxContent>{}</w:txbxContent>", paragraph(words));
        format!(
            "<mc:AlternateContent><mc:Choice><w:drawing><wps:txbx>{content}</wps:txbx></w:drawing></mc:Choice>\
             <mc:Fallback><w:pict><v:textbox>{content}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent>"
        )
    };
    let spaces = "xmlns:w='w' xmlns:mc='mc' xmlns:wps='wps' xmlns:v='v'";
    let body = format!(
        "<w:document {spaces}><w:body>{}<w:p><w:r><w:t>The liver </w:t></w:r><w:r>{}</w:r><w:r><w:t>is red.</w:t></w:r></w:p>\
         <w:p><w:r><w:pict><v:textbox><w:txbxContent>{}</w:txbxContent></v:textbox></w:pict></w:r></w:p>{}{}</w:body></w:document>",
        paragraph("On livers"),
        text_box("It is soft."),
        paragraph("An old box."),
        paragraph("References"),
        paragraph("1. Lee A. Livers."),
    );
    let notes = format!(
        "<w:footnotes {spaces}><w:footnote>{}</w:footnote></w:footnotes>",
        paragraph("It is large.")
    );
    let document = only(
        "a.docx",
        package(&[("word/document.xml", &body), ("word/footnotes.xml", &notes)]),
    );
    assert_eq!(document.title, "On livers");
    assert_eq!(
        document.text,
        "The liver is red.\n\nIt is soft.\n\nAn old box.\n\nIt is large."
    );
    let content = "<content xmlns:t='t'><t:body><t:p>On livers</t:p>\
        <t:p>The liver<t:note><t:note-body><t:p>It is large.</t:p></t:note-body></t:note> is red.</t:p>\
        <t:p>References</t:p><t:p>1. Lee A. Livers.</t:p></t:body></content>";
    let document = only(
        "b.odt",
        package(&[
            ("mimetype", "application/vnd.oasis.opendocument.text"),
            ("content.xml", content),
        ]),
    );
    assert_eq!(document.text, "The liver is red.\n\nIt is large.");
}
