//! The text of pages, one by one: a page that cannot be read costs no other.

use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};

use flate2::read::ZlibDecoder;
use pdf_extract::{Document, Object, ObjectId};

use super::layout;

/// Text that is taken, in bytes: that of the longest book.
const MOST_TEXT: usize = 20 << 20;
/// Bytes that the content of a page may unpack to; that of a printed page has some hundred thousand, of a map some millions.
const MOST_CONTENT: u64 = 64 << 20;

/// The lines of the pages with these numbers, and the numbers of those that cannot be read. Pages beyond the longest book are not read.
pub(super) fn read(
    document: &Document,
    numbers: &[(u32, ObjectId)],
) -> (Vec<Vec<layout::Line>>, Vec<u32>) {
    let mut pages = Vec::new();
    let mut failed_pages = Vec::new();
    let mut taken = 0;
    for &(number, id) in numbers {
        if taken > MOST_TEXT {
            failed_pages.push(number);
            break;
        }
        let (lines, is_whole) = lines(document, number, id);
        if !is_whole {
            failed_pages.push(number);
        }
        taken += lines.iter().map(|line| line.text.len()).sum::<usize>();
        pages.push(lines);
    }
    (pages, failed_pages)
}

/// The lines of a page, and whether all of it could be read.
pub(super) fn lines(document: &Document, number: u32, id: ObjectId) -> (Vec<layout::Line>, bool) {
    if is_bomb(document, id) {
        return (Vec::new(), false);
    }
    let mut page = layout::Page::default();
    let done = catch_unwind(AssertUnwindSafe(|| {
        pdf_extract::output_doc_page(document, &mut page, number)
    }));
    (page.into_lines(), matches!(done, Ok(Ok(()))))
}

/// Whether the content of a page unpacks to more than [`MOST_CONTENT`]: counted, not kept, since the parser unpacks without a limit.
fn is_bomb(document: &Document, page: ObjectId) -> bool {
    let mut length = 0;
    for id in document.get_page_contents(page) {
        let stream = document.get_object(id).and_then(Object::as_stream);
        let Ok(stream) = stream else { continue };
        let filters = stream.filters().unwrap_or_default();
        let packed = filters.iter().take_while(|name| **name == b"FlateDecode");
        let mut content: Box<dyn Read + '_> = Box::new(stream.content.as_slice());
        for _ in packed {
            content = Box::new(ZlibDecoder::new(content));
        }
        let mut piece = [0; 8192];
        // Damaged data end where the damage is; the parser says so.
        while let Ok(read @ 1..) = content.read(&mut piece) {
            length += read as u64;
            if length > MOST_CONTENT {
                return true;
            }
        }
    }
    false
}
