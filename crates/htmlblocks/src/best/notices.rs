//! Drops short texts inside the main content that belong to the site and not to the text: pointers to other stories
//! ("Read also: ..."), and invitations to subscribe, to share, to donate, to install an app or to accept cookies.
//!
//! They stand between paragraphs, so their place looks like that of main content. Words identify them.

use std::sync::LazyLock;

use hashbrown::HashMap;

use super::cards::{element_around, prose_around};
use crate::constants::{
    MAX_INVITATION, MAX_INVITATION_BLOCKS, MAX_INVITATION_SHARE, MAX_LABEL, MAX_POINTER,
    MIN_SENTENCE,
};
use crate::patterns::Patterns;
use crate::segment::{Block, Page};
use crate::stoplist::is_unspaced;

/// Drops pointers and invitations, if most of the kept text is paragraphs. Documentation keeps its references.
pub fn drop_notices(page: &Page, kept: &mut [bool], is_documentation: bool) {
    let (mut all, mut prose) = (0, 0);
    for (block, _) in page.blocks.iter().zip(&*kept).filter(|(_, kept)| **kept) {
        all += u64::from(block.chars);
        let is_prose =
            block.level == 0 && block.chars >= MIN_SENTENCE && block.link_density() < 0.3;
        prose += u64::from(block.chars) * u64::from(is_prose);
    }
    if 2 * prose >= all {
        drop_pointers(page, kept, is_documentation);
        drop_invitations(page, kept, all);
    }
}

/// The labels of pointers to other stories. Longer labels come before those that they begin with.
const POINTERS: [&str; 112] = [
    "read also",
    "also read",
    "read more",
    "read next",
    "read",
    "see also",
    "related",
    "related story",
    "related stories",
    "related article",
    "related articles",
    "related news",
    "related content",
    "related coverage",
    "related posts",
    "related reading",
    "more",
    "more on this",
    "more on this story",
    "more stories",
    "more from",
    "don't miss",
    "recommended",
    "recommended reading",
    "recommended stories",
    "you may also like",
    "you might also like",
    "you may like",
    "must read",
    "keep reading",
    "up next",
    "trending",
    "lire aussi",
    "à lire aussi",
    "a lire aussi",
    "à lire",
    "à lire également",
    "lire également",
    "voir aussi",
    "sur le même sujet",
    "à voir aussi",
    "lesen sie auch",
    "lesen sie dazu",
    "lesen sie mehr",
    "lesen sie hier",
    "lies auch",
    "mehr zum thema",
    "mehr dazu",
    "auch interessant",
    "das könnte sie auch interessieren",
    "weiterlesen",
    "siehe auch",
    "lea también",
    "lee también",
    "lea además",
    "leer más",
    "leer también",
    "te puede interesar",
    "le puede interesar",
    "también te puede interesar",
    "también puede leer",
    "puedes leer",
    "ver también",
    "noticias relacionadas",
    "más información",
    "leggi anche",
    "leggi qui",
    "leggi pure",
    "potrebbe interessarti",
    "potrebbe interessarti anche",
    "approfondisci",
    "vedi anche",
    "leia também",
    "leia mais",
    "saiba mais",
    "veja também",
    "lees ook",
    "lees verder",
    "lees meer",
    "läs också",
    "läs även",
    "läs mer",
    "les også",
    "læs også",
    "lue myös",
    "lue lisää",
    "czytaj także",
    "czytaj też",
    "czytaj również",
    "czytaj więcej",
    "zobacz też",
    "zobacz także",
    "zobacz również",
    "przeczytaj też",
    "přečtěte si také",
    "čtěte také",
    "olvasta már",
    "citește și",
    "ayrıca okuyun",
    "читайте также",
    "читайте ещё",
    "читать также",
    "по теме",
    "материалы по теме",
    "ещё по теме",
    "еще по теме",
    "см. также",
    "читайте також",
    "関連記事",
    "あわせて読みたい",
    "相关阅读",
    "延伸阅读",
];

/// Labels of sections in encyclopedias and manuals, which have lists of links as their text.
const OF_REFERENCE: [&str; 6] = [
    "see also",
    "voir aussi",
    "siehe auch",
    "ver también",
    "vedi anche",
    "см. также",
];

/// Drops kept blocks that are a label and a link, and labels with the links after them.
fn drop_pointers(page: &Page, kept: &mut [bool], is_documentation: bool) {
    let mut is_below = false;
    for at in 0..kept.len() {
        let block = &page.blocks[at];
        // A label may be dropped, and the links below it may not.
        if !kept[at] && (block.chars > MAX_LABEL || !is_label_of_list(page.text(block))) {
            continue;
        }
        let is_link = block.chars <= MAX_POINTER && block.link_density() > 0.8;
        if is_below && is_link {
            kept[at] = false;
            continue;
        }
        is_below = false;
        if block.chars > MAX_POINTER {
            continue;
        }
        let text = page.text(block);
        let Some((label, rest)) = labelled(text) else {
            continue;
        };
        let is_reference = OF_REFERENCE.contains(&label);
        let is_address = rest.starts_with("http") || rest.starts_with("www.");
        if is_address || is_documentation && (is_reference || is_word(label)) {
            continue;
        }
        let is_alone = rest.is_empty();
        let follows = || {
            let next = (at + 1..kept.len()).find(|next| kept[*next]);
            next.is_some_and(|next| {
                let next = &page.blocks[next];
                next.chars <= MAX_POINTER && next.link_density() > 0.8
            })
        };
        if is_alone && block.link_chars == 0 {
            is_below = !(is_reference && block.level > 0) && is_label_of_list(text) && follows();
            kept[at] &= !is_below;
        } else if !is_alone && block.level == 0 {
            let letters = rest.chars().count() as u32;
            let has_sign = has_sign(&text[text.len() - rest.len() - signs_before(text, rest)..]);
            // Without a sign after the label, the link must be all of the text, or all but the label.
            let links = block.link_chars + 2;
            kept[at] = match has_sign {
                true => links < letters,
                false => links < letters || block.link_chars == 0,
            };
        }
    }
}

/// Whether a text is one of [`POINTERS`]. "Read more" alone is a button, unless a colon follows it.
pub(super) fn is_label_of_list(text: &str) -> bool {
    let label = labelled(text).filter(|(_, rest)| rest.is_empty());
    label.is_some_and(|(label, _)| {
        let is_button = is_word(label) || BUTTONS.contains(&label);
        !is_button || text.trim_end().ends_with(':')
    })
}

/// Labels of [`POINTERS`] that are also the text of buttons.
const BUTTONS: [&str; 12] = [
    "read more",
    "mehr dazu",
    "weiterlesen",
    "leer más",
    "más información",
    "leia mais",
    "saiba mais",
    "lees verder",
    "lees meer",
    "läs mer",
    "lue lisää",
    "czytaj więcej",
];

/// Returns the number of bytes of signs and spaces that end where `rest` begins.
fn signs_before(text: &str, rest: &str) -> usize {
    let before = &text[..text.len() - rest.len()];
    before.len()
        - before
            .trim_end_matches(|letter: char| !letter.is_alphanumeric())
            .len()
}

/// Whether a text begins with a sign that ends a label.
fn has_sign(text: &str) -> bool {
    let signs = text.chars().take_while(|letter| !letter.is_alphanumeric());
    let mut signs = signs.filter(|letter| !letter.is_whitespace());
    signs.any(|sign| ":：|>»-–—】▶►→•".contains(sign))
}

/// The beginnings of texts by their first two letters.
type Beginnings = HashMap<[char; 2], Vec<&'static str>>;

fn by_letters(texts: &[&'static str]) -> Beginnings {
    let mut all = Beginnings::new();
    for text in texts {
        let letters = first_letters(text).expect("two letters");
        all.entry(letters).or_default().push(text);
    }
    all
}

/// Returns the first two letters of a text in lower case.
fn first_letters(text: &str) -> Option<[char; 2]> {
    let mut letters = text.chars().map(|letter| match letter {
        '’' => Some('\''),
        _ => letter.to_lowercase().next(),
    });
    Some([letters.next()??, letters.next()??])
}

/// Returns the longest of the texts with which another text begins in any case, and its length there in bytes.
fn beginning(of: &Beginnings, text: &str) -> Option<(&'static str, usize)> {
    let length = |begin: &&&str| {
        let mut letters = text.chars();
        let mut bytes = 0;
        for wanted in begin.chars() {
            let letter = letters.next()?;
            bytes += letter.len_utf8();
            let letter = if letter == '’' { '\'' } else { letter };
            if !letter.to_lowercase().eq([wanted]) {
                return None;
            }
        }
        Some(bytes)
    };
    let fitting = of.get(&first_letters(text)?)?.iter();
    let fitting = fitting.filter_map(|begin| Some((*begin, length(&begin)?)));
    fitting.max_by_key(|(_, bytes)| *bytes)
}

/// Splits a text into one of [`POINTERS`] and the text after it, without signs and spaces between.
fn labelled(text: &str) -> Option<(&'static str, &str)> {
    static LABELS: LazyLock<Beginnings> = LazyLock::new(|| by_letters(&POINTERS));
    let text = text.trim_start_matches(|letter: char| !letter.is_alphanumeric());
    let (label, end) = beginning(&LABELS, text)?;
    let goes_on = |next: char| next.is_alphanumeric() && (next.is_ascii() || !is_unspaced(next));
    if text[end..].starts_with(goes_on) {
        return None;
    }
    let rest = text[end..].trim_start_matches(|letter: char| !letter.is_alphanumeric());
    (!is_word(label) || rest.is_empty() || has_sign(&text[end..])).then_some((label, rest))
}

/// Whether a label is also the first word of sentences.
fn is_word(label: &str) -> bool {
    matches!(
        label,
        "read" | "more" | "related" | "recommended" | "trending"
    )
}

/// The groups of words of invitations. A text is an invitation if it has a word of both groups of a pair.
#[derive(Debug, Clone, Copy)]
enum Group {
    Join,
    Letter,
    Cookie,
    Accept,
    Pay,
    Subscribe,
    Support,
    Journalism,
    Get,
    App,
    Unblock,
    Blocker,
}

const GROUPS: [(Group, &[&str]); 12] = [
    (
        Group::Join,
        &[
            "sign up",
            "signup",
            "subscrib",
            "get ",
            "receive",
            "join ",
            "delivered",
            "enter your",
            "abonnier",
            "melden sie",
            "anmeld",
            "inscri",
            "abonne",
            "recev",
            "suscr",
            "recib",
            "apúnt",
            "iscriv",
            "ricev",
            "assine",
            "inscre",
            "receba",
            "meld je",
            "schrijf",
            "abonner",
            "prenumer",
            "tilmeld",
            "meld deg",
            "tilaa",
            "zapisz",
            "subskry",
            "otrzymuj",
            "подпи",
            "получа",
            "підпи",
            "登録",
            "購読",
            "订阅",
        ],
    ),
    (
        Group::Letter,
        &[
            "newsletter",
            "your inbox",
            "mailing list",
            "email updates",
            "e-mail updates",
            "infolettre",
            "boletín",
            "nieuwsbrief",
            "nyhetsbrev",
            "nyhedsbrev",
            "uutiskirje",
            "newsletteru",
            "biuletyn",
            "рассылк",
            "розсилк",
            "メールマガジン",
            "メルマガ",
            "邮件",
        ],
    ),
    (Group::Cookie, &["cookie", "クッキー", "файлы cookie"]),
    (
        Group::Accept,
        &[
            "we use",
            "our use",
            "use of cookies",
            "uses cookies",
            "accept",
            "consent",
            "partners store",
            "verwenden",
            "akzeptier",
            "zustimm",
            "nous utilisons",
            "utilise des",
            "accepte",
            "utilizamos",
            "utiliza cookies",
            "aceptar",
            "utilizziamo",
            "utilizza",
            "accett",
            "usamos",
            "aceita",
            "gebruik",
            "använder",
            "bruger",
            "bruker",
            "käytämme",
            "używa",
            "wykorzyst",
            "использу",
            "используем",
            "使用",
            "同意",
        ],
    ),
    (
        Group::Pay,
        &[
            "continue reading",
            "keep reading",
            "read the full",
            "for subscribers",
            "subscribers only",
            "subscriber-only",
            "unlimited access",
            "already a subscriber",
            "already a member",
            "réservé aux abonnés",
            "déjà abonné",
            "la suite de cet article",
            "bereits abonnent",
            "nur für abonnenten",
            "weiterlesen mit",
            "para suscriptores",
            "ya eres suscriptor",
            "seguir leyendo",
            "per gli abbonati",
            "sei già abbonato",
            "exclusivo para assinantes",
            "já é assinante",
            "dla subskrybentów",
            "только для подписчиков",
            "会員限定",
            "有料会員",
        ],
    ),
    (
        Group::Subscribe,
        &[
            "subscri",
            "log in",
            "sign in",
            "login",
            "abonn",
            "anmeld",
            "connect",
            "suscr",
            "inicia",
            "abbon",
            "acced",
            "assin",
            "zaloguj",
            "subskry",
            "подпи",
            "войти",
            "войдите",
            "ログイン",
            "登録",
        ],
    ),
    (
        Group::Support,
        &[
            "support",
            "donat",
            "contribut",
            "unterstütz",
            "spend",
            "souten",
            "faire un don",
            "apoy",
            "dona",
            "sosten",
            "apoi",
            "wesprzyj",
            "wspier",
            "поддерж",
            "寄付",
            "支援",
        ],
    ),
    (
        Group::Journalism,
        &[
            "our journalism",
            "independent journalism",
            "our reporting",
            "quality journalism",
            "our work possible",
            "unabhängigen journalismus",
            "unseren journalismus",
            "journalisme indépendant",
            "periodismo independiente",
            "giornalismo indipendente",
            "jornalismo independente",
            "niezależne dziennikarstwo",
            "независимую журналистику",
        ],
    ),
    (
        Group::Get,
        &[
            "download",
            "install",
            "get ",
            "herunterlad",
            "télécharg",
            "descarg",
            "scarica",
            "baixe",
            "pobierz",
            "скача",
            "ダウンロード",
            "下载",
        ],
    ),
    (
        Group::App,
        &[
            "our app",
            "our free app",
            "our mobile app",
            "unsere app",
            "notre application",
            "nuestra app",
            "la nostra app",
            "nosso aplicativo",
            "naszą aplikację",
            "наше приложение",
            "アプリを",
        ],
    ),
    (
        Group::Unblock,
        &[
            "using an ad",
            "disable your",
            "turn off your",
            "turn it off",
            "turn them off",
            "whitelist",
            "deaktivier",
            "désactiv",
            "desactiv",
            "disattiv",
            "отключ",
        ],
    ),
    (
        Group::Blocker,
        &[
            "ad blocker",
            "adblock",
            "ad-blocker",
            "werbeblocker",
            "bloqueur de pub",
            "bloqueador de anuncios",
            "bloqueador de publicidad",
            "блокировщик рекламы",
        ],
    ),
];

/// The beginnings of short texts that ask to share a page or to follow a site, in lower case.
const BEGINNINGS: [&str; 48] = [
    "share this",
    "share on",
    "share via",
    "share the article",
    "follow us on",
    "follow us",
    "like us on",
    "join us on",
    "diesen artikel teilen",
    "artikel teilen",
    "teilen sie",
    "folgen sie uns",
    "folge uns",
    "partager",
    "partagez",
    "suivez-nous",
    "compartir",
    "comparte",
    "síguenos",
    "condividi",
    "seguici",
    "compartilhe",
    "compartilhar",
    "siga-nos",
    "deel dit",
    "deel op",
    "volg ons",
    "dela artikeln",
    "följ oss",
    "del artikel",
    "følg os",
    "følg oss",
    "jaa artikkeli",
    "seuraa meitä",
    "udostępnij",
    "obserwuj nas",
    "sdílet",
    "sledujte nás",
    "paylaş",
    "bizi takip",
    "поделиться",
    "поделитесь",
    "подписывайтесь на нас",
    "подписывайтесь на наш",
    "поділитися",
    "この記事をシェア",
    "フォローする",
    "分享到",
];

/// The beginnings of sentences that ask to subscribe and the like, in lower case.
const REQUESTS: [&str; 41] = [
    "sign up",
    "subscribe",
    "join our",
    "join the",
    "get our",
    "get the best",
    "receive our",
    "download our",
    "support our",
    "enter your",
    "want more",
    "enjoying this",
    "enjoyed this",
    "like what you",
    "we use cookies",
    "this website uses",
    "this site uses",
    "abonnieren sie",
    "melden sie sich",
    "jetzt anmelden",
    "unterstützen sie",
    "abonnez-vous",
    "inscrivez-vous",
    "recevez",
    "suscríbete",
    "suscríbase",
    "recibe",
    "iscriviti",
    "ricevi",
    "assine",
    "inscreva-se",
    "receba",
    "meld je aan",
    "schrijf je in",
    "zapisz się",
    "подпишитесь",
    "подписывайтесь",
    "получайте",
    "登録",
    "購読",
    "订阅",
];

/// Drops small elements of kept blocks if one of the blocks is an invitation. `all` is the number of kept characters.
fn drop_invitations(page: &Page, kept: &mut [bool], all: u64) {
    let homes = homes(page, kept);
    let mut at = 0;
    let mut found: Vec<std::ops::Range<usize>> = Vec::new();
    while at < kept.len() {
        if !kept[at] || !is_invitation(page, &page.blocks[at], &homes) {
            at += 1;
            continue;
        }
        let around = element_of(page, kept, at, &homes);
        at = around.end.max(at + 1);
        found.push(around);
    }
    let chars = |blocks: &std::ops::Range<usize>| -> u64 {
        let blocks = blocks.clone().filter(|at| kept[*at]);
        blocks.map(|at| u64::from(page.blocks[at].chars)).sum()
    };
    // A page with many of them is about cookies or newsletters.
    let sum: u64 = found.iter().map(chars).sum();
    if sum as f64 <= MAX_INVITATION_SHARE * all as f64 {
        found
            .into_iter()
            .for_each(|blocks| kept[blocks].fill(false));
    }
}

/// Returns the elements that hold paragraphs of prose, with the number of these.
fn homes(page: &Page, kept: &[bool]) -> HashMap<u32, usize> {
    let mut homes = HashMap::new();
    let blocks = page.blocks.iter().zip(kept).filter(|(_, kept)| **kept);
    for around in blocks.filter_map(|(block, _)| prose_around(page, block)) {
        *homes.entry(around).or_default() += 1;
    }
    homes
}

/// Whether a block invites its reader. Between paragraphs of prose, it must also begin like a request.
fn is_invitation(page: &Page, block: &Block, homes: &HashMap<u32, usize>) -> bool {
    if block.chars > MAX_INVITATION {
        return false;
    }
    let is_in_prose = homes
        .get(&element_around(page, block))
        .is_some_and(|paragraphs| *paragraphs > 2);
    static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| {
        Patterns::new(GROUPS.iter().map(|(group, words)| (*group as u32, *words)))
    });
    let text = page.text(block);
    let groups = PATTERNS.bits(text, |_| true);
    let both = |one: Group, other: Group| groups >> one as u32 & groups >> other as u32 & 1 != 0;
    let begins = || {
        static ASKING: LazyLock<Beginnings> = LazyLock::new(|| by_letters(&BEGINNINGS));
        block.chars <= 120
            && beginning(&ASKING, text).is_some()
            && text.split_whitespace().count() <= 12
    };
    let requests = || {
        static ASKED: LazyLock<Beginnings> = LazyLock::new(|| by_letters(&REQUESTS));
        let text = text.trim_start_matches(|letter: char| !letter.is_alphanumeric());
        beginning(&ASKED, text).is_some()
    };
    let is_invited = both(Group::Join, Group::Letter)
        || both(Group::Cookie, Group::Accept)
        || both(Group::Pay, Group::Subscribe)
        || both(Group::Support, Group::Journalism)
        || both(Group::Get, Group::App)
        || both(Group::Unblock, Group::Blocker);
    is_invited && (!is_in_prose || requests()) || begins()
}

/// Returns the blocks of the largest small element around a block that has no other paragraphs of the page's prose.
fn element_of(
    page: &Page,
    kept: &[bool],
    at: usize,
    homes: &HashMap<u32, usize>,
) -> std::ops::Range<usize> {
    let mut found = at..at + 1;
    for (container, _) in page.around(page.blocks[at].container) {
        let is_inside = |at: &usize| {
            let mut around = page.around(page.blocks[*at].container);
            around.any(|(one, _)| one == container)
        };
        // With one block more the element is too large, so that the others need not be looked at.
        let most = |at: &usize, left: &mut usize| {
            let is_room = *left > 0;
            *left -= usize::from(is_room && kept[*at]);
            is_room && is_inside(at)
        };
        let (mut before, mut behind) = (MAX_INVITATION_BLOCKS + 1, MAX_INVITATION_BLOCKS + 1);
        let first = (0..found.start)
            .rev()
            .take_while(|at| most(at, &mut before))
            .last();
        let last = (found.end..kept.len())
            .take_while(|at| most(at, &mut behind))
            .last();
        let wider = first.unwrap_or(found.start)..last.map_or(found.end, |last| last + 1);
        let blocks = wider.clone().filter(|at| kept[*at]);
        let chars: u32 = blocks.clone().map(|at| page.blocks[at].chars).sum();
        let mut others = blocks.clone().filter(|at| !found.contains(at));
        let is_prose = others.any(|at| {
            prose_around(page, &page.blocks[at]).is_some()
                && !is_invitation(page, &page.blocks[at], homes)
        });
        if is_prose || chars > MAX_INVITATION || blocks.count() > MAX_INVITATION_BLOCKS {
            break;
        }
        found = wider;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;

    /// Returns which of the blocks before, in and after a text between paragraphs are kept, without the paragraphs.
    fn kept(between: &str) -> Vec<bool> {
        let prose = format!("<p>{}.", "The herring were landed by night".repeat(3)).repeat(2);
        let html = format!("<main>{prose}{between}{prose}</main>");
        let page = Page::new(&html, Rules::BEST);
        let mut kept = vec![true; page.blocks.len()];
        drop_notices(&page, &mut kept, false);
        let end = kept.len() - 2;
        assert!(
            kept[..2].iter().chain(&kept[end..]).all(|kept| *kept),
            "{between}"
        );
        kept[2..end].to_vec()
    }

    #[test]
    fn pointers_to_other_stories_are_dropped() {
        for text in [
            "<p>Read also: <a href=x>The price of ice doubles</a>",
            "<p><a href=x>Related: The price of ice doubles</a>",
            "<p><b>Lire aussi :</b> <a href=x>Le prix de la glace</a>",
            "<div>Lesen Sie auch <a href=x>Der Preis von Eis steigt</a></div>",
            "<p>Читайте также: <a href=x>Цена на лёд выросла</a>",
            "<p>【関連記事】<a href=x>氷の値段が二倍に</a>",
        ] {
            assert_eq!(kept(text), [false], "{text}");
        }
        let list =
            "<h3>Czytaj także</h3><ul><li><a href=x>Ceny lodu</a><li><a href=y>Ceny soli</a></ul>";
        assert_eq!(kept(list), [false; 3]);
    }

    #[test]
    fn sentences_that_begin_like_pointers_stay() {
        for text in [
            "<p>Read also the log of <a href=x>the second boat</a>, which was kept by his aunt.",
            "<p>See also: the table of weights, in which each landing is set down by the day.",
            "<p>More: <a href=x>https://ice.example/prices</a>",
            "<p>Readers of <a href=x>The price of ice doubles</a>",
            "<p><a href=x>The price of ice doubles</a>",
        ] {
            assert_eq!(kept(text), [true], "{text}");
        }
        let reference = "<h2>See also</h2><ul><li><a href=x>Herring</a></ul>";
        assert_eq!(kept(reference), [true; 2]);
        let button = "<p>Read more<h3><a href=x>The price of ice doubles</a></h3>";
        assert_eq!(kept(button), [true; 2]);
    }

    #[test]
    fn documentation_keeps_its_references() {
        let prose = format!("<p>{}.", "The winch is set by its name".repeat(3)).repeat(3);
        let html = format!("{prose}<p>See also: <a href=x>the brake of the winch</a>");
        let page = Page::new(&html, Rules::BEST);
        for (is_documentation, is_kept) in [(true, true), (false, false)] {
            let mut kept = vec![true; page.blocks.len()];
            drop_notices(&page, &mut kept, is_documentation);
            assert_eq!(kept[3], is_kept);
        }
    }

    #[test]
    fn invitations_are_dropped_with_their_element() {
        for box_ in [
            "<div class=x><h3>Stay with us</h3><p>Sign up for our newsletter, and find the tides in your inbox each Monday.</div>",
            "<div><p>Our boats</p><p>We use cookies to count how often each boat is looked at.</div>",
            "<aside><p>For members</p><p>To continue reading, log in or subscribe for a penny a week.</aside>",
            "<div><b>A word</b><p>Please support our journalism with a small gift.</div>",
            "<div><p>Auf See</p><p>Abonnieren Sie unseren Newsletter mit den besten Geschichten der Woche.</div>",
        ] {
            assert_eq!(kept(box_), [false; 2], "{box_}");
        }
        for text in [
            "<p>Follow us on <a href=x>Facebook</a>.",
            "<p>Subscribe to our newsletter for more of this.",
            "<p>購読すると、潮のメルマガが毎週届きます。",
            "<p>订阅我们的邮件，每周了解潮汐。",
        ] {
            assert_eq!(kept(text), [false], "{text}");
        }
    }

    #[test]
    fn prose_about_newsletters_and_apps_stays() {
        for text in [
            "<p>The newsletter of the port was delivered to nine hundred houses, and read in most of them.",
            "<p>She told us that the shops accept no cookies from the bakery, and that we use them as ballast.",
            "<p>The harbour lets you download the app of the tide table, which nobody has done so far.",
            "<p>They support the idea of independent journalism, but not the paper that has come of it.",
        ] {
            assert_eq!(kept(text), [true], "{text}");
        }
        // A page about cookies.
        let policy =
            "<p>We use cookies to count our readers, and to know the language of each of them."
                .repeat(6);
        let page = Page::new(&policy, Rules::BEST);
        let mut kept = vec![true; page.blocks.len()];
        drop_notices(&page, &mut kept, false);
        assert!(kept.iter().all(|kept| *kept));
    }
}
