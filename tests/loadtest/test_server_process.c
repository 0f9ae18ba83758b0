/* SPDX-License-Identifier: MIT */
/* Starting, measuring and stopping a server, with a shell as the server. */
#include "loadtest/server_process.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>

static void the_address_is_read_from_the_output(void **state)
{
    (void)state;
    const char *const arguments[] = {
        "sh", "-c",
        "echo starting; echo 'listening on http://127.0.0.1:1234 (pid 1)'; exec sleep 60", NULL};
    struct server_process server;
    char error[256] = "";
    assert_true(server_process_start_other(arguments, &server, error, sizeof error));
    assert_string_equal(server.url, "http://127.0.0.1:1234");
    assert_true(server.is_child && server.pid > 0);
    assert_true(server_process_cpu_seconds(&server) >= 0);
    const pid_t pid = server.pid;
    server_process_stop(&server);
    assert_int_equal(server.pid, 0);
    assert_int_equal(kill(pid, 0), -1);
    assert_int_equal(errno, ESRCH);
}

static void a_server_that_ends_without_an_address_is_an_error(void **state)
{
    (void)state;
    const char *const arguments[] = {"sh", "-c", "echo nothing", NULL};
    struct server_process server;
    char error[256] = "";
    assert_false(server_process_start_other(arguments, &server, error, sizeof error));
    assert_string_equal(error, "sh did not print its address");
}

static void an_unknown_process_uses_nothing(void **state)
{
    (void)state;
    const struct server_process server = {.pid = 0};
    assert_float_equal(server_process_cpu_seconds(&server), 0, 0);
    assert_float_equal(server_process_memory(&server), 0, 0);
}

static void our_own_process_is_measured(void **state)
{
    (void)state;
    const struct server_process server = {.pid = getpid()};
    assert_true(server_process_memory(&server) > 100000);
}

static void processor_time_is_measured_more_finely_than_in_ticks(void **state)
{
    (void)state;
    const struct server_process server = {.pid = getpid()};
    double used = server_process_cpu_seconds(&server);
    for (int i = 0; i < 100; i++) { /* each adds some microseconds of system calls */
        const double more = server_process_cpu_seconds(&server);
        assert_true(more > used);
        used = more;
    }
}

static void several_processes_are_measured_with_what_they_have_started(void **state)
{
    (void)state;
    const char *const arguments[] = {"sh", "-c",
                                     "sh -c 'i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done; "
                                     "sleep 10' >/dev/null 2>&1 & sleep 0.1; "
                                     "echo listening on http://127.0.0.1:1; wait",
                                     NULL};
    struct server_process started, both;
    char error[256] = "", pids[64];
    double each[SERVER_PROCESSES_MAX];
    assert_true(server_process_start_other(arguments, &started, error, sizeof error));
    snprintf(pids, sizeof pids, "%ld,%ld", (long)getpid(), (long)started.pid);
    assert_true(server_process_attach(pids, &both));
    assert_int_equal(both.pid, getpid());
    assert_int_equal(both.other_count, 1);
    do {
        assert_int_equal(server_process_cpu_each(&both, each), 2);
    } while (each[1] < 0.05); // of the loop in the second shell
    assert_true(server_process_cpu_seconds(&both) >= each[1]);
    server_process_stop(&started);
}

static void a_list_of_processes_is_checked(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "", "x", "1,,2", "1;2", "0", "-1", "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17"};
    struct server_process server;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(server_process_attach(bad[i], &server));
    assert_true(server_process_attach(NULL, &server));
    assert_int_equal(server.pid, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_address_is_read_from_the_output),
        cmocka_unit_test(a_server_that_ends_without_an_address_is_an_error),
        cmocka_unit_test(an_unknown_process_uses_nothing),
        cmocka_unit_test(our_own_process_is_measured),
        cmocka_unit_test(processor_time_is_measured_more_finely_than_in_ticks),
        cmocka_unit_test(several_processes_are_measured_with_what_they_have_started),
        cmocka_unit_test(a_list_of_processes_is_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
