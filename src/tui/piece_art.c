/* SPDX-License-Identifier: MIT */
#include "tui/piece_art.h"

#include <stddef.h>

enum { ART_MAX = 6 }; /* the largest height that is drawn; others are multiples of smaller ones */

static const char *const pictures[ART_MAX + 1][RK_KIND_COUNT] = {
#define ART(height, kind, pixels) [height][kind] = (pixels),
#include "tui/piece_art.def"
};

/* Large squares show a picture with each pixel drawn several times as large. */
static int scale_of(int height)
{
    int scale = 1;
    while (height / scale > ART_MAX || height % scale)
        scale++;
    return scale;
}

// ---- pixels ------------------------------------------------------------------------------------

/* A picture of 4 by 2 pixels for each row of the square. */
struct picture {
    const char *pixels;
    int size, scale; /* the height in pixels before scaling */
};

static struct picture picture_of(rk_kind kind, int height)
{
    const int scale = scale_of(height);
    return (struct picture){pictures[height / scale][kind], 2 * height / scale, scale};
}

static bool is_set(const struct picture *picture, int x, int y)
{
    const int width = 2 * picture->size;
    return x >= 0 && x < width && y >= 0 && y < picture->size &&
           picture->pixels[y * width + x] == '#';
}

static bool is_on_edge(const struct picture *picture, int x, int y)
{
    return !is_set(picture, x - 1, y) || !is_set(picture, x + 1, y) || !is_set(picture, x, y - 1) ||
           !is_set(picture, x, y + 1);
}

static bool is_drawn(const struct picture *picture, int x, int y, bool filled)
{
    x /= picture->scale;
    y /= picture->scale;
    return is_set(picture, x, y) && (filled || is_on_edge(picture, x, y));
}

// ---- characters --------------------------------------------------------------------------------

/* By the pixels that are set: 1 upper left, 2 upper right, 4 lower left, 8 lower right. */
static const char *const blocks[16] = {NULL,     "\u2598", "\u259d", "\u2580", "\u2596", "\u258c",
                                       "\u259e", "\u259b", "\u2597", "\u259a", "\u2590", "\u259c",
                                       "\u2584", "\u2599", "\u259f", "\u2588"};

const char *piece_art_glyph(rk_kind kind, int height, int row, int column, bool filled)
{
    const struct picture picture = picture_of(kind, height);
    unsigned set = 0;
    for (int i = 0; i < 4; i++)
        if (is_drawn(&picture, 2 * column + i % 2, 2 * row + i / 2, filled))
            set |= 1U << i;
    return blocks[set];
}

const char *piece_art_dot(int height, int row, int column)
{
    unsigned set = 0;
    for (int i = 0; i < 4; i++) {
        // Pixels are twice as high as wide; distances are in eighths of the square.
        const int x = 2 * (2 * column + i % 2) + 1 - 4 * height;
        const int y = 2 * (2 * (2 * row + i / 2) + 1 - 2 * height);
        if (9 * (x * x + y * y) <= 16 * height * height)
            set |= 1U << i;
    }
    return blocks[set];
}
