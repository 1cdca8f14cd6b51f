//! What is known of a site while it is written.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

use command::Process;
use record::Savings;

use crate::Text;
use crate::judge::{Census, Judge};
use crate::wording::Texts;

/// What the last pass works with.
pub struct Site<'a> {
    /// What decided about lines.
    pub judge: &'a Judge,
    /// The text of the shared file, for each text that is factored out.
    pub chosen: HashMap<Text, Text>,
    /// The texts of shared files that some documents have with other words.
    pub texts: Texts,
    /// The process.
    pub process: &'a Process,
    /// What is written.
    pub state: Arc<Mutex<Written>>,
}

/// What the last pass has written.
#[derive(Debug, Default)]
pub struct Written {
    /// The shared files.
    pub shared: HashMap<String, SharedFile>,
    /// What is saved.
    pub savings: Savings,
    /// What was read.
    pub census: Census,
}

/// A shared file.
#[derive(Debug, Default)]
pub struct SharedFile {
    /// Whether a document with its text was met.
    begun: bool,
    /// Whether it is in place.
    written: bool,
    /// How many links lead to it.
    links: u64,
}

impl SharedFile {
    /// Whether it is still to be written.
    pub fn begin(&mut self) -> bool {
        !std::mem::replace(&mut self.begun, true)
    }
}

impl Written {
    /// A shared file is in place.
    pub fn add_shared(&mut self, path: String, bytes: usize) {
        self.shared.entry(path).or_default().written = true;
        self.savings.shared_files += 1;
        self.savings.shared_bytes += bytes as u64;
    }

    /// A document is in place.
    pub fn add_document(&mut self, known: bool, bytes: usize, factored: usize, linked: &[String]) {
        self.savings.documents += 1;
        self.savings.without_bounds += u64::from(!known);
        self.savings.bytes += bytes as u64;
        self.savings.factored_bytes += factored as u64;
        for path in linked {
            self.shared.entry(path.clone()).or_default().links += 1;
        }
    }

    /// The shared files that are not there, and how many links lead to each.
    pub fn missing(&self) -> BTreeMap<String, u64> {
        let files = self.shared.iter();
        files
            .filter(|(_, file)| file.links > 0 && !file.written)
            .map(|(path, file)| (path.clone(), file.links))
            .collect()
    }
}
