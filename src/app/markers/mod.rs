//! Documents as glowing points: camera-facing quads, drawn twice: bright where nothing covers them, dim through what does. All documents are one
//! mesh, made anew when the camera or the documents change; what is chosen among them is another, so that the pointer costs nothing.

use anatomy::StructureIndex;
use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::NoFrustumCulling;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use viewer::{Display, is_doubtful, world_from_lps};

use super::core::{Dress, Follow, Marks, Shown};
use super::stage::area::StageArea;
use super::stage::changed::StageChanged;
use super::stage::crowds::{self, Crowds, Look};
use super::stage::materials::MarkerMaterial;
use super::theme;

/// Radius of a document's marker with its glow, points; the core is a quarter of it.
const DOCUMENT_RADIUS: f32 = 13.0;
const HOVERED_RADIUS: f32 = 20.0;
const SELECTED_RADIUS: f32 = 25.0;
const SENTENCE_RADIUS: f32 = 7.5;
const LIVE_RADIUS: f32 = 24.0;
/// Height that a picture made without a window is taken to have, points, whatever its pixels: that of `render`'s first size.
const WINDOWLESS_HEIGHT: f32 = 960.0;

/// Documents, sentences of the selected one and the live text, as markers.
pub struct MarkersPlugin;

impl Plugin for MarkersPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Crowds>()
            .add_systems(Startup, spawn_layers)
            .add_systems(PostUpdate, (crowds::gather, follow).chain().in_set(Follow));
    }
}

/// One of the meshes.
#[derive(Component, Clone, Copy, PartialEq, Eq)]
enum MarkerLayer {
    /// All documents.
    Documents,
    /// What is chosen among them, the sentences of the open one, and the live text.
    Chosen,
}

type MarkerLayerParts<'a> = (
    &'a MarkerLayer,
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
    for layer in [MarkerLayer::Documents, MarkerLayer::Chosen] {
        for (through, strength) in [(true, 0.5), (false, 1.0)] {
            commands.spawn((
                Mesh3d(mesh.clone()),
                MeshMaterial3d(materials.add(MarkerMaterial {
                    strength: Vec4::new(strength, WINDOWLESS_HEIGHT, 0.0, 0.0),
                    through,
                    // What is chosen lies over the others.
                    order: if layer == MarkerLayer::Chosen {
                        1.0
                    } else {
                        0.0
                    },
                })),
                NoFrustumCulling,
                Visibility::Hidden,
                layer,
            ));
        }
    }
}

/// One marker.
struct Marker {
    /// Upright world, mm.
    at: Vec3,
    color: LinearRgba,
    /// Points.
    radius: f32,
    /// Share of its light and of what it covers, 0 to 1.
    light: f32,
    /// A ring, for what is doubtful, so that colour alone does not say so; else a disc.
    ring: bool,
}

/// Makes the quads of all documents anew when they are gathered anew, and those of what is chosen when that, the live text or what is drawn has changed.
fn follow(
    (shown, marks, dress, crowds): (Res<Shown>, Res<Marks>, Res<Dress>, Res<Crowds>),
    area: Option<Res<StageArea>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<MarkerMaterial>>,
    mut layers: Query<MarkerLayerParts>,
    mut stage: ResMut<StageChanged>,
    mut drawn_at: Local<f32>,
) {
    let height = area.map_or(WINDOWLESS_HEIGHT, |area| area.size.y.max(1.0));
    let is_rescaled = std::mem::replace(&mut *drawn_at, height) != height;
    let chosen_change = shown.is_changed() || marks.is_changed() || dress.is_changed();
    let documents_change = crowds.is_changed() || dress.is_changed();
    if !chosen_change && !documents_change && !is_rescaled {
        return;
    }
    let mut renew = |of: MarkerLayer, markers: &[Marker]| {
        let mesh = meshes.add(quads(markers));
        for (layer, mut handle, _, mut visibility) in &mut layers {
            if *layer == of {
                handle.0 = mesh.clone();
                visibility.set_if_neq(if markers.is_empty() {
                    Visibility::Hidden
                } else {
                    Visibility::Inherited
                });
            }
        }
    };
    if documents_change {
        renew(MarkerLayer::Documents, &documents(&crowds));
    }
    if chosen_change {
        renew(MarkerLayer::Chosen, &chosen(shown.0.as_ref(), &marks));
    }
    for (_, _, material, _) in &layers {
        if let Some(mut material) = materials.get_mut(&material.0) {
            material.strength.y = height;
            material.strength.z = f32::from(u8::from(theme::is_light()));
        }
    }
    stage.remake();
}

/// All documents, gathered.
fn documents(crowds: &Crowds) -> Vec<Marker> {
    let plain = theme::linear(theme::marker_glow());
    let core = theme::linear(theme::marker_core());
    let doubtful = theme::linear(theme::doubtful());
    let markers = crowds.drawn.iter().map(|(look, one)| {
        let (radius, color) = match look {
            Look::Hidden => (DOCUMENT_RADIUS * 0.55, plain * 0.3),
            Look::Doubtful => (DOCUMENT_RADIUS - 3.0, doubtful),
            Look::Listed => (DOCUMENT_RADIUS + 3.0, core),
            Look::Rest => (DOCUMENT_RADIUS - 2.0, plain * 0.45),
        };
        // What answers nothing gives way twice: where there is much of it, it is hardly more than dust.
        let light = match look {
            Look::Rest => one.light * one.light,
            _ => one.light,
        };
        Marker {
            at: one.at,
            color,
            radius: radius * one.size,
            light,
            ring: *look == Look::Doubtful,
        }
    });
    markers.collect()
}

/// The selected and the hovered document, the open one's sentences and further subjects, and the live text.
fn chosen(display: Option<&Display>, marks: &Marks) -> Vec<Marker> {
    let core = theme::linear(theme::marker_core());
    let place = |point: viewer::StagePoint, structure| {
        let shown = display.map_or(point.mm(), |d| d.shown(point, structure).mm());
        world_from_lps(shown)
    };
    let marker = |at, color, radius| Marker {
        at,
        color,
        radius,
        light: 1.0,
        ring: false,
    };
    // Beside what is isolated nothing of another one floats.
    let is_put_away = |structure: Option<StructureIndex>| {
        let found = display.zip(structure);
        found.is_some_and(|(display, structure)| display.is_put_away(structure))
    };
    let mut markers = Vec::new();
    for (key, radius, light, is_selected) in [
        (marks.hovered, HOVERED_RADIUS, 1.0, false),
        (marks.beside, SELECTED_RADIUS, 1.5, true),
        (marks.selected, SELECTED_RADIUS, 1.5, true),
    ] {
        let Some((entry, point)) = key.and_then(|key| marks.find(key)) else {
            continue;
        };
        let index = display.and_then(|d| d.atlas.catalogue().index_of(&entry.structure));
        // A row under the pointer is asked for now: it shows its place all the same.
        let gone = display.is_some_and(|display| {
            display.scene.removed.contains(&entry.key)
                || (display.is_removed(point) && !is_selected)
        }) || (is_selected && is_put_away(index));
        if !gone {
            markers.push(Marker {
                ring: is_doubtful(entry.outside_p),
                ..marker(place(point, index), core * light, radius)
            });
        }
    }
    let pale = theme::linear(theme::sentence());
    let details = marks.details.iter();
    let details = details.filter(|detail| !is_put_away(detail.structure));
    markers.extend(details.map(|detail| {
        let (color, radius) = match detail.share {
            None => (pale, SENTENCE_RADIUS),
            // Another subject of the text: smaller the less it is about it.
            Some(share) => (
                core * (0.4 + share),
                SENTENCE_RADIUS + (SELECTED_RADIUS - SENTENCE_RADIUS) * share,
            ),
        };
        marker(place(detail.point, detail.structure), color, radius)
    }));
    markers.extend(marks.live.map(|(point, structure)| {
        let color = theme::linear(theme::accent()) * 1.6;
        marker(place(point, structure), color, LIVE_RADIUS)
    }));
    markers
}

fn quads(markers: &[Marker]) -> Mesh {
    let mut positions = Vec::with_capacity(markers.len() * 4);
    let mut corners = Vec::with_capacity(markers.len() * 4);
    let mut colors = Vec::with_capacity(markers.len() * 4);
    let mut lights = Vec::with_capacity(markers.len() * 4);
    let mut indices = Vec::with_capacity(markers.len() * 6);
    // An empty mesh cannot be uploaded; one degenerate quad stands for it and is hidden.
    let nothing = [Marker {
        at: Vec3::ZERO,
        color: LinearRgba::BLACK,
        radius: 0.0,
        light: 0.0,
        ring: false,
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
            lights.push([marker.light, f32::from(u8::from(marker.ring))]);
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
    .with_inserted_attribute(Mesh::ATTRIBUTE_UV_1, lights)
    .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colors)
    .with_inserted_indices(Indices::U32(indices))
}
