/* SPDX-License-Identifier: MIT */
/* People at a whole server, by WebSocket: the scripts of what they send and hear. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/hall.h"

/* Two guests at a game of ten minutes, the first with White. */
struct table {
    struct hall hall;
    char cookies[2][256];
    struct visitor players[2];
    char game[16];
};

static const char *message(const char *format, ...)
{
    static char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return text;
}

static void make_guest(struct hall *hall, char cookie[256])
{
    const struct visit visit = hall_request(hall, METHOD_POST, "/account/guest", NULL, "{}");
    assert_int_equal(visit.status, 200);
    assert_true(visit.cookie[0]);
    snprintf(cookie, 256, "%s", visit.cookie);
}

static void seat(struct table *table, const char *more)
{
    hall_open(&table->hall);
    for (int side = 0; side < 2; side++) {
        make_guest(&table->hall, table->cookies[side]);
        visitor_connect(&table->players[side], &table->hall, table->cookies[side]);
        visitor_hear(&table->players[side], "hello");
    }
    visitor_send(
        &table->players[0],
        message("{\"t\":\"challenge\",\"id\":\"c\",\"side\":\"white\",\"clock\":\"10+0\"%s}",
                more));
    snprintf(table->game, sizeof table->game, "%s",
             heard_field(visitor_hear(&table->players[0], "ack"), "made"));
    visitor_send(&table->players[1],
                 message("{\"t\":\"answer\",\"id\":\"a\",\"challenge\":\"%s\",\"accept\":true}",
                         table->game));
    visitor_hear(&table->players[1], "ack");
    for (int side = 0; side < 2; side++) {
        assert_string_equal(heard_field(visitor_hear(&table->players[side], "start"), "side"),
                            side ? "black" : "white");
        visitor_send(&table->players[side],
                     message("{\"t\":\"watch\",\"game\":\"%s\"}", table->game));
        visitor_hear(&table->players[side], "game");
    }
}

static void clear_table(struct table *table)
{
    visitor_leave(&table->players[0]);
    visitor_leave(&table->players[1]);
    hall_close(&table->hall);
}

static void act(struct table *table, int side, const char *id, int version, const char *what)
{
    visitor_send(&table->players[side],
                 message("{\"t\":\"act\",\"game\":\"%s\",\"id\":\"%s\",\"version\":%d,%s}",
                         table->game, id, version, what));
}

static void play(struct table *table, int version, const char *move)
{
    char what[64], id[16];
    snprintf(what, sizeof what, "\"verb\":\"move\",\"move\":\"%s\"", move);
    snprintf(id, sizeof id, "m%d", version);
    act(table, version % 2, id, version, what);
    assert_string_equal(heard_field(visitor_hear(&table->players[version % 2], "ack"), "id"), id);
}

static void assert_refused(struct visitor *visitor, const char *why)
{
    assert_string_equal(heard_field(visitor_hear(visitor, "refused"), "why"), why);
}

// ---- the tests --------------------------------------------------------------------------------

static void two_guests_play_a_game_to_mate(void **state)
{
    (void)state;
    struct table table;
    seat(&table, "");
    play(&table, 0, "f2f3");
    play(&table, 1, "e7e5");
    play(&table, 2, "g2g4");
    visitor_forget(&table.players[0]);
    play(&table, 3, "d8h4");
    const char *event = visitor_hear(&table.players[0], "event");
    assert_string_equal(heard_field(event, "san"), "Qh4#");
    assert_string_equal(heard_field(event, "status"), "mate");
    assert_string_equal(heard_field(event, "winner"), "black");
    clear_table(&table);
}

static void the_answer_is_acknowledged_with_version_and_clocks(void **state)
{
    (void)state;
    struct table table;
    seat(&table, "");
    act(&table, 0, "x", 0, "\"verb\":\"move\",\"move\":\"e2e4\"");
    const char *ack = visitor_hear(&table.players[0], "ack");
    assert_string_equal(heard_field(ack, "version"), "1");
    assert_string_equal(heard_field(ack, "white"), "600000");
    assert_string_equal(heard_field(ack, "game"), table.game);
    clear_table(&table);
}

static void a_repeated_command_gets_its_first_answer(void **state)
{
    (void)state;
    struct table table;
    seat(&table, "");
    play(&table, 0, "e2e4");
    play(&table, 1, "e7e5");
    act(&table, 0, "m0", 0, "\"verb\":\"move\",\"move\":\"e2e4\"");
    assert_string_equal(heard_field(visitor_hear(&table.players[0], "ack"), "version"), "1");
    assert_false(visitor_has(&table.players[0], "refused"));
    clear_table(&table);
}

static void a_stale_command_is_refused_with_the_state_as_it_is(void **state)
{
    (void)state;
    struct table table;
    seat(&table, "");
    play(&table, 0, "e2e4");
    play(&table, 1, "e7e5");
    visitor_forget(&table.players[0]);
    act(&table, 0, "late", 0, "\"verb\":\"move\",\"move\":\"d2d4\"");
    assert_refused(&table.players[0], "stale");
    const char *snapshot = visitor_hear(&table.players[0], "game");
    assert_string_equal(heard_field(snapshot, "version"), "2");
    assert_string_equal(heard_field(snapshot, "moves"), "e2e4 e7e5");
    clear_table(&table);
}

static void nobody_moves_for_another(void **state)
{
    (void)state;
    struct table table;
    char cookie[256];
    struct visitor stranger, nobody;
    seat(&table, "");
    make_guest(&table.hall, cookie);
    visitor_connect(&stranger, &table.hall, cookie);
    visitor_connect(&nobody, &table.hall, NULL);
    struct visitor *others[] = {&stranger, &nobody};
    for (int i = 0; i < 2; i++) {
        visitor_send(others[i], message("{\"t\":\"act\",\"game\":\"%s\",\"id\":\"1\",\"version\":0,"
                                        "\"verb\":\"move\",\"move\":\"e2e4\"}",
                                        table.game));
        assert_refused(others[i], "forbidden");
    }
    act(&table, 1, "1", 0, "\"verb\":\"move\",\"move\":\"e2e4\"");
    assert_refused(&table.players[1], "not-your-turn");
    visitor_leave(&stranger);
    visitor_leave(&nobody);
    clear_table(&table);
}

static void who_was_away_gets_exactly_what_was_missed(void **state)
{
    (void)state;
    struct table table;
    seat(&table, "");
    play(&table, 0, "e2e4");
    visitor_leave(&table.players[0]);
    play(&table, 1, "e7e5");
    act(&table, 1, "o", 2, "\"verb\":\"offer-draw\"");
    visitor_connect(&table.players[0], &table.hall, table.cookies[0]);
    visitor_send(&table.players[0],
                 message("{\"t\":\"watch\",\"game\":\"%s\",\"since\":1}", table.game));
    const char *first = visitor_hear(&table.players[0], "event");
    assert_string_equal(heard_field(first, "version"), "2");
    assert_string_equal(heard_field(first, "move"), "e7e5");
    const char *second = visitor_hear(&table.players[0], "event");
    assert_string_equal(heard_field(second, "what"), "offer-draw");
    assert_false(visitor_has(&table.players[0], "event"));
    table.players[0].read = 0;
    assert_false(visitor_has(&table.players[0], "game"));
    clear_table(&table);
}

static void a_version_nobody_knows_gets_a_snapshot(void **state)
{
    (void)state;
    struct table table;
    seat(&table, "");
    play(&table, 0, "e2e4");
    visitor_forget(&table.players[1]);
    visitor_send(&table.players[1],
                 message("{\"t\":\"watch\",\"game\":\"%s\",\"since\":77}", table.game));
    assert_string_equal(heard_field(visitor_hear(&table.players[1], "game"), "moves"), "e2e4");
    clear_table(&table);
}

static void a_private_game_is_not_even_admitted_to_exist(void **state)
{
    (void)state;
    struct table table;
    struct visitor spectator;
    seat(&table, ",\"hidden\":true");
    visitor_connect(&spectator, &table.hall, NULL);
    visitor_send(&spectator, message("{\"t\":\"watch\",\"game\":\"%s\"}", table.game));
    assert_refused(&spectator, "not-found");
    visitor_send(&spectator, "{\"t\":\"games\"}");
    assert_string_equal(heard_field(visitor_hear(&spectator, "running-end"), "count"), "0");
    visitor_leave(&spectator);
    clear_table(&table);
}

static void spectators_see_the_moves_but_not_what_players_say(void **state)
{
    (void)state;
    struct table table;
    struct visitor spectator;
    seat(&table, "");
    visitor_connect(&spectator, &table.hall, NULL);
    visitor_send(&spectator, message("{\"t\":\"watch\",\"game\":\"%s\"}", table.game));
    assert_string_equal(heard_field(visitor_hear(&spectator, "game"), "you"), "spectator");
    act(&table, 0, "s", 0, "\"verb\":\"chat\",\"room\":\"players\",\"text\":\"a secret\"");
    visitor_hear(&table.players[1], "chat");
    assert_string_equal(heard_field(visitor_hear(&spectator, "skip"), "version"), "1");
    act(&table, 0, "m", 1, "\"verb\":\"move\",\"move\":\"e2e4\"");
    assert_string_equal(heard_field(visitor_hear(&spectator, "event"), "version"), "2");
    assert_false(visitor_has(&spectator, "chat"));
    visitor_leave(&spectator);
    clear_table(&table);
}

static void a_spectator_who_reads_slowly_skips_to_the_newest_position(void **state)
{
    (void)state;
    struct table table;
    struct visitor spectator;
    seat(&table, "");
    visitor_connect(&spectator, &table.hall, NULL);
    visitor_send(&spectator, message("{\"t\":\"watch\",\"game\":\"%s\"}", table.game));
    visitor_forget(&spectator);
    spectator.waiting = 100 * 1024;
    play(&table, 0, "e2e4");
    play(&table, 1, "e7e5");
    assert_false(visitor_has(&spectator, "event"));
    spectator.waiting = 0;
    hall_wait(&table.hall, 2000);
    assert_string_equal(heard_field(visitor_hear(&spectator, "game"), "moves"), "e2e4 e7e5");
    visitor_leave(&spectator);
    clear_table(&table);
}

static void seeks_that_fit_become_a_game(void **state)
{
    (void)state;
    struct hall hall;
    char cookies[2][256];
    struct visitor visitors[3];
    hall_open(&hall);
    visitor_connect(&visitors[2], &hall, NULL);
    visitor_send(&visitors[2], "{\"t\":\"lobby\",\"on\":true}");
    for (int i = 0; i < 2; i++) {
        make_guest(&hall, cookies[i]);
        visitor_connect(&visitors[i], &hall, cookies[i]);
        visitor_send(&visitors[i], "{\"t\":\"seek\",\"id\":\"s\",\"clock\":\"5+3\"}");
        visitor_hear(&visitors[i], "ack");
    }
    visitor_hear(&visitors[0], "start");
    visitor_hear(&visitors[1], "start");
    assert_string_equal(heard_field(visitor_hear(&visitors[2], "found"), "clock"), "5+3");
    visitor_hear(&visitors[2], "lost");
    for (int i = 0; i < 3; i++)
        visitor_leave(&visitors[i]);
    hall_close(&hall);
}

static void the_computer_is_an_opponent_at_once(void **state)
{
    (void)state;
    struct hall hall;
    struct visitor guest;
    char cookie[256], game[16];
    hall_open(&hall);
    make_guest(&hall, cookie);
    visitor_connect(&guest, &hall, cookie);
    visitor_send(&guest, "{\"t\":\"computer\",\"id\":\"c\",\"level\":2,\"clock\":\"5+3\","
                         "\"side\":\"white\",\"variant\":\"atomic\"}");
    snprintf(game, sizeof game, "%s", heard_field(visitor_hear(&guest, "ack"), "made"));
    assert_string_equal(heard_field(visitor_hear(&guest, "start"), "game"), game);
    visitor_send(&guest, message("{\"t\":\"watch\",\"game\":\"%s\"}", game));
    const char *snapshot = visitor_hear(&guest, "game");
    assert_string_equal(heard_field(snapshot, "computer"), "black");
    assert_string_equal(heard_field(snapshot, "level"), "2");
    assert_string_equal(heard_field(snapshot, "variant"), "atomic");
    assert_string_equal(heard_field(snapshot, "black_here"), "true");
    visitor_send(&guest, message("{\"t\":\"act\",\"game\":\"%s\",\"id\":\"m\",\"version\":0,"
                                 "\"verb\":\"move\",\"move\":\"g1f3\"}",
                                 game));
    hall_wait(&hall, 5000);
    visitor_hear(&guest, "event");
    assert_string_equal(heard_field(visitor_hear(&guest, "event"), "by"), "black");
    visitor_send(&guest, "{\"t\":\"computer\",\"id\":\"d\",\"level\":2,\"clock\":\"5+3\"}");
    assert_refused(&guest, "not-now");
    visitor_leave(&guest);
    hall_close(&hall);
}

static void a_computer_that_cannot_be_is_refused(void **state)
{
    (void)state;
    struct hall hall;
    struct visitor somebody;
    char cookie[256];
    hall_open(&hall);
    visitor_connect(&somebody, &hall, NULL);
    visitor_send(&somebody, "{\"t\":\"computer\",\"id\":\"c\",\"level\":2}");
    assert_refused(&somebody, "unknown-caller");
    visitor_leave(&somebody);
    make_guest(&hall, cookie);
    visitor_connect(&somebody, &hall, cookie);
    static const char *const wrong[] = {
        "{\"t\":\"computer\",\"id\":\"c\"}",
        "{\"t\":\"computer\",\"id\":\"c\",\"level\":9}",
        "{\"t\":\"computer\",\"id\":\"c\",\"level\":0}",
        "{\"t\":\"computer\",\"id\":\"c\",\"level\":-3}",
        "{\"t\":\"computer\",\"id\":\"c\",\"level\":1,\"clock\":\"soon\"}",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        visitor_send(&somebody, wrong[i]);
        assert_refused(&somebody, "syntax");
    }
    visitor_leave(&somebody);
    hall_close(&hall);
}

static void a_seek_goes_with_its_connection(void **state)
{
    (void)state;
    struct hall hall;
    char cookie[256];
    struct visitor seeker, watcher;
    hall_open(&hall);
    make_guest(&hall, cookie);
    visitor_connect(&seeker, &hall, cookie);
    visitor_connect(&watcher, &hall, NULL);
    visitor_send(&watcher, "{\"t\":\"lobby\",\"on\":true}");
    visitor_send(&seeker, "{\"t\":\"seek\",\"id\":\"s\",\"clock\":\"3+0\"}");
    visitor_hear(&watcher, "found");
    visitor_leave(&seeker);
    hall_wait(&hall, 0);
    visitor_hear(&watcher, "lost");
    visitor_leave(&watcher);
    hall_close(&hall);
}

static void a_seek_of_nobody_is_refused(void **state)
{
    (void)state;
    struct hall hall;
    struct visitor nobody;
    hall_open(&hall);
    visitor_connect(&nobody, &hall, NULL);
    visitor_send(&nobody, "{\"t\":\"seek\",\"id\":\"s\",\"clock\":\"5+3\"}");
    assert_refused(&nobody, "unknown-caller");
    visitor_leave(&nobody);
    hall_close(&hall);
}

static void impossible_terms_are_refused_with_the_reason(void **state)
{
    (void)state;
    struct hall hall;
    char cookie[256];
    struct visitor guest;
    hall_open(&hall);
    make_guest(&hall, cookie);
    visitor_connect(&guest, &hall, cookie);
    visitor_send(&guest, "{\"t\":\"seek\",\"id\":\"s\",\"clock\":\"5000+3\"}");
    assert_refused(&guest, "syntax");
    visitor_send(&guest, "{\"t\":\"challenge\",\"id\":\"c\",\"fen\":\"no position\"}");
    const char *refused = visitor_hear(&guest, "refused");
    assert_true(strlen(heard_field(refused, "text")) > 10);
    visitor_leave(&guest);
    hall_close(&hall);
}

static void garbage_is_refused_and_too_much_of_it_ends_the_connection(void **state)
{
    (void)state;
    struct hall hall;
    struct visitor visitor;
    hall_open(&hall);
    visitor_connect(&visitor, &hall, NULL);
    static const char *const garbage[] = {
        "", "{", "[]", "{\"t\":\"xyzzy\"}", "null", "{\"t\":7}", "{\"t\":\"act\"}", "\xff\xfe"};
    for (size_t i = 0; i < sizeof garbage / sizeof *garbage; i++) {
        visitor_send(&visitor, garbage[i]);
        assert_refused(&visitor, "syntax");
    }
    for (int i = 0; i < 400 && visitor.socket; i++)
        visitor_send(&visitor, "{}");
    assert_int_equal(visitor.ended, 1008);
    visitor_leave(&visitor);
    hall_close(&hall);
}

static void moves_are_never_refused_for_rate(void **state)
{
    (void)state;
    struct table table;
    seat(&table, "");
    static const int steps[4][2] = {
        {2, 3}, {7, 6}, {3, 4}, {6, 5}}; // of each pawn and its opposite
    char move[8];
    for (int i = 0; i < 190; i++)
        for (int side = 0; side < 2; side++)
            visitor_send(&table.players[side], "{\"t\":\"ping\"}");
    for (int i = 0; i < 32; i++) {
        snprintf(move, sizeof move, "%c%d%c%d", 'a' + i / 4, steps[i % 4][0], 'a' + i / 4,
                 steps[i % 4][1]);
        play(&table, i, move);
    }
    assert_int_equal(table.players[0].ended, 0);
    clear_table(&table);
}

static void a_move_that_is_not_new_counts_like_any_message(void **state)
{
    (void)state;
    static const char *const moves[] = {"e2e4", "e2e5"}; // repeated; illegal
    for (int i = 0; i < 2; i++) {
        struct table table;
        char what[64];
        seat(&table, "");
        play(&table, 0, "e2e4");
        snprintf(what, sizeof what, "\"verb\":\"move\",\"move\":\"%s\"", moves[i]);
        for (int n = 0; n < 400 && table.players[0].socket; n++)
            act(&table, 0, i ? "x" : "m0", 0, what);
        assert_int_equal(table.players[0].ended, 1008);
        play(&table, 1, "e7e5");
        clear_table(&table);
    }
}

static void moves_in_games_that_are_not_there_are_counted(void **state)
{
    (void)state;
    struct hall hall;
    struct visitor visitor;
    hall_open(&hall);
    visitor_connect(&visitor, &hall, NULL);
    for (int i = 0; i < 400 && visitor.socket; i++)
        visitor_send(&visitor, "{\"t\":\"act\",\"game\":\"abcdefgh\",\"id\":\"1\",\"version\":0,"
                               "\"verb\":\"move\",\"move\":\"e2e4\"}");
    assert_int_equal(visitor.ended, 1008);
    visitor_leave(&visitor);
    hall_close(&hall);
}

static void a_command_says_what_it_was_made_for_and_has_a_name(void **state)
{
    (void)state;
    struct table table;
    seat(&table, "");
    act(&table, 0, "x", -1, "\"verb\":\"move\",\"move\":\"e2e4\"");
    assert_refused(&table.players[0], "syntax");
    act(&table, 0, "", 0, "\"verb\":\"move\",\"move\":\"e2e4\"");
    assert_refused(&table.players[0], "syntax");
    act(&table, 0, "y", 0, "\"verb\":\"add-time\",\"seconds\":-5");
    assert_refused(&table.players[0], "syntax");
    act(&table, 0, "z", 0, "\"verb\":\"chat\",\"room\":\"spectator\",\"text\":\"hello\"");
    assert_refused(&table.players[0], "syntax");
    clear_table(&table);
}

static void a_token_that_is_not_for_playing_opens_no_socket(void **state)
{
    (void)state;
    static const char *const scopes[] = {"", "email:read,challenge:write", "board:play"};
    struct hall hall;
    hall_open(&hall);
    const struct visit member = hall_request(&hall, METHOD_POST, "/account/register", NULL,
                                             "{\"name\":\"Alice\",\"password\":\"my secret\"}");
    for (int i = 0; i < 3; i++) {
        struct visitor visitor;
        const struct visit made = hall_request(&hall, METHOD_POST, "/account/token", member.cookie,
                                               message("{\"scopes\":\"%s\"}", scopes[i]));
        char bearer[128];
        snprintf(bearer, sizeof bearer, "Bearer %s", heard_field(made.body, "token"));
        visitor_connect(&visitor, &hall, bearer);
        assert_int_equal(visitor.ended, i < 2 ? 1008 : 0);
        assert_true(visitor_has(&visitor, "hello") == (i == 2));
        visitor_leave(&visitor);
    }
    hall_close(&hall);
}

static void a_token_that_is_none_opens_no_websocket(void **state)
{
    (void)state;
    static const char *const none[] = {"Bearer", "Bearer ", "Bearer x",
                                       "Bearer rk_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"};
    char revoked[128];
    struct visitor visitor;
    struct hall hall;
    hall_open(&hall);
    const struct visit member = hall_request(&hall, METHOD_POST, "/account/register", NULL,
                                             "{\"name\":\"Alice\",\"password\":\"my secret\"}");
    const struct visit made = hall_request(&hall, METHOD_POST, "/account/token", member.cookie,
                                           "{\"scopes\":\"board:play\"}");
    snprintf(revoked, sizeof revoked, "Bearer %s", heard_field(made.body, "token"));
    assert_int_equal(hall_request(&hall, METHOD_DELETE, "/api/token", revoked, NULL).status, 204);
    for (size_t i = 0; i <= sizeof none / sizeof *none; i++) {
        visitor_connect(&visitor, &hall, i < sizeof none / sizeof *none ? none[i] : revoked);
        assert_int_equal(visitor.ended, 401);
        assert_string_equal(visitor.refusal,
                            "WWW-Authenticate: Bearer\r\n{\"error\":\"unknown token\"}\n");
        visitor_leave(&visitor);
    }
    hall_close(&hall);
}

static void an_old_cookie_is_nobodys_and_may_watch(void **state)
{
    (void)state;
    char cookie[256];
    struct visitor visitor;
    struct hall hall;
    hall_open(&hall);
    make_guest(&hall, cookie);
    assert_int_equal(hall_request(&hall, METHOD_POST, "/account/logout", cookie, "{}").status, 200);
    visitor_connect(&visitor, &hall, cookie);
    assert_string_equal(heard_field(visitor_hear(&visitor, "hello"), "name"), "Anonymous");
    assert_int_equal(visitor.ended, 0);
    visitor_leave(&visitor);
    hall_close(&hall);
}

static void a_revoked_token_takes_its_connections_along_and_no_other(void **state)
{
    (void)state;
    struct hall hall;
    struct visitor by_cookie, by_token;
    char bearer[128];
    hall_open(&hall);
    const struct visit member = hall_request(&hall, METHOD_POST, "/account/register", NULL,
                                             "{\"name\":\"Alice\",\"password\":\"my secret\"}");
    const struct visit made = hall_request(&hall, METHOD_POST, "/account/token", member.cookie,
                                           "{\"scopes\":\"board:play\"}");
    snprintf(bearer, sizeof bearer, "Bearer %s", heard_field(made.body, "token"));
    visitor_connect(&by_cookie, &hall, member.cookie);
    visitor_connect(&by_token, &hall, bearer);
    assert_int_equal(hall_request(&hall, METHOD_DELETE, "/api/token", bearer, NULL).status, 204);
    assert_int_equal(by_token.ended, 1008);
    assert_int_equal(by_cookie.ended, 0);
    assert_int_equal(
        hall_request(&hall, METHOD_POST, "/account/logout", member.cookie, "{}").status, 200);
    assert_int_equal(by_cookie.ended, 1008);
    visitor_leave(&by_cookie);
    visitor_leave(&by_token);
    hall_close(&hall);
}

static void who_closes_the_account_takes_challenges_and_seeks_along(void **state)
{
    (void)state;
    struct hall hall;
    struct visitor other;
    hall_open(&hall);
    const struct visit alice = hall_request(&hall, METHOD_POST, "/account/register", NULL,
                                            "{\"name\":\"Alice\",\"password\":\"my secret\"}");
    const struct visit ben = hall_request(&hall, METHOD_POST, "/account/register", NULL,
                                          "{\"name\":\"Ben\",\"password\":\"my secret\"}");
    visitor_connect(&other, &hall, ben.cookie);
    visitor_send(&other, "{\"t\":\"lobby\",\"on\":true}");
    assert_int_equal(
        hall_request(&hall, METHOD_POST, "/api/challenge/ben", alice.cookie, "days=3").status, 200);
    assert_int_equal(
        hall_request(&hall, METHOD_POST, "/api/board/seek", alice.cookie, "days=7").status, 200);
    visitor_hear(&other, "challenged");
    visitor_hear(&other, "found");
    visitor_forget(&other);
    assert_int_equal(hall_request(&hall, METHOD_POST, "/account/close", alice.cookie,
                                  "{\"password\":\"my secret\"}")
                         .status,
                     200);
    visitor_hear(&other, "lost");
    assert_string_equal(heard_field(visitor_hear(&other, "challenged"), "state"), "canceled");
    visitor_leave(&other);
    hall_close(&hall);
}

static void nobody_has_more_connections_than_hear_that_they_end(void **state)
{
    (void)state;
    enum { MOST = 300 };
    static struct visitor visitors[MOST + 1];
    struct hall hall;
    hall_open(&hall);
    const struct visit member = hall_request(&hall, METHOD_POST, "/account/register", NULL,
                                             "{\"name\":\"Alice\",\"password\":\"my secret\"}");
    for (int i = 0; i <= MOST; i++)
        visitor_connect(&visitors[i], &hall, member.cookie);
    assert_int_equal(visitors[MOST - 1].ended, 0);
    assert_int_equal(visitors[MOST].ended, 1008);
    assert_int_equal(
        hall_request(&hall, METHOD_POST, "/account/logout", member.cookie, "{\"all\":true}").status,
        200);
    for (int i = 0; i <= MOST; i++) {
        assert_int_equal(visitors[i].ended, 1008);
        visitor_leave(&visitors[i]);
    }
    hall_close(&hall);
}

static void both_players_may_use_the_same_id(void **state)
{
    (void)state;
    struct table table;
    seat(&table, "");
    act(&table, 0, "same", 0, "\"verb\":\"move\",\"move\":\"e2e4\"");
    assert_string_equal(heard_field(visitor_hear(&table.players[0], "ack"), "version"), "1");
    act(&table, 1, "same", 1, "\"verb\":\"move\",\"move\":\"e7e5\"");
    assert_string_equal(heard_field(visitor_hear(&table.players[1], "ack"), "version"), "2");
    clear_table(&table);
}

static void rematches_swap_the_sides(void **state)
{
    (void)state;
    struct table table;
    seat(&table, "");
    play(&table, 0, "e2e4");
    play(&table, 1, "e7e5");
    act(&table, 0, "r", 2, "\"verb\":\"resign\"");
    for (int side = 0; side < 2; side++) {
        visitor_forget(&table.players[side]);
    }
    for (int side = 0; side < 2; side++)
        visitor_send(&table.players[side],
                     message("{\"t\":\"rematch\",\"id\":\"re\",\"game\":\"%s\",\"accept\":true}",
                             table.game));
    assert_string_equal(heard_field(visitor_hear(&table.players[0], "start"), "side"), "black");
    assert_string_equal(heard_field(visitor_hear(&table.players[1], "start"), "side"), "white");
    clear_table(&table);
}

static void a_crash_costs_no_move_and_no_time(void **state)
{
    (void)state;
    struct table table;
    seat(&table, "");
    play(&table, 0, "e2e4");
    play(&table, 1, "e7e5");
    hall_wait(&table.hall, 4000);
    play(&table, 2, "g1f3");
    hall_wait(&table.hall, 3000);
    for (int side = 0; side < 2; side++)
        visitor_leave(&table.players[side]);
    hall_crash(&table.hall, 3600 * 1000);
    visitor_connect(&table.players[1], &table.hall, table.cookies[1]);
    visitor_hear(&table.players[1], "start");
    visitor_send(&table.players[1], message("{\"t\":\"watch\",\"game\":\"%s\"}", table.game));
    const char *snapshot = visitor_hear(&table.players[1], "game");
    assert_string_equal(heard_field(snapshot, "moves"), "e2e4 e7e5 g1f3");
    assert_int_equal(atoi(heard_field(snapshot, "white_ms")), 596000);
    const int black = atoi(heard_field(snapshot, "black_ms"));
    assert_in_range(black, 597000, 598500);
    visitor_connect(&table.players[0], &table.hall, table.cookies[0]);
    clear_table(&table);
}

static void an_orderly_stop_tells_everybody_to_come_back(void **state)
{
    (void)state;
    struct table table;
    seat(&table, "");
    play(&table, 0, "e2e4");
    server_stop(table.hall.server, table.hall.now);
    hall_wait(&table.hall, 0);
    assert_true(server_stopped(table.hall.server));
    assert_int_equal(table.players[0].ended, 1012);
    assert_string_equal(heard_field(visitor_hear(&table.players[0], "notice"), "kind"), "restart");
    clear_table(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_guests_play_a_game_to_mate),
        cmocka_unit_test(the_answer_is_acknowledged_with_version_and_clocks),
        cmocka_unit_test(a_repeated_command_gets_its_first_answer),
        cmocka_unit_test(a_stale_command_is_refused_with_the_state_as_it_is),
        cmocka_unit_test(nobody_moves_for_another),
        cmocka_unit_test(who_was_away_gets_exactly_what_was_missed),
        cmocka_unit_test(a_version_nobody_knows_gets_a_snapshot),
        cmocka_unit_test(a_private_game_is_not_even_admitted_to_exist),
        cmocka_unit_test(spectators_see_the_moves_but_not_what_players_say),
        cmocka_unit_test(a_spectator_who_reads_slowly_skips_to_the_newest_position),
        cmocka_unit_test(seeks_that_fit_become_a_game),
        cmocka_unit_test(the_computer_is_an_opponent_at_once),
        cmocka_unit_test(a_computer_that_cannot_be_is_refused),
        cmocka_unit_test(a_seek_goes_with_its_connection),
        cmocka_unit_test(a_seek_of_nobody_is_refused),
        cmocka_unit_test(impossible_terms_are_refused_with_the_reason),
        cmocka_unit_test(garbage_is_refused_and_too_much_of_it_ends_the_connection),
        cmocka_unit_test(moves_are_never_refused_for_rate),
        cmocka_unit_test(a_move_that_is_not_new_counts_like_any_message),
        cmocka_unit_test(moves_in_games_that_are_not_there_are_counted),
        cmocka_unit_test(a_command_says_what_it_was_made_for_and_has_a_name),
        cmocka_unit_test(a_token_that_is_not_for_playing_opens_no_socket),
        cmocka_unit_test(a_token_that_is_none_opens_no_websocket),
        cmocka_unit_test(an_old_cookie_is_nobodys_and_may_watch),
        cmocka_unit_test(a_revoked_token_takes_its_connections_along_and_no_other),
        cmocka_unit_test(who_closes_the_account_takes_challenges_and_seeks_along),
        cmocka_unit_test(nobody_has_more_connections_than_hear_that_they_end),
        cmocka_unit_test(both_players_may_use_the_same_id),
        cmocka_unit_test(rematches_swap_the_sides),
        cmocka_unit_test(a_crash_costs_no_move_and_no_time),
        cmocka_unit_test(an_orderly_stop_tells_everybody_to_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
