/* SPDX-License-Identifier: MIT */
#include "store/copy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "base/fnv.h"
#include "store/copy_endpoint.h"
#include "store/schema.h"
#include "store/store_url.h"

enum { TABLES_MAX = 100 };

struct copying {
    struct copy_endpoint *from, *to;
    struct copy_table tables[TABLES_MAX];
    size_t table_count;
    char *error;
    size_t error_size;
};

static rk_err report_error(const struct copying *copying, const char *what)
{
    snprintf(copying->error, copying->error_size, "%s", what);
    return RK_CANNOT_OPEN;
}

// ---- the tables -------------------------------------------------------------------------------

void copy_column_names(const struct copy_table *table, char out[COPY_SQL_SIZE])
{
    size_t size = 0;
    for (unsigned i = 0; i < table->column_count; i++)
        size += (size_t)snprintf(out + size, COPY_SQL_SIZE - size, "%s%s", i ? ", " : "",
                                 table->columns[i].name);
}

static unsigned count_key(const struct copy_table *table)
{
    unsigned count = 0;
    for (unsigned i = 0; i < table->column_count; i++)
        count += table->columns[i].key > 0;
    return count;
}

static const char *key_column(const struct copy_table *table, unsigned place)
{
    for (unsigned i = 0; i < table->column_count; i++)
        if (table->columns[i].key == place)
            return table->columns[i].name;
    return "";
}

void copy_select_sql(const struct copy_table *table, char out[COPY_SQL_SIZE])
{
    char names[COPY_SQL_SIZE];
    copy_column_names(table, names);
    size_t size =
        (size_t)snprintf(out, COPY_SQL_SIZE, "SELECT %.1500s FROM %s ORDER BY", names, table->name);
    for (unsigned i = 1; i <= count_key(table) && size < COPY_SQL_SIZE; i++)
        size += (size_t)snprintf(out + size, COPY_SQL_SIZE - size, "%s %s", i > 1 ? "," : "",
                                 key_column(table, i));
}

static char letter_of(const char *type)
{
    return !strcmp(type, "INTEGER") ? 'i'
           : !strcmp(type, "REAL")  ? 'r'
           : !strcmp(type, "BLOB")  ? 'b'
                                    : 't';
}

/* Adds a row of the query below; false if there is no room. */
static bool add_column(struct copying *copying, sqlite3_stmt *query)
{
    const char *name = (const char *)sqlite3_column_text(query, 0);
    struct copy_table *table = &copying->tables[copying->table_count];
    if (copying->table_count && !strcmp(table[-1].name, name))
        table--;
    else {
        if (copying->table_count == TABLES_MAX)
            return false;
        copying->table_count++;
        snprintf(table->name, sizeof table->name, "%s", name);
    }
    if (table->column_count == COPY_COLUMNS_MAX)
        return false;
    struct copy_column *column = &table->columns[table->column_count++];
    snprintf(column->name, sizeof column->name, "%s", (const char *)sqlite3_column_text(query, 1));
    column->type = letter_of((const char *)sqlite3_column_text(query, 2));
    column->key = (unsigned)sqlite3_column_int(query, 3);
    return true;
}

static bool read_columns(struct copying *copying, sqlite3 *db)
{
    sqlite3_stmt *query = NULL;
    bool read = !sqlite3_prepare_v2(db,
                                    "SELECT m.name, c.name, c.type, c.pk FROM sqlite_schema m, "
                                    "pragma_table_info(m.name) c WHERE m.type = 'table' "
                                    "AND m.name NOT LIKE 'sqlite_%' ORDER BY m.name, c.cid",
                                    -1, &query, NULL);
    int code = SQLITE_DONE;
    while (read && (code = sqlite3_step(query)) == SQLITE_ROW)
        read = add_column(copying, query);
    sqlite3_finalize(query);
    return read && code == SQLITE_DONE;
}

/* A new SQLite database says which tables and columns there are. */
static rk_err list_tables(struct copying *copying)
{
    sqlite3 *db = NULL;
    rk_err err = RK_OK;
    if (sqlite3_open_v2(":memory:", &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL))
        err = report_error(copying, "out of memory");
    if (!err)
        err = schema_migrate(db, "memory:", copying->error, copying->error_size);
    if (!err && !read_columns(copying, db))
        err = report_error(copying, "cannot list the tables");
    sqlite3_close(db);
    return err;
}

// ---- checksums --------------------------------------------------------------------------------

struct sum {
    const struct copy_table *table;
    uint64_t rows, hash;
};

static void add_bytes(struct sum *sum, const void *bytes, size_t size)
{
    sum->hash = fnv_add(sum->hash, bytes, size);
}

static bool add_to_sum(struct sum *sum, const struct value *row)
{
    sum->rows++;
    for (unsigned i = 0; i < sum->table->column_count; i++) {
        const struct value *value = &row[i];
        const char kind = (char)value->kind;
        add_bytes(sum, &kind, 1);
        add_bytes(sum, &value->size, sizeof value->size);
        if (value->kind == VALUE_INTEGER)
            add_bytes(sum, &value->integer, sizeof value->integer);
        else if (value->kind == VALUE_REAL)
            add_bytes(sum, &value->real, sizeof value->real);
        else
            add_bytes(sum, value->bytes, value->size);
    }
    return true;
}

static bool sum_row(void *context, const struct value *row)
{
    return add_to_sum(context, row);
}

// ---- copying ----------------------------------------------------------------------------------

struct table_copy {
    struct sum sum;
    struct copy_endpoint *to;
    rk_err err;
};

static bool copy_one_row(void *context, const struct value *row)
{
    struct table_copy *copy = context;
    copy->err = copy->to->ops->add_row(copy->to, row);
    return !copy->err && add_to_sum(&copy->sum, row);
}

static rk_err verify_table(const struct copying *copying, const struct sum *wanted)
{
    char what[200];
    struct sum found = {.table = wanted->table, .hash = FNV_START};
    const rk_err err = copying->to->ops->read(copying->to, wanted->table, sum_row, &found);
    if (err || (found.rows == wanted->rows && found.hash == wanted->hash))
        return err;
    snprintf(
        what, sizeof what,
        "the copy of the table %s differs: %llu rows with the checksum %016llx instead of %llu "
        "rows with %016llx",
        wanted->table->name, (unsigned long long)found.rows, (unsigned long long)found.hash,
        (unsigned long long)wanted->rows, (unsigned long long)wanted->hash);
    return report_error(copying, what);
}

static rk_err copy_table(const struct copying *copying, const struct copy_table *table,
                         copy_progress *progress, void *context)
{
    struct copy_endpoint *from = copying->from, *to = copying->to;
    struct table_copy copy = {.sum = {.table = table, .hash = FNV_START}, .to = to};
    rk_err err = to->ops->begin_table(to, table);
    if (!err)
        err = from->ops->read(from, table, copy_one_row, &copy);
    if (!err)
        err = copy.err;
    if (!err)
        err = to->ops->end_table(to, table);
    if (!err)
        err = verify_table(copying, &copy.sum);
    if (!err && progress)
        progress(context, &(struct copied_table){table->name, copy.sum.rows, copy.sum.hash});
    return err;
}

/* What a new database has as well. */
static bool is_never_empty(const struct copy_table *table)
{
    return !strcmp(table->name, "meta") || !strcmp(table->name, "audit_head") ||
           !strcmp(table->name, "puzzle_search") || !strcmp(table->name, "shard");
}

static bool stop_at_row(void *context, const struct value *row)
{
    (void)row;
    *(bool *)context = true;
    return false;
}

static rk_err check_empty(const struct copying *copying)
{
    for (size_t i = 0; i < copying->table_count; i++) {
        char what[200];
        bool has_rows = false;
        const struct copy_table *table = &copying->tables[i];
        if (is_never_empty(table))
            continue;
        const rk_err err = copying->to->ops->read(copying->to, table, stop_at_row, &has_rows);
        if (err)
            return err;
        snprintf(what, sizeof what, "the target is not empty: it has rows in the table %s",
                 table->name);
        if (has_rows)
            return report_error(copying, what);
    }
    return RK_OK;
}

static rk_err copy_all(const struct copying *copying, copy_progress *progress, void *context)
{
    rk_err err = check_empty(copying);
    for (size_t i = 0; i < copying->table_count && !err; i++)
        err = copy_table(copying, &copying->tables[i], progress, context);
    return err ? err : copying->to->ops->commit(copying->to);
}

static rk_err open_end(const struct copying *copying, const char *url, bool is_target,
                       struct copy_endpoint **out)
{
    return store_url_is_postgres(url)
               ? postgres_copy_open(url, is_target, out, copying->error, copying->error_size)
               : sqlite_copy_open(url, is_target, out, copying->error, copying->error_size);
}

rk_err store_copy(const char *from, const char *to, copy_progress *progress, void *context,
                  char *error, size_t error_size)
{
    struct copying *copying = calloc(1, sizeof *copying);
    *error = '\0';
    if (!copying) {
        snprintf(error, error_size, "out of memory");
        return RK_NO_MEMORY;
    }
    copying->error = error;
    copying->error_size = error_size;
    rk_err err = list_tables(copying);
    if (!err)
        err = open_end(copying, from, false, &copying->from);
    if (!err)
        err = open_end(copying, to, true, &copying->to);
    if (!err)
        err = copy_all(copying, progress, context);
    if (copying->to)
        copying->to->ops->close(copying->to);
    if (copying->from)
        copying->from->ops->close(copying->from);
    free(copying);
    if (err && !*error)
        snprintf(error, error_size, "%s", rk_err_text(err));
    return err;
}
