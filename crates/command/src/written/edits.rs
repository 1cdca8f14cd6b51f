//! Applies changes to records that arrive in any pieces.

use record::{Applied, Edit};

/// The changes of `--no-mark` and `--hosts`.
#[derive(Debug)]
pub(crate) struct Edits {
    edit: Edit<'static>,
    /// The beginning of a line that has not ended.
    begun: Vec<u8>,
    out: Vec<u8>,
    has_records: bool,
    /// What applied to any of the records.
    applied: Applied,
}

impl Edits {
    pub fn new(edit: Edit<'static>) -> Self {
        Edits {
            edit,
            begun: Vec::new(),
            out: Vec::new(),
            has_records: false,
            applied: Applied::default(),
        }
    }

    /// Returns the options that had no effect on any record, and why.
    pub fn without_effect(&self) -> Vec<(&'static str, String)> {
        let no_mark = self.edit.without.map(|tool| {
            let why =
                format!("no record that was written has the field {tool}, so nothing is left out");
            ("--no-mark", why)
        });
        let why = "no record that was written has an address in url, doc or id, so none got a host; documents keep their field url, and \
                   --id-field url names the documents of other records by it";
        let hosts = self.edit.hosts.then(|| ("--hosts", why.to_owned()));
        let no_mark = no_mark.filter(|_| !self.applied.left_out);
        let hosts = hosts.filter(|_| !self.applied.has_host);
        let all = [no_mark, hosts].into_iter().flatten();
        all.filter(|_| self.has_records).collect()
    }

    /// Returns the lines that are complete, changed.
    pub fn apply(&mut self, bytes: &[u8]) -> &[u8] {
        self.out.clear();
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.begun.extend_from_slice(line);
            if line.ends_with(b"\n") {
                self.has_records = true;
                let applied = self.edit.apply(&self.begun, &mut self.out);
                self.applied.left_out |= applied.left_out;
                self.applied.has_host |= applied.has_host;
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
