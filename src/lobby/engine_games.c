/* SPDX-License-Identifier: MIT */
#include "lobby/engine_games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cluster/nodes.h"
#include "running/game_counts.h"

struct engine_games {
    struct pending_list pending; /* games that are starting */
};

/* A request for a game. */
struct engine_game_request {
    struct pending_request pending; /* internal */
    struct pairing pairing;
    engine_game_callback *callback;
    void *context;
};

static void finish_start(void *context, enum refusal refusal, const char *why, struct round *round)
{
    struct engine_game_request *request = context;
    const struct reply reply = reply_make(refusal, why);
    engine_game_callback *callback = request->callback;
    void *callback_context = request->context;
    pending_destroy(&request->pending);
    callback(callback_context, &reply, round);
}

/* The games that are starting and not among the rounds yet, of one person or (NULL) of all. */
static size_t count_starting(const struct server *server, const char *who)
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

/* Whether the player or the engine has too many games; then sets the reply, whose text is in `out`.
 */
static bool has_too_many_games(struct server *server, const struct identity *who,
                               struct reply *reply, char *out, size_t size)
{
    char own[GAME_ID_SIZE + 1];
    const size_t max_each = server->config.engine_games_each;
    const size_t max = server->config.engine_games * nodes_list(server, NULL, 0);
    const size_t theirs =
        game_counts_against_engine(server, who->id, own) + count_starting(server, who->id);
    if (theirs >= max_each && !server->config.unlimited) {
        snprintf(out, size, "you already have a game against the computer%s%s; finish it first",
                 *own ? ": " : "", own);
        *reply = reply_make(REFUSED_NOT_NOW, out);
        return true;
    }
    if (game_counts_active_engine_games(server) + count_starting(server, NULL) < max)
        return false;
    *reply = reply_make(REFUSED_BUSY, "the computer is playing too many games; try again later");
    return true;
}

static bool is_limited(struct server *server, const struct engine_game_params *params,
                       struct reply *reply)
{
    const bool guest = params->who->role == ROLE_GUEST;
    const enum limit limit = guest ? LIMIT_GUEST_SEEK : LIMIT_ENGINE_GAME;
    const char *client = guest && params->address ? params->address : params->who->id;
    const unsigned wait = params->rematch_of ? 0 : limits_take(server, limit, client, 1);
    if (wait)
        *reply = reply_rate_limited(limit, wait);
    return wait;
}

const char *engine_game_fault(const struct engine_game_params *params, const char **where)
{
    *where = "level";
    if (params->level < 1 || params->level > ENGINE_LEVELS)
        return "the computer has levels 1 to 8";
    *where = "rated";
    if (params->settings->rated)
        return "games against the computer cannot be rated";
    return NULL;
}

/* Whether the game is allowed; if not, sets the reply, whose text may be in `out`. */
static bool may_start(struct server *server, const struct engine_game_params *params,
                      struct reply *reply, char *out, size_t size)
{
    const struct identity *who = params->who;
    const char *where, *fault = engine_game_fault(params, &where);
    const char *guest = guest_fault(server, who, params->settings);
    if (server->stopping)
        *reply = reply_make(REFUSED_STOPPING, NULL);
    else if (!*who->id)
        *reply = reply_make(REFUSED_UNAUTHENTICATED, NULL);
    else if (guest)
        *reply = reply_make(REFUSED_FORBIDDEN, guest);
    else if (!server->env.search_move || !server->config.engine_games)
        *reply = reply_make(REFUSED_NOT_NOW, "this server has no engine");
    else if (fault)
        *reply = reply_make(REFUSED_SYNTAX, fault);
    else
        return !has_too_many_games(server, who, reply, out, size) &&
               !is_limited(server, params, reply);
    return false;
}

static struct pair make_pair(struct server *server, const struct engine_game_params *params)
{
    struct pair pair = {.first = *params->who,
                        .second = identity_make_engine((unsigned)params->level),
                        .settings = *params->settings,
                        .source = SOURCE_AI};
    if (pair.settings.side_choice ==
        CHOOSE_RANDOM) // games against the engine do not count for the balance
        pair.settings.side_choice = server_random_below(server, 2) ? CHOOSE_WHITE : CHOOSE_BLACK;
    if (params->rematch_of)
        memcpy(pair.rematch_of, params->rematch_of, sizeof pair.rematch_of);
    return pair;
}

void engine_game_start(struct server *server, const struct engine_game_params *params,
                       engine_game_callback *callback, void *context)
{
    char text[120];
    struct reply reply;
    if (!may_start(server, params, &reply, text, sizeof text)) {
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
    const struct pair pair = make_pair(server, params);
    request->pending.internal = true;
    request->callback = callback;
    request->context = context;
    pair_start(server, &pair, &request->pairing, finish_start, request);
}

// ---- the module ------------------------------------------------------------------------------

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
