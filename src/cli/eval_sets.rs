//! Sets of judged questions: folders with `docs.jsonl` (id, title, text), `queries.jsonl` (id, text) and `qrels.tsv` (query, document, grade, with a
//! header); and the runs that `trec_eval` reads.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read as _};
use std::path::Path;

use anyhow::{Context as _, bail, ensure};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// Bytes of a line at most.
const MOST_LINE: u64 = 16 << 20;

/// A document of a set.
#[derive(Debug, Deserialize)]
pub(super) struct Doc {
    pub id: String,
    #[serde(default)]
    pub title: String,
    #[serde(default)]
    pub text: String,
}

/// A question of a set.
#[derive(Debug, Deserialize)]
pub(super) struct Asked {
    pub id: String,
    pub text: String,
    /// Grades of its documents, by their rows in the set; only of those that are there.
    #[serde(skip)]
    pub grades: HashMap<usize, i64>,
}

impl Asked {
    /// Whether a document answers it.
    pub fn is_answered(&self) -> bool {
        self.grades.values().any(|grade| *grade > 0)
    }
}

/// A set of judged questions.
#[derive(Debug)]
pub(super) struct JudgedSet {
    /// Name of its folder.
    pub name: String,
    pub docs: Vec<Doc>,
    /// Those that a document of the set answers.
    pub questions: Vec<Asked>,
    /// Questions that none does.
    pub unanswered: usize,
    /// Judgments of documents or questions that are not there.
    pub elsewhere: usize,
}

impl JudgedSet {
    /// Reads a folder.
    ///
    /// # Errors
    /// Names file, line and reason.
    pub fn open(folder: &Path) -> anyhow::Result<Self> {
        let named = folder.canonicalize();
        let named = named.with_context(|| folder.display().to_string())?;
        let name = named.file_name().unwrap_or_default().to_string_lossy();
        let docs: Vec<Doc> = records(&folder.join("docs.jsonl"))?;
        let mut questions: Vec<Asked> = records(&folder.join("queries.jsonl"))?;
        let rows = rows(docs.iter().map(|doc| doc.id.as_str()))?;
        let asked = rows_of_questions(&questions)?;
        let mut elsewhere = 0;
        judgments(
            &folder.join("qrels.tsv"),
            &mut |question, document, grade| {
                match (asked.get(question), rows.get(document)) {
                    // Of two judgments of one document the later counts.
                    (Some(question), Some(row)) => {
                        questions[*question].grades.insert(*row, grade);
                    }
                    _ => elsewhere += 1,
                }
                Ok(())
            },
        )?;
        let all = questions.len();
        questions.retain(Asked::is_answered);
        ensure!(
            !questions.is_empty(),
            "{}: no question has a relevant document in the set",
            folder.display()
        );
        Ok(Self {
            name: name.into_owned(),
            unanswered: all - questions.len(),
            docs,
            questions,
            elsewhere,
        })
    }
}

/// Hands over the judgments of a table: question, document, grade; tab-separated, with a header or without.
///
/// # Errors
/// Names file, line and reason.
pub(super) fn judgments(
    path: &Path,
    on_judgment: &mut dyn FnMut(&str, &str, i64) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    for_lines(path, &mut |number, line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[question, document, grade] = fields.as_slice() else {
            bail!("a line has three columns: query, document, grade");
        };
        if number == 1 && grade.parse::<i64>().is_err() {
            return Ok(()); // the header
        }
        let grade: i64 = grade.trim().parse().context("the grade is no number")?;
        on_judgment(question, document, grade)
    })
}

/// Rows by id.
fn rows<'i>(ids: impl Iterator<Item = &'i str>) -> anyhow::Result<HashMap<String, usize>> {
    let mut rows = HashMap::new();
    for (row, id) in ids.enumerate() {
        ensure!(
            rows.insert(id.to_owned(), row).is_none(),
            "the id {id} stands for two records of a set"
        );
        ensure!(
            !id.is_empty() && !id.contains(char::is_whitespace),
            "the id “{id}” is empty or has blanks, which runs cannot have"
        );
    }
    Ok(rows)
}

fn rows_of_questions(questions: &[Asked]) -> anyhow::Result<HashMap<String, usize>> {
    rows(questions.iter().map(|question| question.id.as_str()))
}

/// The JSON records of a file, one a line.
///
/// # Errors
/// Names file, line and reason.
pub(super) fn records<T: DeserializeOwned>(path: &Path) -> anyhow::Result<Vec<T>> {
    let mut records = Vec::new();
    for_lines(path, &mut |_, line| {
        records.push(serde_json::from_str(line)?);
        Ok(())
    })?;
    Ok(records)
}

/// Hands over the lines of a file that are not empty, with their numbers from 1.
fn for_lines(
    path: &Path,
    on_line: &mut dyn FnMut(usize, &str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let place = || path.display().to_string();
    let mut file = BufReader::new(std::fs::File::open(path).with_context(place)?);
    let mut line = String::new();
    for number in 1.. {
        line.clear();
        let read = file.by_ref().take(MOST_LINE).read_line(&mut line);
        let read = read.with_context(place)?;
        if read == 0 {
            break;
        }
        let place = || format!("{}:{number}", path.display());
        ensure!(
            (read as u64) < MOST_LINE,
            "{}: a line of more than {} MiB",
            place(),
            MOST_LINE >> 20
        );
        let line = line.trim_end_matches(['\n', '\r']);
        if !line.trim().is_empty() {
            on_line(number, line).with_context(place)?;
        }
    }
    Ok(())
}

/// Lines of a run: question, Q0, document, rank, score, name of the run. Scores fall with the ranks, so that `trec_eval`, which sorts by them, keeps the order.
pub(super) fn run_lines(set: &JudgedSet, rankings: &[Vec<usize>], part: &str) -> String {
    let mut lines = String::new();
    for (question, ranking) in set.questions.iter().zip(rankings) {
        for (n, row) in ranking.iter().enumerate() {
            let (rank, score) = (n + 1, ranking.len() - n);
            lines += &format!(
                "{} Q0 {} {rank} {score} {part}\n",
                question.id, set.docs[*row].id
            );
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(
        docs: &str,
        queries: &str,
        qrels: &str,
    ) -> (tempfile::TempDir, Result<JudgedSet, String>) {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, content) in [
            ("docs.jsonl", docs),
            ("queries.jsonl", queries),
            ("qrels.tsv", qrels),
        ] {
            std::fs::write(folder.path().join(name), content).expect("written");
        }
        let set = JudgedSet::open(folder.path()).map_err(|error| format!("{error:#}"));
        (folder, set)
    }

    const DOCS: &str =
        "{\"id\":\"a\",\"text\":\"x\"}\n{\"id\":\"b\",\"title\":\"B\",\"text\":\"y\"}\n";
    const QUERIES: &str = "{\"id\":\"1\",\"text\":\"x\"}\n{\"id\":\"2\",\"text\":\"y\"}\n";

    #[test]
    fn judgments_of_what_is_not_there_are_left_out() {
        let qrels = "query\tdocument\tgrade\n1\ta\t2\n1\tgone\t1\n2\tb\t0\n3\ta\t1\n";
        let (_folder, set) = written(DOCS, QUERIES, qrels);
        let set = set.expect("it is a set");
        assert_eq!((set.docs.len(), set.questions.len()), (2, 1));
        assert_eq!((set.unanswered, set.elsewhere), (1, 2));
        assert_eq!(set.questions[0].grades, HashMap::from([(0, 2)]));
        let run = run_lines(&set, &[vec![1, 0]], "words");
        assert_eq!(run, "1 Q0 b 1 2 words\n1 Q0 a 2 1 words\n");
    }

    #[test]
    fn what_is_wrong_is_told_with_file_and_line() {
        let header = "query\tdocument\tgrade\n";
        for (docs, queries, qrels, what) in [
            ("{\n", QUERIES, header, "docs.jsonl:1"),
            (DOCS, "\n{\"id\":3}\n", header, "queries.jsonl:2"),
            (DOCS, QUERIES, "1\ta\n", "qrels.tsv:1"),
            (DOCS, QUERIES, "h\th\th\n1\ta\tmuch\n", "qrels.tsv:2"),
            (DOCS, QUERIES, header, "no question"),
            (&format!("{DOCS}{DOCS}"), QUERIES, header, "two records"),
            ("{\"id\":\"a b\"}\n", QUERIES, header, "blanks"),
        ] {
            let (_folder, set) = written(docs, queries, qrels);
            let error = set.expect_err("it is refused");
            assert!(error.contains(what), "{error}");
        }
    }
}
