//! Keyboard and mouse of the virtual display, through its test extension: what is pressed here comes to the window as from a person.

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    AtomEnum, BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT, ClientMessageEvent, ConfigureWindowAux,
    ConnectionExt as _, EventMask, ImageFormat, InputFocus, KEY_PRESS_EVENT, KEY_RELEASE_EVENT,
    MOTION_NOTIFY_EVENT, MapState, Window,
};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

/// How long a finger stays on a key or a button.
const TOUCH: Duration = Duration::from_millis(30);

/// Names of keys that are no letters, and what X11 calls them.
const NAMED: [(&str, u32); 19] = [
    ("Return", 0xff0d),
    ("Escape", 0xff1b),
    ("Tab", 0xff09),
    ("BackSpace", 0xff08),
    ("Delete", 0xffff),
    ("Home", 0xff50),
    ("Left", 0xff51),
    ("Up", 0xff52),
    ("Right", 0xff53),
    ("Down", 0xff54),
    ("PageUp", 0xff55),
    ("PageDown", 0xff56),
    ("End", 0xff57),
    ("F1", 0xffbe),
    ("F10", 0xffc7),
    ("F11", 0xffc8),
    ("shift", 0xffe1),
    ("ctrl", 0xffe3),
    ("alt", 0xffe9),
];

/// Pixels of four bytes: blue, green, red, none.
pub struct Picture {
    width: u32,
    pixels: Vec<u8>,
}

impl Picture {
    /// Share of the pixels that plainly differ.
    pub fn unlike(&self, other: &Picture) -> f64 {
        let pixels = self.pixels.chunks(4).zip(other.pixels.chunks(4));
        let differ = |a: &[u8], b: &[u8]| (0..3).any(|part| a[part].abs_diff(b[part]) > 12);
        let different = pixels.filter(|(a, b)| differ(a, b)).count();
        different as f64 * 4.0 / self.pixels.len() as f64
    }

    /// How bright it is in the middle of its pixels, from 0 to 255.
    pub fn brightness(&self) -> f64 {
        let mut greens: Vec<u8> = self.pixels.chunks(4).map(|pixel| pixel[1]).collect();
        greens.sort_unstable();
        greens[greens.len() / 2].into()
    }

    /// For people to look at.
    pub fn save(&self, file: &Path) {
        let pixels = self.pixels.chunks(4).flat_map(|p| [p[2], p[1], p[0]]);
        let pixels: Vec<u8> = pixels.collect();
        let height = pixels.len() as u32 / 3 / self.width;
        let picture = image::RgbImage::from_raw(self.width, height, pixels);
        picture.unwrap().save(file).unwrap();
    }
}

/// A connection to the display.
pub struct Screen {
    connection: RustConnection,
    root: Window,
    /// By key symbol: the key, and whether shift is held for it.
    keys: HashMap<u32, (u8, bool)>,
}

impl Screen {
    pub fn connect() -> Screen {
        let (connection, number) = x11rb::connect(None).unwrap();
        let setup = connection.setup();
        let root = setup.roots[number].root;
        let (first, last) = (setup.min_keycode, setup.max_keycode);
        let mapping = connection.get_keyboard_mapping(first, last - first + 1);
        let mapping = mapping.unwrap().reply().unwrap();
        let mut keys = HashMap::new();
        let rows = mapping
            .keysyms
            .chunks(usize::from(mapping.keysyms_per_keycode));
        for (code, symbols) in (first..=last).zip(rows) {
            for (symbol, shifted) in symbols.iter().zip([false, true]) {
                keys.entry(*symbol).or_insert((code, shifted));
            }
        }
        Screen {
            connection,
            root,
            keys,
        }
    }

    /// The window with this title that can be seen.
    pub fn window(&self, title: &str) -> Option<Window> {
        let mut open = vec![self.root];
        while let Some(window) = open.pop() {
            if window != self.root && self.title(window).as_deref() == Some(title) {
                let shown = self.connection.get_window_attributes(window).ok()?;
                if shown.reply().ok()?.map_state == MapState::VIEWABLE {
                    return Some(window);
                }
            }
            // A window may be closed while the tree is walked.
            let tree = self.connection.query_tree(window).unwrap().reply();
            open.extend(tree.into_iter().flat_map(|tree| tree.children));
        }
        None
    }

    fn title(&self, window: Window) -> Option<String> {
        let name = AtomEnum::WM_NAME;
        let title = self
            .connection
            .get_property(false, window, name, AtomEnum::ANY, 0, 64);
        String::from_utf8(title.ok()?.reply().ok()?.value).ok()
    }

    /// Gives a window the keyboard, as a window manager does.
    pub fn focus(&self, window: Window) {
        let now = self.connection.get_input_focus().unwrap().reply().unwrap();
        if now.focus != window {
            let parent = InputFocus::PARENT;
            let given = self
                .connection
                .set_input_focus(parent, window, x11rb::CURRENT_TIME);
            given.unwrap().check().unwrap();
        }
    }

    /// Takes the keyboard from all windows, as when somebody goes to another program.
    pub fn leave(&self) {
        let (none, time) = (x11rb::NONE, x11rb::CURRENT_TIME);
        let taken = self
            .connection
            .set_input_focus(InputFocus::NONE, none, time);
        taken.unwrap().check().unwrap();
    }

    /// What a window shows.
    pub fn picture(&self, window: Window) -> Picture {
        let size = self.connection.get_geometry(window).unwrap();
        let size = size.reply().unwrap();
        let (format, all) = (ImageFormat::Z_PIXMAP, u32::MAX);
        let (width, height) = (size.width, size.height);
        let image = self
            .connection
            .get_image(format, window, 0, 0, width, height, all);
        Picture {
            width: width.into(),
            pixels: image.unwrap().reply().unwrap().data,
        }
    }

    /// Gives a window another size, as a window manager does.
    pub fn resize(&self, window: Window, [width, height]: [u32; 2]) {
        let size = ConfigureWindowAux::new().width(width).height(height);
        let given = self.connection.configure_window(window, &size);
        given.unwrap().check().unwrap();
    }

    /// Asks a window to close, as a window manager does for the cross in its frame.
    pub fn close(&self, window: Window) {
        let atom = |name: &str| {
            let atom = self.connection.intern_atom(false, name.as_bytes());
            atom.unwrap().reply().unwrap().atom
        };
        let data = [atom("WM_DELETE_WINDOW"), x11rb::CURRENT_TIME, 0, 0, 0];
        let message = ClientMessageEvent::new(32, window, atom("WM_PROTOCOLS"), data);
        let none = EventMask::NO_EVENT;
        let sent = self.connection.send_event(false, window, none, message);
        sent.unwrap().check().unwrap();
    }

    /// Where a pixel of a window is on the screen.
    pub fn on_screen(&self, window: Window, [x, y]: [f64; 2]) -> [i16; 2] {
        let (x, y) = (x.round() as i16, y.round() as i16);
        let there = self
            .connection
            .translate_coordinates(window, self.root, x, y);
        let there = there.unwrap().reply().unwrap();
        [there.dst_x, there.dst_y]
    }

    fn fake(&self, what: u8, detail: u8, [x, y]: [i16; 2]) {
        let sent = self
            .connection
            .xtest_fake_input(what, detail, 0, self.root, x, y, 0);
        sent.unwrap().check().unwrap();
    }

    /// Moves the pointer.
    pub fn point(&self, at: [i16; 2]) {
        self.fake(MOTION_NOTIFY_EVENT, 0, at);
    }

    /// Presses a button of the mouse and keeps it pressed.
    pub fn hold(&self, button: u8) {
        self.fake(BUTTON_PRESS_EVENT, button, [0, 0]);
        std::thread::sleep(TOUCH);
    }

    /// Lets a button go.
    pub fn release(&self, button: u8) {
        self.fake(BUTTON_RELEASE_EVENT, button, [0, 0]);
    }

    /// Presses a key and keeps it pressed.
    pub fn hold_key(&self, name: &str) {
        self.fake(KEY_PRESS_EVENT, self.code(name).0, [0, 0]);
    }

    /// Lets a key go.
    pub fn release_key(&self, name: &str) {
        self.fake(KEY_RELEASE_EVENT, self.code(name).0, [0, 0]);
    }

    /// Presses keys together: "ctrl+k", "shift+Left", "t".
    pub fn key(&self, chord: &str) {
        let mut codes = Vec::new();
        for name in chord.split('+') {
            let (code, shifted) = self.code(name);
            if shifted {
                codes.push(self.code("shift").0);
            }
            codes.push(code);
        }
        for code in &codes {
            self.fake(KEY_PRESS_EVENT, *code, [0, 0]);
        }
        std::thread::sleep(TOUCH);
        for code in codes.iter().rev() {
            self.fake(KEY_RELEASE_EVENT, *code, [0, 0]);
        }
    }

    /// Types a text.
    pub fn types(&self, text: &str) {
        let shift = self.code("shift").0;
        for letter in text.chars() {
            let (code, shifted) = self.code(&letter.to_string());
            if shifted {
                self.fake(KEY_PRESS_EVENT, shift, [0, 0]);
            }
            self.fake(KEY_PRESS_EVENT, code, [0, 0]);
            self.fake(KEY_RELEASE_EVENT, code, [0, 0]);
            if shifted {
                self.fake(KEY_RELEASE_EVENT, shift, [0, 0]);
            }
        }
    }

    fn code(&self, name: &str) -> (u8, bool) {
        let named = NAMED.iter().find(|(known, _)| *known == name);
        let mut letters = name.chars();
        let symbol = match (named, letters.next(), letters.next()) {
            (Some((_, symbol)), ..) => *symbol,
            (None, Some(letter), None) if letter.is_ascii() => u32::from(letter),
            _ => panic!("no key is called {name}"),
        };
        let found = self.keys.get(&symbol);
        *found.unwrap_or_else(|| panic!("this keyboard has no key for {name}"))
    }
}
