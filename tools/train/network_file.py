# SPDX-License-Identifier: MIT
"""Reads and writes network files; docs/network.md describes the format."""
import struct
from array import array

MAGIC, VERSION = b"ROOKNET\n", 1
HEAD, HEAD_SIZE = "<8s4IQ", 64  # magic, version, neurons, outputs, scale, checksum; then zeros


def checksum(body):
    """FNV-1a over 16-bit words."""
    value = 0xCBF29CE484222325
    for word in array("H", body):
        value = ((value ^ word) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return value


def read(path):
    """The size of the network (neurons, outputs, scale), and the bytes after the header."""
    with open(path, "rb") as file:
        raw = file.read()
    if len(raw) < HEAD_SIZE or not raw.startswith(MAGIC):
        raise SystemExit(f"{path}: not a network file")
    _, version, *size, expected = struct.unpack(HEAD, raw[:struct.calcsize(HEAD)])
    if version != VERSION or checksum(raw[HEAD_SIZE:]) != expected:
        raise SystemExit(f"{path}: of another version, or damaged")
    return size, raw[HEAD_SIZE:]


def write(path, size, body):
    head = struct.pack(HEAD, MAGIC, VERSION, *size, checksum(body))
    with open(path, "wb") as file:
        file.write(head.ljust(HEAD_SIZE, b"\0") + body)
