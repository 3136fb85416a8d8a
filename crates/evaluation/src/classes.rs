//! What is told of texts by classes: how much of it is right, and how much of what is right is told.

use serde::Serialize;

/// A text: the classes that are told of it, and those that are right.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Item {
    /// What is told of it.
    pub told: Vec<&'static str>,
    /// What is right; where that is empty, nobody has said.
    pub right: Vec<&'static str>,
}

/// A class, or all of them together.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Figures {
    /// What it is called.
    pub class: &'static str,
    /// How often it is right.
    pub n: usize,
    /// How often it is told.
    pub told: usize,
    /// How often it is told and right.
    pub hits: usize,
    /// Share of what is told that is right; nothing where none is told.
    pub precision: Option<f64>,
    /// Share of what is right that is told; nothing where none is right.
    pub recall: Option<f64>,
}

/// How well classes are told.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// Texts of which somebody has said what is right; the figures are theirs.
    pub judged: usize,
    /// Other texts, and those of them of which something is told.
    pub unjudged: usize,
    /// See `unjudged`.
    pub unjudged_told: usize,
    /// All classes together, each text counting as often as it has one.
    pub all: Figures,
    /// Those that are right or told somewhere, in the order given.
    pub classes: Vec<Figures>,
}

impl Figures {
    fn of(class: &'static str, items: &[&Item], is_it: impl Fn(&str) -> bool) -> Self {
        let (mut n, mut told, mut hits) = (0, 0, 0);
        for item in items {
            n += item.right.iter().filter(|one| is_it(one)).count();
            let said = item.told.iter().filter(|one| is_it(one));
            for one in said {
                told += 1;
                hits += usize::from(item.right.contains(one));
            }
        }
        let share = |of: usize| (of > 0).then(|| hits as f64 / of as f64);
        Self {
            class,
            n,
            told,
            hits,
            precision: share(told),
            recall: share(n),
        }
    }
}

/// Compares what is told with what is right.
pub fn evaluate(classes: &[&'static str], items: &[Item]) -> Report {
    let (judged, others): (Vec<&Item>, Vec<&Item>) =
        items.iter().partition(|item| !item.right.is_empty());
    let figures = classes
        .iter()
        .map(|class| Figures::of(class, &judged, |one| one == *class));
    Report {
        judged: judged.len(),
        unjudged: others.len(),
        unjudged_told: others.iter().filter(|item| !item.told.is_empty()).count(),
        all: Figures::of("all", &judged, |_| true),
        classes: figures.filter(|one| one.n + one.told > 0).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_judged_texts_count_and_what_is_nowhere_is_left_out() {
        let item = |told: &[&'static str], right: &[&'static str]| Item {
            told: told.to_vec(),
            right: right.to_vec(),
        };
        let items = [
            item(&["a", "b"], &["a"]),
            item(&[], &["a", "c"]),
            item(&["b"], &[]),
            item(&[], &[]),
        ];
        let report = evaluate(&["d", "c", "b", "a"], &items);
        assert_eq!(
            (report.judged, report.unjudged, report.unjudged_told),
            (2, 2, 1)
        );
        let of = |figures: &Figures| (figures.class, figures.precision, figures.recall);
        let classes: Vec<_> = report.classes.iter().map(of).collect();
        assert_eq!(
            classes,
            [
                ("c", None, Some(0.0)),
                ("b", Some(0.0), None),
                ("a", Some(1.0), Some(0.5))
            ]
        );
        assert_eq!((report.all.n, report.all.told, report.all.hits), (3, 2, 1));
    }
}
