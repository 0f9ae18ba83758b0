/* SPDX-License-Identifier: MIT */
/* Challenges from their making to the disk, and back from it. */
#include "lobby/challenges.h"

#include <stdlib.h>
#include <string.h>

#include "accounts/accounts.h"
#include "accounts/user_text.h"
#include "base/milliseconds.h"
#include "lobby/challenge_table.h"

enum {
    CHALLENGES_MAX = 20000,
    OUT_MAX = 50, /* by one person at once, */
    IN_MAX = 100, /* to one person */
    COST_OF_STRANGER = 5,
    COST_OF_BOT = 1, /* and of an invitation, which disturbs nobody */
    IDS_TRIED = 3,
    NAME_CHARACTERS = 100,
    LIFE_DAYS = 14,
    OPEN_LIFE_DAYS = 1
};

const struct challenge *challenge_find(struct server *server, const char *id)
{
    const struct challenge_entry *entry = challenge_entry_find(server, id);
    return entry ? &entry->challenge : NULL;
}

size_t challenges_list(struct server *server, const char *who, bool incoming,
                       const struct challenge **out, size_t most)
{
    struct list *seen = &server->challenges->seen;
    size_t count = 0;
    for (struct list *node = seen->previous; node != seen && count < most; node = node->previous) {
        const struct challenge *challenge =
            &LIST_OWNER(node, struct challenge_entry, node)->challenge;
        if (challenge_is_active(challenge) &&
            (incoming ? challenge_is_to(challenge, who) : challenge_is_by(challenge, who)))
            out[count++] = challenge;
    }
    return count;
}

// ---- making ----------------------------------------------------------------------------------

static void store_challenge(struct challenge_request *request);

static void stored(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct challenge_request *request = context;
    struct challenge_entry *entry = request->entry;
    if (!request->pending.server) {
        pending_destroy(&request->pending);
    } else if (outcome == STORE_DONE) {
        entry->stored = true;
        challenge_entry_show(entry);
        challenge_entry_tell(entry, NOTICE_CHALLENGE);
        challenge_request_complete(request);
    } else {
        const struct challenge challenge = entry->challenge;
        challenge_entry_forget(entry);
        request->entry = NULL;
        request->changed = challenge;
        if (outcome == STORE_REFUSED && ++request->ids_tried < IDS_TRIED)
            store_challenge(request); // the id was taken
        else
            challenge_request_refuse(request, REFUSED_STORE, NULL);
    }
}

/* Writes request->changed as a new challenge. */
static void store_challenge(struct challenge_request *request)
{
    struct server *server = request->pending.server;
    challenge_entry_make_id(server, request->changed.id);
    request->entry = challenge_entry_reserve(server, &request->changed);
    if (!request->entry) {
        challenge_request_refuse(request, REFUSED_BUSY, NULL);
        return;
    }
    struct store_job *job = store_job_create();
    challenge_entry_add_row(job, &request->changed);
    request->pending.internal = false;
    store_write(server->store, job, stored, request);
}

static size_t count_of(struct server *server, const char *who, bool incoming)
{
    const struct challenge *some[IN_MAX];
    return challenges_list(server, who, incoming, some, IN_MAX);
}

/* What speaks against a challenge whose persons are known; NULL: nothing. */
static const char *persons_fault(struct server *server, const struct challenge *challenge)
{
    const struct identity *from = &challenge->from, *to = &challenge->to;
    if (*to->id && !strcmp(from->id, to->id))
        return "nobody challenges themselves here";
    if (*challenge->allowed[0].id && !strcmp(challenge->allowed[0].id, challenge->allowed[1].id))
        return "an invitation is for two different players";
    if (is_too_fast_for_bot(from, &challenge->settings) ||
        is_too_fast_for_bot(to, &challenge->settings))
        return "bots play no ultrabullet";
    if (*challenge->maker && count_of(server, challenge->maker, false) >= OUT_MAX)
        return "fifty of your challenges wait for an answer; cancel some first";
    if (*to->id && count_of(server, to->id, true) >= IN_MAX)
        return "too many challenges wait for that player";
    return NULL;
}

/* What speaks against it in what the two are to each other; NULL: nothing. */
static const char *relations_fault(const struct challenge_request *request)
{
    if (request->relations.theirs == RELATION_BLOCKS)
        return "that player takes no challenges from you";
    if (request->relations.own == RELATION_BLOCKS)
        return "you block that player";
    if (request->needs_follower && request->relations.theirs != RELATION_FOLLOWS)
        return "that player does not follow you";
    return NULL;
}

static unsigned cost_of(const struct challenge_request *request)
{
    const struct identity *to = &request->changed.to;
    if (request->relations.theirs == RELATION_FOLLOWS)
        return 0;
    return *to->id && to->role != ROLE_BOT ? COST_OF_STRANGER : COST_OF_BOT;
}

// An invitation for two that names its maker is the maker's own; else nobody stands behind it yet.
static void seat_maker(struct challenge_request *request)
{
    struct challenge *challenge = &request->changed;
    for (int i = 0; i < 2; i++)
        challenge->allowed[i] = request->found[FIRST_ALLOWED + i];
    if (!*challenge->allowed[0].id)
        return;
    const bool white = !strcmp(challenge->allowed[0].id, challenge->maker);
    const bool black = !strcmp(challenge->allowed[1].id, challenge->maker);
    challenge->settings.side_choice = white ? CHOOSE_WHITE : black ? CHOOSE_BLACK : CHOOSE_RANDOM;
    if (!white && !black)
        challenge->from = (struct identity){.id = ""};
}

/* Everybody is known: the last checks, the sides, and to disk. */
static void settle(struct challenge_request *request)
{
    struct server *server = request->pending.server;
    struct challenge *challenge = &request->changed;
    challenge->to = request->found[ADDRESSEE];
    seat_maker(request);
    const char *fault = persons_fault(server, challenge);
    if (!fault)
        fault = relations_fault(request);
    if (fault) {
        challenge_request_refuse(request, REFUSED_NOT_NOW, fault);
        return;
    }
    struct reply reply;
    if (!bot_game_is_allowed(server, &challenge->from, &challenge->to, &reply)) {
        challenge_request_reply(request, &reply);
        return;
    }
    const bool guest = !*challenge->maker || *challenge->maker == '~';
    const enum limit limit = guest ? LIMIT_GUEST_SEEK : LIMIT_CHALLENGE;
    const unsigned wait =
        limits_take(server, limit, guest ? request->address : challenge->maker, cost_of(request));
    if (wait) {
        reply = reply_rate_limited(limit, wait);
        challenge_request_reply(request, &reply);
        return;
    }
    challenge->first_is_white =
        pair_first_is_white(challenge->settings.side_choice, request->balances[MAKER],
                            request->balances[ADDRESSEE], server_random(server));
    store_challenge(request);
}

static void look_up(struct challenge_request *request);

static void found(void *context, const struct account *account)
{
    struct challenge_request *request = context;
    if (!account) {
        challenge_request_refuse(request, REFUSED_NOT_NOW, "there is no player of that name");
        return;
    }
    if (account->status != ACCOUNT_ACTIVE) {
        challenge_request_refuse(request, REFUSED_NOT_NOW, "that player's account is closed");
        return;
    }
    request->found[request->next] = account->who;
    request->balances[request->next] = account->whites;
    request->next++;
    look_up(request);
}

static void note_relations(void *context, struct relations relations)
{
    struct challenge_request *request = context;
    request->relations = relations;
    settle(request);
}

static void look_up(struct challenge_request *request)
{
    while (request->next < PERSON_COUNT && !*request->names[request->next])
        request->next++;
    if (request->next < PERSON_COUNT)
        account_find(request->pending.server, request->names[request->next], found, request);
    else if (*request->found[ADDRESSEE].id)
        relations_find(request->pending.server, request->changed.maker,
                       request->found[ADDRESSEE].id, note_relations, request);
    else
        settle(request);
}

/* What can be said at once. */
static bool may_make(struct server *server, const struct challenge_params *wanted,
                     struct reply *reply)
{
    const struct identity *by = &wanted->by->who;
    const bool guest = is_guest_or_nobody(by);
    const unsigned wait =
        limits_take(server, LIMIT_CHALLENGE_ADDRESS, wanted->address ? wanted->address : "", 1);
    if (server->stopping)
        *reply = reply_make(REFUSED_STOPPING, NULL);
    else if (wait)
        *reply = reply_rate_limited(LIMIT_CHALLENGE_ADDRESS, wait);
    else if (!server->challenges->ready || server->challenges->by_id.count >= CHALLENGES_MAX)
        *reply = reply_make(REFUSED_BUSY, NULL);
    else if (!*by->id && wanted->to)
        *reply = reply_make(REFUSED_UNAUTHENTICATED, NULL);
    else if (guest && !server->config.guests)
        *reply = reply_make(REFUSED_FORBIDDEN, "guests may not play here");
    else if (guest && wanted->to)
        *reply =
            reply_make(REFUSED_FORBIDDEN, "guests invite by link; to challenge, open an account");
    else if (guest && wanted->settings->rated)
        *reply = reply_make(REFUSED_FORBIDDEN, "guests play casual games only");
    else if (wanted->expires_at && wanted->expires_at <= server->now)
        *reply = reply_make(REFUSED_SYNTAX, "the invitation would have ended already");
    else if (wanted->message && user_text_count(wanted->message) > CHAT_LINE_CHARACTERS)
        *reply = reply_make(REFUSED_SYNTAX, "a message has at most 140 characters");
    else
        return true;
    return false;
}

/* Notes down whom to look up; false if a name is too long to be one. */
static bool note_name(char out[IDENTITY_NAME_MAX + 1], const char *name)
{
    const size_t size = name ? strlen(name) : 0;
    if (size > IDENTITY_NAME_MAX)
        return false;
    if (size)
        memcpy(out, name, size + 1);
    return true;
}

static bool note_names(struct challenge_request *request, const struct challenge_params *wanted)
{
    const struct identity *by = &wanted->by->who;
    const char *const *allowed = wanted->allowed;
    return note_name(request->names[MAKER], is_guest_or_nobody(by) ? NULL : by->id) &&
           note_name(request->names[ADDRESSEE], wanted->to) &&
           note_name(request->names[FIRST_ALLOWED], allowed ? allowed[0] : NULL) &&
           note_name(request->names[SECOND_ALLOWED], allowed ? allowed[1] : NULL);
}

static int64_t expiry_of(const struct server *server, const struct challenge_params *wanted)
{
    const int64_t latest = server->now + LIFE_DAYS * DAY_MS;
    const int64_t usual = wanted->to ? latest : server->now + OPEN_LIFE_DAYS * DAY_MS;
    const int64_t wished = wanted->expires_at ? wanted->expires_at : usual;
    return wished < latest ? wished : latest;
}

static void draft(struct server *server, const struct challenge_params *wanted,
                  struct challenge *out)
{
    *out = (struct challenge){.status = CHALLENGE_CREATED,
                              .from = wanted->by->who,
                              .settings = *wanted->settings,
                              .created_at = server->now,
                              .expires_at = expiry_of(server, wanted)};
    memcpy(out->maker, wanted->by->who.id, sizeof out->maker);
    if (wanted->name)
        user_text_sanitize(wanted->name, NAME_CHARACTERS, out->name, sizeof out->name);
    if (wanted->message)
        user_text_sanitize(wanted->message, CHAT_LINE_CHARACTERS, out->message,
                           sizeof out->message);
}

void challenge_create(struct server *server, const struct challenge_params *wanted,
                      challenge_callback *callback, void *context)
{
    struct reply reply;
    if (!may_make(server, wanted, &reply)) {
        callback(context, &reply, NULL);
        return;
    }
    struct challenge_request *request = challenge_request_create(server, NULL, callback, context);
    if (!request)
        return;
    if (wanted->address)
        strncpy(request->address, wanted->address, sizeof request->address - 1);
    request->needs_follower = wanted->needs_follower;
    draft(server, wanted, &request->changed);
    if (note_names(request, wanted))
        look_up(request);
    else
        challenge_request_refuse(request, REFUSED_NOT_NOW, "there is no player of that name");
}

const struct challenge *challenge_create_rematch(struct server *server,
                                                 const struct challenge *offer)
{
    struct challenge challenge = *offer;
    challenge_entry_make_id(server, challenge.id);
    challenge.status = CHALLENGE_CREATED;
    challenge.created_at = server->now;
    memcpy(challenge.maker, challenge.from.id, sizeof challenge.maker);
    struct challenge_entry *entry = challenge_entry_reserve(server, &challenge);
    if (!entry)
        return NULL;
    challenge_entry_show(entry);
    challenge_entry_tell(entry, NOTICE_CHALLENGE);
    return &entry->challenge;
}

// ---- life ------------------------------------------------------------------------------------

void challenges_set_end_callback(struct server *server, challenge_end_callback *ended)
{
    server->challenges->ended = ended;
}

static void load(struct server *server, const struct store_job *job)
{
    struct challenge challenge;
    rk_fault fault = {.text = ""};
    const char *id = store_get_text(job, 0), *body = store_get_text(job, 1);
    const int64_t expires_at = store_get_integer(job, 2);
    if (expires_at <= server->now)
        return;
    if (challenge_parse(id, body, strlen(body), expires_at, &challenge, &fault)) {
        log_line(server->log, LOG_WARNING, "challenge %s cannot be read: %s", id, fault.text);
        return;
    }
    struct challenge_entry *entry = challenge_entry_reserve(server, &challenge);
    if (!entry)
        return;
    entry->stored = true;
    challenge_entry_show(entry);
}

static void loaded(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct pending_request *request = context;
    struct server *server = request->server;
    pending_destroy(request);
    if (!server)
        return;
    if (outcome != STORE_DONE)
        log_line(server->log, LOG_ERROR, "challenges could not be loaded");
    while (outcome == STORE_DONE && store_next_row(job))
        load(server, job);
    server->challenges->ready = true;
    accounts_report_deactivated(server); // who knows what happened while the server was down
}

rk_err challenges_create(struct server *server)
{
    struct challenges *challenges = calloc(1, sizeof *challenges);
    if (!challenges)
        return RK_NO_MEMORY;
    map_init(&challenges->by_id, server_random(server));
    list_init(&challenges->seen);
    pending_list_init(&challenges->pending, server);
    server->challenges = challenges;
    challenges->bars.on_deactivated = challenge_entry_end_barred;
    accounts_listen_deactivated(server, &challenges->bars);
    struct pending_request *request = pending_create(&challenges->pending, sizeof *request);
    if (!request) {
        challenges_destroy(server);
        return RK_NO_MEMORY;
    }
    struct store_job *old = store_job_create(), *all = store_job_create();
    store_call(old, STORE_OLD_CHALLENGES);
    store_bind_integer(old, server->now);
    store_write(server->store, old, NULL, NULL);
    store_call(all, STORE_CHALLENGES);
    store_read(server->store, all, loaded, request);
    return RK_OK;
}

bool challenges_ready(const struct server *server)
{
    return server->challenges->ready;
}

void challenges_destroy(struct server *server)
{
    struct challenges *challenges = server->challenges;
    if (!challenges)
        return;
    size_t at = 0;
    for (struct challenge_entry *entry; (entry = map_next(&challenges->by_id, &at));)
        challenge_entry_forget(entry);
    pending_cancel_all(&challenges->pending);
    list_remove(&challenges->bars.node);
    map_fini(&challenges->by_id);
    free(challenges);
    server->challenges = NULL;
}
