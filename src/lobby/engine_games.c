/* SPDX-License-Identifier: MIT */
#include "lobby/engine_games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Games that are about to begin. */
struct engine_games {
    struct pending_list pending;
};

/* Somebody asks for a game. */
struct engine_game_request {
    struct pending_request pending; /* internal */
    struct pairing pairing;
    engine_game_callback *callback;
    void *context;
};

static void begun(void *context, enum refusal refusal, const char *why, struct round *round)
{
    struct engine_game_request *request = context;
    const struct reply reply = reply_make(refusal, why);
    engine_game_callback *callback = request->callback;
    void *asker = request->context;
    pending_destroy(&request->pending);
    callback(asker, &reply, round);
}

/* Those that are not among the rounds yet; of one person, or of all. */
static size_t count_beginning(const struct server *server, const char *who)
{
    const struct list *requests = &server->engine_games->pending.requests;
    size_t count = 0;
    for (const struct list *node = requests->next; node != requests; node = node->next) {
        const struct pairing *pairing =
            &LIST_OWNER(node, struct engine_game_request, pending.node)->pairing;
        count += !*pairing->info.id && (!who || !strcmp(pairing->pair.first.id, who));
    }
    return count;
}

/* Whether there are too many already; then the reply says so, in words written to `out`. */
static bool is_too_much(struct server *server, const struct identity *who, struct reply *reply,
                        char *out, size_t size)
{
    const struct round *own = NULL;
    const size_t each = server->config.engine_games_each, most = server->config.engine_games;
    const size_t theirs =
        rounds_count_against_engine(server, who->id, &own) + count_beginning(server, who->id);
    if (theirs >= each && !server->config.unlimited) {
        snprintf(out, size, "you play against the computer already%s%s: end that game first",
                 own ? ": game " : "", own ? round_info(own)->id : "");
        *reply = reply_make(REFUSED_NOT_NOW, out);
        return true;
    }
    if (rounds_count_active_engine_games(server) + count_beginning(server, NULL) < most)
        return false;
    *reply =
        reply_make(REFUSED_BUSY, "the computer plays as many games as it can; try again later");
    return true;
}

static bool is_limited(struct server *server, const struct engine_game_params *wanted,
                       struct reply *reply)
{
    const bool guest = wanted->who->role == ROLE_GUEST;
    const enum limit limit = guest ? LIMIT_GUEST_SEEK : LIMIT_ENGINE_GAME;
    const char *whom = guest && wanted->address ? wanted->address : wanted->who->id;
    const unsigned wait = wanted->rematch_of ? 0 : limits_take(server, limit, whom, 1);
    if (wait)
        *reply = reply_rate_limited(limit, wait);
    return wait;
}

/* Whether it may be; if not the reply says why, in words that may lie in `out`. */
static bool may_begin(struct server *server, const struct engine_game_params *wanted,
                      struct reply *reply, char *out, size_t size)
{
    const struct identity *who = wanted->who;
    if (server->stopping)
        *reply = reply_make(REFUSED_STOPPING, NULL);
    else if (!*who->id)
        *reply = reply_make(REFUSED_UNAUTHENTICATED, NULL);
    else if (who->role == ROLE_GUEST && !server->config.guests)
        *reply = reply_make(REFUSED_FORBIDDEN, "guests may not play here");
    else if (!server->env.search_move || !server->config.engine_games)
        *reply = reply_make(REFUSED_NOT_NOW, "there is no engine on this server");
    else if (wanted->level < 1 || wanted->level > ENGINE_LEVELS)
        *reply = reply_make(REFUSED_SYNTAX, "the levels of the computer are 1 to 8");
    else if (wanted->settings->rated)
        *reply = reply_make(REFUSED_SYNTAX, "a game against the computer is never rated");
    else
        return !is_too_much(server, who, reply, out, size) && !is_limited(server, wanted, reply);
    return false;
}

static struct pair pair_of(struct server *server, const struct engine_game_params *wanted)
{
    struct pair pair = {.first = *wanted->who,
                        .second = identity_of_engine((unsigned)wanted->level),
                        .settings = *wanted->settings,
                        .source = SOURCE_AI};
    if (pair.settings.side_choice ==
        CHOOSE_RANDOM) // whoever had Black more often makes no demands of it
        pair.settings.side_choice = server_random_below(server, 2) ? CHOOSE_WHITE : CHOOSE_BLACK;
    if (wanted->rematch_of)
        memcpy(pair.rematch_of, wanted->rematch_of, sizeof pair.rematch_of);
    return pair;
}

void engine_game_start(struct server *server, const struct engine_game_params *wanted,
                       engine_game_callback *callback, void *context)
{
    char words[120];
    struct reply reply;
    if (!may_begin(server, wanted, &reply, words, sizeof words)) {
        callback(context, &reply, NULL);
        return;
    }
    struct engine_game_request *request =
        pending_create(&server->engine_games->pending, sizeof *request);
    if (!request) {
        reply = reply_make(REFUSED_BUSY, NULL);
        callback(context, &reply, NULL);
        return;
    }
    const struct pair pair = pair_of(server, wanted);
    request->pending.internal = true;
    request->callback = callback;
    request->context = context;
    pair_start(server, &pair, &request->pairing, begun, request);
}

// ---- life ------------------------------------------------------------------------------------

rk_err engine_games_create(struct server *server)
{
    server->engine_games = calloc(1, sizeof *server->engine_games);
    if (!server->engine_games)
        return RK_NO_MEMORY;
    pending_list_init(&server->engine_games->pending, server);
    return RK_OK;
}

void engine_games_destroy(struct server *server)
{
    if (!server->engine_games)
        return;
    pending_cancel_all(&server->engine_games->pending);
    free(server->engine_games);
    server->engine_games = NULL;
}
