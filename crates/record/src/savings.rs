//! The savings record.

use serde::Serialize;

use crate::write::written;

/// The bytes saved by factoring documents.
///
/// ```
/// use record::Savings;
/// let savings = Savings { documents: 2, bytes: 90, factored_bytes: 50, shared_files: 1, shared_bytes: 30, manifest_bytes: 25, ..Savings::default() };
/// assert_eq!(savings.summed().saved, -15);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Savings {
    /// Documents read.
    pub documents: u64,
    /// Documents among them without a bounds record: they were copied.
    pub without_bounds: u64,
    /// Their bytes, decompressed.
    pub bytes: u64,
    /// Their bytes with links instead of shared text.
    pub factored_bytes: u64,
    /// The number of shared files.
    pub shared_files: u64,
    /// The bytes of the shared files.
    pub shared_bytes: u64,
    /// The bytes of the manifest.
    pub manifest_bytes: u64,
    /// `bytes` - `factored_bytes` - `shared_bytes` - `manifest_bytes`: negative if the site is larger than the documents.
    pub saved: i64,
}

impl Savings {
    /// Sets the number of bytes saved. It can be negative, because each document has a record in the manifest.
    #[must_use]
    pub fn summed(self) -> Self {
        Savings {
            saved: (self.bytes)
                .wrapping_sub(self.factored_bytes + self.shared_bytes + self.manifest_bytes)
                .cast_signed(),
            ..self
        }
    }
}

written!(Savings);
