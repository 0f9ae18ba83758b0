// SPDX-License-Identifier: MIT
/* A position as a part of an address: /analysis/8/8/4k3/8/8/4K3/4P3/8_w_-_-_0_1?variant=crazyhouse */

/** FEN for a path: spaces become underscores, which no FEN has. */
const fenToPath = (fen: string): string => encodeURI(fen.trim().replace(/\s+/g, '_')).replace(/[?#[\]]/g, encodeURIComponent);

/** The address of a position on a page: 'analysis', 'editor', 'computer'. */
export function positionAddress(page: string, fen: string, variant = 'standard'): string {
  const query = variant === 'standard' ? '' : `?variant=${encodeURIComponent(variant)}`;
  return `/${page}/${fenToPath(fen)}${query}`;
}

/** The FEN of the rest of a path (a parameter such as '*fen', already decoded); null if there is none. */
export function fenOfPath(rest: string | undefined): string | null {
  const fen = (rest ?? '').replace(/_/g, ' ').trim();
  return fen || null;
}

export const variantOfAddress = (url: URL): string => url.searchParams.get('variant') ?? 'standard';
