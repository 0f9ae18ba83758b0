// SPDX-License-Identifier: MIT
/* Puzzles for a server, as its operator imports them. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const program = join(process.env.BUILD ?? 'build', 'rookery');

/** A mate in one, and a fork in three moves. */
export const MATE = 'backrank';
export const FORK = 'fork3';
const puzzles = [
  `${MATE},6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 1,a2a7 b1b8,1400,100,0,0,mate mateIn1 backRankMate endgame,https://example.org/game#2,`,
  `${FORK},8/1B6/p2q1kp1/1pp2p2/3p4/P4N2/KPP5/6R1 b - - 3 41,d6d7 g1g6 f6g6 f3e5 g6g5 e5d7,1600,100,0,0,fork sacrifice long endgame,,`,
];

export function importPuzzles(server) {
  const { status, stdout, stderr } = spawnSync(program, ['admin', '--data', server.data, 'import-puzzles', '-'], { input: puzzles.join('\n'), encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
}
