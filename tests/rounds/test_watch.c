/* SPDX-License-Identifier: MIT */
/* Watching a game: snapshots, missed events, slices for spectators, lines of the API's streams. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rounds/round_json.h"
#include "rounds/round_watch.h"
#include "rounds/spectators.h"
#include "support/fixture.h"
#include "wire/message.h"

static struct fixture fixture;

static void send_slices(void)
{
    while (spectators_send_slice(fixture.harness.server))
        ;
}

/* The versions of all messages a watcher got, in order: "1 2 3". */
static void versions_of(struct fake_watcher *watcher, char *out, size_t size)
{
    static const char key[] = "\"version\":";
    size_t used = 0;
    out[0] = 0;
    for (const char *at = buffer_cstr(&watcher->text); (at = strstr(at, key)); at++)
        used += (size_t)snprintf(out + used, size - used, "%s%ld", used ? " " : "",
                                 strtol(at + strlen(key), NULL, 10));
}

static void expect_versions(struct fake_watcher *watcher, const char *versions)
{
    char got[2000];
    versions_of(watcher, got, sizeof got);
    assert_string_equal(got, versions);
}

/* Every line a watcher of VIEW_WIRE got is a message of the protocol. */
static void expect_messages(struct fake_watcher *watcher)
{
    for (const char *at = buffer_cstr(&watcher->text); *at;) {
        struct message message;
        rk_fault fault = {.text = ""};
        const size_t size = strcspn(at, "\n");
        if (message_read(MESSAGE_TO_CLIENT, at, size, &message, &fault))
            fail_msg("%.*s: %s", (int)size, at, fault.text);
        message_fini(&message);
        at += size + 1;
    }
}

// ---- snapshots -------------------------------------------------------------------------------

static void a_snapshot_has_the_whole_state(void **state)
{
    (void)state;
    struct fake_watcher watcher;
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, "e4 e5", SECOND);
    expect_done(fixture_do(&fixture, RK_BLACK, VERB_OFFER_DRAW));
    harness_wait(&fixture.harness, 10 * SECOND);
    fake_watcher_join(&watcher, &fixture, RK_WHITE, VIEW_WIRE, -1);
    const char *words[] = {
        "\"t\":\"game\"",       "\"version\":3",          "\"you\":\"white\"",
        "\"white\":\"Anna\"",   "\"black\":\"Bob\"",      "\"variant\":\"standard\"",
        "\"clock\":\"5+3\"",    "\"speed\":\"blitz\"",    "\"moves\":\"e2e4 e7e5\"",
        "\"turn\":\"white\"",   "\"white_ms\":290000",    "\"black_ms\":300000",
        "\"running\":true",     "\"status\":\"started\"", "\"offer\":\"black\"",
        "\"claim\":false",      "\"abort\":false",        "\"white_here\":true",
        "\"black_here\":false", "\"watchers\":0",         "w KQkq - 0 2\""};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!fake_watcher_saw(&watcher, words[i]))
            fail_msg("%s is not in %s", words[i], buffer_cstr(&watcher.text));
    assert_int_equal(watcher.frames, 1);
    expect_messages(&watcher);
    fake_watcher_leave(&watcher, false);
}

static void a_snapshot_of_a_finished_game_says_how_it_ended(void **state)
{
    (void)state;
    struct fake_watcher watcher;
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, "f3 e5 g4 Qh4", SECOND);
    fake_watcher_join(&watcher, &fixture, RK_NO_SIDE, VIEW_WIRE, -1);
    assert_true(fake_watcher_saw(&watcher, "\"you\":\"spectator\""));
    assert_true(fake_watcher_saw(&watcher, "\"status\":\"mate\""));
    assert_true(fake_watcher_saw(&watcher, "\"winner\":\"black\""));
    assert_true(fake_watcher_saw(&watcher, "\"reason\":\"Black wins by checkmate\""));
    assert_true(watcher.over);
    fake_watcher_leave(&watcher, false);
}

static void a_snapshot_has_the_clock_after_each_move(void **state)
{
    (void)state;
    struct fake_watcher early, watcher;
    fixture_start(&fixture, "5+3");
    fake_watcher_join(&early, &fixture, RK_NO_SIDE, VIEW_WIRE, -1);
    assert_false(fake_watcher_saw(&early, "\"clocks\""));
    fake_watcher_leave(&early, false);
    fixture_play(&fixture, "e4 e5", SECOND);
    expect_done(fixture_chat(&fixture, RK_BLACK, ROOM_PLAYERS, "Hm"));
    fixture_play(&fixture, "Nf3 Nc6", 5 * SECOND + 255);
    fake_watcher_join(&watcher, &fixture, RK_NO_SIDE, VIEW_WIRE, -1);
    assert_true(fake_watcher_saw(&watcher, "\"clocks\":\"30000 30000 29775 29775\""));
    fake_watcher_leave(&watcher, false);
}

static void a_snapshot_without_a_clock_has_no_clocks(void **state)
{
    (void)state;
    struct fake_watcher watcher;
    fixture_start(&fixture, "-");
    fixture_play(&fixture, "e4 e5", SECOND);
    fake_watcher_join(&watcher, &fixture, RK_NO_SIDE, VIEW_WIRE, -1);
    assert_false(fake_watcher_saw(&watcher, "\"clocks\""));
    fake_watcher_leave(&watcher, false);
}

static void the_longest_game_fits_a_message(void **state)
{
    (void)state;
    struct fake_watcher watcher;
    struct game_settings settings = settings_for("30+0");
    settings.from_position = true;
    settings.start = position("k7/pppppppp/8/4K3/8/8/8/R7 w - - 0 1");
    fixture_start_with(&fixture, &settings, SOURCE_FRIEND);
    char text[12] = "a1a1";
    for (unsigned i = 1; i < 32; i++) {
        const unsigned rank = i / 8, file = rank % 2 ? 7 - i % 8 : i % 8;
        memcpy(text, text + 2, 2);
        text[2] = (char)('a' + file);
        text[3] = (char)('1' + rank);
        fixture_play(&fixture, text, 1);
        fixture_play(&fixture, i % 2 ? "Kb8" : "Ka8", 1);
    }
    fake_watcher_join(&watcher, &fixture, RK_NO_SIDE, VIEW_WIRE, -1);
    assert_true(watcher.text.size + 600 * 6 < MESSAGE_SIZE_MAX);
    expect_messages(&watcher);
    fake_watcher_leave(&watcher, false);
}

// ---- missed events ---------------------------------------------------------------------------

static void a_returning_watcher_gets_exactly_what_it_missed(void **state)
{
    (void)state;
    struct fake_watcher watcher;
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, "e4 e5", SECOND);
    expect_done(fixture_do(&fixture, RK_WHITE, VERB_OFFER_DRAW));
    expect_done(fixture_chat(&fixture, RK_BLACK, ROOM_PLAYERS, "Hm"));
    expect_done(fixture_chat(&fixture, RK_NO_SIDE, ROOM_SPECTATORS, "Hm hm"));
    fixture_play(&fixture, "Nf3 Nc6", SECOND);
    fake_watcher_join(&watcher, &fixture, RK_WHITE, VIEW_WIRE, 2);
    expect_versions(&watcher, "3 4 5 6 7");
    assert_int_equal(watcher.frames, 7); // and the presence of both players
    assert_true(fake_watcher_saw(&watcher, "\"side\":\"white\",\"here\":true"));
    assert_true(fake_watcher_saw(&watcher, "\"side\":\"black\",\"here\":false"));
    assert_true(fake_watcher_saw(&watcher, "\"what\":\"offer-draw\""));
    assert_true(fake_watcher_saw(&watcher, "\"text\":\"Hm\""));
    assert_false(fake_watcher_saw(&watcher, "Hm hm"));
    assert_true(fake_watcher_saw(&watcher, "\"san\":\"Nc6\""));
    assert_false(fake_watcher_saw(&watcher, "\"t\":\"game\""));
    expect_messages(&watcher);
    fake_watcher_leave(&watcher, false);
    fake_watcher_join(&watcher, &fixture, RK_WHITE, VIEW_WIRE, 7);
    expect_versions(&watcher, "");
    fake_watcher_leave(&watcher, false);
}

static void a_watcher_with_an_unknown_version_gets_a_snapshot(void **state)
{
    (void)state;
    struct fake_watcher watcher;
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, "e4 e5", SECOND);
    fake_watcher_join(&watcher, &fixture, RK_WHITE, VIEW_WIRE, 3);
    assert_true(fake_watcher_saw(&watcher, "\"t\":\"game\""));
    fake_watcher_leave(&watcher, false);
}

static void events_sent_again_are_identical(void **state)
{
    (void)state;
    struct fake_watcher live, again;
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, "e4 e5", SECOND); // until then, live events have a deadline
    fake_watcher_join(&live, &fixture, RK_WHITE, VIEW_WIRE, 2);
    fake_watcher_clear(&live); // presence
    fixture_play(&fixture, "Nf3", SECOND);
    expect_done(fixture_do(&fixture, RK_WHITE, VERB_OFFER_DRAW));
    fixture_play(&fixture, "Nc6 Bb5", SECOND);
    expect_done(fixture_do(&fixture, RK_WHITE, VERB_RESIGN));
    fake_watcher_join(&again, &fixture, RK_WHITE, VIEW_WIRE, 2);
    assert_memory_equal(live.text.bytes, again.text.bytes, live.text.size);
    expect_versions(&live, "3 4 5 6 7");
    expect_versions(&again, "3 4 5 6 7");
    fake_watcher_leave(&live, false);
    fake_watcher_leave(&again, false);
}

static void the_last_missed_event_has_the_current_clock(void **state)
{
    (void)state;
    struct fake_watcher watcher;
    fixture_start(&fixture, "5+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    harness_wait(&fixture.harness, 20 * SECOND);
    fake_watcher_join(&watcher, &fixture, RK_WHITE, VIEW_WIRE, 1);
    assert_true(fake_watcher_saw(&watcher, "\"white_ms\":280000"));
    fake_watcher_leave(&watcher, false);
}

// ---- events ----------------------------------------------------------------------------------

static void an_event_says_what_happened(void **state)
{
    (void)state;
    struct fake_watcher watcher;
    fixture_start(&fixture, "5+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    round_measure_lag(fixture.round, RK_WHITE, 250, LAG_UNKNOWN);
    fake_watcher_join(&watcher, &fixture, RK_BLACK, VIEW_WIRE, 2);
    harness_wait(&fixture.harness, 10 * SECOND);
    expect_done(fixture_move(&fixture, "Bb5"));
    const char *words[] = {"\"t\":\"event\"",     "\"version\":3",         "\"what\":\"move\"",
                           "\"by\":\"white\"",    "\"move\":\"f1b5\"",     "\"san\":\"Bb5\"",
                           "\"white_ms\":290250", "\"black_ms\":300000",   "\"running\":true",
                           "\"lag\":250",         "\"status\":\"started\""};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!fake_watcher_saw(&watcher, words[i]))
            fail_msg("%s is not in %s", words[i], buffer_cstr(&watcher.text));
    expect_messages(&watcher);
    fake_watcher_leave(&watcher, false);
}

static void the_event_that_ends_the_game_says_why(void **state)
{
    (void)state;
    struct fake_watcher watcher;
    fixture_start(&fixture, "5+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    fake_watcher_join(&watcher, &fixture, RK_BLACK, VIEW_WIRE, 2);
    expect_done(fixture_do(&fixture, RK_WHITE, VERB_RESIGN));
    assert_true(fake_watcher_saw(&watcher, "\"status\":\"resign\",\"winner\":\"black\","
                                           "\"reason\":\"Black wins: White resigned\""));
    assert_true(watcher.over);
    fake_watcher_leave(&watcher, false);
}

static void castling_from_a_position_is_sent_as_king_takes_rook(void **state)
{
    (void)state;
    struct fake_watcher watcher;
    fixture_start_from(&fixture, "5+0", "4k2r/7p/8/8/8/8/P7/4K2R w Kk - 0 1");
    fake_watcher_join(&watcher, &fixture, RK_BLACK, VIEW_WIRE, 0);
    fixture_play(&fixture, "O-O", SECOND);
    assert_true(fake_watcher_saw(&watcher, "\"move\":\"e1h1\",\"san\":\"O-O\""));
    fake_watcher_leave(&watcher, false);
    fixture_start(&fixture, "5+0");
    fake_watcher_join(&watcher, &fixture, RK_BLACK, VIEW_WIRE, 0);
    fixture_play(&fixture, "e4 e5 Nf3 Nf6 Be2 Be7 O-O", SECOND);
    assert_true(fake_watcher_saw(&watcher, "\"move\":\"e1g1\",\"san\":\"O-O\""));
    fake_watcher_leave(&watcher, false);
}

static void all_watchers_share_one_frame(void **state)
{
    (void)state;
    struct fake_watcher one, two;
    fixture_start(&fixture, "5+0");
    fake_watcher_join(&one, &fixture, RK_WHITE, VIEW_WIRE, 0);
    fake_watcher_join(&two, &fixture, RK_BLACK, VIEW_WIRE, 0);
    fake_watcher_clear(&one);
    fake_watcher_clear(&two);
    fixture_play(&fixture, "e4", SECOND);
    assert_string_equal(buffer_cstr(&one.text), buffer_cstr(&two.text));
    fake_watcher_leave(&one, false);
    fake_watcher_leave(&two, false);
}

static void watchers_can_leave_while_something_is_sent(void **state)
{
    (void)state;
    struct fake_watcher watchers[3], crowd[3];
    fixture_start(&fixture, "5+0");
    for (int i = 0; i < 3; i++) {
        fake_watcher_join(&watchers[i], &fixture, RK_BLACK, VIEW_WIRE, 0);
        fake_watcher_join(&crowd[i], &fixture, RK_NO_SIDE, VIEW_WIRE, 0);
    }
    watchers[0].leaves = watchers[1].leaves = true;
    crowd[0].leaves = crowd[2].leaves = true;
    fixture_play(&fixture, "e4 e5", 0);
    expect_versions(&watchers[0], "1");
    expect_versions(&watchers[1], "1");
    expect_versions(&watchers[2], "1 2");
    expect_versions(&crowd[0], "1");
    expect_versions(&crowd[1], "1 2");
    expect_versions(&crowd[2], "1");
    for (int i = 0; i < 3; i++) {
        fake_watcher_leave(&watchers[i], false);
        fake_watcher_leave(&crowd[i], false);
    }
    assert_int_equal(round_spectator_count(fixture.round), 0);
}

// ---- slices ----------------------------------------------------------------------------------

static void spectators_are_served_in_slices_after_the_players(void **state)
{
    (void)state;
    enum { CROWD = 1200 };
    struct fake_watcher player, *crowd = calloc(CROWD, sizeof *crowd);
    size_t served = 0;
    fixture.harness.holds_broadcasts = true;
    fixture_start(&fixture, "5+0");
    fake_watcher_join(&player, &fixture, RK_BLACK, VIEW_WIRE, 0);
    for (int i = 0; i < CROWD; i++) {
        fake_watcher_join(&crowd[i], &fixture, RK_NO_SIDE, VIEW_WIRE, 0);
        fake_watcher_clear(&crowd[i]);
    }
    fixture_play(&fixture, "e4", 0);
    assert_true(fake_watcher_saw(&player, "e2e4")); // at once
    for (int i = 0; i < CROWD; i++)
        assert_int_equal(crowd[i].frames, 0);
    assert_true(spectators_send_slice(fixture.harness.server));
    for (int i = 0; i < CROWD; i++)
        served += crowd[i].frames;
    assert_int_equal(served, 100);
    send_slices();
    for (int i = 0; i < CROWD; i++) {
        expect_versions(&crowd[i], "1");
        fake_watcher_leave(&crowd[i], false);
    }
    free(crowd);
    fake_watcher_leave(&player, false);
}

static void a_watcher_that_joins_between_slices_gets_everything_once(void **state)
{
    (void)state;
    enum { CROWD = 700 };
    const char *moves[] = {"e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"};
    struct fake_watcher *crowd = calloc(CROWD, sizeof *crowd), late[8];
    fixture.harness.holds_broadcasts = true;
    fixture_start(&fixture, "5+0");
    for (int i = 0; i < CROWD; i++)
        fake_watcher_join(&crowd[i], &fixture, RK_NO_SIDE, VIEW_WIRE, 0);
    for (int64_t i = 0; i < 8; i++) {
        fixture_play(&fixture, moves[i], 0);
        fake_watcher_join(&late[i], &fixture, RK_NO_SIDE, VIEW_WIRE, i % 2 ? i : -1);
        (void)spectators_send_slice(fixture.harness.server);
    }
    send_slices();
    for (int i = 0; i < CROWD; i++) {
        expect_versions(&crowd[i], "1 2 3 4 5 6 7 8");
        fake_watcher_leave(&crowd[i], false);
    }
    free(crowd);
    const char *expected[] = {"1 2 3 4 5 6 7 8", "2 3 4 5 6 7 8", "3 4 5 6 7 8", "4 5 6 7 8",
                              "5 6 7 8",         "6 7 8",         "7 8",         "8"};
    for (int i = 0; i < 8; i++) {
        expect_versions(&late[i], expected[i]);
        fake_watcher_leave(&late[i], false);
    }
}

static void a_spectator_too_far_behind_gets_a_snapshot(void **state)
{
    (void)state;
    struct fake_watcher watcher;
    fixture.harness.holds_broadcasts = true;
    fixture_start(&fixture, "30+0");
    fake_watcher_join(&watcher, &fixture, RK_NO_SIDE, VIEW_WIRE, 0);
    struct command give = fixture_command(&fixture, RK_WHITE, VERB_ADD_TIME);
    give.seconds = 5;
    for (int i = 0; i < 70; i++)
        expect_done(fixture_run(&fixture, &give)); // no slice is sent meanwhile
    send_slices();
    expect_versions(&watcher, "70");
    assert_true(fake_watcher_saw(&watcher, "\"t\":\"game\""));
    expect_done(fixture_run(&fixture, &give));
    send_slices();
    expect_versions(&watcher, "70 71");
    fake_watcher_leave(&watcher, false);
}

static void a_popular_game_does_not_delay_another(void **state)
{
    (void)state;
    enum { CROWD = 600 };
    struct fake_watcher *crowd = calloc(CROWD, sizeof *crowd), other;
    fixture.harness.holds_broadcasts = true;
    fixture_start(&fixture, "5+0");
    for (int i = 0; i < CROWD; i++)
        fake_watcher_join(&crowd[i], &fixture, RK_NO_SIDE, VIEW_WIRE, 0);
    fixture_play(&fixture, "e4", 0);
    fixture_start(&fixture, "5+0");
    fake_watcher_join(&other, &fixture, RK_NO_SIDE, VIEW_WIRE, 0);
    fixture_play(&fixture, "d4", 0);
    assert_true(spectators_send_slice(fixture.harness.server));
    assert_true(fake_watcher_saw(&other, "d2d4"));
    send_slices();
    for (int i = 0; i < CROWD; i++)
        fake_watcher_leave(&crowd[i], false);
    free(crowd);
    fake_watcher_leave(&other, false);
}

static void spectators_get_the_last_event_before_the_end(void **state)
{
    (void)state;
    struct fake_watcher watcher;
    fixture.harness.holds_broadcasts = true;
    fixture_start(&fixture, "5+0");
    fake_watcher_join(&watcher, &fixture, RK_NO_SIDE, VIEW_WIRE, 0);
    fixture_play(&fixture, "f3 e5 g4 Qh4", SECOND);
    assert_false(watcher.over);
    send_slices();
    assert_true(watcher.over);
    fake_watcher_leave(&watcher, false);
}

static void the_number_of_spectators_is_sent_once_a_second(void **state)
{
    (void)state;
    struct fake_watcher player, crowd[5];
    fixture_start(&fixture, "5+0");
    fake_watcher_join(&player, &fixture, RK_WHITE, VIEW_WIRE, -1);
    for (int i = 0; i < 5; i++)
        fake_watcher_join(&crowd[i], &fixture, RK_NO_SIDE, VIEW_WIRE, -1);
    assert_int_equal(round_spectator_count(fixture.round), 5);
    assert_false(fake_watcher_saw(&player, "\"t\":\"crowd\""));
    harness_wait(&fixture.harness, SECOND);
    assert_int_equal(fake_watcher_count(&player, "\"t\":\"crowd\""), 1);
    assert_true(fake_watcher_saw(&player, "\"watchers\":5}"));
    for (int i = 0; i < 5; i++)
        fake_watcher_leave(&crowd[i], false);
    harness_wait(&fixture.harness, SECOND);
    assert_int_equal(fake_watcher_count(&player, "\"t\":\"crowd\""), 2);
    assert_true(fake_watcher_saw(&player, "\"watchers\":0}"));
    fake_watcher_leave(&player, false);
}

static void a_small_board_on_another_page_is_not_a_spectator(void **state)
{
    (void)state;
    struct fake_watcher player, spectator, preview;
    fixture_start(&fixture, "5+0");
    fake_watcher_join(&player, &fixture, RK_WHITE, VIEW_WIRE, -1);
    fake_watcher_preview(&preview, &fixture);
    assert_int_equal(round_spectator_count(fixture.round), 0);
    fake_watcher_join(&spectator, &fixture, RK_NO_SIDE, VIEW_WIRE, -1);
    assert_int_equal(round_spectator_count(fixture.round), 1);
    fixture_play(&fixture, "e4", 0);
    assert_true(fake_watcher_saw(&preview, "e2e4"));
    fake_watcher_leave(&preview, false);
    assert_int_equal(round_spectator_count(fixture.round), 1);
    fake_watcher_leave(&spectator, false);
    fake_watcher_leave(&player, false);
}

// ---- streams ---------------------------------------------------------------------------------

static void a_stream_starts_with_the_whole_game(void **state)
{
    (void)state;
    struct fake_watcher stream;
    fixture.black.role = ROLE_BOT;
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, "e4", SECOND);
    fake_watcher_join(&stream, &fixture, RK_BLACK, VIEW_STREAM, -1);
    const char *words[] = {
        "{\"type\":\"gameFull\",\"id\":\"",
        "\"variant\":{\"key\":\"standard\",\"name\":\"Standard\"",
        "\"speed\":\"blitz\"",
        "\"perf\":{",
        "\"rated\":false",
        "\"createdAt\":1700000000000",
        "\"white\":{\"id\":\"anna\",\"name\":\"Anna\",\"rating\":1500,",
        "\"black\":{\"id\":\"bob\",\"name\":\"Bob\",\"title\":\"BOT\",\"rating\":3000,",
        "\"initialFen\":\"startpos\"",
        "\"clock\":{\"initial\":300000,\"increment\":3000}",
        "\"state\":{\"type\":\"gameState\",\"moves\":\"e2e4\",\"wtime\":300000,\"btime\":300000,",
        "\"winc\":3000,\"binc\":3000,\"status\":\"started\"}}\n"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!fake_watcher_saw(&stream, words[i]))
            fail_msg("%s is not in %s", words[i], buffer_cstr(&stream.text));
    assert_int_equal(stream.frames, 1);
    fake_watcher_leave(&stream, false);
}

static void a_stream_gets_the_state_after_each_change(void **state)
{
    (void)state;
    struct fake_watcher stream;
    fixture_start(&fixture, "5+0");
    fake_watcher_join(&stream, &fixture, RK_BLACK, VIEW_STREAM, -1);
    fixture_play(&fixture, "e4 e5", SECOND);
    fake_watcher_clear(&stream);
    expect_done(fixture_do(&fixture, RK_WHITE, VERB_OFFER_DRAW));
    assert_true(fake_watcher_saw(&stream, "\"wdraw\":true"));
    fake_watcher_clear(&stream);
    expect_done(fixture_do(&fixture, RK_BLACK, VERB_DECLINE_DRAW));
    assert_false(fake_watcher_saw(&stream, "wdraw"));
    assert_true(fake_watcher_saw(&stream, "\"type\":\"gameState\",\"moves\":\"e2e4 e7e5\""));
    fake_watcher_clear(&stream);
    struct command give = fixture_command(&fixture, RK_WHITE, VERB_ADD_TIME);
    expect_done(fixture_run(&fixture, &give));
    assert_true(fake_watcher_saw(&stream, "\"btime\":315000"));
    fake_watcher_leave(&stream, false);
}

static void a_stream_ends_after_the_final_state(void **state)
{
    (void)state;
    struct fake_watcher stream, again;
    fixture_start(&fixture, "5+0");
    fake_watcher_join(&stream, &fixture, RK_BLACK, VIEW_STREAM, -1);
    fixture_play(&fixture, "e4 e5", SECOND);
    fake_watcher_clear(&stream);
    expect_done(fixture_do(&fixture, RK_WHITE, VERB_RESIGN));
    assert_int_equal(stream.frames, 1);
    assert_true(fake_watcher_saw(&stream, "\"status\":\"resign\",\"winner\":\"black\"}\n"));
    assert_true(stream.over);
    fake_watcher_join(&again, &fixture, RK_BLACK, VIEW_STREAM,
                      -1); // a finished game: gameFull, then the end
    assert_int_equal(again.frames, 1);
    assert_true(fake_watcher_saw(&again, "gameFull"));
    assert_true(again.over);
    fake_watcher_leave(&stream, false);
    fake_watcher_leave(&again, false);
}

static void a_command_with_several_events_sends_one_state(void **state)
{
    (void)state;
    struct fake_watcher stream;
    fixture_start(&fixture, "5+0");
    fixture_play(&fixture, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1", SECOND);
    fake_watcher_join(&stream, &fixture, RK_WHITE, VIEW_STREAM, -1);
    fake_watcher_clear(&stream);
    fixture_play(&fixture, "Ng8", SECOND);
    assert_int_equal(stream.frames, 1);
    assert_true(fake_watcher_saw(&stream, "\"status\":\"draw\""));
    fake_watcher_leave(&stream, false);
}

static void streams_without_a_clock_send_the_largest_one_or_days(void **state)
{
    (void)state;
    struct fake_watcher stream;
    fixture_start(&fixture, "-");
    fake_watcher_join(&stream, &fixture, RK_WHITE, VIEW_STREAM, -1);
    assert_true(fake_watcher_saw(&stream, "\"wtime\":2147483647,\"btime\":2147483647,"
                                          "\"winc\":0,\"binc\":0"));
    assert_false(fake_watcher_saw(&stream, "\"clock\""));
    fake_watcher_leave(&stream, false);
    fixture_start(&fixture, "3 days");
    fake_watcher_join(&stream, &fixture, RK_WHITE, VIEW_STREAM, -1);
    assert_true(fake_watcher_saw(&stream, "\"daysPerTurn\":3"));
    assert_true(fake_watcher_saw(&stream, "\"speed\":\"correspondence\""));
    assert_true(fake_watcher_saw(&stream, "\"winc\":0,\"binc\":0"));
    assert_false(fake_watcher_saw(&stream, "\"clock\""));
    fake_watcher_leave(&stream, false);
}

static void a_start_from_a_position_is_sent_as_fen(void **state)
{
    (void)state;
    struct fake_watcher stream;
    fixture_start_from(&fixture, "5+0", "4k2r/7p/8/8/8/8/P7/4K2R w Kk - 0 1");
    fake_watcher_join(&stream, &fixture, RK_WHITE, VIEW_STREAM, -1);
    assert_true(fake_watcher_saw(&stream, "\"initialFen\":\"4k2r/7p/8/8/8/8/P7/4K2R w Kk - 0 1\""));
    assert_true(fake_watcher_saw(&stream, "From Position"));
    fake_watcher_leave(&stream, false);
}

// ---- other messages --------------------------------------------------------------------------

static void game_info_json_has_all_fields(void **state)
{
    (void)state;
    struct buffer text = {0};
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, "e4", SECOND);
    struct json json = json_in(&text);
    round_json_info(fixture.round, RK_BLACK, &json);
    const char *written = buffer_cstr(&text);
    const struct game_info *info = round_info(fixture.round);
    char ids[100];
    snprintf(ids, sizeof ids, "{\"id\":\"%s\",\"gameId\":\"%s\",\"fullId\":\"%s%s\",", info->id,
             info->id, info->id, info->keys[RK_BLACK]);
    assert_non_null(strstr(written, ids));
    const char *words[] = {"\"color\":\"black\"",
                           "\"lastMove\":\"e2e4\"",
                           "\"hasMoved\":false",
                           "\"isMyTurn\":true",
                           "\"secondsLeft\":300",
                           "\"opponent\":{\"id\":\"anna\",\"username\":\"Anna\",\"rating\":1500,",
                           "\"speed\":\"blitz\"",
                           "\"perf\":\"blitz\"",
                           "\"source\":\"friend\"",
                           "\"status\":{\"id\":20,\"name\":\"started\"}",
                           "\"compat\":{\"bot\":true,\"board\":true}"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strstr(written, words[i]))
            fail_msg("%s is not in %s", words[i], written);
    buffer_fini(&text);
}

static void a_rematch_is_sent_to_all_watchers(void **state)
{
    (void)state;
    struct fake_watcher watcher, late;
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, "f3 e5 g4 Qh4", SECOND);
    fake_watcher_join(&watcher, &fixture, RK_BLACK, VIEW_WIRE, -1);
    round_set_rematch(fixture.round, RK_WHITE, "");
    assert_true(fake_watcher_saw(&watcher, "\"t\":\"rematched\""));
    assert_true(fake_watcher_saw(&watcher, "\"by\":\"white\"}"));
    round_set_rematch(fixture.round, 2, "abcdefgh");
    assert_true(fake_watcher_saw(&watcher, "\"next\":\"abcdefgh\"}"));
    fake_watcher_join(&late, &fixture, RK_BLACK, VIEW_WIRE, -1);
    assert_true(fake_watcher_saw(&late, "\"rematch\":\"abcdefgh\""));
    fake_watcher_leave(&watcher, false);
    fake_watcher_leave(&late, false);
}

static void a_watched_game_stays_in_memory(void **state)
{
    (void)state;
    struct fake_watcher watcher;
    char id[GAME_ID_SIZE + 1];
    fixture_start(&fixture, "5+3");
    strcpy(id, round_info(fixture.round)->id);
    fixture_play(&fixture, "f3 e5 g4 Qh4", SECOND);
    fake_watcher_join(&watcher, &fixture, RK_BLACK, VIEW_WIRE, -1);
    harness_wait(&fixture.harness, HOUR);
    assert_ptr_equal(rounds_find(fixture.harness.server, id), fixture.round);
    fake_watcher_leave(&watcher, false);
    harness_wait(&fixture.harness, 50 * SECOND);
    assert_non_null(rounds_find(fixture.harness.server, id));
    harness_wait(&fixture.harness, 80 * SECOND);
    assert_null(rounds_find(fixture.harness.server, id));
}

int main(void)
{
#define TEST(function) FIXTURE_TEST(function, &fixture)
    const struct CMUnitTest tests[] = {
        TEST(a_snapshot_has_the_whole_state),
        TEST(a_snapshot_of_a_finished_game_says_how_it_ended),
        TEST(a_snapshot_has_the_clock_after_each_move),
        TEST(a_snapshot_without_a_clock_has_no_clocks),
        TEST(the_longest_game_fits_a_message),
        TEST(a_returning_watcher_gets_exactly_what_it_missed),
        TEST(a_watcher_with_an_unknown_version_gets_a_snapshot),
        TEST(events_sent_again_are_identical),
        TEST(the_last_missed_event_has_the_current_clock),
        TEST(an_event_says_what_happened),
        TEST(the_event_that_ends_the_game_says_why),
        TEST(castling_from_a_position_is_sent_as_king_takes_rook),
        TEST(all_watchers_share_one_frame),
        TEST(watchers_can_leave_while_something_is_sent),
        TEST(spectators_are_served_in_slices_after_the_players),
        TEST(a_watcher_that_joins_between_slices_gets_everything_once),
        TEST(a_spectator_too_far_behind_gets_a_snapshot),
        TEST(a_popular_game_does_not_delay_another),
        TEST(spectators_get_the_last_event_before_the_end),
        TEST(the_number_of_spectators_is_sent_once_a_second),
        TEST(a_small_board_on_another_page_is_not_a_spectator),
        TEST(a_stream_starts_with_the_whole_game),
        TEST(a_stream_gets_the_state_after_each_change),
        TEST(a_stream_ends_after_the_final_state),
        TEST(a_command_with_several_events_sends_one_state),
        TEST(streams_without_a_clock_send_the_largest_one_or_days),
        TEST(a_start_from_a_position_is_sent_as_fen),
        TEST(game_info_json_has_all_fields),
        TEST(a_rematch_is_sent_to_all_watchers),
        TEST(a_watched_game_stays_in_memory),
    };
#undef TEST
    return cmocka_run_group_tests(tests, NULL, NULL);
}
