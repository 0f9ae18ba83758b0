/* SPDX-License-Identifier: MIT */
/* At each tick, this node compares its running games with what it has published. */
#include "running/running_games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cluster/replication.h"
#include "rounds/game_listener.h"
#include "rounds/round_clock.h"
#include "rounds/rounds.h"

/* A game of this node that the others know. */
struct told_game {
    struct running_game game;
    unsigned tick; /* when it last ran */
};

/* A game of another node in the list of one of its players. */
struct players_game {
    struct list node;
    struct remote_game *game;
};

/* A game of another node. */
struct remote_game {
    struct running_game game;
    unsigned peer;  /* the index of its node */
    bool confirmed; /* seen in that node's current full update */
    struct players_game of_player[2];
};

struct running_games {
    struct replication *replication;
    struct map told;      /* struct told_game, by id */
    struct list changed;  /* struct change, to be published */
    struct map remote;    /* struct remote_game, by id */
    struct map by_player; /* struct list: heads of players_game */
    unsigned tick;
};

struct change {
    struct list node;
    struct running_game game;
    bool is_over;
};

// ---- what runs here --------------------------------------------------------------------------

static struct running_game summarise_round(const struct round *round)
{
    const struct game_info *info = round_info(round);
    const bool has_clock = round_has_clock(round);
    struct running_game game = {.created_at = info->created_at > 0 ? info->created_at : 0,
                                .has_clock = has_clock,
                                .is_public = !info->settings.hidden,
                                .by_engine = game_info_engine_side(info) != RK_NO_SIDE};
    memcpy(game.id, info->id, sizeof game.id);
    game.is_active = game.by_engine && round_is_active(round);
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++) {
        memcpy(game.players[side], info->players[side].id, sizeof game.players[side]);
        game.is_present[side] = !has_clock && round_is_present(round, side);
    }
    return game;
}

/* If memory runs out, the other nodes get it with the next full update. */
static void add_change(struct running_games *games, const struct running_game *game, bool is_over)
{
    struct change *change = malloc(sizeof *change);
    if (!change)
        return;
    *change = (struct change){.game = *game, .is_over = is_over};
    list_add(&games->changed, &change->node);
}

static void publish_if_changed(void *context, const struct round *round)
{
    struct running_games *games = context;
    const struct running_game now = summarise_round(round);
    struct told_game *told = map_get(&games->told, now.id);
    if (!told) {
        told = calloc(1, sizeof *told);
        if (!told || !map_put(&games->told, now.id, told)) {
            free(told);
            return;
        }
    } else if (running_game_flags(&told->game) == running_game_flags(&now)) {
        told->tick = games->tick;
        return;
    }
    told->game = now;
    told->tick = games->tick;
    add_change(games, &now, false);
}

static void find_changes(struct server *server, unsigned ticks)
{
    struct running_games *games = server->running_games;
    games->tick = ticks;
    rounds_each(server, publish_if_changed, games);
    size_t at = 0;
    for (struct told_game *told; (told = map_next(&games->told, &at));)
        if (told->tick != games->tick) {
            add_change(games, &told->game, true);
            map_remove(&games->told, told->game.id);
            free(told);
        }
}

static bool take_change(struct server *server, struct buffer *out)
{
    struct list *changed = &server->running_games->changed;
    if (list_is_empty(changed))
        return false;
    struct change *change = LIST_OWNER(changed->next, struct change, node);
    running_game_write(&change->game, change->is_over, out);
    list_remove(&change->node);
    free(change);
    return true;
}

static void drop_changes(struct running_games *games)
{
    while (!list_is_empty(&games->changed)) {
        struct change *change = LIST_OWNER(games->changed.next, struct change, node);
        list_remove(&change->node);
        free(change);
    }
}

static bool write_next(struct server *server, size_t *at, struct buffer *out)
{
    if (!*at)
        drop_changes(server->running_games);
    const struct told_game *told = map_next(&server->running_games->told, at);
    if (told)
        running_game_write(&told->game, false, out);
    return told;
}

// ---- games of other nodes --------------------------------------------------------------------

/* The games of a player; NULL: there are none. */
static struct list *find_player(const struct running_games *games, const char *player)
{
    return map_get(&games->by_player, player);
}

static void drop_remote(struct running_games *games, struct remote_game *remote)
{
    for (int side = 0; side < 2; side++) {
        struct list *player = find_player(games, remote->game.players[side]);
        list_remove(&remote->of_player[side].node);
        if (player && list_is_empty(player))
            free(map_remove(&games->by_player, remote->game.players[side]));
    }
    map_remove(&games->remote, remote->game.id);
    free(remote);
}

/* False: out of memory. */
static bool add_to_player(struct running_games *games, struct remote_game *remote, int side)
{
    const char *id = remote->game.players[side];
    struct list *player = find_player(games, id);
    if (!player) {
        player = malloc(sizeof *player);
        if (!player || !map_put(&games->by_player, id, player)) {
            free(player);
            return false;
        }
        list_init(player);
    }
    list_add(player, &remote->of_player[side].node);
    return true;
}

/* If memory runs out, it is not listed. */
static void add_remote(struct running_games *games, const struct running_game *game, unsigned peer)
{
    struct remote_game *remote = calloc(1, sizeof *remote);
    if (!remote || !map_put(&games->remote, game->id, remote)) {
        free(remote);
        return;
    }
    remote->game = *game;
    remote->peer = peer;
    remote->confirmed = true;
    for (int side = 0; side < 2; side++) {
        list_init(&remote->of_player[side].node);
        remote->of_player[side].game = remote;
    }
    if (!add_to_player(games, remote, 0) || !add_to_player(games, remote, 1))
        drop_remote(games, remote);
}

/* The new node of a game may report it before the old one reports that it no longer runs it. */
static void apply_change(struct server *server, unsigned peer, struct byte_reader *in)
{
    struct running_games *games = server->running_games;
    struct running_game game;
    const bool is_over = running_game_read(in, &game);
    struct remote_game *known = in->failed ? NULL : map_get(&games->remote, game.id);
    if (in->failed || (is_over && (!known || known->peer != peer)))
        return;
    const bool is_new = !known;
    if (known)
        drop_remote(games, known);
    if (is_over)
        return;
    add_remote(games, &game, peer);
    if (is_new)
        game_listeners_started_remotely(server, &game);
}

static void begin_node(struct server *server, unsigned peer)
{
    size_t at = 0;
    for (struct remote_game *game; (game = map_next(&server->running_games->remote, &at));)
        if (game->peer == peer)
            game->confirmed = false;
}

static void end_node(struct server *server, unsigned peer)
{
    size_t at = 0;
    for (struct remote_game *game; (game = map_next(&server->running_games->remote, &at));)
        if (game->peer == peer && !game->confirmed)
            drop_remote(server->running_games, game);
}

static bool is_in_memory(const struct server *server, const struct running_game *game)
{
    return rounds_peek(server, game->id) != NULL;
}

bool running_games_has(const struct server *server, const char *id)
{
    return server->running_games && map_get(&server->running_games->remote, id);
}

const struct running_game *running_games_next(const struct server *server, size_t *at)
{
    const struct remote_game *remote;
    if (!server->running_games)
        return NULL;
    while ((remote = map_next(&server->running_games->remote, at)))
        if (!is_in_memory(server, &remote->game))
            return &remote->game;
    return NULL;
}

const struct running_game *running_games_next_of(const struct server *server, const char *player,
                                                 const struct list **at)
{
    const struct list *games =
        server->running_games ? find_player(server->running_games, player) : NULL;
    if (!games)
        return NULL;
    for (*at = *at ? (*at)->next : games->next; *at != games; *at = (*at)->next) {
        const struct running_game *game =
            &LIST_OWNER(*at, const struct players_game, node)->game->game;
        if (!is_in_memory(server, game))
            return game;
    }
    return NULL;
}

// ---- the module ------------------------------------------------------------------------------

static const struct replicated_state state = {.subject = "games.running",
                                              .prepare = find_changes,
                                              .take_change = take_change,
                                              .next = write_next,
                                              .apply = apply_change,
                                              .begin = begin_node,
                                              .end = end_node};

rk_err running_games_create(struct server *server)
{
    if (!bus_has_peers(server->bus))
        return RK_OK;
    struct running_games *games = calloc(1, sizeof *games);
    if (!games)
        return RK_NO_MEMORY;
    server->running_games = games;
    map_init(&games->told, server_random(server));
    list_init(&games->changed);
    map_init(&games->remote, server_random(server));
    map_init(&games->by_player, server_random(server));
    return replication_create(server, &state, &games->replication);
}

void running_games_destroy(struct server *server)
{
    struct running_games *games = server->running_games;
    if (!games)
        return;
    size_t at = 0;
    replication_destroy(games->replication);
    drop_changes(games);
    for (struct told_game *told; (told = map_next(&games->told, &at));)
        free(told);
    at = 0;
    for (struct remote_game *remote; (remote = map_next(&games->remote, &at));)
        drop_remote(games, remote);
    map_fini(&games->told);
    map_fini(&games->remote);
    map_fini(&games->by_player);
    free(games);
    server->running_games = NULL;
}
