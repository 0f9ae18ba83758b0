/* SPDX-License-Identifier: MIT */
/* Accepting, declining and cancelling challenges. */
#include <string.h>

#include "lobby/bot_games.h"
#include "lobby/challenge_notice.h"
#include "lobby/challenge_table.h"
#include "lobby/challenges.h"

static void refuse_answer(challenge_callback *callback, void *context, enum refusal refusal,
                          const char *why)
{
    const struct reply reply = reply_make(refusal, why);
    callback(context, &reply, NULL);
}

// ---- declining and cancelling ----------------------------------------------------------------

/* Finds a challenge that can be answered now. */
static struct challenge_entry *find_answerable(struct server *server, const char *id)
{
    struct challenge_entry *entry = challenge_entry_find(server, id);
    return entry && !entry->busy && challenge_is_active(&entry->challenge) ? entry : NULL;
}

static void refuse_unknown(challenge_callback *callback, void *context)
{
    refuse_answer(callback, context, REFUSED_NOT_FOUND, CHALLENGE_NOT_FOUND);
}

static void finish_remove(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct challenge_request *request = context;
    struct challenge_entry *entry = request->entry;
    if (!request->pending.server) {
        pending_destroy(&request->pending);
    } else if (store_has_failed(outcome)) {
        entry->busy = false;
        challenge_request_refuse(request, REFUSED_STORE, NULL);
    } else { // STORE_REFUSED: the row was already gone
        entry->stored = false;
        entry->challenge.reason = request->changed.reason;
        challenge_entry_end(entry, request->changed.status);
        challenge_request_complete(request);
    }
}

/* Ends a challenge as declined or canceled once its row is deleted. */
static void remove_challenge(struct challenge_entry *entry, enum challenge_status status,
                             enum decline_reason reason, challenge_callback *callback,
                             void *context)
{
    struct challenge_request *request =
        challenge_request_create(entry->server, entry, callback, context);
    if (!request)
        return;
    request->changed.status = status;
    request->changed.reason = reason;
    entry->busy = true;
    if (!entry->stored) {
        finish_remove(request, NULL, STORE_DONE);
        return;
    }
    struct store_job *job = store_job_create();
    challenge_delete_row(job, &entry->challenge);
    request->pending.internal = false;
    store_write(entry->server->store, job, finish_remove, request);
}

void challenge_decline(struct server *server, const char *id, const struct identity *by,
                       enum decline_reason reason, challenge_callback *callback, void *context)
{
    struct challenge_entry *entry = find_answerable(server, id);
    if (!entry || !challenge_is_to(&entry->challenge, by->id))
        refuse_unknown(callback, context);
    else
        remove_challenge(entry, CHALLENGE_DECLINED, reason, callback, context);
}

static void finish_write_challenger(void *context, struct store_job *job,
                                    enum store_outcome outcome)
{
    (void)job;
    struct challenge_request *request = context;
    struct challenge_entry *entry = request->entry;
    if (!request->pending.server) {
        pending_destroy(&request->pending);
        return;
    }
    entry->busy = false;
    if (outcome != STORE_DONE) {
        challenge_request_refuse(request, REFUSED_STORE, NULL);
        return;
    }
    entry->challenge = request->changed;
    entry->since = request->pending.server->now;
    challenge_notice_send(entry->server, &entry->challenge, NOTICE_CHALLENGE);
    challenge_request_complete(request);
}

/* A player takes a side of an open challenge, or leaves it: the row is replaced. */
static void write_challenger(struct challenge_entry *entry, const struct challenge *changed,
                             challenge_callback *callback, void *context)
{
    struct challenge_request *request =
        challenge_request_create(entry->server, entry, callback, context);
    if (!request)
        return;
    request->changed = *changed;
    request->changed.status = CHALLENGE_CREATED;
    entry->busy = true;
    struct store_job *job = store_job_create();
    challenge_delete_row(job, &entry->challenge);
    challenge_add_row(job, &request->changed);
    request->pending.internal = false;
    store_write(entry->server->store, job, finish_write_challenger, request);
}

/* For a player who took a side but did not create the challenge. */
static void leave_open_challenge(struct challenge_entry *entry, challenge_callback *callback,
                                 void *context)
{
    struct challenge changed = entry->challenge;
    changed.from = (struct identity){.id = ""};
    changed.settings.side_choice = CHOOSE_RANDOM;
    write_challenger(entry, &changed, callback, context);
}

void challenge_cancel(struct server *server, const char *id, const struct identity *by,
                      challenge_callback *callback, void *context)
{
    struct challenge_entry *entry = find_answerable(server, id);
    const struct challenge *challenge = entry ? &entry->challenge : NULL;
    if (!entry || !*by->id) {
        refuse_unknown(callback, context);
    } else if (!strcmp(challenge->creator, by->id)) {
        remove_challenge(entry, CHALLENGE_CANCELED, DECLINE_GENERIC, callback, context);
    } else if (!strcmp(challenge->from.id, by->id)) {
        leave_open_challenge(entry, callback, context);
    } else
        challenge_decline(server, id, by, DECLINE_GENERIC, callback, context);
}

// ---- closed accounts -------------------------------------------------------------------------

static bool is_deactivated(const struct map *accounts, const struct identity *who)
{
    return map_get(accounts, who->id) != NULL;
}

/* If the store fails, the account is reported again later. */
static void ignore_result(void *context, const struct reply *reply,
                          const struct challenge *challenge)
{
    (void)context;
    (void)reply;
    (void)challenge;
}

void challenges_end_deactivated(struct server *server, const struct map *accounts)
{
    struct list *visible = &server->challenges->visible;
    for (struct list *node = visible->next; node != visible; node = node->next) {
        struct challenge_entry *entry = LIST_OWNER(node, struct challenge_entry, node);
        const struct challenge *challenge = &entry->challenge;
        if (entry->busy || !challenge_is_active(challenge))
            continue;
        if (map_get(accounts, challenge->creator) || is_deactivated(accounts, &challenge->to) ||
            is_deactivated(accounts, &challenge->allowed[0]) ||
            is_deactivated(accounts, &challenge->allowed[1]))
            remove_challenge(entry, CHALLENGE_CANCELED, DECLINE_GENERIC, ignore_result, NULL);
        else if (is_deactivated(accounts, &challenge->from))
            leave_open_challenge(entry, ignore_result, NULL);
    }
}

// ---- accepting -------------------------------------------------------------------------------

/* The side of a player who accepts an open challenge. */
static enum side_choice open_side(const struct challenge *challenge, const struct identity *by,
                                  enum side_choice side)
{
    if (!*challenge->allowed[0].id)
        return side;
    return !strcmp(challenge->allowed[0].id, by->id) ? CHOOSE_WHITE : CHOOSE_BLACK;
}

/* Whether a person may accept it. Its own challenger passes here, for a better message later. */
static bool is_acceptable_by(const struct challenge *challenge, const char *who)
{
    const bool anybody = challenge_is_open(challenge) && !*challenge->allowed[0].id;
    return anybody || challenge_is_to(challenge, who) || !strcmp(challenge->from.id, who);
}

static bool may_accept(struct server *server, const struct challenge *challenge,
                       const struct identity *by, enum side_choice side, struct reply *reply)
{
    const char *fault = guest_fault(server, by, &challenge->settings);
    if (server->stopping)
        *reply = reply_make(REFUSED_STOPPING, NULL);
    else if (!*by->id)
        *reply = reply_make(REFUSED_UNAUTHENTICATED, NULL);
    else if (!is_acceptable_by(challenge, by->id))
        *reply = reply_make(REFUSED_NOT_FOUND, CHALLENGE_NOT_FOUND);
    else if (!strcmp(challenge->from.id, by->id))
        *reply = reply_make(REFUSED_NOT_NOW, "you cannot accept your own challenge");
    else if (fault)
        *reply = reply_make(REFUSED_FORBIDDEN, fault);
    else if (challenge_is_too_fast_for_bot(by, &challenge->settings))
        *reply = reply_make(REFUSED_NOT_NOW, "bots cannot play ultrabullet");
    else if (challenge_is_open(challenge) && side != CHOOSE_RANDOM && *challenge->from.id &&
             challenge->settings.side_choice == side)
        *reply = reply_make(REFUSED_TAKEN, "that side is taken");
    else
        return bot_game_is_allowed(server, by, &challenge->from, reply);
    return false;
}

static void ignore_reply(void *context, const struct reply *reply)
{
    (void)context, (void)reply; // a refused line is in the log
}

/* The message of the challenge is the first chat line of its game. */
static void post_message(struct round *round, const struct challenge *challenge)
{
    struct command command = {
        .verb = VERB_CHAT, .by = challenge->from, .version = -1, .room = ROOM_PLAYERS};
    memcpy(command.text, challenge->message, sizeof challenge->message);
    if (*command.text)
        round_command(round, &command, ignore_reply, NULL);
}

static void finish_accept(void *context, enum refusal refusal, const char *why, struct round *round)
{
    struct challenge_request *request = context;
    struct challenge_entry *entry = request->entry;
    if (!round) {
        entry->busy = false;
        if (refusal == REFUSED_NOT_FOUND) { // an account was closed
            challenge_entry_delete_row(entry);
            challenge_entry_end(entry, CHALLENGE_CANCELED);
        }
        challenge_request_refuse(request, refusal, why);
        return;
    }
    // The game is on disk, so the challenge is not loaded again even if its row stays.
    challenge_entry_delete_row(entry);
    entry->challenge.first_is_white =
        !strcmp(round_info(round)->players[RK_WHITE].id, entry->challenge.from.id);
    challenge_entry_end(entry, CHALLENGE_ACCEPTED);
    post_message(round, &entry->challenge);
    challenge_request_complete(request);
}

static struct pair make_pair(const struct challenge *challenge, const struct identity *by,
                             enum side_choice side)
{
    struct pair pair = {.first = challenge->from,
                        .second = *by,
                        .settings = challenge->settings,
                        .source = SOURCE_FRIEND};
    memcpy(pair.id, challenge->id, sizeof pair.id);
    memcpy(pair.rematch_of, challenge->rematch_of, sizeof pair.rematch_of);
    const bool first_is_white = side == CHOOSE_RANDOM || pair.settings.side_choice != CHOOSE_RANDOM
                                    ? challenge->first_is_white
                                    : side == CHOOSE_BLACK;
    pair.settings.side_choice = first_is_white ? CHOOSE_WHITE : CHOOSE_BLACK;
    return pair;
}

static void start_game(struct challenge_entry *entry, const struct identity *by,
                       enum side_choice side, challenge_callback *callback, void *context)
{
    struct server *server = entry->server;
    const struct pair pair = make_pair(&entry->challenge, by, side);
    struct challenge_request *request = challenge_request_create(server, entry, callback, context);
    if (!request)
        return;
    entry->busy = true;
    bot_game_count(server, by, &entry->challenge.from);
    pair_start(server, &pair, &request->pairing, finish_accept, request);
}

static void join_open_challenge(struct challenge_entry *entry, const struct identity *by,
                                enum side_choice side, challenge_callback *callback, void *context)
{
    struct challenge changed = entry->challenge;
    changed.from = *by;
    changed.settings.side_choice = side;
    if (side != CHOOSE_RANDOM)
        changed.first_is_white = side == CHOOSE_WHITE;
    write_challenger(entry, &changed, callback, context);
}

void challenge_accept(struct server *server, const char *id, const struct identity *by,
                      enum side_choice side, challenge_callback *callback, void *context)
{
    struct challenge_entry *entry = find_answerable(server, id);
    struct reply reply;
    if (!entry) {
        refuse_unknown(callback, context);
        return;
    }
    const struct challenge *challenge = &entry->challenge;
    const enum side_choice chosen =
        challenge_is_open(challenge) ? open_side(challenge, by, side) : CHOOSE_RANDOM;
    if (!may_accept(server, challenge, by, chosen, &reply))
        callback(context, &reply, NULL);
    else if (!*challenge->from.id)
        join_open_challenge(entry, by, chosen, callback, context);
    else
        start_game(entry, by, chosen, callback, context);
}
