// SPDX-License-Identifier: MIT
/* What went wrong, next to what was tried. */
export function Problem({ text }: { text: string }) {
  return text ? (
    <p class="failed" role="alert">
      {text}
    </p>
  ) : null;
}
