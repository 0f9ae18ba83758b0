/* SPDX-License-Identifier: MIT */
/* Measures the library through its public API. Prints lines `name value unit`, each the best of
 * several runs. With the arguments `perft` or `interface`, a FEN and a depth, it runs perft once,
 * with rk_perft() or by listing, applying and reverting moves, and prints nodes and processor
 * seconds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rookery/fen.h"
#include "rookery/moves.h"
#include "rookery/perft.h"
#include "rookery/san.h"

enum { RUNS = 7, GAME_MAX = 200 };

static double processor_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static rk_position parse_fen(const char *fen, rk_variant variant)
{
    rk_position pos;
    rk_fault fault;
    if (!rk_fen_parse(fen, strlen(fen), variant, RK_FEN_PLAIN, &pos, &fault))
        return pos;
    fprintf(stderr, "%s: %s\n", fen, fault.text);
    exit(1);
}

/* Perft as users of the library would write it, to measure the public functions. */
static uint64_t count_by_interface(rk_position *pos, int depth)
{
    rk_move moves[RK_MOVES_MAX];
    const size_t count = rk_moves_list(pos, moves);
    if (depth == 1)
        return count;
    uint64_t nodes = 0;
    for (size_t i = 0; i < count; i++) {
        rk_undo undo;
        rk_position_apply(pos, moves[i], &undo);
        nodes += count_by_interface(pos, depth - 1);
        rk_position_revert(pos, &undo);
    }
    return nodes;
}

/* A random game to measure notation on. */
struct game {
    rk_position positions[GAME_MAX];
    rk_move moves[GAME_MAX];
    char san[GAME_MAX][RK_SAN_MAX], fens[GAME_MAX][RK_FEN_MAX];
    size_t san_sizes[GAME_MAX], fen_sizes[GAME_MAX];
    int length;
};

static void play_game(struct game *game)
{
    rk_position pos = rk_position_start(RK_STANDARD);
    unsigned random = 2463534242U;
    for (game->length = 0; game->length < GAME_MAX; game->length++) {
        const int i = game->length;
        rk_move moves[RK_MOVES_MAX];
        const size_t count = rk_moves_list(&pos, moves);
        if (!count)
            break;
        random ^= random << 13, random ^= random >> 17, random ^= random << 5;
        game->positions[i] = pos;
        game->moves[i] = moves[random % count];
        game->san_sizes[i] = rk_san_write(&pos, game->moves[i], game->san[i]);
        game->fen_sizes[i] = rk_fen_write(&pos, RK_FEN_PLAIN, game->fens[i]);
        rk_undo undo;
        rk_position_apply(&pos, game->moves[i], &undo);
    }
}

typedef size_t notation_function(const struct game *game, int i);

static size_t write_san(const struct game *game, int i)
{
    char text[RK_SAN_MAX];
    return rk_san_write(&game->positions[i], game->moves[i], text);
}

static size_t read_san(const struct game *game, int i)
{
    rk_move move;
    return !rk_san_parse(&game->positions[i], game->san[i], game->san_sizes[i], RK_NOTATION_PLAIN,
                         &move, NULL);
}

static size_t write_fen(const struct game *game, int i)
{
    char text[RK_FEN_MAX];
    return rk_fen_write(&game->positions[i], RK_FEN_PLAIN, text);
}

static size_t read_fen(const struct game *game, int i)
{
    rk_position pos;
    return !rk_fen_parse(game->fens[i], game->fen_sizes[i], RK_STANDARD, RK_FEN_PLAIN, &pos, NULL);
}

static void measure_notation(const char *name, const struct game *game, notation_function *function)
{
    double best = 1e9;
    size_t work = 0;
    const int rounds = 500;
    for (int run = 0; run < RUNS; run++) {
        const double start = processor_seconds();
        for (int round = 0; round < rounds; round++)
            for (int i = 0; i < game->length; i++)
                work += function(game, i);
        const double seconds = processor_seconds() - start;
        best = seconds < best ? seconds : best;
    }
    printf("%-10s %6.2f million/s%s\n", name, 1e-6 * rounds * game->length / best,
           work ? "" : " ?");
}

static void measure_variants(void)
{
    double standard = 0;
    for (unsigned variant = 0; variant < RK_VARIANT_COUNT; variant++) {
        const rk_position pos = rk_position_start((rk_variant)variant);
        const int depth = variant == RK_HORDE ? 6 : 5;
        double best = 0;
        for (int run = 0; run < RUNS; run++) {
            const double start = processor_seconds();
            const uint64_t nodes = rk_perft(&pos, depth);
            const double rate = (double)nodes / (processor_seconds() - start);
            best = rate > best ? rate : best;
        }
        standard = variant ? standard : best;
        printf("%-18s %7.0f million nodes/s, standard is %.2f times as fast\n",
               rk_variant_name((rk_variant)variant), 1e-6 * best, standard / best);
    }
}

int main(int argc, char **argv)
{
    if (argc == 4) {
        rk_position pos = parse_fen(argv[2], RK_STANDARD);
        const int depth = atoi(argv[3]);
        const double start = processor_seconds();
        const uint64_t nodes =
            strcmp(argv[1], "perft") ? count_by_interface(&pos, depth) : rk_perft(&pos, depth);
        printf("nodes %llu seconds %.6f\n", (unsigned long long)nodes, processor_seconds() - start);
        return 0;
    }
    struct game *game = calloc(1, sizeof *game);
    if (!game)
        return 3;
    play_game(game);
    measure_notation("write SAN", game, write_san);
    measure_notation("read SAN", game, read_san);
    measure_notation("write FEN", game, write_fen);
    measure_notation("read FEN", game, read_fen);
    free(game);
    measure_variants();
    return 0;
}
