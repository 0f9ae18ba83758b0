/* SPDX-License-Identifier: MIT */
#include "lobby/pairing.h"

#include <string.h>

#include "accounts/accounts.h"
#include "accounts/blocks.h"
#include "lobby/game_ids.h"
#include "ratings/ratings.h"
#include "rounds/vacations.h"
#include "running/game_counts.h"

enum {
    LIVE_GAMES_MAX = 100, /* of PLAYER_GAMES_MAX; the rest are correspondence games */
    GUEST_GAMES_MAX = 10  /* of one guest */
};

/* From this difference of the balances on, the sides are not drawn at random. */
static const int64_t BALANCE_LIMIT = 3;

bool pair_first_is_white(enum side_choice choice, int64_t first_balance, int64_t second_balance,
                         uint64_t chance)
{
    if (choice != CHOOSE_RANDOM)
        return choice == CHOOSE_WHITE;
    if (second_balance - first_balance >= BALANCE_LIMIT)
        return true;
    if (first_balance - second_balance >= BALANCE_LIMIT)
        return false;
    // Probabilities of 1/6 to 5/6; 3/6 if the balances are equal.
    const int64_t share = BALANCE_LIMIT + second_balance - first_balance;
    return (int64_t)(chance % (uint64_t)(2 * BALANCE_LIMIT)) < share;
}

static const char *games_fault(struct server *server, const struct identity *who, bool live)
{
    size_t live_count;
    if (!*who->id || who->role == ROLE_ENGINE)
        return NULL;
    const size_t count = game_counts_of(server, who->id, &live_count);
    if (who->role == ROLE_GUEST && count >= GUEST_GAMES_MAX)
        return "a guest can have at most 10 games at once";
    if (count >= PLAYER_GAMES_MAX)
        return "a player can have at most 200 games at once";
    return live && live_count >= LIVE_GAMES_MAX ? "a player can have at most 100 live games at once"
                                                : NULL;
}

const char *pair_fault(struct server *server, const struct pair *pair)
{
    if (!strcmp(pair->first.id, pair->second.id))
        return "you cannot play against yourself";
    // The organizer of a bulk pairing decides who plays whom, with the consent of both players.
    if (pair->source != SOURCE_API && blocks_exist_between(server, pair->first.id, pair->second.id))
        return "these two players cannot be paired: one has blocked the other";
    const bool live = game_settings_has_clock(&pair->settings);
    if (pair->settings.clock.kind == RK_CLOCK_DAYS &&
        (vacation_is_on(server, pair->first.id) || vacation_is_on(server, pair->second.id)))
        return "a player on vacation cannot start a correspondence game";
    const char *fault = games_fault(server, &pair->first, live);
    return fault ? fault : games_fault(server, &pair->second, live);
}

const char *guest_fault(const struct server *server, const struct identity *who,
                        const struct game_settings *settings)
{
    if (*who->id && who->role != ROLE_GUEST)
        return NULL;
    if (!server->config.guests)
        return "guests are not allowed to play here";
    return settings->rated ? "guests can only play casual games" : NULL;
}

int64_t pair_rating(struct server *server, const struct identity *who,
                    const struct game_settings *settings)
{
    return ratings_show(server, who, game_settings_perf(settings)).points;
}

// ---- starting a game -------------------------------------------------------------------------

static void start_round(struct pairing *pairing);

// A new id may be that of an old game, so another one is tried. The id of a challenge is its own.
static void finish_start(void *context, struct round *round, const char *why)
{
    struct pairing *pairing = context;
    const bool has_new_id = !*pairing->pair.id;
    if (round || !has_new_id || pairing->retried) {
        pairing->callback(pairing->context, round ? NOT_REFUSED : REFUSED_STORE, why, round);
        return;
    }
    pairing->retried = true;
    start_round(pairing);
}

static void start_round(struct pairing *pairing)
{
    struct game_info *info = &pairing->info;
    if (*pairing->pair.id)
        memcpy(info->id, pairing->pair.id, sizeof info->id);
    else
        do
            game_id_generate(pairing->server, info->players[RK_WHITE].id, info->id);
        while (rounds_find(pairing->server, info->id));
    rounds_start(pairing->server, info, finish_start, pairing);
}

/* In a pool nobody chooses a side, so the one who has had White less often gets it. */
static enum side_choice choose_side(const struct pairing *pairing)
{
    const int64_t difference = pairing->balances[1] - pairing->balances[0];
    if (pairing->pair.source != SOURCE_POOL || !difference)
        return pairing->pair.settings.side_choice;
    return difference > 0 ? CHOOSE_WHITE : CHOOSE_BLACK;
}

static void assign_sides(struct pairing *pairing)
{
    struct server *server = pairing->server;
    const struct pair *pair = &pairing->pair;
    struct game_info *info = &pairing->info;
    const char *fault = pair_fault(server, pair); // other games may have started meanwhile
    if (fault) {
        pairing->callback(pairing->context, REFUSED_NOT_NOW, fault, NULL);
        return;
    }
    const bool first_is_white = pair_first_is_white(choose_side(pairing), pairing->balances[0],
                                                    pairing->balances[1], server_random(server));
    info->players[RK_WHITE] = first_is_white ? pair->first : pair->second;
    info->players[RK_BLACK] = first_is_white ? pair->second : pair->first;
    info->settings = pair->settings;
    info->source = pair->source;
    memcpy(info->rematch_of, pair->rematch_of, sizeof info->rematch_of);
    start_round(pairing);
}

static void look_up_next(struct pairing *pairing);

// Accounts are closed, never deleted: if one is not found, the store failed.
static void add_balance(void *context, enum refusal refusal, const struct account *account)
{
    (void)refusal;
    struct pairing *pairing = context;
    if (!account) {
        pairing->callback(pairing->context, REFUSED_STORE,
                          "the players could not be read from the database", NULL);
    } else if (account->status != ACCOUNT_ACTIVE) {
        pairing->callback(pairing->context, REFUSED_NOT_FOUND,
                          "the account of a player is closed or banned", NULL);
    } else {
        pairing->balances[pairing->balance_count++] = account->side_balance;
        look_up_next(pairing);
    }
}

static bool has_account(const struct identity *who)
{
    return who->role != ROLE_GUEST && who->role != ROLE_ENGINE;
}

/* Reads the next balance that is not known. Guests and the engine have none. */
static void look_up_next(struct pairing *pairing)
{
    const struct identity *players[2] = {&pairing->pair.first, &pairing->pair.second};
    while (pairing->balance_count < 2 && !has_account(players[pairing->balance_count]))
        pairing->balance_count++;
    if (pairing->balance_count < 2)
        account_find(pairing->server, players[pairing->balance_count]->id, add_balance, pairing);
    else
        assign_sides(pairing);
}

void pair_start(struct server *server, const struct pair *pair, struct pairing *pairing,
                pair_callback *callback, void *context)
{
    const char *fault = pair_fault(server, pair);
    *pairing =
        (struct pairing){.server = server, .pair = *pair, .callback = callback, .context = context};
    if (server->stopping)
        callback(context, REFUSED_STOPPING, refusal_text(REFUSED_STOPPING), NULL);
    else if (fault)
        callback(context, REFUSED_NOT_NOW, fault, NULL);
    else
        look_up_next(pairing);
}
