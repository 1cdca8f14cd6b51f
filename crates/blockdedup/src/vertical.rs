//! onion's vertical text: one token or tag a line, in documents and blocks.

use platform::lines::lines;

use crate::{Grams, Judged, Method, Tokens};

/// The tags of documents and blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tags {
    doc: Vec<u8>,
    doc_end: Vec<u8>,
    block: Vec<u8>,
    block_end: Vec<u8>,
    /// Tag matching as in onion: the first line matches a document tag by its prefix; an end tag must be the whole
    /// line.
    as_onion: bool,
}

impl Tags {
    /// Documents begin with `<doc>` or `<doc `, and end with a line that begins with `</doc>`; blocks likewise.
    pub fn new(doc: &str, block: &str, method: Method) -> Self {
        Tags {
            doc: format!("<{doc}").into_bytes(),
            doc_end: format!("</{doc}>").into_bytes(),
            block: format!("<{block}").into_bytes(),
            block_end: format!("</{block}>").into_bytes(),
            as_onion: method == Method::Paper,
        }
    }

    /// Whether a document begins with this line.
    pub fn opens_document(&self, line: &[u8]) -> bool {
        opens(line, &self.doc)
    }

    /// Whether this first line of a document is its tag.
    fn heads_document(&self, line: &[u8]) -> bool {
        match self.as_onion {
            true => line.starts_with(&self.doc),
            false => self.opens_document(line),
        }
    }

    /// Whether this last line of a document is its end tag.
    fn foots_document(&self, line: &[u8]) -> bool {
        match self.as_onion {
            true => line == self.doc_end,
            false => self.closes_document(line),
        }
    }

    /// Whether a document ends with this line.
    pub fn closes_document(&self, line: &[u8]) -> bool {
        line.starts_with(&self.doc_end)
    }

    /// Reads a document, after [`Grams::clear`]. `text` contains its lines, each with its line feed, which the last may
    /// lack.
    ///
    /// A block begins at its tag, and after the end of another block; the lines before the first tag are also a block,
    /// even if it is only the document's tag. `closed` is whether a block has ended and none has begun since: in onion
    /// this carries over from the lines before the document.
    pub fn read(&self, text: &[u8], tokens: Tokens, closed: &mut bool, grams: &mut Grams) {
        let mut start = 0;
        for line in lines(text) {
            let content = content(&text[line.clone()]);
            let ends_document = self.closes_document(content);
            // The first line begins the document; a line that begins a block has no other effect.
            if line.start > 0 && !ends_document {
                if *closed || opens(content, &self.block) {
                    grams.end_block(start..line.start);
                    start = line.start;
                    *closed = false;
                } else {
                    *closed = content.starts_with(&self.block_end);
                }
            }
            if content.first() != Some(&b'<')
                && let Some(hash) = grams.of_line(content, tokens)
            {
                grams.token(hash);
            }
        }
        if start < text.len() {
            grams.end_block(start..text.len());
        }
    }

    /// Appends the lines of a document that are kept, or those that are removed. The document's own tags are written if
    /// any of the blocks with these lines has a token.
    pub fn write(
        &self,
        text: &[u8],
        grams: &Grams,
        judged: &[Judged],
        kept: bool,
        out: &mut Vec<u8>,
    ) {
        let wanted = |judged: &Judged| judged.kept() == kept;
        let blocks = || grams.blocks().iter().zip(judged);
        let any = blocks().any(|(block, judged)| wanted(judged) && !block.tokens.is_empty());
        for (block, judged) in blocks() {
            for line in lines(&text[block.bytes.clone()]) {
                let line = block.bytes.start + line.start..block.bytes.start + line.end;
                let content = content(&text[line.clone()]);
                let is_tag = (line.start == 0 && self.heads_document(content))
                    || (line.end == text.len() && self.foots_document(content));
                if if is_tag { any } else { wanted(judged) } {
                    out.extend_from_slice(&text[line]);
                }
            }
        }
    }
}

fn opens(line: &[u8], tag: &[u8]) -> bool {
    line.strip_prefix(tag)
        .is_some_and(|rest| matches!(rest.first(), Some(b' ' | b'>')))
}

fn content(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\n").unwrap_or(line)
}
