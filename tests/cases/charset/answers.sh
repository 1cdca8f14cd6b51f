# The answers of this version, for a sentence of each language in its encodings, and for the same in capitals. Who reads
# a corpus again wants the same text again: a change here is one that users are told of.
sentences() {
    while read -r language encodings text; do
        for encoding in $(echo "$encodings" | tr , ' '); do
            echo "$text" | iconv -f utf-8 -t "$encoding" > "$language.$encoding"
        done
    done <<'END'
bg cp1251,iso-8859-5,cp866,mac-cyrillic Сутрин отваряме прозореца и слушаме как градът се събужда.
cs cp1250,iso-8859-2,cp852,mac-centraleurope Ráno otevřeme okno a posloucháme, jak se město pomalu probouzí.
da cp1252,cp850,cp865,macintosh Om morgenen åbner vi vinduet og hører, hvordan byen vågner på øen.
de cp1252,cp850,cp437,macintosh Morgens öffnen wir das Fenster und hören, wie die Straße früh erwacht.
el cp1253,iso-8859-7,cp737,cp869 Το πρωί ανοίγουμε το παράθυρο και ακούμε την πόλη να ξυπνά.
es cp1252,cp850,cp437,macintosh Por la mañana abrimos la ventana y oímos cómo despierta la ciudad.
et cp1257,iso-8859-13,iso-8859-4,cp775 Hommikul avame akna ja kuuleme, kuidas väike linn õues ärkab.
fr cp1252,cp850,cp863,macintosh Le matin, nous ouvrons la fenêtre et écoutons la ville se réveiller.
he cp1255,iso-8859-8,cp862 בבוקר אנחנו פותחים את החלון ושומעים איך העיר מתעוררת.
hu cp1250,iso-8859-2,cp852,iso-8859-16 Reggel kinyitjuk az ablakot, és hallgatjuk, ahogy ébred az egész város.
ja shift_jis,euc-jp,iso-2022-jp 朝、窓を開けると、町が目を覚ます音が聞こえます。
ko euc-kr,johab,iso-2022-kr 아침에 창문을 열면 도시가 깨어나는 소리가 들립니다.
lt cp1257,iso-8859-13,iso-8859-4,cp775 Rytą atveriame langą ir girdime, kaip bunda mūsų mažas miestas.
pl cp1250,iso-8859-2,cp852,mac-centraleurope Rano otwieramy okno i słuchamy, jak miasto powoli się budzi.
ru cp1251,koi8-r,iso-8859-5,cp866,mac-cyrillic Утром мы открываем окно и слушаем, как просыпается город.
th tis-620,cp874 ตอนเช้าเราเปิดหน้าต่างและฟังเสียงเมืองที่กำลังตื่น
tr cp1254,iso-8859-9,cp857 Sabah pencereyi açıyoruz ve şehrin yavaş yavaş uyanışını dinliyoruz.
uk cp1251,koi8-u,iso-8859-5,cp1125 Уранці ми відчиняємо вікно і слухаємо, як прокидається місто.
vi cp1258,viscii Buổi sáng chúng tôi mở cửa sổ và nghe thành phố thức dậy.
zh gb2312,gb18030 早上我们打开窗户，听这座城市慢慢醒来。
END
}
sentences
charset -r *.* | LC_ALL=C sort -k 2
mkdir capitals
for file in bg.* cs.* da.* de.* et.* fr.* hu.* lt.* pl.* ru.* uk.*; do
    encoding=${file#*.}
    iconv -f "$encoding" -t utf-8 "$file" | LC_ALL=C.UTF-8 sed 's/ß/SS/; s/.*/\U&/' | iconv -f utf-8 -t "$encoding" > "capitals/$file"
done
charset -r capitals/* | LC_ALL=C sort -k 2
