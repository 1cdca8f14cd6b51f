//! The names of documents' files under `--out-dir`, for documents that are named by addresses.

use std::borrow::Cow;

/// The file of an address that ends in a slash.
const INDEX: &[u8] = b"index";

/// Returns the name of the file of a document that is not a file. An address that ends in `/` gets the file `index`, and a
/// segment that begins with a dot begins with `%2E`, because folders are read without their hidden files. Different addresses get
/// different names: a last segment `index` becomes `%69ndex`, and `%25` replaces the percent sign of segments that
/// look like these.
pub(crate) fn of_name(name: &[u8]) -> Cow<'_, [u8]> {
    let Some(begin) = end_of_scheme(name) else {
        return Cow::Borrowed(name);
    };
    let mut written = name[..begin].to_vec();
    let segments: Vec<&[u8]> = name[begin..].split(|&byte| byte == b'/').collect();
    for (number, segment) in segments.iter().enumerate() {
        let is_last = number > 0 && number + 1 == segments.len();
        if number > 0 {
            written.push(b'/');
        }
        let (escape, rest) = match segment {
            [] if is_last => (INDEX, *segment),
            [b'.', rest @ ..] => (&b"%2E"[..], rest),
            [b'i', rest @ ..] if is_last && *segment == INDEX => (&b"%69"[..], rest),
            [b'%', rest @ ..] if is_escape(rest) => (&b"%25"[..], rest),
            _ => (&b""[..], *segment),
        };
        written.extend_from_slice(escape);
        written.extend_from_slice(rest);
    }
    Cow::Owned(written)
}

/// Whether what follows a percent sign may have been written by [`of_name`].
fn is_escape(mut rest: &[u8]) -> bool {
    while let Some(more) = rest.strip_prefix(b"25") {
        rest = more;
    }
    rest.starts_with(b"2E") || rest == b"69ndex"
}

/// Returns where the host of an address begins, behind `https://`; `None` for other names.
fn end_of_scheme(name: &[u8]) -> Option<usize> {
    let colon = name.iter().position(|&byte| byte == b':')?;
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    // One letter is a drive.
    let is_scheme = colon > 1 && name[0].is_ascii_alphabetic() && name[..colon].iter().all(is_part);
    (is_scheme && name[colon..].starts_with(b"://")).then_some(colon + 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_addresses_are_visible_and_have_names_of_their_own() {
        let mut seen = std::collections::HashSet::new();
        for (address, expected) in [
            ("https://mill.example", "https://mill.example"),
            ("https://mill.example/", "https://mill.example/index"),
            ("https://mill.example/index", "https://mill.example/%69ndex"),
            (
                "https://mill.example/%69ndex",
                "https://mill.example/%2569ndex",
            ),
            (
                "https://mill.example/index/",
                "https://mill.example/index/index",
            ),
            (
                "https://mill.example/index.html",
                "https://mill.example/index.html",
            ),
            ("http://a/.well-known/x", "http://a/%2Ewell-known/x"),
            ("http://a/%2Ewell-known/x", "http://a/%252Ewell-known/x"),
            ("http://a/%252Ewell-known/x", "http://a/%25252Ewell-known/x"),
            ("http://a/y/.git/z", "http://a/y/%2Egit/z"),
            ("http://a/y/.", "http://a/y/%2E"),
            ("http://a/../y", "http://a/%2E./y"),
            ("http://a/.txt", "http://a/%2Etxt"),
            ("http://a/?q=b/", "http://a/?q=b/index"),
            ("http://a/%20/b.c", "http://a/%20/b.c"),
            // These are not addresses.
            ("site/.git/x", "site/.git/x"),
            ("https:/mill.example/.x/", "https:/mill.example/.x/"),
            ("c://.x/", "c://.x/"),
            ("a:b/", "a:b/"),
        ] {
            let name = of_name(address.as_bytes()).into_owned();
            assert_eq!(String::from_utf8_lossy(&name), expected);
            assert!(seen.insert(name), "{address}");
        }
    }
}
