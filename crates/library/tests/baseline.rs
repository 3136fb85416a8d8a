//! A file as PubMed's yearly baseline has them, 30,000 records gzipped: how many are read, and that they are read as a stream.

mod common;

use std::cell::Cell;
use std::io::{self, Read};
use std::path::Path;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;

use flate2::Compression;
use flate2::read::GzEncoder;
use library::{ReadOptions, read_from};

const RECORDS: usize = 30_000;
/// Records that may have been made and not yet handed over: what the buffers of packing and unpacking hold, some 600 kB. All together are 60 MB.
const AHEAD: usize = 400;

/// Makes the file as it is read.
struct Baseline {
    made: Rc<Cell<usize>>,
    /// What is left of the record at hand.
    left: io::Cursor<Vec<u8>>,
    has_ended: bool,
}

/// Words of no pattern, so that they pack as real abstracts do.
fn words(mut seed: u64) -> String {
    let mut text = String::new();
    while text.len() < 1200 {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        text += &format!("{:x} of the liver, ", seed >> 24);
    }
    text
}

fn record(n: usize) -> String {
    format!(
        "<PubmedArticle><MedlineCitation><PMID Version=\"1\">{pmid}</PMID><Article><Journal><Title>Gut Letters</Title></Journal>\
         <ArticleTitle>Stones of the bile duct, part {n}</ArticleTitle><Abstract><AbstractText>{text}</AbstractText></Abstract>\
         <AuthorList><Author><LastName>Ek</LastName><ForeName>Bo</ForeName></Author></AuthorList></Article></MedlineCitation></PubmedArticle>\n",
        pmid = 1000 + n,
        text = words(n as u64),
    )
}

impl Read for Baseline {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.left.read(into)?;
            if read > 0 || self.has_ended {
                return Ok(read);
            }
            let made = self.made.get();
            let next = match made {
                RECORDS => {
                    self.has_ended = true;
                    "</PubmedArticleSet>\n".to_owned()
                }
                _ => {
                    self.made.set(made + 1);
                    record(made)
                }
            };
            self.left = io::Cursor::new(next.into_bytes());
        }
    }
}

#[test]
fn thirty_thousand_records_are_read_one_by_one() {
    let made = Rc::new(Cell::new(0));
    let head = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<PubmedArticleSet>\n";
    let file = Baseline {
        made: Rc::clone(&made),
        left: io::Cursor::new(head.as_bytes().to_vec()),
        has_ended: false,
    };
    let packed = GzEncoder::new(file, Compression::fast());
    let (mut read, mut ahead) = (0, 0);
    let never = AtomicBool::new(false);
    let name = Path::new("pubmed26n0001.xml.gz");
    let summary = read_from(
        name,
        packed,
        &ReadOptions::default(),
        &never,
        &mut |document| {
            let document = document.expect("a record");
            assert_eq!(document.pmid, Some((1000 + read).to_string()));
            assert!(document.text.len() > 1000);
            read += 1;
            ahead = ahead.max(made.get() - read);
        },
    );
    assert_eq!((summary.documents, summary.errors), (RECORDS as u64, 0));
    assert!(
        ahead > 0 && ahead <= AHEAD,
        "{ahead} records were held at once"
    );
}
