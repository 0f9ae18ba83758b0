/* SPDX-License-Identifier: MIT */
#include "cmd/show_svg.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/command.h"
#include "rookery/svg.h"

enum { ARROWS_MAX = 256, HEX_DIGITS = 6 };

const char *show_svg_option(const struct show_svg *show)
{
    return show->output           ? "--output"
           : show->size           ? "--size"
           : show->last_move      ? "--last-move"
           : show->arrows         ? "--arrows"
           : show->marks          ? "--marks"
           : show->colours        ? "--colours"
           : show->no_coordinates ? "--no-coordinates"
                                  : NULL;
}

// ---- parsing ---------------------------------------------------------------------------------

static bool parse_arrows(const char *text, rk_svg_arrow *out, size_t *count)
{
    rk_fault fault;
    if (!text || !rk_svg_arrows_parse(text, strlen(text), out, ARROWS_MAX, count, &fault))
        return true;
    command_report_fault("show", "--arrows", text, &fault);
    return false;
}

static bool fail_value(const char *option, const char *text, const char *expected)
{
    (void)command_fail("show", EXIT_USAGE, "%s: %s, not %s", option, expected, text);
    return false;
}

/* Parses squares as circles: a list of squares is a list of circles without a colour. */
static bool parse_marks(const char *text, uint64_t *out)
{
    rk_svg_arrow circles[ARROWS_MAX];
    size_t count = 0;
    if (!text)
        return true;
    const size_t size = strlen(text);
    bool valid = !strstr(text, ",,") && *text != ',' && (!size || text[size - 1] != ',') &&
                 !rk_svg_arrows_parse(text, size, circles, ARROWS_MAX, &count, NULL);
    for (size_t i = 0; valid && i < count; i++) {
        valid = circles[i].from == circles[i].to && circles[i].brush == RK_SVG_GREEN;
        *out |= UINT64_C(1) << circles[i].from;
    }
    return valid || fail_value("--marks", text, "must be squares such as e4,d5");
}

/* Parses a move by its squares, which is all that is highlighted: `e2e4`, `e7e8q` or `N@f3`. */
static bool parse_last_move(const char *text, rk_move *out)
{
    rk_svg_arrow arrow;
    rk_piece piece; // promoted to, or dropped
    size_t count = 0;
    const size_t size = text ? strlen(text) : 0;
    if (!text)
        return true;
    const bool drop = size == 4 && text[1] == '@';
    const size_t squares = drop ? 2 : size < 4 ? size : 4;
    const bool has_piece = drop || size == 5;
    if (size <= 5 && (!has_piece || rk_piece_from_letter(text[drop ? 0 : 4], &piece)) &&
        !rk_svg_arrows_parse(text + (drop ? 2 : 0), squares, &arrow, 1, &count, NULL) && count &&
        drop == (arrow.from == arrow.to)) {
        *out = drop ? rk_move_make(RK_PAWN, arrow.to, RK_DROP)
                    : rk_move_make(arrow.from, arrow.to, RK_PLAIN);
        return true;
    }
    return fail_value("--last-move", text, "must be a move such as e2e4 or N@f3");
}

static bool parse_colour(const char **text, uint32_t *out)
{
    uint32_t colour = 0;
    *text += **text == '#';
    for (int i = 0; i < HEX_DIGITS; i++, ++*text) {
        static const char digits[] = "0123456789abcdefABCDEF";
        const char *found = **text ? strchr(digits, **text) : NULL;
        if (!found)
            return false;
        const ptrdiff_t value = found - digits;
        colour = colour << 4 | (uint32_t)(value < 16 ? value : value - HEX_DIGITS);
    }
    *out = colour;
    return true;
}

static bool parse_colours(const char *text, rk_svg_colours *out)
{
    uint32_t *const targets[] = {&out->light, &out->dark, &out->frame};
    const char *at = text;
    size_t count = 0;
    if (!text)
        return true;
    while (count < sizeof targets / sizeof *targets && parse_colour(&at, targets[count])) {
        count++;
        if (*at != ',')
            break;
        at++;
    }
    if (count >= 2 && !*at && at[-1] != ',')
        return true;
    return fail_value("--colours", text, "must be LIGHT,DARK or LIGHT,DARK,FRAME in hexadecimal");
}

// ---- writing ---------------------------------------------------------------------------------

static int write_file(const char *name, const char *bytes, size_t size)
{
    const bool to_stdout = !name || !strcmp(name, "-");
    FILE *file = to_stdout ? stdout : fopen(name, "w");
    if (!file)
        return command_fail("show", EXIT_SYSTEM_ERROR, "cannot open %s: %s", name, strerror(errno));
    const bool written = fwrite(bytes, 1, size, file) == size;
    const bool closed = to_stdout ? !fflush(file) : !fclose(file);
    if (written && closed)
        return EXIT_OK;
    return command_fail("show", EXIT_SYSTEM_ERROR, "cannot write %s: %s",
                        to_stdout ? "the picture" : name, strerror(errno));
}

int show_svg_write(const struct show_svg *show, const rk_position *pos)
{
    rk_svg_arrow arrows[ARROWS_MAX];
    rk_svg_colours colours = rk_svg_default_colours();
    rk_svg_options options = {.size = (unsigned)show->size,
                              .flipped = show->flipped,
                              .no_coordinates = show->no_coordinates,
                              .arrows = arrows,
                              .colours = &colours};
    if (!parse_arrows(show->arrows, arrows, &options.arrow_count) ||
        !parse_marks(show->marks, &options.marked) ||
        !parse_last_move(show->last_move, &options.last_move) ||
        !parse_colours(show->colours, &colours))
        return EXIT_USAGE;
    const size_t size = rk_svg_write(pos, &options, NULL, 0);
    char *document = malloc(size + 1);
    if (!document)
        return command_fail("show", EXIT_SYSTEM_ERROR, "%s", rk_err_text(RK_NO_MEMORY));
    rk_svg_write(pos, &options, document, size + 1);
    const int status = write_file(show->output, document, size);
    free(document);
    return status;
}
