/* SPDX-License-Identifier: MIT */
/* The event stream of a user, and the stream of a game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "api/handlers.h"
#include "base/fnv.h"
#include "lobby/challenge_notice.h"
#include "lobby/challenges.h"
#include "lobby/pairing.h"
#include "rounds/game_notice.h"
#include "rounds/round_json.h"
#include "rounds/round_watch.h"
#include "running/remote_games.h"

enum { CHALLENGES_MAX = 100, KEY_HASH_SIZE = 16 };

static const char ndjson[] = "application/x-ndjson";

// ---- events ----------------------------------------------------------------------------------

static void send_line(struct exchange *exchange)
{
    buffer_put(&exchange->body, '\n');
    if (!exchange->body.failed)
        exchange_send_text(exchange, exchange->body.bytes, exchange->body.size);
}

static struct json begin_event(struct exchange *exchange, const char *type)
{
    buffer_clear(&exchange->body);
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_text(&json, "type", type);
    return json;
}

static void send_game(struct exchange *exchange, const char *type, const char *game, size_t size)
{
    struct json json = begin_event(exchange, type);
    json_key(&json, "game");
    json_raw(&json, game, size);
    json_end_object(&json);
    send_line(exchange);
}

static void send_game_notice(struct exchange *exchange, const char *type,
                             const struct notice *notice)
{
    struct game_notice game;
    if (game_notice_parse(notice, &game))
        send_game(exchange, type, game.json, game.json_size);
}

static void send_round(struct exchange *exchange, const struct round *round)
{
    struct buffer game = {0};
    struct json json = json_in(&game);
    round_json_info(round, game_info_side(round_info(round), exchange->caller.who.id), &json);
    if (!game.failed)
        send_game(exchange, "gameStart", game.bytes, game.size);
    buffer_fini(&game);
}

static void send_challenge(struct exchange *exchange, const char *type,
                           const struct challenge *challenge)
{
    struct json json = begin_event(exchange, type);
    json_put_object(&json, "challenge");
    challenge_write(exchange->server, challenge, exchange->caller.who.id, &json);
    json_end_object(&json);
    game_settings_write_compat(&challenge->settings, true, &json);
    json_end_object(&json);
    send_line(exchange);
}

static void send_challenge_notice(struct exchange *exchange, const char *type,
                                  const struct notice *notice)
{
    struct challenge challenge;
    if (!challenge_notice_parse(notice, &challenge))
        send_challenge(exchange, type, &challenge);
}

static void on_event_notice(struct exchange *exchange, const struct notice *notice)
{
    switch (notice->kind) {
    case NOTICE_GAME_START:
        send_game_notice(exchange, "gameStart", notice);
        break;
    case NOTICE_GAME_FINISH:
        send_game_notice(exchange, "gameFinish", notice);
        break;
    case NOTICE_CHALLENGE:
        send_challenge_notice(exchange, "challenge", notice);
        break;
    case NOTICE_CHALLENGE_CANCELED:
        send_challenge_notice(exchange, "challengeCanceled", notice);
        break;
    case NOTICE_CHALLENGE_DECLINED:
        send_challenge_notice(exchange, "challengeDeclined", notice);
        break;
    case NOTICE_KICKED:
    case NOTICE_REVOKED:
    case NOTICE_NOTIFICATION:
    case NOTICE_PRIVATE_MESSAGE:
    case NOTICE_OTHERS_REVOKED:
    case NOTICE_KIND_COUNT:
    case NOTICE_KID:
    case NOTICE_CHALLENGE_ACCEPTED: // clients get gameStart
        break;
    }
}

/* Sends the state to a client that connects: its games and the incoming challenges. */
static void replay_events(struct exchange *exchange)
{
    const struct round *rounds[PLAYER_GAMES_MAX];
    const struct challenge *challenges[CHALLENGES_MAX];
    const char *who = exchange->caller.who.id;
    size_t count = rounds_list(exchange->server, who, rounds, PLAYER_GAMES_MAX);
    for (size_t i = 0; i < count && i < PLAYER_GAMES_MAX; i++)
        send_round(exchange, rounds[i]);
    count = challenges_list(exchange->server, who, true, challenges, CHALLENGES_MAX);
    for (size_t i = 0; i < count && i < CHALLENGES_MAX; i++)
        send_challenge(exchange, "challenge", challenges[i]);
}

/* There is one stream for each token or session. */
static void write_event_key(const struct caller *caller, char *out, size_t size)
{
    int used = snprintf(out, size, "events ");
    for (size_t i = 0; i < KEY_HASH_SIZE; i++)
        used += snprintf(out + used, size - (size_t)used, "%02x", caller->hash[i]);
}

static void start_event_stream(void *context)
{
    struct exchange *exchange = context;
    char key[MAP_KEY_MAX + 1];
    exchange->notify = on_event_notice;
    exchange_stream(exchange, ndjson, API_KEEP_ALIVE);
    write_event_key(&exchange->caller, key, sizeof key);
    exchange_replace(exchange, key);
    replay_events(exchange);
}

void api_event_stream_handler(struct exchange *exchange)
{
    if (!exchange_check_rate(exchange, LIMIT_EVENT_STREAM) || !exchange_may_stream(exchange))
        return;
    remote_games_open_of_account(exchange->server, exchange->caller.who.id, start_event_stream,
                                 exchange);
}

// ---- games -----------------------------------------------------------------------------------

struct game_stream {
    struct watcher watcher;
    struct exchange *exchange;
    bool starting, over;
};

/* A gameState line supersedes the one before it; chat and presence lines do not. */
static bool is_state(const struct shared_buffer *frame)
{
    static const char start[] = "{\"type\":\"gameState\"";
    return frame->size >= sizeof start && !memcmp(frame->bytes, start, sizeof start - 1);
}

static void send_to_stream(struct watcher *watcher, struct shared_buffer *frame)
{
    struct exchange *exchange = LIST_OWNER(watcher, struct game_stream, watcher)->exchange;
    if (is_state(frame))
        exchange_send_latest(exchange, frame);
    else if (!exchange_is_slow(exchange))
        exchange_send(exchange, frame);
}

/* Does not close the stream while it is being set up: its handler still uses it. */
static void on_game_over(struct watcher *watcher)
{
    struct game_stream *stream = LIST_OWNER(watcher, struct game_stream, watcher);
    stream->over = true;
    if (!stream->starting)
        exchange_close(stream->exchange);
}

static void on_game_lost(struct watcher *watcher)
{
    exchange_close(LIST_OWNER(watcher, struct game_stream, watcher)->exchange);
}

static void on_game_notice(struct exchange *exchange, const struct notice *notice)
{
    struct game_stream *stream = exchange->data;
    if (notice->kind == NOTICE_KID)
        stream->watcher.gets_no_chat = !strcmp(notice->subject, "on");
}

static void leave_game(struct exchange *exchange)
{
    struct game_stream *stream = exchange->data;
    round_unwatch(&stream->watcher, false);
}

/* There is one stream for each game, player and client program. */
static void write_game_key(const struct exchange *exchange, const struct round *round, rk_side side,
                           char *out, size_t size)
{
    const char *agent = exchange->request.user_agent;
    snprintf(out, size, "game %s %u %016llx", round_info(round)->id, (unsigned)side,
             (unsigned long long)fnv_hash(agent, strlen(agent)));
}

static void start_game_stream(struct exchange *exchange, struct round *round, rk_side side)
{
    char key[MAP_KEY_MAX + 1];
    struct game_stream *stream = calloc(1, sizeof *stream);
    if (!stream) {
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return;
    }
    stream->exchange = exchange;
    stream->watcher = (struct watcher){.round = round,
                                       .side = side,
                                       .gets_all_chat = exchange->caller.who.role == ROLE_BOT,
                                       .gets_no_chat = exchange->caller.kid,
                                       .view = VIEW_STREAM,
                                       .send = send_to_stream,
                                       .over = on_game_over,
                                       .lost = on_game_lost};
    exchange->data = stream;
    exchange->gone = leave_game;
    exchange->notify = on_game_notice;
    stream->starting = true;
    exchange_stream(exchange, ndjson, API_KEEP_ALIVE);
    round_watch(round, &stream->watcher, -1);
    // Replaces the old stream only now, so that the player never counts as absent in between.
    write_game_key(exchange, round, side, key, sizeof key);
    exchange_replace(exchange, key);
    stream->starting = false;
    if (stream->over || round_is_over(round))
        exchange_close(exchange);
}

static void on_stream_game(void *context, struct round *round, const char *why)
{
    (void)why;
    struct exchange *exchange = context;
    rk_side side;
    if (!exchange->transport) // gone: a new stream of the client must not be replaced
        exchange_no_content(exchange);
    else if (api_check_player(exchange, round, &side) && exchange_may_stream(exchange))
        start_game_stream(exchange, round, side);
}

void api_game_stream_handler(struct exchange *exchange)
{
    if (api_check_family(exchange))
        rounds_open(exchange->server, exchange->params[1], on_stream_game, exchange);
}
