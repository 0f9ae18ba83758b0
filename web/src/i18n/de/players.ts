// SPDX-License-Identifier: MIT
import type { Translation } from '../catalogue';
import type en from '../en/players';

export default {
  'players.games': 'Partien suchen',
  'players.kinds': 'Ranglisten',
  'players.all': 'Alle',
  'players.leaderboards': 'Ranglisten',
  'players.best': 'Rangliste: {perf}',
  'players.search': 'Spieler suchen',
  'players.found': 'Gefundene Spieler',
  'players.here': 'Gerade hier',
  'players.free': 'Hier',
  'players.playing': 'Spielt',
  'players.away': 'Abwesend',
  'players.challenge': '{name} herausfordern',
  'players.nobody': 'Gerade ist niemand mit Konto hier.',
  'players.invite': 'Lade jemanden ein',
  'players.guests': { one: 'und {n} Gast', other: 'und {n} Gäste' },
  'players.more': 'Ganze Liste',
  'players.none': 'Ranglisten erscheinen, sobald Spieler genug gewertete Partien haben.',
  'players.noneIn': 'In {perf} hat noch niemand genug gewertete Partien.',
  'players.place': 'Platz',
  'players.name': 'Spieler',
  'players.rating': 'Wertung',
  'players.progress': 'Letzte 12',
} satisfies Translation<typeof en>;
