#!/usr/bin/env python3
"""Sets of judged questions for `corpus-atlas eval retrieval` and `eval similar`, and two things to hold their figures against.

    retrieval.py sets SHARED OUT     make the sets out of SHARED (folders corpus/ and retrieval/), outside the repository
    retrieval.py citations SHARED OUT   papers of the cystic fibrosis collection and which of them cite each other, for `eval similar`
    retrieval.py cases SHARED OUT    case reports cut in two: a set that asks with how a patient came for what was found and done, and both halves for `eval similar`
    retrieval.py few SHARED OUT      300 records of PubMed asked with few words, for `--like-enough`
    retrieval.py listed SET RUN      what a run of that set lists beside what has the words
    retrieval.py bm25 SET...         plain BM25: k1 0.9, b 0.4, Porter, title and text one field, Lucene's 33 stop words left out
    retrieval.py before SET...       the program's rule up to commit 488a78c: FTS5, all words, else any of them, a word in the title four times
    retrieval.py check SET RUN       a run that `eval retrieval --run` wrote, measured by trec_eval (PyPI: pytrec-eval-terrier)
    retrieval.py self-test           the case that is worked by hand in crates/evaluation/src/retrieval.rs, by trec_eval

A set is a folder with docs.jsonl (id, title, text), queries.jsonl (id, text) and qrels.tsv (query, document, grade). Judgments of documents that are
not in SHARED are left out, and questions without any other.
"""

import collections
import gzip
import hashlib
import json
import math
import os
import random
import re
import sqlite3
import sys

TOKENS = "porter unicode61 remove_diacritics 2"
LUCENE = (
    "a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with"
).split()


def lines(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as file:
        yield from file


def rows(path):
    table = lines(path)
    next(table)
    for line in table:
        yield line.rstrip("\n").split("\t")


def write(folder, docs, questions, judgments):
    os.makedirs(folder, exist_ok=True)
    ids = set()
    with open(f"{folder}/docs.jsonl", "w", encoding="utf-8") as file:
        for doc in docs:
            if doc["id"] not in ids:
                ids.add(doc["id"])
                row = {"id": doc["id"], "title": doc["title"] or "", "text": doc["text"] or ""}
                file.write(json.dumps(row) + "\n")
    judged = collections.defaultdict(list)
    for question, document, grade in judgments:
        if document in ids and int(grade) > 0:
            judged[question].append((document, grade))
    kept = [(id, text) for id, text in questions if id in judged]
    with open(f"{folder}/queries.jsonl", "w", encoding="utf-8") as file:
        for id, text in kept:
            file.write(json.dumps({"id": id, "text": text}) + "\n")
    with open(f"{folder}/qrels.tsv", "w", encoding="utf-8") as file:
        file.write("query\tdocument\tgrade\n")
        for id, _ in kept:
            for document, grade in judged[id]:
                file.write(f"{id}\t{document}\t{grade}\n")
    print(f"{folder}: {len(ids)} documents, {len(kept)} questions")


def sets(shared, out):
    def corpus(source):
        return [json.loads(line) for line in lines(f"{shared}/corpus/{source}.jsonl.gz")]

    def judged(path):
        return [row[:3] for row in rows(f"{shared}/retrieval/{path}")]

    docs = corpus("nfcorpus")
    asked = [json.loads(line) for line in lines(f"{shared}/retrieval/nfcorpus/queries.jsonl")]
    asked = [(one["id"], one["text"]) for one in asked]
    for part in ("train", "dev", "test"):
        write(f"{out}/nfcorpus-{part}", docs, asked, judged(f"nfcorpus/qrels.{part}.tsv"))
    asked = [json.loads(line) for line in lines(f"{shared}/retrieval/cystic_fibrosis/queries.jsonl")]
    asked = [(one["id"], one["text"]) for one in asked]
    docs = corpus("cystic_fibrosis_collection")
    write(f"{out}/cystic-fibrosis", docs, asked, judged("cystic_fibrosis/qrels.tsv"))
    wrong = {f"CF:{number}" for number in WRONG_ABSTRACT}
    docs = [doc for doc in docs if doc["id"] not in wrong]
    write(f"{out}/cystic-fibrosis-own-abstracts", docs, asked, judged("cystic_fibrosis/qrels.tsv"))
    asked = [json.loads(line) for line in lines(f"{shared}/retrieval/bioasq_b/questions.jsonl.gz")]
    asked = [(one["id"], one["question"]) for one in asked]
    docs = corpus("bioasq_b_snippets")
    write(f"{out}/bioasq", docs, asked, judged("bioasq_b/qrels.tsv"))
    # Texts of the other sources that answer nothing; some may, and count as wrong.
    titles = {doc["title"] for doc in docs if doc["title"]}
    sources = sorted(name.split(".")[0] for name in os.listdir(f"{shared}/corpus") if name.endswith(".jsonl.gz"))
    others = [doc for source in sources if source not in ("bioasq_b_snippets", "zheln_sr_titles") for doc in corpus(source)]
    others = [doc for doc in others if doc["text"] and doc["title"] not in titles]
    docs += random.Random(1).sample(others, 64_000)
    write(f"{out}/bioasq-distractors", docs, asked, judged("bioasq_b/qrels.tsv"))
    # One in sixteen of the questions, what answers them and one in sixteen of the others: with them and without, so few that the model reads them in minutes.
    some = [one for one in asked if hashlib.sha1(one[0].encode()).digest()[0] < 16]
    wanted = {id for id, _ in some}
    judgments = [row for row in judged("bioasq_b/qrels.tsv") if row[0] in wanted]
    answers = {document for _, document, _ in judgments}
    own = [doc for doc in docs[:-64_000] if doc["id"] in answers]
    write(f"{out}/bioasq-sixteenth", own, some, judgments)
    write(f"{out}/bioasq-sixteenth-distractors", own + docs[-4_000:], some, judgments)


# Words to ask the 300 records with: few of these are what the records are about.
FEW_WORDS = (
    "heart,asthma,kidney,liver,diabetes,lung cancer,children,stroke,pain,pregnancy,surgery,vitamin d,drug interactions,spine injury,obesity,"
    "hypertension,elderly,vaccine,cancer,gene expression"
).split(",")


def few(shared, out):
    """300 records of PubMed about searching and indexing, asked with few words; what has all of them is judged, for `listed` to tell it from what is added."""
    docs = [json.loads(line) for line in lines(f"{shared}/corpus/pubmed_export_samples.jsonl.gz")][:300]

    def has(doc, words):
        said = f"{doc['title']} {doc['text']}".lower()
        return all(re.search(rf"\b{word}", said) for word in words.split())

    asked = [(words.replace(" ", "_"), words) for words in FEW_WORDS]
    judgments = [(words.replace(" ", "_"), doc["id"], 1) for words in FEW_WORDS for doc in docs if has(doc, words)]
    write(f"{out}/few-words", docs, asked, judgments)


def listed(folder, path):
    """For each question how many of a run's first hundred have the words and which have not, by title."""
    docs, questions, judged = open_set(folder)
    titles = {doc["id"]: doc["title"] for doc in docs}
    run = collections.defaultdict(list)
    for line in lines(path):
        question, _, document, *_ = line.split()
        run[question].append(document)
    for question in questions:
        found = run[question["id"]][:100]
        others = [titles[id][:50] for id in found if id not in judged[question["id"]]]
        print(f"{question['id']}: {len(found) - len(others)} have the words, {len(others)} beside: {'; '.join(others)}")


# Papers of the cystic fibrosis collection that have the abstract of another one, or none, by a fault of its files (README of SHARED/retrieval).
WRONG_ABSTRACT = (
    "37 133 299 300 330 331 513 596 713 730 933 941 1024 1090 1155 "
    "36 128 132 168 298 329 512 551 595 729 735 839 894 932 939 1023 1069 1089 1150 1154 1187"
).split()


def citations(shared, out):
    wrong = {f"CF:{number}" for number in WRONG_ABSTRACT}
    docs = [json.loads(line) for line in lines(f"{shared}/corpus/cystic_fibrosis_collection.jsonl.gz")]
    docs = {doc["id"]: doc for doc in docs if doc["id"] not in wrong}
    go_together = set()
    for citing, cited, *_ in rows(f"{shared}/retrieval/cystic_fibrosis/citations.tsv"):
        if citing in docs and cited in docs and citing != cited:
            go_together |= {(citing, cited), (cited, citing)}
    os.makedirs(out, exist_ok=True)
    with open(f"{out}/docs.jsonl", "w", encoding="utf-8") as file:
        for doc in docs.values():
            row = {"id": doc["id"], "title": doc["title"] or "", "text": doc["text"] or "", "year": doc.get("year")}
            file.write(json.dumps(row) + "\n")
    for part, rests in (("all", (0, 1)), ("even", (0,)), ("odd", (1,))):
        pairs = sorted(pair for pair in go_together if int(pair[0][3:]) % 2 in rests)
        with open(f"{out}/{part}.tsv", "w", encoding="utf-8") as file:
            file.write("query\tdocument\tgrade\n")
            file.writelines(f"{one}\t{other}\t1\n" for one, other in pairs)
        print(f"{out}/{part}.tsv: {len(docs)} documents, {len({one for one, _ in pairs})} of them asked with, {len(pairs)} pairs")


def cases(shared, out):
    """The text of a case (E3C: that part of a report's abstract) is cut at the end of the sentence nearest to its middle; of texts under 600 characters too little is left."""
    halves = {}
    for doc in map(json.loads, lines(f"{shared}/corpus/e3c_english.jsonl.gz")):
        text = doc["text"].strip()
        ends = [match.end() for match in re.finditer(r"[.!?]\s+(?=[A-Z])", text)]
        if len(text) >= 600 and ends:
            at = min(ends, key=lambda end: abs(end - len(text) / 2))
            halves[doc["id"]] = (text[:at].strip(), text[at:].strip())
    rest = {id: hashlib.sha1(id.encode()).digest()[0] % 2 for id in halves}
    for part, rests in (("even", (0,)), ("odd", (1,))):
        docs = [{"id": f"{id}/found", "title": "", "text": then} for id, (_, then) in halves.items()]
        asked = [(id, first) for id, (first, _) in halves.items() if rest[id] in rests]
        write(f"{out}/cases-{part}", docs, asked, [(id, f"{id}/found", 1) for id, _ in asked])
    with open(f"{out}/docs.jsonl", "w", encoding="utf-8") as file:
        for id, (first, then) in halves.items():
            file.write(json.dumps({"id": f"{id}/came", "title": "", "text": first}) + "\n")
            file.write(json.dumps({"id": f"{id}/found", "title": "", "text": then}) + "\n")
    for part, rests in (("even", (0,)), ("odd", (1,))):
        with open(f"{out}/{part}.tsv", "w", encoding="utf-8") as file:
            file.write("query\tdocument\tgrade\n")
            file.writelines(f"{id}/came\t{id}/found\t1\n" for id in halves if rest[id] in rests)


def open_set(folder):
    docs = [json.loads(line) for line in lines(f"{folder}/docs.jsonl")]
    asked = [json.loads(line) for line in lines(f"{folder}/queries.jsonl")]
    judged = collections.defaultdict(dict)
    for question, document, grade in rows(f"{folder}/qrels.tsv"):
        judged[question][document] = int(grade)
    return docs, asked, judged


def stems(texts):
    """The stems of each text, by the tokenizer of SQLite."""
    base = sqlite3.connect(":memory:")
    base.execute(f"CREATE VIRTUAL TABLE t USING fts5(text, tokenize='{TOKENS}')")
    base.execute("CREATE VIRTUAL TABLE v USING fts5vocab(t, instance)")
    base.executemany("INSERT INTO t(rowid, text) VALUES (?, ?)", enumerate(texts, 1))
    found = [[] for _ in texts]
    for term, row in base.execute("SELECT term, doc FROM v"):
        found[row - 1].append(term)
    return found


def bm25(folder, k1=0.9, b=0.4):
    docs, asked, judged = open_set(folder)
    stop = set(stems([" ".join(LUCENE)])[0])
    index = collections.defaultdict(dict)
    lengths = []
    for row, terms in enumerate(stems([f"{doc['title']} {doc['text']}" for doc in docs])):
        lengths.append(len(terms))
        for term, times in collections.Counter(terms).items():
            index[term][row] = times
    mean = sum(lengths) / len(lengths)
    run = {}
    for one, terms in zip(asked, stems([one["text"] for one in asked])):
        scores = collections.Counter()
        for term in terms:
            found = index.get(term, {}) if term not in stop else {}
            idf = math.log(1 + (len(docs) - len(found) + 0.5) / (len(found) + 0.5))
            for row, times in found.items():
                scores[row] += idf * times * (k1 + 1) / (times + k1 * (1 - b + b * lengths[row] / mean))
        best = sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))[:1000]
        run[one["id"]] = {docs[row]["id"]: len(best) - rank for rank, (row, _) in enumerate(best)}
    print(f"{folder}, plain BM25: {shown(measured(judged, run))}")


def before(folder):
    docs, asked, judged = open_set(folder)
    base = sqlite3.connect(":memory:")
    base.execute(f"CREATE VIRTUAL TABLE text_index USING fts5(title, text, tokenize='{TOKENS}')")
    texts = ((row, doc["title"], doc["text"]) for row, doc in enumerate(docs))
    base.executemany("INSERT INTO text_index(rowid, title, text) VALUES (?, ?, ?)", texts)
    find = "SELECT rowid FROM text_index WHERE text_index MATCH ? ORDER BY bm25(text_index, 4.0, 1.0), rowid LIMIT 1000"
    run = {}
    for one in asked:
        pieces = ("".join(c if c.isalnum() else " " for c in piece).split() for piece in one["text"].replace('"', " ").split())
        terms = [f'"{" ".join(piece)}"' for piece in pieces if piece][:32]
        if one["text"][-1:].isalnum():
            terms[-1] += "*"
        for join in (" AND ", " OR "):
            found = [docs[row]["id"] for (row,) in base.execute(find, (join.join(terms),))]
            if found:
                break
        run[one["id"]] = {document: len(found) - rank for rank, document in enumerate(found)}
    print(f"{folder}, the rule before: {shown(measured(judged, run))}")


def measured(judged, run):
    import pytrec_eval

    names = {"ndcg10": "ndcg_cut_10", "recall100": "recall_100", "map": "map", "r_prec": "Rprec", "p10": "P_10"}
    judge = pytrec_eval.RelevanceEvaluator(judged, set(names.values()) | {"recip_rank"})
    found = judge.evaluate({question: run.get(question, {}) for question in judged})
    means = {}
    for name, theirs in names.items():
        means[name] = sum(found.get(question, {}).get(theirs, 0.0) for question in judged) / len(judged)
    # Theirs has no limit; ours ends at ten.
    ranks = [found.get(question, {}).get("recip_rank", 0.0) for question in judged]
    means["mrr10"] = sum(rank for rank in ranks if rank >= 0.0999) / len(judged)
    return means


def shown(means):
    return ", ".join(f"{name} {value:.4f}" for name, value in means.items())


def check(folder, path):
    _, _, judged = open_set(folder)
    run = collections.defaultdict(dict)
    for line in lines(path):
        question, _, document, _, score, _ = line.split()
        run[question][document] = float(score)
    print(f"{path}: {shown(measured(judged, run))}")


def self_test():
    judged = {"q": {"a": 2, "b": 1, "c": 1, "d": 0}}
    run = {"q": {document: 5.0 - rank for rank, document in enumerate(["x", "a", "b", "d", "c"])}}
    found = measured(judged, run)
    by_hand = {"ndcg10": 0.6863, "recall100": 1.0, "map": 0.5889, "r_prec": 0.6667, "p10": 0.3, "mrr10": 0.5}
    for name, value in by_hand.items():
        assert abs(found[name] - value) < 5e-5, (name, found[name], value)
    print("the same to four digits")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["sets", shared, out]:
            sets(shared, out)
        case ["citations", shared, out]:
            citations(shared, out)
        case ["cases", shared, out]:
            cases(shared, out)
        case ["few", shared, out]:
            few(shared, out)
        case ["listed", folder, path]:
            listed(folder, path)
        case ["bm25", *folders] if folders:
            for folder in folders:
                bm25(folder)
        case ["before", *folders] if folders:
            for folder in folders:
                before(folder)
        case ["check", folder, path]:
            check(folder, path)
        case ["self-test"]:
            self_test()
        case _:
            sys.exit(__doc__)
