// SPDX-License-Identifier: MIT
/* The engine on the shown position, while it is switched on. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Engine, type EngineInfo, type EnginePosition } from '../../engine/engine';

export interface EngineSettings {
  on: boolean;
  lines: number;
  /** 0 for no limit. */
  depth: number;
  arrow: boolean;
}

const STORAGE_KEY = 'engine';
/** MiB: an analysis runs for minutes. Devices with little memory get less; some browsers do not tell. */
const HASH = ((navigator as { deviceMemory?: number }).deviceMemory ?? 4) < 4 ? 16 : 64;
/** Positions that are passed quickly are not searched. */
const DELAY = 80;
/** Lines arrive faster than anybody can read. */
const SHOW_EVERY = 60;

const defaults: EngineSettings = { on: true, lines: 3, depth: 24, arrow: true };

function readSettings(): EngineSettings {
  try {
    return { ...defaults, ...(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as Partial<EngineSettings>) };
  } catch {
    return defaults; // storage can be forbidden
  }
}

export function useEngineSettings(): [EngineSettings, (change: Partial<EngineSettings>) => void] {
  const [settings, setSettings] = useState(readSettings);
  const change = (values: Partial<EngineSettings>) =>
    setSettings(before => {
      const next = { ...before, ...values };
      try {
        localStorage.setItem(STORAGE_KEY, JSON.stringify(next));
      } catch {
        // they last until the page is closed
      }
      return next;
    });
  return [settings, change];
}

export interface EngineView {
  /** Of the shown position; null until there is something to show. */
  info: EngineInfo | null;
  error: string | null;
}

interface Shown extends EngineView {
  key: string;
}

/** Calls `show` at most every SHOW_EVERY milliseconds, always with the last value. */
function throttle(show: (info: EngineInfo) => void): { push(info: EngineInfo): void; end(): void } {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let last: EngineInfo | null = null;
  const fire = () => {
    timer = null;
    if (last) show(last);
  };
  return {
    push: info => {
      last = info;
      timer ??= setTimeout(fire, SHOW_EVERY);
    },
    end: () => clearTimeout(timer ?? undefined),
  };
}

/** Searches a position; `over` if there is nothing to search. */
export function useEngine(position: EnginePosition, over: boolean, { on, lines, depth }: EngineSettings): EngineView {
  const engine = useRef<Engine | null>(null);
  const key = [position.variant, position.start, ...position.moves].join(' ');
  const [shown, setShown] = useState<Shown>({ key, info: null, error: null });
  useEffect(() => () => engine.current?.close(), []);
  useEffect(() => {
    if (!on || over) return;
    const output = throttle(info => setShown({ key, info, error: null }));
    const search = () => {
      engine.current ??= new Engine({ hash: HASH });
      const onError = (error: string) => setShown({ key, info: null, error });
      engine.current.analyse(position, { lines, depth: depth || undefined }, output.push, onError);
    };
    const timer = setTimeout(search, DELAY);
    return () => {
      clearTimeout(timer);
      output.end();
      engine.current?.stop();
    };
  }, [key, on, over, lines, depth]);
  return shown.key === key && on && !over ? shown : { info: null, error: null };
}
