// SPDX-License-Identifier: MIT
/* Commands to games that the server has not answered, kept for this window over a reload. */
import type { UnansweredCommand } from '../state/state';

const STORED = 'unanswered-commands';
/** A window that is reopened much later must not resign a game that the player has continued since. */
const KEPT_FOR = 60 * 60_000;
const KEPT_MAX = 20;

const isCommand = (value: unknown): value is UnansweredCommand => {
  const { message, at } = (value ?? {}) as Partial<UnansweredCommand>;
  return message?.t === 'act' && [message.id, message.game, message.verb].every(text => typeof text === 'string') && typeof at === 'number';
};

export function keepUnanswered(commands: readonly UnansweredCommand[]): void {
  try {
    if (commands.length) sessionStorage.setItem(STORED, JSON.stringify(commands.slice(-KEPT_MAX)));
    else sessionStorage.removeItem(STORED);
  } catch {
    // they last as long as the page
  }
}

/** Those that can be sent again, and whether others are too old for that. */
export function recallUnanswered(now: number): { commands: UnansweredCommand[]; tooOld: boolean } {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? '[]');
    const known = Array.isArray(stored) ? stored.filter(isCommand) : [];
    const commands = known.filter(({ at }) => now - at < KEPT_FOR);
    return { commands, tooOld: commands.length < known.length };
  } catch {
    return { commands: [], tooOld: false };
  }
}
