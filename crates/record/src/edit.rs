//! Changes to the fields of records on their way out.

use crate::{Fields, Object, Value, domain_of, host_of};

/// Fields to leave out of records, or to add to them.
///
/// ```
/// let line = br#"{"doc":"1","url":"https://www.mill.co.uk/a","text":"Oats","demo":{"kept":2}}"#;
/// let edit = record::Edit { without: Some("demo"), hosts: true };
/// let mut out = Vec::new();
/// edit.apply(line, &mut out);
/// assert_eq!(
///     String::from_utf8(out).unwrap(),
///     r#"{"doc":"1","url":"https://www.mill.co.uk/a","text":"Oats","host":"www.mill.co.uk","domain":"mill.co.uk"}"#
/// );
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Edit<'a> {
    /// The field of this name is left out if its value is an object.
    pub without: Option<&'a str>,
    /// The fields `host` and `domain` are added if the record has an address, which is in the field
    /// `url`, or is its name, and no such fields.
    pub hosts: bool,
}

/// What a change applied to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Applied {
    /// A field was left out.
    pub left_out: bool,
    /// The record has an address, and its host was wanted.
    pub has_host: bool,
}

impl Edit<'_> {
    /// Appends a record to `out` with these changes. A line that is not a record stays unchanged.
    pub fn apply(&self, line: &[u8], out: &mut Vec<u8>) -> Applied {
        let Ok(fields) = Fields::parse(line) else {
            out.extend_from_slice(line);
            return Applied::default();
        };
        let is_object = |key: &&str| match fields.get(key) {
            Some(Value::Other(value)) => value.starts_with('{'),
            _ => false,
        };
        let left_out = self.without.filter(is_object);
        let left_out = left_out.and_then(|key| fields.extent(key));
        let close = fields.close();
        match &left_out {
            Some(at) => {
                out.extend_from_slice(&line[..at.start]);
                out.extend_from_slice(&line[at.end..close]);
            }
            None => out.extend_from_slice(&line[..close]),
        }
        let address = self.hosts.then(|| address(&fields)).flatten();
        if let Some(address) = &address {
            let host = host_of(address);
            let mut added = Vec::new();
            let mut object = Object::begin(&mut added);
            for (key, value) in [("host", &host[..]), ("domain", domain_of(&host))] {
                if fields.get(key).is_none() && !host.is_empty() {
                    object.string(key, value);
                }
            }
            object.end();
            if added.len() > 2 {
                // An address is a field, so the record is not empty.
                out.push(b',');
                out.extend_from_slice(&added[1..added.len() - 1]);
            }
        }
        out.extend_from_slice(&line[close..]);
        Applied {
            left_out: left_out.is_some(),
            has_host: address.is_some(),
        }
    }
}

/// Returns the address of a document: its field `url`, or its name if that is one.
fn address(fields: &Fields) -> Option<String> {
    ["url", "doc", "id"].into_iter().find_map(|key| {
        let address = fields.get(key)?.string_or_number()?;
        address.contains("://").then(|| address.into_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(line: &str, without: Option<&str>, hosts: bool) -> String {
        let mut out = Vec::new();
        Edit { without, hosts }.apply(line.as_bytes(), &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_field_is_left_out_anywhere() {
        for (line, expected) in [
            ("{\"a\": {\"b\": 1}, \"c\": 2}\n", "{\"c\": 2}\n"),
            ("{\"c\":2,\"a\":{},\"d\":3}\n", "{\"c\":2,\"d\":3}\n"),
            ("{\"c\":2 , \"a\" : {} }\n", "{\"c\":2 }\n"),
            ("{\"a\":{}}", "{}"),
            // Only an object is what a tool added.
            ("{\"a\":1}\n", "{\"a\":1}\n"),
            ("not a record\n", "not a record\n"),
        ] {
            assert_eq!(edited(line, Some("a"), false), expected);
        }
    }

    #[test]
    fn hosts_are_those_of_addresses() {
        for (line, expected) in [
            (
                "{\"doc\":\"http://a.b.example/x\"}\n",
                "{\"doc\":\"http://a.b.example/x\",\"host\":\"a.b.example\",\"domain\":\"b.example\"}\n",
            ),
            (
                "{\"id\":7,\"url\":\"ftp://b.example\",\"host\":\"own\"}\n",
                "{\"id\":7,\"url\":\"ftp://b.example\",\"host\":\"own\",\"domain\":\"b.example\"}\n",
            ),
            ("{\"doc\":\"books/a.txt\"}\n", "{\"doc\":\"books/a.txt\"}\n"),
            ("{\"url\":\"file:///a\"}\n", "{\"url\":\"file:///a\"}\n"),
        ] {
            assert_eq!(edited(line, None, true), expected);
        }
    }
}
