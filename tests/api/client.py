# SPDX-License-Identifier: MIT
"""A server and a low-level HTTP client for tests/api/run."""
import http.client
import itertools
import json
import queue
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.parse
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from postgres import new_database  # noqa: E402

SLOW = 4 if any("san" in argument for argument in sys.argv[1:2]) else 1  # sanitizers are slow
TIMEOUT = 30.0 * SLOW  # seconds to wait for a response or an event
PROMPT_TIMEOUT = 5.0 * SLOW  # seconds that must suffice, on a busy machine too
numbers = itertools.count(1)


class Server:
    def __init__(self, binary, data, log):
        self.binary, self.data = str(binary), str(data)
        database = new_database()
        self.store = ["--store", database] if database else ["--data", self.data]
        self.log = open(log, "wb")
        self.start(0)

    def start(self, port):
        self.process = subprocess.Popen(
            [self.binary, "serve", "--listen", f"127.0.0.1:{port}", "--data", self.data,
             *(self.store if "--store" in self.store else [])],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.log)
        line = self.process.stdout.readline().decode()
        found = re.match(r"rookery: listening on http://127\.0\.0\.1:(\d+)$", line.rstrip())
        if not found:
            raise RuntimeError(f"the server did not start: {line!r}")
        self.port = int(found[1])

    def stop(self, kill=False):
        self.process.kill() if kill else self.process.terminate()
        try:
            return self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()

    def admin(self, *arguments, text=""):
        done = subprocess.run([self.binary, "admin", *self.store, *arguments], input=text,
                              capture_output=True, text=True, timeout=300)
        if done.returncode:
            raise RuntimeError(f"admin {arguments}: {done.stderr}")
        return done.stdout.strip()

    def user(self, scopes="board:play,challenge:read,challenge:write,follow:read,follow:write",
             role="player", name=None):
        """Creates an account with a token. Each has its own address, and so its own rate limits."""
        number = next(numbers)
        user = User(self, name or f"{role.capitalize()}{number}", number)
        self.admin("create-user", user.name, "--role", role, "--password-stdin",
                   text=f"Secret of {number} pieces\n")
        if scopes:
            user.token = self.admin("create-token", user.name, "--scopes", scopes)
        return user

    def bot(self, name=None):
        return self.user("bot:play,challenge:read,challenge:write", "bot", name)


class Response:
    def __init__(self, response):
        self.status, self.headers = response.status, response.headers
        self.bytes = response.read()
        self.text = self.bytes.decode()

    @property
    def json(self):
        return json.loads(self.text)

    @property
    def error(self):
        return self.json["error"]


class User:
    """A client with keep-alive connections."""

    def __init__(self, server, name, number=0):
        self.server, self.name, self.id = server, name, name.lower()
        self.address = f"127.0.{1 + number // 250}.{1 + number % 250}"
        self.token, self.agent = None, "lichess-bot/2026.1 user:" + name
        self.connection = None

    def headers(self, extra):
        headers = {"User-Agent": self.agent, "Accept": "*/*"}
        if self.token:
            headers["Authorization"] = "Bearer " + self.token
        headers.update(extra)
        return {name: value for name, value in headers.items() if value is not None}

    def request(self, method, path, body=None, headers=None):
        """Sends one request. Reconnects if the server has closed the connection, as clients do."""
        if not self.connection:
            self.connection = http.client.HTTPConnection(
                "127.0.0.1", self.server.port, timeout=TIMEOUT, source_address=(self.address, 0))
        try:
            self.connection.request(method, path, body, self.headers(headers or {}))
            return Response(self.connection.getresponse())
        except (http.client.RemoteDisconnected, ConnectionError):
            self.connection.close()
            self.connection.request(method, path, body, self.headers(headers or {}))
            return Response(self.connection.getresponse())

    def get(self, path, **query):
        return self.request("GET", path + ("?" + urllib.parse.urlencode(query) if query else ""))

    def post(self, path, form=None, **query):
        """Posts a form; without fields, an empty body."""
        path += "?" + urllib.parse.urlencode(query) if query else ""
        if form is None:
            return self.request("POST", path, b"", {"Content-Length": "0"})
        return self.request("POST", path, urllib.parse.urlencode(form),
                        {"Content-Type": "application/x-www-form-urlencoded"})

    def post_json(self, path, value):
        return self.request("POST", path, json.dumps(value), {"Content-Type": "application/json"})

    def post_raw(self, path, text):
        """Posts without a Content-Type."""
        return self.request("POST", path, text.encode())

    def delete(self, path):
        return self.request("DELETE", path)

    def events(self):
        return Stream(self, "GET", "/api/stream/event")

    def family(self):
        return "bot" if "Bot" in self.name else "board"

    def follow(self, game, agent=None):
        return Stream(self, "GET", f"/api/{self.family()}/game/stream/{game}",
                      {"User-Agent": agent} if agent else None)

    def act(self, game, what, form=None, **query):
        return self.post(f"/api/{self.family()}/game/{game}/{what}", form, **query)

    def move(self, game, uci, **query):
        return self.act(game, f"move/{uci}", **query)

    def challenge(self, to, **settings):
        settings.setdefault("rated", "false")
        has_clock = "days" in settings or "clock.limit" in settings
        if not has_clock and not settings.pop("unlimited", None):
            settings.update({"clock.limit": 600, "clock.increment": 2})
        return self.post(f"/api/challenge/{to.name if isinstance(to, User) else to}", settings)


class Stream:
    """A stream of lines, read from the socket chunk by chunk."""

    def __init__(self, user, method, path, headers=None, form=None, raw=None):
        self.lines = queue.Queue()   # JSON objects, in order
        self.blanks = []             # when empty lines arrived
        self.chunks = []             # as received
        self.ended = None            # "chunk": by the last chunk; "reset": cut off
        self.done = threading.Event()
        body = urllib.parse.urlencode(form).encode() if form is not None else (raw or "").encode()
        head = user.headers(headers or {})
        head["Host"] = "127.0.0.1"
        if method == "POST":
            head["Content-Length"] = str(len(body))
            if raw is None:
                head["Content-Type"] = "application/x-www-form-urlencoded"
        self.socket = socket.create_connection(("127.0.0.1", user.server.port), TIMEOUT,
                                               (user.address, 0))
        self.opened = time.monotonic()
        text = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{k}: {v}\r\n" for k, v in head.items())
        self.socket.sendall(text.encode() + b"\r\n" + body)
        self.file = self.socket.makefile("rb")
        self.read_head()
        if self.status == 200 and self.chunked:
            self.socket.settimeout(60)
            threading.Thread(target=self.read, daemon=True).start()
        else:
            self.body = self.file.read(int(self.headers.get("content-length", 0)))
            self.socket.close()

    def read_head(self):
        self.status = int(self.file.readline().split()[1])
        self.headers = {}
        while (line := self.file.readline().strip()):
            name, value = line.decode().split(":", 1)
            self.headers[name.lower()] = value.strip()
        self.head_after = time.monotonic() - self.opened
        self.chunked = self.headers.get("transfer-encoding") == "chunked"

    def read(self):
        rest = b""
        try:
            while True:
                size = int(self.file.readline() or b"x", 16)
                chunk = self.file.read(size)
                assert self.file.readline() == b"\r\n"
                if not size:
                    self.ended = "chunk"
                    break
                self.chunks.append(chunk)
                rest += chunk
                while b"\n" in rest:
                    line, rest = rest.split(b"\n", 1)
                    if line:
                        self.lines.put(json.loads(line))
                    else:
                        self.blanks.append(time.monotonic())
        except (OSError, ValueError, AssertionError):
            self.ended = "reset"
        self.done.set()

    @property
    def json(self):
        return json.loads(self.body)

    def next(self, kind=None, timeout=TIMEOUT, **fields):
        """Returns the next line or, with a type, the next one of that type with the given fields."""
        until = time.monotonic() + timeout
        seen = []
        while True:
            try:
                line = self.lines.get(timeout=max(0.01, until - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"no {kind or 'line'} {fields or ''} received; seen: {seen}")
            if (not kind or line.get("type") == kind) and \
                    all(line.get(key) == value for key, value in fields.items()):
                return line
            seen.append(line)

    def expect_nothing(self, seconds=0.3):
        try:
            raise AssertionError(f"expected nothing, got {self.lines.get(timeout=seconds)}")
        except queue.Empty:
            pass

    def wait_end(self, timeout=TIMEOUT):
        assert self.done.wait(timeout), "the stream does not end"
        return self.ended

    def close(self):
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


# ---- checks ------------------------------------------------------------------------------------


def equal(found, expected, about=""):
    assert found == expected, f"{about}: {found!r}, not {expected!r}"


def status(answer, expected):
    text = answer.text if hasattr(answer, "text") else getattr(answer, "body", b"")
    assert answer.status == expected, f"status {answer.status}, not {expected}: {text!r}"
    return answer


def done(answer):
    status(answer, 200)
    equal(answer.json, {"ok": True})


def refused(answer, expected=400):
    """Checks for a JSON error; returns it."""
    status(answer, expected)
    assert answer.json["error"], answer.text
    return answer.error


def has(thing, *keys):
    for key in keys:
        assert key in thing, f"no {key} in {thing}"


def pair(white, black, **settings):
    """Starts a game between the two; returns its id."""
    made = status(white.challenge(black, color="white", **settings), 200).json["id"]
    done(black.post(f"/api/challenge/{made}/accept"))
    return made


def play(game, white, black, moves):
    for ply, uci in enumerate(moves.split()):
        done((black if ply % 2 else white).move(game, uci))
