/* SPDX-License-Identifier: MIT */
/* Syzygy tables: what others say of positions, what our own solver says of all of them, and games
 * played by them. The tables lie where they are shared; without them the tests are skipped. */
#include "rookery/tablebase.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

// ---- what others say -------------------------------------------------------------------------

static void answers_are_those_of_the_list(void **state)
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

// ---- four men --------------------------------------------------------------------------------

static const char *const endings[] = {
    "KBBvK", "KBNvK", "KBPvK", "KBvKB", "KBvKN", "KBvKP", "KNNvK", "KNPvK", "KNvKN", "KNvKP",
    "KPPvK", "KPvKP", "KQBvK", "KQNvK", "KQPvK", "KQQvK", "KQRvK", "KQvKB", "KQvKN", "KQvKP",
    "KQvKQ", "KQvKR", "KRBvK", "KRNvK", "KRPvK", "KRRvK", "KRvKB", "KRvKN", "KRvKP", "KRvKR"};

/* Men of an ending on squares of chance, either colour having the first; false if that is no
 * position. */
static bool scatter(struct prng *prng, const char *ending, rk_position *out)
{
    rk_position pos = rk_position_empty(RK_STANDARD);
    uint64_t taken = 0;
    rk_side side = prng_below(prng, 2) ? RK_BLACK : RK_WHITE;
    for (; *ending; ending++) {
        rk_piece piece;
        const unsigned square = prng_below(prng, 64);
        if (*ending == 'v') {
            side = rk_side_other(side);
            continue;
        }
        if (taken >> square & 1 || !rk_piece_from_letter(*ending, &piece))
            return false;
        taken |= UINT64_C(1) << square;
        piece.side = side;
        rk_position_put(&pos, (rk_square)square, piece);
    }
    pos.turn = (uint8_t)prng_below(prng, 2);
    // Any pawn may just have come: rk_position_validate() forgets what cannot be captured.
    if (!prng_below(prng, 4))
        pos.en_passant = (uint8_t)((pos.turn == RK_WHITE ? 40 : 16) + prng_below(prng, 8));
    *out = pos;
    return rk_position_validate(out) == 0;
}

static rk_position scatter_until(struct prng *prng, const char *ending)
{
    rk_position pos;
    while (!scatter(prng, ending, &pos))
        ;
    return pos;
}

static int result_of(rk_tablebase *tables, const rk_position *pos)
{
    rk_wdl wdl;
    if (!rk_tablebase_wdl(tables, pos, &wdl))
        fail_msg("the tables do not know");
    return (int)wdl;
}

static int distance_of(rk_tablebase *tables, const rk_position *pos)
{
    int distance;
    if (!rk_tablebase_dtz(tables, pos, &distance))
        fail_msg("the tables do not know the distance");
    return distance;
}

/* What the moves say of a position, by the rules written twice: the best result, and of the
 * moves that keep it the shortest way to win or the longest to lose. */
struct outlook {
    int result, distance;
    bool has_move;
};

static struct outlook look_ahead(rk_tablebase *tables, const rk_position *pos)
{
    const struct slow slow = slow_from(pos);
    rk_move moves[RK_MOVES_MAX];
    const size_t count = slow_moves(&slow, moves);
    struct outlook outlook = {.result = -2, .has_move = count > 0};
    for (size_t i = 0; i < count; i++) {
        rk_position next = *pos;
        rk_undo undo;
        rk_position_apply(&next, moves[i], &undo);
        const int result = -result_of(tables, &next);
        const bool ends =
            !next.halfmove_clock || (rk_position_in_check(&next) && !rk_moves_any(&next));
        const int distance = ends ? 1 : 1 + abs(distance_of(tables, &next));
        const bool better = result > 0 ? distance < outlook.distance : distance > outlook.distance;
        if (result > outlook.result || (result == outlook.result && better) || !i)
            outlook = (struct outlook){result, distance, true};
    }
    if (!count && !slow_in_check(&slow))
        outlook.result = 0;
    return outlook;
}

static void every_answer_follows_from_those_one_move_on(void **state)
{
    (void)state;
    enum { SAMPLE = 400 };
    char path[256];
    rk_tablebase *tables = open_tables(path);
    struct prng prng = {4};
    unsigned decided = 0;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        for (int n = 0; n < SAMPLE; n++) {
            const rk_position pos = scatter_until(&prng, endings[i]);
            const struct outlook outlook = look_ahead(tables, &pos);
            const int result = result_of(tables, &pos), distance = distance_of(tables, &pos);
            char fen[RK_FEN_MAX];
            rk_fen_write(&pos, RK_FEN_PLAIN, fen);
            if (result != outlook.result || (distance > 0) - (distance < 0) != result / 2)
                fail_msg("%s: %d (%d) but the moves say %d", fen, result, distance, outlook.result);
            // Kept in moves, not in plies, a distance may be one too long.
            const int more = abs(distance) - outlook.distance;
            if (result && outlook.has_move && (more < -1 || more > 1))
                fail_msg("%s: %d but the moves say %d", fen, distance, outlook.distance);
            decided += result != 0;
        }
    assert_true(decided > SAMPLE);
    rk_tablebase_close(tables);
}

static void en_passant_is_taken_into_account(void **state)
{
    (void)state;
    char path[256];
    rk_tablebase *tables = open_tables(path);
    // Without the capture Black queens; with it White does.
    const rk_position with = position("8/8/8/k2Pp3/8/8/8/4K3 w - e6 0 1");
    const rk_position without = position("8/8/8/k2Pp3/8/8/8/4K3 w - - 0 1");
    assert_true(result_of(tables, &with) > result_of(tables, &without));
    assert_int_equal(distance_of(tables, &with), 1);
    rk_tablebase_close(tables);
}

// ---- games -----------------------------------------------------------------------------------

/* Plays on from a won position: the winner by the tables, the loser by them or by chance. Returns
 * when it is mate; fails if the fifty moves run out or the win is lost. */
static void win(rk_tablebase *tables, rk_position pos, struct prng *prng, bool stubborn)
{
    const uint8_t winner = pos.turn;
    rk_move best[RK_MOVES_MAX];
    while (rk_moves_any(&pos)) {
        rk_undo undo;
        size_t count = 1;
        if (pos.turn == winner || stubborn)
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

static void won_endings_are_won(void **state)
{
    (void)state;
    static const char *const won[] = {"KQvK",  "KRvK",  "KPvK",  "KBNvK", "KBBvK",
                                      "KQvKR", "KRPvK", "KQvKP", "KRvKN"};
    char path[256];
    rk_tablebase *tables = open_tables(path);
    struct prng prng = {8};
    for (size_t i = 0; i < sizeof won / sizeof *won; i++)
        for (int games = 0; games < 40;) {
            rk_position pos = scatter_until(&prng, won[i]);
            if (result_of(tables, &pos) != RK_WIN)
                continue;
            // As many moves gone as the way allows.
            const int spare = 99 - distance_of(tables, &pos);
            if (games % 2 && spare > 0)
                pos.halfmove_clock = (uint16_t)prng_below(&prng, (unsigned)spare + 1);
            win(tables, pos, &prng, games % 4 < 2);
            games++;
        }
    rk_tablebase_close(tables);
}

static void drawn_endings_are_held(void **state)
{
    (void)state;
    static const char *const drawn[] = {"KPvK", "KRvKB", "KQvKP", "KPvKP", "KRvKN", "KNvKP"};
    char path[256];
    rk_tablebase *tables = open_tables(path);
    struct prng prng = {9};
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++)
        for (int games = 0; games < 20;) {
            rk_position pos = scatter_until(&prng, drawn[i]);
            const uint8_t us = pos.turn;
            if (result_of(tables, &pos) != RK_DRAW)
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
                const int result = result_of(tables, &pos);
                assert_true(pos.turn == us ? result >= 0 : result <= 0);
            }
        }
    rk_tablebase_close(tables);
}

static void the_root_keeps_what_is_best_and_a_mate_comes_first(void **state)
{
    (void)state;
    char path[256];
    rk_tablebase *tables = open_tables(path);
    rk_move moves[RK_MOVES_MAX];
    const rk_position mate = position("k7/8/1K6/8/8/8/8/7R w - - 0 1");
    const size_t count = rk_tablebase_root(tables, &mate, false, moves);
    assert_true(count > 1);
    assert_int_equal(moves[0], move(&mate, "h1h8"));
    // Of a position that has been repeated, only the shortest way is left.
    assert_int_equal(rk_tablebase_root(tables, &mate, true, moves), 1);
    assert_int_equal(moves[0], move(&mate, "h1h8"));
    // Taking the rook draws; the other moves lose.
    const rk_position one = position("8/8/8/8/8/3k4/r7/1K6 w - - 0 1");
    assert_int_equal(rk_moves_count(&one), 2);
    assert_int_equal(rk_tablebase_root(tables, &one, false, moves), 1);
    assert_int_equal(moves[0], move(&one, "b1a2"));
    rk_tablebase_close(tables);
}

static void a_win_too_late_for_the_fifty_moves_hurries(void **state)
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

// ---- what they do not know -------------------------------------------------------------------

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

static void what_tables_cannot_know_they_do_not_say(void **state)
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
    assert_int_equal(result_of(tables, &lone), RK_DRAW);
    assert_int_equal(rk_tablebase_count(tables), 35);
    assert_int_equal(rk_tablebase_men(tables), 4);
    rk_tablebase_close(tables);
}

/* Copies the tables of an ending, `size` bytes of each, one of them changed if `spoil` is inside.
 */
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

static void files_that_are_missing_or_damaged_are_not_known(void **state)
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
    assert_int_equal(result_of(tables, &pos), RK_WIN);
    int distance;
    rk_move moves[RK_MOVES_MAX];
    assert_false(rk_tablebase_dtz(tables, &pos, &distance));
    assert_true(rk_tablebase_root(tables, &pos, false, moves) > 0); // by results alone
    rk_tablebase_close(tables);
    folder_remove(&folder);
}

static void one_wrong_byte_breaks_nothing(void **state)
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
            const rk_position pos = scatter_until(&prng, "KQvK");
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

static void folders_are_looked_into_in_order_and_must_be_there(void **state)
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
    expect_unknown(tables, &rook); // the empty file comes first
    assert_int_equal(result_of(tables, &queen), RK_WIN);
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

static void *ask(void *data)
{
    struct asker *asker = data;
    struct prng prng = {3};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        for (int n = 0; n < 20; n++) {
            rk_wdl wdl = RK_DRAW;
            int distance = 0;
            rk_position pos;
            while (!scatter(&prng, endings[i], &pos))
                ;
            asker->failed = asker->failed || !rk_tablebase_wdl(asker->tables, &pos, &wdl) ||
                            !rk_tablebase_dtz(asker->tables, &pos, &distance);
            asker->sum = asker->sum * 31 + (uint64_t)(wdl + 200 + distance);
        }
    return NULL;
}

static void threads_ask_at_once_and_hear_the_same(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    char path[256];
    rk_tablebase *tables = open_tables(path);
    struct asker askers[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        askers[i] = (struct asker){.tables = tables};
        assert_int_equal(pthread_create(&threads[i], NULL, ask, &askers[i]), 0);
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
        cmocka_unit_test(answers_are_those_of_the_list),
        cmocka_unit_test(every_answer_follows_from_those_one_move_on),
        cmocka_unit_test(en_passant_is_taken_into_account),
        cmocka_unit_test(won_endings_are_won),
        cmocka_unit_test(drawn_endings_are_held),
        cmocka_unit_test(the_root_keeps_what_is_best_and_a_mate_comes_first),
        cmocka_unit_test(a_win_too_late_for_the_fifty_moves_hurries),
        cmocka_unit_test(what_tables_cannot_know_they_do_not_say),
        cmocka_unit_test(files_that_are_missing_or_damaged_are_not_known),
        cmocka_unit_test(one_wrong_byte_breaks_nothing),
        cmocka_unit_test(folders_are_looked_into_in_order_and_must_be_there),
        cmocka_unit_test(threads_ask_at_once_and_hear_the_same),
    };
    return cmocka_run_group_tests_name("tablebase", tests, NULL, NULL);
}
