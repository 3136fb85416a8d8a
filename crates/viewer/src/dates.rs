//! Dates as the language of the window writes them.

use language::say;

/// A date by ISO 8601 that says more than its year (`2019-05`, `2019-05-03`), as the language writes it: "3 May 2019", "3. Mai 2019". Nothing of a
/// year alone, and of what is no date.
pub fn date_in_words(date: &str) -> Option<String> {
    let mut parts = date.split('-');
    let year = parts.next().filter(|year| year.len() == 4)?;
    let year: u16 = year.parse().ok()?;
    let number: u8 = parts.next()?.parse().ok()?;
    let month = month(number)?;
    let most = days(year, number);
    // Years and days are names, no numbers: "2,019" is none.
    let year = year.to_string();
    let Some(day) = parts.next() else {
        return Some(say!("document-date-month", month = month, year = year));
    };
    let day: u8 = day.parse().ok().filter(|day| (1..=most).contains(day))?;
    let is_last = parts.next().is_none();
    let (is_first, day) = (day == 1, day.to_string());
    is_last.then(|| match is_first {
        // Some languages count it: "1er mai".
        true => say!("document-date-first", day = day, month = month, year = year),
        false => say!("document-date-day", day = day, month = month, year = year),
    })
}

/// How many days a month has, from 1.
fn days(year: u16, month: u8) -> u8 {
    let is_leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The name of a month, from 1.
fn month(number: u8) -> Option<String> {
    Some(match number {
        1 => say!("document-month-1"),
        2 => say!("document-month-2"),
        3 => say!("document-month-3"),
        4 => say!("document-month-4"),
        5 => say!("document-month-5"),
        6 => say!("document-month-6"),
        7 => say!("document-month-7"),
        8 => say!("document-month-8"),
        9 => say!("document-month-9"),
        10 => say!("document-month-10"),
        11 => say!("document-month-11"),
        12 => say!("document-month-12"),
        _ => return None,
    })
}
