/* SPDX-License-Identifier: MIT */
/* Playing games: moves that are played, rejected, undone and redone. */
#include "rookery/game.h"

#include <string.h>

#include "rookery/fen.h"
#include "rookery/san.h"
#include "support/board.h"
#include "support/game.h"

static rk_game *game_from(const char *fen)
{
    return start_game(position(fen), "-");
}

static rk_game *new_game(void)
{
    return game_from(rk_variant_start(RK_STANDARD));
}

static void expect_position(const rk_game *game, const char *fen)
{
    char text[RK_FEN_MAX];
    rk_fen_write(rk_game_position(game), RK_FEN_PLAIN, text);
    assert_string_equal(text, fen);
}

static void expect_result(const rk_game *game, rk_status status, const char *message)
{
    char text[100];
    assert_int_equal(rk_game_result_text(game, text, sizeof text), strlen(message));
    assert_string_equal(text, message);
    assert_int_equal(rk_game_status(game), status);
}

/* The move is rejected with this message, and the game does not change. */
static void expect_rejected(rk_game *game, const char *move, rk_err err, const char *message)
{
    const rk_position before = *rk_game_position(game);
    const rk_clock clock = *rk_game_clock(game);
    const rk_status status = rk_game_status(game);
    const size_t length = rk_game_length(game), undone = rk_game_redo_count(game);
    rk_fault fault = {.text = ""};
    const rk_err got = rk_game_play_san(game, move, strlen(move), 0, &fault);
    if (got != err || fault.err != err || !strstr(fault.text, message))
        fail_msg("%s: error %d, \"%s\"", move, (int)got, fault.text);
    assert_int_equal(rk_game_play_san(game, move, strlen(move), 0, NULL), err);
    assert_memory_equal(&before, rk_game_position(game), sizeof before);
    assert_memory_equal(&clock, rk_game_clock(game), sizeof clock);
    assert_int_equal(rk_game_status(game), status);
    assert_int_equal(rk_game_length(game), length);
    assert_int_equal(rk_game_redo_count(game), undone);
}

/* Undoes every action, then redoes it: both ways every position and status is restored. */
static void expect_undo_and_redo_restore(rk_game *game)
{
    enum { ACTIONS_MAX = 64 };
    rk_position positions[ACTIONS_MAX];
    rk_status statuses[ACTIONS_MAX];
    const size_t length = rk_game_length(game);
    assert_true(length < ACTIONS_MAX);
    for (size_t i = length;; i--) {
        positions[i] = *rk_game_position(game);
        statuses[i] = rk_game_status(game);
        if (i < length)
            assert_int_equal(rk_game_redo_count(game), length - i);
        if (!i)
            break;
        const rk_position before = *rk_game_position_before(game, i - 1);
        assert_int_equal(rk_game_undo(game), RK_OK);
        assert_memory_equal(&before, rk_game_position(game), sizeof before);
    }
    assert_memory_equal(rk_game_start(game), rk_game_position(game), sizeof(rk_position));
    assert_int_equal(rk_game_undo(game), RK_NOTHING_TO_UNDO);
    for (size_t i = 1; i <= length; i++) {
        assert_int_equal(rk_game_redo(game), RK_OK);
        assert_memory_equal(&positions[i], rk_game_position(game), sizeof(rk_position));
        assert_int_equal(rk_game_status(game), statuses[i]);
    }
    assert_int_equal(rk_game_redo(game), RK_NOTHING_TO_REDO);
}

static void check_undo_and_destroy(rk_game *game)
{
    expect_undo_and_redo_restore(game);
    rk_game_destroy(game);
}

// ---- moves and their results -----------------------------------------------------------------

static void pieces_move_in_turn(void **state)
{
    (void)state;
    rk_game *game = new_game();
    assert_int_equal(rk_game_status(game), RK_CREATED);
    play_san(game, "e4");
    assert_int_equal(rk_game_status(game), RK_OPENED);
    play_san(game, "e5 Nf3 Nc6");
    expect_position(game, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    expect_result(game, RK_ACTIVE, "The game is in progress");
    assert_int_equal(rk_game_winner(game), RK_NOBODY_WINS);
    assert_int_equal(rk_game_length(game), 4);
    assert_int_equal(rk_game_action(game, 2)->move, move(rk_game_position(game), "g1f3"));
    assert_int_equal(rk_game_action(game, 3)->by, RK_BLACK);
    check_undo_and_destroy(game);
}

static void a_pawn_captures_diagonally(void **state)
{
    (void)state;
    rk_game *game = new_game();
    play_san(game, "e4 d5 exd5");
    expect_position(game, "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2");
    check_undo_and_destroy(game);
}

static void castling_moves_king_and_rook(void **state)
{
    (void)state;
    rk_game *game = new_game();
    play_san(game, "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O");
    expect_position(game, "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4");
    check_undo_and_destroy(game);
}

static void en_passant_removes_the_passed_pawn(void **state)
{
    (void)state;
    rk_game *game = new_game();
    play_san(game, "e4 a6 e5 d5 exd6");
    expect_position(game, "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3");
    check_undo_and_destroy(game);
}

static void en_passant_is_possible_for_one_move_only(void **state)
{
    (void)state;
    rk_game *game = new_game();
    play_san(game, "e4 a6 e5 d5 h3 h6");
    expect_rejected(game, "exd6", RK_NOT_ITS_MOVE, "nothing to capture");
    check_undo_and_destroy(game);
}

static void a_pawn_promotes_to_the_chosen_piece(void **state)
{
    (void)state;
    static const struct {
        const char *move, *fen;
    } rows[] = {{"a8=Q", "Q7/7k/8/8/8/8/8/K7 b - - 0 1"},
                {"a8=R", "R7/7k/8/8/8/8/8/K7 b - - 0 1"},
                {"a8=B", "B7/7k/8/8/8/8/8/K7 b - - 0 1"},
                {"a8=N", "N7/7k/8/8/8/8/8/K7 b - - 0 1"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        rk_game *game = game_from("8/P6k/8/8/8/8/8/K7 w - - 0 1");
        expect_rejected(game, "a8", RK_BAD_PROMOTION, "choose a piece to promote to on a8");
        expect_rejected(game, "a8=K", RK_BAD_PROMOTION, "cannot promote to a king");
        play_san(game, rows[i].move);
        expect_position(game, rows[i].fen);
        check_undo_and_destroy(game);
    }
}

static void a_check_must_be_answered(void **state)
{
    (void)state;
    rk_game *game = new_game();
    play_san(game, "e4 e5 d3 Bb4+");
    expect_result(game, RK_CHECK, "Check");
    expect_rejected(game, "a3", RK_KING_IN_CHECK, "in check from the bishop on b4");
    expect_rejected(game, "Kd2", RK_KING_IN_CHECK, "may not move to d2");
    assert_int_equal(rk_moves_count(rk_game_position(game)), 6); // c3, Nc3, Nd2, Bd2, Qd2, Ke2
    play_san(game, "c3");
    assert_int_equal(rk_game_status(game), RK_ACTIVE);
    check_undo_and_destroy(game);
}

static void scholars_mate_ends_the_game(void **state)
{
    (void)state;
    rk_game *game = new_game();
    play_san(game, "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#");
    expect_result(game, RK_WON_BY_CHECKMATE, "White wins by checkmate");
    assert_int_equal(rk_game_winner(game), RK_WHITE_WINS);
    assert_string_equal(rk_status_termination(rk_game_status(game)), "normal");
    expect_rejected(game, "Kxf7", RK_GAME_OVER, "the game is over: White wins by checkmate");
    expect_rejected(game, "rubbish", RK_GAME_OVER, "the game is over");
    check_undo_and_destroy(game);
}

static void stalemate_is_a_draw(void **state)
{
    (void)state;
    rk_game *game = game_from("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1");
    play_san(game, "Qf7");
    expect_result(game, RK_DRAWN_BY_STALEMATE, "Draw by stalemate");
    assert_int_equal(rk_game_winner(game), RK_NOBODY_WINS);
    check_undo_and_destroy(game);
}

// ---- rejected moves --------------------------------------------------------------------------

static void each_illegal_move_has_a_code_and_a_message(void **state)
{
    (void)state;
    rk_game *game = new_game();
    expect_rejected(game, "e9", RK_OFF_THE_BOARD, "there is no square e9");
    expect_rejected(game, "e2i4", RK_OFF_THE_BOARD, "there is no square i4");
    expect_rejected(game, "hello", RK_BAD_SYNTAX, "unexpected text");
    expect_rejected(game, "", RK_BAD_SYNTAX, "not a move");
    expect_rejected(game, "e4e5", RK_NO_PIECE_THERE, "there is no piece on e4");
    expect_rejected(game, "e7e5", RK_NOT_YOUR_PIECE, "it is White's move");
    expect_rejected(game, "g1g3", RK_NOT_ITS_MOVE, "the knight on g1 does not move to g3");
    expect_rejected(game, "e1e2", RK_OWN_PIECE_THERE, "e2 is occupied by your own pawn");
    expect_rejected(game, "a1a4", RK_PATH_BLOCKED, "the pawn on a2 is in the way");
    expect_rejected(game, "O-O", RK_NO_CASTLING, "in the way of castling");
    expect_rejected(game, "N@f3", RK_AGAINST_VARIANT, "crazyhouse");
    check_undo_and_destroy(game);
}

static void a_fault_gives_the_offset(void **state)
{
    (void)state;
    rk_game *game = new_game();
    rk_fault fault;
    assert_int_equal(rk_game_play_san(game, "e2e9", 4, 0, &fault), RK_OFF_THE_BOARD);
    assert_int_equal(fault.offset, 2);
    rk_game_destroy(game);
}

static void playing_san_fails_with_the_details_of_parsing_it(void **state)
{
    (void)state;
    static const char *const texts[] = {"",     "Zf3",  "Nf3y", "Ke2",   "e2e5", "Bb5", "O-O",
                                        "N@f3", "e8=Q", "--",   "e4 e5", "exd5", "Nfd2"};
    rk_game *game = new_game();
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        rk_fault played = {.text = ""}, parsed = {.text = ""};
        rk_move unused;
        const size_t size = strlen(texts[i]);
        const rk_err err = rk_san_parse(rk_game_position(game), texts[i], size, RK_NOTATION_PLAIN,
                                        &unused, &parsed);
        assert_int_not_equal(err, RK_OK);
        assert_int_equal(rk_game_play_san(game, texts[i], size, 0, &played), err);
        assert_int_equal(played.err, parsed.err);
        assert_int_equal(played.offset, parsed.offset);
        assert_string_equal(played.text, parsed.text);
    }
    assert_int_equal(rk_game_length(game), 0);
    rk_game_destroy(game);
}

static void pinned_pieces_and_ambiguous_moves_are_rejected(void **state)
{
    (void)state;
    rk_game *game = game_from("4r2k/8/8/8/8/4N3/8/1N2KN2 w - - 0 1");
    expect_rejected(game, "Nd5", RK_KING_IN_CHECK, "is pinned");
    expect_rejected(game, "Nd2", RK_AMBIGUOUS_MOVE, "can both move to d2");
    check_undo_and_destroy(game);
}

static void a_pawn_that_has_moved_cannot_make_a_double_push(void **state)
{
    (void)state;
    rk_game *game = new_game();
    play_san(game, "e3 a6");
    expect_rejected(game, "e3e5", RK_NOT_ITS_MOVE, "the pawn on e3 does not move to e5");
    check_undo_and_destroy(game);
}

static rk_err submit(rk_game *game, rk_side by, rk_move word, rk_fault *fault)
{
    return rk_game_play(game, (rk_action){.kind = RK_ACT_MOVE, .by = by, .move = word}, fault);
}

static void only_the_side_to_move_moves(void **state)
{
    (void)state;
    rk_game *game = new_game();
    rk_fault fault;
    const rk_move e4 = move(rk_game_position(game), "e2e4");
    assert_int_equal(submit(game, RK_BLACK, e4, &fault), RK_NOT_YOUR_TURN);
    assert_string_equal(fault.text, "it is White's move");
    assert_int_equal(submit(game, RK_WHITE, e4, &fault), RK_OK);
    assert_int_equal(submit(game, RK_WHITE, e4, &fault), RK_NOT_YOUR_TURN);
    assert_string_equal(fault.text, "it is Black's move");
    rk_game_destroy(game);
}

static void every_move_is_played_or_rejected_with_a_reason(void **state)
{
    (void)state;
    static const rk_variant variants[] = {RK_STANDARD, RK_CRAZYHOUSE};
    for (size_t i = 0; i < 2; i++) {
        const rk_game_setup setup = {.start = rk_position_start(variants[i])};
        rk_game *game = NULL;
        assert_int_equal(rk_game_create(&setup, &game), RK_OK);
        for (unsigned word = 0; word <= UINT16_MAX; word++) {
            rk_fault fault = {.text = ""};
            const rk_err err = submit(game, RK_WHITE, (rk_move)word, &fault);
            assert_int_equal(err == RK_OK, rk_moves_legal(&setup.start, (rk_move)word));
            assert_int_equal(err, err ? fault.err : RK_OK);
            assert_int_equal(err == RK_OK, fault.text[0] == '\0');
            if (!err)
                assert_int_equal(rk_game_undo(game), RK_OK);
        }
        rk_game_destroy(game);
    }
}

static void an_invalid_start_position_is_rejected(void **state)
{
    (void)state;
    rk_game_setup setup = {.start = rk_position_empty(RK_STANDARD)};
    rk_game *game = NULL;
    assert_int_equal(rk_game_create(&setup, &game), RK_BAD_POSITION);
    assert_null(game);
}

static void a_game_that_starts_with_checkmate_is_over(void **state)
{
    (void)state;
    rk_game *game = game_from("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1");
    expect_result(game, RK_WON_BY_CHECKMATE, "White wins by checkmate");
    expect_rejected(game, "Kg7", RK_GAME_OVER, "the game is over");
    rk_game_destroy(game);
    rk_game_destroy(NULL);
}

// ---- undo and redo ---------------------------------------------------------------------------

static void undo_restores_the_captured_piece(void **state)
{
    (void)state;
    rk_game *game = new_game();
    play_san(game, "e4 d5 exd5");
    assert_int_equal(rk_game_undo(game), RK_OK);
    const rk_piece pawn = rk_position_at(rk_game_position(game), square_named("d5"));
    assert_int_equal(pawn.kind, RK_PAWN);
    assert_int_equal(pawn.side, RK_BLACK);
    rk_game_destroy(game);
}

static void undo_restores_castling_and_en_passant_rights(void **state)
{
    (void)state;
    rk_game *game = game_from("4k3/8/8/8/8/8/4P3/R3K2R w KQ - 0 1");
    play_san(game, "Kf2 Kd8 Ke1 Ke8");
    expect_rejected(game, "O-O", RK_NO_CASTLING, "you do not have the right to castle");
    for (int i = 0; i < 4; i++)
        assert_int_equal(rk_game_undo(game), RK_OK);
    play_san(game, "e3 Kd8");
    expect_rejected(game, "e3e5", RK_NOT_ITS_MOVE, "does not move to e5");
    assert_int_equal(rk_game_undo(game), RK_OK);
    assert_int_equal(rk_game_undo(game), RK_OK);
    play_san(game, "e4 Kd8 O-O");
    check_undo_and_destroy(game);
}

static void undo_goes_back_across_the_end_of_a_game(void **state)
{
    (void)state;
    rk_game *game = new_game();
    play_san(game, "f3 e5 g4 Qh4");
    expect_result(game, RK_WON_BY_CHECKMATE, "Black wins by checkmate");
    assert_int_equal(rk_game_undo(game), RK_OK);
    assert_int_equal(rk_game_status(game), RK_ACTIVE);
    assert_int_equal(rk_game_winner(game), RK_NOBODY_WINS);
    play_san(game, "d5");
    assert_int_equal(rk_game_redo(game), RK_NOTHING_TO_REDO);
    check_undo_and_destroy(game);
}

static void a_resignation_can_be_taken_back(void **state)
{
    (void)state;
    rk_game *game = new_game();
    play_san(game, "e4 e5");
    const rk_action resign = {.kind = RK_ACT_RESIGN, .by = RK_WHITE};
    assert_int_equal(rk_game_play(game, resign, NULL), RK_OK);
    expect_result(game, RK_RESIGNED, "Black wins: White resigned");
    assert_int_equal(rk_game_undo(game), RK_OK);
    assert_int_equal(rk_game_status(game), RK_ACTIVE);
    assert_int_equal(rk_game_redo(game), RK_OK);
    expect_result(game, RK_RESIGNED, "Black wins: White resigned");
    check_undo_and_destroy(game);
}

static void a_rejected_move_keeps_the_redo_list(void **state)
{
    (void)state;
    rk_game *game = new_game();
    play_san(game, "e4 e5 Nf3");
    assert_int_equal(rk_game_undo(game), RK_OK);
    assert_int_equal(rk_game_undo(game), RK_OK);
    expect_rejected(game, "e4", RK_NOT_ITS_MOVE, "");
    assert_int_equal(rk_game_redo_count(game), 2);
    play_san(game, "c5");
    assert_int_equal(rk_game_redo_count(game), 0);
    check_undo_and_destroy(game);
}

static void undo_is_rejected_if_the_setup_forbids_it(void **state)
{
    (void)state;
    const rk_game_setup setup = {.start = rk_position_start(RK_STANDARD), .no_undo = true};
    rk_game *game = NULL;
    assert_int_equal(rk_game_create(&setup, &game), RK_OK);
    play_san(game, "e4");
    assert_int_equal(rk_game_undo(game), RK_UNDO_FORBIDDEN);
    assert_int_equal(rk_game_length(game), 1);
    rk_game_destroy(game);
}

static void reasons_survive_undo_and_redo(void **state)
{
    (void)state;
    rk_game *game = new_game();
    play_san(game, "e4");
    const rk_action adjudication = {
        .kind = RK_ACT_ADJUDICATE, .winner = RK_BLACK_WINS, .reason = 42};
    assert_int_equal(rk_game_play(game, adjudication, NULL), RK_OK);
    assert_int_equal(rk_game_action(game, 0)->reason, 0);
    assert_int_equal(rk_game_action(game, 1)->reason, 42);
    assert_int_equal(rk_game_undo(game), RK_OK);
    assert_int_equal(rk_game_undo(game), RK_OK);
    assert_int_equal(rk_game_redo(game), RK_OK);
    assert_int_equal(rk_game_redo(game), RK_OK);
    assert_int_equal(rk_game_action(game, 1)->reason, 42);
    assert_int_equal(rk_game_status(game), RK_ADJUDICATED);
    rk_game_destroy(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_move_in_turn),
        cmocka_unit_test(a_pawn_captures_diagonally),
        cmocka_unit_test(castling_moves_king_and_rook),
        cmocka_unit_test(en_passant_removes_the_passed_pawn),
        cmocka_unit_test(en_passant_is_possible_for_one_move_only),
        cmocka_unit_test(a_pawn_promotes_to_the_chosen_piece),
        cmocka_unit_test(a_check_must_be_answered),
        cmocka_unit_test(scholars_mate_ends_the_game),
        cmocka_unit_test(stalemate_is_a_draw),
        cmocka_unit_test(each_illegal_move_has_a_code_and_a_message),
        cmocka_unit_test(a_fault_gives_the_offset),
        cmocka_unit_test(playing_san_fails_with_the_details_of_parsing_it),
        cmocka_unit_test(pinned_pieces_and_ambiguous_moves_are_rejected),
        cmocka_unit_test(a_pawn_that_has_moved_cannot_make_a_double_push),
        cmocka_unit_test(only_the_side_to_move_moves),
        cmocka_unit_test(every_move_is_played_or_rejected_with_a_reason),
        cmocka_unit_test(an_invalid_start_position_is_rejected),
        cmocka_unit_test(a_game_that_starts_with_checkmate_is_over),
        cmocka_unit_test(undo_restores_the_captured_piece),
        cmocka_unit_test(undo_restores_castling_and_en_passant_rights),
        cmocka_unit_test(undo_goes_back_across_the_end_of_a_game),
        cmocka_unit_test(a_resignation_can_be_taken_back),
        cmocka_unit_test(a_rejected_move_keeps_the_redo_list),
        cmocka_unit_test(undo_is_rejected_if_the_setup_forbids_it),
        cmocka_unit_test(reasons_survive_undo_and_redo),
    };
    return cmocka_run_group_tests_name("game", tests, NULL, NULL);
}
