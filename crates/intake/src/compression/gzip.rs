//! gzip: concatenated members, each verified before any of its data are returned.
//!
//! A member that fits into memory, compressed and decompressed, is decoded as a whole. libdeflate
//! is the fastest decoder but needs the complete member. zlib-rs decodes members that do not end
//! where the next member's header suggests. Only larger members are returned during decoding, with
//! their checksum compared at the end.

use std::fmt;
use std::io::{self, Read};

use flate2::{Decompress, FlushDecompress, Status};
use memchr::memmem;

use super::decoders::WholeMember;

/// The size of a read, and of the window that is searched for the header of the next member.
const READ_SIZE: usize = 256 << 10;
/// The identification bytes and the only compression method.
const MAGIC: [u8; 3] = [0x1F, 0x8B, 8];
/// The minimum length of a member: header, empty block and trailer.
const MIN_MEMBER: usize = 10 + 2 + 8;
/// The maximum compression ratio of DEFLATE.
const MAX_RATIO: usize = 1032;
/// The maximum number of false headers that are tried after damaged members. One occurs by chance
/// in 128 MiB of compressed bytes. A malicious file may have many, and each costs time.
const MAX_FALSE_HEADERS: u32 = 4096;

/// A member is verified before it is returned if neither its compressed nor its decompressed size exceeds this.
pub(crate) const MIN_VERIFIED_SIZE: usize = 4 << 20;

/// A member that cannot be decoded. The next read continues after it.
#[derive(Debug)]
pub(crate) struct Damaged {
    /// The offset of the member in the compressed bytes.
    pub offset: u64,
    /// The offset of the next member that is valid or too large to verify; `None` if there is none.
    pub next: Option<u64>,
    reason: &'static str,
}

const TRUNCATED: &str = "it is cut short";
const NO_MEMBER: &str = "no gzip member begins there";
const CORRUPT: &str = "its data are corrupt, or its checksum is wrong";

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (offset, reason) = (self.offset, self.reason);
        write!(
            f,
            "damaged gzip member at compressed byte {offset}: {reason}"
        )
    }
}

impl std::error::Error for Damaged {}

impl Damaged {
    /// The damage that an error of [`Gunzip`] reports.
    pub fn of(error: &io::Error) -> Option<&Self> {
        error.get_ref()?.downcast_ref()
    }

    fn error(self) -> io::Error {
        let kind = match self.reason {
            TRUNCATED => io::ErrorKind::UnexpectedEof,
            _ => io::ErrorKind::InvalidData,
        };
        io::Error::new(kind, self)
    }
}

/// Decompresses gzip: concatenated members, optionally followed by zero padding as on tapes and
/// disks.
pub(crate) struct Gunzip<R> {
    source: R,
    /// Compressed bytes; `start..end` are not decoded yet. Never shrinks, to be zero-initialised
    /// only once.
    input: Vec<u8>,
    start: usize,
    end: usize,
    /// The offset of `start` in the source.
    offset: u64,
    /// Whether the source is exhausted.
    ended: bool,
    /// Decoded bytes; `from..to` are not returned yet. Never shrinks either.
    output: Vec<u8>,
    from: usize,
    to: usize,
    verified_size: usize,
    fast: WholeMember,
    /// The current member larger than `verified_size`, and its offset.
    large: Option<(Decompress, u64)>,
    /// The error to return after the current bytes.
    failure: Option<io::Error>,
    false_headers: u32,
}

/// The result of decoding a member.
enum Member {
    /// The member is completely in `output`; contains its compressed length.
    Whole(usize),
    /// The member is larger than `verified_size`, and its beginning is in `output`. Contains the
    /// number of compressed bytes consumed.
    Large(Box<Decompress>, usize),
    Bad(&'static str),
}

impl<R: Read> Gunzip<R> {
    /// Decompresses a stream from its first byte. Members of up to `verified_size` bytes are
    /// verified before they are returned.
    pub fn new(source: R, verified_size: usize) -> Self {
        Gunzip {
            source,
            input: Vec::new(),
            start: 0,
            end: 0,
            offset: 0,
            ended: false,
            output: Vec::new(),
            from: 0,
            to: 0,
            verified_size,
            fast: WholeMember::new(),
            large: None,
            failure: None,
            false_headers: 0,
        }
    }

    /// Returns the bytes that are read but not decoded.
    fn rest(&self) -> &[u8] {
        &self.input[self.start..self.end]
    }

    /// Reads more compressed bytes; returns false at the end.
    fn fill(&mut self) -> io::Result<bool> {
        if self.ended {
            return Ok(false);
        }
        if self.start > 0 {
            self.input.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        grow(&mut self.input, self.end + READ_SIZE)?;
        let read = loop {
            match self.source.read(&mut self.input[self.end..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        self.end += read;
        self.ended = read == 0;
        Ok(!self.ended)
    }

    fn consume(&mut self, bytes: usize) {
        self.start += bytes;
        self.offset += bytes as u64;
    }

    /// Skips zero padding after a member; returns false at the end.
    fn next_member(&mut self) -> io::Result<bool> {
        loop {
            let zeros = self.rest().iter().take_while(|&&byte| byte == 0).count();
            self.consume(zeros);
            if !self.rest().is_empty() {
                return Ok(true);
            }
            if !self.fill()? {
                return Ok(false);
            }
        }
    }

    /// Decodes the member at `start`, or its beginning if it is large.
    fn decode(&mut self) -> io::Result<Member> {
        let mut seen = 1;
        let end = loop {
            // The next header may be truncated at the end of the input read so far.
            match find_member(self.rest(), seen) {
                Some(next) => break Some(next),
                None if self.rest().len() >= READ_SIZE.min(self.verified_size) => break None,
                None => seen = self.rest().len().saturating_sub(MAGIC.len()).max(1),
            }
            if !self.fill()? {
                break Some(self.rest().len());
            }
        };
        if !begins_member(self.rest()) {
            let reason = match self.ended && MAGIC.starts_with(self.rest()) {
                true => TRUNCATED,
                false => NO_MEMBER,
            };
            return Ok(Member::Bad(reason));
        }
        if let Some(end) = end
            && self.decode_whole(end)?
        {
            return Ok(Member::Whole(end));
        }
        self.decode_in_pieces()
    }

    /// Decodes the first `end` bytes as a member; returns false if they are not exactly one.
    fn decode_whole(&mut self, end: usize) -> io::Result<bool> {
        let member = &self.input[self.start..][..end];
        let Some((_, length)) = member.split_last_chunk::<4>() else {
            return Ok(false);
        };
        let length = u32::from_le_bytes(*length) as usize;
        if end < MIN_MEMBER
            || end > self.verified_size
            || length > self.verified_size.min(MAX_RATIO * end)
        {
            return Ok(false);
        }
        grow(&mut self.output, length)?;
        (self.from, self.to) = (0, length);
        Ok(self.fast.decode(member, &mut self.output[..length]))
    }

    /// Decodes a member to its end, or until it is larger than `verified_size`.
    fn decode_in_pieces(&mut self) -> io::Result<Member> {
        let mut member = Box::new(Decompress::new_gzip(15));
        (self.from, self.to) = (0, 0);
        loop {
            let decoded = member.total_in() as usize;
            if decoded >= self.verified_size || self.to >= self.verified_size {
                return Ok(Member::Large(member, decoded));
            }
            if self.to == self.output.len() {
                let more =
                    (2 * self.to).clamp(READ_SIZE.min(self.verified_size), self.verified_size);
                grow(&mut self.output, more)?;
            }
            let room = self.output.len().min(self.verified_size);
            let input = &self.input[self.start + decoded..self.end];
            let status = member.decompress(
                input,
                &mut self.output[self.to..room],
                FlushDecompress::None,
            );
            let made = member.total_out() as usize - self.to;
            self.to += made;
            match status {
                Err(_) => return Ok(Member::Bad(CORRUPT)),
                Ok(Status::StreamEnd) => return Ok(Member::Whole(member.total_in() as usize)),
                Ok(_) if made > 0 || member.total_in() as usize > decoded => {}
                Ok(_) if self.fill()? => {}
                Ok(_) => return Ok(Member::Bad(TRUNCATED)),
            }
        }
    }

    /// Continues decoding a large member into `buffer`; returns 0 at its end.
    fn read_large(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let Some((member, offset)) = &mut self.large else {
                return Ok(0);
            };
            let (total_in, total_out) = (member.total_in(), member.total_out());
            let input = &self.input[self.start..self.end];
            let status = member.decompress(input, buffer, FlushDecompress::None);
            let read = (member.total_in() - total_in) as usize;
            let made = (member.total_out() - total_out) as usize;
            let offset = *offset;
            self.consume(read);
            match status {
                Ok(Status::StreamEnd) => self.large = None,
                Ok(_) if read > 0 || made > 0 => {}
                Ok(_) if self.fill()? => {}
                failed => {
                    let reason = if failed.is_ok() { TRUNCATED } else { CORRUPT };
                    self.large = None;
                    let error = self.skip_damaged(offset, reason)?.error();
                    if made == 0 {
                        return Err(error);
                    }
                    self.failure = Some(error);
                }
            }
            if made > 0 {
                return Ok(made);
            }
        }
    }

    /// Skips a damaged member up to the next decodable one.
    fn skip_damaged(&mut self, offset: u64, reason: &'static str) -> io::Result<Damaged> {
        let damaged = |next| Damaged {
            offset,
            next,
            reason,
        };
        // Skip the damaged member's own header if it is still in the input.
        let mut from = usize::from(offset == self.offset);
        loop {
            if let Some(at) = find_member(self.rest(), from) {
                self.consume(at);
                if let Member::Bad(_) = self.decode()? {
                    self.false_headers += 1;
                    if self.false_headers >= MAX_FALSE_HEADERS {
                        break;
                    }
                    from = 1;
                    continue;
                }
                // The member is decoded again when it is read.
                (self.from, self.to) = (0, 0);
                return Ok(damaged(Some(self.offset)));
            }
            let passed = self.rest().len().saturating_sub(MAGIC.len());
            self.consume(passed);
            from = from.saturating_sub(passed);
            if !self.fill()? {
                break;
            }
        }
        self.consume(self.rest().len());
        self.ended = true;
        Ok(damaged(None))
    }
}

impl<R: Read> Read for Gunzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if self.from < self.to {
                let length = buffer.len().min(self.to - self.from);
                buffer[..length].copy_from_slice(&self.output[self.from..][..length]);
                self.from += length;
                return Ok(length);
            }
            if let Some(failure) = self.failure.take() {
                return Err(failure);
            }
            let read = self.read_large(buffer)?;
            if read > 0 {
                return Ok(read);
            }
            if !self.next_member()? {
                return Ok(0);
            }
            match self.decode()? {
                Member::Whole(length) => self.consume(length),
                Member::Large(member, length) => {
                    self.large = Some((*member, self.offset));
                    self.consume(length);
                }
                Member::Bad(reason) => {
                    // None of its data are returned.
                    (self.from, self.to) = (0, 0);
                    return Err(self.skip_damaged(self.offset, reason)?.error());
                }
            }
        }
    }
}

/// Grows the buffer to at least this length.
fn grow(buffer: &mut Vec<u8>, length: usize) -> io::Result<()> {
    if let more @ 1.. = length.saturating_sub(buffer.len()) {
        buffer
            .try_reserve(more)
            .map_err(|_| io::ErrorKind::OutOfMemory)?;
        buffer.resize(length, 0);
    }
    Ok(())
}

/// Whether these bytes can be a member's header.
fn begins_member(bytes: &[u8]) -> bool {
    // The upper three flags are reserved and must be zero.
    bytes.starts_with(&MAGIC)
        && bytes
            .get(MAGIC.len())
            .is_some_and(|flags| flags & 0xE0 == 0)
}

/// Returns the next position, from `from` on, that looks like a header.
fn find_member(bytes: &[u8], from: usize) -> Option<usize> {
    let from = from.min(bytes.len());
    memmem::find_iter(&bytes[from..], &MAGIC)
        .map(|at| from + at)
        .find(|&at| begins_member(&bytes[at..]))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use proptest::prelude::*;

    /// A reader that returns chunks of limited size.
    struct Pieces(Vec<u8>, usize);

    impl Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = self.1.min(buffer.len()).min(self.0.len());
            buffer[..length].copy_from_slice(&self.0[..length]);
            self.0.drain(..length);
            Ok(length)
        }
    }

    /// Text that compresses badly, so that its compressed form is long.
    fn text(seed: u64, length: usize) -> Vec<u8> {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let letter = |_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            b'a' + (state >> 33) as u8 % 26
        };
        (0..length).map(letter).collect()
    }

    fn member(text: &[u8]) -> Vec<u8> {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(text).unwrap();
        gzip.finish().unwrap()
    }

    /// Returns the bytes read, and for each damaged member its offset and the offset where reading
    /// continued.
    fn read(
        bytes: Vec<u8>,
        piece: usize,
        verified_size: usize,
    ) -> (Vec<u8>, Vec<(u64, Option<u64>)>) {
        let mut gunzip = Gunzip::new(Pieces(bytes, piece), verified_size);
        let (mut read, mut damaged) = (Vec::new(), Vec::new());
        loop {
            match gunzip.read_to_end(&mut read) {
                Ok(_) => return (read, damaged),
                Err(error) => {
                    let of = Damaged::of(&error).expect("it is of a member");
                    damaged.push((of.offset, of.next));
                }
            }
        }
    }

    /// Creates members of these sizes; returns their bytes, offsets and texts.
    fn members(sizes: &[usize]) -> (Vec<u8>, Vec<usize>, Vec<Vec<u8>>) {
        let texts: Vec<_> = (1..)
            .zip(sizes)
            .map(|(seed, &size)| text(seed, size))
            .collect();
        let (mut bytes, mut begins) = (Vec::new(), Vec::new());
        for text in &texts {
            begins.push(bytes.len());
            bytes.extend(member(text));
        }
        begins.push(bytes.len());
        (bytes, begins, texts)
    }

    #[test]
    fn a_flipped_bit_loses_one_member() {
        let (bytes, begins, texts) = members(&[300, 100, 500, 1, 0, 200]);
        let mut harmless = 0;
        for (index, text) in texts.iter().enumerate() {
            let without = [&texts[..index].concat()[..], &texts[index + 1..].concat()].concat();
            let next = (index + 1 < texts.len()).then_some(begins[index + 1] as u64);
            for at in (begins[index]..begins[index + 1]).step_by(3) {
                for bit in [1, 8] {
                    let mut bytes = bytes.clone();
                    bytes[at] ^= bit;
                    let (read, damaged) = read(bytes, 700, MIN_VERIFIED_SIZE);
                    if damaged.is_empty() {
                        // A change of the time in the header, or of the padding bits before the
                        // trailer, has no effect.
                        assert!(read == texts.concat());
                        harmless += 1;
                        continue;
                    }
                    assert_eq!(damaged, [(begins[index] as u64, next)], "byte {at}");
                    assert!(read == without, "byte {at} of {}", text.len());
                }
            }
        }
        assert!(harmless < 30 * texts.len(), "{harmless}");
    }

    #[test]
    fn a_member_that_is_cut_loses_no_other() {
        let (bytes, begins, texts) = members(&[3000, 2000, 5000]);
        for cut in [1, 5, 100, 1000] {
            let end = begins[2];
            let cut = [&bytes[..end - cut], &bytes[end..]].concat();
            let (read, damaged) = read(cut, 700, MIN_VERIFIED_SIZE);
            assert_eq!(damaged.len(), 1);
            assert_eq!(damaged[0].0, begins[1] as u64);
            assert!(read == [&texts[0][..], &texts[2]].concat());
        }
        for length in (begins[2] + 1..bytes.len()).step_by(11) {
            let (read, damaged) = read(bytes[..length].to_vec(), 700, MIN_VERIFIED_SIZE);
            assert_eq!(damaged, [(begins[2] as u64, None)], "{length}");
            assert!(read == texts[..2].concat());
        }
    }

    #[test]
    fn a_large_member_goes_out_before_it_is_checked() {
        let (mut bytes, begins, texts) = members(&[300, 30_000, 400]);
        bytes[begins[2] - 6] ^= 1;
        let (read, damaged) = read(bytes, 700, 1000);
        assert_eq!(damaged, [(begins[1] as u64, Some(begins[2] as u64))]);
        assert!(read == texts.concat());
    }

    #[test]
    fn what_looks_like_a_member_is_tried_so_often_and_no_more() {
        let good = member(b"text");
        let bytes = [&b"rubbish"[..], &MAGIC, b"\0rubbish", &good].concat();
        assert_eq!(
            read(bytes, 5, MIN_VERIFIED_SIZE),
            (b"text".to_vec(), vec![(0, Some(18))])
        );
        let many = [[&MAGIC[..], b"\0"].concat().repeat(5000), good].concat();
        assert_eq!(
            read(many, 9000, MIN_VERIFIED_SIZE),
            (Vec::new(), vec![(0, None)])
        );
    }

    #[test]
    fn headers_have_names_and_padding_is_no_member() {
        let named = flate2::GzBuilder::new()
            .filename("a name")
            .comment("a comment")
            .extra(MAGIC.to_vec());
        let mut named = named.write(Vec::new(), flate2::Compression::fast());
        named.write_all(b"one").unwrap();
        let bytes = [
            named.finish().unwrap(),
            vec![0; 1000],
            member(b"two"),
            vec![0; 9],
        ]
        .concat();
        assert_eq!(
            read(bytes, 100, MIN_VERIFIED_SIZE),
            (b"onetwo".to_vec(), vec![])
        );
    }

    proptest! {
        #[test]
        fn members_of_any_size_are_read(
            sizes in prop::collection::vec(0usize..3000, 0..6), piece in 1usize..5000, verified_size in 1usize..4000,
        ) {
            let (bytes, _, texts) = members(&sizes);
            prop_assert_eq!(read(bytes, piece, verified_size), (texts.concat(), vec![]));
        }

        #[test]
        fn no_bytes_are_too_bad(
            sizes in prop::collection::vec(0usize..3000, 0..6), piece in 1usize..5000, verified_size in 1usize..4000,
            damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        ) {
            let (mut bytes, _, _) = members(&sizes);
            for (index, byte) in damage {
                if !bytes.is_empty() {
                    let at = index.index(bytes.len());
                    bytes[at] = byte;
                }
            }
            let (_, damaged) = read(bytes, piece, verified_size);
            prop_assert!(damaged.len() <= 10);
        }
    }
}
