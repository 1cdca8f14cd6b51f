//! The directory of a zip archive, and how its members are read.
//!
//! The directory at the end of an archive is read here because libraries keep only one member per
//! name and one archive per file. They would lose the first of two members with the same name, and
//! the first of two archives in one file.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

/// A member, as described in the directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// The name, with `/` between folders.
    pub name: Vec<u8>,
    flags: u16,
    method: u16,
    checksum: u32,
    /// The number of bytes in the archive.
    pub compressed: u64,
    /// The number of bytes that it has when it is read.
    pub size: u64,
    /// The offset of its header in the file.
    offset: u64,
    /// Whether its bytes are shared with another member.
    overlaps: bool,
}

/// The signatures of headers.
const MEMBER: [u8; 4] = *b"PK\x03\x04";
const ENTRY: [u8; 4] = *b"PK\x01\x02";
const END: [u8; 4] = *b"PK\x05\x06";
const END_64: [u8; 4] = *b"PK\x06\x06";
const LOCATOR_64: [u8; 4] = *b"PK\x06\x07";
/// The lengths of headers.
const MEMBER_LENGTH: u64 = 30;
const ENTRY_LENGTH: usize = 46;
const END_LENGTH: usize = 22;
const LOCATOR_LENGTH: u64 = 20;

/// Flags of a member: encryption, and a name in UTF-8.
const ENCRYPTED: u16 = 1;
const UTF_8: u16 = 1 << 11;
/// The compression methods.
const STORED: u16 = 0;
const DEFLATED: u16 = 8;

/// The maximum number of archives in a file, because each costs a search for its directory.
const ARCHIVES: usize = 1000;

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    let bytes = bytes
        .get(at..at + 2)
        .and_then(|bytes| bytes.try_into().ok());
    bytes.map_or(0, u16::from_le_bytes)
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    let bytes = bytes
        .get(at..at + 4)
        .and_then(|bytes| bytes.try_into().ok());
    bytes.map_or(0, u32::from_le_bytes)
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    let bytes = bytes
        .get(at..at + 8)
        .and_then(|bytes| bytes.try_into().ok());
    bytes.map_or(0, u64::from_le_bytes)
}

fn damaged(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

fn read_at(file: &mut File, offset: u64, length: u64) -> io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(offset))?;
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the members of all archives in a file, in order, and the number of bytes before them
/// that belong to no archive.
pub(super) fn directories(file: &mut File) -> io::Result<(Vec<Entry>, u64)> {
    let mut end = file.seek(SeekFrom::End(0))?;
    let mut archives = Vec::new();
    while end > 0 && archives.len() < ARCHIVES {
        let Some(directory) = Directory::before(file, end)? else {
            if archives.is_empty() {
                return Err(damaged(
                    "the archive has no directory at its end; it may have been cut off",
                ));
            }
            break;
        };
        let entries = directory.entries(file)?;
        // The bytes before the first member may be another archive, or a program that unpacks this
        // one.
        let first = entries.iter().map(|entry| entry.offset).min();
        end = first.unwrap_or(directory.start).min(directory.start);
        archives.push(entries);
    }
    archives.reverse();
    Ok((archives.concat(), end))
}

/// The position of a directory.
struct Directory {
    start: u64,
    size: u64,
    entries: u64,
    /// The offset of the archive in the file: offsets in the directory are relative to it.
    base: u64,
}

impl Directory {
    /// Finds the directory of the last archive that ends before `end`.
    fn before(file: &mut File, end: u64) -> io::Result<Option<Self>> {
        // A comment of at most 64 KiB may follow.
        let from = end.saturating_sub((END_LENGTH + usize::from(u16::MAX)) as u64);
        let tail = read_at(file, from, end - from)?;
        for at in memchr::memmem::rfind_iter(&tail, &END) {
            let bytes = &tail[at..];
            if bytes.len() < END_LENGTH + usize::from(u16_at(bytes, 20)) {
                continue;
            }
            if let Some(found) = Self::of_end(file, from + at as u64, bytes)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Reads the record at the end of an archive; returns `None` if there is no directory where it
    /// says.
    fn of_end(file: &mut File, at: u64, bytes: &[u8]) -> io::Result<Option<Self>> {
        let (mut entries, mut size, mut offset) = (
            u64::from(u16_at(bytes, 10)),
            u64::from(u32_at(bytes, 12)),
            u64::from(u32_at(bytes, 16)),
        );
        let mut end = at;
        if let Some(before) = at.checked_sub(LOCATOR_LENGTH) {
            let locator = read_at(file, before, LOCATOR_LENGTH)?;
            let length = 56;
            let record = before.checked_sub(length);
            if locator.starts_with(&LOCATOR_64)
                && let Some(record) = record
            {
                // The record is at the given offset, or else directly before the locator.
                for place in [u64_at(&locator, 8), record] {
                    let bytes = read_at(file, place, length)?;
                    if bytes.starts_with(&END_64) {
                        entries = u64_at(&bytes, 32);
                        size = u64_at(&bytes, 40);
                        offset = u64_at(&bytes, 48);
                        end = place;
                        break;
                    }
                }
            }
        }
        let Some(start) = end.checked_sub(size) else {
            return Ok(None);
        };
        let Some(base) = start.checked_sub(offset) else {
            return Ok(None);
        };
        let begins = read_at(file, start, 4)?;
        Ok((entries == 0 || begins == ENTRY).then_some(Directory {
            start,
            size,
            entries,
            base,
        }))
    }

    fn entries(&self, file: &mut File) -> io::Result<Vec<Entry>> {
        let bytes = read_at(file, self.start, self.size)?;
        let mut rest = &bytes[..];
        let mut entries = Vec::new();
        while rest.starts_with(&ENTRY) && rest.len() >= ENTRY_LENGTH {
            let [name, extra, comment] = [28, 30, 32].map(|at| usize::from(u16_at(rest, at)));
            let Some((header, after)) =
                rest.split_at_checked(ENTRY_LENGTH + name + extra + comment)
            else {
                break;
            };
            let name_end = ENTRY_LENGTH + name;
            entries.push(self.entry(header, name_end, &header[name_end..name_end + extra]));
            rest = after;
        }
        let count = entries.len() as u64;
        // Without ZIP64, numbers of members above 65535 are stored modulo 65536.
        match count == self.entries || count % 0x1_0000 == self.entries {
            true => Ok(entries),
            false => Err(damaged("the directory of the archive is damaged")),
        }
    }

    fn entry(&self, header: &[u8], name_end: usize, extra: &[u8]) -> Entry {
        let mut wide = zip64(extra);
        let mut size_at = |at: usize| match u32_at(header, at) {
            u32::MAX => match wide.split_off(..8) {
                Some(bytes) => u64_at(bytes, 0),
                None => u64::from(u32::MAX),
            },
            size => u64::from(size),
        };
        let (size, compressed, offset) = (size_at(24), size_at(20), size_at(42));
        let flags = u16_at(header, 8);
        Entry {
            name: name_of(&header[ENTRY_LENGTH..name_end], flags),
            flags,
            method: u16_at(header, 10),
            checksum: u32_at(header, 16),
            compressed,
            size,
            offset: self.base.saturating_add(offset),
            overlaps: false,
        }
    }
}

/// The upper half of code page 437, the encoding of names without the UTF-8 flag.
const CODE_PAGE_437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}";

/// Decodes a name to UTF-8. Many programs write UTF-8 without the flag.
fn name_of(bytes: &[u8], flags: u16) -> Vec<u8> {
    if flags & UTF_8 != 0 || std::str::from_utf8(bytes).is_ok() {
        return bytes.to_vec();
    }
    let character = |&byte: &u8| match byte.checked_sub(0x80) {
        None => char::from(byte),
        Some(upper) => CODE_PAGE_437
            .chars()
            .nth(upper.into())
            .unwrap_or('\u{FFFD}'),
    };
    bytes.iter().map(character).collect::<String>().into_bytes()
}

/// Returns the extra field with sizes of more than 32 bits.
fn zip64(mut extra: &[u8]) -> &[u8] {
    while let Some((head, rest)) = extra.split_at_checked(4) {
        let length = usize::from(u16_at(head, 2));
        let Some((field, after)) = rest.split_at_checked(length) else {
            break;
        };
        if u16_at(head, 0) == 1 {
            return field;
        }
        extra = after;
    }
    &[]
}

/// Marks members that overlap with an earlier one, because a few bytes could otherwise represent
/// any number of members.
pub(super) fn mark_overlaps(entries: &mut [Entry]) {
    let mut order: Vec<usize> = (0..entries.len()).collect();
    order.sort_by_key(|&index| (entries[index].offset, index));
    let mut free = 0;
    for index in order {
        let entry = &mut entries[index];
        let end = entry
            .offset
            .saturating_add(MEMBER_LENGTH)
            .saturating_add(entry.name.len() as u64)
            .saturating_add(entry.compressed);
        entry.overlaps = entry.offset < free;
        free = free.max(end);
    }
}

impl Entry {
    /// Reads the member.
    ///
    /// # Errors
    /// Returns the system's error, or the reason why the member cannot be read.
    pub fn read(&self, file: &mut File) -> io::Result<Vec<u8>> {
        if self.overlaps {
            return Err(damaged("its bytes are also those of another member"));
        }
        if self.flags & ENCRYPTED != 0 {
            return Err(damaged("it is encrypted"));
        }
        let header = read_at(file, self.offset, MEMBER_LENGTH)?;
        if !header.starts_with(&MEMBER) || header.len() < MEMBER_LENGTH as usize {
            return Err(damaged("its header is damaged"));
        }
        let names = u64::from(u16_at(&header, 26)) + u64::from(u16_at(&header, 28));
        file.seek(SeekFrom::Start(self.offset + MEMBER_LENGTH + names))?;
        let stored = file.take(self.compressed);
        let mut bytes = Vec::new();
        // One byte more reveals that the member is longer than declared.
        let most = self.size.saturating_add(1);
        match self.method {
            STORED => stored.take(most).read_to_end(&mut bytes)?,
            DEFLATED => {
                let inflated = flate2::read::DeflateDecoder::new(io::BufReader::new(stored));
                inflated.take(most).read_to_end(&mut bytes)?
            }
            method => {
                return Err(damaged(&format!(
                    "it is compressed by method {method}, and only deflate is read; unpack the archive, for instance with 7z x"
                )));
            }
        };
        let mut sum = flate2::Crc::new();
        sum.update(&bytes);
        if bytes.len() as u64 != self.size {
            return Err(damaged("it is cut off, or longer than it says"));
        }
        if sum.sum() != self.checksum {
            return Err(damaged("its checksum is wrong"));
        }
        Ok(bytes)
    }
}
