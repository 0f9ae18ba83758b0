/* SPDX-License-Identifier: MIT */
/* SAN and long algebraic notation: exact when written, lenient when parsed. */
#include "rookery/san.h"

#include <string.h>

#include "support/board.h"

static void expect_move(const rk_position *pos, const char *text, const char *uci)
{
    rk_move found = RK_NO_MOVE;
    rk_fault fault = {.text = ""};
    const rk_err err = rk_san_parse(pos, text, strlen(text), RK_NOTATION_PLAIN, &found, &fault);
    if (err)
        fail_msg("%s: %s", text, fault.text);
    if (found != move(pos, uci))
        fail_msg("%s is not parsed as %s", text, uci);
}

static void expect_rejected(const rk_position *pos, const char *text, rk_err err,
                            const char *message)
{
    rk_move found = 12345;
    rk_fault fault = {.text = ""};
    const rk_err got = rk_san_parse(pos, text, strlen(text), RK_NOTATION_PLAIN, &found, &fault);
    if (got != err || !strstr(fault.text, message))
        fail_msg("%s: error %d, \"%s\"; expected %d, \"%s\"", text, (int)got, fault.text, (int)err,
                 message);
    assert_int_equal(found, 12345);
    assert_true(fault.offset <= strlen(text));
}

static void expect_written(const rk_position *pos, const char *uci, const char *san,
                           const char *lan)
{
    char text[RK_SAN_MAX];
    assert_int_equal(rk_san_write(pos, move(pos, uci), text), strlen(san));
    assert_string_equal(text, san);
    rk_lan_write(pos, move(pos, uci), text);
    assert_string_equal(text, lan);
}

static void moves_are_written_in_standard_form(void **state)
{
    (void)state;
    rk_position pos = position("r1q1k2r/ppp2ppp/2n5/3pP3/1b6/2N2N2/PPPP1PPP/R1BQK2R w KQkq d6 0 1");
    expect_written(&pos, "e1h1", "O-O", "O-O");
    expect_written(&pos, "e5d6", "exd6", "e5xd6");
    expect_written(&pos, "f3g5", "Ng5", "Nf3-g5");
    expect_written(&pos, "c3d5", "Nxd5", "Nc3xd5");
    pos = position("8/P6k/8/8/8/8/8/1r2K3 w - - 0 1");
    expect_rejected(&pos, "a8=Q", RK_KING_IN_CHECK, "in check from the rook on b1");
    pos = position("1r5k/P7/8/8/8/8/8/4K3 w - - 0 1");
    expect_written(&pos, "a7b8q", "axb8=Q+", "a7xb8=Q+");
    expect_written(&pos, "a7a8n", "a8=N", "a7-a8=N");
}

static void checkmate_and_variant_wins_are_marked(void **state)
{
    (void)state;
    const rk_position pos = position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    expect_written(&pos, "a1a8", "Ra8#", "Ra1-a8#");
    const rk_position hill = position_of(RK_KING_OF_THE_HILL, "7k/8/8/8/8/4K3/8/8 w - - 0 1");
    expect_written(&hill, "e3e4", "Ke4#", "Ke3-e4#");
}

static void the_origin_is_written_only_as_far_as_needed(void **state)
{
    (void)state;
    rk_position pos = position("k7/8/8/1N3N2/8/8/1N6/7K w - - 0 1");
    expect_written(&pos, "f5d4", "Nfd4", "Nf5-d4");
    expect_written(&pos, "b2d3", "Nd3", "Nb2-d3");
    pos = position("k7/8/8/8/1N6/8/1N6/7K w - - 0 1");
    expect_written(&pos, "b2d3", "N2d3", "Nb2-d3");
    pos = position("k7/8/8/1N3N2/8/8/1N3N2/7K w - - 0 1");
    expect_written(&pos, "f5d4", "Nfd4", "Nf5-d4");
    pos = position("8/7k/8/8/3Q1Q2/8/8/K2Q4 w - - 0 1");
    expect_written(&pos, "d4f2", "Qdf2", "Qd4-f2");
}

static void a_pinned_piece_does_not_make_a_move_ambiguous(void **state)
{
    (void)state;
    const rk_position pos = position("4r2k/8/8/8/8/4N3/8/1N2K3 w - - 0 1");
    expect_written(&pos, "b1c3", "Nc3", "Nb1-c3");
    const rk_position other = position("4r2k/8/8/8/8/4N3/8/N3K3 w - - 0 1");
    expect_written(&other, "a1c2", "Nc2", "Na1-c2");
    expect_move(&other, "Nc2", "a1c2");
}

static void common_spellings_of_moves_are_accepted(void **state)
{
    (void)state;
    rk_position pos = position("r1q1k2r/ppp2ppp/2n5/3pP3/1b6/2N2N2/PPPP1PPP/R1BQK2R w KQkq d6 0 1");
    static const char *const castling[] = {"O-O",  "0-0",   "o-o",  "OO",
                                           "O-O+", "0-0!?", "e1g1", "e1h1"};
    for (size_t i = 0; i < sizeof castling / sizeof *castling; i++)
        expect_move(&pos, castling[i], "e1h1");
    static const char *const captures[] = {"exd6",      "ed6",    "ed",    "exd",
                                           "e5xd6",     "e5d6",   "e5-d6", "exd6e.p.",
                                           "exd6 e.p.", "exd6ep", "e:d6",  "ed6!"};
    for (size_t i = 0; i < sizeof captures / sizeof *captures; i++)
        expect_move(&pos, captures[i], "e5d6");
    static const char *const knights[] = {"Ng5",  "Nf3g5", "Nfg5",  "N3g5", "Nf3-g5",
                                          "f3g5", "ng5",   "  Ng5", "Ng5+", "Ng5??"};
    for (size_t i = 0; i < sizeof knights / sizeof *knights; i++)
        expect_move(&pos, knights[i], "f3g5");
    expect_move(&pos, "Nd5", "c3d5");
}

static void promotions_are_accepted_in_every_form(void **state)
{
    (void)state;
    const rk_position pos = position("1r5k/P7/8/8/8/8/8/4K3 w - - 0 1");
    static const char *const forms[] = {"a8=Q", "a8Q",    "a8q",   "a8(Q)",  "a8/Q",
                                        "a8=q", "a8=Q!?", "a7a8q", "a7-a8=Q"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        expect_move(&pos, forms[i], "a7a8q");
    expect_move(&pos, "axb8=N+", "a7b8n");
    expect_move(&pos, "ab=R", "a7b8r");
    expect_rejected(&pos, "a8", RK_BAD_PROMOTION, "choose a piece to promote to on a8");
    expect_rejected(&pos, "a8=K", RK_BAD_PROMOTION, "cannot promote to a king");
    expect_rejected(&pos, "Ke2=Q", RK_BAD_PROMOTION,
                    "only a pawn that reaches the last rank can promote");
}

static void text_that_is_not_a_move_is_a_syntax_error(void **state)
{
    (void)state;
    const rk_position pos = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    static const char *const texts[] = {"",   "e",     "Z",        "Zf3",    "e9", "i4",      "Nf",
                                        "N",  "e4e",   "Ngf3x5",   "e2e4e5", "O",  "O-O-O-O", "--",
                                        "Q@", "e4 e5", "\xff\xfe", "x",      "=Q"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        rk_move found;
        rk_fault fault;
        const rk_err err =
            rk_san_parse(&pos, texts[i], strlen(texts[i]), RK_NOTATION_PLAIN, &found, &fault);
        if (rk_err_class_of(err) != RK_SYNTAX)
            fail_msg("\"%s\": %s", texts[i], rk_err_text(err));
    }
}

static void invalid_illegal_and_ambiguous_moves_have_different_errors(void **state)
{
    (void)state;
    const rk_position pos = position("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1");
    expect_rejected(&pos, "Nd2", RK_AMBIGUOUS_MOVE, "the knight on b1 and the knight on f1");
    expect_rejected(&pos, "Nd5", RK_NO_SUCH_PIECE, "no knight can reach d5");
    expect_rejected(&pos, "Nz2", RK_BAD_SYNTAX, "not a move");
    expect_move(&pos, "Nbd2", "b1d2");
}

static void in_chess960_a_piece_where_the_rook_would_stand_blocks_castling(void **state)
{
    (void)state;
    rk_position pos = position_of(RK_CHESS960, "4k3/8/8/8/8/8/8/5RKR w H - 0 1");
    expect_rejected(&pos, "O-O", RK_NO_CASTLING, "the rook on f1 is in the way of castling");
}

static void an_illegal_move_is_rejected_with_the_reason(void **state)
{
    (void)state;
    rk_position pos = position("rnbqk1nr/pppp1ppp/8/4p3/1b6/5N2/PPP1PPPP/RNBQKB1R w KQkq - 0 1");
    expect_rejected(&pos, "Kd2", RK_KING_IN_CHECK,
                    "the bishop on b4 would give check: the king may not move to d2");
    expect_rejected(&pos, "a3", RK_KING_IN_CHECK, "the king is in check from the bishop on b4");
    expect_rejected(&pos, "O-O", RK_NO_CASTLING, "gives check: the king may not castle out of it");
    pos = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    expect_rejected(&pos, "O-O", RK_NO_CASTLING, "the bishop on f1 is in the way of castling");
    expect_rejected(&pos, "Bc4", RK_NO_SUCH_PIECE, "no bishop can reach c4");
    expect_rejected(&pos, "e5", RK_NOT_ITS_MOVE, "the pawn on e2 does not move to e5");
    expect_rejected(&pos, "exd3", RK_NOT_ITS_MOVE, "nothing to capture");
    expect_rejected(&pos, "e2e5", RK_NOT_ITS_MOVE, "does not move to e5");
    expect_rejected(&pos, "e7e5", RK_NOT_YOUR_PIECE,
                    "the pawn on e7 is Black's, and it is White's move");
    expect_rejected(&pos, "e4e5", RK_NO_PIECE_THERE, "there is no piece on e4");
    expect_rejected(&pos, "a1a2", RK_OWN_PIECE_THERE, "a2 is occupied by your own pawn");
    expect_rejected(&pos, "a1a5", RK_PATH_BLOCKED, "the pawn on a2 is in the way");
    expect_rejected(&pos, "N@e4", RK_AGAINST_VARIANT, "crazyhouse");
    pos = position("4k3/4r3/8/8/8/8/4N3/4K2R w K - 0 1");
    expect_rejected(&pos, "Nc3", RK_KING_IN_CHECK,
                    "the knight on e2 is pinned: the rook on e7 would give check");
    pos = position("4kr2/8/8/8/8/8/8/4K2R w K - 0 1");
    expect_rejected(&pos, "O-O", RK_NO_CASTLING, "the rook on f8 attacks f1");
    pos = position("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    expect_rejected(&pos, "O-O", RK_NO_CASTLING, "you do not have the right to castle kingside");
}

static void moves_after_the_end_of_the_game_are_rejected(void **state)
{
    (void)state;
    rk_position pos = position("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    expect_rejected(&pos, "a3", RK_GAME_OVER, "checkmate");
    pos = position_of(RK_KING_OF_THE_HILL, "7k/8/8/8/4K3/8/8/8 b - - 0 1");
    expect_rejected(&pos, "Kh7", RK_GAME_OVER, "centre");
}

static void moves_against_the_rules_of_a_variant_are_rejected_with_the_rule(void **state)
{
    (void)state;
    rk_position pos = position_of(RK_ANTICHESS, "8/8/8/3p4/4P3/8/8/7R w - - 0 1");
    expect_rejected(&pos, "Rh2", RK_AGAINST_VARIANT,
                    "you can capture, and in this variant you must");
    pos = position_of(RK_RACING_KINGS, "8/8/8/8/8/8/k6K/1R6 w - - 0 1");
    expect_rejected(&pos, "Ra1", RK_AGAINST_VARIANT, "would give check");
    pos = position_of(RK_ATOMIC, "4k3/8/8/8/8/8/3p4/3QK3 w - - 0 1");
    expect_rejected(&pos, "Qxd2", RK_AGAINST_VARIANT, "explosion");
    pos = position_of(RK_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1");
    expect_rejected(&pos, "N@e4", RK_NO_SUCH_PIECE, "no knight in the pocket");
    expect_rejected(&pos, "P@e1", RK_PATH_BLOCKED, "king on e1");
    expect_rejected(&pos, "@a8", RK_AGAINST_VARIANT, "first or last rank");
    expect_move(&pos, "@e4", "P@e4");
}

static void queenside_castling_is_not_kingside_castling(void **state)
{
    (void)state;
    const rk_position pos = position("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
    expect_move(&pos, "O-O-O", "e8a8");
    expect_move(&pos, "0-0", "e8h8");
    expect_move(&pos, "e8c8", "e8a8");
    expect_written(&pos, "e8a8", "O-O-O", "O-O-O");
}

static void null_moves_are_parsed_under_a_flag(void **state)
{
    (void)state;
    const rk_position pos = position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    static const char *const texts[] = {"--", "Z0", "0000", "@@@@", "null", " --", "--!?"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        rk_move found = 12345;
        assert_int_equal(
            rk_san_parse(&pos, texts[i], strlen(texts[i]), RK_NOTATION_NULL_MOVES, &found, NULL),
            RK_OK);
        assert_int_equal(found, RK_NO_MOVE);
        expect_rejected(&pos, texts[i], RK_BAD_SYNTAX, "");
    }
    char written[RK_SAN_MAX];
    assert_int_equal(rk_san_write(&pos, RK_NO_MOVE, written), 2);
    assert_string_equal(written, "--");
    assert_int_equal(rk_lan_write(&pos, RK_NO_MOVE, written), 2);
}

static void a_null_move_in_check_is_illegal(void **state)
{
    (void)state;
    const rk_position pos = position("4k3/8/8/8/4r3/8/8/4K3 w - - 0 1");
    rk_move found = 12345;
    rk_fault fault;
    assert_int_equal(rk_san_parse(&pos, " Z0", 3, RK_NOTATION_NULL_MOVES, &found, &fault),
                     RK_KING_IN_CHECK);
    assert_int_equal(fault.offset, 1);
    assert_int_equal(found, 12345);
}

static void castling_may_be_written_by_its_squares(void **state)
{
    (void)state;
    const rk_position pos = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    static const char *const short_castling[] = {"e1-g1", "e1g1", "Ke1-g1", "Ke1g1+", "e1-h1!"};
    for (size_t i = 0; i < sizeof short_castling / sizeof *short_castling; i++)
        expect_move(&pos, short_castling[i], "e1h1");
    expect_move(&pos, "e1-c1", "e1a1");
    expect_move(&pos, "e1-f1", "e1f1");
    const rk_position cannot = position("r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1");
    expect_rejected(&cannot, "e1-g1", RK_NO_CASTLING, "");
}

static void figurines_of_either_colour_are_pieces(void **state)
{
    (void)state;
    const rk_position pos = position("1r2k2r/P7/8/8/8/5N2/4PPPP/R3K2R w KQk - 0 1");
    expect_move(&pos, "♘g5", "f3g5");
    expect_move(&pos, "♞g5", "f3g5");
    expect_move(&pos,
                "\xe2\x99\x98\xef\xb8\x8e"
                "f3-g5",
                "f3g5"); // with a variation selector
    expect_move(&pos, "♙e4", "e2e4");
    expect_move(&pos, "a×b8=♕+", "a7b8q");
    expect_move(&pos, "a8♖", "a7a8r");
    expect_rejected(&pos, "♗g5", RK_NO_SUCH_PIECE, "bishop");
}

static void dashes_of_every_length_are_hyphens(void **state)
{
    (void)state;
    const rk_position pos = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    expect_move(&pos, "O–O", "e1h1");
    expect_move(&pos, "0—0—0", "e1a1");
    expect_move(&pos, "O‑O", "e1h1");
    expect_move(&pos, "0−0+", "e1h1");
    expect_move(&pos, "O\x96O", "e1h1"); // Windows-1252
    expect_move(&pos, "e1–g1", "e1h1");
}

static void numbers_before_and_annotations_after_a_move_are_ignored(void **state)
{
    (void)state;
    const rk_position pos = position("4k3/8/8/3pP3/8/5N2/8/4K3 w - d6 0 1");
    static const char *const knight[] = {
        "1.Ng5", "1. Ng5",  "12...Ng5", "1.…Ng5", "Ng5$1", "Ng5 $14", "Ng5!$3",  "Ng5+-", "Ng5±",
        "Ng5 ⩲", "Ng5\xb1", "Ng5+/=",   "Ng5=",   "Ng5∞",  "Ng5!?",   "Ng5+!-+", "Ng5→",  "Ng5‼"};
    for (size_t i = 0; i < sizeof knight / sizeof *knight; i++)
        expect_move(&pos, knight[i], "f3g5");
    static const char *const en_passant[] = {"exd6ep",   "exd6e.p.", "exd6 ep.",
                                             "exd6 e.p", "exd6(ep)", "exd6+ e.p."};
    for (size_t i = 0; i < sizeof en_passant / sizeof *en_passant; i++)
        expect_move(&pos, en_passant[i], "e5d6");
}

static void the_place_of_an_error_is_in_the_original_text(void **state)
{
    (void)state;
    const rk_position pos = position("4k3/8/8/8/8/5N2/8/4K3 w - - 0 1");
    rk_move found;
    rk_fault fault;
    assert_int_equal(rk_san_parse(&pos, "♘g5ü", strlen("♘g5ü"), RK_NOTATION_PLAIN, &found, &fault),
                     RK_BAD_SYNTAX);
    assert_int_equal(fault.offset, 5);
    assert_int_equal(
        rk_san_parse(&pos, "1. ♘g9", strlen("1. ♘g9"), RK_NOTATION_PLAIN, &found, &fault),
        RK_BAD_SYNTAX);
    assert_true(fault.offset >= 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_written_in_standard_form),
        cmocka_unit_test(checkmate_and_variant_wins_are_marked),
        cmocka_unit_test(the_origin_is_written_only_as_far_as_needed),
        cmocka_unit_test(a_pinned_piece_does_not_make_a_move_ambiguous),
        cmocka_unit_test(common_spellings_of_moves_are_accepted),
        cmocka_unit_test(promotions_are_accepted_in_every_form),
        cmocka_unit_test(text_that_is_not_a_move_is_a_syntax_error),
        cmocka_unit_test(invalid_illegal_and_ambiguous_moves_have_different_errors),
        cmocka_unit_test(in_chess960_a_piece_where_the_rook_would_stand_blocks_castling),
        cmocka_unit_test(an_illegal_move_is_rejected_with_the_reason),
        cmocka_unit_test(moves_after_the_end_of_the_game_are_rejected),
        cmocka_unit_test(moves_against_the_rules_of_a_variant_are_rejected_with_the_rule),
        cmocka_unit_test(queenside_castling_is_not_kingside_castling),
        cmocka_unit_test(null_moves_are_parsed_under_a_flag),
        cmocka_unit_test(a_null_move_in_check_is_illegal),
        cmocka_unit_test(castling_may_be_written_by_its_squares),
        cmocka_unit_test(figurines_of_either_colour_are_pieces),
        cmocka_unit_test(dashes_of_every_length_are_hyphens),
        cmocka_unit_test(numbers_before_and_annotations_after_a_move_are_ignored),
        cmocka_unit_test(the_place_of_an_error_is_in_the_original_text),
    };
    return cmocka_run_group_tests_name("SAN", tests, NULL, NULL);
}
