//! The source of a drag under X11 (XDND, edition 5), beside the window and on a connection of its own. While the button is held the window has
//! all events of the pointer; where that is, and whether the button is still held, the server is therefore asked for.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use viewer::DragNews;
use x11rb::connection::{Connection as _, RequestConnection as _};
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ClientMessageEvent, ConnectionExt as _, CreateWindowAux, EventMask, KeyButMask,
    PropMode, SELECTION_NOTIFY_EVENT, SelectionNotifyEvent, SelectionRequestEvent, Timestamp,
    Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use super::Offered;

/// How often it is looked where the pointer is.
const LOOK: Duration = Duration::from_millis(12);
/// A program that has not said so long whether it takes what was let go over it does not.
const ANSWER: Duration = Duration::from_secs(3);
/// So long a program may take to fetch what it has taken.
const FETCH: Duration = Duration::from_secs(60);
/// The edition of the protocol that is spoken; with an older one, that.
const EDITION: u32 = 5;
/// Windows within windows, at most.
const DEPTH: usize = 32;

x11rb::atom_manager! {
    Atoms: AtomsCookie {
        XdndAware,
        XdndProxy,
        XdndSelection,
        XdndEnter,
        XdndPosition,
        XdndStatus,
        XdndLeave,
        XdndDrop,
        XdndFinished,
        XdndTypeList,
        XdndActionCopy,
        TARGETS,
        UTF8_STRING,
        FILES: b"text/uri-list",
        TEXT: b"text/plain",
        UTF8_TEXT: b"text/plain;charset=utf-8",
    }
}

/// What is carried.
enum Load {
    /// It is being made.
    Awaited(Receiver<Option<Offered>>),
    /// It is there; nothing where it could not be made.
    Ready(Option<Offered>),
}

/// A window that knows of drags, under the pointer.
struct Over {
    window: Window,
    /// Who is told for it.
    proxy: Window,
    edition: u32,
    /// It has not said yet what it makes of where the pointer is.
    asked: bool,
    /// It would take it.
    takes: bool,
    /// Where the pointer is, while it has not been told.
    untold: Option<[i16; 2]>,
}

/// A drag.
struct Drag<'a> {
    connection: RustConnection,
    atoms: Atoms,
    root: Window,
    /// The window of the program itself, which takes nothing of its own.
    from: Window,
    /// Who is spoken to.
    window: Window,
    /// When it began, by the server's clock.
    time: Timestamp,
    load: Load,
    /// What was asked for before it was there.
    waiting: Vec<SelectionRequestEvent>,
    over: Option<Over>,
    /// It has been fetched, or another program drags now.
    over_with: bool,
    news: &'a dyn Fn(DragNews),
}

/// Carries what is offered from a window until the button is let go, or the drag given up, and serves the program that takes it. Tells
/// whether what is under the pointer would. Where in the window (its own pixels) the button was let go before this began is told with it.
///
/// # Errors
/// If the display breaks off.
pub(super) fn carry(
    (from, let_go): (Window, Option<[i16; 2]>),
    offered: Receiver<Option<Offered>>,
    given_up: &AtomicBool,
    news: &dyn Fn(DragNews),
) -> Result<()> {
    let mut drag = Drag::begin(from, Load::Awaited(offered), news)?;
    if let Some([x, y]) = let_go {
        let there = drag.connection.translate_coordinates(from, drag.root, x, y);
        let there = there?.reply()?;
        drag.move_to([there.dst_x, there.dst_y])?;
        return drag.let_go(given_up);
    }
    let mut last = None;
    loop {
        drag.listen()?;
        if given_up.load(Ordering::Acquire) || drag.over_with {
            return drag.leave();
        }
        let pointer = drag.connection.query_pointer(drag.root)?.reply()?;
        let at = [pointer.root_x, pointer.root_y];
        if last != Some(at) {
            last = Some(at);
            drag.move_to(at)?;
        }
        if !pointer.mask.contains(KeyButMask::BUTTON1) {
            return drag.let_go(given_up);
        }
        drag.tell_position()?;
        std::thread::sleep(LOOK);
    }
}

impl<'a> Drag<'a> {
    fn begin(from: Window, load: Load, news: &'a dyn Fn(DragNews)) -> Result<Self> {
        let (connection, number) = x11rb::connect(None)?;
        let screen = connection.setup().roots.get(number);
        let root = screen.context("no such screen")?.root;
        let atoms = Atoms::new(&connection)?.reply()?;
        let window = connection.generate_id()?;
        let (class, aux) = (WindowClass::INPUT_ONLY, CreateWindowAux::new());
        let aux = aux.event_mask(EventMask::PROPERTY_CHANGE);
        connection
            .create_window(0, window, root, -1, -1, 1, 1, 0, class, 0, &aux)?
            .check()?;
        let forms = forms(&atoms);
        let (mode, list) = (PropMode::REPLACE, atoms.XdndTypeList);
        connection
            .change_property32(mode, window, list, AtomEnum::ATOM, &forms)?
            .check()?;
        // The server says by the change when it was.
        let time = loop {
            if let Event::PropertyNotify(changed) = connection.wait_for_event()? {
                break changed.time;
            }
        };
        connection
            .set_selection_owner(window, atoms.XdndSelection, time)?
            .check()?;
        Ok(Self {
            connection,
            atoms,
            root,
            from,
            window,
            time,
            load,
            waiting: Vec::new(),
            over: None,
            over_with: false,
            news,
        })
    }

    /// Takes in what has been said.
    fn listen(&mut self) -> Result<()> {
        while let Some(event) = self.connection.poll_for_event()? {
            match event {
                Event::SelectionRequest(asked) => self.waiting.push(asked),
                Event::SelectionClear(lost) if lost.selection == self.atoms.XdndSelection => {
                    self.over_with = true;
                }
                Event::ClientMessage(said) => self.hear(said),
                _ => {}
            }
        }
        if let Load::Awaited(awaited) = &self.load {
            match awaited.try_recv() {
                Ok(offered) => self.load = Load::Ready(offered),
                Err(TryRecvError::Disconnected) => self.load = Load::Ready(None),
                Err(TryRecvError::Empty) => return Ok(()),
            }
        }
        for asked in std::mem::take(&mut self.waiting) {
            self.hand_over(&asked)?;
        }
        Ok(())
    }

    fn hear(&mut self, said: ClientMessageEvent) {
        let Some(over) = &mut self.over else { return };
        let [window, flags, ..] = said.data.as_data32();
        if said.format != 32 || window != over.window {
            return;
        }
        if said.type_ == self.atoms.XdndFinished {
            self.over_with = true;
        }
        if said.type_ == self.atoms.XdndStatus {
            over.asked = false;
            let takes = flags & 1 == 1;
            if std::mem::replace(&mut over.takes, takes) != takes {
                (self.news)(DragNews::Over { taken: takes });
            }
        }
    }

    /// The pointer is at a place on the screen now.
    fn move_to(&mut self, at: [i16; 2]) -> Result<()> {
        let under = self.under(at)?;
        let window = under.as_ref().map(|under| under.window);
        if self.over.as_ref().map(|over| over.window) != window {
            self.leave()?;
            if let Some(under) = &under {
                let [first, second, third, ..] = forms(&self.atoms);
                // There are more than three: the rest stands in the list.
                let kinds = under.edition << 24 | 1;
                let data = [self.window, kinds, first, second, third];
                self.tell(under, self.atoms.XdndEnter, data)?;
            }
            self.over = under;
        }
        if let Some(over) = &mut self.over {
            over.untold = Some(at);
        }
        Ok(())
    }

    /// The window at a place on the screen that takes drags, the desktop where there is no other; nothing over the program's own.
    fn under(&self, [x, y]: [i16; 2]) -> Result<Option<Over>> {
        let mut window = self.root;
        for _ in 0..DEPTH {
            let asked = self
                .connection
                .translate_coordinates(self.root, window, x, y);
            // It may be gone meanwhile.
            let Ok(there) = asked?.reply() else {
                return Ok(None);
            };
            if there.child == self.from {
                return Ok(None);
            }
            if there.child == x11rb::NONE {
                break;
            }
            window = there.child;
            if let Some(over) = self.knows_of_drags(window) {
                return Ok(Some(over));
            }
        }
        Ok((window == self.root)
            .then(|| self.knows_of_drags(window))
            .flatten())
    }

    fn knows_of_drags(&self, window: Window) -> Option<Over> {
        let is_proxy = |proxy: &Window| {
            self.number(*proxy, self.atoms.XdndProxy, AtomEnum::WINDOW) == Some(*proxy)
        };
        let proxy = self.number(window, self.atoms.XdndProxy, AtomEnum::WINDOW);
        let proxy = proxy.filter(is_proxy).unwrap_or(window);
        let edition = self.number(proxy, self.atoms.XdndAware, AtomEnum::ATOM)?;
        Some(Over {
            window,
            proxy,
            edition: edition.min(EDITION),
            asked: false,
            takes: false,
            untold: None,
        })
    }

    /// The first number of a property of a window.
    fn number(&self, window: Window, property: Atom, kind: AtomEnum) -> Option<u32> {
        let asked = self
            .connection
            .get_property(false, window, property, kind, 0, 1);
        let told = asked.ok()?.reply().ok()?;
        told.value32()?.next()
    }

    /// Tells the window under the pointer where that is, once it has answered to the last place.
    fn tell_position(&mut self) -> Result<()> {
        let (window, time, copy) = (self.window, self.time, self.atoms.XdndActionCopy);
        let Some(over) = self.over.as_mut().filter(|over| !over.asked) else {
            return Ok(());
        };
        let Some([x, y]) = over.untold.take() else {
            return Ok(());
        };
        over.asked = true;
        let at = u32::from(x.cast_unsigned()) << 16 | u32::from(y.cast_unsigned());
        if let Some(over) = &self.over {
            let data = [window, 0, at, time, copy];
            self.tell(over, self.atoms.XdndPosition, data)?;
        }
        Ok(())
    }

    /// The drag has left the window that it was over.
    fn leave(&mut self) -> Result<()> {
        if let Some(over) = self.over.take() {
            self.tell(&over, self.atoms.XdndLeave, [self.window, 0, 0, 0, 0])?;
            if over.takes {
                (self.news)(DragNews::Over { taken: false });
            }
        }
        Ok(())
    }

    /// The button was let go: whoever is under the pointer gets what is carried, if it takes it.
    fn let_go(&mut self, given_up: &AtomicBool) -> Result<()> {
        let began = Instant::now();
        let undecided = |over: &Over| over.asked || over.untold.is_some();
        while self.over.as_ref().is_some_and(undecided) {
            if given_up.load(Ordering::Acquire) || began.elapsed() > ANSWER {
                return self.leave();
            }
            self.tell_position()?;
            std::thread::sleep(LOOK);
            self.listen()?;
        }
        let Some(over) = self.over.as_ref().filter(|over| over.takes) else {
            return self.leave();
        };
        let data = [self.window, 0, self.time, 0, 0];
        self.tell(over, self.atoms.XdndDrop, data)?;
        (self.news)(DragNews::Ended);
        let began = Instant::now();
        while !self.over_with && began.elapsed() < FETCH {
            std::thread::sleep(LOOK);
            self.listen()?;
        }
        Ok(())
    }

    fn tell(&self, over: &Over, what: Atom, data: [u32; 5]) -> Result<()> {
        let message = ClientMessageEvent::new(32, over.window, what, data);
        let none = EventMask::NO_EVENT;
        self.connection
            .send_event(false, over.proxy, none, message)?;
        self.connection.flush()?;
        Ok(())
    }

    /// Hands over what was asked for, in the form in which it was; nothing in a form that there is not.
    fn hand_over(&self, asked: &SelectionRequestEvent) -> Result<()> {
        let (connection, atoms) = (&self.connection, &self.atoms);
        let (mode, to) = (PropMode::REPLACE, asked.requestor);
        // Who names no property is from before there were any.
        let property = match asked.property {
            x11rb::NONE => asked.target,
            property => property,
        };
        let offered = match &self.load {
            Load::Ready(Some(offered)) => Some(offered),
            _ => None,
        };
        let bytes = offered.and_then(|offered| match asked.target {
            target if target == atoms.FILES => Some(offered.files.as_bytes()),
            target if forms(atoms).contains(&target) => Some(offered.citations.as_bytes()),
            _ => None,
        });
        let most = connection.maximum_request_bytes().saturating_sub(64);
        let bytes = bytes.filter(|bytes| !bytes.is_empty() && bytes.len() <= most);
        let given = if asked.target == atoms.TARGETS {
            let [a, b, c, d] = forms(atoms);
            let all = [atoms.TARGETS, a, b, c, d];
            connection.change_property32(mode, to, property, AtomEnum::ATOM, &all)?;
            property
        } else if let Some(bytes) = bytes {
            connection.change_property8(mode, to, property, asked.target, bytes)?;
            property
        } else {
            x11rb::NONE
        };
        let answer = SelectionNotifyEvent {
            response_type: SELECTION_NOTIFY_EVENT,
            sequence: 0,
            time: asked.time,
            requestor: to,
            selection: asked.selection,
            target: asked.target,
            property: given,
        };
        connection.send_event(false, to, EventMask::NO_EVENT, answer)?;
        connection.flush()?;
        Ok(())
    }
}

/// The forms in which it can be had, the best first.
fn forms(atoms: &Atoms) -> [Atom; 4] {
    [atoms.FILES, atoms.UTF8_TEXT, atoms.UTF8_STRING, atoms.TEXT]
}
