/* SPDX-License-Identifier: MIT */
/* What the server is told before it begins, and what the outside does for it. */
#ifndef CORE_HOST_H
#define CORE_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rookery/position.h"

struct log;

enum { PASSWORD_OPS = 2, PASSWORD_MIB = 19 }; /* unless the operator wants it otherwise */

/* Something slow, done elsewhere. */
struct work {
    void (*run)(struct work *work);  /* on another thread: touches nothing but the work */
    void (*done)(struct work *work); /* back on the server's thread */
    struct work *next;               /* the host's */
};

/* A move to be found by the engine, elsewhere. */
struct thought {
    const rk_position *positions; /* of the game, the oldest first, for repetitions; the last is */
    size_t count;                 /* the one to move in. The asker's, until it is done */
    unsigned level;               /* from 1 to ENGINE_LEVELS */
    uint64_t seed;                /* of its errors: the same gives the same */
    int64_t most_ms;              /* it may take, waiting included; with much to do it gets less */
    rk_move best;                 /* found; RK_NO_MOVE: it has failed */
    int score;                    /* hundredths of a pawn, for the side that moves */
    void (*done)(struct thought *thought); /* back on the server's thread, in any case */

    struct work work; /* these three are the host's own */
    void *host;
    int64_t asked_at;
};

/* What the outside does for the server. */
struct server_host {
    void *context;
    void (*random)(void *context, void *out, size_t size);
    bool (*work)(void *context, struct work *work);        /* false: too much waits already */
    bool (*think)(void *context, struct thought *thought); /* likewise; NULL: there is no engine */
    const struct log *log;                                 /* NULL: in silence */
};

enum { SPEED_COUNT = 5 }; /* ultrabullet, bullet, blitz, rapid, classical */

struct server_config {
    const char *public_url; /* "http://127.0.0.1:8080", without a slash at the end */
    bool secure;            /* reached by TLS: cookies say so */
    bool registration;      /* anybody may open an account */
    bool guests;            /* casual games without one */
    bool unlimited;         /* limits.def does not hold: for load tests */
    int64_t first_move_ms[SPEED_COUNT];
    int64_t restart_grace_ms; /* how long a clock waits for its player after a restart */
    bool draw_at_fifty;       /* by itself; else it must be claimed, and is drawn at seventy-five */
    unsigned plies_max;       /* longer games are drawn */
    unsigned hash_ops, hash_mib; /* Argon2id */
    unsigned engine_games;       /* that the engine plays at once, idle ones aside, */
    unsigned engine_games_each;  /* and against one person, all counted */
};

struct server_config server_config_default(void);

#endif
