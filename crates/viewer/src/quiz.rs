//! A quiz about the body on the stage and about the library, made from the catalogue, the atlas and the documents.

use anatomy::{Atlas, Catalogue, StructureIndex, System, Tissue};
use serde::{Deserialize, Serialize};

/// What is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuizKind {
    /// A structure is lit: what is it called?
    #[default]
    Name,
    /// A name is given: where is the structure?
    Find,
    /// A text of the library: what is it about?
    Text,
}

impl QuizKind {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Name, Self::Find, Self::Text];
}

/// How hard it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuizLevel {
    /// Whole organs and large bones and vessels.
    #[default]
    Large,
    /// Smaller structures and parts of organs, too.
    Medium,
    /// Everything, muscles too.
    All,
}

impl QuizLevel {
    /// All of them, the easiest first.
    pub const ALL: [Self; 3] = [Self::Large, Self::Medium, Self::All];

    /// The next harder one, or with `false` the next easier one; itself where there is none.
    pub fn next(self, harder: bool) -> Self {
        let at = self as usize;
        let to = match harder {
            true => (at + 1).min(Self::ALL.len() - 1),
            false => at.saturating_sub(1),
        };
        Self::ALL[to]
    }
}

/// What a quiz is to be like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuizOrder {
    /// What is asked.
    pub kind: QuizKind,
    /// About this system alone.
    #[serde(default)]
    pub system: Option<System>,
    /// How hard.
    #[serde(default)]
    pub level: QuizLevel,
    /// How many questions, at most.
    pub questions: usize,
    /// Another number, other questions.
    pub seed: u64,
}

/// A question.
#[derive(Clone, Debug, PartialEq)]
pub struct QuizQuestion {
    /// The right answer.
    pub structure: StructureIndex,
    /// What can be chosen, the right answer among it; nothing when it is to be shown on the stage.
    pub choices: Vec<StructureIndex>,
    /// The document whose text is asked about, by key.
    pub document: Option<i64>,
    /// The answer: a structure, or none when the right one was asked for.
    pub given: Option<Option<StructureIndex>>,
}

/// A quiz.
#[derive(Clone, Debug, PartialEq)]
pub struct Quiz {
    /// What it is like.
    pub order: QuizOrder,
    /// The questions.
    pub questions: Vec<QuizQuestion>,
    /// The one that is asked.
    pub at: usize,
    /// All are answered, and the score is shown.
    pub over: bool,
    /// Title and text of the document that is asked about, the names of the choices left out.
    pub text: Option<(String, String)>,
}

/// Choices of a question.
const CHOICES: usize = 4;
/// The least volume of a structure that is asked about, mL, by level.
const LEAST_ML: [f32; 3] = [40.0, 2.0, 0.0];

impl Quiz {
    /// The question that is asked.
    pub fn question(&self) -> Option<&QuizQuestion> {
        self.questions.get(self.at).filter(|_| !self.over)
    }

    /// Whether an answer is awaited: names are not shown meanwhile.
    pub fn asks(&self) -> bool {
        self.question().is_some_and(|asked| asked.given.is_none())
    }

    /// How many answers are right.
    pub fn right(&self, catalogue: &Catalogue) -> usize {
        let right = |question: &&QuizQuestion| question.is_right(catalogue) == Some(true);
        self.questions.iter().filter(right).count()
    }
}

impl QuizQuestion {
    /// Whether it was answered rightly; nothing before it was answered. A part of what is asked for is right where it is to be shown.
    pub fn is_right(&self, catalogue: &Catalogue) -> Option<bool> {
        let given = self.given?;
        Some(given.is_some_and(|given| is_within(catalogue, given, self.structure)))
    }
}

/// Whether a structure is another one or a part of it.
fn is_within(catalogue: &Catalogue, part: StructureIndex, whole: StructureIndex) -> bool {
    std::iter::successors(Some(part), |at| catalogue.get(*at).parent).any(|at| at == whole)
}

/// The questions of a quiz; the same order asks the same ones. `documents` are those that may be asked about, with what they are about.
pub fn questions(
    atlas: &Atlas,
    order: &QuizOrder,
    documents: &[(i64, StructureIndex)],
) -> Vec<QuizQuestion> {
    let mut chance = fastrand::Rng::with_seed(order.seed);
    let any = QuizOrder {
        system: None,
        ..*order
    };
    let (of_all, candidates) = (candidates(atlas, &any), candidates(atlas, order));
    let asked: Vec<(Option<i64>, StructureIndex)> = match order.kind {
        QuizKind::Name | QuizKind::Find => {
            let mut asked = candidates.clone();
            chance.shuffle(&mut asked);
            asked
                .into_iter()
                .map(|structure| (None, structure))
                .collect()
        }
        QuizKind::Text => {
            let of_system = |(_, structure): &&(i64, StructureIndex)| {
                let system = atlas.catalogue().get(*structure).system;
                order.system.is_none_or(|wanted| wanted == system)
            };
            let mut asked: Vec<_> = documents.iter().filter(of_system).collect();
            chance.shuffle(&mut asked);
            asked
                .iter()
                .map(|(key, structure)| (Some(*key), *structure))
                .collect()
        }
    };
    let asked = asked.into_iter().take(order.questions);
    let question = |(document, structure)| QuizQuestion {
        structure,
        choices: match order.kind {
            QuizKind::Find => Vec::new(),
            QuizKind::Name | QuizKind::Text => {
                choices(atlas, structure, [&candidates, &of_all], &mut chance)
            }
        },
        document,
        given: None,
    };
    asked.map(question).collect()
}

/// The structures that may be asked about.
fn candidates(atlas: &Atlas, order: &QuizOrder) -> Vec<StructureIndex> {
    let catalogue = atlas.catalogue();
    let fits = |index: &StructureIndex| {
        let structure = catalogue.get(*index);
        let asked = match order.level {
            // A part of what is asked about itself is for the next level.
            QuizLevel::Large => structure
                .parent
                .is_none_or(|parent| catalogue.get(parent).group || !atlas.has_voxels(parent)),
            QuizLevel::Medium | QuizLevel::All => true,
        };
        let muscles = order.level == QuizLevel::All || !structure.tissue.is_muscle();
        let filler = matches!(
            structure.tissue,
            Tissue::Fat | Tissue::Skin | Tissue::Serous
        );
        asked
            && muscles
            && !filler
            && !structure.group
            && atlas.has_voxels(*index)
            && order.system.is_none_or(|system| structure.system == system)
            && atlas.volume_ml(*index) >= LEAST_ML[order.level as usize]
    };
    catalogue.indices().filter(fits).collect()
}

/// The right answer among its neighbours, in any order.
fn choices(
    atlas: &Atlas,
    right: StructureIndex,
    [candidates, of_all]: [&[StructureIndex]; 2],
    chance: &mut fastrand::Rng,
) -> Vec<StructureIndex> {
    let catalogue = atlas.catalogue();
    let at = atlas.centroid_mm(right).unwrap_or_default();
    let far = |other: StructureIndex| {
        let there = atlas.centroid_mm(other).unwrap_or_default();
        let mm: f32 = (0..3).map(|a| (there[a] - at[a]).powi(2)).sum();
        // What is of the same system is the harder choice.
        let other = catalogue.get(other).system != catalogue.get(right).system;
        mm.sqrt() + if other { 60.0 } else { 0.0 }
    };
    let apart = |other: &StructureIndex| {
        !is_within(catalogue, *other, right) && !is_within(catalogue, right, *other)
    };
    let mut others: Vec<_> = candidates.iter().copied().filter(apart).collect();
    if others.len() < CHOICES - 1 {
        // A small system: its neighbours are choices, too.
        others.extend(of_all.iter().copied().filter(apart));
        others.sort_unstable();
        others.dedup();
    }
    others.sort_by(|a, b| far(*a).total_cmp(&far(*b)));
    others.truncate(2 * (CHOICES - 1));
    chance.shuffle(&mut others);
    others.truncate(CHOICES - 1);
    others.push(right);
    chance.shuffle(&mut others);
    others
}

/// A text without the words of the names of the choices and of their parts. What else tells of a place ("aortic", "renal") stays.
pub(crate) fn masked(text: &str, catalogue: &Catalogue, choices: &[StructureIndex]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for index in catalogue.indices() {
        if choices
            .iter()
            .any(|choice| is_within(catalogue, index, *choice))
        {
            let structure = catalogue.get(index);
            names.push(&structure.name);
            names.extend(structure.synonyms.iter().map(String::as_str));
        }
    }
    let mut words: Vec<String> = names
        .iter()
        .flat_map(|name| name.split(|c: char| !c.is_alphanumeric()))
        .filter(|word| word.chars().count() > 3 && !PLAIN.contains(&word.to_lowercase().as_str()))
        .map(str::to_lowercase)
        .collect();
    words.sort_unstable();
    words.dedup();
    let hidden = |word: &str| {
        let word = word.to_lowercase();
        words.iter().any(|name| {
            word == *name
                || word.strip_suffix('s') == Some(name)
                || name.strip_suffix('s') == Some(&word)
        })
    };
    let mut masked = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let inside = first.is_alphanumeric();
        let end = rest
            .find(|c: char| c.is_alphanumeric() != inside)
            .unwrap_or(rest.len());
        let (word, further) = rest.split_at(end);
        masked.push_str(if inside && hidden(word) { "…" } else { word });
        rest = further;
    }
    masked
}

/// Words of names that give nothing away.
const PLAIN: [&str; 14] = [
    "left",
    "right",
    "upper",
    "lower",
    "middle",
    "anterior",
    "posterior",
    "superior",
    "inferior",
    "part",
    "body",
    "head",
    "tail",
    "wall",
];
