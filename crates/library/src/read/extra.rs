//! Notes of records, in which programs also keep what a format has no field for: `PMID: 1`, on a line of its own or between semicolons.

/// The notes of a record.
pub(super) struct Extra(Vec<String>);

impl Extra {
    /// Of a text, line by line.
    pub(super) fn of(text: &str) -> Extra {
        Extra(text.lines().map(str::to_owned).collect())
    }

    /// Takes the value of this name out, if there is one.
    pub(super) fn take(&mut self, name: &str) -> Option<String> {
        for line in &mut self.0 {
            let mut parts: Vec<&str> = line.split(';').collect();
            let at = parts.iter().position(|part| value(part, name).is_some());
            let Some(at) = at else { continue };
            let found = value(parts.remove(at), name).unwrap_or_default().to_owned();
            *line = parts.join(";");
            return Some(found).filter(|found| !found.is_empty());
        }
        None
    }

    /// What is left: what a person wrote.
    pub(super) fn rest(self) -> String {
        self.0.join("\n").trim().to_owned()
    }
}

/// The value of a part that bears this name.
fn value<'p>(part: &'p str, name: &str) -> Option<&'p str> {
    Some(part.trim().strip_prefix(name)?.strip_prefix(':')?.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_taken_and_words_are_left() {
        let mut extra =
            Extra::of("Read again; PMID: 7;PMCID: PMC8\nDOI: 10.5555/1\n\nTable 2: odd");
        assert_eq!(extra.take("PMID").as_deref(), Some("7"));
        assert_eq!(extra.take("PMCID").as_deref(), Some("PMC8"));
        assert_eq!(extra.take("DOI").as_deref(), Some("10.5555/1"));
        assert_eq!(extra.take("Table"), None);
        assert_eq!(extra.rest(), "Read again\n\n\nTable 2: odd");
    }
}
