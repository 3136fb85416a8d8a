//! Writing a pack.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use super::format::{
    FORMAT, GUEST_FORMAT, LABELS, MESHES, OwnStructure, PackFile, PackStructure, SEXED_FORMAT,
    STRUCTURES, SourceFile,
};
use crate::nifti::{self, Packing};
use crate::{Atlas, AtlasError, Catalogue, Sex, Structure, StructureMesh, Visibility, glb};

/// Writes a pack: labels, structure list, surfaces and licence. The same atlas always gives the same bytes.
///
/// # Errors
/// When a file cannot be written.
pub fn write_pack(dir: &Path, atlas: &Atlas, meshes: &[StructureMesh]) -> Result<(), AtlasError> {
    fs::create_dir_all(dir).map_err(AtlasError::io(dir))?;
    let catalogue = atlas.catalogue();
    let info = atlas.pack_info();
    // Values count up over the structures that have voxels, so that one byte suffices where it can.
    let value_of: HashMap<u16, u16> = atlas
        .present()
        .iter()
        .enumerate()
        .map(|(n, s)| (s.0 + 1, n as u16 + 1))
        .collect();
    let round = |v: f32| (v * 100.0).round() / 100.0;
    let structures = catalogue.indices().filter_map(|s| {
        let structure = catalogue.get(s);
        let value = value_of.get(&(s.0 + 1)).copied();
        if value.is_none() && !atlas.is_own(s) {
            return None;
        }
        Some(PackStructure {
            value: value.unwrap_or(0),
            id: structure.id.clone(),
            name: structure.name.clone(),
            color: structure.color,
            volume_ml: round(atlas.volume_ml(s)),
            centroid_mm: atlas.centroid_mm(s).map(|c| c.map(round)),
            source: info
                .source
                .as_ref()
                .and_then(|source| source.names.get(&structure.id).cloned())
                .unwrap_or_default(),
            own: atlas.is_own(s).then(|| own(catalogue, structure)),
        })
    });
    let or = |text: &str, default: &str| if text.is_empty() { default } else { text }.to_owned();
    let file = PackFile {
        format: match (&info.source, info.sex) {
            (_, Some(_)) => SEXED_FORMAT,
            (Some(_), None) => GUEST_FORMAT,
            (None, None) => FORMAT,
        }
        .into(),
        name: or(
            &info.name,
            match info.sex {
                Some(Sex::Female) => "Corpus Atlas modelled female torso",
                _ => "Corpus Atlas modelled torso",
            },
        ),
        license: or(&info.license, "CC-BY-4.0"),
        frame: "LPS millimetres, 1 mm voxels, origin at the centre of the grid".into(),
        dimensions: atlas.labels().dims(),
        source: info.source.as_ref().map(|s| SourceFile {
            files: s.files.clone(),
            source_origin_mm: s.source_origin_mm,
            torso_frame: s.torso_frame,
            frame: s.frame.clone(),
        }),
        sex: info.sex,
        structures: structures.collect(),
    };
    let json = dir.join(STRUCTURES);
    let mut text = serde_json::to_string_pretty(&file)
        .map_err(|e| AtlasError::format(&json, "start", e.to_string()))?;
    text.push('\n');
    fs::write(&json, text).map_err(AtlasError::io(&json))?;
    let value = |label: u16| value_of.get(&label).copied().unwrap_or(0);
    let packing = match info.source {
        Some(_) => Packing::Quick,
        None => Packing::Tight,
    };
    nifti::write_labels(&dir.join(LABELS), atlas.labels(), value, packing)?;
    let (copyright, license) = match &info.source {
        Some(source) => (
            format!("{}, {}", file.license, file.name),
            format!(
                "{}\n\nLicence as given by whoever imported it: {}\nFiles: {}\n\nThe labels and surfaces here were made from \
                 those files by Corpus Atlas.\n",
                file.name,
                file.license,
                source.files.join(", ")
            ),
        ),
        None => (
            "CC BY 4.0, the Corpus Atlas authors".to_owned(),
            include_str!("../../data/ATLAS-LICENSE.txt").to_owned(),
        ),
    };
    glb::write_meshes(&dir.join(MESHES), catalogue, meshes, &copyright)?;
    let path = dir.join("LICENSE");
    fs::write(&path, license).map_err(AtlasError::io(&path))
}

/// What is kept of a structure that only this pack has.
fn own(catalogue: &Catalogue, structure: &Structure) -> OwnStructure {
    OwnStructure {
        parent: structure.parent.map(|p| catalogue.get(p).id.clone()),
        side: structure.side,
        system: structure.system,
        tissue: structure.tissue,
        latin: structure.latin.clone(),
        synonyms: structure.synonyms.clone(),
        uberon: structure.uberon.clone(),
        fma: structure.fma.clone(),
        visibility: Some(structure.visibility)
            .filter(|v| *v != Visibility::of(structure.system, structure.tissue)),
        ghost_opacity: Some(structure.ghost_opacity)
            .filter(|o| *o != structure.tissue.ghost_opacity()),
    }
}
