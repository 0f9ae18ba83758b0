// SPDX-License-Identifier: MIT
export function positionKey(fen: string): string;
