//! Exact keys, addresses among them.

use intake::Document;
use tokens::fold::nfc;
use url::Url;
use xxhash_rust::xxh3::xxh3_128;

use super::Options;

/// Parameters of addresses that say where a reader came from, and nothing about the page.
const TRACKING: [&str; 8] = [
    "fbclid", "gclid", "dclid", "msclkid", "yclid", "igshid", "mc_cid", "mc_eid",
];

impl Options {
    /// The key of a document as a hash, if it has all fields of --key. Keys with equal hashes count as equal.
    pub(super) fn key_of(&self, document: &Document) -> Option<u128> {
        let mut all = Vec::new();
        if self.key.is_empty() {
            return None;
        }
        for field in &self.key {
            let mut value = document
                .field(field)
                .filter(|value| !value.trim().is_empty())?;
            if self.normalise_url {
                value = normalised(&value);
            }
            value = match self.fold {
                Some(fold) => {
                    let words: Vec<&str> = value.split_whitespace().collect();
                    fold.apply(&words.join(" ")).into_owned()
                }
                None => nfc(&value).into_owned(),
            };
            // The length keeps fields apart.
            all.extend_from_slice(&(value.len() as u64).to_le_bytes());
            all.extend_from_slice(value.as_bytes());
        }
        Some(xxh3_128(&all))
    }

    /// How keys are made: nothing without --key.
    pub(super) fn kind_of_keys(&self) -> String {
        let fields: Vec<String> = self.key.iter().map(ToString::to_string).collect();
        let how = [(self.normalise_url, "url"), (self.fold.is_some(), "fold")];
        let how = how.into_iter().filter(|(is_so, _)| *is_so);
        match fields.is_empty() {
            true => String::new(),
            false => format!(
                "{}{}/",
                fields.join(","),
                how.map(|(_, how)| format!("+{how}")).collect::<String>()
            ),
        }
    }
}

/// An address without what does not lead to another page. A text that is not an address stays as it
/// is.
fn normalised(address: &str) -> String {
    let Ok(mut url) = Url::parse(address.trim()) else {
        return address.to_owned();
    };
    url.set_fragment(None);
    let is_tracking = |name: &str| name.starts_with("utm_") || TRACKING.contains(&name);
    let kept: Vec<(String, String)> = url
        .query_pairs()
        .filter(|(name, _)| !is_tracking(name))
        .map(|(name, value)| (name.into_owned(), value.into_owned()))
        .collect();
    url.set_query(None);
    if !kept.is_empty() {
        url.query_pairs_mut().extend_pairs(kept);
    }
    let written = url.as_str();
    let bare = written.split_once("://").map_or(written, |(_, rest)| rest);
    bare.trim_end_matches('/').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_one_page_are_equal() {
        for address in [
            "http://Mill.example:80/boats/",
            "https://mill.example/boats#blue",
            "https://mill.example/boats?utm_source=letter&fbclid=x",
            " https://mill.example/./boats ",
        ] {
            assert_eq!(normalised(address), "mill.example/boats", "{address}");
        }
        assert_eq!(
            normalised("https://mill.example/?b=1&a=2"),
            "mill.example/?b=1&a=2"
        );
        assert_eq!(normalised("boats of the mill"), "boats of the mill");
        assert_ne!(
            normalised("https://mill.example/Boats"),
            normalised("https://mill.example/boats")
        );
    }
}
