/* SPDX-License-Identifier: MIT */
/* A message is one line, whatever is in it. */
#include "platform/message.h"

#include <stdlib.h>
#include <string.h>

#include "support/board.h"

__attribute__((format(printf, 2, 3))) static void check_line(const char *expected,
                                                             const char *format, ...)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    assert_non_null(stream);
    va_list arguments;
    va_start(arguments, format);
    message_vprint(stream, format, arguments);
    va_end(arguments);
    fclose(stream);
    assert_string_equal(text, expected);
    free(text);
}

static void control_characters_are_replaced(void **state)
{
    (void)state;
    check_line("games.pgn:7: error\n", "%s:%d: %s", "games.pgn", 7, "error");
    check_line("a?[31mb?c: error\n", "%s: error", "a\033[31mb\nc");
    check_line("?31m??\n", "%s",
               "\xc2\x9b"
               "31m\r\177");
}

static void text_beyond_ascii_stays(void **state)
{
    (void)state;
    check_line("J\xc3\xb6rg\n", "%s", "J\xc3\xb6rg");
    check_line("J\xc3\xb6rg\n", "%s", "J\xf6rg"); // Latin-1
}

static void long_messages_are_complete(void **state)
{
    (void)state;
    char name[10001], line[10002];
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    snprintf(line, sizeof line, "%s\n", name);
    check_line(line, "%s", name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(control_characters_are_replaced),
        cmocka_unit_test(text_beyond_ascii_stays),
        cmocka_unit_test(long_messages_are_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
