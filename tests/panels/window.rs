//! The panels of the window, all of them and with what they read, but without window, renderer and stage: their schedule is run in egui_kittest.

use std::path::Path;
use std::time::{Duration, Instant};

use anatomy::{Atlas, Catalogue};
use bevy::input::keyboard::KeyboardInput;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::egui::{self, Rect};
use bevy_egui::{
    EguiClipboard, EguiContext, EguiGlobalSettings, EguiPrimaryContextPass, EguiUserTextures,
    PrimaryEguiContext,
};
use corpus_atlas::app::core::{Core, CorePlugin, Do};
use corpus_atlas::app::jobs::{LoadedMeshes, Workers};
use corpus_atlas::app::panels;
use corpus_atlas::app::panels::{PageImages, SliceImages};
use corpus_atlas::app::stage::area::StageArea;
use corpus_atlas::app::stage::camera::OrbitCamera;
use corpus_atlas::app::stage::crowds::Crowds;
use corpus_atlas::app::stage::lasso::Lasso;
use corpus_atlas::app::stage::picking::UnderPointer;
use corpus_atlas::app::stage::probed::Probe;
use corpus_atlas::app::stage::target::{Renderer, StageTarget};
use corpus_atlas::paths::Paths;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use image::RgbImage;
use library::pdf::PagePicture;
use serde_json::Value;
use tempfile::TempDir;
use viewer::command::WindowCommand;
use viewer::{Command, View};

use crate::paint::{Textures, paint};
use crate::papers;

/// How long anything may take on two busy cores.
const PATIENCE: Duration = Duration::from_secs(420);
/// Frames in a row in which nothing is awaited before the panels are at rest: what unfolds, and what is as wide as its words, has its size then.
const AT_REST: u32 = 4;

/// The panels, on a library of a few papers.
pub struct Panels {
    harness: Harness<'static, App>,
    textures: Textures,
    scale: f32,
    size: [f32; 2],
    /// Something is not there, or nobody answers: it is not waited for.
    pub lacks: bool,
    /// News stays, to be looked at.
    pub keeps_news: bool,
    /// The library's folder, which goes last.
    pub dir: TempDir,
}

impl Panels {
    /// Opens a window of a size (points) on a screen with so many pixels a point, and waits until all is there.
    pub fn open(size: [f32; 2], scale: f32) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let mut app = app(&papers::library(dir.path()));
        // The camera of the interface is made at the start.
        app.update();
        let textures = Textures::default();
        let harness = Harness::builder()
            .with_size(size)
            .with_pixels_per_point(scale)
            .renderer(textures.clone())
            .build_ui_state(|ui, app| draw(ui.ctx(), app), app);
        let mut panels = Self {
            harness,
            textures,
            scale,
            size,
            lacks: false,
            keeps_news: false,
            dir,
        };
        panels.settle();
        panels
    }

    /// What the window knows.
    pub fn view(&self) -> &View {
        self.harness.state().world().resource::<Core>()
    }

    /// The structures of the body on the stage; without one, those that are built in.
    pub fn catalogue(&self) -> &Catalogue {
        let atlas = self.view().atlas();
        atlas.map_or(Catalogue::builtin(), Atlas::catalogue)
    }

    /// Carries out a command as a script writes it, and waits until all that it asked for is there.
    pub fn go(&mut self, command: &Value) {
        let command: Command<String> = serde_json::from_value(command.clone())
            .unwrap_or_else(|error| panic!("{command}: {error}"));
        let command = command.resolve(self.catalogue()).unwrap();
        self.act(command);
        // News that passes would be there or not, by how fast the machine is.
        let news = self.view().layout.notice.as_ref();
        if let Some(news) = news.filter(|_| !self.keeps_news) {
            let gone = Command::Window(WindowCommand::DismissNotice(news.number));
            let world = self.harness.state_mut().world_mut();
            world.write_message(Do(gone));
            self.settle();
        }
    }

    /// Carries out a command.
    pub fn act(&mut self, command: impl Into<Command>) {
        self.world().write_message(Do(command.into()));
        self.settle();
    }

    /// Tells what a worker would.
    pub fn tell(&mut self, message: viewer::Message) {
        self.world().resource::<Workers>().reporter().tell(message);
        self.settle();
    }

    /// What the panels read.
    pub fn world(&mut self) -> &mut World {
        self.harness.state_mut().world_mut()
    }

    /// How many controls have this name.
    pub fn count(&self, name: &str) -> usize {
        self.harness.query_all_by_label(name).count()
    }

    /// Clicks on the control of this name, and takes the pointer away again.
    pub fn click(&mut self, name: &str) {
        let control = self.harness.get_all_by_label(name).next();
        control.expect("it is there").click();
        self.settle();
        self.harness.remove_cursor();
        self.settle();
    }

    /// Clicks with the right button on the control of this name, and takes the pointer away again.
    pub fn right_click(&mut self, name: &str) {
        let control = self.harness.get_all_by_label(name).next();
        control.expect("it is there").click_secondary();
        self.settle();
        self.harness.remove_cursor();
        self.settle();
    }

    /// Closes the menus that egui keeps open.
    pub fn close_menus(&mut self) {
        egui::Popup::close_all(&self.harness.ctx);
        self.settle();
    }

    fn settle(&mut self) {
        let start = Instant::now();
        let mut calm = 0;
        while calm < AT_REST {
            self.harness.state_mut().update();
            self.harness.step();
            let world = self.harness.state().world();
            let drawn = !world.resource::<SliceImages>().is_busy()
                && !world.resource::<PageImages>().is_busy();
            calm = match drawn && (self.lacks || is_at_rest(self.view())) {
                true => calm + 1,
                false => 0,
            };
            if calm == 0 {
                std::thread::sleep(Duration::from_millis(5));
            }
            assert!(start.elapsed() < PATIENCE, "{:?}", self.view().jobs.list);
        }
    }

    /// The whole window, points.
    pub fn whole(&self) -> Rect {
        Rect::from_min_size(egui::Pos2::ZERO, self.size.into())
    }

    /// What the panels leave to the stage, points.
    pub fn stage(&self) -> Rect {
        let area = self.harness.state().world().resource::<StageArea>();
        let [min, size] = [area.min, area.size].map(|v| egui::vec2(v.x, v.y));
        Rect::from_min_size(min.to_pos2(), size)
    }

    /// What lies over the stage and the panels: windows, cards, menus; points.
    pub fn over(&self) -> Vec<Rect> {
        self.harness.ctx.memory(|memory| {
            let layers = memory.areas().visible_layer_ids();
            let over = layers
                .into_iter()
                .filter(|layer| layer.order != egui::Order::Background);
            over.filter_map(|layer| memory.area_rect(layer.id))
                .collect()
        })
    }

    /// What the last frame gave egui to paint, and to tell.
    pub fn harness(&self) -> &Harness<'static, App> {
        &self.harness
    }

    /// A picture of a part of the window.
    pub fn picture(&self, part: Rect) -> RgbImage {
        let shapes = self.harness.output().shapes.clone();
        let painted = self.harness.ctx.tessellate(shapes, self.scale);
        paint(&self.textures, &painted, part, self.scale)
    }
}

/// All that was asked for is there.
fn is_at_rest(view: &View) -> bool {
    let documents = &view.documents;
    // Files that are looked at are added at once, unless the user is asked.
    let looked_at = documents.prospect.as_ref().is_some_and(|p| !p.asked);
    let counted = documents.page.as_ref().is_none_or(|page| !page.pending);
    // The quiz asks about a text once that is read.
    let asked = view.quiz.as_ref().is_none_or(|quiz| {
        let about = quiz.question().and_then(|question| question.document);
        about.is_none() || quiz.text.is_some()
    });
    view.atlas().is_some()
        && documents.is_ready()
        && documents.engine.is_some()
        && view.is_settled()
        && view.jobs.running().next().is_none()
        && !looked_at
        && counted
        && asked
}

/// The window's own core and panels, the workers behind them, and in place of the stage what the panels ask it.
fn app(library: &Path) -> App {
    // Percentages are drawn: they must be the same on every processor.
    grounding::engine::only_32_bits();
    let paths = Paths::find().unwrap();
    language::open(&paths.languages(), Some("en"));
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, CorePlugin))
        .add_message::<RequestRedraw>()
        .add_message::<KeyboardInput>()
        .init_resource::<EguiClipboard>()
        .init_resource::<EguiGlobalSettings>()
        .init_resource::<EguiUserTextures>()
        .init_resource::<LoadedMeshes>()
        .init_resource::<StageTarget>()
        .init_resource::<UnderPointer>()
        .init_resource::<Crowds>()
        .init_resource::<Lasso>()
        .init_resource::<Probe>();
    app.insert_resource(Renderer {
        software: true,
        words: "none".to_owned(),
    });
    app.insert_resource(Workers::start(
        paths.into(),
        library.to_owned(),
        false,
        std::sync::Arc::new(|| {}),
    ));
    app.insert_resource(PageImages::drawn_by(draw_page));
    panels::add(&mut app);
    let camera = OrbitCamera::new(viewer::Pose::default());
    app.world_mut()
        .spawn((camera, Camera::default(), GlobalTransform::default()));
    app.finish();
    app.cleanup();
    app
}

/// A page of lines, in place of one that the child process draws.
fn draw_page(_: &Path, _: u32, width: u32) -> Result<PagePicture, String> {
    let height = width * 7 / 5;
    let mut rgba = Vec::new();
    for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
        let (line, across) = (y * 50 / height, x * 100 / width);
        // Lines of a paragraph, of which the third one is shorter.
        let end = if line % 6 == 5 { 60 } else { 90 };
        let is_ink = line % 2 == 1 && (10..end).contains(&across);
        let grey = if is_ink { 90 } else { 255 };
        rgba.extend([grey, grey, grey, 255]);
    }
    Ok(PagePicture {
        pages: 3,
        size: [width, height].map(|side| side as usize),
        rgba,
    })
}

/// A frame of the panels, drawn into the context of egui_kittest in place of the window's own.
fn draw(ctx: &egui::Context, app: &mut App) {
    let world = app.world_mut();
    let mut own = world.query_filtered::<&mut EguiContext, With<PrimaryEguiContext>>();
    *own.single_mut(world).unwrap().get_mut() = ctx.clone();
    world.run_schedule(EguiPrimaryContextPass);
}
