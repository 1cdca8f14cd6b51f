//! The end of a letter, which belongs to it although other letters end alike: a valediction and the names below it.

use std::ops::Range;

use linenorm::{Rules, raw_lines};

use crate::constants::{CONFIDENCE_DOUBTFUL, MAX_BRIEF_WORDS, MAX_PERSONS, PRINTED_LINE};
use crate::rights::has;
use crate::{Cut, Reason, Rule, last_lines_start};

/// Parts of valedictions in lower case, language by language.
const VALEDICTIONS: [&str; 79] = [
    "sincerely",
    "faithfully",
    "yours truly",
    "yours ever",
    "regards",
    "respectfully",
    "obedient",
    "affectionate",
    "best wishes",
    "grüße",
    "gruß",
    "grüsse",
    "gruss",
    "hochachtungsvoll",
    "ergebenst",
    "cordialement",
    "salutations",
    "amicalement",
    "considération",
    "atentamente",
    "saludos",
    "cordialmente",
    "saludo",
    "saluti",
    "ossequi",
    "cumprimentos",
    "atenciosamente",
    "saudações",
    "groet",
    "hoogachtend",
    "hälsning",
    "hilsen",
    "terveisin",
    "kveðj",
    "salutări",
    "stimă",
    "poważaniem",
    "pozdrawiam",
    "pozdrowieni",
    "pozdravem",
    "úctou",
    "pozdravom",
    "poštovanjem",
    "üdvözlettel",
    "tisztelettel",
    "уважением",
    "приветом",
    "искренне ваш",
    "повагою",
    "уважение",
    "поштовањем",
    "εκτίμηση",
    "χαιρετισμ",
    "saygılar",
    "sevgiler",
    "التحيات",
    "تحياتي",
    "التقدير",
    "احترام",
    "בברכה",
    "בכבוד",
    "भवदीय",
    "सादर",
    "敬具",
    "敬白",
    "草々",
    "かしこ",
    "此致",
    "敬上",
    "谨上",
    "謹上",
    "드림",
    "올림",
    "배상",
    "trân trọng",
    "kính thư",
    "ขอแสดงความนับถือ",
    "hormat kami",
    "hormat saya",
];

/// Whether a line is a valediction. In any language it may be a few words with a comma behind them.
fn is_valediction(raw: &str) -> bool {
    let line = raw.trim();
    let words = line.split_whitespace().count();
    let has_comma = line.ends_with([',', '\u{60c}']);
    let is_known = || has(&line.to_lowercase(), &VALEDICTIONS);
    !line.starts_with(char::is_lowercase)
        && line.chars().count() < PRINTED_LINE
        && (has_comma && words < MAX_PERSONS
            || words <= MAX_BRIEF_WORDS + MAX_PERSONS && is_known())
}

/// Whether a line may be a name, a title or a place below a valediction.
fn is_signature(raw: &str) -> bool {
    let line = raw.trim();
    line.split_whitespace().count() <= MAX_PERSONS
        && Rules::default().is_trivial(line)
        && !line.starts_with(char::is_lowercase)
        && !line.contains([':', '\u{ff1a}'])
}

/// Returns the lines of the first block of these, counted from 0.
fn block(lines: &[&str]) -> Range<usize> {
    let is_blank = |raw: &&str| raw.trim().is_empty();
    let start = lines.iter().take_while(|raw| is_blank(raw)).count();
    let inside = lines[start..].iter().take_while(|raw| !is_blank(raw));
    start..start + inside.count()
}

/// Returns the lines behind a valediction that may be names. They may be apart from it.
fn names_behind(lines: &[&str], first: &Range<usize>, at: usize) -> Range<usize> {
    if at + 1 < first.end {
        return at + 1..first.end;
    }
    let next = block(&lines[first.end..]);
    first.end + next.start..first.end + next.end
}

/// Returns the number of first lines that close a letter. `above` is the line before them.
fn closing(lines: &[&str], above: &str) -> Option<usize> {
    let first = block(lines);
    let are_names = |names: Range<usize>| {
        let may_be = !names.is_empty() && names.len() <= MAX_PERSONS;
        may_be && lines[names].iter().all(|raw| is_signature(raw))
    };
    let places = || first.clone().take(MAX_PERSONS);
    let behind = |at| names_behind(lines, &first, at);
    // Few endings have names in these places, and to look for a valediction takes long.
    let is_above = first.start == 0;
    let may_close = is_above && are_names(first.clone()) || places().map(behind).any(are_names);
    if !may_close {
        return None;
    }
    let names = match is_above && is_valediction(above) {
        true => first.clone(),
        false => behind(places().find(|at| is_valediction(lines[*at]))?),
    };
    are_names(names.clone()).then_some(names.end)
}

/// The greatest number of lines that are not blank up to the end of a letter, and one behind it.
const MOST_LINES: usize = 2 * MAX_PERSONS + 1;

impl Cut {
    /// Leaves the end of a letter, by which the frequencies found an epilogue.
    pub(crate) fn without_valediction(&mut self, text: &str) {
        if self.epilogue_rule != Rule::Frequency {
            return;
        }
        let start = last_lines_start(text, self.lines + 1 - self.epilogue_start);
        let mut filled = 0;
        let lines = raw_lines(&text[start..]).take_while(|raw| {
            let is_needed = filled < MOST_LINES;
            filled += usize::from(!raw.trim().is_empty());
            is_needed
        });
        let lines: Vec<&str> = lines.collect();
        let above = text[..start].lines().next_back().unwrap_or_default();
        let Some(closing) = closing(&lines, above) else {
            return;
        };
        let next = closing + block(&lines[closing..]).start;
        self.epilogue_start += next as u64;
        if next >= lines.len() {
            (self.epilogue_start, self.epilogue_rule) = (self.lines + 1, Rule::None);
            self.reasons[1] = Reason::Letter;
            let doubt = |tail: f64| tail.min(CONFIDENCE_DOUBTFUL);
            self.confidence = self.confidence.map(|[head, tail]| [head, doubt(tail)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the first line of the epilogue of a text with three lines that ends so, if it began with the ending.
    fn left(ending: &str) -> u64 {
        let text = format!("The boat is tarred.\n\nIt sails.\n{ending}");
        let lines = text.lines().count() as u64;
        let mut cut = Cut {
            lines,
            preamble_start: 1,
            preamble_end: 0,
            epilogue_start: 4,
            preamble_rule: Rule::None,
            epilogue_rule: Rule::Frequency,
            confidence: Some([0.9, 0.7]),
            reasons: [Reason::Model; 2],
        };
        cut.without_valediction(&text);
        let is_cut = cut.epilogue_start <= lines;
        assert_eq!(cut.epilogue_rule == Rule::Frequency, is_cut);
        assert_eq!(cut.confidence, Some([0.9, if is_cut { 0.7 } else { 0.5 }]));
        cut.epilogue_start
    }

    #[test]
    fn the_end_of_a_letter_stays() {
        for closing in [
            "Yours sincerely,\nAda North\n",
            "\nMit freundlichen Gr\u{fc}\u{df}en\nAda North\nTeerhof\n",
            "\nGwely tar,\nAda North\n",
            "\nRegards\n\nAda North\n",
            "\n\u{656c}\u{5177}\n\u{5317}\n",
        ] {
            let lines = closing.lines().count() as u64;
            assert_eq!(left(closing), 4 + lines, "{closing}");
            let links = format!("{closing}\nThe Quay Library\nThe Ferry Page\n");
            assert_eq!(left(&links), 5 + lines, "{links}");
        }
        for other in [
            "\nThe Quay Library\nThe Ferry Page\n",
            "\nRegards\n",
            "Of tin, tar,\nBoats: two\n",
            "\nWrite to the Quay Library, with regards, for boats\nand tar that you need for them\n",
            "\nHome, boats and tar,\nsails and oars\n",
        ] {
            assert_eq!(left(other), 4, "{other}");
        }
    }
}
