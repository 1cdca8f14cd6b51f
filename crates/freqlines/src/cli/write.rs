//! From frequent lines to records.

use std::borrow::Cow;
use std::ops::ControlFlow;

use command::rows::{write_csv, write_tsv};
use command::{Error, Format, FormatArgs, Output, Process};
use record::Frequency;

use super::{CountingArgs, failed};
use crate::{Counts, Frequent, Key, Stats};

/// Writes the frequent lines selected by the options.
pub(super) fn write(
    counts: Counts,
    counting: &CountingArgs,
    format: FormatArgs,
    process: &Process,
    out: &mut Output,
) -> Result<Stats, Error> {
    const PIECE: usize = 128 * 1024;
    let mut left = counting.top.unwrap_or(u64::MAX);
    let most = counting.max_count.unwrap_or(u64::MAX);
    let mut buffer = Vec::with_capacity(2 * PIECE);
    let mut result = Ok(());
    let mut full = 0u64;
    let mut first = true;
    process.stage("sorting and writing");
    let finished = counts.finish(&mut |line| {
        if left == 0 {
            return Ok(ControlFlow::Break(()));
        }
        if line.count > most {
            return Ok(ControlFlow::Continue(()));
        }
        left -= 1;
        full += u64::from(line.count == u64::MAX);
        if std::mem::take(&mut first) {
            result = format.write_header(&columns(line), out);
            if result.is_err() {
                return Ok(ControlFlow::Break(()));
            }
        }
        write_one(line, format.format(), &mut buffer);
        if buffer.len() >= PIECE {
            result = out.write(&buffer);
            buffer.clear();
        }
        Ok(if result.is_ok() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        })
    });
    result?;
    let stats = finished.map_err(failed)?;
    if first {
        format.write_header(&["count", "text"], out)?;
    }
    out.write(&buffer)?;
    if full > 0 {
        process.warn(
            "counts",
            format_args!(
                "{full} of them are 2^64 - 1, the largest number there is, so they may be under"
            ),
        );
    }
    Ok(stats)
}

/// The column names of the rows of [`write_one`].
fn columns(line: &Frequent<'_>) -> Vec<&'static str> {
    let mut columns = vec!["count"];
    columns.extend(line.error.map(|_| "error"));
    match line.key {
        Key::Text => {}
        Key::Fingerprint(_) => columns.push("fingerprint"),
        Key::Slot(_) => columns.extend(["slot", "bits"]),
    }
    columns.push("text");
    columns
}

fn write_one(line: &Frequent<'_>, format: Format, out: &mut Vec<u8>) {
    let write_fields = match format {
        Format::Jsonl => {
            let (fingerprint, slot) = match line.key {
                Key::Text => (None, None),
                Key::Fingerprint(fingerprint) => (Some(fingerprint.to_string().into()), None),
                Key::Slot(slot) => (None, Some((slot.slot, slot.bits))),
            };
            let text = line.text.map(Cow::Borrowed);
            return Frequency {
                count: line.count,
                error: line.error,
                fingerprint,
                slot,
                text,
            }
            .write(out);
        }
        Format::Raw => {
            out.extend_from_slice(line.text.unwrap_or_default());
            out.push(b'\n');
            return;
        }
        Format::Tsv => write_tsv,
        Format::Csv => write_csv,
    };
    let mut digits = [0; 20];
    let count = decimal(line.count, &mut digits);
    let text = line.text.unwrap_or_default();
    if line.key == Key::Text && line.error.is_none() {
        return write_fields(out, &[count, text]);
    }
    // A column for each field that the back end writes, in record order.
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
    let mut fields = vec![count];
    fields.extend(others.iter().map(String::as_bytes));
    fields.push(text);
    write_fields(out, &fields);
}

/// The decimal digits of a number, at the end of `buffer`. Allocating a string for each line would take half of the
/// time of writing it.
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
