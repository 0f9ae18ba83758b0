// SPDX-License-Identifier: MIT
/* TV and the wall of games. */
import type { Catalogue } from '../catalogue';

export default {
  'watch.title': 'Watch: {channel}',
  'watch.heading': 'Watch games',
  'watch.channels': 'Channels',
  'watch.channel.best': 'Best game',
  'watch.channel.bot': 'Bots',
  'watch.channel.computer': 'Computer',
  'watch.tv': 'TV',
  'watch.board': 'Board: {white} against {black}. Arrow keys move between squares.',
  'watch.watching': { one: '{count} person watching', other: '{count} watching' },
  'watch.open': 'Open the game',
  'watch.review': 'Review the game',
  'watch.quiet': 'Nobody is playing here right now. This was the last game.',
  'watch.nothing': 'Nobody is playing here right now.',
  'watch.play': 'Start a game',
  'watch.wall': 'All games',
  'watch.noOthers': 'No other game is being played.',
  'watch.noGames': 'No game is being played. Start one, and others can watch it here.',
} satisfies Catalogue;
