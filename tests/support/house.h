/* SPDX-License-Identifier: MIT */
/* The part of a server where games are found and played, over a store in memory,
 * with time and chance of the test's own. No socket and no handler. */
#ifndef SUPPORT_HOUSE_H
#define SUPPORT_HOUSE_H

#include "accounts/presence.h"
#include "lobby/challenges.h"
#include "lobby/seeks.h"
#include "rounds/round.h"

struct house {
    struct store store; /* in front of the one in memory: it can be made to fail */
    struct store *memory;
    struct list failed; /* jobs it will not do */
    bool disk_full;     /* writes fail */
    bool is_slow;       /* nothing is answered until it is false again */
    struct server server;
    struct bus *bus;
    uint64_t chance;
};

void house_open(struct house *house);
void house_close(struct house *house);
/* The server ends and begins again; what was on disk stays. */
void house_restart(struct house *house);

/* The store answers everything it was asked. */
void house_settle(struct house *house);
/* Time goes by, and whatever is due is done. */
void house_pass(struct house *house, int64_t ms);

struct identity house_add(struct house *house, const char *name, enum role role);
struct identity house_guest(struct house *house, const char *name); /* not in the store */
/* Does to the store what is none of the server's doing. */
void house_tamper(struct house *house, enum statement statement, const char *id, int64_t number);

/* The settings of a clock, "5+3". */
struct game_settings house_terms(const char *clock);

/* Ends a game by one of its players' resignation. */
void house_resign(struct house *house, const char *game, unsigned side);

/* Somebody online, and what was heard. */
struct ear {
    struct listener listener;
    struct house *house;
    char who[IDENTITY_ID_MAX + 1];
    struct notice heard[64];
    size_t count;
};
void ear_open(struct ear *ear, struct house *house, const struct identity *who);
void ear_close(struct ear *ear);
/* How often that was heard, of any subject if it is NULL. */
size_t ear_heard(const struct ear *ear, enum notice_kind kind, const char *subject);

/* What was answered. */
struct told {
    unsigned count; /* how often */
    struct reply reply;
    char why[200];
    char id[GAME_ID_SIZE + 1];
    struct challenge challenge;
};
void told_seek(void *context, const struct reply *reply, const char *id);
void told_challenge(void *context, const struct reply *reply, const struct challenge *challenge);
void told_reply(void *context, const struct reply *reply);

#endif
