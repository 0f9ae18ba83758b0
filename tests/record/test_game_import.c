/* SPDX-License-Identifier: MIT */
/* Reading PGN for the import: what is kept, what is refused, and that the log replays. */
#include "record/game_import.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/game_moves.h"
#include "record/game_status.h"
#include "record/replay.h"
#include "rookery/roster.h"
#include "support/board.h"

enum { NOW = 1000000 };

static struct import_result import(const char *pgn)
{
    struct import_result result;
    games_import(pgn, strlen(pgn), NOW, &result);
    return result;
}

/* Imports one game, expects success, writes and reads its head and log, and replays it. */
static rk_game *import_and_replay(const char *pgn, struct imported_game *out)
{
    struct import_result result = import(pgn);
    assert_int_equal(result.count, 1);
    assert_string_equal(result.games[0].why, "");
    struct buffer head = {0};
    struct game_info info;
    struct journal journal = {.events = NULL};
    rk_game *game = NULL;
    memcpy(result.games[0].info.keys, (char[2][5]){"0000", "0000"}, sizeof info.keys);
    imported_game_write_head(&result.games[0], &head);
    assert_int_equal(game_info_read("abcdefgh", head.bytes, head.size, &info, NULL), RK_OK);
    assert_int_equal(info.source, SOURCE_IMPORT);
    assert_int_equal(
        journal_decode(&journal, result.games[0].log.bytes, result.games[0].log.size, NULL), RK_OK);
    rk_fault fault = {.text = ""};
    if (replay_game(&info, &journal, &game, &fault))
        fail_msg("%s", fault.text);
    assert_int_equal(game_status_number(game), result.games[0].status);
    if (out) {
        *out = result.games[0];
        out->log = (struct buffer){0};
    }
    journal_fini(&journal);
    buffer_fini(&head);
    import_result_fini(&result);
    return game;
}

static void results_and_terminations_become_a_status(void **state)
{
    (void)state;
    static const struct {
        const char *pgn, *status, *score;
    } cases[] = {
        {"1. f3 e5 2. g4 Qh4# 0-1", "mate", "0-1"},
        {"1. e4 e5 1-0", "resign", "1-0"},
        {"1. e4 e5 0-1", "resign", "0-1"},
        {"1. e4 e5 1/2-1/2", "draw", "1/2-1/2"},
        {"1. e4 e5 *", "unknownFinish", "*"},
        {"1. e4 e5", "unknownFinish", "*"},
        {"[Result \"1-0\"]\n\n1. e4 e5", "resign", "1-0"},
        {"[Termination \"Time forfeit\"]\n\n1. e4 e5 1-0", "outoftime", "1-0"},
        {"[Result \"1-0, forfeit\"]\n[Termination \"time\"]\n\n1. e4 e5 1-0", "unknownFinish",
         "1-0"},
        {"[Termination \"Normal\"]\n\n1. e4 e5 0-1", "resign", "0-1"},
        {"[Termination \"abandoned\"]\n\n1. e4 e5 0-1", "timeout", "0-1"},
        {"[Termination \"rules infraction\"]\n\n1. e4 e5 0-1", "unknownFinish", "0-1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rk_game *game = import_and_replay(cases[i].pgn, NULL);
        assert_string_equal(game_status_key(game), cases[i].status);
        assert_string_equal(rk_game_score(game), cases[i].score);
        char sentence[200];
        assert_true(game_result_sentence(game, sentence, sizeof sentence) > 0);
        rk_game_destroy(game);
    }
}

static void results_that_contradict_each_other_are_reported(void **state)
{
    (void)state;
    static const struct {
        const char *pgn, *warning;
    } cases[] = {
        {"[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1", ""},
        {"[Result \"*\"]\n\n1. f3 e5 2. g4 Qh4#", ""},
        {"1. e4 *", ""},
        {"\n[Result \"1/2-1/2\"]\n\n1. f3 e5 2. g4 Qh4# 1/2-1/2",
         "line 2: Black wins by checkmate, but the result in the PGN is 1/2-1/2"},
        {"[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4#",
         "line 1: Black wins by checkmate, but the result in the PGN is 1-0"},
        {"[Result \"1-0\"]\n\n1. e4 e5 0-1",
         "line 1: the Result tag says 1-0, but the moves end with 0-1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct imported_game game;
        rk_game *played = import_and_replay(cases[i].pgn, &game);
        assert_string_equal(game.warning, cases[i].warning);
        rk_game_destroy(played);
    }
}

static void clocks_belong_to_the_player_who_moved(void **state)
{
    (void)state;
    struct import_result result =
        import("1. e4 {[%clk 0:05:00]} e5 {x [%clk 0:04:58.5] y} 2. d4 d5 {[%clk 0:04:50]} *");
    struct journal journal = {.events = NULL};
    assert_int_equal(
        journal_decode(&journal, result.games[0].log.bytes, result.games[0].log.size, NULL), RK_OK);
    assert_int_equal(journal.count, 5); // and the end
    assert_int_equal(journal.events[0].left[RK_WHITE], 300000);
    assert_true(journal.events[0].left[RK_BLACK] == INT64_MAX);
    assert_int_equal(journal.events[1].left[RK_BLACK], 298500);
    assert_true(journal.events[2].left[RK_WHITE] == INT64_MAX); // unknown
    assert_int_equal(journal.events[3].left[RK_BLACK], 290000);
    journal_fini(&journal);
    import_result_fini(&result);
}

static void tags_are_kept_but_bounded(void **state)
{
    (void)state;
    struct imported_game game;
    char pgn[8000] = "[White \"M\\\"ller\"]\n[Opening \"x\"]\n[Opening \"y\"]\n[Bad\xff "
                     "\"z\"]\n[a.b \"z\"]\n[Black \"\xff\x01\"]\n"
                     "[TimeControl \"600+5\"]\n[Variant \"Standard\"]\n";
    for (int i = 0; i < 40; i++)
        sprintf(pgn + strlen(pgn), "[Tag%d \"%d\"]\n", i, i);
    strcat(pgn, "\n1. e4 *");
    rk_game *played = import_and_replay(pgn, &game);
    assert_int_equal(game.tag_count, IMPORT_TAGS_MAX);
    assert_string_equal(game.tags[0].value, "M\"ller");
    assert_string_equal(game.tags[1].value, "y"); // the last one counts
    assert_string_equal(game.tags[2].name, "Black");
    assert_string_equal(game.tags[2].value, "? ");
    assert_string_equal(game.info.players[RK_WHITE].name, "M\"ller");
    assert_int_equal(game_settings_speed(&game.info.settings), SPEED_RAPID);
    rk_game_destroy(played);
}

static void a_name_cannot_reverse_the_text_around_it(void **state)
{
    (void)state;
    struct imported_game game;
    rk_game *played = import_and_replay("[White \"Ann\u202eeb\"]\n\n1. e4 *", &game);
    assert_string_equal(game.tags[0].value, "Ann eb");
    assert_string_equal(game.info.players[RK_WHITE].name, "Ann eb");
    rk_game_destroy(played);
}

static void a_long_name_is_cut_at_a_character(void **state)
{
    (void)state;
    struct imported_game game;
    char pgn[400] = "[White \"";
    for (int i = 0; i < 20; i++)
        strcat(pgn, "éa");
    strcat(pgn, "\"]\n\n1. e4 *");
    rk_game *played = import_and_replay(pgn, &game);
    assert_int_equal(strlen(game.info.players[RK_WHITE].name), 30); // not half an é
    assert_int_equal(strlen(game.tags[0].value), 60);
    rk_game_destroy(played);
}

static void variants_and_positions_are_imported(void **state)
{
    (void)state;
    struct imported_game game;
    rk_game *played =
        import_and_replay("[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. @d4 1-0", &game);
    assert_int_equal(game.info.settings.variant, RK_CRAZYHOUSE);
    assert_false(game.info.settings.from_position);
    rk_game_destroy(played);
    played = import_and_replay("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *", &game);
    assert_true(game.info.settings.from_position);
    assert_int_equal(game_plies(played), 1);
    rk_game_destroy(played);
    played = import_and_replay("[Variant \"Chess960\"]\n[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/"
                               "BBQNNRKR w KQkq - 0 1\"]\n\n1. e4 *",
                               &game);
    assert_string_equal(game_settings_perf_key(&game.info.settings), "chess960");
    rk_game_destroy(played);
}

static void errors_name_the_place_and_the_move(void **state)
{
    (void)state;
    static const struct {
        const char *pgn, *part[2];
    } cases[] = {
        {"[White \"A\"]\n\n1. e4 e5\n2. Ke3 *", {"line 4", "Ke3"}},
        {"1. e4 e5 2. -- d5 *", {"move 2. --", "null move"}},
        {"1. f3 e5 2. g4 Qh4# 3. a3 *", {"a3", ""}},
        {"[FEN \"nonsense\"]\n\n1. e4 *", {"line 1", ""}},
        {"1. e4 xyz *", {"xyz", ""}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct import_result result = import(cases[i].pgn);
        assert_int_equal(result.count, 1);
        for (int part = 0; part < 2; part++)
            if (!strstr(result.games[0].why, cases[i].part[part]))
                fail_msg("%s: %s", cases[i].pgn, result.games[0].why);
        assert_true(*result.games[0].why);
        import_result_fini(&result);
    }
}

static void many_games_have_many_results(void **state)
{
    (void)state;
    struct import_result result = import(
        "[White \"A\"]\n\n1. e4 e5 1-0\n\n[White \"B\"]\n\n1. e5 *\n\n[White \"C\"]\n\n1. d4 *");
    assert_int_equal(result.count, 3);
    assert_string_equal(result.games[0].why, "");
    assert_true(*result.games[1].why);
    assert_string_equal(result.games[2].why, "");
    assert_string_equal(result.games[2].info.players[RK_WHITE].name, "C");
    import_result_fini(&result);
}

static void sizes_are_bounded(void **state)
{
    (void)state;
    char *pgn = calloc(1, 300000);
    for (int i = 0; i <= IMPORT_GAMES_MAX; i++)
        strcat(pgn, "[White \"A\"]\n\n1. e4 *\n\n");
    struct import_result result = import(pgn);
    assert_true(result.too_many);
    assert_int_equal(result.count, 0);
    import_result_fini(&result);
    *pgn = '\0';
    for (int i = 0; i < 250; i++) // a knight's tour with a pawn move against the repetition
        strcat(pgn, i % 2 ? "Ng1 Ng8 " : "Nf3 Nf6 ");
    strcat(pgn, "*");
    result = import(pgn);
    assert_int_equal(result.count, 1);
    assert_true(*result.games[0].why); // fivefold repetition
    import_result_fini(&result);
    result = import("");
    assert_int_equal(result.count, 0);
    import_result_fini(&result);
    free(pgn);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_and_terminations_become_a_status),
        cmocka_unit_test(results_that_contradict_each_other_are_reported),
        cmocka_unit_test(clocks_belong_to_the_player_who_moved),
        cmocka_unit_test(tags_are_kept_but_bounded),
        cmocka_unit_test(a_name_cannot_reverse_the_text_around_it),
        cmocka_unit_test(a_long_name_is_cut_at_a_character),
        cmocka_unit_test(variants_and_positions_are_imported),
        cmocka_unit_test(errors_name_the_place_and_the_move),
        cmocka_unit_test(many_games_have_many_results),
        cmocka_unit_test(sizes_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
