// SPDX-License-Identifier: MIT
/* The order of users: free ones first, then those playing, then those away; by rating. Pure. */

interface Sortable {
  name: string;
  state: string;
  rating?: number;
}

const order: Record<string, number> = { free: 0, playing: 1, away: 2 };

export function sortPeople<P extends Sortable>(people: readonly P[]): P[] {
  return [...people].sort(
    (a, b) => (order[a.state] ?? 0) - (order[b.state] ?? 0) || (b.rating ?? 0) - (a.rating ?? 0) || a.name.localeCompare(b.name),
  );
}
