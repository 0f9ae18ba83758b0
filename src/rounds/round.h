/* SPDX-License-Identifier: MIT */
/* A game in play on this server: its one owner. A command is checked against the
 * game, its events are written to the log, and only when they are on disk is it
 * acknowledged and shown to anybody. While a flush is under way, further
 * commands to the same game wait their turn.
 *
 * Rounds that are over stay for a while, for goodbyes and rematches; older games
 * can be opened again from the store, to be looked at. */
#ifndef ROUNDS_ROUND_H
#define ROUNDS_ROUND_H

#include "base/list.h"
#include "base/shared_buffer.h"
#include "rounds/game_info.h"
#include "rounds/replay.h"
#include "wire/refusals.h"
#include "wire/verbs.h"

struct round;

RK_MUST_USE rk_err rounds_create(struct server *server); /* begins to load what goes on */
bool rounds_ready(const struct server *server);
void rounds_stop(struct server *server); /* writes a pause into every running clock's log */
bool rounds_stopped(const struct server *server);
void rounds_destroy(struct server *server);

/* ---- life ---- */

/* The round, borrowed; NULL: there is none, or it could not be (why in words). */
typedef void round_callback(void *context, struct round *round, const char *why);

/* `why` for a game that does not exist. Refuse a private game with the same words: others would
 * reveal that it exists. */
#define ROUND_NOT_FOUND "no such game"

/* Begins a game with a info of which id, players, settings and source are set, and
 * when it is on disk tells both players (NOTICE_GAME_START). */
void round_start(struct server *server, const struct game_info *info, round_callback *then,
                 void *context);

/* In memory: running, or over for a short while. NULL if not. Takes the 8-letter
 * id or the 12-letter full id. */
struct round *round_find(struct server *server, const char *id);

/* The same or, if it is over for longer, from the store. */
void round_open(struct server *server, const char *id, round_callback *then, void *context);

/* ---- commands ---- */

enum { LINE_CHARACTERS = 140 }; /* that may be said at once */

struct command {
    enum verb verb;
    struct identity by;
    int64_t version;                     /* it was made for; -1: not said, never stale */
    char request[EVENT_REQUEST_MAX + 1]; /* its own id; "" for none */
    char move[12];                       /* UCI or SAN; "" for none */
    bool offers_draw;                    /* with the move */
    unsigned seconds;
    bool agreed; /* both players have asked for it: what VERB_START_CLOCK needs, and VERB_ABORT when
                  * one alone cannot */
    enum chat_room room;
    char text[EVENT_TEXT_MAX + 1];
    const char *address; /* for the log of refusals; may be NULL */
};

struct reply {
    enum refusal refusal;
    const char *why; /* in words */
    int64_t version; /* of the game now; of a command that was done: the one it made */
    int64_t left[2]; /* clocks then; INT64_MAX without */
    unsigned wait;   /* seconds, if it was refused for rate */
    const char *limit;
    bool again; /* it was done before, and answered so */
};
typedef void reply_callback(void *context, const struct reply *reply);

/* Takes a command; `then` is called exactly once, now or when it is on disk; not at
 * all only where the server is destroyed before that. Its context must live until then. */
void round_command(struct round *round, const struct command *command, reply_callback *then,
                   void *context);

/* A measured round trip of one of the players. */
void round_measure_lag(struct round *round, unsigned side, int64_t round_trip_ms);

/* ---- watching ---- */

enum watcher_view {
    VIEW_WIRE,
    VIEW_STREAM,
    VIEW_COUNT
}; /* messages.def; lines of the bot and board API */

/* One connection that follows the game: lies in a socket or a stream. */
struct watcher {
    struct list node;
    struct round *round;
    unsigned side;      /* an rk_side if it is a player's, else 2 */
    bool gets_all_chat; /* a bot: hears the spectators' room too */
    enum watcher_view view;
    void (*send)(struct watcher *watcher,
                 struct shared_buffer *frame); /* shared, to be held if kept */
    void (*over)(struct watcher *watcher); /* the game has ended and all was sent; may be NULL */

    /* ---- the audience's own ---- */
    uint64_t seen;  /* of what goes to spectators, the last it has got */
    size_t version; /* the last it knows */
    bool ended;     /* `over` was called */
};

/* Whether that person may see it: a private game is its players' own. */
bool round_may_watch(const struct round *round, const char *id);

/* Adds a watcher and sends it what it lacks: of VIEW_WIRE everything after `since` and
 * who is here or, if that is -1 or unknown, a snapshot and what was said; of VIEW_STREAM
 * gameFull. Then everything that happens, players first, spectators in slices. */
void round_watch(struct round *round, struct watcher *watcher, int64_t since);
void round_unwatch(struct watcher *watcher, bool on_purpose);
void round_send_snapshot(struct round *round, struct watcher *watcher);

/* Sends on what waits for spectators; true if there is more to do. */
bool rounds_send_slices(struct server *server);

/* ---- asking; all borrowed until the next call that changes it ---- */

const struct game_info *round_info(const struct round *round);
const rk_game *round_game(const struct round *round);
const struct journal *round_journal(const struct round *round);
int64_t round_version(const struct round *round);
int64_t round_left(const struct round *round, unsigned side); /* now; INT64_MAX without a clock */
size_t round_plies(const struct round *round);                /* moves made */
bool round_is_over(const struct round *round);
bool round_can_abort(const struct round *round);
bool round_is_present(const struct round *round, unsigned side);
int64_t round_lag_compensation(const struct round *round, unsigned side); /* for lag, in all */
size_t round_spectator_count(const struct round *round);

/* Rounds in memory that go on: of one person (NULL: of all, but private ones), the
 * most urgent or the newest first, at most `most`. Returns how many there are. */
size_t rounds_list(struct server *server, const char *id, const struct round **out, size_t most);

/* How many rounds the engine plays, those that are about to begin included: against one
 * person, where *out_one is one of them; and of all, those in which a clock of minutes runs or
 * something happened in the last ten. */
size_t rounds_count_against_engine(const struct server *server, const char *id,
                                   const struct round **out_one);
size_t rounds_count_active_engine_games(const struct server *server);

/* The API's GameInfo for that side, as in the event stream and nowPlaying: an object. */
void round_write_info(const struct round *round, unsigned side, struct json *json);

/* What follows the game: told to its watchers. `next` is a game's id or "", `by` the
 * side that offers one or 2. */
void round_set_rematch(struct round *round, unsigned by, const char *next);

#endif
