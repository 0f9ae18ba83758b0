/* SPDX-License-Identifier: MIT */
/* The state of the opening databases of the server's own games, and what the files that work on it
 * share: own_games.c opens and drops them, own_games_reading.c reads the store, and
 * own_games_building.c builds files. Only one task runs at a time: opening or building a file, or
 * reading a page of the store. */
#ifndef ARCHIVE_OWN_GAMES_INTERNAL_H
#define ARCHIVE_OWN_GAMES_INTERNAL_H

#include "archive/archive_file.h"
#include "archive/archive_parts.h"
#include "archive/game_record.h"
#include "base/map.h"
#include "cluster/invalidation.h"
#include "core/state.h"
#include "rounds/game_listener.h"
#include "social/erasures.h"

enum phase {
    PHASE_OPENING, /* the files */
    PHASE_READING, /* games that the files do not have */
    PHASE_READY,
    PHASE_ERASING /* an account is being erased */
};

/* The games of a variant. */
struct variant_games {
    struct shared_database *main, *recent; /* NULL: none yet */
    struct archive_parts shown;            /* both, when they were last complete */
    struct buffer records;                 /* of the games that `main` does not have */
    struct map ids;                        /* of those games */
    size_t built_size;                     /* of the records that `recent` has */

    /* While the store is read: */
    struct shared_database *opened; /* the file as it was found */
    uint64_t known, page_known;     /* games of the store that it has; those of this page */
};

struct own_games {
    struct server *server;
    struct pending_list pending;
    struct game_listener games;
    struct erasure_listener erasures;
    struct invalidation_listener names;
    struct timer refresh;
    int64_t build_from; /* the earliest time for the next build */
    char folder[ARCHIVE_PATH_MAX];
    enum phase phase;
    unsigned generation; /* what was begun in an earlier one is dropped */
    unsigned erasing;    /* erasures that are not finished */
    int64_t erased;      /* accounts that the files do not name: see archive_erasures_read() */
    bool is_busy;        /* a file is being opened or built, maybe for an earlier generation */
    struct variant_games variants[RK_VARIANT_COUNT]; /* see game_record_variant() */

    /* While the store is read: */
    char last_id[GAME_ID_SIZE + 1];  /* that was compared */
    char page_end[GAME_ID_SIZE + 1]; /* of the page that is being read */
};

/* Work for a worker thread, and what it belongs to. */
struct archive_work {
    struct pending_request pending;
    struct work work;
    unsigned generation;
    bool succeeded;
    struct buffer rows;                      /* games of the store */
    struct buffer records[RK_VARIANT_COUNT]; /* to build, or converted from the rows */
    struct database results[RK_VARIANT_COUNT];
    int64_t erased; /* of the files that were opened */
    char error[ARCHIVE_ERROR_SIZE];
    char folder[ARCHIVE_PATH_MAX];

    /* Of a build: */
    rk_variant variant;
    struct shared_database *base; /* NULL: none */
    bool scratch;
    int64_t begun_at;
};

// ---- own_games.c -----------------------------------------------------------------------------

/* NULL if memory runs out. */
struct archive_work *own_games_create_work(struct own_games *own, void (*run)(struct work *work),
                                           void (*done)(struct work *work));
/* Takes the work, which may be NULL. If it is refused, tries again later. */
bool own_games_submit_work(struct own_games *own, struct archive_work *work);

/* The module that work belongs to. NULL: the server is being destroyed. */
struct own_games *own_games_of_work(const struct archive_work *work);
/* After work of an earlier generation has ended: opens the files, if they wait for that. */
void own_games_finish_stale_work(struct own_games *own, struct archive_work *work);
void own_games_report_failure(const struct own_games *own, const struct archive_work *work);

void own_games_set_part(struct shared_database **part, struct shared_database *shared);
/* Starts the next task, unless one is already running. */
void own_games_refresh(void *context);
void own_games_retry_later(struct own_games *own);
/* Builds what is new soon: many games may end at once, and building should take a small part of the
 * time. */
void own_games_build_soon(struct own_games *own);
/* Drops everything except what is shown, and tries again later. */
void own_games_restart_later(struct own_games *own);
/* Drops the files, too, and reads everything again. */
void own_games_rebuild(struct own_games *own);

// ---- own_games_building.c --------------------------------------------------------------------

/* From now on, queries read the current parts. */
void own_games_show_parts(struct variant_games *games);
void own_games_start_build(struct own_games *own, rk_variant variant, bool scratch);

// ---- own_games_reading.c ---------------------------------------------------------------------

void own_games_read_page(struct own_games *own);
/* Rebuilds the files if an account was erased since they were built. */
void own_games_check_names(struct own_games *own);

#endif
