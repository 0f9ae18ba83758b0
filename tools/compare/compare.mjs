// SPDX-License-Identifier: MIT
/* Compares Rookery's rules and notation with those of chessops, an independent library, on random
 * games and random positions of every variant both know:
 *
 *     node tools/compare/compare.mjs DESCRIBE ROOKERY [--positions N] [--games N] [--seed N]
 *
 * DESCRIBE is the program tools/describe.c. Every position is described by both and must agree in
 * its FEN, check, outcome, chances to win, impossible checks, legal moves, SAN, and the moves that
 * texts mean. Games are written as PGN with variations, comments and glyphs by chessops, read and
 * written by Rookery, and read by chessops again. Prints each difference and ends with
 * `N positions, N games, N differences`; the exit status is 1 if there were any. */
import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { makeFen, parseFen } from 'chessops/fen';
import { ChildNode, defaultGame, makePgn, parsePgn, setStartingPosition, startingPosition } from 'chessops/pgn';
import { makeSan, parseSan } from 'chessops/san';
import { isDrop, isNormal } from 'chessops/types';
import { makeSquare, makeUci, parseUci } from 'chessops/util';
import { castlingSide, defaultPosition, isImpossibleCheck, normalizeMove, setupPosition } from 'chessops/variant';

// Our name of a variant, and chessops's.
const VARIANTS = {
    standard: 'chess',
    chess960: 'chess',
    'three-check': '3check',
    'king-of-the-hill': 'kingofthehill',
    atomic: 'atomic',
    antichess: 'antichess',
    crazyhouse: 'crazyhouse',
    horde: 'horde',
    'racing-kings': 'racingkings',
};
const NAMES = Object.keys(VARIANTS);
const PLIES_MAX = 160;
const BATCH = 400; // positions on their way to the other program
const DIFFERENCES_MAX = 20; // printed

// ---- random choices --------------------------------------------------------------------------

let state = 1;

/** A whole number below the bound: a linear congruential generator, the same on every machine. */
function below(bound) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * bound);
}

const pick = list => list[below(list.length)];

// ---- what chessops says ----------------------------------------------------------------------

function legalMoves(pos) {
    const moves = [];
    const ctx = pos.ctx();
    for (const [from, dests] of pos.allDests(ctx))
        for (const to of dests) {
            const promotes = pos.board.getRole(from) === 'pawn' && (to < 8 || to >= 56);
            const roles = ['queen', 'rook', 'bishop', 'knight'].concat(pos.rules === 'antichess' ? ['king'] : []);
            for (const promotion of promotes ? roles : [undefined]) moves.push({ from, to, promotion });
        }
    for (const role of pos.pockets ? ['queen', 'rook', 'bishop', 'knight', 'pawn'] : [])
        if (pos.pockets[pos.turn][role] > 0)
            for (const to of pos.dropDests(ctx))
                if (role !== 'pawn' || (to >= 8 && to < 56)) moves.push({ role, to });
    // Nobody may give check in Racing Kings; chessops allows the king to discover one.
    return pos.rules === 'racingkings' ? moves.filter(move => !givesCheck(pos, move)) : moves;
}

function isCapture(pos, move) {
    if (isDrop(move) || castlingSide(pos, move)) return false;
    return pos.board.occupied.has(move.to) || (pos.board.getRole(move.from) === 'pawn' && move.to === pos.epSquare);
}

function givesCheck(pos, move) {
    const after = pos.clone();
    after.play(move);
    return after.isCheck();
}

function describeMove(pos, move) {
    const marks = (isCapture(pos, move) ? 'x' : '') + (givesCheck(pos, move) ? '+' : '');
    const san = makeSan(pos, move).replace(/^@/, 'P@'); // a pawn drop: chessops leaves out the letter
    return `${makeUci(move)}/${san}/${marks}`;
}

/* A knight and two bishops of one colour can mate a bare king: Nc3, Bb2, Ba3 against Ka1. */
const isKnightAndBishops = (board, side) =>
    board[side].size() === 3 && board[side].intersect(board.knight).size() === 1 &&
    board[side].intersect(board.bishop).size() === 2;

/* At crazyhouse no piece leaves the game, so Rookery draws no game by material. */
function cannotWin(pos, side) {
    if (pos.rules === 'crazyhouse' || (pos.rules === 'horde' && isKnightAndBishops(pos.board, side))) return false;
    return pos.hasInsufficientMaterial(side);
}

/** The facts of a position, by name. */
function describe(pos) {
    const drawnByMaterialAlone = pos.isInsufficientMaterial() && !pos.isStalemate();
    const goesOn = drawnByMaterialAlone && !cannotWin(pos, 'white');
    const outcome = goesOn ? undefined : pos.outcome();
    return {
        fen: makeFen(pos.toSetup()),
        check: String(Number(pos.isCheck())),
        winner: outcome ? outcome.winner ?? 'draw' : '-',
        canWin: ['white', 'black'].map(side => (cannotWin(pos, side) ? 0 : 1)).join(''),
        impossibleCheck: isImpossibleCheck(pos),
        moves: legalMoves(pos).map(move => describeMove(pos, move)).sort().join(' '),
    };
}

// ---- what Rookery says -----------------------------------------------------------------------

const sortPockets = fen => fen.replace(/\[(\w*)\]/, (_, pieces) => `[${[...pieces].sort().join('')}]`);

/** Castling as king takes rook, as in chessops. */
function normalizeUci(pos, uci) {
    const move = parseUci(uci);
    return move && makeUci(normalizeMove(pos, move));
}

function readDescription(pos, line) {
    const [fen, check, end, winner, canWin, warnings, moves, parsed] = line.split('\t');
    if (fen === 'rejected') return { fen };
    const normalize = text => {
        const [uci, ...rest] = text.split('/');
        return [normalizeUci(pos, uci), ...rest].join('/');
    };
    return {
        fen,
        check,
        winner: end.startsWith('seventy-five') ? '-' : winner,
        canWin,
        impossibleCheck: (Number(warnings) & 8) > 0,
        moves: (moves ? moves.split(' ') : []).map(normalize).sort().join(' '),
        parsed: (parsed ?? '').trim().split(' ').map(uci => (uci === '-' ? '-' : normalizeUci(pos, uci))),
    };
}

// ---- comparing -------------------------------------------------------------------------------

const counts = { positions: 0, games: 0, differences: 0 };

/** Leaves out the words that both lists have. */
function withoutCommon(ours, theirs) {
    const without = (text, other) => text.split(' ').filter(word => !other.split(' ').includes(word)).join(' ');
    return [without(ours, theirs), without(theirs, ours)];
}

function report(what, where, ours, theirs) {
    counts.differences++;
    if (counts.differences <= DIFFERENCES_MAX) console.log(`${what}: ${where}\n  rookery:  ${ours}\n  chessops: ${theirs}`);
}

/** Texts a person might write for a move, or mistype. */
function spellings(pos, moves) {
    if (!moves.length) return [];
    const move = pick(moves);
    const san = makeSan(pos, move);
    const texts = [san, san.replace(/[+#]/, ''), san.replace('x', ''), san.toLowerCase(), san.replace('=', '')];
    if (isNormal(move)) texts.push(makeUci(move), makeSquare(move.from) + '-' + makeSquare(move.to));
    if (isNormal(move) && /^[NBRQK][a-h]?[1-8]?x?[a-h][1-8]/.test(san))
        texts.push(san.replace(/^(.)[a-h]?[1-8]?(x?[a-h][1-8])/, `$1${makeSquare(move.from)}$2`));
    const at = below(san.length);
    texts.push(san.slice(0, at) + pick('abcdefgh12345678NBRQKx'.split('')) + san.slice(at + 1));
    return texts.filter(text => text && !/\s/.test(text));
}

/** No move gives check with two pawns or knights; chessops does not ask for that. */
function hasTwoCheckingLeapers(pos) {
    const leapers = pos.board.pawn.union(pos.board.knight);
    return pos.rules !== 'atomic' && pos.ctx().checkers.intersect(leapers).size() > 1;
}

function compare(request, line) {
    const { variant, pos, texts } = request;
    const theirs = describe(pos);
    const ours = readDescription(pos, line);
    const where = `${variant} ${theirs.fen}`;
    counts.positions++;
    if (ours.fen === 'rejected') return report('rejected', where, 'rejected', 'accepted');
    ours.fen = sortPockets(ours.fen);
    theirs.fen = sortPockets(theirs.fen);
    theirs.impossibleCheck ||= hasTwoCheckingLeapers(pos);
    for (const fact of Object.keys(theirs))
        if (ours[fact] !== theirs[fact])
            report(fact, where, ...(fact === 'moves' ? withoutCommon(ours.moves, theirs.moves) : [ours[fact], theirs[fact]]));
    texts.forEach((text, i) => {
        const move = parseSan(pos, text);
        const wanted = move ? makeUci(move) : '-';
        // Where chessops finds no move we may: our parser accepts more spellings. It takes `Kh1` for
        // castling if the king's own rook is there.
        if (move && castlingSide(pos, move) && !/^[O0]/.test(text)) return;
        if (move && pos.rules === 'racingkings' && givesCheck(pos, move)) return;
        if (move && ours.parsed[i] !== wanted) report(`parsed ${text}`, where, ours.parsed[i], wanted);
    });
}

// ---- positions -------------------------------------------------------------------------------

/** A Chess960 start: bishops on different colours, the king between the rooks. */
function chess960Start() {
    for (;;) {
        const rank = 'rnbqkbnr'.split('').map(piece => [below(1 << 20), piece]).sort((a, b) => a[0] - b[0]);
        const text = rank.map(([, piece]) => piece).join('');
        const bishops = text.indexOf('b') + text.lastIndexOf('b');
        if (bishops % 2 && /r.*k.*r/.test(text))
            return `${text}/pppppppp/8/8/8/8/PPPPPPPP/${text.toUpperCase()} w KQkq - 0 1`;
    }
}

/** Few pieces anywhere: endgames, odd material, odd castling rights. Often not a legal position. */
function scatteredFen(rules) {
    const squares = Array(64).fill('');
    const pieces = rules === 'horde' ? ['k'] : ['K', 'k'];
    for (let count = 1 + below(8); count; count--) pieces.push(pick('PPNBRQppnbrq'.split('')));
    for (const piece of pieces) squares[below(64)] = piece;
    const ranks = [];
    for (let rank = 0; rank < 8; rank++)
        ranks.push(squares.slice(rank * 8, rank * 8 + 8).map(piece => piece || '1').join('').replace(/1+/g, ones => String(ones.length)));
    const extra = rules === '3check' ? ' 3+3' : '';
    return `${ranks.join('/')}${rules === 'crazyhouse' ? '[]' : ''} ${pick(['w', 'b'])} - -${extra} 0 1`;
}

const parsePosition = (rules, fen) =>
    parseFen(fen).unwrap(setup => setupPosition(rules, setup).unwrap(pos => pos, () => undefined), () => undefined);

function startOf(variant) {
    const rules = VARIANTS[variant];
    if (variant === 'chess960') return parsePosition(rules, chess960Start());
    if (below(3)) return defaultPosition(rules);
    for (let tries = 0; tries < 100; tries++) {
        const pos = parsePosition(rules, scatteredFen(rules));
        // chessops does not see that a side without pieces has won at antichess before it moves.
        if (pos && !isImpossibleCheck(pos) && pos.board.white.nonEmpty() && pos.board.black.nonEmpty()) return pos;
    }
    return defaultPosition(rules);
}

/** The positions of a random game. */
function* randomGame(variant) {
    const pos = startOf(variant);
    for (let ply = 0; ply < PLIES_MAX; ply++) {
        const moves = pos.isVariantEnd() ? [] : legalMoves(pos);
        yield { variant, pos: pos.clone(), texts: spellings(pos, moves) };
        if (!moves.length || pos.isEnd()) return;
        const captures = moves.filter(move => isCapture(pos, move));
        pos.play(captures.length && !below(3) ? pick(captures) : pick(moves));
    }
}

async function comparePositions(program, wanted) {
    const child = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    let waiting = [];
    const settle = async () => {
        for (const request of waiting) {
            const { value, done } = await lines.next();
            if (done) throw new Error(`${program} ended`);
            compare(request, value);
        }
        waiting = [];
    };
    for (let game = 0; counts.positions + waiting.length < wanted; game++) {
        for (const request of randomGame(NAMES[game % NAMES.length])) {
            waiting.push(request);
            child.stdin.write(`${request.variant}\t${makeFen(request.pos.toSetup())}\t${request.texts.join(' ')}\n`);
        }
        if (waiting.length >= BATCH) await settle();
    }
    await settle();
    child.stdin.end();
}

// ---- PGN -------------------------------------------------------------------------------------

const COMMENTS = ['a comment', '[%clk 0:01:23]', 'with (brackets) and 1. e4', 'Zug um Zug, \u00e9t\u00e9', '1-0 ; %'];

/** Grows a tree of random moves; every node is a legal move. */
function growTree(node, pos, depth, plies) {
    const moves = pos.isEnd() ? [] : legalMoves(pos);
    for (let i = 0; moves.length && plies && i < (depth < 3 && !below(6) ? 2 : 1); i++) {
        const move = moves.splice(below(moves.length), 1)[0];
        const data = { san: makeSan(pos, move) };
        if (!below(5)) data.comments = [pick(COMMENTS)];
        if (!below(8)) data.nags = [1 + below(20)];
        const child = new ChildNode(data);
        const after = pos.clone();
        after.play(move);
        node.children.push(child);
        growTree(child, after, depth + i, i ? below(6) : plies - 1);
    }
}

function randomPgn(variant) {
    const game = defaultGame();
    const pos = startOf(variant);
    setStartingPosition(game.headers, pos);
    if (variant === 'chess960') game.headers.set('Variant', 'Chess960');
    game.headers.set('Result', '*');
    growTree(game.moves, pos, 0, 10 + below(60));
    return makePgn(game);
}

const plain = comments => (comments ?? []).map(text => text.trim().replace(/\s+/g, ' ')).join('|');

/** A tree as a text that is the same for equal trees, whatever the layout of the PGN. */
function canonical(node) {
    return node.children.map(child => {
        const { san, nags, comments, startingComments } = child.data;
        return `(${plain(startingComments)}${san.replace(/^@/, 'P@')} $${nags ?? ''} {${plain(comments)}}${canonical(child)})`;
    }).join('');
}

function comparePgn(rookery, wanted) {
    while (counts.games < wanted) {
        const texts = [];
        for (let i = 0; i < 90; i++) texts.push(randomPgn(NAMES[i % NAMES.length]));
        const done = spawnSync(rookery, ['pgn', 'convert', '--to', 'pgn', '-'], {
            input: texts.join('\n'), encoding: 'utf8', maxBuffer: 1 << 28,
        });
        if (done.status) report('pgn convert', 'a file of random games', done.stderr, 'no errors');
        const after = parsePgn(done.stdout);
        if (after.length !== texts.length) report('games', 'a file of random games', after.length, texts.length);
        texts.forEach((text, i) => {
            const before = parsePgn(text)[0];
            counts.games++;
            if (after[i] && canonical(before.moves) !== canonical(after[i].moves))
                report('PGN', text, canonical(after[i].moves), canonical(before.moves));
            if (after[i] && startingPosition(after[i].headers).isErr) report('start', text, 'no start position', 'one');
        });
    }
}

// ---- the program -----------------------------------------------------------------------------

function option(name, fallback) {
    const at = process.argv.indexOf(name);
    return at < 0 ? fallback : Number(process.argv[at + 1]);
}

state = option('--seed', Date.now()) >>> 0;
console.log(`seed ${state}`);
await comparePositions(process.argv[2], option('--positions', 100000));
comparePgn(process.argv[3], option('--games', 900));
console.log(`${counts.positions} positions, ${counts.games} games, ${counts.differences} differences`);
process.exit(counts.differences ? 1 : 0);
