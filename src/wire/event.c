/* SPDX-License-Identifier: MIT */
/* An entry's bytes, all numbers varints, those that may be negative zig-zag:
 *
 *     head     the action's kind, or CHAT; by or room; what of the rest is there
 *     at
 *     [request]                                  its size, its bytes
 *   of an action
 *     [more    which of these are there, and the winner
 *      when    if the action's own time is another: by how much
 *      lag, milliseconds of add-time or the reason of another action, move of what is no move]
 *     [move]                                     of a move
 *     [left    White's and Black's]              with a clock
 *   of something said
 *     name, text                                 size and bytes each
 */
#include "wire/event.h"

#include <limits.h>
#include <string.h>

#include "base/fault.h"

enum {
    CHAT = 15, /* in the place of an action's kind */
    KIND_MASK = 15,
    SIDE_SHIFT = 4,
    HAS_CLOCKS = 0x20,
    HAS_REQUEST = 0x40,
    HAS_MORE = 0x80
};
enum { MORE_WHEN = 1, MORE_LAG = 2, MORE_DETAIL = 4, MORE_MOVE = 8, WINNER_SHIFT = 4 };
_Static_assert((int)RK_ACTION_COUNT <= (int)CHAT, "an action fits beside what is said");

// ---- writing ---------------------------------------------------------------------------------

/* Small numbers of either sign become small ones without: 0, -1, 1, -2... */
static void put_signed(struct buffer *out, int64_t number)
{
    const uint64_t twice = (uint64_t)number << 1;
    buffer_varint(out, number < 0 ? ~twice : twice);
}

static void put_text(struct buffer *out, const char *text, size_t most)
{
    const size_t size = strnlen(text, most);
    buffer_varint(out, size);
    buffer_add(out, text, size);
}

/* Logs have one field for both: no action has milliseconds and a reason. */
static int64_t detail_of(const rk_action *action)
{
    return action->kind == RK_ACT_ADD_TIME ? action->milliseconds : (int64_t)action->reason;
}

static unsigned more_of(const struct event *event)
{
    const rk_action *action = &event->action;
    return (action->at != event->at ? MORE_WHEN : 0U) | (action->lag ? MORE_LAG : 0U) |
           (detail_of(action) ? MORE_DETAIL : 0U) |
           (action->kind != RK_ACT_MOVE && action->move ? MORE_MOVE : 0U) |
           (unsigned)action->winner << WINNER_SHIFT;
}

static bool has_clocks(const struct event *event)
{
    return event->left[RK_WHITE] != INT64_MAX || event->left[RK_BLACK] != INT64_MAX;
}

static unsigned head_of(const struct event *event, unsigned more)
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
        put_signed(out, (int64_t)((uint64_t)action->at - (uint64_t)event->at));
    if (more & MORE_LAG)
        put_signed(out, action->lag);
    if (more & MORE_DETAIL)
        put_signed(out, detail_of(action));
    if (more & MORE_MOVE)
        buffer_varint(out, action->move);
}

void event_encode(const struct event *event, struct buffer *out)
{
    const unsigned more = event->kind == EVENT_CHAT ? 0 : more_of(event);
    buffer_put(out, (char)head_of(event, more));
    put_signed(out, event->at);
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
    for (int side = 0; has_clocks(event) && side < 2; side++)
        put_signed(out, event->left[side]);
}

// ---- reading ---------------------------------------------------------------------------------

struct source {
    const uint8_t *start, *at, *end;
    rk_fault *fault;
};

static rk_err fail(const struct source *in, const char *words)
{
    return fault_tell(in->fault, RK_BAD_RECORD, (size_t)(in->at - in->start), words);
}

/* Only the shortest form of a number is one, so that an event has one form. */
static rk_err get_varint(struct source *in, uint64_t *out)
{
    uint64_t value = 0;
    for (int i = 0; i < 10; i++) {
        if (in->at + i == in->end)
            return fail(in, "a number is cut off");
        const uint8_t byte = in->at[i];
        if (i == 9 && byte > 1)
            break;
        value |= (uint64_t)(byte & 0x7f) << 7 * i;
        if (byte & 0x80)
            continue;
        if (i && !byte)
            return fail(in, "a number is longer than it needs to be");
        in->at += i + 1;
        *out = value;
        return RK_OK;
    }
    return fail(in, "a number is too large");
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
        return fail(&before, "there is no such move");
    *out = (rk_move)value;
    return RK_OK;
}

static rk_err get_text(struct source *in, char *out, size_t most)
{
    uint64_t size = 0;
    const rk_err err = get_varint(in, &size);
    if (err)
        return err;
    if (size > most || size > (size_t)(in->end - in->at))
        return fail(in, "a text is cut off or too long");
    if (size && memchr(in->at, 0, (size_t)size))
        return fail(in, "there is a NUL in a text");
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
        return fail(&before, "the reason of an action is out of range");
    action->reason = (unsigned)detail;
    return RK_OK;
}

static rk_err get_more_values(struct source *in, unsigned more, struct event *event)
{
    rk_action *action = &event->action;
    rk_err err = RK_OK;
    int64_t apart = 0;
    if (more & MORE_WHEN)
        err = get_signed(in, &apart);
    action->at = (int64_t)((uint64_t)event->at + (uint64_t)apart);
    if (!err && more & MORE_LAG)
        err = get_signed(in, &action->lag);
    if (!err && more & MORE_DETAIL)
        err = get_detail(in, action);
    if (!err && more & MORE_MOVE)
        err = get_move(in, &action->move);
    return err;
}

static rk_err get_more(struct source *in, struct event *event)
{
    const struct source before = *in;
    uint64_t more = 0;
    rk_err err = get_varint(in, &more);
    if (err)
        return err;
    if (more >> WINNER_SHIFT > RK_NOBODY_WINS)
        return fail(&before, "nobody can win like this");
    event->action.winner = (rk_winner)(more >> WINNER_SHIFT);
    err = get_more_values(in, (unsigned)more, event);
    // What was said to be there and is nothing would be written in another form.
    if (!err && more_of(event) != more)
        err = fail(&before, "something is said to be there that is not");
    return err;
}

static rk_err get_action(struct source *in, unsigned head, struct event *event)
{
    if ((head & KIND_MASK) >= RK_ACTION_COUNT)
        return fail(in, "there is no such action");
    event->action.kind = (rk_action_kind)(head & KIND_MASK);
    event->action.by = (rk_side)(head >> SIDE_SHIFT & 1);
    event->action.at = event->at;
    rk_err err = RK_OK;
    if (head & HAS_MORE) {
        err = get_more(in, event);
        if (!err && !more_of(event))
            err = fail(in, "something is said to be there that is not");
    }
    if (!err && event->action.kind == RK_ACT_MOVE)
        err = get_move(in, &event->action.move);
    for (int side = 0; !err && head & HAS_CLOCKS && side < 2; side++)
        err = get_signed(in, &event->left[side]);
    if (!err && head & HAS_CLOCKS && !has_clocks(event))
        err = fail(in, "there are clocks that are none");
    return err;
}

static rk_err get_chat(struct source *in, unsigned head, struct event *event, char *text)
{
    if (head & (HAS_CLOCKS | HAS_MORE))
        return fail(in, "what is said has no clock");
    event->kind = EVENT_CHAT;
    event->room = (enum chat_room)(head >> SIDE_SHIFT & 1);
    const rk_err err = get_text(in, event->name, EVENT_NAME_MAX);
    event->text = text;
    return err ? err : get_text(in, text, EVENT_TEXT_MAX);
}

static rk_err get_event(struct source *in, struct event *event, char *text)
{
    if (in->at == in->end)
        return fail(in, "there is nothing");
    const unsigned head = *in->at++;
    rk_err err = get_signed(in, &event->at);
    if (!err && head & HAS_REQUEST)
        err = get_text(in, event->request, EVENT_REQUEST_MAX);
    if (!err && head & HAS_REQUEST && !event->request[0])
        err = fail(in, "the request has no id");
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
