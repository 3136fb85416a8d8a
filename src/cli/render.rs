//! `corpus-atlas render`: a picture of the body without a window.

use std::collections::BTreeSet;
use std::f32::consts::FRAC_PI_2;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anatomy::{Atlas, Sex, StructureIndex, Visibility as Surface};
use anyhow::Context;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use library::Library;
use serde::Deserialize;
use viewer::{
    FIELD_OF_VIEW_DEGREES, MAX_SECTIONS, Palette, Pose, Scene, SectionPlane, StagePoint,
    StandardView, Theme, first_visibility,
};

use super::atlas::{chosen_atlas, structure_id};
use super::bench_stage::scattered;
use super::bodies::Told;
use super::numbers::parse_share;
use super::studio::{Shot, Studio, probe_renderer};
use crate::app::stage::picture::{MAX_SIDE, save_picture};

/// Draw the body, and a library's markers, into a PNG.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  corpus-atlas render --output body.png --view anterior --size 1600x1200\n  corpus-atlas render --output liver.png --show liver,gallbladder --ghost skin,left_lung,right_lung --transparent\n  corpus-atlas render --output cut.png --section coronal:-20 --section axial:120 --palette system\n  corpus-atlas render --output her.png --body female --view left\n  corpus-atlas render --script pictures.json"
)]
pub struct Arguments {
    /// The PNG to write.
    #[arg(long, required_unless_present = "script")]
    output: Option<PathBuf>,
    /// Name of an installed atlas, folder or zip file of a pack; a body that ships if left out.
    #[arg(long, value_name = "NAME|FOLDER")]
    atlas: Option<PathBuf>,
    /// Which body, where no atlas is named; auto: the one that has all that is named.
    #[arg(long, value_enum, default_value = "male", conflicts_with = "atlas")]
    body: Told,
    /// Width x height in pixels.
    #[arg(long, value_parser = parse_size, default_value = "1280x960")]
    size: (u32, u32),
    /// The side that faces the viewer.
    #[arg(long, value_parser = named(&VIEWS), default_value = "anterior")]
    view: StandardView,
    /// Go round the body from that side, and up: degrees towards the patient's left, and towards the head.
    #[arg(long, value_parser = parse_turn, allow_hyphen_values = true, value_name = "LEFT,UP", default_value = "0,0")]
    turn: (f32, f32),
    /// Draw it so many times as large, 0.1 to 20.
    #[arg(long, value_parser = parse_zoom, allow_hyphen_values = true, value_name = "TIMES", default_value = "1")]
    zoom: f32,
    /// Draw only these solid (ids or names, comma separated), with what --ghost names.
    #[arg(long, value_delimiter = ',', value_name = "IDS")]
    show: Vec<String>,
    /// Draw these translucent.
    #[arg(long, value_delimiter = ',', value_name = "IDS")]
    ghost: Vec<String>,
    /// Leave these out.
    #[arg(long, value_delimiter = ',', value_name = "IDS")]
    hide: Vec<String>,
    /// Fill the picture with this structure.
    #[arg(long, value_name = "ID")]
    focus: Option<String>,
    /// Cut the body open: axial, coronal or sagittal, and where in mm; "flipped" takes the other side away. At most six.
    #[arg(long, value_name = "PLANE:MM[:flipped]", allow_hyphen_values = true)]
    section: Vec<String>,
    /// Move the structures apart, 0 to 1.
    #[arg(long, value_parser = parse_share, allow_hyphen_values = true, default_value = "0")]
    explode: f32,
    /// The body's colours.
    #[arg(long, value_parser = named(&PALETTES), default_value = "anatomical")]
    palette: Palette,
    /// A light background.
    #[arg(long)]
    light: bool,
    /// Add the markers of this library.
    #[arg(long)]
    library: Option<PathBuf>,
    /// No background: keep the alpha channel.
    #[arg(long)]
    transparent: bool,
    /// Draw several pictures: a JSON list of objects with the fields output, size ([w, h]), view, turn ([left, up]), zoom, show, ghost, hide, focus, sections,
    /// explode, palette, light, transparent.
    #[arg(long, conflicts_with = "output")]
    script: Option<PathBuf>,
}

/// The standard views as the command line names them.
const VIEWS: [(&str, StandardView); 6] = [
    ("anterior", StandardView::Anterior),
    ("posterior", StandardView::Posterior),
    ("left", StandardView::Left),
    ("right", StandardView::Right),
    ("superior", StandardView::Superior),
    ("inferior", StandardView::Inferior),
];
/// The palettes as the command line names them.
const PALETTES: [(&str, Palette); 4] = [
    ("anatomical", Palette::Anatomical),
    ("system", Palette::System),
    ("color-blind", Palette::ColorBlind),
    ("documents", Palette::Documents),
];

/// Reads one of a few names.
fn named<T: Copy + Send + Sync + 'static>(
    names: &'static [(&'static str, T)],
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(names.iter().map(|(name, _)| *name)).try_map(|given| {
        let found = names.iter().find(|(name, _)| *name == given);
        found
            .map(|(_, value)| *value)
            .ok_or("there is no such name")
    })
}

/// One picture.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Picture {
    output: PathBuf,
    size: (u32, u32),
    view: StandardView,
    turn: (f32, f32),
    zoom: f32,
    show: Vec<String>,
    ghost: Vec<String>,
    hide: Vec<String>,
    focus: Option<String>,
    sections: Vec<String>,
    explode: f32,
    palette: Palette,
    light: bool,
    transparent: bool,
    /// So many documents that are made up, the same every time, on the body in place of those of a library; for tests.
    made_up: usize,
}

impl Default for Picture {
    fn default() -> Self {
        Self {
            output: PathBuf::new(),
            size: (1280, 960),
            view: StandardView::Anterior,
            turn: (0.0, 0.0),
            zoom: 1.0,
            show: Vec::new(),
            ghost: Vec::new(),
            hide: Vec::new(),
            focus: None,
            sections: Vec::new(),
            explode: 0.0,
            palette: Palette::Anatomical,
            light: false,
            transparent: false,
            made_up: 0,
        }
    }
}

impl Picture {
    /// The structures that are named.
    fn names(&self) -> impl Iterator<Item = &String> {
        let lists = [&self.show, &self.ghost, &self.hide];
        lists.into_iter().flatten().chain(&self.focus)
    }
}

/// Times that a picture is made larger, at least and at most.
const ZOOM: std::ops::RangeInclusive<f32> = 0.1..=20.0;

fn parse_zoom(text: &str) -> Result<f32, String> {
    let zoom = text.parse().ok().filter(|zoom| ZOOM.contains(zoom));
    zoom.ok_or_else(|| "0.1 to 20 times".into())
}

/// Whether one can go round the body so far: once to either side, up and down as far as over it.
fn is_turn((left, up): (f32, f32)) -> bool {
    left.abs() <= 360.0 && up.abs() <= 90.0
}

/// "30,-10".
fn parse_turn(text: &str) -> Result<(f32, f32), String> {
    let parsed = text
        .split_once(',')
        .and_then(|(left, up)| Some((left.trim().parse().ok()?, up.trim().parse().ok()?)));
    parsed
        .filter(|turn| is_turn(*turn))
        .ok_or_else(|| "a turn is LEFT,UP in degrees, up to 360 and 90, for example 30,-10".into())
}

fn parse_size(text: &str) -> Result<(u32, u32), String> {
    let parsed = text
        .split_once(['x', 'X'])
        .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    parsed
        .filter(|size| is_drawable(*size))
        .ok_or_else(|| "a size is WIDTHxHEIGHT, each 16 to 8192, for example 1600x1200".into())
}

fn is_drawable((width, height): (u32, u32)) -> bool {
    let sides = 16..=MAX_SIDE;
    sides.contains(&width) && sides.contains(&height)
}

/// "coronal:-20" or "axial:120:flipped".
fn parse_section(text: &str) -> anyhow::Result<SectionPlane> {
    let wrong = || {
        anyhow::anyhow!(
            "“{text}” is no section; write axial, coronal or sagittal, a colon and millimetres, for example coronal:-20 or axial:120:flipped"
        )
    };
    let mut parts = text.split(':');
    let (axis, sign) = match parts.next() {
        Some("axial") => (2, 1.0),
        Some("coronal") => (1, -1.0),
        Some("sagittal") => (0, 1.0),
        _ => return Err(wrong()),
    };
    let place: f32 = parts
        .next()
        .and_then(|mm| mm.parse().ok())
        .filter(|mm: &f32| mm.is_finite())
        .ok_or_else(wrong)?;
    let (mut normal, mut point) = ([0.0; 3], [0.0; 3]);
    normal[axis] = sign;
    point[axis] = place;
    let plane = SectionPlane::through(normal, StagePoint(point));
    match (parts.next(), parts.next()) {
        (None, _) => Ok(plane),
        (Some("flipped"), None) => Ok(plane.flipped()),
        _ => Err(wrong()),
    }
}

/// Runs.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let pictures: Vec<Picture> = match &arguments.script {
        Some(path) => {
            let text = super::read_table(path)?;
            serde_json::from_str(&text).with_context(|| path.display().to_string())?
        }
        None => vec![Picture {
            output: arguments.output.clone().unwrap_or_default(),
            size: arguments.size,
            view: arguments.view,
            turn: arguments.turn,
            zoom: arguments.zoom,
            show: arguments.show.clone(),
            ghost: arguments.ghost.clone(),
            hide: arguments.hide.clone(),
            focus: arguments.focus.clone(),
            sections: arguments.section.clone(),
            explode: arguments.explode,
            palette: arguments.palette,
            light: arguments.light,
            transparent: arguments.transparent,
            made_up: 0,
        }],
    };
    let sex = arguments.body.sex(pictures.iter().flat_map(Picture::names));
    let atlas = Arc::new(chosen_atlas(arguments.atlas.as_deref(), sex)?);
    let prepared = pictures
        .into_iter()
        .map(|picture| prepare(&atlas, picture))
        .collect::<anyhow::Result<Vec<Prepared>>>()?;
    let mut entries = match &arguments.library {
        Some(path) => Library::open(path)
            .and_then(|library| library.spots())
            .with_context(|| path.display().to_string())?,
        None => Vec::new(),
    };
    if atlas.sex() == Some(Sex::Female) {
        // Places are kept in the frame of the male body.
        for entry in &mut entries {
            entry.point_mm = anatomy::to_female(entry.point_mm);
            entry.female = false;
        }
    }
    probe_renderer().map_err(anyhow::Error::msg)?;
    let mut studio = Studio::open(atlas.clone(), entries)?;
    for prepared in prepared {
        let Prepared {
            picture,
            scene,
            pose,
        } = prepared;
        let output = picture.output;
        if picture.made_up > 0 {
            studio.mark(scattered(&atlas, &atlas.read_meshes()?, picture.made_up));
        }
        let shot = Shot {
            scene,
            pose,
            size: picture.size,
            theme: match picture.light {
                true => Theme::Light,
                false => Theme::Dark,
            },
            transparent: picture.transparent,
        };
        let drawn = studio.draw(shot)?;
        save_picture(&drawn, &output).with_context(|| output.display().to_string())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A picture with everything looked up.
struct Prepared {
    picture: Picture,
    scene: Scene,
    pose: Pose,
}

fn prepare(atlas: &Atlas, picture: Picture) -> anyhow::Result<Prepared> {
    anyhow::ensure!(
        !picture.output.as_os_str().is_empty(),
        "a picture has no output"
    );
    let (width, height) = picture.size;
    anyhow::ensure!(
        is_drawable(picture.size),
        "{width} x {height} pixels: each side is 16 to {}",
        MAX_SIDE
    );
    anyhow::ensure!(
        picture.sections.len() <= MAX_SECTIONS,
        "{} sections: there are {MAX_SECTIONS} at most",
        picture.sections.len()
    );
    anyhow::ensure!(
        ZOOM.contains(&picture.zoom) && is_turn(picture.turn),
        "zoom is 0.1 to 20, turn is [left, up] in degrees, up to 360 and 90"
    );
    let visibility = visibility(atlas, &picture)?;
    anyhow::ensure!(
        atlas
            .present()
            .iter()
            .any(|index| visibility[index.usize()] != Surface::Hidden),
        "nothing is left to draw"
    );
    let mut pose = Pose::standard(picture.view);
    if let Some(name) = &picture.focus {
        let id = structure_id(atlas, name)?;
        let bounds = atlas
            .catalogue()
            .index_of(&id)
            .and_then(|index| atlas.bounds_mm(index));
        if let Some(bounds) = bounds {
            pose = pose.framing(bounds);
        }
    } else {
        // The standard distance fits the torso's height into a landscape picture; a narrow picture steps back.
        let aspect = width as f32 / height as f32;
        let half_width = 300.0 / aspect / (FIELD_OF_VIEW_DEGREES.to_radians() * 0.5).tan();
        pose.distance = pose.distance.max(half_width + 165.0) * (1.0 + 0.75 * picture.explode);
    }
    let (left, up) = picture.turn;
    pose.yaw += left.to_radians();
    pose.pitch = (pose.pitch + up.to_radians()).clamp(-FRAC_PI_2, FRAC_PI_2);
    pose.distance /= picture.zoom;
    let sections = picture
        .sections
        .iter()
        .map(|text| parse_section(text))
        .collect::<anyhow::Result<_>>()?;
    let scene = Scene {
        hidden_by_hand: left_out(atlas, &picture, &visibility),
        visibility,
        sections,
        explode: picture.explode.clamp(0.0, 1.0),
        palette: picture.palette,
        ..Scene::default()
    };
    Ok(Prepared {
        picture,
        scene,
        pose,
    })
}

/// What was named to be left out is also left out of the faces of cuts; so is all else where only some are shown.
fn left_out(atlas: &Atlas, picture: &Picture, visibility: &[Surface]) -> BTreeSet<StructureIndex> {
    if picture.show.is_empty() && picture.hide.is_empty() {
        return BTreeSet::new();
    }
    let first = atlas.catalogue().structures().iter();
    first
        .zip(visibility)
        .enumerate()
        .filter(|(_, (first, now))| {
            let chosen = !picture.show.is_empty() || first.visibility != Surface::Hidden;
            **now == Surface::Hidden && chosen
        })
        .map(|(n, _)| StructureIndex(n as u16))
        .collect()
}

fn visibility(atlas: &Atlas, picture: &Picture) -> anyhow::Result<Vec<Surface>> {
    let catalogue = atlas.catalogue();
    let mut visibility = if picture.show.is_empty() {
        first_visibility(atlas)
    } else {
        vec![Surface::Hidden; catalogue.structures().len()]
    };
    for (names, to) in [
        (&picture.ghost, Surface::Ghost),
        (&picture.show, Surface::Shown),
        (&picture.hide, Surface::Hidden),
    ] {
        for name in names {
            let id = structure_id(atlas, name.trim())?;
            let whole = catalogue.index_of(&id);
            for part in whole.into_iter().flat_map(|index| catalogue.parts(index)) {
                visibility[part.usize()] = to;
            }
        }
    }
    Ok(visibility)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_parsed_with_limits() {
        assert_eq!(parse_size("1600x1200"), Ok((1600, 1200)));
        for wrong in ["", "1600", "0x10", "99999x10", "axb"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn turns_and_zooms_are_parsed_with_limits() {
        assert_eq!(parse_turn("30,-10"), Ok((30.0, -10.0)));
        assert_eq!(parse_turn("-90, 90"), Ok((-90.0, 90.0)));
        for wrong in ["", "30", "30,91", "361,0", "a,b", "NaN,0"] {
            assert!(parse_turn(wrong).is_err(), "{wrong}");
        }
        assert_eq!(parse_zoom("1.5"), Ok(1.5));
        for wrong in ["", "0", "21", "inf", "NaN", "-1"] {
            assert!(parse_zoom(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sections_are_parsed() {
        let front = parse_section("coronal:-20").unwrap();
        assert!(
            front.removes(StagePoint([0.0, -30.0, 0.0]))
                && !front.removes(StagePoint([0.0, -10.0, 0.0]))
        );
        let below = parse_section("axial:120:flipped").unwrap();
        assert!(
            below.removes(StagePoint([0.0, 0.0, 100.0]))
                && !below.removes(StagePoint([0.0, 0.0, 130.0]))
        );
        for wrong in [
            "",
            "axial",
            "axial:x",
            "oblique:3",
            "axial:3:twice",
            "axial:3:flipped:4",
        ] {
            assert!(parse_section(wrong).is_err(), "{wrong}");
        }
    }
}
