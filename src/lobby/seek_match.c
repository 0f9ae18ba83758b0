/* SPDX-License-Identifier: MIT */
#include "lobby/seek_match.h"

#include <string.h>

// ---- finding a match -------------------------------------------------------------------------

static bool same_clock(const struct game_settings *a, const struct game_settings *b)
{
    char texts[2][RK_CLOCK_TEXT_MAX];
    rk_time_control_write(&a->clock, texts[0]);
    rk_time_control_write(&b->clock, texts[1]);
    return !strcmp(texts[0], texts[1]);
}

// All Chess960 start positions match each other; a position that was set up must be the same.
static bool same_start(const struct game_settings *a, const struct game_settings *b)
{
    if (!a->from_position)
        return true;
    return rk_position_same(&a->start, &b->start) &&
           a->start.halfmove_clock == b->start.halfmove_clock &&
           a->start.move_number == b->start.move_number;
}

static bool settings_match(const struct game_settings *a, const struct game_settings *b)
{
    return a->variant == b->variant && a->hidden == b->hidden && a->rules == b->rules &&
           a->from_position == b->from_position && same_start(a, b) &&
           (a->side_choice == CHOOSE_RANDOM || a->side_choice != b->side_choice) &&
           same_clock(a, b);
}

struct pair seek_match_pair(const struct seek *seek, const struct identity *by,
                            enum side_choice choice)
{
    struct pair pair = {
        .first = seek->who, .second = *by, .settings = seek->settings, .source = SOURCE_LOBBY};
    pair.settings.rated = seek_is_rated_against(seek, by);
    if (seek->persistent) // with the same id it cannot be loaded again once its game exists
        memcpy(pair.id, seek->id, sizeof pair.id);
    if (pair.settings.side_choice == CHOOSE_RANDOM && choice != CHOOSE_RANDOM)
        pair.settings.side_choice = choice == CHOOSE_WHITE ? CHOOSE_BLACK : CHOOSE_WHITE;
    return pair;
}

static bool ratings_match(struct server *server, const struct seek *a, const struct seek *b)
{
    return seek_accepts_rating(a, pair_rating(server, &b->who, &b->settings)) &&
           seek_accepts_rating(b, pair_rating(server, &a->who, &a->settings));
}

/* Whether both want a rated game with each other, or both a casual one. */
static bool rated_matches(const struct seek *a, const struct seek *b)
{
    return seek_is_rated_against(a, &b->who) == seek_is_rated_against(b, &a->who);
}

struct lobby_seek *seek_match_find(struct server *server, const struct seek *wanted)
{
    struct list *lobby = &server->seeks->lobby;
    for (struct list *node = lobby->next; node != lobby; node = node->next) {
        const struct seek *seek = &lobby_seek_at(node)->seek;
        if (!settings_match(&seek->settings, &wanted->settings) || !rated_matches(seek, wanted) ||
            !ratings_match(server, seek, wanted))
            continue;
        const struct pair pair = seek_match_pair(seek, &wanted->who, wanted->settings.side_choice);
        if (!pair_fault(server, &pair))
            return lobby_seek_at(node);
    }
    return NULL;
}

// ---- starting the game -----------------------------------------------------------------------

/* Two people whose game is starting. */
struct match {
    struct pending_request pending; /* internal */
    struct pairing pairing;
    struct lobby_seek *sought; /* the seek that was accepted */
    struct lobby_seek *own; /* a seek of the player who accepted it, which ends too; may be NULL */
    seek_callback *callback;
    void *context;
};

static void finish_match(void *context, enum refusal refusal, const char *why, struct round *round)
{
    struct match *match = context;
    const struct reply reply = reply_make(refusal, why);
    const char *game = NULL;
    char id[GAME_ID_SIZE + 1];
    if (round) {
        game = memcpy(id, round_info(round)->id, sizeof id);
        lobby_seek_end(match->sought, game, NULL);
        if (match->own)
            lobby_seek_end(match->own, game, NULL);
    } else {
        lobby_seek_restore(match->sought, refusal != REFUSED_NOT_FOUND);
        if (match->own)
            lobby_seek_restore(match->own, true);
    }
    seek_callback *callback = match->callback;
    context = match->context;
    pending_destroy(&match->pending);
    callback(context, &reply, game);
}

void seek_match_start(struct server *server, struct lobby_seek *sought, const struct pair *pair,
                      seek_callback *callback, void *context)
{
    struct match *match = pending_create(&server->seeks->pending, sizeof *match);
    if (!match) {
        const struct reply reply = reply_make(REFUSED_BUSY, rk_err_text(RK_NO_MEMORY));
        callback(context, &reply, NULL);
        return;
    }
    match->pending.internal = true;
    match->sought = sought;
    match->own = lobby_seek_find_by_owner(server->seeks, pair->second.id);
    match->callback = callback;
    match->context = context;
    lobby_seek_hide(sought);
    if (match->own)
        lobby_seek_hide(match->own);
    pair_start(server, pair, &match->pairing, finish_match, match);
}
