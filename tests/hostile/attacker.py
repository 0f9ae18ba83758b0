# SPDX-License-Identifier: MIT
"""An attacker: raw bytes, valid or not, over plain sockets."""
import base64
import json
import os
import re
import socket
import struct
import time

TIMEOUT = 30.0


def connect(port, address="127.0.0.1", window=None):
    """Connects from a chosen loopback address."""
    file = socket.socket()
    file.settimeout(TIMEOUT)
    if window:
        file.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
    file.bind((address, 0))
    file.connect(("127.0.0.1", port))
    return file


def reset(file):
    """Closes the connection with a reset."""
    file.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    file.close()


def receive_all(file, timeout=TIMEOUT):
    """Reads until the server closes the connection, or sends nothing for `timeout` seconds."""
    file.settimeout(timeout)
    received = b""
    try:
        while (bytes := file.recv(65536)):
            received += bytes
    except (socket.timeout, ConnectionError):
        pass
    file.close()
    return received


def send_raw(port, bytes, address="127.0.0.1", timeout=TIMEOUT):
    """Sends bytes on a new connection; returns everything received."""
    file = connect(port, address)
    try:
        file.sendall(bytes)
    except ConnectionError:
        pass
    return receive_all(file, timeout)


class Response:
    """A parsed HTTP response."""

    def __init__(self, bytes):
        head, _, body = bytes.partition(b"\r\n\r\n")
        self.head, self.text = head.decode("latin1"), body.decode(errors="replace")
        found = re.match(r"HTTP/1\.1 (\d+)", self.head)
        self.status = int(found[1]) if found else 0

    def header(self, name):
        found = re.search(rf"^{name}: (.*)$", self.head, re.IGNORECASE | re.MULTILINE)
        return found[1].strip() if found else None


def send_request(port, method, path, body="", address="127.0.0.1", **headers):
    """Sends one request. Header names have _ instead of -."""
    headers = {"Host": f"127.0.0.1:{port}", "Connection": "close",
               "Content_Type": "application/x-www-form-urlencoded"} | headers
    lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    body = body.encode()
    return Response(send_raw(port, f"{method} {path} HTTP/1.1\r\n{lines}Content-Length: {len(body)}"
                             f"\r\n\r\n".encode() + body, address))


def get_cookie(port, path="/account/guest", body="", address="127.0.0.1"):
    return send_request(port, "POST", path, body, address).header("Set-Cookie").split(";")[0]


def frame(opcode, payload=b"", final=True):
    """A frame masked with zeros, so that it is readable in a dump."""
    size = len(payload)
    head = bytes([(0x80 if final else 0) | opcode])
    if size < 126:
        head += bytes([0x80 | size])
    else:
        head += bytes([0xfe]) + struct.pack(">H", size)
    return head + b"\0\0\0\0" + payload


class WebSocket:
    def __init__(self, port, token=None, address="127.0.0.1", window=None, **headers):
        self.file = connect(port, address, window)
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
        self.response = Response(head + b"\r\n\r\n" + self.bytes)

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

    def receive(self, timeout=TIMEOUT):
        """Returns the next message, or None; `code` is set if the connection was closed."""
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

    def wait_for(self, name, timeout=TIMEOUT, **fields):
        seen = []
        while (message := self.receive(timeout)):
            if message["t"] == name and fields.items() <= message.items():
                return message
            seen.append(message)
        raise AssertionError(f"no {name} {fields or ''} received ({self.code}): {seen[-5:]}")

    def close_code(self):
        """Waits for the close; returns its code."""
        while self.receive():
            pass
        return self.code

    def close(self):
        self.file.close()
