/* SPDX-License-Identifier: MIT */
/* One bulk pairing: games that an organizer schedules together, and its row in the store. */
#ifndef LOBBY_BULK_ROW_H
#define LOBBY_BULK_ROW_H

#include "accounts/identity.h"
#include "core/state.h"
#include "record/game_settings.h"
#include "wire/event.h"

struct bulk_game {
    char id[GAME_ID_SIZE + 1];
    struct identity players[2]; /* by side */
};

struct bulk_pairing {
    char id[GAME_ID_SIZE + 1];
    char owner[IDENTITY_ID_MAX + 1]; /* the organizer's account, */
    char owner_name[IDENTITY_NAME_MAX + 1];
    struct game_settings settings;
    int64_t scheduled_at, pair_at;
    int64_t paired_at;       /* 0: not yet */
    int64_t start_clocks_at; /* 0: the clocks are not started automatically */
    char message[EVENT_TEXT_MAX + 1];
    size_t count;
    struct bulk_game *games; /* owned */
};

/* Adds STORE_ADD_BULK or STORE_CHANGE_BULK to a job. */
void bulk_add_row(struct store_job *job, enum statement statement, const struct bulk_pairing *bulk);
/* Reads a row of STORE_BULKS. Does not change `out` on failure; the caller frees its games. */
RK_MUST_USE rk_err bulk_read_row(const struct store_job *row, struct bulk_pairing *out,
                                 rk_fault *fault);

#endif
