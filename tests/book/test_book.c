/* SPDX-License-Identifier: MIT */
/* Polyglot books: keys and encoded moves, real books, invalid books, and books we build. */
#include "rookery/book.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rookery/fen.h"
#include "support/board.h"
#include "support/folder.h"

enum { ENTRY = 16 };

/* The path of a real book; the test is skipped if there is none. */
static const char *real_book(const char *name, char path[static 256])
{
    const char *shared = getenv("ROOKERY_SHARED");
    snprintf(path, 256, "%s/data/polyglot/%s", shared ? shared : "../shared", name);
    FILE *file = fopen(path, "rb");
    if (!file) {
        print_message("skipped: there is no %s\n", path);
        skip();
    }
    fclose(file);
    return path;
}

static void put_entry(unsigned char *at, uint64_t key, unsigned word, unsigned weight,
                      unsigned learn)
{
    for (int i = 0; i < 8; i++)
        at[i] = (unsigned char)(key >> (56 - 8 * i));
    for (int i = 0; i < 2; i++) {
        at[8 + i] = (unsigned char)(word >> (8 - 8 * i));
        at[10 + i] = (unsigned char)(weight >> (8 - 8 * i));
    }
    for (int i = 0; i < 4; i++)
        at[12 + i] = (unsigned char)(learn >> (24 - 8 * i));
}

static unsigned encode(int from, int to, int promotion)
{
    return (unsigned)(promotion << 12 | from << 6 | to);
}

static unsigned encode_text(const char *text)
{
    return encode(square_named((char[]){text[0], text[1], 0}),
                  square_named((char[]){text[2], text[3], 0}), text[4] ? text[4] - '0' : 0);
}

// ---- keys ------------------------------------------------------------------------------------

static void keys_match_the_specification(void **state)
{
    (void)state;
    static const struct {
        uint64_t key;
        const char *moves;
    } rows[] = {
        {0x463b96181691fc9c, ""},
        {0x823c9b50fd114196, "e2e4"},
        {0x0756b94461c50fb0, "e2e4 d7d5"},
        {0x662fafb965db29d4, "e2e4 d7d5 e4e5"},
        {0x22a48b5a8e47ff78, "e2e4 d7d5 e4e5 f7f5"},
        {0x652a607ca3f242c1, "e2e4 d7d5 e4e5 f7f5 e1e2"},
        {0x00fdd303c946bdd9, "e2e4 d7d5 e4e5 f7f5 e1e2 e8f7"},
        {0x3c8123ea7b067637, "a2a4 b7b5 h2h4 b5b4 c2c4"},
        {0x5c3f9b829b279560, "a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const rk_position pos = after(rk_position_start(RK_STANDARD), rows[i].moves);
        assert_int_equal(rk_book_key(&pos), rows[i].key);
    }
}

static void chess960_castling_keys_depend_on_the_side_of_the_king(void **state)
{
    (void)state;
    rk_position usual = rk_position_start(RK_STANDARD), same;
    assert_int_equal(rk_position_chess960(518, &same), RK_OK);
    assert_int_equal(rk_book_key(&usual), rk_book_key(&same));

    // The key of a castling right does not depend on the square of the rook.
    const rk_position far = position_of(RK_CHESS960, "4k3/8/8/8/8/8/8/1K5R w H - 0 1");
    const rk_position far_none = position_of(RK_CHESS960, "4k3/8/8/8/8/8/8/1K5R w - - 0 1");
    const rk_position near = position_of(RK_CHESS960, "4k3/8/8/8/8/8/8/4K1R1 w G - 0 1");
    const rk_position near_none = position_of(RK_CHESS960, "4k3/8/8/8/8/8/8/4K1R1 w - - 0 1");
    const uint64_t right = rk_book_key(&far) ^ rk_book_key(&far_none);
    assert_int_equal(right, rk_book_key(&near) ^ rk_book_key(&near_none));
    assert_int_not_equal(right, 0);
}

// ---- moves -----------------------------------------------------------------------------------

/* Checks which move an encoded move decodes to; "" for none. */
static void expect_move(rk_position pos, const char *written, const char *expected)
{
    unsigned char bytes[ENTRY];
    rk_book *book = NULL;
    rk_book_move found;
    put_entry(bytes, rk_book_key(&pos), encode_text(written), 3, 77);
    assert_int_equal(rk_book_from_bytes(bytes, sizeof bytes, &book, NULL), RK_OK);
    assert_int_equal(rk_book_moves(book, &pos, &found, 1), *expected != '\0');
    if (*expected) {
        assert_int_equal(found.move, move(&pos, expected));
        assert_int_equal(found.weight, 3);
        assert_int_equal(found.learn, 77);
    }
    rk_book_close(book);
}

static void castling_is_encoded_as_king_takes_rook(void **state)
{
    (void)state;
    const rk_position pos = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    expect_move(pos, "e1h1", "e1h1");
    expect_move(pos, "e1a1", "e1a1");
    expect_move(position("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"), "e8a8", "e8a8");
    // A rook move from e1 to h1 is not castling.
    expect_move(position("3k4/8/8/8/8/8/8/4R1K1 w - - 0 1"), "e1a1", "e1a1");
    expect_move(position("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1"), "e1h1", "");
}

static void promotions_and_en_passant_are_decoded(void **state)
{
    (void)state;
    const rk_position pos = position("8/P6k/8/8/8/8/8/K7 w - - 0 1");
    expect_move(pos, "a7a81", "a7a8n");
    expect_move(pos, "a7a82", "a7a8b");
    expect_move(pos, "a7a83", "a7a8r");
    expect_move(pos, "a7a84", "a7a8q");
    expect_move(pos, "a7a8", "");
    expect_move(position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), "e5d6", "e5d6");
}

static void illegal_moves_are_skipped(void **state)
{
    (void)state;
    const rk_position start = rk_position_start(RK_STANDARD);
    expect_move(start, "e2e5", "");
    expect_move(start, "a1a1", "");
    expect_move(start, "e7e5", "");
    expect_move(start, "e2e41", "");
    expect_move(start, "e2e47", "");
}

static rk_book *book_of_start(unsigned char *bytes, const unsigned weights[3])
{
    static const char *const moves[] = {"a2a3", "d2d4", "e2e4"};
    const rk_position start = rk_position_start(RK_STANDARD);
    rk_book *book = NULL;
    put_entry(bytes, 0, 0, 0, 0);
    for (int i = 0; i < 3; i++)
        put_entry(bytes + ENTRY * (i + 1), rk_book_key(&start), encode_text(moves[i]), weights[i],
                  0);
    put_entry(bytes + ENTRY * 4, UINT64_MAX, 0, 0, 0);
    assert_int_equal(rk_book_from_bytes(bytes, 5 * ENTRY, &book, NULL), RK_OK);
    return book;
}

static void moves_are_sorted_by_weight_and_limited(void **state)
{
    (void)state;
    unsigned char bytes[5 * ENTRY];
    const rk_position start = rk_position_start(RK_STANDARD);
    rk_book *book = book_of_start(bytes, (unsigned[]){1, 5, 9});
    rk_book_move moves[3];
    assert_int_equal(rk_book_moves(book, &start, moves, 3), 3);
    assert_int_equal(moves[0].move, move(&start, "e2e4"));
    assert_int_equal(moves[1].move, move(&start, "d2d4"));
    assert_int_equal(moves[2].move, move(&start, "a2a3"));
    moves[1].weight = 12345;
    assert_int_equal(rk_book_moves(book, &start, moves, 1), 1);
    assert_int_equal(moves[0].move, move(&start, "e2e4"));
    assert_int_equal(moves[1].weight, 12345);
    assert_int_equal(rk_book_moves(book, &start, moves, 0), 0);
    const rk_position other = after(start, "e2e4");
    assert_int_equal(rk_book_moves(book, &other, moves, 3), 0);
    const rk_position checks = rk_position_start(RK_THREE_CHECK);
    assert_int_equal(rk_book_moves(book, &checks, moves, 3), 0);
    rk_book_close(book);
}

static void moves_are_picked_in_proportion_to_weight(void **state)
{
    (void)state;
    unsigned char bytes[5 * ENTRY];
    const rk_position start = rk_position_start(RK_STANDARD);
    rk_book *book = book_of_start(bytes, (unsigned[]){0, 1, 3});
    unsigned pawn = 0, queen = 0;
    for (uint64_t random = 0; random < 400; random++) {
        const rk_move picked = rk_book_pick(book, &start, random);
        pawn += picked == move(&start, "e2e4");
        queen += picked == move(&start, "d2d4");
    }
    assert_int_equal(pawn, 300);
    assert_int_equal(queen, 100);
    rk_book_close(book);

    book = book_of_start(bytes, (unsigned[]){0, 0, 0});
    assert_int_equal(rk_book_pick(book, &start, 5), RK_NO_MOVE);
    rk_book_close(book);
}

// ---- files -----------------------------------------------------------------------------------

static void real_book_plays_a_trap_line(void **state)
{
    (void)state;
    char path[256];
    rk_book *book = NULL;
    assert_int_equal(rk_book_open(real_book("lasker-trap.bin", path), &book, NULL), RK_OK);
    // The moves of Black, while White falls into the trap.
    static const char *const trap[][2] = {{"d2d4", "d7d5"}, {"c2c4", "e7e5"}, {"d4e5", "d5d4"},
                                          {"e2e3", "f8b4"}, {"c1d2", "d4e3"}, {"d2b4", "e3f2"},
                                          {"e1e2", "f2g1n"}};
    rk_position pos = rk_position_start(RK_STANDARD);
    for (size_t i = 0; i < sizeof trap / sizeof *trap; i++) {
        play_moves(&pos, trap[i][0]);
        assert_int_equal(rk_book_pick(book, &pos, i), move(&pos, trap[i][1]));
        play_moves(&pos, trap[i][1]);
    }
    rk_book_close(book);
}

static void real_book_has_the_common_first_moves(void **state)
{
    (void)state;
    char path[256];
    rk_book *book = NULL;
    rk_book_move moves[64];
    const rk_position start = rk_position_start(RK_STANDARD);
    assert_int_equal(rk_book_open(real_book("performance.bin", path), &book, NULL), RK_OK);
    assert_int_equal(rk_book_moves(book, &start, moves, 64), 3);
    struct prng prng = {1};
    unsigned plies = 0;
    for (int game = 0; game < 100; game++) {
        rk_position pos = start;
        for (rk_move next; (next = rk_book_pick(book, &pos, prng_next(&prng))) != RK_NO_MOVE;
             plies++) {
            rk_undo undo;
            rk_position_apply(&pos, next, &undo);
        }
    }
    assert_true(plies > 1000);
    rk_book_close(book);
}

static void expect_open_error(const char *path, rk_err expected)
{
    rk_book *book = (rk_book *)1;
    rk_fault fault = {0};
    assert_int_equal(rk_book_open(path, &book, &fault), expected);
    assert_int_equal(fault.err, expected);
    assert_true(fault.text[0]);
    assert_ptr_equal(book, (rk_book *)1);
}

static void invalid_files_are_rejected_with_a_reason(void **state)
{
    (void)state;
    const struct folder folder = folder_make();
    char path[FOLDER_PATH_SIZE + 16];
    unsigned char bytes[3 * ENTRY] = {0};
    snprintf(path, sizeof path, "%s/book.bin", folder.path);
    expect_open_error(path, RK_CANNOT_OPEN);
    expect_open_error(folder.path, RK_CANNOT_READ);
    bytes[0] = 1;
    for (size_t size = 0; size <= sizeof bytes; size++) {
        FILE *file = fopen(path, "wb");
        assert_non_null(file);
        assert_int_equal(fwrite(bytes, 1, size, file), size);
        fclose(file);
        if (size == 0 || size == ENTRY) {
            rk_book *book = NULL;
            assert_int_equal(rk_book_open(path, &book, NULL), RK_OK);
            rk_book_close(book);
        } else { // truncated, or not sorted
            expect_open_error(path, RK_BAD_RECORD);
        }
    }
    folder_remove(&folder);
}

// ---- building --------------------------------------------------------------------------------

static void a_text_or_a_compressed_file_is_no_book(void **state)
{
    static const char pgn[] = "[Event \"?\"]\n\n1. e4 e5 *\n", gzip[] = "\x1f\x8b\b\0\0\0";
    rk_book *book = NULL;
    rk_fault fault;
    (void)state;
    assert_int_equal(rk_book_from_bytes(pgn, sizeof pgn - 1, &book, &fault), RK_BAD_RECORD);
    assert_string_equal(fault.text, "not a Polyglot book, but a text");
    assert_int_equal(rk_book_from_bytes(gzip, sizeof gzip, &book, &fault), RK_BAD_RECORD);
    assert_string_equal(fault.text, "compressed: decompress the book first");
}

static void add_moves(rk_book_maker *maker, const rk_position *pos, const char *text,
                      unsigned points, unsigned times)
{
    while (times--)
        assert_int_equal(rk_book_maker_add(maker, pos, move(pos, text), points), RK_OK);
}

static void built_book_can_be_read(void **state)
{
    (void)state;
    rk_book_maker *maker = NULL;
    rk_book *book = NULL;
    unsigned char *bytes = NULL;
    size_t size = 0;
    rk_book_move moves[8];
    const rk_position start = rk_position_start(RK_STANDARD);
    const rk_position castles = position("r3k2r/8/8/8/8/8/P7/R3K2R w KQkq - 0 1");
    assert_int_equal(rk_book_maker_create(&maker), RK_OK);
    add_moves(maker, &start, "e2e4", 2, 3);
    add_moves(maker, &start, "d2d4", 1, 4);
    add_moves(maker, &start, "a2a3", 2, 1);
    add_moves(maker, &start, "f2f3", 0, 9);
    add_moves(maker, &castles, "e1h1", 1, 2);
    assert_int_equal(rk_book_maker_write(maker, 2, &bytes, &size), RK_OK);
    assert_int_equal(size, 3 * ENTRY);
    assert_int_equal(rk_book_from_bytes(bytes, size, &book, NULL), RK_OK);
    assert_int_equal(rk_book_moves(book, &start, moves, 8), 2);
    assert_int_equal(moves[0].move, move(&start, "e2e4"));
    assert_int_equal(moves[0].weight, 6);
    assert_int_equal(moves[1].move, move(&start, "d2d4"));
    assert_int_equal(moves[1].weight, 4);
    assert_int_equal(rk_book_pick(book, &castles, 0), move(&castles, "e1h1"));
    rk_book_close(book);
    free(bytes);
    rk_book_maker_destroy(maker);
}

static void large_weights_are_scaled_to_at_least_one(void **state)
{
    (void)state;
    rk_book_maker *maker = NULL;
    rk_book *book = NULL;
    unsigned char *bytes = NULL;
    size_t size = 0;
    rk_book_move moves[8];
    const rk_position start = rk_position_start(RK_STANDARD);
    assert_int_equal(rk_book_maker_create(&maker), RK_OK);
    add_moves(maker, &start, "e2e4", 2, 100000);
    add_moves(maker, &start, "d2d4", 2, 50000);
    add_moves(maker, &start, "a2a3", 1, 1);
    assert_int_equal(rk_book_maker_write(maker, 0, &bytes, &size), RK_OK);
    assert_int_equal(rk_book_from_bytes(bytes, size, &book, NULL), RK_OK);
    assert_int_equal(rk_book_moves(book, &start, moves, 8), 3);
    assert_int_equal(moves[0].weight, 65535);
    assert_int_equal(moves[1].weight, 32767);
    assert_int_equal(moves[2].weight, 1);
    rk_book_close(book);
    free(bytes);
    rk_book_maker_destroy(maker);
}

static void many_positions_are_stored(void **state)
{
    (void)state;
    rk_book_maker *maker = NULL;
    rk_book *book = NULL;
    unsigned char *bytes = NULL;
    size_t size = 0;
    struct prng prng = {7};
    assert_int_equal(rk_book_maker_create(&maker), RK_OK);
    for (int round = 0; round < 2; round++) {
        prng.state = 7;
        for (int game = 0; game < 300; game++) {
            rk_position pos = rk_position_start(RK_STANDARD);
            rk_move moves[RK_MOVES_MAX];
            for (size_t count; (count = rk_moves_list(&pos, moves)) && pos.move_number < 30;) {
                const rk_move played = moves[prng_below(&prng, (unsigned)count)];
                rk_undo undo;
                if (!round)
                    assert_int_equal(rk_book_maker_add(maker, &pos, played, 2), RK_OK);
                else
                    assert_int_not_equal(rk_book_pick(book, &pos, 0), RK_NO_MOVE);
                rk_position_apply(&pos, played, &undo);
            }
        }
        if (!round) {
            assert_int_equal(rk_book_maker_write(maker, 1, &bytes, &size), RK_OK);
            assert_int_equal(rk_book_from_bytes(bytes, size, &book, NULL), RK_OK);
        }
    }
    assert_true(size > (size_t)10000 * ENTRY);
    rk_book_close(book);
    free(bytes);
    rk_book_maker_destroy(maker);
}

static void variants_without_keys_are_rejected(void **state)
{
    (void)state;
    rk_book_maker *maker = NULL;
    const rk_position start = rk_position_start(RK_ATOMIC);
    assert_int_equal(rk_book_maker_create(&maker), RK_OK);
    assert_int_equal(rk_book_maker_add(maker, &start, move(&start, "e2e4"), 2), RK_AGAINST_VARIANT);
    rk_book_maker_destroy(maker);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_match_the_specification),
        cmocka_unit_test(chess960_castling_keys_depend_on_the_side_of_the_king),
        cmocka_unit_test(castling_is_encoded_as_king_takes_rook),
        cmocka_unit_test(promotions_and_en_passant_are_decoded),
        cmocka_unit_test(illegal_moves_are_skipped),
        cmocka_unit_test(moves_are_sorted_by_weight_and_limited),
        cmocka_unit_test(moves_are_picked_in_proportion_to_weight),
        cmocka_unit_test(real_book_plays_a_trap_line),
        cmocka_unit_test(real_book_has_the_common_first_moves),
        cmocka_unit_test(invalid_files_are_rejected_with_a_reason),
        cmocka_unit_test(built_book_can_be_read),
        cmocka_unit_test(large_weights_are_scaled_to_at_least_one),
        cmocka_unit_test(many_positions_are_stored),
        cmocka_unit_test(a_text_or_a_compressed_file_is_no_book),
        cmocka_unit_test(variants_without_keys_are_rejected),
    };
    return cmocka_run_group_tests_name("book", tests, NULL, NULL);
}
