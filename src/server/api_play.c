/* SPDX-License-Identifier: MIT */
/* Playing by the API, for bots and for boards: commands to a game, and seeks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounts/user_text.h"
#include "base/text.h"
#include "lobby/seeks.h"
#include "server/api.h"
#include "server/handlers.h"

enum { TIME_MIN = 5, TIME_MAX = 60, INCREMENT_MAX = 180, DAYS_MAX = 14 };

// ---- commands --------------------------------------------------------------------------------

static void answer(void *context, const struct reply *reply)
{
    api_reply(context, reply);
}

static void ignore(void *context, const struct reply *reply)
{
    (void)context, (void)reply;
}

static struct command command_of(const struct exchange *exchange, enum verb verb)
{
    return (struct command){.verb = verb,
                            .by = exchange->caller.who,
                            .version = -1,
                            .address = exchange->request.address};
}

static void command(struct exchange *exchange, struct round *round, enum verb verb)
{
    const struct command order = command_of(exchange, verb);
    round_command(round, &order, answer, exchange);
}

/* Whose draw offer stands. */
static bool offers_draw(const struct round *round, unsigned side)
{
    return rk_game_draw_offer(round_game(round)) == side;
}

static bool is_turn_of(const struct round *round, unsigned side)
{
    return rk_game_position(round_game(round))->turn == side;
}

/* Hands a game on to what is to be done with it, if the caller plays it. */
static void open_game(struct exchange *exchange, round_callback *then)
{
    if (api_check_family(exchange))
        round_open(exchange->server, exchange->params[1], then, exchange);
}

// ---- moves -----------------------------------------------------------------------------------

static bool is_square(const char *at)
{
    return at[0] >= 'a' && at[0] <= 'h' && at[1] >= '1' && at[1] <= '8';
}

/* Two squares and perhaps a letter, or a drop: not what people write. */
static bool is_uci(const char *word)
{
    const size_t size = strlen(word);
    if (size == 4 && word[1] == '@')
        return is_square(word + 2);
    return (size == 4 || size == 5) && is_square(word) && is_square(word + 2);
}

/* A pawn that reaches the last rank and does not say what it becomes. */
static bool lacks_promotion(const rk_position *pos, const char *word)
{
    if (strlen(word) != 4 || word[1] == '@')
        return false;
    const rk_piece piece = rk_position_at(pos, rk_square_at(word[0] - 'a', word[1] - '1'));
    return piece.kind == RK_PAWN && word[3] == (piece.side == RK_WHITE ? '8' : '1');
}

static void write_move(const struct round *round, const char *word, char *out, size_t size)
{
    const rk_position *pos = rk_game_position(round_game(round));
    const unsigned promotions = rk_variant_promotions((rk_variant)pos->variant);
    const rk_kind best = promotions & 1U << RK_QUEEN ? RK_QUEEN : RK_AMAZON;
    struct text text = text_in(out, size);
    text_add(&text, word);
    if (lacks_promotion(pos, word))
        text_put(&text, rk_piece_letter((rk_piece){best, RK_BLACK}));
    text_end(&text);
}

static void play_move(void *context, struct round *round, const char *why)
{
    (void)why;
    struct exchange *exchange = context;
    unsigned side;
    if (!api_check_player(exchange, round, &side))
        return;
    if (!is_uci(exchange->params[2])) {
        exchange_refuse(exchange, REFUSED_SYNTAX, "a move is two squares, as in e2e4 or e7e8q");
        return;
    }
    const bool draw = form_bool(exchange->form, "offeringDraw", false);
    if (draw && offers_draw(round, !side) && is_turn_of(round, side)) {
        command(exchange, round, VERB_ACCEPT_DRAW);
        return;
    }
    if (!draw && form_text(exchange->form, "offeringDraw") && offers_draw(round, side)) {
        const struct command taken_back = command_of(exchange, VERB_WITHDRAW_DRAW);
        round_command(round, &taken_back, ignore, NULL);
    }
    struct command order = command_of(exchange, VERB_MOVE);
    order.offers_draw = draw;
    write_move(round, exchange->params[2], order.move, sizeof order.move);
    round_command(round, &order, answer, exchange);
}

void api_move_handler(struct exchange *exchange)
{
    open_game(exchange, play_move);
}

// ---- offers ----------------------------------------------------------------------------------

static void offer_draw(struct exchange *exchange, struct round *round, unsigned side)
{
    if (offers_draw(round, !side))
        command(exchange, round, VERB_ACCEPT_DRAW);
    else if (is_turn_of(round, side) && rk_game_can_claim(round_game(round)))
        command(exchange, round, VERB_CLAIM_DRAW);
    else if (offers_draw(round, side))
        exchange_ok(exchange);
    else
        command(exchange, round, VERB_OFFER_DRAW);
}

/* Saying no is always right, also where nothing was offered. */
static void decline_draw(struct exchange *exchange, struct round *round, unsigned side)
{
    if (offers_draw(round, RK_WHITE) || offers_draw(round, RK_BLACK)) {
        const struct command order =
            command_of(exchange, offers_draw(round, side) ? VERB_WITHDRAW_DRAW : VERB_DECLINE_DRAW);
        round_command(round, &order, ignore, NULL);
    }
    exchange_ok(exchange);
}

static void answer_draw(void *context, struct round *round, const char *why)
{
    (void)why;
    struct exchange *exchange = context;
    unsigned side;
    if (!api_check_player(exchange, round, &side))
        return;
    if (is_true(exchange->params[2]))
        offer_draw(exchange, round, side);
    else
        decline_draw(exchange, round, side);
}

void api_draw_handler(struct exchange *exchange)
{
    open_game(exchange, answer_draw);
}

static void answer_takeback(void *context, struct round *round, const char *why)
{
    (void)why;
    struct exchange *exchange = context;
    unsigned side;
    if (!api_check_player(exchange, round, &side))
        return;
    if (is_true(exchange->params[2]))
        exchange_refuse(exchange, REFUSED_NOT_NOW, "a move played online is never taken back");
    else
        exchange_ok(exchange);
}

void api_takeback_handler(struct exchange *exchange)
{
    open_game(exchange, answer_takeback);
}

// ---- other commands --------------------------------------------------------------------------

static void resign(struct exchange *exchange, struct round *round)
{
    command(exchange, round, round_can_abort(round) ? VERB_ABORT : VERB_RESIGN);
}

static void abort_game(struct exchange *exchange, struct round *round)
{
    command(exchange, round, VERB_ABORT);
}

static void claim_victory(struct exchange *exchange, struct round *round)
{
    command(exchange, round, VERB_CLAIM_VICTORY);
}

static void claim_draw(struct exchange *exchange, struct round *round)
{
    command(exchange, round, VERB_CLAIM_ABSENT_DRAW);
}

static void berserk(struct exchange *exchange, struct round *round)
{
    (void)round;
    exchange_refuse(exchange, REFUSED_NOT_NOW, "one can go berserk in an arena only");
}

static bool take_room(struct exchange *exchange, enum chat_room *out)
{
    const char *room = form_text(exchange->form, "room");
    *out = room && !strcmp(room, "spectator") ? ROOM_SPECTATORS : ROOM_PLAYERS;
    if (!room || *out == ROOM_SPECTATORS || !strcmp(room, "player"))
        return true;
    exchange_refuse_field(exchange, "room", "a room is player or spectator");
    return false;
}

static void say(struct exchange *exchange, struct round *round)
{
    struct command order = command_of(exchange, VERB_CHAT);
    const char *text = form_text(exchange->form, "text");
    if (!take_room(exchange, &order.room))
        return;
    if (!text || !*text || user_text_count(text) > LINE_CHARACTERS ||
        strlen(text) > EVENT_TEXT_MAX) {
        exchange_refuse_field(exchange, "text", "a line has 1 to 140 characters");
        return;
    }
    snprintf(order.text, sizeof order.text, "%s", text);
    round_command(round, &order, answer, exchange);
}

static const struct {
    const char *name;
    void (*act)(struct exchange *exchange, struct round *round);
} acts[] = {{"abort", abort_game},
            {"resign", resign},
            {"chat", say},
            {"claim-victory", claim_victory},
            {"claim-draw", claim_draw},
            {"berserk", berserk}};
enum { ACT_COUNT = sizeof acts / sizeof *acts };

static size_t act_of(const char *name)
{
    size_t act = 0;
    while (act < ACT_COUNT && strcmp(acts[act].name, name) != 0)
        act++;
    return act;
}

static void act(void *context, struct round *round, const char *why)
{
    (void)why;
    struct exchange *exchange = context;
    unsigned side;
    if (api_check_player(exchange, round, &side))
        acts[act_of(exchange->params[2])].act(exchange, round);
}

void api_verb_handler(struct exchange *exchange)
{
    if (act_of(exchange->params[2]) < ACT_COUNT)
        open_game(exchange, act);
    else
        exchange_refuse(exchange, REFUSED_NOT_FOUND, NULL);
}

static void list_chat(void *context, struct round *round, const char *why)
{
    (void)why;
    struct exchange *exchange = context;
    unsigned side;
    if (!api_check_player(exchange, round, &side))
        return;
    const struct journal *journal = round_journal(round);
    struct json json = json_in(&exchange->body);
    json_begin_array(&json);
    for (size_t i = 0; i < journal->count; i++) {
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
    open_game(exchange, list_chat);
}

static void add_time(void *context, struct round *round, const char *why)
{
    (void)why;
    struct exchange *exchange = context;
    struct command order = command_of(exchange, VERB_ADD_TIME);
    char *end;
    const unsigned long seconds = strtoul(exchange->params[1], &end, 10);
    if (!round || game_info_side(round_info(round), order.by.id) > RK_BLACK) {
        exchange_refuse(exchange, REFUSED_NOT_FOUND, "No such game");
        return;
    }
    if (*end || seconds < TIME_MIN || seconds > TIME_MAX) {
        exchange_refuse(exchange, REFUSED_SYNTAX, "5 to 60 seconds can be given");
        return;
    }
    order.seconds = (unsigned)seconds;
    round_command(round, &order, answer, exchange);
}

void api_add_time_handler(struct exchange *exchange)
{
    round_open(exchange->server, exchange->params[0], add_time, exchange);
}

// ---- seeks -----------------------------------------------------------------------------------

/* A seek that lasts as long as the stream. */
struct seek_stream {
    struct exchange *exchange;
    char id[GAME_ID_SIZE + 1]; /* "": it does not stand */
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

static void end_seek(void *context, const char *game, const char *why)
{
    (void)game, (void)why;
    struct seek_stream *stream = context;
    *stream->id = '\0';
    exchange_close(stream->exchange);
}

static void begin_seek(void *context, const struct reply *reply, const char *id)
{
    struct seek_stream *stream = context;
    struct exchange *exchange = stream->exchange;
    if (reply->refusal != NOT_REFUSED) {
        api_refuse(exchange, reply);
        return;
    }
    const struct seek *seek = seek_find_by_owner(exchange->server, exchange->caller.who.id);
    const bool stands = seek && !strcmp(seek->id, id);
    if (stands)
        snprintf(stream->id, sizeof stream->id, "%s", id);
    exchange->gone = leave_seek;
    exchange_stream(exchange, "application/x-ndjson", API_SEEK_KEEP_ALIVE);
    char key[MAP_KEY_MAX + 1];
    write_seek_key(exchange, key, sizeof key);
    exchange_replace(exchange, key);
    if (!stands) // it was paired at once
        exchange_close(exchange);
}

static void answer_lasting_seek(void *context, const struct reply *reply, const char *id)
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

static bool seek_terms(struct exchange *exchange, struct game_settings *out, bool *persistent)
{
    const struct form *form = exchange->form;
    int64_t minutes = -1, increment = -1, days = -1;
    if (!form_thousandths(form, "time", 0, 180000, &minutes)) {
        exchange_refuse_field(exchange, "time", "minutes, from 0 to 180");
        return false;
    }
    if (!form_integer(form, "increment", 0, INCREMENT_MAX, &increment)) {
        exchange_refuse_field(exchange, "increment", "whole seconds, from 0 to 180");
        return false;
    }
    if (!form_integer(form, "days", 1, DAYS_MAX, &days)) {
        exchange_refuse_field(exchange, "days", "days, from 1 to 14");
        return false;
    }
    if ((minutes < 0 || increment < 0) && days < 0) {
        exchange_refuse_field(exchange, "time", "a seek needs time and increment, or days");
        return false;
    }
    *persistent = minutes < 0 || increment < 0;
    const struct game_settings_request wanted = {.variant = form_text(form, "variant"),
                                                 .side = form_text(form, "color"),
                                                 .rated = form_bool(form, "rated", false),
                                                 .limit = *persistent ? -1 : minutes * 60 / 1000,
                                                 .increment = *persistent ? -1 : increment,
                                                 .days = *persistent ? days : -1};
    return api_make_terms(exchange, &wanted, out);
}

static void seek(struct exchange *exchange, const struct game_settings *settings, bool persistent)
{
    struct seek_params wanted = {.who = &exchange->caller.who,
                                 .address = exchange->request.address,
                                 .settings = settings,
                                 .rating_range = form_text(exchange->form, "ratingRange"),
                                 .persistent = persistent};
    if (persistent) {
        seek_add(exchange->server, &wanted, answer_lasting_seek, exchange);
        return;
    }
    struct seek_stream *stream = calloc(1, sizeof *stream);
    if (!stream) {
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return;
    }
    exchange->data = stream;
    stream->exchange = exchange;
    wanted.over = end_seek;
    seek_add(exchange->server, &wanted, begin_seek, stream);
}

void api_seek_handler(struct exchange *exchange)
{
    struct game_settings settings;
    bool persistent;
    if (exchange->caller.who.role == ROLE_BOT) {
        exchange_refuse_status(exchange, 400, "bots do not seek; they challenge");
        return;
    }
    if (!seek_terms(exchange, &settings, &persistent))
        return;
    if (!api_board_may_play(&settings, false)) {
        exchange_refuse_status(exchange, 400,
                               "this is too fast for the board API; it begins at rapid");
        return;
    }
    const struct seek *former = seek_find_by_owner(exchange->server, exchange->caller.who.id);
    if (former && !former->persistent)
        exchange_refuse_rate_key(exchange, 429, "seek.live",
                                 "you look for an opponent already; end that seek first", 1);
    else
        seek(exchange, &settings, persistent);
}

static void answer_unseek(void *context, const struct reply *reply, const char *id)
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
    seeks_remove_all(server, who, answer_unseek, exchange);
}
