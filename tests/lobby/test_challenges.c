/* SPDX-License-Identifier: MIT */
/* Challenges: made, kept, shown, answered, and what becomes of them when things go wrong. */
#include "lobby/challenges.h"

#include <stdio.h>
#include <string.h>

#include "accounts/relations.h"
#include "rounds/roundstate.h"
#include "support/board.h"
#include "support/house.h"

static struct house house;
static struct identity anna, bert, cleo, robo;
static struct ear annas, berts;
static const struct identity NOBODY = {.id = ""};

static const int64_t DAY = INT64_C(24) * 3600 * 1000;

static int open_house(void **state)
{
    (void)state;
    house_open(&house);
    anna = house_add(&house, "Anna", ROLE_PLAYER);
    bert = house_add(&house, "Bert", ROLE_PLAYER);
    cleo = house_add(&house, "Cleo", ROLE_PLAYER);
    robo = house_add(&house, "Robo", ROLE_BOT);
    ear_open(&annas, &house, &anna);
    ear_open(&berts, &house, &bert);
    return 0;
}

static int close_house(void **state)
{
    (void)state;
    ear_close(&annas);
    ear_close(&berts);
    house_close(&house);
    return 0;
}

// ---- what tests do ---------------------------------------------------------------------------

static struct told make(const struct identity *by, struct challenge_wanted wanted)
{
    const struct caller caller = {.who = *by, .scopes = ALL_SCOPES};
    const struct game_settings usual = house_terms("5+3");
    struct told told = {0};
    wanted.by = &caller;
    wanted.address = wanted.address ? wanted.address : "10.0.0.1";
    wanted.settings = wanted.settings ? wanted.settings : &usual;
    challenge_make(&house.server, &wanted, told_challenge, &told);
    house_settle(&house);
    assert_int_equal(told.count, 1);
    return told;
}

/* A challenge by name. */
static struct told challenge(const struct identity *by, const char *to)
{
    return make(by, (struct challenge_wanted){.to = to});
}

static struct told made(struct told told)
{
    if (told.reply.refusal)
        fail_msg("%s", told.why);
    return told;
}

static void expect_refused(struct told told, enum refusal refusal, const char *words)
{
    assert_int_equal(told.reply.refusal, refusal);
    if (!strstr(told.why, words))
        fail_msg("\"%s\" says nothing of \"%s\"", told.why, words);
    assert_string_equal(told.id, "");
}

static struct told accept_as(const char *id, const struct identity *by, enum side_choice side)
{
    struct told told = {0};
    challenge_accept(&house.server, id, by, side, told_challenge, &told);
    house_settle(&house);
    assert_int_equal(told.count, 1);
    return told;
}

static struct told accept(const char *id, const struct identity *by)
{
    return accept_as(id, by, CHOOSE_RANDOM);
}

static struct told decline(const char *id, const struct identity *by, enum decline_reason reason)
{
    struct told told = {0};
    challenge_decline(&house.server, id, by, reason, told_challenge, &told);
    house_settle(&house);
    assert_int_equal(told.count, 1);
    return told;
}

static struct told cancel(const char *id, const struct identity *by)
{
    struct told told = {0};
    challenge_cancel(&house.server, id, by, told_challenge, &told);
    house_settle(&house);
    assert_int_equal(told.count, 1);
    return told;
}

static const struct game_info *game(const char *id)
{
    struct round *round = round_find(&house.server, id);
    assert_non_null(round);
    return round_info(round);
}

static bool stands(const char *id)
{
    const struct challenge *found = challenge_find(&house.server, id);
    return found && challenge_stands(found);
}

static size_t count(const struct identity *who, bool incoming)
{
    const struct challenge *some[64];
    return challenges_of(&house.server, who->id, incoming, some, 64);
}

/* The challenge's JSON as the viewer sees it. */
static const char *shown(const struct challenge *seen, const char *viewer, struct buffer *buffer)
{
    struct json json = json_in(buffer);
    buffer_clear(buffer);
    json_begin_object(&json);
    challenge_write(&house.server, seen, viewer, &json);
    json_end_object(&json);
    return buffer_end(buffer);
}

// ---- making ----------------------------------------------------------------------------------

static void both_hear_of_a_challenge(void **state)
{
    (void)state;
    const struct told told = made(challenge(&anna, "BERT"));
    assert_string_equal(told.challenge.from.name, "Anna");
    assert_string_equal(told.challenge.to.name, "Bert"); // as he writes it
    assert_int_equal(told.challenge.status, CHALLENGE_CREATED);
    assert_int_equal(told.challenge.expires_at, house.server.now + 14 * DAY);
    assert_int_equal(ear_heard(&annas, NOTICE_CHALLENGE, told.id), 1);
    assert_int_equal(ear_heard(&berts, NOTICE_CHALLENGE, told.id), 1);
    assert_int_equal(count(&anna, false), 1);
    assert_int_equal(count(&anna, true), 0);
    assert_int_equal(count(&bert, true), 1);
    const struct challenge *found = challenge_find(&house.server, told.id);
    assert_true(challenge_concerns(found, anna.id) && challenge_concerns(found, bert.id));
    assert_false(challenge_concerns(found, cleo.id));
    assert_false(challenge_concerns(found, ""));
}

static void the_newest_is_listed_first(void **state)
{
    (void)state;
    const struct challenge *list[2];
    made(challenge(&anna, "bert"));
    const struct told second = made(challenge(&cleo, "bert"));
    assert_int_equal(challenges_of(&house.server, bert.id, true, list, 2), 2);
    assert_string_equal(list[0]->id, second.id);
    assert_int_equal(challenges_of(&house.server, bert.id, true, list, 1), 1);
}

static void a_challenge_that_cannot_be_is_refused_in_words(void **state)
{
    (void)state;
    const struct game_settings ultra = house_terms("0.25+0");
    house_tamper(&house, STORE_SET_STATUS, cleo.id, ACCOUNT_CLOSED);
    expect_refused(challenge(&anna, "nobody"), REFUSED_NOT_NOW, "no player of that name");
    expect_refused(challenge(&anna, "a name that is far too long to be one"), REFUSED_NOT_NOW,
                   "no player");
    expect_refused(challenge(&anna, "anna"), REFUSED_NOT_NOW, "themselves");
    expect_refused(challenge(&anna, "cleo"), REFUSED_NOT_NOW, "closed");
    expect_refused(make(&anna, (struct challenge_wanted){.to = "robo", .settings = &ultra}),
                   REFUSED_NOT_NOW, "ultrabullet");
    expect_refused(make(&robo, (struct challenge_wanted){.to = "anna", .settings = &ultra}),
                   REFUSED_NOT_NOW, "ultrabullet");
    expect_refused(make(&anna, (struct challenge_wanted){.expires_at = 5}), REFUSED_SYNTAX,
                   "ended already");
    house.server.stopping = true;
    expect_refused(challenge(&anna, "bert"), REFUSED_STOPPING, "");
    house.server.stopping = false;
    assert_int_equal(count(&anna, false), 0);
}

static void guests_invite_by_link_and_casually_only(void **state)
{
    (void)state;
    const struct identity guest = house_guest(&house, "~abc");
    struct game_settings rated = house_terms("5+3");
    rated.rated = true;
    expect_refused(challenge(&guest, "bert"), REFUSED_FORBIDDEN, "by link");
    expect_refused(challenge(&NOBODY, "bert"), REFUSED_UNAUTHENTICATED, "");
    expect_refused(make(&guest, (struct challenge_wanted){.settings = &rated}), REFUSED_FORBIDDEN,
                   "casual");
    made(make(&guest, (struct challenge_wanted){.name = "come in"}));
    made(make(&NOBODY, (struct challenge_wanted){.name = NULL}));
    const struct told open = made(make(&anna, (struct challenge_wanted){.settings = &rated}));
    expect_refused(accept(open.id, &guest), REFUSED_FORBIDDEN, "casual");
    house.server.config.guests = false;
    expect_refused(make(&guest, (struct challenge_wanted){.name = NULL}), REFUSED_FORBIDDEN, "");
}

static void strangers_cost_more_than_bots(void **state)
{
    (void)state;
    for (int i = 0; i < 5; i++)
        made(challenge(&anna, "bert"));
    const struct told told = challenge(&anna, "bert");
    expect_refused(told, REFUSED_RATE, "");
    assert_string_equal(told.reply.limit, limit_key(LIMIT_CHALLENGE));
    assert_true(told.reply.wait > 0);
    for (int i = 0; i < 25; i++)
        made(challenge(&cleo, "robo"));
    expect_refused(challenge(&cleo, "robo"), REFUSED_RATE, "");
}

static void an_address_is_limited_too(void **state)
{
    (void)state;
    const struct challenge_wanted wanted = {.to = "nobody", .address = "192.0.2.7"};
    for (int i = 0; i < 500; i++)
        assert_int_equal(make(&anna, wanted).reply.refusal, REFUSED_NOT_NOW);
    const struct told told = make(&anna, wanted);
    expect_refused(told, REFUSED_RATE, "");
    assert_string_equal(told.reply.limit, limit_key(LIMIT_CHALLENGE_ADDRESS));
}

static void fifty_may_wait_by_one_and_a_hundred_for_one(void **state)
{
    (void)state;
    for (int i = 0; i < 50; i++) {
        made(challenge(&anna, "robo"));
        house_pass(&house, 60000); // the limits have forgotten
    }
    expect_refused(challenge(&anna, "robo"), REFUSED_NOT_NOW, "cancel some");
    for (int i = 0; i < 50; i++) {
        made(challenge(&cleo, "robo"));
        house_pass(&house, 60000);
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
    store_write(house.server.store, job, NULL, NULL);
    house_settle(&house);
}

static void who_is_blocked_challenges_in_vain(void **state)
{
    (void)state;
    relate(&bert, "anna", RELATION_BLOCKS);
    expect_refused(challenge(&anna, "bert"), REFUSED_NOT_NOW, "takes no challenges from you");
    expect_refused(challenge(&bert, "anna"), REFUSED_NOT_NOW, "you block");
    made(challenge(&cleo, "bert"));
}

static void a_challenge_may_be_for_followers_only(void **state)
{
    (void)state;
    const struct challenge_wanted wanted = {.to = "bert", .needs_follower = true};
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
    const struct identity nova = house_add(&house, "Nova", ROLE_BOT);
    const struct identity ajax = house_add(&house, "Ajax", ROLE_BOT);
    const struct told before = made(challenge(&robo, "ajax"));
    for (int i = 0; i < 100; i++) {
        const struct told told = made(challenge(&robo, "nova"));
        made(accept(told.id, &nova));
        house_resign(&house, told.id, RK_WHITE);
        house_pass(&house, 3000);
    }
    const struct told own = challenge(&robo, "ajax"), theirs = challenge(&ajax, "robo");
    expect_refused(own, REFUSED_RATE, "you have played");
    expect_refused(theirs, REFUSED_NOT_NOW, "that bot has played");
    assert_string_equal(own.reply.limit, "bot.vsBot.day");
    assert_string_equal(theirs.reply.limit, "bot.vsBot.day");
    assert_in_range(own.reply.wait, 1, 864);
    assert_int_equal(own.reply.wait, theirs.reply.wait);
    expect_refused(accept(before.id, &ajax), REFUSED_NOT_NOW, "that bot has played");
    made(challenge(&anna, "robo")); // people are no bots
    house_pass(&house, (int64_t)own.reply.wait * 1000);
    made(accept(before.id, &ajax));
    expect_refused(challenge(&robo, "ajax"), REFUSED_RATE, "you have played");
}

static void a_challenge_costs_no_game_until_it_is_accepted(void **state)
{
    (void)state;
    const struct identity nova = house_add(&house, "Nova", ROLE_BOT);
    for (int i = 0; i < 110; i++) {
        made(decline(made(challenge(&robo, "nova")).id, &nova, DECLINE_LATER));
        house_pass(&house, 3000);
    }
}

// ---- accepting -------------------------------------------------------------------------------

static void a_message_is_the_first_that_is_said(void **state)
{
    (void)state;
    struct buffer buffer = {0};
    const struct told told =
        made(make(&anna, (struct challenge_wanted){.to = "bert", .message = "Hello\n Bert!"}));
    assert_non_null(strstr(shown(challenge_find(&house.server, told.id), "bert", &buffer),
                           "\"message\":\"Hello Bert!\""));
    buffer_fini(&buffer);
    house_restart(&house);
    ear_open(&annas, &house, &anna);
    ear_open(&berts, &house, &bert);
    made(accept(told.id, &bert));
    const struct event *said = NULL;
    struct round *round = round_find(&house.server, told.id);
    assert_non_null(round);
    for (size_t i = 0; i < round->journal.count; i++)
        if (round->journal.events[i].kind == EVENT_CHAT)
            said = &round->journal.events[i];
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
    expect_refused(make(&anna, (struct challenge_wanted){.to = "bert", .message = message}),
                   REFUSED_SYNTAX, "140 characters");
    message[140] = '\0';
    made(make(&anna, (struct challenge_wanted){.to = "bert", .message = message}));
}

static void accepting_begins_the_game_of_that_id(void **state)
{
    (void)state;
    struct game_settings settings = house_terms("10+5");
    settings.side_choice = CHOOSE_BLACK;
    const struct told told =
        made(make(&anna, (struct challenge_wanted){.to = "bert", .settings = &settings}));
    expect_refused(accept(told.id, &cleo), REFUSED_NOT_FOUND, "");
    expect_refused(accept(told.id, &NOBODY), REFUSED_UNAUTHENTICATED, "");
    expect_refused(accept(told.id, &anna), REFUSED_NOT_NOW, "your own");
    expect_refused(accept("nothing0", &bert), REFUSED_NOT_FOUND, "");
    assert_int_equal(made(accept(told.id, &bert)).challenge.status, CHALLENGE_ACCEPTED);
    const struct game_info *info = game(told.id);
    assert_string_equal(info->players[RK_WHITE].id, bert.id);
    assert_string_equal(info->players[RK_BLACK].id, anna.id);
    assert_int_equal(info->source, SOURCE_FRIEND);
    assert_int_equal(ear_heard(&annas, NOTICE_GAME_START, told.id), 1);
    expect_refused(accept(told.id, &bert), REFUSED_NOT_FOUND, "");
    expect_refused(cancel(told.id, &anna), REFUSED_NOT_FOUND, "");
    assert_int_equal(count(&bert, true), 0);
}

static void sides_are_those_that_were_shown(void **state)
{
    (void)state;
    int whites = 0;
    for (int i = 0; i < 40; i++) {
        const struct told told = made(challenge(&anna, "bert"));
        const struct told done = made(accept(told.id, &bert));
        const char *white = game(told.id)->players[RK_WHITE].id;
        assert_string_equal(white, told.challenge.first_is_white ? anna.id : bert.id);
        assert_int_equal(done.challenge.first_is_white, told.challenge.first_is_white);
        whites += told.challenge.first_is_white;
        house_pass(&house, 60000);
    }
    assert_in_range(whites, 10, 30);
}

static void sides_are_drawn_by_what_both_had_before(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++)
        house_tamper(&house, STORE_COUNT_GAME, bert.id, 1);
    for (int i = 0; i < 10; i++) {
        assert_true(made(challenge(&anna, "bert")).challenge.first_is_white);
        assert_false(made(challenge(&bert, "anna")).challenge.first_is_white);
        house_pass(&house, 60000);
    }
}

static void two_answers_at_once_are_one(void **state)
{
    (void)state;
    const struct told told = made(challenge(&anna, "bert"));
    struct told yes = {0}, again = {0}, no = {0}, back = {0};
    challenge_accept(&house.server, told.id, &bert, CHOOSE_RANDOM, told_challenge, &yes);
    challenge_accept(&house.server, told.id, &bert, CHOOSE_RANDOM, told_challenge, &again);
    challenge_decline(&house.server, told.id, &bert, DECLINE_LATER, told_challenge, &no);
    challenge_cancel(&house.server, told.id, &anna, told_challenge, &back);
    house_settle(&house);
    assert_int_equal(yes.reply.refusal, NOT_REFUSED);
    assert_int_equal(again.reply.refusal, REFUSED_NOT_FOUND);
    assert_int_equal(no.reply.refusal, REFUSED_NOT_FOUND);
    assert_int_equal(back.reply.refusal, REFUSED_NOT_FOUND);
}

static void a_full_disk_leaves_everything_as_it_was(void **state)
{
    (void)state;
    house.disk_full = true;
    expect_refused(challenge(&anna, "bert"), REFUSED_STORE, "");
    assert_int_equal(annas.count, 0);
    house.disk_full = false;
    const struct told told = made(challenge(&anna, "bert"));
    house.disk_full = true;
    expect_refused(accept(told.id, &bert), REFUSED_STORE, "");
    assert_true(stands(told.id));
    expect_refused(decline(told.id, &bert, DECLINE_LATER), REFUSED_STORE, "");
    assert_true(stands(told.id));
    expect_refused(cancel(told.id, &anna), REFUSED_STORE, "");
    assert_int_equal(ear_heard(&berts, NOTICE_CHALLENGE_CANCELED, NULL), 0);
    house.disk_full = false;
    made(accept(told.id, &bert));
    assert_non_null(game(told.id));
}

static void bots_accept_but_not_too_fast(void **state)
{
    (void)state;
    const struct game_settings ultra = house_terms("0.25+0");
    const struct told open = made(make(&anna, (struct challenge_wanted){.settings = &ultra}));
    expect_refused(accept(open.id, &robo), REFUSED_NOT_NOW, "ultrabullet");
    const struct told told = made(challenge(&anna, "robo"));
    made(accept(told.id, &robo));
}

static void whoever_has_left_for_good_is_not_played(void **state)
{
    (void)state;
    const struct told told = made(challenge(&anna, "bert"));
    house_tamper(&house, STORE_SET_STATUS, anna.id, ACCOUNT_CLOSED);
    expect_refused(accept(told.id, &bert), REFUSED_NOT_FOUND, "account");
    assert_false(stands(told.id));
}

// ---- declining and taking back ---------------------------------------------------------------

static void both_hear_of_a_refusal_and_why(void **state)
{
    (void)state;
    struct buffer buffer = {0};
    const struct told told = made(challenge(&anna, "bert"));
    expect_refused(decline(told.id, &anna, DECLINE_LATER), REFUSED_NOT_FOUND, "");
    expect_refused(decline(told.id, &cleo, DECLINE_LATER), REFUSED_NOT_FOUND, "");
    made(decline(told.id, &bert, DECLINE_TOO_FAST));
    assert_int_equal(ear_heard(&annas, NOTICE_CHALLENGE_DECLINED, told.id), 1);
    assert_int_equal(ear_heard(&berts, NOTICE_CHALLENGE_DECLINED, told.id), 1);
    const struct challenge *found = challenge_find(&house.server, told.id);
    assert_non_null(found); // for those who hear of it only now
    const char *text = shown(found, anna.id, &buffer);
    assert_non_null(strstr(text, "\"status\":\"declined\""));
    assert_non_null(strstr(text, "\"declineReasonKey\":\"toofast\""));
    assert_non_null(strstr(text, "\"declineReason\":\"Too fast for me; a slower game, perhaps?\""));
    assert_int_equal(count(&bert, true), 0);
    house_pass(&house, 10000);
    assert_null(challenge_find(&house.server, told.id));
    buffer_fini(&buffer);
}

static void the_challenger_takes_it_back(void **state)
{
    (void)state;
    const struct told told = made(challenge(&anna, "bert"));
    expect_refused(cancel(told.id, &cleo), REFUSED_NOT_FOUND, "");
    assert_int_equal(made(cancel(told.id, &anna)).challenge.status, CHALLENGE_CANCELED);
    assert_int_equal(ear_heard(&berts, NOTICE_CHALLENGE_CANCELED, told.id), 1);
    expect_refused(accept(told.id, &bert), REFUSED_NOT_FOUND, "");
}

static void canceled_by_whom_it_was_for_it_is_declined(void **state)
{
    (void)state;
    const struct told told = made(challenge(&anna, "bert"));
    const struct told done = made(cancel(told.id, &bert));
    assert_int_equal(done.challenge.status, CHALLENGE_DECLINED);
    assert_int_equal(done.challenge.reason, DECLINE_GENERIC);
    assert_int_equal(ear_heard(&annas, NOTICE_CHALLENGE_DECLINED, told.id), 1);
}

static void reasons_are_read_in_any_case(void **state)
{
    (void)state;
    assert_int_equal(decline_reason_from("tooFast"), DECLINE_TOO_FAST);
    assert_int_equal(decline_reason_from("TOOFAST"), DECLINE_TOO_FAST);
    assert_int_equal(decline_reason_from("onlybot"), DECLINE_ONLY_BOT);
    assert_int_equal(decline_reason_from("because"), DECLINE_GENERIC);
    assert_int_equal(decline_reason_from(""), DECLINE_GENERIC);
}

// ---- time ------------------------------------------------------------------------------------

static void a_challenger_who_has_gone_is_shown_so_until_back(void **state)
{
    (void)state;
    const struct game_settings days = house_terms("3 days");
    const struct told told = made(challenge(&anna, "bert"));
    const struct told slow =
        made(make(&anna, (struct challenge_wanted){.to = "bert", .settings = &days}));
    const struct challenge *found = challenge_find(&house.server, told.id);
    house_pass(&house, 60000);
    assert_int_equal(found->status, CHALLENGE_CREATED); // as long as she is here
    ear_close(&annas);
    house_pass(&house, 19000);
    assert_int_equal(found->status, CHALLENGE_CREATED);
    house_pass(&house, 4000);
    assert_int_equal(found->status, CHALLENGE_OFFLINE);
    assert_int_equal(ear_heard(&berts, NOTICE_CHALLENGE, told.id), 2);
    assert_int_equal(count(&bert, true), 2);
    assert_int_equal(challenge_find(&house.server, slow.id)->status, CHALLENGE_CREATED);
    ear_open(&annas, &house, &anna);
    house_pass(&house, 3000);
    assert_int_equal(found->status, CHALLENGE_CREATED);
    assert_int_equal(ear_heard(&berts, NOTICE_CHALLENGE, told.id), 3);
    ear_close(&annas);
    house_pass(&house, 30000);
    made(accept(told.id, &bert)); // it stands all the same
    ear_open(&annas, &house, &anna);
}

static void absence_counts_from_the_challenge_on(void **state)
{
    (void)state;
    const struct told told = made(challenge(&cleo, "bert")); // by a program that keeps no stream
    house_pass(&house, 18000);
    assert_int_equal(challenge_find(&house.server, told.id)->status, CHALLENGE_CREATED);
    house_pass(&house, 4000);
    assert_int_equal(challenge_find(&house.server, told.id)->status, CHALLENGE_OFFLINE);
}

static void challenges_expire_after_fourteen_days_and_links_after_one(void **state)
{
    (void)state;
    const struct game_settings days = house_terms("3 days");
    const struct told named =
        made(make(&anna, (struct challenge_wanted){.to = "bert", .settings = &days}));
    const struct told open = made(make(&anna, (struct challenge_wanted){.settings = &days}));
    const struct told longer =
        made(make(&anna, (struct challenge_wanted){.settings = &days,
                                                   .expires_at = house.server.now + 99 * DAY}));
    assert_int_equal(longer.challenge.expires_at, house.server.now + 14 * DAY);
    house_pass(&house, DAY - 1);
    assert_true(stands(open.id));
    house_pass(&house, 1);
    assert_false(stands(open.id));
    house_pass(&house, 13 * DAY - 1);
    assert_true(stands(named.id) && stands(longer.id));
    house_pass(&house, 1);
    assert_false(stands(named.id) || stands(longer.id));
    assert_int_equal(ear_heard(&berts, NOTICE_CHALLENGE_CANCELED, named.id), 1);
    house_restart(&house);
    assert_null(challenge_find(&house.server, named.id));
    ear_open(&annas, &house, &anna);
    ear_open(&berts, &house, &bert);
}

// ---- links -----------------------------------------------------------------------------------

static void whoever_has_the_link_plays_its_maker(void **state)
{
    (void)state;
    const struct told told = made(make(&anna, (struct challenge_wanted){.name = " Come\tin "}));
    assert_string_equal(told.challenge.name, "Come in");
    assert_true(challenge_concerns(&told.challenge, "anybody"));
    expect_refused(accept(told.id, &anna), REFUSED_NOT_NOW, "your own");
    expect_refused(decline(told.id, &cleo, DECLINE_LATER), REFUSED_NOT_FOUND, "");
    expect_refused(cancel(told.id, &cleo), REFUSED_NOT_FOUND, "");
    made(accept_as(told.id, &cleo, CHOOSE_WHITE));
    assert_string_equal(game(told.id)->players[RK_WHITE].id, cleo.id);
    assert_string_equal(game(told.id)->players[RK_BLACK].id, anna.id);
}

static void a_side_that_is_taken_is_not_given(void **state)
{
    (void)state;
    struct game_settings white = house_terms("5+3");
    white.side_choice = CHOOSE_WHITE;
    const struct told told = made(make(&anna, (struct challenge_wanted){.settings = &white}));
    expect_refused(accept_as(told.id, &cleo, CHOOSE_WHITE), REFUSED_TAKEN, "side");
    made(accept_as(told.id, &cleo, CHOOSE_BLACK));
    assert_string_equal(game(told.id)->players[RK_WHITE].id, anna.id);
}

static void two_meet_at_a_link_nobody_stands_behind(void **state)
{
    (void)state;
    const struct identity guest = house_guest(&house, "~abc");
    const struct told told = made(make(&NOBODY, (struct challenge_wanted){.name = NULL}));
    const struct told seat = made(accept_as(told.id, &guest, CHOOSE_BLACK));
    assert_int_equal(seat.challenge.status, CHALLENGE_CREATED);
    assert_string_equal(seat.challenge.from.id, guest.id);
    assert_null(round_find(&house.server, told.id));
    expect_refused(accept(told.id, &guest), REFUSED_NOT_NOW, "your own");
    expect_refused(accept_as(told.id, &bert, CHOOSE_BLACK), REFUSED_TAKEN, "side");
    house_restart(&house); // a seat is kept like the rest
    ear_open(&annas, &house, &anna);
    ear_open(&berts, &house, &bert);
    made(accept(told.id, &bert));
    assert_string_equal(game(told.id)->players[RK_BLACK].id, guest.id);
    assert_string_equal(game(told.id)->players[RK_WHITE].id, bert.id);
}

static void who_leaves_a_seat_leaves_the_link(void **state)
{
    (void)state;
    const struct told told = made(make(&NOBODY, (struct challenge_wanted){.name = NULL}));
    made(accept_as(told.id, &cleo, CHOOSE_BLACK));
    made(cancel(told.id, &cleo));
    assert_true(stands(told.id));
    assert_string_equal(challenge_find(&house.server, told.id)->from.id, "");
    made(accept_as(told.id, &bert, CHOOSE_BLACK));
    made(accept(told.id, &anna));
    assert_string_equal(game(told.id)->players[RK_BLACK].id, bert.id);
}

static void an_invitation_for_two_is_for_those_two(void **state)
{
    (void)state;
    const char *const both[] = {"Bert", "Cleo"}, *const same[] = {"bert", "BERT"};
    const char *const ghost[] = {"bert", "ghost"}, *const mine[] = {"bert", "anna"};
    expect_refused(make(&anna, (struct challenge_wanted){.allowed = same}), REFUSED_NOT_NOW,
                   "two different");
    expect_refused(make(&anna, (struct challenge_wanted){.allowed = ghost}), REFUSED_NOT_NOW,
                   "no player");
    const struct told told = made(make(&anna, (struct challenge_wanted){.allowed = both}));
    assert_int_equal(ear_heard(&berts, NOTICE_CHALLENGE, told.id), 1);
    assert_int_equal(count(&bert, true), 1);
    expect_refused(accept(told.id, &anna), REFUSED_NOT_FOUND, "");
    expect_refused(accept(told.id, &robo), REFUSED_NOT_FOUND, "");
    made(accept_as(told.id, &cleo, CHOOSE_WHITE)); // whatever she wants, she is Black
    made(accept(told.id, &bert));
    assert_string_equal(game(told.id)->players[RK_WHITE].id, bert.id);
    const struct told own = made(make(&anna, (struct challenge_wanted){.allowed = mine}));
    made(accept(own.id, &bert));
    assert_string_equal(game(own.id)->players[RK_BLACK].id, anna.id);
    const struct told back = made(make(&anna, (struct challenge_wanted){.allowed = both}));
    made(cancel(back.id, &anna));
    const struct told no = made(make(&anna, (struct challenge_wanted){.allowed = both}));
    made(decline(no.id, &cleo, DECLINE_LATER));
    assert_false(stands(no.id));
}

// ---- keeping ---------------------------------------------------------------------------------

static void challenges_outlive_the_server(void **state)
{
    (void)state;
    struct game_settings settings = house_terms("5d3");
    const char *const both[] = {"Bert", "Cleo"};
    settings.side_choice = CHOOSE_WHITE;
    settings.rules = RULE_NO_ABORT;
    settings.hidden = true;
    const struct told named =
        made(make(&anna, (struct challenge_wanted){.to = "bert", .settings = &settings}));
    const struct told open =
        made(make(&anna, (struct challenge_wanted){.allowed = both, .name = "Club \"night\""}));
    const struct told gone = made(challenge(&anna, "cleo"));
    made(cancel(gone.id, &anna));
    house_restart(&house);
    ear_open(&annas, &house, &anna);
    ear_open(&berts, &house, &bert);
    const struct challenge *found = challenge_find(&house.server, named.id);
    assert_non_null(found);
    assert_string_equal(found->from.name, "Anna");
    assert_string_equal(found->to.name, "Bert");
    assert_int_equal(found->settings.clock.kind, RK_CLOCK_DELAY);
    assert_int_equal(found->settings.rules, RULE_NO_ABORT);
    assert_true(found->settings.hidden && found->first_is_white);
    assert_int_equal(found->created_at, named.challenge.created_at);
    assert_int_equal(found->expires_at, named.challenge.expires_at);
    assert_string_equal(challenge_find(&house.server, open.id)->name, "Club \"night\"");
    assert_string_equal(challenge_find(&house.server, open.id)->allowed[1].name, "Cleo");
    assert_null(challenge_find(&house.server, gone.id));
    made(accept(named.id, &bert));
    made(cancel(open.id, &anna));
}

static void note_outcome(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    *(enum store_outcome *)context = outcome;
}

static bool has_row(const char *id)
{
    enum store_outcome outcome = STORE_FAILED;
    struct store_job *job = store_job_create();
    store_call(job, STORE_END_CHALLENGE);
    store_bind_text(job, id);
    store_write(house.memory, job, note_outcome, &outcome);
    house_settle(&house);
    return outcome == STORE_DONE;
}

static void what_is_answered_leaves_no_row(void **state)
{
    (void)state;
    const struct told yes = made(challenge(&anna, "bert")), no = made(challenge(&anna, "bert"));
    const struct told back = made(challenge(&anna, "bert")), late = made(challenge(&anna, "bert"));
    const struct told stands_still = made(challenge(&cleo, "bert"));
    made(accept(yes.id, &bert));
    made(decline(no.id, &bert, DECLINE_LATER));
    made(cancel(back.id, &anna));
    assert_true(has_row(stands_still.id));
    house_pass(&house, 14 * DAY);
    house_settle(&house);
    assert_false(has_row(yes.id) || has_row(no.id) || has_row(back.id) || has_row(late.id));
}

static void one_that_became_a_game_never_comes_back(void **state)
{
    (void)state;
    const struct told told = made(challenge(&anna, "bert"));
    struct told yes = {0};
    challenge_accept(&house.server, told.id, &bert, CHOOSE_RANDOM, told_challenge, &yes);
    for (int i = 0; i < 12 && !yes.count; i++)
        store_poll(&house.store);
    assert_int_equal(yes.reply.refusal, NOT_REFUSED);
    // The row of the challenge is put back, as if the server had died before it was gone.
    house_settle(&house);
    struct buffer body = {0};
    struct store_job *job = store_job_create();
    challenge_keep(&told.challenge, &body);
    store_call(job, STORE_ADD_CHALLENGE);
    store_bind_text(job, told.id);
    store_bind_text(job, buffer_end(&body));
    store_bind_integer(job, told.challenge.expires_at);
    store_write(&house.store, job, NULL, NULL);
    buffer_fini(&body);
    house_settle(&house);
    house.disk_full = true; // nor can it be cleared away
    house_restart(&house);
    house.disk_full = false;
    ear_open(&annas, &house, &anna);
    ear_open(&berts, &house, &bert);
    assert_null(challenge_find(&house.server, told.id));
    assert_non_null(round_find(&house.server, told.id));
}

static void a_row_that_cannot_be_read_is_passed_over(void **state)
{
    (void)state;
    static const char *const bodies[] = {"", "[]", "{}", "{\"terms\":7}",
                                         "{\"from\":{\"role\":99}}"};
    const struct told told = made(challenge(&anna, "bert"));
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        char id[GAME_ID_SIZE + 1];
        snprintf(id, sizeof id, "broken%02u", (unsigned)i);
        struct store_job *job = store_job_create();
        store_call(job, STORE_ADD_CHALLENGE);
        store_bind_text(job, id);
        store_bind_text(job, bodies[i]);
        store_bind_integer(job, house.server.now + DAY);
        store_write(&house.store, job, NULL, NULL);
    }
    house_settle(&house);
    house_restart(&house);
    ear_open(&annas, &house, &anna);
    ear_open(&berts, &house, &bert);
    assert_true(challenges_ready(&house.server));
    assert_true(stands(told.id));
    assert_null(challenge_find(&house.server, "broken00"));
    assert_null(challenge_find(&house.server, "broken04"));
}

static void the_server_may_end_in_the_middle_of_anything(void **state)
{
    (void)state;
    const struct told told = made(challenge(&anna, "bert"));
    const struct told other = made(challenge(&anna, "cleo"));
    const struct caller caller = {.who = anna};
    const struct game_settings settings = house_terms("5+3");
    const struct challenge_wanted wanted = {.by = &caller, .to = "bert", .settings = &settings};
    struct told answers[4] = {{0}};
    for (int steps = 0; steps < 4; steps++) {
        challenge_make(&house.server, &wanted, told_challenge, &answers[0]);
        challenge_accept(&house.server, told.id, &bert, CHOOSE_RANDOM, told_challenge, &answers[1]);
        challenge_decline(&house.server, other.id, &cleo, DECLINE_LATER, told_challenge,
                          &answers[2]);
        for (int i = 0; i < steps; i++)
            store_poll(&house.store);
        house_restart(&house);
        // Either it stands or its game goes on, never both and never neither.
        assert_int_equal(stands(told.id) + (round_find(&house.server, told.id) != NULL), 1);
    }
    ear_open(&annas, &house, &anna);
    ear_open(&berts, &house, &bert);
}

// ---- of who is gone for good -----------------------------------------------------------------

static void challenges_of_a_banned_account_are_taken_back(void **state)
{
    (void)state;
    const char *const both[] = {"Anna", "Bert"};
    const struct told by = made(challenge(&anna, "bert")), to = made(challenge(&bert, "anna"));
    const struct told named = made(make(&cleo, (struct challenge_wanted){.allowed = both}));
    const struct told open = made(make(&anna, (struct challenge_wanted){.name = "a link"}));
    const struct told other = made(challenge(&cleo, "bert"));
    house_tamper(&house, STORE_SET_STATUS, anna.id, ACCOUNT_BANNED);
    house_pass(&house, 15000);
    house_settle(&house);
    assert_int_equal(ear_heard(&berts, NOTICE_CHALLENGE_CANCELED, by.id), 1);
    assert_int_equal(ear_heard(&berts, NOTICE_CHALLENGE_CANCELED, to.id), 1);
    assert_int_equal(ear_heard(&berts, NOTICE_CHALLENGE_CANCELED, named.id), 1);
    assert_false(stands(by.id) || stands(to.id) || stands(named.id) || stands(open.id));
    assert_false(has_row(by.id) || has_row(to.id) || has_row(named.id) || has_row(open.id));
    assert_true(stands(other.id) && has_row(other.id));
}

static void what_a_full_disk_kept_is_taken_back_later(void **state)
{
    (void)state;
    const struct told told = made(challenge(&anna, "bert"));
    house.disk_full = true;
    house_tamper(&house, STORE_SET_STATUS, anna.id, ACCOUNT_BANNED);
    house_pass(&house, 15000);
    house_settle(&house);
    assert_true(stands(told.id));
    house.disk_full = false;
    house_pass(&house, 15000);
    house_settle(&house);
    assert_false(stands(told.id) || has_row(told.id));
}

static void the_seat_of_a_banned_account_is_free_again(void **state)
{
    (void)state;
    const struct told told = made(make(&NOBODY, (struct challenge_wanted){.name = NULL}));
    made(accept(told.id, &cleo));
    house_tamper(&house, STORE_SET_STATUS, cleo.id, ACCOUNT_BANNED);
    house_pass(&house, 15000);
    house_settle(&house);
    assert_true(stands(told.id));
    assert_string_equal(challenge_find(&house.server, told.id)->from.id, "");
}

static void who_was_closed_while_the_server_was_down_challenges_nobody(void **state)
{
    (void)state;
    const struct told told = made(challenge(&anna, "bert"));
    house_tamper(&house, STORE_CLOSE_ACCOUNT, anna.id, 1); // long ago
    house_restart(&house);
    ear_open(&annas, &house, &anna);
    ear_open(&berts, &house, &bert);
    house_settle(&house);
    assert_false(stands(told.id) || has_row(told.id));
}

// ---- showing ---------------------------------------------------------------------------------

static void a_challenge_is_shown_as_the_api_does(void **state)
{
    (void)state;
    struct buffer buffer = {0};
    struct game_settings settings = house_terms("5+3");
    settings.rules = RULE_NO_ABORT | RULE_NO_REMATCH;
    settings.side_choice = CHOOSE_WHITE;
    const struct told told =
        made(make(&robo, (struct challenge_wanted){.to = "bert", .settings = &settings}));
    char expected[1000];
    snprintf(expected, sizeof expected,
             "{\"id\":\"%s\",\"url\":\"http://house/%s\",\"status\":\"created\","
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
             told.id, told.id);
    const struct challenge *found = challenge_find(&house.server, told.id);
    assert_string_equal(shown(found, "bert", &buffer), expected);
    assert_non_null(strstr(shown(found, "robo", &buffer), "\"direction\":\"out\""));
    assert_null(strstr(shown(found, NULL, &buffer), "direction"));
    buffer_fini(&buffer);
}

static void an_open_one_and_its_start_are_shown_too(void **state)
{
    (void)state;
    struct buffer buffer = {0};
    struct game_settings settings = house_terms("-");
    const char *const both[] = {"Bert", "Cleo"};
    settings.from_position = true;
    settings.start = position("1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1");
    const struct told told = made(
        make(&anna,
             (struct challenge_wanted){.allowed = both, .name = "Endings", .settings = &settings}));
    const char *text = shown(challenge_find(&house.server, told.id), "cleo", &buffer);
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
#define IN_HOUSE(test) cmocka_unit_test_setup_teardown(test, open_house, close_house)
    const struct CMUnitTest tests[] = {
        IN_HOUSE(both_hear_of_a_challenge),
        IN_HOUSE(the_newest_is_listed_first),
        IN_HOUSE(a_challenge_that_cannot_be_is_refused_in_words),
        IN_HOUSE(guests_invite_by_link_and_casually_only),
        IN_HOUSE(strangers_cost_more_than_bots),
        IN_HOUSE(an_address_is_limited_too),
        IN_HOUSE(fifty_may_wait_by_one_and_a_hundred_for_one),
        IN_HOUSE(who_is_blocked_challenges_in_vain),
        IN_HOUSE(a_challenge_may_be_for_followers_only),
        IN_HOUSE(a_follower_is_challenged_as_often_as_one_likes),
        IN_HOUSE(bots_play_a_hundred_games_a_day_against_each_other),
        IN_HOUSE(a_challenge_costs_no_game_until_it_is_accepted),
        IN_HOUSE(a_message_is_the_first_that_is_said),
        IN_HOUSE(a_message_that_is_too_long_is_refused),
        IN_HOUSE(accepting_begins_the_game_of_that_id),
        IN_HOUSE(sides_are_those_that_were_shown),
        IN_HOUSE(sides_are_drawn_by_what_both_had_before),
        IN_HOUSE(two_answers_at_once_are_one),
        IN_HOUSE(a_full_disk_leaves_everything_as_it_was),
        IN_HOUSE(bots_accept_but_not_too_fast),
        IN_HOUSE(whoever_has_left_for_good_is_not_played),
        IN_HOUSE(both_hear_of_a_refusal_and_why),
        IN_HOUSE(the_challenger_takes_it_back),
        IN_HOUSE(canceled_by_whom_it_was_for_it_is_declined),
        IN_HOUSE(reasons_are_read_in_any_case),
        IN_HOUSE(a_challenger_who_has_gone_is_shown_so_until_back),
        IN_HOUSE(absence_counts_from_the_challenge_on),
        IN_HOUSE(challenges_expire_after_fourteen_days_and_links_after_one),
        IN_HOUSE(whoever_has_the_link_plays_its_maker),
        IN_HOUSE(a_side_that_is_taken_is_not_given),
        IN_HOUSE(two_meet_at_a_link_nobody_stands_behind),
        IN_HOUSE(who_leaves_a_seat_leaves_the_link),
        IN_HOUSE(an_invitation_for_two_is_for_those_two),
        IN_HOUSE(challenges_outlive_the_server),
        IN_HOUSE(what_is_answered_leaves_no_row),
        IN_HOUSE(one_that_became_a_game_never_comes_back),
        IN_HOUSE(challenges_of_a_banned_account_are_taken_back),
        IN_HOUSE(what_a_full_disk_kept_is_taken_back_later),
        IN_HOUSE(the_seat_of_a_banned_account_is_free_again),
        IN_HOUSE(who_was_closed_while_the_server_was_down_challenges_nobody),
        IN_HOUSE(a_row_that_cannot_be_read_is_passed_over),
        IN_HOUSE(the_server_may_end_in_the_middle_of_anything),
        IN_HOUSE(a_challenge_is_shown_as_the_api_does),
        IN_HOUSE(an_open_one_and_its_start_are_shown_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
