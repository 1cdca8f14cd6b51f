//! Tables of the two-byte encodings that encoding_rs lacks.

use std::collections::HashMap;
use std::sync::OnceLock;

/// The characters of pairs of a lead and a trail byte. A byte below 0x80 is ASCII unless it is a
/// trail.
pub(crate) struct Double {
    leads: (u8, u8),
    trails: (u8, u8),
    /// The byte that, followed by the number of the plane, introduces a pair of a further plane;
    /// `None` if there is one plane.
    shift: Option<u8>,
    /// UTF-16LE code units, lead by lead; 0 for unassigned pairs.
    units: &'static [u8],
    reverse: OnceLock<HashMap<char, u32>>,
}

/// The first unit of a sequence of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// A character and its length in bytes.
    Char(char, usize),
    /// This many bytes belong to no character.
    Invalid(usize),
    /// The bytes are the beginning of a character.
    Cut,
}

/// Johab, KS X 1001 annex 3: Hangul syllables composed of letters.
pub(crate) static JOHAB: Double = Double {
    leads: (0x84, 0xF9),
    trails: (0x31, 0xFE),
    shift: None,
    units: include_bytes!("johab.bin"),
    reverse: OnceLock::new(),
};

/// EUC-TW: CNS 11643, planes 1 to 3.
pub(crate) static EUC_TW: Double = Double {
    leads: (0xA1, 0xFE),
    trails: (0xA1, 0xFE),
    shift: Some(0x8E),
    units: include_bytes!("euc-tw.bin"),
    reverse: OnceLock::new(),
};

impl Double {
    fn plane_size(&self) -> usize {
        let width = |(from, to): (u8, u8)| usize::from(to - from) + 1;
        width(self.leads) * width(self.trails)
    }

    fn char(&self, plane: usize, lead: u8, trail: u8) -> Option<char> {
        let inside = |(from, to): (u8, u8), byte: u8| (from..=to).contains(&byte);
        if !inside(self.leads, lead) || !inside(self.trails, trail) {
            return None;
        }
        let width = usize::from(self.trails.1 - self.trails.0) + 1;
        let row = usize::from(lead - self.leads.0);
        let at = plane * self.plane_size() + row * width + usize::from(trail - self.trails.0);
        let unit = u16::from_le_bytes(self.units.get(2 * at..2 * at + 2)?.try_into().ok()?);
        char::from_u32(unit.into()).filter(|&char| char != '\0')
    }

    /// Returns the first character of `bytes`, which must not be empty.
    pub(crate) fn step(&self, bytes: &[u8]) -> Step {
        let lead = bytes[0];
        if lead.is_ascii() {
            return Step::Char(lead.into(), 1);
        }
        if self.shift == Some(lead) {
            return match bytes {
                [_, plane, ..] if !(0xA2..=0xA3).contains(plane) => Step::Invalid(1),
                [_, plane, lead, trail, ..] => {
                    match self.char(usize::from(plane - 0xA1), *lead, *trail) {
                        Some(char) => Step::Char(char, 4),
                        None => Step::Invalid(1),
                    }
                }
                _ => Step::Cut,
            };
        }
        match bytes.get(1) {
            None if (self.leads.0..=self.leads.1).contains(&lead) => Step::Cut,
            None => Step::Invalid(1),
            Some(&trail) => match self.char(0, lead, trail) {
                Some(char) => Step::Char(char, 2),
                None => Step::Invalid(1),
            },
        }
    }

    /// Appends the bytes of a character; returns false if the encoding lacks it.
    pub(crate) fn encode(&self, char: char, out: &mut Vec<u8>) -> bool {
        if char.is_ascii() {
            out.push(char as u8);
            return true;
        }
        let Some(&code) = self.reverse().get(&char) else {
            return false;
        };
        let [_, plane, lead, trail] = code.to_be_bytes();
        if let (1.., Some(shift)) = (plane, self.shift) {
            out.extend([shift, 0xA1 + plane]);
        }
        out.extend([lead, trail]);
        true
    }

    fn reverse(&self) -> &HashMap<char, u32> {
        self.reverse.get_or_init(|| {
            let planes = self.units.len() / 2 / self.plane_size();
            let mut reverse = HashMap::new();
            for plane in 0..planes {
                for lead in self.leads.0..=self.leads.1 {
                    for trail in self.trails.0..=self.trails.1 {
                        if let Some(char) = self.char(plane, lead, trail) {
                            let code = u32::from_be_bytes([0, plane as u8, lead, trail]);
                            reverse.entry(char).or_insert(code);
                        }
                    }
                }
            }
            reverse
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_characters() {
        // U+AC00, the first Hangul syllable, is 0x8861 in Johab.
        assert_eq!(JOHAB.step(b"\x88\x61x"), Step::Char('\u{AC00}', 2));
        assert_eq!(JOHAB.step(b"\x88"), Step::Cut);
        assert_eq!(JOHAB.step(b"\x80a"), Step::Invalid(1));
        assert_eq!(EUC_TW.step(b"\xC4\xE3"), Step::Char('中', 2));
        let mut bytes = Vec::new();
        // The second plane contains rarer characters.
        assert!(EUC_TW.encode('乂', &mut bytes) && bytes.len() == 4);
        assert_eq!(EUC_TW.step(&bytes), Step::Char('乂', 4));
        assert_eq!(EUC_TW.step(&bytes[..3]), Step::Cut);
    }

    #[test]
    fn what_is_encoded_is_decoded_again() {
        for double in [&JOHAB, &EUC_TW] {
            for &char in double.reverse().keys() {
                let mut bytes = Vec::new();
                assert!(double.encode(char, &mut bytes));
                assert_eq!(double.step(&bytes), Step::Char(char, bytes.len()));
            }
        }
    }
}
