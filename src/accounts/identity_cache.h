/* SPDX-License-Identifier: MIT */
/* A cache of sessions and tokens that were authenticated in the last minute, so that not every
 * request reads the store. Each node has its own cache; a session that ends is removed from all of
 * them. */
#ifndef ACCOUNTS_IDENTITY_CACHE_H
#define ACCOUNTS_IDENTITY_CACHE_H

#include "accounts/callbacks.h"
#include "core/state.h"

RK_MUST_USE rk_err identity_cache_create(struct server *server);
void identity_cache_destroy(struct server *server);

/* Reads a row of the statement below; false if the session or token is no longer valid. */
typedef bool identity_reader(struct server *server, const struct store_job *row,
                             struct caller *out);

/* How to look up the owner of a session or token that is not in the cache. */
struct identity_query {
    struct caller caller; /* only .hash and .by_token are set; the result if there is no owner */
    enum statement statement;
    identity_reader *read;
};
void identity_cache_lookup(struct server *server, const struct identity_query *query,
                           caller_callback *callback, void *context);

/* Removes one session or token that has ended, or all of a person's, on all nodes. Call it when the
 * change is on disk. */
void identity_cache_remove(struct server *server, const uint8_t hash[HASH_SIZE]);
void identity_cache_remove_person(struct server *server, const char *id);
/* The same on this node only: the other nodes find the change themselves. */
void identity_cache_remove_person_local(struct server *server, const char *id);

#endif
