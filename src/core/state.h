/* SPDX-License-Identifier: MIT */
/* The state of the server. Each module has its own part, and uses the others through their headers.
 * One thread owns all of it. */
#ifndef CORE_STATE_H
#define CORE_STATE_H

#include "base/list.h"
#include "base/log.h"
#include "base/map.h"
#include "bus/bus.h"
#include "core/config.h"
#include "core/environment.h"
#include "core/pending.h"
#include "core/timers.h"
#include "store/store.h"

struct server {
    struct server_config config;
    struct server_env env;
    const struct log *log;
    struct store *store;
    struct bus *bus;
    int64_t last_number; /* see server_next_number() */
    int64_t now; /* milliseconds since 1970; never goes back, even if the system's clock does */
    /* What to add to `now` for the date and time of day. The system's clock may be set while the
     * server runs: dates follow it, `now` does not, so that no clock of a game jumps. */
    int64_t date_offset;
    /* When the system's clock was last set, or the start if it is in doubt; 0: neither. */
    int64_t clock_set_at;
    bool draining; /* refuse new games: a restart is planned soon */
    bool leaving;  /* refuse new games: other servers take over, then this one stops */
    bool stopping; /* refuse new games: the shutdown has begun */
    bool stopped;  /* everything is on disk, and all connections are closed */
    struct timers timers;
    struct pending_list pending; /* requests of accounts, sessions, tokens and the HTTP API */

    /* Created and destroyed by the module of that name: NAME_create(server), NAME_destroy(server).
     */
    struct metrics *metrics;
    struct limits *limits;
    struct nodes *nodes;                 /* of cluster */
    struct shards *shards;               /* of cluster */
    struct membership *membership;       /* of cluster */
    struct invalidations *invalidations; /* of cluster */
    /* The next four are NULL if there are no other nodes. */
    struct channels *channels;                /* of cluster */
    struct replication *presence_replication; /* of accounts */
    struct node_summaries *node_summaries;    /* of running */
    struct revalidation *revalidation;        /* of accounts */
    struct presence *presence;
    struct identity_cache *identity_cache; /* of accounts */
    struct deactivations *deactivations;   /* of accounts */
    struct accounts *accounts;
    struct setup *setup;           /* of accounts */
    struct hash_slots *hash_slots; /* of accounts */
    struct blocks *blocks;         /* of accounts */
    struct ratings *ratings;
    struct person_cache *person_cache;   /* of social */
    struct erasures *erasures;           /* of social */
    struct online_people *online_people; /* of lobby */
    struct vacations *vacations;
    struct rounds *rounds;
    struct running_games *running_games;   /* of running; NULL: there are no other nodes */
    struct remote_games *remote_games;     /* of running */
    struct owner_requests *owner_requests; /* of rounds */
    struct ended_games *ended_games;       /* of rounds */
    struct results *results;               /* of running */
    struct own_games *own_games;           /* of archive */
    struct evaluations *evaluations;
    struct review_replication *review_replication; /* of analysis; NULL: there are no other nodes */
    struct review_queue *review_queue;             /* of analysis */
    struct puzzle_searches *puzzle_searches;       /* of puzzle_training */
    struct tv *tv;                                 /* of running */
    struct seeks *seeks;
    struct pools *pools;
    struct bulk_pairings *bulk_pairings;
    struct bot_games *bot_games;
    struct challenges *challenges;
    struct engine_games *engine_games;
    struct rematches *rematches;
    struct lobby_replica *lobby_replica; /* of lobby; NULL: there are no other nodes */
    struct relay *relay;                 /* of server; the same */
    struct mutes *mutes;                 /* of accounts */
    struct moderation *moderation;
    struct audit *audit; /* of moderation */
    struct ws_sessions *ws_sessions;
    struct health *health;
    struct metrics_history *metrics_history; /* of api */
    struct exchanges *exchanges;
    struct web_assets *web_assets;     /* of api */
    struct game_streams *game_streams; /* of api */
};

/* Advances the time; an earlier one is ignored. */
void server_set_now(struct server *server, int64_t now);

/* The date, in milliseconds since 1970, for what is stored and compared as one: when something was
 * created, when it expires. It may go back. */
int64_t server_date(const struct server *server);

/* Sets a timer for a date. It also fires before, every ten seconds, because the system's clock may
 * be set meanwhile: its function compares the date, and sets it again if it is early. False if out
 * of memory. */
bool server_set_date_timer(struct server *server, struct timer *timer, int64_t date,
                           timer_fire *fire, void *context);

/* Random numbers from the environment. */
uint64_t server_random(struct server *server);
uint64_t server_random_below(struct server *server, uint64_t bound); /* uniform */

/* Random ids of games, challenges and seeks: eight letters and digits. */
enum { GAME_ID_SIZE = 8 };
void server_make_id(struct server *server, char out[GAME_ID_SIZE + 1]);

/* The number of a message or notification: it grows from call to call, also across restarts. */
int64_t server_next_number(struct server *server);

#endif
