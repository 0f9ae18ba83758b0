/* SPDX-License-Identifier: MIT */
/* Commands that look for an opponent. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "join/commands.h"
#include "join/handlers.h"

enum { COMPUTER_LEVELS = 8 };

/* Parses terms; refuses the line and returns false if they are invalid. */
static bool parse_terms(struct online_session *session, const char *text, struct game_terms *out)
{
    char why[TERMS_ERROR_SIZE];
    if (terms_parse(&session->defaults, text, out, why))
        return true;
    online_session_refuse(session, "%s", why);
    return false;
}

/* Sends a request that ends in a game. */
static void send_search(struct online_session *session, enum message_kind kind,
                        const void *structure, const char *id)
{
    if (!client_request(session->client, kind, structure, id)) {
        online_session_refuse_not_connected(session);
        return;
    }
    text_copy(session->search_request, sizeof session->search_request, id);
    session->search_id[0] = '\0';
    session->search_kind = kind;
    session->is_invitation =
        kind == KIND_OF_message_challenge && !((const struct message_challenge *)structure)->to;
}

void commands_seek(struct online_session *session, const char *terms)
{
    char id[CLIENT_ID_SIZE + 1];
    struct game_terms game;
    if (!parse_terms(session, terms, &game))
        return;
    client_make_id(session->client, id);
    const struct message_seek seek = {.id = id,
                                      .clock = game.clock,
                                      .variant = game.variant,
                                      .fen = game.fen,
                                      .side = game.side,
                                      .rated = game.rated,
                                      .hidden = game.hidden,
                                      .rating_range = game.ratings[0] ? game.ratings : NULL};
    send_search(session, KIND_OF_message_seek, &seek, id);
}

/* Refuses terms that only a seek can have; false if there are none. */
static bool refuse_ratings(struct online_session *session, const struct game_terms *game)
{
    if (!game->ratings[0])
        return false;
    online_session_refuse(session, "a range of ratings is for seeks and pools: seek 5+3 %s",
                          game->ratings);
    return true;
}

/* A pool's name is its time control. */
static bool is_pool(const char *name)
{
    static const char *const pools[] = {
#define ROW(clock) clock,
#include "wire/pools.def"
    };
    for (size_t i = 0; i < sizeof pools / sizeof *pools; i++)
        if (!strcmp(name, pools[i]))
            return true;
    return false;
}

void run_pool(struct online_session *session, const char *argument)
{
    char id[CLIENT_ID_SIZE + 1], name[TERMS_CLOCK_MAX + 1];
    const size_t size = strcspn(argument, " ");
    const char *ratings = argument + size + strspn(argument + size, " ");
    if (size >= sizeof name || (text_copy(name, size + 1, argument), !is_pool(name))) {
        online_session_refuse(session,
                              "no such pool: try 1+0, 2+1, 3+0, 3+2, 5+0, 5+3, 10+0, 10+5, "
                              "15+10, 30+0 or 30+20");
        return;
    }
    if (*ratings && !terms_is_rating_range(ratings)) {
        online_session_refuse(session, "invalid range of ratings: pool %s 1500-1800", name);
        return;
    }
    client_make_id(session->client, id);
    const struct message_pool pool = {
        .id = id, .pool = name, .rating_range = *ratings ? ratings : NULL};
    send_search(session, KIND_OF_message_pool, &pool, id);
}

static void leave_pool(struct online_session *session)
{
    char id[CLIENT_ID_SIZE + 1];
    client_make_id(session->client, id);
    if (client_send(session->client, KIND_OF_message_unpool, &(struct message_unpool){.id = id}))
        online_session_print(session, "you have left the pool");
    else
        online_session_refuse_not_connected(session);
}

static void refuse_level(struct online_session *session)
{
    online_session_refuse(session, "the level must be 1 to 8: computer 3 5+3");
}

void commands_computer(struct online_session *session, const char *text)
{
    char id[CLIENT_ID_SIZE + 1], *end;
    struct game_terms game;
    const long level = strtol(text, &end, 10);
    if (end == text || (*end && *end != ' ') || level < 1 || level > COMPUTER_LEVELS) {
        refuse_level(session);
        return;
    }
    if (!parse_terms(session, end, &game))
        return;
    if (refuse_ratings(session, &game))
        return;
    if (game.rated && !session->defaults.rated) {
        online_session_refuse(session, "games against the computer cannot be rated");
        return;
    }
    client_make_id(session->client, id);
    const struct message_computer computer = {.id = id,
                                              .level = level,
                                              .clock = game.clock,
                                              .variant = game.variant,
                                              .fen = game.fen,
                                              .side = game.side,
                                              .hidden = game.hidden};
    send_search(session, KIND_OF_message_computer, &computer, id);
}

/* Without a name it is an invitation: anyone who has the link may accept. */
static void send_challenge(struct online_session *session, const char *name, const char *terms)
{
    char id[CLIENT_ID_SIZE + 1];
    struct game_terms game;
    if (!parse_terms(session, terms, &game) || refuse_ratings(session, &game))
        return;
    client_make_id(session->client, id);
    const struct message_challenge challenge = {.id = id,
                                                .to = name,
                                                .clock = game.clock,
                                                .variant = game.variant,
                                                .fen = game.fen,
                                                .side = game.side,
                                                .rated = game.rated,
                                                .hidden = game.hidden};
    send_search(session, KIND_OF_message_challenge, &challenge, id);
}

void commands_challenge(struct online_session *session, const char *name)
{
    send_challenge(session, name, "");
}

void commands_invite(struct online_session *session, const char *terms)
{
    send_challenge(session, NULL, terms);
}

void commands_join_seek(struct online_session *session, const char *seek)
{
    char id[CLIENT_ID_SIZE + 1];
    client_make_id(session->client, id);
    const struct message_join join = {.id = id, .seek = seek};
    send_search(session, KIND_OF_message_join, &join, id);
}

// ---- handlers --------------------------------------------------------------------------------

void run_seek(struct online_session *session, const char *argument)
{
    commands_seek(session, argument);
}

void run_cancel(struct online_session *session, const char *argument)
{
    (void)argument;
    if (!session->search_id[0])
        online_session_refuse(
            session, "you have no open seek, challenge or invitation, and wait in no pool");
    else if (session->search_kind == KIND_OF_message_pool)
        leave_pool(session);
    else if (session->search_kind == KIND_OF_message_challenge)
        online_session_answer_challenge(session, session->search_id, false, NULL);
    else if (!client_send(session->client, KIND_OF_message_unseek,
                          &(struct message_unseek){.seek = session->search_id}))
        online_session_refuse_not_connected(session);
    else
        online_session_print(session, "seek cancelled");
    session->search_id[0] = session->search_request[0] = '\0';
}

void run_challenge(struct online_session *session, const char *argument)
{
    char name[REMOTE_GAME_NAME_MAX + 1];
    const size_t size = strcspn(argument, " ");
    if (!size || size > REMOTE_GAME_NAME_MAX) {
        online_session_refuse(session, "missing or invalid name: challenge NAME 5+3");
        return;
    }
    text_copy(name, size + 1, argument);
    send_challenge(session, name, argument + size);
}

void run_invite(struct online_session *session, const char *argument)
{
    commands_invite(session, argument);
}

void run_computer(struct online_session *session, const char *argument)
{
    commands_computer(session, argument);
}
