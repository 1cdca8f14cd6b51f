//! zip: each member is a document.

use std::fs::File;
use std::io;

use super::archive::Members;
use super::zip_directory::{Entry, directories, mark_overlaps};
use super::{Answer, Answers, Container, Contents, epub};
use crate::error::{Failure, too_large};
use crate::opened::Opened;
use crate::sniff::is_zip;
use crate::{Error, Item, Observer, Sources};

pub(super) const ROW: Container = Container {
    name: "zip",
    recognised: "PK and the signature of a header",
    read: "a member is a document, FILE:MEMBER, or a container, detected as for files, in the order of the \
           directory. The chapters of an EPUB come in the order of the book. Archives that are joined in a file are \
           read one after another. Names are in UTF-8 if they say so or are, else in the encoding that charset finds for all of them, else in code page 437",
    lost: "members that are not text, which are counted, also office documents; of an EPUB what is not in the order of the book",
    refused: "office files and programs, which are zip files too; members that are encrypted, damaged or not compressed by \
              deflate, or that overlap; archives in archives; an archive that is cut off, as a whole",
    answers: Answers {
        cut_off: Answer::Error("it may have been cut off"),
        same_name: Answer::Warning("more than one member is called"),
        empty: Answer::Error("the file is empty"),
        checksum: Answer::Error("its checksum is wrong"),
    },
    looks: is_zip,
    suffixes: &[".zip", ".epub"],
    open,
    is_binary: true,
    nests: false,
};

/// Members that identify other formats based on zip.
const ZIP_BASED: [(&str, &str); 4] = [
    (
        "[Content_Types].xml",
        "an office document (.docx, .xlsx, .pptx); save it as text first, for instance with pandoc",
    ),
    (
        "mimetype",
        "an office document (.odt); save it as text first, for instance with pandoc",
    ),
    ("META-INF/MANIFEST.MF", "a Java archive"),
    ("AndroidManifest.xml", "an Android package"),
];

fn open(opened: Opened, sources: &Sources) -> Result<Box<dyn Contents>, Failure> {
    let origin = opened.origin.clone();
    let mut file = opened.into_file(sources)?;
    let failed = |error: io::Error| Error::io(&origin.display, &error);
    let stored = file.metadata().map_err(failed)?.len();
    let (mut entries, unread) = directories(&mut file).map_err(failed)?;
    let has = |member: &str| (entries.iter()).any(|entry| entry.name == member.as_bytes());
    let mut missing = Vec::new();
    if let Some(chapters) = epub::chapters(&mut file, &entries).map_err(failed)? {
        (entries, missing) = (chapters.entries, chapters.missing);
    } else if let Some((_, what)) = ZIP_BASED.iter().find(|(member, _)| has(member)) {
        let error = Error::new(&origin.display, format_args!("this looks like {what}"));
        return Err(Failure::NotText(error));
    }
    let mut members = Members::new(origin, sources);
    if unread > 0 {
        members.fail_all(format!(
            "{unread} bytes before the archive belong to none of its members, and are not read"
        ));
    } else if entries.is_empty() && missing.is_empty() {
        members.warn("the archive has no members");
    }
    for chapter in missing {
        members.fail_all(format!(
            "this e-book names a chapter that it does not contain: {chapter}"
        ));
    }
    mark_overlaps(&mut entries);
    Ok(Box::new(Archive {
        members,
        stored,
        file,
        entries: entries.into_iter(),
    }))
}

struct Archive {
    members: Members,
    file: File,
    /// The size of the file in bytes.
    stored: u64,
    entries: std::vec::IntoIter<Entry>,
}

impl Contents for Archive {
    fn may_wait(&self) -> bool {
        false
    }

    fn next_item(&mut self, observer: &dyn Observer) -> Option<Item> {
        loop {
            if let Some(item) = self.members.next_item(observer) {
                return Some(item);
            }
            let Some(entry) = self.entries.next() else {
                return self.members.end(observer);
            };
            if entry.name.ends_with(b"/") {
                continue;
            }
            observer.advance(entry.compressed);
            let limit = self.members.sources().max_document_size;
            if entry.size <= limit
                && let Err(error) = self.members.take(entry.size, self.stored)
            {
                self.members.fail_all(crate::io_message(&error));
                self.entries = Vec::new().into_iter();
                continue;
            }
            let bytes = match entry.size > limit {
                true => Err(too_large(limit)),
                false => entry.read(&mut self.file),
            };
            match bytes {
                Ok(bytes) => self.members.add(&entry.name, bytes),
                Err(error) => self
                    .members
                    .fail_member(&entry.name, crate::io_message(&error)),
            }
        }
    }
}
