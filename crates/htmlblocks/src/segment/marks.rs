//! The starts and ends of inline elements that Markdown has.

use crate::segment::Segmenter;
use crate::segment::page::{Inline, Mark};
use html::Element;

/// The schemes of addresses of documents or persons. Links with other schemes (`javascript:`, `data:`, `vbscript:`)
/// become plain text.
const SCHEMES: [&str; 7] = ["http", "https", "ftp", "ftps", "mailto", "tel", "news"];

/// Whether the address of a link, with character references decoded, is relative or has one of [`SCHEMES`]. The scheme
/// is read like in browsers (WHATWG URL, section 4.4): without tabs, line feeds and leading control characters.
fn is_followed(address: &str) -> bool {
    let is_removed = |character: &char| matches!(character, '\t' | '\n' | '\r');
    let characters = address
        .trim_start_matches(|character| character <= ' ')
        .chars();
    let characters = characters.filter(|character| !is_removed(character));
    let mut scheme = String::new();
    for character in characters {
        match character {
            ':' => return SCHEMES.contains(&&*scheme.to_ascii_lowercase()),
            '/' | '?' | '#' => return true,
            // Characters that are invalid in a scheme count, too: another program may remove them before it reads the
            // scheme.
            _ => scheme.push(character),
        }
    }
    true
}

/// Returns the inline element, if it has a Markdown syntax.
fn inline(element: Element) -> Option<Inline> {
    match element {
        Element::B | Element::STRONG => Some(Inline::Strong),
        Element::I | Element::EM | Element::CITE | Element::VAR | Element::DFN => {
            Some(Inline::Emphasis)
        }
        Element::CODE | Element::KBD | Element::SAMP | Element::TT => Some(Inline::Code),
        Element::A => Some(Inline::Link(0)),
        _ => None,
    }
}

impl Segmenter<'_> {
    /// The number of the block, and the byte offset of the end of its text.
    fn place(&self) -> (u32, u32) {
        let at = self.page.text.len() - self.block.text.start;
        (self.page.blocks.len() as u32, at as u32)
    }

    fn mark(&mut self, inline: Inline, opens: bool) {
        let (block, at) = self.place();
        self.page.marks.push(Mark {
            block,
            at,
            inline,
            opens,
        });
    }

    /// Marks a line break, if there is text before it and no break is marked there.
    pub(super) fn mark_break(&mut self) {
        let place = self.place();
        let marks = self.page.marks.iter().rev();
        let mut here = marks.take_while(|mark| (mark.block, mark.at) == place);
        if !self.is_empty() && here.all(|mark| mark.inline != Inline::Break) {
            self.mark(Inline::Break, true);
        }
    }

    /// Marks the start of an inline element. If one of its kind ends right before it, that one continues:
    /// `**one****two**` is not valid Markdown.
    pub(super) fn mark_start(&mut self, inline: Inline) {
        // Marks before an element that may be dropped must stay.
        let kept = self.unseen.last().map_or(0, |unseen| unseen.before.marks);
        let kept = kept.max(self.scripts.last().map_or(0, |script| script.before.marks));
        let last = self.page.marks.get(kept..).and_then(<[Mark]>::last);
        let goes_on = last.is_some_and(|last| {
            (last.block, last.at) == self.place() && (last.inline, last.opens) == (inline, false)
        });
        match goes_on {
            true => drop(self.page.marks.pop()),
            false => self.mark(inline, true),
        }
    }

    /// Handles the start of an inline element. One inside another of its kind has no effect (`<b><strong>`). If many
    /// are open, they are not marked again in each block.
    pub(super) fn start_inline(&mut self, element: Element, address: &str) -> bool {
        let Some(kind) = inline(element) else {
            return false;
        };
        if self.place_of(kind).is_some() {
            return false;
        }
        let inline = match kind {
            Inline::Link(_) => {
                let address = html::entities::decode_value(address.trim());
                if address.is_empty() || !is_followed(&address) {
                    return false;
                }
                self.page.links.push(address.into_owned());
                Inline::Link(self.page.links.len() as u32 - 1)
            }
            inline => inline,
        };
        self.inlines.push((inline, false));
        true
    }

    /// Handles the end of an inline element. Elements that began inside it and continue begin again, since Markdown has
    /// no overlapping markup.
    pub(super) fn end_inline(&mut self, element: Element) {
        if let Some(at) = inline(element).and_then(|kind| self.place_of(kind)) {
            self.end_marks(at);
            self.inlines.remove(at);
        }
    }

    /// Returns the position of this kind among the open inline elements.
    fn place_of(&self, kind: Inline) -> Option<usize> {
        let kind = std::mem::discriminant(&kind);
        let mut kinds = self.inlines.iter();
        kinds.position(|(inline, _)| std::mem::discriminant(inline) == kind)
    }

    /// Closes the marks of all open inline elements except the `but` outermost ones. They open again at the next text.
    pub(super) fn end_marks(&mut self, but: usize) {
        for at in (but..self.inlines.len()).rev() {
            let (inline, marked) = self.inlines[at];
            if marked {
                self.mark(inline, false);
                self.inlines[at].1 = false;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::segment::{Page, Rules};

    #[test]
    fn only_links_to_documents_and_persons_keep_their_address() {
        let addresses = |href: &str| {
            let rules = Rules {
                markup: true,
                ..Rules::BEST
            };
            Page::new(&format!("<p>See <a href=\"{href}\">this</a>."), rules).links
        };
        for href in [
            "javascript:f()",
            "JavaScript:f()",
            "&#106;avascript:f()",
            "java&Tab;script:f()",
            "&#1; javascript&colon;f()",
            "java\nscript:f()",
            "vbscript:f",
            "data:text/html,x",
            "&#0;javascript:f()",
            "&nbsp;javascript:f()",
            ":x",
            "",
        ] {
            assert_eq!(addresses(href), [] as [String; 0], "{href}");
        }
        for href in [
            "https://tides.example/",
            "HTTP://tides.example",
            "mailto:ann@tides.example",
            "../a:b",
            "?javascript:x",
            "#data:x",
            "page.html",
            "//tides.example/a:b",
        ] {
            assert_eq!(addresses(href), [href], "{href}");
        }
    }
}
