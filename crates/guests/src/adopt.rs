//! Packs that were made elsewhere, taken as they are.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anatomy::guest::{FileReport, ImportOptions, ImportReport, Recipe, SourceStructure};
use anatomy::{Atlas, AtlasError, Catalogue, PackSource, STRUCTURES};

use super::imported::Import;
use super::source::file_name;

/// Takes a pack as it is, but for the name and the licence that are given.
pub(super) fn adopt(
    folder: &Path,
    paths: &[PathBuf],
    options: &ImportOptions,
) -> Result<Import, AtlasError> {
    let started = Instant::now();
    if !options.map.is_empty() {
        let reason = "an atlas pack is taken as it is; its names cannot be matched anew";
        return Err(AtlasError::format(folder, STRUCTURES, reason));
    }
    let given = [
        options.frame.is_some(),
        options.torso_frame,
        options.names.is_some(),
        options.spacing_mm.is_some(),
    ];
    let atlas = Atlas::open(folder)?;
    let meshes = atlas.read_meshes()?;
    let mut info = atlas.pack_info().clone();
    for (own, given) in [
        (&mut info.name, &options.name),
        (&mut info.license, &options.license),
    ] {
        if !given.is_empty() {
            own.clone_from(given);
        }
    }
    let file = paths.first().map_or_else(String::new, |p| file_name(p));
    let mut report = ImportReport::read(folder).unwrap_or_else(|_| {
        let builtin = Catalogue::builtin();
        let catalogue = atlas.catalogue();
        let rows = atlas.present().iter().map(|s| {
            let row = catalogue.get(*s);
            let known = builtin.index_of(&row.id).is_some();
            SourceStructure {
                source: row.name.clone(),
                file: file.clone(),
                matched: known.then(|| row.id.clone()),
                own: (!known).then(|| row.id.clone()),
                ..SourceStructure::default()
            }
        });
        let structures: Vec<SourceStructure> = rows.collect();
        ImportReport {
            files: vec![FileReport {
                file: file.clone(),
                structures: structures.len(),
                notes: Vec::new(),
            }],
            frame: "that of the pack".into(),
            dimensions: atlas.labels().dims(),
            matched: structures.iter().filter(|s| s.matched.is_some()).count(),
            own: structures.iter().filter(|s| s.own.is_some()).count(),
            structures,
            ..ImportReport::default()
        }
    });
    if given.contains(&true) {
        let told =
            "a pack is taken as it is: the frame, names and sizes that were given are not used";
        report.problems.push(told.to_owned());
    }
    // A guest, wherever it was made.
    info.source.get_or_insert_with(|| PackSource {
        files: vec![file],
        torso_frame: atlas.sex().is_some(),
        frame: report.frame.clone(),
        ..PackSource::default()
    });
    report.name.clone_from(&info.name);
    report.license.clone_from(&info.license);
    report.seconds = started.elapsed().as_secs_f32();
    Ok(Import {
        meshes,
        recipe: Recipe::new(paths, options, &report.name),
        report,
        atlas: atlas.with_pack_info(info),
    })
}
