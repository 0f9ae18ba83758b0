/* SPDX-License-Identifier: MIT */
/* The SQLite spelling of what differs between SQL dialects in schema.def and statements.def.
 * postgres_dialect.h has the same macros for PostgreSQL. */
#ifndef STORE_SQLITE_DIALECT_H
#define STORE_SQLITE_DIALECT_H

/* ---- columns and tables ---- */
#define TEXT   "TEXT"
#define NUMBER "INTEGER"
#define REAL   "REAL"
#define BYTES  "BLOB"
#define ROW_ID "INTEGER PRIMARY KEY NOT NULL" /* a number that the database chooses */

/* A column that the database computes from others. */
#define COMPUTED_NUMBER(expression) "INTEGER GENERATED ALWAYS AS (" expression ") VIRTUAL"

#define END_TABLE         " STRICT;"
#define END_KEYED_TABLE   " STRICT, WITHOUT ROWID;" /* small rows, read in the order of the key */
#define END_GROWING_TABLE " STRICT;"                /* rows that grow with each update */

/* A trigger that makes every statement of that kind fail. */
#define REFUSING_TRIGGER(name, statement, table, message)        \
    "CREATE TRIGGER " name " BEFORE " statement " ON " table " " \
    "BEGIN SELECT RAISE(ABORT, '" message "'); END;"

/* ---- expressions ---- */
#define ZEROS_32             "zeroblob(32)"
#define NOW_MS               "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
#define LETTER(text, index)  "coalesce(unicode(substr(" text ", " index ", 1)), 0)" /* its code */
#define JOINED(first, last)  "CAST(" first " || " last " AS BLOB)"                  /* of bytes */
#define CONTAINS(text, part) "instr(" text ", " part ") > 0"
#define HEX(bytes)           "lower(hex(" bytes "))"
#define LOWER(text)          "lower(" text ")" /* ASCII letters only */
#define LARGER(a, b)         "max(" a ", " b ")"
/* Ends a query: what it has found cannot change before the transaction ends. */
#define FOR_SHARE ""

/* A member of an object in a JSON text; the text with another id and name in that object. */
#define JSON_TEXT(json, object, member) "json_extract(" json ", '$." object "." member "')"
#define JSON_PERSON(json, object, id, name) \
    "json_set(" json ", '$." object ".id', " id ", '$." object ".name', '" name "')"

#endif
