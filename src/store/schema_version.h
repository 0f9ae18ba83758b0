/* SPDX-License-Identifier: MIT */
/* The version of the schema, the same in every kind of database. */
#ifndef STORE_SCHEMA_VERSION_H
#define STORE_SCHEMA_VERSION_H

enum schema_version {
    SCHEMA_EMPTY,
#define ROW(version, sql) SCHEMA_##version,
#include "store/schema.def"
    SCHEMA_END,
    SCHEMA_VERSION = SCHEMA_END - 1, /* the version this program creates */
    /* Programs of this version and later keep working when the database is migrated to
     * SCHEMA_VERSION while they run: the rows of schema.def since then only add. Raise it with a
     * row that drops or changes what they use, or adds what they would have to fill in. */
    SCHEMA_COMPATIBLE = SCHEMA_10
};

#endif
