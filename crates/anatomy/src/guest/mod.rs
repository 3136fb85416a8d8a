//! Guests: what is known of atlases that users bring, how they are to be imported, and where they are installed. Making
//! atlases of them is another crate's work (`guests`).

mod classes;
mod frame;
mod installed;
mod options;
mod recipe;
mod report;

pub use classes::ClassNames;
pub use frame::Frame;
pub use installed::{Installed, install_slug, installed};
pub use options::{ImportOptions, fold, parse_spacing, read_map};
pub use recipe::{RECIPE, Recipe};
pub use report::{FileReport, ImportReport, MatchedBy, REPORT, SourceStructure};
