//! The fuzzer: LLVM's libFuzzer around the target that `ATLAS_FUZZ_TARGET` names. `cargo xtask fuzz` builds and runs it.
//!
//! A stack that ends takes the process with it before libFuzzer can keep the input; so each is written to the file that
//! `ATLAS_FUZZ_LAST` names, first.

#![no_main]

use std::path::PathBuf;
use std::sync::LazyLock;

use atlas_fuzz::{Target, limits, target};

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = std::env::var("ATLAS_FUZZ_TARGET").unwrap_or_default();
    target(&name).unwrap_or_else(|| panic!("ATLAS_FUZZ_TARGET names no target: {name:?}"))
});

static LAST: LazyLock<Option<PathBuf>> =
    LazyLock::new(|| std::env::var_os("ATLAS_FUZZ_LAST").map(PathBuf::from));

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Some(last) = &*LAST {
        // Without it a crash is told all the same.
        let _ = std::fs::write(last, bytes);
    }
    if let Err(panic) = limits::read(&TARGET, bytes) {
        eprintln!("{panic}");
        #[expect(
            clippy::disallowed_methods,
            reason = "libFuzzer keeps the input of a process that is aborted"
        )]
        std::process::abort();
    }
});
