//! Which document a block is in, by its number among all blocks.

use kit::Error;
use record::Name;

use crate::Judged;
use crate::seen::Place;

/// The names of all documents, and the numbers of their first blocks: 16 bytes and a name a document.
#[derive(Default)]
pub(super) struct Sources {
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
    /// Adds the next document.
    pub fn add(&mut self, name: &[u8], blocks: usize) -> Result<(), Error> {
        let end = self.ends.last().map_or(0, |&(end, _)| end) + blocks as u64;
        if end > u64::from(Place::MAX) {
            return Err(Error::new(
                "--emit report",
                "more than 4,294,967,295 blocks",
            ));
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
            Some(Found {
                doc: Name::new(self.names[name..self.ends[document].1].to_vec()),
                block: place - first + 1,
                common: origin.common as u64,
            })
        }));
    }
}
