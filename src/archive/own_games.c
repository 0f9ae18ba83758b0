/* SPDX-License-Identifier: MIT */
#include "archive/own_games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "archive/own_games_internal.h"
#include "base/milliseconds.h"
#include "rounds/round.h"

enum { MERGE_GAMES = 2000 }; /* when this many are in memory, they are merged into the file */
enum { REFRESH_MS = 500, RETRY_MS = MINUTE_MS };

static void open_files(struct own_games *own);

// ---- work ------------------------------------------------------------------------------------

static void release_work(struct pending_request *request)
{
    struct archive_work *work = (struct archive_work *)request;
    for (unsigned i = 0; i < RK_VARIANT_COUNT; i++) {
        database_close(&work->results[i]);
        buffer_fini(&work->records[i]);
    }
    shared_database_release(work->base);
    buffer_fini(&work->rows);
}

struct archive_work *own_games_create_work(struct own_games *own, void (*run)(struct work *work),
                                           void (*done)(struct work *work))
{
    struct archive_work *work = pending_create(&own->pending, sizeof *work);
    if (!work)
        return NULL;
    work->pending.release = release_work;
    work->work = (struct work){.run = run, .done = done};
    work->generation = own->generation;
    snprintf(work->folder, ARCHIVE_PATH_MAX, "%s", own->folder);
    return work;
}

void own_games_retry_later(struct own_games *own)
{
    timer_set(&own->server->timers, &own->refresh, own->server->now + RETRY_MS, own_games_refresh,
              own);
}

void own_games_build_soon(struct own_games *own)
{
    const int64_t soon = own->server->now + REFRESH_MS;
    if (!timer_is_set(&own->refresh))
        timer_set(&own->server->timers, &own->refresh,
                  own->build_from > soon ? own->build_from : soon, own_games_refresh, own);
}

bool own_games_submit_work(struct own_games *own, struct archive_work *work)
{
    const struct server_env *env = &own->server->env;
    if (work && env->queue_background(env->context, &work->work))
        return true;
    if (work)
        pending_destroy(&work->pending);
    own_games_retry_later(own);
    return false;
}

struct own_games *own_games_of_work(const struct archive_work *work)
{
    return work->pending.server ? work->pending.server->own_games : NULL;
}

void own_games_report_failure(const struct own_games *own, const struct archive_work *work)
{
    log_line(own->server->log, LOG_WARNING, "opening database of the server's games: %s",
             *work->error ? work->error : "out of memory");
}

void own_games_set_part(struct shared_database **part, struct shared_database *shared)
{
    shared_database_release(*part);
    *part = shared;
}

/* Starts to build a part that lacks games, if there is one. */
static void build_next(struct own_games *own)
{
    for (unsigned i = 0; i < RK_VARIANT_COUNT; i++) {
        const struct variant_games *games = &own->variants[i];
        const bool is_large = games->ids.count >= MERGE_GAMES;
        if (is_large || games->records.size > games->built_size) {
            own_games_start_build(own, (rk_variant)i, !is_large);
            return;
        }
    }
}

void own_games_refresh(void *context)
{
    struct own_games *own = context;
    if (own->is_busy || own->phase == PHASE_ERASING)
        return;
    if (own->phase == PHASE_OPENING)
        open_files(own);
    else if (own->phase == PHASE_READING)
        own_games_read_page(own);
    else
        build_next(own);
}

// ---- games that end --------------------------------------------------------------------------

static void on_game_ended(struct game_listener *listener, struct round *round)
{
    struct own_games *own = LIST_OWNER(listener, struct own_games, games);
    const struct game_info *info = round_info(round);
    struct variant_games *games = &own->variants[game_record_variant(info->settings.variant)];
    if (!game_belongs_in_archive(info, round_game(round)) || map_get(&games->ids, info->id))
        return;
    const size_t before = games->records.size;
    game_record_append(&games->records, info, round_game(round), round_ended_at(round));
    if (games->records.failed || !map_put(&games->ids, info->id, own)) {
        games->records.failed = false;
        games->records.size = before; // the next start finds it in the store
        return;
    }
    if (own->phase == PHASE_READY)
        own_games_build_soon(own);
}

// ---- opening and rebuilding ------------------------------------------------------------------

/* Drops everything except the parts that queries read. */
static void drop_parts(struct own_games *own)
{
    own->generation++;
    own->phase = PHASE_OPENING;
    *own->last_id = *own->page_end = '\0';
    for (unsigned i = 0; i < RK_VARIANT_COUNT; i++) {
        struct variant_games *games = &own->variants[i];
        games->known = games->page_known = 0;
        games->built_size = 0;
        own_games_set_part(&games->main, NULL);
        own_games_set_part(&games->recent, NULL);
        own_games_set_part(&games->opened, NULL);
        buffer_clear(&games->records);
        map_fini(&games->ids);
        map_init(&games->ids, server_random(own->server));
    }
    timer_stop(&own->server->timers, &own->refresh);
}

void own_games_restart_later(struct own_games *own)
{
    drop_parts(own);
    own_games_retry_later(own);
}

/* The file being built may contain the name of the account. */
void own_games_finish_stale_work(struct own_games *own, struct archive_work *work)
{
    archive_files_remove(work->folder);
    pending_destroy(&work->pending);
    if (own->phase == PHASE_OPENING)
        open_files(own);
}

static void run_open(struct work *work)
{
    struct archive_work *open = LIST_OWNER(work, struct archive_work, work);
    open->succeeded = archive_files_open(open->folder, open->results, open->error);
    open->erased = archive_erasures_read(open->folder);
}

static void take_files(struct own_games *own, struct archive_work *open)
{
    for (unsigned i = 0; i < RK_VARIANT_COUNT; i++) {
        struct variant_games *games = &own->variants[i];
        if (!open->results[i].file)
            continue;
        games->main = shared_database_create(&open->results[i]);
        games->opened = shared_database_hold(games->main);
        open->results[i] = (struct database){.file = NULL};
        own_games_show_parts(games);
    }
    own->erased = open->erased;
    own->phase = PHASE_READING;
    own_games_read_page(own);
}

static void on_files_opened(struct work *work)
{
    struct archive_work *open = LIST_OWNER(work, struct archive_work, work);
    struct own_games *own = own_games_of_work(open);
    if (own)
        own->is_busy = false;
    if (own && own->generation != open->generation) {
        own_games_finish_stale_work(own, open);
        return;
    }
    if (own && open->succeeded) {
        take_files(own, open);
    } else if (own) {
        own_games_report_failure(own, open);
        own_games_retry_later(own);
    }
    pending_destroy(&open->pending);
}

static void open_files(struct own_games *own)
{
    own->is_busy =
        own_games_submit_work(own, own_games_create_work(own, run_open, on_files_opened));
}

/* Waits while the files are in use or an account is being erased. */
void own_games_rebuild(struct own_games *own)
{
    drop_parts(own);
    archive_files_remove(own->folder);
    if (own->erasing)
        own->phase = PHASE_ERASING;
    else if (!own->is_busy)
        open_files(own);
}

void own_games_check_damage(struct server *server, rk_variant variant)
{
    struct own_games *own = server->own_games;
    struct variant_games *games = &own->variants[game_record_variant(variant)];
    rk_fault fault;
    if (!games->main || !database_damage(&games->main->database, &fault))
        return;
    log_line(server->log, LOG_WARNING,
             "opening database of the server's games of %s: %s: building it again",
             rk_variant_name(game_record_variant(variant)), fault.text);
    archive_parts_release(&games->shown);
    own_games_rebuild(own);
}

static void on_erasure_begun(struct erasure_listener *listener)
{
    struct own_games *own = LIST_OWNER(listener, struct own_games, erasures);
    own->erasing++;
    own_games_rebuild(own);
}

static void on_erasure_ended(struct erasure_listener *listener)
{
    struct own_games *own = LIST_OWNER(listener, struct own_games, erasures);
    if (!--own->erasing)
        own_games_rebuild(own);
}

/* Another server has, or may have, erased an account. An erasure on this server ends in
 * on_erasure_ended(). */
static void on_name_invalid(struct invalidation_listener *listener, const char *key)
{
    (void)key;
    own_games_check_names(LIST_OWNER(listener, struct own_games, names));
}

static void on_names_invalid(struct invalidation_listener *listener)
{
    own_games_check_names(LIST_OWNER(listener, struct own_games, names));
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
    for (unsigned i = 0; i < RK_VARIANT_COUNT; i++)
        map_init(&own->variants[i].ids, server_random(server));
    if (!data || strlen(data) > ARCHIVE_PATH_MAX - 64)
        return RK_OK;
    snprintf(own->folder, sizeof own->folder, "%.4000s/explorer", data);
    own->games.ended = on_game_ended;
    game_listen(server, &own->games);
    own->erasures = (struct erasure_listener){.begun = on_erasure_begun, .ended = on_erasure_ended};
    erasures_listen(server, &own->erasures);
    own->names = (struct invalidation_listener){.kind = INVALIDATE_NAMES,
                                                .on_invalid = on_name_invalid,
                                                .on_all_invalid = on_names_invalid};
    invalidation_listen(server, &own->names);
    open_files(own);
    return RK_OK;
}

static void release_games(struct variant_games *games)
{
    archive_parts_release(&games->shown);
    own_games_set_part(&games->main, NULL);
    own_games_set_part(&games->recent, NULL);
    own_games_set_part(&games->opened, NULL);
    buffer_fini(&games->records);
    map_fini(&games->ids);
}

void own_games_destroy(struct server *server)
{
    struct own_games *own = server->own_games;
    if (!own)
        return;
    if (*own->folder) {
        list_remove(&own->games.node);
        list_remove(&own->erasures.node);
        list_remove(&own->names.node);
    }
    pending_cancel_all(&own->pending);
    timer_stop(&server->timers, &own->refresh);
    for (unsigned i = 0; i < RK_VARIANT_COUNT; i++)
        release_games(&own->variants[i]);
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

const struct archive_parts *own_games_parts(const struct server *server, rk_variant variant)
{
    return &server->own_games->variants[game_record_variant(variant)].shown;
}
