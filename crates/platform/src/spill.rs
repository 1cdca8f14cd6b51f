//! Byte streams that spill to one temporary file.
//!
//! The file is unlinked as soon as it is created, so nothing is left behind however the process
//! ends. It is divided into blocks. Blocks that were read are reused, so the file is no larger than
//! its unread contents.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

/// A temporary file that could not be created, written or read.
#[derive(Debug)]
pub struct Error {
    /// The directory of the file.
    pub directory: PathBuf,
    /// The system's error.
    pub source: io::Error,
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{}: {}", self.directory.display(), self.source)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.source)
    }
}

/// The blocks of all streams: in memory up to a limit, then in the temporary file.
#[derive(Debug)]
pub struct Store {
    directory: PathBuf,
    file: Option<File>,
    block: usize,
    /// The first blocks, which are never written to the file.
    in_memory: Vec<Vec<u8>>,
    memory_blocks: u32,
    blocks: u32,
    free: Vec<u32>,
    written: u64,
}

impl Store {
    /// Creates a store with blocks of `block` bytes. The file is created when it is first needed.
    pub fn new(directory: PathBuf, block: usize) -> Self {
        Store {
            directory,
            file: None,
            block,
            in_memory: Vec::new(),
            memory_blocks: 0,
            blocks: 0,
            free: Vec::new(),
            written: 0,
        }
    }

    /// Keeps the first blocks, up to `bytes` bytes, in memory.
    pub fn with_memory(self, bytes: u64) -> Self {
        let memory_blocks = u32::try_from(bytes / self.block as u64).unwrap_or(u32::MAX);
        Store {
            memory_blocks,
            ..self
        }
    }

    /// Returns the size of a block in bytes.
    pub fn block(&self) -> usize {
        self.block
    }

    /// Returns the number of bytes written to the file so far.
    pub fn written(&self) -> u64 {
        self.written
    }

    fn write(&mut self, bytes: &[u8]) -> Result<u32, Error> {
        let block = self.free.pop().unwrap_or_else(|| {
            self.blocks += 1;
            self.blocks - 1
        });
        if block < self.memory_blocks {
            let at = block as usize;
            if at == self.in_memory.len() {
                self.in_memory.push(Vec::new());
            }
            self.in_memory[at] = bytes.to_vec();
            return Ok(block);
        }
        self.written += bytes.len() as u64;
        self.at(block, |file| file.write_all(bytes))?;
        Ok(block)
    }

    /// Appends `len` bytes of a block to `buffer`.
    fn read(&mut self, block: u32, len: usize, buffer: &mut Vec<u8>) -> Result<(), Error> {
        if block < self.memory_blocks {
            buffer.extend_from_slice(&self.in_memory[block as usize]);
            return Ok(());
        }
        let from = buffer.len();
        buffer.resize(from + len, 0);
        self.at(block, |file| file.read_exact(&mut buffer[from..]))
    }

    /// Makes the block available for reuse.
    fn free(&mut self, block: u32) {
        if block < self.memory_blocks {
            self.in_memory[block as usize] = Vec::new();
        }
        self.free.push(block);
    }

    fn at(
        &mut self,
        block: u32,
        work: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> Result<(), Error> {
        let offset = u64::from(block - self.memory_blocks) * self.block as u64;
        let run = || {
            let file = match &mut self.file {
                Some(file) => file,
                none => none.insert(tempfile::tempfile_in(&self.directory)?),
            };
            file.seek(SeekFrom::Start(offset))?;
            work(file)
        };
        run().map_err(|source| Error {
            directory: self.directory.clone(),
            source,
        })
    }
}

/// A stream being written. Only its last, incomplete block is in memory.
#[derive(Debug, Default)]
pub struct Stream {
    blocks: Vec<u32>,
    /// The length of the last block; the others are full.
    last: usize,
    tail: Vec<u8>,
}

impl Stream {
    /// Whether the stream is empty.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty() && self.tail.is_empty()
    }

    /// Returns the length of a closed stream in bytes.
    pub fn len(&self, store: &Store) -> u64 {
        let full = self.blocks.len().saturating_sub(1) * store.block;
        (full + self.last) as u64
    }

    /// Appends bytes.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn push(&mut self, mut bytes: &[u8], store: &mut Store) -> Result<(), Error> {
        if self.tail.capacity() < store.block {
            self.tail.reserve_exact(store.block);
        }
        while self.tail.len() + bytes.len() >= store.block {
            let (now, later) = bytes.split_at(store.block - self.tail.len());
            self.tail.extend_from_slice(now);
            self.blocks.push(store.write(&self.tail)?);
            self.last = store.block;
            self.tail.clear();
            bytes = later;
        }
        self.tail.extend_from_slice(bytes);
        Ok(())
    }

    /// Returns the incomplete block if `more` bytes can be appended to it in memory. For many small
    /// pieces, this is faster than [`Stream::push`].
    #[inline]
    pub fn tail_for(&mut self, more: usize, store: &Store) -> Option<&mut Vec<u8>> {
        // There is no buffer before the first push.
        (self.tail.len() + more < store.block.min(self.tail.capacity())).then_some(&mut self.tail)
    }

    /// Writes the incomplete block and frees its buffer.
    ///
    /// # Errors
    /// Fails like [`Stream::push`].
    pub fn close(&mut self, store: &mut Store) -> Result<(), Error> {
        if !self.tail.is_empty() {
            self.blocks.push(store.write(&self.tail)?);
            self.last = self.tail.len();
        }
        self.tail = Vec::new();
        Ok(())
    }
}

/// Reads a closed stream from the front and frees each block after reading it.
#[derive(Debug)]
pub struct Reader {
    blocks: std::vec::IntoIter<u32>,
    last: usize,
    buffer: Vec<u8>,
    at: usize,
    frees_blocks: bool,
}

impl Reader {
    /// Creates a reader of a closed stream.
    pub fn new(stream: Stream) -> Self {
        debug_assert!(stream.tail.is_empty());
        Reader {
            blocks: stream.blocks.into_iter(),
            last: stream.last,
            buffer: Vec::new(),
            at: 0,
            frees_blocks: true,
        }
    }

    /// Creates a second reader that starts `bytes` bytes further on, within the buffer. It frees no
    /// blocks, because this reader still has to read them.
    pub fn ahead(&self, bytes: usize) -> Reader {
        Reader {
            blocks: self.blocks.clone(),
            last: self.last,
            buffer: self.bytes()[bytes..].to_vec(),
            at: 0,
            frees_blocks: false,
        }
    }

    /// Returns the bytes in the buffer that are not consumed yet.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.buffer[self.at..]
    }

    /// Consumes bytes of the buffer.
    #[inline]
    pub fn consume(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// Reads another block into the buffer. Returns whether there was one.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub fn fill(&mut self, store: &mut Store) -> Result<bool, Error> {
        self.buffer.drain(..self.at);
        self.at = 0;
        let Some(block) = self.blocks.next() else {
            return Ok(false);
        };
        let len = if self.blocks.len() == 0 {
            self.last
        } else {
            store.block
        };
        store.read(block, len, &mut self.buffer)?;
        if self.frees_blocks {
            store.free(block);
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn streams_come_back_and_their_blocks_are_used_again() {
        for (round, memory_blocks) in [(0, 0), (1, 48), (2, 1 << 20)] {
            let mut store = Store::new(std::env::temp_dir(), 16).with_memory(memory_blocks);
            let texts: Vec<Vec<u8>> = (0..5)
                .map(|n| vec![b'a' + n + round; 13 * usize::from(n)])
                .collect();
            let mut streams: Vec<Stream> = texts.iter().map(|_| Stream::default()).collect();
            for part in 0..5 {
                for (stream, text) in streams.iter_mut().zip(&texts) {
                    let size = text.len().div_ceil(5).max(1);
                    let piece = text.chunks(size).nth(part).unwrap_or_default();
                    match stream.tail_for(piece.len(), &store) {
                        Some(tail) if part % 2 == 1 => tail.extend_from_slice(piece),
                        _ => stream.push(piece, &mut store).unwrap(),
                    }
                }
            }
            assert!(streams[0].is_empty() && !streams[1].is_empty());
            for (mut stream, text) in streams.into_iter().zip(&texts) {
                stream.close(&mut store).unwrap();
                let mut reader = Reader::new(stream);
                let mut ahead = reader.ahead(0);
                while ahead.fill(&mut store).unwrap() {}
                assert_eq!(ahead.bytes(), text);
                while reader.fill(&mut store).unwrap() {}
                assert_eq!(reader.bytes(), text);
            }
            assert!(store.blocks <= 13, "{} blocks for 130 bytes", store.blocks);
            assert_eq!(store.written() == 0, memory_blocks > 1000);
        }
    }

    #[test]
    fn a_block_that_was_read_is_written_again() {
        for memory_blocks in [0, 2] {
            let mut store = Store::new(std::env::temp_dir(), 16).with_memory(16 * memory_blocks);
            assert_eq!(store.block(), 16);
            for round in 0..20_u8 {
                let mut stream = Stream::default();
                stream.push(&[round; 5 * 16 + 3], &mut store).unwrap();
                stream.close(&mut store).unwrap();
                assert_eq!(stream.len(&store), 5 * 16 + 3);
                let mut reader = Reader::new(stream);
                while reader.fill(&mut store).unwrap() {}
                assert_eq!(reader.bytes(), [round; 5 * 16 + 3]);
                assert_eq!(store.blocks, 6);
                assert_eq!(store.in_memory.len() as u64, memory_blocks);
                assert!(
                    store.in_memory.iter().all(Vec::is_empty),
                    "memory is given back"
                );
            }
            if memory_blocks == 0 {
                assert_eq!(store.written(), 20 * (5 * 16 + 3));
            }
            let file = store.file.as_ref().unwrap().metadata().unwrap();
            assert!(
                file.len() <= 16 * (6 - memory_blocks),
                "{} bytes",
                file.len()
            );
        }
    }

    #[test]
    fn a_stream_as_long_as_its_blocks_has_no_empty_block() {
        let mut store = Store::new(std::env::temp_dir(), 16);
        let mut stream = Stream::default();
        stream.push(&[b'x'; 32], &mut store).unwrap();
        stream.close(&mut store).unwrap();
        assert_eq!((stream.len(&store), store.blocks), (32, 2));
    }

    #[test]
    fn an_error_names_the_directory() {
        let mut store = Store::new("/nowhere/at/all".into(), 16);
        let error = Stream::default().push(&[0; 20], &mut store).unwrap_err();
        assert_eq!(error.directory, Path::new("/nowhere/at/all"));
    }
}
