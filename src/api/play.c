/* SPDX-License-Identifier: MIT */
/* The bot and board API: commands to a game, and seeks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounts/user_text.h"
#include "api/api.h"
#include "api/handlers.h"
#include "base/text.h"
#include "lobby/seeks.h"

enum { MINUTES_MAX = 180, INCREMENT_MAX = 180, DAYS_MAX = 14 }; /* of a seek */

// ---- commands --------------------------------------------------------------------------------

static void send_reply(void *context, const struct reply *reply)
{
    api_reply(context, reply);
}

static void ignore_reply(void *context, const struct reply *reply)
{
    (void)context, (void)reply;
}

static struct command make_command(const struct exchange *exchange, enum verb verb)
{
    return (struct command){.verb = verb,
                            .by = exchange->caller.who,
                            .kid = exchange->caller.kid,
                            .version = -1,
                            .address = exchange->request.address};
}

static void send_command(struct exchange *exchange, struct round *round, enum verb verb)
{
    const struct command command = make_command(exchange, verb);
    round_command(round, &command, send_reply, exchange);
}

/* Whether that side's draw offer is open. */
static bool offers_draw(const struct round *round, rk_side side)
{
    return rk_game_draw_offer(round_game(round)) == side;
}

/* Opens the game and calls `then`, if the caller may use the family. */
static void open_game(struct exchange *exchange, round_callback *then)
{
    if (api_check_family(exchange))
        rounds_open(exchange->server, exchange->params[1], then, exchange);
}

// ---- moves -----------------------------------------------------------------------------------

static bool is_square(const char *at)
{
    return at[0] >= 'a' && at[0] <= 'h' && at[1] >= '1' && at[1] <= '8';
}

/* Two squares and perhaps a promotion letter, or a drop. SAN is not accepted. */
static bool is_uci(const char *move)
{
    const size_t size = strlen(move);
    if (size == 4 && move[1] == '@')
        return is_square(move + 2);
    return (size == 4 || size == 5) && is_square(move) && is_square(move + 2);
}

static void on_move_game(void *context, struct round *round, const char *why)
{
    (void)why;
    struct exchange *exchange = context;
    rk_side side;
    if (!api_check_player(exchange, round, &side))
        return;
    if (!is_uci(exchange->params[2])) {
        exchange_refuse(exchange, REFUSED_SYNTAX, "not a move in UCI notation: try e2e4 or e7e8q");
        return;
    }
    const bool draw = form_bool(exchange->form, "offeringDraw", false);
    if (!draw && form_text(exchange->form, "offeringDraw") && offers_draw(round, side)) {
        const struct command withdrawal = make_command(exchange, VERB_WITHDRAW_DRAW);
        round_command(round, &withdrawal, ignore_reply, NULL);
    }
    struct command command = make_command(exchange, VERB_MOVE);
    command.offers_draw = draw;
    snprintf(command.move, sizeof command.move, "%s", exchange->params[2]);
    round_command(round, &command, send_reply, exchange);
}

void api_move_handler(struct exchange *exchange)
{
    open_game(exchange, on_move_game);
}

// ---- offers ----------------------------------------------------------------------------------

/* In the API, offering a draw again while the offer is open is not an error. */
static void offer_draw(struct exchange *exchange, struct round *round, rk_side side)
{
    if (offers_draw(round, side) && !rk_game_can_claim(round_game(round)))
        exchange_ok(exchange);
    else
        send_command(exchange, round, VERB_OFFER_DRAW);
}

/* Declining succeeds even if nothing was offered. */
static void decline_draw(struct exchange *exchange, struct round *round, rk_side side)
{
    if (offers_draw(round, RK_WHITE) || offers_draw(round, RK_BLACK)) {
        const struct command command = make_command(
            exchange, offers_draw(round, side) ? VERB_WITHDRAW_DRAW : VERB_DECLINE_DRAW);
        round_command(round, &command, ignore_reply, NULL);
    }
    exchange_ok(exchange);
}

static void on_draw_game(void *context, struct round *round, const char *why)
{
    (void)why;
    struct exchange *exchange = context;
    rk_side side;
    if (!api_check_player(exchange, round, &side))
        return;
    if (form_is_true(exchange->params[2]))
        offer_draw(exchange, round, side);
    else
        decline_draw(exchange, round, side);
}

void api_draw_handler(struct exchange *exchange)
{
    open_game(exchange, on_draw_game);
}

static void on_takeback_game(void *context, struct round *round, const char *why)
{
    (void)why;
    struct exchange *exchange = context;
    rk_side side;
    if (!api_check_player(exchange, round, &side))
        return;
    if (form_is_true(exchange->params[2]))
        exchange_refuse(exchange, REFUSED_NOT_NOW, "takebacks are not possible in online games");
    else
        exchange_ok(exchange);
}

void api_takeback_handler(struct exchange *exchange)
{
    open_game(exchange, on_takeback_game);
}

// ---- other commands --------------------------------------------------------------------------

static void resign_game(struct exchange *exchange, struct round *round)
{
    send_command(exchange, round, VERB_RESIGN);
}

static void abort_game(struct exchange *exchange, struct round *round)
{
    send_command(exchange, round, VERB_ABORT);
}

static void claim_victory(struct exchange *exchange, struct round *round)
{
    send_command(exchange, round, VERB_CLAIM_VICTORY);
}

static void claim_draw(struct exchange *exchange, struct round *round)
{
    send_command(exchange, round, VERB_CLAIM_ABSENT_DRAW);
}

static void refuse_berserk(struct exchange *exchange, struct round *round)
{
    (void)round;
    exchange_refuse(exchange, REFUSED_NOT_NOW, "berserk is only possible in an arena");
}

static bool read_room(struct exchange *exchange, enum chat_room *out)
{
    const char *room = form_text(exchange->form, "room");
    *out = room && !strcmp(room, "spectator") ? ROOM_SPECTATORS : ROOM_PLAYERS;
    if (!room || *out == ROOM_SPECTATORS || !strcmp(room, "player"))
        return true;
    exchange_refuse_field(exchange, "room", "must be player or spectator");
    return false;
}

static void send_chat(struct exchange *exchange, struct round *round)
{
    struct command command = make_command(exchange, VERB_CHAT);
    const char *text = form_text(exchange->form, "text");
    if (!read_room(exchange, &command.room))
        return;
    if (!text || !*text || user_text_count(text) > CHAT_LINE_CHARACTERS ||
        strlen(text) > EVENT_TEXT_MAX) {
        exchange_refuse_field(exchange, "text", "must have 1 to 140 characters");
        return;
    }
    snprintf(command.text, sizeof command.text, "%s", text);
    round_command(round, &command, send_reply, exchange);
}

static const struct {
    const char *name;
    void (*run)(struct exchange *exchange, struct round *round);
} actions[] = {{"abort", abort_game},      {"resign", resign_game},
               {"chat", send_chat},        {"claim-victory", claim_victory},
               {"claim-draw", claim_draw}, {"berserk", refuse_berserk}};
enum { ACTION_COUNT = sizeof actions / sizeof *actions };

static size_t find_action(const char *name)
{
    size_t action = 0;
    while (action < ACTION_COUNT && strcmp(actions[action].name, name) != 0)
        action++;
    return action;
}

static void on_action_game(void *context, struct round *round, const char *why)
{
    (void)why;
    struct exchange *exchange = context;
    rk_side side;
    if (api_check_player(exchange, round, &side))
        actions[find_action(exchange->params[2])].run(exchange, round);
}

void api_action_handler(struct exchange *exchange)
{
    if (find_action(exchange->params[2]) < ACTION_COUNT)
        open_game(exchange, on_action_game);
    else
        exchange_refuse(exchange, REFUSED_NOT_FOUND, NULL);
}

static void on_chat_game(void *context, struct round *round, const char *why)
{
    (void)why;
    struct exchange *exchange = context;
    rk_side side;
    if (!api_check_player(exchange, round, &side))
        return;
    const struct journal *journal = round_journal(round);
    struct json json = json_in(&exchange->body);
    json_begin_array(&json);
    for (size_t i = 0; i < journal->count && !exchange->caller.kid; i++) {
        const struct event *event = &journal->events[i];
        if (event->kind != EVENT_CHAT || event->room != ROOM_PLAYERS)
            continue;
        json_begin_object(&json);
        json_put_text(&json, "text", event->text);
        json_put_text(&json, "user", event->name);
        json_end_object(&json);
    }
    json_end_array(&json);
    exchange_json(exchange, 200);
}

void api_chat_handler(struct exchange *exchange)
{
    open_game(exchange, on_chat_game);
}

static void on_add_time_game(void *context, struct round *round, const char *why)
{
    (void)why;
    struct exchange *exchange = context;
    struct command command = make_command(exchange, VERB_ADD_TIME);
    char *end;
    const unsigned long seconds = strtoul(exchange->params[1], &end, 10);
    if (!round || game_info_side(round_info(round), command.by.id) == RK_NO_SIDE) {
        exchange_refuse(exchange, REFUSED_NOT_FOUND, ROUND_NOT_FOUND);
        return;
    }
    if (*end || seconds < ADD_TIME_MIN_S || seconds > ADD_TIME_MAX_S) {
        exchange_refuse(exchange, REFUSED_SYNTAX, "you can give 5 to 60 seconds");
        return;
    }
    command.seconds = (unsigned)seconds;
    round_command(round, &command, send_reply, exchange);
}

void api_add_time_handler(struct exchange *exchange)
{
    rounds_open(exchange->server, exchange->params[0], on_add_time_game, exchange);
}

// ---- seeks -----------------------------------------------------------------------------------

/* A seek that stays open as long as the stream. */
struct seek_stream {
    struct exchange *exchange;
    char id[GAME_ID_SIZE + 1]; /* "": it is not open */
};

static void write_seek_key(const struct exchange *exchange, char *out, size_t size)
{
    snprintf(out, size, "seek %s", exchange->caller.who.id);
}

static void leave_seek(struct exchange *exchange)
{
    struct seek_stream *stream = exchange->data;
    if (*stream->id)
        seek_remove(exchange->server, stream->id, exchange->caller.who.id);
}

static void on_seek_end(void *context, const char *game, const char *why)
{
    (void)game, (void)why;
    struct seek_stream *stream = context;
    *stream->id = '\0';
    exchange_close(stream->exchange);
}

static void on_seek_added(void *context, const struct reply *reply, const char *id)
{
    struct seek_stream *stream = context;
    struct exchange *exchange = stream->exchange;
    if (reply->refusal != NOT_REFUSED) {
        api_refuse(exchange, reply);
        return;
    }
    const struct seek *seek = seek_find_by_owner(exchange->server, exchange->caller.who.id);
    const bool is_open = seek && !strcmp(seek->id, id);
    if (is_open)
        snprintf(stream->id, sizeof stream->id, "%s", id);
    exchange->gone = leave_seek;
    exchange_stream(exchange, "application/x-ndjson", API_SEEK_KEEP_ALIVE);
    char key[MAP_KEY_MAX + 1];
    write_seek_key(exchange, key, sizeof key);
    exchange_replace(exchange, key);
    if (!is_open) // it was paired at once
        exchange_close(exchange);
}

static void send_persistent_seek(void *context, const struct reply *reply, const char *id)
{
    struct exchange *exchange = context;
    if (reply->refusal != NOT_REFUSED) {
        api_refuse(exchange, reply);
        return;
    }
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_text(&json, "id", id);
    json_end_object(&json);
    exchange_json(exchange, 200);
}

static bool read_seek_settings(struct exchange *exchange, struct game_settings *out,
                               bool *persistent)
{
    const struct form *form = exchange->form;
    int64_t time = -1; /* thousandths of a minute */
    int64_t increment = -1, days = -1;
    if (!form_thousandths(form, "time", 0, INT64_C(1000) * MINUTES_MAX, &time)) {
        exchange_refuse_field(exchange, "time", "must be 0 to 180 minutes");
        return false;
    }
    if (!form_integer(form, "increment", 0, INCREMENT_MAX, &increment)) {
        exchange_refuse_field(exchange, "increment", "must be 0 to 180 whole seconds");
        return false;
    }
    if (!form_integer(form, "days", 1, DAYS_MAX, &days)) {
        exchange_refuse_field(exchange, "days", "must be 1 to 14 days");
        return false;
    }
    if ((time < 0 || increment < 0) && days < 0) {
        exchange_refuse_field(exchange, "time", "give time and increment, or days");
        return false;
    }
    *persistent = time < 0 || increment < 0;
    const struct game_settings_request params = {.variant = form_text(form, "variant"),
                                                 .side = form_text(form, "color"),
                                                 .rated = form_bool(form, "rated", false),
                                                 .limit = *persistent ? -1 : time * 60 / 1000,
                                                 .increment = *persistent ? -1 : increment,
                                                 .days = *persistent ? days : -1};
    return api_make_settings(exchange, &params, out);
}

static void add_seek(struct exchange *exchange, const struct game_settings *settings,
                     bool persistent)
{
    struct seek_params params = {.who = &exchange->caller.who,
                                 .address = exchange->request.address,
                                 .settings = settings,
                                 .rating_range = form_text(exchange->form, "ratingRange"),
                                 .persistent = persistent};
    if (persistent) {
        seek_add(exchange->server, &params, send_persistent_seek, exchange);
        return;
    }
    struct seek_stream *stream = calloc(1, sizeof *stream);
    if (!stream) {
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return;
    }
    exchange->data = stream;
    stream->exchange = exchange;
    params.on_end = on_seek_end;
    seek_add(exchange->server, &params, on_seek_added, stream);
}

void api_seek_handler(struct exchange *exchange)
{
    struct game_settings settings;
    bool persistent;
    if (exchange->caller.who.role == ROLE_BOT) {
        exchange_refuse_status(exchange, 400,
                               "bots cannot create seeks: challenge a player instead");
        return;
    }
    if (!read_seek_settings(exchange, &settings, &persistent))
        return;
    if (!game_settings_allow_board(&settings, false)) {
        exchange_refuse_status(exchange, 400,
                               "too fast for the board API: seek a rapid or slower game");
        return;
    }
    const struct seek *previous = seek_find_by_owner(exchange->server, exchange->caller.who.id);
    if (previous && !previous->persistent)
        exchange_refuse_rate_key(exchange, 429, "seek.live",
                                 "you already have an open seek; cancel it first", 1);
    else
        add_seek(exchange, &settings, persistent);
}

static void send_unseek_reply(void *context, const struct reply *reply, const char *id)
{
    (void)id;
    struct exchange *exchange = context;
    if (reply->refusal != NOT_REFUSED)
        api_refuse(exchange, reply);
    else
        exchange_no_content(exchange);
}

void api_unseek_handler(struct exchange *exchange)
{
    struct server *server = exchange->server;
    const char *who = exchange->caller.who.id;
    char key[MAP_KEY_MAX + 1];
    write_seek_key(exchange, key, sizeof key);
    exchange_close_stream(server, key);
    seeks_remove_all(server, who, send_unseek_reply, exchange);
}
