//! Takes in what the workers report.

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::Parts;
use super::dialogs::DIALOG_ANSWERS;
use crate::app::Start;
use crate::app::atlases;
use crate::app::command::Command;
use crate::app::jobs::{Ask, Event, Workers};
use crate::app::scene::camera::OrbitCamera;
use crate::app::scene::{PendingMeshes, pose_for_bounds};
use crate::app::session::WindowState;
use crate::app::state::{NamesPanel, Selection};

#[allow(clippy::too_many_arguments)] // a Bevy system: each argument is one injected resource
pub fn take_events(
    workers: Option<Res<Workers>>,
    start: Res<Start>,
    mut parts: Parts,
    mut meshes: ResMut<PendingMeshes>,
    mut camera: Query<&mut OrbitCamera>,
    mut commands: MessageWriter<Command>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if let Ok(answers) = DIALOG_ANSWERS.1.lock() {
        commands.write_batch(answers.try_iter());
    }
    let Some(workers) = workers else { return };
    let events = workers.take_events();
    if events.is_empty() {
        return;
    }
    redraw.write(RequestRedraw);
    for event in events {
        match event {
            Event::Atlas(atlas) => {
                parts.body.show_atlas(atlas);
                atlases::look(workers.reporter());
            }
            Event::ShownAtlas {
                slug,
                atlas,
                meshes: read,
            } => {
                // The same atlas made again stays as it was being looked at.
                let again = slug.is_some() && parts.atlases.shown == slug;
                let looks = again.then(|| parts.body.kept_looks());
                parts.body.show_atlas(atlas);
                if let Some(looks) = looks {
                    parts.body.restore_looks(looks);
                }
                let names = &parts.atlases.names;
                if names
                    .as_ref()
                    .is_some_and(|names| Some(&names.slug) != slug.as_ref())
                {
                    parts.atlases.names = None;
                }
                parts.atlases.shown = slug;
                meshes.anew = true;
                meshes.structures.clear();
                meshes.structures.extend(read);
                *parts.selection = Selection::default();
                parts.live.grounding = None;
                parts.library.document = None;
                parts.restage();
                let missing = parts.library.all.len() - parts.library.entries.len();
                if missing > 0 {
                    parts.notice(&format!(
                        "{missing} of {} documents belong to structures that this atlas does not have",
                        parts.library.all.len()
                    ));
                }
                if !again {
                    parts.looking.sections.clear();
                    let whole = crate::app::scene::first_pose();
                    if let Ok(mut camera) = camera.single_mut() {
                        let bounds = parts.body.whole_bounds();
                        let pose = bounds.map_or(whole, |bounds| pose_for_bounds(&whole, bounds));
                        camera.fly_to(pose, parts.chrome.reduced_motion);
                    }
                }
                parts.ask(&workers, Ask::All);
            }
            Event::Installed(installed) => parts.atlases.installed = installed,
            Event::Names(names) => {
                parts.chrome.names = NamesPanel::for_names(&names);
                parts.atlases.names = Some(*names);
            }
            Event::AtlasWork(words) => parts.atlases.busy = words,
            Event::Meshes(read) => meshes.structures.extend(read),
            Event::Engine(words) => {
                parts.library.engine = Some(words);
                parts.count_outdated(&workers);
            }
            Event::Outdated(count) => parts.library.outdated = count,
            Event::Replacing(progress) => parts.take_replacing(progress, &workers),
            Event::Replaced(entries) => parts.take_replaced(&entries, &workers),
            Event::Opened {
                path,
                entries,
                session,
                created,
            } => {
                let library = &mut *parts.library;
                library.path = path;
                library.all = entries;
                library.ready = true;
                library.document = None;
                library.revision += 1;
                library.results = Default::default();
                *parts.selection = Selection::default();
                parts.restage();
                if let Some(state) =
                    session.and_then(|text| serde_json::from_str::<WindowState>(&text).ok())
                    && let Ok(mut camera) = camera.single_mut()
                {
                    state.restore(
                        &mut parts.body,
                        &mut parts.chrome,
                        &mut parts.looking,
                        &mut camera,
                    );
                }
                parts.ask(&workers, Ask::All);
                parts.library.outdated = 0;
                parts.count_outdated(&workers);
                if created {
                    workers.import(vec![start.paths.sample()]);
                }
            }
            Event::Added(entries) => {
                let staged = parts.body.staged_entries(&entries);
                parts.library.all.extend(entries);
                parts.library.entries.extend(staged);
                parts.library.revision += 1;
            }
            Event::Removed(key) => {
                parts.library.entries.retain(|entry| entry.key != key);
                parts.library.all.retain(|entry| entry.key != key);
                parts.library.results.hits.retain(|hit| hit.key != key);
                parts.library.document.take_if(|stored| stored.key == key);
                parts
                    .selection
                    .document
                    .take_if(|selected| *selected == key);
                parts.library.revision += 1;
                parts.notice("Removed from the library; the file itself is untouched");
            }
            Event::Ranked {
                generation,
                heading,
                hits,
            } => {
                let results = &mut parts.library.results;
                if results.generation == generation {
                    results.pending = false;
                    results.heading = heading;
                    results.hits = hits;
                    results.generation += 1;
                }
            }
            Event::Document(stored) => {
                if parts.selection.document == Some(stored.key) {
                    let mut stored = stored;
                    if let Some(staged) = parts.body.staged_grounding(stored.grounding.clone()) {
                        stored.grounding = staged;
                    }
                    parts.library.document = Some(stored);
                    parts.library.why.structure = None;
                    parts.ask_why(&workers);
                }
            }
            Event::Live {
                generation,
                grounding,
            } => {
                if parts.live.generation == generation {
                    parts.live.pending = false;
                    let placed = grounding.is_some();
                    parts.live.grounding =
                        grounding.and_then(|grounding| parts.body.staged_grounding(*grounding));
                    if placed && parts.live.grounding.is_none() {
                        parts.notice(
                            "This atlas does not have the structure that the text belongs to",
                        );
                    }
                }
            }
            Event::Why { generation, found } => {
                let why = &mut parts.library.why;
                if why.generation == generation {
                    why.pending = false;
                    why.found = found;
                }
            }
            Event::Import(progress) => {
                if progress.done {
                    let words = format!(
                        "{} landed{}{}{}",
                        progress.added,
                        if progress.duplicates > 0 {
                            format!(", {} known already", progress.duplicates)
                        } else {
                            String::new()
                        },
                        if progress.refused > 0 {
                            format!(", {} refused (see Problems)", progress.refused)
                        } else {
                            String::new()
                        },
                        if progress.cancelled {
                            "; cancelled"
                        } else {
                            ""
                        },
                    );
                    parts.notice(&words);
                    parts.rank(&workers);
                }
                parts.library.import = Some(progress);
            }
            Event::Problem(problem) => {
                warn!("{}: {}", problem.place, problem.reason);
                parts.library.problems.push(problem);
            }
            Event::Notice(words) => parts.notice(&words),
        }
    }
}
