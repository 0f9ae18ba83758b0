/* SPDX-License-Identifier: MIT */
/* FEN: every dialect is parsed, one is written, and errors say what is wrong and where. */
#include "rookery/fen.h"

#include <string.h>

#include "support/board.h"

static const char start_fen[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/* Parses `fen`, writes it again and expects `written`. */
static void expect_written(rk_variant variant, const char *fen, const char *written)
{
    const rk_position pos = position_of(variant, fen);
    char text[RK_FEN_MAX];
    assert_int_equal(rk_fen_write(&pos, RK_FEN_PLAIN, text), strlen(written));
    assert_string_equal(text, written);
}

struct rejection {
    rk_variant variant;
    const char *fen;
    rk_err err;
    size_t offset;
    const char *message; /* part of the text of the fault */
};

static void expect_rejections(const struct rejection *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        rk_position pos, untouched;
        memset(&pos, 7, sizeof pos);
        untouched = pos;
        rk_fault fault;
        const rk_err err = rk_fen_parse(rows[i].fen, strlen(rows[i].fen), rows[i].variant,
                                        RK_FEN_PLAIN, &pos, &fault);
        if (err != rows[i].err || fault.offset != rows[i].offset ||
            !strstr(fault.text, rows[i].message))
            fail_msg("%s: error %d at %zu: %s", rows[i].fen, (int)err, fault.offset, fault.text);
        assert_int_equal(fault.err, err);
        assert_memory_equal(&pos, &untouched, sizeof pos);
        assert_int_equal(rk_fen_parse(rows[i].fen, strlen(rows[i].fen), rows[i].variant,
                                      RK_FEN_PLAIN, &pos, NULL),
                         err);
    }
}

static void every_start_position_is_written_as_it_was_parsed(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < RK_VARIANT_COUNT; variant++) {
        const char *fen = rk_variant_start((rk_variant)variant);
        expect_written((rk_variant)variant, fen, fen);
        const rk_position pos = rk_position_start((rk_variant)variant);
        assert_int_equal(pos.variant, variant);
    }
}

static void missing_fields_get_their_default_values(void **state)
{
    (void)state;
    expect_written(RK_STANDARD, "4k3/8/8/8/8/8/8/4K3 b", "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    expect_written(RK_STANDARD, "4k2r/8/8/8/8/8/8/4K3 w k", "4k2r/8/8/8/8/8/8/4K3 w k - 0 1");
    expect_written(RK_STANDARD, "4k3/8/8/8/8/8/8/4K3 w - - 7", "4k3/8/8/8/8/8/8/4K3 w - - 7 1");
    expect_written(RK_STANDARD, "  4k3/8/8/8/8/8/8/4K3   w  -  -  7  9  ",
                   "4k3/8/8/8/8/8/8/4K3 w - - 7 9");
    expect_written(RK_STANDARD, "4k3/8/8/8/8/8/8/4K3 w - - 0 0", "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

static void an_en_passant_square_is_written_only_if_the_capture_is_legal(void **state)
{
    (void)state;
    expect_written(RK_STANDARD, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
                   "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    expect_written(RK_STANDARD, "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
                   "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3");
    expect_written(RK_STANDARD, "8/8/8/8/k2pP2Q/8/8/4K3 b - e3 0 1",
                   "8/8/8/8/k2pP2Q/8/8/4K3 b - - 0 1");
}

static void castling_rights_are_parsed_in_every_dialect(void **state)
{
    (void)state;
    expect_written(RK_STANDARD, "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
                   "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    expect_written(RK_CHESS960, "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1",
                   "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1");
    // An inner rook needs its letter; the outermost one does not.
    expect_written(RK_CHESS960, "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1",
                   "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1");
    expect_written(RK_CHESS960, "4k3/8/8/8/8/8/8/RR2K1RR w HB - 0 1",
                   "4k3/8/8/8/8/8/8/RR2K1RR w KB - 0 1");
    const rk_position pos = position_of(RK_CHESS960, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    char text[RK_FEN_MAX];
    rk_fen_write(&pos, RK_FEN_SHREDDER, text);
    assert_string_equal(text, "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1");
}

static void castling_rights_without_a_rook_are_dropped_only_on_request(void **state)
{
    (void)state;
    static const char fen[] = "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1";
    rk_position pos;
    assert_int_equal(rk_fen_parse(fen, strlen(fen), RK_STANDARD, RK_FEN_PLAIN, &pos, NULL),
                     RK_BAD_POSITION);
    assert_int_equal(
        rk_fen_parse(fen, strlen(fen), RK_STANDARD, RK_FEN_FORGIVE_CASTLING, &pos, NULL), RK_OK);
    assert_int_equal(pos.castling, squares(". . . . . . . ."
                                           ". . . . . . . ."
                                           ". . . . . . . ."
                                           ". . . . . . . ."
                                           ". . . . . . . ."
                                           ". . . . . . . ."
                                           ". . . . . . . ."
                                           ". . . . . . . x"));
}

static void castling_rights_in_antichess_are_dropped_only_on_request(void **state)
{
    (void)state;
    static const char fen[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    rk_position pos;
    rk_fault fault;
    assert_int_equal(rk_fen_parse(fen, strlen(fen), RK_ANTICHESS, RK_FEN_PLAIN, &pos, &fault),
                     RK_BAD_POSITION);
    assert_int_equal(fault.position_faults, RK_FAULT_CASTLING);
    assert_int_equal(fault.offset, strlen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w "));
    assert_int_equal(
        rk_fen_parse(fen, strlen(fen), RK_ANTICHESS, RK_FEN_FORGIVE_CASTLING, &pos, NULL), RK_OK);
    const rk_position start = rk_position_start(RK_ANTICHESS);
    assert_true(rk_position_same(&pos, &start));
}

static void standard_chess_castles_with_rooks_that_are_not_at_home(void **state)
{
    (void)state;
    // The letters mean the outermost rook, and castling puts king and rook where they always go.
    const rk_position pos = position_of(RK_STANDARD, "4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1");
    assert_int_equal(pos.castling, square_bit("b1") | square_bit("g1"));
    assert_true(can_play(&pos, "e1b1"));
    assert_true(can_play(&pos, "e1g1"));
    const rk_position castled = after(pos, "e1g1");
    assert_int_equal(castled.of[RK_KING] & castled.by[RK_WHITE], square_bit("g1"));
    assert_true(castled.of[RK_ROOK] & square_bit("f1"));
    char text[RK_FEN_MAX];
    rk_fen_write(&pos, RK_FEN_PLAIN, text);
    assert_string_equal(text, "4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1");
}

static void standard_chess_castles_with_a_king_that_is_not_at_home(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_STANDARD, "4k3/8/8/8/8/8/8/RR1K3R w HB - 0 1");
    assert_int_equal(pos.castling, square_bit("b1") | square_bit("h1"));
    assert_true(can_play(&pos, "d1b1"));
    char text[RK_FEN_MAX];
    rk_fen_write(&pos, RK_FEN_PLAIN, text); // Q would mean the rook on a1
    assert_string_equal(text, "4k3/8/8/8/8/8/8/RR1K3R w KB - 0 1");
    rk_position bad = rk_position_empty(RK_STANDARD);
    static const char off_rank[] = "4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1";
    assert_int_equal(
        rk_fen_parse(off_rank, strlen(off_rank), RK_STANDARD, RK_FEN_PLAIN, &bad, NULL),
        RK_BAD_POSITION);
}

static void an_en_passant_square_that_cannot_be_one_can_be_dropped(void **state)
{
    (void)state;
    static const char *const fens[] = {"4k3/8/8/8/8/8/4P3/4K3 w - e3 3 9",
                                       "4k3/8/8/8/4P3/8/8/4K3 w - d6 3 9",
                                       "4k3/8/8/8/4P3/8/8/4K3 w - e.p. 3 9"};
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        rk_position pos;
        const size_t size = strlen(fens[i]);
        assert_int_not_equal(rk_fen_parse(fens[i], size, RK_STANDARD, RK_FEN_PLAIN, &pos, NULL),
                             RK_OK);
        assert_int_equal(
            rk_fen_parse(fens[i], size, RK_STANDARD, RK_FEN_FORGIVE_EN_PASSANT, &pos, NULL), RK_OK);
        assert_int_equal(pos.en_passant, RK_NO_SQUARE);
        assert_int_equal(pos.move_number, 9);
    }
}

static void pockets_are_parsed_in_three_forms(void **state)
{
    (void)state;
    static const char written[] = "4k3/8/8/8/8/8/8/4K3[QPPn] w - - 0 1";
    expect_written(RK_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[PQnP] w - - 0 1", written);
    expect_written(RK_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3/PPQn w - - 0 1", written);
    expect_written(RK_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
                   "4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
    expect_written(RK_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[-] w - - 0 1",
                   "4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
    expect_written(RK_CRAZYHOUSE, "7Q~/4k3/8/8/8/6b1/8/5K2[] b - - 0 1",
                   "7Q~/4k3/8/8/8/6b1/8/5K2[] b - - 0 1");
}

static void checks_are_parsed_as_remaining_or_as_given(void **state)
{
    (void)state;
    expect_written(RK_THREE_CHECK, "4k3/8/8/8/8/8/8/4K2R w - - 2+1 4 9",
                   "4k3/8/8/8/8/8/8/4K2R w - - 2+1 4 9");
    expect_written(RK_THREE_CHECK, "4k3/8/8/8/8/8/8/4K2R w - - 4 9 +1+2",
                   "4k3/8/8/8/8/8/8/4K2R w - - 2+1 4 9");
    expect_written(RK_THREE_CHECK, "4k3/8/8/8/8/8/8/4K2R w - - 4 9",
                   "4k3/8/8/8/8/8/8/4K2R w - - 3+3 4 9");
    expect_written(RK_THREE_CHECK, "4k3/8/8/8/8/8/8/4K2R w - - +1+2",
                   "4k3/8/8/8/8/8/8/4K2R w - - 2+1 0 1");
}

static void unusual_but_playable_positions_are_accepted(void **state)
{
    (void)state;
    position("QQQQQQQQ/QQQQQQQQ/8/8/8/6pp/6pk/K5bn w - - 0 1");
    position("8/6kR/8/8/8/bq6/1rqqqqqq/K1nqnbrq b - - 0 1");
    position_of(RK_ATOMIC, "8/8/8/8/8/8/8/4K3 w - - 0 1");
    position_of(RK_ANTICHESS, "kkkk4/8/8/8/8/8/8/KKKK4 w - - 0 1");
}

static void invalid_syntax_is_rejected_with_the_offset(void **state)
{
    (void)state;
    static const struct rejection rows[] = {
        {RK_STANDARD, "", RK_BAD_SYNTAX, 0, "fewer than eight squares"},
        {RK_STANDARD, "rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", RK_BAD_SYNTAX, 16,
         "fewer"},
        {RK_STANDARD, "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -", RK_BAD_SYNTAX, 17,
         "more"},
        {RK_STANDARD, "rnbqkbnr/pppp5/8/8/8/8/PPPPPPPP/RNBQKBNR w - -", RK_BAD_SYNTAX, 13, "more"},
        {RK_STANDARD, "rnbqkbnr/44/8/8/8/8/PPPPPPPP/RNBQKBNR w - -", RK_BAD_SYNTAX, 10,
         "two digits"},
        {RK_STANDARD, "rnbqkbnr/pppzpppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -", RK_BAD_SYNTAX, 12,
         "expected a piece"},
        {RK_STANDARD, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w - -", RK_BAD_SYNTAX, 34,
         "fewer than eight ranks"},
        {RK_STANDARD, "4k3/8/8/8/8/8/8/4K3", RK_BAD_SYNTAX, 19, "side to move"},
        {RK_STANDARD, "4k3/8/8/8/8/8/8/4K3 x - -", RK_BAD_SYNTAX, 20, "w or b"},
        {RK_STANDARD, "4k3/8/8/8/8/8/8/4K3 wb - -", RK_BAD_SYNTAX, 21, "space"},
        {RK_STANDARD, "4k3/8/8/8/8/8/8/4K3 w xyz -", RK_BAD_SYNTAX, 22, "castling"},
        {RK_STANDARD, "4k3/8/8/8/8/8/8/4K2R w KK -", RK_BAD_SYNTAX, 24, "twice"},
        {RK_STANDARD, "4k3/8/8/8/8/8/8/4K3 w - e9", RK_BAD_SYNTAX, 24, "en passant"},
        {RK_STANDARD, "4k3/8/8/8/8/8/8/4K3 w - - x 1", RK_BAD_SYNTAX, 26, "number"},
        {RK_STANDARD, "4k3/8/8/8/8/8/8/4K3 w - - -1 1", RK_BAD_SYNTAX, 26, "number"},
        {RK_STANDARD, "4k3/8/8/8/8/8/8/4K3 w - - 0 99999", RK_BAD_SYNTAX, 28, "9999"},
        {RK_STANDARD, "4k3/8/8/8/8/8/8/4K3 w - - 0 1 more", RK_BAD_SYNTAX, 30, "unexpected text"},
        {RK_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[Q w - -", RK_BAD_SYNTAX, 21, "]"},
        {RK_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[K] w - -", RK_BAD_SYNTAX, 20, "pocket"},
        {RK_THREE_CHECK, "4k3/8/8/8/8/8/8/4K3 w - - 4+1 0 1", RK_BAD_SYNTAX, 26, "3+3"},
    };
    expect_rejections(rows, sizeof rows / sizeof *rows);
}

static void an_invalid_position_is_rejected_with_the_reason(void **state)
{
    (void)state;
    static const struct rejection rows[] = {
        {RK_STANDARD, "8/8/8/8/8/8/8/4K3 w - -", RK_BAD_POSITION, 0, "Black has no king"},
        {RK_STANDARD, "4k3/8/8/8/8/8/8/4K1K1 w - -", RK_BAD_POSITION, 0,
         "White has more than one king"},
        {RK_STANDARD, "4k2P/8/8/8/8/8/8/4K3 w - -", RK_BAD_POSITION, 0, "first or last rank"},
        {RK_STANDARD, "4k3/8/8/8/8/8/4R3/4K3 w - -", RK_BAD_POSITION, 0, "not to move is in check"},
        {RK_STANDARD, "4k3/8/8/8/8/8/8/4K3 w K -", RK_BAD_POSITION, 22, "castling"},
        {RK_STANDARD, "4k3/8/8/8/8/8/4K3/7R w K -", RK_BAD_POSITION, 23, "castling"},
        {RK_STANDARD, "4k3/8/8/8/8/8/8/4K3 w - e6", RK_BAD_POSITION, 24, "two squares"},
        {RK_STANDARD, "4k3/8/8/4p3/8/8/8/4K3 b - e6", RK_BAD_POSITION, 26, "two squares"},
        {RK_STANDARD, "4k3/8/8/8/8/8/8/A3K3 w - -", RK_BAD_POSITION, 0, "does not exist"},
        {RK_STANDARD, "4k3/8/8/8/8/8/8/4K3[Q] w - -", RK_BAD_POSITION, 0, "pocket"},
        {RK_ANTICHESS, "4k3/8/8/8/8/8/8/4K2R w K -", RK_BAD_POSITION, 23, "castling"},
        {RK_HORDE, "4k3/8/8/8/8/8/8/4K3 w - -", RK_BAD_POSITION, 0, "horde"},
        {RK_RACING_KINGS, "8/8/8/8/8/8/k6K/7r w - -", RK_BAD_POSITION, 0, "check"},
    };
    expect_rejections(rows, sizeof rows / sizeof *rows);
}

static void all_faults_of_a_position_are_reported_at_once(void **state)
{
    (void)state;
    static const char fen[] = "7P/8/8/8/8/8/8/8 w - - 0 1";
    rk_position pos;
    rk_fault fault;
    assert_int_equal(rk_fen_parse(fen, strlen(fen), RK_STANDARD, RK_FEN_PLAIN, &pos, &fault),
                     RK_BAD_POSITION);
    assert_int_equal(fault.position_faults,
                     RK_FAULT_NO_WHITE_KING | RK_FAULT_NO_BLACK_KING | RK_FAULT_PAWN_RANK);
    assert_non_null(strstr(fault.text, "; "));
}

static void the_960_starts_have_their_standard_numbers(void **state)
{
    (void)state;
    rk_position pos;
    char text[RK_FEN_MAX];
    assert_int_equal(rk_position_chess960(518, &pos), RK_OK);
    rk_fen_write(&pos, RK_FEN_PLAIN, text);
    assert_string_equal(text, start_fen);
    assert_int_equal(rk_position_chess960(0, &pos), RK_OK);
    rk_fen_write(&pos, RK_FEN_PLAIN, text);
    assert_string_equal(text, "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    assert_int_equal(rk_position_chess960(959, &pos), RK_OK);
    rk_fen_write(&pos, RK_FEN_PLAIN, text);
    assert_string_equal(text, "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1");
    assert_int_equal(rk_position_chess960(960, &pos), RK_BAD_POSITION);
}

static void the_960_starts_all_differ(void **state)
{
    (void)state;
    static uint64_t keys[960];
    for (unsigned number = 0; number < 960; number++) {
        rk_position pos;
        assert_int_equal(rk_position_chess960(number, &pos), RK_OK);
        for (unsigned earlier = 0; earlier < number; earlier++)
            assert_true(keys[earlier] != pos.key);
        keys[number] = pos.key;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_start_position_is_written_as_it_was_parsed),
        cmocka_unit_test(missing_fields_get_their_default_values),
        cmocka_unit_test(an_en_passant_square_is_written_only_if_the_capture_is_legal),
        cmocka_unit_test(castling_rights_are_parsed_in_every_dialect),
        cmocka_unit_test(castling_rights_without_a_rook_are_dropped_only_on_request),
        cmocka_unit_test(castling_rights_in_antichess_are_dropped_only_on_request),
        cmocka_unit_test(standard_chess_castles_with_rooks_that_are_not_at_home),
        cmocka_unit_test(standard_chess_castles_with_a_king_that_is_not_at_home),
        cmocka_unit_test(pockets_are_parsed_in_three_forms),
        cmocka_unit_test(checks_are_parsed_as_remaining_or_as_given),
        cmocka_unit_test(unusual_but_playable_positions_are_accepted),
        cmocka_unit_test(invalid_syntax_is_rejected_with_the_offset),
        cmocka_unit_test(an_invalid_position_is_rejected_with_the_reason),
        cmocka_unit_test(all_faults_of_a_position_are_reported_at_once),
        cmocka_unit_test(the_960_starts_have_their_standard_numbers),
        cmocka_unit_test(the_960_starts_all_differ),
        cmocka_unit_test(an_en_passant_square_that_cannot_be_one_can_be_dropped),
    };
    return cmocka_run_group_tests_name("FEN", tests, NULL, NULL);
}
