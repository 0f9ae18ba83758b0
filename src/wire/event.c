/* SPDX-License-Identifier: MIT */
/* The bytes of an entry. All numbers are varints; those that may be negative are zig-zag encoded.
 *
 *     head     the action's kind, or CHAT; by or room; which of the optional parts follow
 *     at
 *     [request]                                  its size, its bytes
 *   of an action
 *     [more    which of these follow, and the winner
 *      when    the action's own time, if different: the difference
 *      lag, milliseconds of add-time or the reason of another action, move of a non-move,
 *      compensation]
 *     [move]                                     of a move
 *     [left    White's and Black's]              with a clock
 *   of a chat line
 *     name, text                                 size and bytes each
 */
#include "wire/event.h"

#include <limits.h>
#include <string.h>

#include "base/fault.h"

enum {
    CHAT = 15, /* instead of an action's kind */
    KIND_MASK = 15,
    SIDE_SHIFT = 4,
    HAS_CLOCKS = 0x20,
    HAS_REQUEST = 0x40,
    HAS_MORE = 0x80
};
enum {
    MORE_WHEN = 1,
    MORE_LAG = 2,
    MORE_DETAIL = 4,
    MORE_MOVE = 8,
    WINNER_SHIFT = 4,
    WINNER_MASK = 3,
    MORE_COMPENSATION = 0x40,
    MORE_END = 0x80
};
_Static_assert((int)RK_ACTION_COUNT <= (int)CHAT, "CHAT must differ from every action");

// ---- writing ---------------------------------------------------------------------------------

static void put_text(struct buffer *out, const char *text, size_t max)
{
    const size_t size = strnlen(text, max);
    buffer_varint(out, size);
    buffer_add(out, text, size);
}

/* The log has one field for both, because no action has milliseconds and a reason. */
static int64_t action_detail(const rk_action *action)
{
    return action->kind == RK_ACT_ADD_TIME ? action->milliseconds : (int64_t)action->reason;
}

static unsigned event_more(const struct event *event)
{
    const rk_action *action = &event->action;
    return (action->at != event->at ? MORE_WHEN : 0U) | (action->lag ? MORE_LAG : 0U) |
           (action_detail(action) ? MORE_DETAIL : 0U) |
           (action->kind != RK_ACT_MOVE && action->move ? MORE_MOVE : 0U) |
           (event->compensation ? MORE_COMPENSATION : 0U) |
           (unsigned)action->winner << WINNER_SHIFT;
}

static bool has_clocks(const struct event *event)
{
    return event->left[RK_WHITE] != INT64_MAX || event->left[RK_BLACK] != INT64_MAX;
}

static unsigned event_head(const struct event *event, unsigned more)
{
    const unsigned request = event->request[0] ? HAS_REQUEST : 0;
    if (event->kind == EVENT_CHAT)
        return CHAT | (unsigned)event->room << SIDE_SHIFT | request;
    return (unsigned)event->action.kind | (unsigned)event->action.by << SIDE_SHIFT | request |
           (has_clocks(event) ? HAS_CLOCKS : 0U) | (more ? HAS_MORE : 0U);
}

static void put_more(struct buffer *out, const struct event *event, unsigned more)
{
    const rk_action *action = &event->action;
    if (more)
        buffer_varint(out, more);
    if (more & MORE_WHEN)
        buffer_signed_varint(out, (int64_t)((uint64_t)action->at - (uint64_t)event->at));
    if (more & MORE_LAG)
        buffer_signed_varint(out, action->lag);
    if (more & MORE_DETAIL)
        buffer_signed_varint(out, action_detail(action));
    if (more & MORE_MOVE)
        buffer_varint(out, action->move);
    if (more & MORE_COMPENSATION)
        buffer_signed_varint(out, event->compensation);
}

void event_encode(const struct event *event, struct buffer *out)
{
    const unsigned more = event->kind == EVENT_CHAT ? 0 : event_more(event);
    buffer_put(out, (char)event_head(event, more));
    buffer_signed_varint(out, event->at);
    if (event->request[0])
        put_text(out, event->request, EVENT_REQUEST_MAX);
    if (event->kind == EVENT_CHAT) {
        put_text(out, event->name, EVENT_NAME_MAX);
        put_text(out, event->text, EVENT_TEXT_MAX);
        return;
    }
    put_more(out, event, more);
    if (event->action.kind == RK_ACT_MOVE)
        buffer_varint(out, event->action.move);
    for (rk_side side = RK_WHITE; has_clocks(event) && side <= RK_BLACK; side++)
        buffer_signed_varint(out, event->left[side]);
}

// ---- reading ---------------------------------------------------------------------------------

struct source {
    const uint8_t *start, *at, *end;
    rk_fault *fault;
};

static rk_err decode_fail(const struct source *in, const char *message)
{
    return fault_set(in->fault, RK_BAD_RECORD, (size_t)(in->at - in->start), message);
}

/* Accepts only the shortest form, so that an event has exactly one encoding. */
static rk_err get_varint(struct source *in, uint64_t *out)
{
    uint64_t value = 0;
    for (int i = 0; i < 10; i++) {
        if (in->at + i == in->end)
            return decode_fail(in, "truncated number");
        const uint8_t byte = in->at[i];
        if (i == 9 && byte > 1)
            break;
        value |= (uint64_t)(byte & 0x7f) << 7 * i;
        if (byte & 0x80)
            continue;
        if (i && !byte)
            return decode_fail(in, "number not in its shortest form");
        in->at += i + 1;
        *out = value;
        return RK_OK;
    }
    return decode_fail(in, "number too large");
}

static rk_err get_signed(struct source *in, int64_t *out)
{
    uint64_t value = 0;
    const rk_err err = get_varint(in, &value);
    if (!err)
        *out = (int64_t)(value >> 1 ^ -(value & 1));
    return err;
}

static rk_err get_move(struct source *in, rk_move *out)
{
    const struct source before = *in;
    uint64_t value = 0;
    const rk_err err = get_varint(in, &value);
    if (err)
        return err;
    if (value > UINT16_MAX)
        return decode_fail(&before, "invalid move");
    *out = (rk_move)value;
    return RK_OK;
}

static rk_err get_text(struct source *in, char *out, size_t max)
{
    uint64_t size = 0;
    const rk_err err = get_varint(in, &size);
    if (err)
        return err;
    if (size > max || size > (size_t)(in->end - in->at))
        return decode_fail(in, "truncated or too long text");
    if (size && memchr(in->at, 0, (size_t)size))
        return decode_fail(in, "NUL in a text");
    memcpy(out, in->at, (size_t)size);
    out[size] = '\0';
    in->at += size;
    return RK_OK;
}

static rk_err get_detail(struct source *in, rk_action *action)
{
    const struct source before = *in;
    int64_t detail = 0;
    const rk_err err = get_signed(in, &detail);
    if (err)
        return err;
    if (action->kind == RK_ACT_ADD_TIME) {
        action->milliseconds = detail;
        return RK_OK;
    }
    if (detail < 0 || detail > INT_MAX)
        return decode_fail(&before, "reason of an action out of range");
    action->reason = (unsigned)detail;
    return RK_OK;
}

static rk_err get_more_values(struct source *in, unsigned more, struct event *event)
{
    rk_action *action = &event->action;
    rk_err err = RK_OK;
    int64_t difference = 0;
    if (more & MORE_WHEN)
        err = get_signed(in, &difference);
    action->at = (int64_t)((uint64_t)event->at + (uint64_t)difference);
    if (!err && more & MORE_LAG)
        err = get_signed(in, &action->lag);
    if (!err && more & MORE_DETAIL)
        err = get_detail(in, action);
    if (!err && more & MORE_MOVE)
        err = get_move(in, &action->move);
    if (!err && more & MORE_COMPENSATION)
        err = get_signed(in, &event->compensation);
    return err;
}

static rk_err get_more(struct source *in, struct event *event)
{
    const struct source before = *in;
    uint64_t more = 0;
    rk_err err = get_varint(in, &more);
    if (err)
        return err;
    if (more >= MORE_END)
        return decode_fail(&before, "unknown part");
    if ((more >> WINNER_SHIFT & WINNER_MASK) > RK_NOBODY_WINS)
        return decode_fail(&before, "invalid winner");
    event->action.winner = (rk_winner)(more >> WINNER_SHIFT & WINNER_MASK);
    err = get_more_values(in, (unsigned)more, event);
    // A part that is announced but empty would be encoded differently.
    if (!err && event_more(event) != more)
        err = decode_fail(&before, "an announced part is empty");
    return err;
}

static rk_err get_action(struct source *in, unsigned head, struct event *event)
{
    if ((head & KIND_MASK) >= RK_ACTION_COUNT)
        return decode_fail(in, "unknown action");
    event->action.kind = (rk_action_kind)(head & KIND_MASK);
    event->action.by = (rk_side)(head >> SIDE_SHIFT & 1);
    event->action.at = event->at;
    rk_err err = RK_OK;
    if (head & HAS_MORE) {
        err = get_more(in, event);
        if (!err && !event_more(event))
            err = decode_fail(in, "an announced part is empty");
    }
    if (!err && event->action.kind == RK_ACT_MOVE)
        err = get_move(in, &event->action.move);
    for (rk_side side = RK_WHITE; !err && head & HAS_CLOCKS && side <= RK_BLACK; side++)
        err = get_signed(in, &event->left[side]);
    if (!err && head & HAS_CLOCKS && !has_clocks(event))
        err = decode_fail(in, "clocks announced but unset");
    return err;
}

static rk_err get_chat(struct source *in, unsigned head, struct event *event, char *text)
{
    if (head & (HAS_CLOCKS | HAS_MORE))
        return decode_fail(in, "a chat line has no clock");
    event->kind = EVENT_CHAT;
    event->room = (enum chat_room)(head >> SIDE_SHIFT & 1);
    const rk_err err = get_text(in, event->name, EVENT_NAME_MAX);
    event->text = text;
    return err ? err : get_text(in, text, EVENT_TEXT_MAX);
}

static rk_err get_event(struct source *in, struct event *event, char *text)
{
    if (in->at == in->end)
        return decode_fail(in, "unexpected end");
    const unsigned head = *in->at++;
    rk_err err = get_signed(in, &event->at);
    if (!err && head & HAS_REQUEST)
        err = get_text(in, event->request, EVENT_REQUEST_MAX);
    if (!err && head & HAS_REQUEST && !event->request[0])
        err = decode_fail(in, "empty request id");
    if (err)
        return err;
    return (head & KIND_MASK) == CHAT ? get_chat(in, head, event, text)
                                      : get_action(in, head, event);
}

rk_err event_decode(const void *bytes, size_t size, struct event *out, char *text, size_t *out_used,
                    rk_fault *fault)
{
    struct source in = {bytes, bytes, (const uint8_t *)bytes + size, fault};
    struct event event = {.kind = EVENT_ACTION, .left = {INT64_MAX, INT64_MAX}};
    const rk_err err = get_event(&in, &event, text);
    if (err)
        return err;
    *out = event;
    *out_used = (size_t)(in.at - in.start);
    return RK_OK;
}
