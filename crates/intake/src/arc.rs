//! Headers of ARC files, the format of the Internet Archive before WARC: a line with an address, a
//! date and a length, followed by the server's response ("ARC File Format", Burner and Kahle 1996).

/// The header of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Header {
    pub url: String,
    /// The date in the format of WARC: `2003-02-01T12:34:56Z`.
    pub date: String,
    pub content_type: String,
    pub length: u64,
}

impl Header {
    /// Parses a header line: the address, the server's address, the date, the media type, in
    /// version 2 five more fields, and the length. The address may contain spaces.
    pub fn of(line: &[u8]) -> Option<Self> {
        let line = String::from_utf8_lossy(line);
        let line = line.trim_ascii_end();
        // Version 2 is tried first: a longer line of it could be one of version 1 whose address has spaces.
        [10, 5]
            .into_iter()
            .find_map(|fields| Self::of_fields(line, fields))
    }

    fn of_fields(line: &str, number: usize) -> Option<Self> {
        let mut fields: Vec<&str> = line.rsplitn(number, ' ').collect();
        fields.reverse();
        if fields.len() < number {
            return None;
        }
        let is_digits =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let (url, date, length) = (fields[0], fields[2], fields[fields.len() - 1]);
        if !url.contains(':')
            || !is_digits(date)
            || !(8..=17).contains(&date.len())
            || !is_digits(length)
        {
            return None;
        }
        let part = |from: usize| date.get(from..from + 2).unwrap_or("00");
        Some(Header {
            url: url.to_owned(),
            date: format!(
                "{}-{}-{}T{}:{}:{}Z",
                &date[..4],
                part(4),
                part(6),
                part(8),
                part(10),
                part(12)
            ),
            content_type: fields[3].to_owned(),
            length: length.parse().ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_has_five_fields_or_ten() {
        let expected = Header {
            url: "http://a.example/x".into(),
            date: "2003-02-01T12:34:56Z".into(),
            content_type: "text/html".into(),
            length: 120,
        };
        for line in [
            "http://a.example/x 10.0.0.1 20030201123456 text/html 120\n",
            "http://a.example/x 10.0.0.1 20030201123456 text/html 200 - - 9 a.arc 120\r\n",
        ] {
            assert_eq!(Header::of(line.as_bytes()).as_ref(), Some(&expected));
            let spaced = Header::of(line.replace("/x ", "/a b c d e f g ").as_bytes()).unwrap();
            let url = "http://a.example/a b c d e f g".to_owned();
            assert_eq!(
                spaced,
                Header {
                    url,
                    ..spaced.clone()
                }
            );
            assert_eq!((&*spaced.date, spaced.length), (&*expected.date, 120));
        }
        for line in [
            "URL IP-address Archive-date Content-type Archive-length",
            "Five words that are none",
            "a:b c 2003 d 7",
            "",
        ] {
            assert_eq!(Header::of(line.as_bytes()), None, "{line}");
        }
    }
}
