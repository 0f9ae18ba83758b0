// SPDX-License-Identifier: MIT
/* What was played in the shown position, by the chosen opening database. */
import { useEffect, useState } from 'preact/hooks';
import type { Position } from '../../chess/rules';
import { useLoad, type Loaded } from '../../ui/Load';
import { findDatabases, findMoves, gamesOf, hasVariant, type ExplorerAnswer, type ExplorerDatabase } from '../../wire/explorer';
import type { Analysis } from './useAnalysis';

const STORAGE_KEY = 'explorer';
/** Milliseconds: not for every position that is passed on the way. */
const DELAY = 150;
const ANSWERS_MAX = 200;
/** Milliseconds: the server's own games grow. */
const FRESH = 60_000;

const answers = new Map<string, { answer: ExplorerAnswer; at: number }>();

const keyOf = ({ name, variant }: ExplorerDatabase, fen: string): string => `${name} ${variant} ${fen}`;

function recallAnswer(key: string): ExplorerAnswer | null {
  const known = answers.get(key);
  return known && Date.now() - known.at < FRESH ? known.answer : null;
}

async function askServer(key: string, db: ExplorerDatabase, fen: string): Promise<ExplorerAnswer> {
  const answer = await findMoves(db, fen);
  if (answers.size >= ANSWERS_MAX) answers.clear();
  answers.set(key, { answer, at: Date.now() });
  return answer;
}

function recallChoice(): string {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? '';
  } catch {
    return ''; // storage can be forbidden
  }
}

function keepChoice(name: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, name);
  } catch {
    // it lasts until the page is closed
  }
}

export interface Explorer {
  /** Those that can have the position. */
  databases: Loaded<ExplorerDatabase[]>;
  database: ExplorerDatabase | null;
  choose(name: string): void;
  /** Of the shown position, or of the one before while the answer is on its way. */
  answer: ExplorerAnswer | null;
  /** The answer is that of the shown position. */
  current: boolean;
  error: unknown;
  retry(): void;
  /** The last of these positions that a game has reached, by its place; 0 if there is none. */
  findKnown(positions: readonly Position[]): Promise<number>;
}

/** A binary search: if no game has reached a position, no game has reached a later one. */
async function lastReached(db: ExplorerDatabase, positions: readonly Position[]): Promise<number> {
  let known = 0;
  let unknown = positions.length;
  while (unknown - known > 1) {
    const middle = (known + unknown) >> 1;
    const fen = positions[middle]!.fen();
    const key = keyOf(db, fen);
    if (gamesOf(recallAnswer(key) ?? (await askServer(key, db, fen)))) known = middle;
    else unknown = middle;
  }
  return known;
}

interface Shown {
  key: string;
  answer: ExplorerAnswer | null;
  error: unknown;
}

export function useExplorer({ tree, position }: Analysis): Explorer {
  const databases = useLoad(`databases ${tree.variant}`, async () => (await findDatabases()).filter(database => hasVariant(database, tree.variant)));
  const [chosen, setChosen] = useState(recallChoice);
  const [shown, setShown] = useState<Shown>({ key: '', answer: null, error: null });
  const [turn, setTurn] = useState(0);
  const list = databases.data ?? [];
  const database = list.find(({ name }) => name === chosen) ?? list.find(({ games }) => games > 0) ?? list[0] ?? null;
  const fen = position.fen();
  const key = database ? keyOf(database, fen) : '';
  useEffect(() => {
    if (!database) return;
    const known = recallAnswer(key);
    if (known) return setShown({ key, answer: known, error: null });
    let outdated = false;
    const settle = (change: Partial<Shown>) => outdated || setShown(before => ({ ...before, error: null, ...change, key }));
    const timer = setTimeout(() => askServer(key, database, fen).then(answer => settle({ answer }), (error: unknown) => settle({ answer: null, error })), DELAY);
    return () => {
      outdated = true;
      clearTimeout(timer);
    };
  }, [key, turn]);
  const choose = (name: string) => {
    keepChoice(name);
    setChosen(name);
  };
  const current = shown.key === key;
  const answer = database && shown.key.startsWith(keyOf(database, '')) ? shown.answer : null;
  return { databases, database, choose, answer, current, error: current ? shown.error : null, retry: () => setTurn(turn + 1), findKnown: async positions => (database ? lastReached(database, positions) : 0) };
}
