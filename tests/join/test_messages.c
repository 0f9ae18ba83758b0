/* SPDX-License-Identifier: MIT */
/* What is printed for each message of the server. */
#include "join/messages.h"

#include "join/user.h"

#define EVENT(version, what, by, fields)                                                         \
    "{\"t\":\"event\",\"game\":\"g\",\"version\":" version ",\"what\":\"" what "\",\"by\":\"" by \
    "\",\"running\":true" fields "}"

struct row {
    const char *json, *output;
};

static void expect_rows(struct user *user, const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        user_receive(user, rows[i].json);
        user_expect(user, rows[i].output);
    }
}

static void a_game_is_announced_once(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    online_session_show(&user.session, "g");
    user_receive(&user,
                 SNAPSHOT("black", "e2e4", STARTED ",\"white_ms\":299000,\"black_ms\":300000"));
    user_expect(&user, "game g  5+3 blitz casual: Anna (White) - Ben (Black)\nyou are Black\n"
                       "1. e4  [4:59 - 5:00]\nyour move\n");
    user_receive(&user, SNAPSHOT("black", "e2e4", STARTED));
    user_expect(&user, "");
    user_fini(&user);
}

static void events_of_the_game_are_printed(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {EVENT("1", "move", "white", STARTED ",\"move\":\"e2e4\",\"san\":\"e4\""), "1. e4\n"},
        {EVENT("2", "move", "black",
               STARTED ",\"move\":\"e7e5\",\"white_ms\":61000,\"black_ms\":9870"),
         "1... e7e5  [1:01 - 9.8]\n"},
        {EVENT("3", "offer-draw", "black", STARTED ",\"offer\":\"black\""),
         "Ben offers a draw: accept or decline\n"},
        {EVENT("4", "decline-draw", "white", STARTED), "Anna declines the draw\n"},
        {EVENT("5", "offer-draw", "white", STARTED ",\"offer\":\"white\""), "Anna offers a draw\n"},
        {EVENT("6", "add-time", "black", STARTED ",\"white_ms\":1000,\"black_ms\":20000"),
         "Ben gets more time  [1.0 - 0:20]\n"},
        {EVENT("7", "pause", "white", STARTED), "the clocks are stopped\n"},
        {EVENT("8", "resume", "white", STARTED), "the clocks run again\n"},
        {"{\"t\":\"chat\",\"game\":\"g\",\"version\":9,\"room\":\"players\",\"name\":\"Ben\","
         "\"text\":\"hi\"}",
         "<Ben> hi\n"},
        {"{\"t\":\"presence\",\"game\":\"g\",\"side\":\"black\",\"here\":false}", "Ben has left\n"},
        {"{\"t\":\"presence\",\"game\":\"g\",\"side\":\"black\",\"here\":false,\"claimable_in\":"
         "30}",
         "Ben has left; the game can be claimed in 30 s\n"},
        {"{\"t\":\"presence\",\"game\":\"g\",\"side\":\"black\",\"here\":false,\"claimable_in\":0}",
         "Ben has left; the game can be claimed now: claim\n"},
        {"{\"t\":\"presence\",\"game\":\"g\",\"side\":\"black\",\"here\":true}", "Ben is here\n"},
        {"{\"t\":\"presence\",\"game\":\"g\",\"side\":\"white\",\"here\":false}", ""},
        {EVENT("10", "resign", "black", OVER ",\"white_diff\":7,\"black_diff\":-8"),
         "Ben resigns\nresult: 1-0 Black resigned\nrating: Anna +7, Ben -8\n"
         "type rematch to play again, or seek to find another opponent\n"},
        {"{\"t\":\"rematched\",\"game\":\"g\",\"by\":\"white\"}", "you offer a rematch\n"},
        {"{\"t\":\"rematched\",\"game\":\"g\"}", "there will be no rematch\n"},
        {"{\"t\":\"rematched\",\"game\":\"g\",\"by\":\"black\"}",
         "Ben offers a rematch: accept or decline\n"},
        {"{\"t\":\"rematched\",\"game\":\"g\",\"next\":\"h\"}", "the rematch has started: h\n"},
        {"{\"t\":\"crowd\",\"game\":\"g\",\"watchers\":3}", ""},
    };
    struct user user;
    user_init(&user);
    user_show_game(&user, SNAPSHOT("white", "", STARTED));
    expect_rows(&user, rows, sizeof rows / sizeof *rows);
    user_fini(&user);
}

static void other_messages_are_printed(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"{\"t\":\"found\",\"seek\":\"s1\",\"name\":\"Ben\",\"clock\":\"5+3\",\"variant\":"
         "\"atomic\",\"side\":\"white\",\"rated\":true}",
         "seek s1: Ben, 5+3 atomic rated, you are Black\n"},
        {"{\"t\":\"found\",\"seek\":\"s2\",\"name\":\"Anna\",\"clock\":\"-\",\"variant\":"
         "\"standard\",\"side\":\"random\",\"rated\":false}",
         "seek s2: Anna, untimed standard (yours)\n"},
        {"{\"t\":\"lost\",\"seek\":\"s1\"}", "seek s1 is gone\n"},
        {"{\"t\":\"running\",\"game\":\"h\",\"white\":\"Ben\",\"black\":\"Cleo\",\"variant\":"
         "\"standard\",\"clock\":\"5+3\",\"fen\":\"" STANDARD_START
         "\",\"plies\":12,\"watchers\":2}",
         "game h: Ben - Cleo, standard 5+3, 12 plies, 2 watching\n"},
        {"{\"t\":\"running-end\",\"count\":1}", "running games: 1\n"},
        {"{\"t\":\"notice\",\"type\":\"restart\",\"text\":\"restart at noon\"}",
         "restart at noon\n"},
        {"{\"t\":\"refused\",\"why\":\"limit\",\"text\":\"too "
         "fast\",\"limit\":\"chat\",\"wait_ms\":5000}",
         "refused: too fast (chat, try again in 5 s)\n"},
        {"{\"t\":\"refused\",\"why\":\"over\",\"text\":\"the game is over\"}",
         "refused: the game is over\n"},
        {EVENT("1", "resign", "black", OVER), ""}, // not the game on the board
    };
    struct user user;
    user_init(&user);
    expect_rows(&user, rows, sizeof rows / sizeof *rows);
    assert_true(user.session.refused);
    user_fini(&user);
}

#define CHALLENGED(state, from, to, fields)                                               \
    "{\"t\":\"challenged\",\"challenge\":\"c1\",\"state\":\"" state "\",\"from\":\"" from \
    "\",\"to\":\"" to "\",\"clock\":\"5+3\",\"variant\":\"standard\",\"side\":\"white\"," \
    "\"rated\":false" fields "}"

static void challenges_are_printed_and_remembered(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    user_receive(&user, CHALLENGED("created", "Ben", "Anna",
                                   ",\"message\":\"a game?\",\"from_rating\":1612,"
                                   "\"from_provisional\":true"));
    user_expect(&user, "Ben (1612?) challenges you: 5+3 standard, you are Black (c1): accept or "
                       "decline\n"
                       "Ben says: a game?\n");
    user_type(&user, "accept",
              "{\"t\":\"answer\",\"id\":\"id1\",\"challenge\":\"c1\",\"accept\":true}\n");
    user_receive(&user, CHALLENGED("canceled", "Ben", "Anna", ""));
    user_expect(&user, "challenge c1 cancelled\n");
    user_type_refused(&user, "accept", "there is no offer to answer\n");
    user_receive(&user, CHALLENGED("created", "Anna", "Ben", ""));
    user_expect(&user, "you challenge Ben: 5+3 standard, you are White (c1)\n");
    user_receive(&user, CHALLENGED("declined", "Anna", "Ben", ",\"reason\":\"not now\""));
    user_expect(&user, "challenge c1 declined by Ben: not now\n");
    user_receive(&user, CHALLENGED("created", "Ben", "Anna", ""));
    user_expect(&user, "Ben challenges you: 5+3 standard, you are Black (c1): accept or decline\n");
    user_receive(&user, CHALLENGED("accepted", "Ben", "Anna", ""));
    user_expect(&user, ""); // the start of the game is printed
    user_type_refused(&user, "accept", "there is no offer to answer\n");
    user_fini(&user);
}

static void an_accepted_id_may_be_that_of_a_seek(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    user_type(&user, "accept abcdefgh",
              "{\"t\":\"answer\",\"id\":\"id1\",\"challenge\":\"abcdefgh\",\"accept\":true}\n");
    user_receive(&user, "{\"t\":\"refused\",\"id\":\"id1\",\"why\":\"not-found\",\"text\":\"no\"}");
    user_expect(&user, "");
    user_expect_sent(&user, "{\"t\":\"join\",\"id\":\"id2\",\"seek\":\"abcdefgh\"}\n");
    user_receive(&user, "{\"t\":\"refused\",\"id\":\"id2\",\"why\":\"not-found\",\"text\":\"no\"}");
    user_expect(&user, "refused: no\n");
    assert_string_equal(user.session.search_request, "");
    user_fini(&user);
}

static void an_invitation_prints_its_link(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    user_type(&user, "invite", "{\"t\":\"challenge\",\"id\":\"id1\",\"clock\":\"5+3\"}\n");
    user_receive(&user, "{\"t\":\"ack\",\"id\":\"id1\",\"made\":\"c1\"}");
    user_expect(&user, "share this link: localhost/c1\n"
                       "or this command: rookery join localhost --accept c1\n"
                       "type cancel to withdraw the invitation\n");
    user_type(&user, "cancel",
              "{\"t\":\"answer\",\"id\":\"id2\",\"challenge\":\"c1\",\"accept\":false}\n");
    user_fini(&user);
}

static void an_unknown_game_leaves_the_board(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    online_session_show(&user.session, "g");
    user_expect_sent(&user, "{\"t\":\"watch\",\"game\":\"g\"}\n");
    user_receive(&user, "{\"t\":\"refused\",\"game\":\"g\",\"why\":\"not-found\",\"text\":\"no\"}");
    user_expect(&user, "refused: no\n");
    user_expect_sent(&user, "{\"t\":\"unwatch\",\"game\":\"g\"}\n");
    assert_string_equal(user.session.game, "");
    user_fini(&user);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_announced_once),
        cmocka_unit_test(events_of_the_game_are_printed),
        cmocka_unit_test(other_messages_are_printed),
        cmocka_unit_test(challenges_are_printed_and_remembered),
        cmocka_unit_test(an_accepted_id_may_be_that_of_a_seek),
        cmocka_unit_test(an_invitation_prints_its_link),
        cmocka_unit_test(an_unknown_game_leaves_the_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
