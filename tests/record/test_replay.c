/* SPDX-License-Identifier: MIT */
/* The stored game info, the journal, and replaying the game from both. */
#include "record/replay.h"

#include <stdio.h>
#include <string.h>

#include "record/game_moves.h"
#include "record/game_status.h"
#include "rookery/san.h"
#include "support/board.h"

static struct game_info make_info(const char *clock)
{
    char why[200] = "";
    const char *where;
    struct game_info info = {
        .id = "Ab3dE6gH",
        .players = {{"anna", "Anna", ROLE_PLAYER}, {"~gb", "Guest", ROLE_GUEST}},
        .keys = {"abcd", "efgh"},
        .source = SOURCE_FRIEND,
        .created_at = 1700000000123};
    const struct game_settings_request request = {
        .clock = clock, .limit = -1, .increment = -1, .days = -1};
    if (!game_settings_make(&request, 7, &info.settings, why, sizeof why, &where))
        fail_msg("%s", why);
    return info;
}

// ---- game info -------------------------------------------------------------------------------

static void game_info_reads_back_as_it_was_written(void **state)
{
    (void)state;
    struct buffer text = {0}, again = {0};
    struct game_info info = make_info("5+3"), read;
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

/* Reads the info with one part replaced. */
static void expect_bad(const char *part, const char *other)
{
    struct buffer text = {0};
    struct game_info info = make_info("5+3"), read = {.created_at = 77};
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

static void impossible_game_info_is_refused(void **state)
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

static void a_player_is_found_by_id(void **state)
{
    (void)state;
    const struct game_info info = make_info("5+3");
    assert_int_equal(game_info_side(&info, "anna"), RK_WHITE);
    assert_int_equal(game_info_side(&info, "~gb"), RK_BLACK);
    assert_int_equal(game_info_side(&info, "Anna"), 2);
    assert_int_equal(game_info_side(&info, ""), 2);
}

// ---- journals --------------------------------------------------------------------------------

/* A game being played, with its journal. */
struct record {
    struct game_info info;
    struct journal journal;
    rk_game *game;
};

static struct record open_record(const char *clock)
{
    struct record record = {.info = make_info(clock)};
    const rk_game_setup setup = {.start = record.info.settings.start,
                                 .clock = record.info.settings.clock};
    assert_int_equal(rk_game_create(&setup, &record.game), RK_OK);
    return record;
}

static void close_record(struct record *record)
{
    rk_game_destroy(record->game);
    journal_fini(&record->journal);
}

static void record_action(struct record *record, rk_action action)
{
    struct event event = {.kind = EVENT_ACTION, .at = action.at, .action = action};
    assert_int_equal(rk_game_play(record->game, action, NULL), RK_OK);
    for (int side = 0; side < 2; side++)
        event.left[side] = rk_clock_left(rk_game_clock(record->game), (rk_side)side, action.at);
    snprintf(event.request, sizeof event.request, "w:%zu", record->journal.count);
    assert_int_equal(journal_add(&record->journal, &event), RK_OK);
}

static void record_move(struct record *record, const char *san, int64_t at, int64_t lag)
{
    const rk_position *position = rk_game_position(record->game);
    rk_action action = {
        .kind = RK_ACT_MOVE, .by = rk_position_turn(position), .at = at, .lag = lag};
    assert_int_equal(
        rk_san_parse(position, san, strlen(san), RK_NOTATION_PLAIN, &action.move, NULL), RK_OK);
    record_action(record, action);
}

static void record_chat(struct record *record, const char *text)
{
    struct event event = {.kind = EVENT_CHAT, .at = 5, .room = ROOM_PLAYERS, .name = "Anna"};
    event.text = text;
    assert_int_equal(journal_add(&record->journal, &event), RK_OK);
}

static struct record make_record(void)
{
    struct record record = open_record("5+3");
    record_move(&record, "e4", 1000, 0);
    record_chat(&record, "Good luck!");
    record_move(&record, "e5", 2000, 0);
    record_move(&record, "Nf3", 12000, 300);
    record_action(&record, (rk_action){.kind = RK_ACT_PAUSE, .by = RK_BLACK, .at = 14000});
    record_action(&record, (rk_action){.kind = RK_ACT_RESUME, .by = RK_BLACK, .at = 99000});
    record_move(&record, "Nc6", 100000, 0);
    record_action(&record, (rk_action){.kind = RK_ACT_OFFER_DRAW, .by = RK_BLACK, .at = 100000});
    record_action(&record, (rk_action){.kind = RK_ACT_RESIGN, .by = RK_WHITE, .at = 110000});
    record_chat(&record, "Good game");
    return record;
}

static void a_log_replays_to_the_game_with_its_clocks(void **state)
{
    (void)state;
    struct record record = make_record();
    rk_game *game;
    assert_int_equal(replay_game(&record.info, &record.journal, &game, NULL), RK_OK);
    assert_int_equal(rk_game_length(game), rk_game_length(record.game));
    assert_int_equal(rk_game_status(game), RK_RESIGNED);
    assert_int_equal(rk_clock_left(rk_game_clock(game), RK_WHITE, 110000),
                     rk_clock_left(rk_game_clock(record.game), RK_WHITE, 110000));
    assert_int_equal(game_plies(game), 4);
    rk_game_destroy(game);
    close_record(&record);
}

static void a_log_decodes_to_what_was_encoded(void **state)
{
    (void)state;
    struct record record = make_record();
    struct buffer bytes = {0}, again = {0};
    struct journal read = {.events = NULL};
    journal_encode(&record.journal, &bytes);
    assert_int_equal(journal_decode(&read, bytes.bytes, bytes.size, NULL), RK_OK);
    assert_int_equal(read.count, record.journal.count);
    journal_encode(&read, &again);
    assert_int_equal(bytes.size, again.size);
    assert_memory_equal(bytes.bytes, again.bytes, bytes.size);
    assert_string_equal(read.events[0].request, ""); // only the last few keep their requests
    assert_string_equal(read.events[8].request, "w:8");
    rk_game *game;
    assert_int_equal(replay_game(&record.info, &read, &game, NULL), RK_OK);
    rk_game_destroy(game);
    buffer_fini(&bytes);
    buffer_fini(&again);
    journal_fini(&read);
    close_record(&record);
}

static void truncated_bytes_are_refused_at_every_length(void **state)
{
    (void)state;
    struct record record = make_record();
    struct buffer bytes = {0};
    journal_encode(&record.journal, &bytes);
    size_t whole = 0;
    for (size_t size = 0; size < bytes.size; size++) {
        struct journal read = {.events = NULL};
        const rk_err err = journal_decode(&read, bytes.bytes, size, NULL);
        whole += err == RK_OK; // between two entries
        if (err)
            assert_int_equal(err, RK_BAD_RECORD);
        journal_fini(&read);
    }
    assert_int_equal(whole, record.journal.count);
    buffer_fini(&bytes);
    close_record(&record);
}

static void expect_bad_log(struct record *record, const char *words)
{
    rk_game *game = NULL;
    rk_fault fault = {.text = ""};
    assert_int_equal(replay_game(&record->info, &record->journal, &game, &fault), RK_BAD_RECORD);
    assert_null(game);
    if (!strstr(fault.text, words))
        fail_msg("%s", fault.text);
    close_record(record);
}

static void an_impossible_log_is_refused(void **state)
{
    (void)state;
    struct record record = make_record();
    record.journal.events[3].action.move = rk_move_make(0, 63, RK_PLAIN);
    expect_bad_log(&record, "entry 4");
    record = make_record();
    record.journal.events[3].left[RK_WHITE] += 1; // a clock that was changed
    expect_bad_log(&record, "clocks");
    record = make_record();
    record.journal.events[3].action.lag += 1;
    expect_bad_log(&record, "clocks");
    record = make_record();
    const struct event late = record.journal.events[2]; // a move after the end
    assert_int_equal(journal_add(&record.journal, &late), RK_OK);
    expect_bad_log(&record, "entry 11");
}

// ---- status ----------------------------------------------------------------------------------

static void expect_status(struct record *record, const char *key, unsigned number,
                          const char *reason)
{
    char words[200];
    assert_string_equal(game_status_key(record->game), key);
    assert_int_equal(game_status_number(record->game), number);
    game_result_sentence(record->game, words, sizeof words);
    assert_string_equal(words, reason);
    close_record(record);
}

static struct record record_ended_by(rk_action action)
{
    struct record record = open_record("5+3");
    record_move(&record, "e4", 1000, 0);
    if (action.kind != RK_ACT_ABORT)
        record_move(&record, "e5", 2000, 0);
    if (action.kind == RK_ACT_ACCEPT_DRAW)
        record_action(
            &record,
            (rk_action){.kind = RK_ACT_OFFER_DRAW, .by = rk_side_other(action.by), .at = 2500});
    action.at = action.kind == RK_ACT_FLAG ? 999000 : 3000;
    record_action(&record, action);
    return record;
}

/* A way to end, and its status. */
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

static void every_end_has_a_status_a_number_and_a_sentence(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct record record = record_ended_by(ends[i].action);
        expect_status(&record, ends[i].key, ends[i].number, ends[i].reason);
    }
}

static void a_running_game_has_the_status_started(void **state)
{
    (void)state;
    struct record record = open_record("5+3");
    assert_string_equal(game_status_key(record.game), "started");
    record_move(&record, "e4", 1000, 0);
    record_move(&record, "d5", 2000, 0);
    record_move(&record, "Bb5", 3000, 0); // check
    assert_string_equal(game_status_key(record.game), "started");
    record_action(&record, (rk_action){.kind = RK_ACT_PAUSE, .by = RK_BLACK, .at = 4000});
    assert_string_equal(game_status_key(record.game), "started");
    assert_int_equal(game_status_number(record.game), 20);
    close_record(&record);
}

static void moves_are_written_in_the_api_notation(void **state)
{
    (void)state;
    struct record record = open_record("5+3");
    struct buffer text = {0};
    const char *moves[] = {"e4", "e5", "Nf3", "Nf6", "Be2", "Be7", "O-O"};
    for (int i = 0; i < 7; i++)
        record_move(&record, moves[i], 1000 * i, 0);
    assert_int_equal(game_moves_write(&record.info, record.game, SIZE_MAX, &text), 7);
    assert_string_equal(buffer_cstr(&text), "e2e4 e7e5 g1f3 g8f6 f1e2 f8e7 e1g1");
    buffer_clear(&text);
    assert_int_equal(game_moves_write(&record.info, record.game, 2, &text), 2);
    assert_string_equal(buffer_cstr(&text), "e2e4 e7e5");
    buffer_clear(&text);
    record.info.settings.from_position = true;
    game_moves_write(&record.info, record.game, SIZE_MAX, &text);
    assert_non_null(strstr(buffer_cstr(&text), "e1h1"));
    buffer_fini(&text);
    close_record(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(game_info_reads_back_as_it_was_written),
        cmocka_unit_test(impossible_game_info_is_refused),
        cmocka_unit_test(a_player_is_found_by_id),
        cmocka_unit_test(a_log_replays_to_the_game_with_its_clocks),
        cmocka_unit_test(a_log_decodes_to_what_was_encoded),
        cmocka_unit_test(truncated_bytes_are_refused_at_every_length),
        cmocka_unit_test(an_impossible_log_is_refused),
        cmocka_unit_test(every_end_has_a_status_a_number_and_a_sentence),
        cmocka_unit_test(a_running_game_has_the_status_started),
        cmocka_unit_test(moves_are_written_in_the_api_notation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
