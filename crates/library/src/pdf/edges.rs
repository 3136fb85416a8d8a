//! What stands at the edges of pages and is no part of the text: running heads and feet, and page numbers.

use std::collections::HashMap;

use super::layout::Line;

/// Removes page numbers, first and last lines that come again on most pages, and what stands at the head and the foot of a page far from all
/// else there.
pub(super) fn drop_running_heads(pages: &mut [Vec<Line>]) {
    const EDGE: usize = 2;
    let shape = |text: &str| -> String {
        text.chars()
            .filter(|c| !c.is_ascii_digit() && !c.is_whitespace())
            .collect()
    };
    let mut seen: HashMap<String, usize> = HashMap::new();
    for page in pages.iter() {
        let mut shapes: Vec<String> = edges(page.len(), EDGE)
            .map(|at| shape(&page[at].text))
            .collect();
        shapes.sort();
        shapes.dedup();
        for shape in shapes {
            *seen.entry(shape).or_default() += 1;
        }
    }
    let often = (pages.len() / 2).max(2);
    let pages_in_all = pages.len();
    for (n, page) in pages.iter_mut().enumerate() {
        let apart = set_apart(page, n == 0);
        let mut drop: Vec<usize> = edges(page.len(), EDGE)
            .filter(|at| {
                let text = &page[*at].text;
                let is_number = text.len() <= 12
                    && text.chars().any(|c| c.is_ascii_digit())
                    && !text.chars().any(char::is_alphabetic);
                // What comes again on two pages alone is no chance when it says the page.
                let again = seen.get(&shape(text)).is_some_and(|n| *n >= often);
                let is_short = text.chars().count() < 120;
                is_number || is_page_of(text) || (again && (pages_in_all > 2 || is_short))
            })
            .chain(apart)
            .collect();
        drop.sort_unstable();
        drop.dedup();
        for at in drop.into_iter().rev() {
            page.remove(at);
        }
    }
}

/// Lines of a page on one height.
struct Band {
    y: f64,
    size: f64,
    lines: Vec<usize>,
}

/// The lines of a page by their heights, from above.
fn bands(page: &[Line]) -> Vec<Band> {
    let mut order: Vec<usize> = (0..page.len()).collect();
    order.sort_by(|a, b| page[*a].y.total_cmp(&page[*b].y));
    let mut bands: Vec<Band> = Vec::new();
    for at in order {
        let line = &page[at];
        match bands.last_mut() {
            Some(band) if line.y - band.y < 0.5 * band.size.min(line.size) => {
                band.size = band.size.max(line.size);
                band.lines.push(at);
            }
            _ => bands.push(Band {
                y: line.y,
                size: line.size,
                lines: vec![at],
            }),
        }
    }
    bands
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

/// The lines of a running head and a running foot that are told by where they stand: one line, or two, near the edge of the page, with nothing near
/// them. So they are found on the one page of a letter and where left and right pages have different ones. Large print, sentences, footnotes
/// and what is written under pictures stays.
fn set_apart(page: &[Line], is_first: bool) -> Vec<usize> {
    /// Shares of the page's height in which heads and feet stand.
    const HEAD: f64 = 0.13;
    const FOOT: f64 = 0.88;
    /// Fewer lines than these are no page of text.
    const FEWEST: usize = 4;
    let bands = bands(page);
    if bands.len() < FEWEST {
        return Vec::new();
    }
    let letters = |line: &Line| std::iter::repeat_n(line.size, line.text.len() / 8 + 1);
    let body = median(page.iter().flat_map(letters).collect());
    let steps: Vec<f64> = bands.windows(2).map(|two| two[1].y - two[0].y).collect();
    let far = (2.5 * body).max(1.5 * median(steps.clone()));
    let height = page[0].height;
    let near = |step: &&f64| **step < 1.6 * body;
    let is_plain = |bands: &[Band]| {
        let lines = || bands.iter().flat_map(|band| &band.lines);
        let first = lines().next().map_or("", |at| page[*at].text.as_str());
        let last = lines().last().map_or("", |at| page[*at].text.as_str());
        let long: usize = lines().map(|at| page[*at].text.len()).sum();
        let small = bands.iter().all(|band| band.size <= 1.05 * body);
        small && long < 240 && !last.ends_with(['.', '!', '?']) && !is_caption_or_note(first)
    };
    let mut found = Vec::new();
    // A head above a title, or on a page that goes on.
    let larger = |line: &Line| line.size > 1.15 * body;
    let first_may = !is_first || page.iter().any(larger);
    let deep = 1 + steps.iter().take(1).filter(near).count();
    if first_may
        && bands[deep - 1].y < HEAD * height
        && bands[deep].y - bands[deep - 1].y > far
        && is_plain(&bands[..deep])
    {
        found.extend(bands[..deep].iter().flat_map(|band| &band.lines));
    }
    let from = bands.len() - 1 - steps.iter().rev().take(1).filter(near).count();
    if bands[from].y > FOOT * height
        && bands[from].y - bands[from - 1].y > far
        && is_plain(&bands[from..])
    {
        found.extend(bands[from..].iter().flat_map(|band| &band.lines));
    }
    found
}

/// Whether a line begins as a footnote or as what is written under a picture or over a table.
fn is_caption_or_note(text: &str) -> bool {
    const CAPTIONS: [&str; 4] = ["fig", "tab", "abb", "bild"];
    let lower = text.to_lowercase();
    let mut words = text.split(' ');
    let mark = words.next().unwrap_or_default();
    let is_mark = mark.chars().count() <= 3
        && mark
            .chars()
            .all(|c| c.is_ascii_digit() || "*†‡§¹²³.)".contains(c));
    // A page number stands before a head as well; few words follow it.
    (is_mark && words.count() > 8) || CAPTIONS.iter().any(|word| lower.starts_with(word))
}

/// Indexes of the first and last lines of a page.
fn edges(len: usize, edge: usize) -> impl Iterator<Item = usize> {
    (0..len.min(edge)).chain(len.saturating_sub(edge).max(edge.min(len))..len)
}

/// `Page 3`, `Page 3 of 12`.
fn is_page_of(text: &str) -> bool {
    let lower = text.to_lowercase();
    lower.strip_prefix("page ").is_some_and(|rest| {
        rest.split(" of ")
            .all(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_do_not_overlap() {
        assert_eq!(edges(0, 2).count(), 0);
        assert_eq!(edges(1, 2).collect::<Vec<_>>(), [0]);
        assert_eq!(edges(3, 2).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(edges(6, 2).collect::<Vec<_>>(), [0, 1, 4, 5]);
    }

    /// A page 842 points high: the heights of its lines, their sizes and texts.
    fn page(lines: &[(f64, f64, &str)]) -> Vec<Line> {
        let line = |(y, size, text): &(f64, f64, &str)| Line {
            x0: 72.0,
            x1: 500.0,
            y: *y,
            height: 842.0,
            size: *size,
            text: (*text).to_owned(),
        };
        lines.iter().map(line).collect()
    }

    /// What is left of pages, each with a text in the middle.
    fn left(around: &[&[(f64, f64, &str)]]) -> Vec<Vec<String>> {
        let mut pages: Vec<Vec<Line>> = around
            .iter()
            .map(|around| {
                let body = (0..10).map(|n| (200.0 + 13.0 * f64::from(n), 11.0, "some words of it"));
                let body: Vec<_> = body.collect();
                page(&[around, &body[..]].concat())
            })
            .collect();
        drop_running_heads(&mut pages);
        let others = |page: &Vec<Line>| {
            let texts = page.iter().map(|line| line.text.clone());
            texts.filter(|text| text != "some words of it").collect()
        };
        pages.iter().map(others).collect()
    }

    #[test]
    fn heads_and_feet_of_one_page_are_told_by_where_they_stand() {
        let head = (40.0, 10.0, "Gut Letters 2012");
        let title = (120.0, 18.0, "On lobes");
        let feet = [
            (790.0, 9.0, "Telephone 000 1234 and Bank and Director"),
            (800.0, 9.0, "Großmann"),
        ];
        let found = left(&[&[head, title, feet[0], feet[1]]]);
        assert_eq!(found, [["On lobes"]]);
        // Without a title in larger print the first line may be one.
        assert_eq!(left(&[&[head]]), [["Gut Letters 2012"]]);
    }

    #[test]
    fn heads_of_left_and_right_pages_differ_and_go() {
        let found = left(&[
            &[(60.0, 18.0, "On lobes"), (120.0, 11.0, "E. Ek and L. Lee")],
            &[(40.0, 10.0, "42"), (40.0, 10.0, "Ek and Lee")],
            &[(40.0, 10.0, "On lobes and their veins"), (40.0, 10.0, "43")],
        ]);
        assert_eq!(found[0], ["On lobes", "E. Ek and L. Lee"]);
        assert!(found[1..].iter().all(Vec::is_empty), "{found:?}");
    }

    #[test]
    fn sentences_footnotes_captions_and_titles_at_the_edge_stay() {
        for (y, size, text) in [
            (780.0, 11.0, "The last sentence stands alone."),
            (
                780.0,
                9.0,
                "1 One of the authors has taken part in such a walk himself, with joy",
            ),
            (780.0, 9.0, "Figure 3: the lobes from below"),
            (60.0, 16.0, "A heading"),
        ] {
            let second: &[(f64, f64, &str)] = &[(y, size, text)];
            assert_eq!(left(&[&[], second])[1], [text]);
        }
    }
}
