//! `--emit clusters`, `keep` and `drop`: documents grouped or chosen by pairs.

use std::cmp::Reverse;

use command::rows::write_tsv;
use command::{Error, Format, Output};
use record::Name;

use super::Work;
use super::options::{Options, OutputKind, Preference};
use super::pairs::Shares;
use crate::{Clusters, choose};

impl Options {
    /// Writes the clusters of the pairs.
    pub(super) fn write_clusters(&self, work: &Work, out: &mut Output) -> Result<(), Error> {
        let mut clusters = Clusters::new(work.documents.len());
        self.each_duplicate(work, |document, duplicate| {
            clusters.connect(document, duplicate);
        })?;
        let mut line = Vec::new();
        for (number, members) in (1..).zip(clusters.all()) {
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

    /// Calls `connect` with each document and each duplicate of it.
    fn each_duplicate(&self, work: &Work, mut connect: impl FnMut(u32, u32)) -> Result<(), Error> {
        let mut shares = Shares::new(work);
        let least = self.min_share();
        work.each(|found| {
            let [of_a, of_b] = match least {
                0.0 => [1.0; 2],
                _ => shares.of(&found),
            };
            if of_b >= least {
                connect(found.a, found.b);
            }
            if of_a >= least {
                connect(found.b, found.a);
            }
            Ok(())
        })
    }

    /// Writes the documents to keep, or those to drop. Documents in the file of --against are always kept.
    pub(super) fn write_choice(&self, work: &Work, out: &mut Output) -> Result<(), Error> {
        let mut stands_for = Vec::new();
        self.each_duplicate(work, |document, duplicate| {
            stands_for.push((document, duplicate));
        })?;
        let documents = &work.documents;
        let input = work.task.against.unwrap_or(documents.len());
        let mut order: Vec<u32> = (0..documents.len() as u32).collect();
        order.sort_by_key(|&document| {
            let entry = &documents[document as usize];
            let tokens = match self.prefer {
                Preference::Longest | Preference::Field(_) => entry.tokens,
                Preference::First => 0,
            };
            let rank = (entry.number.is_some(), entry.number.map(f64_order));
            ((document as usize) < input, Reverse(rank), Reverse(tokens))
        });
        let chosen = choose(documents.len(), &stands_for, &order);
        let mut line = Vec::new();
        for (document, instead) in documents[..input].iter().zip(&chosen) {
            if instead.is_none() != (self.what() == OutputKind::Keep) {
                continue;
            }
            let instead = instead.map(|kept| &documents[kept as usize].name);
            line.clear();
            if self.format.format() == Format::Raw {
                let names = [Some(&document.name), instead];
                let names: Vec<&[u8]> = names.into_iter().flatten().map(Name::as_bytes).collect();
                write_tsv(&mut line, &names);
            } else {
                record::Choice {
                    doc: &document.name,
                    duplicate_of: instead,
                }
                .write(&mut line);
            }
            out.write(&line)?;
        }
        Ok(())
    }
}

/// The total order of floating-point numbers as integers.
fn f64_order(number: f64) -> i64 {
    // As in `f64::total_cmp`.
    let bits = number.to_bits() as i64;
    bits ^ ((bits >> 63) as u64 >> 1) as i64
}
