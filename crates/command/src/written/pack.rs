//! Compresses the output.

use std::fmt;
use std::io::{self, Write};

use flate2::write::GzEncoder;

use super::Packing;

/// Compresses bytes into a buffer, from which they are taken.
///
/// The compressed bytes depend on the lengths in which the encoder gets the others. So it gets pieces of one length, however many
/// threads make the output.
pub(crate) struct Packer {
    /// Less than a piece.
    pending: Vec<u8>,
    encoder: Encoder,
}

/// The length of a piece.
const PIECE: usize = 64 << 10;

enum Encoder {
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
        let encoder = match packing {
            Packing::Gzip => Encoder::Gzip(GzEncoder::new(Vec::new(), flate2::Compression::new(6))),
            #[cfg(feature = "formats")]
            Packing::Zstd => Encoder::Zstd(zstd::stream::write::Encoder::new(Vec::new(), 3)?),
            #[cfg(not(feature = "formats"))]
            Packing::Zstd => return Err(io::ErrorKind::Unsupported.into()),
        };
        Ok(Packer {
            pending: Vec::new(),
            encoder,
        })
    }

    /// Compresses `bytes`, and passes the available output on.
    pub fn write(&mut self, bytes: &[u8], out: &mut impl Write) -> io::Result<()> {
        self.pending.extend_from_slice(bytes);
        let whole = self.pending.len() / PIECE * PIECE;
        for piece in self.pending[..whole].chunks(PIECE) {
            self.encoder.writer().write_all(piece)?;
        }
        self.pending.drain(..whole);
        self.take(out)
    }

    /// Passes on everything written so far.
    pub fn flush(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.write_pending()?;
        self.encoder.writer().flush()?;
        self.take(out)
    }

    /// Ends the compressed stream.
    pub fn finish(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.write_pending()?;
        match &mut self.encoder {
            Encoder::Gzip(encoder) => encoder.try_finish()?,
            #[cfg(feature = "formats")]
            Encoder::Zstd(encoder) => encoder.do_finish()?,
        }
        self.take(out)
    }

    fn write_pending(&mut self) -> io::Result<()> {
        self.encoder.writer().write_all(&self.pending)?;
        self.pending.clear();
        Ok(())
    }

    fn take(&mut self, out: &mut impl Write) -> io::Result<()> {
        let buffer = match &mut self.encoder {
            Encoder::Gzip(encoder) => encoder.get_mut(),
            #[cfg(feature = "formats")]
            Encoder::Zstd(encoder) => encoder.get_mut(),
        };
        let written = out.write_all(buffer);
        buffer.clear();
        written
    }
}

impl Encoder {
    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Encoder::Gzip(encoder) => encoder,
            #[cfg(feature = "formats")]
            Encoder::Zstd(encoder) => encoder,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_do_not_depend_on_the_lengths_written() {
        let mut state = 7u32;
        let text: Vec<u8> = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            b"etaoin shrdlu"[(state >> 24) as usize % 13]
        })
        .take(600_000)
        .collect();
        let packed = |lengths: &[usize]| {
            let mut packer = Packer::new(Packing::Gzip).unwrap();
            let (mut out, mut rest) = (Vec::new(), &text[..]);
            for &length in lengths.iter().cycle() {
                let (piece, after) = rest.split_at(length.min(rest.len()));
                packer.write(piece, &mut out).unwrap();
                rest = after;
                if rest.is_empty() {
                    break;
                }
            }
            packer.finish(&mut out).unwrap();
            out
        };
        assert!(packed(&[70_001]) == packed(&[300, 90_000, 4_096]));
    }
}
