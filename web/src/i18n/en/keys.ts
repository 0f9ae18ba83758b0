// SPDX-License-Identifier: MIT
/* What the keys do: for the page /help/keys and the overlay that ? opens. */
import type { Catalogue } from '../catalogue';

export default {
  'keys.title': 'Keys',
  'keys.intro': 'Single letters work while no field has the focus.',
  'keys.key': 'Key',
  'keys.does': 'What it does',
  'keys.letters': 'letters, digits',
  'keys.space': 'Space',
  'keys.shiftLeft': 'Shift ←',
  'keys.shiftRight': 'Shift →',
  'keys.home': 'Home',
  'keys.end': 'End',
  'keys.enter': 'Enter',
  'keys.steps': 'previous, next move',
  'keys.ends': 'first, last move',
  'keys.variation': 'leave or enter a variation',
  'keys.type': 'type a move: {moves}',
  'keys.squares': 'go to the board and move by squares',
  'keys.promote': 'choose the piece when a pawn promotes',
  'keys.pocket': 'pick a piece from the pocket',
  'keys.flip': 'flip the board',
  'keys.zen': 'zen: only board and clocks',
  'keys.chat': 'write in the chat',
  'keys.escape': 'cancel a premove, a selection or a dialog',
  'keys.best': 'play the best move (analysis)',
  'keys.engine': 'engine on or off (analysis)',
  'keys.mistake': 'next mistake (review)',
  'keys.all': 'show all keys',
  'keys.questions': 'Questions you can type instead of a move',
  'keys.questionsText': '{words}, or the name of a square. “{eval}” belongs to the analysis, the others to games. The answer is read out by a screen reader.',
} satisfies Catalogue;
