/* SPDX-License-Identifier: MIT */
/* Opening database files: games and names, and files that are refused. */
#include "explorer/database.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "explorer/query.h"
#include "rookery/fen.h"
#include "support/explorer_files.h"
#include "support/opening_games.h"

static void assert_name(const struct database *database, uint32_t number, const char *expected)
{
    const rk_pgn_text name = database_name(database, number);
    assert_int_equal(name.size, strlen(expected));
    assert_memory_equal(name.at, expected, name.size);
}

static void a_game_is_stored_with_its_tags(void **state)
{
    struct database_game game;
    rk_position start;
    struct database database = explorer_build_from(
        *state,
        "[Event \"Open \\\"A\\\"\"][White \"Ann\"][Black \"?\"][WhiteElo \"2345\"]"
        "[BlackElo \"?\"][Date \"1987.06.??\"][ECO \"C42\"][Result \"1/2-1/2\"][SetUp \"1\"]"
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 40\"]\n\n40... Kd7 41. e4 1/2-1/2\n");
    database_game(&database, 0, &game);
    assert_name(&database, game.white, "Ann");
    assert_name(&database, game.black, "");
    assert_name(&database, game.event, "Open \"A\"");
    assert_int_equal(game.white_rating, 2345);
    assert_int_equal(game.black_rating, 0);
    assert_int_equal(database_game_rating(&game), 2345);
    assert_int_equal(database_game_date(&game), 19870600);
    assert_int_equal(game.result, DATABASE_DRAW);
    assert_int_equal(game.eco, 1 + 242);
    assert_int_equal(game.plies, 2);
    assert_int_equal(rk_move_to(database_move(&game, 1)), rk_square_at(4, 3));
    assert_true(database_start(&database, game.start, &start));
    assert_int_equal(start.turn, RK_BLACK);
    assert_int_equal(start.move_number, 40);
    database_close(&database);
}

static void a_game_beyond_the_last_is_empty(void **state)
{
    struct database_game game;
    struct database database = explorer_build_from(*state, "1. e4 e5 1-0\n");
    database_game(&database, 1, &game);
    assert_int_equal(game.plies, 0);
    assert_int_equal(game.result, DATABASE_UNKNOWN);
    assert_int_equal(database_name(&database, 12345).size, 0);
    database_close(&database);
}

// ---- refused files ---------------------------------------------------------------------------

static struct buffer make_file(struct pgn_files *files)
{
    struct buffer pgn = {.bytes = NULL};
    opening_games_write(&pgn, 400, 3);
    struct database database = explorer_build_from(files, buffer_cstr(&pgn));
    database_close(&database);
    buffer_fini(&pgn);
    return explorer_read_file(files->output);
}

static void assert_refused(const struct buffer *bytes, size_t size, const char *reason)
{
    struct database database;
    rk_fault fault;
    assert_int_equal(database_from_bytes((const uint8_t *)bytes->bytes, size, &database, &fault),
                     RK_BAD_RECORD);
    if (reason)
        assert_string_equal(fault.text, reason);
}

static void truncated_files_are_refused_with_the_reason(void **state)
{
    struct buffer bytes = make_file(*state);
    assert_refused(&bytes, 0, "not an opening database");
    assert_refused(&bytes, 100, "truncated: the header is incomplete");
    assert_refused(&bytes, HEADER_SIZE, "truncated: the section of names ends beyond the file");
    assert_refused(&bytes, bytes.size - 1,
                   "truncated: the section of checksums ends beyond the file");
    for (size_t size = 0; size < bytes.size; size += 97)
        assert_refused(&bytes, size, NULL);
    buffer_fini(&bytes);
}

static void corrupt_headers_are_refused_with_the_reason(void **state)
{
    struct buffer bytes = make_file(*state);
    bytes.bytes[0] = 'x';
    assert_refused(&bytes, bytes.size, "not an opening database");
    bytes.bytes[0] = 'R';
    bytes.bytes[8]++;
    assert_refused(&bytes, bytes.size, "a version of the format that this program does not know");
    bytes.bytes[8]--;
    bytes.bytes[30]++;
    assert_refused(&bytes, bytes.size, "corrupt: the checksum of the header is wrong");
    buffer_fini(&bytes);
}

static void a_file_that_is_no_database_is_refused(void **state)
{
    struct pgn_files *files = *state;
    struct database database;
    rk_fault fault;
    pgn_files_add(files, "a.pgn", "1. e4 e5\n");
    assert_int_equal(explorer_open(files->names[0], &database, &fault), RK_BAD_RECORD);
    assert_string_equal(fault.text, "not an opening database");
    pgn_files_add(files, "b.pgn", "");
    assert_int_equal(explorer_open(files->names[1], &database, &fault), RK_BAD_RECORD);
    assert_string_equal(fault.text, "the file is empty");
    assert_int_equal(explorer_open("/nonexistent", &database, &fault), RK_CANNOT_OPEN);
    assert_string_equal(fault.text, "No such file or directory");
    assert_int_equal(explorer_open(files->folder.path, &database, &fault), RK_CANNOT_READ);
}

/* Any byte that changes is found: by opening the file, or by verifying it. */
static void corrupt_bytes_are_found_by_verification(void **state)
{
    struct buffer bytes = make_file(*state);
    for (size_t at = 0; at < bytes.size; at += 61) {
        struct database database;
        rk_fault fault;
        bytes.bytes[at] ^= 16;
        if (!database_from_bytes((const uint8_t *)bytes.bytes, bytes.size, &database, &fault))
            assert_int_equal(database_verify(&database, &fault), RK_BAD_RECORD);
        assert_non_null(strstr(fault.text, at < 8 ? "not an" : ""));
        bytes.bytes[at] ^= 16;
    }
    buffer_fini(&bytes);
}

/* What a checksum does not cover when the file is opened must not do harm either. */
static void corrupt_bytes_do_no_harm_to_queries(void **state)
{
    static struct statistics found;
    struct buffer bytes = make_file(*state);
    const rk_position start = rk_position_start(RK_STANDARD);
    for (size_t at = HEADER_SIZE; at < bytes.size; at += 7) {
        struct database database;
        struct buffer json = {.bytes = NULL};
        rk_fault fault;
        bytes.bytes[at] ^= (char)0xa5;
        if (!database_from_bytes((const uint8_t *)bytes.bytes, bytes.size, &database, &fault)) {
            query_position(&database, &start, NULL, &found);
            query_write_json(&database, &start, &found, NULL, &json);
            assert_false(json.failed);
        }
        buffer_fini(&json);
        bytes.bytes[at] ^= (char)0xa5;
    }
    buffer_fini(&bytes);
}

static void write_file(const char *path, const struct buffer *bytes)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes->bytes, 1, bytes->size, file), bytes->size);
    assert_int_equal(fclose(file), 0);
}

/* Whatever a query and reading all games see of a changed byte, they report it. */
static void damage_is_noticed_by_what_reads_it(void **state)
{
    static struct statistics found;
    struct pgn_files *files = *state;
    struct buffer bytes = make_file(files);
    const rk_position start = rk_position_start(RK_STANDARD);
    for (size_t at = HEADER_SIZE; at < bytes.size; at += 61) {
        struct database database;
        rk_fault fault;
        bytes.bytes[at] ^= 16;
        write_file(files->output, &bytes);
        bytes.bytes[at] ^= 16;
        if (explorer_open(files->output, &database, &fault))
            continue;
        query_position(&database, &start, NULL, &found);
        for (uint64_t i = 0; i < database.header.game_count; i++) {
            struct database_game game;
            database_game(&database, i, &game);
            database_name(&database, game.white);
            database_name(&database, game.black);
            database_name(&database, game.event);
        }
        const struct section *positions = &database.header.sections[SECTION_POSITIONS];
        if (at < positions->offset) {
            assert_int_equal(database_damage(&database, &fault), RK_BAD_RECORD);
            assert_string_equal(fault.text, "corrupt: the checksum of a block is wrong");
        }
        database_close(&database);
    }
    buffer_fini(&bytes);
}

static void an_undamaged_file_reports_no_damage(void **state)
{
    static struct statistics found;
    struct pgn_files *files = *state;
    struct buffer bytes = make_file(files);
    const rk_position start = rk_position_start(RK_STANDARD);
    struct database database;
    rk_fault fault;
    assert_int_equal(explorer_open(files->output, &database, &fault), RK_OK);
    assert_true(query_position(&database, &start, NULL, &found));
    assert_int_equal(database_damage(&database, &fault), RK_OK);
    database_close(&database);
    buffer_fini(&bytes);
}

/* Reads all of it: a query for the start, and the names of all games. */
static void read_everything(const struct database *database)
{
    static struct statistics found;
    const rk_position start = rk_position_start(RK_STANDARD);
    query_position(database, &start, NULL, &found);
    for (uint64_t i = 0; i < database->header.game_count; i++) {
        struct database_game game;
        database_game(database, i, &game);
        database_name(database, game.white);
    }
}

static void assert_changed(const struct database *database)
{
    rk_fault fault;
    assert_int_equal(database_damage(database, &fault), RK_BAD_RECORD);
    assert_string_equal(fault.text, "the file was changed while it was in use");
}

/* Reading beyond the end of a mapped file is SIGBUS, which must not end the program, whether the
 * blocks were verified before or not. */
static void a_file_that_shrinks_while_it_is_open_is_damaged(void **state)
{
    struct pgn_files *files = *state;
    struct buffer bytes = make_file(files);
    for (int is_read_before = 0; is_read_before < 2; is_read_before++) {
        struct database database;
        rk_fault fault;
        write_file(files->output, &bytes);
        assert_int_equal(explorer_open(files->output, &database, &fault), RK_OK);
        if (is_read_before)
            read_everything(&database);
        assert_int_equal(truncate(files->output, 0), 0);
        read_everything(&database);
        assert_changed(&database);
        database_close(&database);
    }
    buffer_fini(&bytes);
}

static void a_file_that_is_overwritten_while_it_is_open_is_damaged(void **state)
{
    struct pgn_files *files = *state;
    const struct timespec times[2] = {{.tv_sec = 1}, {.tv_sec = 1}};
    struct buffer bytes = make_file(files);
    struct database database;
    rk_fault fault;
    assert_int_equal(explorer_open(files->output, &database, &fault), RK_OK);
    write_file(files->output, &bytes);
    assert_int_equal(utimensat(AT_FDCWD, files->output, times, 0), 0); // the clock may be coarse
    read_everything(&database);
    assert_changed(&database);
    database_close(&database);
    buffer_fini(&bytes);
}

static void a_file_that_is_replaced_by_rename_stays_readable(void **state)
{
    struct pgn_files *files = *state;
    struct buffer bytes = make_file(files);
    struct database database;
    rk_fault fault;
    assert_int_equal(explorer_open(files->output, &database, &fault), RK_OK);
    assert_int_equal(unlink(files->output), 0);
    write_file(files->output, &bytes);
    read_everything(&database);
    assert_int_equal(database_damage(&database, &fault), RK_OK);
    database_close(&database);
    buffer_fini(&bytes);
}

static void special_files_are_refused_at_once(void **state)
{
    struct pgn_files *files = *state;
    struct database database;
    rk_fault fault;
    assert_int_equal(mkfifo(files->output, 0600), 0);
    assert_int_equal(explorer_open(files->output, &database, &fault), RK_CANNOT_READ);
    assert_string_equal(fault.text, "not a regular file");
    assert_false(database_may_replace(files->output));
    assert_false(database_may_replace("/dev/null"));
    assert_int_equal(unlink(files->output), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, pgn_files_set_up, pgn_files_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_game_is_stored_with_its_tags),
        TEST(a_game_beyond_the_last_is_empty),
        TEST(truncated_files_are_refused_with_the_reason),
        TEST(corrupt_headers_are_refused_with_the_reason),
        TEST(a_file_that_is_no_database_is_refused),
        TEST(corrupt_bytes_are_found_by_verification),
        TEST(corrupt_bytes_do_no_harm_to_queries),
        TEST(damage_is_noticed_by_what_reads_it),
        TEST(an_undamaged_file_reports_no_damage),
        TEST(a_file_that_shrinks_while_it_is_open_is_damaged),
        TEST(a_file_that_is_overwritten_while_it_is_open_is_damaged),
        TEST(a_file_that_is_replaced_by_rename_stays_readable),
        TEST(special_files_are_refused_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
