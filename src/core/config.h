/* SPDX-License-Identifier: MIT */
/* The settings of a server, as the operator chose them. */
#ifndef CORE_CONFIG_H
#define CORE_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "core/address.h"

enum { PASSWORD_OPS = 2, PASSWORD_MIB = 19 }; /* the defaults of hash_ops and hash_mib */

enum { SPEED_COUNT = 5 }; /* ultrabullet, bullet, blitz, rapid, classical */

struct asset_table;

struct server_config {
    const char *public_url;   /* "http://127.0.0.1:8080", without a slash at the end */
    const char *server_name;  /* shown on pages */
    const char *motd;         /* message of the day; "" for none */
    const char *node_name;    /* unique among the servers that use the same store */
    const char *node_place;   /* only one server at a time runs there: machine and data folder */
    const char *node_address; /* how the operator finds it: HOST:PORT, or "" */
    bool shares_store;        /* other servers may use the store at the same time */
    bool is_url_fixed;        /* the operator set it: browsers use no other address */
    bool secure;              /* clients use TLS: cookies are marked Secure */
    bool registration;        /* anyone may create an account */
    bool guests;              /* casual games without an account are allowed */
    bool unlimited;           /* ignore limits.def, for load tests */
    int64_t first_move_ms[SPEED_COUNT];
    int64_t restart_grace_ms; /* how long a clock waits for its player after a restart */
    bool draw_at_fifty;       /* automatically; otherwise on claim, and automatically at 75 moves */
    unsigned vacation_days;   /* a player may take in 365 days */
    bool distrust_clock; /* the clock may be wrong: delete nothing because of its age for a day */
    unsigned plies_max;  /* longer games are drawn */
    unsigned hash_ops, hash_mib;      /* Argon2id: passes and memory */
    bool find_puzzles;                /* in the server's finished games */
    int64_t poll_ms;                  /* how often to look for changes made with rookery admin */
    unsigned engine_games;            /* games the engine plays at once; idle ones do not count */
    unsigned anonymous_per_address;   /* WebSockets without an identity that one address may have */
    unsigned engine_games_each;       /* games one player may have against it, idle ones included */
    unsigned review_threads;          /* reviews of games at once; 0: none */
    unsigned review_queue;            /* those that wait or run */
    struct networks metrics_from;     /* who may read /metrics; none: direct local connections */
    const char *metrics_token;        /* a bearer token that allows it too; NULL: none */
    const struct asset_table *assets; /* the files of the web client; NULL: none */
};

struct server_config server_config_default(void);

#endif
