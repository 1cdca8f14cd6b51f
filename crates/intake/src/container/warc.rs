//! Web archives.

use super::{Container, Contents};
use crate::opened::Opened;
use crate::warc::Archive;
use crate::{Error, Item, Observer, Sources};

pub(super) const ROW: Container = Container {
    name: "warc",
    recognised: "WARC/1. or WARC/0. at the beginning; .warc",
    read: "the pages of the media types and sizes asked for, with status 200, \
           detected by their first bytes if the server sent no type, and the texts of WET files, named by their \
           URLs, with the fields url, date and content_type",
    lost: "all other records, which --stats counts by reason; all headers except these fields",
    refused: "damaged records and bodies, unknown encodings; of a damaged gzip member nothing is read, and \
              reading goes on with the next",
    looks: |head| head.starts_with(b"WARC/1.") || head.starts_with(b"WARC/0."),
    suffixes: &[".warc"],
    open,
    nests: false,
};

fn open(opened: Opened, sources: &Sources) -> Result<Box<dyn Contents>, Error> {
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
}
