//! The decoders except gzip's; each is a dependency of the feature `formats`.

use std::fs::File;
use std::io::{self, BufRead, Read, Seek};

use super::{Decoded, Source};

/// A memory limit above the requirement of every preset of `xz`: `xz -9` takes 65 MiB.
const XZ_MEMORY_KIB: u32 = 1 << 20;

/// zstd's level for temporary files, which are read once.
const FASTEST: i32 = 1;

pub(crate) fn bzip2(source: Source) -> io::Result<Decoded> {
    Ok(Box::new(Unbzip2(bzip2::bufread::MultiBzDecoder::new(
        source,
    ))))
}

/// Decompresses bzip2 data. Replaces the library's messages, which do not concern the user.
struct Unbzip2<R>(R);

impl<R: Read> Read for Unbzip2<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        (self.0.read(buffer)).map_err(|error| unreadable("bzip2", "header missing", &error))
    }
}

/// The error of data in this format that cannot be decompressed, instead of the library's. Its message about what follows
/// the end of the data has the words `behind`.
fn unreadable(format: &str, behind: &str, error: &io::Error) -> io::Error {
    let what = match error.kind() {
        io::ErrorKind::UnexpectedEof => "data that are cut off",
        _ if error.to_string().contains(behind) => "data, and behind their end other bytes",
        _ => "data that are damaged",
    };
    io::Error::new(
        error.kind(),
        format!("{format} {what}; download or copy the file again"),
    )
}

pub(crate) fn xz(source: Source) -> io::Result<Decoded> {
    let reader = lzma_rust2::XzReader::new_mem_limit(source, true, XZ_MEMORY_KIB);
    Ok(Box::new(Unxz(reader)))
}

/// Decompresses xz data. Replaces the library's messages, which do not concern the user.
struct Unxz<R>(R);

impl<R: Read> Read for Unxz<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|error| match error.kind() {
            // The kind is not `OutOfMemory`, which is used for documents.
            io::ErrorKind::OutOfMemory => io::Error::other(format!(
                "its xz dictionary needs more than {} MiB of memory; decompress it with xz -d first",
                XZ_MEMORY_KIB >> 10
            )),
            _ => unreadable("xz", "stream header", &error),
        })
    }
}

pub(crate) fn lz4(source: Source) -> io::Result<Decoded> {
    Ok(Box::new(Unlz4::new(source)))
}

pub(crate) fn zstd(source: Source) -> io::Result<Decoded> {
    let mut decoder = zstd::Decoder::with_buffer(source)?;
    // Files made with `zstd --long=31` are common for corpora.
    decoder.window_log_max(31)?;
    Ok(Box::new(Unzstd(decoder)))
}

/// Decompresses zstd data. Replaces the library's messages, which do not concern the user.
struct Unzstd<R>(R);

impl<R: Read> Read for Unzstd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        (self.0.read(buffer)).map_err(|error| match error.to_string() {
            // Memory, or the size of the window, and not the data.
            message if message.contains("emory") => error,
            _ => unreadable("zstd", "Unknown frame descriptor", &error),
        })
    }
}

/// Decodes a page sent with Content-Encoding zstd.
pub(crate) fn zstd_body(body: &[u8]) -> io::Result<Box<dyn Read + '_>> {
    Ok(Box::new(zstd::Decoder::with_buffer(body)?))
}

/// Decodes a page sent with Content-Encoding br (brotli).
pub(crate) fn brotli_body(body: &[u8]) -> io::Result<Box<dyn Read + '_>> {
    Ok(Box::new(brotli_decompressor::Decompressor::new(body, 4096)))
}

/// A temporary file, compressed at the fastest level.
pub(crate) type Temporary = zstd::Encoder<'static, File>;

pub(crate) fn temporary(file: File) -> io::Result<Temporary> {
    zstd::Encoder::new(file, FASTEST)
}

/// Reads a temporary file from its start.
pub(crate) fn reread(temporary: Temporary) -> io::Result<Decoded> {
    let mut file = temporary.finish()?;
    file.rewind()?;
    Ok(Box::new(zstd::Decoder::new(file)?))
}

/// Decodes a complete gzip member (libdeflate).
pub(crate) struct WholeMember(libdeflater::Decompressor);

impl WholeMember {
    pub fn new() -> Self {
        WholeMember(libdeflater::Decompressor::new())
    }

    /// Whether these bytes are exactly one member whose content fills `output`.
    pub fn decode(&mut self, member: &[u8], output: &mut [u8]) -> bool {
        let decoded = self.0.gzip_decompress(member, output);
        // A checksum before the last four bytes that matches the output proves that the member ends there.
        let checksum = member.len().checked_sub(8).map(|at| &member[at..at + 4]);
        decoded == Ok(output.len())
            && checksum == Some(&libdeflater::crc32(output).to_le_bytes()[..])
    }
}

/// Decompresses concatenated lz4 frames.
struct Unlz4 {
    frame: Option<lz4_flex::frame::FrameDecoder<Frame>>,
}

/// The bytes of an lz4 frame, checked for truncation, because the decoder accepts a frame cut
/// between two blocks.
struct Frame {
    source: Source,
    read: u64,
    /// The flag byte of the header.
    flags: u8,
    /// The last bytes read.
    last: [u8; 8],
}

impl Frame {
    fn new(source: Source) -> Self {
        Frame {
            source,
            read: 0,
            flags: 0,
            last: [0xFF; 8],
        }
    }

    /// Whether the input ends with the end mark, followed by the content checksum if the flags
    /// announce one.
    fn is_whole(&self) -> bool {
        let has_checksum = self.flags & 4 != 0;
        let end = if has_checksum {
            &self.last[..4]
        } else {
            &self.last[4..]
        };
        end == [0; 4]
    }
}

impl Read for Frame {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.source.read(buffer)?;
        let bytes = &buffer[..length];
        if let Some(flags) = 4u64
            .checked_sub(self.read)
            .and_then(|at| bytes.get(at as usize))
        {
            self.flags = *flags;
        }
        self.read += length as u64;
        let kept = 8 - length.min(8);
        self.last.copy_within(8 - kept.., 0);
        self.last[kept..].copy_from_slice(&bytes[length - (8 - kept)..]);
        Ok(length)
    }
}

impl Unlz4 {
    fn new(source: Source) -> Self {
        Unlz4 {
            frame: Some(lz4_flex::frame::FrameDecoder::new(Frame::new(source))),
        }
    }
}

impl Read for Unlz4 {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(frame) = &mut self.frame {
            let read = frame.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            let mut rest = self.frame.take().expect("it was read").into_inner();
            if !rest.is_whole() {
                return Err(io::Error::new(
                    io::ErrorKind::UnexpectedEof,
                    "an lz4 frame that was cut short",
                ));
            }
            if !rest.source.fill_buf()?.is_empty() {
                *self = Unlz4::new(rest.source);
            }
        }
        Ok(0)
    }
}
