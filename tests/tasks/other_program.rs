//! Another program on the same display: one from which files are dragged, and one in which a text was copied.

use std::path::Path;

use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ClientMessageEvent, ConnectionExt as _, CreateWindowAux, EventMask, PropMode,
    SELECTION_NOTIFY_EVENT, SelectionNotifyEvent, SelectionRequestEvent, Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

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
