/* SPDX-License-Identifier: MIT */
/* Bulks of a cluster: the node of the lobby creates them, and other nodes run most of their games.
 */
#include <stdio.h>

#include "cluster/shards.h"
#include "lobby/bulk_pairings.h"
#include "rounds/rounds.h"
#include "support/board.h"
#include "support/cluster.h"
#include "support/fixture.h"

enum { GAMES = 6 };

static struct cluster cluster;

static int set_up(void **state)
{
    (void)state;
    cluster_open(&cluster);
    cluster_start_all(&cluster);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    cluster_close(&cluster);
    return 0;
}

static char bulk_id[GAME_ID_SIZE + 1];

static void keep_bulk(void *context, const struct reply *reply, const struct bulk_pairing *bulk)
{
    (void)context;
    assert_int_equal(reply->refusal, NOT_REFUSED);
    snprintf(bulk_id, sizeof bulk_id, "%s", bulk->id);
}

static struct identity add_player(int number)
{
    char name[16];
    snprintf(name, sizeof name, "Player%d", number);
    return harness_add_account(&cluster.members[0].harness, name, ROLE_PLAYER);
}

static const struct bulk_pairing *schedule(int64_t start_clocks_in)
{
    struct server *lobby = cluster_server(&cluster, 0);
    const struct identity organizer = add_player(2 * GAMES);
    const struct game_settings settings = settings_for("5+0");
    struct bulk_game games[GAMES];
    for (int i = 0; i < GAMES; i++)
        games[i] = (struct bulk_game){.players = {add_player(2 * i), add_player(2 * i + 1)}};
    bulk_schedule(lobby,
                  &(struct bulk_params){.by = &organizer,
                                        .settings = &settings,
                                        .games = games,
                                        .count = GAMES,
                                        .start_clocks_at = server_date(lobby) + start_clocks_in},
                  keep_bulk, NULL);
    cluster_settle(&cluster);
    return bulk_find(lobby, bulk_id, organizer.id);
}

/* The game on the node that runs it. */
static struct round *find_round(const char *id, size_t *out_node)
{
    for (size_t i = 0; i < CLUSTER_NODES; i++) {
        *out_node = i;
        if (shard_of_game_is_ours(cluster_server(&cluster, i), id))
            return rounds_find(cluster_server(&cluster, i), id);
    }
    return NULL;
}

static void clocks_are_started_on_all_nodes(void **state)
{
    (void)state;
    const struct bulk_pairing *bulk = schedule(MINUTE);
    assert_non_null(bulk);
    cluster_wait(&cluster, MINUTE + 5 * SECOND);
    size_t elsewhere = 0;
    for (size_t i = 0; i < bulk->count; i++) {
        size_t node;
        struct round *round = find_round(bulk->games[i].id, &node);
        assert_non_null(round);
        assert_true(rk_game_clock(round_game(round))->running);
        elsewhere += node != 0;
    }
    assert_true(elsewhere > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(clocks_are_started_on_all_nodes, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("bulk games", tests, NULL, NULL);
}
