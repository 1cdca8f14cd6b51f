"""Text in many languages from Debian packages and GitHub: FOLDER/SOURCE/LANGUAGE.txt, a message or paragraph a line.

Called by `cargo lab collect-text FOLDER`. Packages are downloaded with apt-get, once, and one commit of each repository with
git. sources.tsv next to the folders says which package or repository, of which version and licence, each text is from.
"""

import collections
import gzip
import html
import json
import os
import re
import struct
import subprocess
import sys
import zipfile

# Sources to train with, and others to measure by.
MOZILLA = ("MPL-2.0", "translations of Firefox and Thunderbird")
OFFICE = ("MPL-2.0", "translations of LibreOffice")
HELP = ("CC-BY-SA-3.0", "GNOME user documentation and its translations")
CHROMIUM = ("BSD-3-Clause", "translations of Chromium")
SOURCES = {
    "mozilla": ("^(firefox-esr|thunderbird)-l10n-", *MOZILLA),
    "office": ("^libreoffice-l10n-", *OFFICE),
    "help": ("^gnome-user-docs$", *HELP),
    "chromium": ("^chromium-l10n$", *CHROMIUM),
    "game": ("^wesnoth-1.[0-9]*-data$", "GPL-2.0-or-later", "translations of The Battle for Wesnoth"),
    "wiki": ("^mediawiki$", "GPL-2.0-or-later", "messages of MediaWiki"),
    "blog": ("^wordpress-l10n$", "GPL-2.0-or-later", "translations of WordPress"),
    "quotes": ("^fortunes-(br|cs|de|eo|es|ga|it|pl|ru|bg)$", "various", "collections of quotations"),
    "manuals": ("^manpages-(cs|da|de|el|es|fi|fr|hu|id|it|mk|nb|nl|pl|pt-br|ro|ru|sr|sv|uk|vi)$", "various", "manual pages"),
}

# Those that are only measured by; what is in a list, a table or a program there says nothing of a language.
MEASURED = ("game", "wiki", "blog", "quotes", "manuals")

# The names of languages in locales and packages, if they differ from the code of the model.
CODES = {
    "no": "nb", "iw": "he", "fil": "tl", "kmr": "ku", "kur": "ku", "gom": None, "zh-cn": "zh", "zh-hans": "zh", "zh-sg": None,
    "zh-tw": "zh-Hant", "zh-hk": None, "zh-hant": "zh-Hant", "sr-latn": "sr-Latn", "sr-ec": "sr", "sr-el": "sr-Latn",
    "sr-cyrl": "sr", "sr-ijekavian": "sr", "sr-ijekavianlatin": "sr-Latn", "nb-no": "nb", "nn-no": "nn", "pt-br": "pt",
    "pt-pt": "pt", "es-ar": "es", "es-es": "es", "es-mx": "es", "es-cl": "es", "sv-se": "sv", "fy-nl": "fy", "ga-ie": "ga",
    "hi-in": "hi", "gu-in": "gu", "pa-in": "pa", "hy-am": "hy", "ne-np": "ne", "en-us": "en", "en-gb": "en",
    "ku-latn": "ku", "kk-cyrl": "kk", "tg-cyrl": "tg", "tt-cyrl": "tt", "ug-arab": "ug", "uz-latn": "uz", "az-latn": "az",
    "de-de": "de", "fr-fr": "fr", "it-it": "it", "be-tarask": None, "pnb": None, "ca-valencia": "ca", "racv": None,
    "de-formal": "de", "es-formal": "es", "nl-formal": "nl", "hu-formal": "hu", "sh": None, "sh-latn": None, "uz-cyrl": None,
    "kk-latn": None, "kk-arab": None, "tg-latn": None, "tt-latn": None, "ku-arab": None, "ug-latn": None, "zgh": None,
    "nds-nl": None, "map-bms": None, "roa-tara": None,
}
# Languages whose texts are in Latin or Cyrillic letters by the name that follows the "@" of a locale.
LATIN = {"sr": "sr-Latn"}
# Serbian letters of the two scripts; one script determines the other.
SERBIAN = dict(zip("абвгдђежзијклљмнњопрстћуфхцчџш", "a b v g d đ e ž z i j k l lj m n nj o p r s t ć u f h c č dž š".split()))
SERBIAN |= {small.upper(): latin.capitalize() for small, latin in SERBIAN.items()}
UNSPACED = ("zh", "zh-Hant", "yue", "ja", "th", "lo", "km", "my", "bo", "dz")
# English that is left in the text of another language has these words, and no other language has both.
ENGLISH = re.compile(r"(?=.*\bthe\b)(?=.*\b(?:of|and|is|to|for)\b)", re.I)

# Repositories of GitHub to train with: name, commit, licence and what they hold.
REPOSITORIES = {
    "sentences": (
        "dadelani/sib-200", "593cea88519930f776c1a4a1980b6a35b39dca57", "CC-BY-SA-4.0",
        "sentences of Wikimedia's projects that FLORES-200 translates",
    ),
    "articles": (
        "common-parallel-corpora/multitext-nllb-seed", "42170f92635562f7948a3ea0a7f91d531e3f6abc", "CC-BY-SA-4.0",
        "sentences of Wikipedia that NLLB-Seed translates",
    ),
    "classics": (
        "PerseusDL/canonical-latinLit", "422896dde7f07509f151d18bb5fe351b77458748", "CC-BY-SA-4.0",
        "Latin literature in the edition of the Perseus Digital Library",
    ),
    "app": (
        "wikimedia/apps-android-wikipedia", "aa428fa31b6f9fac1129116cdae5a32e8774809b", "Apache-2.0",
        "translations of Wikipedia's app for Android",
    ),
}
# Bytes of a work of literature that are taken, evenly from everywhere.
WORK = 20_000
# Livy in one file, although each book has a file of its own, and Pliny: as large as all others together.
LARGE = ("phi0914.phi001", "phi0978.phi001")
# The codes of the model where they are others.
ISO_639_3 = dict(
    pair.split(":")
    for pair in (
        "afr:af aka:ak als:sq amh:am arb:ar asm:as ayr:ay azj:az bak:ba bam:bm bel:be ben:bn bod:bo bos:bs bul:bg cat:ca ces:cs cym:cy dan:da "
        "deu:de dik:din dzo:dz ell:el eng:en epo:eo est:et eus:eu ewe:ee fao:fo fij:fj fin:fi fra:fr gaz:om gla:gd gle:ga glg:gl grn:gn guj:gu "
        "hat:ht hau:ha heb:he hin:hi hrv:hr hun:hu hye:hy ibo:ig ind:id isl:is ita:it jav:jv jpn:ja kan:kn kas:ks kat:ka kaz:kk khk:mn khm:km "
        "kik:ki kin:rw kir:ky kmr:ku knc:kr kon:kg kor:ko lao:lo lim:li lin:ln lit:lt ltz:lb lug:lg lvs:lv mal:ml mar:mr mkd:mk mlt:mt mri:mi "
        "mya:my nld:nl nno:nn nob:nb npi:ne nya:ny oci:oc pan:pa pbt:ps pes:fa plt:mg pol:pl por:pt quy:qu ron:ro run:rn rus:ru sag:sg san:sa "
        "sin:si slk:sk slv:sl smo:sm sna:sn snd:sd som:so sot:st spa:es srd:sc srp:sr ssw:ss sun:su swe:sv swh:sw tam:ta tat:tt tel:te tgk:tg "
        "tgl:tl tha:th tir:ti tsn:tn tso:ts tuk:tk tur:tr twi:ak uig:ug ukr:uk urd:ur uzn:uz vie:vi wol:wo xho:xh ydd:yi yor:yo zsm:ms zul:zu"
    ).split()
)
# Android's names of languages, where they are others.
ANDROID = {"in": "id", "iw": "he", "ji": "yi"}
# Folders whose script decides, and those that are left out (None): dialects that are written as Arabic or Persian,
# scripts that few people use for a language, and languages that have a script of their own and so need no model.
FOLDERS = {"zho_Hans": "zh", "zho_Hant": "zh-Hant", "yue_Hant": "yue"} | dict.fromkeys(
    "ace_Arab acm_Arab acq_Arab aeb_Arab ajp_Arab apc_Arab arb_Latn ars_Arab ary_Arab arz_Arab bjn_Arab knc_Arab min_Arab nqo_Nkoo ory_Orya "
    "prs_Arab sat_Olck taq_Tfng".split()
)


def code(locale, known):
    """The model's code of a language, or None where it has none."""
    name, _, variant = locale.replace("_", "-").lower().partition("@")
    if variant in ("latin", "latn", "ijekavianlatin", "ijekavian-latin") and name in LATIN:
        return LATIN[name]
    if variant:
        return None
    name = name.removesuffix(".utf-8")
    if name in CODES:
        return CODES[name]
    if name in known:
        return name
    base = name.split("-")[0]
    return base if base in known and len(name) > len(base) and len(name.split("-")[1]) == 2 else None


def plain(text):
    """A message without markup, placeholders and marks of keys."""
    text = html.unescape(re.sub(r"<[^<>]*>", " ", text))
    for _ in range(4):
        text = re.sub(r"\{[^{}]*\}|\[[^][]*\]", " ", text)
    text = re.sub(r"https?://\S+|[\w.]+@[\w.]+|--?[\w-]+|\$[\w(][\w)]*\$?|%[\w$.:-]*%?|&[\w.]+;", " ", text)
    text = re.sub(r"\\[ntr]|\\", " ", text)
    text = re.sub(r"[_~&](?=\w)", "", text)
    return re.sub(r"\s+", " ", text).strip()


def is_prose(text):
    """Whether a text is neither a list, nor a table, nor a program."""
    words = text.count(" ") + 1
    marks = sum(char in ",=|;" for char in text)
    digits = sum(char.isdigit() for char in text)
    return "=" not in text and "|" not in text and marks <= 2 + words / 4 and digits <= len(text) / 8


def of_mo(data):
    """Pairs of message and translation in compiled translations."""
    order = "<" if data[:4] == b"\xde\x12\x04\x95" else ">"
    count, ids, strings = struct.unpack(order + "III", data[8:20])
    for number in range(count):
        pair = []
        for table in (ids, strings):
            length, at = struct.unpack(order + "II", data[table + 8 * number : table + 8 * number + 8])
            pair.append(data[at : at + length].decode("utf-8", "replace").split("\0"))
        message, translation = pair
        if message != [""]:
            yield message[0].rpartition("\4")[2], translation[-1]


def of_langpack(path):
    """Messages of an add-on with a translation."""
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if not name.endswith((".ftl", ".properties", ".dtd")):
                continue
            text = archive.read(name).decode("utf-8", "replace")
            if name.endswith(".dtd"):
                yield from re.findall(r'<!ENTITY\s+\S+\s+"([^"]*)"', text)
            elif name.endswith(".properties"):
                yield from re.findall(r"^[^#\s][^=]*=(.*)$", text, re.M)
            else:
                text = re.sub(r"^#.*$|^\s*[*]?\[[^]]*\]|^\s*\.?[\w-]+ *=", "", text, flags=re.M)
                yield from text.splitlines()


def of_pak(path):
    """Messages in a file of Chromium's resources, which has a number and an offset of each in front; not those that are compressed."""
    with open(path, "rb") as file:
        data = file.read()
    version, _, count = struct.unpack("<IIH", data[:10])
    if version != 5:
        sys.exit(f"{path}: version {version} of this format is not known")
    places = [at for _, at in struct.iter_unpack("<HI", data[12 : 18 + 6 * count])]
    for start, end in zip(places, places[1:]):
        try:
            yield data[start:end].decode("utf-8")
        except UnicodeDecodeError:
            continue


def of_page(path):
    """Paragraphs of a help page."""
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    text = re.sub(r"<!--.*?-->|<info>.*?</info>|<(?:code|screen|cmd|sys|file)\b.*?</(?:code|screen|cmd|sys|file)>", " ", text, flags=re.S)
    yield from re.findall(r"<(?:p|title)\b[^>]*>(.*?)</(?:p|title)>", text, re.S)


def of_manual(path):
    """Paragraphs of a manual page."""
    with gzip.open(path) as file:
        text = file.read().decode("utf-8", "replace")
    text = re.sub(r"\\f[BIRP]|\\f\[\w+\]|\\-|\\&|\\\(..", "", text)
    for paragraph in re.split(r"\n(?:\.[^\n]*)?(?=\n)|\n\.[^\n]*", text):
        lines = [line for line in paragraph.splitlines() if not line.startswith((".", "'"))]
        yield " ".join(lines)


def files(folder, suffix):
    for top, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(top, name)
            if name.endswith(suffix) and not os.path.islink(path):
                yield path


def messages(source, folder, package):
    """Pairs of a locale and a text."""
    if source == "mozilla":
        for path in files(folder, ".xpi"):
            name = re.search(r"langpack-([\w-]+)@", path)
            if name:
                for text in of_langpack(path):
                    yield name[1], text
    elif source in ("office", "game", "blog"):
        for path in files(folder, ".mo"):
            name = os.path.basename(path)[:-3]
            locale = re.sub(r"^(admin-network-|admin-|continents-cities-)", "", name)
            if source == "blog" and name.startswith("continents"):
                continue
            if source != "blog":
                locale = path.split("/LC_MESSAGES/")[0].rpartition("/")[2]
            with open(path, "rb") as file:
                for message, text in of_mo(file.read()):
                    if message != text:
                        yield locale, text
    elif source == "chromium":
        for path in files(folder, ".pak"):
            for text in of_pak(path):
                yield os.path.basename(path)[:-4], text
    elif source == "help":
        for path in files(folder, ".page"):
            for text in of_page(path):
                yield path.split("/share/help/")[1].split("/")[0], text
    elif source == "wiki":
        for path in files(folder, ".json"):
            if "/i18n/" not in path or path.endswith("qqq.json"):
                continue
            with open(path, encoding="utf-8") as file:
                try:
                    content = json.load(file)
                except ValueError:
                    continue
            for key, text in content.items() if isinstance(content, dict) else ():
                if not key.startswith("@") and isinstance(text, str):
                    yield os.path.basename(path)[:-5], text
    elif source == "quotes":
        for path in files(folder, ""):
            if "/games/fortunes/" not in path or "/off/" in path or path.endswith((".dat", ".u8")):
                continue
            with open(path, "rb") as file:
                try:
                    content = file.read().decode("utf-8")
                except UnicodeDecodeError:
                    continue
            for text in content.split("\n%\n"):
                # That one is of Brazil.
                yield package.split("-")[1].replace("br", "pt"), text
    elif source == "manuals":
        for path in files(folder, ".gz"):
            # Tables of characters are in section 7.
            if "/share/man/" in path and "/man7/" not in path:
                for text in of_manual(path):
                    yield path.split("/share/man/")[1].split("/")[0], text


def repository(source, out):
    """The paths in a repository, and a function that reads one of them."""
    name, commit = REPOSITORIES[source][:2]
    clone = os.path.join(out, "packages", source)
    if not os.path.isdir(clone):
        subprocess.run(["git", "init", "-q", clone], check=True)
    git = ["git", "-C", clone]
    if subprocess.run([*git, "cat-file", "-e", commit], stderr=subprocess.DEVNULL).returncode:
        subprocess.run([*git, "fetch", "-q", "--depth", "1", f"https://github.com/{name}", commit], check=True)

    def output(*args):
        return subprocess.run([*git, *args], check=True, capture_output=True, text=True).stdout

    paths = output("ls-tree", "-r", "--name-only", "-z", commit).split("\0")
    return paths, lambda path: output("show", f"{commit}:{path}")


def of_work(text):
    """Paragraphs and verses of a work in TEI, evenly from everywhere."""
    text = re.sub(r"<teiHeader\b.*?</teiHeader>|<(note|foreign|bibl|head|speaker)\b[^>]*>.*?</\1>|<!--.*?-->", " ", text, flags=re.S)
    parts = re.findall(r"<(?:p|l)\b[^>/]*>(.*?)</(?:p|l)>", text, re.S)
    step = max(1, -(-sum(map(len, parts)) // WORK))
    return parts[::step]


def of_repository(source, out):
    """The texts of a repository, each with the name of its language and its path, shortened."""
    paths, read = repository(source, out)
    for path in paths:
        folder, _, name = path.rpartition("/")
        if source == "sentences" and folder.startswith("data/annotated/") and name in ("train.tsv", "dev.tsv", "test.tsv"):
            for line in read(path).split("\n")[1:]:
                if line:
                    yield os.path.basename(folder), line.split("\t", 2)[2], os.path.basename(folder)
        elif source == "articles" and folder.endswith("/multitext"):
            for line in read(path).split("\n"):
                yield name, line, name
        elif source == "classics" and re.search(r"-lat\d+\.xml$", name) and not name.startswith(LARGE):
            for text in of_work(read(path)):
                yield "la", plain(text), "data"
        elif source == "app" and (locale := re.search(r"/res/values-([\w+-]+)/strings\.xml$", path)):
            # Android writes pt-rBR, and b+sr+Latn.
            locale = locale[1].removeprefix("b+").replace("+", "-").replace("-r", "-")
            for text in re.findall(r"<(?:string|item)\b[^>]*>(.*?)</(?:string|item)>", read(path), re.S):
                text = html.unescape(text).replace("\\'", "'").replace("\\n", " ")
                yield locale, plain(text), f"values-{locale}"


def of_repositories(source, out, known):
    """The texts of a repository by language, with the files that they are from."""
    texts = collections.defaultdict(dict)
    parts = collections.defaultdict(set)
    for name, text, part in of_repository(source, out):
        if source == "app":
            language = known.get((code(ANDROID.get(name, name), known) or "").lower())
        else:
            base = name.split("_")[0]
            language = FOLDERS.get(name, ISO_639_3.get(base, base))
        if language in known.values() and len(text) >= 8 and (" " in text or language in UNSPACED):
            texts[language].setdefault(text)
            parts[language].add(part)
    return texts, parts


def unpacked(source, pattern, out):
    """Downloads packages and unpacks them; pairs of name and folder."""
    found = subprocess.run(["apt-cache", "pkgnames"], check=True, capture_output=True, text=True).stdout.split()
    names = sorted(name for name in found if re.match(pattern, name) and not name.endswith("-all"))
    folder = os.path.join(out, "packages", source)
    os.makedirs(folder, exist_ok=True)
    there = {name.split("_")[0] for name in os.listdir(folder) if name.endswith(".deb")}
    missing = [name for name in names if name not in there]
    for at in range(0, len(missing), 50):
        subprocess.run(["apt-get", "download", "-q", *missing[at : at + 50]], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    for file in sorted(os.listdir(folder)):
        if file.endswith(".deb"):
            name, version = file.split("_")[:2]
            into = os.path.join(folder, name)
            if not os.path.isdir(into):
                os.mkdir(into)
                stream = subprocess.Popen(["dpkg-deb", "--fsys-tarfile", file], cwd=folder, stdout=subprocess.PIPE)
                wanted = ["*.mo", "*.xpi", "*.pak", "*.page", "*/i18n/*.json", "*/games/fortunes/*", "*/man/*.gz", "*.html", "*.docbook", "*/help/*.xml", "*description*.utf8"]
                tar = ["tar", "-x", "-C", into, "--wildcards", *wanted]
                subprocess.run(tar, stdin=stream.stdout, stderr=subprocess.DEVNULL)
                stream.wait()
            yield name, version.replace("%3a", ":"), into


def add_latin(texts, origins):
    """Serbian in Latin letters, if there is only Cyrillic text."""
    if "sr" in texts and "sr-Latn" not in texts:
        latin = (text.translate(str.maketrans(SERBIAN)) for text in texts["sr"])
        texts["sr-Latn"] = dict.fromkeys(latin)
        origins["sr-Latn"] = origins["sr"]


def write(out, source, language, lines):
    """Writes a text; its size in bytes."""
    content = "".join(f"{line}\n" for line in lines).encode()
    os.makedirs(os.path.join(out, source), exist_ok=True)
    with open(os.path.join(out, source, language + ".txt"), "wb") as file:
        file.write(content)
    return len(content)


def main():
    out, languages = sys.argv[1:]
    with open(languages, encoding="utf-8") as file:
        known = {line.split("\t")[0].lower(): line.split("\t")[0] for line in list(file)[1:]}
    rows = []
    for source, (pattern, licence, what) in SOURCES.items():
        texts = collections.defaultdict(dict)
        packages = collections.defaultdict(set)
        for name, version, folder in unpacked(source, pattern, out):
            for locale, text in messages(source, folder, name):
                language = code(locale, known)
                language = language and known.get(language.lower())
                text = plain(text)
                # Names of keys and commands are in no language.
                if not language or source in MEASURED and not is_prose(text):
                    continue
                if len(text) >= 8 and (" " in text or language in UNSPACED):
                    texts[language].setdefault(text)
                    packages[language].add(f"{name} {version}")
        add_latin(texts, packages)
        # Text that several languages share was not translated.
        shared = collections.Counter(text for all in texts.values() for text in all)
        for language in sorted(texts):
            lines = [text for text in texts[language] if language == "en" or shared[text] < 3 and not ENGLISH.match(text)]
            size = write(out, source, language, lines)
            names = ", ".join(sorted(packages[language]))
            rows.append(f"{source}\t{language}\t{size}\t{what}\t{licence}\t{names}\n")
        print(f"{source}: {len(texts)} languages", flush=True)
    for source, (name, commit, licence, what) in REPOSITORIES.items():
        texts, parts = of_repositories(source, out, known)
        add_latin(texts, parts)
        shared = collections.Counter(text for all in texts.values() for text in all)
        for language in sorted(texts):
            size = write(out, source, language, [text for text in texts[language] if shared[text] < 3])
            names = " ".join(sorted(parts[language]))
            rows.append(f"{source}\t{language}\t{size}\t{what}\t{licence}\tgithub:{name}@{commit[:7]} {names}\n")
        print(f"{source}: {len(texts)} languages", flush=True)
    with open(os.path.join(out, "sources.tsv"), "w", encoding="utf-8") as file:
        file.write("source\tlanguage\tbytes\twhat\tlicence\tpackages\n" + "".join(rows))


if __name__ == "__main__":
    main()
