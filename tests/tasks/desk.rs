//! A person at the window: looks at what it shows, and uses keyboard and mouse. Controls are found by the names that a screen reader
//! tells; whatever is waited for is a state that can be seen, never a time.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use x11rb::protocol::xproto::Window;

use crate::screen::{Picture, Screen};

/// For what a person would not wait so long for, on two busy cores without a GPU.
const PATIENCE: Duration = Duration::from_secs(60);

/// Which dialogs the system has.
#[derive(Clone, Copy, PartialEq)]
pub enum Dialogs {
    /// None: the window asks for paths itself.
    None,
    /// Those of the desktop portal, on a session bus of their own.
    Portal,
}

/// The window and who sits at it.
pub struct Desk {
    pub child: Child,
    dir: PathBuf,
    pub screen: Screen,
    pub window: Window,
}

/// What the window shows.
pub struct Seen(Value);

impl Deref for Seen {
    type Target = Value;

    fn deref(&self) -> &Value {
        &self.0
    }
}

/// A control.
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
pub struct Control {
    pub role: String,
    pub name: String,
    pub value: Option<String>,
    /// Left, top, right, bottom.
    pub rect: [f64; 4],
    pub enabled: bool,
    pub on: Option<bool>,
    pub focused: bool,
}

impl Control {
    pub fn middle(&self) -> [f64; 2] {
        self.at(0.5, 0.5)
    }

    /// A place in it, from 0 to 1.
    pub fn at(&self, across: f64, down: f64) -> [f64; 2] {
        let [left, top, right, bottom] = self.rect;
        [left + (right - left) * across, top + (bottom - top) * down]
    }
}

impl Seen {
    pub fn controls(&self) -> Vec<Control> {
        serde_json::from_value(self.0["controls"].clone()).unwrap()
    }

    /// The control with this name; where none is called so, the one whose name begins with it.
    pub fn control(&self, name: &str) -> Option<Control> {
        let pressable = |control: &&Control| control.role != "Label";
        let all = self.controls();
        let called: Vec<&Control> = all.iter().filter(|c| c.name == name).collect();
        let begins = all.iter().filter(|c| c.name.starts_with(name));
        let mut found = called.iter().copied().filter(pressable);
        let first = found.next().cloned();
        assert!(
            found.next().is_none(),
            "several controls are called “{name}”: {called:?}"
        );
        first
            .or_else(|| begins.clone().find(pressable).cloned())
            .or_else(|| begins.clone().next().cloned())
    }

    /// The control that has the keyboard.
    pub fn focused(&self) -> Option<Control> {
        self.controls().into_iter().find(|control| control.focused)
    }

    /// Whether these words stand anywhere in the window.
    pub fn says(&self, words: &str) -> bool {
        let has = |text: &str| text.contains(words);
        let mut all = self.controls().into_iter();
        all.any(|c| has(&c.name) || c.value.as_deref().is_some_and(has))
    }

    /// No name has a sign of the icons in it, which nobody could read aloud.
    fn can_be_read_aloud(&self) {
        for control in self.controls() {
            let is_icon = |sign: char| matches!(sign, '\u{E000}'..='\u{F8FF}');
            assert!(!control.name.contains(is_icon), "{control:?}");
        }
    }

    /// Titles of the documents that are listed.
    pub fn listed(&self) -> Vec<String> {
        let hits = self.0["results"].as_array().unwrap().iter();
        hits.map(|hit| hit["title"].as_str().unwrap().to_owned())
            .collect()
    }

    /// Where a listed document lies, by its title: the id of its structure.
    pub fn place_of(&self, title: &str) -> String {
        let mut hits = self.0["results"].as_array().unwrap().iter();
        let hit = hits.find(|hit| hit["title"] == title).unwrap();
        hit["structure"].as_str().unwrap().to_owned()
    }

    /// What can be read and pressed, for whoever reads why a test failed.
    fn told(&self) -> String {
        let mut view = self.0.clone();
        for long in ["visible", "marker_pixels", "controls", "scene"] {
            view.as_object_mut().unwrap().remove(long);
        }
        let controls = self.controls();
        let names = controls.iter().map(|c| {
            format!(
                "{} {:?} {:?}{}",
                c.role,
                c.name,
                c.rect,
                if c.focused { ", has the keyboard" } else { "" }
            )
        });
        format!("{}\n{view}", names.collect::<Vec<_>>().join("\n"))
    }
}

impl Desk {
    /// Opens the window with these files, on a machine without file dialogs.
    pub fn open(dir: &Path, files: &[&Path]) -> Desk {
        Self::with(dir, files, Dialogs::None)
    }

    pub fn with(dir: &Path, files: &[&Path], dialogs: Dialogs) -> Desk {
        Self::begin(dir, files, dialogs, &[])
    }

    /// The same where variables of the environment say where services are.
    pub fn told(dir: &Path, files: &[&Path], variables: &[(&str, &str)]) -> Desk {
        Self::begin(dir, files, Dialogs::None, variables)
    }

    fn begin(dir: &Path, files: &[&Path], dialogs: Dialogs, variables: &[(&str, &str)]) -> Desk {
        let script = dir.join("script.json");
        let steps = json!(["wait_ready", { "answer": dir }]);
        std::fs::write(&script, serde_json::to_vec(&steps).unwrap()).unwrap();
        for old in ["ask", "shown.json"] {
            let _ = std::fs::remove_file(dir.join(old));
        }
        let program = env!("CARGO_BIN_EXE_corpus-atlas");
        let mut command = match dialogs {
            Dialogs::None => Command::new(program),
            Dialogs::Portal => {
                let mut bus = Command::new("dbus-run-session");
                bus.arg("--").arg(program);
                bus
            }
        };
        if dialogs == Dialogs::None {
            // Neither a portal nor zenity.
            command
                .env("PATH", dir)
                .env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere");
        }
        let log = std::fs::File::create(dir.join("window.log")).unwrap();
        let runtime = dir.join("runtime");
        std::fs::create_dir_all(&runtime).unwrap();
        let child = command
            .args(files)
            .arg("--script")
            .arg(&script)
            .env("CORPUS_ATLAS_HOME", env!("CARGO_MANIFEST_DIR"))
            .env("CORPUS_ATLAS_REDUCED_MOTION", "1")
            .env("XDG_DATA_HOME", dir.join("data"))
            .env("XDG_CONFIG_HOME", dir.join("config"))
            .env("XDG_RUNTIME_DIR", runtime)
            .envs(variables.iter().copied())
            .env_remove("WAYLAND_DISPLAY")
            .process_group(0)
            .stdout(Stdio::from(log.try_clone().unwrap()))
            .stderr(Stdio::from(log))
            .spawn()
            .unwrap();
        let mut desk = Desk {
            child,
            dir: dir.to_owned(),
            screen: Screen::connect(),
            window: 0,
        };
        desk.see();
        desk.window = desk.screen.window("Corpus Atlas").expect("its window");
        desk.screen.focus(desk.window);
        desk
    }

    /// Looks at the window.
    pub fn see(&mut self) -> Seen {
        self.look("")
    }

    /// Looks at the body, too: which structures can be clicked, and where.
    pub fn see_structures(&mut self) -> BTreeMap<String, [f64; 2]> {
        let seen = self.look("visible");
        serde_json::from_value(seen["visible"].clone()).unwrap()
    }

    fn look(&mut self, at: &str) -> Seen {
        let (ask, shown) = (self.dir.join("ask"), self.dir.join("shown.json"));
        let _ = std::fs::remove_file(&shown);
        // Written aside and renamed: it is never read half.
        let aside = self.dir.join("asking");
        std::fs::write(&aside, at).unwrap();
        std::fs::rename(&aside, &ask).unwrap();
        let start = Instant::now();
        while ask.exists() || !shown.exists() {
            if let Some(status) = self.child.try_wait().unwrap() {
                panic!("the window has closed ({status}): {}", self.log());
            }
            let patience = PATIENCE * if self.window == 0 { 3 } else { 1 };
            let waited = start.elapsed();
            assert!(waited < patience, "the window hangs: {}", self.log());
            std::thread::sleep(Duration::from_millis(10));
        }
        let seen = Seen(serde_json::from_slice(&std::fs::read(&shown).unwrap()).unwrap());
        seen.can_be_read_aloud();
        seen
    }

    /// Looks until it shows something.
    pub fn until(&mut self, what: &str, mut comes: impl FnMut(&Seen) -> bool) -> Seen {
        let start = Instant::now();
        loop {
            let seen = self.see();
            if comes(&seen) {
                return seen;
            }
            if start.elapsed() > PATIENCE {
                panic!("never came: {what}\n{}\n{}", seen.told(), self.log());
            }
        }
    }

    /// A control that can be used and has come to rest.
    pub fn control(&mut self, name: &str) -> Control {
        let mut before = None;
        let seen = self.until(&format!("“{name}” to be used"), |seen| {
            let now = seen.control(name).filter(|control| control.enabled);
            let rests = now.is_some() && now.as_ref().map(|c| c.rect) == before;
            before = now.map(|control| control.rect);
            rests
        });
        seen.control(name).unwrap()
    }

    /// Clicks on the control with this name.
    pub fn press(&mut self, name: &str) {
        let at = self.control(name).middle();
        self.click(1, at);
    }

    /// The same while a key is held: the window is not waited for in between.
    pub fn press_with(&mut self, key: &str, name: &str) {
        let at = self.control(name).middle();
        self.screen.focus(self.window);
        self.point(at);
        self.screen.hold_key(key);
        self.screen.hold(1);
        self.screen.release(1);
        self.screen.release_key(key);
        self.see();
    }

    /// Clicks on the nearest control with this name below some words.
    pub fn press_under(&mut self, words: &str, name: &str) {
        let nearest = |seen: &Seen| {
            let all = seen.controls();
            let above = all.iter().find(|c| c.name == words)?.rect[3];
            let below = all
                .into_iter()
                .filter(|c| c.role == "Button" && c.name.starts_with(name) && c.rect[1] >= above);
            below.min_by(|a, b| a.rect[1].total_cmp(&b.rect[1]))
        };
        let mut before = None;
        let seen = self.until(&format!("“{name}” under “{words}”"), |seen| {
            let now = nearest(seen);
            let rests = now.is_some() && now == before;
            before = now;
            rests
        });
        self.click(1, nearest(&seen).unwrap().middle());
    }

    /// Opens its menu.
    pub fn right_press(&mut self, name: &str) {
        let at = self.control(name).middle();
        self.click(3, at);
    }

    /// Clicks on a pixel of the window.
    pub fn click(&mut self, button: u8, at: [f64; 2]) {
        self.point(at);
        self.screen.hold(button);
        self.screen.release(button);
        // Nobody goes on before that has come to the window.
        self.see();
    }

    /// Moves the pointer to a pixel of the window, and waits until that has seen it.
    pub fn point(&mut self, at: [f64; 2]) {
        let at = self.screen.on_screen(self.window, at);
        self.screen.point(at);
        self.see();
    }

    /// Drags from one pixel to another.
    pub fn drag(&mut self, from: [f64; 2], to: [f64; 2]) {
        self.hold(from);
        for share in [0.1, 0.4, 0.7, 1.0] {
            let along = |axis: usize| from[axis] + (to[axis] - from[axis]) * share;
            self.point([along(0), along(1)]);
        }
        self.let_go();
    }

    /// Presses the button of the mouse at a pixel, and keeps it pressed.
    pub fn hold(&mut self, at: [f64; 2]) {
        self.point(at);
        self.screen.hold(1);
        self.see();
    }

    /// Lets it go.
    pub fn let_go(&mut self) {
        self.screen.release(1);
        self.see();
    }

    /// Presses keys, together or one chord after another.
    pub fn key(&mut self, chord: &str) {
        self.screen.focus(self.window);
        self.screen.key(chord);
    }

    /// Types a text.
    pub fn types(&mut self, text: &str) {
        self.screen.focus(self.window);
        self.screen.types(text);
    }

    /// What is on the screen in place of the window, once that rests: the same after some frames.
    pub fn picture(&mut self) -> Picture {
        const FRAMES: usize = 4;
        let start = Instant::now();
        let (mut last, mut same) = (self.screen.picture(self.window), 0);
        loop {
            let fine = self.see()["reduced"] == false;
            let now = self.screen.picture(self.window);
            same = if fine && now.unlike(&last) == 0.0 {
                same + 1
            } else {
                0
            };
            last = now;
            if same == FRAMES {
                return last;
            }
            assert!(start.elapsed() < PATIENCE, "the window never rests");
        }
    }

    /// Looks until the screen shows something.
    pub fn until_picture(&mut self, what: &str, comes: impl Fn(&Picture) -> bool) {
        let start = Instant::now();
        loop {
            let picture = self.picture();
            if comes(&picture) {
                return;
            }
            if start.elapsed() > PATIENCE {
                let file = crate::support::picture_folder().join("instead.png");
                picture.save(&file);
                panic!("never seen: {what}; instead {}", file.display());
            }
        }
    }

    /// Answers the window's own question for a path.
    pub fn type_path(&mut self, path: &Path) {
        self.until("the question for a path", |seen| {
            !seen["layout"]["path_prompt"].is_null()
                && seen.focused().is_some_and(|box_| box_.role == "TextInput")
        });
        self.types(path.to_str().unwrap());
        self.key("Return");
        self.until("the question to be gone", |seen| {
            seen["layout"]["path_prompt"].is_null()
        });
    }

    /// Types a path into a dialog of the system, over what it proposes, and agrees.
    pub fn answer_dialog(&mut self, title: &str, path: &Path) {
        let start = Instant::now();
        let dialog = loop {
            if let Some(dialog) = self.screen.window(title) {
                break dialog;
            }
            let waited = start.elapsed();
            assert!(waited < PATIENCE, "no dialog “{title}”: {}", self.log());
            std::thread::sleep(Duration::from_millis(50));
        };
        self.screen.focus(dialog);
        self.screen.key("ctrl+a");
        self.screen.types(path.to_str().unwrap());
        self.screen.key("Return");
        while self.screen.window(title).is_some() {
            let waited = start.elapsed();
            assert!(waited < PATIENCE, "the dialog “{title}” stays");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Waits for a file that the window writes, all of it.
    pub fn file(&mut self, path: &Path) -> Vec<u8> {
        self.until(&format!("{} written", path.display()), |seen| {
            let busy = seen["jobs"].as_array().unwrap().iter();
            path.is_file() && busy.filter(|job| job["ended"].is_null()).count() == 0
        });
        std::fs::read(path).unwrap()
    }

    /// Makes the window larger or smaller.
    pub fn resize(&mut self, size: [u32; 2]) {
        self.screen.resize(self.window, size);
    }

    /// Closes the window by its frame.
    pub fn close_window(&mut self) {
        self.screen.close(self.window);
    }

    /// Leaves with Ctrl Q.
    pub fn quit(mut self) {
        self.key("ctrl+q");
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                assert!(status.success(), "{status}: {}", self.log());
                return;
            }
            let waited = start.elapsed();
            assert!(waited < PATIENCE, "it does not close: {}", self.log());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Kills it, as a power cut does.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.dir.join("window.log")).unwrap_or_default()
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        if self.child.try_wait().is_ok_and(|ended| ended.is_none()) {
            // With all that it started.
            let group = format!("-{}", self.child.id());
            let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
            let _ = self.child.wait();
        }
    }
}
