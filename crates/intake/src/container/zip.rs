//! zip: each member is a document.

use std::fs::File;
use std::io::{self, Seek};

use zip::ZipArchive;
use zip::result::ZipError;

use super::archive::Members;
use super::{Container, Contents};
use crate::opened::{Opened, too_large};
use crate::{Error, Item, Observer, Sources};

pub(super) const ROW: Container = Container {
    name: "zip",
    recognised: "PK and the signature of a header",
    read: "a member is a document, FILE:MEMBER, or a container, detected as for files, in the order of the directory",
    lost: "members that are not text, which are counted",
    refused: "office files, e-books and programs, which are zip files too; members that are encrypted, damaged or \
              not compressed by deflate; archives in archives",
    looks: |head| {
        [&b"PK\x03\x04"[..], b"PK\x05\x06", b"PK\x07\x08PK\x03\x04"]
            .iter()
            .any(|magic| head.starts_with(magic))
    },
    suffixes: &[],
    open,
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
        "an office document or an e-book (.odt, .epub); save it as text first, for instance with pandoc",
    ),
    ("META-INF/MANIFEST.MF", "a Java archive"),
    ("AndroidManifest.xml", "an Android package"),
];

fn open(opened: Opened, sources: &Sources) -> Result<Box<dyn Contents>, Error> {
    let origin = opened.origin.clone();
    let failed = |error: io::Error| Error::io(&origin.display, &error);
    // The central directory is at the end of the file.
    let file = match opened.into_seekable().map_err(failed)? {
        Ok(file) => file,
        Err(mut stream) => (|| {
            let mut copy = tempfile::tempfile_in(&sources.temporary)?;
            io::copy(&mut stream, &mut copy)?;
            copy.rewind()?;
            Ok(copy)
        })()
        .map_err(failed)?,
    };
    let archive = ZipArchive::new(file).map_err(|error| failed(error.into()))?;
    let has = |member: &str| archive.index_for_name(member).is_some();
    if let Some((_, what)) = ZIP_BASED.iter().find(|(member, _)| has(member)) {
        return Err(Error::new(
            &origin.display,
            format!("this looks like {what}"),
        ));
    }
    Ok(Box::new(Archive {
        members: Members::new(origin, sources),
        archive,
        next: 0,
    }))
}

struct Archive {
    members: Members,
    archive: ZipArchive<File>,
    next: usize,
}

impl Contents for Archive {
    fn next_item(&mut self, observer: &dyn Observer) -> Option<Item> {
        loop {
            if let Some(item) = self.members.next_item(observer) {
                return Some(item);
            }
            if self.next >= self.archive.len() {
                return self.members.end(observer);
            }
            let number = self.next;
            self.next += 1;
            let name = self.archive.name_for_index(number).and_then(Result::ok);
            let name = name.unwrap_or_default().into_owned().into_bytes();
            match self.archive.by_index(number) {
                Ok(member) if member.is_dir() => {}
                Ok(mut member) => {
                    observer.advance(member.compressed_size());
                    let limit = self.members.sources().max_document_size;
                    if member.size() > limit {
                        self.members.fail_member(&name, too_large(limit));
                    } else if let Some(bytes) = self.members.read(&name, &mut member) {
                        self.members.add(&name, bytes);
                    }
                }
                Err(error) => self.members.fail_member(&name, of_zip(&error)),
            }
        }
    }
}

/// The error of a member, in the words of the table above.
fn of_zip(error: &ZipError) -> String {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => "it is encrypted".to_owned(),
        ZipError::CompressionMethodNotSupported(method) => {
            format!("it is compressed by method {method}, and only deflate is read")
        }
        ZipError::Io(error) => crate::io_message(error),
        other => other.to_string(),
    }
}
