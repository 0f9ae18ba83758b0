/* SPDX-License-Identifier: MIT */
/* A session from the first connect to the end of a game. */
#include "join/online_session.h"

#include "join/user.h"

static void expect_status(const struct user *user, const char *expected)
{
    char status[400];
    online_session_write_status(&user->session, 1000, status, sizeof status);
    assert_string_equal(status, expected);
}

static void expect_title(const struct user *user, const char *expected)
{
    char title[400];
    online_session_write_title(&user->session, title, sizeof title);
    assert_string_equal(title, expected);
}

static void a_seek_becomes_a_game_that_is_played_to_its_end(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    expect_status(&user, "no game on the board; type help for the commands");
    expect_title(&user, "rookery: Anna");
    user_type(&user, "seek 5+3", "{\"t\":\"seek\",\"id\":\"id1\",\"clock\":\"5+3\"}\n");
    user_receive(&user, "{\"t\":\"ack\",\"id\":\"id1\",\"made\":\"s1\"}");
    user_expect(&user, "looking for an opponent; type cancel to stop\n");
    expect_status(&user, "looking for an opponent");

    user_receive(&user, "{\"t\":\"start\",\"game\":\"g\",\"side\":\"white\"}");
    user_expect_sent(&user, "{\"t\":\"watch\",\"game\":\"g\"}\n");
    expect_status(&user, "waiting for the game");
    user_receive(&user, SNAPSHOT("white", "", STARTED ",\"deadline_ms\":15000"));
    user_expect(&user, "game g  5+3 blitz casual: Anna (White) - Ben (Black)\nyou are White\n"
                       "your move within 15 s\n");
    expect_title(&user, "g  5+3 blitz casual");
    expect_status(&user, "your move within 14 s");

    user_type(&user, "e4",
              "{\"t\":\"act\",\"game\":\"g\",\"id\":\"id2\",\"version\":0,\"verb\":\"move\","
              "\"move\":\"e2e4\"}\n");
    user_receive(&user, "{\"t\":\"ack\",\"id\":\"id2\",\"game\":\"g\",\"version\":1}");
    assert_int_equal(user.session.acked_version, 1);
    user_receive(&user, "{\"t\":\"event\",\"game\":\"g\",\"version\":1,\"what\":\"move\",\"by\":"
                        "\"white\",\"move\":\"e2e4\",\"san\":\"e4\",\"running\":true" STARTED "}");
    user_expect(&user, "1. e4\n");
    expect_status(&user, "Black to move");

    user_receive(&user, "{\"t\":\"event\",\"game\":\"g\",\"version\":2,\"what\":\"resign\",\"by\":"
                        "\"black\",\"running\":false" OVER "}");
    expect_status(&user, "1-0 Black resigned");
    assert_false(user.session.refused);
    user_fini(&user);
}

static void a_seek_can_be_cancelled(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    commands_run(&user.session, "seek");
    user_receive(&user, "{\"t\":\"ack\",\"id\":\"id1\",\"made\":\"s1\"}");
    buffer_clear(&user.client.sent);
    buffer_clear(&user.output);
    user_type(&user, "cancel", "{\"t\":\"unseek\",\"seek\":\"s1\"}\n");
    user_expect(&user, "seek cancelled\n");
    expect_status(&user, "no game on the board; type help for the commands");
    user_fini(&user);
}

static void the_start_requests_are_sent_once(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    user.session.start.computer = "3";
    user_set_state(&user, CLIENT_READY, "");
    user_expect(&user, "connected as Anna\n");
    user_expect_sent(&user, "{\"t\":\"computer\",\"id\":\"id1\",\"level\":3,\"clock\":\"5+3\"}\n");
    user_set_state(&user, CLIENT_DISCONNECTED, "timeout");
    user_set_state(&user, CLIENT_DISCONNECTED, "timeout");
    user_expect(&user, "connection lost (timeout); reconnecting\n");
    expect_status(&user, "[reconnecting] looking for an opponent");
    messages_events.lost(&user.session, "id1");
    user_expect(&user, "the answer to your last command was lost: check whether it worked, and "
                       "repeat it if not\n");
    expect_status(&user, "[reconnecting] no game on the board; type help for the commands");
    user_set_state(&user, CLIENT_READY, "");
    user_expect(&user, "reconnected as Anna\n");
    user_expect_sent(&user, "");
    user_fini(&user);
}

static void a_failed_login_ends_the_session(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    snprintf(user.client.name, sizeof user.client.name, "Anonymous");
    user_set_state(&user, CLIENT_READY, "");
    user_expect(&user, "the server does not accept this token, or the session has expired\n");
    assert_true(user.session.failed);
    user_fini(&user);
}

static void a_failed_connection_ends_the_session(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    user_set_state(&user, CLIENT_FAILED, "the server ended this session");
    user_expect(&user, "the server ended this session\n");
    assert_true(user.session.failed);
    user_fini(&user);
}

static void a_second_game_does_not_replace_a_running_one(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    user_show_game(&user, SNAPSHOT("white", "", STARTED));
    user_receive(&user, "{\"t\":\"start\",\"game\":\"h\",\"side\":\"white\"}");
    user_expect(&user, "another game of yours is running: watch h\n");
    user_receive(&user, SNAPSHOT("white", "", OVER));
    user_receive(&user, "{\"t\":\"start\",\"game\":\"h\",\"side\":\"white\"}");
    assert_string_equal(user.session.game, "h");
    user_fini(&user);
}

static void the_status_names_offers_and_claims(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    user_show_game(&user, SNAPSHOT("spectator", "e2e4", STARTED ",\"offer\":\"white\""));
    expect_status(&user, "Black to move; draw offered");
    user_receive(&user, SNAPSHOT("white", "", ",\"status\":\"draw\""));
    expect_status(&user, "1/2-1/2 draw");
    user_receive(&user, SNAPSHOT("white", "", ",\"status\":\"aborted\""));
    expect_status(&user, "* aborted");
    user_fini(&user);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seek_becomes_a_game_that_is_played_to_its_end),
        cmocka_unit_test(a_seek_can_be_cancelled),
        cmocka_unit_test(the_start_requests_are_sent_once),
        cmocka_unit_test(a_failed_login_ends_the_session),
        cmocka_unit_test(a_failed_connection_ends_the_session),
        cmocka_unit_test(a_second_game_does_not_replace_a_running_one),
        cmocka_unit_test(the_status_names_offers_and_claims),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
