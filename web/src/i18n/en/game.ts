// SPDX-License-Identifier: MIT
import type { Catalogue } from '../catalogue';

export default {
  'game.title': 'game',
} satisfies Catalogue;
