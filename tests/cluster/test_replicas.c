/* SPDX-License-Identifier: MIT */
/* Games that another node runs: people follow them and play as if they ran here. */
#include <stdio.h>
#include <string.h>

#include "base/prng.h"
#include "cluster/shards.h"
#include "record/game_moves.h"
#include "rounds/conditional_moves.h"
#include "rounds/node_messages.h"
#include "rounds/replica_link.h"
#include "rounds/round_clock.h"
#include "rounds/round_internal.h"
#include "rounds/round_watch.h"
#include "support/board.h"
#include "support/cluster.h"
#include "support/fixture.h"

static struct cluster cluster;
static struct identity anna, bob, carol;

static int set_up(void **state)
{
    (void)state;
    cluster_open(&cluster);
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        cluster_start(&cluster, i);
    cluster_wait(&cluster, 5 * SECOND);
    anna = harness_add_account(&cluster.members[0].harness, "Anna", ROLE_PLAYER);
    bob = harness_add_account(&cluster.members[0].harness, "Bob", ROLE_PLAYER);
    carol = identity_named("Carol", ROLE_PLAYER);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    cluster_close(&cluster);
    return 0;
}

// ---- games -----------------------------------------------------------------------------------

static struct game_info make_info(size_t owner, const char *clock)
{
    struct game_info info = {.settings = settings_for(clock), .players = {anna, bob}};
    do
        server_make_id(cluster_server(&cluster, owner), info.id);
    while (!shard_of_game_is_ours(cluster_server(&cluster, owner), info.id));
    return info;
}

static void keep_round(void *context, struct round *round, const char *why)
{
    (void)why;
    *(struct round **)context = round;
}

/* The game as that node has it. */
static struct round *open_on(size_t node, const char *id)
{
    struct round *round = NULL;
    rounds_open(cluster_server(&cluster, node), id, keep_round, &round);
    cluster_settle(&cluster);
    assert_non_null(round);
    return round;
}

static struct round *start_on(size_t owner, const char *clock)
{
    const struct game_info info = make_info(owner, clock);
    return harness_start_game(&cluster.members[owner].harness, &info);
}

static struct recorded_reply run_command(struct round *round, const struct command *command)
{
    struct recorded_reply result = {0};
    round_command(round, command, record_reply, &result);
    cluster_settle(&cluster);
    for (int i = 0; !result.count && i < 100; i++)
        cluster_wait(&cluster, 100);
    assert_int_equal(result.count, 1);
    return result;
}

static struct recorded_reply play(struct round *round, const char *move)
{
    static unsigned number;
    struct command command = {
        .verb = VERB_MOVE, .by = round_info(round)->players[round_turn(round)], .version = -1};
    snprintf(command.move, sizeof command.move, "%s", move);
    snprintf(command.request, sizeof command.request, "move%u", number++);
    return run_command(round, &command);
}

static struct recorded_reply say(struct round *round, const struct identity *who, const char *text)
{
    struct command command = {.verb = VERB_CHAT, .by = *who, .version = -1};
    command.room =
        game_info_side(round_info(round), who->id) == RK_NO_SIDE ? ROOM_SPECTATORS : ROOM_PLAYERS;
    snprintf(command.text, sizeof command.text, "%s", text);
    return run_command(round, &command);
}

static void expect_same_log(struct round *one, struct round *two)
{
    struct buffer first = {0}, second = {0};
    journal_encode(round_journal(one), &first);
    journal_encode(round_journal(two), &second);
    assert_int_equal(first.size, second.size);
    assert_memory_equal(first.bytes, second.bytes, first.size);
    buffer_fini(&first);
    buffer_fini(&second);
}

static void watch(struct fake_watcher *watcher, struct round *round, rk_side side)
{
    struct fixture fixture = {.round = round};
    fake_watcher_join(watcher, &fixture, side, VIEW_WIRE, -1);
    cluster_settle(&cluster);
}

// ---- following -------------------------------------------------------------------------------

static void a_spectator_on_another_node_sees_every_move(void **state)
{
    (void)state;
    struct round *owned = start_on(0, "5+3");
    expect_done(play(owned, "e4"));
    struct round *replica = open_on(1, round_info(owned)->id);
    assert_non_null(replica->replica);
    expect_same_log(owned, replica);
    struct fake_watcher spectator;
    watch(&spectator, replica, RK_NO_SIDE);
    expect_done(play(owned, "e5"));
    cluster_wait(&cluster, 2 * SECOND);
    assert_true(fake_watcher_saw(&spectator, "\"move\":\"e7e5\""));
    expect_same_log(owned, replica);
    assert_int_equal(round_spectator_count(owned), 1);
    assert_int_equal(round_spectator_count(replica), 1);
    fake_watcher_leave(&spectator, false);
    cluster_wait(&cluster, 2 * SECOND);
    assert_int_equal(round_spectator_count(owned), 0);
}

static void players_on_other_nodes_move_and_are_present(void **state)
{
    (void)state;
    struct round *owned = start_on(0, "5+3");
    struct round *white = open_on(1, round_info(owned)->id);
    struct round *black = open_on(2, round_info(owned)->id);
    struct fake_watcher whites, blacks;
    watch(&whites, white, RK_WHITE);
    watch(&blacks, black, RK_BLACK);
    assert_true(round_is_present(owned, RK_WHITE));
    assert_true(round_is_present(owned, RK_BLACK));
    assert_true(round_is_present(white, RK_BLACK));
    const struct recorded_reply reply = expect_done(play(white, "e4"));
    assert_int_equal(reply.reply.version, 1);
    assert_true(fake_watcher_saw(&blacks, "\"move\":\"e2e4\""));
    expect_done(play(black, "c5"));
    expect_refused(play(white, "Ke3"), REFUSED_ILLEGAL, "king");
    expect_same_log(owned, white);
    expect_same_log(owned, black);
    fake_watcher_leave(&blacks, true);
    cluster_wait(&cluster, 2 * SECOND);
    assert_false(round_is_present(owned, RK_BLACK));
    assert_false(round_is_present(white, RK_BLACK));
    assert_true(fake_watcher_saw(&whites, "\"here\":false"));
    fake_watcher_leave(&whites, false);
}

static void a_move_on_another_node_takes_a_request_and_an_update_with_the_reply(void **state)
{
    (void)state;
    struct round *owned = start_on(0, "5+3");
    struct round *replica = open_on(1, round_info(owned)->id);
    struct fake_watcher white;
    watch(&white, replica, RK_WHITE);
    const uint64_t before = cluster.network.delivered;
    const struct command command = {
        .verb = VERB_MOVE, .by = anna, .version = 0, .request = "once", .move = "e4"};
    assert_int_equal(expect_done(run_command(replica, &command)).reply.version, 1);
    assert_int_equal(cluster.network.delivered - before, 2);
    expect_same_log(owned, replica);
    // A repeated move makes no update: its reply goes by itself.
    assert_true(expect_done(run_command(replica, &command)).reply.repeated);
    assert_int_equal(cluster.network.delivered - before, 4);
    fake_watcher_leave(&white, false);
}

static void a_lost_last_update_is_noticed_when_its_game_is_silent(void **state)
{
    (void)state;
    struct round *owned[2], *replicas[2];
    struct fake_watcher spectators[2];
    for (int i = 0; i < 2; i++) {
        owned[i] = start_on(0, "5+3");
        replicas[i] = open_on(1, round_info(owned[i])->id);
        watch(&spectators[i], replicas[i], RK_NO_SIDE);
    }
    cluster.network.faults = (struct fake_faults){.dropped = 1000};
    for (int i = 0; i < 2; i++)
        expect_done(play(owned[i], "e4"));
    assert_int_equal(round_version(replicas[0]), 0);
    cluster.network.faults = (struct fake_faults){.dropped = 0};
    cluster_wait(&cluster, 2 * SECOND);
    for (int i = 0; i < 2; i++) {
        expect_same_log(owned[i], replicas[i]);
        assert_true(fake_watcher_saw(&spectators[i], "\"move\":\"e2e4\""));
        fake_watcher_leave(&spectators[i], false);
    }
}

static void a_command_that_is_sent_twice_is_executed_once(void **state)
{
    (void)state;
    struct round *owned = start_on(0, "5+3");
    struct round *replica = open_on(1, round_info(owned)->id);
    const struct command command = {
        .verb = VERB_MOVE, .by = anna, .version = 0, .request = "once", .move = "e4"};
    expect_done(run_command(replica, &command));
    const struct recorded_reply again = expect_done(run_command(replica, &command));
    assert_true(again.reply.repeated);
    assert_int_equal(again.reply.version, 1);
    assert_int_equal(round_version(owned), 1);
}

static void what_is_said_after_the_end_and_a_rematch_reach_all_nodes(void **state)
{
    (void)state;
    struct round *owned = start_on(0, "5+3");
    struct round *replica = open_on(1, round_info(owned)->id);
    struct fake_watcher whites;
    watch(&whites, replica, RK_WHITE);
    expect_done(play(owned, "f3"));
    expect_done(play(replica, "e5"));
    expect_done(play(replica, "g4"));
    expect_done(play(replica, "Qh4#"));
    assert_true(round_is_over(replica));
    assert_true(whites.over);
    expect_done(say(replica, &anna, "well played"));
    expect_done(say(owned, &bob, "thanks"));
    assert_true(fake_watcher_saw(&whites, "well played"));
    assert_true(fake_watcher_saw(&whites, "thanks"));
    round_set_rematch(replica, RK_WHITE, "");
    cluster_settle(&cluster);
    assert_int_equal(owned->rematch_by, RK_WHITE);
    assert_int_equal(replica->rematch_by, RK_WHITE);
    assert_int_equal(replica->rating.changed, owned->rating.changed);
    fake_watcher_leave(&whites, false);
}

static void clocks_agree_although_the_nodes_disagree_on_the_time(void **state)
{
    (void)state;
    cluster_kill(&cluster, 1);
    cluster_wait(&cluster, 5 * SECOND);
    cluster.members[1].skew = 7 * MINUTE;
    cluster_start(&cluster, 1);
    cluster_wait(&cluster, 5 * SECOND);
    struct round *owned = start_on(0, "5+3");
    struct round *replica = open_on(1, round_info(owned)->id);
    expect_done(play(owned, "e4"));
    expect_done(play(owned, "e5"));
    cluster_wait(&cluster, 10 * SECOND);
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++)
        assert_int_equal(round_clock_left(replica, side), round_clock_left(owned, side));
    assert_int_equal(round_clock_left(owned, RK_WHITE), 5 * MINUTE + 0 * SECOND - 10 * SECOND);
}

static void prepared_replies_are_set_and_shown_on_another_node(void **state)
{
    (void)state;
    struct game_info info = make_info(0, "");
    const struct game_settings_request request = {.limit = -1, .increment = -1, .days = 3};
    char why[200];
    const char *where;
    assert_true(game_settings_make(&request, 7, &info.settings, why, sizeof why, &where));
    struct round *owned = harness_start_game(&cluster.members[0].harness, &info);
    expect_done(play(owned, "e4"));
    struct round *replica = open_on(1, info.id);
    struct recorded_reply result = {0};
    conditional_moves_set(replica, &anna, "e5 Nf3", record_reply, &result);
    cluster_settle(&cluster);
    expect_done(result);
    cluster_wait(&cluster, 30 * SECOND);
    struct buffer lines = {0};
    conditional_moves_write(replica, RK_WHITE, &lines);
    assert_string_equal(buffer_cstr(&lines), "e7e5 g1f3");
    buffer_fini(&lines);
    expect_done(play(replica, "e5"));
    cluster_settle(&cluster);
    assert_int_equal(round_plies(owned), 3);
    expect_same_log(owned, replica);
}

// ---- new games -------------------------------------------------------------------------------

static void a_game_is_started_by_the_owner_of_its_shard(void **state)
{
    (void)state;
    const struct game_info info = make_info(2, "5+3");
    struct round *round = NULL;
    rounds_start(cluster_server(&cluster, 0), &info, keep_round, &round);
    cluster_settle(&cluster);
    assert_non_null(round);
    assert_non_null(round->replica);
    struct round *owned = rounds_find(cluster_server(&cluster, 2), info.id);
    assert_non_null(owned);
    assert_null(owned->replica);
    assert_string_equal(round_info(owned)->keys[RK_WHITE], round_info(round)->keys[RK_WHITE]);
    expect_done(play(round, "d4"));
}

static void a_node_stops_following_a_game_that_it_has_started_for_others(void **state)
{
    (void)state;
    struct server *server = cluster_server(&cluster, 0);
    const struct game_info infos[] = {make_info(2, "5+3"), make_info(2, "5+3")};
    struct round *rounds[2] = {NULL, NULL};
    struct fake_watcher white;
    for (int i = 0; i < 2; i++) {
        rounds_start(server, &infos[i], keep_round, &rounds[i]);
        cluster_settle(&cluster);
        assert_non_null(rounds[i]);
    }
    watch(&white, rounds[1], RK_WHITE);
    cluster_wait(&cluster, 2 * SECOND);
    assert_null(map_get(&server->rounds->by_id, infos[0].id));
    assert_ptr_equal(map_get(&server->rounds->by_id, infos[1].id), rounds[1]);
    struct server *owner = cluster_server(&cluster, 2);
    assert_true(list_is_empty(&rounds_find(owner, infos[0].id)->followers.nodes));
    assert_false(list_is_empty(&rounds_find(owner, infos[1].id)->followers.nodes));
    fake_watcher_leave(&white, false);
}

static void a_game_starts_once_although_messages_are_lost_and_duplicated(void **state)
{
    (void)state;
    cluster.network.faults = (struct fake_faults){.dropped = 300, .duplicated = 300};
    for (int i = 0; i < 20; i++) {
        const struct game_info info = make_info(2, "5+3");
        struct round *round = NULL;
        rounds_start(cluster_server(&cluster, 0), &info, keep_round, &round);
        cluster_wait(&cluster, 8 * SECOND);
        struct round *owned = rounds_find(cluster_server(&cluster, 2), info.id);
        if (round)
            assert_non_null(owned);
    }
    cluster.network.faults = (struct fake_faults){.dropped = 0};
}

// ---- a bad bus -------------------------------------------------------------------------------

static struct recorded_reply play_any(struct round *round, struct prng *prng)
{
    const rk_position *position = rk_game_position(round_game(round));
    rk_move moves[RK_MOVES_MAX];
    char text[RK_UCI_MAX];
    const size_t count = rk_moves_list(position, moves);
    game_move_write(round_info(round), position, moves[prng_next(prng) % count], text);
    return play(round, text);
}

/* Plays on any node, over a bus that loses, duplicates, delays and reorders messages. */
static void no_move_is_lost_or_duplicated_on_a_bad_bus(void **state)
{
    (void)state;
    struct round *owned = start_on(0, "60+30");
    struct round *rounds[CLUSTER_NODES] = {owned, open_on(1, round_info(owned)->id),
                                           open_on(2, round_info(owned)->id)};
    struct fake_watcher watchers[CLUSTER_NODES];
    struct prng prng = {7};
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        watch(&watchers[i], rounds[i], RK_NO_SIDE);
    cluster.network.faults = (struct fake_faults){
        .dropped = 200, .duplicated = 200, .delay_max_ms = 300, .reorders = true};
    size_t acknowledged = 0;
    for (size_t i = 0; i < 60 && !round_is_over(owned); i++) {
        struct round *round = rounds[prng_next(&prng) % CLUSTER_NODES];
        const size_t plies = round_plies(owned);
        for (int wait = 0; round_plies(round) < plies && wait < 400; wait++)
            cluster_wait(&cluster, 100); // the player waits for the opponent's move
        assert_int_equal(round_plies(round), plies);
        const struct recorded_reply reply = play_any(round, &prng);
        acknowledged += !reply.reply.refusal;
        cluster_wait(&cluster, (int64_t)(prng_next(&prng) % 500));
        assert_true(round_plies(owned) >= acknowledged);
    }
    assert_true(acknowledged > 8);
    cluster.network.faults = (struct fake_faults){.dropped = 0};
    cluster_wait(&cluster, 30 * SECOND);
    for (size_t i = 1; i < CLUSTER_NODES; i++)
        expect_same_log(owned, rounds[i]);
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        fake_watcher_leave(&watchers[i], false);
}

static void a_node_that_was_cut_off_catches_up(void **state)
{
    (void)state;
    struct round *owned = start_on(0, "5+3");
    struct round *replica = open_on(1, round_info(owned)->id);
    struct fake_watcher spectator;
    watch(&spectator, replica, RK_NO_SIDE);
    fake_network_cut(&cluster.network, 1);
    expect_done(play(owned, "e4"));
    expect_done(play(owned, "e5"));
    cluster_wait(&cluster, SECOND);
    assert_int_equal(round_version(replica), 0);
    expect_refused(play(replica, "Nf3"), REFUSED_BUSY, "another server");
    fake_network_heal(&cluster.network, 1);
    cluster_wait(&cluster, 2 * SECOND);
    expect_same_log(owned, replica);
    expect_done(play(replica, "Nf3"));
    fake_watcher_leave(&spectator, false);
}

static void what_is_not_a_message_of_a_node_is_ignored(void **state)
{
    (void)state;
    struct round *owned = start_on(0, "5+3");
    struct round *replica = open_on(1, round_info(owned)->id);
    char shard[SHARD_SUBJECT_SIZE], game[GAME_SUBJECT_SIZE];
    shard_subject(owned->shard, shard);
    game_subject(round_info(owned)->id, game);
    static const char *const wrong[] = {"", "\1", "\2\1", "\1\1\1", "\1\7zzzz", "hello"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        bus_publish(cluster.members[2].harness.bus, shard, wrong[i], strlen(wrong[i]));
        bus_publish(cluster.members[2].harness.bus, game, wrong[i], strlen(wrong[i]));
    }
    cluster_wait(&cluster, SECOND);
    expect_done(play(replica, "e4"));
    expect_same_log(owned, replica);
}

// ---- the owner changes -----------------------------------------------------------------------

static size_t owner_of(const char *id)
{
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        if (cluster_runs(&cluster, i) && shard_of_game_is_ours(cluster_server(&cluster, i), id))
            return i;
    return CLUSTER_NODES;
}

static void people_stay_connected_when_the_owner_dies(void **state)
{
    (void)state;
    char id[GAME_ID_SIZE + 1];
    struct round *owned = start_on(0, "5+3");
    memcpy(id, round_info(owned)->id, sizeof id);
    struct fake_watcher whites, blacks;
    watch(&whites, open_on(1, id), RK_WHITE);
    watch(&blacks, open_on(2, id), RK_BLACK);
    expect_done(play(owned, "e4"));
    expect_done(play(owned, "e5"));
    cluster_kill(&cluster, 0);
    cluster_wait(&cluster, 10 * SECOND);
    const size_t owner = owner_of(id);
    assert_true(owner == 1 || owner == 2);
    struct round *white = open_on(1, id), *black = open_on(2, id);
    struct round *now = owner == 1 ? white : black;
    assert_null(now->replica);
    assert_true(round_is_present(now, RK_WHITE));
    assert_true(round_is_present(now, RK_BLACK));
    assert_false(round_is_paused(now)); // both are here, so it has gone on
    assert_true(round_clock_left(now, RK_WHITE) > 5 * MINUTE - 10 * SECOND);
    expect_done(play(white, "Nf3"));
    expect_done(play(black, "Nc6"));
    assert_true(fake_watcher_saw(&whites, "\"move\":\"b8c6\""));
    assert_true(fake_watcher_saw(&blacks, "\"move\":\"g1f3\""));
    expect_same_log(white, black);
    fake_watcher_leave(&whites, false);
    fake_watcher_leave(&blacks, false);
}

static void a_clock_is_not_shown_running_while_the_game_has_no_owner(void **state)
{
    (void)state;
    struct round *owned = start_on(0, "5+3");
    char id[GAME_ID_SIZE + 1];
    snprintf(id, sizeof id, "%s", round_info(owned)->id);
    expect_done(play(owned, "e4"));
    expect_done(play(owned, "e5"));
    struct round *replica = open_on(1, id);
    cluster.network.faults.dropped = 1000; // the last moves do not come here
    expect_done(play(owned, "Nf3"));
    expect_done(play(owned, "Nc6"));
    const int64_t left = round_clock_left(owned, RK_WHITE);
    cluster_kill(&cluster, 0);
    cluster.network.faults.dropped = 0;
    cluster_wait(&cluster, 2 * SECOND);
    struct round *opened = open_on(2, id);
    assert_int_equal(round_clock_left(opened, RK_WHITE), left);
    struct fake_watcher watchers[2];
    watch(&watchers[0], replica, RK_NO_SIDE);
    watch(&watchers[1], opened, RK_NO_SIDE);
    cluster_wait(&cluster, 5 * SECOND);
    struct round *rounds[] = {open_on(1, id), open_on(2, id)};
    for (size_t i = 0; i < 2; i++) {
        assert_true(round_is_paused(rounds[i]));
        assert_in_range(round_clock_left(rounds[i], RK_WHITE), left - 1000, left);
        assert_true(fake_watcher_saw(&watchers[i], "\"what\":\"pause\""));
        fake_watcher_leave(&watchers[i], false);
    }
}

static void people_of_a_node_that_dies_are_gone(void **state)
{
    (void)state;
    struct round *owned = start_on(0, "5+3");
    struct fake_watcher whites;
    watch(&whites, open_on(1, round_info(owned)->id), RK_WHITE);
    assert_true(round_is_present(owned, RK_WHITE));
    cluster_kill(&cluster, 1);
    cluster_wait(&cluster, 10 * SECOND);
    assert_false(round_is_present(owned, RK_WHITE));
    buffer_fini(&whites.text); // the round it watched died with the node
}

static void people_stay_connected_when_the_owner_hands_over(void **state)
{
    (void)state;
    char id[GAME_ID_SIZE + 1];
    struct round *owned = start_on(0, "5+3");
    memcpy(id, round_info(owned)->id, sizeof id);
    struct fake_watcher whites;
    watch(&whites, owned, RK_WHITE);
    expect_done(play(owned, "e4"));
    expect_done(play(owned, "e5"));
    server_stop(cluster_server(&cluster, 0), cluster.now);
    for (int i = 0; owner_of(id) == 0 && i < 100; i++)
        cluster_wait(&cluster, 10);
    assert_true(owner_of(id) == 1 || owner_of(id) == 2);
    struct round *replica = rounds_find(cluster_server(&cluster, 0), id);
    assert_non_null(replica);
    assert_non_null(replica->replica);
    cluster_wait(&cluster, 100);
    expect_done(play(replica, "Nf3"));
    assert_true(fake_watcher_saw(&whites, "\"move\":\"g1f3\""));
    fake_watcher_leave(&whites, false);
}

/* The number of what the first follower has told the owner. */
static uint64_t last_told(const struct round *owned)
{
    assert_false(list_is_empty(&owned->followers.nodes));
    return LIST_OWNER(owned->followers.nodes.next, struct follower, node)->report.number;
}

static void a_new_owner_is_told_who_is_here_although_the_previous_one_answers_late(void **state)
{
    (void)state;
    struct round *owned = start_on(0, "5+3");
    struct round *replica = open_on(1, round_info(owned)->id);
    cluster_wait(&cluster, 100);
    replica->replica->epoch++; // the new owner has spoken
    replica_send_report(replica);
    cluster_settle(&cluster); // and now the previous one has answered
    const uint64_t told = last_told(owned);
    cluster_wait(&cluster, SECOND);
    assert_true(last_told(owned) > told);
}

static void a_game_that_ended_while_its_node_was_frozen_is_over_there(void **state)
{
    (void)state;
    char id[GAME_ID_SIZE + 1];
    struct round *owned = start_on(0, "5+3");
    memcpy(id, round_info(owned)->id, sizeof id);
    struct fake_watcher spectator;
    watch(&spectator, owned, RK_NO_SIDE);
    expect_done(play(owned, "e4"));
    expect_done(play(owned, "e5"));
    cluster.members[0].is_frozen = true;
    cluster_wait(&cluster, 10 * SECOND);
    const size_t owner = owner_of(id);
    assert_true(owner == 1 || owner == 2);
    struct round *other = open_on(owner, id);
    expect_done(
        run_command(other, &(struct command){.verb = VERB_RESIGN, .by = anna, .version = -1}));
    fake_network_cut(&cluster.network, 0); // nobody tells it how the game ended
    cluster.members[0].is_frozen = false;
    cluster_wait(&cluster, 2 * SECOND);
    cluster_kill(&cluster, 1);
    cluster_kill(&cluster, 2);
    cluster_wait(&cluster, 10 * SECOND);
    assert_int_equal(owner_of(id), 0);
    struct round *known = open_on(0, id);
    assert_true(round_is_over(known));
    assert_null(known->replica);
    assert_true(fake_watcher_saw(&spectator, "resign"));
    expect_done(say(known, &carol, "well played"));
    fake_watcher_leave(&spectator, false);
}

/* Two moves that a node does not hear of. */
static void play_unnoticed(struct round *owned, size_t node)
{
    fake_network_cut(&cluster.network, node);
    expect_done(play(owned, "e4"));
    expect_done(play(owned, "e5"));
}

static void who_knows_more_than_a_replica_gets_no_older_snapshot(void **state)
{
    (void)state;
    struct round *owned = start_on(0, "5+3");
    struct round *replica = open_on(1, round_info(owned)->id);
    struct fake_watcher player;
    play_unnoticed(owned, 1);
    fake_watcher_join(&player, &(struct fixture){.round = replica}, RK_WHITE, VIEW_WIRE,
                      round_version(owned));
    cluster_settle(&cluster);
    assert_false(fake_watcher_saw(&player, "\"t\":\"game\""));
    fake_network_heal(&cluster.network, 1);
    cluster_wait(&cluster, 2 * SECOND);
    expect_same_log(owned, replica);
    expect_done(play(owned, "Nf3"));
    assert_true(fake_watcher_saw(&player, "\"move\":\"g1f3\""));
    fake_watcher_leave(&player, false);
}

static void who_knows_more_gets_no_older_snapshot_while_a_new_owner_loads_the_game(void **state)
{
    (void)state;
    struct round *owned = start_on(0, "5+3");
    struct round *replica = open_on(1, round_info(owned)->id);
    struct fake_watcher player;
    play_unnoticed(owned, 1);
    cluster.members[1].harness.store.reads_fail = true;
    shards_gain(cluster_server(&cluster, 1), replica->shard, 99, cluster.now);
    fake_watcher_join(&player, &(struct fixture){.round = replica}, RK_WHITE, VIEW_WIRE,
                      round_version(owned));
    assert_false(fake_watcher_saw(&player, "\"t\":\"game\""));
    fake_watcher_leave(&player, false);
}

#define REPLICA_TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        REPLICA_TEST(a_spectator_on_another_node_sees_every_move),
        REPLICA_TEST(players_on_other_nodes_move_and_are_present),
        REPLICA_TEST(a_move_on_another_node_takes_a_request_and_an_update_with_the_reply),
        REPLICA_TEST(a_lost_last_update_is_noticed_when_its_game_is_silent),
        REPLICA_TEST(a_command_that_is_sent_twice_is_executed_once),
        REPLICA_TEST(what_is_said_after_the_end_and_a_rematch_reach_all_nodes),
        REPLICA_TEST(clocks_agree_although_the_nodes_disagree_on_the_time),
        REPLICA_TEST(prepared_replies_are_set_and_shown_on_another_node),
        REPLICA_TEST(a_game_is_started_by_the_owner_of_its_shard),
        REPLICA_TEST(a_node_stops_following_a_game_that_it_has_started_for_others),
        REPLICA_TEST(a_game_starts_once_although_messages_are_lost_and_duplicated),
        REPLICA_TEST(no_move_is_lost_or_duplicated_on_a_bad_bus),
        REPLICA_TEST(a_node_that_was_cut_off_catches_up),
        REPLICA_TEST(what_is_not_a_message_of_a_node_is_ignored),
        REPLICA_TEST(people_stay_connected_when_the_owner_dies),
        REPLICA_TEST(a_clock_is_not_shown_running_while_the_game_has_no_owner),
        REPLICA_TEST(people_of_a_node_that_dies_are_gone),
        REPLICA_TEST(people_stay_connected_when_the_owner_hands_over),
        REPLICA_TEST(a_new_owner_is_told_who_is_here_although_the_previous_one_answers_late),
        REPLICA_TEST(a_game_that_ended_while_its_node_was_frozen_is_over_there),
        REPLICA_TEST(who_knows_more_than_a_replica_gets_no_older_snapshot),
        REPLICA_TEST(who_knows_more_gets_no_older_snapshot_while_a_new_owner_loads_the_game),
    };
    return cmocka_run_group_tests_name("replicas", tests, NULL, NULL);
}
