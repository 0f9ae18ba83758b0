/* SPDX-License-Identifier: MIT */
/* Seeks: listing, pairing, accepting and removing them. */
#include "lobby/seeks.h"

#include <stdio.h>
#include <string.h>

#include "accounts/relations.h"
#include "support/board.h"
#include "support/harness.h"
#include "support/harness_accounts.h"

static struct harness harness;
static struct identity anna, bert, cleo;

static int set_up(void **state)
{
    (void)state;
    harness_open(&harness);
    anna = harness_add_account(&harness, "Anna", ROLE_PLAYER);
    bert = harness_add_account(&harness, "Bert", ROLE_PLAYER);
    cleo = harness_add_account(&harness, "Cleo", ROLE_PLAYER);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    harness_close(&harness);
    return 0;
}

/* The owner of a seek: the reply, and how the seek ended. */
struct owner {
    struct recorded_reply result; /* first, because it is the context of the callback */
    unsigned over;
    char game[GAME_ID_SIZE + 1];
    char why[200];
};

static void record_end(void *context, const char *game, const char *why)
{
    struct owner *owner = context;
    assert_int_equal(owner->result.count, 1); // never before the reply
    owner->over++;
    snprintf(owner->game, sizeof owner->game, "%s", game ? game : "");
    snprintf(owner->why, sizeof owner->why, "%s", why ? why : "");
}

static void send_seek(struct owner *owner, const struct identity *who,
                      const struct game_settings *settings)
{
    const struct seek_params params = {
        .who = who, .address = "10.0.0.1", .settings = settings, .on_end = record_end};
    const struct seek *former = seek_find_by_owner(harness.server, who->id);
    if (former && former->context == owner) // the owner is reused for a second seek
        assert_true(seek_remove(harness.server, former->id, who->id));
    *owner = (struct owner){.over = 0};
    seek_add(harness.server, &params, record_id, owner);
}

static void seek(struct owner *owner, const struct identity *who,
                 const struct game_settings *settings)
{
    send_seek(owner, who, settings);
    harness_settle(&harness);
    assert_int_equal(owner->result.count, 1);
}

static void expect_listed(const struct owner *owner, const struct identity *who)
{
    const struct seek *mine = seek_find_by_owner(harness.server, who->id);
    if (owner->result.reply.refusal)
        fail_msg("%s", owner->result.why);
    assert_non_null(mine);
    assert_string_equal(mine->id, owner->result.id);
    assert_int_equal(owner->over, 0);
}

static void expect_seek_refused(const struct owner *owner, enum refusal refusal)
{
    assert_int_equal(owner->result.reply.refusal, refusal);
    assert_string_equal(owner->result.id, "");
    assert_int_equal(owner->over, 0);
}

/* The game that a reply names. */
static const struct game_info *game_of(const struct owner *owner)
{
    struct round *round = rounds_find(harness.server, owner->result.id);
    if (!round)
        fail_msg("no game: %s", owner->result.why);
    return round_info(round);
}

/* Somebody who watches the lobby. */
struct spectator {
    struct lobby_watcher watcher;
    unsigned found, lost;
    char last_found[GAME_ID_SIZE + 1], last_lost[GAME_ID_SIZE + 1];
};

static void record_found(struct lobby_watcher *watcher, const struct seek *shown)
{
    struct spectator *spectator = LIST_OWNER(watcher, struct spectator, watcher);
    spectator->found++;
    snprintf(spectator->last_found, sizeof spectator->last_found, "%s", shown->id);
}

static void record_lost(struct lobby_watcher *watcher, const char *id)
{
    struct spectator *spectator = LIST_OWNER(watcher, struct spectator, watcher);
    spectator->lost++;
    snprintf(spectator->last_lost, sizeof spectator->last_lost, "%s", id);
}

static void watch_lobby(struct spectator *spectator)
{
    *spectator = (struct spectator){
        .watcher = {.who = "", .on_added = record_found, .on_removed = record_lost}};
    lobby_watch(harness.server, &spectator->watcher);
}

static void block(const struct identity *who, const char *name)
{
    struct account_reply done = {.count = 0};
    relation_set(harness.server, who, name, RELATION_BLOCKS, record_done, &done);
    harness_settle(&harness);
    assert_int_equal(done.count, 1);
    assert_int_equal(done.refusal, NOT_REFUSED);
}

// ---- listing ---------------------------------------------------------------------------------

static void a_seek_is_listed_until_it_is_removed(void **state)
{
    (void)state;
    const struct game_settings settings = settings_for("5+3");
    struct spectator early, late;
    struct owner owner;
    watch_lobby(&early);
    assert_null(seek_find_by_owner(harness.server, anna.id));
    seek(&owner, &anna, &settings);
    expect_listed(&owner, &anna);
    watch_lobby(&late);
    assert_int_equal(early.found, 1);
    assert_int_equal(late.found, 1);
    assert_string_equal(late.last_found, owner.result.id);
    assert_false(seek_remove(harness.server, owner.result.id, bert.id));
    assert_false(seek_remove(harness.server, "nothing0", anna.id));
    lobby_unwatch(&late.watcher);
    assert_true(seek_remove(harness.server, owner.result.id, anna.id));
    assert_false(seek_remove(harness.server, owner.result.id, anna.id));
    assert_int_equal(owner.over, 0);
    assert_int_equal(early.lost, 1);
    assert_int_equal(late.lost, 0);
    assert_null(seek_find_by_owner(harness.server, anna.id));
    lobby_unwatch(&early.watcher);
}

static void a_second_seek_replaces_the_first(void **state)
{
    (void)state;
    const struct game_settings settings = settings_for("5+3"), others = settings_for("10+0");
    struct owner first, second;
    struct spectator spectator;
    watch_lobby(&spectator);
    seek(&first, &anna, &settings);
    seek(&second, &anna, &others);
    assert_int_equal(first.over, 1);
    assert_string_equal(first.game, "");
    assert_string_equal(spectator.last_lost, first.result.id);
    expect_listed(&second, &anna);
    lobby_unwatch(&spectator.watcher);
}

static void a_persistent_seek_needs_no_connection_and_expires_after_thirty_days(void **state)
{
    (void)state;
    const struct game_settings days = settings_for("3 days"), fast = settings_for("5+0");
    struct seek_params params = {.who = &anna, .settings = &days, .persistent = true};
    struct spectator spectator;
    watch_lobby(&spectator);
    for (int i = 0; i < 5; i++) {
        struct recorded_reply result = {0};
        seek_add(harness.server, &params, record_id, &result);
        assert_int_equal(result.count + spectator.found, i); // not before it is on disk
        harness_settle(&harness);
        assert_int_equal(result.count, 1);
        assert_int_equal(result.reply.refusal, NOT_REFUSED);
    }
    struct recorded_reply result = {0};
    seek_add(harness.server, &params, record_id, &result);
    assert_int_equal(result.reply.refusal, REFUSED_NOT_NOW);
    params.who = &bert;
    params.settings = &fast;
    seek_add(harness.server, &params, record_id, &result);
    assert_int_equal(result.reply.refusal, REFUSED_SYNTAX);
    assert_null(
        seek_find_by_owner(harness.server, anna.id)); // none of them belongs to a connection
    assert_int_equal(spectator.found, 5);
    harness_wait(&harness, 30 * DAY - 1);
    assert_int_equal(spectator.lost, 0);
    harness_wait(&harness, 1);
    assert_int_equal(spectator.lost, 5);
    lobby_unwatch(&spectator.watcher);
}

static void a_persistent_seek_expires_by_the_date_if_the_clock_is_set(void **state)
{
    (void)state;
    const struct game_settings days = settings_for("3 days");
    const struct seek_params params = {.who = &anna, .settings = &days, .persistent = true};
    const int64_t date = server_date(harness.server);
    struct spectator spectator;
    struct recorded_reply result = {0};
    watch_lobby(&spectator);
    server_set_date(harness.server, date - 40 * DAY);
    seek_add(harness.server, &params, record_id, &result);
    harness_wait(&harness, MINUTE);
    assert_int_equal(spectator.found, 1);
    server_set_date(harness.server, date - 11 * DAY);
    harness_wait(&harness, MINUTE);
    assert_int_equal(spectator.lost, 0);
    server_set_date(harness.server, date - 10 * DAY);
    harness_wait(&harness, MINUTE);
    assert_int_equal(spectator.lost, 1);
    lobby_unwatch(&spectator.watcher);
}

static void a_persistent_seek_survives_a_restart(void **state)
{
    (void)state;
    const struct game_settings days = settings_for("3 days");
    struct game_settings black = days;
    black.side_choice = CHOOSE_BLACK;
    const struct seek_params params = {
        .who = &anna, .settings = &black, .rating_range = "1500-1800", .persistent = true};
    struct recorded_reply first = {0}, second = {0}, taken = {0};
    struct spectator spectator;
    seek_add(harness.server, &params, record_id, &first);
    seek_add(harness.server, &params, record_id, &second);
    harness_settle(&harness);
    harness_crash(&harness, SECOND);
    watch_lobby(&spectator);
    assert_int_equal(spectator.found, 2);
    seek_accept(harness.server, first.id, &bert, "10.0.0.1", record_id, &taken);
    harness_settle(&harness);
    assert_string_equal(taken.id, first.id);
    const struct game_info *info = round_info(rounds_find(harness.server, taken.id));
    assert_string_equal(info->players[RK_BLACK].name, "Anna");
    lobby_unwatch(&spectator.watcher);

    harness_wait(&harness, 29 * DAY);
    harness_crash(&harness, SECOND);
    watch_lobby(&spectator);
    assert_int_equal(spectator.found, 1);
    assert_string_equal(spectator.last_found, second.id);
    harness_wait(&harness, DAY);
    assert_string_equal(spectator.last_lost, second.id);
    lobby_unwatch(&spectator.watcher);
    harness_settle(&harness);
    harness_crash(&harness, SECOND);
    watch_lobby(&spectator);
    assert_int_equal(spectator.found, 0);
    lobby_unwatch(&spectator.watcher);
}

static void a_persistent_seek_that_cannot_be_stored_is_refused(void **state)
{
    (void)state;
    const struct game_settings days = settings_for("3 days");
    const struct seek_params params = {.who = &anna, .settings = &days, .persistent = true};
    struct recorded_reply result = {0};
    struct spectator spectator;
    watch_lobby(&spectator);
    harness.store.writes_fail = true;
    seek_add(harness.server, &params, record_id, &result);
    harness_settle(&harness);
    assert_int_equal(result.reply.refusal, REFUSED_STORE);
    assert_int_equal(spectator.found, 0);
    lobby_unwatch(&spectator.watcher);
}

static void a_persistent_seek_that_was_refused_does_not_come_back(void **state)
{
    (void)state;
    const struct game_settings days = settings_for("3 days");
    const struct seek_params params = {.who = &anna, .settings = &days, .persistent = true};
    struct recorded_reply result = {0};
    struct spectator spectator;
    harness.store.unknown_writes = 1;
    harness.store.unknown_land = true;
    seek_add(harness.server, &params, record_id, &result);
    harness_settle(&harness);
    assert_int_equal(result.reply.refusal, REFUSED_STORE);
    harness_crash(&harness, SECOND);
    watch_lobby(&spectator);
    assert_int_equal(spectator.found, 0);
    lobby_unwatch(&spectator.watcher);
}

static void the_lobby_holds_a_thousand_seeks(void **state)
{
    (void)state;
    const struct game_settings settings = settings_for("5+3");
    struct game_settings black = settings;
    struct owner owner;
    black.side_choice = CHOOSE_BLACK; // all want Black, so that nobody is paired
    for (int i = 0; i < 1000; i++) {
        char name[IDENTITY_NAME_MAX];
        snprintf(name, sizeof name, "crowd%d", i);
        const struct identity who = {.role = ROLE_PLAYER};
        struct identity one = who;
        snprintf(one.id, sizeof one.id, "%s", name);
        send_seek(&owner, &one, &black);
        assert_int_equal(owner.result.reply.refusal, NOT_REFUSED);
    }
    send_seek(&owner, &anna, &black);
    expect_seek_refused(&owner, REFUSED_BUSY);
}

// ---- permissions -----------------------------------------------------------------------------

static void bots_and_anonymous_callers_cannot_seek(void **state)
{
    (void)state;
    const struct game_settings settings = settings_for("5+3");
    const struct identity bot = harness_add_account(&harness, "Robo", ROLE_BOT),
                          nobody = {.id = ""};
    struct owner owner;
    seek(&owner, &bot, &settings);
    expect_seek_refused(&owner, REFUSED_FORBIDDEN);
    seek(&owner, &nobody, &settings);
    expect_seek_refused(&owner, REFUSED_UNAUTHENTICATED);
    harness.server->stopping = true;
    seek(&owner, &anna, &settings);
    expect_seek_refused(&owner, REFUSED_STOPPING);
    harness.server->stopping = false;
}

static void guests_can_only_seek_casual_games(void **state)
{
    (void)state;
    struct game_settings settings = settings_for("5+3");
    const struct identity guest = identity_named("~abc", ROLE_GUEST);
    struct owner owner;
    seek(&owner, &guest, &settings);
    expect_listed(&owner, &guest);
    settings.rated = true;
    seek(&owner, &guest, &settings);
    expect_seek_refused(&owner, REFUSED_FORBIDDEN);
    struct owner hers;
    seek(&hers, &anna, &settings);
    expect_listed(&hers, &anna);
    struct recorded_reply result = {0};
    seek_accept(harness.server, hers.result.id, &guest, "10.0.0.1", record_id, &result);
    assert_int_equal(result.reply.refusal, REFUSED_FORBIDDEN);
    harness.server->config.guests = false;
    settings.rated = false;
    seek(&owner, &guest, &settings);
    expect_seek_refused(&owner, REFUSED_FORBIDDEN);
}

static void a_rated_seek_can_be_casual_for_guests(void **state)
{
    (void)state;
    struct owner owner = {.over = 0}, other;
    struct recorded_reply result = {0};
    const struct game_settings casual = settings_for("5+3");
    struct game_settings rated = casual;
    rated.rated = true;
    const struct identity guest = identity_named("~abc", ROLE_GUEST);
    const struct identity late = identity_named("~def", ROLE_GUEST);
    const struct seek_params params = {
        .who = &anna, .settings = &rated, .on_end = record_end, .casual_for_guests = true};
    seek_add(harness.server, &params, record_id, &owner);
    harness_settle(&harness);
    expect_listed(&owner, &anna);
    seek_accept(harness.server, owner.result.id, &guest, "10.0.0.1", record_id, &result);
    harness_settle(&harness);
    assert_false(round_info(rounds_find(harness.server, result.id))->settings.rated);

    owner = (struct owner){.over = 0};
    seek_add(harness.server, &params, record_id, &owner);
    harness_settle(&harness);
    seek(&other, &bert, &casual); // people with an account get a rated game
    expect_listed(&other, &bert);
    expect_listed(&owner, &anna);
    seek(&other, &bert, &rated);
    assert_true(round_info(rounds_find(harness.server, other.result.id))->settings.rated);

    owner = (struct owner){.over = 0};
    seek_add(harness.server, &params, record_id, &owner);
    harness_settle(&harness);
    seek(&other, &late, &casual); // is paired at once
    assert_false(round_info(rounds_find(harness.server, other.result.id))->settings.rated);
}

static void seeks_are_rate_limited_by_account_and_for_guests_by_address(void **state)
{
    (void)state;
    const struct game_settings settings = settings_for("5+3");
    struct owner owner;
    for (int i = 0; i < 20; i++) {
        seek(&owner, &anna, &settings);
        assert_int_equal(owner.result.reply.refusal, NOT_REFUSED);
    }
    seek(&owner, &anna, &settings);
    expect_seek_refused(&owner, REFUSED_RATE);
    assert_string_equal(owner.result.reply.limit, limit_key(LIMIT_SEEK));
    assert_true(owner.result.reply.wait > 0);
    enum { GUESTS = 61 }; // two classes at one address, and one guest
    static struct owner guests[GUESTS];
    for (int i = 0; i < GUESTS; i++) {
        char name[8];
        snprintf(name, sizeof name, "~g%02d", i);
        const struct identity guest = identity_named(name, ROLE_GUEST);
        seek(&guests[i], &guest, &settings);
    }
    assert_int_equal(guests[GUESTS - 2].result.reply.refusal, NOT_REFUSED);
    expect_seek_refused(&guests[GUESTS - 1], REFUSED_RATE);
    assert_string_equal(guests[GUESTS - 1].result.reply.limit, limit_key(LIMIT_GUEST_SEEK));
}

static void a_rating_range_is_kept_or_refused(void **state)
{
    (void)state;
    const struct game_settings settings = settings_for("5+3");
    static const struct {
        const char *text;
        bool good;
    } rows[] = {
        {"1500-1800", true},  {"", true},         {NULL, true},        {"0-4000", true},
        {"1800-1500", false}, {"1500", false},    {"a-b", false},      {"1500-1800x", false},
        {"-5-100", false},    {"0-99999", false}, {"1500 1800", false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct recorded_reply result = {0};
        const struct seek_params params = {
            .who = &anna, .settings = &settings, .rating_range = rows[i].text};
        seek_add(harness.server, &params, record_id, &result);
        assert_int_equal(result.reply.refusal, rows[i].good ? NOT_REFUSED : REFUSED_SYNTAX);
    }
    assert_int_equal(seek_find_by_owner(harness.server, anna.id)->rating_max, 4000);
}

// ---- pairing ---------------------------------------------------------------------------------

static void compatible_seeks_are_paired_at_once(void **state)
{
    (void)state;
    const struct game_settings settings = settings_for("5+3");
    struct owner hers, his;
    struct fake_listener listener;
    struct spectator spectator;
    fake_listener_join(&listener, &harness, anna.id);
    watch_lobby(&spectator);
    seek(&hers, &anna, &settings);
    seek(&his, &bert, &settings);
    const struct game_info *info = game_of(&his);
    assert_int_equal(info->source, SOURCE_LOBBY);
    assert_true(game_info_side(info, anna.id) < 2 && game_info_side(info, bert.id) < 2);
    assert_int_equal(hers.over, 1);
    assert_string_equal(hers.game, info->id);
    assert_int_equal(his.over, 0); // the reply named the game
    assert_int_equal(fake_listener_count(&listener, NOTICE_GAME_START, info->id), 1);
    assert_int_equal(spectator.found, 1);
    assert_int_equal(spectator.lost, 1);
    assert_null(seek_find_by_owner(harness.server, anna.id));
    assert_null(seek_find_by_owner(harness.server, bert.id));
    lobby_unwatch(&spectator.watcher);
    fake_listener_leave(&listener);
}

static void simultaneous_persistent_seeks_are_paired(void **state)
{
    (void)state;
    const struct game_settings days = settings_for("3 days");
    struct recorded_reply hers = {0}, his = {0}, theirs = {0};
    struct spectator spectator;
    seek_add(harness.server,
             &(struct seek_params){.who = &anna, .settings = &days, .persistent = true}, record_id,
             &hers);
    seek_add(harness.server,
             &(struct seek_params){.who = &bert, .settings = &days, .persistent = true}, record_id,
             &his);
    seek_add(harness.server,
             &(struct seek_params){.who = &cleo, .settings = &days, .persistent = true}, record_id,
             &theirs);
    harness_settle(&harness);
    assert_int_equal(hers.count + his.count + theirs.count, 3);
    assert_string_equal(his.id, hers.id);
    const struct game_info *info = round_info(rounds_find(harness.server, hers.id));
    assert_true(game_info_side(info, anna.id) < 2 && game_info_side(info, bert.id) < 2);
    for (int i = 0; i < 2; i++) {
        watch_lobby(&spectator); // two are paired; the third stays listed, also on disk
        assert_int_equal(spectator.found, 1);
        assert_string_equal(spectator.last_found, theirs.id);
        lobby_unwatch(&spectator.watcher);
        harness_crash(&harness, SECOND);
    }
}

static void the_oldest_compatible_seek_is_paired(void **state)
{
    (void)state;
    const struct game_settings settings = settings_for("5+3");
    struct game_settings white = settings;
    struct owner hers, his, theirs;
    white.side_choice = CHOOSE_WHITE;
    seek(&hers, &anna, &white);
    seek(&his, &bert, &white);
    seek(&theirs, &cleo, &settings);
    assert_string_equal(game_of(&theirs)->players[RK_WHITE].id, anna.id);
    expect_listed(&his, &bert);
}

static void incompatible_seeks_are_not_paired(void **state)
{
    (void)state;
    struct game_settings settings = settings_for("5+3"), others[8];
    for (int i = 0; i < 8; i++)
        others[i] = settings;
    others[0] = settings_for("5+2");
    others[1] = settings_for("5d3");
    others[2] = settings_for("5+3 / 5+2");
    others[3].rated = true;
    others[4].hidden = true;
    others[5].variant = RK_ATOMIC;
    others[6].rules = RULE_NO_ABORT;
    others[7].from_position = true;
    struct owner hers, his;
    seek(&hers, &anna, &settings);
    for (int i = 0; i < 8; i++) {
        seek(&his, &bert, &others[i]);
        expect_listed(&his, &bert);
        expect_listed(&hers, &anna);
    }
}

static void custom_start_positions_must_be_equal(void **state)
{
    (void)state;
    struct game_settings one = settings_for("5+3"), other, again;
    one.from_position = true;
    one.start = position("1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1");
    other = again = one;
    other.start = position("1K1k4/1P6/8/8/8/8/r7/4R3 w - - 0 1");
    struct owner hers, his, theirs;
    seek(&hers, &anna, &one);
    seek(&his, &bert, &other);
    expect_listed(&his, &bert);
    seek(&theirs, &cleo, &again);
    assert_int_equal(game_info_side(game_of(&theirs), anna.id) < 2, true);
    // Each Chess960 seek draws its own position, but they are compatible.
    struct game_settings drawn = settings_for("5+3"), redrawn;
    drawn.variant = RK_CHESS960;
    assert_int_equal(rk_position_chess960(7, &drawn.start), RK_OK);
    redrawn = drawn;
    assert_int_equal(rk_position_chess960(800, &redrawn.start), RK_OK);
    seek(&hers, &anna, &drawn);
    seek(&his, &bert, &redrawn);
    assert_true(rk_position_same(&game_of(&his)->settings.start, &drawn.start));
}

static void both_players_get_the_side_they_asked_for(void **state)
{
    (void)state;
    static const struct {
        enum side_choice hers, his;
        int white; /* 0 Anna, 1 Bert, 2 either, 3 no game */
    } rows[] = {{CHOOSE_WHITE, CHOOSE_BLACK, 0},   {CHOOSE_BLACK, CHOOSE_WHITE, 1},
                {CHOOSE_WHITE, CHOOSE_RANDOM, 0},  {CHOOSE_RANDOM, CHOOSE_WHITE, 1},
                {CHOOSE_RANDOM, CHOOSE_BLACK, 0},  {CHOOSE_BLACK, CHOOSE_RANDOM, 1},
                {CHOOSE_RANDOM, CHOOSE_RANDOM, 2}, {CHOOSE_WHITE, CHOOSE_WHITE, 3},
                {CHOOSE_BLACK, CHOOSE_BLACK, 3}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct game_settings settings = settings_for("5+3");
        struct owner hers, his;
        settings.side_choice = rows[i].hers;
        seek(&hers, &anna, &settings);
        settings.side_choice = rows[i].his;
        seek(&his, &bert, &settings);
        if (rows[i].white == 3)
            expect_listed(&his, &bert);
        else if (rows[i].white < 2)
            assert_string_equal(game_of(&his)->players[RK_WHITE].id,
                                rows[i].white ? bert.id : anna.id);
        else
            assert_true(game_info_side(game_of(&his), anna.id) < 2);
    }
}

static void a_listed_seek_can_be_accepted(void **state)
{
    (void)state;
    struct game_settings settings = settings_for("15+10");
    struct owner hers, his;
    struct recorded_reply result = {0};
    settings.side_choice = CHOOSE_BLACK;
    seek(&hers, &anna, &settings);
    settings = settings_for("1+0");
    seek(&his, &bert, &settings);
    seek_accept(harness.server, hers.result.id, &anna, "10.0.0.1", record_id, &result);
    assert_int_equal(result.reply.refusal, REFUSED_NOT_NOW); // cannot accept one's own
    result = (struct recorded_reply){0};
    seek_accept(harness.server, hers.result.id, &bert, "10.0.0.1", record_id, &result);
    harness_settle(&harness);
    assert_int_equal(result.reply.refusal, NOT_REFUSED);
    assert_string_equal(hers.game, result.id);
    assert_string_equal(his.game, result.id); // a started game removes the other seek
    assert_string_equal(round_info(rounds_find(harness.server, result.id))->players[RK_WHITE].id,
                        bert.id);
    result = (struct recorded_reply){0};
    seek_accept(harness.server, hers.result.id, &cleo, "10.0.0.1", record_id, &result);
    assert_int_equal(result.reply.refusal, REFUSED_NOT_FOUND);
    assert_int_equal(result.count, 1);
}

static void only_one_of_two_simultaneous_accepts_succeeds(void **state)
{
    (void)state;
    const struct game_settings settings = settings_for("5+3");
    struct owner hers;
    struct recorded_reply his = {0}, theirs = {0};
    seek(&hers, &anna, &settings);
    seek_accept(harness.server, hers.result.id, &bert, "10.0.0.1", record_id, &his);
    seek_accept(harness.server, hers.result.id, &cleo, "10.0.0.1", record_id, &theirs);
    harness_settle(&harness);
    assert_int_equal(his.reply.refusal, NOT_REFUSED);
    assert_int_equal(theirs.reply.refusal, REFUSED_NOT_FOUND);
    assert_int_equal(hers.over, 1);
}

static void a_seek_is_listed_again_if_its_game_cannot_start(void **state)
{
    (void)state;
    const struct game_settings settings = settings_for("5+3");
    struct owner hers, his;
    struct spectator spectator;
    seek(&hers, &anna, &settings);
    watch_lobby(&spectator);
    harness.store.writes_fail = true;
    seek(&his, &bert, &settings);
    expect_seek_refused(&his, REFUSED_STORE);
    assert_int_equal(spectator.found, 2);
    assert_int_equal(spectator.lost, 1);
    expect_listed(&hers, &anna);
    harness.store.writes_fail = false;
    seek(&his, &bert, &settings);
    assert_string_equal(hers.game, game_of(&his)->id);
    lobby_unwatch(&spectator.watcher);
}

static void the_owner_can_leave_while_the_game_starts(void **state)
{
    (void)state;
    const struct game_settings settings = settings_for("5+3");
    for (int i = 0; i < 2; i++) {
        struct owner hers, his;
        seek(&hers, &anna, &settings);
        harness.store.writes_fail = i;
        send_seek(&his, &bert, &settings);
        assert_int_equal(his.result.count, 0);
        assert_false(seek_remove(harness.server, hers.result.id, bert.id));
        assert_true(seek_remove(harness.server, hers.result.id, anna.id));
        harness_settle(&harness);
        assert_int_equal(his.result.reply.refusal, i ? REFUSED_STORE : NOT_REFUSED);
        assert_int_equal(hers.over, 0); // the owner is gone
        assert_null(seek_find_by_owner(harness.server, anna.id));
    }
}

static void a_persistent_seek_of_a_closed_account_is_removed(void **state)
{
    (void)state;
    const struct game_settings days = settings_for("3 days");
    const struct seek_params params = {.who = &anna, .settings = &days, .persistent = true};
    struct recorded_reply result = {0};
    seek_add(harness.server, &params, record_id, &result);
    harness_settle(&harness);
    fake_store_call(&harness.store, STORE_SET_STATUS, anna.id, ACCOUNT_CLOSED);
    struct owner his;
    seek(&his, &bert, &days);
    expect_seek_refused(&his, REFUSED_NOT_FOUND);
    seek(&his, &bert, &days);
    expect_listed(&his, &bert);
}

static void persistent_seeks_of_a_banned_account_are_removed(void **state)
{
    (void)state;
    const struct game_settings days = settings_for("3 days"), week = settings_for("7 days");
    struct recorded_reply hers = {0}, his = {0}, late = {0};
    struct spectator spectator;
    seek_add(harness.server,
             &(struct seek_params){.who = &anna, .settings = &days, .persistent = true}, record_id,
             &hers);
    seek_add(harness.server,
             &(struct seek_params){.who = &bert, .settings = &week, .persistent = true}, record_id,
             &his);
    harness_settle(&harness);
    watch_lobby(&spectator);
    fake_store_call(&harness.store, STORE_SET_STATUS, anna.id, ACCOUNT_BANNED);
    seek_add(harness.server,
             &(struct seek_params){.who = &anna, .settings = &days, .persistent = true}, record_id,
             &late); // being written when the ban is noticed
    harness_wait(&harness, 15000);
    harness_settle(&harness);
    harness_wait(&harness, 15000);
    harness_settle(&harness);
    assert_int_equal(spectator.found - spectator.lost, 1);
    lobby_unwatch(&spectator.watcher);
    harness_crash(&harness, SECOND);
    watch_lobby(&spectator);
    assert_int_equal(spectator.found, 1);
    assert_string_equal(spectator.last_found, his.id);
    lobby_unwatch(&spectator.watcher);
}

static void seeks_of_an_account_banned_during_downtime_are_removed(void **state)
{
    (void)state;
    const struct game_settings days = settings_for("3 days");
    struct recorded_reply result = {0};
    struct spectator spectator;
    seek_add(harness.server,
             &(struct seek_params){.who = &anna, .settings = &days, .persistent = true}, record_id,
             &result);
    harness_settle(&harness);
    fake_store_call(&harness.store, STORE_SET_STATUS, anna.id, ACCOUNT_BANNED);
    harness_crash(&harness, SECOND);
    watch_lobby(&spectator);
    assert_int_equal(spectator.found, 0);
    lobby_unwatch(&spectator.watcher);
    fake_store_call(&harness.store, STORE_SET_STATUS, anna.id, ACCOUNT_ACTIVE);
    harness_crash(&harness, SECOND); // it is gone from the disk too
    watch_lobby(&spectator);
    assert_int_equal(spectator.found, 0);
    lobby_unwatch(&spectator.watcher);
}

static void the_server_can_end_at_any_time(void **state)
{
    (void)state;
    const struct game_settings settings = settings_for("5+3");
    struct owner hers, his, theirs;
    struct spectator spectator;
    watch_lobby(&spectator);
    seek(&hers, &anna, &settings);
    send_seek(&his, &bert, &settings); // its game is being written
    send_seek(&theirs, &cleo, &settings);
    harness_crash(&harness, SECOND);
    assert_int_equal(his.result.count, 0);
    assert_int_equal(hers.over + theirs.over, 0);
    assert_null(seek_find_by_owner(harness.server, cleo.id));
}

// ---- blocks and ratings ----------------------------------------------------------------------

static void players_who_block_each_other_are_not_paired(void **state)
{
    (void)state;
    const struct game_settings settings = settings_for("5+3");
    struct owner hers, his, theirs;
    block(&anna, "Bert");
    seek(&hers, &anna, &settings);
    seek(&his, &bert, &settings);
    expect_listed(&hers, &anna);
    expect_listed(&his, &bert);
    harness_restart(&harness, SECOND); // the block is loaded again
    seek(&his, &bert, &settings);
    seek(&hers, &anna, &settings);
    expect_listed(&his, &bert);
    seek(&theirs, &cleo, &settings); // whom nobody blocks
    assert_int_equal(his.over, 1);
    expect_listed(&hers, &anna);
}

static void the_lobby_hides_seeks_of_people_who_block_each_other(void **state)
{
    (void)state;
    const struct game_settings settings = settings_for("5+3");
    struct owner hers;
    struct recorded_reply result = {.count = 0};
    struct spectator before, after;
    block(&bert, "Anna");
    watch_lobby(&before);
    before.watcher.who = bert.id;
    seek(&hers, &anna, &settings);
    watch_lobby(&after);
    assert_int_equal(before.found, 0);
    assert_int_equal(after.found, 1);
    seek_accept(harness.server, hers.result.id, &bert, "", record_id, &result);
    harness_settle(&harness);
    expect_refused(result, REFUSED_NOT_FOUND, "no such seek");
    expect_listed(&hers, &anna);
    struct account_reply done = {.count = 0};
    relation_clear(harness.server, &bert, "anna", RELATION_BLOCKS, record_done, &done);
    harness_settle(&harness);
    seek_accept(harness.server, hers.result.id, &bert, "", record_id, &result);
    harness_settle(&harness);
    assert_int_equal(hers.over, 1);
    lobby_unwatch(&before.watcher);
    lobby_unwatch(&after.watcher);
}

static void seek_in_range(struct owner *owner, const struct identity *who, const char *range)
{
    const struct game_settings settings = settings_for("5+3");
    *owner = (struct owner){.over = 0};
    seek_add(harness.server,
             &(struct seek_params){
                 .who = who, .settings = &settings, .rating_range = range, .on_end = record_end},
             record_id, owner);
    harness_settle(&harness);
    assert_int_equal(owner->result.count, 1);
}

static void a_seek_with_a_rating_range_is_for_those_in_it(void **state)
{
    (void)state;
    struct owner hers, his, theirs;
    struct recorded_reply result = {.count = 0};
    seek_in_range(&hers, &anna, "1600-2000");
    seek_in_range(&his, &bert, ""); // 1500, like everybody at first
    expect_listed(&hers, &anna);
    expect_listed(&his, &bert);
    seek_accept(harness.server, hers.result.id, &cleo, "", record_id, &result);
    expect_refused(result, REFUSED_FORBIDDEN, "for ratings 1600-2000, yours is 1500");
    seek_in_range(&theirs, &cleo, "1500-1500");
    assert_int_equal(his.over, 1);
}

static void a_guest_cannot_join_a_seek_with_a_rating_range(void **state)
{
    (void)state;
    struct owner hers;
    struct recorded_reply result = {.count = 0};
    const struct identity guest = identity_named("~guest", ROLE_GUEST);
    seek_in_range(&hers, &anna, "0-4000");
    seek_accept(harness.server, hers.result.id, &guest, "", record_id, &result);
    expect_refused(result, REFUSED_FORBIDDEN, "and you have none");
}

static void a_seek_that_is_refused_leaves_the_standing_one(void **state)
{
    (void)state;
    const struct game_settings settings = settings_for("5+3"), other = settings_for("10+0");
    struct owner first, second;
    seek(&first, &anna, &settings);
    for (int i = 0; i < 20 && !limits_check(harness.server, LIMIT_SEEK, anna.id, 1); i++)
        limits_take(harness.server, LIMIT_SEEK, anna.id, 1);
    seek(&second, &anna, &other);
    expect_seek_refused(&second, REFUSED_RATE);
    expect_listed(&first, &anna);
}

int main(void)
{
#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_seek_is_listed_until_it_is_removed),
        TEST(a_second_seek_replaces_the_first),
        TEST(a_persistent_seek_needs_no_connection_and_expires_after_thirty_days),
        TEST(a_persistent_seek_expires_by_the_date_if_the_clock_is_set),
        TEST(a_persistent_seek_survives_a_restart),
        TEST(a_persistent_seek_that_cannot_be_stored_is_refused),
        TEST(a_persistent_seek_that_was_refused_does_not_come_back),
        TEST(the_lobby_holds_a_thousand_seeks),
        TEST(bots_and_anonymous_callers_cannot_seek),
        TEST(guests_can_only_seek_casual_games),
        TEST(a_rated_seek_can_be_casual_for_guests),
        TEST(seeks_are_rate_limited_by_account_and_for_guests_by_address),
        TEST(a_rating_range_is_kept_or_refused),
        TEST(compatible_seeks_are_paired_at_once),
        TEST(simultaneous_persistent_seeks_are_paired),
        TEST(the_oldest_compatible_seek_is_paired),
        TEST(incompatible_seeks_are_not_paired),
        TEST(custom_start_positions_must_be_equal),
        TEST(both_players_get_the_side_they_asked_for),
        TEST(a_listed_seek_can_be_accepted),
        TEST(only_one_of_two_simultaneous_accepts_succeeds),
        TEST(a_seek_is_listed_again_if_its_game_cannot_start),
        TEST(the_owner_can_leave_while_the_game_starts),
        TEST(a_persistent_seek_of_a_closed_account_is_removed),
        TEST(persistent_seeks_of_a_banned_account_are_removed),
        TEST(seeks_of_an_account_banned_during_downtime_are_removed),
        TEST(the_server_can_end_at_any_time),
        TEST(players_who_block_each_other_are_not_paired),
        TEST(the_lobby_hides_seeks_of_people_who_block_each_other),
        TEST(a_seek_with_a_rating_range_is_for_those_in_it),
        TEST(a_guest_cannot_join_a_seek_with_a_rating_range),
        TEST(a_seek_that_is_refused_leaves_the_standing_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
