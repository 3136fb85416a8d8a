#!/usr/bin/env python3
"""The three signals of the precision-medicine ranking, small enough for a desktop, on BioASQ and Cohen's topics: what each adds to words, and to words and meaning.

Needs numpy, onnx, onnxruntime, tokenizers, safetensors and scikit-learn. SETS has what `retrieval.py sets` makes; MODEL is models/cga-2 of the repository (the list of
words that say nothing is read from the sources beside it); OUT keeps vectors, 0.1 MB a text. One thread, if OMP_NUM_THREADS=1.

    signals.py sets SHARED SETS              SETS/cohen2006 (14 topics) and SETS/bioasq-develop (questions outside of the sixteenth, with its distractors)
    signals.py read SHARED SETS MODEL OUT    what the rest needs: BioASQ's two sets, 481 documents of NFCorpus, 485 with headings, what words find first of Cohen's
    signals.py learn SETS MODEL OUT          EXT: which words of a document a question would use, on NFCorpus' training questions
    signals.py score SHARED SETS MODEL OUT   what REL, EXT and ABS say of the first hundred documents of each question
    signals.py table OUT                     weights are chosen on the first 160 questions of bioasq-develop; the tables
"""

import collections
import hashlib
import itertools
import json
import math
import os
import pickle
import re
import sqlite3
import sys

import numpy as np

from retrieval import lines, rows, write

PIECES, BATCH, DEPTH = 160, 32, 100
CUTS, WIDE = (8, 16, 32), ("names", "wide")
SHORTENED = set("d ll m re s t ve".split())
WORD = re.compile(r"[^\W_]+")
FACETS = (("C", "F03"), ("A",), ("D",), ("M01",), ("E05", "V03"))  # disease, anatomy, drug or gene, population, design
DISCOUNT = 1 / np.log2(np.arange(2, 12))
DEVELOP, MEASURED = "bioasq-develop", ("bioasq-sixteenth-distractors", "cohen2006")


def key(title, text):
    return hashlib.sha1(f"{title or ''}\0{text or ''}".encode()).hexdigest()[:20]


def joined(title, text):
    """As crates/grounding reads a document."""
    title, text = (title or "").strip(), text or ""
    return text if not title or text.lstrip().startswith(title) else f"{title}\n\n{text}"


def records(path):
    return [json.loads(line) for line in lines(path)]


def by_key(docs):
    return dict(sorted((key(doc["title"], doc["text"]), joined(doc["title"], doc["text"])) for doc in docs))


def sets(shared, out):
    judged = [(topic, one, 2 if final == "1" else int(kept)) for topic, one, kept, final in rows(f"{shared}/retrieval/cohen2006/judgments.tsv")]
    pool = {one for _, one, _ in judged}
    docs = [doc for doc in records(f"{shared}/corpus/cohen2006.jsonl.gz") if doc["id"] in pool]
    write(f"{out}/cohen2006", docs, [(row[0], row[2]) for row in rows(f"{shared}/retrieval/cohen2006/topics.tsv")], judged)
    asked = [(one["id"], one["text"]) for one in records(f"{out}/bioasq/queries.jsonl") if 16 <= hashlib.sha1(one["id"].encode()).digest()[0] < 48]
    wanted = {one for one, _ in asked}
    judged = [row for row in rows(f"{out}/bioasq/qrels.tsv") if row[0] in wanted]
    answers = {document for _, document, _ in judged}
    own = [doc for doc in records(f"{out}/bioasq/docs.jsonl") if doc["id"] in answers]
    write(f"{out}/{DEVELOP}", own + records(f"{out}/bioasq-sixteenth-distractors/docs.jsonl")[-4000:], asked, judged)


def graph_of_pieces(model, path):
    """The encoder as far as the vectors of the pieces, with products of 8 bits (rounded by tensor, by the program by row): two thirds of the time."""
    import onnx
    from onnx import helper, numpy_helper
    from onnxruntime.quantization import QuantType, quantize_dynamic

    whole = onnx.load(f"{model}/model.onnx")
    made = {output: node for node in whole.graph.node for output in node.output}
    last = next(name for name in made[made["embedding"].input[0]].input if name != "spans")
    arrays = {one.name: numpy_helper.to_array(one) for one in whole.graph.initializer}
    for node in [node for node in whole.graph.node if node.op_type == "DequantizeLinear"]:
        axis, (numbers, scale) = next((one.i for one in node.attribute if one.name == "axis"), 1), (arrays[name] for name in node.input[:2])
        arrays[node.output[0]] = numbers.astype(np.float32) * scale.reshape([-1 if n == axis and scale.ndim else 1 for n in range(numbers.ndim)])
    nodes = [node for node in whole.graph.node if node.op_type != "DequantizeLinear"]
    used = {name for node in nodes for name in node.input}
    weights = [numpy_helper.from_array(np.ascontiguousarray(array), name) for name, array in arrays.items() if name in used]
    output = helper.make_tensor_value_info(last, onnx.TensorProto.FLOAT, ["batch", "tokens", 384])
    graph = helper.make_graph(nodes, "pieces", whole.graph.input, [output], weights)
    onnx.save(helper.make_model(graph, opset_imports=whole.opset_import, ir_version=whole.ir_version), f"{path}.wide")
    quantize_dynamic(f"{path}.wide", path, per_channel=True, weight_type=QuantType.QInt8, op_types_to_quantize=["MatMul"])


class Encoder:
    def __init__(self, model, out, tokenizer):
        import onnxruntime
        from safetensors.numpy import load_file

        path = f"{out}/pieces.onnx"
        if not os.path.exists(path):
            graph_of_pieces(model, path)
        self.tokenizer, self.map = tokenizer, load_file(f"{model}/finding.safetensors")["map"]
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])

    def pieces(self, texts):
        read = [one.ids for one in self.tokenizer.encode_batch(texts)]
        ids = np.zeros((len(read), max(map(len, read))), np.int64)
        for row, one in enumerate(read):
            ids[row, : len(one)] = one
        mask = (np.arange(ids.shape[1]) < np.array([[len(one)] for one in read])).astype(np.int64)
        beside = {"spans": np.zeros((len(read), 1, ids.shape[1]), np.float32), "mentions": np.zeros((len(read), 1, 186), np.float32)}
        found = self.session.run(None, {"input_ids": ids, "attention_mask": mask} | beside)[0]
        return [found[row, : len(one)] for row, one in enumerate(read)]

    def vector(self, pieces):
        found = self.map @ pieces.mean(0)
        return (found / np.linalg.norm(found)).astype(np.float32)


def read(encoder, out, name, texts, size=250):
    """Texts by key; what has been read already is left out."""
    have = {one for other in os.listdir(out) if other.endswith(".keys.json") for one in json.load(open(f"{out}/{other}"))}
    new = [one for one in texts if one not in have]
    for at in range(0, len(new), size):
        some, path, found = sorted(new[at : at + size], key=lambda one: len(texts[one])), f"{out}/{name}-{len(new)}-{at}", []
        for start in range(0, len(some), BATCH):
            found += encoder.pieces([texts[one] for one in some[start : start + BATCH]])
        np.concatenate(found).astype(np.float16).tofile(f"{path}.tokens")
        np.savez(f"{path}.npz", vectors=np.stack([encoder.vector(one) for one in found]), lengths=np.array([len(one) for one in found]))
        json.dump(some, open(f"{path}.keys.json", "w"))
        print(f"{name}: {at + len(some)} of {len(new)}", flush=True)


class Store:
    """What `read` left in OUT: for each text its vector and those of its pieces."""

    def __init__(self, out):
        self.at, self.parts = {}, []
        for name in sorted(one[: -len(".keys.json")] for one in os.listdir(out) if one.endswith(".keys.json")):
            made = np.load(f"{out}/{name}.npz")
            pieces = np.memmap(f"{out}/{name}.tokens", np.float16, "r").reshape(-1, 384)
            self.at |= {one: (len(self.parts), row) for row, one in enumerate(json.load(open(f"{out}/{name}.keys.json")))}
            self.parts.append((made["vectors"], pieces, np.concatenate([[0], np.cumsum(made["lengths"])])))

    def vector(self, one):
        part, row = self.at[one]
        return self.parts[part][0][row]

    def pieces(self, one):
        """Of length 1."""
        part, row = self.at[one]
        _, pieces, starts = self.parts[part]
        found = pieces[starts[row] : starts[row + 1]].astype(np.float32)
        return found / np.linalg.norm(found, axis=1, keepdims=True)


class Reader:
    """Words, their stems (by the tokenizer of SQLite) and pieces of texts."""

    def __init__(self, model, out):
        from tokenizers import Tokenizer

        self.tokenizer, self.store, self.stem, self.known = Tokenizer.from_file(f"{model}/tokenizer.json"), Store(out), {}, {}
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(PIECES)
        said = open(f"{model}/../../crates/library/src/store/search/plain_words.rs", encoding="utf-8").read()
        self.stop = set(re.findall(r'"([a-z]+)"', said[: said.index("const SHORTENED")]))

    def learn_stems(self, words):
        new = [word for word in set(words) if word not in self.stem]
        base = sqlite3.connect(":memory:")
        base.execute("CREATE VIRTUAL TABLE t USING fts5(text, tokenize='porter unicode61 remove_diacritics 2')")
        base.execute("CREATE VIRTUAL TABLE v USING fts5vocab(t, instance)")
        base.executemany("INSERT INTO t(rowid, text) VALUES (?, ?)", enumerate(new, 1))
        self.stem |= {word: word for word in new} | {new[row - 1]: term for term, row in base.execute("SELECT term, doc FROM v")}

    def stems(self, text):
        return [self.stem[word] for word in WORD.findall(text.lower())]

    def learn(self, texts):
        """For each text, by key, the word of each piece (-1: none), its words and their stems."""
        new = {one: text for one, text in texts.items() if one not in self.known}
        self.learn_stems(word for text in new.values() for word in WORD.findall(text.lower()))
        for (one, text), read in zip(new.items(), self.tokenizer.encode_batch(list(new.values()))):
            spans = [match.span() for match in WORD.finditer(text)]
            starts, of_word = np.array([start for start, _ in spans] + [10**9]), []
            for (start, end), special in zip(read.offsets, read.special_tokens_mask):
                word = int(np.searchsorted(starts, start, "right")) - 1
                of_word.append(word if not special and word >= 0 and end > start and start < spans[word][1] else -1)
            words = [text[start:end].lower() for start, end in spans]
            self.known[one] = np.array(of_word), words, [self.stem[word] for word in words]

    def says(self, word):
        return word not in self.stop and word not in SHORTENED and len(word) > 1


class Set:
    """A judged set, its index of words and its vectors: a stand-in for crates/library/src/store/search."""

    def __init__(self, folder, reader):
        self.docs, self.asked, self.judged = records(f"{folder}/docs.jsonl"), records(f"{folder}/queries.jsonl"), collections.defaultdict(dict)
        row_of = {doc["id"]: row for row, doc in enumerate(self.docs)}
        for question, document, grade in rows(f"{folder}/qrels.tsv"):
            self.judged[question][row_of[document]] = int(grade)
        self.keys, self.store, self.stop = [key(doc["title"], doc["text"]) for doc in self.docs], reader.store, reader.stop
        self.whole = all(one in self.store.at for one in self.keys)
        self.vectors = np.stack([self.store.vector(one) for one in self.keys]) if self.whole else None
        self.base = sqlite3.connect(":memory:")
        self.base.execute("CREATE VIRTUAL TABLE t USING fts5(title, text, tokenize='porter unicode61 remove_diacritics 2')")
        self.base.executemany("INSERT INTO t(rowid, title, text) VALUES (?, ?, ?)", ((row, doc["title"], doc["text"]) for row, doc in enumerate(self.docs)))
        self.base.execute("CREATE VIRTUAL TABLE v USING fts5vocab(t, row)")
        self.df = dict(self.base.execute("SELECT term, doc FROM v"))

    def rarity(self, stem):
        return math.log((len(self.docs) + 1) / (self.df.get(stem, 0) + 0.5))

    def content(self, text):
        """The words of a question without those that say nothing."""
        found = []
        for match in WORD.finditer(text):
            word, before = match[0], text[max(match.start() - 1, 0) : match.start()]
            idle = word.lower() in self.stop and not (word == "A" and match.start())
            if not idle and not (before and before in "'’" and word.lower() in SHORTENED):
                found.append(word)
        return found or WORD.findall(text)

    def words(self, text):
        """How much words say of each document, the best first (words.rs; quotes and operators are words here)."""
        words, lists, with_all = self.content(text)[:32], [], 0
        for join in [" AND "] * (len(words) == 2) + [" OR "]:
            whole = join.join(f'"{word}"' for word in words)
            for expression in [whole] + [f"({whole}*) NOT ({whole})"] * (len(words) <= 2 and text[-1:].isalnum()):
                lists += self.base.execute("SELECT rowid, -bm25(t, 4.0, 1.0) AS s FROM t WHERE t MATCH ? ORDER BY s DESC, rowid", (expression,))
            with_all = with_all or len(set(lists)) * (join == " AND ")
        scores = {}
        for row, score in lists:
            scores.setdefault(row, score)
        best, least, weights = max(scores.values(), default=0), math.inf, {}
        for n, (row, score) in enumerate(scores.items()):
            least = weights[row] = min(least, score / max(best, 1e-9) + (n < with_all))
        first = next(iter(weights.values()), 1.0)
        return {row: weight / first for row, weight in weights.items()}

    def titles(self, first):
        """How much the words of these documents' titles speak for each document (titles.rs)."""
        weights = collections.Counter()
        for rank, row in enumerate(first, 1):
            for word in set(WORD.findall(self.docs[row]["title"].lower())):
                if not word.isdigit() and len(word) > 1 and word not in self.stop:
                    weights[word] += 1 / rank
        said, most = np.zeros(len(self.docs)), min(max(len(self.docs) // 20, 1), 2000)
        for word, weight in weights.items():
            found = [row for row, in self.base.execute("SELECT rowid FROM t WHERE t MATCH ?", (f'"{word}"',))]
            if len(found) <= most:
                said[found] += weight * max(math.log((len(self.docs) - len(found) + 0.5) / (len(found) + 0.5)), 0)
        return said / max(said.max(), 1e-9)

    def both(self, text):
        """The orders by words and by `fused`, each with its scores (meaning.rs); by words alone where vectors lack."""
        found, many = self.words(text), len(self.docs)
        by_words = np.array(list(found)[:1000], int), np.array(list(found.values())[:1000])
        if not self.whole:
            return by_words, by_words
        worded, asked = np.zeros(many), self.store.vector(key("", text))
        worded[list(found)] = list(found.values())

        def meant(vector):
            likeness = self.vectors @ vector
            return np.maximum((likeness - likeness.mean()) / (likeness.max() - likeness.mean()), 0)

        first = np.argsort(-(0.6 * worded + 0.4 * meant(asked)), kind="stable")[:5]
        towards = (self.vectors[first] / np.arange(1, 6)[:, None]).sum(0)
        meaning = meant(asked + 2 * towards / np.linalg.norm(towards) - 1.5 * self.vectors.mean(0))
        there = worded > 0
        there[np.argsort(-meaning)[:1000]] = True
        if found:
            worded = (worded + 0.5 * self.titles(first)) * there
            worded /= worded.max()
        scores = np.where(there, 0.4 * worded + 0.6 * meaning, -1)
        order = np.argsort(-scores, kind="stable")[:1000]
        return by_words, (order, scores[order])


def measured(judged, order):
    """nDCG@10 (linear gain), R-Prec, P@10, Recall@100, average precision."""
    gains, many = np.array([judged.get(int(row), 0) for row in order] + [0] * 10, float), len(judged)
    hits, ideal = gains > 0, np.sort(list(judged.values()))[::-1][:10]
    precision = np.cumsum(hits) / np.arange(1, len(hits) + 1)
    ndcg = (gains[:10] @ DISCOUNT) / (ideal @ DISCOUNT[: len(ideal)])
    return ndcg, hits[:many].sum() / many, hits[:10].mean(), hits[:100].sum() / many, (precision * hits).sum() / many


def maxsim(reader, asked, weights, documents):
    """REL: the mean over the pieces of a question, by weight, of the likeness of the nearest piece of each document."""
    question, weights = reader.store.pieces(asked)[weights > 0], weights[weights > 0]
    if not len(weights):
        return np.zeros(len(documents))
    return np.array([((question @ reader.store.pieces(one)[1:-1].T).max(1, initial=0) @ weights) / weights.sum() for one in documents])


def described(reader, one, title, rarity):
    """EXT: the stems of a document's content, a word of each, and what tells whether a question would use it."""
    of_word, words, stems = reader.known[one]
    pieces, reached, places = reader.store.pieces(one), set(of_word.tolist()), collections.defaultdict(list)
    titled, features = len(WORD.findall(title or "")), []
    for place, (word, stem) in enumerate(zip(words, stems)):
        if reader.says(word) and not word.isdigit() and place in reached:
            places[stem].append(place)
    belongs = np.zeros((len(places), len(pieces)), np.float32)
    for n, (stem, there) in enumerate(places.items()):
        belongs[n, np.flatnonzero(np.isin(of_word, there))] = 1
        rare = rarity(stem)
        features.append([rare, rare**2 / 10, math.log1p(there[0]), there[0] < titled, math.log(len(there)), len(stem) / 10])
    vectors = belongs @ pieces
    vectors *= 4 / np.linalg.norm(vectors, axis=1, keepdims=True)
    return list(places), [words[there[0]] for there in places.values()], np.hstack([np.array(features, np.float32).reshape(-1, 6), vectors])


def learn(folder, reader, out):
    """EXT: logistic regression, on the documents of NFCorpus that have been read; every tenth is kept aside."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.metrics import roc_auc_score

    train, used = Set(folder, reader), collections.defaultdict(set)
    reader.learn({one: joined(doc["title"], doc["text"]) for one, doc in zip(train.keys, train.docs) if one in reader.store.at})
    reader.learn_stems(word for one in train.asked for word in WORD.findall(one["text"].lower()))
    for one in train.asked:
        for row in train.judged[one["id"]]:
            if train.keys[row] in reader.known:
                used[row] |= set(reader.stems(one["text"]))
    xs, ys, aside = [], [], []
    for row in sorted(used):
        stems, _, features = described(reader, train.keys[row], train.docs[row]["title"], train.rarity)
        xs.append(features)
        ys += [stem in used[row] for stem in stems]
        aside += [row % 10 == 0] * len(stems)
    xs, ys, aside = np.concatenate(xs), np.array(ys), np.array(aside)
    for name, columns in (("rarity", 2), ("without vectors", 6), ("all", None)):
        learnt = LogisticRegression(max_iter=300).fit(xs[~aside, :columns], ys[~aside])
        area = roc_auc_score(ys[aside], learnt.decision_function(xs[aside, :columns]))
        print(f"EXT by {name}: {len(used)} documents, {ys.mean():.3f} of {len(ys)} words are used; area under the curve, kept aside {area:.3f}", flush=True)
    np.save(f"{out}/keywords.npy", learnt.coef_[0])


class Headings:
    """ABS: the MeSH headings that a document is likely to have, by facet: those of the training documents, by heads over its vector, by name and by likeness."""

    def __init__(self, shared, reader, train, encode):
        known = {name for doc in train for name in doc["mesh"]}
        self.reader, self.names, self.facet, self.others, self.said = reader, [], [], [], collections.defaultdict(set)
        for _, name, trees, *entry in rows(f"{shared}/vocab/mesh2024_descriptors.tsv.gz"):
            facet = [n for n, starts in enumerate(FACETS) if any(tree.startswith(starts) for tree in trees.split("|"))]
            if name in known and (facet or name in ("Male", "Female")):
                self.names.append(name)
                self.facet.append(facet[0] if facet else 3)
                self.others.append([one for one in (entry[0].split("|") if entry else []) if one and "," not in one])
        self.at, self.vectors = {name: row for row, name in enumerate(self.names)}, encode(self.names)
        called = [(row, one) for row, name in enumerate(self.names) for one in [name, *self.others[row]]]
        reader.learn_stems(word for _, one in called for word in WORD.findall(one.lower()))
        for row, one in called:
            stems = tuple(reader.stems(one))
            if 0 < len(stems) <= 5 and (len(stems) > 1 or len(one) > 3):
                self.said[stems].add(row)

    def candidates(self, doc):
        """Headings that a document names, that are like it or that the heads tell, and what speaks for each."""
        vector, (_, _, stems) = self.reader.store.vector(doc["key"]), self.reader.known[doc["key"]]
        titled, named, in_title = len(WORD.findall(doc["title"] or "")), collections.Counter(), collections.Counter()
        for start, length in itertools.product(range(len(stems)), range(1, 6)):
            for row in self.said.get(tuple(stems[start : start + length]), ()):
                named[row] += 1
                in_title[row] += start < titled
        known, linear, counts = self.heads
        likeness, told = self.vectors @ vector, np.zeros(len(self.names), np.float32)
        told[known] = np.append(vector, 1) @ linear
        found = np.array(sorted(set(named) | set(np.argpartition(-likeness, 40)[:40]) | set(np.argpartition(-told, 40)[:40])))
        said, title = (np.array([counter[row] for row in found], np.float32) for counter in (named, in_title))
        like, told, prior = likeness[found], told[found], np.log1p(counts[found])
        columns = [said > 0, np.log1p(said), title > 0, like, told, np.sqrt(np.maximum(told, 0)), prior, prior * (said > 0), like * (said > 0)]
        return found, np.stack(columns, 1).astype(np.float32)

    def learn(self, docs, ridge=10.0):
        """Heads by least squares, learnt on one half for the other; a logistic regression that weighs them beside names and likeness; every tenth kept aside."""
        from sklearn.linear_model import LogisticRegression

        x = np.stack([np.append(self.reader.store.vector(doc["key"]), 1) for doc in docs])
        marks = np.array([[name in doc["mesh"] for name in self.names] for doc in docs], np.float32)

        def heads(part):
            counts = marks[part].sum(0)
            known = np.flatnonzero(counts >= 3)
            return known, np.linalg.solve(x[part].T @ x[part] + ridge * np.eye(385), x[part].T @ marks[part][:, known]), counts

        number = np.array([int(doc["key"], 16) for doc in docs], object)
        half, aside = (number % 2 == 0).astype(bool), (number % 10 == 1).astype(bool)
        xs, ys, here = [], [], []
        for part in (half, ~half):
            self.heads = heads(~part)
            for n in np.flatnonzero(part):
                found, features = self.candidates(docs[n])
                xs.append(features)
                ys.append(marks[n, found])
                here += [aside[n]] * len(found)
        xs, ys, here = np.concatenate(xs), np.concatenate(ys), np.array(here)
        self.weights = LogisticRegression(max_iter=500).fit(xs[~here], ys[~here])
        taken = self.weights.predict_proba(xs[here])[:, 1] >= 0.2
        shares = ys[here][taken].mean(), ys[here][taken].sum() / marks[aside].sum()
        self.heads = heads(np.ones(len(docs), bool))
        print(f"ABS: {len(docs)} documents, {len(self.names)} headings, {len(self.heads[0])} with a head; kept aside: precision {shares[0]:.3f}, recall {shares[1]:.3f}", flush=True)

    def predict(self, doc, most=3, least=0.2):
        """Up to so many of each facet, the likeliest first."""
        found, features = self.candidates(doc)
        told, names, taken = self.weights.predict_proba(features)[:, 1], [], collections.Counter()
        for n in np.argsort(-told):
            taken[self.facet[found[n]]] += told[n] >= least
            if told[n] >= least and taken[self.facet[found[n]]] <= most:
                names.append(self.names[found[n]])
        return names


def static(model):
    """The vectors that the encoder has for single pieces, their mean taken away."""
    from onnx import load, numpy_helper

    arrays = {one.name: one for one in load(f"{model}/model.onnx").graph.initializer}
    numbers, scale = (numpy_helper.to_array(arrays[f"embeddings.word.{end}"]) for end in ("int8", "scale"))
    found = numbers.astype(np.float32) * scale.reshape(-1, 1)
    return found - found.mean(0)


def base(folder, reader, out):
    """The orders of the bases and, of the first documents of each, what REL says."""
    a_set, kept, path = Set(folder, reader), [], f"{out}/{os.path.basename(folder)}.base.pkl"
    if os.path.exists(path):
        return a_set, pickle.load(open(path, "rb"))
    reader.learn({key("", one["text"]): one["text"] for one in a_set.asked})
    for one in a_set.asked:
        by_words, by_both = a_set.both(one["text"])
        some = sorted(set(by_words[0][:DEPTH].tolist()) | set(by_both[0][:DEPTH].tolist()))
        of_word, all_words, stems = reader.known[key("", one["text"])]
        words = [word.lower() for word in dict.fromkeys(a_set.content(one["text"]))]
        weights = np.array([a_set.rarity(stems[n]) if n >= 0 and all_words[n] in words else 0.0 for n in of_word])
        told = maxsim(reader, key("", one["text"]), weights, [a_set.keys[row] for row in some])
        kept.append({"judged": a_set.judged[one["id"]], "asked": words, "rows": np.array(some), "words": by_words, "fused": by_both, "rel": told})
    pickle.dump(kept, open(path, "wb"))
    return a_set, kept


def score(folder, reader, headings, out, pieces):
    """What EXT and ABS say of the same documents, word of the question by word."""
    (a_set, kept), lists, learnt = base(folder, reader, out), {}, np.load(f"{out}/keywords.npy")
    everything = sorted({row for one in kept for row in one["rows"].tolist()})
    reader.learn({a_set.keys[row]: joined(a_set.docs[row]["title"], a_set.docs[row]["text"]) for row in everything})
    for row in everything:
        doc = {"key": a_set.keys[row], "title": a_set.docs[row]["title"]}
        stems, words, features = described(reader, doc["key"], doc["title"], a_set.rarity)
        best, names = [words[n] for n in np.argsort(-(features @ learnt))] if stems else [], headings.predict(doc)
        wide = names + [other for one in names for other in headings.others[headings.at[one]]]
        said = [list(dict.fromkeys(word for text in texts for word in WORD.findall(text.lower()) if reader.says(word))) for texts in (names, wide)]
        lists[row] = {f"ext{cut}": best[:cut] for cut in CUTS} | dict(zip(WIDE, said))
    vocabulary = sorted({word for all_ in lists.values() for words in all_.values() for word in words} | {word for one in kept for word in one["asked"]})
    at = {word: n for n, word in enumerate(vocabulary)}
    vectors = np.stack([pieces[one.ids[1:-1]].mean(0) for one in reader.tokenizer.encode_batch(vocabulary)])
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    reader.learn_stems(vocabulary)
    for one in kept:
        stems, question = [reader.stem[word] for word in one["asked"]], vectors[[at[word] for word in one["asked"]]]
        one["hits"], one["likeness"] = collections.defaultdict(list), collections.defaultdict(list)
        for row, (which, words) in ((row, pair) for row in one["rows"].tolist() for pair in lists[row].items()):
            known = {reader.stem[word] for word in words}
            one["hits"][which].append([stem in known for stem in stems])
            one["likeness"][which].append((question @ vectors[[at[word] for word in words]].T).max(1) if words else np.zeros(len(stems)))
        one |= {kind: {which: np.array(values, np.float32) for which, values in one[kind].items()} for kind in ("hits", "likeness")}
    pickle.dump(kept, open(f"{out}/{os.path.basename(folder)}.scores.pkl", "wb"))


# What joins the base: REL; ROUGE-1 recall and likeness of the words of EXT and ABS, together where both do.
ROWS = (("", 0, 0, 0), ("REL", 1, 0, 0), ("EXT", 0, 1, 0), ("ABS", 0, 0, 1), ("REL+EXT", 1, 1, 0), ("REL+ABS", 1, 0, 1), ("EXT+ABS", 0, 1, 1), ("all", 1, 1, 1))
GRID = (0, 0.1, 0.2, 0.35, 0.5, 0.75, 1.0, 1.5, 2.0)


def stretched(values):
    """The best has 1 and their mean 0."""
    span = values.max() - values.mean() if len(values) else 0
    return (values - values.mean()) / span if span > 1e-9 else np.zeros(len(values))


def parts(one, base, row, terms):
    """The order of the base, its first documents, and what base and signals say of these."""
    order, scores = one[base]
    first = order[:DEPTH][np.isin(order[:DEPTH], one["rows"])]
    place, named = np.searchsorted(one["rows"], first), [name for name, used in zip(terms, row[2:]) if used]
    told = [scores[: len(first)]] + [one["rel"][place]] * row[1]
    told += [np.max([one[kind][name][place] for name in named], 0).mean(1) for kind in ("hits", "likeness") if named]
    return order, first, told


def ordered(order, first, told, weights):
    """By the sum of what is stretched, weighed; without weights by reciprocal ranks (k = 60)."""
    if weights is None:
        total = sum(1 / (61 + np.argsort(np.argsort(-values, kind="stable"), kind="stable")) for values in told)
    else:
        total = sum(weight * stretched(values) for weight, values in zip((1, *weights), told))
    return np.concatenate([first[np.argsort(-total, kind="stable")], order[len(first) :]])


def choose(kept, base, row, terms):
    """The weights of the grid with the best mean nDCG@10."""
    grid = np.array([(1, *some) for some in itertools.product(GRID, repeat=row[1] + 2 * any(row[2:]))])
    value = np.zeros(len(grid))
    for one in kept:
        _, first, told = parts(one, base, row, terms)
        if len(first):
            gains, ideal = np.array([one["judged"].get(int(doc), 0) for doc in first], float), np.sort(list(one["judged"].values()))[::-1][:10]
            best = np.argsort(-(grid @ np.array([stretched(values) for values in told])), 1, kind="stable")[:, :10]
            value += gains[best] @ DISCOUNT[: best.shape[1]] / (ideal @ DISCOUNT[: len(ideal)]) / len(kept)
    return float(value.max()), tuple(float(weight) for weight in grid[value.argmax()][1:])


def interval(differences, samples=10_000):
    drawn = np.random.default_rng(1).integers(0, len(differences), (samples, len(differences)))
    low, high = np.percentile(differences[drawn].mean(1), [2.5, 97.5])
    return f"{differences.mean():+.3f} ({low:+.3f} to {high:+.3f})"


def table(out):
    develop = pickle.load(open(f"{out}/{DEVELOP}.scores.pkl", "rb"))[:160]
    for base in ("fused", "words"):
        tried = {(f"ext{cut}", wide): choose(develop, base, ROWS[-1], (f"ext{cut}", wide))[0] for cut in CUTS for wide in WIDE}
        terms = max(tried, key=tried.get)
        weights = {row[0]: choose(develop, base, row, terms) for row in ROWS}
        print(f"\nbase {base}, chosen on {DEVELOP}: {terms} of {tried}\n{weights}")
        for name in MEASURED[: 2 if base == "words" else 1]:  # not all of Cohen's have been read
            kept = pickle.load(open(f"{out}/{name}.scores.pkl", "rb"))
            plain = {which: np.array([measured(one["judged"], one[which][0]) for one in kept]) for which in ("words", "fused")}
            print(f"\n{name}: {len(kept)} questions\n| | nDCG@10 | R-Prec | P@10 | Recall@100 | MAP | nDCG@10 over fused | over words |\n|---|---|---|---|---|---|---|---|")
            for row in ROWS:
                for how in (weights[row[0]][1], None)[: 1 + any(row[1:])]:
                    values = np.array([measured(one["judged"], ordered(*parts(one, base, row, terms), how)) for one in kept])
                    told = [f"{value:.3f}" for value in values.mean(0)] + [interval((values - plain[which])[:, 0]) for which in ("fused", "words")]
                    print(f"| {base} {'+ ' * any(row[1:])}{row[0]} {'by ranks' if how is None else how} | " + " | ".join(told) + " |", flush=True)


def with_headings(shared, folders):
    """Documents with MeSH headings that may be learnt from and are in none of these sets."""
    measured_ids = {doc["id"] for folder in folders for doc in records(f"{folder}/docs.jsonl")}
    docs = [doc for source in ("pubmed_multilabel_sample", "pubmedqa_pqal") for doc in records(f"{shared}/corpus/{source}.jsonl.gz")]
    return [doc | {"key": key(doc["title"], doc["text"])} for doc in docs if doc["mesh"] and doc["id"] not in measured_ids]


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["sets", shared, folder]:
            sets(shared, folder)
        case ["read", shared, folder, model, out]:
            os.makedirs(out, exist_ok=True)
            reader, names = Reader(model, out), (*MEASURED, DEVELOP)
            encoder = Encoder(model, out, reader.tokenizer)
            read(encoder, out, "questions", {key("", one["text"]): one["text"] for name in names for one in records(f"{folder}/{name}/queries.jsonl")})
            for name in (MEASURED[0], DEVELOP):
                read(encoder, out, name, by_key(records(f"{folder}/{name}/docs.jsonl")))
            read(encoder, out, "nfcorpus", dict(list(by_key(records(f"{folder}/nfcorpus-train/docs.jsonl")).items())[:500]))
            docs = [doc for source in ("pubmed_multilabel_sample", "pubmedqa_pqal") for doc in records(f"{shared}/corpus/{source}.jsonl.gz")]
            read(encoder, out, "mesh", dict(list(by_key(docs).items())[:500]))
            cohen = Set(f"{folder}/cohen2006", reader)
            first = {row for one in cohen.asked for row in list(cohen.words(one["text"]))[:DEPTH]}
            read(encoder, out, "cohen2006", by_key(cohen.docs[row] for row in first))
        case ["learn", folder, model, out]:
            learn(f"{folder}/nfcorpus-train", Reader(model, out), out)
        case ["score", shared, folder, model, out]:
            reader, folders = Reader(model, out), [f"{folder}/{name}" for name in (*MEASURED, DEVELOP)]
            train = with_headings(shared, [*folders, f"{folder}/nfcorpus-train"])
            encoder = Encoder(model, out, reader.tokenizer)
            headings = Headings(shared, reader, train, lambda names: np.stack([encoder.vector(one) for name in names for one in encoder.pieces([name])]))
            train = [doc for doc in train if doc["key"] in reader.store.at]
            reader.learn({doc["key"]: joined(doc["title"], doc["text"]) for doc in train})
            headings.learn(train)
            for one in folders:
                score(one, reader, headings, out, static(model))
        case ["table", out]:
            table(out)
        case _:
            sys.exit(__doc__)
