//! The columns of a data set (docs/data-sets.md), and what a row of them is.

use std::sync::Arc;

use arrow_schema::{DataType, Field, Fields, Schema};
use grounding::{Evidence, Grounding, SentenceGrounding};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::marks::Placement;
use crate::store::{best_p, scaled_vector, unscaled_vector};
use crate::{Details, Document, Marks, Source};

/// What a column holds.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    Texts,
    Int,
    Truth,
    Long,
    Float,
    Evidence,
    Sentences,
    Bytes,
}

/// The columns, in order. All but `id` and `title` may be null.
const COLUMNS: [(&str, Kind); 57] = [
    ("id", Kind::Text),
    ("title", Kind::Text),
    ("text", Kind::Text),
    ("authors", Kind::Texts),
    ("year", Kind::Int),
    ("journal", Kind::Text),
    ("doi", Kind::Text),
    ("pmid", Kind::Text),
    ("url", Kind::Text),
    ("kind", Kind::Text),
    ("mesh", Kind::Texts),
    ("keywords", Kind::Texts),
    ("volume", Kind::Text),
    ("issue", Kind::Text),
    ("pages", Kind::Text),
    ("page_count", Kind::Text),
    ("journal_short", Kind::Text),
    ("series", Kind::Text),
    ("edition", Kind::Text),
    ("publisher", Kind::Text),
    ("place", Kind::Text),
    ("date", Kind::Text),
    ("language", Kind::Text),
    ("issn", Kind::Text),
    ("isbn", Kind::Text),
    ("pmcid", Kind::Text),
    ("citation_key", Kind::Text),
    ("editors", Kind::Texts),
    ("files", Kind::Texts),
    ("tags", Kind::Texts),
    ("collections", Kind::Texts),
    ("note", Kind::Text),
    ("stars", Kind::Int),
    ("read", Kind::Truth),
    ("placement", Kind::Text),
    ("collection", Kind::Text),
    ("group", Kind::Text),
    ("labels", Kind::Text),
    ("source_path", Kind::Text),
    ("source_record", Kind::Long),
    ("source_line", Kind::Long),
    ("x_mm", Kind::Float),
    ("y_mm", Kind::Float),
    ("z_mm", Kind::Float),
    ("structure", Kind::Text),
    ("distance_mm", Kind::Float),
    ("p", Kind::Float),
    ("outside_p", Kind::Float),
    ("structures", Kind::Evidence),
    ("elsewhere", Kind::Evidence),
    ("sentences", Kind::Sentences),
    ("grounding", Kind::Text),
    ("embedding", Kind::Bytes),
    ("embedding_scale", Kind::Float),
    ("model", Kind::Text),
    ("engine", Kind::Text),
    ("error", Kind::Text),
];

/// Columns without which a table is no data set.
pub(crate) const PLACED: [&str; 6] = ["id", "title", "x_mm", "y_mm", "z_mm", "structure"];

/// Columns whose values are long and nearly all different: nothing is gained by keeping each once.
pub(super) const UNLIKE: [&str; 5] = ["id", "title", "text", "grounding", "embedding"];

/// Columns that an index is made of; `whole` when the rows carry whole groundings.
pub(crate) fn narrow(whole: bool) -> Vec<&'static str> {
    let names = COLUMNS.iter().map(|(name, _)| *name);
    let names = names.filter(|name| !DEEP.contains(name));
    names
        .filter(|name| !whole || *name != "elsewhere")
        .collect()
}

/// Columns that are read when a document is looked at. None of them is a list: of damaged ones the reader of one row can go on for ever (parquet
/// 60.1, `skip_records`), where that of all rows does not.
pub(super) const DEEP: [&str; 4] = ["text", "grounding", "embedding", "embedding_scale"];

/// The schema that is written.
pub(super) fn schema() -> Arc<Schema> {
    let list = |element: Field| DataType::List(Arc::new(element));
    let element = |kind: DataType| Field::new("element", kind, false);
    let group = |fields: &[(&str, DataType)]| {
        let fields = fields
            .iter()
            .map(|(name, kind)| Field::new(*name, kind.clone(), false));
        element(DataType::Struct(Fields::from_iter(fields)))
    };
    let fields = COLUMNS.iter().map(|(name, kind)| {
        let kind = match kind {
            Kind::Text => DataType::Utf8,
            Kind::Texts => list(element(DataType::Utf8)),
            Kind::Int => DataType::Int32,
            Kind::Truth => DataType::Boolean,
            Kind::Long => DataType::Int64,
            Kind::Float => DataType::Float32,
            Kind::Evidence => list(group(&[("id", DataType::Utf8), ("p", DataType::Float32)])),
            Kind::Sentences => list(group(&[
                ("start", DataType::Int32),
                ("end", DataType::Int32),
                ("x_mm", DataType::Float32),
                ("y_mm", DataType::Float32),
                ("z_mm", DataType::Float32),
                ("structure", DataType::Utf8),
                ("p", DataType::Float32),
            ])),
            Kind::Bytes => DataType::Binary,
        };
        Field::new(*name, kind, !["id", "title"].contains(name))
    });
    Arc::new(Schema::new(fields.collect::<Vec<_>>()))
}

/// The columns as a table of PostgreSQL has them: lists are JSON, bytes hexadecimal digits.
pub(crate) fn columns_of_server() -> impl Iterator<Item = (&'static str, &'static str)> {
    COLUMNS.iter().map(|(name, kind)| {
        let kind = match kind {
            Kind::Text if ["id", "title"].contains(name) => "text NOT NULL",
            Kind::Text | Kind::Bytes => "text",
            Kind::Texts | Kind::Evidence | Kind::Sentences => "jsonb",
            Kind::Int => "integer",
            Kind::Truth => "boolean",
            Kind::Long => "bigint",
            Kind::Float => "real",
        };
        (*name, kind)
    })
}

/// A row: a document with its grounding, or a record that got none.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Record {
    #[serde(deserialize_with = "or_default")]
    pub id: String,
    #[serde(deserialize_with = "or_default")]
    pub title: String,
    #[serde(deserialize_with = "or_default")]
    pub text: String,
    #[serde(deserialize_with = "or_default")]
    authors: Vec<String>,
    pub year: Option<i32>,
    journal: Option<String>,
    pub doi: Option<String>,
    pub pmid: Option<String>,
    url: Option<String>,
    pub kind: Option<String>,
    #[serde(deserialize_with = "or_default")]
    mesh: Vec<String>,
    #[serde(deserialize_with = "or_default")]
    keywords: Vec<String>,
    #[serde(flatten)]
    details: Details,
    #[serde(deserialize_with = "or_default")]
    tags: Vec<String>,
    #[serde(deserialize_with = "or_default")]
    collections: Vec<String>,
    note: Option<String>,
    stars: Option<u8>,
    #[serde(deserialize_with = "or_default")]
    read: bool,
    placement: Option<Placement>,
    collection: Option<String>,
    group: Option<String>,
    /// JSON.
    labels: Option<String>,
    #[serde(deserialize_with = "or_default")]
    pub source_path: String,
    #[serde(deserialize_with = "or_default")]
    source_record: u64,
    source_line: Option<u64>,
    x_mm: Option<f32>,
    y_mm: Option<f32>,
    z_mm: Option<f32>,
    structure: Option<String>,
    #[serde(deserialize_with = "or_default")]
    distance_mm: f32,
    p: Option<f32>,
    #[serde(deserialize_with = "or_default")]
    outside_p: f32,
    #[serde(deserialize_with = "or_default")]
    structures: Vec<Evidence>,
    #[serde(deserialize_with = "or_default")]
    elsewhere: Vec<Evidence>,
    #[serde(deserialize_with = "or_default")]
    sentences: Vec<Sentence>,
    /// JSON, as `corpus-atlas ground` writes it.
    grounding: Option<String>,
    /// In hexadecimal digits, as which bytes come and go.
    embedding: Option<String>,
    #[serde(deserialize_with = "or_default")]
    embedding_scale: f32,
    #[serde(deserialize_with = "or_default")]
    model: String,
    #[serde(deserialize_with = "or_default")]
    engine: String,
    /// Why a record has no place.
    pub error: Option<String>,
}

/// Where a sentence belongs.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Sentence {
    start: i32,
    end: i32,
    x_mm: f32,
    y_mm: f32,
    z_mm: f32,
    structure: String,
    p: f32,
}

fn hexadecimal(numbers: &[i8]) -> String {
    numbers
        .iter()
        .map(|v| format!("{:02x}", *v as u8))
        .collect()
}

/// Null is what it is where nothing is stated.
fn or_default<'de, D: Deserializer<'de>, T: Default + Deserialize<'de>>(
    value: D,
) -> Result<T, D::Error> {
    Ok(Option::deserialize(value)?.unwrap_or_default())
}

impl Record {
    /// The row of a document.
    pub(crate) fn of(document: &Document, grounding: &Grounding) -> serde_json::Result<Record> {
        let byte = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
        let sentences = grounding.sentences.iter().map(|sentence| Sentence {
            start: byte(sentence.start),
            end: byte(sentence.end),
            x_mm: sentence.point_mm[0],
            y_mm: sentence.point_mm[1],
            z_mm: sentence.point_mm[2],
            structure: sentence.structure.clone(),
            p: sentence.p,
        });
        let [x_mm, y_mm, z_mm] = grounding.point_mm.map(Some);
        let (embedding_scale, embedding) = scaled_vector(&grounding.embedding);
        Ok(Record {
            x_mm,
            y_mm,
            z_mm,
            structure: Some(grounding.structure.clone()),
            distance_mm: grounding.distance_mm,
            p: Some(best_p(grounding)),
            outside_p: grounding.outside_p,
            structures: grounding.structures.clone(),
            elsewhere: grounding.elsewhere.clone(),
            sentences: sentences.collect(),
            grounding: Some(serde_json::to_string(grounding)?),
            embedding: (!embedding.is_empty()).then(|| hexadecimal(&embedding)),
            embedding_scale,
            model: grounding.model.clone(),
            engine: grounding.engine.clone(),
            ..Record::without_place(document, None)
        })
    }

    /// The row of a document that got no place, with the reason.
    pub(super) fn without_place(document: &Document, error: Option<String>) -> Record {
        let Document {
            id,
            title,
            text,
            authors,
            year,
            journal,
            doi,
            pmid,
            url,
            kind,
            mesh,
            keywords,
            labels,
            collection,
            group,
            details,
            marks,
            source,
            placed: _,
            warnings: _,
            stamp: _,
            text_of: _,
        } = document.clone();
        Record {
            id,
            title,
            text,
            authors,
            year,
            journal,
            doi,
            pmid,
            url,
            kind,
            mesh,
            keywords,
            details,
            tags: marks.tags,
            collections: marks.collections,
            note: Some(marks.note).filter(|note| !note.is_empty()),
            stars: Some(marks.stars).filter(|stars| *stars > 0),
            read: marks.read,
            placement: marks.placement,
            collection,
            group,
            labels: labels.map(|labels| labels.to_string()),
            source_path: source.path.to_string_lossy().into_owned(),
            source_record: source.record,
            source_line: source.line,
            error,
            ..Record::default()
        }
    }

    /// Bytes of its texts, about.
    pub(super) fn bytes(&self) -> usize {
        self.text.len() + self.grounding.as_ref().map_or(0, String::len)
    }

    /// The point, LPS mm; nothing for a record that got none.
    pub fn point_mm(&self) -> Option<[f32; 3]> {
        let point = [self.x_mm?, self.y_mm?, self.z_mm?];
        point.iter().all(|v| v.is_finite()).then_some(point)
    }

    /// Evidence for the structure that it names, where the row has it.
    pub fn best_p(&self) -> Option<f32> {
        self.p
    }

    /// Its vector; empty where it has none.
    pub fn vector(&self) -> Vec<f32> {
        let bytes = self.embedding.as_deref().unwrap_or_default().as_bytes();
        let digit = |digit: u8| char::from(digit).to_digit(16).unwrap_or_default() as u8;
        let (bytes, _) = bytes.as_chunks::<2>();
        let numbers: Vec<i8> = bytes
            .iter()
            .map(|[high, low]| (digit(*high) << 4 | digit(*low)) as i8)
            .collect();
        unscaled_vector(self.embedding_scale, &numbers)
    }

    /// Where it belongs, as far as the columns alone tell; nothing for a record without a place.
    pub fn place(&self) -> Option<Grounding> {
        let sentences = self.sentences.iter().map(|sentence| SentenceGrounding {
            text: String::new(),
            start: usize::try_from(sentence.start).unwrap_or_default(),
            end: usize::try_from(sentence.end).unwrap_or_default(),
            point_mm: [sentence.x_mm, sentence.y_mm, sentence.z_mm],
            structure: sentence.structure.clone(),
            p: sentence.p,
            ..SentenceGrounding::default()
        });
        Some(Grounding {
            point_mm: self.point_mm()?,
            structure: self.structure.clone()?,
            distance_mm: self.distance_mm,
            structures: self.structures.clone(),
            outside_p: self.outside_p,
            elsewhere: self.elsewhere.clone(),
            sentences: sentences.collect(),
            model: self.model.clone(),
            engine: self.engine.clone(),
            ..Grounding::default()
        })
    }

    /// A row as JSON. Other programs have years of 64-bit floats and identifiers that are numbers.
    pub(super) fn of_line(line: &[u8]) -> Result<Record, String> {
        if let Ok(record) = serde_json::from_slice(line) {
            return Ok(record);
        }
        let lenient = || -> serde_json::Result<Record> {
            let mut fields: Map<String, Value> = serde_json::from_slice(line)?;
            for (name, kind) in COLUMNS {
                let Some(Value::Number(number)) = fields.get(name) else {
                    continue;
                };
                let whole = number
                    .as_f64()
                    .filter(|v| v.fract() == 0.0 && v.abs() < 1e15);
                let instead = match (kind, whole) {
                    (Kind::Text, Some(whole)) => format!("{whole:.0}").into(),
                    (Kind::Text, None) => number.to_string().into(),
                    (Kind::Int | Kind::Long, Some(whole)) => (whole as i64).into(),
                    _ => continue,
                };
                fields.insert(name.to_owned(), instead);
            }
            serde_json::from_value(Value::Object(fields))
        };
        lenient().map_err(|error| error.to_string())
    }

    /// The document, and where it belongs, if the row carries a whole grounding that is one of this text, to be taken over.
    pub fn parts(mut self) -> (Document, Option<Grounding>) {
        let json = self.grounding.take();
        let place: Option<Grounding> = json.and_then(|json| serde_json::from_str(&json).ok());
        let is_own = |place: &Grounding| {
            let own = place.sentences.iter();
            let mut own = own.map(|s| self.text.get(s.start..s.end) == Some(s.text.as_str()));
            self.point_mm() == Some(place.point_mm) && own.all(|own| own)
        };
        let mut place = place.filter(is_own);
        if let Some(place) = &mut place {
            place.embedding = self.vector();
        }
        let document = Document {
            marks: self.marks(),
            id: self.id,
            title: self.title,
            text: self.text,
            authors: self.authors,
            year: self.year,
            journal: self.journal,
            doi: self.doi,
            pmid: self.pmid,
            url: self.url,
            kind: self.kind,
            mesh: self.mesh,
            keywords: self.keywords,
            labels: self
                .labels
                .and_then(|json| serde_json::from_str(&json).ok()),
            collection: self.collection,
            group: self.group,
            details: self.details,
            source: Source {
                path: self.source_path.into(),
                record: self.source_record,
                line: self.source_line,
            },
            placed: None,
            stamp: None,
            text_of: None,
            warnings: Vec::new(),
        };
        (document, place)
    }

    /// What a reader has kept with it.
    pub fn marks(&self) -> Marks {
        Marks {
            tags: self.tags.clone(),
            collections: self.collections.clone(),
            note: self.note.clone().unwrap_or_default(),
            stars: self.stars.unwrap_or_default(),
            read: self.read,
            placement: self.placement,
        }
        .cleaned()
    }

    /// What the row tells of a document beside its place.
    pub fn document(&self) -> Document {
        let mut row = self.clone();
        row.grounding = None;
        row.parts().0
    }

    /// The whole grounding, where there is one.
    pub fn whole(&self) -> Option<serde_json::Result<Grounding>> {
        self.grounding.as_deref().map(serde_json::from_str)
    }
}
