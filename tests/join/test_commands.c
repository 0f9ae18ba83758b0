/* SPDX-License-Identifier: MIT */
/* The lines a user types: what each command sends, and when it is refused. */
#include "join/commands.h"

#include "join/user.h"

#define ACT(id, verb, fields)                                                                    \
    "{\"t\":\"act\",\"game\":\"g\",\"id\":\"" id "\",\"version\":0,\"verb\":\"" verb "\"" fields \
    "}\n"

static void every_command_has_help(void **state)
{
    (void)state;
    static const struct {
        const char *line, *output;
    } rows[] = {
#define ROW(name, argument, completes, handler, help) \
    {"help " name, sizeof(argument) > 1 ? name " " argument ": " help "\n" : name ": " help "\n"},
#include "join/commands.def"
    };
    struct user user;
    user_init(&user);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        user_type(&user, rows[i].line, "");
        user_expect(&user, rows[i].output);
    }
    user_fini(&user);
}

static void help_lists_every_command(void **state)
{
    (void)state;
    static const char *const names[] = {
#define ROW(name, argument, completes, handler, help) name,
#include "join/commands.def"
    };
    struct user user;
    user_init(&user);
    user_type(&user, "help", "");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_non_null(strstr(buffer_cstr(&user.output), names[i]));
    user_fini(&user);
}

static void game_commands_are_refused_without_a_game(void **state)
{
    (void)state;
    static const char *const lines[] = {"e4",   "Nf9",        "resign", "draw",   "claim",
                                        "time", "time 20",    "abort",  "say hi", "board",
                                        "e2e4", "claim draw", "0-0"};
    struct user user;
    user_init(&user);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        user_type_refused(&user, lines[i], "there is no game on the board\n");
    user_type_refused(&user, "rematch", "there is no finished game of yours on the board\n");
    user_type_refused(&user, "accept", "there is no offer to answer\n");
    user_type_refused(&user, "decline", "there is no offer to answer\n");
    user_type_refused(&user, "cancel",
                      "you have no open seek, challenge or invitation, and wait in no pool\n");
    user_fini(&user);
}

static void moves_are_sent_in_uci_notation(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    user_show_game(&user, SNAPSHOT("white", "", STARTED));
    user_type(&user, "  Nf3 \t\r\n", ACT("id1", "move", ",\"move\":\"g1f3\""));
    user_type(&user, "e2e4", ACT("id2", "move", ",\"move\":\"e2e4\""));
    user_type(&user, "1. d4", ACT("id3", "move", ",\"move\":\"d2d4\""));
    user_type(&user, "e2 e4", ACT("id4", "move", ",\"move\":\"e2e4\""));
    user_type(&user, "NC3", ACT("id5", "move", ",\"move\":\"b1c3\""));
    user_type(&user, "", "");
    user_fini(&user);
}

static void an_unknown_command_is_called_unknown(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    user_type_refused(&user, "xyzzy", "unknown command: xyzzy; type help for the commands\n");
    user_show_game(&user, SNAPSHOT("white", "", STARTED));
    user_type_refused(&user, "resing", "unknown command: resing; did you mean resign?\n");
    user_type_refused(&user, "quit! ", "unknown command: quit!; did you mean quit?\n");
    user_type_refused(&user, "hello there", "unknown command: hello; type help for the commands\n");
    user_type_refused(&user, "time20", "unknown command: time20; did you mean time?\n");
    user_type_refused(&user, "help resing", "unknown command: resing; did you mean resign?\n");
    user_fini(&user);
}

static void a_mistyped_move_gets_the_error_of_the_move(void **state)
{
    (void)state;
    static const char *const lines[] = {"Nf9", "e44",   "e2e5", "e2 e5", "1. Ke2",
                                        "O-O", "0-0-0", "Zf3",  "exd5"};
    struct user user;
    user_init(&user);
    user_show_game(&user, SNAPSHOT("white", "", STARTED));
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        user.session.refused = false;
        commands_run(&user.session, lines[i]);
        assert_true(user.session.refused);
        assert_memory_equal(buffer_cstr(&user.output), lines[i], strlen(lines[i]));
        assert_null(strstr(buffer_cstr(&user.output), "command"));
        buffer_clear(&user.output);
    }
    user_fini(&user);
}

static void commands_may_be_abbreviated_and_in_capitals(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    user_type(&user, "? flip", "");
    user_expect(&user, "flip: turn the board around\n");
    user_type(&user, "HELP Q", "");
    user_expect(&user, "quit: leave\n");
    user_type(&user, "SEEK 3+2 Atomic",
              "{\"t\":\"seek\",\"id\":\"id1\",\"clock\":\"3+2\",\"variant\":\"atomic\"}\n");
    user_type(&user, "Exit", "");
    assert_true(user.session.quit);
    user_fini(&user);
}

static void game_commands_send_their_verb(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    user_show_game(&user, SNAPSHOT("white", "", STARTED));
    user_type(&user, "resign", ACT("id1", "resign", ""));
    user_type(&user, "draw", ACT("id2", "offer-draw", ""));
    user_type(&user, "abort", ACT("id3", "abort", ""));
    user_type(&user, "claim", ACT("id4", "claim-draw", ""));
    user_type(&user, "claim e4", ACT("id5", "claim-draw", ",\"move\":\"e2e4\""));
    user_type(&user, "time", ACT("id6", "add-time", ",\"seconds\":15"));
    user_type(&user, "time 60", ACT("id7", "add-time", ",\"seconds\":60"));
    user_type(&user, "say good luck",
              ACT("id8", "chat", ",\"room\":\"players\",\"text\":\"good luck\""));
    user_type_refused(&user, "time 61", "time takes 5 to 60 seconds: time 15\n");
    user_type_refused(&user, "time soon", "time takes 5 to 60 seconds: time 15\n");
    user_type_refused(&user, "say", "missing text: say TEXT\n");
    user_fini(&user);
}

static void a_draw_offer_is_answered(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    user_show_game(&user, SNAPSHOT("white", "", STARTED ",\"offer\":\"black\""));
    user_type(&user, "draw", ACT("id1", "accept-draw", ""));
    user_type(&user, "accept", ACT("id2", "accept-draw", ""));
    user_type(&user, "decline", ACT("id3", "decline-draw", ""));
    user_show_game(&user, SNAPSHOT("black", "", STARTED ",\"offer\":\"black\""));
    user_type(&user, "draw", ACT("id4", "offer-draw", ""));
    user_type_refused(&user, "accept", "there is no offer to answer\n");
    user_fini(&user);
}

static void the_game_of_an_absent_opponent_can_be_claimed(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    user_show_game(&user, SNAPSHOT("white", "", STARTED));
    user_receive(&user, "{\"t\":\"presence\",\"game\":\"g\",\"side\":\"black\",\"here\":false,"
                        "\"claimable_in\":0}");
    user_type(&user, "claim", ACT("id1", "claim-victory", ""));
    user_type(&user, "claim draw", ACT("id2", "claim-absent-draw", ""));
    user_fini(&user);
}

static void moves_are_refused_out_of_turn(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    user_show_game(&user, SNAPSHOT("black", "", STARTED));
    user_type_refused(&user, "e4", "it is your opponent's turn\n");
    user_type_refused(&user, "claim e4", "it is your opponent's turn\n");
    user_fini(&user);
}

static void a_spectator_can_only_chat(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    user_show_game(&user, SNAPSHOT("spectator", "", STARTED));
    user_type_refused(&user, "e4", "you are only watching this game\n");
    user_type_refused(&user, "resign", "you are only watching this game\n");
    user_type_refused(&user, "rematch", "there is no finished game of yours on the board\n");
    user_type(&user, "say hi", ACT("id1", "chat", ",\"room\":\"spectators\",\"text\":\"hi\""));
    user_fini(&user);
}

static void after_the_end_a_rematch_can_be_offered(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    user_show_game(&user, SNAPSHOT("white", "", OVER ",\"rematch\":\"black\""));
    user_type_refused(&user, "e4", "the game is over\n");
    user_type(&user, "rematch",
              "{\"t\":\"rematch\",\"id\":\"id1\",\"game\":\"g\",\"accept\":true}\n");
    user_type(&user, "decline",
              "{\"t\":\"rematch\",\"id\":\"id2\",\"game\":\"g\",\"accept\":false}\n");
    user_fini(&user);
}

static void searches_use_the_defaults_of_the_command_line(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    user_type(&user, "seek", "{\"t\":\"seek\",\"id\":\"id1\",\"clock\":\"5+3\"}\n");
    user.session.defaults = (struct game_defaults){
        .clock = "3+2", .variant = "atomic", .side = "white", .rated = true, .hidden = true};
    user_type(&user, "seek",
              "{\"t\":\"seek\",\"id\":\"id2\",\"clock\":\"3+2\",\"variant\":\"atomic\","
              "\"side\":\"white\",\"rated\":true,\"hidden\":true}\n");
    user_type(&user, "challenge Ben 10+5",
              "{\"t\":\"challenge\",\"id\":\"id3\",\"to\":\"Ben\",\"clock\":\"10+5\",\"variant\":"
              "\"atomic\",\"side\":\"white\",\"rated\":true,\"hidden\":true}\n");
    user_type(&user, "invite 1+0",
              "{\"t\":\"challenge\",\"id\":\"id4\",\"clock\":\"1+0\",\"variant\":\"atomic\","
              "\"side\":\"white\",\"rated\":true,\"hidden\":true}\n");
    user_type(&user, "computer 3  15+0",
              "{\"t\":\"computer\",\"id\":\"id5\",\"level\":3,\"clock\":\"15+0\",\"variant\":"
              "\"atomic\",\"side\":\"white\",\"hidden\":true}\n");
    user_fini(&user);
}

static void a_search_may_name_its_terms(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    user_type(&user, "seek rated atomic 5+3",
              "{\"t\":\"seek\",\"id\":\"id1\",\"clock\":\"5+3\",\"variant\":\"atomic\","
              "\"rated\":true}\n");
    user_type(&user, "challenge bob 3+2 chess960 black",
              "{\"t\":\"challenge\",\"id\":\"id2\",\"to\":\"bob\",\"clock\":\"3+2\",\"variant\":"
              "\"chess960\",\"side\":\"black\"}\n");
    user_type(&user, "invite king of the hill private 3 days",
              "{\"t\":\"challenge\",\"id\":\"id3\",\"clock\":\"3 days\",\"variant\":"
              "\"king-of-the-hill\",\"hidden\":true}\n");
    user_type(&user, "computer 8 untimed zh white",
              "{\"t\":\"computer\",\"id\":\"id4\",\"level\":8,\"clock\":\"-\",\"variant\":"
              "\"crazyhouse\",\"side\":\"white\"}\n");
    user_type_refused(&user, "seek 5+3 atomc", "unknown word: atomc; did you mean atomic?\n");
    user_type(&user, "seek 1500-1800 5+3",
              "{\"t\":\"seek\",\"id\":\"id5\",\"clock\":\"5+3\",\"rating_range\":\"1500-1800\"}\n");
    user_type_refused(&user, "invite 5+3 1500-1800",
                      "a range of ratings is for seeks and pools: seek 5+3 1500-1800\n");
    user_fini(&user);
}

// ---- several challenges ----------------------------------------------------------------------

#define CHALLENGE(id, from, clock)                                                             \
    "{\"t\":\"challenged\",\"challenge\":\"" id "\",\"state\":\"created\",\"from\":\"" from    \
    "\",\"to\":\"Anna\",\"clock\":\"" clock "\",\"variant\":\"standard\",\"side\":\"random\"," \
    "\"rated\":false}"
#define ANSWER(id, challenge, accept) \
    "{\"t\":\"answer\",\"id\":\"" id "\",\"challenge\":\"" challenge "\",\"accept\":" accept "}\n"

/* Ben sends one challenge, Cleo two. */
static void receive_challenges(struct user *user)
{
    user_receive(user, CHALLENGE("c1", "Ben", "5+3"));
    user_receive(user, CHALLENGE("c2", "Cleo", "3+2"));
    user_receive(user, CHALLENGE("c3", "Cleo", "1+0"));
    user_expect(user, "Ben challenges you: 5+3 standard (c1): accept or decline\n"
                      "Cleo challenges you: 3+2 standard (c2): accept 2 or decline 2\n"
                      "Cleo challenges you: 1+0 standard (c3): accept 3 or decline 3\n");
}

static void one_of_several_challenges_is_answered_by_name_or_number(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    receive_challenges(&user);
    user_type(&user, "accept ben", ANSWER("id1", "c1", "true"));
    user_type(&user, "decline 3", ANSWER("id2", "c3", "false"));
    user_type(&user, "accept c2", ANSWER("id3", "c2", "true"));
    user_type_refused(&user, "decline 4", "no challenge from 4; type challenges to list them\n");
    user_receive(&user,
                 "{\"t\":\"challenged\",\"challenge\":\"c1\",\"state\":\"canceled\",\"from\":"
                 "\"Ben\",\"to\":\"Anna\",\"clock\":\"5+3\",\"variant\":\"standard\",\"side\":"
                 "\"random\",\"rated\":false}");
    user_expect(&user, "challenge c1 cancelled\n");
    user_type(&user, "challenges", "");
    user_expect(&user, "  2  Cleo: 3+2 standard (c2)\n  3  Cleo: 1+0 standard (c3)\n");
    user_fini(&user);
}

static void an_ambiguous_answer_lists_the_challenges(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    user_type(&user, "challenges", "");
    user_expect(&user, "no challenges are waiting for your answer\n");
    receive_challenges(&user);
    user_type_refused(&user, "accept",
                      "several offers are open: accept NUMBER or NAME\n"
                      "  1  Ben: 5+3 standard (c1)\n"
                      "  2  Cleo: 3+2 standard (c2)\n"
                      "  3  Cleo: 1+0 standard (c3)\n");
    user_type_refused(&user, "decline cleo",
                      "Cleo has sent several challenges: decline NUMBER\n"
                      "  2  Cleo: 3+2 standard (c2)\n"
                      "  3  Cleo: 1+0 standard (c3)\n");
    user_show_game(&user, SNAPSHOT("white", "", STARTED ",\"offer\":\"black\""));
    user_type(&user, "accept", ACT("id1", "accept-draw", "")); // the game comes first
    user_show_game(&user, SNAPSHOT("white", "", OVER ",\"rematch\":\"black\""));
    user_type_refused(&user, "accept",
                      "several offers are open: accept NUMBER or NAME, or accept "
                      "rematch\n"
                      "  1  Ben: 5+3 standard (c1)\n"
                      "  2  Cleo: 3+2 standard (c2)\n"
                      "  3  Cleo: 1+0 standard (c3)\n");
    user_type(&user, "accept rematch",
              "{\"t\":\"rematch\",\"id\":\"id2\",\"game\":\"g\",\"accept\":true}\n");
    user_type_refused(&user, "accept draw", "no draw is offered\n");
    user_fini(&user);
}

static void a_challenge_is_declined_with_a_reason(void **state)
{
    (void)state;
    static const char *const keys[] = {
#define ROW(reason, key, text) key,
#include "wire/decline_reasons.def"
    };
    struct user user;
    user_init(&user);
    user_type(&user, "help decline", "");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        assert_non_null(strstr(buffer_cstr(&user.output), keys[i]));
    buffer_clear(&user.output);
    user_receive(&user, CHALLENGE("c1", "Ben", "5+3"));
    buffer_clear(&user.output);
    user_type(&user, "decline too-fast",
              "{\"t\":\"answer\",\"id\":\"id1\",\"challenge\":\"c1\",\"accept\":false,"
              "\"reason\":\"tooFast\"}\n");
    user_type(&user, "decline BEN LATER",
              "{\"t\":\"answer\",\"id\":\"id2\",\"challenge\":\"c1\",\"accept\":false,"
              "\"reason\":\"later\"}\n");
    user_type_refused(&user, "decline Ben latr", "unknown reason: latr; did you mean later?\n");
    user_fini(&user);
}

static void a_pool_is_joined_and_left(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    user_type_refused(&user, "pool 4+4",
                      "no such pool: try 1+0, 2+1, 3+0, 3+2, 5+0, 5+3, 10+0, 10+5, 15+10, 30+0 or "
                      "30+20\n");
    user_type_refused(&user, "pool 5+3 strong", "invalid range of ratings: pool 5+3 1500-1800\n");
    user_type(&user, "pool 5+3 1500-1800",
              "{\"t\":\"pool\",\"id\":\"id1\",\"pool\":\"5+3\",\"rating_range\":\"1500-1800\"}\n");
    user_receive(&user, "{\"t\":\"ack\",\"id\":\"id1\",\"made\":\"5+3\"}");
    user_expect(&user, "waiting in the pool 5+3; type cancel to leave it\n");
    user_type(&user, "cancel", "{\"t\":\"unpool\",\"id\":\"id2\"}\n");
    user_expect(&user, "you have left the pool\n");
    user_receive(&user, "{\"t\":\"unpooled\",\"pool\":\"5+3\",\"text\":\"joined another pool\"}");
    user_expect(&user, "you are no longer in the pool 5+3: joined another pool\n");
    user_receive(&user, "{\"t\":\"pool-size\",\"pool\":\"3+0\",\"waiting\":2}");
    user_expect(&user, "pool 3+0: 2 waiting\n");
    user_fini(&user);
}

#define NO_OFFER_FROM(name)                                                                 \
    "no challenge or seek from " name "; type challenges to list the challenges, or lobby " \
    "to see the seeks\n"

static void a_seek_of_the_lobby_is_accepted_by_name(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    user_receive(&user, "{\"t\":\"found\",\"seek\":\"s1\",\"name\":\"Ben\",\"clock\":\"5+3\","
                        "\"variant\":\"racingKings\",\"side\":\"random\",\"rated\":true,"
                        "\"rating\":1612,\"rating_range\":\"1500-1800\"}");
    user_expect(&user, "seek s1: Ben (1612), 5+3 racing-kings rated, for ratings 1500-1800\n");
    user_type(&user, "accept Ben", "{\"t\":\"join\",\"id\":\"id1\",\"seek\":\"s1\"}\n");
    user_receive(&user, "{\"t\":\"lost\",\"seek\":\"s1\"}");
    user_expect(&user, "seek s1 is gone\n");
    user_type_refused(&user, "accept Ben", NO_OFFER_FROM("Ben"));
    user_fini(&user);
}

static void who_accepts_a_seek_without_the_lobby_is_told_how_to_see_it(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    user_type_refused(&user, "accept Ben", NO_OFFER_FROM("Ben"));
    user_type(&user, "lobby", "{\"t\":\"lobby\",\"on\":true}\n");
    user_receive(&user, "{\"t\":\"found\",\"seek\":\"s1\",\"name\":\"Ben\",\"clock\":\"5+3\","
                        "\"variant\":\"standard\",\"side\":\"random\",\"rated\":false}");
    user_expect(&user, "seek s1: Ben, 5+3 standard\n");
    user_type(&user, "accept Ben", "{\"t\":\"join\",\"id\":\"id1\",\"seek\":\"s1\"}\n");
    user_type_refused(&user, "decline Ben",
                      "no challenge from Ben; type challenges to list them\n");
    user_fini(&user);
}

static void invalid_arguments_are_refused(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    user_type_refused(&user, "computer", "the level must be 1 to 8: computer 3 5+3\n");
    user_type_refused(&user, "computer 9", "the level must be 1 to 8: computer 3 5+3\n");
    user_type_refused(&user, "computer 3x", "the level must be 1 to 8: computer 3 5+3\n");
    user_type_refused(&user, "challenge", "missing or invalid name: challenge NAME 5+3\n");
    user_type_refused(&user, "challenge abcdefghijklmnopqrstuvwxyzabcdefg",
                      "missing or invalid name: challenge NAME 5+3\n");
    user_type_refused(&user, "accept thirteen13131", NO_OFFER_FROM("thirteen13131"));
    user_type_refused(&user, "accept Ben Cleo", "accept takes one name, number or id\n");
    user_type_refused(&user, "resign now", "resign takes no argument\n");
    user_type_refused(&user, "lobby of", "lobby takes on or off\n");
    user_type_refused(&user, "computer 3 rated", "games against the computer cannot be rated\n");
    user_type_refused(&user, "watch", "not a game id: \n");
    user_type_refused(&user, "watch thirteen13131", "not a game id: thirteen13131\n");
    user_fini(&user);
}

static void lists_and_games_are_requested(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    user_type(&user, "lobby", "{\"t\":\"lobby\",\"on\":true}\n");
    user_type(&user, "lobby off", "{\"t\":\"lobby\",\"on\":false}\n");
    user_type(&user, "games", "{\"t\":\"games\"}\n");
    assert_true(user.session.listing_games);
    user_type(&user, "accept abcdefg1",
              "{\"t\":\"answer\",\"id\":\"id1\",\"challenge\":\"abcdefg1\",\"accept\":true}\n");
    user_type(&user, "watch g", "{\"t\":\"watch\",\"game\":\"g\"}\n");
    user_fini(&user);
}

static void without_a_connection_requests_are_refused(void **state)
{
    (void)state;
    static const char *const lines[] = {"seek",       "invite", "challenge Ben",
                                        "computer 3", "games",  "accept abcdefg1"};
    struct user user;
    user_init(&user);
    user.client.state = CLIENT_DISCONNECTED;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        user_type_refused(&user, lines[i], "not connected to the server\n");
    user_fini(&user);
}

static void a_move_without_a_connection_is_sent_later(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    user_show_game(&user, SNAPSHOT("white", "", STARTED));
    user_set_state(&user, CLIENT_DISCONNECTED, "timeout");
    user_expect(&user, "connection lost (timeout); reconnecting\n");
    user_type(&user, "e4", "");
    user_expect(&user, "not connected: this will be sent after reconnecting\n");
    assert_int_equal(client_pending_count(&user.client), 1);
    user.client.pending_count = CLIENT_REQUESTS_MAX;
    user_type_refused(&user, "e4", "too many commands are waiting for an answer\n");
    user_fini(&user);
}

static void the_board_is_printed_from_our_side(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    user_show_game(&user, SNAPSHOT("black", "e2e4", STARTED));
    user_type(&user, "board", "");
    user_expect(&user, "1  R N B K Q B N R\n2  P P P . P P P P\n3  . . . . . . . .\n"
                       "4  . . . P . . . .\n5  . . . . . . . .\n6  . . . . . . . .\n"
                       "7  p p p p p p p p\n8  r n b k q b n r\n   h g f e d c b a\n");
    user_type(&user, "flip", "");
    user_type(&user, "board", "");
    assert_memory_equal(buffer_cstr(&user.output), "8  r n b q k b n r\n", 19);
    user_fini(&user);
}

static void quitting_a_running_game_must_be_confirmed(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    user_show_game(&user, SNAPSHOT("white", "", STARTED));
    user_type(&user, "quit", "");
    user_expect(&user, "your game is still running; type quit again to leave it\n");
    user_type(&user, "flip", "");
    user_type(&user, "quit", "");
    assert_false(user.session.quit);
    user_type(&user, "quit", "{\"t\":\"unwatch\",\"game\":\"g\"}\n");
    assert_true(user.session.quit);
    user_fini(&user);
}

static void lines_of_a_script_wait_until_they_can_run(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    user.session.scripted = true;
    assert_true(commands_can_run(&user.session, "seek"));
    user_type(&user, "seek", "{\"t\":\"seek\",\"id\":\"id1\",\"clock\":\"5+3\"}\n");
    assert_false(commands_can_run(&user.session, "e4")); // the seek is not answered
    user_receive(&user, "{\"t\":\"ack\",\"id\":\"id1\",\"made\":\"s\"}");
    assert_false(commands_can_run(&user.session, "e4")); // there is no game yet
    assert_true(commands_can_run(&user.session, "cancel"));
    assert_true(commands_can_run(&user.session, "quit"));
    user_receive(&user, "{\"t\":\"start\",\"game\":\"g\",\"side\":\"black\"}");
    assert_false(commands_can_run(&user.session, "e5")); // the snapshot is missing
    user_receive(&user, SNAPSHOT("black", "", STARTED));
    assert_false(commands_can_run(&user.session, "e5")); // White is to move
    assert_true(commands_can_run(&user.session, "resign"));
    user_receive(&user, SNAPSHOT("black", "e2e4", STARTED));
    assert_true(commands_can_run(&user.session, "e5"));
    user.session.acked_version = 1;
    assert_false(commands_can_run(&user.session, "e5")); // our last command is not in the game yet
    user_fini(&user);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_command_has_help),
        cmocka_unit_test(help_lists_every_command),
        cmocka_unit_test(game_commands_are_refused_without_a_game),
        cmocka_unit_test(moves_are_sent_in_uci_notation),
        cmocka_unit_test(an_unknown_command_is_called_unknown),
        cmocka_unit_test(a_mistyped_move_gets_the_error_of_the_move),
        cmocka_unit_test(commands_may_be_abbreviated_and_in_capitals),
        cmocka_unit_test(game_commands_send_their_verb),
        cmocka_unit_test(a_draw_offer_is_answered),
        cmocka_unit_test(the_game_of_an_absent_opponent_can_be_claimed),
        cmocka_unit_test(moves_are_refused_out_of_turn),
        cmocka_unit_test(a_spectator_can_only_chat),
        cmocka_unit_test(after_the_end_a_rematch_can_be_offered),
        cmocka_unit_test(searches_use_the_defaults_of_the_command_line),
        cmocka_unit_test(a_search_may_name_its_terms),
        cmocka_unit_test(one_of_several_challenges_is_answered_by_name_or_number),
        cmocka_unit_test(an_ambiguous_answer_lists_the_challenges),
        cmocka_unit_test(a_challenge_is_declined_with_a_reason),
        cmocka_unit_test(a_pool_is_joined_and_left),
        cmocka_unit_test(a_seek_of_the_lobby_is_accepted_by_name),
        cmocka_unit_test(who_accepts_a_seek_without_the_lobby_is_told_how_to_see_it),
        cmocka_unit_test(invalid_arguments_are_refused),
        cmocka_unit_test(lists_and_games_are_requested),
        cmocka_unit_test(without_a_connection_requests_are_refused),
        cmocka_unit_test(a_move_without_a_connection_is_sent_later),
        cmocka_unit_test(the_board_is_printed_from_our_side),
        cmocka_unit_test(quitting_a_running_game_must_be_confirmed),
        cmocka_unit_test(lines_of_a_script_wait_until_they_can_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
