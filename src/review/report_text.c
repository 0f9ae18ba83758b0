/* SPDX-License-Identifier: MIT */
#include "review/report_text.h"

#include <stdio.h>
#include <string.h>

#include "base/printable.h"
#include "review/graph.h"
#include "review/move_text.h"
#include "review/sentence.h"
#include "review/totals_text.h"
#include "review/wrap.h"

enum { LINE_TEXT_MAX = 400, LABEL_WIDTH = 18, CELL_WIDTH = 9, TAG_MAX = 120 };

struct writer {
    const struct report_options *options;
    const struct review *review;
    struct buffer *out;
    unsigned columns;
};

// ---- the head ----------------------------------------------------------------------------------

/* A tag without what a terminal would obey; `unknown` if it is missing or "?". */
static void add_tag(struct text *out, const rk_pgn_game *game, const char *name,
                    const char *unknown)
{
    const char *value = rk_pgn_game_tag(game, name);
    if (!value || !*value || *value == '?')
        value = unknown;
    struct buffer printable = {.bytes = NULL};
    printable_append(&printable, value, strlen(value));
    size_t size = printable.size < TAG_MAX ? printable.size : TAG_MAX;
    while (size < printable.size && ((unsigned char)printable.bytes[size] & 0xc0) == 0x80)
        size--; // not in the middle of a character
    for (size_t i = 0; i < size; i++)
        text_put(out, printable.bytes[i]);
    buffer_fini(&printable);
}

static void add_details(struct text *out, const rk_pgn_game *game)
{
    static const char *const names[] = {"Event", "Site", "Date"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *before = out->at;
        text_add(out, ", ");
        char *start = out->at;
        add_tag(out, game, names[i], "");
        if (out->at == start)
            out->at = before;
    }
}

static void append_head(const struct writer *writer, const rk_pgn_game *game)
{
    char title[5 * TAG_MAX];
    struct text text = text_in(title, sizeof title);
    add_tag(&text, game, "White", "White");
    text_add(&text, " - ");
    add_tag(&text, game, "Black", "Black");
    text_add(&text, "  ");
    text_add(&text, rk_pgn_game_result(game));
    add_details(&text, game);
    text_end(&text);
    wrap_append(writer->out, title, 0, writer->columns);
    const rk_opening_line *line = &writer->review->opening;
    if (!line->ply)
        return;
    snprintf(title, sizeof title, "%s %s", line->opening.eco, line->opening.name);
    wrap_append(writer->out, title, 0, writer->columns);
}

// ---- the totals --------------------------------------------------------------------------------

static void append_blanks(struct buffer *out, size_t count)
{
    while (count--)
        buffer_put(out, ' ');
}

/* Right-aligned. */
static void append_cell(struct buffer *out, const char *text)
{
    const size_t size = strlen(text);
    append_blanks(out, size < CELL_WIDTH ? CELL_WIDTH - size : 1);
    buffer_text(out, text);
}

static void append_label(struct buffer *out, const char *label)
{
    const size_t size = strlen(label);
    buffer_text(out, label);
    append_blanks(out, size < LABEL_WIDTH ? LABEL_WIDTH - size : 1);
}

static void append_accuracies(const struct writer *writer, const char *label, int white, int black)
{
    const int accuracies[2] = {white, black};
    append_label(writer->out, label);
    for (unsigned i = 0; i < 2; i++) {
        char value[CELL_WIDTH];
        struct text text = text_in(value, sizeof value);
        totals_text_add_accuracy(&text, accuracies[i]);
        text_add(&text, accuracies[i] < 0 ? "" : " %");
        text_end(&text);
        append_cell(writer->out, value);
    }
    buffer_put(writer->out, '\n');
}

static void append_counts(const struct writer *writer, const char *label, unsigned white,
                          unsigned black)
{
    char value[24];
    append_label(writer->out, label);
    snprintf(value, sizeof value, "%u", white);
    append_cell(writer->out, value);
    snprintf(value, sizeof value, "%u", black);
    append_cell(writer->out, value);
    buffer_put(writer->out, '\n');
}

static void append_optional_counts(const struct writer *writer, const char *label, unsigned white,
                                   unsigned black)
{
    if (white || black)
        append_counts(writer, label, white, black);
}

static void append_judgement_counts(const struct writer *writer, const struct side_review *white,
                                    const struct side_review *black)
{
    static const char *const labels[JUDGEMENT_COUNT] = {
#define ROW(judgement, name, plural, nag) [judgement] = (plural),
#include "review/judgements.def"
    };
    for (unsigned i = 0; i < JUDGEMENT_COUNT; i++)
        if (judgement_is_error(i))
            append_counts(writer, labels[i], white->counts[i], black->counts[i]);
        else
            append_optional_counts(writer, labels[i], white->counts[i], black->counts[i]);
}

static void append_totals(const struct writer *writer)
{
    const struct side_review *white = &writer->review->sides[RK_WHITE];
    const struct side_review *black = &writer->review->sides[RK_BLACK];
    append_label(writer->out, "");
    append_cell(writer->out, "White");
    append_cell(writer->out, "Black");
    buffer_put(writer->out, '\n');
    append_accuracies(writer, "accuracy", white->all.accuracy, black->all.accuracy);
    for (unsigned phase = 0; phase < PHASE_COUNT; phase++) {
        char label[LABEL_WIDTH];
        snprintf(label, sizeof label, "  %s", phase_name(phase));
        if (white->phases[phase].moves || black->phases[phase].moves)
            append_accuracies(writer, label, white->phases[phase].accuracy,
                              black->phases[phase].accuracy);
    }
    append_counts(writer, "average loss (cp)", (unsigned)white->average_loss,
                  (unsigned)black->average_loss);
    append_judgement_counts(writer, white, black);
    append_optional_counts(writer, "missed mates", white->missed_mates, black->missed_mates);
    append_optional_counts(writer, "missed wins", white->missed_wins, black->missed_wins);
    append_optional_counts(writer, "in time trouble", white->in_time_trouble,
                           black->in_time_trouble);
}

// ---- the moves ---------------------------------------------------------------------------------

static const char *judgement_sign(enum judgement judgement)
{
    switch (judgement) {
    case JUDGEMENT_BRILLIANT:
        return "!!";
    case JUDGEMENT_INACCURACY:
        return "?!";
    case JUDGEMENT_MISTAKE:
        return "?";
    case JUDGEMENT_BLUNDER:
        return "??";
    default:
        return "";
    }
}

static const char *judgement_colour(enum judgement judgement)
{
    switch (judgement) {
    case JUDGEMENT_BRILLIANT:
        return "\033[1;36m";
    case JUDGEMENT_GOOD: // it misses a mate
    case JUDGEMENT_BOOK:
    case JUDGEMENT_INACCURACY:
        return "\033[33m";
    case JUDGEMENT_MISTAKE:
        return "\033[1;33m";
    default:
        return "\033[1;31m";
    }
}

/* "9... b5?  +0.98 to +2.13" */
static void append_move(const struct writer *writer, size_t ply)
{
    const struct review *review = writer->review;
    const struct move_review *move = &review->moves[ply];
    char line[LINE_TEXT_MAX];
    struct text text = text_in(line, sizeof line);
    move_text_add(&text, &review->positions[ply], move->move);
    text_add(&text, judgement_sign(move->judgement));
    text_add(&text, "  ");
    move_text_add_evaluation(&text, &review->evaluations[ply]);
    text_add(&text, " to ");
    move_text_add_evaluation(&text, &review->evaluations[ply + 1]);
    text_add(&text, move->is_turning_point ? ", turning point" : "");
    text_add(&text, move->missed_mate ? ", missed mate" : "");
    text_add(&text, move->missed_win ? ", missed win" : "");
    text_add(&text, move->in_time_trouble ? ", in time trouble" : "");
    text_end(&text);
    if (writer->options->colour)
        buffer_text(writer->out, judgement_colour(move->judgement));
    buffer_text(writer->out, line);
    buffer_text(writer->out, writer->options->colour ? "\033[m\n" : "\n");
}

static void append_better_line(const struct writer *writer, size_t ply)
{
    const struct evaluation *evaluation = &writer->review->evaluations[ply];
    char line[LINE_TEXT_MAX];
    struct text text = text_in(line, sizeof line);
    text_add(&text, "Better: ");
    move_text_add_line(&text, &writer->review->positions[ply], evaluation->line,
                       evaluation->line_size);
    text_end(&text);
    wrap_append(writer->out, line, 2, writer->columns);
}

static void append_moves(const struct writer *writer)
{
    for (size_t ply = 0; ply < writer->review->ply_count; ply++) {
        const struct move_review *move = &writer->review->moves[ply];
        const bool is_explained = move_review_is_explained(move);
        char sentence[SENTENCE_MAX];
        if (!is_explained && move->judgement != JUDGEMENT_BRILLIANT)
            continue;
        append_move(writer, ply);
        if (!is_explained)
            continue;
        sentence_write(writer->review, ply, sentence);
        wrap_append(writer->out, sentence, 2, writer->columns);
        append_better_line(writer, ply);
    }
}

rk_err report_text(const struct report_options *options, rk_pgn_game *game,
                   const struct review *review, struct buffer *out)
{
    const unsigned columns = options->columns > REPORT_COLUMNS_MAX   ? REPORT_COLUMNS_MAX
                             : options->columns < REPORT_COLUMNS_MIN ? REPORT_COLUMNS_MIN
                                                                     : options->columns;
    const struct writer writer = {
        .options = options, .review = review, .out = out, .columns = columns};
    append_head(&writer, game);
    buffer_put(out, '\n');
    append_totals(&writer);
    buffer_put(out, '\n');
    graph_append(out, review, columns, options->utf8);
    buffer_put(out, '\n');
    append_moves(&writer);
    buffer_put(out, '\n');
    return out->failed ? RK_NO_MEMORY : RK_OK;
}
