//! Asks how an atlas is to be made of files: its name and licence, and what the files do not say themselves.

use anatomy::guest::Frame;
use bevy::prelude::{App, IntoScheduleConfigs, Res, Result};
use bevy_egui::egui::{self, RichText, TextEdit, Ui};

use language::say;
use viewer::command::AtlasCommand;
use viewer::{Above, ImportForm, JobKind, View};

use super::{Layer, Pane, Sent, draw_in, heads, lent, popover, told};
use crate::app::core::Core;
use crate::app::theme;

/// Width of the fields.
const FIELD: f32 = 300.0;
/// Paths listed by name.
const LISTED: usize = 4;

pub fn plugin(app: &mut App) {
    let open = |core: Res<Core>| core.atlases.form.is_some();
    draw_in(app, Layer::Windows, draw.run_if(open));
}

fn draw(mut pane: Pane) -> Result {
    pane.over(|ctx, _, view, sent| show(ctx, view, sent))
}

fn show(ctx: &egui::Context, view: &View, sent: &mut Sent) {
    let Some(mut edited) = view.atlases.form.clone() else {
        return;
    };
    let busy = view.jobs.of(JobKind::Atlas).is_some();
    let form = &mut edited;
    let (mut open, mut done) = (true, false);
    popover::centred(say!("atlas-import-title"), "Import an atlas")
        .open(&mut open)
        .show(ctx, |ui| {
            ui.set_width(FIELD + 130.0);
            files(ui, form);
            ui.add_space(4.0);
            fields(ui, "import name", |ui| {
                let (name, hint) = (say!("atlas-import-name"), say!("atlas-import-name-hint"));
                let name = field(ui, &name, &mut form.name, &hint);
                lent::first(&name, Above::ImportAtlas);
                let (name, hint) = (
                    say!("atlas-import-licence"),
                    say!("atlas-import-licence-hint"),
                );
                field(ui, &name, &mut form.license, &hint);
            });
            egui::CollapsingHeader::new(say!("atlas-import-options"))
                .id_salt("Options")
                .default_open(false)
                .show(ui, |ui| options(ui, form, sent));
            ui.add_space(6.0);
            let fault = form.fault();
            if let Some(fault) = &fault {
                heads::warning(ui, RichText::new(fault));
            }
            if busy {
                ui.label(RichText::new(say!("atlas-import-busy")).color(theme::dim()));
            }
            ui.horizontal(|ui| {
                let ready = fault.is_none() && !busy;
                let button = egui::Button::new(say!("atlas-import-do"));
                if heads::primary(ui, ready, button).clicked() {
                    sent.push(AtlasCommand::ImportAtlasAs(Box::new(form.clone())));
                }
                done = ui.button(say!("atlas-import-cancel")).clicked();
            });
        });
    if done || !open {
        sent.push(AtlasCommand::EditImport(None));
    } else if Some(&edited) != view.atlases.form.as_ref() {
        sent.push(AtlasCommand::EditImport(Some(Box::new(edited))));
    }
}

fn files(ui: &mut Ui, form: &ImportForm) {
    for path in form.paths.iter().take(LISTED) {
        let name = path.file_name().unwrap_or(path.as_os_str());
        ui.add(
            egui::Label::new(RichText::new(name.to_string_lossy()).family(theme::strong()))
                .truncate(),
        )
        .on_hover_text(path.display().to_string());
    }
    if form.paths.len() > LISTED {
        let more = form.paths.len() - LISTED;
        ui.label(RichText::new(say!("atlas-import-more", count = more)).color(theme::dim()));
    }
}

fn fields(ui: &mut Ui, id: &str, add: impl FnOnce(&mut Ui)) {
    egui::Grid::new(id)
        .num_columns(2)
        .min_col_width(86.0)
        .spacing([12.0, 6.0])
        .show(ui, add);
}

fn field(ui: &mut Ui, label: &str, text: &mut String, hint: &str) -> egui::Response {
    ui.label(label);
    let edit = TextEdit::singleline(text).hint_text(hint);
    let field = told::text_box(ui, edit.desired_width(FIELD), label);
    ui.end_row();
    field
}

fn options(ui: &mut Ui, form: &mut ImportForm, sent: &mut Sent) {
    fields(ui, "import options", |ui| {
        ui.label(say!("atlas-import-axes"))
            .on_hover_text(say!("atlas-import-axes-about"));
        ui.horizontal(|ui| {
            let axes = TextEdit::singleline(&mut form.frame)
                .hint_text(say!("atlas-import-axes-hint"))
                .desired_width(FIELD - 76.0);
            told::text_box(ui, axes, &say!("atlas-import-axes"));
            ui.menu_button(say!("atlas-import-axes-known"), |ui| {
                if ui.button(say!("atlas-import-axes-guess")).clicked() {
                    form.frame.clear();
                    ui.close();
                }
                for name in Frame::names() {
                    if ui.button(name).clicked() {
                        form.frame = name.to_owned();
                        ui.close();
                    }
                }
            });
        });
        ui.end_row();
        if !form.frame.trim().is_empty() {
            ui.label("");
            ui.checkbox(&mut form.torso, say!("atlas-import-torso"))
                .on_hover_text(say!("atlas-import-torso-hint"));
            ui.end_row();
        }
        ui.label(say!("atlas-import-labels"))
            .on_hover_text(say!("atlas-import-labels-about"));
        ui.horizontal(|ui| class_names(ui, form, sent));
        ui.end_row();
        let (name, hint) = (
            say!("atlas-import-voxels"),
            say!("atlas-import-voxels-hint"),
        );
        field(ui, &name, &mut form.spacing, &hint);
    });
}

fn class_names(ui: &mut Ui, form: &mut ImportForm, sent: &mut Sent) {
    let known = [
        ("", say!("atlas-import-labels-as-files")),
        ("totalsegmentator", say!("atlas-import-labels-ct")),
        ("totalsegmentator-mr", say!("atlas-import-labels-mr")),
    ];
    let file = std::path::Path::new(&form.class_names);
    let words = known
        .iter()
        .find(|(value, _)| *value == form.class_names)
        .map_or_else(
            || {
                file.file_name()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned()
            },
            |(_, words)| words.clone(),
        );
    let names = egui::ComboBox::from_id_salt("class names")
        .selected_text(words)
        .width(FIELD)
        .show_ui(ui, |ui| {
            for (value, words) in known {
                ui.selectable_value(&mut form.class_names, value.to_owned(), words);
            }
            if ui
                .selectable_label(form.has_names_file(), say!("atlas-import-labels-from-file"))
                .clicked()
            {
                sent.push(AtlasCommand::AskForClassNames);
            }
        });
    told::called(&names.response, &say!("atlas-import-labels"));
}
