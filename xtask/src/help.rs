//! The tasks in words, for the command line and for the documents.

/// Every task with its options.
pub const HELP: &str = "\
cargo xtask run [-- ARGS…]     Install what the window needs, build, and start Corpus Atlas with ARGS
cargo xtask test [--fast] [-p CRATE]… [-- FILTERS…]
                               Run every test, window tests on a private display with the software rasteriser;
                               --fast: the domain crates only (no Bevy, no display)
cargo xtask atlas [--check]    Rebuild assets/atlas; --check: rebuild elsewhere and compare bit for bit
cargo xtask torture [--rounds N] [--seed N]
                               Kill a program that changes a library N times (1000) at moments that nobody chose
cargo xtask fuzz [TARGETS…] [--seconds N] [--keep]
                               Invent damaged files by what they reach in the code, N seconds (60) a target;
                               --keep: choose anew, among what was found, the files that every test run reads
cargo xtask package [--check] [--measure]
                               Make a Debian package and an archive that runs from anywhere; --check: install it in a clean Debian
                               and use it there, as root; --measure: compare size and start-up with the development build
cargo xtask modules            Show circles of files and the layers of the window; fails where they break the rules
cargo xtask docs [--check]     Rewrite the generated sections of the documents; --check: only say which are stale
cargo xtask pictures [SCRIPTS…]
                               Make the pictures of the guide and the tour anew, by the scripts beside them, on a private display
cargo xtask ci [STEPS…]        Everything that must pass before a merge, or only the steps named
cargo xtask help               This text";
