//! Damaged files for everything that reads files.
//!
//! A [`Target`] feeds bytes to one reader, in this process. The fuzzer (`cargo xtask fuzz`, the program `atlas-fuzz`) invents bytes and
//! keeps those that reach code which none before had reached; `corpus/TARGET` has what it kept, `regressions/TARGET` each file that
//! once broke something. The program `atlas-replay` feeds files to a target under the same limits, and the test `corpus` does so with
//! all that lie here.
//!
//! A target of a package or folder of several files (a Word document is a ZIP archive of XML) takes the files one behind the other, see
//! [`parts`], and packs them itself: a fuzzer that had to guess checksums would never get to the XML.

mod atlases;
mod documents;
mod folders;
pub mod limits;
pub mod parts;
mod pdfs;
mod projects;

/// Something that reads bytes.
pub struct Target {
    /// Name of its folders.
    pub name: &'static str,
    /// What its bytes are read as.
    reads: Reads,
}

/// What bytes are read as.
enum Reads {
    /// A file of documents with this ending.
    Documents(&'static str),
    /// Parts of a package of documents with this ending.
    Package(&'static str),
    /// A file of surfaces or labels with this ending.
    Atlas(&'static str),
    /// Something else.
    Other(fn(&[u8])),
}

const fn documents(ending: &'static str) -> Target {
    Target {
        name: ending,
        reads: Reads::Documents(ending),
    }
}

const fn package(ending: &'static str) -> Target {
    Target {
        name: ending,
        reads: Reads::Package(ending),
    }
}

const fn atlas(ending: &'static str) -> Target {
    Target {
        name: ending,
        reads: Reads::Atlas(ending),
    }
}

const fn other(name: &'static str, read: fn(&[u8])) -> Target {
    Target {
        name,
        reads: Reads::Other(read),
    }
}

/// All targets. The formats of documents have the names of their usual endings; a test asks for one of each.
pub static TARGETS: &[Target] = &[
    documents("txt"),
    documents("md"),
    documents("ris"),
    documents("nbib"),
    documents("enw"),
    documents("bib"),
    documents("xml"),
    documents("nxml"),
    documents("csv"),
    documents("rtf"),
    documents("html"),
    documents("jsonl"),
    documents("json"),
    documents("zip"),
    documents("tar"),
    documents("gz"),
    documents("parquet"),
    documents("sqlite"),
    package("xlsx"),
    package("ods"),
    package("docx"),
    package("odt"),
    package("epub"),
    // An archive, whose files are told by their names in it.
    Target {
        name: "archive",
        reads: Reads::Package("zip"),
    },
    other("pdf", pdfs::file),
    other("pdf-page", pdfs::page),
    atlas("nii"),
    atlas("nrrd"),
    atlas("mha"),
    atlas("dcm"),
    atlas("tif"),
    atlas("png"),
    atlas("glb"),
    atlas("gltf"),
    atlas("obj"),
    atlas("stl"),
    atlas("ply"),
    atlas("off"),
    atlas("vtk"),
    atlas("vtp"),
    other("import", atlases::import),
    other("pack", atlases::pack),
    other("names", atlases::names),
    other("library", projects::library),
    other("data-set", projects::data_set),
    other("arrow", projects::stream),
    other("store", projects::store),
    other("session", projects::session),
    other("commands", projects::commands),
    other("pubmed", projects::pubmed),
    other("tour", projects::tour),
    other("full-article", projects::full_article),
    other("tgz", folders::tgz),
    other("columns", folders::columns),
    other("list-with-files", folders::list_with_files),
    other("zotero-folder", folders::zotero_folder),
];

/// The target of this name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

impl Target {
    /// Reads bytes. What the reader refuses is fine; a panic is not.
    pub fn read(&self, bytes: &[u8]) {
        match self.reads {
            Reads::Documents(ending) => documents::read(ending, bytes),
            Reads::Package(ending) => documents::read(ending, &parts::packed(bytes)),
            Reads::Atlas(ending) => atlases::look(ending, bytes),
            Reads::Other(read) => read(bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_format_of_documents_has_a_target() {
        let names: HashSet<&str> = TARGETS.iter().map(|target| target.name).collect();
        assert_eq!(names.len(), TARGETS.len(), "a name is taken twice");
        for (label, endings, _) in library::import_formats() {
            assert!(names.contains(endings[0]), "{label}: {}", endings[0]);
        }
    }

    #[test]
    fn as_many_targets_are_told_as_there_are() {
        let told = include_str!("../../docs/reliability.md");
        let count = format!("for {} targets", TARGETS.len());
        assert!(told.contains(&count), "docs/reliability.md: {count}");
    }
}
