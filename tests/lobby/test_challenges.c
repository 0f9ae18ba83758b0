/* SPDX-License-Identifier: MIT */
/* Challenges: made, kept, shown, answered, and what becomes of them when things go wrong. */
#include "lobby/challenges.h"

#include <stdio.h>
#include <string.h>

#include "accounts/relations.h"
#include "rounds/rounds.h"
#include "support/board.h"
#include "support/harness.h"

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

// ---- what tests do ---------------------------------------------------------------------------

static struct recorded_reply make(const struct identity *by, struct challenge_params wanted)
{
    const struct caller caller = {.who = *by, .scopes = ALL_SCOPES};
    const struct game_settings usual = settings_for("5+3");
    struct recorded_reply result = {0};
    wanted.by = &caller;
    wanted.address = wanted.address ? wanted.address : "10.0.0.1";
    wanted.settings = wanted.settings ? wanted.settings : &usual;
    challenge_create(harness.server, &wanted, record_challenge, &result);
    harness_settle(&harness);
    assert_int_equal(result.count, 1);
    return result;
}

/* A challenge by name. */
static struct recorded_reply challenge(const struct identity *by, const char *to)
{
    return make(by, (struct challenge_params){.to = to});
}

static struct recorded_reply made(struct recorded_reply result)
{
    if (result.reply.refusal)
        fail_msg("%s", result.why);
    return result;
}

static void expect_refused(struct recorded_reply result, enum refusal refusal, const char *words)
{
    assert_int_equal(result.reply.refusal, refusal);
    if (!strstr(result.why, words))
        fail_msg("\"%s\" says nothing of \"%s\"", result.why, words);
    assert_string_equal(result.id, "");
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

static bool stands(const char *id)
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
static const char *shown(const struct challenge *seen, const char *viewer, struct buffer *buffer)
{
    struct json json = json_in(buffer);
    buffer_clear(buffer);
    json_begin_object(&json);
    challenge_write(harness.server, seen, viewer, &json);
    json_end_object(&json);
    return buffer_cstr(buffer);
}

// ---- making ----------------------------------------------------------------------------------

static void both_hear_of_a_challenge(void **state)
{
    (void)state;
    const struct recorded_reply result = made(challenge(&anna, "BERT"));
    assert_string_equal(result.challenge.from.name, "Anna");
    assert_string_equal(result.challenge.to.name, "Bert"); // as he writes it
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

static void the_newest_is_listed_first(void **state)
{
    (void)state;
    const struct challenge *list[2];
    made(challenge(&anna, "bert"));
    const struct recorded_reply second = made(challenge(&cleo, "bert"));
    assert_int_equal(challenges_list(harness.server, bert.id, true, list, 2), 2);
    assert_string_equal(list[0]->id, second.id);
    assert_int_equal(challenges_list(harness.server, bert.id, true, list, 1), 1);
}

static void a_challenge_that_cannot_be_is_refused_in_words(void **state)
{
    (void)state;
    const struct game_settings ultra = settings_for("0.25+0");
    fake_store_call(&harness.store, STORE_SET_STATUS, cleo.id, ACCOUNT_CLOSED);
    expect_refused(challenge(&anna, "nobody"), REFUSED_NOT_NOW, "no player with that name");
    expect_refused(challenge(&anna, "a name that is far too long to be one"), REFUSED_NOT_NOW,
                   "no player");
    expect_refused(challenge(&anna, "anna"), REFUSED_NOT_NOW, "yourself");
    expect_refused(challenge(&anna, "cleo"), REFUSED_NOT_NOW, "closed");
    expect_refused(make(&anna, (struct challenge_params){.to = "robo", .settings = &ultra}),
                   REFUSED_NOT_NOW, "ultrabullet");
    expect_refused(make(&robo, (struct challenge_params){.to = "anna", .settings = &ultra}),
                   REFUSED_NOT_NOW, "ultrabullet");
    expect_refused(make(&anna, (struct challenge_params){.expires_at = 5}), REFUSED_SYNTAX,
                   "in the past");
    harness.server->stopping = true;
    expect_refused(challenge(&anna, "bert"), REFUSED_STOPPING, "");
    harness.server->stopping = false;
    assert_int_equal(count(&anna, false), 0);
}

static void guests_invite_by_link_and_casually_only(void **state)
{
    (void)state;
    const struct identity guest = identity_named("~abc", ROLE_GUEST);
    struct game_settings rated = settings_for("5+3");
    rated.rated = true;
    expect_refused(challenge(&guest, "bert"), REFUSED_FORBIDDEN, "by link");
    expect_refused(challenge(&NOBODY, "bert"), REFUSED_UNAUTHENTICATED, "");
    expect_refused(make(&guest, (struct challenge_params){.settings = &rated}), REFUSED_FORBIDDEN,
                   "casual");
    made(make(&guest, (struct challenge_params){.name = "come in"}));
    made(make(&NOBODY, (struct challenge_params){.name = NULL}));
    const struct recorded_reply open =
        made(make(&anna, (struct challenge_params){.settings = &rated}));
    expect_refused(accept(open.id, &guest), REFUSED_FORBIDDEN, "casual");
    harness.server->config.guests = false;
    expect_refused(make(&guest, (struct challenge_params){.name = NULL}), REFUSED_FORBIDDEN, "");
}

static void strangers_cost_more_than_bots(void **state)
{
    (void)state;
    for (int i = 0; i < 5; i++)
        made(challenge(&anna, "bert"));
    const struct recorded_reply result = challenge(&anna, "bert");
    expect_refused(result, REFUSED_RATE, "");
    assert_string_equal(result.reply.limit, limit_key(LIMIT_CHALLENGE));
    assert_true(result.reply.wait > 0);
    for (int i = 0; i < 25; i++)
        made(challenge(&cleo, "robo"));
    expect_refused(challenge(&cleo, "robo"), REFUSED_RATE, "");
}

static void an_address_is_limited_too(void **state)
{
    (void)state;
    const struct challenge_params wanted = {.to = "nobody", .address = "192.0.2.7"};
    for (int i = 0; i < 500; i++)
        assert_int_equal(make(&anna, wanted).reply.refusal, REFUSED_NOT_NOW);
    const struct recorded_reply result = make(&anna, wanted);
    expect_refused(result, REFUSED_RATE, "");
    assert_string_equal(result.reply.limit, limit_key(LIMIT_CHALLENGE_ADDRESS));
}

static void fifty_may_wait_by_one_and_a_hundred_for_one(void **state)
{
    (void)state;
    for (int i = 0; i < 50; i++) {
        made(challenge(&anna, "robo"));
        harness_wait(&harness, 60000); // the limits have forgotten
    }
    expect_refused(challenge(&anna, "robo"), REFUSED_NOT_NOW, "cancel some");
    for (int i = 0; i < 50; i++) {
        made(challenge(&cleo, "robo"));
        harness_wait(&harness, 60000);
    }
    expect_refused(challenge(&bert, "robo"), REFUSED_NOT_NOW, "too many");
}

static void relate(const struct identity *own, const char *name, enum relation relation)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_RELATE);
    store_bind_text(job, own->id);
    store_bind_text(job, name);
    store_bind_integer(job, relation);
    store_bind_integer(job, 0);
    store_bind_integer(job, 1000);
    store_write(harness.server->store, job, NULL, NULL);
    harness_settle(&harness);
}

static void who_is_blocked_challenges_in_vain(void **state)
{
    (void)state;
    relate(&bert, "anna", RELATION_BLOCKS);
    expect_refused(challenge(&anna, "bert"), REFUSED_NOT_NOW,
                   "does not accept challenges from you");
    expect_refused(challenge(&bert, "anna"), REFUSED_NOT_NOW, "you have blocked");
    made(challenge(&cleo, "bert"));
}

static void a_challenge_may_be_for_followers_only(void **state)
{
    (void)state;
    const struct challenge_params wanted = {.to = "bert", .needs_follower = true};
    relate(&anna, "bert", RELATION_FOLLOWS);
    expect_refused(make(&anna, wanted), REFUSED_NOT_NOW, "does not follow you");
    relate(&bert, "anna", RELATION_FOLLOWS);
    made(make(&anna, wanted));
}

static void a_follower_is_challenged_as_often_as_one_likes(void **state)
{
    (void)state;
    relate(&bert, "anna", RELATION_FOLLOWS);
    for (int i = 0; i < 40; i++)
        made(challenge(&anna, "bert"));
}

static void bots_play_a_hundred_games_a_day_against_each_other(void **state)
{
    (void)state;
    const struct identity nova = harness_add_account(&harness, "Nova", ROLE_BOT);
    const struct identity ajax = harness_add_account(&harness, "Ajax", ROLE_BOT);
    const struct recorded_reply before = made(challenge(&robo, "ajax"));
    for (int i = 0; i < 100; i++) {
        const struct recorded_reply result = made(challenge(&robo, "nova"));
        made(accept(result.id, &nova));
        harness_finish_game(&harness, rounds_find(harness.server, result.id), "a3 a6", RK_WHITE);
        harness_wait(&harness, 3000);
    }
    const struct recorded_reply own = challenge(&robo, "ajax"), theirs = challenge(&ajax, "robo");
    expect_refused(own, REFUSED_RATE, "you have reached");
    expect_refused(theirs, REFUSED_NOT_NOW, "that bot has reached");
    assert_string_equal(own.reply.limit, "bot.vsBot.day");
    assert_string_equal(theirs.reply.limit, "bot.vsBot.day");
    assert_in_range(own.reply.wait, 1, 864);
    assert_int_equal(own.reply.wait, theirs.reply.wait);
    expect_refused(accept(before.id, &ajax), REFUSED_NOT_NOW, "that bot has reached");
    made(challenge(&anna, "robo")); // people are no bots
    harness_wait(&harness, (int64_t)own.reply.wait * 1000);
    made(accept(before.id, &ajax));
    expect_refused(challenge(&robo, "ajax"), REFUSED_RATE, "you have reached");
}

static void a_challenge_costs_no_game_until_it_is_accepted(void **state)
{
    (void)state;
    const struct identity nova = harness_add_account(&harness, "Nova", ROLE_BOT);
    for (int i = 0; i < 110; i++) {
        made(decline(made(challenge(&robo, "nova")).id, &nova, DECLINE_LATER));
        harness_wait(&harness, 3000);
    }
}

// ---- accepting -------------------------------------------------------------------------------

static void a_message_is_the_first_that_is_said(void **state)
{
    (void)state;
    struct buffer buffer = {0};
    const struct recorded_reply result =
        made(make(&anna, (struct challenge_params){.to = "bert", .message = "Hello\n Bert!"}));
    assert_non_null(strstr(shown(challenge_find(harness.server, result.id), "bert", &buffer),
                           "\"message\":\"Hello Bert!\""));
    buffer_fini(&buffer);
    harness_crash(&harness, SECOND);
    fake_listener_join(&annas_listener, &harness, anna.id);
    fake_listener_join(&berts_listener, &harness, bert.id);
    made(accept(result.id, &bert));
    const struct event *said = NULL;
    struct round *round = rounds_find(harness.server, result.id);
    assert_non_null(round);
    for (size_t i = 0; i < round_journal(round)->count; i++)
        if (round_journal(round)->events[i].kind == EVENT_CHAT)
            said = &round_journal(round)->events[i];
    assert_non_null(said);
    assert_string_equal(said->text, "Hello Bert!");
    assert_string_equal(said->name, "Anna");
    assert_int_equal(said->room, ROOM_PLAYERS);
}

static void a_message_that_is_too_long_is_refused(void **state)
{
    (void)state;
    char message[142] = "";
    memset(message, 'x', 141);
    expect_refused(make(&anna, (struct challenge_params){.to = "bert", .message = message}),
                   REFUSED_SYNTAX, "140 characters");
    message[140] = '\0';
    made(make(&anna, (struct challenge_params){.to = "bert", .message = message}));
}

static void accepting_begins_the_game_of_that_id(void **state)
{
    (void)state;
    struct game_settings settings = settings_for("10+5");
    settings.side_choice = CHOOSE_BLACK;
    const struct recorded_reply result =
        made(make(&anna, (struct challenge_params){.to = "bert", .settings = &settings}));
    expect_refused(accept(result.id, &cleo), REFUSED_NOT_FOUND, "");
    expect_refused(accept(result.id, &NOBODY), REFUSED_UNAUTHENTICATED, "");
    expect_refused(accept(result.id, &anna), REFUSED_NOT_NOW, "your own");
    expect_refused(accept("nothing0", &bert), REFUSED_NOT_FOUND, "");
    assert_int_equal(made(accept(result.id, &bert)).challenge.status, CHALLENGE_ACCEPTED);
    const struct game_info *info = game(result.id);
    assert_string_equal(info->players[RK_WHITE].id, bert.id);
    assert_string_equal(info->players[RK_BLACK].id, anna.id);
    assert_int_equal(info->source, SOURCE_FRIEND);
    assert_int_equal(fake_listener_count(&annas_listener, NOTICE_GAME_START, result.id), 1);
    expect_refused(accept(result.id, &bert), REFUSED_NOT_FOUND, "");
    expect_refused(cancel(result.id, &anna), REFUSED_NOT_FOUND, "");
    assert_int_equal(count(&bert, true), 0);
}

static void sides_are_those_that_were_shown(void **state)
{
    (void)state;
    int whites = 0;
    for (int i = 0; i < 40; i++) {
        const struct recorded_reply result = made(challenge(&anna, "bert"));
        const struct recorded_reply done = made(accept(result.id, &bert));
        const char *white = game(result.id)->players[RK_WHITE].id;
        assert_string_equal(white, result.challenge.first_is_white ? anna.id : bert.id);
        assert_int_equal(done.challenge.first_is_white, result.challenge.first_is_white);
        whites += result.challenge.first_is_white;
        harness_wait(&harness, 60000);
    }
    assert_in_range(whites, 10, 30);
}

static void sides_are_drawn_by_what_both_had_before(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++)
        fake_store_call(&harness.store, STORE_COUNT_GAME, bert.id, 1);
    for (int i = 0; i < 10; i++) {
        assert_true(made(challenge(&anna, "bert")).challenge.first_is_white);
        assert_false(made(challenge(&bert, "anna")).challenge.first_is_white);
        harness_wait(&harness, 60000);
    }
}

static void two_answers_at_once_are_one(void **state)
{
    (void)state;
    const struct recorded_reply result = made(challenge(&anna, "bert"));
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

static void a_full_disk_leaves_everything_as_it_was(void **state)
{
    (void)state;
    harness.store.writes_fail = true;
    expect_refused(challenge(&anna, "bert"), REFUSED_STORE, "");
    assert_int_equal(annas_listener.count, 0);
    harness.store.writes_fail = false;
    const struct recorded_reply result = made(challenge(&anna, "bert"));
    harness.store.writes_fail = true;
    expect_refused(accept(result.id, &bert), REFUSED_STORE, "");
    assert_true(stands(result.id));
    expect_refused(decline(result.id, &bert, DECLINE_LATER), REFUSED_STORE, "");
    assert_true(stands(result.id));
    expect_refused(cancel(result.id, &anna), REFUSED_STORE, "");
    assert_int_equal(fake_listener_count(&berts_listener, NOTICE_CHALLENGE_CANCELED, NULL), 0);
    harness.store.writes_fail = false;
    made(accept(result.id, &bert));
    assert_non_null(game(result.id));
}

static void bots_accept_but_not_too_fast(void **state)
{
    (void)state;
    const struct game_settings ultra = settings_for("0.25+0");
    const struct recorded_reply open =
        made(make(&anna, (struct challenge_params){.settings = &ultra}));
    expect_refused(accept(open.id, &robo), REFUSED_NOT_NOW, "ultrabullet");
    const struct recorded_reply result = made(challenge(&anna, "robo"));
    made(accept(result.id, &robo));
}

static void whoever_has_left_for_good_is_not_played(void **state)
{
    (void)state;
    const struct recorded_reply result = made(challenge(&anna, "bert"));
    fake_store_call(&harness.store, STORE_SET_STATUS, anna.id, ACCOUNT_CLOSED);
    expect_refused(accept(result.id, &bert), REFUSED_NOT_FOUND, "account");
    assert_false(stands(result.id));
}

// ---- declining and taking back ---------------------------------------------------------------

static void both_hear_of_a_refusal_and_why(void **state)
{
    (void)state;
    struct buffer buffer = {0};
    const struct recorded_reply result = made(challenge(&anna, "bert"));
    expect_refused(decline(result.id, &anna, DECLINE_LATER), REFUSED_NOT_FOUND, "");
    expect_refused(decline(result.id, &cleo, DECLINE_LATER), REFUSED_NOT_FOUND, "");
    made(decline(result.id, &bert, DECLINE_TOO_FAST));
    assert_int_equal(fake_listener_count(&annas_listener, NOTICE_CHALLENGE_DECLINED, result.id), 1);
    assert_int_equal(fake_listener_count(&berts_listener, NOTICE_CHALLENGE_DECLINED, result.id), 1);
    const struct challenge *found = challenge_find(harness.server, result.id);
    assert_non_null(found); // for those who hear of it only now
    const char *text = shown(found, anna.id, &buffer);
    assert_non_null(strstr(text, "\"status\":\"declined\""));
    assert_non_null(strstr(text, "\"declineReasonKey\":\"toofast\""));
    assert_non_null(strstr(text, "\"declineReason\":\"This time control is too fast for me; please "
                                 "challenge me to a slower game.\""));
    assert_int_equal(count(&bert, true), 0);
    harness_wait(&harness, 10000);
    assert_null(challenge_find(harness.server, result.id));
    buffer_fini(&buffer);
}

static void the_challenger_takes_it_back(void **state)
{
    (void)state;
    const struct recorded_reply result = made(challenge(&anna, "bert"));
    expect_refused(cancel(result.id, &cleo), REFUSED_NOT_FOUND, "");
    assert_int_equal(made(cancel(result.id, &anna)).challenge.status, CHALLENGE_CANCELED);
    assert_int_equal(fake_listener_count(&berts_listener, NOTICE_CHALLENGE_CANCELED, result.id), 1);
    expect_refused(accept(result.id, &bert), REFUSED_NOT_FOUND, "");
}

static void canceled_by_whom_it_was_for_it_is_declined(void **state)
{
    (void)state;
    const struct recorded_reply result = made(challenge(&anna, "bert"));
    const struct recorded_reply done = made(cancel(result.id, &bert));
    assert_int_equal(done.challenge.status, CHALLENGE_DECLINED);
    assert_int_equal(done.challenge.reason, DECLINE_GENERIC);
    assert_int_equal(fake_listener_count(&annas_listener, NOTICE_CHALLENGE_DECLINED, result.id), 1);
}

static void reasons_are_read_in_any_case(void **state)
{
    (void)state;
    assert_int_equal(decline_reason_parse("tooFast"), DECLINE_TOO_FAST);
    assert_int_equal(decline_reason_parse("TOOFAST"), DECLINE_TOO_FAST);
    assert_int_equal(decline_reason_parse("onlybot"), DECLINE_ONLY_BOT);
    assert_int_equal(decline_reason_parse("because"), DECLINE_GENERIC);
    assert_int_equal(decline_reason_parse(""), DECLINE_GENERIC);
}

// ---- time ------------------------------------------------------------------------------------

static void a_challenger_who_has_gone_is_shown_so_until_back(void **state)
{
    (void)state;
    const struct game_settings days = settings_for("3 days");
    const struct recorded_reply result = made(challenge(&anna, "bert"));
    const struct recorded_reply slow =
        made(make(&anna, (struct challenge_params){.to = "bert", .settings = &days}));
    const struct challenge *found = challenge_find(harness.server, result.id);
    harness_wait(&harness, 60000);
    assert_int_equal(found->status, CHALLENGE_CREATED); // as long as she is here
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
    made(accept(result.id, &bert)); // it stands all the same
    fake_listener_join(&annas_listener, &harness, anna.id);
}

static void absence_counts_from_the_challenge_on(void **state)
{
    (void)state;
    const struct recorded_reply result =
        made(challenge(&cleo, "bert")); // by a program that keeps no stream
    harness_wait(&harness, 18000);
    assert_int_equal(challenge_find(harness.server, result.id)->status, CHALLENGE_CREATED);
    harness_wait(&harness, 4000);
    assert_int_equal(challenge_find(harness.server, result.id)->status, CHALLENGE_OFFLINE);
}

static void challenges_expire_after_fourteen_days_and_links_after_one(void **state)
{
    (void)state;
    const struct game_settings days = settings_for("3 days");
    const struct recorded_reply named =
        made(make(&anna, (struct challenge_params){.to = "bert", .settings = &days}));
    const struct recorded_reply open =
        made(make(&anna, (struct challenge_params){.settings = &days}));
    const struct recorded_reply longer =
        made(make(&anna, (struct challenge_params){.settings = &days,
                                                   .expires_at = harness.server->now + 99 * DAY}));
    assert_int_equal(longer.challenge.expires_at, harness.server->now + 14 * DAY);
    harness_wait(&harness, DAY - 1);
    assert_true(stands(open.id));
    harness_wait(&harness, 1);
    assert_false(stands(open.id));
    harness_wait(&harness, 13 * DAY - 1);
    assert_true(stands(named.id) && stands(longer.id));
    harness_wait(&harness, 1);
    assert_false(stands(named.id) || stands(longer.id));
    assert_int_equal(fake_listener_count(&berts_listener, NOTICE_CHALLENGE_CANCELED, named.id), 1);
    harness_crash(&harness, SECOND);
    assert_null(challenge_find(harness.server, named.id));
    fake_listener_join(&annas_listener, &harness, anna.id);
    fake_listener_join(&berts_listener, &harness, bert.id);
}

// ---- links -----------------------------------------------------------------------------------

static void whoever_has_the_link_plays_its_maker(void **state)
{
    (void)state;
    const struct recorded_reply result =
        made(make(&anna, (struct challenge_params){.name = " Come\tin "}));
    assert_string_equal(result.challenge.name, "Come in");
    assert_true(challenge_involves(&result.challenge, "anybody"));
    expect_refused(accept(result.id, &anna), REFUSED_NOT_NOW, "your own");
    expect_refused(decline(result.id, &cleo, DECLINE_LATER), REFUSED_NOT_FOUND, "");
    expect_refused(cancel(result.id, &cleo), REFUSED_NOT_FOUND, "");
    made(accept_as(result.id, &cleo, CHOOSE_WHITE));
    assert_string_equal(game(result.id)->players[RK_WHITE].id, cleo.id);
    assert_string_equal(game(result.id)->players[RK_BLACK].id, anna.id);
}

static void a_side_that_is_taken_is_not_given(void **state)
{
    (void)state;
    struct game_settings white = settings_for("5+3");
    white.side_choice = CHOOSE_WHITE;
    const struct recorded_reply result =
        made(make(&anna, (struct challenge_params){.settings = &white}));
    expect_refused(accept_as(result.id, &cleo, CHOOSE_WHITE), REFUSED_TAKEN, "side");
    made(accept_as(result.id, &cleo, CHOOSE_BLACK));
    assert_string_equal(game(result.id)->players[RK_WHITE].id, anna.id);
}

static void two_meet_at_a_link_nobody_stands_behind(void **state)
{
    (void)state;
    const struct identity guest = identity_named("~abc", ROLE_GUEST);
    const struct recorded_reply result =
        made(make(&NOBODY, (struct challenge_params){.name = NULL}));
    const struct recorded_reply seat = made(accept_as(result.id, &guest, CHOOSE_BLACK));
    assert_int_equal(seat.challenge.status, CHALLENGE_CREATED);
    assert_string_equal(seat.challenge.from.id, guest.id);
    assert_null(rounds_find(harness.server, result.id));
    expect_refused(accept(result.id, &guest), REFUSED_NOT_NOW, "your own");
    expect_refused(accept_as(result.id, &bert, CHOOSE_BLACK), REFUSED_TAKEN, "side");
    harness_crash(&harness, SECOND); // a seat is kept like the rest
    fake_listener_join(&annas_listener, &harness, anna.id);
    fake_listener_join(&berts_listener, &harness, bert.id);
    made(accept(result.id, &bert));
    assert_string_equal(game(result.id)->players[RK_BLACK].id, guest.id);
    assert_string_equal(game(result.id)->players[RK_WHITE].id, bert.id);
}

static void who_leaves_a_seat_leaves_the_link(void **state)
{
    (void)state;
    const struct recorded_reply result =
        made(make(&NOBODY, (struct challenge_params){.name = NULL}));
    made(accept_as(result.id, &cleo, CHOOSE_BLACK));
    made(cancel(result.id, &cleo));
    assert_true(stands(result.id));
    assert_string_equal(challenge_find(harness.server, result.id)->from.id, "");
    made(accept_as(result.id, &bert, CHOOSE_BLACK));
    made(accept(result.id, &anna));
    assert_string_equal(game(result.id)->players[RK_BLACK].id, bert.id);
}

static void an_invitation_for_two_is_for_those_two(void **state)
{
    (void)state;
    const char *const both[] = {"Bert", "Cleo"}, *const same[] = {"bert", "BERT"};
    const char *const ghost[] = {"bert", "ghost"}, *const mine[] = {"bert", "anna"};
    expect_refused(make(&anna, (struct challenge_params){.allowed = same}), REFUSED_NOT_NOW,
                   "two different");
    expect_refused(make(&anna, (struct challenge_params){.allowed = ghost}), REFUSED_NOT_NOW,
                   "no player");
    const struct recorded_reply result =
        made(make(&anna, (struct challenge_params){.allowed = both}));
    assert_int_equal(fake_listener_count(&berts_listener, NOTICE_CHALLENGE, result.id), 1);
    assert_int_equal(count(&bert, true), 1);
    expect_refused(accept(result.id, &anna), REFUSED_NOT_FOUND, "");
    expect_refused(accept(result.id, &robo), REFUSED_NOT_FOUND, "");
    made(accept_as(result.id, &cleo, CHOOSE_WHITE)); // whatever she wants, she is Black
    made(accept(result.id, &bert));
    assert_string_equal(game(result.id)->players[RK_WHITE].id, bert.id);
    const struct recorded_reply own = made(make(&anna, (struct challenge_params){.allowed = mine}));
    made(accept(own.id, &bert));
    assert_string_equal(game(own.id)->players[RK_BLACK].id, anna.id);
    const struct recorded_reply back =
        made(make(&anna, (struct challenge_params){.allowed = both}));
    made(cancel(back.id, &anna));
    const struct recorded_reply no = made(make(&anna, (struct challenge_params){.allowed = both}));
    made(decline(no.id, &cleo, DECLINE_LATER));
    assert_false(stands(no.id));
}

// ---- keeping ---------------------------------------------------------------------------------

static void challenges_outlive_the_server(void **state)
{
    (void)state;
    struct game_settings settings = settings_for("5d3");
    const char *const both[] = {"Bert", "Cleo"};
    settings.side_choice = CHOOSE_WHITE;
    settings.rules = RULE_NO_ABORT;
    settings.hidden = true;
    const struct recorded_reply named =
        made(make(&anna, (struct challenge_params){.to = "bert", .settings = &settings}));
    const struct recorded_reply open =
        made(make(&anna, (struct challenge_params){.allowed = both, .name = "Club \"night\""}));
    const struct recorded_reply gone = made(challenge(&anna, "cleo"));
    made(cancel(gone.id, &anna));
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
    made(accept(named.id, &bert));
    made(cancel(open.id, &anna));
}

static bool has_row(const char *id)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_END_CHALLENGE);
    store_bind_text(job, id);
    return fake_store_run(&harness.store, job) == STORE_DONE;
}

static void what_is_answered_leaves_no_row(void **state)
{
    (void)state;
    const struct recorded_reply yes = made(challenge(&anna, "bert")),
                                no = made(challenge(&anna, "bert"));
    const struct recorded_reply back = made(challenge(&anna, "bert")),
                                late = made(challenge(&anna, "bert"));
    const struct recorded_reply stands_still = made(challenge(&cleo, "bert"));
    made(accept(yes.id, &bert));
    made(decline(no.id, &bert, DECLINE_LATER));
    made(cancel(back.id, &anna));
    assert_true(has_row(stands_still.id));
    harness_wait(&harness, 14 * DAY);
    harness_settle(&harness);
    assert_false(has_row(yes.id) || has_row(no.id) || has_row(back.id) || has_row(late.id));
}

static void one_that_became_a_game_never_comes_back(void **state)
{
    (void)state;
    const struct recorded_reply result = made(challenge(&anna, "bert"));
    struct recorded_reply yes = {0};
    challenge_accept(harness.server, result.id, &bert, CHOOSE_RANDOM, record_challenge, &yes);
    for (int i = 0; i < 12 && !yes.count; i++)
        store_poll(&harness.store.store);
    assert_int_equal(yes.reply.refusal, NOT_REFUSED);
    // The row of the challenge is put back, as if the server had died before it was gone.
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
    harness.store.writes_fail = true; // nor can it be cleared away
    harness_crash(&harness, SECOND);
    harness.store.writes_fail = false;
    fake_listener_join(&annas_listener, &harness, anna.id);
    fake_listener_join(&berts_listener, &harness, bert.id);
    assert_null(challenge_find(harness.server, result.id));
    assert_non_null(rounds_find(harness.server, result.id));
}

static void a_row_that_cannot_be_read_is_passed_over(void **state)
{
    (void)state;
    static const char *const bodies[] = {"", "[]", "{}", "{\"terms\":7}",
                                         "{\"from\":{\"role\":99}}"};
    const struct recorded_reply result = made(challenge(&anna, "bert"));
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
    assert_true(stands(result.id));
    assert_null(challenge_find(harness.server, "broken00"));
    assert_null(challenge_find(harness.server, "broken04"));
}

static void the_server_may_end_in_the_middle_of_anything(void **state)
{
    (void)state;
    const struct recorded_reply result = made(challenge(&anna, "bert"));
    const struct recorded_reply other = made(challenge(&anna, "cleo"));
    const struct caller caller = {.who = anna};
    const struct game_settings settings = settings_for("5+3");
    const struct challenge_params wanted = {.by = &caller, .to = "bert", .settings = &settings};
    struct recorded_reply answers[4] = {{0}};
    for (int steps = 0; steps < 4; steps++) {
        challenge_create(harness.server, &wanted, record_challenge, &answers[0]);
        challenge_accept(harness.server, result.id, &bert, CHOOSE_RANDOM, record_challenge,
                         &answers[1]);
        challenge_decline(harness.server, other.id, &cleo, DECLINE_LATER, record_challenge,
                          &answers[2]);
        for (int i = 0; i < steps; i++)
            store_poll(&harness.store.store);
        harness_crash(&harness, SECOND);
        // Either it stands or its game goes on, never both and never neither.
        assert_int_equal(stands(result.id) + (rounds_find(harness.server, result.id) != NULL), 1);
    }
    fake_listener_join(&annas_listener, &harness, anna.id);
    fake_listener_join(&berts_listener, &harness, bert.id);
}

// ---- of who is gone for good -----------------------------------------------------------------

static void challenges_of_a_banned_account_are_taken_back(void **state)
{
    (void)state;
    const char *const both[] = {"Anna", "Bert"};
    const struct recorded_reply by = made(challenge(&anna, "bert")),
                                to = made(challenge(&bert, "anna"));
    const struct recorded_reply named =
        made(make(&cleo, (struct challenge_params){.allowed = both}));
    const struct recorded_reply open =
        made(make(&anna, (struct challenge_params){.name = "a link"}));
    const struct recorded_reply other = made(challenge(&cleo, "bert"));
    fake_store_call(&harness.store, STORE_SET_STATUS, anna.id, ACCOUNT_BANNED);
    harness_wait(&harness, 15000);
    harness_settle(&harness);
    assert_int_equal(fake_listener_count(&berts_listener, NOTICE_CHALLENGE_CANCELED, by.id), 1);
    assert_int_equal(fake_listener_count(&berts_listener, NOTICE_CHALLENGE_CANCELED, to.id), 1);
    assert_int_equal(fake_listener_count(&berts_listener, NOTICE_CHALLENGE_CANCELED, named.id), 1);
    assert_false(stands(by.id) || stands(to.id) || stands(named.id) || stands(open.id));
    assert_false(has_row(by.id) || has_row(to.id) || has_row(named.id) || has_row(open.id));
    assert_true(stands(other.id) && has_row(other.id));
}

static void what_a_full_disk_kept_is_taken_back_later(void **state)
{
    (void)state;
    const struct recorded_reply result = made(challenge(&anna, "bert"));
    harness.store.writes_fail = true;
    fake_store_call(&harness.store, STORE_SET_STATUS, anna.id, ACCOUNT_BANNED);
    harness_wait(&harness, 15000);
    harness_settle(&harness);
    assert_true(stands(result.id));
    harness.store.writes_fail = false;
    harness_wait(&harness, 15000);
    harness_settle(&harness);
    assert_false(stands(result.id) || has_row(result.id));
}

static void the_seat_of_a_banned_account_is_free_again(void **state)
{
    (void)state;
    const struct recorded_reply result =
        made(make(&NOBODY, (struct challenge_params){.name = NULL}));
    made(accept(result.id, &cleo));
    fake_store_call(&harness.store, STORE_SET_STATUS, cleo.id, ACCOUNT_BANNED);
    harness_wait(&harness, 15000);
    harness_settle(&harness);
    assert_true(stands(result.id));
    assert_string_equal(challenge_find(harness.server, result.id)->from.id, "");
}

static void who_was_closed_while_the_server_was_down_challenges_nobody(void **state)
{
    (void)state;
    const struct recorded_reply result = made(challenge(&anna, "bert"));
    fake_store_call(&harness.store, STORE_CLOSE_ACCOUNT, anna.id, 1); // long ago
    harness_crash(&harness, SECOND);
    fake_listener_join(&annas_listener, &harness, anna.id);
    fake_listener_join(&berts_listener, &harness, bert.id);
    harness_settle(&harness);
    assert_false(stands(result.id) || has_row(result.id));
}

// ---- showing ---------------------------------------------------------------------------------

static void a_challenge_is_shown_as_the_api_does(void **state)
{
    (void)state;
    struct buffer buffer = {0};
    struct game_settings settings = settings_for("5+3");
    settings.rules = RULE_NO_ABORT | RULE_NO_REMATCH;
    settings.side_choice = CHOOSE_WHITE;
    const struct recorded_reply result =
        made(make(&robo, (struct challenge_params){.to = "bert", .settings = &settings}));
    char expected[1000];
    snprintf(expected, sizeof expected,
             "{\"id\":\"%s\",\"url\":\"http://chess.example/%s\",\"status\":\"created\","
             "\"challenger\":{\"id\":\"robo\",\"name\":\"Robo\",\"title\":\"BOT\","
             "\"rating\":1500,\"provisional\":true},"
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
    assert_string_equal(shown(found, "bert", &buffer), expected);
    assert_non_null(strstr(shown(found, "robo", &buffer), "\"direction\":\"out\""));
    assert_null(strstr(shown(found, NULL, &buffer), "direction"));
    buffer_fini(&buffer);
}

static void an_open_one_and_its_start_are_shown_too(void **state)
{
    (void)state;
    struct buffer buffer = {0};
    struct game_settings settings = settings_for("-");
    const char *const both[] = {"Bert", "Cleo"};
    settings.from_position = true;
    settings.start = position("1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1");
    const struct recorded_reply result = made(
        make(&anna,
             (struct challenge_params){.allowed = both, .name = "Endings", .settings = &settings}));
    const char *text = shown(challenge_find(harness.server, result.id), "cleo", &buffer);
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
        TEST(both_hear_of_a_challenge),
        TEST(the_newest_is_listed_first),
        TEST(a_challenge_that_cannot_be_is_refused_in_words),
        TEST(guests_invite_by_link_and_casually_only),
        TEST(strangers_cost_more_than_bots),
        TEST(an_address_is_limited_too),
        TEST(fifty_may_wait_by_one_and_a_hundred_for_one),
        TEST(who_is_blocked_challenges_in_vain),
        TEST(a_challenge_may_be_for_followers_only),
        TEST(a_follower_is_challenged_as_often_as_one_likes),
        TEST(bots_play_a_hundred_games_a_day_against_each_other),
        TEST(a_challenge_costs_no_game_until_it_is_accepted),
        TEST(a_message_is_the_first_that_is_said),
        TEST(a_message_that_is_too_long_is_refused),
        TEST(accepting_begins_the_game_of_that_id),
        TEST(sides_are_those_that_were_shown),
        TEST(sides_are_drawn_by_what_both_had_before),
        TEST(two_answers_at_once_are_one),
        TEST(a_full_disk_leaves_everything_as_it_was),
        TEST(bots_accept_but_not_too_fast),
        TEST(whoever_has_left_for_good_is_not_played),
        TEST(both_hear_of_a_refusal_and_why),
        TEST(the_challenger_takes_it_back),
        TEST(canceled_by_whom_it_was_for_it_is_declined),
        TEST(reasons_are_read_in_any_case),
        TEST(a_challenger_who_has_gone_is_shown_so_until_back),
        TEST(absence_counts_from_the_challenge_on),
        TEST(challenges_expire_after_fourteen_days_and_links_after_one),
        TEST(whoever_has_the_link_plays_its_maker),
        TEST(a_side_that_is_taken_is_not_given),
        TEST(two_meet_at_a_link_nobody_stands_behind),
        TEST(who_leaves_a_seat_leaves_the_link),
        TEST(an_invitation_for_two_is_for_those_two),
        TEST(challenges_outlive_the_server),
        TEST(what_is_answered_leaves_no_row),
        TEST(one_that_became_a_game_never_comes_back),
        TEST(challenges_of_a_banned_account_are_taken_back),
        TEST(what_a_full_disk_kept_is_taken_back_later),
        TEST(the_seat_of_a_banned_account_is_free_again),
        TEST(who_was_closed_while_the_server_was_down_challenges_nobody),
        TEST(a_row_that_cannot_be_read_is_passed_over),
        TEST(the_server_may_end_in_the_middle_of_anything),
        TEST(a_challenge_is_shown_as_the_api_does),
        TEST(an_open_one_and_its_start_are_shown_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
