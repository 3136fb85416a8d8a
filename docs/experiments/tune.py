"""Fine-tunes the encoder as `training tune` does, with PyTorch on an NVIDIA GPU.

Why not in Rust: `training tune` runs on a GPU by Vulkan (burn's `cuda` needs a download while it is built). On an H100 a step of it (64 texts) took
0.17 s while its kernels were still being chosen, and one of this a few milliseconds. Same layers, losses and texts as crates/training/src/encoder; besides: weights are rounded to 8 bits
in the loop (straight-through, one scale for each output), and a text is read twice under different dropout and both answers are drawn together
(R-Drop, Liang et al. 2021).

    training examples --corpus CORPUS --vocab VOCAB --names models/cga-2/names.json --output examples.json.gz
    training passes --examples examples.json.gz --tokenizer BASE/tokenizer.json --epochs 6 --output passes.gz
    python tune.py run passes.gz BASE OUTPUT.pt --epochs 12 --seed 1      (several, side by side)
    python tune.py mean passes.gz BASE TUNED OUTPUT.pt OUTPUT.pt ...      (each, their mean, the best of them written)

BASE and TUNED are folders with config.json, model.safetensors, tokenizer.json and reading-heads.json.
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
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
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
        self.positions.data += torch.from_numpy(self.base["embeddings.token_type_embeddings.weight"][0])
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
        known = json.load(open(f"{base}/reading-heads.json"))
        # Structures that the catalogue has got since stand behind those it had, "nowhere" last.
        own = known["answers"] - 1
        for layer, name in ((self.look, "query"), (self.say, "value"), (self.whole, "whole")):
            weight = torch.tensor(known[name]).view(width, own + 1).T
            layer.weight.data[:own], layer.weight.data[-1] = weight[:own], weight[own]
        bias = torch.tensor(known["bias"])
        self.whole.bias.data[:own], self.whole.bias.data[-1] = bias[:own], bias[own]
        self.tags.weight.data.copy_(torch.tensor(known["tags_weight"]).view(width, TAGS).T)
        self.tags.bias.data.copy_(torch.tensor(known["tags_bias"]))

    def states(self, ids, mask):
        x = self.words[ids] + self.positions[: ids.shape[1]]
        x = F.layer_norm(x, x.shape[-1:], self.gain, self.bias, self.epsilon)
        for layer in self.layers:
            x = layer(x, mask[:, None, None, :])
        return x

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
    print("before:", watch(reader, sets)[1], flush=True)
    torch.manual_seed(args.seed)
    chance = np.random.default_rng(args.seed)
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
        sums = torch.zeros(5, device=DEVICE)
        for chunk in batches(passes[epoch % len(passes)], args.batch, chance):
            done = max(step / steps, (time.time() - began) / args.seconds)
            if done >= 1:
                break
            Round.rounds = done >= 0.5
            batch = tensors(chunk, classes, answers)
            ids, mask, anchored = batch[0], batch[1], batch[7]
            with torch.autocast(DEVICE, torch.bfloat16):
                said = reader(ids, mask)
            said = [s.float() for s in said]
            right, wrong, told, labels, log = losses(said, batch, weight)
            loss = right + wrong + told + 0.3 * labels
            twice = torch.zeros((), device=DEVICE)
            if args.twice:
                with torch.autocast(DEVICE, torch.bfloat16):
                    again = reader(ids, mask)
                again = [s.float() for s in again]
                right2, wrong2, told2, labels2, log2 = losses(again, batch, weight)
                loss = (loss + right2 + wrong2 + told2 + 0.3 * labels2) / 2
                apart = lambda a, b: (a.exp() * (a - b)).sum(1).mean()
                twice = (apart(log, log2) + apart(log2, log)) / 2
                loss = loss + args.twice * twice
            with torch.no_grad(), torch.autocast(DEVICE, torch.bfloat16):
                before = was.states(ids, mask).float()
                share = mask.float() / mask.sum(1, keepdim=True)
                before = torch.einsum("bl,blw->bw", share, before)
            near = 1 - F.cosine_similarity(said[3], before, dim=1)
            loss = loss + args.anchor * (near * anchored).mean()
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(groups[0] + groups[1], 1.0)
            optimizer.step()
            schedule.step()
            step += 1
            sums += torch.stack([right + wrong, told, labels, near[anchored].mean().nan_to_num(), twice]).detach()
        mean = " ".join(f"{v:.3f}" for v in (sums / -(-len(passes[0]) // args.batch)).tolist())
        print(f"epoch {epoch + 1}, {time.time() - began:.0f} s: {mean}; {watch(reader, sets)[1]}", flush=True)
        torch.save({k: v for k, v in reader.state_dict().items() if k not in ("words", "positions", "gain", "bias")}, args.output)


def mean(args):
    sets = read_passes(args.passes)
    states = [torch.load(f, map_location=DEVICE) for f in args.tuned]
    classes, answers = (len(states[0][k]) for k in ("classes.bias", "whole.bias"))
    reader = Reader(args.base, classes, answers, 0.0).to(DEVICE)
    best = None
    choices = [c for n in range(1, len(states) + 1) for c in itertools.combinations(range(len(states)), n)]
    for choice in choices:
        mixed = {k: sum(states[n][k] for n in choice) / len(choice) for k in states[0]}
        reader.load_state_dict(mixed, strict=False)
        told, line = watch(reader, sets)
        print(choice, line, flush=True)
        value = told[0] + 0.14 * told[1] - 0.3 * told[2]
        if best is None or value > best[0]:
            best = (value, choice, mixed)
    print("kept:", best[1])
    reader.load_state_dict(best[2], strict=False)
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
    one.add_argument("--most", type=int, help="texts of a pass, to try it")
    one.add_argument("--seconds", type=float, default=1e9, help="end after so many, with the rate at its lowest")
    one.add_argument("--seed", type=int, default=1)
    one.set_defaults(does=run)
    several = commands.add_parser("mean")
    several.add_argument("passes")
    several.add_argument("base")
    several.add_argument("output")
    several.add_argument("tuned", nargs="+")
    several.set_defaults(does=mean)
    arguments = parser.parse_args()
    arguments.does(arguments)
