//! The directory of a zip archive, and how its members are read.
//!
//! The directory at the end of an archive is read here because libraries keep only one member per
//! name and one archive per file. They would lose the first of two members with the same name, and
//! the first of two archives in one file.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use crate::encoding::{Decode, decoder};

/// A member, as described in the directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// The name, with `/` between folders.
    pub name: Vec<u8>,
    /// Whether the encoding of the name is not known yet.
    is_legacy: bool,
    /// The number of bytes of the name in the archive.
    name_length: u64,
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
        let mut entries = directory.entries(file)?;
        decode_names(&mut entries, decoder());
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
        let mut wide = field(extra, SIZES);
        let mut size_at = |at: usize| match u32_at(header, at) {
            u32::MAX => match wide.split_off(..8) {
                Some(bytes) => u64_at(bytes, 0),
                None => u64::from(u32::MAX),
            },
            size => u64::from(size),
        };
        let (size, compressed, offset) = (size_at(24), size_at(20), size_at(42));
        let flags = u16_at(header, 8);
        let name = &header[ENTRY_LENGTH..name_end];
        let is_utf_8 = |name: &[u8]| std::str::from_utf8(name).is_ok();
        let other = (flags & UTF_8 == 0).then(|| unicode_path(extra, name));
        let other = other.flatten().filter(|name| is_utf_8(name));
        Entry {
            // Many programs write UTF-8 without the flag.
            is_legacy: other.is_none() && !is_utf_8(name),
            name: other.unwrap_or(name).to_vec(),
            name_length: name.len() as u64,
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

/// Decodes the names that are not UTF-8. All of them tell their encoding, because one name is short. Names that the decoder does not read
/// are in code page 437, as the format says.
fn decode_names(entries: &mut [Entry], decode: Option<Decode>) {
    let legacy: Vec<&mut Entry> = (entries.iter_mut())
        .filter(|entry| entry.is_legacy)
        .collect();
    if legacy.is_empty() {
        return;
    }
    let names: Vec<&[u8]> = legacy.iter().map(|entry| &entry.name[..]).collect();
    let decoded = decode.map(|decode| decode(&names.join(&b'\n')));
    let lines = decoded
        .as_ref()
        .map(|decoded| decoded.split('\n').collect::<Vec<_>>());
    let lines = lines.filter(|lines| lines.len() == names.len());
    for (number, entry) in legacy.into_iter().enumerate() {
        let line = lines.as_ref().map(|lines| lines[number]);
        let line =
            line.filter(|line| !line.is_empty() && !line.contains(char::REPLACEMENT_CHARACTER));
        entry.name = match line {
            Some(line) => line.as_bytes().to_vec(),
            None => in_code_page_437(&entry.name).into_bytes(),
        };
    }
}

fn in_code_page_437(bytes: &[u8]) -> String {
    let character = |&byte: &u8| match byte.checked_sub(0x80) {
        None => char::from(byte),
        Some(upper) => CODE_PAGE_437
            .chars()
            .nth(upper.into())
            .unwrap_or('\u{FFFD}'),
    };
    bytes.iter().map(character).collect()
}

/// The extra fields with sizes of more than 32 bits, and with the name in UTF-8 (Info-ZIP).
const SIZES: u16 = 1;
const UNICODE_PATH: u16 = 0x7075;

/// Returns an extra field; empty if there is none.
fn field(mut extra: &[u8], kind: u16) -> &[u8] {
    while let Some((head, rest)) = extra.split_at_checked(4) {
        let length = usize::from(u16_at(head, 2));
        let Some((field, after)) = rest.split_at_checked(length) else {
            break;
        };
        if u16_at(head, 0) == kind {
            return field;
        }
        extra = after;
    }
    &[]
}

/// Returns the name in an extra field, unless a program has changed the other name since, as its checksum shows.
fn unicode_path<'a>(extra: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let (head, path) = field(extra, UNICODE_PATH).split_at_checked(5)?;
    let mut sum = flate2::Crc::new();
    sum.update(name);
    (head[0] == 1 && u32_at(head, 1) == sum.sum() && !path.is_empty()).then_some(path)
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
            .saturating_add(entry.name_length)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(name: &[u8], extra: &[u8], flags: u16) -> Entry {
        let directory = Directory {
            start: 0,
            size: 0,
            entries: 1,
            base: 0,
        };
        let mut header = vec![0; ENTRY_LENGTH];
        header[8..10].copy_from_slice(&flags.to_le_bytes());
        header.extend(name);
        let name_end = header.len();
        header.extend(extra);
        directory.entry(&header, name_end, extra)
    }

    fn unicode(name: &[u8], path: &str) -> Vec<u8> {
        let mut sum = flate2::Crc::new();
        sum.update(name);
        let mut extra = b"\x01\0\x01\0x".to_vec();
        extra.extend(UNICODE_PATH.to_le_bytes());
        extra.extend((5 + path.len() as u16).to_le_bytes());
        extra.push(1);
        extra.extend(sum.sum().to_le_bytes());
        extra.extend(path.as_bytes());
        extra
    }

    #[test]
    fn a_name_is_that_of_the_extra_field_if_it_is_about_this_name() {
        let name = |name: &[u8], extra: &[u8], flags| {
            let mut entries = [entry(name, extra, flags)];
            decode_names(&mut entries, None);
            String::from_utf8(entries[0].name.clone()).unwrap()
        };
        assert_eq!(
            name(b"??.txt", &unicode(b"??.txt", "\u{96E8}.txt"), 0),
            "\u{96E8}.txt"
        );
        assert_eq!(
            name(b"new.txt", &unicode(b"old.txt", "\u{96E8}.txt"), 0),
            "new.txt"
        );
        assert_eq!(name(b"a.txt", &unicode(b"a.txt", "b.txt"), UTF_8), "a.txt");
        assert_eq!(name(b"\x81.txt", &[], 0), "\u{FC}.txt");
        assert_eq!(name("\u{96E8}".as_bytes(), &[], 0), "\u{96E8}");
        for length in 0..=17 {
            let extra = &unicode(b"a", "\u{96E8}")[..length];
            assert_eq!(
                name(b"a", extra, 0),
                if length < 17 { "a" } else { "\u{96E8}" },
                "{length}"
            );
        }
    }

    #[test]
    fn all_names_are_decoded_together_and_stay_apart() {
        let decoded = |decode: Option<Decode>| {
            let mut entries =
                [&b"\x80"[..], b"a", b"\x81", b"\x82"].map(|name| entry(name, &[], 0));
            decode_names(&mut entries, decode);
            entries.map(|entry| String::from_utf8(entry.name).unwrap())
        };
        let code_page = ["\u{C7}", "a", "\u{FC}", "\u{E9}"];
        assert_eq!(decoded(None), code_page);
        assert_eq!(
            decoded(Some(|_| "x\ny\n\u{FFFD}".into())),
            ["x", "a", "y", "\u{E9}"]
        );
        assert_eq!(decoded(Some(|_| "x\ny".into())), code_page);
    }

    /// A decoded name is longer than the bytes in the archive.
    #[test]
    fn members_with_long_names_do_not_overlap() {
        let mut entries: Vec<Entry> = (0..3)
            .map(|number| Entry {
                compressed: 10,
                offset: number * (MEMBER_LENGTH + 40 + 10),
                ..entry(&[0x81; 40], &[], 0)
            })
            .collect();
        decode_names(&mut entries, None);
        mark_overlaps(&mut entries);
        assert!(entries.iter().all(|entry| !entry.overlaps));
    }
}
