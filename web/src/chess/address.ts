// SPDX-License-Identifier: MIT
/* A position as a part of an address: /analysis/8/8/4k3/8/8/4K3/4P3/8_w_-_-_0_1?variant=crazyhouse */

/** FEN for a path: spaces become underscores, which no FEN has. */
const fenToPath = (fen: string): string => encodeURI(fen.trim().replace(/\s+/g, '_')).replace(/[?#[\]]/g, encodeURIComponent);

/** The address of a position on a page: 'analysis', 'editor', 'computer'. Moves may follow, as variations.ts writes them. */
export function positionAddress(page: string, fen: string, variant = 'standard', moves = ''): string {
  const query = new URLSearchParams();
  if (variant !== 'standard') query.set('variant', variant);
  if (moves) query.set('moves', moves);
  const text = query.toString();
  return `/${page}/${fenToPath(fen)}${text ? `?${text}` : ''}`;
}

/** The moves that follow the position of an address. */
export const movesOfAddress = (url: URL): string => url.searchParams.get('moves') ?? '';

/** The FEN of an address: of its path, or of ?fen=. */
export const fenOfAddress = (rest: string | undefined, url: URL): string | null => fenOfPath(rest) ?? fenOfPath(url.searchParams.get('fen') ?? '');

/** The FEN of the rest of a path (a parameter such as '*fen', already decoded); null if there is none. */
export function fenOfPath(rest: string | undefined): string | null {
  const fen = (rest ?? '').replace(/_/g, ' ').trim();
  return fen || null;
}

export const variantOfAddress = (url: URL): string => url.searchParams.get('variant') ?? 'standard';

/** Whether a text looks like a FEN: eight rows of pieces. */
export const looksLikeFen = (text: string): boolean => /^\s*([pnbrqkaPNBRQKA1-8~]+\/){7}[pnbrqkaPNBRQKA1-8~]+/.test(text) && !text.trim().includes('\n');
