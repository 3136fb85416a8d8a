//! Dates as sources write them, as far as they state them.

/// The months as databases and BibTeX shorten them.
pub(crate) const MONTHS: [&str; 12] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
];

/// The first run of four digits that can be a year (1000 to 2999).
pub(crate) fn find_year(text: &str) -> Option<i32> {
    text.split(|c: char| !c.is_ascii_digit())
        .filter(|run| run.len() == 4)
        .filter_map(|run| run.parse().ok())
        .find(|year| (1000..3000).contains(year))
}

/// A date that says more than its year, by ISO 8601: `2019-05` or `2019-05-03`. Of a span (`Jan-Feb`) it is the beginning; what cannot be
/// told (`03/05/2019`) and seasons are left out.
pub(crate) fn find_date(text: &str) -> Option<String> {
    let year = find_year(text)?;
    let words: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let at = words
        .iter()
        .position(|word| word.parse() == Ok(year) && word.len() == 4)?;
    // "2019-05-03T08:15"
    let number = |word: &&str| word.split('T').next().and_then(|n| n.parse::<u32>().ok());
    let (before, after) = (&words[..at], &words[at + 1..]);
    let first = after.first();
    let named = |words: &[&str]| words.iter().position(|word| month_of(word).is_some());
    let (month, day) = if let Some(month) = first.and_then(number) {
        (month, after.get(1).and_then(number))
    } else if let Some(month) = first.and_then(|word| month_of(word)) {
        (month, after.get(1).and_then(number))
    } else if let Some(at) = named(before) {
        // "3 May 2019", "May 3, 2019"
        let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
        let mut days = beside.filter_map(|at| before.get(at).and_then(number));
        (month_of(before[at])?, days.next())
    } else {
        return None;
    };
    let longest = match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    Some(match day.filter(|day| (1..=longest).contains(day)) {
        Some(day) => format!("{year:04}-{month:02}-{day:02}"),
        None => format!("{year:04}-{month:02}"),
    })
}

/// The date of a record that states its year and its date apart; the latter may lack the year (`MAY`).
pub(crate) fn find_date_of(year: Option<String>, date: Option<String>) -> Option<String> {
    let together = match (&year, &date) {
        (Some(year), Some(date)) => Some(format!("{year} {date}")),
        _ => None,
    };
    let all = [date, together, year];
    all.iter().flatten().find_map(|text| find_date(text))
}

/// Year, month and day of a date that [`find_date`] gives.
pub(crate) fn parts(date: &str) -> Option<(i32, u8, Option<u8>)> {
    let mut parts = date.split('-');
    let (year, month) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let day = parts.next().and_then(|day| day.parse().ok());
    (1..=12).contains(&month).then_some((year, month, day))
}

/// The number of a month by its English name or how that begins.
fn month_of(word: &str) -> Option<u32> {
    let word = word.to_lowercase();
    let names = MONTHS.iter().zip(1..);
    let mut known = names.filter(|(name, _)| word.starts_with(*name));
    known.next().map(|(_, number)| number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_are_found_in_dates() {
        assert_eq!(find_year("2019/05/03/"), Some(2019));
        assert_eq!(find_year("Published 12 May 1998; 2001"), Some(1998));
        assert_eq!(find_year("12345 of 0007"), None);
    }

    #[test]
    fn dates_are_read_as_far_as_they_go() {
        for (text, date) in [
            ("2019/05/03/", Some("2019-05-03")),
            ("2019/5//", Some("2019-05")),
            ("2019///", None),
            ("2019", None),
            ("2019 Aug 26", Some("2019-08-26")),
            ("2019 Jan-Feb", Some("2019-01")),
            ("2019 Spring", None),
            ("2019-05-03T08:15:30", Some("2019-05-03")),
            ("2019-05-00 5/2019", Some("2019-05")),
            ("May 3, 2019", Some("2019-05-03")),
            ("3 May 2019", Some("2019-05-03")),
            ("September 2019", Some("2019-09")),
            ("03/05/2019", None),
            ("2019-02-30", Some("2019-02")),
            ("2020-02-29", Some("2020-02-29")),
            ("2019-13-01", None),
            ("Maybe", None),
        ] {
            assert_eq!(find_date(text).as_deref(), date, "{text}");
        }
        assert_eq!(parts("2019-05-03"), Some((2019, 5, Some(3))));
        assert_eq!(parts("2019-05"), Some((2019, 5, None)));
        assert_eq!(parts("2019"), None);
    }
}
