//! Writes frequent lines as records.

use std::borrow::Cow;
use std::ops::ControlFlow;

use command::rows::{write_csv, write_tsv};
use command::{Error, Format, FormatArgs, Output, Process};
use record::{Frequency, Name};

use super::originals::Originals;
use super::together::GroupSizes;
use super::{CountingArgs, failed, groups};
use crate::{Counts, Frequent, Key, Stats};

/// Writes the frequent lines selected by the options.
pub(super) struct Writer<'a> {
    counting: &'a CountingArgs,
    format: FormatArgs,
    process: &'a Process,
    out: &'a mut Output,
    buffer: Vec<u8>,
    /// Whether nothing was written yet.
    first: bool,
    /// The number of lines counted, or of different ones, as the back end reports it.
    lines: u64,
    /// The number of saturated counts.
    full: u64,
    /// Whether any line had an original.
    originals: bool,
}

/// The approximate size in bytes of the chunks in which rows are written.
const WRITE_SIZE: usize = 128 * 1024;

impl<'a> Writer<'a> {
    pub fn new(
        counting: &'a CountingArgs,
        format: FormatArgs,
        process: &'a Process,
        out: &'a mut Output,
    ) -> Self {
        Writer {
            counting,
            format,
            process,
            out,
            buffer: Vec::with_capacity(2 * WRITE_SIZE),
            first: true,
            lines: 0,
            full: 0,
            originals: false,
        }
    }

    /// Writes the frequent lines of one document or of all, with their originals. `sizes` are the
    /// numbers of documents by group, for `--min-share`.
    pub fn write(
        &mut self,
        counts: Counts,
        doc: Option<&[u8]>,
        originals: Option<&Originals>,
        sizes: &GroupSizes,
    ) -> Result<Stats, Error> {
        self.originals |= originals.is_some_and(|originals| !originals.is_empty());
        let mut left = self.counting.top.unwrap_or(u64::MAX);
        let most = self.counting.max_count.unwrap_or(u64::MAX);
        let least = self.counting.min_share.unwrap_or(0.0);
        let mut result = Ok(());
        let finished = counts.finish(&mut |line| {
            if left == 0 {
                return Ok(ControlFlow::Break(()));
            }
            let key = line.text.unwrap_or_default();
            let (group, text) = match self.counting.by {
                Some(_) => groups::split(key),
                None => (&[][..], key),
            };
            let size = sizes.get(group).copied().unwrap_or(0);
            if line.count > most || line.count as f64 <= least * size as f64 {
                return Ok(ControlFlow::Continue(()));
            }
            left -= 1;
            let row = Row {
                line: &Frequent {
                    text: line.text.map(|_| text),
                    ..*line
                },
                doc,
                group: std::str::from_utf8(group).unwrap_or_default(),
                example: originals.map(|originals| originals.of(key, text)),
            };
            result = self.write_row(&row);
            Ok(match result {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            })
        });
        result?;
        let stats = finished.map_err(failed)?;
        self.lines += stats.lines.or(stats.distinct).unwrap_or_default();
        Ok(stats)
    }

    fn write_row(&mut self, row: &Row<'_>) -> Result<(), Error> {
        self.full += u64::from(row.line.count == u64::MAX);
        if std::mem::take(&mut self.first) {
            let columns = columns(self.counting, Some(row.line));
            self.format.write_header(&columns, self.out)?;
        }
        write_one(row, self.counting, self.format.format(), &mut self.buffer);
        if self.buffer.len() >= WRITE_SIZE {
            self.out.write(&self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }

    /// Writes the rest, and warnings about the whole output.
    pub fn finish(self) -> Result<(), Error> {
        if self.first {
            let columns = columns(self.counting, None);
            self.format.write_header(&columns, self.out)?;
        }
        if self.first && self.lines > 0 && self.counting.is_more_than_default() {
            self.process.warn(
                "output",
                format_args!(
                    "no line occurs more than {} times, so that none is written; -k K writes those that occur more than K times",
                    self.counting.more_than()
                ),
            );
        }
        self.out.write(&self.buffer)?;
        if self.full > 0 {
            self.process.warn(
                "counts",
                format_args!(
                    "{} of them are 2^64 - 1, the largest number there is, so they may be under",
                    self.full
                ),
            );
        }
        if self.counting.example && !self.originals && !self.first {
            self.process.warn(
                "--example",
                "no record has the line as it was, so the normalised lines stand for themselves (linenorm --original writes it)",
            );
        }
        Ok(())
    }
}

/// The data written for a line.
struct Row<'a> {
    line: &'a Frequent<'a>,
    doc: Option<&'a [u8]>,
    /// The group, empty for none.
    group: &'a str,
    /// With --example: the example, unless it is not UTF-8.
    example: Option<Option<&'a str>>,
}

/// Returns the column names of the rows of [`write_one`].
fn columns(counting: &CountingArgs, line: Option<&Frequent<'_>>) -> Vec<&'static str> {
    let mut columns = Vec::new();
    columns.extend(counting.by_file.then_some("doc"));
    columns.extend(counting.by.as_ref().map(|_| "group"));
    columns.push("count");
    if let Some(line) = line {
        columns.extend(line.error.map(|_| "error"));
        match line.key {
            Key::Text => {}
            Key::Fingerprint(_) => columns.push("fingerprint"),
            Key::Slot(_) => columns.extend(["slot", "bits"]),
        }
    }
    columns.push("text");
    columns.extend(counting.example.then_some("example"));
    columns
}

fn write_one(row: &Row<'_>, counting: &CountingArgs, format: Format, out: &mut Vec<u8>) {
    let Row {
        line,
        doc,
        group,
        example,
    } = *row;
    let text = line.text.unwrap_or_default();
    let write_fields = match format {
        Format::Jsonl => {
            let (fingerprint, slot) = match line.key {
                Key::Text => (None, None),
                Key::Fingerprint(fingerprint) => (Some(fingerprint.to_string().into()), None),
                Key::Slot(slot) => (None, Some((slot.slot, slot.bits))),
            };
            return Frequency {
                doc: doc.map(Name::new),
                group: (!group.is_empty()).then_some(group.into()),
                count: line.count,
                error: line.error,
                fingerprint,
                slot,
                text: line.text.map(Cow::Borrowed),
                example: example.flatten().map(Cow::Borrowed),
            }
            .write(out);
        }
        Format::Raw => {
            let shown = example.flatten().map_or(text, str::as_bytes);
            out.extend_from_slice(shown);
            out.push(b'\n');
            return;
        }
        Format::Tsv => write_tsv,
        Format::Csv => write_csv,
    };
    let mut digits = [0; 20];
    let count = decimal(line.count, &mut digits);
    let is_grouped = counting.by_file || counting.by.is_some();
    if line.key == Key::Text && line.error.is_none() && !is_grouped && example.is_none() {
        return write_fields(out, &[count, text]);
    }
    // One column for each field that the back end writes, in record order.
    let mut others: Vec<String> = line
        .error
        .map(|error| error.to_string())
        .into_iter()
        .collect();
    match line.key {
        Key::Text => {}
        Key::Fingerprint(fingerprint) => others.push(fingerprint.to_string()),
        Key::Slot(slot) => others.extend([slot.slot.to_string(), slot.bits.to_string()]),
    }
    let mut fields = Vec::new();
    fields.extend(counting.by_file.then_some(doc.unwrap_or_default()));
    fields.extend(counting.by.as_ref().map(|_| group.as_bytes()));
    fields.push(count);
    fields.extend(others.iter().map(String::as_bytes));
    fields.push(text);
    fields.extend(example.map(|example| example.map_or(text, str::as_bytes)));
    write_fields(out, &fields);
}

/// Returns the decimal digits of a number, at the end of `buffer`. Allocating a string for each
/// line would take half of the time of writing it.
fn decimal(mut number: u64, buffer: &mut [u8; 20]) -> &[u8] {
    let mut at = buffer.len();
    loop {
        at -= 1;
        buffer[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            return &buffer[at..];
        }
    }
}

/// Reports the back end's statistics to `--stats`.
pub(super) fn count_stats(stats: &Stats, process: &Process) {
    let Stats {
        lines,
        distinct,
        bytes,
        counters,
        occupied,
        saturated,
        falsely_frequent,
        falsely_frequent_bound,
        error,
        spilled,
    } = stats;
    let numbers = [
        ("lines", lines),
        ("distinct lines", distinct),
        ("bytes of memory for the counts", &Some(*bytes)),
        ("bytes written to temporary files", spilled),
        ("counters", counters),
        ("occupied counters", occupied),
        ("counters at their largest number", saturated),
        ("largest error of a count", error),
    ];
    for (name, number) in numbers {
        if let Some(number) = number {
            process.count(name, *number);
        }
    }
    let shares = [
        (
            "expected share of the lines that occur once to be taken for frequent ones",
            falsely_frequent,
        ),
        (
            "upper bound of that share for all infrequent lines",
            falsely_frequent_bound,
        ),
    ];
    for (name, share) in shares {
        if let Some(share) = share {
            process.count_share(name, *share);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_rust_writes_them() {
        for number in [0, 9, 10, 1234567890, u64::MAX] {
            assert_eq!(decimal(number, &mut [0; 20]), number.to_string().as_bytes());
        }
    }
}
