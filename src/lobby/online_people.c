/* SPDX-License-Identifier: MIT */
#include "lobby/online_people.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounts/presence.h"
#include "base/milliseconds.h"
#include "ratings/ratings.h"
#include "rounds/rounds.h"
#include "running/node_summary.h"
#include "running/running_games.h"
#include "wire/message.h"

enum {
    TICK_MS = SECOND_MS,
    LISTED_MAX = 500,  /* people in the list that a new watcher gets */
    SHOWN_MAX = 20000, /* people the server keeps a state for */
    SENDS_MAX = 20000, /* messages to all watchers in one tick... */
    CHANGES_MIN = 5,   /* ...but always room for this number of changes... */
    CHANGES_MAX = 200  /* ...and never for more than this */
};

enum person_state { PERSON_GONE, PERSON_FREE, PERSON_PLAYING, PERSON_AWAY };
static const char *const state_names[] = {"gone", "free", "playing", "away"};

/* A user: the state that was sent to the watchers, and the current one. */
struct shown_person {
    struct identity who;
    enum person_state state, now;
    char game[GAME_ID_SIZE + 1], game_now[GAME_ID_SIZE + 1]; /* "": no public game */
};

struct counts {
    size_t people, guests, games;
};

struct online_people {
    struct map shown;
    struct list watchers;
    struct timer tick;
    struct counts counts; /* as the watchers know them */
};

// ---- the current state -----------------------------------------------------------------------

static struct shown_person *find_or_add(struct server *server, const struct identity *who)
{
    struct map *shown = &server->online_people->shown;
    struct shown_person *person = map_get(shown, who->id);
    if (person || shown->count >= SHOWN_MAX)
        return person;
    person = calloc(1, sizeof *person);
    if (!person || !map_put(shown, who->id, person)) {
        free(person);
        return NULL;
    }
    return person;
}

static void forget_states(struct online_people *online)
{
    size_t at = 0;
    for (struct shown_person *person; (person = map_next(&online->shown, &at));) {
        person->now = PERSON_GONE;
        person->game_now[0] = '\0';
    }
}

static struct counts update_people(struct server *server)
{
    struct counts counts = {0};
    size_t at = 0;
    for (const struct identity *who; (who = presence_next(server, &at));) {
        struct shown_person *person = who->role == ROLE_GUEST ? NULL : find_or_add(server, who);
        counts.guests += who->role == ROLE_GUEST;
        counts.people += who->role != ROLE_GUEST;
        if (!person)
            continue;
        person->who = *who;
        person->now = presence_is_away(server, who->id) ? PERSON_AWAY : PERSON_FREE;
    }
    return counts;
}

/* A player of a correspondence game plays while looking at it. */
static void update_player(struct server *server, const struct round *round, rk_side side)
{
    const struct game_info *info = round_info(round);
    struct shown_person *person = map_get(&server->online_people->shown, info->players[side].id);
    if (!person || person->now == PERSON_GONE)
        return;
    if (!round_has_clock(round) && !round_is_present(round, side))
        return;
    person->now = PERSON_PLAYING;
    if (!info->settings.hidden)
        memcpy(person->game_now, info->id, sizeof person->game_now);
}

static void update_game(void *context, const struct round *round)
{
    struct server *server = context;
    update_player(server, round, RK_WHITE);
    update_player(server, round, RK_BLACK);
}

/* The same for the games of other nodes. */
static void update_remote_games(struct server *server)
{
    size_t at = 0;
    for (const struct running_game *game; (game = running_games_next(server, &at));)
        for (rk_side side = RK_WHITE; side <= RK_BLACK; side++) {
            struct shown_person *person =
                map_get(&server->online_people->shown, game->players[side]);
            if (!person || person->now == PERSON_GONE ||
                (!game->has_clock && !game->is_present[side]))
                continue;
            person->now = PERSON_PLAYING;
            if (game->is_public)
                memcpy(person->game_now, game->id, sizeof person->game_now);
        }
}

static struct counts update_all(struct server *server)
{
    forget_states(server->online_people);
    struct counts counts = update_people(server);
    rounds_each(server, update_game, server);
    update_remote_games(server);
    counts.games = rounds_count_public(server) + node_summaries_count_games(server);
    return counts;
}

// ---- messages --------------------------------------------------------------------------------

static struct shared_buffer *make_frame(enum message_kind kind, const void *structure)
{
    struct buffer text = {0};
    message_write(kind, structure, &text);
    struct shared_buffer *frame = text.failed ? NULL : shared_buffer_create(text.bytes, text.size);
    buffer_fini(&text);
    return frame;
}

static struct shared_buffer *person_frame(const struct server *server,
                                          const struct shown_person *person)
{
    if (person->state == PERSON_GONE)
        return make_frame(KIND_OF_message_person_left,
                          &(struct message_person_left){.name = person->who.name});
    const struct shown_rating rating = ratings_show(server, &person->who, PERF_BLITZ);
    return make_frame(
        KIND_OF_message_person,
        &(struct message_person){.name = person->who.name,
                                 .role = role_name(person->who.role),
                                 .state = state_names[person->state],
                                 .game = person->game[0] ? person->game : NULL,
                                 .rating = rating.points ? rating.points : INTEGER_MISSING,
                                 .provisional = rating.points && rating.provisional});
}

static struct shared_buffer *counts_frame(const struct counts *counts)
{
    return make_frame(KIND_OF_message_people_count,
                      &(struct message_people_count){.people = (int64_t)counts->people,
                                                     .guests = (int64_t)counts->guests,
                                                     .games = (int64_t)counts->games});
}

static void send_to(struct people_watcher *watcher, struct shared_buffer *taken)
{
    if (taken)
        watcher->send(watcher, taken);
    shared_buffer_unref(taken);
}

static void send_list(struct server *server, struct people_watcher *watcher)
{
    struct online_people *online = server->online_people;
    size_t at = 0, listed = 0;
    for (struct shown_person *person; (person = map_next(&online->shown, &at));)
        if (person->state != PERSON_GONE && listed++ < LISTED_MAX)
            send_to(watcher, person_frame(server, person));
    send_to(watcher, counts_frame(&online->counts));
}

/* Sending may not remove watchers: a client that is gone is unwatched later. */
static void send_to_all(struct online_people *online, struct shared_buffer *taken)
{
    for (struct list *node = online->watchers.next; taken && node != &online->watchers;
         node = node->next) {
        struct people_watcher *watcher = LIST_OWNER(node, struct people_watcher, node);
        watcher->behind = watcher->behind || watcher->is_slow(watcher);
        if (!watcher->behind)
            watcher->send(watcher, taken);
    }
    shared_buffer_unref(taken);
}

// ---- changes ---------------------------------------------------------------------------------

static size_t count_watchers(const struct online_people *online)
{
    size_t count = 0;
    for (const struct list *node = online->watchers.next; node != &online->watchers;
         node = node->next)
        count++;
    return count;
}

static bool has_changed(const struct shown_person *person)
{
    return person->state != person->now || strcmp(person->game, person->game_now) != 0;
}

static void take_change(struct shown_person *person)
{
    person->state = person->now;
    memcpy(person->game, person->game_now, sizeof person->game);
}

/* Takes at most `max` changes over, and sends them if there are watchers. */
static void take_changes(struct server *server, size_t max)
{
    struct online_people *online = server->online_people;
    size_t at = 0, changes = 0;
    for (struct shown_person *person; (person = map_next(&online->shown, &at)) && changes < max;) {
        if (!has_changed(person))
            continue;
        take_change(person);
        changes++;
        send_to_all(online, list_is_empty(&online->watchers) ? NULL : person_frame(server, person));
        if (person->state == PERSON_GONE) {
            map_remove(&online->shown, person->who.id);
            free(person);
        }
    }
}

static void send_lists_to_late(struct server *server)
{
    struct online_people *online = server->online_people;
    for (struct list *node = online->watchers.next; node != &online->watchers; node = node->next) {
        struct people_watcher *watcher = LIST_OWNER(node, struct people_watcher, node);
        if (!watcher->behind || watcher->is_slow(watcher))
            continue;
        watcher->behind = false;
        send_list(server, watcher);
    }
}

static void on_tick(void *context)
{
    struct server *server = context;
    struct online_people *online = server->online_people;
    const size_t watchers = count_watchers(online);
    if (!watchers)
        return; // the next one starts it again
    const size_t share = SENDS_MAX / watchers;
    const struct counts counts = update_all(server);
    take_changes(server, share < CHANGES_MIN   ? CHANGES_MIN
                         : share > CHANGES_MAX ? CHANGES_MAX
                                               : share);
    if (memcmp(&counts, &online->counts, sizeof counts) != 0) {
        online->counts = counts;
        send_to_all(online, counts_frame(&counts));
    }
    send_lists_to_late(server);
    (void)timer_set(&server->timers, &online->tick, server->now + TICK_MS, on_tick, server);
}

// ---- watchers --------------------------------------------------------------------------------

void online_people_watch(struct server *server, struct people_watcher *watcher)
{
    struct online_people *online = server->online_people;
    watcher->behind = false;
    if (list_is_empty(&online->watchers)) {
        online->counts = update_all(server);
        take_changes(server, SIZE_MAX);
    }
    list_add(&online->watchers, &watcher->node);
    send_list(server, watcher);
    if (!timer_is_set(&online->tick))
        (void)timer_set(&server->timers, &online->tick, server->now + TICK_MS, on_tick, server);
}

void online_people_unwatch(struct people_watcher *watcher)
{
    list_remove(&watcher->node);
}

// ---- the module ------------------------------------------------------------------------------

rk_err online_people_create(struct server *server)
{
    server->online_people = calloc(1, sizeof *server->online_people);
    if (!server->online_people)
        return RK_NO_MEMORY;
    map_init(&server->online_people->shown, server_random(server));
    list_init(&server->online_people->watchers);
    return RK_OK;
}

void online_people_destroy(struct server *server)
{
    struct online_people *online = server->online_people;
    if (!online)
        return;
    size_t at = 0;
    for (struct shown_person *person; (person = map_next(&online->shown, &at));)
        free(person);
    map_fini(&online->shown);
    timer_stop(&server->timers, &online->tick);
    free(online);
    server->online_people = NULL;
}
