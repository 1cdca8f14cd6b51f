//! Reads blocks of whole lines.

use std::io::{self, Read};
use std::sync::Arc;

use memchr::{memchr, memchr_iter, memrchr};

use crate::error::too_large;
use crate::{Error, MAX_DOCUMENT_SIZE, Stream};

/// Iterates over the lines of a stream in blocks.
pub struct Lines {
    pub(crate) name: Arc<str>,
    reader: Box<dyn Read + Send>,
    pub(crate) delimiter: u8,
    /// The usual size of the buffer. It is larger only while it contains a longer line.
    size: usize,
    /// Fully initialised; `start..end` was read but not returned yet.
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// The block is `from..start`.
    from: usize,
    first_line: u64,
    next_line: u64,
    /// Whether line numbers are counted.
    numbered: bool,
    /// Whether to fill a block completely instead of returning the lines available so far.
    fill: bool,
    at_start: bool,
    /// The maximum length of a line in bytes.
    limit: u64,
    done: bool,
    failure: Option<io::Error>,
}

/// A block of whole lines.
#[derive(Debug, Clone, Copy)]
pub struct Block<'a> {
    /// The lines with their delimiters; only the last one of a stream may lack it.
    pub bytes: &'a [u8],
    /// The number of the first line, counted from 1.
    pub first_line: u64,
}

impl Lines {
    /// Reads the lines of a stream in blocks of about `size` bytes. A longer line is a separate
    /// block.
    pub fn new(stream: Stream, delimiter: u8, size: usize, fill: bool) -> Self {
        Lines {
            name: stream.name,
            reader: stream.reader,
            delimiter,
            size,
            buffer: vec![0; size],
            start: 0,
            end: 0,
            from: 0,
            first_line: 1,
            next_line: 1,
            numbered: true,
            fill,
            at_start: true,
            limit: MAX_DOCUMENT_SIZE,
            done: false,
            failure: None,
        }
    }

    /// Disables line numbers, which take time to count. The first line of each block is then 1.
    pub fn unnumbered(self) -> Self {
        Lines {
            numbered: false,
            ..self
        }
    }

    /// Sets the maximum length of a line. A longer line is skipped and causes an error.
    pub fn limited(self, limit: u64) -> Self {
        Lines { limit, ..self }
    }

    /// Returns the stream's name for messages.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// Returns the next block; `None` at the end. A byte order mark at the start is dropped.
    ///
    /// # Errors
    /// Fails like [`Lines::advance`].
    pub fn next_block(&mut self) -> Result<Option<Block<'_>>, Error> {
        Ok(self.advance()?.then(|| self.block()))
    }

    /// Returns the block found by the last [`Lines::advance`].
    pub fn block(&self) -> Block<'_> {
        Block {
            bytes: &self.buffer[self.from..self.start],
            first_line: self.first_line,
        }
    }

    /// Moves the block found by the last [`Lines::advance`] into `into`, which becomes the new
    /// buffer, to avoid a copy.
    pub fn take_block(&mut self, into: &mut Vec<u8>) {
        let (from, start, left) = (self.from, self.start, self.end - self.start);
        // A buffer that grew for a long line is not kept.
        into.resize(self.size.max(left), 0);
        into[..left].copy_from_slice(&self.buffer[start..self.end]);
        std::mem::swap(&mut self.buffer, into);
        into.truncate(start);
        into.drain(..from);
        (self.from, self.start, self.end) = (0, 0, left);
    }

    /// Advances to the next block; returns false at the end.
    ///
    /// # Errors
    /// Fails in two cases; the next call continues or returns the end.
    /// - A read failed. The error has the stream's name. Everything before it has been returned,
    ///   except a truncated line.
    /// - A line is too long or does not fit in memory.
    pub fn advance(&mut self) -> Result<bool, Error> {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        let mut lines_end = memrchr(self.delimiter, &self.buffer[..self.end]).map(|at| at + 1);
        while !self.done && (lines_end.is_none() || (self.fill && self.end < self.buffer.len())) {
            if self.end == self.buffer.len() && !self.grow() {
                return Err(self.pass_over_line());
            }
            match self.reader.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.done = true,
                Ok(length) => {
                    let new = &self.buffer[self.end..self.end + length];
                    lines_end = memrchr(self.delimiter, new)
                        .map(|at| self.end + at + 1)
                        .or(lines_end);
                    self.end += length;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    // Whole lines are returned first, and the error by the next call. A truncated
                    // line is dropped.
                    self.end = lines_end.unwrap_or(0);
                    self.failure = Some(error);
                    self.done = true;
                }
            }
        }
        // At the end of the stream the last line may lack its delimiter.
        let end = if self.done {
            self.end
        } else {
            lines_end.expect("the loop ends with a line or at the end")
        };
        if end > 0 {
            self.take(end);
            return Ok(true);
        }
        match self.failure.take() {
            Some(error) => Err(Error::io(&self.name, &error)),
            None => Ok(false),
        }
    }

    /// Grows the buffer for a longer line; returns false if the limit or the memory does not allow
    /// it.
    fn grow(&mut self) -> bool {
        let more = self.buffer.len();
        if self.end as u64 > self.limit || self.buffer.try_reserve_exact(more).is_err() {
            return false;
        }
        self.buffer.resize(2 * more, 0);
        true
    }

    /// Skips the rest of a line that does not fit.
    fn pass_over_line(&mut self) -> Error {
        let line = self.next_line;
        let over = self.end as u64 > self.limit;
        self.next_line += u64::from(self.numbered);
        self.at_start = false;
        self.end = 0;
        while !self.done {
            match self.reader.read(&mut self.buffer[..]) {
                Ok(0) => self.done = true,
                Ok(length) => {
                    if let Some(at) = memchr(self.delimiter, &self.buffer[..length]) {
                        (self.start, self.end) = (at + 1, length);
                        break;
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.failure = Some(error);
                    self.done = true;
                }
            }
        }
        let message = match over {
            true => too_large(self.limit).to_string(),
            false => "there is no memory for a line as long as this".to_owned(),
        };
        let error = Error::new(&self.name, message);
        match self.numbered {
            true => error.at_line(line),
            false => error,
        }
    }

    /// Makes the first `end` bytes the block.
    fn take(&mut self, end: usize) {
        let is_first = std::mem::replace(&mut self.at_start, false);
        let marked = is_first && self.buffer[..end].starts_with(record::BYTE_ORDER_MARK);
        self.from = if marked {
            record::BYTE_ORDER_MARK.len()
        } else {
            0
        };
        self.start = end;
        self.first_line = self.next_line;
        if self.numbered {
            self.next_line += memchr_iter(self.delimiter, &self.buffer[..end]).count() as u64;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;
    use proptest::prelude::*;

    /// A reader that returns chunks of the given sizes.
    struct Pieces(VecDeque<Vec<u8>>);

    impl Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let Some(mut piece) = self.0.pop_front() else {
                return Ok(0);
            };
            let length = piece.len().min(buffer.len());
            buffer[..length].copy_from_slice(&piece[..length]);
            if length < piece.len() {
                self.0.push_front(piece.split_off(length));
            }
            Ok(length)
        }
    }

    fn stream(pieces: Vec<Vec<u8>>) -> Stream {
        let pieces = pieces
            .into_iter()
            .filter(|piece| !piece.is_empty())
            .collect();
        Stream {
            name: "test".into(),
            reader: Box::new(Pieces(pieces)),
        }
    }

    proptest! {
        #[test]
        fn blocks_hold_whole_lines_and_lose_nothing(
            pieces in proptest::collection::vec("[ab\n]{0,12}", 0..12), size in 1usize..20, fill in any::<bool>(),
            taken in proptest::collection::vec(any::<bool>(), 1..5),
        ) {
            let whole = pieces.concat();
            let mut lines = Lines::new(stream(pieces.into_iter().map(String::into_bytes).collect()), b'\n', size, fill);
            let (mut seen, mut buffer) = (Vec::new(), Vec::new());
            for takes in taken.into_iter().cycle() {
                if !lines.advance().unwrap() {
                    break;
                }
                let first_line = lines.block().first_line;
                prop_assert_eq!(first_line as usize, 1 + memchr_iter(b'\n', &seen).count());
                prop_assert!(seen.is_empty() || seen.ends_with(b"\n"));
                if takes {
                    lines.take_block(&mut buffer);
                    seen.extend_from_slice(&buffer);
                } else {
                    seen.extend_from_slice(lines.block().bytes);
                }
            }
            prop_assert_eq!(seen, whole.as_bytes());
        }
    }

    #[test]
    fn a_line_over_the_limit_is_passed_over() {
        let long = "x".repeat(100);
        let text = format!("one\n{long}\ntwo\n{long}");
        let read = |number: fn(Lines) -> Lines| {
            let pieces = text.as_bytes().chunks(7).map(<[u8]>::to_vec).collect();
            let mut lines = number(Lines::new(stream(pieces), b'\n', 8, false).limited(50));
            let (mut seen, mut errors) = (Vec::new(), Vec::new());
            loop {
                match lines.next_block() {
                    Ok(Some(block)) => seen.push((block.first_line, block.bytes.to_vec())),
                    Ok(None) => return (seen, errors),
                    Err(error) => errors.push(error.to_string()),
                }
            }
        };
        let message = "more than the 50 bytes of --max-document-size";
        let (seen, errors) = read(|lines| lines);
        assert_eq!(seen, [(1, b"one\n".to_vec()), (3, b"two\n".to_vec())]);
        assert_eq!(
            errors,
            [format!("test:2: {message}"), format!("test:4: {message}")]
        );
        let (seen, errors) = read(Lines::unnumbered);
        assert_eq!(seen, [(1, b"one\n".to_vec()), (1, b"two\n".to_vec())]);
        assert_eq!(errors, [(); 2].map(|()| format!("test: {message}")));
    }

    struct Failing;

    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::TimedOut.into())
        }
    }

    #[test]
    fn a_failed_read_comes_after_the_lines_before_it() {
        let reader = io::Cursor::new(b"one\ntwo\nthr".to_vec()).chain(Failing);
        let mut lines = Lines::new(
            Stream {
                name: "test".into(),
                reader: Box::new(reader),
            },
            b'\n',
            64,
            true,
        );
        assert_eq!(lines.next_block().unwrap().unwrap().bytes, b"one\ntwo\n");
        assert!(lines.next_block().is_err());
        assert!(lines.next_block().unwrap().is_none());
    }
}
