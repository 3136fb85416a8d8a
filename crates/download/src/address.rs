//! Addresses that may be asked.

use url::{Host, Url};

/// An address that may be asked: https, or http on this very machine when the address that led there was of that kind,
/// too. Credentials in addresses are refused, since they would end up in messages.
pub(crate) fn usable(text: &str, from: Option<&Url>) -> Result<Url, String> {
    let url = match from {
        Some(from) => from.join(text),
        None => Url::parse(text),
    }
    .map_err(|e| format!("{text:?} is malformed: {e}"))?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(format!(
            "of {} holds a user name",
            url.host_str().unwrap_or("the server")
        ));
    }
    match url.scheme() {
        "https" => Ok(url),
        "http" if is_loopback(&url) && from.is_none_or(|f| f.scheme() == "http") => Ok(url),
        _ => Err(format!("{url} is not https")),
    }
}

/// Whether an address is on this very machine.
pub(crate) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_https_is_spoken_but_on_this_machine() {
        for good in [
            "https://example.org/a",
            "http://127.0.0.1:80/a",
            "http://localhost/a",
            "http://[::1]:8/a",
        ] {
            assert!(usable(good, None).is_ok(), "{good}");
        }
        for bad in [
            "http://example.org/a",
            "ftp://example.org/a",
            "file:///a",
            "http://127.0.0.1.example.org/",
            "https://user:word@example.org/",
            "no address",
        ] {
            assert!(usable(bad, None).is_err(), "{bad}");
        }
        let remote = Url::parse("https://example.org/a/b").expect("an address");
        assert_eq!(
            usable("../c", Some(&remote)).expect("relative").as_str(),
            "https://example.org/c"
        );
        assert!(usable("http://127.0.0.1/", Some(&remote)).is_err());
        assert!(usable("http://example.org/", Some(&remote)).is_err());
    }
}
