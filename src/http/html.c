/* SPDX-License-Identifier: MIT */
#include "http/html.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

#include "base/text.h"

enum { DAY = 86400, SHOW_DAYS_FROM = 2 * DAY }; /* seconds */

// ---- text -------------------------------------------------------------------------------------

static const char *find_escape(char c)
{
    switch (c) {
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '&':
        return "&amp;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

void html_text(struct buffer *out, const char *text)
{
    for (; *text; text++) {
        const char *escape = find_escape(*text);
        if (escape)
            buffer_text(out, escape);
        else
            buffer_put(out, *text);
    }
}

void html_number(struct buffer *out, int64_t number)
{
    buffer_integer(out, number);
}

void html_add(struct buffer *out, const char *pattern, ...)
{
    va_list texts;
    va_start(texts, pattern);
    for (; *pattern; pattern++) {
        if (*pattern != '%') {
            buffer_put(out, *pattern);
            continue;
        }
        const char *text = va_arg(texts, const char *);
        if (!text)
            break;
        html_text(out, text);
    }
    va_end(texts);
}

void html_command(struct buffer *out, const char *pattern, ...)
{
    va_list texts;
    va_start(texts, pattern);
    buffer_text(out, "<pre><code><span>");
    for (; *pattern; pattern++) {
        const char *text = *pattern == '%' ? va_arg(texts, const char *) : NULL;
        if (text)
            html_text(out, text);
        else if (*pattern == ' ')
            buffer_text(out, "</span> <span>");
        else
            buffer_put(out, *pattern);
    }
    buffer_text(out, "</span></code></pre>\n");
    va_end(texts);
}

// ---- the page ---------------------------------------------------------------------------------

void html_begin(struct buffer *out, const char *title, unsigned refresh)
{
    html_add(out,
             "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<meta name=\"color-scheme\" content=\"light dark\">\n<title>%</title>\n"
             "<link rel=\"stylesheet\" href=\"/style.css?" ROOKERY_VERSION "\">\n",
             title, NULL);
    if (refresh) {
        buffer_text(out, "<meta http-equiv=\"refresh\" content=\"");
        html_number(out, refresh);
        buffer_text(out, "\">\n");
    }
    buffer_text(out, "</head>\n<body>\n<header><a class=\"name\" href=\"/\"><span class=\"logo\" "
                     "aria-hidden=\"true\">\u265c\ufe0e</span> Rookery</a></header>\n<main>\n");
}

void html_end(struct buffer *out)
{
    buffer_text(out, "</main>\n<footer>Rookery " ROOKERY_VERSION
                     " \u00b7 <a href=\"/api/games/running\">running games as JSON</a></footer>\n"
                     "</body>\n</html>\n");
}

/* Error messages start with a small letter and have no full stop; on a page they are sentences. */
static void add_sentence(struct buffer *out, const char *message)
{
    const char first[] = {(char)toupper((unsigned char)*message), '\0'};
    html_text(out, first);
    html_text(out, *message ? message + 1 : "");
    buffer_put(out, '.');
}

void html_error(struct buffer *out, const char *message)
{
    html_begin(out, "Error \u2013 Rookery", 0);
    buffer_text(out, "<h1>Error</h1>\n<p class=\"status\">");
    add_sentence(out, message);
    buffer_text(out, "</p>\n<p><a href=\"/\">Running games</a></p>\n");
    html_end(out);
}

// ---- the board --------------------------------------------------------------------------------

// Filled glyphs for both sides, coloured by the style sheet. The variation selector keeps phones
// from drawing emoji.
static const char *const glyphs[RK_KIND_COUNT] = {
    [RK_PAWN] = "\u265f\ufe0e",  [RK_KNIGHT] = "\u265e\ufe0e", [RK_BISHOP] = "\u265d\ufe0e",
    [RK_ROOK] = "\u265c\ufe0e",  [RK_QUEEN] = "\u265b\ufe0e",  [RK_KING] = "\u265a\ufe0e",
    [RK_AMAZON] = "\u265b\ufe0e"};

static bool is_marked(const struct html_board *board, rk_square square)
{
    return rk_move_squares(board->last) >> square & 1;
}

static void add_square(struct buffer *out, const struct html_board *board, rk_square square)
{
    const rk_piece piece = rk_position_at(board->position, square);
    const bool light = (rk_square_file(square) + rk_square_rank(square)) % 2;
    buffer_text(out, light ? "<td class=\"l" : "<td class=\"d");
    buffer_text(out, is_marked(board, square) ? " m\">" : "\">");
    if (piece.kind != RK_NO_KIND) {
        buffer_text(out, piece.side == RK_WHITE ? "<b class=\"w" : "<b class=\"b");
        buffer_text(out, piece.kind == RK_AMAZON ? " z\">" : "\">");
        buffer_text(out, glyphs[piece.kind]);
        buffer_text(out, "</b>");
    }
    buffer_text(out, "</td>");
}

static void add_rank(struct buffer *out, const struct html_board *board, int rank)
{
    buffer_text(out, "<tr>");
    if (!board->small) {
        buffer_text(out, "<th>");
        html_number(out, rank + 1);
        buffer_text(out, "</th>");
    }
    for (int i = 0; i < 8; i++)
        add_square(out, board, rk_square_at(board->flipped ? 7 - i : i, rank));
    buffer_text(out, "</tr>\n");
}

static void add_files(struct buffer *out, const struct html_board *board)
{
    buffer_text(out, "<tr><th></th>");
    for (int i = 0; i < 8; i++) {
        buffer_text(out, "<th>");
        buffer_put(out, (char)('a' + (board->flipped ? 7 - i : i)));
        buffer_text(out, "</th>");
    }
    buffer_text(out, "</tr>\n");
}

/* "White: king e1, rook a1." */
static void describe_side(struct buffer *out, const rk_position *pos, rk_side side)
{
    const char *before = side == RK_WHITE ? "White: " : "Black: ";
    for (int kind = RK_KIND_COUNT - 1; kind >= 0; kind--) {
        for (int i = 0; i < RK_SQUARE_COUNT; i++) {
            const rk_square square = (rk_square)i;
            const rk_piece piece = rk_position_at(pos, square);
            if ((int)piece.kind != kind || piece.side != side)
                continue;
            buffer_text(out, before);
            buffer_text(out, rk_kind_name(piece.kind));
            buffer_put(out, ' ');
            buffer_put(out, (char)('a' + rk_square_file(square)));
            buffer_put(out, (char)('1' + rk_square_rank(square)));
            before = ", ";
        }
    }
    buffer_text(out, ". ");
}

void html_board(struct buffer *out, const struct html_board *board)
{
    buffer_text(out, board->small ? "<table class=\"board small\" aria-hidden=\"true\">\n"
                                  : "<table class=\"board\" aria-hidden=\"true\">\n");
    for (int i = 0; i < 8; i++)
        add_rank(out, board, board->flipped ? i : 7 - i);
    if (!board->small)
        add_files(out, board);
    buffer_text(out, "</table>\n");
    if (board->small)
        return;
    buffer_text(out, "<p class=\"visually-hidden\">");
    describe_side(out, board->position, RK_WHITE);
    describe_side(out, board->position, RK_BLACK);
    buffer_text(out, "</p>\n");
}

/* Writes the pieces of a kind as glyphs, and as text for screen readers. */
static void add_pocket(struct buffer *out, rk_piece piece, unsigned count)
{
    if (!count)
        return;
    buffer_text(out, piece.side == RK_WHITE ? "<b class=\"w\" aria-hidden=\"true\">"
                                            : "<b class=\"b\" aria-hidden=\"true\">");
    for (unsigned i = 0; i < count; i++)
        buffer_text(out, glyphs[piece.kind]);
    buffer_text(out, "</b><span class=\"visually-hidden\"> in pocket: ");
    html_number(out, count);
    html_add(out, " %</span>", rk_kind_name(piece.kind), NULL);
}

void html_side_extras(struct buffer *out, const rk_position *position, rk_side side)
{
    const unsigned rules = rk_variant_rules((rk_variant)position->variant);
    if (!(rules & (RK_CAPTURES_DROP | RK_CHECKS_COUNT)))
        return;
    buffer_text(out, "<span class=\"extras\">");
    for (int kind = RK_KIND_COUNT - 1; kind >= 0; kind--)
        add_pocket(out, (rk_piece){(rk_kind)kind, side}, position->pocket[side][kind]);
    if (rules & RK_CHECKS_COUNT) {
        html_number(out, position->checks_left[side]);
        buffer_text(out, position->checks_left[side] == 1 ? " check to go" : " checks to go");
    }
    buffer_text(out, "</span>");
}

// ---- clocks -----------------------------------------------------------------------------------

static void add_two_digits(struct buffer *out, int64_t number)
{
    if (number < 10)
        buffer_put(out, '0');
    buffer_integer(out, number);
}

void html_clock(struct buffer *out, int64_t milliseconds)
{
    const int64_t shown = milliseconds < 0 ? 0 : milliseconds;
    const int64_t seconds = shown / 1000;
    const bool long_time = seconds >= 3600;
    if (seconds >= SHOW_DAYS_FROM) {
        buffer_integer(out, seconds / DAY);
        buffer_text(out, " d ");
        buffer_integer(out, seconds / 3600 % 24);
        buffer_text(out, " h");
        return;
    }
    if (long_time) {
        buffer_integer(out, seconds / 3600);
        buffer_put(out, ':');
        add_two_digits(out, seconds / 60 % 60);
    } else {
        buffer_integer(out, seconds / 60);
    }
    buffer_put(out, ':');
    add_two_digits(out, seconds % 60);
    if (seconds < 10) {
        buffer_put(out, '.');
        buffer_integer(out, shown / 100 % 10);
    }
}

// ---- the style sheet -------------------------------------------------------------------------

static const char style[] =
    ":root{color-scheme:light "
    "dark;--background:#f6f4ef;--card:#fffdf8;--text:#22211f;--muted:#5c5850;"
    "--line:#d9d3c6;--link:#1d5a8a;--light:#ecd9b6;--dark:#b0835a;--highlight:#cbb13f;--accent:#"
    "2e7d4f}\n"
    "@media(prefers-color-scheme:dark){:root{--background:#1a1917;--card:#24221f;--text:#ece8e0;"
    "--muted:#aaa498;--line:#3b3832;--link:#8cc4f0;--light:#cdb58d;--dark:#8a6444;--highlight:#"
    "a8902c;"
    "--accent:#6cc492}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;max-width:70rem;padding:0 1rem 2rem;background:var(--background);"
    "color:var(--text);font:1rem/1.5 system-ui,\"Segoe UI\",\"Liberation Sans\",sans-serif}\n"
    ".field label{display:block}button,input{padding:.4rem .8rem;font:inherit}\n"
    "header{padding:.9rem 0;border-bottom:1px solid var(--line)}\n"
    ".name{font-size:1.25rem;font-weight:700;color:var(--text);text-decoration:none}\n"
    ".logo{color:var(--accent)}\n"
    "a{color:var(--link)}\n"
    "a:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:2px}\n"
    "h1{font-size:1.75rem;line-height:1.2;margin:1.5rem 0 .5rem}\n"
    "h2{font-size:1.2rem;margin:2rem 0 .5rem}\n"
    "p{margin:.5rem 0;max-width:44rem}\n"
    "footer{margin-top:3rem;padding-top:1rem;border-top:1px solid var(--line);color:var(--muted);"
    "font-size:.875rem}\n"
    "code,pre{font:.9em/1.5 ui-monospace,\"DejaVu Sans Mono\",monospace}\n"
    "pre{background:var(--card);border:1px solid var(--line);border-radius:.5rem;"
    "padding:.75rem 1rem .75rem 2.5rem;text-indent:-1.5rem;max-width:44rem;margin:.5rem 0;"
    "white-space:pre-wrap}\n"
    "pre span{display:inline-block;max-width:100%;text-indent:0;overflow-wrap:anywhere}\n"
    "p code{overflow-wrap:anywhere}\n"
    ".muted{color:var(--muted)}\n"
    ".columns{display:grid;gap:0 "
    "2rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr))}\n"
    ".games{list-style:none;margin:1rem 0;padding:0;display:grid;gap:1rem;"
    "grid-template-columns:repeat(auto-fill,minmax(13rem,1fr))}\n"
    ".games a{display:block;height:100%;padding:.75rem;background:var(--card);color:inherit;"
    "text-decoration:none;border:1px solid var(--line);border-radius:.6rem}\n"
    ".games a:hover{border-color:var(--link)}\n"
    ".side{display:flex;justify-content:space-between;gap:.5rem;align-items:baseline}\n"
    ".player{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-weight:600}\n"
    ".extras{flex:1;font-weight:400;font-size:.9em}\n"
    ".clock{font-variant-numeric:tabular-nums;white-space:nowrap;padding:0 "
    ".4rem;border-radius:.3rem}\n"
    ".turn .clock{background:var(--accent);color:var(--background)}\n"
    ".turn .player::after{content:\" \\2022\";color:var(--accent)}\n"
    ".settings{margin:.4rem 0 0;font-size:.875rem;color:var(--muted)}\n"
    ".board{--size:min(100vw - 2rem,34rem);width:var(--size);border-collapse:collapse;"
    "table-layout:fixed;font-size:calc(var(--size)/8.5*.78);line-height:1;margin:.5rem 0}\n"
    ".board td{width:11.75%;height:calc(var(--size)/8.5);padding:0;text-align:center;"
    "vertical-align:middle;overflow:hidden}\n"
    ".board th{font:.8rem/1.4 "
    "inherit;font-size:.8rem;font-weight:400;color:var(--muted);padding:0}\n"
    ".board.small{--size:12rem;margin:.4rem auto;font-size:1.2rem}\n"
    ".board.small td{width:12.5%;height:1.5rem}\n"
    ".board .l{background:var(--light)}\n"
    ".board .d{background:var(--dark)}\n"
    ".board .m{background:var(--highlight)}\n"
    ".board b{display:block}\n"
    ".board b,.extras b{font-weight:400;font-family:\"DejaVu Sans\",\"Segoe UI Symbol\",\"Noto "
    "Sans "
    "Symbols2\",\"Apple Symbols\","
    "sans-serif}\n"
    ".board .w,.extras .w{color:#fff;text-shadow:0 0 1px #000,0 0 1px #000,0 0 2px #000,0 0 3px "
    "#0009}\n"
    ".board .b{color:#17150f}\n"
    ".extras .b{color:#17150f;text-shadow:0 0 1px #fff,0 0 1px #fff,0 0 2px #fff}\n"
    ".board .z{text-decoration:underline .08em}\n"
    ".visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);"
    "white-space:nowrap}\n"
    ".game{display:grid;gap:0 2rem;grid-template-columns:auto minmax(14rem,1fr);"
    "align-items:start}\n"
    ".board-column{width:min(100vw - 2rem,34rem)}\n"
    ".board-column .side{font-size:1.15rem;padding:.15rem 0}\n"
    ".moves{columns:12rem;padding-left:2.2rem;margin:.5rem 0}\n"
    ".moves span{display:inline-block;min-width:4.2rem}\n"
    ".status{font-weight:600}\n"
    "@media(max-width:56rem){.game{grid-template-columns:1fr}}\n";

const char *html_style(void)
{
    return style;
}
