/* SPDX-License-Identifier: MIT */
#include "rounds/round_messages.h"
#include "rounds/conditional_moves.h"

#include "base/milliseconds.h"
#include "record/game_moves.h"
#include "record/game_status.h"
#include "rounds/absence.h"
#include "rounds/round.h"
#include "rounds/round_clock.h"
#include "rounds/vacations.h"
#include "wire/message.h"

enum { SENTENCE_SIZE = 200 };

static const char *const side_names[] = {
    [RK_WHITE] = "white", [RK_BLACK] = "black", [RK_NO_SIDE] = "spectator"};
static const char *const room_names[] = {"players", "spectators"};

static struct shared_buffer *write_message(const struct round *round, enum message_kind kind,
                                           const void *structure)
{
    message_write(kind, structure, round_scratch(round));
    return round_scratch_frame(round);
}

// ---- fields ----------------------------------------------------------------------------------

static const char *side_or_null(rk_side side)
{
    return side == RK_NO_SIDE ? NULL : side_names[side];
}

static const char *winner_or_null(rk_winner winner)
{
    return winner == RK_NOBODY_WINS ? NULL : side_names[winner];
}

static int64_t clock_field(int64_t left)
{
    if (left == INT64_MAX)
        return INTEGER_MISSING;
    return left > 0 ? left : 0;
}

static int64_t seconds_field(int64_t milliseconds)
{
    return milliseconds < 0 ? INTEGER_MISSING : (milliseconds + SECOND_MS - 1) / SECOND_MS;
}

static int64_t first_move_field(const struct round *round)
{
    const int64_t deadline = round_clock_first_move_deadline(round);
    if (deadline == INT64_MAX)
        return INTEGER_MISSING;
    return deadline > round->server->now ? deadline - round->server->now : 0;
}

static int64_t diff_field(const struct round *round, rk_side side)
{
    return round->rating.changed ? rating_result_diff(&round->rating, side) : INTEGER_MISSING;
}

static int64_t rating_field(struct shown_rating rating)
{
    return rating.points ? rating.points : INTEGER_MISSING;
}

// ---- the snapshot ----------------------------------------------------------------------------

static void fill_settings(const struct round *round, struct message_game *message)
{
    const struct game_settings *settings = &round->info.settings;
    const rk_side engine = game_info_engine_side(&round->info);
    message->game = round->info.id;
    message->white = round->info.players[RK_WHITE].name;
    message->black = round->info.players[RK_BLACK].name;
    message->computer = side_or_null(engine);
    message->level =
        engine == RK_NO_SIDE ? INTEGER_MISSING : identity_level(&round->info.players[engine]);
    message->variant = game_settings_variant_key(settings);
    message->speed = speed_key(game_settings_speed(settings));
    message->rated = settings->rated;
    message->hidden = settings->hidden;
    message->phrases = game_source_is_paired(round->info.source);
}

static void fill_ratings(const struct round *round, struct message_game *message)
{
    const struct shown_rating *ratings = round->info.ratings;
    message->white_rating = rating_field(ratings[RK_WHITE]);
    message->black_rating = rating_field(ratings[RK_BLACK]);
    message->white_provisional = ratings[RK_WHITE].provisional;
    message->black_provisional = ratings[RK_BLACK].provisional;
    message->white_diff = diff_field(round, RK_WHITE);
    message->black_diff = diff_field(round, RK_BLACK);
}

static void fill_state(const struct round *round, struct message_game *message)
{
    message->version = round_version(round);
    message->turn = side_names[round_turn(round)];
    message->white_ms = clock_field(round_clock_left(round, RK_WHITE));
    message->black_ms = clock_field(round_clock_left(round, RK_BLACK));
    message->running = round_clock_is_running(round);
    message->status = game_status_key(round->game);
    message->winner = winner_or_null(rk_game_winner(round->game));
    message->offer = side_or_null(rk_game_draw_offer(round->game));
    message->claim = rk_game_can_claim(round->game);
    message->abort = round_can_abort(round);
}

static void fill_presence(const struct round *round, rk_side side, struct message_game *message)
{
    message->you = side_names[side];
    message->white_here = round_is_present(round, RK_WHITE);
    message->black_here = round_is_present(round, RK_BLACK);
    message->claimable_in = side == RK_NO_SIDE
                                ? INTEGER_MISSING
                                : seconds_field(absence_claimable_in(round, rk_side_other(side)));
    message->deadline_ms = first_move_field(round);
    message->watchers = (int64_t)round_spectator_count(round);
    message->rematch = *round->rematch ? round->rematch : side_or_null(round->rematch_by);
}

struct shared_buffer *round_message_vacation(const struct round *round, rk_side side, bool on)
{
    return write_message(
        round, KIND_OF_message_on_vacation,
        &(struct message_on_vacation){.game = round->info.id, .side = side_names[side], .on = on});
}

/* The mover's clock after each move, in hundredths of a second, as in an export; nothing if one of
 * them is unknown. */
static void write_clocks(const struct round *round, struct buffer *out)
{
    for (size_t i = 0; i < round->journal.count; i++) {
        const struct event *event = &round->journal.events[i];
        if (event->kind != EVENT_ACTION || event->action.kind != RK_ACT_MOVE)
            continue;
        const int64_t left = event->left[event->action.by];
        if (left == INT64_MAX) {
            buffer_clear(out);
            return;
        }
        if (out->size)
            buffer_put(out, ' ');
        buffer_integer(out, left < 0 ? 0 : (left + 5) / 10);
    }
}

struct shared_buffer *round_message_game(const struct round *round, rk_side side)
{
    char clock[RK_CLOCK_TEXT_MAX], start[RK_FEN_MAX], fen[RK_FEN_MAX], reason[SENTENCE_SIZE];
    struct buffer moves = {0}, clocks = {0}, conditional = {0};
    struct message_game message = {.clock = clock,
                                   .start = start,
                                   .fen = fen,
                                   .white_lag = INTEGER_MISSING,
                                   .black_lag = INTEGER_MISSING};
    game_settings_write_clock(&round->info.settings, clock);
    rk_fen_write(rk_game_start(round->game), RK_FEN_PLAIN, start);
    rk_fen_write(rk_game_position(round->game), RK_FEN_PLAIN, fen);
    fill_settings(round, &message);
    fill_ratings(round, &message);
    fill_state(round, &message);
    fill_presence(round, side, &message);
    game_moves_write(&round->info, round->game, SIZE_MAX, &moves);
    message.moves = buffer_cstr(&moves);
    write_clocks(round, &clocks);
    message.clocks = clocks.size ? buffer_cstr(&clocks) : NULL;
    message.vacation = round_vacation(round);
    if (side != RK_NO_SIDE)
        conditional_moves_write(round, side, &conditional);
    if (conditional.size)
        message.conditional = buffer_cstr(&conditional);
    if (round_is_over(round)) {
        game_result_sentence(round->game, reason, sizeof reason);
        message.reason = reason;
        message.end = game_end_word(round->game);
        message.end_by = side_or_null(game_end_side(round->game));
        message.white_lag = round_lag_compensation(round, RK_WHITE);
        message.black_lag = round_lag_compensation(round, RK_BLACK);
    }
    struct shared_buffer *frame =
        moves.failed || clocks.failed ? NULL : write_message(round, KIND_OF_message_game, &message);
    buffer_fini(&moves);
    buffer_fini(&clocks);
    buffer_fini(&conditional);
    return frame;
}

// ---- events ----------------------------------------------------------------------------------

static bool both_had_moved(const rk_game *game, size_t last)
{
    unsigned moves = 0;
    for (size_t i = 0; i <= last && moves < 2; i++)
        moves += rk_game_action(game, i)->kind == RK_ACT_MOVE;
    return moves == 2;
}

/* An older action: as the log has it. */
static void fill_past(const struct round *round, const struct event *event, size_t action,
                      struct message_event *message)
{
    message->white_ms = clock_field(event->left[RK_WHITE]);
    message->black_ms = clock_field(event->left[RK_BLACK]);
    message->running = event->left[RK_WHITE] != INT64_MAX && event->action.kind != RK_ACT_PAUSE &&
                       both_had_moved(round->game, action);
    message->offer = side_or_null(rk_game_draw_offer_after(round->game, action));
    message->status = "started";
}

/* The latest action: the game as it is now. */
static void fill_latest(const struct round *round, struct message_event *message, char *reason)
{
    message->white_ms = clock_field(round_clock_left(round, RK_WHITE));
    message->black_ms = clock_field(round_clock_left(round, RK_BLACK));
    message->running = round_clock_is_running(round);
    message->offer = side_or_null(rk_game_draw_offer(round->game));
    message->claim = rk_game_can_claim(round->game);
    message->status = game_status_key(round->game);
    message->winner = winner_or_null(rk_game_winner(round->game));
    message->deadline_ms = first_move_field(round);
    if (!round_is_over(round))
        return;
    game_result_sentence(round->game, reason, SENTENCE_SIZE);
    message->reason = reason;
    message->end = game_end_word(round->game);
    message->end_by = side_or_null(game_end_side(round->game));
    message->white_lag = round_lag_compensation(round, RK_WHITE);
    message->black_lag = round_lag_compensation(round, RK_BLACK);
    message->white_diff = diff_field(round, RK_WHITE);
    message->black_diff = diff_field(round, RK_BLACK);
}

struct shared_buffer *round_message_event(const struct round *round, size_t index)
{
    char uci[RK_UCI_MAX], san[RK_SAN_MAX], reason[SENTENCE_SIZE];
    const struct event *event = &round->journal.events[index];
    const size_t action = round_action_index(round, index);
    struct message_event message = {.game = round->info.id,
                                    .version = (int64_t)index + 1,
                                    .what = rk_action_name(event->action.kind),
                                    .by = side_names[event->action.by],
                                    .lag = INTEGER_MISSING,
                                    .deadline_ms = INTEGER_MISSING,
                                    .white_lag = INTEGER_MISSING,
                                    .black_lag = INTEGER_MISSING,
                                    .white_diff = INTEGER_MISSING,
                                    .black_diff = INTEGER_MISSING};
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

struct shared_buffer *round_message_chat(const struct round *round, size_t index)
{
    const struct event *event = &round->journal.events[index];
    return write_message(round, KIND_OF_message_chat,
                         &(struct message_chat){.game = round->info.id,
                                                .version = (int64_t)index + 1,
                                                .room = room_names[event->room],
                                                .name = event->name,
                                                .text = event->text});
}

struct shared_buffer *round_message_skip(const struct round *round, size_t index)
{
    return write_message(
        round, KIND_OF_message_skip,
        &(struct message_skip){.game = round->info.id, .version = (int64_t)index + 1});
}

// ---- other messages --------------------------------------------------------------------------

struct shared_buffer *round_message_presence(const struct round *round, rk_side side,
                                             int64_t claimable_in_ms)
{
    return write_message(
        round, KIND_OF_message_presence,
        &(struct message_presence){.game = round->info.id,
                                   .side = side_names[side],
                                   .here = round_is_present(round, side),
                                   .claimable_in = seconds_field(claimable_in_ms)});
}

struct shared_buffer *round_message_crowd(const struct round *round)
{
    return write_message(
        round, KIND_OF_message_crowd,
        &(struct message_crowd){.game = round->info.id,
                                .watchers = (int64_t)round_spectator_count(round)});
}

struct shared_buffer *round_message_rematch(const struct round *round)
{
    return write_message(
        round, KIND_OF_message_rematched,
        &(struct message_rematched){.game = round->info.id,
                                    .by = side_or_null(round->rematch_by),
                                    .next = *round->rematch ? round->rematch : NULL});
}
