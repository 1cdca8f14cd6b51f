"""Runs a tool for web pages: the paths of pages come in, a JSON object for each goes out, its CPU seconds to stderr."""
import importlib
import json
import sys
import time


# The fields of a page besides its text.
FIELDS = ["title", "author", "date"]


def decoded(path):
    with open(path, "rb") as file:
        page = file.read()
    try:
        return page.decode("utf-8-sig")
    except UnicodeDecodeError:
        return page.decode("windows-1252", "replace")


def main():
    tool, wordlist = sys.argv[1:]
    try:
        module = importlib.import_module(tool)
    except ImportError:
        sys.exit(f"{tool} is not installed")
    if tool == "justext":
        words = module.get_stoplist("English")
        with open(wordlist, "w") as file:
            file.writelines(word + "\n" for word in sorted(words))

        def answer(page):
            blocks = module.justext(page, words)
            text = "\n".join(block.text for block in blocks if not block.is_boilerplate)
            return {"text": text, "blocks": [[block.class_type, block.text] for block in blocks]}

    elif tool == "trafilatura":
        metadata = importlib.import_module("trafilatura.metadata").extract_metadata

        def answer(page):
            found = metadata(page)
            said = {name: getattr(found, name, None) or "" for name in FIELDS}
            return {"text": module.extract(page, include_comments=False) or "", **said}

    elif tool == "rs_trafilatura":

        def answer(page):
            found = module.extract(page)
            said = {name: getattr(found, name, None) or "" for name in FIELDS}
            said["date"] = str(said["date"])[:10]
            return {"text": found.main_content or "", **said}

    elif tool == "readability":
        from lxml import html

        def answer(page):
            document = module.Document(page)
            text = html.fromstring(document.summary()).text_content()
            return {"text": text, "title": document.short_title() or ""}

    else:
        extract = importlib.import_module(tool + ".extract.html2text").extract_plain_text

        def answer(page):
            return {"text": extract(page, main_content=True, alt_texts=False, links=False, comments=False, list_bullets=False)}

    spent = 0.0
    for path in sys.stdin.read().splitlines():
        page = decoded(path)
        start = time.process_time()
        try:
            found = answer(page)
        except Exception as error:  # A page that a tool fails on counts as one without text.
            found = {"text": "", "error": str(error)}
        spent += time.process_time() - start
        print(json.dumps({"doc": path, **found}))
    print(spent, file=sys.stderr)


main()
