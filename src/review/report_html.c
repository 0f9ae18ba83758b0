/* SPDX-License-Identifier: MIT */
#include "review/report_html.h"

#include "base/json.h"
#include "review/page.h"
#include "review/report_json.h"
#include "rookery/fen.h"
#include "rookery/san.h"

// ---- the page ----------------------------------------------------------------------------------

static const struct piece_path {
    rk_kind kind;
    const char *outline, *details;
} piece_paths[] = {
#define ROW(kind, outline, details) {kind, outline, details},
#include "notation/svg_pieces.def"
};

static void append_lines(struct buffer *out, const char *const *lines)
{
    for (; *lines; lines++)
        buffer_text(out, *lines);
}

/* The pieces as symbols, which the board uses: piece-n for a knight. */
static void append_pieces(struct buffer *out)
{
    buffer_text(out, "<svg width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n");
    for (size_t i = 0; i < sizeof piece_paths / sizeof *piece_paths; i++) {
        const rk_piece piece = {.kind = piece_paths[i].kind, .side = RK_BLACK};
        buffer_text(out, "<symbol id=\"piece-");
        buffer_put(out, rk_piece_letter(piece));
        buffer_text(out, "\" viewBox=\"0 0 100 100\"><path stroke-width=\"3\" "
                         "stroke-linejoin=\"round\" d=\"");
        buffer_text(out, piece_paths[i].outline);
        buffer_text(out, "\"/><path fill=\"none\" stroke=\"var(--detail)\" stroke-width=\"3\" "
                         "stroke-linecap=\"round\" d=\"");
        buffer_text(out, piece_paths[i].details);
        buffer_text(out, "\"/></symbol>\n");
    }
    buffer_text(out, "</defs></svg>\n");
}

static const char head[] =
    "<!doctype html>\n"
    "<html lang=\"en\">\n"
    "<meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
    "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta name=\"generator\" content=\"rookery " ROOKERY_VERSION "\">\n"
    "<title>Review</title>\n"
    "<style>\n";

static const char body[] =
    "<main>\n"
    "<header><select id=\"chooser\" aria-label=\"Game\"></select><h1 id=\"title\">Review</h1>"
    "<p class=\"meta\" id=\"details\"></p></header>\n"
    "<noscript>This report needs JavaScript to show the games.</noscript>\n"
    "<section class=\"play\" aria-label=\"Board\">\n"
    "<div><svg class=\"board\" id=\"board\" viewBox=\"0 0 800 800\" role=\"img\"></svg>\n"
    "<p class=\"meta\" id=\"pockets\"></p>\n"
    "<div class=\"controls\">"
    "<button type=\"button\" data-key=\"Home\" aria-label=\"First position\">&laquo;</button>"
    "<button type=\"button\" data-key=\"ArrowLeft\" aria-label=\"Previous move\">&lsaquo;</button>"
    "<button type=\"button\" data-key=\"ArrowRight\" aria-label=\"Next move\">&rsaquo;</button>"
    "<button type=\"button\" data-key=\"ArrowDown\" aria-label=\"Next error\">?!</button>"
    "<button type=\"button\" data-key=\"f\" aria-label=\"Turn the board\">&#x21C5;</button>"
    "</div></div>\n"
    "<div class=\"card words\" id=\"words\" aria-live=\"polite\"></div>\n"
    "</section>\n"
    "<section class=\"side\" aria-label=\"Review\">\n"
    "<figure class=\"card\"><svg class=\"graph\" id=\"graph\" viewBox=\"0 0 1000 "
    "100\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"Winning chances of White\"></svg>"
    "<figcaption>Winning chances of White</figcaption></figure>\n"
    "<div class=\"card\"><table class=\"totals\" id=\"totals\"></table></div>\n"
    "<div class=\"card moves\" id=\"moves\"></div>\n"
    "</section>\n"
    "</main>\n";

/* The script runs when the whole document is there, also the games behind it. */
void report_html_begin(struct buffer *out)
{
    buffer_text(out, head);
    append_lines(out, review_page_style);
    buffer_text(out, "</style>\n");
    append_pieces(out);
    buffer_text(out, body);
    buffer_text(out, "<script>\naddEventListener('DOMContentLoaded', () => {\n");
    append_lines(out, review_page_script);
    buffer_text(out, "});\n</script>\n");
}

// ---- a game ------------------------------------------------------------------------------------

static void put_positions(struct json *json, const struct review *review)
{
    json_put_array(json, "fens");
    for (size_t ply = 0; ply <= review->ply_count; ply++) {
        char fen[RK_FEN_MAX];
        rk_fen_write(&review->positions[ply], RK_FEN_PLAIN, fen);
        json_text(json, fen);
    }
    json_end_array(json);
}

static void put_chances(struct json *json, const struct review *review)
{
    json_put_array(json, "chances");
    for (size_t ply = 0; ply <= review->ply_count; ply++)
        json_decimal(json, chance_of_score(review->evaluations[ply].score) / (CHANCE_ONE / 100.0),
                     1);
    json_end_array(json);
}

static void put_best_moves(struct json *json, const struct review *review)
{
    json_put_array(json, "best");
    for (size_t ply = 0; ply < review->ply_count; ply++) {
        const struct evaluation *evaluation = &review->evaluations[ply];
        char uci[RK_UCI_MAX] = "";
        if (evaluation->line_size)
            rk_uci_write(&review->positions[ply], evaluation->line[0], uci);
        json_text(json, uci);
    }
    json_end_array(json);
}

rk_err report_html(const struct report_options *options, rk_pgn_game *game,
                   const struct review *review, struct buffer *out)
{
    // Quotes and "<" are escaped in JSON, so that no text of the game can end the script.
    buffer_text(out, "<script type=\"application/json\" class=\"game\">");
    struct json json = json_in(out);
    json_begin_object(&json);
    json_key(&json, "review");
    report_json_object(options, game, review, out);
    json.comma = true;
    put_positions(&json, review);
    put_chances(&json, review);
    put_best_moves(&json, review);
    json_end_object(&json);
    buffer_text(out, "</script>\n");
    return out->failed ? RK_NO_MEMORY : RK_OK;
}
