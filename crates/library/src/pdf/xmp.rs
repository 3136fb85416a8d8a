//! What the metadata stream of a PDF (XMP) says of the work: publishers put its DOI and its journal there.

use std::io::Read;

use flate2::read::ZlibDecoder;
use pdf_extract::{Document as PdfDocument, Object, Stream};
use roxmltree::{Document as Tree, Node, ParsingOptions};

use crate::document::normalise_doi;

/// Bytes of the stream, unpacked, at most.
const MOST_BYTES: u64 = 1 << 20;
/// Elements and texts in it, at most.
const MOST_NODES: u32 = 20_000;
/// Characters of a value, at most.
const LONGEST: usize = 500;

const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const DUBLIN_CORE: &str = "http://purl.org/dc/elements/1.1/";
/// How the names of PRISM begin, of whatever version.
const PRISM: &str = "http://prismstandard.org/namespaces/";

/// What is known from there.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Xmp {
    /// `dc:title`.
    pub(super) title: Option<String>,
    /// `prism:publicationName`.
    pub(super) journal: Option<String>,
    /// `prism:doi`, or what others call so, else a DOI as `dc:identifier`.
    pub(super) doi: Option<String>,
}

impl Xmp {
    /// Of a document; nothing of what is damaged, or larger than metadata are.
    pub(super) fn of(document: &PdfDocument) -> Xmp {
        let text = stream(document).and_then(unpacked);
        text.map_or_else(Xmp::default, |text| Xmp::parse(&text))
    }

    fn parse(text: &str) -> Xmp {
        let options = ParsingOptions {
            nodes_limit: MOST_NODES,
            ..ParsingOptions::default()
        };
        let Ok(tree) = Tree::parse_with_options(packet(text), options) else {
            return Xmp::default();
        };
        let mut xmp = Xmp::default();
        let mut identifier = None;
        let descriptions = tree.descendants();
        for description in descriptions.filter(|node| node.has_tag_name((RDF, "Description"))) {
            let attributes = description.attributes().map(|attribute| {
                let value = vec![one_line(attribute.value())];
                (attribute.namespace(), attribute.name(), value)
            });
            let elements = description.children().filter(|child| child.is_element());
            let elements = elements.map(|element| {
                let name = element.tag_name();
                (name.namespace(), name.name(), values(element))
            });
            for (space, name, values) in attributes.chain(elements) {
                let space = space.unwrap_or_default();
                let first = || values.iter().find(|value| !value.is_empty()).cloned();
                let doi = || values.iter().find_map(|value| normalise_doi(value));
                if name.eq_ignore_ascii_case("doi") {
                    xmp.doi = xmp.doi.take().or_else(doi);
                } else if space == DUBLIN_CORE && name == "identifier" {
                    identifier = identifier.or_else(doi);
                } else if space == DUBLIN_CORE && name == "title" {
                    xmp.title = xmp.title.take().or_else(first);
                } else if space.starts_with(PRISM) && name == "publicationName" {
                    xmp.journal = xmp.journal.take().or_else(first);
                }
            }
        }
        xmp.doi = xmp.doi.or(identifier);
        xmp
    }
}

fn stream(document: &PdfDocument) -> Option<&Stream> {
    let metadata = document.catalog().ok()?.get(b"Metadata").ok()?;
    let metadata = match metadata {
        Object::Reference(id) => document.get_object(*id).ok()?,
        other => other,
    };
    metadata.as_stream().ok()
}

fn unpacked(stream: &Stream) -> Option<String> {
    let filters = stream.filters().unwrap_or_default();
    let content = stream.content.as_slice();
    let content: Box<dyn Read + '_> = match filters.as_slice() {
        [] => Box::new(content),
        [name] if *name == b"FlateDecode" => Box::new(ZlibDecoder::new(content)),
        _ => return None,
    };
    let mut bytes = Vec::new();
    content.take(MOST_BYTES).read_to_end(&mut bytes).ok()?;
    String::from_utf8(bytes).ok()
}

/// The element in a text, without what stands around it: instructions, blanks, what a program has left behind.
fn packet(text: &str) -> &str {
    let within = |name: &str| {
        let from = text.find(&format!("<{name}"))?;
        let end = format!("</{name}>");
        let to = text.rfind(&end)? + end.len();
        text.get(from..to)
    };
    within("x:xmpmeta")
        .or_else(|| within("rdf:RDF"))
        .unwrap_or(text)
}

/// The values of a property: the members of its list, or its own.
fn values(property: Node<'_, '_>) -> Vec<String> {
    let text = |node: Node<'_, '_>| {
        let texts = node.descendants().filter(|node| node.is_text());
        let texts: String = texts.filter_map(|node| node.text()).collect();
        one_line(&texts)
    };
    let members = property.descendants();
    let members = members.filter(|node| node.has_tag_name((RDF, "li")));
    let members: Vec<String> = members.map(text).collect();
    if members.is_empty() {
        vec![text(property)]
    } else {
        members
    }
}

fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    let letters = line.chars().filter(|c| !c.is_control());
    letters.take(LONGEST).collect()
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use pdf_extract::Dictionary;

    use super::*;

    fn described(attributes: &str, properties: &str) -> String {
        format!(
            "<?xpacket begin='\u{feff}'?>\n<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='{RDF}'>\
             <rdf:Description xmlns:dc='{DUBLIN_CORE}' xmlns:prism='{PRISM}basic/2.0/' \
             xmlns:pdfx='http://ns.adobe.com/pdfx/1.3/' {attributes}>{properties}</rdf:Description>\
             </rdf:RDF></x:xmpmeta>\n   <?xpacket end='w'?>\0"
        )
    }

    #[test]
    fn title_journal_and_doi_are_found_however_they_are_written() {
        let own = |text: &str| Some(text.to_owned());
        let elements = described(
            "",
            "<dc:identifier>doi:10.5555/other</dc:identifier><prism:doi>10.5555/Vent.1</prism:doi>\
             <prism:publicationName>Annals\n of  Ventilation</prism:publicationName>\
             <dc:title><rdf:Alt><rdf:li xml:lang='x-default'>The diaphragm</rdf:li><rdf:li>Das Zwerchfell</rdf:li></rdf:Alt></dc:title>",
        );
        let wanted = Xmp {
            title: own("The diaphragm"),
            journal: own("Annals of Ventilation"),
            doi: own("10.5555/vent.1"),
        };
        assert_eq!(Xmp::parse(&elements), wanted);
        let attributes = described(
            "pdfx:doi='https://doi.org/10.5555/vent.1' prism:publicationName='Annals of Ventilation'",
            "<dc:title>The diaphragm</dc:title>",
        );
        assert_eq!(Xmp::parse(&attributes), wanted);
        let listed = "<dc:identifier><rdf:Bag><rdf:li>uuid:7</rdf:li><rdf:li>doi:10.5555/vent.1</rdf:li></rdf:Bag></dc:identifier>";
        assert_eq!(Xmp::parse(&described("", listed)).doi, wanted.doi);
        for none in ["", "<x:xmpmeta", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"] {
            assert_eq!(Xmp::parse(none), Xmp::default());
        }
    }

    #[test]
    fn a_packed_stream_is_read_up_to_a_limit() {
        let packed = |text: &str| {
            let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
            zlib.write_all(text.as_bytes()).expect("memory");
            let mut named = Dictionary::new();
            named.set("Filter", Object::Name(b"FlateDecode".to_vec()));
            Stream::new(named, zlib.finish().expect("memory"))
        };
        let text = described("", "<prism:doi>10.5555/vent.1</prism:doi>");
        assert_eq!(unpacked(&packed(&text)), Some(text.clone()));
        assert_eq!(
            unpacked(&Stream::new(Dictionary::new(), text.clone().into_bytes())),
            Some(text)
        );
        let large = unpacked(&packed(&" ".repeat(3 << 20))).expect("what is read of it");
        assert_eq!(large.len() as u64, MOST_BYTES);
        let mut other = Dictionary::new();
        other.set("Filter", Object::Name(b"LZWDecode".to_vec()));
        assert_eq!(unpacked(&Stream::new(other, Vec::new())), None);
    }
}
