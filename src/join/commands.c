/* SPDX-License-Identifier: MIT */
#include "join/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "rookery/san.h"
#include "tui/board.h"
#include "wire/refusals.h"
#include "wire/verbs.h"

enum { LINE_MAX_SIZE = 1024, DEFAULT_SECONDS = 15, COMPUTER_LEVELS = 8 };

static const char not_connected[] = "not connected to the server";

typedef void command_handler(struct online_session *session, const char *argument);

#define ROW(name, argument, handler, help) static command_handler handler;
#include "join/commands.def"

static const struct {
    const char *name, *argument;
    command_handler *run;
    const char *help;
} commands[] = {
#define ROW(name, argument, handler, help) {name, argument, handler, help},
#include "join/commands.def"
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static void refuse_line(struct online_session *session, const char *reason)
{
    session->refused = true;
    online_session_print(session, "%s", reason);
}

// ---- commands in a game ----------------------------------------------------------------------

/* The game on the board if we play in it and it is not over; else refuses the line and returns
 * NULL. */
static const struct remote_game *require_own_game(struct online_session *session)
{
    const struct remote_game *game = online_session_game(session);
    if (!game)
        refuse_line(session, "there is no game on the board");
    else if (!online_session_is_player(game))
        refuse_line(session, "you are only watching this game");
    else if (game->over)
        refuse_line(session, "the game is over");
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
        refuse_line(session, "too many commands are waiting for an answer");
    else if (session->disconnected)
        online_session_print(session, "not connected: this will be sent after reconnecting");
}

static void send_verb(struct online_session *session, enum verb verb, const char *move)
{
    send_act(session, &(struct message_act){
                          .verb = verb_name(verb), .move = move, .seconds = INTEGER_MISSING});
}

/* Parses a move of our side; refuses the line and returns false if it is not one. */
static bool parse_move(struct online_session *session, const struct remote_game *game,
                       const char *text, char uci[RK_UCI_MAX])
{
    const rk_position *pos = rk_game_position(game->moves);
    rk_fault fault;
    rk_move move;
    if (rk_position_turn(pos) != game->you) {
        refuse_line(session, "it is your opponent's turn");
        return false;
    }
    if (rk_san_parse(pos, text, strlen(text), RK_NOTATION_PLAIN, &move, &fault)) {
        refuse_line(session, fault.text);
        return false;
    }
    rk_uci_write(pos, move, uci);
    return true;
}

static void run_move(struct online_session *session, const char *text)
{
    char uci[RK_UCI_MAX];
    const struct remote_game *game = require_own_game(session);
    if (game && parse_move(session, game, text, uci))
        send_verb(session, VERB_MOVE, uci);
}

static void run_resign(struct online_session *session, const char *argument)
{
    (void)argument;
    if (require_own_game(session))
        send_verb(session, VERB_RESIGN, NULL);
}

static bool has_draw_offer(const struct remote_game *game)
{
    return game->draw_offer != RK_NO_SIDE && game->draw_offer != game->you;
}

static void run_draw(struct online_session *session, const char *argument)
{
    (void)argument;
    const struct remote_game *game = require_own_game(session);
    if (game)
        send_verb(session, has_draw_offer(game) ? VERB_ACCEPT_DRAW : VERB_OFFER_DRAW, NULL);
}

static void run_claim(struct online_session *session, const char *argument)
{
    char uci[RK_UCI_MAX];
    const struct remote_game *game = require_own_game(session);
    if (!game)
        return;
    const bool absent = !game->present[rk_side_other(game->you)] && !game->can_claim;
    const bool draw = !strcmp(argument, "draw");
    if (!*argument || draw)
        send_verb(session,
                  !absent ? VERB_CLAIM_DRAW
                  : draw  ? VERB_CLAIM_ABSENT_DRAW
                          : VERB_CLAIM_VICTORY,
                  NULL);
    else if (parse_move(session, game, argument, uci))
        send_verb(session, VERB_CLAIM_DRAW, uci);
}

static void run_abort(struct online_session *session, const char *argument)
{
    (void)argument;
    if (require_own_game(session))
        send_verb(session, VERB_ABORT, NULL);
}

static void run_time(struct online_session *session, const char *argument)
{
    char *end;
    const long seconds = *argument ? strtol(argument, &end, 10) : DEFAULT_SECONDS;
    if (*argument && (*end || seconds < 5 || seconds > 60))
        refuse_line(session, "time takes 5 to 60 seconds: time 15");
    else if (require_own_game(session))
        send_act(session,
                 &(struct message_act){.verb = verb_name(VERB_ADD_TIME), .seconds = seconds});
}

static void run_say(struct online_session *session, const char *argument)
{
    const struct remote_game *game = online_session_game(session);
    if (!game)
        refuse_line(session, "there is no game on the board");
    else if (!*argument)
        refuse_line(session, "missing text: say TEXT");
    else
        send_act(session, &(struct message_act){
                              .verb = verb_name(VERB_CHAT),
                              .seconds = INTEGER_MISSING,
                              .text = argument,
                              .room = online_session_is_player(game) ? "players" : "spectators"});
}

static void send_rematch(struct online_session *session, bool accept)
{
    char id[CLIENT_ID_SIZE + 1];
    client_make_id(session->client, id);
    const struct message_rematch rematch = {.id = id, .game = session->game, .accept = accept};
    if (!client_request(session->client, KIND_OF_message_rematch, &rematch, id))
        refuse_line(session, not_connected);
}

static void run_rematch(struct online_session *session, const char *argument)
{
    (void)argument;
    const struct remote_game *game = online_session_game(session);
    if (!online_session_is_player(game) || !game->over)
        refuse_line(session, "there is no finished game of yours on the board");
    else
        send_rematch(session, true);
}

// ---- finding an opponent ---------------------------------------------------------------------

static const char *clock_or_default(const struct online_session *session, const char *clock)
{
    if (*clock)
        return clock;
    return session->defaults.clock ? session->defaults.clock : "5+3";
}

/* Sends a request that ends in a game. */
static void send_search(struct online_session *session, enum message_kind kind,
                        const void *structure, const char *id)
{
    if (!client_request(session->client, kind, structure, id)) {
        refuse_line(session, not_connected);
        return;
    }
    snprintf(session->search_request, sizeof session->search_request, "%s", id);
    session->search_id[0] = '\0';
    session->search_kind = kind;
    session->is_invitation =
        kind == KIND_OF_message_challenge && !((const struct message_challenge *)structure)->to;
}

void commands_seek(struct online_session *session, const char *clock)
{
    char id[CLIENT_ID_SIZE + 1];
    client_make_id(session->client, id);
    const struct message_seek seek = {.id = id,
                                      .clock = clock_or_default(session, clock),
                                      .variant = session->defaults.variant,
                                      .fen = session->defaults.fen,
                                      .side = session->defaults.side,
                                      .rated = session->defaults.rated,
                                      .hidden = session->defaults.hidden};
    send_search(session, KIND_OF_message_seek, &seek, id);
}

void commands_computer(struct online_session *session, const char *text)
{
    char id[CLIENT_ID_SIZE + 1], *end;
    const long level = strtol(text, &end, 10);
    if (end == text || (*end && *end != ' ') || level < 1 || level > COMPUTER_LEVELS) {
        refuse_line(session, "the level must be 1 to 8: computer 3 5+3");
        return;
    }
    client_make_id(session->client, id);
    const struct message_computer computer = {.id = id,
                                              .level = level,
                                              .clock =
                                                  clock_or_default(session, end + strspn(end, " ")),
                                              .variant = session->defaults.variant,
                                              .fen = session->defaults.fen,
                                              .side = session->defaults.side,
                                              .hidden = session->defaults.hidden};
    send_search(session, KIND_OF_message_computer, &computer, id);
}

/* Without a name it is an invitation: anyone who has the link may accept. */
static void send_challenge(struct online_session *session, const char *name, const char *clock)
{
    char id[CLIENT_ID_SIZE + 1];
    client_make_id(session->client, id);
    const struct message_challenge challenge = {.id = id,
                                                .to = name,
                                                .clock = clock_or_default(session, clock),
                                                .variant = session->defaults.variant,
                                                .fen = session->defaults.fen,
                                                .side = session->defaults.side,
                                                .rated = session->defaults.rated,
                                                .hidden = session->defaults.hidden};
    send_search(session, KIND_OF_message_challenge, &challenge, id);
}

void commands_challenge(struct online_session *session, const char *name)
{
    send_challenge(session, name, "");
}

void commands_invite(struct online_session *session, const char *clock)
{
    send_challenge(session, NULL, clock);
}

void commands_join_seek(struct online_session *session, const char *seek)
{
    char id[CLIENT_ID_SIZE + 1];
    client_make_id(session->client, id);
    const struct message_join join = {.id = id, .seek = seek};
    send_search(session, KIND_OF_message_join, &join, id);
}

static void answer_challenge(struct online_session *session, const char *challenge, bool accept)
{
    char id[CLIENT_ID_SIZE + 1];
    client_make_id(session->client, id);
    snprintf(session->accepted, sizeof session->accepted, "%s", challenge);
    snprintf(session->accept_request, sizeof session->accept_request, "%s", accept ? id : "");
    const struct message_answer answer = {
        .id = id, .challenge = session->accepted, .accept = accept};
    if (!client_request(session->client, KIND_OF_message_answer, &answer, id))
        refuse_line(session, not_connected);
}

static void answer_id(struct online_session *session, const char *id, bool accept)
{
    if (strlen(id) > REMOTE_GAME_ID_MAX)
        refuse_line(session, "that is not the id of a challenge, an invitation or a seek");
    else
        answer_challenge(session, id, accept);
}

void commands_accept(struct online_session *session, const char *id)
{
    answer_id(session, id, true);
}

/* Without an id, the answer is for the newest offer. */
static void answer_offer(struct online_session *session, const char *id, bool accept)
{
    const struct remote_game *game = online_session_game(session);
    const bool is_player = online_session_is_player(game);
    if (*id)
        answer_id(session, id, accept);
    else if (is_player && !game->over && has_draw_offer(game))
        send_verb(session, accept ? VERB_ACCEPT_DRAW : VERB_DECLINE_DRAW, NULL);
    else if (is_player && game->over && game->rematch_offer == rk_side_other(game->you))
        send_rematch(session, accept);
    else if (session->challenge[0])
        answer_challenge(session, session->challenge, accept);
    else
        refuse_line(session, "there is no offer to answer");
}

static void run_accept(struct online_session *session, const char *argument)
{
    answer_offer(session, argument, true);
}

static void run_decline(struct online_session *session, const char *argument)
{
    answer_offer(session, argument, false);
}

static void run_seek(struct online_session *session, const char *argument)
{
    commands_seek(session, argument);
}

static void run_cancel(struct online_session *session, const char *argument)
{
    (void)argument;
    if (!session->search_id[0])
        refuse_line(session, "you have no open seek, challenge or invitation");
    else if (session->search_kind == KIND_OF_message_challenge)
        answer_challenge(session, session->search_id, false);
    else if (!client_send(session->client, KIND_OF_message_unseek,
                          &(struct message_unseek){.seek = session->search_id}))
        refuse_line(session, not_connected);
    else
        online_session_print(session, "seek cancelled");
    session->search_id[0] = session->search_request[0] = '\0';
}

static void run_challenge(struct online_session *session, const char *argument)
{
    char name[REMOTE_GAME_NAME_MAX + 1];
    const size_t size = strcspn(argument, " ");
    if (!size || size > REMOTE_GAME_NAME_MAX) {
        refuse_line(session, "missing or invalid name: challenge NAME 5+3");
        return;
    }
    memcpy(name, argument, size);
    name[size] = '\0';
    send_challenge(session, name, argument + size + strspn(argument + size, " "));
}

static void run_invite(struct online_session *session, const char *argument)
{
    commands_invite(session, argument);
}

static void run_computer(struct online_session *session, const char *argument)
{
    commands_computer(session, argument);
}

// ---- looking around --------------------------------------------------------------------------

static void run_lobby(struct online_session *session, const char *argument)
{
    client_watch_lobby(session->client, strcmp(argument, "off") != 0);
}

static void run_games(struct online_session *session, const char *argument)
{
    (void)argument;
    if (!client_send(session->client, KIND_OF_message_games, &(struct message_games){0}))
        refuse_line(session, not_connected);
    else
        session->listing_games = true;
}

static void run_watch(struct online_session *session, const char *argument)
{
    online_session_show(session, argument);
}

static void run_board(struct online_session *session, const char *argument)
{
    (void)argument;
    char *text = NULL;
    size_t size;
    const struct remote_game *game = online_session_game(session);
    FILE *out = game ? open_memstream(&text, &size) : NULL;
    if (!out) {
        refuse_line(session, "there is no game on the board");
        return;
    }
    const struct board_style style = {.flipped = (game->you == RK_BLACK) != session->flipped};
    board_draw(rk_game_position(game->moves), &style, out);
    fclose(out);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        online_session_print(session, "%s", line);
    free(text);
}

static void run_flip(struct online_session *session, const char *argument)
{
    (void)argument;
    session->flipped = !session->flipped;
}

static void run_help(struct online_session *session, const char *argument)
{
    char names[512];
    struct text text = text_in(names, sizeof names);
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (!strcmp(commands[i].name, argument)) {
            online_session_print(session, "%s%s%s: %s", commands[i].name,
                                 *commands[i].argument ? " " : "", commands[i].argument,
                                 commands[i].help);
            return;
        }
        text_add(&text, i ? ", " : "");
        text_add(&text, commands[i].name);
    }
    text_end(&text);
    if (*argument)
        online_session_print(session, "unknown command: %s", argument);
    online_session_print(session, "type a move, such as Nf3 or g1f3, or a command: %s", names);
    online_session_print(session, "help COMMAND explains a command");
}

static void run_quit(struct online_session *session, const char *argument)
{
    (void)argument;
    const struct remote_game *game = online_session_game(session);
    const bool is_playing = online_session_is_player(game) && !game->over;
    if (is_playing && !session->scripted && !session->quit_warned) {
        session->quit_warned = true;
        online_session_print(session, "your game is still running; type quit again to leave it");
        return;
    }
    if (session->game[0])
        client_unwatch(session->client, session->game);
    session->quit = true;
}

// ---- lines -----------------------------------------------------------------------------------

/* NULL: the line is not a command. */
static command_handler *find_command(const char *line)
{
    const size_t size = strcspn(line, " ");
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (strlen(commands[i].name) == size && !memcmp(commands[i].name, line, size))
            return commands[i].run;
    return NULL;
}

static void trim_line(const char *line, char out[LINE_MAX_SIZE])
{
    line += strspn(line, " \t");
    size_t length = strlen(line);
    while (length && strchr(" \t\r\n", line[length - 1]))
        length--;
    snprintf(out, LINE_MAX_SIZE, "%.*s", (int)length, line);
}

void commands_run(struct online_session *session, const char *line)
{
    char text[LINE_MAX_SIZE];
    trim_line(line, text);
    command_handler *run = find_command(text);
    const char *argument = text + strcspn(text, " ");
    if (run != run_quit)
        session->quit_warned = false;
    if (run)
        run(session, argument + strspn(argument, " "));
    else if (*text)
        run_move(session, text);
}

bool commands_can_run(const struct online_session *session, const char *line)
{
    char text[LINE_MAX_SIZE];
    const struct remote_game *game = online_session_game(session);
    trim_line(line, text);
    command_handler *run = find_command(text);
    const bool ends_search = run == run_quit || run == run_cancel;
    if (client_state(session->client) != CLIENT_READY || client_pending_count(session->client) ||
        (session->search_request[0] && !ends_search) ||
        (session->game[0] && (!game || game->version < session->acked_version)))
        return false;
    const bool is_move = *text && !run;
    return !is_move || !online_session_is_player(game) || game->over ||
           rk_position_turn(rk_game_position(game->moves)) == game->you;
}
