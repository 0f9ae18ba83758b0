# SPDX-License-Identifier: MIT
"""A walk over every route of routes.def, as strangers, with wrong tokens, without the scope, as another
user, as a banned one, and with garbage. New routes are covered without a change here."""
import http.client
import itertools
import json
import random
import re
import tempfile
from pathlib import Path

from client import TIMEOUT, Server, pair

ROOT = Path(__file__).resolve().parent.parent.parent
ROW = re.compile(r'^ROW\(METHOD_(\w+),\s*"([^"]+)",\s*(.*?),\s*(\w+)\)\s*$', re.M)
SCOPE = re.compile(r'^ROW\(\s*(\w+)\s*,\s*"([^"]+)"', re.M)
GROUPS = {"PLAYERS": ("SCOPE_BOT_PLAY", "SCOPE_BOARD_PLAY"),
          "CHALLENGERS": ("SCOPE_CHALLENGE_WRITE", "SCOPE_BOT_PLAY", "SCOPE_BOARD_PLAY")}
GARBAGE_PARAMETERS = ["%00", "%ff%fe", "a" * 63, "-1", "99999999999999999999", "'%20OR%201=1--",
                      "..%2f..%2fetc", "%F0%9F%98%80", "{game}", "0"]
GARBAGE_BODIES = [
    ("application/json", b"{"), ("application/json", b"[1,2]"), ("application/json", b'{"a":[{}]}'),
    ("application/json", b'{"name":1e999,"text":{"x":true},"pgn":[],"ids":0}'),
    ("application/json", b"[" * 5000), ("application/json", b'{"text":"\\u0000"}'),
    ("application/x-www-form-urlencoded", b"%zz=%&&==&text=%ff"),
    ("application/x-www-form-urlencoded", b"&".join(b"k%d=v" % i for i in range(200))),
    ("application/x-www-form-urlencoded",
     b"name=%00&password=&text=&reason=&until=-1&nb=x&clock.limit=1e9&days=0&level=99&fen=x&pgn=1.+Zz9"),
    ("multipart/form-data; boundary=x", b"--x\r\n\r\nx\r\n--x--"),
    (None, bytes(random.Random(1).randrange(256) for _ in range(3000))), (None, b",,,,,\n,,"),
    ("text/plain", b"\xff\xfe,a,,b"),
]
GARBAGE_QUERIES = ["nb=x&max=-5&since=abc&until=1e5&term=%00&ids=%ff,,,&page=-1&v=&color=green&matchup=?",
                   "a=%zz&&&=", "nb=99999999999999999999&sort=up&perfType=" + "x" * 500]
tests = []


class Route:
    def __init__(self, method, path, permission, handler):
        self.method, self.path, self.handler = method, path, handler
        words = set(re.findall(r"\w+", permission))
        self.scopes = {word for word in words if word.startswith("SCOPE_")}
        for group, scopes in GROUPS.items():
            self.scopes |= set(scopes) if group in words else set()
        self.staff = "STAFF" in words
        self.session = "SESSION" in words
        self.closed = bool(self.scopes or self.staff or words & {"ACCOUNT", "SESSION"})
        self.anonymous = "ANONYMOUS" in words
        self.guest = "GUEST" in words
        self.page = "page" in handler or not path.startswith(("/api/", "/account/", "/inbox/"))

    def __repr__(self):
        return f"{self.method} {self.path}"

    def fill(self, values):
        return re.sub(r"\{(\w+)\}", lambda found: values.get(found[1], "abcdefgh"), self.path)


def read_routes():
    routes = [Route(*row) for row in ROW.findall((ROOT / "src/api/routes.def").read_text())]
    rows = (ROOT / "src/api/routes.def").read_text().count("\nROW(")
    assert len(routes) == rows, f"{rows} rows, but {len(routes)} routes were understood"
    return routes


def read_scopes():
    return dict(SCOPE.findall((ROOT / "src/accounts/scopes.def").read_text()))


class Walk:
    """A server with people who have nothing to do with the game that others play."""

    def __init__(self, binary, folder):
        self.server = server = Server(binary, folder, Path(folder) / "server.log")
        self.scopes = read_scopes()
        self.numbers = itertools.count(1)
        white, black = server.user(), server.user()
        self.white = white
        # Days, because the walk takes minutes under a sanitizer: a first move would be overdue.
        self.game = pair(white, black, days=3)
        self.challenge = white.challenge(black, days=3).json["id"]
        self.values = {"game": self.game, "id": self.challenge, "challenge": self.challenge,
                       "name": black.name, "user": black.name, "a": white.name, "b": black.name,
                       "family": "board", "move": "e2e4", "yes": "yes", "seconds": "15",
                       "channel": "best", "stream": "walk", "perf": "blitz", "n": "5",
                       "action": "resign"}
        self.banned = server.user(",".join(self.usual_scopes()))
        self.banned_cookie = self.log_in(self.banned)
        port = server.port
        server.stop()  # so that nothing about the ban is cached
        server.admin("ban", self.banned.name, "--reason", "test")
        server.start(port)

    def usual_scopes(self):
        return [name for name in self.scopes.values() if not name.startswith("web:")]

    def new_user(self, scopes):
        return self.server.user(",".join(scopes))

    def log_in(self, user):
        number = re.search(r"\d+$", user.name)[0]
        answer = self.send("POST", "/account/login", body=json.dumps(
            {"name": user.name, "password": f"Secret of {number} pieces"}).encode(),
            kind="application/json")
        assert answer.status == 200, answer.text
        return answer.cookie

    def send(self, method, path, body=None, kind=None, token=None, cookie=None):
        """One request from an address of its own, so that no rate limit hides the answer."""
        number = next(self.numbers)
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.server.port, timeout=TIMEOUT,
            source_address=(f"127.{1 + number // 50000}.{1 + number // 250 % 200}.{1 + number % 250}", 0))
        headers = {"Accept": "application/json"}
        headers.update({"Authorization": "Bearer " + token} if token else {})
        headers.update({"Cookie": cookie} if cookie else {})
        headers.update({"Content-Type": kind} if kind else {})
        try:
            connection.request(method, path, body if method != "GET" else None, headers)
            answer = connection.getresponse()
            answer.cookie = (answer.headers.get("Set-Cookie") or "").split(";")[0]
            is_stream = answer.headers.get("Transfer-Encoding") == "chunked"
            answer.text = "" if is_stream else answer.read().decode(errors="replace")
        finally:
            connection.close()
        return answer

    def check(self, route, who, answer, expected=None):
        """Never an error of the server; an error is JSON that says what is wrong."""
        about = f"{route} as {who}: {answer.status} {answer.text[:200]}"
        assert answer.status < 500, about
        assert expected is None or answer.status == expected, f"{about}, not {expected}"
        if answer.status >= 400 and not route.page:
            assert answer.headers["Content-Type"].startswith("application/json"), about
            assert json.loads(answer.text)["error"], about
            assert "\n" not in answer.text.rstrip("\n"), f"{about}: more than one line"
            assert answer.status != 429 or int(answer.headers["Retry-After"]) > 0, about


def is_final(route):
    """Whether the caller's own account, session or token may not survive it."""
    return route.method == "DELETE" or re.search(
        r"close|log.?out|password|revoke|token|session|upgrade|delete|factor|erase", route.path)


def with_walk(check):
    """A test that walks over a server of its own."""
    def run(server):
        with tempfile.TemporaryDirectory(prefix="rookery-walk-") as folder:
            walk = Walk(server.binary, folder)
            try:
                problems = check(walk)
                assert walk.server.process.poll() is None, "the server has ended"
            finally:
                walk.server.stop()
            assert not problems, f"{len(problems)} problems:\n" + "\n".join(problems[:30])
    run.__name__ = check.__name__
    tests.append(run)
    return run


def collect(problems, action, *arguments):
    try:
        action(*arguments)
    except AssertionError as problem:
        problems.append(str(problem))


@with_walk
def every_route_keeps_its_permission(walk):
    problems = []
    everything = walk.new_user(walk.usual_scopes())
    for route in read_routes():
        path = route.fill(walk.values)

        def attempt(who, expected=None, **credentials):
            answer = walk.send(route.method, path, **credentials)
            collect(problems, walk.check, route, who, answer, expected)
        closed = 401 if route.closed and not route.anonymous else None
        attempt("nobody", closed)
        attempt("somebody with a wrong token", closed, token="rk_" + "x" * 40)
        attempt("a banned user with a token", closed, token=walk.banned.token)
        attempt("a banned user with a cookie", closed, cookie=walk.banned_cookie)
        attempt("a guest", 403 if route.closed and not route.guest else None,
                cookie=walk.send("POST", "/account/guest").cookie)
        if route.scopes and not route.staff:
            others = [name for scope, name in walk.scopes.items()
                      if scope not in route.scopes and not name.startswith("web:")]
            attempt("somebody without the scope", 403, token=walk.new_user(others[:3]).token)
        user = walk.new_user(walk.usual_scopes()) if is_final(route) else everything
        refused = 403 if route.session or route.staff else None
        attempt("somebody with a token", refused, token=user.token)
        if route.staff:
            attempt("a player", 403, cookie=walk.log_in(user))
    state = walk.white.get("/api/account/playing").json["nowPlaying"]
    if [game["gameId"] for game in state] != [walk.game]:
        problems.append(f"the game of two others has changed: {state}")
    listed = walk.white.get("/api/challenge").json["out"]
    if [challenge["id"] for challenge in listed] != [walk.challenge]:
        problems.append(f"the challenge of two others has changed: {listed}")
    return problems


@with_walk
def garbage_is_refused_on_every_route(walk):
    problems = []
    user = walk.new_user(walk.usual_scopes())
    admin = walk.log_in(walk.server.user(None, "admin"))
    for route in read_routes():
        if is_final(route):
            user = walk.new_user(walk.usual_scopes())
        who = {"token": user.token}
        if route.session:
            who = {"cookie": walk.log_in(walk.new_user([]))}
        elif route.staff and "restart" not in route.path:  # which would end the walk
            who = {"cookie": admin}
        names = re.findall(r"\{(\w+)\}", route.path)
        for name, value in itertools.product(names, GARBAGE_PARAMETERS):
            path = route.fill({**walk.values, name: value})
            collect(problems, walk.check, route, f"somebody with {name}={value}",
                    walk.send(route.method, path, **who))
        path = route.fill(walk.values)
        for query in GARBAGE_QUERIES:
            collect(problems, walk.check, route, f"somebody with ?{query[:40]}",
                    walk.send(route.method, f"{path}?{query}", **who))
        if route.method == "GET":
            continue
        for kind, body in GARBAGE_BODIES:
            collect(problems, walk.check, route, f"somebody with the body {body[:40]!r}",
                    walk.send(route.method, path, body, kind, **who))
    return problems


@with_walk
def every_route_accepts_a_trailing_slash_and_head(walk):
    problems = []
    for route in read_routes():
        if route.path == "/":
            continue
        path = route.fill(walk.values)
        plain = walk.send(route.method, path)
        slashed = walk.send(route.method, path + "/")
        if plain.status != slashed.status:
            problems.append(f"{route}: {plain.status}, with a slash {slashed.status}")
        if route.method == "GET":
            head = walk.send("HEAD", path)
            if head.status != plain.status or head.text:
                problems.append(f"{route}: HEAD {head.status} {head.text!r}, GET {plain.status}")
    return problems


def every_route_is_documented(server):
    text = "".join(path.read_text() for path in (ROOT / "docs").glob("*.md"))
    paths = {re.sub(r"\{\w+\}", "{}", path)
             for path in re.findall(r"(?<![\w.])(/[^\s`?|,;()]*)", text)}
    missing = [str(route) for route in read_routes()
               if re.sub(r"\{\w+\}", "{}", route.path) not in paths]
    assert not missing, f"not in docs/: {missing}"


tests.append(every_route_is_documented)
