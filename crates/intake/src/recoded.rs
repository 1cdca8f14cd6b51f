//! Files of rows or lines in an encoding other than UTF-8, decoded as they are read.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use encoding_rs::{Decoder, Encoding};
use memchr::memchr_iter;

use crate::encoding::append;

/// The first line with bytes that became U+FFFD, counted from 1; 0 if there is none so far.
pub(crate) type Damage = Arc<AtomicU64>;

/// The number of bytes read at a time.
const READ_SIZE: usize = 64 << 10;

/// A stream in UTF-8 of the bytes of another.
pub(crate) struct Recoded {
    reader: Box<dyn Read + Send>,
    decoder: Decoder,
    bytes: Vec<u8>,
    text: String,
    /// The length of the text that was given.
    given: usize,
    is_ended: bool,
    /// The number of line feeds before the text.
    lines: u64,
    damage: Damage,
}

impl Recoded {
    /// Decodes bytes without a byte order mark.
    pub fn new(reader: Box<dyn Read + Send>, encoding: &'static Encoding, damage: Damage) -> Self {
        Recoded {
            reader,
            decoder: encoding.new_decoder_without_bom_handling(),
            bytes: vec![0; READ_SIZE],
            text: String::new(),
            given: 0,
            is_ended: false,
            lines: 0,
            damage,
        }
    }

    fn decode_next(&mut self) -> io::Result<()> {
        let read = self.reader.read(&mut self.bytes)?;
        self.is_ended = read == 0;
        self.lines += line_feeds(&self.text);
        self.text.clear();
        self.given = 0;
        let bytes = &self.bytes[..read];
        let is_damaged = append(&mut self.decoder, bytes, self.is_ended, &mut self.text)?;
        if is_damaged && self.damage.load(Ordering::Relaxed) == 0 {
            let good = self.text.split(char::REPLACEMENT_CHARACTER).next();
            let line = self.lines + line_feeds(good.unwrap_or_default()) + 1;
            self.damage.store(line, Ordering::Relaxed);
        }
        Ok(())
    }
}

fn line_feeds(text: &str) -> u64 {
    memchr_iter(b'\n', text.as_bytes()).count() as u64
}

impl Read for Recoded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.text.len() && !self.is_ended {
            self.decode_next()?;
        }
        let read = (&self.text.as_bytes()[self.given..]).read(buffer)?;
        self.given += read;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stream that gives one byte at a time.
    struct Slow(io::Cursor<Vec<u8>>);

    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = buffer.len().min(1);
            self.0.read(&mut buffer[..length])
        }
    }

    #[test]
    fn characters_are_whole_and_the_first_damaged_line_is_known() {
        let jis = b"a\n\x93\xFA\x96\x7B\nb\x81\nc\n\x93".to_vec();
        let utf_16 = "a\n\u{1F600}\n".encode_utf16().flat_map(u16::to_le_bytes);
        for (bytes, encoding, text, line) in [
            (
                jis,
                encoding_rs::SHIFT_JIS,
                "a\n\u{65E5}\u{672C}\nb\u{FFFD}\nc\n\u{FFFD}",
                3,
            ),
            (utf_16.collect(), encoding_rs::UTF_16LE, "a\n\u{1F600}\n", 0),
        ] {
            let damage = Damage::default();
            let slow = Box::new(Slow(io::Cursor::new(bytes)));
            let mut read = String::new();
            Recoded::new(slow, encoding, damage.clone())
                .read_to_string(&mut read)
                .unwrap();
            assert_eq!(read, text);
            assert_eq!(damage.load(Ordering::Relaxed), line);
        }
    }
}
