#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tunes the constants of the search by SPSA: plays short matches between two engines that differ from the
current values in opposite directions, and moves the values towards the one that scores better.

    make VARIANT=tuning
    tools/spsa.py --rookery build/rookery --engine build/tuning/rookery --openings FILE --state FILE [options] NAME...

The names are rows of src/engine/parameters.def; `all` is every row. The state is written after each
iteration, and a run with the same state file continues there. At the end the values are printed; they
are put into parameters.def by hand, after a match has confirmed them.
"""
import argparse
import json
import os
import random
import re
import subprocess

FIRST_STEP, LAST_STEP = 0.10, 0.04  # how far the two engines are apart, as a share of the range
RATE = 0.25  # how far the values move, as a share of the step, for a match that is won completely


def read_parameters():
    path = os.path.join(os.path.dirname(__file__), "..", "src", "engine", "parameters.def")
    with open(path, encoding="ascii") as file:
        rows = re.findall(r"^ROW\((\w+),\s*(-?\d+),\s*(-?\d+),\s*(-?\d+)\)", file.read(), re.M)
    return {name: tuple(map(int, numbers)) for name, *numbers in rows}


def load_state(path, names, parameters, seed):
    if os.path.exists(path):
        with open(path, encoding="ascii") as file:
            state = json.load(file)
        if sorted(state["values"]) != sorted(names):
            raise SystemExit(f"spsa: {path} has other parameters")
        return state
    return {"seed": seed, "iteration": 0, "values": {name: float(parameters[name][0]) for name in names}}


def save_state(path, state):
    with open(path + ".new", "w", encoding="ascii") as file:
        json.dump(state, file, indent=1)
    os.replace(path + ".new", path)


def play(options, values, seed):
    """The score of the first of two engines, from -1 to 1."""
    engines = []
    for number, each in enumerate(values):
        text = " ".join(f"{name}={value}" for name, value in each.items())
        with open(f"{options.state}.engine{number}", "w", encoding="ascii") as file:
            file.write(f"#!/bin/sh\nROOKERY_PARAMETERS='{text}' exec {os.path.abspath(options.engine)} uci\n")
        os.chmod(file.name, 0o755)
        engines += ["--engine", os.path.abspath(file.name), f"name={number}"]
    command = [options.rookery, "match", *engines, "--each", f"nodes={options.nodes}", "option.Hash=8", "--openings",
               options.openings, "--order", "random", "--seed", str(seed), "--games", str(options.games),
               "--concurrency", str(options.concurrency), "--resign", "700/4"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    wins, draws, losses = map(int, re.search(r"(\d+) wins, (\d+) draws, (\d+) losses", text).groups())
    return (wins - losses) / (wins + draws + losses)


def iterate(options, parameters, state):
    chance = random.Random(state["seed"] * 1000003 + state["iteration"])
    share = FIRST_STEP + (LAST_STEP - FIRST_STEP) * state["iteration"] / options.iterations
    signs = {name: chance.choice((-1, 1)) for name in state["values"]}
    steps = {name: max(1, share * (parameters[name][2] - parameters[name][1])) for name in signs}
    sides = [{name: round(min(max(value + side * signs[name] * steps[name], parameters[name][1]), parameters[name][2]))
              for name, value in state["values"].items()} for side in (1, -1)]
    score = play(options, sides, chance.randrange(1 << 30))
    for name in signs:
        moved = state["values"][name] + RATE * score * signs[name] * steps[name]
        state["values"][name] = min(max(moved, parameters[name][1]), parameters[name][2])
    state["iteration"] += 1
    save_state(options.state, state)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="+", metavar="NAME", help="parameters; all: every row of parameters.def")
    parser.add_argument("--rookery", default="build/rookery", help="plays the matches")
    parser.add_argument("--engine", default="build/tuning/rookery", help="a build with VARIANT=tuning")
    parser.add_argument("--openings", required=True, help="an EPD file")
    parser.add_argument("--state", required=True, help="is written after each iteration")
    parser.add_argument("--iterations", type=int, default=500)
    parser.add_argument("--games", type=int, default=32, help="of an iteration")
    parser.add_argument("--nodes", type=int, default=8000, help="per move")
    parser.add_argument("--concurrency", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    parameters = read_parameters()
    names = list(parameters) if options.names == ["all"] else options.names
    unknown = [name for name in names if name not in parameters]
    if unknown:
        parser.error(f"unknown parameter: {unknown[0]}")
    state = load_state(options.state, names, parameters, options.seed)
    while state["iteration"] < options.iterations:
        iterate(options, parameters, state)
        if state["iteration"] % 10 == 0:
            print(state["iteration"], " ".join(f"{n}={v:.1f}" for n, v in state["values"].items()), flush=True)
    for name, value in state["values"].items():
        print(f"{name}: {parameters[name][0]} -> {round(value)}")


main()
