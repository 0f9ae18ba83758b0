/* SPDX-License-Identifier: MIT */
/* What everybody may know about the server. */
#include <stdio.h>
#include <string.h>

#include "support/board.h"
#include "support/fake_connection.h"
#include "support/people.h"

static struct harness harness;

static struct fake_response get_info(void)
{
    const struct fake_response response =
        harness_request(&harness, METHOD_GET, "/api/server", NULL, NULL);
    assert_int_equal(response.status, 200);
    return response;
}

static void a_stranger_learns_what_the_server_offers(void **state)
{
    (void)state;
    const struct fake_response info = get_info();
    assert_has(info.body, "\"registration\":true,\"guests\":true");
    assert_has(info.body, "{\"name\":\"5+3\",\"timeControl\":{\"type\":\"clock\",\"limit\":300,"
                          "\"increment\":3,\"show\":\"5+3\"},\"speed\":\"blitz\"}");
    assert_has(info.body, "{\"key\":\"kingOfTheHill\",\"name\":\"King of the Hill\"}");
    assert_has(info.body, "{\"key\":\"correspondence\",\"name\":\"Correspondence\"}");
    assert_has(info.body, "\"passwordMin\":8");
    assert_has(info.body, "\"days\":[1,2,3,5,7,10,14]");
    assert_has(info.body, "\"announcements\":[]");
    assert_null(strstr(info.body, "restartAt"));
}

static void what_the_server_cannot_do_is_not_offered(void **state)
{
    (void)state;
    harness.server->config.registration = false;
    harness.server->config.guests = false;
    harness.server->config.engine_games = 0;
    const struct fake_response info = get_info();
    assert_has(info.body, "\"registration\":false,\"guests\":false,\"computerLevels\":0");
    assert_has(info.body, "\"mail\":false");
    assert_has(info.body, "\"tablebase\":false,\"tablebaseMen\":0");
}

static void the_date_is_that_of_the_clock(void **state)
{
    (void)state;
    char now[40];
    server_set_date(harness.server, server_date(harness.server) - DAY);
    snprintf(now, sizeof now, "\"now\":%lld,", (long long)server_date(harness.server));
    assert_has(get_info().body, now);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(a_stranger_learns_what_the_server_offers, &harness),
        HARNESS_TEST(what_the_server_cannot_do_is_not_offered, &harness),
        HARNESS_TEST(the_date_is_that_of_the_clock, &harness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
