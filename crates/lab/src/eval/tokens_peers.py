"""Tokens and sentences of treebanks by trommel's vertical text, NLTK and spaCy.

    tokens_peers.py raw FOLDER RECORDS        writes the text of each treebank as a document
    tokens_peers.py score FOLDER VERTICAL     prints a line a treebank: F1 of tokens and of sentences

FOLDER has CoNLL-U files named LANGUAGE_TREEBANK-....conllu, as Universal Dependencies names them. A token or sentence is right if
it begins and ends where the treebank's does; white space does not count. A word of several syntactic words is one token, unless it has an
apostrophe or a hyphen and the words are parts of it as they are written: `don't` is `do` and `n't`.
"""
import json
import pathlib
import sys
import time


def sentences(path):
    """Yields for each sentence whether a paragraph begins with it, its text, and its tokens."""
    text, tokens, new, parts = "", [], False, None
    for line in path.open(encoding="utf-8"):
        line = line.rstrip("\n")
        if line.startswith(("# newpar", "# newdoc")):
            new = True
        elif line.startswith("#"):
            continue
        elif not line:
            if parts is not None:
                tokens += joined(*parts)
            yield new, text, tokens
            text, tokens, new, parts = "", [], False, None
        else:
            columns = line.split("\t")
            number, form, space = columns[0], columns[1], "SpaceAfter=No" not in columns[9]
            if "." in number:
                continue
            if parts is not None and "-" not in number and int(number) <= parts[2]:
                parts[1].append(form)
                continue
            if parts is not None:
                tokens += joined(*parts)
                parts = None
            if "-" in number:
                parts = (form, [], int(number.split("-")[1]))
            else:
                tokens.append(form)
            text += form + (" " if space else "")


def joined(form, words, _):
    is_written = "".join(words) == form and any(sign in form for sign in "'’-")
    return words if is_written else [form]


def packed(tokens):
    return ["".join(token.split()) for token in tokens if token.strip()]


def spans(tokens):
    at, found = 0, set()
    for token in packed(tokens):
        found.add((at, at + len(token)))
        at += len(token)
    return found


def f1(gold, found):
    right = len(gold & found)
    return 2 * right / (len(gold) + len(found)) if gold or found else 1.0


def treebanks(folder):
    for path in sorted(pathlib.Path(folder).glob("*.conllu")):
        read = list(sentences(path))
        text = "".join(("\n\n" if new else "") + sentence for new, sentence, _ in read)
        yield path.name, path.name.split("_")[0], read, text


def raw(folder, records):
    with open(records, "w", encoding="utf-8") as out:
        for name, language, _, text in treebanks(folder):
            print(json.dumps({"id": name, "language": language, "text": text}, ensure_ascii=False), file=out)


def of_vertical(path):
    """The tokens and sentences of each document."""
    entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&")]
    documents, name = {}, None
    for line in open(path, encoding="utf-8"):
        line = line.rstrip("\n")
        if line.startswith("<doc "):
            name = line.split('"')[1]
            documents[name] = ([], [])
        elif line == "<s>":
            documents[name][1].append("")
        elif not line.startswith("<"):
            for entity, sign in entities:
                line = line.replace(entity, sign)
            documents[name][0].append(line)
            documents[name][1][-1] += line
    return documents


def of_nltk(language, text):
    from nltk.tokenize import NLTKWordTokenizer
    from nltk.tokenize.punkt import PunktSentenceTokenizer

    words, tokens = NLTKWordTokenizer(), []
    found = PunktSentenceTokenizer().tokenize(text)
    for sentence in found:
        tokens += [sentence[begin:end] for begin, end in words.span_tokenize(sentence)]
    return tokens, found


def of_spacy(language, text):
    import spacy

    pipeline = spacy.blank(language)
    pipeline.add_pipe("sentencizer")
    pipeline.max_length = len(text) + 1
    document = pipeline(text)
    return [token.text for token in document], [sentence.text for sentence in document.sents]


def peers():
    """The peers that are installed: names and functions."""
    found = {}
    for name, function in (("nltk", of_nltk), ("spacy", of_spacy)):
        try:
            module = __import__(name)
        except ImportError:
            print(f"{name}: not installed")
        else:
            found[f"{name} {module.__version__}"] = function
    return found


def score(folder, vertical):
    ours, others, cpu, rows = of_vertical(vertical), peers(), {}, []
    print("treebank | tokens:", " ".join(["trommel", *others]), "| sentences: the same")
    for name, language, read, text in treebanks(folder):
        gold = (spans(token for *_, tokens in read for token in tokens), spans(sentence for _, sentence, _ in read))
        row = [[f1(gold[kind], spans(ours[name][kind]))] for kind in (0, 1)]
        for peer, function in others.items():
            start = time.process_time()
            found = function(language, text)
            cpu[peer] = cpu.get(peer, 0) + time.process_time() - start
            for kind in (0, 1):
                row[kind].append(f1(gold[kind], spans(found[kind])))
        rows.append((row, name))
        print(name.removesuffix(".conllu"), *("| " + " ".join(f"{value:.4f}" for value in values) for values in row), flush=True)
    if not rows:
        return
    for kind, what in enumerate(("tokens", "sentences")):
        means = [sum(row[kind][peer] for row, _ in rows) / len(rows) for peer in range(len(others) + 1)]
        row, name = min(rows, key=lambda item: item[0][kind][0])
        print(f"{what}: mean", " ".join(f"{mean:.4f}" for mean in means), f"| worst {row[kind][0]:.4f} in {name.removesuffix('.conllu')}")
    print("CPU s:", ", ".join(f"{peer} {seconds:.2f}" for peer, seconds in cpu.items()))


if __name__ == "__main__":
    {"raw": raw, "score": score}[sys.argv[1]](*sys.argv[2:])
