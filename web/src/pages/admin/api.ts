// SPDX-License-Identifier: MIT
/* The moderation API: docs/moderation.md. */
import { deletePath, getJson, postForJson, type FormValues } from '../../wire/http';
import { withNames } from './names';

export interface Report {
  id: number;
  date: number;
  reporter: string;
  suspect: string;
  game?: string;
  reason: string;
  text: string;
  state: string;
  claimedBy?: string;
  closedBy?: string;
  outcome?: string;
}

export interface LogEntry {
  sequence: number;
  date: number;
  by: string;
  action: string;
  target: string;
  details: Record<string, string | number | undefined>;
}

export interface Sanction {
  until?: number;
  reason: string;
  by: string;
  date: number;
}

export interface User {
  id: string;
  name: string;
  role: string;
  status: string;
  createdAt: number;
  seenAt: number;
  games: number;
  kid: boolean;
  /** Whether a second factor is needed to log in. */
  secondFactor: boolean;
  ban?: Sanction;
  mute?: Sanction;
}

export interface Setting {
  name: string;
  type: 'flag' | 'seconds' | 'number' | 'text';
  value: boolean | number | string;
  overridden: boolean;
  min?: number;
  max?: number;
  help: string;
}

export interface Block extends Sanction {
  id: number;
  network: string;
}

export interface Announcement {
  id: number;
  date: number;
  by: string;
  text: string;
  until?: number;
}

export type Listed = Sanction & { id: string; name?: string };

const list = async <T>(path: string, name: string): Promise<T[]> => (await getJson<Record<string, T[]>>(`/api/mod/${path}`, { [name]: 'list' }))[name]!;

export const getPermissions = (): Promise<{ role: string; permissions: string[] }> => getJson('/api/mod/permissions', { role: 'string', permissions: ['string'] });
export const getReports = async (state: string): Promise<Report[]> =>
  withNames(await list<Report>('reports?state=' + state, 'reports'), ({ suspect, reporter, claimedBy, closedBy }) => [suspect, reporter, claimedBy, closedBy]);
export const getLog = async (query = ''): Promise<LogEntry[]> => withNames(await list<LogEntry>(`log?${query}`, 'entries'), ({ by, target }) => [by, target]);
export const getBlocks = async (): Promise<Block[]> => withNames(await list<Block>('blocks', 'blocks'), ({ by }) => [by]);
export const getBans = async (): Promise<Listed[]> => withNames(await list<Listed>('bans', 'bans'), ({ id, by }) => [id, by]);
export const getMutes = async (): Promise<Listed[]> => withNames(await list<Listed>('mutes', 'mutes'), ({ id, by }) => [id, by]);
export const getSettings = (): Promise<Setting[]> => list('settings', 'settings');
export const getAnnouncements = async (): Promise<Announcement[]> => withNames(await list<Announcement>('announcements', 'announcements'), ({ by }) => [by]);

const userPath = (name: string, part = ''): string => `user/${encodeURIComponent(name)}${part && '/'}${part}`;
export const getUser = (name: string): Promise<User> => getJson(`/api/mod/${userPath(name)}`, { id: 'string', name: 'string', role: 'string', status: 'string' });
export const getUserList = <T>(name: string, part: string, key = part): Promise<T[]> => list(userPath(name, part), key);

/** An account in the list of members. */
export type Member = Pick<User, 'id' | 'name' | 'role' | 'status' | 'createdAt' | 'seenAt' | 'games'>;

export interface MemberPage {
  users: Member[];
  /** Whether there is another page. */
  more: boolean;
}

export interface MemberQuery {
  /** How the names start; '' for all. */
  term: string;
  sort: string;
  /** 'role=bot', 'status=closed'; '' for all. */
  show: string;
}

/** The page after a member, or the first one. */
export function getMembers({ term, sort, show }: MemberQuery, last?: Member): Promise<MemberPage> {
  const query = new URLSearchParams(show);
  query.set('sort', term ? 'name' : sort);
  if (term) query.set('term', term);
  if (last && query.get('sort') === 'name') query.set('lastName', last.name);
  else if (last) {
    query.set('lastDate', String(last.createdAt));
    query.set('lastId', last.id);
  }
  return getJson(`/api/mod/users?${query}`, { users: 'list', more: 'boolean' });
}

/** A new account, and the link with which its owner sets a password. */
export interface Invitation {
  id: string;
  name: string;
  link: string;
}

export const createUser = (name: string, email: string): Promise<Invitation> =>
  postForJson('/api/mod/users', { name, email: email || undefined }, { id: 'string', name: 'string', link: 'string' });

/** Does something as staff: act('user/anna/mute', { reason }). */
export const act = <T = unknown>(path: string, values: FormValues = {}): Promise<T> => postForJson<T>(`/api/mod/${path}`, values, 'map');
export const actOnUser = <T = unknown>(name: string, action: string, values: FormValues = {}): Promise<T> => act<T>(userPath(name, action), values);
export const remove = (path: string): Promise<unknown> => deletePath(`/api/mod/${path}`);
