//! Reads frequency records for other tools.

use std::path::Path;

use command::{Error, Process};
use record::Frequency;

use crate::{Key, Slot};

/// Returns the key of a frequency record.
///
/// # Errors
/// Fails with [`record::Error::Type`] if its fingerprint is invalid.
pub fn key_of(frequency: &Frequency) -> Result<Key, record::Error> {
    Ok(match (&frequency.fingerprint, frequency.slot) {
        (Some(fingerprint), _) => {
            Key::Fingerprint(fingerprint.parse().map_err(|_| record::Error::Type {
                field: "fingerprint",
                expected: "xxh3: or crc64: and 16 hexadecimal digits",
            })?)
        }
        (None, Some((slot, bits))) => Key::Slot(Slot { slot, bits }),
        (None, None) => Key::Text,
    })
}

/// Calls `each` with the key and the other fields of every record in a file with a count above
/// `more_than`. A bad record is reported and skipped.
///
/// # Errors
/// Fails if the file cannot be read, or if it does not contain frequencies.
pub fn for_each_frequent(
    path: &Path,
    more_than: u64,
    process: &Process,
    mut each: impl FnMut(Key, &Frequency),
) -> Result<(), Error> {
    intake::blocks::for_each_record(path, process, |line| {
        let frequency = Frequency::read(line)?;
        if frequency.count > more_than {
            each(key_of(&frequency)?, &frequency);
        }
        Ok(())
    })
    .map_err(|mut error| {
        if let Some(line) = &error.raw {
            error.message = format!("{}; {}", error.message, meant(line));
        }
        Error::Failed(error)
    })
}

/// Suggests a correction for a file that begins with this line, which is not a frequency.
fn meant(line: &[u8]) -> &'static str {
    match record::Fields::parse(line)
        .ok()
        .as_ref()
        .map(record::is_line)
    {
        Some(true) => "these are the lines of linenorm; count them: freqlines FILE > freq.jsonl",
        _ => {
            "this is not a file of frequencies; make one: linenorm --ends 300 FILE... | freqlines > freq.jsonl"
        }
    }
}
