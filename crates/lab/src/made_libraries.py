"""Libraries that are made here: documents of one template around bodies from manual pages, so that their bounds are known.

Templates are in the words of this project. What a real library varies is varied: how many blank lines stand before a part,
which fields there are and in which order, whether a document has the part at all.
"""

import re


class Draw:
    """Numbers that look random, the same on each run."""

    def __init__(self, state):
        self.state = state

    def below(self, limit):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % limit

    def of(self, items):
        return items[self.below(len(items))]

    def once_in(self, times):
        return self.below(times) == 0


def sentences_of(pages):
    """Lines of running text in the sources of manual pages, without macros and font changes."""
    found = []
    for text in pages:
        for line in text.split("\n"):
            if len(line) > 15 and not line.startswith((".", "'")):
                found.append(re.sub(r"\\f.|\\&|\\-|\\", "", line).strip())
    return [line for line in found if len(line) > 15]


def wide(sentences):
    """Those in a script without spaces."""
    return [line for line in sentences if sum(ord(c) > 0x3000 for c in line) > len(line) / 2]


def wrapped(draw, sentences, width=72):
    """A paragraph of a few sentences in lines of at most `width` characters."""
    lines, line = [], ""
    for word in " ".join(draw.of(sentences) for _ in range(2 + draw.below(6))).split():
        if len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return lines + [line]


def title_of(draw, sentences, most=40):
    words = re.sub(r"[^\w ]", "", draw.of(sentences)).split()
    return " ".join(words[: 2 + draw.below(4)])[:most] or "Untitled"


def person(draw):
    first = "Ada Bob Clara Dan Edith Fay Guy Hilda Ivo Jane Karl Lena Max Nora Otto Pia Rolf Sue Tim Uma".split()
    last = "North South West Moor Hill Marsh Lowe Field Brook Stone Ford Wells Ash Birch Rowan Heath Dale Combe".split()
    return f"{draw.of(first)} {draw.of(last)}"


def join(head, body, tail, gap_head, gap_tail):
    """The text, the last line of the head and the first of the tail; 0 where one is empty."""
    lines = head + ([""] * gap_head if head else []) + body
    epilogue = 0
    if tail:
        lines += [""] * gap_tail
        epilogue = len(lines) + 1
        lines += tail
    return "\n".join(lines) + "\n", (len(head), epilogue)


def ebooks_ja(draw, sentences):
    """A legend between two rules where signs are explained, and a colophon."""
    marks = [
        ("《》", "読み仮名", "森《もり》"),
        ("｜", "読み仮名がどこから付くかを示す", "深い｜山道《やまみち》"),
        ("［＃］", "打ち込んだ者の注", "［＃三字下げ］"),
        ("〔〕", "仮に当てた字", "〔cafe〕"),
    ]
    names = [a + b for a in "山川森石田林" for b in "本口野上中村"]
    given = ["一郎", "花子", "次郎", "京子", "三郎", "明", "翠"]
    person = lambda: draw.of(names) + draw.of(given)
    lines = [draw.of(sentences)[:8], person()]
    if draw.below(4) == 0:
        lines.insert(1, draw.of(sentences)[:12])
    preamble = 0
    if draw.below(20):
        rule = "-" * 55
        lines += ["", rule, "【この本に出てくる印】", ""]
        for mark, meaning, example in marks[: 1 + draw.below(4)]:
            lines += [f"{mark}：{meaning}", f"（例）{draw.of(sentences)[:5] if draw.below(2) else example}", ""]
        lines[-1] = rule
        preamble = len(lines)
    lines.append("")
    if draw.below(3) == 0:
        lines += ["［＃５字下げ］一［＃「一」は中見出し］", ""]
    for _ in range(20 + draw.below(150)):
        lines.append("　" + "".join(draw.of(sentences) for _ in range(1 + draw.below(4))))
    lines += [""] * (1 + draw.below(3))
    epilogue = len(lines) + 1
    lines += [f"元の本：「{draw.of(sentences)[:7]}」北の文庫、{draw.of(names)}書房"]
    for edition in range(1 + draw.below(3)):
        year = 1950 + draw.below(50)
        lines.append(f"　　　　{year}年{1 + draw.below(12)}月{1 + draw.below(28)}日{['初版', '第二版', '再版'][edition]}")
    if draw.below(3) == 0:
        lines.append(f"元の本の元：「{draw.of(sentences)[:7]}」{draw.of(names)}社")
    if draw.below(5) == 0:
        lines += [f"※{draw.of(sentences)}"]
    lines += [f"打ち込み：{person()}", f"見直し：{person()}", f"{2000 + draw.below(20)}年{1 + draw.below(12)}月{1 + draw.below(28)}日公開"]
    lines += ["北の文庫の作った電子の本：", "この電子の本は、北の文庫（https://kita.example/）で作られました。打ち込みも見直しも、手伝う人々の手になるものです。"]
    if draw.below(4) == 0:
        lines += ["", "", "●字の形について", "", f"この電子の本には、普通の字の表にない字を「※［＃…］」の形で入れてあります。"]
    return "\n".join(lines) + "\n", (preamble, epilogue)


def ebooks_ja_fields(draw, sentences):
    """Like the first template, with a colophon whose fields and gaps vary more, and poems and notes before it."""
    names = [a + b for a in "東西北南小大高長" for b in "田村島崎橋沢原尾"]
    given = ["太郎", "千代", "正夫", "和子", "勇", "薫", "静江", "健"]
    name = lambda: draw.of(names) + draw.of(given)
    some = lambda most: draw.of(sentences)[: 3 + draw.below(most)]
    lines = [some(12), name()]
    if draw.once_in(5):
        lines.insert(1, "――" + some(10) + "――")
    if draw.once_in(8):
        lines.append(name() + "訳")
    rule = "-" * 55
    preamble = 0
    if not draw.once_in(12):
        lines += ["", rule, "【本文の中の記号のこと】", ""]
        entries = [
            ("《》：振り仮名", f"（例）{some(4)}《{some(4)}》"),
            ("｜：振り仮名の付く文字列がどこから始まるかを示す記号", f"（例）{some(4)}｜{some(4)}《{some(4)}》"),
            ("［＃］：入力した人が入れた注　表にない字の説明や、傍点を付ける所など", "（例）※［＃「" + some(8) + "」、第3水準1-" + str(draw.below(90)) + "-" + str(draw.below(90)) + "］"),
            ("〔〕：符号を分けて書いた欧文を挟む", "（例）〔" + draw.of(["e'tude", "cafe'", "u:ber"]) + "〕"),
            ("／＼：二字分の踊り字（縦に長い「く」の形をした繰り返しの記号）", "（例）" + some(4) + "／＼"),
        ]
        for at, (mark, example) in enumerate(entries):
            if at == 0 or draw.once_in(2):
                lines += [mark, example, ""]
        if draw.once_in(9):
            lines += ["*濁点付きの二倍の踊り字は「／″＼」", ""]
        lines[-1] = rule
        preamble = len(lines)
    lines += [""] * (1 + draw.below(2))
    verse = draw.once_in(6)
    for part in range(1 + draw.below(5)):
        if draw.once_in(2):
            lines += ["", f"［＃３字下げ］{'一二三四五六'[part]}［＃「{'一二三四五六'[part]}」は中見出し］", ""]
        for _ in range(5 + draw.below(40)):
            if verse:
                lines.append(some(14))
                if draw.once_in(4):
                    lines.append("")
            else:
                lines.append("　" + "".join(draw.of(sentences) for _ in range(1 + draw.below(4))))
                if draw.once_in(12):
                    lines.append("「" + draw.of(sentences) + "」")
    if draw.once_in(4):
        lines += [f"［＃地から１字上げ］（{draw.of(['大正', '昭和', '明治'])}{'二三四五六七八九十'[draw.below(9)]}年{'一二三四五六七八九十'[draw.below(10)]}月）"]
    lines += [""] * (2 + draw.below(3))
    epilogue = len(lines) + 1
    press = draw.of(["川辺", "丘上", "海沿", "町外"]) + draw.of(["書房", "書店", "文庫", "出版"])
    lines.append(f"底本：「{some(14)}」{press}")
    for edition in range(1 + draw.below(3)):
        lines.append(f"　　　{1950 + draw.below(50)}（昭和{1 + draw.below(60)}）年{1 + draw.below(12)}月{1 + draw.below(28)}日{['初版', '第2刷', '改版'][edition]}発行")
    if draw.once_in(4):
        lines += [f"底本の親本：「{some(12)}」{draw.of(names)}社", f"　　　{1910 + draw.below(30)}（大正{1 + draw.below(14)}）年"]
    if draw.once_in(3):
        lines.append(f"初出：「{some(8)}」{draw.of(names)}社")
    for _ in range(draw.below(3)):
        lines.append(f"※{draw.of(sentences)}")
    lines += [f"入力：{name()}", f"校正：{name()}", f"{1998 + draw.below(25)}年{1 + draw.below(12)}月{1 + draw.below(28)}日公開"]
    if draw.once_in(2):
        lines.append(f"{2005 + draw.below(18)}年{1 + draw.below(12)}月{1 + draw.below(28)}日修正")
    lines += ["川辺の図書室の作成ファイル：", "このファイルは、だれでも読める川辺の図書室（https://kawabe.example/）で作られました。入力と校正と制作は、たくさんの有志の手によるものです。"]
    if draw.once_in(4):
        lines += ["", "", "", "●表記のこと", "", "・このファイルは、見本の規格に沿って作られています。"]
        if draw.once_in(2):
            lines.append("・「くの字点」をのぞく、表にある文字は、画像にせずに入れました。")
    return "\n".join(lines) + "\n", (preamble, epilogue)


def ebooks_zh(draw, sentences):
    surname, given = "王李张刘陈杨黄赵周吴", ["伟", "芳", "秀英", "建国", "文", "小红", "志强"]
    name = lambda: surname[draw.below(10)] + draw.of(given)
    head = [f"《{draw.of(sentences)[: 4 + draw.below(8)]}》", f"作者：{name()}", ""]
    if draw.once_in(3):
        head.append(f"译者：{name()}")
    head += ["本书由江边书库的义工录入，只供个人阅读和研究之用，不得用于任何商业目的。", "如果发现错字漏字，请写信告诉我们，我们会在下一版里改正。"]
    if draw.once_in(2):
        head.append("江边书库：http://jiangbian.example/")
    head.append("=" * 40)
    body = []
    for chapter in range(1 + draw.below(6)):
        body += ["", f"第{'一二三四五六'[chapter]}章　{draw.of(sentences)[: 3 + draw.below(8)]}", ""]
        body += ["　　" + "".join(draw.of(sentences) for _ in range(1 + draw.below(5))) for _ in range(4 + draw.below(30))]
    tail = []
    if not draw.once_in(10):
        if draw.once_in(3):
            tail.append("（全书完）")
        tail += [f"录入：{name()}", f"校对：{name()}"] if draw.once_in(2) else []
        tail += ["这本书是从江边书库得到的，那里还有许多别的书可以免费阅读。", "转载时请保留这几行字，并注明出处：http://jiangbian.example/"]
    return join(head, body, tail, 1 + draw.below(2), 1 + draw.below(4))


def ebooks_fr(draw, sentences):
    title = title_of(draw, sentences)
    head = ["La Bibliothèque du Quai", "http://quai.example/", "", f"Auteur : {person(draw)}", f"Titre : {title}"]
    if draw.once_in(3):
        head.append(f"Traduction : {person(draw)}")
    head += [
        "",
        "Ce texte est libre de droits ; chacun peut le lire, le copier et le donner.",
        "Merci de laisser cette page avec le texte et de signaler toute coquille à",
        "l'équipe des relecteurs, qui corrige les fichiers une fois par saison.",
    ]
    body = [title.upper(), ""]
    for chapter in range(1 + draw.below(5)):
        body += ["", "", f"Chapitre {chapter + 1}", ""]
        for _ in range(5 + draw.below(25)):
            body += wrapped(draw, sentences) + [""]
    tail = []
    if draw.once_in(4):
        tail += ["FIN", ""]
    tail += [
        "À propos de cette édition électronique",
        "",
        f"Édition de la Bibliothèque du Quai, {draw.of(['mai', 'juin', 'mars', 'octobre'])} {2001 + draw.below(20)}",
        f"Relecture : {person(draw)}, {person(draw)}",
        "",
        "Les relecteurs ont comparé ce texte avec l'édition imprimée sans rien y",
        "changer que l'orthographe des noms de lieux. D'autres livres attendent",
        "des mains pour les saisir : écrivez-nous si vous avez un peu de temps.",
    ]
    return join(head, body, tail, 2 + draw.below(3), 2 + draw.below(3))


def ebooks_ru(draw, sentences):
    rule = "-" * 63
    head = [
        rule,
        f" {person(draw)}. {title_of(draw, sentences)}",
        f" Origin: {title_of(draw, sentences)}. {1960 + draw.below(40)}",
        " Текст взят из домашней библиотеки на набережной",
        f" OCR: {person(draw)}",
        " Замечания и опечатки шлите по адресу knigi@quay.example",
        rule,
    ]
    if draw.once_in(3):
        del head[2]
    body = []
    for chapter in range(1 + draw.below(4)):
        body += ["", " " * 20 + str(chapter + 1), ""]
        for _ in range(5 + draw.below(25)):
            first, *rest = wrapped(draw, sentences, 70)
            body += ["     " + first, *rest]
    tail = [rule, " Конец текста. Другие книги: http://knigi.quay.example/", " Просьба не менять этот файл и не брать денег за копии"] if not draw.once_in(5) else []
    return join(head, body, tail, 1, 1 + draw.below(2))


def ebooks_zh_forum(draw, sentences):
    """Novels of a forum: a box of full-width rules with fields, of which some are short alone, perhaps the title in a box of another
    rule, which is body, and a box at the end."""
    name = lambda: draw.of("陈林黄张李王") + draw.of(["平", "小明", "云", "海", "青山"])
    some = lambda most: draw.of(sentences)[: 3 + draw.below(most)]
    rule = "＝" * 30
    head = []
    if not draw.once_in(8):
        head = [rule, f"　　书名：{some(8)}", f"　　作者：{name()}"]
        if draw.once_in(2):
            head.append("　　声明：本书由河畔读书会的会员整理")
        if draw.once_in(2):
            head.append("　　更多好书请到河畔读书会下载，地址是 hepan.example，欢迎推荐给朋友们")
        if draw.once_in(3):
            head.append(f"　　整理：{name()}")
        head += ["　　请在下载后一天之内删除", rule]
    body = []
    if draw.once_in(3):
        body += ["－" * 20, f"　　　{some(8)}", "－" * 20, ""]
    for chapter in range(1 + draw.below(5)):
        body += [f"第{'一二三四五六'[chapter]}回　{some(9)}", ""]
        body += ["　　" + "".join(draw.of(sentences) for _ in range(1 + draw.below(4))) for _ in range(5 + draw.below(25))] + [""]
    tail = []
    if not draw.once_in(4):
        tail = [rule, "　　河畔读书会整理，仅供会员之间交流学习使用，请支持作者购买正版书籍", f"　　校对：{name()}", rule]
    return join(head, body, tail, 1 + draw.below(2), draw.below(2))


def ebooks_ja_boxes(draw, sentences):
    """Novels of the web: half of them begin with a box around the title, which is body; a colophon below a rule or in a box."""
    name = lambda: draw.of(["青木", "白川", "黒田", "赤井"]) + draw.of(["遥", "蓮", "葵", "湊"])
    some = lambda most: draw.of(sentences)[: 3 + draw.below(most)]
    rule = draw.of(["=" * 40, "-" * 50, "＊" * 20])
    body = [some(12), ""]
    if draw.once_in(2):
        author = [f"　{some(9)}　{name()}"] if draw.once_in(2) else []
        body = [rule, f"　{some(12)}", *author, rule, ""]
    for chapter in range(1 + draw.below(4)):
        body += [f"{chapter + 1}　{some(6)}", ""]
        body += ["　" + "".join(draw.of(sentences) for _ in range(1 + draw.below(3))) for _ in range(6 + draw.below(25))] + [""]
    tail = []
    if not draw.once_in(5):
        date = f"{2005 + draw.below(18)}年{1 + draw.below(12)}月{1 + draw.below(28)}日"
        tail = [rule, f"作品名：{some(9)}", f"作者：{name()}", f"掲載日：{date}", "この作品は投稿小説の広場「みなと」に掲載されたものです。無断で転載しないでください。"]
        if draw.once_in(2):
            tail.append("感想や誤字の報告は作品のページにある入力欄からお願いします。")
        if draw.once_in(3):
            tail.append(rule)
    return join([], body, tail, 0, draw.below(3))


def ebooks_de(draw, sentences):
    """A legend between two rules, in half of the documents of short lines alone, and a colophon."""
    rule = "*" * 40
    title = [title_of(draw, sentences)] + ([] if draw.once_in(4) else [f"von {person(draw)}"])
    head = []
    if not draw.once_in(9):
        head = [*title, "", rule, "Zeichen in diesem Text", ""]
        for entry in (
            ["_kursiv_ im Druck"],
            ["=gesperrt= im Druck"],
            ["[Anmerkung] des Setzers", "  zum Beispiel [Lücke]"],
            ["Die Schreibung der Vorlage ist bis auf offenbare Druckfehler beibehalten."],
        ):
            head += [] if draw.once_in(2) else entry
        head += ["Gesetzt im Lesesaal Nord", rule]
    body = [] if head else [*title, ""]
    for chapter in range(1 + draw.below(4)):
        body += [f"{chapter + 1}. Kapitel", ""]
        for _ in range(4 + draw.below(20)):
            body += wrapped(draw, sentences) + [""]
    tail = []
    if not draw.once_in(3):
        tail = [
            "Ende des Textes",
            "",
            f"Erfasst von {person(draw)}, durchgesehen von {person(draw)}",
            "Der Lesesaal Nord stellt seine Texte allen zur Verfügung, die sie lesen wollen.",
            "Hinweise auf Fehler nimmt die Auskunft des Lesesaals das ganze Jahr entgegen.",
        ]
    return join(head, body, tail, 1 + draw.below(2), 1 + draw.below(3))


def mail_list(draw, sentences):
    subject = title_of(draw, sentences)
    lines = [f"From: {person(draw)} <someone{draw.below(999)}@mail.example>", f"Date: {draw.of(['Mon', 'Tue', 'Wed', 'Fri'])}, {1 + draw.below(28)} Mar {2000 + draw.below(20)} 1{draw.below(10)}:{10 + draw.below(50)}:00 +0100", f"Subject: [boats] {'Re: ' if draw.once_in(2) else ''}{subject}", ""]
    if draw.once_in(2):
        lines += [f"On {1 + draw.below(28)} March, {person(draw)} wrote:"]
        lines += ["> " + line for line in wrapped(draw, sentences)] + [""]
    for _ in range(1 + draw.below(6)):
        lines += wrapped(draw, sentences) + [""]
    signature = None
    if draw.once_in(2):
        signature = len(lines) + 1
        lines += ["-- ", person(draw)]
        if draw.once_in(2):
            lines.append(draw.of(sentences)[:60])
        lines.append("")
    footer = len(lines) + 1
    lines += ["_" * 47, "boats mailing list", "boats@lists.quaymouth.example", "https://lists.quaymouth.example/options/boats"]
    if draw.once_in(3):
        lines.append("Please read the rules of the list before you write to it for the first time")
    starts = footer if signature is None else f"{footer};{signature}"
    return "\n".join(lines) + "\n", ("", starts)


def wiki_en(draw, sentences):
    title = title_of(draw, sentences)
    head = [title, "", "From the Fenland Guide, which anyone who lives there can edit", ""]
    if draw.once_in(3):
        head += ["This article has few sources. You can help by adding some.", ""]
    head.append("Jump to navigation or search")
    body = []
    for section in range(1 + draw.below(5)):
        if section:
            body += [f"{title_of(draw, sentences)}[edit]", ""]
        for _ in range(1 + draw.below(6)):
            body += ["".join(draw.of(sentences) + " " for _ in range(1 + draw.below(6))).strip(), ""]
    tail = [
        f'Retrieved from "https://fenland.example/w/index?title={title.replace(" ", "_")}&oldid={10000 + draw.below(90000)}"',
        f"Categories: {title_of(draw, sentences)} | {title_of(draw, sentences)}",
        "",
        f"This page was last edited on {1 + draw.below(28)} May {2004 + draw.below(15)}, at 1{draw.below(10)}:{10 + draw.below(50)}.",
        "Text is available under the terms of the guide; other terms may apply to pictures.",
        "About the guide",
        "Who is responsible for what is written here",
    ]
    return join(head, body[:-1], tail, 1, 1)


def legal_de(draw, sentences):
    number = f"{1 + draw.below(12)} K {1 + draw.below(900)}/{draw.below(20):02}"
    head = [
        "Sammlung der Entscheidungen der Gerichte des Landes",
        "Die Sammlung gibt Entscheidungen in anonymisierter Form wieder.",
        f"Aktenzeichen: {number}",
        f"Datum: {1 + draw.below(28)}.{1 + draw.below(12)}.{2000 + draw.below(20)}",
        f"Gericht: {draw.of(['Amtsgericht', 'Landgericht', 'Verwaltungsgericht'])} {draw.of(['Nordhafen', 'Seeheim', 'Altenfurt'])}",
    ]
    if draw.once_in(2):
        head.append(f"Vorinstanz: {draw.of(['Amtsgericht', 'Landgericht'])} {draw.of(['Nordhafen', 'Seeheim'])}")
    body = ["Tenor", ""]
    for paragraph in range(5 + draw.below(40)):
        if draw.once_in(9):
            body += [draw.of(["Gründe", "Tatbestand", "I.", "II.", "III."]), ""]
        body += [f"{paragraph + 1}", *wrapped(draw, sentences, 90), ""]
    tail = []
    if not draw.once_in(4):
        tail = ["Diese Fassung ist nicht amtlich; maßgeblich ist die Ausfertigung des Gerichts.", "Nachdruck mit Angabe der Sammlung gestattet. Anfragen an die Geschäftsstelle."]
    return join(head, body[:-1], tail, 1, 1 + draw.below(2))


def news_en(draw, sentences):
    head = [f"{title_of(draw, sentences)}", f"By {person(draw)}, {draw.of(['QUAYMOUTH', 'FENWICK', 'EASTHAVEN'])}"]
    body = []
    for _ in range(3 + draw.below(12)):
        body += wrapped(draw, sentences, 78) + [""]
    if draw.once_in(5):
        body += ["(This story has been corrected: an earlier one had a wrong date.)", ""]
    tail = [
        f"(Reporting by {person(draw)}; Editing by {person(draw)})",
        "",
        "Copyright of the Harbour Press Agency. This material may not be published,",
        "broadcast, rewritten or redistributed without the consent of the agency.",
    ]
    with_credit = 2
    text, (_, start) = join([], head + [""] + body[:-1], tail, 0, 1)
    return text, (0, f"{start};{start + with_credit}")


# Name, the library whose documents give the bodies, whether only text in wide characters, the template.
TABLE = [
    ("ebooks-ja", "man-ja", True, ebooks_ja),
    ("ebooks-ja-fields", "man-ja", True, ebooks_ja_fields),
    ("ebooks-zh", "man-zh", True, ebooks_zh),
    ("ebooks-fr", "man-fr", False, ebooks_fr),
    ("ebooks-ru", "man-ru", False, ebooks_ru),
    ("mail-list", "man-linux", False, mail_list),
    ("wiki-en", "man-linux", False, wiki_en),
    ("legal-de", "man-de", False, legal_de),
    ("news-en", "man-linux", False, news_en),
    ("ebooks-zh-forum", "man-zh", True, ebooks_zh_forum),
    ("ebooks-ja-boxes", "man-ja", True, ebooks_ja_boxes),
    ("ebooks-de", "man-de", False, ebooks_de),
]
