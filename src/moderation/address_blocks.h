/* SPDX-License-Identifier: MIT */
/* Blocked addresses. They are kept in memory, because every request checks them. */
#ifndef MODERATION_ADDRESS_BLOCKS_H
#define MODERATION_ADDRESS_BLOCKS_H

#include "core/address.h"
#include "core/state.h"

enum { BLOCK_SENTENCE_SIZE = 1000 };

/* Starts to load them. */
void address_blocks_init(struct server *server);
void address_blocks_fini(struct server *server);
/* Reads them again, after they were changed in the store. */
void address_blocks_reload(struct server *server);

/* Writes why the address is blocked, as a sentence; false: it is not. An address that is not an IP
 * address is never blocked. */
bool address_is_blocked(const struct server *server, const char *address,
                        char out[BLOCK_SENTENCE_SIZE]);

/* Returns NULL, or why staff may not block the network (static storage): it is too large, or
 * contains `own`, the address of who blocks it. `own` may be NULL. */
const char *address_block_fault(const struct network *network, const char *own);

#endif
