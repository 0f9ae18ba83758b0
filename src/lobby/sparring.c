/* SPDX-License-Identifier: MIT */
#include "lobby/sparring.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Games that are about to begin. */
struct sparrings {
    struct pending_list pending;
};

/* Somebody asks for a game. */
struct engine_game_request {
    struct pending_request pending; /* internal */
    struct pairing pairing;
    sparring_then *then;
    void *context;
};

static void begun(void *context, enum refusal refusal, const char *why, struct round *round)
{
    struct engine_game_request *request = context;
    const struct reply reply = reply_of(refusal, why);
    sparring_then *then = request->then;
    void *asker = request->context;
    pending_destroy(&request->pending);
    then(asker, &reply, round);
}

/* Those that are not among the rounds yet; of one person, or of all. */
static size_t count_beginning(const struct server *server, const char *who)
{
    const struct list *requests = &server->sparrings->pending.requests;
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
        *reply = reply_of(REFUSED_NOT_NOW, out);
        return true;
    }
    if (rounds_count_active_engine_games(server) + count_beginning(server, NULL) < most)
        return false;
    *reply = reply_of(REFUSED_BUSY, "the computer plays as many games as it can; try again later");
    return true;
}

static bool is_limited(struct server *server, const struct sparring_wanted *wanted,
                       struct reply *reply)
{
    const bool guest = wanted->who->role == ROLE_GUEST;
    const enum limit limit = guest ? LIMIT_GUEST_SEEK : LIMIT_SPARRING;
    const char *whom = guest && wanted->address ? wanted->address : wanted->who->id;
    const unsigned wait = wanted->rematch_of ? 0 : limits_take(server, limit, whom, 1);
    if (wait)
        *reply = reply_limited(limit, wait);
    return wait;
}

/* Whether it may be; if not the reply says why, in words that may lie in `out`. */
static bool may_begin(struct server *server, const struct sparring_wanted *wanted,
                      struct reply *reply, char *out, size_t size)
{
    const struct identity *who = wanted->who;
    if (server->stopping)
        *reply = reply_of(REFUSED_STOPPING, NULL);
    else if (!*who->id)
        *reply = reply_of(REFUSED_UNAUTHENTICATED, NULL);
    else if (who->role == ROLE_GUEST && !server->config.guests)
        *reply = reply_of(REFUSED_FORBIDDEN, "guests may not play here");
    else if (!server->host.think || !server->config.engine_games)
        *reply = reply_of(REFUSED_NOT_NOW, "there is no engine on this server");
    else if (wanted->level < 1 || wanted->level > ENGINE_LEVELS)
        *reply = reply_of(REFUSED_SYNTAX, "the levels of the computer are 1 to 8");
    else if (wanted->settings->rated)
        *reply = reply_of(REFUSED_SYNTAX, "a game against the computer is never rated");
    else
        return !is_too_much(server, who, reply, out, size) && !is_limited(server, wanted, reply);
    return false;
}

static struct pair pair_of(struct server *server, const struct sparring_wanted *wanted)
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

void sparring_begin(struct server *server, const struct sparring_wanted *wanted,
                    sparring_then *then, void *context)
{
    char words[120];
    struct reply reply;
    if (!may_begin(server, wanted, &reply, words, sizeof words)) {
        then(context, &reply, NULL);
        return;
    }
    struct engine_game_request *request =
        pending_create(&server->sparrings->pending, sizeof *request);
    if (!request) {
        reply = reply_of(REFUSED_BUSY, NULL);
        then(context, &reply, NULL);
        return;
    }
    const struct pair pair = pair_of(server, wanted);
    request->pending.internal = true;
    request->then = then;
    request->context = context;
    pair_begin(server, &pair, &request->pairing, begun, request);
}

// ---- life ------------------------------------------------------------------------------------

rk_err sparrings_create(struct server *server)
{
    server->sparrings = calloc(1, sizeof *server->sparrings);
    if (!server->sparrings)
        return RK_NO_MEMORY;
    pending_list_init(&server->sparrings->pending, server);
    return RK_OK;
}

void sparrings_destroy(struct server *server)
{
    if (!server->sparrings)
        return;
    pending_cancel_all(&server->sparrings->pending);
    free(server->sparrings);
    server->sparrings = NULL;
}
