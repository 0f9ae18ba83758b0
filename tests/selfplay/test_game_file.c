/* SPDX-License-Identifier: MIT */
/* Files of self-play games: what is written is read again, damage is an error, and an interrupted
 * run continues as if it had not been interrupted. */
#include "selfplay/game_file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/monotonic.h"
#include "base/prng.h"
#include "rookery/fen.h"
#include "rookery/moves.h"
#include "selfplay/play.h"
#include "support/board.h"
#include "support/folder.h"

enum { GAMES = 200, PATH_SIZE = 256, HEADER_SIZE = 32 };

static const struct selfplay_settings settings = {.nodes = 20, .seed = 9};

struct files {
    struct folder folder;
    char path[PATH_SIZE], other[PATH_SIZE];
};

static int make_files(void **state)
{
    struct files *const files = calloc(1, sizeof *files);
    if (!files)
        return -1;
    files->folder = folder_make();
    snprintf(files->path, sizeof files->path, "%s/games", files->folder.path);
    snprintf(files->other, sizeof files->other, "%s/other", files->folder.path);
    *state = files;
    return 0;
}

static int remove_files(void **state)
{
    struct files *const files = *state;
    folder_remove(&files->folder);
    free(files);
    return 0;
}

/* A game of random moves with random scores. */
static void random_game(struct prng *prng, struct selfplay_game *out)
{
    rk_position pos = rk_position_start(RK_STANDARD);
    *out = (struct selfplay_game){.start = pos, .result = prng_below(prng, 3)};
    const unsigned plies = 1 + prng_below(prng, 100);
    rk_move moves[RK_MOVES_MAX];
    size_t count;
    while (out->count < plies && (count = rk_moves_list(&pos, moves))) {
        rk_undo undo;
        out->scores[out->count] = (int16_t)(prng_next(prng) & 0xffff);
        out->moves[out->count++] = moves[prng_below(prng, (unsigned)count)];
        rk_position_apply(&pos, out->moves[out->count - 1], &undo);
    }
}

static void write_games(const char *path, unsigned count)
{
    struct game_writer writer;
    struct prng prng = {3};
    static struct selfplay_game game;
    assert_int_equal(game_writer_open(&writer, path, &settings, NULL), RK_OK);
    for (unsigned i = 0; i < count; i++) {
        random_game(&prng, &game);
        assert_true(game_writer_add(&writer, &game));
    }
    assert_true(game_writer_close(&writer));
}

/* Compares the games of a file with those of write_games() until the end or an error. Returns their
 * number. */
static unsigned compare_games(const char *path, rk_err expected_err)
{
    struct game_reader reader;
    struct prng prng = {3};
    static struct selfplay_game game, expected;
    unsigned count = 0;
    assert_int_equal(game_reader_open(&reader, path, NULL), RK_OK);
    for (; game_reader_next(&reader, &game); count++) {
        random_game(&prng, &expected);
        assert_int_equal(game.start.key, expected.start.key);
        assert_int_equal(game.result, expected.result);
        assert_int_equal(game.count, expected.count);
        assert_memory_equal(game.moves, expected.moves, game.count * sizeof *game.moves);
        assert_memory_equal(game.scores, expected.scores, game.count * sizeof *game.scores);
    }
    assert_int_equal(game_reader_error(&reader, NULL), expected_err);
    game_reader_close(&reader);
    return count;
}

static void games_are_read_as_they_were_written(void **state)
{
    const struct files *const files = *state;
    write_games(files->path, GAMES);
    assert_int_equal(compare_games(files->path, RK_OK), GAMES);
}

static long file_size(const char *path)
{
    FILE *const file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    const long size = ftell(file);
    fclose(file);
    return size;
}

static void an_incomplete_block_is_ignored(void **state)
{
    const struct files *const files = *state;
    write_games(files->path, GAMES);
    const long size = file_size(files->path);
    for (long cut = 1; cut < 500; cut += 37) {
        assert_int_equal(truncate(files->path, size - cut), 0);
        assert_int_equal(compare_games(files->path, RK_OK), GAMES / 64 * 64);
    }
}

static void flip_bit(const char *path, long at)
{
    FILE *const file = fopen(path, "rb+");
    assert_non_null(file);
    fseek(file, at, SEEK_SET);
    const int byte = fgetc(file);
    fseek(file, -1, SEEK_CUR);
    fputc(byte ^ 1, file);
    fclose(file);
}

static void a_damaged_block_is_an_error(void **state)
{
    const struct files *const files = *state;
    write_games(files->path, GAMES);
    flip_bit(files->path, file_size(files->path) - 100);
    assert_int_equal(compare_games(files->path, RK_BAD_RECORD), GAMES / 64 * 64);
}

static void a_damaged_file_stays_as_it_is(void **state)
{
    const struct files *const files = *state;
    struct game_writer writer;
    rk_fault fault;
    write_games(files->path, GAMES);
    const long size = file_size(files->path);
    flip_bit(files->path, HEADER_SIZE + 3); // the size of the first block
    assert_int_equal(game_writer_open(&writer, files->path, &settings, &fault), RK_BAD_RECORD);
    assert_string_equal(fault.text, "the file is damaged at byte 32");
    assert_int_equal(fault.offset, HEADER_SIZE);
    assert_int_equal(file_size(files->path), size);
}

static void other_files_are_refused(void **state)
{
    const struct files *const files = *state;
    const struct selfplay_settings other_seed = {.nodes = 20, .seed = 10};
    struct game_reader reader;
    struct game_writer writer;
    rk_fault fault;
    assert_int_equal(game_reader_open(&reader, files->path, &fault), RK_CANNOT_OPEN);
    write_games(files->path, 1);
    assert_int_equal(game_writer_open(&writer, files->path, &other_seed, &fault), RK_BAD_RECORD);
    assert_string_equal(fault.text, "the file has another seed or node limit");
    FILE *const file = fopen(files->other, "wb");
    assert_non_null(file);
    fputs("[Event \"a PGN file that is longer than the header\"]", file);
    fclose(file);
    assert_int_equal(game_reader_open(&reader, files->other, &fault), RK_BAD_RECORD);
    assert_string_equal(fault.text, "not a file of self-play games");
    assert_int_equal(game_writer_open(&writer, files->other, &settings, &fault), RK_BAD_RECORD);
}

/* Plays games with the engine until their number is `end`. */
static void play_games(const char *path, uint64_t end)
{
    const rk_engine_options options = {.hash_mib = 1, .threads = 1, .now = monotonic_callback};
    struct openings openings = {0};
    struct game_writer writer;
    rk_engine *engine;
    static struct selfplay_game game;
    assert_int_equal(rk_engine_create(&options, &engine), RK_OK);
    assert_int_equal(openings_default(&openings, RK_STANDARD), RK_OK);
    assert_int_equal(game_writer_open(&writer, path, &settings, NULL), RK_OK);
    while (writer.next_number < end) {
        const bool kept = selfplay_play(engine, &openings, &settings, writer.next_number, &game);
        assert_true(game_writer_add(&writer, kept ? &game : NULL));
    }
    assert_true(game_writer_close(&writer));
    openings_fini(&openings);
    rk_engine_destroy(engine);
}

static void an_interrupted_run_continues_where_it_was(void **state)
{
    const struct files *const files = *state;
    play_games(files->path, 30);
    play_games(files->other, 11);
    assert_int_equal(truncate(files->other, file_size(files->other) - 1), 0); // killed
    play_games(files->other, 17);
    play_games(files->other, 30);
    struct game_reader whole, parts;
    static struct selfplay_game expected, game;
    assert_int_equal(game_reader_open(&whole, files->path, NULL), RK_OK);
    assert_int_equal(game_reader_open(&parts, files->other, NULL), RK_OK);
    unsigned count = 0;
    for (; game_reader_next(&whole, &expected); count++) {
        assert_true(game_reader_next(&parts, &game));
        assert_int_equal(game.count, expected.count);
        assert_memory_equal(game.moves, expected.moves, game.count * sizeof *game.moves);
        assert_memory_equal(game.scores, expected.scores, game.count * sizeof *game.scores);
    }
    assert_false(game_reader_next(&parts, &game));
    assert_true(count > 10);
    game_reader_close(&whole);
    game_reader_close(&parts);
}

static void quiet_positions_have_no_check_capture_or_promotion(void **state)
{
    (void)state;
    const rk_position start = rk_position_start(RK_STANDARD);
    assert_true(selfplay_is_quiet(&start, move(&start, "g1f3"), 20));
    assert_false(selfplay_is_quiet(&start, move(&start, "g1f3"), 3000));
    const rk_position capture = position("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
    assert_false(selfplay_is_quiet(&capture, move(&capture, "e4d5"), 20));
    const rk_position promotion = position("k7/4P3/8/8/8/8/8/4K3 w - - 0 1");
    assert_false(selfplay_is_quiet(&promotion, move(&promotion, "e7e8q"), 20));
    const rk_position check = position("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
    assert_false(selfplay_is_quiet(&check, move(&check, "e1f1"), 20));
    const rk_position castling = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_true(selfplay_is_quiet(&castling, move(&castling, "e1g1"), 20));
    const rk_position late = position("4k3/8/8/8/8/8/8/4K2R w - - 81 90");
    assert_false(selfplay_is_quiet(&late, move(&late, "h1h2"), 20));
}

#define WITH_FILES(test) cmocka_unit_test_setup_teardown(test, make_files, remove_files)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_FILES(games_are_read_as_they_were_written),
        WITH_FILES(an_incomplete_block_is_ignored),
        WITH_FILES(a_damaged_block_is_an_error),
        WITH_FILES(a_damaged_file_stays_as_it_is),
        WITH_FILES(other_files_are_refused),
        WITH_FILES(an_interrupted_run_continues_where_it_was),
        cmocka_unit_test(quiet_positions_have_no_check_capture_or_promotion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
