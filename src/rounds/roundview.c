/* SPDX-License-Identifier: MIT */
#include "rounds/roundview.h"

#include <string.h>

#include "rookery/san.h"
#include "rounds/absence.h"
#include "rounds/roundtime.h"
#include "wire/message.h"

enum { REASON_SIZE = 200, NO_CLOCK_MS = 2147483647, SECOND = 1000 };

static const char *const side_names[] = {"white", "black", "spectator"};
static const char *const room_names[] = {"players", "spectators"};
static const char *const line_room_names[] = {"player", "spectator"};

// ---- frames ----------------------------------------------------------------------------------

static struct buffer *scratch(const struct round *round)
{
    struct buffer *text = &round->server->rounds->text;
    buffer_clear(text);
    return text;
}

static struct shared_buffer *frame_of(const struct buffer *text)
{
    return text->failed ? NULL : shared_buffer_create(text->bytes, text->size);
}

static struct shared_buffer *write_message(const struct round *round, enum message_kind kind,
                                           const void *structure)
{
    struct buffer *text = scratch(round);
    message_write(kind, structure, text);
    return frame_of(text);
}

// ---- what is said in several places ----------------------------------------------------------

static const char *name_of_side(rk_side side)
{
    return side == RK_NO_SIDE ? NULL : side_names[side];
}

static const char *name_of_winner(rk_winner winner)
{
    return winner == RK_NOBODY_WINS ? NULL : side_names[winner];
}

/* The clock of a side for a message: INTEGER_MISSING without one, never below zero. */
static int64_t shown(int64_t left)
{
    if (left == INT64_MAX)
        return INTEGER_MISSING;
    return left > 0 ? left : 0;
}

static int64_t seconds_of(int64_t milliseconds)
{
    return milliseconds < 0 ? INTEGER_MISSING : (milliseconds + SECOND - 1) / SECOND;
}

static int64_t deadline_of(const struct round *round)
{
    const int64_t by = round_first_move_by(round);
    if (by == INT64_MAX)
        return INTEGER_MISSING;
    return by > round->server->now ? by - round->server->now : 0;
}

// ---- the snapshot ----------------------------------------------------------------------------

static void fill_terms(const struct round *round, struct message_game *message)
{
    const struct game_settings *settings = &round->info.settings;
    message->game = round->info.id;
    message->white = round->info.players[RK_WHITE].name;
    message->black = round->info.players[RK_BLACK].name;
    const unsigned engine = game_info_engine_side(&round->info);
    message->computer = engine < 2 ? side_names[engine] : NULL;
    message->level = engine < 2 ? identity_level(&round->info.players[engine]) : INTEGER_MISSING;
    message->variant = game_settings_variant_key(settings);
    message->speed = speed_key(game_settings_speed(settings));
    message->rated = settings->rated;
    message->hidden = settings->hidden;
}

static void fill_state(const struct round *round, struct message_game *message)
{
    message->version = round_version(round);
    message->turn = side_names[round_turn(round)];
    message->white_ms = shown(round_left(round, RK_WHITE));
    message->black_ms = shown(round_left(round, RK_BLACK));
    message->running = round_clock_runs(round);
    message->status = game_status_key(round->game);
    message->winner = name_of_winner(rk_game_winner(round->game));
    message->offer = name_of_side(rk_game_draw_offer(round->game));
    message->claim = rk_game_can_claim(round->game);
    message->abort = round_can_abort(round);
}

static void fill_people(const struct round *round, unsigned side, struct message_game *message)
{
    message->you = side_names[side];
    message->white_here = round_is_present(round, RK_WHITE);
    message->black_here = round_is_present(round, RK_BLACK);
    message->claimable_in =
        side < 2 ? seconds_of(absence_claimable_in(round, !side)) : INTEGER_MISSING;
    message->deadline_ms = deadline_of(round);
    message->watchers = (int64_t)round_spectator_count(round);
    if (*round->rematch)
        message->rematch = round->rematch;
    else if (round->rematch_by < 2)
        message->rematch = side_names[round->rematch_by];
}

struct shared_buffer *view_snapshot(const struct round *round, unsigned side)
{
    char clock[RK_CLOCK_TEXT_MAX], start[RK_FEN_MAX], fen[RK_FEN_MAX], reason[REASON_SIZE];
    struct buffer moves = {0};
    struct message_game message = {.clock = clock,
                                   .start = start,
                                   .fen = fen,
                                   .white_lag = INTEGER_MISSING,
                                   .black_lag = INTEGER_MISSING};
    rk_time_control_write(&round->info.settings.clock, clock);
    rk_fen_write(rk_game_start(round->game), RK_FEN_PLAIN, start);
    rk_fen_write(rk_game_position(round->game), RK_FEN_PLAIN, fen);
    fill_terms(round, &message);
    fill_state(round, &message);
    fill_people(round, side, &message);
    game_moves_write(&round->info, round->game, SIZE_MAX, &moves);
    message.moves = buffer_cstr(&moves);
    if (round_is_over(round)) {
        game_result_sentence(round->game, reason, sizeof reason);
        message.reason = reason;
        message.white_lag = round_lag_compensation(round, RK_WHITE);
        message.black_lag = round_lag_compensation(round, RK_BLACK);
    }
    struct shared_buffer *frame =
        moves.failed ? NULL : write_message(round, KIND_OF_message_game, &message);
    buffer_fini(&moves);
    return frame;
}

// ---- events ----------------------------------------------------------------------------------

/* Which action of the game an entry of the journal is. */
static size_t action_index(const struct round *round, size_t index)
{
    size_t later = 0;
    for (size_t i = index + 1; i < round->journal.count; i++)
        later += round->journal.events[i].kind == EVENT_ACTION;
    return rk_game_length(round->game) - 1 - later;
}

bool view_is_latest(const struct round *round, size_t index)
{
    return round->journal.events[index].kind == EVENT_ACTION &&
           action_index(round, index) + 1 == rk_game_length(round->game);
}

static bool both_had_moved(const rk_game *game, size_t last)
{
    unsigned moves = 0;
    for (size_t i = 0; i <= last && moves < 2; i++)
        moves += rk_game_action(game, i)->kind == RK_ACT_MOVE;
    return moves == 2;
}

/* An action that others followed: facts of the log. */
static void fill_past(const struct round *round, const struct event *event, size_t action,
                      struct message_event *message)
{
    message->white_ms = shown(event->left[RK_WHITE]);
    message->black_ms = shown(event->left[RK_BLACK]);
    message->running = event->left[RK_WHITE] != INT64_MAX && event->action.kind != RK_ACT_PAUSE &&
                       both_had_moved(round->game, action);
    message->offer = name_of_side(rk_game_draw_offer_after(round->game, action));
    message->status = "started";
}

static void fill_latest(const struct round *round, struct message_event *message, char *reason)
{
    message->white_ms = shown(round_left(round, RK_WHITE));
    message->black_ms = shown(round_left(round, RK_BLACK));
    message->running = round_clock_runs(round);
    message->offer = name_of_side(rk_game_draw_offer(round->game));
    message->claim = rk_game_can_claim(round->game);
    message->status = game_status_key(round->game);
    message->winner = name_of_winner(rk_game_winner(round->game));
    if (!round_is_over(round))
        return;
    game_result_sentence(round->game, reason, REASON_SIZE);
    message->reason = reason;
    message->white_lag = round_lag_compensation(round, RK_WHITE);
    message->black_lag = round_lag_compensation(round, RK_BLACK);
}

struct shared_buffer *view_event(const struct round *round, size_t index)
{
    char uci[RK_UCI_MAX], san[RK_SAN_MAX], reason[REASON_SIZE];
    const struct event *event = &round->journal.events[index];
    const size_t action = action_index(round, index);
    struct message_event message = {.game = round->info.id,
                                    .version = (int64_t)index + 1,
                                    .what = rk_action_name(event->action.kind),
                                    .by = side_names[event->action.by],
                                    .lag = INTEGER_MISSING,
                                    .white_lag = INTEGER_MISSING,
                                    .black_lag = INTEGER_MISSING};
    if (event->action.kind == RK_ACT_MOVE) {
        const rk_position *before = rk_game_position_before(round->game, action);
        game_move_write(&round->info, before, event->action.move, uci);
        rk_san_write(before, event->action.move, san);
        message.move = uci;
        message.san = san;
        message.lag = event->action.lag ? event->action.lag : INTEGER_MISSING;
    }
    if (action + 1 == rk_game_length(round->game))
        fill_latest(round, &message, reason);
    else
        fill_past(round, event, action, &message);
    return write_message(round, KIND_OF_message_event, &message);
}

struct shared_buffer *view_chat(const struct round *round, size_t index)
{
    const struct event *event = &round->journal.events[index];
    return write_message(round, KIND_OF_message_chat,
                         &(struct message_chat){.game = round->info.id,
                                                .version = (int64_t)index + 1,
                                                .room = room_names[event->room],
                                                .name = event->name,
                                                .text = event->text});
}

struct shared_buffer *view_skip(const struct round *round, size_t index)
{
    return write_message(
        round, KIND_OF_message_skip,
        &(struct message_skip){.game = round->info.id, .version = (int64_t)index + 1});
}

struct shared_buffer *view_presence(const struct round *round, unsigned side,
                                    int64_t claimable_in_ms)
{
    return write_message(round, KIND_OF_message_presence,
                         &(struct message_presence){.game = round->info.id,
                                                    .side = side_names[side],
                                                    .here = round_is_present(round, side),
                                                    .claimable_in = seconds_of(claimable_in_ms)});
}

struct shared_buffer *view_crowd(const struct round *round)
{
    return write_message(
        round, KIND_OF_message_crowd,
        &(struct message_crowd){.game = round->info.id,
                                .watchers = (int64_t)round_spectator_count(round)});
}

struct shared_buffer *view_rematch(const struct round *round)
{
    const bool offered = round->rematch_by < 2;
    return write_message(
        round, KIND_OF_message_rematched,
        &(struct message_rematched){.game = round->info.id,
                                    .by = offered ? side_names[round->rematch_by] : NULL,
                                    .next = *round->rematch ? round->rematch : NULL});
}

// ---- lines -----------------------------------------------------------------------------------

static struct shared_buffer *end_line(struct buffer *text, struct json *json)
{
    json_end_object(json);
    buffer_put(text, '\n');
    return frame_of(text);
}

static int64_t clock_for_line(const struct round *round, unsigned side)
{
    const int64_t left = round_left(round, side);
    if (left == INT64_MAX || left > NO_CLOCK_MS)
        return NO_CLOCK_MS;
    return left > 0 ? left : 0;
}

static int64_t increment_for_line(const struct round *round, unsigned side)
{
    const rk_time_control *rule = &round->info.settings.clock;
    return round_is_clocked(round) ? rule->stages[side][0].extra : 0;
}

static void write_clocks(const struct round *round, struct json *json)
{
    json_put_integer(json, "wtime", clock_for_line(round, RK_WHITE));
    json_put_integer(json, "btime", clock_for_line(round, RK_BLACK));
    json_put_integer(json, "winc", increment_for_line(round, RK_WHITE));
    json_put_integer(json, "binc", increment_for_line(round, RK_BLACK));
}

static void write_expiration(const struct round *round, struct json *json)
{
    const int64_t left = deadline_of(round);
    if (left == INTEGER_MISSING)
        return;
    json_put_object(json, "expiration");
    json_put_integer(json, "idleMillis", round->server->now - round->deadline_from);
    json_put_integer(json, "millisToMove", round_first_move_ms(round));
    json_end_object(json);
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
    if (rk_game_winner(round->game) != RK_NOBODY_WINS)
        json_put_text(json, "winner", name_of_winner(rk_game_winner(round->game)));
    if (offer != RK_NO_SIDE)
        json_put_bool(json, offer == RK_WHITE ? "wdraw" : "bdraw", true);
    if (*round->rematch)
        json_put_text(json, "rematch", round->rematch);
    write_expiration(round, json);
}

struct shared_buffer *view_state_line(const struct round *round)
{
    struct buffer *text = scratch(round);
    struct json json = json_in(text);
    json_begin_object(&json);
    write_state(round, &json);
    return end_line(text, &json);
}

static void write_player(const struct round *round, unsigned side, struct json *json)
{
    const struct identity *player = &round->info.players[side];
    json_put_object(json, side_names[side]);
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
    const int64_t day = INT64_C(24) * 60 * 60 * SECOND;
    if (round_is_clocked(round)) {
        json_put_object(json, "clock");
        json_put_integer(json, "initial", rule->stages[RK_WHITE][0].base);
        json_put_integer(json, "increment", rule->stages[RK_WHITE][0].extra);
        json_end_object(json);
    } else if (rule->kind == RK_CLOCK_DAYS)
        json_put_integer(json, "daysPerTurn", rule->stages[RK_WHITE][0].base / day);
}

struct shared_buffer *view_full_line(const struct round *round)
{
    const struct game_settings *settings = &round->info.settings;
    struct buffer *text = scratch(round);
    struct json json = json_in(text);
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
    return end_line(text, &json);
}

struct shared_buffer *view_chat_line(const struct round *round, size_t index)
{
    const struct event *event = &round->journal.events[index];
    struct buffer *text = scratch(round);
    struct json json = json_in(text);
    json_begin_object(&json);
    json_put_text(&json, "type", "chatLine");
    json_put_text(&json, "room", line_room_names[event->room]);
    json_put_text(&json, "username", event->name);
    json_put_text(&json, "text", event->text);
    return end_line(text, &json);
}

struct shared_buffer *view_gone_line(const struct round *round, bool gone, int64_t claimable_in_ms)
{
    struct buffer *text = scratch(round);
    struct json json = json_in(text);
    json_begin_object(&json);
    json_put_text(&json, "type", "opponentGone");
    json_put_bool(&json, "gone", gone);
    if (gone && claimable_in_ms >= 0)
        json_put_integer(&json, "claimWinInSeconds", seconds_of(claimable_in_ms));
    return end_line(text, &json);
}

// ---- GameInfo --------------------------------------------------------------------------------

static void write_opponent(const struct round *round, unsigned side, struct json *json)
{
    const struct identity *opponent = &round->info.players[!side];
    const bool is_engine = opponent->role == ROLE_ENGINE;
    json_put_object(json, "opponent");
    if (opponent->role != ROLE_GUEST)
        json_put_text(json, "id", is_engine ? NULL : opponent->id);
    json_put_text(json, "username", opponent->name);
    if (is_engine)
        json_put_integer(json, "ai", identity_level(opponent));
    json_end_object(json);
}

static void write_ids(const struct round *round, unsigned side, struct json *json)
{
    char full[sizeof round->info.id + sizeof round->info.keys[0]];
    strcpy(full, round->info.id);
    strcat(full, round->info.keys[side]);
    json_put_text(json, "id", round->info.id);
    json_put_text(json, "gameId", round->info.id);
    json_put_text(json, "fullId", full);
    json_put_text(json, "color", side_names[side]);
}

static bool has_moved(const rk_game *game, unsigned side)
{
    for (size_t i = 0; i < rk_game_length(game); i++)
        if (rk_game_action(game, i)->kind == RK_ACT_MOVE && rk_game_action(game, i)->by == side)
            return true;
    return false;
}

static void write_position(const struct round *round, unsigned side, struct json *json)
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
    const int64_t left = round_left(round, side);
    if (left != INT64_MAX)
        json_put_integer(json, "secondsLeft", left > 0 ? left / SECOND : 0);
}

static void write_status(const struct round *round, struct json *json)
{
    const rk_winner winner = rk_game_winner(round->game);
    json_put_object(json, "status");
    json_put_integer(json, "id", game_status_number(round->game));
    json_put_text(json, "name", game_status_key(round->game));
    json_end_object(json);
    if (winner != RK_NOBODY_WINS)
        json_put_text(json, "winner", name_of_winner(winner));
}

/* Which families of the API can play it. */
static void write_compat(const struct round *round, struct json *json)
{
    const enum speed speed = game_settings_speed(&round->info.settings);
    const bool slow = speed >= SPEED_RAPID;
    json_put_object(json, "compat");
    json_put_bool(json, "bot", speed != SPEED_ULTRABULLET);
    json_put_bool(json, "board",
                  slow || (speed == SPEED_BLITZ && round->info.source != SOURCE_LOBBY));
    json_end_object(json);
}

void round_write_info(const struct round *round, unsigned side, struct json *json)
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
    write_compat(round, json);
    json_end_object(json);
}
