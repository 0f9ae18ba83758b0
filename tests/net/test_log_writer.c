/* SPDX-License-Identifier: MIT */
/* The log is written by a thread: a reader that stalls does not stop the writers of lines. */
#include "net/log_writer.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/board.h"

enum { PATIENCE_MS = 20000, IMPATIENCE_MS = 50 };

struct fixture {
    struct log log;
    struct log_writer *writer;
    int ends[2];
};

static void set_up(struct fixture *fixture, enum log_format format)
{
    *fixture = (struct fixture){.log = {.level = LOG_INFO, .format = format}};
    assert_int_equal(pipe(fixture->ends), 0);
    assert_true(log_writer_start(&fixture->log, fixture->ends[1], &fixture->writer));
}

/* Reads what is in the pipe after the writer has stopped. */
static char *read_rest(struct fixture *fixture)
{
    static char text[4 << 20];
    size_t size = 0;
    ssize_t got;
    close(fixture->ends[1]);
    while ((got = read(fixture->ends[0], text + size, sizeof text - 1 - size)) > 0)
        size += (size_t)got;
    text[size] = '\0';
    close(fixture->ends[0]);
    return text;
}

static void lines_arrive_in_order(void **state)
{
    (void)state;
    struct fixture fixture;
    set_up(&fixture, LOG_TEXT);
    log_line(&fixture.log, LOG_INFO, "one");
    log_line(&fixture.log, LOG_DEBUG, "hidden");
    log_line(&fixture.log, LOG_ERROR, "two");
    log_writer_stop(fixture.writer, &fixture.log, PATIENCE_MS);
    const char *text = read_rest(&fixture), *one = strstr(text, "info    one\n");
    assert_non_null(one);
    assert_non_null(strstr(one, "error   two\n"));
    assert_null(strstr(text, "hidden"));
}

/* Adds up the lines that tell of dropped ones. */
static uint64_t count_reported(const char *text)
{
    uint64_t count = 0;
    for (const char *at = text; (at = strstr(at, " lines of the log dropped")); at++) {
        const char *digits = at;
        while (digits > text && digits[-1] >= '0' && digits[-1] <= '9')
            digits--;
        count += strtoull(digits, NULL, 10);
    }
    return count;
}

static void a_full_pipe_drops_lines_and_says_how_many(void **state)
{
    (void)state;
    struct fixture fixture;
    char text[600];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    set_up(&fixture, LOG_TEXT);
    // Far more than the pipe and the queue hold; nobody reads, and still every call returns.
    for (int i = 0; i < 5000; i++)
        log_line(&fixture.log, LOG_INFO, "%s", text);
    const uint64_t dropped = log_dropped(&fixture.log);
    assert_true(dropped > 1000 && dropped < 5000);

    fcntl(fixture.ends[0], F_SETFL, O_NONBLOCK); // now somebody reads
    static char rest[1 << 20];
    size_t size = 0;
    for (int tries = 0; tries < PATIENCE_MS && count_reported(rest) < dropped; tries++) {
        const ssize_t got = read(fixture.ends[0], rest + size, sizeof rest - 1 - size);
        if (got > 0)
            size += (size_t)got;
        else
            poll(NULL, 0, 1);
    }
    assert_int_equal(count_reported(rest), dropped);
    log_writer_stop(fixture.writer, &fixture.log, PATIENCE_MS);
    assert_int_equal(log_dropped(&fixture.log), 0);
    close(fixture.ends[0]);
    close(fixture.ends[1]);
}

static void stopping_does_not_wait_for_a_stalled_reader(void **state)
{
    (void)state;
    struct fixture fixture;
    set_up(&fixture, LOG_TEXT);
    for (int i = 0; i < 2000; i++)
        log_line(&fixture.log, LOG_INFO, "%0500d", i);
    log_writer_stop(fixture.writer, &fixture.log, IMPATIENCE_MS);
    // The thread hangs in write() until the process ends, as it would in the server.
}

static void a_reader_that_is_gone_loses_lines_but_nothing_else(void **state)
{
    (void)state;
    struct fixture fixture;
    signal(SIGPIPE, SIG_IGN);
    set_up(&fixture, LOG_TEXT);
    close(fixture.ends[0]);
    for (int i = 0; i < 10; i++)
        log_line(&fixture.log, LOG_INFO, "nobody reads this");
    log_writer_stop(fixture.writer, &fixture.log, PATIENCE_MS);
    close(fixture.ends[1]);
}

static void a_line_of_json_holds_the_request_and_escapes_text(void **state)
{
    (void)state;
    struct fixture fixture;
    struct log_request current = {""};
    set_up(&fixture, LOG_JSON);
    fixture.log.request = &current;
    log_set_request(&fixture.log, &(struct log_request){"abc-1"});
    log_line(&fixture.log, LOG_WARNING, "a \"quoted\"\n{\"level\":\"error\"} line\x1b[2J");
    log_set_request(&fixture.log, NULL);
    log_line(&fixture.log, LOG_INFO, "without");
    log_writer_stop(fixture.writer, &fixture.log, PATIENCE_MS);
    const char *text = read_rest(&fixture);
    assert_non_null(strstr(text,
                           "\"level\":\"warning\",\"request\":\"abc-1\",\"message\":\"a "
                           "\\\"quoted\\\"\\n{\\\"level\\\":\\\"error\\\"} line\\u001b[2J\"}\n"));
    assert_non_null(strstr(text, "\"level\":\"info\",\"message\":\"without\"}\n"));
}

static void a_line_of_text_holds_the_request_and_no_control_characters(void **state)
{
    (void)state;
    struct fixture fixture;
    struct log_request current = {"abc-1"};
    set_up(&fixture, LOG_TEXT);
    fixture.log.request = &current;
    log_line(&fixture.log, LOG_INFO, "one\r\ntwo\x1b[2J \xe2\x80\xae");
    log_writer_stop(fixture.writer, &fixture.log, PATIENCE_MS);
    assert_non_null(strstr(read_rest(&fixture), "info    one??two?[2J ??? [abc-1]\n"));
}

static void access_lines_are_written_at_level_debug(void **state)
{
    (void)state;
    struct fixture fixture;
    const struct log_access access = {"GET", "/api/user/{name}", "127.0.0.1", 404, 12};
    set_up(&fixture, LOG_JSON);
    log_access(&fixture.log, &access);
    fixture.log.level = LOG_DEBUG;
    log_access(&fixture.log, &access);
    log_writer_stop(fixture.writer, &fixture.log, PATIENCE_MS);
    const char *text = read_rest(&fixture), *line = strstr(text, "\"method\":\"GET\"");
    assert_non_null(line);
    assert_non_null(strstr(line, "\"route\":\"/api/user/{name}\",\"status\":404,\"ms\":12"));
    assert_null(strstr(line + 1, "\"method\""));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_arrive_in_order),
        cmocka_unit_test(a_full_pipe_drops_lines_and_says_how_many),
        cmocka_unit_test(stopping_does_not_wait_for_a_stalled_reader),
        cmocka_unit_test(a_reader_that_is_gone_loses_lines_but_nothing_else),
        cmocka_unit_test(a_line_of_json_holds_the_request_and_escapes_text),
        cmocka_unit_test(a_line_of_text_holds_the_request_and_no_control_characters),
        cmocka_unit_test(access_lines_are_written_at_level_debug),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
