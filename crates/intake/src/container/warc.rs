//! Web archives.

use super::{Answer, Answers, Container, Contents};
use crate::error::Failure;
use crate::opened::Opened;
use crate::warc::Archive;
use crate::{Item, Observer, Sources};

pub(super) const ROW: Container = Container {
    name: "warc",
    recognised: "WARC/1. or WARC/0. at the beginning, or filedesc: (ARC, the older form); .warc, .arc",
    read: "pages with status 200 that have the wanted media types and sizes, and the texts of WET files. The first \
           bytes decide if the server sent no type. A document is named by its URL, and url, date and content_type \
           are its fields",
    lost: "all other records, which --stats counts by reason; all headers except these fields",
    refused: "damaged records and bodies, unknown content encodings; bodies that are not text, whatever the server said, which \
              --stats counts; of a damaged gzip member nothing is read, and reading goes on with the next. A warning \
              counts pages over --warc-max-size or --max-document-size, and --rejects names them",
    answers: Answers {
        cut_off: Answer::Error("bytes before this record does"),
        same_name: Answer::Accepted(
            "an address that is fetched twice is two documents of one name",
        ),
        empty: Answer::Warning("there is no record in this web archive"),
        checksum: Answer::NoSuch(
            "digests of blocks are not verified; the checksums of gzip members are",
        ),
    },
    looks: |head| {
        let first: [&[u8]; 3] = [b"WARC/1.", b"WARC/0.", b"filedesc:"];
        first.iter().any(|first| head.starts_with(first))
    },
    suffixes: &[".warc", ".arc"],
    open,
    is_binary: false,
    nests: false,
};

fn open(opened: Opened, sources: &Sources) -> Result<Box<dyn Contents>, Failure> {
    Ok(Box::new(Archive::new(opened.into_stream(), &sources.warc)))
}

impl Contents for Archive {
    fn next_item(&mut self, observer: &dyn Observer) -> Option<Item> {
        match self.next_capture(observer) {
            Some(Ok(capture)) => Some(Item::Capture(capture)),
            Some(Err(error)) => Some(Item::Trouble(error)),
            None => self.end().map(Item::End),
        }
    }

    fn may_wait(&self) -> bool {
        self.is_standard_input()
    }
}
