/* SPDX-License-Identifier: MIT */
/* rookery show --svg: the position as a picture. */
#ifndef CMD_SHOW_SVG_H
#define CMD_SHOW_SVG_H

#include <stdbool.h>

#include "rookery/position.h"

/* The options of the picture as given; NULL or 0 where an option is missing. */
struct show_svg {
    bool flipped, no_coordinates;
    unsigned long size;
    const char *output; /* file name */
    const char *last_move, *arrows, *marks, *colours;
};

/* Returns the name of an option that was given though it applies only to pictures; NULL for none.
 */
const char *show_svg_option(const struct show_svg *show);

/* Writes the picture. Prints errors to standard error. Returns the exit status. */
int show_svg_write(const struct show_svg *show, const rk_position *pos);

#endif
