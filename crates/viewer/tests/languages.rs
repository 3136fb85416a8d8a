//! Names of structures and words of tours in the languages that ship, and the table of commands in each of them.

mod support;

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use anatomy::{Catalogue, Sex};
use grounding::{Gazetteer, OrganClass};
use language::Messages;
use viewer::Command;
use viewer::command::{About, TourCommand, keys_in_words, offers};
use viewer::{
    Tour, copies_told_by, elsewhere_name, find_structures, format_in_words, kept_because,
    latin_name, place_of_refusal, refusal_in_words, structure_name, structure_title,
    warning_in_words,
};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/languages")
}

fn languages() -> Vec<String> {
    let entries = std::fs::read_dir(folder()).unwrap();
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

/// The ids in a file of messages; none where there is no such file.
fn ids(tag: &str, file: &str) -> BTreeSet<String> {
    let text = std::fs::read_to_string(folder().join(tag).join(file)).unwrap_or_default();
    let lines = text.lines().filter_map(|line| line.split_once(" ="));
    let lines = lines.filter(|(id, _)| !id.starts_with([' ', '#']));
    lines.map(|(id, _)| id.to_owned()).collect()
}

#[test]
fn every_language_names_all_structures_and_stops_and_no_others() {
    let structures = Catalogue::builtin().structures().iter();
    let structures: BTreeSet<String> = structures.map(|s| format!("structure-{}", s.id)).collect();
    let tours: BTreeSet<String> = Tour::message_ids().into_iter().collect();
    assert!(structures.len() > 400 && tours.len() > 30);
    for tag in languages() {
        let unknown = |file: &str, known: &BTreeSet<String>| {
            let unknown: Vec<String> = ids(&tag, file).difference(known).cloned().collect();
            assert!(unknown.is_empty(), "{tag}/{file}: {unknown:?}");
            // English stands in the catalogue and in the tours themselves.
            if tag != language::ENGLISH {
                let said = ids(&tag, file);
                let missing: Vec<&String> = known.difference(&said).collect();
                assert!(missing.is_empty(), "{tag}/{file} lacks {missing:?}");
            }
        };
        unknown("structures.ftl", &structures);
        unknown("tours.ftl", &tours);
    }
}

#[test]
fn the_latin_name_stands_below_the_other_one_where_it_is_another() {
    let view = support::view();
    let latin = |id: &str| view.with_latin(view.name_of(id), view.index_of(id));
    assert_eq!(latin("left_kidney"), "Left kidney\nren sinister");
    assert_eq!(latin("duodenum"), "Duodenum", "it is the same");
    assert_eq!(latin("no_such"), "no such");
}

#[test]
fn a_structure_is_called_and_found_in_the_language_of_the_window() {
    let catalogue = Catalogue::builtin();
    let left_kidney = catalogue.index_of("left_kidney").unwrap();
    let structure = catalogue.get(left_kidney);
    assert_eq!(structure_title(structure), "Left kidney");
    language::within(Messages::read(&folder(), "de"), || {
        assert_eq!(structure_name(structure), "linke Niere");
        assert_eq!(structure_title(structure), "Linke Niere");
        assert_eq!(latin_name(structure), Some("ren sinister"));
        for query in ["linke niere", "Left kidney", "ren sinister"] {
            let found = find_structures(catalogue, query);
            assert_eq!(found.first(), Some(&left_kidney), "{query}");
        }
    });
    assert_ne!(
        find_structures(catalogue, "linke niere").first(),
        Some(&left_kidney)
    );
}

#[test]
fn labels_of_commands_differ_and_are_written_alike_in_every_language() {
    let ending = |words: &str| words.ends_with('…');
    for tag in languages() {
        let english: Vec<bool> = offers()
            .iter()
            .map(|offer| ending(&offer.about.label()))
            .collect();
        language::within(Messages::read(&folder(), &tag), || {
            let mut labels = HashSet::new();
            for (offer, dialog) in offers().into_iter().zip(&english) {
                let (label, tooltip) = (offer.about.label(), offer.about.tooltip());
                assert_eq!(ending(&label), *dialog, "{tag}: {label}");
                assert!(
                    !label.ends_with('.') && !tooltip.ends_with('.'),
                    "{tag}: {label}"
                );
                assert!(labels.insert(label.clone()), "{tag}: {label} is said twice");
            }
        });
    }
}

#[test]
fn all_tours_that_ship_are_offered_by_their_titles_in_every_language() {
    let offered = offers()
        .into_iter()
        .filter_map(|offer| match offer.command {
            Command::Tour(TourCommand::PlayTour(at)) => Some((at, offer.about)),
            _ => None,
        });
    let offered: Vec<_> = offered.collect();
    for tag in languages() {
        language::within(Messages::read(&folder(), &tag), || {
            let tours = Tour::shipped();
            assert_eq!(offered.len(), tours.len());
            for (at, about) in &offered {
                let (label, title) = (about.label(), &tours[*at].title);
                assert!(label.ends_with(title), "{tag}: {label} is not {title}");
            }
        });
    }
}

#[test]
fn dates_are_written_as_the_language_writes_them() {
    for (tag, first, day, month) in [
        ("en", "1 May 2019", "3 May 2019", "May 2019"),
        ("de", "1. Mai 2019", "3. Mai 2019", "Mai 2019"),
        ("fr", "1er mai 2019", "3 mai 2019", "mai 2019"),
        (
            "es",
            "1 de mayo de 2019",
            "3 de mayo de 2019",
            "mayo de 2019",
        ),
    ] {
        language::within(Messages::read(&folder(), tag), || {
            let words = |date: &str| viewer::date_in_words(date);
            // Fluent may mark where what is put in begins and ends.
            let plain = |words: Option<String>| {
                words.map(|words| words.replace(['\u{2068}', '\u{2069}'], ""))
            };
            assert_eq!(plain(words("2019-05-03")).as_deref(), Some(day));
            assert_eq!(plain(words("2019-05-01")).as_deref(), Some(first));
            assert!(words("2020-02-29").is_some() && words("2000-02-29").is_some());
            assert_eq!(plain(words("2019-05")).as_deref(), Some(month));
            assert_eq!(words("2019"), None, "the year stands there already");
            for none in [
                "2019-13",
                "2019-05-32",
                "2019-05-00",
                "2019-02-31",
                "2019-02-29",
                "1900-02-29",
                "2019-04-31",
                "2019-05-03-1",
                "May 2019",
                "19-05",
                "",
            ] {
                assert_eq!(words(none), None, "{none}");
            }
        });
    }
}

#[test]
fn why_a_record_was_refused_is_said_in_the_language_of_the_window() {
    let scan = "no text in this PDF of 3 page(s): it is probably a scan; run text recognition (OCR) on it first";
    let large = "too large: text file of more than 256 MiB";
    let passed = "3 files of kinds that cannot be read: prog.exe, scan.jpg (and 1 more .jpg)";
    let said = |tag: &str, words: &str| {
        language::within(Messages::read(&folder(), tag), || refusal_in_words(words))
    };
    for (words, tag, translated) in [
        ("the file is empty", "de", "die Datei ist leer"),
        (
            "encrypted PDF: it needs a password",
            "fr",
            "PDF chiffré\u{a0}: il demande un mot de passe",
        ),
        (
            "cannot be read: Permission denied (os error 13)",
            "es",
            "no se puede leer: permiso denegado",
        ),
        (large, "de", "zu groß: Textdatei mit mehr als 256 MiB"),
        (
            "a TIFF picture cannot be read (readable: bib, csv)",
            "de",
            "ein TIFF-Bild kann nicht gelesen werden (lesbar: bib, csv)",
        ),
        (
            passed,
            "en",
            "3 files of kinds that cannot be read: prog.exe, scan.jpg (and 1 more .jpg)",
        ),
        (
            passed,
            "de",
            "3 Dateien von Arten, die nicht gelesen werden können: prog.exe, scan.jpg (und 1 weitere .jpg)",
        ),
        (
            "truncated PDF: its end is missing (no xref)",
            "es",
            "PDF truncado: le falta el final (no xref)",
        ),
        ("damaged PDF: no xref", "fr", "PDF endommagé\u{a0}: no xref"),
        ("neither title nor text", "en", "neither title nor text"),
        // What is not known stays as it was kept.
        ("the moon is full", "de", "the moon is full"),
    ] {
        assert_eq!(said(tag, words), translated);
    }
    // Each in every language: none is said in English where another language is spoken.
    let ids = ids("en", "reasons.ftl");
    assert!(ids.len() > 30, "{ids:?}");
    for tag in languages() {
        assert_eq!(self::ids(&tag, "reasons.ftl"), ids, "{tag}");
        let is_english = tag == language::ENGLISH;
        assert_eq!(said(&tag, scan) == said("en", scan), is_english);
        assert!(said(&tag, scan).contains("OCR") && said(&tag, scan).contains('3'));
    }
    language::within(Messages::read(&folder(), "de"), || {
        let place = |place: &str| place_of_refusal(place);
        assert_eq!(place("a.ris, line 3"), "a.ris, Zeile 3");
        let titled = "b.bib, record 4 (line 1045), “Livers, line 3”";
        assert_eq!(
            place(titled),
            "b.bib, Datensatz 4 (Zeile 1045), “Livers, line 3”"
        );
        assert_eq!(place("scan.jpg"), "scan.jpg");
    });
}

/// What a function says in a language.
fn within(tag: &str, say: &dyn Fn() -> String) -> String {
    language::within(Messages::read(&folder(), tag), say)
}

fn misnamed(named: &str) -> String {
    format!("named as {named}, but its content is gzip data; rename the file or choose another")
}

#[test]
fn what_a_body_has_not_is_called_in_the_language_of_the_window() {
    let catalogue = Catalogue::builtin();
    let classes = Gazetteer::builtin().classes().iter();
    let absent = classes.clone().filter(|class| class.structures.is_empty());
    let absent: Vec<&str> = absent.map(|class| &*class.name).collect();
    assert!(absent.contains(&"uterus") && absent.contains(&"limbs"));
    for tag in languages() {
        for class in &absent {
            let said = within(&tag, &|| elsewhere_name(class));
            let is_english = tag == language::ENGLISH;
            assert_eq!(said == *class, is_english, "{tag}: {class} is {said}");
        }
    }
    // Of what only he has, the female body has nothing.
    let his = |id: &String| {
        let row = catalogue.index_of(id);
        row.is_some_and(|row| catalogue.get(row).sex == Some(Sex::Male))
    };
    let his = classes.filter(|class| class.structures.first().is_some_and(his));
    let his: Vec<&OrganClass> = his.collect();
    assert!(his.len() > 3, "{his:?}");
    for class in his {
        let row = catalogue.index_of(&class.structures[0]).unwrap();
        for tag in languages() {
            let said = within(&tag, &|| elsewhere_name(&class.name));
            let named = within(&tag, &|| structure_name(catalogue.get(row)));
            assert_eq!(said, named, "{tag}");
        }
    }
    assert_eq!(within("de", &|| elsewhere_name("brain")), "Gehirn");
    assert_eq!(within("de", &|| elsewhere_name("odd organ")), "odd organ");
}

#[test]
fn kinds_of_files_are_called_in_the_language_of_the_window() {
    let wrong = misnamed("a PDF");
    assert_eq!(
        within("de", &|| refusal_in_words(&wrong)),
        "dem Namen nach ein PDF, dem Inhalt nach eine gzip-Datei; benennen Sie die Datei um oder wählen Sie eine andere"
    );
    let odd = "a .xyz file cannot be read (readable: bib, csv)";
    assert_eq!(
        within("fr", &|| refusal_in_words(odd)),
        "un fichier .xyz\u{a0}: illisible (lisibles\u{a0}: bib, csv)"
    );
    let passed = "9 files of kinds that cannot be read: LICENSE (and 2 more without an ending), a.exe, and 5 of other kinds";
    assert_eq!(
        within("es", &|| refusal_in_words(passed)),
        "9 archivos de tipos que no se pueden leer: LICENSE (y 2 más sin extensión), a.exe y 5 de otros tipos"
    );
    assert_eq!(within("en", &|| refusal_in_words(passed)), passed);
    let kinds = library::file_kinds().chain([
        "gzip data",
        "binary data",
        "something else",
        "a device or pipe",
        "gzip data inside of gzip data",
        "an archive without a file that can be read",
    ]);
    let kinds: Vec<&str> = kinds.collect();
    assert!(kinds.len() > 40);
    for tag in languages() {
        // A kind that no language knows stays as it is.
        let unknown = within(&tag, &|| refusal_in_words(&misnamed("odd thing")));
        assert!(unknown.contains("odd thing"), "{unknown}");
        for kind in &kinds {
            let refusal = within(&tag, &|| refusal_in_words(&misnamed(kind)));
            let is_english = tag == language::ENGLISH;
            let as_it_is = unknown.replace("odd thing", kind);
            assert_eq!(refusal == as_it_is, is_english, "{tag}: {refusal}");
        }
    }
}

#[test]
fn what_the_library_says_in_english_is_said_in_the_language_of_the_window() {
    let labels = library::import_formats()
        .into_iter()
        .map(|(label, ..)| label);
    let written = library::export_formats()
        .into_iter()
        .map(|(label, ..)| label);
    let labels: BTreeSet<&str> = labels.chain(written).collect();
    let warnings = [
        "named as plain text, read as RIS references",
        "page 3 could not be read and is left out",
        "the file is damaged; what could be found in it was read, and pages may be missing",
        "“lee2019”, which it takes fields from, is not in the file",
        "a.pdf lies outside of the folder of its list and is not read",
        "a.pdf is not there",
        "a.pdf lies relative to Zotero's base folder, which is not known, and is not read",
        "Zotero is writing to its database, which was read as it lies; close Zotero and read it again to be sure of what was changed last",
        "a.pdf was read by itself before and is not read again",
        "a.pdf belongs to an earlier record and is not read again",
    ];
    // These are called so everywhere.
    let names = ["Markdown", "PDF", "Zotero"];
    let labels = labels.into_iter().filter(|label| !names.contains(label));
    let labels: Vec<&str> = labels.collect();
    let foreign = "12 byte(s) are not valid UTF-8 and were read as Windows-1252 (Latin-1); check accented letters";
    type Says = fn(&str) -> String;
    let all: [(&[&str], Says); 4] = [
        (&labels, format_in_words),
        (&library::KEPT_BECAUSE, kept_because),
        (&library::TOLD_BY, copies_told_by),
        (&warnings, warning_in_words),
    ];
    for tag in languages() {
        let is_english = tag == language::ENGLISH;
        for (each, say) in all {
            for words in each {
                let said = within(&tag, &|| say(words));
                assert_eq!(said == *words, is_english, "{tag}: {words}: {said}");
            }
            // What is not known stays as it is.
            assert_eq!(within(&tag, &|| say("odd news")), "odd news");
        }
        let said = within(&tag, &|| warning_in_words(foreign));
        assert!(said.starts_with("12 ") && said.contains("UTF-8"), "{said}");
        assert_eq!(said.contains("check"), is_english, "{said}");
    }
}

/// How a command is offered, by its message.
fn about(id: &str) -> About {
    let mut all = offers().into_iter().map(|offer| offer.about);
    all.find(|about| about.id == id).expect("it is offered")
}

#[test]
fn keys_are_called_as_the_keyboards_of_the_language_have_them() {
    let [redo, escape, stop, back] = [
        "command-redo",
        "command-escape",
        "command-next-stop",
        "command-back",
    ]
    .map(about);
    for (tag, called) in [
        ("en", ["Ctrl Shift Z", "Esc", "PageDown", "Alt Left"]),
        ("de", ["Strg Umschalt Z", "Esc", "Bild ab", "Alt ←"]),
        ("fr", ["Ctrl Maj Z", "Échap", "Pg suiv", "Alt ←"]),
        ("es", ["Ctrl Mayús Z", "Esc", "Av Pág", "Alt ←"]),
    ] {
        let keys = [redo, escape, stop, back].map(|about| within(tag, &|| shown(about)));
        assert_eq!(keys, called, "{tag}");
    }
    let help = within("de", &|| {
        let rows = viewer::command::key_help().into_iter();
        rows.map(|(keys, _)| keys + "\n").collect::<String>()
    });
    assert!(
        help.contains("Strg K\n") && !help.contains("Ctrl"),
        "{help}"
    );
}

/// The keys of a command as people read them.
fn shown(about: About) -> String {
    about.keys().expect("it has keys")
}

#[test]
fn no_message_calls_a_key_as_another_language_does() {
    let table = offers().into_iter();
    let table = table.filter_map(|offer| offer.about.shortcut);
    let keys: BTreeSet<&str> = table.flat_map(|keys| keys.split(' ')).collect();
    let mut renamed = 0;
    for tag in languages() {
        let is_other = |key: &&str| within(&tag, &|| keys_in_words(key)) != *key;
        let others: HashSet<&str> = keys.iter().copied().filter(is_other).collect();
        renamed += others.len();
        for entry in std::fs::read_dir(folder().join(&tag)).unwrap() {
            let path = entry.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            for line in text.lines().filter(|line| !line.starts_with('#')) {
                let mut words = line.split(|sign: char| !sign.is_alphanumeric());
                let wrong = words.find(|word| others.contains(word));
                assert_eq!(wrong, None, "{}: {line}", path.display());
            }
        }
    }
    assert!(renamed > 20, "{renamed}");
}

#[test]
fn no_line_of_french_begins_with_a_sign() {
    let wrong = [" :", " ;", " !", " ?", " %", " »", "« ", "'"];
    let mut looked = 0;
    for entry in std::fs::read_dir(folder().join("fr")).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let said = text.lines().filter(|line| !line.starts_with('#'));
        // What commands are found by is matched with what is typed.
        for line in said.filter(|line| !line.trim_start().starts_with(".words")) {
            let found = wrong.iter().find(|sign| line.contains(**sign));
            assert_eq!(found, None, "{}: {line}", path.display());
            looked += 1;
        }
    }
    assert!(looked > 1000, "{looked}");
}
