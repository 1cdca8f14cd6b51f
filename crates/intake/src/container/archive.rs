//! Common parts of the archive readers.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::{Contents, Failure, nested};
use crate::allowance::Allowance;
use crate::opened::{Opened, Origin};
use crate::{Error, Item, Observer, Sources};

/// The name of a count in `--stats`.
const SKIPPED_MEMBERS: &str = "members of archives that are not text";

/// The members of an archive, and the messages about them.
pub(super) struct Members {
    origin: Origin,
    sources: Sources,
    /// Items and nested containers in the order of the archive.
    queue: VecDeque<Queued>,
    allowance: Allowance,
    /// Hashes of the names so far, and the number of members with each: 16 bytes per member.
    names: HashMap<u64, u64>,
    taken: u64,
    skipped: u64,
    ended: bool,
}

enum Queued {
    Item(Item),
    Contents(Box<dyn Contents>),
}

impl Members {
    pub fn new(origin: Origin, sources: &Sources) -> Self {
        Members {
            origin,
            sources: sources.clone(),
            queue: VecDeque::new(),
            allowance: Allowance::new(sources.max_input_size),
            names: HashMap::new(),
            taken: 0,
            skipped: 0,
            ended: false,
        }
    }

    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Counts the bytes of a member with `stored` bytes in the archive.
    ///
    /// # Errors
    /// Fails if the archive gives too many bytes.
    pub fn take(&mut self, bytes: u64, stored: u64) -> std::io::Result<()> {
        self.allowance.take(bytes, stored)
    }

    /// Returns the next item of the members added so far.
    pub fn next_item(&mut self, observer: &dyn Observer) -> Option<Item> {
        loop {
            match self.queue.front_mut()? {
                Queued::Item(_) => match self.queue.pop_front() {
                    Some(Queued::Item(item)) => return Some(item),
                    _ => unreachable!("it was looked at"),
                },
                Queued::Contents(contents) => match contents.next_item(observer) {
                    Some(item) => return Some(item),
                    None => self.queue.pop_front(),
                },
            };
        }
    }

    /// Makes a name unique: the second of two members with one name becomes `NAME#2`.
    fn unique(&mut self, name: &[u8]) -> Vec<u8> {
        let hash = |name: &[u8]| {
            let mut hasher = DefaultHasher::new();
            name.hash(&mut hasher);
            hasher.finish()
        };
        if let Entry::Vacant(first) = self.names.entry(hash(name)) {
            first.insert(1);
            return name.to_vec();
        }
        // Another member may already have this name, so the number increases until the name is
        // unused.
        let unique = loop {
            let number = self.names.entry(hash(name)).or_insert(1);
            *number += 1;
            let unique = [name, format!("#{number}").as_bytes()].concat();
            if self.names.insert(hash(&unique), 1).is_none() {
                break unique;
            }
        };
        self.warn(&format!(
            "more than one member is called {}; the next is read as {}",
            crate::display(name),
            crate::display(&unique)
        ));
        unique
    }

    /// Adds a member, and detects its format like that of a file. Binary members are skipped.
    pub fn add(&mut self, name: &[u8], bytes: Vec<u8>) {
        let name = &self.unique(name);
        let origin = self.origin.member(name);
        let opened = Opened::member(origin.clone(), bytes, &self.sources);
        let contents = match opened {
            Ok(opened) => nested(opened, &self.sources),
            Err(error) => Err(Failure::Error(Error::io(&origin.display, &error))),
        };
        match contents {
            Ok(contents) => {
                self.taken += 1;
                self.queue.push_back(Queued::Contents(contents));
            }
            // Archives of texts often contain images.
            Err(Failure::NotText(error)) => {
                self.skipped += 1;
                let is_said = false;
                let item = Item::PassedOver { error, is_said };
                self.queue.push_back(Queued::Item(item));
            }
            Err(Failure::Error(error)) => self.fail(error),
        }
    }

    /// Adds a record.
    pub fn add_record(&mut self, name: &[u8], line: Vec<u8>) {
        let name = &self.unique(name);
        self.taken += 1;
        self.queue.push_back(Queued::Item(Item::Records {
            bytes: line,
            origin: self.origin.member(name).into(),
            first_line: 1,
        }));
    }

    /// Adds an error.
    pub fn fail(&mut self, error: Error) {
        self.taken += 1;
        self.queue.push_back(Queued::Item(Item::Trouble(error)));
    }

    /// Adds a warning.
    pub fn warn(&mut self, message: &str) {
        let error = Error::new(&self.origin.display, message);
        self.queue.push_back(Queued::Item(Item::Notice(error)));
    }

    /// Adds an error that concerns the whole archive.
    pub fn fail_all(&mut self, message: impl std::fmt::Display) {
        self.fail(Error::new(&self.origin.display, message));
    }

    /// Adds an error that concerns a member.
    pub fn fail_member(&mut self, name: &[u8], message: impl std::fmt::Display) {
        self.fail(Error::new(self.origin.member(name).display, message));
    }

    /// Reports once, at the end, the number of skipped members.
    pub fn end(&mut self, observer: &dyn Observer) -> Option<Item> {
        if std::mem::replace(&mut self.ended, true) || self.skipped == 0 {
            return None;
        }
        observer.count(SKIPPED_MEMBERS, self.skipped);
        let message = match (self.taken, self.skipped) {
            (0, _) => "none of its members is text".into(),
            (_, 1) => "skipped 1 member that is not text".into(),
            (_, many) => format!("skipped {many} members that are not text"),
        };
        Some(Item::Notice(Error::new(&self.origin.display, message)))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use crate::read::tests::documents;

    const IMAGE: &[u8] = b"\x89PNG\r\n\x1A\n\0\0";

    fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        for (name, bytes) in members {
            let options = zip::write::SimpleFileOptions::default();
            match name.ends_with('/') {
                true => writer.add_directory(*name, options).unwrap(),
                false => writer.start_file(*name, options).unwrap(),
            }
            writer.write_all(bytes).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    fn tar(members: &[(&str, &[u8])]) -> Vec<u8> {
        let mut builder = tar::Builder::new(Vec::new());
        for (name, bytes) in members {
            let mut header = tar::Header::new_gnu();
            header.set_size(bytes.len() as u64);
            if name.ends_with('/') {
                header.set_entry_type(tar::EntryType::Directory);
            }
            builder.append_data(&mut header, name, *bytes).unwrap();
        }
        builder.into_inner().unwrap()
    }

    #[test]
    fn members_of_one_name_are_numbered() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.tar");
        let names = ["a", "a", "a#2", "a", "a"];
        let members = names.map(|name| (name, &b"One"[..]));
        std::fs::write(&path, tar(&members)).unwrap();
        let (documents, said) = documents(&[path.into()]);
        let read: Vec<_> = documents
            .iter()
            .map(|(name, _)| name.rsplit(':').next().unwrap())
            .collect();
        assert_eq!(read, ["a", "a#2", "a#2#2", "a#3", "a#4"]);
        assert_eq!(said.len(), 4);
    }

    #[test]
    fn members_that_are_text_are_documents() {
        let folder = tempfile::tempdir().unwrap();
        let read = |bytes: Vec<u8>| {
            let path = folder.path().join("archive");
            std::fs::write(&path, bytes).unwrap();
            documents(&[path.into()])
        };
        let members: [(&str, &[u8]); 4] = [
            ("a/", b""),
            ("a/one.txt", b"One"),
            ("a/image.png", IMAGE),
            ("two.jsonl", b"{\"doc\":\"two\",\"text\":\"Two\"}"),
        ];
        let expected = [("one.txt", "One"), ("two", "Two")];
        let expected = expected.map(|(name, text)| (name.to_owned(), text.to_owned()));
        for archive in [zip(&members), tar(&members)] {
            let (documents, said) = read(archive);
            assert_eq!(documents, expected);
            assert!(said.len() == 1 && said[0].ends_with("skipped 1 member that is not text"));
        }
        for archive in [zip(&members[2..3]), tar(&members[2..3])] {
            let (documents, said) = read(archive);
            assert_eq!(documents, []);
            assert!(said.len() == 1 && said[0].ends_with("none of its members is text"));
        }
        // Records are read, too, from one file or two.
        let sample: [(&str, &[u8]); 4] = [
            ("0.png", IMAGE),
            ("0.json", b"{\"n\": 1}"),
            ("0.txt", b"One"),
            ("1.json", b"{\"text\": \"Two\"}"),
        ];
        for (members, texts) in [(&sample[..3], &["One"][..]), (&sample, &["One", "Two"])] {
            let (documents, said) = read(tar(members));
            assert!(documents.iter().map(|(_, text)| text).eq(texts));
            assert!(said.len() == 1 && said[0].ends_with("skipped 1 member that is not text"));
        }
    }
}
