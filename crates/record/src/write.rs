//! Writes a record field by field.

use base64::Engine;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde::{Serialize, Serializer};

use crate::scan;

/// An object that is written to a byte buffer. Keys are not escaped, so they must not need it.
///
/// ```
/// let mut out = Vec::new();
/// let mut object = record::Object::begin(&mut out);
/// object.integer("count", 3).string("text", "say \"when\"");
/// object.end_line();
/// assert_eq!(out, b"{\"count\":3,\"text\":\"say \\\"when\\\"\"}\n");
/// ```
pub struct Object<'a> {
    out: &'a mut Vec<u8>,
    empty: bool,
}

impl<'a> Object<'a> {
    /// Begins an object at the end of `out`.
    #[inline]
    pub fn begin(out: &'a mut Vec<u8>) -> Self {
        out.push(b'{');
        Object { out, empty: true }
    }

    /// Continues an object whose first fields were already written.
    pub(crate) fn resume(out: &'a mut Vec<u8>) -> Self {
        Object { out, empty: false }
    }

    #[inline]
    fn key(&mut self, key: &str) -> &mut Vec<u8> {
        debug_assert_eq!(scan::special(key.as_bytes(), 0), key.len());
        if !self.empty {
            self.out.push(b',');
        }
        self.empty = false;
        self.out.push(b'"');
        self.out.extend_from_slice(key.as_bytes());
        self.out.extend_from_slice(b"\":");
        self.out
    }

    /// Adds a string.
    #[inline]
    pub fn string(&mut self, key: &str, value: &str) -> &mut Self {
        write_string(self.key(key), value);
        self
    }

    /// Adds the field `text`, with U+FFFD for invalid UTF-8, and returns whether the bytes are
    /// valid. If not, `text_bytes` must follow the other fields.
    #[inline]
    pub(crate) fn text(&mut self, bytes: &[u8]) -> bool {
        // Most lines are ASCII, which is checked in half the time of validating a short line as
        // UTF-8.
        let is_utf8 = bytes.is_ascii() || std::str::from_utf8(bytes).is_ok();
        if is_utf8 {
            write_quoted(self.key("text"), bytes);
        } else {
            self.string("text", &String::from_utf8_lossy(bytes));
        }
        is_utf8
    }

    /// Adds an integer.
    #[inline]
    pub fn integer(&mut self, key: &str, value: u64) -> &mut Self {
        write_integer(self.key(key), value);
        self
    }

    /// Adds a number in the shortest form that parses to the same value; `null` for infinities and
    /// NaN.
    pub fn float(&mut self, key: &str, value: f64) -> &mut Self {
        write_float(self.key(key), value);
        self
    }

    /// Adds `true` or `false`.
    pub fn boolean(&mut self, key: &str, value: bool) -> &mut Self {
        self.key(key)
            .extend_from_slice(if value { b"true" } else { b"false" });
        self
    }

    /// Adds `null`.
    pub fn null(&mut self, key: &str) -> &mut Self {
        self.key(key).extend_from_slice(b"null");
        self
    }

    /// Adds a value that is already JSON.
    #[inline]
    pub fn raw(&mut self, key: &str, json: &[u8]) -> &mut Self {
        self.key(key).extend_from_slice(json);
        self
    }

    /// Adds bytes as base64.
    pub fn base64(&mut self, key: &str, bytes: &[u8]) -> &mut Self {
        write_base64(self.key(key), bytes);
        self
    }

    /// Adds an object; `fill` writes its fields.
    pub fn object(&mut self, key: &str, fill: impl FnOnce(&mut Object)) -> &mut Self {
        let mut inner = Object::begin(self.key(key));
        fill(&mut inner);
        inner.end();
        self
    }

    /// Adds an array; `write` is called for each element.
    pub fn array<T>(
        &mut self,
        key: &str,
        elements: impl IntoIterator<Item = T>,
        write: impl FnMut(&mut Vec<u8>, T),
    ) -> &mut Self {
        write_array(self.key(key), elements, write);
        self
    }

    /// Adds the fields of a record, which has at least one, as its type derives them.
    pub fn fields(&mut self, record: &impl Serialize) -> &mut Self {
        // The brace of the record begins this object, or becomes a comma.
        if self.empty {
            self.out.pop();
        }
        let start = self.out.len();
        serde_json::to_writer(&mut *self.out, record).expect("the keys of a record are strings");
        if !self.empty {
            self.out[start] = b',';
        }
        self.empty = false;
        self.out.pop();
        self
    }

    /// Like [`Object::fields`], but without the first one, which `write_first` writes.
    pub(crate) fn fields_after_first(
        &mut self,
        record: &impl Serialize,
        write_first: impl FnOnce(&mut Object),
    ) {
        let mut name = Vec::new();
        write_first(&mut Object::begin(&mut name));
        let after_mark = self.out.len() + usize::from(!self.empty);
        self.fields(record);
        self.out.drain(after_mark..after_mark + name.len());
    }

    /// Closes the object.
    #[inline]
    pub fn end(self) {
        self.out.push(b'}');
    }

    /// Closes the object and its line, which ends a record.
    #[inline]
    pub fn end_line(self) {
        self.out.extend_from_slice(b"}\n");
    }
}

/// What a field of a record may hold besides text: exact bytes, if they are not UTF-8.
pub(crate) trait ExactBytes {
    fn write_bytes(&self, key: &str, object: &mut Object);
}

impl ExactBytes for [u8] {
    fn write_bytes(&self, key: &str, object: &mut Object) {
        if std::str::from_utf8(self).is_err() {
            object.base64(key, self);
        }
    }
}

impl<T: ExactBytes> ExactBytes for &T {
    fn write_bytes(&self, key: &str, object: &mut Object) {
        (*self).write_bytes(key, object);
    }
}

impl<T: ExactBytes> ExactBytes for Option<T> {
    fn write_bytes(&self, key: &str, object: &mut Object) {
        if let Some(name) = self {
            name.write_bytes(key, object);
        }
    }
}

impl ExactBytes for Vec<u8> {
    fn write_bytes(&self, key: &str, object: &mut Object) {
        self[..].write_bytes(key, object);
    }
}

/// Writes a record as its type derives it. After its fields come the exact bytes of the names that are given here.
macro_rules! written {
    ($record:ty $(: $($name:ident),+)?) => {
        impl $record {
            /// Appends the record and its line feed to `out`.
            pub fn write(&self, out: &mut Vec<u8>) {
                let mut object = $crate::Object::begin(out);
                object.fields(self);
                $($(
                    let key = concat!(stringify!($name), "_bytes");
                    $crate::write::ExactBytes::write_bytes(&self.$name, key, &mut object);
                )+)?
                object.end_line();
            }
        }
    };
}
pub(crate) use written;

/// Pairs as an object, or as fields of one.
pub(crate) fn pairs<V: Serialize, S: Serializer>(
    pairs: &[(&str, V)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, value)| (name, value)))
}

// serde passes a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
pub(crate) fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Appends a number in the shortest form that parses to the same value; `null` for infinities and
/// NaN.
pub fn write_float(out: &mut Vec<u8>, value: f64) {
    match serde_json::Number::from_f64(value) {
        Some(number) => out.extend_from_slice(number.to_string().as_bytes()),
        None => out.extend_from_slice(b"null"),
    }
}

/// The standard alphabet, with padding, which may be missing where it is read.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The bytes that a text in base64 stands for, with or without padding; `None` if it is not base64.
pub fn read_base64(text: &str) -> Option<Vec<u8>> {
    BASE64.decode(text).ok()
}

/// Encodes bytes as base64.
pub fn base64(bytes: &[u8]) -> String {
    BASE64.encode(bytes)
}

/// Appends bytes as base64 in a JSON string.
pub fn write_base64(out: &mut Vec<u8>, bytes: &[u8]) {
    write_string(out, &base64(bytes));
}

/// Appends `value` as a JSON string. Only what JSON requires is escaped: quotes, backslashes and control characters.
#[inline]
pub fn write_string(out: &mut Vec<u8>, value: &str) {
    write_quoted(out, value.as_bytes());
}

#[inline]
fn write_quoted(out: &mut Vec<u8>, value: &[u8]) {
    out.reserve(value.len() + 2);
    out.push(b'"');
    write_part(out, value);
    out.push(b'"');
}

/// Appends a part of a JSON string, without quotes.
#[inline]
pub(crate) fn write_part(out: &mut Vec<u8>, value: &[u8]) {
    let (chunks, rest) = value.as_chunks::<16>();
    let mut as_is = false;
    for chunk in chunks {
        // Copying and scanning 16 bytes takes one instruction each. A call of memcpy for the bytes
        // between two escapes takes several.
        let found = scan::special_mask(chunk);
        as_is = found == 0;
        if as_is {
            out.extend_from_slice(chunk);
        } else {
            write_escaped(out, chunk, found);
        }
    }
    // The remainder is scanned as part of the last 16 bytes, if there are that many.
    let last = value.last_chunk();
    let found = match last {
        Some(last) => scan::special_mask(last) >> (16 - rest.len()),
        None => rest.iter().rev().fold(0, |mask, &byte| {
            mask << 1 | u32::from(scan::is_special(byte))
        }),
    };
    match (found, last) {
        // The remainder is copied in the same way; overlapping bytes are overwritten by the same
        // bytes.
        (0, Some(last)) if as_is => {
            out.truncate(out.len() - (16 - rest.len()));
            out.extend_from_slice(last);
        }
        (0, _) => out.extend_from_slice(rest),
        (found, _) => write_escaped(out, rest, found),
    }
}

/// Appends at most 16 bytes, escaping those whose bit in `found` is set.
#[inline]
fn write_escaped(out: &mut Vec<u8>, bytes: &[u8], mut found: u32) {
    let mut from = 0;
    while found != 0 {
        let at = found.trailing_zeros() as usize;
        out.extend_from_slice(&bytes[from..at]);
        write_escape(out, bytes[at]);
        from = at + 1;
        found &= found - 1;
    }
    out.extend_from_slice(&bytes[from..]);
}

#[inline]
fn write_escape(out: &mut Vec<u8>, byte: u8) {
    let letter = match byte {
        b'"' | b'\\' => byte,
        b'\n' => b'n',
        b'\t' => b't',
        b'\r' => b'r',
        0x08 => b'b',
        0x0C => b'f',
        _ => {
            out.extend_from_slice(format!("\\u{byte:04x}").as_bytes());
            return;
        }
    };
    out.extend_from_slice(&[b'\\', letter]);
}

/// Appends an array.
fn write_array<T>(
    out: &mut Vec<u8>,
    elements: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut Vec<u8>, T),
) {
    out.push(b'[');
    for (index, element) in elements.into_iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write(out, element);
    }
    out.push(b']');
}

/// Appends an array of integers.
pub(crate) fn write_integers<const N: usize>(out: &mut Vec<u8>, values: [u64; N]) {
    write_array(out, values, write_integer);
}

/// Appends `value` in decimal.
#[inline]
pub(crate) fn write_integer(out: &mut Vec<u8>, value: u64) {
    out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_string_is_written_as_serde_json_writes_it(value in any::<String>()) {
            let mut out = Vec::new();
            write_string(&mut out, &value);
            prop_assert_eq!(out, serde_json::to_vec(&value).unwrap());
        }

        #[test]
        fn numbers_are_written_as_serde_json_writes_them(integer in any::<u64>(), float in any::<f64>()) {
            let mut out = Vec::new();
            let mut object = Object::begin(&mut out);
            object.integer("i", integer).float("f", float);
            object.end();
            prop_assert_eq!(String::from_utf8(out).unwrap(),
                format!("{{\"i\":{integer},\"f\":{}}}", serde_json::to_string(&float).unwrap()));
        }
    }

    #[test]
    fn every_control_character_reads_back() {
        let value: String = (0u8..0x80).map(char::from).collect();
        let mut out = Vec::new();
        write_string(&mut out, &value);
        assert_eq!(serde_json::from_slice::<String>(&out).unwrap(), value);
    }
}
