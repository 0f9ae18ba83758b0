// SPDX-License-Identifier: MIT
/* Starts the service worker when the page is idle: it must not slow down the first load. */

const DELAY = 4_000;

export function registerWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  setTimeout(() => {
    // It needs https or localhost, and can be forbidden: then there is just no offline mode.
    navigator.serviceWorker.register('/sw.js').catch(() => {});
  }, DELAY);
}
