//! Applies changes to records that arrive in any pieces.

use record::Edit;

/// The changes of `--no-mark` and `--hosts`.
#[derive(Debug)]
pub(crate) struct Edits {
    edit: Edit<'static>,
    /// The beginning of a line that has not ended.
    begun: Vec<u8>,
    out: Vec<u8>,
    /// Whether there was a record, and one with a host.
    has_records: bool,
    has_hosts: bool,
}

impl Edits {
    pub fn new(edit: Edit<'static>) -> Self {
        Edits {
            edit,
            begun: Vec::new(),
            out: Vec::new(),
            has_records: false,
            has_hosts: false,
        }
    }

    /// Whether `--hosts` had no effect, because no record has an address.
    pub fn lacks_hosts(&self) -> bool {
        self.edit.hosts && self.has_records && !self.has_hosts
    }

    /// Returns the lines that are complete, changed.
    pub fn apply(&mut self, bytes: &[u8]) -> &[u8] {
        self.out.clear();
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.begun.extend_from_slice(line);
            if line.ends_with(b"\n") {
                self.has_records = true;
                self.has_hosts |= self.edit.apply(&self.begun, &mut self.out);
                self.begun.clear();
            }
        }
        &self.out
    }

    /// Returns the rest.
    pub fn finish(self) -> Vec<u8> {
        let mut out = Vec::new();
        self.edit.apply(&self.begun, &mut out);
        out
    }
}
