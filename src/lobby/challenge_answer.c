/* SPDX-License-Identifier: MIT */
/* Challenges answered: no, or yes. */
#include <string.h>

#include "lobby/challenge_table.h"
#include "lobby/challenges.h"

static void refuse(challenge_callback *callback, void *context, enum refusal refusal,
                   const char *why)
{
    const struct reply reply = reply_make(refusal, why);
    callback(context, &reply, NULL);
}

// ---- saying no -------------------------------------------------------------------------------

/* One that stands and waits for nobody's answer. */
static struct challenge_entry *find_free(struct server *server, const char *id)
{
    struct challenge_entry *entry = challenge_entry_find(server, id);
    return entry && !entry->busy && challenge_is_active(&entry->challenge) ? entry : NULL;
}

static void refuse_unknown(challenge_callback *callback, void *context)
{
    refuse(callback, context, REFUSED_NOT_FOUND, "there is no such challenge");
}

static void removed(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct challenge_request *request = context;
    struct challenge_entry *entry = request->entry;
    if (!request->pending.server) {
        pending_destroy(&request->pending);
    } else if (outcome == STORE_FAILED) {
        entry->busy = false;
        challenge_request_refuse(request, REFUSED_STORE, NULL);
    } else { // refused: the row was gone already, which is what was wanted
        entry->stored = false;
        entry->challenge.reason = request->changed.reason;
        challenge_entry_end(entry, request->changed.status);
        challenge_request_complete(request);
    }
}

/* Ends it as declined or canceled once its row is gone. */
static void remove_it(struct challenge_entry *entry, enum challenge_status status,
                      enum decline_reason reason, challenge_callback *callback, void *context)
{
    struct challenge_request *request =
        challenge_request_create(entry->server, entry, callback, context);
    if (!request)
        return;
    request->changed.status = status;
    request->changed.reason = reason;
    entry->busy = true;
    if (!entry->stored) {
        removed(request, NULL, STORE_DONE);
        return;
    }
    struct store_job *job = store_job_create();
    challenge_entry_end_row(job, &entry->challenge);
    request->pending.internal = false;
    store_write(entry->server->store, job, removed, request);
}

void challenge_decline(struct server *server, const char *id, const struct identity *by,
                       enum decline_reason reason, challenge_callback *callback, void *context)
{
    struct challenge_entry *entry = find_free(server, id);
    if (!entry || !challenge_is_to(&entry->challenge, by->id))
        refuse_unknown(callback, context);
    else
        remove_it(entry, CHALLENGE_DECLINED, reason, callback, context);
}

static void resat(void *context, struct store_job *job, enum store_outcome outcome)
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
    challenge_entry_tell(entry, NOTICE_CHALLENGE);
    challenge_request_complete(request);
}

/* Somebody takes a seat of an open challenge, or leaves it: the row is written anew. */
static void reseat(struct challenge_entry *entry, const struct challenge *changed,
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
    challenge_entry_end_row(job, &entry->challenge);
    challenge_entry_add_row(job, &request->changed);
    request->pending.internal = false;
    store_write(entry->server->store, job, resat, request);
}

/* By who has taken a seat, and not made the challenge. */
static void leave_seat(struct challenge_entry *entry, challenge_callback *callback, void *context)
{
    struct challenge changed = entry->challenge;
    changed.from = (struct identity){.id = ""};
    changed.settings.side_choice = CHOOSE_RANDOM;
    reseat(entry, &changed, callback, context);
}

void challenge_cancel(struct server *server, const char *id, const struct identity *by,
                      challenge_callback *callback, void *context)
{
    struct challenge_entry *entry = find_free(server, id);
    const struct challenge *challenge = entry ? &entry->challenge : NULL;
    if (!entry || !*by->id) {
        refuse_unknown(callback, context);
    } else if (!strcmp(challenge->maker, by->id)) {
        remove_it(entry, CHALLENGE_CANCELED, DECLINE_GENERIC, callback, context);
    } else if (!strcmp(challenge->from.id, by->id)) {
        leave_seat(entry, callback, context);
    } else
        challenge_decline(server, id, by, DECLINE_GENERIC, callback, context);
}

// ---- nobody is left to say anything ----------------------------------------------------------

static bool is_barred(const struct map *barred, const struct identity *who)
{
    return map_get(barred, who->id) != NULL;
}

/* Nobody waits for it: if the store fails, the next time comes. */
static void answer_nobody(void *context, const struct reply *reply,
                          const struct challenge *challenge)
{
    (void)context;
    (void)reply;
    (void)challenge;
}

void challenge_entry_end_barred(struct server *server, const struct map *barred)
{
    struct list *seen = &server->challenges->seen;
    for (struct list *node = seen->next; node != seen; node = node->next) {
        struct challenge_entry *entry = LIST_OWNER(node, struct challenge_entry, node);
        const struct challenge *challenge = &entry->challenge;
        if (entry->busy || !challenge_is_active(challenge))
            continue;
        if (map_get(barred, challenge->maker) || is_barred(barred, &challenge->to) ||
            is_barred(barred, &challenge->allowed[0]) || is_barred(barred, &challenge->allowed[1]))
            remove_it(entry, CHALLENGE_CANCELED, DECLINE_GENERIC, answer_nobody, NULL);
        else if (is_barred(barred, &challenge->from))
            leave_seat(entry, answer_nobody, NULL);
    }
}

// ---- saying yes ------------------------------------------------------------------------------

/* The side by which somebody comes to an open challenge. */
static enum side_choice side_of(const struct challenge *challenge, const struct identity *by,
                                enum side_choice side)
{
    if (!*challenge->allowed[0].id)
        return side;
    return !strcmp(challenge->allowed[0].id, by->id) ? CHOOSE_WHITE : CHOOSE_BLACK;
}

/* Whether that person may say yes; to one's own a better reason is given. */
static bool is_for(const struct challenge *challenge, const char *who)
{
    const bool anybody = challenge_is_open(challenge) && !*challenge->allowed[0].id;
    return anybody || challenge_is_to(challenge, who) || !strcmp(challenge->from.id, who);
}

static bool may_accept(struct server *server, const struct challenge *challenge,
                       const struct identity *by, enum side_choice side, struct reply *reply)
{
    const bool guest = is_guest_or_nobody(by);
    if (server->stopping)
        *reply = reply_make(REFUSED_STOPPING, NULL);
    else if (!*by->id)
        *reply = reply_make(REFUSED_UNAUTHENTICATED, NULL);
    else if (!is_for(challenge, by->id))
        *reply = reply_make(REFUSED_NOT_FOUND, "there is no such challenge");
    else if (!strcmp(challenge->from.id, by->id))
        *reply = reply_make(REFUSED_NOT_NOW, "this is your own; it needs somebody else");
    else if (guest && (challenge->settings.rated || !server->config.guests))
        *reply = reply_make(REFUSED_FORBIDDEN, "guests play casual games only");
    else if (is_too_fast_for_bot(by, &challenge->settings))
        *reply = reply_make(REFUSED_NOT_NOW, "bots play no ultrabullet");
    else if (challenge_is_open(challenge) && side != CHOOSE_RANDOM && *challenge->from.id &&
             challenge->settings.side_choice == side)
        *reply = reply_make(REFUSED_TAKEN, "that side is taken");
    else
        return bot_game_is_allowed(server, by, &challenge->from, reply);
    return false;
}

static void said(void *context, const struct reply *reply)
{
    (void)context, (void)reply; // a line that is refused is in the log
}

/* What came with the challenge is the first that is said in its game. */
static void say_message(struct round *round, const struct challenge *challenge)
{
    struct command command = {
        .verb = VERB_CHAT, .by = challenge->from, .version = -1, .room = ROOM_PLAYERS};
    memcpy(command.text, challenge->message, sizeof challenge->message);
    if (*command.text)
        round_command(round, &command, said, NULL);
}

static void begun(void *context, enum refusal refusal, const char *why, struct round *round)
{
    struct challenge_request *request = context;
    struct challenge_entry *entry = request->entry;
    if (!round) {
        entry->busy = false;
        if (refusal == REFUSED_NOT_FOUND) { // the challenger's account is closed
            challenge_entry_unstore(entry);
            challenge_entry_end(entry, CHALLENGE_CANCELED);
        }
        challenge_request_refuse(request, refusal, why);
        return;
    }
    // The game is on disk: whatever becomes of the row, this challenge is never loaded again.
    challenge_entry_unstore(entry);
    entry->challenge.first_is_white =
        !strcmp(round_info(round)->players[RK_WHITE].id, entry->challenge.from.id);
    challenge_entry_end(entry, CHALLENGE_ACCEPTED);
    say_message(round, &entry->challenge);
    challenge_request_complete(request);
}

static struct pair pair_of(const struct challenge *challenge, const struct identity *by,
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

static void begin(struct challenge_entry *entry, const struct identity *by, enum side_choice side,
                  challenge_callback *callback, void *context)
{
    struct server *server = entry->server;
    const struct pair pair = pair_of(&entry->challenge, by, side);
    struct challenge_request *request = challenge_request_create(server, entry, callback, context);
    if (!request)
        return;
    entry->busy = true;
    bot_game_count(server, by, &entry->challenge.from);
    pair_start(server, &pair, &request->pairing, begun, request);
}

static void take_seat(struct challenge_entry *entry, const struct identity *by,
                      enum side_choice side, challenge_callback *callback, void *context)
{
    struct challenge changed = entry->challenge;
    changed.from = *by;
    changed.settings.side_choice = side;
    if (side != CHOOSE_RANDOM)
        changed.first_is_white = side == CHOOSE_WHITE;
    reseat(entry, &changed, callback, context);
}

void challenge_accept(struct server *server, const char *id, const struct identity *by,
                      enum side_choice side, challenge_callback *callback, void *context)
{
    struct challenge_entry *entry = find_free(server, id);
    struct reply reply;
    if (!entry) {
        refuse_unknown(callback, context);
        return;
    }
    const struct challenge *challenge = &entry->challenge;
    const enum side_choice coming =
        challenge_is_open(challenge) ? side_of(challenge, by, side) : CHOOSE_RANDOM;
    if (!may_accept(server, challenge, by, coming, &reply))
        callback(context, &reply, NULL);
    else if (!*challenge->from.id)
        take_seat(entry, by, coming, callback, context);
    else
        begin(entry, by, coming, callback, context);
}
