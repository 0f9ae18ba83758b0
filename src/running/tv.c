/* SPDX-License-Identifier: MIT */
#include "running/tv.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/milliseconds.h"
#include "cluster/shards.h"
#include "rounds/game_listener.h"
#include "rounds/round.h"
#include "rounds/rounds.h"
#include "running/node_summary.h"
#include "running/running_games.h"

enum {
    CHECK_MS = 10 * SECOND_MS,   /* how often games without moves are checked */
    START_DELAY_MS = 500,        /* games often start together: they are compared once */
    SILENCE_MS = 5 * SECOND_MS,  /* a node that starts waits so long for the one that selects */
    END_DELAY_MS = 3 * SECOND_MS /* the end of a game is shown that long */
};

/* A game of another node that is being opened for a channel. */
struct channel_open {
    struct tv *tv;
    enum tv_channel channel;
    bool is_pending;
};

struct tv {
    struct server *server;
    struct channel_open opens[TV_CHANNEL_COUNT];
    struct game_listener games;
    struct list listeners;
    struct tv_feature features[TV_CHANNEL_COUNT];
    unsigned aborted;   /* the channels whose game was aborted, as bits */
    struct timer timer; /* for the next selection */
    int64_t created_at;
};

static const char *const keys[] = {
#define ROW(channel, key) key,
#include "running/tv_channels.def"
};

const char *tv_channel_key(enum tv_channel channel)
{
    return keys[channel];
}

bool tv_channel_parse(const char *key, enum tv_channel *out)
{
    for (unsigned i = 0; i < TV_CHANNEL_COUNT; i++)
        if (!strcmp(keys[i], key)) {
            *out = (enum tv_channel)i;
            return true;
        }
    return false;
}

// ---- which game is better --------------------------------------------------------------------

/* The channels that a game belongs to, as bits. */
static unsigned channels_of(const struct game_info *info)
{
    enum tv_channel channel;
    bool has_bot = false;
    if (game_info_engine_side(info) != RK_NO_SIDE)
        return 1U << TV_COMPUTER;
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++)
        has_bot |= info->players[side].role == ROLE_BOT;
    if (has_bot)
        return 1U << TV_BOT;
    if (!tv_channel_parse(game_settings_perf_key(&info->settings), &channel))
        return 0;
    const bool is_standard = info->settings.variant == RK_STANDARD && !info->settings.from_position;
    return 1U << channel | (unsigned)is_standard << TV_BEST;
}

/* How long a game without a move stays on its channel. */
static int64_t fresh_ms(const struct game_settings *settings)
{
    static const int64_t seconds[] = {
        [SPEED_ULTRABULLET] = 35, [SPEED_BULLET] = 35,     [SPEED_BLITZ] = 120,
        [SPEED_RAPID] = 300,      [SPEED_CLASSICAL] = 480, [SPEED_CORRESPONDENCE] = 600};
    return seconds[game_settings_speed(settings)] * SECOND_MS;
}

static bool is_fresh(const struct round *round, int64_t now)
{
    return !round_is_over(round) &&
           now - round_last_action_at(round) < fresh_ms(&round_info(round)->settings);
}

static bool is_shown(const struct round *round, int64_t now)
{
    return round_is_public(round) && is_fresh(round, now);
}

static int total_rating(const struct game_info *info)
{
    return info->ratings[RK_WHITE].points + info->ratings[RK_BLACK].points;
}

/* The better players; of equal ones, the newer game. */
static bool is_better(const struct round *round, const struct round *other)
{
    if (!other)
        return true;
    const struct game_info *info = round_info(round), *other_info = round_info(other);
    const int rating = total_rating(info), other_rating = total_rating(other_info);
    return rating != other_rating ? rating > other_rating
                                  : info->created_at > other_info->created_at;
}

// ---- selecting -------------------------------------------------------------------------------

static void select_games(void *context);

static void select_within(struct tv *tv, int64_t delay)
{
    const int64_t at = tv->server->now + delay;
    if (!timer_is_set(&tv->timer) || tv->timer.at > at)
        (void)timer_set(&tv->server->timers, &tv->timer, at, select_games, tv);
}

const struct tv_feature *tv_feature(const struct server *server, enum tv_channel channel)
{
    return &server->tv->features[channel];
}

struct round *tv_round(struct server *server, enum tv_channel channel)
{
    const char *game = tv_feature(server, channel)->game;
    return *game ? rounds_find(server, game) : NULL;
}

/* The owner of the lobby selects for all nodes, so that all show the same games. */
static bool selects_for_all(const struct tv *tv)
{
    return shards_epoch(tv->server, SHARD_LOBBY) != 0;
}

static bool follows_another(const struct tv *tv)
{
    return !selects_for_all(tv) && (node_summaries_shown(tv->server, TV_BEST) ||
                                    tv->created_at + SILENCE_MS > tv->server->now);
}

/* The channels whose game is over or has had no move for too long, as bits. */
static unsigned free_channels(struct tv *tv)
{
    unsigned channels = 0;
    for (unsigned i = 0; i < TV_CHANNEL_COUNT; i++) {
        const struct round *round = rounds_peek(tv->server, tv->features[i].game);
        if (!round || !is_fresh(round, tv->server->now))
            channels |= 1U << i;
    }
    return channels;
}

/* The search for the best game of each of some channels. */
struct best_games {
    const struct server *server;
    unsigned channels; /* bits */
    const struct round **best;
};

static void compare_with_best(void *context, const struct round *round)
{
    const struct best_games *games = context;
    const struct game_info *info = round_info(round);
    if (!is_shown(round, games->server->now) || !shard_of_game_is_ours(games->server, info->id))
        return;
    const unsigned own = channels_of(info) & games->channels;
    for (unsigned i = 0; own >> i; i++)
        if (own >> i & 1 && is_better(round, games->best[i]))
            games->best[i] = round;
}

static void find_best(const struct server *server, unsigned channels, const struct round **best)
{
    struct best_games games = {.server = server, .channels = channels, .best = best};
    rounds_each(server, compare_with_best, &games);
}

/* Calls `featured` or `moved` of the listeners of a channel. */
static void notify_listeners(struct tv *tv, enum tv_channel channel, const struct round *round,
                             bool moved)
{
    struct list *next;
    for (struct list *node = tv->listeners.next; node != &tv->listeners; node = next) {
        struct tv_listener *listener = LIST_OWNER(node, struct tv_listener, node);
        next = node->next;
        if (!(listener->channels >> channel & 1))
            continue;
        if (!moved)
            listener->featured(listener, channel, round);
        else if (listener->moved)
            listener->moved(listener, channel, round);
    }
}

static void publish_selection(const struct tv *tv)
{
    if (selects_for_all(tv))
        node_summaries_publish(tv->server);
}

static rk_side better_side(const struct game_info *info)
{
    if (game_info_engine_side(info) != RK_NO_SIDE)
        return rk_side_other(game_info_engine_side(info));
    return info->ratings[RK_BLACK].points > info->ratings[RK_WHITE].points ? RK_BLACK : RK_WHITE;
}

static void feature_round(struct tv *tv, enum tv_channel channel, const struct round *round)
{
    const struct game_info *info = round_info(round);
    struct tv_feature *feature = &tv->features[channel];
    memcpy(feature->game, info->id, sizeof feature->game);
    feature->side = better_side(info);
    feature->player = info->players[feature->side];
    feature->rating = info->ratings[feature->side];
    tv->aborted &= ~(1U << channel);
    notify_listeners(tv, channel, round, false);
    publish_selection(tv);
}

static void clear_feature(struct tv *tv, enum tv_channel channel)
{
    tv->features[channel] = (struct tv_feature){.game = ""};
    notify_listeners(tv, channel, NULL, false);
    publish_selection(tv);
}

/* A game that was played stays until another one follows; one that was aborted shows nothing. */
static void clear_aborted(struct tv *tv, enum tv_channel channel)
{
    if (!(tv->aborted >> channel & 1))
        return;
    tv->aborted &= ~(1U << channel);
    clear_feature(tv, channel);
}

static bool is_wanted(const struct channel_open *open, const struct round *round)
{
    const struct tv *tv = open->tv;
    const char *game = round_info(round)->id;
    if (!strcmp(tv->features[open->channel].game, game))
        return false; // it was opened to be kept in memory
    if (!follows_another(tv))
        return is_shown(round, tv->server->now) && free_channels(open->tv) >> open->channel & 1;
    const char *shown = node_summaries_shown(tv->server, open->channel);
    return shown && !strcmp(shown, game);
}

static void on_featured_game_opened(void *context, struct round *round, const char *why)
{
    (void)why;
    struct channel_open *open = context;
    open->is_pending = false;
    if (round && is_wanted(open, round))
        feature_round(open->tv, open->channel, round);
}

static void open_for(struct tv *tv, enum tv_channel channel, const char *game)
{
    struct channel_open *open = &tv->opens[channel];
    if (open->is_pending)
        return;
    *open = (struct channel_open){.tv = tv, .channel = channel, .is_pending = true};
    rounds_open(tv->server, game, on_featured_game_opened, open);
}

/* The best game of another node, if it is better than the best one here; NULL: it is not. */
static const struct summary_game *find_better_remote_game(const struct server *server,
                                                          enum tv_channel channel,
                                                          const struct round *here)
{
    const struct summary_game *game = node_summaries_best(server, channel);
    if (!game || !here)
        return game;
    const struct summary_game own = {.rating = (uint64_t)total_rating(round_info(here)),
                                     .created_at = round_info(here)->created_at};
    return summary_game_is_better(game, &own) ? game : NULL;
}

static void select_for(struct tv *tv, enum tv_channel channel, const struct round *here)
{
    const struct summary_game *better = find_better_remote_game(tv->server, channel, here);
    if (better)
        open_for(tv, channel, better->id);
    else if (here)
        feature_round(tv, channel, here);
    else
        clear_aborted(tv, channel);
}

static void select_for_free_channels(struct tv *tv)
{
    const struct round *best[TV_CHANNEL_COUNT] = {NULL};
    const unsigned channels = free_channels(tv);
    find_best(tv->server, channels, best);
    for (unsigned i = 0; i < TV_CHANNEL_COUNT; i++)
        if (channels >> i & 1)
            select_for(tv, (enum tv_channel)i, best[i]);
}

/* Shows the selection of the node that selects for all. */
static void follow_other(struct tv *tv)
{
    for (unsigned i = 0; i < TV_CHANNEL_COUNT; i++) {
        const char *shown = node_summaries_shown(tv->server, i);
        if (!shown || !strcmp(shown, tv->features[i].game))
            continue;
        if (*shown)
            open_for(tv, (enum tv_channel)i, shown);
        else
            clear_feature(tv, (enum tv_channel)i);
    }
}

/* Keeps featured games in memory: otherwise a replica without watchers is dropped, and so is a game
 * of this node that moves to another node. */
static void keep_features(struct tv *tv)
{
    for (unsigned i = 0; i < TV_CHANNEL_COUNT; i++) {
        const char *game = tv->features[i].game;
        const struct round *round = rounds_peek(tv->server, game);
        if (round && !round_is_over(round))
            (void)rounds_find(tv->server, game); // keeps it
        else if (!round && running_games_has(tv->server, game))
            open_for(tv, (enum tv_channel)i, game);
    }
}

static void select_games(void *context)
{
    struct tv *tv = context;
    if (follows_another(tv))
        follow_other(tv);
    else
        select_for_free_channels(tv);
    keep_features(tv);
    select_within(tv, CHECK_MS);
}

/* Whether the node that selects for all shows other games. */
static bool other_node_differs(const struct tv *tv)
{
    for (unsigned i = 0; i < TV_CHANNEL_COUNT; i++) {
        const char *shown = node_summaries_shown(tv->server, i);
        if (shown && strcmp(shown, tv->features[i].game) != 0)
            return true;
    }
    return false;
}

/* Whether another node has a game for a channel that shows none, or one that is over or idle. */
static bool has_better_selection(struct tv *tv)
{
    const unsigned channels = free_channels(tv);
    for (unsigned i = 0; i < TV_CHANNEL_COUNT; i++)
        if (channels >> i & 1 && node_summaries_best(tv->server, i))
            return true;
    return false;
}

static void on_summary(struct server *server)
{
    struct tv *tv = server->tv;
    if (selects_for_all(tv) && has_better_selection(tv))
        select_within(tv, END_DELAY_MS);
    else if (!selects_for_all(tv) && other_node_differs(tv))
        select_within(tv, 0);
}

static const char *shown_on(const struct server *server, unsigned channel)
{
    return channel < TV_CHANNEL_COUNT ? server->tv->features[channel].game : "";
}

static_assert((int)TV_CHANNEL_COUNT <= (int)SUMMARY_CHANNELS_MAX,
              "a summary has room for all channels");

static void find_best_here(const struct server *server,
                           const struct round *out[SUMMARY_CHANNELS_MAX])
{
    for (unsigned i = 0; i < TV_CHANNEL_COUNT; i++)
        out[i] = NULL;
    find_best(server, (1U << TV_CHANNEL_COUNT) - 1, out);
}

static const struct summary_tv summary_tv = {
    .find_best = find_best_here, .shown = shown_on, .on_summary = on_summary};

// ---- following the games ---------------------------------------------------------------------

static void on_game_started(struct game_listener *listener, struct round *round)
{
    (void)round;
    select_within(LIST_OWNER(listener, struct tv, games), START_DELAY_MS);
}

static void on_game_moved(struct game_listener *listener, struct round *round)
{
    struct tv *tv = LIST_OWNER(listener, struct tv, games);
    for (unsigned i = 0; i < TV_CHANNEL_COUNT; i++)
        if (!strcmp(tv->features[i].game, round_info(round)->id))
            notify_listeners(tv, (enum tv_channel)i, round, true);
}

static void on_game_ended(struct game_listener *listener, struct round *round)
{
    struct tv *tv = LIST_OWNER(listener, struct tv, games);
    on_game_moved(listener, round);
    for (unsigned i = 0; i < TV_CHANNEL_COUNT; i++)
        if (rk_game_status(round_game(round)) == RK_ABORTED &&
            !strcmp(tv->features[i].game, round_info(round)->id))
            tv->aborted |= 1U << i;
    select_within(tv, END_DELAY_MS);
}

void tv_listen(struct server *server, struct tv_listener *listener)
{
    list_add(&server->tv->listeners, &listener->node);
}

void tv_leave(struct tv_listener *listener)
{
    if (listener->node.next)
        list_remove(&listener->node);
}

// ---- listing ---------------------------------------------------------------------------------

/* The best games of a channel so far, the best first. */
struct best_list {
    const struct server *server;
    enum tv_channel channel;
    const struct round **games;
    size_t count, max;
};

static void add_if_good(void *context, const struct round *round)
{
    struct best_list *list = context;
    if (!is_shown(round, list->server->now) ||
        !(channels_of(round_info(round)) >> list->channel & 1))
        return;
    size_t at = list->count < list->max ? list->count++ : list->max;
    if (at == list->max && (!list->max || !is_better(round, list->games[--at])))
        return;
    for (; at > 0 && is_better(round, list->games[at - 1]); at--)
        list->games[at] = list->games[at - 1];
    list->games[at] = round;
}

size_t tv_list(struct server *server, enum tv_channel channel, const struct round **out, size_t max)
{
    struct best_list list = {.server = server, .channel = channel, .games = out, .max = max};
    rounds_each(server, add_if_good, &list);
    rounds_each_replica(server, add_if_good, &list);
    return list.count;
}

// ---- create and destroy ----------------------------------------------------------------------

rk_err tv_create(struct server *server)
{
    struct tv *tv = calloc(1, sizeof *tv);
    if (!tv)
        return RK_NO_MEMORY;
    server->tv = tv;
    tv->server = server;
    tv->created_at = server->now;
    tv->games = (struct game_listener){
        .started = on_game_started, .moved = on_game_moved, .ended = on_game_ended};
    list_init(&tv->listeners);
    game_listen(server, &tv->games);
    node_summaries_set_tv(server, &summary_tv);
    select_within(tv, START_DELAY_MS);
    return RK_OK;
}

void tv_destroy(struct server *server)
{
    if (!server->tv)
        return;
    node_summaries_set_tv(server, NULL);
    timer_stop(&server->timers, &server->tv->timer);
    list_remove(&server->tv->games.node);
    free(server->tv);
    server->tv = NULL;
}
