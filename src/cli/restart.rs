//! A window whose graphics device was lost begins anew, in a process of its own: with the library that was open, and as it was left.

use std::process::{Command, ExitCode};
use std::time::Duration;

use super::terminal::complain;
use crate::app::session::loss::{self, Lost};

/// How often it has begun anew without lasting.
const AGAIN: &str = "CORPUS_ATLAS_RENDERER_LOST";
/// A window that lasted so long had a device that worked.
const LASTED: Duration = Duration::from_secs(60);
/// So often it is tried.
const TRIES: u32 = 2;

/// How often it has begun anew before this one.
fn tries() -> u32 {
    let tries = std::env::var(AGAIN).ok();
    tries.and_then(|tries| tries.parse().ok()).unwrap_or(0)
}

/// What a window that begins anew says of that.
pub fn notice() -> Option<String> {
    (tries() > 0).then(loss::notice)
}

/// Begins anew, unless the device was lost soon after that was done the last times.
pub fn begin_anew(lost: &Lost, lasted: Duration) -> anyhow::Result<ExitCode> {
    let reason = lost.reason.as_deref().unwrap_or_default();
    let tries = if lasted > LASTED { 0 } else { tries() };
    if tries >= TRIES {
        anyhow::bail!(
            "the graphics device was lost again ({}). The library is closed and whole. A newer driver may help; drawing on the processor does: on Debian install \
             mesa-vulkan-drivers and start with VK_DRIVER_FILES=/usr/share/vulkan/icd.d/lvp_icd.x86_64.json",
            reason
        );
    }
    complain!(
        "the graphics device was lost ({}); the window is saved and begins anew",
        reason
    );
    let mut next = Command::new(std::env::current_exe()?);
    next.args(lost.arguments())
        .env(AGAIN, (tries + 1).to_string());
    become_it(next)
}

/// The new window takes the place of this process, so that whoever waits for this one waits for it.
#[cfg(unix)]
fn become_it(mut next: Command) -> anyhow::Result<ExitCode> {
    use std::os::unix::process::CommandExt as _;
    Err(next.exec().into())
}

#[cfg(not(unix))]
fn become_it(mut next: Command) -> anyhow::Result<ExitCode> {
    let ended = next.spawn()?.wait()?;
    Ok(if ended.success() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
