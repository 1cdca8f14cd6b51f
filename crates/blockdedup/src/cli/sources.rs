//! Which document a block is in, by its number among all blocks.

use command::Error;
use record::Name;

use crate::seen::Place;
use crate::{Block, Judged};

/// The names of all documents, and the numbers of their first blocks: 16 bytes and a name a document; in vertical text 8 more
/// for its tag.
pub(super) struct Sources {
    /// Blocks without tokens have no number.
    vertical: bool,
    /// The numbers of such blocks among all.
    tags: Vec<u64>,
    /// The number after a document's last block, and where its name ends.
    ends: Vec<(u64, usize)>,
    names: Vec<u8>,
}

/// What a removed block repeats.
pub(super) struct Found {
    pub doc: Name<'static>,
    /// From 1.
    pub block: u64,
    pub common: u64,
}

impl Sources {
    /// Of no documents yet.
    pub fn new(vertical: bool) -> Self {
        Sources {
            vertical,
            tags: Vec::new(),
            ends: Vec::new(),
            names: Vec::new(),
        }
    }

    /// Adds the next document.
    pub fn add(&mut self, name: &[u8], blocks: &[Block]) -> Result<(), Error> {
        let start = self.ends.last().map_or(0, |&(end, _)| end);
        let end = start + blocks.len() as u64;
        if end > u64::from(Place::MAX) {
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
        self.names.extend_from_slice(name);
        self.ends.push((end, self.names.len()));
        Ok(())
    }

    /// Finds the origins of removed blocks.
    pub fn find(&self, judged: &[Judged], found: &mut Vec<Option<Found>>) {
        found.extend(judged.iter().map(|judged| {
            let origin = judged.origin?;
            let place = u64::from(origin.place);
            let document = self.ends.partition_point(|&(end, _)| end <= place);
            let (first, name) = match document.checked_sub(1) {
                Some(before) => self.ends[before],
                None => (0, 0),
            };
            let tags_before = |place| self.tags.partition_point(|&tag| tag < place) as u64;
            Some(Found {
                doc: Name::new(self.names[name..self.ends[document].1].to_vec()),
                block: place - first + 1 - (tags_before(place) - tags_before(first)),
                common: origin.common as u64,
            })
        }));
    }
}
