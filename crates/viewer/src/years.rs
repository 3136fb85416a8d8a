//! The years of the documents: how many there are of each, which are shown, and what comes next when they are played.

use library::{Counted, Facet, Filter};

/// Years of a strip at most, the latest: older ones are a few bars that nobody would find.
const MOST: i32 = 150;
/// Years that the player shows together where the strip is long and none were chosen.
const TOGETHER: i32 = 5;
/// A strip of more years than this is long.
const LONG: i32 = 20;

/// Every year from the first with a document to the last, with the number of documents of each, oldest first; of a long time the latest
/// 150 years. Values that are no years are left out.
pub fn years(values: &[Counted]) -> Vec<(i32, usize)> {
    let counted = values
        .iter()
        .filter_map(|value| Some((value.name.parse::<i32>().ok()?, value.documents)));
    let counted: std::collections::BTreeMap<i32, usize> = counted.collect();
    let (Some((first, _)), Some((last, _))) = (counted.first_key_value(), counted.last_key_value())
    else {
        return Vec::new();
    };
    let first = (*first).max(last.saturating_sub(MOST - 1));
    (first..=*last)
        .map(|year| (year, counted.get(&year).copied().unwrap_or_default()))
        .collect()
}

/// The years of [`years`] in at most so many bars, the latest last: first and last year of each, and its documents. All but the first bar have equally
/// many years.
pub fn together(counted: &[(i32, usize)], most: usize) -> Vec<([i32; 2], usize)> {
    let each = counted.len().div_ceil(most.max(1)).max(1);
    let bar = |years: &[(i32, usize)]| {
        let ends = [years[0].0, years[years.len() - 1].0];
        (
            ends,
            years.iter().map(|(_, documents)| documents).sum::<usize>(),
        )
    };
    let mut bars: Vec<([i32; 2], usize)> = counted.rchunks(each).map(bar).collect();
    bars.reverse();
    bars
}

/// First and last of the years that documents are narrowed to; nothing when they are not narrowed to any.
pub fn shown_years(filter: &Filter) -> Option<[i32; 2]> {
    let wanted = filter.wanted.get(&Facet::Year)?;
    let years = || wanted.iter().filter_map(|year| year.parse::<i32>().ok());
    Some([years().min()?, years().max()?])
}

/// The years that a player shows after `shown`, among those of [`years`]; nothing at the end. The number of years shown together is
/// kept, and years without a document are passed over; when all are shown it starts at the first.
pub fn next_years(counted: &[(i32, usize)], shown: Option<[i32; 2]>) -> Option<[i32; 2]> {
    let (first, last) = (counted.first()?.0, counted.last()?.0);
    let Some([mut from, mut to]) = shown.filter(|shown| *shown != [first, last]) else {
        let together = if last - first >= LONG { TOGETHER } else { 1 };
        return (first < last).then_some([first, (first + together - 1).min(last)]);
    };
    while to < last {
        (from, to) = (from + 1, to + 1);
        let within = |(year, _): &&(i32, usize)| (from..=to).contains(year);
        if counted.iter().filter(within).any(|(_, n)| *n > 0) {
            return Some([from, to]);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(years: &[(&str, usize)]) -> Vec<Counted> {
        let one = |(name, documents): &(&str, usize)| Counted {
            name: (*name).to_owned(),
            documents: *documents,
        };
        years.iter().map(one).collect()
    }

    #[test]
    fn gaps_count_nothing_and_a_long_time_is_cut() {
        let some = counted(&[("2020", 2), ("2017", 1), ("in press", 4)]);
        assert_eq!(years(&some), [(2017, 1), (2018, 0), (2019, 0), (2020, 2)]);
        assert_eq!(years(&counted(&[("in press", 1)])), []);
        let long = years(&counted(&[("1543", 1), ("2020", 1)]));
        assert_eq!((long.len(), long[0].0), (150, 1871));
    }

    #[test]
    fn many_years_share_bars_and_every_document_is_in_one() {
        let some = [(2015, 1), (2016, 0), (2017, 4), (2018, 2), (2019, 3)];
        let each: Vec<([i32; 2], usize)> = some.map(|(year, n)| ([year; 2], n)).to_vec();
        assert_eq!(together(&some, 5), each);
        assert_eq!(together(&some, 9), each);
        let two = [([2015, 2016], 1), ([2017, 2019], 9)];
        assert_eq!(together(&some, 2), two);
        let three = [([2015, 2015], 1), ([2016, 2017], 4), ([2018, 2019], 5)];
        assert_eq!(together(&some, 4), three);
        assert_eq!(together(&some, 0), [([2015, 2019], 10)]);
        assert_eq!(together(&[], 3), []);
    }

    #[test]
    fn the_player_goes_on_year_by_year_over_gaps_and_ends() {
        let short: Vec<(i32, usize)> = (2015..=2020).map(|year| (year, 1)).collect();
        assert_eq!(next_years(&short, None), Some([2015, 2015]));
        assert_eq!(next_years(&short, Some([2015, 2016])), Some([2016, 2017]));
        assert_eq!(next_years(&short, Some([2019, 2020])), None);
        assert_eq!(next_years(&short, Some([2015, 2020])), Some([2015, 2015]));
        let gap = years(&counted(&[("1980", 1), ("2020", 1)]));
        assert_eq!(next_years(&gap, None), Some([1980, 1984]));
        assert_eq!(next_years(&gap, Some([1980, 1984])), Some([2016, 2020]));
        assert_eq!(next_years(&[(2020, 3)], None), None);
        assert_eq!(next_years(&[], None), None);
    }
}
