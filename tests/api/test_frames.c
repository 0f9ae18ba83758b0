/* SPDX-License-Identifier: MIT */
/* The addresses of the web client: the frame of every page, its files, and that no address hides
 * another one. */
#include <stdio.h>
#include <string.h>

#include "assets/assets.h"
#include "support/board.h"
#include "support/fake_connection.h"
#include "support/people.h"

static const char browser[] = "text/html,application/xhtml+xml,*/*;q=0.8";

#define BYTES(text)                                     \
    {                                                   \
        (const unsigned char *)(text), sizeof(text) - 1 \
    }

static const struct asset files[] = {
    {"/assets/main-AAAA.js",
     "text/javascript; charset=utf-8",
     "a1",
     true,
     {BYTES("brotli"), BYTES("gzipped"), BYTES("the script")}},
    {"/assets/type-BBBB.woff2", "font/woff2", "b2", true, {{0}, {0}, BYTES("font")}},
    {"/favicon.svg", "image/svg+xml", "c3", false, {{0}, {0}, BYTES("<svg/>")}},
    {"/manifest.webmanifest",
     "application/manifest+json",
     "d4",
     false,
     {{0}, {0}, BYTES("{\"name\":\"@SERVER@\",\"short_name\":\"@SERVER@\"}")}},
    {"/sw.js", "text/javascript; charset=utf-8", "e5", false, {{0}, {0}, BYTES("worker")}},
};
static const struct asset_table client = {
    files, sizeof files / sizeof *files,
    "<script src=\"/assets/theme.js\"></script>\n"
    "<script type=\"module\" src=\"/assets/main-AAAA.js\"></script>\n",
    "<link rel=\"stylesheet\" href=\"/assets/main.css\">\n"};

static struct harness harness;
static struct someone alice;

static void play_game(const char *id, bool hidden)
{
    struct game_info info = {
        .players = {identity_named("Alice", ROLE_PLAYER), identity_named("Bob", ROLE_PLAYER)},
        .settings = settings_for("5+3")};
    info.settings.hidden = hidden;
    snprintf(info.id, sizeof info.id, "%s", id);
    harness_finish_game(&harness, harness_start_game(&harness, &info), "e4 e5 Nf3", RK_BLACK);
}

static int set_up(void **state)
{
    (void)state;
    harness_open_store(&harness);
    harness.config.assets = &client;
    harness.config.server_name = "Caf\u00e9 \"R\"";
    harness_start(&harness);
    alice = someone_join(&harness, "Alice");
    play_game("plain001", false);
    play_game("private1", true);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    harness_close(&harness);
    return 0;
}

static void get(struct fake_connection *got, const char *target, const char *encoding,
                const char *known)
{
    struct request request = http_request(METHOD_GET, target, NULL, NULL);
    request.accept_encoding = encoding;
    request.if_none_match = known;
    fake_connection_init(got, &harness);
    fake_connection_request(got, &request);
}

static void expect_status(const char *target, unsigned status)
{
    struct fake_connection got;
    fake_connection_get(&got, &harness, target, browser);
    if (got.status != status || strcmp(got.content_type, "text/html; charset=utf-8") != 0)
        fail_msg("%s: %u %s", target, got.status, got.content_type);
    assert_has(fake_connection_body(&got), "<main id=\"main\"");
    assert_has(fake_connection_body(&got), "<script type=\"module\" src=\"/assets/main-AAAA.js\">");
    assert_lacks(fake_connection_body(&got), "style=\"");
    assert_has(fake_connection_headers(&got), "Cross-Origin-Opener-Policy: same-origin");
    assert_has(fake_connection_headers(&got), "Cross-Origin-Embedder-Policy: require-corp");
    if (status == 404)
        assert_has(fake_connection_body(&got), "<meta name=\"rookery-status\" content=\"404\">");
    else
        assert_lacks(fake_connection_body(&got), "rookery-status");
    fake_connection_fini(&got);
}

// ---- pages -----------------------------------------------------------------------------------

static void every_page_has_a_frame(void **state)
{
    (void)state;
    static const char *const pages[] = {
        "/",
        "/plain001",
        "/plain001/black",
        "/plain001/review",
        "/computer",
        "/computer/8/8/8/8/8/8/8/8_w_-_-_0_1",
        "/watch",
        "/watch/blitz",
        "/watch/best",
        "/analysis",
        "/analysis/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1",
        "/analysis/crazyhouse/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1",
        "/editor",
        "/editor/8/8/8/8/8/8/8/8_w_-_-_0_1",
        "/players",
        "/players/blitz",
        "/@/Alice",
        "/@/alice",
        "/@/Alice/games",
        "/messages",
        "/messages/Bob",
        "/notifications",
        "/account",
        "/account/play",
        "/account/look",
        "/account/devices",
        "/admin",
        "/admin/users",
        "/admin/users/Alice",
        "/help",
        "/help/keys",
        "/help/"};
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
        expect_status(pages[i], 200);
}

static void an_unknown_page_is_not_found(void **state)
{
    (void)state;
    static const char *const pages[] = {"/nothing0",
                                        "/nothing0/black",
                                        "/plain001/white",
                                        "/i/nothing0",
                                        "/private1",
                                        "/private1/review",
                                        "/watch/nothing",
                                        "/players/nothing",
                                        "/@/Nobody",
                                        "/@/Nobody/games",
                                        "/account/nothing",
                                        "/admin/nothing",
                                        "/help/nothing",
                                        "/help/keys/more",
                                        "/a/b/c",
                                        "/%3Cb%3E",
                                        "/notifications/x",
                                        "/assets",
                                        "/@",
                                        "/i"};
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
        expect_status(pages[i], 404);
}

static void a_frame_names_the_server_and_the_viewer(void **state)
{
    (void)state;
    struct fake_connection got;
    struct request request = http_request(METHOD_GET, "/watch", alice.cookie, NULL);
    request.accept = browser;
    fake_connection_init(&got, &harness);
    fake_connection_request(&got, &request);
    const char *body = fake_connection_body(&got);
    assert_has(body, "<title>Watch \u2013 Caf\u00e9 &quot;R&quot;</title>");
    assert_has(body, "<meta name=\"rookery-server\" content=\"Caf\u00e9 &quot;R&quot;\">");
    assert_has(body, "<meta name=\"rookery-user\" content=\"Alice\">");
    assert_has(body, "<meta name=\"rookery-role\" content=\"player\">");
    assert_has(fake_connection_headers(&got), "Cache-Control: private, no-cache");
    fake_connection_fini(&got);
    fake_connection_get(&got, &harness, "/watch", browser);
    assert_lacks(fake_connection_body(&got), "rookery-user");
    fake_connection_fini(&got);
}

static void a_game_is_shown_without_scripts_and_in_previews(void **state)
{
    (void)state;
    struct fake_connection got;
    fake_connection_get(&got, &harness, "/plain001", browser);
    const char *body = fake_connection_body(&got);
    assert_has(body, "<meta property=\"og:title\" content=\"Alice against Bob\">");
    assert_has(body,
               "<meta property=\"og:description\" content=\"5+3 Standard, casual. White wins");
    assert_has(body, "<meta property=\"og:url\" content=\"http://chess.example/plain001\">");
    assert_has(body, "<table class=\"p-board\"");
    assert_has(body, "<span>e4</span> <span>e5</span>");
    fake_connection_fini(&got);
}

static void the_board_of_a_game_can_be_seen_from_black(void **state)
{
    (void)state;
    struct fake_connection got;
    fake_connection_get(&got, &harness, "/plain001/black", browser);
    assert_has(fake_connection_body(&got), "<th></th><th>h</th><th>g</th>");
    fake_connection_fini(&got);
    fake_connection_get(&got, &harness, "/plain001/review", browser);
    assert_has(fake_connection_body(&got), "<title>Review: Alice against Bob");
    assert_has(fake_connection_body(&got), "<th></th><th>a</th><th>b</th>");
    fake_connection_fini(&got);
}

static void only_browsers_without_scripts_reload(void **state)
{
    (void)state;
    struct fake_connection got;
    fake_connection_get(&got, &harness, "/", browser);
    const char *body = fake_connection_body(&got);
    const char *begin = strstr(body, "<noscript>"), *end = strstr(body, "</noscript>");
    const char *refresh = strstr(body, "http-equiv=\"refresh\"");
    assert_true(begin && end && refresh && begin < refresh && refresh < end);
    fake_connection_fini(&got);
}

static void a_page_is_compressed_for_those_who_accept_it(void **state)
{
    (void)state;
    struct fake_connection plain, got;
    struct request request = http_request(METHOD_GET, "/plain001", NULL, NULL);
    request.accept = browser;
    fake_connection_init(&plain, &harness);
    fake_connection_request(&plain, &request);
    assert_lacks(fake_connection_headers(&plain), "Content-Encoding");
    request.accept_encoding = "gzip, br";
    fake_connection_init(&got, &harness);
    fake_connection_request(&got, &request);
    assert_has(fake_connection_headers(&got), "Content-Encoding: gzip\r\n");
    assert_has(fake_connection_headers(&got), "Vary: Accept-Encoding, Accept-Language, Cookie\r\n");
    assert_true(got.body.size < plain.body.size / 2);
    assert_memory_equal(got.body.bytes, "\x1f\x8b", 2);
    fake_connection_fini(&plain);
    fake_connection_fini(&got);
}

static void the_home_page_shows_results(void **state)
{
    (void)state;
    struct fake_connection got;
    fake_connection_get(&got, &harness, "/", browser);
    assert_has(fake_connection_body(&got), "<a href=\"/plain001\">Alice 1\u20130 Bob</a>");
    assert_lacks(fake_connection_body(&got), "private1");
    fake_connection_fini(&got);
}

static void a_form_is_in_the_language_of_the_browser(void **state)
{
    (void)state;
    struct fake_connection got;
    struct request request = http_request(METHOD_GET, "/account/reset", NULL, NULL);
    request.accept = browser;
    request.accept_language = "de-AT,de;q=0.9,en;q=0.8";
    fake_connection_init(&got, &harness);
    fake_connection_request(&got, &request);
    assert_int_equal(got.status, 200);
    assert_true(fake_connection_saw(&got, "<html lang=\"de\""));
    assert_true(fake_connection_saw(&got, "<h1>Passwort vergessen</h1>"));
    assert_true(fake_connection_saw(&got, "<a href=\"/players\">Spieler</a>"));
    fake_connection_fini(&got);
}

/* The page as somebody gets it who prefers a language. */
static const char *get_in(struct fake_connection *got, const char *language, const char *path)
{
    struct request request = http_request(METHOD_GET, path, NULL, NULL);
    request.accept = browser;
    request.accept_language = language;
    fake_connection_init(got, &harness);
    fake_connection_request(got, &request);
    return fake_connection_body(got);
}

static void pages_without_scripts_are_in_the_language_of_the_browser(void **state)
{
    (void)state;
    static const struct {
        const char *language, *path, *text;
    } pages[] = {
        {"de", "/", "<h2>Laufende Partien</h2>"},
        {"de", "/watch", "<h1>Zuschauen</h1>"},
        {"de", "/plain001", "Weiß gewinnt: "},
        {"de", "/plain001", "<h1>Alice gegen Bob</h1>"},
        {"de", "/@/alice", "<h2>Wertungen</h2>"},
        {"de", "/help/rules", "<h1>Spielregeln</h1>"},
        {"de", "/@/nobody", "Diesen Spieler gibt es nicht."},
        {"es", "/players", "<h1>Jugadores</h1>"},
        {"es", "/plain001", "<h1>Alice contra Bob</h1>"},
        {"fr", "/plain001", "<h1>Alice against Bob</h1>"},
    };
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        struct fake_connection got;
        assert_has(get_in(&got, pages[i].language, pages[i].path), pages[i].text);
        fake_connection_fini(&got);
    }
}

static void a_profile_shows_games(void **state)
{
    (void)state;
    struct fake_connection got;
    fake_connection_get(&got, &harness, "/@/alice", browser);
    assert_has(fake_connection_body(&got), "<h1>Alice</h1>");
    assert_has(fake_connection_body(&got), "<a href=\"/plain001\">Alice 1-0 Bob</a>");
    assert_lacks(fake_connection_body(&got), "private1");
    fake_connection_fini(&got);
}

/* The API's addresses, also those that a page shares. */
static void no_page_hides_an_address_of_the_api(void **state)
{
    (void)state;
    static const char *const own[] = {"/account/sessions", "/account/tokens", "/account/two-factor",
                                      "/account/data"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        struct fake_connection got;
        struct request request = http_request(METHOD_GET, own[i], alice.cookie, NULL);
        fake_connection_init(&got, &harness);
        fake_connection_request(&got, &request);
        assert_int_equal(got.status, 200);
        assert_null(strstr(got.content_type, "html"));
        fake_connection_close(&got);
        const struct fake_response refused =
            harness_request(&harness, METHOD_GET, own[i], NULL, NULL);
        assert_int_equal(refused.status, 401);
    }
    assert_int_equal(harness_request(&harness, METHOD_GET, "/api/none", NULL, NULL).status, 404);
    assert_int_equal(harness_request(&harness, METHOD_GET, "/healthz", NULL, NULL).status, 200);
    assert_int_equal(harness_request(&harness, METHOD_POST, "/watch", NULL, "").status, 405);
}

// ---- files -----------------------------------------------------------------------------------

static void a_file_is_sent_as_the_client_accepts_it(void **state)
{
    (void)state;
    static const struct {
        const char *accept, *body, *header;
    } cases[] = {{"gzip, deflate, br", "brotli", "Content-Encoding: br\r\n"},
                 {"gzip", "gzipped", "Content-Encoding: gzip\r\n"},
                 {"", "the script", "Cross-Origin-Embedder-Policy: require-corp\r\n"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fake_connection got;
        get(&got, "/assets/main-AAAA.js", cases[i].accept, "");
        assert_int_equal(got.status, 200);
        assert_string_equal(got.content_type, "text/javascript; charset=utf-8");
        assert_string_equal(fake_connection_body(&got), cases[i].body);
        const char *headers = fake_connection_headers(&got);
        assert_has(headers, cases[i].header);
        assert_has(headers, "Cache-Control: public, max-age=31536000, immutable\r\n");
        assert_has(headers, "Vary: Accept-Encoding\r\n");
        fake_connection_fini(&got);
    }
}

static void what_the_server_offers_is_compressed_for_those_who_accept_it(void **state)
{
    (void)state;
    struct fake_connection plain, compressed;
    get(&plain, "/api/server", "", "");
    get(&compressed, "/api/server", "gzip", "");
    assert_has(fake_connection_headers(&compressed), "Content-Encoding: gzip\r\n");
    assert_null(strstr(fake_connection_headers(&plain), "Content-Encoding"));
    assert_true(compressed.body.size < plain.body.size / 2);
    fake_connection_fini(&plain);
    fake_connection_fini(&compressed);
}

static void a_file_that_is_known_is_not_sent_again(void **state)
{
    (void)state;
    static const char *const known[] = {"\"c3-identity\"", "\"x\", W/\"c3-identity\"", "*"};
    struct fake_connection got;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        get(&got, "/favicon.svg", "", known[i]);
        assert_int_equal(got.status, 304);
        assert_string_equal(fake_connection_body(&got), "");
        assert_has(fake_connection_headers(&got), "Cache-Control: no-cache\r\n");
        fake_connection_fini(&got);
    }
    get(&got, "/favicon.svg", "", "\"c4-identity\"");
    assert_int_equal(got.status, 200);
    fake_connection_fini(&got);
}

static void files_at_the_root_have_fixed_names(void **state)
{
    (void)state;
    struct fake_connection got;
    get(&got, "/sw.js", "br", "");
    assert_string_equal(fake_connection_body(&got), "worker");
    fake_connection_fini(&got);
    get(&got, "/favicon.ico", "", "");
    assert_string_equal(got.content_type, "image/svg+xml");
    fake_connection_fini(&got);
    get(&got, "/robots.txt", "", "");
    assert_has(fake_connection_body(&got), "Disallow: /api/\n");
    fake_connection_fini(&got);
    get(&got, "/manifest.webmanifest", "", "");
    assert_string_equal(fake_connection_body(&got),
                        "{\"name\":\"Caf\u00e9 \\\"R\\\"\",\"short_name\":"
                        "\"Caf\u00e9 \\\"R\\\"\"}");
    fake_connection_fini(&got);
}

static void a_file_that_does_not_exist_is_not_found(void **state)
{
    (void)state;
    static const char *const names[] = {"/assets/main-AAAB.js",   "/assets/..",
                                        "/assets/%2e%2e%2fsw.js", "/assets/a/b",
                                        "/icon-192.png",          "/assets/main-AAAA.js%00"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct fake_connection got;
        get(&got, names[i], "br", "");
        assert_int_equal(got.status, 404);
        fake_connection_fini(&got);
    }
}

/* A class room behind one address opens the page: thirty people, thirty files each. */
static void files_are_never_refused_for_their_number(void **state)
{
    (void)state;
    for (int i = 0; i < 900; i++) {
        struct fake_connection got;
        get(&got, "/assets/type-BBBB.woff2", "br", "");
        assert_int_equal(got.status, 200);
        fake_connection_fini(&got);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_page_has_a_frame),
        cmocka_unit_test(an_unknown_page_is_not_found),
        cmocka_unit_test(a_frame_names_the_server_and_the_viewer),
        cmocka_unit_test(a_game_is_shown_without_scripts_and_in_previews),
        cmocka_unit_test(the_board_of_a_game_can_be_seen_from_black),
        cmocka_unit_test(only_browsers_without_scripts_reload),
        cmocka_unit_test(a_page_is_compressed_for_those_who_accept_it),
        cmocka_unit_test(the_home_page_shows_results),
        cmocka_unit_test(a_form_is_in_the_language_of_the_browser),
        cmocka_unit_test(pages_without_scripts_are_in_the_language_of_the_browser),
        cmocka_unit_test(a_profile_shows_games),
        cmocka_unit_test(no_page_hides_an_address_of_the_api),
        cmocka_unit_test(a_file_is_sent_as_the_client_accepts_it),
        cmocka_unit_test(what_the_server_offers_is_compressed_for_those_who_accept_it),
        cmocka_unit_test(a_file_that_is_known_is_not_sent_again),
        cmocka_unit_test(files_at_the_root_have_fixed_names),
        cmocka_unit_test(a_file_that_does_not_exist_is_not_found),
        cmocka_unit_test(files_are_never_refused_for_their_number),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
