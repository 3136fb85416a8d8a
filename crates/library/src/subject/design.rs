//! What kind of study a paper is.

use std::sync::LazyLock;

use Design::{
    CaseControl, CaseReport, CaseSeries, ClinicalTrial, Cohort, CrossSectional, DiagnosticAccuracy,
    EditorialOrLetter, Guideline, Laboratory, Qualitative, RandomisedTrial, Review,
    SystematicReview,
};
use Place::{Both, Text, Title};

use super::phrases::{Phrases, Place, Row};
use super::record::Record;

/// What kind of study a paper is: what it did itself, not what it speaks of. Definitions follow the scope notes of PubMed's publication types and of MeSH
/// (National Library of Medicine: "Publication Characteristics (Publication Types)", tree V, and "Epidemiologic Study Characteristics", tree E05.318.372).
/// Where several are said, the first of this list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Design {
    /// A systematic review, also an umbrella review, or a meta-analysis.
    SystematicReview,
    /// A trial in which chance decides who gets what.
    RandomisedTrial,
    /// Another trial: of any phase, controlled or not.
    ClinicalTrial,
    /// A guideline, or what a body of experts agreed on.
    Guideline,
    /// A study of how well a test tells the ill from the healthy.
    DiagnosticAccuracy,
    /// People with and without a disease are compared by what went before.
    CaseControl,
    /// People are looked at once.
    CrossSectional,
    /// Interviews, groups and the like.
    Qualitative,
    /// People are followed, forwards or through their records: also what calls itself a retrospective or prospective study and nothing more, and a
    /// review of charts.
    Cohort,
    /// Several patients, described.
    CaseSeries,
    /// One patient, or a few, described.
    CaseReport,
    /// A review that is not a systematic one.
    Review,
    /// A study of animals, whatever its design.
    Animal,
    /// A study of cells, tissue, bodies of the dead or models.
    Laboratory,
    /// An editorial, a letter or a comment.
    EditorialOrLetter,
}

impl Design {
    /// All of them.
    pub const ALL: [Self; 15] = [
        Self::SystematicReview,
        Self::RandomisedTrial,
        Self::ClinicalTrial,
        Self::Guideline,
        Self::DiagnosticAccuracy,
        Self::CaseControl,
        Self::CrossSectional,
        Self::Qualitative,
        Self::Cohort,
        Self::CaseSeries,
        Self::CaseReport,
        Self::Review,
        Self::Animal,
        Self::Laboratory,
        Self::EditorialOrLetter,
    ];

    /// What it is called in files and by commands.
    pub fn id(self) -> &'static str {
        match self {
            Self::SystematicReview => "systematic_review",
            Self::RandomisedTrial => "randomised_trial",
            Self::ClinicalTrial => "clinical_trial",
            Self::Guideline => "guideline",
            Self::DiagnosticAccuracy => "diagnostic_accuracy",
            Self::CaseControl => "case_control",
            Self::CrossSectional => "cross_sectional",
            Self::Qualitative => "qualitative",
            Self::Cohort => "cohort",
            Self::CaseSeries => "case_series",
            Self::CaseReport => "case_report",
            Self::Review => "review",
            Self::Animal => "animal",
            Self::Laboratory => "laboratory",
            Self::EditorialOrLetter => "editorial_or_letter",
        }
    }

    /// The one that is called so.
    pub fn of_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|design| design.id() == id)
    }
}

/// MeSH headings that name what a study is. Those "as Topic" say what it is about.
const HEADINGS: [(&str, Design); 4] = [
    ("case-control studies", CaseControl),
    ("cross-sectional studies", CrossSectional),
    ("qualitative research", Qualitative),
    ("cohort studies", Cohort),
];
/// Those that trials and series have, too: they count where nothing else says what it is.
const HINTS: [(&str, Design); 6] = [
    ("retrospective studies", Cohort),
    ("prospective studies", Cohort),
    ("longitudinal studies", Cohort),
    ("in vitro techniques", Laboratory),
    ("cells, cultured", Laboratory),
    ("tumor cells, cultured", Laboratory),
];

/// How titles and abstracts say it.
const ROWS: &[Row<Design>] = &[
    (SystematicReview, Both, "systematic|umbrella * review"),
    (SystematicReview, Both, "systematically reviewed|review"),
    (SystematicReview, Both, "meta analysis|regression"),
    (SystematicReview, Both, "metaanalysis"),
    (
        RandomisedTrial,
        Both,
        "randomized|randomised .. trial|study|rct",
    ),
    (RandomisedTrial, Text, "randomly assigned|allocated"),
    (RandomisedTrial, Text, "were|was randomized|randomised"),
    (ClinicalTrial, Both, "clinical trial"),
    (
        ClinicalTrial,
        Both,
        "crossover|feasibility|pilot|uncontrolled|controlled trial",
    ),
    (
        ClinicalTrial,
        Both,
        "phase i|ii|iii|iv|ib|iia|iib|1|2|3|4|1b|2a|2b|3b .. trial|study",
    ),
    (ClinicalTrial, Both, "open label .. trial|study"),
    (ClinicalTrial, Both, "single arm .. trial|study"),
    (
        ClinicalTrial,
        Both,
        "double blind|blinded|masked .. trial|study",
    ),
    (ClinicalTrial, Both, "placebo controlled .. trial|study"),
    (ClinicalTrial, Both, "nonrandomized|nonrandomised .. trial"),
    (
        ClinicalTrial,
        Both,
        "non|quasi randomized|randomised .. trial",
    ),
    (Guideline, Title, "^guideline|guidelines for|on|of"),
    (Guideline, Title, "practice guideline|guidelines"),
    (
        Guideline,
        Title,
        "guideline|guidelines for|on .. diagnosis|management|treatment|prevention|care|screening|surveillance|imaging|use",
    ),
    (
        Guideline,
        Title,
        "consensus statement|guideline|guidelines|recommendations|report",
    ),
    (Guideline, Title, "position statement|paper"),
    (Guideline, Title, "expert consensus"),
    (Guideline, Text, "this guideline|guidelines"),
    (Guideline, Text, "this consensus|position statement|paper"),
    (
        DiagnosticAccuracy,
        Both,
        "diagnostic|test accuracy|performance of",
    ),
    (DiagnosticAccuracy, Both, "diagnostic * accuracy study"),
    (
        DiagnosticAccuracy,
        Title,
        "diagnostic * accuracy|performance",
    ),
    (DiagnosticAccuracy, Title, "sensitivity and specificity of"),
    (
        CaseControl,
        Both,
        "case control study|analysis|design|investigation",
    ),
    (CaseControl, Title, "case control"),
    (
        CrossSectional,
        Both,
        "cross sectional * study|survey|analysis|design|evaluation|investigation",
    ),
    (CrossSectional, Both, "prevalence study"),
    (
        Qualitative,
        Both,
        "qualitative * study|research|interview|interviews|investigation|exploration|inquiry",
    ),
    (Qualitative, Both, "semi structured * interview|interviews"),
    (Qualitative, Both, "semistructured * interview|interviews"),
    (
        Qualitative,
        Both,
        "focus group|groups discussion|discussions|interviews|study",
    ),
    (Cohort, Both, "cohort study|analysis|design"),
    (
        Cohort,
        Both,
        "retrospective|prospective .. study|analysis|review|cohort|evaluation|audit",
    ),
    (Cohort, Both, "longitudinal|registry study"),
    (Cohort, Both, "follow up study"),
    (Cohort, Both, "chart|charts|record|records review"),
    (Cohort, Both, "review of .. charts|records"),
    (Cohort, Title, "cohort"),
    (
        Cohort,
        Text,
        "retrospectively reviewed|analyzed|analysed|evaluated|examined|studied|identified",
    ),
    (Cohort, Text, "reviewed|analyzed|analysed retrospectively"),
    (
        Cohort,
        Text,
        "reviewed .. charts|records|files|patients|cases",
    ),
    (CaseSeries, Both, "case series"),
    (CaseSeries, Both, "series of # * cases|patients"),
    (CaseSeries, Both, "report|reports of # * cases|patients"),
    (CaseSeries, Title, "# * cases"),
    (
        CaseSeries,
        Title,
        "review of * # .. patients|cases|children|adults|procedures",
    ),
    (
        CaseSeries,
        Text,
        "report|describe|present|reported|described|presented # * cases|patients",
    ),
    (CaseReport, Both, "case report"),
    (CaseReport, Title, "case reports"),
    (
        CaseReport,
        Text,
        "year|month|week|day old .. presented|presents|admitted|referred",
    ),
    (
        CaseReport,
        Title,
        "a|an|one|rare|unusual|uncommon|interesting case of",
    ),
    (
        CaseReport,
        Text,
        "report|present|describe a|an|the|one|this * case",
    ),
    (
        CaseReport,
        Both,
        "year|month|week|day old * man|woman|male|female|boy|girl|gentleman|lady|patient|infant|child",
    ),
    (
        Review,
        Both,
        "narrative|scoping|literature|integrative|mini|critical|comprehensive|concise|pictorial review",
    ),
    (Review, Both, "review article|paper"),
    (Review, Both, "minireview"),
    (Review, Both, "review of * literature"),
    (Review, Title, "^a|an|the * review|overview"),
    (Review, Title, "^review|overview"),
    (Review, Title, "state of the art"),
    (Review, Text, "this|present|current review"),
    (Review, Text, "we review"),
    (Review, Text, "article|paper|chapter reviews"),
    (Review, Text, "reviewed the * literature"),
    (
        Laboratory,
        Both,
        "in vitro|silico study|investigation|evaluation|analysis|comparison",
    ),
    (Laboratory, Both, "ex vivo study|investigation|evaluation"),
    (
        Laboratory,
        Both,
        "biomechanical study|analysis|comparison|evaluation|investigation",
    ),
    (Laboratory, Both, "cadaver|cadaveric * study|dissection"),
    (Laboratory, Both, "finite element analysis|study|model"),
    (Laboratory, Title, "cell line|lines"),
    (
        EditorialOrLetter,
        Title,
        "^editorial|commentary|correspondence",
    ),
    (EditorialOrLetter, Title, "^comment on"),
    (EditorialOrLetter, Title, "^invited commentary|editorial"),
    (EditorialOrLetter, Title, "^reply to"),
    (EditorialOrLetter, Title, "^in reply"),
    (EditorialOrLetter, Title, "letter to the editor"),
    (EditorialOrLetter, Title, "author|authors reply|response"),
];

static PHRASES: LazyLock<Phrases<Design>> = LazyLock::new(|| {
    Phrases::of(
        ROWS,
        &["non", "not", "no", "quasi"],
        &["trials", "studies", "reviews"],
    )
});

/// Titles of plans: what was not yet done has no design.
static PLANS: LazyLock<Phrases<()>> = LazyLock::new(|| {
    let rows = [
        ((), Title, "study|trial|review protocol"),
        ((), Title, "protocol for|of a|an|the .. trial|study|review"),
    ];
    Phrases::of(&rows, &[], &[])
});

/// Words of titles about guidelines that are none themselves.
const ABOUT_GUIDELINES: [&str; 8] = [
    "adherence",
    "compliance",
    "concordance",
    "implementation",
    "implementing",
    "impact",
    "effect",
    "according",
];
/// Words by which a sentence is about the paper itself.
const OF_ITSELF: [&str; 10] = [
    "we",
    "our",
    "this",
    "present",
    "conducted",
    "performed",
    "undertaken",
    "designed",
    "enrolled",
    "undertook",
];
/// Words by which it is about what others did, or should do.
const OF_OTHERS: [&str; 10] = [
    "needed",
    "warranted",
    "lacking",
    "scarce",
    "awaited",
    "future",
    "should",
    "shown",
    "validation",
    "necessary",
];
/// The same, shortly before what is said.
const BEFORE_OTHERS: [&str; 10] = [
    "previous",
    "recent",
    "cochrane",
    "prior",
    "earlier",
    "existing",
    "published",
    "other",
    "another",
    "from",
];
/// Words with which a paper tells what others found, unless it says that it is itself.
const FOUND: [&str; 6] = [
    "showed",
    "found",
    "suggested",
    "reported",
    "demonstrated",
    "concluded",
];
/// Words before what is said, at most, in a sentence that does not say whose it is: "A randomized, double-blind trial."
const AT_FIRST: usize = 6;
/// Words that are looked through before what is said.
const SHORTLY: usize = 3;

/// What kind of study a paper is, by its publication type, then the MeSH headings that name it, its title, its abstract and further headings; nothing where
/// none says so.
pub(super) fn of(record: &Record<'_>, by_type: Option<Design>) -> Option<Design> {
    let title = of_title(&record.title);
    if let Some(by_type) = by_type {
        // What the types do not part, or records have one of: a title says it.
        return Some(match (by_type, title) {
            (CaseReport, Said::Design(CaseSeries)) => CaseSeries,
            (Review, Said::Design(SystematicReview)) => SystematicReview,
            _ => by_type,
        });
    }
    if title == Said::Plan {
        return None;
    }
    let by_heading = |headings: &[(&str, Design)]| {
        let there = headings.iter().find(|(heading, _)| record.has(heading));
        there.map(|(_, design)| *design)
    };
    if let Some(design) = by_heading(&HEADINGS) {
        return Some(design);
    }
    if let Said::Design(design) = title {
        return Some(design);
    }
    if record.text.first().is_some_and(|words| is_plan(words)) {
        return None;
    }
    of_text(&record.text).or_else(|| by_heading(&HINTS))
}

/// What a title says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Said {
    Nothing,
    Plan,
    Design(Design),
}

/// Whether a title, or the first sentence of an abstract, is of a plan.
fn is_plan(words: &[&str]) -> bool {
    !PLANS.in_sentence(words, true).is_empty()
}

fn of_title(title: &[Vec<&str>]) -> Said {
    let all = title
        .iter()
        .flat_map(|words| PHRASES.in_sentence(words, true));
    let has = |word: &str| title.iter().flatten().any(|own| *own == word);
    let about_guidelines = ABOUT_GUIDELINES.into_iter().any(has);
    let all = all.map(|(_, design)| design);
    let all: Vec<Design> = all
        .filter(|design| *design != Guideline || !about_guidelines)
        .collect();
    // A comment on a trial is none.
    if all.contains(&EditorialOrLetter) {
        return Said::Design(EditorialOrLetter);
    }
    if title.iter().any(|words| is_plan(words)) {
        return Said::Plan;
    }
    all.into_iter().min().map_or(Said::Nothing, Said::Design)
}

fn of_text(text: &[Vec<&str>]) -> Option<Design> {
    let said = text.iter().flat_map(|words| {
        let found = PHRASES.in_sentence(words, false).into_iter();
        let own = found.filter(move |(n, design)| is_own(words, *n, *design));
        own.map(|(_, design)| design)
    });
    said.min()
}

/// Whether a sentence that says this, from its nth word on, speaks of the paper itself.
fn is_own(words: &[&str], n: usize, design: Design) -> bool {
    let has = |list: &[&str]| words.iter().any(|word| list.contains(word));
    if has(&OF_OTHERS) {
        return false;
    }
    let before = &words[n.saturating_sub(SHORTLY)..n];
    if before.iter().any(|word| BEFORE_OTHERS.contains(word)) {
        return false;
    }
    // "A 58-year-old man presented with jaundice; ultrasound showed …"
    if design == CaseReport || has(&OF_ITSELF) {
        return true;
    }
    n <= AT_FIRST && !has(&FOUND)
}
