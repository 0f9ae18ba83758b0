/* SPDX-License-Identifier: MIT */
#include "tui/session_core.h"

#include "base/text.h"
#include "rookery/fen.h"
#include "tui/report.h"

rk_side session_side_to_move(const struct session *session)
{
    return rk_position_turn(rk_game_position(session->game));
}

bool session_is_over(const struct session *session)
{
    return rk_status_is_over(rk_game_status(session->game));
}

rk_side session_human_side(const struct session *session)
{
    return session->opponent ? rk_side_other(session->opponent->side)
                             : session_side_to_move(session);
}

enum session_result session_refuse(FILE *out, const char *reason)
{
    fprintf(out, "%s\n", reason);
    return SESSION_REFUSED;
}

struct game_file_content session_content(const struct session *session)
{
    return (struct game_file_content){
        .game = session->game, .players = &session->players, .stamp = &session->stamp};
}

void session_report_change(struct session *session, FILE *out)
{
    if (session->changed && session->observer)
        session->observer->changed(session->observer->context, session, out);
    session->changed = false;
}

// ---- time ------------------------------------------------------------------------------------

void session_set_now(struct session *session, int64_t now)
{
    session->stamp.now = now + session->time_offset;
}

void session_rewind_clock(struct session *session, int64_t time)
{
    session->time_offset += time - session->stamp.now;
    session->stamp.now = time;
}

int64_t session_owner_time(const struct session *session)
{
    return session->stamp.now - session->time_offset;
}

// ---- the opponent ----------------------------------------------------------------------------

void session_stop_opponent(struct session *session)
{
    if (session->thinking)
        session->opponent->stop(session->opponent->context);
    session->thinking = false;
}

bool session_opponent_to_move(const struct session *session)
{
    return session->opponent && !session_is_over(session) &&
           session_side_to_move(session) == session->opponent->side;
}

void session_start_opponent(struct session *session, int64_t now)
{
    const struct session_opponent *opponent = session->opponent;
    if (session->thinking || !session_opponent_to_move(session))
        return;
    session_set_now(session, now);
    opponent->start(opponent->context, session->game, session->stamp.now);
    session->thinking = true;
}

enum session_result session_refuse_opponent_turn(FILE *out)
{
    return session_refuse(out, "the engine is to move: wait, or undo your move");
}

bool session_set_players(struct session *session, const struct players *players)
{
    const struct session_opponent *opponent = NULL;
    session_stop_opponent(session);
    if (players->engine != RK_NO_SIDE) {
        opponent =
            session->engines ? session->engines->select(session->engines->context, players) : NULL;
        if (!opponent)
            return false;
    }
    session->opponent = opponent;
    session->players = *players;
    return true;
}

void session_print_status(const struct session *session, FILE *out)
{
    struct analysis analysis;
    rk_move move;
    report_status(session->game, out);
    if (!session->thinking)
        return;
    fputs("; the engine is thinking", out);
    session->opponent->poll(session->opponent->context, &analysis, &move);
    if (session->show_analysis && analysis.depth) {
        fputs(": ", out);
        analysis_print(&analysis, rk_game_position(session->game), out);
    }
}

// ---- actions ---------------------------------------------------------------------------------

void session_print_last_action(const struct session *session, FILE *out)
{
    report_action(session->game, rk_game_length(session->game) - 1, out);
    fputc('\n', out);
    if (session_is_over(session) && !session->brief) {
        report_result(session->game, out);
        fputc('\n', out);
    }
}

enum session_result session_play_action(struct session *session, rk_action action, FILE *out)
{
    rk_fault fault;
    action.at = session->stamp.now;
    if (rk_game_play(session->game, action, &fault))
        return session_refuse(out, fault.text);
    session->changed = true;
    if (session_is_over(session))
        session_stop_opponent(session);
    session_print_last_action(session, out);
    return SESSION_OK;
}

enum session_result session_play_move(struct session *session, rk_move move, int64_t now, FILE *out)
{
    session_set_now(session, now);
    session->promotion_from = RK_NO_SQUARE;
    if (session_opponent_to_move(session))
        return session_refuse_opponent_turn(out);
    const rk_action action = {
        .kind = RK_ACT_MOVE, .by = session_side_to_move(session), .move = move};
    const enum session_result result = session_play_action(session, action, out);
    session_report_change(session, out);
    return result;
}

bool session_tick(struct session *session, int64_t now, FILE *out)
{
    const rk_side turn = session_side_to_move(session);
    session_set_now(session, now);
    if (session_is_over(session) ||
        !rk_clock_flagged(rk_game_clock(session->game), turn, session->stamp.now))
        return false;
    const rk_action action = {.kind = RK_ACT_FLAG, .by = turn};
    const bool fell = session_play_action(session, action, out) == SESSION_OK;
    session_report_change(session, out);
    return fell;
}

// The clock of the opponent runs while it searches, so its flag may fall.
bool session_poll_opponent(struct session *session, int64_t now, FILE *out)
{
    const struct session_opponent *opponent = session->opponent;
    struct analysis analysis;
    rk_action action = {.kind = RK_ACT_MOVE};
    if (!session->thinking || !opponent->poll(opponent->context, &analysis, &action.move))
        return false;
    session_stop_opponent(session);
    if (session_tick(session, now, out))
        return true;
    if (session->show_analysis && analysis.depth) {
        analysis_print(&analysis, rk_game_position(session->game), out);
        fputc('\n', out);
    }
    action.by = opponent->side;
    if (action.move == RK_NO_MOVE)
        action.kind = RK_ACT_RESIGN;
    session_play_action(session, action, out);
    session_report_change(session, out);
    return true;
}

// ---- the game --------------------------------------------------------------------------------

bool session_is_unfinished(const struct session *session)
{
    return !session_is_over(session) && rk_game_length(session->game);
}

/* A loaded game of people does not end a game against the engine: it is continued against it. */
static bool take_players(struct session *session, const struct players *players)
{
    if (players->engine != RK_NO_SIDE) {
        if (!session_set_players(session, players))
            return false;
        session->flipped = players->engine == RK_WHITE;
    } else if (!session->opponent) {
        session->players = *players;
    }
    return true;
}

static void install_game(struct session *session, const struct loaded_game *taken, int64_t now)
{
    session_stop_opponent(session);
    rk_game_destroy(session->game);
    session->game = taken->game;
    session->setup = taken->setup;
    text_copy(session->stamp.date, sizeof session->stamp.date,
              *taken->date ? taken->date : session->today);
    session->resumed = false;
    session->changed = true;
    session->promotion_from = RK_NO_SQUARE;
    session_set_now(session, now);
    session_rewind_clock(session, taken->now);
}

bool session_replace_game(struct session *session, const struct loaded_game *taken, int64_t now)
{
    if (!take_players(session, &taken->players))
        return false;
    install_game(session, taken, now);
    session->random_start = false;
    return true;
}

bool session_resume(struct session *session, const char *path, int64_t now, FILE *errors)
{
    struct loaded_game game;
    if (!game_file_read(path, &game, errors))
        return false;
    if (!session_replace_game(session, &game, now)) {
        rk_game_destroy(game.game);
        session_refuse(errors, rk_err_text(RK_NO_MEMORY));
        return false;
    }
    session->resumed = true;
    session_report_change(session, errors);
    return true;
}

rk_err session_start_game(struct session *session, int64_t now)
{
    struct loaded_game fresh = {.setup = session->setup};
    rk_err err = RK_OK;
    if (session->random_start)
        err = rk_position_chess960(prng_below(&session->prng, 960), &fresh.setup.start);
    if (!err)
        err = rk_game_create(&fresh.setup, &fresh.game);
    if (err)
        return err;
    install_game(session, &fresh, now);
    return RK_OK;
}

rk_err session_init(struct session *session, const rk_game_setup *setup, int64_t now)
{
    *session = (struct session){.setup = *setup,
                                .players = players_unnamed(),
                                .time_offset = -now,
                                .promotion_from = RK_NO_SQUARE};
    return rk_game_create(setup, &session->game);
}

void session_set_date(struct session *session, const char *date)
{
    text_copy(session->today, sizeof session->today, date);
    text_copy(session->stamp.date, sizeof session->stamp.date, date);
}

rk_err session_random_start(struct session *session, uint64_t seed, int64_t now)
{
    session->random_start = true;
    session->prng = (struct prng){seed};
    return session_start_game(session, now);
}

void session_fini(struct session *session)
{
    session_stop_opponent(session);
    rk_game_destroy(session->game);
    session->game = NULL;
}
