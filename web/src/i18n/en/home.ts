// SPDX-License-Identifier: MIT
import type { Catalogue } from '../catalogue';

export default {
  'home.title': 'home',
} satisfies Catalogue;
