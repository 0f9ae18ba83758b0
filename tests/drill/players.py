# SPDX-License-Identifier: MIT
"""Players over an unreliable line, and what must be true of their games afterwards, for the drills."""
import asyncio
import http.client
import itertools
import json
import re
import sys
import time
from pathlib import Path

from websocket import Closed, WebSocket

GAMES = (Path(__file__).resolve().parent / "games.txt").read_text().split("\n")[:-1]
CLOCK_MS = 10 * 60 * 1000
SLOW = 4 if any("san" in argument for argument in sys.argv[1:2]) else 1  # sanitizers are slow
RESEND_AFTER = 0.4  # seconds without a reply
PATIENCE = 30       # seconds, for what takes milliseconds on an idle machine
results = []
failures = []  # what failed, with details


def check(name, condition, detail=""):
    results.append(bool(condition))
    if not condition:
        failures.append(f"{name}: {detail}")
        print(f"FAILED: {failures[-1]}", flush=True)


class Address:
    """Where players connect to: a subclass has the port of a server."""

    async def connect(self, cookie):
        return await WebSocket.connect(self.port, cookie)

    def request(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request(method, path, body, headers or {})
        response = connection.getresponse()
        text = response.read().decode()
        connection.close()
        return response, text

    def guest(self):
        response, text = self.request("POST", "/account/guest", "{}",
                                      {"Content-Type": "application/json"})
        if response.status != 200:
            raise RuntimeError(f"no guest: {response.status} {text}")
        return response.getheader("Set-Cookie").split(";")[0]


class Player:
    def __init__(self, game, side, cookie):
        self.game, self.side, self.cookie = game, side, cookie
        self.server, self.step, self.rng = game.server, game.step, game.rng
        self.socket = None
        self.version = None   # None: no snapshot yet
        self.log = {}         # version -> (what, by, move)
        self.moves, self.sans = [], []
        self.acknowledged = {}  # command id -> version
        self.awaited = 0      # the last acknowledged version: its event may come a little later
        self.sent = {}        # command id -> command
        self.pending = None   # the command that waits for its reply
        self.previous = None  # an acknowledged command, sent again now and then
        self.count = 0
        self.over = False
        self.left = [CLOCK_MS, CLOCK_MS]
        self.thinking = 0.0   # seconds connected, to move, and not acknowledged
        self.turn_start = None
        self.faults = []

    def my_turn(self):
        known = self.version is not None and self.version >= self.awaited
        return known and not self.over and len(self.moves) % 2 == self.side

    def clock_turn(self):
        """Adds up the time that may be charged."""
        now = time.monotonic()
        if self.turn_start is not None:
            self.thinking += now - self.turn_start
        self.turn_start = now if self.socket and self.my_turn() else None

    def handle(self, message):
        kind = message["t"]
        if kind == "game" and message["game"] == self.game.id:
            self.handle_snapshot(message)
        elif kind in ("event", "skip", "chat") and message["game"] == self.game.id:
            self.handle_event(message)
        elif kind == "ack":
            self.handle_ack(message)
        elif kind == "refused":
            self.handle_refusal(message)

    def handle_snapshot(self, message):
        moves = message["moves"].split()
        if moves[:len(self.moves)] != self.moves:
            self.faults.append(f"snapshot {message['version']} lacks moves: "
                               f"had {len(self.moves)}, now {len(moves)}")
        if self.version is not None and message["version"] < self.version:
            self.faults.append(f"the version went back from {self.version} to {message['version']}")
        self.version, self.moves = message["version"], moves
        self.sans = None if len(moves) != len(self.sans or []) else self.sans
        self.left = [message.get("white_ms", CLOCK_MS), message.get("black_ms", CLOCK_MS)]
        self.over = message["status"] not in ("created", "started")

    def handle_event(self, message):
        version = message["version"]
        seen = (message.get("what"), message.get("by"), message.get("move"))
        if self.version is not None and version <= self.version:
            if version in self.log and self.log[version] != seen:
                self.faults.append(f"version {version} was {self.log[version]}, is now {seen}")
            return
        if self.version is not None and version != self.version + 1:
            self.faults.append(f"gap: {version} follows {self.version}")
        self.version, self.log[version] = version, seen
        if message.get("what") == "move":
            self.moves.append(message["move"])
            if self.sans is not None:
                self.sans.append(message["san"])
        if "white_ms" in message:
            self.left = [message["white_ms"], message["black_ms"]]
        if message.get("status") not in (None, "created", "started"):
            self.over = True
        self.step()

    def handle_ack(self, message):
        name = message["id"]
        first = self.acknowledged.setdefault(name, message["version"])
        if first != message["version"]:
            self.faults.append(f"{name} was acknowledged as {first}, then as {message['version']}")
        if self.pending and self.pending["id"] == name:
            self.previous, self.pending = self.pending, None
            self.awaited = message["version"]
        self.step()

    def handle_refusal(self, message):
        if not self.pending or message.get("id") != self.pending["id"]:
            return
        if message["why"] in ("stale", "not-your-turn", "over"):
            # A repeated command must get its first reply, even if that was lost with the server.
            self.faults.append(f"{self.pending} was refused: {message}")
            self.pending = None
        elif message["why"] not in ("store", "busy", "stopping", "not-found"):
            self.faults.append(f"{self.pending} was refused: {message}")
            self.pending = None

    def command(self):
        self.count += 1
        base = {"t": "act", "game": self.game.id, "id": f"{self.side}-{self.count}",
                "version": self.version}
        if len(self.moves) < len(self.game.script):
            return base | {"verb": "move", "move": self.game.script[len(self.moves)]}
        return base | {"verb": "resign"}

    def send(self, command):
        """Sends it over an unreliable line: lost, duplicated, or after an older command."""
        fate = self.rng.random()
        if fate < 0.08:
            return
        if fate < 0.16 and self.previous:
            self.socket.send(self.previous)
        self.socket.send(command)
        if 0.16 <= fate < 0.24:
            self.socket.send(command)
        if 0.24 <= fate < 0.30:
            self.socket.close()  # it may have arrived or not
        self.step()

    async def act(self):
        """Moves on its turn, and repeats the command until there is a reply."""
        while not self.over or self.pending:
            await asyncio.sleep(self.rng.uniform(*self.game.pace))
            if not self.socket or not self.my_turn() and not self.pending:
                continue
            if not self.pending:
                self.pending = self.command()
                self.sent[self.pending["id"]] = self.pending
            command = self.pending
            self.send(command)
            until = time.monotonic() + RESEND_AFTER
            while self.pending is command and time.monotonic() < until:
                await asyncio.sleep(0.002)

    async def listen(self):
        while not self.over or self.pending:
            try:
                self.socket = await self.server.connect(self.cookie)
                watch = {"t": "watch", "game": self.game.id}
                if self.version is not None:
                    watch["since"] = self.version
                self.socket.send(watch)
                while not self.over or self.pending:
                    message = await asyncio.wait_for(self.socket.receive(), PATIENCE)
                    self.handle(message)
                    self.clock_turn()
            except (Closed, asyncio.TimeoutError):  # on a busy machine a server may be silent for long
                if self.socket:
                    self.socket.close()
                self.socket = None
                self.clock_turn()
                await asyncio.sleep(self.rng.uniform(0.01, 0.05))
        self.clock_turn()

    async def play(self):
        await asyncio.gather(self.listen(), self.act())


class Game:
    """One game between two players: a script of moves, then a resignation."""

    def __init__(self, server, rng, script, step=lambda: None):
        """`step` is called whenever something was sent, acknowledged or received."""
        self.server, self.rng, self.script, self.step = server, rng, script, step
        self.pace = (0.001, 0.02)  # seconds before a move, at least and at most
        self.id = None

    async def open_game(self):
        cookies = [self.server.guest(), self.server.guest()]
        white = await WebSocket.connect(self.server.port, cookies[0])
        black = await WebSocket.connect(self.server.port, cookies[1])
        white.send({"t": "challenge", "id": "make", "clock": "10+0", "side": "white"})
        self.id = (await self.wait_for_ack(white, "make"))["made"]
        black.send({"t": "answer", "id": "take", "challenge": self.id, "accept": True})
        await self.wait_for_ack(black, "take")
        white.close()
        black.close()
        self.players = [Player(self, 0, cookies[0]), Player(self, 1, cookies[1])]

    @staticmethod
    async def wait_for_ack(socket, name):
        while True:
            message = await asyncio.wait_for(socket.receive(), PATIENCE)
            if message.get("id") == name:
                if message["t"] != "ack":
                    raise RuntimeError(f"{name} was refused: {message}")
                return message

    async def play(self):
        await asyncio.wait_for(asyncio.gather(*(player.play() for player in self.players)), 600)

    def verify(self, kills):
        name = f"game {self.id}"
        self.verify_log(name)
        self.verify_clocks(name, kills)
        self.verify_export(name)

    def verify_log(self, name):
        for player in self.players:
            check(f"{name}: the moves are the ones that were sent", player.moves == self.script,
                  f"{len(player.moves)} of {len(self.script)}")
        self.verify_acknowledged(name)

    def verify_acknowledged(self, name):
        for player in self.players:
            check(f"{name}: a player sees a complete log that never changes", not player.faults,
                  "; ".join(player.faults[:5]))
        log = self.merge_logs(name)
        for player in self.players:
            for command, version in player.acknowledged.items():
                seen, sent = log.get(version), player.sent[command]
                check(f"{name}: the acknowledged {command} is in the log", seen is None or
                      seen[1:] == (("white", "black")[player.side], sent.get("move")), f"version {version}: {seen}")

    def merge_logs(self, name):
        """What anybody saw of each version: the same for all."""
        log = {}
        for version, seen in itertools.chain(*(player.log.items() for player in self.players)):
            check(f"{name}: everybody saw the same", log.setdefault(version, seen) == seen,
                  f"version {version}: {log[version]} and {seen}")
        return log

    def verify_clocks(self, name, kills):
        for player in self.players:
            used = (CLOCK_MS - player.left[player.side]) / 1000
            fair = player.thinking + SLOW * (0.5 + 0.1 * kills)
            check(f"{name}: nobody is charged for downtime", used <= fair,
                  f"used {used:.2f} s, fair {fair:.2f} s")

    def verify_export(self, name):
        _, text = self.server.request("GET", f"/game/export/{self.id}",
                                      headers={"Accept": "application/json"})
        _, pgn = self.server.request("GET", f"/game/export/{self.id}")
        sans = json.loads(text)["moves"].split()
        movetext = re.sub(r"\{[^}]*\}|\[[^\]]*\]|\d+\.+|1-0|0-1|1/2-1/2|\*", " ", pgn).split()
        check(f"{name}: JSON and PGN agree", sans == movetext, f"{sans[-3:]} {movetext[-3:]}")
        check(f"{name}: the export has every move", len(sans) == len(self.script), len(sans))
        for player in self.players:
            if player.sans is not None:
                check(f"{name}: the export has the moves that were seen", sans == player.sans)
