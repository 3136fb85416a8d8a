//! The measures of retrieval against `trec_eval`'s own.

use std::path::Path;
use std::process::Command;

/// The case that is worked by hand in `evaluation::retrieval`, by `pytrec_eval`:
///
/// ```text
/// python3 -m venv /tmp/trec && /tmp/trec/bin/pip install pytrec_eval-terrier
/// PYTHON=/tmp/trec/bin/python3 cargo test -p evaluation --test trec_eval -- --ignored
/// ```
#[test]
#[ignore = "needs Python with pytrec_eval: pip install pytrec_eval-terrier; PYTHON names another python3"]
fn trec_eval_gives_what_is_worked_by_hand() {
    let python = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/experiments/retrieval.py");
    let out = Command::new(python)
        .arg(script)
        .arg("self-test")
        .output()
        .expect("python3 runs");
    let (said, error) = (
        String::from_utf8_lossy(&out.stdout),
        String::from_utf8_lossy(&out.stderr),
    );
    assert!(out.status.success(), "{said}{error}");
    assert_eq!(said.trim(), "the same to four digits");
}
