//! HTML to text: what a browser shows of a piece of a page, roughly.

use std::cell::RefCell;
use std::ops::Range;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

/// Elements whose text nobody sees.
const HIDDEN: [&str; 7] = [
    "script", "style", "noscript", "template", "iframe", "noembed", "noframes",
];

/// Elements that do not break a line; all others do.
const INLINE: [&str; 32] = [
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em",
    "font", "i", "img", "ins", "kbd", "mark", "q", "rp", "rt", "ruby", "s", "samp", "small",
    "span", "strong", "sub", "sup", "time", "tt",
];

/// Elements whose content is no markup and no text.
const CODE: [&str; 2] = ["script", "style"];

/// Makes the text of parts of a page, one after the other.
#[derive(Debug)]
pub struct Stripper<'a> {
    page: &'a str,
    /// What is before this position was looked at.
    at: usize,
    /// The last `<` or `>` before it.
    bracket: Option<usize>,
    /// The one of [`CODE`] that it is inside of.
    inside: Option<&'static str>,
}

impl<'a> Stripper<'a> {
    /// At the start of a page.
    pub fn new(page: &'a str) -> Self {
        Stripper {
            page,
            at: 0,
            bracket: None,
            inside: None,
        }
    }

    /// The text of a part of the page, which may begin and end anywhere behind the part before it, also inside a tag or a
    /// script. Lines break where elements do, and white space is one space or one line feed.
    pub fn text(&mut self, part: Range<usize>) -> String {
        let part = self.whole_markup(part);
        let input = BufferQueue::default();
        input.push_back(StrTendril::from_slice(&self.page[part]));
        let tokenizer = Tokenizer::new(Sink::default(), TokenizerOpts::default());
        // The sink asks for no pause, so everything is consumed at once.
        let _ = tokenizer.feed(&input);
        tokenizer.end();
        tokenizer.sink.state.into_inner().text
    }

    /// The part without the rest of a tag or script at its start, and without the beginning of a tag at its end.
    fn whole_markup(&mut self, part: Range<usize>) -> Range<usize> {
        self.go_to(part.start);
        let text = &self.page[part.clone()];
        let skipped = if let Some(element) = self.inside {
            let mut tags = text.match_indices('<').map(|(at, _)| at);
            tags.find(|at| tag_of(&self.page[part.start + at..], element) == Some(Kind::End))
        } else if self.open_tag().is_some() {
            text.find('>').map(|at| at + 1)
        } else {
            Some(0)
        };
        let start = part.start + skipped.unwrap_or(text.len());
        self.go_to(part.end);
        let end = self.open_tag().unwrap_or(part.end);
        start..end.max(start)
    }

    /// Looks at the page up to a later position.
    fn go_to(&mut self, to: usize) {
        for (at, _) in self.page[self.at..to].match_indices(['<', '>']) {
            let at = self.at + at;
            let kind = |element| tag_of(&self.page[at..], element);
            self.bracket = Some(at);
            self.inside = match self.inside {
                Some(element) => Some(element).filter(|_| kind(element) != Some(Kind::End)),
                None => CODE
                    .into_iter()
                    .find(|element| kind(element) == Some(Kind::Start)),
            };
        }
        self.at = to;
    }

    /// Where the tag begins that the position is inside of.
    fn open_tag(&self) -> Option<usize> {
        let open = self.bracket?;
        let after = self.page[open..].strip_prefix('<')?;
        after
            .starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?'))
            .then_some(open)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Start,
    End,
}

/// The kind of the tag that `rest` begins with, if it is one of the element.
fn tag_of(rest: &str, element: &str) -> Option<Kind> {
    let tag = rest.as_bytes().strip_prefix(b"<")?;
    let (name, kind) = match tag {
        [b'/', name @ ..] => (name, Kind::End),
        name => (name, Kind::Start),
    };
    let (name, after) = name.split_at_checked(element.len())?;
    let ends = after
        .first()
        .is_none_or(|byte| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>'));
    (ends && name.eq_ignore_ascii_case(element.as_bytes())).then_some(kind)
}

#[derive(Default)]
struct Sink {
    state: RefCell<State>,
}

#[derive(Default)]
struct State {
    text: String,
    /// The hidden element that we are in.
    hidden: Option<String>,
    space: bool,
    line: bool,
}

impl State {
    fn push(&mut self, text: &str) {
        if self.hidden.is_some() {
            return;
        }
        for character in text.chars() {
            if matches!(character, ' ' | '\t' | '\n' | '\r' | '\x0C') {
                self.space = true;
                continue;
            }
            if self.line && !self.text.is_empty() {
                self.text.push('\n');
            } else if self.space && !self.text.is_empty() {
                self.text.push(' ');
            }
            (self.line, self.space) = (false, false);
            self.text.push(character);
        }
    }

    fn tag(&mut self, tag: &Tag) {
        let name = &*tag.name;
        match (&self.hidden, tag.kind) {
            (None, TagKind::StartTag) if HIDDEN.contains(&name) && !tag.self_closing => {
                self.hidden = Some(name.to_owned());
            }
            (Some(hidden), TagKind::EndTag) if hidden == name => self.hidden = None,
            _ => {}
        }
        self.line |= !INLINE.contains(&name);
    }
}

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut state = self.state.borrow_mut();
        match token {
            Token::CharacterTokens(text) => state.push(&text),
            Token::TagToken(tag) => {
                state.tag(&tag);
                // Without a tree, the tokenizer must be told where markup is no markup.
                if tag.kind == TagKind::StartTag {
                    return match &*tag.name {
                        "script" => TokenSinkResult::RawData(RawKind::ScriptData),
                        "style" | "iframe" | "noembed" | "noframes" => {
                            TokenSinkResult::RawData(RawKind::Rawtext)
                        }
                        "title" | "textarea" => TokenSinkResult::RawData(RawKind::Rcdata),
                        _ => TokenSinkResult::Continue,
                    };
                }
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(page: &str, part: Range<usize>) -> String {
        Stripper::new(page).text(part)
    }

    fn whole(html: &str) -> String {
        text(html, 0..html.len())
    }

    #[test]
    fn text_without_its_markup() {
        assert_eq!(
            whole(
                "<h1>A &amp; <b>B</b></h1>\n<p>one\n  two<br>three</p><script>if (a<b) x()</script> four"
            ),
            "A & B\none two\nthree\nfour"
        );
        assert_eq!(whole(""), "");
        assert_eq!(whole("5 > 4 and 3 < 4"), "5 > 4 and 3 < 4");
    }

    #[test]
    fn a_part_may_begin_and_end_anywhere() {
        let page = "<p class=\"x\">one <a href=\"y\">two</a><img src=\"z\">";
        assert_eq!(text(page, 5..page.len() - 4), "one two");
        assert_eq!(text(page, 0..9), "");
        let page = "<script>a < b; x > y; c()</script>one > two";
        for start in [3, 8, 12, 20] {
            assert_eq!(text(page, start..page.len()), "one > two");
        }
        assert_eq!(text(page, 3..12), "");
        let page =
            "<SCRIPT>'<style>'; a < b; c()</SCRIPT >one<style-guide> two</style-guide> <p three";
        for start in [3, 8, 25, 33, 37] {
            assert_eq!(text(page, start..page.len()), "one\ntwo", "{start}");
        }
    }

    #[test]
    fn parts_follow_each_other() {
        let page = "<p>one</p><script>two()</script><p>three</p> four <b>five";
        let mut stripper = Stripper::new(page);
        let mut at = 0;
        let parts = [5, 21, 24, 34, 38, 45, 50, page.len()].map(|end| {
            let part = at..end;
            at = end;
            stripper.text(part)
        });
        assert_eq!(parts, ["on", "e", "", "", "thr", "ee", "four", "five"]);
    }
}
