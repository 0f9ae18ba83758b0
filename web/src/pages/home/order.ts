// SPDX-License-Identifier: MIT
/* The order of the users who are online: those who can be challenged, those who can be watched, the others. */
import type { Person } from '../../state/state';

const order = ['free', 'playing', 'away'];

export function sortPeople(people: readonly Person[]): Person[] {
  const rank = (person: Person) => (person.role === 'bot' ? 1 : 0) + 2 * order.indexOf(person.state);
  return [...people].sort((a, b) => rank(a) - rank(b) || (b.rating ?? 0) - (a.rating ?? 0) || a.name.localeCompare(b.name));
}
