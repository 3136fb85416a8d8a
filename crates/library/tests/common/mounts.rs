//! Small disks, and disks that can only be read: for tests where they may be mounted, which is in a namespace of their own (Linux).

use std::path::{Path, PathBuf};
use std::process::Command;

/// Set in the process in which disks may be mounted.
const INSIDE: &str = "CORPUS_ATLAS_TEST_MOUNTS";

/// Whether this is the process in which disks may be mounted; what it says on the error stream is passed on.
pub fn is_inside() -> bool {
    std::env::var_os(INSIDE).is_some()
}

/// Runs the body of the test of this name in a process that may mount disks, which are gone with it; says so where that cannot be.
pub fn where_disks_can_be_mounted(test: &str, body: impl FnOnce()) {
    if is_inside() {
        return body();
    }
    let ways: [&[&str]; 2] = [&["--user", "--map-root-user", "--mount"], &["--mount"]];
    let works = |way: &&&[&str]| {
        let probe = "mount -t tmpfs -o size=100k tmpfs /tmp";
        let tried = Command::new("unshare")
            .args(**way)
            .args(["sh", "-c", probe])
            .output();
        tried.is_ok_and(|tried| tried.status.success())
    };
    let Some(way) = ways.iter().find(works) else {
        eprintln!(
            "{test}: skipped, disks cannot be mounted here (it takes Linux, and unshare or root)"
        );
        return;
    };
    let ended = Command::new("unshare")
        .args(*way)
        .arg(std::env::current_exe().expect("this program"))
        .args(["--exact", test, "--nocapture", "--test-threads=1"])
        // Whoever started a measurement has asked for it.
        .arg("--include-ignored")
        .env(INSIDE, "1")
        .output()
        .expect("it starts");
    let words = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, errors) = (words(&ended.stdout), words(&ended.stderr));
    assert!(ended.status.success(), "{test}:\n{out}\n{errors}");
    assert!(out.contains("1 passed"), "there is no test {test}: {out}");
    print!("{errors}");
}

/// A folder in which a disk is mounted.
pub struct Disk(tempfile::TempDir);

impl Disk {
    /// An empty disk of so many bytes.
    pub fn of(bytes: u64) -> Disk {
        let disk = Disk(tempfile::tempdir().expect("a folder"));
        disk.mount(&["-t", "tmpfs", "-o", &format!("size={bytes}"), "tmpfs"]);
        disk
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn at(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// From now on it can only be read.
    pub fn protect(&self) {
        self.mount(&["-o", "remount,ro"]);
    }

    /// It can be written again.
    pub fn allow(&self) {
        self.mount(&["-o", "remount,rw"]);
    }

    /// From now on it has so many bytes.
    pub fn resize(&self, bytes: u64) {
        self.mount(&["-o", &format!("remount,size={bytes}")]);
    }

    /// Puts a file of another disk in a place of this one.
    pub fn bind(&self, file: &Path, name: &str) {
        std::fs::write(self.at(name), "").expect("written");
        run(Command::new("mount")
            .arg("--bind")
            .arg(file)
            .arg(self.at(name)));
    }

    fn mount(&self, options: &[&str]) {
        run(Command::new("mount").args(options).arg(self.path()));
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // With the process it goes anyway.
        let _ = Command::new("umount").arg("-l").arg(self.path()).output();
    }
}

fn run(command: &mut Command) {
    let ended = command.output().expect("it starts");
    let errors = String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.success(), "{command:?}: {errors}");
}
