//! Compression formats, recognised by magic bytes.

#[cfg(feature = "formats")]
pub(crate) mod decoders;
#[cfg(not(feature = "formats"))]
#[path = "no_decoders.rs"]
pub(crate) mod decoders;
pub(crate) mod gzip;

use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::BLOCK;
use crate::allowance::{Allowance, Limit};
use gzip::Gunzip;

/// A compression format: a row of [`COMPRESSIONS`].
pub type Compression = &'static Row;

/// A compression format. A file may consist of several concatenated streams.
#[derive(Debug)]
pub struct Row {
    /// The name as its authors write it.
    pub name: &'static str,
    /// The file name suffixes.
    pub suffixes: &'static [&'static str],
    /// The length of the magic number, and whether bytes match it; fewer bytes may match as a prefix.
    magic: (usize, fn(&[u8]) -> bool),
    /// Opens a decoder. Data up to this size are verified before they are returned.
    decoder: fn(Source, usize) -> io::Result<Decoded>,
}

/// A source of compressed bytes.
pub(crate) type Source = Box<dyn BufRead + Send>;

/// A source of decompressed bytes.
pub(crate) type Decoded = Box<dyn Read + Send>;

/// All compression formats.
pub static COMPRESSIONS: [Row; 5] = [
    Row {
        name: "gzip",
        suffixes: &[".gz"],
        magic: (2, |bytes| begins(bytes, &[0x1F, 0x8B])),
        decoder: |source, verified_size| Ok(Box::new(Gunzip::new(source, verified_size))),
    },
    Row {
        name: "zstd",
        suffixes: &[".zst", ".zstd"],
        magic: (4, |bytes| {
            begins(
                bytes,
                &zstd_magic(bytes.first().copied().unwrap_or_default()),
            )
        }),
        decoder: |source, _| decoders::zstd(source),
    },
    Row {
        name: "bzip2",
        suffixes: &[".bz2"],
        // Checks BZh, the block size, and the first byte of a block or of the end mark, since text
        // can begin with BZh9.
        magic: (5, |bytes| {
            begins(bytes, b"BZh")
                && bytes.get(3).is_none_or(|size| (b'1'..=b'9').contains(size))
                && bytes
                    .get(4)
                    .is_none_or(|first| [0x31, 0x17].contains(first))
        }),
        decoder: |source, _| decoders::bzip2(source),
    },
    Row {
        name: "xz",
        suffixes: &[".xz"],
        magic: (6, |bytes| begins(bytes, b"\xFD7zXZ\0")),
        decoder: |source, _| decoders::xz(source),
    },
    Row {
        name: "lz4",
        suffixes: &[".lz4"],
        magic: (4, |bytes| begins(bytes, &LZ4_MAGIC)),
        decoder: |source, _| decoders::lz4(source),
    },
];

const LZ4_MAGIC: [u8; 4] = [0x04, 0x22, 0x4D, 0x18];

/// Whether the bytes are `magic`, or a prefix of it.
fn begins(bytes: &[u8], magic: &[u8]) -> bool {
    bytes.iter().zip(magic).all(|(byte, magic)| byte == magic)
}

/// Returns the magic number of zstd data with this first byte. It begins a frame, or one of the
/// sixteen kinds of skippable frames, which `pzstd` writes before each frame.
fn zstd_magic(first: u8) -> [u8; 4] {
    match first {
        0x50..=0x5F => [first, 0x2A, 0x4D, 0x18],
        _ => [0x28, 0xB5, 0x2F, 0xFD],
    }
}

/// The length of the longest magic number.
pub(crate) const LONGEST_MAGIC: usize = 6;

/// Returns the format of these bytes by their magic number.
pub fn compression(bytes: &[u8]) -> Option<Compression> {
    COMPRESSIONS.iter().find(|row| {
        let (length, is) = row.magic;
        bytes.len() >= length && is(bytes)
    })
}

/// Whether these bytes are a proper prefix of a magic number.
pub(crate) fn is_open(bytes: &[u8]) -> bool {
    COMPRESSIONS.iter().any(|row| {
        let (length, is) = row.magic;
        bytes.len() < length && is(bytes)
    })
}

/// Decompresses a stream from its first byte.
pub(crate) fn decoder(
    compression: Compression,
    reader: impl Read + Send + 'static,
    verified_size: usize,
    limit: Limit,
) -> io::Result<Box<dyn Read + Send>> {
    let compressed = Arc::new(AtomicU64::new(0));
    let source = Counted(reader, compressed.clone());
    let source = Box::new(BufReader::with_capacity(BLOCK, source));
    Ok(Box::new(Bounded {
        decoded: (compression.decoder)(source, verified_size)?,
        allowance: Allowance::new(limit),
        compressed,
    }))
}

/// Counts the bytes that are read.
struct Counted<R>(R, Arc<AtomicU64>);

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(buffer)?;
        self.1.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

/// Decompressed bytes. Reading fails when the input exceeds its limit.
struct Bounded {
    decoded: Decoded,
    allowance: Allowance,
    /// The number of compressed bytes so far.
    compressed: Arc<AtomicU64>,
}

impl Read for Bounded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.decoded.read(buffer)?;
        let compressed = self.compressed.load(Ordering::Relaxed);
        self.allowance.take(read as u64, compressed)?;
        Ok(read)
    }
}

/// Reads the first bytes of a stream and decompresses it if they are a magic number.
pub(crate) fn decompressed(
    mut reader: Box<dyn Read + Send>,
    limit: Limit,
) -> io::Result<Box<dyn Read + Send>> {
    let mut first = Vec::with_capacity(LONGEST_MAGIC);
    // Read another byte only while the magic number is incomplete, since an interactive stream may
    // have no more bytes yet.
    while is_open(&first) {
        if reader.by_ref().take(1).read_to_end(&mut first)? == 0 {
            break;
        }
    }
    let compression = compression(&first);
    let whole = io::Cursor::new(first).chain(reader);
    match compression {
        None => Ok(Box::new(whole)),
        Some(compression) => decoder(compression, whole, gzip::MIN_VERIFIED_SIZE, limit),
    }
}

#[cfg(all(test, feature = "formats"))]
mod tests {
    use super::*;
    use std::io::Write;

    fn read(bytes: &[u8]) -> io::Result<String> {
        let mut out = String::new();
        decompressed(Box::new(io::Cursor::new(bytes.to_vec())), Limit::Fixed)?
            .read_to_string(&mut out)?;
        Ok(out)
    }

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(text).unwrap();
        gzip.finish().unwrap()
    }

    fn bzip2(text: &[u8]) -> Vec<u8> {
        let mut bzip2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        bzip2.write_all(text).unwrap();
        bzip2.finish().unwrap()
    }

    fn lz4(text: &[u8]) -> Vec<u8> {
        let mut lz4 = lz4_flex::frame::FrameEncoder::new(Vec::new());
        lz4.write_all(text).unwrap();
        lz4.finish().unwrap()
    }

    #[test]
    fn compressed_streams_are_recognised() {
        let gzip = gzip(b"text");
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
            (&bzip2(b"text"), "text"),
            (&[bzip2(b"one"), bzip2(b"two")].concat(), "onetwo"),
            (&bzip2(b""), ""),
            (&lz4(b"text"), "text"),
            (&[lz4(b"one"), lz4(b"two")].concat(), "onetwo"),
            (XZ, "text"),
            (&[XZ, XZ].concat(), "texttext"),
            (b"P*M", "P*M"),
            (b"BZh9 is a name", "BZh9 is a name"),
        ] {
            assert_eq!(read(bytes).unwrap(), expected);
        }
        for bytes in [&gzip[..], &zstd, &bzip2(b"text"), &lz4(b"text"), XZ] {
            assert!(read(&bytes[..bytes.len() - 3]).is_err(), "{bytes:?}");
        }
    }

    #[test]
    fn what_gives_too_much_is_not_read_to_its_end() {
        let zeros = zstd::encode_all(&[0; 1 << 22][..], 1).unwrap();
        let decoded = |most| {
            let source = io::Cursor::new(zeros.clone());
            let limit = Limit::Bytes(most);
            let mut decoded = decoder(compression(&zeros).unwrap(), source, 0, limit).unwrap();
            io::copy(&mut decoded, &mut io::sink())
        };
        assert_eq!(decoded(1 << 22).unwrap(), 1 << 22);
        assert!(decoded((1 << 22) - 1).is_err());
        // The number of compressed bytes raises the limit, but not far enough.
        let mut bounded = Bounded {
            decoded: Box::new(io::repeat(b'a').take(1 << 29)),
            allowance: Allowance::new(None),
            compressed: Arc::new(1.into()),
        };
        assert!(io::copy(&mut bounded, &mut io::sink()).is_err());
    }

    #[test]
    fn an_lz4_frame_ends_with_its_mark_and_the_checksum_that_it_announces() {
        for has_checksum in [false, true] {
            let info = lz4_flex::frame::FrameInfo::new().content_checksum(has_checksum);
            let mut frame = lz4_flex::frame::FrameEncoder::with_frame_info(info, Vec::new());
            frame.write_all(b"text").unwrap();
            let frame = frame.finish().unwrap();
            assert_eq!(read(&[&frame[..], &frame].concat()).unwrap(), "texttext");
            for end in LZ4_MAGIC.len()..frame.len() {
                assert!(read(&frame[..end]).is_err(), "{end} of {}", frame.len());
            }
        }
    }

    /// `printf text | xz`
    const XZ: &[u8] = &[
        0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00, 0x00, 0x04, 0xe6, 0xd6, 0xb4, 0x46, 0x02, 0x00, 0x21,
        0x01, 0x16, 0x00, 0x00, 0x00, 0x74, 0x2f, 0xe5, 0xa3, 0x01, 0x00, 0x03, 0x74, 0x65, 0x78,
        0x74, 0x00, 0x55, 0xcd, 0xe8, 0x33, 0xff, 0x4a, 0x0c, 0x17, 0x00, 0x01, 0x1c, 0x04, 0x6f,
        0x2c, 0x9c, 0xc1, 0x1f, 0xb6, 0xf3, 0x7d, 0x01, 0x00, 0x00, 0x00, 0x00, 0x04, 0x59, 0x5a,
    ];
}

/// Returns a file name without the suffix of its own compression.
pub(crate) fn stem(name: &[u8], compression: Option<Compression>) -> &[u8] {
    let suffixes = compression.map_or(&[][..], |compression| compression.suffixes);
    let suffix = suffixes.iter().find(|suffix| ends_with(name, suffix));
    &name[..name.len() - suffix.map_or(0, |suffix| suffix.len())]
}

/// Returns a name without the suffix of any compression.
pub(crate) fn decompressed_name(name: &[u8]) -> &[u8] {
    let found = (COMPRESSIONS.iter()).find(|row| stem(name, Some(row)).len() < name.len());
    stem(name, found)
}

/// Whether a name ends with `suffix`, case-insensitively.
pub(crate) fn ends_with(name: &[u8], suffix: &str) -> bool {
    name.len() > suffix.len()
        && name[name.len() - suffix.len()..].eq_ignore_ascii_case(suffix.as_bytes())
}
