// SPDX-License-Identifier: MIT
import type { Translation } from '../catalogue';
import type english from '../en/keys';

export default {
  'keys.title': 'Tasten',
  'keys.intro': 'Einzelne Buchstaben wirken, solange kein Feld den Fokus hat.',
  'keys.key': 'Taste',
  'keys.does': 'Wirkung',
  'keys.letters': 'Buchstaben, Ziffern',
  'keys.space': 'Leertaste',
  'keys.shiftLeft': 'Umschalt ←',
  'keys.shiftRight': 'Umschalt →',
  'keys.home': 'Pos1',
  'keys.end': 'Ende',
  'keys.enter': 'Eingabe',
  'keys.steps': 'voriger, nächster Zug',
  'keys.ends': 'erster, letzter Zug',
  'keys.variation': 'Variante verlassen oder betreten',
  'keys.type': 'einen Zug eintippen: {moves}',
  'keys.squares': 'zum Brett gehen und Feld für Feld ziehen',
  'keys.promote': 'Figur wählen, wenn ein Bauer umwandelt',
  'keys.pocket': 'eine Figur aus dem Vorrat nehmen',
  'keys.flip': 'Brett drehen',
  'keys.zen': 'Zen: nur Brett und Uhren',
  'keys.chat': 'in den Chat schreiben',
  'keys.escape': 'Vorauszug, Auswahl oder Dialog abbrechen',
  'keys.best': 'besten Zug spielen (Analyse)',
  'keys.engine': 'Engine ein oder aus (Analyse)',
  'keys.mistake': 'nächster Fehler (Auswertung)',
  'keys.all': 'alle Tasten zeigen',
  'keys.questions': 'Fragen, die du statt eines Zuges eintippen kannst',
  'keys.questionsText': '{words} oder der Name eines Feldes. „{eval}“ gehört zur Analyse, die anderen zu Partien. Der Screenreader liest die Antwort vor.',
} satisfies Translation<typeof english>;
