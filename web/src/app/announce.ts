// SPDX-License-Identifier: MIT
/* Announcements for screen readers: one polite and one assertive live region for the whole page. */

function regionOf(level: 'polite' | 'assertive'): HTMLElement {
  const id = `live-${level}`;
  const found = document.getElementById(id);
  if (found) return found;
  const region = document.createElement('div');
  region.id = id;
  region.className = 'sr';
  region.setAttribute('role', level === 'polite' ? 'status' : 'alert');
  region.setAttribute('aria-live', level);
  document.body.append(region);
  return region;
}

/** Creates the regions in advance: a screen reader only notices changes of existing ones. */
export function createLiveRegions(): void {
  regionOf('polite');
  regionOf('assertive');
}

function say(level: 'polite' | 'assertive', text: string): void {
  const line = document.createElement('p');
  line.textContent = text;
  regionOf(level).replaceChildren(line);
}

/** Announced when the screen reader has finished its sentence. */
export const announce = (text: string): void => say('polite', text);

/** Announced at once: low time, a refused move, the result, the connection. */
export const alertNow = (text: string): void => say('assertive', text);
