#!/usr/bin/env python3
"""Word vectors for `training names published`: fastText itself (the package fasttext-wheel), with which the published encoder of names was made
(a comparison with it is one with its word vectors; nothing of this ships).

    word_vectors.py learn CORPUS MODEL             skip-grams of 300 numbers on the sentences of CORPUS/*.jsonl.gz, each text once
    word_vectors.py vectors MODEL WORDS VECTORS    the vectors of the words of a list, also of those never seen, as text
"""

import glob
import gzip
import json
import re
import sys
import tempfile

import fasttext


def learn(corpus, model):
    seen = set()
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".txt") as sentences:
        for name in sorted(glob.glob(f"{corpus}/*.jsonl.gz")):
            for line in gzip.open(name, "rt", encoding="utf-8"):
                record = json.loads(line)
                text = f"{record.get('title') or ''}. {record.get('text') or ''}"
                if text in seen:
                    continue
                seen.add(text)
                for sentence in re.split(r"(?<=[.!?])\s+|\n", text):
                    words = re.findall(r"\w+", sentence.lower())
                    if len(words) > 2:
                        sentences.write(" ".join(words) + "\n")
        sentences.flush()
        learnt = fasttext.train_unsupervised(sentences.name, model="skipgram", dim=300, ws=3, epoch=2, minCount=5, bucket=500000, thread=2)
    learnt.save_model(model)


def vectors(model, words, output):
    learnt = fasttext.load_model(model)
    words = open(words, encoding="utf-8").read().split("\n")
    with open(output, "w", encoding="utf-8") as file:
        file.write(f"{len(words)} {learnt.get_dimension()}\n")
        for word in words:
            file.write(f"{word} {' '.join(f'{v:.5f}' for v in learnt.get_word_vector(word))}\n")


{"learn": learn, "vectors": vectors}[sys.argv[1]](*sys.argv[2:])
