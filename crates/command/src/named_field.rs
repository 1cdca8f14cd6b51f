//! A field that an option names, which may be misspelt.

use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::Process;

/// A field that an option names, and whether any document has it. The threads share it.
#[derive(Debug)]
pub struct NamedField {
    option: &'static str,
    field: String,
    any_document: AtomicBool,
    is_found: AtomicBool,
}

impl NamedField {
    /// Creates a field that no document has had yet.
    pub fn new(option: &'static str, field: impl Display) -> Self {
        NamedField {
            option,
            field: field.to_string(),
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
            process.warn(self.option, no_document_has(&self.field));
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
