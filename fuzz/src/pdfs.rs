//! PDFs, as the child process reads them.
//!
//! What the PDF library does to that process (panics on a page are caught there, a stack or a memory that ends closes it) is what the
//! process is for, so that only panics which reach us count here. The limits on memory and time hold for it all the same.

use library::pdf::extract_here;

/// A whole file.
pub(crate) fn file(bytes: &[u8]) {
    // What is wrong with it is told; that is all that is asked.
    let _ = extract_here(bytes);
}

/// Widths of the letters of the one font, thousandths of its size.
const WIDTHS: &str = "/FirstChar 32 /LastChar 126 /Widths [";

/// The operators of a page that shows text, with a font: what is ours, the layout, gets letters from everywhere.
pub(crate) fn page(bytes: &[u8]) {
    let widths = format!("{WIDTHS}{}]", "500 ".repeat(95));
    let font = format!(
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding {widths} >>"
    );
    let objects: [&[u8]; 5] = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Count 1 /Kids [4 0 R] /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> >>",
        font.as_bytes(),
        b"<< /Type /Page /Parent 2 0 R /Contents 5 0 R >>",
        &[
            format!("<< /Length {} >>\nstream\n", bytes.len()).as_bytes(),
            bytes,
            b"\nendstream",
        ]
        .concat(),
    ];
    let mut out = b"%PDF-1.4\n".to_vec();
    let mut table = String::new();
    for (n, object) in objects.iter().enumerate() {
        table += &format!("{:010} 00000 n \n", out.len());
        out.extend(format!("{} 0 obj\n", n + 1).as_bytes());
        out.extend(*object);
        out.extend(b"\nendobj\n");
    }
    let start = out.len();
    let end = format!(
        "xref\n0 6\n0000000000 65535 f \n{table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    );
    out.extend(end.as_bytes());
    let _ = extract_here(&out);
}
