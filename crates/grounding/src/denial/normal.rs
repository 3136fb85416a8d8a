//! What a sentence tells to be normal by one word behind its name.

use super::{LITTLE, NAME, Word, ends, is_stop, replace};
use crate::tags::Tag;

/// "Inferior STEMI, RV spared", "the duodenum is not involved": what a finding has spared is normal. Where no comma stands before it, its last
/// word only ("inferior STEMI RV spared").
pub(super) fn spared(words: &mut [Word], spelt: &[String]) {
    let is = |at: usize, said: &[&str]| spelt.get(at).is_some_and(|w| said.contains(&w.as_str()));
    for (at, word) in spelt.iter().enumerate() {
        let last = match word.as_str() {
            "spared" | "uninvolved" | "unaffected" | "fine" if at == 0 || !is(at - 1, &["not"]) => {
                at
            }
            "not" if is(at + 1, &["involved", "affected"]) => at + 1,
            "nil" if is(at + 1, &["abnormal"]) => at + 1,
            _ => continue,
        };
        // "Spared the duodenum", "fine needle" say it of what follows.
        let goes_on = spelt.get(last + 1).is_some_and(|next| {
            !(ends(next) || is_stop(next) || matches!(next.as_str(), "," | "on" | "in" | "by"))
        });
        if goes_on {
            continue;
        }
        let auxiliary = ["is", "are", "was", "were", "has", "have", "had", "been"];
        let mut end = at;
        while end > 0 && is(end - 1, &auxiliary) {
            end -= 1;
        }
        let mut start = end;
        while start > 0 && !(ends(&spelt[start - 1]) || is_stop(&spelt[start - 1])) {
            if spelt[start - 1] == "," {
                break;
            }
            start -= 1;
        }
        // A clause of its own begins with the sentence, behind a comma or with an article.
        let own = end < at || start > 0 || is(start, &["the"]) || end - start == 1;
        if !own || end - start > NAME {
            start = end.saturating_sub(1).max(start);
        }
        replace(
            words[start..end].iter_mut(),
            &[Tag::Finding, Tag::Uncertain],
            Tag::Normal,
        );
        for (word, spelt) in words[start..end].iter_mut().zip(&spelt[start..end]) {
            let says = spelt.chars().any(char::is_alphabetic) && !LITTLE.contains(&&**spelt);
            if says && word.tag.is_none() {
                word.tag = Some(Tag::Normal);
            }
        }
    }
}

/// "LAD, LCx and RCA free of stenoses": the names that begin a sentence and are free of something are normal.
pub(super) fn free(text: &str, words: &mut [Word], spelt: &[String]) {
    const JOIN: [&str; 10] = [
        ",", "and", "&", "/", "the", "both", "all", "is", "are", "were",
    ];
    let is = |at: usize, said: &[&str]| spelt.get(at).is_some_and(|w| said.contains(&w.as_str()));
    let free = (1..spelt.len()).find(|at| is(*at, &["free"]) && is(at + 1, &["of", "from"]));
    let Some(free) = free else { return };
    // "LCx", with a capital letter behind the first.
    let is_short = |word: &Word| {
        let letters = text.get(word.bytes.clone()).unwrap_or("");
        letters.chars().skip(1).any(char::is_uppercase)
    };
    let before = &mut words[..free];
    let mut listed = before.iter().zip(spelt);
    if listed
        .all(|(word, spelt)| word.tag.is_some() || JOIN.contains(&spelt.as_str()) || is_short(word))
    {
        replace(
            before.iter_mut(),
            &[Tag::Finding, Tag::Uncertain],
            Tag::Normal,
        );
        let untagged = before.iter_mut().filter(|word| word.tag.is_none());
        untagged
            .filter(|word| is_short(word))
            .for_each(|word| word.tag = Some(Tag::Normal));
    }
}
