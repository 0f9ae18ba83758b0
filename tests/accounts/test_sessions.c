/* SPDX-License-Identifier: MIT */
/* Sessions, guests and tokens: how callers are recognized, and for how long. */
#include "accounts/sessions.h"

#include <stdio.h>
#include <string.h>

#include "support/board.h"
#include "support/harness_accounts.h"

static struct harness harness;

static const char *who(const char *secret)
{
    static char id[IDENTITY_ID_MAX + 1];
    strcpy(id, harness_session_caller(&harness, secret).who.id);
    return id;
}

static void skip_and_settle(int64_t ms)
{
    harness_skip(&harness, ms);
    harness_settle(&harness);
}

// ---- sessions --------------------------------------------------------------------------------

static void the_cookie_has_the_attributes_browsers_need(void **state)
{
    (void)state;
    char cookie[200];
    session_cookie(harness.server, "abc", cookie, sizeof cookie);
    assert_string_equal(cookie, "rookery=abc; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax");
    harness.server->config.secure = true;
    session_cookie(harness.server, "", cookie, sizeof cookie);
    assert_string_equal(cookie, "rookery=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure");
}

static void our_cookie_is_found_among_others(void **state)
{
    (void)state;
    const struct account_reply session = harness_register(&harness, "Alice", "a secret");
    char cookie[400];
    struct account_reply reply = {0};
    snprintf(cookie, sizeof cookie, "xrookery=%s; rookery=short; rookery=%s", session.secret,
             session.secret);
    accounts_authenticate(harness.server, "", cookie, record_caller, &reply);
    harness_settle(&harness);
    assert_string_equal(reply.caller.who.id, "alice");

    static const char *const bad[] = {"",
                                      "rookery",
                                      "rookery=",
                                      "rookery=;;;",
                                      "=",
                                      ";",
                                      "rookery=0123456789012345678901234567890123456789/12"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        reply = (struct account_reply){0};
        accounts_authenticate(harness.server, "", bad[i], record_caller, &reply);
        assert_int_equal(reply.count, 1); /* at once, without asking the store */
        assert_string_equal(reply.caller.who.id, "");
    }
    snprintf(cookie, sizeof cookie, "xrookery=%s", session.secret);
    accounts_authenticate(harness.server, "", cookie, record_caller, &reply);
    assert_string_equal(reply.caller.who.id, "");
}

static void a_caller_is_cached_for_a_minute(void **state)
{
    (void)state;
    const struct account_reply session = harness_register(&harness, "Alice", "a secret");
    char cookie[100];
    snprintf(cookie, sizeof cookie, "rookery=%s", session.secret);
    assert_string_equal(who(session.secret), "alice");

    struct account_reply reply = {0};
    accounts_authenticate(harness.server, "", cookie, record_caller, &reply);
    assert_string_equal(reply.caller.who.id, "alice");
    harness_skip(&harness, 59999);
    accounts_authenticate(harness.server, "", cookie, record_caller, &reply);
    assert_int_equal(reply.count, 2);
    harness_skip(&harness, 1);
    accounts_authenticate(harness.server, "", cookie, record_caller, &reply);
    assert_int_equal(reply.count, 2);
    harness_settle(&harness);
    assert_int_equal(reply.count, 3);
}

static void a_ban_takes_effect_within_a_minute(void **state)
{
    (void)state;
    const struct account_reply session = harness_register(&harness, "Alice", "a secret");
    assert_string_equal(who(session.secret), "alice");
    fake_store_call(&harness.store, STORE_SET_STATUS, "alice", ACCOUNT_BANNED);
    skip_and_settle(60000);
    assert_string_equal(who(session.secret), "");
}

static void logging_out_ends_only_this_session(void **state)
{
    (void)state;
    const struct account_reply here = harness_register(&harness, "Alice", "a secret");
    const struct account_reply there = harness_login(&harness, "alice", "a secret");
    const struct caller alice = harness_session_caller(&harness, here.secret);
    struct account_reply reply = {0};
    account_logout(harness.server, &alice, false, record_done, &reply);
    harness_settle(&harness);
    assert_int_equal(reply.refusal, NOT_REFUSED);
    assert_string_equal(who(here.secret), "");
    assert_string_equal(who(there.secret), "alice");
}

static void logging_out_everywhere_ends_all_sessions(void **state)
{
    (void)state;
    const struct account_reply here = harness_register(&harness, "Alice", "a secret");
    const struct account_reply there = harness_login(&harness, "alice", "a secret");
    const struct account_reply other = harness_register(&harness, "Bobby", "a secret");
    const struct caller alice = harness_session_caller(&harness, here.secret);
    assert_string_equal(who(there.secret), "alice");
    struct account_reply reply = {0};
    account_logout(harness.server, &alice, true, record_done, &reply);
    harness_settle(&harness);
    assert_string_equal(who(here.secret), "");
    assert_string_equal(who(there.secret), "");
    assert_string_equal(who(other.secret), "bobby");
}

static void a_lookup_that_was_pending_at_logout_is_not_cached(void **state)
{
    (void)state;
    const struct account_reply session = harness_register(&harness, "Alice", "a secret");
    const struct caller alice = harness_session_caller(&harness, session.secret);
    skip_and_settle(60000);
    char cookie[100];
    snprintf(cookie, sizeof cookie, "rookery=%s", session.secret);
    struct account_reply reply = {0}, done = {0};
    accounts_authenticate(harness.server, "", cookie, record_caller, &reply);
    account_logout(harness.server, &alice, false, record_done, &done);
    harness_settle(&harness);
    assert_int_equal(reply.count + done.count, 2);
    assert_string_equal(who(session.secret), "");
}

static void a_session_expires_ninety_days_after_the_last_visit(void **state)
{
    (void)state;
    const struct account_reply session = harness_register(&harness, "Alice", "a secret");
    skip_and_settle(89 * DAY);
    assert_string_equal(who(session.secret), "alice");
    skip_and_settle(89 * DAY);
    assert_string_equal(who(session.secret), "alice");
    skip_and_settle(90 * DAY + 1);
    assert_string_equal(who(session.secret), "");
    assert_int_equal(harness_find_account(&harness, "alice").account.seen_at,
                     harness.server->now - 90 * DAY - 1);
}

static struct session listed[SESSIONS_MAX];
static size_t listed_count;
static char first_agent[CLIENT_AGENT_MAX + 1];

static void record_sessions(void *context, const struct session *sessions, size_t count)
{
    (void)context;
    assert_non_null(sessions);
    memcpy(listed, sessions, count * sizeof *sessions);
    listed_count = count;
    strcpy(first_agent, count ? sessions[0].agent : "");
}

static void sessions_are_listed_newest_first(void **state)
{
    (void)state;
    const struct account_reply first = harness_register(&harness, "Alice", "a secret");
    harness_skip(&harness, 1000);
    harness_login(&harness, "alice", "a secret");
    const struct caller alice = harness_session_caller(&harness, first.secret);
    sessions_list(harness.server, &alice, record_sessions, NULL);
    harness_settle(&harness);
    assert_int_equal(listed_count, 2);
    assert_int_equal(listed[0].created_at, harness.server->now);
    assert_false(listed[0].current);
    assert_true(listed[1].current);
    assert_string_equal(first_agent, "Test/1.0");
}

static void the_oldest_sessions_end_when_there_are_too_many(void **state)
{
    (void)state;
    const struct account_reply first = harness_register(&harness, "Alice", "a secret");
    struct account_reply last = first;
    for (int i = 0; i < 101; i++) {
        harness.server->now++;
        last = harness_login(&harness, "alice", "a secret");
    }
    assert_string_equal(who(first.secret), "");
    assert_string_equal(who(last.secret), "alice");
    const struct caller alice = harness_session_caller(&harness, last.secret);
    sessions_list(harness.server, &alice, record_sessions, NULL);
    harness_settle(&harness);
    assert_int_equal(listed_count, 100);
}

static void the_user_agent_and_the_address_are_sanitized(void **state)
{
    (void)state;
    char agent[1000];
    memset(agent, 'x', sizeof agent);
    agent[sizeof agent - 1] = '\0';
    const struct client_info client = client_info_make(agent, "10.0.0.1\n");
    assert_int_equal(strlen(client.agent), CLIENT_AGENT_MAX);
    assert_string_equal(client.address, "10.0.0.1");
}

// ---- guests ----------------------------------------------------------------------------------

static void a_guest_is_recognized_by_the_cookie(void **state)
{
    (void)state;
    const struct account_reply session = harness_make_guest(&harness);
    assert_int_equal(session.refusal, NOT_REFUSED);
    const struct caller guest = harness_session_caller(&harness, session.secret);
    assert_int_equal(guest.who.role, ROLE_GUEST);
    assert_int_equal(guest.who.id[0], '~');
    assert_int_equal(strlen(guest.who.id), 9);
    assert_memory_equal(guest.who.name, "Guest-", 6);
    assert_int_equal(strlen(guest.who.name), 10);
    assert_memory_equal(guest.who.name + 6, guest.who.id + 1, 4);

    skip_and_settle(60000); /* no longer cached: read from the store */
    const struct caller again = harness_session_caller(&harness, session.secret);
    assert_string_equal(again.who.id, guest.who.id);
    struct account_reply reply = {0};
    account_close(harness.server, &guest, &(struct credentials){"a secret", ""}, record_done,
                  &reply);
    assert_int_equal(reply.refusal, REFUSED_FORBIDDEN);
    account_become_bot(harness.server, &guest, record_done, &reply);
    assert_int_equal(reply.refusal, REFUSED_FORBIDDEN);
    account_logout(harness.server, &guest, false, record_done, &reply);
    harness_settle(&harness);
    assert_int_equal(reply.refusal, NOT_REFUSED);
    assert_string_equal(who(session.secret), "");
}

static void the_operator_can_refuse_guests(void **state)
{
    (void)state;
    harness.server->config.guests = false;
    assert_int_equal(harness_make_guest(&harness).refusal, REFUSED_FORBIDDEN);
}

// ---- tokens ----------------------------------------------------------------------------------

static void a_token_has_the_scopes_it_was_created_with(void **state)
{
    (void)state;
    harness_register(&harness, "Alice", "a secret");
    const unsigned scopes = 1 << SCOPE_BOT_PLAY | 1 << SCOPE_CHALLENGE_READ;
    const struct account_reply token = harness_make_token(&harness, "alice", scopes, 0);
    assert_int_equal(token.refusal, NOT_REFUSED);
    assert_memory_equal(token.secret, "rk_", 3);
    assert_int_equal(strlen(token.secret), 46);
    const struct caller program = harness_token_caller(&harness, token.secret);
    assert_string_equal(program.who.id, "alice");
    assert_int_equal(program.scopes, scopes);
    assert_true(program.by_token);
    assert_int_equal(program.expires_at, 0);
}

static void a_token_takes_precedence_over_the_cookie(void **state)
{
    (void)state;
    const struct account_reply session = harness_register(&harness, "Alice", "a secret");
    char cookie[100];
    snprintf(cookie, sizeof cookie, "rookery=%s", session.secret);
    struct account_reply reply = {0};
    accounts_authenticate(harness.server, "Bearer nonsense", cookie, record_caller, &reply);
    assert_int_equal(reply.count, 1);
    assert_string_equal(reply.caller.who.id, "");
    accounts_authenticate(harness.server, "Basic YWJjOmRlZg==", cookie, record_caller, &reply);
    harness_settle(&harness);
    assert_string_equal(reply.caller.who.id, "alice"); /* Basic is not ours; the cookie counts */
}

static void a_token_expires_at_its_expiry_time(void **state)
{
    (void)state;
    harness_register(&harness, "Alice", "a secret");
    assert_int_equal(harness_make_token(&harness, "alice", 1, harness.server->now).refusal,
                     REFUSED_SYNTAX);
    const int64_t until = harness.server->now + 1000;
    const struct account_reply token = harness_make_token(&harness, "alice", 1, until);
    assert_int_equal(harness_token_caller(&harness, token.secret).expires_at, until);
    harness.server->now = until - 1;
    assert_string_equal(harness_token_caller(&harness, token.secret).who.id, "alice");
    harness.server->now = until;
    assert_string_equal(harness_token_caller(&harness, token.secret).who.id, "");
}

static void a_revoked_token_stops_working_at_once(void **state)
{
    (void)state;
    const struct account_reply session = harness_register(&harness, "Alice", "a secret");
    const struct account_reply token = harness_make_token(&harness, "alice", 1, 0);
    const struct caller program = harness_token_caller(&harness, token.secret);
    const struct caller alice = harness_session_caller(&harness, session.secret);
    struct account_reply reply = {0};
    token_revoke(harness.server, &alice, record_done, &reply);
    assert_int_equal(reply.refusal, REFUSED_NOT_NOW);
    token_revoke(harness.server, &program, record_done, &reply);
    harness_settle(&harness);
    assert_int_equal(reply.refusal, NOT_REFUSED);
    assert_string_equal(harness_token_caller(&harness, token.secret).who.id, "");
}

static void an_account_has_at_most_a_hundred_tokens(void **state)
{
    (void)state;
    harness_register(&harness, "Alice", "a secret");
    for (int i = 0; i < TOKENS_MAX; i++)
        assert_int_equal(harness_make_token(&harness, "alice", 1, 0).refusal, NOT_REFUSED);
    assert_int_equal(harness_make_token(&harness, "alice", 1, 0).refusal, REFUSED_NOT_NOW);
    assert_int_equal(harness_make_token(&harness, "nobody", 1, 0).refusal, REFUSED_NOT_NOW);
}

static void scopes_are_separated_by_commas(void **state)
{
    (void)state;
    char text[SCOPES_TEXT_MAX];
    unsigned scopes;
    assert_true(scopes_parse("challenge:read,bot:play", &scopes));
    assert_int_equal(scopes, 1 << SCOPE_BOT_PLAY | 1 << SCOPE_CHALLENGE_READ);
    assert_int_equal(scopes_write(scopes, text, sizeof text), 23);
    assert_string_equal(text, "bot:play,challenge:read");
    assert_true(scopes_parse("", &scopes));
    assert_int_equal(scopes, 0);
    assert_int_equal(scopes_write(0, text, sizeof text), 0);
    assert_false(scopes_parse("bot:play,bot", &scopes));
    scopes_write(ALL_SCOPES, text, sizeof text);
    assert_true(scopes_parse(text, &scopes));
    assert_int_equal(scopes, ALL_SCOPES);
}

#define TEST(function) HARNESS_TEST(function, &harness)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_cookie_has_the_attributes_browsers_need),
        TEST(our_cookie_is_found_among_others),
        TEST(a_caller_is_cached_for_a_minute),
        TEST(a_ban_takes_effect_within_a_minute),
        TEST(logging_out_ends_only_this_session),
        TEST(logging_out_everywhere_ends_all_sessions),
        TEST(a_lookup_that_was_pending_at_logout_is_not_cached),
        TEST(a_session_expires_ninety_days_after_the_last_visit),
        TEST(sessions_are_listed_newest_first),
        TEST(the_oldest_sessions_end_when_there_are_too_many),
        TEST(the_user_agent_and_the_address_are_sanitized),
        TEST(a_guest_is_recognized_by_the_cookie),
        TEST(the_operator_can_refuse_guests),
        TEST(a_token_has_the_scopes_it_was_created_with),
        TEST(a_token_takes_precedence_over_the_cookie),
        TEST(a_token_expires_at_its_expiry_time),
        TEST(a_revoked_token_stops_working_at_once),
        TEST(an_account_has_at_most_a_hundred_tokens),
        TEST(scopes_are_separated_by_commas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
