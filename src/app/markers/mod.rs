//! Documents as glowing points: one mesh of camera-facing quads for all of them, drawn twice: bright where nothing covers it, dim through what does.

use std::collections::HashSet;

use anatomy::StructureIndex;
use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::NoFrustumCulling;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use viewer::{Display, StagePoint, is_doubtful, world_from_lps};

use super::core::{Dress, Follow, Marks, Shown};
use super::stage::area::StageArea;
use super::stage::changed::StageChanged;
use super::stage::materials::MarkerMaterial;
use super::theme;

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
            .add_systems(PostUpdate, follow.in_set(Follow));
    }
}

#[derive(Component)]
struct MarkerLayer;

type MarkerLayerParts<'a> = (
    &'a mut Mesh3d,
    &'a MeshMaterial3d<MarkerMaterial>,
    &'a mut Visibility,
);

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

/// One marker: upright world position, linear colour, radius in points.
struct Marker {
    at: Vec3,
    color: LinearRgba,
    radius: f32,
}

/// Rebuilds the quads when documents, selection, hover, the live text or what is drawn have changed.
fn follow(
    (shown, marks, dress): (Res<Shown>, Res<Marks>, Res<Dress>),
    area: Option<Res<StageArea>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<MarkerMaterial>>,
    mut layers: Query<MarkerLayerParts, With<MarkerLayer>>,
    mut stage: ResMut<StageChanged>,
    mut drawn_at: Local<f32>,
) {
    let scale = area.map_or(1.0, |area| area.pixels.y / area.size.y.max(1.0));
    let rescaled = std::mem::replace(&mut *drawn_at, scale) != scale;
    let changed = shown.is_changed() || marks.is_changed() || dress.is_changed();
    if !changed && !rescaled {
        return;
    }
    if changed {
        let markers = markers(shown.0.as_ref(), &marks);
        let mesh = meshes.add(quads(&markers));
        for (mut handle, _, mut visibility) in &mut layers {
            handle.0 = mesh.clone();
            visibility.set_if_neq(if markers.is_empty() {
                Visibility::Hidden
            } else {
                Visibility::Inherited
            });
        }
    }
    for (_, material, _) in &layers {
        if let Some(mut material) = materials.get_mut(&material.0) {
            material.strength.y = scale;
        }
    }
    stage.remake();
}

/// The markers of all documents, of the open one's sentences and further subjects, and of the live text.
fn markers(display: Option<&Display>, marks: &Marks) -> Vec<Marker> {
    let mut markers = Vec::with_capacity(marks.entries.len() + 16);
    let apart = display.is_some_and(|display| display.scene.explode > 0.0);
    let index_of = |id: &str| display.and_then(|display| display.atlas.catalogue().index_of(id));
    let place = |point: StagePoint, structure: Option<StructureIndex>| {
        let shown = display.map_or(point.mm(), |d| d.shown(point, structure).mm());
        world_from_lps(shown)
    };
    let any_hidden = display.is_some_and(|display| !display.scene.hidden_by_hand.is_empty());
    let listed: Option<HashSet<i64>> = marks
        .listed
        .as_ref()
        .map(|listed| listed.iter().copied().collect());
    let plain = theme::linear(theme::marker_glow());
    let core = theme::linear(theme::marker_core());
    for (entry, point) in marks.placed() {
        let selected = marks.selected == Some(entry.key);
        let gone = display.is_some_and(|display| {
            // What was cut away takes its documents with it.
            display.scene.removed.contains(&entry.key) || (display.is_removed(point) && !selected)
        });
        if gone {
            continue;
        }
        let structure = (apart || any_hidden).then(|| index_of(&entry.structure));
        let structure = structure.flatten();
        // What a hand has hidden leaves only a spark of its documents.
        let hidden = any_hidden
            && display
                .zip(structure)
                .is_some_and(|(display, structure)| display.is_hidden_by_hand(structure));
        let is_listed = listed
            .as_ref()
            .is_none_or(|listed| listed.contains(&entry.key));
        let (radius, color) = if selected {
            (SELECTED_RADIUS, core * 1.5)
        } else if marks.hovered == Some(entry.key) {
            (HOVERED_RADIUS, core)
        } else if hidden {
            (DOCUMENT_RADIUS * 0.55, plain * 0.3)
        } else if is_doubtful(entry.outside_p) {
            (DOCUMENT_RADIUS - 3.0, theme::linear(theme::doubtful()))
        } else if is_listed {
            (DOCUMENT_RADIUS + 3.0, core)
        } else {
            (DOCUMENT_RADIUS - 2.0, plain * 0.45)
        };
        markers.push(Marker {
            at: place(point, structure),
            color,
            radius,
        });
    }
    let pale = theme::linear(theme::sentence());
    markers.extend(marks.details.iter().map(|detail| {
        let (color, radius) = match detail.share {
            None => (pale, SENTENCE_RADIUS),
            // Another subject of the text: smaller the less it is about it.
            Some(share) => (
                core * (0.4 + share),
                SENTENCE_RADIUS + (SELECTED_RADIUS - SENTENCE_RADIUS) * share,
            ),
        };
        Marker {
            at: place(detail.point, detail.structure),
            color,
            radius,
        }
    }));
    markers.extend(marks.live.map(|(point, structure)| Marker {
        at: place(point, structure),
        color: theme::linear(theme::accent()) * 1.6,
        radius: LIVE_RADIUS,
    }));
    markers
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
