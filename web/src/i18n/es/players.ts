// SPDX-License-Identifier: MIT
import type { Translation } from '../catalogue';
import type en from '../en/players';

export default {
  'players.games': 'Buscar partidas',
  'players.kinds': 'Clasificaciones',
  'players.all': 'Todas',
  'players.leaderboards': 'Clasificaciones',
  'players.best': 'Los mejores en {perf}',
  'players.search': 'Buscar jugador',
  'players.found': 'Jugadores encontrados',
  'players.here': 'Ahora aquí',
  'players.free': 'Aquí',
  'players.playing': 'Jugando',
  'players.away': 'Ausente',
  'players.challenge': 'Desafiar a {name}',
  'players.nobody': 'Ahora mismo no hay nadie con cuenta.',
  'players.invite': 'Invita a alguien',
  'players.guests': { one: 'y {n} invitado', other: 'y {n} invitados' },
  'players.more': 'Lista completa',
  'players.none': 'Las clasificaciones aparecen cuando los jugadores tienen suficientes partidas por puntos.',
  'players.noneIn': 'Nadie tiene aún suficientes partidas por puntos en {perf}.',
  'players.place': 'Puesto',
  'players.name': 'Jugador',
  'players.rating': 'Puntos',
  'players.progress': 'Últimas 12',
} satisfies Translation<typeof en>;
