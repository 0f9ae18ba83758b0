/* SPDX-License-Identifier: MIT */
/* The opening databases over HTTP: the server's own games, and files of the operator. */
#include "archive/own_games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "archive/game_openings.h"
#include "base/casefold.h"
#include "rookery/opening.h"
#include "rounds/rounds.h"
#include "support/board.h"
#include "support/explorer_files.h"
#include "support/folder.h"
#include "support/people.h"

static struct harness harness;
static struct folder data;
static struct someone alice, bert;
static char file[160];

static void start_server(void)
{
    harness_start(&harness);
}

static int set_up(void **state)
{
    (void)state;
    data = folder_make();
    snprintf(file, sizeof file, "%s/explorer/games.rkx", data.path);
    harness_open_store(&harness);
    harness.env.data_folder = data.path;
    harness.config.unlimited = true;
    start_server();
    alice = someone_join(&harness, "Alice");
    bert = someone_join(&harness, "Bert");
    return 0;
}

static int tear_down(void **state)
{
    struct folder inside;
    (void)state;
    harness_close(&harness);
    const int size = snprintf(inside.path, sizeof inside.path, "%s/explorer", data.path);
    assert_true((size_t)size < sizeof inside.path);
    folder_remove(&inside);
    folder_remove(&data);
    return 0;
}

static struct game_info info_of(int number, const char *clock)
{
    struct game_info info = {
        .players = {{.id = "alice", .name = "Alice"}, {.id = "bert", .name = "Bert"}},
        .settings = settings_for(clock),
        .source = SOURCE_FRIEND};
    snprintf(info.id, sizeof info.id, "game%04d", number % 10000);
    return info;
}

static void play(int number, const char *moves, rk_side loser)
{
    const struct game_info info = info_of(number, "5+0");
    harness_finish_game(&harness, harness_start_game(&harness, &info), moves, loser);
}

/* The number of games in a position, by the explorer. */
static int count(const char *query)
{
    char target[400];
    int white, draws, black;
    snprintf(target, sizeof target, "/api/explorer?db=own&%s", query);
    harness_wait(&harness, 2 * SECOND);
    const struct fake_response got = harness_request(&harness, METHOD_GET, target, NULL, NULL);
    if (got.status != 200)
        fail_msg("%s: %s", target, got.body);
    const char *numbers = strstr(got.body, "\"white\":");
    assert_non_null(numbers);
    assert_int_equal(
        sscanf(numbers, "\"white\":%d,\"draws\":%d,\"black\":%d", &white, &draws, &black), 3);
    return white + draws + black;
}

static void expect(unsigned status, const char *target, const char *substring)
{
    const struct fake_response got = harness_request(&harness, METHOD_GET, target, NULL, NULL);
    if (got.status != status || !strstr(got.body, substring))
        fail_msg("%s: %u %s", target, got.status, got.body);
}

// ---- the server's own games ------------------------------------------------------------------

static void a_game_of_a_file_needs_a_file(void **state)
{
    (void)state;
    expect(404, "/masters/pgn/1", "this server has no opening database");
    expect(400, "/api/explorer/game?db=club&id=1", "there is no such database");
}

static void games_count_when_they_have_ended(void **state)
{
    (void)state;
    assert_int_equal(count("play="), 0);
    const struct game_info info = info_of(1, "5+0");
    struct round *round = harness_start_game(&harness, &info);
    assert_int_equal(count("play="), 0);
    harness_finish_game(&harness, round, "e2e4 e7e5 g1f3", RK_BLACK);
    assert_int_equal(count("play="), 1);
    assert_int_equal(count("play=e2e4,e7e5,g1f3"), 1);
    play(2, "g1f3 e7e5 e2e4", RK_WHITE); // another order of the same moves
    assert_int_equal(count("play=e2e4,e7e5,g1f3"), 2);
    assert_int_equal(count("play=e2e4"), 1);
    expect(200, "/lichess?play=e2e4",
           "\"id\":\"game0001\",\"speed\":\"blitz\",\"mode\":\"casual\"");
    expect(200, "/api/explorer/databases", "{\"name\":\"own\",\"own\":true,\"games\":2");
}

/* Clients with types for Lichess's explorer refuse an answer that lacks a member. */
static void each_move_has_the_opening_it_leads_to(void **state)
{
    (void)state;
    play(1, "e2e4 e7e5 g1f3", RK_BLACK);
    const char *opening = rk_opening_count()
                              ? "\"opening\":{\"eco\":\"B00\",\"name\":\"King's Pawn Game\"}}]"
                              : "\"opening\":null}]";
    harness_wait(&harness, 2 * SECOND);
    expect(200, "/lichess?topGames=0&recentGames=0", opening);
}

static void private_and_aborted_games_do_not_count(void **state)
{
    (void)state;
    struct game_info info = info_of(1, "5+0");
    info.settings.hidden = true;
    harness_finish_game(&harness, harness_start_game(&harness, &info), "e2e4 e7e5", RK_WHITE);
    info = info_of(3, "5+0");
    (void)harness_start_game(&harness, &info);
    harness_wait(&harness, 10 * MINUTE); // nobody moves: it is aborted
    assert_int_equal(count("play="), 0);
    harness_crash(&harness, SECOND); // the store has them all
    assert_int_equal(count("play="), 0);
}

static void play_variant(int number, rk_variant variant, const char *moves)
{
    struct game_info info = info_of(number, "5+0");
    info.settings.variant = variant;
    info.settings.start = rk_position_start(variant);
    harness_finish_game(&harness, harness_start_game(&harness, &info), moves, RK_WHITE);
}

static void expect_variants(void)
{
    assert_int_equal(count("play="), 2);
    assert_int_equal(count("variant=chess960&play=e2e4"), 2);
    assert_int_equal(count("variant=atomic&play=g1f3"), 2);
    assert_int_equal(count("variant=kingOfTheHill&play=e2e4"), 1);
    assert_int_equal(count("variant=crazyhouse&play=e2e4,d7d5,e4d5,d8d5,P@e4"), 1);
    assert_int_equal(count("variant=horde"), 0);
    expect(200, "/lichess?variant=atomic", "\"id\":\"game0002\"");
    expect(200, "/api/games/search?variant=atomic&player=alice", "\"total\":2");
    // Drops add pieces, so the final material says nothing about what was there before.
    expect(200, "/api/games/search?variant=crazyhouse&material=KQRRBBNNPPPPPPPvKQRRBBNNPPPPPPP",
           "\"total\":1");
    expect(200, "/api/explorer/databases", "\"games\":1,\"variant\":\"kingOfTheHill\"");
    expect(200, "/api/games/search?variant=all", "\"total\":6");
    expect(200, "/api/games/search?variant=all", "\"variant\":\"crazyhouse\"");
    expect(200, "/api/games/search?variant=all&db=own&player=bert&until=1999", "\"total\":0");
    expect(400, "/api/games/search?variant=all&db=club", "has no games of this variant");
    expect(400, "/lichess?variant=all", "unknown variant");
}

static void each_variant_has_its_own_games(void **state)
{
    (void)state;
    play(1, "e2e4 e7e5", RK_WHITE);
    play_variant(2, RK_ATOMIC, "g1f3 d7d5");
    play_variant(3, RK_ATOMIC, "g1f3 e7e5");
    play_variant(4, RK_KING_OF_THE_HILL, "e2e4 e7e5");
    play_variant(5, RK_CRAZYHOUSE, "e2e4 d7d5 e4d5 d8d5 P@e4 P@e6");
    play_variant(6, RK_CHESS960, "e2e4 e7e5");
    expect_variants();
    harness_crash(&harness, SECOND); // the store has them all
    expect_variants();
}

static void a_crash_loses_and_doubles_nothing(void **state)
{
    (void)state;
    for (int i = 0; i < 20; i++)
        play(i, i % 2 ? "e2e4 e7e5" : "d2d4 d7d5", RK_WHITE);
    assert_int_equal(count("play="), 20);
    harness_crash(&harness, SECOND);
    assert_int_equal(count("play="), 20);
    assert_int_equal(count("play=d2d4"), 10);
    play(20, "d2d4 d7d5", RK_WHITE);
    harness_crash(&harness, SECOND); // before it was built into any part
    assert_int_equal(count("play=d2d4"), 11);
    harness_restart(&harness, SECOND);
    assert_int_equal(count("play=d2d4"), 11);
}

/* Makes the server write its file: a part in memory is merged only when it is large. */
static void write_file(int games)
{
    for (int i = 0; i < games; i++)
        play(i, i % 3 ? "e2e4 e7e5 g1f3" : "d2d4 d7d5", i % 2 ? RK_WHITE : RK_BLACK);
    assert_int_equal(count("play="), games);
    assert_int_equal(access(file, F_OK), 0);
}

enum { MANY = 2100 }; /* more than MERGE_GAMES of own_games.c */

static void many_games_are_merged_into_a_file(void **state)
{
    (void)state;
    write_file(MANY);
    assert_int_equal(count("play=e2e4"), MANY - MANY / 3);
    play(MANY, "e2e4 c7c5", RK_WHITE);
    assert_int_equal(count("play=e2e4"), MANY - MANY / 3 + 1);
    assert_int_equal(count("play=e2e4,c7c5"), 1);
    harness_crash(&harness, SECOND);
    assert_int_equal(count("play=e2e4"), MANY - MANY / 3 + 1);

    FILE *damaged = fopen(file, "r+b"); // one byte in the middle
    assert_non_null(damaged);
    fseek(damaged, 0, SEEK_END);
    fseek(damaged, ftell(damaged) / 2, SEEK_SET);
    const int byte = fgetc(damaged);
    fseek(damaged, -1, SEEK_CUR);
    fputc(byte ^ 1, damaged);
    fclose(damaged);
    harness_crash(&harness, SECOND);
    assert_int_equal(count("play=e2e4"), MANY - MANY / 3 + 1);

    unlink(file);
    harness_crash(&harness, SECOND);
    assert_int_equal(count("play="), MANY + 1);
}

static bool (*queue_work)(void *context, struct work *work);

static bool queue_slow_work(void *context, struct work *work)
{
    harness_skip(&harness, SECOND);
    return queue_work(context, work);
}

static void a_server_that_takes_long_to_build_does_not_build_all_the_time(void **state)
{
    (void)state;
    queue_work = harness.server->env.queue_background;
    harness.server->env.queue_background = queue_slow_work;
    play(1, "e2e4 e7e5", RK_WHITE);
    assert_int_equal(count("play=e2e4"), 1);
    play(2, "e2e4 e7e5", RK_WHITE);
    assert_int_equal(count("play=e2e4"), 1);
    harness_wait(&harness, 60 * SECOND);
    assert_int_equal(count("play=e2e4"), 2);
}

static void expect_only_ghosts(void)
{
    const struct fake_response got =
        harness_request(&harness, METHOD_GET, "/lichess?play=d2d4", NULL, NULL);
    assert_has(got.body, "Ghost");
    assert_lacks(got.body, "Alice");
    struct buffer bytes = explorer_read_file(file);
    assert_false(casefold_contains(bytes.bytes, bytes.size, "Alice", 5));
    buffer_fini(&bytes);
}

static void an_erased_player_leaves_the_file(void **state)
{
    (void)state;
    write_file(MANY);
    expect(200, "/lichess?play=d2d4", "Alice");
    someone_post(&alice, "/account/close", "{\"password\":\"" PEOPLE_PASSWORD "\",\"erase\":true}",
                 200);
    assert_int_equal(count("play="), MANY);
    expect_only_ghosts();
}

/* As another server does, while this one is off. */
static void erase_alice_elsewhere(void)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_ERASE_HEADS);
    store_bind_text(job, "alice");
    store_bind_integer(job, 2 * MANY);
    store_bind_text(job, "ghost1");
    store_call(job, STORE_COUNT_ERASURE);
    assert_int_equal(fake_store_run(&harness.store, job), STORE_DONE);
}

static void a_player_whom_another_server_has_erased_leaves_the_file(void **state)
{
    (void)state;
    write_file(MANY);
    erase_alice_elsewhere();
    harness_crash(&harness, SECOND);
    assert_int_equal(count("play="), MANY);
    expect_only_ghosts();
}

static void filters_choose_among_own_games(void **state)
{
    (void)state;
    struct game_info info = info_of(1, "1+0");
    harness_finish_game(&harness, harness_start_game(&harness, &info), "e2e4 e7e5", RK_WHITE);
    info = info_of(2, "5+3");
    info.players[0] = (struct identity){.id = "bert", .name = "Bert"};
    info.players[1] = (struct identity){.id = "alice", .name = "Alice"};
    harness_finish_game(&harness, harness_start_game(&harness, &info), "e2e4 e7e5", RK_WHITE);
    assert_int_equal(count("play="), 2);
    assert_int_equal(count("speeds=bullet"), 1);
    assert_int_equal(count("speeds=bullet,blitz"), 2);
    assert_int_equal(count("speeds=classical"), 0);
    assert_int_equal(count("modes=rated"), 0);
    assert_int_equal(count("ratings=1400"), 2); // both have the rating of a beginner
    assert_int_equal(count("ratings=1200,2500"), 0);
    assert_int_equal(count("since=2100"), 0);
    assert_int_equal(count("until=1999-12"), 0);
    expect(200, "/player?player=alice&color=white", "\"white\":0,\"draws\":0,\"black\":1");
    expect(200, "/player?player=ALICE&color=black", "\"white\":0,\"draws\":0,\"black\":1");
    expect(200, "/player?player=carla&color=black", "\"white\":0,\"draws\":0,\"black\":0");
    expect(200, "/lichess?moves=0&topGames=1&recentGames=0", "\"moves\":[],\"topGames\":[{");
    expect(400, "/player?player=alice", "color");
    expect(400, "/player?color=white", "player");
    expect(400, "/lichess?speeds=slow", "unknown speed");
    expect(400, "/lichess?modes=x", "must be casual, rated or both");
    expect(400, "/lichess?ratings=1500", "must be of 0, 1000");
    expect(400, "/lichess?since=2018-13", "must be a year or a month");
    expect(400, "/lichess?until=18", "must be a year or a month");
    expect(400, "/lichess?moves=-1", "must be a number from 0");
    expect(400, "/lichess?variant=x", "unknown variant");
    expect(400, "/lichess?db=x", "there is no such database");
}

static void a_query_may_outlive_the_server(void **state)
{
    (void)state;
    struct fake_connection connection;
    play(1, "e2e4", RK_WHITE);
    harness_wait(&harness, 2 * SECOND);
    const struct request request = http_request(METHOD_GET, "/lichess", NULL, NULL);
    fake_connection_init(&connection, &harness);
    fake_connection_send_request(&connection, &request);
    struct work *work = harness_take_work(&harness);
    assert_non_null(work);
    harness_destroy(&harness);
    work->run(work);
    work->done(work);
    fake_connection_fini(&connection);
    harness_launch(&harness);
}

static void a_server_without_a_folder_has_no_games(void **state)
{
    (void)state;
    harness.server->env.data_folder = NULL;
    harness_restart(&harness, SECOND);
    expect(404, "/lichess", "this server has no opening database");
    expect(404, "/api/explorer", "this server has no opening database");
    expect(200, "/api/explorer/databases", "{\"databases\":[]}");
}

// ---- search ----------------------------------------------------------------------------------

static void games_are_found_by_what_is_known_of_them(void **state)
{
    (void)state;
    play(1, "e2e4 e7e5 g1f3", RK_BLACK);
    play(2, "d2d4 d7d5 c2c4", RK_WHITE);
    harness_wait(&harness, HOUR);
    struct game_info info = info_of(3, "5+3");
    info.players[0] = (struct identity){.id = "carla", .name = "Carla"};
    harness_finish_game(&harness, harness_start_game(&harness, &info), "e2e4 e7e5", RK_BLACK);
    harness_wait(&harness, 2 * SECOND);
    expect(200, "/api/games/search", "\"total\":3,\"page\":1,\"pages\":1}");
    expect(200, "/api/games/search", "{\"games\":[{\"id\":\"game0003\""); // the newest first
    expect(200, "/api/games/search?nb=2&page=2", "\"total\":3,\"page\":2,\"pages\":2}");
    expect(200, "/api/games/search?player=alice", "\"total\":2");
    expect(200, "/api/games/search?player=carl&opponent=bert", "\"total\":1");
    expect(200, "/api/games/search?player=carl&opponent=alice", "\"total\":0");
    expect(200, "/api/games/search?black=bert&result=0-1", "\"total\":1");
    expect(200, "/api/games/search?play=e2e4,e7e5", "\"total\":2");
    expect(200,
           "/api/games/search?fen=rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR_b_KQkq_-_0_2",
           "\"id\":\"game0002\"");
    expect(200, "/api/games/search?material=KQvK", "\"total\":0");
    expect(200, "/api/games/search?since=2000&until=2100-06", "\"total\":3");
    expect(200, "/api/games/search?since=2100", "\"total\":0");
    expect(200, "/api/games/search?rating=1400-1600", "\"total\":");
    expect(400, "/api/games/search?eco=Z99", "must be an ECO code");
    expect(400, "/api/games/search?material=x", "must be material");
    expect(200, "/api/games/search?pattern=Nf3+pe5", "\"total\":1");
    expect(400, "/api/games/search?pattern=Nf9", "must be pieces on squares");
    expect(400, "/api/games/search?result=2-0", "must be 1-0, 0-1 or 1/2-1/2");
    expect(400, "/api/games/search?rating=x", "must be a rating or a range");
    expect(400, "/api/games/search?since=soon", "must be a year or a month");
    expect(400, "/api/games/search?page=0", "must be a number from 1");
    expect(400, "/api/games/search?nb=51", "must be a number from 1 to 50");
    expect(400, "/api/games/search?play=e9", "play");
    expect(400, "/api/games/search?db=x", "there is no such database");
}

static void on_excluded(struct opening_exclusion *exclusion)
{
    (void)exclusion;
}

static void play_private(int number, const char *moves)
{
    struct game_info info = info_of(number, "5+0");
    info.settings.hidden = true;
    harness_finish_game(&harness, harness_start_game(&harness, &info), moves, RK_WHITE);
}

static void play_openings(void)
{
    play(1, "e2e4 c7c5", RK_WHITE);
    play(2, "e2e4 e7e5", RK_WHITE);
    play_variant(3, RK_ATOMIC, "e2e4 c7c5");
    play_private(4, "d2d4 d7d5");
    play_private(5, "e2e4 c7c5");
    harness_wait(&harness, 2 * SECOND);
}

static void the_index_rules_out_games_of_other_openings(void **state)
{
    (void)state;
    struct opening_exclusion exclusion = {
        .player = "Alice", .text = "sicilian", .done = on_excluded};
    play_openings();
    assert_true(opening_exclusion_start(&exclusion, harness.server));
    harness_wait(&harness, SECOND);
    assert_false(opening_exclusion_has(&exclusion, "game0001"));
    assert_true(opening_exclusion_has(&exclusion, "game0002"));
    assert_true(opening_exclusion_has(&exclusion, "game0003"));  // a variant has no opening
    assert_false(opening_exclusion_has(&exclusion, "game0004")); // the index does not know it
    opening_exclusion_fini(&exclusion);
}

/* The number of Alice's games that she sees in a list. */
static size_t count_listed(const char *query)
{
    char target[160];
    struct fake_connection got;
    size_t games = 0;
    snprintf(target, sizeof target, "/api/games/user/alice?moves=false&%s", query);
    harness_wait(&harness, 10 * SECOND); // for the rate limit
    const struct request request = http_request(METHOD_GET, target, alice.cookie, NULL);
    fake_connection_init(&got, &harness);
    fake_connection_send_request(&got, &request);
    harness_wait(&harness, SECOND);
    for (const char *at = fake_connection_body(&got); (at = strstr(at, "[Event ")); at++)
        games++;
    fake_connection_fini(&got);
    return games;
}

static void games_of_an_opening_are_listed_whether_the_index_has_them_or_not(void **state)
{
    (void)state;
    play_openings();
    assert_int_equal(count_listed("openingName=sicilian"), 2);
    assert_int_equal(count_listed("openingName=sicilian&sort=dateAsc&max=1"), 1);
    assert_int_equal(count_listed("openingName=C20"), 1);
    assert_int_equal(count_listed("openingName=najdorf"), 0);
    assert_int_equal(count_listed("openingName=sicilian&color=black"), 0);
}

static void unknown_conditions_are_refused_instead_of_finding_everything(void **state)
{
    (void)state;
    expect(400, "/api/games/search?patern=zz9", "{\"patern\":[\"unknown parameter\"]}");
    expect(400, "/api/games/search?elo=9999-1", "\"elo\"");
    expect(400, "/api/games/search?date=abc", "\"date\"");
    expect(400, "/api/games/search?player=alice&minRating=2500", "\"minRating\"");
    expect(400, "/api/games/search?limit=-1", "\"limit\"");
    expect(400, "/api/games/search?rating=2000-1000", "must be a rating or a range");
}

static void dates_in_the_wrong_order_are_refused(void **state)
{
    (void)state;
    expect(400, "/api/games/search?since=2020&until=2010", "the last date is before the first one");
    expect(400, "/lichess?since=2020-02&until=2020-01", "the last date is before the first one");
    expect(200, "/api/games/search?since=2020&until=2020", "\"total\":0");
    expect(200, "/lichess?since=2020-02&until=2020", "\"moves\":[]");
}

// ---- files of the operator -------------------------------------------------------------------

static void files_are_chosen_by_name(void **state)
{
    (void)state;
    static struct pgn_files files;
    pgn_files_init(&files);
    struct database database =
        explorer_build_from(&files, "[White \"A\"]\n\n1. e4 e5 2. Nf3 1-0\n\n"
                                    "[White \"B\"]\n\n1. e4 e5 2. Bc4 0-1\n");
    const struct named_database named = {.name = "club",
                                         .shared = shared_database_create(&database)};
    expect(404, "/masters", "this server has no opening database");
    harness.server->env.explorers = &named;
    harness.server->env.explorer_count = 1;
    expect(200, "/masters?play=e2e4,e7e5", "\"white\":1,\"draws\":0,\"black\":1,\"moves\":[");
    expect(200, "/masters?play=e2e4,e7e5", "\"uci\":\"g1f3\",\"san\":\"Nf3\"");
    expect(200, "/masters?play=e2e4,e7e5,g1f3", "\"white\":1,\"draws\":0,\"black\":0");
    expect(200, "/api/explorer?fen=rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR_b_KQkq_-_0_1",
           "\"uci\":\"e7e5\"");
    expect(200, "/api/explorer?db=own", "\"white\":0,\"draws\":0,\"black\":0");
    expect(
        200, "/api/explorer/databases",
        "{\"name\":\"club\",\"own\":false,\"games\":2,\"variant\":\"standard\",\"complete\":true}");
    expect(200, "/api/explorer/game?db=club&id=1", "[White \"A\"]");
    expect(200, "/masters/pgn/2", "1. e4 e5 2. Bc4 0-1");
    expect(200, "/api/games/search?db=club&result=1-0", "{\"games\":[{\"id\":\"1\"");
    expect(404, "/masters/pgn/3", "no such game");
    expect(404, "/masters/pgn/0", "no such game");
    expect(404, "/masters/pgn/1x", "no such game");
    expect(404, "/api/explorer/game?db=own&id=1", "no such game");
    expect(404, "/api/explorer/game?db=own&id=game0001",
           "a game of this server is at /game/export/game0001");
    expect(400, "/masters?variant=atomic", "this database has no games of this variant");
    expect(400, "/masters?db=club&variant=atomic", "this database has no games of this variant");
    expect(200, "/api/explorer?variant=atomic", "\"white\":0,\"draws\":0,\"black\":0");
    expect(400, "/masters?speeds=blitz", "this database does not record speeds");
    expect(400, "/api/explorer?play=e2e4,e7e4", "play");
    expect(400, "/api/explorer?fen=x", "fen");
    harness.server->env.explorer_count = 0;
    shared_database_release(named.shared);
    pgn_files_fini(&files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_game_of_a_file_needs_a_file, set_up, tear_down),
        cmocka_unit_test_setup_teardown(games_count_when_they_have_ended, set_up, tear_down),
        cmocka_unit_test_setup_teardown(each_move_has_the_opening_it_leads_to, set_up, tear_down),
        cmocka_unit_test_setup_teardown(private_and_aborted_games_do_not_count, set_up, tear_down),
        cmocka_unit_test_setup_teardown(each_variant_has_its_own_games, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_crash_loses_and_doubles_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(many_games_are_merged_into_a_file, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_server_that_takes_long_to_build_does_not_build_all_the_time, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_erased_player_leaves_the_file, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_player_whom_another_server_has_erased_leaves_the_file,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(filters_choose_among_own_games, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_query_may_outlive_the_server, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_server_without_a_folder_has_no_games, set_up, tear_down),
        cmocka_unit_test_setup_teardown(games_are_found_by_what_is_known_of_them, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(the_index_rules_out_games_of_other_openings, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(
            games_of_an_opening_are_listed_whether_the_index_has_them_or_not, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            unknown_conditions_are_refused_instead_of_finding_everything, set_up, tear_down),
        cmocka_unit_test_setup_teardown(dates_in_the_wrong_order_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(files_are_chosen_by_name, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
