// SPDX-License-Identifier: MIT
/* Saves games as a file. */
import { getText } from '../../wire/http';

const types = { pgn: 'application/x-chess-pgn', ndjson: 'application/x-ndjson' } as const;

/** The games of an address of the API. */
export async function saveGames(address: string, format: keyof typeof types, name: string): Promise<void> {
  const type = types[format];
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([await getText(address, type)], { type }));
  link.download = `${name}.${format}`;
  link.click();
  URL.revokeObjectURL(link.href);
}
