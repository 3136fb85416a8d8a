"""Fine-tunes the encoder as `training tune` does, with PyTorch, on an NVIDIA GPU or, for a short run, on the processor (with 16-bit products 1 s a step of 48 texts on two cores; those without them are several times slower).

Why not in Rust: `training tune` runs on a GPU by Vulkan (burn's `cuda` needs a download while it is built). On an H100 a step of it (64 texts) took
0.17 s while its kernels were still being chosen, and one of this a few milliseconds. Same layers, losses and texts as crates/training/src/encoder; besides: weights are rounded to 8 bits
in the loop (straight-through, one scale for each output), and a text is read twice under different dropout and both answers are drawn together
(R-Drop, Liang et al. 2021). With --pairs the same vectors learn finding beside reading: what asks for a text (its title, headings, a sentence, a paper like it)
lies nearer to it than to the other texts of the batch (InfoNCE, temperature 0.05, both ways), half of the batches being texts that are near to each other by the
base encoder; what the base encoder finds nearly as near as the right text is no wrong answer (Moreira et al. 2024), and its own order of them is drawn to, too.

    training examples --corpus CORPUS --vocab VOCAB --names models/cga-2/names.json --output examples.json.gz
    training passes --examples examples.json.gz --tokenizer BASE/tokenizer.json --epochs 6 --output passes.gz
    training pairs --corpus CORPUS --tokenizer BASE/tokenizer.json --judged SETS/nfcorpus-dev --judged SETS/cystic-fibrosis --output pairs.gz
    python tune.py run passes.gz BASE OUTPUT.pt --epochs 12 --seed 1 --pairs pairs.gz --first FIRST      (several, side by side)
    python tune.py mean passes.gz BASE TUNED OUTPUT.pt OUTPUT.pt ... --pairs pairs.gz     (each, their means, the best of them written)
    python tune.py between passes.gz BASE TUNED OUTPUT.pt 0.5 0.75    (a short run is kept near BASE by the mean of both, as WiSE-FT of Wortsman et al. 2022; the last share is written)

BASE and TUNED are folders with config.json, model.safetensors, tokenizer.json and reading-heads.json, with --pairs also finding.safetensors. FIRST is such a folder of
the encoder that was never tuned (config.json and model.safetensors alone).
"""

import argparse
import gzip
import itertools
import json
import math
import os
import shutil
import struct
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from safetensors.numpy import load_file, save_file

TAGS = 9
# Word pieces of BERT's uncased vocabulary.
CLS, SEP = 101, 102
TEMPERATURE = 0.05
# What the encoder that was never tuned finds so near, of the right text's likeness, is no wrong answer.
NEARLY = 0.95
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
# A processor that multiplies no 16-bit numbers takes longer for them than for 32-bit ones.
HALF = DEVICE == "cuda" or torch.cpu._is_avx512_bf16_supported()
# Uncertain and history count twice, a relative's four times (crates/grounding/src/tags.rs has the order).
NAMES = ["finding", "excluded", "uncertain", "history", "family", "landmark", "side", "normal"]
WEIGHT = torch.tensor([1, 1, 2, 2, 4, 1, 1, 1, 1], dtype=torch.float32)


def read_passes(path):
    """Sets of texts: (ids, tags, accepted, excluded, anchored, classes)."""
    data = gzip.open(path).read()
    at = 0

    def number(kind, size):
        nonlocal at
        value = struct.unpack_from(kind, data, at)[0]
        at += size
        return value

    def array(kind, count):
        nonlocal at
        value = np.frombuffer(data, kind, count, at)
        at += value.nbytes
        return value

    sets = []
    for _ in range(number("<I", 4)):
        texts = []
        for _ in range(number("<I", 4)):
            length = number("<H", 2)
            ids, tags = array("<u2", length), array("u1", length)
            accepted = array("<u2", number("<H", 2))
            excluded = array("<u2", number("<H", 2))
            anchored, classes = number("B", 1), array("u1", number("B", 1))
            texts.append((ids, tags, accepted, excluded, anchored, classes))
        sets.append(texts)
    return sets


def read_pairs(path):
    """Judged sets, each (documents, questions, [{row: grade}]), and texts: (group, title, text, what asks, rows of texts like it)."""
    data = gzip.open(path).read()
    at = 0

    def number():
        nonlocal at
        at += 4
        return struct.unpack_from("<I", data, at - 4)[0]

    def pieces():
        nonlocal at
        count = struct.unpack_from("<H", data, at)[0]
        value = np.frombuffer(data, "<u2", count, at + 2)
        at += 2 + value.nbytes
        return value

    judged = []
    for _ in range(number()):
        documents = [pieces() for _ in range(number())]
        questions, grades = [], []
        for _ in range(number()):
            questions.append(pieces())
            grades.append({number(): number() for _ in range(number())})
        judged.append((documents, questions, grades))
    texts = []
    for _ in range(number()):
        group, title, text = number(), pieces(), pieces()
        asks = [pieces() for _ in range(number())]
        texts.append((group, title, text, asks, [number() for _ in range(number())]))
    return judged, texts


def padded(lists, most=190):
    """Ids and mask of lists of word pieces on the device, [CLS] and [SEP] around each."""
    lists = [own[:most] for own in lists]
    longest = 2 + max(len(own) for own in lists)
    ids = np.zeros((len(lists), longest), np.int64)
    mask = np.zeros((len(lists), longest), bool)
    for i, own in enumerate(lists):
        ids[i, 0], ids[i, 1 : 1 + len(own)], ids[i, 1 + len(own)] = CLS, own, SEP
        mask[i, : 2 + len(own)] = True
    return torch.from_numpy(ids).to(DEVICE), torch.from_numpy(mask).to(DEVICE)


class Round(nn.Linear):
    """A linear layer whose weights are rounded to 8 bits, with one scale for each output, while `rounds` is set."""

    rounds = False

    def forward(self, x):
        weight = self.weight
        if Round.rounds:
            with torch.no_grad():
                scale = weight.abs().amax(1, keepdim=True).clamp_min(1e-12) / 127
                off = torch.round(weight / scale) * scale - weight
            weight = weight + off
        return F.linear(x, weight, self.bias)


class Layer(nn.Module):
    def __init__(self, width, wide, heads, dropout, epsilon):
        super().__init__()
        self.query, self.key, self.value = (Round(width, width) for _ in range(3))
        self.output = Round(width, width)
        self.attention_norm = nn.LayerNorm(width, eps=epsilon)
        self.wide, self.narrow = Round(width, wide), Round(wide, width)
        self.norm = nn.LayerNorm(width, eps=epsilon)
        self.heads, self.dropout = heads, dropout

    def forward(self, x, mask):
        texts, tokens, width = x.shape
        split = lambda t: t.view(texts, tokens, self.heads, width // self.heads).transpose(1, 2)
        context = F.scaled_dot_product_attention(split(self.query(x)), split(self.key(x)), split(self.value(x)), mask)
        context = context.transpose(1, 2).reshape(texts, tokens, width)
        y = self.attention_norm(x + F.dropout(self.output(context), self.dropout, self.training))
        z = self.narrow(F.gelu(self.wide(y)))
        return self.norm(y + F.dropout(z, self.dropout, self.training))


PARTS = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "output": "attention.output.dense",
    "attention_norm": "attention.output.LayerNorm",
    "wide": "intermediate.dense",
    "narrow": "output.dense",
    "norm": "output.LayerNorm",
}


class Reader(nn.Module):
    def __init__(self, base, classes, answers, dropout):
        super().__init__()
        config = json.load(open(f"{base}/config.json"))
        width, self.count = config["hidden_size"], config["num_hidden_layers"]
        self.base = load_file(f"{base}/model.safetensors")
        frozen = lambda name: nn.Parameter(torch.from_numpy(self.base[name]), requires_grad=False)
        self.words = frozen("embeddings.word_embeddings.weight")
        self.positions = frozen("embeddings.position_embeddings.weight")
        # A new tensor: what is written at the end has the positions alone.
        self.positions.data = self.positions.data + torch.from_numpy(self.base["embeddings.token_type_embeddings.weight"][0])
        self.gain, self.bias = frozen("embeddings.LayerNorm.weight"), frozen("embeddings.LayerNorm.bias")
        self.epsilon = config["layer_norm_eps"]
        make = lambda: Layer(width, config["intermediate_size"], config["num_attention_heads"], dropout, self.epsilon)
        self.layers = nn.ModuleList(make() for _ in range(self.count))
        for n, layer in enumerate(self.layers):
            for own, part in PARTS.items():
                for kind in ("weight", "bias"):
                    value = torch.from_numpy(self.base[f"encoder.layer.{n}.{part}.{kind}"])
                    getattr(getattr(layer, own), kind).data.copy_(value)
        self.dropout = dropout
        torch.manual_seed(0)
        self.tags = nn.Linear(width, TAGS)
        self.look, self.say = nn.Linear(width, answers, bias=False), nn.Linear(width, answers, bias=False)
        nn.init.normal_(self.look.weight, std=0.02)
        nn.init.normal_(self.say.weight, std=0.02)
        self.whole = nn.Linear(width, answers)
        self.classes = nn.Linear(width, classes)
        self.find = nn.Linear(width, width, bias=False)
        if os.path.exists(f"{base}/finding.safetensors"):
            self.find.weight.data.copy_(torch.from_numpy(load_file(f"{base}/finding.safetensors")["map"]))
        if not os.path.exists(f"{base}/reading-heads.json"):
            return
        known = json.load(open(f"{base}/reading-heads.json"))
        # In the order of the catalogue, "nowhere" last; `training unpack` puts those of an older model there.
        assert known["answers"] == answers, f"{base}: heads with {known['answers']} answers, not {answers}; see `training unpack`"
        for layer, name in ((self.look, "query"), (self.say, "value"), (self.whole, "whole")):
            layer.weight.data.copy_(torch.tensor(known[name]).view(width, answers).T)
        self.whole.bias.data.copy_(torch.tensor(known["bias"]))
        self.tags.weight.data.copy_(torch.tensor(known["tags_weight"]).view(width, TAGS).T)
        self.tags.bias.data.copy_(torch.tensor(known["tags_bias"]))

    def states(self, ids, mask):
        x = self.words[ids] + self.positions[: ids.shape[1]]
        x = F.layer_norm(x, x.shape[-1:], self.gain, self.bias, self.epsilon)
        for layer in self.layers:
            x = layer(x, mask[:, None, None, :])
        return x

    def found(self, ids, mask, mapped=True):
        """The vectors by which similar texts are found."""
        states = self.states(ids, mask).float()
        mean = F.normalize((states * mask[:, :, None]).sum(1), dim=1)
        return F.normalize(self.find(mean).float(), dim=1) if mapped else mean

    def forward(self, ids, mask):
        states = self.states(ids, mask).float()
        share = mask.float() / mask.sum(1, keepdim=True)
        mean = torch.einsum("bl,blw->bw", share, states)
        states = F.dropout(states, self.dropout, self.training)
        looks = self.look(states) + (~mask).float()[:, :, None] * -1e4
        said = (torch.softmax(looks, 1) * self.say(states)).sum(1)
        own = torch.einsum("bl,blw->bw", share, states)
        return self.tags(states), said + self.whole(own), self.classes(own), mean

    def write(self, base, output):
        os.makedirs(output, exist_ok=True)
        tensors = dict(self.base)
        for n, layer in enumerate(self.layers):
            for own, part in PARTS.items():
                for kind in ("weight", "bias"):
                    value = getattr(getattr(layer, own), kind).detach().float().cpu().numpy()
                    tensors[f"encoder.layer.{n}.{part}.{kind}"] = np.ascontiguousarray(value)
        save_file(tensors, f"{output}/model.safetensors")
        for file in ("config.json", "tokenizer.json"):
            shutil.copy(f"{base}/{file}", output)
        # Of one scale whatever it has learnt: mapped vectors are brought to length 1.
        weight = self.find.weight.detach().float().cpu()
        save_file({"map": (weight / weight.std()).contiguous().numpy()}, f"{output}/finding.safetensors")
        flat = lambda t: t.detach().float().cpu().contiguous().view(-1).tolist()
        heads = {
            "width": self.whole.in_features,
            "answers": self.whole.out_features,
            "tags_weight": flat(self.tags.weight.T),
            "tags_bias": flat(self.tags.bias),
            "query": flat(self.look.weight.T),
            "value": flat(self.say.weight.T),
            "whole": flat(self.whole.weight.T),
            "bias": flat(self.whole.bias),
        }
        json.dump(heads, open(f"{output}/reading-heads.json", "w"))


def tensors(texts, classes, answers):
    """A batch on the device."""
    longest = max(len(t[0]) for t in texts)
    ids = np.zeros((len(texts), longest), np.int64)
    tags = np.full((len(texts), longest), 255, np.int64)
    accepted, excluded = np.zeros((2, len(texts), answers), np.float32)
    labels, labelled = np.zeros((len(texts), classes), np.float32), np.zeros(len(texts), np.float32)
    length = np.array([len(t[0]) for t in texts])
    for i, (own, tag, right, wrong, _, kinds) in enumerate(texts):
        ids[i, : len(own)], tags[i, : len(own)] = own, tag
        accepted[i, right], excluded[i, wrong] = 1, 1
        labels[i, kinds], labelled[i] = 1, len(kinds) > 0
    anchored = np.array([t[4] > 0 for t in texts])
    mask = np.arange(longest)[None] < length[:, None]
    whole = (ids, mask, tags, accepted, excluded, labels, labelled, anchored)
    return [torch.from_numpy(a).pin_memory().to(DEVICE, non_blocking=True) if DEVICE == "cuda" else torch.from_numpy(a) for a in whole]


def batches(texts, size, chance):
    """Texts of like length share a batch; the batches come in random order."""
    order = chance.permutation(len(texts))
    order = sorted(order, key=lambda n: -(-len(texts[n][0]) // 12))
    chunks = [[texts[n] for n in order[i : i + size]] for i in range(0, len(order), size)]
    chance.shuffle(chunks)
    return chunks


def losses(said, batch, weight):
    tags, about, classes, _ = said
    _, _, tagged, accepted, excluded, labels, labelled, _ = batch
    log = F.log_softmax(about, 1)
    p = log.exp()
    right = -((p * accepted).sum(1) + 1e-9).log().mean()
    wrong = -(1 + 1e-6 - (p * excluded).sum(1)).log().mean()
    known = tagged != 255
    each = weight[tagged.clamp_max(TAGS - 1)] * known
    crossed = F.cross_entropy(tags.transpose(1, 2), tagged.clamp_max(TAGS - 1), reduction="none")
    told = (crossed * each).sum() / each.sum().clamp_min(1)
    crossed = F.softplus(classes) - classes * labels
    return right, wrong, told, (crossed.sum(1) * labelled).mean(), log


class Finding:
    """Batches of what asks for a text and the text, and their loss."""

    def __init__(self, texts, first, chance):
        self.texts, self.first, self.chance = texts, first, chance
        self.group = np.array([t[0] for t in texts])
        with torch.no_grad():
            self.near = torch.cat([self.by_first([t[2] for t in texts[i : i + 512]]) for i in range(0, len(texts), 512)])
        self.waiting = []

    def by_first(self, lists):
        with torch.no_grad(), torch.autocast(DEVICE, torch.bfloat16, enabled=HALF):
            return self.first.found(*padded(lists), mapped=False)

    def rows(self, size):
        """Rows of texts: those of a random leaf of a tree of random cuts, or any."""
        if not self.waiting:
            leaves = [np.arange(len(self.texts))]
            while max(map(len, leaves)) > 2 * size:
                cut = []
                for leaf in leaves:
                    line = torch.randn(self.near.shape[1], device=self.near.device)
                    order = leaf[torch.argsort(self.near[torch.from_numpy(leaf).to(self.near.device)] @ line).cpu().numpy()]
                    cut += [order[: len(order) // 2], order[len(order) // 2 :]]
                leaves = cut
            mixed = self.chance.permutation(len(self.texts))
            any = [mixed[i : i + size] for i in range(0, len(mixed) - size, size)]
            near = [self.chance.permutation(leaf)[:size] for leaf in leaves]
            self.waiting = any + near
            self.chance.shuffle(self.waiting)
        return self.waiting.pop()

    def pair(self, row):
        """What asks for a text, and what it is to find."""
        _, title, text, asks, alike = self.texts[row]
        kind = self.chance.random()
        whole = np.concatenate([title, text])
        if alike and kind < 0.15:
            other = self.texts[self.chance.choice(alike)]
            return np.concatenate([other[1], other[2]]), whole
        if asks and kind < 0.6:
            ask = asks[self.chance.integers(len(asks))]
            # A sentence mostly stands in the text no more.
            at = text.tobytes().find(ask.tobytes())
            if len(ask) and at >= 0 and at % 2 == 0 and self.chance.random() < 0.7:
                text = np.concatenate([text[: at // 2], text[at // 2 + len(ask) :]])
            return ask, np.concatenate([title, text]) if self.chance.random() < 0.7 else text
        return title, text

    def loss(self, reader, size):
        rows = self.rows(size)
        asks, texts = zip(*(self.pair(row) for row in rows))
        ask_ids, text_ids = padded(asks), padded(texts)
        with torch.autocast(DEVICE, torch.bfloat16, enabled=HALF):
            ask, text = reader.found(*ask_ids), reader.found(*text_ids)
        with torch.no_grad(), torch.autocast(DEVICE, torch.bfloat16, enabled=HALF):
            was = self.first.found(*ask_ids, mapped=False).float() @ self.first.found(*text_ids, mapped=False).float().T
        group = torch.from_numpy(self.group[rows]).to(DEVICE)
        own = torch.eye(len(rows), dtype=torch.bool, device=DEVICE)
        right = was.diagonal()
        unclear = ((group[:, None] == group[None]) | (was > NEARLY * torch.maximum(right[:, None], right[None]))) & ~own
        like = (ask @ text.T).float() / TEMPERATURE
        told, wanted = like.masked_fill(unclear, -1e4), torch.arange(len(rows), device=DEVICE)
        apart = (F.cross_entropy(told, wanted) + F.cross_entropy(told.T, wanted)) / 2
        drawn = F.kl_div(F.log_softmax(like, 1), F.log_softmax(was / TEMPERATURE, 1), log_target=True, reduction="batchmean")
        return apart, drawn


def finds(reader, judged):
    """nDCG@10 of each judged set by the vectors alone."""
    reader.eval()
    was, Round.rounds = Round.rounds, True
    told = []
    with torch.no_grad(), torch.autocast(DEVICE, torch.bfloat16, enabled=HALF):
        for documents, questions, grades in judged:
            many = lambda lists: torch.cat([reader.found(*padded(lists[i : i + 256])) for i in range(0, len(lists), 256)]).float()
            best = (many(questions) @ many(documents).T).topk(10).indices.cpu().numpy()
            gain = lambda list: sum(grade / math.log2(n + 2) for n, grade in enumerate(list))
            each = [gain(right.get(int(d), 0) for d in row) / gain(sorted(right.values(), reverse=True)[:10]) for row, right in zip(best, grades)]
            told.append(100 * sum(each) / len(each))
    Round.rounds = was
    reader.train()
    return told


def watch(reader, sets):
    """What is reached on texts that are not learnt from: right %, of hers %, excluded wins %, F of the tags."""
    reader.eval()
    was, Round.rounds = Round.rounds, True
    told = []
    right = [0, 0]
    wins = excluding = 0
    apart = np.zeros((3, TAGS))
    with torch.no_grad():
        for which, texts in enumerate(sets[:3]):
            for i in range(0, len(texts), 64):
                chunk = texts[i : i + 64]
                batch = tensors(chunk, reader.classes.out_features, reader.whole.out_features)
                tags, about, _, _ = reader(batch[0], batch[1])
                if which == 2:
                    found, wanted = tags.argmax(2).cpu().numpy(), batch[2].cpu().numpy()
                    for a, b in zip(found[wanted != 255], wanted[wanted != 255]):
                        apart[0, b] += a == b
                        apart[1, b] += 1
                        apart[2, a] += 1
                    continue
                for n, text in zip(about.argmax(1).tolist(), chunk):
                    hit = n in text[2]
                    right[which] += hit
                    if which == 0 and len(text[3]):
                        excluding += 1
                        wins += not hit and n in text[3]
    Round.rounds = was
    told = [100 * right[0] / len(sets[0]), 100 * right[1] / len(sets[1]), 100 * wins / excluding]
    tags = " ".join(f"{n} {200 * h / (i + s):.0f}" for n, h, i, s in zip(NAMES, *apart))
    reader.train()
    return told, f"develop right {told[0]:.1f} %, hers {told[1]:.1f} %, excluded wins {told[2]:.1f} %; {tags}"


def run(args):
    sets = read_passes(args.passes)
    passes = [texts[: args.most] for texts in sets[3:]]
    every = list(itertools.chain(*sets[3:]))
    classes = 1 + max(int(t[5].max()) for t in every if len(t[5]))
    answers = 1 + max(int(t[2].max()) for t in every if len(t[2]))
    reader = Reader(args.base, classes, answers, args.dropout).to(DEVICE)
    was = Reader(args.base, classes, answers, 0.0).to(DEVICE).eval()
    judged, pairs = read_pairs(args.pairs) if args.pairs else ([], [])
    if args.most:
        sets, judged, pairs = [texts[: args.most] for texts in sets], [], [(*t[:4], []) for t in pairs[: args.most]]
    torch.manual_seed(args.seed)
    chance = np.random.default_rng(args.seed)
    finding = None
    if pairs:
        first = Reader(args.first, 1, 1, 0.0).to(DEVICE).eval()
        finding = Finding(pairs, first, np.random.default_rng(args.seed))
    found = " ".join(f"{v:.1f}" for v in finds(reader, judged))
    print("before:", watch(reader, sets)[1], "nDCG@10", found, flush=True)
    heads = ("tags", "look", "say", "whole", "classes")
    groups = [[], []]
    for name, value in reader.named_parameters():
        if value.requires_grad:
            groups[name.split(".")[0] in heads].append(value)
    optimizer = torch.optim.AdamW(
        [{"params": groups[0], "lr": args.rate}, {"params": groups[1], "lr": args.heads_rate}],
        weight_decay=1e-2,
        fused=DEVICE == "cuda",
    )
    weight = WEIGHT.to(DEVICE)
    steps = args.epochs * -(-len(passes[0]) // args.batch)
    step, began = 0, time.time()
    done = 0.0
    rate = lambda step: min((step + 1) / 300, 0.02 + 0.49 * (1 + math.cos(math.pi * min(1, done))))
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    for epoch in range(args.epochs):
        if done >= 1:
            break
        sums = torch.zeros(7, device=DEVICE)
        for chunk in batches(passes[epoch % len(passes)], args.batch, chance):
            done = max(step / steps, (time.time() - began) / args.seconds)
            if done >= 1:
                break
            Round.rounds = done >= 0.5
            batch = tensors(chunk, classes, answers)
            ids, mask, anchored = batch[0], batch[1], batch[7]
            both = 2 if args.twice else 1
            with torch.autocast(DEVICE, torch.bfloat16, enabled=HALF):
                said = reader(ids.repeat(both, 1), mask.repeat(both, 1))
            said, *again = zip(*(s.float().chunk(both) for s in said))
            right, wrong, told, labels, log = losses(said, batch, weight)
            loss = right + args.excluded * wrong + told + 0.3 * labels
            twice = torch.zeros((), device=DEVICE)
            for again in again:
                right2, wrong2, told2, labels2, log2 = losses(again, batch, weight)
                loss = (loss + right2 + args.excluded * wrong2 + told2 + 0.3 * labels2) / 2
                apart = lambda a, b: (a.exp() * (a - b)).sum(1).mean()
                twice = (apart(log, log2) + apart(log2, log)) / 2
                loss = loss + args.twice * twice
            near = torch.zeros(len(ids), device=DEVICE)
            if args.anchor:
                with torch.no_grad(), torch.autocast(DEVICE, torch.bfloat16, enabled=HALF):
                    before = was.states(ids, mask).float()
                    share = mask.float() / mask.sum(1, keepdim=True)
                    before = torch.einsum("bl,blw->bw", share, before)
                near = 1 - F.cosine_similarity(said[3], before, dim=1)
                loss = loss + args.anchor * (near * anchored).mean()
            apart = drawn = torch.zeros((), device=DEVICE)
            if finding and step % args.every == 0:
                apart, drawn = finding.loss(reader, args.pair_batch)
                loss = loss + args.every * args.find * (apart + args.draw * drawn)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(groups[0] + groups[1], 1.0)
            optimizer.step()
            schedule.step()
            step += 1
            sums += torch.stack([right + wrong, told, labels, near[anchored].mean().nan_to_num(), twice, args.every * apart, args.every * drawn]).detach()
        mean = " ".join(f"{v:.3f}" for v in (sums / -(-len(passes[0]) // args.batch)).tolist())
        found = " ".join(f"{v:.1f}" for v in finds(reader, judged))
        print(f"epoch {epoch + 1}, {step} steps, {time.time() - began:.0f} s: {mean}; {watch(reader, sets)[1]}; nDCG@10 {found}", flush=True)
        torch.save({k: v for k, v in reader.state_dict().items() if k not in ("words", "positions", "gain", "bias")}, args.output)


def mean(args):
    sets = read_passes(args.passes)
    judged = read_pairs(args.pairs)[0] if args.pairs else []
    states = [torch.load(f, map_location=DEVICE) for f in args.tuned]
    classes, answers = (len(states[0][k]) for k in ("classes.bias", "whole.bias"))
    reader = Reader(args.base, classes, answers, 0.0).to(DEVICE)
    best = None
    choices = [c for n in range(1, len(states) + 1) for c in itertools.combinations(range(len(states)), n)]
    for choice in choices:
        mixed = {k: sum(states[n][k] for n in choice) / len(choice) for k in states[0]}
        reader.load_state_dict(mixed, strict=False)
        told, line = watch(reader, sets)
        found = finds(reader, judged)
        print(choice, line, "nDCG@10", " ".join(f"{v:.2f}" for v in found), flush=True)
        value = told[0] + 0.14 * told[1] - 0.3 * told[2] + 0.2 * sum(found)
        if best is None or value > best[0]:
            best = (value, choice, mixed)
    print("kept:", best[1])
    reader.load_state_dict(best[2], strict=False)
    reader.write(args.base, args.output)


def between(args):
    """What lies between BASE and what was tuned from it, by shares of the latter; the last one is written."""
    sets, tuned = read_passes(args.passes), torch.load(args.tuned, map_location=DEVICE)
    classes, answers = (len(tuned[k]) for k in ("classes.bias", "whole.bias"))
    reader = Reader(args.base, classes, answers, 0.0).to(DEVICE)
    first = {k: v.clone() for k, v in reader.state_dict().items() if k in tuned}
    for share in args.shares:
        # What tells classes begins anew in every run and is not written.
        mixed = {k: v if k.startswith("classes") else share * v + (1 - share) * first[k] for k, v in tuned.items()}
        reader.load_state_dict(mixed, strict=False)
        print(share, watch(reader, sets)[1], flush=True)
    reader.write(args.base, args.output)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("run")
    one.add_argument("passes")
    one.add_argument("base")
    one.add_argument("output")
    one.add_argument("--epochs", type=int, default=12)
    one.add_argument("--batch", type=int, default=128)
    one.add_argument("--rate", type=float, default=2e-4)
    one.add_argument("--heads-rate", type=float, default=1.5e-3)
    one.add_argument("--dropout", type=float, default=0.1)
    one.add_argument("--anchor", type=float, default=20.0)
    one.add_argument("--twice", type=float, default=0.0)
    one.add_argument("--excluded", type=float, default=1.0, help="weight of giving nothing to what is excluded")
    one.add_argument("--pairs", help="the file of `training pairs`: learn finding, too")
    one.add_argument("--first", help="folder of the encoder that was never tuned")
    one.add_argument("--find", type=float, default=0.5, help="weight of finding")
    one.add_argument("--draw", type=float, default=0.5, help="of it, weight of the order of the encoder that was never tuned")
    one.add_argument("--every", type=int, default=2, help="find in one of so many steps")
    one.add_argument("--pair-batch", type=int, default=128)
    one.add_argument("--most", type=int, help="texts of a pass, to try it")
    one.add_argument("--seconds", type=float, default=1e9, help="end after so many, with the rate at its lowest")
    one.add_argument("--seed", type=int, default=1)
    one.set_defaults(does=run)
    several = commands.add_parser("mean")
    several.add_argument("passes")
    several.add_argument("base")
    several.add_argument("output")
    several.add_argument("tuned", nargs="+")
    several.add_argument("--pairs")
    several.set_defaults(does=mean)
    two = commands.add_parser("between")
    two.add_argument("passes")
    two.add_argument("base")
    two.add_argument("output")
    two.add_argument("tuned")
    two.add_argument("shares", nargs="+", type=float)
    two.set_defaults(does=between)
    arguments = parser.parse_args()
    arguments.does(arguments)
