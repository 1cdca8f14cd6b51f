//! Groups of documents.

use std::fmt::{self, Display};
use std::str::FromStr;

use crate::{FieldPath, Fields, Name};

/// The criterion for grouping documents: a field of their records, the host or the registered
/// domain of their URL, or their folder.
///
/// `host`, `domain` and `folder` are also names of fields: if a record has the field, its value is
/// the group.
///
/// ```
/// let by: record::GroupBy = "host".parse()?;
/// let group = |line| {
///     let fields = record::Fields::parse_str(line).unwrap();
///     by.of_fields(&fields)
/// };
/// assert_eq!(group(r#"{"doc":"https://Mill.example/boats"}"#).as_deref(), Some("mill.example"));
/// assert_eq!(group(r#"{"doc":"7","url":"http://mill.example:80/tar"}"#).as_deref(), Some("mill.example"));
/// assert_eq!(group(r#"{"doc":"7","host":"quay.example"}"#).as_deref(), Some("quay.example"));
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupBy {
    field: FieldPath,
    derived: Option<Derived>,
}

/// How to derive a group from a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Derived {
    Host,
    Domain,
    Folder,
}

impl FromStr for GroupBy {
    type Err = String;

    fn from_str(shown: &str) -> Result<Self, String> {
        Ok(GroupBy {
            field: shown.parse()?,
            derived: match shown {
                "host" => Some(Derived::Host),
                "domain" => Some(Derived::Domain),
                "folder" => Some(Derived::Folder),
                _ => None,
            },
        })
    }
}

impl Display for GroupBy {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.field.fmt(f)
    }
}

impl GroupBy {
    /// The field that contains the group of a record, as `linenorm --by` and `freqlines --by` write
    /// it.
    pub const FIELD: &str = "group";

    /// Whether the group is only a field of records, so that its name can be wrong.
    pub fn is_field(&self) -> bool {
        self.derived.is_none()
    }

    /// Whether the group is the folder of a document.
    pub fn is_folder(&self) -> bool {
        self.derived == Some(Derived::Folder)
    }

    /// Returns the outermost fields of a record that the group depends on.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        [self.field.key(), "url"].into_iter()
    }

    /// Returns the group of a document with this name; `field` looks up its fields. An empty group
    /// counts as `None`.
    pub fn of(&self, name: &[u8], field: impl Fn(&FieldPath) -> Option<String>) -> Option<String> {
        let name = || String::from_utf8_lossy(name);
        let group = field(&self.field).or_else(|| match self.derived? {
            Derived::Folder => Some(folder_of(&name()).to_owned()),
            derived @ (Derived::Host | Derived::Domain) => {
                let url = "url".parse().ok().and_then(|url| field(&url));
                let host = host_of(&url.map_or_else(name, Into::into));
                Some(match derived {
                    Derived::Domain => domain_of(&host).to_owned(),
                    _ => host,
                })
            }
        });
        group.filter(|group| !group.is_empty())
    }

    /// Returns the group of a record: its field [`GroupBy::FIELD`], or the group of its document.
    pub fn of_fields(&self, fields: &Fields) -> Option<String> {
        let of_path = |path: &FieldPath| {
            let (value, _) = path.find(fields).ok()??;
            value.string_or_number().map(|text| text.into_owned())
        };
        let given = fields.get(Self::FIELD);
        let given = given.and_then(|value| value.string_or_number().map(|text| text.into_owned()));
        given.or_else(|| {
            let name = Name::find(fields).ok().flatten();
            self.of(name.as_ref().map_or(b"", Name::as_bytes), of_path)
        })
    }
}

/// Returns the host of a URL in lower case, without user and port, or the folder of any other name. A host in Unicode becomes
/// its ASCII form (`xn--`), so that both are one host.
pub fn host_of(name: &str) -> String {
    let Some((_, rest)) = name.split_once("://") else {
        return folder_of(name).to_owned();
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or("");
    let host = authority.rsplit('@').next().unwrap_or("");
    // Ignore the colons within the brackets of an IPv6 address.
    let port = host
        .rfind(':')
        .filter(|&at| host[at..].bytes().skip(1).all(|byte| byte.is_ascii_digit()));
    let host = port.map_or(host, |at| &host[..at]);
    // A final dot means the root of the name system.
    let host = host.strip_suffix('.').unwrap_or(host);
    match host.is_ascii() {
        true => host.to_ascii_lowercase(),
        // The form in which servers know it.
        false => idna::domain_to_ascii(host).unwrap_or_else(|_| host.to_lowercase()),
    }
}

/// Returns the registered domain of a host: the public suffix and one more label. Other names, such
/// as IP addresses and public suffixes themselves, are returned unchanged.
///
/// ```
/// assert_eq!(record::domain_of("www.boats.mill.co.uk"), "mill.co.uk");
/// assert_eq!(record::domain_of("192.0.2.1"), "192.0.2.1");
/// ```
pub fn domain_of(host: &str) -> &str {
    let is_name = !host.contains(['/', ':']) && host.parse::<std::net::Ipv4Addr>().is_err();
    let domain = is_name.then(|| psl::domain_str(host)).flatten();
    domain.unwrap_or(host)
}

/// Returns the folder of a path.
fn folder_of(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(folder, _)| folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_is_a_field_or_follows_from_the_name() {
        let group = |by: &str, line: &str| {
            let by: GroupBy = by.parse().unwrap();
            by.of_fields(&Fields::parse_str(line).unwrap())
        };
        for (by, line, expected) in [
            (
                "publisher",
                r#"{"doc":"a","publisher":"Quay"}"#,
                Some("Quay"),
            ),
            ("publisher", r#"{"doc":"a"}"#, None),
            ("publisher", r#"{"doc":"a","publisher":""}"#, None),
            ("year", r#"{"doc":"a","year":1790}"#, Some("1790")),
            (
                ".meta.press",
                r#"{"doc":"a","meta":{"press":"Mill"}}"#,
                Some("Mill"),
            ),
            ("folder", r#"{"doc":"books/old/a.txt"}"#, Some("books/old")),
            ("folder", r#"{"doc":"a.txt"}"#, None),
            ("host", r#"{"doc":"books/a.txt"}"#, Some("books")),
            ("host", r#"{"text":"a"}"#, None),
            (
                "domain",
                r#"{"doc":"7","url":"http://www.Mill.example:80/tar"}"#,
                Some("mill.example"),
            ),
            ("domain", r#"{"doc":"7","domain":"quay"}"#, Some("quay")),
            // The field that the tools write takes precedence.
            (
                "host",
                r#"{"doc":"http://mill.example/","group":"quay"}"#,
                Some("quay"),
            ),
        ] {
            assert_eq!(group(by, line).as_deref(), expected, "{by} {line}");
        }
        assert!("".parse::<GroupBy>().is_err());
    }

    #[test]
    fn hosts_of_addresses() {
        for (name, expected) in [
            (
                "https://user@WWW.Mill.Example:8080/a/b?c",
                "www.mill.example",
            ),
            ("http://[2001:db8::1]/x", "[2001:db8::1]"),
            ("http://[2001:db8::1]:80/x", "[2001:db8::1]"),
            ("ftp://mill.example", "mill.example"),
            ("http://mill.example./x", "mill.example"),
            ("http://M\u{DC}HLE.example/x", "xn--mhle-0ra.example"),
            ("http://mu\u{308}hle.example/x", "xn--mhle-0ra.example"),
            ("http://XN--mhle-0ra.example:80", "xn--mhle-0ra.example"),
            (
                "http://\u{43F}\u{440}\u{438}\u{43C}\u{435}\u{440}.\u{440}\u{444}",
                "xn--e1afmkfd.xn--p1ai",
            ),
            ("http://\u{4F8B}\u{3002}jp/x", "xn--fsq.jp"),
            ("b\u{FC}cher/a.html", "b\u{FC}cher"),
            ("site/a/b.html", "site/a"),
            ("b.html", ""),
        ] {
            assert_eq!(host_of(name), expected, "{name}");
        }
    }

    #[test]
    fn a_domain_is_one_label_more_than_the_public_suffix() {
        for (host, expected) in [
            ("a.b.mill.example", "mill.example"),
            ("www.mill.gov.uk", "mill.gov.uk"),
            ("mill.github.io", "mill.github.io"),
            ("www.xn--e1afmkfd.xn--p1ai", "xn--e1afmkfd.xn--p1ai"),
            ("a.b.xn--55qx5d.cn", "b.xn--55qx5d.cn"),
            ("co.uk", "co.uk"),
            ("localhost", "localhost"),
            ("192.0.2.1", "192.0.2.1"),
            ("[2001:db8::1]", "[2001:db8::1]"),
            ("books/old.texts", "books/old.texts"),
            ("", ""),
            ("..", ".."),
        ] {
            assert_eq!(domain_of(host), expected, "{host}");
        }
    }
}
