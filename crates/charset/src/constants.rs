//! All fitted constants: costs, thresholds and weights, by the step that uses them.
//!
//! | group | chosen with | scored by |
//! |---|---|---|
//! | encodings | test files of other detectors, texts of 100 to 10,000 characters in legacy encodings, files of Debian packages, and the Universal Declaration of Human Rights in half of the languages without a model | `cargo lab eval charset`, `cargo lab eval damage` |
//! | several encodings | made documents whose lines are in two encodings, in twelve languages, and documents in one encoding | `cargo lab eval charset` |
//! | languages | messages of programs, manual pages and quotations; not the Universal Declaration | `cargo lab eval languages` |
//! | training | the texts that `cargo lab collect-text` downloads, without the sources that measure the model | `cargo lab train-charset`, then the two others |
//!
//! The constants of training act through the models in `models/`; after a change, build these again. Costs, penalties
//! and evidence are natural logarithms of odds or probabilities. Tables that follow counts stand beside the functions
//! that look them up: how common encodings are (`prior.rs`) and languages (`language/prior.rs`). Sizes of buffers and
//! limits of time stand where they are used.

// Encodings: damage (best.rs, detect/damage.rs).

/// A text in a single-byte encoding may contain this number of bytes that are not characters.
pub const INVALID_BYTES: u64 = 8;
/// One more is allowed for this number of high bytes. Multi-byte encodings may have more. This limit is
/// low because each admitted encoding takes time.
pub const HIGH_BYTES_PER_INVALID: u64 = 256;
/// Minus the log-probability of the first invalid sequence. Further ones cost less because damage
/// comes in runs.
pub const INVALID_COST: f32 = 14.0;

/// Minus the log-probability of a byte from 0x80 in noise: all are as probable, ln 128.
pub const FOREIGN_BYTE_COST: f64 = 4.85;
/// The margin below which stray bytes are looked for. With 40, some noise of 20 bytes is read as stray bytes; intact files are the same.
pub const DOUBTFUL_MARGIN: f64 = 20.0;
/// The margin below which noise is looked for, unless the best encoding is damaged.
pub const MARGIN_OVER_NOISE: f64 = 60.0;
/// The mean log-probability of trigrams above which noise is not looked for, and a single-byte encoding explains the bytes.
pub const USUAL_MEAN: f64 = -10.0;
/// A word is noise if the mean of its trigrams is lower in every encoding. Words of noise have -13 to -17, others -2 to -11.
pub const NOISE_MEAN: f64 = -11.0;
/// The mean must be lower by this, divided by the number of bytes from 0x80: a rare letter alone has -12.
pub const NOISE_PER_BYTE: f64 = 4.0;

// Encodings: those without a table (detect/unknown.rs).

/// The same in an encoding of several bytes. Chosen on texts in 60 encodings without a table; with -13, 10 of 1,617 more are taken for known.
pub const USUAL_MEAN_OF_MULTI: f64 = -12.0;
/// The log-odds against an encoding without a table. With 10, 80 of 1,035 wrong answers keep a margin of 10, with 20 108; but with 10, sentences
/// that contain all letters of a language are taken for such an encoding.
pub const UNKNOWN_ENCODING_COST: f64 = 20.0;

// Encodings: trigrams (scores.rs).

/// The number of trigrams with the evidence of one independent trigram. Three trigrams share a
/// byte, and neighbouring letters depend on each other.
pub const TRIGRAMS_PER_INDEPENDENT: f32 = 4.0;
/// The log-prior that a text is in capitals, for [`TRIGRAMS_PER_INDEPENDENT`] trigrams.
pub const CAPITALS_PRIOR: f32 = -12.0;
/// The log-probability of three characters with a small letter and no capital in such a text.
pub const LOWER_IN_CAPITALS: f32 = -3.5;
/// The log-probability of a change between small letters and capitals in such a text.
pub const CHANGE_IN_CAPITALS: f32 = -7.0;
/// The log-prior that a text has frames of box-drawing characters, for [`TRIGRAMS_PER_INDEPENDENT`]
/// trigrams. In such a text the frames cost nothing.
pub const FRAMES_PRIOR: f32 = -20.0;
/// The cost of a box-drawing character in other texts.
pub const BOX_COST: f32 = 13.0;
/// The logarithm of the mixture weight of names and foreign words, which may be in any language of
/// the script.
pub const FOREIGN_PRIOR: f32 = -3.0;
/// The cost of a frequent letter. If a letter costs more than this even in the language that uses
/// it most, nothing else in a text makes up for the difference. Examples are box-drawing characters
/// and letters of rare languages.
pub const FREQUENT_LETTER_COST: f32 = 4.0;
/// The distance to the best text at which a text of a short document is hopeless, by typography and
/// rare letters alone, so that its triples are not looked up.
pub const HOPELESS: f32 = 8.0;
/// The addition to [`HOPELESS`] per trigram, because triples also make a text more probable.
pub const HOPELESS_PER_TRIGRAM: f32 = 2.0;
/// The distance to the best text, per trigram of a sample, at which a text of a long document is
/// hopeless.
pub const HOPELESS_IN_SAMPLE: f32 = 1.0;

// Encodings: no-break spaces (scores.rs).

/// The log-probability of a triple of a no-break space and ASCII. Samples of languages have too few to tell.
pub const NO_BREAK_SPACE: f32 = -9.0;
/// The log-prior that no-break spaces stand next to letters. Without it, a line in a code page of DOS whose only letter
/// beyond ASCII is `á` loses that letter; with -6, so do half as many such lines, and a text of 100 characters needs more than one no-break space.
pub const NO_BREAK_SPACE_PRIOR: f32 = -4.0;

// Encodings: quotation marks (quotes.rs).

/// The typical length of a quotation in characters.
pub const QUOTATION_LENGTH: f32 = 25.0;
/// The least penalty of an unpaired mark.
pub const MIN_MARK_PENALTY: f32 = 1.0;
/// The greatest penalty of an unpaired mark.
pub const MAX_MARK_PENALTY: f32 = 5.0;

// Encodings: languages by the ASCII of a document (best.rs).

/// The maximum penalty of a language for text in ASCII letters.
pub const MAX_ASCII_PENALTY: f32 = 12.0;
/// The number of ASCII trigrams with the evidence of one independent trigram.
pub const ASCII_TRIGRAMS_PER_INDEPENDENT: f32 = 5.0;
/// The number of independent trigrams after which further ones do not count.
pub const MAX_ASCII_EVIDENCE: f32 = 20.0;
/// The penalty of languages in other scripts, as a share of [`MAX_ASCII_PENALTY`].
pub const OTHER_SCRIPT_SHARE: f32 = 0.5;
/// The number of ASCII trigrams with which that penalty is reached.
pub const OTHER_SCRIPT_TRIGRAMS: f32 = 20.0;
/// The minimum share of a text that is in its language. The rest is markup, programs and English.
pub const MIN_TEXT_SHARE: f32 = 0.1;
/// The maximum penalty of a language that should have more letters beyond ASCII than the document
/// has.
pub const MAX_SPARSE_PENALTY: f32 = 10.0;

// Encodings: multi-byte ones (best.rs).

/// The greatest cost of a character that texts use, since lists contain rare ones.
pub const MAX_IDEOGRAPH_COST: f32 = 11.0;
/// A character with at least this cost does not occur in text.
pub const NOT_IN_TEXT_COST: f32 = 16.0;
/// The cost of a half-width katakana in Shift_JIS beyond that of the full-width one. With 1, two words in capitals in Turkish become
/// katakana; with 2 none does.
pub const HALF_WIDTH_COST: f32 = 4.0;
/// The cost of a half-width voicing mark, which follows a seventh of the katakana.
pub const VOICING_MARK_COST: f32 = 2.0;
/// The maximum evidence, as a mean, from runs of high bytes that all have even length.
pub const MAX_PAIRS_EVIDENCE: f32 = 2.0;

// Encodings: languages without a model (unknown.rs).

/// The penalty of a trigram under the model of a script, which contains less information than that
/// of a language. With a smaller penalty, texts in known languages with many names and
/// abbreviations are taken for texts in unknown languages.
pub const SCRIPT_MODEL_PENALTY: f32 = -3.0;
/// The minimum share of a letter among a language's characters beyond ASCII.
pub const MIN_LETTER_SHARE: f64 = 0.002;

// Encodings: how common they are, and declarations (prior.rs, detect/candidates.rs).

/// The weight of the frequencies of encodings among those of one language. The weight 1 would
/// reflect the frequencies. But known encodings of a language should be distinguished by the bytes
/// of a document, even if there are few.
pub const PRIOR_WEIGHT: f32 = 0.15;
/// The penalty per rank in a language's list of encodings.
pub const RANK_PENALTY: f32 = 0.1;
/// The penalty of an encoding that is not in use for the language.
pub const NOT_IN_USE: f32 = 12.0;
/// The addition to [`NOT_IN_USE`] per trigram, so that it matters in a long document, too.
pub const NOT_IN_USE_PER_TRIGRAM: f32 = 0.3;
/// The penalty of a language without a model.
pub const NO_MODEL_PENALTY: f32 = 6.0;
/// The log-odds that a declaration adds to an encoding.
pub const DECLARED_BONUS: f64 = 15.0;

// Encodings: rules (rules.rs).

/// The minimum share of known characters in UTF-16 and UTF-32 without a mark, after control
/// characters are subtracted.
pub const MIN_KNOWN_SHARE: f64 = 0.7;
/// How many times each control character is subtracted there.
pub const CONTROL_WEIGHT: f64 = 10.0;

// Encodings: document readers (cli/readers.rs).

/// The margin that an encoding which readers do not support must have over one that they do. One
/// odd byte in English text is not enough.
#[cfg(feature = "cli")]
pub const UNSUPPORTED_MARGIN: f64 = 10.0;

// Several encodings (parts.rs).

/// The log-odds against an additional encoding in a document.
pub const NEW_ENCODING_COST: f32 = 8.0;
/// The log-odds against a part in another encoding than the main one.
pub const OTHER_ENCODING_COST: f32 = 5.0;
/// The same for an encoding that other parts also have.
pub const SHARED_ENCODING_COST: f32 = 3.0;
/// The maximum log-odds that one part contributes for an encoding, so that a single odd part does
/// not decide.
pub const MAX_PART_ODDS: f32 = 40.0;
/// The log-odds that a character of UTF-8 with two bytes is not there by chance in a document in a
/// single-byte encoding.
pub const TWO_BYTE_ODDS: f32 = 5.0;
/// The same log-odds in a document in a multi-byte encoding.
pub const TWO_BYTE_ODDS_IN_MULTI: f32 = 1.5;
/// The same log-odds of a longer character of UTF-8, in any document.
pub const LONG_CHARACTER_ODDS: f32 = 6.0;
/// The minimum number of bytes beyond ASCII in a line that is considered for a second encoding.
pub const MIN_HIGH_BYTES: u32 = 4;
/// A line is odd if its log-probability in the main encoding is less than usual by this amount.
pub const ODD_COST: f32 = 12.0;
/// It must also be less than usual by this number of standard deviations.
pub const ODD_DEVIATIONS: f32 = 4.0;
/// The minimum margin of another encoding in the odd lines.
pub const MIN_SECOND_MARGIN: f64 = 20.0;
/// The extra cost of a capital letter in an odd line: the small letters of some encodings are the
/// capitals of others.
pub const CAPITAL_COST: f32 = 3.0;
/// The cost of a byte that is not a character in an odd line.
pub const UNASSIGNED_COST: f32 = 14.0;

// Languages: confidence (language/found.rs).

/// The factor from scores to log-odds: these are the difference of two scores, divided by the square
/// root of the weight of the n-grams, times this. It was fitted on translated messages of programs,
/// so that a margin x over all other languages together has one error in 1 + exp x. On running prose
/// no other factor fits better with the present weights. In manuals a smaller one does, because some
/// of their pieces are in no language or another one.
pub const CALIBRATION: f64 = 0.023;
/// Languages that differ in few words and so have a lower calibration; half of it fits blogs and
/// wikis. On games and manuals, which were not used for fitting, 24 of 174 pieces with a margin of
/// 1 to 2 are then wrong (expected: 18 %). With a margin of 2 to 4 it is 1 of 128.
pub const CLOSE_LANGUAGES: [&str; 3] = ["bs", "hr", "sr-Latn"];
/// The factor on [`CALIBRATION`] for these languages.
pub const CALIBRATION_OF_CLOSE: f64 = 0.5;
/// The minimum mean gain of n-grams, in steps of 1/20, whatever the language.
pub const MIN_FIT: f64 = 60.0;
/// The fit that nearly all long texts in a language have if they fit the second language equally
/// well: the first number plus the second times the floor of 4-grams, which grows with the sample.
/// At 200 characters .010 of the texts in a known language are lost. A higher line names fewer unknown
/// languages, but loses Ligurian, Silesian and Kanuri, whose samples are of one kind of text.
pub const USUAL_FIT: (f64, f64) = (43.5, 0.92);
/// The part of the lead over the second language by which a text may fit less. A text in a language
/// without a model is often between two relatives; one in a known language is well ahead of the next.
/// Chosen and measured on halves of the languages with and without a model: for the same number of
/// known texts lost, half as much and half more name as few unknown languages, and no part .04 more.
pub const LEAD_IN_FIT: f64 = 0.4;
/// The usual fit in a language with a small sample is at most this multiple of its floor.
pub const MAX_FIT_PER_FLOOR: f64 = 1.37;
/// Languages that are often written without their accents, above all in messages.
pub const OF_MANY_ACCENTS: [&str; 16] = [
    "az", "bs", "cs", "et", "hr", "hu", "is", "lt", "lv", "pl", "ro", "sk", "sl", "sr-Latn", "tr",
    "vi",
];
/// What a text without accents may fit less in such a language. Texts in other languages are hardly
/// ever taken for these, so it names no more unknown ones.
pub const FIT_OF_ACCENTS: f64 = 8.0;
/// A text is without accents if no more than one word for this number of letters has any.
pub const LETTERS_PER_ACCENT: usize = 100;
/// What a text of n letters may fit less than long texts in its language: this, divided by n. With
/// the square root of n instead, 50 % more texts of 50 letters are lost for the same number of
/// unknown languages named at 200.
pub const SHORT_TEXT_FIT: f64 = 410.0;
/// The part of the usual fit that is enough for English, because it is often mixed with code and
/// names of products.
pub const ENGLISH_FIT: f64 = 0.85;
/// A language whose floor of 4-grams is lower, because its sample is small, competes only in texts
/// that fit it well.
pub const LARGE_SAMPLE_FLOOR: f64 = 96.0;
/// The minimum fit of a text in a language with a smaller sample, as a multiple of its floor. Texts
/// of 200 characters have 1.4 to 1.9, English product lists 1.1 to 1.25.
pub const MIN_FIT_PER_FLOOR: f64 = 1.3;

// Languages: short texts (language/found.rs).

/// The minimum number of letters.
pub const MIN_LETTERS: usize = 5;
/// A text with fewer letters than this needs evidence.
pub const SHORT_TEXT_LETTERS: f64 = 30.0;
/// How many times more the prior of the most common language counts in the limit of no letters. By
/// its n-grams, "I love you" is hardly more English than Croatian. With a larger factor, text in
/// other languages becomes English.
pub const PRIOR_OF_FEW_LETTERS: f64 = 2.5;
/// The minimum log-odds of a short text in a language, with its prior, against all languages
/// together. Names and random letters fit one language better than the next, but none well. A
/// minimum margin over the next language lost more text in close languages and kept more names.
/// Chosen on messages of programs: with it, rare languages lose nothing against a margin.
pub const MIN_EVIDENCE: f64 = 2.0;
/// The minimum margin of a short text in English, in the limit of no letters. English needs no
/// evidence, because texts in all languages quote it.
pub const SHORT_ENGLISH_MARGIN: f64 = 1.9;
/// The log-priors of the lists of languages from the most common on, and of all others at the end.
/// They differ less than the odds, since users who ask for a rare language have more texts in it
/// than the web. The last step was chosen on messages: with -1 instead of -1.5 the common languages
/// (first three lists) lose .003 at 20 characters, and the others without a list gain .028; with -2
/// the mean over languages falls.
pub const LIST_PRIORS: [f64; 6] = [0.5, 0.0, 0.0, -0.5, -0.5, -1.5];
/// Below this number of letters, the sizes of languages count, and a text is in none of several close
/// languages if the others together are more probable. With 20 instead, the common languages lose .004
/// at 20 characters, and those of the last list .02.
pub const FEW_LETTERS: f64 = 15.0;
/// The weight of the odds between languages, by the powers of ten of [`crate::language::prior`], in
/// the limit of no letters. At 6 characters the first three lists gain .035 with this weight, and
/// the last one loses .042; with .25 it is .021 and .018. At 20 characters nothing changes.
pub const SIZE_WEIGHT: f64 = 0.5;
/// The minimum number of letters of a text in Chinese, Japanese or Korean.
pub const MIN_MANY_LETTERS: usize = 2;

// Languages: blocks, and parts of the n-grams (language/documents.rs).

/// A block with fewer letters is in the language of its document unless its words suggest another
/// one.
pub const SHORT_BLOCK_LETTERS: usize = 40;
/// The minimum margin of a block in another language than its document's.
pub const OTHER_LANGUAGE_MARGIN: f64 = 2.0;
/// The margin at which a part of the n-grams decides the language of a document.
pub const SURE_MARGIN: f64 = 6.0;
/// The minimum number of letters of a document that is first scored by its words.
pub const MIN_LETTERS_FOR_WORDS: usize = 300;
/// The minimum number of letters of a document that is scored by a sample of its n-grams. Shorter documents are scored by all n-grams.
pub const MIN_LETTERS_FOR_SAMPLE: usize = 150;

// Languages: pages (language/sample.rs).

/// The amount of visible text in bytes that is enough. Menus come first and are often shorter.
pub const ENOUGH_TEXT: usize = 8 << 10;
/// The minimum length in bytes of a page's line to count as a sentence. Shorter lines are menu
/// items, names and figures.
pub const MIN_SENTENCE: usize = 80;
/// The minimum number of bytes in sentences that can represent a page.
pub const MIN_SENTENCES: usize = 1024;

// Training: the index of encodings (index.rs, index/build.rs).

/// The penalty of a trigram that is in no sample, relative to one that occurs once in a sample.
pub const UNSEEN: f64 = -4.0;
/// The logarithm of the probability of an ASCII character in a triple.
pub const ASCII_IN_TRIPLE: f64 = -3.0;
/// The assumed log-ratio of an ASCII triple that is not among a language's most frequent ones.
pub const RARE_ASCII_RATIO: f64 = 0.1;
/// The interpolation weight of the script's character distribution in the language's, which
/// accounts for names and foreign words.
pub const SCRIPT_WEIGHT: f64 = 0.05;

// Training: the model of languages (language/build.rs, language/fit.rs).

/// The weight of an n-gram of each order, from 0 to 4; the last is that of a word. The arrays below
/// have the same order.
pub const ORDER_WEIGHTS: [i32; 6] = [0, 1, 1, 1, 1, 3];
/// The pseudo-counts m of each order.
pub const PSEUDO_COUNTS: [f64; 6] = [0.0, 30.0, 300.0, 1000.0, 1000.0, 1000.0];
/// The smoothing constant of the background probability.
pub const MIN_PROBABILITY: f64 = 1e-7;
/// From a sample with this number of n-grams of order four,
pub const FULL_SAMPLE: f64 = 200_000.0;
/// n-grams that occur less often than this are dropped. For smaller samples the limit is
/// proportionally lower. The limit of pairs of characters leaves out those of Chinese, Japanese and
/// Korean that occur once, which were a tenth of the model.
pub const MIN_COUNTS: [f64; 6] = [0.0, 0.0, 8.0, 12.0, 20.0, 20.0];
/// Lengths of chunks in bytes, and the maximum number of each per sample and epoch.
pub const CHUNKS: [(usize, usize); 2] = [(60, 500), (240, 200)];
/// The number of epochs.
pub const EPOCHS: usize = 6;
/// The first epoch whose gains count in the mean.
pub const FIRST_AVERAGED: usize = 3;
/// The learning rate of the first epoch, in steps of 1/20.
pub const LEARNING_RATE: f32 = 1.5;
/// The scale of scores, divided by the square root of the weight, in the softmax.
pub const SHARPNESS: f32 = 0.023;
/// Smaller gradients are not applied.
pub const MIN_GRADIENT: f32 = 0.01;
/// The gains of languages with smaller samples, in bytes, never get smaller than counts make them.
pub const SMALL_SAMPLE: usize = 100_000;
