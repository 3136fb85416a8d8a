#!/usr/bin/env python3
"""How likely a document is about a point of the body: documents with MeSH headings, and points in the organs that these name. Needs numpy.

    near.py docs SHARED OUT     600 documents of the development split and 600 of the test split, three in four with an organ: OUT/develop.jsonl, OUT/test.jsonl
    corpus-atlas import OUT/develop.atlas OUT/develop.jsonl && corpus-atlas export OUT/develop.atlas OUT/develop-read.jsonl     # and so with test
    near.py fit OUT             the numbers of crates/library/src/store/search/about.rs, fitted on the one half and measured on the other
    near.py questions OUT       OUT/near-develop.jsonl and OUT/near-test.jsonl for `corpus-atlas eval near`: a heading's words and a point in an organ
    near.py others OUT          how often headings name an organ that a document is not placed by, by its evidence for that (OTHERS in crates/grounding/src/locate.rs)
    near.py rules OUT           ways to join words and place, on both, by a stand-in over SQLite's index
"""

import collections
import csv
import gzip
import hashlib
import json
import os
import re
import sqlite3
import struct
import sys

import numpy as np

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
SOURCES = "cohen2006 pubmed_multilabel_sample pubmedqa_pqal pubmed_export_samples pubmed_export_peru_hospitals pubmed_export_m22".split()
# Headings that say nothing of what a paper is about.
CHECK = set("Humans Male Female Adult Aged Adolescent Child Animals Infant Pregnancy Rats Mice Risk".split()) | {
    "Middle Aged", "Aged, 80 and over", "Child, Preschool", "Young Adult", "Infant, Newborn", "Time Factors", "Treatment Outcome"
}
MODEL = json.load(open(f"{ROOT}/models/cga-2/model.json", encoding="utf-8"))["classes"]
UNSAID, SURE, CLEARLY, OUTSIDE = 0.1, 0.99, 0.3, 0.5


def sha(salt, text):
    return int.from_bytes(hashlib.sha256(salt.encode() + b"\0" + text.encode()).digest()[:8], "big")


def organs(headings):
    return {n for n, one in enumerate(MODEL) if one["structures"] and set(one["mesh"]) & set(headings)}


def docs(shared, out):
    """The split is that of the model's training, whose training side is left out."""
    seen, rows = set(), []
    for source in SOURCES:
        for line in gzip.open(f"{shared}/corpus/{source}.jsonl.gz", "rt", encoding="utf-8"):
            one = json.loads(line)
            split = sha("corpus-atlas split 1", one["group"]) % 100
            if not one["mesh"] or one["id"] in seen or len(one["text"] or "") < 100 or split < 70:
                continue
            seen.add(one["id"])
            row = {"id": one["id"], "title": one["title"], "text": one["text"], "mesh": one["mesh"]}
            rows.append((sha("place", one["id"]), split < 85, bool(organs(one["mesh"])), row))
    rows.sort(key=lambda row: row[0])
    os.makedirs(out, exist_ok=True)
    for side, name in ((True, "develop"), (False, "test")):
        with open(f"{out}/{name}.jsonl", "w", encoding="utf-8") as file:
            for told, most in ((True, 450), (False, 150)):
                for row in [row for _, s, o, row in rows if s == side and o == told][:most]:
                    file.write(json.dumps(row) + "\n")


def whole(parents, structure):
    found = [structure]
    while parents.get(found[-1]):
        found.append(parents[found[-1]])
    return found


def voxels():
    """Up to 60 points, LPS mm, in each structure of the atlas that has voxels of its own."""
    data = gzip.open(f"{ROOT}/assets/atlas/labels.nii.gz").read()
    size = struct.unpack("<8h", data[40:56])
    to_mm = np.array([struct.unpack("<4f", data[280 + 16 * row:296 + 16 * row]) for row in range(3)])
    labels = np.frombuffer(data, dtype=np.uint16, offset=int(struct.unpack("<f", data[108:112])[0]))[:size[1] * size[2] * size[3]]
    order = np.argsort(labels[::7], kind="stable") * 7
    ends = np.searchsorted(labels[order], np.arange(labels.max() + 2))
    chance, found = np.random.default_rng(0), {}
    for one in json.load(open(f"{ROOT}/assets/atlas/structures.json", encoding="utf-8"))["structures"]:
        own = order[ends[one["value"]]:ends[one["value"] + 1]]
        if len(own):
            own = chance.choice(own, min(60, len(own)), replace=False)
            at = np.stack([own % size[1], own // size[1] % size[2], own // size[1] // size[2], np.ones_like(own)], 1)
            found[one["id"]] = (at @ to_mm.T) * (-1, -1, 1)
    return found


class Placed:
    """Documents as the program placed them, and four points in each organ that five of them have."""

    def __init__(self, out):
        halves = [[json.loads(line) for line in open(f"{out}/{name}-read.jsonl", encoding="utf-8")] for name in ("develop", "test")]
        self.docs = halves[0] + halves[1]
        self.develop = np.arange(len(self.docs)) < len(halves[0])
        self.organs = [organs(doc["mesh"]) for doc in self.docs]
        rows = (line for line in open(f"{ROOT}/crates/anatomy/data/structures.csv", encoding="utf-8") if not line.startswith("#"))
        parents = {row["id"]: row["parent"] for row in csv.DictReader(rows)}
        inside, chance = voxels(), np.random.default_rng(3)
        self.points = []
        for organ, count in sorted(collections.Counter(o for one in self.organs for o in one).items()):
            parts = [one for one in inside if set(whole(parents, one)) & set(MODEL[organ]["structures"])]
            for _ in range(4 if count >= 5 and parts else 0):
                part = parts[chance.integers(len(parts))]
                self.points.append((organ, part, inside[part][chance.integers(len(inside[part]))]))
        shown = np.array([doc["point_mm"] for doc in self.docs])
        said = [{e["id"]: e["p"] for e in doc["structures"]} for doc in self.docs]
        outside = np.array([doc["outside_p"] > OUTSIDE for doc in self.docs])
        spread = [np.sqrt(max(doc["spread_mm2"][0] + doc["spread_mm2"][3] + doc["spread_mm2"][5], 1)) for doc in self.docs]
        self.mm, self.features, self.right = [], [], []
        for organ, part, point in self.points:
            up = whole(parents, part)
            mm = np.linalg.norm(shown - point, axis=1)
            p = np.array([max((one.get(id, 0) for id in up), default=0) for one in said])
            p = np.clip(np.where((p < CLEARLY) | outside, UNSAID, p), UNSAID, SURE)
            self.mm.append(mm)
            self.features.append(np.stack([np.log1p(mm / 10), np.log(p / (1 - p)), np.log(spread)], 1))
            self.right.append([organ in one for one in self.organs])
        self.mm, self.features, self.right = np.array(self.mm), np.array(self.features), np.array(self.right)


def logistic(x, y):
    """Shift and weights, by Newton's method, with a little ridge on the weights."""
    x = np.hstack([np.ones((len(x), 1)), x])
    ridge, w = np.diag([0.0] + [1.0] * (x.shape[1] - 1)), np.zeros(x.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-x @ w))
        w -= np.linalg.solve((x * (p * (1 - p))[:, None]).T @ x + ridge, x.T @ (p - y) + ridge @ w)
    return w


def others(out):
    found = []
    for name in ("develop", "test"):
        for line in open(f"{out}/{name}-read.jsonl", encoding="utf-8"):
            doc = json.loads(line)
            said = {e["id"]: e["p"] for e in doc["structures"]}
            if doc["outside_p"] > OUTSIDE or not said:
                continue
            for one in MODEL:
                p = max((said.get(id, 0) for id in one["structures"]), default=0)
                if 0 < p < max(said.values()) - 1e-6:
                    found.append((p, bool(set(one["mesh"]) & set(doc["mesh"]))))
    p, right = np.array(found).T
    for low, high in ((0.05, 0.1), (0.1, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 1)):
        own = (p >= low) & (p < high)
        print(f"{low:.2f} to {high:.2f}: {own.sum():4}  shown {p[own].mean():.3f}  right {right[own].mean():.3f}")
    print("log-odds of being right: %.2f + %.2f logit(shown), n = %d" % (*logistic(np.log(p / (1 - p))[:, None], right), len(p)))


def ndcg(right, most):
    gains = 1 / np.log2(np.arange(2, 12))
    return (np.array(right[:10]) * gains[:len(right[:10])]).sum() / gains[:min(10, most)].sum()


def measured(p, y):
    bins = np.minimum((p * 10).astype(int), 9)
    off = sum(abs(p[bins == b].mean() - y[bins == b].mean()) * (bins == b).mean() for b in range(10) if (bins == b).any())
    first = [ndcg(y[q][np.argsort(-p[q], kind="stable")], y[q].sum()) for q in range(len(p)) if y[q].any()]
    return f"Brier {((p - y) ** 2).mean():.4f}  ECE {off:.4f}  nDCG@10 {np.mean(first):.3f}"


def fit(out):
    placed = Placed(out)
    a, b = placed.develop, ~placed.develop
    print(f"{len(placed.points)} points, {len(placed.docs)} documents, share right {placed.right.mean():.4f}")
    for name, columns in (("distance", [0]), ("evidence", [1]), ("both", [0, 1]), ("both and spread", [0, 1, 2])):
        x = placed.features[:, :, columns]
        w = logistic(x[:, a].reshape(-1, len(columns)), placed.right[:, a].reshape(-1))
        p = 1 / (1 + np.exp(-(w[0] + x[:, b] @ w[1:])))
        print(f"{name:16} {measured(p, placed.right[:, b])}  {np.round(w, 2)}")


def asked(placed, side):
    """Words of a heading that some documents of an organ have and others, too, with the documents that have both."""
    rows, chance, headings = np.where(side)[0], np.random.default_rng(5), collections.defaultdict(set)
    of_organs = {heading for one in MODEL for heading in one["mesh"]}
    for row in rows:
        for heading in set(placed.docs[row]["mesh"]) - CHECK - of_organs:
            headings[heading].add(row)
    for number, (organ, _, point) in enumerate(placed.points):
        has = {row for row in rows if organ in placed.organs[row]}
        fits = sorted(h for h, found in headings.items() if len(found) >= 4 and 2 <= len(found & has) < len(found))
        for heading in chance.permutation(fits)[:8]:
            yield number, str(heading), point, headings[heading] & has


def questions(out):
    placed = Placed(out)
    for name, side in (("develop", placed.develop), ("test", ~placed.develop)):
        with open(f"{out}/near-{name}.jsonl", "w", encoding="utf-8") as file:
            for _, heading, point, right in asked(placed, side):
                ids = [placed.docs[row]["id"] for row in sorted(right)]
                file.write(json.dumps({"text": heading, "point_mm": [float(v) for v in point], "right": ids}) + "\n")


def rules(out):
    placed = Placed(out)
    x = placed.features[:, :, :2]
    w = logistic(x[:, placed.develop].reshape(-1, 2), placed.right[:, placed.develop].reshape(-1))
    about = 1 / (1 + np.exp(-(w[0] + x @ w[1:])))
    for name, side in (("develop", placed.develop), ("test", ~placed.develop)):
        base = sqlite3.connect(":memory:")
        base.execute("CREATE VIRTUAL TABLE t USING fts5(title, text, tokenize='porter unicode61 remove_diacritics 2')")
        texts = ((int(row), placed.docs[row]["title"], placed.docs[row]["text"]) for row in np.where(side)[0])
        base.executemany("INSERT INTO t(rowid, title, text) VALUES (?, ?, ?)", texts)
        reached = collections.defaultdict(list)
        for number, heading, _, right in asked(placed, side):
            words = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", heading))
            found = base.execute("SELECT rowid, -bm25(t, 4.0, 1.0) AS s FROM t WHERE t MATCH ? ORDER BY s DESC", (words,)).fetchall()
            if not found:
                continue
            rows, said = np.array([row for row, _ in found]), np.array([s for _, s in found])
            said = said / said.max()
            ranks = 1 + np.arange(len(rows))
            place = {}
            for key, by in (("mm", placed.mm), ("p", -about)):
                order = np.argsort(np.where(side, by[number], np.inf), kind="stable")
                place[key] = np.argsort(order)[rows] + 1
            ways = {"words": said, "distance, reciprocal ranks (before)": 1 / (60 + ranks) + 1 / (60 + place["mm"]),
                    "probability, reciprocal ranks": 1 / (60 + ranks) + 1 / (60 + place["p"]), "probability": about[number][rows],
                    "half words, half probability": said + about[number][rows], "words times probability": said * about[number][rows]}
            for way, score in ways.items():
                order = rows[np.argsort(-score, kind="stable")]
                reached[way].append(ndcg([row in right for row in order], len(right)))
        for way, all in reached.items():
            print(f"{name} ({len(all)})  {way:36} nDCG@10 {np.mean(all):.3f}")


if __name__ == "__main__":
    told = sys.argv[1:]
    {"docs": docs, "fit": fit, "others": others, "questions": questions, "rules": rules}.get(told[0] if told else "", lambda *_: print(__doc__))(*told[1:])
