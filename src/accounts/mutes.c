/* SPDX-License-Identifier: MIT */
#include "accounts/mutes.h"

#include <stdio.h>
#include <stdlib.h>

#include "accounts/identity.h"
#include "base/milliseconds.h"
#include "core/pending.h"
#include "core/stored_state.h"

enum { MESSAGE_SIZE = MUTE_REASON_MAX * 4 + 100 };

struct mute {
    int64_t until; /* 0: forever */
    char reason[MUTE_REASON_MAX * 4 + 1];
};

struct mutes {
    struct map by_id;
    struct stored_state stored;
    char message[MESSAGE_SIZE];
};

static void free_mute(struct mutes *mutes, const char *id)
{
    free(map_remove(&mutes->by_id, id));
}

/* From the current row: the account, until when, the reason. */
static void add_mute(struct server *server, const struct store_job *job)
{
    struct mutes *mutes = server->mutes;
    const char *id = store_get_text(job, 0);
    struct mute *mute = calloc(1, sizeof *mute);
    free_mute(mutes, id);
    if (!mute || !map_put(&mutes->by_id, id, mute)) {
        free(mute);
        log_line(server->log, LOG_ERROR, "out of memory: %s is not muted until the next start", id);
        return;
    }
    mute->until = store_get_integer(job, 1);
    snprintf(mute->reason, sizeof mute->reason, "%s", store_get_text(job, 2));
}

// ---- loading ---------------------------------------------------------------------------------

static void drop_all(struct mutes *mutes)
{
    size_t at = 0;
    for (const char *id; (id = map_next_key(&mutes->by_id, &at));)
        free_mute(mutes, id);
}

static void apply_mutes(struct server *server, struct store_job *job)
{
    drop_all(server->mutes);
    while (store_next_row(job))
        add_mute(server, job);
}

rk_err mutes_create(struct server *server)
{
    server->mutes = calloc(1, sizeof *server->mutes);
    if (!server->mutes)
        return RK_NO_MEMORY;
    map_init(&server->mutes->by_id, server_random(server));
    server->mutes->stored = (struct stored_state){.what = "mutes",
                                                  .statement = STORE_MUTES,
                                                  .bind = stored_state_bind_date,
                                                  .apply = apply_mutes};
    stored_state_load(server, &server->mutes->stored);
    return RK_OK;
}

bool mutes_ready(const struct server *server)
{
    return server->mutes->stored.done;
}

void mutes_destroy(struct server *server)
{
    if (!server->mutes)
        return;
    stored_state_stop(server, &server->mutes->stored);
    drop_all(server->mutes);
    map_fini(&server->mutes->by_id);
    free(server->mutes);
    server->mutes = NULL;
}

// ---- one account -----------------------------------------------------------------------------

struct mute_request {
    struct pending_request pending;
    char id[IDENTITY_ID_MAX + 1];
};

static void finish_reload(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct mute_request *request = context;
    struct server *server = request->pending.server;
    if (server && outcome == STORE_DONE) {
        free_mute(server->mutes, request->id);
        if (store_next_row(job))
            add_mute(server, job);
    } else if (server) {
        stored_state_load(server, &server->mutes->stored); // which retries until it succeeds
    }
    pending_destroy(&request->pending);
}

void mute_reload(struct server *server, const char *id)
{
    struct mute_request *request =
        server->mutes->stored.running ? NULL : pending_create(&server->pending, sizeof *request);
    if (!request) { // what is being read may be older
        stored_state_load(server, &server->mutes->stored);
        return;
    }
    snprintf(request->id, sizeof request->id, "%s", id);
    struct store_job *job = store_job_create();
    store_call(job, STORE_MUTE);
    store_bind_text(job, id);
    store_read(server->store, job, finish_reload, request);
}

const char *mute_message(struct server *server, const char *id)
{
    struct mutes *mutes = server->mutes;
    const struct mute *mute = map_get(&mutes->by_id, id);
    const int64_t now = server_date(server);
    // One that has ended is kept: the system's clock may have been set, and be set back.
    if (!mute || (mute->until && mute->until <= now))
        return NULL;
    const int64_t minutes = (mute->until - now + MINUTE_MS - 1) / MINUTE_MS;
    if (mute->until)
        snprintf(mutes->message, sizeof mutes->message,
                 "you are muted for another %lld minute%s: %s", (long long)minutes,
                 minutes == 1 ? "" : "s", mute->reason);
    else
        snprintf(mutes->message, sizeof mutes->message, "you are muted: %s", mute->reason);
    return mutes->message;
}
