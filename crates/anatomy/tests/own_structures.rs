//! An atlas with structures of its own: catalogue, pack, and what stays the same.
use std::collections::BTreeMap;
use std::sync::Arc;

use anatomy::{
    Atlas, Catalogue, Facts, LabelVolume, PackInfo, PackSource, Side, Structure, StructureIndex,
    System, Tissue, Visibility, read_pack_info, write_pack,
};

fn row(id: &str, parent: Option<StructureIndex>) -> Structure {
    Structure {
        id: id.into(),
        name: id.replace('_', " "),
        latin: String::new(),
        synonyms: vec!["liver".into(), format!("{id} by another name")],
        side: Side::Midline,
        system: System::Digestive,
        tissue: Tissue::Liver,
        parent,
        group: false,
        mesh: None,
        uberon: Some("UBERON:0000000".into()),
        fma: None,
        facts: Facts::default(),
        color: [1, 2, 3],
        visibility: Visibility::Ghost,
        ghost_opacity: 0.5,
        sex: None,
    }
}

#[test]
fn rows_are_appended_behind_those_that_are_there() {
    let builtin = Catalogue::builtin();
    let liver = builtin.index_of("liver").unwrap();
    let first = StructureIndex(builtin.structures().len() as u16);
    let more = builtin
        .extended([row("papilla", Some(liver)), row("papilla_tip", Some(first))])
        .unwrap();
    assert_eq!(more.structures()[..first.usize()], builtin.structures()[..]);
    assert_eq!(more.index_of("papilla"), Some(first));
    assert_eq!(more.find_by_name("liver"), Some(liver));
    assert_eq!(more.find_by_name("Papilla by another name"), Some(first));
    assert!(more.is_part_of(more.index_of("papilla_tip").unwrap(), liver));
    assert!(more.parts(liver).len() == builtin.parts(liver).len() + 2);
    let refused = |rows: [Structure; 1]| builtin.extended(rows).unwrap_err().to_string();
    assert!(refused([row("liver", None)]).contains("used twice"));
    assert!(refused([row("", None)]).contains("empty"));
    assert!(refused([row("a", Some(first))]).contains("parent"));
}

#[test]
fn a_guest_pack_opens_with_its_own_structures() {
    let builtin = Catalogue::builtin();
    let liver = builtin.index_of("liver").unwrap();
    let own = StructureIndex(builtin.structures().len() as u16);
    let rows = builtin
        .extended([row("papilla", Some(liver)), row("hair", None)])
        .unwrap();
    let labels = LabelVolume::from_bricks([20, 12, 9], |at, voxels| {
        voxels.fill(if at[0] < 8 { liver.0 + 1 } else { own.0 + 1 });
    });
    let info = PackInfo {
        name: "A guest".into(),
        license: "CC0-1.0".into(),
        source: Some(PackSource {
            files: vec!["a.nii".into()],
            source_origin_mm: [1.5, -2.0, 3.25],
            torso_frame: false,
            frame: "RAS mm".into(),
            names: BTreeMap::from([("papilla".into(), vec!["Papilla 7".into()])]),
        }),
        sex: None,
    };
    let atlas = Atlas::with_catalogue(Arc::new(rows), labels).with_pack_info(info.clone());
    let dir = tempfile::tempdir().unwrap();
    write_pack(dir.path(), &atlas, &[]).unwrap();
    assert_eq!(read_pack_info(dir.path()).unwrap(), info);
    let back = Atlas::open(dir.path()).unwrap();
    assert_eq!(back.pack_info(), &info);
    assert_eq!(back.license(), "CC0-1.0");
    assert_eq!(back.labels(), atlas.labels());
    assert_eq!(back.present(), [liver, own]);
    assert!(back.is_own(own) && !back.is_own(liver));
    assert_eq!(back.catalogue().structures().len(), own.usize() + 2);
    assert_eq!(back.catalogue().get(own), atlas.catalogue().get(own));
    // Parts count towards the whole, those of a guest's own too.
    assert_eq!(back.volume_ml(liver), (20 * 12 * 9) as f32 / 1000.0);
    assert_eq!(back.structure_at([9.0, 0.0, 0.0]), Some(own));

    // A pack from before the first look was written down.
    let json = dir.path().join("structures.json");
    let text = std::fs::read_to_string(&json).unwrap();
    let older: Vec<&str> = text
        .lines()
        .filter(|l| !l.contains("\"ghost_opacity\""))
        .map(|l| match l.contains("\"visibility\"") {
            true => "\"latin\": \"\"",
            false => l,
        })
        .collect();
    assert_eq!(older.len() + 2, text.lines().count());
    std::fs::write(&json, older.join("\n")).unwrap();
    let old = Atlas::open(dir.path()).unwrap();
    let papilla = old.catalogue().get(own);
    assert_eq!(papilla.visibility, Visibility::Shown);
    assert_eq!(papilla.ghost_opacity, Tissue::Liver.ghost_opacity());

    // What the list does not describe is refused, and so is a version to come.
    std::fs::write(&json, text.replace("pack/2", "pack/9")).unwrap();
    assert!(
        Atlas::open(dir.path())
            .unwrap_err()
            .to_string()
            .contains("pack/9")
    );
    std::fs::write(
        &json,
        text.replace("\"parent\": \"liver\"", "\"parent\": \"x\""),
    )
    .unwrap();
    assert!(
        Atlas::open(dir.path())
            .unwrap_err()
            .to_string()
            .contains("parent")
    );
}
