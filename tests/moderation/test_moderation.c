/* SPDX-License-Identifier: MIT */
/* What staff do over HTTP, and what it does to people who are connected. */
#include <stdio.h>
#include <string.h>

#include "accounts/mutes.h"
#include "moderation/restart.h"
#include "ratings/ratings.h"
#include "support/board.h"
#include "support/fake_connection.h"
#include "support/harness_accounts.h"

static struct harness harness;
static char staff[300], player[300]; /* cookies */

static void make_cookie(const char *secret, char *out, size_t size)
{
    char set[300];
    session_cookie(harness.server, secret, set, sizeof set);
    snprintf(out, size, "%.*s", (int)strcspn(set, ";"), set);
}

static void register_person(const char *name, char *cookie, size_t size)
{
    const struct account_reply reply = harness_register(&harness, name, "correct horse 9");
    assert_int_equal(reply.refusal, NOT_REFUSED);
    make_cookie(reply.secret, cookie, size);
}

static void set_role(const char *id, enum role role)
{
    fake_store_call(&harness.store, STORE_SET_ROLE, id, role);
    harness_wait(&harness, 2 * MINUTE); // the role is cached for a minute
}

/* The only admin keeps the role, so there is another one before. */
static void demote_marta(void)
{
    char other[300];
    register_person("Otto", other, sizeof other);
    set_role("otto", ROLE_ADMIN);
    set_role("marta", ROLE_MODERATOR);
}

static int set_up(void **state)
{
    harness_open(*state);
    register_person("Marta", staff, sizeof staff);
    register_person("Piet", player, sizeof player);
    set_role("marta", ROLE_ADMIN);
    return 0;
}

static int tear_down(void **state)
{
    harness_close(*state);
    return 0;
}

static struct fake_response call(enum method method, const char *path, const char *cookie,
                                 const char *body)
{
    return harness_request(&harness, method, path, cookie, body);
}

static void expect_post(const char *path, const char *body)
{
    const struct fake_response response = call(METHOD_POST, path, staff, body);
    assert_string_equal(response.body, "{\"ok\":true}");
    assert_int_equal(response.status, 200);
}

static bool body_has(const char *path, const char *substring)
{
    const struct fake_response response = call(METHOD_GET, path, staff, NULL);
    assert_int_equal(response.status, 200);
    return strstr(response.body, substring);
}

static void expect_refused_post(const char *path, const char *cookie, const char *body,
                                unsigned status, const char *substring)
{
    const struct fake_response response = call(METHOD_POST, path, cookie, body);
    assert_int_equal(response.status, status);
    if (!strstr(response.body, substring))
        assert_string_equal(response.body, substring);
}

// ---- permissions -----------------------------------------------------------------------------

static void a_staff_route_needs_its_permission(void **state)
{
    (void)state;
    expect_refused_post("/api/mod/user/marta/ban", NULL, "reason=x", 401, "authentication");
    expect_refused_post("/api/mod/user/marta/ban", player, "reason=x", 403,
                        "you lack the permission ban");
    demote_marta();
    expect_refused_post("/api/mod/settings/no-guests", staff, "value=yes", 403,
                        "you lack the permission settings");
    assert_true(body_has("/api/mod/permissions", "\"see-reports\""));
    assert_false(body_has("/api/mod/permissions", "\"settings\""));
}

static void a_token_needs_the_staff_scope(void **state)
{
    (void)state;
    char bearer[200];
    const struct account_reply with = harness_make_token(&harness, "marta", 1u << SCOPE_WEB_MOD, 0);
    snprintf(bearer, sizeof bearer, "Bearer %s", with.secret);
    assert_int_equal(call(METHOD_GET, "/api/mod/bans", bearer, NULL).status, 200);
    const struct account_reply without =
        harness_make_token(&harness, "marta", 1u << SCOPE_BOARD_PLAY, 0);
    snprintf(bearer, sizeof bearer, "Bearer %s", without.secret);
    assert_int_equal(call(METHOD_GET, "/api/mod/bans", bearer, NULL).status, 403);
}

static void only_admins_act_on_staff_and_nobody_on_themselves(void **state)
{
    (void)state;
    expect_refused_post("/api/mod/user/marta/ban", staff, "reason=x", 403, "yourself");
    char other[300];
    register_person("Olga", other, sizeof other);
    set_role("olga", ROLE_MODERATOR);
    expect_refused_post("/api/mod/user/marta/ban", other, "reason=x", 403, "only an admin");
    expect_refused_post("/api/mod/user/nobody/ban", staff, "reason=x", 404, "no such account");
}

static void the_only_admin_keeps_the_role(void **state)
{
    (void)state;
    char other[300];
    register_person("Olga", other, sizeof other);
    set_role("olga", ROLE_ADMIN);
    expect_refused_post("/api/mod/user/marta/role", staff, "role=player", 403, "yourself");
    // Meanwhile the other admin lost the role; this server has not noticed it yet.
    fake_store_call(&harness.store, STORE_SET_ROLE, "marta", ROLE_PLAYER);
    expect_refused_post("/api/mod/user/olga/role", staff, "role=moderator", 400,
                        "this is the only active admin: give another account the role admin first");
    fake_store_call(&harness.store, STORE_SET_ROLE, "marta", ROLE_ADMIN);
    expect_post("/api/mod/user/olga/role", "role=moderator");
}

// ---- bans ------------------------------------------------------------------------------------

static struct round *start_game(const char *moves)
{
    struct game_info info = {
        .settings = settings_for("5+3"),
        .players = {identity_named("Piet", ROLE_PLAYER), identity_named("Marta", ROLE_ADMIN)}};
    strcpy(info.id, "abcd1234");
    struct round *round = harness_start_game(&harness, &info);
    char text[100];
    snprintf(text, sizeof text, "%s", moves);
    unsigned ply = 0;
    for (char *move = strtok(text, " "); move; move = strtok(NULL, " ")) {
        struct command command = {.verb = VERB_MOVE, .by = info.players[ply++ % 2], .version = -1};
        snprintf(command.move, sizeof command.move, "%s", move);
        expect_done(harness_command(&harness, round, &command));
    }
    return round;
}

static void a_ban_ends_connections_and_games_with_the_reason(void **state)
{
    (void)state;
    struct round *round = start_game("e2e4 e7e5 g1f3");
    struct fake_connection socket, stream;
    fake_connection_connect(&socket, &harness, player);
    fake_connection_init(&stream, &harness);
    const struct request request = http_request(METHOD_GET, "/api/stream/event", player, NULL);
    fake_connection_request(&stream, &request);
    assert_true(stream.stream);

    expect_post("/api/mod/user/piet/ban", "reason=engine%20help&minutes=60");

    fake_connection_expect(&socket, "notice", "type", "kicked");
    assert_true(socket.closed && stream.closed);
    assert_true(fake_connection_saw(&stream, "engine help"));
    assert_true(round_is_over(round));
    assert_int_equal(rk_game_status(round_game(round)), RK_RESIGNED);
    assert_int_equal(call(METHOD_GET, "/api/account", player, NULL).status, 401);
    const struct account_reply login = harness_login(&harness, "Piet", "correct horse 9");
    assert_int_equal(login.refusal, REFUSED_FORBIDDEN);
    assert_non_null(strstr(login.why, "engine help"));
    assert_true(body_has("/api/mod/bans", "engine help"));
    fake_connection_close(&socket);
    fake_connection_close(&stream);
}

static void a_ban_aborts_a_game_that_has_hardly_begun(void **state)
{
    (void)state;
    const struct round *round = start_game("e2e4");
    expect_post("/api/mod/user/piet/ban", "reason=x");
    assert_int_equal(rk_game_status(round_game(round)), RK_ABORTED);
}

static void closing_an_account_resigns_its_games(void **state)
{
    (void)state;
    const struct round *round = start_game("e2e4 e7e5");
    assert_int_equal(
        call(METHOD_POST, "/account/close", player, "{\"password\":\"correct horse 9\"}").status,
        200);
    harness_settle(&harness);
    assert_int_equal(rk_game_status(round_game(round)), RK_RESIGNED);
}

static void games_of_an_account_closed_while_the_server_was_down_end(void **state)
{
    (void)state;
    start_game("e2e4 e7e5");
    fake_store_call(&harness.store, STORE_CLOSE_ACCOUNT, "piet", harness.server->now - DAY);
    harness_restart(&harness, MINUTE);
    harness_settle(&harness);
    const struct round *round = rounds_find(harness.server, "abcd1234");
    assert_non_null(round);
    assert_int_equal(rk_game_status(round_game(round)), RK_RESIGNED);
}

static void a_temporary_ban_ends_by_itself(void **state)
{
    (void)state;
    expect_post("/api/mod/user/piet/ban", "reason=x&minutes=5");
    assert_int_equal(harness_login(&harness, "Piet", "correct horse 9").refusal, REFUSED_FORBIDDEN);
    harness_wait(&harness, 7 * MINUTE);
    assert_int_equal(harness_login(&harness, "Piet", "correct horse 9").refusal, NOT_REFUSED);
    assert_true(body_has("/api/mod/log", "\"by\":\"server\",\"action\":\"unban\""));
}

static void an_unban_lets_the_account_in_again(void **state)
{
    (void)state;
    expect_refused_post("/api/mod/user/piet/unban", staff, NULL, 400, "not banned");
    expect_post("/api/mod/user/piet/ban", "reason=x");
    expect_post("/api/mod/user/piet/unban", NULL);
    assert_int_equal(harness_login(&harness, "Piet", "correct horse 9").refusal, NOT_REFUSED);
}

static void a_reason_is_required(void **state)
{
    (void)state;
    expect_refused_post("/api/mod/user/piet/ban", staff, NULL, 400, "reason");
    expect_refused_post("/api/mod/user/piet/ban", staff, "reason=x&minutes=-1", 400, "minutes");
}

static void nobody_makes_a_reset_link_for_themselves(void **state)
{
    (void)state;
    expect_refused_post("/api/mod/user/marta/reset-link", staff, NULL, 403, "yourself");
    expect_refused_post("/api/mod/user/nobody/reset-link", staff, NULL, 404, "no such");
    assert_int_equal(call(METHOD_POST, "/api/mod/user/piet/reset-link", staff, NULL).status, 200);
    assert_true(body_has("/api/mod/log?action=reset-link", "\"target\":\"piet\""));
}

// ---- the list of members ---------------------------------------------------------------------

static void add_member(const char *name, enum role role, enum account_status status, int64_t at)
{
    struct identity who = identity_named(name, role);
    struct store_job *job = store_job_create();
    account_add_row(job, &who, "-", "", at);
    assert_int_equal(fake_store_run(&harness.store, job), STORE_DONE);
    if (status)
        fake_store_call(&harness.store, STORE_SET_STATUS, who.id, status);
}

/* The names that a page lists: "Anna Bert", and " ..." if there are more. */
static void expect_members(const char *query, const char *expected)
{
    char path[200], found[1000] = "";
    snprintf(path, sizeof path, "/api/mod/users?%s", query);
    const struct fake_response response = call(METHOD_GET, path, staff, NULL);
    assert_int_equal(response.status, 200);
    const char *name = response.body;
    while ((name = strstr(name, "\"name\":\""))) {
        name += 8;
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%.*s", *found ? " " : "",
                 (int)strcspn(name, "\""), name);
    }
    if (strstr(response.body, "\"more\":true"))
        strcat(found, " ...");
    assert_string_equal(found, expected);
}

static void staff_see_all_members_the_newest_first(void **state)
{
    (void)state;
    add_member("Abe", ROLE_PLAYER, ACCOUNT_ACTIVE, 2000);
    add_member("Cleo", ROLE_BOT, ACCOUNT_CLOSED, 1000);
    add_member("Bea", ROLE_PLAYER, ACCOUNT_BANNED, 1000);
    expect_members("", "Piet Marta Abe Cleo Bea");
    expect_members("sort=newest&max=3", "Piet Marta Abe ...");
    expect_members("lastDate=2000&lastId=abe&max=1", "Cleo ...");
    expect_members("lastDate=1000&lastId=cleo&max=1", "Bea");
    expect_members("lastDate=1000&lastId=bea", "");
    assert_true(
        body_has("/api/mod/users?lastDate=2000&lastId=abe&max=1",
                 "{\"users\":[{\"id\":\"cleo\",\"name\":\"Cleo\",\"role\":\"bot\",\"status\":"
                 "\"closed\",\"createdAt\":1000,\"seenAt\":1000,\"games\":0}]"));
}

static void staff_see_members_by_name_page_by_page(void **state)
{
    (void)state;
    add_member("abe", ROLE_PLAYER, ACCOUNT_ACTIVE, 1000);
    add_member("Abe-2", ROLE_PLAYER, ACCOUNT_ACTIVE, 2000);
    add_member("ABE_3", ROLE_PLAYER, ACCOUNT_ACTIVE, 3000);
    expect_members("sort=name&max=2", "abe Abe-2 ...");
    expect_members("sort=name&max=2&lastName=Abe-2", "ABE_3 Marta ...");
    expect_members("sort=name&max=2&lastName=Marta", "Piet");
    expect_post("/api/mod/user/piet/rename", "name=Aaron");
    expect_members("sort=name&max=2", "Aaron abe ...");
}

static void staff_find_members_by_two_letters_of_the_name(void **state)
{
    (void)state;
    add_member("Abe", ROLE_PLAYER, ACCOUNT_ACTIVE, 1000);
    add_member("Abraham", ROLE_PLAYER, ACCOUNT_CLOSED, 1000);
    add_member("Adam", ROLE_PLAYER, ACCOUNT_ACTIVE, 1000);
    expect_members("term=AB", "Abe Abraham");
    expect_members("term=ab&max=1", "Abe ...");
    expect_members("term=ab&max=1&lastName=Abe", "Abraham");
    expect_members("term=a&status=closed", "Abraham");
    expect_members("term=zz", "");
    expect_members("term=ab&lastName=Aa", "Abe Abraham");
}

static void members_can_be_listed_by_role_or_status(void **state)
{
    (void)state;
    add_member("Abe", ROLE_BOT, ACCOUNT_ACTIVE, 1000);
    add_member("Bea", ROLE_BOT, ACCOUNT_CLOSED, 2000);
    add_member("Cleo", ROLE_PLAYER, ACCOUNT_BANNED, 3000);
    expect_members("role=bot", "Bea Abe");
    expect_members("role=bot&sort=name", "Abe Bea");
    expect_members("role=bot&max=1&lastDate=2000&lastId=bea", "Abe");
    expect_members("role=admin", "Marta");
    expect_members("status=closed", "Bea");
    expect_members("status=banned&sort=name", "Cleo");
}

static void a_list_of_members_that_does_not_exist_is_refused(void **state)
{
    (void)state;
    static const char *const queries[] = {"sort=games",
                                          "role=player",
                                          "role=king",
                                          "status=active",
                                          "max=0",
                                          "max=201",
                                          "lastDate=today",
                                          "term=a-name-that-is-far-too-long-to-be-one",
                                          "role=bot&status=closed"};
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
        char path[200];
        snprintf(path, sizeof path, "/api/mod/users?%s", queries[i]);
        assert_int_equal(call(METHOD_GET, path, staff, NULL).status, 400);
    }
    assert_int_equal(call(METHOD_GET, "/api/mod/users", player, NULL).status, 403);
    assert_int_equal(call(METHOD_GET, "/api/mod/users", NULL, NULL).status, 401);
    demote_marta();
    assert_int_equal(call(METHOD_GET, "/api/mod/users", staff, NULL).status, 200);
}

// ---- new accounts ----------------------------------------------------------------------------

/* Creates an account and reads the code of its link. */
static void invite(const char *body, char out[100])
{
    const struct fake_response response = call(METHOD_POST, "/api/mod/users", staff, body);
    assert_int_equal(response.status, 200);
    const char *code = strstr(response.body, "/account/reset?code=");
    assert_non_null(code);
    code = strchr(code, '=') + 1;
    snprintf(out, 100, "%.*s", (int)strcspn(code, "\""), code);
}

static unsigned log_in(const char *name, const char *password)
{
    char body[200];
    snprintf(body, sizeof body, "name=%s&password=%s", name, password);
    return call(METHOD_POST, "/account/login", NULL, body).status;
}

static void an_invited_member_sets_a_password_with_the_link_and_logs_in(void **state)
{
    (void)state;
    char code[100], body[300];
    invite("name=Nele&email=nele@example.org", code);
    assert_true(body_has("/api/mod/user/nele", "\"role\":\"player\",\"status\":\"active\""));
    assert_int_equal(log_in("Nele", ""), 401);
    assert_int_equal(log_in("Nele", "correct horse 9"), 401);
    snprintf(body, sizeof body, "code=%s&password=correct horse 9", code);
    assert_int_equal(call(METHOD_POST, "/account/reset", NULL, body).status, 200);
    assert_int_equal(log_in("Nele", "correct horse 9"), 200);
    expect_refused_post("/account/reset", NULL, body, 404, "used before");
}

static void the_link_of_an_invitation_works_for_a_week(void **state)
{
    (void)state;
    char early[100], late[100], body[300];
    invite("name=Nele", early);
    invite("name=Ole", late);
    harness_wait(&harness, 6 * 24 * 60 * MINUTE);
    snprintf(body, sizeof body, "code=%s&password=correct horse 9", early);
    assert_int_equal(call(METHOD_POST, "/account/reset", NULL, body).status, 200);
    harness_wait(&harness, 2 * 24 * 60 * MINUTE);
    snprintf(body, sizeof body, "code=%s&password=correct horse 9", late);
    expect_refused_post("/account/reset", NULL, body, 404, "expired");
    assert_int_equal(call(METHOD_POST, "/api/mod/user/ole/reset-link", staff, NULL).status, 200);
}

static void the_page_of_an_invitation_asks_only_for_a_password(void **state)
{
    (void)state;
    char code[100], path[200];
    invite("name=Nele", code);
    snprintf(path, sizeof path, "/account/reset?code=%s", code);
    assert_true(body_has(path, "Set password"));
    assert_false(body_has(path, "Keep my API tokens"));
}

static void an_account_can_be_created_while_registration_is_closed(void **state)
{
    (void)state;
    char code[100];
    expect_post("/api/mod/settings/no-registration", "value=yes");
    expect_refused_post("/account/register", NULL, "name=Nele&password=correct horse 9", 403,
                        "only the operator");
    invite("name=Nele", code);
}

static void
an_account_is_not_created_with_a_bad_name_or_address_or_a_name_that_is_taken(void **state)
{
    (void)state;
    const char *path = "/api/mod/users";
    expect_refused_post(path, staff, NULL, 400, "\"name\":[\"missing\"]");
    expect_refused_post(path, staff, "name=1st", 400, "must start with a letter");
    expect_refused_post(path, staff, "name=admin", 400, "reserved");
    expect_refused_post(path, staff, "name=Nele&email=nele", 400, "\"email\":[\"invalid");
    expect_refused_post(path, staff, "name=PIET", 409, "that name is taken");
    expect_post("/api/mod/user/piet/rename", "name=Pieter");
    expect_refused_post(path, staff, "name=Pieter", 409, "that name is taken");
    assert_false(body_has("/api/mod/log", "create-user"));
}

static void only_admins_create_accounts(void **state)
{
    (void)state;
    expect_refused_post("/api/mod/users", NULL, "name=Nele", 401, "authentication");
    expect_refused_post("/api/mod/users", player, "name=Nele", 403,
                        "you lack the permission create");
    demote_marta();
    expect_refused_post("/api/mod/users", staff, "name=Nele", 403,
                        "you lack the permission create");
    assert_int_equal(call(METHOD_GET, "/api/mod/user/nele", staff, NULL).status, 404);
}

static void a_new_account_is_in_the_log_without_its_address_and_its_link(void **state)
{
    (void)state;
    char code[100];
    invite("name=Nele&email=nele@example.org", code);
    assert_true(body_has("/api/mod/log?action=create-user",
                         "\"by\":\"marta\",\"action\":\"create-user\",\"target\":\"nele\""));
    assert_false(body_has("/api/mod/log", "example.org"));
    assert_false(body_has("/api/mod/log", code));
}

static void an_admin_creates_at_most_two_hundred_accounts_an_hour(void **state)
{
    (void)state;
    char body[100];
    for (int i = 0; i < 200; i++) {
        char code[100];
        snprintf(body, sizeof body, "name=Member%d", i);
        invite(body, code);
    }
    expect_refused_post("/api/mod/users", staff, "name=Nele", 429, "staff.createUser");
}

static void a_refund_and_its_entry_in_the_log_are_written_together(void **state)
{
    (void)state;
    struct game_info info = {.id = "rated123",
                             .players = {identity_named("Piet", ROLE_PLAYER),
                                         harness_add_account(&harness, "Olga", ROLE_PLAYER)},
                             .settings = settings_for("5+3")};
    info.settings.rated = true;
    harness_finish_game(&harness, harness_start_game(&harness, &info), "e2e4 e7e5", RK_BLACK);
    expect_refused_post("/api/mod/user/piet/refund", staff, NULL, 400, "not banned");
    expect_post("/api/mod/user/piet/ban", "reason=engine");
    harness.store.writes_fail = true;
    assert_int_equal(call(METHOD_POST, "/api/mod/user/piet/refund", staff, NULL).status, 503);
    harness.store.writes_fail = false;
    assert_false(body_has("/api/mod/log", "\"refund\""));
    const double before =
        ratings_get(harness.server, &info.players[RK_BLACK], PERF_BLITZ).glicko.rating;
    assert_true(before < 1500);
    expect_post("/api/mod/user/piet/refund", NULL);
    assert_true(body_has("/api/mod/log?action=refund", "\"players\":1"));
    assert_true(ratings_get(harness.server, &info.players[RK_BLACK], PERF_BLITZ).glicko.rating >
                before + 10);
    expect_post("/api/mod/user/piet/refund", NULL); // nothing is given back twice
    assert_true(body_has("/api/mod/log?action=refund", "\"players\":0"));
}

// ---- mutes -----------------------------------------------------------------------------------

static struct recorded_reply chat(struct round *round, const char *text)
{
    struct command command = {
        .verb = VERB_CHAT, .by = identity_named("Piet", ROLE_PLAYER), .version = -1};
    snprintf(command.text, sizeof command.text, "%s", text);
    return harness_command(&harness, round, &command);
}

static void a_mute_lasts_fifteen_minutes_and_survives_a_restart(void **state)
{
    (void)state;
    struct round *round = start_game("e2e4 e7e5");
    expect_done(chat(round, "good luck"));
    expect_post("/api/mod/user/piet/mute", "reason=insults");
    expect_refused(chat(round, "hello there"), REFUSED_FORBIDDEN, "insults");
    harness_restart(&harness, SECOND);
    round = rounds_find(harness.server, "abcd1234");
    expect_refused(chat(round, "hello again"), REFUSED_FORBIDDEN, "insults");
    harness_skip(&harness, 16 * MINUTE);
    if (!round_is_over(round))
        expect_done(chat(round, "now I may"));
}

static void a_mute_takes_effect_as_soon_as_it_can_be_read(void **state)
{
    (void)state;
    struct round *round = start_game("e2e4 e7e5");
    struct store_job *job = store_job_create();
    store_call(job, STORE_SET_MUTE);
    store_bind_text(job, "piet");
    store_bind_integer(job, 0);
    store_bind_text(job, "insults");
    store_bind_text(job, "marta");
    store_bind_integer(job, harness.now);
    assert_int_equal(fake_store_run(&harness.store, job), STORE_DONE);
    harness.store.reads_fail = true;
    mute_reload(harness.server, "piet");
    harness_settle(&harness);
    harness.store.reads_fail = false;
    harness_wait(&harness, 2 * SECOND);
    expect_refused(chat(round, "hello there"), REFUSED_FORBIDDEN, "you are muted: insults");
}

static void a_mute_can_be_lifted(void **state)
{
    (void)state;
    struct round *round = start_game("e2e4 e7e5");
    expect_post("/api/mod/user/piet/mute", "reason=insults&minutes=0");
    expect_refused(chat(round, "hello there"), REFUSED_FORBIDDEN, "you are muted: insults");
    expect_post("/api/mod/user/piet/unmute", NULL);
    expect_done(chat(round, "hello there"));
    expect_refused_post("/api/mod/user/piet/unmute", staff, NULL, 400, "muted");
}

static void a_muted_player_can_challenge_without_text_only(void **state)
{
    (void)state;
    const char *text = "message=you%20again";
    expect_post("/api/mod/user/piet/mute", "reason=insults&minutes=0");
    expect_refused_post("/api/challenge/marta", player, text, 400, "you are muted: insults");
    expect_refused_post("/api/challenge/open", player, "name=losers", 400, "you are muted");
    assert_int_equal(call(METHOD_POST, "/api/challenge/marta", player, "rated=false").status, 200);
    expect_post("/api/mod/user/piet/unmute", NULL);
    assert_int_equal(call(METHOD_POST, "/api/challenge/marta", player, text).status, 200);
}

static void sanctions_end_at_their_date_if_the_clock_is_set(void **state)
{
    (void)state;
    char body[80], logged[40];
    struct round *round = start_game("e2e4 e7e5");
    const int64_t date = server_date(harness.server) - 40 * DAY;
    server_set_date(harness.server, date);
    snprintf(body, sizeof body, "reason=insults&until=%lld", (long long)(date + HOUR));
    snprintf(logged, sizeof logged, "\"date\":%lld", (long long)date);
    expect_post("/api/mod/user/piet/mute", body);
    expect_refused(chat(round, "hello there"), REFUSED_FORBIDDEN, "another 60 minutes: insults");
    assert_true(body_has("/api/mod/mutes", logged) && body_has("/api/mod/log", logged));
    server_set_date(harness.server, date + 2 * HOUR);
    expect_done(chat(round, "now I may"));
    server_set_date(harness.server, date + MINUTE);
    expect_refused(chat(round, "hello again"), REFUSED_FORBIDDEN, "insults");
}

// ---- names and roles -------------------------------------------------------------------------

static void any_action_can_have_a_reason_in_the_log(void **state)
{
    (void)state;
    char too_long[256] = "role=bot&reason=";
    expect_post("/api/mod/user/piet/role", "role=bot&reason=plays+for+the+club");
    assert_true(body_has("/api/mod/log", "\"role\":\"bot\",\"reason\":\"plays for the club\""));
    memset(too_long + strlen(too_long), 'x', 201);
    expect_refused_post("/api/mod/user/piet/role", staff, too_long, 400, "200 characters");
    expect_post("/api/mod/user/piet/role", "role=player&reason=");
}

static void a_renamed_account_has_both_names(void **state)
{
    (void)state;
    expect_post("/api/mod/user/piet/rename", "name=Pieter");
    assert_int_equal(harness_login(&harness, "Pieter", "correct horse 9").refusal, NOT_REFUSED);
    assert_int_equal(harness_login(&harness, "Piet", "correct horse 9").refusal, NOT_REFUSED);
    assert_true(body_has("/api/mod/user/pieter", "\"id\":\"piet\",\"name\":\"Pieter\""));
    assert_int_equal(harness_register(&harness, "Pieter", "correct horse 9").refusal,
                     REFUSED_TAKEN);
    expect_refused_post("/api/mod/user/piet/rename", staff, "name=Marta", 400, "taken");
    expect_refused_post("/api/mod/user/piet/rename", staff, "name=1", 400, "name");
}

static void a_role_takes_effect_at_once(void **state)
{
    (void)state;
    assert_int_equal(call(METHOD_GET, "/api/mod/bans", player, NULL).status, 403);
    expect_post("/api/mod/user/piet/role", "role=moderator");
    assert_int_equal(call(METHOD_GET, "/api/mod/bans", player, NULL).status, 200);
    expect_refused_post("/api/mod/user/piet/role", staff, "role=king", 400, "player, bot");
}

static void add_second_factor(const char *id)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_ENROL_SECOND_FACTOR);
    store_bind_text(job, id);
    store_bind_bytes(job, "secret", 6);
    store_bind_integer(job, 1);
    store_call(job, STORE_CONFIRM_SECOND_FACTOR);
    store_bind_text(job, id);
    store_bind_integer(job, 1);
    store_bind_bytes(job, "secret", 6);
    store_write(harness.server->store, job, NULL, NULL);
    harness_wait(&harness, 1);
}

static void staff_see_when_an_account_was_here_and_what_is_switched_on(void **state)
{
    (void)state;
    assert_true(body_has("/api/mod/user/piet", "\"kid\":false,\"secondFactor\":false"));
    expect_post("/api/mod/user/piet/kid", "v=true");
    assert_true(body_has("/api/mod/user/piet", "\"kid\":true,\"secondFactor\":false"));
    add_second_factor("piet");
    assert_true(body_has("/api/mod/user/piet", "\"kid\":true,\"secondFactor\":true"));

    struct fake_connection socket;
    char seen[60];
    fake_connection_connect(&socket, &harness, player);
    harness_wait(&harness, 9 * MINUTE);
    snprintf(seen, sizeof seen, "\"seenAt\":%lld", (long long)harness.server->now);
    assert_true(body_has("/api/mod/user/piet", seen));
    fake_connection_close(&socket);
}

// ---- reports, notes --------------------------------------------------------------------------

static void a_report_goes_through_the_queue(void **state)
{
    (void)state;
    char other[300];
    register_person("Olga", other, sizeof other);
    struct fake_response response =
        call(METHOD_POST, "/api/report", player,
             "user=Olga&reason=cheat&game=abcd1234&text=Look%20at%20move%2012");
    assert_int_equal(response.status, 200);
    assert_true(body_has("/api/mod/reports", "\"reporter\":\"piet\",\"suspect\":\"olga\""));
    expect_post("/api/mod/reports/1/claim", NULL);
    expect_refused_post("/api/mod/reports/1/claim", staff, NULL, 400, "no open report");
    assert_true(body_has("/api/mod/reports", "\"state\":\"claimed\",\"claimedBy\":\"marta\""));
    expect_post("/api/mod/reports/1/close", "outcome=no%20evidence");
    assert_false(body_has("/api/mod/reports", "piet"));
    assert_true(body_has("/api/mod/reports?state=closed", "no evidence"));
    expect_refused_post("/api/mod/reports/9/close", staff, "outcome=x", 400, "no open report");
}

static void the_outcome_of_a_report_reaches_the_reporter(void **state)
{
    (void)state;
    char other[300];
    register_person("Olga", other, sizeof other);
    call(METHOD_POST, "/api/report", player, "user=Olga&reason=abuse&text=rude");
    expect_post("/api/mod/reports/1/claim", NULL);
    expect_post("/api/mod/reports/1/close", "outcome=Warned%20%3Cb%3E%20%26%20muted");
    const struct fake_response list = call(METHOD_GET, "/api/account/notifications", player, NULL);
    assert_non_null(
        strstr(list.body, "Your report about olga was reviewed: Warned \\u003cb> & muted"));
    assert_non_null(strstr(list.body, "\"outcome\":\"Warned \\u003cb> & muted\""));
}

static void staff_do_not_handle_reports_against_themselves(void **state)
{
    (void)state;
    char other[300];
    register_person("Olga", other, sizeof other);
    set_role("olga", ROLE_MODERATOR);
    call(METHOD_POST, "/api/report", player, "user=Olga&reason=abuse&text=rude");
    call(METHOD_POST, "/api/report", player, "user=Marta&reason=abuse&text=rude");
    expect_refused_post("/api/mod/reports/1/claim", other, NULL, 403, "yourself");
    expect_refused_post("/api/mod/reports/1/close", other, "outcome=fine", 403, "yourself");
    expect_refused_post("/api/mod/reports/2/close", other, "outcome=fine", 403, "only an admin");
    expect_refused_post("/api/mod/reports/2/close", staff, "outcome=fine", 403, "yourself");
    expect_post("/api/mod/reports/1/claim", NULL);
    expect_refused_post("/api/mod/reports/1/release", other, NULL, 403, "yourself");
    expect_post("/api/mod/reports/1/close", "outcome=Warned");
}

static void staff_do_not_write_or_delete_notes_about_themselves(void **state)
{
    (void)state;
    char other[300];
    register_person("Olga", other, sizeof other);
    set_role("olga", ROLE_MODERATOR);
    expect_post("/api/mod/user/olga/notes", "text=was%20warned");
    expect_refused_post("/api/mod/user/olga/notes", other, "text=nice", 403, "yourself");
    expect_refused_post("/api/mod/user/marta/notes", other, "text=bad", 403, "only an admin");
    assert_int_equal(call(METHOD_DELETE, "/api/mod/notes/1", other, NULL).status, 403);
    assert_true(body_has("/api/mod/user/olga/notes", "was warned"));
    assert_int_equal(call(METHOD_DELETE, "/api/mod/notes/1", staff, NULL).status, 200);
}

static void nobody_deletes_a_note_while_it_is_unknown_whom_it_is_about(void **state)
{
    (void)state;
    char other[300];
    struct fake_connection got;
    register_person("Olga", other, sizeof other);
    set_role("olga", ROLE_MODERATOR);
    expect_post("/api/mod/user/olga/notes", "text=was%20warned");
    assert_int_equal(call(METHOD_DELETE, "/api/mod/notes/1", other, NULL).status, 403);
    const struct request request = http_request(METHOD_DELETE, "/api/mod/notes/1", other, NULL);
    fake_connection_init(&got, &harness);
    fake_connection_send_request(&got, &request);
    store_poll(harness.server->store); // finds the note
    harness.store.reads_fail = true;
    store_poll(harness.server->store); // does not find the account
    harness.store.reads_fail = false;
    harness_settle(&harness);
    assert_int_equal(got.status, 503);
    fake_connection_fini(&got);
    assert_true(body_has("/api/mod/user/olga/notes", "was warned"));
}

static void a_bad_report_is_refused(void **state)
{
    (void)state;
    expect_refused_post("/api/report", player, "user=Marta&reason=ugly&text=x", 400, "cheat");
    expect_refused_post("/api/report", player, "user=Nobody&reason=spam&text=x", 404, "no such");
    expect_refused_post("/api/report", player, "user=Piet&reason=spam&text=x", 400, "yourself");
    expect_refused_post("/api/report", player, "user=Marta&reason=spam", 400, "text");
    expect_refused_post("/api/report", NULL, "user=Marta&reason=spam&text=x", 401, "auth");
}

static void staff_write_notes(void **state)
{
    (void)state;
    expect_post("/api/mod/user/piet/notes", "text=was%20warned");
    assert_true(body_has("/api/mod/user/piet/notes", "was warned"));
    assert_int_equal(call(METHOD_DELETE, "/api/mod/notes/1", staff, NULL).status, 200);
    assert_false(body_has("/api/mod/user/piet/notes", "was warned"));
    assert_int_equal(call(METHOD_DELETE, "/api/mod/notes/1", staff, NULL).status, 400);
}

// ---- addresses -------------------------------------------------------------------------------

static void a_blocked_address_is_refused_early(void **state)
{
    (void)state;
    struct fake_connection socket;
    expect_refused_post("/api/mod/blocks", staff, "network=192.0.2.0/24&reason=spam", 400,
                        "your own address");
    expect_refused_post("/api/mod/blocks", staff, "network=nowhere&reason=spam", 400, "IP address");
    expect_post("/api/mod/blocks", "network=198.51.100.0/24&reason=spam&minutes=10");
    assert_true(body_has("/api/mod/blocks", "198.51.100.0/24"));
    struct request request = http_request(METHOD_GET, "/api/server", NULL, NULL);
    request.address = "198.51.100.77";
    fake_connection_init(&socket, &harness);
    fake_connection_request(&socket, &request);
    assert_int_equal(socket.status, 403);
    assert_true(fake_connection_saw(&socket, "spam"));
    fake_connection_close(&socket);
    harness_wait(&harness, 11 * MINUTE);
    fake_connection_init(&socket, &harness);
    fake_connection_request(&socket, &request);
    assert_int_equal(socket.status, 200);
    fake_connection_close(&socket);
}

static void the_addresses_of_an_account_are_known(void **state)
{
    (void)state;
    harness_login(&harness, "Piet", "correct horse 9");
    assert_int_equal(call(METHOD_GET, "/api/mod/user/piet/addresses", staff, NULL).status, 200);
    assert_true(body_has("/api/mod/user/piet/shared", "\"account\":\"marta\""));
}

// ---- announcements, restarts, settings -------------------------------------------------------

static void an_announcement_reaches_everybody(void **state)
{
    (void)state;
    struct fake_connection socket, later;
    fake_connection_connect(&socket, &harness, player);
    expect_post("/api/mod/announcements", "text=Cup%20tonight&minutes=30");
    fake_connection_expect(&socket, "announcement", "text", "Cup tonight");
    fake_connection_connect(&later, &harness, NULL);
    fake_connection_expect(&later, "announcement", "text", "Cup tonight");
    assert_int_equal(call(METHOD_DELETE, "/api/mod/announcements/1", staff, NULL).status, 200);
    fake_connection_receive(&socket, "announcement");
    assert_false(body_has("/api/server", "Cup tonight"));
    fake_connection_close(&socket);
    fake_connection_close(&later);
}

static void a_planned_restart_counts_down(void **state)
{
    (void)state;
    struct fake_connection socket;
    fake_connection_connect(&socket, &harness, player);
    expect_post("/api/mod/restart", "seconds=90");
    fake_connection_expect(&socket, "restart-planned", "left_ms", "90000");
    assert_false(harness.server->draining);
    harness_wait(&harness, 31 * SECOND);
    fake_connection_receive(&socket, "restart-planned");
    assert_true(harness.server->draining);
    assert_false(server_wants_restart(harness.server));
    harness_wait(&harness, 60 * SECOND);
    assert_true(server_wants_restart(harness.server));
    fake_connection_close(&socket);
    harness_restart(&harness, SECOND);
    assert_false(server_wants_restart(harness.server));
    assert_false(harness.server->draining);
}

static void what_ends_or_is_planned_follows_the_date_if_the_clock_is_set(void **state)
{
    (void)state;
    char body[100];
    const int64_t date = server_date(harness.server) - 40 * DAY;
    server_set_date(harness.server, date);
    snprintf(body, sizeof body, "text=Cup&until=%lld", (long long)(date + HOUR));
    expect_post("/api/mod/announcements", body);
    snprintf(body, sizeof body, "network=198.51.100.0/24&reason=spam&until=%lld",
             (long long)(date + HOUR));
    expect_post("/api/mod/blocks", body);
    expect_post("/api/mod/restart", "seconds=7200");
    assert_true(body_has("/api/server", "\"Cup\""));
    assert_true(body_has("/api/mod/blocks", "198.51.100.0/24"));
    server_set_date(harness.server, date + 90 * MINUTE);
    assert_false(body_has("/api/server", "\"Cup\""));
    assert_false(body_has("/api/mod/blocks", "198.51.100.0/24"));
    harness_wait(&harness, 11 * SECOND);
    assert_false(server_wants_restart(harness.server));
    server_set_date(harness.server, date + 3 * HOUR);
    harness_wait(&harness, 11 * SECOND);
    assert_true(server_wants_restart(harness.server));
}

static void a_planned_restart_that_is_read_after_its_time_takes_place(void **state)
{
    (void)state;
    struct store_job *job = store_job_create();
    store_call(job, STORE_PLAN_RESTART);
    store_bind_integer(job, server_date(harness.server) + SECOND);
    assert_int_equal(fake_store_run(&harness.store, job), STORE_DONE);
    harness_wait(&harness, 2 * SECOND);
    restart_reload(harness.server);
    harness_wait(&harness, SECOND);
    assert_true(server_wants_restart(harness.server));
    harness_restart(&harness, SECOND);
    assert_false(server_wants_restart(harness.server));
}

static void a_planned_restart_can_be_cancelled(void **state)
{
    (void)state;
    expect_post("/api/mod/restart", "seconds=30");
    assert_true(harness.server->draining);
    assert_int_equal(call(METHOD_DELETE, "/api/mod/restart", staff, NULL).status, 200);
    assert_false(harness.server->draining);
    harness_wait(&harness, MINUTE);
    assert_false(server_wants_restart(harness.server));
    assert_int_equal(call(METHOD_DELETE, "/api/mod/restart", staff, NULL).status, 400);
}

static void a_setting_takes_effect_at_once_and_survives_a_restart(void **state)
{
    (void)state;
    expect_post("/api/mod/settings/no-registration", "value=yes");
    assert_int_equal(harness_register(&harness, "Late", "correct horse 9").refusal,
                     REFUSED_FORBIDDEN);
    expect_post("/api/mod/settings/first-move-blitz", "value=45");
    assert_int_equal(harness.server->config.first_move_ms[2], 45 * SECOND);
    expect_post("/api/mod/settings/server-name", "value=Castle");
    harness_restart(&harness, SECOND);
    assert_false(harness.server->config.registration);
    assert_true(body_has("/api/server", "\"name\":\"Castle\""));
    assert_int_equal(call(METHOD_DELETE, "/api/mod/settings/server-name", staff, NULL).status, 200);
    assert_true(body_has("/api/server", "\"name\":\"Rookery\""));
    expect_refused_post("/api/mod/settings/first-move-blitz", staff, "value=1", 400, "5 to 3600");
    expect_refused_post("/api/mod/settings/nothing", staff, "value=1", 404, "no such setting");
}

// ---- the log ---------------------------------------------------------------------------------

static void what_staff_do_is_in_the_log(void **state)
{
    (void)state;
    expect_post("/api/mod/user/piet/mute", "reason=insults");
    expect_post("/api/mod/user/piet/kick", "reason=testing");
    assert_true(
        body_has("/api/mod/log", "\"by\":\"marta\",\"action\":\"kick\",\"target\":\"piet\""));
    assert_true(body_has("/api/mod/log?action=mute", "insults"));
    assert_false(body_has("/api/mod/log?action=mute", "testing"));
    assert_true(body_has("/api/mod/log/verify", "{\"valid\":true,\"entries\":2,"));
}

static void tokens_can_be_listed_and_deleted(void **state)
{
    (void)state;
    harness_make_token(&harness, "piet", 1u << SCOPE_BOARD_PLAY, 0);
    assert_true(body_has("/api/mod/user/piet/tokens", "board:play"));
    assert_int_equal(call(METHOD_DELETE, "/api/mod/user/piet/tokens/all", staff, NULL).status, 200);
    assert_false(body_has("/api/mod/user/piet/tokens", "board:play"));
    assert_int_equal(
        call(METHOD_DELETE, "/api/mod/user/piet/tokens/0123456789abcdef", staff, NULL).status, 400);
}

#define TEST(function) \
    cmocka_unit_test_prestate_setup_teardown(function, set_up, tear_down, &harness)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_staff_route_needs_its_permission),
        TEST(a_token_needs_the_staff_scope),
        TEST(the_only_admin_keeps_the_role),
        TEST(only_admins_act_on_staff_and_nobody_on_themselves),
        TEST(a_ban_ends_connections_and_games_with_the_reason),
        TEST(a_ban_aborts_a_game_that_has_hardly_begun),
        TEST(closing_an_account_resigns_its_games),
        TEST(games_of_an_account_closed_while_the_server_was_down_end),
        TEST(a_temporary_ban_ends_by_itself),
        TEST(an_unban_lets_the_account_in_again),
        TEST(a_reason_is_required),
        TEST(a_mute_lasts_fifteen_minutes_and_survives_a_restart),
        TEST(nobody_makes_a_reset_link_for_themselves),
        TEST(staff_see_all_members_the_newest_first),
        TEST(staff_see_members_by_name_page_by_page),
        TEST(staff_find_members_by_two_letters_of_the_name),
        TEST(members_can_be_listed_by_role_or_status),
        TEST(a_list_of_members_that_does_not_exist_is_refused),
        TEST(an_invited_member_sets_a_password_with_the_link_and_logs_in),
        TEST(the_link_of_an_invitation_works_for_a_week),
        TEST(the_page_of_an_invitation_asks_only_for_a_password),
        TEST(an_account_can_be_created_while_registration_is_closed),
        TEST(an_account_is_not_created_with_a_bad_name_or_address_or_a_name_that_is_taken),
        TEST(only_admins_create_accounts),
        TEST(a_new_account_is_in_the_log_without_its_address_and_its_link),
        TEST(an_admin_creates_at_most_two_hundred_accounts_an_hour),
        TEST(a_refund_and_its_entry_in_the_log_are_written_together),
        TEST(sanctions_end_at_their_date_if_the_clock_is_set),
        TEST(a_mute_takes_effect_as_soon_as_it_can_be_read),
        TEST(a_mute_can_be_lifted),
        TEST(a_muted_player_can_challenge_without_text_only),
        TEST(any_action_can_have_a_reason_in_the_log),
        TEST(a_renamed_account_has_both_names),
        TEST(a_role_takes_effect_at_once),
        TEST(staff_see_when_an_account_was_here_and_what_is_switched_on),
        TEST(a_report_goes_through_the_queue),
        TEST(the_outcome_of_a_report_reaches_the_reporter),
        TEST(staff_do_not_handle_reports_against_themselves),
        TEST(staff_do_not_write_or_delete_notes_about_themselves),
        TEST(nobody_deletes_a_note_while_it_is_unknown_whom_it_is_about),
        TEST(a_bad_report_is_refused),
        TEST(staff_write_notes),
        TEST(a_blocked_address_is_refused_early),
        TEST(the_addresses_of_an_account_are_known),
        TEST(an_announcement_reaches_everybody),
        TEST(a_planned_restart_counts_down),
        TEST(what_ends_or_is_planned_follows_the_date_if_the_clock_is_set),
        TEST(a_planned_restart_that_is_read_after_its_time_takes_place),
        TEST(a_planned_restart_can_be_cancelled),
        TEST(a_setting_takes_effect_at_once_and_survives_a_restart),
        TEST(what_staff_do_is_in_the_log),
        TEST(tokens_can_be_listed_and_deleted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
