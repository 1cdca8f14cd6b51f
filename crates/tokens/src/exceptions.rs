//! Language-specific exceptions to the rules of Unicode: abbreviations, and words that are written
//! together with their neighbours.
//!
//! The kinds of exceptions follow unitok (Michelfeit, Pomikálek & Suchomel 2014, "Text tokenisation
//! using unitok"): clitics and abbreviations by language. The lists were made for this project.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// The exceptions of a language.
///
/// Each list has lower-case words, separated by spaces.
#[derive(Debug, PartialEq, Eq)]
pub struct Exceptions {
    /// Codes of ISO 639.
    codes: &'static str,
    /// Its most frequent words, by which a text of unknown language is told.
    common: &'static str,
    /// Abbreviations before names or numbers, whose full stop does not end a sentence.
    titles: &'static str,
    /// Other abbreviations. A word in both lists is one of these behind a number, where it is a year or a measure, else a title: `г. Москва`.
    abbreviations: &'static str,
    /// Words that end in an apostrophe.
    elided: &'static str,
    /// Endings of words that are separate tokens: `'s`, `-il`.
    clitics: &'static str,
    /// Words that are one token although they have such an ending or an apostrophe.
    whole: &'static str,
    /// Whether a number with a full stop is an ordinal number, and one token.
    ordinals: bool,
    /// Whether nouns begin with a capital, which after an ordinal number then says nothing about sentences.
    capital_nouns: bool,
}

/// The exceptions of a language without any.
const NONE: Exceptions = Exceptions {
    codes: "",
    common: "",
    titles: "",
    abbreviations: "",
    elided: "",
    clitics: "",
    whole: "",
    ordinals: false,
    capital_nouns: false,
};

/// The exceptions of all languages: titles, and a few abbreviations that rarely end a sentence.
const ALL: Exceptions = Exceptions {
    titles: "mr mrs ms messrs dr st prof rev hon capt col gen lt sgt vol no fig pp cf vs mme mlle hr nr sr sra srta sres dña bzw vgl inż tzn tzw проф акад डॉ प्रो",
    abbreviations: "etc ca tel",
    ..NONE
};

#[rustfmt::skip]
static TABLE: [Exceptions; 19] = [
    Exceptions {
        codes: "en eng",
        common: "the of and to is that was for with on as it",
        titles: "sr jr maj sen gov rep pres ft mt figs eq sec ch viz vols op al p e g",
        abbreviations: "inc ltd co corp bros ave blvd rd dept est approx ed eds jan feb apr jun jul aug sep sept oct nov dec mon tue wed thu fri",
        clitics: "n't 's 're 've 'll 'd 'm",
        whole: "o'clock ma'am",
        ..NONE
    },
    Exceptions {
        codes: "de deu ger",
        common: "der die und das den dem des ein eine nicht ist mit von im am zu auf für sich",
        titles: "v n ca hl fa nr abb kap jg vorm nachm max zw vs frhr a d h o s u z hrn fr frl bzw bspw vgl sog geb gest ggf evtl inkl exkl zzgl ehem abs art bd ziff tel mag ing dipl lic st str bzgl urspr lat griech engl franz max min mind",
        abbreviations: "usw etc uvm jh jhdt jhd mio mrd tsd chr co jan feb aug sept okt nov dez",
        ordinals: true,
        capital_nouns: true,
        ..NONE
    },
    Exceptions {
        codes: "fr fra fre",
        common: "le la les des et un une du est dans que pour au il qui",
        titles: "p v n al pp vol fig boul bd st ste env dr pr ex tél mm mmes m mgr art chap éd av env",
        abbreviations: "apr hab",
        elided: "l d j m t s n c qu jusqu lorsqu puisqu quoiqu",
        clitics: "-t-il -t-elle -t-on -t-ils -t-elles -il -elle -on -ils -elles -je -tu -nous -vous -ce -moi -toi -lui -leur -les -le -la -y -en",
        whole: "aujourd'hui quelqu'un quelqu'une presqu'île prud'homme prud'hommes prud'homie rendez-vous peut-être celui-ci au-delà",
        ..NONE
    },
    Exceptions {
        codes: "it ita",
        common: "il di che e è per un una del della non sono gli nel",
        titles: "sig sigg dott ing avv on art artt cfr pag lett",
        abbreviations: "ecc",
        elided: "l un all dall dell nell sull coll quell quest bell sant com dov cos c d m t s v n po mo tutt mezz trent vent quant quand senz anch neanch nient altr qualcos alcun ciascun nessun gl buon grand",
        whole: "",
        ..NONE
    },
    Exceptions {
        codes: "ca cat",
        common: "el la els les de i que en un una del per amb no",
        titles: "sra núm pàg art",
        elided: "l d s m t n",
        clitics: "'l 'ls 'n 'm 't 's 'ns 'hi 'ho -se -lo -la -los -les -hi -ho -ne -me -te -nos -vos -li",
        ..NONE
    },
    Exceptions {
        codes: "es spa",
        common: "el la los las de y en que un una del por con se",
        titles: "v f p ej aprox dr dra d excmo ilmo vol fig cía tel gob prof ee sr sra srta sres dña ud uds núm núms pág págs art arts cap av avda lic ing gral",
        abbreviations: "ee uu aprox",
        ..NONE
    },
    Exceptions {
        codes: "pt por",
        common: "o a os as de e que do da em um uma não com",
        titles: "sr sra dra srs exmo núm pág págs art arts av eng",
        abbreviations: "ltda cia",
        elided: "d",
        ..NONE
    },
    Exceptions {
        codes: "nl nld dut",
        common: "de het een en van is op te dat met niet voor",
        titles: "dhr mevr mw drs ir mgr bijv art blz jl resp",
        abbreviations: "enz",
        ..NONE
    },
    Exceptions {
        codes: "cs ces cze sk slk slo",
        common: "a v se na je že s o do to byl sa pri",
        titles: "ing mgr mudr judr phdr rndr bc doc tzv tj tzn např napr resp popř č čl str odst roč sv ul nám kpt gen min max cca ad",
        abbreviations: "atd aj apod tis mil mld stol hod sek",
        ..NONE
    },
    Exceptions {
        codes: "pl pol",
        common: "w i na z się nie do to jest że o po jak od",
        titles: "por godz ust m u ur proj podkom nadkom kpt asp rys paraf pocz pow gm woj st sp dr mjr por ppłk gen bp abp o ks inż mgr hab im tzw tzn np ul al nr art ust pkt poz str św zob por min max red płk gen",
        abbreviations: "itd itp tys mln mld godz proc zł gr ok",
        ..NONE
    },
    Exceptions {
        codes: "ru rus uk ukr be bel bg bul",
        common: "и в не на что с по он как из у это",
        titles: "г г-н г-жа гр м с р дер пос обл оз просп пл наб пер бул вул ул им ім св стр см ср рис табл акад проф доц инж інж д-р т тт п пп ст кв тов о напр гл",
        abbreviations: "г гг м с р д т тыс млн млрд руб коп др пр грн",
        ..NONE
    },
    Exceptions {
        codes: "el ell gre",
        common: "και το της η ο να του με για από που είναι τα στο δεν",
        titles: "κ κα κος κκ δρ καθ βλ σελ αρ αριθ άρθρ π χ λ λεωφ οδ πλ αγ στρ τηλ",
        abbreviations: "κλπ κτλ μ δισ εκατ χιλ",
        ..NONE
    },
    Exceptions {
        codes: "hr hrv bs bos sr srp sl slv",
        common: "je se na da su za od koji kao što nije bio bila ki bi",
        titles: "g ga gđa gđica gosp ul br sv ing inž mr prim akad tzv npr tj str čl doc dr prof",
        abbreviations: "itd god mil mlrd tis sl",
        ..NONE
    },
    Exceptions {
        codes: "sv swe",
        common: "och att det som en är på för av med den",
        titles: "bl kap art sid",
        abbreviations: "osv dvs tex mfl mm resp kl",
        ..NONE
    },
    Exceptions {
        codes: "da dan no nob nor nn nno",
        common: "og at det er en af på til for med den av å",
        titles: "hr fru kap stk art pkt kgl bl",
        abbreviations: "osv mv mfl mio mia kr ca evt pga pr",
        ..NONE
    },
    Exceptions {
        codes: "fi fin",
        common: "ja on ei se että oli hän mutta",
        titles: "mm esim ns nk ko em",
        abbreviations: "jne ym yms klo noin",
        ordinals: true,
        ..NONE
    },
    Exceptions {
        codes: "hu hun",
        common: "a az és hogy nem is egy volt",
        titles: "ifj id özv pl ún kb ill",
        abbreviations: "stb sz",
        ..NONE
    },
    Exceptions {
        codes: "ro ron rum",
        common: "și de la în nu un o cu din pe",
        titles: "dl dna nr art alin lit pag",
        ..NONE
    },
    Exceptions {
        codes: "tr tur",
        common: "ve bir bu da de için ile olarak",
        titles: "doç yrd av bkz örn",
        abbreviations: "vb vs",
        ..NONE
    },
];

/// How often the most frequent words of each language occur at the start of a text.
#[derive(Debug, Clone, Default)]
pub struct Guess {
    counts: [usize; TABLE.len()],
    words: usize,
}

impl Guess {
    /// Counts the words of the next part of the text. Later ones than the first 200 do not count.
    pub fn add(&mut self, text: &str) {
        const WORDS: usize = 200;
        static ROWS: LazyLock<HashMap<&str, Vec<usize>>> = LazyLock::new(|| {
            let mut rows: HashMap<_, Vec<_>> = HashMap::new();
            for (number, row) in TABLE.iter().enumerate() {
                for word in row.common.split(' ') {
                    rows.entry(word).or_default().push(number);
                }
            }
            rows
        });
        let left = WORDS - self.words;
        if left == 0 {
            return;
        }
        let words = text.split(|one: char| !one.is_alphabetic());
        for word in words.filter(|word| !word.is_empty()).take(left) {
            self.words += 1;
            let rows = lower(word, |word| ROWS.get(word)).flatten();
            let rows = rows.into_iter().flatten();
            rows.for_each(|&row| self.counts[row] += 1);
        }
    }

    /// Returns the exceptions of the language with the most words; none if there are fewer than two words, or as many of two
    /// languages.
    pub(crate) fn exceptions(&self) -> Option<&'static Exceptions> {
        const ENOUGH: usize = 2;
        let most = self.counts.iter().copied().max().unwrap_or_default();
        let mut best = (self.counts.iter().zip(&TABLE)).filter(|(count, _)| **count == most);
        match (best.next(), best.next()) {
            (Some((_, row)), None) if most >= ENOUGH => Some(row),
            _ => None,
        }
    }
}

impl Exceptions {
    /// Returns the exceptions of a language, by its code of two or three letters; a region after a
    /// hyphen is ignored. For an unknown language, only the common exceptions apply.
    pub fn of(language: Option<&str>) -> &'static Self {
        static UNKNOWN: Exceptions = NONE;
        let code = language.unwrap_or_default().split(['-', '_']).next();
        let code = code.unwrap_or_default().to_ascii_lowercase();
        let mut rows = TABLE.iter();
        rows.find(|row| has(row.codes, &code)).unwrap_or(&UNKNOWN)
    }

    /// Whether it depends on the language whether the full stop after this word ends a sentence.
    pub(crate) fn is_known_to_any(word: &str) -> bool {
        is_short_number(word) || Self::is_of_any(word)
    }

    /// Whether the full stop after this word belongs to it, in some language if this is none.
    pub(crate) fn may_abbreviate(&self, word: &str) -> bool {
        self.is_abbreviation(word) || self.codes.is_empty() && Self::is_of_any(word)
    }

    /// Whether this word is an abbreviation in some language.
    fn is_of_any(word: &str) -> bool {
        static WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
            let lists = TABLE.iter().chain([&ALL]);
            let lists = lists.flat_map(|row| [row.titles, row.abbreviations]);
            lists.flat_map(|list| list.split(' ')).collect()
        });
        !word.is_empty() && lower(word, |word| WORDS.contains(word)) == Some(true)
    }

    /// Whether the full stop after this word does not end a sentence. The word may stand behind a number.
    pub(crate) fn is_title(&self, word: &str, is_behind_number: bool) -> bool {
        let is_measure = || is_behind_number && is_in(&[self.abbreviations], word);
        // Greek and Cyrillic letters tell the row where too few words do.
        let is_of_script = || {
            let mut rows = TABLE.iter();
            self.codes.is_empty()
                && word.starts_with(|one| ('Ͱ'..='ӿ').contains(&one))
                && rows.any(|row| row.is_title(word, is_behind_number))
        };
        is_in(&[ALL.titles, self.titles], word) && !is_measure() || is_of_script()
    }

    /// Whether the full stop after this word belongs to it.
    pub(crate) fn is_abbreviation(&self, word: &str) -> bool {
        let own = [self.titles, self.abbreviations];
        is_in(&own, word) || is_in(&[ALL.titles, ALL.abbreviations], word)
    }

    /// Whether a full stop belongs to the number before it, within a sentence.
    pub(crate) fn has_ordinals(&self) -> bool {
        self.ordinals
    }

    /// Whether the full stop after this number does not end a sentence if a capital follows: `3. Mai`. Larger numbers are
    /// years and amounts more often.
    pub(crate) fn is_ordinal(&self, word: &str) -> bool {
        self.ordinals && self.capital_nouns && is_short_number(word)
    }

    /// Whether this word is written with an apostrophe at its end.
    pub(crate) fn is_elided(&self, word: &str) -> bool {
        is_in(&[self.elided], word)
    }

    /// Returns the length in bytes of the word up to the end of its first elision, or up to its
    /// last clitic; `None` if the word is one token.
    pub(crate) fn split(&self, word: &str) -> Option<usize> {
        if self.elided.is_empty() && self.clitics.is_empty() || word.len() > LONGEST {
            return None;
        }
        let plain = word.to_lowercase().replace('’', "'");
        if has(self.whole, &plain) {
            return None;
        }
        if let Some((before, after)) = word.split_once(['\'', '’'])
            && !after.is_empty()
            && self.is_elided(before)
        {
            return Some(word.len() - after.len());
        }
        let ends = |clitic: &&str| {
            !clitic.is_empty() && plain.len() > clitic.len() && plain.ends_with(*clitic)
        };
        let clitic = self.clitics.split(' ').find(ends)?;
        // Counts characters, because lower-casing may change the number of bytes.
        let mut from_end = word.char_indices().rev().map(|(at, _)| at);
        from_end
            .nth(clitic.chars().count() - 1)
            .filter(|&at| at > 0)
    }
}

/// The maximum length in bytes of a word in the lists.
const LONGEST: usize = 64;

fn is_short_number(word: &str) -> bool {
    matches!(word.len(), 1 | 2) && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_in(lists: &[&str], word: &str) -> bool {
    lower(word, |word| lists.iter().any(|list| has(list, word))) == Some(true)
}

/// Calls `with` with a word in lower case, if it is not too long to be in a list. ASCII needs no memory of its own.
fn lower<T>(word: &str, with: impl FnOnce(&str) -> T) -> Option<T> {
    let mut buffer = [0; LONGEST];
    let lower = buffer.get_mut(..word.len())?;
    if !word.is_ascii() {
        return Some(with(&word.to_lowercase()));
    }
    lower.copy_from_slice(word.as_bytes());
    lower.make_ascii_lowercase();
    std::str::from_utf8(lower).ok().map(with)
}

fn has(list: &str, word: &str) -> bool {
    !word.is_empty() && list.split(' ').any(|known| known == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_known_by_its_codes() {
        let english = Exceptions::of(Some("en"));
        assert!(std::ptr::eq(english, Exceptions::of(Some("ENG"))));
        assert!(std::ptr::eq(english, Exceptions::of(Some("en-GB"))));
        assert!(std::ptr::eq(
            Exceptions::of(None),
            Exceptions::of(Some("xx"))
        ));
        let mut codes: Vec<&str> = TABLE.iter().flat_map(|row| row.codes.split(' ')).collect();
        let count = codes.len();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), count, "two rows for one language");
    }

    #[test]
    fn lists_are_in_lower_case_with_single_spaces() {
        for row in TABLE.iter().chain([&ALL]) {
            for list in [
                row.titles,
                row.abbreviations,
                row.elided,
                row.clitics,
                row.whole,
            ] {
                assert_eq!(list, list.to_lowercase());
                assert!(
                    list.is_empty() || list.split(' ').all(|word| !word.is_empty()),
                    "{list}"
                );
            }
        }
    }
}
