//! Which document of a group stays, when all have come.

use std::cmp::Reverse;

use command::keep::Keep;
use command::{Emit, Error, InTurn, Output, Process};
use intake::{Document, Sources, Spool};
use record::{Cluster, Duplicate, Grouped, Name};

use super::options::{Emitted, Options};
use super::stream::{All, Entry, Of, Place};
use crate::shingles::{Measure, ShingleIndex, Shingles};
use crate::sketch::Sketch;

/// The documents of a run in their groups.
pub(super) struct Groups<'o> {
    options: &'o Options,
    all: All,
    /// For each document the first of its group.
    first: Vec<u64>,
    /// For the first document of each group the number of documents, and the one that stays.
    sizes: Vec<u64>,
    best: Vec<u64>,
}

/// Groups as trees: the first document of each is the root.
struct Forest {
    parents: Vec<u64>,
}

impl Forest {
    fn new(documents: usize) -> Self {
        Forest {
            parents: (0..documents as u64).collect(),
        }
    }

    fn first(&mut self, mut document: u64) -> u64 {
        while self.parents[document as usize] != document {
            // Path halving, so that the next search is shorter.
            let parent = self.parents[document as usize];
            self.parents[document as usize] = self.parents[parent as usize];
            document = self.parents[document as usize];
        }
        document
    }

    fn connect(&mut self, one: u64, other: u64) {
        let (one, other) = (self.first(one), self.first(other));
        self.parents[one.max(other) as usize] = one.min(other);
    }
}

impl All {
    /// Makes groups by shingles: with containment around the longest documents; else any two similar documents are in one.
    pub(super) fn link_by_shingles(&mut self, measure: Measure, least: f64) {
        let size = |document: usize| self.entries[document].shingles.as_ref().map(Shingles::len);
        let mut order: Vec<usize> = (0..self.entries.len()).collect();
        if measure == Measure::Containment {
            order.sort_by_key(|&document| Reverse(size(document)));
        }
        let mut index = ShingleIndex::default();
        let mut indexed = Vec::new();
        for document in order {
            let entry = &mut self.entries[document];
            let Some(shingles) = entry.shingles.as_ref().filter(|_| entry.of.is_none()) else {
                continue;
            };
            let found: Vec<(u64, f64)> = index
                .find(shingles, measure, least)
                .into_iter()
                .map(|(number, similarity)| (indexed[number as usize], similarity))
                .collect();
            let is_joined = measure == Measure::Jaccard;
            if is_joined || found.is_empty() {
                index.insert(shingles);
                indexed.push(document as u64);
            }
            let mut found = found.into_iter();
            let best = found.next();
            entry.of = best.map(|(other, similarity)| Of::Document(other, Some(similarity)));
            if is_joined {
                let links = found.map(|(other, _)| (document as u64, other));
                self.links.extend(links);
            }
        }
    }
}

/// The document, of this run or of the index, that stays instead of another one.
enum Instead<'g> {
    Document(u64),
    Indexed(&'g Place, f64),
}

impl<'o> Groups<'o> {
    pub(super) fn new(options: &'o Options, all: All) -> Self {
        let number = all.entries.len();
        let mut forest = Forest::new(number);
        for (document, entry) in (0..).zip(&all.entries) {
            if let Some(Of::Document(of, _)) = entry.of {
                forest.connect(document, of);
            }
        }
        for &(one, other) in &all.links {
            forest.connect(one, other);
        }
        let first: Vec<u64> = (0..number as u64)
            .map(|document| forest.first(document))
            .collect();
        let (mut sizes, mut best) = (vec![0; number], first.clone());
        for (document, entry) in all.entries.iter().enumerate() {
            let group = first[document] as usize;
            sizes[group] += 1;
            if entry.rank > all.entries[best[group] as usize].rank {
                best[group] = document as u64;
            }
        }
        Groups {
            options,
            all,
            first,
            sizes,
            best,
        }
    }

    fn entry(&self, document: u64) -> &Entry {
        &self.all.entries[document as usize]
    }

    fn size(&self, document: u64) -> u64 {
        self.sizes[self.first[document as usize] as usize]
    }

    /// Whether a document stays.
    fn stays(&self, document: u64) -> bool {
        let is_indexed = matches!(
            self.entry(self.first[document as usize]).of,
            Some(Of::Indexed(..))
        );
        match self.options.keep {
            Keep::All => true,
            Keep::None => !is_indexed && self.size(document) == 1,
            _ => !is_indexed && self.instead(document).is_none(),
        }
    }

    /// The document that stays instead of this one, if this one goes or would go.
    fn instead(&self, document: u64) -> Option<Instead<'_>> {
        let first = self.first[document as usize];
        if let Some(Of::Indexed(place, similarity)) = &self.entry(first).of {
            return Some(Instead::Indexed(place, *similarity));
        }
        let best = self.best[first as usize];
        (best != document).then_some(Instead::Document(best))
    }

    /// The similarity of two documents of a group: of the first to the second.
    fn similarity(&self, one: u64, other: u64) -> Option<f64> {
        let shingles = |document| self.entry(document).shingles.as_ref();
        if let (Some(one), Some(other)) = (shingles(one), shingles(other)) {
            let measure = self.options.measure();
            return Some(measure.of(one.common(other), one.len(), other.len()));
        }
        // The estimate by which they came into a group is not the highest of many by chance.
        let compared = [(one, other), (other, one)].map(|(one, other)| match self.entry(one).of {
            Some(Of::Document(of, similarity)) if of == other => similarity,
            _ => None,
        });
        let bits = |document| self.entry(document).bits.as_ref();
        let made_for = self.options.settings().similarity;
        let estimate = || Some(Sketch::similarity(bits(one)?, bits(other)?, made_for));
        compared[0].or(compared[1]).or_else(estimate)
    }

    fn instead_of(&self, document: u64) -> Option<(&Place, Option<f64>)> {
        Some(match self.instead(document)? {
            Instead::Indexed(place, similarity) => (place, Some(similarity)),
            Instead::Document(best) => (&self.entry(best).place, self.similarity(document, best)),
        })
    }

    fn file(&self, place: &Place) -> Option<&str> {
        place.file.map(|file| self.all.files.name(file))
    }

    /// Writes what is asked for but documents.
    pub(super) fn write_records(&self, out: &mut Output) -> Result<(), Error> {
        if self.options.emit == Emitted::Groups {
            return self.write_groups(out);
        }
        let mut line = Vec::new();
        for document in 0..self.all.entries.len() as u64 {
            line.clear();
            match self.options.emit {
                Emitted::Drop if !self.stays(document) => self.write_dropped(document, &mut line),
                Emitted::Report => self.write_report(document, &mut line),
                _ => {}
            }
            out.write(&line)?;
        }
        Ok(())
    }

    fn write_dropped(&self, document: u64, line: &mut Vec<u8>) {
        let place = &self.entry(document).place;
        // With --keep none the one that would stay is named, and the others for that one.
        let other = match self.instead_of(document) {
            Some(other) => other,
            None => {
                let first = self.first[document as usize];
                let member = (first..)
                    .find(|&other| other != document && self.first[other as usize] == first);
                let member = member.expect("a group of two or more");
                (&self.entry(member).place, self.similarity(document, member))
            }
        };
        Duplicate {
            doc: &Name::new(&*place.name),
            file: self.file(place).unwrap_or_default(),
            line: place.line,
            duplicate_of: &Name::new(&*other.0.name),
            duplicate_file: self.file(other.0),
            duplicate_line: other.0.line,
            similarity: other.1,
        }
        .write(line);
    }

    fn write_report(&self, document: u64, line: &mut Vec<u8>) {
        let place = &self.entry(document).place;
        let instead = self.instead_of(document);
        let of = instead.map(|(place, _)| Name::new(&*place.name));
        Grouped {
            doc: &Name::new(&*place.name),
            file: self.file(place).unwrap_or_default(),
            line: place.line,
            group: self.first[document as usize] + 1,
            size: self.size(document),
            kept: self.stays(document),
            duplicate_of: of.as_ref(),
            similarity: instead.and_then(|(_, similarity)| similarity),
        }
        .write(line);
    }

    fn write_groups(&self, out: &mut Output) -> Result<(), Error> {
        let mut members: Vec<(u64, u64)> = (0u64..)
            .zip(&self.first)
            .map(|(document, &first)| (first, document))
            .filter(|&(first, _)| self.sizes[first as usize] > 1)
            .collect();
        members.sort_unstable();
        let mut line = Vec::new();
        for group in members.chunk_by(|one, other| one.0 == other.0) {
            let names: Vec<Name> = group
                .iter()
                .map(|&(_, document)| Name::new(&*self.entry(document).place.name))
                .collect();
            line.clear();
            Cluster {
                cluster: group[0].0 + 1,
                docs: names.iter().collect(),
            }
            .write(&mut line);
            out.write(&line)?;
        }
        Ok(())
    }

    /// Writes the documents that stay, or with --mark all of them.
    pub(super) fn write_documents(
        &self,
        process: &Process,
        spool: Spool,
        sources: &Sources,
        out: &mut Output,
    ) -> Result<(), Error> {
        let mut next = 0;
        command::spooled_in_turn(
            process,
            spool.items()?,
            sources,
            self.options.threads.count(),
            out,
            &Writing(self),
            &mut next,
        );
        Ok(())
    }

    fn write_document(&self, document: &Document, number: u64, emit: &mut Emit) {
        if !self.options.mark {
            if self.stays(number) {
                document.write(emit.out());
            }
            return;
        }
        let instead = self.instead_of(number);
        emit.rewrite(document, document.text, super::TOOL, |added| {
            added.integer("group", self.first[number as usize] + 1);
            added.integer("size", self.size(number));
            if let Some((place, similarity)) = instead {
                added.string("of", &Name::new(&*place.name).to_text());
                if let Some(similarity) = similarity {
                    added.float("similarity", similarity);
                }
            }
        });
    }
}

/// Writing of the documents, in the order in which they came.
struct Writing<'g>(&'g Groups<'g>);

impl InTurn for Writing<'_> {
    type Worker = ();
    type Prepared = u64;
    type State = u64;

    fn counts(&self) -> bool {
        false
    }

    fn worker(&self) {}

    fn prepare(&self, (): &mut (), _: &Document) -> u64 {
        0
    }

    fn take_turn(&self, next: &mut u64, _: &Document, number: &mut u64) {
        *number = *next;
        *next += 1;
    }

    fn write(&self, (): &mut (), document: &Document, number: u64, emit: &mut Emit) {
        self.0.write_document(document, number, emit);
        emit.settle();
    }
}
