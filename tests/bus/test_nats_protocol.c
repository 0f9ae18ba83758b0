/* SPDX-License-Identifier: MIT */
/* What a server of NATS sends, and what we send to it. */
#include "bus/nats_protocol.h"

#include <string.h>

#include "support/board.h"

static struct nats_input input;
static size_t used;

static rk_err parse(const char *text)
{
    return nats_parse(text, strlen(text), &input, &used);
}

static void assert_bytes(const char *expected)
{
    assert_int_equal(input.size, strlen(expected));
    assert_memory_equal(input.bytes, expected, input.size);
}

// ---- what a server sends ---------------------------------------------------------------------

static void a_message_has_a_subject_and_bytes(void **state)
{
    (void)state;
    assert_int_equal(parse("MSG rookery.game.abc 12 5\r\nhe\r\no\r\nPING\r\n"), RK_OK);
    assert_int_equal(used, 34);
    assert_int_equal(input.kind, NATS_MESSAGE);
    assert_string_equal(input.subject, "game.abc");
    assert_string_equal(input.reply_to, "");
    assert_int_equal(input.subscription, 12);
    assert_bytes("he\r\no");
}

static void a_request_has_a_subject_for_the_reply(void **state)
{
    (void)state;
    assert_int_equal(parse("msg rookery.shard.7 3 rookery.reply.1.2  0\r\n\r\n"), RK_OK);
    assert_string_equal(input.reply_to, "reply.1.2");
    assert_bytes("");
}

static void headers_are_skipped(void **state)
{
    (void)state;
    assert_int_equal(parse("HMSG rookery.a 3 17 19\r\nNATS/1.0\r\nA: B\r\n\r\nok\r\n"),
                     RK_BAD_RECORD);
    assert_int_equal(parse("HMSG rookery.a 3 18 20\r\nNATS/1.0\r\nA: B\r\n\r\nok\r\n"), RK_OK);
    assert_false(input.is_undelivered);
    assert_bytes("ok");
}

static void a_request_without_a_receiver_comes_back(void **state)
{
    (void)state;
    assert_int_equal(parse("HMSG rookery.reply.1.2 3 16 16\r\nNATS/1.0 503\r\n\r\n\r\n"), RK_OK);
    assert_true(input.is_undelivered);
    assert_string_equal(input.subject, "reply.1.2");
}

static void subjects_of_other_programs_are_none_of_ours(void **state)
{
    (void)state;
    assert_int_equal(parse("MSG other.game 1 other.reply 1\r\nx\r\n"), RK_OK);
    assert_string_equal(input.subject, "");
    assert_string_equal(input.reply_to, "");
    assert_int_equal(
        parse("MSG rookery.0123456789012345678901234567890123456789012345678901234567890"
              "12345 1 0\r\n\r\n"),
        RK_OK);
    assert_string_equal(input.subject, "");
}

static void lines_have_a_kind_and_a_text(void **state)
{
    (void)state;
    const struct {
        const char *line;
        enum nats_kind kind;
        const char *text;
    } cases[] = {{"PING\r\n", NATS_PING, ""},
                 {"PONG\n", NATS_PONG, ""},
                 {"+OK\r\n", NATS_OK, ""},
                 {"INFO {\"a\":1, \"b\":2}\r\n", NATS_INFO, "{\"a\":1, \"b\":2}"},
                 {"-ERR 'Stale Connection'\r\n", NATS_ERROR, "'Stale Connection'"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(parse(cases[i].line), RK_OK);
        assert_int_equal(used, strlen(cases[i].line));
        assert_int_equal(input.kind, cases[i].kind);
        assert_int_equal(input.text_size, strlen(cases[i].text));
        assert_memory_equal(input.text, cases[i].text, input.text_size);
    }
}

static void what_has_not_come_as_a_whole_waits(void **state)
{
    (void)state;
    const char text[] = "MSG rookery.a 1 rookery.b 3\r\nabc\r\n";
    for (size_t size = 0; size < sizeof text - 1; size++) {
        assert_int_equal(nats_parse(text, size, &input, &used), RK_OK);
        assert_int_equal(used, 0);
    }
    assert_int_equal(parse(text), RK_OK);
    assert_int_equal(used, sizeof text - 1);
}

static void other_things_are_refused(void **state)
{
    (void)state;
    const char *const wrong[] = {
        "\r\n",
        "HELLO\r\n",
        "MSG\r\n",
        "MSG rookery.a 1\r\n",
        "MSG rookery.a x 1\r\na\r\n",
        "MSG rookery.a 1 -1\r\na\r\n",
        "MSG rookery.a 1 99999999999999999999\r\n",
        "MSG rookery.a 1 8388609\r\n",
        "MSG rookery.a 1 b c d e f 1\r\n",
        "MSG rookery.a 1 1\r\nabc",
        "HMSG rookery.a 1 5 4\r\nabcd\r\n",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(parse(wrong[i]), RK_BAD_RECORD);
}

static void a_line_without_an_end_is_refused(void **state)
{
    (void)state;
    static char text[NATS_LINE_MAX];
    memset(text, 'A', sizeof text);
    assert_int_equal(nats_parse(text, sizeof text - 1, &input, &used), RK_OK);
    assert_int_equal(nats_parse(text, sizeof text, &input, &used), RK_BAD_RECORD);
}

// ---- what we send ----------------------------------------------------------------------------

static void what_we_send_is_in_the_protocol(void **state)
{
    (void)state;
    struct buffer out = {0};
    nats_write_subscribe(&out, "game.a", NULL, 2);
    nats_write_subscribe(&out, "think", "think", 5);
    nats_write_publish(&out, "game.a", NULL, "abc", 3);
    nats_write_publish(&out, "shard.1", "reply.1.2", "", 0);
    nats_write_unsubscribe(&out, 2);
    nats_write_ping(&out);
    nats_write_pong(&out);
    assert_string_equal(buffer_cstr(&out), "SUB rookery.game.a 2\r\n"
                                           "SUB rookery.think think 5\r\n"
                                           "PUB rookery.game.a 3\r\nabc\r\n"
                                           "PUB rookery.shard.1 rookery.reply.1.2 0\r\n\r\n"
                                           "UNSUB 2\r\n"
                                           "PING\r\nPONG\r\n");
    buffer_fini(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_has_a_subject_and_bytes),
        cmocka_unit_test(a_request_has_a_subject_for_the_reply),
        cmocka_unit_test(headers_are_skipped),
        cmocka_unit_test(a_request_without_a_receiver_comes_back),
        cmocka_unit_test(subjects_of_other_programs_are_none_of_ours),
        cmocka_unit_test(lines_have_a_kind_and_a_text),
        cmocka_unit_test(what_has_not_come_as_a_whole_waits),
        cmocka_unit_test(other_things_are_refused),
        cmocka_unit_test(a_line_without_an_end_is_refused),
        cmocka_unit_test(what_we_send_is_in_the_protocol),
    };
    return cmocka_run_group_tests_name("nats protocol", tests, NULL, NULL);
}
