//! What a step of the continuous integration has to say.

/// How a step ended.
#[derive(Debug, PartialEq)]
pub enum Outcome {
    /// All is well.
    Passed,
    /// Nothing is wrong, but this should be seen.
    Warned(String),
    /// Something is wrong, and was shown above.
    Failed(String),
    /// Nothing can be said, and why.
    NotChecked(String),
}
