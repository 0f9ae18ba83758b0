/* SPDX-License-Identifier: MIT */
/* Pictures of a board as SVG: a document of its own that uses no other file. */
#ifndef ROOKERY_SVG_H
#define ROOKERY_SVG_H

#include "rookery/err.h"
#include "rookery/position.h"

RK_BEGIN_C

/* The colours of arrows and circles: those of [%cal] and [%csl] in PGN comments. */
typedef enum rk_svg_brush { RK_SVG_GREEN, RK_SVG_RED, RK_SVG_YELLOW, RK_SVG_BLUE } rk_svg_brush;

/* An arrow between two squares, or a circle around a square if both are the same. */
typedef struct rk_svg_arrow {
    rk_square from, to;
    rk_svg_brush brush;
} rk_svg_arrow;

/* Parses arrows and circles, separated by commas or blanks: `e2e4`, `Gd5` or `Rd1d8`. The letter is
 * the brush (G, R, Y, B); without one it is green. The operands of [%cal] and [%csl], as
 * rk_pgn_annotations_read() returns them, have this form. Stores at most `max` in `out` and their
 * number in *count. Returns RK_BAD_SYNTAX if the text is malformed or has more; *count is then
 * unchanged and *fault, unless NULL, says what is wrong and where. */
RK_MUST_USE rk_err rk_svg_arrows_parse(const char *text, size_t size, rk_svg_arrow *out, size_t max,
                                       size_t *count, rk_fault *fault);

/* The colours of a board, as 0xRRGGBB. */
typedef struct rk_svg_colours {
    uint32_t light, dark;   /* squares */
    uint32_t frame, labels; /* around the board, and the coordinates on it */
    uint32_t last_move, check;
} rk_svg_colours;

/* Returns the default colours. */
rk_svg_colours rk_svg_default_colours(void);

enum { RK_SVG_SIZE_MIN = 16, RK_SVG_SIZE_MAX = 16384, RK_SVG_SIZE = 400 }; /* pixels */

/* How to draw a board. All zeros is the default. */
typedef struct rk_svg_options {
    unsigned size;       /* width in pixels, clamped to RK_SVG_SIZE_MIN and _MAX; 0: RK_SVG_SIZE */
    bool flipped;        /* Black at the bottom */
    bool no_coordinates; /* no frame with coordinates */
    bool no_check;       /* do not mark a king in check */
    rk_move last_move;   /* highlighted: its squares, as it led to the position; or RK_NO_MOVE */
    uint64_t marked;     /* squares with a dot, or a ring around a piece: legal targets */
    const rk_svg_arrow *arrows; /* borrowed for the call */
    size_t arrow_count;
    const rk_svg_colours *colours; /* borrowed for the call; NULL: the default colours */
    const char *title;             /* NUL-terminated text for the document's title; may be NULL */
} rk_svg_options;

/* Draws a position, with pockets in variants that have them. Writes at most `size` bytes to `out`,
 * NUL included, and returns the length of the whole document without the NUL: if it is not less
 * than `size`, the document was cut off. With a `size` of 0, `out` may be NULL. `options` may be
 * NULL for the default. The same arguments give the same bytes. */
size_t rk_svg_write(const rk_position *pos, const rk_svg_options *options, char *out, size_t size);

RK_END_C

#endif
