// SPDX-License-Identifier: MIT
/* The service worker: keeps the page's files, so that the analysis board, the editor and the computer work
 * without a connection. Everything else always comes from the server. */

/** What this file uses of ServiceWorkerGlobalScope; the types of the page do not have it. */
interface WorkerScope {
  addEventListener(type: 'install' | 'activate', listener: (event: { waitUntil(done: Promise<unknown>): void }) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEventLike) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  location: Location;
}

interface FetchEventLike {
  request: Request;
  respondWith(response: Promise<Response>): void;
}

/** Set by build.mjs: the files to keep, and a name that changes with them. */
declare const OFFLINE_FILES: string[];
declare const OFFLINE_VERSION: string;

const scope = self as unknown as WorkerScope;
const CACHE = `rookery-${OFFLINE_VERSION}`;
/** All HTML pages are the same except for their plain content, which the script replaces. */
const FRAME = '/analysis';

async function keepFiles(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll([FRAME, '/favicon.svg', ...OFFLINE_FILES]);
  await scope.skipWaiting();
}

async function dropOldFiles(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter(name => name.startsWith('rookery-') && name !== CACHE).map(name => caches.delete(name)));
  await scope.clients.claim();
}

/** Hashed files never change: the kept one is as good as the server's. */
async function fromCache(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

/** A page comes from the server; without a connection, from the cache. */
async function fromServer(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const frame = await caches.match(FRAME);
    if (!frame) throw error;
    return frame;
  }
}

scope.addEventListener('install', event => event.waitUntil(keepFiles()));
scope.addEventListener('activate', event => event.waitUntil(dropOldFiles()));
scope.addEventListener('fetch', event => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== scope.location.origin) return;
  if (url.pathname.startsWith('/assets/')) event.respondWith(fromCache(request));
  else if (request.mode === 'navigate') event.respondWith(fromServer(request));
});
