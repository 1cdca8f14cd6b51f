//! The encodings, with their names and how each is decoded and encoded.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use encoding_rs as rs;

use crate::codec::double::{self, Double};
use crate::codec::tables;

/// An encoding of the table [`Encoding::all`].
///
/// The order is the order of preference among encodings that decode a document to the same text.
/// Encodings of the WHATWG Encoding Standard come first, and among them the more common.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Encoding(u8);

pub(crate) struct Row {
    name: &'static str,
    aliases: &'static [&'static str],
    form: Form,
}

/// How bytes map to characters.
#[derive(Clone, Copy)]
pub(crate) enum Form {
    Utf8,
    Utf16 { big: bool },
    Utf32 { big: bool },
    Single(Table),
    Multi(&'static rs::Encoding),
    Johab,
    EucTw,
    Iso2022Jp,
    Iso2022Kr,
    Hz,
}

/// The characters of a single-byte encoding.
#[derive(Clone, Copy)]
pub(crate) enum Table {
    /// The table of encoding_rs.
    Rs(&'static rs::Encoding),
    /// The characters of bytes from 0x80; the others are ASCII.
    High(&'static str),
    /// The characters of all bytes.
    Whole(&'static str),
}

const fn row(name: &'static str, aliases: &'static [&'static str], form: Form) -> Row {
    Row {
        name,
        aliases,
        form,
    }
}

const fn single(
    name: &'static str,
    aliases: &'static [&'static str],
    encoding: &'static rs::Encoding,
) -> Row {
    row(name, aliases, Form::Single(Table::Rs(encoding)))
}

const fn high(name: &'static str, aliases: &'static [&'static str], table: &'static str) -> Row {
    row(name, aliases, Form::Single(Table::High(table)))
}

const fn whole(name: &'static str, aliases: &'static [&'static str], table: &'static str) -> Row {
    row(name, aliases, Form::Single(Table::Whole(table)))
}

const fn multi(
    name: &'static str,
    aliases: &'static [&'static str],
    encoding: &'static rs::Encoding,
) -> Row {
    row(name, aliases, Form::Multi(encoding))
}

#[rustfmt::skip]
static ROWS: &[Row] = &[
    row("utf-8", &["utf8", "utf-8-sig", "us-ascii", "ascii"], Form::Utf8),
    single("windows-1252", &["cp1252"], &rs::WINDOWS_1252_INIT),
    single("windows-1251", &["cp1251"], &rs::WINDOWS_1251_INIT),
    single("windows-1250", &["cp1250"], &rs::WINDOWS_1250_INIT),
    single("windows-1253", &["cp1253"], &rs::WINDOWS_1253_INIT),
    single("windows-1254", &["cp1254"], &rs::WINDOWS_1254_INIT),
    single("windows-1255", &["cp1255"], &rs::WINDOWS_1255_INIT),
    single("windows-1256", &["cp1256"], &rs::WINDOWS_1256_INIT),
    single("windows-1257", &["cp1257"], &rs::WINDOWS_1257_INIT),
    single("windows-1258", &["cp1258"], &rs::WINDOWS_1258_INIT),
    single("windows-874", &["cp874"], &rs::WINDOWS_874_INIT),
    multi("gb18030", &["gbk", "gb2312", "cp936", "euc-cn", "x-gbk"], &rs::GB18030_INIT),
    multi("big5", &["big5-hkscs", "cp950", "big5hkscs"], &rs::BIG5_INIT),
    multi("shift_jis", &["shift-jis", "sjis", "cp932", "windows-31j"], &rs::SHIFT_JIS_INIT),
    multi("euc-jp", &["eucjp"], &rs::EUC_JP_INIT),
    multi("euc-kr", &["euckr", "cp949", "ks_c_5601-1987", "uhc"], &rs::EUC_KR_INIT),
    single("iso-8859-2", &["latin2"], &rs::ISO_8859_2_INIT),
    single("iso-8859-15", &["latin9"], &rs::ISO_8859_15_INIT),
    single("iso-8859-5", &[], &rs::ISO_8859_5_INIT),
    single("iso-8859-7", &[], &rs::ISO_8859_7_INIT),
    single("iso-8859-6", &[], &rs::ISO_8859_6_INIT),
    single("iso-8859-8", &["iso-8859-8-i"], &rs::ISO_8859_8_INIT),
    single("iso-8859-3", &["latin3"], &rs::ISO_8859_3_INIT),
    single("iso-8859-4", &["latin4"], &rs::ISO_8859_4_INIT),
    single("iso-8859-10", &["latin6"], &rs::ISO_8859_10_INIT),
    single("iso-8859-13", &["latin7"], &rs::ISO_8859_13_INIT),
    single("iso-8859-14", &["latin8"], &rs::ISO_8859_14_INIT),
    single("iso-8859-16", &["latin10"], &rs::ISO_8859_16_INIT),
    single("koi8-r", &[], &rs::KOI8_R_INIT),
    single("koi8-u", &["koi8-ru"], &rs::KOI8_U_INIT),
    single("ibm866", &["cp866"], &rs::IBM866_INIT),
    single("macintosh", &["macroman", "mac-roman", "x-mac-roman"], &rs::MACINTOSH_INIT),
    single("x-mac-cyrillic", &["mac-cyrillic", "maccyrillic", "x-mac-ukrainian"], &rs::X_MAC_CYRILLIC_INIT),
    row("utf-16le", &["utf-16"], Form::Utf16 { big: false }),
    row("utf-16be", &[], Form::Utf16 { big: true }),
    row("iso-2022-jp", &[], Form::Iso2022Jp),
    high("ibm437", &["cp437"], tables::IBM437),
    high("ibm720", &["cp720"], tables::IBM720),
    high("ibm737", &["cp737"], tables::IBM737),
    high("ibm775", &["cp775"], tables::IBM775),
    high("ibm850", &["cp850"], tables::IBM850),
    high("ibm852", &["cp852"], tables::IBM852),
    high("ibm855", &["cp855"], tables::IBM855),
    high("ibm857", &["cp857"], tables::IBM857),
    high("ibm858", &["cp858"], tables::IBM858),
    high("ibm860", &["cp860"], tables::IBM860),
    high("ibm861", &["cp861"], tables::IBM861),
    high("ibm862", &["cp862"], tables::IBM862),
    high("ibm863", &["cp863"], tables::IBM863),
    high("ibm864", &["cp864"], tables::IBM864),
    high("ibm865", &["cp865"], tables::IBM865),
    high("ibm869", &["cp869"], tables::IBM869),
    high("ibm1125", &["cp1125"], tables::IBM1125),
    high("x-mac-ce", &["mac-latin2", "mac-centraleurope", "maccentraleurope", "maclatin2"], tables::MAC_CE),
    high("x-mac-greek", &["mac-greek", "macgreek"], tables::MAC_GREEK),
    high("x-mac-turkish", &["mac-turkish", "macturkish"], tables::MAC_TURKISH),
    high("x-mac-iceland", &["mac-iceland", "maciceland"], tables::MAC_ICELAND),
    high("x-mac-croatian", &["mac-croatian"], tables::MAC_CROATIAN),
    high("x-mac-romanian", &["mac-romanian"], tables::MAC_ROMANIAN),
    high("koi8-t", &[], tables::KOI8_T),
    high("kz-1048", &["kz1048", "rk1048", "strk1048-2002"], tables::KZ1048),
    high("ptcp154", &["cp154", "pt154"], tables::PTCP154),
    whole("viscii", &[], tables::VISCII),
    row("johab", &["cp1361"], Form::Johab),
    row("euc-tw", &[], Form::EucTw),
    row("iso-2022-kr", &[], Form::Iso2022Kr),
    row("hz-gb-2312", &["hz"], Form::Hz),
    row("utf-32le", &["utf-32"], Form::Utf32 { big: false }),
    row("utf-32be", &[], Form::Utf32 { big: true }),
    whole("ibm037", &["cp037"], tables::IBM037),
    whole("ibm273", &["cp273"], tables::IBM273),
    whole("ibm424", &["cp424"], tables::IBM424),
    whole("ibm500", &["cp500"], tables::IBM500),
    whole("ibm1026", &["cp1026"], tables::IBM1026),
    high("iso-8859-1", &["latin1", "latin-1"], tables::ISO_8859_1),
    high("iso-8859-9", &["latin5"], tables::ISO_8859_9),
    high("iso-8859-11", &[], tables::ISO_8859_11),
    high("tis-620", &["tis620"], tables::TIS_620),
    whole("ibm1047", &["cp1047"], tables::IBM1047),
];

/// Subsets of an encoding of the WHATWG standard, and the superset that is returned instead.
const SUBSETS: [(&str, &str); 4] = [
    ("iso-8859-1", "windows-1252"),
    ("iso-8859-9", "windows-1254"),
    ("iso-8859-11", "windows-874"),
    ("tis-620", "windows-874"),
];

/// Encodings that only rules recognise, and the encodings of the same characters that have models.
const FORMS: [(&str, &str); 9] = [
    ("iso-2022-jp", "euc-jp"),
    ("iso-2022-kr", "euc-kr"),
    ("hz-gb-2312", "gb18030"),
    ("ibm037", "windows-1252"),
    ("ibm273", "windows-1252"),
    ("ibm424", "windows-1255"),
    ("ibm500", "windows-1252"),
    ("ibm1026", "windows-1254"),
    ("ibm1047", "windows-1252"),
];

impl Encoding {
    /// UTF-8.
    pub const UTF_8: Encoding = Encoding(0);
    /// Windows-1252.
    pub const WINDOWS_1252: Encoding = Encoding(1);
    /// The number of encodings.
    pub const COUNT: usize = ROWS.len();

    /// All encodings, in order of preference.
    pub fn all() -> impl Iterator<Item = Encoding> {
        (0..ROWS.len() as u8).map(Encoding)
    }

    /// Returns the encoding at this position in [`Encoding::all`].
    pub fn at(index: usize) -> Option<Encoding> {
        (index < ROWS.len()).then_some(Encoding(index as u8))
    }

    /// Returns the position in [`Encoding::all`].
    pub fn index(self) -> usize {
        self.0.into()
    }

    fn row(self) -> &'static Row {
        &ROWS[usize::from(self.0)]
    }

    pub(crate) fn form(self) -> Form {
        self.row().form
    }

    /// Returns the name in lower case: the label of the WHATWG Encoding Standard if one means this
    /// encoding, else the IANA name or the common name.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns the other names.
    pub fn aliases(self) -> &'static [&'static str] {
        self.row().aliases
    }

    /// Finds the encoding with this name or alias, ignoring case.
    pub fn of(name: &str) -> Option<Encoding> {
        let known = |name: &str| names().get(name).copied();
        if let Some(encoding) = known(name) {
            return Some(encoding);
        }
        let name = name.trim().to_ascii_lowercase();
        known(&name)
            .or_else(|| known(&name.replace('_', "-")))
            .or_else(|| known(&name.replace("iso8859", "iso-8859").replace('_', "-")))
            .or_else(|| {
                let whatwg = rs::Encoding::for_label(name.as_bytes())?;
                known(&whatwg.name().to_ascii_lowercase())
            })
    }

    /// Returns the encoding to report for this one: itself or its superset in the WHATWG standard.
    pub fn preferred(self) -> Encoding {
        SUBSETS
            .iter()
            .find(|(subset, _)| *subset == self.name())
            .and_then(|(_, superset)| Encoding::of(superset))
            .unwrap_or(self)
    }

    /// Returns the encoding of the same characters that has models. For encodings with escapes and
    /// EBCDIC code pages this is the usual encoding of their languages; for others it is the
    /// encoding itself.
    pub(crate) fn with_model(self) -> Encoding {
        let mut forms = FORMS.iter().filter(|(form, _)| *form == self.name());
        let other = forms.next().and_then(|(_, other)| Encoding::of(other));
        other.unwrap_or(self)
    }

    /// Returns the position among the encodings of the WHATWG standard; other encodings come after
    /// them.
    pub(crate) fn whatwg_rank(self) -> usize {
        match self.form() {
            Form::Single(Table::High(_) | Table::Whole(_)) | Form::Johab | Form::EucTw => {
                ROWS.len()
            }
            _ => self.index(),
        }
    }

    /// Whether it is an encoding of the WHATWG standard.
    pub(crate) fn is_whatwg(self) -> bool {
        self.whatwg_rank() < ROWS.len()
    }

    /// Whether each byte is one character.
    pub fn is_single_byte(self) -> bool {
        matches!(self.form(), Form::Single(_))
    }

    /// Whether characters have one byte or several, and a new one begins after each byte below 0x30.
    pub(crate) fn has_runs(self) -> bool {
        matches!(self.form(), Form::Multi(_) | Form::Johab | Form::EucTw)
    }

    /// Whether most characters beyond ASCII are two bytes from 0x80.
    pub(crate) fn is_in_pairs(self) -> bool {
        ["euc-jp", "gb18030", "euc-kr"].contains(&self.name())
    }

    /// Whether bytes below 0x80 are ASCII at the start of a character.
    pub fn extends_ascii(self) -> bool {
        match self.form() {
            Form::Utf8 | Form::Multi(_) | Form::Johab | Form::EucTw => true,
            Form::Single(table) => !matches!(table, Table::Whole(_)) || self.name() == "viscii",
            _ => false,
        }
    }

    /// Whether each character is coded independently, and no character except U+0000 is coded as
    /// zero bytes only. Only such an encoding can have a trigram model; rules recognise the others.
    pub fn has_model(self) -> bool {
        self.extends_ascii()
    }

    /// Returns the characters of the 256 bytes of a single-byte encoding, with U+FFFD for
    /// unassigned bytes.
    pub fn table(self) -> Option<&'static [char; 256]> {
        static TABLES: [OnceLock<Option<Box<[char; 256]>>>; ROWS.len()] =
            [const { OnceLock::new() }; ROWS.len()];
        TABLES[self.index()]
            .get_or_init(|| match self.form() {
                Form::Single(table) => Some(Box::new(characters(table))),
                _ => None,
            })
            .as_deref()
    }

    pub(crate) fn double(self) -> Option<&'static Double> {
        match self.form() {
            Form::Johab => Some(&double::JOHAB),
            Form::EucTw => Some(&double::EUC_TW),
            _ => None,
        }
    }
}

fn characters(table: Table) -> [char; 256] {
    let mut chars: [char; 256] = std::array::from_fn(|byte| char::from(byte as u8));
    let mut set = |from: usize, text: &str| {
        let of_bytes = chars[from..].iter_mut().zip(text.chars());
        of_bytes.for_each(|(to, from)| *to = from);
    };
    match table {
        Table::Whole(text) => set(0, text),
        Table::High(text) => set(128, text),
        Table::Rs(encoding) => {
            // An unassigned byte becomes one U+FFFD.
            let high: [u8; 128] = std::array::from_fn(|byte| 128 + byte as u8);
            set(128, &encoding.decode_without_bom_handling(&high).0);
        }
    }
    chars
}

impl fmt::Debug for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Encoding {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Encoding::of(name).ok_or_else(|| {
            format!("'{name}' is no encoding that charset knows; see charset list --encodings")
        })
    }
}

/// The encodings by name and alias: opening the models looks up a thousand. A name of several encodings is that of the first.
fn names() -> &'static HashMap<&'static str, Encoding> {
    static NAMES: OnceLock<HashMap<&str, Encoding>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let mut names = HashMap::with_capacity(4 * Encoding::COUNT);
        for encoding in Encoding::all() {
            for &name in [encoding.name()].iter().chain(encoding.aliases()) {
                names.entry(name).or_insert(encoding);
            }
        }
        names
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_to_their_encoding() {
        for encoding in Encoding::all() {
            assert_eq!(Encoding::of(encoding.name()), Some(encoding));
            for alias in encoding.aliases() {
                assert_eq!(Encoding::of(alias), Some(encoding), "{alias}");
            }
        }
        assert_eq!(Encoding::of("GBK").unwrap().name(), "gb18030");
        assert_eq!(Encoding::of("x-cp1251").unwrap().name(), "windows-1251");
        assert_eq!(Encoding::of("Shift_JIS").unwrap().name(), "shift_jis");
        assert_eq!(Encoding::of("ISO8859_2").unwrap().name(), "iso-8859-2");
        assert!(Encoding::of("no-such").is_none());
    }

    #[test]
    fn a_name_that_whatwg_knows_means_what_it_means_there() {
        for encoding in Encoding::all() {
            let subset = SUBSETS.iter().any(|(subset, _)| *subset == encoding.name());
            let (Form::Single(Table::Rs(expected)) | Form::Multi(expected), false) =
                (encoding.form(), subset)
            else {
                continue;
            };
            assert_eq!(
                rs::Encoding::for_label(encoding.name().as_bytes()),
                Some(expected)
            );
        }
    }

    #[test]
    fn a_table_has_256_characters_and_the_subsets_are_subsets() {
        for encoding in Encoding::all() {
            if let Form::Single(Table::High(text)) = encoding.form() {
                assert_eq!(text.chars().count(), 128, "{encoding}");
            }
            if let Form::Single(Table::Whole(text)) = encoding.form() {
                assert_eq!(text.chars().count(), 256, "{encoding}");
            }
            let (Some(table), Some(superset)) = (encoding.table(), encoding.preferred().table())
            else {
                continue;
            };
            for (byte, (&one, &other)) in table.iter().zip(superset).enumerate() {
                assert!(
                    one == other || one == '\u{FFFD}' || (0x80..0xA0).contains(&byte),
                    "{encoding} {byte:x}"
                );
            }
        }
    }
}
