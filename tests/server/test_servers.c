/* SPDX-License-Identifier: MIT */
/* Several servers in one process, connected by a bus: what is said and changed on one of them
 * reaches the others. */
#include <stdio.h>
#include <string.h>

#include "accounts/blocks.h"
#include "accounts/mutes.h"
#include "accounts/setup.h"
#include "analysis/review_queue.h"
#include "cluster/invalidation.h"
#include "core/limits.h"
#include "lobby/challenge_notice.h"
#include "moderation/address_blocks.h"
#include "moderation/announcements.h"
#include "moderation/audit.h"
#include "moderation/staff_actions.h"
#include "ratings/ratings.h"
#include "ratings/recompute.h"
#include "rounds/game_notice.h"
#include "rounds/round_internal.h"
#include "rounds/vacations.h"
#include "running/game_counts.h"
#include "social/person_cache.h"
#include "support/board.h"
#include "support/cluster.h"
#include "support/harness_accounts.h"
#include "support/people.h"
#include "support/refund.h"

// ---- notices: two servers, each with a store of its own --------------------------------------

struct servers {
    struct fake_network network;
    struct harness one, two;
};

static int set_up(void **state)
{
    static struct servers servers;
    fake_network_init(&servers.network, 1);
    harness_open_on(&servers.one, fake_network_open_bus(&servers.network));
    harness_open_on(&servers.two, fake_network_open_bus(&servers.network));
    servers.network.now = servers.one.server->now;
    *state = &servers;
    return 0;
}

static int tear_down(void **state)
{
    struct servers *servers = *state;
    harness_close(&servers->one);
    harness_close(&servers->two);
    return 0;
}

/* Keeps what the last notice of a listener carries: the payload is borrowed. */
struct reader {
    struct notice_listener listener;
    unsigned count;
    struct notice notice;
    struct challenge challenge;
    struct game_notice game;
    char json[4096];
};

static void on_notice(struct notice_listener *listener, const struct notice *notice)
{
    struct reader *reader = LIST_OWNER(listener, struct reader, listener);
    if (notice->kind == NOTICE_NOTIFICATION)
        return; // the other server does not know that the player is online here
    reader->count++;
    reader->notice = *notice;
    if (!challenge_notice_parse(notice, &reader->challenge))
        return;
    if (!game_notice_parse(notice, &reader->game))
        return;
    assert_true(reader->game.json_size < sizeof reader->json);
    memcpy(reader->json, reader->game.json, reader->game.json_size);
    reader->json[reader->game.json_size] = '\0';
}

static void join(struct harness *harness, const char *name, struct reader *reader)
{
    const struct identity who = identity_named(name, ROLE_PLAYER);
    *reader = (struct reader){.listener.on_notice = on_notice};
    presence_join(harness->server, &who, &reader->listener);
}

static struct challenge example_challenge(void)
{
    struct challenge challenge = {.id = "abcdefgh",
                                  .status = CHALLENGE_DECLINED,
                                  .reason = DECLINE_GENERIC,
                                  .from = identity_named("Anna", ROLE_PLAYER),
                                  .to = identity_named("Bob", ROLE_BOT),
                                  .settings = settings_for("5+3"),
                                  .first_is_white = true,
                                  .rematch_of = "zyxwvuts",
                                  .message = "Again?",
                                  .created_at = 17};
    return challenge;
}

static void a_challenge_reaches_a_person_on_another_server_with_all_it_has(void **state)
{
    struct servers *servers = *state;
    const struct challenge challenge = example_challenge();
    struct reader bob, anna;
    join(&servers->two, "Bob", &bob);
    join(&servers->one, "Anna", &anna);
    challenge_notice_send(servers->one.server, &challenge, NOTICE_CHALLENGE_DECLINED);
    assert_int_equal(anna.count, 1); // on the own server at once
    assert_int_equal(bob.count, 0);
    harness_settle(&servers->two);
    assert_int_equal(bob.count, 1);
    assert_int_equal(bob.notice.kind, NOTICE_CHALLENGE_DECLINED);
    assert_string_equal(bob.challenge.id, "abcdefgh");
    assert_string_equal(bob.challenge.from.name, "Anna");
    assert_int_equal(bob.challenge.to.role, ROLE_BOT);
    assert_int_equal(bob.challenge.status, CHALLENGE_DECLINED);
    assert_string_equal(bob.challenge.rematch_of, "zyxwvuts");
    assert_string_equal(bob.challenge.message, "Again?");
    assert_true(bob.challenge.first_is_white);
    assert_int_equal(bob.challenge.created_at, 17);
    presence_leave(servers->two.server, "bob", &bob.listener);
    presence_leave(servers->one.server, "anna", &anna.listener);
}

static void the_start_of_a_game_reaches_a_player_on_another_server(void **state)
{
    struct servers *servers = *state;
    struct game_info info = {.id = "abcdefgh", .settings = settings_for("5+3")};
    info.players[RK_WHITE] = harness_add_account(&servers->one, "Anna", ROLE_PLAYER);
    info.players[RK_BLACK] = harness_add_account(&servers->one, "Bob", ROLE_PLAYER);
    struct reader bob;
    join(&servers->two, "Bob", &bob);
    struct round *round = harness_start_game(&servers->one, &info);
    harness_settle(&servers->two);
    assert_int_equal(bob.count, 1);
    assert_int_equal(bob.notice.kind, NOTICE_GAME_START);
    assert_int_equal(bob.game.side, RK_BLACK);
    assert_non_null(strstr(bob.json, "\"gameId\":\"abcdefgh\""));
    assert_non_null(strstr(bob.json, "\"username\":\"Anna\""));
    harness_finish_game(&servers->one, round, "e2e4 e7e5", RK_BLACK);
    harness_settle(&servers->two);
    assert_int_equal(bob.notice.kind, NOTICE_GAME_FINISH);
    assert_non_null(strstr(bob.json, "resign"));
    presence_leave(servers->two.server, "bob", &bob.listener);
}

static void a_person_who_is_kicked_is_kicked_on_all_servers(void **state)
{
    struct servers *servers = *state;
    struct reader bob;
    join(&servers->two, "Bob", &bob);
    presence_notify(servers->one.server, "bob", NOTICE_KICKED, "banned");
    harness_settle(&servers->two);
    assert_int_equal(bob.notice.kind, NOTICE_KICKED);
    assert_string_equal(bob.notice.subject, "banned");
    presence_leave(servers->two.server, "bob", &bob.listener);
}

static void what_is_not_a_notice_is_ignored(void **state)
{
    struct servers *servers = *state;
    struct reader bob;
    join(&servers->two, "Bob", &bob);
    static const char *const wrong[] = {"", "\1", "\1\1", "\2\1a", "\1\177a", "\1\1never ends"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        bus_publish(servers->one.bus, "user.bob", wrong[i], strlen(wrong[i]));
    harness_settle(&servers->two);
    assert_int_equal(bob.count, 0);
    presence_leave(servers->two.server, "bob", &bob.listener);
}

// ---- changes: nodes of a cluster -------------------------------------------------------------

static struct cluster cluster;
static struct someone anna, bert;

static struct harness *node(size_t index)
{
    return &cluster.members[index].harness;
}

static int set_up_cluster(void **state)
{
    (void)state;
    cluster_open(&cluster);
    cluster_start_all(&cluster);
    anna = someone_join(node(0), "Anna");
    bert = someone_join(node(0), "Bert");
    cluster_settle(&cluster);
    return 0;
}

static int tear_down_cluster(void **state)
{
    (void)state;
    cluster_close(&cluster);
    return 0;
}

/* From now on, no message between the nodes arrives, and no gap is reported. */
static void lose_all_messages(void)
{
    cluster.network.faults.dropped = 1000;
}

static void keep_outcome(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    *(enum store_outcome *)context = outcome;
}

/* Carries out an action of the staff on the first node. */
static void act(struct staff_action action)
{
    enum store_outcome outcome = STORE_UNKNOWN;
    const struct audit_entry entry = staff_action_entry(&action);
    audit_write(node(0)->server, &entry, action.job, keep_outcome, &outcome);
    staff_action_fini(&action);
    cluster_settle(&cluster);
    assert_int_equal(outcome, STORE_DONE);
}

static struct staff staff(void)
{
    return (struct staff){.actor = "marta", .now = cluster.now};
}

static struct staff_action ban(const char *id)
{
    const struct staff by = staff();
    return staff_action_ban(&by, id, &(struct sanction){.reason = "cheating"});
}

static void connect_to(struct fake_connection *connection, size_t index, const char *credentials)
{
    fake_connection_connect(connection, node(index), credentials);
    cluster_settle(&cluster);
    assert_false(connection->closed);
}

static void use_as(size_t index, const struct someone *who, unsigned status)
{
    struct someone elsewhere = *who;
    elsewhere.harness = node(index);
    (void)someone_get(&elsewhere, "/api/account", status);
}

static void a_ban_closes_the_connections_on_all_nodes_at_once(void **state)
{
    (void)state;
    struct fake_connection connections[CLUSTER_NODES];
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        connect_to(&connections[i], i, bert.cookie);
    act(ban("bert"));
    for (size_t i = 0; i < CLUSTER_NODES; i++) {
        assert_true(connections[i].closed);
        assert_string_equal(connections[i].close_reason, "banned");
        use_as(i, &bert, 401);
        fake_connection_fini(&connections[i]);
    }
}

static void a_ban_reaches_a_node_that_gets_no_message(void **state)
{
    (void)state;
    struct fake_connection connection;
    connect_to(&connection, 2, bert.cookie);
    lose_all_messages();
    act(ban("bert"));
    assert_false(connection.closed);
    cluster_wait(&cluster, node(2)->config.poll_ms);
    assert_true(connection.closed);
    use_as(2, &bert, 401);
    fake_connection_fini(&connection);
}

static void bans_by_the_shell_reach_all_nodes(void **state)
{
    (void)state;
    struct fake_connection connection;
    connect_to(&connection, 1, bert.cookie);
    struct staff_action action = ban("bert");
    const struct audit_entry entry = staff_action_entry(&action);
    assert_int_equal(audit_write_inline(cluster.database, &entry, action.job, cluster.now, NULL),
                     STORE_DONE);
    staff_action_fini(&action);
    cluster_wait(&cluster, node(1)->config.poll_ms);
    assert_true(connection.closed);
    fake_connection_fini(&connection);
}

static void many_entries_of_several_nodes_all_take_effect(void **state)
{
    (void)state;
    enum { COUNT = 30 };
    char name[IDENTITY_NAME_MAX + 1];
    const struct staff by = staff();
    cluster.network.faults = (struct fake_faults){.dropped = 200,
                                                  .duplicated = 200,
                                                  .delay_min_ms = 1,
                                                  .delay_max_ms = 300,
                                                  .reorders = true};
    for (unsigned i = 0; i < COUNT; i++) {
        snprintf(name, sizeof name, "~guest%02u", i);
        struct staff_action action =
            staff_action_mute(&by, name, &(struct sanction){.reason = "spam"});
        const struct audit_entry entry = staff_action_entry(&action);
        audit_write(node(i % CLUSTER_NODES)->server, &entry, action.job, NULL, NULL);
        staff_action_fini(&action);
    }
    cluster_wait(&cluster, node(0)->config.poll_ms + SECOND);
    for (unsigned i = 0; i < COUNT * CLUSTER_NODES; i++) {
        snprintf(name, sizeof name, "~guest%02u", i / CLUSTER_NODES);
        assert_non_null(mute_message(node(i % CLUSTER_NODES)->server, name));
    }
}

static void who_connects_again_after_a_change_stays_connected(void **state)
{
    (void)state;
    struct fake_connection before, after;
    const struct staff by = staff();
    cluster.network.faults.delay_max_ms = 400;
    connect_to(&before, 1, bert.cookie);
    act(staff_action_set_role(&by, "bert", ROLE_MODERATOR));
    cluster_wait(&cluster, SECOND);
    assert_true(before.closed);
    connect_to(&after, 1, bert.cookie);
    assert_int_equal(harness_session_caller(node(1), strchr(bert.cookie, '=') + 1).who.role,
                     ROLE_MODERATOR);
    cluster_wait(&cluster, 5 * SECOND);
    assert_false(after.closed);
    fake_connection_close(&after);
    fake_connection_fini(&before);
}

static void expect_server_changes(size_t index)
{
    struct server *server = node(index)->server;
    char why[BLOCK_SENTENCE_SIZE];
    size_t at = 0;
    assert_string_equal(server->config.motd, "Good morning");
    assert_non_null(announcements_next(server, &at));
    assert_non_null(mute_message(server, "bert"));
    assert_true(address_is_blocked(server, "198.51.100.7", why));
}

static void change_server(void)
{
    const struct staff by = staff();
    const struct sanction sanction = {.reason = "spam"};
    act(staff_action_change_setting(&by, "motd", "Good morning", ""));
    act(staff_action_announce(&by, "A tournament begins", 0));
    act(staff_action_mute(&by, "bert", &sanction));
    act(staff_action_block(&by, "198.51.100.0/24", &sanction));
}

static void changes_of_the_server_reach_all_nodes_at_once(void **state)
{
    (void)state;
    struct fake_connection connection;
    connect_to(&connection, 2, anna.cookie);
    change_server();
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        expect_server_changes(i);
    fake_connection_expect(&connection, "announcement", "text", "A tournament begins");
    fake_connection_close(&connection);
}

static void changes_of_the_server_reach_nodes_that_get_no_message(void **state)
{
    (void)state;
    lose_all_messages();
    change_server();
    cluster_wait(&cluster, node(0)->config.poll_ms);
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        expect_server_changes(i);
}

// ---- what people change themselves -----------------------------------------------------------

static void a_session_that_ends_ends_on_all_nodes(void **state)
{
    (void)state;
    struct fake_connection connection;
    connect_to(&connection, 2, bert.cookie);
    use_as(1, &bert, 200);
    (void)someone_post(&bert, "/account/logout", "", 200);
    cluster_settle(&cluster);
    assert_true(connection.closed);
    use_as(1, &bert, 401);
    use_as(2, &bert, 401);
    fake_connection_fini(&connection);
}

static void a_session_that_ends_unnoticed_ends_in_some_minutes(void **state)
{
    (void)state;
    struct fake_connection connection, other;
    connect_to(&connection, 2, bert.cookie);
    connect_to(&other, 2, anna.cookie);
    lose_all_messages();
    (void)someone_post(&bert, "/account/logout", "", 200);
    cluster_wait(&cluster, MINUTE + SECOND);
    use_as(2, &bert, 401); // the cache forgets what is older than a minute
    cluster.network.faults.dropped = 0;
    cluster_wait(&cluster, 6 * MINUTE);
    assert_true(connection.closed);
    assert_false(other.closed);
    fake_connection_close(&other);
    fake_connection_fini(&connection);
}

static void a_node_that_was_away_checks_its_connections(void **state)
{
    (void)state;
    struct fake_connection connection, other;
    connect_to(&connection, 2, bert.cookie);
    connect_to(&other, 2, anna.cookie);
    fake_network_cut(&cluster.network, 2);
    (void)someone_post(&bert, "/account/logout", "", 200);
    cluster_wait(&cluster, SECOND);
    assert_false(connection.closed);
    fake_network_heal(&cluster.network, 2);
    cluster_settle(&cluster);
    use_as(2, &bert, 401);
    cluster_wait(&cluster, 20 * SECOND);
    assert_true(connection.closed);
    assert_false(other.closed);
    fake_connection_close(&other);
    fake_connection_fini(&connection);
}

static void a_new_password_ends_the_other_sessions_on_all_nodes(void **state)
{
    (void)state;
    char secret[300], other[300];
    const struct account_reply login = harness_login(node(1), "Bert", PEOPLE_PASSWORD);
    session_cookie(node(1)->server, login.secret, secret, sizeof secret);
    snprintf(other, sizeof other, "%.*s", (int)strcspn(secret, ";"), secret);
    struct fake_connection kept, ended;
    connect_to(&kept, 2, bert.cookie);
    connect_to(&ended, 2, other);
    (void)someone_post(&bert, "/account/password",
                       "{\"old\":\"" PEOPLE_PASSWORD "\",\"new\":\"a new one of 2026\"}", 200);
    cluster_settle(&cluster);
    assert_true(ended.closed);
    assert_false(kept.closed);
    fake_connection_close(&kept);
    fake_connection_fini(&ended);
}

static void a_token_that_is_revoked_is_refused_on_all_nodes(void **state)
{
    (void)state;
    const struct account_reply token =
        harness_make_token(node(0), "bert", 1u << SCOPE_BOARD_PLAY, 0);
    struct fake_connection connection;
    char bearer[200];
    snprintf(bearer, sizeof bearer, "Bearer %s", token.secret);
    connect_to(&connection, 1, bearer);
    assert_int_equal(harness_request(node(2), METHOD_GET, "/api/account", bearer, NULL).status,
                     200);
    assert_int_equal(harness_request(node(0), METHOD_DELETE, "/api/token", bearer, NULL).status,
                     204);
    cluster_settle(&cluster);
    assert_true(connection.closed);
    assert_int_equal(harness_request(node(2), METHOD_GET, "/api/account", bearer, NULL).status,
                     401);
    fake_connection_fini(&connection);
}

/* A game that this node owns, of Anna and Bert. */
static struct round *start_game_on(size_t owner, const char *clock, bool rated)
{
    struct game_info info = {.settings = settings_for(clock)};
    info.settings.rated = rated;
    info.players[RK_WHITE] = identity_named("Anna", ROLE_PLAYER);
    info.players[RK_BLACK] = identity_named("Bert", ROLE_PLAYER);
    harness_make_own_id(node(owner), info.id);
    return harness_start_game(node(owner), &info);
}

static void play(struct round *round, const char *move)
{
    struct command command = {
        .verb = VERB_MOVE, .by = round_info(round)->players[round_turn(round)], .version = -1};
    struct recorded_reply reply = {0};
    snprintf(command.move, sizeof command.move, "%s", move);
    round_command(round, &command, record_reply, &reply);
    cluster_settle(&cluster);
    expect_done(reply);
}

/* Who comes from another node may know more than a node that has missed messages. */
static void a_stale_move_is_not_answered_with_an_older_snapshot(void **state)
{
    (void)state;
    char text[200];
    struct fake_connection connection;
    struct round *round = start_game_on(0, "5+3", false);
    const char *id = round_info(round)->id;
    connect_to(&connection, 1, bert.cookie);
    snprintf(text, sizeof text, "{\"t\":\"watch\",\"game\":\"%s\"}", id);
    fake_connection_send(&connection, text);
    cluster_settle(&cluster);
    assert_non_null(fake_connection_receive(&connection, "game"));
    lose_all_messages();
    play(round, "e2e4");
    play(round, "e7e5");
    play(round, "g1f3");
    cluster.network.faults.dropped = 0;
    snprintf(text, sizeof text,
             "{\"t\":\"act\",\"game\":\"%s\",\"id\":\"1\",\"version\":2,\"verb\":\"move\","
             "\"move\":\"b8c6\"}",
             id);
    fake_connection_send(&connection, text);
    cluster_settle(&cluster);
    assert_has(fake_connection_receive(&connection, "refused"), "stale");
    assert_false(fake_connection_has(&connection, "game"));
    cluster_wait(&cluster, 2 * SECOND);
    assert_has(fake_connection_receive(&connection, "event"), "\"move\":\"e2e4\"");
    fake_connection_close(&connection);
}

static void who_closes_the_account_resigns_the_games_of_all_nodes(void **state)
{
    (void)state;
    struct round *round = start_game_on(2, "5+3", false);
    play(round, "e4");
    play(round, "e5");
    struct someone elsewhere = bert;
    elsewhere.harness = node(1);
    (void)someone_post(&elsewhere, "/account/close", "{\"password\":\"" PEOPLE_PASSWORD "\"}", 200);
    cluster_settle(&cluster);
    assert_true(round_is_over(round));
}

static void blocks_reach_all_nodes(void **state)
{
    (void)state;
    struct someone elsewhere = bert;
    elsewhere.harness = node(1);
    (void)someone_post(&bert, "/api/rel/block/anna", "", 200);
    cluster_settle(&cluster);
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        assert_true(blocks_exist_between(node(i)->server, "anna", "bert"));
    lose_all_messages();
    (void)someone_post(&elsewhere, "/api/rel/unblock/anna", "", 200);
    cluster_settle(&cluster);
    assert_true(blocks_exist_between(node(0)->server, "anna", "bert"));
    fake_network_cut(&cluster.network, 0);
    cluster.network.faults.dropped = 0;
    fake_network_heal(&cluster.network, 0);
    cluster_settle(&cluster);
    assert_false(blocks_exist_between(node(0)->server, "anna", "bert"));
}

static void preferences_reach_all_nodes(void **state)
{
    (void)state;
    person_load(node(2)->server, "bert");
    cluster_settle(&cluster);
    const struct preferences before = person_preferences(node(2)->server, "bert");
    (void)someone_post(&bert, "/api/account/preferences", "{\"coords\":\"none\"}", 200);
    cluster_settle(&cluster);
    const struct preferences after = person_preferences(node(2)->server, "bert");
    assert_memory_not_equal(&before, &after, sizeof before);
}

static void ignore_vacation(void *context, enum refusal refusal, const char *why,
                            const struct vacation_state *state)
{
    (void)context, (void)why, (void)state;
    assert_int_equal(refusal, NOT_REFUSED);
}

static void set_vacation(size_t index, bool on)
{
    const struct identity who = identity_named("Bert", ROLE_PLAYER);
    cluster_wait(&cluster, SECOND); // two cannot start at the same time
    vacation_set(node(index)->server, &who, on, ignore_vacation, NULL);
    cluster_settle(&cluster);
}

static void a_vacation_stops_the_clocks_of_games_on_all_nodes(void **state)
{
    (void)state;
    struct round *round = start_game_on(2, "3 days", false);
    play(round, "e4");
    play(round, "e5");
    play(round, "Nf3"); // it is Bert's turn
    set_vacation(1, true);
    assert_true(round_is_paused(round));
    set_vacation(0, false);
    assert_false(round_is_paused(round));
    lose_all_messages();
    set_vacation(1, true);
    assert_false(round_is_paused(round));
    cluster_wait(&cluster, 2 * MINUTE);
    assert_true(round_is_paused(round));
}

static int64_t count_rated(size_t index)
{
    return ratings_count_games(node(index)->server, "bert");
}

/* Bert wins a rated game that this node owns. */
static void win_on(size_t owner)
{
    struct round *round = start_game_on(owner, "5+3", true);
    harness_finish_game(node(owner), round, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7",
                        RK_WHITE);
    cluster_wait(&cluster, SECOND);
}

static void ratings_reach_all_nodes(void **state)
{
    (void)state;
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        win_on(i);
    const struct identity who = identity_named("Bert", ROLE_PLAYER);
    const struct rating rating = ratings_get(node(0)->server, &who, PERF_BLITZ);
    for (size_t i = 0; i < CLUSTER_NODES; i++) {
        const struct rating here = ratings_get(node(i)->server, &who, PERF_BLITZ);
        assert_int_equal(count_rated(i), CLUSTER_NODES);
        assert_int_equal(here.version, rating.version);
        assert_true(here.glicko.rating == rating.glicko.rating);
    }
}

/* Bert wins a short game on each node, one after the other or (`together`) begun at once. */
static void win_short_games(bool together)
{
    struct round *rounds[CLUSTER_NODES];
    for (size_t i = 0; together && i < CLUSTER_NODES; i++)
        rounds[i] = start_game_on(i, "5+3", true);
    for (size_t i = 0; i < CLUSTER_NODES; i++) {
        if (!together)
            rounds[i] = start_game_on(i, "5+3", true);
        harness_finish_game(node(i), rounds[i], "e2e4 e7e5", RK_WHITE);
        cluster_wait(&cluster, SECOND);
    }
}

static void short_wins_in_a_row_are_counted_over_all_nodes(void **state)
{
    (void)state;
    win_short_games(false);
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        assert_int_equal(count_rated(i), 2);
}

static void short_wins_in_games_that_began_together_are_counted_over_all_nodes(void **state)
{
    (void)state;
    win_short_games(true);
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        assert_int_equal(count_rated(i), 2);
}

static void ratings_that_changed_unnoticed_are_read_after_a_while(void **state)
{
    (void)state;
    lose_all_messages();
    win_on(1);
    assert_int_equal(count_rated(2), 0);
    fake_network_cut(&cluster.network, 2);
    cluster.network.faults.dropped = 0;
    fake_network_heal(&cluster.network, 2);
    cluster_wait(&cluster, SECOND);
    assert_int_equal(count_rated(2), 1);
}

/* Each change follows one on another node, which the node has not counted itself. */
static void changes_of_ratings_on_several_nodes_have_an_order(void **state)
{
    (void)state;
    const struct recompute_options options = {.dry_run = true};
    struct recompute_report report;
    for (size_t i = 0; i < 2 * CLUSTER_NODES; i++) {
        win_on(i % CLUSTER_NODES);
        assert_int_equal(harness_refund(node((i + 1) % CLUSTER_NODES), "bert").players, 1);
        cluster_wait(&cluster, SECOND);
    }
    assert_int_equal(ratings_recompute(cluster.database, &options, &report), STORE_DONE);
    assert_int_equal(report.games, 2 * CLUSTER_NODES);
    assert_int_equal(report.refunds, 2 * CLUSTER_NODES);
    assert_int_equal(report.wrong_games + report.wrong_ratings + report.wrong_points, 0);
}

static void the_first_admin_ends_the_set_up_on_all_nodes(void **state)
{
    (void)state;
    const struct staff by = staff();
    assert_true(*setup_code(node(2)->server));
    act(staff_action_set_role(&by, "anna", ROLE_ADMIN));
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        assert_string_equal(setup_code(node(i)->server), "");
}

static unsigned set_up_on(size_t index, const char *code)
{
    char body[256];
    snprintf(body, sizeof body, "code=%s&name=Marta&password=sixty-four", code);
    const struct fake_response response =
        harness_request(node(index), METHOD_POST, "/setup", NULL, body);
    cluster_settle(&cluster);
    return response.status;
}

static void the_set_up_link_of_a_node_works_on_the_others(void **state)
{
    (void)state;
    char codes[CLUSTER_NODES][64], before[64];
    snprintf(before, sizeof before, "%s", setup_code(node(1)->server));
    cluster_kill(&cluster, 1);
    cluster_start(&cluster, 1);
    cluster_wait(&cluster, 5 * SECOND);
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        snprintf(codes[i], sizeof codes[i], "%s", setup_code(node(i)->server));
    assert_string_not_equal(codes[0], codes[1]);
    assert_int_equal(set_up_on(2, before), 404); // that of the last start
    assert_int_equal(set_up_on(2, codes[0]), 200);
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        assert_int_equal(set_up_on(i, codes[1]), 404);
}

static void a_reporter_is_notified_once(void **state)
{
    (void)state;
    struct fake_connection connection;
    const struct staff by = staff();
    (void)someone_post(&anna, "/api/report",
                       "{\"user\":\"bert\",\"reason\":\"cheat\",\"text\":\"He is too strong\"}",
                       200);
    connect_to(&connection, 2, anna.cookie);
    act(staff_action_close_report(&by, 1, "Nothing was found"));
    cluster_wait(&cluster, 3 * SECOND);
    assert_has(fake_connection_receive(&connection, "notification"), "Nothing was found");
    assert_false(fake_connection_has(&connection, "notification"));
    const struct fake_response list = someone_get(&anna, "/api/account/notifications", 200);
    assert_has(list.body, "\"unread\":1");
    fake_connection_close(&connection);
}

static void what_is_not_an_invalidation_is_ignored(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",        "\1",       "\1\5",     "\2\2\4bert", "\1\177\4bert", "\1\2\5bert",
        "\1\5\1a", "\1\5\2>a", "\1\10\1a", "\1\10\3a b", "\1\10\5a b c", "\1\10\11a blitz x"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        bus_publish(node(0)->bus, "invalidate", wrong[i], strlen(wrong[i]));
    cluster_settle(&cluster);
    use_as(1, &bert, 200);
}

// ---- reviews ---------------------------------------------------------------------------------

struct review_reader {
    struct review_listener listener;
    unsigned done;
};

static void on_review(struct review_listener *listener, const struct review_status *status,
                      size_t ply)
{
    (void)ply;
    LIST_OWNER(listener, struct review_reader, listener)->done += status->state == REVIEW_DONE;
}

static void who_follows_a_review_on_another_node_hears_that_it_is_done(void **state)
{
    (void)state;
    struct review_reader reader = {.listener = {.game = "abcdefgh", .on_changed = on_review}};
    review_queue_listen(node(2)->server, &reader.listener);
    invalidation_publish(node(0)->server, INVALIDATE_REVIEW, "hgfedcba");
    cluster_settle(&cluster);
    assert_int_equal(reader.done, 0);
    invalidation_publish(node(0)->server, INVALIDATE_REVIEW, "abcdefgh");
    cluster_settle(&cluster);
    assert_int_equal(reader.done, 1);
    review_queue_unlisten(&reader.listener);
}

// ---- limits ----------------------------------------------------------------------------------

/* Takes one token after the other on these nodes in turn, until it is refused. */
static unsigned take_all(enum limit limit, const char *client, size_t nodes)
{
    unsigned taken = 0;
    while (!limits_take(node(taken % nodes)->server, limit, client, 1)) {
        taken++;
        cluster_settle(&cluster);
    }
    return taken;
}

static void a_shared_limit_holds_for_all_nodes_together(void **state)
{
    (void)state;
    assert_int_equal(take_all(LIMIT_LOGIN_ACCOUNT, "bert", CLUSTER_NODES), 20);
    assert_true(limits_take(node(2)->server, LIMIT_LOGIN_ACCOUNT, "bert", 1) > 0);
    assert_int_equal(take_all(LIMIT_REGISTER, "2001:db8::1", CLUSTER_NODES), 5);
    assert_true(limits_take(node(1)->server, LIMIT_REGISTER, "2001:db8::2", 1) > 0);
}

static void a_local_limit_holds_for_each_node(void **state)
{
    (void)state;
    assert_int_equal(take_all(LIMIT_SEARCH, "192.0.2.9", 1), 60);
    assert_int_equal(limits_take(node(1)->server, LIMIT_SEARCH, "192.0.2.9", 1), 0);
}

/* Nobody waits for the others: what is taken at the same moment is a debt. */
static void who_takes_on_all_nodes_at_the_same_moment_waits_longer(void **state)
{
    (void)state;
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        while (!limits_take(node(i)->server, LIMIT_LOGIN_ACCOUNT, "bert", 1))
            ;
    cluster_settle(&cluster);
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        assert_true(limits_take(node(i)->server, LIMIT_LOGIN_ACCOUNT, "bert", 1) > 2 * 900);
}

static void a_node_that_hears_nobody_limits_by_itself(void **state)
{
    (void)state;
    lose_all_messages();
    assert_int_equal(take_all(LIMIT_LOGIN_ACCOUNT, "bert", 1), 20);
    assert_int_equal(limits_take(node(1)->server, LIMIT_LOGIN_ACCOUNT, "bert", 1), 0);
}

static void what_is_not_a_limit_is_ignored(void **state)
{
    (void)state;
    static const char *const wrong[] = {"", "\1", "\1\15login.account", "\1\4what\4bert\1",
                                        "\2\15login.account\4bert\24"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        bus_publish(node(0)->bus, "limits", wrong[i], strlen(wrong[i]));
    cluster_settle(&cluster);
    assert_int_equal(limits_take(node(1)->server, LIMIT_LOGIN_ACCOUNT, "bert", 20), 0);
}

// ---- games of all nodes ----------------------------------------------------------------------

static size_t count_games_of(size_t index, const char *who)
{
    size_t live;
    return game_counts_of(node(index)->server, who, &live);
}

static void all_nodes_know_how_many_games_somebody_plays(void **state)
{
    (void)state;
    cluster.network.faults = (struct fake_faults){.dropped = 200,
                                                  .duplicated = 200,
                                                  .delay_min_ms = 1,
                                                  .delay_max_ms = 300,
                                                  .reorders = true};
    struct round *rounds[6];
    for (size_t i = 0; i < 6; i++) {
        rounds[i] = start_game_on(i % CLUSTER_NODES, i < 3 ? "5+3" : "3 days", false);
        play(rounds[i], "e4");
        play(rounds[i], "e5");
    }
    cluster_wait(&cluster, 10 * SECOND);
    for (size_t i = 0; i < CLUSTER_NODES; i++) {
        size_t live;
        assert_int_equal(game_counts_of(node(i)->server, "bert", &live), 6);
        assert_int_equal(live, 3);
    }
    harness_finish_game(node(2), rounds[2], "", RK_BLACK);
    cluster_wait(&cluster, 30 * SECOND);
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        assert_int_equal(count_games_of(i, "anna"), 5);
}

static void the_games_of_a_node_that_dies_are_those_of_the_others(void **state)
{
    (void)state;
    play(start_game_on(2, "3 days", false), "e4");
    cluster_wait(&cluster, SECOND);
    assert_int_equal(count_games_of(0, "bert"), 1);
    cluster_kill(&cluster, 2);
    cluster_wait(&cluster, 10 * SECOND);
    assert_int_equal(count_games_of(0, "bert"), 1);
    assert_int_equal(count_games_of(1, "bert"), 1);
}

static void a_game_against_the_computer_counts_on_all_nodes(void **state)
{
    (void)state;
    char one[GAME_ID_SIZE + 1];
    struct game_info info = {.settings = settings_for("5+3")};
    info.players[RK_WHITE] = identity_named("Bert", ROLE_PLAYER);
    info.players[RK_BLACK] = identity_make_engine(3);
    harness_make_own_id(node(2), info.id);
    (void)harness_start_game(node(2), &info);
    cluster_wait(&cluster, SECOND);
    for (size_t i = 0; i < CLUSTER_NODES; i++) {
        assert_int_equal(game_counts_against_engine(node(i)->server, "bert", one), 1);
        assert_string_equal(one, info.id);
        assert_int_equal(game_counts_active_engine_games(node(i)->server), 1);
    }
}

/* What these addresses answer is the same on all nodes. */
static void expect_same_answers(const char *path, const char *substring)
{
    for (size_t i = 0; i < CLUSTER_NODES; i++) {
        struct fake_connection connection;
        fake_connection_get(&connection, node(i), path, "text/html, application/json");
        cluster_settle(&cluster);
        if (!fake_connection_saw(&connection, substring))
            fail_msg("%s on node %zu: %s", path, i, fake_connection_body(&connection));
        fake_connection_close(&connection);
    }
}

static void lists_of_games_and_players_are_the_same_on_all_nodes(void **state)
{
    (void)state;
    char path[80];
    const struct round *round = start_game_on(1, "5+3", false);
    const char *id = round_info(round)->id;
    cluster_wait(&cluster, 2 * SECOND);
    expect_same_answers("/api/crosstable/anna/bert?matchup=true", "matchup");
    expect_same_answers("/api/user/bert", id);
    expect_same_answers("/api/users/status?ids=bert&withGameIds=true", id);
    expect_same_answers("/api/games/user/bert?finished=false&ongoing=true", id);
    expect_same_answers("/", id);
    expect_same_answers("/watch", id);
    expect_same_answers("/watch/blitz", id);
    expect_same_answers("/api/tv/blitz", id);
    expect_same_answers("/api/games/running", id);
    expect_same_answers("/api/user/bert/current-game", id);
    snprintf(path, sizeof path, "/%s", id);
    expect_same_answers(path, "Anna");
}

static void an_invitation_is_shown_on_all_nodes(void **state)
{
    (void)state;
    char path[40];
    const struct fake_response made =
        someone_post(&bert, "/api/challenge/open", "clock.limit=300&clock.increment=3", 200);
    snprintf(path, sizeof path, "/i/%s", json_field(made.body, "id"));
    assert_int_equal(strlen(path), 3 + GAME_ID_SIZE);
    cluster_wait(&cluster, SECOND);
    expect_same_answers(path, "The challenge is open.");
}

#define SERVERS_TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
#define CLUSTER_TEST(function) \
    cmocka_unit_test_setup_teardown(function, set_up_cluster, tear_down_cluster)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SERVERS_TEST(a_challenge_reaches_a_person_on_another_server_with_all_it_has),
        SERVERS_TEST(the_start_of_a_game_reaches_a_player_on_another_server),
        SERVERS_TEST(a_person_who_is_kicked_is_kicked_on_all_servers),
        SERVERS_TEST(what_is_not_a_notice_is_ignored),
        CLUSTER_TEST(a_ban_closes_the_connections_on_all_nodes_at_once),
        CLUSTER_TEST(a_ban_reaches_a_node_that_gets_no_message),
        CLUSTER_TEST(bans_by_the_shell_reach_all_nodes),
        CLUSTER_TEST(many_entries_of_several_nodes_all_take_effect),
        CLUSTER_TEST(who_connects_again_after_a_change_stays_connected),
        CLUSTER_TEST(changes_of_the_server_reach_all_nodes_at_once),
        CLUSTER_TEST(changes_of_the_server_reach_nodes_that_get_no_message),
        CLUSTER_TEST(a_session_that_ends_ends_on_all_nodes),
        CLUSTER_TEST(a_session_that_ends_unnoticed_ends_in_some_minutes),
        CLUSTER_TEST(a_node_that_was_away_checks_its_connections),
        CLUSTER_TEST(a_new_password_ends_the_other_sessions_on_all_nodes),
        CLUSTER_TEST(a_token_that_is_revoked_is_refused_on_all_nodes),
        CLUSTER_TEST(a_stale_move_is_not_answered_with_an_older_snapshot),
        CLUSTER_TEST(who_closes_the_account_resigns_the_games_of_all_nodes),
        CLUSTER_TEST(blocks_reach_all_nodes),
        CLUSTER_TEST(preferences_reach_all_nodes),
        CLUSTER_TEST(a_vacation_stops_the_clocks_of_games_on_all_nodes),
        CLUSTER_TEST(ratings_reach_all_nodes),
        CLUSTER_TEST(short_wins_in_a_row_are_counted_over_all_nodes),
        CLUSTER_TEST(short_wins_in_games_that_began_together_are_counted_over_all_nodes),
        CLUSTER_TEST(ratings_that_changed_unnoticed_are_read_after_a_while),
        CLUSTER_TEST(changes_of_ratings_on_several_nodes_have_an_order),
        CLUSTER_TEST(the_first_admin_ends_the_set_up_on_all_nodes),
        CLUSTER_TEST(the_set_up_link_of_a_node_works_on_the_others),
        CLUSTER_TEST(a_reporter_is_notified_once),
        CLUSTER_TEST(what_is_not_an_invalidation_is_ignored),
        CLUSTER_TEST(who_follows_a_review_on_another_node_hears_that_it_is_done),
        CLUSTER_TEST(a_shared_limit_holds_for_all_nodes_together),
        CLUSTER_TEST(a_local_limit_holds_for_each_node),
        CLUSTER_TEST(who_takes_on_all_nodes_at_the_same_moment_waits_longer),
        CLUSTER_TEST(a_node_that_hears_nobody_limits_by_itself),
        CLUSTER_TEST(what_is_not_a_limit_is_ignored),
        CLUSTER_TEST(all_nodes_know_how_many_games_somebody_plays),
        CLUSTER_TEST(the_games_of_a_node_that_dies_are_those_of_the_others),
        CLUSTER_TEST(a_game_against_the_computer_counts_on_all_nodes),
        CLUSTER_TEST(lists_of_games_and_players_are_the_same_on_all_nodes),
        CLUSTER_TEST(an_invitation_is_shown_on_all_nodes),
    };
    return cmocka_run_group_tests_name("servers", tests, NULL, NULL);
}
