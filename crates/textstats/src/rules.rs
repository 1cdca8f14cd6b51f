//! Bounds of measures for texts of good quality.
//!
//! A rule is a line with a measure and its bounds. A language before it restricts the rule to texts
//! in this language, for which it replaces the general rule of the same measure.
//!
//! ```text
//! # Texts of 50 words or more, with sentences
//! words >= 50
//! mean_word_length 3..10
//! lorem_ipsum <= 0
//! @de mean_word_length 3..12
//! ```

use std::fmt;

use crate::measures::{Kind, MEASURES, Measure, Measures, find};

/// The built-in rules, by name.
pub const BUILT_IN: [(&str, &str); 3] = [
    ("gopher", include_str!("rules/gopher.txt")),
    ("c4", include_str!("rules/c4.txt")),
    ("fineweb", include_str!("rules/fineweb.txt")),
];

/// Bounds of measures.
#[derive(Debug, Clone, Default)]
pub struct Rules {
    rules: Vec<Rule>,
}

#[derive(Debug, Clone)]
struct Rule {
    /// The names of the set and of the measure, such as `gopher:words`.
    name: String,
    language: Option<String>,
    measure: &'static Measure,
    least: f64,
    most: f64,
}

/// A line of rules that cannot be parsed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleError {
    /// The line number, counted from 1.
    pub line: usize,
    message: String,
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for RuleError {}

/// The share of words that are a character, from which a text is in a script without spaces. A bound
/// of the length of words says nothing there. With a smaller share, the words of English are still 3
/// characters long on average.
const UNSPACED: f64 = 1.0 / 3.0;

impl Rules {
    /// Returns the built-in rules with this name.
    #[must_use]
    pub fn built_in(name: &str) -> Option<Self> {
        let (name, text) = BUILT_IN.iter().find(|(known, _)| *known == name)?;
        Some(Rules::read(name, text).expect("built-in rules are valid"))
    }

    /// Parses rules, one per line. Their names begin with the name of the set.
    ///
    /// # Errors
    ///
    /// Fails if a line is neither a rule, nor empty, nor a comment after `#`.
    pub fn read(set: &str, text: &str) -> Result<Self, RuleError> {
        let mut rules = Vec::new();
        // Editors of Windows write a byte order mark.
        let text = text.trim_start_matches('\u{feff}');
        for (line, written) in (1..).zip(text.lines()) {
            let written = written.split('#').next().unwrap_or_default().trim();
            if !written.is_empty() {
                let rule = Rule::read(set, written);
                rules.push(rule.map_err(|message| RuleError { line, message })?);
            }
        }
        Ok(Rules { rules })
    }

    /// Replaces the names of languages by their codes, which `code` returns.
    ///
    /// # Errors
    ///
    /// Fails with the error of `code` for a name that it does not know, after the name.
    pub fn code_languages<E: fmt::Display>(
        &mut self,
        code: impl Fn(&str) -> Result<String, E>,
    ) -> Result<(), String> {
        for language in self
            .rules
            .iter_mut()
            .filter_map(|rule| rule.language.as_mut())
        {
            *language = code(language).map_err(|error| format!("@{language}: {error}"))?;
        }
        Ok(())
    }

    /// Adds other rules to these.
    pub fn extend(&mut self, other: Rules) {
        self.rules.extend(other.rules);
    }

    /// Whether there is no rule.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Whether the language of a text makes a difference: a rule is for one language, or bounds the share of its stop words.
    pub fn need_language(&self) -> bool {
        let mut rules = self.rules.iter();
        rules.any(|rule| rule.language.is_some() || rule.measure.name == "stop_words")
    }

    /// Returns the measures that the rules bound.
    pub fn measures(&self) -> impl Iterator<Item = &'static Measure> {
        self.rules.iter().map(|rule| rule.measure)
    }

    /// Returns the names of the rules that a text in a language fails, in order.
    #[must_use]
    pub fn fails(&self, measures: &Measures, language: Option<&str>) -> Vec<&str> {
        let is_unspaced = measures.unspaced_words > UNSPACED;
        let holds = |rule: &&Rule| match &rule.language {
            Some(own) => language == Some(own),
            None if is_unspaced && rule.measure.name == "mean_word_length" => false,
            // A rule for the language replaces the general one.
            None => !self.rules.iter().any(|other| {
                other.measure.name == rule.measure.name
                    && other.language.is_some()
                    && other.language.as_deref() == language
            }),
        };
        let fails = |rule: &&Rule| {
            let value = (rule.measure.value)(measures);
            value < rule.least || value > rule.most
        };
        let failed = self.rules.iter().filter(holds).filter(fails);
        failed.map(|rule| &rule.name[..]).collect()
    }
}

impl Rule {
    fn read(set: &str, written: &str) -> Result<Self, String> {
        let mut parts = written.split_whitespace();
        let mut next = || {
            parts
                .next()
                .ok_or("a rule is a measure and its bounds, such as: words >= 50")
        };
        let mut name = next()?;
        let language = name.strip_prefix('@').map(str::to_owned);
        if language.is_some() {
            name = next()?;
        }
        let measure = find(name).ok_or_else(|| unknown(name))?;
        let (least, most) = match next()? {
            ">=" => (number(next()?)?, f64::INFINITY),
            "<=" => (f64::NEG_INFINITY, number(next()?)?),
            range => {
                let ends = range.split_once("..");
                let (least, most) =
                    ends.ok_or_else(|| format!("'{range}' is not >=, <= or LEAST..MOST"))?;
                let (least, most) = (number(least)?, number(most)?);
                if least > most {
                    return Err(format!(
                        "no number is in {range}: the least one comes first"
                    ));
                }
                (least, most)
            }
        };
        if measure.kind == Kind::Share && (least > 1.0 || most < 0.0) {
            return Err(format!("{name} is a share, from 0 to 1"));
        }
        if let Some(more) = parts.next() {
            return Err(format!("'{more}' follows a whole rule"));
        }
        Ok(Rule {
            name: format!("{set}:{name}"),
            language,
            measure,
            least,
            most,
        })
    }
}

fn number(written: &str) -> Result<f64, String> {
    let number: f64 = written
        .parse()
        .map_err(|_| format!("'{written}' is not a number"))?;
    match number.is_nan() {
        true => Err(format!("'{written}' is not a number")),
        false => Ok(number),
    }
}

/// Returns the message for an unknown measure, with similar names.
fn unknown(name: &str) -> String {
    if name == "language_share" {
        return "language_share is no measure, since it takes longer than all of them; filter by it with jq: select(.language_share >= .5)".into();
    }
    let resembles = |known: &str| known.contains(name) || name.contains(known);
    let similar: Vec<&str> = MEASURES
        .iter()
        .map(|measure| measure.name)
        .filter(|known| resembles(known))
        .collect();
    match similar.is_empty() {
        true => format!("no measure '{name}'; the manual lists them"),
        false => format!("no measure '{name}'; similar: {}", similar.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Meter, Settings, Unit};

    fn measures(words: f64) -> Measures {
        Measures {
            words,
            ..Measures::default()
        }
    }

    #[test]
    fn built_in_rules_can_be_read() {
        for (name, _) in BUILT_IN {
            assert!(!Rules::built_in(name).unwrap().rules.is_empty(), "{name}");
        }
        assert!(Rules::built_in("goffer").is_none());
    }

    #[test]
    fn bounds_belong_to_the_good() {
        let rules = Rules::read("mine", "words 5..7 # few\n\nlines >= 0").unwrap();
        for (words, expected) in [(4.0, 1), (5.0, 0), (7.0, 0), (7.5, 1)] {
            assert_eq!(
                rules.fails(&measures(words), None).len(),
                expected,
                "{words}"
            );
        }
    }

    #[test]
    fn a_rule_for_a_language_replaces_the_general_one() {
        let rules = Rules::read("mine", "words >= 5\n@vi words >= 8").unwrap();
        assert!(rules.fails(&measures(6.0), Some("en")).is_empty());
        assert!(rules.fails(&measures(6.0), None).is_empty());
        assert_eq!(rules.fails(&measures(6.0), Some("vi")), ["mine:words"]);
    }

    #[test]
    fn a_rule_for_a_language_replaces_those_of_other_sets() {
        let mut rules = Rules::read("general", "words >= 5\nlines >= 2").unwrap();
        rules.extend(Rules::read("mine", "@vi words >= 3").unwrap());
        let failed = |language| rules.fails(&measures(4.0), language);
        assert_eq!(failed(Some("vi")), ["general:lines"]);
        assert_eq!(failed(None), ["general:words", "general:lines"]);
    }

    #[test]
    fn lengths_of_words_have_no_bounds_where_words_are_characters() {
        let text = "舟は朝に川を下った。町の人は岸で見ていた。";
        let rules = Rules::read("mine", "mean_word_length 3..10").unwrap();
        let of_japanese = Rules::read("mine", "@ja mean_word_length 3..10").unwrap();
        for (unit, expected) in [(Unit::Auto, 0), (Unit::Space, 1)] {
            let measures = Meter::new(Settings { unit }).measure(text, Some("ja"));
            assert_eq!(rules.fails(&measures, Some("ja")).len(), expected);
            assert_eq!(of_japanese.fails(&measures, Some("ja")).len(), 1);
        }
        let mixed = Meter::default().measure("A 舟 on a river", Some("en"));
        assert_eq!(rules.fails(&mixed, Some("en")).len(), 1);
    }

    #[test]
    fn only_rules_of_languages_and_stop_words_need_the_language() {
        for (text, expected) in [
            ("words >= 5", false),
            ("words >= 5\n@vi words >= 8", true),
            ("stop_words >= 0.1", true),
            ("gopher_stop_words >= 2", false),
        ] {
            let rules = Rules::read("mine", text).unwrap();
            assert_eq!(rules.need_language(), expected, "{text}");
        }
        let built_in = |name| Rules::built_in(name).unwrap().need_language();
        assert_eq!(
            ["gopher", "c4", "fineweb"].map(built_in),
            [true, false, false]
        );
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, expected) in [
            ("words 5", "line 1: '5' is not >=, <= or LEAST..MOST"),
            ("\nword >= 5", "line 2: no measure 'word'; similar: words"),
            (
                "stop_words >= 50",
                "line 1: stop_words is a share, from 0 to 1",
            ),
            ("words >= many", "line 1: 'many' is not a number"),
            ("words >= 5 6", "line 1: '6' follows a whole rule"),
            ("words 10..5", "line 1: no number is in 10..5"),
        ] {
            let error = Rules::read("mine", text).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
