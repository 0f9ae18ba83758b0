/* SPDX-License-Identifier: MIT */
/* Accounts: registering, logging in, changing and closing them, also concurrently. */
#include "accounts/accounts.h"

#include <stdio.h>
#include <string.h>

#include "support/board.h"
#include "support/fake_connection.h"
#include "support/harness_accounts.h"

static struct harness harness;

static void assert_refused(const struct account_reply *reply, enum refusal refusal,
                           const char *words)
{
    assert_int_equal(reply->refusal, refusal);
    assert_non_null(strstr(reply->why, words));
    assert_string_equal(reply->secret, "");
}

static struct caller caller(const char *secret)
{
    return harness_session_caller(&harness, secret);
}

// ---- opening ---------------------------------------------------------------------------------

static void registering_logs_in(void **state)
{
    (void)state;
    const struct account_reply reply = harness_register(&harness, "Alice", "a secret");
    assert_int_equal(reply.refusal, NOT_REFUSED);
    const struct caller alice = caller(reply.secret);
    assert_string_equal(alice.who.id, "alice");
    assert_string_equal(alice.who.name, "Alice");
    assert_int_equal(alice.who.role, ROLE_PLAYER);
    assert_int_equal(alice.scopes, ALL_SCOPES);
    assert_false(alice.by_token);
}

static void an_account_is_found_by_its_name_in_any_case(void **state)
{
    (void)state;
    struct account_reply reply = {0};
    const struct login_form who = {"Alice", "a secret", "alice@example.org", "", "", "", false};
    account_register(harness.server, &who, record_secret, &reply);
    harness_settle(&harness);
    assert_int_equal(reply.refusal, NOT_REFUSED);
    reply = harness_find_account(&harness, "aLICE");
    assert_true(reply.found);
    assert_string_equal(reply.account.who.name, "Alice");
    assert_string_equal(reply.email, "alice@example.org");
    assert_int_equal(reply.account.created_at, 1700000000000);
    assert_int_equal(reply.account.games, 0);
    assert_false(harness_find_account(&harness, "bob").found);
    assert_false(harness_find_account(&harness, "a-name-that-is-far-too-long-to-be-one").found);
}

static void an_account_that_cannot_be_read_is_not_called_unknown(void **state)
{
    (void)state;
    harness_register(&harness, "Alice", "a secret");
    harness.store.reads_fail = true;
    assert_int_equal(harness_find_account(&harness, "alice").refusal, REFUSED_BUSY);
    assert_int_equal(harness_request(&harness, METHOD_GET, "/api/user/alice", NULL, NULL).status,
                     503);
    harness.store.reads_fail = false;
    assert_int_equal(harness_find_account(&harness, "bob").refusal, REFUSED_NOT_FOUND);
}

static void bad_names_passwords_and_email_addresses_are_refused_with_a_reason(void **state)
{
    (void)state;
    struct account_reply reply = harness_register(&harness, "x", "a secret");
    assert_refused(&reply, REFUSED_SYNTAX, "2 to 20");
    reply = harness_register(&harness, "Adm1n", "a secret");
    assert_refused(&reply, REFUSED_SYNTAX, "reserved");
    reply = harness_register(&harness, "alice", "abc");
    assert_refused(&reply, REFUSED_SYNTAX, "at least 8");
    reply = harness_register(&harness, "alice", "iloveyou1");
    assert_refused(&reply, REFUSED_SYNTAX, "most common");
    reply = harness_register(&harness, "alice-in-chains", "ALICE-in-chains");
    assert_refused(&reply, REFUSED_SYNTAX, "must not be the same as the name");
    char password[PASSWORD_MAX + 2];
    for (size_t i = 0; i < sizeof password; i++)
        password[i] = (char)('a' + i * i % 23);
    password[PASSWORD_MAX + 1] = '\0';
    reply = harness_register(&harness, "alice", password);
    assert_refused(&reply, REFUSED_SYNTAX, "at most 999");
    password[PASSWORD_MAX] = '\0';
    assert_int_equal(harness_register(&harness, "alice", password).refusal, NOT_REFUSED);
    assert_int_equal(harness_login(&harness, "alice", password).refusal, NOT_REFUSED);
    reply = harness_register(&harness, "carol", "caf\xc3\xa9 go"); // letters count, not bytes
    assert_refused(&reply, REFUSED_SYNTAX, "at least 8");
    assert_int_equal(harness_register(&harness, "carol", "caf\xc3\xa9 bar").refusal, NOT_REFUSED);

    static const char *const emails[] = {"x", "@x", "x@", "a b@c", "a\n@c", "a@b@c"};
    for (size_t i = 0; i < sizeof emails / sizeof *emails; i++) {
        const struct login_form who = {"bobby", "a secret", emails[i], "", "", "", false};
        account_register(harness.server, &who, record_secret, &reply);
        assert_refused(&reply, REFUSED_SYNTAX, "e-mail");
    }
}

static void a_name_can_be_registered_only_once(void **state)
{
    (void)state;
    harness_register(&harness, "Alice", "a secret");
    const struct account_reply reply = harness_register(&harness, "ALICE", "the other");
    assert_refused(&reply, REFUSED_TAKEN, "taken");
    assert_int_equal(harness_login(&harness, "alice", "a secret").refusal, NOT_REFUSED);
    assert_int_equal(harness_login(&harness, "alice", "the other").refusal,
                     REFUSED_UNAUTHENTICATED);
}

static void only_one_of_two_simultaneous_registrations_gets_the_name(void **state)
{
    (void)state;
    struct account_reply first = {0}, second = {0};
    const struct login_form a = {"alice", "the first", "", "", "", "", false},
                            b = {"Alice", "the second", "", "", "", "", false};
    account_register(harness.server, &a, record_secret, &first);
    account_register(harness.server, &b, record_secret, &second);
    harness_settle(&harness);
    assert_int_equal(first.count + second.count, 2);
    assert_true((first.refusal == NOT_REFUSED) != (second.refusal == NOT_REFUSED));
    assert_true(first.refusal == REFUSED_TAKEN || second.refusal == REFUSED_TAKEN);
}

static void the_operator_can_disable_registration(void **state)
{
    (void)state;
    harness.server->config.registration = false;
    const struct account_reply reply = harness_register(&harness, "alice", "a secret");
    assert_refused(&reply, REFUSED_FORBIDDEN, "operator");
}

// ---- entering --------------------------------------------------------------------------------

static void the_right_password_logs_in(void **state)
{
    (void)state;
    harness_register(&harness, "Alice", "a secret");
    const struct account_reply reply = harness_login(&harness, "aLiCe", "a secret");
    assert_int_equal(reply.refusal, NOT_REFUSED);
    assert_string_equal(caller(reply.secret).who.id, "alice");
}

static void a_wrong_name_and_a_wrong_password_get_the_same_answer(void **state)
{
    (void)state;
    harness_register(&harness, "Alice", "a secret");
    const struct account_reply password = harness_login(&harness, "alice", "A Secret");
    const struct account_reply name = harness_login(&harness, "bob", "a secret");
    assert_refused(&password, REFUSED_UNAUTHENTICATED, "wrong");
    assert_refused(&name, REFUSED_UNAUTHENTICATED, "wrong");
    assert_string_equal(password.why, name.why);
}

static void a_password_is_hashed_even_if_the_name_does_not_exist(void **state)
{
    (void)state;
    struct account_reply reply = {0};
    const struct login_form who = {"nobody", "a secret", "", "", "", "", false};
    account_login(harness.server, &who, record_secret, &reply);
    store_poll(harness.server->store);
    assert_int_equal(harness.work_count, 1);
    harness_run_work(&harness);
    assert_refused(&reply, REFUSED_UNAUTHENTICATED, "wrong");
}

static void only_the_right_password_reveals_that_an_account_is_banned(void **state)
{
    (void)state;
    const struct account_reply session = harness_register(&harness, "Alice", "a secret");
    fake_store_call(&harness.store, STORE_SET_STATUS, "alice", ACCOUNT_BANNED);
    struct account_reply reply = harness_login(&harness, "alice", "guess");
    assert_refused(&reply, REFUSED_UNAUTHENTICATED, "wrong");
    reply = harness_login(&harness, "alice", "a secret");
    assert_refused(&reply, REFUSED_FORBIDDEN, "banned");
    assert_string_equal(caller(session.secret).who.id, "");
}

static void a_full_work_queue_refuses_at_once(void **state)
{
    (void)state;
    harness_register(&harness, "Alice", "a secret");
    harness.work_max = 0;
    struct account_reply reply = harness_login(&harness, "alice", "a secret");
    assert_refused(&reply, REFUSED_BUSY, "try again");
    reply = harness_register(&harness, "bobby", "a secret");
    assert_refused(&reply, REFUSED_BUSY, "try again");
    harness.work_max = 1;
    assert_int_equal(harness_login(&harness, "alice", "a secret").refusal, NOT_REFUSED);
}

static void one_address_cannot_fill_the_work_queue(void **state)
{
    (void)state;
    enum { FLOOD = 10 };
    struct account_reply replies[FLOOD] = {{0}}, other = {0};
    struct login_form who = {"nobody", "a guess", "", "", "1.2.3.4", "", false};
    for (int i = 0; i < FLOOD; i++)
        account_login(harness.server, &who, record_secret, &replies[i]);
    who.address = "5.6.7.8";
    account_login(harness.server, &who, record_secret, &other);
    store_poll(harness.server->store);
    assert_int_equal(harness.work_count, 5); // four and the other one
    assert_refused(&replies[4], REFUSED_BUSY, "try again");
    harness_settle(&harness);
    assert_refused(&replies[3], REFUSED_UNAUTHENTICATED, "wrong");
    assert_refused(&other, REFUSED_UNAUTHENTICATED, "wrong");
    account_login(harness.server, &who, record_secret, &replies[0]);
    harness_settle(&harness);
    assert_refused(&replies[0], REFUSED_UNAUTHENTICATED, "wrong");
}

static void many_addresses_get_one_place_each_and_a_known_device_goes_first(void **state)
{
    (void)state;
    enum { ADDRESSES = 10 };
    struct account_reply replies[2 * ADDRESSES] = {{0}}, known = {0};
    char address[16];
    struct login_form who = {"nobody", "a guess", "", "", address, "", false};
    for (int i = 0; i < 2 * ADDRESSES; i++) {
        snprintf(address, sizeof address, "10.0.0.%d", i % ADDRESSES);
        account_login(harness.server, &who, record_secret, &replies[i]);
    }
    store_poll(harness.server->store);
    assert_int_equal(harness.work_count, ADDRESSES);
    who.from_known_device = true;
    account_login(harness.server, &who, record_secret, &known);
    store_poll(harness.server->store);
    assert_int_equal(harness.work_count, ADDRESSES + 1);
    for (int i = 0; i < ADDRESSES; i++) {
        struct work *work = harness_take_work(&harness);
        assert_false(work->urgent);
        work->run(work);
        work->done(work);
    }
    assert_true(harness.work_queue->urgent);
    harness_settle(&harness);
    assert_refused(&known, REFUSED_UNAUTHENTICATED, "wrong");
}

static void login_rehashes_a_password_with_an_outdated_cost(void **state)
{
    (void)state;
    harness_register(&harness, "Alice", "a secret");
    harness.server->config.hash_ops = 2;
    assert_int_equal(harness_login(&harness, "alice", "a secret").refusal, NOT_REFUSED);
    assert_int_equal(harness_login(&harness, "alice", "a secret").refusal, NOT_REFUSED);
    assert_int_equal(harness_login(&harness, "alice", "A Secret").refusal, REFUSED_UNAUTHENTICATED);
}

static void two_simultaneous_logins_both_succeed(void **state)
{
    (void)state;
    harness_register(&harness, "Alice", "a secret");
    struct account_reply first = {0}, second = {0};
    const struct login_form who = {"alice", "a secret", "", "", "", "", false};
    account_login(harness.server, &who, record_secret, &first);
    account_login(harness.server, &who, record_secret, &second);
    harness_settle(&harness);
    assert_int_equal(first.refusal, NOT_REFUSED);
    assert_int_equal(second.refusal, NOT_REFUSED);
    assert_string_not_equal(first.secret, second.secret);
}

/* Runs `other` while the worker checks the password of Alice's login; returns what became of the
 * login. */
static struct account_reply login_during(void (*other)(const struct caller *alice,
                                                       struct account_reply *reply))
{
    const struct account_reply session = harness_register(&harness, "Alice", "a secret");
    const struct caller alice = caller(session.secret);
    struct account_reply login = {0}, done = {0};
    const struct login_form who = {"alice", "a secret", "", "", "", "", false};
    account_login(harness.server, &who, record_secret, &login);
    store_poll(harness.server->store); /* the password is in the work queue now */
    struct work *check = harness_take_work(&harness);
    other(&alice, &done);
    harness_settle(&harness);
    assert_int_equal(done.count, 1);
    assert_int_equal(done.refusal, NOT_REFUSED);
    check->run(check);
    check->done(check);
    harness_settle(&harness);
    assert_int_equal(login.count, 1);
    return login;
}

static void close_account(const struct caller *alice, struct account_reply *reply)
{
    account_close(harness.server, alice, &(struct credentials){"a secret", ""}, record_done, reply);
}

static void change_password(const struct caller *alice, struct account_reply *reply)
{
    account_change_password(harness.server, alice, &(struct credentials){"a secret", ""},
                            "a better one", record_done, reply);
}

static void login_fails_if_the_account_is_closed_meanwhile(void **state)
{
    (void)state;
    const struct account_reply reply = login_during(close_account);
    assert_refused(&reply, REFUSED_NOT_NOW, "changed in the meantime");
}

static void login_fails_if_the_password_is_changed_meanwhile(void **state)
{
    (void)state;
    const struct account_reply reply = login_during(change_password);
    assert_refused(&reply, REFUSED_NOT_NOW, "changed in the meantime");
}

// ---- one's own -------------------------------------------------------------------------------

static void a_new_password_ends_the_other_sessions(void **state)
{
    (void)state;
    const struct account_reply here = harness_register(&harness, "Alice", "a secret");
    const struct account_reply there = harness_login(&harness, "alice", "a secret");
    struct caller alice = caller(here.secret);
    caller(there.secret); /* now it is cached */
    struct account_reply reply = {0};
    account_change_password(harness.server, &alice, &(struct credentials){"wrong", ""},
                            "a better one", record_done, &reply);
    harness_settle(&harness);
    assert_refused(&reply, REFUSED_FORBIDDEN, "old password is wrong");
    account_change_password(harness.server, &alice, &(struct credentials){"a secret", ""}, "abc",
                            record_done, &reply);
    assert_refused(&reply, REFUSED_SYNTAX, "at least 8");
    account_change_password(harness.server, &alice, &(struct credentials){"a secret", ""},
                            "a better one", record_done, &reply);
    harness_settle(&harness);
    assert_int_equal(reply.refusal, NOT_REFUSED);

    assert_string_equal(caller(here.secret).who.id, "alice");
    assert_string_equal(caller(there.secret).who.id, "");
    assert_int_equal(harness_login(&harness, "alice", "a secret").refusal, REFUSED_UNAUTHENTICATED);
    assert_int_equal(harness_login(&harness, "alice", "a better one").refusal, NOT_REFUSED);
}

static void a_ban_by_another_process_disconnects_the_player(void **state)
{
    (void)state;
    const struct account_reply session = harness_register(&harness, "Alice", "a secret");
    harness_register(&harness, "Bert", "a secret");
    struct fake_listener alice, bert;
    fake_listener_join(&alice, &harness, "alice");
    fake_listener_join(&bert, &harness, "bert");
    assert_string_equal(caller(session.secret).who.id, "alice");
    fake_store_call(&harness.store, STORE_SET_STATUS, "alice", ACCOUNT_BANNED);
    harness_wait(&harness, 15 * SECOND);
    assert_int_equal(fake_listener_count(&alice, NOTICE_KICKED, "banned"), 1);
    assert_int_equal(fake_listener_count(&bert, NOTICE_KICKED, NULL), 0);
    assert_string_equal(caller(session.secret).who.id, "");
    fake_listener_leave(&alice);
    fake_listener_leave(&bert);
}

static void a_closed_account_keeps_only_its_name(void **state)
{
    (void)state;
    const struct account_reply session = harness_register(&harness, "Alice", "a secret");
    const struct caller alice = caller(session.secret);
    struct account_reply reply = {0};
    const struct account_reply token =
        harness_make_token(&harness, "alice", 1 << SCOPE_BOT_PLAY, 0);
    assert_string_equal(harness_token_caller(&harness, token.secret).who.id, "alice");
    struct fake_listener listener;
    fake_listener_join(&listener, &harness, "alice");

    account_close(harness.server, &alice, &(struct credentials){"wrong", ""}, record_done, &reply);
    harness_settle(&harness);
    assert_refused(&reply, REFUSED_FORBIDDEN, "wrong");
    assert_int_equal(listener.count, 0);
    account_close(harness.server, &alice, &(struct credentials){"a secret", ""}, record_done,
                  &reply);
    harness_settle(&harness);
    assert_int_equal(reply.refusal, NOT_REFUSED);
    assert_int_equal(fake_listener_count(&listener, NOTICE_KICKED, "closed"), 1);
    fake_listener_leave(&listener);

    assert_string_equal(caller(session.secret).who.id, "");
    assert_string_equal(harness_token_caller(&harness, token.secret).who.id, "");
    reply = harness_login(&harness, "alice", "a secret");
    assert_refused(&reply, REFUSED_FORBIDDEN, "closed");
    reply = harness_register(&harness, "alice", "another one");
    assert_refused(&reply, REFUSED_TAKEN, "taken");
    reply = harness_find_account(&harness, "alice");
    assert_int_equal(reply.account.status, ACCOUNT_CLOSED);
    assert_string_equal(reply.account.who.name, "Alice");
    assert_string_equal(reply.email, "");
}

static void a_token_cannot_change_the_password_or_close_the_account(void **state)
{
    (void)state;
    harness_register(&harness, "Alice", "a secret");
    struct account_reply reply = {0};
    const struct account_reply token = harness_make_token(&harness, "alice", ALL_SCOPES, 0);
    const struct caller program = harness_token_caller(&harness, token.secret);
    account_change_password(harness.server, &program, &(struct credentials){"a secret", ""},
                            "a better one", record_done, &reply);
    assert_refused(&reply, REFUSED_FORBIDDEN, "token");
    account_close(harness.server, &program, &(struct credentials){"a secret", ""}, record_done,
                  &reply);
    assert_refused(&reply, REFUSED_FORBIDDEN, "token");
    account_logout(harness.server, &program, true, record_done, &reply);
    assert_refused(&reply, REFUSED_FORBIDDEN, "token");
}

static void only_an_account_without_games_can_become_a_bot(void **state)
{
    (void)state;
    struct caller alice = caller(harness_register(&harness, "Alice", "a secret").secret);
    const struct account_reply session = harness_register(&harness, "Bobby", "a secret");
    const struct caller bobby = caller(session.secret);
    fake_store_count_game(&harness.store, "alice", 1);
    struct account_reply reply = {0};
    account_become_bot(harness.server, &alice, record_done, &reply);
    harness_settle(&harness);
    assert_refused(&reply, REFUSED_NOT_NOW, "has played games");
    account_become_bot(harness.server, &bobby, record_done, &reply);
    harness_settle(&harness);
    assert_int_equal(reply.refusal, NOT_REFUSED);
    assert_int_equal(caller(session.secret).who.role, ROLE_BOT);
}

/* It would lose the role without a trace, by a token that cannot do anything else for the staff. */
static void an_account_of_the_staff_cannot_become_a_bot(void **state)
{
    (void)state;
    struct caller alice = caller(harness_register(&harness, "Alice", "a secret").secret);
    alice.who.role = ROLE_ADMIN;
    struct account_reply reply = {0};
    account_become_bot(harness.server, &alice, record_done, &reply);
    assert_refused(&reply, REFUSED_FORBIDDEN, "staff");
}

static void a_failing_store_refuses_and_changes_nothing(void **state)
{
    (void)state;
    const struct account_reply session = harness_register(&harness, "Alice", "a secret");
    const struct caller alice = caller(session.secret);
    harness.store.reads_fail = harness.store.writes_fail = true;
    assert_int_equal(harness_register(&harness, "Bobby", "a secret").refusal, REFUSED_STORE);
    assert_int_equal(harness_login(&harness, "alice", "a secret").refusal, REFUSED_STORE);
    assert_int_equal(harness_make_guest(&harness).refusal, REFUSED_STORE);
    assert_false(harness_find_account(&harness, "alice").found);
    struct account_reply reply = {0};
    account_logout(harness.server, &alice, true, record_done, &reply);
    harness_settle(&harness);
    assert_int_equal(reply.refusal, REFUSED_STORE);
    account_close(harness.server, &alice, &(struct credentials){"a secret", ""}, record_done,
                  &reply);
    harness_settle(&harness);
    assert_int_equal(reply.refusal, REFUSED_STORE);
    account_become_bot(harness.server, &alice, record_done, &reply);
    harness_settle(&harness);
    assert_int_equal(reply.refusal, REFUSED_STORE);
    assert_int_equal(reply.count, 3);
    reply = harness_make_token(&harness, "alice", 1, 0);
    assert_refused(&reply, REFUSED_STORE, "disk");

    harness.store.reads_fail = harness.store.writes_fail = false;
    harness_skip(&harness, MINUTE);
    assert_string_equal(caller(session.secret).who.id, "alice");
    assert_false(harness_find_account(&harness, "bobby").found);
    assert_int_equal(harness_login(&harness, "alice", "a secret").refusal, NOT_REFUSED);
}

static void a_store_that_fails_after_the_password_check_refuses(void **state)
{
    (void)state;
    const struct account_reply session = harness_register(&harness, "Alice", "a secret");
    const struct caller alice = caller(session.secret);
    struct account_reply login = {0}, change = {0}, closing = {0};
    const struct login_form who = {"alice", "a secret", "", "", "", "", false};
    account_login(harness.server, &who, record_secret, &login);
    account_change_password(harness.server, &alice, &(struct credentials){"a secret", ""},
                            "a better one", record_done, &change);
    account_close(harness.server, &alice, &(struct credentials){"a secret", ""}, record_done,
                  &closing);
    store_poll(harness.server->store);
    assert_int_equal(harness.work_count, 3);
    harness.store.reads_fail = harness.store.writes_fail = true;
    harness_settle(&harness);
    assert_refused(&login, REFUSED_STORE, "disk");
    assert_refused(&change, REFUSED_STORE, "disk");
    assert_refused(&closing, REFUSED_STORE, "disk");
    harness.store.reads_fail = harness.store.writes_fail = false;
    assert_int_equal(harness_login(&harness, "alice", "a secret").refusal, NOT_REFUSED);
}

static void requests_pending_when_the_server_ends_are_not_answered(void **state)
{
    (void)state;
    harness_register(&harness, "Alice", "a secret");
    struct account_reply reply = {0};
    const struct login_form who = {"alice", "a secret", "", "", "", "", false};
    account_login(harness.server, &who, record_secret, &reply);
    store_poll(harness.server->store); /* the first login is in the work queue */
    account_login(harness.server, &who, record_secret, &reply);
    account_find(harness.server, "alice", record_account,
                 &reply); /* the others wait for the store */
    accounts_authenticate(harness.server, "", "rookery=0123456789012345678901234567890123456789012",
                          record_caller, &reply);
    harness_close(&harness);
    harness_open(&harness);
    assert_int_equal(reply.count, 0);
}

#define TEST(function) HARNESS_TEST(function, &harness)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(registering_logs_in),
        TEST(an_account_is_found_by_its_name_in_any_case),
        TEST(an_account_that_cannot_be_read_is_not_called_unknown),
        TEST(bad_names_passwords_and_email_addresses_are_refused_with_a_reason),
        TEST(a_name_can_be_registered_only_once),
        TEST(only_one_of_two_simultaneous_registrations_gets_the_name),
        TEST(the_operator_can_disable_registration),
        TEST(the_right_password_logs_in),
        TEST(a_wrong_name_and_a_wrong_password_get_the_same_answer),
        TEST(a_password_is_hashed_even_if_the_name_does_not_exist),
        TEST(only_the_right_password_reveals_that_an_account_is_banned),
        TEST(a_full_work_queue_refuses_at_once),
        TEST(one_address_cannot_fill_the_work_queue),
        TEST(many_addresses_get_one_place_each_and_a_known_device_goes_first),
        TEST(login_rehashes_a_password_with_an_outdated_cost),
        TEST(two_simultaneous_logins_both_succeed),
        TEST(login_fails_if_the_account_is_closed_meanwhile),
        TEST(login_fails_if_the_password_is_changed_meanwhile),
        TEST(a_new_password_ends_the_other_sessions),
        TEST(a_ban_by_another_process_disconnects_the_player),
        TEST(a_closed_account_keeps_only_its_name),
        TEST(a_token_cannot_change_the_password_or_close_the_account),
        TEST(only_an_account_without_games_can_become_a_bot),
        TEST(an_account_of_the_staff_cannot_become_a_bot),
        TEST(a_failing_store_refuses_and_changes_nothing),
        TEST(a_store_that_fails_after_the_password_check_refuses),
        TEST(requests_pending_when_the_server_ends_are_not_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
