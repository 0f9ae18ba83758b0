/* SPDX-License-Identifier: MIT */
#include "lobby/pairing.h"

#include <string.h>

#include "accounts/accounts.h"

enum {
    GAMES_MAX = 200,  /* of one person at once, */
    CLOCKED_MAX = 100 /* and of those with a clock that runs */
};

/* From this difference on it is no longer left to chance. */
static const int64_t BALANCE_DECIDES = 3;

struct reply reply_make(enum refusal refusal, const char *why)
{
    return (struct reply){.refusal = refusal,
                          .why = why ? why : refusal_text(refusal),
                          .left = {INT64_MAX, INT64_MAX}};
}

struct reply reply_rate_limited(enum limit limit, unsigned seconds)
{
    struct reply reply = reply_make(REFUSED_RATE, NULL);
    reply.wait = seconds;
    reply.limit = limit_key(limit);
    return reply;
}

bool pair_first_is_white(enum side_choice choice, int64_t first_balance, int64_t second_balance,
                         uint64_t chance)
{
    if (choice != CHOOSE_RANDOM)
        return choice == CHOOSE_WHITE;
    if (second_balance - first_balance >= BALANCE_DECIDES)
        return true;
    if (first_balance - second_balance >= BALANCE_DECIDES)
        return false;
    // 1/6, 2/6, 3/6 for equals, 4/6, 5/6
    const int64_t share = BALANCE_DECIDES + second_balance - first_balance;
    return (int64_t)(chance % (uint64_t)(2 * BALANCE_DECIDES)) < share;
}

static const char *games_fault(struct server *server, const struct identity *who, bool clocked)
{
    const struct round *rounds[GAMES_MAX];
    if (!*who->id || who->role == ROLE_ENGINE)
        return NULL;
    const size_t count = rounds_list(server, who->id, rounds, GAMES_MAX);
    if (count >= GAMES_MAX)
        return "a player has 200 games at once at most";
    size_t running = 0;
    for (size_t i = 0; i < count; i++)
        running += game_settings_speed(&round_info(rounds[i])->settings) != SPEED_CORRESPONDENCE;
    return clocked && running >= CLOCKED_MAX
               ? "a player has 100 games with a running clock at once at most"
               : NULL;
}

const char *pair_fault(struct server *server, const struct pair *pair)
{
    if (!strcmp(pair->first.id, pair->second.id))
        return "nobody plays against themselves here";
    const bool clocked = game_settings_speed(&pair->settings) != SPEED_CORRESPONDENCE;
    const char *fault = games_fault(server, &pair->first, clocked);
    return fault ? fault : games_fault(server, &pair->second, clocked);
}

// ---- beginning -------------------------------------------------------------------------------

static void begin(struct pairing *pairing);

// A new id may be an old game's; given ones are the challenge's own and stay.
static void begun(void *context, struct round *round, const char *why)
{
    struct pairing *pairing = context;
    const bool drawn = !*pairing->pair.id;
    if (round || !drawn || pairing->again) {
        pairing->callback(pairing->context, round ? NOT_REFUSED : REFUSED_STORE, why, round);
        return;
    }
    pairing->again = true;
    begin(pairing);
}

static void begin(struct pairing *pairing)
{
    struct game_info *info = &pairing->info;
    if (*pairing->pair.id)
        memcpy(info->id, pairing->pair.id, sizeof info->id);
    else
        do
            server_make_id(pairing->server, info->id);
        while (rounds_find(pairing->server, info->id));
    rounds_start(pairing->server, info, begun, pairing);
}

static void draw_sides(struct pairing *pairing)
{
    struct server *server = pairing->server;
    const struct pair *pair = &pairing->pair;
    struct game_info *info = &pairing->info;
    const bool first_is_white =
        pair_first_is_white(pair->settings.side_choice, pairing->balances[0], pairing->balances[1],
                            server_random(server));
    info->players[RK_WHITE] = first_is_white ? pair->first : pair->second;
    info->players[RK_BLACK] = first_is_white ? pair->second : pair->first;
    info->settings = pair->settings;
    info->source = pair->source;
    memcpy(info->rematch_of, pair->rematch_of, sizeof info->rematch_of);
    begin(pairing);
}

static void look_up(struct pairing *pairing);

// Accounts are closed, never deleted: one that is not found could not be read.
static void found(void *context, const struct account *account)
{
    struct pairing *pairing = context;
    if (!account) {
        pairing->callback(pairing->context, REFUSED_STORE, "the players could not be looked up",
                          NULL);
    } else if (account->status != ACCOUNT_ACTIVE) {
        pairing->callback(pairing->context, REFUSED_NOT_FOUND,
                          "one of the players has no account any more", NULL);
    } else {
        pairing->balances[pairing->known++] = account->whites;
        look_up(pairing);
    }
}

static bool has_account(const struct identity *who)
{
    return who->role != ROLE_GUEST && who->role != ROLE_ENGINE;
}

/* Asks for the next balance that is not known; guests have none. */
static void look_up(struct pairing *pairing)
{
    const struct identity *players[2] = {&pairing->pair.first, &pairing->pair.second};
    while (pairing->known < 2 && !has_account(players[pairing->known]))
        pairing->known++;
    if (pairing->known < 2)
        account_find(pairing->server, players[pairing->known]->id, found, pairing);
    else
        draw_sides(pairing);
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
        look_up(pairing);
}
