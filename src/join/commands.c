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

enum { GIVEN_SECONDS = 15, COMPUTER_LEVELS = 8 };

typedef void command_handler(struct online_session *visit, const char *rest);

#define ROW(name, argument, function, about) static command_handler function;
#include "join/commands.def"

static const struct {
    const char *name, *argument;
    command_handler *run;
    const char *about;
} orders[] = {
#define ROW(name, argument, function, about) {name, argument, function, about},
#include "join/commands.def"
};
enum { ORDER_COUNT = sizeof orders / sizeof *orders };

static void refuse(struct online_session *visit, const char *words)
{
    visit->refused = true;
    online_session_print(visit, "%s", words);
}

// ---- in a game -------------------------------------------------------------------------------

/* The game of which we are a player and that goes on; NULL, and refused, if there is none. */
static const struct remote_game *own_game(struct online_session *visit)
{
    const struct remote_game *game = online_session_game(visit);
    if (!game)
        refuse(visit, "there is no game on the board");
    else if (game->you > 1)
        refuse(visit, "you only watch this game");
    else if (game->over)
        refuse(visit, "the game is over");
    else
        return game;
    return NULL;
}

static void give(struct online_session *visit, struct message_act *act)
{
    char id[CLIENT_ID_SIZE + 1];
    client_make_id(visit->client, id);
    act->game = visit->game;
    act->id = id;
    act->version = INTEGER_MISSING;
    if (!client_act(visit->client, act))
        refuse(visit, "too much waits for an answer already");
    else if (visit->away)
        online_session_print(visit, "this is sent when the connection is back");
}

static void act(struct online_session *visit, enum verb verb, const char *move)
{
    give(visit,
         &(struct message_act){.verb = verb_name(verb), .move = move, .seconds = INTEGER_MISSING});
}

/* Reads a move by our side of the position; false, and refused, if it is none. */
static bool read_move(struct online_session *visit, const struct remote_game *game,
                      const char *text, char uci[RK_UCI_MAX])
{
    const rk_position *pos = rk_game_position(game->game);
    rk_fault fault;
    rk_move move;
    if ((unsigned)rk_position_turn(pos) != game->you) {
        refuse(visit, "it is the opponent's move");
        return false;
    }
    if (rk_san_parse(pos, text, strlen(text), &move, &fault)) {
        refuse(visit, fault.text);
        return false;
    }
    rk_uci_write(pos, move, uci);
    return true;
}

static void do_move(struct online_session *visit, const char *text)
{
    char uci[RK_UCI_MAX];
    const struct remote_game *game = own_game(visit);
    if (game && read_move(visit, game, text, uci))
        act(visit, VERB_MOVE, uci);
}

static void do_resign(struct online_session *visit, const char *rest)
{
    (void)rest;
    if (own_game(visit))
        act(visit, VERB_RESIGN, NULL);
}

static bool is_offered(const struct remote_game *game)
{
    return game->offer != RK_NOBODY_WINS && (unsigned)game->offer != game->you;
}

static void do_draw(struct online_session *visit, const char *rest)
{
    (void)rest;
    const struct remote_game *game = own_game(visit);
    if (game)
        act(visit, is_offered(game) ? VERB_ACCEPT_DRAW : VERB_OFFER_DRAW, NULL);
}

static void do_claim(struct online_session *visit, const char *rest)
{
    char uci[RK_UCI_MAX];
    const struct remote_game *game = own_game(visit);
    if (!game)
        return;
    const bool gone = !game->here[1 - game->you] && !game->can_claim;
    const bool draw = !strcmp(rest, "draw");
    if (!*rest || draw)
        act(visit,
            !gone  ? VERB_CLAIM_DRAW
            : draw ? VERB_CLAIM_ABSENT_DRAW
                   : VERB_CLAIM_VICTORY,
            NULL);
    else if (read_move(visit, game, rest, uci))
        act(visit, VERB_CLAIM_DRAW, uci);
}

static void do_abort(struct online_session *visit, const char *rest)
{
    (void)rest;
    if (own_game(visit))
        act(visit, VERB_ABORT, NULL);
}

static void do_time(struct online_session *visit, const char *rest)
{
    char *end;
    const long seconds = *rest ? strtol(rest, &end, 10) : GIVEN_SECONDS;
    if (*rest && (*end || seconds < 5 || seconds > 60))
        refuse(visit, "5 to 60 seconds can be given: time 15");
    else if (own_game(visit))
        give(visit, &(struct message_act){.verb = verb_name(VERB_ADD_TIME), .seconds = seconds});
}

static void do_say(struct online_session *visit, const char *rest)
{
    const struct remote_game *game = online_session_game(visit);
    if (!game)
        refuse(visit, "there is no game on the board");
    else if (!*rest)
        refuse(visit, "say what?");
    else
        give(visit, &(struct message_act){.verb = verb_name(VERB_CHAT),
                                          .seconds = INTEGER_MISSING,
                                          .text = rest,
                                          .room = game->you < 2 ? "players" : "spectators"});
}

static void give_rematch(struct online_session *visit, bool accept)
{
    char id[CLIENT_ID_SIZE + 1];
    client_make_id(visit->client, id);
    if (!client_request(visit->client, KIND_OF_message_rematch,
                        &(struct message_rematch){.id = id, .game = visit->game, .accept = accept},
                        id))
        refuse(visit, "there is no connection now");
}

static void do_rematch(struct online_session *visit, const char *rest)
{
    (void)rest;
    const struct remote_game *game = online_session_game(visit);
    if (!game || !game->over || game->you > 1)
        refuse(visit, "there is no game of yours that is over");
    else
        give_rematch(visit, true);
}

// ---- finding a game --------------------------------------------------------------------------

static const char *clock_or_usual(const struct online_session *visit, const char *clock)
{
    return *clock ? clock : visit->wish.clock ? visit->wish.clock : "5+3";
}

/* Gives an order that ends in a game, and waits for that. */
static void find(struct online_session *visit, enum message_kind kind, const void *structure,
                 const char *id)
{
    if (!client_request(visit->client, kind, structure, id)) {
        refuse(visit, "there is no connection now");
        return;
    }
    snprintf(visit->finding, sizeof visit->finding, "%s", id);
    visit->made[0] = '\0';
    visit->finds = kind;
    visit->invites =
        kind == KIND_OF_message_challenge && !((const struct message_challenge *)structure)->to;
}

void commands_seek(struct online_session *visit, const char *clock)
{
    char id[CLIENT_ID_SIZE + 1];
    client_make_id(visit->client, id);
    find(visit, KIND_OF_message_seek,
         &(struct message_seek){.id = id,
                                .clock = clock_or_usual(visit, clock),
                                .variant = visit->wish.variant,
                                .fen = visit->wish.fen,
                                .side = visit->wish.side,
                                .rated = visit->wish.rated,
                                .hidden = visit->wish.hidden},
         id);
}

/* "3 5+3": how strong, and the clock. */
void commands_computer(struct online_session *visit, const char *text)
{
    char id[CLIENT_ID_SIZE + 1], *end;
    const long level = strtol(text, &end, 10);
    if (end == text || (*end && *end != ' ') || level < 1 || level > COMPUTER_LEVELS) {
        refuse(visit, "how strong? computer LEVEL 5+3, where the levels are 1 to 8");
        return;
    }
    client_make_id(visit->client, id);
    find(visit, KIND_OF_message_computer,
         &(struct message_computer){.id = id,
                                    .level = level,
                                    .clock = clock_or_usual(visit, end + strspn(end, " ")),
                                    .variant = visit->wish.variant,
                                    .fen = visit->wish.fen,
                                    .side = visit->wish.side,
                                    .hidden = visit->wish.hidden},
         id);
}

/* Without a name: whoever has the link. */
static void challenge(struct online_session *visit, const char *name, const char *clock)
{
    char id[CLIENT_ID_SIZE + 1];
    client_make_id(visit->client, id);
    find(visit, KIND_OF_message_challenge,
         &(struct message_challenge){.id = id,
                                     .to = name,
                                     .clock = clock_or_usual(visit, clock),
                                     .variant = visit->wish.variant,
                                     .fen = visit->wish.fen,
                                     .side = visit->wish.side,
                                     .rated = visit->wish.rated,
                                     .hidden = visit->wish.hidden},
         id);
}

void commands_challenge(struct online_session *visit, const char *name)
{
    challenge(visit, name, "");
}

void commands_invite(struct online_session *visit, const char *clock)
{
    challenge(visit, NULL, clock);
}

void commands_join(struct online_session *visit, const char *seek)
{
    char id[CLIENT_ID_SIZE + 1];
    client_make_id(visit->client, id);
    find(visit, KIND_OF_message_join, &(struct message_join){.id = id, .seek = seek}, id);
}

static void answer(struct online_session *visit, const char *challenge_id, bool accept)
{
    char id[CLIENT_ID_SIZE + 1];
    client_make_id(visit->client, id);
    snprintf(visit->accepting, sizeof visit->accepting, "%s", challenge_id);
    snprintf(visit->accept_id, sizeof visit->accept_id, "%s", accept ? id : "");
    if (!client_request(
            visit->client, KIND_OF_message_answer,
            &(struct message_answer){.id = id, .challenge = visit->accepting, .accept = accept},
            id))
        refuse(visit, "there is no connection now");
}

void commands_accept(struct online_session *visit, const char *id)
{
    if (strlen(id) > REMOTE_GAME_ID_MAX)
        refuse(visit, "this is no id");
    else
        answer(visit, id, true);
}

/* Without an id: what was offered last. */
static void answer_offer(struct online_session *visit, const char *rest, bool accept)
{
    const struct remote_game *game = online_session_game(visit);
    const bool playing = game && game->you < 2;
    if (*rest && strlen(rest) <= REMOTE_GAME_ID_MAX)
        answer(visit, rest, accept);
    else if (*rest)
        refuse(visit, "this is no id");
    else if (playing && !game->over && is_offered(game))
        act(visit, accept ? VERB_ACCEPT_DRAW : VERB_DECLINE_DRAW, NULL);
    else if (playing && game->over && game->rematch_by == 1 - game->you)
        give_rematch(visit, accept);
    else if (visit->challenge[0])
        answer(visit, visit->challenge, accept);
    else
        refuse(visit, "nothing is offered");
}

static void do_accept(struct online_session *visit, const char *rest)
{
    answer_offer(visit, rest, true);
}

static void do_decline(struct online_session *visit, const char *rest)
{
    answer_offer(visit, rest, false);
}

static void do_seek(struct online_session *visit, const char *rest)
{
    commands_seek(visit, rest);
}

static void do_cancel(struct online_session *visit, const char *rest)
{
    (void)rest;
    if (!visit->made[0])
        refuse(visit, "you look for nobody");
    else if (visit->finds == KIND_OF_message_challenge)
        answer(visit, visit->made, false);
    else if (!client_send(visit->client, KIND_OF_message_unseek,
                          &(struct message_unseek){.seek = visit->made}))
        refuse(visit, "there is no connection now");
    else
        online_session_print(visit, "you look for an opponent no longer");
    visit->made[0] = visit->finding[0] = '\0';
}

static void do_challenge(struct online_session *visit, const char *rest)
{
    char name[REMOTE_GAME_NAME_MAX + 1];
    const size_t size = strcspn(rest, " ");
    if (!size || size > REMOTE_GAME_NAME_MAX) {
        refuse(visit, "challenge whom? challenge NAME 5+3");
        return;
    }
    memcpy(name, rest, size);
    name[size] = '\0';
    challenge(visit, name, rest + size + strspn(rest + size, " "));
}

static void do_invite(struct online_session *visit, const char *rest)
{
    commands_invite(visit, rest);
}

static void do_computer(struct online_session *visit, const char *rest)
{
    commands_computer(visit, rest);
}

// ---- looking around --------------------------------------------------------------------------

static void do_lobby(struct online_session *visit, const char *rest)
{
    client_watch_lobby(visit->client, strcmp(rest, "off") != 0);
}

static void do_games(struct online_session *visit, const char *rest)
{
    (void)rest;
    if (!client_send(visit->client, KIND_OF_message_games, &(struct message_games){0}))
        refuse(visit, "there is no connection now");
    else
        visit->listing = true;
}

static void do_watch(struct online_session *visit, const char *rest)
{
    online_session_show(visit, rest);
}

static void do_board(struct online_session *visit, const char *rest)
{
    (void)rest;
    char *text = NULL;
    size_t size;
    const struct remote_game *game = online_session_game(visit);
    FILE *out = game ? open_memstream(&text, &size) : NULL;
    if (!out) {
        refuse(visit, "there is no game on the board");
        return;
    }
    const struct board_style style = {.flipped = (game->you == RK_BLACK) != visit->flipped};
    board_draw(rk_game_position(game->game), &style, out);
    fclose(out);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        online_session_print(visit, "%s", line);
    free(text);
}

static void do_flip(struct online_session *visit, const char *rest)
{
    (void)rest;
    visit->flipped = !visit->flipped;
}

static void help_with(struct online_session *visit, size_t order)
{
    online_session_print(visit, "%s%s%s: %s", orders[order].name,
                         *orders[order].argument ? " " : "", orders[order].argument,
                         orders[order].about);
}

static void do_help(struct online_session *visit, const char *rest)
{
    char names[512];
    struct text text = text_in(names, sizeof names);
    for (size_t i = 0; i < ORDER_COUNT; i++) {
        if (!strcmp(orders[i].name, rest)) {
            help_with(visit, i);
            return;
        }
        text_add(&text, i ? ", " : "");
        text_add(&text, orders[i].name);
    }
    text_end(&text);
    online_session_print(visit, "a move is typed as Nf3 or g1f3. Besides: %s.", names);
    online_session_print(visit, "help COMMAND says more of one.");
}

static void do_quit(struct online_session *visit, const char *rest)
{
    (void)rest;
    const struct remote_game *game = online_session_game(visit);
    const bool playing = game && game->you < 2 && !game->over;
    if (playing && !visit->patient && !visit->warned) {
        visit->warned = true;
        online_session_print(visit, "your game goes on; quit once more to leave it");
        return;
    }
    if (visit->game[0])
        client_unwatch(visit->client, visit->game);
    visit->left = true;
}

// ---- lines -----------------------------------------------------------------------------------

static command_handler *find_order(const char *line)
{
    const size_t size = strcspn(line, " ");
    for (size_t i = 0; i < ORDER_COUNT; i++)
        if (strlen(orders[i].name) == size && !memcmp(orders[i].name, line, size))
            return orders[i].run;
    return NULL;
}

/* Without blanks and the end of the line around it. */
static void trim(const char *line, char *out, size_t size)
{
    line += strspn(line, " \t");
    size_t length = strlen(line);
    while (length && strchr(" \t\r\n", line[length - 1]))
        length--;
    snprintf(out, size, "%.*s", (int)length, line);
}

void commands_run(struct online_session *visit, const char *line)
{
    char text[1024];
    trim(line, text, sizeof text);
    command_handler *run = find_order(text);
    const char *rest = text + strcspn(text, " ");
    if (run != do_quit)
        visit->warned = false;
    if (run)
        run(visit, rest + strspn(rest, " "));
    else if (*text)
        do_move(visit, text);
}

bool commands_can_run(const struct online_session *visit, const char *line)
{
    char text[1024];
    const struct remote_game *game = online_session_game(visit);
    trim(line, text, sizeof text);
    command_handler *run = find_order(text);
    const bool leaves = run == do_quit || run == do_cancel;
    if (client_state(visit->client) != CLIENT_READY || client_pending_count(visit->client) ||
        (visit->finding[0] && !leaves) ||
        (visit->game[0] && (!game || game->version < visit->acked)))
        return false;
    const bool moves = *text && !run;
    return !moves || !game || game->over || game->you > 1 ||
           (unsigned)rk_position_turn(rk_game_position(game->game)) == game->you;
}
