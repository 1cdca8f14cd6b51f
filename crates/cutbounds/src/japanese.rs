//! The form of Japanese e-books: a legend of the signs of the text between two rules at the head, and a colophon at the
//! end, as in the files of Aozora Bunko.

use linenorm::raw_lines;

use crate::constants::{MAX_LEGEND, MIN_LEGEND_RULE};

/// Returns the last line of the legend at the head of a text. A title and names may precede it.
pub fn legend(text: &str) -> Option<u64> {
    let is_rule = |raw: &str| raw.len() >= MIN_LEGEND_RULE && raw.bytes().all(|byte| byte == b'-');
    let mut lines = (1..)
        .zip(raw_lines(text).map(str::trim_end))
        .take(MAX_LEGEND);
    lines.find(|(_, raw)| is_rule(raw))?;
    let mut names_signs = false;
    for (number, raw) in lines {
        if is_rule(raw) {
            return names_signs.then_some(number);
        }
        names_signs |= raw.starts_with("【テキスト中に現れる記号について】");
    }
    None
}

/// Whether a line begins a colophon: it names the printed edition that was the source.
pub fn is_colophon(raw: &str) -> bool {
    let rest = raw.trim_start().strip_prefix("底本");
    rest.is_some_and(|rest| rest.starts_with(['：', ':']))
}

/// Whether a line ends with the sign that makes it a heading.
pub fn is_heading(raw: &str) -> bool {
    raw.trim_end().ends_with("見出し］")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_legend_ends_with_its_second_rule() {
        let rule = "-".repeat(55);
        let head = |inside: &str| format!("舟\n北\n\n{rule}\n{inside}\n{rule}\n\n　舟が来た。\n");
        let signs = "【テキスト中に現れる記号について】\n\n《》：ルビ";
        assert_eq!(legend(&head(signs)), Some(8));
        assert_eq!(legend(&head("第一章")), None);
        assert_eq!(legend(&format!("{rule}\n{signs}\n舟が来た。\n")), None);
        assert_eq!(legend(""), None);
    }
}
