//! Which encoding a document is in.

use std::collections::HashMap;
use std::io;
use std::sync::OnceLock;

use crate::Encoding;
use crate::best::{self, Readings};
use crate::declared::declared;
use crate::index::{Index, IndexError};
use crate::model::{Archive, Model, ModelError};
use crate::paper::{Products, Vectors};
use crate::profile::Profile;
use crate::rules::{self, Source, for_pieces};

/// How to detect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Method {
    /// Rules first, then the trigrams with a high byte under models of all admitted languages.
    #[default]
    Best,
    /// Scalar products of byte-trigram vectors and nothing else (PRESEMT, section 4).
    Paper,
}

/// What a document's own declaration of its encoding is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Trust {
    /// It decides, if the document is text in the encoding it names.
    Trust,
    /// It counts where the document itself leaves a doubt.
    #[default]
    Hint,
    /// It is not read.
    Ignore,
}

/// What is asked.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// How to detect.
    pub method: Method,
    /// The languages that documents may be in; any if empty.
    pub languages: Vec<String>,
    /// The encodings that may be answered; any if empty.
    pub encodings: Vec<Encoding>,
    /// What declarations are worth.
    pub declared: Trust,
}

/// An encoding that a document may be in.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The encoding.
    pub encoding: Encoding,
    /// The language whose model speaks for it, if one does.
    pub language: Option<String>,
    /// With [`Method::Best`] the mean logarithm of the probability of a trigram, 0 where a rule decided; with
    /// [`Method::Paper`] the scalar product.
    pub score: f64,
    /// How far it is behind the best one.
    pub behind: f64,
}

impl Candidate {
    /// An encoding that was told.
    pub fn given(encoding: Encoding) -> Self {
        Candidate {
            encoding,
            language: None,
            score: 0.0,
            behind: 0.0,
        }
    }
}

/// The answer for a document.
#[derive(Debug, Clone, PartialEq)]
pub struct Detection {
    /// The encodings that decode the document to different texts, the best first. None where no encoding fits.
    pub candidates: Vec<Candidate>,
    /// Whether a rule decided.
    pub by_rule: bool,
    /// The encoding that the document declares, as it is written there.
    pub declared: Option<String>,
}

impl Detection {
    /// How far the second text is behind the first: infinite without a second. With [`Method::Best`] the natural
    /// logarithm of how much more probable the answer is.
    pub fn margin(&self) -> f64 {
        match &self.candidates[..] {
            [] => 0.0,
            [_] => f64::INFINITY,
            [_, second, ..] => second.behind,
        }
    }
}

/// The models of languages.
pub struct Models {
    parts: Vec<Part>,
}

struct Part {
    archive: Archive<'static>,
    index: Index,
    readings: Readings,
    vectors: Vec<OnceLock<Result<Vectors, ModelError>>>,
}

impl Part {
    fn new(archive: Archive<'static>, index: Index) -> Self {
        let vectors = archive.languages().map(|_| OnceLock::new()).collect();
        Part {
            archive,
            index,
            readings: Readings::new(),
            vectors,
        }
    }

    fn vectors(&self, which: usize) -> Result<&Vectors, ModelError> {
        let made = self.vectors[which].get_or_init(|| {
            let (language, _) = self.archive.languages().nth(which).expect("there is one");
            let model = self.archive.model(language).ok_or(ModelError::Damaged)??;
            Ok(Vectors::new(&model))
        });
        made.as_ref().map_err(Clone::clone)
    }
}

static ARCHIVE: &[u8] = include_bytes!("../models/languages.bin");
static INDEX: &[u8] = include_bytes!("../models/index.bin");

impl Models {
    /// The models that are built in.
    pub fn built_in() -> Self {
        let archive = Archive::open(ARCHIVE).expect("the recipe wrote it");
        let index = Index::open(INDEX).expect("the recipe wrote it");
        Models {
            parts: vec![Part::new(archive, index)],
        }
    }

    /// Puts models before those that are there; a language that was there already is replaced.
    ///
    /// # Errors
    /// More than an index holds.
    pub fn add(&mut self, mut models: Vec<Model>) -> Result<(), IndexError> {
        // They are needed as long as the process runs.
        let bytes: &'static [u8] = Box::leak(Archive::pack(&models).into_boxed_slice());
        let archive = Archive::open(bytes).expect("it was just packed");
        models.retain(|model| model.encodings.len() > 1);
        let index = Index::open(Index::build(&models, [])?).expect("it was just built");
        self.parts.insert(0, Part::new(archive, index));
        Ok(())
    }

    /// The languages with their encodings, the most frequent first.
    pub fn languages(&self) -> Vec<(&str, &[Encoding])> {
        let mut all: Vec<(&str, &[Encoding])> = Vec::new();
        for (language, encodings) in self.parts.iter().flat_map(|part| part.archive.languages()) {
            if all.iter().all(|(one, _)| *one != language) {
                all.push((language, encodings));
            }
        }
        all.sort_unstable();
        all
    }

    /// The index that knows which characters texts have: the one that is built in.
    fn characters(&self) -> &Index {
        &self.parts[self.parts.len() - 1].index
    }

    /// Whether a part's language is not replaced by one of a part before it.
    fn is_current(&self, part: usize, language: &str) -> bool {
        self.parts[..part]
            .iter()
            .all(|earlier| earlier.archive.languages().all(|(one, _)| one != language))
    }
}

/// How much a declaration adds to the logarithm of an encoding's probability.
const HINT: f64 = 8.0;

/// Detects the encodings of documents, one after the other.
pub struct Detector<'a> {
    models: &'a Models,
    settings: &'a Settings,
    buffer: Vec<u8>,
}

impl<'a> Detector<'a> {
    /// A detector.
    pub fn new(models: &'a Models, settings: &'a Settings) -> Self {
        Detector {
            models,
            settings,
            buffer: Vec::new(),
        }
    }

    fn admits(&self, encoding: Encoding) -> bool {
        let list = &self.settings.encodings;
        list.is_empty() || list.contains(&encoding)
    }

    fn admits_language(&self, language: &str) -> bool {
        let list = &self.settings.languages;
        list.is_empty() || list.iter().any(|one| one == language)
    }

    /// The encoding of a document, which is read from its beginning, several times if need be. `said` is what was said of
    /// its encoding from outside, by a server; it counts as a declaration, before the document's own.
    ///
    /// # Errors
    /// What reading it says.
    pub fn detect(&mut self, source: &mut dyn Source, said: Option<&str>) -> io::Result<Detection> {
        let mut buffer = std::mem::take(&mut self.buffer);
        let found = match self.settings.method {
            Method::Best => self.best(source, said, &mut buffer),
            Method::Paper => self.paper(source, &mut buffer),
        };
        self.buffer = buffer;
        found
    }

    /// Whether all of a document is text in an encoding.
    fn decodes(
        &self,
        encoding: Encoding,
        source: &mut dyn Source,
        buffer: &mut Vec<u8>,
    ) -> io::Result<bool> {
        let index = self.models.characters();
        Ok(!rules::read_in(encoding, index, source, buffer)?.malformed)
    }

    /// What a rule decides.
    fn rule(
        &self,
        look: &rules::Look,
        hint: Option<Encoding>,
        source: &mut dyn Source,
        buffer: &mut Vec<u8>,
    ) -> io::Result<Option<Encoding>> {
        let index = self.models.characters();
        let admit = |encoding| self.admits(encoding);
        for encoding in rules::marked(&look.head).filter(|&one| admit(one)) {
            if self.decodes(encoding, source, buffer)? {
                return Ok(Some(encoding));
            }
        }
        if let (Some(encoding), Trust::Trust) = (hint, self.settings.declared)
            && self.decodes(encoding, source, buffer)?
        {
            return Ok(Some(encoding));
        }
        if look.controls
            && let Some(encoding) = rules::wide(index, source, buffer, admit)?
        {
            return Ok(Some(encoding));
        }
        if look.is_ascii
            && look.escapes
            && let Some(encoding) = rules::escaped(index, source, buffer, admit)?
        {
            return Ok(Some(encoding));
        }
        if look.is_utf_8 && admit(Encoding::UTF_8) {
            return Ok(Some(Encoding::UTF_8));
        }
        rules::ebcdic(&look.histogram, index, source, buffer, admit)
    }

    fn best(
        &self,
        source: &mut dyn Source,
        said: Option<&str>,
        buffer: &mut Vec<u8>,
    ) -> io::Result<Detection> {
        let look = rules::look(source, buffer)?;
        let declared = match self.settings.declared {
            Trust::Ignore => None,
            Trust::Hint | Trust::Trust => said.or_else(|| declared(&look.head)).map(str::to_owned),
        };
        let hint = declared.as_deref().and_then(Encoding::of);
        let hint = hint
            .filter(|&one| self.admits(one))
            .map(Encoding::preferred);
        if let Some(encoding) = self.rule(&look, hint, source, buffer)? {
            let language = match &self.settings.languages[..] {
                [one] => Some(one.clone()),
                _ => None,
            };
            return Ok(Detection {
                candidates: vec![Candidate {
                    encoding,
                    language,
                    score: 0.0,
                    behind: 0.0,
                }],
                by_rule: true,
                declared,
            });
        }
        let mut profile = Profile::new();
        for_pieces(source, buffer, |piece| {
            profile.push(piece);
            true
        })?;
        profile.finish();
        Ok(Detection {
            candidates: self.by_models(&profile, hint),
            by_rule: false,
            declared,
        })
    }

    fn by_models(&self, profile: &Profile, hint: Option<Encoding>) -> Vec<Candidate> {
        let texts = texts(profile.used());
        let mut fits = Vec::new();
        for (which, part) in self.models.parts.iter().enumerate() {
            let admit = |language: usize| {
                let code = &part.index.languages()[language].code;
                self.admits_language(code) && self.models.is_current(which, code)
            };
            let found = best::fits(&part.index, &part.readings, profile, &texts, &admit);
            fits.extend(found.into_iter().map(|fit| (which, fit)));
        }
        let list = &self.settings.encodings;
        let admitted = |encoding: Encoding| {
            list.is_empty() || list.iter().any(|one| one.preferred() == encoding)
        };
        let mut scored: Vec<(f64, usize, best::Fit)> = fits
            .into_iter()
            .filter(|(_, fit)| admitted(fit.encoding))
            .map(|(which, fit)| {
                let bonus = if hint == Some(fit.encoding) {
                    HINT
                } else {
                    0.0
                };
                (f64::from(fit.score()) + bonus, which, fit)
            })
            .collect();
        scored.sort_by(|a, b| {
            let by_score = b.0.total_cmp(&a.0);
            by_score.then_with(|| {
                (a.2.encoding, a.1, a.2.language).cmp(&(b.2.encoding, b.1, b.2.language))
            })
        });
        let mut is_listed = vec![false; texts.len()];
        let mut candidates: Vec<Candidate> = Vec::new();
        for (score, which, fit) in scored.iter().copied() {
            let text = texts[fit.encoding.index()];
            if std::mem::replace(&mut is_listed[text], true) {
                continue;
            }
            // Of the language's encodings in which this is the same text, the preferred one.
            let language = &self.models.parts[which].index.languages()[fit.language];
            let same = language
                .encodings
                .iter()
                .enumerate()
                .filter(|(_, other)| admitted(**other) && texts[other.index()] == text);
            let preferred = same.min_by_key(|(rank, other)| (other.whatwg_rank(), *rank));
            candidates.push(Candidate {
                encoding: preferred.map_or(fit.encoding, |(_, other)| *other),
                language: Some(language.code.clone()),
                score: fit.mean.into(),
                behind: scored[0].0 - score,
            });
        }
        candidates
    }

    fn paper(&self, source: &mut dyn Source, buffer: &mut Vec<u8>) -> io::Result<Detection> {
        let mut products = Vec::new();
        for (which, part) in self.models.parts.iter().enumerate() {
            for (place, (language, _)) in part.archive.languages().enumerate() {
                if self.admits_language(language) && self.models.is_current(which, language) {
                    let vectors = part.vectors(place);
                    let vectors = vectors.expect("models are checked when they are read");
                    products.push(Products::new(vectors));
                }
            }
        }
        let mut used = [false; 256];
        for_pieces(source, buffer, |piece| {
            piece
                .iter()
                .for_each(|&byte| used[usize::from(byte)] = true);
            products.iter_mut().for_each(|one| one.push(piece));
            true
        })?;
        let mut scored: Vec<(u64, Encoding, &str)> = Vec::new();
        for one in &products {
            let vectors = one.vectors();
            for (&product, &encoding) in one.products().iter().zip(vectors.encodings()) {
                if self.admits(encoding) {
                    scored.push((product, encoding, vectors.language()));
                }
            }
        }
        // The sort is stable: equal products stay in the order of the encodings.
        scored.sort_by_key(|(product, ..)| std::cmp::Reverse(*product));
        let texts = texts(&used);
        let mut is_listed = vec![false; texts.len()];
        let mut candidates: Vec<Candidate> = Vec::new();
        for (product, encoding, language) in &scored {
            if std::mem::replace(&mut is_listed[texts[encoding.index()]], true) {
                continue;
            }
            candidates.push(Candidate {
                encoding: *encoding,
                language: Some((*language).to_owned()),
                score: *product as f64,
                behind: (scored[0].0 - product) as f64,
            });
        }
        Ok(Detection {
            candidates,
            by_rule: false,
            declared: None,
        })
    }
}

/// For every encoding, in their order, a number that it shares with those in which a document with these bytes is the
/// same text.
fn texts(used: &[bool; 256]) -> Vec<usize> {
    let bytes: Vec<usize> = (0..256).filter(|&byte| used[byte]).collect();
    let ascii = bytes.iter().all(|&byte| byte < 0x80);
    let mut known: HashMap<Vec<char>, usize> = HashMap::new();
    Encoding::all()
        .map(|encoding| {
            let chars: Option<Vec<char>> = match encoding.table() {
                Some(table) => Some(bytes.iter().map(|&byte| table[byte]).collect()),
                None if ascii && encoding.extends_ascii() => {
                    Some(bytes.iter().map(|&byte| char::from(byte as u8)).collect())
                }
                None => None,
            };
            match chars {
                Some(chars) => *known.entry(chars).or_insert(encoding.index()),
                None => encoding.index(),
            }
        })
        .collect()
}
