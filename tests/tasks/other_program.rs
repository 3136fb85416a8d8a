//! Another program on the same display: one from which files are dragged, one that takes what is dragged to it, one in which a text was copied, and
//! the one that manages the settings of the screen.

use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ChangeWindowAttributesAux, ClientMessageEvent, ConfigureWindowAux,
    ConnectionExt as _, CreateWindowAux, EventMask, PropMode, SELECTION_NOTIFY_EVENT,
    SelectionNotifyEvent, SelectionRequestEvent, Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use crate::desk::Desk;

/// The fifth edition of the protocol of drag and drop.
const EDITION: u32 = 5 << 24;

/// A program with a window that is not shown.
struct Program {
    connection: RustConnection,
    window: Window,
}

impl Program {
    fn start() -> Program {
        let (connection, number) = x11rb::connect(None).unwrap();
        let root = connection.setup().roots[number].root;
        let window = connection.generate_id().unwrap();
        let (class, aux) = (WindowClass::INPUT_OUTPUT, CreateWindowAux::new());
        connection
            .create_window(0, window, root, 0, 0, 1, 1, 0, class, 0, &aux)
            .unwrap()
            .check()
            .unwrap();
        Program { connection, window }
    }

    fn atom(&self, name: &str) -> Atom {
        let atom = self.connection.intern_atom(false, name.as_bytes());
        atom.unwrap().reply().unwrap().atom
    }

    /// Says that what is dragged or copied is to be had here.
    fn own(&self, selection: &str) {
        let selection = self.atom(selection);
        self.connection
            .set_selection_owner(self.window, selection, x11rb::CURRENT_TIME)
            .unwrap()
            .check()
            .unwrap();
    }

    /// Hands over what was asked for, in one of these forms.
    fn hand_over(&self, asked: &SelectionRequestEvent, forms: &[Atom], bytes: &[u8]) {
        let targets = self.atom("TARGETS");
        let connection = &self.connection;
        let mut property = asked.property;
        let mode = PropMode::REPLACE;
        if asked.target == targets {
            let (to, kind) = (asked.requestor, AtomEnum::ATOM);
            let told = connection.change_property32(mode, to, property, kind, forms);
            told.unwrap().check().unwrap();
        } else if forms.contains(&asked.target) {
            let (to, kind) = (asked.requestor, asked.target);
            let told = connection.change_property8(mode, to, property, kind, bytes);
            told.unwrap().check().unwrap();
        } else {
            property = x11rb::NONE;
        }
        let answer = SelectionNotifyEvent {
            response_type: SELECTION_NOTIFY_EVENT,
            sequence: 0,
            time: asked.time,
            requestor: asked.requestor,
            selection: asked.selection,
            target: asked.target,
            property,
        };
        let none = EventMask::NO_EVENT;
        let sent = connection.send_event(false, asked.requestor, none, answer);
        sent.unwrap().check().unwrap();
    }
}

/// Files that are dragged over a window.
pub struct Dragged {
    program: Program,
    target: Window,
    files: Vec<u8>,
}

impl Desk {
    /// Drags files over the middle of the body.
    pub fn drag_files(&mut self, files: &[&Path]) -> Dragged {
        let stage = self.see()["stage"].clone();
        let of = |n: usize| stage[n].as_f64().unwrap();
        let middle = [of(0) + of(2) * 0.5, of(1) + of(3) * 0.5];
        self.point(middle);
        let at = self.screen.on_screen(self.window, middle);
        Dragged::over(self.window, at, files)
    }
}

impl Dragged {
    /// Drags files and folders to a place on the screen that lies in a window, and waits until that would take them.
    pub fn over(target: Window, [x, y]: [i16; 2], files: &[&Path]) -> Dragged {
        let program = Program::start();
        program.own("XdndSelection");
        let uri = |path: &&Path| format!("file://{}\r\n", path.to_str().unwrap());
        let files: String = files.iter().map(uri).collect();
        let form = program.atom("text/uri-list");
        let (window, copy) = (program.window, program.atom("XdndActionCopy"));
        let dragged = Dragged {
            program,
            target,
            files: files.into_bytes(),
        };
        dragged.tell("XdndEnter", [window, EDITION, form, 0, 0]);
        let at = u32::from(x.cast_unsigned()) << 16 | u32::from(y.cast_unsigned());
        dragged.tell("XdndPosition", [window, 0, at, x11rb::CURRENT_TIME, copy]);
        let (mut read, mut taken) = (false, false);
        while !(read && taken) {
            match dragged.program.connection.wait_for_event().unwrap() {
                Event::SelectionRequest(asked) => {
                    dragged.program.hand_over(&asked, &[form], &dragged.files);
                    read = true;
                }
                Event::ClientMessage(said) if said.type_ == dragged.program.atom("XdndStatus") => {
                    taken = said.data.as_data32()[1] & 1 == 1;
                    assert!(taken, "the window would not take what is dragged over it");
                }
                _ => {}
            }
        }
        dragged
    }

    /// Lets them go, and waits until the window has them.
    pub fn drop_here(self) {
        let window = self.program.window;
        self.tell("XdndDrop", [window, 0, x11rb::CURRENT_TIME, 0, 0]);
        let finished = self.program.atom("XdndFinished");
        loop {
            let event = self.program.connection.wait_for_event().unwrap();
            if matches!(event, Event::ClientMessage(said) if said.type_ == finished) {
                return;
            }
        }
    }

    fn tell(&self, what: &str, data: [u32; 5]) {
        let message = ClientMessageEvent::new(32, self.target, self.program.atom(what), data);
        let (connection, none) = (&self.program.connection, EventMask::NO_EVENT);
        let sent = connection.send_event(false, self.target, none, message);
        sent.unwrap().check().unwrap();
    }
}

/// What was dropped on another program: the names of the forms in which it can be had, and what it is in those that were asked for.
#[derive(Debug)]
pub struct Dropped {
    pub forms: Vec<String>,
    pub values: Vec<String>,
}

/// A program with a small window that takes what is dropped on it, if it is to.
pub struct Taker {
    dropped: Receiver<Dropped>,
}

impl Taker {
    /// Shows it with its upper left corner at a place on the screen; it asks for what is dropped in these forms.
    pub fn show([x, y]: [i16; 2], takes: bool, forms: [&'static str; 2]) -> Taker {
        let program = Program::start();
        let (connection, window) = (&program.connection, program.window);
        let unmanaged = ChangeWindowAttributesAux::new().override_redirect(1);
        let place = ConfigureWindowAux::new().x(i32::from(x)).y(i32::from(y));
        let place = place.width(80).height(80);
        connection
            .change_window_attributes(window, &unmanaged)
            .unwrap();
        connection.configure_window(window, &place).unwrap();
        let (mode, aware) = (PropMode::REPLACE, program.atom("XdndAware"));
        connection
            .change_property32(mode, window, aware, AtomEnum::ATOM, &[5])
            .unwrap();
        connection.map_window(window).unwrap().check().unwrap();
        let (tell, dropped) = channel();
        let serve = move || program.take_drops(takes, &forms, &tell);
        std::thread::Builder::new().spawn(serve).unwrap();
        Taker { dropped }
    }

    /// Waits until something has been dropped.
    pub fn dropped(&self) -> Dropped {
        let waited = self.dropped.recv_timeout(Duration::from_secs(30));
        waited.expect("something to be dropped")
    }

    /// Whether nothing has been.
    pub fn has_nothing(&self) -> bool {
        let wait = std::time::Duration::from_millis(500);
        self.dropped.recv_timeout(wait).is_err()
    }
}

impl Program {
    fn take_drops(&self, takes: bool, forms: &[&str], tell: &Sender<Dropped>) {
        let [enter, position, drop] =
            ["XdndEnter", "XdndPosition", "XdndDrop"].map(|name| self.atom(name));
        let [status, finished, copy] =
            ["XdndStatus", "XdndFinished", "XdndActionCopy"].map(|name| self.atom(name));
        let mut offered = Vec::new();
        while let Ok(event) = self.connection.wait_for_event() {
            let Event::ClientMessage(said) = event else {
                continue;
            };
            let data = said.data.as_data32();
            let source = data[0];
            if said.type_ == enter {
                assert_eq!(data[1] >> 24, 5, "the edition");
                assert_eq!(data[1] & 1, 1, "there are more forms than the message has");
                let list = self.atom("XdndTypeList");
                let list = self.property(source, list);
                let names = list.chunks_exact(4).map(|atom| {
                    let atom = u32::from_ne_bytes(atom.try_into().unwrap());
                    let name = self.connection.get_atom_name(atom).unwrap().reply();
                    String::from_utf8(name.unwrap().name).unwrap()
                });
                offered = names.collect();
            } else if said.type_ == position {
                let answer = [self.window, u32::from(takes), 0, 0, copy];
                self.answer(source, status, answer);
            } else if said.type_ == drop {
                let values = forms.iter().map(|form| self.fetch(form, data[2]));
                let values = values.collect();
                self.answer(source, finished, [self.window, 1, copy, 0, 0]);
                let forms = offered.clone();
                if tell.send(Dropped { forms, values }).is_err() {
                    return;
                }
            }
        }
    }

    fn answer(&self, to: Window, what: Atom, data: [u32; 5]) {
        let message = ClientMessageEvent::new(32, to, what, data);
        let none = EventMask::NO_EVENT;
        let sent = self.connection.send_event(false, to, none, message);
        sent.unwrap().check().unwrap();
    }

    /// What is dragged, in one form.
    fn fetch(&self, form: &str, time: u32) -> String {
        let [selection, given] = ["XdndSelection", "GIVEN"].map(|name| self.atom(name));
        let form = self.atom(form);
        let asked = self
            .connection
            .convert_selection(self.window, selection, form, given, time);
        asked.unwrap().check().unwrap();
        loop {
            if let Event::SelectionNotify(told) = self.connection.wait_for_event().unwrap() {
                assert_eq!(told.property, given, "it is handed over");
                return String::from_utf8(self.property(self.window, given)).unwrap();
            }
        }
    }

    fn property(&self, window: Window, property: Atom) -> Vec<u8> {
        let any = AtomEnum::ANY;
        let asked = self
            .connection
            .get_property(false, window, property, any, 0, 1 << 16);
        asked.unwrap().reply().unwrap().value
    }
}

/// Copies a text, as in a text editor: it can be pasted until another program copies something.
pub fn copy(text: &str) {
    let text = text.to_owned();
    let program = Program::start();
    program.own("CLIPBOARD");
    let forms = ["UTF8_STRING", "text/plain;charset=utf-8"].map(|name| program.atom(name));
    let keep = move || {
        while let Ok(event) = program.connection.wait_for_event() {
            match event {
                Event::SelectionRequest(asked) => {
                    program.hand_over(&asked, &forms, text.as_bytes());
                }
                Event::SelectionClear(_) => return,
                _ => {}
            }
        }
    };
    std::thread::Builder::new().spawn(keep).unwrap();
}

/// The settings of the screen, as a desktop has them (XSETTINGS), as long as this is there.
pub struct Settings(Program);

impl Settings {
    /// Takes them over.
    pub fn of_screen() -> Settings {
        let program = Program::start();
        program.own("_XSETTINGS_S0");
        Settings(program)
    }

    /// Says the name of the theme.
    pub fn say(&self, theme: &str) {
        let filled = |text: &str| {
            let mut bytes = text.as_bytes().to_vec();
            bytes.resize(text.len().next_multiple_of(4), 0);
            bytes
        };
        let name = "Net/ThemeName";
        let four = |number: usize| (number as u32).to_le_bytes().to_vec();
        // Byte order, number of the change, one setting: a text.
        let mut bytes = [four(0), four(1), four(1), vec![1, 0]].concat();
        bytes.extend((name.len() as u16).to_le_bytes());
        bytes.extend([filled(name), four(1), four(theme.len()), filled(theme)].concat());
        let Program { connection, window } = &self.0;
        let kind = self.0.atom("_XSETTINGS_SETTINGS");
        let told = connection.change_property8(PropMode::REPLACE, *window, kind, kind, &bytes);
        told.unwrap().check().unwrap();
    }
}
