//! Decodes damaged documents in encodings whose characters have several bytes.
//!
//! A foreign byte may be taken for the first half of a character. A decoder then reads what follows across the characters, up to the
//! next byte below 0x30, after which all encodings begin a new character. Such a run is divided anew: into characters and foreign bytes,
//! so that its characters are as common as possible. Each sequence of foreign bytes becomes U+FFFD. A run in which every byte is part
//! of a character is decoded as the WHATWG Encoding Standard says, unless its bytes should be in pairs and their number is odd.

use crate::Encoding;
use crate::answer::Start;
use crate::codec::Decoder;
use crate::constants::INVALID_COST;
use crate::foreign;
use crate::models::built_in_models;
use crate::realign::{Costs, has_odd_run};

/// The bytes of a run that are held in memory. A longer one is divided in pieces of this length.
const LONGEST: usize = 8192;
/// The bytes at the end of such a piece that are divided with the next one.
const SEAM: usize = 64;
/// The bytes behind damage in which every run is divided anew: two foreign bytes in one run may leave no sign but rare characters.
const NEAR: usize = 8192;
/// The cost of a character that is the same as the one before it.
const LEAST_COST: f32 = 1.0;
/// The bytes of the longest character.
const LONGEST_CHARACTER: usize = 4;

/// Decodes a document that comes in chunks of any size.
pub(crate) struct InStep {
    encoding: Encoding,
    decoder: Decoder,
    /// The beginning of a run of an encoding with characters of several bytes.
    pending: Vec<u8>,
    /// They are needed for damaged documents only.
    costs: Option<Costs<'static>>,
    /// The number of bytes that are still near the last damage.
    near: usize,
    /// Whether the next byte is the rest of a character whose beginning is missing.
    is_within: bool,
}

impl InStep {
    pub fn new(encoding: Encoding, start: Start) -> Self {
        InStep {
            encoding,
            decoder: Decoder::new(encoding),
            pending: Vec::new(),
            costs: None,
            near: 0,
            is_within: start == Start::WithinCharacter,
        }
    }

    /// Like [`Decoder::decode`].
    pub fn decode(&mut self, bytes: &[u8], last: bool, text: &mut String) -> u64 {
        if self.is_within && !bytes.is_empty() {
            self.is_within = false;
            text.push(char::REPLACEMENT_CHARACTER);
            return 1 + self.decode(&bytes[1..], last, text);
        }
        if !self.encoding.has_runs() {
            return self.decoder.decode(bytes, last, text);
        }
        let mut pending = std::mem::take(&mut self.pending);
        pending.extend_from_slice(bytes);
        let (mut rest, mut malformed) = (&pending[..], 0);
        let closed = rest.iter().rposition(ends_run).map_or(0, |at| at + 1);
        if self.near == 0 && self.intact(&rest[..closed], text) {
            rest = &rest[closed..];
        }
        while let Some(length) = next_piece(rest, last) {
            let (taken, more) = self.piece(&rest[..length], text);
            malformed += more;
            rest = &rest[taken..];
        }
        self.pending = rest.to_vec();
        malformed
    }

    /// Appends the text of bytes if they are whole characters and in step. Returns whether they are.
    fn intact(&mut self, bytes: &[u8], text: &mut String) -> bool {
        let before = text.len();
        self.decoder.restart();
        let is_intact = !(self.encoding.is_in_pairs() && has_odd_run(bytes))
            && self.decoder.decode_some(bytes, true, 0, text) == 0;
        if !is_intact {
            text.truncate(before);
        }
        is_intact
    }

    /// Appends the text of a run, or of the beginning of one. Returns the number of bytes that were taken, and that of the foreign
    /// sequences.
    fn piece(&mut self, bytes: &[u8], text: &mut String) -> (usize, u64) {
        let is_open = bytes.len() == LONGEST && !bytes.last().is_some_and(ends_run);
        let cut = if is_open { LONGEST_CHARACTER } else { 1 };
        for length in (bytes.len() + 1 - cut..=bytes.len()).rev() {
            if (self.near == 0 || bytes.is_ascii()) && self.intact(&bytes[..length], text) {
                self.near = self.near.saturating_sub(length);
                return (length, 0);
            }
        }
        let seam = if is_open { SEAM } else { 0 };
        let (mut at, mut malformed) = (0, 0);
        for (length, is_foreign) in self.divided(bytes) {
            if at >= bytes.len() - seam {
                break;
            }
            match is_foreign {
                true => {
                    text.push(char::REPLACEMENT_CHARACTER);
                    malformed += 1;
                }
                false => {
                    self.decoder.restart();
                    self.decoder.decode(&bytes[at..at + length], true, text);
                }
            }
            at += length;
        }
        self.near = match malformed {
            0 => self.near.saturating_sub(at),
            _ => NEAR,
        };
        (at, malformed)
    }

    /// Divides bytes into characters and foreign sequences, so that it costs least. Returns their lengths, and whether each is foreign.
    ///
    /// Each foreign byte costs as the first one: if more were cheaper, rare characters beside them would go with them.
    ///
    /// Time: four calls of the decoder for each byte.
    fn divided(&mut self, bytes: &[u8]) -> Vec<(usize, bool)> {
        let mut ways = vec![Way::NONE; bytes.len() + 1];
        ways[0].cost = 0.0;
        for at in 0..bytes.len() {
            let before = ways[at].cost;
            let mut reach = |length: usize, is_foreign: bool, cost: f32| {
                let cost = before + cost;
                if cost < ways[at + length].cost {
                    ways[at + length] = Way {
                        cost,
                        length,
                        is_foreign,
                    };
                }
            };
            if let Some((length, cost)) = self.character(&bytes[at..]) {
                // A line of one sign tells nothing: it is as regular in any step.
                let is_repeated = bytes[..at].ends_with(&bytes[at..at + length]);
                let most = if is_repeated { LEAST_COST } else { cost };
                reach(length, false, cost.min(most));
            }
            reach(1, true, INVALID_COST);
            if let Some(length) = foreign::mark(&bytes[at..]) {
                reach(length, true, INVALID_COST);
            }
        }
        let (mut at, mut all) = (bytes.len(), Vec::new());
        while at > 0 {
            let way = ways[at];
            match all.last_mut() {
                Some((more, true)) if way.is_foreign => *more += way.length,
                _ => all.push((way.length, way.is_foreign)),
            }
            at -= way.length;
        }
        all.reverse();
        all
    }

    /// Returns the length of the first character of some bytes, and its cost.
    fn character(&mut self, bytes: &[u8]) -> Option<(usize, f32)> {
        let costs = self
            .costs
            .get_or_insert_with(|| Costs::new(built_in_models().characters(), self.encoding));
        let mut text = String::new();
        for length in 1..=LONGEST_CHARACTER.min(bytes.len()) {
            text.clear();
            self.decoder.restart();
            if self.decoder.decode(&bytes[..length], true, &mut text) == 0 {
                return text.chars().next().map(|char| (length, costs.of(char)));
            }
        }
        None
    }
}

/// The cheapest way to a place: its cost, and its last step.
#[derive(Clone, Copy)]
struct Way {
    cost: f32,
    length: usize,
    is_foreign: bool,
}

impl Way {
    const NONE: Way = Way {
        cost: f32::INFINITY,
        length: 0,
        is_foreign: false,
    };
}

/// Whether all encodings begin a new character after a byte.
fn ends_run(byte: &u8) -> bool {
    *byte < 0x30
}

/// Returns the length of the next run, or of a piece of it; `None` if its end has not come yet.
fn next_piece(rest: &[u8], last: bool) -> Option<usize> {
    let near = &rest[..rest.len().min(LONGEST)];
    match near.iter().position(ends_run) {
        Some(at) => Some(at + 1),
        None if near.len() == LONGEST => Some(LONGEST),
        None => (last && !rest.is_empty()).then_some(rest.len()),
    }
}

/// Decodes all of a document or a part of one. Returns the number of foreign sequences.
pub(crate) fn decode(encoding: Encoding, bytes: &[u8], text: &mut String) -> u64 {
    InStep::new(encoding, Start::Character).decode(bytes, true, text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::encoded;
    use proptest::prelude::*;

    const TEXTS: [(&str, &str); 7] = [
        (
            "euc-jp",
            "夕方になると、私たちは川のそばに座って鳥の声を聞いていました。誰も何も言わなかった。",
        ),
        (
            "shift_jis",
            "夕方になると、私たちは川のそばに座って鳥の声を聞いていました。誰も何も言わなかった。",
        ),
        (
            "gb18030",
            "傍晚我们坐在河边听鸟叫，谁也没有说话。后来月亮出来了，我们才慢慢走回家。",
        ),
        (
            "big5",
            "傍晚我們坐在河邊聽鳥叫，誰也沒有說話。後來月亮出來了，我們才慢慢走回家。",
        ),
        (
            "euc-kr",
            "저녁에우리는강가에앉아새소리를들었다.아무도말을하지않았다.달이뜨자천천히집으로돌아왔다.",
        ),
        (
            "johab",
            "저녁에우리는강가에앉아새소리를들었다.아무도말을하지않았다.달이뜨자천천히집으로돌아왔다.",
        ),
        (
            "euc-tw",
            "傍晚我們坐在河邊聽鳥叫，誰也沒有說話。後來月亮出來了，我們才慢慢走回家。",
        ),
    ];

    fn read(encoding: &str, chunks: &[&[u8]]) -> (String, u64) {
        let mut decoder = InStep::new(encoding.parse().unwrap(), Start::Character);
        let (mut text, mut sequences) = (String::new(), 0);
        for chunk in chunks {
            sequences += decoder.decode(chunk, false, &mut text);
        }
        sequences += decoder.decode(b"", true, &mut text);
        (text, sequences)
    }

    #[test]
    fn what_follows_a_foreign_byte_is_right() {
        for (encoding, text) in TEXTS {
            let bytes = encoded(text, encoding);
            assert_eq!(read(encoding, &[&bytes]), (text.to_owned(), 0));
            let boundaries = text
                .char_indices()
                .map(|(at, _)| encoded(&text[..at], encoding).len());
            for at in boundaries {
                let damaged = [&bytes[..at], b"\xFF", &bytes[at..]].concat();
                let (found, sequences) = read(encoding, &[&damaged]);
                assert_eq!(sequences, 1, "{found}");
                let (before, behind) = found.split_once(char::REPLACEMENT_CHARACTER).unwrap();
                assert!(
                    text.starts_with(before) && text.ends_with(behind),
                    "{at} {found}"
                );
                let lost = text.chars().count() + 1 - found.chars().count();
                assert!(lost <= 1, "{at} {found}");
            }
        }
    }

    #[test]
    fn a_lead_and_a_mark_in_utf_8_are_foreign() {
        for (encoding, text) in [TEXTS[0], TEXTS[2], TEXTS[4]] {
            let bytes = encoded(text, encoding);
            for foreign in [&b"\xE2\x80\x9C"[..], &b"\x81"[..], &bytes[..1]] {
                let damaged = [&bytes[..24], foreign, &bytes[24..], b"\n"].concat();
                let (found, sequences) = read(encoding, &[&damaged]);
                assert_eq!(sequences, 1, "{found}");
                let behind = text.chars().skip(14).collect::<String>() + "\n";
                assert!(found.ends_with(&behind), "{encoding} {foreign:x?} {found}");
            }
        }
    }

    #[test]
    fn a_long_run_is_divided_in_pieces() {
        let (encoding, text) = TEXTS[2];
        let bytes = encoded(text, encoding).repeat(600);
        assert_eq!(read(encoding, &[&bytes]).0, text.repeat(600));
        let damaged = [b"\xFF", &bytes[..]].concat();
        let expected = format!("\u{FFFD}{}", text.repeat(600));
        assert_eq!(read(encoding, &[&damaged]), (expected.clone(), 1));
        let chunks: Vec<&[u8]> = damaged.chunks(1001).collect();
        assert_eq!(read(encoding, &chunks), (expected, 1));
    }

    proptest! {
        /// The output does not depend on the sizes of the chunks.
        #[test]
        fn chunks_do_not_matter(bytes in proptest::collection::vec(any::<u8>(), 0..60), at in 0..60_usize) {
            let at = at.min(bytes.len());
            for (encoding, _) in TEXTS {
                let whole = read(encoding, &[&bytes]);
                prop_assert_eq!(read(encoding, &[&bytes[..at], &bytes[at..]]), whole);
            }
        }
    }
}
