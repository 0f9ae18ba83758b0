/* SPDX-License-Identifier: MIT */
#include <string.h>
#include <unistd.h>

#include "archive/own_games_internal.h"
#include "archive/stored_records.h"

/* After a build, the next one waits this many times as long as the build took, because each builds
 * everything again that is not in the file: up to thousands of games. */
enum { PAUSE_FACTOR = 60 };

void own_games_show_parts(struct variant_games *games)
{
    struct archive_parts parts = {.count = 0};
    archive_parts_add(&parts, games->main);
    archive_parts_add(&parts, games->recent);
    archive_parts_release(&games->shown);
    games->shown = parts;
}

static void run_build(struct work *work)
{
    struct archive_work *build = LIST_OWNER(work, struct archive_work, work);
    const struct archive_file file = {build->folder, build->variant, build->scratch};
    const struct database *base = build->base ? &build->base->database : NULL;
    build->succeeded = archive_file_build(&file, base, &build->records[build->variant],
                                          &build->results[build->variant], build->error);
}

/* Forgets the first records, which the file has now. */
static void drop_records(struct variant_games *games, size_t size)
{
    const uint8_t *at = (const uint8_t *)games->records.bytes;
    for (size_t offset = 0; offset < size;) {
        char id[GAME_ID_SIZE + 1];
        offset += stored_record_id(at + offset, id);
        map_remove(&games->ids, id);
    }
    games->records.size -= size;
    memmove(games->records.bytes, games->records.bytes + size, games->records.size);
    games->built_size = 0;
}

static void take_result(struct variant_games *games, struct archive_work *build)
{
    struct database *result = &build->results[build->variant];
    struct shared_database *shared = shared_database_create(result);
    const size_t size = build->records[build->variant].size;
    *result = (struct database){.file = NULL};
    if (!shared)
        return;
    if (build->scratch) {
        own_games_set_part(&games->recent, shared);
        games->built_size = size;
    } else {
        own_games_set_part(&games->main, shared);
        own_games_set_part(&games->recent, NULL);
        drop_records(games, size);
    }
    own_games_show_parts(games);
}

static void on_built(struct work *work)
{
    struct archive_work *build = LIST_OWNER(work, struct archive_work, work);
    struct own_games *own = own_games_of_work(build);
    const bool succeeded = build->succeeded;
    if (own)
        own->is_busy = false;
    if (own && own->generation != build->generation) {
        own_games_finish_stale_work(own, build);
        return;
    }
    if (own && succeeded)
        take_result(&own->variants[build->variant], build);
    else if (own)
        own_games_report_failure(own, build);
    if (own)
        own->build_from = own->server->now + PAUSE_FACTOR * (own->server->now - build->begun_at);
    pending_destroy(&build->pending);
    if (own && !succeeded)
        own_games_retry_later(own);
    else if (own && own->phase == PHASE_READY)
        own_games_build_soon(own);
    else if (own)
        own_games_refresh(own);
}

void own_games_start_build(struct own_games *own, rk_variant variant, bool scratch)
{
    const struct variant_games *games = &own->variants[variant];
    struct archive_work *build = own_games_create_work(own, run_build, on_built);
    if (build) {
        struct buffer *records = &build->records[variant];
        build->variant = variant;
        build->scratch = scratch;
        build->begun_at = own->server->now;
        build->base = scratch ? NULL : shared_database_hold(games->main);
        buffer_add(records, games->records.bytes, games->records.size);
        if (records->failed) {
            pending_destroy(&build->pending);
            build = NULL;
        }
    }
    own->is_busy = own_games_submit_work(own, build);
}
