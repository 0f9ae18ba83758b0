/* SPDX-License-Identifier: MIT */
/* The files of the web client, which are part of the program: scripts, styles, fonts, pieces. The
 * build writes the table (tools/embed.mjs). */
#ifndef ASSETS_ASSETS_H
#define ASSETS_ASSETS_H

#include <stdbool.h>
#include <stddef.h>

#include "assets/content_coding.h"

struct asset_bytes {
    const unsigned char *at; /* NULL: the file does not exist in this coding */
    size_t size;
};

struct asset {
    const char *path; /* "/assets/main-3F2A.js" */
    const char *content_type;
    const char *tag;   /* changes with the content */
    bool is_immutable; /* its name changes with its content, so it may be cached forever */
    struct asset_bytes bytes[CODING_COUNT];
};

struct asset_table {
    const struct asset *rows; /* sorted by path */
    size_t count;
    const char *head;   /* HTML: what every page of the client loads; NULL: there is no client */
    const char *styles; /* HTML: its styles alone, for pages without scripts */
};

/* The files that this program was built with; an empty table without the web client. */
extern const struct asset_table embedded_assets;

const struct asset *asset_find(const struct asset_table *table, const char *path); /* or NULL */

/* The codings in which it exists, as bits. */
unsigned asset_codings(const struct asset *asset);

#endif
