//! From global block numbers to documents.

use command::Error;
use intake::{Document, Location};
use record::Name;

use crate::seen::BlockNumber;
use crate::{Block, Judged};

/// The name of a document, and where it was read.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub name: &'a [u8],
    pub location: Location<'a>,
}

impl<'a> Place<'a> {
    pub fn of(document: &'a Document) -> Self {
        Place {
            name: document.name.as_bytes(),
            location: document.location,
        }
    }
}

/// The names and places of all documents and their block number ranges: 32 bytes and a name for each document; in vertical text 8
/// bytes more for its tag.
pub(super) struct Sources {
    /// Whether blocks without tokens are not numbered in the output.
    vertical: bool,
    /// The global numbers of such blocks.
    tags: Vec<u64>,
    /// For each document the global number after its last block, and the end of its name.
    ends: Vec<(u64, usize)>,
    names: Vec<u8>,
    /// The names of files, and for each document the number of its file and its line there, 0 for none.
    files: Vec<String>,
    lines: Vec<(usize, u64)>,
}

/// The block that a removed block repeats.
pub(super) struct RepeatedBlock {
    pub doc: Name<'static>,
    /// Where it was read.
    pub file: String,
    pub line: Option<u64>,
    /// The number of the block in its document, from 1.
    pub block: u64,
    pub common: u64,
}

impl Sources {
    /// Without any documents.
    pub fn new(vertical: bool) -> Self {
        Sources {
            vertical,
            tags: Vec::new(),
            ends: Vec::new(),
            names: Vec::new(),
            files: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// Adds the next document.
    pub fn add(&mut self, place: Place, blocks: &[Block]) -> Result<(), Error> {
        let start = self.ends.last().map_or(0, |&(end, _)| end);
        let end = start + blocks.len() as u64;
        if end > u64::from(BlockNumber::MAX) {
            return Err(Error::new(
                "--emit report",
                "more than 4,294,967,295 blocks",
            ));
        }
        if self.vertical {
            let tags = (start..)
                .zip(blocks)
                .filter(|(_, block)| block.tokens.is_empty());
            self.tags.extend(tags.map(|(number, _)| number));
        }
        let Location { source, line } = place.location;
        if self.files.last().is_none_or(|last| last != source) {
            self.files.push(source.to_owned());
        }
        self.lines.push((self.files.len() - 1, line.unwrap_or(0)));
        self.names.extend_from_slice(place.name);
        self.ends.push((end, self.names.len()));
        Ok(())
    }

    /// Finds the repeated blocks of removed ones.
    pub fn find(&self, judged: &[Judged], found: &mut Vec<Option<RepeatedBlock>>) {
        found.extend(judged.iter().map(|judged| {
            let origin = judged.origin?;
            let block_number = u64::from(origin.block_number);
            let document = self.ends.partition_point(|&(end, _)| end <= block_number);
            let (first, name) = match document.checked_sub(1) {
                Some(before) => self.ends[before],
                None => (0, 0),
            };
            let tags_before =
                |block_number| self.tags.partition_point(|&tag| tag < block_number) as u64;
            let (file, line) = self.lines[document];
            Some(RepeatedBlock {
                file: self.files[file].clone(),
                line: Some(line).filter(|line| *line > 0),
                doc: Name::new(self.names[name..self.ends[document].1].to_vec()),
                block: block_number - first + 1 - (tags_before(block_number) - tags_before(first)),
                common: origin.common as u64,
            })
        }));
    }
}
