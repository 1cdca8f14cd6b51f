//! Compressed data, recognised by magic bytes.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::GzDecoder;

use crate::BLOCK;

const GZIP_MAGIC: [u8; 2] = [0x1F, 0x8B];

/// What zstd data with this first byte begins with: a frame, or one of the sixteen kinds that are to be skipped, which
/// `pzstd` writes before each frame.
fn zstd_magic(first: u8) -> [u8; 4] {
    match first {
        0x50..=0x5F => [first, 0x2A, 0x4D, 0x18],
        _ => [0x28, 0xB5, 0x2F, 0xFD],
    }
}

/// The most magic bytes.
pub(crate) const MAGIC: usize = 4;

/// Looks at the first bytes of a stream and decompresses it if they are gzip's or zstd's.
pub(crate) fn decompressed(mut reader: Box<dyn Read + Send>) -> io::Result<Box<dyn Read + Send>> {
    let mut first = Vec::with_capacity(MAGIC);
    let is_open = |first: &[u8]| {
        let zstd = zstd_magic(first.first().copied().unwrap_or_default());
        let begins = |magic: &[u8]| magic.len() > first.len() && magic.starts_with(first);
        begins(&GZIP_MAGIC) || begins(&zstd)
    };
    // Ask for another byte only while the answer is open: an interactive stream may have no more for now.
    while is_open(&first) {
        if reader.by_ref().take(1).read_to_end(&mut first)? == 0 {
            break;
        }
    }
    let compression = compression(&first);
    let whole: Box<dyn Read + Send> = Box::new(io::Cursor::new(first).chain(reader));
    Ok(match compression {
        None => whole,
        Some(Compression::Gzip) => Box::new(Gunzip::new(BufReader::with_capacity(BLOCK, whole))),
        Some(Compression::Zstd) => Box::new(zstd_decoder(BufReader::with_capacity(BLOCK, whole))?),
    })
}

/// Decompresses gzip: members in a row, and zero padding behind them, as on tapes and disks.
pub(crate) struct Gunzip<R> {
    /// The member that is being read; `None` at the end.
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> Gunzip<R> {
    pub fn new(reader: R) -> Self {
        Gunzip {
            member: Some(GzDecoder::new(reader)),
        }
    }
}

impl<R: BufRead> Read for Gunzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let read = member.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            let mut rest = self.member.take().expect("it was read").into_inner();
            loop {
                let bytes = rest.fill_buf()?;
                if bytes.is_empty() {
                    break;
                }
                let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
                if zeros < bytes.len() {
                    rest.consume(zeros);
                    self.member = Some(GzDecoder::new(rest));
                    break;
                }
                rest.consume(zeros);
            }
        }
        Ok(0)
    }
}

pub(crate) fn zstd_decoder<R: io::BufRead>(reader: R) -> io::Result<zstd::Decoder<'static, R>> {
    let mut decoder = zstd::Decoder::with_buffer(reader)?;
    // Files made with `zstd --long=31` are common in this field.
    decoder.window_log_max(31)?;
    Ok(decoder)
}

/// How bytes are compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compression {
    /// gzip, also several members in a row.
    Gzip,
    /// Zstandard, also several frames in a row.
    Zstd,
}

/// How these bytes are compressed, by their magic bytes.
pub fn compression(bytes: &[u8]) -> Option<Compression> {
    match bytes {
        bytes if bytes.starts_with(&GZIP_MAGIC) => Some(Compression::Gzip),
        [first, ..] if bytes.starts_with(&zstd_magic(*first)) => Some(Compression::Zstd),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compressed_streams_are_recognised() {
        use std::io::Write;
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(b"text").unwrap();
        let gzip = gzip.finish().unwrap();
        let twice = [gzip.clone(), gzip.clone()].concat();
        let padded = [&twice[..], &[0; 1000]].concat();
        let zstd = zstd::encode_all(&b"text"[..], 1).unwrap();
        let skipped = b"\x50\x2A\x4D\x18\x04\0\0\0abcd";
        let pzstd = [skipped, &zstd[..], skipped, &zstd].concat();
        for (bytes, expected) in [
            (&b"text"[..], "text"),
            (&gzip, "text"),
            (&padded, "texttext"),
            (&twice, "texttext"),
            (&zstd, "text"),
            (&pzstd, "texttext"),
            (skipped, ""),
            (b"P*M", "P*M"),
            (b"\x1f", "\x1f"),
            (b"", ""),
        ] {
            let mut out = String::new();
            decompressed(Box::new(io::Cursor::new(bytes.to_vec())))
                .unwrap()
                .read_to_string(&mut out)
                .unwrap();
            assert_eq!(out, expected);
        }
        let cut = gzip[..gzip.len() - 3].to_vec();
        assert!(
            decompressed(Box::new(io::Cursor::new(cut)))
                .unwrap()
                .read_to_end(&mut Vec::new())
                .is_err()
        );
    }
}
