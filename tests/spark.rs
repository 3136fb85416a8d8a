//! The Spark job of docs/spark on a real Spark: two executors on this machine, one of them killed, a bad record among the good.
//!
//! Needs a Python (`CORPUS_ATLAS_PYTHON`, else `python3`) that has pyspark, pyarrow and pandas, and a Java; skipped with a word without.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use library::Library;

/// Records of the corpus.
const RECORDS: usize = 160;

/// The Python to be used, with the folder of its Spark.
fn spark() -> Option<(String, String)> {
    let python = std::env::var("CORPUS_ATLAS_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let home = "import os, pandas, pyarrow, pyspark; print(os.path.dirname(pyspark.__file__))";
    let asked = Command::new(&python).args(["-c", home]).output().ok()?;
    let java = Command::new("java").arg("-version").output().ok()?;
    let home = String::from_utf8(asked.stdout).ok()?.trim().to_owned();
    (asked.status.success() && java.status.success()).then_some((python, home))
}

/// The processes of executors of this job.
fn executors(of: &str) -> Vec<i32> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    entries
        .filter_map(|entry| {
            let number = entry.file_name().to_str()?.parse().ok()?;
            let line = std::fs::read(entry.path().join("cmdline")).ok()?;
            let line = String::from_utf8_lossy(&line).into_owned();
            (line.contains("CoarseGrainedExecutorBackend") && line.contains(of)).then_some(number)
        })
        .collect()
}

/// The rows of finished tasks so far, told by their files.
fn any_finished(folder: &Path) -> bool {
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.to_string_lossy().ends_with(".parquet") => return true,
                false => {}
            }
        }
    }
    false
}

struct Job(Child);

impl Drop for Job {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_corpus_is_grounded_once_though_an_executor_is_killed() {
    let Some((python, home)) = spark() else {
        println!("skipped: no Python with pyspark, pyarrow and pandas, or no Java");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("in");
    std::fs::create_dir(&input).unwrap();
    let root = env!("CARGO_MANIFEST_DIR");
    let sample = format!("{root}/assets/sample-library/sample-library.jsonl");
    let sample = std::fs::read_to_string(sample).unwrap();
    let mut lines: Vec<String> = Vec::new();
    for n in 0..RECORDS {
        let line = sample.lines().nth(n % sample.lines().count()).unwrap();
        let mut record: serde_json::Value = serde_json::from_str(line).unwrap();
        record["id"] = format!("d{n}").into();
        lines.push(record.to_string());
    }
    lines[7] = r#"{"id": "bad", "title": "", "text": null}"#.to_owned();
    std::fs::write(input.join("a.jsonl"), lines.join("\n")).unwrap();

    let output = folder.path().join("out");
    let work = folder.path().join("work");
    let mark = folder
        .path()
        .file_name()
        .unwrap()
        .to_string_lossy()
        .into_owned();
    let log = File::create(folder.path().join("log")).unwrap();
    let job = Command::new(format!("{home}/bin/spark-submit"))
        .args(["--master", "local-cluster[2,1,1024]"])
        .args(["--conf", "spark.executor.memory=1g"])
        .args(["--conf", &format!("spark.local.dir={}", work.display())])
        .args([
            "--conf",
            &format!("spark.executor.extraJavaOptions=-Dof={mark}"),
        ])
        .arg(format!("{root}/docs/spark/ground.py"))
        .args([&input, &output])
        .arg("--json")
        .args(["--program", env!("CARGO_BIN_EXE_corpus-atlas")])
        .args(["--partitions", "8"])
        .env("SPARK_HOME", &home)
        .env("PYSPARK_PYTHON", &python)
        .env("CORPUS_ATLAS_HOME", root)
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(log)
        .spawn();
    let mut job = Job(job.unwrap());
    let began = Instant::now();
    let told = |what: &str| {
        let log = std::fs::read_to_string(folder.path().join("log")).unwrap_or_default();
        panic!("{what}:\n{log}");
    };
    let mut killed = false;
    let status = loop {
        if let Some(status) = job.0.try_wait().unwrap() {
            break status;
        }
        // In the middle: a task has ended, others are under way.
        let running = executors(&mark);
        if !killed && running.len() == 2 && any_finished(&output) {
            let done = Command::new("kill")
                .args(["-9", &running[0].to_string()])
                .status();
            killed = done.unwrap().success();
        }
        if began.elapsed() > Duration::from_secs(900) {
            told("it does not end");
        }
        std::thread::sleep(Duration::from_millis(100));
    };
    if !status.success() || !killed {
        told("it failed, or no executor was killed");
    }
    let library = Library::open_in_place(&output, folder.path().join("indexes")).unwrap();
    let entries = library.entries().unwrap();
    let ids: BTreeSet<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
    assert_eq!((entries.len(), ids.len()), (RECORDS - 1, RECORDS - 1));
    let problems = library.problems().unwrap();
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert_eq!(problems[0].reason, "neither title nor text");
    let stored = library.get("d3").unwrap().unwrap();
    assert!(!stored.grounding.sentences.is_empty() && !stored.grounding.embedding.is_empty());
}
