//! `--emit clusters`, `keep` and `drop`: documents grouped or chosen by pairs.

use std::cmp::Reverse;

use command::keep::Rank;
use command::rows::write_tsv;
use command::{Error, Format, Keep, Output};

use record::Name;

use super::Work;
use super::options::{Options, OutputKind};

impl Options {
    /// Writes the clusters of the pairs.
    pub(super) fn write_clusters(&self, work: &Work, out: &mut Output) -> Result<(), Error> {
        let mut line = Vec::new();
        for (number, members) in (1..).zip(work.found.clusters()) {
            let docs = members
                .iter()
                .map(|&member| &work.documents[member as usize].name);
            line.clear();
            if self.format.format() == Format::Raw {
                let names: Vec<&[u8]> = docs.map(Name::as_bytes).collect();
                write_tsv(&mut line, &names);
            } else {
                record::Cluster {
                    cluster: number,
                    docs: docs.collect(),
                }
                .write(&mut line);
            }
            out.write(&line)?;
        }
        Ok(())
    }

    /// Writes the documents to keep, or those to drop. Documents in the file of --against are always kept.
    pub(super) fn write_choice(&self, work: &Work, out: &mut Output) -> Result<(), Error> {
        let documents = &work.documents;
        if let Some(field) = self.keep.field()
            && !documents.is_empty()
            && documents.iter().all(|entry| entry.rank == Rank::Missing)
        {
            let message = format!(
                "{} (uniqwords --fields {field} copies it)",
                self.keep.nothing_to_compare()
            );
            return Err(Error::new("--keep", message));
        }
        let against = work.found.settings().task.against;
        let input = against.unwrap_or(documents.len());
        let mut order: Vec<u32> = (0..documents.len() as u32).collect();
        order.sort_by_key(|&document| {
            let entry = &documents[document as usize];
            let tokens = entry.tokens;
            let (rank, length) = match &self.keep {
                Keep::First => (Rank::Missing, 0),
                Keep::Last => (Rank::Number(f64::from(document)), 0),
                Keep::Shortest => (Rank::Number(-(tokens as f64)), 0),
                _ => (entry.rank.clone(), tokens),
            };
            ((document as usize) < input, Reverse(rank), Reverse(length))
        });
        let chosen = work.found.stand_ins(&order);
        let mut line = Vec::new();
        for (document, instead) in documents[..input].iter().zip(&chosen) {
            if instead.is_none() != (self.what() == OutputKind::Keep) {
                continue;
            }
            let instead = instead.map(|kept| &documents[kept as usize]);
            line.clear();
            if self.format.format() == Format::Raw {
                let names = [Some(document), instead].into_iter().flatten();
                let names: Vec<&[u8]> = names.map(|one| one.name.as_bytes()).collect();
                write_tsv(&mut line, &names);
            } else {
                let place = instead.and_then(super::DocumentInfo::place);
                record::Choice {
                    doc: &document.name,
                    place: document.place(),
                    duplicate_of: instead.map(|kept| &kept.name),
                    duplicate_file: place.map(|place| place.file),
                    duplicate_line: place.map(|place| place.line),
                }
                .write(&mut line);
            }
            out.write(&line)?;
        }
        Ok(())
    }
}
