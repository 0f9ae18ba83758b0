/* SPDX-License-Identifier: MIT */
#include "cmd/benchload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/chance.h"
#include "client/websocket_group.h"
#include "platform/monotonic.h"
#include "rookery/fen.h"
#include "rookery/moves.h"
#include "rookery/san.h"
#include "wire/message.h"

enum {
    COOKIE_SIZE = 256,
    COMMAND_SIZE = 32,
    REASON_SIZE = 256,
    JOIN_BATCH = 64,             /* handshakes under way at once */
    SETUP_US = 60 * 1000 * 1000, /* until all have begun */
    LINGER_US = 2 * 1000 * 1000, /* for what is under way at the end */
    TURN_MS = 1,
    SIDES = 2
};

struct table;

/* A connection: a player's, or a spectator's. */
struct guest {
    struct load *load;
    struct table *table;
    unsigned side; /* an rk_side; SIDES for a spectator */
    struct websocket_member *member;
    bool sees; /* it has the game before it */
};

/* Two players, game after game. White invites. */
struct table {
    struct guest guests[SIDES];
    char game[16];
    rk_position position;
    int64_t version;
    int64_t due, sent_at; /* microseconds; sent_at 0: nothing is under way */
    bool playing;
};

struct load {
    struct websocket_group *group;
    struct table *tables;
    size_t table_count;
    struct guest *spectators;
    size_t spectator_count, watching;
    size_t hellos, playing; /* connections that were welcomed; games that have begun */
    bool measuring;
    double rate;
    struct chance chance;
    uint64_t commands;
    struct buffer text;
    struct load_result result;
    uint32_t *delays; /* microseconds */
    size_t delay_capacity;
};

// ---- speaking ---------------------------------------------------------------------------------

static void say(struct guest *guest, enum message_kind kind, const void *message)
{
    struct buffer *text = &guest->load->text;
    buffer_clear(text);
    message_write(kind, message, text);
    if (guest->member)
        websocket_group_send(guest->member, text->bytes, text->size);
}

static const char *next_command(struct load *load, char out[COMMAND_SIZE])
{
    snprintf(out, COMMAND_SIZE, "b%llu", (unsigned long long)++load->commands);
    return out;
}

static void invite(struct table *table)
{
    char id[COMMAND_SIZE];
    struct guest *white = &table->guests[RK_WHITE];
    table->playing = table->guests[0].sees = table->guests[1].sees = false;
    say(white, KIND_OF_message_challenge,
        &(struct message_challenge){
            .id = next_command(white->load, id), .clock = "180+60", .side = "white"});
}

static void accept_invitation(struct guest *black, const char *challenge)
{
    char id[COMMAND_SIZE];
    say(black, KIND_OF_message_answer,
        &(struct message_answer){
            .id = next_command(black->load, id), .challenge = challenge, .accept = true});
}

static void watch(struct guest *guest, const char *game)
{
    say(guest, KIND_OF_message_watch,
        &(struct message_watch){.game = game, .since = INTEGER_MISSING});
}

static void play_move(struct load *load, struct table *table, int64_t now)
{
    rk_move moves[RK_MOVES_MAX];
    const size_t count = rk_moves_list(&table->position, moves);
    if (!count)
        return; // the end was not told yet
    const rk_move move = moves[chance_word(&load->chance) % count];
    char uci[RK_UCI_MAX], id[COMMAND_SIZE];
    rk_uci_write(&table->position, move, uci);
    struct guest *mover = &table->guests[rk_position_turn(&table->position)];
    rk_memo memo;
    rk_position_apply(&table->position, move, &memo);
    table->sent_at = now;
    say(mover, KIND_OF_message_act,
        &(struct message_act){.game = table->game,
                              .id = next_command(load, id),
                              .version = table->version,
                              .verb = "move",
                              .move = uci,
                              .seconds = INTEGER_MISSING});
}

// ---- hearing ----------------------------------------------------------------------------------

static void record_delay(struct load *load, int64_t delay)
{
    struct load_result *result = &load->result;
    if (!load->measuring)
        return;
    if (result->moves == load->delay_capacity) {
        const size_t capacity = load->delay_capacity ? 2 * load->delay_capacity : 1 << 16;
        uint32_t *grown = realloc(load->delays, capacity * sizeof *grown);
        if (!grown)
            return;
        load->delays = grown;
        load->delay_capacity = capacity;
    }
    load->delays[result->moves++] = delay < UINT32_MAX ? (uint32_t)delay : UINT32_MAX;
}

static int64_t period_of(const struct load *load)
{
    return load->rate > 0 ? (int64_t)(1e6 / load->rate) : 0;
}

/* It is over: the same two begin another. */
static void play_again(struct table *table)
{
    struct load *load = table->guests[0].load;
    load->result.finished += load->measuring;
    load->playing--;
    for (unsigned side = 0; side < SIDES; side++)
        say(&table->guests[side], KIND_OF_message_unwatch,
            &(struct message_unwatch){.game = table->game});
    invite(table);
}

/* The opponent has received the move that was under way. */
static void hear_move(struct table *table)
{
    struct load *load = table->guests[0].load;
    const int64_t now = monotonic_us();
    record_delay(load, now - table->sent_at);
    table->sent_at = 0;
    table->due += period_of(load);
    if (table->due < now) {
        load->result.behind += load->measuring && load->rate > 0;
        table->due = now;
    }
}

static void hear_event(struct guest *guest, const struct message_event *event)
{
    struct table *table = guest->table;
    if (guest->side == SIDES || !table->playing || strcmp(event->game, table->game) != 0 ||
        event->version <= table->version)
        return;
    if (!strcmp(event->what, "move")) {
        if (!table->sent_at || guest->side != rk_position_turn(&table->position))
            return;
        hear_move(table);
    }
    table->version = event->version;
    if (strcmp(event->status, "started") != 0)
        play_again(table);
}

static void hear_game(struct guest *guest, const struct message_game *game)
{
    struct load *load = guest->load;
    struct table *table = guest->table;
    load->watching += guest->side == SIDES && !guest->sees;
    guest->sees = true;
    if (guest->side == SIDES || table->playing || !table->guests[0].sees || !table->guests[1].sees)
        return;
    table->playing = true;
    table->position = rk_position_start(RK_STANDARD);
    table->version = game->version;
    table->sent_at = 0;
    const int64_t period = period_of(load);
    table->due =
        monotonic_us() + (period ? (int64_t)(chance_word(&load->chance) % (uint64_t)period) : 0);
    load->playing++;
}

static void hear_start(struct guest *guest, const struct message_start *start)
{
    snprintf(guest->table->game, sizeof guest->table->game, "%s", start->game);
    watch(guest, start->game);
}

static void hear_refusal(struct guest *guest, const struct message_refused *refused)
{
    struct load *load = guest->load;
    if (!load->result.refused++)
        fprintf(stderr, "rookery bench: refused: %s (%s)\n", refused->text, refused->why);
}

static void hear_message(struct guest *guest, const struct message *message)
{
    switch (message->kind) {
    case KIND_OF_message_hello:
        guest->load->hellos++;
        if (guest->side == SIDES)
            watch(guest, guest->table->game);
        break;
    case KIND_OF_message_ack:
        if (guest->side == RK_WHITE && message->as.message_ack.made && !guest->table->playing)
            accept_invitation(&guest->table->guests[RK_BLACK], message->as.message_ack.made);
        break;
    case KIND_OF_message_start:
        hear_start(guest, &message->as.message_start);
        break;
    case KIND_OF_message_game:
        hear_game(guest, &message->as.message_game);
        break;
    case KIND_OF_message_event:
        hear_event(guest, &message->as.message_event);
        break;
    case KIND_OF_message_refused:
        hear_refusal(guest, &message->as.message_refused);
        break;
    default:
        break;
    }
}

static bool begins_with(const char *bytes, size_t size, const char *start)
{
    const size_t length = strlen(start);
    return size >= length && !memcmp(bytes, start, length);
}

/* What a load test need not understand: its own echo, and what spectators see. The
 * clients shall not use the processor that the server could have used. */
static bool is_needless(const struct guest *guest, const char *bytes, size_t size)
{
    const struct table *table = guest->table;
    const bool waits = table->playing && guest->side != rk_position_turn(&table->position);
    const bool event = begins_with(bytes, size, "{\"t\":\"event\"");
    return (event && (waits || guest->side == SIDES)) ||
           (table->playing && begins_with(bytes, size, "{\"t\":\"ack\""));
}

static void hear(void *context, const char *bytes, size_t size)
{
    struct guest *guest = context;
    struct message message;
    rk_fault fault;
    if (is_needless(guest, bytes, size))
        return;
    if (message_read(MESSAGE_TO_CLIENT, bytes, size, &message, &fault)) {
        fprintf(stderr, "rookery bench: the server says what cannot be read: %s\n", fault.text);
        return;
    }
    hear_message(guest, &message);
    message_fini(&message);
}

static void lose(void *context, unsigned code, const char *reason)
{
    struct guest *guest = context;
    guest->member = NULL;
    if (!guest->load->result.closed++)
        fprintf(stderr, "rookery bench: the server closed a connection: %u %s\n", code, reason);
}

// ---- coming together --------------------------------------------------------------------------

/* Until `*count` is `wanted` or the time is over. */
static bool wait_for(struct load *load, const size_t *count, size_t wanted)
{
    const int64_t end = monotonic_us() + SETUP_US;
    while (*count < wanted && monotonic_us() < end && !load->result.closed)
        websocket_group_poll(load->group, TURN_MS);
    return *count >= wanted;
}

static bool join(struct load *load, struct guest *guest, const char *cookie, size_t joined)
{
    guest->load = load;
    guest->member = websocket_group_connect(load->group, cookie, guest);
    return guest->member && (joined % JOIN_BATCH || wait_for(load, &load->hellos, joined));
}

static bool seat_players(struct load *load)
{
    for (size_t i = 0; i < load->table_count; i++) {
        for (unsigned side = 0; side < SIDES; side++) {
            struct guest *guest = &load->tables[i].guests[side];
            char cookie[COOKIE_SIZE];
            guest->side = side;
            guest->table = &load->tables[i];
            if (!websocket_group_create_guest(load->group, cookie, sizeof cookie)) {
                fprintf(stderr, "rookery bench: %s\n", websocket_group_error(load->group));
                return false;
            }
            if (!join(load, guest, cookie, SIDES * i + side + 1))
                return false;
        }
    }
    return wait_for(load, &load->hellos, SIDES * load->table_count);
}

static bool begin_games(struct load *load)
{
    for (size_t i = 0; i < load->table_count; i++) {
        invite(&load->tables[i]);
        if (i % JOIN_BATCH == 0)
            websocket_group_poll(load->group, 0);
    }
    return wait_for(load, &load->playing, load->table_count);
}

struct load *load_create(const char *url, size_t games)
{
    char why[REASON_SIZE];
    const struct websocket_group_events events = {.message = hear, .closed = lose};
    struct load *load = calloc(1, sizeof *load);
    if (!load)
        return NULL;
    load->table_count = games;
    load->tables = calloc(games, sizeof *load->tables);
    load->group = websocket_group_create(url, &events, why, sizeof why);
    if (!load->group)
        fprintf(stderr, "rookery bench: %s: %s\n", url, why);
    if (load->tables && load->group && seat_players(load) && begin_games(load))
        return load;
    fprintf(stderr,
            "rookery bench: only %zu of %zu players came, %zu of %zu games began, %zu connections "
            "were closed\n",
            load->hellos, SIDES * games, load->playing, games, load->result.closed);
    load_destroy(load);
    return NULL;
}

void load_destroy(struct load *load)
{
    if (!load)
        return;
    websocket_group_destroy(load->group);
    buffer_fini(&load->text);
    free(load->tables);
    free(load->spectators);
    free(load->delays);
    free(load);
}

size_t load_spectate(struct load *load, size_t count)
{
    load->spectators = calloc(count, sizeof *load->spectators);
    const size_t players = load->hellos;
    for (size_t i = 0; load->spectators && i < count; i++) {
        struct guest *guest = &load->spectators[i];
        guest->side = SIDES;
        guest->table = load->tables;
        if (!join(load, guest, "", players + i + 1))
            break;
        load->spectator_count++;
    }
    wait_for(load, &load->watching, load->spectator_count);
    return load->watching;
}

// ---- playing ----------------------------------------------------------------------------------

static void play_what_is_due(struct load *load)
{
    const int64_t now = monotonic_us();
    for (size_t i = 0; i < load->table_count; i++) {
        struct table *table = &load->tables[i];
        if (table->playing && !table->sent_at && table->due <= now)
            play_move(load, table, now);
    }
}

static bool something_is_under_way(const struct load *load)
{
    for (size_t i = 0; i < load->table_count; i++)
        if (load->tables[i].sent_at)
            return true;
    return false;
}

static int compare_delays(const void *a, const void *b)
{
    const uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

static double delay_at(const struct load *load, double part)
{
    const size_t count = load->result.moves;
    if (!count)
        return 0;
    const size_t place = (size_t)(part * (double)count);
    return load->delays[place < count ? place : count - 1] / 1000.0;
}

static void spread_out(struct load *load)
{
    const int64_t now = monotonic_us(), period = period_of(load);
    for (size_t i = 0; i < load->table_count; i++)
        load->tables[i].due =
            now + (period ? (int64_t)(chance_word(&load->chance) % (uint64_t)period) : 0);
}

void load_play(struct load *load, double seconds, double rate, struct load_result *out)
{
    load->rate = rate;
    load->result = (struct load_result){.seconds = 0};
    spread_out(load);
    const int64_t start = monotonic_us(), end = start + (int64_t)(seconds * 1e6);
    load->measuring = true;
    while (monotonic_us() < end) {
        play_what_is_due(load);
        websocket_group_poll(load->group, rate > 0 ? TURN_MS : 0);
    }
    load->measuring = false;
    load->result.seconds = (double)(monotonic_us() - start) / 1e6;
    const int64_t patience = monotonic_us() + LINGER_US;
    while (something_is_under_way(load) && monotonic_us() < patience)
        websocket_group_poll(load->group, TURN_MS);
    if (load->result.moves)
        qsort(load->delays, load->result.moves, sizeof *load->delays, compare_delays);
    load->result.p50 = delay_at(load, 0.50);
    load->result.p90 = delay_at(load, 0.90);
    load->result.p99 = delay_at(load, 0.99);
    load->result.most = delay_at(load, 1);
    *out = load->result;
}
