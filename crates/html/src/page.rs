//! The shell of a self-contained HTML page. It follows the reader's light or dark mode and fits a phone.
//!
//! All views of this workspace share one style sheet, so that the same things look the same everywhere: kept and
//! removed text, numbers in tables, bars, and one section per document.

use crate::escape;

/// The style sheet of every view. Colours are named by their use; each has a light and a dark value.
const STYLE: &str = "\
:root { color-scheme: light dark;
  --line: light-dark(#d8dee4, #373e47); --soft: light-dark(#57606a, #9198a1); --off: light-dark(#767676, #8c8c8c);
  --bar: light-dark(#2f6f9f, #58a6d6); --empty: light-dark(#e6ebf0, #262c34);
  --good: #2e9e4f; --good-back: light-dark(#e9f7ed, #14301c); --bad: light-dark(#a40e26, #ff8182);
  --matched: #1a7f37; --unmatched: #f3a7a0; }
* { box-sizing: border-box; }
body { margin: 2rem auto; max-width: 70rem; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.3rem; margin: 0 0 0.3rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin-top: 2.5rem; }
p, caption { color: var(--soft); text-align: left; }
section + section { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1rem; }
summary { cursor: pointer; font-weight: bold; margin-top: 1rem; overflow-wrap: anywhere; }
pre { margin: 0; font: 0.85rem/1.45 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
input { font: inherit; padding: 0.2rem 0.4rem; width: 20rem; max-width: 100%; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 0.3rem 0.9rem 0.3rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line);
  overflow-wrap: anywhere; }
th:first-child, td:first-child { min-width: 8rem; }
th { font-weight: 600; overflow-wrap: normal; }
th button { font: inherit; border: 0; padding: 0; background: none; color: inherit; cursor: pointer; white-space: nowrap; }
th[aria-sort=ascending] button::after { content: \" \\25B2\"; }
th[aria-sort=descending] button::after { content: \" \\25BC\"; }
svg { display: block; width: 100%; height: 0.8rem; margin-top: 0.35rem; }
.scroll { overflow-x: auto; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.name { min-width: 9rem; }
.plot { width: 16%; min-width: 5.5rem; white-space: nowrap; }
.pair { min-width: 9rem; } .pair svg { height: 1.9rem; margin: 0; }
.whole { fill: var(--empty); } .part { fill: var(--bar); }
.matched { fill: var(--matched); background: var(--matched); } .unmatched { fill: var(--unmatched); background: var(--unmatched); }
.key { display: inline-block; width: 0.8em; height: 0.8em; vertical-align: -0.05em; }
.bad { color: var(--bad); }
.off { color: var(--off); }
.block { display: flex; gap: 1rem; margin: 0.2rem 0; border-left: 0.4rem solid var(--line); padding: 0.1rem 0 0.1rem 0.7rem; }
.block > p { margin: 0; flex: 1; min-width: 0; color: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
.block > span { align-self: center; font-size: 0.75rem; text-align: right; color: var(--soft); }
.block.kept { border-color: var(--good); background: var(--good-back); }
.block.off { font-size: 0.85rem; }
.block.heading > p { font-weight: bold; }
.block.changed { border-left-style: dashed; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 1.5rem; }
.sides > p { margin: 0.5rem 0; color: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
mark { background: light-dark(#ffe08a, #6b5200); color: inherit; }
.line { color: var(--off); user-select: none; }
.cut { border-top: 2px solid var(--bad); color: var(--bad); font-size: 0.85rem; padding: 2px 0; }
.more { color: var(--soft); font-style: italic; }
@media (max-width: 40rem) { .sides { grid-template-columns: 1fr; } body { margin: 1rem auto; } .block { display: block; } .block > span { display: block; } }
";

/// Returns the beginning of a page, up to its content. The page neither runs scripts nor loads anything, since its
/// Content-Security-Policy forbids both.
///
/// # Examples
/// ```
/// let page = html::page::begin("a < b") + "<p>text</p>\n" + html::page::END;
/// assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<title>a &lt; b</title>"));
/// assert!(page.contains("default-src 'none'"));
/// ```
pub fn begin(title: &str) -> String {
    begin_with(title, "")
}

/// Returns the beginning of a page that runs only scripts whose content has this SHA-256, in Base64.
///
/// # Examples
/// ```
/// let page = html::page::begin_with_script("t", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
/// assert!(page.contains("script-src 'sha256-47DEQpj8"));
/// ```
pub fn begin_with_script(title: &str, sha256: &str) -> String {
    begin_with(title, &format!("; script-src 'sha256-{sha256}'"))
}

fn begin_with(title: &str, scripts: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'{scripts}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n",
        escape(title)
    )
}

/// The end of a page.
pub const END: &str = "</body>\n</html>\n";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::{Token, Tokens};

    /// An unused class or an unbalanced brace would otherwise go unnoticed.
    #[test]
    fn the_style_sheet_is_balanced_and_the_shell_is_html() {
        let count = |sought| STYLE.matches(sought).count();
        assert_eq!(count('{'), count('}'));
        let variables = STYLE.split("var(").skip(1);
        for name in variables.map(|rest| &rest[..rest.find(')').unwrap()]) {
            assert!(STYLE.contains(&format!("{name}:")), "{name}");
        }
        let page = begin("t") + END;
        let names = |end: bool| {
            let mut names: Vec<&str> = Tokens::new(&page)
                .filter_map(|token| match token {
                    Token::Start { name, .. } if !end && name != "meta" => Some(name),
                    Token::End { name } if end => Some(name),
                    _ => None,
                })
                .collect();
            names.sort_unstable();
            names
        };
        assert_eq!(names(false), names(true));
    }
}
