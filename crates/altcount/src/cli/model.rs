//! The file of a learned template.

use std::path::Path;

use command::{Error, Writer};
use intake::BLOCK;
use intake::Stream;
use intake::lines::Lines;

use crate::learned::{Learned, Reader};

/// Reads a file that a [`Model`] wrote.
pub(super) fn read(path: &Path) -> Result<Learned, Error> {
    let mut reader = Reader::default();
    let mut lines = Lines::new(Stream::open(path)?, b'\n', BLOCK, true);
    while lines.advance()? {
        let block = lines.block();
        for (number, line) in
            (block.first_line..).zip(block.bytes.split_inclusive(|&byte| byte == b'\n'))
        {
            (reader.add_line(line))
                .map_err(|error| Error::new(format_args!("{}:{number}", lines.name()), error))?;
        }
    }
    (reader.finish()).map_err(|error| Error::new(path.display(), error))
}

/// The file of a template while it is written.
pub(super) struct Model {
    out: Writer,
    line: Vec<u8>,
}

impl Model {
    pub(super) fn create(path: &Path) -> Result<Self, Error> {
        Ok(Model {
            out: Writer::create(path)?,
            line: Vec::new(),
        })
    }

    pub(super) fn write(&mut self, record: &record::Template) -> Result<(), Error> {
        self.line.clear();
        record.write(&mut self.line);
        self.out.write(&self.line)
    }

    pub(super) fn finish(self) -> Result<(), Error> {
        self.out.finish()
    }
}
