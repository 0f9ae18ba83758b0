// SPDX-License-Identifier: MIT
/* Runs in the head, before the first paint: the stored look of the page. */
const root = document.documentElement;
root.dataset['theme'] = 'auto';
if (matchMedia('(prefers-contrast: more)').matches) root.dataset['contrast'] = 'more';
for (const name of ['theme', 'board', 'pieces', 'contrast']) {
  try {
    const value = localStorage.getItem(name);
    if (value) root.dataset[name] = value;
  } catch {
    // storage can be forbidden: the defaults stay
  }
}
root.classList.add('js');
