//! Whole files as documents.

use std::fs::File;
use std::io::{self, Read, Seek};

use platform::{files, paths, system};

use crate::compression::{Compression, Gunzip, MAGIC, compression, decompressed, zstd_decoder};

/// A document that is not yet read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Whole {
    /// The file with this path.
    File(Vec<u8>),
    /// Standard input as one document.
    StandardInput,
}

impl Whole {
    fn open(&self) -> io::Result<File> {
        match self {
            Whole::File(path) => files::open(&paths::from_bytes(path)),
            Whole::StandardInput => system::standard_input(),
        }
    }
}

/// Reads a whole file into `bytes`, decompressed; says how it was compressed. `scratch` is for compressed bytes.
///
/// # Errors
/// What the system or the decoder says. `bytes` then holds what could be read.
pub fn read_whole(
    item: &Whole,
    bytes: &mut Vec<u8>,
    scratch: &mut Vec<u8>,
) -> io::Result<Option<Compression>> {
    bytes.clear();
    let mut file = item.open()?;
    file.read_to_end(bytes)?;
    let compression = compression(bytes);
    if let Some(compression) = compression {
        std::mem::swap(bytes, scratch);
        bytes.clear();
        match compression {
            Compression::Gzip => Gunzip::new(&scratch[..]).read_to_end(bytes)?,
            Compression::Zstd => zstd_decoder(&scratch[..])?.read_to_end(bytes)?,
        };
        scratch.clear();
    }
    Ok(compression)
}

/// Bytes that can be read several times.
pub trait ReadSeek: Read + Seek {}
impl<T: Read + Seek> ReadSeek for T {}

/// So much of what cannot be read twice where it is, is held in memory; more is held in a temporary file.
const SPOOL: usize = 8 << 20;

/// Opens a document so that it can be read several times in bounded memory, decompressed, and says how long it is. What
/// is compressed, and standard input, goes to memory or to a temporary file.
///
/// # Errors
/// What the system or the decoder says.
pub fn open_rereadable(item: &Whole) -> io::Result<(Box<dyn ReadSeek>, u64)> {
    let mut file = item.open()?;
    let is_file = *item != Whole::StandardInput && file.metadata()?.is_file();
    if is_file {
        let mut first = Vec::with_capacity(MAGIC);
        file.by_ref().take(MAGIC as u64).read_to_end(&mut first)?;
        file.seek(io::SeekFrom::Start(0))?;
        if compression(&first).is_none() {
            let length = file.metadata()?.len();
            return Ok((Box::new(file), length));
        }
    }
    let mut spool = tempfile::SpooledTempFile::new(SPOOL);
    let length = io::copy(&mut decompressed(Box::new(file))?, &mut spool)?;
    spool.seek(io::SeekFrom::Start(0))?;
    Ok((Box::new(spool), length))
}
