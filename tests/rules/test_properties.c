/* SPDX-License-Identifier: MIT */
/* What must hold in every position of every variant: checked at each ply of
 * thousands of games played by chance, and on boards set up by chance. The
 * expensive questions, those to the slow generator, are asked of a sample. */
#include "rookery/moves.h"

#include <string.h>

#include "rookery/fen.h"
#include "rookery/outcome.h"
#include "rookery/perft.h"
#include "rookery/san.h"
#include "support/board.h"
#include "support/slow.h"

enum {
    GAMES_COUNT = 3000, /* a variant */
    PLIES_MAX = 100,
    BOARDS_COUNT = 4000, /* set up by chance, a variant */
    SAMPLE = 61,         /* one position in so many is asked the expensive questions */
    ODD_WORDS_COUNT = 20 /* tried on every position of the sample */
};

// ---- saying what is wrong --------------------------------------------------------------------

static void blame(const rk_position *pos, rk_move move, const char *what)
{
    char fen[RK_FEN_MAX];
    rk_fen_write(pos, RK_FEN_SHREDDER, fen);
    fail_msg("%s: %s, move %u-%u (%u)", what, fen, rk_move_from(move), rk_move_to(move),
             rk_move_type(move));
}

static void demand(bool holds, const rk_position *pos, const char *what)
{
    if (!holds)
        blame(pos, RK_NO_MOVE, what);
}

static void demand_of_move(bool holds, const rk_position *pos, rk_move move, const char *what)
{
    if (!holds)
        blame(pos, move, what);
}

// ---- sets of moves ---------------------------------------------------------------------------

/* A bit for each of the 65,536 words. */
struct words {
    uint64_t bits[1024];
};

static bool has_word(const struct words *words, rk_move move)
{
    return words->bits[move >> 6] >> (move & 63) & 1;
}

static void set_word(struct words *words, rk_move move, bool in)
{
    const uint64_t here = UINT64_C(1) << (move & 63);
    words->bits[move >> 6] = in ? words->bits[move >> 6] | here : words->bits[move >> 6] & ~here;
}

/* The legal moves, as a list and as a set. */
struct legal {
    rk_move list[RK_MOVES_MAX];
    size_t count;
    struct words set;
};

static void list_moves(const rk_position *pos, struct legal *legal)
{
    for (size_t i = 0; i < legal->count; i++) // cheaper than clearing it all
        set_word(&legal->set, legal->list[i], false);
    legal->count = rk_moves_list(pos, legal->list);
    demand(legal->count <= RK_MOVES_MAX, pos, "more moves than there can be");
    for (size_t i = 0; i < legal->count; i++) {
        demand_of_move(!has_word(&legal->set, legal->list[i]), pos, legal->list[i], "listed twice");
        set_word(&legal->set, legal->list[i], true);
    }
}

// ---- cheap questions, at every ply -----------------------------------------------------------

static bool ends_without_moves(rk_end end)
{
    return end != RK_NOT_OVER && end != RK_INSUFFICIENT_MATERIAL && end != RK_SEVENTY_FIVE_MOVES;
}

static void check_counts(const rk_position *pos, const struct legal *legal)
{
    demand(rk_moves_count(pos) == legal->count, pos, "the count is not that of the list");
    demand(rk_moves_any(pos) == (legal->count > 0), pos, "there are moves, or there are not");
    const rk_outcome outcome = rk_position_outcome(pos);
    demand(ends_without_moves(outcome.end) == !legal->count, pos, "the outcome denies the moves");
}

static void check_apply_and_revert(const rk_position *pos, rk_move move)
{
    rk_position copy = *pos;
    rk_undo memo;
    rk_position_apply(&copy, move, &memo);
    demand_of_move(copy.key == rk_position_key(&copy), pos, move, "the key is not kept");
    rk_position_revert(&copy, &memo);
    demand_of_move(!memcmp(&copy, pos, sizeof copy), pos, move, "reverting does not restore");
}

// ---- expensive questions ---------------------------------------------------------------------

static void check_words(const rk_position *pos, const struct legal *legal, struct prng *prng)
{
    for (size_t i = 0; i < legal->count; i++)
        demand_of_move(rk_moves_legal(pos, legal->list[i]), pos, legal->list[i],
                       "listed but not legal");
    for (int i = 0; i < ODD_WORDS_COUNT; i++) {
        const rk_move move = (rk_move)prng_next(prng);
        demand_of_move(rk_moves_legal(pos, move) == has_word(&legal->set, move), pos, move,
                       "legal but not listed, or the other way round");
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
    demand(found == expected, pos, "a selection is not part of the whole");
    for (size_t i = 0; i < found; i++)
        demand_of_move(has_word(&legal->set, selected[i]) && targets >> rk_move_to(selected[i]) & 1,
                       pos, selected[i], "selected without being asked for");
}

static void check_against_slow(const rk_position *pos, const struct legal *legal)
{
    const struct slow slow = slow_from(pos);
    rk_move moves[RK_MOVES_MAX];
    const size_t found = slow_moves(&slow, moves);
    for (size_t i = 0; i < found; i++)
        demand_of_move(has_word(&legal->set, moves[i]), pos, moves[i], "the rules allow it");
    demand(found == legal->count, pos, "more moves than the rules allow");
    demand(slow_in_check(&slow) == rk_position_in_check(pos), pos, "the rules see no check, or do");
    for (size_t i = 0; i < found; i++) {
        struct slow next = slow;
        rk_position after_move = *pos;
        rk_undo memo;
        slow_apply(&next, moves[i]);
        rk_position_apply(&after_move, moves[i], &memo);
        demand_of_move(slow_matches(&next, &after_move), pos, moves[i],
                       "the rules lead to another position");
    }
}

static void check_settled(const rk_position *pos)
{
    rk_position copy = *pos;
    demand(!rk_position_validate(&copy), pos, "a game leads to a position with faults");
    demand(!memcmp(&copy, pos, sizeof copy), pos, "settling changes a settled position");
}

// FEN has no place for a counter beyond four digits; games end before.
static void check_fen(const rk_position *pos, rk_fen_option option)
{
    char fen[RK_FEN_MAX];
    const size_t size = rk_fen_write(pos, option, fen);
    demand(size == strlen(fen), pos, "the length of a FEN is wrong");
    rk_position copy = rk_position_empty(RK_STANDARD);
    demand(!rk_fen_parse(fen, size, (rk_variant)pos->variant, RK_FEN_PLAIN, &copy, NULL), pos,
           "a written FEN cannot be read");
    demand(!memcmp(&copy, pos, sizeof copy), pos, "a FEN is read as another position");
}

typedef size_t writer(const rk_position *pos, rk_move move, char *out);
typedef rk_err reader(const rk_position *pos, const char *text, size_t size, rk_move *out,
                      rk_fault *fault);

static void check_text(const rk_position *pos, rk_move move, writer *write, reader *read)
{
    char text[RK_SAN_MAX];
    const size_t size = write(pos, move, text);
    rk_move back = RK_NO_MOVE;
    demand_of_move(size == strlen(text), pos, move, "the length of a move's text is wrong");
    demand_of_move(!read(pos, text, size, &back, NULL), pos, move, "a written move cannot be read");
    demand_of_move(back == move, pos, move, "a written move is read as another");
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
    check_words(pos, legal, prng);
    check_select(pos, legal, prng);
    check_against_slow(pos, legal);
    check_settled(pos);
    check_texts(pos, legal);
}

// ---- games by chance -------------------------------------------------------------------------

static rk_position random_start(rk_variant variant, struct prng *prng)
{
    if (variant != RK_CHESS960)
        return rk_position_start(variant);
    rk_position pos = rk_position_empty(variant);
    assert_int_equal(rk_position_chess960(prng_below(prng, 960), &pos), RK_OK);
    return pos;
}

/* Who was told on the way that he cannot win must not win. */
static void check_winner(const rk_position *pos, const bool could_win[2])
{
    const rk_winner winner = rk_position_outcome(pos).winner;
    if (winner != RK_NOBODY_WINS)
        demand(could_win[winner == RK_BLACK_WINS], pos, "a side won that could not");
}

static void play_game(rk_position pos, struct prng *prng)
{
    static struct legal legal;
    bool could_win[2] = {true, true};
    for (int ply = 0; ply < PLIES_MAX; ply++) {
        list_moves(&pos, &legal);
        check_counts(&pos, &legal);
        if (prng_below(prng, SAMPLE) == 0 || !legal.count)
            check_everything(&pos, &legal, prng);
        if (!legal.count)
            break;
        for (unsigned side = 0; side < 2; side++)
            could_win[side] &= rk_position_can_win(&pos, (rk_side)side);
        const rk_move move = legal.list[prng_below(prng, (unsigned)legal.count)];
        check_apply_and_revert(&pos, move);
        rk_undo memo;
        rk_position_apply(&pos, move, &memo);
    }
    check_winner(&pos, could_win);
}

static void what_must_hold_holds_in_games_by_chance(void **state)
{
    const rk_variant variant = *(const rk_variant *)*state;
    for (unsigned game = 0; game < GAMES_COUNT; game++) {
        struct prng prng = {(uint64_t)variant << 32 | game};
        play_game(random_start(variant, &prng), &prng);
    }
}

// ---- boards by chance ------------------------------------------------------------------------

static void put_random(rk_position *pos, rk_kind kind, rk_side side, struct prng *prng)
{
    // Half of the kings and rooks stand at home, or castling would be rare.
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

/* Rights, a passed square, pockets, checks: whatever might be. Much of it is
 * impossible, and settling has to say so. */
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

/* A board without faults, found by trying; nearly always at the first dozen. */
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

static void what_must_hold_holds_on_boards_by_chance(void **state)
{
    const rk_variant variant = *(const rk_variant *)*state;
    static struct legal legal;
    for (unsigned i = 0; i < BOARDS_COUNT; i++) {
        struct prng prng = {UINT64_C(1) << 60 | (uint64_t)variant << 32 | i};
        const rk_position pos = random_board(variant, &prng);
        list_moves(&pos, &legal);
        check_everything(&pos, &legal, &prng);
        if (i % 8 == 0)
            play_game(pos, &prng);
    }
}

static void counting_agrees_with_the_slow_count(void **state)
{
    const rk_variant variant = *(const rk_variant *)*state;
    for (unsigned i = 0; i < 60; i++) {
        struct prng prng = {UINT64_C(2) << 60 | (uint64_t)variant << 32 | i};
        const rk_position pos = i ? random_board(variant, &prng) : random_start(variant, &prng);
        const struct slow slow = slow_from(&pos);
        const int depth = rk_moves_count(&pos) > 30 ? 2 : 3;
        demand(rk_perft(&pos, depth) == slow_perft(&slow, depth), &pos, "the slow count differs");
    }
}

static void every_word_is_legal_if_and_only_if_it_is_listed(void **state)
{
    const rk_variant variant = *(const rk_variant *)*state;
    static struct legal legal;
    for (unsigned i = 0; i < 12; i++) {
        struct prng prng = {UINT64_C(3) << 60 | (uint64_t)variant << 32 | i};
        const rk_position pos = random_board(variant, &prng);
        list_moves(&pos, &legal);
        for (unsigned word = 0; word <= UINT16_MAX; word++)
            demand_of_move(rk_moves_legal(&pos, (rk_move)word) ==
                               has_word(&legal.set, (rk_move)word),
                           &pos, (rk_move)word, "legal but not listed, or the other way round");
    }
}

#define OF_VARIANT(variant)                                                                   \
    {#variant " games by chance", what_must_hold_holds_in_games_by_chance, NULL, NULL,        \
     &variants[variant]},                                                                     \
        {#variant " boards by chance", what_must_hold_holds_on_boards_by_chance, NULL, NULL,  \
         &variants[variant]},                                                                 \
        {#variant " counting", counting_agrees_with_the_slow_count, NULL, NULL,               \
         &variants[variant]},                                                                 \
        {#variant " every word", every_word_is_legal_if_and_only_if_it_is_listed, NULL, NULL, \
         &variants[variant]},

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
