/* SPDX-License-Identifier: MIT */
/* Properties of every position of every variant, checked at each ply of thousands
 * of random games and on random boards. The expensive checks, among them the
 * comparison with the slow generator, run on a sample of the positions. */
#include "rookery/moves.h"

#include <string.h>

#include "rookery/fen.h"
#include "rookery/outcome.h"
#include "rookery/perft.h"
#include "rookery/san.h"
#include "support/board.h"
#include "support/slow.h"

enum {
    GAMES = 3000, /* per variant */
    PLIES_MAX = 100,
    BOARDS = 4000,        /* per variant */
    SAMPLE_INTERVAL = 61, /* one in SAMPLE_INTERVAL positions gets the expensive checks */
    RANDOM_MOVES = 20     /* tried on each position of the sample */
};

// ---- reporting failures ----------------------------------------------------------------------

static void fail_position(const rk_position *pos, rk_move move, const char *message)
{
    char fen[RK_FEN_MAX];
    rk_fen_write(pos, RK_FEN_SHREDDER, fen);
    fail_msg("%s: %s, move %u-%u (%u)", message, fen, rk_move_from(move), rk_move_to(move),
             rk_move_type(move));
}

static void require(bool holds, const rk_position *pos, const char *message)
{
    if (!holds)
        fail_position(pos, RK_NO_MOVE, message);
}

static void require_move(bool holds, const rk_position *pos, rk_move move, const char *message)
{
    if (!holds)
        fail_position(pos, move, message);
}

// ---- sets of moves ---------------------------------------------------------------------------

/* A bit for each of the 65,536 encodings of moves. */
struct move_set {
    uint64_t bits[1024];
};

static bool set_contains(const struct move_set *set, rk_move move)
{
    return set->bits[move >> 6] >> (move & 63) & 1;
}

static void set_change(struct move_set *set, rk_move move, bool in)
{
    const uint64_t here = UINT64_C(1) << (move & 63);
    set->bits[move >> 6] = in ? set->bits[move >> 6] | here : set->bits[move >> 6] & ~here;
}

/* The legal moves, as a list and as a set. */
struct legal {
    rk_move list[RK_MOVES_MAX];
    size_t count;
    struct move_set set;
};

static void list_moves(const rk_position *pos, struct legal *legal)
{
    for (size_t i = 0; i < legal->count; i++) // cheaper than clearing it all
        set_change(&legal->set, legal->list[i], false);
    legal->count = rk_moves_list(pos, legal->list);
    require(legal->count <= RK_MOVES_MAX, pos, "more moves than RK_MOVES_MAX");
    for (size_t i = 0; i < legal->count; i++) {
        require_move(!set_contains(&legal->set, legal->list[i]), pos, legal->list[i],
                     "listed twice");
        set_change(&legal->set, legal->list[i], true);
    }
}

// ---- cheap checks, at every ply --------------------------------------------------------------

static bool ends_without_moves(rk_end end)
{
    return end != RK_NOT_OVER && end != RK_INSUFFICIENT_MATERIAL && end != RK_SEVENTY_FIVE_MOVES;
}

static void check_counts(const rk_position *pos, const struct legal *legal)
{
    require(rk_moves_count(pos) == legal->count, pos, "rk_moves_count differs from the list");
    require(rk_moves_any(pos) == (legal->count > 0), pos, "rk_moves_any is wrong");
    const rk_outcome outcome = rk_position_outcome(pos);
    require(ends_without_moves(outcome.end) == !legal->count, pos,
            "the outcome contradicts the moves");
}

static void check_apply_and_revert(const rk_position *pos, rk_move move)
{
    rk_position copy = *pos;
    rk_undo undo;
    rk_position_apply(&copy, move, &undo);
    require_move(copy.key == rk_position_key(&copy), pos, move, "the key is wrong after the move");
    require_move(rk_position_in_check(&copy) == rk_move_gives_check(pos, move), pos, move,
                 "a check is not announced, or announced and not given");
    rk_position_revert(&copy, &undo);
    require_move(!memcmp(&copy, pos, sizeof copy), pos, move,
                 "reverting does not restore the position");
}

// ---- expensive checks ------------------------------------------------------------------------

static void check_legality(const rk_position *pos, const struct legal *legal, struct prng *prng)
{
    for (size_t i = 0; i < legal->count; i++)
        require_move(rk_moves_legal(pos, legal->list[i]), pos, legal->list[i],
                     "listed but not legal");
    for (int i = 0; i < RANDOM_MOVES; i++) {
        const rk_move move = (rk_move)prng_next(prng);
        require_move(rk_moves_legal(pos, move) == set_contains(&legal->set, move), pos, move,
                     "legal but not listed, or listed but not legal");
    }
}

static void check_select(const rk_position *pos, const struct legal *legal, struct prng *prng)
{
    const uint64_t movers = prng_next(prng), targets = prng_next(prng);
    rk_move selected[RK_MOVES_MAX];
    const size_t found = rk_moves_select(pos, movers, targets, selected);
    size_t expected = 0;
    for (size_t i = 0; i < legal->count; i++) {
        const rk_move move = legal->list[i];
        const bool from = rk_move_type(move) == RK_DROP || movers >> rk_move_from(move) & 1;
        expected += from && targets >> rk_move_to(move) & 1;
    }
    require(found == expected, pos, "the wrong number of moves is selected");
    for (size_t i = 0; i < found; i++)
        require_move(set_contains(&legal->set, selected[i]) &&
                         targets >> rk_move_to(selected[i]) & 1,
                     pos, selected[i], "selected by mistake");
}

static void check_against_slow(const rk_position *pos, const struct legal *legal)
{
    const struct slow slow = slow_from(pos);
    rk_move moves[RK_MOVES_MAX];
    const size_t found = slow_moves(&slow, moves);
    for (size_t i = 0; i < found; i++)
        require_move(set_contains(&legal->set, moves[i]), pos, moves[i],
                     "only the slow generator lists this move");
    require(found == legal->count, pos, "the slow generator lists fewer moves");
    require(slow_in_check(&slow) == rk_position_in_check(pos), pos,
            "the slow generator disagrees about check");
    for (size_t i = 0; i < found; i++) {
        struct slow next = slow;
        rk_position after_move = *pos;
        rk_undo undo;
        slow_apply(&next, moves[i]);
        rk_position_apply(&after_move, moves[i], &undo);
        require_move(slow_matches(&next, &after_move), pos, moves[i],
                     "the slow generator reaches another position");
    }
}

static void check_validation(const rk_position *pos)
{
    rk_position copy = *pos;
    require(!rk_position_validate(&copy), pos, "a game reaches a position with faults");
    require(!memcmp(&copy, pos, sizeof copy), pos, "validation changes a valid position");
}

// FEN counters have at most four digits; games end before they need more.
static void check_fen(const rk_position *pos, rk_fen_option option)
{
    char fen[RK_FEN_MAX];
    const size_t size = rk_fen_write(pos, option, fen);
    require(size == strlen(fen), pos, "the length of a FEN is wrong");
    rk_position copy = rk_position_empty(RK_STANDARD);
    require(!rk_fen_parse(fen, size, (rk_variant)pos->variant, RK_FEN_PLAIN, &copy, NULL), pos,
            "a written FEN cannot be parsed");
    require(!memcmp(&copy, pos, sizeof copy), pos, "a FEN is parsed as another position");
}

typedef size_t move_writer(const rk_position *pos, rk_move move, char *out);
typedef rk_err move_parser(const rk_position *pos, const char *text, size_t size,
                           rk_notation_option option, rk_move *out, rk_fault *fault);

static void check_text(const rk_position *pos, rk_move move, move_writer *write, move_parser *parse)
{
    char text[RK_SAN_MAX];
    const size_t size = write(pos, move, text);
    rk_move back = RK_NO_MOVE;
    require_move(size == strlen(text), pos, move, "the length of a move's text is wrong");
    require_move(!parse(pos, text, size, RK_NOTATION_PLAIN, &back, NULL), pos, move,
                 "a written move cannot be parsed");
    require_move(back == move, pos, move, "a written move is parsed as another");
}

static void check_texts(const rk_position *pos, const struct legal *legal)
{
    check_fen(pos, RK_FEN_PLAIN);
    check_fen(pos, RK_FEN_SHREDDER);
    for (size_t i = 0; i < legal->count; i++) {
        check_text(pos, legal->list[i], rk_san_write, rk_san_parse);
        check_text(pos, legal->list[i], rk_lan_write, rk_san_parse);
        check_text(pos, legal->list[i], rk_uci_write, rk_uci_parse);
        check_text(pos, legal->list[i], rk_uci_write, rk_san_parse);
    }
}

static void check_everything(const rk_position *pos, const struct legal *legal, struct prng *prng)
{
    check_counts(pos, legal);
    for (size_t i = 0; i < legal->count; i++)
        check_apply_and_revert(pos, legal->list[i]);
    check_legality(pos, legal, prng);
    check_select(pos, legal, prng);
    check_against_slow(pos, legal);
    check_validation(pos);
    check_texts(pos, legal);
}

// ---- random games ----------------------------------------------------------------------------

static rk_position random_start(rk_variant variant, struct prng *prng)
{
    if (variant != RK_CHESS960)
        return rk_position_start(variant);
    rk_position pos = rk_position_empty(variant);
    assert_int_equal(rk_position_chess960(prng_below(prng, 960), &pos), RK_OK);
    return pos;
}

/* A side that could not win in some earlier position must not win. */
static void check_winner(const rk_position *pos, const bool could_win[2])
{
    const rk_winner winner = rk_position_outcome(pos).winner;
    if (winner != RK_NOBODY_WINS)
        require(could_win[winner == RK_BLACK_WINS], pos, "a side won that had no way to win");
}

static void play_game(rk_position pos, struct prng *prng)
{
    static struct legal legal;
    bool could_win[2] = {true, true};
    for (int ply = 0; ply < PLIES_MAX; ply++) {
        list_moves(&pos, &legal);
        check_counts(&pos, &legal);
        if (prng_below(prng, SAMPLE_INTERVAL) == 0 || !legal.count)
            check_everything(&pos, &legal, prng);
        if (!legal.count)
            break;
        for (unsigned side = 0; side < 2; side++)
            could_win[side] &= rk_position_can_win(&pos, (rk_side)side);
        const rk_move move = legal.list[prng_below(prng, (unsigned)legal.count)];
        check_apply_and_revert(&pos, move);
        rk_undo undo;
        rk_position_apply(&pos, move, &undo);
    }
    check_winner(&pos, could_win);
}

static void properties_hold_in_random_games(void **state)
{
    const rk_variant variant = *(const rk_variant *)*state;
    for (unsigned game = 0; game < GAMES; game++) {
        struct prng prng = {(uint64_t)variant << 32 | game};
        play_game(random_start(variant, &prng), &prng);
    }
}

// ---- random boards ---------------------------------------------------------------------------

static void put_random(rk_position *pos, rk_kind kind, rk_side side, struct prng *prng)
{
    // Half of the kings and rooks are put on their home rank; otherwise castling would be rare.
    const bool at_home = (kind == RK_KING || kind == RK_ROOK) && prng_below(prng, 2);
    const unsigned rank = at_home ? (side == RK_WHITE ? 0 : 7) : prng_below(prng, 8);
    const rk_square square = rk_square_at((int)prng_below(prng, 8), (int)rank);
    if (rk_position_at(pos, square).kind == RK_NO_KIND)
        rk_position_put(pos, square, (rk_piece){kind, side});
}

static void put_random_pieces(rk_position *pos, struct prng *prng)
{
    const unsigned kinds = rk_variant_kinds((rk_variant)pos->variant);
    for (unsigned left = prng_below(prng, 24); left > 0; left--) {
        const rk_kind kind = (rk_kind)prng_below(prng, RK_KIND_COUNT);
        if (kinds >> kind & 1 && kind != RK_KING)
            put_random(pos, kind, (rk_side)prng_below(prng, 2), prng);
    }
}

/* Adds random castling rights, en passant squares, pockets and counts of checks. Many of
 * them are impossible, and validation must reject those. */
static void add_random_state(rk_position *pos, struct prng *prng)
{
    const uint64_t home = UINT64_C(0xff000000000000ff) & pos->of[RK_ROOK];
    if (prng_below(prng, 4))
        pos->castling = home & (prng_next(prng) | prng_next(prng));
    if (prng_below(prng, 2))
        pos->en_passant = rk_square_at((int)prng_below(prng, 8), pos->turn == RK_WHITE ? 5 : 2);
    const unsigned rules = rk_variant_rules((rk_variant)pos->variant);
    for (unsigned side = 0; side < 2; side++) {
        if (rules & RK_CHECKS_COUNT)
            pos->checks_left[side] = (uint8_t)prng_below(prng, 4);
        for (unsigned kind = RK_PAWN; kind <= RK_QUEEN && rules & RK_CAPTURES_DROP; kind++)
            pos->pocket[side][kind] = (uint8_t)(prng_below(prng, 3) * prng_below(prng, 2));
    }
    if (rules & RK_CAPTURES_DROP)
        pos->promoted = prng_next(prng) & ~(pos->of[RK_KING] | pos->of[RK_PAWN] | pos->castling);
}

/* Makes boards until one has no faults, which rarely takes more than a dozen. */
static rk_position random_board(rk_variant variant, struct prng *prng)
{
    for (;;) {
        rk_position pos = rk_position_empty(variant);
        pos.turn = (uint8_t)prng_below(prng, 2);
        put_random(&pos, RK_KING, RK_BLACK, prng);
        if (variant != RK_HORDE)
            put_random(&pos, RK_KING, RK_WHITE, prng);
        put_random_pieces(&pos, prng);
        add_random_state(&pos, prng);
        unsigned faults = rk_position_validate(&pos);
        if (faults & (RK_FAULT_EN_PASSANT | RK_FAULT_CASTLING)) {
            pos.en_passant = RK_NO_SQUARE;
            pos.castling = faults & RK_FAULT_CASTLING ? 0 : pos.castling;
            faults = rk_position_validate(&pos);
        }
        if (!faults)
            return pos;
    }
}

static void properties_hold_on_random_boards(void **state)
{
    const rk_variant variant = *(const rk_variant *)*state;
    static struct legal legal;
    for (unsigned i = 0; i < BOARDS; i++) {
        struct prng prng = {UINT64_C(1) << 60 | (uint64_t)variant << 32 | i};
        const rk_position pos = random_board(variant, &prng);
        list_moves(&pos, &legal);
        check_everything(&pos, &legal, &prng);
        if (i % 8 == 0)
            play_game(pos, &prng);
    }
}

static void perft_matches_the_slow_perft(void **state)
{
    const rk_variant variant = *(const rk_variant *)*state;
    for (unsigned i = 0; i < 60; i++) {
        struct prng prng = {UINT64_C(2) << 60 | (uint64_t)variant << 32 | i};
        const rk_position pos = i ? random_board(variant, &prng) : random_start(variant, &prng);
        const struct slow slow = slow_from(&pos);
        const int depth = rk_moves_count(&pos) > 30 ? 2 : 3;
        require(rk_perft(&pos, depth) == slow_perft(&slow, depth), &pos, "the slow perft differs");
    }
}

static void every_move_is_legal_if_and_only_if_it_is_listed(void **state)
{
    const rk_variant variant = *(const rk_variant *)*state;
    static struct legal legal;
    for (unsigned i = 0; i < 12; i++) {
        struct prng prng = {UINT64_C(3) << 60 | (uint64_t)variant << 32 | i};
        const rk_position pos = random_board(variant, &prng);
        list_moves(&pos, &legal);
        for (unsigned move = 0; move <= UINT16_MAX; move++)
            require_move(rk_moves_legal(&pos, (rk_move)move) ==
                             set_contains(&legal.set, (rk_move)move),
                         &pos, (rk_move)move, "legal but not listed, or listed but not legal");
    }
}

#define OF_VARIANT(variant)                                                                      \
    {#variant " random games", properties_hold_in_random_games, NULL, NULL, &variants[variant]}, \
        {#variant " random boards", properties_hold_on_random_boards, NULL, NULL,                \
         &variants[variant]},                                                                    \
        {#variant " perft", perft_matches_the_slow_perft, NULL, NULL, &variants[variant]},       \
        {#variant " legality of every move", every_move_is_legal_if_and_only_if_it_is_listed,    \
         NULL, NULL, &variants[variant]},

int main(void)
{
    static rk_variant variants[RK_VARIANT_COUNT];
    for (unsigned variant = 0; variant < RK_VARIANT_COUNT; variant++)
        variants[variant] = (rk_variant)variant;
    const struct CMUnitTest tests[] = {
#define ROW(variant, name, kinds, promotions, rules, start) OF_VARIANT(variant)
#include "rookery/variants.def"
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
