//! gzip: members in a row, each checked before anything of it is handed out.
//!
//! A member that fits into memory, with what it decompresses to, is decoded as a whole: by libdeflate, which is the
//! fastest but needs all of it in one piece, or else by zlib-rs, which tells where a member ends that nothing follows as
//! expected. Only a member that is larger is handed out while it is decoded, and its checksum is compared at its end.

use std::fmt;
use std::io::{self, Read};

use flate2::{Decompress, FlushDecompress, Status};
use memchr::memmem;

use super::decoders::WholeMember;

/// So many bytes are read at a time, and so many are looked at for the beginning of the next member.
const WINDOW: usize = 256 << 10;
/// Identification and the only method there is.
const MAGIC: [u8; 3] = [0x1F, 0x8B, 8];
/// The shortest header, an empty block and the trailer.
const SHORTEST: usize = 10 + 2 + 8;
/// A byte of DEFLATE becomes at most so many.
const LARGEST_RATIO: usize = 1032;
/// So many places that look like members, and are none, are tried behind damaged ones. There is one in 128 MiB of
/// compressed bytes by chance; in what was made to look so, each costs time.
const TRIES: u32 = 4096;

/// A member is checked before it is handed out where neither it, nor what it decompresses to, is longer than this.
pub(crate) const HELD: usize = 4 << 20;

/// A member that cannot be decoded. The next read goes on behind it.
#[derive(Debug)]
pub(crate) struct Damaged {
    /// Where the member begins, in the compressed bytes.
    pub offset: u64,
    /// Where the next one begins that is whole, or too long to be checked; `None` where there is none.
    pub next: Option<u64>,
    reason: &'static str,
}

const CUT: &str = "it is cut short";
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
    /// What an error of [`Gunzip`] says.
    pub fn of(error: &io::Error) -> Option<&Self> {
        error.get_ref()?.downcast_ref()
    }

    fn error(self) -> io::Error {
        let kind = match self.reason {
            CUT => io::ErrorKind::UnexpectedEof,
            _ => io::ErrorKind::InvalidData,
        };
        io::Error::new(kind, self)
    }
}

/// Decompresses gzip: members in a row, and zero padding behind them, as on tapes and disks.
pub(crate) struct Gunzip<R> {
    source: R,
    /// Compressed bytes: `start..end` are not decoded. It only grows, so that its bytes are initialised once.
    input: Vec<u8>,
    start: usize,
    end: usize,
    /// The offset of `start`.
    offset: u64,
    /// Whether all of the source was read.
    ended: bool,
    /// What was decoded; `from..to` is not handed out. It only grows too.
    output: Vec<u8>,
    from: usize,
    to: usize,
    held: usize,
    fast: WholeMember,
    /// The member that is larger than `held`, and where it begins.
    large: Option<(Decompress, u64)>,
    /// What went wrong behind the bytes that were handed out last.
    failure: Option<io::Error>,
    tries: u32,
}

/// What became of a member.
enum Member {
    /// It is in `output`, and was so many compressed bytes.
    Whole(usize),
    /// It is larger than what is held: what was decoded is in `output`, so many compressed bytes were.
    Large(Box<Decompress>, usize),
    Bad(&'static str),
}

impl<R: Read> Gunzip<R> {
    /// Decompresses a stream from its first byte on; members of up to `held` bytes are checked before they are handed out.
    pub fn new(source: R, held: usize) -> Self {
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
            held,
            fast: WholeMember::new(),
            large: None,
            failure: None,
            tries: 0,
        }
    }

    /// The bytes that were read and are not decoded.
    fn rest(&self) -> &[u8] {
        &self.input[self.start..self.end]
    }

    /// Reads further compressed bytes; false at the end.
    fn fill(&mut self) -> io::Result<bool> {
        if self.ended {
            return Ok(false);
        }
        if self.start > 0 {
            self.input.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        grow(&mut self.input, self.end + WINDOW)?;
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

    /// Goes over the zeros between members; false at the end.
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

    /// Decodes the member at `start`, or its beginning.
    fn decode(&mut self) -> io::Result<Member> {
        let mut seen = 1;
        let end = loop {
            // The beginning of the next member may be cut by what was read so far.
            match find_member(self.rest(), seen) {
                Some(next) => break Some(next),
                None if self.rest().len() >= WINDOW.min(self.held) => break None,
                None => seen = self.rest().len().saturating_sub(MAGIC.len()).max(1),
            }
            if !self.fill()? {
                break Some(self.rest().len());
            }
        };
        if !begins_member(self.rest()) {
            let reason = match self.ended && MAGIC.starts_with(self.rest()) {
                true => CUT,
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

    /// Decodes the member that is the first `end` bytes; false where they are none, or not in full.
    fn decode_whole(&mut self, end: usize) -> io::Result<bool> {
        let member = &self.input[self.start..][..end];
        let Some((_, length)) = member.split_last_chunk::<4>() else {
            return Ok(false);
        };
        let length = u32::from_le_bytes(*length) as usize;
        if end < SHORTEST || end > self.held || length > self.held.min(LARGEST_RATIO * end) {
            return Ok(false);
        }
        grow(&mut self.output, length)?;
        (self.from, self.to) = (0, length);
        Ok(self.fast.decode(member, &mut self.output[..length]))
    }

    /// Decodes a member until its end, or until it is larger than what is held.
    fn decode_in_pieces(&mut self) -> io::Result<Member> {
        let mut member = Box::new(Decompress::new_gzip(15));
        (self.from, self.to) = (0, 0);
        loop {
            let decoded = member.total_in() as usize;
            if decoded >= self.held || self.to >= self.held {
                return Ok(Member::Large(member, decoded));
            }
            if self.to == self.output.len() {
                let more = (2 * self.to).clamp(WINDOW.min(self.held), self.held);
                grow(&mut self.output, more)?;
            }
            let room = self.output.len().min(self.held);
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
                Ok(_) => return Ok(Member::Bad(CUT)),
            }
        }
    }

    /// Decodes on in a large member, into `buffer`; 0 at its end.
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
                    let reason = if failed.is_ok() { CUT } else { CORRUPT };
                    self.large = None;
                    let error = self.go_on_behind(offset, reason)?.error();
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

    /// Goes on to the next place where a member begins, behind a damaged one.
    fn go_on_behind(&mut self, offset: u64, reason: &'static str) -> io::Result<Damaged> {
        let damaged = |next| Damaged {
            offset,
            next,
            reason,
        };
        // The damaged member's own beginning is passed over, where it is still there.
        let mut from = usize::from(offset == self.offset);
        loop {
            if let Some(at) = find_member(self.rest(), from) {
                self.consume(at);
                if let Member::Bad(_) = self.decode()? {
                    self.tries += 1;
                    if self.tries >= TRIES {
                        break;
                    }
                    from = 1;
                    continue;
                }
                // It is decoded once more when it is asked for.
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
                    // Nothing of it goes out.
                    (self.from, self.to) = (0, 0);
                    return Err(self.go_on_behind(self.offset, reason)?.error());
                }
            }
        }
    }
}

/// Makes the buffer at least so long.
fn grow(buffer: &mut Vec<u8>, length: usize) -> io::Result<()> {
    if let more @ 1.. = length.saturating_sub(buffer.len()) {
        buffer
            .try_reserve(more)
            .map_err(|_| io::ErrorKind::OutOfMemory)?;
        buffer.resize(length, 0);
    }
    Ok(())
}

/// Whether these bytes can be the beginning of a member.
fn begins_member(bytes: &[u8]) -> bool {
    // The upper three flags are reserved, and zero.
    bytes.starts_with(&MAGIC)
        && bytes
            .get(MAGIC.len())
            .is_some_and(|flags| flags & 0xE0 == 0)
}

/// Where a member seems to begin, from a place on.
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

    /// Hands out pieces.
    struct Pieces(Vec<u8>, usize);

    impl Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = self.1.min(buffer.len()).min(self.0.len());
            buffer[..length].copy_from_slice(&self.0[..length]);
            self.0.drain(..length);
            Ok(length)
        }
    }

    /// Text that is not alike, so that it stays long.
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

    /// What is read, and the offsets of damaged members with those where reading went on.
    fn read(bytes: Vec<u8>, piece: usize, held: usize) -> (Vec<u8>, Vec<(u64, Option<u64>)>) {
        let mut gunzip = Gunzip::new(Pieces(bytes, piece), held);
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

    /// Members of these sizes, where they begin, and the texts.
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
                    let (read, damaged) = read(bytes, 700, HELD);
                    if damaged.is_empty() {
                        // The time in the header, and bits before the trailer, mean nothing.
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
            let (read, damaged) = read(cut, 700, HELD);
            assert_eq!(damaged.len(), 1);
            assert_eq!(damaged[0].0, begins[1] as u64);
            assert!(read == [&texts[0][..], &texts[2]].concat());
        }
        for length in (begins[2] + 1..bytes.len()).step_by(11) {
            let (read, damaged) = read(bytes[..length].to_vec(), 700, HELD);
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
            read(bytes, 5, HELD),
            (b"text".to_vec(), vec![(0, Some(18))])
        );
        let many = [[&MAGIC[..], b"\0"].concat().repeat(5000), good].concat();
        assert_eq!(read(many, 9000, HELD), (Vec::new(), vec![(0, None)]));
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
        assert_eq!(read(bytes, 100, HELD), (b"onetwo".to_vec(), vec![]));
    }

    proptest! {
        #[test]
        fn members_of_any_size_are_read(
            sizes in prop::collection::vec(0usize..3000, 0..6), piece in 1usize..5000, held in 1usize..4000,
        ) {
            let (bytes, _, texts) = members(&sizes);
            prop_assert_eq!(read(bytes, piece, held), (texts.concat(), vec![]));
        }

        #[test]
        fn no_bytes_are_too_bad(
            sizes in prop::collection::vec(0usize..3000, 0..6), piece in 1usize..5000, held in 1usize..4000,
            damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        ) {
            let (mut bytes, _, _) = members(&sizes);
            for (index, byte) in damage {
                if !bytes.is_empty() {
                    let at = index.index(bytes.len());
                    bytes[at] = byte;
                }
            }
            let (_, damaged) = read(bytes, piece, held);
            prop_assert!(damaged.len() <= 10);
        }
    }
}
