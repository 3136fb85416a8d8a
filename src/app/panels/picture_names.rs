//! What is written on a picture that is saved: names and measured distances as the window shows them, by an interface of the picture's own, as
//! large beside the body as in the window.

use bevy::camera::visibility::RenderLayers;
use bevy::camera::{CameraOutputMode, RenderTarget};
use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;
use bevy::render::render_resource::BlendState;
use bevy::window::RequestRedraw;
use bevy_egui::egui::{self, Pos2, Rect};
use bevy_egui::{EguiContext, EguiSchedule};
use viewer::{StagePoint, View, world_from_lps};

use super::distances;
use super::labels::{self, Anchor};
use super::overlays;
use super::tags::Tags;
use super::variant_rings;
use crate::app::core::{Core, Shown};
use crate::app::jobs::{Beside, Workers};
use crate::app::stage::area::StageArea;
use crate::app::stage::picture::PictureCamera;
use crate::app::theme;

/// Passes that a new interface needs until what it draws is there: fonts come with the second.
const PASSES: u32 = 4;

/// The pass of the interface that is drawn over a picture.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct PicturePass;

/// The interface over a picture.
#[derive(Component)]
struct Written {
    /// The picture's camera.
    picture: Entity,
    /// Looks for what is seen.
    search: Beside<(), Vec<Anchor>>,
    /// What is seen and named, once that has been looked for.
    seen: Option<Vec<Anchor>>,
    /// Pixels of a point.
    scale: f32,
    passes: u32,
}

impl Written {
    /// What is seen and named, once that has been looked for; nothing of it where the search broke off, which has been told.
    fn seen(&mut self) -> Option<Vec<Anchor>> {
        if let Some(((), found)) = self.search.take() {
            self.seen = Some(found);
        } else if self.seen.is_none() && !self.search.is_busy() {
            self.seen = Some(Vec::new());
        }
        self.seen.clone()
    }
}

pub fn plugin(app: &mut App) {
    app.add_systems(Update, begin)
        .add_systems(PicturePass, write);
}

/// Whether the window shows anything that would be written.
fn has_words(view: &View) -> bool {
    let named = view.scene.labels && view.quiz.is_none();
    let joined = view.pair().is_some() || !view.live.variants.is_empty();
    named || !view.scene.measurements.is_empty() || joined
}

/// Gives a new picture its interface, and looks beside the frame for what is seen on it.
fn begin(
    mut pictures: Query<(Entity, &mut PictureCamera), Added<PictureCamera>>,
    (core, shown): (Res<Core>, Res<Shown>),
    area: Res<StageArea>,
    workers: Option<Res<Workers>>,
    mut commands: Commands,
) {
    for (entity, mut picture) in &mut pictures {
        let display = shown.0.clone();
        let (Some(workers), Some(display)) = (&workers, display) else {
            continue;
        };
        if !picture.wanted.names || !has_words(&core) {
            continue;
        }
        picture.waits = true;
        let scale = picture.size.y / area.size.y.max(1.0);
        let (pose, size) = (picture.pose, picture.size / scale);
        let named = core.scene.labels && core.quiz.is_none();
        let mut search = Beside::default();
        search.begin(
            (),
            "names on a picture",
            &workers.reporter(),
            move || match named {
                true => labels::search(&display, pose, size),
                false => Vec::new(),
            },
        );
        commands.spawn((
            Camera2d,
            Camera {
                order: 0,
                clear_color: ClearColorConfig::Custom(Color::NONE),
                output_mode: CameraOutputMode::Write {
                    blend_state: Some(BlendState::PREMULTIPLIED_ALPHA_BLENDING),
                    clear_color: ClearColorConfig::None,
                },
                ..default()
            },
            Msaa::Off,
            RenderLayers::none(),
            // With the scale of the picture's own camera: what has another one is another target, and not taken with it.
            RenderTarget::Image(picture.target.clone().into()),
            EguiSchedule::new(PicturePass),
            Written {
                picture: entity,
                search,
                seen: None,
                scale,
                passes: 0,
            },
            ChildOf(entity),
        ));
    }
}

fn write(
    mut written: Query<(&mut EguiContext, &mut Written)>,
    mut pictures: Query<(&mut PictureCamera, &Camera, &GlobalTransform)>,
    (core, shown): (Res<Core>, Res<Shown>),
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for (mut context, mut written) in &mut written {
        redraw.write(RequestRedraw);
        let Ok((mut picture, camera, global)) = pictures.get_mut(written.picture) else {
            continue;
        };
        let ctx = context.get_mut();
        if written.passes == 0 {
            // Fonts and scale are there from the next pass on.
            ctx.set_zoom_factor(written.scale);
            theme::install_fonts(ctx);
            theme::apply(ctx, true);
            written.passes = 1;
            continue;
        }
        let Some(found) = written.seen() else {
            continue;
        };
        let points = picture.size / written.scale;
        let whole = Rect::from_min_size(Pos2::ZERO, egui::vec2(points.x, points.y));
        let display = shown.0.as_ref();
        let project = |point: StagePoint, structure| {
            let shown = display.map_or(point.mm(), |d| d.shown(point, structure).mm());
            let at = camera
                .world_to_viewport(global, world_from_lps(shown))
                .ok()?;
            let at = at / written.scale;
            Some(Pos2::new(at.x, at.y))
        };
        let heat = display
            .map(|display| display.heat.clone())
            .unwrap_or_default();
        draw(ctx, whole, &core, &found, &heat, &project);
        written.passes += 1;
        if written.passes > PASSES {
            picture.waits = false;
        }
    }
}

fn draw(
    ctx: &egui::Context,
    whole: Rect,
    view: &View,
    found: &[Anchor],
    heat: &viewer::Heat,
    project: super::frame::Project,
) {
    let layer = egui::LayerId::new(egui::Order::Middle, egui::Id::new("picture"));
    let painter = ctx.layer_painter(layer).with_clip_rect(whole);
    // Below the names, as in the window.
    let rings = variant_rings::draw(&painter, view, project);
    labels::write(
        &painter,
        labels::beside_body(whole, found, project),
        view,
        found,
        heat,
        project,
    );
    let mut tags = Tags::new(&painter, whole, view.layout.presentation);
    tags.avoid(rings.into_iter().map(|ring| (ring, overlays::RING)));
    distances::measured(&painter, view, project, &mut tags);
    overlays::joined(&painter, view, project, &mut tags);
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use bevy::ecs::system::RunSystemOnce as _;
    use viewer::PictureOrder;

    use super::*;
    use crate::app::jobs::{Answer, Reporter};

    /// A picture whose names are looked for so.
    fn picture(
        world: &mut World,
        report: &Reporter,
        look: impl FnOnce() -> Vec<Anchor> + Send + 'static,
    ) -> Entity {
        let wanted = PictureOrder {
            path: "a.png".into(),
            size: [64, 64],
            transparent: false,
            as_stage: false,
            names: true,
        };
        let size = Vec2::splat(64.0);
        let mut camera = PictureCamera::new(wanted, Handle::default(), size, Default::default());
        camera.waits = true;
        let lens = (Camera::default(), GlobalTransform::default());
        let picture = world.spawn((camera, lens)).id();
        let mut search = Beside::default();
        search.begin((), "names on a picture", report, look);
        let written = Written {
            picture,
            search,
            seen: None,
            scale: 1.0,
            passes: 0,
        };
        world.spawn((EguiContext::default(), written));
        picture
    }

    /// Lets the interfaces draw until a picture waits for them no more.
    fn drawn(world: &mut World, picture: Entity) {
        let begun = Instant::now();
        while world.get::<PictureCamera>(picture).unwrap().waits {
            assert!(
                begun.elapsed() < Duration::from_secs(60),
                "it waits for ever"
            );
            let mut contexts = world.query::<&mut EguiContext>();
            for mut context in contexts.iter_mut(world) {
                context.get_mut().begin_pass(egui::RawInput::default());
            }
            world.run_system_once(write).unwrap();
            for mut context in contexts.iter_mut(world) {
                context.get_mut().end_pass().textures_delta.clear();
            }
        }
    }

    #[test]
    fn a_search_that_breaks_off_is_told_and_holds_no_picture_up() {
        let mut world = World::new();
        world.init_resource::<Core>();
        world.init_resource::<Shown>();
        world.init_resource::<Messages<RequestRedraw>>();
        let (report, received) = Reporter::heard();
        let broken = picture(&mut world, &report, || panic!("out of range"));
        drawn(&mut world, broken);
        let told = received.recv_timeout(Duration::from_secs(30)).unwrap();
        let Answer::Tell(told) = told else {
            panic!("a problem is told");
        };
        assert!(format!("{told:?}").contains("out of range"), "{told:?}");
        let at = StagePoint([0.0; 3]);
        let liver = anatomy::Catalogue::builtin().index_of("liver").unwrap();
        let next = picture(&mut world, &report, move || vec![(liver, at)]);
        drawn(&mut world, next);
        let mut written = world.query::<&Written>();
        let seen: Vec<usize> = written
            .iter(&world)
            .map(|written| written.seen.as_ref().map_or(0, Vec::len))
            .collect();
        assert_eq!(seen, [0, 1], "the next one has its names");
    }
}
