/* SPDX-License-Identifier: MIT */
/* Messages of the table: written, read back, and refused when invalid. */
#include "wire/message.h"

#include <stdio.h>
#include <string.h>

#include "support/board.h"
#include "wire/refusals.h"
#include "wire/verbs.h"

static struct message read_one(enum message_direction direction, const char *json)
{
    struct message message;
    rk_fault fault = {.text = ""};
    if (message_read(direction, json, strlen(json), &message, &fault))
        fail_msg("%s: %s", json, fault.text);
    return message;
}

static void expect_error(enum message_direction direction, const char *json, const char *substring)
{
    struct message message, untouched;
    memset(&message, 0x5a, sizeof message);
    untouched = message;
    rk_fault fault = {.text = ""};
    assert_int_equal(message_read(direction, json, strlen(json), &message, &fault), RK_BAD_SYNTAX);
    assert_int_equal(message_read(direction, json, strlen(json), &message, NULL), RK_BAD_SYNTAX);
    assert_memory_equal(&message, &untouched, sizeof message);
    if (!strstr(fault.text, substring))
        fail_msg("\"%s\" does not contain \"%s\"", fault.text, substring);
}

static void a_move_is_read(void **state)
{
    (void)state;
    struct message message = read_one(
        MESSAGE_TO_SERVER, "{\"t\":\"act\",\"game\":\"Ab3dE6gH\",\"id\":\"c1\",\"version\":7,"
                           "\"verb\":\"move\",\"move\":\"e2e4\",\"draw\":true}");
    assert_int_equal(message.kind, KIND_OF_message_act);
    const struct message_act *act = &message.as.message_act;
    assert_string_equal(act->game, "Ab3dE6gH");
    assert_string_equal(act->id, "c1");
    assert_int_equal(act->version, 7);
    assert_string_equal(act->verb, "move");
    assert_string_equal(act->move, "e2e4");
    assert_true(act->draw);
    assert_true(act->seconds == INTEGER_MISSING);
    assert_null(act->room);
    assert_null(act->text);
    message_fini(&message);
}

static void written_messages_are_read_back(void **state)
{
    (void)state;
    const struct message_event event = {.game = "Ab3dE6gH",
                                        .version = 12,
                                        .what = "move",
                                        .by = "white",
                                        .move = "e2e4",
                                        .white_ms = 1234,
                                        .black_ms = INTEGER_MISSING,
                                        .lag = INTEGER_MISSING,
                                        .white_diff = INTEGER_MISSING,
                                        .black_diff = INTEGER_MISSING,
                                        .deadline_ms = INTEGER_MISSING,
                                        .white_lag = INTEGER_MISSING,
                                        .black_lag = INTEGER_MISSING,
                                        .status = "started"};
    struct buffer out = {0};
    message_write(KIND_OF_message_event, &event, &out);
    assert_string_equal(buffer_cstr(&out),
                        "{\"t\":\"event\",\"game\":\"Ab3dE6gH\",\"version\":12,\"what\":\"move\","
                        "\"by\":\"white\",\"move\":\"e2e4\",\"white_ms\":1234,\"running\":false,"
                        "\"status\":\"started\"}");
    struct message message = read_one(MESSAGE_TO_CLIENT, buffer_cstr(&out));
    const struct message_event *again = &message.as.message_event;
    assert_int_equal(message.kind, KIND_OF_message_event);
    assert_string_equal(again->status, "started");
    assert_int_equal(again->white_ms, 1234);
    assert_true(again->black_ms == INTEGER_MISSING);
    assert_false(again->claim);
    message_fini(&message);
    buffer_fini(&out);
}

static void a_message_can_have_no_fields(void **state)
{
    (void)state;
    struct buffer out = {0};
    const struct message_ping ping = {0};
    message_write(KIND_OF_message_ping, &ping, &out);
    assert_string_equal(buffer_cstr(&out), "{\"t\":\"ping\"}");
    struct message message = read_one(MESSAGE_TO_SERVER, buffer_cstr(&out));
    assert_int_equal(message.kind, KIND_OF_message_ping);
    message_fini(&message);
    buffer_fini(&out);
}

static void a_text_for_people_is_shortened_to_what_clients_accept(void **state)
{
    (void)state;
    struct buffer out = {0};
    char text[600] = "";
    for (size_t i = 0; i < 150; i++)
        memcpy(text + 2 * i, "\u00e4", 3); // two bytes each
    const struct message_refused refused = {
        .why = "syntax", .text = text, .version = INTEGER_MISSING, .wait_ms = INTEGER_MISSING};
    message_write(KIND_OF_message_refused, &refused, &out);
    struct message message = read_one(MESSAGE_TO_CLIENT, buffer_cstr(&out));
    const char *shortened = message.as.message_refused.text;
    assert_int_equal(strlen(shortened), 196 + 3); // 98 whole characters and the ellipsis
    assert_memory_equal(shortened, text, 196);
    assert_string_equal(shortened + 196, "\u2026");
    message_fini(&message);
    text[200] = '\0'; // exactly the maximum
    buffer_clear(&out);
    message_write(KIND_OF_message_refused, &refused, &out);
    message = read_one(MESSAGE_TO_CLIENT, buffer_cstr(&out));
    assert_string_equal(message.as.message_refused.text, text);
    message_fini(&message);
    buffer_fini(&out);
}

static void a_number_for_clients_is_at_most_its_maximum(void **state)
{
    (void)state;
    struct buffer out = {0};
    const struct message_refused refused = {.why = "syntax",
                                            .text = "no",
                                            .version = INTEGER_MISSING,
                                            .wait_ms = INT64_C(5000000000000)};
    message_write(KIND_OF_message_refused, &refused, &out);
    struct message message = read_one(MESSAGE_TO_CLIENT, buffer_cstr(&out));
    assert_int_equal(message.as.message_refused.wait_ms, INT64_C(1000000000000));
    message_fini(&message);
    buffer_fini(&out);
}

static void unknown_fields_are_ignored(void **state)
{
    (void)state;
    struct message message = read_one(
        MESSAGE_TO_SERVER, "{\"mood\":[{\"a\":[]}],\"game\":\"x\",\"since\":null,\"t\":\"watch\"}");
    assert_string_equal(message.as.message_watch.game, "x");
    assert_true(message.as.message_watch.since == INTEGER_MISSING);
    message_fini(&message);
}

static void unknown_messages_are_refused(void **state)
{
    (void)state;
    expect_error(MESSAGE_TO_SERVER, "{\"t\":\"dance\"}", "\"dance\"");
    expect_error(MESSAGE_TO_SERVER, "{\"t\":\"hello\"}", "unknown message");
    expect_error(MESSAGE_TO_CLIENT, "{\"t\":\"ping\"}", "unknown message");
    expect_error(MESSAGE_TO_SERVER, "{}", "\"t\"");
    expect_error(MESSAGE_TO_SERVER, "{\"t\":7}", "\"t\"");
    expect_error(MESSAGE_TO_SERVER, "ping", "invalid JSON");
    expect_error(MESSAGE_TO_SERVER, "[\"ping\"]", "expected a JSON object");
}

static void fields_must_be_there_and_have_the_right_type(void **state)
{
    (void)state;
    expect_error(MESSAGE_TO_SERVER, "{\"t\":\"watch\"}", "missing field: \"game\"");
    expect_error(MESSAGE_TO_SERVER, "{\"t\":\"watch\",\"game\":null}", "missing field: \"game\"");
    expect_error(MESSAGE_TO_SERVER, "{\"t\":\"watch\",\"game\":7}", "text: \"game\"");
    expect_error(MESSAGE_TO_SERVER, "{\"t\":\"watch\",\"game\":\"a\",\"since\":\"7\"}",
                 "integer: \"since\"");
    expect_error(MESSAGE_TO_SERVER, "{\"t\":\"watch\",\"game\":\"a\",\"since\":1.5}",
                 "integer: \"since\"");
    expect_error(MESSAGE_TO_SERVER, "{\"t\":\"lobby\",\"on\":1}", "false: \"on\"");
    expect_error(MESSAGE_TO_SERVER, "{\"t\":\"lobby\"}", "missing field: \"on\"");
}

static void fields_are_limited(void **state)
{
    (void)state;
    struct message message = read_one(
        MESSAGE_TO_SERVER, "{\"t\":\"watch\",\"game\":\"123456789012\",\"since\":1000000000}");
    message_fini(&message);
    expect_error(MESSAGE_TO_SERVER, "{\"t\":\"watch\",\"game\":\"1234567890123\"}",
                 "too long: \"game\"");
    expect_error(MESSAGE_TO_SERVER, "{\"t\":\"watch\",\"game\":\"a\",\"since\":1000000001}",
                 "out of range");
    expect_error(MESSAGE_TO_SERVER, "{\"t\":\"watch\",\"game\":\"a\",\"since\":-1000000001}",
                 "out of range");
}

static void message_names_are_unique(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < MESSAGE_KIND_COUNT; kind++)
        for (unsigned other = 0; other < kind; other++)
            assert_string_not_equal(message_name((enum message_kind)kind),
                                    message_name((enum message_kind)other));
}

static void verbs_are_found_by_name(void **state)
{
    (void)state;
    for (unsigned i = 0; i < VERB_COUNT; i++) {
        enum verb verb = VERB_COUNT;
        assert_true(verb_from_name(verb_name((enum verb)i), &verb));
        assert_int_equal(verb, i);
    }
    enum verb verb = VERB_FLAG;
    assert_false(verb_from_name("castle", &verb));
    assert_int_equal(verb, VERB_FLAG);
    assert_int_equal(verb_stale_after(VERB_MOVE), STALE_AFTER_MOVE);
    assert_int_equal(verb_stale_after(VERB_RESIGN), STALE_NEVER);
}

static void refusals_have_a_word_a_status_and_a_text(void **state)
{
    (void)state;
    for (unsigned i = 0; i < REFUSAL_COUNT; i++) {
        const enum refusal refusal = (enum refusal)i;
        assert_true(strlen(refusal_word(refusal)) <= 16);
        assert_true(strlen(refusal_text(refusal)) > 3);
        assert_int_equal(refusal_status(refusal) < 400, refusal == NOT_REFUSED);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_is_read),
        cmocka_unit_test(written_messages_are_read_back),
        cmocka_unit_test(a_message_can_have_no_fields),
        cmocka_unit_test(a_text_for_people_is_shortened_to_what_clients_accept),
        cmocka_unit_test(a_number_for_clients_is_at_most_its_maximum),
        cmocka_unit_test(unknown_fields_are_ignored),
        cmocka_unit_test(unknown_messages_are_refused),
        cmocka_unit_test(fields_must_be_there_and_have_the_right_type),
        cmocka_unit_test(fields_are_limited),
        cmocka_unit_test(message_names_are_unique),
        cmocka_unit_test(verbs_are_found_by_name),
        cmocka_unit_test(refusals_have_a_word_a_status_and_a_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
