"""python_calls.py FOLDER [FILES]: the CPU time of a call of trommel_tools and of other packages, on the same files, in one process.

FOLDER holds HTML pages. Each function is called with each of the first FILES (300) pages, in turns, three times; the table has the median
of the CPU milliseconds a call, and the ratio to trommel_tools. Packages that are not installed are left out with a note. The functions that
take text get the main content of the pages.
"""

import importlib
import pathlib
import statistics
import sys
import time

import trommel_tools

ROUNDS = 3


def peer(module, function):
    """A function of a package, or None if it is not installed."""
    try:
        return getattr(importlib.import_module(module), function)
    except ImportError as error:
        print(f"{module} is left out: {error}", file=sys.stderr)
        return None


def rows(pages, html, texts):
    """A name, a function and its arguments, by what is done; the first of each is ours."""

    def batch(threads):
        return lambda values: list(trommel_tools.extract_many(values, threads=threads))

    resiliparse = peer("resiliparse.extract.html2text", "extract_plain_text")
    return {
        "encoding": [
            ("trommel_tools.detect", trommel_tools.detect, pages),
            ("chardet.detect", peer("chardet", "detect"), pages),
            ("charset_normalizer.from_bytes", peer("charset_normalizer", "from_bytes"), pages),
            ("resiliparse detect_encoding", peer("resiliparse.parse.encoding", "detect_encoding"), pages),
        ],
        "main content": [
            ("trommel_tools.extract", trommel_tools.extract, html),
            ("trommel_tools.extract_many, threads=1", batch(1), [html]),
            ("trommel_tools.extract_many, threads=2", batch(2), [html]),
            ("resiliparse extract_plain_text", resiliparse and (lambda page: resiliparse(page, main_content=True)), html),
            ("trafilatura.extract", peer("trafilatura", "extract"), html),
        ],
        "language": [
            ("trommel_tools.identify", trommel_tools.identify, texts),
            ("py3langid.classify", peer("py3langid", "classify"), texts),
        ],
    }


def cpu(function, arguments):
    """CPU seconds of this process, its threads included."""
    start = time.process_time()
    for argument in arguments:
        function(argument)
    return time.process_time() - start


def main(folder, count=300):
    files = sorted(pathlib.Path(folder).rglob("*.html"))[: int(count)]
    pages = [file.read_bytes() for file in files]
    decoded = trommel_tools.decode_many(pages, errors="return")
    html = [found.text for found in decoded if not isinstance(found, Exception)]
    texts = [trommel_tools.extract(page).text for page in html]
    print(f"{len(pages)} pages, {sum(map(len, pages)) / len(pages) / 1000:.1f} kB on average; CPU ms a value, median of {ROUNDS} rounds\n")
    print("| | function | ms | ratio |\n|---|---|---|---|")
    for what, functions in rows(pages, html, texts).items():
        functions = [row for row in functions if row[1] is not None]
        for _, function, arguments in functions:
            cpu(function, arguments[:1])
        times = {name: [] for name, _, _ in functions}
        for _ in range(ROUNDS):
            for name, function, arguments in functions:
                times[name].append(1000 * cpu(function, arguments) / len(pages))
        first = statistics.median(times[functions[0][0]])
        for name, found in times.items():
            print(f"| {what} | {name} | {statistics.median(found):.3f} | {statistics.median(found) / first:.2f} |")


if __name__ == "__main__":
    main(*sys.argv[1:])
