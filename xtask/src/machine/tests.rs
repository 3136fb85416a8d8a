//! Machines made of empty files, and what they lack.

use super::*;

/// A machine with the given files (all empty) and variables.
fn machine(files: &[&str], variables: &[(&str, &str)]) -> (tempfile::TempDir, Machine) {
    let folder = tempfile::tempdir().unwrap();
    for file in files {
        let path = folder.path().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "").unwrap();
    }
    let machine = Machine {
        root: folder.path().to_owned(),
        environment: variables
            .iter()
            .map(|(name, value)| (name.to_string(), OsString::from(value)))
            .collect(),
    };
    (folder, machine)
}

fn packages(machine: &Machine, purpose: Purpose) -> Vec<&'static str> {
    machine
        .missing(purpose)
        .iter()
        .map(|need| need.package)
        .collect()
}

const PATH: (&str, &str) = ("PATH", "/usr/local/bin:/usr/bin");

#[test]
fn a_file_dialog_is_found_where_the_bus_would_start_it() {
    let (_folder, bare) = machine(&["usr/bin/c++"], &[PATH]);
    let both = ["xdg-desktop-portal-gtk", "dbus-daemon"];
    assert_eq!(packages(&bare, Purpose::FileDialog), both);
    let files = [
        "usr/bin/c++",
        "usr/bin/dbus-run-session",
        "usr/libexec/xdg-desktop-portal-gtk",
    ];
    let (_folder, desktop) = machine(&files, &[PATH]);
    assert!(packages(&desktop, Purpose::FileDialog).is_empty());
}

#[test]
fn an_empty_machine_lacks_everything_once() {
    let (_folder, machine) = machine(&["usr/bin/c++"], &[PATH]);
    assert_eq!(
        packages(&machine, Purpose::WindowTests),
        [
            "libvulkan1",
            "mesa-vulkan-drivers",
            "libx11-6",
            "libx11-xcb1",
            "libxcursor1",
            "libxi6",
            "libxkbcommon0",
            "libxkbcommon-x11-0",
            "xvfb",
            "xdotool"
        ]
    );
    assert_eq!(
        packages(&machine, Purpose::WaylandWindow),
        [
            "libvulkan1",
            "mesa-vulkan-drivers",
            "libwayland-client0",
            "libxkbcommon0"
        ]
    );
    assert!(packages(&machine, Purpose::Terminal).is_empty());
}

#[test]
fn libraries_are_found_in_every_usual_folder() {
    let multiarch = format!(
        "usr/lib/{}-linux-gnu/libvulkan.so.1",
        std::env::consts::ARCH
    );
    let (folder, mut machine) = machine(
        &[
            "usr/bin/c++",
            &multiarch,
            "lib64/libX11.so.6",
            "opt/x/libX11-xcb.so.1",
            "srv/lib/libXi.so.6",
            "usr/share/vulkan/icd.d/nvidia_icd.json",
        ],
        &[PATH, ("LD_LIBRARY_PATH", "/opt/x:relative")],
    );
    let configured = folder.path().join("etc/ld.so.conf.d");
    std::fs::create_dir_all(&configured).unwrap();
    std::fs::write(configured.join("srv.conf"), "# a comment\n/srv/lib\n").unwrap();
    let left = ["libxcursor1", "libxkbcommon0", "libxkbcommon-x11-0"];
    assert_eq!(packages(&machine, Purpose::X11Window), left);

    machine.environment.remove("LD_LIBRARY_PATH");
    assert_eq!(packages(&machine, Purpose::X11Window)[0], "libx11-xcb1");
}

#[test]
fn a_graphics_card_driver_is_enough_for_a_window_but_not_for_the_tests() {
    let (_folder, machine) = machine(
        &[
            "usr/bin/c++",
            "usr/lib/libvulkan.so.1",
            "etc/vulkan/icd.d/nvidia_icd.json",
        ],
        &[PATH],
    );
    assert!(packages(&machine, Purpose::Picture).is_empty());
    assert!(packages(&machine, Purpose::WindowTests).contains(&"mesa-vulkan-drivers"));
    assert_eq!(machine.lavapipe(), None);
}

#[test]
fn a_driver_named_by_a_variable_must_exist() {
    let variables = [PATH, ("VK_DRIVER_FILES", "/nowhere/icd.json")];
    let (_folder, machine) = machine(
        &[
            "usr/lib/libvulkan.so.1",
            "usr/share/vulkan/icd.d/lvp_icd.json",
        ],
        &variables,
    );
    assert!(packages(&machine, Purpose::Picture).contains(&"mesa-vulkan-drivers"));
}

#[test]
fn the_software_rasteriser_of_this_architecture_is_preferred() {
    let own = format!(
        "usr/share/vulkan/icd.d/lvp_icd.{}.json",
        std::env::consts::ARCH
    );
    let (folder, machine) = machine(&["usr/share/vulkan/icd.d/lvp_icd.aaa.json", &own], &[PATH]);
    assert_eq!(machine.lavapipe(), Some(folder.path().join(own)));
}

#[test]
fn a_compiler_may_be_named_by_a_variable() {
    let (_folder, bare) = machine(&[], &[PATH]);
    assert_eq!(packages(&bare, Purpose::Terminal), ["g++"]);
    let (_folder, named) = machine(&[], &[PATH, ("CXX", "clang++")]);
    assert!(packages(&named, Purpose::Terminal).is_empty());
}

#[test]
fn the_display_is_told_apart_and_an_empty_variable_is_none() {
    let display = |variables: &[(&str, &str)]| machine(&[], variables).1.display();
    assert_eq!(display(&[]), None);
    assert_eq!(display(&[("DISPLAY", ""), ("WAYLAND_DISPLAY", "")]), None);
    assert_eq!(display(&[("DISPLAY", ":0")]), Some(Purpose::X11Window));
    assert_eq!(
        display(&[("DISPLAY", ":0"), ("WAYLAND_DISPLAY", "wayland-0")]),
        Some(Purpose::WaylandWindow)
    );
}

#[test]
fn package_lists_are_seen() {
    let list = "var/lib/apt/lists/deb.example_dists_stable_main_binary-amd64_Packages.lz4";
    assert!(machine(&[list], &[]).1.has_package_lists());
    assert!(
        !machine(&["var/lib/apt/lists/lock"], &[])
            .1
            .has_package_lists()
    );
}
