/* SPDX-License-Identifier: MIT */
/* What was played in a position: compared with counting by brute force. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "explorer/query.h"
#include "rookery/fen.h"
#include "rookery/opening.h"
#include "rookery/san.h"
#include "support/explorer_files.h"
#include "support/opening_games.h"

static rk_position position_after(const char *moves)
{
    rk_position pos = rk_position_start(RK_STANDARD);
    for (const char *at = moves; *at; at += strspn(at, " ")) {
        const size_t size = strcspn(at, " ");
        rk_move move;
        rk_undo undo;
        assert_int_equal(rk_san_parse(&pos, at, size, RK_NOTATION_PLAIN, &move, NULL), RK_OK);
        rk_position_apply(&pos, move, &undo);
        at += size;
    }
    return pos;
}

// ---- brute force -----------------------------------------------------------------------------

/* A position of a game, the move played there, and the result. */
struct fact {
    uint64_t key;
    rk_position pos;
    rk_move move; /* RK_NO_MOVE: the game ended here */
    uint8_t result;
    bool is_rated;
    unsigned date, rating, mover_rating, opponent_rating;
};

struct facts {
    struct fact *list;
    size_t count, capacity, game_start;
    unsigned white, black, date;
    struct statistics_filter filter;
};

static void add_fact(struct facts *facts, const rk_position *pos, rk_move move)
{
    for (size_t i = facts->game_start; i < facts->count; i++)
        if (facts->list[i].key == pos->key)
            return;
    if (facts->count == facts->capacity) {
        facts->capacity = facts->capacity ? 2 * facts->capacity : 1024;
        facts->list = realloc(facts->list, facts->capacity * sizeof *facts->list);
        assert_non_null(facts->list);
    }
    const bool white = pos->turn == RK_WHITE;
    facts->list[facts->count++] =
        (struct fact){.key = pos->key,
                      .pos = *pos,
                      .move = move,
                      .date = facts->date,
                      .is_rated = facts->white && facts->black,
                      .rating = facts->white ? (facts->white + facts->black) / 2 : facts->black,
                      .mover_rating = white ? facts->white : facts->black,
                      .opponent_rating = white ? facts->black : facts->white};
}

static rk_pgn_next begin_fact_game(void *data, rk_pgn_place place)
{
    struct facts *facts = data;
    (void)place;
    facts->game_start = facts->count;
    facts->white = facts->black = facts->date = 0;
    return RK_PGN_CONTINUE;
}

static rk_pgn_next read_fact_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    struct facts *facts = data;
    char text[64] = "";
    unsigned year, month, day;
    memcpy(text, value.at, value.size < 63 ? value.size : 63);
    if (name.size == 8 && !memcmp(name.at, "WhiteElo", 8))
        facts->white = (unsigned)atoi(text);
    if (name.size == 8 && !memcmp(name.at, "BlackElo", 8))
        facts->black = (unsigned)atoi(text);
    if (name.size == 4 && !memcmp(name.at, "Date", 4) &&
        sscanf(text, "%u.%u.%u", &year, &month, &day) == 3)
        facts->date = year * 10000 + month * 100 + day;
    return RK_PGN_CONTINUE;
}

static rk_pgn_next add_fact_move(void *data, const rk_position *before, rk_move move,
                                 rk_pgn_text san)
{
    struct facts *facts = data;
    (void)san;
    if ((before->move_number - 1) * 2 + before->turn <= EXPLORER_PLIES)
        add_fact(facts, before, move);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next end_fact_game(void *data, const rk_position *last, rk_pgn_text result)
{
    struct facts *facts = data;
    const struct statistics_filter *filter = &facts->filter;
    if ((last->move_number - 1) * 2 + last->turn <= EXPLORER_PLIES)
        add_fact(facts, last, RK_NO_MOVE);
    for (size_t i = facts->game_start; i < facts->count; i++) {
        struct fact *fact = &facts->list[i];
        fact->result = result.size == 7      ? DATABASE_DRAW
                       : result.size != 3    ? DATABASE_UNKNOWN
                       : result.at[0] == '1' ? DATABASE_WHITE
                                             : DATABASE_BLACK;
        if (fact->date < filter->since || (filter->until && fact->date > filter->until) ||
            fact->rating < filter->min_rating ||
            (filter->max_rating && fact->rating > filter->max_rating))
            fact->result = DATABASE_UNKNOWN; // it does not count
    }
    return RK_PGN_CONTINUE;
}

static int compare_facts(const void *a, const void *b)
{
    const struct fact *left = a, *right = b;
    return (left->key > right->key) - (left->key < right->key);
}

static void collect_facts(struct facts *facts, const char *pgn, size_t size)
{
    const rk_pgn_visitor visitor = {.data = facts,
                                    .begin_game = begin_fact_game,
                                    .tag = read_fact_tag,
                                    .move = add_fact_move,
                                    .end_game = end_fact_game};
    rk_pgn_read_text(pgn, size, (rk_pgn_place){0}, &visitor);
    qsort(facts->list, facts->count, sizeof *facts->list, compare_facts);
}

static void count_fact(struct results *results, const struct fact *fact)
{
    results->white += fact->result == DATABASE_WHITE;
    results->draws += fact->result == DATABASE_DRAW;
    results->black += fact->result == DATABASE_BLACK;
    if (!fact->is_rated)
        return;
    results->rated++;
    results->mover_sum += fact->mover_rating;
    results->opponent_sum += fact->opponent_rating;
    const bool white = fact->pos.turn == RK_WHITE;
    results->points += fact->result == DATABASE_DRAW               ? 1
                       : (fact->result == DATABASE_WHITE) == white ? 2
                                                                   : 0;
}

/* Compares all facts about one position. */
static void compare_position(const struct facts *facts, size_t begin, size_t end,
                             const struct statistics *found)
{
    struct results all = {0}, moves[STATISTICS_MOVES_MAX] = {{0}};
    for (size_t i = begin; i < end; i++) {
        const struct fact *fact = &facts->list[i];
        if (fact->result == DATABASE_UNKNOWN)
            continue;
        count_fact(&all, fact);
        size_t at = 0;
        while (at < found->move_count && found->moves[at].move != fact->move)
            at++;
        assert_true(at < found->move_count || fact->move == RK_NO_MOVE);
        if (fact->move != RK_NO_MOVE)
            count_fact(&moves[at], fact);
    }
    assert_memory_equal(&all, &found->results, sizeof all);
    for (size_t i = 0; i < found->move_count; i++)
        assert_memory_equal(&moves[i], &found->moves[i].results, sizeof all);
}

static void compare_all(const struct database *database, const struct facts *facts)
{
    static struct statistics found;
    uint64_t positions = 0;
    for (size_t begin = 0, end; begin < facts->count; begin = end) {
        end = begin + 1;
        while (end < facts->count && facts->list[end].key == facts->list[begin].key)
            end++;
        const rk_position *pos = &facts->list[begin].pos;
        assert_int_equal(query_position(database, pos, &facts->filter, &found), end - begin > 1);
        positions += end - begin > 1;
        if (end - begin > 1)
            compare_position(facts, begin, end, &found);
        else
            assert_int_equal(results_games(&found.results), 0);
    }
    assert_int_equal(positions, database->header.position_count);
    assert_true(positions > 1000);
}

static void counts_equal_those_of_brute_force(void **state)
{
    static const struct statistics_filter filters[] = {{.since = 0},
                                                       {.since = 20000000, .until = 20101231},
                                                       {.min_rating = 2000, .max_rating = 2300}};
    struct buffer pgn = {.bytes = NULL};
    opening_games_write(&pgn, 10000, 7);
    struct database database = explorer_build_from(*state, buffer_cstr(&pgn));
    for (size_t i = 0; i < sizeof filters / sizeof *filters; i++) {
        struct facts facts = {.filter = filters[i]};
        collect_facts(&facts, pgn.bytes, pgn.size);
        compare_all(&database, &facts);
        free(facts.list);
    }
    database_close(&database);
    buffer_fini(&pgn);
}

static void parts_together_equal_brute_force(void **state)
{
    enum { GAMES = 100, SEEDS = 2 };
    static struct pgn_files other_files;
    static struct statistics found;
    struct buffer pgn[SEEDS] = {{.bytes = NULL}}, all = {.bytes = NULL};
    for (uint64_t i = 0; i < SEEDS; i++) {
        opening_games_write(&pgn[i], GAMES, i + 3);
        buffer_add(&all, pgn[i].bytes, pgn[i].size);
    }
    pgn_files_init(&other_files);
    struct database databases[] = {explorer_build_from(*state, buffer_cstr(&pgn[0])),
                                   explorer_build_from(&other_files, buffer_cstr(&pgn[1]))};
    const struct database *const parts[] = {&databases[0], &databases[1]};
    struct facts facts = {.filter = {.since = 0}};
    collect_facts(&facts, all.bytes, all.size);
    for (size_t begin = 0, end; begin < facts.count; begin = end) {
        end = begin + 1;
        while (end < facts.count && facts.list[end].key == facts.list[begin].key)
            end++;
        assert_true(query_databases(parts, SEEDS, &facts.list[begin].pos, NULL, GAMES, &found));
        compare_position(&facts, begin, end, &found);
    }
    free(facts.list);
    for (size_t i = 0; i < SEEDS; i++) {
        database_close(&databases[i]);
        buffer_fini(&pgn[i]);
    }
    buffer_fini(&all);
    pgn_files_fini(&other_files);
}

// ---- single answers --------------------------------------------------------------------------

static const char six_games[] =
    "[White \"A\"][Black \"B\"][WhiteElo \"2400\"][BlackElo \"2200\"][Date \"2001.02.03\"]"
    "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n"
    "[White \"C\"][Black \"D\"][WhiteElo \"2600\"][BlackElo \"2600\"][Date \"1999.??.??\"]"
    "[Result \"1/2-1/2\"]\n\n1. Nf3 Nc6 2. e4 e5 1/2-1/2\n\n"
    "[White \"E\"][Black \"F\"][Result \"0-1\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 0-1\n\n"
    "[White \"G\"][Black \"H\"][Result \"*\"]\n\n1. e4 c5 *\n\n"
    "[White \"I\"][Black \"J\"][Result \"1-0\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e5 1-0\n\n"
    "[White \"K\"][Black \"L\"][Variant \"Chess960\"][SetUp \"1\"][Result \"0-1\"]"
    "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n1. e4 0-1\n";

static void transpositions_are_counted_together(void **state)
{
    static struct statistics found;
    struct database database = explorer_build_from(*state, six_games);
    const rk_position pos = position_after("Nf3 e5 e4 Nc6");
    assert_true(query_position(&database, &pos, NULL, &found));
    assert_int_equal(found.results.white, 1);
    assert_int_equal(found.results.draws, 1);
    assert_int_equal(found.results.black, 1);
    assert_int_equal(found.move_count, 1);
    assert_int_equal(results_games(&found.moves[0].results), 1);
    database_close(&database);
}

static void a_game_counts_where_it_reaches_the_position_first(void **state)
{
    static struct statistics found;
    struct database database = explorer_build_from(*state, six_games);
    const rk_position start = rk_position_start(RK_STANDARD);
    assert_true(query_position(&database, &start, NULL, &found));
    assert_int_equal(results_games(&found.results), 5);
    assert_int_equal(found.move_count, 2);
    assert_int_equal(results_games(&found.moves[0].results), 3); // e4, once in Chess960
    assert_int_equal(results_games(&found.moves[1].results), 2); // Nf3
    database_close(&database);
}

static void a_crazyhouse_game_counts_once_where_a_position_returns_after_captures(void **state)
{
    static const char start[] = "1k5r/8/8/n7/7N/8/8/R5K1[] w - - 0 1";
    static const char end[] = "1. Rxa5 Rxh4 2. Ra1 Rh8 3. N@h4 N@a5 4. Kg2 1-0\n\n";
    static struct statistics found;
    struct pgn_files *files = *state;
    struct buffer pgn = {.bytes = NULL};
    rk_position pos;
    for (int game = 0; game < 2; game++) {
        buffer_text(&pgn, "[Variant \"Crazyhouse\"]\n[SetUp \"1\"]\n[FEN \"");
        buffer_text(&pgn, start);
        buffer_text(&pgn, "\"]\n\n");
        buffer_text(&pgn, end);
        buffer_text(&pgn, "[Variant \"Crazyhouse\"]\n\n1. e4 e5 0-1\n\n");
    }
    pgn_files_add(files, "games.pgn", buffer_cstr(&pgn));
    struct build_options options = explorer_options(files);
    options.variant = RK_CRAZYHOUSE;
    struct database database = explorer_build(&options);
    assert_int_equal(rk_fen_parse(start, strlen(start), RK_CRAZYHOUSE, RK_FEN_PLAIN, &pos, NULL),
                     RK_OK);
    assert_true(query_position(&database, &pos, NULL, &found));
    assert_int_equal(results_games(&found.results), 2);
    assert_int_equal(found.move_count, 1); // Rxa5; Kg2 was played the second time
    database_close(&database);
    buffer_fini(&pgn);
}

static void results_are_broken_down_by_year_and_rating(void **state)
{
    static struct statistics found;
    static struct breakdown breakdown;
    struct buffer json = {.bytes = NULL};
    struct database database = explorer_build_from(*state, six_games);
    const rk_position pos = position_after("e4 e5 Nf3 Nc6");
    assert_true(query_breakdown(&database, &pos, NULL, &found, &breakdown));
    assert_int_equal(breakdown.years[2001].white, 1);
    assert_int_equal(breakdown.years[1999].draws, 1);
    assert_int_equal(breakdown.years[0].black, 1);
    assert_int_equal(breakdown.bands[2300 / BAND_SIZE].white, 1);
    assert_int_equal(breakdown.bands[2600 / BAND_SIZE].draws, 1);
    query_write_json(&database, &pos, &found, &breakdown, &json);
    assert_non_null(strstr(buffer_cstr(&json),
                           "{\"year\":1999,\"white\":0,\"draws\":1,\"black\":0},"
                           "{\"year\":2001,\"white\":1,\"draws\":0,\"black\":0}],\"ratings\":["));
    buffer_fini(&json);
    database_close(&database);
}

static void json_has_the_shape_of_the_lichess_explorer(void **state)
{
    static struct statistics found;
    struct buffer json = {.bytes = NULL};
    struct database database = explorer_build_from(*state, six_games);
    const rk_position pos = position_after("e4 e5 Nf3 Nc6");
    const struct statistics_filter filter = {.since = 20000101, .until = 20011231};
    query_position(&database, &pos, &filter, &found);
    query_write_json(&database, &pos, &found, NULL, &json);
    const char *opening =
        rk_opening_count() ? "{\"opening\":{\"eco\":\"C44\"," : "{\"opening\":null,";
    assert_memory_equal(buffer_cstr(&json), opening, strlen(opening));
    assert_string_equal(
        strstr(json.bytes, "\"white\":1"),
        "\"white\":1,\"draws\":0,\"black\":0,\"moves\":[],\"topGames\":[{\"id\":\"1\","
        "\"winner\":\"white\",\"white\":{\"name\":\"A\",\"rating\":2400},"
        "\"black\":{\"name\":\"B\",\"rating\":2200},\"year\":2001,\"month\":\"2001-02\"}],"
        "\"recentGames\":[{\"id\":\"1\",\"winner\":\"white\",\"white\":{\"name\":\"A\","
        "\"rating\":2400},\"black\":{\"name\":\"B\",\"rating\":2200},\"year\":2001,"
        "\"month\":\"2001-02\"}]}");
    buffer_fini(&json);
    database_close(&database);
}

/* The answer for the games of the player of `side` in the start position. */
static const char *write_player_answer(const struct database *database, rk_side side,
                                       struct buffer *out)
{
    static struct statistics found;
    const rk_position start = rk_position_start(RK_STANDARD);
    const struct statistics_filter filter = {.since = 20000101, .until = 20011231};
    query_position(database, &start, &filter, &found);
    const struct query_answer answer = {.databases = &database,
                                        .pos = &start,
                                        .statistics = &found,
                                        .moves_max = 1,
                                        .of_player = true,
                                        .player_side = side};
    buffer_clear(out);
    query_write_answer(&answer, out);
    return buffer_cstr(out);
}

static void the_average_for_a_player_is_that_of_the_opponents(void **state)
{
    struct buffer json = {.bytes = NULL};
    struct database database = explorer_build_from(*state, six_games);
    const char *text = write_player_answer(&database, RK_WHITE, &json);
    assert_non_null(strstr(text, "\"san\":\"e4\",\"averageOpponentRating\":2200,"));
    text = write_player_answer(&database, RK_BLACK, &json);
    assert_non_null(strstr(text, "\"san\":\"e4\",\"averageOpponentRating\":2400,"));
    assert_non_null(strstr(text, ",\"queuePosition\":0,"));
    buffer_fini(&json);
    database_close(&database);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(counts_equal_those_of_brute_force, pgn_files_set_up,
                                        pgn_files_tear_down),
        cmocka_unit_test_setup_teardown(parts_together_equal_brute_force, pgn_files_set_up,
                                        pgn_files_tear_down),
        cmocka_unit_test_setup_teardown(transpositions_are_counted_together, pgn_files_set_up,
                                        pgn_files_tear_down),
        cmocka_unit_test_setup_teardown(a_game_counts_where_it_reaches_the_position_first,
                                        pgn_files_set_up, pgn_files_tear_down),
        cmocka_unit_test_setup_teardown(
            a_crazyhouse_game_counts_once_where_a_position_returns_after_captures, pgn_files_set_up,
            pgn_files_tear_down),
        cmocka_unit_test_setup_teardown(results_are_broken_down_by_year_and_rating,
                                        pgn_files_set_up, pgn_files_tear_down),
        cmocka_unit_test_setup_teardown(json_has_the_shape_of_the_lichess_explorer,
                                        pgn_files_set_up, pgn_files_tear_down),
        cmocka_unit_test_setup_teardown(the_average_for_a_player_is_that_of_the_opponents,
                                        pgn_files_set_up, pgn_files_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
