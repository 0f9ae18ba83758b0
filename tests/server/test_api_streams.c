/* SPDX-License-Identifier: MIT */
/* The API's streams at a whole server, with a clock of the test's: what they replay, how they
 * begin, replace each other and end, and that nothing is left when their readers go. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/exchange.h"
#include "support/board.h"
#include "support/hall.h"
#include "support/memory_transport.h"

/* Two bots that know each other. */
struct club {
    struct hall hall;
    char bots[2][256]; /* their cookies */
    char person[256];
};

static void join(struct hall *hall, const char *name, char cookie[256])
{
    char body[100];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"correct horse\"}", name);
    const struct visit visit = hall_request(hall, METHOD_POST, "/account/register", NULL, body);
    assert_int_equal(visit.status, 200);
    snprintf(cookie, 256, "%s", visit.cookie);
}

static int begin(void **state)
{
    struct club *club = calloc(1, sizeof *club);
    hall_open(&club->hall);
    join(&club->hall, "Anna", club->bots[0]);
    join(&club->hall, "Boris", club->bots[1]);
    join(&club->hall, "Clara", club->person);
    for (int i = 0; i < 2; i++)
        assert_int_equal(
            hall_request(&club->hall, METHOD_POST, "/api/bot/account/upgrade", club->bots[i], NULL)
                .status,
            200);
    *state = club;
    return 0;
}

static int end(void **state)
{
    struct club *club = *state;
    hall_close(&club->hall);
    free(club);
    return 0;
}

static struct visit post(struct club *club, const char *who, const char *path, const char *body)
{
    return hall_request(&club->hall, METHOD_POST, path, who, body);
}

static void done(struct visit visit)
{
    if (visit.status != 200)
        fail_msg("%u %s", visit.status, visit.body);
}

/* The first text of that key; the next call overwrites it. */
static const char *text_of(const char *json, const char *key)
{
    static char text[100];
    char wanted[40];
    snprintf(wanted, sizeof wanted, "\"%s\":\"", key);
    const char *at = strstr(json, wanted);
    if (!at)
        fail_msg("no %s in %s", key, json);
    at += strlen(wanted);
    snprintf(text, sizeof text, "%.*s", (int)strcspn(at, "\""), at);
    return text;
}

static void challenge(struct club *club, const char *more, char id[9])
{
    char body[200];
    snprintf(body, sizeof body, "clock.limit=300&clock.increment=3&color=white&%s", more);
    const struct visit visit = post(club, club->bots[0], "/api/challenge/boris", body);
    done(visit);
    snprintf(id, 9, "%s", text_of(visit.body, "id"));
}

static struct visit answer(struct club *club, const char *who, const char *id, const char *word)
{
    char path[60];
    snprintf(path, sizeof path, "/api/challenge/%s/%s", id, word);
    return post(club, who, path, NULL);
}

static void make_game(struct club *club, char id[9])
{
    challenge(club, "", id);
    done(answer(club, club->bots[1], id, "accept"));
}

static struct visit act(struct club *club, unsigned side, const char *id, const char *what)
{
    char path[80];
    snprintf(path, sizeof path, "/api/bot/game/%s/%s", id, what);
    return post(club, club->bots[side], path, NULL);
}

/* A stream that is open. */
struct tap {
    struct memory_transport transport;
    struct exchange *exchange; /* NULL: it was answered at once */
};

static void tap_open(struct tap *tap, struct club *club, enum method method, const char *who,
                     const char *path, const char *body)
{
    struct request request = request_of(method, path);
    request.cookie = who;
    request.body = body;
    request.body_size = strlen(body);
    request.content_type = *body ? "application/x-www-form-urlencoded" : "";
    memory_transport_init(&tap->transport);
    tap->exchange =
        server_request(club->hall.server, &request, &tap->transport.transport, club->hall.now);
    hall_wait(&club->hall, 0);
}

static void tap_close(struct tap *tap, struct club *club)
{
    if (tap->exchange && !tap->transport.ended)
        server_request_gone(tap->exchange, club->hall.now);
    memory_transport_fini(&tap->transport);
    hall_wait(&club->hall, 0);
}

static void events_open(struct tap *tap, struct club *club, const char *who)
{
    tap_open(tap, club, METHOD_GET, who, "/api/stream/event", "");
    assert_true(tap->transport.stream);
}

static void game_open(struct tap *tap, struct club *club, unsigned side, const char *id)
{
    char path[60];
    snprintf(path, sizeof path, "/api/bot/game/stream/%s", id);
    tap_open(tap, club, METHOD_GET, club->bots[side], path, "");
}

static size_t count_of(struct tap *tap, const char *words)
{
    size_t count = 0;
    for (const char *at = memory_transport_body(&tap->transport); (at = strstr(at, words)); at++)
        count++;
    return count;
}

static bool saw(struct tap *tap, const char *words)
{
    return count_of(tap, words) > 0;
}

// ---- events ----------------------------------------------------------------------------------

static void an_event_stream_replays_games_and_then_challenges(void **state)
{
    struct club *club = *state;
    char game[9], pending[9];
    struct tap events;
    make_game(club, game);
    challenge(club, "", pending);
    for (int i = 0; i < 2; i++) {
        events_open(&events, club, club->bots[1]);
        assert_int_equal(events.transport.sent, 2);
        assert_ptr_equal(
            strstr(memory_transport_body(&events.transport), "{\"type\":\"gameStart\""),
            memory_transport_body(&events.transport));
        assert_true(saw(&events, "{\"type\":\"challenge\""));
        assert_true(saw(&events, game) && saw(&events, pending));
        tap_close(&events, club);
    }
}

static void what_happens_is_heard_by_both(void **state)
{
    struct club *club = *state;
    char id[9];
    struct tap events[2];
    for (int i = 0; i < 2; i++)
        events_open(&events[i], club, club->bots[i]);
    challenge(club, "", id);
    done(answer(club, club->bots[1], id, "decline"));
    challenge(club, "", id);
    done(answer(club, club->bots[0], id, "cancel"));
    make_game(club, id);
    done(act(club, 0, id, "abort"));
    for (int i = 0; i < 2; i++) {
        static const char *const types[] = {"challengeDeclined", "challengeCanceled", "gameStart",
                                            "gameFinish"};
        for (size_t type = 0; type < sizeof types / sizeof *types; type++) {
            char words[60];
            snprintf(words, sizeof words, "{\"type\":\"%s\"", types[type]);
            assert_int_equal(count_of(&events[i], words), 1);
        }
        assert_int_equal(count_of(&events[i], "{\"type\":\"challenge\""), 3);
        tap_close(&events[i], club);
    }
}

static void one_is_online_while_the_stream_is_open(void **state)
{
    struct club *club = *state;
    struct tap events;
    const char *path = "/api/users/status?ids=Anna";
    events_open(&events, club, club->bots[0]);
    assert_non_null(
        strstr(hall_request(&club->hall, METHOD_GET, path, NULL, NULL).body, "\"online\":true"));
    tap_close(&events, club);
    assert_null(strstr(hall_request(&club->hall, METHOD_GET, path, NULL, NULL).body, "online"));
}

static void a_newer_event_stream_ends_the_older(void **state)
{
    struct club *club = *state;
    struct tap older, newer;
    events_open(&older, club, club->bots[0]);
    events_open(&newer, club, club->bots[0]);
    assert_true(older.transport.ended);
    assert_false(newer.transport.ended);
    tap_close(&older, club);
    tap_close(&newer, club);
}

static void who_logs_out_everywhere_hears_no_more(void **state)
{
    struct club *club = *state;
    struct tap events;
    events_open(&events, club, club->bots[0]);
    done(post(club, club->bots[0], "/account/close", "{\"password\":\"correct horse\"}"));
    assert_true(events.transport.ended);
    tap_close(&events, club);
}

// ---- games -----------------------------------------------------------------------------------

static void a_game_stream_is_game_full_then_states_then_the_end(void **state)
{
    struct club *club = *state;
    char id[9];
    struct tap game;
    make_game(club, id);
    game_open(&game, club, 1, id);
    assert_int_equal(count_of(&game, "{\"type\":\"gameFull\""), 1);
    done(act(club, 0, id, "move/f2f3"));
    done(act(club, 1, id, "move/e7e5"));
    done(act(club, 0, id, "move/g2g4"));
    assert_true(saw(&game, "\"moves\":\"f2f3 e7e5 g2g4\""));
    assert_false(game.transport.ended);
    done(act(club, 1, id, "move/d8h4"));
    assert_true(saw(&game, "\"status\":\"mate\",\"winner\":\"black\""));
    assert_true(game.transport.ended);
    tap_close(&game, club);
}

static void a_game_that_is_over_is_shown_and_ended(void **state)
{
    struct club *club = *state;
    char id[9];
    struct tap game;
    make_game(club, id);
    done(act(club, 0, id, "abort"));
    hall_wait(&club->hall, 3 * 3600 * 1000); // by then it must be read from the store
    game_open(&game, club, 1, id);
    assert_int_equal(game.transport.sent, 1);
    assert_true(saw(&game, "\"status\":\"aborted\""));
    assert_true(game.transport.ended);
    tap_close(&game, club);
}

static void a_slow_reader_skips_states_but_gets_the_last(void **state)
{
    struct club *club = *state;
    char id[9];
    struct tap game;
    make_game(club, id);
    game_open(&game, club, 1, id);
    memory_transport_forget(&game.transport);
    game.transport.waiting = 1 << 16;
    done(act(club, 0, id, "move/f2f3"));
    done(act(club, 1, id, "move/e7e5"));
    done(act(club, 0, id, "move/g2g4"));
    assert_int_equal(game.transport.sent, 0);
    done(act(club, 1, id, "move/d8h4"));
    assert_int_equal(game.transport.sent, 1);
    assert_true(saw(&game, "\"status\":\"mate\""));
    assert_true(game.transport.ended);
    tap_close(&game, club);
}

static void nobody_has_more_streams_than_he_needs(void **state)
{
    struct club *club = *state;
    enum { TRIED = STREAMS_MAX + 5 };
    static struct tap taps[TRIED];
    char id[9], path[60], agent[20];
    unsigned opened = 0;
    make_game(club, id);
    snprintf(path, sizeof path, "/api/bot/game/stream/%s", id);
    for (size_t i = 0; i < TRIED; i++) {
        struct request request = request_of(METHOD_GET, path);
        request.cookie = club->bots[0];
        request.user_agent = agent;
        snprintf(agent, sizeof agent, "program %zu", i);
        memory_transport_init(&taps[i].transport);
        taps[i].exchange = server_request(club->hall.server, &request, &taps[i].transport.transport,
                                          club->hall.now);
        hall_wait(&club->hall, 100);
        opened += taps[i].transport.status == 200;
    }
    assert_int_equal(opened, STREAMS_MAX);
    assert_int_equal(taps[TRIED - 1].transport.status, 429);
    for (size_t i = 0; i < TRIED; i++)
        tap_close(&taps[i], club);
}

static void who_logs_out_sees_no_more_of_a_game_and_is_away_from_it(void **state)
{
    struct club *club = *state;
    struct tap mine, others;
    char id[9];
    make_game(club, id);
    done(act(club, RK_WHITE, id, "move/e2e4"));
    done(act(club, RK_BLACK, id, "move/e7e5"));
    game_open(&mine, club, RK_WHITE, id);
    game_open(&others, club, RK_BLACK, id);
    done(post(club, club->bots[0], "/account/logout", NULL));
    assert_true(mine.transport.ended);
    assert_false(others.transport.ended);
    hall_wait(&club->hall, 10000);
    assert_true(saw(&others, "{\"type\":\"opponentGone\",\"gone\":true"));
    tap_close(&mine, club);
    tap_close(&others, club);
}

static void a_silent_stream_says_that_it_lives(void **state)
{
    struct club *club = *state;
    struct tap events;
    events_open(&events, club, club->bots[0]);
    hall_wait(&club->hall, 60000);
    assert_in_range(events.transport.sent, 9, 12);
    assert_false(saw(&events, "{"));
    tap_close(&events, club);
}

static void another_program_of_the_player_has_a_stream_of_its_own(void **state)
{
    struct club *club = *state;
    char id[9], path[60];
    struct tap first, second, third;
    make_game(club, id);
    snprintf(path, sizeof path, "/api/bot/game/stream/%s", id);
    struct request request = request_of(METHOD_GET, path);
    request.cookie = club->bots[0];
    request.user_agent = "another/1";
    game_open(&first, club, 0, id);
    memory_transport_init(&second.transport);
    second.exchange =
        server_request(club->hall.server, &request, &second.transport.transport, club->hall.now);
    hall_wait(&club->hall, 0);
    assert_false(first.transport.ended);
    game_open(&third, club, 0, id);
    assert_true(first.transport.ended);
    assert_false(second.transport.ended);
    tap_close(&first, club);
    tap_close(&second, club);
    tap_close(&third, club);
}

// ---- challenges and seeks --------------------------------------------------------------------

static void a_kept_alive_challenge_ends_by_what_became_of_it(void **state)
{
    struct club *club = *state;
    static const char *const words[][2] = {
        {"accept", "accepted"}, {"decline", "declined"}, {"cancel", "canceled"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char id[9], line[40];
        struct tap tap;
        tap_open(&tap, club, METHOD_POST, club->bots[0], "/api/challenge/boris",
                 "clock.limit=300&clock.increment=3&keepAliveStream=true");
        assert_true(tap.transport.stream);
        snprintf(id, sizeof id, "%s", text_of(memory_transport_body(&tap.transport), "id"));
        done(answer(club, club->bots[i != 2], id, words[i][0]));
        snprintf(line, sizeof line, "{\"done\":\"%s\"}\n", words[i][1]);
        assert_true(saw(&tap, line));
        assert_true(tap.transport.ended);
        tap_close(&tap, club);
    }
}

static void who_closes_a_kept_alive_challenge_takes_it_back(void **state)
{
    struct club *club = *state;
    struct tap tap, events;
    events_open(&events, club, club->bots[1]);
    tap_open(&tap, club, METHOD_POST, club->bots[0], "/api/challenge/boris",
             "clock.limit=300&clock.increment=3&keepAliveStream=true");
    tap_close(&tap, club);
    assert_true(saw(&events, "{\"type\":\"challengeCanceled\""));
    tap_close(&events, club);
}

static void a_rematch_is_offered_as_a_challenge_and_accepted_as_one(void **state)
{
    struct club *club = *state;
    char id[9], offer[100], next[9];
    struct tap events;
    struct visitor visitor;
    make_game(club, id);
    done(act(club, 0, id, "abort"));
    events_open(&events, club, club->bots[1]);
    visitor_connect(&visitor, &club->hall, club->bots[0]);
    snprintf(offer, sizeof offer,
             "{\"t\":\"rematch\",\"id\":\"r\",\"game\":\"%s\",\"accept\":true}", id);
    visitor_send(&visitor, offer);
    assert_string_equal(text_of(memory_transport_body(&events.transport), "rematchOf"), id);
    snprintf(next, sizeof next, "%s", text_of(memory_transport_body(&events.transport), "id"));
    done(answer(club, club->bots[1], next, "accept"));
    assert_string_equal(text_of(memory_transport_body(&events.transport), "gameId"), next);
    visitor_leave(&visitor);
    tap_close(&events, club);
}

static void a_seek_ends_when_it_is_paired(void **state)
{
    struct club *club = *state;
    char other[256];
    struct tap first, second;
    join(&club->hall, "David", other);
    tap_open(&first, club, METHOD_POST, club->person, "/api/board/seek", "time=15&increment=10");
    assert_true(first.transport.stream);
    assert_false(first.transport.ended);
    tap_open(&second, club, METHOD_POST, other, "/api/board/seek", "time=15&increment=10");
    assert_true(second.transport.stream);
    assert_true(first.transport.ended && second.transport.ended);
    assert_int_equal(first.transport.sent + second.transport.sent, 0);
    tap_close(&first, club);
    tap_close(&second, club);
}

static void a_seek_goes_with_its_reader(void **state)
{
    struct club *club = *state;
    struct tap tap;
    for (int i = 0; i < 2; i++) { // the second would be refused if the first still stood
        tap_open(&tap, club, METHOD_POST, club->person, "/api/board/seek", "time=15&increment=10");
        assert_int_equal(tap.transport.status, 200);
        tap_close(&tap, club);
    }
}

static void a_seek_goes_with_its_account(void **state)
{
    struct club *club = *state;
    char other[256];
    struct tap first, second;
    join(&club->hall, "David", other);
    tap_open(&first, club, METHOD_POST, club->person, "/api/board/seek", "time=15&increment=10");
    done(post(club, club->person, "/account/close", "{\"password\":\"correct horse\"}"));
    assert_true(first.transport.ended);
    tap_open(&second, club, METHOD_POST, other, "/api/board/seek", "time=15&increment=10");
    assert_false(second.transport.ended);
    tap_close(&first, club);
    tap_close(&second, club);
}

static void correspondence_seeks_are_taken_back_with_the_rest(void **state)
{
    struct club *club = *state;
    for (int i = 0; i < 6; i++) { // the sixth would be refused if the others still stood
        const struct visit visit =
            hall_request(&club->hall, METHOD_POST, "/api/board/seek?days=3", club->person, NULL);
        done(visit);
        assert_string_equal(text_of(visit.body, "id") + 8, "");
        assert_int_equal(
            hall_request(&club->hall, METHOD_DELETE, "/api/board/seek", club->person, NULL).status,
            204);
    }
}

static void a_second_live_seek_is_refused_and_both_can_be_taken_back(void **state)
{
    struct club *club = *state;
    struct tap tap, second;
    tap_open(&tap, club, METHOD_POST, club->person, "/api/board/seek", "time=15&increment=10");
    tap_open(&second, club, METHOD_POST, club->person, "/api/board/seek", "time=20&increment=0");
    assert_int_equal(second.transport.status, 429);
    assert_int_equal(
        hall_request(&club->hall, METHOD_DELETE, "/api/board/seek", club->person, NULL).status,
        204);
    assert_true(tap.transport.ended);
    tap_close(&tap, club);
    tap_close(&second, club);
}

static void a_server_that_ends_takes_its_streams_along(void **state)
{
    struct club *club = *state;
    char id[9];
    struct tap events, game, seek, kept;
    make_game(club, id);
    events_open(&events, club, club->bots[0]);
    game_open(&game, club, 0, id);
    tap_open(&seek, club, METHOD_POST, club->person, "/api/board/seek", "time=15&increment=10");
    tap_open(&kept, club, METHOD_POST, club->bots[0], "/api/challenge/boris",
             "clock.limit=300&clock.increment=3&keepAliveStream=true");
    hall_crash(&club->hall, 1000);
    assert_true(events.transport.ended && game.transport.ended && seek.transport.ended &&
                kept.transport.ended);
    memory_transport_fini(&events.transport);
    memory_transport_fini(&game.transport);
    memory_transport_fini(&seek.transport);
    memory_transport_fini(&kept.transport);
}

static void a_server_that_ends_leaves_no_question_behind(void **state)
{
    struct club *club = *state;
    static const char *const paths[] = {
        "/api/users/status",    "/api/account/kid", "/api/bot/game/stream/abcdefgh",
        "/api/challenge/boris", "/api/account",     "/api/board/seek"};
    enum { COUNT = sizeof paths / sizeof *paths };
    struct memory_transport transports[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        struct request request = request_of(i % 2 ? METHOD_POST : METHOD_GET, paths[i]);
        request.query = "ids=anna&v=1";
        request.cookie = club->bots[0];
        memory_transport_init(&transports[i]);
        server_request(club->hall.server, &request, &transports[i].transport, club->hall.now);
    }
    hall_crash(&club->hall, 1000); // the store answers afterwards
    for (size_t i = 0; i < COUNT; i++) {
        assert_int_equal(transports[i].answers, 1);
        memory_transport_fini(&transports[i]);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(an_event_stream_replays_games_and_then_challenges),
        TEST(what_happens_is_heard_by_both),
        TEST(one_is_online_while_the_stream_is_open),
        TEST(a_newer_event_stream_ends_the_older),
        TEST(who_logs_out_everywhere_hears_no_more),
        TEST(a_game_stream_is_game_full_then_states_then_the_end),
        TEST(a_game_that_is_over_is_shown_and_ended),
        TEST(a_slow_reader_skips_states_but_gets_the_last),
        TEST(nobody_has_more_streams_than_he_needs),
        TEST(who_logs_out_sees_no_more_of_a_game_and_is_away_from_it),
        TEST(a_silent_stream_says_that_it_lives),
        TEST(another_program_of_the_player_has_a_stream_of_its_own),
        TEST(a_kept_alive_challenge_ends_by_what_became_of_it),
        TEST(who_closes_a_kept_alive_challenge_takes_it_back),
        TEST(a_rematch_is_offered_as_a_challenge_and_accepted_as_one),
        TEST(a_seek_ends_when_it_is_paired),
        TEST(a_seek_goes_with_its_reader),
        TEST(a_seek_goes_with_its_account),
        TEST(correspondence_seeks_are_taken_back_with_the_rest),
        TEST(a_second_live_seek_is_refused_and_both_can_be_taken_back),
        TEST(a_server_that_ends_takes_its_streams_along),
        TEST(a_server_that_ends_leaves_no_question_behind),
    };
    return cmocka_run_group_tests_name("streams of the API", tests, NULL, NULL);
}
