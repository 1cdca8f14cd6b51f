//! Which encodings decode a document to the same text.

use std::sync::OnceLock;

use crate::Encoding;

/// A set of encodings, as bits.
pub(crate) type EncodingSet = [u64; Encoding::COUNT.div_ceil(64)];

/// Groups of encodings that agree on something.
struct Groups {
    sets: Vec<EncodingSet>,
    /// The position of each encoding's set.
    places: [u8; Encoding::COUNT],
}

impl Groups {
    /// Groups the encodings by the value of `of`. An encoding with `None` agrees only with itself.
    fn new<T: PartialEq>(of: impl Fn(Encoding) -> Option<T>) -> Self {
        let mut groups = Groups {
            sets: Vec::new(),
            places: [0; Encoding::COUNT],
        };
        let mut known: Vec<Option<T>> = Vec::new();
        for encoding in Encoding::all() {
            let one = of(encoding);
            let place = known
                .iter()
                .position(|other| one.is_some() && one == *other);
            let place = place.unwrap_or_else(|| {
                known.push(one);
                groups.sets.push(EncodingSet::default());
                known.len() - 1
            });
            let bit = encoding.index();
            groups.places[bit] = place as u8;
            groups.sets[place][bit / 64] |= 1 << (bit % 64);
        }
        groups
    }

    fn set(&self, encoding: Encoding) -> &EncodingSet {
        &self.sets[usize::from(self.places[encoding.index()])]
    }

    /// Groups encodings by the character that a byte stands for.
    fn of_byte(byte: usize) -> &'static Self {
        static ALL: [OnceLock<Groups>; 256] = [const { OnceLock::new() }; 256];
        ALL[byte].get_or_init(|| {
            Groups::new(|encoding| match encoding.table() {
                Some(table) => Some(table[byte]),
                // Multi-byte encodings that extend ASCII decode it unchanged.
                None => (byte < 0x80 && encoding.extends_ascii()).then_some(char::from(byte as u8)),
            })
        })
    }

    /// Groups encodings by whether they decode printable ASCII unchanged.
    fn of_ascii() -> &'static Self {
        static ALL: OnceLock<Groups> = OnceLock::new();
        ALL.get_or_init(|| {
            Groups::new(|encoding| {
                let extends = encoding.extends_ascii();
                (extends || encoding.table().is_some()).then_some(extends)
            })
        })
    }
}

/// Returns a number for each encoding, in order. Encodings have the same number if they decode any
/// document with these bytes to the same text.
pub(crate) fn texts(used: &[bool; 256]) -> Vec<usize> {
    // All encodings that extend ASCII agree on its printable characters.
    let is_printable = |byte: &usize| (0x20..0x7F).contains(byte);
    let bytes = || (0..256).filter(|&byte| used[byte]);
    let mut all: Vec<&Groups> = Vec::with_capacity(256);
    all.extend(
        bytes()
            .filter(|byte| !is_printable(byte))
            .map(Groups::of_byte),
    );
    let beyond = all.len();
    all.extend(bytes().filter(is_printable).map(Groups::of_byte));
    const NONE: usize = usize::MAX;
    let mut texts = vec![NONE; Encoding::COUNT];
    for encoding in Encoding::all() {
        let text = encoding.index();
        if texts[text] != NONE {
            continue;
        }
        let bytes = match encoding.extends_ascii() {
            true => &all[..beyond],
            false => &all,
        };
        let mut set = *Groups::of_ascii().set(encoding);
        for same in bytes {
            let of_byte = same.set(encoding);
            set.iter_mut()
                .zip(of_byte)
                .for_each(|(all, one)| *all &= one);
        }
        for (word, bits) in set.iter_mut().enumerate() {
            while *bits != 0 {
                texts[64 * word + bits.trailing_zeros() as usize] = text;
                *bits &= *bits - 1;
            }
        }
    }
    texts
}
