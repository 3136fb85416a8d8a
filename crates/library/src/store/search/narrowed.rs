//! What is left of an answer by its filter, and how many of it there are by the values of each facet.

use std::collections::HashSet;

use super::{Facets, Query};
use crate::store::{Library, LibraryError};

impl Library {
    /// Narrows the documents that answer, and counts them where that is asked for; `of_all`: they are all documents, or stand for all; `among_all`: nothing but
    /// the filter chose them. With the counts those that pass the filter, whether they answer or not.
    pub(super) fn narrowed(
        &self,
        query: &Query,
        (of_all, among_all): (bool, bool),
        ranked: &mut Vec<i64>,
    ) -> Result<(Facets, Option<HashSet<i64>>), LibraryError> {
        if !query.count && query.filter.is_empty() {
            return Ok((Facets::default(), None));
        }
        let (columns, table) = (self.columns()?, self.facet_table()?);
        let facets = match of_all {
            true => table.whole(columns),
            false => table.narrow(columns, ranked, &query.filter),
        };
        let is_passing_told = query.count && !query.filter.is_empty();
        let passing = is_passing_told.then(|| {
            let mut all = if among_all {
                ranked.clone()
            } else {
                columns.keys.to_vec()
            };
            if !among_all {
                table.narrow(columns, &mut all, &query.filter);
            }
            all.into_iter().collect()
        });
        Ok((facets, passing))
    }
}
