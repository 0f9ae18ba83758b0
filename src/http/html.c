/* SPDX-License-Identifier: MIT */
#include "http/html.h"

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
    buffer_text(out, light ? "<td class=\"pl" : "<td class=\"pd");
    buffer_text(out, is_marked(board, square) ? " pm\">" : "\">");
    if (piece.kind != RK_NO_KIND) {
        buffer_text(out, piece.side == RK_WHITE ? "<b class=\"pw" : "<b class=\"pb");
        buffer_text(out, piece.kind == RK_AMAZON ? " pz\">" : "\">");
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

static const char *kind_text(rk_kind kind, enum page_language language)
{
    return page_language_text(language, rk_kind_name(kind));
}

/* "White: king e1, rook a1." */
static void describe_side(struct buffer *out, const struct html_board *board, rk_side side)
{
    const rk_position *pos = board->position;
    const char *before = ": ";
    buffer_text(out, page_language_text(board->language, side == RK_WHITE ? "White" : "Black"));
    for (int kind = RK_KIND_COUNT - 1; kind >= 0; kind--) {
        for (int i = 0; i < RK_SQUARE_COUNT; i++) {
            const rk_square square = (rk_square)i;
            const rk_piece piece = rk_position_at(pos, square);
            if ((int)piece.kind != kind || piece.side != side)
                continue;
            buffer_text(out, before);
            buffer_text(out, kind_text(piece.kind, board->language));
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
    buffer_text(out, board->small ? "<table class=\"p-board p-small\" aria-hidden=\"true\">\n"
                                  : "<table class=\"p-board\" aria-hidden=\"true\">\n");
    for (int i = 0; i < 8; i++)
        add_rank(out, board, board->flipped ? i : 7 - i);
    if (!board->small)
        add_files(out, board);
    buffer_text(out, "</table>\n");
    if (board->small)
        return;
    buffer_text(out, "<p class=\"p-hidden\">");
    describe_side(out, board, RK_WHITE);
    describe_side(out, board, RK_BLACK);
    buffer_text(out, "</p>\n");
}

/* Writes the pieces of a kind as glyphs, and as text for screen readers. */
static void add_pocket(struct buffer *out, rk_piece piece, unsigned count,
                       enum page_language language)
{
    if (!count)
        return;
    buffer_text(out, piece.side == RK_WHITE ? "<b class=\"pw\" aria-hidden=\"true\">"
                                            : "<b class=\"pb\" aria-hidden=\"true\">");
    for (unsigned i = 0; i < count; i++)
        buffer_text(out, glyphs[piece.kind]);
    html_add(out, "</b><span class=\"p-hidden\"> %: ", page_language_text(language, "in pocket"),
             NULL);
    html_number(out, count);
    html_add(out, " %</span>", kind_text(piece.kind, language), NULL);
}

void html_side_extras(struct buffer *out, const rk_position *position, rk_side side,
                      enum page_language language)
{
    const unsigned rules = rk_variant_rules((rk_variant)position->variant);
    if (!(rules & (RK_CAPTURES_DROP | RK_CHECKS_COUNT)))
        return;
    buffer_text(out, "<span class=\"p-extras\">");
    for (int kind = RK_KIND_COUNT - 1; kind >= 0; kind--)
        add_pocket(out, (rk_piece){(rk_kind)kind, side}, position->pocket[side][kind], language);
    if (rules & RK_CHECKS_COUNT) {
        const bool one = position->checks_left[side] == 1;
        html_number(out, position->checks_left[side]);
        html_add(out, " %", page_language_text(language, one ? "check to go" : "checks to go"),
                 NULL);
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

/* Pages of the web client have their own styles; there, only `.plain` is for us. `.bare` is a page
 * without the web client. */
static const char bare_style[] =
    ":root{color-scheme:light "
    "dark;--p-card:#fffdf8;--p-text:#22211f;--p-muted:#5c5850;--p-line:#d9d3c6;--p-link:#1d5a8a;--"
    "p-light:#ecd9b6;--p-dark:#b0835a;--p-last:#cbb13f;--p-accent:#2e7d4f;--p-page:#f6f4ef}\n"
    "@media(prefers-color-scheme:dark){:root{--p-card:#24221f;--p-text:#ece8e0;--p-muted:#aaa498;--"
    "p-line:#3b3832;--p-link:#8cc4f0;--p-light:#cdb58d;--p-dark:#8a6444;--p-last:#a8902c;--p-"
    "accent:#6cc492;--p-page:#1a1917}}\n"
    ".bare *{box-sizing:border-box}\n"
    ".bare{margin:0 auto;max-width:70rem;padding:0 1rem "
    "2rem;background:var(--p-page);color:var(--p-text);font:1rem/1.5 system-ui,\"Segoe "
    "UI\",\"Liberation Sans\",sans-serif}\n"
    ".bare .field label{display:block}.bare button,.bare input{padding:.4rem .8rem;font:inherit}\n"
    ".bare .bar{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;align-items:center;padding:.9rem "
    "0;border-bottom:1px solid var(--p-line)}\n"
    ".bare "
    ".brand{display:flex;gap:.5rem;align-items:center;font-size:1.25rem;font-weight:700;color:var(-"
    "-p-text);text-decoration:none}\n"
    ".bare .mark{width:1.6rem;fill:var(--p-accent)}.bare .mark .eye{fill:var(--p-page)}\n"
    ".bare nav{display:flex;gap:1rem}\n"
    ".bare "
    ".skip:not(:focus){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}"
    "\n"
    ".bare .foot{display:flex;gap:1rem;margin-top:3rem;padding-top:1rem;border-top:1px solid "
    "var(--p-line);color:var(--p-muted);font-size:.875rem}\n"
    ".bare a{color:var(--p-link)}\n"
    ".bare a:focus-visible{outline:3px solid var(--p-link);outline-offset:2px;border-radius:2px}\n";
static const char plain_style[] =
    ".p-account{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:center;margin-left:auto}\n"
    "@media(max-width:48rem){.bar:not(.bare .bar){height:auto;padding-top:.5rem;flex-wrap:wrap}"
    ".bar:not(.bare .bar) "
    "nav{display:flex;order:1;width:100%;min-height:2.75rem}}\n"
    ".plain{max-width:70rem;margin:0 auto;padding:0 1rem 2rem}\n"
    ".bare .plain{padding:0}\n"
    ".plain h1{font-size:1.75rem;line-height:1.2;margin:1.5rem 0 .5rem}\n"
    ".plain h2{font-size:1.2rem;margin:2rem 0 .5rem}\n"
    ".plain p{margin:.5rem 0;max-width:44rem}\n"
    ".plain code,.plain pre{font:.9em/1.5 ui-monospace,\"DejaVu Sans Mono\",monospace}\n"
    ".plain pre{background:var(--p-card);border:1px solid "
    "var(--p-line);border-radius:.5rem;padding:.75rem 1rem .75rem "
    "2.5rem;text-indent:-1.5rem;max-width:44rem;margin:.5rem 0;white-space:pre-wrap}\n"
    ".plain pre span{display:inline-block;max-width:100%;text-indent:0;overflow-wrap:anywhere}\n"
    ".plain p,.plain h1,.plain h2,.plain li,.plain td{overflow-wrap:anywhere}\n"
    ".plain form{display:grid;gap:1rem;max-width:30rem;margin:1rem 0}\n"
    ".plain fieldset{border:0;padding:0;margin:0}\n"
    ".plain ol,.plain ul:not(.p-games){list-style:revert;padding-left:2rem}\n"
    ".p-muted{color:var(--p-muted)}\n"
    ".p-columns{display:grid;gap:0 "
    "2rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr))}\n"
    ".p-results{padding-left:1.2rem}\n"
    ".p-games{list-style:none;margin:1rem "
    "0;padding:0;display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(13rem,1fr))}\n"
    ".p-games "
    "a{display:block;height:100%;padding:.75rem;background:var(--p-card);color:var(--p-text);text-"
    "decoration:none;border:1px solid var(--p-line);border-radius:.6rem}\n"
    ".p-games a:hover{border-color:var(--p-link)}\n"
    ".p-side{display:flex;justify-content:space-between;gap:.5rem;align-items:baseline}\n"
    ".p-player{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-weight:600}\n"
    ".p-extras{flex:1;font-weight:400;font-size:.9em}\n"
    ".p-clock{font-variant-numeric:tabular-nums;white-space:nowrap;padding:0 "
    ".4rem;border-radius:.3rem}\n"
    ".p-turn .p-clock{background:var(--p-accent);color:var(--p-page)}\n"
    ".p-turn .p-player::after{content:\" \\2022\";color:var(--p-accent)}\n"
    ".p-settings{margin:.4rem 0 0;font-size:.875rem;color:var(--p-muted)}\n"
    ".p-board{--size:min(100vw - "
    "2rem,34rem);width:var(--size);border-collapse:collapse;table-layout:fixed;font-size:calc(var(-"
    "-size)/8.5*.78);line-height:1;margin:.5rem 0}\n"
    ".p-board "
    "td{width:11.75%;height:calc(var(--size)/"
    "8.5);padding:0;text-align:center;vertical-align:middle;overflow:hidden}\n"
    ".p-board "
    "th{text-align:center;font-size:.8rem;font-weight:400;color:var(--p-muted);padding:0}\n"
    ".p-board.p-small{--size:12rem;margin:.4rem auto;font-size:1.2rem}\n"
    ".p-board.p-small td{width:12.5%;height:1.5rem}\n"
    ".p-board .pl{background:var(--p-light)}\n"
    ".p-board .pd{background:var(--p-dark)}\n"
    ".p-board .pm{background:var(--p-last)}\n"
    ".p-board b{display:block}\n"
    ".p-board b,.p-extras b{font-weight:400;font-family:\"DejaVu Sans\",\"Segoe UI Symbol\",\"Noto "
    "Sans Symbols2\",\"Apple Symbols\",sans-serif}\n"
    ".p-board .pw,.p-extras .pw{color:#fff;text-shadow:0 0 1px #000,0 0 1px #000,0 0 2px #000,0 0 "
    "3px #0009}\n"
    ".p-board .pb{color:#17150f}\n"
    ".p-extras .pb{color:#17150f;text-shadow:0 0 1px #fff,0 0 1px #fff,0 0 2px #fff}\n"
    ".p-board .pz{text-decoration:underline .08em}\n"
    ".p-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-"
    "space:nowrap}\n"
    ".p-game{display:grid;gap:0 2rem;grid-template-columns:auto "
    "minmax(14rem,1fr);align-items:start}\n"
    ".p-board-column{width:min(100vw - 2rem,34rem)}\n"
    ".p-board-column .p-side{font-size:1.15rem;padding:.15rem 0}\n"
    ".p-moves{columns:12rem;padding-left:2.2rem;margin:.5rem 0}\n"
    ".p-moves span{display:inline-block;min-width:4.2rem}\n"
    ".p-status{font-weight:600}\n"
    "@media(max-width:56rem){.p-game{grid-template-columns:1fr}}\n";

void html_style(struct buffer *out)
{
    buffer_text(out, bare_style);
    buffer_text(out, plain_style);
}
