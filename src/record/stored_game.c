/* SPDX-License-Identifier: MIT */
#include "record/stored_game.h"

#include <string.h>

#include "record/replay.h"
#include "store/store.h"

struct store_job *stored_game_query(const char *id)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_GAME);
    store_bind_text(job, id);
    store_call(job, STORE_EVENTS);
    store_bind_text(job, id);
    return job;
}

void stored_game_fini(struct stored_game *stored)
{
    journal_fini(&stored->journal);
    rk_game_destroy(stored->game);
    *stored = (struct stored_game){.game = NULL};
}

enum {
    GAME_ID,
    GAME_INFO,
    GAME_CREATED_AT,
    GAME_ENDED_AT,
    GAME_STATUS,
    GAME_WINNER,
    GAME_PLIES,
    GAME_LOG,
    GAME_RATINGS
};

static rk_err read_game(const struct store_job *answer, struct stored_game *stored, rk_fault *fault)
{
    size_t size;
    const char *info = store_get_text(answer, GAME_INFO);
    rk_err err =
        game_info_read(store_get_text(answer, GAME_ID), info, strlen(info), &stored->info, fault);
    if (err)
        return err == RK_NO_MEMORY ? err : RK_BAD_RECORD;
    stored->rating = rating_result_from_row(answer, GAME_RATINGS);
    stored->ended_at = store_get_integer(answer, GAME_ENDED_AT);
    const void *log = store_get_bytes(answer, GAME_LOG, &size);
    return journal_decode(&stored->journal, log, size, fault);
}

rk_err stored_events_read(const struct store_job *answer, unsigned column, struct journal *journal,
                          rk_fault *fault)
{
    size_t size;
    const int64_t last = store_get_integer(answer, column);
    const void *events = store_get_bytes(answer, column + 1, &size);
    const rk_err err = journal_decode(journal, events, size, fault);
    if (err || last == (int64_t)journal->count)
        return err;
    if (fault)
        *fault = (rk_fault){.err = RK_BAD_RECORD, .text = "an event is missing"};
    return RK_BAD_RECORD;
}

rk_err stored_game_read(struct store_job *answer, struct stored_game *out, rk_fault *fault)
{
    struct stored_game stored = {.game = NULL};
    if (!store_next_row(answer))
        return RK_BAD_SYNTAX;
    rk_err err = read_game(answer, &stored, fault);
    while (!err && store_next_row(answer))
        err = stored_events_read(answer, 0, &stored.journal, fault);
    if (!err)
        err = replay_game(&stored.info, &stored.journal, &stored.game, fault);
    if (err)
        stored_game_fini(&stored);
    else
        *out = stored;
    return err;
}
