//! Frames: the messages between parts and ranges, which can be concatenated in any file or pipe.
//!
//! A frame is eight 32-bit little-endian numbers and the payload. The numbers are: a magic number; a fingerprint of
//! the options, to detect parts that were read with other options; the kind; the round; the part; the range or
//! number; the length of the payload; its checksum.

use std::io::{self, Read};

use platform::files::read_full;
use tokens::hashes::mixed;

use super::Damaged;

const MAGIC: u32 = u32::from_le_bytes(*b"tPF1");
const HEADER: usize = 32;

/// The kind of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FrameKind {
    /// The number of documents and blocks of a part.
    Size,
    /// The n-grams of a part in a range: ascending, each once or twice.
    Keys,
    /// Those n-grams that occur more than once in the corpus, or may.
    Repeated,
    /// A piece of an outline.
    Outline,
    /// The n-grams kept in a part, in a range.
    Kept,
    /// The n-grams of a part that earlier parts have kept, in a range.
    Before,
    /// The verdicts on a part.
    Verdicts,
}

const ALL: [FrameKind; 7] = [
    FrameKind::Size,
    FrameKind::Keys,
    FrameKind::Repeated,
    FrameKind::Outline,
    FrameKind::Kept,
    FrameKind::Before,
    FrameKind::Verdicts,
];

/// A frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// A fingerprint of the options.
    pub options: u32,
    /// The kind.
    pub kind: FrameKind,
    /// The round, from 1; 0 before the first.
    pub round: u32,
    /// The part, in corpus order.
    pub part: u32,
    /// The range of n-grams, or the number of the piece.
    pub range: u32,
    /// The contents.
    pub payload: Vec<u8>,
}

impl Frame {
    /// Appends the frame to `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        let numbers = [
            MAGIC,
            self.options,
            self.kind as u32,
            self.round,
            self.part,
            self.range,
            self.payload.len() as u32,
            checksum(&self.payload),
        ];
        out.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        out.extend_from_slice(&self.payload);
    }

    /// Reads the next frame; `None` at the end.
    ///
    /// # Errors
    /// The system's error, or [`Damaged`] in [`io::ErrorKind::InvalidData`].
    pub fn read(from: &mut impl Read) -> io::Result<Option<Frame>> {
        Self::find(from, |_| true)
    }

    /// Reads the next frame whose header satisfies `wanted`; `None` at the end.
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
                // Not reserved: the length may be anything.
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

    /// A frame without its payload, the length of the payload, and its checksum.
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
            return Err(damaged("this is not a part of a divided corpus"));
        }
        let options = number();
        let kind = *ALL
            .get(number() as usize)
            .ok_or_else(|| damaged("an unknown frame"))?;
        let (round, part, range) = (number(), number(), number());
        let frame = Frame {
            options,
            kind,
            round,
            part,
            range,
            payload: Vec::new(),
        };
        Ok(Some((frame, number(), number())))
    }
}

fn damaged(kind: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, Damaged(kind))
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

    fn frame(kind: FrameKind, payload: &[u8]) -> Frame {
        Frame {
            options: 5,
            kind,
            round: 2,
            part: 7,
            range: 1,
            payload: payload.to_vec(),
        }
    }

    #[test]
    fn frames_come_back() {
        let frames: Vec<_> = (ALL.iter().enumerate())
            .map(|(number, &kind)| {
                assert_eq!(kind as usize, number);
                frame(kind, &vec![number as u8; 9 * number])
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
        frame(FrameKind::Keys, b"some payload").write(&mut good);
        for at in 0..good.len() {
            // The numbers of part, round and range cannot be checked.
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
