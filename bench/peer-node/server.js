// SPDX-License-Identifier: MIT
// A server to compare Rookery's with: ordinary Node.js code with ws and chess.js that keeps
// its games only in memory. It implements the part of docs/protocol.md that the load test
// needs: guests, challenges, watching, and moves, which it validates and sends to all
// watchers. It is not slow on purpose.
//
//     node server.js [PORT]
import { createServer } from "node:http";
import { randomBytes } from "node:crypto";
import { Chess } from "chess.js";
import { WebSocketServer } from "ws";

const games = new Map();
const challenges = new Map();
const clock = { initial: 10_800_000, increment: 60_000 };

const newId = () => randomBytes(6).toString("base64url").replace(/[-_]/g, "x");

class Game {
  constructor(id, white, black) {
    this.id = id;
    this.players = { white, black };
    this.chess = new Chess();
    this.version = 0;
    this.watchers = new Set();
    this.replies = new Map(); // by command id: a client may send a command twice
    this.left = { white: clock.initial, black: clock.initial };
    this.since = 0;
    this.status = "started";
    this.winner = undefined;
    this.moves = [];
  }

  turn() {
    return this.chess.turn() === "w" ? "white" : "black";
  }

  sideOf(name) {
    if (this.players.white === name) return "white";
    return this.players.black === name ? "black" : "spectator";
  }

  snapshot(name) {
    return {
      t: "game",
      game: this.id,
      version: this.version,
      you: this.sideOf(name),
      white: this.players.white,
      black: this.players.black,
      variant: "standard",
      clock: "180+60",
      speed: "classical",
      rated: false,
      hidden: false,
      start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
      moves: this.moves.join(" "),
      fen: this.chess.fen(),
      turn: this.turn(),
      white_ms: this.left.white,
      black_ms: this.left.black,
      running: this.moves.length > 1,
      status: this.status,
      winner: this.winner,
      claim: false,
      abort: this.moves.length < 2,
      white_here: true,
      black_here: true,
      watchers: this.watchers.size,
    };
  }

  // The clock runs from the third ply on.
  press(side, now) {
    if (this.moves.length > 1) this.left[side] += clock.increment - (now - this.since);
    this.since = now;
  }

  updateStatus() {
    if (!this.chess.isGameOver()) return;
    if (this.chess.isCheckmate()) {
      this.status = "mate";
      this.winner = this.turn() === "white" ? "black" : "white";
    } else {
      this.status = this.chess.isStalemate() ? "stalemate" : "draw";
    }
  }

  broadcast(message) {
    const text = JSON.stringify(message);
    for (const socket of this.watchers) socket.send(text);
  }

  // Returns the reply: ack or refused.
  play(name, command) {
    const earlier = this.replies.get(command.id);
    if (earlier) return earlier;
    const side = this.sideOf(name);
    const refuse = (why, text) => ({ t: "refused", id: command.id, game: this.id, why, text, version: this.version });
    if (this.status !== "started") return refuse("over", "the game is over");
    if (side !== this.turn()) return refuse("not-your-turn", "it is the opponent's turn");
    if (command.version !== this.version) return refuse("stale", "the game has changed");
    let move;
    try {
      const text = command.move ?? "";
      move = this.chess.move({ from: text.slice(0, 2), to: text.slice(2, 4), promotion: text[4] });
    } catch {
      return refuse("illegal", "illegal move");
    }
    this.press(side, Date.now());
    this.moves.push(command.move);
    this.version++;
    this.updateStatus();
    const reply = {
      t: "ack",
      id: command.id,
      game: this.id,
      version: this.version,
      white: this.left.white,
      black: this.left.black,
    };
    this.replies.set(command.id, reply);
    this.broadcast({
      t: "event",
      game: this.id,
      version: this.version,
      what: "move",
      by: side,
      move: command.move,
      san: move.san,
      white_ms: this.left.white,
      black_ms: this.left.black,
      running: this.moves.length > 1,
      status: this.status,
      winner: this.winner,
    });
    if (this.status !== "started") setTimeout(() => games.delete(this.id), 10_000);
    return reply;
  }
}

const socketsByName = new Map();
const send = (socket, message) => socket.send(JSON.stringify(message));

const handlers = {
  ping(socket) {
    send(socket, { t: "pong", now: Date.now() });
  },
  challenge(socket, message) {
    const id = newId();
    challenges.set(id, { from: socket.name, side: message.side ?? "random" });
    send(socket, { t: "ack", id: message.id, made: id });
  },
  answer(socket, message) {
    const challenge = challenges.get(message.challenge);
    if (!challenge) {
      send(socket, { t: "refused", id: message.id, why: "not-found", text: "no such challenge" });
      return;
    }
    challenges.delete(message.challenge);
    const isWhite = challenge.side === "white" || (challenge.side === "random" && Math.random() < 0.5);
    const [white, black] = isWhite ? [challenge.from, socket.name] : [socket.name, challenge.from];
    games.set(message.challenge, new Game(message.challenge, white, black));
    send(socket, { t: "ack", id: message.id, made: message.challenge });
    for (const [side, name] of [["white", white], ["black", black]])
      for (const other of socketsByName.get(name) ?? []) send(other, { t: "start", game: message.challenge, side });
  },
  watch(socket, message) {
    const game = games.get(message.game);
    if (!game) {
      send(socket, { t: "refused", game: message.game, why: "not-found", text: "no such game" });
      return;
    }
    game.watchers.add(socket);
    socket.watched.add(game);
    send(socket, game.snapshot(socket.name));
  },
  unwatch(socket, message) {
    const game = games.get(message.game);
    game?.watchers.delete(socket);
    if (game) socket.watched.delete(game);
  },
  act(socket, message) {
    const game = games.get(message.game);
    if (game && message.verb === "move") send(socket, game.play(socket.name, message));
    else send(socket, { t: "refused", id: message.id, why: "not-found", text: "no such game" });
  },
};

function handleConnection(socket, request) {
  socket.name = /guest=([^;]+)/.exec(request.headers.cookie ?? "")?.[1] ?? `spectator-${newId()}`;
  socket.watched = new Set();
  if (!socketsByName.has(socket.name)) socketsByName.set(socket.name, new Set());
  socketsByName.get(socket.name).add(socket);
  send(socket, { t: "hello", protocol: 1, server: "peer", name: socket.name, role: "guest", now: Date.now() });
  socket.on("message", (data) => {
    let message;
    try {
      message = JSON.parse(data);
    } catch {
      send(socket, { t: "refused", why: "syntax", text: "invalid JSON" });
      return;
    }
    if (Object.hasOwn(handlers, message.t)) handlers[message.t](socket, message);
    else send(socket, { t: "refused", why: "syntax", text: "unknown message" });
  });
  socket.on("close", () => {
    for (const game of socket.watched) game.watchers.delete(socket);
    socketsByName.get(socket.name)?.delete(socket);
  });
}

const http = createServer((request, response) => {
  if (request.method === "POST" && request.url === "/account/guest") {
    response.setHeader("Set-Cookie", `guest=${newId()}; HttpOnly; SameSite=Lax`);
    response.setHeader("Content-Type", "application/json");
    response.end('{"ok":true}');
  } else {
    response.statusCode = 404;
    response.end();
  }
});
const sockets = new WebSocketServer({ server: http, path: "/ws", perMessageDeflate: false });
sockets.on("connection", handleConnection);
http.listen(Number(process.argv[2] ?? 0), "127.0.0.1", 4096, () => {
  console.log(`peer: listening on http://127.0.0.1:${http.address().port}`);
});
