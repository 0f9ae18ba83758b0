/* SPDX-License-Identifier: MIT */
/* Accounts: opened, entered, changed, closed; alone and while others do the same. */
#include "accounts/accounts.h"

#include <string.h>

#include "accounts/presence.h"
#include "support/board.h"
#include "support/people.h"

static struct people people;

static int begin(void **state)
{
    (void)state;
    people_begin(&people);
    return 0;
}

static int end(void **state)
{
    (void)state;
    people_end(&people);
    return 0;
}

static void assert_refused(const struct answered *reply, enum refusal refusal, const char *words)
{
    assert_int_equal(reply->refusal, refusal);
    assert_non_null(strstr(reply->why, words));
    assert_string_equal(reply->secret, "");
}

static struct caller caller(const char *secret)
{
    return people_by_cookie(&people, secret).caller;
}

// ---- opening ---------------------------------------------------------------------------------

static void who_registers_is_logged_in(void **state)
{
    (void)state;
    const struct answered reply = people_register(&people, "Alice", "secret");
    assert_int_equal(reply.refusal, NOT_REFUSED);
    const struct caller alice = caller(reply.secret);
    assert_string_equal(alice.who.id, "alice");
    assert_string_equal(alice.who.name, "Alice");
    assert_int_equal(alice.who.role, ROLE_PLAYER);
    assert_int_equal(alice.scopes, ALL_SCOPES);
    assert_false(alice.by_token);
}

static void an_account_is_found_by_its_name_in_any_letters(void **state)
{
    (void)state;
    struct answered reply = {0};
    const struct entrant who = {"Alice", "secret", "alice@example.org", "", ""};
    account_register(&people.server, &who, answered_secret, &reply);
    people_settle(&people);
    assert_int_equal(reply.refusal, NOT_REFUSED);
    reply = people_find(&people, "aLICE");
    assert_true(reply.found);
    assert_string_equal(reply.account.who.name, "Alice");
    assert_string_equal(reply.email, "alice@example.org");
    assert_int_equal(reply.account.created_at, 1700000000000);
    assert_int_equal(reply.account.games, 0);
    assert_false(people_find(&people, "bob").found);
    assert_false(people_find(&people, "a-name-that-is-far-too-long-to-be-one").found);
}

static void bad_names_passwords_and_addresses_are_refused_in_words(void **state)
{
    (void)state;
    struct answered reply = people_register(&people, "x", "secret");
    assert_refused(&reply, REFUSED_SYNTAX, "2 to 20");
    reply = people_register(&people, "Adm1n", "secret");
    assert_refused(&reply, REFUSED_SYNTAX, "reserved");
    reply = people_register(&people, "alice", "abc");
    assert_refused(&reply, REFUSED_SYNTAX, "at least 4");
    reply = people_register(&people, "alice", "ALICE");
    assert_refused(&reply, REFUSED_SYNTAX, "must not be the name");
    char password[PASSWORD_MAX + 2];
    memset(password, 'x', sizeof password);
    password[PASSWORD_MAX + 1] = '\0';
    reply = people_register(&people, "alice", password);
    assert_refused(&reply, REFUSED_SYNTAX, "at most 999");
    password[PASSWORD_MAX] = '\0';
    assert_int_equal(people_register(&people, "alice", password).refusal, NOT_REFUSED);
    assert_int_equal(people_login(&people, "alice", password).refusal, NOT_REFUSED);
    reply = people_register(&people, "carol", "a\xc3\xa9"); // bytes count, not letters
    assert_refused(&reply, REFUSED_SYNTAX, "at least 4 bytes");
    assert_int_equal(people_register(&people, "carol", "\xc3\xa9\xc3\xa9").refusal, NOT_REFUSED);

    static const char *const emails[] = {"x", "@x", "x@", "a b@c", "a\n@c"};
    for (size_t i = 0; i < sizeof emails / sizeof *emails; i++) {
        const struct entrant who = {"bobby", "secret", emails[i], "", ""};
        account_register(&people.server, &who, answered_secret, &reply);
        assert_refused(&reply, REFUSED_SYNTAX, "e-mail");
    }
}

static void a_name_is_given_once(void **state)
{
    (void)state;
    people_register(&people, "Alice", "secret");
    const struct answered reply = people_register(&people, "ALICE", "other");
    assert_refused(&reply, REFUSED_TAKEN, "taken");
    assert_int_equal(people_login(&people, "alice", "secret").refusal, NOT_REFUSED);
    assert_int_equal(people_login(&people, "alice", "other").refusal, REFUSED_UNAUTHENTICATED);
}

static void of_two_who_want_a_name_at_once_one_gets_it(void **state)
{
    (void)state;
    struct answered first = {0}, second = {0};
    const struct entrant a = {"alice", "first", "", "", ""}, b = {"Alice", "second", "", "", ""};
    account_register(&people.server, &a, answered_secret, &first);
    account_register(&people.server, &b, answered_secret, &second);
    people_settle(&people);
    assert_int_equal(first.count + second.count, 2);
    assert_true((first.refusal == NOT_REFUSED) != (second.refusal == NOT_REFUSED));
    assert_true(first.refusal == REFUSED_TAKEN || second.refusal == REFUSED_TAKEN);
}

static void the_operator_may_keep_registration_to_himself(void **state)
{
    (void)state;
    people.server.config.registration = false;
    const struct answered reply = people_register(&people, "alice", "secret");
    assert_refused(&reply, REFUSED_FORBIDDEN, "operator");
}

// ---- entering --------------------------------------------------------------------------------

static void the_right_password_opens(void **state)
{
    (void)state;
    people_register(&people, "Alice", "secret");
    const struct answered reply = people_login(&people, "aLiCe", "secret");
    assert_int_equal(reply.refusal, NOT_REFUSED);
    assert_string_equal(caller(reply.secret).who.id, "alice");
}

static void a_wrong_name_and_a_wrong_password_look_the_same(void **state)
{
    (void)state;
    people_register(&people, "Alice", "secret");
    const struct answered password = people_login(&people, "alice", "Secret");
    const struct answered name = people_login(&people, "bob", "secret");
    assert_refused(&password, REFUSED_UNAUTHENTICATED, "wrong");
    assert_refused(&name, REFUSED_UNAUTHENTICATED, "wrong");
    assert_string_equal(password.why, name.why);
}

static void a_name_that_does_not_exist_keeps_the_worker_as_busy(void **state)
{
    (void)state;
    struct answered reply = {0};
    const struct entrant who = {"nobody", "secret", "", "", ""};
    account_login(&people.server, &who, answered_secret, &reply);
    people_poll(&people);
    assert_int_equal(people.waiting_count, 1);
    people_work(&people);
    assert_refused(&reply, REFUSED_UNAUTHENTICATED, "wrong");
}

static void a_banned_person_learns_so_with_the_right_password_only(void **state)
{
    (void)state;
    const struct answered session = people_register(&people, "Alice", "secret");
    people_tamper(&people, STORE_SET_STATUS, "alice", ACCOUNT_BANNED);
    struct answered reply = people_login(&people, "alice", "guess");
    assert_refused(&reply, REFUSED_UNAUTHENTICATED, "wrong");
    reply = people_login(&people, "alice", "secret");
    assert_refused(&reply, REFUSED_FORBIDDEN, "banned");
    assert_string_equal(caller(session.secret).who.id, "");
}

static void a_full_queue_is_said_at_once(void **state)
{
    (void)state;
    people_register(&people, "Alice", "secret");
    people.waiting_max = 0;
    struct answered reply = people_login(&people, "alice", "secret");
    assert_refused(&reply, REFUSED_BUSY, "try again");
    reply = people_register(&people, "bobby", "secret");
    assert_refused(&reply, REFUSED_BUSY, "try again");
    people.waiting_max = 1;
    assert_int_equal(people_login(&people, "alice", "secret").refusal, NOT_REFUSED);
}

static void a_hash_of_another_cost_is_renewed_at_login(void **state)
{
    (void)state;
    people_register(&people, "Alice", "secret");
    people.server.config.hash_ops = 2;
    assert_int_equal(people_login(&people, "alice", "secret").refusal, NOT_REFUSED);
    assert_int_equal(people_login(&people, "alice", "secret").refusal, NOT_REFUSED);
    assert_int_equal(people_login(&people, "alice", "Secret").refusal, REFUSED_UNAUTHENTICATED);
}

static void two_logins_at_once_both_get_in(void **state)
{
    (void)state;
    people_register(&people, "Alice", "secret");
    struct answered first = {0}, second = {0};
    const struct entrant who = {"alice", "secret", "", "", ""};
    account_login(&people.server, &who, answered_secret, &first);
    account_login(&people.server, &who, answered_secret, &second);
    people_settle(&people);
    assert_int_equal(first.refusal, NOT_REFUSED);
    assert_int_equal(second.refusal, NOT_REFUSED);
    assert_string_not_equal(first.secret, second.secret);
}

/* Alice's login has been checked by the worker when the other thing is done; then both go on. */
static struct answered login_during(void (*other)(const struct caller *alice,
                                                  struct answered *reply))
{
    const struct answered session = people_register(&people, "Alice", "secret");
    const struct caller alice = caller(session.secret);
    struct answered login = {0}, done = {0};
    const struct entrant who = {"alice", "secret", "", "", ""};
    account_login(&people.server, &who, answered_secret, &login);
    people_poll(&people); /* the password is with the worker now */
    struct work *held = people.waiting;
    people.waiting = NULL;
    people.waiting_count = 0;
    other(&alice, &done);
    people_settle(&people);
    assert_int_equal(done.count, 1);
    assert_int_equal(done.refusal, NOT_REFUSED);
    people.waiting = held;
    people.waiting_count = 1;
    people_settle(&people);
    assert_int_equal(login.count, 1);
    return login;
}

static void close_now(const struct caller *alice, struct answered *reply)
{
    account_close(&people.server, alice, "secret", answered_done, reply);
}

static void change_now(const struct caller *alice, struct answered *reply)
{
    account_change_password(&people.server, alice, "secret", "better", answered_done, reply);
}

static void nobody_gets_into_an_account_closed_meanwhile(void **state)
{
    (void)state;
    const struct answered reply = login_during(close_now);
    assert_refused(&reply, REFUSED_NOT_NOW, "changed meanwhile");
}

static void nobody_gets_in_by_a_password_changed_meanwhile(void **state)
{
    (void)state;
    const struct answered reply = login_during(change_now);
    assert_refused(&reply, REFUSED_NOT_NOW, "changed meanwhile");
}

// ---- one's own -------------------------------------------------------------------------------

static void a_new_password_ends_the_other_sessions(void **state)
{
    (void)state;
    const struct answered here = people_register(&people, "Alice", "secret");
    const struct answered there = people_login(&people, "alice", "secret");
    struct caller alice = caller(here.secret);
    caller(there.secret); /* remembered */
    struct answered reply = {0};
    account_change_password(&people.server, &alice, "wrong", "better", answered_done, &reply);
    people_settle(&people);
    assert_refused(&reply, REFUSED_FORBIDDEN, "old password is wrong");
    account_change_password(&people.server, &alice, "secret", "alice", answered_done, &reply);
    assert_refused(&reply, REFUSED_SYNTAX, "must not be the name");
    account_change_password(&people.server, &alice, "secret", "better", answered_done, &reply);
    people_settle(&people);
    assert_int_equal(reply.refusal, NOT_REFUSED);

    assert_string_equal(caller(here.secret).who.id, "alice");
    assert_string_equal(caller(there.secret).who.id, "");
    assert_int_equal(people_login(&people, "alice", "secret").refusal, REFUSED_UNAUTHENTICATED);
    assert_int_equal(people_login(&people, "alice", "better").refusal, NOT_REFUSED);
}

struct ear {
    struct listener listener;
    unsigned kicked;
    char why[IDENTITY_ID_MAX + 1];
};

static void hear(struct listener *listener, const struct notice *notice)
{
    struct ear *ear = (struct ear *)listener;
    ear->kicked += notice->kind == NOTICE_KICKED;
    strcpy(ear->why, notice->subject);
}

static void whoever_is_banned_beside_the_server_is_put_out(void **state)
{
    (void)state;
    const struct answered session = people_register(&people, "Alice", "secret");
    people_register(&people, "Bert", "secret");
    struct ear alice = {.listener = {.hear = hear}}, bert = alice;
    presence_join(&people.server, "alice", &alice.listener);
    presence_join(&people.server, "bert", &bert.listener);
    assert_string_equal(caller(session.secret).who.id, "alice");
    people_tamper(&people, STORE_SET_STATUS, "alice", ACCOUNT_BANNED);
    people.server.now += 15000;
    timers_run(&people.server.timers, people.server.now);
    people_settle(&people);
    assert_int_equal(alice.kicked, 1);
    assert_string_equal(alice.why, "banned");
    assert_int_equal(bert.kicked, 0);
    assert_string_equal(caller(session.secret).who.id, "");
    presence_leave(&people.server, "alice", &alice.listener);
    presence_leave(&people.server, "bert", &bert.listener);
}

static void a_closed_account_keeps_its_name_and_nothing_else(void **state)
{
    (void)state;
    const struct answered session = people_register(&people, "Alice", "secret");
    const struct caller alice = caller(session.secret);
    struct answered token = {0}, reply = {0};
    const struct token_wanted wanted = {"alice", 1 << SCOPE_BOT_PLAY, "", 0};
    token_create(&people.server, &wanted, answered_secret, &token);
    people_settle(&people);
    assert_string_equal(people_by_token(&people, token.secret).caller.who.id, "alice");
    struct ear ear = {.listener = {.hear = hear}};
    presence_join(&people.server, "alice", &ear.listener);

    account_close(&people.server, &alice, "wrong", answered_done, &reply);
    people_settle(&people);
    assert_refused(&reply, REFUSED_FORBIDDEN, "wrong");
    assert_int_equal(ear.kicked, 0);
    account_close(&people.server, &alice, "secret", answered_done, &reply);
    people_settle(&people);
    assert_int_equal(reply.refusal, NOT_REFUSED);
    assert_int_equal(ear.kicked, 1);
    assert_string_equal(ear.why, "closed");
    presence_leave(&people.server, "alice", &ear.listener);

    assert_string_equal(caller(session.secret).who.id, "");
    assert_string_equal(people_by_token(&people, token.secret).caller.who.id, "");
    reply = people_login(&people, "alice", "secret");
    assert_refused(&reply, REFUSED_FORBIDDEN, "closed");
    reply = people_register(&people, "alice", "another");
    assert_refused(&reply, REFUSED_TAKEN, "taken");
    reply = people_find(&people, "alice");
    assert_int_equal(reply.account.status, ACCOUNT_CLOSED);
    assert_string_equal(reply.account.who.name, "Alice");
    assert_string_equal(reply.email, "");
}

static void a_token_cannot_change_who_owns_the_account(void **state)
{
    (void)state;
    people_register(&people, "Alice", "secret");
    struct answered token = {0}, reply = {0};
    const struct token_wanted wanted = {"alice", ALL_SCOPES, "", 0};
    token_create(&people.server, &wanted, answered_secret, &token);
    people_settle(&people);
    const struct caller program = people_by_token(&people, token.secret).caller;
    account_change_password(&people.server, &program, "secret", "better", answered_done, &reply);
    assert_refused(&reply, REFUSED_FORBIDDEN, "token");
    account_close(&people.server, &program, "secret", answered_done, &reply);
    assert_refused(&reply, REFUSED_FORBIDDEN, "token");
    account_logout(&people.server, &program, true, answered_done, &reply);
    assert_refused(&reply, REFUSED_FORBIDDEN, "token");
}

static void a_fresh_account_becomes_a_bot_and_one_with_games_does_not(void **state)
{
    (void)state;
    struct caller alice = caller(people_register(&people, "Alice", "secret").secret);
    const struct answered session = people_register(&people, "Bobby", "secret");
    const struct caller bobby = caller(session.secret);
    people_tamper(&people, STORE_COUNT_GAME, "alice", 1);
    struct answered reply = {0};
    account_become_bot(&people.server, &alice, answered_done, &reply);
    people_settle(&people);
    assert_refused(&reply, REFUSED_NOT_NOW, "has played games");
    account_become_bot(&people.server, &bobby, answered_done, &reply);
    people_settle(&people);
    assert_int_equal(reply.refusal, NOT_REFUSED);
    assert_int_equal(caller(session.secret).who.role, ROLE_BOT);
}

static void a_store_that_fails_is_admitted_and_nothing_is_done(void **state)
{
    (void)state;
    const struct answered session = people_register(&people, "Alice", "secret");
    const struct caller alice = caller(session.secret);
    people.store_fails = true;
    assert_int_equal(people_register(&people, "Bobby", "secret").refusal, REFUSED_STORE);
    assert_int_equal(people_login(&people, "alice", "secret").refusal, REFUSED_STORE);
    assert_int_equal(people_guest(&people).refusal, REFUSED_STORE);
    assert_false(people_find(&people, "alice").found);
    struct answered reply = {0};
    account_logout(&people.server, &alice, true, answered_done, &reply);
    people_settle(&people);
    assert_int_equal(reply.refusal, REFUSED_STORE);
    account_close(&people.server, &alice, "secret", answered_done, &reply);
    people_settle(&people);
    assert_int_equal(reply.refusal, REFUSED_STORE);
    account_become_bot(&people.server, &alice, answered_done, &reply);
    people_settle(&people);
    assert_int_equal(reply.refusal, REFUSED_STORE);
    const struct token_wanted wanted = {"alice", 1, "", 0};
    token_create(&people.server, &wanted, answered_secret, &reply);
    people_settle(&people);
    assert_refused(&reply, REFUSED_STORE, "disk");
    assert_int_equal(reply.count, 4);

    people.store_fails = false;
    people.server.now += 60000;
    assert_string_equal(caller(session.secret).who.id, "alice");
    assert_false(people_find(&people, "bobby").found);
    assert_int_equal(people_login(&people, "alice", "secret").refusal, NOT_REFUSED);
}

/* The store fails between the check of a password and what follows from it. */
static void what_fails_at_the_last_step_is_admitted_too(void **state)
{
    (void)state;
    const struct answered session = people_register(&people, "Alice", "secret");
    const struct caller alice = caller(session.secret);
    struct answered login = {0}, change = {0}, closing = {0};
    const struct entrant who = {"alice", "secret", "", "", ""};
    account_login(&people.server, &who, answered_secret, &login);
    account_change_password(&people.server, &alice, "secret", "better", answered_done, &change);
    account_close(&people.server, &alice, "secret", answered_done, &closing);
    people_poll(&people);
    assert_int_equal(people.waiting_count, 3);
    people.store_fails = true;
    people_settle(&people);
    assert_refused(&login, REFUSED_STORE, "disk");
    assert_refused(&change, REFUSED_STORE, "disk");
    assert_refused(&closing, REFUSED_STORE, "disk");
    people.store_fails = false;
    assert_int_equal(people_login(&people, "alice", "secret").refusal, NOT_REFUSED);
}

static void what_is_asked_when_the_server_ends_is_not_answered(void **state)
{
    (void)state;
    people_register(&people, "Alice", "secret");
    struct answered reply = {0};
    const struct entrant who = {"alice", "secret", "", "", ""};
    account_login(&people.server, &who, answered_secret, &reply);
    people_poll(&people); /* with the worker */
    account_login(&people.server, &who, answered_secret, &reply);
    account_find(&people.server, "alice", answered_found, &reply); /* with the store */
    caller_of(&people.server, "", "rookery=0123456789012345678901234567890123456789012",
              answered_caller, &reply);
    people_end(&people);
    people_begin(&people);
    assert_int_equal(reply.count, 0);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(who_registers_is_logged_in),
        TEST(an_account_is_found_by_its_name_in_any_letters),
        TEST(bad_names_passwords_and_addresses_are_refused_in_words),
        TEST(a_name_is_given_once),
        TEST(of_two_who_want_a_name_at_once_one_gets_it),
        TEST(the_operator_may_keep_registration_to_himself),
        TEST(the_right_password_opens),
        TEST(a_wrong_name_and_a_wrong_password_look_the_same),
        TEST(a_name_that_does_not_exist_keeps_the_worker_as_busy),
        TEST(a_banned_person_learns_so_with_the_right_password_only),
        TEST(a_full_queue_is_said_at_once),
        TEST(a_hash_of_another_cost_is_renewed_at_login),
        TEST(two_logins_at_once_both_get_in),
        TEST(nobody_gets_into_an_account_closed_meanwhile),
        TEST(nobody_gets_in_by_a_password_changed_meanwhile),
        TEST(a_new_password_ends_the_other_sessions),
        TEST(whoever_is_banned_beside_the_server_is_put_out),
        TEST(a_closed_account_keeps_its_name_and_nothing_else),
        TEST(a_token_cannot_change_who_owns_the_account),
        TEST(a_fresh_account_becomes_a_bot_and_one_with_games_does_not),
        TEST(a_store_that_fails_is_admitted_and_nothing_is_done),
        TEST(what_fails_at_the_last_step_is_admitted_too),
        TEST(what_is_asked_when_the_server_ends_is_not_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
