// SPDX-License-Identifier: MIT
/* The tasks of a page's main thread: how long each took, and how much of that it had a processor. On a busy machine a task
 * of ten milliseconds may take a hundred, most of them waiting for a processor: only the second figure says what the page does. */

const MARK = 'tasks of this page';
const CATEGORIES = ['toplevel', 'blink.user_timing', '__metadata'];

/** Records tasks from now on; the returned function ends it and gives them as { wall, processor } in milliseconds. */
export async function recordTasks(browser, page) {
  await browser.startTracing(page, { categories: CATEGORIES });
  return async () => {
    await page.evaluate(name => performance.mark(name), MARK);
    const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
    const { pid, tid } = traceEvents.find(({ name }) => name === MARK);
    return traceEvents
      .filter(event => event.pid === pid && event.tid === tid && event.ph === 'X' && event.name.endsWith('RunTask') && event.tdur)
      .map(({ dur, tdur }) => ({ wall: dur / 1000, processor: tdur / 1000 }));
  };
}
