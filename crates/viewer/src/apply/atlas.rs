//! Other atlases.

use anatomy::Catalogue;
use language::say;

use crate::command::AtlasCommand;
use crate::{Awaited, AwaitedStep, Dialog, Effect, ImportForm, JobId, JobKind, View};

pub(super) fn apply(view: &mut View, command: AtlasCommand) -> Vec<Effect> {
    let works = matches!(
        command,
        AtlasCommand::ShowAtlas(_)
            | AtlasCommand::ShowIn { .. }
            | AtlasCommand::ImportAtlas(_)
            | AtlasCommand::ImportAtlasAs(_)
            | AtlasCommand::ApplyNames
            | AtlasCommand::GetAtlas(_)
    );
    if works && is_busy(view) {
        return Vec::new();
    }
    match command {
        AtlasCommand::ShowAtlas(slug) => return bring(view, slug, None),
        AtlasCommand::ShowIn { atlas, structure } => {
            let effects = bring(view, atlas, None);
            if let Some(awaited) = view.body.awaited.as_mut().filter(|_| !effects.is_empty()) {
                awaited.then = Catalogue::builtin().index_of(&structure);
            }
            return effects;
        }
        AtlasCommand::ImportAtlas(paths) => return import(view, ImportForm::new(paths)),
        AtlasCommand::ImportAtlasAs(form) => return import(view, *form),
        AtlasCommand::ImportAtlasFiles => return vec![Effect::Ask(Dialog::AtlasFiles)],
        AtlasCommand::ImportAtlasFolder => return vec![Effect::Ask(Dialog::AtlasFolder)],
        AtlasCommand::AskForClassNames => return vec![Effect::Ask(Dialog::ClassNames)],
        AtlasCommand::AskForOriginals => return vec![Effect::Ask(Dialog::Originals)],
        AtlasCommand::PrepareAtlas(paths) => view.atlases.form = Some(ImportForm::new(paths)),
        AtlasCommand::EditImport(form) => view.atlases.form = form.map(|form| *form),
        AtlasCommand::ClassNamesFrom(path) => {
            if let Some(form) = &mut view.atlases.form {
                form.class_names = path.display().to_string();
            }
        }
        AtlasCommand::ShowNames(None) => view.atlases.names = None,
        AtlasCommand::ShowNames(Some(slug)) => return read_names(view, &slug),
        AtlasCommand::ToggleNames => {
            if view.atlases.names.take().is_none() {
                match view.scene.atlas.clone() {
                    Some(slug) => return read_names(view, &slug),
                    None => view.layout.say(say!("atlas-own-names")),
                }
            }
        }
        AtlasCommand::ShowUnmatchedOnly(only) => view.atlases.unmatched_only = only,
        AtlasCommand::MapName { name, to } => {
            let names = view.atlases.names.as_mut();
            match names.map(|names| names.decide(&name, to)) {
                Some(Ok(())) => {}
                Some(Err(reason)) => view.layout.say(reason),
                None => view.layout.say(say!("atlas-open-names-first")),
            }
        }
        AtlasCommand::ResetNames => {
            if let Some(names) = &mut view.atlases.names {
                names.edits.clear();
            }
        }
        AtlasCommand::ApplyNames => {
            let Some(names) = view.atlases.names.clone() else {
                view.layout.say(say!("atlas-open-names-first"));
                return Vec::new();
            };
            let title = say!("atlas-making-named", atlas = &names.title);
            let job = start(view, title, None);
            let home = view.body.home.clone();
            return vec![Effect::RebuildAtlas(job, Box::new(names), home)];
        }
        AtlasCommand::OriginalsAt(paths) => {
            if let Some(names) = &mut view.atlases.names {
                names.recipe.paths = paths;
                names.missing.clear();
            }
        }
        AtlasCommand::ToggleGetAtlas => view.atlases.get_open = !view.atlases.get_open,
        AtlasCommand::GetAtlas(id) => {
            let job = start(view, say!("atlas-fetching"), None);
            return vec![Effect::FetchAtlas(job, id, view.body.home.clone())];
        }
        AtlasCommand::CancelGetAtlas => {
            let job = view.jobs.of(JobKind::Atlas).map(|job| job.id);
            return job.map(Effect::CancelJob).into_iter().collect();
        }
    }
    Vec::new()
}

fn import(view: &mut View, form: ImportForm) -> Vec<Effect> {
    view.atlases.form = None;
    let job = start(view, say!("atlas-making"), None);
    vec![Effect::ImportAtlas(
        job,
        Box::new(form),
        view.body.home.clone(),
    )]
}

fn read_names(view: &mut View, slug: &str) -> Vec<Effect> {
    match view.atlases.find(slug).cloned() {
        Some(atlas) => vec![Effect::ReadNames(Box::new(atlas))],
        None => {
            view.layout.say(say!("atlas-not-installed", atlas = slug));
            Vec::new()
        }
    }
}

/// Whether another atlas is being opened or made; then it is said.
fn is_busy(view: &mut View) -> bool {
    let busy = view.jobs.of(JobKind::Atlas).is_some();
    if busy {
        view.layout.say(say!("atlas-busy"));
    }
    busy
}

/// Begins a job whose atlas is to come on the stage, for itself or for a step of the history.
fn start(view: &mut View, title: String, step: Option<AwaitedStep>) -> JobId {
    let job = view.jobs.start(JobKind::Atlas, title);
    view.body.awaited = Some(Awaited {
        job,
        step,
        then: None,
    });
    job
}

/// Puts an atlas on the stage as soon as it has been read; the male torso without a name.
pub(super) fn bring(
    view: &mut View,
    slug: Option<String>,
    step: Option<AwaitedStep>,
) -> Vec<Effect> {
    if is_busy(view) {
        return Vec::new();
    }
    let Some(home) = view.body.home.clone() else {
        view.layout.say(say!("atlas-torso-being-read"));
        return Vec::new();
    };
    let atlas = match &slug {
        None => None,
        Some(slug) => match view.atlases.find(slug) {
            Some(known) => Some(known.clone()),
            None => {
                view.layout.say(say!("atlas-not-installed", atlas = slug));
                return Vec::new();
            }
        },
    };
    let title = say!(
        "atlas-opening",
        atlas = view.atlases.name_of(slug.as_deref())
    );
    vec![Effect::ShowAtlas {
        job: start(view, title, step),
        atlas,
        home,
    }]
}
