//! `cargo xtask pictures`: the pictures of the guide and of the tour, made by scripts in the real window.
//!
//! A script in a folder of pictures saves the window as `target/pictures/NAME.png`, or is a list of such pictures
//! that `corpus-atlas render` draws; here that becomes the small `NAME.jpg` beside the script, and `made-of.txt`
//! keeps from which script each picture was made, and with which bodies, colours and panels, as sums. So the
//! continuous integration can tell pictures that are older than what they show.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::cargo::{root, succeed};
use crate::display::VirtualDisplay;
use crate::machine::{Machine, Purpose};
use crate::made_of::{Drawn, LIST, Made, Sum, files, older, read, read_list};
use crate::outcome::Outcome;
use crate::processes::run_within;
use crate::{install, run};

/// A folder of scripts and their pictures.
struct Set {
    folder: &'static str,
    /// Pixels of the screen: a window is no larger.
    screen: [u32; 2],
    /// Pixels that a picture is wide at most.
    width: u32,
    /// Bytes that a picture may have, and all of them together.
    most: u64,
    most_together: u64,
}

const SETS: [Set; 2] = [
    // On a small screen words can be read in a small picture.
    Set {
        folder: "docs/guide/pictures",
        screen: [1280, 800],
        width: 840,
        most: 70_000,
        most_together: 600_000,
    },
    Set {
        folder: "docs/pictures",
        screen: [1600, 1000],
        width: 1280,
        most: 200_000,
        most_together: 1_800_000,
    },
];
/// Where the scripts save what they see.
const SEEN: &str = "target/pictures/";
/// A script that takes longer hangs: its slow part is to place the sample library.
const PATIENCE: Duration = Duration::from_secs(15 * 60);

/// A script with the names of its pictures, without endings.
#[derive(Debug, PartialEq)]
struct Script {
    name: String,
    sum: String,
    pictures: Vec<String>,
    /// It is a list for `corpus-atlas render`, and not steps in the window.
    renders: bool,
}

/// Makes the pictures of all scripts, or of those that are named, anew.
pub fn pictures(chosen: &[String]) -> Result<ExitCode> {
    let mut names = Vec::new();
    for set in &SETS {
        let scripts = scripts(&root().join(set.folder))?;
        names.extend(scripts.into_iter().map(|script| script.name));
    }
    if let Some(unknown) = chosen.iter().find(|name| !names.contains(name)) {
        bail!(
            "there is no script `{unknown}`; there are {}",
            names.join(", ")
        );
    }
    install::provide(Purpose::WindowTests)?;
    run::build()?;
    let machine = Machine::this();
    let drawn = Drawn::now(root())?;
    let mut wrong = Vec::new();
    for set in &SETS {
        set.make(&machine, chosen, &drawn)?;
        wrong.extend(set.wrong(&root().join(set.folder), &drawn)?);
    }
    for line in &wrong {
        println!("{line}");
    }
    Ok(if wrong.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

impl Set {
    /// Makes the pictures of its scripts, or of those that are named.
    fn make(&self, machine: &Machine, chosen: &[String], drawn: &Drawn) -> Result<()> {
        let folder = root().join(self.folder);
        let ffmpeg = machine
            .program("ffmpeg")
            .context("ffmpeg, which makes the pictures small, is not installed")?;
        let seen = root().join(SEEN);
        fs::create_dir_all(&seen).context("no folder for the pictures could be made")?;
        let mut made = read_list(&folder)?;
        let scripts = scripts(&folder)?;
        for script in &scripts {
            if !chosen.is_empty() && !chosen.contains(&script.name) {
                continue;
            }
            println!("{}: {}", script.name, script.pictures.join(", "));
            for picture in &script.pictures {
                let old = seen.join(format!("{picture}.png"));
                if old.exists() {
                    fs::remove_file(&old).context("an older picture cannot be removed")?;
                }
            }
            self.play(machine, script, &seen)?;
            for picture in &script.pictures {
                let from = seen.join(format!("{picture}.png"));
                let to = folder.join(format!("{picture}.jpg"));
                reduce(&ffmpeg, &from, &to, self.width)?;
                let of = Made {
                    script: script.name.clone(),
                    sum: script.sum.clone(),
                    drawn: drawn.clone(),
                };
                made.insert(picture.clone(), of);
            }
        }
        made.retain(|picture, _| {
            let mut of_all = scripts.iter().flat_map(|script| &script.pictures);
            of_all.any(|name| name == picture)
        });
        let lines: String = made
            .iter()
            .map(|(picture, made)| {
                let Made { script, sum, drawn } = made;
                let Drawn { stage, panels } = drawn;
                format!("{picture} {script} {sum} {stage} {panels}\n")
            })
            .collect();
        fs::write(folder.join(LIST), lines).context("the list of pictures could not be written")
    }

    /// Draws a script's list, or plays its steps in a window on a display of its own, with settings and a sample library of its own.
    fn play(&self, machine: &Machine, script: &Script, seen: &Path) -> Result<()> {
        let [width, height] = self.screen;
        let display = VirtualDisplay::with_screen(machine, &format!("{width}x{height}x24"))?;
        aside(machine, display.name(), height)?;
        let home = seen.join(format!("home-{}", script.name));
        if home.exists() {
            fs::remove_dir_all(&home).context("what an earlier run left cannot be removed")?;
        }
        let lavapipe = machine.lavapipe().context("lavapipe is not installed")?;
        let path = root()
            .join(self.folder)
            .join(format!("{}.json", script.name));
        let render = script.renders.then(|| OsString::from("render"));
        let words = [OsString::from("--script"), path.into_os_string()];
        let arguments: Vec<OsString> = render.into_iter().chain(words).collect();
        let mut command = run::program(&arguments);
        command
            .current_dir(root())
            .env("XDG_DATA_HOME", home.join("data"))
            .env("XDG_CONFIG_HOME", home.join("config"))
            .env("XDG_CACHE_HOME", home.join("cache"))
            .env("CORPUS_ATLAS_REDUCED_MOTION", "1")
            .env("DISPLAY", display.name())
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .env("VK_DRIVER_FILES", &lavapipe)
            .env("VK_ICD_FILENAMES", &lavapipe);
        match run_within(&mut command, PATIENCE)? {
            Some((true, _)) => Ok(()),
            Some((false, errors)) => bail!("{} ended with an error:\n{errors}", script.name),
            None => bail!("{} was stopped after {} s", script.name, PATIENCE.as_secs()),
        }
    }

    /// What is the matter with the pictures of a folder, a line each.
    fn wrong(&self, folder: &Path, drawn: &Drawn) -> Result<Vec<String>> {
        let made = read_list(folder)?;
        let mut lines = Vec::new();
        let mut together = 0;
        let scripts = scripts(folder)?;
        for path in files(folder)? {
            let name = path.file_stem().unwrap_or_default().display().to_string();
            let by_script = scripts.iter().any(|script| script.pictures.contains(&name));
            if path.extension().is_some_and(|extension| extension == "jpg") && !by_script {
                lines.push(format!("{name}.jpg is made by no script"));
            }
        }
        for script in &scripts {
            for picture in &script.pictures {
                let size =
                    fs::metadata(folder.join(format!("{picture}.jpg"))).map(|data| data.len());
                match (made.get(picture), size) {
                    (_, Err(_)) | (None, _) => {
                        lines.push(format!("{picture}.jpg has not been made"));
                    }
                    (Some(made), Ok(size)) => {
                        if made.script != script.name || made.sum != script.sum {
                            lines.push(format!("{picture}.jpg is older than {}.json", script.name));
                        }
                        if size > self.most {
                            let most = self.most;
                            lines.push(format!("{picture}.jpg has {size} bytes, more than {most}"));
                        }
                        together += size;
                    }
                }
            }
        }
        let before = older(&made, |made| made.drawn.stage != drawn.stage);
        if !before.is_empty() {
            lines.push(format!(
                "the bodies, the colours or the light have changed since these in {} were made: {before}",
                self.folder
            ));
        }
        if together > self.most_together {
            lines.push(format!(
                "the pictures have {together} bytes together, more than {}",
                self.most_together
            ));
        }
        Ok(lines)
    }
}

/// The step of the continuous integration.
pub fn step() -> Result<Outcome> {
    let drawn = Drawn::now(root())?;
    let (mut wrong, mut warnings) = (Vec::new(), Vec::new());
    for set in &SETS {
        let folder = root().join(set.folder);
        wrong.extend(set.wrong(&folder, &drawn)?);
        let before = older(&read_list(&folder)?, |made| {
            made.drawn.panels != drawn.panels
        });
        if !before.is_empty() {
            let folder = set.folder;
            warnings.push(format!(
                "panels or their words have changed since these in {folder} were made: {before}"
            ));
        }
    }
    Ok(outcome(&wrong, &warnings))
}

/// How the step ends with what is wrong and what is only to be warned of.
fn outcome(wrong: &[String], warnings: &[String]) -> Outcome {
    let all = [wrong, warnings].concat().join("; ");
    match (wrong.is_empty(), warnings.is_empty()) {
        (true, true) => Outcome::Passed,
        (true, false) => Outcome::Warned(all),
        (false, _) => Outcome::Failed(format!(
            "{all}; run `cargo xtask pictures`, which makes them anew on a display of its own, look at them, and commit them with {LIST}"
        )),
    }
}

/// The scripts of a folder, by name.
fn scripts(folder: &Path) -> Result<Vec<Script>> {
    let papers = files(&folder.join("papers"))?;
    let mut scripts = Vec::new();
    for path in files(folder)? {
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let name = path.file_stem().unwrap_or_default();
        let bytes = read(&path)?;
        let text = String::from_utf8_lossy(&bytes);
        let mut sum = Sum::new();
        sum.add(&bytes);
        // What the scripts add to the library.
        for paper in &papers {
            sum.add(&read(paper)?);
        }
        scripts.push(Script {
            name: name.display().to_string(),
            sum: sum.told(),
            pictures: names_in(&text),
            renders: text.contains("\"output\":"),
        });
    }
    Ok(scripts)
}

/// The names of the pictures that a script saves, each once: it may also wait for one.
fn names_in(script: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for string in script.split('"') {
        let name = string.strip_prefix(SEEN);
        let name = name.and_then(|name| name.strip_suffix(".png"));
        if let Some(name) = name.filter(|name| names.iter().all(|known| known != name)) {
            names.push(name.to_owned());
        }
    }
    names
}

/// Moves the pointer into the corner below, away from the stage: what it is over would be named in the pictures.
fn aside(machine: &Machine, display: &str, height: u32) -> Result<()> {
    let xdotool = machine
        .program("xdotool")
        .context("xdotool is not installed")?;
    succeed(
        Command::new(xdotool)
            .args(["mousemove", "1", &(height - 2).to_string()])
            .env("DISPLAY", display),
    )
}

/// A little smaller, as JPEG.
fn reduce(ffmpeg: &Path, from: &Path, to: &Path, width: u32) -> Result<()> {
    let mut command = Command::new(ffmpeg);
    command.args(["-nostdin", "-loglevel", "error", "-y", "-i"]);
    command.arg(from);
    let scale = format!("scale='min({width},iw)':-1:flags=lanczos");
    command.args(["-vf", &scale, "-pix_fmt", "yuvj420p"]);
    command.args(["-q:v", "6", "-bitexact"]).arg(to);
    succeed(&mut command)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = r#"[{ "command": { "screenshot": "target/pictures/liver.png" } }]"#;

    /// A project in a folder: what is drawn, in a few words.
    fn project() -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in [
            ("assets/atlas/meshes.glb", "his"),
            ("assets/atlas-female/meshes.glb", "hers"),
            ("assets/languages/en/look.ftl", "colours = Colours"),
            ("shaders/stage.wgsl", "a gradient"),
            ("src/app/theme/stage.rs", "dark"),
            ("src/app/theme.rs", "round"),
            ("src/app/panels/labels.rs", "beside"),
        ] {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        root
    }

    #[test]
    fn older_panels_are_no_failure_and_no_plain_pass() {
        let (wrong, older) = (["too large".to_owned()], ["older panels".to_owned()]);
        assert_eq!(outcome(&[], &[]), Outcome::Passed);
        let warned = Outcome::Warned("older panels".to_owned());
        assert_eq!(outcome(&[], &older), warned);
        for older in [&older[..], &[]] {
            assert!(matches!(outcome(&wrong, older), Outcome::Failed(_)));
        }
    }

    #[test]
    fn a_picture_is_as_old_as_its_script() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let drawn = Drawn::now(project().path()).unwrap();
        let wrong = || SETS[0].wrong(folder.path(), &drawn).unwrap();
        fs::write(at("organs.json"), SCRIPT).unwrap();
        assert_eq!(wrong(), ["liver.jpg has not been made"]);
        let sum = scripts(folder.path()).unwrap().remove(0).sum;
        fs::write(at("liver.jpg"), "small").unwrap();
        let Drawn { stage, panels } = &drawn;
        let line = format!("liver organs {sum} {stage} {panels}\n");
        fs::write(at(LIST), line).unwrap();
        assert!(wrong().is_empty());
        fs::write(at("organs.json"), SCRIPT.replace('[', "[ ")).unwrap();
        assert_eq!(wrong(), ["liver.jpg is older than organs.json"]);
        fs::write(at("heart.jpg"), "small").unwrap();
        assert_eq!(wrong()[0], "heart.jpg is made by no script");
    }

    #[test]
    fn a_picture_is_as_old_as_the_stage_that_it_shows() {
        let (root, folder) = (project(), tempfile::tempdir().unwrap());
        let at = |name: &str| folder.path().join(name);
        fs::write(at("organs.json"), SCRIPT).unwrap();
        fs::write(at("liver.jpg"), "small").unwrap();
        let sum = scripts(folder.path()).unwrap().remove(0).sum;
        let then = Drawn::now(root.path()).unwrap();
        let Drawn { stage, panels } = &then;
        let line = format!("liver organs {sum} {stage} {panels}\n");
        fs::write(at(LIST), line).unwrap();
        // Panels and their words are warned of.
        for path in ["src/app/panels/labels.rs", "assets/languages/en/look.ftl"] {
            let path = root.path().join(path);
            let text = fs::read(&path).unwrap();
            fs::write(&path, "other").unwrap();
            let now = Drawn::now(root.path()).unwrap();
            assert!(SETS[0].wrong(folder.path(), &now).unwrap().is_empty());
            let list = read_list(folder.path()).unwrap();
            let before = older(&list, |made| made.drawn.panels != now.panels);
            assert_eq!(before, "liver.jpg", "{}", path.display());
            fs::write(&path, text).unwrap();
        }
        // What is drawn on the stage is not forgiven.
        for path in [
            "assets/atlas/meshes.glb",
            "assets/atlas-female/meshes.glb",
            "shaders/stage.wgsl",
            "src/app/theme/stage.rs",
        ] {
            let path = root.path().join(path);
            let text = fs::read(&path).unwrap();
            fs::write(&path, "other").unwrap();
            let now = Drawn::now(root.path()).unwrap();
            let wrong = SETS[0].wrong(folder.path(), &now).unwrap();
            assert_eq!(wrong.len(), 1, "{}", path.display());
            assert!(wrong[0].ends_with("guide/pictures were made: liver.jpg"));
            fs::write(&path, text).unwrap();
        }
    }

    #[test]
    fn a_list_of_pictures_to_draw_is_no_steps_of_the_window() {
        let folder = tempfile::tempdir().unwrap();
        let list = r#"[{ "output": "target/pictures/left.png", "view": "Left" }]"#;
        fs::write(folder.path().join("a.json"), list).unwrap();
        let waits = SCRIPT.replace(']', r#", { "wait_file": "target/pictures/liver.png" }]"#);
        fs::write(folder.path().join("b.json"), waits).unwrap();
        let scripts = scripts(folder.path()).unwrap();
        let of = |at: usize| (scripts[at].renders, scripts[at].pictures.concat());
        assert_eq!(of(0), (true, "left".to_owned()));
        assert_eq!(of(1), (false, "liver".to_owned()));
    }

    #[test]
    fn what_scripts_add_counts_as_well() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("organs.json"), SCRIPT).unwrap();
        let before = scripts(folder.path()).unwrap();
        assert_eq!(before[0].pictures, ["liver"]);
        fs::create_dir(at("papers")).unwrap();
        fs::write(at("papers/a.txt"), "The liver").unwrap();
        assert_ne!(scripts(folder.path()).unwrap()[0].sum, before[0].sum);
    }
}
