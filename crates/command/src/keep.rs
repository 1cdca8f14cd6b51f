//! The option `--keep`, with the same values in all tools: which document of a group of duplicates
//! stays.

use std::cmp::{Ordering, Reverse};
use std::fmt;
use std::str::FromStr;

use intake::Document;
use record::FieldPath;

use crate::dates::seconds;

/// The document of a group that stays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Keep {
    /// The first in the input.
    First,
    /// The last in the input.
    Last,
    /// The one with the longest text, in bytes.
    Longest,
    /// The one with the shortest text, in bytes.
    Shortest,
    /// The one with the latest date in a field.
    Newest(FieldPath),
    /// The one with the earliest date in a field.
    Oldest(FieldPath),
    /// The one with the largest number in a field.
    Max(FieldPath),
    /// The one with the smallest number in a field.
    Min(FieldPath),
    /// The one whose text in a field comes first in byte order.
    Order(FieldPath),
    /// No document of a group.
    None,
    /// All documents.
    All,
}

/// The values, for help and messages.
const WORDS: &str = "first, last, longest, shortest, newest:FIELD, oldest:FIELD, max:FIELD, min:FIELD, order:FIELD, none, all";

/// Parses a value for a tool that keeps one of the documents in a group.
///
/// # Errors
/// Also refuses `none` and `all`.
pub fn parse_one(written: &str) -> Result<Keep, String> {
    match written.parse()? {
        Keep::None | Keep::All => Err(format!(
            "'{written}' does not choose one of several duplicates, as first, longest or newest:FIELD do"
        )),
        keep => Ok(keep),
    }
}

impl FromStr for Keep {
    type Err = String;

    fn from_str(written: &str) -> Result<Self, String> {
        let unknown = || format!("'{written}' is not one of {WORDS}");
        let Some((word, field)) = written.split_once(':') else {
            return Ok(match written {
                "first" => Keep::First,
                "last" => Keep::Last,
                "longest" => Keep::Longest,
                "shortest" => Keep::Shortest,
                "none" => Keep::None,
                "all" => Keep::All,
                "newest" | "oldest" | "max" | "min" | "order" => {
                    return Err(format!("{written} needs a field, as in {written}:date"));
                }
                _ => return Err(unknown()),
            });
        };
        let field = || field.parse::<FieldPath>();
        Ok(match word {
            "newest" => Keep::Newest(field()?),
            "oldest" => Keep::Oldest(field()?),
            "max" => Keep::Max(field()?),
            "min" => Keep::Min(field()?),
            "order" => Keep::Order(field()?),
            _ => return Err(unknown()),
        })
    }
}

impl fmt::Display for Keep {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Keep::First => f.write_str("first"),
            Keep::Last => f.write_str("last"),
            Keep::Longest => f.write_str("longest"),
            Keep::Shortest => f.write_str("shortest"),
            Keep::Newest(field) => write!(f, "newest:{field}"),
            Keep::Oldest(field) => write!(f, "oldest:{field}"),
            Keep::Max(field) => write!(f, "max:{field}"),
            Keep::Min(field) => write!(f, "min:{field}"),
            Keep::Order(field) => write!(f, "order:{field}"),
            Keep::None => f.write_str("none"),
            Keep::All => f.write_str("all"),
        }
    }
}

/// The preference for a document. The one with the greatest rank in a group stays; of equal ones,
/// the first.
#[derive(Debug, Clone)]
pub enum Rank {
    /// The field has no comparable value. Documents with one are preferred.
    Missing,
    /// A number; greater is better.
    Number(f64),
    /// A whole number. It can have more digits than a floating-point number keeps.
    Whole(i128),
    /// A text; the first in byte order is better.
    Text(Reverse<String>),
}

impl Eq for Rank {}

impl Ord for Rank {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Rank::Text(one), Rank::Text(other)) => one.cmp(other),
            (one, other) => match (one.number(), other.number()) {
                (Some(one), Some(other)) => one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)),
                _ => one.place().cmp(&other.place()),
            },
        }
    }
}

impl PartialEq for Rank {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl PartialOrd for Rank {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Rank {
    /// A number, and the whole number in it, which tells apart those of many digits.
    fn number(&self) -> Option<(f64, i128)> {
        match *self {
            Rank::Number(number) => Some((number, number as i128)),
            Rank::Whole(number) => Some((number as f64, number)),
            Rank::Missing | Rank::Text(_) => None,
        }
    }

    /// The rank by which smaller numbers are better.
    fn reversed(self) -> Self {
        match self {
            Rank::Number(number) => Rank::Number(-number),
            Rank::Whole(number) => Rank::Whole(number.saturating_neg()),
            other => other,
        }
    }

    fn place(&self) -> u8 {
        match self {
            Rank::Missing => 0,
            Rank::Number(_) | Rank::Whole(_) => 1,
            Rank::Text(_) => 2,
        }
    }
}

impl Keep {
    /// Returns the field that decides, if there is one.
    pub fn field(&self) -> Option<&FieldPath> {
        match self {
            Keep::Newest(field)
            | Keep::Oldest(field)
            | Keep::Max(field)
            | Keep::Min(field)
            | Keep::Order(field) => Some(field),
            _ => None,
        }
    }

    /// Returns the message that the field has no comparable value in any document.
    pub fn nothing_to_compare(&self) -> String {
        let field = self.field().map(ToString::to_string).unwrap_or_default();
        let hint = match self {
            Keep::Max(_) | Keep::Min(_) => {
                format!("dates are compared by newest:{field} and oldest:{field}")
            }
            _ => "is the field's name right?".to_owned(),
        };
        format!("no document has a value in {field} that can be compared; {hint}")
    }

    /// Returns the rank of the document with this number in the input, and a message if its field
    /// has no comparable value.
    pub fn rank(&self, document: &Document, number: u64) -> (Rank, Option<String>) {
        let value = self.field().and_then(|field| document.field(field));
        match self {
            Keep::First | Keep::None | Keep::All => (Rank::Number(0.0), None),
            Keep::Last => (Rank::Number(number as f64), None),
            Keep::Longest => (Rank::Number(document.text.len() as f64), None),
            Keep::Shortest => (Rank::Number(-(document.text.len() as f64)), None),
            _ => self.rank_of(value.as_deref()),
        }
    }

    /// Returns the rank of a document with this value in the field.
    pub fn rank_of(&self, value: Option<&str>) -> (Rank, Option<String>) {
        let Some(field) = self.field() else {
            return (Rank::Missing, None);
        };
        let Some(value) = value else {
            return (
                Rank::Missing,
                Some(format!(
                    "no text or number in {field}: the document counts less than those with one"
                )),
            );
        };
        let rank = match self {
            Keep::Newest(_) | Keep::Oldest(_) => seconds(value).map(Rank::Number),
            Keep::Max(_) | Keep::Min(_) => number(value),
            _ => return (Rank::Text(Reverse(value.to_owned())), None),
        };
        match rank {
            Some(rank) if matches!(self, Keep::Oldest(_) | Keep::Min(_)) => (rank.reversed(), None),
            Some(rank) => (rank, None),
            None => {
                let kind = match self {
                    Keep::Newest(_) | Keep::Oldest(_) => "a date",
                    _ => "a number",
                };
                (Rank::Missing, Some(not_comparable(field, kind, value)))
            }
        }
    }
}

/// Returns the message about a value that cannot be compared, which quotes the beginning of the
/// value.
fn not_comparable(field: &FieldPath, kind: &str, value: &str) -> String {
    const SHOWN: usize = 40;
    let (end, dots) = match value.char_indices().nth(SHOWN) {
        Some((at, _)) => (at, "..."),
        None => (value.len(), ""),
    };
    let begins = &value[..end];
    format!("{field} is not {kind}: '{begins}{dots}'; the document counts less than those with one")
}

fn number(value: &str) -> Option<Rank> {
    let value = value.trim();
    if let Ok(whole) = value.parse() {
        return Some(Rank::Whole(whole));
    }
    let number = value.parse().ok().filter(|number: &f64| !number.is_nan())?;
    Some(Rank::Number(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranks(keep: &str, values: &[&str]) -> Vec<Rank> {
        let keep: Keep = keep.parse().unwrap();
        values
            .iter()
            .map(|value| keep.rank_of(Some(value)).0)
            .collect()
    }

    #[test]
    fn words_are_read_and_shown() {
        for word in [
            "first",
            "last",
            "longest",
            "shortest",
            "newest:date",
            "oldest:.meta.date",
            "max:score",
            "min:score",
            "order:id",
            "none",
            "all",
        ] {
            assert_eq!(word.parse::<Keep>().unwrap().to_string(), word);
        }
        assert_eq!(
            "newest".parse::<Keep>().unwrap_err(),
            "newest needs a field, as in newest:date"
        );
        assert!(
            "newst:date"
                .parse::<Keep>()
                .unwrap_err()
                .starts_with("'newst:date' is not one of first")
        );
        assert!("max:".parse::<Keep>().is_err());
    }

    #[test]
    fn what_cannot_be_compared_ranks_last_and_is_said() {
        let keep: Keep = "max:score".parse().unwrap();
        let (rank, message) = keep.rank_of(Some("many"));
        assert_eq!(
            message.unwrap(),
            "score is not a number: 'many'; the document counts less than those with one"
        );
        assert!(rank < keep.rank_of(Some("-7")).0);
        assert!(
            keep.rank_of(None)
                .1
                .unwrap()
                .starts_with("no text or number in score")
        );
        assert!(ranks("order:id", &["b", "a"]).is_sorted());
    }

    #[test]
    fn numbers_of_many_digits_are_told_apart() {
        let rising = [
            "-1e30",
            "-1234567890123456789",
            "-1234567890123456788",
            "0.5",
            "1",
            "1.5",
            " +2 ",
            "1234567890123456788",
            "1234567890123456789",
            "1e30",
            "inf",
        ];
        assert!(
            ranks("max:id", &rising)
                .windows(2)
                .all(|pair| pair[0] < pair[1])
        );
        assert!(
            ranks("min:id", &rising)
                .windows(2)
                .all(|pair| pair[0] > pair[1])
        );
        assert_eq!(ranks("max:id", &["2"]), ranks("max:id", &["2.0"]));
        let least = i128::MIN.to_string();
        assert!(ranks("min:id", &["0", &least]).is_sorted());
    }
}
