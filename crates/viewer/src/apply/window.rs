//! Panels, menus, pictures, the window itself.

use super::{problems, select};
use crate::command::{SelectCommand, WindowCommand};
use crate::{
    Dialog, Dock, Effect, Focus, Layout, LeftTab, PanelTab, PathPrompt, PictureOrder, Popover,
    Question, Tab, Tool, View,
};

/// Pixels of a picture saved by the dialog: a slide at twice full HD.
const PICTURE_SIZE: [u32; 2] = [3840, 2160];

pub(super) fn apply(view: &mut View, command: WindowCommand) -> Vec<Effect> {
    let layout = &mut view.layout;
    match command {
        WindowCommand::ShowTab(tab) => {
            layout.open(tab);
            layout.presentation = false;
            // A quiz puts the box away.
            if tab == PanelTab::Text && view.quiz.is_none() {
                layout.focus = Some(Focus::Text);
            }
        }
        WindowCommand::GoToList => {
            let shown = layout.is_shown(PanelTab::Results) && !layout.presentation;
            if shown && view.quiz.is_none() {
                layout.focus = Some(Focus::List);
            }
            layout.open(PanelTab::Results);
            layout.presentation = false;
        }
        WindowCommand::ToggleTimeline => layout.timeline = !layout.timeline,
        WindowCommand::ToggleFacets => toggle_facets(layout),
        WindowCommand::ToggleBodyPanel => layout.body_panel = !layout.body_panel,
        WindowCommand::ToggleSidePanel => layout.side_panel = !layout.side_panel,
        WindowCommand::SwapPanels => layout.swapped = !layout.swapped,
        WindowCommand::DockTab(tab, dock) => layout.dock(tab, dock),
        WindowCommand::StackDocument => {
            let document = Tab::from(PanelTab::Document);
            let below = layout.docks.of(document) == Dock::ListsBelow;
            let dock = if below { Dock::Lists } else { Dock::ListsBelow };
            layout.dock(document, dock);
        }
        WindowCommand::DockAtHome => layout.dock_at_home(),
        WindowCommand::SetPanelWidth(side, width) => layout.widths.set(side, width),
        WindowCommand::ToggleViewPanel => {
            layout.open(toggled(layout, LeftTab::View));
        }
        WindowCommand::ToggleLibraryPanel => {
            layout.open(toggled(layout, LeftTab::Library));
        }
        WindowCommand::ShowLeft(tab) => layout.show(tab),
        WindowCommand::ShowViewPanel(shown) => {
            layout.show(match shown {
                true => LeftTab::View,
                false => LeftTab::Structures,
            });
        }
        WindowCommand::TogglePresentation => layout.presentation = !layout.presentation,
        WindowCommand::OpenStageMenu(menu) => layout.stage_menu = menu,
        WindowCommand::TogglePopover(popover) => {
            layout.popover = (layout.popover != Some(popover)).then_some(popover);
            if layout.popover == Some(Popover::Duplicates) {
                return super::duplicates::look(view);
            }
        }
        WindowCommand::FocusAsk if view.quiz.is_some() => {}
        WindowCommand::FocusAsk => {
            layout.presentation = false;
            layout.focus = Some(Focus::Ask);
        }
        WindowCommand::Focused => layout.focus = None,
        WindowCommand::DismissNotice(number) => {
            layout.notice.take_if(|notice| notice.number == number);
        }
        WindowCommand::DropHover(files) => layout.drop_hover = files,
        WindowCommand::ForgetDropped(number) => view.drops.forget(number),
        WindowCommand::PromptForPath(dialog) => {
            layout.path_prompt = dialog.map(|dialog| PathPrompt { dialog });
        }
        WindowCommand::Escape => return escape(view),
        WindowCommand::SavePicture => layout.popover = Some(Popover::Picture),
        WindowCommand::PictureWith(wish) => layout.picture = wish,
        WindowCommand::SavePictureAs => {
            layout.popover.take_if(|open| *open == Popover::Picture);
            return vec![Effect::Ask(Dialog::Picture)];
        }
        WindowCommand::SavePictureIn(path) => {
            return vec![Effect::SavePicture(PictureOrder {
                path,
                size: PICTURE_SIZE,
                transparent: layout.picture.transparent,
                names: layout.picture.names,
                as_stage: layout.picture.as_stage,
            })];
        }
        WindowCommand::SavePictureTo(order) => return vec![Effect::SavePicture(order)],
        WindowCommand::Screenshot(path) => return vec![Effect::Screenshot(path)],
        WindowCommand::PauseJob(job) => {
            let jobs = &mut view.jobs.list;
            let job = jobs.iter_mut().find(|known| known.id == job);
            let Some(job) = job.filter(|job| job.can_pause()) else {
                return Vec::new();
            };
            job.paused = !job.paused;
            return vec![Effect::PauseJob(job.id, job.paused)];
        }
        WindowCommand::CancelJob(job) => return vec![Effect::CancelJob(job)],
        WindowCommand::ClearProblems => return problems::forget(view, None),
        WindowCommand::ForgetProblem(problem) => return problems::forget(view, Some(&problem)),
        WindowCommand::Quit => return super::tour::quit(view),
    }
    Vec::new()
}

/// Opens what the list can be narrowed to, where it is seen, or closes it.
fn toggle_facets(layout: &mut Layout) {
    let seen = layout.is_shown(PanelTab::Results) && !layout.presentation;
    layout.facets = !(layout.facets && seen);
    if layout.facets {
        layout.open(PanelTab::Results);
        layout.presentation = false;
    }
}

/// The tab that a key leads to: back to the structures when it is there already.
fn toggled(layout: &Layout, tab: LeftTab) -> LeftTab {
    if layout.is_shown(tab) {
        LeftTab::Structures
    } else {
        tab
    }
}

/// Closes one thing: what lies above the rest goes first.
fn escape(view: &mut View) -> Vec<Effect> {
    let layout = &mut view.layout;
    if layout.dragged_out.take().is_some() {
        return vec![Effect::EndDragOut];
    }
    if layout.path_prompt.take().is_some() {
        return Vec::new();
    }
    let prospect = view.documents.prospect.as_ref();
    if prospect.is_some_and(|prospect| prospect.asked) {
        return super::prospect::dismiss(view);
    }
    let closed = view.atlases.form.take().is_some()
        || layout.stage_menu.take().is_some()
        || layout.popover.take().is_some()
        || std::mem::take(&mut view.atlases.get_open)
        || view.atlases.names.take().is_some()
        || std::mem::take(&mut layout.tool) != Tool::Select;
    if closed {
        return Vec::new();
    }
    if view.quiz.is_some() {
        return super::quiz::end(view);
    }
    if view.tours.touring.is_some() {
        return super::tour::end(view);
    }
    if std::mem::take(&mut view.layout.presentation) {
        return Vec::new();
    }
    if view.shows_page() {
        view.documents.page = None;
        return Vec::new();
    }
    if super::tick::none(view) || view.selection.second.take().is_some() {
        return Vec::new();
    }
    let place = view.place();
    if view.documents.beside.take().is_some() {
        view.navigation.left(place);
        return Vec::new();
    }
    let selection = &view.selection;
    let selected = selection.structure.is_some()
        || selection.point_mm.is_some()
        || selection.document.is_some();
    let question = &view.documents.results.question;
    if let Question::Within { of, .. } = question
        && view.selection.document.is_none()
    {
        // The words go first, the place with the next press.
        let of = (**of).clone();
        return super::documents::ask(view, of);
    }
    if view.selection.document.is_none() && !view.selection.others.is_empty() {
        // Back to the one that was chosen first.
        view.selection.others.clear();
        view.navigation.left(place);
        return super::documents::rank(view);
    }
    let searched = matches!(
        question,
        Question::Text(_)
            | Question::Similar { .. }
            | Question::DrawnAround(_)
            | Question::Around(_)
            | Question::Within { .. }
    );
    if selected && searched {
        // The document goes first, the words that found it with the next press.
        view.selection.document = None;
        view.documents.opened = None;
        view.documents.page = None;
        return super::documents::ask_why(view);
    }
    let effects = select::apply(view, SelectCommand::ClearSelection);
    if view.place() != place {
        view.navigation.left(place);
    }
    effects
}
