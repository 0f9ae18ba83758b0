#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Averages the weights of networks of the same size that were trained from the same start.

    average.py --out NETWORK NETWORK NETWORK...

The average of a network and one that was trained further from it often has a smaller error than
either of them.
"""
import argparse
from array import array

import network_file


def split(size, body):
    """The weights, and the biases of the outputs."""
    biases = len(body) - 4 * size[1]
    return array("h", body[:biases]), array("i", body[biases:])


def average(arrays):
    return array(arrays[0].typecode, (round(sum(values) / len(arrays)) for values in zip(*arrays)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("networks", nargs="+", metavar="NETWORK")
    parser.add_argument("--out", required=True, help="the network file to write")
    options = parser.parse_args()
    sizes, bodies = zip(*map(network_file.read, options.networks))
    if any(size != sizes[0] for size in sizes):
        raise SystemExit("average: the networks have different sizes")
    weights, biases = zip(*(split(sizes[0], body) for body in bodies))
    network_file.write(options.out, sizes[0], average(weights).tobytes() + average(biases).tobytes())


main()
