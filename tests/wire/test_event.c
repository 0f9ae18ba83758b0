/* SPDX-License-Identifier: MIT */
/* The encoding of log entries: everything round-trips, and each entry has one form. */
#include "wire/event.h"

#include <string.h>

#include "support/board.h"

enum { NOON = 1763208000 };
static const int64_t noon = (int64_t)NOON * 1000;

static struct event a_move(void)
{
    return (struct event){
        .kind = EVENT_ACTION,
        .at = noon,
        .action = {.kind = RK_ACT_MOVE, .move = rk_move_make(12, 28, RK_PLAIN), .at = noon},
        .left = {300000, 299999}};
}

static struct event chat_line(const char *text)
{
    struct event event = {.kind = EVENT_CHAT,
                          .at = noon,
                          .room = ROOM_SPECTATORS,
                          .name = "Anna",
                          .left = {INT64_MAX, INT64_MAX}};
    event.text = text;
    return event;
}

static void expect_same(const struct event *a, const struct event *b)
{
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->at, b->at);
    assert_string_equal(a->request, b->request);
    assert_int_equal(a->action.kind, b->action.kind);
    assert_int_equal(a->action.by, b->action.by);
    assert_int_equal(a->action.move, b->action.move);
    assert_int_equal(a->action.winner, b->action.winner);
    assert_int_equal(a->action.at, b->action.at);
    assert_int_equal(a->action.lag, b->action.lag);
    assert_int_equal(a->action.milliseconds, b->action.milliseconds);
    assert_int_equal(a->action.reason, b->action.reason);
    assert_int_equal(a->left[0], b->left[0]);
    assert_int_equal(a->left[1], b->left[1]);
    assert_int_equal(a->room, b->room);
    assert_string_equal(a->name, b->name);
    if (a->kind == EVENT_CHAT)
        assert_string_equal(a->text, b->text);
}

/* Encodes, decodes and compares; every truncation is refused. Returns the size. */
static size_t expect_round_trip(const struct event *event)
{
    struct buffer out = {0};
    event_encode(event, &out);
    struct event again;
    char text[EVENT_TEXT_MAX + 1];
    rk_fault fault = {.text = ""};
    size_t used = 0;
    if (event_decode(out.bytes, out.size, &again, text, &used, &fault))
        fail_msg("at %zu: %s", fault.offset, fault.text);
    assert_int_equal(used, out.size);
    expect_same(event, &again);
    for (size_t size = 0; size < out.size; size++) {
        assert_int_equal(event_decode(out.bytes, size, &again, text, &used, &fault), RK_BAD_RECORD);
        assert_true(fault.offset <= size && fault.text[0]);
    }
    const size_t size = out.size;
    buffer_fini(&out);
    return size;
}

static void expect_refused(const char *bytes, size_t size)
{
    struct event event, untouched;
    memset(&event, 0x5a, sizeof event);
    untouched = event;
    char text[EVENT_TEXT_MAX + 1];
    size_t used = 77;
    rk_fault fault;
    assert_int_equal(event_decode(bytes, size, &event, text, &used, &fault), RK_BAD_RECORD);
    assert_int_equal(event_decode(bytes, size, &event, text, &used, NULL), RK_BAD_RECORD);
    assert_memory_equal(&event, &untouched, sizeof event);
    assert_int_equal(used, 77);
    assert_int_equal(fault.err, RK_BAD_RECORD);
}

static void a_move_takes_few_bytes(void **state)
{
    (void)state;
    struct event event = a_move();
    assert_int_equal(expect_round_trip(&event), 1 + 6 + 2 + 3 + 3);
    event.left[0] = event.left[1] = INT64_MAX;
    assert_int_equal(expect_round_trip(&event), 1 + 6 + 2);
    strcpy(event.request, "c17");
    assert_int_equal(expect_round_trip(&event), 1 + 6 + 4 + 2);
}

static void every_action_round_trips(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < RK_ACTION_COUNT; kind++)
        for (unsigned by = 0; by < 2; by++) {
            struct event event = a_move();
            event.action.kind = (rk_action_kind)kind;
            event.action.by = (rk_side)by;
            expect_round_trip(&event);
            event.action.winner = RK_NOBODY_WINS;
            event.action.lag = 250;
            event.compensation = 200;
            if (kind == RK_ACT_ADD_TIME)
                event.action.milliseconds = 15000;
            else
                event.action.reason = 3;
            event.action.at = noon - 100;
            event.action.move = RK_NO_MOVE;
            event.left[by] = -3;
            expect_round_trip(&event);
        }
}

static void numbers_of_any_size_round_trip(void **state)
{
    (void)state;
    static const int64_t numbers[] = {0,   1,   -1,        63,        64,
                                      -64, -65, INT64_MAX, INT64_MIN, INT64_MIN + 1};
    const size_t count = sizeof numbers / sizeof *numbers;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++) {
            struct event event = a_move();
            event.at = event.left[0] = numbers[i];
            event.action.at = event.action.lag = event.left[1] = numbers[j];
            expect_round_trip(&event);
        }
}

static void chat_lines_round_trip(void **state)
{
    (void)state;
    struct event event = chat_line("Good luck \xe2\x99\x9e");
    expect_round_trip(&event);
    event.room = ROOM_PLAYERS;
    strcpy(event.request, "a");
    event.text = "";
    expect_round_trip(&event);
    memset(event.request, 'r', EVENT_REQUEST_MAX);
    memset(event.name, 'n', EVENT_NAME_MAX);
    char text[EVENT_TEXT_MAX + 1];
    memset(text, 't', EVENT_TEXT_MAX);
    text[EVENT_TEXT_MAX] = event.request[EVENT_REQUEST_MAX] = event.name[EVENT_NAME_MAX] = '\0';
    event.text = text;
    expect_round_trip(&event);
}

static void concatenated_events_are_read_back(void **state)
{
    (void)state;
    struct event events[3] = {a_move(), chat_line("hello"), a_move()};
    events[2].action.kind = RK_ACT_RESIGN;
    struct buffer out = {0};
    for (int i = 0; i < 3; i++)
        event_encode(&events[i], &out);
    size_t at = 0;
    for (int i = 0; i < 3; i++) {
        struct event again;
        char text[EVENT_TEXT_MAX + 1];
        size_t used = 0;
        assert_int_equal(event_decode(out.bytes + at, out.size - at, &again, text, &used, NULL),
                         RK_OK);
        expect_same(&events[i], &again);
        at += used;
    }
    assert_int_equal(at, out.size);
    buffer_fini(&out);
}

static void alternative_encodings_are_refused(void **state)
{
    (void)state;
    expect_refused("\x01\x80\x00", 3);     // zero as two bytes
    expect_refused("\x81\x00\x00", 3);     // an announced part that is empty
    expect_refused("\x81\x00\x02\x00", 4); // a lag of zero
    expect_refused("\x41\x00\x00", 3);     // a request without an id
    expect_refused("\x41\x00\x02"
                   "a\0",
                   5); // NUL in it
    expect_refused(
        "\x21\x00\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01\xfe\xff\xff\xff\xff\xff\xff\xff"
        "\xff\x01",
        22); // clocks announced but unset
}

static void invalid_events_are_refused(void **state)
{
    (void)state;
    expect_refused("\x81\x00\x30", 3);                                  // invalid winner
    expect_refused("\x81\x00\x40", 3);                                  // another one
    expect_refused("\x00\x00\x80\x80\x04", 5);                          // a move of 17 bits
    expect_refused("\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", 11); // 65 bits
    expect_refused("\x2f\x00\x00\x00", 4);                              // chat with a clock
    expect_refused("\x0f\x00\x21", 3);                                  // a name too long
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_takes_few_bytes),
        cmocka_unit_test(every_action_round_trips),
        cmocka_unit_test(numbers_of_any_size_round_trip),
        cmocka_unit_test(chat_lines_round_trip),
        cmocka_unit_test(concatenated_events_are_read_back),
        cmocka_unit_test(alternative_encodings_are_refused),
        cmocka_unit_test(invalid_events_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
