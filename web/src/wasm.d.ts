// SPDX-License-Identifier: MIT
/* Files that the bundler turns into addresses. */
declare module 'wasm:*' {
  const address: string;
  export default address;
}

declare module 'openings:*' {
  const address: string;
  export default address;
}

declare module 'style-file:*' {
  const address: string;
  export default address;
}

declare module '*.svg' {
  const address: string;
  export default address;
}

declare module '*.css';
declare module 'pieces:*';

/** The address of the engine's worker, set by build.mjs. */
declare const ENGINE_WORKER: string;
