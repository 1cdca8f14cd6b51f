//! What parts and ranges send to each other: frames, which can be put together in any file or pipe.
//!
//! Eight numbers of 32 bits, little-endian, and the payload: a constant; what the frame is of, so that parts that were read with other
//! options are told; what it holds; its round; its part; its range or number; the length of the payload; its checksum.

use std::io::{self, Read};

use tokens::hashes::mixed;

use super::Damaged;

const MAGIC: u32 = u32::from_le_bytes(*b"tPF1");
const HEADER: usize = 32;

/// What a frame holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// How many documents and blocks a part has.
    Size,
    /// The n-grams of a part in a range: ascending, each once or twice.
    Keys,
    /// Those of them that occur more than once in the corpus, or may.
    Repeated,
    /// A piece of an outline.
    Outline,
    /// What a part has kept of n-grams in a range.
    Kept,
    /// What earlier parts have kept of a part's n-grams in a range.
    Before,
    /// What goes of a part.
    Verdicts,
}

const ALL: [What; 7] = [
    What::Size,
    What::Keys,
    What::Repeated,
    What::Outline,
    What::Kept,
    What::Before,
    What::Verdicts,
];

/// A frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The same for parts that were read with the same options.
    pub options: u32,
    /// What it holds.
    pub what: What,
    /// The round that it is of, from 1 on; 0 before that.
    pub round: u32,
    /// The part that it is of, in the order of the corpus.
    pub part: u32,
    /// The range of n-grams, or the number of the piece.
    pub range: u32,
    /// What it holds, in bytes.
    pub payload: Vec<u8>,
}

impl Frame {
    /// Appends it.
    pub fn write(&self, out: &mut Vec<u8>) {
        let numbers = [
            MAGIC,
            self.options,
            self.what as u32,
            self.round,
            self.part,
            self.range,
            self.payload.len() as u32,
            checksum(&self.payload),
        ];
        out.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        out.extend_from_slice(&self.payload);
    }

    /// Reads the next one; `None` at the end.
    ///
    /// # Errors
    /// What the system says, or [`Damaged`] in [`io::ErrorKind::InvalidData`].
    pub fn read(from: &mut impl Read) -> io::Result<Option<Frame>> {
        Self::find(from, |_| true)
    }

    /// Reads the next one that is `wanted`, which is told by its header; `None` at the end.
    ///
    /// # Errors
    /// As [`Frame::read`].
    pub fn find(
        from: &mut impl Read,
        wanted: impl Fn(&Frame) -> bool,
    ) -> io::Result<Option<Frame>> {
        while let Some((mut frame, length, sum)) = Self::read_header(from)? {
            let mut payload = from.take(u64::from(length));
            let read = match wanted(&frame) {
                // Not reserved: the length may be any.
                true => payload.read_to_end(&mut frame.payload)? as u64,
                false => io::copy(&mut payload, &mut io::sink())?,
            };
            if read != u64::from(length) {
                return Err(damaged("cut short"));
            }
            if wanted(&frame) {
                let good = checksum(&frame.payload) == sum;
                return good
                    .then_some(Some(frame))
                    .ok_or(damaged("another checksum"));
            }
        }
        Ok(None)
    }

    /// A frame without its payload, the length of that, and its checksum.
    fn read_header(from: &mut impl Read) -> io::Result<Option<(Frame, u32, u32)>> {
        let mut header = [0; HEADER];
        match read_full(from, &mut header)? {
            0 => return Ok(None),
            HEADER => {}
            _ => return Err(damaged("cut short")),
        }
        let mut numbers = header
            .chunks_exact(4)
            .map(|four| u32::from_le_bytes(four.try_into().expect("four bytes")));
        let mut number = || numbers.next().expect("there are eight");
        if number() != MAGIC {
            return Err(damaged("this is no part of a divided corpus"));
        }
        let options = number();
        let what = *ALL
            .get(number() as usize)
            .ok_or_else(|| damaged("an unknown frame"))?;
        let (round, part, range) = (number(), number(), number());
        let frame = Frame {
            options,
            what,
            round,
            part,
            range,
            payload: Vec::new(),
        };
        Ok(Some((frame, number(), number())))
    }
}

fn damaged(what: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, Damaged(what))
}

/// Fills the buffer as far as there are bytes.
fn read_full(from: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut length = 0;
    while length < buffer.len() {
        match from.read(&mut buffer[length..]) {
            Ok(0) => break,
            Ok(read) => length += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(length)
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut words = bytes.chunks_exact(8);
    let add = |sum: u64, word: u64| mixed(sum ^ word);
    let whole = words.by_ref().fold(bytes.len() as u64, |sum, word| {
        add(
            sum,
            u64::from_le_bytes(word.try_into().expect("eight bytes")),
        )
    });
    let rest = words
        .remainder()
        .iter()
        .fold(whole, |sum, &byte| add(sum, u64::from(byte)));
    (rest >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn frame(what: What, payload: &[u8]) -> Frame {
        Frame {
            options: 5,
            what,
            round: 2,
            part: 7,
            range: 1,
            payload: payload.to_vec(),
        }
    }

    #[test]
    fn frames_come_back() {
        let frames: Vec<_> = (ALL.iter().enumerate())
            .map(|(number, &what)| {
                assert_eq!(what as usize, number);
                frame(what, &vec![number as u8; 9 * number])
            })
            .collect();
        let mut bytes = Vec::new();
        frames.iter().for_each(|frame| frame.write(&mut bytes));
        let mut from = &bytes[..];
        for frame in frames {
            assert_eq!(Frame::read(&mut from).unwrap(), Some(frame));
        }
        assert_eq!(Frame::read(&mut from).unwrap(), None);
    }

    #[test]
    fn what_is_damaged_is_told() {
        let mut good = Vec::new();
        frame(What::Keys, b"some payload").write(&mut good);
        for at in 0..good.len() {
            // Which part, round and range it is, is not known better.
            if !(4..24).contains(&at) {
                let mut bad = good.clone();
                bad[at] ^= 4;
                assert!(Frame::read(&mut &bad[..]).is_err(), "{at}");
            }
            assert!(at == 0 || Frame::read(&mut &good[..at]).is_err(), "{at}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_read(bytes: Vec<u8>) {
            let _ = Frame::read(&mut &bytes[..]);
        }
    }
}
