// SPDX-License-Identifier: MIT
/* What moves on a page without being asked to. */

/** How much later than the page what it asks for arrives, in milliseconds: a shift needs something that comes late. */
const LATE = 250;

/** Keeps account of what moves, from the next page that is opened, and lets answers of the server arrive late. */
export async function followShifts(page) {
  await page.addInitScript(() => {
    const nameOf = node => (node?.nodeType === 1 ? `${node.localName}.${node.className}` : `text of ${node?.parentElement?.className}`);
    window.shifts = [];
    new PerformanceObserver(list => {
      for (const { hadRecentInput, sources, value } of list.getEntries())
        if (!hadRecentInput)
          for (const { node, previousRect: a, currentRect: b } of sources)
            window.shifts.push(`${nameOf(node)} from ${a.x},${a.y} ${a.width}×${a.height} to ${b.x},${b.y} ${b.width}×${b.height} (${value.toFixed(5)})`);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.route('**/api/**', async route => {
    await new Promise(resolve => setTimeout(resolve, LATE));
    await route.continue().catch(() => {}); // the page is gone
  });
}

/** What has moved since then. */
export const shiftsOf = page => page.evaluate(() => window.shifts);
