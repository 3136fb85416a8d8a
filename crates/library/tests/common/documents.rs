//! Documents and groundings to be stored.

use std::path::PathBuf;

use grounding::{Evidence, Grounding, SentenceGrounding};
use library::{Details, Document, Source};

pub fn document(id: &str, title: &str) -> Document {
    Document {
        id: id.into(),
        title: title.into(),
        text: format!("The text of {id}."),
        ..Document::default()
    }
}

pub fn grounding(point_mm: [f32; 3], evidence: &[(&str, f32)]) -> Grounding {
    Grounding {
        point_mm,
        structure: evidence[0].0.into(),
        distance_mm: 0.0,
        structures: evidence
            .iter()
            .map(|&(id, p)| Evidence { id: id.into(), p })
            .collect(),
        outside_p: 1.0 - evidence[0].1,
        model: "cga-1".into(),
        engine: "test".into(),
        ..Grounding::default()
    }
}

/// Every detail.
pub fn details() -> Details {
    let own = |text: &str| Some(text.to_owned());
    Details {
        volume: own("12"),
        issue: own("3"),
        pages: own("615-622"),
        page_count: own("8"),
        journal_short: own("J Lobes"),
        series: own("Lobes & Veins"),
        edition: own("2"),
        publisher: own("Example Press"),
        place: own("Gießen"),
        date: own("2019-05-03"),
        language: own("eng"),
        issn: own("0000-0116"),
        isbn: own("978-0-00-000000-2"),
        pmcid: own("PMC77"),
        citation_key: own("Lee:2019_lobes"),
        editors: vec!["Großmann, Käthe".into()],
        files: vec!["papers/lobes.pdf".into()],
    }
}

pub fn full() -> (Document, Grounding) {
    let text = "The liver is large. It has lobes.".to_owned();
    let document = Document {
        id: "PMID:7".into(),
        title: "=Liver, \"lobes\"".into(),
        text: text.clone(),
        authors: vec!["Lee, Ann".into(), "Ek, Bo".into()],
        year: Some(2019),
        journal: Some("Journal of Lobes".into()),
        doi: Some("10.1000/lobes.1".into()),
        pmid: Some("7".into()),
        url: Some("https://example.org/7".into()),
        kind: Some("Review".into()),
        mesh: vec!["Liver".into(), "Diet, Healthy".into()],
        keywords: vec!["lobe".into()],
        labels: Some(serde_json::json!({"structures": ["liver"]})),
        collection: Some("sample".into()),
        group: Some("g".into()),
        source: Source {
            path: PathBuf::from("refs.ris"),
            record: 3,
            line: Some(40),
        },
        details: details(),
        marks: library::Marks::default(),
        placed: None,
        stamp: None,
        text_of: None,
        warnings: Vec::new(),
    };
    let sentence = |start: usize, end: usize, text: &str| SentenceGrounding {
        text: text.into(),
        start,
        end,
        point_mm: [start as f32, 0.1, -3.25],
        structure: "liver".into(),
        p: 0.7,
        tags: vec![grounding::TagSpan {
            start,
            end: start + 3,
            tag: grounding::Tag::Finding,
        }],
        normal: Vec::new(),
    };
    let grounding = Grounding {
        sentences: vec![
            sentence(0, 19, &text[..19]),
            sentence(20, 33, "not the slice"),
        ],
        embedding: (0..384).map(|i| (i % 128) as f32 / 127.0).collect(),
        elsewhere: vec![Evidence {
            id: "brain".into(),
            p: 0.75,
        }],
        ..grounding(
            [-60.5, -20.25, 110.1],
            &[("liver", 0.9), ("gallbladder", 0.2), ("lung", 0.01)],
        )
    };
    (document, grounding)
}
