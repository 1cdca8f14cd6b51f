//! A field that an option names, which may be misspelt.

use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use record::GroupBy;

use crate::Process;

/// A field that an option names, and whether any document has it. The threads share it.
#[derive(Debug)]
pub struct NamedField {
    option: &'static str,
    /// The warning.
    missing: String,
    any_document: AtomicBool,
    is_found: AtomicBool,
}

impl NamedField {
    /// Creates a field that no document has had yet.
    pub fn new(option: &'static str, field: impl Display) -> Self {
        Self::with_warning(option, no_document_has(&field.to_string()))
    }

    /// Creates the group that `--by` names; `None` for folders, because documents may be in none.
    /// The warning about hosts ends with `hint`.
    pub fn of_group(by: &GroupBy, hint: &str) -> Option<Self> {
        let missing = match by.is_field() {
            true => no_document_has(&by.to_string()),
            false => {
                format!("no document has a {by}: no name and no field url is an address{hint}")
            }
        };
        (!by.is_folder()).then(|| Self::with_warning("--by", missing))
    }

    /// Creates a field with this warning for the case that no document has it.
    pub fn with_warning(option: &'static str, missing: String) -> Self {
        NamedField {
            option,
            missing,
            any_document: AtomicBool::new(false),
            is_found: AtomicBool::new(false),
        }
    }

    /// Notes whether a document has the field.
    pub fn see(&self, is_found: bool) {
        // Most stores would only make other threads read the value again.
        if !self.any_document.load(Relaxed) {
            self.any_document.store(true, Relaxed);
        }
        if is_found && !self.is_found.load(Relaxed) {
            self.is_found.store(true, Relaxed);
        }
    }

    /// Warns if there were documents, and none has the field.
    pub fn warn(&self, process: &Process) {
        if self.any_document.load(Relaxed) && !self.is_found.load(Relaxed) {
            process.warn(self.option, &self.missing);
        }
    }
}

/// Says that a field, or several separated by commas, occurs in no document, and what may be the reason.
pub fn no_document_has(fields: &str) -> String {
    let mut names = fields.split(", ");
    let inside = names.find(|name| name.contains(['.', '[']) && !name.starts_with('.'));
    match inside {
        Some(name) => {
            format!("no document has the field {fields}; inside an object it is written .{name}")
        }
        None => format!("no document has the field {fields}; is its name right?"),
    }
}
