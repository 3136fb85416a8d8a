//! What label values stand for, when the volume itself does not say.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::AtlasError;
use crate::files::{extension, read_limited};

/// Names by label value.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClassNames {
    /// A colour counts as the number that its red, green and blue make.
    names: BTreeMap<i64, String>,
}

impl ClassNames {
    /// A table that is built in ("totalsegmentator", "totalsegmentator-mr"), or a file: CSV with a value and a name, text
    /// lines of value and name (or of three colour values and name), or JSON that pairs names and numbers.
    ///
    /// # Errors
    /// When there is no such table and the file cannot be read or holds no names.
    pub fn load(name: &str) -> Result<ClassNames, AtlasError> {
        match name.to_lowercase().as_str() {
            "totalsegmentator" | "total" => return Ok(Self::builtin("total")),
            "totalsegmentator-mr" | "total_mr" => return Ok(Self::builtin("total_mr")),
            _ => {}
        }
        Self::read(Path::new(name))
    }

    /// Reads a file of names.
    ///
    /// # Errors
    /// When it cannot be read or holds no names.
    pub fn read(path: &Path) -> Result<ClassNames, AtlasError> {
        let bytes = read_limited(path, 16 << 20)?;
        let text = String::from_utf8_lossy(&bytes);
        let names = match extension(path).as_str() {
            "json" => json(&text),
            "csv" | "tsv" => table(&text),
            _ => lines(&text),
        };
        match names {
            Some(names) if !names.names.is_empty() => Ok(names),
            _ => Err(AtlasError::format(
                path,
                "start",
                "no label values with names were found",
            )),
        }
    }

    fn builtin(task: &str) -> ClassNames {
        let text = include_str!("../../data/totalsegmentator.csv");
        let mut out = ClassNames::default();
        for line in text.lines().filter(|l| !l.starts_with('#')).skip(1) {
            let cells: Vec<&str> = line.split(',').collect();
            if let [of, value, name] = cells[..]
                && of == task
                && let Ok(value) = value.parse()
            {
                out.names.insert(value, name.to_owned());
            }
        }
        out
    }

    /// The name of a value.
    pub fn get(&self, value: i64) -> Option<&str> {
        self.names.get(&value).map(String::as_str)
    }
}

/// CSV with named columns, or two columns. Where a column tells tasks apart, the first task counts.
fn table(text: &str) -> Option<ClassNames> {
    let delimiter = if text.lines().next()?.contains('\t') {
        b'\t'
    } else if text.lines().next()?.contains(';') {
        b';'
    } else {
        b','
    };
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .comment(Some(b'#'))
        .trim(csv::Trim::All)
        .delimiter(delimiter)
        .from_reader(text.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().ok()?;
    let first = rows.first()?;
    let column = |names: &[&str]| {
        first
            .iter()
            .position(|c| names.contains(&c.to_lowercase().as_str()))
    };
    let value = column(&[
        "label",
        "value",
        "id",
        "index",
        "labelvalue",
        "label_value",
        "number",
        "key",
    ]);
    let name = column(&[
        "name",
        "structure",
        "class",
        "class_name",
        "label_name",
        "roi_name",
        "totalsegmentator name",
    ]);
    let task = column(&["task"]);
    let mut out = ClassNames::default();
    let headed = value.is_some() && name.is_some();
    let (value, name) = (value.unwrap_or(0), name.unwrap_or(1));
    let mut chosen: Option<String> = None;
    for row in rows.iter().skip(usize::from(headed)) {
        if let Some(task) = task.and_then(|t| row.get(t))
            && chosen.get_or_insert_with(|| task.to_owned()) != task
        {
            continue;
        }
        let (Some(a), Some(b)) = (row.get(value), row.get(name)) else {
            continue;
        };
        match (a.parse(), b.parse()) {
            (Ok(value), _) => out.names.insert(value, b.to_owned()),
            (_, Ok(value)) if !headed => out.names.insert(value, a.to_owned()),
            _ => None,
        };
    }
    Some(out)
}

/// `{"1": "spleen"}`, `{"spleen": 1}`, or either under "labels" (as nnU-Net writes it).
fn json(text: &str) -> Option<ClassNames> {
    let value: serde_json::Value = serde_json::from_str(text).ok()?;
    let object = value.get("labels").unwrap_or(&value).as_object()?;
    let mut out = ClassNames::default();
    for (key, value) in object {
        if let (Ok(number), Some(name)) = (key.parse(), value.as_str()) {
            out.names.insert(number, name.to_owned());
        } else if let Some(number) = value
            .as_i64()
            .or_else(|| value.as_str().and_then(|v| v.parse().ok()))
        {
            out.names.insert(number, key.clone());
        }
    }
    Some(out)
}

/// "1 liver", "1: liver", "255 0 0 liver", or names alone, the first of which is 1 (0 when it is the background).
fn lines(text: &str) -> Option<ClassNames> {
    let mut out = ClassNames::default();
    let mut plain = 0;
    let rows: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|l| !l.is_empty() && !l.starts_with('#'))
        .collect();
    for (n, row) in rows.iter().enumerate() {
        let mut rest = *row;
        let mut numbers: Vec<i64> = Vec::new();
        while numbers.len() < 4 {
            let word = rest
                .split([' ', '\t', ',', ';', ':', '='])
                .next()
                .unwrap_or("");
            let Ok(number) = word.parse() else { break };
            numbers.push(number);
            rest = rest[word.len()..].trim_start_matches([' ', '\t', ',', ';', ':', '=']);
        }
        let name = rest.trim().trim_matches('"').to_owned();
        if name.is_empty() {
            continue;
        }
        match numbers[..] {
            [] => {
                if n == 0
                    && !["background", "unlabeled", "void"].contains(&name.to_lowercase().as_str())
                {
                    plain = 1;
                }
                out.names.insert(n as i64 + plain, name);
            }
            [r, g, b] => {
                out.names.insert(r << 16 | g << 8 | b, name);
            }
            [value, ..] => {
                out.names.insert(value, name);
            }
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_lists_of_many_kinds_are_read() {
        let get = |names: Option<ClassNames>, value| names.unwrap().get(value).map(str::to_owned);
        assert_eq!(ClassNames::builtin("total").names.len(), 117);
        assert_eq!(ClassNames::builtin("total").get(5), Some("liver"));
        assert_eq!(ClassNames::builtin("total_mr").get(10), Some("lung_left"));
        let liver = Some("liver".to_owned());
        assert_eq!(get(table("value,name\n5,liver\n"), 5), liver);
        assert_eq!(
            get(table("task,label,name\na,5,liver\nb,5,brain\n"), 5),
            liver
        );
        assert_eq!(get(table("liver,5\nbrain,6"), 5), liver);
        assert_eq!(get(json("{\"labels\": {\"liver\": 5}}"), 5), liver);
        assert_eq!(get(json("{\"5\": \"liver\"}"), 5), liver);
        assert_eq!(get(lines("5: liver\n6 brain stem"), 5), liver);
        assert_eq!(
            get(lines("5: liver\n6 brain stem"), 6),
            Some("brain stem".into())
        );
        assert_eq!(get(lines("background\nliver"), 1), liver);
        assert_eq!(get(lines("liver\nbrain"), 1), liver);
        let colors = lines("0 0 0 nothing\n255 0 7 liver").unwrap();
        assert_eq!(colors.get(0xFF0007), Some("liver"));
    }
}
