/* SPDX-License-Identifier: MIT */
#include "api/game_streams.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounts/names.h"
#include "api/api.h"
#include "api/game_json.h"
#include "api/handlers.h"
#include "api/id_list.h"
#include "base/milliseconds.h"
#include "rounds/game_listener.h"
#include "running/remote_games.h"
#include "running/running_games.h"

enum {
    KEEP_ALIVE = 15, /* seconds */
    USERS_MIN = 2,   /* games between them are streamed */
    USERS_MAX = 300,
    GAMES_MAX = 500,   /* of one stream by id */
    CURRENT_MAX = 300, /* running games that are sent when a stream opens */
    STREAM_ID_MAX = 32,
    STREAM_KEY_SIZE = 128,
    KEEP_MS = SECOND_MS
};

static const char ndjson_type[] = "application/x-ndjson";

struct game_streams {
    struct server *server;
    struct game_listener games;
    struct map followed;    /* games with position streams: struct followed_game by id */
    struct timer keep;      /* keeps them in memory while other nodes run them */
    struct list selections; /* struct game_selection */
    uint64_t last_number;   /* of a selection */
    struct map announced;   /* running games that selections have, by id; the value is any */
    struct pending_list pending;
};

/* A game whose positions are streamed. */
struct followed_game {
    char id[GAME_ID_SIZE + 1];
    struct list streams; /* struct position_stream */
};

static void send_body(struct exchange *exchange)
{
    buffer_put(&exchange->body, '\n');
    if (!exchange->body.failed)
        exchange_send_text(exchange, exchange->body.bytes, exchange->body.size);
    buffer_clear(&exchange->body);
}

static bool may_see(const struct exchange *exchange, const struct round *round)
{
    return round_may_watch(round, exchange->caller.who.id);
}

// ---- the positions of a game -----------------------------------------------------------------

struct position_stream {
    struct list node;
    struct exchange *exchange;
    struct followed_game *game;
    size_t sent; /* plies */
};

static struct exported_game exported_round(const struct round *round, size_t plies)
{
    return (struct exported_game){.info = round_info(round),
                                  .game = round_game(round),
                                  .journal = round_journal(round),
                                  .rating = round_rating(round),
                                  .plies = plies};
}

/* Streams show the moves of a running game three plies late. */
static void send_positions(struct position_stream *stream, const struct round *round)
{
    struct exchange *exchange = stream->exchange;
    const struct exported_game exported =
        exported_round(round, export_visible_plies(round_game(round), false));
    struct export_walk walk = {.exported = &exported};
    struct exported_ply ply;
    while (export_next_ply(&walk, &ply)) {
        if (walk.plies <= stream->sent)
            continue;
        game_json_position(&exported, &ply, &exchange->body);
        buffer_put(&exchange->body, '\n');
    }
    stream->sent = walk.plies;
    if (exchange->body.size && !exchange->body.failed)
        exchange_send_text(exchange, exchange->body.bytes, exchange->body.size);
    buffer_clear(&exchange->body);
}

static void send_game(struct exchange *exchange, const struct round *round)
{
    const struct exported_game exported =
        exported_round(round, export_visible_plies(round_game(round), false));
    game_json_stream(&exported, &exchange->body);
    send_body(exchange);
}

static void leave_game(struct exchange *exchange)
{
    struct position_stream *stream = exchange->data;
    struct followed_game *game = stream->game;
    if (!game)
        return;
    stream->game = NULL;
    list_remove(&stream->node);
    if (!list_is_empty(&game->streams))
        return;
    map_remove(&exchange->server->game_streams->followed, game->id);
    free(game);
}

static void send_moves(const struct game_streams *streams, const struct round *round)
{
    const struct followed_game *game = map_get(&streams->followed, round_info(round)->id);
    if (!game)
        return;
    for (struct list *node = game->streams.next; node != &game->streams; node = node->next)
        send_positions(LIST_OWNER(node, struct position_stream, node), round);
}

/* A game that is being opened for streams. */
struct pending_open {
    struct pending_request pending; /* internal */
};

static void on_followed_game(void *context, struct round *round, const char *why)
{
    (void)why; // keep_followed() tries again
    const struct server *server = ((struct pending_open *)context)->pending.server;
    pending_destroy(context);
    if (round)
        send_moves(server->game_streams, round);
}

static void open_game(struct game_streams *streams, const char *id, round_callback *callback)
{
    struct pending_open *open = pending_create(&streams->pending, sizeof *open);
    if (!open)
        return;
    open->pending.internal = true;
    rounds_open(streams->server, id, callback, open);
}

/* Keeps followed games in memory: otherwise a replica without watchers is dropped, and so is a game
 * of this node that moves to another node. */
static void keep_followed(void *context)
{
    struct game_streams *streams = context;
    size_t at = 0;
    if (!streams->followed.count)
        return;
    for (const struct followed_game *game; (game = map_next(&streams->followed, &at));)
        if (!rounds_find(streams->server, game->id))
            open_game(streams, game->id, on_followed_game);
    (void)timer_set(&streams->server->timers, &streams->keep, streams->server->now + KEEP_MS,
                    keep_followed, streams);
}

static struct followed_game *follow_game(struct game_streams *streams, const char *id)
{
    struct followed_game *game = map_get(&streams->followed, id);
    if (game)
        return game;
    game = calloc(1, sizeof *game);
    if (!game)
        return NULL;
    snprintf(game->id, sizeof game->id, "%s", id);
    list_init(&game->streams);
    if (map_put(&streams->followed, id, game)) {
        keep_followed(streams);
        return game;
    }
    free(game);
    return NULL;
}

static void finish_positions(struct exchange *exchange, const struct round *round)
{
    send_game(exchange, round);
    exchange_close(exchange);
}

static void start_positions(struct exchange *exchange, const struct round *round)
{
    struct position_stream *stream = calloc(1, sizeof *stream);
    exchange->data = stream;
    struct followed_game *game =
        stream && !round_is_over(round)
            ? follow_game(exchange->server->game_streams, round_info(round)->id)
            : NULL;
    if (!stream || (!game && !round_is_over(round))) {
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return;
    }
    stream->exchange = exchange;
    stream->game = game;
    if (game)
        list_add(&game->streams, &stream->node);
    exchange->gone = leave_game;
    exchange_stream(exchange, ndjson_type, KEEP_ALIVE);
    send_game(exchange, round);
    send_positions(stream, round);
    if (round_is_over(round))
        finish_positions(exchange, round);
}

static void on_positions_game(void *context, struct round *round, const char *why)
{
    struct exchange *exchange = context;
    if (!round || !may_see(exchange, round))
        exchange_refuse(exchange, REFUSED_NOT_FOUND, round ? ROUND_NOT_FOUND : why);
    else if (exchange_may_stream(exchange))
        start_positions(exchange, round);
}

void api_position_stream_handler(struct exchange *exchange)
{
    rounds_open(exchange->server, exchange->params[0], on_positions_game, exchange);
}

// ---- games between users, and games by id -----------------------------------------------------

/* A stream of the games that are selected. */
struct game_selection {
    struct list node;
    struct exchange *exchange;
    uint64_t number;
    bool by_game;              /* by the id of the game; otherwise by both its players */
    char key[STREAM_KEY_SIZE]; /* of a stream by game, for adding games */
    size_t count;
    char ids[][IDENTITY_ID_MAX + 1];
};

static bool selection_has(const struct game_selection *selection, const char *id)
{
    for (size_t i = 0; i < selection->count; i++)
        if (!strcmp(selection->ids[i], id))
            return true;
    return false;
}

static bool selection_matches(const struct game_selection *selection, const char *game,
                              const char *white, const char *black)
{
    return selection->by_game ? selection_has(selection, game)
                              : selection_has(selection, white) && selection_has(selection, black);
}

static bool is_selected(const struct game_selection *selection, const struct round *round)
{
    const struct game_info *info = round_info(round);
    return may_see(selection->exchange, round) &&
           selection_matches(selection, info->id, info->players[RK_WHITE].id,
                             info->players[RK_BLACK].id);
}

static void send_summary(struct game_selection *selection, const struct round *round)
{
    game_json_summary(round, &selection->exchange->body);
    send_body(selection->exchange);
}

static void leave_selection(struct exchange *exchange)
{
    struct game_selection *selection = exchange->data;
    struct game_streams *streams = exchange->server->game_streams;
    list_remove(&selection->node);
    if (!list_is_empty(&streams->selections))
        return;
    map_fini(&streams->announced); // games are not announced twice
    map_init(&streams->announced, server_random(exchange->server));
}

static struct game_selection *create_selection(struct exchange *exchange, size_t max)
{
    struct game_selection *selection =
        calloc(1, sizeof *selection + max * sizeof selection->ids[0]);
    if (!selection) {
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return NULL;
    }
    selection->exchange = exchange;
    exchange->data = selection;
    list_init(&selection->node);
    return selection;
}

static void start_selection(struct game_selection *selection)
{
    struct exchange *exchange = selection->exchange;
    struct game_streams *streams = exchange->server->game_streams;
    exchange->gone = leave_selection;
    selection->number = ++streams->last_number;
    list_add(&streams->selections, &selection->node);
    exchange_stream(exchange, ndjson_type, KEEP_ALIVE);
}

/* The start of this game has been announced. If memory runs out, it may be announced again. */
static void mark_announced(struct game_streams *streams, const char *game)
{
    (void)map_put(&streams->announced, game, streams);
}

/* Games that are being opened for a selection, which may end meanwhile. */
struct pending_games {
    struct pending_request pending; /* internal */
    uint64_t selection;
    size_t first; /* of its games by id */
};

static struct game_selection *finish_opening_games(struct pending_games *games, size_t *first)
{
    struct list *all = &games->pending.server->game_streams->selections;
    const uint64_t number = games->selection;
    *first = games->first;
    pending_destroy(&games->pending);
    for (struct list *node = all->next; node != all; node = node->next) {
        struct game_selection *selection = LIST_OWNER(node, struct game_selection, node);
        if (selection->number == number)
            return selection;
    }
    return NULL;
}

static void open_games(const struct game_selection *selection, const char *const *ids, size_t count,
                       size_t first, remote_games_opened *then)
{
    struct server *server = selection->exchange->server;
    struct pending_games *games = pending_create(&server->game_streams->pending, sizeof *games);
    if (!games)
        return;
    games->pending.internal = true;
    games->selection = selection->number;
    games->first = first;
    remote_games_open_listed(server, ids, count, then, games);
}

/* A game is found for both of its players; it is listed for White only. */
static bool is_listed_for(const struct game_selection *selection, const char *id,
                          const struct round *round)
{
    return game_info_side(round_info(round), id) == RK_WHITE && is_selected(selection, round);
}

static void send_running(void *context)
{
    const struct round *rounds[CURRENT_MAX];
    size_t first;
    struct game_selection *selection = finish_opening_games(context, &first);
    for (size_t i = 0; selection && i < selection->count; i++) {
        const char *id = selection->ids[i];
        const size_t found = rounds_list(selection->exchange->server, id, rounds, CURRENT_MAX);
        for (size_t j = 0; j < found && j < CURRENT_MAX; j++)
            if (is_listed_for(selection, id, rounds[j]))
                send_summary(selection, rounds[j]);
    }
}

/* Marks the running games of a selection by users as announced, and lists those that are not in
 * memory. Writes at most `max` ids to `out`, borrowed until the next message; returns how many. */
static size_t list_running(const struct game_selection *selection, const char **out, size_t max)
{
    const struct round *rounds[CURRENT_MAX];
    struct server *server = selection->exchange->server;
    size_t count = 0;
    for (size_t i = 0; i < selection->count; i++) {
        const char *id = selection->ids[i];
        const struct list *at = NULL;
        const size_t found = rounds_list(server, id, rounds, CURRENT_MAX);
        for (size_t j = 0; j < found && j < CURRENT_MAX; j++)
            if (is_listed_for(selection, id, rounds[j]))
                mark_announced(server->game_streams, round_info(rounds[j])->id);
        for (const struct running_game *game; (game = running_games_next_of(server, id, &at));) {
            if (strcmp(game->players[RK_WHITE], id) != 0 ||
                !selection_has(selection, game->players[RK_BLACK]))
                continue;
            mark_announced(server->game_streams, game->id);
            if (count < max)
                out[count++] = game->id;
        }
    }
    return count;
}

void api_games_by_users_handler(struct exchange *exchange)
{
    char id[IDENTITY_ID_MAX + 1];
    if (!exchange_may_stream(exchange))
        return;
    struct game_selection *selection = create_selection(exchange, USERS_MAX);
    if (!selection)
        return;
    struct id_list list = id_list_of(exchange->request.body, exchange->request.body_size);
    while (id_list_next_account(&list, id)) {
        if (selection_has(selection, id))
            continue;
        if (selection->count == USERS_MAX) {
            exchange_refuse(exchange, REFUSED_SYNTAX, "too many users: at most 300");
            return;
        }
        memcpy(selection->ids[selection->count++], id, sizeof id);
    }
    if (selection->count < USERS_MIN) {
        exchange_refuse(exchange, REFUSED_SYNTAX, "send the names of 2 to 300 users");
        return;
    }
    const char *remote[GAMES_MAX];
    start_selection(selection);
    const size_t count = list_running(selection, remote, GAMES_MAX);
    if (form_bool(exchange->form, "withCurrentGames", false))
        open_games(selection, remote, count, 0, send_running);
}

/* Adds the games of the body. False: too many. */
static bool add_games(struct game_selection *selection, const struct request *request)
{
    char id[GAME_ID_SIZE + 1];
    struct id_list list = id_list_of(request->body, request->body_size);
    const size_t before = selection->count;
    while (id_list_next_game(&list, id)) {
        if (selection_has(selection, id))
            continue;
        if (selection->count == GAMES_MAX) {
            selection->count = before;
            return false;
        }
        memcpy(selection->ids[selection->count++], id, sizeof id);
    }
    return true;
}

static void send_opened(void *context)
{
    size_t first;
    struct game_selection *selection = finish_opening_games(context, &first);
    for (size_t i = first; selection && i < selection->count; i++) {
        struct server *server = selection->exchange->server;
        const struct round *round = rounds_find(server, selection->ids[i]);
        if (!round || !is_selected(selection, round))
            continue;
        if (!round_is_over(round))
            mark_announced(server->game_streams, selection->ids[i]);
        send_summary(selection, round);
    }
}

/* Sends the existing games of a selection by id, from index `first` on. */
static void send_selected(const struct game_selection *selection, size_t first)
{
    const char *ids[GAMES_MAX];
    size_t count = 0;
    for (size_t i = first; i < selection->count; i++)
        if (!rounds_find(selection->exchange->server, selection->ids[i]))
            ids[count++] = selection->ids[i];
    open_games(selection, ids, count, first, send_opened);
}

/* Ids of streams are unique for each account or, without one, for each address. */
static bool read_stream_key(const struct exchange *exchange, char out[STREAM_KEY_SIZE])
{
    const char *id = exchange->params[0], *who = exchange->caller.who.id;
    if (!*id || strlen(id) > STREAM_ID_MAX)
        return false;
    snprintf(out, STREAM_KEY_SIZE, "%s %s", *who ? who : exchange->request.address, id);
    return true;
}

static struct game_selection *find_selection(const struct server *server, const char *key)
{
    struct list *all = &server->game_streams->selections;
    for (struct list *node = all->next; node != all; node = node->next) {
        struct game_selection *selection = LIST_OWNER(node, struct game_selection, node);
        if (selection->by_game && !strcmp(selection->key, key))
            return selection;
    }
    return NULL;
}

#define TOO_MANY_GAMES "too many games: a stream has at most 500"

void api_games_stream_handler(struct exchange *exchange)
{
    char key[STREAM_KEY_SIZE];
    if (!read_stream_key(exchange, key)) {
        exchange_refuse(exchange, REFUSED_SYNTAX, "a stream's id has 1 to 32 characters");
        return;
    }
    struct game_selection *selection =
        exchange_may_stream(exchange) ? create_selection(exchange, GAMES_MAX) : NULL;
    if (!selection)
        return;
    selection->by_game = true;
    memcpy(selection->key, key, sizeof key);
    if (!add_games(selection, &exchange->request)) {
        exchange_refuse(exchange, REFUSED_SYNTAX, TOO_MANY_GAMES);
        return;
    }
    struct game_selection *previous = find_selection(exchange->server, key);
    if (previous)
        exchange_close(previous->exchange);
    start_selection(selection);
    send_selected(selection, 0);
}

void api_games_stream_add_handler(struct exchange *exchange)
{
    char key[STREAM_KEY_SIZE];
    struct game_selection *selection =
        read_stream_key(exchange, key) ? find_selection(exchange->server, key) : NULL;
    const size_t before = selection ? selection->count : 0;
    if (!selection)
        exchange_refuse(exchange, REFUSED_NOT_FOUND, "you have no open stream with this id");
    else if (!add_games(selection, &exchange->request))
        exchange_refuse(exchange, REFUSED_SYNTAX, TOO_MANY_GAMES);
    else {
        exchange_ok(exchange);
        send_selected(selection, before);
    }
}

// ---- following the games ---------------------------------------------------------------------

static void on_game_moved(struct game_listener *listener, struct round *round)
{
    send_moves(LIST_OWNER(listener, struct game_streams, games), round);
}

/* Returns whether any stream has selected it. */
static bool notify_selections(struct game_streams *streams, const struct round *round)
{
    struct list *all = &streams->selections;
    bool is_wanted = false;
    for (struct list *node = all->next; node != all; node = node->next) {
        struct game_selection *selection = LIST_OWNER(node, struct game_selection, node);
        if (!is_selected(selection, round))
            continue;
        send_summary(selection, round);
        is_wanted = true;
    }
    return is_wanted;
}

static void announce_start(struct game_streams *streams, const struct round *round)
{
    const char *id = round_info(round)->id;
    if (!map_get(&streams->announced, id) && notify_selections(streams, round))
        mark_announced(streams, id);
}

static void on_game_started(struct game_listener *listener, struct round *round)
{
    announce_start(LIST_OWNER(listener, struct game_streams, games), round);
}

/* If it is already over, only its end is announced. */
static void on_remote_game(void *context, struct round *round, const char *why)
{
    (void)why;
    const struct server *server = ((struct pending_open *)context)->pending.server;
    pending_destroy(context);
    if (round && !round_is_over(round))
        announce_start(server->game_streams, round);
}

static void on_started_remotely(struct game_listener *listener, const struct running_game *game)
{
    struct game_streams *streams = LIST_OWNER(listener, struct game_streams, games);
    struct list *all = &streams->selections;
    bool is_wanted = false;
    for (struct list *node = all->next; node != all && !is_wanted; node = node->next)
        is_wanted = selection_matches(LIST_OWNER(node, struct game_selection, node), game->id,
                                      game->players[RK_WHITE], game->players[RK_BLACK]);
    if (is_wanted && !map_get(&streams->announced, game->id))
        open_game(streams, game->id, on_remote_game);
}

static void on_game_ended(struct game_listener *listener, struct round *round)
{
    struct game_streams *streams = LIST_OWNER(listener, struct game_streams, games);
    const char *id = round_info(round)->id;
    map_remove(&streams->announced, id);
    (void)notify_selections(streams, round);
    // The last stream that ends frees the followed game.
    for (struct followed_game *game; (game = map_get(&streams->followed, id));) {
        struct position_stream *stream =
            LIST_OWNER(game->streams.next, struct position_stream, node);
        send_positions(stream, round);
        finish_positions(stream->exchange, round);
    }
}

rk_err game_streams_create(struct server *server)
{
    struct game_streams *streams = calloc(1, sizeof *streams);
    if (!streams)
        return RK_NO_MEMORY;
    server->game_streams = streams;
    streams->server = server;
    map_init(&streams->followed, server_random(server));
    map_init(&streams->announced, server_random(server));
    list_init(&streams->selections);
    pending_list_init(&streams->pending, server);
    streams->games = (struct game_listener){.started = on_game_started,
                                            .started_remotely = on_started_remotely,
                                            .moved = on_game_moved,
                                            .ended = on_game_ended};
    game_listen(server, &streams->games);
    return RK_OK;
}

void game_streams_destroy(struct server *server)
{
    struct game_streams *streams = server->game_streams;
    if (!streams)
        return;
    list_remove(&streams->games.node);
    timer_stop(&server->timers, &streams->keep);
    pending_cancel_all(&streams->pending);
    map_fini(&streams->announced);
    map_fini(&streams->followed);
    free(streams);
    server->game_streams = NULL;
}
