//! Figure 2 of the paper: two bars for a pair of books, with lengths proportional to the books, green where they match;
//! as an SVG picture, and in an HTML page with all pairs.

use std::fmt::Write;
use std::ops::Range;

use html::{escape, page};

/// The colour of a bin with at least half of its tokens in matched segments. The two colours also differ in lightness,
/// for colour-blind readers.
const MATCHED: &str = "#1a7f37";
const UNMATCHED: &str = "#f3a7a0";

/// The length of the longer bar, in pixels.
const LENGTH: f64 = 600.0;
const HEIGHT: f64 = 12.0;
/// The number of bins of the longer bar.
const BINS: u64 = 200;

/// A book as a bar.
#[derive(Clone, Debug)]
pub(super) struct Bar<'a> {
    /// Its name.
    pub(super) name: &'a str,
    /// The number of tokens.
    pub(super) tokens: u64,
    /// Its matched segments, sorted and disjoint.
    pub(super) matched: Vec<Range<u64>>,
}

/// For each bin of `size` tokens whether at least half of them are matched; the last bin may be shorter.
#[must_use]
pub(super) fn bins(bar: &Bar<'_>, size: u64) -> Vec<bool> {
    let mut matched = bar.matched.iter().peekable();
    (0..bar.tokens.div_ceil(size))
        .map(|bin| {
            let bin = bin * size..((bin + 1) * size).min(bar.tokens);
            let mut covered = 0;
            while let Some(range) = matched.peek() {
                let (start, end) = (range.start.max(bin.start), range.end.min(bin.end));
                covered += end.saturating_sub(start);
                if range.end > bin.end {
                    break;
                }
                matched.next();
            }
            2 * covered >= bin.end - bin.start
        })
        .collect()
}

/// The rectangles of one bar; `scale` is pixels a token.
fn rectangles(out: &mut String, bar: &Bar<'_>, size: u64, scale: f64, top: f64) {
    let bins = bins(bar, size);
    let length = bar.tokens as f64 * scale;
    let _ = write!(
        out,
        "<path fill=\"{UNMATCHED}\" d=\"M0 {top:.0}h{length:.1}v{HEIGHT}h-{length:.1}z\"/>"
    );
    if !bins.contains(&true) {
        return;
    }
    // One path for all bins: pages have thousands of bars.
    let _ = write!(out, "<path fill=\"{MATCHED}\" d=\"");
    let mut start = 0;
    for run in bins.chunk_by(|a, b| a == b) {
        let from = (start as u64 * size) as f64 * scale;
        let to = ((start + run.len()) as u64 * size).min(bar.tokens) as f64 * scale;
        if run[0] {
            let width = to - from;
            let _ = write!(out, "M{from:.1} {top:.0}h{width:.1}v{HEIGHT}h-{width:.1}z");
        }
        start += run.len();
    }
    out.push_str("\"/>");
}

/// The tokens in a bin, and the pixels for a token.
fn scale(a: &Bar<'_>, b: &Bar<'_>) -> (u64, f64) {
    let longer = a.tokens.max(b.tokens).max(1);
    (longer.div_ceil(BINS), LENGTH / longer as f64)
}

/// A picture of several pairs, one below the other, with the names of the books.
#[derive(Debug, Default)]
pub(super) struct Picture {
    body: String,
    height: f64,
}

impl Picture {
    /// Adds a pair below the others.
    pub(super) fn add(&mut self, a: &Bar<'_>, b: &Bar<'_>) {
        let (size, scale) = scale(a, b);
        let top = self.height + 20.0;
        let bars = [
            (a, top, top - 5.0),
            (b, top + HEIGHT + 4.0, top + 2.0 * HEIGHT + 18.0),
        ];
        for (bar, top, text) in bars {
            let _ = write!(
                self.body,
                "<text x=\"0\" y=\"{text:.0}\">{} ({} tokens)</text>",
                escape(bar.name),
                bar.tokens
            );
            rectangles(&mut self.body, bar, size, scale, top);
            self.body.push('\n');
        }
        self.height = top + 2.0 * HEIGHT + 34.0;
    }

    /// The picture, as an SVG document.
    #[must_use]
    pub(super) fn finish(self) -> String {
        let (width, height) = (LENGTH + 20.0, self.height.max(20.0));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"-10 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"11\">\n\
             <rect x=\"-10\" width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n{}</svg>\n",
            self.body
        )
    }
}

/// The numbers of a pair, in the column order of the page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// Numbers of words: of a, of b, in both, in the longest common subsequence.
    pub(super) words: [u64; 4],
    /// excess, its, cs.
    pub(super) scores: [f64; 3],
}

/// The page up to the first row of its table. `passages`: whether passages follow the table.
#[must_use]
pub(super) fn page_head(passages: usize) -> String {
    let link = match passages {
        0 => String::new(),
        _ => format!("<p><a href=\"#passages\">{passages} passages side by side</a></p>\n"),
    };
    page::begin_with_script("Partial duplicates", SCRIPT_HASH)
        + "<h1>Partial duplicates</h1>\n"
        + &link
        + PAGE_HEAD
}

const PAGE_HEAD: &str = r#"<p>Each row is a pair of documents. The bars are as long as the documents (the first one above), <span class="key matched"></span> where at least half of a piece lies in passages that both share, <span class="key unmatched"></span> elsewhere. A click on a heading sorts.</p>
<label>Show names with <input id="filter" type="search"></label> <output id="shown"></output>
<div class="scroll"><table>
<thead><tr>
<th><button>a</button></th><th><button>b</button></th><th>matches</th><th class="number"><button>excess</button></th><th class="number"><button>its</button></th><th class="number"><button>cs</button></th><th class="number"><button>a words</button></th><th class="number"><button>b words</button></th><th class="number"><button>common</button></th><th class="number"><button>lcs</button></th>
</tr></thead>
<tbody>
"#;

/// The page after the last row: the number of pairs left out, and sections with passages.
#[must_use]
pub(super) fn page_foot(left_out: usize, passages: &str) -> String {
    let mut foot = "</tbody>\n</table></div>\n".to_owned();
    if left_out > 0 {
        let _ = writeln!(
            foot,
            "<p class=\"more\">{left_out} pairs with less in common are left out of this page.</p>"
        );
    }
    if !passages.is_empty() {
        let _ = writeln!(
            foot,
            "<h2 id=\"passages\">Passages</h2>\n<p>Longest first; words that the other side does not have are <mark>marked</mark>.</p>\n{passages}"
        );
    }
    foot + SCRIPT + page::END
}

/// The SHA-256 of what is in the script's element, in Base64: only this script runs in the page.
const SCRIPT_HASH: &str = "3f4ep2w9qu0Krzif7Get9Lp6+olPRapoHOrlOGFZXdM=";

const SCRIPT: &str = r#"<script>
const body = document.querySelector("tbody");
const rows = [...body.rows];
const key = (row, column) => {
  const text = row.cells[column].textContent;
  return column < 2 ? text : Number(text);
};
document.querySelectorAll("th button").forEach(button => button.addEventListener("click", () => {
  const head = button.parentElement, column = head.cellIndex;
  const down = head.ariaSort ? head.ariaSort === "ascending" : column > 1;
  document.querySelectorAll("th").forEach(other => other.removeAttribute("aria-sort"));
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  rows.sort((x, y) => {
    const a = key(x, column), b = key(y, column);
    return (a < b ? -1 : a > b ? 1 : 0) * (down ? -1 : 1);
  });
  body.append(...rows);
}));
const show = () => {
  const wanted = document.getElementById("filter").value.toLowerCase();
  let shown = 0;
  for (const row of rows) {
    const names = row.cells[0].textContent + "\n" + row.cells[1].textContent;
    row.hidden = !names.toLowerCase().includes(wanted);
    shown += !row.hidden;
  }
  document.getElementById("shown").textContent = shown + " of " + rows.length + " pairs";
};
document.getElementById("filter").addEventListener("input", show);
show();
</script>
"#;

/// One row of the page.
#[must_use]
pub(super) fn page_row(a: &Bar<'_>, b: &Bar<'_>, row: &Row) -> String {
    let (size, scale) = scale(a, b);
    let height = 2.0 * HEIGHT + 4.0;
    let mut out = format!(
        "<tr><td class=\"name\">{}</td><td class=\"name\">{}</td><td class=\"pair\"><svg viewBox=\"0 0 {LENGTH} {height}\" preserveAspectRatio=\"none\">",
        escape(a.name),
        escape(b.name)
    );
    rectangles(&mut out, a, size, scale, 0.0);
    rectangles(&mut out, b, size, scale, HEIGHT + 4.0);
    out.push_str("</svg></td>");
    for score in row.scores {
        let _ = write!(out, "<td class=\"number\">{score:.3}</td>");
    }
    for words in row.words {
        let _ = write!(out, "<td class=\"number\">{words}</td>");
    }
    out.push_str("</tr>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(tokens: u64) -> Vec<Range<u64>> {
        std::iter::once(0..tokens).collect()
    }

    #[test]
    fn a_bin_is_green_from_half_on() {
        let bar = Bar {
            name: "a",
            tokens: 45,
            matched: vec![5..10, 16..17, 19..34, 41..45],
        };
        assert_eq!(bins(&bar, 10), [true, false, true, false, true]);
        assert_eq!(
            bins(
                &Bar {
                    matched: whole(45),
                    ..bar.clone()
                },
                10
            ),
            [true; 5]
        );
        assert!(
            bins(
                &Bar {
                    tokens: 0,
                    matched: vec![],
                    ..bar
                },
                10
            )
            .is_empty()
        );
    }

    #[test]
    fn the_page_runs_its_own_script_only() {
        use base64::Engine;
        use sha2::Digest;
        let script = SCRIPT.trim_start_matches("<script>").trim_end();
        let digest = sha2::Sha256::digest(script.trim_end_matches("</script>"));
        let digest = base64::engine::general_purpose::STANDARD.encode(digest);
        assert_eq!(digest, SCRIPT_HASH);
        assert!(page_head(0).contains(&format!("script-src 'sha256-{digest}'\"")));
    }

    #[test]
    fn names_are_text() {
        let bar = Bar {
            name: "a<b>&\"\u{1}",
            tokens: 10,
            matched: whole(10),
        };
        let mut picture = Picture::default();
        picture.add(&bar, &bar);
        let svg = picture.finish();
        assert!(svg.contains("a&lt;b&gt;&amp;&quot;\u{2401} (10 tokens)"));
        assert_eq!(svg.matches(MATCHED).count(), 2);
        assert_eq!(svg.matches("h600.0v12h-600.0z").count(), 4, "{svg}");
    }
}
