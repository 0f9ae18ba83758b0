/* SPDX-License-Identifier: MIT */
/* The version of the schema, the same in every kind of database. */
#ifndef STORE_SCHEMA_VERSION_H
#define STORE_SCHEMA_VERSION_H

enum schema_version {
    SCHEMA_EMPTY,
#define ROW(version, sql) SCHEMA_##version,
#include "store/schema.def"
    SCHEMA_END,
    SCHEMA_VERSION = SCHEMA_END - 1 /* the version this program creates */
};

#endif
