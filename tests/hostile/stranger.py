# SPDX-License-Identifier: MIT
"""A stranger who means no good: bytes as they should not be, over plain sockets."""
import base64
import json
import os
import re
import socket
import struct
import time

PATIENCE = 30.0


def dial(port, address="127.0.0.1", window=None):
    """A socket that comes from an address of one's own choice on this machine."""
    file = socket.socket()
    file.settimeout(PATIENCE)
    if window:
        file.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
    file.bind((address, 0))
    file.connect(("127.0.0.1", port))
    return file


def hang_up(file):
    """By a reset, not by an end."""
    file.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    file.close()


def hear_all(file, timeout=PATIENCE):
    """What comes until the other end closes, or is silent for so long."""
    file.settimeout(timeout)
    heard = b""
    try:
        while (bytes := file.recv(65536)):
            heard += bytes
    except (socket.timeout, ConnectionError):
        pass
    file.close()
    return heard


def shout(port, bytes, address="127.0.0.1", timeout=PATIENCE):
    """Says it on a connection of its own; all that is answered."""
    file = dial(port, address)
    try:
        file.sendall(bytes)
    except ConnectionError:
        pass
    return hear_all(file, timeout)


class Heard:
    """An answer, in parts."""

    def __init__(self, bytes):
        head, _, body = bytes.partition(b"\r\n\r\n")
        self.head, self.text = head.decode("latin1"), body.decode(errors="replace")
        found = re.match(r"HTTP/1\.1 (\d+)", self.head)
        self.status = int(found[1]) if found else 0

    def header(self, name):
        found = re.search(rf"^{name}: (.*)$", self.head, re.IGNORECASE | re.MULTILINE)
        return found[1].strip() if found else None


def ask(port, method, path, body="", address="127.0.0.1", **headers):
    """One request; the words of headers are joined by _ instead of -."""
    headers = {"Host": f"127.0.0.1:{port}", "Connection": "close",
               "Content_Type": "application/x-www-form-urlencoded"} | headers
    lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    body = body.encode()
    return Heard(shout(port, f"{method} {path} HTTP/1.1\r\n{lines}Content-Length: {len(body)}"
                             f"\r\n\r\n".encode() + body, address))


def cookie_of(port, path="/account/guest", body="", address="127.0.0.1"):
    return ask(port, "POST", path, body, address).header("Set-Cookie").split(";")[0]


def frame(opcode, payload=b"", final=True):
    """Masked by zeros, so that it can be read in a dump."""
    size = len(payload)
    head = bytes([(0x80 if final else 0) | opcode])
    if size < 126:
        head += bytes([0x80 | size])
    else:
        head += bytes([0xfe]) + struct.pack(">H", size)
    return head + b"\0\0\0\0" + payload


class WebSocket:
    def __init__(self, port, token=None, address="127.0.0.1", window=None, **headers):
        self.file = dial(port, address, window)
        key = base64.b64encode(os.urandom(16)).decode()
        headers = {"Host": f"127.0.0.1:{port}", "Upgrade": "websocket", "Connection": "Upgrade",
                   "Sec_WebSocket_Key": key, "Sec_WebSocket_Version": "13"} | headers
        if token:
            headers["Authorization"] = "Bearer " + token
        lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
        self.file.sendall(f"GET /ws HTTP/1.1\r\n{lines}\r\n".encode())
        self.bytes, self.code = b"", None
        while b"\r\n\r\n" not in self.bytes and (more := self.file.recv(4096)):
            self.bytes += more
        head, _, self.bytes = self.bytes.partition(b"\r\n\r\n")
        self.answer = Heard(head + b"\r\n\r\n" + self.bytes)

    def send(self, **message):
        self.raw(frame(1, json.dumps(message).encode()))

    def raw(self, bytes):
        try:
            self.file.sendall(bytes)
        except ConnectionError:
            pass

    def take(self, size):
        while len(self.bytes) < size:
            more = self.file.recv(65536)
            if not more:
                raise ConnectionError
            self.bytes += more
        taken, self.bytes = self.bytes[:size], self.bytes[size:]
        return taken

    def hear(self, timeout=PATIENCE):
        """The next message; None when there is none, and `code` says if it was closed."""
        until = time.monotonic() + timeout
        try:
            while True:
                self.file.settimeout(max(0.01, until - time.monotonic()))
                first, size = self.take(2)
                if size > 125:
                    size = int.from_bytes(self.take(2 if size == 126 else 8), "big")
                payload = self.take(size)
                if first & 15 == 1:
                    return json.loads(payload)
                if first & 15 == 8:
                    self.code = int.from_bytes(payload[:2], "big")
                    return None
        except (socket.timeout, ConnectionError):
            return None

    def until(self, name, timeout=PATIENCE, **wanted):
        seen = []
        while (message := self.hear(timeout)):
            if message["t"] == name and wanted.items() <= message.items():
                return message
            seen.append(message)
        raise AssertionError(f"no {name} {wanted or ''} came ({self.code}): {seen[-5:]}")

    def ending(self):
        """The code it is closed with."""
        while self.hear():
            pass
        return self.code

    def close(self):
        self.file.close()
