//! Where the core meets Bevy. Everyone reads [`Core`] and sends [`Do`]; this module alone calls [`viewer::apply`], hands the effects
//! to those who carry them out, and keeps the small resources that the stage follows by change detection.

mod dress;
pub mod held;

use std::collections::HashSet;
use std::sync::Arc;

use anatomy::{Atlas, StructureIndex};
use bevy::app::AppExit;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, save_to_disk};
use bevy::window::{PrimaryWindow, RawHandleWrapper, RequestRedraw};
use bevy_egui::{EguiClipboard, EguiPostUpdateSet, EguiPreUpdateSet};
use library::Spot;
use viewer::{
    Command, Contrasts, Display, Effect, Heat, LeftTab, Palette, PictureOrder, Pose, Side,
    StagePoint, View,
};

pub use self::dress::{Dress, System};
use super::jobs::{Answer, KnownNames, LoadedMeshes, Workers};

/// All that the window knows. Read by everyone; changed by [`viewer::apply`] alone.
#[derive(Resource, Default, Deref)]
pub struct Core(View);

/// The window begins as this view, for tests.
impl From<View> for Core {
    fn from(view: View) -> Self {
        Self(view)
    }
}

/// A user action on its way to the core.
#[derive(Message, Clone, Debug)]
pub struct Do(pub Command);

/// Sends commands and asks for the frame in which they show.
#[derive(SystemParam)]
pub struct Act<'w> {
    commands: MessageWriter<'w, Do>,
    redraw: MessageWriter<'w, RequestRedraw>,
}

impl Act<'_> {
    /// Sends a command.
    pub fn send(&mut self, command: impl Into<Command>) {
        self.commands.write(Do(command.into()));
        self.redraw();
    }

    /// Asks for another frame.
    pub fn redraw(&mut self) {
        self.redraw.write(RequestRedraw);
    }
}

/// When the core takes in what was sent: after the input, so that panels draw what it led to, and after the panels, so that the
/// stage does.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Decide;

/// When the stage follows what was decided in a frame.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Follow;

/// What is drawn, and how; nothing before an atlas has been read.
#[derive(Resource, Default, PartialEq)]
pub struct Shown(pub Option<Display>);

/// The structure under the cursor.
#[derive(Resource, Default, PartialEq)]
pub struct Hovered(pub Option<StructureIndex>);

/// The structure that is selected, and how often one was selected by its name.
#[derive(Resource, Default, PartialEq)]
pub struct Named {
    /// Which.
    pub structure: Option<StructureIndex>,
    /// How often.
    pub times: u64,
}

/// A further point of the open document.
#[derive(Clone, Debug, PartialEq)]
pub struct Detail {
    /// Where.
    pub point: StagePoint,
    /// The structure that it belongs to.
    pub structure: Option<StructureIndex>,
    /// Its share of the text; nothing for a sentence.
    pub share: Option<f32>,
}

/// How many of the documents that pass the filter are about each structure, for whoever shows it.
#[derive(Resource, Default, PartialEq)]
pub struct Tally(pub Heat);

/// Two lists compared in the structures of the atlas on the stage; empty while none are.
#[derive(Resource, Default, PartialEq)]
pub struct Compared(pub Contrasts);

/// What the markers show.
#[derive(Resource, Default)]
pub struct Marks {
    /// Every document.
    pub entries: Arc<Vec<Spot>>,
    /// Their places on the stage, where that is not the home body.
    pub staged: Option<Arc<Vec<Option<StagePoint>>>>,
    /// The documents that pass the filter; nothing when all do.
    pub passing: Option<Arc<HashSet<i64>>>,
    /// The documents that answer what was asked; nothing when all do.
    pub listed: Option<Arc<Vec<i64>>>,
    /// The selected document.
    pub selected: Option<i64>,
    /// The one that is read beside it.
    pub beside: Option<i64>,
    /// The one under the cursor.
    pub hovered: Option<i64>,
    /// Sentences and further subjects of the selected one, and of the one beside it.
    pub details: Vec<Detail>,
    /// Where the live text lands.
    pub live: Option<(StagePoint, Option<StructureIndex>)>,
}

impl PartialEq for Marks {
    /// Documents are the same when they are the very same list: lists are never changed where they lie.
    fn eq(&self, other: &Self) -> bool {
        let staged = |marks: &Self| marks.staged.as_ref().map(Arc::as_ptr);
        Arc::ptr_eq(&self.entries, &other.entries)
            && staged(self) == staged(other)
            && self.passing.as_ref().map(Arc::as_ptr) == other.passing.as_ref().map(Arc::as_ptr)
            && self.listed.as_ref().map(Arc::as_ptr) == other.listed.as_ref().map(Arc::as_ptr)
            && (self.selected, self.hovered) == (other.selected, other.hovered)
            && self.beside == other.beside
            && self.details == other.details
            && self.live == other.live
    }
}

/// A flight of the camera that was ordered.
#[derive(Message, Clone, Copy, Debug)]
pub struct Fly {
    /// Where to.
    pub pose: Pose,
    /// At once.
    pub jump: bool,
}

/// A picture that was ordered.
#[derive(Message, Clone, Debug)]
pub struct Wanted(pub PictureOrder);

/// The core and what follows it.
pub struct CorePlugin;

impl Plugin for CorePlugin {
    fn build(&self, app: &mut App) {
        add_parts(app);
        app.add_message::<Fly>()
            .add_message::<Wanted>()
            .configure_sets(
                PreUpdate,
                Decide
                    .after(EguiPreUpdateSet::ProcessInput)
                    .before(EguiPreUpdateSet::BeginPass),
            )
            .configure_sets(PostUpdate, Decide.after(EguiPostUpdateSet::EndPass))
            .configure_sets(PostUpdate, Follow.after(Decide))
            .add_systems(
                PreUpdate,
                (take_answers, decide, mirror).chain().in_set(Decide),
            )
            .add_systems(PostUpdate, (decide, mirror).chain().in_set(Decide));
    }
}

/// What the window and the picture command share: the parts that the stage follows.
pub fn add_parts(app: &mut App) {
    app.init_resource::<Core>()
        .init_resource::<KnownNames>()
        .init_resource::<Shown>()
        .init_resource::<Hovered>()
        .init_resource::<Named>()
        .init_resource::<Dress>()
        .init_resource::<System>()
        .init_resource::<Marks>()
        .init_resource::<Tally>()
        .init_resource::<Compared>()
        .add_message::<Do>();
}

/// Takes in what workers answer.
fn take_answers(
    workers: Option<Res<Workers>>,
    mut core: ResMut<Core>,
    mut loaded: ResMut<LoadedMeshes>,
    mut names: ResMut<KnownNames>,
    mut hands: Hands,
) {
    let Some(workers) = workers else { return };
    for answer in workers.take_answers() {
        hands.redraw.write(RequestRedraw);
        match answer {
            Answer::Meshes(meshes) => {
                // Another atlas may have been quicker.
                if core.body.brought_by.is_none() {
                    loaded.structures = meshes;
                }
            }
            Answer::Names(finder) => names.0 = Some(finder),
            Answer::Stage { job, shown, meshes } => {
                let effects = viewer::apply(&mut core.0, *shown);
                hands.carry_out(effects, &workers);
                // Where the atlas is not wanted any more, its surfaces are not either.
                if core.body.brought_by == Some(job) {
                    loaded.anew = true;
                    loaded.structures = meshes;
                }
            }
            Answer::Do(command) => {
                let effects = viewer::apply(&mut core.0, *command);
                hands.carry_out(effects, &workers);
            }
            Answer::Tell(message) => {
                if let viewer::Message::Problem(problem) = &*message {
                    let (reason, _) = library::passed_names(&problem.reason);
                    warn!("{}: {reason}", problem.place);
                }
                let effects = viewer::apply(&mut core.0, *message);
                hands.carry_out(effects, &workers);
            }
        }
    }
}

/// Carries out what was sent. Before the workers are there, commands wait.
fn decide(
    workers: Option<Res<Workers>>,
    mut core: ResMut<Core>,
    mut sent: ResMut<Messages<Do>>,
    mut hands: Hands,
) {
    let Some(workers) = workers else { return };
    if sent.is_empty() {
        return;
    }
    hands.redraw.write(RequestRedraw);
    for Do(command) in sent.drain() {
        let effects = viewer::apply(&mut core.0, command);
        // The workers say what they do in the language of the window.
        language::choose(core.language.tag());
        hands.carry_out(effects, &workers);
    }
}

/// Those who carry effects out.
#[derive(SystemParam)]
struct Hands<'w, 's> {
    flights: MessageWriter<'w, Fly>,
    pictures: MessageWriter<'w, Wanted>,
    exit: MessageWriter<'w, AppExit>,
    redraw: MessageWriter<'w, RequestRedraw>,
    clipboard: ResMut<'w, EguiClipboard>,
    window: Option<Single<'w, 's, &'static RawHandleWrapper, With<PrimaryWindow>>>,
    commands: Commands<'w, 's>,
}

impl Hands<'_, '_> {
    fn carry_out(&mut self, effects: Vec<Effect>, workers: &Workers) {
        for effect in effects {
            match effect {
                Effect::Fly(pose) => {
                    self.flights.write(Fly { pose, jump: false });
                }
                Effect::Jump(pose) => {
                    self.flights.write(Fly { pose, jump: true });
                }
                Effect::SavePicture(order) => {
                    self.pictures.write(Wanted(order));
                }
                Effect::Screenshot(path) => {
                    self.commands
                        .spawn(Screenshot::primary_window())
                        .observe(save_to_disk(path));
                }
                Effect::CopyText(text) => self.clipboard.set_text(&text),
                Effect::DragOut {
                    chosen,
                    style,
                    let_go,
                } => {
                    let from = self.window.as_ref().map(|window| &***window);
                    workers.drag_out((chosen, style), (from, let_go));
                }
                Effect::ReadClipboard => workers.add_clipboard(self.clipboard.get_text()),
                Effect::Quit => {
                    self.exit.write(AppExit::Success);
                }
                effect => workers.carry_out(effect),
            }
        }
    }
}

/// Renews the parts that have changed, and only those.
fn mirror(
    (core, system): (Res<Core>, Res<System>),
    mut shown: ResMut<Shown>,
    (mut hovered, mut named): (ResMut<Hovered>, ResMut<Named>),
    mut dress: ResMut<Dress>,
    mut marks: ResMut<Marks>,
    (mut tally, mut compared): (ResMut<Tally>, ResMut<Compared>),
    (mut counted, mut listed): (Local<Option<Counted>>, Local<Option<Listed>>),
) {
    if !core.is_changed() && !system.is_changed() {
        return;
    }
    let view: &View = &core;
    language::choose(view.language.tag());
    let mut display = view.display();
    if let Some(display) = display.as_mut() {
        let by_count = display.scene.palette == Palette::Documents;
        if by_count || view.layout.is_shown(LeftTab::Structures) {
            let counts = counts_of(view, &display.atlas, &mut counted);
            if by_count {
                display.heat = counts.clone();
            }
            tally.set_if_neq(Tally(counts));
        }
        let contrasts = contrasts_of(view, &display.atlas, &mut listed);
        if view.comparison.as_ref().is_some_and(|shown| shown.on_body) {
            display.heat = contrasts.heat.clone();
            display.scene.palette = Palette::Difference;
        }
        compared.set_if_neq(Compared(contrasts));
    }
    shown.set_if_neq(Shown(display));
    let hover = view.selection.hover.as_ref();
    hovered.set_if_neq(Hovered(hover.map(|hover| hover.structure)));
    named.set_if_neq(Named {
        structure: view.selection.structure,
        times: view.named,
    });
    dress.set_if_neq(Dress::of(view, &system));
    marks.set_if_neq(marks_of(view));
}

/// For which documents and which atlas they were counted, and the counts.
type Counted = (Arc<Vec<Spot>>, Option<Arc<HashSet<i64>>>, Arc<Atlas>, Heat);

/// How many of the documents that pass the filter are about each structure, counted anew when they are others.
fn counts_of(view: &View, atlas: &Arc<Atlas>, counted: &mut Option<Counted>) -> Heat {
    let (entries, passing) = (&view.documents.entries, &view.documents.shelf.passing);
    let known = counted
        .as_ref()
        .filter(|(entries_then, passing_then, atlas_then, _)| {
            Arc::ptr_eq(entries, entries_then)
                && passing.as_ref().map(Arc::as_ptr) == passing_then.as_ref().map(Arc::as_ptr)
                && Arc::ptr_eq(atlas, atlas_then)
        });
    if let Some((.., heat)) = known {
        return heat.clone();
    }
    let passes = |key: &i64| passing.as_ref().is_none_or(|passing| passing.contains(key));
    let about = entries.iter().filter(|entry| passes(&entry.key));
    let heat = Heat::of(atlas.catalogue(), about.map(|entry| &*entry.structure));
    *counted = Some((
        entries.clone(),
        passing.clone(),
        atlas.clone(),
        heat.clone(),
    ));
    heat
}

/// For which list and which atlas it was compared, with what, and what came of it.
struct Listed {
    first: Arc<Side>,
    entries: Arc<Vec<Spot>>,
    passing: Option<Arc<HashSet<i64>>>,
    answering: Option<Arc<Vec<i64>>>,
    removed: usize,
    atlas: Arc<Atlas>,
    contrasts: Contrasts,
}

/// The kept list and the present one compared, anew when either or the atlas is another; nothing while none is kept.
fn contrasts_of(view: &View, atlas: &Arc<Atlas>, listed: &mut Option<Listed>) -> Contrasts {
    let Some(comparison) = &view.comparison else {
        *listed = None;
        return Contrasts::default();
    };
    let documents = &view.documents;
    let (passing, answering) = (&documents.shelf.passing, &documents.results.answering);
    let known = listed.as_ref().filter(|then| {
        Arc::ptr_eq(&then.first, &comparison.first)
            && Arc::ptr_eq(&then.entries, &documents.entries)
            && then.passing.as_ref().map(Arc::as_ptr) == passing.as_ref().map(Arc::as_ptr)
            && then.answering.as_ref().map(Arc::as_ptr) == answering.as_ref().map(Arc::as_ptr)
            && then.removed == view.scene.removed.len()
            && Arc::ptr_eq(&then.atlas, atlas)
    });
    if let Some(known) = known {
        return known.contrasts.clone();
    }
    let sides = [comparison.first.clone(), Arc::new(view.listed())];
    let contrasts = Contrasts::of(atlas.catalogue(), sides);
    *listed = Some(Listed {
        first: comparison.first.clone(),
        entries: documents.entries.clone(),
        passing: passing.clone(),
        answering: answering.clone(),
        removed: view.scene.removed.len(),
        atlas: atlas.clone(),
        contrasts: contrasts.clone(),
    });
    contrasts
}

fn marks_of(view: &View) -> Marks {
    let documents = &view.documents;
    let results = &documents.results;
    let opened = documents.opened.as_deref();
    let opened = opened.filter(|open| Some(open.stored.key) == view.selection.document);
    // While it waits for another one, it is the selected one itself.
    let selected = view.selection.document;
    let beside = documents.beside.as_ref();
    let beside = beside.filter(|beside| Some(beside.key) != selected);
    let aside = beside.and_then(|beside| beside.opened.as_deref());
    let mut details = Vec::new();
    for opened in opened.into_iter().chain(aside) {
        let (home, staged) = (&opened.staged.home, &opened.staged);
        let subjects = home.places.iter().zip(&staged.places).skip(1);
        details.extend(subjects.filter_map(|(subject, point)| {
            Some(Detail {
                point: (*point)?,
                structure: view.index_of(&subject.structure),
                share: Some(subject.weight),
            })
        }));
        let sentences = home.sentences.iter().zip(&staged.sentences);
        details.extend(sentences.filter_map(|(sentence, point)| {
            Some(Detail {
                point: (*point)?,
                structure: view.index_of(&sentence.structure),
                share: None,
            })
        }));
    }
    let live = view.live.grounding.as_ref();
    Marks {
        entries: documents.entries.clone(),
        staged: documents.staged.clone(),
        // Documents would give the answers of a quiz away.
        passing: match view.quiz {
            Some(_) => Some(Arc::default()),
            None => documents.shelf.passing.clone(),
        },
        listed: results.answering.clone(),
        selected: view.selection.document,
        beside: beside.map(|beside| beside.key),
        hovered: view.selection.hovered_document,
        details,
        live: live.and_then(|live| Some((live.point?, view.index_of(&live.home.structure)))),
    }
}

impl Marks {
    /// Every document that has a place on the stage, with that place.
    pub fn placed(&self) -> impl Iterator<Item = (&Spot, StagePoint)> {
        viewer::placed(
            &self.entries,
            self.staged.as_deref().map(Vec::as_slice),
            self.passing.as_deref(),
        )
    }

    /// A document's row and its place on the stage.
    pub fn find(&self, key: i64) -> Option<(&Spot, StagePoint)> {
        let row = self.entries.binary_search_by_key(&key, |entry| entry.key);
        let row = row.ok()?;
        let entry = &self.entries[row];
        let point = match &self.staged {
            None => viewer::home_place(entry)?,
            Some(staged) => staged.get(row).copied().flatten()?,
        };
        Some((entry, point))
    }
}
