//! From a run of equal words to an aligned passage: bridging edits.
//!
//! The greedy alignment of Zhang, Schwartz, Wagner & Miller (2000), "A greedy algorithm for aligning DNA sequences",
//! Journal of Computational Biology 7. It finds the furthest point on each diagonal for each number of edits. It gives
//! up diagonals whose score falls too far below the best one. Its time is the number of edits times that of live
//! diagonals, besides one comparison for each equal word.

/// How far an alignment goes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Reach {
    /// Words of the document.
    pub document: usize,
    /// Words of the item.
    pub item: usize,
    /// Words that are equal.
    pub equal: usize,
    /// Words changed, inserted or left out.
    pub edits: usize,
}

impl Reach {
    /// Both, one after the other.
    pub fn and(self, other: Reach) -> Reach {
        Reach {
            document: self.document + other.document,
            item: self.item + other.item,
            equal: self.equal + other.equal,
            edits: self.edits + other.edits,
        }
    }

    /// Whether at most this share of the words is edited.
    pub fn is_within(self, max_edits: f64) -> bool {
        self.edits as f64 <= max_edits * (self.equal + self.edits) as f64
    }
}

/// With more edits in a row than this, an alignment ends.
const MOST_IN_A_ROW: f64 = 5.0;

/// The alignments that [`extend`] finds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Extension {
    /// The one with the best score: equal words, less a price for each edit.
    pub best: Reach,
    /// One that goes on to the end of the item, up to its last equal word.
    pub furthest: Option<Reach>,
}

/// Room for [`extend`].
#[derive(Debug, Default)]
pub(crate) struct Buffers {
    live: Vec<Option<Point>>,
    next: Vec<Option<Point>>,
}

/// Aligns the words from an equal run on, `document(0)` with `item(0)` and so on. At most the share `max_edits` of them is edited.
pub(crate) fn extend(
    document: impl Fn(usize) -> u32,
    document_words: usize,
    item: impl Fn(usize) -> u32,
    item_words: usize,
    max_edits: f64,
    buffers: &mut Buffers,
) -> Extension {
    let mut found = Extension::default();
    // With this price an alignment with a positive score has at most the share `max_edits` of edits.
    let price = (1.0 - max_edits) / max_edits;
    let drop = MOST_IN_A_ROW * (price + 1.0);
    let (mut best, mut best_whole) = (0.0, f64::NEG_INFINITY);
    // The furthest point on each live diagonal, in their order.
    let Buffers { live, next } = buffers;
    live.clear();
    live.push(Some(Point::default()));
    for edits in 0.. {
        for live_point in &mut *live {
            let Some(point) = live_point else { continue };
            let Point {
                document: mut words,
                item: from,
                mut equal,
                ..
            } = *point;
            let mut to = from;
            while (words as usize) < document_words
                && (to as usize) < item_words
                && document(words as usize) == item(to as usize)
            {
                words += 1;
                to += 1;
                equal += 1;
            }
            (point.document, point.item, point.equal) = (words, to, equal);
            let reach = Reach {
                document: words as usize,
                item: to as usize,
                equal: equal as usize,
                edits,
            };
            if to > from {
                point.last_equal = [words, to, equal, edits as u32];
            }
            let paid = if edits == 0 {
                0.0
            } else {
                price * edits as f64
            };
            let score = f64::from(equal) - paid;
            if score > best {
                best = score;
                found.best = reach;
            }
            let ended = to as usize == item_words;
            if ended && score > best_whole {
                best_whole = score;
                let [document, item, equal, edits] = point.last_equal.map(|number| number as usize);
                found.furthest = Some(Reach {
                    document,
                    item,
                    equal,
                    edits,
                });
            }
            if ended || score < best - drop {
                *live_point = None;
            }
        }
        if max_edits <= 0.0 {
            break;
        }
        next.clear();
        for number in 0..live.len() + 2 {
            let at = |number: Option<usize>| live.get(number?).copied().flatten();
            let changed = at(number.checked_sub(1)).map(|point| point.step(1, 1));
            let inserted = at(number.checked_sub(2)).map(|point| point.step(1, 0));
            let left_out = at(Some(number)).map(|point| point.step(0, 1));
            let reached = [changed, inserted, left_out].into_iter().flatten();
            let inside = reached.filter(|point| {
                point.document as usize <= document_words && point.item as usize <= item_words
            });
            next.push(inside.max_by_key(|point| (point.item, point.equal)));
        }
        let (Some(begin), Some(end)) = (
            next.iter().position(Option::is_some),
            next.iter().rposition(Option::is_some),
        ) else {
            break;
        };
        live.clear();
        live.extend_from_slice(&next[begin..=end]);
    }
    found
}

/// A point that an alignment reaches, by words. Items have fewer than 2^32, and an alignment that leaves them has ended.
#[derive(Debug, Clone, Copy, Default)]
struct Point {
    document: u32,
    item: u32,
    equal: u32,
    /// The alignment up to its last equal word: words of the document and the item, equal ones, edits.
    last_equal: [u32; 4],
}

impl Point {
    /// The point one edit further.
    fn step(mut self, document: u32, item: u32) -> Point {
        self.document += document;
        self.item += item;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<u32> {
        text.split(' ')
            .filter(|word| !word.is_empty())
            .map(|word| {
                word.bytes()
                    .fold(7, |hash, byte| hash * 31 + u32::from(byte))
            })
            .collect()
    }

    fn of(document: &str, item: &str, max_edits: f64) -> Extension {
        let (document, item) = (words(document), words(item));
        extend(
            |at| document[at],
            document.len(),
            |at| item[at],
            item.len(),
            max_edits,
            &mut Buffers::default(),
        )
    }

    #[test]
    fn equal_words_are_followed_to_the_end() {
        let found = of("a b c d", "a b c", 0.0);
        let whole = Reach {
            document: 3,
            item: 3,
            equal: 3,
            edits: 0,
        };
        assert_eq!((found.best, found.furthest), (whole, Some(whole)));
        assert_eq!(of("x", "a", 0.0).best, Reach::default());
        assert_eq!(of("", "", 0.2).best, Reach::default());
    }

    #[test]
    fn an_edit_is_bridged_where_enough_equal_words_follow() {
        for (document, edited) in [
            ("x b c d e f g h", "changed"),
            ("b c d e f g h", "left out"),
            ("x a b c d e f g h", "inserted"),
        ] {
            let found = of(document, "a b c d e f g h", 0.2);
            assert_eq!((found.best.item, found.best.edits), (8, 1), "{edited}");
            assert_eq!(found.best.equal, if edited == "inserted" { 8 } else { 7 });
        }
        assert_eq!(of("x b c d e f g h", "a b c d e f g h", 0.0).best.item, 0);
        // Two equal words do not pay for an edit, but they are the item's end.
        let found = of("x b c y z", "a b c", 0.2);
        assert_eq!(found.best, Reach::default());
        assert_eq!(
            found.furthest,
            Some(Reach {
                document: 3,
                item: 3,
                equal: 2,
                edits: 1
            })
        );
    }

    #[test]
    fn unlike_text_is_given_up() {
        let far = "p q r s t u v w x y z ".repeat(1000);
        let near = "a b c d e f g h i j k ".repeat(1000);
        assert_eq!(of(&far, &near, 0.25).best, Reach::default());
    }
}
