// SPDX-License-Identifier: MIT
/* The numbers of the last hours, and the live ones every few seconds while the page is visible. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { getJson } from '../../wire/http';
import { addSample, makeSample, readHistory, type NumberHistory, type Numbers, type Sample } from './numbers';

const PERIOD = 3_000;

export interface Live {
  numbers: Numbers | null;
  history: Sample[];
  error: unknown;
}

const getNumbers = () => getJson<Numbers>('/api/mod/numbers', { now: 'number', people: 'number', games: 'number', moveDurations: 'map' });
const column = ['number'] as const;
const getHistory = () =>
  getJson<NumberHistory>('/api/mod/numbers/history', {
    period: 'number',
    dates: column,
    people: column,
    games: column,
    moves: column,
    moveTimes: column,
    connections: column,
    memories: column,
  });

export function useNumbers(): Live {
  const [live, setLive] = useState<Live>({ numbers: null, history: [], error: null });
  const latest = useRef(live);
  const update = (change: Partial<Live>) => setLive((latest.current = { ...latest.current, ...change }));
  useEffect(() => {
    const fail = (error: unknown) => update({ error });
    const ask = () => {
      if (document.hidden) return;
      getNumbers().then(numbers => {
        const { numbers: before, history } = latest.current;
        update({ numbers, history: addSample(history, makeSample(before, numbers)), error: null });
      }, fail);
    };
    getHistory().then(history => {
      update({ history: readHistory(history) });
      ask();
    }, fail);
    const timer = setInterval(ask, PERIOD);
    return () => clearInterval(timer);
  }, []);
  return live;
}
