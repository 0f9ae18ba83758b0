#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Trains the network of the evaluation on what tools/positions wrote, and writes a network file.

    train.py RECORDS... --out NETWORK [--hidden 256] [--epochs 10] [--start NETWORK] [--seed 1] ...

Needs PyTorch and a CUDA device. All records lie on the device; one step is a captured graph, some
six million positions a second on a large GPU. The same records, options and device give the same
network. Every 32nd game is held out for validation, unless --validation names files for it; the log
goes to standard output.

docs/network.md describes the network, the file and the training.
"""
import argparse
import math
import time

import numpy as np
import torch
from torch.nn.functional import linear

import network_file

RECORD = 104  # bytes: see tools/positions.c
INPUTS, BUCKETS = 768, 8
ONE, OUTPUT_ONE, SCALE = 255, 64, 400  # as in src/engine/network.h
FEATURE_MAX, OUTPUT_MAX = 505 / ONE, 127 / OUTPUT_ONE
BATCH = 16384
WARM_UP = 500  # steps
SCORE_MAX = 2500
HELD_OUT = 32

device = torch.device("cuda")
torch.backends.cuda.matmul.allow_tf32 = True

# ---- positions ------------------------------------------------------------------------------------

# The other side's view: sides exchanged, ranks from the other end.
OTHER_VIEW = torch.tensor([((p + 6) % 12) * 8 + 7 - r for p in range(12) for r in range(8)], device=device)
BITS = torch.tensor([[(byte >> bit) & 1 for bit in range(8)] for byte in range(256)],
                    dtype=torch.float32, device=device)
BITS = torch.cat([BITS, BITS.flip(1)])  # the second half is mirrored


class Positions:
    def __init__(self, paths, validation, k):
        """Validates on the files `validation`, or on every 32nd game if there are none."""
        parts = [self.read(path) for path in paths + validation]
        raw = torch.cat(parts)
        self.boards = raw[:, :96].contiguous()
        self.score = raw[:, 96:98].contiguous().view(torch.int16)[:, 0].float()
        self.result = raw[:, 98].float() / 2
        self.pieces = raw[:, 99].long()
        game = raw[:, 100:104].contiguous().view(torch.int32)[:, 0]
        usable = self.score.abs() < SCORE_MAX
        held_out = game % HELD_OUT == 7
        if validation:
            held_out = torch.arange(len(raw), device=device) >= sum(len(part) for part in parts[: len(paths)])
        del raw, parts
        self.training = torch.nonzero(usable & ~held_out)[:, 0]
        self.validation = torch.nonzero(usable & held_out)[:, 0]
        self.k = k or best_k(self.score[self.validation], self.result[self.validation])
        self.chance = torch.sigmoid(self.score / self.k)

    @staticmethod
    def read(path):
        raw = np.fromfile(path, dtype=np.uint8)
        return torch.from_numpy(raw[: len(raw) // RECORD * RECORD].reshape(-1, RECORD)).to(device)


def best_k(score, result):
    """The scale at which scores predict results best."""
    return float(min(range(80, 500, 10),
                     key=lambda k: ((torch.sigmoid(score / k) - result) ** 2).mean().item()))


def inputs(boards):
    """768 inputs; mirrored if the king of the side is on files e to h."""
    index = boards.int()
    mirrored = ((index[:, 40:48] & 0xF0) != 0).any(1)
    return BITS[index + 256 * mirrored[:, None].int()].view(len(boards), INPUTS)


# ---- the network ----------------------------------------------------------------------------------

def rounded(weight, one):
    """The weight as the engine has it; the gradient passes as if it were not rounded."""
    return weight + ((weight * one).round() / one - weight).detach()


class Network(torch.nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.hidden = hidden
        self.input = torch.nn.Linear(INPUTS, hidden)
        self.output = torch.nn.Linear(2 * hidden, BUCKETS)
        with torch.no_grad():
            self.input.weight.uniform_(-0.05, 0.05)
            self.input.bias.fill_(0.1)

    def forward(self, boards, pieces):
        weight, bias = rounded(self.input.weight, ONE), rounded(self.input.bias, ONE)
        sides = torch.cat([linear(inputs(view), weight, bias) for view in (boards, boards[:, OTHER_VIEW])], 1)
        out = linear(sides.clamp(0, 1).square(), rounded(self.output.weight, OUTPUT_ONE), self.output.bias)
        return out.gather(1, ((pieces - 2) * BUCKETS // 32)[:, None])[:, 0]

    def clip(self):
        with torch.no_grad():
            self.input.weight.clamp_(-FEATURE_MAX, FEATURE_MAX)
            self.output.weight.clamp_(-OUTPUT_MAX, OUTPUT_MAX)

    def words(self):
        """The weights as integers, in the order of the file."""
        weights = [(self.input.weight.detach().t() * ONE, "<i2"), (self.input.bias.detach() * ONE, "<i2"),
                   (self.output.weight.detach() * OUTPUT_ONE, "<i2"),
                   (self.output.bias.detach() * ONE * OUTPUT_ONE, "<i4")]
        return [weight.round().cpu().numpy().astype(kind) for weight, kind in weights]

    def save(self, path):
        body = b"".join(np.ascontiguousarray(part).tobytes() for part in self.words())
        network_file.write(path, (self.hidden, BUCKETS, SCALE), body)

    def load(self, path):
        """Starts from a network file. A smaller one becomes a part of this one: the other neurons
        begin with an output of 0."""
        (hidden, buckets, _), body = network_file.read(path)
        assert buckets == BUCKETS and hidden <= self.hidden, "the network to start from does not fit"
        words = torch.from_numpy(np.frombuffer(body, "<i2").astype(np.float32))
        feature, bias, output, _ = words.split([INPUTS * hidden, hidden, 2 * hidden * buckets, 2 * buckets])
        output_bias = np.frombuffer(body[len(body) - 4 * buckets:], "<i4").astype(np.float32)
        with torch.no_grad():
            self.output.weight.zero_()
            self.input.weight[:hidden] = (feature.view(INPUTS, hidden).t() / ONE).to(device)
            self.input.bias[:hidden] = (bias / ONE).to(device)
            sides = (output.view(buckets, 2, hidden) / OUTPUT_ONE).to(device)
            self.output.weight.view(buckets, 2, self.hidden)[:, :, :hidden] = sides
            self.output.bias.copy_(torch.from_numpy(output_bias / (ONE * OUTPUT_ONE)))


# ---- training -------------------------------------------------------------------------------------

def validate(network, data, note):
    picks = data.validation
    with torch.no_grad():
        out = torch.cat([network(data.boards[part], data.pieces[part]) for part in picks.split(65536)]) * SCALE
    error = torch.sigmoid(out / data.k)
    search = ((error - data.chance[picks]) ** 2).mean().item()
    result = ((error - data.result[picks]) ** 2).mean().item()
    print(f"{note}: squared error to the search {search:.6f}, to the result {result:.5f}; "
          f"mean difference {(out - data.score[picks]).abs().mean().item():.1f} cp", flush=True)


def learning_rate(step, steps, rate):
    cosine = 0.005 + 0.995 * 0.5 * (1 + math.cos(math.pi * step / steps))
    return rate * min(1, (step + 1) / WARM_UP) * cosine


def capture_step(network, optimiser, loss):
    """Warms up, and records one step as a graph."""
    def step():
        loss().backward()
        optimiser.step()
        network.clip()

    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(3):
            optimiser.zero_grad(set_to_none=True)
            step()
    torch.cuda.current_stream().wait_stream(side)
    optimiser.zero_grad(set_to_none=True)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        step()
    return graph


def train(network, data, options):
    target = options.score_share * data.chance + (1 - options.score_share) * data.result
    rate = torch.tensor(1e-7, device=device)
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=0.01, fused=True, capturable=True)
    pick = data.training[:BATCH].clone()

    def loss():
        chance = torch.sigmoid(network(data.boards[pick], data.pieces[pick]) * (SCALE / data.k))
        return ((chance - target[pick]).abs() ** options.power).mean()

    graph = capture_step(network, optimiser, loss)
    per_epoch = len(data.training) // BATCH
    steps, step = options.epochs * per_epoch, 0
    for epoch in range(options.epochs):
        order = data.training[torch.randperm(len(data.training), device=device)]
        for batch in order[: per_epoch * BATCH].split(BATCH):
            pick.copy_(batch)
            rate.fill_(learning_rate(step, steps, options.rate))
            graph.replay()
            step += 1
        validate(network, data, f"epoch {epoch + 1}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("records", nargs="+", help="files that tools/positions wrote")
    parser.add_argument("--out", required=True, help="the network file to write")
    parser.add_argument("--hidden", type=int, default=256, help="neurons: a multiple of 128; default: 256")
    parser.add_argument("--epochs", type=int, default=10, help="default: 10")
    parser.add_argument("--rate", type=float, default=1e-3, help="learning rate; default: 0.001")
    parser.add_argument("--score-share", type=float, default=0.85, metavar="SHARE",
                        help="of the score in the target, the rest is the result; default: 0.85")
    parser.add_argument("--power", type=float, default=2, help="of the error in the loss; default: 2")
    parser.add_argument("--k", type=float, help="centipawns per unit of the logistic function; default: fitted")
    parser.add_argument("--validation", nargs="+", default=[], metavar="RECORDS",
                        help="files to validate on; default: every 32nd game")
    parser.add_argument("--start", help="a network file to start from; default: random weights")
    parser.add_argument("--seed", type=int, default=1, help="default: 1")
    options = parser.parse_args()

    begin = time.time()
    torch.manual_seed(options.seed)
    data = Positions(options.records, options.validation, options.k)
    print(f"{len(data.training)} positions to train on, {len(data.validation)} held out, k = {data.k:.0f}, "
          f"loaded in {time.time() - begin:.0f} s", flush=True)
    network = Network(options.hidden).to(device)
    if options.start:
        network.load(options.start)
        validate(network, data, "start")
    train(network, data, options)
    network.save(options.out)
    print(f"{options.out}: done in {time.time() - begin:.0f} s", flush=True)


main()
