//! Parses values without loss.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// Parses a value. One that would lose something becomes a string with its JSON: an object with two equal keys, a number
/// that is too large, and an integer of more than 64 bits.
pub(super) fn parse(json: &str) -> Value {
    let parsed = match has_long_integer(json) {
        true => None,
        false => serde_json::from_str(json).ok(),
    };
    parsed.map_or_else(|| Value::String(json.to_owned()), |Exact(value)| value)
}

/// Whether an integer outside of strings does not fit into 64 bits. `serde_json` rounds such integers and reads them as
/// numbers with a fraction, so a visitor cannot tell them apart.
fn has_long_integer(json: &str) -> bool {
    let bytes = json.as_bytes();
    let (mut at, mut is_text) = (0, false);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            b'"' => is_text = !is_text,
            b'-' | b'0'..=b'9' if !is_text => {
                let length = bytes[at..]
                    .iter()
                    .take_while(|&&byte| is_of_number(byte))
                    .count();
                let number = &json[at..at + length];
                let is_integer = !number.contains(['.', 'e', 'E']);
                if is_integer && number.parse::<i64>().is_err() && number.parse::<u64>().is_err() {
                    return true;
                }
                at += length - 1;
            }
            _ => {}
        }
        at += 1;
    }
    false
}

fn is_of_number(byte: u8) -> bool {
    byte.is_ascii_digit() || b"+-.eE".contains(&byte)
}

struct Exact(Value);

impl<'de> Deserialize<'de> for Exact {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Parts;

        impl<'de> Visitor<'de> for Parts {
            type Value = Exact;

            fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
                formatter.write_str("a value")
            }

            fn visit_bool<E>(self, value: bool) -> Result<Exact, E> {
                Ok(Exact(value.into()))
            }

            fn visit_i64<E>(self, value: i64) -> Result<Exact, E> {
                Ok(Exact(value.into()))
            }

            fn visit_u64<E>(self, value: u64) -> Result<Exact, E> {
                Ok(Exact(value.into()))
            }

            fn visit_f64<E>(self, value: f64) -> Result<Exact, E> {
                Ok(Exact(value.into()))
            }

            fn visit_str<E>(self, value: &str) -> Result<Exact, E> {
                Ok(Exact(value.into()))
            }

            fn visit_unit<E>(self) -> Result<Exact, E> {
                Ok(Exact(Value::Null))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Exact, A::Error> {
                let mut all = Vec::new();
                while let Some(Exact(element)) = elements.next_element()? {
                    all.push(element);
                }
                Ok(Exact(Value::Array(all)))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Exact, A::Error> {
                let mut all = Map::new();
                while let Some((key, Exact(value))) = fields.next_entry::<String, _>()? {
                    if all.insert(key, value).is_some() {
                        return Err(A::Error::custom("two equal keys"));
                    }
                }
                Ok(Exact(Value::Object(all)))
            }
        }

        deserializer.deserialize_any(Parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_would_lose_something_is_a_string() {
        for (json, exact) in [
            ("[1,-2,1.5,true,null,\"1\"]", true),
            ("{\"a\":{\"b\":[{}]},\"b\":18446744073709551615}", true),
            ("[1e30,-9223372036854775808]", true),
            ("\"99999999999999999999 \\\" 99999999999999999999\"", true),
            ("{\"a\":{\"b\":1,\"b\":1}}", false),
            ("1e400", false),
            ("[18446744073709551616]", false),
            ("{\"a\":-99999999999999999999}", false),
        ] {
            let expected = match exact {
                true => serde_json::from_str(json).unwrap(),
                false => json!(json),
            };
            assert_eq!(parse(json), expected, "{json}");
        }
    }
}
