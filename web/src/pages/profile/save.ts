// SPDX-License-Identifier: MIT
/* Saves games as a file. */
import { getText, postText } from '../../wire/http';

const types = { pgn: 'application/x-chess-pgn', ndjson: 'application/x-ndjson' } as const;

/** The games of an address of the API, or those with these ids: at most 300 at once. */
export type GameSource = { address: string } | { ids: readonly string[] };

const IDS_MAX = 300;

const readGames = (source: GameSource, type: string): Promise<string> =>
  'ids' in source ? postText('/api/games/export/_ids', source.ids.slice(0, IDS_MAX).join(','), type) : getText(source.address, type);

export async function saveGames(source: GameSource, format: keyof typeof types, name: string): Promise<void> {
  const type = types[format];
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([await readGames(source, type)], { type }));
  link.download = `${name}.${format}`;
  link.click();
  URL.revokeObjectURL(link.href);
}
