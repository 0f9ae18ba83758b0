// SPDX-License-Identifier: MIT
/* The rules for names and passwords, as the server checks them (docs/accounts.md), to tell while typing. */

export type NameFault = 'length' | 'characters' | 'start' | 'end' | 'row';

export interface NameLimits {
  nameMin: number;
  nameMax: number;
}

export function checkName(name: string, { nameMin, nameMax }: NameLimits): NameFault | null {
  if (name.length < nameMin || name.length > nameMax) return 'length';
  if (!/^[A-Za-z0-9_-]*$/.test(name)) return 'characters';
  if (!/^[A-Za-z]/.test(name)) return 'start';
  if (!/[A-Za-z0-9]$/.test(name)) return 'end';
  return /[_-][_-]/.test(name) ? 'row' : null;
}

export type PasswordFault = 'short' | 'name';

export function checkPassword(password: string, name: string, passwordMin: number): PasswordFault | null {
  if ([...password].length < passwordMin) return 'short';
  return password.toLowerCase() === name.toLowerCase() ? 'name' : null;
}

/** Suggests names similar to one that is taken; `number` varies them. */
export function suggestNames(name: string, number: number, { nameMax }: NameLimits): string[] {
  const endings = ['64', '_chess', `_${number % 100}`, `${number % 1000}`];
  const cut = (ending: string) => name.slice(0, nameMax - ending.length).replace(/[_-]+$/, '') + ending;
  return [...new Set(endings.map(cut))].filter(other => other !== name);
}
