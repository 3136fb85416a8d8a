#!/usr/bin/env python3
"""What is learnt from judged questions over frozen vectors: a map of the question's vector, and questions like it. Needs torch, onnxruntime, tokenizers, safetensors, numpy.

    rerank.py read SETS MODEL BASE OUT     the vectors of documents and questions, by the model that ships
    rerank.py lists SETS MODEL BASE OUT    what a stand-in for `fused` says of every document, and its figures
    rerank.py maps SETS MODEL BASE OUT     both, and their weights, chosen on nfcorpus-dev; the first table
    rerank.py told SETS MODEL BASE OUT     the second table: by how near the nearest question of training is
    rerank.py bioasq SETS MODEL BASE OUT   both of BioASQ with its distractors: learnt on some questions, weighed on others, told on a third part. KEPT=FILE.vectors in
                                           the environment is what `corpus-atlas eval retrieval SETS/bioasq-distractors` has kept in the user's cache folder

SETS are those of `retrieval.py sets`, MODEL is models/cga-2, BASE a folder with config.json, model.safetensors and tokenizer.json of all-MiniLM-L6-v2. Some sets alone:
ONLY="nfcorpus-dev nfcorpus-test" in the environment.
"""

import collections
import functools
import hashlib
import json
import math
import os
import re
import sqlite3
import struct
import sys
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")
import numpy as np

from retrieval import TOKENS, open_set

DEV, TEST, TRAIN, CF, BIO = "nfcorpus-dev", "nfcorpus-test", "nfcorpus-train", "cystic-fibrosis-own-abstracts", "bioasq"
# Word pieces that are read of a text, and of a question and a text together; first hits that the cross-encoder reads.
READ, PAIR, FIRST = 192, 128, 20
# Lists a step, texts a list, steps, those of BioASQ alone (its texts are short), the highest rate, and layers of the base that stay as they are.
LISTS, TEXTS, STEPS, ALONE, RATE, FROZEN = 4, 8, 400, 150, 1e-4, 2
ONLY = os.environ.get("ONLY", "").split() or [DEV, TEST, TRAIN, CF, BIO]


class Set:
    def __init__(self, sets, name):
        self.name = name
        self.docs, self.asked, judged = open_set(f"{sets}/{name}")
        row = {doc["id"]: n for n, doc in enumerate(self.docs)}
        self.judged = [{row[id]: grade for id, grade in judged[one["id"]].items()} for one in self.asked]

    def of(self, part):
        """The questions that are told, choose or are learnt from; of other sets than BioASQ all."""
        if not self.name.startswith(BIO) or not part:
            return list(range(len(self.asked)))
        hashed = [hashlib.sha1(one["id"].encode()).digest() for one in self.asked]
        parts = ["told" if h[1] % 2 else "choose" if h[2] % 10 == 0 else "learn" for h in hashed]
        return [n for n, own in enumerate(parts) if own == part]

    def right(self):
        """The questions to learn from, each with what answers it and no question that is told."""
        told = {d for n in self.of("told") for d in self.judged[n]} if self.name.startswith(BIO) else set()
        rows = [(n, [d for d in self.judged[n] if d not in told]) for n in self.of("learn")]
        return [row for row in rows if row[1]]


def text_of(doc):
    title, text = doc["title"].strip(), doc["text"]
    return f"{title}\n\n{text}" if title and not text.strip().startswith(title) else text


def padded(lists):
    x = np.zeros((len(lists), max(map(len, lists))), np.int64)
    mask = np.zeros_like(x)
    for n, ids in enumerate(lists):
        x[n, : len(ids)], mask[n, : len(ids)] = ids, 1
    return x, mask


def pieces(folder, texts, most, special):
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
    tokenizer.no_padding()
    tokenizer.enable_truncation(most)
    return [one.ids for one in tokenizer.encode_batch(texts, add_special_tokens=special)]


def read(sets, model, base, out):
    import onnxruntime
    from safetensors.numpy import load_file

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(f"{model}/model.onnx", options)
    classes = next(one for one in session.get_inputs() if one.name == "mentions").shape[2]
    finding = load_file(f"{model}/finding.safetensors")["map"]

    def vectors(texts):
        ids = pieces(model, texts, READ, True)
        order, found = sorted(range(len(ids)), key=lambda n: len(ids[n])), np.zeros((len(ids), 384), np.float32)
        for rows in (order[at : at + 16] for at in range(0, len(order), 16)):
            x, mask = padded([ids[n] for n in rows])
            spans = (mask / mask.sum(1, keepdims=True)).astype(np.float32)[:, None]
            given = {"input_ids": x, "attention_mask": mask, "spans": spans, "mentions": np.zeros((len(rows), 1, classes), np.float32)}
            found[rows] = session.run(["embedding"], given)[0][:, 0]
        found = found @ finding.T
        return found / np.linalg.norm(found, axis=1, keepdims=True)

    os.makedirs(f"{out}/vec", exist_ok=True)
    for name in ONLY:
        path, own = f"{out}/vec/{name}.npz", Set(sets, name)
        if not os.path.exists(path):
            docs = np.load(f"{out}/vec/{DEV}.npz")["docs"] if name in (TEST, TRAIN) else vectors([text_of(doc) for doc in own.docs])
            np.savez(path, docs=docs, queries=vectors([one["text"] for one in own.asked]))


class Words:
    """The words of the program (crates/library/src/store/search) over SQLite's index, without phrases and operators."""

    def __init__(self, docs, model):
        source = open(f"{model}/../../crates/library/src/store/search/plain_words.rs", encoding="utf-8").read()
        stop = dict(re.findall(r"const (PUBMED|ASKING|SHORTENED): &\[&str\] = &\[(.*?)\];", source, re.S))
        stop = {name: set(re.findall(r'"(\w+)"', words)) for name, words in stop.items()}
        self.stop, self.short = stop["PUBMED"] | stop["ASKING"], stop["SHORTENED"]
        self.base, self.count, self.cache = sqlite3.connect(":memory:"), len(docs), {}
        self.base.execute(f"CREATE VIRTUAL TABLE t USING fts5(title, text, tokenize='{TOKENS}')")
        self.base.executemany("INSERT INTO t(rowid, title, text) VALUES (?, ?, ?)", ((n, d["title"], d["text"]) for n, d in enumerate(docs)))

    def said(self, text):
        """The words of content, and whether the last one may be unfinished."""
        idle, words, last = [], [], False
        for found in re.finditer(r"[^\W_]+", text):
            word, before = found.group(), text[found.start() - 1 : found.start()]
            last = word.lower() in self.stop or before in ("'", "’") and word.lower() in self.short
            last = last and not (word == "A" and found.start() and text != text.upper())
            (idle if last else words).append(word)
        if len(words) > 32:
            return [word for word, _ in collections.Counter(word.lower() for word in words).most_common(32)], False
        return words or idle, text[-1:].isalnum() and not (last and words)

    def found(self, text):
        """How much words speak for each document."""
        words, unfinished = self.said(text)
        weights, found, with_all = np.zeros(self.count, np.float32), {}, 0
        for join in (" AND ", " OR ") if len(words) == 2 else (" OR ",) if words else ():
            whole = join.join(f'"{word}"' for word in words)
            for expression in [whole, f"({whole}*) NOT ({whole})"] if unfinished and len(words) <= 2 else [whole]:
                for row, score in self.base.execute("SELECT rowid, -bm25(t, 4.0, 1.0) AS s FROM t WHERE t MATCH ? ORDER BY s DESC, rowid", (expression,)):
                    found.setdefault(row, score)
            with_all = len(found) if join == " AND " else with_all
        if found:
            own = np.array(list(found.values()))
            own = np.minimum.accumulate(own / own.max() + (np.arange(len(own)) < with_all))
            weights[list(found)] = own / own[0]
        return weights

    def titles(self, titles):
        """How much the words of these titles speak for each document."""
        counted, said, most = {}, np.zeros(self.count, np.float32), min(max(self.count // 20, 1), 2000)
        for rank, title in enumerate(titles, 1):
            for word in set(re.findall(r"[^\W_]+", title.lower())):
                if len(word) > 1 and not word.isdigit() and word not in self.stop:
                    counted[word] = counted.get(word, 0) + 1 / rank
        for word, weight in counted.items():
            if word not in self.cache:
                self.cache[word] = [row for (row,) in self.base.execute("SELECT rowid FROM t WHERE t MATCH ?", (f'"{word}"',))]
            if len(rows := self.cache[word]) <= most:
                said[rows] += weight * max(0.0, math.log((self.count - len(rows) + 0.5) / (len(rows) + 0.5)))
        return said / max(said.max(), 1e-9)


def first_of(score, most):
    return np.argsort(-score, kind="stable")[:most]


def stretched(likeness, middle):
    return np.maximum(0, (likeness - middle) / (likeness.max() - middle))


def by_rule(own, words, docs, mean, question, text):
    """What words, with the titles of the first five, and the moved question say of each document."""
    by_words = words.found(text)
    first = first_of(0.6 * by_words + 0.4 * stretched(docs @ question, mean @ question), 5)
    towards = (docs[first] / np.arange(1, 6)[:, None]).sum(0)
    moved = question + 2 * towards / np.linalg.norm(towards) - 1.5 * mean
    likeness, near = docs @ moved, np.zeros(len(docs), bool)
    if by_words.any():
        near[first_of(likeness, 1000)] = True
        by_words = by_words + 0.5 * words.titles([own.docs[n]["title"] for n in first]) * ((by_words > 0) | near)
        by_words /= by_words.max()
    return by_words, stretched(likeness, mean @ moved)


def fused(lists):
    return 0.4 * lists["words"].astype(np.float32) + 0.6 * lists["meaning"].astype(np.float32)


def lists(sets, model, base, out):
    os.makedirs(f"{out}/lists", exist_ok=True)
    for name in ONLY:
        own, kept = Set(sets, name), np.load(f"{out}/vec/{name}.npz")
        words, mean = Words(own.docs, model), kept["docs"].mean(0)
        said = [by_rule(own, words, kept["docs"], mean, q, one["text"]) for q, one in zip(kept["queries"], own.asked)]
        said = np.array(said, np.float16 if name == BIO else np.float32)
        said = {"words": said[:, 0], "meaning": said[:, 1]}
        np.savez(f"{out}/lists/{name}.npz", **said)
        print(f"{name}: fused {shown(measured(fused(said), own))}", flush=True)


def measured(scores, own, questions=None):
    """nDCG@10, Recall@100, MAP, MRR@10 of each question."""
    rows, discount = [], 1 / np.log2(np.arange(2, 12))
    for score, judged in zip(scores, [own.judged[n] for n in questions] if questions is not None else own.judged):
        gains = np.array([judged.get(d, 0) for d in first_of(score, 1000)], float)
        best, at = np.sort(list(judged.values()))[::-1][:10], np.flatnonzero(gains > 0)
        precision = (np.arange(1, len(at) + 1) / (at + 1)).sum() / len(judged)
        ndcg = gains[:10] @ discount / (best @ discount[: len(best)])
        rows.append((ndcg, (at < 100).sum() / len(judged), precision, 1 / (at[0] + 1) if len(at) and at[0] < 10 else 0))
    return np.array(rows)


def shown(rows):
    return " / ".join(f"{v:.3f}" for v in rows.mean(0))


@functools.cache
def drawn(count, samples=10_000):
    return (np.random.default_rng(0).multinomial(count, [1 / count] * count, samples) / count).astype(np.float32)


def over(rows, before):
    """The paired difference, with its interval of 95 % by a bootstrap over the questions."""
    low, high = np.percentile(drawn(len(rows)) @ (rows - before), [2.5, 97.5], axis=0)
    return ", ".join(f"{m:+.3f} ({a:.3f} to {b:.3f})" for m, a, b in zip((rows - before).mean(0), low, high))


def learnt_map(questions, docs, right, watch, often, passes=(5, 10, 20, 30)):
    """A map of the question's vector that begins as none, by contrast with all documents; with `often` also how often each is right. `watch` is told after so many passes."""
    import torch
    import torch.nn.functional as F

    torch.set_num_threads(1)
    torch.manual_seed(1)
    q, d, share = torch.from_numpy(questions), torch.from_numpy(docs), torch.zeros(len(questions), len(docs))
    for n, own in enumerate(right):
        share[n, own] = 1 / len(own)
    change, asked = torch.zeros(384, 384, requires_grad=True), torch.zeros(len(docs), requires_grad=often)
    adam = torch.optim.AdamW([change, asked] if often else [change], lr=1e-3, weight_decay=0)
    for number in range(1, max(passes) + 1):
        for rows in torch.randperm(len(q)).split(256):
            adam.zero_grad()
            x = F.normalize(q[rows] + F.dropout(q[rows], 0.1) @ change.T, dim=1)
            (-(share[rows] * F.log_softmax(x @ d.T / 0.05 + asked, 1)).sum(1).mean()).backward()
            adam.step()
        if number in passes:
            watch(number, change.detach().numpy().copy(), asked.detach().numpy() * 0.05)


def by_map(questions, docs, change, asked):
    x = questions + questions @ change.T
    likeness = x / np.linalg.norm(x, axis=1, keepdims=True) @ docs.T + asked
    return np.array([stretched(own, own.mean()) for own in likeness])


def by_questions(questions, known, right, count, near):
    """What questions of training were answered with, each counting by how near it is."""
    weights, found = np.exp((questions @ known.T - 1) / near), np.zeros((len(questions), count), np.float32)
    for n, own in enumerate(right):
        found[:, own] += (weights[:, n] / math.sqrt(len(own)))[:, None]
    return found / found.max(1, keepdims=True)


def value(scores, own, questions=None):
    """What is chosen by: the mean of nDCG@10, Recall@100 and MAP."""
    return measured(scores, own, questions)[:, :3].mean()


def summed(parts, weights):
    return sum(weight * parts[name] for name, weight in weights.items())


def climbed(parts, own, weights, questions=None):
    """One weight after the other made the best, twice."""
    best = value(summed(parts, weights), own, questions)
    for name in list(weights) * 2:
        for tried in (0, 0.1, 0.2, 0.4, 0.6, 0.9):
            got = value(summed(parts, {**weights, name: tried}), own, questions)
            if got > best + 1e-5:
                best, weights = got, {**weights, name: tried}
    return weights


def maps(sets, model, base, out):
    own, train = Set(sets, DEV), Set(sets, TRAIN)
    kept, known = np.load(f"{out}/vec/{DEV}.npz"), np.load(f"{out}/vec/{TRAIN}.npz")["queries"]
    asks, docs, right, best = kept["queries"], kept["docs"], [list(judged) for judged in train.judged], {"got": -1}

    def watch(number, *learnt):
        got = value(by_map(asks, docs, *learnt), own)
        print(f"map, {number} passes, often {learnt[1].any()}: {got:.4f}", flush=True)
        if got > best["got"]:
            best.update(got=got, map=learnt)

    for often in (False, True):
        learnt_map(known, docs, right, watch, often)
    tried = {near: value(by_questions(asks, known, right, len(docs), near), own) for near in (0.03, 0.05, 0.08, 0.12)}
    near = max(tried, key=tried.get)
    print(f"questions like it: {tried}", flush=True)

    def parts_of(name):
        asks, lists = np.load(f"{out}/vec/{name}.npz")["queries"], dict(np.load(f"{out}/lists/{name}.npz"))
        return lists | {"map": by_map(asks, docs, *best["map"]), "questions": by_questions(asks, known, right, len(docs), near)}

    parts, others = parts_of(DEV), parts_of(TEST)
    for use in (["map"], ["questions"], ["map", "questions"]):
        weights = climbed(parts, own, {"words": 0.4, "meaning": 0.6, **dict.fromkeys(use, 0.0)})
        print(f"with {use}: {weights}", flush=True)
        for name, said in ((DEV, parts), (TEST, others)):
            np.save(f"{out}/lists/{name}-{'-'.join(use)}.npy", summed(said, weights).astype(np.float16))
        if use == ["map"]:
            # The same map where nothing was learnt from.
            other, kept, said = Set(sets, CF), np.load(f"{out}/vec/{CF}.npz"), dict(np.load(f"{out}/lists/{CF}.npz"))
            before, said["map"] = measured(fused(said), other), by_map(kept["queries"], kept["docs"], best["map"][0], 0)
            got = measured(summed(said, weights), other)
            print(f"{CF}, fused {shown(before)}, with the map {shown(got)}; {over(got, before)}", flush=True)


def told(sets, model, base, out):
    """Also by how near the nearest question of training is."""
    known = np.load(f"{out}/vec/{TRAIN}.npz")["queries"]
    for name in (DEV, TEST):
        own, near = Set(sets, name), (np.load(f"{out}/vec/{name}.npz")["queries"] @ known.T).max(1)
        before = measured(fused(np.load(f"{out}/lists/{name}.npz")), own)
        print(f"{name}, fused: {shown(before)}")
        for use in ("map", "questions", "map-questions"):
            got = measured(np.load(f"{out}/lists/{name}-{use}.npy").astype(np.float32), own)
            for low, high in ((-1, 2), (-1, 0.7), (0.7, 0.8), (0.8, 2)):
                rows = (near > low) & (near <= high)
                print(f"{use}, nearest {low} to {high} ({rows.sum()}): {shown(before[rows])}; {shown(got[rows])}; {over(got[rows], before[rows])}", flush=True)


def kept_vectors(file, texts):
    """The vectors that `eval retrieval` has kept of titles and texts (src/cli/eval_vectors.rs)."""
    record = np.dtype([("hash", "V32"), ("numbers", "<f4", 388)])
    kept = np.memmap(file, record, "r", shape=os.path.getsize(file) // record.itemsize)
    known = {one.tobytes(): n for n, one in enumerate(kept["hash"])}

    def row(title, text):
        title = title.encode()
        return known[hashlib.sha256(struct.pack("<Q", len(title)) + title + text.encode()).digest()]

    found = np.array([kept["numbers"][row(*text)][:384] for text in texts])
    return found / np.linalg.norm(found, axis=1, keepdims=True)


def bioasq(sets, model, base, out):
    """Parts are the three of the questions (`Set.of`); what answers a question that is told is no answer to learn from."""
    own = Set(sets, f"{BIO}-distractors")
    texts = [(doc["title"], doc["text"]) for doc in own.docs] + [("", one["text"]) for one in own.asked]
    vectors = kept_vectors(os.environ["KEPT"], texts)
    docs, asks, words = vectors[: len(own.docs)], vectors[len(own.docs) :], Words(own.docs, model)
    learn, right = map(list, zip(*own.right()))
    print(f"{len(learn)} questions to learn from, {len(own.of('choose'))} to choose by, {len(own.of('told'))} told; {len(docs)} documents", flush=True)

    def lists_of(questions):
        said = [by_rule(own, words, docs, docs.mean(0), asks[n], own.asked[n]["text"]) for n in questions]
        return {"words": np.array([one[0] for one in said], np.float16), "meaning": np.array([one[1] for one in said], np.float16)}

    choose, tried, best = own.of("choose"), {}, {"got": -1}
    parts = lists_of(choose)
    print(f"to choose by, fused {shown(measured(fused(parts), own, choose))}", flush=True)

    def watch(number, change, _):
        got = value(by_map(asks[choose], docs, change, 0), own, choose)
        print(f"map, {number} passes: {got:.4f}", flush=True)
        if got > best["got"]:
            best.update(got=got, map=change)

    learnt_map(asks[learn], docs, right, watch, False)
    tried = {near: value(by_questions(asks[choose], asks[learn], right, len(docs), near), own, choose) for near in (0.03, 0.05, 0.08, 0.12)}
    near = max(tried, key=tried.get)
    print(f"questions like it: {tried}", flush=True)

    def learnt(questions):
        by = by_questions(asks[questions], asks[learn], right, len(docs), near)
        return {"map": by_map(asks[questions], docs, best["map"], 0).astype(np.float16), "questions": by.astype(np.float16)}

    parts |= learnt(choose)
    uses = (["map"], ["questions"], ["map", "questions"])
    weights = [climbed(parts, own, {"words": 0.4, "meaning": 0.6, **dict.fromkeys(use, 0.0)}, choose) for use in uses]
    for own_weights in weights:
        print(f"{own_weights}: to choose by {shown(measured(summed(parts, own_weights), own, choose))}", flush=True)
    rows = {}
    told = own.of("told")
    for at in range(0, len(told), 100):
        questions = told[at : at + 100]
        parts = lists_of(questions) | learnt(questions)
        for n, said in enumerate([fused(parts)] + [summed(parts, one) for one in weights]):
            rows.setdefault(n, []).append(measured(said, own, questions))
    before, *others = [np.concatenate(own_rows) for own_rows in rows.values()]
    print(f"told ({len(before)}), fused {shown(before)}")
    for use, got in zip(uses, others):
        print(f"told, and {use}: {shown(got)}; {over(got, before)}", flush=True)


if __name__ == "__main__":
    steps = {"read": read, "lists": lists, "maps": maps, "told": told, "bioasq": bioasq}
    match sys.argv[1:]:
        case [step, sets, model, base, out] if step in steps:
            steps[step](sets, model, base, out)
        case _:
            sys.exit(__doc__)
