"""Fits the models of htmlblocks --method best: gradient-boosted oblivious trees (CatBoost), written as text that best/model.rs reads.

    cargo lab train-htmlblocks SETS --what examples    what this reads
    python3 fit.py folds EXAMPLES                      five folds by host: figures by set and by kind, what limits them, and their models
    python3 fit.py sets EXAMPLES                       each of the sets without kinds of pages left out
    python3 fit.py fit EXAMPLES MODEL

Needs numpy and catboost.
"""
import sys
import time
import zlib

import numpy as np
from catboost import CatBoost, Pool

FOLDS = 5
KINDS = ["article", "collection", "documentation", "forum", "listing", "product", "service"]
# Blocks of a page that are learnt from, at most; the others are counted by weight.
BLOCKS = 120
TREES = dict(iterations=600, depth=4, learning_rate=0.09, l2_leaf_reg=8, rsm=0.15, border_count=32,
             bootstrap_type="MVS", subsample=0.4)
KIND_TREES = dict(iterations=50, depth=3, learning_rate=0.14, l2_leaf_reg=6, rsm=0.3, border_count=24,
                  bootstrap_type="Bernoulli", subsample=0.7)
# The weight of a set without kinds, relative to a kind.
OLD = 0.5
# Sets without kinds whose pages are single texts. Models of kinds that have not seen them take pages without JSON-LD for lists.
TEXTS = ["dragnet", "scrapinghub"]
# The weight of recall, relative to precision, when blocks are chosen.
RECALL = 0.8
# Blocks with less than this share of the highest probability of their page are not chosen.
LEAST = 0.25


class Examples:
    def __init__(self, place):
        with open(f"{place}/names.txt") as file:
            self.names = file.read().split()
        with open(f"{place}/pages.tsv") as file:
            rows = [line.rstrip("\n").split("\t") for line in file][1:]
        self.set, self.kind, self.host, self.path = (np.array(column) for column in list(zip(*rows))[:4])
        self.main = np.array([int(row[4]) for row in rows])
        info = np.fromfile(f"{place}/blocks.u32", dtype="<u4").reshape(-1, 4)
        self.page, self.chars, self.words, self.right = info.T.astype(np.int64)
        pages = len(rows)
        self.of_page = np.fromfile(f"{place}/pages.f32", dtype="<f4").reshape(pages, -1)
        self.of_block = np.fromfile(f"{place}/blocks.f32", dtype="<f4").reshape(len(info), -1)
        self.starts = np.searchsorted(self.page, np.arange(pages + 1))
        # Pages of one host, or that have none known, fall into a fold by its name, or theirs.
        site = [".".join(host.split(".")[-2:]) or path for host, path in zip(self.host, self.path)]
        self.fold = np.array([zlib.crc32(name.encode()) % FOLDS for name in site])
        # Kinds count the same, and sets without kinds do.
        self.group = np.where(self.kind != "", self.kind, self.set)
        self.weight = np.zeros(pages)
        for group in np.unique(self.group):
            here = self.group == group
            self.weight[here] = (1.0 if group in KINDS else OLD) / here.sum()

    def sample(self, pages):
        """Blocks to learn from, and how many each stands for."""
        random = np.random.default_rng(1)
        blocks, times = [], []
        for page in pages:
            start, end = self.starts[page : page + 2]
            if end - start <= BLOCKS:
                blocks.append(np.arange(start, end))
                times.append(np.ones(end - start))
            else:
                # Long blocks are always learnt from; of short ones some, by their words.
                size = self.words[start:end] + 3.0
                low, high = 0.0, 1.0
                while np.minimum(high * size, 1).sum() < BLOCKS:
                    high *= 2
                for _ in range(30):
                    middle = (low + high) / 2
                    low, high = (middle, high) if np.minimum(middle * size, 1).sum() < BLOCKS else (low, middle)
                chance = np.minimum(high * size, 1)
                taken = np.flatnonzero(random.random(end - start) < chance)
                blocks.append(start + taken)
                times.append(1 / chance[taken])
        return np.concatenate(blocks), np.concatenate(times)

    def rows(self, blocks, kinds):
        page = self.page[blocks]
        return np.concatenate([self.of_block[blocks], self.of_page[page], kinds[page]], axis=1)


def fit(rows, labels, weights, trees, seed=7):
    model = CatBoost(dict(trees, loss_function="CrossEntropy", random_seed=seed, thread_count=2, verbose=False,
                          allow_writing_files=False))
    model.fit(Pool(rows, labels, weight=weights / weights.mean()))
    return model


def odds(model, rows):
    return model.predict(rows, prediction_type="RawFormulaVal")


def fit_kinds(examples, pages):
    pages = pages[examples.kind[pages] != ""]
    weights = examples.weight[pages]
    return [fit(examples.of_page[pages], (examples.kind[pages] == kind).astype(float), weights, KIND_TREES) for kind in KINDS]


def fit_text(examples, pages):
    """Whether a page is an article, also from the sets of texts. The main model keeps the kinds of the sets that have kinds: with these
    pages among them it finds less of lists."""
    texts = np.isin(examples.set, TEXTS)
    pages = pages[(examples.kind[pages] != "") | texts[pages]]
    labels = texts[pages] | (examples.kind[pages] == "article")
    return fit(examples.of_page[pages], labels.astype(float), examples.weight[pages], KIND_TREES)


def kinds_of(examples, models, pages):
    each = np.stack([1 / (1 + np.exp(-odds(model, examples.of_page[pages]))) for model in models], axis=1)
    return each / each.sum(axis=1, keepdims=True)


def crossed_kinds(examples, pages):
    """Kinds of pages by models that did not learn from pages of the same host."""
    kinds = np.zeros((len(examples.set), len(KINDS)), dtype=np.float32)
    for fold in np.unique(examples.fold[pages]):
        rest, here = pages[examples.fold[pages] != fold], pages[examples.fold[pages] == fold]
        kinds[here] = kinds_of(examples, fit_kinds(examples, rest), here)
    return kinds


def fit_blocks(examples, pages, kinds):
    blocks, times = examples.sample(pages)
    page = examples.page[blocks]
    words = np.maximum(examples.words[blocks], 1)
    labels = examples.right[blocks] / words
    weights = np.minimum(words / (examples.main[page] + 100), 1) * times * examples.weight[page]
    return fit(examples.rows(blocks, kinds), labels, weights, TREES)


def choose(likely, sizes, recall=RECALL):
    """The blocks with the largest expected sum of precision and recall."""
    order = np.argsort(-likely, kind="stable")
    common, found = np.cumsum((likely * sizes)[order]), np.cumsum(sizes[order])
    if not len(order):
        return order
    both = (common / found + recall * common / common[-1])[: max(1, (likely >= LEAST * likely.max()).sum())]
    return order[: 1 + np.argmax(both)]


def judge(examples, page, likely, recall=RECALL):
    start, end = examples.starts[page : page + 2]
    kept = choose(likely, np.maximum(examples.chars[start:end], 1).astype(float), recall)
    words, right = examples.words[start:end][kept].sum(), examples.right[start:end][kept].sum()
    return right, words


def report(examples, pages, likely, recall=RECALL, out=True):
    lines = {}
    for page in pages:
        right, words = judge(examples, page, likely[page], recall)
        main = examples.main[page]
        f1 = 2 * right / (words + main) if words + main else 1.0
        lines.setdefault(examples.group[page], []).append((f1, right / words if words else np.nan, right / main if main else np.nan))
    macro = []
    for group, values in sorted(lines.items()):
        f1, precision, recalled = np.nanmean(np.array(values), axis=0)
        both = 2 * precision * recalled / (precision + recalled)
        if group in KINDS:
            macro.append(f1)
        if out:
            print(f"{group:<16} {len(values):>5} pages  mean F1 {f1:.4f}  F1 of means {both:.4f}  precision {precision:.3f} recall {recalled:.3f}")
    if macro and out:
        print(f"macro over kinds {np.mean(macro):.4f}", flush=True)
    return np.mean(macro) if macro else 0


def f1(right, words, main):
    return 2 * right / (words + main) if words + main else 1.0


def limits(examples, pages, likely):
    """What choices that know the main text would reach, by kind: of any blocks, of the most probable ones up to a threshold of the page,
    of one range of blocks. Pages without main text count 0 where there are words, as no choice is empty."""
    means = {}
    for page in pages:
        blocks = slice(*examples.starts[page : page + 2])
        right, words, main = examples.right[blocks], examples.words[blocks], examples.main[page]
        values = [f1(*judge(examples, page, likely[page]), main)]
        for order in (np.argsort(-right / np.maximum(words, 1), kind="stable"), np.argsort(-likely[page], kind="stable")):
            values.append(max(map(f1, np.cumsum(right[order]), np.cumsum(words[order]), [main] * len(order)), default=values[0]))
        right, words = (np.concatenate([[0], np.cumsum(each)]) for each in (right, words))
        ranges = [2 * (right[end] - right[:end]).astype(float) / np.maximum(words[end] - words[:end] + main, 1) for end in range(1, len(right))]
        values.append(max((each.max() for each in ranges), default=values[0]))
        means.setdefault(examples.group[page], []).append((*values, main == 0))
    print(f"{'mean F1 of':<16}   chosen      any     most    range  pages without main text")
    macro = []
    for kind in KINDS:
        values = np.array(means[kind])
        without = values[:, -1] == 1
        macro.append((*values[:, :-1].mean(axis=0), values[~without, 0].mean()))
        print(f"{kind:<16} " + " ".join(f"{value:>8.3f}" for value in macro[-1][:-1]) + f" {without.sum():>6}")
    macro = np.mean(macro, axis=0)
    print(f"{'macro':<16} " + " ".join(f"{value:>8.3f}" for value in macro[:-1]))
    print(f"macro of what is chosen on pages with main text {macro[-1]:.3f}", flush=True)


def held_out(examples, learn, test, label, path=None):
    start = time.process_time()
    kinds = crossed_kinds(examples, learn)
    models = fit_kinds(examples, learn)
    kinds[test] = kinds_of(examples, models, test)
    model = fit_blocks(examples, learn, kinds)
    if path:
        write_models(examples, models, model, kinds, learn, path)
    likely = {}
    for page in test:
        blocks = np.arange(*examples.starts[page : page + 2])
        likely[page] = 1 / (1 + np.exp(-odds(model, examples.rows(blocks, kinds)))) if len(blocks) else np.zeros(0)
    named = test[examples.kind[test] != ""]
    right = np.mean(np.array(KINDS)[kinds[named].argmax(axis=1)] == examples.kind[named]) if len(named) else np.nan
    print(f"{label}: {len(test)} pages, kind right {right:.3f}, {time.process_time() - start:.0f} CPU s", flush=True)
    return likely, kinds


def folds(examples, place):
    """Also writes the model of each fold, and which pages are in it, for `cargo lab eval html`."""
    every = np.arange(len(examples.set))
    with open(f"{place}/folds.tsv", "w") as file:
        file.writelines(f"{path}\t{fold}\n" for path, fold in zip(examples.path, examples.fold))
    likely, kinds = {}, np.zeros((len(every), len(KINDS)), dtype=np.float32)
    for fold in range(FOLDS):
        test = every[examples.fold == fold]
        found, of = held_out(examples, every[examples.fold != fold], test, f"fold {fold}", f"{place}/fold-{fold}.txt")
        likely.update(found)
        kinds[test] = of[test]
        report(examples, test, likely)
    report(examples, every, likely)
    named = every[examples.kind != ""]
    limits(examples, named, likely)
    guess = np.array(KINDS)[kinds[named].argmax(axis=1)]
    for kind in KINDS:
        here = guess[examples.kind[named] == kind]
        print(f"{kind:<16} taken for", ", ".join(f"{other} {np.mean(here == other):.2f}" for other in KINDS if np.any(here == other)))


def sets(examples, _):
    every = np.arange(len(examples.set))
    for name in np.unique(examples.set[examples.kind == ""]):
        test = every[examples.set == name]
        likely, _ = held_out(examples, every[examples.set != name], test, f"without {name}")
        report(examples, test, likely)


def trees_of(model, base_name, used, names, file_lines):
    import json, os, tempfile
    path = tempfile.mktemp(suffix=".json")
    model.save_model(path, format="json")
    with open(path) as file:
        data = json.load(file)
    os.unlink(path)
    scale, bias = data["scale_and_bias"]
    bias = bias[0] if isinstance(bias, list) else bias
    index = {number: feature.get("feature_index", number) for number, feature in enumerate(data["features_info"]["float_features"])}
    file_lines.append(f"model {base_name} {bias:.6g}")
    for tree in data["oblivious_trees"]:
        splits = tree["splits"] or []
        questions = [f"{used(names[index[split['float_feature_index']]])}>{split['border']:.6g}" for split in splits]
        leaves = [str(round(1000 * scale * value)) for value in tree["leaf_values"]]
        file_lines.append(" ".join(questions) + " ; " + " ".join(leaves))


def write_models(examples, models, main, kinds, pages, path):
    known = {}
    lines = []
    used = lambda name: known.setdefault(name, len(known))
    of_block = examples.of_block.shape[1]
    for name, model in zip(KINDS + ["text"], [*models, fit_text(examples, pages)]):
        trees_of(model, name, used, examples.names[of_block:], lines)
    blocks, _ = examples.sample(pages)
    names = examples.names + [f"PageKind.{kind.capitalize()}" for kind in KINDS]
    trees_of(main, "main", used, names, lines)
    typical = dict(zip(names, np.median(examples.rows(blocks, kinds), axis=0)))
    with open(path, "w") as file:
        file.writelines(f"feature {name} {typical[name]:.4g}\n" for name in known)
        file.writelines(line + "\n" for line in lines)


def write(examples, _, path):
    every = np.arange(len(examples.set))
    kinds = crossed_kinds(examples, every)
    write_models(examples, fit_kinds(examples, every), fit_blocks(examples, every, kinds), kinds, every, path)


if __name__ == "__main__":
    what, place, *rest = sys.argv[1:]
    {"folds": folds, "sets": sets, "fit": write}[what](Examples(place), place, *rest)
