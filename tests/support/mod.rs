//! Drives the real window: starts it with a list of steps, and acts on it with keyboard and mouse in between.
#![allow(dead_code)] // each test program uses its own part of it

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A cold start on two busy cores with the sample library to ground.
pub const PATIENCE: Duration = Duration::from_secs(420);

/// One window at a time: clicks find theirs by its title.
static DISPLAY: Mutex<()> = Mutex::new(());

pub struct Window {
    child: Child,
    dir: PathBuf,
    /// Another display than that of the tests.
    display: Option<String>,
}

impl Window {
    pub fn open(dir: &Path, library: Option<&Path>, steps: &Value) -> Window {
        let home = Path::new(env!("CARGO_MANIFEST_DIR"));
        let files: Vec<&Path> = library.into_iter().collect();
        Self::start(home, dir, &files, (true, 1), steps)
    }

    /// With assets and models of another home.
    pub fn open_at(home: &Path, dir: &Path, library: Option<&Path>, steps: &Value) -> Window {
        let files: Vec<&Path> = library.into_iter().collect();
        Self::start(home, dir, &files, (true, 1), steps)
    }

    /// With so many pixels a point, drawn on a screen of that kind.
    pub fn scaled(dir: &Path, library: &Path, scale: u32, steps: &Value) -> Window {
        let home = Path::new(env!("CARGO_MANIFEST_DIR"));
        Self::start(home, dir, &[library], (true, scale), steps)
    }

    /// On another display than that of the tests.
    pub fn on(display: &str, dir: &Path, library: &Path, scale: u32, steps: &Value) -> Window {
        let home = Path::new(env!("CARGO_MANIFEST_DIR"));
        let display = Some(display.to_owned());
        Self::begin(display, home, dir, &[library], (true, scale), steps)
    }

    /// With these files as arguments, and with flights of the camera where `still` does not forbid them.
    pub fn start(
        home: &Path,
        dir: &Path,
        files: &[&Path],
        manner: (bool, u32),
        steps: &Value,
    ) -> Window {
        Self::begin(None, home, dir, files, manner, steps)
    }

    fn begin(
        display: Option<String>,
        home: &Path,
        dir: &Path,
        files: &[&Path],
        (still, scale): (bool, u32),
        steps: &Value,
    ) -> Window {
        let script = dir.join("script.json");
        std::fs::write(&script, serde_json::to_vec(steps).unwrap()).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_corpus-atlas"));
        command.args(files);
        command.envs(display.iter().map(|name| ("DISPLAY", name)));
        if still {
            command.env("CORPUS_ATLAS_REDUCED_MOTION", "1");
        }
        let log = std::fs::File::create(dir.join("window.log")).unwrap();
        let child = command
            .arg("--script")
            .arg(&script)
            .env("XDG_DATA_HOME", dir.join("data"))
            .env("CORPUS_ATLAS_HOME", home)
            .env("WINIT_X11_SCALE_FACTOR", scale.to_string())
            // No file dialog, on no machine: neither a portal nor zenity.
            .env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
            .env("PATH", dir)
            .env_remove("WAYLAND_DISPLAY")
            .stdout(Stdio::from(log.try_clone().unwrap()))
            .stderr(Stdio::from(log))
            .spawn()
            .unwrap();
        Window {
            child,
            dir: dir.to_owned(),
            display,
        }
    }

    /// Waits for a file that a step writes.
    pub fn wait_for(&mut self, name: &str) -> PathBuf {
        let path = self.dir.join(name);
        let start = Instant::now();
        while !path.exists() {
            if let Some(status) = self.child.try_wait().unwrap() {
                panic!("the window ended ({status}) before {name}: {}", self.log());
            }
            assert!(
                start.elapsed() < PATIENCE,
                "no {name} after {PATIENCE:?}: {}",
                self.log()
            );
            std::thread::sleep(Duration::from_millis(100));
        }
        path
    }

    pub fn report(&mut self, name: &str) -> Value {
        let path = self.wait_for(name);
        serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
    }

    pub fn click(&self, at: &Value) {
        self.point(at);
        self.act(&["sleep", "0.4", "click", "1", "sleep", "0.4"]);
    }

    /// Two clicks, quickly.
    pub fn double_click(&self, at: &Value) {
        self.point(at);
        self.act(&[
            "sleep", "0.4", "click", "--repeat", "2", "--delay", "60", "1", "sleep", "0.4",
        ]);
    }

    /// Moves the pointer to a pixel of the window.
    pub fn point(&self, at: &Value) {
        let pixel = |axis: usize| format!("{:.0}", at[axis].as_f64().unwrap());
        let window = self.id();
        self.act(&["mousemove", "--window", &window, &pixel(0), &pixel(1)]);
    }

    /// Presses keys, each as xdotool writes it ("ctrl+k"), one after the other.
    pub fn keys(&self, keys: &[&str]) {
        self.focus();
        for key in keys {
            self.act(&["key", "--delay", "0", key, "sleep", "0.5"]);
        }
    }

    /// Types a text, as fast as it goes: many keys fall within a frame.
    pub fn types(&self, text: &str) {
        self.focus();
        self.act(&["type", "--delay", "1", text]);
        std::thread::sleep(Duration::from_millis(700));
    }

    /// Drags with a button from one pixel to another.
    pub fn drag(&self, button: &str, from: &Value, to: &Value) {
        self.point(from);
        // A window that draws on a busy processor has to have seen where the pointer is.
        self.act(&["sleep", "0.9", "mousedown", button, "sleep", "0.3"]);
        for share in [0.25, 0.5, 0.75, 1.0] {
            let along = |axis: usize| {
                let (a, b) = (from[axis].as_f64().unwrap(), to[axis].as_f64().unwrap());
                a + (b - a) * share
            };
            self.point(&json!([along(0), along(1)]));
            std::thread::sleep(Duration::from_millis(150));
        }
        self.act(&["mouseup", button, "sleep", "0.3"]);
    }

    fn focus(&self) {
        self.act(&["windowfocus", "--sync", &self.id()]);
    }

    fn id(&self) -> String {
        let found = self
            .xdotool()
            .args(["search", "--onlyvisible", "--name", "^Corpus Atlas$"])
            .output()
            .unwrap();
        let windows = String::from_utf8(found.stdout).unwrap();
        let first = windows.lines().next().expect("the window has its title");
        first.to_owned()
    }

    fn act(&self, arguments: &[&str]) {
        let status = self.xdotool().args(arguments).status().unwrap();
        assert!(status.success(), "xdotool {arguments:?}");
    }

    fn xdotool(&self) -> Command {
        let mut command = Command::new("xdotool");
        command.envs(self.display.iter().map(|name| ("DISPLAY", name)));
        command
    }

    /// Makes it as large as this, pixels.
    pub fn resize(&self, width: u32, height: u32) {
        let (width, height) = (width.to_string(), height.to_string());
        self.act(&["windowmove", &self.id(), "0", "0"]);
        self.act(&["windowsize", &self.id(), &width, &height]);
    }

    /// The most memory that it has had at once, bytes.
    #[cfg(target_os = "linux")]
    pub fn most_memory(&self) -> u64 {
        most_memory(self.child.id())
    }

    pub fn go(&self, name: &str) {
        std::fs::write(self.dir.join(name), b"").unwrap();
    }

    pub fn ended(mut self) {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                assert!(status.success(), "{status}: {}", self.log());
                return;
            }
            assert!(
                start.elapsed() < Duration::from_secs(60),
                "the window does not close: {}",
                self.log()
            );
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    pub fn log(&self) -> String {
        std::fs::read_to_string(self.dir.join("window.log")).unwrap_or_default()
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The most memory that a running process has had at once, bytes.
#[cfg(target_os = "linux")]
pub fn most_memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.unwrap().trim().trim_end_matches(" kB");
    kib.parse::<u64>().unwrap() * 1024
}

/// The display for one test; nothing where there is none.
pub fn display() -> Option<MutexGuard<'static, ()>> {
    let there = std::env::var_os("CORPUS_ATLAS_WINDOW_TESTS").is_some()
        && std::env::var_os("DISPLAY").is_some();
    if !there {
        eprintln!("skipped: no test display; `cargo xtask test` provides one");
        return None;
    }
    Some(DISPLAY.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Pictures are kept beside the build for people to look at.
pub fn picture_folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A step that carries out a command.
pub fn step(command: Value) -> Value {
    json!({ "command": command })
}

impl Window {
    /// A picture that shows something: not one flat colour.
    pub fn wait_for_picture(&mut self, path: &Path) {
        let start = Instant::now();
        loop {
            if let Ok(picture) = image::open(path) {
                let picture = picture.to_rgb8();
                let distinct: std::collections::HashSet<[u8; 3]> =
                    picture.pixels().step_by(37).map(|pixel| pixel.0).collect();
                assert!(
                    distinct.len() > 200,
                    "{} has only {} colours",
                    path.display(),
                    distinct.len()
                );
                return;
            }
            assert!(
                start.elapsed() < Duration::from_secs(60),
                "no picture {}: {}",
                path.display(),
                self.log()
            );
            std::thread::sleep(Duration::from_millis(200));
        }
    }
}
