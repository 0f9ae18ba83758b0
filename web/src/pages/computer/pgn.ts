// SPDX-License-Identifier: MIT
/* A game against the computer as PGN. */
import type { Line } from '../../chess/line';
import { openingOfLine } from '../../chess/openings';
import { scoreOf, type Play, type PlayResult } from './play';

export interface PgnNames {
  you: string;
  computer: string;
  site: string;
  /** The day of the game, as '2026.11.16'. */
  date: string;
  /** The usual start of the variant, which needs no FEN tag. */
  usualStart: string;
}

const tag = (name: string, value: string): string => `[${name} "${value.replace(/["\\]/g, '\\$&')}"]`;

/** Wraps words at 80 columns, as PGN readers expect. */
function wrap(words: string[]): string {
  const lines: string[] = [''];
  for (const word of words) {
    const line = lines[lines.length - 1]!;
    if (line && line.length + 1 + word.length > 80) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines.join('\n');
}

function moveWords({ sans, positions }: Line): string[] {
  return sans.flatMap((san, i) => {
    const fen = positions[i]!.fen().split(' ');
    const number = fen[fen.length - 1];
    if (fen[1] === 'w') return [`${number}.`, san];
    return i === 0 ? [`${number}...`, san] : [san];
  });
}

const variantTag: Record<string, string> = {
  chess960: 'Chess960',
  crazyhouse: 'Crazyhouse',
  kingOfTheHill: 'King of the Hill',
  threeCheck: 'Three-check',
  antichess: 'Antichess',
  atomic: 'Atomic',
  horde: 'Horde',
  racingKings: 'Racing Kings',
  amazon: 'Amazon',
};

export function writePgn(play: Play, line: Line, result: PlayResult | null, names: PgnNames): string {
  const score = result ? scoreOf(result).replace('–', '-').replace('½-½', '1/2-1/2') : '*';
  const variant = variantTag[play.terms.variant];
  const opening = openingOfLine(line);
  const tags = [
    tag('Event', 'Game against the computer'),
    tag('Site', names.site),
    tag('Date', names.date),
    tag('Round', '-'),
    tag('White', play.you === 'white' ? names.you : names.computer),
    tag('Black', play.you === 'black' ? names.you : names.computer),
    tag('Result', score),
    ...(variant ? [tag('Variant', variant)] : []),
    ...(play.start === names.usualStart ? [] : [tag('SetUp', '1'), tag('FEN', play.start)]),
    ...(opening ? [tag('ECO', opening.eco), tag('Opening', opening.name)] : []),
  ];
  return `${tags.join('\n')}\n\n${wrap([...moveWords(line), score])}\n`;
}
