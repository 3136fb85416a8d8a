//! A video of pictures, made by the program ffmpeg where that is installed; for the command line and the window.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::io::{BufRead as _, BufReader, Error, Read, Result};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// What the program is called.
const PROGRAM: &str = "ffmpeg";
/// Lines of its complaints that are told, the last ones, and how much of each, characters.
const TOLD: (usize, usize) = (4, 300);
/// How often it is looked whether it has ended, or is to.
const LOOKS: Duration = Duration::from_millis(50);
/// What is done to the pictures: sides that are even, as players want them; the last one stays until the end.
const FILTER: &str =
    "pad=ceil(iw/2)*2:ceil(ih/2)*2,format=yuv420p,fps=25,tpad=stop_mode=clone:stop_duration=600";

/// A picture of a video.
#[derive(Clone, Debug, PartialEq)]
pub struct Shot {
    /// Its file.
    pub path: PathBuf,
    /// How long it is seen, seconds.
    pub seconds: f32,
}

/// Why there is no video.
#[derive(Debug)]
pub enum NoVideo {
    /// It was to be made no longer.
    Stopped,
    /// The program cannot be run.
    NotRun(Error),
    /// The program gave up, with these last words.
    GaveUp(String),
    /// A file cannot be read or written.
    File(Error),
}

/// Where ffmpeg is: in one of the folders in which the system looks for programs; nothing where it is not installed.
pub fn ffmpeg() -> Option<PathBuf> {
    find_in(&std::env::var_os("PATH")?)
}

fn find_in(folders: &OsStr) -> Option<PathBuf> {
    let name = format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX);
    // What lies where one happens to be is not meant.
    let folders = std::env::split_paths(folders).filter(|folder| folder.is_absolute());
    let mut programs = folders.map(|folder| folder.join(&name));
    programs.find(|program| can_be_run(program))
}

#[cfg(unix)]
fn can_be_run(program: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    let file = std::fs::metadata(program);
    file.is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn can_be_run(program: &Path) -> bool {
    program.is_file()
}

/// Has ffmpeg make a video of pictures. It is made in the folder `aside`, in the format that the name's ending says, and put in its place when it is whole.
/// Until then `stopped` may end it, and `share` is told how much of it is made.
///
/// # Errors
/// Says why there is none; what was in its place before is there still.
pub fn film(
    ffmpeg: &Path,
    shots: &[Shot],
    (video, aside): (&Path, &Path),
    stopped: &dyn Fn() -> bool,
    share: &mut dyn FnMut(f32),
) -> std::result::Result<(), NoVideo> {
    let aside = tempfile::tempdir_in(aside).map_err(NoVideo::File)?;
    let names = aside.path().join("pictures.ffconcat");
    let list = list_of(shots).map_err(NoVideo::File)?;
    std::fs::write(&names, list).map_err(NoVideo::File)?;
    let mut made = aside.path().join("video");
    made.set_extension(video.extension().unwrap_or_default());
    let whole: f32 = shots.iter().map(|shot| shot.seconds).sum();
    let mut child = Command::new(ffmpeg)
        .args(arguments(&names, whole, &made))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(NoVideo::NotRun)?;
    let ended = follow(&mut child, stopped, &mut |seconds| share(seconds / whole));
    if !matches!(ended, Ok(Some(_))) {
        // It may have ended by itself meanwhile.
        let _ = child.kill();
        let _ = child.wait();
    }
    let (ended, words) = ended.map_err(NoVideo::File)?.ok_or(NoVideo::Stopped)?;
    if !ended.success() {
        let words = if words.is_empty() {
            ended.to_string()
        } else {
            words
        };
        return Err(NoVideo::GaveUp(words));
    }
    library::write_aside(video, |out| {
        std::io::copy(&mut std::fs::File::open(&made)?, out)
    })
    .map(drop)
    .map_err(NoVideo::File)
}

/// The list of pictures as ffmpeg reads it. A quote ends a name, and stands for itself outside of it.
fn list_of(shots: &[Shot]) -> Result<String> {
    let mut list = String::from("ffconcat version 1.0\n");
    for Shot { path, seconds } in shots {
        // It takes names for what lies beside the list.
        let path = std::path::absolute(path)?;
        let name = path.display().to_string().replace('\'', r"'\''");
        list += &format!("file '{name}'\nduration {seconds}\n");
    }
    Ok(list)
}

/// What ffmpeg is told, for so many seconds in all.
fn arguments(names: &Path, whole: f32, made: &Path) -> Vec<OsString> {
    let mut all: Vec<OsString> = [
        "-hide_banner",
        "-nostdin",
        "-loglevel",
        "error",
        "-nostats",
        "-progress",
        "pipe:1",
        "-y",
        "-safe",
        "0",
        "-f",
        "concat",
        "-i",
    ]
    .map(OsString::from)
    .into();
    all.push(names.into());
    all.extend(["-vf", FILTER, "-r", "25", "-t"].map(OsString::from));
    all.push(whole.to_string().into());
    all.push(made.into());
    all
}

/// Waits for the end, and tells how many seconds are made; how it ended, with its last words, or nothing when it is to make no more.
fn follow(
    child: &mut Child,
    stopped: &dyn Fn() -> bool,
    seconds: &mut dyn FnMut(f32),
) -> Result<Option<(ExitStatus, String)>> {
    let said = child.stderr.take().map(listen).transpose()?;
    let made = child.stdout.take().map(count).transpose()?;
    loop {
        if stopped() {
            return Ok(None);
        }
        let news = made.as_ref().and_then(|made| made.try_iter().last());
        if let Some(news) = news {
            seconds(news);
        }
        if let Some(ended) = child.try_wait()? {
            let words = said.map(|said| said.join().unwrap_or_default());
            return Ok(Some((ended, words.unwrap_or_default())));
        }
        std::thread::sleep(LOOKS);
    }
}

/// Hears what it complains of: the last lines.
fn listen(from: impl Read + Send + 'static) -> Result<JoinHandle<String>> {
    let hear = move || {
        let mut last = VecDeque::new();
        let lines = BufReader::new(from).split(b'\n');
        for line in lines.map_while(Result::ok) {
            let line = String::from_utf8_lossy(&line);
            if line.trim().is_empty() {
                continue;
            }
            last.push_back(line.trim().chars().take(TOLD.1).collect::<String>());
            if last.len() > TOLD.0 {
                last.pop_front();
            }
        }
        Vec::from(last).join("\n")
    };
    Builder::new().name("ffmpeg's words".to_owned()).spawn(hear)
}

/// Hears how many seconds of the video are made.
fn count(from: impl Read + Send + 'static) -> Result<Receiver<f32>> {
    let (tell, told) = channel();
    let hear = move || {
        let lines = BufReader::new(from).lines();
        for line in lines.map_while(Result::ok) {
            // Who no longer listens has had enough; what is said is read all the same, so that it can be said.
            if let Some(seconds) = seconds_of(&line) {
                let _ = tell.send(seconds);
            }
        }
    };
    let named = Builder::new().name("ffmpeg's progress".to_owned());
    named.spawn(hear).map(|_| told)
}

/// The seconds of a line of its progress.
fn seconds_of(line: &str) -> Option<f32> {
    let microseconds = line.strip_prefix("out_time_us=")?;
    let microseconds: i64 = microseconds.trim().parse().ok()?;
    Some(microseconds.max(0) as f32 / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    fn shot(path: &str, seconds: f32) -> Shot {
        Shot {
            path: path.into(),
            seconds,
        }
    }

    #[test]
    #[cfg(unix)]
    fn pictures_are_listed_with_their_times_and_names_are_taken_as_they_are() {
        let shots = [shot("/a/it's one.png", 2.5), shot("/a/two.png", 8.0)];
        let expected = "ffconcat version 1.0\nfile '/a/it'\\''s one.png'\nduration 2.5\nfile '/a/two.png'\nduration 8\n";
        assert_eq!(list_of(&shots).unwrap(), expected);
        // What lies here would be looked for beside the list.
        let list = list_of(&[shot("three.png", 1.0)]).unwrap();
        let here = std::env::current_dir().unwrap().join("three.png");
        assert!(list.contains(&*here.to_string_lossy()), "{list}");
    }

    #[test]
    fn ffmpeg_is_told_the_list_the_whole_time_and_the_file_last() {
        let told = arguments(Path::new("list"), 10.5, Path::new("a b.mp4"));
        let told: Vec<&str> = told.iter().map(|word| word.to_str().unwrap()).collect();
        let after = |word: &str| told[told.iter().position(|w| *w == word).unwrap() + 1];
        assert_eq!((after("-i"), after("-t")), ("list", "10.5"));
        assert!(after("-vf").contains("ceil(iw/2)*2"));
        assert_eq!(told.last(), Some(&"a b.mp4"));
    }

    #[test]
    fn progress_is_read_where_it_is_a_time() {
        assert_eq!(seconds_of("out_time_us=2500000"), Some(2.5));
        assert_eq!(seconds_of("out_time_us=-20"), Some(0.0));
        assert_eq!(seconds_of("out_time_us=N/A"), None);
        assert_eq!(seconds_of("frame=12"), None);
    }

    /// Programs of a few lines in place of ffmpeg.
    #[cfg(unix)]
    mod stand_in {
        use std::time::Instant;

        use super::*;

        /// A folder with a program that is called ffmpeg. Another process writes it: no other one that is begun meanwhile has it open for writing.
        fn program(folder: &Path, lines: &str) -> PathBuf {
            let path = folder.join(PROGRAM);
            let text = format!("#!/bin/sh\n{lines}\n");
            let written = Command::new("/bin/sh")
                .args(["-c", "printf '%s' \"$1\" > \"$2\" && chmod +x \"$2\"", "sh"])
                .args([OsStr::new(&text), path.as_os_str()])
                .status();
            assert!(written.unwrap().success());
            path
        }

        fn never() -> bool {
            false
        }

        #[test]
        fn it_is_found_where_it_can_be_run() {
            let folder = tempfile::tempdir().unwrap();
            let [there, plain] = ["there", "plain"].map(|name| folder.path().join(name));
            std::fs::create_dir(&there).unwrap();
            std::fs::create_dir(&plain).unwrap();
            std::fs::write(plain.join(PROGRAM), "no program").unwrap();
            let path = |folders: &[&Path]| std::env::join_paths(folders).unwrap();
            assert_eq!(find_in(&path(&[&there, &plain])), None);
            let program = program(&there, "exit 0");
            let relative = Path::new("there");
            assert_eq!(find_in(&path(&[relative, &plain, &there])), Some(program));
            assert_eq!(find_in(&path(&[relative, &plain])), None);
        }

        #[test]
        fn the_video_is_what_it_made_and_its_progress_is_told() {
            let folder = tempfile::tempdir().unwrap();
            let lines = "echo out_time_us=N/A\necho out_time_us=1000000\nfor last; do :; done\necho \"$@\" > \"$last\"";
            let program = program(folder.path(), lines);
            let video = folder.path().join("my lesson.mp4");
            std::fs::write(&video, "older").unwrap();
            let shots = [shot("/a.png", 1.0), shot("/b.png", 3.0)];
            let mut shares = Vec::new();
            film(
                &program,
                &shots,
                (&video, folder.path()),
                &never,
                &mut |share| {
                    shares.push(share);
                },
            )
            .unwrap();
            let made = std::fs::read_to_string(&video).unwrap();
            assert!(made.contains("-t 4 ") && made.ends_with("video.mp4\n"));
            let aside = folder.path().display().to_string();
            assert!(made.contains(&aside), "{made}");
            assert!(shares.iter().all(|share| *share == 0.25), "{shares:?}");
            // Nothing else is left beside it.
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
        }

        #[test]
        fn what_it_complains_of_is_told_and_the_older_video_stays() {
            let folder = tempfile::tempdir().unwrap();
            let lines = "for n in 1 2 3 4 5 6; do echo \"line $n\" >&2; done\nexit 3";
            let program = program(folder.path(), lines);
            let video = folder.path().join("lesson.mp4");
            std::fs::write(&video, "older").unwrap();
            let shots = [shot("/a.png", 1.0)];
            let both = (video.as_path(), folder.path());
            let refused = film(&program, &shots, both, &never, &mut |_| {});
            let Err(NoVideo::GaveUp(words)) = refused else {
                panic!("{refused:?}");
            };
            assert_eq!(words, "line 3\nline 4\nline 5\nline 6");
            assert_eq!(std::fs::read_to_string(&video).unwrap(), "older");
            let absent = folder.path().join("absent");
            let refused = film(&absent, &shots, both, &never, &mut |_| {});
            assert!(matches!(refused, Err(NoVideo::NotRun(_))), "{refused:?}");
            // Without a word it is its end that is told.
            let program = self::program(folder.path(), "exit 3");
            let refused = film(&program, &shots, both, &never, &mut |_| {});
            let words = match &refused {
                Err(NoVideo::GaveUp(words)) => &**words,
                _ => "",
            };
            assert!(words.contains('3'), "{refused:?}");
        }

        #[test]
        fn one_that_is_to_end_is_killed() {
            let folder = tempfile::tempdir().unwrap();
            let begun = folder.path().join("begun");
            let lines = format!("echo > '{}'\nexec sleep 600", begun.display());
            let program = program(folder.path(), &lines);
            let video = folder.path().join("lesson.mp4");
            let start = Instant::now();
            let stopped = || begun.exists();
            let shots = [shot("/a.png", 1.0)];
            let both = (video.as_path(), folder.path());
            let ended = film(&program, &shots, both, &stopped, &mut |_| {});
            assert!(matches!(ended, Err(NoVideo::Stopped)), "{ended:?}");
            assert!(start.elapsed() < Duration::from_secs(300) && !video.exists());
        }
    }
}
