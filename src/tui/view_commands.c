/* SPDX-License-Identifier: MIT */
/* The commands that show the game and change only how it is shown. */
#include "rookery/fen.h"
#include "tui/board.h"
#include "tui/commands.h"
#include "tui/legal_moves.h"
#include "tui/report.h"

enum session_result command_moves(struct session *session, const char *argument, FILE *out)
{
    (void)argument;
    if (session_is_over(session))
        return session_refuse(out, rk_err_text(RK_GAME_OVER));
    legal_moves_print(session->game, "moves", out);
    return SESSION_OK;
}

enum session_result command_hint(struct session *session, const char *argument, FILE *out)
{
    (void)argument;
    const struct session_hints *hints = session->hints;
    struct analysis analysis;
    char san[RK_SAN_MAX];
    if (session_is_over(session))
        return session_refuse(out, rk_err_text(RK_GAME_OVER));
    if (session_opponent_to_move(session))
        return session_refuse_opponent_turn(out);
    if (!hints || !hints->analyse(hints->context, session->game, &analysis))
        return session_refuse(out, "no engine is available for hints");
    rk_san_write(rk_game_position(session->game), analysis.moves[0], san);
    fprintf(out, "the engine would play %s (", san);
    analysis_print_score(&analysis, out);
    if (!analysis.mate)
        fprintf(out, " for %s", report_side_names[session_side_to_move(session)]);
    fputs(")\n", out);
    return SESSION_OK;
}

enum session_result command_thoughts(struct session *session, const char *argument, FILE *out)
{
    (void)argument;
    if (!session->opponent)
        return session_refuse(out, "you are not playing against the engine");
    session->show_analysis = !session->show_analysis;
    fputs(session->show_analysis ? "engine thinking is shown\n" : "engine thinking is hidden\n",
          out);
    return SESSION_OK;
}

enum session_result command_flip(struct session *session, const char *argument, FILE *out)
{
    (void)argument;
    session->flipped = !session->flipped;
    fprintf(out, "seen from %s's side\n", report_side_names[session->flipped]);
    return SESSION_OK;
}

enum session_result command_blindfold(struct session *session, const char *argument, FILE *out)
{
    (void)argument;
    session->blindfold = !session->blindfold;
    fputs(session->blindfold ? "the pieces are hidden\n" : "the pieces are shown\n", out);
    return SESSION_OK;
}

static enum session_result refuse_theme(const char *name, FILE *out)
{
    fprintf(out, "unknown theme: %s; choose", name);
    for (int i = 0; i < THEME_COUNT; i++)
        fprintf(out, "%s %s", i == 0 ? "" : i == THEME_COUNT - 1 ? " or" : ",", themes[i].name);
    fputc('\n', out);
    return SESSION_REFUSED;
}

enum session_result command_theme(struct session *session, const char *argument, FILE *out)
{
    const struct theme *theme = *argument ? theme_find(argument) : theme_next(session->theme);
    if (!theme)
        return refuse_theme(argument, out);
    session->theme = theme;
    fprintf(out, "theme: %s\n", theme->name);
    return SESSION_OK;
}

enum session_result command_board(struct session *session, const char *argument, FILE *out)
{
    (void)argument;
    const struct board_style style = {.flipped = session->flipped, .blindfold = session->blindfold};
    board_draw(rk_game_position(session->game), &style, out);
    report_status(session->game, out);
    fputc('\n', out);
    return SESSION_OK;
}

enum session_result command_clock(struct session *session, const char *argument, FILE *out)
{
    (void)argument;
    const rk_clock *clock = rk_game_clock(session->game);
    if (clock->control.kind == RK_CLOCK_NONE)
        return session_refuse(out, "this game has no clock");
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++)
        fprintf(out, "%s has %.1f seconds left\n", report_side_names[side],
                (double)rk_clock_left(clock, side, session->stamp.now) / 1000);
    return SESSION_OK;
}

enum session_result command_fen(struct session *session, const char *argument, FILE *out)
{
    (void)argument;
    char fen[RK_FEN_MAX];
    rk_fen_write(rk_game_position(session->game), RK_FEN_PLAIN, fen);
    fprintf(out, "%s\n", fen);
    return SESSION_OK;
}

enum session_result command_pgn(struct session *session, const char *argument, FILE *out)
{
    (void)argument;
    const struct game_file_content content = session_content(session);
    return game_file_print(&content, out) ? SESSION_OK : SESSION_REFUSED;
}
