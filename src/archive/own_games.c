/* SPDX-License-Identifier: MIT */
#include "archive/own_games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "archive/archive_file.h"
#include "archive/game_record.h"
#include "archive/stored_records.h"
#include "base/map.h"
#include "base/milliseconds.h"
#include "rounds/game_listener.h"
#include "rounds/round.h"
#include "social/erasures.h"

enum {
    PAGE_GAMES = 100,        /* read from the store at a time */
    MERGE_GAMES = 2000,      /* as many in memory are merged into the file */
    READ_MERGE_GAMES = 20000 /* the same while the store is read */
};
enum { REFRESH_MS = 500, RETRY_MS = MINUTE_MS };

enum phase {
    PHASE_OPENING, /* the file */
    PHASE_READING, /* games that the file does not have */
    PHASE_READY,
    PHASE_ERASING /* somebody's account is being erased */
};

struct own_games {
    struct server *server;
    struct pending_list pending;
    struct game_listener games;
    struct erasure_listener erasures;
    struct timer refresh;
    char folder[ARCHIVE_PATH_MAX], path[ARCHIVE_PATH_MAX], recent_path[ARCHIVE_PATH_MAX];
    enum phase phase;
    unsigned generation; /* what was begun in an earlier one is dropped */
    unsigned erasing;    /* erasures that are not finished */
    bool is_busy;        /* a file is being opened or built, maybe for an earlier generation */

    struct shared_database *main, *recent; /* NULL: none yet */
    struct archive_parts shown;            /* both, when they were last complete */
    struct buffer records;                 /* of the games that `main` does not have */
    struct map ids;                        /* of those games */
    size_t built_size;                     /* of the records that `recent` has */

    /* While the store is read: */
    struct shared_database *opened;  /* the file as it was found */
    uint64_t known, page_known;      /* games of the store that it has; those of this page */
    char last_id[GAME_ID_SIZE + 1];  /* that was compared */
    char page_end[GAME_ID_SIZE + 1]; /* of the page that is being read */
};

/* Work for a worker thread, and what it belongs to. */
struct archive_work {
    struct pending_request pending;
    struct work work;
    unsigned generation;
    struct shared_database *base;
    struct buffer records, rows;
    bool scratch, succeeded;
    struct database result;
    char error[ARCHIVE_ERROR_SIZE];
    char folder[ARCHIVE_PATH_MAX], path[ARCHIVE_PATH_MAX];
};

static void open_file(struct own_games *own);
static void read_page(struct own_games *own);
static void refresh(void *context);
static void rebuild(struct own_games *own);

// ---- work ------------------------------------------------------------------------------------

static void release_work(struct pending_request *request)
{
    struct archive_work *work = (struct archive_work *)request;
    database_close(&work->result);
    shared_database_release(work->base);
    buffer_fini(&work->records);
    buffer_fini(&work->rows);
}

static struct archive_work *create_work(struct own_games *own, const char *path,
                                        void (*run)(struct work *work),
                                        void (*done)(struct work *work))
{
    struct archive_work *work = pending_create(&own->pending, sizeof *work);
    if (!work)
        return NULL;
    work->pending.release = release_work;
    work->work = (struct work){.run = run, .done = done};
    work->generation = own->generation;
    snprintf(work->folder, ARCHIVE_PATH_MAX, "%s", own->folder);
    snprintf(work->path, ARCHIVE_PATH_MAX, "%s", path);
    return work;
}

static void retry_later(struct own_games *own)
{
    timer_set(&own->server->timers, &own->refresh, own->server->now + RETRY_MS, refresh, own);
}

/* Takes the work. If it is refused, tries again later. */
static bool submit_work(struct own_games *own, struct archive_work *work)
{
    const struct server_env *env = &own->server->env;
    if (work && env->queue_background(env->context, &work->work))
        return true;
    if (work)
        pending_destroy(&work->pending);
    retry_later(own);
    return false;
}

/* NULL: the server is being destroyed. */
static struct own_games *module_of(const struct archive_work *work)
{
    return work->pending.server ? work->pending.server->own_games : NULL;
}

static void report_failure(const struct own_games *own, const struct archive_work *work)
{
    log_line(own->server->log, LOG_WARNING, "opening database of the server's games: %s",
             *work->error ? work->error : "out of memory");
}

static void set_part(struct shared_database **part, struct shared_database *shared)
{
    shared_database_release(*part);
    *part = shared;
}

/* Forgets everything except what is shown. */
static void reset(struct own_games *own)
{
    own->generation++;
    own->phase = PHASE_OPENING;
    own->known = own->page_known = 0;
    own->built_size = 0;
    *own->last_id = *own->page_end = '\0';
    set_part(&own->main, NULL);
    set_part(&own->recent, NULL);
    set_part(&own->opened, NULL);
    buffer_clear(&own->records);
    map_fini(&own->ids);
    map_init(&own->ids, server_random(own->server));
    timer_stop(&own->server->timers, &own->refresh);
}

// ---- building --------------------------------------------------------------------------------

/* From now on, queries read the current parts. */
static void show_parts(struct own_games *own)
{
    struct archive_parts parts = {.count = 0};
    archive_parts_add(&parts, own->main);
    archive_parts_add(&parts, own->recent);
    archive_parts_release(&own->shown);
    own->shown = parts;
}

static void run_build(struct work *work)
{
    struct archive_work *build = LIST_OWNER(work, struct archive_work, work);
    const struct database *base = build->base ? &build->base->database : NULL;
    build->succeeded = archive_file_build(build->path, base, &build->records, build->scratch,
                                          &build->result, build->error);
}

/* Forgets the first records, which the file has now. */
static void drop_records(struct own_games *own, size_t size)
{
    const uint8_t *at = (const uint8_t *)own->records.bytes;
    for (size_t offset = 0; offset < size;) {
        char id[GAME_ID_SIZE + 1];
        offset += stored_record_id(at + offset, id);
        map_remove(&own->ids, id);
    }
    own->records.size -= size;
    memmove(own->records.bytes, own->records.bytes + size, own->records.size);
    own->built_size = 0;
}

static void take_result(struct own_games *own, struct archive_work *build)
{
    struct shared_database *shared = shared_database_create(&build->result);
    build->result = (struct database){.file = NULL};
    if (!shared)
        return;
    if (build->scratch) {
        set_part(&own->recent, shared);
        own->built_size = build->records.size;
    } else {
        set_part(&own->main, shared);
        set_part(&own->recent, NULL);
        drop_records(own, build->records.size);
    }
    show_parts(own);
}

/* After a rebuild was asked for, which had to wait for this. */
static void finish_stale_build(struct own_games *own, struct archive_work *build)
{
    if (!build->scratch)
        unlink(build->path); // it may have the name of a person who wants to be forgotten
    pending_destroy(&build->pending);
    if (own->phase == PHASE_OPENING)
        open_file(own);
}

static void on_built(struct work *work)
{
    struct archive_work *build = LIST_OWNER(work, struct archive_work, work);
    struct own_games *own = module_of(build);
    const bool succeeded = build->succeeded;
    if (own)
        own->is_busy = false;
    if (own && own->generation != build->generation) {
        finish_stale_build(own, build);
        return;
    }
    if (own && succeeded)
        take_result(own, build);
    else if (own)
        report_failure(own, build);
    pending_destroy(&build->pending);
    if (own && succeeded)
        refresh(own);
    else if (own)
        retry_later(own);
}

static void start_build(struct own_games *own, bool scratch)
{
    struct archive_work *build =
        create_work(own, scratch ? own->recent_path : own->path, run_build, on_built);
    if (build) {
        build->scratch = scratch;
        build->base = scratch ? NULL : shared_database_hold(own->main);
        buffer_add(&build->records, own->records.bytes, own->records.size);
        if (build->records.failed) {
            pending_destroy(&build->pending);
            build = NULL;
        }
    }
    own->is_busy = submit_work(own, build);
}

/* Builds what is missing, unless that goes on already. */
static void refresh(void *context)
{
    struct own_games *own = context;
    if (own->is_busy || own->phase == PHASE_ERASING)
        return;
    if (own->phase == PHASE_OPENING)
        open_file(own);
    else if (own->phase == PHASE_READING)
        read_page(own);
    else if (own->ids.count >= MERGE_GAMES)
        start_build(own, false);
    else if (own->records.size > own->built_size)
        start_build(own, true);
}

// ---- games that end --------------------------------------------------------------------------

static void on_game_ended(struct game_listener *listener, struct round *round)
{
    struct own_games *own = LIST_OWNER(listener, struct own_games, games);
    const struct game_info *info = round_info(round);
    if (!game_record_wants(info, round_game(round)) || map_get(&own->ids, info->id))
        return;
    const size_t before = own->records.size;
    game_record_append(&own->records, info, round_game(round), server_date(own->server));
    if (own->records.failed || !map_put(&own->ids, info->id, own)) {
        own->records.failed = false;
        own->records.size = before; // the next start finds it in the store
        return;
    }
    if (own->phase == PHASE_READY && !timer_is_set(&own->refresh))
        timer_set(&own->server->timers, &own->refresh, own->server->now + REFRESH_MS, refresh, own);
}

// ---- reading the store -----------------------------------------------------------------------

static bool has_game(const struct own_games *own, const char *id)
{
    return map_get(&own->ids, id) || (own->main && own->main != own->opened &&
                                      archived_game_exists(&own->main->database, id));
}

static void run_conversion(struct work *work)
{
    struct archive_work *conversion = LIST_OWNER(work, struct archive_work, work);
    stored_records_convert(&conversion->rows, &conversion->records);
    conversion->succeeded = !conversion->records.failed;
}

/* A game may have ended, and so been added, since its page was asked for. */
static void add_records(struct own_games *own, const struct buffer *records)
{
    const uint8_t *at = (const uint8_t *)records->bytes;
    for (size_t offset = 0, size; offset < records->size; offset += size) {
        char id[GAME_ID_SIZE + 1];
        size = stored_record_id(at + offset, id);
        if (!has_game(own, id) && map_put(&own->ids, id, own))
            buffer_add(&own->records, at + offset, size);
    }
}

static void finish_page(struct own_games *own)
{
    memcpy(own->last_id, own->page_end, sizeof own->last_id);
    own->known += own->page_known;
}

static void on_converted(struct work *work)
{
    struct archive_work *conversion = LIST_OWNER(work, struct archive_work, work);
    struct own_games *own = module_of(conversion);
    if (own && own->generation != conversion->generation)
        own = NULL;
    const bool succeeded = conversion->succeeded;
    if (own && succeeded)
        add_records(own, &conversion->records);
    pending_destroy(&conversion->pending);
    if (!own)
        return;
    if (own->records.failed || !succeeded) {
        reset(own);
        retry_later(own);
        return;
    }
    finish_page(own);
    if (own->ids.count >= READ_MERGE_GAMES)
        start_build(own, false);
    else
        read_page(own);
}

/* A read of the store on behalf of the module. */
struct archive_read {
    struct pending_request pending;
    unsigned generation;
};

static void start_read(struct own_games *own, struct store_job *job, store_done *done)
{
    struct archive_read *read = pending_create(&own->pending, sizeof *read);
    if (!read) {
        store_job_destroy(job);
        retry_later(own);
        return;
    }
    read->generation = own->generation;
    store_read(own->server->store, job, done, read);
}

/* The module, if the read is still wanted and succeeded; tries again later if it failed. */
static struct own_games *finish_read(void *context, enum store_outcome outcome)
{
    struct archive_read *read = context;
    struct own_games *own = read->pending.server ? read->pending.server->own_games : NULL;
    if (own && own->generation != read->generation)
        own = NULL;
    pending_destroy(&read->pending);
    if (own && outcome != STORE_DONE) {
        retry_later(own);
        return NULL;
    }
    return own;
}

static void on_games(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct own_games *own = finish_read(context, outcome);
    if (!own)
        return;
    struct archive_work *conversion = create_work(own, own->path, run_conversion, on_converted);
    if (conversion)
        while (store_next_row(job))
            stored_records_copy_row(job, &conversion->rows);
    submit_work(own, conversion);
}

static void finish_reading(struct own_games *own)
{
    if (own->opened && own->known != own->opened->database.header.game_count) {
        log_line(own->server->log, LOG_WARNING,
                 "the opening database has games that the server does not have: building it again");
        rebuild(own);
        return;
    }
    set_part(&own->opened, NULL);
    own->phase = PHASE_READY;
    if (!own->records.size)
        show_parts(own);
    refresh(own);
}

static void on_ids(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct own_games *own = finish_read(context, outcome);
    if (!own)
        return;
    struct store_job *games = store_job_create();
    size_t rows = 0, missing = 0;
    own->page_known = 0;
    for (; store_next_row(job); rows++) {
        const char *id = store_get_text(job, 0);
        snprintf(own->page_end, sizeof own->page_end, "%s", id);
        if (own->opened && archived_game_exists(&own->opened->database, id)) {
            own->page_known++;
        } else if (!has_game(own, id)) {
            store_call(games, STORE_GAME);
            store_bind_text(games, id);
            missing++;
        }
    }
    if (missing) {
        start_read(own, games, on_games);
        return;
    }
    store_job_destroy(games);
    finish_page(own);
    if (rows)
        read_page(own);
    else
        finish_reading(own);
}

static void read_page(struct own_games *own)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_ARCHIVED_IDS);
    store_bind_text(job, own->last_id);
    store_bind_integer(job, PAGE_GAMES);
    start_read(own, job, on_ids);
}

// ---- opening and rebuilding ------------------------------------------------------------------

static void run_open(struct work *work)
{
    struct archive_work *open = LIST_OWNER(work, struct archive_work, work);
    open->succeeded = archive_file_open(open->folder, open->path, &open->result, open->error);
}

static void on_opened(struct work *work)
{
    struct archive_work *open = LIST_OWNER(work, struct archive_work, work);
    struct own_games *own = module_of(open);
    if (own)
        own->is_busy = false;
    if (own && own->generation != open->generation) {
        finish_stale_build(own, open);
        return;
    }
    if (own && !open->succeeded) {
        report_failure(own, open);
        retry_later(own);
    } else if (own) {
        if (open->result.file) {
            own->main = shared_database_create(&open->result);
            own->opened = shared_database_hold(own->main);
            open->result = (struct database){.file = NULL};
            show_parts(own);
        }
        own->phase = PHASE_READING;
        read_page(own);
    }
    pending_destroy(&open->pending);
}

static void open_file(struct own_games *own)
{
    own->is_busy = submit_work(own, create_work(own, own->path, run_open, on_opened));
}

/* Reads everything again, when nothing is busy with the file and nobody is being erased. */
static void rebuild(struct own_games *own)
{
    reset(own);
    unlink(own->path);
    if (own->erasing)
        own->phase = PHASE_ERASING;
    else if (!own->is_busy)
        open_file(own);
}

void own_games_check_damage(struct server *server)
{
    struct own_games *own = server->own_games;
    rk_fault fault;
    if (!own->main || !database_damage(&own->main->database, &fault))
        return;
    log_line(server->log, LOG_WARNING, "%s: %s: building it again", own->path, fault.text);
    archive_parts_release(&own->shown);
    rebuild(own);
}

static void on_erasure_begun(struct erasure_listener *listener)
{
    struct own_games *own = LIST_OWNER(listener, struct own_games, erasures);
    own->erasing++;
    rebuild(own);
}

static void on_erasure_ended(struct erasure_listener *listener)
{
    struct own_games *own = LIST_OWNER(listener, struct own_games, erasures);
    if (!--own->erasing)
        rebuild(own);
}

// ---- the module ------------------------------------------------------------------------------

rk_err own_games_create(struct server *server)
{
    struct own_games *own = calloc(1, sizeof *own);
    const char *data = server->env.data_folder;
    if (!own)
        return RK_NO_MEMORY;
    server->own_games = own;
    own->server = server;
    pending_list_init(&own->pending, server);
    map_init(&own->ids, server_random(server));
    if (!data || strlen(data) > ARCHIVE_PATH_MAX - 64)
        return RK_OK;
    snprintf(own->folder, sizeof own->folder, "%.4000s/explorer", data);
    snprintf(own->path, sizeof own->path, "%.4000s/explorer/games.rkx", data);
    snprintf(own->recent_path, sizeof own->recent_path, "%.4000s/explorer/recent.rkx", data);
    own->games.ended = on_game_ended;
    game_listen(server, &own->games);
    own->erasures = (struct erasure_listener){.begun = on_erasure_begun, .ended = on_erasure_ended};
    erasures_listen(server, &own->erasures);
    open_file(own);
    return RK_OK;
}

void own_games_destroy(struct server *server)
{
    struct own_games *own = server->own_games;
    if (!own)
        return;
    pending_cancel_all(&own->pending);
    timer_stop(&server->timers, &own->refresh);
    archive_parts_release(&own->shown);
    set_part(&own->main, NULL);
    set_part(&own->recent, NULL);
    set_part(&own->opened, NULL);
    buffer_fini(&own->records);
    map_fini(&own->ids);
    free(own);
    server->own_games = NULL;
}

bool own_games_exist(const struct server *server)
{
    return server->own_games && *server->own_games->folder;
}

bool own_games_are_complete(const struct server *server)
{
    return own_games_exist(server) && server->own_games->phase == PHASE_READY;
}

const struct archive_parts *own_games_parts(const struct server *server)
{
    return &server->own_games->shown;
}
