/* SPDX-License-Identifier: MIT */
#include "selfplay/play.h"

#include <stdlib.h>

#include "base/prng.h"
#include "rookery/moves.h"
#include "rookery/outcome.h"

enum {
    PLIES_MAX = 320,
    RANDOM_PLIES_MIN = 4,
    RANDOM_PLIES_SPAN = 5, /* 4 to 8 after an opening */
    START_PLIES = 4,       /* more, if there is only one opening */
    START_SCORE_MAX = 700,
    WIN_SCORE = 1200, /* adjudicated as a win after WIN_PLIES */
    WIN_PLIES = 6,
    DRAW_SCORE = 6, /* adjudicated as a draw after DRAW_PLIES */
    DRAW_PLIES = 24,
    DRAW_MIN_PLY = 100,
    QUIET_SCORE_MAX = 3000,
    QUIET_HALFMOVES_MAX = 80
};

_Static_assert((int)PLIES_MAX < (int)SELFPLAY_PLIES_MAX, "a game fits into its file");

// ---- a game ------------------------------------------------------------------------------------

struct play {
    rk_engine *engine;
    struct selfplay_game *game;
    rk_position positions[PLIES_MAX + 1];
    size_t count; /* of the positions */
};

static rk_position position_after(const struct opening *opening)
{
    rk_position pos = opening->start;
    rk_undo undo;
    for (unsigned i = 0; i < opening->count; i++)
        rk_position_apply(&pos, opening->moves[i], &undo);
    return pos;
}

/* An opening and a few random moves. */
static bool choose_start(const struct openings *openings, struct prng *prng, rk_position *out)
{
    const unsigned more = openings->count == 1 ? START_PLIES : 0;
    *out = position_after(&openings->list[prng_below(prng, (unsigned)openings->count)]);
    for (unsigned left = RANDOM_PLIES_MIN + more + prng_below(prng, RANDOM_PLIES_SPAN); left;
         left--) {
        rk_move moves[RK_MOVES_MAX];
        rk_undo undo;
        const size_t count = rk_moves_list(out, moves);
        if (!count)
            return false;
        rk_position_apply(out, moves[prng_below(prng, (unsigned)count)], &undo);
    }
    return true;
}

/* 2, 1 or 0 for White if the game is over by the rules; otherwise -1. */
static int result_by_rules(const struct play *play)
{
    const rk_position *const pos = &play->positions[play->count - 1];
    const rk_outcome outcome = rk_position_outcome(pos);
    if (outcome.end != RK_NOT_OVER)
        return outcome.winner == RK_WHITE_WINS ? 2 : outcome.winner == RK_BLACK_WINS ? 0 : 1;
    if (rk_position_fifty_moves(pos) || rk_repetitions(play->positions, play->count) >= 3)
        return 1;
    return -1;
}

static void play_move(struct play *play, rk_move move, int score)
{
    struct selfplay_game *const game = play->game;
    rk_undo undo;
    game->moves[game->count] = move;
    game->scores[game->count++] = (int16_t)score;
    play->positions[play->count] = play->positions[play->count - 1];
    rk_position_apply(&play->positions[play->count++], move, &undo);
}

/* Plays to the end, or until the result is clear. Returns 2, 1 or 0 for White, -1 for a start that
 * is lost. */
static int play_to_the_end(struct play *play, const rk_search_limits *limits)
{
    unsigned winning = 0, drawish = 0;
    while (play->count <= PLIES_MAX) {
        const rk_position *const pos = &play->positions[play->count - 1];
        const int result = result_by_rules(play);
        if (result >= 0)
            return result;
        rk_search_result found;
        rk_engine_search(play->engine, play->positions, play->count, limits, NULL, NULL, &found);
        const int size = abs(found.score);
        if (play->count == 1 && size > START_SCORE_MAX)
            return -1;
        winning = size > WIN_SCORE ? winning + 1 : 0;
        drawish = size <= DRAW_SCORE && play->count > DRAW_MIN_PLY ? drawish + 1 : 0;
        if (winning >= WIN_PLIES)
            return (found.score > 0) == (pos->turn == RK_WHITE) ? 2 : 0;
        if (drawish >= DRAW_PLIES)
            return 1;
        play_move(play, found.best, found.score);
    }
    return 1;
}

bool selfplay_play(rk_engine *engine, const struct openings *openings,
                   const struct selfplay_settings *settings, uint64_t number,
                   struct selfplay_game *out)
{
    struct prng prng = {settings->seed ^ number * UINT64_C(0x9e3779b97f4a7c15)};
    struct play play = {.engine = engine, .game = out, .count = 1};
    const rk_search_limits limits = {.nodes = settings->nodes};
    if (!choose_start(openings, &prng, &out->start))
        return false;
    play.positions[0] = out->start;
    out->count = 0;
    rk_engine_forget(engine);
    const int result = play_to_the_end(&play, &limits);
    out->result = result < 0 ? 0 : (unsigned)result;
    return result >= 0 && out->count;
}

// ---- positions to learn from -------------------------------------------------------------------

bool selfplay_is_quiet(const rk_position *pos, rk_move move, int score)
{
    const unsigned type = rk_move_type(move);
    const uint64_t occupied = pos->by[RK_WHITE] | pos->by[RK_BLACK];
    return abs(score) < QUIET_SCORE_MAX && pos->halfmove_clock <= QUIET_HALFMOVES_MAX &&
           !rk_position_in_check(pos) &&
           (type == RK_CASTLING || (type == RK_PLAIN && !(occupied >> rk_move_to(move) & 1)));
}
