//! A private virtual display for the window tests.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::machine::Machine;

/// An X server without a screen; it ends with this value.
pub struct VirtualDisplay {
    server: Child,
    name: String,
}

impl VirtualDisplay {
    /// Starts the server on a display number that is free.
    pub fn start(machine: &Machine) -> Result<VirtualDisplay> {
        Self::with_screen(machine, "1600x1000x24")
    }

    /// The same with a screen of another size and depth.
    pub fn with_screen(machine: &Machine, screen: &str) -> Result<VirtualDisplay> {
        let server = machine.program("Xvfb").context("Xvfb is not installed")?;
        // Where there is `setpriv`, the server also ends when this process is killed outright.
        let mut command = match machine.program("setpriv") {
            Some(setpriv) => {
                let mut command = Command::new(setpriv);
                command.args(["--pdeathsig", "TERM", "--"]).arg(server);
                command
            }
            None => Command::new(server),
        };
        // The server chooses the number itself and writes it to its standard output once it listens.
        // `-noreset` keeps it going between one window and the next.
        command
            .args(["-displayfd", "1", "-screen", "0", screen])
            .args(["-nolisten", "tcp", "-noreset"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut server = command.spawn().context("could not start Xvfb")?;
        let mut number = String::new();
        let read = match server.stdout.take() {
            Some(output) => BufReader::new(output).read_line(&mut number).is_ok(),
            None => false,
        };
        let number = number.trim();
        let display = VirtualDisplay {
            name: format!(":{number}"),
            server,
        };
        if !read || number.is_empty() {
            bail!("Xvfb ended before it opened a display");
        }
        Ok(display)
    }

    /// The name for `DISPLAY`.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Drop for VirtualDisplay {
    fn drop(&mut self) {
        // It may have ended already, and there is nobody left to tell.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
