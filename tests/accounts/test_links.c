/* SPDX-License-Identifier: MIT */
#include "accounts/links.h"

#include <stdio.h>
#include <string.h>

#include "accounts/devices.h"
#include "support/board.h"
#include "support/harness_accounts.h"

static struct harness harness;
static char mail_to[300], mail_subject[300], mail_text[3000];
static unsigned mail_count;

static bool record_mail(void *context, const struct mail *mail)
{
    (void)context;
    mail_count++;
    snprintf(mail_to, sizeof mail_to, "%s", mail->to);
    snprintf(mail_subject, sizeof mail_subject, "%s", mail->subject);
    snprintf(mail_text, sizeof mail_text, "%s", mail->text);
    return true;
}

static int set_up(void **state)
{
    harness_open(*state);
    harness.server->env.send_mail = record_mail;
    mail_count = 0;
    return 0;
}

static struct account_reply add_user(const char *name, const char *email)
{
    struct account_reply reply = {0};
    const struct login_form form = {
        .name = name, .password = "a secret", .email = email, .agent = "", .address = "10.0.0.1"};
    account_register(harness.server, &form, record_secret, &reply);
    harness_settle(&harness);
    assert_int_equal(reply.refusal, NOT_REFUSED);
    return reply;
}

/* The code in the last mail. */
static const char *mailed_code(void)
{
    static char code[SECRET_TEXT_MAX + 1];
    const char *at = strstr(mail_text, "code=");
    assert_non_null(at);
    snprintf(code, sizeof code, "%.*s", (int)strcspn(at + 5, "\n"), at + 5);
    return code;
}

static struct account_reply reset(const char *code, const char *password)
{
    struct account_reply reply = {0};
    reset_password(harness.server, &(struct password_reset){.code = code, .new_password = password},
                   record_done, &reply);
    harness_settle(&harness);
    assert_int_equal(reply.count, 1);
    return reply;
}

static void a_link_works_for_an_hour(void **state)
{
    (void)state;
    add_user("Alice", "alice@home.example");
    for (int i = 0; i < 2; i++) {
        reset_request(harness.server, "Alice", PAGE_ENGLISH);
        harness_settle(&harness);
        assert_string_equal(mail_to, "alice@home.example");
        harness_wait(&harness, i ? HOUR - SECOND : HOUR);
        assert_int_equal(reset(mailed_code(), "a new secret").refusal,
                         i ? NOT_REFUSED : REFUSED_NOT_FOUND);
    }
    assert_int_equal(mail_count, 2);
    assert_int_equal(harness_login(&harness, "alice", "a new secret").refusal, NOT_REFUSED);
}

static void a_link_for_a_password_confirms_no_address_and_the_reverse(void **state)
{
    (void)state;
    struct account_reply reply = {0};
    add_user("Alice", "alice@home.example");
    reset_request(harness.server, "alice@HOME.example", PAGE_ENGLISH);
    harness_settle(&harness);
    email_confirm(harness.server, mailed_code(), record_done, &reply);
    harness_settle(&harness);
    assert_int_equal(reply.refusal, REFUSED_NOT_FOUND);
    assert_int_equal(reset(mailed_code(), "a new secret").refusal, NOT_REFUSED);
}

static void a_mail_is_in_the_language_that_was_asked_for(void **state)
{
    (void)state;
    add_user("Alice", "alice@home.example");
    reset_request(harness.server, "Alice", PAGE_GERMAN);
    harness_settle(&harness);
    assert_string_equal(mail_subject, "Neues Passwort setzen");
    assert_non_null(strstr(mail_text, "für das Konto Alice auf\nhttp"));
    assert_int_equal(reset(mailed_code(), "a new secret").refusal, NOT_REFUSED);
    reset_request(harness.server, "alice@home.example", PAGE_SPANISH);
    harness_settle(&harness);
    assert_string_equal(mail_subject, "Elige una contraseña nueva");
}

static void a_reset_ends_all_sessions(void **state)
{
    (void)state;
    const struct account_reply session = add_user("Alice", "alice@home.example");
    struct fake_listener listener;
    fake_listener_join(&listener, &harness, "alice");
    reset_request(harness.server, "Alice", PAGE_ENGLISH);
    harness_settle(&harness);
    assert_int_equal(reset(mailed_code(), "a new secret").refusal, NOT_REFUSED);
    assert_int_equal(fake_listener_count(&listener, NOTICE_KICKED, "password"), 1);
    assert_string_equal(harness_session_caller(&harness, session.secret).who.id, "");
    fake_listener_leave(&listener);
}

static void record_device(void *context, const struct device *device)
{
    *(enum device_status *)context = device->status;
}

static enum device_status find_device(void)
{
    enum device_status status = DEVICE_UNKNOWN;
    device_find(harness.server, "", "alice", "10.0.0.1", record_device, &status);
    harness_settle(&harness);
    return status;
}

/* The thief made a token, used a device that is known now, and asked for a change of address. */
static void a_reset_ends_whatever_else_could_let_a_thief_in(void **state)
{
    (void)state;
    struct account_reply reply = {0};
    char cookie[300], confirmation[SECRET_TEXT_MAX + 1];
    const struct caller thief =
        harness_session_caller(&harness, add_user("Alice", "alice@home.example").secret);
    const struct account_reply token = harness_make_token(&harness, "alice", 0, 0);
    device_remember(harness.server, &(struct device){.status = DEVICE_UNKNOWN}, "alice", "10.0.0.1",
                    cookie, sizeof cookie);
    email_change(harness.server, &thief, &(struct credentials){"a secret", ""},
                 &(struct email_change){"thief@x.example", PAGE_GERMAN}, record_done, &reply);
    harness_settle(&harness);
    snprintf(confirmation, sizeof confirmation, "%s", mailed_code());
    assert_int_equal(find_device(), DEVICE_KNOWN_ADDRESS);
    reset_request(harness.server, "Alice", PAGE_ENGLISH);
    harness_settle(&harness);
    assert_int_equal(reset(mailed_code(), "a new secret").refusal, NOT_REFUSED);
    assert_string_equal(harness_token_caller(&harness, token.secret).who.id, "");
    assert_int_equal(find_device(), DEVICE_UNKNOWN);
    email_confirm(harness.server, confirmation, record_done, &reply);
    harness_settle(&harness);
    assert_int_equal(reply.refusal, REFUSED_NOT_FOUND);
}

static void the_owner_may_keep_tokens_when_resetting(void **state)
{
    (void)state;
    struct account_reply reply = {0};
    add_user("Alice", "alice@home.example");
    const struct account_reply token = harness_make_token(&harness, "alice", 0, 0);
    reset_request(harness.server, "Alice", PAGE_ENGLISH);
    harness_settle(&harness);
    reset_password(harness.server,
                   &(struct password_reset){mailed_code(), "a new secret", .keeps_tokens = true},
                   record_done, &reply);
    harness_settle(&harness);
    assert_int_equal(reply.refusal, NOT_REFUSED);
    assert_string_equal(harness_token_caller(&harness, token.secret).who.id, "alice");
}

static void a_bad_password_does_not_use_the_link_up(void **state)
{
    (void)state;
    add_user("Alice", "alice@home.example");
    reset_request(harness.server, "Alice", PAGE_ENGLISH);
    harness_settle(&harness);
    assert_int_equal(reset(mailed_code(), "short").refusal, REFUSED_SYNTAX);
    assert_int_equal(reset(mailed_code(), "password1").refusal, REFUSED_SYNTAX);
    assert_int_equal(reset(mailed_code(), "a new secret").refusal, NOT_REFUSED);
    assert_int_equal(reset(mailed_code(), "a new secret").refusal, REFUSED_NOT_FOUND);
    assert_int_equal(reset("", "a new secret").refusal, REFUSED_NOT_FOUND);
    assert_int_equal(reset("ln_x", "a new secret").refusal, REFUSED_NOT_FOUND);
}

static void a_new_password_or_address_ends_the_links_sent_before(void **state)
{
    (void)state;
    struct account_reply reply = {0};
    const struct account_reply session = add_user("Alice", "alice@home.example");
    const struct caller caller = harness_session_caller(&harness, session.secret);
    reset_request(harness.server, "Alice", PAGE_ENGLISH);
    harness_settle(&harness);
    account_change_password(harness.server, &caller, &(struct credentials){"a secret", ""},
                            "another secret", record_done, &reply);
    harness_settle(&harness);
    assert_int_equal(reply.refusal, NOT_REFUSED);
    assert_int_equal(reset(mailed_code(), "a new secret").refusal, REFUSED_NOT_FOUND);

    reset_request(harness.server, "Alice", PAGE_ENGLISH);
    harness_settle(&harness);
    harness.server->env.send_mail = NULL; // the address changes at once
    email_change(harness.server, &caller, &(struct credentials){"another secret", ""},
                 &(struct email_change){"new@home.example", PAGE_ENGLISH}, record_done, &reply);
    harness_settle(&harness);
    assert_int_equal(reply.refusal, NOT_REFUSED);
    assert_int_equal(reset(mailed_code(), "a new secret").refusal, REFUSED_NOT_FOUND);
}

static void nobody_else_gets_mail(void **state)
{
    (void)state;
    add_user("Alice", "");
    static const char *const names[] = {"Alice", "Nobody", "x@y.example", "", "a b", "@"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        reset_request(harness.server, names[i], PAGE_ENGLISH);
    harness_settle(&harness);
    assert_int_equal(mail_count, 0);
}

static void without_a_mail_server_an_address_changes_at_once(void **state)
{
    (void)state;
    struct account_reply reply = {0};
    const struct caller alice =
        harness_session_caller(&harness, add_user("Alice", "alice@home.example").secret);
    harness.server->env.send_mail = NULL;
    email_change(harness.server, &alice, &(struct credentials){"a secret", ""},
                 &(struct email_change){"alice@work.example", PAGE_ENGLISH}, record_done, &reply);
    harness_settle(&harness);
    assert_int_equal(reply.refusal, NOT_REFUSED);
    assert_string_equal(harness_find_account(&harness, "alice").email, "alice@work.example");
}

#define TEST(function) \
    cmocka_unit_test_prestate_setup_teardown(function, set_up, harness_tear_down, &harness)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_link_works_for_an_hour),
        TEST(a_link_for_a_password_confirms_no_address_and_the_reverse),
        TEST(a_mail_is_in_the_language_that_was_asked_for),
        TEST(a_reset_ends_all_sessions),
        TEST(a_reset_ends_whatever_else_could_let_a_thief_in),
        TEST(the_owner_may_keep_tokens_when_resetting),
        TEST(a_bad_password_does_not_use_the_link_up),
        TEST(a_new_password_or_address_ends_the_links_sent_before),
        TEST(nobody_else_gets_mail),
        TEST(without_a_mail_server_an_address_changes_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
