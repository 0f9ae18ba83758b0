/* SPDX-License-Identifier: MIT */
#include "support/database_clock.h"

#include <stdbool.h>

#include <sqlite3.h>

#include "support/empty_store.h"
#include "support/postgres_schemas.h"

static sqlite3_int64 julian_ms;

static int get_time(sqlite3_vfs *vfs, sqlite3_int64 *out)
{
    (void)vfs;
    *out = julian_ms;
    return SQLITE_OK;
}

/* SQLite asks its file system for the time. */
static void replace_sqlite_clock(void)
{
    static sqlite3_vfs vfs;
    if (vfs.xCurrentTimeInt64)
        return;
    vfs = *sqlite3_vfs_find(NULL);
    vfs.zName = "test-clock";
    vfs.xCurrentTimeInt64 = get_time;
    sqlite3_vfs_register(&vfs, true);
}

void database_clock_set(int64_t ms)
{
    julian_ms = ms + INT64_C(210866760000000);
    if (empty_store_is_postgres())
        postgres_clock_set(empty_store_server(), ms);
    else
        replace_sqlite_clock();
}
