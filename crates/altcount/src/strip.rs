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

/// The text of a part of a page, which may begin and end anywhere, also inside a tag or a script. Lines break where
/// elements do, and white space is one space or one line feed.
pub fn text(page: &str, part: Range<usize>) -> String {
    let part = whole_markup(page, part);
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(&page[part]));
    let tokenizer = Tokenizer::new(Sink::default(), TokenizerOpts::default());
    // The sink asks for no pause, so everything is consumed at once.
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.state.into_inner().text
}

/// The part without the rest of a tag or script at its start, and without the beginning of a tag at its end.
fn whole_markup(page: &str, part: Range<usize>) -> Range<usize> {
    let mut start = part.start;
    if open_tag(page, start).is_some() {
        start = page[start..]
            .find('>')
            .map_or(part.end, |close| start + close + 1);
    }
    for element in ["script", "style"] {
        let last = |tag: String| page[..start.min(part.end)].rfind(&tag);
        if last(format!("<{element}")) > last(format!("</{element}")) {
            let end = format!("</{element}");
            start = page[start..]
                .find(&end)
                .map_or(part.end, |close| start + close);
        }
    }
    let end = open_tag(page, part.end).unwrap_or(part.end);
    start.min(end)..end
}

/// Where the tag begins that `at` is inside of.
fn open_tag(page: &str, at: usize) -> Option<usize> {
    let open = page[..at].rfind(['<', '>'])?;
    let after = page[open..].strip_prefix('<')?;
    after
        .starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?'))
        .then_some(open)
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
    }
}
