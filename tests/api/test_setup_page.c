/* SPDX-License-Identifier: MIT */
/* The set-up of a new server: over its page, as a form without scripts, and with JSON. */
#include <stdio.h>
#include <string.h>

#include "accounts/setup.h"
#include "support/board.h"
#include "support/fake_connection.h"
#include "support/people.h"

static const char browser[] = "text/html,*/*;q=0.8";

static struct harness harness;

static void send(struct fake_connection *got, enum method method, const char *accept,
                 const char *format, const char *code)
{
    static char body[512];
    snprintf(body, sizeof body, format, code);
    struct request request =
        http_request(method, "/setup", NULL, method == METHOD_POST ? body : NULL);
    request.accept = accept;
    if (method == METHOD_GET)
        request.query = body;
    fake_connection_init(got, &harness);
    fake_connection_request(got, &request);
}

static void the_page_works_without_scripts(void **state)
{
    (void)state;
    struct fake_connection got;
    send(&got, METHOD_GET, browser, "code=%s", setup_code(harness.server));
    assert_int_equal(got.status, 200);
    assert_has(fake_connection_body(&got), "<form method=\"post\" action=\"/setup\">");
    fake_connection_fini(&got);
    send(&got, METHOD_GET, browser, "code=%s", "wrong");
    assert_int_equal(got.status, 404);
    fake_connection_fini(&got);
    send(&got, METHOD_POST, browser, "code=%s&name=Anna&password=sixty-four&access=invitation",
         setup_code(harness.server));
    assert_int_equal(got.status, 303);
    fake_connection_fini(&got);
    assert_false(harness.server->config.registration);
}

static void scripts_get_json(void **state)
{
    (void)state;
    struct fake_connection got;
    send(&got, METHOD_POST, "application/json", "code=%s&name=Anna&password=sixty-four", "wrong");
    assert_int_equal(got.status, 404);
    assert_has(got.content_type, "json");
    fake_connection_fini(&got);
    send(&got, METHOD_POST, "*/*", "code=%s&name=Anna&password=x", setup_code(harness.server));
    assert_int_equal(got.status, 400);
    assert_has(fake_connection_body(&got), "{\"error\":\"");
    fake_connection_fini(&got);
    send(&got, METHOD_POST, "*/*",
         "code=%s&name=Anna&password=sixty-four&server-name=Elm%%20Street&access=members",
         setup_code(harness.server));
    assert_int_equal(got.status, 200);
    assert_string_equal(fake_connection_body(&got), "{\"ok\":true}");
    assert_has(fake_connection_headers(&got), "Set-Cookie: ");
    fake_connection_fini(&got);
    assert_string_equal(harness.server->config.server_name, "Elm Street");
    assert_false(harness.server->config.guests);
}

static void a_code_that_cannot_be_checked_is_not_called_wrong(void **state)
{
    (void)state;
    struct fake_connection got;
    harness.store.reads_fail = true;
    send(&got, METHOD_GET, browser, "code=%s", setup_code(harness.server));
    assert_int_equal(got.status, 503);
    fake_connection_fini(&got);
    harness.store.reads_fail = false;
}

/* The admin of the new server. */
static struct someone set_up_anna(void)
{
    struct fake_connection got;
    send(&got, METHOD_POST, "*/*", "code=%s&name=Anna&password=sixty-four",
         setup_code(harness.server));
    struct someone anna = {.harness = &harness};
    sscanf(strstr(fake_connection_headers(&got), "Set-Cookie: "), "Set-Cookie: %250[^;]",
           anna.cookie);
    fake_connection_fini(&got);
    return anna;
}

static void staff_see_live_numbers(void **state)
{
    (void)state;
    const struct someone anna = set_up_anna();
    const struct fake_response numbers = someone_get(&anna, "/api/mod/numbers", 200);
    assert_has(numbers.body, "\"people\":0");
    assert_has(numbers.body, "\"games\":0");
    assert_has(numbers.body, "\"moveDurations\":{\"bounds\":[");
    const struct someone player = someone_join(&harness, "Bert");
    someone_get(&player, "/api/mod/numbers", 403);
}

static void staff_see_the_numbers_of_the_last_hours(void **state)
{
    (void)state;
    const struct someone anna = set_up_anna();
    struct fake_response history = someone_get(&anna, "/api/mod/numbers/history", 200);
    assert_has(history.body, "{\"period\":30000,\"dates\":[],\"people\":[],");
    harness_wait(&harness, 61000);
    history = someone_get(&anna, "/api/mod/numbers/history", 200);
    assert_has(history.body, "\"people\":[0,0],\"games\":[0,0],\"moves\":[0,0],"
                             "\"moveTimes\":[-1,-1],");
    harness_wait(&harness, 5 * 3600 * 1000);
    history = someone_get(&anna, "/api/mod/numbers/history", 200);
    size_t samples = 1;
    for (const char *at = strstr(history.body, "\"people\":["); *at != ']'; at++)
        samples += *at == ',';
    assert_int_equal(samples, 480);
    const struct someone player = someone_join(&harness, "Bert");
    someone_get(&player, "/api/mod/numbers/history", 403);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(the_page_works_without_scripts, &harness),
        HARNESS_TEST(scripts_get_json, &harness),
        HARNESS_TEST(a_code_that_cannot_be_checked_is_not_called_wrong, &harness),
        HARNESS_TEST(staff_see_live_numbers, &harness),
        HARNESS_TEST(staff_see_the_numbers_of_the_last_hours, &harness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
