//! Where the panels stand and what is left for the stage.

use bevy::camera::visibility::RenderLayers;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::egui::{self, LayerId, UiBuilder};
use bevy_egui::{EguiContexts, PrimaryEguiContext};

use super::labels::LabelAnchors;
use super::slices::{self, SliceImages};
use super::{
    View, atlas_menu, body_panel, command_bar, import_window, names_panel, orientation_cube,
    overlays, side_panel, stage_menu, status_bar, theme,
};
use crate::app::atlases::Atlases;
use crate::app::command::Command;
use crate::app::looking::{Looking, ThemeChoice};
use crate::app::scene::camera::{OrbitCamera, world_from_lps};
use crate::app::scene::explode;
use crate::app::scene::stage_target::StageTarget;
use crate::app::state::{Body, Chrome, LibraryView, Live, Selection};

/// The part of the window that the panels leave to the stage, in logical pixels.
#[derive(Resource, Clone, Copy, Debug)]
pub struct StageArea {
    /// Upper left corner.
    pub min: Vec2,
    /// Extent.
    pub size: Vec2,
    /// Pixels of the texture that the stage is drawn into.
    pub pixels: Vec2,
    /// The pointer is over the stage and no panel, menu or dialog covers it.
    pub pointer_over_stage: bool,
}

impl Default for StageArea {
    fn default() -> Self {
        Self {
            min: Vec2::ZERO,
            size: Vec2::new(1280.0, 800.0),
            pixels: Vec2::new(1280.0, 800.0),
            pointer_over_stage: false,
        }
    }
}

impl StageArea {
    /// Whether a point of the window (logical pixels) lies on the stage.
    pub fn contains(&self, point: Vec2) -> bool {
        point.cmpge(self.min).all() && point.cmplt(self.min + self.size).all()
    }

    /// The ray (world, mm) through a point of the window.
    pub fn ray(&self, lens: &Camera, global: &GlobalTransform, point: Vec2) -> Option<Ray3d> {
        let pixel = (point - self.min) / self.size * lens.logical_viewport_size()?;
        lens.viewport_to_world(global, pixel).ok()
    }

    /// The point of the window at which a place (world, mm) is drawn.
    pub fn point(&self, lens: &Camera, global: &GlobalTransform, place: Vec3) -> Option<Vec2> {
        let pixel = lens.world_to_viewport(global, place).ok()?;
        Some(self.min + pixel / lens.logical_viewport_size()? * self.size)
    }
}

/// A camera of its own for the interface; the stage's draws into a texture.
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
    looking: Res<Looking>,
    atlases: Res<Atlases>,
    anchors: Res<LabelAnchors>,
    mut slice_images: ResMut<SliceImages>,
    mut live: ResMut<Live>,
    mut chrome: ResMut<Chrome>,
    mut area: ResMut<StageArea>,
    stage: Res<StageTarget>,
    camera: Single<(&Camera, &GlobalTransform, &OrbitCamera)>,
    mut commands: MessageWriter<Command>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut dressed: Local<(bool, Option<ThemeChoice>)>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let (fonts, themed) = &mut *dressed;
    if !std::mem::replace(fonts, true) {
        // Fonts are there from the next pass on.
        theme::install_fonts(ctx);
        redraw.write(RequestRedraw);
        return Ok(());
    }
    if themed.replace(looking.theme) != Some(looking.theme) {
        theme::choose(looking.theme);
        theme::apply(ctx);
        redraw.write(RequestRedraw);
    }
    let mut sent = Vec::new();
    let mut text = std::mem::take(&mut live.bypass_change_detection().text);
    let view = View {
        body: &body,
        selection: &selection,
        library: &library,
        live: &live,
        looking: &looking,
        atlases: &atlases,
    };
    let chrome = chrome.bypass_change_detection();
    let mut ui = egui::Ui::new(
        ctx.clone(),
        "window".into(),
        UiBuilder::new()
            .layer_id(LayerId::background())
            .max_rect(ctx.viewport_rect()),
    );

    if !chrome.presentation {
        command_bar::show(&mut ui, &view, chrome, &mut sent);
        status_bar::show(&mut ui, &view, chrome, &mut sent);
    }
    if chrome.body_panel && !chrome.presentation {
        body_panel::show(&mut ui, &view, chrome, &mut sent);
    }
    if chrome.side_panel && !chrome.presentation {
        side_panel::show(&mut ui, &view, chrome, &mut text, &mut sent);
    }
    if looking.slices {
        slices::show(&mut ui, &view, &mut slice_images, &mut sent);
    }
    let free = ui.available_rect_before_wrap();
    if let Some(texture) = stage.texture {
        let whole = egui::Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
        ui.painter()
            .image(texture, free, whole, egui::Color32::WHITE);
    }
    let stage_area = *area;
    let (lens, global, orbit) = *camera;
    let project = |point_mm: [f32; 3]| {
        let shown = view.atlas().map_or(point_mm, |atlas| {
            explode::shown_mm(atlas, None, point_mm, looking.explode)
        });
        stage_area
            .point(lens, global, world_from_lps(shown))
            .map(|p| egui::pos2(p.x, p.y))
    };
    overlays::show(ctx, free, &view, chrome, &project, &mut sent);
    if looking.labels {
        super::labels::show(ctx, free, &view, chrome.presentation, &anchors, &project);
    }
    orientation_cube::show(ctx, free, orbit.pose.rotation(), &mut sent);
    stage_menu::show(ctx, &view, chrome, &mut sent);
    if atlases.get_open {
        atlas_menu::get_window(ctx, &view, &mut sent);
    }
    if !chrome.presentation {
        names_panel::show(ctx, free, &view, chrome, &mut sent);
    }
    import_window::show(ctx, &view, chrome, &mut sent);

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
        pixels: area.pixels,
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
