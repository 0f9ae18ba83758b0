/* SPDX-License-Identifier: MIT */
#include "rounds/round_json.h"

#include <string.h>

#include "base/milliseconds.h"
#include "ratings/rating_json.h"
#include "record/game_moves.h"
#include "record/game_status.h"
#include "rounds/round.h"
#include "rounds/round_clock.h"
#include "rounds/round_internal.h"
#include "rounds/vacations.h"

enum { NO_CLOCK_MS = 2147483647 };

static const char *const room_names[] = {"player", "spectator"};

// ---- lines of a stream -----------------------------------------------------------------------

static struct shared_buffer *end_line(const struct round *round, struct json *json)
{
    json_end_object(json);
    buffer_put(json->out, '\n');
    return round_scratch_frame(round);
}

static int64_t seconds_up(int64_t milliseconds)
{
    return (milliseconds + SECOND_MS - 1) / SECOND_MS;
}

static int64_t clock_ms(const struct round *round, rk_side side)
{
    const int64_t left = round_clock_left(round, side);
    if (left == INT64_MAX || left > NO_CLOCK_MS)
        return NO_CLOCK_MS;
    return left > 0 ? left : 0;
}

static int64_t increment_ms(const struct round *round, rk_side side)
{
    return round_has_clock(round) ? round->info.settings.clock.stages[side][0].extra : 0;
}

static void write_clocks(const struct round *round, struct json *json)
{
    json_put_integer(json, "wtime", clock_ms(round, RK_WHITE));
    json_put_integer(json, "btime", clock_ms(round, RK_BLACK));
    json_put_integer(json, "winc", increment_ms(round, RK_WHITE));
    json_put_integer(json, "binc", increment_ms(round, RK_BLACK));
}

static void write_expiration(const struct round *round, struct json *json)
{
    if (round_clock_first_move_deadline(round) == INT64_MAX)
        return;
    json_put_object(json, "expiration");
    json_put_integer(json, "idleMillis", round->server->now - round->first_move_from);
    json_put_integer(json, "millisToMove", round_clock_first_move_limit(round));
    json_end_object(json);
}

static void write_winner(const struct round *round, struct json *json)
{
    const rk_winner winner = rk_game_winner(round->game);
    if (winner != RK_NOBODY_WINS)
        json_put_text(json, "winner", winner == RK_WHITE_WINS ? "white" : "black");
}

/* The fields of a gameState. */
static void write_state(const struct round *round, struct json *json)
{
    struct buffer moves = {0};
    const rk_side offer = rk_game_draw_offer(round->game);
    game_moves_write(&round->info, round->game, SIZE_MAX, &moves);
    json->out->failed |= moves.failed;
    json_put_text(json, "type", "gameState");
    json_put_text(json, "moves", buffer_cstr(&moves));
    buffer_fini(&moves);
    write_clocks(round, json);
    json_put_text(json, "status", game_status_key(round->game));
    write_winner(round, json);
    if (offer != RK_NO_SIDE)
        json_put_bool(json, offer == RK_WHITE ? "wdraw" : "bdraw", true);
    if (*round->rematch)
        json_put_text(json, "rematch", round->rematch);
    write_expiration(round, json);
}

struct shared_buffer *round_json_state_line(const struct round *round)
{
    struct json json = json_in(round_scratch(round));
    json_begin_object(&json);
    write_state(round, &json);
    return end_line(round, &json);
}

static void write_player(const struct round *round, rk_side side, struct json *json)
{
    const struct identity *player = &round->info.players[side];
    json_put_object(json, rk_side_name(side));
    if (player->role == ROLE_ENGINE) {
        json_put_integer(json, "aiLevel", identity_level(player));
        json_end_object(json);
        return;
    }
    if (player->role != ROLE_GUEST)
        json_put_text(json, "id", player->id);
    json_put_text(json, "name", player->name);
    if (identity_title(player))
        json_put_text(json, "title", identity_title(player));
    shown_rating_write(round->info.ratings[side], json);
    json_end_object(json);
}

static void write_start(const struct round *round, struct json *json)
{
    const struct game_settings *settings = &round->info.settings;
    char fen[RK_FEN_MAX] = "startpos";
    if (settings->from_position || settings->variant == RK_CHESS960)
        rk_fen_write(&settings->start, RK_FEN_PLAIN, fen);
    json_put_text(json, "initialFen", fen);
}

static void write_clock_rule(const struct round *round, struct json *json)
{
    const rk_time_control *rule = &round->info.settings.clock;
    if (round_has_clock(round)) {
        json_put_object(json, "clock");
        json_put_integer(json, "initial", rule->stages[RK_WHITE][0].base);
        json_put_integer(json, "increment", rule->stages[RK_WHITE][0].extra);
        json_end_object(json);
    } else if (rule->kind == RK_CLOCK_DAYS)
        json_put_integer(json, "daysPerTurn", rule->stages[RK_WHITE][0].base / DAY_MS);
}

struct shared_buffer *round_json_full_line(const struct round *round)
{
    const struct game_settings *settings = &round->info.settings;
    struct json json = json_in(round_scratch(round));
    json_begin_object(&json);
    json_put_text(&json, "type", "gameFull");
    json_put_text(&json, "id", round->info.id);
    game_settings_write_variant(settings, &json);
    json_put_text(&json, "speed", speed_key(game_settings_speed(settings)));
    game_settings_write_perf(settings, &json);
    json_put_bool(&json, "rated", settings->rated);
    json_put_integer(&json, "createdAt", round->info.created_at);
    write_player(round, RK_WHITE, &json);
    write_player(round, RK_BLACK, &json);
    write_start(round, &json);
    write_clock_rule(round, &json);
    json_put_object(&json, "state");
    write_state(round, &json);
    json_end_object(&json);
    return end_line(round, &json);
}

struct shared_buffer *round_json_chat_line(const struct round *round, size_t index)
{
    const struct event *event = &round->journal.events[index];
    struct json json = json_in(round_scratch(round));
    json_begin_object(&json);
    json_put_text(&json, "type", "chatLine");
    json_put_text(&json, "room", room_names[event->room]);
    json_put_text(&json, "username", event->name);
    json_put_text(&json, "text", event->text);
    return end_line(round, &json);
}

struct shared_buffer *round_json_gone_line(const struct round *round, bool gone,
                                           int64_t claimable_in_ms)
{
    struct json json = json_in(round_scratch(round));
    json_begin_object(&json);
    json_put_text(&json, "type", "opponentGone");
    json_put_bool(&json, "gone", gone);
    if (gone && claimable_in_ms >= 0)
        json_put_integer(&json, "claimWinInSeconds", seconds_up(claimable_in_ms));
    return end_line(round, &json);
}

// ---- GameInfo --------------------------------------------------------------------------------

static void write_opponent(const struct round *round, rk_side side, struct json *json)
{
    const struct identity *opponent = &round->info.players[rk_side_other(side)];
    const bool is_engine = opponent->role == ROLE_ENGINE;
    json_put_object(json, "opponent");
    if (opponent->role != ROLE_GUEST)
        json_put_text(json, "id", is_engine ? NULL : opponent->id);
    json_put_text(json, "username", opponent->name);
    if (is_engine)
        json_put_integer(json, "ai", identity_level(opponent));
    shown_rating_write(round->info.ratings[rk_side_other(side)], json);
    rating_result_write(&round->rating, rk_side_other(side), json);
    json_end_object(json);
}

static void write_ids(const struct round *round, rk_side side, struct json *json)
{
    char full[sizeof round->info.id + sizeof round->info.keys[0]];
    strcpy(full, round->info.id);
    strcat(full, round->info.keys[side]);
    json_put_text(json, "id", round->info.id);
    json_put_text(json, "gameId", round->info.id);
    json_put_text(json, "fullId", full);
    json_put_text(json, "color", rk_side_name(side));
}

static bool has_moved(const rk_game *game, rk_side side)
{
    for (size_t i = 0; i < rk_game_length(game); i++)
        if (rk_game_action(game, i)->kind == RK_ACT_MOVE && rk_game_action(game, i)->by == side)
            return true;
    return false;
}

static void write_position(const struct round *round, rk_side side, struct json *json)
{
    char fen[RK_FEN_MAX], uci[RK_UCI_MAX] = "";
    for (size_t i = rk_game_length(round->game); i-- > 0 && !*uci;) {
        const rk_action *action = rk_game_action(round->game, i);
        if (action->kind == RK_ACT_MOVE)
            game_move_write(&round->info, rk_game_position_before(round->game, i), action->move,
                            uci);
    }
    rk_fen_write(rk_game_position(round->game), RK_FEN_PLAIN, fen);
    json_put_text(json, "fen", fen);
    json_put_text(json, "lastMove", uci);
    json_put_bool(json, "hasMoved", has_moved(round->game, side));
    json_put_bool(json, "isMyTurn", !round_is_over(round) && round_turn(round) == side);
    const int64_t left = round_clock_left(round, side);
    if (left != INT64_MAX)
        json_put_integer(json, "secondsLeft", left > 0 ? left / SECOND_MS : 0);
    if (round_vacation(round))
        json_put_text(json, "vacation", round_vacation(round));
}

static void write_status(const struct round *round, struct json *json)
{
    json_put_object(json, "status");
    json_put_integer(json, "id", game_status_number(round->game));
    json_put_text(json, "name", game_status_key(round->game));
    json_end_object(json);
    write_winner(round, json);
}

void round_json_info(const struct round *round, rk_side side, struct json *json)
{
    const struct game_settings *settings = &round->info.settings;
    json_begin_object(json);
    write_ids(round, side, json);
    write_position(round, side, json);
    write_opponent(round, side, json);
    game_settings_write_variant(settings, json);
    json_put_text(json, "speed", speed_key(game_settings_speed(settings)));
    json_put_text(json, "perf", game_settings_perf_key(settings));
    json_put_bool(json, "rated", settings->rated);
    json_put_text(json, "source", game_source_name(round->info.source));
    write_status(round, json);
    if (round->info.ratings[side].points)
        json_put_integer(json, "rating", round->info.ratings[side].points);
    rating_result_write(&round->rating, side, json);
    game_settings_write_compat(settings, !game_source_is_paired(round->info.source), json);
    json_end_object(json);
}
