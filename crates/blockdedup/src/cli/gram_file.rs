//! Files of n-grams that occur more than once.

use std::path::Path;

use command::rows::{write_csv, write_tsv};
use command::{Error, Format, Output, Process};
use intake::blocks::for_each_record;
use record::Gram;

use super::options::Options;
use crate::Width;
use crate::seen::SeenBuilder;
use crate::{GramCount, Occurrences};

impl Options {
    /// The prefix of the hash in a gram record: n-grams with the same prefix are comparable.
    pub(super) fn kind(&self) -> String {
        let fold = match self.compare.fold {
            Some(fold) => format!("+{fold}"),
            None => String::new(),
        };
        format!("{}{fold}:{}:", self.tokens().name(), self.length())
    }

    fn width(&self) -> Width {
        self.rules().method.width()
    }
}

/// The columns of n-grams in TSV and CSV.
pub(super) const COLUMNS: [&str; 2] = ["count", "gram"];

/// Writes the n-grams that occur more than once, ordered by hash.
pub(super) fn write(
    options: &Options,
    occurrences: Occurrences,
    out: &mut Output,
) -> Result<(), Error> {
    let kind = options.kind();
    let (digits, unused) = (options.width().digits(), 64 - 4 * options.width().digits());
    let mut line = Vec::new();
    let mut total = 0;
    occurrences.finish(|GramCount { gram, count, .. }| {
        line.clear();
        total += 1;
        let gram = format!("{kind}{:0digits$x}", gram >> unused);
        match options.format.format() {
            Format::Jsonl | Format::Raw => Gram {
                count,
                gram: gram.into(),
            }
            .write(&mut line),
            Format::Tsv => write_tsv(&mut line, &[count.to_string().as_bytes(), gram.as_bytes()]),
            Format::Csv => write_csv(&mut line, &[count.to_string().as_bytes(), gram.as_bytes()]),
        }
        out.write(&line)
    })?;
    // Tables are not read again.
    if let Format::Jsonl | Format::Raw = options.format.format() {
        line.clear();
        Gram {
            count: total,
            gram: format!("{kind}{}", Gram::TOTAL).into(),
        }
        .write(&mut line);
        out.write(&line)?;
    }
    Ok(())
}

/// Reads the n-grams of a file.
pub(super) fn read(
    options: &Options,
    path: &Path,
    expected: &mut SeenBuilder,
    process: &Process,
) -> Result<(), Error> {
    let kind = options.kind();
    let (digits, unused) = (options.width().digits(), 64 - 4 * options.width().digits());
    let (mut other, mut bad) = (None, false);
    let (mut number, mut total) = (0, None);
    for_each_record(path, process, |line| {
        if bad {
            return Ok(());
        }
        let record = Gram::read(line).inspect_err(|_| bad = true)?;
        let hash = record.gram.strip_prefix(&kind);
        if hash == Some(Gram::TOTAL) {
            *total.get_or_insert(0) += record.count;
            return Ok(());
        }
        number += 1;
        let hash = hash.filter(|hash| hash.len() == digits);
        match hash.and_then(|hash| u64::from_str_radix(hash, 16).ok()) {
            Some(hash) => expected.add(options.width().key(hash << unused), 0),
            None => drop(other.get_or_insert_with(|| record.gram.into_owned())),
        }
        Ok(())
    })?;
    // With an n-gram missing, its repetitions would not be removed. The first bad record was reported.
    if bad {
        let message = "not all of it is n-gram records; make it with --emit grams, as JSON Lines";
        return Err(Error::new(path.display(), message));
    }
    if let Some(other) = other {
        let example = format!("{kind}{:0digits$x}", 0);
        return Err(Error::new(
            path.display(),
            format_args!(
                "{other} is not an n-gram for this --method, -n, --tokens and --fold, as {example} is; make it with the same"
            ),
        ));
    }
    match total {
        Some(total) if total == number => Ok(()),
        Some(total) => Err(Error::new(
            path.display(),
            format_args!(
                "it has {number} n-grams, and its last record says {total}: cut off or changed; make it again with --emit grams"
            ),
        )),
        None => Err(Error::new(
            path.display(),
            "it has no record of the total: cut off, or made by an older version; make it again with --emit grams",
        )),
    }
}
