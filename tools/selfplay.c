/* SPDX-License-Identifier: MIT */
/* Plays the engine against itself and writes quiet positions with the result of their game and the
 * score it found, for tools/tune: selfplay OPENINGS SEED SECONDS NODES >POSITIONS
 *
 * OPENINGS has a FEN on each line; a few random moves more make each start its own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rookery/engine.h"
#include "rookery/fen.h"
#include "rookery/moves.h"
#include "rookery/outcome.h"

enum {
    PLIES_MAX = 320,
    RANDOM_PLIES = 4,
    OPENINGS_MAX = 20000,
    DECISIVE = 1200, /* for so long that nobody doubts it */
    DECISIVE_PLIES = 6,
    LEVEL = 6,
    LEVEL_PLIES = 24,
    LEVEL_FROM = 100,
    KEPT_SCORE = 900, /* beyond, the result says nothing about the weights */
    HASH_MIB = 4
};

struct play {
    rk_engine *engine;
    uint64_t chance, nodes;
    char (*openings)[RK_FEN_MAX];
    size_t opening_count;
    rk_position positions[PLIES_MAX + 1];
    bool is_kept[PLIES_MAX + 1];
    int scores[PLIES_MAX + 1]; /* what the search found there */
    size_t count;
};

static unsigned prng_below(struct play *play, size_t bound)
{
    play->chance = play->chance * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)((play->chance >> 33) % bound);
}

static int64_t now(void *context)
{
    (void)context;
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void give_up(const char *what)
{
    fprintf(stderr, "selfplay: %s\n", what);
    exit(EXIT_FAILURE);
}

static void read_openings(struct play *play, const char *path)
{
    FILE *file = fopen(path, "r");
    play->openings = calloc(OPENINGS_MAX, sizeof *play->openings);
    if (!file || !play->openings)
        give_up("no openings");
    while (play->opening_count < OPENINGS_MAX &&
           fgets(play->openings[play->opening_count], RK_FEN_MAX, file)) {
        char *line = play->openings[play->opening_count++];
        line[strcspn(line, ";\r\n")] = '\0';
    }
    fclose(file);
    if (!play->opening_count)
        give_up("no openings");
}

static bool apply(struct play *play, rk_move move)
{
    rk_undo memo;
    if (play->count > PLIES_MAX)
        return false;
    play->positions[play->count] = play->positions[play->count - 1];
    rk_position_apply(&play->positions[play->count], move, &memo);
    play->is_kept[play->count++] = false;
    return true;
}

/* A start of its own: an opening and a few moves at random. */
static bool begin(struct play *play)
{
    const char *opening = play->openings[prng_below(play, play->opening_count)];
    rk_fault fault;
    play->count = 1;
    play->is_kept[0] = false;
    if (rk_fen_parse(opening, strlen(opening), RK_STANDARD, RK_FEN_PLAIN, &play->positions[0],
                     &fault))
        return false;
    for (unsigned ply = 0; ply < RANDOM_PLIES; ply++) {
        rk_move moves[RK_MOVES_MAX];
        const size_t moves_count = rk_moves_list(&play->positions[play->count - 1], moves);
        if (!moves_count || !apply(play, moves[prng_below(play, moves_count)]))
            return false;
    }
    return true;
}

/* 1, 0.5 or 0 for White once the rules say so; -1 while the game goes on. */
static double result_by_rules(const struct play *play)
{
    const rk_position *pos = &play->positions[play->count - 1];
    const rk_outcome outcome = rk_position_outcome(pos);
    if (outcome.end != RK_NOT_OVER)
        return outcome.winner == RK_WHITE_WINS ? 1 : outcome.winner == RK_BLACK_WINS ? 0 : 0.5;
    if (rk_position_fifty_moves(pos) || rk_repetitions(play->positions, play->count) >= 3)
        return 0.5;
    return -1;
}

static bool is_quiet(const rk_position *pos, rk_move move)
{
    return !rk_position_in_check(pos) && rk_move_type(move) == RK_PLAIN &&
           !((pos->by[RK_WHITE] | pos->by[RK_BLACK]) >> rk_move_to(move) & 1);
}

/* Plays to the end; 1, 0.5 or 0 for White. */
static double finish(struct play *play)
{
    const rk_search_limits limits = {.nodes = play->nodes};
    unsigned decided = 0, level = 0;
    rk_engine_forget(play->engine);
    while (play->count <= PLIES_MAX) {
        const double ruled = result_by_rules(play);
        if (ruled >= 0)
            return ruled;
        const rk_position *pos = &play->positions[play->count - 1];
        rk_search_result found;
        rk_engine_search(play->engine, play->positions, play->count, &limits, NULL, NULL, &found);
        if (found.best == RK_NO_MOVE)
            give_up("the engine found no move");
        const int size = abs(found.score);
        play->scores[play->count - 1] = found.score;
        play->is_kept[play->count - 1] = size < KEPT_SCORE && is_quiet(pos, found.best);
        decided = size > DECISIVE ? decided + 1 : 0;
        level = size <= LEVEL && play->count > LEVEL_FROM ? level + 1 : 0;
        if (decided >= DECISIVE_PLIES)
            return (found.score > 0) == (pos->turn == RK_WHITE) ? 1 : 0;
        if (level >= LEVEL_PLIES)
            return 0.5;
        apply(play, found.best);
    }
    return 0.5;
}

static void write_game(const struct play *play, double result)
{
    const char *text = result > 0.75 ? "1-0" : result < 0.25 ? "0-1" : "1/2-1/2";
    for (size_t i = 0; i < play->count; i++) {
        char fen[RK_FEN_MAX];
        if (!play->is_kept[i])
            continue;
        rk_fen_write(&play->positions[i], RK_FEN_PLAIN, fen);
        printf("%s c9 \"%s\"; ce %d;\n", fen, text, play->scores[i]);
    }
    fflush(stdout);
}

int main(int argc, char **argv)
{
    static struct play play;
    if (argc != 5)
        give_up("usage: selfplay OPENINGS SEED SECONDS NODES >POSITIONS");
    const rk_engine_options options = {.hash_mib = HASH_MIB, .threads = 1, .now = now};
    read_openings(&play, argv[1]);
    play.chance = strtoull(argv[2], NULL, 10);
    play.nodes = strtoull(argv[4], NULL, 10);
    if (rk_engine_create(&options, &play.engine))
        give_up("no memory for an engine");
    const int64_t end = now(NULL) + strtoll(argv[3], NULL, 10) * 1000;
    unsigned games = 0;
    while (now(NULL) < end) {
        if (!begin(&play))
            continue;
        write_game(&play, finish(&play));
        games++;
    }
    fprintf(stderr, "%u games\n", games);
    rk_engine_destroy(play.engine);
    free(play.openings);
    return EXIT_SUCCESS;
}
