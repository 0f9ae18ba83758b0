/* SPDX-License-Identifier: MIT */
/* Exported games: the contents and the format of PGN and JSON, and how much of a running
 * game is visible. */
#include "api/export.h"

#include <stdio.h>
#include <string.h>

#include "rookery/moves.h"
#include "rookery/pgn.h"
#include "rookery/san.h"
#include "support/board.h"

static const struct server server = {.config = {.public_url = "http://chess.example"}};
static const struct export_flags plain = {.moves = true, .tags = true},
                                 clocks = {.moves = true, .tags = true, .clocks = true};

/* A game and its journal. */
struct recorded_game {
    struct game_info info;
    struct journal journal;
    rk_game *game;
    struct buffer out;
};

static void open_game(struct recorded_game *record, const struct game_settings_request *request)
{
    char why[200];
    const char *where;
    *record =
        (struct recorded_game){.info = {.id = "Ab3dE6gH",
                                        .players = {{.id = "anna", .name = "Anna"},
                                                    {.id = "bob", .name = "Bob", .role = ROLE_BOT}},
                                        .source = SOURCE_LOBBY,
                                        .created_at = 1700000000123}};
    assert_true(game_settings_make(request, 7, &record->info.settings, why, sizeof why, &where));
    const rk_game_setup setup = {.start = record->info.settings.start,
                                 .clock = record->info.settings.clock};
    assert_int_equal(rk_game_create(&setup, &record->game), RK_OK);
}

static const struct game_settings_request blitz = {
    .clock = "5+3", .limit = -1, .increment = -1, .days = -1};

static void close_game(struct recorded_game *record)
{
    rk_game_destroy(record->game);
    journal_fini(&record->journal);
    buffer_fini(&record->out);
}

static void act(struct recorded_game *record, rk_action action)
{
    struct event event = {.kind = EVENT_ACTION, .at = action.at, .action = action};
    assert_int_equal(rk_game_play(record->game, action, NULL), RK_OK);
    for (int side = 0; side < 2; side++)
        event.left[side] = rk_clock_left(rk_game_clock(record->game), (rk_side)side, action.at);
    assert_int_equal(journal_add(&record->journal, &event), RK_OK);
}

/* Plays moves in SAN, one every 1.5 seconds. */
static void play(struct recorded_game *record, const char *line)
{
    int64_t at = record->info.created_at + 1000;
    char moves[512];
    snprintf(moves, sizeof moves, "%s", line);
    for (char *rest = moves, *move; (move = strtok_r(rest, " ", &rest)); at += 1500) {
        const rk_position *pos = rk_game_position(record->game);
        rk_action action = {.kind = RK_ACT_MOVE, .by = rk_position_turn(pos), .at = at};
        assert_int_equal(
            rk_san_parse(pos, move, strlen(move), RK_NOTATION_PLAIN, &action.move, NULL), RK_OK);
        act(record, action);
    }
}

static struct exported_game view(const struct recorded_game *record, size_t plies)
{
    return (struct exported_game){
        .info = &record->info, .game = record->game, .journal = &record->journal, .plies = plies};
}

static const char *pgn(struct recorded_game *record, const struct export_flags *flags, size_t plies)
{
    const struct exported_game exported = view(record, plies);
    buffer_clear(&record->out);
    export_pgn(&server, &exported, flags, &record->out);
    return buffer_cstr(&record->out);
}

static const char *json(struct recorded_game *record, const struct export_flags *flags,
                        size_t plies)
{
    const struct exported_game exported = view(record, plies);
    buffer_clear(&record->out);
    export_json(&server, &exported, flags, &record->out);
    return buffer_cstr(&record->out);
}

// ---- PGN --------------------------------------------------------------------------------------

static void a_game_in_pgn_has_the_tags_and_the_moves(void **state)
{
    (void)state;
    struct recorded_game record;
    open_game(&record, &blitz);
    play(&record, "f3 e5 g4 Qh4#");
    assert_string_equal(pgn(&record, &plain, SIZE_MAX), "[Event \"Casual Blitz game\"]\n"
                                                        "[Site \"http://chess.example/Ab3dE6gH\"]\n"
                                                        "[Date \"2023.11.14\"]\n"
                                                        "[Round \"?\"]\n"
                                                        "[White \"Anna\"]\n"
                                                        "[Black \"Bob\"]\n"
                                                        "[Result \"0-1\"]\n"
                                                        "[UTCDate \"2023.11.14\"]\n"
                                                        "[UTCTime \"22:13:20\"]\n"
                                                        "[GameId \"Ab3dE6gH\"]\n"
                                                        "[BlackTitle \"BOT\"]\n"
                                                        "[Variant \"Standard\"]\n"
                                                        "[TimeControl \"300+3\"]\n"
                                                        "[Termination \"normal\"]\n"
                                                        "\n"
                                                        "1. f3 e5 2. g4 Qh4# 0-1\n\n\n");
    close_game(&record);
}

static const struct export_flags with_opening = {.moves = true, .tags = true, .opening = true};

static void require_names(void)
{
    if (!rk_opening_count()) {
        print_message("skipped: built without the names of openings\n");
        skip();
    }
}

static void an_opening_is_two_tags_and_an_object(void **state)
{
    (void)state;
    require_names();
    struct recorded_game record;
    open_game(&record, &blitz);
    play(&record, "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 h6");
    assert_non_null(strstr(pgn(&record, &with_opening, SIZE_MAX),
                           "[TimeControl \"300+3\"]\n[ECO \"C51\"]\n"
                           "[Opening \"Italian Game: Evans Gambit\"]\n[Termination "));
    assert_non_null(
        strstr(json(&record, &with_opening, SIZE_MAX),
               "\"opening\":{\"eco\":\"C51\",\"name\":\"Italian Game: Evans Gambit\",\"ply\":7}"));
    assert_null(strstr(pgn(&record, &plain, SIZE_MAX), "[ECO "));
    assert_null(strstr(json(&record, &plain, SIZE_MAX), "\"opening\""));
    close_game(&record);
}

static void hidden_moves_do_not_name_the_opening(void **state)
{
    (void)state;
    require_names();
    struct recorded_game record;
    open_game(&record, &blitz);
    play(&record, "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 h6");
    assert_non_null(strstr(json(&record, &with_opening, 5),
                           "\"opening\":{\"eco\":\"C50\",\"name\":\"Italian Game\",\"ply\":5}"));
    close_game(&record);
}

static void a_game_of_a_variant_has_no_opening(void **state)
{
    (void)state;
    struct recorded_game record;
    struct game_settings_request atomic = blitz;
    atomic.variant = "atomic";
    open_game(&record, &atomic);
    play(&record, "e4 e5 Nf3");
    assert_null(strstr(pgn(&record, &with_opening, SIZE_MAX), "[ECO "));
    assert_null(strstr(json(&record, &with_opening, SIZE_MAX), "\"opening\""));
    close_game(&record);
}

static size_t count(const char *text, const char *part)
{
    size_t found = 0;
    for (; (text = strstr(text, part)); text++)
        found++;
    return found;
}

static void pgn_ends_with_two_empty_lines_and_has_one_after_the_tags(void **state)
{
    (void)state;
    struct recorded_game record;
    open_game(&record, &blitz);
    play(&record, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7");
    const char *text = pgn(&record, &clocks, SIZE_MAX);
    const size_t size = strlen(text);
    assert_memory_equal(text + size - 4, "*\n\n\n", 4);
    assert_int_equal(count(text, "\n\n"), 3); /* the two at the end overlap */
    close_game(&record);
}

static void the_clocks_come_from_the_log(void **state)
{
    (void)state;
    struct recorded_game record;
    open_game(&record, &blitz);
    play(&record, "e4 e5 Nf3 Nc6");
    const char *text = pgn(&record, &clocks, SIZE_MAX);
    assert_non_null(strstr(text, "\n1. e4 {[%clk 0:05:00]} 1... e5 {[%clk 0:05:00]} 2. Nf3"));
    assert_int_equal(count(text, "{[%clk 0:05:02]}"), 2); /* half a second rounds up */
    struct export_flags exact = clocks;
    exact.exact_clocks = true;
    assert_non_null(
        strstr(pgn(&record, &exact, SIZE_MAX), "{[%clk 0:05:01.50] [%emt 0:00:01.50]}"));
    close_game(&record);
}

static void an_untimed_game_has_no_clock_comments(void **state)
{
    (void)state;
    struct recorded_game record;
    open_game(&record, &(struct game_settings_request){
                           .clock = "-", .limit = -1, .increment = -1, .days = -1});
    play(&record, "e4 e5");
    const char *text = pgn(&record, &clocks, SIZE_MAX);
    assert_null(strstr(text, "%clk"));
    assert_non_null(strstr(text, "[TimeControl \"-\"]"));
    assert_null(strstr(json(&record, &clocks, SIZE_MAX), "\"clock"));
    close_game(&record);
}

static void a_custom_starting_position_is_exported(void **state)
{
    (void)state;
    struct recorded_game record;
    open_game(&record, &(struct game_settings_request){.fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
                                                       .clock = "5+3",
                                                       .limit = -1,
                                                       .increment = -1,
                                                       .days = -1});
    play(&record, "O-O");
    const char *text = pgn(&record, &plain, SIZE_MAX);
    assert_non_null(strstr(text, "[Variant \"From Position\"]\n[SetUp \"1\"]\n"
                                 "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n"));
    assert_non_null(strstr(json(&record, &plain, SIZE_MAX),
                           "\"initialFen\":\"4k3/8/8/8/8/8/8/4K2R w K - 0 1\""));
    close_game(&record);
}

static void an_aborted_game_has_no_result(void **state)
{
    (void)state;
    struct recorded_game record;
    open_game(&record, &blitz);
    play(&record, "e4");
    act(&record, (rk_action){.kind = RK_ACT_ABORT, .by = RK_BLACK, .at = 1700000009000});
    assert_non_null(strstr(pgn(&record, &plain, SIZE_MAX), "[Result \"*\"]"));
    const char *text = json(&record, &plain, SIZE_MAX);
    assert_non_null(strstr(text, "\"status\":\"aborted\""));
    assert_non_null(strstr(text, "\"termination\":\"Black aborted the game\""));
    assert_non_null(strstr(text, "\"lastMoveAt\":1700000009000"));
    assert_null(strstr(text, "\"winner\""));
    close_game(&record);
}

static void flags_omit_tags_and_moves_and_add_a_comment_about_the_end(void **state)
{
    (void)state;
    struct recorded_game record;
    open_game(&record, &blitz);
    play(&record, "f3 e5 g4 Qh4#");
    assert_string_equal(pgn(&record, &(struct export_flags){.moves = true}, SIZE_MAX),
                        "1. f3 e5 2. g4 Qh4# 0-1\n\n\n");
    assert_non_null(strstr(pgn(&record, &(struct export_flags){.tags = true}, SIZE_MAX),
                           "[Termination \"normal\"]\n\n0-1\n\n\n"));
    assert_string_equal(
        pgn(&record, &(struct export_flags){.moves = true, .literate = true}, SIZE_MAX),
        "1. f3 e5 2. g4 Qh4# {Black wins by checkmate} 0-1\n\n\n");
    close_game(&record);
}

static void omitting_tags_does_not_change_earlier_games(void **state)
{
    (void)state;
    struct recorded_game record;
    open_game(&record, &blitz);
    play(&record, "e4");
    const struct exported_game exported = view(&record, SIZE_MAX);
    const struct export_flags moves_only = {.moves = true};
    export_pgn(&server, &exported, &moves_only, &record.out);
    export_pgn(&server, &exported, &moves_only, &record.out);
    assert_string_equal(buffer_cstr(&record.out), "1. e4 *\n\n\n1. e4 *\n\n\n");
    close_game(&record);
}

static void names_are_escaped_in_pgn_and_json(void **state)
{
    (void)state;
    struct recorded_game record;
    open_game(&record, &blitz);
    snprintf(record.info.players[0].name, sizeof record.info.players[0].name, "A\"n\\n\na");
    assert_non_null(strstr(pgn(&record, &plain, SIZE_MAX), "[White \"A\\\"n\\\\n a\"]\n"));
    assert_non_null(strstr(json(&record, &plain, SIZE_MAX), "\"A\\\"n\\\\n\\na\""));
    close_game(&record);
}

static rk_pgn_next count_game(void *data, const rk_position *last, rk_pgn_text result)
{
    (void)last;
    (void)result;
    ++*(unsigned *)data;
    return RK_PGN_CONTINUE;
}

static rk_pgn_next fail_on_error(void *data, const rk_pgn_error *error)
{
    (void)data;
    fail_msg("%s", error->fault.text);
    return RK_PGN_STOP;
}

static void the_pgn_reader_reads_every_variant_back(void **state)
{
    (void)state;
    static const char *const names[] = {"standard",   "chess960",      "crazyhouse",
                                        "threeCheck", "antichess",     "atomic",
                                        "horde",      "kingOfTheHill", "racingKings"};
    struct buffer all = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct recorded_game record;
        open_game(
            &record,
            &(struct game_settings_request){
                .variant = names[i], .clock = "5+3", .limit = -1, .increment = -1, .days = -1});
        rk_move moves[RK_MOVES_MAX];
        char san[RK_SAN_MAX];
        assert_true(rk_moves_list(rk_game_position(record.game), moves) > 0);
        rk_san_write(rk_game_position(record.game), moves[0], san);
        play(&record, san);
        const struct exported_game exported = view(&record, SIZE_MAX);
        export_pgn(&server, &exported, &clocks, &all);
        close_game(&record);
    }
    unsigned games = 0;
    const rk_pgn_visitor visitor = {
        .data = &games, .validate = true, .end_game = count_game, .error = fail_on_error};
    rk_pgn_read_text(all.bytes, all.size, (rk_pgn_place){0}, &visitor);
    assert_int_equal(games, sizeof names / sizeof *names);
    buffer_fini(&all);
}

// ---- JSON -------------------------------------------------------------------------------------

static void a_game_in_json_is_one_object_on_one_line(void **state)
{
    (void)state;
    struct recorded_game record;
    open_game(&record, &blitz);
    play(&record, "f3 e5 g4 Qh4#");
    assert_string_equal(
        json(&record, &clocks, SIZE_MAX),
        "{\"id\":\"Ab3dE6gH\",\"rated\":false,\"variant\":\"standard\",\"speed\":\"blitz\","
        "\"perf\":\"blitz\",\"createdAt\":1700000000123,\"lastMoveAt\":1700000005623,"
        "\"status\":\"mate\",\"winner\":\"black\",\"termination\":\"Black wins by "
        "checkmate\",\"end\":\"checkmate\","
        "\"source\":\"lobby\",\"players\":{\"white\":{\"user\":{\"id\":\"anna\",\"name\":\"Anna\"}}"
        ","
        "\"black\":{\"user\":{\"id\":\"bob\",\"name\":\"Bob\",\"title\":\"BOT\"}}},"
        "\"moves\":\"f3 e5 g4 Qh4#\",\"clocks\":[30000,30000,30150,30150],"
        "\"clock\":{\"initial\":300,\"increment\":3,\"totalTime\":420}}");
    close_game(&record);
}

static void the_pgn_can_be_included_in_the_json(void **state)
{
    (void)state;
    struct recorded_game record;
    open_game(&record, &blitz);
    play(&record, "e4");
    const struct export_flags both = {.moves = true, .pgn_in_json = true};
    assert_non_null(strstr(json(&record, &both, SIZE_MAX), "\"pgn\":\"1. e4 *\\n\\n\\n\""));
    close_game(&record);
}

static void a_guest_has_a_name_and_no_account(void **state)
{
    (void)state;
    struct recorded_game record;
    open_game(&record, &blitz);
    record.info.players[0] = (struct identity){.id = "~x1", .name = "Guest 1", .role = ROLE_GUEST};
    assert_non_null(strstr(json(&record, &plain, SIZE_MAX), "\"white\":{\"name\":\"Guest 1\"}"));
    close_game(&record);
}

// ---- running games ----------------------------------------------------------------------------

static void the_last_three_plies_of_a_running_game_are_hidden_after_the_first_five(void **state)
{
    (void)state;
    static const char *const line[] = {"e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O"};
    static const size_t visible[] = {5, 5, 5, 5, 5, 5, 5, 5, 6};
    struct recorded_game record;
    open_game(&record, &blitz);
    for (size_t i = 0; i < sizeof line / sizeof *line; i++) {
        play(&record, line[i]);
        assert_int_equal(export_visible_plies(record.game, false), visible[i]);
        assert_int_equal(export_visible_plies(record.game, true), SIZE_MAX);
    }
    assert_non_null(strstr(pgn(&record, &plain, 6), "\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n"));
    assert_non_null(strstr(json(&record, &plain, 6), "\"moves\":\"e4 e5 Nf3 Nc6 Bb5 a6\""));
    close_game(&record);
}

static void a_finished_game_is_exported_completely(void **state)
{
    (void)state;
    struct recorded_game record;
    open_game(&record, &blitz);
    play(&record, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O");
    act(&record, (rk_action){.kind = RK_ACT_RESIGN, .by = RK_BLACK, .at = 1700000020000});
    assert_int_equal(export_visible_plies(record.game, false), SIZE_MAX);
    close_game(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_in_pgn_has_the_tags_and_the_moves),
        cmocka_unit_test(an_opening_is_two_tags_and_an_object),
        cmocka_unit_test(hidden_moves_do_not_name_the_opening),
        cmocka_unit_test(a_game_of_a_variant_has_no_opening),
        cmocka_unit_test(pgn_ends_with_two_empty_lines_and_has_one_after_the_tags),
        cmocka_unit_test(the_clocks_come_from_the_log),
        cmocka_unit_test(an_untimed_game_has_no_clock_comments),
        cmocka_unit_test(a_custom_starting_position_is_exported),
        cmocka_unit_test(an_aborted_game_has_no_result),
        cmocka_unit_test(flags_omit_tags_and_moves_and_add_a_comment_about_the_end),
        cmocka_unit_test(omitting_tags_does_not_change_earlier_games),
        cmocka_unit_test(names_are_escaped_in_pgn_and_json),
        cmocka_unit_test(the_pgn_reader_reads_every_variant_back),
        cmocka_unit_test(a_game_in_json_is_one_object_on_one_line),
        cmocka_unit_test(the_pgn_can_be_included_in_the_json),
        cmocka_unit_test(a_guest_has_a_name_and_no_account),
        cmocka_unit_test(the_last_three_plies_of_a_running_game_are_hidden_after_the_first_five),
        cmocka_unit_test(a_finished_game_is_exported_completely),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
