// SPDX-License-Identifier: MIT
import type { Translation } from '../catalogue';
import type english from '../en/watch';

export default {
  'watch.title': 'Ver: {channel}',
  'watch.heading': 'Ver partidas',
  'watch.channels': 'Canales',
  'watch.channel.best': 'Mejor partida',
  'watch.channel.bot': 'Bots',
  'watch.channel.computer': 'Ordenador',
  'watch.tv': 'TV',
  'watch.board': 'Tablero: {white} contra {black}. Las flechas cambian de casilla.',
  'watch.watching': { one: '{count} espectador', other: '{count} espectadores' },
  'watch.open': 'Abrir la partida',
  'watch.review': 'Revisar la partida',
  'watch.quiet': 'Ahora no juega nadie aquí. Esta fue la última partida.',
  'watch.nothing': 'Ahora no juega nadie aquí.',
  'watch.play': 'Empezar una partida',
  'watch.wall': 'Todas las partidas',
  'watch.noOthers': 'No se está jugando ninguna otra partida.',
  'watch.noGames': 'Ahora no se juega ninguna partida. Empieza una y otros podrán verla aquí.',
} satisfies Translation<typeof english>;
