//! The limits that a target is held to, and what happens beyond them.

use std::alloc::System;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;
use std::time::Duration;

use cap::Cap;

use crate::Target;

/// Heap that reading a file may take, bytes.
pub const MEMORY: usize = 256 << 20;
/// Time that it may take.
pub const TIME: Duration = Duration::from_secs(5);

/// Counts what is taken from the heap. Beyond the limit there is no more, and the process ends with a message of Rust's.
#[global_allocator]
static HEAP: Cap<System> = Cap::new(System, usize::MAX);

thread_local! {
    static LAST_PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Reads bytes within [`MEMORY`]. A panic that a reader catches itself is none.
///
/// # Errors
/// What a panic said and where it was.
pub fn read(target: &Target, bytes: &[u8]) -> Result<(), String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        std::panic::set_hook(Box::new(|panic| {
            let trace = std::backtrace::Backtrace::force_capture();
            LAST_PANIC.with_borrow_mut(|last| *last = format!("{panic}\n{trace}"));
        }));
    });
    // What has been taken for good (tables that are made once) does not count.
    let limit = HEAP.allocated() + MEMORY;
    // It fails only where more is taken already.
    let _ = HEAP.set_limit(limit);
    let done = catch_unwind(AssertUnwindSafe(|| target.read(bytes)));
    let _ = HEAP.set_limit(usize::MAX);
    done.map_err(|_| LAST_PANIC.take())
}
