/* SPDX-License-Identifier: MIT */
/* Settings of games: what can be requested, the API's names, and the stored form. */
#include "record/game_settings.h"

#include <string.h>

#include "support/board.h"

/* An empty request. */
static const struct game_settings_request EMPTY = {.limit = -1, .increment = -1, .days = -1};

static struct game_settings make_settings(struct game_settings_request request)
{
    struct game_settings settings;
    char why[200] = "";
    const char *where = "";
    if (!game_settings_make(&request, 518, &settings, why, sizeof why, &where))
        fail_msg("%s: %s", where, why);
    return settings;
}

static void expect_settings_refused(struct game_settings_request request, const char *where,
                                    const char *words)
{
    struct game_settings settings;
    char why[200] = "";
    const char *field = "";
    if (game_settings_make(&request, 0, &settings, why, sizeof why, &field))
        fail_msg("no fault was found in %s", where);
    assert_string_equal(field, where);
    if (!strstr(why, words))
        fail_msg("\"%s\" does not contain \"%s\"", why, words);
}

static struct game_settings_request seconds(int64_t limit, int64_t increment)
{
    struct game_settings_request request = EMPTY;
    request.limit = limit;
    request.increment = increment;
    return request;
}

static struct game_settings_request clock_of(const char *text)
{
    struct game_settings_request request = EMPTY;
    request.clock = text;
    return request;
}

static struct game_settings_request start_of(const char *variant, const char *fen)
{
    struct game_settings_request request = EMPTY;
    request.variant = variant;
    request.fen = fen;
    return request;
}

static struct game_settings_request rated(struct game_settings_request request)
{
    request.rated = true;
    return request;
}

static void expect_json(void (*write)(const struct game_settings *settings, struct json *json),
                        const struct game_settings *settings, const char *expected)
{
    struct buffer buffer = {0};
    struct json json = json_in(&buffer);
    json_begin_object(&json);
    write(settings, &json);
    json_end_object(&json);
    assert_string_equal(buffer_cstr(&buffer), expected);
    buffer_fini(&buffer);
}

// ---- clocks ----------------------------------------------------------------------------------

static void the_default_is_a_casual_game_without_a_clock(void **state)
{
    (void)state;
    const struct game_settings settings = make_settings(EMPTY);
    assert_int_equal(settings.variant, RK_STANDARD);
    assert_int_equal(settings.clock.kind, RK_CLOCK_NONE);
    assert_int_equal(settings.side_choice, CHOOSE_RANDOM);
    assert_false(settings.rated || settings.hidden || settings.from_position || settings.rules);
    assert_int_equal(game_settings_speed(&settings), SPEED_CORRESPONDENCE);
    expect_json(game_settings_write_time_control, &settings,
                "{\"timeControl\":{\"type\":\"unlimited\"}}");
}

static void a_clock_limit_is_quarters_of_a_minute_or_whole_minutes(void **state)
{
    (void)state;
    static const int64_t good[] = {15, 30, 45, 60, 90, 120, 180, 3600, 10800};
    static const int64_t bad[] = {1, 14, 16, 75, 61, 119, 10801, 10860, 99999999, INT64_MAX};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_int_equal(make_settings(seconds(good[i], 0)).clock.stages[RK_BLACK][0].base,
                         1000 * good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        expect_settings_refused(seconds(bad[i], 0), "clock.limit", "whole minutes");
}

static void an_increment_is_at_most_three_minutes(void **state)
{
    (void)state;
    assert_int_equal(make_settings(seconds(60, 180)).clock.stages[RK_WHITE][0].extra, 180000);
    expect_settings_refused(seconds(60, 181), "clock.increment", "180");
    expect_settings_refused(seconds(-1, 3), "clock.limit", "needs a clock");
    assert_int_equal(make_settings(seconds(60, -1)).clock.stages[RK_WHITE][0].extra, 0);
}

static void a_limit_of_zero_starts_with_at_least_three_seconds(void **state)
{
    (void)state;
    static const struct {
        int64_t increment, left;
    } rows[] = {{1, 3000}, {2, 3000}, {3, 3000}, {5, 5000}, {180, 180000}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct game_settings settings = make_settings(seconds(0, rows[i].increment));
        const rk_clock clock = rk_clock_make(&settings.clock);
        assert_int_equal(rk_clock_left(&clock, RK_WHITE, 0), rows[i].left);
        assert_int_equal(game_settings_estimate(&settings), 40 * rows[i].increment);
    }
    expect_settings_refused(seconds(0, 0), "clock.limit", "needs a limit or an increment");
    const struct game_settings settings = make_settings(seconds(0, 2));
    expect_json(game_settings_write_time_control, &settings,
                "{\"timeControl\":{\"type\":\"clock\",\"limit\":0,\"increment\":2,"
                "\"show\":\"0+2\"}}");
}

static void a_clock_is_written_as_the_players_chose_it(void **state)
{
    (void)state;
    static const char *const clocks[] = {"0+1",       "0+2", "0+3", "0.5+0",
                                         "0+1 / 5+3", "5d3", "-",   "3 days"};
    char text[RK_CLOCK_TEXT_MAX];
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        const struct game_settings settings = make_settings(clock_of(clocks[i]));
        game_settings_write_clock(&settings, text);
        assert_string_equal(text, clocks[i]);
    }
}

static void days_per_move_are_from_a_list(void **state)
{
    (void)state;
    static const int64_t good[] = {1, 2, 3, 5, 7, 10, 14};
    struct game_settings_request request = EMPTY;
    for (int64_t days = 0; days <= 16; days++) {
        bool known = false;
        for (size_t i = 0; i < sizeof good / sizeof *good; i++)
            known |= good[i] == days;
        request.days = days;
        if (known)
            assert_int_equal(make_settings(request).clock.kind, RK_CLOCK_DAYS);
        else
            expect_settings_refused(request, "days", "10 or 14");
    }
    request.days = 3;
    const struct game_settings settings = make_settings(request);
    expect_json(game_settings_write_time_control, &settings,
                "{\"timeControl\":{\"type\":\"correspondence\",\"daysPerTurn\":3}}");
    request.limit = 60;
    expect_settings_refused(request, "clock", "one time control");
}

static void every_kind_of_clock_can_be_requested(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        rk_clock_kind kind;
        enum speed speed;
        const char *json;
    } rows[] = {
        {"5+3", RK_CLOCK_FISCHER, SPEED_BLITZ, "\"limit\":300,\"increment\":3,\"show\":\"5+3\""},
        {"0.25+0", RK_CLOCK_FISCHER, SPEED_ULTRABULLET,
         "\"limit\":15,\"increment\":0,\"show\":\"0.25+0\""},
        {"5d3", RK_CLOCK_DELAY, SPEED_BLITZ, "\"limit\":300,\"increment\":3,\"show\":\"5d3\""},
        {"5b3", RK_CLOCK_BRONSTEIN, SPEED_BLITZ, "\"limit\":300,\"increment\":3,\"show\":\"5b3\""},
        {"hourglass 1", RK_CLOCK_HOURGLASS, SPEED_BULLET,
         "\"limit\":60,\"increment\":0,\"show\":\"hourglass 1\""},
        {"40/90+30,30+30", RK_CLOCK_FISCHER, SPEED_CLASSICAL,
         "\"limit\":5400,\"increment\":30,\"show\":\"40/90+30,30+30\""},
        // with time odds the side with more time counts
        {"1+0 / 10+0", RK_CLOCK_FISCHER, SPEED_RAPID,
         "\"limit\":600,\"increment\":0,\"show\":\"1+0 / 10+0\""},
        {"10+0 / 1+0", RK_CLOCK_FISCHER, SPEED_RAPID,
         "\"limit\":600,\"increment\":0,\"show\":\"10+0 / 1+0\""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct game_settings settings = make_settings(clock_of(rows[i].text));
        char expected[200] = "{\"timeControl\":{\"type\":\"clock\",";
        strcat(strcat(expected, rows[i].json), "}}");
        assert_int_equal(settings.clock.kind, rows[i].kind);
        assert_int_equal(game_settings_speed(&settings), rows[i].speed);
        expect_json(game_settings_write_time_control, &settings, expected);
    }
    assert_int_equal(make_settings(clock_of("-")).clock.kind, RK_CLOCK_NONE);
    assert_int_equal(make_settings(clock_of("3 days")).clock.kind, RK_CLOCK_DAYS);
}

static void a_clock_as_text_has_the_same_limits(void **state)
{
    (void)state;
    expect_settings_refused(clock_of("181"), "clock", "180 minutes");
    expect_settings_refused(clock_of("40/60,181"), "clock", "180 minutes");
    expect_settings_refused(clock_of("5+181"), "clock", "180 seconds");
    expect_settings_refused(clock_of("5 / 999"), "clock", "180 minutes");
    expect_settings_refused(clock_of("hourglass 200"), "clock", "180 minutes");
    expect_settings_refused(clock_of("4 days"), "clock", "10 or 14");
    expect_settings_refused(clock_of("2s+0"), "clock", "three seconds");
    expect_settings_refused(clock_of("2s+1 / 5+1"), "clock", "three seconds");
    expect_settings_refused(clock_of("five"), "clock", "invalid time control");
    expect_settings_refused(clock_of("0+0"), "clock", "no time");
    char endless[400];
    memset(endless, '1', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    expect_settings_refused(clock_of(endless), "clock", "too long");
}

static void speeds_have_the_limits_of_lichess(void **state)
{
    (void)state;
    static const struct {
        int64_t limit, increment;
        enum speed speed;
    } rows[] = {{15, 0, SPEED_ULTRABULLET}, {30, 0, SPEED_BULLET},      {120, 1, SPEED_BULLET},
                {180, 0, SPEED_BLITZ},      {300, 4, SPEED_BLITZ},      {480, 0, SPEED_RAPID},
                {600, 15, SPEED_RAPID},     {900, 15, SPEED_CLASSICAL}, {1500, 0, SPEED_CLASSICAL}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct game_settings settings =
            make_settings(seconds(rows[i].limit, rows[i].increment));
        assert_int_equal(game_settings_speed(&settings), rows[i].speed);
    }
    assert_string_equal(speed_key(SPEED_ULTRABULLET), "ultraBullet");
    assert_string_equal(speed_name(SPEED_CORRESPONDENCE), "Correspondence");
}

// ---- starts ----------------------------------------------------------------------------------

static void variants_have_the_api_names(void **state)
{
    (void)state;
    static const char *const rows[][2] = {{"standard", "Standard"},
                                          {"chess960", "Chess960"},
                                          {"crazyhouse", "Crazyhouse"},
                                          {"kingOfTheHill", "King of the Hill"},
                                          {"threeCheck", "Three-check"},
                                          {"antichess", "Antichess"},
                                          {"atomic", "Atomic"},
                                          {"horde", "Horde"},
                                          {"racingKings", "Racing Kings"},
                                          {"amazon", "Amazon"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct game_settings settings = make_settings(start_of(rows[i][0], NULL));
        assert_string_equal(game_settings_variant_key(&settings), rows[i][0]);
        assert_string_equal(game_settings_variant_name(&settings), rows[i][1]);
        assert_string_equal(game_settings_perf_key(&settings), i ? rows[i][0] : "correspondence");
        assert_false(settings.from_position);
    }
    expect_settings_refused(start_of("draughts", NULL), "variant", "unknown variant");
    const struct game_settings settings = make_settings(start_of("threeCheck", ""));
    expect_json(game_settings_write_variant, &settings,
                "{\"variant\":{\"key\":\"threeCheck\",\"name\":\"Three-check\",\"short\":"
                "\"3check\"}}");
    expect_json(game_settings_write_perf, &settings,
                "{\"perf\":{\"icon\":\"\",\"name\":\"Three-check\"}}");
}

static const char LUCENA[] = "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1";

static void chess_from_another_start_is_from_position(void **state)
{
    (void)state;
    const char *names[] = {NULL, "standard", "fromPosition"};
    for (int i = 0; i < 3; i++) {
        const struct game_settings settings = make_settings(start_of(names[i], LUCENA));
        assert_true(settings.from_position);
        assert_string_equal(game_settings_variant_key(&settings), "fromPosition");
        assert_string_equal(game_settings_variant_name(&settings), "From Position");
        assert_string_equal(game_settings_perf_key(&settings), "correspondence");
    }
    expect_settings_refused(start_of("fromPosition", NULL), "fen", "needs its FEN");
    const struct game_settings atomic = make_settings(start_of("atomic", LUCENA));
    assert_string_equal(game_settings_variant_key(&atomic), "atomic");
    assert_true(atomic.from_position);
}

static void the_usual_start_is_not_from_position(void **state)
{
    (void)state;
    const char *fens[] = {"startpos", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                          "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 7 12"};
    for (int i = 0; i < 3; i++) {
        const struct game_settings settings = make_settings(start_of(NULL, fens[i]));
        assert_false(settings.from_position);
        assert_int_equal(settings.start.move_number, 1);
        assert_int_equal(settings.start.halfmove_clock, 0);
    }
}

static void an_unplayable_start_is_refused_with_a_reason(void **state)
{
    (void)state;
    expect_settings_refused(start_of(NULL, "8/8/8/8/8/8/8/K7 w - - 0 1"), "fen",
                            "Black has no king");
    expect_settings_refused(start_of(NULL, "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"), "fen", "checkmate");
    expect_settings_refused(start_of(NULL, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), "fen", "stalemate");
    expect_settings_refused(start_of(NULL, "7k/8/8/8/8/8/8/K7 w - - 0 1"), "fen", "neither side");
    expect_settings_refused(start_of(NULL, "7k/8/8/8/8/8/R7/K7 w - - 100 80"), "fen", "fifty");
    expect_settings_refused(start_of(NULL, "hello"), "fen", "invalid FEN");
    expect_settings_refused(start_of("racingKings", LUCENA), "fen", "");
    char endless[500];
    memset(endless, '8', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    expect_settings_refused(start_of(NULL, endless), "fen", "at most");
}

static void chess960_picks_one_of_its_starts(void **state)
{
    (void)state;
    struct game_settings_request request = start_of("chess960", NULL);
    struct game_settings settings;
    char why[200];
    const char *where;
    for (uint64_t number = 0; number < 960; number++) {
        rk_position start;
        assert_int_equal(rk_position_chess960((unsigned)number, &start), RK_OK);
        assert_true(
            game_settings_make(&request, 960 * 7 + number, &settings, why, sizeof why, &where));
        assert_true(rk_position_same(&settings.start, &start));
    }
    // A FEN of one of the 960 starts counts as one of them; other positions do not.
    request.fen = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1";
    assert_false(make_settings(request).from_position);
    request.limit = 60;
    assert_true(make_settings(rated(request)).rated);
    request.fen = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR b KQkq - 0 1";
    request.limit = -1;
    assert_true(make_settings(request).from_position);
}

// ---- sides, rules, rated, stored -------------------------------------------------------------

static void sides_and_rules_are_read_or_refused(void **state)
{
    (void)state;
    struct game_settings_request request = EMPTY;
    request.side = "Black";
    request.rules = "noAbort, noearlydraw,,noGiveTime";
    const struct game_settings settings = make_settings(request);
    assert_int_equal(settings.side_choice, CHOOSE_BLACK);
    assert_int_equal(settings.rules, RULE_NO_ABORT | RULE_NO_EARLY_DRAW | RULE_NO_GIVE_TIME);
    expect_json(game_settings_write_rules, &settings,
                "{\"rules\":[\"noAbort\",\"noGiveTime\",\"noEarlyDraw\"]}");
    request.rules = "noTalking";
    expect_settings_refused(request, "rules", "noClaimWin");
    request = EMPTY;
    request.side = "red";
    expect_settings_refused(request, "color", "white, black or random");
    assert_string_equal(side_choice_name(CHOOSE_RANDOM), "random");
}

static void rated_games_need_comparable_settings(void **state)
{
    (void)state;
    assert_true(make_settings(rated(seconds(15, 0))).rated);
    assert_true(make_settings(rated(clock_of("5+3"))).rated);
    assert_true(make_settings(rated(clock_of("3 days"))).rated);
    expect_settings_refused(rated(EMPTY), "rated", "without a clock");
    expect_settings_refused(rated(clock_of("5+0 / 1+0")), "rated", "odds");
    expect_settings_refused(rated(clock_of("1 day / 3 days")), "rated", "odds");
    expect_settings_refused(rated(clock_of("hourglass 5")), "rated", "minutes and an increment");
    expect_settings_refused(rated(clock_of("5d3")), "rated", "minutes and an increment");
    expect_settings_refused(rated(clock_of("40/90,30")), "rated", "minutes and an increment");
    struct game_settings_request request = seconds(300, 0);
    request.fen = LUCENA;
    expect_settings_refused(rated(request), "rated", "from a position");
    request = seconds(15, 0);
    request.variant = "atomic";
    assert_false(make_settings(request).rated);
    expect_settings_refused(rated(request), "rated", "too fast");
    request.limit = 30;
    assert_true(make_settings(rated(request)).rated);
}

static void stored_settings_read_back_the_same(void **state)
{
    (void)state;
    static const char *const clocks[] = {"-",   "5+3",         "0+1",    "40/90+30,30+30",
                                         "5d3", "hourglass 2", "3 days", "5+0 / 1+2"};
    static const char *const starts[][2] = {
        {"standard", NULL},
        {"standard", LUCENA},
        {"chess960", NULL},
        {"crazyhouse", NULL},
        {"three-check", "4k3/8/8/8/8/8/4P3/4K2R w K - 2+1 4 30"},
        {"amazon", NULL}};
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++)
        for (size_t j = 0; j < sizeof starts / sizeof *starts; j++) {
            struct game_settings_request request = start_of(starts[j][0], starts[j][1]);
            request.clock = clocks[i];
            request.side = i % 2 ? "white" : "black";
            request.rules = j % 2 ? "noAbort,noRematch" : NULL;
            request.hidden = i % 3;
            const struct game_settings settings = make_settings(request);
            struct buffer buffer = {0};
            struct json json = json_in(&buffer);
            json_begin_object(&json);
            game_settings_write(&settings, &json);
            json_end_object(&json);
            struct fields *fields;
            struct game_settings back;
            assert_int_equal(fields_parse(buffer.bytes, buffer.size, &fields, NULL), RK_OK);
            assert_int_equal(game_settings_read(fields, &back, NULL), RK_OK);
            assert_memory_equal(&back.start, &settings.start, sizeof back.start);
            char texts[2][RK_CLOCK_TEXT_MAX];
            rk_time_control_write(&back.clock, texts[0]);
            rk_time_control_write(&settings.clock, texts[1]);
            assert_string_equal(texts[0], texts[1]);
            assert_int_equal(back.from_position, settings.from_position);
            assert_int_equal(back.variant, settings.variant);
            assert_int_equal(back.side_choice, settings.side_choice);
            assert_int_equal(back.rules, settings.rules);
            assert_int_equal(back.hidden, settings.hidden);
            fields_destroy(fields);
            buffer_fini(&buffer);
        }
}

static void damaged_settings_are_refused(void **state)
{
    (void)state;
    static const char *const broken[] = {
        "{}",
        "{\"terms\":{\"variant\":\"chess\",\"start\":\"8/8\",\"clock\":\"-\",\"wish\":\"white\"}}",
        "{\"terms\":{\"variant\":\"go\"}}",
        "{\"terms\":{\"variant\":\"standard\",\"start\":"
        "\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\",\"clock\":\"x\"}}",
        "{\"terms\":{\"variant\":\"standard\",\"start\":"
        "\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\",\"clock\":\"5+0\","
        "\"wish\":\"red\"}}"};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        struct fields *fields;
        struct game_settings settings = {.rules = 77};
        rk_fault fault = {.text = ""};
        assert_int_equal(fields_parse(broken[i], strlen(broken[i]), &fields, NULL), RK_OK);
        assert_int_equal(game_settings_read(fields, &settings, &fault), RK_BAD_RECORD);
        assert_int_equal(settings.rules, 77);
        assert_true(*fault.text);
        fields_destroy(fields);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_default_is_a_casual_game_without_a_clock),
        cmocka_unit_test(a_clock_limit_is_quarters_of_a_minute_or_whole_minutes),
        cmocka_unit_test(an_increment_is_at_most_three_minutes),
        cmocka_unit_test(a_limit_of_zero_starts_with_at_least_three_seconds),
        cmocka_unit_test(a_clock_is_written_as_the_players_chose_it),
        cmocka_unit_test(days_per_move_are_from_a_list),
        cmocka_unit_test(every_kind_of_clock_can_be_requested),
        cmocka_unit_test(a_clock_as_text_has_the_same_limits),
        cmocka_unit_test(speeds_have_the_limits_of_lichess),
        cmocka_unit_test(variants_have_the_api_names),
        cmocka_unit_test(chess_from_another_start_is_from_position),
        cmocka_unit_test(the_usual_start_is_not_from_position),
        cmocka_unit_test(an_unplayable_start_is_refused_with_a_reason),
        cmocka_unit_test(chess960_picks_one_of_its_starts),
        cmocka_unit_test(sides_and_rules_are_read_or_refused),
        cmocka_unit_test(rated_games_need_comparable_settings),
        cmocka_unit_test(stored_settings_read_back_the_same),
        cmocka_unit_test(damaged_settings_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
