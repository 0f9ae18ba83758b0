/* SPDX-License-Identifier: MIT */
/* Draws boards. A square is 100 units wide; the viewBox scales them to pixels. */
#include "rookery/svg.h"

#include <string.h>

#include "base/utf8.h"
#include "notation/reader.h"
#include "rookery/fen.h"
#include "rules/bits.h"

enum {
    SQUARE = 100,
    BOARD = 8 * SQUARE,
    FRAME = 42,               /* width of the frame with coordinates */
    POCKET = 96,              /* height of a pocket */
    POCKET_STEP = 100,        /* from one kind in a pocket to the next */
    POCKET_STEP_COUNTED = 136 /* the same after a kind with a number */
};

/* The document being written. `length` counts bytes that did not fit, too. */
struct svg {
    char *out;
    size_t size, length;
    const rk_position *pos;
    rk_svg_options options;
    rk_svg_colours colours;
    int frame, pocket; /* widths of what surrounds the board; 0 if there is nothing */
};

struct drawing {
    const char *outline, *details;
};

static const struct drawing drawings[RK_KIND_COUNT] = {
#define ROW(kind, outline, details) [kind] = {outline, details},
#include "notation/svg_pieces.def"
};

static const char *const brushes[] = {[RK_SVG_GREEN] = "#2e8b57",
                                      [RK_SVG_RED] = "#c8372d",
                                      [RK_SVG_YELLOW] = "#e0a500",
                                      [RK_SVG_BLUE] = "#2f6fb5"};

rk_svg_colours rk_svg_default_colours(void)
{
    return (rk_svg_colours){.light = 0xeef0e3,
                            .dark = 0x86a386,
                            .frame = 0x4e6152,
                            .labels = 0xe3e8da,
                            .last_move = 0xe6c229,
                            .check = 0xd7263d};
}

// ---- arrows in text --------------------------------------------------------------------------

static bool read_brush(struct reader *in, rk_svg_brush *out)
{
    static const char letters[] = {
        [RK_SVG_GREEN] = 'G', [RK_SVG_RED] = 'R', [RK_SVG_YELLOW] = 'Y', [RK_SVG_BLUE] = 'B'};
    *out = RK_SVG_GREEN;
    for (unsigned brush = 0; brush < sizeof letters; brush++)
        if (skip_char(in, letters[brush])) {
            *out = (rk_svg_brush)brush;
            return true;
        }
    return false;
}

static rk_err read_arrow(struct reader *in, rk_svg_arrow *out)
{
    rk_svg_arrow arrow;
    (void)read_brush(in, &arrow.brush);
    if (!reader_square(in, &arrow.from))
        return reader_fail(in, in->at, RK_BAD_SYNTAX, "an arrow is written as e2e4 or Re2e4");
    if (!reader_square(in, &arrow.to))
        arrow.to = arrow.from;
    *out = arrow;
    return RK_OK;
}

static bool at_separator(const struct reader *in)
{
    return in->at < in->end && (*in->at == ',' || *in->at == ' ' || *in->at == '\t');
}

rk_err rk_svg_arrows_parse(const char *text, size_t size, rk_svg_arrow *out, size_t max,
                           size_t *count, rk_fault *fault)
{
    struct reader in = reader_of(text, size, fault);
    size_t found = 0;
    for (;;) {
        while (at_separator(&in))
            in.at++;
        if (in.at == in.end)
            break;
        rk_svg_arrow arrow;
        const char *start = in.at;
        const rk_err err = read_arrow(&in, &arrow);
        if (err)
            return err;
        if (in.at < in.end && !at_separator(&in))
            return reader_fail(&in, in.at, RK_BAD_SYNTAX, "expected a comma after the arrow");
        if (found == max)
            return reader_fail(&in, start, RK_BAD_SYNTAX, "too many arrows");
        out[found++] = arrow;
    }
    *count = found;
    return RK_OK;
}

// ---- output ----------------------------------------------------------------------------------

static void put_bytes(struct svg *svg, const char *bytes, size_t size)
{
    const size_t room = svg->length + 1 < svg->size ? svg->size - 1 - svg->length : 0;
    if (room)
        memcpy(svg->out + svg->length, bytes, size < room ? size : room);
    svg->length += size;
}

static void put_text(struct svg *svg, const char *text)
{
    put_bytes(svg, text, strlen(text));
}

static void put_number(struct svg *svg, int number)
{
    char digits[16];
    size_t at = sizeof digits;
    unsigned rest = number < 0 ? -(unsigned)number : (unsigned)number;
    do
        digits[--at] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0)
        digits[--at] = '-';
    put_bytes(svg, digits + at, sizeof digits - at);
}

static void put_colour(struct svg *svg, uint32_t colour)
{
    char text[7] = {'#'};
    for (int i = 0; i < 6; i++)
        text[1 + i] = "0123456789abcdef"[colour >> 4 * (5 - i) & 15];
    put_bytes(svg, text, sizeof text);
}

/* Writes a template in which each % is replaced by the next number. */
static void put_template(struct svg *svg, const char *text, const int *numbers)
{
    const char *start = text;
    for (; *text; text++) {
        if (*text != '%')
            continue;
        put_bytes(svg, start, (size_t)(text - start));
        put_number(svg, *numbers++);
        start = text + 1;
    }
    put_text(svg, start);
}

/* Returns true if XML can contain the character: no control characters, no U+FFFE and U+FFFF. */
static bool is_allowed(const char *text, size_t size)
{
    if (size == 3 && !memcmp(text, "\xef\xbf", 2))
        return (unsigned char)text[2] < 0xbe;
    return size && ((unsigned char)*text >= ' ' || *text == '\n' || *text == '\t');
}

/* Escapes text for XML. What XML cannot contain becomes a replacement character. */
static void put_escaped(struct svg *svg, const char *text)
{
    size_t left = strlen(text);
    while (left) {
        const size_t size = utf8_size(text, left);
        if (*text == '&')
            put_text(svg, "&amp;");
        else if (*text == '<')
            put_text(svg, "&lt;");
        else if (*text == '>')
            put_text(svg, "&gt;");
        else if (!is_allowed(text, size))
            put_text(svg, "\xef\xbf\xbd");
        else
            put_bytes(svg, text, size);
        text += size ? size : 1;
        left -= size ? size : 1;
    }
}

// ---- places ----------------------------------------------------------------------------------

static int left_of(const struct svg *svg, int square)
{
    const int file = square & 7;
    return svg->frame + SQUARE * (svg->options.flipped ? 7 - file : file);
}

static int top_of(const struct svg *svg, int square)
{
    const int rank = square >> 3;
    return svg->pocket + svg->frame + SQUARE * (svg->options.flipped ? rank : 7 - rank);
}

static int width_of(const struct svg *svg)
{
    return BOARD + 2 * svg->frame;
}

static int height_of(const struct svg *svg)
{
    return width_of(svg) + 2 * svg->pocket;
}

// ---- the document ----------------------------------------------------------------------------

static void put_head(struct svg *svg)
{
    const unsigned size = svg->options.size;
    const int pixels = (int)(!size                    ? RK_SVG_SIZE
                             : size < RK_SVG_SIZE_MIN ? RK_SVG_SIZE_MIN
                             : size > RK_SVG_SIZE_MAX ? RK_SVG_SIZE_MAX
                                                      : size);
    const int width = width_of(svg), height = height_of(svg);
    put_template(svg,
                 "<svg xmlns='http://www.w3.org/2000/svg' "
                 "xmlns:xlink='http://www.w3.org/1999/xlink' version='1.1' width='%' height='%' "
                 "viewBox='0 0 % %'>\n",
                 (const int[]){pixels, (int)((int64_t)pixels * height / width), width, height});
    if (svg->options.title) {
        put_text(svg, "<title>");
        put_escaped(svg, svg->options.title);
        put_text(svg, "</title>\n");
    }
    char fen[RK_FEN_MAX];
    rk_fen_write(svg->pos, RK_FEN_PLAIN, fen);
    put_text(svg, "<desc>");
    put_escaped(svg, fen);
    put_text(svg, "</desc>\n");
}

static void put_piece_id(struct svg *svg, rk_piece piece)
{
    put_text(svg, piece.side == RK_WHITE ? "rk-white-" : "rk-black-");
    put_text(svg, rk_kind_name(piece.kind));
}

static void define_piece(struct svg *svg, rk_piece piece)
{
    const bool white = piece.side == RK_WHITE;
    put_text(svg, "<g id='");
    put_piece_id(svg, piece);
    put_text(svg, "' stroke-linejoin='round' stroke-linecap='round'><path stroke-width='4' ");
    put_text(svg,
             white ? "fill='#fbfaf5' stroke='#2b2b2b' d='" : "fill='#3a3a3c' stroke='#19191a' d='");
    put_text(svg, drawings[piece.kind].outline);
    put_text(svg, "'/><path stroke-width='2.8' fill='none' stroke='");
    put_text(svg, white ? "#2b2b2b' d='" : "#d9d6cc' d='");
    put_text(svg, drawings[piece.kind].details);
    put_text(svg, "'/></g>\n");
}

static bool is_marked_check(const struct svg *svg)
{
    return !svg->options.no_check && rk_position_in_check(svg->pos);
}

/* Defines what is used: the pieces on the board and in the pockets, and the glow of a check. */
static void put_definitions(struct svg *svg)
{
    put_text(svg, "<defs>\n");
    for (unsigned side = 0; side < 2; side++)
        for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
            if (svg->pos->of[kind] & svg->pos->by[side] || svg->pos->pocket[side][kind])
                define_piece(svg, (rk_piece){(rk_kind)kind, (rk_side)side});
    if (is_marked_check(svg)) {
        put_text(svg, "<radialGradient id='rk-check'><stop offset='.1' stop-color='");
        put_colour(svg, svg->colours.check);
        put_text(svg, "'/><stop offset='.55' stop-opacity='.75' stop-color='");
        put_colour(svg, svg->colours.check);
        put_text(svg, "'/><stop offset='1' stop-opacity='0' stop-color='");
        put_colour(svg, svg->colours.check);
        put_text(svg, "'/></radialGradient>\n");
    }
    put_text(svg, "</defs>\n");
}

static void put_label(struct svg *svg, char label, int x, int y)
{
    put_template(svg, "<text x='%' y='%'>", (const int[]){x, y});
    put_bytes(svg, &label, 1);
    put_text(svg, "</text>\n");
}

static void put_frame(struct svg *svg)
{
    put_template(svg, "<rect width='%' height='%' rx='%' fill='",
                 (const int[]){width_of(svg), height_of(svg), svg->frame ? 16 : 0});
    put_colour(svg, svg->colours.frame);
    put_text(svg, "'/>\n");
    if (!svg->frame)
        return;
    put_text(svg, "<g font-family='Helvetica,Arial,sans-serif' font-size='27' font-weight='bold' "
                  "text-anchor='middle' fill='");
    put_colour(svg, svg->colours.labels);
    put_text(svg, "'>\n");
    for (int i = 0; i < 8; i++) {
        const int file = left_of(svg, i) + SQUARE / 2, rank = top_of(svg, 8 * i) + SQUARE / 2;
        put_label(svg, (char)('a' + i), file, svg->pocket + svg->frame + BOARD + 31);
        put_label(svg, (char)('1' + i), svg->frame / 2, rank + 10);
    }
    put_text(svg, "</g>\n");
}

/* All dark squares are one path. */
static void put_squares(struct svg *svg)
{
    const int left = svg->frame, top = svg->pocket + svg->frame;
    put_template(svg, "<rect x='%' y='%' width='800' height='800' fill='",
                 (const int[]){left, top});
    put_colour(svg, svg->colours.light);
    put_text(svg, "'/>\n<path fill='");
    put_colour(svg, svg->colours.dark);
    put_text(svg, "' d='");
    for (int square = 0; square < RK_SQUARE_COUNT; square++)
        if (!(LIGHT & bit(square)))
            put_template(svg, "M% %h100v100h-100z",
                         (const int[]){left_of(svg, square), top_of(svg, square)});
    put_text(svg, "'/>\n");
}

// ---- highlights ------------------------------------------------------------------------------

static void put_last_move(struct svg *svg)
{
    const uint64_t set = rk_move_squares(svg->options.last_move);
    if (!set)
        return;
    put_text(svg, "<g fill-opacity='.5' fill='");
    put_colour(svg, svg->colours.last_move);
    put_text(svg, "'>\n");
    for (uint64_t left = set; left; left = without_lsb(left))
        put_template(svg, "<rect x='%' y='%' width='100' height='100'/>\n",
                     (const int[]){left_of(svg, lsb(left)), top_of(svg, lsb(left))});
    put_text(svg, "</g>\n");
}

static void put_check(struct svg *svg)
{
    const uint64_t king = svg->pos->of[RK_KING] & svg->pos->by[svg->pos->turn];
    if (!is_marked_check(svg))
        return;
    put_template(
        svg, "<circle cx='%' cy='%' r='50' fill='url(#rk-check)'/>\n",
        (const int[]){left_of(svg, lsb(king)) + SQUARE / 2, top_of(svg, lsb(king)) + SQUARE / 2});
}

static void put_dots(struct svg *svg)
{
    const uint64_t pieces = svg->pos->by[RK_WHITE] | svg->pos->by[RK_BLACK];
    if (!svg->options.marked)
        return;
    put_text(svg, "<g fill='#1f2d24' fill-opacity='.5' stroke='#1f2d24' stroke-opacity='.5'>\n");
    for (uint64_t left = svg->options.marked; left; left = without_lsb(left)) {
        const int square = lsb(left);
        put_template(
            svg,
            pieces & bit(square) ? "<circle cx='%' cy='%' r='45' fill='none' stroke-width='7'/>\n"
                                 : "<circle cx='%' cy='%' r='14' stroke='none'/>\n",
            (const int[]){left_of(svg, square) + SQUARE / 2, top_of(svg, square) + SQUARE / 2});
    }
    put_text(svg, "</g>\n");
}

// ---- pieces ----------------------------------------------------------------------------------

static void put_piece(struct svg *svg, rk_piece piece, int left, int top)
{
    put_text(svg, "<use xlink:href='#");
    put_piece_id(svg, piece);
    put_template(svg, "' x='%' y='%'/>\n", (const int[]){left, top});
}

static void put_pieces(struct svg *svg)
{
    uint64_t left = svg->pos->by[RK_WHITE] | svg->pos->by[RK_BLACK];
    for (; left; left = without_lsb(left)) {
        const int square = lsb(left);
        // The drawings end above the bottom of their square: lower them to centre them.
        put_piece(svg, rk_position_at(svg->pos, (rk_square)square), left_of(svg, square),
                  top_of(svg, square) + 3);
    }
}

/* Draws one kind in a pocket, and how many there are if there is more than one. */
static void put_held(struct svg *svg, rk_piece piece, unsigned count, int x)
{
    put_piece(svg, piece, x, 0);
    if (count < 2)
        return;
    put_template(svg, "<text x='%' y='88'>%</text>\n", (const int[]){x + 88, (int)count});
}

/* A strip above or below the board, in the colour of the dark squares: both sides show on it. */
static void put_pocket(struct svg *svg, rk_side side)
{
    const bool on_top = (side == RK_BLACK) != svg->options.flipped;
    const int left = svg->frame ? svg->frame : 8;
    const int top = on_top ? svg->frame ? 14 : 4 : height_of(svg) - (svg->frame ? 102 : 92);
    put_template(svg, "<rect x='%' y='%' width='%' height='88' rx='12' fill='",
                 (const int[]){left, top, width_of(svg) - 2 * left});
    put_colour(svg, svg->colours.dark);
    put_template(svg, "'/>\n<g transform='translate(%,%) scale(.84)' ",
                 (const int[]){left + 8, top + 4});
    put_text(svg, "font-family='Helvetica,Arial,sans-serif' font-size='38' font-weight='bold' "
                  "fill='#1f2d24'>\n");
    int x = 0;
    for (unsigned kind = RK_KIND_COUNT; kind-- > 0;) {
        const unsigned count = svg->pos->pocket[side][kind];
        if (!count)
            continue;
        put_held(svg, (rk_piece){(rk_kind)kind, side}, count, x);
        x += count > 1 ? POCKET_STEP_COUNTED : POCKET_STEP;
    }
    put_text(svg, "</g>\n");
}

// ---- arrows ----------------------------------------------------------------------------------

static int square_root(int number)
{
    int root = 0;
    while ((root + 1) * (root + 1) <= number)
        root++;
    return root;
}

/* The line of an arrow, from the centre of one square to that of another. */
struct shaft {
    int x, y, dx, dy, length;
};

/* Writes the point that is `along` units from the start of the line and `aside` units beside it. */
static void put_point(struct svg *svg, const struct shaft *shaft, int along, int aside)
{
    const int x = shaft->x + (shaft->dx * along - shaft->dy * aside) / shaft->length;
    const int y = shaft->y + (shaft->dy * along + shaft->dx * aside) / shaft->length;
    put_template(svg, "% % ", (const int[]){x, y});
}

static void put_shaft(struct svg *svg, const rk_svg_arrow *arrow)
{
    enum { START = 26, HALF = 8, HEAD = 40, HEAD_HALF = 24, GAP = 6 };
    struct shaft shaft = {.x = left_of(svg, arrow->from) + SQUARE / 2,
                          .y = top_of(svg, arrow->from) + SQUARE / 2};
    shaft.dx = left_of(svg, arrow->to) + SQUARE / 2 - shaft.x;
    shaft.dy = top_of(svg, arrow->to) + SQUARE / 2 - shaft.y;
    shaft.length = square_root(shaft.dx * shaft.dx + shaft.dy * shaft.dy);
    const int tip = shaft.length - GAP, neck = tip - HEAD;
    put_text(svg, "<path stroke-linejoin='round' stroke-width='3' stroke='");
    put_text(svg, brushes[arrow->brush]);
    put_text(svg, "' fill='");
    put_text(svg, brushes[arrow->brush]);
    put_text(svg, "' d='M");
    put_point(svg, &shaft, START, HALF);
    put_point(svg, &shaft, neck, HALF);
    put_point(svg, &shaft, neck, HEAD_HALF);
    put_point(svg, &shaft, tip, 0);
    put_point(svg, &shaft, neck, -HEAD_HALF);
    put_point(svg, &shaft, neck, -HALF);
    put_point(svg, &shaft, START, -HALF);
    put_text(svg, "z'/>\n");
}

static void put_circle(struct svg *svg, const rk_svg_arrow *arrow)
{
    put_template(svg, "<circle cx='%' cy='%' r='45' fill='none' stroke-width='7' stroke='",
                 (const int[]){left_of(svg, arrow->from) + SQUARE / 2,
                               top_of(svg, arrow->from) + SQUARE / 2});
    put_text(svg, brushes[arrow->brush]);
    put_text(svg, "'/>\n");
}

static void put_arrows(struct svg *svg)
{
    if (!svg->options.arrow_count)
        return;
    put_text(svg, "<g opacity='.82'>\n");
    for (size_t i = 0; i < svg->options.arrow_count; i++) {
        const rk_svg_arrow *arrow = &svg->options.arrows[i];
        if (arrow->from == arrow->to)
            put_circle(svg, arrow);
        else
            put_shaft(svg, arrow);
    }
    put_text(svg, "</g>\n");
}

size_t rk_svg_write(const rk_position *pos, const rk_svg_options *options, char *out, size_t size)
{
    struct svg svg = {.out = out, .size = size, .pos = pos};
    if (options)
        svg.options = *options;
    svg.colours = svg.options.colours ? *svg.options.colours : rk_svg_default_colours();
    svg.frame = svg.options.no_coordinates ? 0 : FRAME;
    const bool has_pockets = rk_variant_rules((rk_variant)pos->variant) & RK_CAPTURES_DROP;
    svg.pocket = has_pockets ? POCKET : 0;
    put_head(&svg);
    put_definitions(&svg);
    put_frame(&svg);
    put_squares(&svg);
    put_last_move(&svg);
    put_check(&svg);
    put_pieces(&svg);
    put_dots(&svg);
    put_arrows(&svg);
    if (has_pockets) {
        put_pocket(&svg, RK_WHITE);
        put_pocket(&svg, RK_BLACK);
    }
    put_text(&svg, "</svg>\n");
    if (size)
        out[svg.length < size ? svg.length : size - 1] = '\0';
    return svg.length;
}
