/* SPDX-License-Identifier: MIT */
/* Plays a game of random moves against itself.
 *
 *     random_player [VARIANT [SEED]]
 *
 * The same seed gives the same game on every machine. Exit status: 0 success, 2
 * bad usage. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include <rookery/fen.h>
#include <rookery/moves.h>
#include <rookery/outcome.h>
#include <rookery/san.h>

enum { PLIES_MAX = 2000 }; // random crazyhouse games may never end

/* SplitMix64: good enough for chess, and short. */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static rk_position start_position(rk_variant variant, uint64_t *random)
{
    rk_position pos = rk_position_start(variant);
    if (variant == RK_CHESS960 && rk_position_chess960((unsigned)(next_random(random) % 960), &pos))
        abort(); // cannot happen: the number is below 960
    return pos;
}

static void print_move(const rk_position *pos, rk_move move)
{
    char san[RK_SAN_MAX];
    rk_san_write(pos, move, san);
    if (pos->turn == RK_WHITE)
        printf("%u. ", pos->move_number);
    printf("%s%s", san, pos->turn == RK_WHITE ? " " : "\n");
}

static void print_end(const rk_position *pos, const char *reason)
{
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2"};
    const rk_outcome outcome = rk_position_outcome(pos);
    const bool over = outcome.end != RK_NOT_OVER;
    char fen[RK_FEN_MAX];
    rk_fen_write(pos, RK_FEN_PLAIN, fen);
    printf("%s%s\n", pos->turn == RK_BLACK ? "\n" : "", fen);
    printf("%s: %s\n", results[outcome.winner], over ? rk_end_text(outcome.end) : reason);
}

/* A position has no history: to detect repetitions, keep the positions of the game. */
static void play_game(rk_variant variant, uint64_t random)
{
    static rk_position game[PLIES_MAX + 1];
    rk_move moves[RK_MOVES_MAX];
    size_t plies = 0;
    game[0] = start_position(variant, &random);
    while (plies < PLIES_MAX && rk_position_outcome(&game[plies]).end == RK_NOT_OVER &&
           rk_repetitions(game, plies + 1) < 5) {
        const size_t count = rk_moves_list(&game[plies], moves);
        const rk_move move = moves[next_random(&random) % count];
        print_move(&game[plies], move);

        rk_undo undo;
        game[plies + 1] = game[plies];
        rk_position_apply(&game[++plies], move, &undo);
    }
    print_end(&game[plies], plies < PLIES_MAX ? "fivefold repetition" : "stopped after 2000 plies");
}

int main(int argc, char **argv)
{
    rk_variant variant = RK_STANDARD;
    char *end = NULL;
    errno = 0;
    const uint64_t seed = argc > 2 ? strtoull(argv[2], &end, 10) : 1;
    if (argc > 3 || (end && *end) || errno) {
        fprintf(stderr, "usage: random_player [VARIANT [SEED]]\n");
        return 2;
    }
    if (argc > 1 && !rk_variant_from_name(argv[1], &variant)) {
        fprintf(stderr, "random_player: unknown variant: %s. The variants are:\n", argv[1]);
        for (unsigned i = 0; i < RK_VARIANT_COUNT; i++)
            fprintf(stderr, "    %s\n", rk_variant_name((rk_variant)i));
        return 2;
    }
    play_game(variant, seed);
    return 0;
}
