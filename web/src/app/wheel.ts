// SPDX-License-Identifier: MIT
/* The mouse wheel over the board steps through the moves. */
import { useEffect, useRef } from 'preact/hooks';

/** Pixels for a step: a notch of a wheel is about a hundred, a touchpad sends a few at a time. */
const STEP = 50;

/** How many steps a turn of the wheel is, and what is left for the next one. Mode 0 counts pixels, the others lines or pages. */
export function wheelSteps(left: number, deltaY: number, deltaMode: number): { steps: number; left: number } {
  const turned = deltaMode === 0 ? deltaY : Math.sign(deltaY) * STEP;
  const sum = Math.sign(left) === -Math.sign(turned) ? turned : left + turned;
  const steps = Math.abs(sum) < STEP ? 0 : Math.sign(sum); // one move at a time, however fast it turns
  return { steps, left: steps ? 0 : sum };
}

/** Calls `step` with -1 or 1. A held button belongs to a drag, and Ctrl to the size of the page. */
export function useWheel(step: (by: number) => void): void {
  const latest = useRef(step);
  latest.current = step;
  useEffect(() => {
    let left = 0;
    const onWheel = (event: WheelEvent) => {
      const isBoard = event.target instanceof Element && event.target.closest('.g-board');
      if (!isBoard || event.ctrlKey || event.buttons) return;
      event.preventDefault();
      const turn = wheelSteps(left, event.deltaY, event.deltaMode);
      left = turn.left;
      if (turn.steps) latest.current(turn.steps);
    };
    addEventListener('wheel', onWheel, { passive: false });
    return () => removeEventListener('wheel', onWheel);
  }, []);
}
