//! The state of a site while it is being written.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard};

use command::{Emit, Process};
use platform::threads::lock;
use record::{Name, Savings};

use crate::finder::{DocumentRuns, InputDigest, RunFinder};
use crate::wording::{self, Slot, Texts};
use crate::{Run, Text};

/// The context of the last pass.
pub struct Site<'a> {
    /// Finds the runs of documents.
    pub finder: &'a RunFinder,
    /// Maps each text that is factored out to the text of its shared file.
    pub chosen: HashMap<Text, Text>,
    /// The texts of shared files, for `--group wording`.
    pub texts: Texts,
    /// The slots of texts that were already compared with their shared text.
    pub slots: Mutex<HashMap<Text, Slots>>,
    /// The process.
    pub process: &'a Process,
    /// The files and documents written so far.
    pub state: Arc<Mutex<Written>>,
}

/// The slots of a text; `None` if it is unrelated to its shared text.
pub type Slots = Option<Arc<[Slot]>>;

impl Site<'_> {
    /// Returns the differences between `own`, the bytes of `text`, and its shared text. They are
    /// computed once for all documents with this text.
    pub fn slots(&self, text: Text, shared: &[u8], own: &[u8]) -> Slots {
        let known = self.lock_slots().get(&text).cloned();
        known.unwrap_or_else(|| {
            let slots: Slots = wording::slots(text.0, shared, own).map(Arc::from);
            self.lock_slots().insert(text, slots.clone());
            slots
        })
    }

    /// Writes the shared file of a run, unless another document has begun to.
    pub fn write_shared(&self, path: String, found: &DocumentRuns, run: &Run, emit: &mut Emit) {
        let is_first = lock(&self.state)
            .shared
            .entry(path.clone())
            .or_default()
            .begin();
        if is_first {
            let content = found.content(run);
            let (state, length) = (Arc::clone(&self.state), content.len());
            let added = path.clone();
            let name = path.as_bytes();
            emit.file(&Name::new(name), name, &content, move |_, _| {
                lock(&state).add_shared(added, length);
            });
        }
    }

    fn lock_slots(&self) -> MutexGuard<'_, HashMap<Text, Slots>> {
        lock(&self.slots)
    }
}

/// The results of the last pass.
#[derive(Debug, Default)]
pub struct Written {
    /// The shared files.
    pub shared: HashMap<String, SharedFile>,
    /// The savings so far.
    pub savings: Savings,
    /// The documents read so far.
    pub digest: InputDigest,
}

/// A shared file.
#[derive(Debug, Default)]
pub struct SharedFile {
    /// Whether a document has begun to write it.
    begun: bool,
    /// Whether it has been written.
    written: bool,
    /// The number of links to it.
    links: u64,
}

impl SharedFile {
    /// Returns true for the first caller, which must write the file.
    pub fn begin(&mut self) -> bool {
        !std::mem::replace(&mut self.begun, true)
    }
}

impl Written {
    /// Adds a shared file that was written.
    pub fn add_shared(&mut self, path: String, bytes: usize) {
        self.shared.entry(path).or_default().written = true;
        self.savings.shared_files += 1;
        self.savings.shared_bytes += bytes as u64;
    }

    /// Adds a document that was written, with its bytes, those of its file, and those of its record in the manifest.
    pub fn add_document(&mut self, known: bool, sizes: [usize; 3], linked: &[String]) {
        let [bytes, factored, listed] = sizes;
        self.savings.documents += 1;
        self.savings.without_bounds += u64::from(!known);
        self.savings.bytes += bytes as u64;
        self.savings.factored_bytes += factored as u64;
        self.savings.manifest_bytes += listed as u64;
        for path in linked {
            self.shared.entry(path.clone()).or_default().links += 1;
        }
    }

    /// Returns the shared files that have links but were not written, with the number of links to
    /// each.
    pub fn missing(&self) -> BTreeMap<String, u64> {
        let files = self.shared.iter();
        files
            .filter(|(_, file)| file.links > 0 && !file.written)
            .map(|(path, file)| (path.clone(), file.links))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_summed_and_what_was_not_is_missing() {
        let mut written = Written::default();
        let linked = |paths: &[&str]| {
            paths
                .iter()
                .map(|&path| path.to_owned())
                .collect::<Vec<_>>()
        };
        written.add_document(true, [1000, 700, 50], &linked(&["a", "b"]));
        written.add_document(false, [10, 0, 50], &[]);
        written.add_document(true, [2000, 300, 50], &linked(&["b"]));
        assert_eq!(written.missing(), [("a".into(), 1), ("b".into(), 2)].into());
        written.add_shared("b".into(), 30);
        written.add_shared("c".into(), 40);
        assert_eq!(written.missing(), [("a".into(), 1)].into());
        let savings = &written.savings;
        assert_eq!((savings.documents, savings.without_bounds), (3, 1));
        assert_eq!((savings.bytes, savings.factored_bytes), (3010, 1000));
        assert_eq!((savings.shared_files, savings.shared_bytes), (2, 70));
        assert_eq!(savings.manifest_bytes, 150);
        let file = written.shared.entry("a".into()).or_default();
        assert!(file.begin() && !file.begin());
    }
}
