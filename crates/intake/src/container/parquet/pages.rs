//! Reads the pages of a column chunk, with limits on the sizes that they declare.
//!
//! A page declares its decompressed size in bytes and its number of values. These declarations
//! cannot be trusted: a few bytes can declare gigabytes. So the header of a page is read here
//! before the library reads the page.

use std::fs::File;
use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use parquet::basic::Encoding;
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::reader::ChunkReader;
use parquet::file::serialized_reader::SerializedPageReader;

/// Counts that a column learns from its pages.
#[derive(Debug, Default)]
pub(super) struct Counts {
    /// The number of values of the last data page.
    pub page: AtomicUsize,
    /// The number of rows in a page that cannot be read, if reading continues after it.
    pub lost: AtomicUsize,
    /// The number of values in the pages since this was last set to 0.
    pub values: AtomicUsize,
}

/// The bytes that a page and a dictionary usually have, and those of the values of a row: programs write pages of a
/// megabyte. What a column holds beyond it is limited together with that of the other columns.
const USUAL: [u64; 2] = [2 << 20, 4 << 20];

/// The memory that the columns of a row group can take together. A row is assembled from a page of each column, and each
/// page can be large.
#[derive(Debug)]
pub(super) struct Budget {
    /// The maximum number of bytes beyond the usual sizes, and of all bytes.
    most: [u64; 2],
    held: [AtomicU64; 2],
}

impl Budget {
    /// `large` limits the bytes beyond the usual sizes, `all` all of them.
    pub fn new(large: u64, all: u64) -> Self {
        Budget {
            most: [large, all],
            held: Default::default(),
        }
    }

    /// Replaces what a column holds, in pages and in values.
    ///
    /// # Errors
    /// Fails with the number of bytes that all columns would hold and the option that limits them.
    fn replace(
        &self,
        before: [u64; 2],
        now: [u64; 2],
    ) -> std::result::Result<(), (u64, &'static str)> {
        let large = |held: [u64; 2]| {
            held[0]
                .saturating_sub(USUAL[0])
                .saturating_add(held[1].saturating_sub(USUAL[1]))
        };
        let all = |held: [u64; 2]| held[0].saturating_add(held[1]);
        let sum = |index: usize, count: &dyn Fn([u64; 2]) -> u64| {
            let others = self.held[index].load(Relaxed) - count(before);
            others.saturating_add(count(now))
        };
        let sums = [sum(0, &large), sum(1, &all)];
        for (index, option) in ["--max-document-size", "--max-input-size"]
            .into_iter()
            .enumerate()
        {
            if sums[index] > self.most[index] {
                return Err((sums[1], option));
            }
        }
        for (held, sum) in self.held.iter().zip(sums) {
            held.store(sum, Relaxed);
        }
        Ok(())
    }
}

/// The pages of a column chunk.
pub(super) struct Pages {
    inner: SerializedPageReader<File>,
    file: Arc<File>,
    /// The offset of the next page, and the end of the chunk.
    offset: u64,
    end: u64,
    budget: Arc<Budget>,
    /// What the column holds: the bytes of its pages, and those of the values of a row.
    held: [u64; 2],
    /// The size of its dictionary, and of a value with its levels.
    dictionary: u64,
    width: u64,
    /// Whether a row can have several values, so that the number of rows does not follow from the
    /// number of values.
    repeated: bool,
    has_dictionary: bool,
    counts: Arc<Counts>,
}

impl Pages {
    pub fn new(
        file: &Arc<File>,
        chunk: &ColumnChunkMetaData,
        rows: usize,
        width: usize,
        budget: &Arc<Budget>,
        counts: &Arc<Counts>,
    ) -> Result<Self> {
        let (start, length) = chunk.byte_range();
        Ok(Pages {
            inner: SerializedPageReader::new(file.clone(), chunk, rows, None)?,
            file: file.clone(),
            offset: start,
            end: start.saturating_add(length),
            budget: budget.clone(),
            held: [0; 2],
            dictionary: 0,
            width: width as u64,
            repeated: chunk.column_descr().max_rep_level() > 0,
            has_dictionary: false,
            counts: counts.clone(),
        })
    }

    /// Reads the header of the next page that is not an index.
    fn next_header(&mut self) -> Result<Option<Header>> {
        while self.offset < self.end {
            let mut bytes = Counted {
                bytes: self
                    .file
                    .get_read(self.offset)?
                    .take(self.end - self.offset),
                read: 0,
            };
            let header = bytes.header().ok_or_else(|| {
                damaged("the header of a page is damaged, or the column is encrypted")
            })?;
            let after = self.offset + bytes.read;
            let is_sound = header.uncompressed >= 0
                && u64::try_from(header.compressed).is_ok_and(|size| size <= self.end - after);
            if !is_sound {
                return Err(damaged("a page is longer than its column"));
            }
            self.offset = after + header.compressed.unsigned_abs();
            if header.kind != INDEX {
                return Ok(Some(header));
            }
        }
        Ok(None)
    }
}

/// Rejects pages that would make the library panic.
fn check(page: &Page, has_dictionary: &mut bool) -> Result<()> {
    let is_of_levels = |encoding: Encoding| {
        #[expect(deprecated)]
        let packed = Encoding::BIT_PACKED;
        encoding == Encoding::RLE || encoding == packed
    };
    let (encoding, are_levels) = match page {
        Page::DictionaryPage { .. } => {
            *has_dictionary = true;
            return Ok(());
        }
        Page::DataPage {
            encoding,
            def_level_encoding,
            rep_level_encoding,
            ..
        } => (
            *encoding,
            is_of_levels(*def_level_encoding) && is_of_levels(*rep_level_encoding),
        ),
        Page::DataPageV2 { encoding, .. } => (*encoding, true),
    };
    if !are_levels {
        return Err(damaged("the levels of a page are in an unknown encoding"));
    }
    let of_dictionary = [Encoding::RLE_DICTIONARY, Encoding::PLAIN_DICTIONARY];
    if of_dictionary.contains(&encoding) && !*has_dictionary {
        return Err(damaged("a page has no dictionary"));
    }
    Ok(())
}

impl PageReader for Pages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        let Some(header) = self.next_header()? else {
            return Ok(None);
        };
        let values = usize::try_from(header.values).unwrap_or_default();
        let is_data = header.kind != DICTIONARY;
        let lose = |error| {
            if is_data && !self.repeated {
                self.counts.lost.store(values, Relaxed);
            }
            Err(error)
        };
        let size = header.uncompressed.unsigned_abs();
        let in_row = match self.repeated {
            true => self.counts.values.load(Relaxed).saturating_add(values) as u64,
            false => 0,
        };
        let now = [
            self.dictionary.saturating_add(size),
            in_row.saturating_mul(self.width),
        ];
        if let Err((all, option)) = self.budget.replace(self.held, now) {
            self.inner.skip_next_page()?;
            return lose(damaged(&format!(
                "a page of {size} bytes and {values} values, and {all} bytes in all columns; raise {option}"
            )));
        }
        self.held = now;
        if !is_data {
            self.dictionary = size;
        }
        let page = match self.inner.get_next_page() {
            Ok(Some(page)) => page,
            Ok(None) => return Ok(None),
            Err(error) => return lose(error),
        };
        if let Err(error) = check(&page, &mut self.has_dictionary) {
            return lose(error);
        }
        if is_data {
            let values = page.num_values() as usize;
            self.counts.page.store(values, Relaxed);
            let all = self.counts.values.load(Relaxed).saturating_add(values);
            self.counts.values.store(all, Relaxed);
        }
        Ok(Some(page))
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.inner.peek_next_page()
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.next_header()?;
        self.inner.skip_next_page()
    }

    fn at_record_boundary(&mut self) -> Result<bool> {
        self.inner.at_record_boundary()
    }
}

impl Iterator for Pages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}

fn damaged(message: &str) -> ParquetError {
    ParquetError::External(message.into())
}

/// The kinds of pages.
const INDEX: i64 = 1;
const DICTIONARY: i64 = 2;

/// The fields of a page header that are needed before the page is read.
#[derive(Debug, Default, PartialEq, Eq)]
struct Header {
    kind: i64,
    uncompressed: i64,
    compressed: i64,
    /// The number of values.
    values: i64,
}

/// A reader of Thrift's compact protocol that counts the bytes read.
struct Counted<R> {
    bytes: R,
    read: u64,
}

/// The types of fields in Thrift's compact protocol.
mod types {
    pub const TRUE: u8 = 1;
    pub const FALSE: u8 = 2;
    pub const BYTE: u8 = 3;
    pub const I16: u8 = 4;
    pub const I32: u8 = 5;
    pub const I64: u8 = 6;
    pub const DOUBLE: u8 = 7;
    pub const BINARY: u8 = 8;
    pub const LIST: u8 = 9;
    pub const SET: u8 = 10;
    pub const STRUCT: u8 = 12;
}

/// The maximum depth of structures in a header. In a page header, the statistics of values are at
/// the third level.
const DEPTH: usize = 8;

impl<R: Read> Counted<R> {
    fn header(&mut self) -> Option<Header> {
        let mut header = Header::default();
        let (mut id, mut found) = (0, 0);
        while let Some((field, kind)) = self.field(id)? {
            id = field;
            found |= 1_u64.unbounded_shl(field as u32);
            match (field, kind) {
                (1, types::I32) => header.kind = self.integer()?,
                (2, types::I32) => header.uncompressed = self.integer()?,
                (3, types::I32) => header.compressed = self.integer()?,
                (5 | 7 | 8, types::STRUCT) => header.values = self.first_integer()?,
                _ => self.skip(kind, DEPTH)?,
            }
        }
        // The first three fields are required.
        (found & 0b1110 == 0b1110).then_some(header)
    }

    /// Reads a structure and returns its first field.
    fn first_integer(&mut self) -> Option<i64> {
        let (mut id, mut first) = (0, 0);
        while let Some((field, kind)) = self.field(id)? {
            id = field;
            match (field, kind) {
                (1, types::I32) => first = self.integer()?,
                _ => self.skip(kind, DEPTH)?,
            }
        }
        Some(first)
    }

    fn byte(&mut self) -> Option<u8> {
        let mut byte = [0];
        self.bytes.read_exact(&mut byte).ok()?;
        self.read += 1;
        Some(byte[0])
    }

    fn varint(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }

    fn integer(&mut self) -> Option<i64> {
        let value = self.varint()?;
        Some((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    /// Returns the number and type of the next field; `Some(None)` at the end of the structure.
    fn field(&mut self, last: i64) -> Option<Option<(i64, u8)>> {
        let byte = self.byte()?;
        if byte == 0 {
            return Some(None);
        }
        let id = match byte >> 4 {
            0 => self.integer()?,
            delta => last.checked_add(i64::from(delta))?,
        };
        Some(Some((id, byte & 0x0F)))
    }

    fn skip(&mut self, kind: u8, depth: usize) -> Option<()> {
        if depth == 0 {
            return None;
        }
        match kind {
            types::TRUE | types::FALSE => {}
            types::BYTE => drop(self.byte()?),
            types::I16 | types::I32 | types::I64 => drop(self.varint()?),
            types::DOUBLE => self.skip_bytes(8)?,
            types::BINARY => {
                let length = self.varint()?;
                self.skip_bytes(length)?;
            }
            types::LIST | types::SET => {
                let byte = self.byte()?;
                let length = match byte >> 4 {
                    15 => self.varint()?,
                    short => u64::from(short),
                };
                for _ in 0..length {
                    match byte & 0x0F {
                        // A boolean element takes one byte.
                        types::TRUE | types::FALSE => drop(self.byte()?),
                        kind => self.skip(kind, depth - 1)?,
                    }
                }
            }
            types::STRUCT => {
                let mut id = 0;
                while let Some((field, kind)) = self.field(id)? {
                    id = field;
                    self.skip(kind, depth - 1)?;
                }
            }
            _ => return None,
        }
        Some(())
    }

    fn skip_bytes(&mut self, length: u64) -> Option<()> {
        let skipped = std::io::copy(&mut (&mut self.bytes).take(length), &mut std::io::sink());
        self.read += length;
        (skipped.ok()? == length).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(bytes: &[u8]) -> Option<(Header, u64)> {
        let mut counted = Counted { bytes, read: 0 };
        Some((counted.header()?, counted.read))
    }

    #[test]
    fn sizes_are_read_from_the_header_of_a_page() {
        // Type 0, 300 and 20 bytes, a checksum, and 7 values with statistics whose maximum has 2
        // bytes.
        let bytes = [
            0x15, 0, 0x15, 0xD8, 4, 0x15, 40, 0x15, 2, 0x1C, 0x15, 14, 0x15, 0, 0x15, 6, 0x15, 6,
            0x1C, 0x18, 2, b'x', b'y', 0, 0, 0,
        ];
        let expected = Header {
            kind: 0,
            uncompressed: 300,
            compressed: 20,
            values: 7,
        };
        assert_eq!(header(&bytes), Some((expected, bytes.len() as u64)));
        for length in 0..bytes.len() {
            assert_eq!(header(&bytes[..length]), None);
        }
        assert_eq!(header(&[0x1C; 100]), None);
        assert_eq!(header(&[0x18, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F]), None);
    }
}
