/* SPDX-License-Identifier: MIT */
/* What holds of every game, of whatever variant: the log is the game, and the
 * way back is exact. Also on many threads. */
#include <pthread.h>
#include <string.h>

#include "rookery/fen.h"
#include "rookery/game.h"
#include "support/board.h"

enum { ACTIONS_MAX = 160 };

/* All that a game says of itself. */
struct snapshot {
    rk_position position;
    rk_clock clock;
    rk_status status;
    rk_winner winner;
    rk_side offer;
    size_t length, repetitions;
};

static struct snapshot snapshot_of(const rk_game *game)
{
    struct snapshot shot;
    memset(&shot, 0, sizeof shot);
    shot.position = *rk_game_position(game);
    shot.clock = *rk_game_clock(game);
    shot.status = rk_game_status(game);
    shot.winner = rk_game_winner(game);
    shot.offer = rk_game_draw_offer(game);
    shot.length = rk_game_length(game);
    shot.repetitions = rk_game_repetitions(game);
    return shot;
}

static bool is_equal(const struct snapshot *a, const struct snapshot *b)
{
    return !memcmp(a, b, sizeof *a);
}

static rk_game *new_game(rk_variant variant)
{
    rk_game_setup setup = {.start = rk_position_start(variant)};
    rk_game *game = NULL;
    if (rk_time_control_parse("40/10+2,5+1", 11, &setup.clock, NULL) ||
        rk_game_create(&setup, &game))
        return NULL;
    return game;
}

/* Mostly moves, now and then anything else, sensible or not. */
static rk_action random_action(const rk_game *game, struct prng *prng, int64_t at)
{
    rk_move moves[RK_MOVES_MAX];
    const rk_position *pos = rk_game_position(game);
    const size_t count = rk_moves_list(pos, moves);
    const rk_action_kind kind = (rk_action_kind)prng_below(prng, RK_ACTION_COUNT);
    const bool mild = kind != RK_ACT_RESIGN && kind != RK_ACT_FORFEIT && kind != RK_ACT_ADJUDICATE;
    rk_action action = {.kind = RK_ACT_MOVE, .by = rk_position_turn(pos), .at = at};
    action.move = count ? moves[prng_below(prng, (unsigned)count)] : RK_NO_MOVE;
    if (rk_game_status(game) == RK_PAUSED)
        action.kind = RK_ACT_RESUME;
    else if (prng_below(prng, 4) == 0 && (mild || prng_below(prng, 30) == 0))
        action = (rk_action){.kind = kind,
                             .by = (rk_side)prng_below(prng, 2),
                             .winner = (rk_winner)prng_below(prng, 3),
                             .at = at,
                             .milliseconds = 1000};
    return action;
}

/* Plays until the game is over or long enough; shots[i] is the game after i actions. */
static size_t play_randomly(rk_game *game, struct prng *prng, struct snapshot *shots)
{
    int64_t at = 0;
    shots[0] = snapshot_of(game);
    while (rk_game_length(game) < ACTIONS_MAX && !rk_status_is_over(rk_game_status(game))) {
        const size_t length = rk_game_length(game);
        at += prng_below(prng, 9000);
        if (rk_game_play(game, random_action(game, prng, at), NULL) == RK_OK)
            shots[length + 1] = snapshot_of(game);
        else if (rk_game_length(game) != length)
            return SIZE_MAX;
    }
    return rk_game_length(game);
}

/* True if going back, forward and a replay of the log all give the same game. */
static bool goes_back_exactly(rk_variant variant, struct prng *prng)
{
    struct snapshot shots[ACTIONS_MAX + 1], now;
    rk_game *game = new_game(variant), *replay = new_game(variant);
    bool same = game && replay;
    const size_t length = same ? play_randomly(game, prng, shots) : 0;
    same &= length <= ACTIONS_MAX;
    for (size_t i = 0; same && i < length; i++) {
        same &= !rk_game_play(replay, *rk_game_action(game, i), NULL);
        now = snapshot_of(replay);
        same &= is_equal(&now, &shots[i + 1]);
    }
    for (size_t i = length; same && i-- > 0;) {
        same &= !rk_game_undo(game);
        now = snapshot_of(game);
        same &= is_equal(&now, &shots[i]) && rk_game_redo_count(game) == length - i;
    }
    for (size_t i = 1; same && i <= length; i++) {
        same &= !rk_game_redo(game);
        now = snapshot_of(game);
        same &= is_equal(&now, &shots[i]);
    }
    rk_game_destroy(game);
    rk_game_destroy(replay);
    return same;
}

static void undo_redo_and_replay_agree_in_every_variant(void **state)
{
    (void)state;
    struct prng prng = {11};
    for (unsigned variant = 0; variant < RK_VARIANT_COUNT; variant++)
        for (int round = 0; round < 20; round++)
            if (!goes_back_exactly((rk_variant)variant, &prng))
                fail_msg("%s, round %d", rk_variant_name((rk_variant)variant), round);
}

static void repetitions_are_those_of_a_plain_count(void **state)
{
    (void)state;
    struct prng prng = {12};
    for (unsigned variant = 0; variant < RK_VARIANT_COUNT; variant++) {
        rk_game *game = new_game((rk_variant)variant);
        struct snapshot shots[ACTIONS_MAX + 1];
        rk_position positions[ACTIONS_MAX + 1];
        play_randomly(game, &prng, shots);
        size_t count = 0;
        for (size_t i = 0; i < rk_game_length(game); i++)
            if (rk_game_action(game, i)->kind == RK_ACT_MOVE)
                positions[count++] = *rk_game_position_before(game, i);
        positions[count++] = *rk_game_position(game);
        assert_int_equal(rk_game_repetitions(game), rk_repetitions(positions, count));
        rk_game_destroy(game);
    }
}

// ---- threads ---------------------------------------------------------------------------------

enum { THREADS = 8, GAMES = 6, SHARED_MOVES = 200 };

static void *play_many(void *seed)
{
    struct prng prng = {*(const uint64_t *)seed};
    for (unsigned i = 0; i < GAMES; i++)
        if (!goes_back_exactly((rk_variant)prng_below(&prng, RK_VARIANT_COUNT), &prng))
            return seed;
    return NULL;
}

static void many_games_on_many_threads_do_not_disturb_each_other(void **state)
{
    (void)state;
    pthread_t threads[THREADS];
    uint64_t seeds[THREADS];
    for (size_t i = 0; i < THREADS; i++) {
        seeds[i] = i;
        assert_int_equal(pthread_create(&threads[i], NULL, play_many, &seeds[i]), 0);
    }
    for (size_t i = 0; i < THREADS; i++) {
        void *failed;
        assert_int_equal(pthread_join(threads[i], &failed), 0);
        assert_null(failed);
    }
}

/* One game, and a player on each of two threads. */
struct table {
    pthread_mutex_t mutex;
    rk_game *game;
};

struct player {
    struct table *table;
    rk_side side;
    size_t made, refused;
};

/* Some legal move, whoever's turn it is: accepted in turn, refused out of it. */
static bool try_move(struct player *player)
{
    rk_game *game = player->table->game;
    rk_move moves[RK_MOVES_MAX];
    const rk_position *pos = rk_game_position(game);
    const bool ours = rk_position_turn(pos) == player->side;
    const size_t count = rk_moves_list(pos, moves);
    const rk_action action = {.kind = RK_ACT_MOVE,
                              .by = player->side,
                              .move = count ? moves[rk_game_length(game) % count] : RK_NO_MOVE};
    const size_t length = rk_game_length(game);
    const rk_err err = rk_game_play(game, action, NULL);
    if (err == RK_OK)
        player->made++;
    else
        player->refused++;
    return (err == RK_OK) == ours && rk_game_length(game) == length + ours;
}

static void *sit_down(void *data)
{
    struct player *player = data;
    for (bool on = true; on;) {
        pthread_mutex_lock(&player->table->mutex);
        const rk_game *game = player->table->game;
        on = rk_game_length(game) < SHARED_MOVES && !rk_status_is_over(rk_game_status(game));
        const bool good = !on || try_move(player);
        pthread_mutex_unlock(&player->table->mutex);
        if (!good)
            return player;
    }
    return NULL;
}

static void two_threads_at_one_game_move_in_turn(void **state)
{
    (void)state;
    struct table table = {.mutex = PTHREAD_MUTEX_INITIALIZER, .game = new_game(RK_STANDARD)};
    struct player players[2] = {{.table = &table, .side = RK_WHITE},
                                {.table = &table, .side = RK_BLACK}};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, sit_down, &players[i]), 0);
    for (int i = 0; i < 2; i++) {
        void *failed;
        assert_int_equal(pthread_join(threads[i], &failed), 0);
        assert_null(failed);
    }
    assert_int_equal(rk_game_length(table.game), players[0].made + players[1].made);
    for (size_t i = 0; i < rk_game_length(table.game); i++)
        assert_int_equal(rk_game_action(table.game, i)->by, i % 2);
    assert_true(players[0].made - players[1].made <= 1);
    rk_game_destroy(table.game);
    pthread_mutex_destroy(&table.mutex);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undo_redo_and_replay_agree_in_every_variant),
        cmocka_unit_test(repetitions_are_those_of_a_plain_count),
        cmocka_unit_test(many_games_on_many_threads_do_not_disturb_each_other),
        cmocka_unit_test(two_threads_at_one_game_move_in_turn),
    };
    return cmocka_run_group_tests_name("properties of games", tests, NULL, NULL);
}
