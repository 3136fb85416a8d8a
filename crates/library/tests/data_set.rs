//! Data sets: written, grounded from a stream, and read in place as a library.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::ask::{answers, documents};
use common::documents::{document, grounding};
use grounding::Grounding;
use library::{
    DataSetWriter, Document, ExportFormat, Ground, Library, LibraryError, ReadOnly, ground_stream,
};

fn write(path: &Path, documents: &[(Document, Grounding)]) {
    let mut writer = DataSetWriter::new(fs::File::create(path).expect("a file")).expect("begun");
    for (document, grounding) in documents {
        writer.add(document, grounding).expect("written");
    }
    writer.finish().expect("finished");
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn open(&self, name: &str) -> Result<Library, LibraryError> {
        Library::open_in_place(self.at(name), self.at("indexes"))
    }
}

#[test]
fn a_data_set_answers_as_the_library_that_it_was_written_from() {
    let folder = Folder::new();
    let mut library = Library::create(folder.at("a.atlas")).expect("a library");
    library.add(&documents(0, 300)).expect("added");
    let mut out = Vec::new();
    library
        .export(ExportFormat::Parquet, None, &mut out)
        .expect("exported");
    fs::write(folder.at("a.parquet"), out).expect("written");
    assert!(Library::is_data_set(folder.at("a.parquet")));
    let set = folder.open("a.parquet").expect("a data set");
    assert_eq!(set.read_only(), Some(ReadOnly::InPlace));
    assert_eq!(answers(&set), answers(&library));
    // Opened again it is there at once, and the same.
    drop(set);
    let set = folder.open("a.parquet").expect("a data set");
    assert_eq!(answers(&set), answers(&library));
    for n in [0, 1, 63, 64, 150, 299] {
        let id = format!("d{n}");
        let (own, other) = (library.get(&id), set.get(&id));
        let (own, other) = (own.expect("whole"), other.expect("whole"));
        assert_eq!(other.expect("there"), own.expect("there"), "{id}");
    }
    assert!(set.get_by_key(301).expect("readable").is_none());
    assert_eq!(
        set.embeddings().expect("readable"),
        library.embeddings().expect("readable")
    );
    let report = set.check();
    assert!(report.is_sound());
    assert_eq!(report.whole, 300);
}

#[test]
fn the_files_of_a_folder_are_one_and_what_is_unfinished_is_passed_over() {
    let folder = Folder::new();
    fs::create_dir(folder.at("set")).expect("a folder");
    write(&folder.at("set/part-1.parquet"), &documents(0, 70));
    write(&folder.at("set/part-2.parquet"), &documents(70, 5));
    for name in ["_temporary.parquet", ".part-1.parquet.crc", "_SUCCESS"] {
        fs::write(folder.at("set").join(name), "PAR1").expect("a file");
    }
    let set = folder.open("set").expect("a data set");
    assert_eq!(set.len().expect("readable"), 75);
    let last = set.get_by_key(75).expect("readable").expect("there");
    assert_eq!(last.document.id, "d74");
    // Another file makes it another data set.
    drop(set);
    write(&folder.at("set/part-3.parquet"), &documents(75, 3));
    let set = folder.open("set").expect("a data set");
    assert_eq!(set.len().expect("readable"), 78);
    assert_eq!(set.matching("part 77", 5).expect("found"), [78]);
    // Ids that are there twice are told.
    drop(set);
    write(&folder.at("set/part-4.parquet"), &documents(3, 2));
    let set = folder.open("set").expect("a data set");
    assert_eq!(set.len().expect("readable"), 78);
    let told = set.problems().expect("readable");
    let places: Vec<&str> = told.iter().map(|told| told.place.as_str()).collect();
    assert_eq!(places, ["part-4.parquet, row 1", "part-4.parquet, row 2"]);
    assert!(told[0].reason.contains("d3"), "{}", told[0].reason);
}

#[test]
fn it_is_read_and_not_changed() {
    let folder = Folder::new();
    write(&folder.at("a.parquet"), &documents(0, 3));
    let before = fs::read(folder.at("a.parquet")).expect("readable");
    let mut set = folder.open("a.parquet").expect("a data set");
    while set.make_ready().expect("readable") {}
    assert!(!set.knows_meanings() && set.leaves_out_meanings().expect("readable"));
    let refused = set.add(&documents(5, 1)).expect_err("it is in place");
    assert!(
        matches!(
            &refused,
            LibraryError::ReadOnly {
                why: ReadOnly::InPlace,
                ..
            }
        ),
        "{refused}"
    );
    let refused = set.backup_to(&folder.at("b.atlas")).expect_err("no file");
    assert!(refused.to_string().contains("import it"), "{refused}");
    let refused = set.duplicate_groups(&|| true).expect_err("no texts");
    assert!(matches!(refused, LibraryError::InPlace { .. }), "{refused}");
    drop(set);
    assert_eq!(fs::read(folder.at("a.parquet")).expect("readable"), before);
    // Without its index it is the same: that can be deleted at any time.
    fs::remove_dir_all(folder.at("indexes")).expect("removed");
    assert_eq!(
        folder
            .open("a.parquet")
            .expect("opened")
            .len()
            .expect("readable"),
        3
    );
}

#[test]
fn what_is_no_data_set_is_said_to_be_none() {
    let folder = Folder::new();
    fs::create_dir(folder.at("empty")).expect("a folder");
    assert!(!Library::is_data_set(folder.at("empty")));
    fs::write(folder.at("cut.parquet"), "PAR1 and nothing more").expect("written");
    assert!(!Library::is_data_set(folder.at("cut.parquet")));
    let refused = folder.open("cut.parquet").err().expect("it is cut");
    let words = refused.to_string();
    assert!(words.contains("cut.parquet"), "{words}");
}

/// Bytes that were flipped, or cut off, end in a message or in documents, and in nothing else.
#[test]
fn a_damaged_data_set_ends_in_a_message() {
    let folder = Folder::new();
    write(&folder.at("a.parquet"), &documents(0, 100));
    let whole = fs::read(folder.at("a.parquet")).expect("readable");
    let (mut opened, mut refused) = (0, 0);
    for n in 0..150 {
        let mut bytes = whole.clone();
        let at = (n * 7_919 + 11) % bytes.len();
        match n % 3 {
            0 => bytes.truncate(at),
            _ => bytes[at] ^= 1 << (n % 8),
        }
        fs::write(folder.at("a.parquet"), &bytes).expect("written");
        let _ = fs::remove_dir_all(folder.at("indexes"));
        match folder.open("a.parquet") {
            Ok(set) => {
                opened += 1;
                let _ = set.matching("lobes", 5);
                for key in set.keys().expect("readable") {
                    let _ = set.get_by_key(key);
                }
                let _ = set.check();
            }
            Err(error) => {
                refused += 1;
                assert!(error.to_string().contains("a.parquet"), "{error}");
            }
        }
    }
    assert!(opened > 0 && refused > 0, "{opened} {refused}");
}

/// The files of the index, by their endings.
fn indexes(folder: &Folder) -> [PathBuf; 2] {
    ["index", "words"].map(|ending| {
        let entries = fs::read_dir(folder.at("indexes")).expect("readable");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        let mut own = paths.filter(|path| path.extension().is_some_and(|own| own == ending));
        let path = own.next().expect("there is one");
        assert_eq!(own.next(), None, "there is one");
        path
    })
}

#[test]
fn a_damaged_index_is_made_anew_and_a_sound_one_is_left_alone() {
    let folder = Folder::new();
    write(&folder.at("a.parquet"), &documents(0, 120));
    let open = || {
        let set = folder.open("a.parquet").expect("a data set");
        (answers(&set), set.matching("part 77", 5).expect("found"))
    };
    let sound = open();
    for path in indexes(&folder) {
        let bytes = fs::read(&path).expect("readable");
        for n in 0..24 {
            let mut damaged = bytes.clone();
            let at = (n * 104_729 + 17) % bytes.len();
            match n % 4 {
                0 => damaged.truncate(at),
                1 => damaged[at] ^= 1 << (n % 8),
                2 => {
                    let page = at / 4096 * 4096;
                    damaged[page..page + 4096].fill(0x5a);
                }
                _ => damaged.extend(b"more"),
            }
            fs::write(&path, &damaged).expect("written");
            assert_eq!(open(), sound, "damage {n} of {}", path.display());
            let now = fs::read(&path).expect("there");
            assert!(now != damaged, "damage {n} is left");
        }
    }
    // A mark that only the same file still has.
    let [index, words] = indexes(&folder);
    let written = |path: &PathBuf| {
        let there = path.metadata().expect("there");
        there.modified().expect("the system tells")
    };
    let before = (written(&index), written(&words));
    assert_eq!(open(), sound);
    assert_eq!((written(&index), written(&words)), before, "not made again");
    // The check looks through them, whatever their size.
    let set = folder.open("a.parquet").expect("a data set");
    assert!(set.check().is_sound());
    let mut damaged = fs::read(&index).expect("readable");
    let last = damaged.len() - 1;
    damaged[last] ^= 1;
    fs::write(&index, damaged).expect("written");
    let report = set.check();
    assert_eq!(report.faults[0].place, "the index", "{report:?}");
    drop(set);
    assert_eq!(open(), sound);
}

/// Places all but what begins with a certain word.
struct Choosy;

impl Ground for Choosy {
    fn ground(&self, documents: Vec<Document>) -> Vec<(Document, Result<Grounding, String>)> {
        let place = |document: Document| match document.title.starts_with("Odd") {
            true => (document, Err("it is odd".to_owned())),
            false => (document, Ok(grounding([1.0, 2.0, 3.0], &[("liver", 0.9)]))),
        };
        documents.into_iter().map(place).collect()
    }
}

#[test]
fn a_stream_comes_back_row_for_row_and_what_is_refused_says_why() {
    use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
    use arrow_ipc::{reader::StreamReader, writer::StreamWriter};
    use std::sync::Arc;

    let text = |values: &[Option<&str>]| Arc::new(StringArray::from(values.to_vec())) as ArrayRef;
    let batch = RecordBatch::try_from_iter_with_nullable([
        (
            "id",
            text(&[Some("a"), None, Some("c"), Some("a d"), None]),
            true,
        ),
        (
            "title",
            text(&[
                Some("One"),
                None,
                Some("Odd one"),
                Some("Two"),
                Some("Three"),
            ]),
            true,
        ),
        (
            "text",
            text(&[Some("Liver."), None, Some("x"), None, Some("y")]),
            true,
        ),
        (
            "year",
            Arc::new(Int64Array::from(vec![
                Some(2001),
                None,
                None,
                Some(7),
                None,
            ])) as ArrayRef,
            true,
        ),
    ])
    .expect("a batch");
    let mut input = Vec::new();
    let mut writer = StreamWriter::try_new(&mut input, &batch.schema()).expect("begun");
    writer.write(&batch).expect("written");
    writer.write(&batch.slice(0, 0)).expect("written");
    writer.write(&batch.slice(3, 2)).expect("written");
    writer.finish().expect("finished");
    let mut output = Vec::new();
    let refused = ground_stream(&input[..], &mut output, &Choosy).expect("placed");
    assert_eq!(refused, 2);
    let batches: Vec<RecordBatch> = StreamReader::try_new(&output[..], None)
        .expect("a stream")
        .map(|batch| batch.expect("whole"))
        .collect();
    let rows: Vec<usize> = batches.iter().map(RecordBatch::num_rows).collect();
    assert_eq!(rows, [5, 0, 2]);
    let column = |name: &str| {
        let column = batches[0].column_by_name(name).expect("a column");
        column.as_any().downcast_ref::<StringArray>().cloned()
    };
    let of = |name: &str| {
        column(name)
            .expect("texts")
            .iter()
            .map(|v| v.map(str::to_owned))
            .collect::<Vec<_>>()
    };
    let ids = of("id");
    assert_eq!(ids[0].as_deref(), Some("a"));
    // One without an id has one of its own, the same however often it comes.
    assert_ne!(ids[1], ids[4]);
    let again = batches[2].column_by_name("id").expect("a column");
    let again = again.as_any().downcast_ref::<StringArray>().expect("texts");
    assert_eq!(Some(again.value(1)), ids[4].as_deref());
    assert_eq!(
        of("error"),
        [
            None,
            Some("neither title nor text".into()),
            Some("it is odd".into()),
            None,
            None
        ]
    );
    assert_eq!(of("structure")[..3], [Some("liver".into()), None, None]);
    // What is no stream is said to be none.
    let error = ground_stream(&b"{\"id\": 1}"[..], Vec::new(), &Choosy).expect_err("no stream");
    assert!(error.to_string().contains("Arrow"), "{error}");
    let cut = &input[..input.len() / 2];
    ground_stream(cut, Vec::new(), &Choosy).expect_err("it breaks off");
}

/// What a data set says of a document goes with it into a library; the columns alone will do where it says no more.
#[test]
fn rows_are_read_with_their_places() {
    let folder = Folder::new();
    let mut all = documents(0, 20);
    for (document, place) in &mut all {
        let own = &mut place.sentences[1];
        document.text[own.start..own.end].clone_into(&mut own.text);
    }
    // Of one the text was changed afterwards: that is to be placed anew.
    all[5].0.text = all[5].0.text.replace("lobes", "veins");
    write(&folder.at("a.parquet"), &all);
    let (read, errors) = common::read(&[folder.at("a.parquet")]);
    assert!(errors.is_empty(), "{errors:?}");
    assert_eq!(read.len(), 20);
    for (n, (read, (document, place))) in read.into_iter().zip(all).enumerate() {
        if n == 5 {
            assert_eq!(read.placed, None);
            continue;
        }
        let placed = *read.placed.expect("it has a place");
        assert_eq!(
            (placed.point_mm, &placed.structure),
            (place.point_mm, &place.structure)
        );
        assert_eq!(placed.sentences, place.sentences);
        assert_eq!(
            (read.id, read.title, read.text),
            (document.id, document.title, document.text)
        );
        assert_eq!(read.marks, document.marks);
    }
}

#[test]
fn a_document_whose_id_is_a_plain_one_needs_no_more_than_a_point() {
    let (document, place) = (
        document("a", "On stones"),
        grounding([1.0, 2.0, 3.0], &[("spleen", 0.5)]),
    );
    let folder = Folder::new();
    write(
        &folder.at("a.parquet"),
        &[(document.clone(), place.clone())],
    );
    let set = folder.open("a.parquet").expect("a data set");
    let stored = set.get("a").expect("readable").expect("there");
    assert_eq!((stored.document, stored.grounding), (document, place));
}

/// Another program's table of places, with no more than it must have, in other types than ours.
#[test]
fn a_table_of_points_alone_is_a_data_set() {
    use arrow_array::{ArrayRef, Float64Array, Int64Array, RecordBatch, StringArray};
    use std::sync::Arc;

    let texts = |values: [&str; 2]| Arc::new(StringArray::from(values.to_vec())) as ArrayRef;
    let floats = |values: [f64; 2]| Arc::new(Float64Array::from(values.to_vec())) as ArrayRef;
    let batch = RecordBatch::try_from_iter([
        ("id", texts(["a", "b"])),
        ("title", texts(["On stones", "On the spleen"])),
        (
            "year",
            Arc::new(Int64Array::from(vec![1999, 2001])) as ArrayRef,
        ),
        ("x_mm", floats([1.5, f64::NAN])),
        ("y_mm", floats([2.5, 0.0])),
        ("z_mm", floats([3.5, 0.0])),
        ("structure", texts(["spleen", "spleen"])),
    ])
    .expect("a batch");
    let folder = Folder::new();
    write_columns(&folder.at("a.parquet"), &batch);
    let set = folder.open("a.parquet").expect("a data set");
    let stored = set.get("a").expect("readable").expect("there");
    assert_eq!(stored.grounding.point_mm, [1.5, 2.5, 3.5]);
    assert_eq!(stored.document.year, Some(1999));
    assert_eq!(set.len().expect("readable"), 1);
    let told = set.problems().expect("readable");
    assert_eq!(told[0].reason, "it has no place");
    assert_eq!(set.matching("stones", 5).expect("found"), [1]);
}

/// What `batch` holds, as a file.
fn write_columns(path: &Path, batch: &arrow_array::RecordBatch) {
    let file = fs::File::create(path).expect("a file");
    let writer = parquet::arrow::ArrowWriter::try_new(file, batch.schema(), None);
    let mut writer = writer.expect("begun");
    writer.write(batch).expect("written");
    writer.close().expect("closed");
}

/// A table that went through a data frame: years of floats, identifiers that became numbers, a grounding that is missing or cannot be read.
#[test]
fn what_other_programs_made_of_the_columns_is_understood() {
    use arrow_array::{ArrayRef, Float32Array, Float64Array, Int64Array, RecordBatch, StringArray};
    use std::sync::Arc;

    let texts =
        |values: [Option<&str>; 3]| Arc::new(StringArray::from(values.to_vec())) as ArrayRef;
    let floats = || Arc::new(Float32Array::from(vec![1.0, 2.0, 3.0])) as ArrayRef;
    let years = Float64Array::from(vec![Some(1999.0), None, Some(2001.5)]);
    let batch = RecordBatch::try_from_iter_with_nullable([
        ("id", texts([Some("a"), Some("b"), Some("c")]), true),
        (
            "title",
            texts([Some("One"), Some("Two"), Some("Three")]),
            true,
        ),
        ("year", Arc::new(years) as ArrayRef, true),
        (
            "pmid",
            Arc::new(Int64Array::from(vec![12, 13, 14])) as ArrayRef,
            true,
        ),
        (
            "volume",
            Arc::new(Int64Array::from(vec![7, 8, 9])) as ArrayRef,
            true,
        ),
        ("x_mm", floats(), true),
        ("y_mm", floats(), true),
        ("z_mm", floats(), true),
        (
            "structure",
            texts([Some("liver"), Some("spleen"), None]),
            true,
        ),
        ("grounding", texts([None, Some("{\"point"), None]), true),
    ])
    .expect("a batch");
    let folder = Folder::new();
    write_columns(&folder.at("a.parquet"), &batch);
    let set = folder.open("a.parquet").expect("a data set");
    let stored = set.get("a").expect("readable").expect("there");
    let document = &stored.document;
    assert_eq!(
        (document.year, document.pmid.as_deref()),
        (Some(1999), Some("12"))
    );
    assert_eq!(document.details.volume.as_deref(), Some("7"));
    assert_eq!(stored.grounding.structure, "liver");
    let stored = set.get("b").expect("readable").expect("there");
    assert_eq!(
        (stored.grounding.point_mm, &*stored.grounding.structure),
        ([2.0; 3], "spleen")
    );
    // A year that is none is told, and so is what has no structure; what cannot be read, by a check.
    assert_eq!(set.len().expect("readable"), 2);
    let told: Vec<String> = set
        .problems()
        .expect("readable")
        .into_iter()
        .map(|p| p.place)
        .collect();
    assert_eq!(told, ["a.parquet, row 3"]);
    assert!(!set.check().is_sound());
    // What is not among the documents is not found by its words either.
    assert!(set.matching("Three", 5).expect("found").is_empty());
}

/// A record that had no text when its data set was made is refused with that reason, and not taken for a text by its made-up title.
#[test]
fn a_row_that_says_that_it_has_no_text_is_refused() {
    use arrow_array::{ArrayRef, Float32Array, RecordBatch, StringArray};
    use std::sync::Arc;

    let texts =
        |values: [Option<&str>; 2]| Arc::new(StringArray::from(values.to_vec())) as ArrayRef;
    let floats = || Arc::new(Float32Array::from(vec![None, None])) as ArrayRef;
    let batch = RecordBatch::try_from_iter_with_nullable([
        ("id", texts([Some("record 1"), Some("b")]), true),
        ("title", texts([Some("record 1"), Some("On stones")]), true),
        (
            "text",
            texts([None, Some("A stone in the left kidney.")]),
            true,
        ),
        ("x_mm", floats(), true),
        ("y_mm", floats(), true),
        ("z_mm", floats(), true),
        ("structure", texts([None, None]), true),
        ("grounding", texts([None, None]), true),
        (
            "error",
            texts([Some("neither title nor text"), Some("out of memory")]),
            true,
        ),
    ])
    .expect("a batch");
    let folder = Folder::new();
    write_columns(&folder.at("a.parquet"), &batch);
    let (read, errors) = common::read(&[folder.at("a.parquet")]);
    assert_eq!(read.len(), 1);
    assert_eq!((&*read[0].id, &read[0].placed), ("b", &None));
    assert_eq!(errors.len(), 1);
    assert!(
        errors[0].to_string().contains("neither title nor text"),
        "{}",
        errors[0]
    );
}

/// A file that is written anew under an open window is told, and not read as if it were the one before.
#[test]
fn a_file_that_has_changed_is_said_to_have() {
    let folder = Folder::new();
    write(&folder.at("a.parquet"), &documents(0, 30));
    let mut set = folder.open("a.parquet").expect("a data set");
    assert_eq!(
        set.outside().expect("looked at"),
        library::Outside::Untouched
    );
    write(&folder.at("a.parquet"), &documents(100, 40));
    let refused = set.get_by_key(3).expect_err("it is another file");
    assert!(
        refused.to_string().contains("open the data set again"),
        "{refused}"
    );
    assert_eq!(set.outside().expect("looked at"), library::Outside::Gone);
    let again = folder.open("a.parquet").expect("a data set");
    assert_eq!(again.len().expect("readable"), 40);
    assert_eq!(again.matching("part 139", 5).expect("found"), [40]);
}
