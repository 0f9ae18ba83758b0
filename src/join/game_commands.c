/* SPDX-License-Identifier: MIT */
/* Commands in the game on the board. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "join/handlers.h"
#include "tui/typed_move.h"

enum { DEFAULT_SECONDS = 15, SECONDS_MIN = 5, SECONDS_MAX = 60 };

/* The game on the board if we play in it and it is not over; else refuses the line and returns
 * NULL. */
static const struct remote_game *require_own_game(struct online_session *session)
{
    const struct remote_game *game = online_session_game(session);
    if (!game)
        online_session_refuse(session, "there is no game on the board");
    else if (!online_session_is_player(game))
        online_session_refuse(session, "you are only watching this game");
    else if (game->over)
        online_session_refuse(session, "the game is over");
    else
        return game;
    return NULL;
}

static void send_act(struct online_session *session, struct message_act *act)
{
    char id[CLIENT_ID_SIZE + 1];
    client_make_id(session->client, id);
    act->game = session->game;
    act->id = id;
    act->version = INTEGER_MISSING;
    if (!client_act(session->client, act))
        online_session_refuse(session, "too many commands are waiting for an answer");
    else if (session->disconnected)
        online_session_print(session, "not connected: this will be sent after reconnecting");
}

void online_session_send_verb(struct online_session *session, enum verb verb, const char *move)
{
    send_act(session, &(struct message_act){
                          .verb = verb_name(verb), .move = move, .seconds = INTEGER_MISSING});
}

// ---- moves -----------------------------------------------------------------------------------

/* Parses a move of our side; refuses the line and returns false if it is not one. */
static bool parse_move(struct online_session *session, const struct remote_game *game,
                       const char *text, char uci[RK_UCI_MAX])
{
    const rk_position *pos = rk_game_position(game->moves);
    rk_fault fault;
    rk_move move;
    if (rk_position_turn(pos) != game->you) {
        online_session_refuse(session, "it is your opponent's turn");
        return false;
    }
    if (typed_move_parse(pos, text, &move, &fault)) {
        online_session_refuse(session, "%s: %s", text, fault.text);
        return false;
    }
    rk_uci_write(pos, move, uci);
    return true;
}

void run_move(struct online_session *session, const char *text)
{
    char uci[RK_UCI_MAX];
    const struct remote_game *game = require_own_game(session);
    if (game && parse_move(session, game, text, uci))
        online_session_send_verb(session, VERB_MOVE, uci);
}

// ---- draws, resignation and time -------------------------------------------------------------

void run_resign(struct online_session *session, const char *argument)
{
    (void)argument;
    if (require_own_game(session))
        online_session_send_verb(session, VERB_RESIGN, NULL);
}

bool online_session_has_draw_offer(const struct remote_game *game)
{
    return !game->over && game->draw_offer == rk_side_other(game->you);
}

void run_draw(struct online_session *session, const char *argument)
{
    (void)argument;
    const struct remote_game *game = require_own_game(session);
    if (game)
        online_session_send_verb(
            session, online_session_has_draw_offer(game) ? VERB_ACCEPT_DRAW : VERB_OFFER_DRAW,
            NULL);
}

void run_claim(struct online_session *session, const char *argument)
{
    char uci[RK_UCI_MAX];
    const struct remote_game *game = require_own_game(session);
    if (!game)
        return;
    const bool absent = !game->present[rk_side_other(game->you)] && !game->can_claim;
    const bool draw = !strcmp(argument, "draw");
    if (!*argument || draw)
        online_session_send_verb(session,
                                 !absent ? VERB_CLAIM_DRAW
                                 : draw  ? VERB_CLAIM_ABSENT_DRAW
                                         : VERB_CLAIM_VICTORY,
                                 NULL);
    else if (parse_move(session, game, argument, uci))
        online_session_send_verb(session, VERB_CLAIM_DRAW, uci);
}

void run_abort(struct online_session *session, const char *argument)
{
    (void)argument;
    if (require_own_game(session))
        online_session_send_verb(session, VERB_ABORT, NULL);
}

void run_time(struct online_session *session, const char *argument)
{
    char *end;
    const long seconds = *argument ? strtol(argument, &end, 10) : DEFAULT_SECONDS;
    if (*argument && (*end || seconds < SECONDS_MIN || seconds > SECONDS_MAX))
        online_session_refuse(session, "time takes 5 to 60 seconds: time 15");
    else if (require_own_game(session))
        send_act(session,
                 &(struct message_act){.verb = verb_name(VERB_ADD_TIME), .seconds = seconds});
}

// ---- chat and rematch ------------------------------------------------------------------------

void run_say(struct online_session *session, const char *argument)
{
    const struct remote_game *game = online_session_game(session);
    if (!game)
        online_session_refuse(session, "there is no game on the board");
    else if (!*argument)
        online_session_refuse(session, "missing text: say TEXT");
    else
        send_act(session, &(struct message_act){
                              .verb = verb_name(VERB_CHAT),
                              .seconds = INTEGER_MISSING,
                              .text = argument,
                              .room = online_session_is_player(game) ? "players" : "spectators"});
}

bool online_session_has_rematch_offer(const struct remote_game *game)
{
    return game->over && game->rematch_offer == rk_side_other(game->you);
}

void online_session_send_rematch(struct online_session *session, bool accept)
{
    char id[CLIENT_ID_SIZE + 1];
    client_make_id(session->client, id);
    const struct message_rematch rematch = {.id = id, .game = session->game, .accept = accept};
    if (!client_request(session->client, KIND_OF_message_rematch, &rematch, id))
        online_session_refuse_not_connected(session);
}

void run_rematch(struct online_session *session, const char *argument)
{
    (void)argument;
    const struct remote_game *game = online_session_game(session);
    if (!online_session_is_player(game) || !game->over)
        online_session_refuse(session, "there is no finished game of yours on the board");
    else
        online_session_send_rematch(session, true);
}
