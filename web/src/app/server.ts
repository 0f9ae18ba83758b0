// SPDX-License-Identifier: MIT
/* What the server offers: GET /api/server, asked once. */
import { useEffect, useState } from 'preact/hooks';
import { getJson } from '../wire/http';
import type { Shape } from '../wire/shape';

export interface ServerInfo {
  name: string;
  /** The address that links use. */
  url: string;
  version: string;
  motd: string;
  registration: boolean;
  guests: boolean;
  computerLevels: number;
  analysis: boolean;
  tablebase: boolean;
  /** Pieces of the largest endgame table; 0 without tables. */
  tablebaseMen: number;
  mail: boolean;
  pools: { name: string; speed: string }[];
  variants: { key: string; name: string }[];
  perfs: { key: string; name: string }[];
  limits: {
    nameMin: number;
    nameMax: number;
    passwordMin: number;
    passwordMax: number;
    chatMax: number;
    messageMax: number;
    reportMax: number;
    fenMax: number;
    clockLimitMax: number;
    clockIncrementMax: number;
    days: number[];
  };
}

const shape: Shape = { name: 'string', pools: [{ name: 'string' }], variants: [{ key: 'string' }], perfs: [{ key: 'string' }], limits: 'map' };

let info: ServerInfo | null = null;
let asked: Promise<ServerInfo> | null = null;

/** Asks the server; a failed question is asked again by the next caller. */
export function loadServerInfo(): Promise<ServerInfo> {
  asked ??= getJson<ServerInfo>('/api/server', shape).then(
    answer => (info = answer),
    (error: unknown) => {
      asked = null;
      throw error;
    },
  );
  return asked;
}

/** What the server offers; null until it has answered. */
export function useServerInfo(): ServerInfo | null {
  const [known, setKnown] = useState(info);
  useEffect(() => {
    if (!known) loadServerInfo().then(setKnown, () => undefined);
  }, []);
  return known;
}
