/* SPDX-License-Identifier: MIT */
/* Who gets which side, and the beginning of the game. */
#ifndef LOBBY_PAIRING_H
#define LOBBY_PAIRING_H

#include "core/limits.h"
#include "rounds/command.h"
#include "rounds/rounds.h"

/* A pair on agreed settings: `first` proposed them, settings.side_choice is his. */
struct pair {
    struct identity first, second;
    struct game_settings settings;
    enum game_source source;
    char id[GAME_ID_SIZE + 1];         /* "" for a new one */
    char rematch_of[GAME_ID_SIZE + 1]; /* "" if it is none */
};

/* What came of it: the round, borrowed; NULL if it was refused, with the reason in words.
 * REFUSED_NOT_FOUND: one of the two has no account any more, or may not play. */
typedef void pair_callback(void *context, enum refusal refusal, const char *why,
                           struct round *round);

/* A pair on its way to its game: lies in the thing that waits for it. */
struct pairing {
    struct server *server;
    struct pair pair;
    int64_t balances[2]; /* of the first and the second */
    unsigned known;      /* how many of them */
    struct game_info info;
    bool again; /* a second id is tried */
    pair_callback *callback;
    void *context;
};

/* Draws sides, if nobody insists: at random, but who had White less often against
 * others gets it with greater chance, and always when the difference is large. Both
 * accounts are looked up. Then begins the game. `callback` is called once, now or later, unless
 * the server ends before; until then `pairing` stays where it is. */
void pair_start(struct server *server, const struct pair *pair, struct pairing *pairing,
                pair_callback *callback, void *context);

/* What speaks against it, in words: the same person twice, too many games at once.
 * NULL: nothing. */
const char *pair_fault(struct server *server, const struct pair *pair);

/* The draw itself: true if the first gets White. `balance`: how many more games with
 * White than with Black each had. */
bool pair_first_is_white(enum side_choice choice, int64_t first_balance, int64_t second_balance,
                         uint64_t chance);

/* Answers to whoever wanted a game; `why` NULL: the usual words. NOT_REFUSED is yes. */
struct reply reply_make(enum refusal refusal, const char *why);
struct reply reply_rate_limited(enum limit limit, unsigned seconds);

#endif
