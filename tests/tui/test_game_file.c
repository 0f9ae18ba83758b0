/* SPDX-License-Identifier: MIT */
/* What is saved with a game comes back when it is loaded. */
#include "tui/game_file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rookery/fen.h"
#include "support/board.h"

static const struct game_file_stamp day = {.date = "2026.11.15"};

struct file {
    char path[32];
    FILE *errors;
    char *text; /* of the errors */
    size_t size;
};

static struct file create_file(void)
{
    struct file file = {.path = "/tmp/rookery-test.XXXXXX"};
    const int descriptor = mkstemp(file.path);
    assert_true(descriptor >= 0);
    close(descriptor);
    return file;
}

static void write_text(const struct file *file, const char *text)
{
    FILE *out = fopen(file->path, "w");
    assert_non_null(out);
    assert_true(fputs(text, out) >= 0);
    assert_int_equal(fclose(out), 0);
}

static rk_game *create_game(const rk_position *start, const char *clock)
{
    rk_game *game;
    rk_game_setup setup = {.start = *start};
    if (clock)
        assert_int_equal(rk_time_control_parse(clock, strlen(clock), &setup.clock, NULL), RK_OK);
    assert_int_equal(rk_game_create(&setup, &game), RK_OK);
    return game;
}

static void play(rk_game *game, const char *move, int64_t at)
{
    assert_int_equal(rk_game_play_san(game, move, strlen(move), at, NULL), RK_OK);
}

static struct loaded_game save_and_load(const rk_game *game, const struct players *players,
                                        const struct game_file_stamp *stamp)
{
    struct file file = create_file();
    struct loaded_game loaded;
    const struct game_file_content content = {game, players, stamp};
    assert_true(game_file_write(&content, file.path, stderr));
    assert_true(game_file_read(file.path, &loaded, stderr));
    unlink(file.path);
    return loaded;
}

static void assert_same_players(const struct players *a, const struct players *b)
{
    assert_string_equal(a->names[RK_WHITE], b->names[RK_WHITE]);
    assert_string_equal(a->names[RK_BLACK], b->names[RK_BLACK]);
    assert_int_equal(a->engine, b->engine);
    assert_int_equal(a->settings.level, b->settings.level);
    assert_int_equal(a->settings.elo, b->settings.elo);
    assert_int_equal(a->settings.move_time, b->settings.move_time);
    assert_int_equal(a->settings.nodes, b->settings.nodes);
}

static void the_engine_and_its_settings_come_back(void **state)
{
    (void)state;
    static const struct {
        struct players players;
        const char *name;
    } rows[] = {
        {{.engine = RK_BLACK, .settings = {.level = 3, .elo = 0}}, "Rookery level 3"},
        {{.engine = RK_WHITE, .settings = {.elo = 1500, .nodes = 1000}}, "Rookery 1500 Elo"},
        {{.engine = RK_BLACK, .settings = {.move_time = 250, .nodes = UINT64_MAX}}, "Rookery"}};
    const rk_position start = rk_position_start(RK_STANDARD);
    rk_game *game = create_game(&start, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct players players = rows[i].players;
        players_finish_tags(&players);
        players_name_engine(&players);
        assert_string_equal(players.names[players.engine], rows[i].name);
        struct loaded_game loaded = save_and_load(game, &players, &day);
        assert_same_players(&loaded.players, &players);
        rk_game_destroy(loaded.game);
    }
    rk_game_destroy(game);
}

static void names_and_date_come_back(void **state)
{
    (void)state;
    const rk_position start = rk_position_start(RK_STANDARD);
    rk_game *game = create_game(&start, NULL);
    struct players players = players_unnamed();
    static const char white[] = "Zo\xc3\xab \"the\\rook\" O'Neil";
    players_set_name(&players, RK_WHITE, white, strlen(white));
    assert_string_equal(players.names[RK_WHITE], white);
    struct loaded_game loaded = save_and_load(game, &players, &day);
    assert_same_players(&loaded.players, &players);
    assert_string_equal(loaded.date, "2026.11.15");
    rk_game_destroy(loaded.game);
    rk_game_destroy(game);
}

static void names_are_printable_and_cut_between_characters(void **state)
{
    (void)state;
    struct players players = players_unnamed();
    static const char escape[] = "a\033[31mb\xff\xc2\x9b\x7f";
    players_set_name(&players, RK_BLACK, escape, sizeof escape - 1);
    assert_string_equal(players.names[RK_BLACK], "a?[31mb???");
    static const char reversed[] = "a\u202eb\u2066";
    players_set_name(&players, RK_BLACK, reversed, sizeof reversed - 1);
    assert_string_equal(players.names[RK_BLACK], "a?b?");
    char letters[2 * PLAYER_NAME_MAX];
    for (size_t i = 0; i < PLAYER_NAME_MAX; i++)
        memcpy(letters + 2 * i, "\xc3\xa4", 2);
    players_set_name(&players, RK_BLACK, letters, sizeof letters);
    assert_int_equal(strlen(players.names[RK_BLACK]), PLAYER_NAME_MAX - 2);
}

static void every_variant_comes_back(void **state)
{
    (void)state;
    const struct players players = players_unnamed();
    for (unsigned variant = 0; variant < RK_VARIANT_COUNT; variant++) {
        rk_move moves[RK_MOVES_MAX];
        rk_position start = rk_position_start((rk_variant)variant);
        if (variant == RK_CHESS960)
            assert_int_equal(rk_position_chess960(111, &start), RK_OK);
        rk_game *game = create_game(&start, NULL);
        for (int64_t i = 0; i < 20 && !rk_status_is_over(rk_game_status(game)); i++) {
            const size_t count = rk_moves_list(rk_game_position(game), moves);
            const rk_action action = {.kind = RK_ACT_MOVE,
                                      .by = rk_position_turn(rk_game_position(game)),
                                      .move = moves[(size_t)i * 7 % count]};
            assert_int_equal(rk_game_play(game, action, NULL), RK_OK);
        }
        struct loaded_game loaded = save_and_load(game, &players, &day);
        assert_true(rk_position_same(rk_game_position(loaded.game), rk_game_position(game)));
        assert_true(rk_position_same(&loaded.setup.start, &start));
        assert_int_equal(loaded.setup.start.variant, variant);
        rk_game_destroy(loaded.game);
        rk_game_destroy(game);
    }
}

static void clocks_come_back_to_the_millisecond(void **state)
{
    (void)state;
    static const char *const clocks[] = {"5+3",         "40/90+30,30+30", "5d3",    "5b3",
                                         "hourglass 5", "5+0 / 1+0",      "3 days", "0.25+0.5"};
    const struct players players = players_unnamed();
    const rk_position start = rk_position_start(RK_STANDARD);
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        rk_game *game = create_game(&start, clocks[i]);
        play(game, "e4", 100);
        play(game, "e5", 200);
        play(game, "Nf3", 1234);
        play(game, "Nc6", 5678);
        const struct game_file_stamp stamp = {.now = 6789, .date = "2026.11.15"};
        struct loaded_game loaded = save_and_load(game, &players, &stamp);
        for (rk_side side = RK_WHITE; side <= RK_BLACK; side++)
            assert_int_equal(rk_clock_left(rk_game_clock(loaded.game), side, loaded.now),
                             rk_clock_left(rk_game_clock(game), side, stamp.now));
        rk_game_destroy(loaded.game);
        rk_game_destroy(game);
    }
}

static void a_loss_on_time_comes_back_with_any_clock(void **state)
{
    (void)state;
    static const char *const clocks[] = {"5+3", "1/5+3,5+3", "5d3", "5b3", "hourglass 5", "3 days"};
    const struct players players = players_unnamed();
    const rk_position start = rk_position_start(RK_STANDARD);
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        rk_game *game = create_game(&start, clocks[i]);
        play(game, "e4", 0);
        play(game, "e5", 0);
        play(game, "Nf3", 1000);
        const rk_action flag = {
            .kind = RK_ACT_FLAG, .by = RK_BLACK, .at = INT64_C(4) * 24 * 3600 * 1000};
        assert_int_equal(rk_game_play(game, flag, NULL), RK_OK);
        struct loaded_game loaded = save_and_load(game, &players, &day);
        assert_int_equal(rk_game_status(loaded.game), RK_TIMED_OUT);
        assert_int_equal(rk_game_winner(loaded.game), RK_WHITE_WINS);
        rk_game_destroy(loaded.game);
        rk_game_destroy(game);
    }
}

static void an_open_draw_offer_comes_back(void **state)
{
    (void)state;
    const struct players players = players_unnamed();
    const rk_position start = rk_position_start(RK_STANDARD);
    for (rk_side side = RK_WHITE; side <= RK_NO_SIDE; side++) {
        rk_game *game = create_game(&start, NULL);
        play(game, "e4", 0);
        if (side != RK_NO_SIDE)
            assert_int_equal(
                rk_game_play(game, (rk_action){.kind = RK_ACT_OFFER_DRAW, .by = side}, NULL),
                RK_OK);
        struct loaded_game loaded = save_and_load(game, &players, &day);
        assert_int_equal(rk_game_draw_offer(loaded.game), side);
        rk_game_destroy(loaded.game);
        rk_game_destroy(game);
    }
}

static void expect_error(const char *text, const char *expected)
{
    struct file file = create_file();
    struct loaded_game loaded;
    write_text(&file, text);
    file.errors = open_memstream(&file.text, &file.size);
    assert_non_null(file.errors);
    assert_false(game_file_read(file.path, &loaded, file.errors));
    fclose(file.errors);
    assert_non_null(strstr(file.text, expected));
    free(file.text);
    unlink(file.path);
}

static void invalid_tags_are_reported(void **state)
{
    (void)state;
    static const char *const tags[] = {
        "EngineLevel \"9\"",     "EngineLevel \"\"",
        "EngineElo \"-1\"",      "EngineNodes \"99999999999999999999\"",
        "EngineMoveTime \"1x\"", "EngineSide \"green\""};
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        char text[128];
        snprintf(text, sizeof text, "[%s]\n\n1. e4 *\n", tags[i]);
        expect_error(text, "invalid value of the tag Engine");
    }
    expect_error("[Clock \"fast\"]\n\n1. e4 *\n", "invalid value of the tag Clock");
    expect_error("", "no game found");
}

static void the_type_of_a_file_is_checked(void **state)
{
    (void)state;
    struct loaded_game loaded;
    char *text = NULL;
    size_t size;
    FILE *errors = open_memstream(&text, &size);
    assert_non_null(errors);
    assert_false(game_file_read("/tmp", &loaded, errors));
    assert_false(game_file_read("/dev/zero", &loaded, errors));
    fclose(errors);
    assert_string_equal(text, "/tmp: not a regular file\n/dev/zero: not a regular file\n");
    free(text);
}

static void engine_tags_without_a_side_are_ignored(void **state)
{
    (void)state;
    struct file file = create_file();
    struct loaded_game loaded;
    write_text(&file, "[White \"A\"]\n[EngineLevel \"3\"]\n\n1. e4 *\n");
    assert_true(game_file_read(file.path, &loaded, stderr));
    assert_int_equal(loaded.players.engine, RK_NO_SIDE);
    assert_int_equal(loaded.players.settings.level, 0);
    assert_string_equal(loaded.players.names[RK_WHITE], "A");
    rk_game_destroy(loaded.game);
    unlink(file.path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_engine_and_its_settings_come_back),
        cmocka_unit_test(names_and_date_come_back),
        cmocka_unit_test(names_are_printable_and_cut_between_characters),
        cmocka_unit_test(every_variant_comes_back),
        cmocka_unit_test(clocks_come_back_to_the_millisecond),
        cmocka_unit_test(a_loss_on_time_comes_back_with_any_clock),
        cmocka_unit_test(an_open_draw_offer_comes_back),
        cmocka_unit_test(invalid_tags_are_reported),
        cmocka_unit_test(the_type_of_a_file_is_checked),
        cmocka_unit_test(engine_tags_without_a_side_are_ignored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
