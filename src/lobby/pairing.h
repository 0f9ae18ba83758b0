/* SPDX-License-Identifier: MIT */
/* Draws the sides of two players and starts their game. */
#ifndef LOBBY_PAIRING_H
#define LOBBY_PAIRING_H

#include "core/limits.h"
#include "rounds/command.h"
#include "rounds/rounds.h"

enum { PLAYER_GAMES_MAX = 200 }; /* of one player at once */

/* Two players who agreed on settings. settings.side_choice is the side of `first`. */
struct pair {
    struct identity first, second;
    struct game_settings settings;
    enum game_source source;
    char id[GAME_ID_SIZE + 1];         /* of the game; "" for a new id */
    char rematch_of[GAME_ID_SIZE + 1]; /* "" if it is not a rematch */
};

/* The result: the round, borrowed, or NULL and why. REFUSED_NOT_FOUND: one of the accounts is
 * closed or banned. */
typedef void pair_callback(void *context, enum refusal refusal, const char *why,
                           struct round *round);

/* The state of pair_start(), a member of the request that waits for the game. */
struct pairing {
    struct server *server;
    struct pair pair;
    int64_t balances[2];    /* of first and second: games with White minus games with Black */
    unsigned balance_count; /* how many of the balances are known */
    struct game_info info;
    bool retried; /* the first id was taken */
    pair_callback *callback;
    void *context;
};

/* The player's rating for such games, 1500 before the first one; 0: a guest or the engine. */
int64_t pair_rating(struct server *server, const struct identity *who,
                    const struct game_settings *settings);

/* Looks up both accounts, draws the sides unless one was chosen, and starts the game. The player
 * who has had White less often gets it with a higher probability, and always if the difference is
 * large. The callback is called once, possibly before this returns, and not after the server was
 * destroyed. `pairing` must stay valid until then. */
void pair_start(struct server *server, const struct pair *pair, struct pairing *pairing,
                pair_callback *callback, void *context);

/* NULL, or why these two cannot play: the same person twice, or too many games at once. */
const char *pair_fault(struct server *server, const struct pair *pair);

/* NULL, or why a guest may not play such a game on this server. A client without an account or a
 * session counts as a guest. */
const char *guest_fault(const struct server *server, const struct identity *who,
                        const struct game_settings *settings);

/* Draws the sides: true if `first` gets White. A balance is games with White minus games with
 * Black. `chance` is a random number. */
bool pair_first_is_white(enum side_choice choice, int64_t first_balance, int64_t second_balance,
                         uint64_t chance);

#endif
