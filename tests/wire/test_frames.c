/* SPDX-License-Identifier: MIT */
/* WebSocket frames: the cases of the Autobahn test suite, each read at once, byte by
 * byte and in threes, from a client (masked) and from a server. */
#include "wire/frames.h"

#include <stdlib.h>
#include <string.h>

#include "support/board.h"

enum { FINAL = 0x80, FRAMES_MAX = 8, MESSAGE_MAX = 1 << 20 };
enum { CONTINUED = 0, TEXT = 1, BINARY = 2, CLOSE = 8, PING = 9, PONG = 10 };

struct sent {
    unsigned first; /* the first byte: FIN, reserved bits, opcode */
    const char *payload;
    size_t size;
};

/* The payload is a literal, which may hold NULs. */
#define SEND(first, literal)                \
    {                                       \
        (first), (literal), sizeof(literal) \
    }

struct exchange_case {
    const char *name;
    struct sent frames[FRAMES_MAX];
    const char *events; /* what the visitor received */
    unsigned code;      /* the close code of an error */
};

/* ---- writing frames of a peer ---- */

static void put_length(struct buffer *out, size_t size, bool masked)
{
    uint8_t head[FRAME_HEAD_MAX];
    const size_t head_size = frame_head(FRAME_TEXT, size, head);
    head[1] |= masked ? 0x80 : 0;
    buffer_add(out, head + 1, head_size - 1);
}

static void put_frame(struct buffer *out, const struct sent *sent, bool masked)
{
    static const uint8_t mask[] = {0x37, 0xfa, 0x21, 0x3d};
    buffer_put(out, (char)sent->first);
    put_length(out, sent->size, masked);
    if (masked)
        buffer_add(out, mask, sizeof mask);
    for (size_t i = 0; i < sent->size; i++)
        buffer_put(out, (char)((uint8_t)sent->payload[i] ^ (masked ? mask[i % 4] : 0)));
}

/* ---- reading them ---- */

static bool record_event(void *context, enum frame_opcode opcode, const char *bytes, size_t size)
{
    static const char *const names[] = {"", "text", "binary", "",     "",    "",
                                        "", "",     "close",  "ping", "pong"};
    struct buffer *events = context;
    buffer_text(events, events->size ? " " : "");
    buffer_text(events, names[opcode]);
    if (size > 20) {
        buffer_put(events, ':');
        buffer_integer(events, (int64_t)size);
    } else {
        buffer_put(events, '(');
        buffer_add(events, bytes, size);
        buffer_put(events, ')');
    }
    return true;
}

static unsigned read_in_pieces(struct frame_reader *reader, const struct buffer *input,
                               size_t piece, struct buffer *events)
{
    const struct frame_visitor visitor = {events, record_event};
    unsigned code = 0;
    for (size_t at = 0; at < input->size && !code; at += piece) {
        const size_t size = input->size - at < piece ? input->size - at : piece;
        char *copy = malloc(size);
        assert_non_null(copy);
        memcpy(copy, input->bytes + at, size);
        code = frame_reader_feed(reader, copy, size, &visitor);
        free(copy);
    }
    return code;
}

static void check_read(const char *name, const struct buffer *input, bool from_client,
                       const char *expected, unsigned code)
{
    const size_t pieces[] = {SIZE_MAX / 2, 1, 3};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        struct frame_reader reader;
        struct buffer events = {0};
        frame_reader_init(&reader, MESSAGE_MAX, from_client);
        const unsigned got = read_in_pieces(&reader, input, pieces[i], &events);
        if (got != code || strcmp(buffer_cstr(&events), expected) != 0)
            fail_msg("%s, in pieces of %zu: code %u and \"%s\", expected %u and \"%s\"", name,
                     pieces[i], got, buffer_cstr(&events), code, expected);
        buffer_fini(&events);
        frame_reader_fini(&reader);
    }
}

static void check_case(const struct exchange_case *one)
{
    for (int from_client = 0; from_client < 2; from_client++) {
        struct buffer input = {0};
        for (size_t i = 0; i < FRAMES_MAX && one->frames[i].payload; i++) {
            const struct sent frame = {one->frames[i].first, one->frames[i].payload,
                                       one->frames[i].size - 1}; /* without the literal's NUL */
            put_frame(&input, &frame, from_client);
        }
        check_read(one->name, &input, from_client, one->events, one->code);
        buffer_fini(&input);
    }
}

/* ---- the cases ---- */

static const struct exchange_case cases[] = {
    {"an empty text", {SEND(FINAL | TEXT, "")}, "text()", 0},
    {"a text", {SEND(FINAL | TEXT, "Hello")}, "text(Hello)", 0},
    {"an empty binary message", {SEND(FINAL | BINARY, "")}, "binary()", 0},
    {"binary is not text", {SEND(FINAL | BINARY, "\xff\xfe")}, "binary(\xff\xfe)", 0},
    {"two in a row", {SEND(FINAL | TEXT, "a"), SEND(FINAL | TEXT, "b")}, "text(a) text(b)", 0},

    {"a ping", {SEND(FINAL | PING, "")}, "ping()", 0},
    {"a ping with a payload", {SEND(FINAL | PING, "\x01\xff")}, "ping(\x01\xff)", 0},
    {"an unsolicited pong", {SEND(FINAL | PONG, "hm")}, "pong(hm)", 0},
    {"ten pings and more",
     {SEND(FINAL | PING, "1"), SEND(FINAL | PING, "2"), SEND(FINAL | TEXT, "x"),
      SEND(FINAL | PING, "3")},
     "ping(1) ping(2) text(x) ping(3)",
     0},

    {"reserved bit 1", {SEND(FINAL | 0x40 | TEXT, "Hello")}, "", 1002},
    {"reserved bit 2", {SEND(FINAL | 0x20 | TEXT, "Hello")}, "", 1002},
    {"reserved bit 3", {SEND(FINAL | 0x10 | TEXT, "Hello")}, "", 1002},
    {"all reserved bits", {SEND(FINAL | 0x70 | BINARY, "Hello")}, "", 1002},
    {"reserved bits of a ping", {SEND(FINAL | 0x20 | PING, "")}, "", 1002},
    {"reserved bits of a close", {SEND(FINAL | 0x40 | CLOSE, "")}, "", 1002},
    {"what came before a bad frame counts",
     {SEND(FINAL | TEXT, "Hello"), SEND(FINAL | 0x40 | TEXT, "x"), SEND(FINAL | PING, "")},
     "text(Hello)",
     1002},

    {"opcode 3", {SEND(FINAL | 3, "")}, "", 1002},
    {"opcode 4", {SEND(FINAL | 4, "x")}, "", 1002},
    {"opcode 5", {SEND(FINAL | 5, "")}, "", 1002},
    {"opcode 6", {SEND(FINAL | 6, "")}, "", 1002},
    {"opcode 7", {SEND(FINAL | 7, "")}, "", 1002},
    {"opcode 11", {SEND(FINAL | 11, "")}, "", 1002},
    {"opcode 12", {SEND(FINAL | 12, "x")}, "", 1002},
    {"opcode 15", {SEND(FINAL | 15, "")}, "", 1002},

    {"a ping in fragments", {SEND(PING, "a"), SEND(FINAL | CONTINUED, "b")}, "", 1002},
    {"a pong in fragments", {SEND(PONG, "a"), SEND(FINAL | CONTINUED, "b")}, "", 1002},
    {"a close in fragments", {SEND(CLOSE, ""), SEND(FINAL | CONTINUED, "")}, "", 1002},
    {"two fragments", {SEND(TEXT, "frag"), SEND(FINAL | CONTINUED, "ment")}, "text(fragment)", 0},
    {"three fragments, of bytes",
     {SEND(BINARY, "a"), SEND(CONTINUED, "b"), SEND(FINAL | CONTINUED, "c")},
     "binary(abc)",
     0},
    {"empty fragments",
     {SEND(TEXT, ""), SEND(CONTINUED, ""), SEND(FINAL | CONTINUED, "")},
     "text()",
     0},
    {"a full fragment between empty ones",
     {SEND(TEXT, ""), SEND(CONTINUED, "middle"), SEND(FINAL | CONTINUED, "")},
     "text(middle)",
     0},
    {"a ping between fragments",
     {SEND(TEXT, "frag"), SEND(FINAL | PING, "!"), SEND(FINAL | CONTINUED, "ment")},
     "ping(!) text(fragment)",
     0},
    {"a close between fragments",
     {SEND(TEXT, "frag"), SEND(FINAL | CLOSE, "\x03\xe8"), SEND(FINAL | CONTINUED, "ment")},
     "close(\x03\xe8)",
     0},
    {"a continuation of nothing", {SEND(CONTINUED, "x")}, "", 1002},
    {"a last continuation of nothing", {SEND(FINAL | CONTINUED, "x")}, "", 1002},
    {"a continuation after the end",
     {SEND(TEXT, "a"), SEND(FINAL | CONTINUED, "b"), SEND(FINAL | CONTINUED, "c")},
     "text(ab)",
     1002},
    {"a new message within another", {SEND(TEXT, "a"), SEND(FINAL | TEXT, "b")}, "", 1002},
    {"new fragments within others", {SEND(TEXT, "a"), SEND(BINARY, "b")}, "", 1002},
    {"a message after one in fragments",
     {SEND(TEXT, "a"), SEND(FINAL | CONTINUED, "b"), SEND(FINAL | TEXT, "c")},
     "text(ab) text(c)",
     0},

    {"a letter in two fragments",
     {SEND(TEXT, "\xce"), SEND(FINAL | CONTINUED, "\xba")},
     "text(\xce\xba)",
     0},
    {"a letter in four fragments",
     {SEND(TEXT, "\xf0"), SEND(CONTINUED, "\x9f"), SEND(CONTINUED, "\x99"),
      SEND(FINAL | CONTINUED, "\x82")},
     "text(\xf0\x9f\x99\x82)",
     0},
    {"a bad letter over fragments", {SEND(TEXT, "\xce"), SEND(FINAL | CONTINUED, "x")}, "", 1007},
    {"bad before the end is known", {SEND(TEXT, "ok"), SEND(CONTINUED, "\xed\xa0\x80")}, "", 1007},
    {"half a letter at the end of a message",
     {SEND(TEXT, "ok"), SEND(FINAL | CONTINUED, "\xe2\x82")},
     "",
     1007},
    {"half a letter is not continued by the next message",
     {SEND(FINAL | TEXT, "\xce"), SEND(FINAL | TEXT, "\xba")},
     "",
     1007},
    {"a ping may hold anything", {SEND(FINAL | PING, "\xff")}, "ping(\xff)", 0},

    {"a close without a code", {SEND(FINAL | CLOSE, "")}, "close()", 0},
    {"a close with a code", {SEND(FINAL | CLOSE, "\x03\xe8")}, "close(\x03\xe8)", 0},
    {"a close with a reason", {SEND(FINAL | CLOSE, "\x03\xe8ok")}, "close(\x03\xe8ok)", 0},
    {"a close with half a code", {SEND(FINAL | CLOSE, "\x03")}, "", 1002},
    {"a close with bad text", {SEND(FINAL | CLOSE, "\x03\xe8\xff")}, "", 1007},
    {"nothing is read after a close",
     {SEND(FINAL | CLOSE, ""), SEND(FINAL | PING, ""), SEND(FINAL | TEXT, "x")},
     "close()",
     0},
};

static void frames_are_read_as_in_the_rfc(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_case(&cases[i]);
}

/* ---- sizes ---- */

static void messages_of_all_sizes_are_read(void **state)
{
    (void)state;
    const size_t sizes[] = {0,   1,    21,    124,   125,   126,        127,
                            128, 1000, 65535, 65536, 65537, MESSAGE_MAX};
    char *payload = malloc(MESSAGE_MAX);
    assert_non_null(payload);
    memset(payload, '*', MESSAGE_MAX);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct buffer input = {0}, expected = {0};
        put_frame(&input, &(struct sent){FINAL | TEXT, payload, sizes[i]}, true);
        put_frame(&input, &(struct sent){FINAL | PING, "", 0}, true);
        record_event(&expected, FRAME_TEXT, payload, sizes[i]);
        record_event(&expected, FRAME_PING, "", 0);
        check_read("a size", &input, true, buffer_cstr(&expected), 0);
        buffer_fini(&input);
        buffer_fini(&expected);
    }
    free(payload);
}

static void a_message_over_the_limit_is_refused_by_its_header(void **state)
{
    (void)state;
    struct frame_reader reader;
    struct buffer events = {0};
    const struct frame_visitor visitor = {&events, record_event};
    char head[] = "\x81\xff\0\0\0\0\0\x10\0\x01"; /* one more than the limit */
    frame_reader_init(&reader, MESSAGE_MAX, true);
    assert_int_equal(frame_reader_feed(&reader, head, 10, &visitor), 1009);
    assert_null(reader.message.bytes);
    frame_reader_fini(&reader);
}

static void fragments_over_the_limit_in_total_are_refused(void **state)
{
    (void)state;
    struct frame_reader reader;
    struct buffer input = {0}, events = {0};
    for (int i = 0; i < 4; i++)
        put_frame(&input, &(struct sent){i ? CONTINUED : TEXT, "0123456789", 10}, true);
    frame_reader_init(&reader, 35, true);
    assert_int_equal(read_in_pieces(&reader, &input, 7, &events), 1009);
    assert_true(reader.message.size <= 35);
    frame_reader_fini(&reader);
    buffer_fini(&input);
    buffer_fini(&events);
}

static void too_many_empty_fragments_are_refused(void **state)
{
    (void)state;
    struct frame_reader reader;
    struct buffer input = {0}, events = {0};
    for (int i = 0; i < 36; i++)
        put_frame(&input, &(struct sent){i ? CONTINUED : TEXT, "", 0}, true);
    frame_reader_init(&reader, 36, true);
    assert_int_equal(read_in_pieces(&reader, &input, 7, &events), 0);
    buffer_clear(&input);
    put_frame(&input, &(struct sent){CONTINUED, "", 0}, true);
    assert_int_equal(read_in_pieces(&reader, &input, 7, &events), 1009);
    frame_reader_fini(&reader);
    buffer_fini(&input);
    buffer_fini(&events);
}

/* A length must have its shortest form, and control frames are short. */
static void bad_lengths_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t size;
    } heads[] = {
        {"\x81\xfe\0\x7d", 4},                            /* 125 in two bytes */
        {"\x81\xfe\0\0", 4},                              /* 0 in two bytes */
        {"\x81\xff\0\0\0\0\0\0\xff\xff", 10},             /* 65535 in eight bytes */
        {"\x81\xff\0\0\0\0\0\0\0\x7e", 10},               /* 126 in eight bytes */
        {"\x81\xff\x80\0\0\0\0\0\0\0", 10},               /* the top bit */
        {"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff", 10}, /* all bits */
        {"\x89\xfe", 2},                                  /* a ping of 126 or more */
        {"\x8a\xff", 2},
        {"\x88\xfe", 2},
    };
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        struct buffer input = {0};
        buffer_add(&input, heads[i].bytes, heads[i].size);
        check_read("a bad length", &input, true, "", 1002);
        buffer_fini(&input);
    }
}

static void a_control_frame_of_125_bytes_is_read(void **state)
{
    (void)state;
    char payload[125];
    memset(payload, 'p', sizeof payload);
    struct buffer input = {0};
    put_frame(&input, &(struct sent){FINAL | PING, payload, sizeof payload}, true);
    check_read("a long ping", &input, true, "ping:125", 0);
    buffer_fini(&input);
}

static void clients_mask_and_servers_do_not(void **state)
{
    (void)state;
    for (int from_client = 0; from_client < 2; from_client++) {
        struct buffer input = {0};
        put_frame(&input, &(struct sent){FINAL | TEXT, "Hello", 5}, !from_client);
        check_read("the wrong mask", &input, from_client, "", 1002);
        buffer_fini(&input);
    }
}

/* ---- text ---- */

static void check_text(const char *text, size_t size, unsigned code)
{
    struct buffer input = {0}, expected = {0};
    put_frame(&input, &(struct sent){FINAL | TEXT, text, size}, true);
    if (!code)
        record_event(&expected, FRAME_TEXT, text, size);
    check_read("a text", &input, true, buffer_cstr(&expected), code);
    buffer_fini(&input);
    buffer_fini(&expected);
}

static void valid_utf8_is_accepted(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "Hello-\xc2\xb5@\xc3\x9f\xc3\xb6\xc3\xa4\xc3\xbc\xc3\xa0\xc3\xa1-UTF-8!!",
        "\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5",
        "\x7f",
        "\xc2\x80",     /* the first of two bytes */
        "\xdf\xbf",     /* the last */
        "\xe0\xa0\x80", /* the first of three */
        "\xed\x9f\xbf", /* the last before the surrogates */
        "\xee\x80\x80", /* the first after them */
        "\xef\xbf\xbd", /* the replacement character */
        "\xef\xbf\xbe", /* no character, but well-formed */
        "\xef\xbf\xbf",
        "\xf0\x90\x80\x80", /* the first of four */
        "\xf4\x8f\xbf\xbf", /* the last of all */
        "12345678\xe2\x99\x94 a king",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_text(texts[i], strlen(texts[i]), 0);
}

static void invalid_utf8_text_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "\x80", /* a continuation byte alone */
        "\xbf",
        "\xce", /* truncated */
        "\xce\xba\xe1",
        "\xce\xba\xe1\xbd",
        "\xf0\x9f\x99",
        "\xc0\xaf", /* overlong */
        "\xc1\xbf",
        "\xe0\x80\xaf",
        "\xe0\x9f\xbf",
        "\xf0\x80\x80\xaf",
        "\xf0\x8f\xbf\xbf",
        "\xf8\x88\x80\x80\x80", /* five and six bytes */
        "\xfc\x84\x80\x80\x80\x80",
        "\xed\xa0\x80", /* surrogates */
        "\xed\xbf\xbf",
        "\xed\xa0\x80\xed\xb0\x80",
        "\xf4\x90\x80\x80", /* above U+10FFFF */
        "\xf5\x80\x80\x80",
        "\xfe",
        "\xff",
        "\xce\xba\xe1\xbd\xb9\xed\xa0\x80 hm",
        "123456781234\xff hm",
        "\xc3(",
        "\xe2\x28\xa1",
        "\xe2\x82\x28",
        "\xf0\x28\x8c\xbc",
        "\xf0\x90\x28\xbc",
        "\xf0\x28\x8c\x28",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_text(texts[i], strlen(texts[i]), 1007);
}

/* ---- closing ---- */

static void check_close(unsigned code, bool valid)
{
    const char payload[] = {(char)(code >> 8), (char)code, 'b', 'y', 'e'};
    struct buffer input = {0}, expected = {0};
    put_frame(&input, &(struct sent){FINAL | CLOSE, payload, sizeof payload}, true);
    if (valid)
        record_event(&expected, FRAME_CLOSE, payload, sizeof payload);
    assert_int_equal(close_code_is_valid(code), valid);
    check_read("a close code", &input, true, buffer_cstr(&expected), valid ? 0 : 1002);
    assert_int_equal(close_code_read(payload, sizeof payload), code);
    buffer_fini(&input);
    buffer_fini(&expected);
}

static void only_registered_close_codes_are_valid(void **state)
{
    (void)state;
    static const unsigned good[] = {1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010,
                                    1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999};
    static const unsigned bad[] = {0,    1,    999,  1004, 1005, 1006, 1015,
                                   1016, 1100, 2000, 2999, 5000, 65535};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        check_close(good[i], true);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        check_close(bad[i], false);
    assert_int_equal(close_code_read("", 0), CLOSE_NO_CODE);
}

static void a_close_reason_can_have_123_bytes(void **state)
{
    (void)state;
    char payload[125];
    memset(payload, 'r', sizeof payload);
    memcpy(payload, "\x03\xe8", 2);
    struct buffer input = {0};
    put_frame(&input, &(struct sent){FINAL | CLOSE, payload, sizeof payload}, true);
    check_read("a long reason", &input, true, "close:125", 0);
    buffer_fini(&input);
}

/* ---- memory ---- */

static bool stop(void *context, enum frame_opcode opcode, const char *bytes, size_t size)
{
    (void)opcode, (void)bytes, (void)size;
    ++*(int *)context;
    return false;
}

static void a_visitor_can_stop_the_reader(void **state)
{
    (void)state;
    struct frame_reader reader;
    struct buffer input = {0};
    int visits = 0;
    for (int i = 0; i < 3; i++)
        put_frame(&input, &(struct sent){FINAL | TEXT, "x", 1}, true);
    frame_reader_init(&reader, MESSAGE_MAX, true);
    const struct frame_visitor visitor = {&visits, stop};
    assert_int_equal(frame_reader_feed(&reader, input.bytes, input.size, &visitor), 0);
    assert_int_equal(visits, 1);
    frame_reader_fini(&reader);
    buffer_fini(&input);
}

static void no_memory_is_kept_between_messages(void **state)
{
    (void)state;
    struct frame_reader reader;
    struct buffer input = {0}, events = {0};
    put_frame(&input, &(struct sent){TEXT, "frag", 4}, true);
    put_frame(&input, &(struct sent){FINAL | CONTINUED, "ment", 4}, true);
    frame_reader_init(&reader, MESSAGE_MAX, true);
    assert_int_equal(read_in_pieces(&reader, &input, 1, &events), 0);
    assert_string_equal(buffer_cstr(&events), "text(fragment)");
    assert_null(reader.partial.bytes);
    assert_null(reader.message.bytes);
    frame_reader_fini(&reader);
    buffer_fini(&input);
    buffer_fini(&events);
}

static void a_frame_header_is_as_short_as_possible(void **state)
{
    (void)state;
    uint8_t head[FRAME_HEAD_MAX];
    assert_int_equal(frame_head(FRAME_TEXT, 125, head), 2);
    assert_memory_equal(head, "\x81\x7d", 2);
    assert_int_equal(frame_head(FRAME_PING, 0, head), 2);
    assert_memory_equal(head, "\x89\x00", 2);
    assert_int_equal(frame_head(FRAME_TEXT, 126, head), 4);
    assert_memory_equal(head, "\x81\x7e\x00\x7e", 4);
    assert_int_equal(frame_head(FRAME_BINARY, 65535, head), 4);
    assert_memory_equal(head, "\x82\x7e\xff\xff", 4);
    assert_int_equal(frame_head(FRAME_TEXT, 65536, head), 10);
    assert_memory_equal(head, "\x81\x7f\0\0\0\0\0\x01\0\0", 10);
}

static void the_accept_key_is_that_of_the_rfc(void **state)
{
    (void)state;
    char answer[29];
    websocket_accept("dGhlIHNhbXBsZSBub25jZQ==", answer);
    assert_string_equal(answer, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_are_read_as_in_the_rfc),
        cmocka_unit_test(messages_of_all_sizes_are_read),
        cmocka_unit_test(a_message_over_the_limit_is_refused_by_its_header),
        cmocka_unit_test(fragments_over_the_limit_in_total_are_refused),
        cmocka_unit_test(too_many_empty_fragments_are_refused),
        cmocka_unit_test(bad_lengths_are_refused),
        cmocka_unit_test(a_control_frame_of_125_bytes_is_read),
        cmocka_unit_test(clients_mask_and_servers_do_not),
        cmocka_unit_test(valid_utf8_is_accepted),
        cmocka_unit_test(invalid_utf8_text_is_refused),
        cmocka_unit_test(only_registered_close_codes_are_valid),
        cmocka_unit_test(a_close_reason_can_have_123_bytes),
        cmocka_unit_test(a_visitor_can_stop_the_reader),
        cmocka_unit_test(no_memory_is_kept_between_messages),
        cmocka_unit_test(a_frame_header_is_as_short_as_possible),
        cmocka_unit_test(the_accept_key_is_that_of_the_rfc),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
