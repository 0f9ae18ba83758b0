/* SPDX-License-Identifier: MIT */
/* Properties of random games of every variant: undo and redo are exact, and the log
 * replays the same game. Also on several threads. */
#include <pthread.h>
#include <string.h>

#include "rookery/fen.h"
#include "rookery/game.h"
#include "support/board.h"

enum { ACTIONS_MAX = 160 };

/* Everything a game reports about itself. */
struct snapshot {
    rk_position position;
    rk_clock clock;
    rk_status status;
    rk_winner winner;
    rk_side offer;
    size_t length, repetitions;
};

static struct snapshot take_snapshot(const rk_game *game)
{
    struct snapshot snapshot;
    memset(&snapshot, 0, sizeof snapshot);
    snapshot.position = *rk_game_position(game);
    snapshot.clock = *rk_game_clock(game);
    snapshot.status = rk_game_status(game);
    snapshot.winner = rk_game_winner(game);
    snapshot.offer = rk_game_draw_offer(game);
    snapshot.length = rk_game_length(game);
    snapshot.repetitions = rk_game_repetitions(game);
    return snapshot;
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

/* Usually a legal move, sometimes any other action, which may be rejected. */
static rk_action random_action(const rk_game *game, struct prng *prng, int64_t at)
{
    rk_move moves[RK_MOVES_MAX];
    const rk_position *pos = rk_game_position(game);
    const size_t count = rk_moves_list(pos, moves);
    const rk_action_kind kind = (rk_action_kind)prng_below(prng, RK_ACTION_COUNT);
    const bool harmless =
        kind != RK_ACT_RESIGN && kind != RK_ACT_FORFEIT && kind != RK_ACT_ADJUDICATE;
    rk_action action = {.kind = RK_ACT_MOVE, .by = rk_position_turn(pos), .at = at};
    action.move = count ? moves[prng_below(prng, (unsigned)count)] : RK_NO_MOVE;
    if (rk_game_status(game) == RK_PAUSED)
        action.kind = RK_ACT_RESUME;
    else if (prng_below(prng, 4) == 0 && (harmless || prng_below(prng, 30) == 0))
        action = (rk_action){.kind = kind,
                             .by = (rk_side)prng_below(prng, 2),
                             .winner = (rk_winner)prng_below(prng, 3),
                             .at = at,
                             .milliseconds = 1000};
    return action;
}

/* Plays until the game is over or has ACTIONS_MAX actions; snapshots[i] is the game after i of
 * them. Returns the number of actions, SIZE_MAX if a rejected one changed the game. */
static size_t play_randomly(rk_game *game, struct prng *prng, struct snapshot *snapshots)
{
    int64_t at = 0;
    snapshots[0] = take_snapshot(game);
    while (rk_game_length(game) < ACTIONS_MAX && !rk_status_is_over(rk_game_status(game))) {
        const size_t length = rk_game_length(game);
        at += prng_below(prng, 9000);
        if (rk_game_play(game, random_action(game, prng, at), NULL) == RK_OK)
            snapshots[length + 1] = take_snapshot(game);
        else if (rk_game_length(game) != length)
            return SIZE_MAX;
    }
    return rk_game_length(game);
}

/* Whether undoing, redoing and replaying the log all give the same game. */
static bool undo_redo_and_replay_agree(rk_variant variant, struct prng *prng)
{
    struct snapshot snapshots[ACTIONS_MAX + 1], now;
    rk_game *game = new_game(variant), *replay = new_game(variant);
    bool same = game && replay;
    const size_t length = same ? play_randomly(game, prng, snapshots) : 0;
    same &= length <= ACTIONS_MAX;
    for (size_t i = 0; same && i < length; i++) {
        same &= !rk_game_play(replay, *rk_game_action(game, i), NULL);
        now = take_snapshot(replay);
        same &= is_equal(&now, &snapshots[i + 1]);
    }
    for (size_t i = length; same && i-- > 0;) {
        same &= !rk_game_undo(game);
        now = take_snapshot(game);
        same &= is_equal(&now, &snapshots[i]) && rk_game_redo_count(game) == length - i;
    }
    for (size_t i = 1; same && i <= length; i++) {
        same &= !rk_game_redo(game);
        now = take_snapshot(game);
        same &= is_equal(&now, &snapshots[i]);
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
            if (!undo_redo_and_replay_agree((rk_variant)variant, &prng))
                fail_msg("%s, round %d", rk_variant_name((rk_variant)variant), round);
}

static void repetitions_match_a_plain_count(void **state)
{
    (void)state;
    struct prng prng = {12};
    for (unsigned variant = 0; variant < RK_VARIANT_COUNT; variant++) {
        rk_game *game = new_game((rk_variant)variant);
        struct snapshot snapshots[ACTIONS_MAX + 1];
        rk_position positions[ACTIONS_MAX + 1];
        play_randomly(game, &prng, snapshots);
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
        if (!undo_redo_and_replay_agree((rk_variant)prng_below(&prng, RK_VARIANT_COUNT), &prng))
            return seed;
    return NULL;
}

static void games_on_different_threads_are_independent(void **state)
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

/* One game, with a player on each of two threads. */
struct shared_game {
    pthread_mutex_t mutex;
    rk_game *game;
};

struct player {
    struct shared_game *shared_game;
    rk_side side;
    size_t accepted, rejected;
};

/* Tries a legal move of the side to move: it must be accepted if that is the player's side, and
 * rejected otherwise. */
static bool try_move(struct player *player)
{
    rk_game *game = player->shared_game->game;
    rk_move moves[RK_MOVES_MAX];
    const rk_position *pos = rk_game_position(game);
    const bool our_turn = rk_position_turn(pos) == player->side;
    const size_t count = rk_moves_list(pos, moves);
    const rk_action action = {.kind = RK_ACT_MOVE,
                              .by = player->side,
                              .move = count ? moves[rk_game_length(game) % count] : RK_NO_MOVE};
    const size_t length = rk_game_length(game);
    const rk_err err = rk_game_play(game, action, NULL);
    if (err == RK_OK)
        player->accepted++;
    else
        player->rejected++;
    return (err == RK_OK) == our_turn && rk_game_length(game) == length + our_turn;
}

static void *play_side(void *data)
{
    struct player *player = data;
    for (bool on = true; on;) {
        pthread_mutex_lock(&player->shared_game->mutex);
        const rk_game *game = player->shared_game->game;
        on = rk_game_length(game) < SHARED_MOVES && !rk_status_is_over(rk_game_status(game));
        const bool as_expected = !on || try_move(player);
        pthread_mutex_unlock(&player->shared_game->mutex);
        if (!as_expected)
            return player;
    }
    return NULL;
}

static void two_threads_can_play_one_game_in_turn(void **state)
{
    (void)state;
    struct shared_game shared_game = {.mutex = PTHREAD_MUTEX_INITIALIZER,
                                      .game = new_game(RK_STANDARD)};
    struct player players[2] = {{.shared_game = &shared_game, .side = RK_WHITE},
                                {.shared_game = &shared_game, .side = RK_BLACK}};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, play_side, &players[i]), 0);
    for (int i = 0; i < 2; i++) {
        void *failed;
        assert_int_equal(pthread_join(threads[i], &failed), 0);
        assert_null(failed);
    }
    assert_int_equal(rk_game_length(shared_game.game), players[0].accepted + players[1].accepted);
    for (size_t i = 0; i < rk_game_length(shared_game.game); i++)
        assert_int_equal(rk_game_action(shared_game.game, i)->by, i % 2);
    assert_true(players[0].accepted - players[1].accepted <= 1);
    rk_game_destroy(shared_game.game);
    pthread_mutex_destroy(&shared_game.mutex);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undo_redo_and_replay_agree_in_every_variant),
        cmocka_unit_test(repetitions_match_a_plain_count),
        cmocka_unit_test(games_on_different_threads_are_independent),
        cmocka_unit_test(two_threads_can_play_one_game_in_turn),
    };
    return cmocka_run_group_tests_name("properties of games", tests, NULL, NULL);
}
