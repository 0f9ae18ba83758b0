/* SPDX-License-Identifier: MIT */
#include "review/report_json.h"

#include <string.h>

#include "review/sentence.h"
#include "rookery/fen.h"
#include "rookery/san.h"

/* Rounded to tenths, as in the other reports (totals_text.c). */
static double percent(int part)
{
    const int tenths = (part + CHANCE_ONE / 2000) / (CHANCE_ONE / 1000);
    return tenths / 10.0;
}

static void put_percent(struct json *json, const char *key, int part)
{
    json_key(json, key);
    if (part < 0)
        json_null_value(json);
    else
        json_decimal(json, percent(part), 1);
}

void report_json_score(struct json *json, int score)
{
    if (score_is_mate(score))
        json_put_integer(json, "mate", score_mate(score));
    else
        json_put_integer(json, "cp", score);
}

static void put_evaluation(struct json *json, const struct evaluation *evaluation)
{
    report_json_score(json, evaluation->score);
    if (evaluation->in_tables)
        json_put_text(json, "table", evaluation_table_name(evaluation));
}

// ---- the game ----------------------------------------------------------------------------------

static void put_tag(struct json *json, const char *name, const char *value)
{
    json_put_pgn_text(json, name, value, strlen(value));
}

static void put_tags(struct json *json, const rk_pgn_game *game)
{
    json_put_object(json, "tags");
    for (size_t i = 0; i < rk_pgn_game_tag_count(game); i++)
        put_tag(json, rk_pgn_game_tag_name(game, i), rk_pgn_game_tag_value(game, i));
    json_end_object(json);
}

static void put_limits(struct json *json, const struct review_limits *limits)
{
    json_put_object(json, "limits");
    if (limits->nodes)
        json_put_integer(json, "nodes", (int64_t)limits->nodes);
    if (limits->depth)
        json_put_integer(json, "depth", limits->depth);
    if (limits->move_time)
        json_put_integer(json, "movetime", limits->move_time);
    json_end_object(json);
}

static void put_phases(struct json *json, const struct side_review *side)
{
    json_put_object(json, "phases");
    for (unsigned phase = 0; phase < PHASE_COUNT; phase++) {
        json_put_object(json, phase_name(phase));
        json_put_integer(json, "moves", side->phases[phase].moves);
        put_percent(json, "accuracy", side->phases[phase].accuracy);
        json_end_object(json);
    }
    json_end_object(json);
}

static void put_side(struct json *json, const char *key, const struct side_review *side)
{
    json_put_object(json, key);
    json_put_integer(json, "moves", side->all.moves);
    put_percent(json, "accuracy", side->all.accuracy);
    json_put_integer(json, "acpl", side->average_loss);
    json_put_object(json, "counts");
    for (unsigned i = 0; i < JUDGEMENT_COUNT; i++)
        json_put_integer(json, judgement_name(i), side->counts[i]);
    json_end_object(json);
    put_phases(json, side);
    json_put_integer(json, "missedMates", side->missed_mates);
    json_put_integer(json, "missedWins", side->missed_wins);
    json_put_integer(json, "timeTrouble", side->in_time_trouble);
    json_end_object(json);
}

// ---- the moves ---------------------------------------------------------------------------------

static void put_san(struct json *json, const char *key, const rk_position *pos, rk_move move)
{
    char san[RK_SAN_MAX];
    rk_san_write(pos, move, san);
    json_put_text(json, key, san);
}

static void put_uci(struct json *json, const char *key, const rk_position *pos, rk_move move)
{
    char uci[RK_UCI_MAX];
    rk_uci_write(pos, move, uci);
    json_put_text(json, key, uci);
}

static void put_line(struct json *json, const char *key, const rk_position *start,
                     const struct evaluation *evaluation)
{
    rk_position pos = *start;
    rk_undo undo;
    json_put_array(json, key);
    for (unsigned i = 0; i < evaluation->line_size; i++) {
        char san[RK_SAN_MAX];
        rk_san_write(&pos, evaluation->line[i], san);
        json_text(json, san);
        rk_position_apply(&pos, evaluation->line[i], &undo);
    }
    json_end_array(json);
}

static void put_flag(struct json *json, const char *key, bool value)
{
    if (value)
        json_put_bool(json, key, true);
}

static void put_explanation(struct json *json, const struct review *review, size_t ply)
{
    char sentence[SENTENCE_MAX];
    sentence_write(review, ply, sentence);
    json_put_text(json, "comment", sentence);
    put_line(json, "line", &review->positions[ply], &review->evaluations[ply]);
    put_line(json, "reply", &review->positions[ply + 1], &review->evaluations[ply + 1]);
}

static void put_judgement(struct json *json, const struct review *review, size_t ply)
{
    const struct move_review *move = &review->moves[ply];
    json_put_text(json, "judgement", judgement_name(move->judgement));
    put_percent(json, "loss", move->loss);
    put_percent(json, "accuracy", chance_accuracy(move->loss));
    json_put_text(json, "phase", phase_name(move->phase));
    if (move->clock_ms >= 0)
        json_put_decimal(json, "clock", (double)move->clock_ms / 1000, 1);
    put_flag(json, "turningPoint", move->is_turning_point);
    put_flag(json, "missedMate", move->missed_mate);
    put_flag(json, "missedWin", move->missed_win);
    put_flag(json, "timeTrouble", move->in_time_trouble);
    if (move_review_is_explained(move))
        put_explanation(json, review, ply);
}

static void put_move(struct json *json, const struct review *review, size_t ply)
{
    const rk_position *before = &review->positions[ply];
    const struct evaluation *evaluation = &review->evaluations[ply];
    const rk_move move = review->moves[ply].move;
    json_begin_object(json);
    json_put_integer(json, "ply", (int64_t)ply + 1);
    put_san(json, "san", before, move);
    put_uci(json, "uci", before, move);
    if (evaluation->line_size)
        put_san(json, "best", before, evaluation->line[0]);
    else
        json_put_text(json, "best", NULL);
    put_evaluation(json, &review->evaluations[ply + 1]);
    if (move == RK_NO_MOVE)
        json_put_text(json, "judgement", NULL);
    else
        put_judgement(json, review, ply);
    json_end_object(json);
}

static void put_turning_points(struct json *json, const struct review *review)
{
    json_put_array(json, "turningPoints");
    for (size_t ply = 0; ply < review->ply_count; ply++)
        if (review->moves[ply].is_turning_point)
            json_number(json, (int64_t)ply + 1);
    json_end_array(json);
}

// ---- the report --------------------------------------------------------------------------------

static void put_start(struct json *json, const struct review *review)
{
    char fen[RK_FEN_MAX];
    rk_fen_write(&review->positions[0], RK_FEN_PLAIN, fen);
    json_put_text(json, "variant", rk_variant_name((rk_variant)review->positions[0].variant));
    json_put_object(json, "start");
    json_put_text(json, "fen", fen);
    put_evaluation(json, &review->evaluations[0]);
    json_end_object(json);
}

void report_json_opening(struct json *json, const rk_opening_line *line)
{
    json_put_object(json, "opening");
    json_put_text(json, "eco", line->opening.eco);
    json_put_text(json, "name", line->opening.name);
    json_put_integer(json, "ply", line->ply);
    json_end_object(json);
}

void report_json_object(const struct report_options *options, const rk_pgn_game *game,
                        const struct review *review, struct buffer *out)
{
    struct json json = json_in(out);
    json_begin_object(&json);
    put_tags(&json, game);
    json_put_text(&json, "result", rk_pgn_game_result(game));
    put_start(&json, review);
    if (review->opening.ply)
        report_json_opening(&json, &review->opening);
    else
        json_put_text(&json, "opening", NULL);
    put_limits(&json, &options->limits);
    put_side(&json, "white", &review->sides[RK_WHITE]);
    put_side(&json, "black", &review->sides[RK_BLACK]);
    put_turning_points(&json, review);
    json_put_array(&json, "moves");
    for (size_t ply = 0; ply < review->ply_count; ply++)
        put_move(&json, review, ply);
    json_end_array(&json);
    json_end_object(&json);
}

rk_err report_game_json(const struct report_options *options, rk_pgn_game *game,
                        const struct review *review, struct buffer *out)
{
    report_json_object(options, game, review, out);
    buffer_put(out, '\n');
    return out->failed ? RK_NO_MEMORY : RK_OK;
}
