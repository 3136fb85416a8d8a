//! Commands about other atlases.

use std::sync::atomic::Ordering;

use super::Parts;
use crate::app::atlases::{self, ImportForm};
use crate::app::command::Command;
use crate::app::jobs::Workers;

impl Parts<'_> {
    pub(super) fn carry_out_guest(&mut self, command: Command, workers: &Workers) {
        let works = matches!(
            command,
            Command::ShowAtlas(_)
                | Command::ImportAtlas(_)
                | Command::ImportAtlasAs(_)
                | Command::ApplyNames
                | Command::GetAtlas(_)
        );
        if works && self.atlases.busy.is_some() {
            self.notice("Another atlas is being opened or made; wait for it first");
            return;
        }
        match command {
            Command::ShowAtlas(slug) => self.show_atlas(slug, workers),
            Command::ImportAtlas(paths) => self.import_atlas(ImportForm::new(paths), workers),
            Command::ImportAtlasAs(form) => self.import_atlas(*form, workers),
            Command::PrepareAtlas(paths) => self.chrome.import = Some(ImportForm::new(paths)),
            Command::ClassNamesFrom(path) => {
                if let Some(form) = &mut self.chrome.import {
                    form.class_names = path.display().to_string();
                }
            }
            Command::ShowNames(None) => self.atlases.names = None,
            Command::ShowNames(Some(slug)) => self.show_names(&slug, workers),
            Command::ToggleNames if self.atlases.names.take().is_some() => {}
            Command::ToggleNames => match self.atlases.shown.clone() {
                Some(slug) => self.show_names(&slug, workers),
                None => self.notice(
                    "The modelled torso bears the catalogue's own names; show or import another atlas first",
                ),
            },
            Command::MapName { name, to } => {
                let decided = self.atlases.names.as_mut().map(|names| names.decide(&name, to));
                match decided {
                    Some(Ok(())) => {}
                    Some(Err(reason)) => self.notice(&reason),
                    None => self.notice("Open the names of an atlas first"),
                }
            }
            Command::UndoNames => {
                if let Some(names) = &mut self.atlases.names {
                    names.edits.clear();
                }
            }
            Command::ApplyNames => {
                let Some(names) = &self.atlases.names else {
                    self.notice("Open the names of an atlas first");
                    return;
                };
                atlases::rebuild(workers.reporter(), names);
                self.atlases.busy = Some(format!("Making {}…", names.title));
            }
            Command::OriginalsAt(paths) => {
                if let Some(names) = &mut self.atlases.names {
                    names.recipe.paths = paths;
                    names.missing.clear();
                }
            }
            Command::ToggleGetAtlas => self.atlases.get_open = !self.atlases.get_open,
            Command::GetAtlas(id) => {
                self.atlases.busy = Some("Fetching…".to_owned());
                atlases::get(workers.reporter(), id, self.atlases.cancel.clone());
            }
            Command::CancelGetAtlas => self.atlases.cancel.store(true, Ordering::Release),
            other => bevy::log::error!("nobody carries out {other:?}"),
        }
    }

    fn import_atlas(&mut self, form: ImportForm, workers: &Workers) {
        self.chrome.import = None;
        self.atlases.busy = Some("Making an atlas…".to_owned());
        atlases::import(workers.reporter(), form);
    }

    fn show_names(&mut self, slug: &str, workers: &Workers) {
        let mut installed = self.atlases.installed.iter();
        match installed.find(|atlas| atlas.slug == slug).cloned() {
            Some(atlas) => atlases::read_names(workers.reporter(), atlas),
            None => self.notice(&format!("No atlas “{slug}” is installed")),
        }
    }

    fn show_atlas(&mut self, slug: Option<String>, workers: &Workers) {
        let Some(home) = self.body.home.clone() else {
            self.notice("The modelled torso is still being read");
            return;
        };
        let installed = match &slug {
            None => None,
            Some(slug) => {
                let known = self
                    .atlases
                    .installed
                    .iter()
                    .find(|atlas| atlas.slug == *slug);
                let Some(known) = known.cloned() else {
                    self.notice(&format!("No atlas “{slug}” is installed"));
                    return;
                };
                Some(known)
            }
        };
        self.atlases.busy = Some("Opening the atlas…".to_owned());
        atlases::show(workers.reporter(), installed, home);
    }
}
