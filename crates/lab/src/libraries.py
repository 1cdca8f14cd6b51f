"""libraries.py TREES OUT: label libraries of documents by their structure.

TREES gets the unpacked packages, one folder each: those of PACKAGES that are not there yet are downloaded with apt-get
and npm as they are configured here (the RFCs are in Debian's non-free part), sources with apt-get source, and the crates
are those in cargo's cache. What cannot be had is said and left out. For every library of the table below, OUT/NAME/files gets up to MOST documents and OUT/NAME/labels.tsv the bounds of up to LABELLED of them:
file, preamble_end, epilogue_start; 0 for none, an empty cell for a bound that structure does not tell.

Conventions:
- source files: the preamble ends with the last comment, among those before the first code, that speaks of rights. Comments
  of the same style on consecutive lines are one. A file whose comments before the code speak of no rights has none; files
  that speak of rights further down are not labelled.
- man pages: the same, with roff comments. Pages that pod2man made: the macro definitions up to its second rule.
- RFCs: the epilogue starts at the first of the closing legal sections; page breaks before it belong to either side.
- TeX: the epilogue is the closing docstrip lines.
- GNU Emacs: the epilogue is the closing file-local comment or "ends here" line.
- a template of e-books in Japanese: made here, with bodies from Japanese man pages: the legend between two rules ends the
  preamble, the colophon begins the epilogue.
"""

import fnmatch
import glob
import gzip
import hashlib
import os
import re
import subprocess
import sys

MOST = 600
LABELLED = 100
RIGHTS = re.compile(
    r"licen[sc]|copyright|permission is hereby|all rights reserved|spdx|\(c\) (19|20)|bsd-style|may (be )?(re)?distribut"
    r"|same terms as|%copyrightbegin|files are distributed with",
    re.I,
)


def read(path):
    data = gzip.open(path).read() if path.endswith(".gz") else open(path, "rb").read()
    return data.decode("utf-8", "surrogateescape")


def is_blank(line):
    return not line.strip()


class Style:
    """Comments of a language: line leaders and block delimiters; lines that may stand between comments and before code."""

    def __init__(self, leaders=(), blocks=(), between=None):
        self.leaders = leaders
        self.blocks = blocks
        self.between = re.compile(between) if between else None

    def comments(self, lines):
        """The comments before the first code, as (first, after) pairs."""
        found = []
        at = 0
        while at < min(len(lines), 400):
            line = lines[at].strip()
            after = None
            leader = None
            if line:
                for opening, closing in self.blocks:
                    if line.startswith(opening):
                        rest = line[len(opening) :]
                        if closing in rest:
                            after = at + 1
                            if rest.split(closing, 1)[1].strip():
                                return found
                            # A box of comments of one line is one.
                            box = lambda line: line.strip().startswith(opening) and line.strip().endswith(closing)
                            while after < len(lines) and box(lines[after]):
                                after += 1
                        else:
                            inside = [n for n in range(at + 1, len(lines)) if closing in lines[n]]
                            if not inside:
                                return found
                            after = inside[0] + 1
                        leader = opening
                        break
                else:
                    # The longest leader wins: //! is not //.
                    leader = self.of(line)
                    if leader is not None:
                        after = at + 1
                        while after < len(lines) and self.of(lines[after]) == leader:
                            after += 1
            if after is not None:
                found.append((at, after))
                at = after
            elif is_blank(line) or (self.between and self.between.match(line)):
                at += 1
            else:
                break
        return found

    def of(self, line):
        line = line.strip()
        for one in sorted(self.leaders, key=len, reverse=True):
            # A rule of slashes is no comment of another kind.
            if line.startswith(one) and not (one == "///" and line.startswith("////")):
                return one
        return None

    def preamble(self, lines):
        end = 0
        for first, after in self.comments(lines):
            if any(RIGHTS.search(line) for line in lines[first:after]):
                end = after
        if any(RIGHTS.search(line) for line in lines[end:]):
            return None
        return end


HASH = Style(leaders=("#",))
C = Style(leaders=("//", "///", "//!"), blocks=(("/*", "*/"),), between=r"\s*#\s*(ifndef|define|pragma|if !defined|if)\b")
PHP = Style(leaders=("//", "#"), blocks=(("/*", "*/"),), between=r"<\?php|declare\(")
SEMI = Style(leaders=(";",))
PERCENT = Style(leaders=("%",))
ROFF = Style(leaders=('.\\"', "'\\\"", "'''", '\\"'))
ML = Style(blocks=(("(*", "*)"),))
ADA = Style(leaders=("--",))
RUST = Style(leaders=("//", "///", "//!"), blocks=(("/*", "*/"),))


def source(style):
    def label(lines):
        end = style.preamble(lines)
        return None if end is None else (end, "")

    return label


def headers_without_epilogue(style):
    def label(lines):
        end = style.preamble(lines)
        return None if end is None else (end, 0)

    return label


def emacs(lines):
    end = SEMI.preamble(lines)
    last = max((n for n, line in enumerate(lines) if re.match(r";;;? .* ends? here", line)), default=None)
    if end is None or last is None:
        return None
    start = last + 1
    while start > 1 and (is_blank(lines[start - 2]) or re.match(r";; (Local Variables:|End:|[\w-]+: )", lines[start - 2])):
        start -= 1
    while is_blank(lines[start - 1]):
        start += 1
    return end, start


def pod2man(lines):
    rules = [n for n, line in enumerate(lines[:200]) if line.startswith('.\\" ====')]
    return (rules[1] + 1, 0) if len(rules) > 1 and "Pod::Man" in lines[0] else None


def rfc(lines):
    legal = r"(\d+\.?\s+)?(Full Copyright Statement|Intellectual Property( Statement| Rights)?( and Copyright Statements)?|" \
        r"Copyright Statement|Disclaimer of Validity|Intellectual Property( Rights)?( Notices?| Statement)?)\s*$"
    found = [n for n, line in enumerate(lines) if re.match(legal, line, re.I) and n > len(lines) - 130]
    if not found:
        tail = lines[-130:]
        return None if any(RIGHTS.search(line) for line in tail) else ("", 0)
    first = found[0]
    alternative = first
    # A page break stands before most of them.
    while alternative > 0 and (
        is_blank(lines[alternative - 1]) or re.search(r"\[Page \d+\]\s*$|^RFC \d+ ", lines[alternative - 1])
    ):
        alternative -= 1
    while is_blank(lines[alternative]):
        alternative += 1
    return "", f"{first + 1}" if alternative == first else f"{first + 1};{alternative + 1}"


def tex(lines):
    end = PERCENT.preamble(lines)
    if end is None or not lines or "generated with the docstrip utility" not in "".join(lines[:4]):
        return None
    last = max((n for n, line in enumerate(lines) if line.startswith("%% End of file")), default=None)
    if last is None:
        return None
    start = last + 1
    while start > 1 and (is_blank(lines[start - 2]) or re.match(r"%%\s*$|\\endinput\s*$", lines[start - 2])):
        start -= 1
    while is_blank(lines[start - 1]):
        start += 1
    with_input = [n for n in range(start, last + 2) if not lines[n - 1].startswith("\\endinput")]
    return "", ";".join(map(str, dict.fromkeys([start] + with_input[:1])))


def bioperl(lines):
    """The comment that introduces the documentation is the same in all files: with it or without it is right."""
    label = headers_without_epilogue(HASH)(lines)
    if label and label[0]:
        after = [after for first, after in HASH.comments(lines) if "POD documentation - main docs" in lines[first]]
        label = (";".join(map(str, dict.fromkeys([label[0], *after]))), 0)
    return label


def generated(lines):
    """No rights, but a line that says what program wrote the file may count."""
    label = nothing(lines)
    return ("0;1", 0) if label and "generated" in lines[0] else label


def nothing(lines):
    return (0, 0) if not any(RIGHTS.search(line) for line in lines) else None


# Name, glob below the trees, labels.
TABLE = [
    ("python-nova", "python3-nova/**/*.py", headers_without_epilogue(HASH)),
    ("python-neutron", "python3-neutron/**/*.py", headers_without_epilogue(HASH)),
    ("python-ansible", "ansible-core/**/*.py", headers_without_epilogue(HASH)),
    ("python-twisted", "python3-twisted/**/*.py", headers_without_epilogue(HASH)),
    ("python-samba", "python3-samba/**/*.py", headers_without_epilogue(HASH)),
    ("python-none", "python3-sympy/**/*.py", nothing),
    ("java-jdk", "jdk/**/*.java", headers_without_epilogue(C)),
    ("java-commons", "src-commons-math3/**/*.java", headers_without_epilogue(C)),
    ("java-react", "npm-react-native*/**/*.java", headers_without_epilogue(C)),
    ("c-gtk", "lib*-dev/usr/include/g*/**/*.h", headers_without_epilogue(C)),
    ("c-llvm", "llvm-14-dev/**/*.h", headers_without_epilogue(C)),
    ("c-boost", "libboost1.74-dev/**/*.hpp", headers_without_epilogue(C)),
    ("c-vtk", "libvtk9-dev/**/*.h", headers_without_epilogue(C)),
    ("c-qt", "qtbase5-dev/**/*.h", headers_without_epilogue(C)),
    ("c-postgres", "postgresql-server-dev-15/**/*.h", headers_without_epilogue(C)),
    ("c-coreutils", "src-coreutils/**/*.[ch]", headers_without_epilogue(C)),
    ("c-libguestfs", "src-libguestfs/**/*.[ch]", headers_without_epilogue(C)),
    ("idl-office", "libreoffice-dev-common/**/*.idl", headers_without_epilogue(C)),
    ("rust-crates", "cargo/**/*.rs", headers_without_epilogue(RUST)),
    ("perl-bio", "libbio-perl-perl/**/*.pm", bioperl),
    ("shell-coreutils", "src-coreutils/**/*.sh", headers_without_epilogue(HASH)),
    ("shell-mixed", "{rear,src-libguestfs,dracut-core,fai-client,git-doc}/**/*.sh", headers_without_epilogue(HASH)),
    ("lisp-emacs", "emacs-el/**/*.el.gz", emacs),
    ("go-std", "golang-1.19-src/**/*.go", headers_without_epilogue(C)),
    ("go-none", "golang-github-aws*/**/*.go", generated),
    ("erlang", "erlang-src/**/*.erl", headers_without_epilogue(PERCENT)),
    ("ocaml", "ocaml/**/*.mli", headers_without_epilogue(ML)),
    ("ada", "gnat-12/**/*.ad[sb]", headers_without_epilogue(ADA)),
    ("php-twig", "php-twig/**/*.php", headers_without_epilogue(PHP)),
    ("js-closure", "npm-google-closure*/**/*.js", headers_without_epilogue(C)),
    ("js-yui", "npm-yui*/**/*.js", headers_without_epilogue(C)),
    ("js-none", "npm-three*/**/*.js", headers_without_epilogue(C)),
    ("tcl", "tcllib/**/*.tcl", headers_without_epilogue(HASH)),
    ("scilab", "scilab-data/**/*.sci", headers_without_epilogue(C)),
    ("tex", "texlive-latex-*/**/*.sty", tex),
    ("man-linux", "{manpages/usr/share/man/man*,manpages-dev/usr/share/man/man*}/**/*.gz", headers_without_epilogue(ROFF)),
    ("man-tcl", "tcl8.6-doc/usr/share/man/**/*.gz", headers_without_epilogue(ROFF)),
    ("man-de", "manpages-de/usr/share/man/de/**/*.gz", headers_without_epilogue(ROFF)),
    ("man-ja", "manpages-ja/usr/share/man/ja/**/*.gz", headers_without_epilogue(ROFF)),
    ("man-pod", "{perl-doc,libssl-doc,libdist-zilla-perl}/**/*.[13]*.gz", pod2man),
    ("rfc-2000s", "doc-rfc-std-proposed/**/rfc[34]*.txt.gz", rfc),
    ("rfc-informational", "doc-rfc-informational/**/rfc[2345]*.txt.gz", rfc),
    ("rfc-old", "doc-rfc-old-std/**/rfc1*.txt.gz", rfc),
]


def order(path):
    return hashlib.sha1(path.encode()).digest()


def expand(trees, pattern):
    """The files whose paths match, in an order that has nothing to do with their names. Links are not followed."""
    folders, ending = pattern.split("/**/")
    found = []
    for folder in re.sub(r"[{}]", "", folders).split(","):
        for start in glob.glob(os.path.join(trees, folder)):
            for root, _, files in os.walk(start):
                paths = (os.path.join(root, file) for file in files if fnmatch.fnmatchcase(file, ending))
                found += [path for path in paths if not os.path.islink(path)]
    return sorted(found, key=lambda path: order(os.path.relpath(path, trees)))


def write(out, name, documents):
    """Writes documents, (file, text, label or None) each."""
    files = os.path.join(out, name, "files")
    os.makedirs(files, exist_ok=True)
    labels = []
    for file, text, label in documents:
        with open(os.path.join(files, file), "wb") as to:
            to.write(text.encode("utf-8", "surrogateescape"))
        if label is not None and len(labels) < LABELLED:
            labels.append((file, *label))
    with open(os.path.join(out, name, "labels.tsv"), "w") as to:
        to.write("file\tpreamble_end\tepilogue_start\n")
        for label in labels:
            to.write("\t".join(map(str, label)) + "\n")
    with_end = [sum(str(label[at]) not in ("0", "") for label in labels) for at in (1, 2)]
    print(f"{name}: {len(documents)} documents, {len(labels)} labelled, {with_end[0]} with a preamble, {with_end[1]} with an epilogue")


def collect(trees, out):
    for name, pattern, label in TABLE:
        documents = []
        seen = set()
        for path in expand(trees, pattern):
            text = read(path)
            lines = text.split("\n")
            if lines and lines[-1] == "":
                lines.pop()
            digest = hashlib.sha1(text.encode("utf-8", "surrogateescape")).digest()
            # Distributions ship files twice, and some are links in other words.
            if len(lines) < 12 or len(text) > 2_000_000 or digest in seen:
                continue
            seen.add(digest)
            file = os.path.basename(path).removesuffix(".gz")
            documents.append((f"{len(documents):04}-{file}", text, label(lines)))
            if len(documents) == MOST:
                break
        write(out, name, documents)
    ebooks(out)


def ebooks(out):
    """E-books of one template, whose lines are short and wide."""
    files = os.path.join(out, "man-ja", "files")
    sentences = []
    for file in sorted(os.listdir(files)):
        for line in read(os.path.join(files, file)).split("\n"):
            if len(line) > 15 and not line.startswith((".", "'")) and sum(ord(c) > 0x3000 for c in line) > len(line) / 2:
                sentences.append(re.sub(r"\\f.|\\", "", line))
    draw = Draw(7)
    marks = [
        ("《》", "読み仮名", "森《もり》"),
        ("｜", "読み仮名がどこから付くかを示す", "深い｜山道《やまみち》"),
        ("［＃］", "打ち込んだ者の注", "［＃三字下げ］"),
        ("〔〕", "仮に当てた字", "〔cafe〕"),
    ]
    names = [a + b for a in "山川森石田林" for b in "本口野上中村"]
    given = ["一郎", "花子", "次郎", "京子", "三郎", "明", "翠"]
    person = lambda: draw.of(names) + draw.of(given)
    documents = []
    for number in range(MOST):
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
        documents.append((f"{number:04}.txt", "\n".join(lines) + "\n", (preamble, epilogue)))
    write(out, "ebooks-ja", documents)


class Draw:
    """Numbers that look random, the same on each run."""

    def __init__(self, state):
        self.state = state

    def below(self, limit):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % limit

    def of(self, items):
        return items[self.below(len(items))]


PACKAGES = """python3-nova python3-neutron ansible-core python3-twisted python3-samba python3-sympy openjdk-17-source
libglib2.0-dev libgtk-3-dev llvm-14-dev libboost1.74-dev libvtk9-dev qtbase5-dev postgresql-server-dev-15
libreoffice-dev-common libbio-perl-perl rear dracut-core fai-client git-doc emacs-el golang-1.19-src
golang-github-aws-aws-sdk-go-dev erlang-src ocaml gnat-12 php-twig tcllib scilab-data texlive-latex-base
texlive-latex-recommended texlive-latex-extra manpages manpages-dev tcl8.6-doc manpages-de manpages-ja perl-doc libssl-doc
libdist-zilla-perl doc-rfc-std-proposed doc-rfc-informational doc-rfc-old-std""".split()
SOURCES = ["coreutils", "libguestfs", "commons-math3"]
NPM = ["google-closure-library", "react-native", "yui", "three"]


def fetch(trees):
    """Downloads and unpacks what is not there yet."""
    shell = lambda script, *arguments: subprocess.run(["sh", "-ec", script, "-", *arguments], cwd=trees).returncode == 0
    os.makedirs(trees, exist_ok=True)
    for name in PACKAGES:
        script = 'apt-get -q download "$1"; mkdir "$1"; dpkg-deb -x "$1"_*.deb "$1"; rm "$1"_*.deb'
        if not os.path.exists(os.path.join(trees, name)) and not shell(script, name):
            print(f"not there: {name}", file=sys.stderr)
    if not os.path.exists(os.path.join(trees, "jdk")):
        shell('find openjdk-17-source -name src.zip -exec unzip -q {} "java.base/*" "java.desktop/*" -d jdk ";"')
    for name in SOURCES:
        script = 'apt-get -q source --download-only "$1"; mkdir "src-$1"; tar xf "$1"_*.orig.tar.?z -C "src-$1"; rm "$1"_*'
        if not os.path.exists(os.path.join(trees, "src-" + name)) and not shell(script, name):
            print(f"not there: the source of {name}", file=sys.stderr)
    for name in NPM:
        script = 'npm pack --silent "$1"; mkdir "npm-$1"; tar xzf "$1"-*.tgz -C "npm-$1"; rm "$1"-*.tgz'
        if not glob.glob(os.path.join(trees, f"npm-{name}*")) and not shell(script, name):
            print(f"not there: {name} of npm", file=sys.stderr)
    if not os.path.exists(os.path.join(trees, "cargo")):
        shell('mkdir cargo; cp -r "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/* cargo/')


if __name__ == "__main__":
    fetch(sys.argv[1])
    collect(sys.argv[1], sys.argv[2])
