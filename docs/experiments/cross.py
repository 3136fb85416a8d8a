#!/usr/bin/env python3
"""A cross-encoder over the first hits of `fused`. Needs what rerank.py needs, which lies beside it, and its `read` and `lists`.

    cross.py learn SETS MODEL BASE OUT    OUT/cross.pt (goes on where it was broken off)
    cross.py score SETS MODEL BASE OUT    what it says of the first hits of `fused`, and milliseconds a pair
    cross.py told SETS MODEL BASE OUT     the first hits in its order alone and mixed with `fused`

The question and a document's title and text go through all-MiniLM-L6-v2 together. It is learnt from NFCorpus' training questions and a part of BioASQ's, by lists of one text that is right and others that stand high
and are not judged right (softmax over the list). The share of its answer is chosen on nfcorpus-dev and a part of BioASQ's, and told on the others. BioASQ's set is the one of ONLY that has its name, or the whole one.
"""

import json
import os
import sys
import time

import numpy as np

from rerank import BIO, CF, DEV, ONLY, TEST, TRAIN, Set, Words, first_of, fused, measured, over, padded, pieces, shown, text_of

# Word pieces of a pair; first hits; lists a step, texts a list, steps, those of BioASQ alone (its texts are short), the highest rate, layers of the base that stay as they are.
PAIR, FIRST = 128, 20
LISTS, TEXTS, STEPS, ALONE, RATE, FROZEN = 4, 8, int(os.environ.get("STEPS", 1200)), 150, 1e-4, 2
CLS, SEP = 101, 102
ASKED = next((name for name in ONLY if name.startswith(BIO)), BIO)


def reader(base, cross=None):
    import torch
    import torch.nn as nn
    import torch.nn.functional as F
    from safetensors.torch import load_file

    torch.set_num_threads(1)
    torch.manual_seed(1)
    config, given = json.load(open(f"{base}/config.json")), load_file(f"{base}/model.safetensors")
    width, heads, epsilon = config["hidden_size"], config["num_attention_heads"], config["layer_norm_eps"]

    def filled(made, name):
        made.load_state_dict({kind: given[f"{name}.{kind}"] for kind in ("weight", "bias")})
        return made

    linear = lambda name: filled(nn.Linear(*given[f"{name}.weight"].shape[::-1]), name)
    norm = lambda name: filled(nn.LayerNorm(width, eps=epsilon), name)

    class Layer(nn.Module):
        def __init__(self, n):
            super().__init__()
            own = f"encoder.layer.{n}."
            self.query, self.key, self.value = (linear(f"{own}attention.self.{part}") for part in ("query", "key", "value"))
            self.output, self.first = linear(f"{own}attention.output.dense"), norm(f"{own}attention.output.LayerNorm")
            self.wide, self.narrow, self.second = linear(f"{own}intermediate.dense"), linear(f"{own}output.dense"), norm(f"{own}output.LayerNorm")

        def forward(self, x, mask):
            split = lambda t: t.view(*x.shape[:2], heads, -1).transpose(1, 2)
            said = F.scaled_dot_product_attention(split(self.query(x)), split(self.key(x)), split(self.value(x)), mask)
            drop = lambda t: F.dropout(t, 0.1, self.training)
            x = self.first(x + drop(self.output(said.transpose(1, 2).reshape(x.shape))))
            return self.second(x + drop(self.narrow(F.gelu(self.wide(x)))))

    class Cross(nn.Module):
        def __init__(self):
            super().__init__()
            frozen = lambda name: nn.Parameter(given[f"embeddings.{name}_embeddings.weight"], requires_grad=False)
            self.words, self.positions, self.types = frozen("word"), frozen("position"), frozen("token_type")
            self.norm, self.layers = norm("embeddings.LayerNorm"), nn.ModuleList(Layer(n) for n in range(config["num_hidden_layers"]))
            self.layers[:FROZEN].requires_grad_(False)
            self.says = nn.Sequential(nn.Linear(2 * width, width), nn.Tanh(), nn.Linear(width, 1))

        def forward(self, ids, mask, types):
            x = self.norm(self.words[ids] + self.positions[: ids.shape[1]] + self.types[types])
            for layer in self.layers:
                x = layer(x, mask[:, None, None, :])
            x = x.float()
            mean = (x * mask[:, :, None]).sum(1) / mask.sum(1, keepdim=True)
            return self.says(torch.cat([x[:, 0], mean], 1)).squeeze(1)

    made = Cross()
    if cross:
        made.load_state_dict(torch.load(cross)["model"])
    return made


class Pairs:
    """Questions and documents as word pieces, and what the cross-encoder says of pairs of them."""

    def __init__(self, base, own):
        self.asked = pieces(base, [one["text"] for one in own.asked], 48, False)
        self.docs = pieces(base, [text_of(doc) for doc in own.docs], PAIR, False)

    def said(self, cross, pairs):
        import torch

        firsts = [[CLS, *self.asked[question], SEP] for question, _ in pairs]
        ids, mask = padded([[*first, *self.docs[doc][: PAIR - len(first) - 1], SEP] for first, (_, doc) in zip(firsts, pairs)])
        types = (np.arange(ids.shape[1]) >= np.array([len(first) for first in firsts])[:, None]) * mask
        # Elsewhere 16 bits are slower than 32.
        with torch.autocast("cpu", torch.bfloat16, enabled=torch.cpu._is_avx512_bf16_supported()):
            return cross(*(torch.from_numpy(x) for x in (ids, mask > 0, types))).float()


def source(name, sets, model, base, out):
    """The questions to learn from, what is right, and what stands among the first hundred and is not judged right: of BioASQ by words, of NFCorpus by `fused`."""
    own, kept = Set(sets, name), []
    find = Words(own.docs, model).found if name != TRAIN else None
    both = fused(np.load(f"{out}/lists/{name}.npz")) if name == TRAIN else None
    for n, right in own.right():
        first = first_of(find(own.asked[n]["text"]) if find else both[n], 100)
        wrong = [int(d) for d in first if d not in own.judged[n]]
        if len(wrong) >= TEXTS:
            kept.append((n, right, wrong))
    print(f"{name}: {len(kept)} questions to learn from", flush=True)
    return Pairs(base, own), kept


def learn(sets, model, base, out):
    import torch
    import torch.nn.functional as F

    cross, path, sources, start, losses = reader(base).train(), f"{out}/cross.pt", {}, 0, []
    grown = [one for one in cross.parameters() if one.requires_grad]
    adam = torch.optim.AdamW(grown, lr=RATE, weight_decay=0.01)
    if os.path.exists(path):
        kept = torch.load(path)
        cross.load_state_dict(kept["model"])
        adam.load_state_dict(kept["adam"])
        start = kept["step"]
    for step in range(start, STEPS):
        chance = np.random.default_rng([7, step])
        for group in adam.param_groups:
            group["lr"] = RATE * min(1, (step + 1) / 40) * (1 - step / STEPS)
        name = ASKED if step < ALONE or chance.random() < 1 / 3 else TRAIN
        if name not in sources:
            sources[name] = source(name, sets, model, base, out)
        (pairs, kept), asked = sources[name], []
        for at in chance.integers(0, len(kept), LISTS):
            n, right, wrong = kept[at]
            # Half of those that are not judged right among the first twenty-five.
            near = chance.permutation(wrong[:25])[: TEXTS // 2]
            far = chance.permutation([d for d in wrong if d not in near])[: TEXTS - 1 - len(near)]
            asked += [(n, d) for d in (chance.choice(right), *near, *far)]
        adam.zero_grad()
        loss = F.cross_entropy(pairs.said(cross, asked).view(LISTS, TEXTS), torch.zeros(LISTS, dtype=torch.long))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(grown, 1.0)
        adam.step()
        losses.append(loss.item())
        if (step + 1) % 25 == 0 or step + 1 == STEPS:
            torch.save({"model": cross.state_dict(), "adam": adam.state_dict(), "step": step + 1}, path + ".part")
            os.replace(path + ".part", path)
            print(f"step {step + 1}: {np.mean(losses[-25:]):.3f}, {time.process_time():.0f} s of a core", flush=True)


def opened(sets, out, name, part):
    own = Set(sets, name)
    questions = own.of(part)
    return own, questions, fused(np.load(f"{out}/lists/{name}.npz"))[questions], f"{out}/scores-{name}-{part}.npy"


PARTS = (((DEV, None), ((TEST, None), (CF, None))), ((ASKED, "choose"), ((ASKED, "told"),)))
WANTED = [(choose, [one for one in others if one[0] in ONLY]) for choose, others in PARTS if choose[0] in ONLY]


def score(sets, model, base, out):
    import torch

    cross = reader(base, f"{out}/cross.pt").eval()
    for name, part in [one for choose, others in WANTED for one in (choose, *others)]:
        own, questions, both, path = opened(sets, out, name, part)
        pairs, began = Pairs(base, own), time.process_time()
        with torch.inference_mode():
            said = [pairs.said(cross, [(n, int(d)) for d in first_of(score, FIRST)]).numpy() for n, score in zip(questions, both)]
        print(f"{name} {part}: {1000 * (time.process_time() - began) / len(questions) / FIRST:.1f} ms of a core for a pair", flush=True)
        np.save(path, np.array(said))


def alike_scaled(x):
    return (x - x.mean()) / max(x.max() - x.mean(), 1e-6)


def reranked(before, said, share):
    """The first hits in the order of both, behind them all others as they were."""
    after = before - 100
    for row, own in enumerate(before):
        first = first_of(own, FIRST)
        after[row, first] = (1 - share) * alike_scaled(own[first]) + share * alike_scaled(said[row])
    return after


def told(sets, model, base, out):
    for choose, others in WANTED:
        own, questions, both, path = opened(sets, out, *choose)
        got = {share: measured(reranked(both, np.load(path), share), own, questions)[:, [0, 2]].mean() for share in np.arange(0, 1, 0.1)}
        share = max(got, key=got.get)
        for name, part in (choose, *others):
            own, questions, both, path = opened(sets, out, name, part)
            before = measured(both, own, questions)
            print(f"{name} {part} ({len(questions)}), fused: {shown(before)}")
            for way in (1.0, share):
                rows = measured(reranked(both, np.load(path), way), own, questions)
                print(f"first {FIRST}, share {way:.1f}: {shown(rows)}; {over(rows, before)}", flush=True)


if __name__ == "__main__":
    steps = {"learn": learn, "score": score, "told": told}
    match sys.argv[1:]:
        case [step, sets, model, base, out] if step in steps:
            steps[step](sets, model, base, out)
        case _:
            sys.exit(__doc__)
