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
    // Some sites write the path of a page there.
    let of_page = url.fragment().filter(|part| part.starts_with(['!', '/']));
    let of_page = of_page.map(str::to_owned);
    url.set_fragment(of_page.as_deref());
    let path = unescaped(url.path());
    url.set_path(path.trim_end_matches('/'));
    let is_tracking = |name: &str| {
        let name = name.to_ascii_lowercase();
        name.starts_with("utm_") || TRACKING.contains(&&*name)
    };
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

/// Writes letters, digits and `-._~` without escapes, and other escapes in capitals: they lead to the same page (RFC 3986, section 6.2.2).
fn unescaped(path: &str) -> String {
    let mut parts = path.split('%');
    let mut all = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part
            .get(..2)
            .filter(|two| two.bytes().all(|one| one.is_ascii_hexdigit()));
        let byte = digits.and_then(|two| u8::from_str_radix(two, 16).ok());
        match byte {
            Some(byte) if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) => {
                all.push(byte.into())
            }
            Some(byte) => all += &format!("%{byte:02X}"),
            None => all.push('%'),
        }
        all += &part[byte.map_or(0, |_| 2)..];
    }
    all
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
            "https://mill.example/boats/?UTM_Source=letter",
            "https://mill.example/%62oat%73",
            " https://mill.example/./boats ",
        ] {
            assert_eq!(normalised(address), "mill.example/boats", "{address}");
        }
        assert_eq!(
            normalised("https://mill.example/?b=1&a=2"),
            "mill.example/?b=1&a=2"
        );
        for (one, other, is_same) in [
            ("/%7Eada/caf%c3%a9", "/~ada/caf\u{e9}", true),
            ("/a/?b=1", "/a?b=1", true),
            ("/#!/boats", "/#!/tar", false),
            ("/a%2Fb", "/a/b", false),
            ("/100%", "/100%25", false),
        ] {
            let [one, other] =
                [one, other].map(|path| normalised(&format!("http://mill.example{path}")));
            assert_eq!(one == other, is_same, "{one} {other}");
        }
        assert_eq!(
            normalised("https://M\u{FC}hle.example/a"),
            normalised("http://xn--mhle-0ra.example/a")
        );
        assert_eq!(normalised("boats of the mill"), "boats of the mill");
        assert_ne!(
            normalised("https://mill.example/Boats"),
            normalised("https://mill.example/boats")
        );
    }
}
