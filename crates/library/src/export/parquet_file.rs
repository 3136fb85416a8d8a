//! Parquet for data frames: a row for each document, lists as lists, what is not stated as null.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use grounding::Evidence;
use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, FloatType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::parser::parse_message_type;

use super::points::COORDINATES;
use super::{Exported, Exporter};
use crate::marks::Placement;
use crate::store::best_p;

/// Documents of a row group, at most.
const ROWS: usize = 4096;
/// Bytes of text of a row group, at most, but for one document.
const BYTES: usize = 32 << 20;

/// What a column holds.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    OptionalText,
    Texts,
    OptionalInt,
    Truth,
    Long,
    Float,
    Evidence,
}

/// The columns, in order.
const COLUMNS: [(&str, Kind); 50] = [
    ("id", Kind::Text),
    ("title", Kind::Text),
    ("text", Kind::Text),
    ("authors", Kind::Texts),
    ("year", Kind::OptionalInt),
    ("journal", Kind::OptionalText),
    ("doi", Kind::OptionalText),
    ("pmid", Kind::OptionalText),
    ("url", Kind::OptionalText),
    ("kind", Kind::OptionalText),
    ("mesh", Kind::Texts),
    ("keywords", Kind::Texts),
    ("volume", Kind::OptionalText),
    ("issue", Kind::OptionalText),
    ("pages", Kind::OptionalText),
    ("page_count", Kind::OptionalText),
    ("journal_short", Kind::OptionalText),
    ("series", Kind::OptionalText),
    ("edition", Kind::OptionalText),
    ("publisher", Kind::OptionalText),
    ("place", Kind::OptionalText),
    ("date", Kind::OptionalText),
    ("language", Kind::OptionalText),
    ("issn", Kind::OptionalText),
    ("isbn", Kind::OptionalText),
    ("pmcid", Kind::OptionalText),
    ("editors", Kind::Texts),
    ("files", Kind::Texts),
    ("tags", Kind::Texts),
    ("collections", Kind::Texts),
    ("note", Kind::OptionalText),
    ("stars", Kind::OptionalInt),
    ("read", Kind::Truth),
    ("placement", Kind::OptionalText),
    ("collection", Kind::OptionalText),
    ("group", Kind::OptionalText),
    ("labels", Kind::OptionalText),
    ("source_path", Kind::Text),
    ("source_record", Kind::Long),
    ("x_mm", Kind::Float),
    ("y_mm", Kind::Float),
    ("z_mm", Kind::Float),
    ("structure", Kind::Text),
    ("distance_mm", Kind::Float),
    ("p", Kind::Float),
    ("outside_p", Kind::Float),
    ("structures", Kind::Evidence),
    ("elsewhere", Kind::Evidence),
    ("model", Kind::Text),
    ("engine", Kind::Text),
];

/// The values of a leaf of the schema, with the levels that say where lists begin and what is absent.
#[derive(Default)]
struct Leaf {
    texts: Vec<ByteArray>,
    ints: Vec<i32>,
    truths: Vec<bool>,
    longs: Vec<i64>,
    floats: Vec<f32>,
    definition: Vec<i16>,
    repetition: Vec<i16>,
}

impl Leaf {
    /// A value that may be absent: its level.
    fn optional(&mut self, there: bool) {
        self.definition.push(i16::from(there));
    }

    /// A list of so many values: their levels.
    fn list(&mut self, length: usize) {
        let levels = length.max(1);
        self.definition
            .resize(self.definition.len() + levels, i16::from(length > 0));
        self.repetition.push(0);
        self.repetition
            .resize(self.repetition.len() + levels - 1, 1);
    }

    fn text(&mut self, text: &str) {
        self.texts.push(ByteArray::from(text.as_bytes().to_vec()));
    }
}

/// Writes Parquet, a row group at a time.
#[derive(Default)]
pub(super) struct Table {
    writer: Option<SerializedFileWriter<Shared>>,
    /// What the writer has written and is not passed on yet.
    written: Shared,
    leaves: Vec<Leaf>,
    rows: usize,
    bytes: usize,
}

impl Exporter for Table {
    fn begin(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        let schema = parse_message_type(&schema()).map_err(failed)?;
        let meaning = KeyValue::new("coordinates".to_owned(), COORDINATES.to_owned());
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_key_value_metadata(Some(vec![meaning]))
            .build();
        let writer =
            SerializedFileWriter::new(self.written.clone(), Arc::new(schema), Arc::new(properties));
        self.writer = Some(writer.map_err(failed)?);
        self.leaves = leaves();
        Ok(())
    }

    fn document(&mut self, exported: &Exported<'_>, out: &mut dyn Write) -> io::Result<()> {
        self.bytes += exported.document().text.len();
        put(exported, &mut self.leaves);
        self.rows += 1;
        if self.rows >= ROWS || self.bytes >= BYTES {
            self.write_group(out)?;
        }
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.rows > 0 {
            self.write_group(out)?;
        }
        if let Some(writer) = self.writer.take() {
            writer.close().map_err(failed)?;
        }
        self.written.pass_on(out)
    }
}

impl Table {
    fn write_group(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let Some(writer) = &mut self.writer else {
            return Ok(());
        };
        let mut group = writer.next_row_group().map_err(failed)?;
        let mut kinds = COLUMNS.iter().flat_map(|(_, kind)| match kind {
            Kind::Evidence => vec![Kind::Texts, Kind::Evidence],
            kind => vec![*kind],
        });
        for leaf in std::mem::replace(&mut self.leaves, leaves()) {
            let (Some(kind), Some(mut column)) =
                (kinds.next(), group.next_column().map_err(failed)?)
            else {
                break;
            };
            write_leaf(kind, &leaf, &mut column).map_err(failed)?;
            column.close().map_err(failed)?;
        }
        group.close().map_err(failed)?;
        (self.rows, self.bytes) = (0, 0);
        self.written.pass_on(out)
    }
}

fn failed(error: ParquetError) -> io::Error {
    io::Error::other(error)
}

/// The schema in Parquet's own words.
fn schema() -> String {
    let list = |name: &str, element: &str| {
        format!("REQUIRED GROUP {name} (LIST) {{ REPEATED GROUP list {{ {element} }} }}")
    };
    let columns = COLUMNS.iter().map(|(name, kind)| match kind {
        Kind::Text => format!("REQUIRED BYTE_ARRAY {name} (STRING);"),
        Kind::OptionalText => format!("OPTIONAL BYTE_ARRAY {name} (STRING);"),
        Kind::Texts => list(name, "REQUIRED BYTE_ARRAY element (STRING);"),
        Kind::OptionalInt => format!("OPTIONAL INT32 {name};"),
        Kind::Truth => format!("REQUIRED BOOLEAN {name};"),
        Kind::Long => format!("REQUIRED INT64 {name};"),
        Kind::Float => format!("REQUIRED FLOAT {name};"),
        Kind::Evidence => list(
            name,
            "REQUIRED GROUP element { REQUIRED BYTE_ARRAY id (STRING); REQUIRED FLOAT p; }",
        ),
    });
    let columns: Vec<String> = columns.collect();
    format!("message document {{ {} }}", columns.join(" "))
}

/// Empty leaves for the columns.
fn leaves() -> Vec<Leaf> {
    let leaves = COLUMNS.iter().map(|(_, kind)| match kind {
        Kind::Evidence => 2,
        _ => 1,
    });
    (0..leaves.sum()).map(|_| Leaf::default()).collect()
}

/// Puts a document into the leaves, in the order of the columns.
fn put(exported: &Exported<'_>, leaves: &mut [Leaf]) {
    let (document, grounding) = (exported.document(), exported.grounding());
    let mut leaves = leaves.iter_mut();
    let mut next = |fill: &dyn Fn(&mut Leaf)| leaves.next().into_iter().for_each(fill);
    for text in [&document.id, &document.title, &document.text] {
        next(&|leaf| leaf.text(text));
    }
    let texts = |values: &[String]| {
        let values = values.to_vec();
        move |leaf: &mut Leaf| {
            leaf.list(values.len());
            values.iter().for_each(|value| leaf.text(value));
        }
    };
    let optional = |value: Option<&str>| {
        let value = value.map(str::to_owned);
        move |leaf: &mut Leaf| {
            leaf.optional(value.is_some());
            value.iter().for_each(|value| leaf.text(value));
        }
    };
    next(&texts(&document.authors));
    next(&|leaf| {
        leaf.optional(document.year.is_some());
        leaf.ints.extend(document.year);
    });
    for value in [
        &document.journal,
        &document.doi,
        &document.pmid,
        &document.url,
        &document.kind,
    ] {
        next(&optional(value.as_deref()));
    }
    next(&texts(&document.mesh));
    next(&texts(&document.keywords));
    let (details, marks) = (&document.details, &document.marks);
    for value in details.texts() {
        next(&optional(value.as_deref()));
    }
    for values in [
        &details.editors,
        &details.files,
        &marks.tags,
        &marks.collections,
    ] {
        next(&texts(values));
    }
    next(&optional(
        Some(&*marks.note).filter(|note| !note.is_empty()),
    ));
    let stars = (marks.stars > 0).then_some(i32::from(marks.stars));
    next(&|leaf| {
        leaf.optional(stars.is_some());
        leaf.ints.extend(stars);
    });
    next(&|leaf| leaf.truths.push(marks.read));
    next(&optional(marks.placement.map(Placement::name)));
    next(&optional(document.collection.as_deref()));
    next(&optional(document.group.as_deref()));
    let labels = document.labels.as_ref().map(ToString::to_string);
    next(&optional(labels.as_deref()));
    let path = document.source.path.to_string_lossy();
    next(&|leaf| leaf.text(&path));
    let record = i64::try_from(document.source.record).unwrap_or_default();
    next(&|leaf| leaf.longs.push(record));
    for value in grounding.point_mm {
        next(&|leaf| leaf.floats.push(value));
    }
    next(&|leaf| leaf.text(&grounding.structure));
    for value in [
        grounding.distance_mm,
        best_p(grounding),
        grounding.outside_p,
    ] {
        next(&|leaf| leaf.floats.push(value));
    }
    for evidence in [&grounding.structures, &grounding.elsewhere] {
        let of = |leaf: &mut Leaf, put: &dyn Fn(&mut Leaf, &Evidence)| {
            leaf.list(evidence.len());
            evidence.iter().for_each(|evidence| put(leaf, evidence));
        };
        next(&|leaf| of(leaf, &|leaf, evidence| leaf.text(&evidence.id)));
        next(&|leaf| of(leaf, &|leaf, evidence| leaf.floats.push(evidence.p)));
    }
    next(&|leaf| leaf.text(&grounding.model));
    next(&|leaf| leaf.text(&grounding.engine));
}

fn write_leaf(
    kind: Kind,
    leaf: &Leaf,
    column: &mut SerializedColumnWriter<'_>,
) -> Result<(), ParquetError> {
    let definition = Some(&leaf.definition[..]);
    let repetition = Some(&leaf.repetition[..]);
    match kind {
        Kind::Text => {
            let column = column.typed::<ByteArrayType>();
            column.write_batch(&leaf.texts, None, None)?;
        }
        Kind::OptionalText => {
            let column = column.typed::<ByteArrayType>();
            column.write_batch(&leaf.texts, definition, None)?;
        }
        Kind::Texts => {
            let column = column.typed::<ByteArrayType>();
            column.write_batch(&leaf.texts, definition, repetition)?;
        }
        Kind::OptionalInt => {
            let column = column.typed::<Int32Type>();
            column.write_batch(&leaf.ints, definition, None)?;
        }
        Kind::Truth => {
            let column = column.typed::<BoolType>();
            column.write_batch(&leaf.truths, None, None)?;
        }
        Kind::Long => {
            let column = column.typed::<Int64Type>();
            column.write_batch(&leaf.longs, None, None)?;
        }
        Kind::Float => {
            let column = column.typed::<FloatType>();
            column.write_batch(&leaf.floats, None, None)?;
        }
        Kind::Evidence => {
            let column = column.typed::<FloatType>();
            column.write_batch(&leaf.floats, definition, repetition)?;
        }
    }
    Ok(())
}

/// Bytes on their way: the writer wants something of its own to write to.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Shared {
    fn pass_on(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut bytes = self.0.lock().map_err(|_| io::ErrorKind::Other)?;
        out.write_all(&bytes)?;
        bytes.clear();
        Ok(())
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut held = self.0.lock().map_err(|_| io::ErrorKind::Other)?;
        held.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
