// SPDX-License-Identifier: MIT
import type { Translation } from '../catalogue';
import type english from '../en/home';

export default {
  'home.title': 'home',
} satisfies Translation<typeof english>;
