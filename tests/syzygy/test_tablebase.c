/* SPDX-License-Identifier: MIT */
/* Syzygy tables: reference values, consistency, and games played by them. The tests are skipped if
 * there are no tables. */
#include "rookery/tablebase.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rookery/fen.h"
#include "support/board.h"
#include "support/folder.h"
#include "support/slow.h"

/* Opens the tables; without them the test is skipped. */
static rk_tablebase *open_tables(char path[static 256])
{
    const char *shared = getenv("ROOKERY_SHARED");
    rk_tablebase *tables = NULL;
    snprintf(path, 256, "%s/data/syzygy", shared ? shared : "../shared");
    if (rk_tablebase_open(path, &tables, NULL) || rk_tablebase_men(tables) < 4) {
        rk_tablebase_close(tables);
        print_message("skipped: there are no tables in %s\n", path);
        skip();
    }
    return tables;
}

// ---- reference values ------------------------------------------------------------------------

static void probes_match_the_reference_list(void **state)
{
    (void)state;
    char path[256], name[280], line[256];
    rk_tablebase *tables = open_tables(path);
    snprintf(name, sizeof name, "%s/endgame.epd", path);
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    unsigned lines = 0;
    while (fgets(line, sizeof line, file)) {
        char *facts = strstr(line, "wdl_table");
        int table, result, distance, found = 0;
        rk_wdl wdl = RK_DRAW;
        rk_position pos;
        assert_non_null(facts);
        assert_int_equal(sscanf(facts, "wdl_table %d; wdl %d; dtz %d;", &table, &result, &distance),
                         3);
        assert_int_equal(
            rk_fen_parse(line, (size_t)(facts - line - 1), RK_STANDARD, RK_FEN_PLAIN, &pos, NULL),
            RK_OK);
        if (!rk_tablebase_wdl(tables, &pos, &wdl) || !rk_tablebase_dtz(tables, &pos, &found) ||
            (int)wdl != result || found != distance)
            fail_msg("%s: not so: %d %d", line, (int)wdl, found);
        lines++;
    }
    fclose(file);
    assert_true(lines > 50);
    rk_tablebase_close(tables);
}

// ---- four pieces -----------------------------------------------------------------------------

static const char *const signatures[] = {
    "KBBvK", "KBNvK", "KBPvK", "KBvKB", "KBvKN", "KBvKP", "KNNvK", "KNPvK", "KNvKN", "KNvKP",
    "KPPvK", "KPvKP", "KQBvK", "KQNvK", "KQPvK", "KQQvK", "KQRvK", "KQvKB", "KQvKN", "KQvKP",
    "KQvKQ", "KQvKR", "KRBvK", "KRNvK", "KRPvK", "KRRvK", "KRvKB", "KRvKN", "KRvKP", "KRvKR"};

/* Places the pieces of an endgame at random, with random colours. False if the position is illegal.
 */
static bool place_randomly(struct prng *prng, const char *signature, rk_position *out)
{
    rk_position pos = rk_position_empty(RK_STANDARD);
    uint64_t taken = 0;
    rk_side side = prng_below(prng, 2) ? RK_BLACK : RK_WHITE;
    for (; *signature; signature++) {
        rk_piece piece;
        const unsigned square = prng_below(prng, 64);
        if (*signature == 'v') {
            side = rk_side_other(side);
            continue;
        }
        if (taken >> square & 1 || !rk_piece_from_letter(*signature, &piece))
            return false;
        taken |= UINT64_C(1) << square;
        piece.side = side;
        rk_position_put(&pos, (rk_square)square, piece);
    }
    pos.turn = (uint8_t)prng_below(prng, 2);
    // Sets en passant for any pawn; rk_position_validate() drops it if there is no legal capture.
    if (!prng_below(prng, 4))
        pos.en_passant = (uint8_t)((pos.turn == RK_WHITE ? 40 : 16) + prng_below(prng, 8));
    *out = pos;
    return rk_position_validate(out) == 0;
}

static rk_position place_until_legal(struct prng *prng, const char *signature)
{
    rk_position pos;
    while (!place_randomly(prng, signature, &pos))
        ;
    return pos;
}

static int probe_wdl(rk_tablebase *tables, const rk_position *pos)
{
    rk_wdl wdl;
    if (!rk_tablebase_wdl(tables, pos, &wdl))
        fail_msg("no WDL in the tables");
    return (int)wdl;
}

static int probe_dtz(rk_tablebase *tables, const rk_position *pos)
{
    int distance;
    if (!rk_tablebase_dtz(tables, pos, &distance))
        fail_msg("no DTZ in the tables");
    return distance;
}

/* Derives WDL and DTZ of a position from those of its moves: the best result, and with it the
 * shortest win or the longest loss. */
struct expectation {
    int result, distance;
    bool has_move;
};

static struct expectation look_ahead(rk_tablebase *tables, const rk_position *pos)
{
    const struct slow slow = slow_from(pos);
    rk_move moves[RK_MOVES_MAX];
    const size_t count = slow_moves(&slow, moves);
    struct expectation expected = {.result = -2, .has_move = count > 0};
    for (size_t i = 0; i < count; i++) {
        rk_position next = *pos;
        rk_undo undo;
        rk_position_apply(&next, moves[i], &undo);
        const int result = -probe_wdl(tables, &next);
        const bool ends =
            !next.halfmove_clock || (rk_position_in_check(&next) && !rk_moves_any(&next));
        const int distance = ends ? 1 : 1 + abs(probe_dtz(tables, &next));
        const bool better =
            result > 0 ? distance < expected.distance : distance > expected.distance;
        if (result > expected.result || (result == expected.result && better) || !i)
            expected = (struct expectation){result, distance, true};
    }
    if (!count && !slow_in_check(&slow))
        expected.result = 0;
    return expected;
}

static void probes_are_consistent_one_ply_ahead(void **state)
{
    (void)state;
    enum { SAMPLE = 400 };
    char path[256];
    rk_tablebase *tables = open_tables(path);
    struct prng prng = {4};
    unsigned decided = 0;
    for (size_t i = 0; i < sizeof signatures / sizeof *signatures; i++)
        for (int n = 0; n < SAMPLE; n++) {
            const rk_position pos = place_until_legal(&prng, signatures[i]);
            const struct expectation expected = look_ahead(tables, &pos);
            const int result = probe_wdl(tables, &pos), distance = probe_dtz(tables, &pos);
            char fen[RK_FEN_MAX];
            rk_fen_write(&pos, RK_FEN_PLAIN, fen);
            if (result != expected.result || (distance > 0) - (distance < 0) != result / 2)
                fail_msg("%s: WDL %d (DTZ %d), but %d from the moves", fen, result, distance,
                         expected.result);
            // A DTZ stored in moves instead of plies may be one ply too long.
            const int more = abs(distance) - expected.distance;
            if (result && expected.has_move && (more < -1 || more > 1))
                fail_msg("%s: DTZ %d, but %d from the moves", fen, distance, expected.distance);
            decided += result != 0;
        }
    assert_true(decided > SAMPLE);
    rk_tablebase_close(tables);
}

static void en_passant_is_considered(void **state)
{
    (void)state;
    char path[256];
    rk_tablebase *tables = open_tables(path);
    // Without the en passant capture Black promotes; with it White does.
    const rk_position with = position("8/8/8/k2Pp3/8/8/8/4K3 w - e6 0 1");
    const rk_position without = position("8/8/8/k2Pp3/8/8/8/4K3 w - - 0 1");
    assert_true(probe_wdl(tables, &with) > probe_wdl(tables, &without));
    assert_int_equal(probe_dtz(tables, &with), 1);
    rk_tablebase_close(tables);
}

// ---- games -----------------------------------------------------------------------------------

/* Plays a won position to mate: the winner by the tables, the loser by them or at random. Fails if
 * the win is lost or the fifty-move rule applies. */
static void play_to_mate(rk_tablebase *tables, rk_position pos, struct prng *prng,
                         bool best_defence)
{
    const uint8_t winner = pos.turn;
    rk_move best[RK_MOVES_MAX];
    while (rk_moves_any(&pos)) {
        rk_undo undo;
        size_t count = 1;
        if (pos.turn == winner || best_defence)
            count = rk_tablebase_root(tables, &pos, false, best);
        else
            best[0] = best[prng_below(prng, (unsigned)rk_moves_list(&pos, best))];
        assert_true(count > 0);
        rk_position_apply(&pos, best[0], &undo);
        assert_true(pos.halfmove_clock < 100 || !rk_moves_any(&pos));
    }
    assert_true(rk_position_in_check(&pos));
    assert_int_not_equal(pos.turn, winner);
}

static void won_endgames_are_won(void **state)
{
    (void)state;
    static const char *const won[] = {"KQvK",  "KRvK",  "KPvK",  "KBNvK", "KBBvK",
                                      "KQvKR", "KRPvK", "KQvKP", "KRvKN"};
    char path[256];
    rk_tablebase *tables = open_tables(path);
    struct prng prng = {8};
    for (size_t i = 0; i < sizeof won / sizeof *won; i++)
        for (int games = 0; games < 40;) {
            rk_position pos = place_until_legal(&prng, won[i]);
            if (probe_wdl(tables, &pos) != RK_WIN)
                continue;
            // The largest half-move clock that still allows the win.
            const int spare = 99 - probe_dtz(tables, &pos);
            if (games % 2 && spare > 0)
                pos.halfmove_clock = (uint16_t)prng_below(&prng, (unsigned)spare + 1);
            play_to_mate(tables, pos, &prng, games % 4 < 2);
            games++;
        }
    rk_tablebase_close(tables);
}

static void drawn_endgames_are_held(void **state)
{
    (void)state;
    static const char *const drawn[] = {"KPvK", "KRvKB", "KQvKP", "KPvKP", "KRvKN", "KNvKP"};
    char path[256];
    rk_tablebase *tables = open_tables(path);
    struct prng prng = {9};
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++)
        for (int games = 0; games < 20;) {
            rk_position pos = place_until_legal(&prng, drawn[i]);
            const uint8_t us = pos.turn;
            if (probe_wdl(tables, &pos) != RK_DRAW)
                continue;
            games++;
            for (int ply = 0; ply < 80 && rk_moves_any(&pos); ply++) {
                rk_move moves[RK_MOVES_MAX];
                rk_undo undo;
                size_t count = pos.turn == us ? rk_tablebase_root(tables, &pos, false, moves)
                                              : rk_moves_list(&pos, moves);
                const rk_move played =
                    moves[pos.turn == us ? 0 : prng_below(&prng, (unsigned)count)];
                rk_position_apply(&pos, played, &undo);
                const int result = probe_wdl(tables, &pos);
                assert_true(pos.turn == us ? result >= 0 : result <= 0);
            }
        }
    rk_tablebase_close(tables);
}

static void root_keeps_the_best_moves_and_mate_comes_first(void **state)
{
    (void)state;
    char path[256];
    rk_tablebase *tables = open_tables(path);
    rk_move moves[RK_MOVES_MAX];
    const rk_position mate = position("k7/8/1K6/8/8/8/8/7R w - - 0 1");
    const size_t count = rk_tablebase_root(tables, &mate, false, moves);
    assert_true(count > 1);
    assert_int_equal(moves[0], move(&mate, "h1h8"));
    // After a repetition only the shortest way is left.
    assert_int_equal(rk_tablebase_root(tables, &mate, true, moves), 1);
    assert_int_equal(moves[0], move(&mate, "h1h8"));
    // Capturing the rook draws; all other moves lose.
    const rk_position one = position("8/8/8/8/8/3k4/r7/1K6 w - - 0 1");
    assert_int_equal(rk_moves_count(&one), 2);
    assert_int_equal(rk_tablebase_root(tables, &one, false, moves), 1);
    assert_int_equal(moves[0], move(&one, "b1a2"));
    rk_tablebase_close(tables);
}

static void cursed_win_takes_the_shortest_way(void **state)
{
    (void)state;
    char path[256];
    rk_tablebase *tables = open_tables(path);
    rk_move all[RK_MOVES_MAX], hurried[RK_MOVES_MAX];
    rk_position pos = position("8/8/8/3k4/8/8/8/KR6 w - - 0 1");
    const size_t count = rk_tablebase_root(tables, &pos, false, all);
    pos.halfmove_clock = 90;
    const size_t fewer = rk_tablebase_root(tables, &pos, false, hurried);
    assert_true(fewer > 0 && fewer < count);
    for (size_t i = 0; i < fewer; i++)
        assert_int_equal(hurried[i], all[i]);
    rk_tablebase_close(tables);
}

/* Writes a table of KQvK that is the same everywhere: `description` is what follows the pieces. */
static void write_uniform_table(const struct folder *folder, const char *name,
                                const unsigned char *start, const unsigned char *description,
                                size_t size)
{
    enum { TABLE_SIZE = 64 + 16, START_SIZE = 4, DESCRIPTION_AT = 10 };
    static const unsigned char pieces[] = {1 /* split by side to move */, 0, 0x66, 0x55, 0xee};
    unsigned char bytes[TABLE_SIZE] = {0};
    char path[FOLDER_PATH_SIZE + 32];
    memcpy(bytes, start, START_SIZE);
    memcpy(bytes + START_SIZE, pieces, sizeof pieces);
    memcpy(bytes + DESCRIPTION_AT, description, size);
    snprintf(path, sizeof path, "%s/%s", folder->path, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, sizeof bytes, file), sizeof bytes);
    fclose(file);
}

/* In tables of seven pieces, cursed wins take more than a thousand plies. */
static void the_longest_cursed_win_is_better_than_a_draw(void **state)
{
    (void)state;
    static const unsigned char wdl_start[] = {0x71, 0xe8, 0x23, 0x5d};
    static const unsigned char dtz_start[] = {0xd7, 0x66, 0x0c, 0xa5};
    static const unsigned char wdl[] = {0x80, 3, 0x80, 1}; // the queen wins, but cursed
    static const unsigned char dtz[] = {0x80 | 16 | 2, 0, 0, 0, 0, 0, 1, 0,
                                        0xe8,          3, 0, 0}; // a map of one value: 1000 moves
    const struct folder folder = folder_make();
    rk_tablebase *tables = NULL;
    rk_move moves[RK_MOVES_MAX];
    int distance = 0;
    write_uniform_table(&folder, "KQvK.rtbw", wdl_start, wdl, sizeof wdl);
    write_uniform_table(&folder, "KQvK.rtbz", dtz_start, dtz, sizeof dtz);
    assert_int_equal(rk_tablebase_open(folder.path, &tables, NULL), RK_OK);
    const rk_position pos = position("4k3/8/8/8/3Q4/8/8/K7 w - - 0 1");
    assert_true(rk_tablebase_dtz(tables, &pos, &distance));
    assert_int_equal(distance, 2 * 1000 + 1 + 100);
    const size_t count = rk_tablebase_root(tables, &pos, false, moves);
    assert_true(count > 0);
    for (size_t i = 0; i < count; i++) // the king would take the queen on these squares
        assert_true(moves[i] != move(&pos, "d4d7") && moves[i] != move(&pos, "d4d8"));
    rk_tablebase_close(tables);
    folder_remove(&folder);
}

// ---- unknown positions -----------------------------------------------------------------------

static void expect_unknown(rk_tablebase *tables, const rk_position *pos)
{
    rk_wdl wdl = RK_WIN;
    int distance = 12345;
    rk_move moves[RK_MOVES_MAX];
    assert_false(rk_tablebase_wdl(tables, pos, &wdl));
    assert_false(rk_tablebase_dtz(tables, pos, &distance));
    assert_int_equal(rk_tablebase_root(tables, pos, false, moves), 0);
    assert_int_equal(wdl, RK_WIN);
    assert_int_equal(distance, 12345);
}

static void positions_outside_the_tables_are_unknown(void **state)
{
    (void)state;
    char path[256];
    rk_tablebase *tables = open_tables(path);
    const rk_position start = rk_position_start(RK_STANDARD);
    const rk_position castles = position("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    const rk_position atomic = position_of(RK_ATOMIC, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    const rk_position lone = position("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    expect_unknown(tables, &start);
    expect_unknown(tables, &castles);
    expect_unknown(tables, &atomic);
    assert_int_equal(probe_wdl(tables, &lone), RK_DRAW);
    assert_int_equal(rk_tablebase_count(tables), 35);
    assert_int_equal(rk_tablebase_men(tables), 4);
    rk_tablebase_close(tables);
}

/* Copies `size` bytes of each file of an endgame, with the byte at `spoil` changed. */
static void copy_table(const char *from, const char *to, const char *name, size_t size,
                       size_t spoil)
{
    char path[400];
    snprintf(path, sizeof path, "%s/%s", from, name);
    FILE *in = fopen(path, "rb");
    snprintf(path, sizeof path, "%s/%s", to, name);
    FILE *out = fopen(path, "wb");
    assert_non_null(in);
    assert_non_null(out);
    for (size_t i = 0; i < size; i++) {
        const int byte = fgetc(in);
        if (byte == EOF)
            break;
        fputc(i == spoil ? byte ^ 0x55 : byte, out);
    }
    fclose(in);
    fclose(out);
}

static void missing_or_corrupt_files_are_unknown(void **state)
{
    (void)state;
    char path[256];
    rk_tablebase_close(open_tables(path));
    const struct folder folder = folder_make();
    const rk_position pos = position("8/8/8/3k4/8/8/8/KR6 w - - 0 1");
    static const size_t sizes[] = {0, 1, 4, 16, 80, 100, 144, 207};
    rk_tablebase *tables = NULL;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        copy_table(path, folder.path, "KRvK.rtbw", sizes[i], SIZE_MAX);
        assert_int_equal(rk_tablebase_open(folder.path, &tables, NULL), RK_OK);
        assert_int_equal(rk_tablebase_count(tables), 1);
        expect_unknown(tables, &pos);
        rk_tablebase_close(tables);
    }
    copy_table(path, folder.path, "KRvK.rtbw", SIZE_MAX, SIZE_MAX);
    assert_int_equal(rk_tablebase_open(folder.path, &tables, NULL), RK_OK);
    assert_int_equal(probe_wdl(tables, &pos), RK_WIN);
    int distance;
    rk_move moves[RK_MOVES_MAX];
    assert_false(rk_tablebase_dtz(tables, &pos, &distance));
    assert_true(rk_tablebase_root(tables, &pos, false, moves) > 0); // by WDL alone
    rk_tablebase_close(tables);
    folder_remove(&folder);
}

static void corrupt_bytes_are_harmless(void **state)
{
    (void)state;
    char path[256];
    rk_tablebase_close(open_tables(path));
    const struct folder folder = folder_make();
    for (size_t spoil = 0; spoil < 272; spoil++) {
        rk_tablebase *tables = NULL;
        struct prng prng = {spoil};
        copy_table(path, folder.path, "KQvK.rtbw", SIZE_MAX, spoil);
        copy_table(path, folder.path, "KQvK.rtbz", SIZE_MAX, spoil);
        assert_int_equal(rk_tablebase_open(folder.path, &tables, NULL), RK_OK);
        for (int i = 0; i < 20; i++) {
            const rk_position pos = place_until_legal(&prng, "KQvK");
            rk_wdl wdl = RK_DRAW;
            int distance;
            if (rk_tablebase_wdl(tables, &pos, &wdl))
                assert_in_range(wdl + 2, 0, 4);
            if (rk_tablebase_dtz(tables, &pos, &distance))
                assert_true(abs(distance) < 1 << 16);
        }
        rk_tablebase_close(tables);
    }
    folder_remove(&folder);
}

/* Reading beyond the end of a mapped file is SIGBUS. The last page of a file that is a little
 * shorter can be read; what it has lost is zeros. */
static void a_file_that_shrinks_while_it_is_in_use_is_missing(void **state)
{
    (void)state;
    static const off_t sizes[] = {0, 80, 4096, 20000, -20};
    char path[256], name[300];
    rk_tablebase_close(open_tables(path));
    const struct folder folder = folder_make();
    const rk_position pos = position("8/8/3r4/3k4/8/8/8/KQ6 w - - 0 1");
    snprintf(name, sizeof name, "%s/KQvKR.rtbw", folder.path);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        rk_tablebase *tables = NULL;
        struct stat status;
        struct prng prng = {i};
        copy_table(path, folder.path, "KQvK.rtbw", SIZE_MAX, SIZE_MAX);
        copy_table(path, folder.path, "KRvK.rtbw", SIZE_MAX, SIZE_MAX);
        copy_table(path, folder.path, "KQvKR.rtbw", SIZE_MAX, SIZE_MAX);
        assert_int_equal(rk_tablebase_open(folder.path, &tables, NULL), RK_OK);
        assert_int_equal(probe_wdl(tables, &pos), RK_WIN);
        assert_int_equal(stat(name, &status), 0);
        assert_int_equal(truncate(name, sizes[i] < 0 ? status.st_size + sizes[i] : sizes[i]), 0);
        expect_unknown(tables, &pos);
        for (int n = 0; n < 200; n++) {
            const rk_position other = place_until_legal(&prng, "KQvKR");
            rk_wdl wdl;
            (void)!rk_tablebase_wdl(tables, &other, &wdl);
        }
        rk_tablebase_close(tables);
    }
    folder_remove(&folder);
}

static void folders_are_searched_in_order_and_must_exist(void **state)
{
    (void)state;
    char path[256], both[600];
    rk_tablebase_close(open_tables(path));
    const struct folder folder = folder_make();
    rk_tablebase *tables = NULL;
    rk_fault fault = {0};
    snprintf(both, sizeof both, "%s:%s", folder.path, path);
    copy_table(path, folder.path, "KRvK.rtbw", 0, SIZE_MAX);
    assert_int_equal(rk_tablebase_open(both, &tables, NULL), RK_OK);
    assert_int_equal(rk_tablebase_count(tables), 35);
    const rk_position rook = position("8/8/8/3k4/8/8/8/KR6 w - - 0 1");
    const rk_position queen = position("8/8/8/3k4/8/8/8/KQ6 w - - 0 1");
    expect_unknown(tables, &rook); // the empty file is found first
    assert_int_equal(probe_wdl(tables, &queen), RK_WIN);
    rk_tablebase_close(tables);
    snprintf(both, sizeof both, "%s/nowhere", folder.path);
    assert_int_equal(rk_tablebase_open(both, &tables, &fault), RK_CANNOT_OPEN);
    assert_non_null(strstr(fault.text, "nowhere"));
    folder_remove(&folder);
}

// ---- threads ---------------------------------------------------------------------------------

struct asker {
    rk_tablebase *tables;
    uint64_t sum;
    bool failed;
};

static void *probe_positions(void *data)
{
    struct asker *asker = data;
    struct prng prng = {3};
    for (size_t i = 0; i < sizeof signatures / sizeof *signatures; i++)
        for (int n = 0; n < 20; n++) {
            rk_wdl wdl = RK_DRAW;
            int distance = 0;
            rk_position pos;
            while (!place_randomly(&prng, signatures[i], &pos))
                ;
            asker->failed = asker->failed || !rk_tablebase_wdl(asker->tables, &pos, &wdl) ||
                            !rk_tablebase_dtz(asker->tables, &pos, &distance);
            asker->sum = asker->sum * 31 + (uint64_t)(wdl + 200 + distance);
        }
    return NULL;
}

static void concurrent_probes_agree(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    char path[256];
    rk_tablebase *tables = open_tables(path);
    struct asker askers[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        askers[i] = (struct asker){.tables = tables};
        assert_int_equal(pthread_create(&threads[i], NULL, probe_positions, &askers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_false(askers[i].failed);
        assert_int_equal(askers[i].sum, askers[0].sum);
    }
    rk_tablebase_close(tables);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(probes_match_the_reference_list),
        cmocka_unit_test(probes_are_consistent_one_ply_ahead),
        cmocka_unit_test(en_passant_is_considered),
        cmocka_unit_test(won_endgames_are_won),
        cmocka_unit_test(drawn_endgames_are_held),
        cmocka_unit_test(root_keeps_the_best_moves_and_mate_comes_first),
        cmocka_unit_test(cursed_win_takes_the_shortest_way),
        cmocka_unit_test(the_longest_cursed_win_is_better_than_a_draw),
        cmocka_unit_test(positions_outside_the_tables_are_unknown),
        cmocka_unit_test(missing_or_corrupt_files_are_unknown),
        cmocka_unit_test(corrupt_bytes_are_harmless),
        cmocka_unit_test(a_file_that_shrinks_while_it_is_in_use_is_missing),
        cmocka_unit_test(folders_are_searched_in_order_and_must_exist),
        cmocka_unit_test(concurrent_probes_agree),
    };
    return cmocka_run_group_tests_name("tablebase", tests, NULL, NULL);
}
