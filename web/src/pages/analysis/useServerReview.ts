// SPDX-License-Identifier: MIT
/* The review of a game by the server's engine: asks for it, follows it and gets the report. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { listen, subscribeTo } from '../../app/client';
import { errorText } from '../../app/errors';
import type { Score } from '../../chess/evaluation';
import { lastPosition, makeLine } from '../../chess/line';
import type { Position } from '../../chess/rules';
import { mainLine, type Tree } from '../../chess/tree';
import { getJson, postForJson } from '../../wire/http';
import type { Server } from '../../wire/types';
import type { ExportedGame } from './load';
import { readReport, readScores, reportShape, type ReadReport, type Report } from './report';

/** 'loading' is a finished one that is on its way; 'asking' a request that is not answered yet. */
type Phase = 'off' | 'none' | 'asking' | 'waiting' | 'running' | 'loading' | 'done' | 'failed';

interface State {
  phase: Phase;
  place: number;
  done: number;
  total: number;
  /** By ply, of one that runs. */
  scores: ReadonlyMap<number, Score>;
  report: Report | null;
  /** Why it was refused, in words. */
  error: string | null;
}

export interface ServerReview extends Omit<State, 'report'> {
  /** The finished review, if it matches the current main line. */
  read: ReadReport | null;
  /** The engine in the page has nothing to do. */
  busy: boolean;
  request(): void;
}

const nothing: State = { phase: 'none', place: 0, done: 0, total: 0, scores: new Map(), report: null, error: null };

/** Whether an exported game was reviewed: then the players have totals. */
const isReviewed = ({ players }: ExportedGame): boolean => players.white.analysis !== undefined;

type Answer = Pick<Server<'review-state'>, 'state' | 'place' | 'done' | 'total' | 'scores'>;

function follow(state: State, message: Answer, end: Position): State {
  if (state.phase === 'done' || state.phase === 'loading') return state;
  const { place = 0, done = 0, total = 0 } = message;
  switch (message.state) {
    case 'waiting':
      return { ...state, phase: 'waiting', place, total, error: null };
    case 'running':
      return { ...state, phase: 'running', done, total, scores: new Map([...state.scores, ...readScores(message.scores ?? '', end)]), error: null };
    case 'done':
      return { ...state, phase: 'loading' };
    case 'failed':
      return { ...nothing, phase: 'failed' };
    case 'off':
      return { ...nothing, phase: 'off' };
    default: // none: no review was requested, or it failed while the connection was lost
      return state.phase === 'asking' || state.phase === 'failed' ? state : { ...nothing, error: state.error };
  }
}

const pathOf = (game: ExportedGame): string => `/api/game/${game.id}/review`;

export function useServerReview(game: ExportedGame | null, tree: Tree): ServerReview {
  const [state, setState] = useState<State>(() => ({ ...nothing, phase: game && isReviewed(game) ? 'loading' : 'none' }));
  const end = useRef(lastPosition(makeLine(tree.variant, tree.start, mainLine(tree)))); // of the game as it was played
  const fail = (error: unknown) => setState(current => ({ ...current, phase: 'none', error: errorText(error) }));
  useEffect(() => {
    if (!game) return;
    const unlisten = listen(message => message.t === 'review-state' && message.game === game.id && setState(current => follow(current, message, end.current)));
    const unsubscribe = subscribeTo({ t: 'review', game: game.id, on: true });
    return () => {
      unsubscribe();
      unlisten();
    };
  }, [game?.id]);
  useEffect(() => {
    if (!game || state.phase !== 'loading') return;
    getJson<Report>(pathOf(game), reportShape).then(report => setState({ ...nothing, phase: 'done', report }), fail);
  }, [game?.id, state.phase]);

  const read = useMemo(() => state.report && readReport(state.report, tree), [state.report, tree.variant, tree.start, tree.root]);
  const request = () => {
    if (!game) return;
    setState(current => ({ ...current, phase: 'asking', error: null }));
    const note = (answer: Answer) => setState(current => (current.phase === 'asking' ? follow(current, answer, end.current) : current)); // else it is known already
    postForJson<Answer>(pathOf(game), {}, { state: 'string' }).then(note, fail);
  };
  const busy = ['asking', 'running', 'loading'].includes(state.phase) || read !== null;
  return { ...state, read, busy, request };
}
