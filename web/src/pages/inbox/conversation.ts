// SPDX-License-Identifier: MIT
/* Conversations and messages as plain data. Pure. */

export interface Message {
  id: number;
  /** The id of the sender: the name in lower case. */
  from: string;
  text: string;
  date: number;
}

export interface Conversation {
  id: string;
  name: string;
  unread: number;
  last: { from: string; text: string; date: number };
}

/** A message as it arrives live. */
export interface ArrivedMessage {
  id: number;
  from: string;
  to: string;
  text: string;
  date: number;
}

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The other person of an arrived message. */
export const partnerOf = (message: ArrivedMessage, you: string): string => (same(message.from, you) ? message.to : message.from);

/** The conversations after a message has arrived: its own comes first. It is unread unless it is by us or
 * its conversation is `open`. */
export function addToConversations(list: readonly Conversation[], message: ArrivedMessage, you: string, open: string): Conversation[] {
  const name = partnerOf(message, you);
  const before = list.find(one => same(one.name, name));
  const seen = same(message.from, you) || same(open, name);
  const next: Conversation = {
    id: before?.id ?? name.toLowerCase(),
    name: before?.name ?? name,
    unread: seen ? 0 : (before?.unread ?? 0) + 1,
    last: { from: message.from.toLowerCase(), text: message.text, date: message.date },
  };
  return [next, ...list.filter(one => one !== before)];
}

/** Messages, the oldest first; each once. */
export function mergeMessages(one: readonly Message[], other: readonly Message[]): Message[] {
  const all = new Map([...one, ...other].map(message => [message.id, message]));
  return [...all.values()].sort((a, b) => a.id - b.id);
}

export interface DayGroup {
  day: number;
  messages: Message[];
}

/** Messages by the day they were written on. */
export function groupByDay(messages: readonly Message[]): DayGroup[] {
  const groups: DayGroup[] = [];
  for (const message of messages) {
    const day = new Date(message.date).setHours(0, 0, 0, 0);
    const last = groups.at(-1);
    if (last?.day === day) last.messages.push(message);
    else groups.push({ day, messages: [message] });
  }
  return groups;
}

export type TextPart = { text: string; href: string | null };

/** A text with its web addresses as links. A full stop or bracket at the end is no part of the address. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const match of text.matchAll(/https?:\/\/[^\s<>"]+/gi)) {
    const link = match[0].replace(/[.,;:!?)\]'»”]+$/, '');
    if (match.index > at) parts.push({ text: text.slice(at, match.index), href: null });
    parts.push({ text: link, href: link });
    at = match.index + link.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), href: null });
  return parts;
}
