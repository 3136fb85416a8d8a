//! What a machine has, and what it lacks for a window or for the window tests.
//!
//! The window library loads most of its system libraries only when the window opens, so a program
//! that built well can still stop at its first breath. Looking for the files beforehand turns that
//! into a list of packages.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What the machine is to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Compile and run without drawing anything.
    Terminal,
    /// Draw a picture without a window.
    Picture,
    /// Open a window on an X11 display.
    X11Window,
    /// Open a window on a Wayland display.
    WaylandWindow,
    /// Run the window tests on a virtual X11 display with the software rasteriser.
    WindowTests,
    /// Ask for a path with the file dialog of a desktop, in one of the window tests.
    FileDialog,
    /// Make packages.
    Packages,
    /// Install a package in a clean Debian.
    CleanRoot,
}

/// A thing that is missing, why it is needed, and the Debian package that has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Need {
    /// The library, program or driver, as one would search for it.
    pub what: &'static str,
    /// What it does here.
    pub why: &'static str,
    /// The Debian and Ubuntu package.
    pub package: &'static str,
}

/// A file system and an environment to look into: this machine's, or a test's.
pub struct Machine {
    root: PathBuf,
    environment: BTreeMap<String, OsString>,
}

/// How a need is recognised as met.
enum Found {
    Library,
    Program,
    Service,
    VulkanDriver,
    SoftwareRasteriser,
}

use Found::{Library, Program, Service, SoftwareRasteriser, VulkanDriver};

const COMPILER: (Found, Need) = need(
    Program,
    "c++",
    "compiles the C++ parts of some dependencies",
    "g++",
);
const VULKAN: [(Found, Need); 2] = [
    need(
        Library,
        "libvulkan.so.1",
        "the Vulkan loader, through which everything is drawn",
        "libvulkan1",
    ),
    need(
        VulkanDriver,
        "a Vulkan driver",
        "draws on the graphics card, or on the processor where there is none",
        "mesa-vulkan-drivers",
    ),
];
const X11: [(Found, Need); 6] = [
    need(Library, "libX11.so.6", "opens a window on X11", "libx11-6"),
    need(
        Library,
        "libX11-xcb.so.1",
        "opens a window on X11",
        "libx11-xcb1",
    ),
    need(
        Library,
        "libXcursor.so.1",
        "sets the mouse pointer on X11",
        "libxcursor1",
    ),
    need(
        Library,
        "libXi.so.6",
        "reads mouse and keyboard on X11",
        "libxi6",
    ),
    need(
        Library,
        "libxkbcommon.so.0",
        "reads the keyboard layout",
        "libxkbcommon0",
    ),
    need(
        Library,
        "libxkbcommon-x11.so.0",
        "reads the keyboard layout on X11",
        "libxkbcommon-x11-0",
    ),
];
const WAYLAND: [(Found, Need); 2] = [
    need(
        Library,
        "libwayland-client.so.0",
        "opens a window on Wayland",
        "libwayland-client0",
    ),
    need(
        Library,
        "libxkbcommon.so.0",
        "reads the keyboard layout",
        "libxkbcommon0",
    ),
];
const TESTS: [(Found, Need); 3] = [
    need(
        SoftwareRasteriser,
        "lavapipe (lvp_icd*.json)",
        "the software rasteriser, so that window tests draw the same on every machine",
        "mesa-vulkan-drivers",
    ),
    need(
        Program,
        "Xvfb",
        "a display without a screen, for the window tests",
        "xvfb",
    ),
    need(
        Program,
        "xdotool",
        "moves the mouse and types in the window tests",
        "xdotool",
    ),
];

const FILE_DIALOG: [(Found, Need); 2] = [
    need(
        Service,
        "xdg-desktop-portal-gtk",
        "a file dialog as desktops have it, for one of the window tests",
        "xdg-desktop-portal-gtk",
    ),
    need(
        Program,
        "dbus-run-session",
        "lets that test have a desktop's services of its own",
        "dbus-daemon",
    ),
];

const PACKAGES: [(Found, Need); 3] = [
    need(Program, "dpkg-deb", "writes the Debian package", "dpkg"),
    need(
        Program,
        "dpkg-shlibdeps",
        "finds the packages whose libraries the program needs",
        "dpkg-dev",
    ),
    need(Program, "zstd", "packs the portable archive", "zstd"),
];
const CLEAN_ROOT: (Found, Need) = need(
    Program,
    "debootstrap",
    "makes a clean Debian to install the package in",
    "debootstrap",
);

const fn need(
    found: Found,
    what: &'static str,
    why: &'static str,
    package: &'static str,
) -> (Found, Need) {
    (found, Need { what, why, package })
}

/// The packages whose libraries are loaded only when the window opens, on either kind of display; the loader of Vulkan is among them, and
/// no driver, which is the graphics card's.
pub fn loaded_by_the_window() -> impl Iterator<Item = &'static str> {
    let libraries = VULKAN.iter().chain(&X11).chain(&WAYLAND);
    let libraries = libraries.filter(|(found, _)| matches!(found, Library));
    libraries.map(|(_, need)| need.package)
}

impl Machine {
    /// The machine that this runs on.
    pub fn this() -> Machine {
        let environment = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value)))
            .collect();
        Machine {
            root: PathBuf::from("/"),
            environment,
        }
    }

    /// Everything that is missing for a purpose, each package named once.
    pub fn missing(&self, purpose: Purpose) -> Vec<Need> {
        let parts: &[&[(Found, Need)]] = match purpose {
            Purpose::Terminal => &[],
            Purpose::Picture => &[&VULKAN],
            Purpose::X11Window => &[&VULKAN, &X11],
            Purpose::WaylandWindow => &[&VULKAN, &WAYLAND],
            Purpose::WindowTests => &[&VULKAN, &X11, &TESTS],
            Purpose::FileDialog => &[&FILE_DIALOG],
            Purpose::Packages => &[&PACKAGES],
            Purpose::CleanRoot => &[&PACKAGES, std::slice::from_ref(&CLEAN_ROOT)],
        };
        let mut missing: Vec<Need> = Vec::new();
        for (found, need) in std::iter::once(&COMPILER).chain(parts.iter().copied().flatten()) {
            let met = match found {
                Library => self.library(need.what).is_some(),
                Program if need.what == "c++" && self.variable("CXX").is_some() => true,
                Program => self.program(need.what).is_some(),
                Service => self.service(need.what),
                VulkanDriver => !self.vulkan_drivers().is_empty(),
                SoftwareRasteriser => self.lavapipe().is_some(),
            };
            if !met && missing.iter().all(|known| known.package != need.package) {
                missing.push(*need);
            }
        }
        missing
    }

    /// A program on the search path.
    pub fn program(&self, name: &str) -> Option<PathBuf> {
        self.paths_in("PATH")
            .into_iter()
            .map(|folder| folder.join(name))
            .find(|path| path.is_file())
    }

    /// Whether a program that others start is where they look for it.
    fn service(&self, name: &str) -> bool {
        let mut folders = ["usr/libexec", "usr/lib"].into_iter();
        folders.any(|folder| self.root.join(folder).join(name).is_file())
    }

    /// The display that a window would open on, as a purpose; none when there is no display.
    /// Wayland goes first, as in the window library.
    pub fn display(&self) -> Option<Purpose> {
        if self.variable("WAYLAND_DISPLAY").is_some() || self.variable("WAYLAND_SOCKET").is_some() {
            Some(Purpose::WaylandWindow)
        } else if self.variable("DISPLAY").is_some() {
            Some(Purpose::X11Window)
        } else {
            None
        }
    }

    /// The driver description of lavapipe, Mesa's Vulkan on the processor.
    pub fn lavapipe(&self) -> Option<PathBuf> {
        let mut candidates: Vec<PathBuf> = self
            .vulkan_drivers()
            .into_iter()
            .filter(|path| file_name(path).starts_with("lvp_icd"))
            .collect();
        // Machines with 32-bit libraries have two of them; this program's own kind goes first.
        candidates.sort_by_key(|path| !file_name(path).contains(std::env::consts::ARCH));
        candidates.into_iter().next()
    }

    /// Whether the lists of available packages have ever been downloaded.
    pub fn has_package_lists(&self) -> bool {
        files_in(&self.root.join("var/lib/apt/lists"))
            .iter()
            .any(|path| file_name(path).contains("_Packages"))
    }

    /// A variable that is set to something.
    fn variable(&self, name: &str) -> Option<&OsString> {
        self.environment.get(name).filter(|value| !value.is_empty())
    }

    /// The absolute paths in a variable that holds a list of them.
    fn paths_in(&self, name: &str) -> Vec<PathBuf> {
        let Some(list) = self.variable(name) else {
            return Vec::new();
        };
        std::env::split_paths(list)
            .filter_map(|path| self.inside(&path))
            .collect()
    }

    /// An absolute path, taken from this machine's root.
    fn inside(&self, path: &Path) -> Option<PathBuf> {
        Some(self.root.join(path.strip_prefix("/").ok()?))
    }

    /// A shared library where the loader would look for it.
    fn library(&self, name: &str) -> Option<PathBuf> {
        let multiarch = format!("{}-linux-gnu", std::env::consts::ARCH);
        let mut folders = self.paths_in("LD_LIBRARY_PATH");
        for folder in ["usr/local/lib", "lib", "usr/lib", "lib64", "usr/lib64"] {
            folders.push(self.root.join(folder).join(&multiarch));
            folders.push(self.root.join(folder));
        }
        for list in files_in(&self.root.join("etc/ld.so.conf.d")) {
            let text = std::fs::read_to_string(list).unwrap_or_default();
            folders.extend(
                text.lines()
                    .filter_map(|line| self.inside(Path::new(line.trim()))),
            );
        }
        folders
            .into_iter()
            .map(|folder| folder.join(name))
            .find(|path| path.exists())
    }

    /// The driver descriptions that the Vulkan loader would read, in its order.
    fn vulkan_drivers(&self) -> Vec<PathBuf> {
        for list in ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"] {
            if self.variable(list).is_some() {
                return self
                    .paths_in(list)
                    .into_iter()
                    .filter(|path| path.is_file())
                    .collect();
            }
        }
        let mut folders = Vec::new();
        let home = self.paths_in("HOME").into_iter().next();
        for (variable, in_home) in [
            ("XDG_CONFIG_HOME", ".config"),
            ("XDG_DATA_HOME", ".local/share"),
        ] {
            match self.paths_in(variable).into_iter().next() {
                Some(folder) => folders.push(folder),
                None => folders.extend(home.as_ref().map(|home| home.join(in_home))),
            }
        }
        folders.extend(self.paths_in("XDG_CONFIG_DIRS"));
        folders.extend(self.paths_in("XDG_DATA_DIRS"));
        for folder in [
            "etc/xdg",
            "etc",
            "usr/local/etc",
            "usr/local/share",
            "usr/share",
        ] {
            folders.push(self.root.join(folder));
        }
        folders
            .into_iter()
            .flat_map(|folder| files_in(&folder.join("vulkan/icd.d")))
            .filter(|path| {
                path.extension()
                    .is_some_and(|extension| extension == "json")
            })
            .collect()
    }
}

/// The files of a folder by name; none when there is no such folder.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.sort();
    paths
}

fn file_name(path: &Path) -> &str {
    path.file_name()
        .and_then(|name| name.to_str())
        .unwrap_or("")
}

#[cfg(test)]
mod tests;
