// SPDX-License-Identifier: MIT
/* Elements off the board from which a piece is dragged: pockets, palettes.
 *
 * chessground ends a touch drag with preventDefault(), which also swallows the click of a tap. So with a
 * finger the drag begins with its first movement, and a tap stays a click that picks the piece up. */

type DragEvent = MouseEvent | TouchEvent;

/** Only one finger drags at a time. */
let moved = false;

export function dragSource(start: (event: DragEvent) => void) {
  return {
    onMouseDown: (event: MouseEvent) => start(event),
    onTouchStart: () => {
      moved = false;
    },
    onTouchMove: (event: TouchEvent) => {
      if (!moved) start(event);
      moved = true;
    },
  };
}
