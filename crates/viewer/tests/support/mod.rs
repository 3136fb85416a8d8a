//! A small body and a small library for the tests.
#![allow(dead_code)] // each test program uses its own part of it

use std::path::PathBuf;
use std::sync::Arc;

use anatomy::{Atlas, BRICK, Catalogue, LabelVolume, StructureIndex};
use library::{Document, Entry, Hit, Spot, Stored};
use viewer::{Command, Effect, Engine, Input, Message, StagedGrounding, View, apply};

/// Voxels on a side of the small body, mm.
pub const SIDE: usize = 48;

/// The row of a structure.
pub fn index(id: &str) -> StructureIndex {
    Catalogue::builtin().index_of(id).unwrap()
}

/// A block of the small body: lowest and highest voxel, and what it is.
pub type Block = ([usize; 3], [usize; 3], &'static str);

/// A skin around a liver in front of the right kidney, with a left kidney, a spleen and a rib.
pub const BLOCKS: [Block; 7] = [
    ([0, 0, 0], [47, 47, 47], "skin"),
    ([1, 1, 1], [46, 46, 46], "subcutaneous_fat"),
    ([4, 8, 16], [20, 20, 32], "liver"),
    ([6, 30, 16], [16, 40, 32], "right_kidney"),
    ([32, 30, 16], [42, 40, 32], "left_kidney"),
    ([32, 8, 20], [42, 20, 30], "spleen"),
    ([4, 4, 40], [42, 6, 42], "left_rib_5"),
];

/// The small body; blocks that the catalogue does not know are left out.
pub fn atlas() -> Arc<Atlas> {
    body(&BLOCKS)
}

/// A body of some blocks.
pub fn body(blocks: &[Block]) -> Arc<Atlas> {
    Arc::new(Atlas::from_labels(
        Catalogue::builtin(),
        labels(&labelled(blocks)),
    ))
}

/// A block of the small body by its label.
type Labelled = ([usize; 3], [usize; 3], u16);

/// Blocks by label; those that the catalogue does not know are left out.
pub fn labelled(blocks: &[Block]) -> Vec<Labelled> {
    let known = blocks.iter().filter_map(|(low, high, id)| {
        let index = Catalogue::builtin().index_of(id)?;
        Some((*low, *high, index.0 + 1))
    });
    known.collect()
}

/// The labels of some blocks; later ones lie in earlier ones.
pub fn labels(blocks: &[Labelled]) -> LabelVolume {
    LabelVolume::from_bricks([SIDE; 3], |at, voxels| {
        for z in 0..BRICK {
            for y in 0..BRICK {
                for x in 0..BRICK {
                    let p = [at[0] + x, at[1] + y, at[2] + z];
                    let inside = |(low, high, _): &&Labelled| {
                        (0..3).all(|a| (low[a]..=high[a]).contains(&p[a]))
                    };
                    let last = blocks.iter().rfind(inside);
                    voxels[x + BRICK * (y + BRICK * z)] = last.map_or(0, |(.., label)| *label);
                }
            }
        }
    })
}

/// The middle of a voxel, LPS mm.
pub fn mm(voxel: [usize; 3]) -> [f32; 3] {
    voxel.map(|n| n as f32 + 0.5 - SIDE as f32 / 2.0)
}

/// A document's row.
pub fn entry(key: i64, structure: &str) -> Spot {
    let at = BLOCKS.iter().find(|(.., id)| *id == structure).unwrap();
    Spot {
        female: false,
        percent: 90,
        key,
        point_mm: mm(std::array::from_fn(|a| (at.0[a] + at.1[a]) / 2)),
        structure: structure.into(),
        outside_p: 0.1,
        rest: 0,
    }
}

/// The same in a list.
pub fn hit(key: i64, structure: &str) -> Hit {
    let (row, stored) = (entry(key, structure), stored(key, structure));
    Hit::from(Entry {
        key,
        id: stored.document.id,
        title: stored.document.title,
        year: Some(2020),
        kind: None,
        point_mm: row.point_mm,
        structure: structure.to_owned(),
        p: 0.9,
        outside_p: row.outside_p,
    })
}

/// The same in full.
pub fn stored(key: i64, structure: &str) -> Stored {
    let row = entry(key, structure);
    Stored {
        key,
        document: Document {
            id: format!("doc-{key}"),
            title: format!("About the {} {key}", structure.replace('_', " ")),
            text: "A text.".into(),
            ..Document::default()
        },
        grounding: grounding::Grounding {
            point_mm: row.point_mm,
            structure: row.structure.to_string(),
            ..Default::default()
        },
        corrections: Vec::new(),
    }
}

/// A document as the librarian answers it.
pub fn document(key: i64, structure: &str) -> Message {
    let stored = stored(key, structure);
    let staged = StagedGrounding::new(stored.grounding.clone(), None);
    Message::Document(Box::new(stored), Box::new(staged))
}

/// Goes through the door and gives what is to be done.
pub fn go(view: &mut View, input: impl Into<Input>) -> Vec<Effect> {
    apply(view, input)
}

/// A view with the small body, an open library of five documents, and a model.
pub fn view() -> View {
    let mut view = View::default();
    go(&mut view, Message::HomeAtlas(atlas()));
    go(&mut view, opened(Vec::new()));
    go(
        &mut view,
        Message::Engine(Ok(Engine {
            model: "cga".into(),
            version: "cga 1".into(),
            engine: "test".into(),
            reason: "it is a test".into(),
            atlas: "torso 1".into(),
            hers: String::new(),
        })),
    );
    view
}

/// A library of five documents, with what was removed from it.
pub fn opened(removals: Vec<Vec<(i64, String)>>) -> Message {
    let structures = ["liver", "liver", "spleen", "right_kidney", "left_kidney"];
    let rows = structures.iter().zip(1..);
    Message::Opened {
        path: PathBuf::from("papers.atlas"),
        entries: rows.map(|(structure, key)| entry(key, structure)).collect(),
        session: None,
        removals,
        kept: Box::default(),
        sample: None,
        read_only: None,
    }
}

/// A library whose window was left like this.
pub fn opened_with(session: viewer::Session) -> Message {
    Message::Opened {
        path: PathBuf::from("papers.atlas"),
        entries: Vec::new(),
        session: Some(Box::new(session)),
        removals: Vec::new(),
        kept: Box::default(),
        sample: None,
        read_only: None,
    }
}

/// Effects by name, for short assertions.
pub fn names(effects: &[Effect]) -> Vec<String> {
    effects
        .iter()
        .map(|effect| {
            let words = format!("{effect:?}");
            let end = words.find(|c: char| !c.is_alphanumeric());
            words[..end.unwrap_or(words.len())].to_owned()
        })
        .filter(|name| name != "AgeNotice")
        .collect()
}

/// The words of the notice that is shown.
pub fn notice(view: &View) -> &str {
    view.layout.notice.as_ref().map_or("", |n| n.words.as_str())
}

/// A command from its form in scripts.
pub fn scripted(json: &str) -> Command {
    let command: Command<String> = serde_json::from_str(json).unwrap();
    command.resolve(Catalogue::builtin()).unwrap()
}
