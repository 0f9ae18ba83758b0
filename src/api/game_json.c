/* SPDX-License-Identifier: MIT */
#include "api/game_json.h"

#include "base/milliseconds.h"
#include "ratings/rating_json.h"
#include "record/game_moves.h"
#include "record/game_status.h"
#include "rookery/san.h"
#include "rounds/round.h"
#include "rounds/round_clock.h"

// ---- parts -----------------------------------------------------------------------------------

static void write_winner(const rk_game *game, struct json *json)
{
    const rk_winner winner = rk_game_winner(game);
    if (winner != RK_NOBODY_WINS)
        json_put_text(json, "winner", rk_side_name(winner == RK_WHITE_WINS ? RK_WHITE : RK_BLACK));
}

/* Whole seconds, as the API shows clocks; nothing without a clock. */
static void put_clock(struct json *json, const char *key, int64_t left)
{
    if (left != INT64_MAX)
        json_put_integer(json, key, left > 0 ? (left + SECOND_MS / 2) / SECOND_MS : 0);
}

static const rk_position *position_after(const rk_game *game, size_t index)
{
    return index + 1 < rk_game_length(game) ? rk_game_position_before(game, index + 1)
                                            : rk_game_position(game);
}

static void put_fen(struct json *json, const char *key, const rk_position *position)
{
    char fen[RK_FEN_MAX];
    rk_fen_write(position, RK_FEN_PLAIN, fen);
    json_put_text(json, key, fen);
}

// ---- positions -------------------------------------------------------------------------------

void game_json_position(const struct exported_game *exported, const struct exported_ply *ply,
                        struct buffer *out)
{
    char uci[RK_UCI_MAX];
    struct json json = json_in(out);
    json_begin_object(&json);
    put_fen(&json, "fen", position_after(exported->game, ply->index));
    game_move_write(exported->info, ply->before, ply->action->move, uci);
    json_put_text(&json, "lm", uci);
    if (ply->entry) {
        put_clock(&json, "wc", ply->entry->left[RK_WHITE]);
        put_clock(&json, "bc", ply->entry->left[RK_BLACK]);
    }
    json_end_object(&json);
}

static void put_last_move(const struct game_info *info, const rk_game *game, struct json *json)
{
    char uci[RK_UCI_MAX];
    for (size_t i = rk_game_length(game); i-- > 0;)
        if (rk_game_action(game, i)->kind == RK_ACT_MOVE) {
            game_move_write(info, rk_game_position_before(game, i), rk_game_action(game, i)->move,
                            uci);
            json_put_text(json, "lm", uci);
            return;
        }
}

void game_json_current(const struct round *round, struct json *json)
{
    const rk_game *game = round_game(round);
    json_begin_object(json);
    put_fen(json, "fen", rk_game_position(game));
    put_last_move(round_info(round), game, json);
    put_clock(json, "wc", round_clock_left(round, RK_WHITE));
    put_clock(json, "bc", round_clock_left(round, RK_BLACK));
    json_end_object(json);
}

// ---- games -----------------------------------------------------------------------------------

/* The last visible ply; .action is NULL if there is none. Returns the number of plies. */
static size_t find_last_ply(const struct exported_game *exported, struct exported_ply *out)
{
    struct export_walk walk = {.exported = exported};
    *out = (struct exported_ply){.action = NULL};
    while (export_next_ply(&walk, out))
        ;
    return walk.plies;
}

static void put_position(const struct exported_game *exported, struct json *json)
{
    struct exported_ply last;
    const size_t plies = find_last_ply(exported, &last);
    const rk_position *position =
        last.action ? position_after(exported->game, last.index) : rk_game_start(exported->game);
    put_fen(json, "initialFen", rk_game_start(exported->game));
    put_fen(json, "fen", position);
    json_put_text(json, "player", rk_side_name(rk_position_turn(position)));
    json_put_integer(json, "turns", (int64_t)plies);
    json_put_integer(json, "startedAtTurn", 0);
    if (last.action) {
        char uci[RK_UCI_MAX];
        game_move_write(exported->info, last.before, last.action->move, uci);
        json_put_text(json, "lastMove", uci);
    }
}

static void put_head(const struct game_info *info, struct json *json)
{
    json_put_text(json, "speed", speed_key(game_settings_speed(&info->settings)));
    json_put_text(json, "perf", game_settings_perf_key(&info->settings));
    json_put_bool(json, "rated", info->settings.rated);
    json_put_text(json, "source", game_source_name(info->source));
    json_put_integer(json, "createdAt", info->created_at);
}

void game_json_stream(const struct exported_game *exported, struct buffer *out)
{
    const struct game_info *info = exported->info;
    struct json json = json_in(out);
    json_begin_object(&json);
    json_put_text(&json, "id", info->id);
    game_settings_write_variant(&info->settings, &json);
    put_head(info, &json);
    put_position(exported, &json);
    json_put_object(&json, "status");
    json_put_integer(&json, "id", game_status_number(exported->game));
    json_put_text(&json, "name", game_status_key(exported->game));
    json_end_object(&json);
    write_winner(exported->game, &json);
    json_put_object(&json, "players");
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++) {
        json_put_object(&json, rk_side_name(side));
        export_player(info, side, &json);
        if (exported->rating)
            rating_result_write(exported->rating, side, &json);
        json_end_object(&json);
    }
    json_end_object(&json);
    json_end_object(&json);
}

static void put_clock_rule(const struct game_settings *settings, struct json *json)
{
    const rk_clock_stage *stage = &settings->clock.stages[RK_WHITE][0];
    if (settings->clock.kind == RK_CLOCK_DAYS)
        json_put_integer(json, "daysPerTurn", stage->base / DAY_MS);
    if (!game_settings_has_clock(settings))
        return;
    json_put_object(json, "clock");
    json_put_integer(json, "initial", stage->base / SECOND_MS);
    json_put_integer(json, "increment", stage->extra / SECOND_MS);
    json_put_integer(json, "totalTime", game_settings_estimate(settings));
    json_end_object(json);
}

static void put_summary_player(const struct game_info *info, const struct rating_result *result,
                               rk_side side, struct json *json)
{
    const struct identity *who = &info->players[side];
    json_put_object(json, rk_side_name(side));
    if (who->role == ROLE_ENGINE)
        json_put_integer(json, "aiLevel", identity_level(who));
    else if (who->role != ROLE_GUEST)
        json_put_text(json, "userId", who->id);
    shown_rating_write(info->ratings[side], json);
    if (result)
        rating_result_write(result, side, json);
    json_end_object(json);
}

void game_json_summary(const struct round *round, struct buffer *out)
{
    const struct game_info *info = round_info(round);
    const rk_game *game = round_game(round);
    const struct rating_result *result = round_is_over(round) ? round_rating(round) : NULL;
    struct json json = json_in(out);
    json_begin_object(&json);
    json_put_text(&json, "id", info->id);
    json_put_text(&json, "variant", game_settings_variant_key(&info->settings));
    put_head(info, &json);
    json_put_integer(&json, "status", game_status_number(game));
    json_put_text(&json, "statusName", game_status_key(game));
    put_clock_rule(&info->settings, &json);
    json_put_object(&json, "players");
    put_summary_player(info, result, RK_WHITE, &json);
    put_summary_player(info, result, RK_BLACK, &json);
    json_end_object(&json);
    write_winner(game, &json);
    json_end_object(&json);
}
