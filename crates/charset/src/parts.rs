//! Finds parts of a document that are in different encodings, as in logs, subtitles, mail and
//! changelogs.
//!
//! A line contains little evidence of its encoding, so the encodings of a document are found
//! together (greedy facility location). Each part votes with the log-odds of every other encoding
//! against the main one. An encoding is added, the best first, if its votes outweigh the cost of
//! one more encoding. Then each part is assigned the best of the chosen encodings. ASCII parts have
//! the encoding of the previous part.

use std::io;
use std::ops::Range;

use platform::math;
use platform::utf8::is_utf_8;

use crate::Encoding;
use crate::answer::{Candidate, Damage, Detection, Part, Second, Unit};
use crate::best::price_of_damage;
use crate::codec::Decoder;
use crate::constants::{
    CAPITAL_COST, LONG_CHARACTER_ODDS, MAX_PART_ODDS, MIN_HIGH_BYTES, MIN_SECOND_MARGIN,
    NEW_ENCODING_COST, ODD_COST, ODD_DEVIATIONS, OTHER_ENCODING_COST, SHARED_ENCODING_COST,
    TWO_BYTE_ODDS, TWO_BYTE_ODDS_IN_MULTI, UNASSIGNED_COST,
};
use crate::in_step;
use crate::rules::{Source, for_pieces};
use crate::texts::EncodingSet;

/// Some lines of a document, detected separately.
pub(crate) struct Lines {
    pub found: Detection,
    /// A number for each encoding. Encodings that decode the lines to the same text have the same
    /// number. Empty if a rule decided.
    pub texts: Vec<usize>,
}

/// Detects the encoding of some lines of a document.
pub(crate) type OfLines<'a> = dyn FnMut(&[u8]) -> io::Result<Lines> + 'a;

/// The maximum number of encodings of a document.
const ENCODINGS: usize = 6;
/// The maximum number of texts that a part votes for.
const VOTES: usize = 6;

/// The encodings in which a part is the same text, and their log-odds against the main encoding.
struct Vote {
    encodings: EncodingSet,
    /// The encoding that is reported for them.
    named: Encoding,
    gain: f32,
}

/// A part and its evidence.
struct Piece {
    lines: usize,
    bytes: Range<usize>,
    /// Whether it is ASCII, which all encodings share.
    is_plain: bool,
    votes: Vec<Vote>,
    /// The index of its encoding in the document's list, and that encoding's log-odds against the
    /// main one.
    chosen: (usize, f32),
}

/// Finds the encodings of a document's parts. `whole` is the detection result for the document.
pub(crate) fn divide(
    bytes: &[u8],
    unit: Unit,
    whole: &Detection,
    of_lines: &mut OfLines,
) -> io::Result<Vec<Part>> {
    let Some(first) = whole.candidates.first() else {
        return Ok(Vec::new());
    };
    let main = first.encoding;
    if unit == Unit::Document || !main.extends_ascii() || bytes.is_ascii() {
        return Ok(vec![Part {
            encoding: main,
            line: 1,
            lines: bytes.split_inclusive(|byte| *byte == b'\n').count(),
            bytes: 0..bytes.len(),
        }]);
    }
    let mut pieces = Vec::new();
    for (lines, range) in ranges(bytes, unit) {
        pieces.push(piece(bytes, lines, range, main, of_lines)?);
    }
    let encodings = encodings(&mut pieces, main);
    Ok(joined(&pieces, &encodings))
}

/// Returns the lines or blocks of a document, each with its number of lines. A block includes the
/// blank lines after it.
fn ranges(bytes: &[u8], unit: Unit) -> Vec<(usize, Range<usize>)> {
    let mut all: Vec<(usize, Range<usize>)> = Vec::new();
    let mut at = 0;
    let mut was_blank = true;
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let end = at + line.len();
        let is_blank = line.trim_ascii().is_empty();
        let goes_on = unit == Unit::Block && (is_blank || !was_blank);
        match all.last_mut() {
            Some((lines, range)) if goes_on => {
                *lines += 1;
                range.end = end;
            }
            _ => all.push((1, at..end)),
        }
        was_blank = is_blank;
        at = end;
    }
    all
}

/// Detects the encoding of a part.
fn piece(
    bytes: &[u8],
    lines: usize,
    range: Range<usize>,
    main: Encoding,
    of_lines: &mut OfLines,
) -> io::Result<Piece> {
    let part = &bytes[range.clone()];
    let is_plain = part.is_ascii() && !part.contains(&0x1B);
    let mut piece = Piece {
        lines,
        bytes: range,
        is_plain,
        votes: Vec::new(),
        chosen: (0, 0.0),
    };
    if is_plain || main == Encoding::UTF_8 && is_utf_8(part) {
        return Ok(piece);
    }
    if let Ok(text) = str::from_utf8(part)
        && !text.is_ascii()
    {
        // The first byte of a character with two bytes is half-width katakana in Shift_JIS, which is
        // as rare there.
        let is_rare = main.is_single_byte() || main.name() == "shift_jis";
        let gain = of_utf_8(text, is_rare, main);
        piece
            .votes
            .push(Vote::of(Encoding::UTF_8, gain.min(MAX_PART_ODDS)));
        return Ok(piece);
    }
    let Lines { found, texts } = of_lines(part)?;
    if found.by_rule {
        let escaped = found.candidates.first().map(|one| one.encoding);
        let escaped = escaped.filter(|one| !one.extends_ascii() && part.is_ascii());
        piece
            .votes
            .extend(escaped.map(|one| Vote::of(one, MAX_PART_ODDS)));
        return Ok(piece);
    }
    let own = texts[main.preferred().index()];
    let is_main = |one: &&Candidate| texts[one.encoding.index()] == own;
    let of_main = found.candidates.iter().find(is_main);
    let behind = match (of_main, main) {
        (Some(one), _) => one.behind as f32,
        (None, Encoding::UTF_8) => damaged_utf_8(part, &found),
        (None, _) => MAX_PART_ODDS,
    };
    let is_multi = !main.is_single_byte() && of_main.is_some();
    for one in &found.candidates {
        // Rare characters of a short line in a multi-byte encoding are weak evidence against it.
        // That the line decodes to characters is evidence against single-byte encodings.
        let gain = match (is_multi, one.encoding.is_single_byte()) {
            (false, _) => behind.min(MAX_PART_ODDS) - one.behind as f32,
            (true, true) => continue,
            (true, false) => (behind / 2.0).min(MAX_PART_ODDS) - one.behind as f32 / 2.0,
        };
        if gain <= SHARED_ENCODING_COST || piece.votes.len() == VOTES {
            break;
        }
        let text = texts[one.encoding.index()];
        let mut vote = Vote::of(one.encoding, gain);
        let same = Encoding::all().filter(|one| texts[one.index()] == text);
        same.for_each(|encoding| vote.add(encoding));
        piece.votes.push(vote);
    }
    Ok(piece)
}

/// Returns the log-odds of the best other encoding against UTF-8 for damaged UTF-8. `others` is the
/// detection result for other encodings; if it lists many, none of them is probable.
fn damaged_utf_8(part: &[u8], others: &Detection) -> f32 {
    let sequences = Decoder::new(Encoding::UTF_8).decode(part, true, &mut String::new());
    let odds = others.candidates.iter().map(|one| math::exp(-one.behind));
    price_of_damage(sequences) - math::ln(odds.sum::<f64>().max(1.0) as f32)
}

impl Vote {
    fn of(encoding: Encoding, gain: f32) -> Self {
        let mut vote = Vote {
            encodings: EncodingSet::default(),
            named: encoding,
            gain,
        };
        vote.add(encoding);
        vote
    }

    fn add(&mut self, encoding: Encoding) {
        self.encodings[encoding.index() / 64] |= 1 << (encoding.index() % 64);
    }

    fn is_for(&self, encoding: Encoding) -> bool {
        self.encodings[encoding.index() / 64] >> (encoding.index() % 64) & 1 == 1
    }
}

/// Returns the log-odds that a part of a document in the encoding `main` is UTF-8. `text` is the part as UTF-8.
fn of_utf_8(text: &str, is_rare: bool, main: Encoding) -> f32 {
    // Bytes that are all letters in the main encoding may be a word in it.
    let is_letter = |byte: u8| {
        let table = main.table();
        byte.is_ascii() || table.is_some_and(|table| table[usize::from(byte)].is_alphabetic())
    };
    match text.bytes().all(is_letter) {
        true => by_chance(text, is_rare) - 2.0 * TWO_BYTE_ODDS,
        false => by_chance(text, is_rare),
    }
}

/// Returns the log-odds that a text in another encoding is not valid UTF-8 by chance. Two bytes of
/// Chinese or Korean often form a character of UTF-8; letters of a single-byte encoding hardly ever
/// do.
fn by_chance(text: &str, is_rare: bool) -> f32 {
    let of_char = |char: char| match (char.len_utf8(), is_rare) {
        (1, _) => 0.0,
        (2, true) => TWO_BYTE_ODDS,
        (2, false) => TWO_BYTE_ODDS_IN_MULTI,
        _ => LONG_CHARACTER_ODDS,
    };
    text.chars().map(of_char).sum()
}

/// Returns the log-odds against a part in an encoding that no other part has yet. Of documents in
/// several encodings most have UTF-8, so one part in it is enough: it costs no more than another one.
fn cost_of_other(encoding: Encoding) -> f32 {
    match encoding {
        Encoding::UTF_8 => SHARED_ENCODING_COST,
        _ => OTHER_ENCODING_COST,
    }
}

/// Returns the encodings of a document, the main one first, and assigns one to each part.
fn encodings(pieces: &mut [Piece], main: Encoding) -> Vec<Encoding> {
    let mut encodings = vec![main];
    while encodings.len() < ENCODINGS {
        let mut gains = vec![(0.0_f32, 0_usize); Encoding::COUNT];
        for piece in pieces.iter().filter(|piece| !piece.votes.is_empty()) {
            for encoding in Encoding::all() {
                if let Some(vote) = piece.votes.iter().find(|vote| vote.is_for(encoding)) {
                    let (gain, named) = &mut gains[encoding.index()];
                    *gain += (vote.gain - piece.chosen.1.max(cost_of_other(encoding))).max(0.0);
                    *named += usize::from(vote.named == encoding);
                }
            }
        }
        let key = |one: &Encoding| {
            let (gain, named) = gains[one.index()];
            let rank = std::cmp::Reverse(one.whatwg_rank());
            // Gains of equivalent encodings differ only by rounding.
            ((gain * 64.0) as u64, named, rank)
        };
        let best = Encoding::all()
            .filter(|one| !encodings.contains(one))
            .max_by_key(key);
        let is_added = |one: &Encoding| match *one {
            Encoding::UTF_8 => gains[one.index()].0 > 0.0,
            _ => gains[one.index()].0 >= NEW_ENCODING_COST,
        };
        let Some(best) = best.filter(is_added) else {
            break;
        };
        let place = encodings.len();
        for piece in pieces.iter_mut() {
            let vote = piece.votes.iter().find(|vote| vote.is_for(best));
            if let Some(vote) =
                vote.filter(|vote| vote.gain > piece.chosen.1.max(SHARED_ENCODING_COST))
            {
                piece.chosen = (place, vote.gain);
            }
        }
        encodings.push(best);
    }
    encodings
}

/// Returns the parts, joining neighbours in the same encoding.
fn joined(pieces: &[Piece], encodings: &[Encoding]) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut line = 1;
    for piece in pieces {
        let encoding = encodings[piece.chosen.0];
        match parts.last_mut() {
            Some(last) if piece.is_plain || last.encoding == encoding => {
                last.lines += piece.lines;
                last.bytes.end = piece.bytes.end;
            }
            _ => parts.push(Part {
                encoding,
                line,
                lines: piece.lines,
                bytes: piece.bytes.clone(),
            }),
        }
        line += piece.lines;
    }
    parts
}

/// Returns the text of parts, without a byte order mark, and its damage.
pub(crate) fn text_of(bytes: &[u8], parts: &[Part]) -> (String, Option<Damage>) {
    let mut text = String::with_capacity(bytes.len());
    let mut damage: Option<Damage> = None;
    for part in parts {
        let from = text.len();
        let sequences = in_step::decode(part.encoding, &bytes[part.bytes.clone()], &mut text);
        if sequences > 0 {
            let before = text[from..].split(char::REPLACEMENT_CHARACTER).next();
            let line = part.line + before.unwrap_or_default().matches('\n').count();
            damage
                .get_or_insert(Damage { sequences: 0, line })
                .sequences += sequences;
        }
    }
    if text.starts_with('\u{FEFF}') {
        text.remove(0);
    }
    (text, damage)
}

/// The maximum length in bytes of a line that is considered, and of all odd lines together.
const LINE: usize = 512;
const LINES: usize = 2048;
/// The maximum length in bytes of a document that is detected again without its UTF-8 lines.
const OTHERS: usize = 1 << 16;

/// Scores how usual a line is in the main encoding of its document, by its letters.
pub(crate) enum Usual {
    Utf8,
    /// The cost of each byte beyond the mean of the language, and the variance of these costs.
    Single(Box<[f32; 256]>, f32),
    /// The encoding, and whether to decode lines to find damage.
    Multi(Encoding, bool),
}

impl Usual {
    pub fn new(encoding: Encoding, letters: impl Fn(char) -> f32, is_damaged: bool) -> Self {
        if encoding == Encoding::UTF_8 {
            return Usual::Utf8;
        }
        let Some(table) = encoding.table() else {
            return Usual::Multi(encoding, is_damaged);
        };
        let mut costs = Box::new([0.0; 256]);
        let (mut sum, mut squares, mut total) = (0.0, 0.0, 0.0);
        for byte in 0x80..256 {
            let cost = match table[byte] {
                char::REPLACEMENT_CHARACTER => UNASSIGNED_COST,
                char if char.is_uppercase() => letters(char) + CAPITAL_COST,
                char => letters(char),
            };
            // A sign that all languages use has no cost.
            if cost == 0.0 {
                continue;
            }
            // The mean is taken from the language, because the document's own mean mixes its
            // encodings.
            let share = math::exp(-f64::from(cost)) as f32;
            sum += share * cost;
            squares += share * cost * cost;
            total += share;
            costs[byte] = cost;
        }
        let mean = sum / total;
        let costly = costs.iter_mut().filter(|cost| **cost > 0.0);
        costly.for_each(|cost| *cost -= mean);
        Usual::Single(costs, squares / total - mean * mean)
    }

    /// Whether a line is odd in this encoding.
    fn is_odd(&self, line: &[u8]) -> bool {
        let high = line.iter().map(|byte| u32::from(byte >> 7)).sum::<u32>();
        match self {
            Usual::Utf8 => !is_utf_8(line),
            Usual::Single(costs, variance) => {
                let sum: f32 = line.iter().map(|&byte| costs[usize::from(byte)]).sum();
                high >= MIN_HIGH_BYTES
                    && sum > ODD_COST.max(ODD_DEVIATIONS * (variance * high as f32).sqrt())
            }
            Usual::Multi(encoding, is_damaged) => {
                // Some lines have only a stray byte or half a character.
                *is_damaged
                    && high >= MIN_HIGH_BYTES
                    && Decoder::new(*encoding).decode(line, true, &mut String::new()) > 0
            }
        }
    }
}

/// Returns a line that is UTF-8 as text, except a character cut at its end.
fn whole_characters(line: &[u8]) -> Option<&str> {
    match str::from_utf8(line) {
        Ok(text) => Some(text),
        Err(error) if error.error_len().is_none() && error.valid_up_to() > 0 => {
            str::from_utf8(&line[..error.valid_up_to()]).ok()
        }
        Err(_) => None,
    }
    .filter(|text| !text.is_ascii())
}

/// Lines that are odd in the main encoding.
#[derive(Default)]
struct OddLines {
    text: Vec<u8>,
    first: Option<usize>,
    /// The log-odds that some lines are UTF-8, first if the document is in a single-byte encoding,
    /// then if it is in another; and the number of the first such line.
    utf_8: [f32; 2],
    first_utf_8: Option<usize>,
    /// The beginning of the document without these lines.
    others: Vec<u8>,
}

impl OddLines {
    fn add(&mut self, line: &[u8], number: usize, usual: &Usual, main: Encoding) {
        if !matches!(usual, Usual::Utf8)
            && let Some(text) = whole_characters(line)
        {
            let gains = [
                of_utf_8(text, true, main) - SHARED_ENCODING_COST,
                by_chance(text, false) - OTHER_ENCODING_COST,
            ];
            for (sum, gain) in self.utf_8.iter_mut().zip(gains) {
                *sum += gain.clamp(0.0, MAX_PART_ODDS);
            }
            if gains[0] > 0.0 {
                self.first_utf_8.get_or_insert(number);
            }
            return;
        }
        if self.others.len() < OTHERS {
            self.others.extend_from_slice(line);
            self.others.push(b'\n');
        }
        if usual.is_odd(line) && self.text.len() < LINES {
            self.text.extend_from_slice(line);
            self.text.push(b'\n');
            self.first.get_or_insert(number);
        }
    }
}

/// Finds the second encoding of a document whose main encoding and language are known. One pass
/// over the document collects the lines that are odd in the main encoding, and only these are
/// detected.
pub(crate) fn second(
    source: &mut dyn Source,
    buffer: &mut Vec<u8>,
    usual: &Usual,
    found: &mut Detection,
    of_lines: &mut OfLines,
) -> io::Result<Option<Second>> {
    let Some(first) = found.candidates.first() else {
        return Ok(None);
    };
    let encoding = first.encoding;
    let mut odd = OddLines::default();
    each_line(source, buffer, |line, number| {
        odd.add(line, number, usual, encoding);
    })?;
    if let Some(line) = odd.first_utf_8.filter(|_| odd.utf_8[0] > 0.0) {
        // Without these lines the document may be in another encoding, because they could have
        // suggested a third one.
        let others = of_lines(&odd.others)?.found;
        let is_single_byte = match others.candidates.first() {
            Some(first) if !others.by_rule => first.encoding.is_single_byte(),
            _ => encoding.is_single_byte(),
        };
        if is_single_byte || odd.utf_8[1] >= NEW_ENCODING_COST {
            if !others.by_rule && !others.candidates.is_empty() {
                found.candidates = others.candidates;
                found.is_damaged = others.is_damaged;
                found.over_unknown = others.over_unknown;
            }
            return Ok(Some(Second {
                encoding: Encoding::UTF_8,
                line,
            }));
        }
    }
    let Some(line) = odd.first else {
        return Ok(None);
    };
    let Lines {
        found: others,
        texts,
    } = of_lines(&odd.text)?;
    if others.by_rule {
        return Ok(None);
    }
    let own = texts[encoding.preferred().index()];
    let is_main = |one: &&Candidate| texts[one.encoding.index()] == own;
    let behind = others.candidates.iter().find(is_main);
    let is_clear = match (behind, encoding) {
        (Some(one), _) => one.behind >= MIN_SECOND_MARGIN,
        (None, Encoding::UTF_8) => others.margin() >= OTHER_ENCODING_COST.into(),
        (None, _) => true,
    };
    let best = others.candidates.first().filter(|_| is_clear);
    Ok(best.map(|best| Second {
        encoding: best.encoding,
        line,
    }))
}

/// The maximum number of lines that decide the main encoding.
const VOTERS: usize = 64;

/// Makes the encoding of most lines the main one of a document. A line of Cyrillic has more bytes beyond ASCII than ten lines of German,
/// so it may have decided. A line counts by its log-odds beyond [`OTHER_ENCODING_COST`], at most [`MAX_PART_ODDS`].
pub(crate) fn by_lines(
    bytes: &[u8],
    found: &mut Detection,
    of_lines: &mut OfLines,
) -> io::Result<()> {
    let Some(first) = found.candidates.first().map(|one| one.encoding) else {
        return Ok(());
    };
    let lines = bytes.split_inclusive(|byte| *byte == b'\n').enumerate();
    let lines: Vec<(usize, &[u8])> = lines.filter(|(_, line)| !line.is_ascii()).collect();
    let mut votes = Vec::new();
    let mut sums = vec![0.0_f32; Encoding::COUNT];
    for &(number, line) in lines.iter().step_by(lines.len().div_ceil(VOTERS).max(1)) {
        let line = &line[..line.len().min(LINE)];
        let Lines { found, texts } = of_lines(line)?;
        if found.by_rule {
            continue;
        }
        let gains = gains(&found, &texts, first);
        for (sum, gain) in sums.iter_mut().zip(&gains) {
            *sum += gain;
        }
        votes.push((number, line, gains));
    }
    let key = |one: &Encoding| {
        let is_second = found.second.is_some_and(|second| second.encoding == *one);
        let rank = std::cmp::Reverse(one.whatwg_rank());
        // Sums of equivalent encodings differ only by rounding.
        ((sums[one.index()] * 64.0) as i64, is_second, rank)
    };
    let best = Encoding::all().max_by_key(key);
    let Some(best) = best.filter(|one| sums[one.index()] >= NEW_ENCODING_COST) else {
        return Ok(());
    };
    let own = votes.iter().filter(|(.., gains)| gains[best.index()] > 0.0);
    let own: Vec<u8> = own.flat_map(|(_, line, _)| line.iter().copied()).collect();
    let others = of_lines(&own)?.found;
    let is_best = |one: &Candidate| one.encoding.preferred() == best.preferred();
    if others.by_rule || !others.candidates.first().is_some_and(is_best) {
        return Ok(());
    }
    let gain = |(.., gains): &&(usize, &[u8], Vec<f32>)| gains[best.index()];
    let least = votes
        .iter()
        .min_by(|one, other| gain(one).total_cmp(&gain(other)));
    let least = least.filter(|one| gain(one) <= 0.0 || found.second.is_some());
    let rest = match least {
        // The first encoding may be a third one, in which no line is.
        Some((_, line, _)) => of_lines(line)?.found.candidates.into_iter().next(),
        None => None,
    };
    let rest = rest.map(|one| one.encoding).filter(|one| *one != best);
    found.second = least.map(|(number, ..)| Second {
        encoding: rest.unwrap_or(first),
        line: number + 1,
    });
    found.candidates = others.candidates;
    found.is_damaged = others.is_damaged;
    found.over_unknown = others.over_unknown;
    Ok(())
}

/// Returns the log-odds of each encoding against `first` for a line, beyond those that a line needs.
fn gains(line: &Detection, texts: &[usize], first: Encoding) -> Vec<f32> {
    let behind = |encoding: Encoding| {
        let text = texts[encoding.preferred().index()];
        let same = |one: &&Candidate| texts[one.encoding.index()] == text;
        let found = line.candidates.iter().find(same);
        found.map_or(MAX_PART_ODDS, |one| (one.behind as f32).min(MAX_PART_ODDS))
    };
    let of_first = behind(first);
    let gain = |encoding| {
        let gain = of_first - behind(encoding);
        gain.signum() * (gain.abs() - OTHER_ENCODING_COST).max(0.0)
    };
    Encoding::all().map(gain).collect()
}

/// Calls `each` with the lines of a document that are not ASCII, without line ends and cut to a
/// maximum length, and with their numbers, counted from 1.
fn each_line(
    source: &mut dyn Source,
    buffer: &mut Vec<u8>,
    mut each: impl FnMut(&[u8], usize),
) -> io::Result<()> {
    let mut number = 1;
    let mut begun: Vec<u8> = Vec::new();
    for_pieces(source, buffer, |piece| {
        let mut at = 0;
        for end in memchr::memchr_iter(b'\n', piece) {
            let line = &piece[at..end];
            if !begun.is_empty() {
                begun.extend_from_slice(&line[..line.len().min(LINE - begun.len().min(LINE))]);
                if !begun.is_ascii() {
                    each(&begun, number);
                }
                begun.clear();
            } else if !line.is_ascii() {
                each(&line[..line.len().min(LINE)], number);
            }
            number += 1;
            at = end + 1;
        }
        let rest = &piece[at..];
        begun.extend_from_slice(&rest[..rest.len().min(LINE - begun.len().min(LINE))]);
        true
    })?;
    if !begun.is_ascii() {
        each(&begun, number);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::encoded;
    use crate::{Decoded, Settings};
    use proptest::prelude::*;

    const TEXTS: [(&str, &str); 8] = [
        (
            "cs",
            "Když přišel večer, šli jsme ještě k řece a dlouho mlčeli, protože už byla tma.\n12 + 3\nVečer jsme seděli u řeky.\n\nŘekl: „Už jdu.“\n",
        ),
        (
            "de",
            "Der Bäcker öffnet früh.\n\nIn der Straße hört man Vögel.\nSchön – und müde\n",
        ),
        (
            "ru",
            "Вечером мы шли домой и молчали.\nБыл час ночи, 5-й день.\n\nНОЧЬ\n",
        ),
        (
            "el",
            "Το βράδυ καθίσαμε δίπλα στο ποτάμι.\nΉταν αργά\n\nκαι κάναμε ησυχία.\n",
        ),
        (
            "ja",
            "川の水は冷たく、誰も何も言わなかった。\n\n夕方、私たちは川のそばに座っていました。\n",
        ),
        (
            "zh",
            "傍晚我们坐在河边，听着鸟叫。\n水很冷\n\n没有人说话。\n",
        ),
        (
            "ko",
            "저녁에 우리는 강가에 앉아 있었다.\n\n아무도 말하지 않았다.\n",
        ),
        (
            "tr",
            "Akşam nehrin kenarında oturduk ve kuşları dinledik.\nığüşöç\n\nGece oldu.\n",
        ),
    ];
    const ENCODINGS: [(&str, &[&str]); 8] = [
        ("cs", &["windows-1250", "iso-8859-2", "ibm852", "utf-8"]),
        ("de", &["windows-1252", "ibm850", "macintosh", "utf-8"]),
        (
            "ru",
            &["windows-1251", "koi8-r", "ibm866", "utf-8", "utf-16le"],
        ),
        ("el", &["windows-1253", "utf-8"]),
        ("ja", &["shift_jis", "euc-jp", "utf-8"]),
        ("zh", &["gb18030", "utf-8"]),
        ("ko", &["euc-kr", "utf-8"]),
        ("tr", &["windows-1254", "utf-8"]),
    ];

    fn decode(bytes: &[u8], unit: Unit) -> Decoded {
        let settings = Settings {
            unit,
            ..Settings::default()
        };
        settings.decode(bytes)
    }

    #[test]
    fn one_letter_of_utf_8_is_enough_in_a_line_of_its_own() {
        let spanish = |text: &str| encoded(text, "windows-1252");
        let mut bytes = spanish("2001 María García: corrección de la traducción española\n");
        bytes.extend(spanish("2002 José Núñez: más correcciones\n"));
        bytes.extend("2004 Jan Łukasik: nowe opisy\n".as_bytes());
        let decoded = decode(&bytes, Unit::Line);
        assert!(decoded.text.ends_with("2004 Jan Łukasik: nowe opisy\n"));
        let parts: Vec<_> = decoded
            .parts
            .iter()
            .map(|one| one.encoding.name())
            .collect();
        assert_eq!(parts, ["windows-1252", "utf-8"]);
        // It is a mixture and not double-encoded text, although the letter looks so.
        let whole = decode(&bytes, Unit::Document);
        let second = whole.second.map(|one| (one.encoding.name(), one.line));
        assert_eq!((second, whole.mojibake), (Some(("utf-8", 3)), None));
        let settings = Settings {
            repair: true,
            ..Settings::default()
        };
        let repaired = settings.decode(&bytes);
        assert!(repaired.mojibake.is_some() && repaired.text == decoded.text);
        // Letters of a word in IBM855 have such bytes, too.
        let russian = "Вечером мы сидели у реки и слушали птиц, пока не стало темно.\nмама\n";
        let bytes = encoded(russian, "ibm855");
        assert!(str::from_utf8(bytes.split(|byte| *byte == b'\n').nth(1).unwrap()).is_ok());
        let decoded = decode(&bytes, Unit::Line);
        assert_eq!(decoded.text, russian);
        assert_eq!(decoded.parts.len(), 1);
    }

    fn in_encoding(text: &str, encoding: &str) -> Vec<u8> {
        match encoding {
            "utf-8" => text.as_bytes().to_vec(),
            "utf-16le" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            "ibm850" | "macintosh" => encoded(&text.replace('–', "-"), encoding),
            "iso-8859-2" | "ibm852" => encoded(&text.replace(['„', '“'], "\""), encoding),
            _ => encoded(text, encoding),
        }
    }

    #[test]
    fn parts_of_a_uniform_file_are_in_its_encoding() {
        for ((language, text), (_, encodings)) in TEXTS.iter().zip(ENCODINGS) {
            for encoding in encodings {
                let bytes = in_encoding(text, encoding);
                let whole = decode(&bytes, Unit::Document);
                assert_eq!(whole.second, None, "{language} {encoding}");
                for unit in [Unit::Line, Unit::Block] {
                    assert_eq!(decode(&bytes, unit), whole, "{language} {encoding}");
                }
            }
        }
    }

    #[test]
    fn each_line_is_in_its_own_encoding() {
        for ((language, text), (_, encodings)) in TEXTS.iter().zip(ENCODINGS) {
            let one_byte = encodings.iter().filter(|one| **one != "utf-16le");
            let encodings: Vec<&str> = one_byte.copied().collect();
            let line = text.lines().next().unwrap().to_owned() + "\n";
            for pair in encodings.windows(2) {
                let parts = [
                    in_encoding(&line, pair[0]).repeat(3),
                    in_encoding(&line, pair[1]),
                ];
                let decoded = decode(&parts.concat(), Unit::Line);
                assert_eq!(decoded.text, line.repeat(4), "{language} {pair:?}");
                let found: Vec<_> = decoded
                    .parts
                    .iter()
                    .map(|one| (one.encoding.name(), one.line, one.lines))
                    .collect();
                assert_eq!(found, [(pair[0], 1, 3), (pair[1], 4, 1)], "{language}");
            }
        }
    }

    #[test]
    fn a_block_is_in_its_best_encoding_if_all_are_far_ahead_of_the_main_one() {
        let text = |label: &str| {
            TEXTS
                .iter()
                .find(|(one, _)| *one == label)
                .unwrap()
                .1
                .replace("\n\n", "\n")
        };
        let (japanese, korean) = (text("ja").repeat(4), text("ko").repeat(4));
        for (other, name) in [(&japanese, "euc-jp"), (&korean, "euc-kr")] {
            let blocks = [
                &encoded(other, name)[..],
                b"\n",
                &encoded(&japanese, "shift_jis"),
            ]
            .concat();
            let decoded = decode(&blocks, Unit::Block);
            assert_eq!(decoded.text, format!("{other}\n{japanese}"));
        }
    }

    #[test]
    fn a_second_encoding_is_named_with_its_first_line() {
        let line = "Вечером мы шли домой и молчали.\n";
        let mut bytes = encoded(line, "windows-1251").repeat(9);
        bytes.extend(b"plain\n");
        bytes.extend(encoded(line, "koi8-r"));
        let second = decode(&bytes, Unit::Document).second.unwrap();
        assert_eq!((second.encoding.name(), second.line), ("koi8-r", 11));
        bytes.extend(line.as_bytes());
        let second = decode(&bytes, Unit::Document).second.unwrap();
        assert_eq!((second.encoding.name(), second.line), ("utf-8", 12));
        assert_eq!(decode(&bytes, Unit::Line).second, None);
    }

    proptest! {
        #[test]
        fn lines_and_blocks_are_the_document(text in "[a\r \n\u{e9}]{0,30}") {
            for unit in [Unit::Line, Unit::Block] {
                let mut at = 0;
                let mut sum = 0;
                for (lines, range) in ranges(text.as_bytes(), unit) {
                    prop_assert_eq!(range.start, at);
                    prop_assert!(lines > 0);
                    at = range.end;
                    sum += lines;
                }
                prop_assert_eq!(at, text.len());
                prop_assert_eq!(sum, text.split_inclusive('\n').count());
            }
        }

        #[test]
        fn any_bytes_have_parts(bytes in proptest::collection::vec(prop_oneof![any::<u8>(), Just(b'\n')], 0..200)) {
            let decoded = decode(&bytes, Unit::Line);
            let lines: usize = decoded.parts.iter().map(|part| part.lines).sum();
            prop_assert!(decoded.encoding.is_none() || lines == bytes.split_inclusive(|byte| *byte == b'\n').count());
        }
    }
}
