//! A public service on the web, asked politely: one request at a time, at the pace that it allows, and again after a while where
//! that may help.

use std::io::Read as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use url::Url;

use crate::http::{self, Failure};
use crate::options::Options;

/// How often somebody who waits looks whether to go on.
const LOOK: Duration = Duration::from_millis(20);

/// The longest time for which a server is left alone because it asks for that.
const LONGEST_REST: Duration = Duration::from_secs(120);

/// How often a machine is tried that has not answered yet, where its name is not known or it lets nobody in: that seldom passes.
const FEW: u32 = 3;

/// Pauses that are not worth a word.
const SHORT: Duration = Duration::from_secs(1);

/// Why a service gave nothing.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// The caller asked to stop.
    #[error("cancelled")]
    Cancelled,
    /// The address cannot be used.
    #[error("the address {0}")]
    Address(String),
    /// The service did not understand what it was asked, or found nothing to do with it.
    #[error("{service} says: {message}")]
    Query {
        /// What it is called.
        service: &'static str,
        /// What it says.
        message: String,
    },
    /// The server answered with this status.
    #[error("{service} answered {status}")]
    Status {
        /// What it is called.
        service: &'static str,
        /// The status.
        status: u16,
    },
    /// The connection could not be made or was cut, or the server was too busy, again and again.
    #[error("{service} cannot be reached: {message} ({})", tried(*attempts))]
    Network {
        /// What it is called.
        service: &'static str,
        /// The last trouble.
        message: String,
        /// How often it was tried.
        attempts: u32,
    },
    /// The answer makes no sense.
    #[error("unexpected answer of {service}: {message}")]
    Answer {
        /// What it is called.
        service: &'static str,
        /// What is wrong with it.
        message: String,
    },
}

/// Why one request gave nothing.
pub(crate) enum Trouble {
    /// Asking again may help, after this time where the server says so.
    Passing(String, Option<Duration>),
    /// There is no way to the machine: no network, no such name, nobody who listens.
    NoWay(String),
    /// It will not.
    Lasting(ServiceError),
}

impl Trouble {
    /// The answer does not end as it should.
    pub(crate) fn cut_off() -> Trouble {
        Trouble::Passing("its answer was cut off".to_owned(), None)
    }
}

/// A service.
pub(crate) struct Service {
    name: &'static str,
    agent: ureq::Agent,
    options: Options,
    /// The least time between two requests.
    pace: Duration,
    /// Bytes of an answer, at most.
    most: u64,
    last: Option<Instant>,
    /// Whether it has answered before.
    answered: bool,
    /// Who is told that it is waited for.
    on_wait: Box<dyn FnMut(&str) + Send>,
}

impl Service {
    pub(crate) fn new(name: &'static str, pace: Duration, most: u64, options: Options) -> Service {
        Service {
            name,
            agent: http::agent(&options),
            options,
            pace,
            most,
            last: None,
            answered: false,
            on_wait: Box::new(|_| {}),
        }
    }

    /// Has somebody told, in words, when the service gave no answer and is asked again after a while.
    pub(crate) fn on_wait(&mut self, tell: impl FnMut(&str) + Send + 'static) {
        self.on_wait = Box::new(tell);
    }

    /// An answer that makes no sense.
    pub(crate) fn nonsense(&self, message: impl ToString) -> ServiceError {
        ServiceError::Answer {
            service: self.name,
            message: message.to_string(),
        }
    }

    /// Sends a request, with a form where one is given, until `look` finds nothing wrong with the answer, as often as the options
    /// allow.
    pub(crate) fn ask(
        &mut self,
        address: &Url,
        form: Option<&str>,
        look: &dyn Fn(&[u8]) -> Result<(), Trouble>,
        cancel: &AtomicBool,
    ) -> Result<Vec<u8>, ServiceError> {
        let mut attempts = self.options.attempts.max(1);
        let mut pause = self.options.pause;
        let (mut message, mut rest) = (String::new(), None);
        let mut attempt = 0;
        while attempt < attempts {
            if attempt > 0 {
                let asked: Duration = rest.take().unwrap_or_default();
                let time = pause.max(asked.min(LONGEST_REST));
                if time >= SHORT {
                    let (name, seconds) = (self.name, time.as_secs_f32());
                    (self.on_wait)(&format!(
                        "{name} gave no answer ({message}); it is asked again in {seconds:.0} s"
                    ));
                }
                wait(time, cancel)?;
                pause *= 2;
            }
            attempt += 1;
            let left = self
                .last
                .map(|last| self.pace.saturating_sub(last.elapsed()));
            wait(left.unwrap_or_default(), cancel)?;
            self.last = Some(Instant::now());
            let answer = self.once(address, form);
            match answer.and_then(|bytes| look(&bytes).map(|()| bytes)) {
                Ok(bytes) => {
                    self.answered = true;
                    return Ok(bytes);
                }
                Err(Trouble::Passing(why, after)) => (message, rest) = (why, after),
                Err(Trouble::NoWay(why)) => {
                    // Within a long run the network may be gone for a minute.
                    if !self.answered {
                        attempts = attempts.min(FEW);
                    }
                    message = why;
                }
                Err(Trouble::Lasting(error)) => return Err(error),
            }
        }
        Err(ServiceError::Network {
            service: self.name,
            message,
            attempts,
        })
    }

    fn once(&self, address: &Url, form: Option<&str>) -> Result<Vec<u8>, Trouble> {
        let sent = match form {
            None => http::get(&self.agent, address, 0, None, &self.options),
            Some(form) => http::post(&self.agent, address, form, &self.options),
        };
        let answer = sent.map_err(|failure| match failure {
            Failure::Passing(why) => Trouble::Passing(why, None),
            Failure::NoWay(why) => Trouble::NoWay(why),
            Failure::Lasting(reason) => Trouble::Lasting(self.nonsense(reason)),
        })?;
        match answer.status {
            200 => {}
            429 => {
                let why = "it asks for fewer requests".to_owned();
                return Err(Trouble::Passing(why, answer.retry_after));
            }
            status @ 500.. => {
                let why = format!("it answered {status}");
                return Err(Trouble::Passing(why, answer.retry_after));
            }
            status => {
                let service = self.name;
                return Err(Trouble::Lasting(ServiceError::Status { service, status }));
            }
        }
        let mut bytes = Vec::new();
        let read = answer.body.take(self.most + 1).read_to_end(&mut bytes);
        read.map_err(|error| Trouble::Passing(http::in_words(&error), None))?;
        if bytes.len() as u64 > self.most {
            let error = self.nonsense(format!("more than {} MiB", self.most >> 20));
            return Err(Trouble::Lasting(error));
        }
        Ok(bytes)
    }
}

/// How often it was tried.
fn tried(attempts: u32) -> String {
    match attempts {
        1 => "after one attempt".to_owned(),
        n => format!("after {n} attempts"),
    }
}

/// Waits, and looks whether to go on.
fn wait(time: Duration, cancel: &AtomicBool) -> Result<(), ServiceError> {
    let start = Instant::now();
    loop {
        if cancel.load(Ordering::Relaxed) {
            return Err(ServiceError::Cancelled);
        }
        match time.checked_sub(start.elapsed()) {
            Some(left) if !left.is_zero() => std::thread::sleep(left.min(LOOK)),
            _ => return Ok(()),
        }
    }
}
