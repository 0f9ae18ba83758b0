/* SPDX-License-Identifier: MIT */
/* Challenges: creating, answering, storing and writing them, and failures along the way. */
#include "lobby/challenges.h"

#include <stdio.h>
#include <string.h>

#include "accounts/relations.h"
#include "rounds/rounds.h"
#include "support/board.h"
#include "support/harness_accounts.h"

static struct harness harness;
static struct identity anna, bert, cleo, robo;
static struct fake_listener annas_listener, berts_listener;
static const struct identity NOBODY = {.id = ""};

static int set_up(void **state)
{
    (void)state;
    harness_open(&harness);
    anna = harness_add_account(&harness, "Anna", ROLE_PLAYER);
    bert = harness_add_account(&harness, "Bert", ROLE_PLAYER);
    cleo = harness_add_account(&harness, "Cleo", ROLE_PLAYER);
    robo = harness_add_account(&harness, "Robo", ROLE_BOT);
    fake_listener_join(&annas_listener, &harness, anna.id);
    fake_listener_join(&berts_listener, &harness, bert.id);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    fake_listener_leave(&annas_listener);
    fake_listener_leave(&berts_listener);
    harness_close(&harness);
    return 0;
}

// ---- helpers ----------------------------------------------------------------------------------

static struct recorded_reply create_with(const struct identity *by, struct challenge_params params)
{
    const struct caller caller = {.who = *by, .scopes = ALL_SCOPES};
    const struct game_settings usual = settings_for("5+3");
    struct recorded_reply result = {0};
    params.by = &caller;
    params.address = params.address ? params.address : "10.0.0.1";
    params.settings = params.settings ? params.settings : &usual;
    challenge_create(harness.server, &params, record_challenge, &result);
    harness_settle(&harness);
    assert_int_equal(result.count, 1);
    return result;
}

/* A challenge by name. */
static struct recorded_reply challenge(const struct identity *by, const char *to)
{
    return create_with(by, (struct challenge_params){.to = to});
}

static struct recorded_reply accept_as(const char *id, const struct identity *by,
                                       enum side_choice side)
{
    struct recorded_reply result = {0};
    challenge_accept(harness.server, id, by, side, record_challenge, &result);
    harness_settle(&harness);
    assert_int_equal(result.count, 1);
    return result;
}

static struct recorded_reply accept(const char *id, const struct identity *by)
{
    return accept_as(id, by, CHOOSE_RANDOM);
}

static struct recorded_reply decline(const char *id, const struct identity *by,
                                     enum decline_reason reason)
{
    struct recorded_reply result = {0};
    challenge_decline(harness.server, id, by, reason, record_challenge, &result);
    harness_settle(&harness);
    assert_int_equal(result.count, 1);
    return result;
}

static struct recorded_reply cancel(const char *id, const struct identity *by)
{
    struct recorded_reply result = {0};
    challenge_cancel(harness.server, id, by, record_challenge, &result);
    harness_settle(&harness);
    assert_int_equal(result.count, 1);
    return result;
}

static const struct game_info *game(const char *id)
{
    struct round *round = rounds_find(harness.server, id);
    assert_non_null(round);
    return round_info(round);
}

static bool is_active(const char *id)
{
    const struct challenge *found = challenge_find(harness.server, id);
    return found && challenge_is_active(found);
}

static size_t count(const struct identity *who, bool incoming)
{
    const struct challenge *some[64];
    return challenges_list(harness.server, who->id, incoming, some, 64);
}

/* The challenge's JSON as the viewer sees it. */
static const char *written_for(const struct challenge *seen, const char *viewer,
                               struct buffer *buffer)
{
    struct json json = json_in(buffer);
    buffer_clear(buffer);
    json_begin_object(&json);
    challenge_write(harness.server, seen, viewer, &json);
    json_end_object(&json);
    return buffer_cstr(buffer);
}

// ---- creating --------------------------------------------------------------------------------

static void both_players_are_notified_of_a_challenge(void **state)
{
    (void)state;
    const struct recorded_reply result = expect_done(challenge(&anna, "BERT"));
    assert_string_equal(result.challenge.from.name, "Anna");
    assert_string_equal(result.challenge.to.name, "Bert"); // in the spelling of his account
    assert_int_equal(result.challenge.status, CHALLENGE_CREATED);
    assert_int_equal(result.challenge.expires_at, harness.server->now + 14 * DAY);
    assert_int_equal(fake_listener_count(&annas_listener, NOTICE_CHALLENGE, result.id), 1);
    assert_int_equal(fake_listener_count(&berts_listener, NOTICE_CHALLENGE, result.id), 1);
    assert_int_equal(count(&anna, false), 1);
    assert_int_equal(count(&anna, true), 0);
    assert_int_equal(count(&bert, true), 1);
    const struct challenge *found = challenge_find(harness.server, result.id);
    assert_true(challenge_involves(found, anna.id) && challenge_involves(found, bert.id));
    assert_false(challenge_involves(found, cleo.id));
    assert_false(challenge_involves(found, ""));
}

static void challenges_are_listed_newest_first(void **state)
{
    (void)state;
    const struct challenge *list[2];
    expect_done(challenge(&anna, "bert"));
    const struct recorded_reply second = expect_done(challenge(&cleo, "bert"));
    assert_int_equal(challenges_list(harness.server, bert.id, true, list, 2), 2);
    assert_string_equal(list[0]->id, second.id);
    assert_int_equal(challenges_list(harness.server, bert.id, true, list, 1), 1);
}

static void an_invalid_challenge_is_refused_with_a_reason(void **state)
{
    (void)state;
    const struct game_settings ultra = settings_for("0.25+0");
    fake_store_call(&harness.store, STORE_SET_STATUS, cleo.id, ACCOUNT_CLOSED);
    expect_refused(challenge(&anna, "nobody"), REFUSED_NOT_NOW, "no such player");
    expect_refused(challenge(&anna, "a name that is far too long to be one"), REFUSED_NOT_NOW,
                   "no such player");
    expect_refused(challenge(&anna, "anna"), REFUSED_NOT_NOW, "yourself");
    expect_refused(challenge(&anna, "cleo"), REFUSED_NOT_NOW, "closed");
    expect_refused(create_with(&anna, (struct challenge_params){.to = "robo", .settings = &ultra}),
                   REFUSED_NOT_NOW, "ultrabullet");
    expect_refused(create_with(&robo, (struct challenge_params){.to = "anna", .settings = &ultra}),
                   REFUSED_NOT_NOW, "ultrabullet");
    expect_refused(create_with(&anna, (struct challenge_params){.expires_at = 5}), REFUSED_SYNTAX,
                   "in the past");
    harness.server->stopping = true;
    expect_refused(challenge(&anna, "bert"), REFUSED_STOPPING, "");
    harness.server->stopping = false;
    assert_int_equal(count(&anna, false), 0);
}

static void guests_can_only_create_casual_open_challenges(void **state)
{
    (void)state;
    const struct identity guest = identity_named("~abc", ROLE_GUEST);
    struct game_settings rated = settings_for("5+3");
    rated.rated = true;
    expect_refused(challenge(&guest, "bert"), REFUSED_FORBIDDEN, "by link");
    expect_refused(challenge(&NOBODY, "bert"), REFUSED_UNAUTHENTICATED, "");
    expect_refused(create_with(&guest, (struct challenge_params){.settings = &rated}),
                   REFUSED_FORBIDDEN, "casual");
    expect_done(create_with(&guest, (struct challenge_params){.name = "come in"}));
    expect_done(create_with(&NOBODY, (struct challenge_params){.name = NULL}));
    const struct recorded_reply open =
        expect_done(create_with(&anna, (struct challenge_params){.settings = &rated}));
    expect_refused(accept(open.id, &guest), REFUSED_FORBIDDEN, "casual");
    harness.server->config.guests = false;
    expect_refused(create_with(&guest, (struct challenge_params){.name = NULL}), REFUSED_FORBIDDEN,
                   "");
}

static struct account_reply become_bot(const struct identity *by)
{
    const struct caller caller = {.who = *by, .scopes = ALL_SCOPES};
    struct account_reply reply = {0};
    account_become_bot(harness.server, &caller, record_done, &reply);
    harness_settle(&harness);
    return reply;
}

static void a_player_of_a_running_game_cannot_become_a_bot(void **state)
{
    (void)state;
    const struct recorded_reply result = expect_done(challenge(&anna, "bert"));
    expect_done(accept(result.id, &bert));
    const struct account_reply refused = become_bot(&anna);
    assert_int_equal(refused.refusal, REFUSED_NOT_NOW);
    assert_non_null(strstr(refused.why, "playing"));
    assert_int_equal(become_bot(&bert).refusal, REFUSED_NOT_NOW);
    assert_int_equal(become_bot(&cleo).refusal, NOT_REFUSED);
}

static void the_challenges_of_an_account_that_becomes_a_bot_are_withdrawn(void **state)
{
    (void)state;
    const struct recorded_reply own = expect_done(challenge(&anna, "bert")),
                                other = expect_done(challenge(&cleo, "bert"));
    assert_int_equal(become_bot(&anna).refusal, NOT_REFUSED);
    assert_false(is_active(own.id));
    assert_true(is_active(other.id));
    assert_int_equal(fake_listener_count(&annas_listener, NOTICE_KICKED, "changed"), 1);
}

static void the_rate_limit_is_stricter_for_strangers_than_for_bots(void **state)
{
    (void)state;
    for (int i = 0; i < 5; i++)
        expect_done(challenge(&anna, "bert"));
    const struct recorded_reply result = challenge(&anna, "bert");
    expect_refused(result, REFUSED_RATE, "");
    assert_string_equal(result.reply.limit, limit_key(LIMIT_CHALLENGE));
    assert_true(result.reply.wait > 0);
    for (int i = 0; i < 25; i++)
        expect_done(challenge(&cleo, "robo"));
    expect_refused(challenge(&cleo, "robo"), REFUSED_RATE, "");
}

static void challenges_are_rate_limited_by_address_too(void **state)
{
    (void)state;
    const struct challenge_params params = {.to = "nobody", .address = "192.0.2.7"};
    for (int i = 0; i < 500; i++)
        assert_int_equal(create_with(&anna, params).reply.refusal, REFUSED_NOT_NOW);
    const struct recorded_reply result = create_with(&anna, params);
    expect_refused(result, REFUSED_RATE, "");
    assert_string_equal(result.reply.limit, limit_key(LIMIT_CHALLENGE_ADDRESS));
}

static void a_player_has_at_most_fifty_outgoing_and_a_hundred_incoming_challenges(void **state)
{
    (void)state;
    for (int i = 0; i < 50; i++) {
        expect_done(challenge(&anna, "robo"));
        harness_wait(&harness, 60000); // the buckets are full again
    }
    expect_refused(challenge(&anna, "robo"), REFUSED_NOT_NOW, "cancel some");
    for (int i = 0; i < 50; i++) {
        expect_done(challenge(&cleo, "robo"));
        harness_wait(&harness, 60000);
    }
    expect_refused(challenge(&bert, "robo"), REFUSED_NOT_NOW, "too many");
}

static void set_relation(const struct identity *own, const char *name, enum relation relation)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_SET_RELATION);
    store_bind_text(job, own->id);
    store_bind_text(job, name);
    store_bind_integer(job, relation);
    store_bind_integer(job, 0);
    store_bind_integer(job, 1000);
    store_write(harness.server->store, job, NULL, NULL);
    harness_settle(&harness);
}

static void a_blocked_player_cannot_challenge(void **state)
{
    (void)state;
    set_relation(&bert, "anna", RELATION_BLOCKS);
    expect_refused(challenge(&anna, "bert"), REFUSED_NOT_NOW,
                   "does not accept challenges from you");
    expect_refused(challenge(&bert, "anna"), REFUSED_NOT_NOW, "you have blocked");
    expect_done(challenge(&cleo, "bert"));
}

static void a_blocked_player_cannot_challenge_while_the_store_fails(void **state)
{
    (void)state;
    const struct caller caller = {.who = anna, .scopes = ALL_SCOPES};
    const struct game_settings settings = settings_for("5+3");
    const struct challenge_params params = {
        .by = &caller, .address = "10.0.0.1", .to = "bert", .settings = &settings};
    set_relation(&bert, "anna", RELATION_BLOCKS);
    for (unsigned reads = 0; reads < 4; reads++) { // before the one that fails
        struct recorded_reply got = {0};
        challenge_create(harness.server, &params, record_challenge, &got);
        for (unsigned i = 0; i < reads; i++)
            store_poll(harness.server->store);
        harness.store.reads_fail = true;
        store_poll(harness.server->store);
        harness.store.reads_fail = false;
        harness_settle(&harness);
        assert_int_equal(got.count, 1);
        if (reads < 3) // two accounts, and what they are to each other
            assert_int_equal(got.reply.refusal, REFUSED_BUSY);
        else
            assert_int_equal(got.reply.refusal, REFUSED_NOT_NOW);
    }
}

static void a_challenge_can_require_a_follower(void **state)
{
    (void)state;
    const struct challenge_params params = {.to = "bert", .needs_follower = true};
    set_relation(&anna, "bert", RELATION_FOLLOWS);
    expect_refused(create_with(&anna, params), REFUSED_NOT_NOW, "does not follow you");
    set_relation(&bert, "anna", RELATION_FOLLOWS);
    expect_done(create_with(&anna, params));
}

static void challenges_to_followers_are_not_rate_limited(void **state)
{
    (void)state;
    set_relation(&bert, "anna", RELATION_FOLLOWS);
    for (int i = 0; i < 40; i++)
        expect_done(challenge(&anna, "bert"));
}

static void bots_play_at_most_a_hundred_games_a_day_against_each_other(void **state)
{
    (void)state;
    const struct identity nova = harness_add_account(&harness, "Nova", ROLE_BOT);
    const struct identity ajax = harness_add_account(&harness, "Ajax", ROLE_BOT);
    const struct recorded_reply before = expect_done(challenge(&robo, "ajax"));
    for (int i = 0; i < 100; i++) {
        const struct recorded_reply result = expect_done(challenge(&robo, "nova"));
        expect_done(accept(result.id, &nova));
        harness_finish_game(&harness, rounds_find(harness.server, result.id), "a3 a6", RK_WHITE);
        harness_wait(&harness, 3000);
    }
    harness_restart(&harness, SECOND); // which is no way around the limit
    fake_listener_join(&annas_listener, &harness, anna.id);
    fake_listener_join(&berts_listener, &harness, bert.id);
    const struct recorded_reply own = challenge(&robo, "ajax"), theirs = challenge(&ajax, "robo");
    expect_refused(own, REFUSED_RATE, "you have reached");
    expect_refused(theirs, REFUSED_NOT_NOW, "that bot has reached");
    assert_string_equal(own.reply.limit, "bot.vsBot.day");
    assert_string_equal(theirs.reply.limit, "bot.vsBot.day");
    assert_in_range(own.reply.wait, 1, 864);
    assert_int_equal(own.reply.wait, theirs.reply.wait);
    expect_refused(accept(before.id, &ajax), REFUSED_NOT_NOW, "that bot has reached");
    expect_done(challenge(&anna, "robo")); // only games between bots count
    harness_wait(&harness, (int64_t)own.reply.wait * 1000);
    expect_done(accept(before.id, &ajax));
    expect_refused(challenge(&robo, "ajax"), REFUSED_RATE, "you have reached");
}

static void a_bot_challenge_counts_as_a_game_only_when_accepted(void **state)
{
    (void)state;
    const struct identity nova = harness_add_account(&harness, "Nova", ROLE_BOT);
    for (int i = 0; i < 110; i++) {
        expect_done(decline(expect_done(challenge(&robo, "nova")).id, &nova, DECLINE_LATER));
        harness_wait(&harness, 3000);
    }
}

// ---- accepting -------------------------------------------------------------------------------

static void the_message_of_a_challenge_is_the_first_chat_line(void **state)
{
    (void)state;
    struct buffer buffer = {0};
    const struct recorded_reply result = expect_done(
        create_with(&anna, (struct challenge_params){.to = "bert", .message = "Hello\n Bert!"}));
    assert_non_null(strstr(written_for(challenge_find(harness.server, result.id), "bert", &buffer),
                           "\"message\":\"Hello Bert!\""));
    buffer_fini(&buffer);
    harness_crash(&harness, SECOND);
    fake_listener_join(&annas_listener, &harness, anna.id);
    fake_listener_join(&berts_listener, &harness, bert.id);
    expect_done(accept(result.id, &bert));
    const struct event *line = NULL;
    struct round *round = rounds_find(harness.server, result.id);
    assert_non_null(round);
    for (size_t i = 0; i < round_journal(round)->count; i++)
        if (round_journal(round)->events[i].kind == EVENT_CHAT)
            line = &round_journal(round)->events[i];
    assert_non_null(line);
    assert_string_equal(line->text, "Hello Bert!");
    assert_string_equal(line->name, "Anna");
    assert_int_equal(line->room, ROOM_PLAYERS);
}

static void a_message_that_is_too_long_is_refused(void **state)
{
    (void)state;
    char message[142] = "";
    memset(message, 'x', 141);
    expect_refused(create_with(&anna, (struct challenge_params){.to = "bert", .message = message}),
                   REFUSED_SYNTAX, "140 characters");
    message[140] = '\0';
    expect_done(create_with(&anna, (struct challenge_params){.to = "bert", .message = message}));
}

static void both_players_are_notified_when_a_challenge_is_accepted(void **state)
{
    (void)state;
    const struct recorded_reply result = expect_done(challenge(&anna, "bert"));
    expect_done(accept(result.id, &bert));
    assert_int_equal(fake_listener_count(&annas_listener, NOTICE_CHALLENGE_ACCEPTED, result.id), 1);
    assert_int_equal(fake_listener_count(&berts_listener, NOTICE_CHALLENGE_ACCEPTED, result.id), 1);
}

static void accepting_starts_a_game_with_the_challenges_id(void **state)
{
    (void)state;
    struct game_settings settings = settings_for("10+5");
    settings.side_choice = CHOOSE_BLACK;
    const struct recorded_reply result = expect_done(
        create_with(&anna, (struct challenge_params){.to = "bert", .settings = &settings}));
    expect_refused(accept(result.id, &cleo), REFUSED_NOT_FOUND, "");
    expect_refused(accept(result.id, &NOBODY), REFUSED_UNAUTHENTICATED, "");
    expect_refused(accept(result.id, &anna), REFUSED_NOT_NOW, "your own");
    expect_refused(accept("nothing0", &bert), REFUSED_NOT_FOUND, "");
    assert_int_equal(expect_done(accept(result.id, &bert)).challenge.status, CHALLENGE_ACCEPTED);
    const struct game_info *info = game(result.id);
    assert_string_equal(info->players[RK_WHITE].id, bert.id);
    assert_string_equal(info->players[RK_BLACK].id, anna.id);
    assert_int_equal(info->source, SOURCE_FRIEND);
    assert_int_equal(fake_listener_count(&annas_listener, NOTICE_GAME_START, result.id), 1);
    expect_refused(accept(result.id, &bert), REFUSED_NOT_FOUND, "");
    expect_refused(cancel(result.id, &anna), REFUSED_NOT_FOUND, "");
    assert_int_equal(count(&bert, true), 0);
}

static void the_sides_are_those_shown_in_the_challenge(void **state)
{
    (void)state;
    int whites = 0;
    for (int i = 0; i < 40; i++) {
        const struct recorded_reply result = expect_done(challenge(&anna, "bert"));
        const struct recorded_reply done = expect_done(accept(result.id, &bert));
        const char *white = game(result.id)->players[RK_WHITE].id;
        assert_string_equal(white, result.challenge.first_is_white ? anna.id : bert.id);
        assert_int_equal(done.challenge.first_is_white, result.challenge.first_is_white);
        whites += result.challenge.first_is_white;
        harness_wait(&harness, 60000);
    }
    assert_in_range(whites, 10, 30);
}

static void random_sides_depend_on_previous_games(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++)
        fake_store_count_game(&harness.store, bert.id, 1);
    for (int i = 0; i < 10; i++) {
        assert_true(expect_done(challenge(&anna, "bert")).challenge.first_is_white);
        assert_false(expect_done(challenge(&bert, "anna")).challenge.first_is_white);
        harness_wait(&harness, 60000);
    }
}

static void of_two_simultaneous_answers_only_one_counts(void **state)
{
    (void)state;
    const struct recorded_reply result = expect_done(challenge(&anna, "bert"));
    struct recorded_reply yes = {0}, again = {0}, no = {0}, back = {0};
    challenge_accept(harness.server, result.id, &bert, CHOOSE_RANDOM, record_challenge, &yes);
    challenge_accept(harness.server, result.id, &bert, CHOOSE_RANDOM, record_challenge, &again);
    challenge_decline(harness.server, result.id, &bert, DECLINE_LATER, record_challenge, &no);
    challenge_cancel(harness.server, result.id, &anna, record_challenge, &back);
    harness_settle(&harness);
    assert_int_equal(yes.reply.refusal, NOT_REFUSED);
    assert_int_equal(again.reply.refusal, REFUSED_NOT_FOUND);
    assert_int_equal(no.reply.refusal, REFUSED_NOT_FOUND);
    assert_int_equal(back.reply.refusal, REFUSED_NOT_FOUND);
}

static void a_full_disk_changes_nothing(void **state)
{
    (void)state;
    harness.store.writes_fail = true;
    expect_refused(challenge(&anna, "bert"), REFUSED_STORE, "");
    assert_int_equal(annas_listener.count, 0);
    harness.store.writes_fail = false;
    const struct recorded_reply result = expect_done(challenge(&anna, "bert"));
    harness.store.writes_fail = true;
    expect_refused(accept(result.id, &bert), REFUSED_STORE, "");
    assert_true(is_active(result.id));
    expect_refused(decline(result.id, &bert, DECLINE_LATER), REFUSED_STORE, "");
    assert_true(is_active(result.id));
    expect_refused(cancel(result.id, &anna), REFUSED_STORE, "");
    assert_int_equal(fake_listener_count(&berts_listener, NOTICE_CHALLENGE_CANCELED, NULL), 0);
    harness.store.writes_fail = false;
    expect_done(accept(result.id, &bert));
    assert_non_null(game(result.id));
}

static void a_challenge_that_was_refused_does_not_come_back(void **state)
{
    (void)state;
    harness.store.unknown_writes = 1;
    harness.store.unknown_land = true;
    expect_refused(challenge(&anna, "bert"), REFUSED_STORE, "");
    harness_crash(&harness, SECOND);
    fake_listener_join(&annas_listener, &harness, anna.id);
    fake_listener_join(&berts_listener, &harness, bert.id);
    assert_int_equal(count(&bert, true), 0);
}

static void bots_cannot_accept_ultrabullet(void **state)
{
    (void)state;
    const struct game_settings ultra = settings_for("0.25+0");
    const struct recorded_reply open =
        expect_done(create_with(&anna, (struct challenge_params){.settings = &ultra}));
    expect_refused(accept(open.id, &robo), REFUSED_NOT_NOW, "ultrabullet");
    const struct recorded_reply result = expect_done(challenge(&anna, "robo"));
    expect_done(accept(result.id, &robo));
}

static void accepting_a_challenge_of_a_closed_account_is_refused(void **state)
{
    (void)state;
    const struct recorded_reply result = expect_done(challenge(&anna, "bert"));
    fake_store_call(&harness.store, STORE_SET_STATUS, anna.id, ACCOUNT_CLOSED);
    expect_refused(accept(result.id, &bert), REFUSED_NOT_FOUND, "account");
    assert_false(is_active(result.id));
}

// ---- declining and canceling -----------------------------------------------------------------

static void both_players_are_notified_when_a_challenge_is_declined(void **state)
{
    (void)state;
    struct buffer buffer = {0};
    const struct recorded_reply result = expect_done(challenge(&anna, "bert"));
    expect_refused(decline(result.id, &anna, DECLINE_LATER), REFUSED_NOT_FOUND, "");
    expect_refused(decline(result.id, &cleo, DECLINE_LATER), REFUSED_NOT_FOUND, "");
    expect_done(decline(result.id, &bert, DECLINE_TOO_FAST));
    assert_int_equal(fake_listener_count(&annas_listener, NOTICE_CHALLENGE_DECLINED, result.id), 1);
    assert_int_equal(fake_listener_count(&berts_listener, NOTICE_CHALLENGE_DECLINED, result.id), 1);
    const struct challenge *found = challenge_find(harness.server, result.id);
    assert_non_null(found); // still there while the notice is handled
    const char *text = written_for(found, anna.id, &buffer);
    assert_non_null(strstr(text, "\"status\":\"declined\""));
    assert_non_null(strstr(text, "\"declineReasonKey\":\"toofast\""));
    assert_non_null(strstr(text, "\"declineReason\":\"This time control is too fast for me; please "
                                 "challenge me to a slower game.\""));
    assert_int_equal(count(&bert, true), 0);
    harness_wait(&harness, 10000);
    assert_null(challenge_find(harness.server, result.id));
    buffer_fini(&buffer);
}

static void the_challenger_can_cancel(void **state)
{
    (void)state;
    const struct recorded_reply result = expect_done(challenge(&anna, "bert"));
    expect_refused(cancel(result.id, &cleo), REFUSED_NOT_FOUND, "");
    assert_int_equal(expect_done(cancel(result.id, &anna)).challenge.status, CHALLENGE_CANCELED);
    assert_int_equal(fake_listener_count(&berts_listener, NOTICE_CHALLENGE_CANCELED, result.id), 1);
    expect_refused(accept(result.id, &bert), REFUSED_NOT_FOUND, "");
}

static void canceling_an_incoming_challenge_declines_it(void **state)
{
    (void)state;
    const struct recorded_reply result = expect_done(challenge(&anna, "bert"));
    const struct recorded_reply done = expect_done(cancel(result.id, &bert));
    assert_int_equal(done.challenge.status, CHALLENGE_DECLINED);
    assert_int_equal(done.challenge.reason, DECLINE_GENERIC);
    assert_int_equal(fake_listener_count(&annas_listener, NOTICE_CHALLENGE_DECLINED, result.id), 1);
}

static void decline_reasons_are_case_insensitive(void **state)
{
    (void)state;
    assert_int_equal(decline_reason_parse("tooFast"), DECLINE_TOO_FAST);
    assert_int_equal(decline_reason_parse("TOOFAST"), DECLINE_TOO_FAST);
    assert_int_equal(decline_reason_parse("onlybot"), DECLINE_ONLY_BOT);
    assert_int_equal(decline_reason_parse("because"), DECLINE_GENERIC);
    assert_int_equal(decline_reason_parse(""), DECLINE_GENERIC);
}

// ---- time ------------------------------------------------------------------------------------

static void a_challenge_is_shown_as_offline_while_the_challenger_is_away(void **state)
{
    (void)state;
    const struct game_settings days = settings_for("3 days");
    const struct recorded_reply result = expect_done(challenge(&anna, "bert"));
    const struct recorded_reply slow =
        expect_done(create_with(&anna, (struct challenge_params){.to = "bert", .settings = &days}));
    const struct challenge *found = challenge_find(harness.server, result.id);
    harness_wait(&harness, 60000);
    assert_int_equal(found->status, CHALLENGE_CREATED); // while she is online
    fake_listener_leave(&annas_listener);
    harness_wait(&harness, 19000);
    assert_int_equal(found->status, CHALLENGE_CREATED);
    harness_wait(&harness, 4000);
    assert_int_equal(found->status, CHALLENGE_OFFLINE);
    assert_int_equal(fake_listener_count(&berts_listener, NOTICE_CHALLENGE, result.id), 2);
    assert_int_equal(count(&bert, true), 2);
    assert_int_equal(challenge_find(harness.server, slow.id)->status, CHALLENGE_CREATED);
    fake_listener_join(&annas_listener, &harness, anna.id);
    harness_wait(&harness, 3000);
    assert_int_equal(found->status, CHALLENGE_CREATED);
    assert_int_equal(fake_listener_count(&berts_listener, NOTICE_CHALLENGE, result.id), 3);
    fake_listener_leave(&annas_listener);
    harness_wait(&harness, 30000);
    expect_done(accept(result.id, &bert)); // it can still be accepted
    fake_listener_join(&annas_listener, &harness, anna.id);
}

static void the_challengers_absence_counts_from_the_challenge_on(void **state)
{
    (void)state;
    const struct recorded_reply result =
        expect_done(challenge(&cleo, "bert")); // by a client without an event stream
    harness_wait(&harness, 18000);
    assert_int_equal(challenge_find(harness.server, result.id)->status, CHALLENGE_CREATED);
    harness_wait(&harness, 4000);
    assert_int_equal(challenge_find(harness.server, result.id)->status, CHALLENGE_OFFLINE);
}

static void challenges_expire_after_fourteen_days_and_open_ones_after_one(void **state)
{
    (void)state;
    const struct game_settings days = settings_for("3 days");
    const struct recorded_reply named =
        expect_done(create_with(&anna, (struct challenge_params){.to = "bert", .settings = &days}));
    const struct recorded_reply open =
        expect_done(create_with(&anna, (struct challenge_params){.settings = &days}));
    const struct recorded_reply longer = expect_done(
        create_with(&anna, (struct challenge_params){
                               .settings = &days, .expires_at = harness.server->now + 99 * DAY}));
    assert_int_equal(longer.challenge.expires_at, harness.server->now + 14 * DAY);
    harness_wait(&harness, DAY - 1);
    assert_true(is_active(open.id));
    harness_wait(&harness, 1);
    assert_false(is_active(open.id));
    harness_wait(&harness, 13 * DAY - 1);
    assert_true(is_active(named.id) && is_active(longer.id));
    harness_wait(&harness, 1);
    assert_false(is_active(named.id) || is_active(longer.id));
    assert_int_equal(fake_listener_count(&berts_listener, NOTICE_CHALLENGE_CANCELED, named.id), 1);
    harness_crash(&harness, SECOND);
    assert_null(challenge_find(harness.server, named.id));
    fake_listener_join(&annas_listener, &harness, anna.id);
    fake_listener_join(&berts_listener, &harness, bert.id);
}

static void challenges_expire_by_the_date_if_the_clock_is_set(void **state)
{
    (void)state;
    const struct game_settings days = settings_for("3 days");
    const int64_t date = server_date(harness.server);
    server_set_date(harness.server, date - 40 * DAY);
    const struct recorded_reply made = expect_done(create_with(
        &anna, (struct challenge_params){.settings = &days, .expires_at = date - 40 * DAY + HOUR}));
    harness_wait(&harness, 30 * MINUTE);
    assert_true(is_active(made.id));
    server_set_date(harness.server, date);
    harness_wait(&harness, MINUTE);
    assert_false(is_active(made.id));
}

// ---- links -----------------------------------------------------------------------------------

static void anyone_with_the_link_can_play_the_challenger(void **state)
{
    (void)state;
    const struct recorded_reply result =
        expect_done(create_with(&anna, (struct challenge_params){.name = " Come\tin "}));
    assert_string_equal(result.challenge.name, "Come in");
    assert_true(challenge_involves(&result.challenge, "anybody"));
    expect_refused(accept(result.id, &anna), REFUSED_NOT_NOW, "your own");
    expect_refused(decline(result.id, &cleo, DECLINE_LATER), REFUSED_NOT_FOUND, "");
    expect_refused(cancel(result.id, &cleo), REFUSED_NOT_FOUND, "");
    expect_done(accept_as(result.id, &cleo, CHOOSE_WHITE));
    assert_string_equal(game(result.id)->players[RK_WHITE].id, cleo.id);
    assert_string_equal(game(result.id)->players[RK_BLACK].id, anna.id);
}

static void the_challengers_side_cannot_be_taken(void **state)
{
    (void)state;
    struct game_settings white = settings_for("5+3");
    white.side_choice = CHOOSE_WHITE;
    const struct recorded_reply result =
        expect_done(create_with(&anna, (struct challenge_params){.settings = &white}));
    expect_refused(accept_as(result.id, &cleo, CHOOSE_WHITE), REFUSED_TAKEN, "side");
    expect_done(accept_as(result.id, &cleo, CHOOSE_BLACK));
    assert_string_equal(game(result.id)->players[RK_WHITE].id, anna.id);
}

static void the_first_two_visitors_of_an_anonymous_link_play_each_other(void **state)
{
    (void)state;
    const struct identity guest = identity_named("~abc", ROLE_GUEST);
    const struct recorded_reply result =
        expect_done(create_with(&NOBODY, (struct challenge_params){.name = NULL}));
    const struct recorded_reply seat = expect_done(accept_as(result.id, &guest, CHOOSE_BLACK));
    assert_int_equal(seat.challenge.status, CHALLENGE_CREATED);
    assert_string_equal(seat.challenge.from.id, guest.id);
    assert_null(rounds_find(harness.server, result.id));
    expect_refused(accept(result.id, &guest), REFUSED_NOT_NOW, "your own");
    expect_refused(accept_as(result.id, &bert, CHOOSE_BLACK), REFUSED_TAKEN, "side");
    harness_crash(&harness, SECOND); // who has joined is stored too
    fake_listener_join(&annas_listener, &harness, anna.id);
    fake_listener_join(&berts_listener, &harness, bert.id);
    expect_done(accept(result.id, &bert));
    assert_string_equal(game(result.id)->players[RK_BLACK].id, guest.id);
    assert_string_equal(game(result.id)->players[RK_WHITE].id, bert.id);
}

static void a_player_can_leave_an_open_challenge(void **state)
{
    (void)state;
    const struct recorded_reply result =
        expect_done(create_with(&NOBODY, (struct challenge_params){.name = NULL}));
    expect_done(accept_as(result.id, &cleo, CHOOSE_BLACK));
    expect_done(cancel(result.id, &cleo));
    assert_true(is_active(result.id));
    assert_string_equal(challenge_find(harness.server, result.id)->from.id, "");
    expect_done(accept_as(result.id, &bert, CHOOSE_BLACK));
    expect_done(accept(result.id, &anna));
    assert_string_equal(game(result.id)->players[RK_BLACK].id, bert.id);
}

static void only_the_two_named_players_can_accept(void **state)
{
    (void)state;
    const char *const both[] = {"Bert", "Cleo"}, *const same[] = {"bert", "BERT"};
    const char *const ghost[] = {"bert", "ghost"}, *const mine[] = {"bert", "anna"};
    expect_refused(create_with(&anna, (struct challenge_params){.allowed = same}), REFUSED_NOT_NOW,
                   "two different");
    expect_refused(create_with(&anna, (struct challenge_params){.allowed = ghost}), REFUSED_NOT_NOW,
                   "no such player");
    const struct recorded_reply result =
        expect_done(create_with(&anna, (struct challenge_params){.allowed = both}));
    assert_int_equal(fake_listener_count(&berts_listener, NOTICE_CHALLENGE, result.id), 1);
    assert_int_equal(count(&bert, true), 1);
    expect_refused(accept(result.id, &anna), REFUSED_NOT_FOUND, "");
    expect_refused(accept(result.id, &robo), REFUSED_NOT_FOUND, "");
    expect_done(accept_as(result.id, &cleo, CHOOSE_WHITE)); // she is Black whatever she asks for
    expect_done(accept(result.id, &bert));
    assert_string_equal(game(result.id)->players[RK_WHITE].id, bert.id);
    const struct recorded_reply own =
        expect_done(create_with(&anna, (struct challenge_params){.allowed = mine}));
    expect_done(accept(own.id, &bert));
    assert_string_equal(game(own.id)->players[RK_BLACK].id, anna.id);
    const struct recorded_reply back =
        expect_done(create_with(&anna, (struct challenge_params){.allowed = both}));
    expect_done(cancel(back.id, &anna));
    const struct recorded_reply no =
        expect_done(create_with(&anna, (struct challenge_params){.allowed = both}));
    expect_done(decline(no.id, &cleo, DECLINE_LATER));
    assert_false(is_active(no.id));
}

// ---- storing ---------------------------------------------------------------------------------

static void challenges_survive_a_restart(void **state)
{
    (void)state;
    struct game_settings settings = settings_for("5d3");
    const char *const both[] = {"Bert", "Cleo"};
    settings.side_choice = CHOOSE_WHITE;
    settings.rules = RULE_NO_ABORT;
    settings.hidden = true;
    const struct recorded_reply named = expect_done(
        create_with(&anna, (struct challenge_params){.to = "bert", .settings = &settings}));
    const struct recorded_reply open = expect_done(
        create_with(&anna, (struct challenge_params){.allowed = both, .name = "Club \"night\""}));
    const struct recorded_reply gone = expect_done(challenge(&anna, "cleo"));
    expect_done(cancel(gone.id, &anna));
    harness_crash(&harness, SECOND);
    fake_listener_join(&annas_listener, &harness, anna.id);
    fake_listener_join(&berts_listener, &harness, bert.id);
    const struct challenge *found = challenge_find(harness.server, named.id);
    assert_non_null(found);
    assert_string_equal(found->from.name, "Anna");
    assert_string_equal(found->to.name, "Bert");
    assert_int_equal(found->settings.clock.kind, RK_CLOCK_DELAY);
    assert_int_equal(found->settings.rules, RULE_NO_ABORT);
    assert_true(found->settings.hidden && found->first_is_white);
    assert_int_equal(found->created_at, named.challenge.created_at);
    assert_int_equal(found->expires_at, named.challenge.expires_at);
    assert_string_equal(challenge_find(harness.server, open.id)->name, "Club \"night\"");
    assert_string_equal(challenge_find(harness.server, open.id)->allowed[1].name, "Cleo");
    assert_null(challenge_find(harness.server, gone.id));
    expect_done(accept(named.id, &bert));
    expect_done(cancel(open.id, &anna));
}

static bool has_row(const char *id)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_DELETE_CHALLENGE);
    store_bind_text(job, id);
    return fake_store_run(&harness.store, job) == STORE_DONE;
}

static void an_answered_or_expired_challenge_leaves_no_row(void **state)
{
    (void)state;
    const struct recorded_reply yes = expect_done(challenge(&anna, "bert")),
                                no = expect_done(challenge(&anna, "bert"));
    const struct recorded_reply back = expect_done(challenge(&anna, "bert")),
                                late = expect_done(challenge(&anna, "bert"));
    const struct recorded_reply stands_still = expect_done(challenge(&cleo, "bert"));
    expect_done(accept(yes.id, &bert));
    expect_done(decline(no.id, &bert, DECLINE_LATER));
    expect_done(cancel(back.id, &anna));
    assert_true(has_row(stands_still.id));
    harness_wait(&harness, 14 * DAY);
    harness_settle(&harness);
    assert_false(has_row(yes.id) || has_row(no.id) || has_row(back.id) || has_row(late.id));
}

static void a_challenge_that_became_a_game_is_not_loaded_again(void **state)
{
    (void)state;
    const struct recorded_reply result = expect_done(challenge(&anna, "bert"));
    struct recorded_reply yes = {0};
    challenge_accept(harness.server, result.id, &bert, CHOOSE_RANDOM, record_challenge, &yes);
    for (int i = 0; i < 12 && !yes.count; i++)
        store_poll(&harness.store.store);
    assert_int_equal(yes.reply.refusal, NOT_REFUSED);
    // Put the row back, as if the server had died before it was deleted.
    harness_settle(&harness);
    struct buffer body = {0};
    struct store_job *job = store_job_create();
    challenge_serialize(&result.challenge, &body);
    store_call(job, STORE_ADD_CHALLENGE);
    store_bind_text(job, result.id);
    store_bind_text(job, buffer_cstr(&body));
    store_bind_integer(job, result.challenge.expires_at);
    assert_int_equal(fake_store_run(&harness.store, job), STORE_DONE);
    buffer_fini(&body);
    harness.store.writes_fail = true; // so it cannot be deleted again
    harness.store.passing_writes = 1; // the server takes its games
    harness_crash(&harness, SECOND);
    harness.store.writes_fail = false;
    fake_listener_join(&annas_listener, &harness, anna.id);
    fake_listener_join(&berts_listener, &harness, bert.id);
    assert_null(challenge_find(harness.server, result.id));
    assert_non_null(rounds_find(harness.server, result.id));
}

static void unreadable_rows_are_skipped(void **state)
{
    (void)state;
    static const char *const bodies[] = {"", "[]", "{}", "{\"terms\":7}",
                                         "{\"from\":{\"role\":99}}"};
    const struct recorded_reply result = expect_done(challenge(&anna, "bert"));
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        char id[GAME_ID_SIZE + 1];
        snprintf(id, sizeof id, "broken%02u", (unsigned)i);
        struct store_job *job = store_job_create();
        store_call(job, STORE_ADD_CHALLENGE);
        store_bind_text(job, id);
        store_bind_text(job, bodies[i]);
        store_bind_integer(job, harness.server->now + DAY);
        assert_int_equal(fake_store_run(&harness.store, job), STORE_DONE);
    }
    harness_crash(&harness, SECOND);
    fake_listener_join(&annas_listener, &harness, anna.id);
    fake_listener_join(&berts_listener, &harness, bert.id);
    assert_true(challenges_ready(harness.server));
    assert_true(is_active(result.id));
    assert_null(challenge_find(harness.server, "broken00"));
    assert_null(challenge_find(harness.server, "broken04"));
}

static void the_server_can_end_at_any_step(void **state)
{
    (void)state;
    const struct recorded_reply result = expect_done(challenge(&anna, "bert"));
    const struct recorded_reply other = expect_done(challenge(&anna, "cleo"));
    const struct caller caller = {.who = anna};
    const struct game_settings settings = settings_for("5+3");
    const struct challenge_params params = {.by = &caller, .to = "bert", .settings = &settings};
    struct recorded_reply answers[4] = {{0}};
    for (int steps = 0; steps < 4; steps++) {
        challenge_create(harness.server, &params, record_challenge, &answers[0]);
        challenge_accept(harness.server, result.id, &bert, CHOOSE_RANDOM, record_challenge,
                         &answers[1]);
        challenge_decline(harness.server, other.id, &cleo, DECLINE_LATER, record_challenge,
                          &answers[2]);
        for (int i = 0; i < steps; i++)
            store_poll(&harness.store.store);
        harness_crash(&harness, SECOND);
        // There is the challenge or the game, never both and never neither.
        assert_int_equal(is_active(result.id) + (rounds_find(harness.server, result.id) != NULL),
                         1);
    }
    fake_listener_join(&annas_listener, &harness, anna.id);
    fake_listener_join(&berts_listener, &harness, bert.id);
}

// ---- closed and banned accounts --------------------------------------------------------------

static void challenges_of_a_banned_account_are_canceled(void **state)
{
    (void)state;
    const char *const both[] = {"Anna", "Bert"};
    const struct recorded_reply by = expect_done(challenge(&anna, "bert")),
                                to = expect_done(challenge(&bert, "anna"));
    const struct recorded_reply named =
        expect_done(create_with(&cleo, (struct challenge_params){.allowed = both}));
    const struct recorded_reply open =
        expect_done(create_with(&anna, (struct challenge_params){.name = "a link"}));
    const struct recorded_reply other = expect_done(challenge(&cleo, "bert"));
    fake_store_call(&harness.store, STORE_SET_STATUS, anna.id, ACCOUNT_BANNED);
    harness_wait(&harness, 15000);
    harness_settle(&harness);
    assert_int_equal(fake_listener_count(&berts_listener, NOTICE_CHALLENGE_CANCELED, by.id), 1);
    assert_int_equal(fake_listener_count(&berts_listener, NOTICE_CHALLENGE_CANCELED, to.id), 1);
    assert_int_equal(fake_listener_count(&berts_listener, NOTICE_CHALLENGE_CANCELED, named.id), 1);
    assert_false(is_active(by.id) || is_active(to.id) || is_active(named.id) || is_active(open.id));
    assert_false(has_row(by.id) || has_row(to.id) || has_row(named.id) || has_row(open.id));
    assert_true(is_active(other.id) && has_row(other.id));
}

static void canceling_is_retried_when_the_disk_was_full(void **state)
{
    (void)state;
    const struct recorded_reply result = expect_done(challenge(&anna, "bert"));
    harness.store.writes_fail = true;
    fake_store_call(&harness.store, STORE_SET_STATUS, anna.id, ACCOUNT_BANNED);
    harness_wait(&harness, 15000);
    harness_settle(&harness);
    assert_true(is_active(result.id));
    harness.store.writes_fail = false;
    harness_wait(&harness, 15000);
    harness_settle(&harness);
    assert_false(is_active(result.id) || has_row(result.id));
}

static void a_banned_player_leaves_an_open_challenge(void **state)
{
    (void)state;
    const struct recorded_reply result =
        expect_done(create_with(&NOBODY, (struct challenge_params){.name = NULL}));
    expect_done(accept(result.id, &cleo));
    fake_store_call(&harness.store, STORE_SET_STATUS, cleo.id, ACCOUNT_BANNED);
    harness_wait(&harness, 15000);
    harness_settle(&harness);
    assert_true(is_active(result.id));
    assert_string_equal(challenge_find(harness.server, result.id)->from.id, "");
}

static void challenges_of_an_account_closed_during_downtime_are_canceled(void **state)
{
    (void)state;
    const struct recorded_reply result = expect_done(challenge(&anna, "bert"));
    fake_store_call(&harness.store, STORE_CLOSE_ACCOUNT, anna.id, 1); // long ago
    harness_crash(&harness, SECOND);
    fake_listener_join(&annas_listener, &harness, anna.id);
    fake_listener_join(&berts_listener, &harness, bert.id);
    harness_settle(&harness);
    assert_false(is_active(result.id) || has_row(result.id));
}

// ---- writing ---------------------------------------------------------------------------------

static void a_challenge_is_written_as_the_api_documents(void **state)
{
    (void)state;
    struct buffer buffer = {0};
    struct game_settings settings = settings_for("5+3");
    settings.rules = RULE_NO_ABORT | RULE_NO_REMATCH;
    settings.side_choice = CHOOSE_WHITE;
    const struct recorded_reply result = expect_done(
        create_with(&robo, (struct challenge_params){.to = "bert", .settings = &settings}));
    char expected[1000];
    snprintf(expected, sizeof expected,
             "{\"id\":\"%s\",\"url\":\"http://chess.example/%s\",\"status\":\"created\","
             "\"challenger\":{\"id\":\"robo\",\"name\":\"Robo\",\"title\":\"BOT\","
             "\"rating\":3000,\"provisional\":true},"
             "\"destUser\":{\"id\":\"bert\",\"name\":\"Bert\",\"rating\":1500,"
             "\"provisional\":true,\"online\":true},"
             "\"variant\":{\"key\":\"standard\",\"name\":\"Standard\",\"short\":\"Std\"},"
             "\"rated\":false,\"speed\":\"blitz\","
             "\"timeControl\":{\"type\":\"clock\",\"limit\":300,\"increment\":3,\"show\":\"5+3\"},"
             "\"color\":\"white\",\"finalColor\":\"white\","
             "\"perf\":{\"icon\":\"\",\"name\":\"Blitz\"},"
             "\"rules\":[\"noAbort\",\"noRematch\"],\"direction\":\"in\"}",
             result.id, result.id);
    const struct challenge *found = challenge_find(harness.server, result.id);
    assert_string_equal(written_for(found, "bert", &buffer), expected);
    assert_non_null(strstr(written_for(found, "robo", &buffer), "\"direction\":\"out\""));
    assert_null(strstr(written_for(found, NULL, &buffer), "direction"));
    buffer_fini(&buffer);
}

static void an_open_challenge_with_a_position_is_written_too(void **state)
{
    (void)state;
    struct buffer buffer = {0};
    struct game_settings settings = settings_for("-");
    const char *const both[] = {"Bert", "Cleo"};
    settings.from_position = true;
    settings.start = position("1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1");
    const struct recorded_reply result = expect_done(create_with(
        &anna,
        (struct challenge_params){.allowed = both, .name = "Endings", .settings = &settings}));
    const char *text = written_for(challenge_find(harness.server, result.id), "cleo", &buffer);
    static const char *const parts[] = {
        "\"challenger\":null",          "\"destUser\":null",
        "\"key\":\"fromPosition\"",     "\"timeControl\":{\"type\":\"unlimited\"}",
        "\"speed\":\"correspondence\"", "\"initialFen\":\"1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1\"",
        "\"name\":\"Endings\"",         "\"open\":{\"userIds\":[\"bert\",\"cleo\"]}",
        "\"direction\":\"in\""};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!strstr(text, parts[i]))
            fail_msg("%s is not in %s", parts[i], text);
    buffer_fini(&buffer);
}

int main(void)
{
#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(both_players_are_notified_of_a_challenge),
        TEST(challenges_are_listed_newest_first),
        TEST(an_invalid_challenge_is_refused_with_a_reason),
        TEST(guests_can_only_create_casual_open_challenges),
        TEST(a_player_of_a_running_game_cannot_become_a_bot),
        TEST(the_challenges_of_an_account_that_becomes_a_bot_are_withdrawn),
        TEST(the_rate_limit_is_stricter_for_strangers_than_for_bots),
        TEST(challenges_are_rate_limited_by_address_too),
        TEST(a_player_has_at_most_fifty_outgoing_and_a_hundred_incoming_challenges),
        TEST(a_blocked_player_cannot_challenge),
        TEST(a_blocked_player_cannot_challenge_while_the_store_fails),
        TEST(a_challenge_can_require_a_follower),
        TEST(challenges_to_followers_are_not_rate_limited),
        TEST(bots_play_at_most_a_hundred_games_a_day_against_each_other),
        TEST(a_bot_challenge_counts_as_a_game_only_when_accepted),
        TEST(the_message_of_a_challenge_is_the_first_chat_line),
        TEST(a_message_that_is_too_long_is_refused),
        TEST(both_players_are_notified_when_a_challenge_is_accepted),
        TEST(accepting_starts_a_game_with_the_challenges_id),
        TEST(the_sides_are_those_shown_in_the_challenge),
        TEST(random_sides_depend_on_previous_games),
        TEST(of_two_simultaneous_answers_only_one_counts),
        TEST(a_full_disk_changes_nothing),
        TEST(a_challenge_that_was_refused_does_not_come_back),
        TEST(bots_cannot_accept_ultrabullet),
        TEST(accepting_a_challenge_of_a_closed_account_is_refused),
        TEST(both_players_are_notified_when_a_challenge_is_declined),
        TEST(the_challenger_can_cancel),
        TEST(canceling_an_incoming_challenge_declines_it),
        TEST(decline_reasons_are_case_insensitive),
        TEST(a_challenge_is_shown_as_offline_while_the_challenger_is_away),
        TEST(the_challengers_absence_counts_from_the_challenge_on),
        TEST(challenges_expire_after_fourteen_days_and_open_ones_after_one),
        TEST(challenges_expire_by_the_date_if_the_clock_is_set),
        TEST(anyone_with_the_link_can_play_the_challenger),
        TEST(the_challengers_side_cannot_be_taken),
        TEST(the_first_two_visitors_of_an_anonymous_link_play_each_other),
        TEST(a_player_can_leave_an_open_challenge),
        TEST(only_the_two_named_players_can_accept),
        TEST(challenges_survive_a_restart),
        TEST(an_answered_or_expired_challenge_leaves_no_row),
        TEST(a_challenge_that_became_a_game_is_not_loaded_again),
        TEST(challenges_of_a_banned_account_are_canceled),
        TEST(canceling_is_retried_when_the_disk_was_full),
        TEST(a_banned_player_leaves_an_open_challenge),
        TEST(challenges_of_an_account_closed_during_downtime_are_canceled),
        TEST(unreadable_rows_are_skipped),
        TEST(the_server_can_end_at_any_step),
        TEST(a_challenge_is_written_as_the_api_documents),
        TEST(an_open_challenge_with_a_position_is_written_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
