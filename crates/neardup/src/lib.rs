//! Near-duplicate documents, in linear time.
//!
//! A document is a set of shingles: runs of words (Broder 1997). Its [`Sketch`] holds the parities of a sample of their hashes (an odd
//! sketch: Mitzenmacher, Pagh and Pham 2014), from which the Jaccard similarity of two documents is estimated. Documents that agree in one of
//! several bands of smallest hashes (one-permutation MinHash: Li, Owen and Zhang 2012; empty parts are filled as Shrivastava 2017 does) are
//! candidates (locality-sensitive hashing: Indyk and Motwani 1998), and each candidate is compared by its sketch before it counts.
//!
//! [`NearDup::push`] compares a document with the representatives of the groups so far: the first document of each. A member of a group is
//! similar to its representative, so that groups are stars and never chains, and a million copies cost as much each as one.
//!
//! | module | what |
//! |---|---|
//! | [`sketch`] | from a text to a sketch |
//! | [`bands`] | how many bands of how many hashes find a similarity |
//! | `representatives` | the sketches of representatives, found by their bands |
//! | [`shingles`] | which documents contain others, and the method of Broder et al. |
//! | [`index`] | sketches in a file |
//! | `growing` | a file that documents are compared with and added to |
//!
//! ```
//! use neardup::{NearDup, Settings};
//!
//! let mut seen = NearDup::new(Settings { similarity: 0.5, ..Settings::default() });
//! let long = "It rained on the roof of the mill, on the two boats, on the road to town, and on the miller's hat, all night long";
//! assert!(seen.push(long).of.is_none());
//! let answer = seen.push(&long.replace("hat", "coat"));
//! let same = answer.of.expect("one word of 24 differs");
//! assert_eq!(same.document, 0);
//! assert!(same.similarity > 0.5);
//! ```

pub mod bands;
#[cfg(feature = "cli")]
pub mod cli;
mod growing;
pub mod index;
mod representatives;
mod shingler;
pub mod shingles;
pub mod sketch;

use std::num::NonZero;

pub use bands::Bands;
pub use growing::{Growing, Named};
pub use index::Index;
use shingles::Shingles;
pub use sketch::{Sketch, Sketcher};
use tokens::Fold;

use representatives::Representatives;

/// How documents are compared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// The least Jaccard similarity of near-duplicates, above 0 and at most 1. With 1 the sets of shingles must be equal.
    pub similarity: f64,
    /// The number of words of a shingle; in scripts without spaces, of characters. A shorter document is one shingle.
    pub shingle: NonZero<usize>,
    /// Which differences between characters do not count.
    pub fold: Fold,
}

impl Default for Settings {
    /// Similarity .8 and shingles of five words.
    fn default() -> Self {
        Settings {
            similarity: 0.8,
            shingle: NonZero::new(5).expect("five"),
            fold: Fold::default(),
        }
    }
}

/// A document that another one is similar to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Match {
    /// The number of the document, from 0 in the order of [`NearDup::push`] and [`NearDup::skip`].
    pub document: u64,
    /// The estimated Jaccard similarity.
    pub similarity: f64,
}

/// The decision on a document when it comes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Answer {
    /// Its number, from 0.
    pub document: u64,
    /// The representative that it is similar to: of several the most similar one, and of these the first.
    pub of: Option<Match>,
}

/// Finds near-duplicates in a stream of documents.
#[derive(Debug)]
pub struct NearDup {
    sketcher: Sketcher,
    representatives: Representatives,
    /// The number of each representative among all documents.
    numbers: Vec<u64>,
    next: u64,
}

impl NearDup {
    /// Nothing seen yet.
    ///
    /// # Panics
    /// If the similarity is not above 0 and at most 1.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        NearDup {
            sketcher: Sketcher::new(settings),
            representatives: Representatives::new(settings.similarity),
            numbers: Vec::new(),
            next: 0,
        }
    }

    /// As [`NearDup::new`], with exact similarities: the shingles of candidates are compared, and not their sketches.
    ///
    /// A sketch's estimate has a standard error of .02 to .04 at .8 and of .07 at .4, so at low similarities it connects what shares only a
    /// long notice. This takes four bytes more for each shingle of a document that is similar to none.
    ///
    /// # Panics
    /// If the similarity is not above 0 and at most 1.
    ///
    /// ```
    /// use neardup::{NearDup, Settings};
    ///
    /// let mut seen = NearDup::exact(Settings { similarity: 0.5, ..Settings::default() });
    /// seen.push("a b c d e f g h");
    /// // Three of five different shingles.
    /// assert_eq!(seen.push("a b c d e f g x").of.map(|of| of.similarity), Some(0.6));
    /// assert!(seen.push("a b c d e f x y").of.is_none());
    /// ```
    #[must_use]
    pub fn exact(settings: Settings) -> Self {
        NearDup {
            representatives: Representatives::exact(settings.similarity),
            ..Self::new(settings)
        }
    }

    /// Compares a document with all before it, and remembers it.
    ///
    /// Time: linear in the text. Memory: about 110 bytes a document that is similar to none.
    ///
    /// # Panics
    /// At the 4,294,967,296th document that is similar to none.
    pub fn push(&mut self, text: &str) -> Answer {
        if self.representatives.is_exact() {
            let (sketch, shingles) = self.sketcher.sketch_and_shingles(text);
            return self.push_exact(&sketch, &shingles);
        }
        let sketch = self.sketcher.sketch(text);
        self.push_sketch(&sketch)
    }

    /// Counts a document that is left out, so that the numbers of the next ones are their places in the stream.
    ///
    /// ```
    /// let mut seen = neardup::NearDup::new(neardup::Settings::default());
    /// seen.skip();
    /// seen.push("The river rose.");
    /// assert_eq!(seen.push("The river rose.").of.map(|of| of.document), Some(1));
    /// ```
    pub fn skip(&mut self) {
        self.next += 1;
    }

    /// As [`NearDup::push`], for a document whose sketch a [`Sketcher`] with the same settings has made, perhaps in another thread.
    ///
    /// # Panics
    /// As [`NearDup::push`]; if this one is [exact](NearDup::exact).
    pub fn push_sketch(&mut self, sketch: &Sketch) -> Answer {
        assert!(!self.representatives.is_exact(), "shingles to compare");
        let found = self.representatives.find_or_compare_all(sketch);
        self.remember(sketch, None, found)
    }

    /// As [`NearDup::push_sketch`], for one that is [exact](NearDup::exact).
    ///
    /// # Panics
    /// As [`NearDup::push`]; if this one is not exact.
    pub fn push_exact(&mut self, sketch: &Sketch, shingles: &Shingles) -> Answer {
        let found = self.representatives.find_exactly(sketch, shingles);
        self.remember(sketch, Some(shingles), found)
    }

    fn remember(
        &mut self,
        sketch: &Sketch,
        shingles: Option<&Shingles>,
        found: Option<(u32, f64)>,
    ) -> Answer {
        let document = self.next;
        self.next += 1;
        if found.is_none() {
            let added = self.representatives.insert(sketch, shingles);
            added.unwrap_or_else(|full| panic!("{full}"));
            self.numbers.push(document);
        }
        let of = found.map(|(representative, similarity)| Match {
            document: self.numbers[representative as usize],
            similarity,
        });
        Answer { document, of }
    }
}

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;

#[cfg(test)]
mod tests {
    use super::*;

    fn push_all<'t>(texts: impl IntoIterator<Item = &'t str>) -> Vec<Option<u64>> {
        let mut seen = NearDup::new(Settings::default());
        let pushed = texts.into_iter().map(|text| seen.push(text).of);
        pushed.map(|of| of.map(|of| of.document)).collect()
    }

    #[test]
    fn none_one_and_short_ones() {
        assert!(push_all([]).is_empty());
        assert_eq!(push_all([""]), [None]);
        // Empty documents are equal, and so are short ones; but not to each other.
        assert_eq!(
            push_all(["", "one word", "", "one word", "one"]),
            [None, None, Some(0), Some(1), None]
        );
        assert_eq!(push_all(["山", "川", "山"]), [None, None, Some(0)]);
        assert_eq!(push_all(["?!", "!?", "?!"]), [None, None, Some(0)]);
    }

    #[test]
    fn differences_of_characters_do_not_count() {
        let decomposed = "Một chiếc thuye\u{302}\u{300}n xanh nằm yên bên bến sông";
        let composed = "Một chiếc thuyền xanh nằm yên bên bến sông";
        assert_eq!(
            push_all([
                decomposed,
                composed,
                "MỘT CHIẾC THUYỀN XANH NẰM YÊN BÊN BẾN SÔNG"
            ]),
            [None, Some(0), Some(0)]
        );
    }

    /// Words that no two documents share.
    fn words(document: u64, number: u64) -> String {
        (0..number)
            .map(|word| format!("w{document}x{word} "))
            .collect()
    }

    #[test]
    fn a_text_of_quotations_is_near_to_none_of_its_sources() {
        let sources: Vec<String> = (0..40).map(|document| words(document, 300)).collect();
        let quotations: String = sources
            .iter()
            .map(|source| {
                let quoted: Vec<&str> = source.split(' ').skip(100).take(14).collect();
                quoted.join(" ") + " "
            })
            .collect();
        let texts = sources.iter().map(String::as_str).chain([&quotations[..]]);
        assert!(push_all(texts).iter().all(Option::is_none));
    }

    #[test]
    fn equal_texts_are_duplicates_at_any_similarity() {
        let text = words(7, 90);
        for similarity in [1e-9, 0.001, 0.02, 0.3, 0.99, 1.0] {
            let mut seen = NearDup::new(Settings {
                similarity,
                ..Settings::default()
            });
            assert!(seen.push(&text).of.is_none());
            let again = seen.push(&text).of.expect("it is equal");
            assert_eq!((again.document, again.similarity), (0, 1.0), "{similarity}");
        }
    }

    #[test]
    fn at_similarity_1_all_shingles_are_equal() {
        let mut seen = NearDup::new(Settings {
            similarity: 1.0,
            ..Settings::default()
        });
        let text = words(7, 3000);
        seen.push(&text);
        for number in 0..500 {
            let changed = text.replace(&format!("w7x{number} "), "other ");
            assert!(seen.push(&changed).of.is_none(), "{number}");
        }
        // Case does not count, nor how often a shingle occurs.
        assert_eq!(
            seen.push(&text.to_uppercase()).of.map(|of| of.document),
            Some(0)
        );
        seen.push("so so so so so so");
        let longer = seen.push("so so so so so so so so");
        assert_eq!(longer.of.map(|of| of.document), Some(502));
    }

    #[test]
    fn texts_with_half_in_common_stay() {
        let skeleton = words(999, 100);
        let texts: Vec<String> = (0..24)
            .map(|document| skeleton.clone() + &words(document, 100))
            .collect();
        let stay = push_all(texts.iter().map(String::as_str))
            .iter()
            .filter(|of| of.is_none())
            .count();
        assert_eq!(stay, 24);
    }

    #[test]
    fn pages_of_a_template_stay_and_their_copies_go() {
        let template = words(999, 150);
        for own in [30, 40, 50] {
            let pages: Vec<String> = (0..1500)
                .map(|document| template.clone() + &words(document, own))
                .collect();
            let found = push_all(pages.iter().chain(&pages).map(String::as_str));
            let (first, again) = found.split_at(pages.len());
            let gone = first.iter().flatten().count();
            // The similarity of any two is at most .71, and few estimates are .15 too high.
            assert!(gone < pages.len() / 20, "{own}: {gone}");
            for (document, (of, of_copy)) in (0..).zip(first.iter().zip(again)) {
                let is_there = of.is_some() || *of_copy == Some(document);
                assert!(is_there, "{own}: {document} and its copy");
            }
        }
    }

    #[test]
    fn a_star_of_copies_has_one_representative() {
        // Of 200 words four others in each copy: a similarity of .81 to the first text, and of .66 to each other.
        let text: Vec<String> = (0..200).map(|word| format!("w{word}")).collect();
        let copies = (0..3000).map(|copy| {
            let mut words = text.clone();
            for edit in 0..4 {
                words[50 * edit + (copy * (7 + edit)) % 40 + 5] = format!("w{copy}x{edit}");
            }
            words.join(" ")
        });
        let texts: Vec<String> = std::iter::once(text.join(" ")).chain(copies).collect();
        let found = push_all(texts.iter().map(String::as_str));
        let stay = found.iter().filter(|of| of.is_none()).count();
        assert!(stay <= 1 + texts.len() / 500, "{stay}");
    }

    #[test]
    fn exact_similarities_tell_a_common_notice_from_an_edited_copy() {
        let settings = Settings {
            similarity: 0.3,
            ..Settings::default()
        };
        let (mut exact, mut estimated) = (NearDup::exact(settings), NearDup::new(settings));
        let notice = words(999, 80);
        // Of 316 shingles of two documents 76 are those of the notice: .24.
        let texts = (0..200).map(|document| words(document, 120) + &notice);
        let wrong = texts.fold((0, 0), |wrong, text| {
            let is_found = |answer: Answer| usize::from(answer.of.is_some());
            (
                wrong.0 + is_found(exact.push(&text)),
                wrong.1 + is_found(estimated.push(&text)),
            )
        });
        assert_eq!(wrong.0, 0);
        assert!(wrong.1 > 0, "the estimate is off by .06 and more at times");
        // Every tenth word is another one: half of the shingles.
        let edited: Vec<String> = (0..120u64)
            .map(|word| format!("w{}x{word}", if word % 10 == 9 { 7777 } else { 7 }))
            .collect();
        let of = exact.push(&(edited.join(" ") + " " + &notice)).of;
        assert_eq!(of.map(|of| of.document), Some(7));
    }

    #[test]
    fn few_documents_need_no_band() {
        let settings = Settings {
            similarity: 0.7,
            ..Settings::default()
        };
        let mut sketcher = Sketcher::new(settings);
        // Of two copies with every 30th word changed, .7 of the shingles are common.
        let pairs = (0..400u64).map(|pair| {
            let text = words(pair, 300);
            let changed = text.split(' ').enumerate().map(|(at, word)| match at % 30 {
                7 => format!("{word}x"),
                _ => word.to_owned(),
            });
            let changed: Vec<String> = changed.collect();
            (text.clone(), changed.join(" "))
        });
        let (mut found, mut without_band) = (0, 0);
        for (one, other) in pairs {
            let mut exact = NearDup::exact(settings);
            exact.push(&one);
            found += usize::from(exact.push(&other).of.is_some());
            let mut estimated = NearDup::new(settings);
            estimated.push(&one);
            let of = estimated.push(&other).of.map(|of| of.similarity);
            let [one, other] = [one, other].map(|text| sketcher.sketch(&text));
            let estimate = Sketch::similarity(&one.bits, &other.bits, 0.7);
            assert_eq!(of, Some(estimate).filter(|&estimate| estimate >= 0.64));
            let agree = one
                .bands
                .iter()
                .zip(&other.bands)
                .any(|(one, other)| one == other);
            without_band += usize::from(!agree);
        }
        assert_eq!(found, 400);
        assert!(without_band > 0, "some agree in no band");
    }

    #[test]
    fn unrelated_documents_stay_at_a_low_similarity() {
        let mut seen = NearDup::new(Settings {
            similarity: 0.1,
            ..Settings::default()
        });
        let texts = (0..300).map(|document| words(document, 100));
        assert!(texts.into_iter().all(|text| seen.push(&text).of.is_none()));
    }

    #[test]
    fn groups_are_stars_and_not_chains() {
        // Each text replaces ten more words of a hundred: neighbours are similar, the first and the last are not.
        let text = |step: u64| {
            words(step + 1, 6 * step)
                + &words(0, 200)
                    .split_inclusive(' ')
                    .skip(6 * step as usize)
                    .collect::<String>()
        };
        let texts: Vec<String> = (0..30).map(text).collect();
        let found = push_all(texts.iter().map(String::as_str));
        let groups = found.iter().filter(|of| of.is_none()).count();
        assert!((3..30).contains(&groups), "{groups}");
        assert_ne!(found[29], Some(0));
    }
}
