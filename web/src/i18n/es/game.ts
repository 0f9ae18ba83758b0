// SPDX-License-Identifier: MIT
import type { Translation } from '../catalogue';
import type english from '../en/game';

export default {
  'game.title': 'game',
} satisfies Translation<typeof english>;
