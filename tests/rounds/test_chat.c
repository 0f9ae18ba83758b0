/* SPDX-License-Identifier: MIT */
/* What is said in a game: rooms, who hears them, and what may not be said. */
#include <stdio.h>
#include <string.h>

#include "support/stage.h"

static struct stage stage;
static struct viewer white, bot, crowd;

static int begin(void **state)
{
    (void)state;
    stage_begin(&stage);
    return 0;
}

static int end(void **state)
{
    (void)state;
    stage_end(&stage);
    buffer_fini(&white.text);
    buffer_fini(&bot.text);
    buffer_fini(&crowd.text);
    return 0;
}

static void send_slices(void)
{
    while (rounds_send_slices(&stage.server))
        ;
}

/* White is a person, Black a bot, and somebody watches. */
static void begin_game(void)
{
    stage.black.role = ROLE_BOT;
    stage_clock_game(&stage, "5+3");
    viewer_begin(&white, &stage, RK_WHITE, VIEW_WIRE, -1);
    viewer_begin(&bot, &stage, RK_BLACK, VIEW_STREAM, -1);
    bot.watcher.gets_all_chat = true;
    viewer_begin(&crowd, &stage, 2, VIEW_WIRE, -1);
}

static void end_game(void)
{
    viewer_end(&white, false);
    viewer_end(&bot, false);
    viewer_end(&crowd, false);
}

// ---- rooms -----------------------------------------------------------------------------------

static void the_players_room_is_heard_by_the_players_only(void **state)
{
    (void)state;
    begin_game();
    expect_done(stage_say(&stage, RK_WHITE, ROOM_PLAYERS, "Good luck!"));
    send_slices();
    assert_true(viewer_saw(&white, "\"t\":\"chat\""));
    assert_true(viewer_saw(&white, "\"version\":1,\"room\":\"players\",\"name\":\"Anna\","
                                   "\"text\":\"Good luck!\""));
    assert_true(viewer_saw(&bot, "{\"type\":\"chatLine\",\"room\":\"player\","
                                 "\"username\":\"Anna\",\"text\":\"Good luck!\"}\n"));
    assert_false(viewer_saw(&crowd, "Good luck!"));
    assert_true(viewer_saw(&crowd, "\"t\":\"skip\"")); // but the version counts on
    assert_true(viewer_saw(&crowd, "\"version\":1}"));
    end_game();
}

static void the_spectators_room_is_heard_by_spectators_and_bots(void **state)
{
    (void)state;
    begin_game();
    expect_done(stage_say(&stage, 2, ROOM_SPECTATORS, "What an opening"));
    send_slices();
    assert_false(viewer_saw(&white, "What an opening"));
    assert_true(viewer_saw(&white, "\"t\":\"skip\""));
    assert_true(viewer_saw(&bot, "\"room\":\"spectator\",\"username\":\"Carl\""));
    assert_true(viewer_saw(&crowd, "\"room\":\"spectators\",\"name\":\"Carl\""));
    end_game();
}

static void a_player_speaks_to_spectators_with_a_slash_and_a_w(void **state)
{
    (void)state;
    begin_game();
    expect_done(stage_say(&stage, RK_WHITE, ROOM_PLAYERS, "/w hello all of you"));
    send_slices();
    assert_false(viewer_saw(&white, "hello all"));
    assert_true(viewer_saw(&crowd, "\"room\":\"spectators\",\"name\":\"Anna\","
                                   "\"text\":\"hello all of you\""));
    end_game();
}

static void spectators_do_not_speak_in_the_players_room(void **state)
{
    (void)state;
    begin_game();
    expect_refused(stage_say(&stage, 2, ROOM_PLAYERS, "Take the rook!"), REFUSED_FORBIDDEN,
                   "for the players");
    assert_int_equal(round_version(stage.round), 0);
    end_game();
}

static void who_comes_late_hears_what_was_said_in_his_room(void **state)
{
    (void)state;
    struct viewer late;
    begin_game();
    expect_done(stage_say(&stage, RK_WHITE, ROOM_PLAYERS, "Good luck!"));
    expect_done(stage_say(&stage, 2, ROOM_SPECTATORS, "What an opening"));
    viewer_begin(&late, &stage, RK_WHITE, VIEW_WIRE, -1);
    assert_true(viewer_saw(&late, "Good luck!"));
    assert_false(viewer_saw(&late, "What an opening"));
    viewer_end(&late, false);
    viewer_begin(&late, &stage, 2, VIEW_WIRE, -1);
    assert_false(viewer_saw(&late, "Good luck!"));
    assert_true(viewer_saw(&late, "What an opening"));
    viewer_end(&late, false);
    end_game();
}

// ---- what may be said ------------------------------------------------------------------------

static void a_line_has_at_most_140_characters(void **state)
{
    (void)state;
    char line[400] = "";
    for (int i = 0; i < 140; i++)
        strcat(line, "\xc3\xa9"); // characters, not bytes
    begin_game();
    expect_done(stage_say(&stage, RK_WHITE, ROOM_PLAYERS, line));
    strcat(line, "!");
    expect_refused(stage_say(&stage, RK_WHITE, ROOM_PLAYERS, line), REFUSED_SYNTAX,
                   "140 characters");
    end_game();
}

static void what_cannot_be_read_is_cleaned_away_or_refused(void **state)
{
    (void)state;
    begin_game();
    expect_refused(stage_say(&stage, RK_WHITE, ROOM_PLAYERS, ""), REFUSED_SYNTAX, "nothing");
    expect_refused(stage_say(&stage, RK_WHITE, ROOM_PLAYERS, "\x01\x02  \t"), REFUSED_SYNTAX,
                   "nothing");
    expect_done(stage_say(&stage, RK_WHITE, ROOM_PLAYERS, "hello\x07   \xff there"));
    assert_string_equal(last_event(&stage)->text, "hello there");
    end_game();
}

static void nearly_the_same_as_ones_last_two_lines_is_refused(void **state)
{
    (void)state;
    begin_game();
    expect_done(stage_say(&stage, RK_WHITE, ROOM_PLAYERS, "What a nice game this is"));
    expect_refused(stage_say(&stage, RK_WHITE, ROOM_PLAYERS, "what a nice game this is!"),
                   REFUSED_NOT_NOW, "just said");
    expect_done(stage_say(&stage, RK_WHITE, ROOM_PLAYERS, "My knight is lost"));
    expect_refused(stage_say(&stage, RK_WHITE, ROOM_PLAYERS, "What a nice game this is"),
                   REFUSED_NOT_NOW, "just said");
    expect_done(stage_say(&stage, RK_BLACK, ROOM_PLAYERS, "What a nice game this is")); // another's
    expect_done(stage_say(&stage, RK_WHITE, ROOM_PLAYERS, "And so is my bishop"));
    expect_done(stage_say(&stage, RK_WHITE, ROOM_PLAYERS, "What a nice game this is"));
    end_game();
}

static void five_lines_in_ten_seconds_are_enough(void **state)
{
    (void)state;
    const char *lines[] = {"one", "apples", "green trees", "my house", "a song"};
    begin_game();
    for (size_t i = 0; i < 5; i++)
        expect_done(stage_say(&stage, RK_WHITE, ROOM_PLAYERS, lines[i]));
    const struct outcome outcome = stage_say(&stage, RK_WHITE, ROOM_PLAYERS, "something else");
    expect_refused(outcome, REFUSED_RATE, "");
    assert_string_equal(outcome.reply.limit, "chat.account");
    assert_int_equal(outcome.reply.wait, 2);
    stage_wait(&stage, 2 * SECOND);
    expect_done(stage_say(&stage, RK_WHITE, ROOM_PLAYERS, "something else"));
    expect_done(stage_move(&stage, "e4")); // moves are never refused for rate
    end_game();
}

static void bots_may_not_post_links(void **state)
{
    (void)state;
    begin_game();
    expect_refused(stage_say(&stage, RK_BLACK, ROOM_PLAYERS, "see https://example.invalid"),
                   REFUSED_FORBIDDEN, "links");
    expect_refused(stage_say(&stage, RK_BLACK, ROOM_PLAYERS, "see www.example.invalid"),
                   REFUSED_FORBIDDEN, "links");
    expect_done(stage_say(&stage, RK_BLACK, ROOM_PLAYERS, "I am version 1.2"));
    expect_done(stage_say(&stage, RK_WHITE, ROOM_PLAYERS, "see https://example.invalid"));
    end_game();
}

static void guests_have_nine_phrases_in_a_game_from_the_lobby(void **state)
{
    (void)state;
    static const char *const phrases[] = {
#define ROW(phrase) phrase,
#include "rounds/phrases.def"
    };
    assert_int_equal(sizeof phrases / sizeof *phrases, 9);
    stage.white = (struct identity){"~guest", "Guest-ab", ROLE_GUEST};
    const struct game_settings settings = stage_terms("5+3");
    stage_game(&stage, &settings, SOURCE_LOBBY);
    expect_refused(stage_say(&stage, RK_WHITE, ROOM_PLAYERS, "You play like a fish"),
                   REFUSED_FORBIDDEN, "Good luck!");
    expect_refused(stage_say(&stage, RK_WHITE, ROOM_PLAYERS, "Hello! 5551234"), REFUSED_FORBIDDEN,
                   "Good luck!");
    expect_done(stage_say(&stage, RK_WHITE, ROOM_PLAYERS, "have FUN"));
    stage_wait(&stage, 2 * SECOND);
    expect_done(stage_say(&stage, RK_WHITE, ROOM_PLAYERS, "thank you."));
    stage_wait(&stage, 2 * SECOND);
    for (size_t i = 0; i < 9; i++) {
        expect_done(stage_say(&stage, RK_WHITE, ROOM_PLAYERS, phrases[i]));
        stage_wait(&stage, 2 * SECOND);
    }
}

static void guests_speak_freely_in_a_game_among_friends(void **state)
{
    (void)state;
    stage.white = (struct identity){"~guest", "Guest-ab", ROLE_GUEST};
    stage_clock_game(&stage, "5+3");
    expect_done(stage_say(&stage, RK_WHITE, ROOM_PLAYERS, "Remember the chess club?"));
    stage.stranger = (struct identity){"~other", "Guest-cd", ROLE_GUEST};
    expect_refused(stage_say(&stage, 2, ROOM_SPECTATORS, "Hello!"), REFUSED_FORBIDDEN, "log in");
    stage.stranger = (struct identity){.id = ""};
    expect_refused(stage_say(&stage, 2, ROOM_SPECTATORS, "Hello!"), REFUSED_UNAUTHENTICATED,
                   "log in");
}

static void goodbyes_are_said_after_the_end_and_kept(void **state)
{
    (void)state;
    begin_game();
    stage_play(&stage, "f3 e5 g4 Qh4", SECOND);
    expect_done(stage_say(&stage, RK_BLACK, ROOM_PLAYERS, "Good game"));
    assert_true(viewer_saw(&white, "Good game"));
    assert_int_equal(round_version(stage.round), 5);
    end_game();
}

static void a_line_has_one_answer_however_often_it_is_sent(void **state)
{
    (void)state;
    begin_game();
    struct command line = stage_command(&stage, 2, VERB_CHAT);
    line.room = ROOM_SPECTATORS;
    strcpy(line.text, "What an opening");
    strcpy(line.request, "1");
    expect_done(stage_ask(&stage, &line));
    const struct outcome again = stage_ask(&stage, &line);
    expect_done(again);
    assert_int_equal(again.reply.version, 1);
    line.by = (struct identity){"dora", "Dora", ROLE_PLAYER}; // another's of the same id
    strcpy(line.text, "I have seen better ones");
    expect_done(stage_ask(&stage, &line));
    assert_int_equal(round_version(stage.round), 2);
    end_game();
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(the_players_room_is_heard_by_the_players_only),
        TEST(the_spectators_room_is_heard_by_spectators_and_bots),
        TEST(a_player_speaks_to_spectators_with_a_slash_and_a_w),
        TEST(spectators_do_not_speak_in_the_players_room),
        TEST(who_comes_late_hears_what_was_said_in_his_room),
        TEST(a_line_has_at_most_140_characters),
        TEST(what_cannot_be_read_is_cleaned_away_or_refused),
        TEST(nearly_the_same_as_ones_last_two_lines_is_refused),
        TEST(five_lines_in_ten_seconds_are_enough),
        TEST(bots_may_not_post_links),
        TEST(guests_have_nine_phrases_in_a_game_from_the_lobby),
        TEST(guests_speak_freely_in_a_game_among_friends),
        TEST(goodbyes_are_said_after_the_end_and_kept),
        TEST(a_line_has_one_answer_however_often_it_is_sent),
    };
#undef TEST
    return cmocka_run_group_tests(tests, NULL, NULL);
}
