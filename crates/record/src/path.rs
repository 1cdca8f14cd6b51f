//! Paths of fields: `text`, `.meta.id`, `.messages[0].content`, `messages[].content`.

use std::fmt::{self, Display};
use std::ops::Range;
use std::str::FromStr;

use serde_json::value::RawValue;

use crate::fields::Text;
use crate::{Error, Fields, Value};

/// The path of a field of a record, of a nested object or of an array. Examples are `text`,
/// `.meta.id`, `.messages[0].content`, and `messages[].content` for the field of each element of an
/// array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldPath {
    shown: String,
    steps: Vec<Step>,
}

/// A step of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The field of an object with this key.
    Key(String),
    /// The element of an array with this index, from 0.
    Index(usize),
    /// Every element of an array.
    Each,
}

impl FromStr for FieldPath {
    type Err = String;

    /// Parses a path. If it begins with a dot or has brackets, it is a sequence of steps; otherwise
    /// it is one key.
    fn from_str(shown: &str) -> Result<Self, String> {
        let failed =
            || format!("'{shown}' names no field; write text, .meta.text or .messages[0].text");
        let mut steps = Vec::new();
        match shown.strip_prefix('.') {
            None if !has_brackets(shown) => steps.push(Step::Key(shown.to_owned())),
            path => {
                for part in path.unwrap_or(shown).split('.') {
                    add_steps(part, &mut steps).ok_or_else(failed)?;
                }
            }
        }
        match shown.is_empty() {
            true => Err(failed()),
            false => Ok(FieldPath {
                shown: shown.to_owned(),
                steps,
            }),
        }
    }
}

/// Whether the path has brackets that contain only digits, or nothing.
fn has_brackets(shown: &str) -> bool {
    shown.split('[').skip(1).any(|after| {
        let inside = after.split_once(']').map(|(inside, _)| inside);
        inside.is_some_and(|inside| inside.bytes().all(|byte| byte.is_ascii_digit()))
    })
}

/// Adds the steps of a key with indices in brackets. Returns `None` if it is invalid.
fn add_steps(part: &str, steps: &mut Vec<Step>) -> Option<()> {
    let (key, mut rest) = part.split_at(part.find('[').unwrap_or(part.len()));
    if key.is_empty() {
        return None;
    }
    steps.push(Step::Key(key.to_owned()));
    while !rest.is_empty() {
        let (index, after) = rest.strip_prefix('[')?.split_once(']')?;
        steps.push(match index {
            "" => Step::Each,
            index => Step::Index(index.parse().ok()?),
        });
        rest = after;
    }
    Some(())
}

impl FieldPath {
    /// Returns the outermost key.
    pub fn key(&self) -> &str {
        match &self.steps[0] {
            Step::Key(key) => key,
            Step::Index(_) | Step::Each => unreachable!("a path begins with a key"),
        }
    }

    /// Whether the path means several values, one of each element of an array.
    pub fn is_of_each(&self) -> bool {
        self.steps.contains(&Step::Each)
    }

    /// Whether the path means the elements of an array that has none.
    pub(crate) fn is_of_none(&self, fields: &Fields) -> bool {
        let each = self.steps.iter().position(|step| *step == Step::Each);
        let array = in_fields(fields, &self.steps[..each.unwrap_or_default()]);
        let Ok(Some((value, _))) = array else {
            return false;
        };
        value.raw().starts_with('[') && elements(value.raw()).is_empty()
    }

    /// Returns the value, and its range in the record's line; `None` if there is none, or if the
    /// path means several values.
    ///
    /// # Errors
    /// Returns the errors of [`Fields::parse_str`] for nested objects.
    pub fn find<'a>(
        &self,
        fields: &Fields<'a>,
    ) -> Result<Option<(Value<'a>, Range<usize>)>, Error> {
        in_fields(fields, &self.steps)
    }

    /// Returns the texts of all values in order, each with its range in the record's line. Elements
    /// without one are skipped.
    ///
    /// # Errors
    /// Returns the errors of [`Fields::parse_str`] for nested objects, and fails if a value is not
    /// a string.
    pub fn texts(&self, fields: &Fields) -> Result<Vec<(String, Range<usize>)>, Error> {
        let mut texts = Vec::new();
        let line = fields.line();
        self.add_texts(line, line.trim(), &self.steps, &mut texts)?;
        Ok(texts)
    }

    /// Adds the texts of a value in the line.
    fn add_texts(
        &self,
        line: &str,
        json: &str,
        steps: &[Step],
        texts: &mut Vec<(String, Range<usize>)>,
    ) -> Result<(), Error> {
        let each = steps.iter().position(|step| *step == Step::Each);
        let (before, after) = steps.split_at(each.unwrap_or(steps.len()));
        let value = match before {
            [] => json,
            before => match in_json(json, before)? {
                Some((_, at)) => &json[at],
                None => return Ok(()),
            },
        };
        if let Some((_, after)) = after.split_first() {
            for element in elements(value) {
                self.add_texts(line, element, after, texts)?;
            }
        } else if value != "null" {
            let text = serde_json::from_str(value);
            let text = text.map_err(|_| Error::NotText(self.shown.clone()))?;
            let start = value.as_ptr() as usize - line.as_ptr() as usize;
            texts.push((text, start..start + value.len()));
        }
        Ok(())
    }
}

impl Display for FieldPath {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

/// A value and its range.
type Found<'a> = Option<(Value<'a>, Range<usize>)>;

fn in_fields<'a>(fields: &Fields<'a>, steps: &[Step]) -> Result<Found<'a>, Error> {
    let Some((Step::Key(key), rest)) = steps.split_first() else {
        return Ok(None);
    };
    let (Some(value), Some(at)) = (fields.get(key), fields.position(key)) else {
        return Ok(None);
    };
    match value {
        value if rest.is_empty() => Ok(Some((value, at))),
        Value::Other(json) => Ok(behind(at.start, in_json(json, rest)?)),
        _ => Ok(None),
    }
}

/// Returns the value in an object or an array, at least one step down.
fn in_json<'a>(json: &'a str, steps: &[Step]) -> Result<Found<'a>, Error> {
    match steps.split_first() {
        Some((Step::Key(_), _)) if json.starts_with('{') => {
            in_fields(&Fields::parse_str(json)?, steps)
        }
        Some((Step::Index(index), rest)) => {
            let Some(&element) = elements(json).get(*index) else {
                return Ok(None);
            };
            let start = element.as_ptr() as usize - json.as_ptr() as usize;
            let found = match rest {
                [] => Some((value(element)?, 0..element.len())),
                rest => in_json(element, rest)?,
            };
            Ok(behind(start, found))
        }
        _ => Ok(None),
    }
}

fn behind(start: usize, found: Found) -> Found {
    found.map(|(value, at)| (value, start + at.start..start + at.end))
}

/// Returns the elements of an array; empty for anything else.
fn elements(json: &str) -> Vec<&str> {
    let elements = serde_json::from_str::<Vec<&RawValue>>(json).unwrap_or_default();
    elements.into_iter().map(RawValue::get).collect()
}

/// Parses an element as a value.
fn value(json: &str) -> Result<Value<'_>, Error> {
    let Some(raw) = json.strip_prefix('"').and_then(|raw| raw.strip_suffix('"')) else {
        return Ok(Value::Other(json));
    };
    if serde_json::from_str::<String>(json).is_err() {
        return Err(Error::LoneSurrogate);
    }
    Ok(Value::Text(Text::new(raw, raw.contains('\\'))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Document, Keys, Name};

    fn keys(text: &str) -> Keys {
        Keys {
            text: Some(text.parse().unwrap()),
            ..Keys::default()
        }
    }

    fn read<'a>(line: &'a str, text: &str) -> Result<Document<'a>, Error> {
        Document::read_with(line.as_bytes(), &keys(text), || Name::from("unnamed"))
    }

    const CHAT: &str = r#" {"id":1,"messages":[{"role":"a","content":"One\n"},{"role":"b"},{"content":"Two"}],"x":[["y"]]}"#;

    #[test]
    fn a_text_in_an_array_is_read_and_written_back() {
        let document = read(CHAT, ".messages[2].content").unwrap();
        assert_eq!(document.text, "Two");
        let mut out = Vec::new();
        document.rewrite(&mut out, "2", "t", |_| ());
        let expected = CHAT
            .trim()
            .replace("\"Two\"", "\"2\"")
            .replace("]]}", "]],\"t\":{}}\n");
        assert_eq!(String::from_utf8(out).unwrap(), expected);
        assert_eq!(read(CHAT, "x[0][0]").unwrap().text, "y");
        for path in [
            ".messages[1].content",
            "messages[3].content",
            "x[1]",
            ".id[0]",
        ] {
            assert_eq!(read(CHAT, path), Err(Error::NoField(path.into())), "{path}");
        }
    }

    #[test]
    fn texts_of_each_element_are_joined_and_written_as_a_field() {
        let document = read(CHAT, "messages[].content").unwrap();
        assert_eq!(document.text, "One\n\n\nTwo");
        let mut out = Vec::new();
        document.rewrite(&mut out, "Two", "t", |_| ());
        let expected = CHAT
            .trim()
            .replace("]]}", "]],\"text\":\"Two\",\"t\":{}}\n");
        assert_eq!(String::from_utf8(out).unwrap(), expected);
        assert_eq!(read(CHAT, "x[][]").unwrap().text, "y");
        let turns = r#"{"id":1,"m":[{"c":[{"t":"One"},{"t":""}]},{"c":[{"t":"Two"}]}]}"#;
        assert_eq!(read(turns, "m[].c[].t").unwrap().text, "One\n\nTwo");
        for (line, path) in [(r#"{"m":[]}"#, "m[].c"), (r#"{"a":{"m":[ ]}}"#, ".a.m[].c")] {
            assert_eq!(read(line, path), Err(Error::Empty(path.into())));
        }
        assert!(matches!(
            read(r#"{"m":[{}]}"#, "m[].c"),
            Err(Error::NoField(_))
        ));
        assert_eq!(read(CHAT, "x[]"), Err(Error::NotText("x[]".into())));
        assert_eq!(
            read(CHAT, "none[].content"),
            Err(Error::NoField("none[].content".into()))
        );
    }

    #[test]
    fn each_element_gets_its_part_of_a_changed_text() {
        let without = |document: &Document, word: &str| {
            let parts = document.parts_of(|part| document.text[part].replace(word, "").into());
            let mut out = Vec::new();
            document.rewrite_parts(&mut out, &parts.unwrap(), "t", |_| ());
            String::from_utf8(out).unwrap()
        };
        let document = read(CHAT, "messages[].content").unwrap();
        let expected = CHAT
            .trim()
            .replace("Two", "")
            .replace("]]}", "]],\"text\":\"One\\n\",\"t\":{}}\n");
        let written = without(&document, "Two");
        assert_eq!(written, expected);
        // The next tool reads what this one wrote.
        let next = read(&written, "messages[].content").unwrap();
        assert!(next.text == "One\n" && !next.replaces_text());

        // Elements of the field text have no other field for their text.
        let line = r#"{"id":1,"text":[{"t":"a\u0020b"},{"t":"b"},{"t":""}]}"#;
        let document = read(line, "text[].t").unwrap();
        let expected = r#"{"id":1,"text":[{"t":"a "},{"t":""},{"t":""}],"t":{}}"#;
        assert_eq!(without(&document, "b").trim_end(), expected);
        assert!(
            read(CHAT, ".messages[2].content")
                .unwrap()
                .parts_of(|_| "".into())
                .is_none()
        );
    }

    #[test]
    fn a_path_is_a_key_unless_it_has_dots_or_brackets() {
        let path = |shown: &str| shown.parse::<FieldPath>().map(|path| path.steps);
        let key = |key: &str| Step::Key(key.into());
        assert_eq!(path("a.b").unwrap(), [key("a.b")]);
        assert_eq!(path("a[x]").unwrap(), [key("a[x]")]);
        assert_eq!(
            path(".a.b[10][].c").unwrap(),
            [key("a"), key("b"), Step::Index(10), Step::Each, key("c")]
        );
        for wrong in [
            "",
            ".",
            ".a.",
            ".a[1",
            ".[0]",
            ".a[0]b",
            ".a[99999999999999999999]",
        ] {
            assert!(path(wrong).is_err(), "{wrong}");
        }
    }
}
