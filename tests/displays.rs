//! The window on other displays than a desktop's own, and when its graphics device is lost.

#![cfg(target_os = "linux")]

mod support;

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use serde_json::json;
use support::{Window, display, picture_folder, step};

/// An X server of the test's own.
struct Server {
    child: Child,
    number: String,
}

impl Server {
    fn start(screen: &str, further: &[&str]) -> Server {
        let mut child = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", screen, "-noreset"])
            .args(further)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut number = String::new();
        let output = child.stdout.take().unwrap();
        BufReader::new(output).read_line(&mut number).unwrap();
        let number = number.trim().to_owned();
        assert!(!number.is_empty(), "Xvfb ended before it opened a display");
        Server { child, number }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn over_a_network_and_without_shared_memory_it_is_drawn_and_answers_clicks() {
    let Some(_display) = display() else { return };
    // What X forwarding amounts to: bytes through a socket, pictures among them, and a screen of a small laptop.
    let further = ["-listen", "tcp", "-ac", "-extension", "MIT-SHM"];
    let server = Server::start("1280x800x24", &further);
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let picture = picture_folder().join("over-tcp.png");
    let _ = std::fs::remove_file(&picture);
    let mut window = Window::on(
        &format!("127.0.0.1:{}", server.number),
        dir.path(),
        &at("empty.atlas"),
        1,
        &json!([
            "wait_ready",
            { "frames": 3 },
            { "report": at("start.json") },
            { "wait_file": at("clicked") },
            { "frames": 3 },
            { "report": at("liver.json") },
            step(json!({ "screenshot": picture })),
            { "wait_file": picture },
            step(json!("quit")),
        ]),
    );
    let start = window.report("start.json");
    window.click(&start["visible"]["liver"]);
    window.go("clicked");
    let clicked = window.report("liver.json");
    assert_eq!(clicked["selected_structure"], "liver");
    window.wait_for_picture(&picture);
    let size = image::image_dimensions(&picture).unwrap();
    assert!(
        size.0 <= 1280 && size.1 <= 800,
        "it fits the screen: {size:?}"
    );
    window.ended();
}

#[test]
fn it_fills_a_screen_of_3840_by_2160_at_two_pixels_a_point() {
    let Some(_display) = display() else { return };
    let server = Server::start("3840x2160x24", &["-nolisten", "tcp"]);
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let picture = picture_folder().join("screen-4k.png");
    let _ = std::fs::remove_file(&picture);
    let mut window = Window::on(
        &format!(":{}", server.number),
        dir.path(),
        &at("empty.atlas"),
        2,
        &json!([
            "wait_ready",
            { "report": at("start.json") },
            { "wait_file": at("large") },
            { "frames": 2 },
            "wait_still",
            { "report": at("large.json") },
            step(json!({ "screenshot": picture })),
            { "wait_file": at("leave") },
            step(json!("quit")),
        ]),
    );
    let start = window.report("start.json");
    window.resize(3840, 2160);
    std::thread::sleep(std::time::Duration::from_secs(2));
    window.go("large");
    let large = window.report("large.json");
    let area = |seen: &serde_json::Value| {
        let side = |n: usize| seen["stage"][n].as_f64().unwrap();
        [side(2), side(3)]
    };
    let (small, wide) = (area(&start), area(&large));
    // In points: the panels keep their sizes, and the stage has all the rest.
    assert!(
        (wide[0] - small[0] - 480.0).abs() < 2.0,
        "{small:?} {wide:?}"
    );
    assert!(
        (wide[1] - small[1] - 180.0).abs() < 2.0,
        "{small:?} {wide:?}"
    );
    window.wait_for_picture(&picture);
    assert_eq!(image::image_dimensions(&picture).unwrap(), (3840, 2160));
    // With a renderer on the processor, whose large pictures are in it too: 4 GB are enough for the machine.
    let most = window.most_memory();
    eprintln!("memory of the window: {} MB at most", most / 1_000_000);
    assert!(most < 2_000_000_000, "{most} bytes");
    window.go("leave");
    window.ended();
}

#[test]
fn when_the_graphics_device_is_lost_the_window_begins_anew_as_it_was() {
    let Some(_display) = display() else { return };
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let note = at("note.txt");
    std::fs::write(&note, "Splenic laceration\n\nBlunt trauma tore the spleen.").unwrap();
    let picture = picture_folder().join("device-lost.png");
    let _ = std::fs::remove_file(&picture);
    let next = json!([
        "wait_ready",
        { "frames": 2 },
        { "report": at("again.json") },
        // Another time in the midst of a frame: what was kept last counts.
        { "sleep": 6.0 },
        { "frames": 2 },
        { "sleep": 1.0 },
        { "break_device": at("last.json") },
    ]);
    std::fs::write(at("next.json"), next.to_string()).unwrap();
    let last = json!([
        "wait_ready",
        { "frames": 2 },
        { "report": at("after.json") },
        step(json!({ "screenshot": picture })),
        { "wait_file": picture },
        step(json!("quit")),
    ]);
    std::fs::write(at("last.json"), last.to_string()).unwrap();
    let mut window = Window::open(
        dir.path(),
        Some(&at("papers.atlas")),
        &json!([
            "wait_ready",
            step(json!({ "import": [note] })),
            { "wait_documents": 1 },
            step(json!({ "view": "Left" })),
            step(json!({ "isolate": "spleen" })),
            "wait_still",
            { "report": at("before.json") },
            // The frame may break off in its midst: what was kept last counts.
            { "sleep": 6.0 },
            { "frames": 2 },
            { "sleep": 1.0 },
            { "lose_device": at("next.json") },
        ]),
    );
    let before = window.report("before.json");
    for name in ["again.json", "after.json"] {
        let after = window.report(name);
        for same in ["documents", "camera", "drawn_structures"] {
            assert_eq!(after[same], before[same], "{name}: {same}");
        }
        let notice = after["layout"]["notice"]["words"].to_string();
        assert!(notice.contains("graphics device was lost"), "{notice}");
    }
    window.wait_for_picture(&picture);
    let told = window.log().matches("begins anew").count();
    assert_eq!(told, 2, "{}", window.log());
    window.ended();
}
