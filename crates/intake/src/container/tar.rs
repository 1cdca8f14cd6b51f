//! tar, including webdataset shards: each member is a document, and `KEY.json` and `KEY.txt`
//! together are one document.

use std::io::{self, Read};

use platform::files::read_full;
use record::Name;
use tar::{EntryType, Header, PaxExtensions};

use super::archive::Members;
use super::{Answer, Answers, Container, Contents};
use crate::encoding::{Label, decode};
use crate::error::Failure;
use crate::opened::Opened;
use crate::{Error, Item, Observer, STANDARD_INPUT, Sources};

pub(super) const ROW: Container = Container {
    name: "tar",
    recognised: "a header block with a valid checksum",
    read: "a member is a document, FILE:MEMBER, or a container, detected as for files; KEY.txt and KEY.json next to each other, as \
           in shards of webdataset, are one document, FILE:KEY, with the fields of the JSON object",
    lost: "members that are not text, which are counted, also office documents; owners and dates; links",
    refused: "damaged headers, sparse members, archives in archives",
    answers: Answers {
        cut_off: Answer::Error("the archive ends within a member"),
        same_name: Answer::Warning("more than one member is called"),
        empty: Answer::Error("the file is empty"),
        checksum: Answer::Error("the header of a member is damaged"),
    },
    looks: |head| head.len() >= BLOCK && is_header(&head[..BLOCK]),
    suffixes: &[".tar", ".tgz", ".tzst"],
    open,
    is_binary: true,
    nests: false,
};

const BLOCK: usize = 512;
/// The maximum size of a long name or of extended attributes.
const MAX_ATTRIBUTES: u64 = 1 << 20;

const SPARSE: &str = "a sparse member is not read; unpack the archive with tar first";

/// The content of a member.
enum Content {
    /// That of a file.
    Bytes,
    /// None, such as that of a folder, a link or a device.
    None,
    Refused(&'static str),
}

impl Content {
    fn of(kind: EntryType) -> Self {
        match kind {
            EntryType::GNUSparse => Content::Refused(SPARSE),
            EntryType::Link
            | EntryType::Symlink
            | EntryType::Char
            | EntryType::Block
            | EntryType::Directory
            | EntryType::Fifo
            | EntryType::GNULongLink
            | EntryType::XGlobalHeader => Content::None,
            _ => match kind.as_byte() {
                b'M' => Content::Refused(
                    "it begins in another volume of the archive; unpack the archive with tar first",
                ),
                // The label of a volume, and the names in a folder (GNU).
                b'V' | b'D' | b'N' => Content::None,
                // A type that a program does not know is that of a regular file (POSIX, pax).
                _ => Content::Bytes,
            },
        }
    }
}

/// Whether the checksum of a header is correct.
fn is_header(block: &[u8]) -> bool {
    let header = Header::from_byte_slice(block);
    let sum: u32 = (block[..148].iter())
        .chain(&[b' '; 8])
        .chain(&block[156..])
        .map(|&byte| u32::from(byte))
        .sum();
    sum > 256 && header.cksum().is_ok_and(|said| said == sum)
}

fn open(opened: Opened, sources: &Sources) -> Result<Box<dyn Contents>, Failure> {
    let members = Members::new(opened.origin.clone(), sources);
    Ok(Box::new(Archive {
        members,
        reader: opened.into_stream().reader,
        offset: 0,
        name: None,
        size: None,
        sparse: None,
        sample: None,
        has_members: false,
        ended: false,
        done: false,
    }))
}

struct Archive {
    members: Members,
    reader: Box<dyn Read + Send>,
    /// The number of bytes read so far.
    offset: u64,
    /// The name and size of the next member from extended attributes.
    name: Option<Vec<u8>>,
    size: Option<u64>,
    /// The name of the next member, possibly empty, if extended attributes mark it as sparse.
    sparse: Option<Vec<u8>>,
    /// One half of a webdataset sample.
    sample: Option<Sample>,
    /// Whether there was a member.
    has_members: bool,
    /// Whether the last block was part of the end mark.
    ended: bool,
    done: bool,
}

/// The members `KEY.txt` and `KEY.json`.
struct Sample {
    key: Vec<u8>,
    text: Option<Vec<u8>>,
    object: Option<Vec<u8>>,
}

impl Contents for Archive {
    fn may_wait(&self) -> bool {
        *self.members.origin().display == *STANDARD_INPUT
    }

    fn next_item(&mut self, observer: &dyn Observer) -> Option<Item> {
        loop {
            if let Some(item) = self.members.next_item(observer) {
                return Some(item);
            }
            if self.done {
                return self.members.end(observer);
            }
            let start = self.offset;
            if let Err(error) = self.read_member() {
                let source = format!("{}: byte {start}", self.members.origin().display);
                self.members.fail(Error::io(source, &error));
                (self.done, self.ended, self.has_members) = (true, true, true);
            }
            if self.done {
                self.flush_sample();
                if !self.has_members && self.ended {
                    self.members.warn("the archive has no members");
                }
                if !self.ended {
                    self.members
                        .warn("the archive has no end mark; members may have been cut off");
                }
            }
            observer.advance(self.offset - start);
        }
    }
}

impl Archive {
    /// Reads a header and its member.
    fn read_member(&mut self) -> io::Result<()> {
        let mut block = [0; BLOCK];
        let read = self.fill(&mut block)?;
        if read == 0 {
            self.done = true;
            return Ok(());
        }
        // Two zero blocks are the end mark. But archives can be concatenated, and many are padded
        // with zeros.
        self.ended = read == BLOCK && block.iter().all(|&byte| byte == 0);
        if self.ended {
            return Ok(());
        }
        if read < BLOCK {
            return Err(io::Error::other("the archive ends within a header"));
        }
        if !is_header(&block) {
            return Err(io::Error::other("the header of a member is damaged"));
        }
        self.has_members = true;
        let header = Header::from_byte_slice(&block);
        let size = match self.size.take() {
            Some(size) => size,
            None => header.entry_size()?,
        };
        match header.entry_type() {
            EntryType::GNULongName => {
                let mut name = self.attributes(size)?;
                name.truncate(memchr::memchr(0, &name).unwrap_or(name.len()));
                self.name = Some(name);
            }
            EntryType::XHeader => {
                let attributes = self.attributes(size)?;
                for attribute in PaxExtensions::new(&attributes) {
                    let attribute = attribute?;
                    match attribute.key_bytes() {
                        b"path" => self.name = Some(attribute.value_bytes().to_vec()),
                        b"GNU.sparse.name" => {
                            self.sparse = Some(attribute.value_bytes().to_vec());
                        }
                        key if key.starts_with(b"GNU.sparse.") => {
                            self.sparse.get_or_insert_default();
                        }
                        b"size" => {
                            self.size = attribute.value().ok().and_then(|size| size.parse().ok())
                        }
                        _ => {}
                    }
                }
            }
            kind => {
                let name = match self.name.take() {
                    Some(name) => name,
                    None => header.path_bytes().into_owned(),
                };
                if let Some(sparse) = self.sparse.take() {
                    let name = if sparse.is_empty() { name } else { sparse };
                    self.members.fail_member(&name, SPARSE);
                    return self.skip(size);
                }
                match Content::of(kind) {
                    Content::Bytes if !name.ends_with(b"/") => return self.read_file(&name, size),
                    Content::Bytes | Content::None => {}
                    Content::Refused(message) => self.members.fail_member(&name, message),
                }
                self.skip(size)?;
            }
        }
        Ok(())
    }

    fn read_file(&mut self, name: &[u8], size: u64) -> io::Result<()> {
        let limit = self.members.sources().max_document_size;
        if size > limit {
            let error = crate::error::too_large(limit);
            self.members.fail_member(name, error);
            return self.skip(size);
        }
        // The archive is not compressed here, so any size is allowed.
        self.members.take(size, u64::MAX)?;
        let bytes = self.content(size)?;
        let base = name.rsplit(|&byte| byte == b'/').next().unwrap_or(name);
        let dot = memchr::memchr(b'.', base).filter(|&at| at > 0);
        let (key, suffix) = match dot {
            Some(at) => name.split_at(name.len() - base.len() + at),
            None => (name, &b""[..]),
        };
        if self.sample.as_ref().is_some_and(|sample| sample.key != key) {
            self.flush_sample();
        }
        let sample = || Sample {
            key: key.to_vec(),
            text: None,
            object: None,
        };
        // Two members with the same name are two documents.
        let is_taken = self.sample.as_ref().is_some_and(|sample| match suffix {
            b".txt" => sample.text.is_some(),
            b".json" => sample.object.is_some(),
            _ => false,
        });
        if is_taken {
            self.flush_sample();
        }
        match suffix {
            b".txt" => self.sample.get_or_insert_with(sample).text = Some(bytes),
            b".json" => self.sample.get_or_insert_with(sample).object = Some(bytes),
            _ => self.members.add(name, bytes),
        }
        Ok(())
    }

    /// Adds the pending sample, complete or not.
    fn flush_sample(&mut self) {
        let Some(Sample { key, text, object }) = self.sample.take() else {
            return;
        };
        let name = |suffix: &[u8]| [&key, suffix].concat();
        match (text, object) {
            (Some(text), Some(object)) => {
                let mut scratch = String::new();
                let encoding: Label = self.members.sources().encoding;
                let decoded = decode(&text, encoding, &mut scratch);
                let doc = self.members.origin().member(&key).name;
                match record::Document::of_object(&object, &Name::new(&*doc), Some(decoded.text)) {
                    Ok(line) => self.members.add_record(&key, line),
                    Err(_) => {
                        self.members.add(&name(b".txt"), text);
                        self.members.add(&name(b".json"), object);
                    }
                }
            }
            (Some(text), None) => self.members.add(&name(b".txt"), text),
            (None, Some(object)) => {
                let doc = self.members.origin().member(&key).name;
                match record::Document::of_object(&object, &Name::new(&*doc), None) {
                    Ok(line) => self.members.add_record(&key, line),
                    Err(_) => self.members.add(&name(b".json"), object),
                }
            }
            (None, None) => {}
        }
    }

    fn attributes(&mut self, size: u64) -> io::Result<Vec<u8>> {
        match size > MAX_ATTRIBUTES {
            true => Err(io::Error::other("attributes of more than 1 MiB")),
            false => self.content(size),
        }
    }

    /// Reads the content of a member and the padding of its last block.
    fn content(&mut self, size: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.reader.by_ref().take(size).read_to_end(&mut bytes)?;
        self.offset += bytes.len() as u64;
        if (bytes.len() as u64) < size {
            return Err(io::Error::other("the archive ends within a member"));
        }
        let padding = size.next_multiple_of(BLOCK as u64) - size;
        self.offset += io::copy(&mut self.reader.by_ref().take(padding), &mut io::sink())?;
        Ok(bytes)
    }

    fn skip(&mut self, size: u64) -> io::Result<()> {
        let all = size.checked_next_multiple_of(BLOCK as u64).unwrap_or(size);
        let skipped = io::copy(&mut self.reader.by_ref().take(all), &mut io::sink())?;
        self.offset += skipped;
        match skipped < size {
            true => Err(io::Error::other("the archive ends within a member")),
            false => Ok(()),
        }
    }

    /// Reads a block, or a part of it at the end of the input.
    fn fill(&mut self, block: &mut [u8]) -> io::Result<usize> {
        let filled = read_full(&mut self.reader, block)?;
        self.offset += filled as u64;
        Ok(filled)
    }
}
