//! Whether two documents are read side by side, one waits for another, or a page stands beside a text.

use std::sync::Arc;

use crate::{Opened, PanelTab, View};

impl View {
    /// The two documents that are read side by side, once both are read: the one put aside, and the open one.
    pub fn pair(&self) -> Option<[&Opened; 2]> {
        self.shared_pair().map(|both| both.map(Arc::as_ref))
    }

    /// The same, to be compared beside the frame.
    pub(crate) fn shared_pair(&self) -> Option<[&Arc<Opened>; 2]> {
        let aside = self.documents.beside.as_ref()?.opened.as_ref()?;
        let open = self.documents.opened.as_ref()?;
        let is_selected = self.selection.document == Some(open.stored.key);
        (is_selected && aside.stored.key != open.stored.key).then_some([aside, open])
    }

    /// Whether two documents stand in the wide panel.
    pub fn reads_side_by_side(&self) -> bool {
        let layout = &self.layout;
        // Not while another one is looked for in a list that stands above the document.
        let shown = layout.is_shown(PanelTab::Document) && layout.tab == PanelTab::Document;
        shown && self.quiz.is_none() && self.pair().is_some()
    }

    /// Whether a page stands beside the text.
    pub fn shows_page(&self) -> bool {
        let page = self.documents.page.as_ref();
        let is_open = page.is_some_and(|page| self.selection.document == Some(page.key));
        let shown = self.layout.is_shown(PanelTab::Document);
        shown && is_open && self.quiz.is_none() && !self.reads_side_by_side()
    }

    /// The document that waits for the one that is chosen next.
    pub fn waits_beside(&self) -> Option<i64> {
        let aside = self.documents.beside.as_ref()?.key;
        let chosen = self.selection.document.filter(|key| *key != aside);
        let shown = chosen.is_some() && self.layout.tab == PanelTab::Document;
        (!shown).then_some(aside)
    }
}
