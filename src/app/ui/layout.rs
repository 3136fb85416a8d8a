//! Where the panels stand and what is left for the stage.

use bevy::camera::{CameraOutputMode, visibility::RenderLayers};
use bevy::prelude::*;
use bevy::render::render_resource::BlendState;
use bevy::window::RequestRedraw;
use bevy_egui::egui::{self, LayerId, UiBuilder};
use bevy_egui::{EguiContexts, PrimaryEguiContext};

use super::{View, body_panel, command_bar, overlays, side_panel, status_bar, theme};
use crate::app::command::Command;
use crate::app::scene::camera::{OrbitCamera, world_from_lps};
use crate::app::state::{Body, Chrome, LibraryView, Live, Selection};

/// The part of the window that the panels leave to the stage, in logical pixels.
#[derive(Resource, Clone, Copy, Debug)]
pub struct StageArea {
    /// Upper left corner.
    pub min: Vec2,
    /// Extent.
    pub size: Vec2,
    /// The pointer is over the stage and no panel, menu or dialog covers it.
    pub pointer_over_stage: bool,
}

impl Default for StageArea {
    fn default() -> Self {
        Self {
            min: Vec2::ZERO,
            size: Vec2::new(1280.0, 800.0),
            pointer_over_stage: false,
        }
    }
}

impl StageArea {
    /// Whether a point of the window (logical pixels) lies on the stage.
    pub fn contains(&self, point: Vec2) -> bool {
        point.cmpge(self.min).all() && point.cmplt(self.min + self.size).all()
    }
}

/// A camera of its own for the interface, above the stage's.
pub fn spawn_interface_camera(
    mut commands: bevy::prelude::Commands,
    mut settings: ResMut<bevy_egui::EguiGlobalSettings>,
) {
    settings.auto_create_primary_context = false;
    commands.spawn((
        PrimaryEguiContext,
        Camera2d,
        Msaa::Off,
        RenderLayers::none(),
        Camera {
            order: 1,
            output_mode: CameraOutputMode::Write {
                blend_state: Some(BlendState::ALPHA_BLENDING),
                clear_color: ClearColorConfig::None,
            },
            clear_color: ClearColorConfig::Custom(Color::NONE),
            ..default()
        },
    ));
}

/// Draws every panel and sends what the user did.
#[allow(clippy::too_many_arguments)] // a Bevy system: each argument is one injected resource
pub fn draw(
    mut contexts: EguiContexts,
    body: Res<Body>,
    selection: Res<Selection>,
    library: Res<LibraryView>,
    mut live: ResMut<Live>,
    mut chrome: ResMut<Chrome>,
    mut area: ResMut<StageArea>,
    camera: Single<(&Camera, &GlobalTransform), With<OrbitCamera>>,
    mut commands: MessageWriter<Command>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut themed: Local<bool>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    if !*themed {
        theme::apply(ctx);
        *themed = true;
    }
    let mut sent = Vec::new();
    let mut text = std::mem::take(&mut live.bypass_change_detection().text);
    let view = View {
        body: &body,
        selection: &selection,
        library: &library,
        live: &live,
    };
    let chrome = chrome.bypass_change_detection();
    let mut ui = egui::Ui::new(
        ctx.clone(),
        "window".into(),
        UiBuilder::new()
            .layer_id(LayerId::background())
            .max_rect(ctx.viewport_rect()),
    );

    command_bar::show(&mut ui, &view, chrome, &mut sent);
    status_bar::show(&mut ui, &view, chrome, &mut sent);
    if chrome.body_panel {
        body_panel::show(&mut ui, &view, chrome, &mut sent);
    }
    if chrome.side_panel {
        side_panel::show(&mut ui, &view, chrome, &mut text, &mut sent);
    }
    let free = ui.available_rect_before_wrap();
    let project = |point_mm: [f32; 3]| {
        let (lens, global) = *camera;
        lens.world_to_viewport(global, world_from_lps(point_mm))
            .ok()
            .map(|p| egui::pos2(p.x, p.y))
    };
    overlays::show(ctx, free, &view, chrome, &project, &mut sent);

    let pointer_over_stage = !ctx.egui_is_using_pointer()
        && ctx
            .pointer_hover_pos()
            .is_some_and(|p| free.contains(p) && !overlays::covers(ctx, p));
    let (min, size) = (
        Vec2::new(free.min.x, free.min.y),
        Vec2::new(free.width(), free.height()).max(Vec2::ONE),
    );
    if area.min != min || area.size != size {
        redraw.write(RequestRedraw);
    }
    *area = StageArea {
        min,
        size,
        pointer_over_stage,
    };

    let changed = live.text != text
        && sent
            .iter()
            .any(|command| matches!(command, Command::LiveText(_)));
    live.bypass_change_detection().text = text;
    if changed {
        live.set_changed();
    }
    for command in sent {
        commands.write(command);
        redraw.write(RequestRedraw);
    }
    Ok(())
}
