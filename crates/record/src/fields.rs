//! Parses a record into fields that borrow from its line.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::ops::Range;

use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use smallvec::SmallVec;

use crate::{Error, scan};

/// The top-level fields of a record in order, borrowed from its line.
///
/// ```
/// let fields = record::Fields::parse(br#"{"doc":"a","text":"one\ntwo","note":[1.10]}"#)?;
/// assert_eq!(fields.string("text")?.unwrap(), "one\ntwo");
/// assert_eq!(fields.get("note").unwrap().raw(), "[1.10]");
/// # Ok::<(), record::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Fields<'a> {
    line: &'a str,
    fields: SmallVec<[Field; 8]>,
    /// The position of the closing brace of the object.
    close: usize,
}

/// The maximum number of keys compared in pairs to find duplicates. Beyond it a hash set is used.
const MAX_PAIRWISE: usize = 16;

/// The position of a field in the line. Positions instead of slices keep [`Fields`] covariant.
#[derive(Debug, Clone, PartialEq)]
struct Field {
    /// The range of the key, without its quotes.
    key: Range<usize>,
    /// The range of the value, with its quotes.
    at: Range<usize>,
    kind: Kind,
    key_escaped: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Plain,
    Escaped,
    Integer(u64),
    Other,
}

/// A value that is not decoded yet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value<'a> {
    /// A string.
    Text(Text<'a>),
    /// An integer from 0 to 2^64-1, without fraction or exponent.
    Integer(u64, &'a str),
    /// Anything else, as JSON.
    Other(&'a str),
}

/// A JSON string without its quotes, not decoded yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text<'a> {
    raw: &'a str,
    escaped: bool,
}

impl<'a> Fields<'a> {
    /// The maximum nesting depth of objects and arrays, including the record itself. It equals the
    /// limit of `serde_json`, so that other programs can read every accepted record.
    pub const MAX_DEPTH: usize = crate::error::MAX_DEPTH;

    /// Parses one line, which may end with white space or a line feed.
    ///
    /// # Errors
    /// Fails with [`Error::Utf8`], [`Error::Syntax`], [`Error::LoneSurrogate`], [`Error::TooDeep`]
    /// or [`Error::Duplicate`] if the line is not a single JSON object that all JSON parsers read
    /// in the same way.
    #[inline]
    pub fn parse(line: &'a [u8]) -> Result<Self, Error> {
        match simdutf8::compat::from_utf8(line) {
            Ok(line) => Self::parse_str(line),
            Err(error) => Err(Error::Utf8(error.valid_up_to())),
        }
    }

    /// Like [`Fields::parse`], for a line that is known to be UTF-8.
    ///
    /// # Errors
    /// Fails like [`Fields::parse`], except for [`Error::Utf8`].
    #[inline]
    pub fn parse_str(line: &'a str) -> Result<Self, Error> {
        let fields = match Self::parse_usual(line) {
            Some(fields) => fields,
            None => Self::parse_any(line)?,
        };
        fields.check_duplicates()?;
        Ok(fields)
    }

    /// The fast path, which scans the line once and allows spaces only after commas and colons.
    /// Values other than strings, integers or arrays of these are left to `serde_json`. Returns
    /// `None` for anything else, valid or not.
    #[inline]
    fn parse_usual(line: &'a str) -> Option<Self> {
        let bytes = line.as_bytes();
        let mut fields = SmallVec::new();
        if bytes.first() != Some(&b'{') {
            return None;
        }
        let mut at = 1;
        loop {
            if bytes.get(at) != Some(&b'"') {
                return None;
            }
            let (key_end, key_escaped) = string_end(bytes, at + 1)?;
            let key = at + 1..key_end;
            at = key_end + 1;
            if key_escaped || bytes.get(at) != Some(&b':') {
                return None;
            }
            at = skip_spaces(bytes, at + 1);
            let start = at;
            let kind = match *bytes.get(at)? {
                b'"' => {
                    let (end, escaped) = string_end(bytes, at + 1)?;
                    at = end + 1;
                    if escaped { Kind::Escaped } else { Kind::Plain }
                }
                b'0'..=b'9' => {
                    while bytes.get(at).is_some_and(u8::is_ascii_digit) {
                        at += 1;
                    }
                    match bytes.get(at) {
                        Some(b'.' | b'e' | b'E') => {
                            at = start + other_value(&line[start..])?;
                            Kind::Other
                        }
                        _ => Kind::Integer(integer(&line[start..at])?),
                    }
                }
                b'[' => {
                    at = match plain_array(bytes, at + 1) {
                        Some(end) => end,
                        None => at + other_value(&line[at..])?,
                    };
                    Kind::Other
                }
                _ => {
                    at += other_value(&line[at..])?;
                    Kind::Other
                }
            };
            fields.push(Field {
                key,
                at: start..at,
                kind,
                key_escaped,
            });
            match *bytes.get(at)? {
                b',' => at = skip_spaces(bytes, at + 1),
                b'}' => break,
                _ => return None,
            }
        }
        matches!(&bytes[at + 1..], b"" | b"\n" | b"\r\n").then_some(Fields {
            line,
            fields,
            close: at,
        })
    }

    /// The general path, which parses any JSON object with `serde_json`.
    fn parse_any(line: &'a str) -> Result<Self, Error> {
        let mut json = serde_json::Deserializer::from_str(line);
        let mut fields = json
            .deserialize_map(FieldsVisitor { line })
            .map_err(syntax)?;
        json.end().map_err(syntax)?;
        fields.close = line.trim_end_matches([' ', '\t', '\r', '\n']).len() - 1;
        for field in &fields.fields {
            check(&line[field.key.start - 1..field.key.end + 1])?;
            check(&line[field.at.clone()])?;
        }
        Ok(fields)
    }

    fn check_duplicates(&self) -> Result<(), Error> {
        if self.fields.len() > MAX_PAIRWISE {
            let mut keys = HashSet::with_capacity(self.fields.len());
            let twice = self.keys().find(|key| !keys.insert(key.clone()));
            return twice.map_or(Ok(()), |key| Err(Error::Duplicate(key.into_owned())));
        }
        for (index, field) in self.fields.iter().enumerate() {
            let key = self.key(field);
            if self.fields[..index]
                .iter()
                .any(|earlier| self.has_key(earlier, &key))
            {
                return Err(Error::Duplicate(key.into_owned()));
            }
        }
        Ok(())
    }

    #[inline]
    fn key(&self, field: &Field) -> Cow<'a, str> {
        Text {
            raw: &self.line[field.key.clone()],
            escaped: field.key_escaped,
        }
        .decode()
    }

    #[inline]
    fn has_key(&self, field: &Field, key: &str) -> bool {
        match field.key_escaped {
            false => self.line.as_bytes()[field.key.clone()] == *key.as_bytes(),
            true => self.key(field) == key,
        }
    }

    #[inline]
    fn find(&self, key: &str) -> Option<&Field> {
        self.fields.iter().find(|field| self.has_key(field, key))
    }

    /// Returns the value of a field.
    #[inline]
    pub fn get(&self, key: &str) -> Option<Value<'a>> {
        let field = self.find(key)?;
        let json = &self.line[field.at.clone()];
        Some(match field.kind {
            Kind::Plain => Value::Text(Text {
                raw: &json[1..json.len() - 1],
                escaped: false,
            }),
            Kind::Escaped => Value::Text(Text {
                raw: &json[1..json.len() - 1],
                escaped: true,
            }),
            Kind::Integer(number) => Value::Integer(number, json),
            Kind::Other => Value::Other(json),
        })
    }

    /// Returns the keys in order.
    pub fn keys(&self) -> impl Iterator<Item = Cow<'a, str>> {
        self.fields.iter().map(|field| self.key(field))
    }

    /// Returns the parsed line.
    pub fn line(&self) -> &'a str {
        self.line
    }

    /// Returns the range of the value of `key` in the line, with quotes.
    pub(crate) fn position(&self, key: &str) -> Option<Range<usize>> {
        self.find(key).map(|field| field.at.clone())
    }

    /// Returns the range of a field and the comma that separates it from its neighbour.
    pub(crate) fn extent(&self, key: &str) -> Option<Range<usize>> {
        let number = (self.fields.iter()).position(|field| self.find(key) == Some(field))?;
        let field = &self.fields[number];
        let start = field.key.start - 1;
        Some(match (number.checked_sub(1), self.fields.get(number + 1)) {
            (Some(before), _) => self.fields[before].at.end..field.at.end,
            (None, Some(next)) => start..next.key.start - 1,
            (None, None) => start..field.at.end,
        })
    }

    /// Returns the position of the object's closing brace in the line.
    pub(crate) fn close(&self) -> usize {
        self.close
    }

    /// Returns the value of an optional string field.
    ///
    /// # Errors
    /// Fails with [`Error::Type`] if it is not a string.
    #[inline]
    pub fn string(&self, key: &'static str) -> Result<Option<Cow<'a, str>>, Error> {
        match self.get(key) {
            None => Ok(None),
            Some(Value::Text(text)) => Ok(Some(text.decode())),
            Some(_) => Err(Error::Type {
                field: key,
                expected: "a string",
            }),
        }
    }

    /// Returns the value of an optional integer field.
    ///
    /// # Errors
    /// Fails with [`Error::Type`] if it is not an integer from 0 to 2^64-1.
    #[inline]
    pub fn integer(&self, key: &'static str) -> Result<Option<u64>, Error> {
        match self.get(key) {
            None => Ok(None),
            Some(Value::Integer(number, _)) => Ok(Some(number)),
            Some(_) => Err(Error::Type {
                field: key,
                expected: "a whole number",
            }),
        }
    }

    /// Returns the strings of an optional field that is an array of strings.
    ///
    /// # Errors
    /// Fails with [`Error::Type`] if it is not one.
    pub fn strings(&self, key: &'static str) -> Result<Option<Vec<Cow<'a, str>>>, Error> {
        let Some(value) = self.get(key) else {
            return Ok(None);
        };
        let json = match value {
            Value::Other(json) => json,
            _ => "",
        };
        plain_strings(json)
            .or_else(|| {
                let strings: Vec<String> = serde_json::from_str(json).ok()?;
                Some(strings.into_iter().map(Cow::Owned).collect())
            })
            .map(Some)
            .ok_or(Error::Type {
                field: key,
                expected: "an array of strings",
            })
    }

    /// Returns the numbers of an optional field that is an array of integers.
    ///
    /// # Errors
    /// Fails with [`Error::Type`] if it is not one.
    pub fn integers(&self, key: &'static str) -> Result<Option<Vec<u64>>, Error> {
        let Some(value) = self.get(key) else {
            return Ok(None);
        };
        let numbers = match value {
            Value::Other(json) => serde_json::from_str(json).ok(),
            _ => None,
        };
        numbers.map(Some).ok_or(Error::Type {
            field: key,
            expected: "an array of whole numbers",
        })
    }

    /// Returns the decoded bytes of an optional base64 field.
    ///
    /// # Errors
    /// Fails with [`Error::Type`] if it is not a base64 string.
    pub fn bytes(&self, key: &'static str) -> Result<Option<Vec<u8>>, Error> {
        use base64::prelude::*;
        let Some(value) = self.get(key) else {
            return Ok(None);
        };
        let decoded = match value {
            Value::Text(text) => BASE64_STANDARD.decode(text.decode().as_bytes()).ok(),
            _ => None,
        };
        decoded.map(Some).ok_or(Error::Type {
            field: key,
            expected: "a base64 string",
        })
    }

    /// Returns the bytes of the optional field `text`: those of `text_bytes`, or the text itself.
    ///
    /// # Errors
    /// Fails with [`Error::Type`] if one of the two is not a string, or `text_bytes` is not base64.
    #[inline]
    pub(crate) fn text(&self) -> Result<Option<Cow<'a, [u8]>>, Error> {
        Ok(match (self.bytes("text_bytes")?, self.string("text")?) {
            (Some(bytes), _) => Some(Cow::Owned(bytes)),
            (None, Some(Cow::Borrowed(text))) => Some(Cow::Borrowed(text.as_bytes())),
            (None, Some(Cow::Owned(text))) => Some(Cow::Owned(text.into_bytes())),
            (None, None) => None,
        })
    }
}

impl<'a> Value<'a> {
    /// Returns the value as JSON. A string is returned without quotes and with its escapes.
    pub fn raw(&self) -> &'a str {
        match *self {
            Value::Text(text) => text.raw,
            Value::Integer(_, raw) | Value::Other(raw) => raw,
        }
    }

    /// Returns the text of a string or the digits of a number, for identifiers.
    pub fn string_or_number(&self) -> Option<Cow<'a, str>> {
        match *self {
            Value::Text(text) => Some(text.decode()),
            Value::Integer(_, raw) => Some(Cow::Borrowed(raw)),
            Value::Other(raw) => raw
                .starts_with(['-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
                .then_some(Cow::Borrowed(raw)),
        }
    }
}

impl<'a> Text<'a> {
    /// Creates a string whose escapes are valid.
    pub(crate) fn new(raw: &'a str, escaped: bool) -> Self {
        Text { raw, escaped }
    }

    /// Returns the string if it contains no escapes.
    #[inline]
    pub fn plain(&self) -> Option<&'a str> {
        (!self.escaped).then_some(self.raw)
    }

    /// Returns the decoded string, borrowed if it contains no escapes.
    #[inline]
    pub fn decode(&self) -> Cow<'a, str> {
        if !self.escaped {
            return Cow::Borrowed(self.raw);
        }
        let mut text = String::with_capacity(self.raw.len());
        self.decode_into(&mut text);
        Cow::Owned(text)
    }

    /// Appends the decoded string to `text`.
    pub fn decode_into(&self, text: &mut String) {
        if !self.escaped {
            text.push_str(self.raw);
            return;
        }
        let mut out = std::mem::take(text).into_bytes();
        decode(self.raw, &mut out);
        *text = String::from_utf8(out).expect("a text without its escapes is UTF-8");
    }
}

/// Appends the decoded bytes of a string with escapes, which the parser has validated.
fn decode(raw: &str, out: &mut Vec<u8>) {
    let bytes = raw.as_bytes();
    out.reserve(bytes.len());
    let mut at = 0;
    while let Some(chunk) = bytes.get(at..).and_then(<[u8]>::first_chunk::<16>) {
        // Copying and searching 16 bytes takes one instruction each. The bytes copied after an
        // escape are removed again.
        out.extend_from_slice(chunk);
        let found = scan::backslash_mask(chunk);
        at += match found {
            0 => 16,
            _ => {
                let before = found.trailing_zeros() as usize;
                out.truncate(out.len() - (16 - before));
                before + decode_escape(&raw[at + before..], out)
            }
        };
    }
    while let Some(&byte) = bytes.get(at) {
        at += match byte {
            b'\\' => decode_escape(&raw[at..], out),
            _ => {
                out.push(byte);
                1
            }
        };
    }
}

/// Appends the character of the escape sequence at the beginning of `raw`. Returns the length of
/// the sequence.
#[inline]
fn decode_escape(raw: &str, out: &mut Vec<u8>) -> usize {
    let bytes = raw.as_bytes();
    out.push(match bytes.get(1) {
        Some(b'n') => b'\n',
        Some(b't') => b'\t',
        Some(b'r') => b'\r',
        Some(b'b') => 0x08,
        Some(b'f') => 0x0C,
        Some(b'u') => {
            let (code, length) = match code_unit(bytes, 0).unwrap_or(0xFFFD) {
                high @ 0xD800..=0xDBFF => {
                    let low = code_unit(bytes, 6).unwrap_or(0xFFFD);
                    let pair =
                        0x10000 + ((high - 0xD800) << 10) + (low.wrapping_sub(0xDC00) & 0x3FF);
                    (pair, 12)
                }
                code => (code, 6),
            };
            let character = char::from_u32(code).unwrap_or('\u{FFFD}');
            out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            return length;
        }
        Some(&other) => other,
        None => return 1,
    });
    2
}

/// Returns the code unit of the escape `\uXXXX` at `at`.
#[inline]
fn code_unit(bytes: &[u8], at: usize) -> Option<u32> {
    let digits = bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
    digits.iter().try_fold(0, |code, &digit| {
        Some(code << 4 | char::from(digit).to_digit(16)?)
    })
}

/// Returns the end of the string whose content starts at `from`, and whether it has escapes.
/// Returns `None` if the string does not end in this line or is invalid.
#[inline]
pub(crate) fn string_end(bytes: &[u8], from: usize) -> Option<(usize, bool)> {
    let mut escaped = false;
    let mut at = from;
    loop {
        at = scan::special(bytes, at);
        match *bytes.get(at)? {
            b'"' => return Some((at, escaped)),
            b'\\' => at += escape_length(bytes, at)?,
            _ => return None,
        }
        escaped = true;
    }
}

/// Returns the length of the escape sequence at `at`, including both halves of a surrogate pair;
/// `None` if it is invalid.
#[inline]
fn escape_length(bytes: &[u8], at: usize) -> Option<usize> {
    match bytes.get(at + 1)? {
        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Some(2),
        b'u' => match code_unit(bytes, at)? {
            0xD800..=0xDBFF => matches!(code_unit(bytes, at + 6)?, 0xDC00..=0xDFFF).then_some(12),
            0xDC00..=0xDFFF => None,
            _ => Some(6),
        },
        _ => None,
    }
}

/// Returns the length of the value at the beginning of `json`, parsed by `serde_json`. Returns
/// `None` unless all parsers read the value in the same way.
fn other_value(json: &str) -> Option<usize> {
    let mut values = serde_json::Deserializer::from_str(json).into_iter::<&RawValue>();
    let value = values.next()?.ok()?.get();
    check(value).ok()?;
    // White space before the value is not allowed.
    (values.byte_offset() == value.len()).then_some(value.len())
}

/// Returns the position of the first byte from `at` on that is not a space.
#[inline]
fn skip_spaces(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at) == Some(&b' ') {
        at += 1;
    }
    at
}

/// Returns the end of the array whose elements start at `from`, after its bracket, if the elements
/// are strings and integers.
fn plain_array(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    if bytes.get(at) == Some(&b']') {
        return Some(at + 1);
    }
    loop {
        match *bytes.get(at)? {
            b'"' => at = string_end(bytes, at + 1)?.0 + 1,
            b'0'..=b'9' => {
                let zero = bytes[at] == b'0';
                let start = at;
                while bytes.get(at).is_some_and(u8::is_ascii_digit) {
                    at += 1;
                }
                if zero && at > start + 1 {
                    return None;
                }
            }
            _ => return None,
        }
        match *bytes.get(at)? {
            b',' => at = skip_spaces(bytes, at + 1),
            b']' => return Some(at + 1),
            _ => return None,
        }
    }
}

/// Returns the elements of an array of strings with spaces only after commas; `None` for anything
/// else, valid or not.
fn plain_strings(json: &str) -> Option<Vec<Cow<'_, str>>> {
    let bytes = json.as_bytes();
    let mut strings = Vec::new();
    if bytes.first() != Some(&b'[') {
        return None;
    }
    if bytes == b"[]" {
        return Some(strings);
    }
    let mut at = 1;
    while bytes.get(at) == Some(&b'"') {
        let (end, escaped) = string_end(bytes, at + 1)?;
        let raw = &json[at + 1..end];
        strings.push(Text { raw, escaped }.decode());
        at = end + 2;
        match bytes.get(end + 1)? {
            b',' => at = skip_spaces(bytes, at),
            b']' => return (at == bytes.len()).then_some(strings),
            _ => return None,
        }
    }
    None
}

fn integer(digits: &str) -> Option<u64> {
    if digits.len() > 1 && digits.starts_with('0') {
        return None;
    }
    digits.parse().ok()
}

fn syntax(error: serde_json::Error) -> Error {
    // The line number in the message is relative to the record, so it is always 1. Keep only the
    // column.
    let message = error.to_string();
    let (what, _) = message.split_once(" at line ").unwrap_or((&message, ""));
    // Replace the parser's names of its states.
    let what = match what {
        // Behind the name of a field.
        "expected value" if error.column() > 4 => {
            "this is not a value (JSON has no NaN and no Infinity: write null)"
        }
        "expected ident" | "expected value" => "this is not a value",
        "key must be a string" => "the name of a field must be in quotes",
        "EOF while parsing a string" => "the line ends in a string",
        "EOF while parsing an object"
        | "EOF while parsing a list"
        | "EOF while parsing a value" => "the line ends before the object does",
        "trailing characters" => "there is more after the object",
        "control character (\\u0000-\\u001F) found while parsing a string" => {
            "a control character in a string"
        }
        what if what.ends_with("expected an object") => "this is another value",
        what => what,
    };
    Error::Syntax(match error.column() {
        0 => what.to_owned(),
        column => format!("{what} at byte {column}"),
    })
}

struct FieldsVisitor<'a> {
    line: &'a str,
}

impl<'a> Visitor<'a> for FieldsVisitor<'a> {
    type Value = Fields<'a>;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut fields = SmallVec::new();
        while let Some(key) = map.next_key::<&'a RawValue>()? {
            let value = map.next_value::<&'a RawValue>()?;
            let (key, at) = (self.position(key), self.position(value));
            let json = value.get();
            let kind = match json.as_bytes()[0] {
                b'"' if json.contains('\\') => Kind::Escaped,
                b'"' => Kind::Plain,
                b'0'..=b'9' => integer(json).map_or(Kind::Other, Kind::Integer),
                _ => Kind::Other,
            };
            let key = key.start + 1..key.end - 1;
            let key_escaped = self.line[key.clone()].contains('\\');
            fields.push(Field {
                key,
                at,
                kind,
                key_escaped,
            });
        }
        Ok(Fields {
            line: self.line,
            fields,
            close: 0,
        })
    }
}

impl FieldsVisitor<'_> {
    /// Returns the position of a raw value. Raw values are slices of the line, so it is the
    /// difference of the addresses.
    fn position(&self, raw: &RawValue) -> Range<usize> {
        let start = raw.get().as_ptr() as usize - self.line.as_ptr() as usize;
        start..start + raw.get().len()
    }
}

/// Rejects values that `serde_json` accepts as raw values but other parsers do not: lone surrogates
/// and excessive nesting. `json` is a valid value inside the record, so its depth is at least 1.
fn check(json: &str) -> Result<(), Error> {
    let bytes = json.as_bytes();
    let mut depth = 1;
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => at = check_string(bytes, at + 1)?,
            b'[' | b'{' => {
                depth += 1;
                if depth > Fields::MAX_DEPTH {
                    return Err(Error::TooDeep);
                }
                at += 1;
            }
            b']' | b'}' => {
                depth -= 1;
                at += 1;
            }
            _ => at += 1,
        }
    }
    Ok(())
}

/// Checks the surrogates in the string whose content starts at `at`. Returns the position after its
/// closing quote.
fn check_string(bytes: &[u8], mut at: usize) -> Result<usize, Error> {
    let unit = |at| code_unit(bytes, at);
    loop {
        at = scan::special(bytes, at);
        match bytes.get(at) {
            None => return Ok(at),
            Some(b'"') => return Ok(at + 1),
            Some(b'\\') => match unit(at) {
                None => at += 2,
                Some(0xD800..=0xDBFF) if matches!(unit(at + 6), Some(0xDC00..=0xDFFF)) => at += 12,
                Some(0xD800..=0xDFFF) => return Err(Error::LoneSurrogate),
                Some(_) => at += 6,
            },
            Some(_) => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn string_of(line: &str) -> Result<String, Error> {
        Ok(Fields::parse(line.as_bytes())?
            .string("text")?
            .expect("text")
            .into_owned())
    }

    #[test]
    fn usual_records_are_read_without_a_parser() {
        for line in [
            r#"{"doc": "a", "text": "caf\u00e9 \ud83d\ude00", "n": [1, 2], "l": ["a", "b"]}"#,
            r#"{"doc":"a","charset":{"encoding":"utf-8","x":[null]},"text":"t"}"#,
            r#"{"a":-1.5e3,"b":1.10,"c":null,"d":true,"e":[[1]],"f":{}}"#,
        ] {
            let usual = Fields::parse_usual(line);
            assert_eq!(usual, Some(Fields::parse_any(line).unwrap()), "{line}");
        }
        for other in [
            "{\"a\":\t{}}",
            r#"{"a":nul}"#,
            r#"{"a":{"b":"\ud800"}}"#,
            r#"{"a":"\u00g0"}"#,
            r#"{"a":truefalse}"#,
            r#"{"a":1.}"#,
        ] {
            assert_eq!(Fields::parse_usual(other), None, "{other}");
        }
    }

    #[test]
    fn escapes_are_decoded_wherever_they_are_in_16_bytes() {
        for before in 0..40 {
            for (escape, character) in [
                (r"\n", "\n"),
                (r"\u00e9", "é"),
                (r"\ud83d\ude00", "\u{1f600}"),
            ] {
                let pad = "é".repeat(before / 2) + &"x".repeat(before % 2);
                let raw = format!("{pad}{escape}{pad}{escape}{escape}");
                let text = format!("{pad}{character}{pad}{character}{character}");
                assert_eq!(Text::new(&raw, true).decode(), text);
            }
        }
    }

    #[test]
    fn reads_compact_and_spaced_records_alike() {
        let compact = r#"{"doc":"a","line":12,"text":"x \"y\""}"#;
        let spaced = r#" { "doc" : "a" , "line":12, "text" : "x \u0022y\"" } "#;
        assert!(Fields::parse_usual(compact).is_some());
        assert!(Fields::parse_usual(spaced).is_none());
        for line in [compact, spaced] {
            let fields = Fields::parse(line.as_bytes()).unwrap();
            assert_eq!(fields.integer("line").unwrap(), Some(12));
            assert_eq!(fields.string("text").unwrap().unwrap(), "x \"y\"");
            assert_eq!(&line[fields.close()..=fields.close()], "}");
        }
    }

    #[test]
    fn escapes_stand_for_their_characters() {
        let line =
            r#"{"text":"\"\\\/\b\f\n\r\t\u0041\u00e9\uffff\ud800\udc00\ud83d\ude00\udbff\udfff."}"#;
        let text = "\"\\/\u{8}\u{c}\n\r\tA\u{e9}\u{ffff}\u{10000}\u{1f600}\u{10ffff}.";
        assert_eq!(string_of(line).as_deref(), Ok(text));
    }

    #[test]
    fn refuses_what_others_would_read_otherwise() {
        assert_eq!(string_of(r#"{"text":"\ud800"}"#), Err(Error::LoneSurrogate));
        assert_eq!(
            string_of(r#"{"text":"a","note":["\udc00"]}"#),
            Err(Error::LoneSurrogate)
        );
        assert_eq!(
            string_of(r#"{"text":"a","text":"b"}"#),
            Err(Error::Duplicate("text".into()))
        );
        let many: Vec<_> = (0..100_000).map(|key| format!("\"{key}\":0")).collect();
        assert!(Fields::parse_str(&format!("{{{}}}", many.join(","))).is_ok());
        assert_eq!(
            Fields::parse_str(&format!("{{{},\"\\u0037\":1}}", many.join(","))),
            Err(Error::Duplicate("7".into()))
        );
        assert_eq!(Fields::parse(b"{\"text\":\"\xFF\"}"), Err(Error::Utf8(9)));
        let deep = |levels: usize| {
            format!(
                r#"{{"text":"a","n":{}{}}}"#,
                "[".repeat(levels),
                "]".repeat(levels)
            )
        };
        assert!(string_of(&deep(Fields::MAX_DEPTH - 1)).is_ok());
        assert_eq!(string_of(&deep(Fields::MAX_DEPTH)), Err(Error::TooDeep));
        assert_eq!(string_of(&deep(1_000_000)), Err(Error::TooDeep));
    }

    #[test]
    fn half_a_pair_is_found_wherever_it_is() {
        let pair = r"\ud83d\ude00";
        for before in ["", "a", pair, r"\u0041", r"\n", r"\\", &pair.repeat(20)] {
            for half in [r"\ud800", r"\udc00", r"\ud800\u0041", r"\ud800\ud800"] {
                let line = format!(r#"{{"text":"a","n":"{before}{half}"}}"#);
                assert_eq!(string_of(&line), Err(Error::LoneSurrogate), "{line}");
            }
            let line = format!(r#"{{"text":"a","n":"{before}{pair}"}}"#);
            assert_eq!(string_of(&line), Ok("a".into()), "{line}");
        }
    }

    #[test]
    fn plain_arrays_are_read_without_a_parser() {
        let strings = |json: &'static str| plain_strings(json).map(|strings| strings.join("|"));
        assert_eq!(strings("[]").as_deref(), Some(""));
        assert_eq!(strings(r#"["a"]"#).as_deref(), Some("a"));
        assert_eq!(
            strings(r#"["a","","b\n\"c"]"#).as_deref(),
            Some("a||b\n\"c")
        );
        for other in [
            "",
            "[",
            "{}",
            r#"["a""#,
            r#"["a",]"#,
            r#"["a"]x"#,
            r#"["a" ,"b"]"#,
            r#"["a",1]"#,
            "[ ]",
        ] {
            assert_eq!(strings(other), None, "{other}");
        }
    }

    #[test]
    fn refuses_what_is_no_object() {
        for line in [
            "",
            "[]",
            "null",
            "{",
            "{}x",
            "{\"a\":1,}",
            "{\"a\":01}",
            "{\"a\":\"\u{1}\"}",
            "\"text\"",
            "{\"a\":1}{}",
        ] {
            assert!(
                matches!(Fields::parse(line.as_bytes()), Err(Error::Syntax(_))),
                "{line}"
            );
        }
    }

    #[test]
    fn a_number_too_large_for_a_whole_number_stays_as_it_is() {
        let fields = Fields::parse(br#"{"big":18446744073709551616,"e":1e999}"#).unwrap();
        assert_eq!(fields.get("big").unwrap().raw(), "18446744073709551616");
        assert!(fields.integer("big").is_err());
        assert_eq!(fields.get("e").unwrap().raw(), "1e999");
    }

    #[test]
    fn arrays_are_read_by_either_path() {
        let compact = r#"{"words":["a","\"","é\n"],"positions":[0,7,12],"none":[]}"#;
        assert!(Fields::parse_usual(compact).is_some());
        for line in [
            compact.to_owned(),
            compact.replace(',', " , ").replace("é", "\\u00e9"),
        ] {
            let fields = Fields::parse_str(&line).unwrap();
            assert_eq!(
                fields.strings("words").unwrap().unwrap(),
                ["a", "\"", "é\n"]
            );
            assert_eq!(fields.integers("positions").unwrap().unwrap(), [0, 7, 12]);
            assert!(fields.strings("none").unwrap().unwrap().is_empty());
            assert!(fields.integers("none").unwrap().unwrap().is_empty());
            assert_eq!(fields.strings("other"), Ok(None));
            assert!(fields.strings("positions").is_err());
            assert!(fields.integers("words").is_err());
        }
        for line in [
            r#"{"w":["a",]}"#,
            r#"{"w":["a" "b"]}"#,
            r#"{"w":["a"}"#,
            r#"{"w":[01]}"#,
        ] {
            assert!(Fields::parse_str(line).is_err(), "{line}");
        }
        let fields = Fields::parse_str(r#"{"w":["a",1],"n":[1,-1]}"#).unwrap();
        assert!(fields.strings("w").is_err());
        assert!(fields.integers("n").is_err());
    }

    fn json() -> impl Strategy<Value = serde_json::Value> {
        use serde_json::Value as Json;
        let leaf = prop_oneof![
            Just(Json::Null),
            any::<bool>().prop_map(Json::from),
            any::<u64>().prop_map(Json::from),
            any::<i64>().prop_map(Json::from),
            any::<String>().prop_map(Json::from),
        ];
        leaf.prop_recursive(3, 16, 4, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..4).prop_map(Json::from),
                proptest::collection::hash_map(any::<String>(), inner, 0..4)
                    .prop_map(|map| Json::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        /// Both paths and `serde_json` return the same fields and values for every object.
        #[test]
        fn both_paths_read_what_serde_json_reads(map in proptest::collection::btree_map("[a-z\u{e9}\"\\\\]{0,4}", json(), 0..6)) {
            let line = serde_json::to_string(&map).unwrap();
            let any = Fields::parse_any(&line).unwrap();
            prop_assert!(any.keys().eq(map.keys().map(|key| Cow::Borrowed(key.as_str()))));
            for (key, expected) in &map {
                let value = any.get(key).unwrap();
                match value {
                    Value::Text(text) => prop_assert_eq!(expected.as_str().unwrap(), text.decode()),
                    Value::Integer(number, _) => prop_assert_eq!(expected.as_u64().unwrap(), number),
                    Value::Other(raw) => prop_assert_eq!(expected, &serde_json::from_str::<serde_json::Value>(raw).unwrap()),
                }
            }
            if let Some(compact) = Fields::parse_usual(&line) {
                prop_assert_eq!(compact, any);
            }
        }

        /// If the fast path accepts damaged JSON, `serde_json` accepts it with the same result.
        #[test]
        fn the_fast_path_accepts_nothing_that_serde_json_refuses(
            text in any::<String>(), number in any::<u32>(), at in any::<proptest::sample::Index>(), byte in 0u8..0x80,
        ) {
            let line = serde_json::json!({"doc": "d", "line": number, "text": text}).to_string();
            let mut damaged = line.into_bytes();
            let at = at.index(damaged.len());
            damaged[at] = byte;
            let Ok(damaged) = String::from_utf8(damaged) else { return Ok(()) };
            if let Some(compact) = Fields::parse_usual(&damaged) {
                prop_assert_eq!(compact, Fields::parse_any(&damaged).unwrap());
            }
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = Fields::parse(&bytes);
        }
    }
}
