//! Builds an index from models.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{
    IndexError, LANGUAGES, LEAST_SLOT_BITS, MAGIC, SCRIPTS, STEP, bits_of_filter, cases_of,
    filter_size, first_slot, key, pattern_of,
};
use crate::Encoding;
use crate::constants::{ASCII_IN_TRIPLE, BOX_COST, RARE_ASCII_RATIO, SCRIPT_WEIGHT, UNSEEN};
use crate::fold::{self, CASES, KINDS, Kind, Script, id};
use crate::model::Model;

/// Whether a language's characters are counted individually instead of in triples.
fn is_ideographic(model: &Model) -> bool {
    model
        .encodings
        .iter()
        .any(|one| !one.is_single_byte() && *one != Encoding::UTF_8)
}

fn quantised(ln: f64) -> u8 {
    (-ln / f64::from(STEP)).round().clamp(0.0, 255.0) as u8
}

pub(super) struct Builder<'a> {
    models: &'a [Model],
    alphabet: Vec<char>,
    /// The folded triples of each language.
    folded: Vec<BTreeMap<[u16; 3], u64>>,
    kinds: Vec<Kind>,
    /// The mean share of each character over the languages of a script.
    shares: HashMap<Script, HashMap<u16, f64>>,
}

impl<'a> Builder<'a> {
    pub fn new(models: &'a [Model]) -> Result<Self, IndexError> {
        if models.len() > LANGUAGES {
            return Err(IndexError::Languages);
        }
        // Other characters cannot occur in a single-byte encoding.
        let mut coded: BTreeSet<char> = BTreeSet::new();
        for table in Encoding::all().filter_map(Encoding::table) {
            coded.extend(table.iter().map(|&char| fold::fold(char)));
        }
        let mut alphabet: BTreeSet<char> = BTreeSet::new();
        for model in models.iter().filter(|model| !is_ideographic(model)) {
            for (triple, _) in &model.triples {
                let folded = triple.iter().map(|&char| fold::fold(char));
                alphabet.extend(folded.filter(|char| !char.is_ascii() && coded.contains(char)));
            }
        }
        alphabet.retain(|&char| !matches!(fold::kind(char), Kind::Control));
        let alphabet: Vec<char> = alphabet.into_iter().collect();
        if usize::from(id::ALPHABET) + alphabet.len() > id::LIMIT {
            return Err(IndexError::Characters);
        }
        let mut kinds = vec![Kind::Ascii; usize::from(id::ALPHABET)];
        kinds[usize::from(id::SPACE)] = Kind::Space;
        kinds[usize::from(id::DIGIT)] = Kind::Digit;
        kinds[usize::from(id::CONTROL)] = Kind::Control;
        kinds[usize::from(id::BOX)] = Kind::Control;
        kinds[usize::from(id::SIGN)] = Kind::Sign;
        kinds[usize::from(id::LATIN)] = Kind::Latin;
        kinds[usize::from(id::LETTER)] = Kind::Letter;
        kinds.extend(alphabet.iter().map(|&char| fold::kind(char)));
        let number = |char: char| {
            if char.is_ascii() {
                return fold::class(char);
            }
            let folded = fold::fold(char);
            match alphabet.binary_search(&folded) {
                Ok(place) => id::ALPHABET + place as u16,
                Err(_) => fold::class(folded),
            }
        };
        let folded = models
            .iter()
            .map(|model| {
                let mut folded = BTreeMap::new();
                if is_ideographic(model) {
                    return folded;
                }
                for (triple, count) in &model.triples {
                    *folded.entry(triple.map(number)).or_default() += u64::from(*count);
                    // windows-1258 writes some letters as a letter and a tone mark.
                    if model.language == "vi" {
                        for part in decomposed(triple) {
                            *folded.entry(part.map(number)).or_default() += u64::from(*count);
                        }
                    }
                }
                folded
            })
            .collect();
        let mut builder = Builder {
            models,
            alphabet,
            folded,
            kinds,
            shares: HashMap::new(),
        };
        builder.shares = builder.shares();
        Ok(builder)
    }

    fn shares(&self) -> HashMap<Script, HashMap<u16, f64>> {
        let mut shares: HashMap<Script, HashMap<u16, f64>> = HashMap::new();
        let mut languages: HashMap<Script, f64> = HashMap::new();
        for language in 0..self.models.len() {
            let script = self.script(language);
            *languages.entry(script).or_default() += 1.0;
            let of_script = shares.entry(script).or_default();
            let counts = self.characters(language);
            let total: f64 = counts.values().sum();
            for (number, count) in counts {
                *of_script.entry(number).or_default() += count / total.max(1.0);
            }
        }
        for (script, of_script) in &mut shares {
            of_script
                .values_mut()
                .for_each(|share| *share /= languages[script]);
        }
        shares
    }

    /// Counts each character that is not ASCII as the first of its triples, which gives the
    /// frequency of the character.
    fn characters(&self, language: usize) -> HashMap<u16, f64> {
        let mut counts = HashMap::new();
        for (triple, &count) in &self.folded[language] {
            if triple[0] >= id::CONTROL {
                *counts.entry(triple[0]).or_default() += count as f64;
            }
        }
        counts
    }

    fn script(&self, language: usize) -> Script {
        let mut counts: HashMap<Script, f64> = HashMap::new();
        for (number, count) in self.characters(language) {
            if number >= id::ALPHABET {
                let char = self.alphabet[usize::from(number - id::ALPHABET)];
                *counts.entry(fold::script(char)).or_default() += count;
            }
        }
        let others = [
            Script::Greek,
            Script::Cyrillic,
            Script::Hebrew,
            Script::Arabic,
            Script::Thai,
        ];
        let total: f64 = counts.values().sum();
        others
            .into_iter()
            .find(|script| counts.get(script).is_some_and(|count| *count > total / 2.0))
            .unwrap_or(Script::Latin)
    }

    /// Returns ln P(character | language), with estimates for characters that the sample lacks.
    fn letters(&self, language: usize) -> Vec<f64> {
        let counts = self.characters(language);
        let total: f64 = counts.values().sum::<f64>().max(1.0);
        let script = self.script(language);
        let all = &self.shares[&script];
        let classes = [id::CONTROL, id::BOX, id::SIGN, id::LATIN, id::LETTER];
        (0..usize::from(id::ALPHABET) + self.alphabet.len())
            .map(|number| {
                let number = number as u16;
                if number < id::CONTROL {
                    return 0.0;
                }
                let floor = match number {
                    id::CONTROL => -18.0,
                    id::BOX => -f64::from(BOX_COST),
                    id::SIGN => -11.0,
                    id::LATIN if script == Script::Latin => -11.0,
                    id::LATIN => -13.0,
                    id::LETTER => -14.0,
                    _ => {
                        let char = self.alphabet[usize::from(number - id::ALPHABET)];
                        match fold::script(char) {
                            Script::None => -9.5,
                            one if one == script => -9.5,
                            Script::Latin => -12.0,
                            _ => -13.0,
                        }
                    }
                };
                if classes.contains(&number) {
                    return floor;
                }
                let own = counts.get(&number).unwrap_or(&0.0) / total;
                let others = all.get(&number).unwrap_or(&0.0);
                ((1.0 - SCRIPT_WEIGHT) * own + SCRIPT_WEIGHT * others)
                    .ln()
                    .max(floor)
            })
            .collect()
    }

    /// Returns the pointwise mutual information of patterns of kinds.
    fn patterns(&self) -> Vec<f64> {
        let mut of_three = vec![1e-5; KINDS * KINDS * KINDS];
        for folded in &self.folded {
            let total = total(folded);
            for (triple, &count) in folded.iter().filter(|(triple, _)| !is_ascii(triple)) {
                let kinds = triple.map(|number| self.kinds[usize::from(number)]);
                of_three[pattern_of(kinds)] += count as f64 / total;
            }
        }
        let total: f64 = of_three.iter().sum();
        let mut of_one = [0.0; KINDS];
        for (pattern, share) in of_three.iter().enumerate() {
            of_one[pattern % KINDS] += share;
            of_one[pattern / KINDS % KINDS] += share;
            of_one[pattern / KINDS / KINDS] += share;
        }
        let ln = |kind: usize| (of_one[kind] / (3.0 * total)).ln();
        of_three
            .iter()
            .enumerate()
            .map(|(pattern, share)| {
                let made =
                    ln(pattern % KINDS) + ln(pattern / KINDS % KINDS) + ln(pattern / KINDS / KINDS);
                ((share / total).ln() - made).clamp(-8.0, 3.0)
            })
            .collect()
    }

    /// Returns log-probabilities of the cases of three characters, given which of them have a case,
    /// as means over the languages.
    fn cases(&self) -> Vec<f64> {
        let mut of_three = vec![0.0; CASES * CASES * CASES];
        for model in self.models.iter().filter(|model| !is_ideographic(model)) {
            let told = || {
                let triples = model.triples.iter();
                triples.filter(|(triple, _)| !triple.iter().all(char::is_ascii))
            };
            let total: f64 = told().map(|(_, count)| f64::from(*count)).sum();
            for (triple, count) in told() {
                of_three[cases_of(triple.map(fold::case))] += f64::from(*count) / total;
            }
        }
        let is_cased = |place: usize| [place / 9, place / 3 % 3, place % 3].map(|case| case > 0);
        (0..of_three.len())
            .map(|place| {
                let same = (0..of_three.len()).filter(|&other| is_cased(other) == is_cased(place));
                let all: f64 = same.map(|other| of_three[other]).sum();
                ((of_three[place] + 1e-4) / (all + 1e-4)).ln()
            })
            .collect()
    }

    pub fn bytes(&self, known: impl IntoIterator<Item = char>) -> Vec<u8> {
        let patterns = self.patterns();
        let letters: Vec<Vec<f64>> = (0..self.models.len())
            .map(|one| self.letters(one))
            .collect();
        let mut gains: BTreeMap<u32, Vec<[u8; 2]>> = BTreeMap::new();
        for (language, folded) in self.folded.iter().enumerate() {
            let total = total(folded);
            for (triple, &count) in folded {
                if !is_told(triple) {
                    continue;
                }
                let kinds = triple.map(|number| self.kinds[usize::from(number)]);
                let mut estimate = UNSEEN + patterns[pattern_of(kinds)];
                for &number in triple {
                    estimate += if number < id::CONTROL {
                        ASCII_IN_TRIPLE
                    } else {
                        letters[language][usize::from(number)]
                    };
                }
                let gain = (count as f64 / total).ln() - estimate;
                let steps = (gain / f64::from(STEP)).round().clamp(0.0, 255.0) as u8;
                if steps > 0 {
                    let list = gains
                        .entry(key(triple[0], triple[1], triple[2]))
                        .or_default();
                    list.push([language as u8, steps]);
                }
            }
        }
        self.add_ascii(&mut gains);
        self.add_scripts(&mut gains);
        let mut out = MAGIC.to_vec();
        let word = |out: &mut Vec<u8>, number: usize| out.extend((number as u32).to_le_bytes());
        let directory = self.directory();
        word(&mut out, directory.len());
        out.extend(directory.bytes());
        word(&mut out, self.alphabet.len());
        for &char in &self.alphabet {
            word(&mut out, char as usize);
        }
        let slot_bits = (gains.len() * 3 / 2)
            .next_power_of_two()
            .max(1 << LEAST_SLOT_BITS)
            .trailing_zeros();
        let mut filter = vec![0_u64; filter_size(slot_bits) / 8];
        let mut slots = vec![0_u32; 1 << slot_bits];
        let mut postings: Vec<u8> = vec![0];
        for (&key, list) in &gains {
            let (word, bits) = bits_of_filter(key, slot_bits);
            filter[word] |= bits;
            let mut at = first_slot(key, slot_bits);
            while slots[at] != 0 {
                at = (at + 1) & (slots.len() - 1);
            }
            assert!(postings.len() < 1 << 24, "a place has three bytes");
            slots[at] = postings.len() as u32 | key << 24;
            postings.extend(key.to_le_bytes());
            postings.push(list.len() as u8);
            postings.extend(list.as_flattened());
        }
        word(&mut out, slot_bits as usize);
        word(&mut out, postings.len());
        for number in 0..usize::from(id::ALPHABET) + self.alphabet.len() {
            out.extend(letters.iter().map(|row| quantised(row[number])));
        }
        out.extend(
            patterns
                .iter()
                .map(|ln| (ln / f64::from(STEP)).round() as i8 as u8),
        );
        out.extend(
            self.cases()
                .iter()
                .map(|ln| (ln / f64::from(STEP)).round() as i8 as u8),
        );
        for slot in slots {
            out.extend(slot.to_le_bytes());
        }
        out.extend(postings);
        for model in self.models.iter().filter(|model| is_ideographic(model)) {
            out.extend(ideographs(model));
        }
        let mut bitmap = vec![0_u8; 1 << 13];
        let sampled = self.models.iter().flat_map(|model| &model.triples);
        let sampled = sampled.flat_map(|(triple, _)| *triple);
        for char in sampled.chain(known).filter(|char| !char.is_control()) {
            if let Ok(unit) = u16::try_from(u32::from(char)) {
                bitmap[usize::from(unit >> 3)] |= 1 << (unit & 7);
            }
        }
        out.extend(bitmap);
        for word in filter {
            out.extend(word.to_le_bytes());
        }
        out
    }

    /// Adds the log-likelihood ratios of ASCII triples in a language, relative to languages in
    /// which they are rare.
    fn add_ascii(&self, gains: &mut BTreeMap<u32, Vec<[u8; 2]>>) {
        let mut shares: BTreeMap<[u16; 3], Vec<(usize, f64)>> = BTreeMap::new();
        let mut languages = 0.0;
        for (language, folded) in self.folded.iter().enumerate() {
            let ascii = || folded.iter().filter(|(triple, _)| is_ascii(triple));
            let total: u64 = ascii().map(|(_, count)| *count).sum();
            if total == 0 {
                continue;
            }
            languages += 1.0;
            for (triple, &count) in ascii() {
                let share = count as f64 / total as f64;
                shares.entry(*triple).or_default().push((language, share));
            }
        }
        for (triple, list) in shares {
            let mean = list.iter().map(|(_, share)| share).sum::<f64>() / languages;
            for (language, share) in list {
                let steps = ((share / (RARE_ASCII_RATIO * mean)).ln() / f64::from(STEP)).round();
                if steps >= 1.0 {
                    let all = gains
                        .entry(key(triple[0], triple[1], triple[2]))
                        .or_default();
                    all.push([language as u8, steps.min(255.0) as u8]);
                }
            }
        }
    }

    /// Adds the log-probabilities of triples in the languages of a script.
    fn add_scripts(&self, gains: &mut BTreeMap<u32, Vec<[u8; 2]>>) {
        // Sorted: the output must not depend on the iteration order of the map.
        let mut shares: BTreeMap<Script, BTreeMap<[u16; 3], f64>> = BTreeMap::new();
        let mut languages: HashMap<Script, f64> = HashMap::new();
        for (language, folded) in self.folded.iter().enumerate() {
            let total = total(folded);
            if total == 0.0 {
                continue;
            }
            let script = self.script(language);
            *languages.entry(script).or_default() += 1.0;
            let of_script = shares.entry(script).or_default();
            for (triple, &count) in folded.iter().filter(|(triple, _)| is_told(triple)) {
                *of_script.entry(*triple).or_default() += count as f64 / total;
            }
        }
        for (script, of_script) in shares {
            for (triple, share) in of_script {
                let all = gains
                    .entry(key(triple[0], triple[1], triple[2]))
                    .or_default();
                let ln = (share / languages[&script]).ln();
                all.push([SCRIPTS + script as u8, quantised(ln)]);
            }
        }
    }

    fn directory(&self) -> String {
        let mut lines = String::new();
        for (language, model) in self.models.iter().enumerate() {
            let names = |list: &[Encoding]| {
                list.iter()
                    .map(|one| one.name())
                    .collect::<Vec<_>>()
                    .join(",")
            };
            let possible = if is_ideographic(model) {
                Vec::new()
            } else {
                self.possible(language)
            };
            lines += &format!(
                "{}\t{}\t{}\t{}\t{:.3}\t{}\n",
                names(&model.encodings),
                names(&possible),
                u8::from(is_ideographic(model)),
                if is_ideographic(model) {
                    SCRIPTS
                } else {
                    SCRIPTS + self.script(language) as u8
                },
                self.density(language),
                model.language
            );
        }
        lines
    }

    /// Returns the share of letters that are not ASCII, among the first characters of the model's
    /// triples. The model omits rare ASCII triples, so the result is up to twice too large.
    fn density(&self, language: usize) -> f64 {
        if is_ideographic(&self.models[language]) {
            return 1.0;
        }
        let is_sign = |number: u16| match number.checked_sub(id::ALPHABET) {
            Some(place) => fold::script(self.alphabet[usize::from(place)]) == Script::None,
            None => number <= id::SIGN,
        };
        let beyond = self.characters(language).into_iter();
        let beyond = beyond.filter(|(number, _)| !is_sign(*number));
        let beyond: f64 = beyond.map(|(_, count)| count).sum();
        let is_letter = |number: u16| (id::A..id::DIGIT).contains(&number);
        let ascii = self.folded[language].iter();
        let ascii = ascii.filter(|(triple, _)| is_letter(triple[0]));
        let ascii: u64 = ascii.map(|(_, count)| *count).sum();
        beyond / (beyond + ascii as f64).max(1.0)
    }

    /// Returns further single-byte encodings that have nearly all letters of the sample.
    fn possible(&self, language: usize) -> Vec<Encoding> {
        let counts = self.characters(language);
        let letters: Vec<(char, f64)> = counts
            .into_iter()
            .filter(|(number, _)| *number >= id::ALPHABET)
            .map(|(number, count)| (self.alphabet[usize::from(number - id::ALPHABET)], count))
            .filter(|(char, _)| fold::script(*char) != Script::None)
            .collect();
        let total: f64 = letters.iter().map(|(_, count)| count).sum();
        let in_use = &self.models[language].encodings;
        let mut possible = Vec::new();
        for encoding in Encoding::all().filter(|one| one.is_single_byte() && one.extends_ascii()) {
            let table = encoding.table().expect("it is a single-byte one");
            let coded: BTreeSet<char> = table.iter().map(|&char| fold::fold(char)).collect();
            let covered = letters.iter().filter(|(char, _)| coded.contains(char));
            let covered: f64 = covered.map(|(_, count)| count).sum();
            let is_new = !in_use.contains(&encoding) && encoding.preferred() == encoding;
            if is_new && total > 0.0 && covered / total > 0.97 {
                possible.push(encoding);
            }
        }
        possible
    }
}

/// Whether the index stores gains of a triple: one of its characters is not ASCII, and all are
/// ASCII or in the alphabet.
fn is_told(triple: &[u16; 3]) -> bool {
    !is_ascii(triple) && id::may_be_told(*triple)
}

fn is_ascii(triple: &[u16; 3]) -> bool {
    triple.iter().all(|&number| number < id::CONTROL)
}

/// Counts the triples that are not ASCII.
fn total(folded: &BTreeMap<[u16; 3], u64>) -> f64 {
    let told = folded.iter().filter(|(triple, _)| !is_ascii(triple));
    told.map(|(_, count)| *count).sum::<u64>() as f64
}

/// Splits the letters and tones of a Vietnamese triple, and returns the new triples that begin
/// within its first character.
fn decomposed(triple: &[char; 3]) -> Vec<[char; 3]> {
    let whole = Encoding::of("windows-1258").and_then(Encoding::table);
    let mut parts = Vec::new();
    let mut first = 0;
    for (place, &char) in triple.iter().enumerate() {
        // Letters that windows-1258 has as one byte, tone included, stay whole.
        match crate::codec::vietnamese(char) {
            Some((base, tone)) if !whole.is_some_and(|table| table.contains(&char)) => {
                parts.extend([base, tone]);
            }
            _ => parts.push(char),
        }
        if place == 0 {
            first = parts.len();
        }
    }
    if parts.len() == 3 {
        return Vec::new();
    }
    parts
        .windows(3)
        .take(first)
        .filter(|part| part.iter().any(|char| !char.is_ascii()))
        .map(|part| [part[0], part[1], part[2]])
        .collect()
}

/// Returns -ln P(character) for all characters of the Basic Multilingual Plane.
fn ideographs(model: &Model) -> Vec<u8> {
    let mut counts: HashMap<char, f64> = HashMap::new();
    for (triple, count) in &model.triples {
        if !triple[0].is_ascii() {
            *counts.entry(triple[0]).or_default() += f64::from(*count);
        }
    }
    let total: f64 = counts.values().sum::<f64>().max(1.0);
    let common = common_characters(model);
    let others = common
        .iter()
        .filter(|char| !counts.contains_key(char))
        .count();
    // Smoothing, because a sample of this size may lack common characters.
    let unseen_common = (0.03 / others.max(1) as f64).ln();
    (0..=0xFFFF_u32)
        .map(|unit| {
            let ln = match char::from_u32(unit) {
                None | Some('\u{FFFD}') => -25.0,
                Some(char) => match counts.get(&char) {
                    Some(count) => (count / total).ln().max(-13.0),
                    None if common.contains(&char) => unseen_common,
                    None if (0xE000..0xF900).contains(&unit) => -22.0,
                    None if (0xFF61..0xFFA0).contains(&unit) => -12.0,
                    None => -15.0,
                },
            };
            quantised(ln)
        })
        .collect()
}

/// Returns the characters that a standard for the language treats as frequent: its first level, or
/// its Hangul and kana.
fn common_characters(model: &Model) -> BTreeSet<char> {
    let ranges: &[(&str, [u8; 2], [u8; 2])] = &[
        ("gb18030", [0xB0, 0xA1], [0xD7, 0xF9]),
        ("big5", [0xA4, 0x40], [0xC6, 0x7E]),
        ("shift_jis", [0x82, 0x9F], [0x97, 0xFC]),
        ("euc-kr", [0xB0, 0xA1], [0xC8, 0xFE]),
    ];
    let mut common = BTreeSet::new();
    for (name, from, to) in ranges {
        let encoding = Encoding::of(name).expect("it is in the table");
        if !model.encodings.contains(&encoding) {
            continue;
        }
        for code in u16::from_be_bytes(*from)..=u16::from_be_bytes(*to) {
            let mut text = String::new();
            let bytes = code.to_be_bytes();
            if bytes[1] >= from[1].min(0xA1).min(to[1])
                && crate::codec::Decoder::new(encoding).decode(&bytes, true, &mut text) == 0
            {
                common.extend(text.chars());
            }
        }
    }
    common
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tones_are_apart_where_no_letter_of_windows_1258_has_them() {
        let parts = |triple: &str| {
            let chars: Vec<char> = triple.chars().collect();
            let parts = decomposed(&chars.try_into().unwrap()).into_iter();
            parts.map(String::from_iter).collect::<Vec<_>>()
        };
        assert_eq!(parts("tến"), ["tê\u{301}"]);
        assert_eq!(parts("ếnh"), ["ê\u{301}n", "\u{301}nh"]);
        // Triples that begin after the first character belong to the next triple.
        assert_eq!(parts("nhế"), ["nhê"]);
        // windows-1258 has é as one byte.
        assert_eq!(parts("tén"), [""; 0]);
        assert_eq!(parts("ếné"), ["ê\u{301}n", "\u{301}né"]);
    }
}
