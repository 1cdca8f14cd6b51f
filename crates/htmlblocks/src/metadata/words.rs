//! Words in the lines of authors and dates, in the languages of the dates that are read.

use hashbrown::HashMap;
use std::sync::LazyLock;

/// Before the name of an author: "by", "Von", "Автор".
pub const BY: u32 = 1;
/// Also a part or beginning of names: "de". It is a word before an author only if two words of a name follow.
pub const BY_OR_NAME: u32 = 1 << 1;
/// Before the name of an author, followed by a sign or by [`BY`]: "Text:", "Words by".
pub const LABEL: u32 = 1 << 2;
/// The same for makers of pictures, editors and translators, who are not the author: "Photos:", "Edited by".
pub const PICTURE: u32 = 1 << 3;
/// Only before [`BY`]: "View all posts by", "Ein Gastbeitrag von".
pub const BEFORE_BY: u32 = 1 << 4;
/// The first words of links to all texts of an author.
pub const ALL: u32 = 1 << 5;
/// Before the role of an author that stands before the name: "unsere Redakteurin".
pub const OUR: u32 = 1 << 6;
/// A role, at the end of a name.
pub const ROLE: u32 = 1 << 7;
/// Between a name and a role.
pub const OF_ROLE: u32 = 1 << 8;
/// Ends a name: a source, a place or a date follows.
pub const END: u32 = 1 << 9;
/// A day of the week, which may stand between a name and a date.
pub const WEEKDAY: u32 = 1 << 10;
/// Between two names.
pub const AND: u32 = 1 << 11;
/// A word in a name that has small letters.
pub const PARTICLE: u32 = 1 << 12;
/// In the names of organisations that look like names of persons.
pub const ORGANISATION: u32 = 1 << 13;
/// Before the date of a change.
pub const UPDATED: u32 = 1 << 14;
/// Before the date of publication.
pub const PUBLISHED: u32 = 1 << 15;
/// Before the date of something else: a deadline, an event, the time that an offer is valid.
pub const EVENT: u32 = 1 << 16;

/// The words of each sort, in small letters. Each line is of a few languages: English, Romance, Germanic, Baltic and
/// Finnic, Slavic in Latin script, others in Latin script, then other scripts.
const TABLE: [(u32, &str); 17] = [
    (
        BY,
        "by via \
         par por autor autora autore autrice auteur \
         von af av door från fra autorin author forfatter författare auteur \
         autors autorius kirjoittanut autorė autore \
         przez od autorka autoři napisał napisała napsal napsala napísal napísala piše napisao napisala avtor avtorica \
         yazan oleh penulis szerző írta bởi höfundur egilea mwandishi údar \
         από του της των συντάκτης γράφει автор автори авторка аутор ауторка от від од пише аўтар \
         بقلم كتب كتبت نوشته نوشتهٔ نوشته‌ی نویسنده ידי כתב כתבה מאת लेखक लेखिका द्वारा লেখক লেখিকা โดย เขียนโดย ავტორი հեղինակ 글 文 撰文",
    ),
    (BY_OR_NAME, "de di da del"),
    (
        LABEL,
        "text words story written reporting author authors interview \
         texte testo texto redacción redazione redacció entretien entrevista intervista redação \
         tekst schrijver författare forfatter verfasser bericht \
         teksti kirjoittaja teksts tekstas kalbino parengė parašė \
         opracowanie rozmawiał rozmawiała besedilo \
         szöveg szerkesztő haber yazar yazı bài tác giả penulis muhabir \
         κείμενο ρεπορτάζ συντάκτης ο η οι текст статьи текста записал записала опубликовал опубликовала беседовал беседовала материал \
         الكاتب الكاتبة إعداد تحرير نگارنده گزارش מאת प्रस्तुति เรื่อง \
         作者 作成者 작성자 글쓴이 저자 文 文字 撰文 撰稿 采写 著者 執筆 執筆者 投稿者 取材・文 文・写真 聞き手 聞き手・文 記者 记者 글",
    ),
    (
        PICTURE,
        "photo photos photography photograph photographs picture pictures image images illustration illustrations video graphics \
         foto fotos photographie photographies fotografía fotografías fotografia fotografie imagen imágenes \
         bild bilder fotografien foto’s foto's beeld illustrationen \
         kuva kuvat valokuvat nuotraukos nuotrauka foto \
         zdjęcie zdjęcia fot snímky fotky fotografije fotka \
         kép képek fotó fotók fotoğraf fotoğraflar ảnh gambar \
         φωτογραφία φωτογραφίες φωτό фото снимки снимка фотография фотографии \
         تصوير صورة صور عکس عکاس צילום צילומים फोटो तस्वीर ภาพ ภาพถ่าย \
         图 图片 摄影 圖 攝影 写真 撮影 사진 \
         edited editing translated translation traduit édité traducido editado tradotto traduzido redigiert bearbeitet übersetzt \
         vertaald redigerad översatt redigeret oversat oversatt toimittanut kääntänyt tłumaczenie redakcja překlad přeložil \
         přeložila fordította перевод перевёл перевела переклад превод",
    ),
    (
        BEFORE_BY,
        "view see show read more all other posts post articles stories entries an article column reported posted published words \
         created authored guest contributed submitted \
         invité invitado invitada ospite convidado convidada gastblog gastbijdrage gästinlägg gæsteindlæg gjesteinnlegg \
         vieraskynä gościnny wpis vendégposzt konuk гостевой гостьовий пост \
         voir tous les un une écrit publié rédigé posté chronique tribune propos recueillis ver todas todos entradas artículo \
         artículos escrito escrita publicado una columna artigo a cura gli articoli articolo tutti scritto pubblicato scris \
         publicat un’intervista \
         zeige alle weitere beiträge artikel texte eingestellt erstellt geschrieben verfasst veröffentlicht gepostet ein eine \
         beitrag gastbeitrag kolumne kommentar kritik reportage analyse interview bekijk berichten geschreven geplaatst skriven \
         skrevet en et krönika kronik \
         napisane opublikowane přidal ditulis ditayangkan được viết đăng \
         נכתב על",
    ),
    (
        ALL,
        "view see show read more all zeige alle weitere voir tous ver tutti bekijk",
    ),
    (
        OUR,
        "our unser unsere unserer unserem notre nuestra nuestro nostra nostro onze vår vores dalla dal nossa nosso \
         наш наша нашего nasz nasza náš naše",
    ),
    (
        ROLE,
        "editor reporter correspondent writer columnist journalist contributor producer critic blogger photographer analyst \
         reportero redacción redactrice redattrice giornalista periodista jornalista repórter journaliste redactor redactora \
         redattore corresponsal correspondant correspondante corrispondente inviato inviata envoyé envoyée colunista \
         columnista jurnalist reporteră \
         redakteur redakteurin redaktorin autorin verslaggever korrespondent redacteur reporterin korrespondentin \
         skribent \
         toimittaja ajakirjanik žurnālists žurnāliste žurnalistas žurnalistė korespondentas korespondentė \
         dziennikarz dziennikarka redaktor redaktorka reportér reportérka korespondent korespondentka novinar novinarka urednik \
         urednica \
         muhabir muhabiri újságíró szerkesztő wartawan jurnalis viên \
         ρεπόρτερ δημοσιογράφος корреспондент журналист журналистка обозреватель редактор кореспондент кореспондентка \
         журналіст журналістка репортер новинар новинарка дописник \
         مراسل مراسلة صحفي محرر خبرنگار כתב כתבת संवाददाता पत्रकार",
    ),
    (
        OF_ROLE,
        "senior chief deputy assistant associate managing executive contributing staff freelance special political politics \
         business sports sport science technology tech health education environment arts culture games news features foreign \
         travel money phóng",
    ),
    (
        END,
        "follow updated published posted posts am in on at for with from reports \
         avec con mis modifié publié publicado actualizado pubblicato aggiornato atualizado \
         mit med met veröffentlicht aktualisiert erschienen berichtet gepubliceerd \
         opublikowano \
         опубликовано обновлено द्वारा 报道 報導 报导 報道 기자 특파원 記者 编辑 編集 翻訳者 翻訳 翻译 編譯",
    ),
    (
        WEEKDAY,
        "monday tuesday wednesday thursday friday saturday sunday \
         lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes sábado domingo lunedì martedì \
         mercoledì giovedì venerdì sabato domenica \
         montag dienstag mittwoch donnerstag freitag samstag sonntag",
    ),
    (
        AND,
        "and & et y i e și und en och og ja un ir a és ve dan và και и й та і و ו और และ",
    ),
    (
        PARTICLE,
        "de da van von der la di bin al du del den ter ten dos das do el ibn bint le zu af",
    ),
    (
        ORGANISATION,
        "team university college school inc ltd llc gmbh company group products market media press news staff association \
         daily times gazette tribune journal magazine radio tv zeitung \
         foundation office services",
    ),
    (
        UPDATED,
        "updated update modified edited revised reviewed changed \
         actualisé modifié jour actualizado actualizada modificado actualització actualitzat aggiornato aggiornamento \
         modificato atualizado atualizada atualização actualizat actualizare \
         aktualisiert stand geändert bijgewerkt gewijzigd uppdaterad ändrad opdateret oppdatert \
         päivitetty muokattu uuendatud muudetud atjaunināts atnaujinta \
         aktualizacja zaktualizowano aktualizováno aktualizace upraveno aktualizované posodobljeno ažurirano \
         frissítve módosítva güncellendi güncelleme diperbarui dikemaskini cập \
         ενημέρωση ενημερώθηκε обновлено изменено оновлено обновена актуализирано ажурирано تحديث עודכן بروزرسانی अपडेट",
    ),
    (
        PUBLISHED,
        "created originally published posted \
         criado creat aangemaakt skapad oprettet opprettet luotu utworzono vytvořeno létrehozva oluşturuldu \
         δημιουργήθηκε создано створено \
         créé creado creato publié publiée publication publicado publicada publicación publicat pubblicato pubblicata publicação \
         erstellt veröffentlicht erschienen gepubliceerd geplaatst publicerad publicerat udgivet offentliggjort publisert \
         julkaistu avaldatud publicēts paskelbta argitaratua foilsithe imechapishwa \
         publikacja opublikowano publikacji publikováno zveřejněno objavljeno birt објављено \
         megjelent közzétéve yayın yayınlanma yayımlanma diterbitkan \
         प्रकाशित প্রকাশিত เผยแพร่ გამოქვეყნდა հրապարակվել منتشر δημοσιεύτηκε δημοσιεύθηκε опубликовано публикации опубліковано публикувано",
    ),
    (
        EVENT,
        "deadline due ends ending expires expiry until till closes closing valid when starts begins opens takes held \
         limite échéance jusqu'au jusqu’au expire valable plazo hasta vence caduca válido válida scadenza scade entro fino \
         valido valida prazo até termina vigência termen limită până \
         bewerbungsfrist bewerbungsschluss einsendeschluss anmeldeschluss frist bis gültig beginn läuft sluitingsdatum tot \
         uiterlijk geldig senast giltig sista seneste gyldig gjelder ansøgningsfrist søknadsfrist \
         määräaika mennessä voimassa tähtaeg kuni termiņš līdz terminas iki galioja \
         termin ważne ważna uzávěrka platí uzávierka važi vrijedi \
         határidő érvényes lejár tarihine geçerli sona hạn batas berlaku hingga \
         προθεσμία έως μέχρι ισχύει срок до действует действительно термін діє валидно важи \
         الموعد حتى ينتهي صالح مهلت עד אחרון अंतिम",
    ),
];

/// Chinese, Japanese and Korean words for a reporter, before or after the name.
pub const REPORTERS: [&str; 4] = ["기자", "記者", "记者", "特派員"];

/// Returns the sorts of a word, which may end with a colon.
pub fn sorts(word: &str) -> u32 {
    static SORTS: LazyLock<HashMap<&'static str, u32>> = LazyLock::new(|| {
        let mut sorts = HashMap::new();
        for (sort, words) in TABLE {
            for word in words.split_ascii_whitespace() {
                *sorts.entry(word).or_default() |= sort;
            }
        }
        sorts
    });
    let word = word.trim_end_matches([':', '：', ',', '՝']).to_lowercase();
    SORTS.get(&*word).copied().unwrap_or_default()
}

/// Whether a word has one of these sorts.
pub fn is(word: &str, sort: u32) -> bool {
    sorts(word) & sort != 0
}

/// Whether a word is a role, which may be in the plural.
pub fn is_role(word: &str) -> bool {
    let stems = ["s", "es", "innen", "e"]
        .iter()
        .filter_map(|end| word.strip_suffix(end));
    REPORTERS.iter().any(|role| word.ends_with(role))
        || std::iter::once(word)
            .chain(stems)
            .any(|stem| is(stem, ROLE))
}
