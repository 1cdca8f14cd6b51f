//! The models of languages: those that are built in, and those that are added.

use std::sync::OnceLock;

use crate::Encoding;
use crate::best::Readings;
use crate::index::{Index, IndexError};
use crate::model::{Archive, Model, ModelError};
use crate::paper::Vectors;

/// The models of languages.
pub struct Models {
    pub(crate) collections: Vec<Collection>,
}

/// Some models, with their index and the tables made from them.
pub(crate) struct Collection {
    bytes: &'static [u8],
    /// The directory of `bytes`. It is read on first use, because [`Method::Best`] with any
    /// language does not need it.
    archive: OnceLock<Archive<'static>>,
    pub index: Index,
    pub readings: Readings,
    vectors: OnceLock<Vec<OnceLock<Result<Vectors, ModelError>>>>,
}

impl Collection {
    /// `bytes` are an archive, and `index` is the index of its models.
    fn new(bytes: &'static [u8], index: Index) -> Self {
        Collection {
            bytes,
            archive: OnceLock::new(),
            index,
            readings: Readings::new(),
            vectors: OnceLock::new(),
        }
    }

    pub fn archive(&self) -> &Archive<'static> {
        let open = || Archive::open(self.bytes).expect("the recipe or Archive::pack wrote it");
        self.archive.get_or_init(open)
    }

    pub fn vectors(&self, which: usize) -> Result<&Vectors, ModelError> {
        let all = self.vectors.get_or_init(|| {
            let languages = self.archive().languages();
            languages.map(|_| OnceLock::new()).collect()
        });
        let made = all[which].get_or_init(|| {
            let (language, _) = self.archive().languages().nth(which).expect("there is one");
            let model = self.archive().model(language);
            Ok(Vectors::new(&model.ok_or(ModelError::Damaged)??))
        });
        made.as_ref().map_err(Clone::clone)
    }
}

/// The built-in models, opened once.
pub(crate) fn built_in_models() -> &'static Models {
    static MODELS: OnceLock<Models> = OnceLock::new();
    MODELS.get_or_init(Models::built_in)
}

static ARCHIVE: &[u8] = include_bytes!("../models/languages.bin");
static INDEX: &[u8] = include_bytes!("../models/index.bin");

impl Models {
    /// Returns the built-in models.
    pub fn built_in() -> Self {
        let index = Index::open(INDEX).expect("the recipe wrote it");
        Models {
            collections: vec![Collection::new(ARCHIVE, index)],
        }
    }

    /// Adds models before the existing ones. A new model replaces an existing one of the same
    /// language.
    ///
    /// # Errors
    /// Fails if the models exceed the capacity of an index.
    pub fn add(&mut self, mut models: Vec<Model>) -> Result<(), IndexError> {
        // They are needed until the process ends.
        let bytes: &'static [u8] = Box::leak(Archive::pack(&models).into_boxed_slice());
        models.retain(|model| model.encodings.len() > 1);
        let index = Index::open(Index::build(&models, [])?).expect("it was just built");
        self.collections.insert(0, Collection::new(bytes, index));
        Ok(())
    }

    /// Returns the languages, each with its encodings, the most frequent encoding first.
    pub fn languages(&self) -> Vec<(&str, &[Encoding])> {
        let mut all: Vec<(&str, &[Encoding])> = Vec::new();
        for (language, encodings) in self
            .collections
            .iter()
            .flat_map(|one| one.archive().languages())
        {
            if all.iter().all(|(one, _)| *one != language) {
                all.push((language, encodings));
            }
        }
        all.sort_unstable();
        all
    }

    /// Returns the model of a language.
    pub fn model(&self, language: &str) -> Option<Model> {
        let mut found = self
            .collections
            .iter()
            .filter_map(|one| one.archive().model(language));
        found.next()?.ok()
    }

    /// Returns the built-in index, which records the characters that texts contain.
    pub(crate) fn characters(&self) -> &Index {
        &self.collections[self.collections.len() - 1].index
    }

    /// Whether no earlier collection has a model of this language.
    pub(crate) fn is_current(&self, number: usize, language: &str) -> bool {
        self.collections[..number].iter().all(|earlier| {
            earlier
                .archive()
                .languages()
                .all(|(one, _)| one != language)
        })
    }
}
