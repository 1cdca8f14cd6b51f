//! Compresses the output.

use std::fmt;
use std::io::{self, Write};

use flate2::write::GzEncoder;

use super::Packing;

/// Compresses bytes into a buffer, from which they are taken.
pub(crate) enum Packer {
    Gzip(GzEncoder<Vec<u8>>),
    #[cfg(feature = "formats")]
    Zstd(zstd::stream::write::Encoder<'static, Vec<u8>>),
}

impl fmt::Debug for Packer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Packer")
    }
}

impl Packer {
    /// # Errors
    /// Fails if this build lacks the compression.
    pub fn new(packing: Packing) -> io::Result<Self> {
        Ok(match packing {
            Packing::Gzip => Packer::Gzip(GzEncoder::new(Vec::new(), flate2::Compression::new(6))),
            #[cfg(feature = "formats")]
            Packing::Zstd => Packer::Zstd(zstd::stream::write::Encoder::new(Vec::new(), 3)?),
            #[cfg(not(feature = "formats"))]
            Packing::Zstd => return Err(io::ErrorKind::Unsupported.into()),
        })
    }

    /// Compresses `bytes`, and passes the available output on.
    pub fn write(&mut self, bytes: &[u8], out: &mut impl Write) -> io::Result<()> {
        self.encoder().write_all(bytes)?;
        self.take(out)
    }

    /// Passes on everything written so far.
    pub fn flush(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.encoder().flush()?;
        self.take(out)
    }

    /// Ends the compressed stream.
    pub fn finish(&mut self, out: &mut impl Write) -> io::Result<()> {
        match self {
            Packer::Gzip(encoder) => encoder.try_finish()?,
            #[cfg(feature = "formats")]
            Packer::Zstd(encoder) => encoder.do_finish()?,
        }
        self.take(out)
    }

    fn encoder(&mut self) -> &mut dyn Write {
        match self {
            Packer::Gzip(encoder) => encoder,
            #[cfg(feature = "formats")]
            Packer::Zstd(encoder) => encoder,
        }
    }

    fn take(&mut self, out: &mut impl Write) -> io::Result<()> {
        let buffer = match self {
            Packer::Gzip(encoder) => encoder.get_mut(),
            #[cfg(feature = "formats")]
            Packer::Zstd(encoder) => encoder.get_mut(),
        };
        let written = out.write_all(buffer);
        buffer.clear();
        written
    }
}
