/* SPDX-License-Identifier: MIT */
#include "lobby/bulk_booking.h"

#include <stdio.h>
#include <string.h>

#include "base/milliseconds.h"
#include "core/limits.h"
#include "lobby/bulk_table.h"
#include "lobby/pairing.h"

/* Adds all players; *repeated is the first one who occurs twice, or NULL. False if out of
 * memory. */
static bool add_players(const struct bulk_params *params, struct map *players,
                        const struct identity **repeated)
{
    *repeated = NULL;
    for (size_t i = 0; i < 2 * params->count; i++) {
        const struct identity *who = &params->games[i / 2].players[i % 2];
        if (map_get(players, who->id)) {
            *repeated = *repeated ? *repeated : who;
            continue;
        }
        if (!map_put(players, who->id, (void *)who))
            return false;
    }
    return true;
}

static const struct identity *find_player_in(const struct bulk_pairing *bulk,
                                             const struct map *players)
{
    const struct identity *found = NULL;
    for (size_t i = 0; i < 2 * bulk->count && !found; i++)
        found = map_get(players, bulk->games[i / 2].players[i % 2].id);
    return found;
}

/* Returns a player who already has a game in another bulk at the same time, or NULL. */
static const struct identity *find_double_booking(const struct server *server,
                                                  const struct map *players, int64_t pair_at)
{
    const struct identity *found = NULL;
    struct list *all = &server->bulk_pairings->all;
    for (struct list *node = all->next; node != all && !found; node = node->next) {
        const struct bulk_pairing *other = &bulk_entry_at(node)->bulk;
        if (!other->paired_at && other->pair_at == pair_at)
            found = find_player_in(other, players);
    }
    return found;
}

/* Writes why the players cannot be paired at that time; "": they can. False if out of memory. */
static bool check_bookings(struct server *server, const struct bulk_params *params, int64_t pair_at,
                           char *out, size_t size)
{
    struct map players;
    const struct identity *repeated, *booked = NULL;
    map_init(&players, server_random(server));
    const bool done = add_players(params, &players, &repeated);
    if (done)
        booked = find_double_booking(server, &players, pair_at);
    map_fini(&players);
    *out = 0;
    if (repeated && game_settings_has_clock(params->settings))
        snprintf(out, size, "%s is paired more than once", repeated->name);
    else if (booked)
        snprintf(out, size, "%s is in another bulk at the same time", booked->name);
    return done;
}

static size_t count_scheduled(const struct server *server, const char *owner, size_t *games)
{
    size_t count = 0;
    *games = 0;
    struct list *all = &server->bulk_pairings->all;
    for (struct list *node = all->next; node != all; node = node->next) {
        const struct bulk_pairing *bulk = &bulk_entry_at(node)->bulk;
        if (bulk->paired_at || strcmp(bulk->owner, owner) != 0)
            continue;
        count++;
        *games += bulk->count;
    }
    return count;
}

/* Why a player of the bulk cannot play; NULL: all can. */
static const char *find_player_fault(struct server *server, const struct bulk_params *params,
                                     char *out, size_t size)
{
    for (size_t i = 0; i < params->count; i++) {
        const struct identity *players = params->games[i].players;
        const char *why = pair_fault(server, &(struct pair){.first = players[RK_WHITE],
                                                            .second = players[RK_BLACK],
                                                            .settings = *params->settings,
                                                            .source = SOURCE_API});
        if (!why)
            continue;
        snprintf(out, size, "%s - %s: %s", players[RK_WHITE].name, players[RK_BLACK].name, why);
        return out;
    }
    return NULL;
}

/* Writes why a bulk cannot be scheduled at all; "": it can. */
static void check_schedule(const struct server *server, const struct bulk_params *params,
                           int64_t pair_at, char *out, size_t size)
{
    const int64_t latest = server_date(server) + BULK_AHEAD_DAYS * DAY_MS;
    size_t games;
    const size_t bulks = count_scheduled(server, params->by->id, &games);
    *out = 0;
    if (pair_at > latest || params->start_clocks_at > latest)
        snprintf(out, size, "a bulk can be scheduled at most %d days ahead", BULK_AHEAD_DAYS);
    else if (params->start_clocks_at && params->start_clocks_at < pair_at)
        snprintf(out, size, "the clocks cannot start before the games exist");
    else if (bulks >= BULKS_MAX)
        snprintf(out, size, "you already have %d scheduled bulks", BULKS_MAX);
    else if (games + params->count > BULK_GAMES_SCHEDULED_MAX)
        snprintf(out, size, "you can have at most %d scheduled games", BULK_GAMES_SCHEDULED_MAX);
}

bool bulk_may_schedule(struct server *server, const struct bulk_params *params, int64_t pair_at,
                       struct reply *reply, char *out, size_t size)
{
    *reply = reply_make(NOT_REFUSED, NULL);
    check_schedule(server, params, pair_at, out, size);
    if (server->stopping)
        *reply = reply_make(REFUSED_STOPPING, NULL);
    else if (!*out && !check_bookings(server, params, pair_at, out, size))
        *reply = reply_make(REFUSED_BUSY, NULL);
    else if (*out || find_player_fault(server, params, out, size))
        *reply = reply_make(REFUSED_NOT_NOW, out);
    else {
        const unsigned wait =
            limits_take(server, LIMIT_BULK, params->by->id, (unsigned)params->count);
        if (wait)
            *reply = reply_rate_limited(LIMIT_BULK, wait);
    }
    return !reply->refusal;
}
