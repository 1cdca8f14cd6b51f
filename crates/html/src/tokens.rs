//! A tokenizer that follows the HTML standard (13.2.5) and skips from one significant byte to the next.
//!
//! [`Scanner`] divides bytes into consecutive pieces without gaps, including comments. It is for callers that need
//! positions, or that read a page before its encoding is known. [`Tokens`] yields the tags and text of a decoded page.

use std::ops::Range;

use memchr::{memchr, memchr_iter, memchr2, memmem};

use crate::elements::{Content, Element};

/// Whether a byte is white space within a tag.
#[inline]
pub const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'\x0C')
}

/// Whether a page is XML: it begins with an XML declaration, like the chapters of e-books and many manuals in XHTML.
///
/// A browser decides by the media type, which files do not have. If XML is read as HTML, all text after `<title/>` or
/// `<script src="a.js"/>` is lost.
///
/// # Examples
/// ```
/// use html::tokens::is_xml;
///
/// assert!(is_xml("\u{FEFF}<?xml version='1.0'?><html>".as_bytes()));
/// assert!(!is_xml(b"<!DOCTYPE html><?xml version='1.0'?><html>"));
/// ```
pub fn is_xml(page: &[u8]) -> bool {
    let page = page.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(page);
    let declaration = page.trim_ascii_start().strip_prefix(b"<?xml");
    declaration.is_some_and(|rest| rest.first().is_some_and(|&byte| is_space(byte)))
}

/// The type of a piece of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Text.
    Text {
        /// Whether character references in it are decoded.
        references: bool,
    },
    /// A start tag.
    Start {
        /// Whether it ends with `/>`.
        closed: bool,
    },
    /// An end tag.
    End,
    /// A comment.
    Comment,
    /// A CDATA section, which is text. It occurs only in XML, and where [`Scanner::allow_cdata`] allows it.
    Cdata,
    /// A declaration, a processing instruction, or anything else that is a bogus comment in the standard.
    Declaration,
}

/// A piece of a page: a token and its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The type.
    pub kind: Kind,
    /// Its bytes.
    pub range: Range<usize>,
    /// The bytes of a tag's name; empty in other pieces.
    pub name: Range<usize>,
    /// The bytes after a tag's name, up to `>` or `/>`; empty in other pieces.
    pub attributes: Range<usize>,
    /// Whether the page ends inside the tag, comment or declaration. The standard drops such a tag.
    pub cut_off: bool,
}

impl Piece {
    /// Returns the range of bytes between `<![CDATA[` and `]]>`, if the piece is a CDATA section.
    pub fn cdata(&self) -> Range<usize> {
        let end = self.range.end - if self.cut_off { 0 } else { "]]>".len() };
        self.range.start + "<![CDATA[".len()..end
    }
}

/// An iterator over the pieces of a page.
///
/// # Examples
/// ```
/// use html::tokens::{Kind, Scanner};
///
/// let page = b"<!-- a --><p>b";
/// let kinds: Vec<Kind> = Scanner::new(page).map(|piece| piece.kind).collect();
/// let text = Kind::Text { references: true };
/// assert_eq!(kinds, [Kind::Comment, Kind::Start { closed: false }, text]);
/// ```
#[derive(Debug, Clone)]
pub struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    content: Content,
    element: &'static str,
    /// The name in the last tag, if the tag is a start tag that ends with `/>`.
    closed: Option<Range<usize>>,
    /// Whether raw text ends where its start tag does in XHTML ([`Scanner::is_unended`]). Browsers show nothing behind it.
    mends: bool,
    /// Whether a tag may close its element itself, and CDATA sections may be anywhere.
    xml: bool,
    cdata: bool,
}

impl<'a> Scanner<'a> {
    /// Scans `bytes` in any encoding that is a superset of ASCII.
    pub fn new(bytes: &'a [u8]) -> Self {
        Scanner {
            mends: true,
            xml: is_xml(bytes),
            ..Scanner::of_html(bytes)
        }
    }

    /// Scans `bytes` as browsers do that know HTML alone.
    pub fn of_html(bytes: &'a [u8]) -> Self {
        Scanner {
            bytes,
            at: 0,
            content: Content::Markup,
            element: "",
            closed: None,
            mends: false,
            xml: false,
            cdata: false,
        }
    }

    /// Whether the page is XML, so that a start tag that ends with `/>` also closes its element.
    #[inline]
    pub fn is_xml(&self) -> bool {
        self.xml
    }

    /// Sets whether `<![CDATA[` begins a CDATA section, as in SVG and MathML. In XML it always does.
    #[inline]
    pub fn allow_cdata(&mut self, allow: bool) {
        self.cdata = allow;
    }

    /// Sets the content model of the following content. Call it after the start tag of `element`. The default is
    /// markup.
    #[inline]
    pub fn enter(&mut self, element: Element, content: Content) {
        self.content = content;
        if self.content != Content::Markup {
            self.element = element.name().unwrap_or_default();
        }
    }

    /// Does the same with the content model of the element's name, if the piece is a start tag.
    pub fn enter_named(&mut self, piece: &Piece) {
        if let Kind::Start { closed } = piece.kind
            && !(closed && self.xml)
            && let Some(element) = Element::named(&self.bytes[piece.name.clone()])
        {
            self.enter(element, element.content());
        }
    }

    /// Continues at another position, with markup.
    pub fn go_to(&mut self, position: usize) {
        self.at = position.min(self.bytes.len());
        self.content = Content::Markup;
    }

    fn seek(&self, byte: u8, from: usize) -> Option<usize> {
        let rest = self.bytes.get(from..)?;
        memchr(byte, rest).map(|at| from + at)
    }

    /// Returns the end of the comment whose text begins at `from`.
    fn comment_end(&self, from: usize) -> Option<usize> {
        let rest = &self.bytes[from..];
        if rest.starts_with(b">") {
            return Some(from + 1);
        }
        if rest.starts_with(b"->") {
            return Some(from + 2);
        }
        let mut at = from;
        loop {
            let after = at + memmem::find(&self.bytes[at..], b"--")? + 2;
            match self.bytes.get(after..) {
                Some([b'>', ..]) => return Some(after + 1),
                Some([b'!', b'>', ..]) => return Some(after + 2),
                _ => at = after - 1,
            }
        }
    }

    /// Returns the end of the name that begins at `from`.
    #[inline]
    fn name_end(&self, from: usize) -> usize {
        let bytes = self.bytes;
        let mut at = from;
        while at < bytes.len() && !is_space(bytes[at]) && !matches!(bytes[at], b'/' | b'>') {
            at += 1;
        }
        at
    }

    /// Returns the end of the attributes, the end of the tag, and whether it is self-closing, given the end of the
    /// tag's name.
    #[inline]
    fn tag_end(&self, from: usize) -> Option<(usize, usize, bool)> {
        let bytes = self.bytes;
        let mut at = from;
        loop {
            let &byte = bytes.get(at)?;
            match byte {
                b'>' => return Some((at, at + 1, false)),
                b'/' if bytes.get(at + 1) == Some(&b'>') => return Some((at, at + 2, true)),
                b'/' | b' ' | b'\t' | b'\n' | b'\r' | b'\x0C' => {
                    at += 1;
                    continue;
                }
                _ => {}
            }
            // An attribute name, which may begin with an equals sign.
            at += 1;
            while at < bytes.len()
                && !is_space(bytes[at])
                && !matches!(bytes[at], b'/' | b'>' | b'=')
            {
                at += 1;
            }
            while at < bytes.len() && is_space(bytes[at]) {
                at += 1;
            }
            if bytes.get(at) != Some(&b'=') {
                continue;
            }
            at += 1;
            while at < bytes.len() && is_space(bytes[at]) {
                at += 1;
            }
            match bytes.get(at)? {
                quote @ (b'"' | b'\'') => at = self.seek(*quote, at + 1)? + 1,
                _ => {
                    while at < bytes.len() && !is_space(bytes[at]) && bytes[at] != b'>' {
                        at += 1;
                    }
                }
            }
        }
    }

    /// Whether an end tag of the current raw-text element begins at `at`, or a start tag if `solidus` is false.
    fn is_tag_at(&self, at: usize, solidus: bool) -> bool {
        let after = at + 1 + usize::from(solidus);
        let bytes = self.bytes;
        let end = after + self.element.len();
        bytes[at] == b'<'
            && (!solidus || bytes.get(at + 1) == Some(&b'/'))
            && bytes
                .get(after..end)
                .is_some_and(|name| name.eq_ignore_ascii_case(self.element.as_bytes()))
            && bytes
                .get(end)
                .is_some_and(|&byte| is_space(byte) || matches!(byte, b'/' | b'>'))
    }

    /// Whether the current raw-text element has no end tag before the next such element. If its start tag ends with `/>`,
    /// the page was written as XHTML, and would otherwise lose the text behind it.
    fn is_unended(&self) -> bool {
        let tags = memchr_iter(b'<', &self.bytes[self.at..]).map(|at| self.at + at);
        let mut ends = tags.filter_map(|at| {
            let is_end = self.is_tag_at(at, true);
            (is_end || self.is_tag_at(at, false)).then_some(is_end)
        });
        ends.next() != Some(true)
    }

    /// Returns the end of the content of an element without markup.
    fn content_end(&self) -> usize {
        let bytes = self.bytes;
        let mut at = self.at;
        if self.content == Content::PlainText {
            return bytes.len();
        }
        if self.content != Content::ScriptData {
            while let Some(found) = self.seek(b'<', at) {
                if self.is_tag_at(found, true) {
                    return found;
                }
                at = found + 1;
            }
            return bytes.len();
        }
        // The standard's script data states: 0 is plain, 1 is escaped (after `<!--`), 2 is double escaped (after
        // `<script` within an escaped part).
        let mut escape_level = 0;
        while let Some(found) = match escape_level {
            0 => self.seek(b'<', at),
            _ => memchr2(b'<', b'-', &bytes[at..]).map(|found| at + found),
        } {
            at = found + 1;
            if bytes[found] == b'-' {
                if bytes[at..].starts_with(b"->") {
                    escape_level = 0;
                }
            } else if self.is_tag_at(found, true) {
                match escape_level {
                    2 => escape_level = 1,
                    _ => return found,
                }
            } else if escape_level == 0 && bytes[at..].starts_with(b"!--") {
                escape_level = 1;
            } else if escape_level == 1 && self.is_tag_at(found, false) {
                escape_level = 2;
            }
        }
        bytes.len()
    }

    /// Returns a piece without a name that ends at `end`.
    #[inline]
    fn piece(&mut self, kind: Kind, end: usize) -> Piece {
        let range = self.at..end;
        self.at = end;
        Piece {
            kind,
            range,
            name: end..end,
            attributes: end..end,
            cut_off: false,
        }
    }

    /// Returns a text piece that ends at `end`.
    #[inline]
    fn text(&mut self, end: usize, references: bool) -> Piece {
        self.piece(Kind::Text { references }, end)
    }

    /// Returns the tag whose name begins at `name`.
    #[inline]
    fn tag(&mut self, name: usize, is_end: bool) -> Piece {
        let start = self.at;
        let name_end = self.name_end(name);
        let found = self.tag_end(name_end);
        let length = self.bytes.len();
        let (attributes_end, end, closed) = found.unwrap_or((length, length, false));
        self.at = end;
        self.closed = (closed && !is_end && self.mends).then_some(name..name_end);
        Piece {
            kind: match is_end {
                true => Kind::End,
                false => Kind::Start { closed },
            },
            range: start..end,
            name: name..name_end,
            attributes: name_end..attributes_end,
            cut_off: found.is_none(),
        }
    }

    /// Returns a declaration up to the next `>` at or after `from`.
    fn declaration(&mut self, from: usize) -> Piece {
        let end = self.seek(b'>', from);
        let length = self.bytes.len();
        Piece {
            cut_off: end.is_none(),
            ..self.piece(Kind::Declaration, end.map_or(length, |at| at + 1))
        }
    }

    /// Returns the comment whose text begins at `from`.
    fn comment(&mut self, from: usize) -> Piece {
        let end = self.comment_end(from);
        let length = self.bytes.len();
        Piece {
            cut_off: end.is_none(),
            ..self.piece(Kind::Comment, end.unwrap_or(length))
        }
    }
}

impl Iterator for Scanner<'_> {
    type Item = Piece;

    #[inline]
    fn next(&mut self) -> Option<Piece> {
        let bytes = self.bytes;
        if self.content != Content::Markup {
            if let Some(name) = self.closed.take()
                && self.content != Content::PlainText
                && self.is_unended()
            {
                self.content = Content::Markup;
                return Some(Piece {
                    name,
                    ..self.piece(Kind::End, self.at)
                });
            }
            let end = self.content_end();
            let references = self.content == Content::Rcdata;
            self.content = Content::Markup;
            if end > self.at {
                return Some(self.text(end, references));
            }
        }
        let start = self.at;
        if *bytes.get(start)? != b'<' {
            let end = self.seek(b'<', start).unwrap_or(bytes.len());
            return Some(self.text(end, true));
        }
        Some(match bytes.get(start + 1) {
            Some(byte) if byte.is_ascii_alphabetic() => self.tag(start + 1, false),
            Some(b'/') => match bytes.get(start + 2) {
                Some(byte) if byte.is_ascii_alphabetic() => self.tag(start + 2, true),
                Some(_) => self.declaration(start + 2),
                None => self.text(bytes.len(), false),
            },
            Some(b'!') if bytes[start + 2..].starts_with(b"--") => self.comment(start + 4),
            Some(b'!')
                if (self.cdata || self.xml) && bytes[start + 2..].starts_with(b"[CDATA[") =>
            {
                let end = memmem::find(&bytes[start + 9..], b"]]>");
                Piece {
                    cut_off: end.is_none(),
                    ..self.piece(
                        Kind::Cdata,
                        end.map_or(bytes.len(), |at| start + 9 + at + 3),
                    )
                }
            }
            Some(b'!' | b'?') => self.declaration(start + 1),
            _ => self.text(start + 1, false),
        })
    }
}

/// A tag, or the text between two tags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token<'a> {
    /// Text.
    Text {
        /// The text as in the source.
        text: &'a str,
        /// Whether character references in it are decoded.
        references: bool,
    },
    /// A start tag.
    Start {
        /// The name as in the source, in any case.
        name: &'a str,
        /// The rest of the tag, up to `>` or `/>`.
        attributes: &'a str,
        /// Whether it ends with `/>`.
        closed: bool,
    },
    /// An end tag.
    End {
        /// The name as in the source, in any case.
        name: &'a str,
    },
}

/// An iterator over the tokens of a page, without comments, declarations and processing instructions. A tag that the
/// end of the page truncates is left out.
#[derive(Debug, Clone)]
pub struct Tokens<'a> {
    page: &'a str,
    scanner: Scanner<'a>,
}

impl<'a> Tokens<'a> {
    /// Reads the tokens of a page.
    pub fn new(page: &'a str) -> Self {
        Tokens {
            page,
            scanner: Scanner::new(page.as_bytes()),
        }
    }

    /// Reads the tokens of a page as HTML, whatever it begins with.
    pub fn of_html(page: &'a str) -> Self {
        Tokens {
            page,
            scanner: Scanner::of_html(page.as_bytes()),
        }
    }

    /// Whether the page is XML, so that a start tag that ends with `/>` also closes its element.
    #[inline]
    pub fn is_xml(&self) -> bool {
        self.scanner.is_xml()
    }

    /// Sets the content model of the following content. Call it after the start tag of `element`.
    #[inline]
    pub fn enter(&mut self, element: Element, content: Content) {
        self.scanner.enter(element, content);
    }

    /// Sets whether CDATA sections are text.
    #[inline]
    pub fn allow_cdata(&mut self, allow: bool) {
        self.scanner.allow_cdata(allow);
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    #[inline]
    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let piece = self.scanner.next()?;
            match piece.kind {
                Kind::Text { references } => {
                    return Some(Token::Text {
                        text: &self.page[piece.range],
                        references,
                    });
                }
                Kind::Cdata => {
                    return Some(Token::Text {
                        text: &self.page[piece.cdata()],
                        references: false,
                    });
                }
                Kind::Start { closed } if !piece.cut_off => {
                    return Some(Token::Start {
                        name: &self.page[piece.name],
                        attributes: &self.page[piece.attributes],
                        closed,
                    });
                }
                Kind::End if !piece.cut_off => {
                    return Some(Token::End {
                        name: &self.page[piece.name],
                    });
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the tokens as a browser's tokenizer would report them, one per line.
    fn shown(html: &str) -> String {
        let mut tokens = Tokens::new(html);
        let mut shown = Vec::new();
        while let Some(token) = tokens.next() {
            shown.push(match token {
                Token::Text { text, .. } => text.to_owned(),
                Token::Start {
                    name,
                    attributes,
                    closed,
                } => {
                    if let Some(element) = Element::known(name.to_ascii_lowercase().as_bytes()) {
                        tokens.enter(element, element.content());
                    }
                    format!("<{name}{attributes}{}>", if closed { "/" } else { "" })
                }
                Token::End { name } => format!("</{name}>"),
            });
        }
        shown.join("|")
    }

    #[test]
    fn tags_end_outside_of_quotes() {
        assert_eq!(
            shown("a<b c='>' d=\">\" e=/>f</b g='>'>h"),
            "a|<b c='>' d=\">\" e=/>|f|</b>|h"
        );
        assert_eq!(
            shown("<br/><br / ><a =\">\">x"),
            "<br/>|<br / >|<a =\">|\">x"
        );
        assert_eq!(shown("x<p title=\"never closed>y<p>z"), "x");
        assert_eq!(shown("1 < 2 <3 </ 4> </> <"), "1 |<| 2 |<|3 | | |<");
    }

    #[test]
    fn comments_and_declarations_are_no_tokens() {
        assert_eq!(
            shown("a<!-->b<!--->c<!-- <p> -- > --!>d<!-- - --->e"),
            "a|b|c|d|e"
        );
        assert_eq!(
            shown("<!DOCTYPE html>a<?xml b?>c<![CDATA[d]]>e<!f>"),
            "a|c|e"
        );
        assert_eq!(shown("a<!-- <p>b"), "a");
    }

    #[test]
    fn raw_text_goes_up_to_its_own_end_tag() {
        assert_eq!(
            shown("<style><p></styles></STYLE >a"),
            "<style>|<p></styles>|</STYLE>|a"
        );
        assert_eq!(
            shown("<script>'<!--<script></script>'</script>a-->b</script>c"),
            "<script>|'<!--<script></script>'|</script>|a-->b|</script>|c"
        );
        assert_eq!(
            shown("<script><!-- a --></script>b"),
            "<script>|<!-- a -->|</script>|b"
        );
        assert_eq!(
            shown("<title>a &lt; <b></title>"),
            "<title>|a &lt; <b>|</title>"
        );
        assert_eq!(
            shown("<plaintext>a</plaintext>"),
            "<plaintext>|a</plaintext>"
        );
        assert_eq!(shown("<script>a"), "<script>|a");
        // An element of XHTML.
        assert_eq!(shown("<style/>a</style>b"), "<style/>|a|</style>|b");
        assert_eq!(
            shown("<style/>a<style>b</style>c"),
            "<style/>|</style>|a|<style>|b|</style>|c"
        );
        assert_eq!(
            shown("<iframe src=a />b<p>"),
            "<iframe src=a />|</iframe>|b|<p>"
        );
    }
}
