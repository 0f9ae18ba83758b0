/* SPDX-License-Identifier: MIT */
#include "rounds/roundread.h"

#include <string.h>

struct store_job *kept_ask(const char *id)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_GAME);
    store_bind_text(job, id);
    store_call(job, STORE_EVENTS);
    store_bind_text(job, id);
    return job;
}

void kept_fini(struct kept *kept)
{
    journal_fini(&kept->journal);
    rk_game_destroy(kept->game);
    *kept = (struct kept){.game = NULL};
}

enum {
    GAME_ID,
    GAME_HEAD,
    GAME_CREATED_AT,
    GAME_ENDED_AT,
    GAME_STATUS,
    GAME_WINNER,
    GAME_PLIES,
    GAME_LOG,
    GAME_EPOCH
};

static rk_err read_game(const struct store_job *answer, struct kept *kept, rk_fault *fault)
{
    size_t size;
    const char *info = store_get_text(answer, GAME_HEAD);
    rk_err err =
        game_info_read(store_get_text(answer, GAME_ID), info, strlen(info), &kept->info, fault);
    if (err)
        return err == RK_NO_MEMORY ? err : RK_BAD_RECORD;
    kept->epoch = store_get_integer(answer, GAME_EPOCH);
    const void *log = store_get_bytes(answer, GAME_LOG, &size);
    return journal_decode(&kept->journal, log, size, fault);
}

rk_err part_read(const struct store_job *answer, unsigned column, struct journal *journal,
                 rk_fault *fault)
{
    size_t size;
    const int64_t last = store_get_integer(answer, column);
    const void *events = store_get_bytes(answer, column + 1, &size);
    const rk_err err = journal_decode(journal, events, size, fault);
    if (err || last == (int64_t)journal->count)
        return err;
    if (fault)
        *fault = (rk_fault){.err = RK_BAD_RECORD, .text = "an entry of the log is missing"};
    return RK_BAD_RECORD;
}

rk_err kept_read(struct store_job *answer, struct kept *out, rk_fault *fault)
{
    struct kept kept = {.game = NULL};
    if (!store_next_row(answer))
        return RK_BAD_SYNTAX;
    rk_err err = read_game(answer, &kept, fault);
    while (!err && store_next_row(answer))
        err = part_read(answer, 0, &kept.journal, fault);
    if (!err)
        err = replay(&kept.info, &kept.journal, &kept.game, fault);
    if (err)
        kept_fini(&kept);
    else
        *out = kept;
    return err;
}
