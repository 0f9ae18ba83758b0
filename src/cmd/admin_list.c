/* SPDX-License-Identifier: MIT */
#include "cmd/admin_list.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "base/json.h"
#include "base/milliseconds.h"

enum { TIME_SIZE = 32 };

/* "2026-11-16 00:05" in UTC */
static const char *write_time(int64_t time, char out[TIME_SIZE])
{
    const time_t seconds = (time_t)(time / SECOND_MS);
    struct tm utc;
    if (!gmtime_r(&seconds, &utc) || !strftime(out, TIME_SIZE, "%Y-%m-%d %H:%M", &utc))
        out[0] = '\0';
    return out;
}

/* With the names of the HTTP API, where it has them. */
static void print_json(const struct admin_account *account)
{
    struct buffer line = {0};
    struct json json = json_in(&line);
    json_begin_object(&json);
    json_put_text(&json, "id", account->who.id);
    json_put_text(&json, "name", account->who.name);
    json_put_text(&json, "role", role_name(account->who.role));
    json_put_text(&json, "status", account_status_name(account->status));
    json_put_integer(&json, "createdAt", account->created_at);
    json_put_integer(&json, "seenAt", account->seen_at);
    json_put_integer(&json, "games", account->games);
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
    char created[TIME_SIZE], seen[TIME_SIZE];
    listing->count++;
    if (listing->json)
        print_json(account);
    else
        printf("%-20s  %-9s  %-6s  %-10.10s  %-16s  %7" PRId64 "\n", account->who.name,
               role_name(account->who.role), account_status_name(account->status),
               write_time(account->created_at, created), write_time(account->seen_at, seen),
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

void admin_show_account(const struct admin_account *account, bool json)
{
    char time[TIME_SIZE];
    if (json) {
        print_json(account);
        return;
    }
    printf("%s (%s), %s\n", account->who.name, role_name(account->who.role),
           account_status_name(account->status));
    printf("created    %s UTC\n", write_time(account->created_at, time));
    printf("last seen  %s UTC\n", write_time(account->seen_at, time));
    printf("games      %" PRId64 "\n", account->games);
}
