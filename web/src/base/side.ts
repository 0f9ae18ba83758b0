// SPDX-License-Identifier: MIT
export type Side = 'white' | 'black';

export const opposite = (side: Side): Side => (side === 'white' ? 'black' : 'white');

export const isSide = (text: string | undefined): text is Side => text === 'white' || text === 'black';
