//! Waiting for a program with patience that ends.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

/// How a program ended.
pub enum End {
    /// By itself.
    Exited(ExitStatus),
    /// Stopped, because it had printed nothing for too long.
    Silent,
}

/// Runs a program, hands over each line of its standard output as it comes, and stops it, with all
/// that it started, when nothing comes for `patience`.
pub fn run_lines(
    command: &mut Command,
    patience: Duration,
    on_line: &mut dyn FnMut(&str),
) -> Result<End> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("could not start {}", command.get_program().display()))?;
    let output = child.stdout.take().context("the program has no output")?;
    let (sender, lines) = mpsc::channel();
    let read = move || {
        // Bytes, not text: what a test prints need not be UTF-8.
        for line in BufReader::new(output).split(b'\n') {
            let Ok(line) = line else { break };
            if sender.send(line).is_err() {
                break;
            }
        }
    };
    std::thread::Builder::new()
        .spawn(read)
        .context("no thread could be started")?;
    loop {
        match lines.recv_timeout(patience) {
            Ok(line) => on_line(String::from_utf8_lossy(&line).trim_end_matches('\r')),
            Err(RecvTimeoutError::Disconnected) => {
                return Ok(End::Exited(child.wait()?));
            }
            Err(RecvTimeoutError::Timeout) => {
                stop(&mut child);
                return Ok(End::Silent);
            }
        }
    }
}

/// Runs a program to its end and returns whether it succeeded, with what it printed on standard
/// error; none when it took longer than `limit` and was stopped.
pub fn run_within(command: &mut Command, limit: Duration) -> Result<Option<(bool, String)>> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("could not start {}", command.get_program().display()))?;
    let errors = child.stderr.take().context("the program has no output")?;
    let reader = std::thread::Builder::new()
        .spawn(move || std::io::read_to_string(errors).unwrap_or_default())
        .context("no thread could be started")?;
    let started = Instant::now();
    while started.elapsed() < limit {
        if let Some(status) = child.try_wait()? {
            let text = reader.join().unwrap_or_default();
            return Ok(Some((status.success(), text)));
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    stop(&mut child);
    Ok(None)
}

/// Stops a program and everything that it started: a test program is cargo's child, and the window
/// under test is the test's.
fn stop(child: &mut Child) {
    let mut family = vec![child.id()];
    let parents = parents();
    let mut at = 0;
    while let Some(&member) = family.get(at) {
        family.extend(
            parents
                .iter()
                .filter(|(_, parent)| *parent == member)
                .map(|(id, _)| *id),
        );
        at += 1;
    }
    // Youngest last, so that no parent can start another one. Those that have just ended are no loss.
    for id in &family[1..] {
        let _ = Command::new("kill")
            .args(["-KILL", &id.to_string()])
            .stderr(Stdio::null())
            .status();
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// Every process with its parent; empty where there is no /proc.
fn parents() -> Vec<(u32, u32)> {
    std::fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .filter_map(|entry| {
            let folder = entry.ok()?.path();
            let id = folder.file_name()?.to_str()?.parse().ok()?;
            let text = std::fs::read_to_string(folder.join("stat")).ok()?;
            // "id (name) state parent …", and a name may hold spaces and brackets.
            let parent = text.rsplit_once(')')?.1.split_whitespace().nth(1)?;
            Some((id, parent.parse().ok()?))
        })
        .collect()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn lines_arrive_in_order_and_the_status_is_kept() {
        let mut lines = Vec::new();
        let mut keep = |line: &str| lines.push(line.to_owned());
        let end = run_lines(
            &mut shell("echo one; printf 'two\\nlast'; exit 3"),
            Duration::from_secs(20),
            &mut keep,
        )
        .unwrap();
        let End::Exited(status) = end else {
            panic!("it was stopped");
        };
        assert_eq!(status.code(), Some(3));
        assert_eq!(lines, ["one", "two", "last"]);
    }

    #[test]
    fn a_silent_program_is_stopped_with_its_children() {
        let mut grandchild = String::new();
        let end = run_lines(
            &mut shell("sh -c 'echo $$; exec sleep 60' & wait"),
            Duration::from_millis(500),
            &mut |line| grandchild = line.to_owned(),
        )
        .unwrap();
        assert!(matches!(end, End::Silent));
        // Gone, or a zombie that nobody has waited for yet; the signal may take a moment to arrive.
        let ended = || {
            std::fs::read_to_string(format!("/proc/{grandchild}/stat"))
                .map_or(true, |stat| stat.contains(") Z "))
        };
        let start = Instant::now();
        while !ended() && start.elapsed() < Duration::from_secs(10) {
            std::thread::sleep(Duration::from_millis(20));
        }
        assert!(ended(), "still alive");
    }

    #[test]
    fn a_limit_ends_a_long_program() {
        let long = run_within(&mut shell("sleep 60"), Duration::from_millis(300)).unwrap();
        assert!(long.is_none());
        let short = run_within(&mut shell("echo no >&2; exit 1"), Duration::from_secs(20)).unwrap();
        assert_eq!(short, Some((false, "no\n".to_owned())));
    }
}
