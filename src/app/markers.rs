//! Documents as glowing points: one mesh of camera-facing quads for all of them, drawn twice: bright where nothing covers it, dim through what does.

use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::NoFrustumCulling;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::looking::{Looking, SectionPlane, ThemeChoice};
use super::scene::camera::world_from_lps;
use super::scene::explode;
use super::scene::materials::MarkerMaterial;
use super::scene::stage_target::StageChanged;
use super::state::{Body, LibraryView, Live, Look, Selection, is_doubtful};
use super::ui::layout::StageArea;
use super::ui::theme;

/// Radius of a document's marker with its glow, points; the core is a quarter of it.
const DOCUMENT_RADIUS: f32 = 13.0;
const HOVERED_RADIUS: f32 = 20.0;
const SELECTED_RADIUS: f32 = 25.0;
const SENTENCE_RADIUS: f32 = 7.5;
const LIVE_RADIUS: f32 = 24.0;

/// Documents, sentences of the selected one and the live text, as markers.
pub struct MarkersPlugin;

impl Plugin for MarkersPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Startup, spawn_layers)
            .add_systems(PostUpdate, rebuild.in_set(RebuildMarkers));
    }
}

/// When markers follow what has changed in a frame.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct RebuildMarkers;

#[derive(Component)]
struct MarkerLayer;

fn spawn_layers(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<MarkerMaterial>>,
) {
    let mesh = meshes.add(quads(&[]));
    for (through, strength) in [(true, 0.5), (false, 1.0)] {
        commands.spawn((
            Mesh3d(mesh.clone()),
            MeshMaterial3d(materials.add(MarkerMaterial {
                strength: Vec4::new(strength, 1.0, 0.0, 0.0),
                through,
            })),
            NoFrustumCulling,
            Visibility::Hidden,
            MarkerLayer,
        ));
    }
}

/// One marker: Bevy world position, linear colour, radius in points.
struct Marker {
    at: Vec3,
    color: LinearRgba,
    radius: f32,
}

/// Rebuilds the quads when documents, selection, hover or the live text change.
#[allow(clippy::too_many_arguments)] // a Bevy system: each argument is one injected resource
fn rebuild(
    library: Res<LibraryView>,
    selection: Res<Selection>,
    live: Res<Live>,
    body: Res<Body>,
    looking: Res<Looking>,
    area: Option<Res<StageArea>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<MarkerMaterial>>,
    mut layers: Query<
        (
            &mut Mesh3d,
            &MeshMaterial3d<MarkerMaterial>,
            &mut Visibility,
        ),
        With<MarkerLayer>,
    >,
    mut stage: ResMut<StageChanged>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut shown: Local<Option<Shown>>,
) {
    let scale = area.map_or(1.0, |area| area.pixels.y / area.size.y.max(1.0));
    let state = Shown {
        documents: library.revision,
        opened: library.document.as_ref().map(|stored| stored.key),
        selected: selection.document,
        hovered: selection.hovered_document,
        listed: library.results.generation,
        live: live.grounding.as_ref().map(|grounding| grounding.point_mm),
        scale,
        cuts: looking.cuts().to_vec(),
        explode: looking.explode,
        theme: looking.theme,
        body: body.revision,
    };
    if shown.as_ref() == Some(&state) {
        return;
    }
    let mut markers = Vec::with_capacity(library.entries.len() + 16);
    let plain = theme::linear(theme::marker_glow());
    let listed: std::collections::HashSet<i64> =
        library.results.hits.iter().map(|hit| hit.key).collect();
    let place = |point_mm: [f32; 3], home: &str| {
        world_from_lps(body.atlas.as_ref().map_or(point_mm, |atlas| {
            explode::shown_mm(
                atlas,
                atlas.catalogue().index_of(home),
                point_mm,
                looking.explode,
            )
        }))
    };
    // What a hand has hidden leaves only a spark of its documents.
    let hidden = |id: &str| {
        !body.hidden_by_hand.is_empty()
            && body
                .atlas
                .as_ref()
                .and_then(|atlas| atlas.catalogue().index_of(id))
                .is_some_and(|index| body.look_of(index) == Some(Look::Hidden))
    };
    for entry in &library.entries {
        if looking.is_removed(entry.point_mm) && selection.document != Some(entry.key) {
            continue; // what was cut away takes its documents with it
        }
        let (radius, color) = if selection.document == Some(entry.key) {
            (SELECTED_RADIUS, theme::linear(theme::marker_core()) * 1.5)
        } else if selection.hovered_document == Some(entry.key) {
            (HOVERED_RADIUS, theme::linear(theme::marker_core()))
        } else if hidden(&entry.structure) {
            (DOCUMENT_RADIUS * 0.55, plain * 0.3)
        } else if is_doubtful(entry.outside_p) {
            (DOCUMENT_RADIUS - 3.0, theme::linear(theme::doubtful()))
        } else if library.results.everything || listed.contains(&entry.key) {
            (DOCUMENT_RADIUS + 3.0, theme::linear(theme::marker_core()))
        } else {
            (DOCUMENT_RADIUS - 2.0, plain * 0.45)
        };
        markers.push(Marker {
            at: place(entry.point_mm, &entry.structure),
            color,
            radius,
        });
    }
    if let Some(stored) = library
        .document
        .as_ref()
        .filter(|stored| selection.document == Some(stored.key))
    {
        // The other subjects of the text, smaller the less it is about them.
        let subject = theme::linear(theme::marker_core());
        markers.extend(stored.grounding.places.iter().skip(1).map(|other| Marker {
            at: place(other.point_mm, &other.structure),
            color: subject * (0.4 + other.weight),
            radius: SENTENCE_RADIUS + (SELECTED_RADIUS - SENTENCE_RADIUS) * other.weight,
        }));
        let pale = theme::linear(theme::sentence());
        markers.extend(stored.grounding.sentences.iter().map(|sentence| Marker {
            at: place(sentence.point_mm, &sentence.structure),
            color: pale,
            radius: SENTENCE_RADIUS,
        }));
    }
    if let Some(grounding) = live.grounding.as_ref() {
        markers.push(Marker {
            at: place(grounding.point_mm, &grounding.structure),
            color: theme::linear(theme::accent()) * 1.6,
            radius: LIVE_RADIUS,
        });
    }
    let mesh = meshes.add(quads(&markers));
    for (mut handle, material, mut visibility) in &mut layers {
        handle.0 = mesh.clone();
        *visibility = if markers.is_empty() {
            Visibility::Hidden
        } else {
            Visibility::Inherited
        };
        if let Some(mut material) = materials.get_mut(&material.0) {
            material.strength.y = scale;
        }
    }
    *shown = Some(state);
    stage.remake();
    redraw.write(RequestRedraw);
}

#[derive(PartialEq)]
struct Shown {
    documents: u64,
    opened: Option<i64>,
    selected: Option<i64>,
    hovered: Option<i64>,
    listed: u64,
    live: Option<[f32; 3]>,
    scale: f32,
    cuts: Vec<SectionPlane>,
    explode: f32,
    theme: ThemeChoice,
    body: u64,
}

fn quads(markers: &[Marker]) -> Mesh {
    let mut positions = Vec::with_capacity(markers.len() * 4);
    let mut corners = Vec::with_capacity(markers.len() * 4);
    let mut colors = Vec::with_capacity(markers.len() * 4);
    let mut indices = Vec::with_capacity(markers.len() * 6);
    // An empty mesh cannot be uploaded; one degenerate quad stands for it and is hidden.
    let nothing = [Marker {
        at: Vec3::ZERO,
        color: LinearRgba::BLACK,
        radius: 0.0,
    }];
    for marker in if markers.is_empty() {
        &nothing[..]
    } else {
        markers
    } {
        let first = positions.len() as u32;
        for corner in [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]] {
            positions.push(marker.at.to_array());
            corners.push(corner);
            colors.push([
                marker.color.red,
                marker.color.green,
                marker.color.blue,
                marker.radius,
            ]);
        }
        indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
    }
    Mesh::new(
        PrimitiveTopology::TriangleList,
        RenderAssetUsages::RENDER_WORLD,
    )
    .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
    .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, corners)
    .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colors)
    .with_inserted_indices(Indices::U32(indices))
}
