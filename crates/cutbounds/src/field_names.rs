//! The well-known names of the fields of metadata: those of mail and news (RFC 5322, RFC 5536), of Dublin Core, of numbered
//! series of proposals, and the same names in other languages.

use std::collections::HashMap;
use std::sync::LazyLock;

const ENGLISH: &str = "abstract author authors category content-type contributor created creator date description \
    editor from identifier keywords language last-modified license message-id mime-version newsgroups published \
    publisher rights source status subject tags title to type";

/// The names in other languages, in lower case, by their words. `_` is a space.
const OTHERS: [(&str, &str); 30] = [
    (
        "ar",
        "العنوان عنوان المؤلف مؤلف الكاتب كاتب التاريخ تاريخ المصدر مصدر اللغة الموضوع التصنيف الناشر المترجم المحرر",
    ),
    (
        "bg",
        "заглавие автор автори дата източник език тема категория издател преводач редактор година",
    ),
    (
        "ca",
        "títol autor autora autors data font llengua idioma tema categoria editorial traductor editor",
    ),
    (
        "cs",
        "název titul autor autoři datum zdroj jazyk téma předmět kategorie vydavatel překladatel překlad redaktor rok",
    ),
    (
        "da",
        "titel forfatter forfattere dato kilde sprog emne kategori udgiver oversætter redaktør udgivet",
    ),
    (
        "de",
        "titel autor autorin autoren verfasser verfasserin datum quelle sprache thema betreff kategorie schlagwörter \
        schlagworte verlag herausgeber übersetzer übersetzung beschreibung zusammenfassung stand erstellt lizenz",
    ),
    (
        "el",
        "τίτλος συγγραφέας συγγραφείς ημερομηνία πηγή γλώσσα θέμα κατηγορία εκδότης μεταφραστής μετάφραση",
    ),
    (
        "es",
        "título titulo autor autora autores fecha fuente idioma lengua asunto tema categoría categoria editorial \
        editor traductor traducción etiquetas descripción resumen estado licencia",
    ),
    (
        "eu",
        "izenburua egilea data iturria hizkuntza gaia argitaletxea itzultzailea",
    ),
    (
        "fa",
        "عنوان نویسنده نویسندگان تاریخ منبع زبان موضوع دسته ناشر مترجم ویراستار",
    ),
    (
        "fi",
        "otsikko nimi tekijä tekijät kirjoittaja kirjoittajat päiväys päivämäärä lähde kieli aihe luokka kustantaja \
        kääntäjä suomentaja toimittaja avainsanat tila",
    ),
    (
        "fr",
        "titre auteur auteure autrice auteurs date source langue sujet objet catégorie mots-clés éditeur traducteur \
        traductrice traduction rédacteur résumé statut licence",
    ),
    (
        "he",
        "כותרת שם_היצירה מחבר מאת תאריך מקור שפה נושא קטגוריה הוצאה מתרגם תרגום עורך",
    ),
    (
        "hi",
        "शीर्षक लेखक लेखिका तारीख दिनांक तिथि स्रोत भाषा विषय श्रेणी प्रकाशक अनुवादक संपादक",
    ),
    (
        "hr",
        "naslov autor autorica autori datum izvor jezik tema kategorija izdavač nakladnik prevoditelj prevodilac urednik",
    ),
    (
        "hu",
        "cím szerző szerzők dátum kelt forrás nyelv téma tárgy kategória kiadó fordító fordította szerkesztő",
    ),
    (
        "id",
        "judul penulis pengarang tanggal sumber bahasa topik subjek kategori penerbit penerjemah penyunting",
    ),
    (
        "it",
        "titolo autore autrice autori data fonte lingua oggetto argomento categoria editore traduttore traduzione \
        curatore descrizione stato licenza",
    ),
    (
        "ja",
        "題名 題 タイトル 件名 著者 作者 作 日付 日時 出典 底本 言語 分類 カテゴリ カテゴリー 出版社 発行者 訳者 翻訳 翻訳者 編者 編集者",
    ),
    (
        "ko",
        "제목 저자 지은이 작성자 글쓴이 날짜 작성일 일자 출처 언어 주제 분류 출판사 옮긴이 번역 편집자 엮은이",
    ),
    (
        "nb",
        "tittel forfatter forfattere dato kilde språk emne kategori forlag utgiver oversetter redaktør",
    ),
    (
        "nl",
        "titel auteur auteurs schrijver datum bron taal onderwerp categorie trefwoorden uitgever vertaler vertaling redacteur",
    ),
    (
        "pl",
        "tytuł autor autorka autorzy data źródło język temat kategoria wydawca wydawnictwo tłumacz tłumaczenie przekład redaktor",
    ),
    (
        "pt",
        "título titulo autor autora autores data fonte língua idioma assunto tema categoria editora editor tradutor tradução",
    ),
    (
        "ro",
        "titlu titlul autor autorul autori dată data sursă sursa limbă limba subiect categorie editură editura traducător traducere",
    ),
    (
        "ru",
        "название заглавие заголовок автор авторы дата источник язык тема категория издатель издательство переводчик \
        перевод редактор год",
    ),
    (
        "sv",
        "titel författare datum källa språk ämne kategori förlag utgivare översättare översättning redaktör",
    ),
    (
        "tr",
        "başlık yazar yazarlar tarih kaynak dil konu kategori yayıncı yayınevi çevirmen çeviren editör",
    ),
    (
        "uk",
        "назва заголовок автор автори дата джерело мова тема категорія видавець видавництво перекладач переклад редактор рік",
    ),
    (
        "zh",
        "标题 標題 题 題 题目 題目 作者 日期 时间 時間 来源 來源 出处 出處 语言 語言 主题 主題 分类 分類 类别 類別 出版社 译者 譯者 编者 編者 编辑 編輯",
    ),
];

/// The languages in which a key is a well-known name, a bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Languages(u64);

impl Languages {
    pub const NONE: Languages = Languages(0);
    const ENGLISH: u64 = 1;

    /// The languages in which this is the name of a field.
    pub fn of(name: &str) -> Self {
        static NAMES: LazyLock<HashMap<String, u64>> = LazyLock::new(|| {
            let mut all: HashMap<String, u64> = HashMap::new();
            let others = OTHERS.iter().map(|(_, names)| *names);
            for (at, names) in std::iter::once(ENGLISH).chain(others).enumerate() {
                for name in names.split_whitespace() {
                    *all.entry(name.replace('_', " ")).or_default() |= 1 << at;
                }
            }
            all
        });
        Languages(NAMES.get(&*name.to_lowercase()).copied().unwrap_or(0))
    }

    /// Those of all the words of a key.
    pub fn of_words<'a>(words: impl Iterator<Item = &'a str>) -> Self {
        Languages(words.fold(0, |all, word| all | Languages::of(word).0))
    }

    /// Adds English if `is_english`.
    pub fn with_english(self, is_english: bool) -> Self {
        Languages(self.0 | (u64::from(is_english) * Self::ENGLISH))
    }

    pub fn is_any(self) -> bool {
        self.0 != 0
    }
}

/// Whether a key of metadata has a well-known name in English.
pub fn is_known(key: &str) -> bool {
    Languages::of(key).0 & Languages::ENGLISH != 0
}

/// The greatest number of keys that are known in one language. `data` is a date in Polish, and no field in English.
pub fn known_in_one(keys: impl Iterator<Item = Languages>) -> usize {
    let keys: Vec<u64> = keys.map(|key| key.0).filter(|key| *key != 0).collect();
    let of_language = |at: usize| keys.iter().filter(|key| *key >> at & 1 != 0).count();
    (0..=OTHERS.len()).map(of_language).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_counted_within_a_language() {
        let known = |keys: &[&str]| known_in_one(keys.iter().map(|key| Languages::of(key)));
        assert_eq!(known(&["Title", "Author", "Date", "Boats"]), 3);
        assert_eq!(known(&["Titel", "Autor", "Datum"]), 3);
        assert_eq!(known(&["\u{984c}\u{540d}", "\u{8457}\u{8005}"]), 2);
        assert_eq!(
            known(&["Title", "Data", "Tema"]),
            2,
            "the last two are Polish"
        );
        assert_eq!(known(&[]), 0);
        assert!(is_known("Subject") && !is_known("Titel"));
        assert!(Languages::of_words(["boat", "autor"].into_iter()).is_any());
    }

    #[test]
    fn each_name_is_in_lower_case() {
        for (_, names) in OTHERS {
            assert_eq!(names.to_lowercase(), names);
        }
    }
}
