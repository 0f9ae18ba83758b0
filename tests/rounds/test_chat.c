/* SPDX-License-Identifier: MIT */
/* Chat: the rooms, who gets them, and what is refused. */
#include <stdio.h>
#include <string.h>

#include "support/fixture.h"
#include "wire/message.h"

static struct fixture fixture;
static struct fake_watcher white, bot, crowd;

static int tear_down(void **state)
{
    fixture_close(*state);
    buffer_fini(&white.text);
    buffer_fini(&bot.text);
    buffer_fini(&crowd.text);
    return 0;
}

/* White is a person, Black a bot, and there is a spectator. */
static void start_game(void)
{
    fixture.black.role = ROLE_BOT;
    fixture_start(&fixture, "5+3");
    fake_watcher_join(&white, &fixture, RK_WHITE, VIEW_WIRE, -1);
    fake_watcher_join(&bot, &fixture, RK_BLACK, VIEW_STREAM, -1);
    bot.watcher.gets_all_chat = true;
    fake_watcher_join(&crowd, &fixture, RK_NO_SIDE, VIEW_WIRE, -1);
}

static void end_game(void)
{
    fake_watcher_leave(&white, false);
    fake_watcher_leave(&bot, false);
    fake_watcher_leave(&crowd, false);
}

// ---- rooms -----------------------------------------------------------------------------------

static void only_players_get_the_players_room(void **state)
{
    (void)state;
    start_game();
    expect_done(fixture_chat(&fixture, RK_WHITE, ROOM_PLAYERS, "Good luck!"));
    assert_true(fake_watcher_saw(&white, "\"t\":\"chat\""));
    assert_true(fake_watcher_saw(&white, "\"version\":1,\"room\":\"players\",\"name\":\"Anna\","
                                         "\"text\":\"Good luck!\""));
    assert_true(fake_watcher_saw(&bot, "{\"type\":\"chatLine\",\"room\":\"player\","
                                       "\"username\":\"Anna\",\"text\":\"Good luck!\"}\n"));
    assert_false(fake_watcher_saw(&crowd, "Good luck!"));
    assert_true(fake_watcher_saw(&crowd, "\"t\":\"skip\"")); // but the version increases
    assert_true(fake_watcher_saw(&crowd, "\"version\":1}"));
    end_game();
}

static void spectators_and_bots_get_the_spectators_room(void **state)
{
    (void)state;
    start_game();
    expect_done(fixture_chat(&fixture, RK_NO_SIDE, ROOM_SPECTATORS, "What an opening"));
    assert_false(fake_watcher_saw(&white, "What an opening"));
    assert_true(fake_watcher_saw(&white, "\"t\":\"skip\""));
    assert_true(fake_watcher_saw(&bot, "\"room\":\"spectator\",\"username\":\"Carl\""));
    assert_true(fake_watcher_saw(&crowd, "\"room\":\"spectators\",\"name\":\"Carl\""));
    end_game();
}

static void a_player_writes_to_spectators_with_slash_w(void **state)
{
    (void)state;
    start_game();
    expect_done(fixture_chat(&fixture, RK_WHITE, ROOM_PLAYERS, "/w hello all of you"));
    assert_false(fake_watcher_saw(&white, "hello all"));
    assert_true(fake_watcher_saw(&crowd, "\"room\":\"spectators\",\"name\":\"Anna\","
                                         "\"text\":\"hello all of you\""));
    end_game();
}

static void spectators_cannot_write_in_the_players_room(void **state)
{
    (void)state;
    start_game();
    expect_refused(fixture_chat(&fixture, RK_NO_SIDE, ROOM_PLAYERS, "Take the rook!"),
                   REFUSED_FORBIDDEN, "only players");
    assert_int_equal(round_version(fixture.round), 0);
    end_game();
}

static void a_late_watcher_gets_the_earlier_chat_of_its_room(void **state)
{
    (void)state;
    struct fake_watcher late;
    start_game();
    expect_done(fixture_chat(&fixture, RK_WHITE, ROOM_PLAYERS, "Good luck!"));
    expect_done(fixture_chat(&fixture, RK_NO_SIDE, ROOM_SPECTATORS, "What an opening"));
    fake_watcher_join(&late, &fixture, RK_WHITE, VIEW_WIRE, -1);
    assert_true(fake_watcher_saw(&late, "Good luck!"));
    assert_false(fake_watcher_saw(&late, "What an opening"));
    fake_watcher_leave(&late, false);
    fake_watcher_join(&late, &fixture, RK_NO_SIDE, VIEW_WIRE, -1);
    assert_false(fake_watcher_saw(&late, "Good luck!"));
    assert_true(fake_watcher_saw(&late, "What an opening"));
    fake_watcher_leave(&late, false);
    end_game();
}

// ---- rules -----------------------------------------------------------------------------------

static void a_line_has_at_most_140_characters(void **state)
{
    (void)state;
    char line[400] = "";
    for (int i = 0; i < 140; i++)
        strcat(line, "\xc3\xa9"); // characters, not bytes
    start_game();
    expect_done(fixture_chat(&fixture, RK_WHITE, ROOM_PLAYERS, line));
    strcat(line, "!");
    expect_refused(fixture_chat(&fixture, RK_WHITE, ROOM_PLAYERS, line), REFUSED_SYNTAX,
                   "140 characters");
    end_game();
}

static void unreadable_text_is_removed_or_refused(void **state)
{
    (void)state;
    start_game();
    expect_refused(fixture_chat(&fixture, RK_WHITE, ROOM_PLAYERS, ""), REFUSED_SYNTAX, "empty");
    expect_refused(fixture_chat(&fixture, RK_WHITE, ROOM_PLAYERS, "\x01\x02  \t"), REFUSED_SYNTAX,
                   "empty");
    expect_done(fixture_chat(&fixture, RK_WHITE, ROOM_PLAYERS, "hello\x07   \xff there"));
    assert_string_equal(last_event(&fixture)->text, "hello there");
    end_game();
}

static void a_line_like_the_senders_last_two_is_refused(void **state)
{
    (void)state;
    start_game();
    expect_done(fixture_chat(&fixture, RK_WHITE, ROOM_PLAYERS, "What a nice game this is"));
    expect_refused(fixture_chat(&fixture, RK_WHITE, ROOM_PLAYERS, "what a nice game this is!"),
                   REFUSED_NOT_NOW, "just wrote");
    expect_done(fixture_chat(&fixture, RK_WHITE, ROOM_PLAYERS, "My knight is lost"));
    expect_refused(fixture_chat(&fixture, RK_WHITE, ROOM_PLAYERS, "What a nice game this is"),
                   REFUSED_NOT_NOW, "just wrote");
    expect_done(fixture_chat(&fixture, RK_BLACK, ROOM_PLAYERS,
                             "What a nice game this is")); // another sender's
    expect_done(fixture_chat(&fixture, RK_WHITE, ROOM_PLAYERS, "And so is my bishop"));
    expect_done(fixture_chat(&fixture, RK_WHITE, ROOM_PLAYERS, "What a nice game this is"));
    end_game();
}

static void five_lines_in_ten_seconds_are_the_limit(void **state)
{
    (void)state;
    const char *lines[] = {"one", "apples", "green trees", "my house", "a song"};
    start_game();
    for (size_t i = 0; i < 5; i++)
        expect_done(fixture_chat(&fixture, RK_WHITE, ROOM_PLAYERS, lines[i]));
    const struct recorded_reply result =
        fixture_chat(&fixture, RK_WHITE, ROOM_PLAYERS, "something else");
    expect_refused(result, REFUSED_RATE, "");
    assert_string_equal(result.reply.limit, "chat.account");
    assert_int_equal(result.reply.wait, 2);
    harness_wait(&fixture.harness, 2 * SECOND);
    expect_done(fixture_chat(&fixture, RK_WHITE, ROOM_PLAYERS, "something else"));
    expect_done(fixture_move(&fixture, "e4")); // moves have no rate limit
    end_game();
}

static void bots_cannot_post_links(void **state)
{
    (void)state;
    start_game();
    expect_refused(fixture_chat(&fixture, RK_BLACK, ROOM_PLAYERS, "see https://example.invalid"),
                   REFUSED_FORBIDDEN, "links");
    expect_refused(fixture_chat(&fixture, RK_BLACK, ROOM_PLAYERS, "see www.example.invalid"),
                   REFUSED_FORBIDDEN, "links");
    expect_done(fixture_chat(&fixture, RK_BLACK, ROOM_PLAYERS, "I am version 1.2"));
    expect_done(fixture_chat(&fixture, RK_WHITE, ROOM_PLAYERS, "see https://example.invalid"));
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
    fixture.white = (struct identity){"~guest", "Guest-ab", ROLE_GUEST};
    const struct game_settings settings = settings_for("5+3");
    fixture_start_with(&fixture, &settings, SOURCE_LOBBY);
    expect_refused(fixture_chat(&fixture, RK_WHITE, ROOM_PLAYERS, "You play like a fish"),
                   REFUSED_FORBIDDEN, "Good luck!");
    expect_refused(fixture_chat(&fixture, RK_WHITE, ROOM_PLAYERS, "Hello! 5551234"),
                   REFUSED_FORBIDDEN, "Good luck!");
    expect_done(fixture_chat(&fixture, RK_WHITE, ROOM_PLAYERS, "have FUN"));
    harness_wait(&fixture.harness, 2 * SECOND);
    expect_done(fixture_chat(&fixture, RK_WHITE, ROOM_PLAYERS, "thank you."));
    harness_wait(&fixture.harness, 2 * SECOND);
    for (size_t i = 0; i < 9; i++) {
        expect_done(fixture_chat(&fixture, RK_WHITE, ROOM_PLAYERS, phrases[i]));
        harness_wait(&fixture.harness, 2 * SECOND);
    }
}

/* A refusal that clients cannot read leaves them waiting, and repeating their command. */
static void the_refusal_of_a_phrase_is_a_message_that_clients_can_read(void **state)
{
    (void)state;
    fixture.white = (struct identity){"~guest", "Guest-ab", ROLE_GUEST};
    const struct game_settings settings = settings_for("5+3");
    fixture_start_with(&fixture, &settings, SOURCE_LOBBY);
    const struct recorded_reply answer =
        fixture_chat(&fixture, RK_WHITE, ROOM_PLAYERS, "You play well");
    const struct message_refused refused = {.why = refusal_word(answer.reply.refusal),
                                            .text = answer.why,
                                            .version = INTEGER_MISSING,
                                            .wait_ms = INTEGER_MISSING};
    struct buffer text = {.bytes = NULL};
    struct message message;
    message_write(KIND_OF_message_refused, &refused, &text);
    assert_int_equal(message_read(MESSAGE_TO_CLIENT, text.bytes, text.size, &message, NULL), RK_OK);
    assert_string_equal(message.as.message_refused.text, answer.why);
    message_fini(&message);
    buffer_fini(&text);
}

static void guests_write_freely_in_a_game_with_a_friend(void **state)
{
    (void)state;
    fixture.white = (struct identity){"~guest", "Guest-ab", ROLE_GUEST};
    fixture_start(&fixture, "5+3");
    expect_done(fixture_chat(&fixture, RK_WHITE, ROOM_PLAYERS, "Remember the chess club?"));
    fixture.stranger = (struct identity){"~other", "Guest-cd", ROLE_GUEST};
    expect_refused(fixture_chat(&fixture, RK_NO_SIDE, ROOM_SPECTATORS, "Hello!"), REFUSED_FORBIDDEN,
                   "log in");
    fixture.stranger = (struct identity){.id = ""};
    expect_refused(fixture_chat(&fixture, RK_NO_SIDE, ROOM_SPECTATORS, "Hello!"),
                   REFUSED_UNAUTHENTICATED, "log in");
}

static void chat_continues_after_the_end_and_is_stored(void **state)
{
    (void)state;
    start_game();
    fixture_play(&fixture, "f3 e5 g4 Qh4", SECOND);
    expect_done(fixture_chat(&fixture, RK_BLACK, ROOM_PLAYERS, "Good game"));
    assert_true(fake_watcher_saw(&white, "Good game"));
    assert_int_equal(round_version(fixture.round), 5);
    end_game();
}

static void a_repeated_chat_line_gets_its_first_reply(void **state)
{
    (void)state;
    start_game();
    struct command line = fixture_command(&fixture, RK_NO_SIDE, VERB_CHAT);
    line.room = ROOM_SPECTATORS;
    strcpy(line.text, "What an opening");
    strcpy(line.request, "1");
    expect_done(fixture_run(&fixture, &line));
    const struct recorded_reply again = fixture_run(&fixture, &line);
    expect_done(again);
    assert_int_equal(again.reply.version, 1);
    line.by = (struct identity){"dora", "Dora", ROLE_PLAYER}; // another sender's, with the same id
    strcpy(line.text, "I have seen better ones");
    expect_done(fixture_run(&fixture, &line));
    assert_int_equal(round_version(fixture.round), 2);
    end_game();
}

int main(void)
{
#define TEST(function) \
    cmocka_unit_test_prestate_setup_teardown(function, fixture_set_up, tear_down, &fixture)
    const struct CMUnitTest tests[] = {
        TEST(only_players_get_the_players_room),
        TEST(spectators_and_bots_get_the_spectators_room),
        TEST(a_player_writes_to_spectators_with_slash_w),
        TEST(spectators_cannot_write_in_the_players_room),
        TEST(a_late_watcher_gets_the_earlier_chat_of_its_room),
        TEST(a_line_has_at_most_140_characters),
        TEST(unreadable_text_is_removed_or_refused),
        TEST(a_line_like_the_senders_last_two_is_refused),
        TEST(five_lines_in_ten_seconds_are_the_limit),
        TEST(bots_cannot_post_links),
        TEST(guests_have_nine_phrases_in_a_game_from_the_lobby),
        TEST(the_refusal_of_a_phrase_is_a_message_that_clients_can_read),
        TEST(guests_write_freely_in_a_game_with_a_friend),
        TEST(chat_continues_after_the_end_and_is_stored),
        TEST(a_repeated_chat_line_gets_its_first_reply),
    };
#undef TEST
    return cmocka_run_group_tests(tests, NULL, NULL);
}
