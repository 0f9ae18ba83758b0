/* SPDX-License-Identifier: MIT */
/* The TV API: what each channel shows, a feed of it, and the best games of a channel. */
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "api/game_json.h"
#include "api/handlers.h"
#include "base/milliseconds.h"
#include "ratings/rating_json.h"
#include "rounds/round_clock.h"
#include "running/tv.h"

enum { KEEP_ALIVE = 15 /* seconds */ };

#define NO_CHANNEL "no such TV channel"

// ---- channels --------------------------------------------------------------------------------

static void write_channel(const struct tv_feature *feature, struct json *json)
{
    json_put_object(json, "user");
    json_put_text(json, "id", feature->player.id);
    json_put_text(json, "name", feature->player.name);
    if (identity_title(&feature->player))
        json_put_text(json, "title", identity_title(&feature->player));
    json_end_object(json);
    shown_rating_write(feature->rating, json);
    json_put_text(json, "gameId", feature->game);
    json_put_text(json, "color", rk_side_name(feature->side));
}

void api_tv_channels_handler(struct exchange *exchange)
{
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    for (unsigned i = 0; i < TV_CHANNEL_COUNT; i++) {
        const struct tv_feature *feature = tv_feature(exchange->server, (enum tv_channel)i);
        if (!*feature->game)
            continue;
        json_put_object(&json, tv_channel_key((enum tv_channel)i));
        write_channel(feature, &json);
        json_end_object(&json);
    }
    json_end_object(&json);
    exchange_json(exchange, 200);
}

// ---- the feed --------------------------------------------------------------------------------

struct tv_feed {
    struct tv_listener listener;
    struct exchange *exchange;
};

/* Begins {"t":type,"d":; the caller writes the data. */
static struct json begin_line(struct exchange *exchange, const char *type)
{
    buffer_clear(&exchange->body);
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_text(&json, "t", type);
    json_key(&json, "d");
    return json;
}

static struct shared_buffer *end_line(struct exchange *exchange, struct json *json)
{
    json_end_object(json);
    buffer_put(&exchange->body, '\n');
    return exchange->body.failed ? NULL
                                 : shared_buffer_create(exchange->body.bytes, exchange->body.size);
}

static void write_player(const struct round *round, rk_side side, struct json *json)
{
    const int64_t left = round_clock_left(round, side);
    json_begin_object(json);
    json_put_text(json, "color", rk_side_name(side));
    export_player(round_info(round), side, json);
    if (left != INT64_MAX)
        json_put_integer(json, "seconds", left > 0 ? left / SECOND_MS : 0);
    json_end_object(json);
}

static void send_featured(struct tv_feed *feed, enum tv_channel channel, const struct round *round)
{
    struct exchange *exchange = feed->exchange;
    char fen[RK_FEN_MAX];
    rk_fen_write(rk_game_position(round_game(round)), RK_FEN_PLAIN, fen);
    struct json json = begin_line(exchange, "featured");
    json_begin_object(&json);
    json_put_text(&json, "id", round_info(round)->id);
    json_put_text(&json, "orientation", rk_side_name(tv_feature(exchange->server, channel)->side));
    json_put_array(&json, "players");
    write_player(round, RK_WHITE, &json);
    write_player(round, RK_BLACK, &json);
    json_end_array(&json);
    json_put_text(&json, "fen", fen);
    json_end_object(&json);
    struct shared_buffer *line = end_line(exchange, &json);
    exchange_send(exchange, line);
    shared_buffer_unref(line);
}

static void on_featured(struct tv_listener *listener, enum tv_channel channel,
                        const struct round *round)
{
    if (round)
        send_featured(LIST_OWNER(listener, struct tv_feed, listener), channel, round);
}

/* A slow client skips positions, but gets the newest. */
static void on_featured_move(struct tv_listener *listener, enum tv_channel channel,
                             const struct round *round)
{
    (void)channel;
    struct exchange *exchange = LIST_OWNER(listener, struct tv_feed, listener)->exchange;
    struct json json = begin_line(exchange, "fen");
    game_json_current(round, &json);
    struct shared_buffer *line = end_line(exchange, &json);
    if (line)
        exchange_send_latest(exchange, line);
    shared_buffer_unref(line);
}

static void leave_feed(struct exchange *exchange)
{
    tv_leave(&((struct tv_feed *)exchange->data)->listener);
}

static void start_feed(struct exchange *exchange, enum tv_channel channel)
{
    if (!exchange_may_stream(exchange))
        return;
    struct tv_feed *feed = calloc(1, sizeof *feed);
    if (!feed) {
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return;
    }
    feed->exchange = exchange;
    feed->listener = (struct tv_listener){
        .channels = 1U << channel, .featured = on_featured, .moved = on_featured_move};
    exchange->data = feed;
    exchange->gone = leave_feed;
    tv_listen(exchange->server, &feed->listener);
    exchange_stream(exchange, "application/x-ndjson", KEEP_ALIVE);
    const struct round *round = tv_round(exchange->server, channel);
    if (round)
        send_featured(feed, channel, round);
}

void api_tv_feed_handler(struct exchange *exchange)
{
    start_feed(exchange, TV_BEST);
}

void api_tv_channel_feed_handler(struct exchange *exchange)
{
    enum tv_channel channel;
    if (tv_channel_parse(exchange->params[0], &channel))
        start_feed(exchange, channel);
    else
        exchange_refuse(exchange, REFUSED_NOT_FOUND, NO_CHANNEL);
}
