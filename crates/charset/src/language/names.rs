//! Names of languages that users type: English names, three-letter codes, and locales such as
//! `pt_BR.UTF-8`.

use super::{UNDETERMINED, built_in, scripts};

/// Other names in lower case: the English name, the codes of ISO 639-2 and 639-3, and the model's
/// code after the colon.
const NAMES: &str = "\
acehnese achinese: ace
afrikaans afr: af
akan aka twi tw: ak
albanian sqi alb: sq
amharic amh: am
arabic ara arb: ar
armenian hye arm: hy
assamese asm: as
awadhi: awa
aymara aym ayr: ay
azerbaijani aze azj: az
balinese: ban
bambara bam: bm
banjar banjarese: bjn
basque eus baq: eu
belarusian bel: be
bengali bangla ben: bn
bhojpuri: bho
bosnian bos: bs
breton bre: br
buginese: bug
bulgarian bul: bg
burmese mya bur: my
catalan cat: ca
chhattisgarhi: hne
chinese zho chi cmn mandarin: zh zh-Hant
zh-cn zh-sg zh-hans: zh
zh-tw zh-hk zh-mo zh-hant: zh-Hant
chokwe: cjk
crimean-tatar: crh
croatian hrv: hr
czech ces cze: cs
danish dan: da
dholuo: luo
dinka dik: din
dutch flemish nld dut: nl
dyula dioula: dyu
english eng: en
esperanto epo: eo
estonian est: et
faroese fao: fo
filipino tagalog tgl fil: tl
finnish fin: fi
french francais fra fre: fr
friulian: fur
galician glg: gl
georgian kat geo: ka
german deutsch deu ger: de
greek ell gre: el
guarani grn gug: gn
gujarati guj: gu
haitian haitian-creole hat: ht
hausa hau: ha
hebrew heb iw: he
hindi hin: hi
hungarian hun: hu
icelandic isl ice: is
igbo ibo: ig
ilocano iloko: ilo
indonesian ind in: id
irish gle: ga
italian ita: it
japanese jpn: ja
javanese jav: jv
jingpho kachin: kac
kabiye: kbp
kabuverdianu cape-verdean: kea
kamba: kam
kannada kan: kn
kanuri kau knc: kr
kashmiri kas: ks
kazakh kaz: kk
khmer khm: km
kikuyu gikuyu kik: ki
kimbundu: kmb
kongo kikongo kon: kg
korean kor: ko
kurdish kur kmr: ku
kyrgyz kir: ky
lao laotian: lo
latgalian: ltg
latin lat: la
latvian lav lvs: lv
ligurian: lij
limburgish limburgan lim: li
lingala lin: ln
lithuanian lit: lt
lombard: lmo
luba-kasai tshiluba: lua
luganda ganda lug: lg
luxembourgish ltz: lb
macedonian mkd mac: mk
magahi: mag
maithili: mai
malagasy mlg: mg
malay msa may zsm: ms
malayalam mal: ml
maltese mlt: mt
manipuri meitei: mni
maori mri mao: mi
marathi mar: mr
minangkabau: min
mizo: lus
mongolian mon khk: mn
mossi moore: mos
nepali nep npi: ne
norwegian no nor: nb nn
bokmal nob: nb
nuer: nus
nynorsk nno: nn
occitan oci: oc
oriya odia ori: or
pangasinan: pag
papiamento: pap
pashto pus: ps
persian farsi fas per: fa prs
polish pol: pl
portuguese por: pt
punjabi panjabi pan: pa
quechua que quy: qu
romanian moldavian ron rum: ro
rundi kirundi run: rn
russian rus: ru
sango sag: sg
sanskrit san: sa
santali: sat
sardinian srd: sc
serbian srp: sr sr-Latn
shan: shn
sicilian: scn
silesian: szl
sinhala sin: si
slovak slk slo: sk
slovene slovenian slv: sl
somali som: so
sotho sesotho sot: st
south-azerbaijani: azb
spanish castilian espanol spa: es
sundanese sun: su
swahili swa: sw
swedish swe: sv
tajik tgk: tg
tamil tam: ta
tatar tat: tt
telugu tel: te
thai tha: th
tibetan bod tib: bo
tok-pisin: tpi
tsonga tso: ts
tumbuka: tum
turkish tur: tr
turkmen tuk: tk
ukrainian ukr: uk
umbundu: umb
urdu urd: ur
uyghur uig: ug
uzbek uzb: uz
venetian: vec
vietnamese vie: vi
welsh cym wel: cy
xhosa xho: xh
yiddish yid: yi
yoruba yor: yo
zulu zul: zu
";

/// Returns the codes of the languages with this name, which is the value of an option.
///
/// # Errors
/// No language has this name: what to do.
pub fn parse(name: &str) -> Result<Vec<String>, &'static str> {
    codes(name).ok_or("no language has this code or name; charset list --languages lists the codes")
}

/// Returns the codes of the languages with this name, at least one; `None` if no language has it.
pub fn codes(name: &str) -> Option<Vec<String>> {
    if is_known(name) {
        return Some(vec![name.to_owned()]);
    }
    let locale = name.split(['.', '@']).next().unwrap_or(name);
    let mut tag = locale.to_lowercase().replace('_', "-");
    loop {
        if let Some(code) = known().find(|code| code.eq_ignore_ascii_case(&tag)) {
            return Some(vec![code.to_owned()]);
        }
        if let Some(codes) = listed(&tag) {
            return Some(codes);
        }
        // Without a match, the tag is tried again without its last part, such as the region.
        tag.truncate(tag.rfind('-')?);
    }
}

/// Looks up a name in the table.
fn listed(tag: &str) -> Option<Vec<String>> {
    NAMES.lines().find_map(|line| {
        let (names, codes) = line.split_once(": ")?;
        let is_one = names.split(' ').any(|name| name == tag);
        is_one.then(|| codes.split(' ').map(String::from).collect())
    })
}

fn is_known(code: &str) -> bool {
    code == UNDETERMINED || known().any(|one| one == code)
}

/// The codes of all languages that the identifier can return.
fn known() -> impl Iterator<Item = &'static str> {
    let by_model = built_in().languages().iter().map(String::as_str);
    by_model.chain(scripts::languages())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_locales_stand_for_codes() {
        for (name, expected) in [
            ("French", "fr"),
            ("fra", "fr"),
            ("EN", "en"),
            ("pt_BR.UTF-8", "pt"),
            ("sr_RS@latin", "sr"),
            ("zh_CN", "zh"),
            ("zh-Hant-HK", "zh-Hant"),
            ("zh-tw", "zh-Hant"),
            ("chinese", "zh zh-Hant"),
            ("no", "nb nn"),
            ("und", "und"),
        ] {
            assert_eq!(codes(name).unwrap().join(" "), expected, "{name}");
        }
        for name in ["klingon", "", "-", "x-klingon"] {
            assert_eq!(codes(name), None, "{name}");
        }
    }

    #[test]
    fn every_code_in_the_table_is_known_and_every_name_is_there_once() {
        let mut names = std::collections::HashSet::new();
        for line in NAMES.lines() {
            let (here, codes) = line.split_once(": ").unwrap();
            assert!(codes.split(' ').all(is_known), "{line}");
            for name in here.split(' ') {
                assert!(names.insert(name), "{name} twice");
                assert!(!is_known(name), "{name} is a code itself");
            }
        }
    }
}
