//! Papers of one reader, made up, placed by the shipped model.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use serde_json::json;

/// Title, text, year.
pub const PAPERS: [(&str, &str, i32); 12] = [
    (
        "Cystic tumour of the pancreatic tail",
        "A cystic tumour in the tail of the pancreas was found beside the splenic hilum. Distal pancreatectomy was carried out.",
        2004,
    ),
    (
        "Neuroendocrine tumour in the tail of the pancreas",
        "A small hypervascular neuroendocrine tumour lay in the tail of the pancreas. The pancreatic tail was resected and the spleen kept.",
        2015,
    ),
    (
        "Pseudocyst of the tail of the pancreas after pancreatitis",
        "Four weeks after acute pancreatitis a pseudocyst of the pancreatic tail was drained. The tail of the pancreas recovered.",
        2021,
    ),
    (
        "Adenocarcinoma of the head of the pancreas",
        "Painless jaundice led to a mass in the head of the pancreas. Pancreaticoduodenectomy removed the pancreatic head.",
        2019,
    ),
    (
        "Abscess of the right lobe of the liver",
        "Fever and pain in the right upper quadrant. A pyogenic abscess of the right lobe of the liver was drained.",
        2016,
    ),
    (
        "Splenic laceration after blunt trauma",
        "Blunt trauma tore the spleen. The splenic hilum was packed and splenectomy followed.",
        2022,
    ),
    (
        "Stone in the left kidney",
        "A staghorn stone filled the left kidney. Percutaneous nephrolithotomy cleared the left renal pelvis.",
        2012,
    ),
    (
        "Gastric ulcer of the antrum",
        "Endoscopy found an ulcer of the gastric antrum. The stomach healed after eradication of Helicobacter pylori.",
        2001,
    ),
    (
        "Myocardial infarction of the left ventricle",
        "Occlusion of the anterior descending artery led to infarction of the left ventricle. The heart recovered slowly.",
        2018,
    ),
    (
        "Hypertrophic cardiomyopathy",
        "The interventricular septum of the heart was thick. Alcohol septal ablation relieved the obstruction of the left ventricle.",
        2009,
    ),
    (
        "Acute appendicitis in a runner",
        "The inflamed appendix was removed by laparoscopy. The caecum was normal.",
        1998,
    ),
    (
        "Adenocarcinoma of the right upper lobe of the lung",
        "A spiculated nodule in the right upper lobe of the lung was resected by lobectomy.",
        2024,
    ),
];

/// Writes papers as a file that can be imported.
pub fn write(path: &Path, papers: impl IntoIterator<Item = (String, String, i32)>) {
    let line = |(n, (title, text, year)): (usize, (String, String, i32))| {
        let row = json!({ "id": format!("paper-{n}"), "title": title, "text": text, "year": year });
        format!("{row}\n")
    };
    let lines: String = papers.into_iter().enumerate().map(line).collect();
    std::fs::write(path, lines).unwrap();
}

/// A library of the papers in a folder; placed once, copied for every test.
pub fn library(dir: &Path) -> PathBuf {
    static PLACED: OnceLock<Vec<u8>> = OnceLock::new();
    let placed = PLACED.get_or_init(|| {
        let dir = tempfile::tempdir().unwrap();
        let (file, list) = (
            dir.path().join("papers.atlas"),
            dir.path().join("papers.jsonl"),
        );
        let owned = |(title, text, year): (&str, &str, i32)| (title.into(), text.into(), year);
        write(&list, PAPERS.map(owned));
        let done = Command::new(env!("CARGO_BIN_EXE_corpus-atlas"))
            .arg("import")
            .args([&file, &list])
            .env("CORPUS_ATLAS_HOME", env!("CARGO_MANIFEST_DIR"))
            .env("XDG_DATA_HOME", dir.path())
            .output()
            .unwrap();
        assert!(done.status.success(), "{done:?}");
        std::fs::read(file).unwrap()
    });
    let file = dir.join("papers.atlas");
    std::fs::write(&file, placed).unwrap();
    file
}
