/* SPDX-License-Identifier: MIT */
/* One seek: who looks for an opponent on which settings, and how one that lasts is kept. */
#ifndef LOBBY_SEEK_H
#define LOBBY_SEEK_H

#include "accounts/identity.h"
#include "base/list.h"
#include "core/state.h"
#include "rounds/game_settings.h"
#include "wire/event.h"

struct seek {
    struct list node;          /* in the lobby */
    char id[GAME_ID_SIZE + 1]; /* of a persistent one that of its game, too */
    struct identity who;
    struct game_settings settings;
    int64_t rating_min, rating_max; /* kept for when there are ratings; 0: none */
    int64_t created_at;
    bool persistent; /* correspondence: stands without a connection */
    /* The owner's: called when it has ended, with the game or NULL and why. */
    void (*over)(void *context, const char *game, const char *why);
    void *context;
};

void seek_add_row(struct store_job *job, const struct seek *seek);
void seek_end_row(struct store_job *job, const struct seek *seek);
/* The one of a row of STORE_SEEKS. On failure `out` is as it was. */
RK_MUST_USE rk_err seek_read(const struct store_job *row, struct seek *out, rk_fault *fault);

#endif
