/* SPDX-License-Identifier: MIT */
/* The opening databases of the server: that of its own games, and the files of its operator. */
#ifndef API_EXPLORER_DATABASES_H
#define API_EXPLORER_DATABASES_H

#include "archive/archive_parts.h"
#include "http/exchange.h"

/* No file of an operator can have this name. */
#define EXPLORER_OWN_NAME "own"

/* A database that a request reads, held until explorer_source_release(). */
struct explorer_source {
    struct archive_parts parts;
    rk_variant variant;
    bool is_own; /* the server's games: their ids and speeds are known */
};

/* The default database of a request that has no parameter `db`. */
enum explorer_default {
    EXPLORER_ANY,  /* the first file of the variant, or the server's games if there is none */
    EXPLORER_FILE, /* the first file of the variant */
    EXPLORER_OWN   /* the server's games */
};

/* With the parameter `variant`, only a database of that variant is found. False: there is no such
 * database, and it has responded. */
bool explorer_source_find(struct exchange *exchange, enum explorer_default fallback,
                          struct explorer_source *out);
/* The server's games of all variants. False: there are none to search, and it has responded. */
bool explorer_source_find_all(struct exchange *exchange, struct explorer_source *out);
void explorer_source_release(struct explorer_source *source);

/* After a query: whether something that was read is damaged. The server's own database is built
 * again then. */
bool explorer_source_is_damaged(struct server *server, const struct explorer_source *source);

#endif
