/* SPDX-License-Identifier: MIT */
/* The commands that change the game: undo and redo, draws, resignation, a new game. */
#include <stdlib.h>
#include <string.h>

#include "tui/commands.h"
#include "tui/report.h"
#include "tui/typed_move.h"
#include "tui/undo.h"

// ---- undo and redo ---------------------------------------------------------------------------

enum { PLAYABLE_TIME = 10000 }; /* milliseconds */

static bool parse_count(const char *word, unsigned long *out)
{
    char *end;
    *out = *word ? strtoul(word, &end, 10) : 1;
    return !*word || (*word >= '1' && *word <= '9' && !*end);
}

/* Against an engine, a move goes with its reply: the person is to move again. */
static rk_side side_to_return_to(const struct session *session)
{
    return session->opponent ? session_human_side(session) : RK_NO_SIDE;
}

static int64_t last_action_time(const rk_game *game)
{
    const size_t length = rk_game_length(game);
    return length ? rk_game_action(game, length - 1)->at : 0;
}

/* Whether the side to move can play on with its time: ten seconds or, in a fast game, a quarter of
 * what it had at the start. */
static bool has_playable_time(const rk_game *game)
{
    const rk_clock *clock = rk_game_clock(game);
    const rk_side turn = rk_position_turn(rk_game_position(game));
    const int64_t quarter = clock->control.stages[turn][0].base / 4;
    return clock->left[turn] >= (quarter < PLAYABLE_TIME ? quarter : PLAYABLE_TIME);
}

/* A player whose flag fell in a time scramble would lose again before the next move: goes back to
 * a turn of the same side with time to play. */
static rk_err undo_time_scramble(rk_game *game, FILE *out)
{
    rk_err err = RK_OK;
    size_t length;
    const rk_side turn = rk_position_turn(rk_game_position(game));
    while (!err && !has_playable_time(game) && undo_plan(game, turn, 1, &length)) {
        fputs(", ", out);
        err = undo_to(game, length, out);
    }
    return err;
}

static bool ended_by_flag(const rk_game *game)
{
    const size_t length = rk_game_length(game);
    return length && rk_game_action(game, length - 1)->kind == RK_ACT_FLAG;
}

static enum session_result refuse_undo(const struct session *session, unsigned long available,
                                       FILE *out)
{
    if (!rk_game_length(session->game))
        return session_refuse(out, rk_err_text(RK_NOTHING_TO_UNDO));
    if (!available)
        return session_refuse(out, "you have not moved yet");
    fprintf(out, "only %lu can be taken back\n", available);
    return SESSION_REFUSED;
}

enum session_result command_undo(struct session *session, const char *argument, FILE *out)
{
    unsigned long count;
    size_t length;
    rk_game *game = session->game;
    if (!parse_count(argument, &count))
        return session_refuse(out, "undo takes the number of moves: undo 2");
    const unsigned long available = undo_plan(game, side_to_return_to(session), count, &length);
    if (available < count)
        return refuse_undo(session, available, out);
    const bool flagged = ended_by_flag(game);
    session_stop_opponent(session);
    session->changed = true;
    fputs("taken back: ", out);
    rk_err err = undo_to(game, length, out);
    if (!err && flagged && count == 1)
        err = undo_time_scramble(game, out);
    fputc('\n', out);
    session_rewind_clock(session, last_action_time(game));
    return err ? session_refuse(out, rk_err_text(err)) : SESSION_OK;
}

enum session_result command_redo(struct session *session, const char *argument, FILE *out)
{
    unsigned long count;
    rk_err err = RK_OK;
    rk_game *game = session->game;
    if (!parse_count(argument, &count))
        return session_refuse(out, "redo takes the number of moves: redo 2");
    if (!rk_game_redo_count(game))
        return session_refuse(out, rk_err_text(RK_NOTHING_TO_REDO));
    session_stop_opponent(session);
    session->changed = true;
    fputs("played again:", out);
    for (unsigned long i = 0; i < count && !err && rk_game_redo_count(game); i++) {
        fputs(i ? ", " : " ", out);
        err = redo_turn(game, side_to_return_to(session), out);
    }
    fputc('\n', out);
    session_rewind_clock(session, last_action_time(game));
    return err ? session_refuse(out, rk_err_text(err)) : SESSION_OK;
}

// ---- draws and resignation -------------------------------------------------------------------

static enum session_result answer_offer(struct session *session, rk_action_kind kind, FILE *out)
{
    const rk_side offer = rk_game_draw_offer(session->game);
    const rk_side by = offer == RK_BLACK ? RK_WHITE : RK_BLACK;
    if (offer == RK_NO_SIDE && !session_is_over(session))
        return session_refuse(out, rk_err_text(RK_NO_OFFER));
    if (session->opponent && by == session->opponent->side && !session_is_over(session))
        return session_refuse(out, "only your opponent can answer this offer");
    return session_play_action(session, (rk_action){.kind = kind, .by = by}, out);
}

enum session_result command_accept(struct session *session, const char *argument, FILE *out)
{
    (void)argument;
    return answer_offer(session, RK_ACT_ACCEPT_DRAW, out);
}

enum session_result command_decline(struct session *session, const char *argument, FILE *out)
{
    (void)argument;
    return answer_offer(session, RK_ACT_DECLINE_DRAW, out);
}

static enum session_result answer_as_opponent(struct session *session, FILE *out)
{
    const struct session_opponent *opponent = session->opponent;
    const bool accepts = opponent->accepts_draw(opponent->context, session->game);
    const rk_action answer = {.kind = accepts ? RK_ACT_ACCEPT_DRAW : RK_ACT_DECLINE_DRAW,
                              .by = opponent->side};
    return session_play_action(session, answer, out);
}

enum session_result command_draw(struct session *session, const char *argument, FILE *out)
{
    (void)argument;
    const rk_side by = session_human_side(session);
    const rk_side offer = rk_game_draw_offer(session->game);
    if (offer != RK_NO_SIDE && offer != by)
        return answer_offer(session, RK_ACT_ACCEPT_DRAW, out);
    if (offer != RK_NO_SIDE) {
        fprintf(out, "%s has already offered a draw: accept or decline\n",
                report_side_names[offer]);
        return SESSION_REFUSED;
    }
    const enum session_result result =
        session_play_action(session, (rk_action){.kind = RK_ACT_OFFER_DRAW, .by = by}, out);
    return result == SESSION_OK && session->opponent ? answer_as_opponent(session, out) : result;
}

enum session_result command_claim(struct session *session, const char *argument, FILE *out)
{
    rk_action action = {.kind = RK_ACT_CLAIM_DRAW, .by = session_human_side(session)};
    rk_fault fault;
    if (session_opponent_to_move(session))
        return session_refuse_opponent_turn(out);
    if (*argument &&
        typed_move_parse(rk_game_position(session->game), argument, &action.move, &fault))
        return session_refuse(out, fault.text);
    return session_play_action(session, action, out);
}

enum session_result command_resign(struct session *session, const char *argument, FILE *out)
{
    rk_side by = session_human_side(session);
    if (!strcmp(argument, "white") || !strcmp(argument, "black"))
        by = *argument == 'w' ? RK_WHITE : RK_BLACK;
    else if (*argument)
        return session_refuse(out, "resign takes white or black (default: the side to move)");
    if (session->opponent && by == session->opponent->side && !session_is_over(session))
        return session_refuse(out, "you cannot resign for your opponent");
    return session_play_action(session, (rk_action){.kind = RK_ACT_RESIGN, .by = by}, out);
}

// ---- beginning and end -----------------------------------------------------------------------

enum session_result command_new(struct session *session, const char *argument, FILE *out)
{
    (void)argument;
    const rk_err err = session_start_game(session, session_owner_time(session));
    if (err)
        return session_refuse(out, rk_err_text(err));
    fputs("new game\n", out);
    return SESSION_OK;
}

enum session_result command_quit(struct session *session, const char *argument, FILE *out)
{
    (void)session, (void)argument, (void)out;
    return SESSION_QUIT;
}
