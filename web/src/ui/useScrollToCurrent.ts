// SPDX-License-Identifier: MIT
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** For a navigation that is a scrolling strip on small screens: its current link is scrolled into sight. */
export function useScrollToCurrent(current: string): RefObject<HTMLElement | null> {
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    const nav = strip.current;
    const link = nav?.querySelector('[aria-current]');
    if (!nav || !link) return;
    const box = nav.getBoundingClientRect();
    const place = link.getBoundingClientRect();
    nav.scrollLeft += place.left + place.width / 2 - (box.left + box.width / 2);
  }, [current]);
  return strip;
}
