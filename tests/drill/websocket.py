# SPDX-License-Identifier: MIT
"""A small WebSocket client. It does not share the framing code of the server, so it cannot share its
bugs. Text messages only; each is a JSON object. Pings are answered."""
import asyncio
import base64
import hashlib
import json
import os
import struct

GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class Closed(Exception):
    pass


class WebSocket:
    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer

    @classmethod
    async def connect(cls, port, cookie, path="/ws"):
        writer = None
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            key = base64.b64encode(os.urandom(16)).decode()
            writer.write((f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
                          f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
                          f"Sec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n").encode())
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError) as error:
            if writer:
                writer.transport.abort()
            if isinstance(error, asyncio.CancelledError):
                raise
            raise Closed(str(error)) from error
        accept = base64.b64encode(hashlib.sha1((key + GUID).encode()).digest()).decode()
        if " 101 " not in head.splitlines()[0] or accept not in head:
            writer.close()
            raise Closed(head.splitlines()[0])
        return cls(reader, writer)

    def _frame(self, opcode, payload):
        mask = os.urandom(4)
        size = len(payload)
        head = bytes([0x80 | opcode])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", size)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", size)
        self.writer.write(head + mask + bytes(b ^ mask[i & 3] for i, b in enumerate(payload)))

    def send(self, message):
        self._frame(1, json.dumps(message).encode())

    async def receive(self):
        """The next message; raises Closed at the end of the connection."""
        try:
            while True:
                first, second = await self.reader.readexactly(2)
                size = second & 0x7f
                if size == 126:
                    size, = struct.unpack(">H", await self.reader.readexactly(2))
                elif size == 127:
                    size, = struct.unpack(">Q", await self.reader.readexactly(8))
                payload = await self.reader.readexactly(size)
                opcode = first & 0x0f
                if opcode == 1:
                    return json.loads(payload)
                if opcode == 8:
                    raise Closed("closed by the server")
                if opcode == 9:
                    self._frame(10, payload)
        except (OSError, asyncio.IncompleteReadError) as error:
            raise Closed(str(error)) from error

    def close(self):
        self.writer.transport.abort()
