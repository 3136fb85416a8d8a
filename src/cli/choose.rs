//! Which documents of a library are meant: by structure, place and words. `search` lists them, `export` writes them.

use ::anatomy::Atlas;
use anyhow::Context;
use library::Query;

use super::numbers::{parse_distance, parse_point};

/// Which documents are meant; every one when nothing is asked for.
#[derive(clap::Args, Clone)]
pub struct Choice {
    /// A structure's id or name; may be given several times. Documents that lie in it or clearly speak of it, as in the window.
    #[arg(long = "structure", value_name = "ID")]
    structures: Vec<String>,
    /// A point in mm: left,posterior,superior. Ranks by how likely a document is about it, with --structure by distance.
    #[arg(long, value_parser = parse_point, allow_hyphen_values = true, value_name = "x,y,z")]
    near: Option<[f32; 3]>,
    /// Only within this many mm of the point.
    #[arg(long, value_parser = parse_distance, allow_hyphen_values = true, value_name = "MM", requires = "near")]
    radius: Option<f32>,
    /// Words to find; or a question as in PubMed: AND, OR, NOT, "a phrase", begin*, stones[ti], smith j[au], 2015:2020[dp], liver cirrhosis[mh].
    #[arg(long, value_name = "QUERY")]
    pub text: Option<String>,
}

impl Choice {
    /// Whether nothing is asked for.
    pub fn is_everything(&self) -> bool {
        self.structures.is_empty() && self.near.is_none() && self.text.is_none()
    }

    /// The structures that are asked for.
    pub fn structures(&self) -> &[String] {
        &self.structures
    }

    /// The question to the library, of which so many answers are wanted.
    ///
    /// # Errors
    /// If the atlas has no such structure, or the text is a question that cannot be read.
    pub fn query(&self, atlas: &Atlas, limit: usize) -> anyhow::Result<Query> {
        if let Some(wrong) = self.text.as_deref().and_then(library::misread) {
            anyhow::bail!("--text, {wrong}");
        }
        let index = |name: &String| {
            let id = super::atlas::structure_id(atlas, name)?;
            let index = atlas.catalogue().index_of(&id);
            index.with_context(|| format!("the atlas has no structure “{id}”"))
        };
        let structures = self.structures.iter().map(index);
        Ok(Query {
            near: self.near,
            radius_mm: self.radius,
            text: self.text.clone(),
            limit,
            ..Query::of_structures(structures.collect::<anyhow::Result<Vec<_>>>()?)
        })
    }
}
