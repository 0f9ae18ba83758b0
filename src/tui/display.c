/* SPDX-License-Identifier: MIT */
#include "tui/display.h"

#include <stdlib.h>
#include <string.h>

#include "platform/tty.h"
#include "tui/terminfo.h"

static bool is_set(const char *name)
{
    const char *value = getenv(name);
    return value && *value;
}

static bool has_value(const char *name, const char *expected)
{
    const char *value = getenv(name);
    return value && !strcmp(value, expected);
}

static enum colour_depth colour_depth(const struct terminfo *info)
{
    if (is_set("NO_COLOR") || info->colours < 8)
        return COLOURS_NONE;
    if (info->true_colour || has_value("COLORTERM", "truecolor") || has_value("COLORTERM", "24bit"))
        return COLOURS_TRUE;
    return info->colours >= 256 ? COLOURS_256 : info->colours >= 16 ? COLOURS_16 : COLOURS_8;
}

struct display display_detect(int descriptor)
{
    // Without an entry: what practically all terminals know.
    struct terminfo info = {.colours = 8};
    const char *terminal = getenv("TERM");
    if (!tty_can_draw(descriptor))
        return (struct display){.utf8 = false};
    terminfo_load(terminal, &info);
    const bool utf8 = tty_is_utf8();
    // The fonts of the Linux console have lines and half blocks, but neither chess symbols nor
    // quarter blocks.
    return (struct display){.colours = colour_depth(&info),
                            .utf8 = utf8,
                            .symbols = utf8 && strcmp(terminal, "linux") != 0,
                            .mouse = info.mouse};
}
