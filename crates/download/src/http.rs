//! One request, redirects included.

use std::io::{self, Read};
use std::time::Duration;

use ureq::http::{HeaderMap, Response, header};
use url::Url;

use crate::address::{is_loopback, usable};
use crate::error::Reason;
use crate::options::Options;
use crate::part::State;

/// Why a request gave nothing.
pub(crate) enum Failure {
    /// Trying again may help.
    Passing(String),
    /// Trying again may help, but hardly at once: there is no way to the machine.
    NoWay(String),
    /// It will not.
    Lasting(Reason),
}

/// The answer to a request.
pub(crate) struct Answer {
    /// Status code, none of the redirects.
    pub status: u16,
    /// What the server says about the file.
    pub state: State,
    /// Length of the body, where told.
    pub content_length: Option<u64>,
    /// First byte and whole size by `Content-Range`, where told.
    pub content_range: Option<(u64, Option<u64>)>,
    /// Whether the end of the body is marked, so that an early end is an end.
    pub chunked: bool,
    /// `Content-Encoding`, where told.
    pub encoding: Option<String>,
    /// How long to leave the server alone, where it says so in seconds.
    pub retry_after: Option<Duration>,
    /// The body.
    pub body: Box<dyn Read>,
}

/// A client with the options' limits. It follows no redirects by itself and unpacks nothing.
pub(crate) fn agent(options: &Options) -> ureq::Agent {
    ureq::Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .timeout_resolve(Some(options.timeout))
        .timeout_connect(Some(options.timeout))
        .timeout_send_request(Some(options.timeout))
        .timeout_recv_response(Some(options.timeout))
        .timeout_per_read(Some(options.timeout))
        .max_idle_connections(0)
        .user_agent(concat!("corpus-atlas/", env!("CARGO_PKG_VERSION")))
        .build()
        .new_agent()
}

/// Asks for a file from byte `start` on; `validator` makes the server send the whole when the file has changed.
pub(crate) fn get(
    agent: &ureq::Agent,
    address: &Url,
    start: u64,
    validator: Option<&str>,
    options: &Options,
) -> Result<Answer, Failure> {
    follow(address, options, |url| {
        let mut request = agent
            .get(url.as_str())
            .header(header::ACCEPT_ENCODING, "identity");
        if start > 0 {
            request = request.header(header::RANGE, format!("bytes={start}-"));
            if let Some(validator) = validator {
                request = request.header(header::IF_RANGE, validator);
            }
        }
        // A proxy has nothing to do with what stays on this machine.
        if is_loopback(url) {
            request.config().proxy(None).build().call()
        } else {
            request.call()
        }
    })
}

/// Sends a form, as it would stand behind the question mark of an address.
pub(crate) fn post(
    agent: &ureq::Agent,
    address: &Url,
    form: &str,
    options: &Options,
) -> Result<Answer, Failure> {
    follow(address, options, |url| {
        let request = agent
            .post(url.as_str())
            .header(header::ACCEPT_ENCODING, "identity")
            .content_type("application/x-www-form-urlencoded");
        if is_loopback(url) {
            request.config().proxy(None).build().send(form)
        } else {
            request.send(form)
        }
    })
}

/// Sends a request, and the same again to where it is redirected.
fn follow(
    address: &Url,
    options: &Options,
    send: impl Fn(&Url) -> Result<Response<ureq::Body>, ureq::Error>,
) -> Result<Answer, Failure> {
    let mut url = address.clone();
    for _ in 0..=options.redirects {
        let response = send(&url).map_err(failure)?;
        let status = response.status().as_u16();
        let (head, body) = response.into_parts();
        let text = |name| text(&head.headers, name);
        if !matches!(status, 301 | 302 | 303 | 307 | 308) {
            return Ok(Answer {
                status,
                state: State {
                    url: address.to_string(),
                    etag: text(header::ETAG),
                    last_modified: text(header::LAST_MODIFIED),
                    bytes: 0,
                },
                content_length: text(header::CONTENT_LENGTH).and_then(|v| v.parse().ok()),
                content_range: text(header::CONTENT_RANGE)
                    .as_deref()
                    .and_then(content_range),
                chunked: text(header::TRANSFER_ENCODING)
                    .is_some_and(|v| v.to_ascii_lowercase().contains("chunked")),
                encoding: text(header::CONTENT_ENCODING)
                    .filter(|e| !e.eq_ignore_ascii_case("identity")),
                retry_after: text(header::RETRY_AFTER)
                    .and_then(|v| v.parse().ok())
                    .map(Duration::from_secs),
                body: Box::new(body.into_reader()),
            });
        }
        let Some(location) = text(header::LOCATION) else {
            return Err(Failure::Lasting(Reason::Protocol(format!(
                "status {status} without a place to go to"
            ))));
        };
        url = usable(&location, Some(&url)).map_err(|e| Failure::Lasting(Reason::Address(e)))?;
    }
    Err(Failure::Lasting(Reason::Redirects(options.redirects)))
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<String> {
    Some(headers.get(name)?.to_str().ok()?.trim().to_owned())
}

/// `bytes FIRST-LAST/SIZE`, where SIZE may be `*`.
fn content_range(value: &str) -> Option<(u64, Option<u64>)> {
    let (range, size) = value.strip_prefix("bytes ")?.split_once('/')?;
    let first = range.split_once('-')?.0.trim().parse().ok()?;
    match size.trim() {
        "*" => Some((first, None)),
        size => Some((first, Some(size.parse().ok()?))),
    }
}

fn failure(error: ureq::Error) -> Failure {
    use ureq::Error as E;
    match error {
        E::BadUri(_) | E::InvalidProxyUrl | E::RequireHttpsOnly(_) => {
            Failure::Lasting(Reason::Address(format!("cannot be used: {error}")))
        }
        E::Protocol(_) | E::Http(_) => Failure::Lasting(Reason::Protocol(error.to_string())),
        // A certificate that is not accepted will not be the next time either.
        E::Tls(_) | E::Rustls(_) | E::Pem(_) => {
            Failure::Lasting(Reason::Protocol(error.to_string()))
        }
        E::HostNotFound => {
            Failure::NoWay("no address is known for its name; is there a network?".to_owned())
        }
        E::ConnectionFailed => Failure::NoWay("no connection is let in".to_owned()),
        E::Io(error) if is_no_way(&error) => Failure::NoWay(in_words(&error)),
        E::Io(error) => Failure::Passing(in_words(&error)),
        E::Timeout(_) => Failure::Passing("it did not answer in time".to_owned()),
        other => Failure::Passing(other.to_string()),
    }
}

/// Whether the system says that no way leads to the machine.
fn is_no_way(error: &io::Error) -> bool {
    use io::ErrorKind as K;
    matches!(
        error.kind(),
        K::ConnectionRefused | K::HostUnreachable | K::NetworkUnreachable | K::NetworkDown
    ) || is_no_name(error)
}

/// Whether a name was looked up and not found: the system has no number for that.
fn is_no_name(error: &io::Error) -> bool {
    error.to_string().contains("failed to lookup address")
}

/// What the system says of a connection, in plain words.
pub(crate) fn in_words(error: &io::Error) -> String {
    use io::ErrorKind as K;
    match error.kind() {
        K::ConnectionRefused => "the connection was refused".to_owned(),
        K::HostUnreachable | K::NetworkUnreachable | K::NetworkDown => {
            "there is no network, or no way through it".to_owned()
        }
        K::ConnectionReset | K::ConnectionAborted | K::BrokenPipe | K::UnexpectedEof => {
            "the connection was cut".to_owned()
        }
        K::TimedOut | K::WouldBlock => "it did not answer in time".to_owned(),
        _ if is_no_name(error) => {
            "no address is known for its name; is there a network?".to_owned()
        }
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_ranges_are_read() {
        assert_eq!(content_range("bytes 5-9/10"), Some((5, Some(10))));
        assert_eq!(content_range("bytes 5-9/*"), Some((5, None)));
        for bad in [
            "",
            "bytes */10",
            "items 5-9/10",
            "bytes 5-9",
            "bytes a-9/10",
        ] {
            assert_eq!(content_range(bad), None, "{bad}");
        }
    }
}
