/* SPDX-License-Identifier: MIT */
/* Challenges answered: no, or yes. */
#include <string.h>

#include "lobby/challenges.h"
#include "lobby/pending.h"

static void refuse(challenge_then *then, void *context, enum refusal refusal, const char *why)
{
    const struct reply reply = reply_of(refusal, why);
    then(context, &reply, NULL);
}

// ---- saying no -------------------------------------------------------------------------------

/* One that stands and waits for nobody's answer. */
static struct pending *find_free(struct server *server, const char *id)
{
    struct pending *pending = pending_find(server, id);
    return pending && !pending->busy && challenge_stands(&pending->challenge) ? pending : NULL;
}

static void refuse_unknown(challenge_then *then, void *context)
{
    refuse(then, context, REFUSED_NOT_FOUND, "there is no such challenge");
}

static void removed(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct errand *errand = context;
    struct pending *pending = errand->pending;
    if (!errand->server) {
        errand_end(errand);
    } else if (outcome == STORE_FAILED) {
        pending->busy = false;
        errand_refuse(errand, REFUSED_STORE, NULL);
    } else { // refused: the row was gone already, which is what was wanted
        pending->stored = false;
        pending->challenge.reason = errand->changed.reason;
        pending_end(pending, errand->changed.status);
        errand_agree(errand);
    }
}

/* Ends it as declined or canceled once its row is gone. */
static void remove_it(struct pending *pending, enum challenge_status status,
                      enum decline_reason reason, challenge_then *then, void *context)
{
    struct errand *errand = errand_create(pending->server, pending, then, context);
    if (!errand)
        return;
    errand->changed.status = status;
    errand->changed.reason = reason;
    pending->busy = true;
    if (!pending->stored) {
        removed(errand, NULL, STORE_DONE);
        return;
    }
    struct store_job *job = store_job_create();
    pending_end_row(job, &pending->challenge);
    errand->in_store = true;
    store_write(pending->server->store, job, removed, errand);
}

void challenge_decline(struct server *server, const char *id, const struct identity *by,
                       enum decline_reason reason, challenge_then *then, void *context)
{
    struct pending *pending = find_free(server, id);
    if (!pending || !challenge_is_to(&pending->challenge, by->id))
        refuse_unknown(then, context);
    else
        remove_it(pending, CHALLENGE_DECLINED, reason, then, context);
}

static void resat(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct errand *errand = context;
    struct pending *pending = errand->pending;
    if (!errand->server) {
        errand_end(errand);
        return;
    }
    pending->busy = false;
    if (outcome != STORE_DONE) {
        errand_refuse(errand, REFUSED_STORE, NULL);
        return;
    }
    pending->challenge = errand->changed;
    pending->since = errand->server->now;
    pending_tell(pending, NOTICE_CHALLENGE);
    errand_agree(errand);
}

/* Somebody takes a seat of an open challenge, or leaves it: the row is written anew. */
static void reseat(struct pending *pending, const struct challenge *changed, challenge_then *then,
                   void *context)
{
    struct errand *errand = errand_create(pending->server, pending, then, context);
    if (!errand)
        return;
    errand->changed = *changed;
    errand->changed.status = CHALLENGE_CREATED;
    pending->busy = true;
    struct store_job *job = store_job_create();
    pending_end_row(job, &pending->challenge);
    pending_add_row(job, &errand->changed);
    errand->in_store = true;
    store_write(pending->server->store, job, resat, errand);
}

/* By who has taken a seat, and not made the challenge. */
static void leave_seat(struct pending *pending, challenge_then *then, void *context)
{
    struct challenge changed = pending->challenge;
    changed.from = (struct identity){.id = ""};
    changed.settings.side_choice = CHOOSE_RANDOM;
    reseat(pending, &changed, then, context);
}

void challenge_cancel(struct server *server, const char *id, const struct identity *by,
                      challenge_then *then, void *context)
{
    struct pending *pending = find_free(server, id);
    const struct challenge *challenge = pending ? &pending->challenge : NULL;
    if (!pending || !*by->id) {
        refuse_unknown(then, context);
    } else if (!strcmp(challenge->maker, by->id)) {
        remove_it(pending, CHALLENGE_CANCELED, DECLINE_GENERIC, then, context);
    } else if (!strcmp(challenge->from.id, by->id)) {
        leave_seat(pending, then, context);
    } else
        challenge_decline(server, id, by, DECLINE_GENERIC, then, context);
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

void pending_end_barred(struct server *server, const struct map *barred)
{
    struct list *seen = &server->challenges->seen;
    for (struct list *node = seen->next; node != seen; node = node->next) {
        struct pending *pending = LIST_OWNER(node, struct pending, node);
        const struct challenge *challenge = &pending->challenge;
        if (pending->busy || !challenge_stands(challenge))
            continue;
        if (map_get(barred, challenge->maker) || is_barred(barred, &challenge->to) ||
            is_barred(barred, &challenge->allowed[0]) || is_barred(barred, &challenge->allowed[1]))
            remove_it(pending, CHALLENGE_CANCELED, DECLINE_GENERIC, answer_nobody, NULL);
        else if (is_barred(barred, &challenge->from))
            leave_seat(pending, answer_nobody, NULL);
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
        *reply = reply_of(REFUSED_STOPPING, NULL);
    else if (!*by->id)
        *reply = reply_of(REFUSED_UNAUTHENTICATED, NULL);
    else if (!is_for(challenge, by->id))
        *reply = reply_of(REFUSED_NOT_FOUND, "there is no such challenge");
    else if (!strcmp(challenge->from.id, by->id))
        *reply = reply_of(REFUSED_NOT_NOW, "this is your own; it needs somebody else");
    else if (guest && (challenge->settings.rated || !server->config.guests))
        *reply = reply_of(REFUSED_FORBIDDEN, "guests play casual games only");
    else if (is_too_fast_for(by, &challenge->settings))
        *reply = reply_of(REFUSED_NOT_NOW, "bots play no ultrabullet");
    else if (challenge_is_open(challenge) && side != CHOOSE_RANDOM && *challenge->from.id &&
             challenge->settings.side_choice == side)
        *reply = reply_of(REFUSED_TAKEN, "that side is taken");
    else
        return bots_may_play(server, by, &challenge->from, reply);
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
    struct errand *errand = context;
    struct pending *pending = errand->pending;
    if (!round) {
        pending->busy = false;
        if (refusal == REFUSED_NOT_FOUND) { // the challenger's account is closed
            pending_unstore(pending);
            pending_end(pending, CHALLENGE_CANCELED);
        }
        errand_refuse(errand, refusal, why);
        return;
    }
    // The game is on disk: whatever becomes of the row, this challenge is never loaded again.
    pending_unstore(pending);
    pending->challenge.first_is_white =
        !strcmp(round_info(round)->players[RK_WHITE].id, pending->challenge.from.id);
    pending_end(pending, CHALLENGE_ACCEPTED);
    say_message(round, &pending->challenge);
    errand_agree(errand);
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

static void begin(struct pending *pending, const struct identity *by, enum side_choice side,
                  challenge_then *then, void *context)
{
    struct server *server = pending->server;
    const struct pair pair = pair_of(&pending->challenge, by, side);
    struct errand *errand = errand_create(server, pending, then, context);
    if (!errand)
        return;
    pending->busy = true;
    bots_play(server, by, &pending->challenge.from);
    pair_begin(server, &pair, &errand->pairing, begun, errand);
}

static void take_seat(struct pending *pending, const struct identity *by, enum side_choice side,
                      challenge_then *then, void *context)
{
    struct challenge changed = pending->challenge;
    changed.from = *by;
    changed.settings.side_choice = side;
    if (side != CHOOSE_RANDOM)
        changed.first_is_white = side == CHOOSE_WHITE;
    reseat(pending, &changed, then, context);
}

void challenge_accept(struct server *server, const char *id, const struct identity *by,
                      enum side_choice side, challenge_then *then, void *context)
{
    struct pending *pending = find_free(server, id);
    struct reply reply;
    if (!pending) {
        refuse_unknown(then, context);
        return;
    }
    const struct challenge *challenge = &pending->challenge;
    const enum side_choice coming =
        challenge_is_open(challenge) ? side_of(challenge, by, side) : CHOOSE_RANDOM;
    if (!may_accept(server, challenge, by, coming, &reply))
        then(context, &reply, NULL);
    else if (!*challenge->from.id)
        take_seat(pending, by, coming, then, context);
    else
        begin(pending, by, coming, then, context);
}
