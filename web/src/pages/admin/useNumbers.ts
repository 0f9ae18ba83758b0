// SPDX-License-Identifier: MIT
/* Asks for the live numbers every few seconds while the page is visible. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { subscribeTo } from '../../app/client';
import { getState } from '../../state/store';
import { getJson } from '../../wire/http';
import { addSample, makeSample, type Numbers, type Sample } from './numbers';

const PERIOD = 3_000;

export interface Live {
  numbers: Numbers | null;
  history: Sample[];
  error: unknown;
}

const countPeople = (): number => getState().counts.people + getState().counts.guests;

export function useNumbers(): Live {
  const [live, setLive] = useState<Live>({ numbers: null, history: [], error: null });
  const latest = useRef(live);
  latest.current = live;
  useEffect(() => subscribeTo({ t: 'people', on: true }), []);
  useEffect(() => {
    const ask = () => {
      if (document.hidden) return;
      getJson<Numbers>('/api/mod/numbers', { now: 'number', games: 'number', moveDurations: 'map' }).then(
        numbers => {
          const { numbers: before, history } = latest.current;
          setLive({ numbers, history: addSample(history, makeSample(before, numbers, countPeople())), error: null });
        },
        (error: unknown) => setLive({ ...latest.current, error }),
      );
    };
    ask();
    const timer = setInterval(ask, PERIOD);
    return () => clearInterval(timer);
  }, []);
  return live;
}
