/* SPDX-License-Identifier: MIT */
/* The state that the files of this layer share. Each part is used by the file of its name only. */
#ifndef MODERATION_MODERATION_STATE_H
#define MODERATION_MODERATION_STATE_H

#include "core/address.h"
#include "core/config.h"
#include "core/stored_state.h"
#include "moderation/announcement.h"

struct address_block {
    struct network network;
    int64_t until;
    char *reason;
};

struct moderation {
    struct list listeners; /* of broadcasts */
    struct timer sweep;    /* ends bans, deletes what is old */

    struct stored_state blocks_state;
    struct address_block *blocks;
    size_t block_count;

    struct stored_state announcements_state;
    struct announcement *announcements;
    size_t announcement_count;

    struct stored_state settings_state;
    struct server_config base; /* what the settings override */
    uint64_t overridden;       /* a bit for each setting */
    char *texts[2];            /* values of texts that the configuration points to */

    struct stored_state restart_state;
    struct timer countdown;
    int64_t started_at; /* the date at which the server started */
    int64_t restart_at; /* a date; 0: no restart is planned */
    int64_t next_step;  /* the date of the next countdown message */
    bool restart_due;
};

#endif
