//! The frame around the panels: fonts and theme before them, the stage between them.

use anatomy::StructureIndex;
use bevy::camera::visibility::RenderLayers;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::egui::{self, Pos2};
use bevy_egui::{EguiContexts, EguiGlobalSettings, PrimaryEguiContext};
use viewer::{StagePoint, Theme, world_from_lps};

use super::{Free, Layer, Pane, draw_in, told};
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
    mut dressed: Local<(bool, Option<(Theme, bool)>)>,
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
    let worn = (dress.theme, dress.still);
    if themed.replace(worn) != Some(worn) {
        theme::choose(dress.theme);
        theme::apply(ctx, dress.still);
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

/// Whether the pointer is the stage's, and where the keyboard is, is known when everything has been drawn.
fn end(mut pane: Pane, mut area: ResMut<StageArea>, mut by_keys: Local<bool>) -> Result {
    pane.over(|ctx, free, view, _| {
        ring(ctx, &mut by_keys);
        told::stage(ctx, free, view);
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

/// A ring around what has the keyboard, while one goes by keys: from Tab, Enter or the key of menus to the next press of the mouse, as browsers have it. Text boxes
/// are lit and show where one types.
fn ring(ctx: &egui::Context, by_keys: &mut bool) {
    ctx.input(|input| {
        if input.pointer.any_pressed() {
            *by_keys = false;
        }
        let goes = [egui::Key::Tab, egui::Key::F10, egui::Key::Enter];
        *by_keys |= goes.into_iter().any(|key| input.key_pressed(key));
    });
    *by_keys |= ctx.data_mut(|data| data.remove_temp::<()>(by_keys_id()).is_some());
    let focused = ctx.memory(egui::Memory::focused);
    let Some(control) = focused.and_then(|id| ctx.read_response(id)) else {
        return;
    };
    // What has been scrolled out of its list has no ring.
    let seen = control.interact_rect.is_positive();
    if *by_keys && seen && !ctx.text_edit_focused() {
        let rect = control.rect.intersect(control.interact_rect);
        let painter = ctx.layer_painter(control.layer_id);
        let inside = egui::StrokeKind::Inside;
        let ring = egui::Stroke::new(RING, theme::accent_ui());
        painter.rect_stroke(rect, 6.0, ring, inside);
        // It is seen on what is filled with the accent, too.
        let gap = egui::Stroke::new(1.0, theme::panel());
        painter.rect_stroke(rect.shrink(RING), 4.0, gap, inside);
    }
}

/// Says that one goes by keys, where a panel knows that by its own ones.
pub fn goes_by_keys(ctx: &egui::Context) {
    ctx.data_mut(|data| data.insert_temp(by_keys_id(), ()));
}

fn by_keys_id() -> egui::Id {
    egui::Id::new("goes by keys")
}

/// Width of the ring around what has the keyboard, points.
const RING: f32 = 2.0;

/// Whether a window of the interface covers a point of the stage.
pub fn covers(ctx: &egui::Context, point: Pos2) -> bool {
    ctx.layer_id_at(point)
        .is_some_and(|layer| !matches!(layer.order, egui::Order::Background | egui::Order::Middle))
}

/// Where a point of the body is drawn, by the structure that it belongs to.
pub(super) type Project<'a> = &'a dyn Fn(StagePoint, Option<StructureIndex>) -> Option<Pos2>;

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

#[cfg(test)]
mod tests {
    use super::*;

    /// The rings in a frame with a button and a text box, after these events.
    fn rings(ctx: &egui::Context, by_keys: &mut bool, events: Vec<egui::Event>) -> Vec<egui::Rect> {
        let input = egui::RawInput {
            events,
            focused: true,
            ..Default::default()
        };
        let mut text = String::new();
        let mut frame = ctx.run_ui(input, |ui| {
            let _ = ui.button("Go");
            ui.text_edit_singleline(&mut text);
            ring(ui.ctx(), by_keys);
        });
        frame.textures_delta.clear();
        let shapes = frame.shapes.into_iter();
        let ring = egui::Stroke::new(RING, theme::accent_ui());
        shapes
            .filter_map(|clipped| match clipped.shape {
                egui::Shape::Rect(rect) if rect.stroke == ring => Some(rect.rect),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn what_has_the_keyboard_is_ringed_once_keys_are_used() {
        let ctx = egui::Context::default();
        let mut by_keys = false;
        let tab = || egui::Event::Key {
            key: egui::Key::Tab,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: egui::Modifiers::NONE,
        };
        let press = egui::Event::PointerButton {
            pos: egui::pos2(500.0, 500.0),
            button: egui::PointerButton::Primary,
            pressed: true,
            modifiers: egui::Modifiers::NONE,
        };
        assert!(rings(&ctx, &mut by_keys, Vec::new()).is_empty());
        let _ = rings(&ctx, &mut by_keys, vec![tab()]);
        let ringed = rings(&ctx, &mut by_keys, Vec::new());
        assert_eq!(ringed.len(), 1, "{ringed:?}");
        assert!(ringed[0].width() > 10.0 && ringed[0].height() > 10.0);
        // The text box after it shows where one types.
        let _ = rings(&ctx, &mut by_keys, vec![tab()]);
        assert!(ctx.text_edit_focused());
        assert!(rings(&ctx, &mut by_keys, Vec::new()).is_empty());
        // Who takes the mouse sees where that is.
        assert!(by_keys);
        let _ = rings(&ctx, &mut by_keys, vec![press]);
        assert!(!by_keys);
    }
}
