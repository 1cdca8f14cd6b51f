//! Published rules of decontamination.

use crate::{Settings, Split};

/// A published rule: when text of a test set is taken to be in training text.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// Its name.
    pub name: &'static str,
    /// The paper and section.
    pub source: &'static str,
    /// Settings that decide which passages count as hits.
    pub settings: Settings,
    /// The share of an item's words from which on it counts as found; 0 stands for any hit.
    pub threshold: f64,
    /// How a document is cut, if the rule says so.
    pub pieces: Option<Pieces>,
}

/// How a document is cut around hits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pieces {
    /// The number of characters that go on either side of a hit.
    pub window: usize,
    /// Pieces with fewer characters go too.
    pub min_chars: usize,
    /// A document in more pieces than this goes whole.
    pub most: usize,
}

impl Default for Rule {
    /// The settings of this crate, which no paper has published.
    fn default() -> Self {
        Rule {
            name: "default",
            source: "",
            settings: Settings::default(),
            threshold: 0.8,
            pieces: None,
        }
    }
}

/// Equal words only, whatever chance gives.
fn plain(n: usize, min_words: usize, split: Split) -> Settings {
    Settings {
        n,
        min_words,
        max_edits: 0.0,
        expect: f64::INFINITY,
        split,
        ..Settings::default()
    }
}

impl Rule {
    /// All rules.
    pub fn all() -> Vec<Rule> {
        vec![
            Rule {
                name: "gpt3",
                source: "Brown et al. 2020, Language Models are Few-Shot Learners, appendix C",
                settings: plain(13, 13, Split::Space),
                threshold: 0.0,
                pieces: Some(Pieces {
                    window: 200,
                    min_chars: 200,
                    most: 10,
                }),
            },
            Rule {
                name: "llama",
                source: "Llama Team 2024, The Llama 3 Herd of Models, section 5.1.4",
                settings: plain(8, 8, Split::Punctuation),
                threshold: 0.8,
                pieces: None,
            },
            Rule {
                name: "olmo",
                source: "Lambert et al. 2024, Tulu 3, section 3.2, which OLMo 2 (2025) uses for its data after pretraining",
                settings: plain(8, 8, Split::Punctuation),
                // More than half.
                threshold: 0.5_f64.next_up(),
                pieces: None,
            },
            Rule {
                name: "deepseek",
                source: "Shao et al. 2024, DeepSeekMath, section 2.1",
                settings: plain(10, 3, Split::Punctuation),
                threshold: 0.0,
                pieces: None,
            },
        ]
    }

    /// The rule of this name.
    pub fn named(name: &str) -> Option<Rule> {
        Self::all().into_iter().find(|rule| rule.name == name)
    }

    /// Whether an item counts as found in a document that has this share of its words.
    pub fn is_found(&self, share: f64) -> bool {
        is_found(share, self.threshold)
    }
}

/// Whether a share of an item's words reaches the threshold; 0 stands for any hit.
pub(crate) fn is_found(share: f64, threshold: f64) -> bool {
    share > 0.0 && share >= threshold
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Index, Item};

    #[test]
    fn more_than_half_of_an_item_is_more_than_half() {
        let words: Vec<String> = (0..20).map(|number| format!("harbour{number}")).collect();
        let rule = Rule::named("olmo").unwrap();
        let index = Index::new([Item::new("q", words.join(" "))], &rule.settings).unwrap();
        for (count, is_found) in [(8, false), (10, false), (11, true)] {
            let share = index.scan(&words[..count].join(" "))[0].share;
            assert_eq!(rule.is_found(share), is_found, "{count}");
        }
    }
}
