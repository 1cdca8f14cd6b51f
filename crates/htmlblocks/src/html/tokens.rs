//! Tags and text, as the tokenizer of the HTML standard finds them (13.2.5), from a scan that stops at few bytes.

use memchr::{memchr, memchr2, memmem};

use super::elements::{Content, Element};

/// A piece of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token<'a> {
    /// Text.
    Text {
        /// As it stands in the page.
        text: &'a str,
        /// Whether character references in it mean characters.
        references: bool,
    },
    /// A start tag.
    Start {
        /// As it stands in the page, in any case.
        name: &'a str,
        /// What follows the name, up to `>` or `/>`.
        attributes: &'a str,
        /// Whether it ends with `/>`.
        closed: bool,
    },
    /// An end tag.
    End {
        /// As it stands in the page, in any case.
        name: &'a str,
    },
}

/// The tokens of a page. Comments, declarations and processing instructions are none, nor is a tag that the page's end
/// cuts off.
#[derive(Debug, Clone)]
pub struct Tokens<'a> {
    html: &'a str,
    at: usize,
    content: Content,
    element: &'static str,
}

/// White space in a tag.
const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'\x0C')
}

impl<'a> Tokens<'a> {
    /// The tokens of `html`.
    pub fn new(html: &'a str) -> Self {
        Tokens {
            html,
            at: 0,
            content: Content::Markup,
            element: "",
        }
    }

    /// Says that the last token began `element`, and what that holds.
    #[inline]
    pub fn enter(&mut self, element: Element, content: Content) {
        self.content = content;
        if self.content != Content::Markup {
            self.element = element.name().unwrap_or_default();
        }
    }

    fn seek(&self, byte: u8, from: usize) -> Option<usize> {
        let rest = self.html.as_bytes().get(from..)?;
        memchr(byte, rest).map(|at| from + at)
    }

    /// Goes behind the next `>` from `from` on.
    fn skip_declaration(&mut self, from: usize) {
        self.at = self.seek(b'>', from).map_or(self.html.len(), |at| at + 1);
    }

    /// Goes behind the comment whose text begins at `from`.
    fn skip_comment(&mut self, from: usize) {
        let bytes = self.html.as_bytes();
        let rest = &bytes[from..];
        if rest.starts_with(b">") || rest.starts_with(b"->") {
            return self.skip_declaration(from);
        }
        let mut at = from;
        while let Some(found) = memmem::find(&bytes[at..], b"--") {
            let after = at + found + 2;
            match bytes.get(after..) {
                Some([b'>', ..]) => {
                    self.at = after + 1;
                    return;
                }
                Some([b'!', b'>', ..]) => {
                    self.at = after + 2;
                    return;
                }
                _ => at = after - 1,
            }
        }
        self.at = bytes.len();
    }

    /// Where the name that begins at `from` ends.
    #[inline]
    fn name_end(&self, from: usize) -> usize {
        let bytes = self.html.as_bytes();
        let mut at = from;
        while at < bytes.len() && !is_space(bytes[at]) && !matches!(bytes[at], b'/' | b'>') {
            at += 1;
        }
        at
    }

    /// From the end of a tag's name: where its attributes end, where the tag does, and whether that is with `/>`.
    #[inline]
    fn tag_end(&self, from: usize) -> Option<(usize, usize, bool)> {
        let bytes = self.html.as_bytes();
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
            // An attribute's name, of which an equals sign may be the first character.
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

    /// Whether an end tag of the element that holds no markup begins at `at`, or with `solidus` false a start tag.
    fn is_tag_at(&self, at: usize, solidus: bool) -> bool {
        let after = at + 1 + usize::from(solidus);
        let bytes = self.html.as_bytes();
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

    /// Where the content of an element that holds no markup ends.
    fn content_end(&self) -> usize {
        let bytes = self.html.as_bytes();
        let mut at = self.at;
        if self.content == Content::Plain {
            return bytes.len();
        }
        if self.content != Content::Script {
            while let Some(found) = self.seek(b'<', at) {
                if self.is_tag_at(found, true) {
                    return found;
                }
                at = found + 1;
            }
            return bytes.len();
        }
        // How deep in `<!--` and `<script` the end tag would be.
        let mut hidden = 0;
        while let Some(found) = match hidden {
            0 => self.seek(b'<', at),
            _ => memchr2(b'<', b'-', &bytes[at..]).map(|found| at + found),
        } {
            at = found + 1;
            if bytes[found] == b'-' {
                if bytes[at..].starts_with(b"->") {
                    hidden = 0;
                }
            } else if self.is_tag_at(found, true) {
                match hidden {
                    2 => hidden = 1,
                    _ => return found,
                }
            } else if hidden == 0 && bytes[at..].starts_with(b"!--") {
                hidden = 1;
            } else if hidden == 1 && self.is_tag_at(found, false) {
                hidden = 2;
            }
        }
        bytes.len()
    }

    fn text(&mut self, end: usize, references: bool) -> Token<'a> {
        let text = &self.html[self.at..end];
        self.at = end;
        Token::Text { text, references }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    #[inline]
    fn next(&mut self) -> Option<Token<'a>> {
        let html = self.html;
        let bytes = html.as_bytes();
        if self.content != Content::Markup {
            let end = self.content_end();
            let references = self.content == Content::Title;
            self.content = Content::Markup;
            if end > self.at {
                return Some(self.text(end, references));
            }
        }
        loop {
            let start = self.at;
            if *bytes.get(start)? != b'<' {
                let end = self.seek(b'<', start).unwrap_or(bytes.len());
                return Some(self.text(end, true));
            }
            match bytes.get(start + 1) {
                Some(byte) if byte.is_ascii_alphabetic() => {
                    let name_end = self.name_end(start + 1);
                    let Some((attributes_end, end, closed)) = self.tag_end(name_end) else {
                        self.at = bytes.len();
                        return None;
                    };
                    self.at = end;
                    return Some(Token::Start {
                        name: &html[start + 1..name_end],
                        attributes: &html[name_end..attributes_end],
                        closed,
                    });
                }
                Some(b'/') => match bytes.get(start + 2) {
                    Some(byte) if byte.is_ascii_alphabetic() => {
                        let name_end = self.name_end(start + 2);
                        let Some((_, end, _)) = self.tag_end(name_end) else {
                            self.at = bytes.len();
                            return None;
                        };
                        self.at = end;
                        return Some(Token::End {
                            name: &html[start + 2..name_end],
                        });
                    }
                    Some(b'>') => self.at = start + 3,
                    Some(_) => self.skip_declaration(start + 2),
                    None => return Some(self.text(bytes.len(), false)),
                },
                Some(b'!') if bytes[start + 2..].starts_with(b"--") => self.skip_comment(start + 4),
                Some(b'!' | b'?') => self.skip_declaration(start + 1),
                _ => return Some(self.text(start + 1, false)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tokens as a browser's tokenizer would show them, one a line.
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
    }
}
