/* SPDX-License-Identifier: MIT */
/* An endpoint of a copy: a database whose tables are read or written as a whole. */
#ifndef STORE_COPY_ENDPOINT_H
#define STORE_COPY_ENDPOINT_H

#include "rookery/err.h"
#include "store/value.h"

enum { COPY_COLUMNS_MAX = 40, COPY_NAME_SIZE = 40, COPY_SQL_SIZE = 2000 };

struct copy_column {
    char name[COPY_NAME_SIZE];
    char type;    /* a letter, as in statements.def */
    unsigned key; /* its place in the primary key, from 1; 0: not in it */
};

struct copy_table {
    char name[COPY_NAME_SIZE];
    struct copy_column columns[COPY_COLUMNS_MAX];
    unsigned column_count;
};

struct copy_endpoint;

/* Gets the values of a row; false stops. */
typedef bool copy_row(void *context, const struct value *row);

struct copy_endpoint_ops {
    /* All rows, in the order of the key. */
    rk_err (*read)(struct copy_endpoint *end, const struct copy_table *table, copy_row *each,
                   void *context);
    /* begin_table() deletes the rows that a new database has; add_row() adds a row; end_table()
     * completes the table. */
    rk_err (*begin_table)(struct copy_endpoint *end, const struct copy_table *table);
    rk_err (*add_row)(struct copy_endpoint *end, const struct value *row);
    rk_err (*end_table)(struct copy_endpoint *end, const struct copy_table *table);
    rk_err (*commit)(struct copy_endpoint *end);
    /* Rolls back unless commit() was called. */
    void (*close)(struct copy_endpoint *end);
};

/* The first member of every kind of endpoint. */
struct copy_endpoint {
    const struct copy_endpoint_ops *ops;
    char *error; /* receives error messages */
    size_t error_size;
};

/* Opens the source, with a snapshot, or the target, with a transaction; the target is created if it
 * does not exist, and no server may be using it. */
RK_MUST_USE rk_err sqlite_copy_open(const char *folder, bool is_target, struct copy_endpoint **out,
                                    char *error, size_t error_size);
RK_MUST_USE rk_err postgres_copy_open(const char *url, bool is_target, struct copy_endpoint **out,
                                      char *error, size_t error_size);

/* Writes "SELECT columns FROM table ORDER BY key". */
void copy_select_sql(const struct copy_table *table, char out[COPY_SQL_SIZE]);

/* Writes the names of the columns with commas between. */
void copy_column_names(const struct copy_table *table, char out[COPY_SQL_SIZE]);

#endif
