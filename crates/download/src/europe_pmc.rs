//! Europe PMC at EMBL-EBI, asked for the full texts of open-access articles by its RESTful service: JATS XML by PMCID, one at a time.
//!
//! The service allows ten requests a second; two are sent. Articles that are not open are no error. Nothing is asked before a function
//! here is called.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use url::Url;

use crate::address::usable;
use crate::options::Options;
use crate::service::{Service, ServiceError, Trouble};

/// Where the service is.
pub const ADDRESS: &str = "https://www.ebi.ac.uk/europepmc/webservices/rest/";

/// The least time between two requests.
const PACE: Duration = Duration::from_millis(500);

/// Size of an article, at most: long ones with large tables have about 5 MiB.
const ARTICLE: u64 = 16 << 20;

/// Digits of a PMCID, at most.
const DIGITS: usize = 12;

/// A client of the service.
pub struct EuropePmc {
    service: Service,
    base: Url,
}

impl EuropePmc {
    /// At the usual address, or at another one (https, or this very machine).
    ///
    /// # Errors
    /// If the address cannot be used.
    pub fn new(address: Option<&str>, options: Options) -> Result<EuropePmc, ServiceError> {
        let base = usable(address.unwrap_or(ADDRESS), None).map_err(ServiceError::Address)?;
        Ok(EuropePmc {
            service: Service::new("Europe PMC", PACE, ARTICLE, options),
            base,
        })
    }

    /// Has somebody told, in words, when there was no answer and it is asked again after a while.
    pub fn on_wait(&mut self, tell: impl FnMut(&str) + Send + 'static) {
        self.service.on_wait(tell);
    }

    /// The machine that is asked, for a message before anything is sent.
    pub fn host(&self) -> &str {
        self.base.host_str().unwrap_or_default()
    }

    /// The article of this PMCID (`PMC123`) in JATS, whole; nothing if its full text is not open.
    ///
    /// # Errors
    /// [`ServiceError`] says what was wrong with the answer or the connection.
    pub fn full_text(
        &mut self,
        pmcid: &str,
        cancel: &AtomicBool,
    ) -> Result<Option<Vec<u8>>, ServiceError> {
        let digits = pmcid.strip_prefix("PMC").unwrap_or_default();
        let is_number = digits.bytes().all(|b| b.is_ascii_digit());
        if !is_number || digits.is_empty() || digits.len() > DIGITS {
            return Ok(None);
        }
        let address = self
            .base
            .join(&format!("{pmcid}/fullTextXML"))
            .map_err(|error| ServiceError::Address(error.to_string()))?;
        // One that was cut off on its way is asked for again.
        let look = |bytes: &[u8]| {
            let end = bytes.trim_ascii_end();
            let whole = end.is_empty() || end.ends_with(b"</article>");
            whole.then_some(()).ok_or_else(Trouble::cut_off)
        };
        match self.service.ask(&address, None, &look, cancel) {
            Ok(bytes) => Ok((!bytes.trim_ascii().is_empty()).then_some(bytes)),
            Err(ServiceError::Status {
                status: 403 | 404 | 410,
                ..
            }) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
