//! Replaces `decoders.rs` in a build without the feature `formats`: refuses everything except gzip.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek};

use super::{Decoded, Source};

fn refused<T>(name: &str) -> io::Result<T> {
    let message = format!("{name} is not read: this program was built without the feature formats");
    Err(io::Error::new(io::ErrorKind::Unsupported, message))
}

pub(crate) fn bzip2(_: Source) -> io::Result<Decoded> {
    refused("bzip2")
}

pub(crate) fn xz(_: Source) -> io::Result<Decoded> {
    refused("xz")
}

pub(crate) fn lz4(_: Source) -> io::Result<Decoded> {
    refused("lz4")
}

pub(crate) fn zstd(_: Source) -> io::Result<Decoded> {
    refused("zstd")
}

pub(crate) fn zstd_body(_: &[u8]) -> io::Result<Box<dyn Read + '_>> {
    refused("zstd")
}

pub(crate) fn brotli_body(_: &[u8]) -> io::Result<Box<dyn Read + '_>> {
    refused("brotli")
}

/// A temporary file, uncompressed.
pub(crate) type Temporary = BufWriter<File>;

pub(crate) fn temporary(file: File) -> io::Result<Temporary> {
    Ok(BufWriter::new(file))
}

/// Reads a temporary file from its start.
pub(crate) fn reread(temporary: Temporary) -> io::Result<Decoded> {
    let mut file = temporary.into_inner()?;
    file.rewind()?;
    Ok(Box::new(file))
}

/// The stub of the whole-member gzip decoder.
pub(crate) struct WholeMember;

impl WholeMember {
    pub fn new() -> Self {
        WholeMember
    }

    /// Rejects every member, so that zlib-rs decodes it.
    pub fn decode(&mut self, _: &[u8], _: &mut [u8]) -> bool {
        false
    }
}
