//! Formats that are recognised but not read.

use std::fmt;

use encoding_rs::{Encoding, UTF_8};
use record::begin::{Begin, begins_field, first_object};

use crate::encoding::Label;

/// A format that is not read, and what to do instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refused {
    /// The apparent format of the file.
    pub what: &'static str,
    /// The alternative to recommend.
    pub instead: &'static str,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "this looks like {}", self.what)?;
        match self.instead {
            "" => Ok(()),
            instead => write!(f, "; {instead}"),
        }
    }
}

const EXTRACT: &str = "extract its text first";

/// Magic bytes, their offset, and the format.
#[rustfmt::skip]
pub static MAGICS: [(usize, &[u8], Refused); 45] = [
    (0, b"%PDF-", refuse("a PDF file", "extract its text first, for instance with pdftotext")),
    (0, b"%!PS-Adobe", refuse("a PostScript file", "extract its text first, for instance with ps2ascii")),
    (0, b"{\\rtf1", refuse("an RTF document", "save it as text first, for instance with pandoc")),
    (0, b"\x7FELF", refuse("a program (ELF)", "")),
    (0, b"\xCA\xFE\xBA\xBE", refuse("a program (Mach-O or Java)", "")),
    (0, b"\xCF\xFA\xED\xFE", refuse("a program (Mach-O)", "")),
    (0, b"MZ\x90\0", refuse("a program (PE)", "")),
    (0, b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", refuse("an old office document (.doc, .xls)", "save it as text first")),
    (60, b"BOOKMOBI", refuse("a Mobipocket e-book", EXTRACT)),
    (0, b"AT&TFORM", refuse("a DjVu file", "extract its text first, for instance with djvutxt")),
    (0, b"\x89PNG\r\n\x1A\n", refuse("a PNG image", "")),
    (0, b"\xFF\xD8\xFF", refuse("a JPEG image", "")),
    (0, b"GIF87a", refuse("a GIF image", "")),
    (0, b"GIF89a", refuse("a GIF image", "")),
    (8, b"WEBP", refuse("a WebP image", "")),
    (0, b"II*\0", refuse("a TIFF image", "")),
    (0, b"MM\0*", refuse("a TIFF image", "")),
    (4, b"ftyp", refuse("a video, sound or image (MP4, HEIF)", "")),
    (0, b"\x1A\x45\xDF\xA3", refuse("a video (Matroska, WebM)", "")),
    (0, b"OggS", refuse("a sound or video (Ogg)", "")),
    (0, b"ID3\x03", refuse("a sound (MP3)", "")),
    (0, b"ID3\x04", refuse("a sound (MP3)", "")),
    (0, b"fLaC", refuse("a sound (FLAC)", "")),
    (8, b"WAVEfmt", refuse("a sound (WAV)", "")),
    (0, b"wOFF", refuse("a font (WOFF)", "")),
    (0, b"wOF2", refuse("a font (WOFF)", "")),
    (0, b"OTTO\0", refuse("a font (OpenType)", "")),
    (0, b"\0\x01\0\0\0", refuse("a font (TrueType)", "")),
    (0, b"\0\0\x01\0", refuse("an icon", "")),
    (0, b"\0asm", refuse("a program (WebAssembly)", "")),
    (0, b"7z\xBC\xAF\x27\x1C", refuse("a 7z archive", "unpack it first")),
    (0, b"Rar!\x1A\x07", refuse("a RAR archive", "unpack it first")),
    (0, b"\x1F\x9D", refuse("data of compress (.Z)", "decompress it first, with gzip -d")),
    (0, b"LZIP\x01", refuse("lzip data", "decompress it first")),
    (0, b"\x5D\0\0\x80\0", refuse("lzma data", "decompress it first, with xz -d")),
    (0, b"\xFF\x06\0\0sNaPpY", refuse("snappy data", "decompress it first")),
    (0, b"SQLite format 3\0", refuse("an SQLite database", "write its texts as JSON Lines first")),
    (0, b"ARROW1\0\0", refuse("an Arrow file", "write it as Parquet or JSON Lines first, with datasets: to_parquet, to_json")),
    (0, &[0xFF; 8], refuse("padding: each bit is set", "")),
    (0, b"\xFF\xFF\xFF\xFF", refuse("an Arrow stream", "write it as Parquet or JSON Lines first, with datasets: to_parquet, to_json")),
    (0, b"Obj\x01", refuse("an Avro file", "write it as JSON Lines first")),
    (0, b"ORC\n", refuse("an ORC file", "write it as Parquet or JSON Lines first")),
    (0, b"\x89HDF\r\n\x1A\n", refuse("an HDF5 file", "write its texts as JSON Lines first")),
    (0, b"\x93NUMPY", refuse("a NumPy array", "")),
    (0, b"!<arch>\n", refuse("an object archive (ar)", "unpack it first")),
];

const fn refuse(what: &'static str, instead: &'static str) -> Refused {
    Refused { what, instead }
}

const MAILBOX: Refused = refuse(
    "a mailbox (mbox)",
    "write a message as one file or one JSON record each first, for instance with Python's mailbox; or read it as one \
     document with --input-format text",
);
const MHTML: Refused = refuse(
    "a page saved with its images (MHTML)",
    "save it as HTML only, or extract its text/html part, for instance with Python's email; or read it as one document \
     with --input-format text",
);
const ENCODED_MAIL: Refused = refuse(
    "a mail message whose text is in base64 or quoted-printable",
    "decode it first, for instance with Python's email; or read it as one document with --input-format text",
);
const WIKI: Refused = refuse(
    "a MediaWiki dump",
    "extract its articles as JSON Lines first, for instance with wikiextractor --json; or read it as one document with \
     --input-format text",
);
const JSON_ARRAY: Refused = refuse(
    "a JSON array of objects",
    "write one object a line first: jq -c '.[]' FILE",
);
const JSON_LINES: Refused = refuse(
    "a JSON object on several lines",
    "write one object a line first: jq -c . FILE",
);
const JSON_SEQUENCE: Refused = refuse(
    "a JSON text sequence (RFC 7464)",
    "remove its record separators first: tr -d '\\036' < FILE",
);
const SITEMAP: Refused = refuse(
    "a sitemap, which has addresses and no text",
    "fetch the pages that it names first, for instance with wget; or read it as one document with --input-format text",
);
const FEED: Refused = refuse(
    "a feed (RSS, Atom), which has summaries of other pages",
    "fetch the pages that it names first, for instance with wget; or read it as one document with --input-format text",
);
const OPML: Refused = refuse(
    "a list of feeds (OPML), which has addresses and no text",
    "fetch what it names first, for instance with wget; or read it as one document with --input-format text",
);
const UTF_16: Refused = refuse(
    "UTF-16 without a byte order mark",
    "name the encoding with -E utf-16le or utf-16be, or find it out with charset --to-utf8",
);
const UTF_32: Refused = refuse("UTF-32", "convert it first: charset --to-utf8 FILE");
const RECORDS_IN_UTF_16: Refused = refuse(
    "records or rows in UTF-16",
    "convert them first: iconv -f utf-16 -t utf-8 FILE",
);
const UNMARKED_UTF_16: Refused = refuse(
    "records or rows in UTF-16 without a byte order mark",
    "convert them first: iconv -f utf-16le -t utf-8 FILE; rows are also read with -E utf-16le",
);
const RECORDS_IN_UTF_32: Refused = refuse(
    "records or rows in UTF-32",
    "convert them first: iconv -f utf-32 -t utf-8 FILE",
);
/// Compressed data instead of a page.
pub(crate) const PACKED: Refused = refuse("compressed data", "");
pub(crate) const PACKED_TWICE: Refused = refuse(
    "data that are compressed twice",
    "decompress the file once first",
);
const ENCRYPTED_PARQUET: Refused = refuse(
    "an encrypted Parquet file",
    "write it without encryption first",
);
pub(crate) const BINARY: Refused = refuse(
    "data that are not text: there are NUL bytes in it",
    "if it is text, name its encoding with -E, or read it with --input-format text",
);

/// Returns the reason why a file of records or rows, which have this encoding, cannot be read, by its
/// first bytes.
pub(crate) fn not_utf_8(head: &[u8], encoding: &'static Encoding) -> Option<Refused> {
    let has_mark = |marks: [&[u8]; 2]| marks.iter().any(|mark| head.starts_with(mark));
    match encoding == UTF_8 {
        _ if has_mark(UTF_32_MARKS) => Some(RECORDS_IN_UTF_32),
        true if has_mark([b"\xFF\xFE", b"\xFE\xFF"]) => Some(RECORDS_IN_UTF_16),
        true if head.contains(&0) && looks_like_utf_16(head) => Some(UNMARKED_UTF_16),
        _ => None,
    }
}

/// Recognises a format that is not text, and is refused, by the magic bytes at the beginning of a file.
///
/// ```
/// let refused = intake::by_magic(b"%PDF-1.7 ...").expect("the head of a PDF file");
/// assert!(refused.to_string().starts_with("this looks like a PDF file; extract its text first"));
/// assert_eq!(intake::by_magic(b"A text."), None);
/// ```
pub fn by_magic(head: &[u8]) -> Option<Refused> {
    let magic = MAGICS.iter().find(|(at, magic, _)| {
        head.get(*at..)
            .is_some_and(|bytes| bytes.starts_with(magic))
    });
    magic.map(|(_, _, refused)| *refused)
}

/// Recognises a refused format by a file's first bytes, unless they are text in this encoding.
/// `any_bytes` means that the tool detects encodings itself, including those with NUL bytes.
pub fn refused(head: &[u8], encoding: Label, any_bytes: bool) -> Option<Refused> {
    if let Some(refused) = by_magic(head) {
        return Some(refused);
    }
    if !any_bytes && UTF_32_MARKS.iter().any(|mark| head.starts_with(mark)) {
        return Some(UTF_32);
    }
    if !any_bytes && has_nuls(head, encoding) {
        return Some(match looks_like_utf_16(head) {
            true => UTF_16,
            false if head.starts_with(b"PARE") => ENCRYPTED_PARQUET,
            false => BINARY,
        });
    }
    let text = head.strip_prefix(record::BYTE_ORDER_MARK).unwrap_or(head);
    if is_mailbox(text) {
        return Some(MAILBOX);
    }
    if let Some(mail) = refused_mail(text) {
        return Some(mail);
    }
    let begin = text.trim_ascii_start();
    if let Some(first) = begin.strip_prefix(b"\x1E")
        && first.trim_ascii_start().starts_with(b"{")
    {
        return Some(JSON_SEQUENCE);
    }
    let begin = after_prolog(begin);
    let names = |name: &&[u8]| {
        let after = begin
            .strip_prefix(b"<")
            .and_then(|tag| tag.strip_prefix(*name));
        after.is_some_and(|rest| rest.first().is_none_or(|byte| b" \t\r\n>".contains(byte)))
    };
    let of_root = ROOTS.iter().find(|(name, _)| names(name));
    if let Some((_, refused)) = of_root {
        return Some(*refused);
    }
    if let Some(first) = begin.strip_prefix(b"[")
        && let Some(object) = first.trim_ascii_start().strip_prefix(b"{")
        && begins_field(object)
    {
        return Some(JSON_ARRAY);
    }
    (first_object(head) == Begin::Lines).then_some(JSON_LINES)
}

/// The root elements of XML files that are not read as one document.
const ROOTS: [(&[u8], Refused); 7] = [
    (b"mediawiki", WIKI),
    (b"urlset", SITEMAP),
    (b"sitemapindex", SITEMAP),
    (b"opml", OPML),
    (b"rss", FEED),
    (b"feed", FEED),
    (b"rdf:RDF", FEED),
];

/// Returns the rest of an XML file after the declaration, comments, instructions and document type.
fn after_prolog(mut bytes: &[u8]) -> &[u8] {
    if !bytes.starts_with(b"<") {
        return bytes;
    }
    loop {
        let end: &[u8] = match bytes {
            [b'<', b'?', ..] => b"?>",
            [b'<', b'!', b'-', b'-', ..] => b"-->",
            [b'<', b'!', ..] => b">",
            _ => return bytes,
        };
        match memchr::memmem::find(bytes, end) {
            Some(at) => bytes = bytes[at + end.len()..].trim_ascii_start(),
            None => return bytes,
        }
    }
}

impl Refused {
    /// Whether it is text in an encoding that extends ASCII.
    pub(crate) fn is_ascii(self) -> bool {
        self.is_text() && ![UTF_16, UTF_32].contains(&self)
    }

    /// Whether it is text, although it is refused.
    pub(crate) fn is_text(self) -> bool {
        [
            MAILBOX,
            MHTML,
            ENCODED_MAIL,
            WIKI,
            SITEMAP,
            FEED,
            OPML,
            JSON_ARRAY,
            JSON_LINES,
            JSON_SEQUENCE,
            UTF_16,
            UTF_32,
        ]
        .contains(&self)
    }
}

/// The byte order marks of UTF-32. The first begins like that of UTF-16, but no text begins with a
/// NUL.
const UTF_32_MARKS: [&[u8]; 2] = [b"\xFF\xFE\0\0", b"\0\0\xFE\xFF"];

/// Whether more than one byte in a thousand is NUL without an explanation by a byte order mark or
/// by `encoding` being UTF-16.
fn has_nuls(head: &[u8], encoding: Label) -> bool {
    let is_explained = match encoding {
        Label::Named(encoding)
            if [encoding_rs::UTF_16LE, encoding_rs::UTF_16BE].contains(&encoding) =>
        {
            true
        }
        _ => encoding_rs::Encoding::for_bom(head).is_some(),
    };
    // Most files have no NUL, and finding that out is faster than counting.
    let has_many = || 1000 * memchr::memchr_iter(0, head).count() > head.len();
    !is_explained && memchr::memchr(0, head).is_some() && has_many()
}

/// Whether NUL bytes are at even or at odd positions only, as for Latin letters in UTF-16.
fn looks_like_utf_16(head: &[u8]) -> bool {
    let zeros = |from: usize| {
        head.iter()
            .skip(from)
            .step_by(2)
            .filter(|&&byte| byte == 0)
            .count()
    };
    let (even, odd) = (zeros(0), zeros(1));
    let (few, many) = (even.min(odd), even.max(odd));
    20 * few < many && 4 * many > head.len()
}

/// Splits at line feeds. Pages may have very long lines.
fn lines(head: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut from = 0;
    let ends = memchr::memchr_iter(b'\n', head).chain([head.len()]);
    ends.map(move |end| &head[std::mem::replace(&mut from, end + 1)..end])
}

/// A `From address date` line, followed by a header line.
fn is_mailbox(head: &[u8]) -> bool {
    let mut lines = lines(head);
    let (Some(first), Some(second)) = (lines.next(), lines.next()) else {
        return false;
    };
    let Some(envelope) = first.strip_prefix(b"From ") else {
        return false;
    };
    let words: Vec<&[u8]> = envelope
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty())
        .collect();
    // The date has the format of asctime: Sat Jan  3 01:05:34 1996.
    let has_date = words.len() >= 6
        && words
            .iter()
            .any(|word| word.len() == 8 && word[2] == b':' && word[5] == b':');
    let key = second
        .split(|&byte| byte == b':')
        .next()
        .unwrap_or_default();
    has_date
        && key.len() < second.len()
        && !key.is_empty()
        && key
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

/// Recognises messages by the lines before the first empty one. A line that only browsers write
/// identifies a saved page. So does the type of a message, for a page with its images. Mail whose
/// text, or that of one of its parts, is encoded is not readable; other mail is text.
fn refused_mail(head: &[u8]) -> Option<Refused> {
    let mut lines = lines(head);
    let (mut is_encoded, mut has_parts, mut is_related) = (false, false, false);
    let mut are_headers = true;
    let mut key: &[u8] = b"";
    for line in lines
        .by_ref()
        .take_while(|line| !line.trim_ascii().is_empty())
    {
        if begins(line, b"From: <Saved by ") || begins(line, b"Snapshot-Content-Location: ") {
            return Some(MHTML);
        }
        are_headers = are_headers && is_header(line);
        // A long value goes on in the next line, after a space.
        let value = match (line.first(), memchr::memchr(b':', line)) {
            (Some(b' ' | b'\t'), _) | (_, None) => line,
            (_, Some(colon)) => {
                key = &line[..colon];
                &line[colon + 1..]
            }
        };
        let value = value.trim_ascii_start();
        if key.eq_ignore_ascii_case(b"Content-Type") {
            is_related |= begins(value, b"multipart/related");
            has_parts |= begins(value, b"multipart/");
        }
        is_encoded |= key.eq_ignore_ascii_case(TRANSFER_ENCODING) && is_encoding(value);
    }
    let mut of_parts = lines.filter_map(|line| {
        let (key, value) = line.split_at_checked(TRANSFER_ENCODING.len())?;
        let value = value.strip_prefix(b":")?;
        Some(key.eq_ignore_ascii_case(TRANSFER_ENCODING) && is_encoding(value.trim_ascii_start()))
    });
    match are_headers {
        true if is_related => Some(MHTML),
        true if is_encoded || has_parts && of_parts.any(|is_encoded| is_encoded) => {
            Some(ENCODED_MAIL)
        }
        _ => None,
    }
}

const TRANSFER_ENCODING: &[u8] = b"Content-Transfer-Encoding";

/// Whether this value of the header is an encoding of text as other text.
fn is_encoding(value: &[u8]) -> bool {
    begins(value, b"base64") || begins(value, b"quoted-printable")
}

/// Whether bytes begin with these, in any case.
fn begins(bytes: &[u8], with: &[u8]) -> bool {
    let begin = bytes.get(..with.len());
    begin.is_some_and(|begin| begin.eq_ignore_ascii_case(with))
}

/// Whether a line is a header of a message, or continues one after a space.
fn is_header(line: &[u8]) -> bool {
    let of_key = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'-';
    let key = line.iter().take_while(of_key).count();
    matches!(
        (key, line[key..].first()),
        (0, Some(b' ' | b'\t')) | (1.., Some(b':'))
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAIL: &str = "a mail message whose text is in base64 or quoted-printable";

    fn what(head: &[u8]) -> Option<&'static str> {
        refused(head, Label::Auto, false).map(|refused| refused.what)
    }

    /// The first bytes of files, and the kinds that are refused.
    const HEADS: &[(&[u8], Option<&str>)] = &[
        (b"%PDF-1.7\n", Some("a PDF file")),
        (b"{\\rtf1\\ansi Words}", Some("an RTF document")),
        (b"%!PS-Adobe-3.0\n", Some("a PostScript file")),
        (&[0xFF; 50], Some("padding: each bit is set")),
        (b"\xFF\xFF\xFF\xFF\x78\0\0\0\x10\0\0\0", Some("an Arrow stream")),
        (b"abc\0def", Some("data that are not text: there are NUL bytes in it")),
        (b"\xFF\xFE\0\0A\0\0\0", Some("UTF-32")),
        (b"\0\0\xFE\xFF\0\0\0A", Some("UTF-32")),
        (
            b"Subject: x\r\nContent-Type: text/plain;\r\n charset=utf-8\r\ncontent-transfer-encoding: BASE64\r\n\r\nQQ==\r\n",
            Some(MAIL),
        ),
        (
            b"From: a@example.org\nContent-transfer-encoding:Quoted-Printable\n\nCaf=C3=A9\n",
            Some(MAIL),
        ),
        (
            b"From: a@example.org\nContent-Type:\n\tmultipart/mixed; boundary=x\n\n--x\nContent-Transfer-Encoding: base64\n\nQQ==\n",
            Some(MAIL),
        ),
        (
            b"From: a@example.org\nContent-Type: text/plain\n\nContent-Transfer-Encoding: base64\n",
            None,
        ),
        (
            b"From: a@example.org\nContent-Type: multipart/signed; boundary=x\n\n--x\nContent-Transfer-Encoding: 7bit\n\nA text.\n",
            None,
        ),
        (
            b"Subject: x\nContent-Transfer-Encoding: 8bit\n\nContent-Transfer-Encoding: base64\n",
            None,
        ),
        (b"Of headers:\nContent-Transfer-Encoding: base64\nsays how\n", None),
        (
            b"From a@example.org Sat Jan  3 01:05:34 1996\nReturn-Path: <a@example.org>\n",
            Some("a mailbox (mbox)"),
        ),
        (
            b"From: <Saved by Blink>\r\nSubject: x\r\n\r\n--part\r\n",
            Some("a page saved with its images (MHTML)"),
        ),
        (
            b"Subject: x\r\nSnapshot-Content-Location: http://example.org/\r\n",
            Some("a page saved with its images (MHTML)"),
        ),
        (
            b"From: a@example.org\nMIME-Version: 1.0\n\nFrom: <Saved by me\n",
            None,
        ),
        (
            b"\x1E{\"text\": \"x\"}\n",
            Some("a JSON text sequence (RFC 7464)"),
        ),
        (b"\x1E a record separator\n", None),
        (b"From here on the road goes up\nNote: it is steep\n", None),
        (b"<mediawiki xmlns=\"x\">\n", Some("a MediaWiki dump")),
        (
            b"<?xml version='1.0'?>\n<mediawiki>\n",
            Some("a MediaWiki dump"),
        ),
        (b"[\n  {\"text\": \"x\"}]", Some("a JSON array of objects")),
        (
            b"<?xml version=\"1.0\"?><!-- <p> --><?xml-stylesheet href=\"x\"?>\n<urlset xmlns=\"x\">",
            Some("a sitemap, which has addresses and no text"),
        ),
        (b"<sitemapindex>", Some("a sitemap, which has addresses and no text")),
        (
            b"<!DOCTYPE rss><rss version=\"2.0\">",
            Some("a feed (RSS, Atom), which has summaries of other pages"),
        ),
        (
            b"<feed\nxmlns=\"x\">",
            Some("a feed (RSS, Atom), which has summaries of other pages"),
        ),
        (b"<!DOCTYPE html><feedback>", None),
        (
            b"<?xml version=\"1.0\"?><opml version=\"2.0\">",
            Some("a list of feeds (OPML), which has addresses and no text"),
        ),
        (
            b"Subject: x\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; type=\"text/html\"\r\n\r\n--part\r\n",
            Some("a page saved with its images (MHTML)"),
        ),
        (b"Subject: x\nContent-Type: multipart/alternative\n\nWords\n", None),
        (b"wOF2\0\x01", Some("a font (WOFF)")),
        (b"[Illustration: {x}]\n", None),
        (b"{\n\n}\nunit crt;\n", None),
        (
            b"{\n  \"text\": \"x\"\n}\n",
            Some("a JSON object on several lines"),
        ),
        (b"{ begin }\n", None),
        (b"plain\n", None),
        (b"", None),
    ];

    #[test]
    fn what_is_no_text_is_recognised() {
        let utf_16: Vec<u8> = "A line of text\n"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        for (head, expected) in HEADS {
            assert_eq!(what(head), *expected, "{:?}", String::from_utf8_lossy(head));
        }
        let unmarked = Some("UTF-16 without a byte order mark");
        assert_eq!(what(&utf_16), unmarked);
        assert_eq!(what(&[b"\xFF\xFE", &utf_16[..]].concat()), None);
        let stray = [&[b'x'; 2000][..], b"\0"].concat();
        assert_eq!(what(&stray), None);
        assert_eq!(refused(&utf_16, Label::Auto, true), None);
        assert_eq!(refused(&utf_16, "utf-16le".parse().unwrap(), false), None);
    }
}
