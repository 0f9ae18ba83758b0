/* SPDX-License-Identifier: MIT */
#include "assets/assets.h"

#include <stdlib.h>
#include <string.h>

static int compare_path(const void *path, const void *asset)
{
    return strcmp(path, ((const struct asset *)asset)->path);
}

const struct asset *asset_find(const struct asset_table *table, const char *path)
{
    return table->count
               ? bsearch(path, table->rows, table->count, sizeof *table->rows, compare_path)
               : NULL;
}

unsigned asset_codings(const struct asset *asset)
{
    unsigned codings = 0;
    for (int coding = 0; coding < CODING_COUNT; coding++)
        codings |= (asset->bytes[coding].at ? 1U : 0U) << coding;
    return codings;
}
