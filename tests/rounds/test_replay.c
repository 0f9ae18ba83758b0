/* SPDX-License-Identifier: MIT */
/* A game's info as it is kept, its journal, and the game that comes of both. */
#include "rounds/replay.h"

#include <stdio.h>
#include <string.h>

#include "rookery/san.h"
#include "rounds/game_moves.h"
#include "rounds/game_status.h"
#include "support/board.h"

static struct game_info some_head(const char *clock)
{
    char why[200] = "";
    const char *where;
    struct game_info info = {
        .id = "Ab3dE6gH",
        .players = {{"anna", "Anna", ROLE_PLAYER}, {"~gb", "Guest", ROLE_GUEST}},
        .keys = {"abcd", "efgh"},
        .source = SOURCE_FRIEND,
        .created_at = 1700000000123};
    const struct game_settings_request wanted = {
        .clock = clock, .limit = -1, .increment = -1, .days = -1};
    if (!game_settings_make(&wanted, 7, &info.settings, why, sizeof why, &where))
        fail_msg("%s", why);
    return info;
}

// ---- heads -----------------------------------------------------------------------------------

static void a_head_reads_back_as_it_was_written(void **state)
{
    (void)state;
    struct buffer text = {0}, again = {0};
    struct game_info info = some_head("5+3"), read;
    strcpy(info.rematch_of, "zzzzzzzz");
    info.settings.rules = RULE_NO_ABORT | RULE_NO_CLAIM_WIN;
    info.settings.hidden = true;
    game_info_write(&info, &text);
    assert_int_equal(game_info_read("Ab3dE6gH", text.bytes, text.size, &read, NULL), RK_OK);
    assert_string_equal(read.id, "Ab3dE6gH");
    assert_string_equal(read.players[1].id, "~gb");
    assert_int_equal(read.players[1].role, ROLE_GUEST);
    assert_string_equal(read.keys[1], "efgh");
    assert_int_equal(read.source, SOURCE_FRIEND);
    assert_int_equal(read.created_at, 1700000000123);
    assert_string_equal(read.rematch_of, "zzzzzzzz");
    assert_int_equal(read.settings.rules, RULE_NO_ABORT | RULE_NO_CLAIM_WIN);
    assert_true(read.settings.hidden);
    game_info_write(&read, &again);
    assert_string_equal(buffer_cstr(&text), buffer_cstr(&again));
    buffer_fini(&text);
    buffer_fini(&again);
}

/* The info with one part of it made something else. */
static void expect_bad(const char *part, const char *other)
{
    struct buffer text = {0};
    struct game_info info = some_head("5+3"), read = {.created_at = 77};
    char changed[2000];
    rk_fault fault = {.text = ""};
    game_info_write(&info, &text);
    const char *at = strstr(buffer_cstr(&text), part);
    assert_non_null(at);
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text.bytes), text.bytes, other,
             at + strlen(part));
    if (!game_info_read("Ab3dE6gH", changed, strlen(changed), &read, &fault))
        fail_msg("%s was read", changed);
    assert_string_not_equal(fault.text, "");
    assert_int_equal(read.created_at, 77); // untouched
    buffer_fini(&text);
}

static void a_head_that_cannot_be_is_refused(void **state)
{
    (void)state;
    expect_bad("\"friend\"", "\"moon\"");
    expect_bad("\"anna\"", "\"\"");
    expect_bad("\"anna\"", "\"a name that is far too long to be one\"");
    expect_bad("\"role\":4", "\"role\":9");
    expect_bad("\"abcd\"", "\"abc\"");
    expect_bad("\"white\"", "\"purple\"");
    expect_bad("}", "");
    struct game_info info;
    assert_int_not_equal(game_info_read("", "{}", 2, &info, NULL), RK_OK);
    assert_int_not_equal(game_info_read("far too long", "{}", 2, &info, NULL), RK_OK);
}

static void a_player_is_found_by_his_id(void **state)
{
    (void)state;
    const struct game_info info = some_head("5+3");
    assert_int_equal(game_info_side(&info, "anna"), RK_WHITE);
    assert_int_equal(game_info_side(&info, "~gb"), RK_BLACK);
    assert_int_equal(game_info_side(&info, "Anna"), 2);
    assert_int_equal(game_info_side(&info, ""), 2);
}

// ---- journals --------------------------------------------------------------------------------

/* A game being played, with its journal. */
struct sheet {
    struct game_info info;
    struct journal journal;
    rk_game *game;
};

static struct sheet open_sheet(const char *clock)
{
    struct sheet sheet = {.info = some_head(clock)};
    const rk_game_setup setup = {.start = sheet.info.settings.start,
                                 .clock = sheet.info.settings.clock};
    assert_int_equal(rk_game_create(&setup, &sheet.game), RK_OK);
    return sheet;
}

static void close_sheet(struct sheet *sheet)
{
    rk_game_destroy(sheet->game);
    journal_fini(&sheet->journal);
}

static void act(struct sheet *sheet, rk_action action)
{
    struct event event = {.kind = EVENT_ACTION, .at = action.at, .action = action};
    assert_int_equal(rk_game_play(sheet->game, action, NULL), RK_OK);
    for (int side = 0; side < 2; side++)
        event.left[side] = rk_clock_left(rk_game_clock(sheet->game), (rk_side)side, action.at);
    snprintf(event.request, sizeof event.request, "w:%zu", sheet->journal.count);
    assert_int_equal(journal_add(&sheet->journal, &event), RK_OK);
}

static void play(struct sheet *sheet, const char *san, int64_t at, int64_t lag)
{
    const rk_position *position = rk_game_position(sheet->game);
    rk_action action = {
        .kind = RK_ACT_MOVE, .by = rk_position_turn(position), .at = at, .lag = lag};
    assert_int_equal(rk_san_parse(position, san, strlen(san), &action.move, NULL), RK_OK);
    act(sheet, action);
}

static void say(struct sheet *sheet, const char *text)
{
    struct event event = {.kind = EVENT_CHAT, .at = 5, .room = ROOM_PLAYERS, .name = "Anna"};
    event.text = text;
    assert_int_equal(journal_add(&sheet->journal, &event), RK_OK);
}

static struct sheet some_sheet(void)
{
    struct sheet sheet = open_sheet("5+3");
    play(&sheet, "e4", 1000, 0);
    say(&sheet, "Good luck!");
    play(&sheet, "e5", 2000, 0);
    play(&sheet, "Nf3", 12000, 300);
    act(&sheet, (rk_action){.kind = RK_ACT_PAUSE, .by = RK_BLACK, .at = 14000});
    act(&sheet, (rk_action){.kind = RK_ACT_RESUME, .by = RK_BLACK, .at = 99000});
    play(&sheet, "Nc6", 100000, 0);
    act(&sheet, (rk_action){.kind = RK_ACT_OFFER_DRAW, .by = RK_BLACK, .at = 100000});
    act(&sheet, (rk_action){.kind = RK_ACT_RESIGN, .by = RK_WHITE, .at = 110000});
    say(&sheet, "Good game");
    return sheet;
}

static void a_log_gives_the_game_with_its_clocks(void **state)
{
    (void)state;
    struct sheet sheet = some_sheet();
    rk_game *game;
    assert_int_equal(replay(&sheet.info, &sheet.journal, &game, NULL), RK_OK);
    assert_int_equal(rk_game_length(game), rk_game_length(sheet.game));
    assert_int_equal(rk_game_status(game), RK_RESIGNED);
    assert_int_equal(rk_clock_left(rk_game_clock(game), RK_WHITE, 110000),
                     rk_clock_left(rk_game_clock(sheet.game), RK_WHITE, 110000));
    assert_int_equal(game_plies(game), 4);
    rk_game_destroy(game);
    close_sheet(&sheet);
}

static void a_log_of_bytes_is_the_same_log(void **state)
{
    (void)state;
    struct sheet sheet = some_sheet();
    struct buffer bytes = {0}, again = {0};
    struct journal read = {.events = NULL};
    journal_encode(&sheet.journal, &bytes);
    assert_int_equal(journal_decode(&read, bytes.bytes, bytes.size, NULL), RK_OK);
    assert_int_equal(read.count, sheet.journal.count);
    journal_encode(&read, &again);
    assert_int_equal(bytes.size, again.size);
    assert_memory_equal(bytes.bytes, again.bytes, bytes.size);
    assert_string_equal(read.events[0].request, ""); // only the last few answer repeats
    assert_string_equal(read.events[8].request, "w:8");
    rk_game *game;
    assert_int_equal(replay(&sheet.info, &read, &game, NULL), RK_OK);
    rk_game_destroy(game);
    buffer_fini(&bytes);
    buffer_fini(&again);
    journal_fini(&read);
    close_sheet(&sheet);
}

static void bytes_that_are_cut_off_are_refused_at_every_place(void **state)
{
    (void)state;
    struct sheet sheet = some_sheet();
    struct buffer bytes = {0};
    journal_encode(&sheet.journal, &bytes);
    size_t whole = 0;
    for (size_t size = 0; size < bytes.size; size++) {
        struct journal read = {.events = NULL};
        const rk_err err = journal_decode(&read, bytes.bytes, size, NULL);
        whole += err == RK_OK; // between two entries
        if (err)
            assert_int_equal(err, RK_BAD_RECORD);
        journal_fini(&read);
    }
    assert_int_equal(whole, sheet.journal.count);
    buffer_fini(&bytes);
    close_sheet(&sheet);
}

static void expect_bad_log(struct sheet *sheet, const char *words)
{
    rk_game *game = NULL;
    rk_fault fault = {.text = ""};
    assert_int_equal(replay(&sheet->info, &sheet->journal, &game, &fault), RK_BAD_RECORD);
    assert_null(game);
    if (!strstr(fault.text, words))
        fail_msg("%s", fault.text);
    close_sheet(sheet);
}

static void a_log_that_cannot_be_is_refused(void **state)
{
    (void)state;
    struct sheet sheet = some_sheet();
    sheet.journal.events[3].action.move = rk_move_make(0, 63, RK_PLAIN);
    expect_bad_log(&sheet, "entry 4");
    sheet = some_sheet();
    sheet.journal.events[3].left[RK_WHITE] += 1; // a clock that was tampered with
    expect_bad_log(&sheet, "clocks");
    sheet = some_sheet();
    sheet.journal.events[3].action.lag += 1;
    expect_bad_log(&sheet, "clocks");
    sheet = some_sheet();
    const struct event late = sheet.journal.events[2]; // a move after the end
    assert_int_equal(journal_add(&sheet.journal, &late), RK_OK);
    expect_bad_log(&sheet, "entry 11");
}

// ---- how it stands ---------------------------------------------------------------------------

static void expect_status(struct sheet *sheet, const char *key, unsigned number, const char *reason)
{
    char words[200];
    assert_string_equal(game_status_key(sheet->game), key);
    assert_int_equal(game_status_number(sheet->game), number);
    game_result_sentence(sheet->game, words, sizeof words);
    assert_string_equal(words, reason);
    close_sheet(sheet);
}

static struct sheet ended_by(rk_action action)
{
    struct sheet sheet = open_sheet("5+3");
    play(&sheet, "e4", 1000, 0);
    if (action.kind != RK_ACT_ABORT)
        play(&sheet, "e5", 2000, 0);
    if (action.kind == RK_ACT_ACCEPT_DRAW)
        act(&sheet,
            (rk_action){.kind = RK_ACT_OFFER_DRAW, .by = rk_side_other(action.by), .at = 2500});
    action.at = action.kind == RK_ACT_FLAG ? 999000 : 3000;
    act(&sheet, action);
    return sheet;
}

/* An end, and what is said of it. */
struct end {
    rk_action action;
    const char *key;
    unsigned number;
    const char *reason;
};

static const struct end ends[] = {
    {{.kind = RK_ACT_RESIGN, .by = RK_BLACK}, "resign", 31, "White wins: Black resigned"},
    {{.kind = RK_ACT_ABORT, .by = RK_BLACK}, "aborted", 25, "Black aborted the game"},
    {{.kind = RK_ACT_ABORT, .by = RK_BLACK, .reason = END_REASON_NO_SHOW},
     "aborted",
     25,
     "Aborted: Black did not make the first move in time"},
    {{.kind = RK_ACT_ABORT, .by = RK_BLACK, .reason = END_REASON_AGREED},
     "aborted",
     25,
     "Aborted: both players asked for it"},
    {{.kind = RK_ACT_FLAG, .by = RK_WHITE}, "outoftime", 35, "Black wins: White's time ran out"},
    {{.kind = RK_ACT_ACCEPT_DRAW, .by = RK_WHITE}, "draw", 34, "Draw by agreement"},
    {{.kind = RK_ACT_ACCEPT_DRAW, .by = RK_WHITE, .reason = END_REASON_FLAG},
     "draw",
     34,
     "Draw: White's time ran out while Black's draw offer stood"},
    {{.kind = RK_ACT_FORFEIT, .by = RK_WHITE}, "timeout", 33, "Black wins: White left the game"},
    {{.kind = RK_ACT_FORFEIT, .by = RK_WHITE, .reason = END_REASON_NO_SHOW},
     "noStart",
     37,
     "Black wins: White did not make the first move in time"},
    {{.kind = RK_ACT_FORFEIT, .by = RK_WHITE, .reason = END_REASON_IDLE},
     "timeout",
     33,
     "Black wins: White did not move for three weeks"},
    {{.kind = RK_ACT_ADJUDICATE,
      .by = RK_WHITE,
      .winner = RK_NOBODY_WINS,
      .reason = END_REASON_ABSENCE},
     "timeout",
     33,
     "Draw: White left the game"},
    {{.kind = RK_ACT_ADJUDICATE,
      .by = RK_WHITE,
      .winner = RK_NOBODY_WINS,
      .reason = END_REASON_LENGTH},
     "draw",
     34,
     "Draw: the game is too long"},
    {{.kind = RK_ACT_ADJUDICATE,
      .by = RK_WHITE,
      .winner = RK_NOBODY_WINS,
      .reason = END_REASON_MATERIAL},
     "insufficientMaterialClaim",
     39,
     "Draw: Black cannot win by any sequence of legal moves"},
    {{.kind = RK_ACT_ADJUDICATE, .winner = RK_WHITE_WINS},
     "unknownFinish",
     38,
     "White wins by adjudication"},
};

static void every_end_has_its_word_its_number_and_its_reason(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct sheet sheet = ended_by(ends[i].action);
        expect_status(&sheet, ends[i].key, ends[i].number, ends[i].reason);
    }
}

static void a_game_that_goes_on_is_started_whatever_its_status(void **state)
{
    (void)state;
    struct sheet sheet = open_sheet("5+3");
    assert_string_equal(game_status_key(sheet.game), "started");
    play(&sheet, "e4", 1000, 0);
    play(&sheet, "d5", 2000, 0);
    play(&sheet, "Bb5", 3000, 0); // check
    assert_string_equal(game_status_key(sheet.game), "started");
    act(&sheet, (rk_action){.kind = RK_ACT_PAUSE, .by = RK_BLACK, .at = 4000});
    assert_string_equal(game_status_key(sheet.game), "started");
    assert_int_equal(game_status_number(sheet.game), 20);
    close_sheet(&sheet);
}

static void moves_are_written_as_the_api_wants_them(void **state)
{
    (void)state;
    struct sheet sheet = open_sheet("5+3");
    struct buffer text = {0};
    const char *moves[] = {"e4", "e5", "Nf3", "Nf6", "Be2", "Be7", "O-O"};
    for (int i = 0; i < 7; i++)
        play(&sheet, moves[i], 1000 * i, 0);
    assert_int_equal(game_moves_write(&sheet.info, sheet.game, SIZE_MAX, &text), 7);
    assert_string_equal(buffer_cstr(&text), "e2e4 e7e5 g1f3 g8f6 f1e2 f8e7 e1g1");
    buffer_clear(&text);
    assert_int_equal(game_moves_write(&sheet.info, sheet.game, 2, &text), 2);
    assert_string_equal(buffer_cstr(&text), "e2e4 e7e5");
    buffer_clear(&text);
    sheet.info.settings.from_position = true;
    game_moves_write(&sheet.info, sheet.game, SIZE_MAX, &text);
    assert_non_null(strstr(buffer_cstr(&text), "e1h1"));
    buffer_fini(&text);
    close_sheet(&sheet);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_head_reads_back_as_it_was_written),
        cmocka_unit_test(a_head_that_cannot_be_is_refused),
        cmocka_unit_test(a_player_is_found_by_his_id),
        cmocka_unit_test(a_log_gives_the_game_with_its_clocks),
        cmocka_unit_test(a_log_of_bytes_is_the_same_log),
        cmocka_unit_test(bytes_that_are_cut_off_are_refused_at_every_place),
        cmocka_unit_test(a_log_that_cannot_be_is_refused),
        cmocka_unit_test(every_end_has_its_word_its_number_and_its_reason),
        cmocka_unit_test(a_game_that_goes_on_is_started_whatever_its_status),
        cmocka_unit_test(moves_are_written_as_the_api_wants_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
