// SPDX-License-Identifier: MIT
/* Leaderboards, who is here, search. */
import type { Catalogue } from '../catalogue';

export default {
  'players.games': 'Search games',
  'players.kinds': 'Leaderboards',
  'players.all': 'All',
  'players.leaderboards': 'Leaderboards',
  'players.best': 'Best in {perf}',
  'players.search': 'Find a player',
  'players.found': 'Players found',
  'players.here': 'Here now',
  'players.free': 'Here',
  'players.playing': 'Playing',
  'players.away': 'Away',
  'players.challenge': 'Challenge {name}',
  'players.nobody': 'Nobody with an account is here right now.',
  'players.invite': 'Invite a friend',
  'players.guests': { one: 'and {n} guest', other: 'and {n} guests' },
  'players.more': 'Full list',
  'players.none': 'Leaderboards appear when players have enough rated games.',
  'players.noneIn': 'Nobody has enough rated games in {perf} yet.',
  'players.place': 'Rank',
  'players.name': 'Player',
  'players.rating': 'Rating',
  'players.progress': 'Last 12',
} satisfies Catalogue;
