//! Identifies the language of a decoded text, by naive Bayes over n-grams of characters and over
//! words.
//!
//! | module | what |
//! |---|---|
//! | `words` | splits text into words, and words into n-grams |
//! | [`Model`] | how much more frequent each n-gram is in a language than in others |
//! | `prior` | prior probabilities of languages |
//! | [`scripts`] | scripts that only one language uses |
//! | [`names`] | names and codes of languages that users type |
//! | `chars` | the properties of a character that matter for words |
//! | `compose` | letters whose marks are separate characters |
//! | [`filter`] | keeps the blocks of a text that are in some languages |
//! | [`sample`] | chunks of a document that represent it |
//!
//! ```
//! use charset::language::{Identifier, built_in};
//! let found = Identifier::new(built_in()).identify("Wieczorem siedzieliśmy nad rzeką i słuchaliśmy ptaków.");
//! assert_eq!(found.language(), Some("pl"));
//! ```

mod build;
mod chars;
mod compose;
mod different;
pub mod filter;
mod fit;
mod grams;
mod model;
pub mod names;
mod page;
mod prior;
mod recent;
pub mod sample;
pub mod scripts;
mod words;

use std::borrow::Cow;
use std::cell::RefCell;
use std::io;
use std::sync::OnceLock;

pub(crate) use chars::full_width;
use different::Different;
use grams::Grams;
pub use model::Model;
use platform::math;
use platform::simd::{self, Work};
use recent::{Known, Recent, Rows};
use words::{WORD, Word, Words};

use crate::Encoding;
use crate::answer::Start;
use crate::constants::{
    CALIBRATION, CALIBRATION_OF_CLOSE, CLOSE_LANGUAGES, ENGLISH_FIT, FEW_LETTERS, FIT_OF_ACCENTS,
    LEAD_IN_FIT, LETTERS_PER_ACCENT, MIN_EVIDENCE, MIN_FIT, MIN_LETTERS, MIN_LETTERS_FOR_SAMPLE,
    MIN_LETTERS_FOR_WORDS, MIN_MANY_LETTERS, OF_MANY_ACCENTS, ORDER_WEIGHTS, OTHER_LANGUAGE_MARGIN,
    PRIOR_OF_FEW_LETTERS, SHORT_BLOCK_LETTERS, SHORT_ENGLISH_MARGIN, SHORT_TEXT_FIT,
    SHORT_TEXT_LETTERS, SIZE_WEIGHT, SURE_MARGIN,
};

/// The code of an undetermined language.
pub const UNDETERMINED: &str = "und";

static BUILT_IN: &[u8] = include_bytes!("../../models/text.bin");

/// Returns the built-in model.
pub fn built_in() -> &'static Model {
    static MODEL: OnceLock<Model> = OnceLock::new();
    MODEL.get_or_init(|| Model::open(BUILT_IN).expect("the recipe wrote it"))
}

thread_local! {
    /// To make one takes as long as to detect the encoding of a sentence.
    static IDENTIFIER: RefCell<Identifier<'static>> = RefCell::new(Identifier::new(built_in()));
}

/// Calls `work` with an identifier of the built-in model that is reused: one for each thread.
///
/// # Panics
/// If `work` calls this function.
pub fn with_built_in<R>(work: impl FnOnce(&mut Identifier<'static>) -> R) -> R {
    IDENTIFIER.with_borrow_mut(work)
}

/// Identifies the language of a text with the built-in model.
///
/// ```
/// let found = charset::language::identify("Por la noche nos sentamos junto al río y no dijimos nada.");
/// assert_eq!(found.language(), Some("es"));
/// ```
pub fn identify(text: &str) -> Found<'static> {
    with_built_in(|identifier| identifier.identify(text))
}

/// The n-grams that count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Features {
    /// N-grams of one to four characters, and words.
    #[default]
    All,
    /// N-grams of three characters (PRESEMT, section 3).
    Triples,
}

/// The scores of a text. The scores of parts of a text can be added.
#[derive(Debug, Clone, Default)]
pub struct Scores {
    /// The score of each language, without its floors.
    sums: Vec<i32>,
    /// The number of known n-grams of each order.
    grams: [i32; WORD + 1],
    /// The weight of all n-grams, known or not.
    weight: i64,
    /// Letters of words.
    letters: usize,
    words: usize,
    different: Different,
    /// Words with letters beyond ASCII.
    beyond_ascii: usize,
    /// Whether there are characters of spoken Cantonese.
    is_cantonese: bool,
    /// The weight of the n-grams of words in Latin letters, and their letters.
    latin: (i64, usize),
    /// Counts of letters in scripts that identify the language.
    of_scripts: Vec<(&'static str, usize)>,
}

impl Scores {
    fn add(&mut self, other: &Scores) {
        self.sums.resize(other.sums.len().max(self.sums.len()), 0);
        for (sum, more) in self.sums.iter_mut().zip(&other.sums) {
            *sum = sum.saturating_add(*more);
        }
        for (count, more) in self.grams.iter_mut().zip(&other.grams) {
            *count = count.saturating_add(*more);
        }
        self.weight += other.weight;
        self.letters += other.letters;
        self.words += other.words;
        self.different.add(&other.different);
        self.beyond_ascii += other.beyond_ascii;
        self.is_cantonese |= other.is_cantonese;
        self.latin.0 += other.latin.0;
        self.latin.1 += other.latin.1;
        for &(code, count) in &other.of_scripts {
            self.add_script(code, count);
        }
    }

    /// Counts a word, without its n-grams.
    #[inline]
    fn count(&mut self, word: &Word) {
        self.letters += word.letters();
        self.words += 1;
        self.different.insert(word.hash());
        self.beyond_ascii += usize::from(!word.is_ascii());
        self.is_cantonese = self.is_cantonese || word.is_cantonese();
        word.of_scripts().for_each(|code| self.add_script(code, 1));
    }

    /// Returns the scores of a shorter text if words repeat more often than in any language: what is said again is no new evidence.
    fn without_repeats(&self) -> Option<Scores> {
        let different = self.different.count();
        let most = different * different.sqrt();
        if most >= self.words as f64 {
            return None;
        }
        let part = most / self.words as f64;
        let less = |count: &mut usize| *count = (*count as f64 * part) as usize;
        let mut all = self.clone();
        for count in all.sums.iter_mut().chain(&mut all.grams) {
            *count = (f64::from(*count) * part) as i32;
        }
        for weight in [&mut all.weight, &mut all.latin.0] {
            *weight = (*weight as f64 * part) as i64;
        }
        for count in [&mut all.letters, &mut all.words, &mut all.latin.1] {
            less(count);
        }
        all.of_scripts.iter_mut().for_each(|(_, count)| less(count));
        Some(all)
    }

    /// Adds the sums of a batch of words.
    #[inline]
    fn add_word(&mut self, gains: &[u16], known: &Known) {
        for (sum, &more) in self.sums.iter_mut().zip(gains) {
            *sum += i32::from(more);
        }
        for (count, &more) in self.grams.iter_mut().zip(&known.grams) {
            *count += i32::from(more);
        }
        self.weight += i64::from(known.weight);
    }

    fn add_script(&mut self, code: &'static str, count: usize) {
        match self.of_scripts.iter_mut().find(|(one, _)| *one == code) {
            Some((_, sum)) => *sum += count,
            None => self.of_scripts.push((code, count)),
        }
    }

    fn of_all<'a>(blocks: impl IntoIterator<Item = &'a Scores>) -> Self {
        let mut all = Scores::default();
        blocks.into_iter().for_each(|block| all.add(block));
        all
    }

    /// The number of letters in the text.
    pub fn letters(&self) -> usize {
        self.letters
    }

    /// Whether at most one word of many has a letter beyond ASCII.
    fn is_plain(&self) -> bool {
        self.beyond_ascii * LETTERS_PER_ACCENT <= self.letters
    }

    /// Whether words are shorter than in any language, as in hexadecimal numbers and the names of notes.
    fn has_short_words(&self) -> bool {
        self.letters < 2 * self.words
    }

    /// Returns the weight and the number of letters that a fit is measured by: without the Latin
    /// words of a text in another script, which are names, code or quotations.
    fn own_script(&self) -> (i64, usize) {
        let (weight, letters) = self.latin;
        match 2 * letters < self.letters {
            true => (self.weight - weight, self.letters - letters),
            false => (self.weight, self.letters),
        }
    }
}

/// Computes each language's score: its sum plus the floors of its n-grams and its prior. Sums and
/// floors are integers below 2^53, so adding them is exact.
struct Totals<'a> {
    scores: &'a Scores,
    of: &'a Identifier<'a>,
    /// Positive priors are multiplied by this, and the sizes of languages by `shortness`.
    factor: f64,
    shortness: f64,
    root: f64,
}

impl Work for Totals<'_> {
    type Output = Vec<f64>;

    #[inline(always)]
    fn run(self) -> Vec<f64> {
        let mut all: Vec<f64> = self.scores.sums.iter().map(|&sum| f64::from(sum)).collect();
        let of_orders = self.scores.grams.iter().zip(self.of.model.floors());
        for (&count, floors) in of_orders.filter(|(count, _)| **count > 0) {
            for (score, floor) in all.iter_mut().zip(floors) {
                *score += f64::from(count) * floor;
            }
        }
        let priors = self.of.priors.iter().zip(&self.of.sizes);
        for (score, (&prior, size)) in all.iter_mut().zip(priors) {
            let prior = if prior > 0.0 {
                prior * self.factor
            } else {
                prior
            };
            *score += (prior - self.shortness * size) * self.root;
        }
        all
    }
}

/// The language of a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Found<'m> {
    best: Option<&'m str>,
    second: Option<&'m str>,
    margin: f64,
    fit: f64,
    /// The minimum fit of a text in the language. A text below it is in a language without a model,
    /// or in none.
    least_fit: f64,
    /// Whether its n-grams are enough evidence: those of a short text may fit a language by chance.
    is_clear: bool,
    letters: usize,
}

/// Languages with thousands of letters. They need neither evidence nor the usual fit, because most
/// of the letters are rare in every sample.
const OF_MANY_LETTERS: [&str; 4] = ["ja", "ko", "zh", "zh-Hant"];
/// A language that is behind the second one by more than this log-odds does not count in the margin.
const MAX_BEHIND: f64 = 6.0;
/// The maximum number of words whose sums fit in 16 bits.
const WORDS_AT_ONCE: usize = 64;
/// The maximum number of steps in which the beginnings of all blocks are examined.
const STEPS: usize = 4;
/// A sample takes the n-grams at one of this number of positions.
const SAMPLE: usize = 4;

/// A subset of the n-grams of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Words,
    /// The n-grams at one of [`SAMPLE`] positions.
    Sample,
}

impl Part {
    /// The minimum number of letters. Shorter documents are scored by all n-grams.
    fn least_letters(self) -> usize {
        match self {
            Part::Words => MIN_LETTERS_FOR_WORDS,
            Part::Sample => MIN_LETTERS_FOR_SAMPLE,
        }
    }
}

impl<'m> Found<'m> {
    const NOTHING: Self = Found {
        best: None,
        second: None,
        margin: 0.0,
        fit: 0.0,
        least_fit: MIN_FIT,
        is_clear: false,
        letters: 0,
    };

    /// Returns the language's code; `None` if the text is too short or in none of the known
    /// languages.
    pub fn language(&self) -> Option<&'m str> {
        let is_sure = self.fit >= self.least_fit && self.is_clear;
        self.best
            .filter(|code| is_sure && self.letters >= least_letters(code))
    }

    /// Returns the best language, regardless of its margin and fit.
    pub fn best(&self) -> Option<&'m str> {
        self.best
    }

    /// The second best language.
    pub fn second(&self) -> Option<&'m str> {
        self.second
    }

    /// Returns the natural logarithm of how many times more probable the language is than all others
    /// together. It may be negative; 0 without a second language.
    pub fn margin(&self) -> f64 {
        self.margin
    }

    /// Returns the mean gain of the n-grams in steps of 1/20. This is the log-ratio of their
    /// frequency in the language to their frequency in all languages.
    pub fn fit(&self) -> f64 {
        self.fit
    }
}

/// Returns the minimum number of letters of a text in a language.
fn least_letters(code: &str) -> usize {
    match OF_MANY_LETTERS.contains(&code) {
        true => MIN_MANY_LETTERS,
        false => MIN_LETTERS,
    }
}

/// Returns a Persian text with the Persian yeh and kaf. In older files and on older keyboards these are the Arabic ones, as no model has them.
/// Other languages that have the letters of Persian beyond Arabic also have some that Persian lacks.
fn persian(text: &str) -> Cow<'_, str> {
    const PERSIAN: [char; 4] = ['پ', 'چ', 'ژ', 'گ'];
    let has_yeh = memchr::memmem::find(text.as_bytes(), "ي".as_bytes()).is_some();
    if !has_yeh || !text.contains(PERSIAN) || text.contains(is_not_persian) {
        return Cow::Borrowed(text);
    }
    let persian = |char| match char {
        'ي' => 'ی',
        'ك' => 'ک',
        _ => char,
    };
    Cow::Owned(text.chars().map(persian).collect())
}

/// Whether a letter of Arabic script is in neither the Arabic nor the Persian alphabet.
fn is_not_persian(char: char) -> bool {
    let is_arabic_script = matches!(char, '\u{620}'..='\u{64A}' | '\u{66E}'..='\u{6D3}' | '\u{6D5}' | '\u{6EE}'..='\u{6FF}' | '\u{750}'..='\u{77F}');
    is_arabic_script
        && !matches!(char, 'ء'..='غ' | 'ـ'..='ي' | 'پ' | 'چ' | 'ژ' | 'گ' | 'ک' | 'ی' | 'ۀ')
}

/// Returns the factor that turns the score difference of two languages into log-odds.
fn calibration(are_close: bool) -> f64 {
    match are_close {
        true => CALIBRATION * CALIBRATION_OF_CLOSE,
        false => CALIBRATION,
    }
}

/// Identifies the languages of texts. Reuse one for many texts, since it has caches.
#[derive(Debug, Clone)]
pub struct Identifier<'m> {
    model: &'m Model,
    features: Features,
    /// The log-priors of languages on the scale of scores, for a text with a weight of 1.
    priors: Vec<f64>,
    /// What is subtracted from them in the limit of no letters.
    sizes: Vec<f64>,
    /// Whether each language is one of [`CLOSE_LANGUAGES`], and of [`OF_MANY_LETTERS`].
    is_close: Vec<bool>,
    has_many_letters: Vec<bool>,
    /// The place of Cantonese, which competes only in a text with characters of it.
    cantonese: Option<usize>,
    words: Words,
    recent: Recent,
    rows: Rows,
    grams: Grams,
    /// The sums of a batch of words.
    part: Vec<u16>,
}

impl<'m> Identifier<'m> {
    /// Creates an identifier that counts all n-grams.
    pub fn new(model: &'m Model) -> Self {
        Self::with(model, Features::All)
    }

    /// Creates an identifier with the given features.
    pub fn with(model: &'m Model, features: Features) -> Self {
        // A close language competes with similar languages, so its scores weigh less.
        let calibration_of = |code: &str| calibration(CLOSE_LANGUAGES.contains(&code));
        let prior = |code: &String| match features {
            Features::All => prior::of(code) / calibration_of(code),
            Features::Triples => 0.0,
        };
        let size = |code: &String| match features {
            Features::All => {
                let powers = prior::rank(code) as f64;
                SIZE_WEIGHT * std::f64::consts::LN_10 * powers / calibration_of(code)
            }
            Features::Triples => 0.0,
        };
        let is_one_of = |codes: &[&str]| -> Vec<bool> {
            let languages = model.languages().iter();
            languages.map(|code| codes.contains(&&code[..])).collect()
        };
        Identifier {
            model,
            features,
            priors: model.languages().iter().map(prior).collect(),
            sizes: model.languages().iter().map(size).collect(),
            is_close: is_one_of(&CLOSE_LANGUAGES),
            has_many_letters: is_one_of(&OF_MANY_LETTERS),
            cantonese: model.languages().iter().position(|code| code == "yue"),
            words: Words::default(),
            recent: Recent::new(model.languages().len()),
            grams: Grams::default(),
            part: vec![0; Recent::new(model.languages().len()).width()],
            rows: Rows::new(model.languages().len()),
        }
    }

    /// Returns the model.
    pub fn model(&self) -> &'m Model {
        self.model
    }

    /// Computes the scores of a text.
    pub fn scores(&mut self, text: &str) -> Scores {
        let (model, features) = (self.model, self.features);
        let text = &persian(text)[..];
        let mut scores = Scores::default();
        scores.sums.resize(self.recent.width(), 0);
        let (recent, rows, grams) = (&mut self.recent, &mut self.rows, &mut self.grams);
        self.words.of(text, |word| {
            scores.count(word);
            let (gains, known) = recent.get(word, |gains, known| {
                grams.clear();
                word.grams(|order, hash| {
                    if features == Features::All || order == 3 {
                        grams.push(model, order, hash);
                    }
                });
                grams.add(model, rows, usize::MAX, gains, known);
            });
            scores.add_word(gains, known);
            if word.is_latin() {
                scores.latin.0 += i64::from(known.weight);
                scores.latin.1 += word.letters();
            }
        });
        scores.sums.truncate(model.languages().len());
        scores
    }

    /// Adds the scores of a text from a part of its n-grams. Returns `false` if `part` is the words
    /// and the text, written without spaces, has none.
    fn add_by(&mut self, part: Part, text: &str, scores: &mut Scores) -> bool {
        let model = self.model;
        let text = &persian(text)[..];
        scores.sums.resize(self.recent.width(), 0);
        let grams = &mut self.grams;
        grams.clear();
        let mut has_words = true;
        let mut skip = 0;
        self.words.of(text, |word| {
            scores.count(word);
            let mut weight = 0;
            let mut push = |order, hash| {
                weight += ORDER_WEIGHTS[order];
                grams.push(model, order, hash);
            };
            match (part, word.whole()) {
                (Part::Words, Some((order, hash))) => push(order, hash),
                (Part::Words, None) => has_words = false,
                (Part::Sample, _) => word.sampled_grams(SAMPLE, &mut skip, push),
            }
            if word.is_latin() {
                scores.latin.0 += i64::from(weight);
                scores.latin.1 += word.letters();
            }
        });
        while has_words && !grams.is_empty() {
            let mut known = Known::default();
            self.part.fill(0);
            grams.add(
                model,
                &mut self.rows,
                WORDS_AT_ONCE,
                &mut self.part,
                &mut known,
            );
            scores.add_word(&self.part, &known);
        }
        scores.sums.truncate(model.languages().len());
        has_words
    }

    /// Identifies the language of a text.
    pub fn identify(&mut self, text: &str) -> Found<'m> {
        let scores = self.scores(text);
        self.found(&scores)
    }

    /// Identifies the languages of a text as `charset` does those of a file: from parts at equal distances if it is long, so that the
    /// time has a bound, and from the visible text if it is a web page.
    pub fn languages_of(&mut self, text: &str) -> Languages<'m> {
        let mut source = io::Cursor::new(text.as_bytes());
        let pieces = sample::pieces(&mut source, Encoding::UTF_8, Start::Character);
        self.languages(&pieces.expect("memory can be read"))
    }

    /// Identifies the languages of a document, given in blocks. Uses words alone if these are sure,
    /// else a sample of the n-grams, else all. A block that seems to be in another language is
    /// examined in the same order.
    pub fn languages(&mut self, blocks: &[String]) -> Languages<'m> {
        if self.features == Features::All {
            for part in [Part::Words, Part::Sample] {
                if let Some(found) = self.languages_by(part, blocks) {
                    return found;
                }
            }
        }
        let scores: Vec<Scores> = blocks.iter().map(|block| self.scores(block)).collect();
        Languages::of(self, &scores)
    }

    /// Identifies the languages of a document from a part of its n-grams, using only the beginnings
    /// of its blocks if these suffice. Returns `None` if the document's language stays unclear or
    /// the document is too short.
    fn languages_by(&mut self, part: Part, blocks: &[String]) -> Option<Languages<'m>> {
        let chars: usize = blocks.iter().map(|block| block.chars().count()).sum();
        let steps = (chars / part.least_letters()).min(STEPS);
        let mut scores = vec![Scores::default(); blocks.len()];
        for step in 0..steps {
            for (scores, block) in scores.iter_mut().zip(blocks) {
                let [from, to] = [step, step + 1].map(|step| sample::cut(block, step, steps));
                if !self.add_by(part, &block[from..to], scores) {
                    return None;
                }
            }
            if let Some(found) = self.told(part, blocks, &scores) {
                return Some(found);
            }
        }
        None
    }

    /// Identifies the languages of a document from scores of its blocks, which come from a part of
    /// their n-grams. Returns `None` if the document's language is unclear.
    fn told(&mut self, part: Part, blocks: &[String], scores: &[Scores]) -> Option<Languages<'m>> {
        let all = Scores::of_all(scores);
        if all.letters < part.least_letters() {
            return None;
        }
        let mut found = self.found(&all);
        if part == Part::Words {
            // Rare words have no gains, so words fit less than all n-grams.
            found.least_fit = MIN_FIT;
        }
        let whole = found.language()?;
        if found.margin < SURE_MARGIN {
            return None;
        }
        let mut languages = Vec::new();
        for (text, scores) in blocks.iter().zip(scores) {
            let language = match self.is_in(whole, scores) {
                true => whole,
                false => self.language_of_block(part, text, whole),
            };
            languages.push((language, scores.letters));
        }
        let all = Languages::new(found, languages.into_iter());
        all.is_in_most(whole).then_some(all)
    }

    /// Whether a block may be in the language of its document.
    fn is_in(&self, whole: &str, block: &Scores) -> bool {
        let found = self.found_of_block(block);
        let is_short = found.letters < SHORT_BLOCK_LETTERS;
        found.best == Some(whole) && (is_short || found.fit >= MIN_FIT)
            || is_short && found.margin < 1.0
    }

    /// Identifies the language of a block for which `part` was not enough.
    fn language_of_block(&mut self, part: Part, text: &str, whole: &'m str) -> &'m str {
        if part == Part::Words {
            let mut sample = Scores::default();
            self.add_by(Part::Sample, text, &mut sample);
            if self.is_in(whole, &sample) {
                return whole;
            }
        }
        let scores = self.scores(text);
        of_block(self, &scores, whole)
    }

    /// Returns the language with the best score, for a separate text.
    pub fn found(&self, scores: &Scores) -> Found<'m> {
        let less = scores.without_repeats();
        let scores = less.as_ref().unwrap_or(scores);
        let letters = scores.letters as f64;
        let english = PRIOR_OF_FEW_LETTERS * (1.0 - letters / SHORT_TEXT_LETTERS).max(0.0);
        self.best_of(
            scores,
            1.0 + english,
            (1.0 - letters / FEW_LETTERS).max(0.0),
        )
    }

    /// Like [`Self::found`], for a block of a document: to be in another language, it needs more
    /// evidence.
    fn found_of_block(&self, scores: &Scores) -> Found<'m> {
        let less = scores.without_repeats();
        self.best_of(less.as_ref().unwrap_or(scores), 1.0, 0.0)
    }

    /// Returns the minimum fit in a language of a text with this many letters, which may be plain
    /// ASCII. `lead` is by how much its n-grams are more probable than in the second language, as a
    /// mean.
    fn least_fit(&self, language: usize, letters: usize, is_plain: bool, lead: f64) -> f64 {
        let code = &self.model.languages()[language][..];
        // The usual fits are those of all n-grams.
        if self.features == Features::Triples || OF_MANY_LETTERS.contains(&code) {
            return MIN_FIT;
        }
        let usual = self.model.usual_fits()[language];
        let mut least = usual - SHORT_TEXT_FIT / letters as f64 - LEAD_IN_FIT * lead;
        if is_plain && OF_MANY_ACCENTS.contains(&code) {
            least -= FIT_OF_ACCENTS;
        }
        if self.priors[language] > 0.0 {
            least *= ENGLISH_FIT;
        }
        least.max(MIN_FIT.min(usual))
    }

    /// Returns the language with the best score. Positive priors are multiplied by `factor`, and the
    /// sizes of languages by `shortness`.
    fn best_of(&self, scores: &Scores, factor: f64, shortness: f64) -> Found<'m> {
        if scores.letters == 0 {
            return Found::NOTHING;
        }
        let by_script = scores.of_scripts.iter().max_by_key(|(_, count)| *count);
        if let Some(&(code, count)) = by_script
            && 2 * count > scores.letters
        {
            return Found {
                best: Some(code),
                second: None,
                margin: count as f64,
                fit: f64::MAX,
                least_fit: MIN_FIT,
                is_clear: true,
                letters: scores.letters,
            };
        }
        let weight = scores.weight.max(1) as f64;
        let (own_weight, own_letters) = scores.own_script();
        let root = weight.sqrt();
        let least_fits = self.model.least_fits();
        // A sample of Chinese has Latin words, but a text of these alone is not Chinese.
        let is_latin = scores.latin.1 == scores.letters;
        let competes = |language: usize| {
            f64::from(scores.sums[language]) >= least_fits[language] * weight
                && !(is_latin && self.has_many_letters[language])
                && (scores.is_cantonese || Some(language) != self.cantonese)
        };
        let all = simd::run(Totals {
            scores,
            of: self,
            factor,
            shortness,
            root,
        });
        let none = (f64::NEG_INFINITY, usize::MAX);
        let (mut best, mut second) = (none, none);
        for (language, &score) in all.iter().enumerate() {
            // Most languages are rejected here.
            if score <= second.0 || !competes(language) {
                continue;
            }
            if score > best.0 {
                second = std::mem::replace(&mut best, (score, language));
            } else {
                second = (score, language);
            }
        }
        let found = |one: (f64, usize)| (one != none).then_some(one);
        let Some((most, language)) = found(best) else {
            return Found::NOTHING;
        };
        let second = found(second);
        if scores.sums[language] == 0 {
            return Found {
                letters: scores.letters,
                ..Found::NOTHING
            };
        }
        let code = |(_, language): (f64, usize)| &self.model.languages()[language][..];
        let best = code((most, language));
        let odds = |(score, other): (f64, usize)| {
            let are_close = self.is_close[language] && self.is_close[other];
            calibration(are_close) * (most - score) / root
        };
        // The odds of the others, most of which are hopeless, add up.
        let others = |next: (f64, usize)| {
            let least = next.0 - MAX_BEHIND / CALIBRATION * root;
            let mut sum = 0.0;
            for (other, &score) in all.iter().enumerate() {
                if score >= least && other != language && competes(other) {
                    sum += math::exp(-odds((score, other)));
                }
            }
            -math::ln(sum)
        };
        let margin = second.map_or(0.0, others);
        let lead = second.map_or(f64::INFINITY, |(score, _)| (most - score) / weight);
        let missing = 1.0 - scores.letters as f64 / SHORT_TEXT_LETTERS;
        let is_clear = match self.priors[language] > 0.0 {
            _ if margin < 0.0 && (shortness > 0.0 || !self.is_close[language]) => false,
            _ if missing <= 0.0 && scores.has_short_words() && !self.has_many_letters[language] => {
                false
            }
            _ if missing <= 0.0 || OF_MANY_LETTERS.contains(&best) => true,
            true => second.is_none_or(|next| odds(next) >= SHORT_ENGLISH_MARGIN * missing),
            false => {
                let evidence = most / root + shortness * self.sizes[language];
                CALIBRATION * evidence >= MIN_EVIDENCE
            }
        };
        Found {
            best: Some(best),
            second: second.map(code),
            margin,
            fit: f64::from(scores.sums[language]) / own_weight.max(1) as f64,
            least_fit: self.least_fit(language, own_letters, scores.is_plain(), lead),
            is_clear,
            letters: scores.letters,
        }
    }
}

/// The share of a document that is in a language.
#[derive(Debug, Clone, PartialEq)]
pub struct Share<'m> {
    /// The language's code, or [`UNDETERMINED`].
    pub language: &'m str,
    /// The share of the letters, from 0 to 1.
    pub share: f64,
}

/// The languages of a document.
#[derive(Debug, Clone, PartialEq)]
pub struct Languages<'m> {
    /// The language of the document as a whole.
    pub found: Found<'m>,
    /// The languages of its blocks, the largest share first. Empty if there are no letters.
    pub shares: Vec<Share<'m>>,
}

impl<'m> Languages<'m> {
    /// Identifies the languages of a document from the scores of its blocks. The document is in the language of most of its letters: all
    /// n-grams together may be in none, if some blocks are in another language.
    pub fn of(identifier: &Identifier<'m>, blocks: &[Scores]) -> Self {
        let found = identifier.found(&Scores::of_all(blocks));
        let whole = found.language().unwrap_or(UNDETERMINED);
        let languages: Vec<&str> = (blocks.iter())
            .map(|block| of_block(identifier, block, whole))
            .collect();
        let letters = blocks.iter().map(|block| block.letters);
        let mut all = Self::new(found, languages.iter().copied().zip(letters));
        if !all.is_in_most(whole) {
            let most = &all.shares[0];
            let of_most = blocks.iter().zip(languages);
            let of_most = of_most.filter(|(_, language)| *language == most.language);
            let found = identifier.found(&Scores::of_all(of_most.map(|(block, _)| block)));
            if found.language() == Some(most.language) {
                all.found = found;
            }
        }
        all
    }

    /// Combines the language of a document with the languages and letter counts of its blocks.
    fn new(found: Found<'m>, blocks: impl Iterator<Item = (&'m str, usize)>) -> Self {
        let mut counts: Vec<(&str, usize)> = Vec::new();
        for (language, letters) in blocks {
            match counts.iter_mut().find(|(one, _)| *one == language) {
                Some((_, count)) => *count += letters,
                None => counts.push((language, letters)),
            }
        }
        counts.retain(|(_, count)| *count > 0);
        counts.sort_by_key(|&(language, count)| (std::cmp::Reverse(count), language));
        let letters: usize = counts.iter().map(|(_, count)| count).sum();
        let share = |(language, count)| Share {
            language,
            share: count as f64 / letters as f64,
        };
        Languages {
            found,
            shares: counts.into_iter().map(share).collect(),
        }
    }

    /// Whether no known language has a larger share than `whole`.
    fn is_in_most(&self, whole: &str) -> bool {
        let most = self.shares.first().map(|most| most.language);
        most.is_none_or(|most| [whole, UNDETERMINED].contains(&most))
    }

    /// Returns the document's language, or [`UNDETERMINED`].
    pub fn language(&self) -> &'m str {
        self.found.language().unwrap_or(UNDETERMINED)
    }

    /// Returns the share of a language; 0 if it has none.
    pub fn share(&self, language: &str) -> f64 {
        let one = self.shares.iter().find(|one| one.language == language);
        one.map_or(0.0, |one| one.share)
    }
}

/// Identifies the language of a block of a document in the language `whole`. Returns another
/// language only if its margin is large enough.
pub fn of_block<'m>(identifier: &Identifier<'m>, block: &Scores, whole: &'m str) -> &'m str {
    let found = identifier.found_of_block(block);
    match found.language() {
        Some(language) if found.margin() >= OTHER_LANGUAGE_MARGIN || whole == UNDETERMINED => {
            language
        }
        _ => whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn language(text: &str) -> Option<&'static str> {
        Identifier::new(built_in()).identify(text).language()
    }

    #[test]
    fn the_prior_of_a_close_language_counts_as_its_scores_do() {
        let all = Identifier::new(built_in());
        let prior = |code: &str| {
            let at = built_in().languages().iter().position(|one| one == code);
            all.priors[at.unwrap()]
        };
        assert_eq!(prior("hr"), 0.0);
        assert!(prior("ms") < 0.0);
        let difference = prior("bs") * CALIBRATION_OF_CLOSE - prior("mag");
        assert!(difference.abs() < 1e-9);
    }

    #[test]
    fn chinese_without_a_word_of_cantonese_is_not_cantonese() {
        let mandarin = "妹妹昨天下午到市場去買水果，回來的時候在路上遇見了以前的老師。";
        assert_eq!(language(mandarin), Some("zh-Hant"));
        assert_eq!(
            language("佢哋琴日冇返屋企食飯，唔知去咗邊度。"),
            Some("yue")
        );
    }

    #[test]
    fn persian_with_arabic_letters_is_persian() {
        let persian =
            "شب‌ها کنار رودخانه می‌نشستیم و گاهی چای می‌خوردیم؛ پرنده‌ها در تاریکی می‌خواندند.";
        assert_eq!(language(persian), Some("fa"));
        let older = persian.replace('ی', "ي").replace('ک', "ك");
        assert_eq!(language(&older), Some("fa"));
        // Arabic stays, and so do languages with more letters.
        assert_eq!(persian_of("كان البيت قديما"), None);
        assert_eq!(persian_of("بۇ ئۆي كونا، چىراغ يورۇق ئەمەس"), None);
    }

    fn persian_of(text: &str) -> Option<String> {
        match persian(text) {
            Cow::Owned(text) => Some(text),
            Cow::Borrowed(_) => None,
        }
    }

    #[test]
    fn a_few_french_words_are_not_in_an_artificial_language() {
        assert_ne!(language("un café noir"), Some("ile"));
    }

    #[test]
    fn a_long_text_is_identified_from_parts_of_it() {
        let german = "Am Abend saßen wir am Fluss und hörten den Vögeln zu.\n\n".repeat(2000);
        let mut identifier = Identifier::new(built_in());
        let found = identifier.languages_of(&german);
        assert_eq!(found.language(), "de");
        assert!(found.found.letters < 5000);
        let short = identifier.languages_of(&german[..german.len() / 1000]);
        assert_eq!(
            short.found.letters,
            2 * "AmAbendsaßenwiramFlussundhörtendenVögelnzu".chars().count()
        );
    }

    #[test]
    fn languages_are_told_by_what_is_frequent_in_them() {
        for (code, text) in [
            (
                "en",
                "In the evening we sat by the river and listened to the birds.",
            ),
            ("cs", "Večer jsme seděli u řeky a poslouchali ptáky."),
            (
                "sk",
                "Večer sme sedeli pri rieke a počúvali vtáky, ktoré spievali.",
            ),
            (
                "pt",
                "À noite sentámo-nos junto ao rio e não dissemos nada.",
            ),
            (
                "es",
                "Por la noche nos sentamos junto al río y no dijimos nada.",
            ),
            ("uk", "Увечері ми сиділи біля річки та слухали птахів."),
            (
                "ja",
                "夕方、私たちは川のそばに座って鳥の声を聞いていました。",
            ),
            ("el", "Το βράδυ καθίσαμε δίπλα στο ποτάμι."),
            ("chr", "ᎣᏏᏲ ᏙᎯᏧ ᎠᏂᏴᏫᏯ"),
        ] {
            assert_eq!(language(text), Some(code), "{text}");
        }
    }

    #[test]
    fn a_few_words_of_the_most_common_language_are_enough() {
        for text in ["I love you", "The cat sat on the mat.", "Good morning!"] {
            assert_eq!(language(text), Some("en"), "{text}");
        }
        // A block needs more evidence to be in another language than its document.
        let mut identifier = Identifier::new(built_in());
        assert_eq!(language("not so bad"), Some("en"));
        let scores = identifier.scores("not so bad");
        assert_eq!(of_block(&identifier, &scores, "de"), "de");
    }

    #[test]
    fn a_short_text_is_in_the_best_of_several_close_languages() {
        for (code, text) in [
            ("nb", "Vis alle mappene"),
            ("hr", "Prikaži sve mape"),
            ("es", "buenos días"),
        ] {
            assert_eq!(language(text), Some(code), "{text}");
        }
    }

    #[test]
    fn names_are_in_no_language() {
        for text in [
            "Kevin Dubrow",
            "Zbylut Garkow",
            "Martha Quimby",
            "John Carter",
            "Peter Johansson",
            "radio",
            "BMP PNG GIF",
        ] {
            assert_eq!(language(text), None, "{text}");
        }
    }

    #[test]
    fn the_larger_of_two_languages_is_more_probable_in_a_few_letters() {
        // The best language by n-grams alone is Asturian, Afrikaans and Norwegian Nynorsk.
        for (code, text) in [
            ("es", "¿Cómo estás?"),
            ("nl", "Lees verder"),
            ("it", "Non lo so"),
        ] {
            assert_eq!(language(text), Some(code), "{text}");
        }
        // Several close languages have these words.
        for text in ["Dobro jutro", "A domani", "Mange tak"] {
            assert_eq!(language(text), None, "{text}");
        }
    }

    #[test]
    fn a_few_letters_of_a_large_script_are_enough() {
        for (code, text) in [
            ("zh", "谢谢"),
            ("zh", "我们走吧"),
            ("ja", "ネコ"),
            ("ko", "안녕"),
        ] {
            assert_eq!(language(text), Some(code), "{text}");
        }
        assert_eq!(language("山"), None);
    }

    #[test]
    fn the_margin_is_over_all_other_languages() {
        let same = "the river was dark and nobody spoke of the birds ".repeat(100);
        let other = "lumo tavi reno sika ".repeat(100);
        let samples = [("a", &same), ("b", &same), ("c", &same), ("d", &other)];
        let samples = samples.map(|(code, text)| (code, &text[..]));
        let model = Model::open(Model::build(samples)).unwrap();
        let mut identifier = Identifier::new(&model);
        let found = identifier.identify("the river was dark and nobody spoke");
        // Two others are nearly as probable.
        assert!(found.margin() < 0.0 && found.second() < Some("d"));
    }

    #[test]
    fn what_repeats_is_one_piece_of_evidence() {
        let mut identifier = Identifier::new(built_in());
        for text in [
            "cat ",
            "ha ha ha la ",
            "amen\n",
            "no, no!\n",
            "ha",
            "acgtcatg",
        ] {
            for times in [30, 1_000, 100_000] {
                let found = identifier.languages_of(&text.repeat(times));
                let is_doubtful = found.language() == UNDETERMINED || found.found.margin() < 1.0;
                assert!(is_doubtful, "{text} {found:?}");
            }
        }
        // The language of a line is that of many of them, hardly more surely.
        let line = "Der Dienst wurde neu gestartet.\n";
        let once = identifier.identify(line);
        for text in [line.repeat(500), format!("{line}\n").repeat(500)] {
            let often = identifier.languages_of(&text);
            assert_eq!((often.language(), often.share("de")), ("de", 1.0));
            assert!(often.found.margin() < 4.0 * once.margin());
        }
        // Poems have refrains.
        let poem = "Am Abend saßen wir am Fluss,\ndas Wasser fließt, das Wasser fließt,\nund hörten Vögel bis zum Schluss,\ndas Wasser fließt, das Wasser fließt.\n";
        let found = identifier.languages_of(&poem.repeat(20));
        assert_eq!(found.language(), "de");
    }

    #[test]
    fn data_with_short_words_are_in_no_language() {
        let notes = [
            "Am", "C", "F", "G", "Dm", "E", "B", "D", "A", "Em", "Bb", "H",
        ];
        let notes: Vec<&str> = notes.iter().cycle().step_by(5).take(60).copied().collect();
        assert_eq!(language(&notes.join(" ")), None);
        let bytes: Vec<String> = (0..300_u32)
            .map(|number| format!("{:02x}", number.wrapping_mul(2_654_435_761) >> 24))
            .collect();
        assert_eq!(language(&bytes.join(" ")), None);
        assert_eq!(
            language(&"我们 走 到 河边 去 听 鸟 叫 ， ".repeat(4)),
            Some("zh")
        );
    }

    #[test]
    fn what_is_too_short_or_in_no_language_is_undetermined() {
        for text in [
            "",
            "12 34",
            "ok",
            "a b c",
            "mark",
            "abcdef ghijkl",
            "tnoi eshrd lucmf",
        ] {
            assert_eq!(language(text), None, "{text}");
        }
    }

    #[test]
    fn a_text_in_a_language_without_a_model_is_in_none() {
        // Chamorro: it would be Waray, one of its relatives.
        let text = "Håfa adai! Kao malago' hao gumimen hånom pat kafe? Guaha kåtne yan aga' gi halom guma'.";
        let mut identifier = Identifier::new(built_in());
        let found = identifier.identify(text);
        assert_eq!((found.best(), found.language()), (Some("war"), None));
    }

    #[test]
    fn triples_alone_tell_languages_too() {
        let mut identifier = Identifier::with(built_in(), Features::Triples);
        let found = identifier.identify("Am Abend saßen wir am Fluss und hörten den Vögeln zu.");
        assert_eq!(found.best(), Some("de"));
    }

    #[test]
    fn a_document_is_in_the_language_of_most_of_its_letters() {
        let mut identifier = Identifier::new(built_in());
        let finnish = "Illalla istuimme joen rannalla ja kuuntelimme lintuja, kunnes tuli aivan pimeä ja menimme kotiin.";
        let georgian = "საღამოს მდინარის ნაპირზე ვისხედით და ჩიტებს ვუსმენდით.";
        let blocks: Vec<Scores> = [finnish, georgian, georgian, finnish, finnish]
            .map(|block| identifier.scores(block))
            .into();
        let found = Languages::of(&identifier, &blocks);
        assert_ne!(
            identifier.found(&Scores::of_all(&blocks)).language(),
            Some("fi")
        );
        assert_eq!((found.language(), found.shares[0].language), ("fi", "fi"));
        assert!(found.found.margin() > 6.0);
    }

    #[test]
    fn a_document_has_the_languages_of_its_blocks() {
        let mut identifier = Identifier::new(built_in());
        let german =
            "Am Abend saßen wir am Fluss und hörten den Vögeln zu, bis es ganz dunkel wurde.";
        let french =
            "Le soir nous étions assis au bord de la rivière et nous écoutions les oiseaux.";
        let blocks = [german, german, german, french, "12"];
        let scores = blocks.iter().map(|block| identifier.scores(block));
        let scores: Vec<Scores> = scores.collect();
        let found = Languages::of(&identifier, &scores);
        assert_eq!(found.language(), "de");
        assert!(
            found.share("de") > 0.7 && found.share("fr") > 0.2,
            "{found:?}"
        );
        let sum: f64 = found.shares.iter().map(|one| one.share).sum();
        assert!((sum - 1.0).abs() < 1e-9);
        assert!(Languages::of(&identifier, &[]).shares.is_empty());
    }

    #[test]
    fn words_alone_tell_the_language_of_a_long_text_and_blocks_in_others_are_found() {
        let mut identifier = Identifier::new(built_in());
        let english = "We walked along the river until it was dark, and then nobody wanted to be the first who spoke.";
        let french =
            "Le soir nous étions assis au bord de la rivière et nous écoutions les oiseaux.";
        let japanese = "夕方、私たちは川のそばに座って鳥の声を聞いていました。";
        let of =
            |blocks: &[&str]| -> Vec<String> { blocks.iter().map(|&one| one.into()).collect() };
        let plain = of(&[english; 8]);
        assert!(identifier.languages_by(Part::Words, &plain).is_some());
        let mixed = of(&[
            english, english, french, english, "Contents", english, english, english,
        ]);
        for blocks in [&plain, &mixed] {
            let scores: Vec<Scores> = blocks.iter().map(|one| identifier.scores(one)).collect();
            let by_all = Languages::of(&identifier, &scores);
            let found = identifier.languages(blocks);
            assert_eq!(found.shares, by_all.shares);
            assert_eq!(found.language(), "en");
        }
        // A text without spaces has no words; a short one has too few.
        let mixed = of(&[
            english, english, english, english, english, english, japanese,
        ]);
        assert!(identifier.languages_by(Part::Words, &mixed).is_none());
        assert!(
            identifier
                .languages_by(Part::Words, &of(&[english]))
                .is_none()
        );
    }

    #[test]
    fn a_sample_tells_the_language_where_words_do_not() {
        let mut identifier = Identifier::new(built_in());
        // Scripts without spaces.
        let japanese = "夕方、私たちは川のそばに座って鳥の声を聞いていました。".repeat(10);
        let thai = "ในตอนเย็นเรานั่งอยู่ริมแม่น้ำและฟังเสียงนกร้อง ".repeat(10);
        let english = "We walked along the river until it was dark, and then nobody spoke a word.";
        for (code, text) in [("ja", japanese), ("th", thai)] {
            let blocks = [&text[..], &text, english].map(str::to_owned);
            assert!(identifier.languages_by(Part::Words, &blocks).is_none());
            let found = identifier.languages_by(Part::Sample, &blocks).unwrap();
            let scores: Vec<Scores> = blocks.iter().map(|one| identifier.scores(one)).collect();
            let by_all = Languages::of(&identifier, &scores);
            assert_eq!(found.language(), code);
            let difference = found.share("en") - by_all.share("en");
            assert!(found.share("en") > 0.0 && difference.abs() < 0.03);
            assert_eq!(found.shares.len(), by_all.shares.len());
        }
    }

    #[test]
    fn a_language_with_a_small_sample_needs_a_text_that_fits() {
        let small = "lumo tavi reno sika ".repeat(2_000);
        let large = "the river was dark and nobody spoke of the birds ".repeat(8_000);
        let model = Model::open(Model::build([("s", &small[..]), ("l", &large[..])])).unwrap();
        let mut identifier = Identifier::new(&model);
        assert_eq!(identifier.identify("lumo tavi reno").best(), Some("s"));
        // One known word among unknown ones is not enough, however little is known of these.
        let found = identifier.identify("lumo kwerty zxcvb hjkl qwop dfgh");
        assert_ne!(found.best(), Some("s"));
    }

    #[test]
    fn text_in_a_language_without_a_model_has_no_language() {
        // Romansh and Bavarian.
        for text in [
            "Ils uffants giugan davos la chasa, e la mumma sesa sin il banc e legia in cudesch. La saira vegn il bab a chasa ed els mangian ensemen.",
            "Da Buam spuin hintam Haus, und d'Mama sitzt auf da Bank und lest a Buach. Auf d'Nacht kimmt da Papa hoam und olle essn mitanand.",
        ] {
            assert_eq!(language(text), None, "{text}");
        }
        // Accents are often left out.
        for (code, text) in [
            (
                "cs",
                "Vecer jsme sedeli u reky a poslouchali ptaky, ale nikdo z nas uz nechtel nic rikat.",
            ),
            (
                "ro",
                "Seara am stat pe malul raului si am ascultat pasarile, dar nimeni nu a mai spus nimic.",
            ),
        ] {
            assert_eq!(language(text), Some(code));
        }
    }

    #[test]
    fn a_text_without_accents_may_fit_less_in_languages_that_have_many() {
        let identifier = Identifier::new(built_in());
        let least = |code: &str, is_plain: bool| {
            let language = built_in().languages().iter().position(|one| one == code);
            identifier.least_fit(language.unwrap(), 100, is_plain, 0.0)
        };
        assert_eq!(least("cs", false) - least("cs", true), FIT_OF_ACCENTS);
        assert_eq!(least("en", false), least("en", true));
        // One name with an accent makes no difference in a long text.
        let is_plain = |text: &str| Identifier::new(built_in()).scores(text).is_plain();
        let long = "vecer jsme sedeli u reky a poslouchali ptaky ".repeat(4);
        assert!(is_plain(&long) && is_plain(&format!("{long} Zoé")));
        assert!(!is_plain("večer jsme seděli u řeky"));
    }

    #[test]
    fn a_text_far_ahead_of_the_second_language_may_fit_less() {
        let identifier = Identifier::new(built_in());
        let least = |lead: f64| identifier.least_fit(0, 100, false, lead);
        assert!((least(0.0) - least(20.0) - 20.0 * LEAD_IN_FIT).abs() < 1e-9);
        assert_eq!(least(f64::INFINITY), MIN_FIT);
        // A name among words of a script that few languages have.
        let text = "ಈ ಕಡತವನ್ನು Debconf ಓದಲಾಗಲಿಲ್ಲ, ಮತ್ತೆ ಪ್ರಯತ್ನಿಸಿ.";
        assert_eq!(language(text), Some("kn"));
    }

    #[test]
    fn latin_words_do_not_lower_the_fit_of_another_script() {
        let russian =
            "Программа ищет строки по образцу и выводит их номера, а остальные строки считает.";
        let names = "Программа grep ищет строки по образцу regexp и выводит linenumber, а остальные строки invertmatch считает count.";
        let mut identifier = Identifier::new(built_in());
        let [plain, mixed] = [russian, names].map(|text| identifier.identify(text));
        assert_eq!(
            (plain.language(), mixed.language()),
            (Some("ru"), Some("ru"))
        );
        assert!(mixed.fit() > 0.95 * plain.fit());
        let mostly_latin =
            identifier.identify("The Russian word for river is река, and this is all I know.");
        assert_eq!(mostly_latin.language(), Some("en"));
    }

    #[test]
    fn a_model_is_what_was_built() {
        let samples = [("a", "aba abba bab"), ("b", "odo oddo dod")];
        let model = Model::open(Model::build(samples)).unwrap();
        assert_eq!(model.languages(), ["a", "b"]);
        let found = Identifier::new(&model).identify("abba");
        assert_eq!((found.best(), found.second()), (Some("a"), Some("b")));
        assert!(Model::open(&b"charlng1\xFF\xFF\xFF\xFF"[..]).is_none());
        assert!(Model::open(&b""[..]).is_none());
    }
}
