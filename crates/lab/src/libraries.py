"""libraries.py TREES OUT: label libraries of documents by their structure.

TREES gets the unpacked packages, one folder each: those of PACKAGES that are not there yet are downloaded with apt-get
and npm as they are configured here (the RFCs and some manuals are in Debian's non-free part), sources with apt-get source, and the crates
are those in cargo's cache. What cannot be had is said and left out. For every library of the table below, OUT/NAME/files gets up to MOST documents and OUT/NAME/labels.tsv the bounds of up to LABELLED of them:
file, preamble_end, epilogue_start; 0 for none, an empty cell for a bound that structure does not tell.

Conventions:
- source files: the preamble ends with the last comment, among those before the first code, that speaks of rights. Comments
  of the same style on consecutive lines are one. A file whose comments before the code speak of no rights has none; files
  that speak of rights further down are not labelled.
- translated man pages: the epilogue is the last section, where it is the translators' notice.
- other man pages: the same, with roff comments; the epilogue is not labelled. Pages that pod2man made, in any library: the macro definitions up
  to its second rule, or all before the first heading; those of DocBook: the first comment, or all before the content.
- files that say what program wrote them and nothing of rights: with that comment or without is right.
- Info manuals: the preamble is what stands before the first node, or before the entries for the directory of manuals;
  translations: the comment of the translators, or with it the entry that holds the header.
- README files: the epilogue is the closing section on the licence, where the last sections are on that.
- pages of sites: what is before and behind the element with the content. Opening tags before it belong to either side.
- changelogs, documentation in source form: none, but what stands before the first heading of Perl's POD and is not shown.
- RFCs: the epilogue starts at the first of the closing legal sections; page breaks before it belong to either side.
- TeX: the epilogue is the closing docstrip lines.
- Vim's manual: the epilogue is the closing line for the editor; rules before it belong to either side.
- GNU Emacs, Guile: the epilogue is the closing file-local comment or "ends here" line, unless the file begins with the title
  that this line repeats.
- libraries that are made here: see made_libraries.py.
"""

import fnmatch
import glob
import gzip
import hashlib
import os
import re
import subprocess
import sys

import made_libraries

MOST = 600
LABELLED = 100
RIGHTS = re.compile(
    r"licen[sc]|copyright|permission is hereby|all rights reserved|spdx|\(c\) (19|20)|bsd-style|may (be )?(re)?distribut"
    r"|same terms as|public domain|absolutely no warranty|%copyrightbegin|files are distributed with",
    re.I,
)


def read(path):
    data = gzip.open(path).read() if path.endswith(".gz") else open(path, "rb").read()
    return data.decode("utf-8", "surrogateescape")


def is_blank(line):
    return not line.strip()


class Style:
    """Comments of a language: line leaders and block delimiters; lines that may stand between comments and before code."""

    def __init__(self, leaders=(), blocks=(), between=None, speaks=None):
        self.leaders = leaders
        self.blocks = blocks
        self.between = re.compile(between) if between else None
        # Only lines like these may speak of the rights in the file: the text of a manual may have a section on other rights.
        self.speaks = re.compile(speaks) if speaks else None

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
            # A rule of slashes is not a comment of another kind.
            if line.startswith(one) and not (one == "///" and line.startswith("////")):
                return one
        return None

    def preamble(self, lines):
        end = 0
        for first, after in self.comments(lines):
            if any(RIGHTS.search(line) for line in lines[first:after]):
                end = after
        later = [line for line in lines[end:] if not self.speaks or self.speaks.match(line)]
        return None if any(RIGHTS.search(line) for line in later) else end


HASH = Style(leaders=("#",))
PYTHON = Style(leaders=("#",), blocks=(('"""', '"""'), ('r"""', '"""')))
C = Style(leaders=("//", "///", "//!"), blocks=(("/*", "*/"),), between=r"\s*#\s*(ifndef|define|pragma|if !defined|if)\b")
PHP = Style(leaders=("//", "#"), blocks=(("/*", "*/"),), between=r"<\?php|declare\(")
SEMI = Style(leaders=(";",))
PERCENT = Style(leaders=("%",))
ROFF = Style(leaders=('.\\"', "'\\\"", "'''", '\\"'), speaks=r"[.']?\\[\x22]|[']{3}")
ML = Style(blocks=(("(*", "*)"),))
ADA = Style(leaders=("--",))
HASKELL = Style(leaders=("--",), blocks=(("{-", "-}"),), between=r"#!|\{-#")
BANG = Style(leaders=("!",))
OCTAVE = Style(leaders=("#", "%"))
D = Style(leaders=("//", "///", "//!"), blocks=(("/*", "*/"), ("/+", "+/")))
FORTH = Style(leaders=("\\",))
VIM = Style(leaders=('"',))
RUST = Style(leaders=("//", "///", "//!"), blocks=(("/*", "*/"),))
SQL = Style(leaders=("--",), blocks=(("/*", "*/"),))
PASCAL = Style(leaders=("//",), blocks=(("{", "}"), ("(*", "*)")))
PROLOG = Style(leaders=("%",), blocks=(("/*", "*/"),), between=r"#!")
NIM = Style(leaders=("#", "##"))
XML = Style(blocks=(("<!--", "-->"),), between=r"<\?xml|<!DOCTYPE|\s*\"http")


class Dots(Style):
    """Comments of reStructuredText: what begins like a directive or a target, but is none."""

    def of(self, line):
        return ".." if re.match(r"\.\. (?![_\[|])(?!.*::)", line) else None


REST = Dots()


GENERATED = re.compile(r"generated|generator|compiled by|file is built by|formatting of this file is achieved with", re.I)
CLOSING = re.compile(r"[#%]+ End of file")
MODELINE = re.compile(r"\W*(vi|vim|ex):|\W*-\*- .* -\*-|\W*Local Variables:|\W*(kate|jEdit): ", re.I)


def rights_or_generator(style, lines):
    """The last comment that speaks of rights; else those from the one on that says what program wrote the file may count."""
    end = style.preamble(lines)
    if end != 0:
        return end
    comments = style.comments(lines)
    by = [n for n, (first, after) in enumerate(comments) if any(GENERATED.search(line) for line in lines[first:after])]
    return ";".join(map(str, [0] + [after for _, after in comments[by[0] :]])) if by else 0


def headers_without_epilogue(style):
    def label(lines):
        end = rights_or_generator(style, lines)
        if end is None:
            return None
        # Settings of an editor may count, and so may docstrip's closing lines in a file that it made.
        last = [n for n in range(max(0, len(lines) - 8), len(lines)) if MODELINE.match(lines[n])]
        made = next((n for n in range(len(lines) - 1, max(0, len(lines) - 4), -1) if CLOSING.match(lines[n])), None)
        if made is not None:
            while made > 1 and re.match(r"[#%]+\s*$", lines[made - 1]):
                made -= 1
            last.append(made)
        return end, ";".join(map(str, [0, *(n + 1 for n in last[:1])])) if last else 0

    return label


def emacs(lines):
    end = SEMI.preamble(lines)
    last = max((n for n, line in enumerate(lines) if re.match(r";;;? .* ends? here", line)), default=None)
    if end is None or last is None:
        return None
    # The title of the library stays in its body, and so does the line that repeats its name.
    if re.match(r";;;.* --- ", lines[0]):
        return end, 0
    start = last + 1
    while start > 1 and (is_blank(lines[start - 2]) or re.match(r";; (Local Variables:|End:|[\w-]+: )", lines[start - 2], re.I)):
        start -= 1
    while is_blank(lines[start - 1]):
        start += 1
    return end, start


def roff(lines):
    """As the generator of the page has it, if one is told by its lines. The epilogue is not labelled: whether sections on rights and
    translators that all pages end with count is open."""
    for generator in (docbook, pod2man):
        if label := generator(lines):
            return label
    end = rights_or_generator(ROFF, lines)
    return None if end is None else (end, "")


def translated(lines):
    """The preamble as of roff; the epilogue is the last section where that is the translators' notice: it names their licence or their list."""
    label = roff(lines)
    if label is None:
        return None
    headings = [number for number, line in enumerate(lines, 1) if line.startswith(".SH")]
    if not headings:
        return None
    notice = "\n".join(lines[headings[-1] - 1 :])
    is_notice = re.search(r"gpl-3\.0|l10n-|manpages-\w+-list|translation-team", notice)
    return (label[0], headings[-1] if is_notice else "")


def docbook(lines):
    """The first comment on what program wrote the page, or all up to the line that says where the content begins; its title is in between."""
    comments = [after for first, after in ROFF.comments(lines) if any(GENERATED.search(line) for line in lines[first:after])]
    content = [n for n, line in enumerate(lines[:120]) if "MAIN CONTENT STARTS HERE" in line]
    return (";".join(map(str, [*comments[:1], content[0] + 2])), "") if content else None


def pod2man(lines):
    """The macros up to their second rule, with the empty comment behind it or without; or all before the first heading."""
    rules = [n for n, line in enumerate(lines[:200]) if line.startswith('.\\" ====')]
    if len(rules) < 2 or "Pod::Man" not in lines[0]:
        return None
    heading = next((n for n, line in enumerate(lines) if line.startswith(".SH")), rules[1] + 1)
    return f"{rules[1] + 1};{rules[1] + 2};{heading}", ""


def docutils(lines):
    """The comment that says what program made the page, the empty requests behind it, or all before the title; the closing
    comment counts, or not."""
    title = next((n for n, line in enumerate(lines[:60]) if line.startswith(".TH")), None)
    last = next((n for n in range(len(lines) - 1, len(lines) - 4, -1) if "Generated by docutils" in lines[n]), None)
    if title is None or title < 5 or last is None or "generated from reStructuredText" not in lines[0]:
        return None
    empty = next(n for n, line in enumerate(lines) if n > 0 and line.strip(". "))
    return ";".join(map(str, [*range(1, empty + 1), title])), f"0;{last + 1}"


def info(lines):
    """All before the first node; or before what it says to the directory of manuals, which is of one manual."""
    node = next((n for n, line in enumerate(lines[:400]) if line == "\x1f"), None)
    if node is None or "produced by makeinfo" not in lines[0]:
        return None
    of_directory = next((n for n, line in enumerate(lines[:node]) if line.startswith("INFO-DIR-SECTION")), node)
    ends = []
    for end in (of_directory, node):
        while is_blank(lines[end - 1]):
            end -= 1
        ends.append(end)
    return ";".join(map(str, dict.fromkeys(ends))), ""


def catalogue(lines):
    """The comment of the translators, or with it the entry that holds the header."""
    first = next((n for n, line in enumerate(lines[:80]) if line.startswith("msgid")), None)
    if first is None or not all(line.startswith("#") or is_blank(line) for line in lines[:first]):
        return None
    comment = [n for n, line in enumerate(lines[:first]) if not is_blank(line) and not line.startswith("#,")]
    if not any(RIGHTS.search(line) for line in lines[:first]) or lines[first] != 'msgid ""':
        return None
    after = next((n for n in range(first, len(lines)) if is_blank(lines[n])), None)
    return None if after is None else (f"{comment[-1] + 1};{after}", "")


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


def changelog(lines):
    """No boilerplate, but where a tool has cut the older entries and says so."""
    last = [n for n in range(max(0, len(lines) - 3), len(lines)) if lines[n].startswith("# Older entries have been removed")]
    return 0, last[0] + 1 if last else 0


def git_manual(lines):
    """The last section says of what suite the page is a part."""
    return ("", len(lines) - 2) if lines[-3:-1] == ["GIT", "---"] else ("", 0) if "GIT" not in lines[-30:] else None


def text(lines):
    """No boilerplate, but where the last lines speak of rights."""
    return (0, "" if any(RIGHTS.search(line) for line in lines[-60:]) else 0) if not any(RIGHTS.search(line) for line in lines[:40]) else None


def pod(lines):
    """What stands before the first heading is not shown: words to who reads the file without a formatter ("If you read this
    file _as_is_ ..."), comments. These are the preamble; the encoding that is declared behind them belongs to either side,
    and a declared encoding alone is none. A comment on the program that made the file may count, as in source files."""
    label = text(lines)
    heading = next((n for n, line in enumerate(lines) if re.match(r"=(head|pod|over)", line)), None)
    if label is None or heading is None:
        return label
    before = [n for n, line in enumerate(lines[:heading]) if not is_blank(line)]
    notes = [n for n in before if not lines[n].startswith("=encoding")]
    ends = sorted({notes[-1] + 1, before[-1] + 1}) if notes else [0]
    if any(GENERATED.search(lines[n]) for n in notes):
        ends.insert(0, 0)
    last = [n + 1 for n in range(max(0, len(lines) - 3), len(lines)) if MODELINE.match(lines[n])]
    return ";".join(map(str, ends)), ";".join(map(str, [0, *last[:1]])) if label[1] == 0 else ""


def readme(lines):
    """The epilogue is the last section where that is on the licence, with sections on contributions in it or behind it."""
    headings = [n for n, line in enumerate(lines) if re.match(r"#{1,4} ", line)]
    tail = [n for n in headings if re.search(r"licen[sc]e|contribution", lines[n], re.I)]
    if any(n not in tail and tail and n > tail[0] for n in headings):
        return None
    rights = [n for n, line in enumerate(lines[5:], 5) if re.search(r"licensed? under|license[- ](mit|apache)", line, re.I)]
    if not tail:
        return None if rights else ("", 0)
    return ("", tail[0] + 1) if rights and rights[0] > tail[0] else None


def between(lines, begin, end):
    """The line that ends the head of a page, and the one that begins its foot, by patterns."""
    first = next((n for n, line in enumerate(lines) if re.search(begin, line)), None)
    last = next((n for n in range(len(lines) - 1, -1, -1) if re.search(end, lines[n])), None)
    return None if first is None or last is None or first >= last else (first, last)


def page(element, behind):
    """Labels of pages of a site: the content is in an element whose opening tag matches `element`, and lines that match `behind`
    are the first of the site behind it. That tag and those that open on the lines before it belong to either side, for there is no
    text between them; tags that close on the lines before `behind` belong to the content, which most of them close."""

    def label(lines):
        found = between(lines, element, behind)
        if not found:
            return None
        first, last = found
        outer = first
        while is_blank(lines[outer - 1]) or re.match(r"\s*<div[^<>]*>$", lines[outer - 1]):
            outer -= 1
        ends = [outer] + [n + 1 for n in range(outer, first + 1) if not is_blank(lines[n])]
        starts = [n + 1 for n in (last - 1, last) if re.search(behind, lines[n])]
        return ";".join(map(str, ends)), ";".join(map(str, starts))

    return label


SPHINX = page(r'<div class="yui-g" ', r'<div class="yui-b" id="sidebar">')
GTK_DOC = page(r'^<div class="(refentry|reference|book|chapter|part|index|glossary|section|refsect1)"', r'^<div class="footer">')
DOXYGEN = page(r'^<div class="(header|contents)">', r'^<!-- start footer part -->|^<div id="nav-path"|^<hr class="footer"')
JAVADOC = page(r"^<main ", r"^<footer")


def texinfo_page(lines):
    """The content is between the first rule and the last, which belong to the links; the first belongs to either side."""
    rules = [n for n, line in enumerate(lines) if line == "<hr>"]
    if len(rules) < 2 or lines[rules[-1] + 1] != '<div class="header">':
        return None
    return f"{rules[0]};{rules[0] + 1}", rules[-1] + 1


def vim_help(lines):
    filled = [n for n, line in enumerate(lines) if not is_blank(line)]
    if not re.search(r"(^|\s)vim?:.*:", lines[filled[-1]]):
        return "", 0
    starts = filled[-1:]
    while not re.search(r"\w", lines[filled[-1 - len(starts)]]):
        starts.append(filled[-1 - len(starts)])
    return "", ";".join(str(n + 1) for n in reversed(starts))


# Name, glob below the trees, labels.
TABLE = [
    ("python-nova", "python3-nova/**/*.py", headers_without_epilogue(PYTHON)),
    ("python-neutron", "python3-neutron/**/*.py", headers_without_epilogue(PYTHON)),
    ("python-ansible", "ansible-core/**/*.py", headers_without_epilogue(PYTHON)),
    ("python-twisted", "python3-twisted/**/*.py", headers_without_epilogue(PYTHON)),
    ("python-samba", "python3-samba/**/*.py", headers_without_epilogue(PYTHON)),
    ("python-sqlalchemy", "python3-sqlalchemy/**/*.py", headers_without_epilogue(PYTHON)),
    ("python-calibre", "calibre/**/*.py", headers_without_epilogue(PYTHON)),
    ("python-none", "python3-sympy/**/*.py", headers_without_epilogue(PYTHON)),
    ("java-jdk", "jdk/**/*.java", headers_without_epilogue(C)),
    ("java-commons", "src-commons-math3/**/*.java", headers_without_epilogue(C)),
    ("java-react", "npm-react-native*/**/*.java", headers_without_epilogue(C)),
    ("java-tomcat", "src-tomcat10/**/*.java", headers_without_epilogue(C)),
    ("c-gtk", "lib*-dev/usr/include/g*/**/*.h", headers_without_epilogue(C)),
    ("c-llvm", "llvm-14-dev/**/*.h", headers_without_epilogue(C)),
    ("c-boost", "libboost1.74-dev/**/*.hpp", headers_without_epilogue(C)),
    ("c-vtk", "libvtk9-dev/**/*.h", headers_without_epilogue(C)),
    ("c-qt", "qtbase5-dev/**/*.h", headers_without_epilogue(C)),
    ("c-postgres", "postgresql-server-dev-15/**/*.h", headers_without_epilogue(C)),
    ("c-coreutils", "src-coreutils/**/*.[ch]", headers_without_epilogue(C)),
    ("c-libguestfs", "src-libguestfs/**/*.[ch]", headers_without_epilogue(C)),
    ("c-linux", "linux-headers-6.1.0-50-common/**/*.h", headers_without_epilogue(C)),
    ("c-eigen", "libeigen3-dev/**/*", headers_without_epilogue(C)),
    ("c-ns3", "libns3-dev/**/*.h", headers_without_epilogue(C)),
    ("c-wx", "wx3.2-headers/**/*.h", headers_without_epilogue(C)),
    ("c-opencv", "libopencv-core-dev/**/*.h*", headers_without_epilogue(C)),
    ("c-pcl", "libpcl-dev/**/*.h*", headers_without_epilogue(C)),
    ("csharp-keepass", "src-keepass2/**/*.cs", headers_without_epilogue(C)),
    ("idl-office", "libreoffice-dev-common/**/*.idl", headers_without_epilogue(C)),
    ("rust-crates", "cargo/**/*.rs", headers_without_epilogue(RUST)),
    ("rust-arrow", "cargo-datafusion/vendor/**/*.rs", headers_without_epilogue(RUST)),
    ("perl-rt", "request-tracker5/**/*.pm", headers_without_epilogue(HASH)),
    ("perl-bio", "libbio-perl-perl/**/*.pm", bioperl),
    ("shell-coreutils", "src-coreutils/**/*.sh", headers_without_epilogue(HASH)),
    ("shell-mixed", "{rear,src-libguestfs,dracut-core,fai-client,git-doc}/**/*.sh", headers_without_epilogue(HASH)),
    ("ruby-redmine", "{redmine,vagrant}/**/*.rb", headers_without_epilogue(HASH)),
    ("lua-prosody", "prosody/**/*.lua", headers_without_epilogue(ADA)),
    ("lua-awesome", "awesome/**/*.lua", headers_without_epilogue(ADA)),
    ("haskell-pandoc", "src-pandoc/**/*.hs", headers_without_epilogue(HASKELL)),
    ("fortran-elpa", "src-elpa/**/*.[fF]90", headers_without_epilogue(BANG)),
    ("r-base", "src-r-base/**/*.R", headers_without_epilogue(HASH)),
    ("octave", "octave-common/**/*.m", headers_without_epilogue(OCTAVE)),
    ("cmake", "cmake-data/**/*.cmake", headers_without_epilogue(HASH)),
    ("m4-archive", "autoconf-archive/**/*.m4", headers_without_epilogue(HASH)),
    ("lisp-sbcl", "sbcl-source/**/*.lisp", headers_without_epilogue(SEMI)),
    ("lisp-maxima", "maxima-src/**/*.lisp", headers_without_epilogue(SEMI)),
    ("scheme-lilypond", "lilypond-data/**/*.scm", headers_without_epilogue(SEMI)),
    ("lilypond", "lilypond-data/**/*.ly", headers_without_epilogue(PERCENT)),
    ("lisp-emacs", "emacs-el/**/*.el.gz", emacs),
    ("go-std", "golang-1.19-src/**/*.go", headers_without_epilogue(C)),
    ("go-none", "golang-github-aws*/**/*.go", headers_without_epilogue(C)),
    ("erlang", "erlang-src/**/*.erl", headers_without_epilogue(PERCENT)),
    ("ocaml", "ocaml/**/*.mli", headers_without_epilogue(ML)),
    ("ocaml-coq", "src-coq/**/*.ml", headers_without_epilogue(ML)),
    ("ada", "gnat-12/**/*.ad[sb]", headers_without_epilogue(ADA)),
    ("php-twig", "php-twig/**/*.php", headers_without_epilogue(PHP)),
    ("php-mediawiki", "mediawiki/**/*.php", headers_without_epilogue(PHP)),
    ("php-roundcube", "roundcube-core/**/*.php", headers_without_epilogue(PHP)),
    ("php-horde", "php-horde-core/**/*.php", headers_without_epilogue(PHP)),
    ("js-closure", "npm-google-closure*/**/*.js", headers_without_epilogue(C)),
    ("js-yui", "npm-yui*/**/*.js", headers_without_epilogue(C)),
    ("js-none", "npm-three*/**/*.js", headers_without_epilogue(C)),
    ("js-azure", "npm-azure-storage-blob/**/*.js", headers_without_epilogue(C)),
    ("ts-none", "npm-azure-storage-blob/**/*.ts", headers_without_epilogue(C)),
    ("ts-effect", "npm-effect/**/*.ts", headers_without_epilogue(C)),
    ("ts-rxjs", "npm-rxjs/**/*.ts", headers_without_epilogue(C)),
    ("ts-zod", "npm-zod/**/*.ts", headers_without_epilogue(C)),
    ("ts-fp", "npm-fp-ts/**/*.ts", headers_without_epilogue(C)),
    ("ts-ajv", "npm-ajv/**/*.ts", headers_without_epilogue(C)),
    ("ts-typeorm", "npm-typeorm/**/*.ts", headers_without_epilogue(C)),
    ("ts-angular", "npm-angular-common/**/*.ts", headers_without_epilogue(C)),
    ("ts-firebase", "npm-firebase-firestore/**/*.ts", headers_without_epilogue(C)),
    ("ts-tensorflow", "npm-tensorflow-tfjs-core/**/*.ts", headers_without_epilogue(C)),
    ("proto-google", "npm-google-proto-files/**/*.proto", headers_without_epilogue(C)),
    ("kotlin", "src-kotlin/**/*.kt", headers_without_epilogue(C)),
    ("scala", "src-scala/**/*.scala", headers_without_epilogue(C)),
    ("vala", "src-vala/**/*.vala", headers_without_epilogue(C)),
    ("assembler-glibc", "src-glibc/**/*.S", headers_without_epilogue(C)),
    ("verilog-yosys", "src-yosys/**/*.v", headers_without_epilogue(C)),
    ("vhdl-ghdl", "src-ghdl/**/*.vhd*", headers_without_epilogue(ADA)),
    ("sql-postgis", "src-postgis/**/*.sql*", headers_without_epilogue(SQL)),
    ("pascal", "fpc-source-3.2.2/**/*.p[ap]*", headers_without_epilogue(PASCAL)),
    ("prolog", "src-swi-prolog/**/*.pl", headers_without_epilogue(PROLOG)),
    ("nim", "nim/**/*.nim", headers_without_epilogue(NIM)),
    ("elixir-none", "src-elixir-lang/**/*.ex*", headers_without_epilogue(HASH)),
    ("meson", "src-systemd/**/meson.build", headers_without_epilogue(HASH)),
    ("xml-systemd", "src-systemd/**/*.xml", headers_without_epilogue(XML)),
    ("rst-kernel", "linux-doc-6.1/**/*.rst*", headers_without_epilogue(REST)),
    ("d-phobos", "libphobos2-ldc-shared-dev/**/*.d", headers_without_epilogue(D)),
    ("forth", "gforth-common/**/*.fs", headers_without_epilogue(FORTH)),
    ("forth-pforth", "src-pforth/**/*.fth", headers_without_epilogue(FORTH)),
    ("povray", "povray-includes/**/*.inc", headers_without_epilogue(C)),
    ("perl-lintian", "lintian/**/*.pm", headers_without_epilogue(HASH)),
    ("tags-lintian", "lintian/**/*.tag", text),
    ("vim", "vim-runtime/**/*.vim", headers_without_epilogue(VIM)),
    ("vim-ale", "vim-ale/**/*.vim", headers_without_epilogue(VIM)),
    ("vim-neovim", "neovim-runtime/**/*.vim", headers_without_epilogue(VIM)),
    ("vim-scripts", "vim-scripts/**/*.vim", headers_without_epilogue(VIM)),
    ("vim-syntastic", "vim-syntastic/**/*.vim", headers_without_epilogue(VIM)),
    ("vim-latexsuite", "vim-latexsuite/**/*.vim", headers_without_epilogue(VIM)),
    ("vim-airline", "vim-airline/**/*.vim", headers_without_epilogue(VIM)),
    ("vim-airline-themes", "vim-airline-themes/**/*.vim", headers_without_epilogue(VIM)),
    ("vim-help", "vim-runtime/**/*.txt", vim_help),
    ("scheme-guile", "guile-3.0-libs/**/*.scm", emacs),
    ("tcl", "tcllib/**/*.tcl", headers_without_epilogue(HASH)),
    ("scilab", "scilab-data/**/*.sci", headers_without_epilogue(C)),
    ("tex-pgf", "texlive-pictures/**/*.tex", headers_without_epilogue(PERCENT)),
    ("tex", "texlive-latex-*/**/*.sty", tex),
    ("man-linux", "{manpages/usr/share/man/man*,manpages-dev/usr/share/man/man*}/**/*.gz", roff),
    ("man-tcl", "tcl8.6-doc/usr/share/man/**/*.gz", roff),
    ("man-de", "manpages-de/usr/share/man/de/**/*.gz", roff),
    ("man-ja", "manpages-ja/usr/share/man/ja/**/*.gz", roff),
    ("man-fr", "{manpages-fr,manpages-fr-dev}/usr/share/man/fr/**/*.gz", roff),
    ("man-ru", "{manpages-ru,manpages-ru-dev}/usr/share/man/ru/**/*.gz", roff),
    ("man-zh", "manpages-zh/usr/share/man/zh_CN/**/*.gz", roff),
    ("man-zh-tw", "manpages-zh/usr/share/man/zh_TW/**/*.gz", roff),
    ("man-ja-dev", "manpages-ja-dev/usr/share/man/ja/**/*.gz", roff),
    ("man-notice-de", "manpages-de/usr/share/man/**/*.gz", translated),
    ("man-notice-fr", "manpages-fr/usr/share/man/**/*.gz", translated),
    ("man-notice-es", "manpages-es/usr/share/man/**/*.gz", translated),
    ("man-notice-pl", "manpages-pl/usr/share/man/**/*.gz", translated),
    ("man-notice-it", "manpages-it/usr/share/man/**/*.gz", translated),
    ("man-notice-nl", "manpages-nl/usr/share/man/**/*.gz", translated),
    ("man-notice-cs", "manpages-cs/usr/share/man/**/*.gz", translated),
    ("man-notice-da", "manpages-da/usr/share/man/**/*.gz", translated),
    ("man-notice-hu", "manpages-hu/usr/share/man/**/*.gz", translated),
    ("man-notice-uk", "manpages-uk/usr/share/man/**/*.gz", translated),
    ("man-notice-pt-br", "manpages-pt-br/usr/share/man/**/*.gz", translated),
    ("man-bsd", "freebsd-manpages/usr/share/man/**/*.gz", roff),
    ("man-x11", "libx11-doc/usr/share/man/**/*.gz", roff),
    ("man-git", "git-man/usr/share/man/**/*.gz", docbook),
    ("man-systemd", "systemd/usr/share/man/**/*.gz", docbook),
    ("man-help2man", "coreutils/usr/share/man/**/*.gz", roff),
    ("man-erlang", "erlang-manpages/usr/share/man/**/*.gz", roff),
    ("man-pod", "{perl-doc,libssl-doc,libdist-zilla-perl}/**/*.[13]*.gz", pod2man),
    ("man-docutils", "{calibre,borgbackup,cmake-data}/usr/share/man/**/*.gz", docutils),
    ("man-scdoc", "{sway,foot,aerc,scdoc,ruby-bundler}/usr/share/man/**/*.gz", roff),
    ("info", "{gcc-12-doc,gdb-doc,make-doc,glibc-doc-reference,emacs-common-non-dfsg,gawk-doc,bison-doc,autoconf-doc}/**/*.info*.gz", info),
    ("po", "{src-coreutils,src-glibc,src-libguestfs,src-postgis,src-r-base,src-systemd}/**/*.po", catalogue),
    ("rfc-2000s", "doc-rfc-std-proposed/**/rfc[34]*.txt.gz", rfc),
    ("rfc-informational", "doc-rfc-informational/**/rfc[2345]*.txt.gz", rfc),
    ("rfc-experimental", "doc-rfc-experimental/**/rfc[34567]*.txt.gz", rfc),
    ("rfc-misc", "doc-rfc-misc/**/rfc[2345678]*.txt.gz", rfc),
    ("rfc-old", "doc-rfc-old-std/**/rfc1*.txt.gz", rfc),
    ("changelog-debian", "*/usr/share/doc/**/changelog.Debian*.gz", changelog),
    ("changelog-upstream", "*/usr/share/doc/**/changelog.gz", changelog),
    ("git-manual", "git-doc/**/git*.txt", git_manual),
    ("rst-python", "python3.11-doc/**/*.rst.txt", text),
    ("pod-perl", "{perl-doc,request-tracker5,libbio-perl-perl}/**/*.pod", pod),
    ("readme-crates", "{cargo,cargo-datafusion/vendor}/**/README.md", readme),
    ("html-sphinx", "python-django-doc/**/*.html", SPHINX),
    ("html-gtkdoc", "libgtk-3-doc/**/*.html", GTK_DOC),
    ("html-doxygen", "libeigen3-doc/**/*.html", DOXYGEN),
    ("html-javadoc", "openjdk-17-doc/**/*.html", JAVADOC),
    ("html-texinfo", "octave-doc/**/*.html", texinfo_page),
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
            if len(lines) < 12 or len(text) > 2_000_000 or "\0" in text or digest in seen:
                continue
            seen.add(digest)
            file = os.path.basename(path).removesuffix(".gz")
            documents.append((f"{len(documents):04}-{file}", text, label(lines)))
            if len(documents) == MOST:
                break
        write(out, name, documents)
    made(out)


def made(out):
    """The libraries of made_libraries.py."""
    for at, (name, source, is_wide, template) in enumerate(made_libraries.TABLE):
        files = os.path.join(out, source, "files")
        if not os.path.isdir(files):
            print(f"not made: {name}, for lack of {source}", file=sys.stderr)
            continue
        sentences = made_libraries.sentences_of(read(os.path.join(files, file)) for file in sorted(os.listdir(files)))
        if is_wide:
            sentences = made_libraries.wide(sentences)
        draw = made_libraries.Draw(7 + at)
        documents = ((f"{number:04}.txt", *template(draw, sentences)) for number in range(MOST))
        write(out, name, list(documents))


PACKAGES = """python3-nova python3-neutron ansible-core python3-twisted python3-samba python3-sympy openjdk-17-source
libglib2.0-dev libgtk-3-dev llvm-14-dev libboost1.74-dev libvtk9-dev qtbase5-dev postgresql-server-dev-15
libreoffice-dev-common libbio-perl-perl rear dracut-core fai-client git-doc emacs-el golang-1.19-src
golang-github-aws-aws-sdk-go-dev erlang-src ocaml gnat-12 php-twig tcllib scilab-data texlive-latex-base
texlive-latex-recommended texlive-latex-extra manpages manpages-dev tcl8.6-doc manpages-de manpages-ja manpages-ja-dev manpages-es
manpages-pl manpages-it manpages-nl manpages-cs manpages-da manpages-hu manpages-uk manpages-pt-br perl-doc libssl-doc
libdist-zilla-perl doc-rfc-std-proposed doc-rfc-informational doc-rfc-old-std
python3-sqlalchemy calibre linux-headers-6.1.0-50-common libeigen3-dev libns3-dev wx3.2-headers
libopencv-core-dev libpcl-dev request-tracker5 redmine vagrant prosody awesome octave-common cmake-data autoconf-archive
sbcl-source maxima-src lilypond-data mediawiki roundcube-core php-horde-core texlive-pictures manpages-fr manpages-fr-dev
manpages-ru manpages-ru-dev manpages-zh freebsd-manpages libx11-doc git-man systemd coreutils erlang-manpages
doc-rfc-experimental doc-rfc-misc python3.11-doc python-django-doc libgtk-3-doc libeigen3-doc openjdk-17-doc
fpc-source-3.2.2 nim linux-doc-6.1 borgbackup sway foot aerc scdoc ruby-bundler gcc-12-doc gdb-doc make-doc
glibc-doc-reference emacs-common-non-dfsg gawk-doc bison-doc autoconf-doc
libphobos2-ldc-shared-dev guile-3.0-libs gforth-common povray-includes lintian vim-runtime octave-doc
vim-ale neovim-runtime vim-scripts vim-syntastic vim-latexsuite vim-airline vim-airline-themes""".split()
SOURCES = """coreutils libguestfs commons-math3 tomcat10 keepass2 pandoc elpa r-base coq kotlin scala vala glibc yosys ghdl
postgis swi-prolog elixir-lang systemd pforth""".split()
NPM = ["google-closure-library", "react-native", "yui", "three", "@azure/storage-blob", "google-proto-files", "effect", "rxjs", "zod",
       "fp-ts", "ajv", "typeorm", "@angular/common", "@firebase/firestore", "@tensorflow/tfjs-core"]


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
        script = 'apt-get -q source --download-only "$1"; mkdir "src-$1"; for one in "$1"_*.orig.tar.?z; do tar xf "$one" -C "src-$1"; done; rm "$1"_*'
        if not os.path.exists(os.path.join(trees, "src-" + name)) and not shell(script, name):
            print(f"not there: the source of {name}", file=sys.stderr)
    for name in NPM:
        script = 'file=$(npm pack --silent "$1"); mkdir "$2"; tar xzf "$file" -C "$2"; rm "$file"'
        folder = "npm-" + name.removeprefix("@").replace("/", "-")
        if not glob.glob(os.path.join(trees, folder + "*")) and not shell(script, name, folder):
            print(f"not there: {name} of npm", file=sys.stderr)
    if not os.path.exists(os.path.join(trees, "cargo-datafusion")):
        shell('mkdir cargo-datafusion; cd cargo-datafusion; cargo init -q --name d .; cargo add -q datafusion; cargo vendor -q vendor >/dev/null')
    if not os.path.exists(os.path.join(trees, "cargo")):
        shell('mkdir cargo; cp -r "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/* cargo/')


if __name__ == "__main__":
    fetch(sys.argv[1])
    collect(sys.argv[1], sys.argv[2])
