// SPDX-License-Identifier: MIT
/* Reads the annotated PGN of `rookery analyse` with chessops, an independent library:
 *
 *     node tools/compare/annotated.mjs ROOKERY FILE
 *
 * Main lines, comments and variations of the input must be there again, every move must be legal,
 * and every position of a main line, except a mate, must have an evaluation. Prints each difference;
 * the exit status is 1 if there were any. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseComment, parsePgn, startingPosition } from 'chessops/pgn';
import { parseSan } from 'chessops/san';

const [rookery, file] = process.argv.slice(2);
const reviewed = spawnSync(rookery, ['analyse', '--nodes', '500', '--format', 'pgn', '--quiet', file], { encoding: 'utf8' });
if (reviewed.status !== 0) throw new Error(`rookery analyse: exit status ${reviewed.status}: ${reviewed.stderr}`);
const before = parsePgn(readFileSync(file, 'utf8'));
const after = parsePgn(reviewed.stdout);
let differences = 0;

function report(game, text) {
    console.log(`${game.headers.get('White')}: ${text}`);
    differences++;
}

/* Plays all moves of a tree; counts the variations. */
function play(game, pos, node) {
    let variations = Math.max(0, node.children.length - 1);
    for (const child of node.children) {
        const next = pos.clone();
        const move = parseSan(next, child.data.san);
        if (!move) report(game, `${child.data.san} is not legal`);
        else next.play(move);
        if (move) variations += play(game, next, child);
    }
    return variations;
}

const texts = data =>
    (data.comments ?? []).map(comment => parseComment(comment).text).join(' ').replace(/\s+/g, ' '); // lines are wrapped

function compareMainLines(game, annotated) {
    const moves = [...game.moves.mainline()];
    const found = [...annotated.moves.mainline()];
    if (moves.length !== found.length) report(game, `${found.length} moves instead of ${moves.length}`);
    moves.forEach((move, ply) => {
        const data = found[ply];
        if (data?.san !== move.san) report(game, `${data?.san} instead of ${move.san}`);
        if (!texts(data).includes(texts(move))) report(game, `the comment of ${move.san} is missing`);
        for (const nag of move.nags ?? []) if (!data.nags?.includes(nag)) report(game, `$${nag} of ${move.san} is missing`);
        const evaluated = (data.comments ?? []).some(comment => parseComment(comment).evaluation);
        if (evaluated === data.san.endsWith('#')) report(game, `${data.san} has ${evaluated ? 'an' : 'no'} evaluation`);
    });
}

if (before.length !== after.length) throw new Error(`${after.length} games instead of ${before.length}`);
before.forEach((game, i) => {
    const annotated = after[i];
    for (const [name, value] of game.headers)
        if (annotated.headers.get(name) !== value) report(game, `the tag ${name} is ${annotated.headers.get(name)}`);
    compareMainLines(game, annotated);
    const start = startingPosition(game.headers).unwrap();
    if (play(annotated, start, annotated.moves) < play(game, start, game.moves)) report(game, 'variations are missing');
});
console.log(`${after.length} annotated games, ${differences} differences`);
process.exit(differences ? 1 : 0);
