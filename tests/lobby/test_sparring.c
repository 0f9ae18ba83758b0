/* SPDX-License-Identifier: MIT */
/* How games against the engine begin, and when they do not. */
#include "lobby/sparring.h"

#include <stdio.h>
#include <string.h>

#include "lobby/rematches.h"
#include "support/board.h"
#include "support/house.h"

static struct house house;
static struct identity anna, bert;

/* It thinks, and thinks. */
static struct thought *thoughts[16];
static size_t thought_count;

static bool take_thought(void *context, struct thought *thought)
{
    (void)context;
    assert_true(thought_count < sizeof thoughts / sizeof *thoughts);
    thoughts[thought_count++] = thought;
    return true;
}

static void end_thoughts(void)
{
    while (thought_count) {
        struct thought *thought = thoughts[--thought_count];
        thought->done(thought);
    }
}

static int open_house(void **state)
{
    (void)state;
    house_open(&house);
    house.server.host.think = take_thought;
    house.server.config.engine_games = 3;
    house.server.config.engine_games_each = 1;
    anna = house_add(&house, "Anna", ROLE_PLAYER);
    bert = house_add(&house, "Bert", ROLE_PLAYER);
    return 0;
}

static int close_house(void **state)
{
    (void)state;
    house_close(&house);
    end_thoughts();
    return 0;
}

static void note_sparring(void *context, const struct reply *reply, struct round *round)
{
    told_seek(context, reply, round ? round_info(round)->id : NULL);
}

static void ask(const struct identity *who, int64_t level, const struct game_settings *settings,
                struct told *told)
{
    const struct sparring_wanted wanted = {
        .who = who, .address = "192.0.2.1", .level = level, .settings = settings};
    *told = (struct told){0};
    sparring_begin(&house.server, &wanted, note_sparring, told);
}

static struct told begin(const struct identity *who, int64_t level, enum side_choice side)
{
    struct game_settings settings = house_terms("5+3");
    struct told told;
    settings.side_choice = side;
    ask(who, level, &settings, &told);
    house_settle(&house);
    assert_int_equal(told.count, 1);
    return told;
}

static void expect_refused(struct told told, enum refusal refusal, const char *words)
{
    assert_int_equal(told.reply.refusal, refusal);
    if (!strstr(told.why, words))
        fail_msg("%s, not %s", told.why, words);
}

static struct round *begun(struct told told)
{
    if (told.reply.refusal)
        fail_msg("%s", told.why);
    struct round *round = round_find(&house.server, told.id);
    assert_non_null(round);
    return round;
}

// ---- beginning -------------------------------------------------------------------------------

static void a_game_begins_on_the_side_that_was_wished(void **state)
{
    (void)state;
    struct ear ear;
    ear_open(&ear, &house, &anna);
    const struct game_info *info = round_info(begun(begin(&anna, 4, CHOOSE_BLACK)));
    assert_int_equal(game_info_engine_side(info), RK_WHITE);
    assert_int_equal(identity_level(&info->players[RK_WHITE]), 4);
    assert_string_equal(info->players[RK_WHITE].name, "Rookery level 4");
    assert_string_equal(game_source_name(info->source), "ai");
    assert_int_equal(ear_heard(&ear, NOTICE_GAME_START, info->id), 1);
    ear_close(&ear);
}

static void sides_are_drawn_where_nobody_cares(void **state)
{
    (void)state;
    unsigned white = 0;
    for (int i = 0; i < 20; i++) {
        const struct told told = begin(&anna, 1, CHOOSE_RANDOM);
        white += game_info_engine_side(round_info(begun(told))) == RK_BLACK;
        struct round *round = round_find(&house.server, told.id);
        const struct command over = {.verb = VERB_ABORT, .by = anna, .version = -1};
        struct told aborted = {0};
        round_command(round, &over, told_reply, &aborted);
        house_pass(&house, 4000);
        assert_int_equal(aborted.reply.refusal, NOT_REFUSED);
        end_thoughts();
    }
    assert_in_range(white, 3, 17);
}

static void the_head_of_such_a_game_is_read_back_as_it_was(void **state)
{
    (void)state;
    struct game_info read;
    struct buffer text = {0};
    rk_fault fault;
    const struct game_info *info = round_info(begun(begin(&anna, 7, CHOOSE_WHITE)));
    game_info_write(info, &text);
    assert_int_equal(game_info_read(info->id, text.bytes, text.size, &read, &fault), RK_OK);
    assert_int_equal(game_info_engine_side(&read), RK_BLACK);
    assert_int_equal(identity_level(&read.players[RK_BLACK]), 7);
    buffer_put(&text, '\0');
    char *id = strstr(text.bytes, "\"!7\"");
    assert_non_null(id);
    id[2] = '9'; // there is no such level
    assert_int_equal(game_info_read(info->id, text.bytes, text.size - 1, &read, &fault),
                     RK_BAD_RECORD);
    buffer_fini(&text);
}

static void guests_may_play_it_if_guests_may_play(void **state)
{
    (void)state;
    const struct identity guest = house_guest(&house, "~gast");
    begun(begin(&guest, 1, CHOOSE_WHITE));
    house.server.config.guests = false;
    const struct identity other = house_guest(&house, "~andere");
    expect_refused(begin(&other, 1, CHOOSE_WHITE), REFUSED_FORBIDDEN, "guests");
}

// ---- what is refused -------------------------------------------------------------------------

static void what_cannot_be_is_refused_with_the_reason(void **state)
{
    (void)state;
    struct game_settings rated = house_terms("5+3");
    struct told told;
    const struct identity nobody = {.id = ""};
    expect_refused(begin(&anna, 0, CHOOSE_WHITE), REFUSED_SYNTAX, "1 to 8");
    expect_refused(begin(&anna, 9, CHOOSE_WHITE), REFUSED_SYNTAX, "1 to 8");
    expect_refused(begin(&nobody, 1, CHOOSE_WHITE), REFUSED_UNAUTHENTICATED, "");
    rated.rated = true;
    ask(&anna, 1, &rated, &told);
    expect_refused(told, REFUSED_SYNTAX, "never rated");
    house.server.host.think = NULL;
    expect_refused(begin(&anna, 1, CHOOSE_WHITE), REFUSED_NOT_NOW, "no engine");
}

static void a_second_game_of_the_same_player_waits_for_the_first(void **state)
{
    (void)state;
    const struct told first = begin(&anna, 1, CHOOSE_WHITE);
    expect_refused(begin(&anna, 1, CHOOSE_WHITE), REFUSED_NOT_NOW, first.id);
    begun(begin(&bert, 1, CHOOSE_WHITE));
    house_resign(&house, first.id, RK_WHITE);
    begun(begin(&anna, 1, CHOOSE_WHITE));
}

static void two_wishes_at_once_make_one_game(void **state)
{
    (void)state;
    const struct game_settings settings = house_terms("5+3");
    struct told first, second;
    ask(&anna, 1, &settings, &first);
    ask(&anna, 1, &settings, &second);
    house_settle(&house);
    assert_int_equal(first.count + second.count, 2);
    begun(first);
    expect_refused(second, REFUSED_NOT_NOW, "already");
}

static void the_engine_plays_so_many_games_and_no_more(void **state)
{
    (void)state;
    house.server.config.engine_games = 2;
    begun(begin(&anna, 1, CHOOSE_WHITE));
    const struct told second = begin(&bert, 1, CHOOSE_WHITE);
    begun(second);
    const struct identity cleo = house_add(&house, "Cleo", ROLE_PLAYER);
    expect_refused(begin(&cleo, 1, CHOOSE_WHITE), REFUSED_BUSY, "as many games as it can");
    house_resign(&house, second.id, RK_WHITE);
    begun(begin(&cleo, 1, CHOOSE_WHITE));
}

static void games_that_nobody_goes_on_with_are_in_nobodys_way(void **state)
{
    (void)state;
    house.server.config.engine_games = 1;
    begun(begin(&anna, 1, CHOOSE_WHITE));
    expect_refused(begin(&bert, 1, CHOOSE_WHITE), REFUSED_BUSY, "as many games as it can");
    house_pass(&house, 11 * 60 * 1000);
    begun(begin(&bert, 1, CHOOSE_WHITE));
}

static void nobody_begins_too_many_in_a_minute(void **state)
{
    (void)state;
    struct told told = {0};
    house.server.config.engine_games = house.server.config.engine_games_each = 100;
    for (int i = 0; i < 21 && !told.reply.refusal; i++)
        told = begin(&anna, 1, CHOOSE_WHITE);
    expect_refused(told, REFUSED_RATE, "");
    assert_string_equal(told.reply.limit, "challenge.ai");
}

static void a_server_that_ends_meanwhile_tells_nobody(void **state)
{
    (void)state;
    const struct game_settings settings = house_terms("5+3");
    struct told told;
    ask(&anna, 1, &settings, &told);
    house_restart(&house);
    assert_int_equal(told.count, 0);
}

// ---- and again -------------------------------------------------------------------------------

static void a_rematch_begins_at_once_with_sides_swapped(void **state)
{
    (void)state;
    const struct told first = begin(&anna, 5, CHOOSE_WHITE);
    house_resign(&house, first.id, RK_WHITE);
    struct round *old = round_find(&house.server, first.id);
    struct told told = {0};
    rematch_offer(&house.server, old, &anna, told_reply, &told);
    house_settle(&house);
    assert_int_equal(told.count, 1);
    assert_int_equal(told.reply.refusal, NOT_REFUSED);
    const struct round *rounds[2];
    assert_int_equal(rounds_list(&house.server, anna.id, rounds, 2), 1);
    const struct game_info *info = round_info(rounds[0]);
    assert_int_equal(game_info_engine_side(info), RK_WHITE);
    assert_int_equal(identity_level(&info->players[RK_WHITE]), 5);
    assert_string_equal(info->rematch_of, first.id);
    rematch_offer(&house.server, old, &anna, told_reply, &told); // twice is once
    house_settle(&house);
    assert_int_equal(rounds_list(&house.server, anna.id, rounds, 2), 1);
}

#define ROW(function) cmocka_unit_test_setup_teardown(function, open_house, close_house)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ROW(a_game_begins_on_the_side_that_was_wished),
        ROW(sides_are_drawn_where_nobody_cares),
        ROW(the_head_of_such_a_game_is_read_back_as_it_was),
        ROW(guests_may_play_it_if_guests_may_play),
        ROW(what_cannot_be_is_refused_with_the_reason),
        ROW(a_second_game_of_the_same_player_waits_for_the_first),
        ROW(two_wishes_at_once_make_one_game),
        ROW(the_engine_plays_so_many_games_and_no_more),
        ROW(games_that_nobody_goes_on_with_are_in_nobodys_way),
        ROW(nobody_begins_too_many_in_a_minute),
        ROW(a_server_that_ends_meanwhile_tells_nobody),
        ROW(a_rematch_begins_at_once_with_sides_swapped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
