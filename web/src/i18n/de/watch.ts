// SPDX-License-Identifier: MIT
import type { Translation } from '../catalogue';
import type english from '../en/watch';

export default {
  'watch.title': 'Zuschauen: {channel}',
  'watch.heading': 'Partien zuschauen',
  'watch.channels': 'Kanäle',
  'watch.channel.best': 'Beste Partie',
  'watch.channel.bot': 'Bots',
  'watch.channel.computer': 'Computer',
  'watch.tv': 'TV',
  'watch.board': 'Brett: {white} gegen {black}. Pfeiltasten wechseln das Feld.',
  'watch.watching': { one: '{count} Zuschauer', other: '{count} Zuschauer' },
  'watch.open': 'Zur Partie',
  'watch.review': 'Partie ansehen',
  'watch.quiet': 'Hier spielt gerade niemand. Das war die letzte Partie.',
  'watch.nothing': 'Hier spielt gerade niemand.',
  'watch.play': 'Partie beginnen',
  'watch.wall': 'Alle Partien',
  'watch.noOthers': 'Sonst wird gerade nicht gespielt.',
  'watch.noGames': 'Gerade wird keine Partie gespielt. Beginne eine, dann können andere hier zuschauen.',
} satisfies Translation<typeof english>;
