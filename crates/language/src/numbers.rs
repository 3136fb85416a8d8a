//! Numbers as a language writes them (CLDR).

use std::cell::RefCell;

use icu_decimal::DecimalFormatter;
use icu_decimal::input::Decimal;
use icu_locale_core::Locale;
use intl_memoizer::Memoizable;
use unic_langid::LanguageIdentifier;

/// Writes numbers as one language does.
#[derive(Clone, Debug, PartialEq)]
pub struct Numbers {
    tag: String,
}

thread_local! {
    /// The formatter that this thread used last, which cannot be given to another thread; none for what is no language.
    static LAST: RefCell<(Numbers, Option<DecimalFormatter>)> = const {
        RefCell::new((Numbers { tag: String::new() }, None))
    };
}

impl Numbers {
    /// As a language writes them; plainly where it is not known.
    pub fn of(tag: &str) -> Self {
        let tag = tag.to_owned();
        Self { tag }
    }

    fn formatter(&self) -> Option<DecimalFormatter> {
        let locale = Locale::try_from_str(&self.tag).ok()?;
        DecimalFormatter::try_new((&locale).into(), Default::default()).ok()
    }

    /// A number that is written plainly ("-12345.5"); what is none stays as it is.
    pub fn write(&self, plain: &str) -> String {
        LAST.with_borrow_mut(|last| {
            if last.0 != *self {
                *last = (self.clone(), self.formatter());
            }
            match (&last.1, Decimal::try_from_str(plain)) {
                (Some(formatter), Ok(number)) => formatter.format(&number).to_string(),
                _ => plain.to_owned(),
            }
        })
    }
}

impl Memoizable for Numbers {
    type Args = ();
    type Error = std::convert::Infallible;

    fn construct(language: LanguageIdentifier, (): ()) -> Result<Self, Self::Error> {
        Ok(Self::of(&language.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_the_language_writes_them() {
        for (tag, whole, part) in [
            ("en", "1,234,567", "-3.5"),
            ("de", "1.234.567", "-3,5"),
            ("fr", "1\u{202f}234\u{202f}567", "-3,5"),
            ("es", "1.234.567", "-3,5"),
        ] {
            let numbers = Numbers::of(tag);
            assert_eq!(numbers.write("1234567"), whole);
            assert_eq!(numbers.write("-3.5"), part);
        }
        assert_eq!(Numbers::of("no language").write("1234.5"), "1234.5");
        assert_eq!(Numbers::of("de").write("n/a"), "n/a");
    }
}
