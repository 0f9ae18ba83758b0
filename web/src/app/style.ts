// SPDX-License-Identifier: MIT
/* Style sheets that load later: those of pages and of piece sets. tools/styles.mjs calls this. */

/** Adds a style sheet; resolves when it is loaded, or failed: a page without its styles is better than none. */
export function addStyle(address: string): Promise<void> {
  return new Promise(resolve => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = address;
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
}
