//! The frame around the panels: fonts and theme before them, the stage between them.

use anatomy::StructureIndex;
use bevy::camera::visibility::RenderLayers;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::egui::{self, Pos2};
use bevy_egui::{EguiContexts, EguiGlobalSettings, PrimaryEguiContext};
use viewer::{StagePoint, Theme, world_from_lps};

use super::{Free, Layer, Pane, draw_in};
use crate::app::core::{Dress, Shown};
use crate::app::stage::area::StageArea;
use crate::app::stage::camera::OrbitCamera;
use crate::app::stage::target::StageTarget;
use crate::app::theme;

pub fn plugin(app: &mut App) {
    app.init_resource::<Free>()
        .init_resource::<StageArea>()
        .add_systems(PreStartup, spawn_interface_camera);
    draw_in(app, Layer::Begin, begin);
    draw_in(app, Layer::Stage, stage);
    draw_in(app, Layer::End, end);
}

/// A camera of its own for the interface; the stage's draws into a texture.
fn spawn_interface_camera(mut commands: Commands, mut settings: ResMut<EguiGlobalSettings>) {
    settings.auto_create_primary_context = false;
    commands.spawn((
        PrimaryEguiContext,
        Camera2d,
        Msaa::Off,
        RenderLayers::none(),
        Camera {
            order: 1,
            ..default()
        },
    ));
}

fn begin(
    mut contexts: EguiContexts,
    dress: Res<Dress>,
    mut free: ResMut<Free>,
    mut dressed: Local<(bool, Option<Theme>)>,
    mut redraw: MessageWriter<RequestRedraw>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let (fonts, themed) = &mut *dressed;
    if !std::mem::replace(fonts, true) {
        // Fonts are there from the next pass on.
        theme::install_fonts(ctx);
        redraw.write(RequestRedraw);
        return Ok(());
    }
    if themed.replace(dress.theme) != Some(dress.theme) {
        theme::choose(dress.theme);
        theme::apply(ctx);
        redraw.write(RequestRedraw);
    }
    free.0 = Some(ctx.viewport_rect());
    Ok(())
}

/// Shows the stage's texture in what the panels have left.
fn stage(mut pane: Pane, target: Res<StageTarget>, mut area: ResMut<StageArea>) -> Result {
    let before = *area;
    pane.over(|ctx, free, _, _| {
        if let Some(texture) = target.texture {
            let whole = egui::Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
            ctx.layer_painter(egui::LayerId::background()).image(
                texture,
                free,
                whole,
                egui::Color32::WHITE,
            );
        }
        let min = Vec2::new(free.min.x, free.min.y);
        let size = Vec2::new(free.width(), free.height()).max(Vec2::ONE);
        let now = StageArea { min, size, ..*area };
        area.set_if_neq(now);
    })?;
    if *area != before {
        pane.act.redraw();
    }
    Ok(())
}

/// Whether the pointer is the stage's is known when everything has been drawn.
fn end(mut pane: Pane, mut area: ResMut<StageArea>) -> Result {
    pane.over(|ctx, free, _, _| {
        let pointer = ctx.pointer_hover_pos();
        let pointer_over_stage = !ctx.egui_is_using_pointer()
            && pointer.is_some_and(|p| free.contains(p) && !covers(ctx, p));
        let now = StageArea {
            pointer_over_stage,
            ..*area
        };
        area.set_if_neq(now);
    })
}

/// Whether a window of the interface covers a point of the stage.
pub fn covers(ctx: &egui::Context, point: Pos2) -> bool {
    ctx.layer_id_at(point)
        .is_some_and(|layer| !matches!(layer.order, egui::Order::Background | egui::Order::Middle))
}

/// Tells where a place of the body is drawn in the window.
#[derive(SystemParam)]
pub struct Projector<'w, 's> {
    shown: Res<'w, Shown>,
    area: Res<'w, StageArea>,
    camera: Single<'w, 's, (&'static Camera, &'static GlobalTransform), With<OrbitCamera>>,
}

impl Projector<'_, '_> {
    /// Where a point is drawn, moved with the structure it belongs to while the body is taken apart.
    pub fn at(&self, point: StagePoint, structure: Option<StructureIndex>) -> Option<Pos2> {
        let display = self.shown.0.as_ref();
        let shown = display.map_or(point.mm(), |d| d.shown(point, structure).mm());
        let (lens, global) = *self.camera;
        let at = self.area.point(lens, global, world_from_lps(shown))?;
        Some(Pos2::new(at.x, at.y))
    }
}
