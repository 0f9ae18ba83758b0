/* SPDX-License-Identifier: MIT */
/* Creating challenges, and loading those that are stored. */
#include "lobby/challenges.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounts/accounts.h"
#include "accounts/mutes.h"
#include "accounts/user_text.h"
#include "base/milliseconds.h"
#include "lobby/bot_games.h"
#include "lobby/challenge_notice.h"
#include "lobby/challenge_table.h"
#include "ratings/ratings.h"
#include "rounds/vacations.h"
#include "social/account_settings.h"
#include "social/notifications.h"

enum {
    CHALLENGES_MAX = 20000,
    OUTGOING_MAX = 50,  /* of one player at once */
    INCOMING_MAX = 100, /* of one player at once */
    STRANGER_COST = 5,  /* of a challenge to a player who does not follow the creator, in tokens */
    CHEAP_COST = 1,     /* of a challenge to a bot or an invitation by link, in tokens */
    ID_TRIES_MAX = 3,
    RATING_DIFFERENCE_MAX =
        300, /* for those who prefer challenges from players near their rating */
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
                       const struct challenge **out, size_t max)
{
    struct list *visible = &server->challenges->visible;
    size_t count = 0;
    for (struct list *node = visible->previous; node != visible && count < max;
         node = node->previous) {
        const struct challenge *challenge =
            &LIST_OWNER(node, struct challenge_entry, node)->challenge;
        if (challenge_is_active(challenge) &&
            (incoming ? challenge_is_to(challenge, who) : challenge_is_by(challenge, who)))
            out[count++] = challenge;
    }
    return count;
}

// ---- creating --------------------------------------------------------------------------------

static void store_challenge(struct challenge_request *request);

/* An addressee who is offline gets a notification. */
static void notify_absent(struct challenge_entry *entry)
{
    const struct challenge *challenge = &entry->challenge;
    char text[NOTIFICATION_TEXT_MAX];
    if (!*challenge->to.id || presence_is_online(entry->server, challenge->to.id))
        return;
    entry->notified = true;
    snprintf(text, sizeof text, "%s challenges you.", challenge->from.name);
    notification_add(entry->server, challenge->to.id,
                     &(struct notification){.kind = NOTIFICATION_CHALLENGE,
                                            .text = text,
                                            .from = challenge->from.name,
                                            .game = challenge->id});
}

static void finish_store(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct challenge_request *request = context;
    struct challenge_entry *entry = request->entry;
    if (!request->pending.server) {
        pending_destroy(&request->pending);
    } else if (outcome == STORE_DONE) {
        entry->stored = true;
        challenge_entry_publish(entry);
        challenge_notice_send(entry->server, &entry->challenge, NOTICE_CHALLENGE);
        notify_absent(entry);
        challenge_request_complete(request);
    } else {
        const struct challenge challenge = entry->challenge;
        entry->stored = outcome == STORE_UNKNOWN; // its row may be there
        challenge_entry_delete_row(entry);
        challenge_entry_free(entry);
        request->entry = NULL;
        request->changed = challenge;
        if (outcome == STORE_REFUSED && ++request->ids_tried < ID_TRIES_MAX)
            store_challenge(request); // the id is taken: try another
        else
            challenge_request_refuse(request, REFUSED_STORE, NULL);
    }
}

/* Writes request->changed as a new challenge with a new id. */
static void store_challenge(struct challenge_request *request)
{
    struct server *server = request->pending.server;
    challenge_generate_id(server, request->changed.from.id, request->changed.id);
    request->entry = challenge_entry_reserve(server, &request->changed);
    if (!request->entry) {
        challenge_request_refuse(request, REFUSED_BUSY, NULL);
        return;
    }
    struct store_job *job = store_job_create();
    challenge_add_row(job, &request->changed);
    request->pending.internal = false;
    store_write(server->store, job, finish_store, request);
}

static size_t count_active(struct server *server, const char *who, bool incoming)
{
    const struct challenge *some[INCOMING_MAX];
    return challenges_list(server, who, incoming, some, INCOMING_MAX);
}

/* Checks the people of a challenge. NULL, or why it is refused. */
static const char *people_fault(struct server *server, const struct challenge *challenge)
{
    const struct identity *from = &challenge->from, *to = &challenge->to;
    if (*to->id && !strcmp(from->id, to->id))
        return "you cannot challenge yourself";
    if (*challenge->allowed[0].id && !strcmp(challenge->allowed[0].id, challenge->allowed[1].id))
        return "an invitation needs two different players";
    if (challenge_is_too_fast_for_bot(from, &challenge->settings) ||
        challenge_is_too_fast_for_bot(to, &challenge->settings))
        return "bots cannot play ultrabullet";
    if (*challenge->creator && count_active(server, challenge->creator, false) >= OUTGOING_MAX)
        return "you already have 50 active challenges; cancel some first";
    if (*to->id && count_active(server, to->id, true) >= INCOMING_MAX)
        return "that player has too many active challenges";
    return NULL;
}

/* Between creator and addressee, in the perf of the game. */
static int rating_difference(const struct challenge_request *request)
{
    const struct server *server = request->pending.server;
    const enum perf perf = game_settings_perf(&request->changed.settings);
    return abs(ratings_show(server, &request->changed.from, perf).points -
               ratings_show(server, &request->found[CHALLENGE_ADDRESSEE], perf).points);
}

/* Whether the addressee's preference lets the creator challenge them. */
static bool accepts_challenge(const struct challenge_request *request)
{
    switch (request->preferences.values[PREFER_CHALLENGE]) {
    case CHALLENGE_FROM_NOBODY:
        return false;
    case CHALLENGE_FROM_RATING:
        return rating_difference(request) <= RATING_DIFFERENCE_MAX ||
               request->relations.theirs == RELATION_FOLLOWS;
    case CHALLENGE_FROM_FRIENDS:
        return request->relations.theirs == RELATION_FOLLOWS;
    default:
        return true;
    }
}

/* Checks whether creator and addressee follow or block each other. NULL, or why it is refused. */
static const char *relations_fault(const struct challenge_request *request)
{
    if (request->relations.theirs == RELATION_BLOCKS)
        return "that player does not accept challenges from you";
    if (request->relations.own == RELATION_BLOCKS)
        return "you have blocked that player";
    if (!accepts_challenge(request))
        return "that player does not accept challenges from you";
    if (request->needs_follower && request->relations.theirs != RELATION_FOLLOWS)
        return "that player does not follow you";
    return NULL;
}

static unsigned challenge_cost(const struct challenge_request *request)
{
    const struct identity *to = &request->changed.to;
    if (request->relations.theirs == RELATION_FOLLOWS)
        return 0;
    return *to->id && to->role != ROLE_BOT ? STRANGER_COST : CHEAP_COST;
}

// If an invitation for two names its creator, the creator has one of the sides. Otherwise both are
// free.
static void set_creator_side(struct challenge_request *request)
{
    struct challenge *challenge = &request->changed;
    for (int i = 0; i < 2; i++)
        challenge->allowed[i] = request->found[CHALLENGE_FIRST_ALLOWED + i];
    if (!*challenge->allowed[0].id)
        return;
    const bool white = !strcmp(challenge->allowed[0].id, challenge->creator);
    const bool black = !strcmp(challenge->allowed[1].id, challenge->creator);
    challenge->settings.side_choice = white ? CHOOSE_WHITE : black ? CHOOSE_BLACK : CHOOSE_RANDOM;
    if (!white && !black)
        challenge->from = (struct identity){.id = ""};
}

/* All people were looked up: checks the rest, draws the sides and stores the challenge. */
static void check_and_store(struct challenge_request *request)
{
    struct server *server = request->pending.server;
    struct challenge *challenge = &request->changed;
    challenge->to = request->found[CHALLENGE_ADDRESSEE];
    set_creator_side(request);
    const char *fault = people_fault(server, challenge);
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
    const bool guest = !*challenge->creator || *challenge->creator == '~';
    const enum limit limit = guest ? LIMIT_GUEST_SEEK : LIMIT_CHALLENGE;
    const unsigned wait = limits_take(server, limit, guest ? request->address : challenge->creator,
                                      challenge_cost(request));
    if (wait) {
        reply = reply_rate_limited(limit, wait);
        challenge_request_reply(request, &reply);
        return;
    }
    challenge->first_is_white =
        pair_first_is_white(challenge->settings.side_choice, request->balances[CHALLENGE_CREATOR],
                            request->balances[CHALLENGE_ADDRESSEE], server_random(server));
    store_challenge(request);
}

static void look_up_next(struct challenge_request *request);

static void add_addressee(struct challenge_request *request, const struct account *account)
{
    struct account_settings settings;
    account_settings_parse(account->settings, &settings);
    request->preferences = settings.preferences;
    account_settings_fini(&settings);
    if (account->kid)
        request->changed.message[0] = '\0'; // kids get no messages
}

static void add_found(void *context, enum refusal refusal, const struct account *account)
{
    struct challenge_request *request = context;
    if (!account) {
        const bool is_unknown = refusal == REFUSED_NOT_FOUND;
        challenge_request_refuse(request, is_unknown ? REFUSED_NOT_NOW : refusal,
                                 is_unknown ? "no such player" : NULL);
        return;
    }
    if (account->status != ACCOUNT_ACTIVE) {
        challenge_request_refuse(request, REFUSED_NOT_NOW, "that player's account is closed");
        return;
    }
    request->found[request->next] = account->who;
    request->balances[request->next] = account->side_balance;
    if (request->next == CHALLENGE_ADDRESSEE)
        add_addressee(request, account);
    request->next++;
    look_up_next(request);
}

static void add_relations(void *context, const struct relations *relations)
{
    struct challenge_request *request = context;
    if (!relations) {
        challenge_request_refuse(request, REFUSED_BUSY, NULL);
        return;
    }
    request->relations = *relations;
    check_and_store(request);
}

static void look_up_next(struct challenge_request *request)
{
    while (request->next < CHALLENGE_PERSON_COUNT && !*request->names[request->next])
        request->next++;
    if (request->next < CHALLENGE_PERSON_COUNT)
        account_find(request->pending.server, request->names[request->next], add_found, request);
    else if (*request->found[CHALLENGE_ADDRESSEE].id)
        relations_find(request->pending.server, request->changed.creator,
                       request->found[CHALLENGE_ADDRESSEE].id, add_relations, request);
    else
        check_and_store(request);
}

static bool has_text(const char *text)
{
    return text && *text;
}

/* Checks what needs no look-up. */
static bool may_create(struct server *server, const struct challenge_params *params,
                       struct reply *reply)
{
    const struct identity *by = &params->by->who;
    const char *fault = guest_fault(server, by, params->settings);
    const char *muted = mute_message(server, by->id);
    const unsigned wait =
        limits_take(server, LIMIT_CHALLENGE_ADDRESS, params->address ? params->address : "", 1);
    if (server->stopping)
        *reply = reply_make(REFUSED_STOPPING, NULL);
    else if (wait)
        *reply = reply_rate_limited(LIMIT_CHALLENGE_ADDRESS, wait);
    else if (!server->challenges->stored.done || server->challenges->by_id.count >= CHALLENGES_MAX)
        *reply = reply_make(REFUSED_BUSY, NULL);
    else if (!*by->id && params->to)
        *reply = reply_make(REFUSED_UNAUTHENTICATED, NULL);
    else if (fault)
        *reply = reply_make(REFUSED_FORBIDDEN, fault);
    else if (identity_is_accountless(by) && params->to)
        *reply =
            reply_make(REFUSED_FORBIDDEN,
                       "guests can only invite by link; create an account to challenge players");
    else if (params->settings->clock.kind == RK_CLOCK_DAYS && vacation_is_on(server, by->id))
        *reply = reply_make(REFUSED_NOT_NOW,
                            "you are on vacation: end it to start a correspondence game");
    else if (params->expires_at && params->expires_at <= server_date(server))
        *reply = reply_make(REFUSED_SYNTAX, "the expiry date is in the past");
    else if (params->message && user_text_count(params->message) > CHAT_LINE_CHARACTERS)
        *reply = reply_make(REFUSED_SYNTAX, "a message must have at most 140 characters");
    else if (muted && (has_text(params->message) || has_text(params->name)))
        *reply = reply_make(REFUSED_FORBIDDEN, muted);
    else
        return true;
    return false;
}

/* Adds a name to look up; false if it is too long for a name. */
static bool copy_name(char out[IDENTITY_NAME_MAX + 1], const char *name)
{
    const size_t size = name ? strlen(name) : 0;
    if (size > IDENTITY_NAME_MAX)
        return false;
    if (size)
        memcpy(out, name, size + 1);
    return true;
}

static bool copy_names(struct challenge_request *request, const struct challenge_params *params)
{
    const struct identity *by = &params->by->who;
    const char *const *allowed = params->allowed;
    return copy_name(request->names[CHALLENGE_CREATOR],
                     identity_is_accountless(by) ? NULL : by->id) &&
           copy_name(request->names[CHALLENGE_ADDRESSEE], params->to) &&
           copy_name(request->names[CHALLENGE_FIRST_ALLOWED], allowed ? allowed[0] : NULL) &&
           copy_name(request->names[CHALLENGE_SECOND_ALLOWED], allowed ? allowed[1] : NULL);
}

static int64_t expiry_time(const struct server *server, const struct challenge_params *params)
{
    const int64_t now = server_date(server), latest = now + LIFE_DAYS * DAY_MS;
    const int64_t standard = params->to ? latest : now + OPEN_LIFE_DAYS * DAY_MS;
    const int64_t chosen = params->expires_at ? params->expires_at : standard;
    return chosen < latest ? chosen : latest;
}

static void fill_challenge(struct server *server, const struct challenge_params *params,
                           struct challenge *out)
{
    *out = (struct challenge){.status = CHALLENGE_CREATED,
                              .from = params->by->who,
                              .settings = *params->settings,
                              .created_at = server_date(server),
                              .expires_at = expiry_time(server, params)};
    memcpy(out->creator, params->by->who.id, sizeof out->creator);
    if (params->name)
        user_text_sanitize(params->name, NAME_CHARACTERS, out->name, sizeof out->name);
    if (params->message && !params->by->kid)
        user_text_sanitize(params->message, CHAT_LINE_CHARACTERS, out->message,
                           sizeof out->message);
}

void challenge_create(struct server *server, const struct challenge_params *params,
                      challenge_callback *callback, void *context)
{
    struct reply reply;
    if (!may_create(server, params, &reply)) {
        callback(context, &reply, NULL);
        return;
    }
    struct challenge_request *request = challenge_request_create(server, NULL, callback, context);
    if (!request)
        return;
    if (params->address)
        strncpy(request->address, params->address, sizeof request->address - 1);
    request->needs_follower = params->needs_follower;
    fill_challenge(server, params, &request->changed);
    if (copy_names(request, params))
        look_up_next(request);
    else
        challenge_request_refuse(request, REFUSED_NOT_NOW, "no such player");
}

const struct challenge *challenge_create_rematch(struct server *server,
                                                 const struct challenge *offer)
{
    struct challenge challenge = *offer;
    challenge_generate_id(server, challenge.from.id, challenge.id);
    challenge.status = CHALLENGE_CREATED;
    challenge.created_at = server_date(server);
    memcpy(challenge.creator, challenge.from.id, sizeof challenge.creator);
    struct challenge_entry *entry = challenge_entry_reserve(server, &challenge);
    if (!entry)
        return NULL;
    challenge_entry_publish(entry);
    challenge_notice_send(entry->server, &entry->challenge, NOTICE_CHALLENGE);
    return &entry->challenge;
}

// ---- the module ------------------------------------------------------------------------------

void challenges_set_end_callback(struct server *server, challenge_end_callback *callback)
{
    server->challenges->on_end = callback;
}

static void load_row(struct server *server, const struct store_job *job)
{
    struct challenge challenge;
    rk_fault fault = {.text = ""};
    const char *id = store_get_text(job, 0), *body = store_get_text(job, 1);
    const int64_t expires_at = store_get_integer(job, 2);
    if (expires_at <= server_date(server) || map_get(&server->challenges->by_id, id))
        return;
    if (challenge_parse(id, body, strlen(body), expires_at, &challenge, &fault)) {
        log_line(server->log, LOG_WARNING, "cannot read challenge %s: %s", id, fault.text);
        return;
    }
    struct challenge_entry *entry = challenge_entry_reserve(server, &challenge);
    if (!entry)
        return;
    entry->stored = true;
    entry->notified = *challenge.to.id;
    challenge_entry_publish(entry);
}

static void apply_challenges(struct server *server, struct store_job *job)
{
    while (shard_is_ours(server, SHARD_LOBBY) && store_next_row(job))
        load_row(server, job);
    deactivation_report_all(server); // some may have been closed while the server was down
}

static void delete_old(struct server *server)
{
    if (server->clock_set_at)
        return; // the clock may be wrong: they may not be old
    struct store_job *job = store_job_create();
    store_call(job, STORE_DELETE_OLD_CHALLENGES);
    store_bind_integer(job, server_date(server));
    store_write(server->store, job, NULL, NULL);
}

static void on_challenges_gained(struct shards_listener *listener, unsigned shard,
                                 int64_t alive_until)
{
    (void)alive_until;
    struct challenges *challenges = LIST_OWNER(listener, struct challenges, shards);
    if (shard != SHARD_LOBBY)
        return;
    delete_old(challenges->server);
    challenges->stored.done = false;
    stored_state_load(challenges->server, &challenges->stored);
}

/* Those that are being written are freed by their timer. */
static void on_challenges_lost(struct shards_listener *listener, unsigned shard)
{
    struct challenges *challenges = LIST_OWNER(listener, struct challenges, shards);
    size_t at = 0;
    if (shard != SHARD_LOBBY)
        return;
    for (struct challenge_entry *entry; (entry = map_next(&challenges->by_id, &at));)
        if (!entry->busy)
            challenge_entry_free(entry);
}

static bool on_challenges_release(struct shards_listener *listener, unsigned shard)
{
    const struct challenges *challenges = LIST_OWNER(listener, struct challenges, shards);
    return shard != SHARD_LOBBY || list_is_empty(&challenges->pending.requests);
}

rk_err challenges_create(struct server *server)
{
    struct challenges *challenges = calloc(1, sizeof *challenges);
    if (!challenges)
        return RK_NO_MEMORY;
    map_init(&challenges->by_id, server_random(server));
    list_init(&challenges->visible);
    pending_list_init(&challenges->pending, server);
    challenges->server = server;
    server->challenges = challenges;
    challenges->deactivations.on_deactivated = challenges_end_deactivated;
    deactivation_listen(server, &challenges->deactivations);
    challenges->stored = (struct stored_state){
        .what = "challenges", .statement = STORE_CHALLENGES, .apply = apply_challenges};
    challenges->shards = (struct shards_listener){.on_gained = on_challenges_gained,
                                                  .on_lost = on_challenges_lost,
                                                  .on_release = on_challenges_release};
    shards_listen(server, &challenges->shards);
    return RK_OK;
}

bool challenges_ready(const struct server *server)
{
    return server->challenges->stored.done || !shard_is_ours(server, SHARD_LOBBY);
}

void challenges_destroy(struct server *server)
{
    struct challenges *challenges = server->challenges;
    if (!challenges)
        return;
    size_t at = 0;
    for (struct challenge_entry *entry; (entry = map_next(&challenges->by_id, &at));)
        challenge_entry_free(entry);
    stored_state_stop(server, &challenges->stored);
    pending_cancel_all(&challenges->pending);
    list_remove(&challenges->deactivations.node);
    list_remove(&challenges->shards.node);
    map_fini(&challenges->by_id);
    free(challenges);
    server->challenges = NULL;
}
