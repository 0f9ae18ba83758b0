// SPDX-License-Identifier: MIT
/* Names as their owners write them: the lists of the staff have the ids of accounts, in lower case. */
import { useEffect, useState } from 'preact/hooks';
import { postText } from '../../wire/http';

const known = new Map<string, string>();
/** The server's limit for one question. */
const ASKED_MAX = 300;

const isAccount = (id: string): boolean => /^[a-z0-9][\w-]*$/.test(id);

/** What to ask the server for: the ids of accounts, each once, that are not known. */
export const unknownIds = (ids: readonly (string | undefined)[], has: (id: string) => boolean): string[] =>
  [...new Set(ids)].filter((id): id is string => id !== undefined && isAccount(id) && !has(id)).slice(0, ASKED_MAX);

async function askNames(ids: readonly string[]): Promise<void> {
  const users = JSON.parse(await postText('/api/users', ids.join(','), 'application/json')) as { id: string; username: string }[];
  for (const id of ids) known.set(id, id); // an account that is gone keeps its id
  for (const { id, username } of users) known.set(id, username);
}

/** Fetches the names of a list before it is shown, so that it is rendered once. If that fails, it shows the
 * ids. */
export async function withNames<T>(list: T[], idsOf: (row: T) => readonly (string | undefined)[]): Promise<T[]> {
  const unknown = unknownIds(list.flatMap(idsOf), id => known.has(id));
  if (unknown.length) await askNames(unknown).catch(() => undefined);
  return list;
}

/** Returns how to call the account of an id; until the answer is there, by its id. */
export function useNames(ids: readonly (string | undefined)[]): (id: string) => string {
  const [, render] = useState(0);
  const unknown = unknownIds(ids, id => known.has(id));
  useEffect(() => {
    if (unknown.length) askNames(unknown).then(() => render(count => count + 1), () => undefined);
  }, [unknown.join()]);
  return id => known.get(id) ?? id;
}
