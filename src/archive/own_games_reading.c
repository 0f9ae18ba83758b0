/* SPDX-License-Identifier: MIT */
/* Compares the games of the store with those of the files, and reads what they lack: pages of ids
 * in order, and the games of a page that are in no file. */
#include <stdio.h>
#include <string.h>

#include "archive/own_games_internal.h"
#include "archive/stored_records.h"

enum {
    PAGE_GAMES = 100,        /* read from the store at a time */
    READ_MERGE_GAMES = 20000 /* when this many are in memory, they are merged into the file */
};

static bool has_game(const struct variant_games *games, const char *id)
{
    return map_get(&games->ids, id) || (games->main && games->main != games->opened &&
                                        archived_game_exists(&games->main->database, id));
}

// ---- games -----------------------------------------------------------------------------------

static void run_conversion(struct work *work)
{
    struct archive_work *conversion = LIST_OWNER(work, struct archive_work, work);
    conversion->succeeded = stored_records_convert(&conversion->rows, conversion->records);
}

/* A game may have ended, and so been added, since its page was asked for. */
static void add_records(struct own_games *own, struct variant_games *games,
                        const struct buffer *records)
{
    const uint8_t *at = (const uint8_t *)records->bytes;
    for (size_t offset = 0, size; offset < records->size; offset += size) {
        char id[GAME_ID_SIZE + 1];
        size = stored_record_id(at + offset, id);
        if (!has_game(games, id) && map_put(&games->ids, id, own))
            buffer_add(&games->records, at + offset, size);
    }
}

static bool add_all_records(struct own_games *own, const struct archive_work *conversion)
{
    bool succeeded = conversion->succeeded;
    for (unsigned i = 0; i < RK_VARIANT_COUNT && succeeded; i++) {
        add_records(own, &own->variants[i], &conversion->records[i]);
        succeeded = !own->variants[i].records.failed;
    }
    return succeeded;
}

static void finish_page(struct own_games *own)
{
    memcpy(own->last_id, own->page_end, sizeof own->last_id);
    for (unsigned i = 0; i < RK_VARIANT_COUNT; i++)
        own->variants[i].known += own->variants[i].page_known;
}

/* Merges a part that has grown large into its file before reading on. */
static void continue_reading(struct own_games *own)
{
    for (unsigned i = 0; i < RK_VARIANT_COUNT; i++)
        if (own->variants[i].ids.count >= READ_MERGE_GAMES) {
            own_games_start_build(own, (rk_variant)i, false);
            return;
        }
    own_games_read_page(own);
}

static void on_converted(struct work *work)
{
    struct archive_work *conversion = LIST_OWNER(work, struct archive_work, work);
    struct own_games *own = own_games_of_work(conversion);
    if (own && own->generation != conversion->generation)
        own = NULL;
    const bool succeeded = own && add_all_records(own, conversion);
    pending_destroy(&conversion->pending);
    if (succeeded) {
        finish_page(own);
        continue_reading(own);
    } else if (own) {
        own_games_restart_later(own);
    }
}

// ---- pages -----------------------------------------------------------------------------------

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
        own_games_retry_later(own);
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
        own_games_retry_later(own);
        return NULL;
    }
    return own;
}

static void on_stored_games(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct own_games *own = finish_read(context, outcome);
    if (!own)
        return;
    struct archive_work *conversion = own_games_create_work(own, run_conversion, on_converted);
    if (conversion)
        while (store_next_row(job))
            stored_records_copy_row(job, &conversion->rows);
    own_games_submit_work(own, conversion);
}

static int64_t read_erasure_count(struct store_job *job)
{
    return store_next_row(job) ? store_get_integer(job, 0) : 0;
}

static bool has_unknown_games(const struct variant_games *games)
{
    return games->opened && games->known != games->opened->database.header.game_count;
}

static void finish_reading(struct own_games *own)
{
    for (unsigned i = 0; i < RK_VARIANT_COUNT; i++)
        if (has_unknown_games(&own->variants[i])) {
            log_line(
                own->server->log, LOG_WARNING,
                "the opening database has games that the server does not have: building it again");
            own_games_rebuild(own);
            return;
        }
    own->phase = PHASE_READY;
    for (unsigned i = 0; i < RK_VARIANT_COUNT; i++) {
        own_games_set_part(&own->variants[i].opened, NULL);
        if (!own->variants[i].records.size)
            own_games_show_parts(&own->variants[i]);
    }
    own_games_refresh(own);
}

/* The key of a perf is the name of its variant, or a speed of standard chess. */
static struct variant_games *games_of_perf(struct own_games *own, const char *perf)
{
    rk_variant variant;
    const bool is_variant = rk_variant_from_name(perf, &variant);
    return &own->variants[game_record_variant(is_variant ? variant : RK_STANDARD)];
}

/* Asks for a game that no part has. */
static bool compare_row(struct own_games *own, struct store_job *ids, struct store_job *games)
{
    const char *id = store_get_text(ids, 0);
    struct variant_games *of_variant = games_of_perf(own, store_get_text(ids, 1));
    snprintf(own->page_end, sizeof own->page_end, "%s", id);
    if (of_variant->opened && archived_game_exists(&of_variant->opened->database, id)) {
        of_variant->page_known++;
        return false;
    }
    if (has_game(of_variant, id))
        return false;
    store_call(games, STORE_GAME);
    store_bind_text(games, id);
    return true;
}

/* The files contain the name of an account that was erased since. The number is written only here,
 * where no build is running: a build that started earlier would leave a file with the name. */
static void discard_files(struct own_games *own, int64_t erased)
{
    archive_files_remove(own->folder);
    if (archive_erasures_write(own->folder, erased)) {
        own_games_rebuild(own);
        return;
    }
    log_line(own->server->log, LOG_WARNING, "cannot write to %s", own->folder);
    own_games_restart_later(own);
}

static void on_ids(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct own_games *own = finish_read(context, outcome);
    if (!own)
        return;
    const int64_t erased = read_erasure_count(job);
    if (erased != own->erased) {
        discard_files(own, erased);
        return;
    }
    struct store_job *games = store_job_create();
    size_t rows = 0, missing = 0;
    for (unsigned i = 0; i < RK_VARIANT_COUNT; i++)
        own->variants[i].page_known = 0;
    for (; store_next_row(job); rows++)
        missing += compare_row(own, job, games);
    if (missing) {
        start_read(own, games, on_stored_games);
        return;
    }
    store_job_destroy(games);
    finish_page(own);
    if (rows)
        own_games_read_page(own);
    else
        finish_reading(own);
}

void own_games_read_page(struct own_games *own)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_ERASURE_COUNT);
    store_call(job, STORE_ARCHIVED_IDS);
    store_bind_text(job, own->last_id);
    store_bind_integer(job, PAGE_GAMES);
    start_read(own, job, on_ids);
}

// ---- names -----------------------------------------------------------------------------------

static void on_erasure_count(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct own_games *own = finish_read(context, outcome);
    if (own && read_erasure_count(job) != own->erased)
        own_games_rebuild(own);
}

void own_games_check_names(struct own_games *own)
{
    if (own->phase == PHASE_OPENING || own->phase == PHASE_ERASING)
        return; // everything is read later
    struct store_job *job = store_job_create();
    store_call(job, STORE_ERASURE_COUNT);
    start_read(own, job, on_erasure_count);
}
