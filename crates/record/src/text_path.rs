//! Paths of texts in nested records.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde_json::Value;

/// The path of a text in a record that may be nested: `question`, `.meta.title`, `choices.text`,
/// `messages[].content`.
///
/// Keys are separated by dots; `[]` means each element of an array. If the record has the whole
/// path, including its dots, as a key, that key is used. At the end of the path, a string is a
/// text, a number or a boolean becomes its JSON, and an array or an object gives the texts inside
/// it.
///
/// ```
/// let path: record::TextPath = "messages[].content".parse()?;
/// let line = r#"{"messages":[{"role":"user","content":"Who?"},{"role":"bot","content":"I."}]}"#;
/// assert_eq!(path.texts(line)?, ["Who?", "I."]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextPath {
    shown: String,
    steps: Vec<Step>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    Key(String),
    Each,
}

impl FromStr for TextPath {
    type Err = String;

    fn from_str(shown: &str) -> Result<Self, String> {
        let mut steps = Vec::new();
        for part in shown.strip_prefix('.').unwrap_or(shown).split('.') {
            let key = part.trim_end_matches("[]");
            if key.is_empty() || key.contains(['[', ']']) {
                return Err(format!(
                    "'{shown}' names no field; write question, .meta.title or messages[].content"
                ));
            }
            steps.push(Step::Key(key.to_owned()));
            steps.extend((0..(part.len() - key.len()) / 2).map(|_| Step::Each));
        }
        Ok(TextPath {
            shown: shown.to_owned(),
            steps,
        })
    }
}

impl Display for TextPath {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl TextPath {
    /// Returns the texts at the path, in the order of the record; empty if the record lacks the
    /// field.
    ///
    /// # Errors
    /// Fails if the record is not JSON.
    pub fn texts(&self, record: &str) -> Result<Vec<String>, crate::Error> {
        let record: Value = serde_json::from_str(record)
            .map_err(|error| crate::Error::Syntax(error.to_string()))?;
        let mut texts = Vec::new();
        match record.get(&self.shown) {
            Some(value) => collect(value, &mut texts),
            None => walk(&record, &self.steps, &mut texts),
        }
        Ok(texts)
    }
}

fn walk(value: &Value, steps: &[Step], texts: &mut Vec<String>) {
    match (steps.split_first(), value) {
        (None, value) => collect(value, texts),
        (Some((Step::Key(key), rest)), Value::Object(fields)) => {
            if let Some(value) = fields.get(key) {
                walk(value, rest, texts);
            }
        }
        (Some((Step::Each, rest)), Value::Array(values)) => {
            values.iter().for_each(|value| walk(value, rest, texts))
        }
        // Descend into the elements of an array.
        (Some((Step::Key(_), _)), Value::Array(values)) => {
            values.iter().for_each(|value| walk(value, steps, texts))
        }
        _ => {}
    }
}

fn collect(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::Null => {}
        Value::String(text) => texts.push(text.clone()),
        Value::Array(values) => values.iter().for_each(|value| collect(value, texts)),
        Value::Object(fields) => fields.values().for_each(|value| collect(value, texts)),
        Value::Bool(_) | Value::Number(_) => texts.push(value.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_every_shape_are_found() {
        let record = r#"{"q":"Who?","choices":{"text":["I","you"],"label":["A","B"]},"a.b":"dotted","n":4,"turns":[[{"t":"x"}],[{"t":"y"}]],"none":null}"#;
        for (path, expected) in [
            ("q", vec!["Who?"]),
            ("choices.text", vec!["I", "you"]),
            (".choices.label", vec!["A", "B"]),
            ("a.b", vec!["dotted"]),
            ("n", vec!["4"]),
            ("turns[][].t", vec!["x", "y"]),
            ("turns.t", vec!["x", "y"]),
            ("none", vec![]),
            ("missing.x", vec![]),
            ("q.x", vec![]),
        ] {
            assert_eq!(
                path.parse::<TextPath>().unwrap().texts(record).unwrap(),
                expected,
                "{path}"
            );
        }
        for bad in ["", ".", "a..b", "[]", "a[0]", "a[].[]"] {
            assert!(bad.parse::<TextPath>().is_err(), "{bad}");
        }
    }
}
