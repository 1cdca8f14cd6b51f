//! Each document is compared when it comes, and decided on at once where that is possible.

use std::borrow::Cow;
use std::collections::HashMap;

use command::keep::{Keep, Rank};
use command::{Emit, Error, InTurn, Process, no_document_has};
use intake::{Document, Spool};
use record::{Duplicate, Name};
use xxhash_rust::xxh3::xxh3_128;

use super::index_file::{Base, unreadable};
use super::options::{Emitted, Linkage, Options};
use super::sketches::Sketches;
use crate::growing::{self, Place as Found};
use crate::representatives::{Full, Representatives, accepted};
use crate::shingles::{Measure, Sampler, Shingles};
use crate::sketch::{Sketch, Sketcher, WORDS};

/// A document as records name it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) name: Box<[u8]>,
    /// The index of its file in a list; `None` for a document of an index.
    pub(super) file: Option<u32>,
    pub(super) line: Option<u64>,
}

/// A document of this run, where all are held.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) place: Place,
    /// The document that it is similar to.
    pub(super) of: Option<Of>,
    pub(super) rank: Rank,
    pub(super) bits: Option<[u64; WORDS]>,
    /// Instead of a sketch, where shingles are compared.
    pub(super) shingles: Option<Shingles>,
}

/// The document that another one is similar to.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Of {
    /// The document of this run with this number.
    Document(u64, Option<f64>),
    /// A document of the index.
    Indexed(Place, f64),
}

/// The documents of this run, where all are held before the first is written.
#[derive(Debug, Default)]
pub(super) struct All {
    pub(super) entries: Vec<Entry>,
    /// Further pairs of similar documents.
    pub(super) links: Vec<(u64, u64)>,
    pub(super) files: Files,
}

/// The names of files, each once.
#[derive(Debug, Default)]
pub(super) struct Files {
    names: Vec<Box<str>>,
}

impl Files {
    fn number(&mut self, name: &str) -> u32 {
        // Documents of a file follow each other.
        if self.names.last().is_none_or(|last| **last != *name) {
            self.names.push(name.into());
        }
        self.names.len() as u32 - 1
    }

    pub(super) fn name(&self, number: u32) -> &str {
        &self.names[number as usize]
    }
}

/// The state that changes from document to document.
pub(super) struct State {
    pub(super) representatives: Representatives,
    /// With --add: the names of the representatives.
    pub(super) names: Vec<Box<[u8]>>,
    /// The document and its place of each representative, where a record or a group names them.
    documents: Vec<u64>,
    places: Vec<Place>,
    /// With --complete: the different sketches of the group of each representative, without its own.
    members: HashMap<u32, Vec<[u64; WORDS]>>,
    /// With --single: the first documents of the groups that there are without it, and their numbers. More candidates may come near by
    /// chance where all documents are compared, so that fewer would count.
    firsts: Representatives,
    first_documents: Vec<u64>,
    files: Files,
    /// The first document with each key.
    keys: HashMap<u128, u64>,
    key_places: HashMap<u64, Place>,
    /// The number of documents so far.
    pub(super) next: u64,
    /// Documents with a value in the field of --keep, and with a key.
    ranked: u64,
    keyed: u64,
    pub(super) groups: All,
    pub(super) spool: Option<Spool>,
    failure: Option<Error>,
}

impl State {
    pub(super) fn new(options: &Options) -> Result<Self, Error> {
        let spools =
            !options.is_streaming() && (options.mark || options.emit == Emitted::Documents);
        let spool = spools
            .then(|| Spool::new(&options.temporary.directory()))
            .transpose()?;
        Ok(State {
            representatives: match options.exact {
                true => Representatives::exact(options.settings().similarity),
                false => Representatives::new(options.settings().similarity),
            },
            names: Vec::new(),
            documents: Vec::new(),
            places: Vec::new(),
            members: HashMap::new(),
            firsts: Representatives::new(options.settings().similarity),
            first_documents: Vec::new(),
            files: Files::default(),
            keys: HashMap::new(),
            key_places: HashMap::new(),
            next: 0,
            ranked: 0,
            keyed: 0,
            groups: All::default(),
            spool,
            failure: None,
        })
    }

    /// # Errors
    /// A fatal error; a field that no document has.
    pub(super) fn check(&mut self, options: &Options) -> Result<(), Error> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        if self.next == 0 {
            return Ok(());
        }
        if options.keep.field().is_some() && self.ranked == 0 && !options.is_streaming() {
            return Err(Error::new("--keep", options.keep.nothing_to_compare()));
        }
        if !options.key.is_empty() && self.keyed == 0 {
            let names: Vec<String> = options.key.iter().map(ToString::to_string).collect();
            return Err(Error::new("--key", no_document_has(&names.join(", "))));
        }
        Ok(())
    }

    /// The document, of this run or of the index, that a document is similar to.
    fn compare(
        &mut self,
        options: &Options,
        base: Option<&Base>,
        prepared: &Prepared,
    ) -> Result<Option<Of>, Error> {
        if let Some(key) = prepared.key
            && let Some(&first) = self.keys.get(&key)
        {
            return Ok(Some(Of::Document(first, None)));
        }
        let Some(sketch) = &prepared.sketch else {
            return Ok(None);
        };
        let found = match &prepared.shingles {
            Some(shingles) => (self.representatives.find_exactly(sketch, shingles))
                .map(|(number, similarity)| (Found::Fresh(number), similarity)),
            None => {
                let index = base.map(|base| &base.index);
                growing::find(prepared.indexed, index, &self.representatives, sketch)
                    .map_err(|error| unreadable(options, &error))?
            }
        };
        let Some((place, similarity)) = found else {
            return Ok(None);
        };
        Ok(Some(match (place, base) {
            (Found::Indexed(number), Some(base)) => {
                let name =
                    (base.index.name(number)).map_err(|error| unreadable(options, &error))?;
                let place = Place {
                    name: name.into(),
                    ..Place::default()
                };
                Of::Indexed(place, similarity)
            }
            (Found::Indexed(number) | Found::Fresh(number), _) => {
                // Without a number no place is asked for.
                let document = self.documents.get(number as usize);
                Of::Document(document.copied().unwrap_or_default(), Some(similarity))
            }
        }))
    }

    /// With --single: a document in its group that a document is similar to, and whether others can be similar to it.
    fn link_to_any(&mut self, sketch: &Sketch, number: u64) -> Result<(Option<Of>, bool), Full> {
        let of_group = match self.firsts.find_or_compare_all(sketch) {
            Some((first, similarity)) => Some((self.first_documents[first as usize], similarity)),
            None => {
                self.firsts.insert(sketch, None)?;
                self.first_documents.push(number);
                None
            }
        };
        let mut is_new = true;
        let found = self.representatives.find_all(sketch).map(|(other, one)| {
            is_new &= *self.representatives.sketch(other) != sketch.bits;
            (self.documents[other as usize], one)
        });
        let mut found = found.chain(of_group);
        let best = found.next();
        let others = found.map(|(other, _)| (number, other));
        self.groups.links.extend(others);
        let of = best.map(|(other, similarity)| Of::Document(other, Some(similarity)));
        Ok((of, is_new))
    }

    /// With --complete: the document whose group a document joins, and whether it begins one.
    fn link_to_all(&mut self, options: &Options, sketch: &Sketch) -> (Option<Of>, bool) {
        let found = self.joined(options, sketch);
        let of = found.map(|(other, similarity)| {
            Of::Document(self.documents[other as usize], Some(similarity))
        });
        (of, found.is_none())
    }

    fn joined(&mut self, options: &Options, sketch: &Sketch) -> Option<(u32, f64)> {
        let mut found: Vec<_> = self.representatives.find_all(sketch).collect();
        let similarity = options.settings().similarity;
        let least = accepted(similarity);
        found.retain(|(representative, _)| {
            let members = self.members.get(representative).into_iter().flatten();
            members
                .into_iter()
                .all(|member| Sketch::similarity(member, &sketch.bits, similarity) >= least)
        });
        let &(joined, similarity) = found.first()?;
        let members = self.members.entry(joined).or_default();
        if *self.representatives.sketch(joined) != sketch.bits && !members.contains(&sketch.bits) {
            members.push(sketch.bits);
        }
        Some((joined, similarity))
    }

    /// Remembers a document that is similar to none before.
    fn remember(
        &mut self,
        options: &Options,
        document: &Document,
        origin: (Cow<str>, Option<u64>),
        number: u64,
        prepared: &Prepared,
    ) -> Result<(), Error> {
        let is_named =
            matches!(options.emit, Emitted::Drop | Emitted::Pairs) && options.is_streaming();
        if let Some(key) = prepared.key {
            self.keys.insert(key, number);
            if is_named {
                let place = place(document, &origin, &mut self.files);
                self.key_places.insert(number, place);
            }
        }
        let Some(sketch) = prepared.sketch.as_ref().filter(|_| !options.only_against) else {
            return Ok(());
        };
        let added = self
            .representatives
            .insert(sketch, prepared.shingles.as_ref());
        added.map_err(|full| Error::new(document.display(), full))?;
        if is_named || !options.is_streaming() {
            self.documents.push(number);
        }
        if is_named && prepared.key.is_none() {
            self.places.push(place(document, &origin, &mut self.files));
        }
        if options.add {
            self.names.push(document.name.as_bytes().into());
        }
        Ok(())
    }

    /// Where a document before was read.
    fn place_of(&self, number: u64) -> Place {
        if let Some(place) = self.key_places.get(&number) {
            return place.clone();
        }
        let at = self.documents.binary_search(&number);
        at.ok()
            .and_then(|at| self.places.get(at))
            .cloned()
            .unwrap_or_default()
    }
}

fn place(document: &Document, origin: &(Cow<str>, Option<u64>), files: &mut Files) -> Place {
    let (file, line) = origin;
    Place {
        name: document.name.as_bytes().into(),
        file: Some(files.number(file)),
        line: *line,
    }
}

/// A document between the steps.
pub(super) struct Prepared {
    key: Option<u128>,
    sketch: Option<Sketch>,
    shingles: Option<Shingles>,
    /// The most similar document of the index.
    indexed: Option<(u32, f64)>,
    failure: Option<Error>,
    /// The document that it is similar to, where that was read, and the similarity.
    of: Option<(Place, Option<String>, Option<f64>)>,
    is_decided: bool,
}

/// The steps of the tool in [`command::in_turn`].
pub(super) struct Finding<'a> {
    options: &'a Options,
    process: &'a Process,
    base: Option<&'a Base>,
    sketches: Sketches,
}

impl<'a> Finding<'a> {
    pub(super) fn new(options: &'a Options, process: &'a Process, base: Option<&'a Base>) -> Self {
        Finding {
            options,
            process,
            base,
            sketches: Sketches::new(options),
        }
    }

    /// The file and the line in which a document was read.
    fn origin<'d>(&self, document: &'d Document) -> (Cow<'d, str>, Option<u64>) {
        match self.options.sketches {
            true => self.sketches.origin(document),
            false => (document.location.source.into(), document.location.line),
        }
    }

    fn decide(
        &self,
        state: &mut State,
        document: &Document,
        prepared: &mut Prepared,
    ) -> Result<(), Error> {
        let number = state.next;
        state.next += 1;
        if let Some(failure) = prepared.failure.take() {
            return Err(failure);
        }
        match prepared.key {
            Some(_) => state.keyed += 1,
            None if !self.options.key.is_empty() => {
                let message =
                    "has not all fields of --key, and counts as a duplicate of none by it";
                self.process.warn(document.display(), message);
            }
            None => {}
        }
        if self.options.emit == Emitted::Sketches {
            prepared.is_decided = true;
            return Ok(());
        }
        let (of, is_new) = match (&prepared.sketch, self.options.linkage()) {
            (Some(sketch), Linkage::Single) => (state.link_to_any(sketch, number))
                .map_err(|full| Error::new(document.display(), full))?,
            (Some(sketch), Linkage::Complete) => state.link_to_all(self.options, sketch),
            _ => {
                let of = state.compare(self.options, self.base, prepared)?;
                let is_new = of.is_none();
                (of, is_new)
            }
        };
        if is_new {
            state.remember(
                self.options,
                document,
                self.origin(document),
                number,
                prepared,
            )?;
        }
        if self.options.is_streaming() {
            prepared.of = of.map(|of| match of {
                Of::Document(first, similarity) => {
                    let place = state.place_of(first);
                    let file = place.file.map(|file| state.files.name(file).to_owned());
                    (place, file, similarity)
                }
                Of::Indexed(place, similarity) => (place, None, Some(similarity)),
            });
            prepared.is_decided = true;
            return Ok(());
        }
        let (rank, problem) = match &prepared.shingles {
            // The document that contains the others stays.
            Some(shingles) if self.options.measure() == Measure::Containment => {
                (Rank::Number(shingles.len() as f64), None)
            }
            _ => self.options.keep.rank(document, number),
        };
        state.ranked += u64::from(rank != Rank::Missing);
        if let Some(problem) = problem {
            self.process.warn(document.display(), problem);
        }
        let place = place(document, &self.origin(document), &mut state.groups.files);
        state.groups.entries.push(Entry {
            place,
            of,
            rank,
            bits: prepared.sketch.as_ref().map(|sketch| sketch.bits),
            shingles: prepared.shingles.take(),
        });
        match &mut state.spool {
            Some(spool) if self.options.mark => Ok(spool.add(document, super::TOOL)?),
            Some(spool) => Ok(spool.add_as_it_is(document)?),
            None => Ok(()),
        }
    }
}

/// Makes from a text the values that are compared.
pub(super) enum Maker {
    Sketches(Sketcher),
    /// They are made already.
    Given,
    Shingles(Sampler),
}

impl InTurn for Finding<'_> {
    type Worker = Maker;
    type Prepared = Prepared;
    type State = State;

    fn worker(&self) -> Maker {
        match self.options.sampler() {
            Some(sampler) => Maker::Shingles(sampler),
            None if self.options.sketches => Maker::Given,
            None => Maker::Sketches(Sketcher::new(self.options.settings())),
        }
    }

    fn prepare(&self, maker: &mut Maker, document: &Document) -> Prepared {
        let mut failure = None;
        let (sketch, shingles) = match maker {
            Maker::Given => match self.sketches.read(document.text) {
                Ok(sketch) => (Some(sketch), None),
                Err(message) => {
                    failure = Some(Error::new(document.display(), message));
                    (None, None)
                }
            },
            _ if !self.options.compares_texts() => (None, None),
            Maker::Sketches(sketcher) if self.options.exact => {
                let (sketch, shingles) = sketcher.sketch_and_shingles(document.text);
                (Some(sketch), Some(shingles))
            }
            Maker::Sketches(sketcher) => (Some(sketcher.sketch(document.text)), None),
            Maker::Shingles(sampler) => (None, Some(sampler.sample(document.text))),
        };
        let found = match (self.base, &sketch) {
            (Some(base), Some(sketch)) => base.index.find(sketch),
            _ => Ok(None),
        };
        let (indexed, failure) = match found {
            Ok(indexed) => (indexed, failure),
            Err(error) => (None, Some(unreadable(self.options, &error))),
        };
        Prepared {
            key: match self.options.finds_identical_texts() {
                true => Some(xxh3_128(document.text.as_bytes())),
                false if !self.options.sketches => self.options.key_of(document),
                false if self.options.key.is_empty() => None,
                false => self.sketches.key(document),
            },
            sketch,
            shingles,
            indexed,
            failure,
            of: None,
            is_decided: false,
        }
    }

    fn take_turn(&self, state: &mut State, document: &Document, prepared: &mut Prepared) {
        if state.failure.is_none() {
            state.failure = self.decide(state, document, prepared).err();
        }
    }

    fn write(&self, _: &mut Maker, document: &Document, prepared: Prepared, emit: &mut Emit) {
        if !prepared.is_decided {
            return;
        }
        match (&prepared.of, self.options.emit) {
            (_, Emitted::Sketches) => {
                let sketch = prepared.sketch.as_ref().expect("texts are compared");
                self.sketches.write(document, sketch, prepared.key, emit);
            }
            (None, Emitted::Documents) => document.write(emit.out()),
            (Some(_), Emitted::Documents) if self.options.keep == Keep::All => {
                document.write(emit.out())
            }
            (Some((place, file, similarity)), Emitted::Drop | Emitted::Pairs)
                if self.options.keep != Keep::All || self.options.emit == Emitted::Pairs =>
            {
                self.process.count("duplicates", 1);
                let (source, line) = self.origin(document);
                Duplicate {
                    doc: &document.name,
                    file: &source,
                    line,
                    duplicate_of: &Name::new(&*place.name),
                    duplicate_file: file.as_deref(),
                    duplicate_line: place.line,
                    similarity: *similarity,
                }
                .write(emit.out());
            }
            (Some(_), _) => self.process.count("duplicates", 1),
            (None, _) => {}
        }
        emit.settle();
    }
}
