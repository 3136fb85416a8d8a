//! Problems that the reader has seen to: forgotten, and brought back by undo.

use std::sync::Arc;

use language::say;

use crate::{Effect, Lists, Problem, View};

/// Forgets a problem, or all that are listed.
pub(super) fn forget(view: &mut View, one: Option<&Problem>) -> Vec<Effect> {
    let problems = &mut view.documents.problems;
    let goes = |known: &Problem| one.is_none_or(|one| one == known);
    // The last first, so that undo, which begins with what went last, puts each where it was.
    let listed = problems.iter().enumerate().rev();
    let gone = listed.filter(|&(_, known)| goes(known));
    let gone: Vec<(usize, Problem)> = gone.map(|(at, known)| (at, known.clone())).collect();
    if gone.is_empty() {
        return Vec::new();
    }
    problems.retain(|known| !goes(known));
    let words = say!("notice-problems-forgotten", count = gone.len());
    let told = gone.iter().map(|(_, problem)| problem.clone()).collect();
    let lists = Arc::make_mut(&mut view.scene.lists);
    let all = lists.forgotten.iter().cloned().chain(gone);
    lists.forgotten = Arc::new(all.collect());
    view.layout.say_done(words);
    put_aside(view, told, false).into_iter().collect()
}

/// Brings problems back, or forgets them again, when the scene was exchanged.
pub(super) fn follow_lists(view: &mut View, before: &Lists) -> Vec<Effect> {
    let now = view.scene.lists.forgotten.clone();
    let both = before.forgotten.iter().zip(now.iter());
    let same = both.take_while(|(old, new)| old == new).count();
    let problems = &mut view.documents.problems;
    let mut back = Vec::new();
    for (at, problem) in before.forgotten.iter().skip(same).rev() {
        if !problems.contains(problem) {
            problems.insert((*at).min(problems.len()), problem.clone());
        }
        back.push(problem.clone());
    }
    let gone: Vec<Problem> = now
        .iter()
        .skip(same)
        .map(|(_, gone)| gone.clone())
        .collect();
    problems.retain(|known| !gone.contains(known));
    let effects = [(back, true), (gone, false)].map(|(of, back)| put_aside(view, of, back));
    effects.into_iter().flatten().collect()
}

/// What the library has to be told. Where it can only be read, it goes on keeping them: they are there again when it is opened.
fn put_aside(view: &View, problems: Vec<Problem>, back: bool) -> Option<Effect> {
    let told = !problems.is_empty() && view.documents.read_only.is_none();
    told.then_some(Effect::PutAside { problems, back })
}
