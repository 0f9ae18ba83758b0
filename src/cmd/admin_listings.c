/* SPDX-License-Identifier: MIT */
/* rookery admin: lists of sessions, tokens, reports, bans, addresses, announcements and the audit
 * log. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/utc.h"
#include "cmd/admin_staff.h"
#include "cmd/options.h"
#include "moderation/listings.h"

enum { LISTED_MAX = 1000000, LOG_DEFAULT = 50, ALL_STATES = 7, OPEN_STATES = 3, WIDTH = 16 };

struct printing {
    const struct listing *listing;
    bool json;
    size_t count;
};

/* Hashes are only in the JSON. */
static bool is_last_column(const struct listing *listing, size_t index)
{
    return index + 1 == listing->count || listing->columns[index + 1].kind == COLUMN_HASH;
}

/* All columns but the last are as wide as a date at least. */
static void print_cell(const char *text, bool is_last)
{
    if (is_last)
        printf("%s\n", text);
    else
        printf("%-*s  ", WIDTH, text);
}

/* In capitals, as in the list of users: "closedAt" is CLOSED AT. */
static void print_header(const struct listing *listing)
{
    for (size_t i = 0; i < listing->count; i++) {
        char title[2 * WIDTH];
        struct text out = text_in(title, sizeof title);
        for (const char *at = listing->columns[i].name; *at; at++) {
            if (*at >= 'A' && *at <= 'Z')
                text_put(&out, ' ');
            text_put(&out, *at >= 'a' && *at <= 'z' ? (char)(*at - 'a' + 'A') : *at);
        }
        text_end(&out);
        if (listing->columns[i].kind != COLUMN_HASH)
            print_cell(title, is_last_column(listing, i));
    }
}

static void print_value(const struct listing *listing, const struct store_job *row, unsigned index)
{
    const struct listing_column *column = &listing->columns[index];
    char text[64] = "";
    if (column->kind == COLUMN_TIME && store_get_integer(row, index))
        utc_write(store_get_integer(row, index), text);
    else if (column->kind == COLUMN_NUMBER)
        snprintf(text, sizeof text, "%" PRId64, store_get_integer(row, index));
    const bool is_text = column->kind == COLUMN_TEXT || column->kind == COLUMN_JSON;
    print_cell(is_text ? store_get_text(row, index) : text, is_last_column(listing, index));
}

static void print_row(void *context, const struct store_job *row)
{
    struct printing *printing = context;
    const struct listing *listing = printing->listing;
    printing->count++;
    if (printing->json) {
        struct buffer line = {0};
        struct json json = json_in(&line);
        listing_write_row(listing, row, &json);
        puts(buffer_cstr(&line));
        buffer_fini(&line);
        return;
    }
    for (unsigned i = 0; i < listing->count; i++)
        if (listing->columns[i].kind != COLUMN_HASH)
            print_value(listing, row, i);
}

/* Names of listings are plurals: "1 entry", "2 entries"; "1 address". */
static void print_count(size_t count, const char *name)
{
    const size_t size = strlen(name);
    const bool is_ies = size > 3 && !strcmp(name + size - 3, "ies");
    const bool is_sses = size > 4 && !strcmp(name + size - 4, "sses");
    if (count != 1)
        printf("%zu %s\n", count, name);
    else if (is_ies)
        printf("1 %.*sy\n", (int)(size - 3), name);
    else
        printf("1 %.*s\n", (int)(size - (is_sses ? 2 : name[size - 1] == 's')), name);
}

static int print_listing(const struct admin *admin, enum listing_kind kind, struct store_job *job)
{
    struct printing printing = {.listing = listing_find(kind), .json = admin->options.json};
    if (!printing.json)
        print_header(printing.listing);
    if (admin_read_rows(admin->store, job, print_row, &printing) != STORE_DONE)
        return admin_fail(EXIT_SYSTEM_ERROR, "cannot read %s", admin->name);
    if (!printing.json)
        print_count(printing.count, printing.listing->name);
    return EXIT_OK;
}

static int print_of_account(const struct admin *admin, enum listing_kind kind)
{
    struct store_job *job = listing_start(kind);
    store_bind_text(job, admin->account.who.id);
    return print_listing(admin, kind, job);
}

int admin_list_sessions(struct admin *admin)
{
    return print_of_account(admin, LISTING_SESSIONS);
}

int admin_list_tokens(struct admin *admin)
{
    return print_of_account(admin, LISTING_TOKENS);
}

int admin_list_addresses(struct admin *admin)
{
    const int status = print_of_account(admin, LISTING_ADDRESSES);
    return status ? status : print_of_account(admin, LISTING_SHARED);
}

int admin_list_notes(struct admin *admin)
{
    return print_of_account(admin, LISTING_NOTES);
}

int admin_list_bans(struct admin *admin)
{
    struct store_job *job = listing_start(LISTING_BANS);
    store_bind_text(job, "");
    store_bind_integer(job, LISTED_MAX);
    return print_listing(admin, LISTING_BANS, job);
}

int admin_list_mutes(struct admin *admin)
{
    struct store_job *job = listing_start(LISTING_MUTES);
    store_bind_text(job, "");
    store_bind_integer(job, LISTED_MAX);
    store_bind_integer(job, admin->now);
    return print_listing(admin, LISTING_MUTES, job);
}

int admin_list_blocks(struct admin *admin)
{
    struct store_job *job = listing_start(LISTING_BLOCKS);
    store_bind_integer(job, admin->now);
    return print_listing(admin, LISTING_BLOCKS, job);
}

int admin_list_announcements(struct admin *admin)
{
    struct store_job *job = listing_start(LISTING_ANNOUNCEMENTS);
    store_bind_integer(job, admin->now);
    return print_listing(admin, LISTING_ANNOUNCEMENTS, job);
}

int admin_list_reports(struct admin *admin)
{
    struct store_job *job = listing_start(LISTING_REPORTS);
    store_bind_integer(job, 0);
    store_bind_integer(job, LISTED_MAX);
    store_bind_integer(job, admin->options.all ? ALL_STATES : OPEN_STATES);
    store_bind_null(job);
    return print_listing(admin, LISTING_REPORTS, job);
}

int admin_log(struct admin *admin)
{
    unsigned long max = LOG_DEFAULT;
    if (admin->options.limit && !options_parse_number(admin->options.limit, 1, LISTED_MAX, &max))
        return admin_fail(EXIT_USAGE, "--limit must be a number from 1 to %d, not %s", LISTED_MAX,
                          admin->options.limit);
    struct store_job *job = listing_start(LISTING_LOG);
    store_bind_integer(job, INT64_MAX);
    store_bind_integer(job, (int64_t)max);
    for (int i = 0; i < 3; i++)
        store_bind_null(job); // any actor, action and target
    return print_listing(admin, LISTING_LOG, job);
}
