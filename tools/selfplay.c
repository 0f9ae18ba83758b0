/* SPDX-License-Identifier: MIT */
/* Plays the engine against itself and writes quiet positions with game result and search score, for
 * tools/tune:
 *
 *     selfplay OPENINGS SEED SECONDS NODES >POSITIONS
 *
 * OPENINGS has a FEN on each line. Each game starts with a few random moves after an opening. */
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
    WIN_SCORE = 1200, /* adjudicated as a win after WIN_PLIES */
    WIN_PLIES = 6,
    DRAW_SCORE = 6, /* adjudicated as a draw after DRAW_PLIES */
    DRAW_PLIES = 24,
    DRAW_MIN_PLY = 100,
    POSITION_SCORE_MAX = 900, /* larger scores say little about the weights */
    HASH_MIB = 4
};

struct selfplay {
    rk_engine *engine;
    uint64_t random_state, nodes;
    char (*openings)[RK_FEN_MAX];
    size_t opening_count;
    rk_position positions[PLIES_MAX + 1];
    bool is_written[PLIES_MAX + 1];
    int scores[PLIES_MAX + 1]; /* of the search */
    size_t count;
};

static unsigned random_below(struct selfplay *play, size_t bound)
{
    play->random_state =
        play->random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)((play->random_state >> 33) % bound);
}

static int64_t now(void *context)
{
    (void)context;
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void fail(const char *what)
{
    fprintf(stderr, "selfplay: %s\n", what);
    exit(EXIT_FAILURE);
}

static void read_openings(struct selfplay *play, const char *path)
{
    FILE *file = fopen(path, "r");
    play->openings = calloc(OPENINGS_MAX, sizeof *play->openings);
    if (!file || !play->openings)
        fail("cannot read the openings");
    while (play->opening_count < OPENINGS_MAX &&
           fgets(play->openings[play->opening_count], RK_FEN_MAX, file)) {
        char *line = play->openings[play->opening_count++];
        line[strcspn(line, ";\r\n")] = '\0';
    }
    fclose(file);
    if (!play->opening_count)
        fail("cannot read the openings");
}

static bool play_move(struct selfplay *play, rk_move move)
{
    rk_undo undo;
    if (play->count > PLIES_MAX)
        return false;
    play->positions[play->count] = play->positions[play->count - 1];
    rk_position_apply(&play->positions[play->count], move, &undo);
    play->is_written[play->count++] = false;
    return true;
}

/* An opening and a few random moves. */
static bool start_game(struct selfplay *play)
{
    const char *opening = play->openings[random_below(play, play->opening_count)];
    rk_fault fault;
    play->count = 1;
    play->is_written[0] = false;
    if (rk_fen_parse(opening, strlen(opening), RK_STANDARD, RK_FEN_PLAIN, &play->positions[0],
                     &fault))
        return false;
    for (unsigned ply = 0; ply < RANDOM_PLIES; ply++) {
        rk_move moves[RK_MOVES_MAX];
        const size_t moves_count = rk_moves_list(&play->positions[play->count - 1], moves);
        if (!moves_count || !play_move(play, moves[random_below(play, moves_count)]))
            return false;
    }
    return true;
}

/* 1, 0.5 or 0 for White if the game is over; otherwise -1. */
static double result_by_rules(const struct selfplay *play)
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

/* Plays to the end. Returns 1, 0.5 or 0 for White. */
static double finish_game(struct selfplay *play)
{
    const rk_search_limits limits = {.nodes = play->nodes};
    unsigned winning = 0, drawish = 0;
    rk_engine_forget(play->engine);
    while (play->count <= PLIES_MAX) {
        const double result = result_by_rules(play);
        if (result >= 0)
            return result;
        const rk_position *pos = &play->positions[play->count - 1];
        rk_search_result found;
        rk_engine_search(play->engine, play->positions, play->count, &limits, NULL, NULL, &found);
        if (found.best == RK_NO_MOVE)
            fail("the engine returned no move");
        const int size = abs(found.score);
        play->scores[play->count - 1] = found.score;
        play->is_written[play->count - 1] = size < POSITION_SCORE_MAX && is_quiet(pos, found.best);
        winning = size > WIN_SCORE ? winning + 1 : 0;
        drawish = size <= DRAW_SCORE && play->count > DRAW_MIN_PLY ? drawish + 1 : 0;
        if (winning >= WIN_PLIES)
            return (found.score > 0) == (pos->turn == RK_WHITE) ? 1 : 0;
        if (drawish >= DRAW_PLIES)
            return 0.5;
        play_move(play, found.best);
    }
    return 0.5;
}

static void write_game(const struct selfplay *play, double result)
{
    const char *text = result > 0.75 ? "1-0" : result < 0.25 ? "0-1" : "1/2-1/2";
    for (size_t i = 0; i < play->count; i++) {
        char fen[RK_FEN_MAX];
        if (!play->is_written[i])
            continue;
        rk_fen_write(&play->positions[i], RK_FEN_PLAIN, fen);
        printf("%s c9 \"%s\"; ce %d;\n", fen, text, play->scores[i]);
    }
    fflush(stdout);
}

int main(int argc, char **argv)
{
    static struct selfplay play;
    if (argc != 5)
        fail("usage: selfplay OPENINGS SEED SECONDS NODES >POSITIONS");
    const rk_engine_options options = {.hash_mib = HASH_MIB, .threads = 1, .now = now};
    read_openings(&play, argv[1]);
    play.random_state = strtoull(argv[2], NULL, 10);
    play.nodes = strtoull(argv[4], NULL, 10);
    if (rk_engine_create(&options, &play.engine))
        fail("out of memory");
    const int64_t end = now(NULL) + strtoll(argv[3], NULL, 10) * 1000;
    unsigned games = 0;
    while (now(NULL) < end) {
        if (!start_game(&play))
            continue;
        write_game(&play, finish_game(&play));
        games++;
    }
    fprintf(stderr, "%u games\n", games);
    rk_engine_destroy(play.engine);
    free(play.openings);
    return EXIT_SUCCESS;
}
