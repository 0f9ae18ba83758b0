/* SPDX-License-Identifier: MIT */
#include "rounds/node_messages.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MESSAGES_VERSION = 1, SPECTATORS_MAX = 100000000 };

void game_subject(const char *id, char out[GAME_SUBJECT_SIZE])
{
    snprintf(out, GAME_SUBJECT_SIZE, "game.%.8s", id);
}

// ---- fields ----------------------------------------------------------------------------------

static void put_text(struct buffer *out, const char *text)
{
    buffer_counted(out, text, strlen(text));
}

static bool is_game_id(const char *id)
{
    return strspn(id, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") ==
           GAME_ID_SIZE;
}

/* The id of a game; "" only where there may be none. */
static void get_game_id(struct byte_reader *in, bool may_be_empty, char out[GAME_ID_SIZE + 1])
{
    byte_reader_text(in, out, GAME_ID_SIZE + 1);
    if (!is_game_id(out) && !(may_be_empty && !*out))
        in->failed = true;
}

static void put_identity(struct buffer *out, const struct identity *who)
{
    put_text(out, who->id);
    put_text(out, who->name);
    buffer_varint(out, who->role);
}

static void get_identity(struct byte_reader *in, struct identity *out)
{
    byte_reader_text(in, out->id, sizeof out->id);
    byte_reader_text(in, out->name, sizeof out->name);
    out->role = (enum role)byte_reader_number(in, ROLE_COUNT - 1);
}

static rk_side get_side_or_none(struct byte_reader *in)
{
    return (rk_side)byte_reader_number(in, RK_NO_SIDE);
}

static rk_err finish_reading(const struct byte_reader *in)
{
    return byte_reader_is_done(in) ? RK_OK : RK_BAD_RECORD;
}

// ---- requests --------------------------------------------------------------------------------

static void put_command(const struct owner_request *request, struct buffer *out)
{
    const struct command *command = &request->command;
    put_identity(out, &command->by);
    buffer_varint(out, command->verb);
    buffer_put(out, (char)(command->kid | command->offers_draw << 1 | command->agreed << 2 |
                           (int)command->room << 3));
    buffer_signed_varint(out, command->version);
    put_text(out, command->request);
    put_text(out, command->move);
    buffer_varint(out, command->seconds);
    put_text(out, command->text);
    put_text(out, command->address ? command->address : "-");
    buffer_signed_varint(out, request->ping_ms);
    buffer_signed_varint(out, request->kernel_ms);
}

static void get_command(struct byte_reader *in, struct owner_request *out)
{
    struct command *command = &out->command;
    get_identity(in, &command->by);
    command->verb = (enum verb)byte_reader_number(in, VERB_COUNT - 1);
    const uint64_t flags = byte_reader_number(in, 15);
    command->kid = flags & 1;
    command->offers_draw = flags & 2;
    command->agreed = flags & 4;
    command->room = flags & 8 ? ROOM_SPECTATORS : ROOM_PLAYERS;
    command->version = byte_reader_signed(in);
    byte_reader_text(in, command->request, sizeof command->request);
    byte_reader_text(in, command->move, sizeof command->move);
    command->seconds = (unsigned)byte_reader_number(in, UINT32_MAX);
    byte_reader_text(in, command->text, sizeof command->text);
    byte_reader_text(in, out->address, sizeof out->address);
    command->address = out->address;
    out->ping_ms = byte_reader_signed(in);
    out->kernel_ms = byte_reader_signed(in);
}

static void put_report(const struct watcher_report *report, struct buffer *out)
{
    buffer_varint(out, report->number);
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++)
        buffer_put(out, (char)(report->is_present[side] | report->by_stream[side] << 1 |
                               report->left_on_purpose[side] << 2));
    buffer_varint(out, report->spectators);
    buffer_varint(out, report->version);
    buffer_put(out, report->is_gone);
}

static void get_report(struct byte_reader *in, struct watcher_report *out)
{
    out->number = byte_reader_varint(in);
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++) {
        const uint64_t flags = byte_reader_number(in, 7);
        out->is_present[side] = flags & 1;
        out->by_stream[side] = flags & 2;
        out->left_on_purpose[side] = flags & 4;
    }
    out->spectators = (uint32_t)byte_reader_number(in, SPECTATORS_MAX);
    out->version = byte_reader_number(in, INT64_MAX);
    out->is_gone = byte_reader_bool(in);
}

static void put_info(const struct game_info *info, struct buffer *out)
{
    struct buffer json = {0};
    game_info_write(info, &json);
    buffer_counted(out, json.bytes, json.size);
    out->failed |= json.failed;
    buffer_fini(&json);
}

static void get_info(struct byte_reader *in, struct owner_request *out)
{
    size_t size;
    const char *json = byte_reader_counted(in, &size);
    if (!json || game_info_read(out->game, json, size, &out->info, NULL))
        in->failed = true;
}

void owner_request_write(const struct owner_request *request, struct buffer *out)
{
    buffer_put(out, MESSAGES_VERSION);
    buffer_varint(out, request->kind);
    buffer_varint(out, request->node);
    put_text(out, request->game);
    switch (request->kind) { // no default: the compiler warns about a missing kind
    case REQUEST_COMMAND:
        put_command(request, out);
        break;
    case REQUEST_WATCHERS:
        put_report(&request->report, out);
        break;
    case REQUEST_START:
        put_info(&request->info, out);
        break;
    case REQUEST_REMATCH:
        buffer_varint(out, request->rematch_by);
        put_text(out, request->rematch);
        break;
    case REQUEST_CONDITIONAL:
        put_identity(out, &request->command.by);
        buffer_counted(out, request->lines, request->lines_size);
        break;
    case REQUEST_KIND_COUNT:
        break;
    }
}

static const char *get_lines(struct byte_reader *in, size_t *out_size)
{
    const char *lines = byte_reader_counted(in, out_size);
    if (*out_size > CONDITIONAL_TEXT_MAX)
        in->failed = true;
    return lines;
}

rk_err owner_request_parse(const void *bytes, size_t size, struct owner_request *out)
{
    struct byte_reader in = byte_reader_of(bytes, size);
    memset(out, 0, sizeof *out);
    if (byte_reader_byte(&in) != MESSAGES_VERSION)
        return RK_BAD_RECORD;
    out->kind = (enum owner_request_kind)byte_reader_number(&in, REQUEST_KIND_COUNT - 1);
    out->node = byte_reader_varint(&in);
    get_game_id(&in, false, out->game);
    switch (out->kind) {
    case REQUEST_COMMAND:
        get_command(&in, out);
        break;
    case REQUEST_WATCHERS:
        get_report(&in, &out->report);
        break;
    case REQUEST_START:
        get_info(&in, out);
        break;
    case REQUEST_REMATCH:
        out->rematch_by = get_side_or_none(&in);
        get_game_id(&in, true, out->rematch);
        break;
    case REQUEST_CONDITIONAL:
        get_identity(&in, &out->command.by);
        out->lines = get_lines(&in, &out->lines_size);
        break;
    case REQUEST_KIND_COUNT:
        break;
    }
    return finish_reading(&in);
}

// ---- replies ---------------------------------------------------------------------------------

void owner_reply_write(const struct reply *reply, struct buffer *out)
{
    buffer_put(out, MESSAGES_VERSION);
    buffer_varint(out, reply->refusal);
    put_text(out, reply->why ? reply->why : "");
    buffer_signed_varint(out, reply->version);
    buffer_signed_varint(out, reply->left[RK_WHITE]);
    buffer_signed_varint(out, reply->left[RK_BLACK]);
    buffer_varint(out, reply->wait);
    put_text(out, reply->limit ? reply->limit : "");
    buffer_put(out, reply->repeated);
}

rk_err owner_reply_parse(const void *bytes, size_t size, struct reply *out, char *why,
                         size_t why_size)
{
    struct byte_reader in = byte_reader_of(bytes, size);
    char limit[32];
    memset(out, 0, sizeof *out);
    if (byte_reader_byte(&in) != MESSAGES_VERSION)
        return RK_BAD_RECORD;
    out->refusal = (enum refusal)byte_reader_number(&in, REFUSAL_COUNT - 1);
    byte_reader_text(&in, why, why_size);
    out->why = *why ? why : NULL;
    out->version = byte_reader_signed(&in);
    out->left[RK_WHITE] = byte_reader_signed(&in);
    out->left[RK_BLACK] = byte_reader_signed(&in);
    out->wait = (unsigned)byte_reader_number(&in, UINT32_MAX);
    byte_reader_text(&in, limit, sizeof limit);
    out->limit = limit_key_find(limit);
    out->repeated = byte_reader_bool(&in);
    return finish_reading(&in);
}

// ---- last updates ----------------------------------------------------------------------------

void node_updates_subject(uint64_t node, char out[NODE_UPDATES_SUBJECT_SIZE])
{
    snprintf(out, NODE_UPDATES_SUBJECT_SIZE, "updates.%016" PRIx64, node);
}

void last_update_write(const struct last_update *last, struct buffer *out)
{
    buffer_put(out, MESSAGES_VERSION);
    put_text(out, last->game);
    buffer_signed_varint(out, last->epoch);
    buffer_varint(out, last->number);
}

bool last_update_read(struct byte_reader *in, struct last_update *out)
{
    if (!in->left || byte_reader_byte(in) != MESSAGES_VERSION)
        return false;
    get_game_id(in, false, out->game);
    out->epoch = byte_reader_signed(in);
    out->number = byte_reader_varint(in);
    return !in->failed;
}

// ---- updates ---------------------------------------------------------------------------------

static void put_double(struct buffer *out, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    buffer_varint(out, bits);
}

static double get_double(struct byte_reader *in)
{
    const uint64_t bits = byte_reader_varint(in);
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static void put_rating(const struct rating_result *rating, struct buffer *out)
{
    buffer_put(out, rating->changed);
    for (rk_side side = RK_WHITE; rating->changed && side <= RK_BLACK; side++) {
        put_double(out, rating->before[side]);
        put_double(out, rating->after[side]);
    }
}

static void get_rating(struct byte_reader *in, struct rating_result *out)
{
    out->changed = byte_reader_bool(in);
    for (rk_side side = RK_WHITE; out->changed && side <= RK_BLACK; side++) {
        out->before[side] = get_double(in);
        out->after[side] = get_double(in);
    }
}

static void put_state(const struct round_state *state, struct buffer *out)
{
    buffer_signed_varint(out, state->now);
    buffer_signed_varint(out, state->uncharged);
    buffer_signed_varint(out, state->first_move_from);
    buffer_signed_varint(out, state->ended_at);
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++) {
        buffer_put(out, (char)(state->players[side].is_present |
                               state->players[side].left_on_purpose << 1));
        buffer_signed_varint(out, state->players[side].away_since);
    }
    buffer_varint(out, state->spectators);
    buffer_varint(out, state->rematch_by);
    put_text(out, state->rematch);
    put_rating(&state->rating, out);
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++) {
        buffer_varint(out, state->conditional[side].ply);
        buffer_counted(out, state->conditional[side].lines, state->conditional[side].size);
    }
}

static void get_state(struct byte_reader *in, struct round_state *out)
{
    out->now = byte_reader_signed(in);
    out->uncharged = byte_reader_signed(in);
    out->first_move_from = byte_reader_signed(in);
    out->ended_at = byte_reader_signed(in);
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++) {
        const uint64_t flags = byte_reader_number(in, 3);
        out->players[side].is_present = flags & 1;
        out->players[side].left_on_purpose = flags & 2;
        out->players[side].away_since = byte_reader_signed(in);
    }
    out->spectators = (uint32_t)byte_reader_number(in, SPECTATORS_MAX);
    out->rematch_by = get_side_or_none(in);
    get_game_id(in, true, out->rematch);
    get_rating(in, &out->rating);
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++) {
        out->conditional[side].ply = byte_reader_number(in, UINT32_MAX);
        out->conditional[side].lines = get_lines(in, &out->conditional[side].size);
    }
}

void round_update_write(const struct round_update *update, struct buffer *out)
{
    buffer_put(out, MESSAGES_VERSION);
    buffer_signed_varint(out, update->epoch);
    buffer_varint(out, update->number);
    put_state(&update->state, out);
    buffer_varint(out, update->version);
    buffer_varint(out, update->since);
    buffer_counted(out, update->events, update->events_size);
    put_text(out, update->reply_to.subject);
    if (*update->reply_to.subject)
        buffer_counted(out, update->reply, update->reply_size);
}

rk_err round_update_parse(const void *bytes, size_t size, struct round_update *out)
{
    struct byte_reader in = byte_reader_of(bytes, size);
    memset(out, 0, sizeof *out);
    if (byte_reader_byte(&in) != MESSAGES_VERSION)
        return RK_BAD_RECORD;
    out->epoch = byte_reader_signed(&in);
    out->number = byte_reader_varint(&in);
    get_state(&in, &out->state);
    out->version = byte_reader_number(&in, INT64_MAX);
    out->since = byte_reader_number(&in, INT64_MAX);
    out->events = byte_reader_counted(&in, &out->events_size);
    byte_reader_text(&in, out->reply_to.subject, sizeof out->reply_to.subject);
    if (*out->reply_to.subject)
        out->reply = byte_reader_counted(&in, &out->reply_size);
    return finish_reading(&in);
}
