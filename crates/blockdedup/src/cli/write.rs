//! The output for a document.

use command::rows::{write_csv, write_tsv};
use command::{DocumentGroups, Emit, Format, Process};
use intake::{Document, Location};
use record::{Name, Removed, Source};

use super::TOOL;
use super::options::{Options, OutputKind, Unit};
use super::prepared::Prepared;
use super::sources::Place;
use crate::dedup::joined;
use crate::{Block, Fate, Judged};

/// Writes a document after the decision.
pub(super) fn document(
    options: &Options,
    document: &Document,
    prepared: &Prepared,
    emit: &mut Emit,
) {
    match options.emit {
        OutputKind::Documents | OutputKind::Removed => text(options, document, prepared, emit),
        OutputKind::Report => {
            let mut place = Place::of(document);
            if let Some((source, line)) = &prepared.location {
                place.location = Location {
                    source,
                    line: *line,
                };
            }
            report(options, place, prepared, emit.out());
        }
        _ => {}
    }
    emit.settle();
}

/// The blocks to report, each with its decision and number: in vertical text only those with tokens. The lines between
/// blocks are tags, which are kept or removed by other rules.
fn counted<'a>(
    options: &Options,
    prepared: &'a Prepared,
) -> impl Iterator<Item = (usize, &'a Block, &'a Judged)> {
    let vertical = options.vertical.is_set();
    let blocks = prepared.blocks().iter().zip(&prepared.judged);
    (blocks.enumerate())
        .filter(move |(_, (block, _))| !vertical || !block.tokens.is_empty())
        .map(|(number, (block, judged))| (number, block, judged))
}

/// The number of duplicates, and of stubs.
fn removed(options: &Options, prepared: &Prepared) -> (u64, u64) {
    let number = |fate: Fate| {
        let blocks = counted(options, prepared);
        blocks.filter(|(_, _, judged)| judged.fate == fate).count() as u64
    };
    (number(Fate::Duplicate), number(Fate::Stub))
}

/// Reports to `--stats`.
pub(super) fn count(
    options: &Options,
    process: &Process,
    groups: impl FnOnce() -> DocumentGroups,
    prepared: &Prepared,
) {
    let (duplicates, stubs) = removed(options, prepared);
    if process.has_stats() {
        process.count("blocks", counted(options, prepared).count() as u64);
        process.count("blocks removed", duplicates + stubs);
        process.count("stubs among them", stubs);
        let blocks = prepared.blocks().len();
        let is_gone = (prepared.judged.iter()).all(|judged| !judged.fate.is_kept());
        process.count("documents without text", u64::from(blocks == 0));
        process.count(
            "documents left out: nothing is kept of them",
            u64::from(blocks > 0 && is_gone),
        );
        count_grams(options, process, groups, prepared);
    }
}

/// Counts the n-grams that text kept earlier has, and those that stay nevertheless. Verdicts that are read do not say how many these are.
fn count_grams(
    options: &Options,
    process: &Process,
    groups: impl FnOnce() -> DocumentGroups,
    prepared: &Prepared,
) {
    if options.compare.exact
        || options.compare.unit == Unit::Span
        || options.step.verdicts.is_some()
    {
        return;
    }
    let sum = |is_wanted: fn(&Judged) -> bool| {
        let wanted = prepared.judged.iter().filter(|judged| is_wanted(judged));
        wanted.map(|judged| judged.repeated as u64).sum()
    };
    let duplicate = format!("duplicate {}-grams", options.compare.n);
    process.count_in_groups(
        &groups(),
        &[
            (&duplicate, sum(|_| true)),
            (
                &format!("{duplicate} kept"),
                sum(|judged| judged.fate.is_kept()),
            ),
        ],
    );
}

/// Writes the kept blocks, or the removed ones.
fn text(options: &Options, document: &Document, prepared: &Prepared, emit: &mut Emit) {
    let wanted = |fate: Fate| fate.is_kept() == (options.emit == OutputKind::Documents);
    let blocks = prepared.blocks();
    let is_file = options.directory.takes(document);
    // A document without text repeats nothing, so it stays, with its fields. Plain text has nothing of it.
    let is_empty = blocks.is_empty()
        && options.emit == OutputKind::Documents
        && (is_file || !options.format.raw_output);
    if !is_empty && !prepared.judged.iter().any(|judged| wanted(judged.fate)) {
        return;
    }
    let in_text = options.format.raw_output || is_file;
    let unit = options.compare.unit.blocks().filter(|_| !in_text);
    let joint = |between| unit.map_or(between, |unit| unit.joint(between));
    let part = |part| joined(document.text, part, blocks, &prepared.judged, wanted, joint);
    if !in_text {
        let (duplicates, stubs) = removed(options, prepared);
        return emit.rewrite_parts(document, part, TOOL, |added| {
            added
                .integer("blocks", blocks.len() as u64)
                .integer("removed", duplicates + stubs);
        });
    }
    let text = &*part(0..document.text.len());
    if is_file {
        let name = &document.file_name();
        emit.document_file(
            &document.name,
            || DocumentGroups::of(document),
            name,
            text.as_bytes(),
            text,
        );
    } else {
        emit.wrote(|| DocumentGroups::of(document), text);
        let out = emit.out();
        out.extend_from_slice(text.as_bytes());
        if !text.ends_with('\n') {
            out.push(b'\n');
        }
        // Keeps the last block apart from the next document's first.
        if options.compare.unit != Unit::Line && !text.ends_with("\n\n") {
            out.push(b'\n');
        }
    }
}

/// The columns of a report in TSV and CSV.
pub(super) const COLUMNS: [&str; 14] = [
    "doc",
    "block",
    "reason",
    "tokens",
    "seen",
    "source",
    "source_block",
    "common",
    "file",
    "line",
    "start",
    "end",
    "source_file",
    "source_line",
];

/// Writes a record for each removed block.
pub(super) fn report(options: &Options, place: Place, prepared: &Prepared, out: &mut Vec<u8>) {
    for (number, (at, block, judged)) in (1..).zip(counted(options, prepared)) {
        let reason = match judged.fate {
            Fate::Kept => continue,
            Fate::Duplicate => "duplicate",
            Fate::Stub => "stub",
        };
        let removed = Removed {
            doc: Name::new(place.name),
            file: place.location.source,
            line: place.location.line,
            block: number,
            offset: [block.bytes.start, block.bytes.end],
            reason,
            tokens: block.tokens.len() as u64,
            seen: judged.covered as u64,
            source: prepared.found[at].as_ref().map(|found| Source {
                source: found.doc.clone(),
                source_file: found.file.as_str().into(),
                source_line: found.line,
                source_block: found.block,
                common: found.common,
            }),
        };
        let write = match options.format.format() {
            Format::Jsonl | Format::Raw => {
                removed.write(out);
                continue;
            }
            Format::Tsv => write_tsv,
            Format::Csv => write_csv,
        };
        let [block, tokens, seen] =
            [removed.block, removed.tokens, removed.seen].map(|number| number.to_string());
        let (source, source_block, common) = match &removed.source {
            Some(source) => (
                source.source.as_bytes(),
                source.source_block.to_string(),
                source.common.to_string(),
            ),
            None => (&b""[..], String::new(), String::new()),
        };
        let number = |line: Option<u64>| line.map_or(String::new(), |line| line.to_string());
        let (source_file, source_line) = match &removed.source {
            Some(source) => (&*source.source_file, number(source.source_line)),
            None => ("", String::new()),
        };
        let line = number(removed.line);
        let [start, end] = removed.offset.map(|at| at.to_string());
        let cells = [
            place.name,
            block.as_bytes(),
            reason.as_bytes(),
            tokens.as_bytes(),
            seen.as_bytes(),
            source,
            source_block.as_bytes(),
            common.as_bytes(),
            removed.file.as_bytes(),
            line.as_bytes(),
            start.as_bytes(),
            end.as_bytes(),
            source_file.as_bytes(),
            source_line.as_bytes(),
        ];
        write(out, &cells);
    }
}
