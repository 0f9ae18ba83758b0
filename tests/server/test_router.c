/* SPDX-License-Identifier: MIT */
/* Routing, authentication and permissions. */
#include "server/router.h"

#include <stdio.h>
#include <string.h>

#include "support/board.h"
#include "support/fake_connection.h"
#include "support/harness_accounts.h"

static struct harness harness;
static struct fake_connection connection; /* of the last request */

static int set_up(void **state)
{
    harness_open(*state);
    harness.server->config.public_url = "https://chess.example";
    fake_connection_init(&connection, &harness);
    return 0;
}

static int tear_down(void **state)
{
    harness_close(*state);
    fake_connection_fini(&connection);
    return 0;
}

/* Sends it and waits for the response; returns its status. */
static unsigned send_request(const struct request *request)
{
    fake_connection_fini(&connection);
    fake_connection_request(&connection, request);
    assert_int_equal(connection.responses, 1);
    return connection.status;
}

static unsigned get(const char *path)
{
    const struct request request = http_request(METHOD_GET, path, NULL, NULL);
    return send_request(&request);
}

static unsigned post(const char *path)
{
    const struct request request = http_request(METHOD_POST, path, NULL, NULL);
    return send_request(&request);
}

static unsigned get_as(const char *path, const char *authorization)
{
    struct request request = http_request(METHOD_GET, path, NULL, NULL);
    request.authorization = authorization;
    return send_request(&request);
}

/* "Bearer ..." of a new token of a new account. */
static void make_token(unsigned scopes, char *out, size_t size)
{
    harness_register(&harness, "Anna", "correct horse");
    const struct account_reply token = harness_make_token(&harness, "anna", scopes, 0);
    assert_int_equal(token.refusal, NOT_REFUSED);
    snprintf(out, size, "Bearer %s", token.secret);
}

static void make_cookie(char *out, size_t size)
{
    const struct account_reply reply = harness_register(&harness, "Anna", "correct horse");
    char set[200];
    session_cookie(harness.server, reply.secret, set, sizeof set);
    snprintf(out, size, "%.*s", (int)strcspn(set, ";"), set);
}

static void an_unknown_path_is_404_in_json(void **state)
{
    (void)state;
    static const char *const paths[] = {
        "/api/nothing",           "/a/b", "//", "/api//account", "/1/2/3/4/5/6/7/8/9/10",
        "/api/challenge/%zz/show"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        assert_int_equal(get(paths[i]), 404);
        assert_non_null(strstr(fake_connection_body(&connection), "{\"error\":\""));
    }
}

static void a_path_parameter_that_is_too_long_is_404(void **state)
{
    (void)state;
    char path[200] = "/api/user/";
    memset(path + strlen(path), 'a', 100);
    assert_int_equal(get(path), 404);
}

static void a_wrong_method_is_405_with_the_allowed_methods(void **state)
{
    (void)state;
    assert_int_equal(get("/api/board/seek"), 405);
    assert_non_null(
        strstr(fake_connection_headers(&connection), "Allow: POST, DELETE, OPTIONS\r\n"));
    assert_int_equal(post("/api/timeline"), 405);
    assert_non_null(strstr(fake_connection_headers(&connection), "Allow: GET, HEAD, OPTIONS\r\n"));
}

static void a_trailing_slash_is_ignored(void **state)
{
    (void)state;
    assert_int_equal(get("/api/timeline"), 401);
    assert_int_equal(get("/api/timeline/"), 401);
    assert_int_equal(post("/api/bot/game/abcdefgh/claim-victory/"), 401);
}

static void literal_segments_take_precedence_over_parameters(void **state)
{
    (void)state;
    /* /api/challenge/open is for everyone, /api/challenge/{name} is not */
    assert_int_equal(post("/api/challenge/somebody"), 401);
    struct request request = http_request(METHOD_POST, "/api/challenge/open", NULL, NULL);
    request.query = "clock.limit=7&clock.increment=0";
    assert_int_equal(send_request(&request), 400);
}

static void head_is_handled_like_get(void **state)
{
    (void)state;
    const struct request request = http_request(METHOD_HEAD, "/api/timeline", NULL, NULL);
    assert_int_equal(send_request(&request), 401);
}

static void a_missing_or_unknown_token_is_401(void **state)
{
    (void)state;
    assert_int_equal(get("/api/timeline"), 401);
    assert_int_equal(get_as("/api/timeline", "Bearer rk_nothing"), 401);
    assert_int_equal(get_as("/api/timeline", "Basic abc"), 401);
    assert_non_null(strstr(fake_connection_body(&connection), "\"error\""));
    assert_non_null(strstr(fake_connection_headers(&connection), "WWW-Authenticate: Bearer\r\n"));
}

static void a_token_without_the_scope_is_403_with_both_scopes_in_headers(void **state)
{
    (void)state;
    char token[100];
    make_token(1U << SCOPE_BOARD_PLAY | 1U << SCOPE_CHALLENGE_READ, token, sizeof token);
    assert_int_equal(get_as("/api/account/email", token), 403);
    const char *headers = fake_connection_headers(&connection);
    assert_non_null(strstr(headers, "X-OAuth-Scopes: board:play,challenge:read\r\n"));
    assert_non_null(strstr(headers, "X-Accepted-OAuth-Scopes: email:read\r\n"));
    assert_int_equal(get_as("/api/timeline", token), 200);
}

static void a_session_has_every_scope(void **state)
{
    (void)state;
    char cookie[200];
    make_cookie(cookie, sizeof cookie);
    struct request request = http_request(METHOD_GET, "/api/account/email", NULL, NULL);
    request.cookie = cookie;
    assert_int_equal(send_request(&request), 200);
}

static void a_token_cannot_use_session_routes(void **state)
{
    (void)state;
    char token[100];
    make_token(ALL_SCOPES, token, sizeof token);
    struct request request = http_request(METHOD_POST, "/account/token", NULL, NULL);
    request.authorization = token;
    assert_int_equal(send_request(&request), 403);
}

static void account_routes_refuse_guests(void **state)
{
    (void)state;
    harness.server->config.guests = true;
    const struct account_reply guest = harness_make_guest(&harness);
    char set[200];
    session_cookie(harness.server, guest.secret, set, sizeof set);
    set[strcspn(set, ";")] = '\0';
    struct request request = http_request(METHOD_GET, "/api/timeline", NULL, NULL);
    request.cookie = set;
    assert_int_equal(send_request(&request), 403);
}

static void another_site_cannot_use_the_cookie(void **state)
{
    (void)state;
    static const struct {
        const char *origin, *host;
        unsigned status;
    } cases[] = {{"", "", 200},
                 {"https://chess.example", "", 200},
                 {"http://localhost:8080", "localhost:8080", 200},
                 {"https://evil.example", "localhost:8080", 403},
                 {"https://chess.example.evil.example", "chess.example", 403},
                 {"https://localhost:8080", "localhost:8080", 403},
                 {"://localhost:8080", "localhost:8080", 403},
                 {"null", "localhost:8080", 403}};
    char cookie[200];
    make_cookie(cookie, sizeof cookie);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct request request = http_request(METHOD_POST, "/api/account/kid?v=false", NULL, NULL);
        request.cookie = cookie;
        request.origin = cases[i].origin;
        request.host = cases[i].host;
        assert_int_equal(send_request(&request), cases[i].status);
    }
}

static void basic_authentication_does_not_bypass_the_cross_site_check(void **state)
{
    (void)state;
    char cookie[200];
    make_cookie(cookie, sizeof cookie);
    struct request request = http_request(METHOD_POST, "/api/account/kid?v=false", NULL, NULL);
    request.cookie = cookie;
    request.authorization = "Basic eDp5"; // as by http://x:y@localhost:8080/
    request.host = "localhost:8080";
    assert_int_equal(send_request(&request), 200);
    request.origin = "https://evil.example";
    assert_int_equal(send_request(&request), 403);
}

static void with_tls_an_http_origin_is_another_site(void **state)
{
    (void)state;
    char cookie[200];
    make_cookie(cookie, sizeof cookie);
    harness.server->config.secure = true;
    struct request request = http_request(METHOD_POST, "/api/account/kid?v=false", NULL, NULL);
    request.cookie = cookie;
    request.host = "localhost";
    request.origin = "http://localhost";
    assert_int_equal(send_request(&request), 403);
    request.origin = "https://localhost";
    assert_int_equal(send_request(&request), 200);
}

static void with_a_public_url_only_that_origin_is_ours(void **state)
{
    (void)state;
    char cookie[200];
    make_cookie(cookie, sizeof cookie);
    harness.server->config.is_url_fixed = true;
    harness.server->config.public_url = "http://chess.example/club";
    struct request request = http_request(METHOD_POST, "/api/account/kid?v=false", NULL, NULL);
    request.cookie = cookie;
    request.host = "evil.example"; // its name may resolve to our address
    request.origin = "http://evil.example";
    assert_int_equal(send_request(&request), 403);
    request.origin = "http:";
    assert_int_equal(send_request(&request), 403);
    request.origin = "http://chess.example";
    assert_int_equal(send_request(&request), 200);
}

static void any_origin_can_use_a_token_but_not_the_cookie(void **state)
{
    (void)state;
    char token[100];
    make_token(ALL_SCOPES, token, sizeof token);
    struct request request = http_request(METHOD_GET, "/api/timeline", NULL, NULL);
    request.origin = "https://other.example";
    request.authorization = token;
    assert_int_equal(send_request(&request), 200);
    assert_non_null(
        strstr(fake_connection_headers(&connection), "Access-Control-Allow-Origin: *\r\n"));
    request.authorization = "";
    request.cookie = "rk=1";
    send_request(&request);
    assert_null(strstr(fake_connection_headers(&connection), "Access-Control"));
}

static void any_origin_can_use_the_api_outside_of_its_folder(void **state)
{
    (void)state;
    static const char *const paths[] = {"/lichess",
                                        "/lichess/",
                                        "/masters",
                                        "/player?player=anna",
                                        "/standard",
                                        "/masters/pgn/1",
                                        "/game/export/abcdefgh"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct request request = http_request(METHOD_GET, paths[i], NULL, NULL);
        request.origin = "https://other.example";
        send_request(&request);
        assert_non_null(
            strstr(fake_connection_headers(&connection), "Access-Control-Allow-Origin: *\r\n"));
    }
    struct request page = http_request(METHOD_GET, "/players", NULL, NULL);
    page.origin = "https://other.example";
    send_request(&page);
    assert_null(strstr(fake_connection_headers(&connection), "Access-Control"));
}

static void a_message_of_another_origin_needs_a_token(void **state)
{
    (void)state;
    char token[100], cookie[200];
    make_token(ALL_SCOPES, token, sizeof token);
    make_cookie(cookie, sizeof cookie);
    struct request request = http_request(METHOD_POST, "/inbox/nobody", NULL, NULL);
    request.origin = "https://other.example";
    request.host = "localhost:8080";
    assert_int_equal(send_request(&request), 401);
    request.cookie = cookie;
    assert_int_equal(send_request(&request), 403);
    request.cookie = "";
    request.authorization = token;
    assert_int_equal(send_request(&request), 400); // it has no text
}

static void a_preflight_request_gets_the_allowed_methods_and_headers(void **state)
{
    (void)state;
    struct request request = http_request(METHOD_OPTIONS, "/api/challenge/anna", NULL, NULL);
    request.origin = "https://other.example";
    assert_int_equal(send_request(&request), 204);
    const char *headers = fake_connection_headers(&connection);
    assert_non_null(strstr(headers, "Access-Control-Allow-Origin: *\r\n"));
    assert_non_null(strstr(headers, "Access-Control-Allow-Methods: POST, OPTIONS\r\n"));
    assert_non_null(strstr(headers, "Authorization"));
    assert_null(strstr(headers, "Credentials"));
}

static void requests_are_limited_by_address_but_moves_are_not(void **state)
{
    (void)state;
    for (int i = 0; i < 400; i++)
        assert_int_equal(get("/api/timeline"), 401);
    assert_int_equal(get("/api/timeline"), 429);
    assert_non_null(strstr(fake_connection_body(&connection), "\"key\":\"request.address\""));
    for (int i = 0; i < 100; i++)
        assert_int_equal(post("/api/bot/game/abcdefgh/move/e2e4"), 401);
}

static void invalid_parameters_are_400(void **state)
{
    (void)state;
    struct request request = http_request(METHOD_GET, "/api/timeline", NULL, NULL);
    request.query = "nb=%zz";
    assert_int_equal(send_request(&request), 400);
}

static void a_stopping_server_refuses_requests(void **state)
{
    (void)state;
    harness.server->stopping = true;
    assert_int_equal(get("/api/timeline"), 503);
    assert_non_null(strstr(fake_connection_headers(&connection), "Retry-After: "));
}

static void a_client_may_disconnect_during_authentication(void **state)
{
    (void)state;
    char token[100];
    make_token(ALL_SCOPES, token, sizeof token);
    harness_skip(&harness, 2 * MINUTE); /* the token is not cached any more */
    struct request request = http_request(METHOD_GET, "/api/timeline", NULL, NULL);
    request.authorization = token;
    fake_connection_send_request(&connection, &request);
    assert_non_null(connection.exchange);
    fake_connection_drop(&connection);
    harness_settle(&harness);
    assert_int_equal(connection.responses, 0);
    assert_int_equal(exchanges_count(harness.server), 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_prestate_setup_teardown(name, set_up, tear_down, &harness)
    const struct CMUnitTest tests[] = {
        TEST(an_unknown_path_is_404_in_json),
        TEST(a_path_parameter_that_is_too_long_is_404),
        TEST(a_wrong_method_is_405_with_the_allowed_methods),
        TEST(a_trailing_slash_is_ignored),
        TEST(literal_segments_take_precedence_over_parameters),
        TEST(head_is_handled_like_get),
        TEST(a_missing_or_unknown_token_is_401),
        TEST(a_token_without_the_scope_is_403_with_both_scopes_in_headers),
        TEST(a_session_has_every_scope),
        TEST(a_token_cannot_use_session_routes),
        TEST(account_routes_refuse_guests),
        TEST(another_site_cannot_use_the_cookie),
        TEST(basic_authentication_does_not_bypass_the_cross_site_check),
        TEST(with_tls_an_http_origin_is_another_site),
        TEST(with_a_public_url_only_that_origin_is_ours),
        TEST(any_origin_can_use_a_token_but_not_the_cookie),
        TEST(any_origin_can_use_the_api_outside_of_its_folder),
        TEST(a_message_of_another_origin_needs_a_token),
        TEST(a_preflight_request_gets_the_allowed_methods_and_headers),
        TEST(requests_are_limited_by_address_but_moves_are_not),
        TEST(invalid_parameters_are_400),
        TEST(a_stopping_server_refuses_requests),
        TEST(a_client_may_disconnect_during_authentication),
    };
    return cmocka_run_group_tests_name("the router", tests, NULL, NULL);
}
