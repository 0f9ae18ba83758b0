/* SPDX-License-Identifier: MIT */
#include "loadtest/game_load.h"

#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/monotonic.h"
#include "base/prefix.h"
#include "base/prng.h"
#include "client/websocket_group.h"
#include "loadtest/latency.h"
#include "rookery/fen.h"
#include "rookery/moves.h"
#include "rookery/san.h"
#include "wire/message.h"

enum {
    COOKIE_SIZE = 256,
    COMMAND_SIZE = 32,
    REASON_SIZE = 256,
    WARNING_SIZE = 320,
    CONNECT_BATCH = 64,          /* handshakes in progress at once */
    SETUP_US = 60 * 1000 * 1000, /* until all games have started */
    LINGER_US = 2 * 1000 * 1000, /* for moves still in flight at the end */
    POLL_MS = 1,
    URL_SIZE = 300,
    NODES_MAX = 16,
    SIDES = 2
};

struct load_game;

/* The connection of a player or a spectator. */
struct load_client {
    struct game_load *load;
    struct load_game *game;
    unsigned side; /* an rk_side; SIDES for a spectator */
    struct websocket_member *member;
    bool has_game; /* the server has sent the state of the game */
};

/* Two players who play one game after the other. White sends the challenges. */
struct load_game {
    struct load_client players[SIDES];
    char id[16];
    rk_position position;
    int64_t version;
    int64_t due, sent_at; /* microseconds; sent_at is 0 if no move is in flight */
    bool playing;
};

struct game_load {
    struct websocket_group *groups[NODES_MAX]; /* one for each node */
    size_t group_count;
    game_load_warning *warn;
    struct load_game *games;
    size_t game_count;
    struct load_client *spectators;
    size_t spectator_count, watching;
    size_t connected, playing; /* clients that got a hello; games that have started */
    bool measuring;
    double rate;
    struct prng prng;
    uint64_t commands;
    struct buffer text;
    struct game_load_result result;
    struct latencies latencies;
};

static void print_warning(struct game_load *load, const char *format, ...)
{
    char message[WARNING_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    load->warn(message);
}

// ---- sending ----------------------------------------------------------------------------------

static void send_message(struct load_client *client, enum message_kind kind, const void *message)
{
    struct buffer *text = &client->load->text;
    buffer_clear(text);
    message_write(kind, message, text);
    if (client->member)
        websocket_group_send(client->member, text->bytes, text->size);
}

static const char *next_command(struct game_load *load, char out[COMMAND_SIZE])
{
    snprintf(out, COMMAND_SIZE, "b%llu", (unsigned long long)++load->commands);
    return out;
}

static void send_challenge(struct load_game *game)
{
    char id[COMMAND_SIZE];
    struct load_client *white = &game->players[RK_WHITE];
    game->playing = game->players[0].has_game = game->players[1].has_game = false;
    send_message(white, KIND_OF_message_challenge,
                 &(struct message_challenge){
                     .id = next_command(white->load, id), .clock = "180+60", .side = "white"});
}

static void accept_challenge(struct load_client *black, const char *challenge)
{
    char id[COMMAND_SIZE];
    send_message(black, KIND_OF_message_answer,
                 &(struct message_answer){
                     .id = next_command(black->load, id), .challenge = challenge, .accept = true});
}

static void watch_game(struct load_client *client, const char *game)
{
    send_message(client, KIND_OF_message_watch,
                 &(struct message_watch){.game = game, .since = INTEGER_MISSING});
}

static void play_move(struct game_load *load, struct load_game *game, int64_t now)
{
    rk_move moves[RK_MOVES_MAX];
    const size_t count = rk_moves_list(&game->position, moves);
    if (!count)
        return; // the game is over, but the server has not sent its end yet
    const rk_move move = moves[prng_next(&load->prng) % count];
    char uci[RK_UCI_MAX], id[COMMAND_SIZE];
    rk_uci_write(&game->position, move, uci);
    struct load_client *mover = &game->players[rk_position_turn(&game->position)];
    rk_undo memo;
    rk_position_apply(&game->position, move, &memo);
    game->sent_at = now;
    send_message(mover, KIND_OF_message_act,
                 &(struct message_act){.game = game->id,
                                       .id = next_command(load, id),
                                       .version = game->version,
                                       .verb = "move",
                                       .move = uci,
                                       .seconds = INTEGER_MISSING});
}

// ---- receiving --------------------------------------------------------------------------------

/* Microseconds between the moves of a game; 0: none. */
static int64_t move_interval(const struct game_load *load)
{
    return load->rate > 0 ? (int64_t)(1e6 / load->rate) : 0;
}

/* The game is over: the same players start another. */
static void play_again(struct load_game *game)
{
    struct game_load *load = game->players[0].load;
    load->result.finished += load->measuring;
    load->playing--;
    for (unsigned side = 0; side < SIDES; side++)
        send_message(&game->players[side], KIND_OF_message_unwatch,
                     &(struct message_unwatch){.game = game->id});
    send_challenge(game);
}

/* The opponent has received the move in flight. */
static void handle_move(struct load_game *game)
{
    struct game_load *load = game->players[0].load;
    const int64_t now = monotonic_us();
    if (load->measuring)
        latencies_add(&load->latencies, now - game->sent_at);
    game->sent_at = 0;
    game->due += move_interval(load);
    if (game->due < now) {
        load->result.behind += load->measuring && load->rate > 0;
        game->due = now;
    }
}

static void handle_event(struct load_client *client, const struct message_event *event)
{
    struct load_game *game = client->game;
    if (client->side == SIDES || !game->playing || strcmp(event->game, game->id) != 0 ||
        event->version <= game->version)
        return;
    if (!strcmp(event->what, "move")) {
        if (!game->sent_at || client->side != rk_position_turn(&game->position))
            return;
        handle_move(game);
    }
    game->version = event->version;
    if (strcmp(event->status, "started") != 0)
        play_again(game);
}

static void handle_game(struct load_client *client, const struct message_game *message)
{
    struct game_load *load = client->load;
    struct load_game *game = client->game;
    load->watching += client->side == SIDES && !client->has_game;
    client->has_game = true;
    if (client->side == SIDES || game->playing || !game->players[0].has_game ||
        !game->players[1].has_game)
        return;
    game->playing = true;
    game->position = rk_position_start(RK_STANDARD);
    game->version = message->version;
    game->sent_at = 0;
    const int64_t interval = move_interval(load);
    game->due =
        monotonic_us() + (interval ? (int64_t)(prng_next(&load->prng) % (uint64_t)interval) : 0);
    load->playing++;
}

static void handle_start(struct load_client *client, const struct message_start *start)
{
    snprintf(client->game->id, sizeof client->game->id, "%s", start->game);
    watch_game(client, start->game);
}

static void handle_refusal(struct load_client *client, const struct message_refused *refused)
{
    struct game_load *load = client->load;
    if (!load->result.refused++)
        print_warning(load, "the server refused a command: %s (%s)", refused->text, refused->why);
}

static void handle_message(struct load_client *client, const struct message *message)
{
    switch (message->kind) {
    case KIND_OF_message_hello:
        client->load->connected++;
        if (client->side == SIDES)
            watch_game(client, client->game->id);
        break;
    case KIND_OF_message_ack:
        if (client->side == RK_WHITE && message->as.message_ack.made && !client->game->playing)
            accept_challenge(&client->game->players[RK_BLACK], message->as.message_ack.made);
        break;
    case KIND_OF_message_start:
        handle_start(client, &message->as.message_start);
        break;
    case KIND_OF_message_game:
        handle_game(client, &message->as.message_game);
        break;
    case KIND_OF_message_event:
        handle_event(client, &message->as.message_event);
        break;
    case KIND_OF_message_refused:
        handle_refusal(client, &message->as.message_refused);
        break;
    default:
        break;
    }
}

/* Events that a player caused itself, acknowledgements and the events of spectators need not be
 * parsed. Clients and server share the machine, so the clients should use little of it. */
static bool can_ignore(const struct load_client *client, const char *bytes, size_t size)
{
    const struct load_game *game = client->game;
    const bool is_opponents_turn =
        game->playing && client->side != rk_position_turn(&game->position);
    const bool event = bytes_start_with(bytes, size, "{\"t\":\"event\"");
    return (event && (is_opponents_turn || client->side == SIDES)) ||
           (game->playing && bytes_start_with(bytes, size, "{\"t\":\"ack\""));
}

static void receive_message(void *context, const char *bytes, size_t size)
{
    struct load_client *client = context;
    struct message message;
    rk_fault fault;
    if (can_ignore(client, bytes, size))
        return;
    if (message_read(MESSAGE_TO_CLIENT, bytes, size, &message, &fault)) {
        print_warning(client->load, "cannot parse a message of the server: %s", fault.text);
        return;
    }
    handle_message(client, &message);
    message_fini(&message);
}

static void handle_close(void *context, unsigned code, const char *reason)
{
    struct load_client *client = context;
    client->member = NULL;
    if (!client->load->result.closed++)
        print_warning(client->load, "the server closed a connection: %u %s", code, reason);
}

// ---- connecting -------------------------------------------------------------------------------

static void poll_groups(struct game_load *load, int timeout_ms)
{
    struct pollfd ready[NODES_MAX];
    if (load->group_count == 1) {
        websocket_group_poll(load->groups[0], timeout_ms);
        return;
    }
    for (size_t i = 0; i < load->group_count; i++)
        ready[i] =
            (struct pollfd){.fd = websocket_group_descriptor(load->groups[i]), .events = POLLIN};
    if (poll(ready, load->group_count, timeout_ms) <= 0)
        return;
    for (size_t i = 0; i < load->group_count; i++)
        if (ready[i].revents)
            websocket_group_poll(load->groups[i], 0);
}

/* Waits until `*count` reaches `target`, a connection is lost or the time is up. */
static bool wait_for(struct game_load *load, const size_t *count, size_t target)
{
    const int64_t end = monotonic_us() + SETUP_US;
    while (*count < target && monotonic_us() < end && !load->result.closed)
        poll_groups(load, POLL_MS);
    return *count >= target;
}

static bool connect_client(struct game_load *load, struct load_client *client,
                           struct websocket_group *group, const char *cookie, size_t number)
{
    client->load = load;
    client->member = websocket_group_connect(group, cookie, client);
    return client->member && (number % CONNECT_BATCH || wait_for(load, &load->connected, number));
}

static struct websocket_group *group_of_player(const struct game_load *load, size_t game,
                                               unsigned side)
{
    const size_t turn = side == RK_WHITE ? game : game / load->group_count;
    return load->groups[turn % load->group_count];
}

static bool connect_players(struct game_load *load)
{
    for (size_t i = 0; i < load->game_count; i++) {
        for (unsigned side = 0; side < SIDES; side++) {
            struct load_client *client = &load->games[i].players[side];
            struct websocket_group *group = group_of_player(load, i, side);
            char cookie[COOKIE_SIZE];
            client->side = side;
            client->game = &load->games[i];
            if (!websocket_group_create_guest(group, cookie, sizeof cookie)) {
                print_warning(load, "%s", websocket_group_error(group));
                return false;
            }
            if (!connect_client(load, client, group, cookie, SIDES * i + side + 1))
                return false;
        }
    }
    return wait_for(load, &load->connected, SIDES * load->game_count);
}

static bool start_games(struct game_load *load)
{
    for (size_t i = 0; i < load->game_count; i++) {
        send_challenge(&load->games[i]);
        if (i % CONNECT_BATCH == 0)
            poll_groups(load, 0);
    }
    return wait_for(load, &load->playing, load->game_count);
}

/* False, with the reason in `error`, if one of the URLs is bad or there are too many. */
static bool create_groups(struct game_load *load, const char *urls, bool forwards, char *error,
                          size_t error_size)
{
    const struct websocket_group_events events = {.message = receive_message,
                                                  .closed = handle_close};
    for (const char *at = urls; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        char url[URL_SIZE], reason[REASON_SIZE] = "too many URLs";
        snprintf(url, sizeof url, "%.*s", (int)strcspn(at, ","), at);
        struct websocket_group *group =
            load->group_count < NODES_MAX
                ? websocket_group_create(url, &events, reason, sizeof reason)
                : NULL;
        if (!group) {
            snprintf(error, error_size, "%s: %s", url, reason);
            return false;
        }
        if (forwards)
            websocket_group_forward(group);
        load->groups[load->group_count++] = group;
    }
    return true;
}

struct game_load *game_load_create(const char *urls, size_t games, bool forwards,
                                   game_load_warning *warning, char *error, size_t error_size)
{
    struct game_load *load = calloc(1, sizeof *load);
    snprintf(error, error_size, "%s", rk_err_text(RK_NO_MEMORY));
    if (!load)
        return NULL;
    load->warn = warning;
    load->game_count = games;
    load->games = calloc(games, sizeof *load->games);
    if (load->games && create_groups(load, urls, forwards, error, error_size)) {
        if (connect_players(load) && start_games(load))
            return load;
        snprintf(error, error_size,
                 "only %zu of %zu players connected, %zu of %zu games started, %zu connections "
                 "were closed",
                 load->connected, SIDES * games, load->playing, games, load->result.closed);
    }
    game_load_destroy(load);
    return NULL;
}

void game_load_destroy(struct game_load *load)
{
    if (!load)
        return;
    for (size_t i = 0; i < load->group_count; i++)
        websocket_group_destroy(load->groups[i]);
    buffer_fini(&load->text);
    free(load->games);
    free(load->spectators);
    latencies_fini(&load->latencies);
    free(load);
}

size_t game_load_spectate(struct game_load *load, size_t count)
{
    load->spectators = calloc(count, sizeof *load->spectators);
    const size_t players = load->connected;
    for (size_t i = 0; load->spectators && i < count; i++) {
        struct load_client *client = &load->spectators[i];
        client->side = SIDES;
        client->game = load->games;
        if (!connect_client(load, client, load->groups[0], "", players + i + 1))
            break;
        load->spectator_count++;
    }
    wait_for(load, &load->watching, load->spectator_count);
    return load->watching;
}

// ---- playing ----------------------------------------------------------------------------------

static void play_due_moves(struct game_load *load)
{
    const int64_t now = monotonic_us();
    for (size_t i = 0; i < load->game_count; i++) {
        struct load_game *game = &load->games[i];
        if (game->playing && !game->sent_at && game->due <= now)
            play_move(load, game, now);
    }
}

static bool has_moves_in_flight(const struct game_load *load)
{
    for (size_t i = 0; i < load->game_count; i++)
        if (load->games[i].sent_at)
            return true;
    return false;
}

/* Spreads the moves of all games evenly over the interval. */
static void stagger_moves(struct game_load *load)
{
    const int64_t now = monotonic_us(), interval = move_interval(load);
    for (size_t i = 0; i < load->game_count; i++)
        load->games[i].due =
            now + (interval ? (int64_t)(prng_next(&load->prng) % (uint64_t)interval) : 0);
}

void game_load_play(struct game_load *load, double seconds, double rate,
                    struct game_load_result *out)
{
    load->rate = rate;
    load->result = (struct game_load_result){.seconds = 0};
    latencies_clear(&load->latencies);
    stagger_moves(load);
    const int64_t start = monotonic_us(), end = start + (int64_t)(seconds * 1e6);
    load->measuring = true;
    while (monotonic_us() < end) {
        play_due_moves(load);
        poll_groups(load, rate > 0 ? POLL_MS : 0);
    }
    load->measuring = false;
    load->result.seconds = (double)(monotonic_us() - start) / 1e6;
    const int64_t deadline = monotonic_us() + LINGER_US;
    while (has_moves_in_flight(load) && monotonic_us() < deadline)
        poll_groups(load, POLL_MS);
    latencies_sort(&load->latencies);
    load->result.moves = load->latencies.count;
    load->result.p50 = latencies_percentile(&load->latencies, 0.50);
    load->result.p90 = latencies_percentile(&load->latencies, 0.90);
    load->result.p99 = latencies_percentile(&load->latencies, 0.99);
    load->result.max = latencies_percentile(&load->latencies, 1);
    *out = load->result;
}
