/* SPDX-License-Identifier: MIT */
/* rookery admin copy-store. */
#include <inttypes.h>
#include <stdio.h>

#include "cmd/admin_staff.h"
#include "store/copy.h"
#include "store/store_url.h"

enum { ERROR_SIZE = 5000 };

struct copied {
    const struct admin *admin;
    uint64_t tables, rows;
};

static void print_table_json(const struct copied_table *table)
{
    char checksum[20];
    struct buffer line = {0};
    struct json json = json_in(&line);
    snprintf(checksum, sizeof checksum, "%016" PRIx64, table->checksum);
    json_begin_object(&json);
    json_put_text(&json, "table", table->name);
    json_put_integer(&json, "rows", (int64_t)table->rows);
    json_put_text(&json, "checksum", checksum);
    json_end_object(&json);
    puts(buffer_cstr(&line));
    buffer_fini(&line);
}

static void print_table(void *context, const struct copied_table *table)
{
    struct copied *copied = context;
    copied->tables++;
    copied->rows += table->rows;
    if (copied->admin->options.json)
        print_table_json(table);
    else
        printf("%-20s %10" PRIu64 " rows  %016" PRIx64 "\n", table->name, table->rows,
               table->checksum);
}

int admin_copy_store(struct admin *admin)
{
    struct copied copied = {.admin = admin};
    char why[ERROR_SIZE], from[STORE_URL_MAX + 1], to[STORE_URL_MAX + 1];
    if (store_copy(admin->arguments[0], admin->arguments[1], print_table, &copied, why, sizeof why))
        return admin_fail(EXIT_SYSTEM_ERROR, "nothing was copied: %s", why);
    store_url_redact(admin->arguments[0], from, sizeof from);
    store_url_redact(admin->arguments[1], to, sizeof to);
    return admin_print_done(admin,
                            "copied %" PRIu64 " rows of %" PRIu64
                            " tables from %s to %s; the counts and checksums agree",
                            copied.rows, copied.tables, from, to);
}
