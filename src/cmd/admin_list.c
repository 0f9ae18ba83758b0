/* SPDX-License-Identifier: MIT */
#include "cmd/admin_list.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/json.h"
#include "base/utc.h"
#include "cmd/admin_staff.h"

/* With the names of the HTTP API. */
static void put_account(struct json *json, const struct admin_account *account)
{
    json_put_text(json, "id", account->who.id);
    json_put_text(json, "name", account->who.name);
    json_put_text(json, "role", role_name(account->who.role));
    json_put_text(json, "status", account_status_name(account->status));
    json_put_integer(json, "createdAt", account->created_at);
    json_put_integer(json, "seenAt", account->seen_at);
    json_put_integer(json, "games", account->games);
}

static void print_json(const struct admin_account *account)
{
    struct buffer line = {0};
    struct json json = json_in(&line);
    json_begin_object(&json);
    put_account(&json, account);
    json_end_object(&json);
    puts(buffer_cstr(&line));
    buffer_fini(&line);
}

// ---- list ------------------------------------------------------------------------------------

struct listing {
    bool json;
    size_t count;
};

static void print_listed(void *context, const struct admin_account *account)
{
    struct listing *listing = context;
    char created[UTC_SIZE], seen[UTC_SIZE];
    listing->count++;
    if (listing->json)
        print_json(account);
    else
        printf("%-20s  %-9s  %-6s  %-10.10s  %-16s  %7" PRId64 "\n", account->who.name,
               role_name(account->who.role), account_status_name(account->status),
               utc_write(account->created_at, created), utc_write(account->seen_at, seen),
               account->games);
}

enum store_outcome admin_list_accounts(struct store *store, const struct account_filter *filter,
                                       bool json)
{
    struct listing listing = {.json = json};
    if (!json)
        printf("%-20s  %-9s  %-6s  %-10s  %-16s  %7s\n", "NAME", "ROLE", "STATE", "CREATED",
               "LAST SEEN (UTC)", "GAMES");
    const enum store_outcome outcome = account_admin_list(store, filter, print_listed, &listing);
    if (!json && outcome == STORE_DONE)
        printf("%zu account%s\n", listing.count, listing.count == 1 ? "" : "s");
    return outcome;
}

// ---- show ------------------------------------------------------------------------------------

enum { SANCTION_KIND, SANCTION_UNTIL, SANCTION_REASON, SANCTION_BY, SANCTION_AT };

static void put_sanction(void *context, const struct store_job *row)
{
    struct json *json = context;
    json_put_object(json, store_get_text(row, SANCTION_KIND));
    if (store_get_integer(row, SANCTION_UNTIL))
        json_put_integer(json, "until", store_get_integer(row, SANCTION_UNTIL));
    json_put_text(json, "reason", store_get_text(row, SANCTION_REASON));
    json_put_text(json, "by", store_get_text(row, SANCTION_BY));
    json_put_integer(json, "date", store_get_integer(row, SANCTION_AT));
    json_end_object(json);
}

static void print_sanction(void *context, const struct store_job *row)
{
    (void)context;
    char until[UTC_SIZE], at[UTC_SIZE];
    const int64_t end = store_get_integer(row, SANCTION_UNTIL);
    printf("%-9s  %s%s, by %s at %s UTC: %s\n", store_get_text(row, SANCTION_KIND),
           end ? utc_write(end, until) : "without an end", end ? " UTC" : "",
           store_get_text(row, SANCTION_BY), utc_write(store_get_integer(row, SANCTION_AT), at),
           store_get_text(row, SANCTION_REASON));
}

static struct store_job *make_sanctions_job(const char *id)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_SANCTIONS);
    store_bind_text(job, id);
    return job;
}

static enum store_outcome show_json(struct store *store, const struct admin_account *account)
{
    struct buffer line = {0};
    struct json json = json_in(&line);
    json_begin_object(&json);
    put_account(&json, account);
    const enum store_outcome outcome =
        admin_read_rows(store, make_sanctions_job(account->who.id), put_sanction, &json);
    json_end_object(&json);
    if (outcome == STORE_DONE)
        puts(buffer_cstr(&line));
    buffer_fini(&line);
    return outcome;
}

enum store_outcome admin_show_account(struct store *store, const struct admin_account *account,
                                      bool json)
{
    char time[UTC_SIZE];
    if (json)
        return show_json(store, account);
    printf("%s (%s), %s\n", account->who.name, role_name(account->who.role),
           account_status_name(account->status));
    printf("id         %s\n", account->who.id);
    printf("created    %s UTC\n", utc_write(account->created_at, time));
    printf("last seen  %s UTC\n", utc_write(account->seen_at, time));
    printf("games      %" PRId64 "\n", account->games);
    return admin_read_rows(store, make_sanctions_job(account->who.id), print_sanction, NULL);
}
