//! The page of `--emit html`: a table of all pairs, and shared passages side by side.

use std::cmp::Reverse;

use command::{Error, Output};

use super::draw::{Row, page_foot, page_head, page_row};
use super::finder::passages;
use super::lines::numbers;
use super::pairs::{Writer, bars, texts_of};
use super::side::{self, PassageView};
use super::texts::Texts;
use crate::search::FoundPair;

/// The maximum size of the page's table, and of its passages, in bytes: longer pages are slow in a browser, and nobody
/// reads them.
const PAGE_PART: usize = 2 << 20;

impl Writer<'_> {
    /// Writes a page of all pairs, longest first, and of the passages whose texts are available. Pairs and passages
    /// beyond the maximum size are left out, and the page tells their number.
    pub(super) fn write_page(
        &mut self,
        mut pairs: Vec<FoundPair>,
        texts: &Texts,
        out: &mut Output,
    ) -> Result<(), Error> {
        pairs.sort_by_key(|pair| Reverse(pair.lcs));
        let mut rows = String::new();
        let mut left_out = 0;
        for pair in &pairs {
            let full = rows.len() > PAGE_PART;
            left_out += usize::from(full);
            if full && self.options.svg.is_none() {
                continue;
            }
            let names = [pair.a, pair.b]
                .map(|document| self.work.documents[document as usize].name.to_text());
            let segments = self.segments(pair);
            let bars = bars([&names[0], &names[1]], self.tokens(pair), &segments);
            if self.options.svg.is_some() {
                self.picture.add(&bars.0, &bars.1);
            }
            if full {
                continue;
            }
            let numbers = numbers(self.work.found.collection(), pair);
            let row = Row {
                words: numbers.words,
                scores: [numbers.excess, numbers.its, numbers.cs],
            };
            rows.push_str(&page_row(&bars.0, &bars.1, &row));
        }
        let (passages, number) = self.passages_of_page(&pairs, texts);
        out.write(page_head(number).as_bytes())?;
        out.write(rows.as_bytes())?;
        out.write(page_foot(left_out, &passages).as_bytes())
    }

    /// The passages with texts as sections of the page, longest first, and their number.
    fn passages_of_page(&self, pairs: &[FoundPair], texts: &Texts) -> (String, usize) {
        let mut all = Vec::new();
        for pair in pairs {
            for passage in passages(&self.work.found, pair).unwrap_or_default() {
                if let [Some((a, _)), Some((b, _))] = texts_of(pair, &passage, texts) {
                    all.push((pair, passage, [a, b]));
                }
            }
        }
        all.sort_by_key(|(_, passage, _)| Reverse(passage.a.1 - passage.a.0));
        let mut page = String::new();
        let number = all.len();
        for (index, (pair, passage, texts)) in all.into_iter().enumerate() {
            if page.len() > PAGE_PART {
                let rest = number - index;
                page += &format!(
                    "<p class=\"more\">{rest} shorter passages are left out of this page.</p>\n"
                );
                break;
            }
            let names = [pair.a, pair.b]
                .map(|document| self.work.documents[document as usize].name.to_text());
            let shown = PassageView {
                names: [&names[0], &names[1]],
                tokens: [passage.a, passage.b],
                texts,
            };
            page += &side::passage(&shown, index);
        }
        (page, number)
    }
}
