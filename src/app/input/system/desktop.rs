//! What a desktop of Linux says of how windows are to be, by the two ways in which desktops tell: the settings of the desktop portal
//! (`org.freedesktop.portal.Settings`, asked by the program `dbus-send`, as the library that draws frames of windows under Wayland asks it), and under X11 the
//! XSETTINGS of its settings manager, by the freedesktop specification of that name.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result};
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{AtomEnum, ConnectionExt as _};

use crate::app::core::System;

/// How long the portal may take to answer, ms: the first who asks starts it.
const PATIENCE_MS: u32 = 10_000;
/// Words of all settings of a screen, of four bytes, at most.
const WORDS: u32 = 1 << 16;
/// The groups of settings that the portal is asked for.
const ASKED: [&str; 3] = [
    "org.freedesktop.appearance",
    "org.gnome.desktop.interface",
    "org.gnome.desktop.a11y.interface",
];
/// What the names of dark themes have in them.
const DARK: [&str; 4] = ["dark", "black", "inverse", "night"];
/// What the names of themes of high contrast have in them ("HighContrastInverse", "ContrastHigh").
const CONTRAST: &str = "contrast";

/// Asks.
pub(super) fn ask() -> System {
    let portal = portal().map(|answer| of_portal(&answer));
    let screen = match settings() {
        Ok(bytes) => of_settings(&bytes).unwrap_or_default(),
        Err(error) => {
            tracing::debug!("no settings of the screen: {error}");
            Said::default()
        }
    };
    joined(portal, &screen)
}

/// What one of them says.
#[derive(Debug, Default, PartialEq)]
struct Said {
    /// A wish for dark (true) or light windows.
    dark: Option<bool>,
    /// The name of the theme.
    theme: Option<String>,
    /// Whether nothing is to move by itself.
    still: Option<bool>,
    /// A wish for more contrast than usual.
    contrast: Option<bool>,
}

/// A wish counts more than the name of a theme; a desktop that answers and wishes nothing has light windows, and they move.
fn joined(portal: Option<Said>, screen: &Said) -> System {
    let is_there = portal.is_some();
    let portal = portal.unwrap_or_default();
    let name = |said: &Said| {
        let name = said.theme.as_ref().filter(|name| !name.is_empty())?;
        Some(name.to_lowercase())
    };
    let by_name = |said: &Said| {
        let name = name(said)?;
        Some(DARK.iter().any(|dark| name.contains(dark)))
    };
    let contrast_by_name = |said: &Said| Some(name(said)?.contains(CONTRAST));
    let wished = portal.dark.or(screen.dark);
    let named = by_name(screen).or_else(|| by_name(&portal));
    let dark = wished.or(named).or(is_there.then_some(false));
    System {
        is_light: dark.map(|dark| !dark),
        is_still: portal.still.or(screen.still).or(is_there.then_some(false)),
        has_contrast: portal
            .contrast
            .or_else(|| contrast_by_name(screen))
            .or_else(|| contrast_by_name(&portal))
            .or(is_there.then_some(false)),
    }
}

/// Whether there is a bus of the session. Without one it would be started by the question.
fn has_bus() -> bool {
    let folder = std::env::var_os("XDG_RUNTIME_DIR");
    let lies_there = folder.is_some_and(|folder| Path::new(&folder).join("bus").exists());
    std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some() || lies_there
}

/// The answer of the portal; nothing where there is none.
fn portal() -> Option<String> {
    if !has_bus() {
        return None;
    }
    let answer = Command::new("dbus-send")
        .args(["--session", "--print-reply"])
        .arg(format!("--reply-timeout={PATIENCE_MS}"))
        .arg("--dest=org.freedesktop.portal.Desktop")
        .arg("/org/freedesktop/portal/desktop")
        .arg("org.freedesktop.portal.Settings.ReadAll")
        .arg(format!("array:string:{}", ASKED.join(",")))
        .stdin(Stdio::null())
        .output()
        .ok()?;
    answer.status.success().then_some(())?;
    String::from_utf8(answer.stdout).ok()
}

/// Reads what `dbus-send` prints: the name of a setting in a line, its value in the next.
fn of_portal(answer: &str) -> Said {
    let mut said = Said::default();
    let lines: Vec<&str> = answer.lines().map(str::trim).collect();
    for pair in lines.windows(2) {
        let name = pair[0].strip_prefix("string \"");
        let name = name.and_then(|name| name.strip_suffix('"'));
        let value = pair[1].strip_prefix("variant").map(str::trim);
        match (name, value) {
            (Some("color-scheme"), Some("uint32 1")) => said.dark = Some(true),
            (Some("color-scheme"), Some("uint32 2")) => said.dark = Some(false),
            (Some("reduced-motion"), Some("uint32 1"))
            | (Some("enable-animations"), Some("boolean false")) => said.still = Some(true),
            (Some("contrast"), Some("uint32 1"))
            | (Some("high-contrast"), Some("boolean true")) => said.contrast = Some(true),
            (Some("gtk-theme"), Some(value)) => {
                let theme = value.strip_prefix("string \"");
                said.theme = theme.and_then(|theme| Some(theme.strip_suffix('"')?.to_owned()));
            }
            _ => {}
        }
    }
    said
}

/// The settings of the screen, as they lie at their manager.
fn settings() -> Result<Vec<u8>> {
    let (connection, number) = x11rb::connect(None)?;
    let atom = |name: String| -> Result<u32> {
        let asked = connection.intern_atom(false, name.as_bytes())?;
        Ok(asked.reply()?.atom)
    };
    let selection = atom(format!("_XSETTINGS_S{number}"))?;
    let manager = connection.get_selection_owner(selection)?.reply()?.owner;
    anyhow::ensure!(manager != x11rb::NONE, "nobody manages them");
    let property = atom("_XSETTINGS_SETTINGS".to_owned())?;
    let any = AtomEnum::ANY;
    let asked = connection.get_property(false, manager, property, any, 0, WORDS)?;
    connection.flush()?;
    Ok(asked.reply().context("they cannot be read")?.value)
}

/// Reads settings of a screen. Nothing where they are cut off.
fn of_settings(bytes: &[u8]) -> Option<Said> {
    let mut rest = Bytes {
        bytes,
        big: *bytes.first()? == 1,
    };
    // Byte order, and the number of the last change.
    rest.skip(8)?;
    let count = rest.number(4)?;
    let mut said = Said::default();
    for _ in 0..count {
        let kind = rest.number(1)?;
        rest.skip(1)?;
        let length = rest.number(2)?;
        let name = rest.text(length)?;
        rest.skip(4)?;
        match (kind, name) {
            (0, b"Gtk/EnableAnimations") => said.still = Some(rest.number(4)? == 0),
            (0, b"Gtk/ApplicationPreferDarkTheme") => {
                let prefers = rest.number(4)? != 0;
                said.dark = prefers.then_some(true);
            }
            (0, _) => rest.skip(4)?,
            (1, b"Net/ThemeName") => {
                let length = rest.number(4)?;
                said.theme = String::from_utf8(rest.text(length)?.to_vec()).ok();
            }
            (1, _) => {
                let length = rest.number(4)?;
                rest.text(length)?;
            }
            // A colour.
            (2, _) => rest.skip(8)?,
            _ => return None,
        }
    }
    Some(said)
}

/// What is left to be read.
struct Bytes<'a> {
    bytes: &'a [u8],
    big: bool,
}

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(count)?;
        self.bytes = rest;
        Some(taken)
    }

    fn skip(&mut self, count: usize) -> Option<()> {
        self.take(count).map(|_| ())
    }

    fn number(&mut self, bytes: usize) -> Option<usize> {
        let (taken, big) = (self.take(bytes)?, self.big);
        let joined = |number: usize, byte: &u8| number << 8 | usize::from(*byte);
        Some(match big {
            true => taken.iter().fold(0, joined),
            false => taken.iter().rev().fold(0, joined),
        })
    }

    /// So many bytes, and what fills them up to whole words.
    fn text(&mut self, length: usize) -> Option<&'a [u8]> {
        let text = self.take(length)?;
        self.skip(length.next_multiple_of(4) - length)?;
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Settings as a manager writes them: texts, numbers, and a colour that nobody asks for.
    fn written(big: bool, texts: &[(&str, &str)], numbers: &[(&str, u32)]) -> Vec<u8> {
        let four = |number: u32| match big {
            true => number.to_be_bytes(),
            false => number.to_le_bytes(),
        };
        let two = |number: u16| match big {
            true => number.to_be_bytes(),
            false => number.to_le_bytes(),
        };
        let filled = |text: &str| {
            let mut bytes = text.as_bytes().to_vec();
            bytes.resize(text.len().next_multiple_of(4), 0);
            bytes
        };
        let head = |kind: u8, name: &str| {
            let length = two(name.len() as u16);
            [vec![kind, 0], length.to_vec(), filled(name), vec![9; 4]].concat()
        };
        let count = texts.len() + numbers.len() + 1;
        let mut all = [vec![u8::from(big), 0, 0, 0], vec![7; 4]].concat();
        all.extend(four(count as u32));
        all.extend([head(2, "Some/Colour"), vec![1; 8]].concat());
        for (name, text) in texts {
            let length = four(text.len() as u32).to_vec();
            all.extend([head(1, name), length, filled(text)].concat());
        }
        for (name, number) in numbers {
            all.extend([head(0, name), four(*number).to_vec()].concat());
        }
        all
    }

    #[test]
    fn settings_of_a_screen_are_read_in_both_orders_of_bytes() {
        for big in [false, true] {
            let texts = [
                ("Gtk/FontName", "Sans 10"),
                ("Net/ThemeName", "Adwaita-dark"),
            ];
            let numbers = [("Xft/DPI", 98_304), ("Gtk/EnableAnimations", 0)];
            let bytes = written(big, &texts, &numbers);
            let said = of_settings(&bytes).unwrap();
            assert_eq!(said.theme.as_deref(), Some("Adwaita-dark"));
            assert_eq!(said.still, Some(true));
            assert_eq!(said.dark, None);
            for end in 0..bytes.len() {
                assert_eq!(of_settings(&bytes[..end]), None, "cut off at {end}");
            }
        }
        let prefers = written(false, &[], &[("Gtk/ApplicationPreferDarkTheme", 1)]);
        assert_eq!(of_settings(&prefers).unwrap().dark, Some(true));
        // Counts and lengths that nothing is behind.
        assert_eq!(
            of_settings(&[0, 0, 0, 0, 1, 0, 0, 0, 255, 255, 255, 255]),
            None
        );
    }

    #[test]
    fn what_dbus_send_prints_is_read() {
        let answer = r#"method return time=1795831769.310176 sender=:1.4 -> destination=:1.3 serial=87 reply_serial=2
   array [
      dict entry(
         string "org.gnome.desktop.interface"
         array [
            dict entry(
               string "color-scheme"
               variant                   string "prefer-dark"
            )
            dict entry(
               string "gtk-theme"
               variant                   string "Adwaita"
            )
            dict entry(
               string "enable-animations"
               variant                   boolean false
            )
         ]
      )
      dict entry(
         string "org.freedesktop.appearance"
         array [
            dict entry(
               string "color-scheme"
               variant                   uint32 1
            )
            dict entry(
               string "contrast"
               variant                   uint32 0
            )
         ]
      )
      dict entry(
         string "org.gnome.desktop.a11y.interface"
         array [
            dict entry(
               string "high-contrast"
               variant                   boolean false
            )
         ]
      )
   ]
"#;
        let said = of_portal(answer);
        assert_eq!(said.dark, Some(true));
        assert_eq!(said.theme.as_deref(), Some("Adwaita"));
        assert_eq!(said.still, Some(true));
        assert_eq!(said.contrast, None, "no preference");
        let light = answer
            .replace("uint32 1", "uint32 2")
            .replace("boolean false", "boolean true");
        let said = of_portal(&light);
        assert_eq!((said.dark, said.still), (Some(false), None));
        assert_eq!(said.contrast, Some(true), "as GNOME itself has it");
        let appearance = answer.replace("uint32 0", "uint32 1");
        assert_eq!(of_portal(&appearance).contrast, Some(true));
        assert_eq!(of_portal(""), Said::default());
    }

    #[test]
    fn a_wish_counts_more_than_the_name_of_a_theme() {
        let said = |dark, theme: &str| Said {
            dark,
            theme: Some(theme.to_owned()),
            ..Said::default()
        };
        let light = |portal, screen| joined(portal, &screen).is_light;
        assert_eq!(light(None, Said::default()), None, "nobody says anything");
        assert_eq!(light(Some(Said::default()), Said::default()), Some(true));
        let wished = said(Some(true), "Adwaita");
        assert_eq!(light(Some(wished), said(None, "Adwaita")), Some(false));
        assert_eq!(light(None, said(None, "Yaru-dark")), Some(false));
        assert_eq!(light(None, said(None, "Greybird")), Some(true));
        let unsaid = said(None, "Adwaita-dark");
        assert_eq!(light(Some(unsaid), Said::default()), Some(false));
        let still = |still| Said {
            still,
            ..Said::default()
        };
        let is_still = |portal, screen| joined(portal, &screen).is_still;
        assert_eq!(is_still(None, still(None)), None, "nobody says anything");
        assert_eq!(is_still(Some(still(None)), still(None)), Some(false));
        assert_eq!(is_still(Some(still(Some(true))), still(None)), Some(true));
        let screen = still(Some(true));
        assert_eq!(is_still(Some(still(None)), screen), Some(true));
    }

    #[test]
    fn more_contrast_is_wished_for_or_is_in_the_name_of_the_theme() {
        let of = |portal: Option<Said>, screen: Said| joined(portal, &screen).has_contrast;
        let named = |theme: &str| Said {
            theme: Some(theme.to_owned()),
            ..Said::default()
        };
        let wished = Said {
            contrast: Some(true),
            ..Said::default()
        };
        assert_eq!(of(None, Said::default()), None, "nobody says anything");
        assert_eq!(of(Some(Said::default()), Said::default()), Some(false));
        assert_eq!(of(Some(wished), named("Adwaita")), Some(true));
        assert_eq!(of(None, named("HighContrastInverse")), Some(true));
        assert_eq!(of(None, named("Adwaita-dark")), Some(false));
        assert_eq!(of(Some(named("HighContrast")), Said::default()), Some(true));
    }
}
