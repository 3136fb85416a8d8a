//! The window's state as it is kept with the library: close and reopen, and it is as it was. The names of its fields are those of
//! the first version of the program, whose libraries open unchanged.

use std::collections::BTreeMap;

use anatomy::Catalogue;
use library::CitationStyle;
use serde::{Deserialize, Serialize};

use crate::live::KeptVariant;
use crate::tour::KeptDraft;
use crate::{
    ChosenColumns, Docks, Documents, KeptSearch, KeptVisibility, Language, Measurement, Palette,
    PanelTab, PanelWidths, Popover, Pose, PubMedSearch, Quality, SavedView, Scene, SectionPlane,
    StagePoint, Theme, View,
};

/// What is kept of the window.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Session {
    /// The atlas on the stage, by its folder's name; nothing for the modelled torso. What lies in its frame (camera, cuts, distances,
    /// visibilities) is of use on the same one only.
    #[serde(default)]
    atlas: Option<String>,
    pose: Pose,
    tab: PanelTab,
    body_panel: bool,
    side_panel: bool,
    #[serde(default)]
    swapped: bool,
    #[serde(default)]
    docks: Docks,
    #[serde(default)]
    widths: PanelWidths,
    #[serde(default)]
    pubmed: PubMedSearch,
    #[serde(default)]
    columns: ChosenColumns,
    /// What was listed, if not all documents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    list: Option<KeptSearch>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    variants: Vec<KeptVariant>,
    /// From where to where documents were taken by "Not here", by their keys.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    moves: BTreeMap<i64, Vec<(String, String)>>,
    /// A tour that is being made and that no file holds yet; read by itself, so that one that cannot be read loses nothing else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    draft: Option<serde_json::Value>,
    #[serde(flatten)]
    visibility: KeptVisibility,
    #[serde(default, rename = "looking")]
    settings: Settings,
}

/// A measured distance, its structures by catalogue id: rows are numbered anew when a catalogue grows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct KeptMeasurement {
    from_mm: StagePoint,
    to_mm: StagePoint,
    #[serde(default)]
    between: [Option<String>; 2],
}

/// Cuts, colours, slices, measured distances, saved views.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Settings {
    sections: Vec<SectionPlane>,
    fill_cut: bool,
    explode: f32,
    palette: Palette,
    labels: bool,
    slices: bool,
    crosshair_mm: StagePoint,
    measurements: Vec<KeptMeasurement>,
    views: Vec<SavedView>,
    theme: Theme,
    language: Language,
    quality: Quality,
    less_motion: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    latin_labels: Option<bool>,
    citation_style: CitationStyle,
}

impl Default for Settings {
    fn default() -> Self {
        Self::of(&View::default())
    }
}

impl Settings {
    fn of(view: &View) -> Self {
        let scene = &view.scene;
        let kept = |m: &Measurement| KeptMeasurement {
            from_mm: m.from_mm,
            to_mm: m.to_mm,
            between: m.structures.map(|row| Some(view.id_of(row?)?.to_owned())),
        };
        Self {
            sections: scene.sections.clone(),
            fill_cut: scene.fill_cut,
            explode: scene.explode,
            palette: scene.palette,
            labels: scene.labels,
            slices: view.slices,
            crosshair_mm: view.crosshair_mm,
            measurements: scene.measurements.iter().map(kept).collect(),
            views: scene.views.clone(),
            theme: view.theme,
            language: view.language.clone(),
            quality: view.quality,
            less_motion: view.less_motion,
            latin_labels: view.latin_labels,
            citation_style: view.citation_style,
        }
    }
}

/// From where to where documents of the library were taken by "Not here".
fn moves(documents: &Documents) -> BTreeMap<i64, Vec<(String, String)>> {
    let moves = documents.moves.iter();
    let moves = moves.filter(|(key, _)| documents.position(**key).is_some());
    moves.map(|(key, moves)| (*key, moves.clone())).collect()
}

impl Session {
    /// Whether there is a state to be kept, and a library to keep it in.
    pub fn is_kept(view: &View) -> bool {
        let documents = &view.documents;
        documents.is_ready() && documents.read_only.is_none() && view.body.shown.is_some()
    }

    /// What is to be kept of a view. What a tour or a quiz shows is not: what was seen before it is.
    pub fn of(view: &View) -> Self {
        if let Some(before) = &view.before {
            let mut own = View {
                scene: before.lasting(&view.scene),
                camera: before.place.pose,
                slices: before.slices,
                crosshair_mm: before.crosshair_mm,
                before: None,
                ..view.clone()
            };
            own.documents.results.question = before.place.question.clone();
            own.layout.show(before.left);
            own.layout.show(before.place.tab);
            own.layout.body_panel = before.body_panel;
            own.layout.side_panel = before.side_panel;
            return Self::of(&own);
        }
        Self {
            atlas: view.scene.atlas.clone(),
            pose: view.camera,
            tab: view.layout.tab,
            body_panel: view.layout.body_panel,
            side_panel: view.layout.side_panel,
            swapped: view.layout.swapped,
            docks: view.layout.docks.clone(),
            widths: view.layout.widths,
            columns: view.documents.columns.clone(),
            pubmed: PubMedSearch {
                files: Vec::new(),
                ..view.pubmed.clone()
            },
            list: KeptSearch::of(view)
                // A point is put back as it is, which only one of the home body can be.
                .map(|list| match view.body.staging.is_none() {
                    true => list,
                    false => KeptSearch {
                        point_mm: None,
                        radius_mm: None,
                        ..list
                    },
                })
                .filter(|list| *list != KeptSearch::default()),
            variants: KeptVariant::all(&view.live),
            moves: moves(&view.documents),
            draft: KeptDraft::of(&view.tours)
                .and_then(|kept| serde_json::to_value(kept).ok())
                .or_else(|| view.tours.unread.clone()),
            visibility: view.scene.kept_visibility(view.atlas()),
            settings: Settings::of(view),
        }
    }

    /// Gives a view this state; visibilities follow once the atlas has been read. Returns the pose, unless it is damaged or of
    /// another atlas than the one on the stage: what lies in that one's frame stays away.
    pub(crate) fn restore(self, view: &mut View) -> Option<Pose> {
        view.layout.docks = self.docks;
        view.layout.widths = self.widths;
        view.layout.show(self.tab);
        view.layout.body_panel = self.body_panel;
        view.layout.side_panel = self.side_panel;
        view.layout.swapped = self.swapped;
        view.pubmed = self.pubmed;
        view.documents.columns = self.columns;
        view.live.restore(self.variants);
        let there = |(key, _): &(i64, _)| view.documents.position(*key).is_some();
        view.documents.moves = self.moves.into_iter().filter(there).collect();
        if let Some(kept) = self.draft {
            match KeptDraft::deserialize(&kept) {
                Ok(draft) => {
                    if view.tours.restore(draft) {
                        view.layout.popover = Some(Popover::Tours);
                    }
                }
                Err(_) => view.tours.unread = Some(kept),
            }
        }
        view.identified = None;
        let settings = self.settings;
        view.slices = settings.slices;
        view.theme = settings.theme;
        view.language = settings.language;
        view.quality = settings.quality;
        view.less_motion = settings.less_motion;
        view.latin_labels = settings.latin_labels;
        view.citation_style = settings.citation_style;
        let scene = Scene {
            fill_cut: settings.fill_cut,
            palette: settings.palette,
            labels: settings.labels,
            views: settings.views,
            ..std::mem::take(&mut view.scene)
        };
        view.scene = scene.sound();
        if self.atlas != view.scene.atlas {
            return None;
        }
        let list = self.list.unwrap_or_default().sound();
        if settings.crosshair_mm.is_finite() {
            view.crosshair_mm = settings.crosshair_mm;
        }
        let atlas = view.body.shown.clone();
        let rows = atlas
            .as_deref()
            .map_or(Catalogue::builtin(), |atlas| atlas.catalogue());
        let chosen = list.rows(rows);
        view.documents.results.question = list.question(&chosen);
        view.documents.shelf.filter = list.filter;
        let mut chosen = chosen.into_iter();
        view.selection.structure = chosen.next();
        view.selection.others = chosen.collect();
        let chosen_point = list.point_mm.filter(|_| list.radius_mm.is_none());
        view.selection.point_mm = chosen_point.map(|point| StagePoint(point.mm()));
        let measured = |kept: KeptMeasurement| Measurement {
            from_mm: kept.from_mm,
            to_mm: kept.to_mm,
            structures: kept.between.map(|id| rows.index_of(&id?)),
        };
        let scene = Scene {
            sections: settings.sections,
            explode: settings.explode,
            measurements: settings.measurements.into_iter().map(measured).collect(),
            ..std::mem::take(&mut view.scene)
        };
        view.scene = scene.sound();
        view.scene
            .restore_visibility(atlas.as_deref(), &self.visibility);
        self.pose.is_sound().then_some(self.pose)
    }
}
