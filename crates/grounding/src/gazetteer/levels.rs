//! How numbered structures are written: vertebrae, discs and ribs.

/// Ordinal words and Latin ordinals of the ribs, from the first.
const ORDINALS: [(&str, &str); 12] = [
    ("first", "prima"),
    ("second", "secunda"),
    ("third", "tertia"),
    ("fourth", "quarta"),
    ("fifth", "quinta"),
    ("sixth", "sexta"),
    ("seventh", "septima"),
    ("eighth", "octava"),
    ("ninth", "nona"),
    ("tenth", "decima"),
    ("eleventh", "undecima"),
    ("twelfth", "duodecima"),
];

/// Terms of the numbered structure with this id; empty for others.
pub(super) fn terms(id: &str) -> Vec<String> {
    if let Some(level) = id.strip_prefix("vertebra_") {
        vertebra(level)
    } else if let Some((upper, lower)) = id.strip_prefix("disc_").and_then(|d| d.split_once('_')) {
        disc(upper, lower)
    } else {
        rib(id).unwrap_or_default()
    }
}

/// A bare "T4" is more often a hormone, a tumour stage or a cell than a vertebra, so it needs a word beside it, which is
/// part of the term, or near it: see [`near`].
fn vertebra(level: &str) -> Vec<String> {
    let mut forms: Vec<String> = [
        "{} vertebra",
        "{} vertebrae",
        "{} vertebral",
        "at {} level",
        "the {} level",
        "{} spine",
        "{} fracture",
        "{} burst",
        "{} compression",
        "{} pedicle",
        "{} lamina",
        "{} laminectomy",
        "{} spinous process",
        "{} transverse process",
        "{} nerve root",
        "{} radiculopathy",
        "{} dermatome",
        "vertebra {}",
        "vertebrae {}",
        "level of {}",
        "body of {}",
        "vertebral body {}",
        "vertebral level {}",
        "spinal level {}",
    ]
    .iter()
    .map(|form| form.replace("{}", level))
    .collect();
    // "fifth lumbar vertebra" is in the catalogue, "5th lumbar vertebra" and "vertebra lumbalis V" are not.
    let region = match &level[..1] {
        "C" => ("cervical", "cervicalis"),
        "T" => ("thoracic", "thoracica"),
        _ => ("lumbar", "lumbalis"),
    };
    if let Ok(number) = level[1..].parse::<usize>() {
        let roman = [
            "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII",
        ];
        forms.push(format!("{} {} vertebra", nth(number), region.0));
        forms.push(format!("{} vertebra {number}", region.0));
        forms.extend(
            number
                .checked_sub(1)
                .and_then(|n| roman.get(n))
                .map(|r| format!("vertebra {} {r}", region.1)),
        );
    }
    forms
}

/// Words of magnetic resonance imaging, in whose texts a bare "T1" or "T2" is a relaxation time.
pub(super) fn unless(level: &str) -> Vec<String> {
    let words = [
        "weighted",
        "mri",
        "mr image",
        "mr scan",
        "magnetic resonance",
        "signal",
        "hyperintens",
        "hypointens",
        "isointens",
        "sequence",
        "t1w",
        "t2w",
        "flair",
        "gadolinium",
    ];
    let words = if matches!(level, "T1" | "T2") {
        &words[..]
    } else {
        &[]
    };
    words.iter().map(|w| (*w).to_owned()).collect()
}

/// Words that make a bare level a vertebra when they stand near it.
pub(super) fn near(level: &str) -> Vec<String> {
    let region = match &level[..1] {
        "C" => "cervical",
        "T" => "thoracic",
        _ => "lumbar",
    };
    [
        region,
        "vertebra",
        "spine",
        "spinal",
        "disc",
        "disk",
        "lamin",
        "pedicl",
        "lumb",
        "burst",
        "kypho",
        "scolio",
        "spondyl",
        "radicul",
        "paraspinal",
        "paravertebral",
        "epidural",
        "cord",
        "dermatom",
        "interspace",
        "intervertebral",
        "s1",
        "transverse process",
        "fractur",
        "nerve root",
    ]
    .iter()
    .map(|w| (*w).to_owned())
    .collect()
}

fn disc(upper: &str, lower: &str) -> Vec<String> {
    let mut forms = vec![format!("{upper}/{lower}"), format!("{upper} {lower}")];
    if upper[..1] == lower[..1] {
        forms.extend([
            format!("{upper}/{}", &lower[1..]),
            format!("{upper} {}", &lower[1..]),
        ]);
    }
    // "T3/T4" is a hormone ratio: thoracic discs need the word.
    let named = forms
        .iter()
        .flat_map(|f| {
            [
                format!("{f} disc"),
                format!("{f} disk"),
                format!("{f} intervertebral disc"),
                format!("disc {f}"),
                format!("intervertebral disc {f}"),
                format!("disc at {f}"),
            ]
        })
        .collect::<Vec<_>>();
    if upper.starts_with('T') {
        named
    } else {
        forms.into_iter().chain(named).collect()
    }
}

/// "left fifth rib", "5th left costal cartilage", "left rib V" for `left_rib_5` and `left_costal_cartilage_5`. Without the
/// side, the term stands for both.
fn rib(id: &str) -> Option<Vec<String>> {
    let (side, rest) = id.split_once('_')?;
    let (part, latin, number) = match rest.strip_prefix("rib_") {
        Some(number) => ("rib", "costa", number),
        None => (
            "costal cartilage",
            "cartilago costae",
            rest.strip_prefix("costal_cartilage_")?,
        ),
    };
    let number: usize = number.parse().ok()?;
    let (ordinal, latin_ordinal) = ORDINALS.get(number.checked_sub(1)?)?;
    let mut forms = vec![
        format!("{part} {number}"),
        format!("{side} {part} {number}"),
        format!("{latin} {latin_ordinal}"),
    ];
    for nth in [(*ordinal).to_owned(), nth(number)] {
        forms.extend([
            format!("{nth} {part}"),
            format!("{side} {nth} {part}"),
            format!("{nth} {side} {part}"),
            format!("{side} {nth} anterior {part}"),
            format!("{side} anterior {nth} {part}"),
            format!("{side} lateral {nth} {part}"),
            format!("{side} posterior {nth} {part}"),
        ]);
    }
    Some(forms)
}

/// "1st", "12th".
fn nth(number: usize) -> String {
    match number {
        1 => "1st".to_owned(),
        2 => "2nd".to_owned(),
        3 => "3rd".to_owned(),
        _ => format!("{number}th"),
    }
}
