/* SPDX-License-Identifier: MIT */
#include "accounts/second_factor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/board.h"
#include "support/fake_connection.h"
#include "support/harness_accounts.h"

static struct harness harness;

/* The value of a text member of an object, in static memory. */
static const char *member(const char *body, const char *key)
{
    static char value[300];
    char pattern[40];
    snprintf(pattern, sizeof pattern, "\"%s\":\"", key);
    const char *at = strstr(body, pattern);
    if (!at)
        fail_msg("no %s in %s", key, body);
    else
        snprintf(value, sizeof value, "%.*s", (int)strcspn(at + strlen(pattern), "\""),
                 at + strlen(pattern));
    return value;
}

static void decode_secret(const char *text, uint8_t out[TOTP_SECRET_SIZE])
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    unsigned bits = 0, count = 0;
    size_t used = 0;
    for (; *text; text++) {
        bits = bits << 5 | (unsigned)(strchr(letters, *text) - letters);
        count += 5;
        if (count >= 8)
            out[used++] = (uint8_t)(bits >> (count -= 8));
    }
    assert_int_equal(used, TOTP_SECRET_SIZE);
}

/* An account with a second factor. */
struct user {
    char cookie[256];
    uint8_t secret[TOTP_SECRET_SIZE];
    char recovery[RECOVERY_CODES][RECOVERY_CODE_SIZE];
};

static struct fake_response post(const char *path, const char *cookie, const char *body)
{
    return harness_request(&harness, METHOD_POST, path, cookie, body);
}

static const char *current_code(const struct user *user, int offset)
{
    static char code[TOTP_DIGITS + 1];
    totp_code(user->secret, harness.server->now / TOTP_STEP_MS + offset, code);
    return code;
}

static void read_recovery_codes(struct user *user, const char *body)
{
    const char *at = strchr(body, '[');
    for (size_t i = 0; i < RECOVERY_CODES; i++) {
        at = strchr(at, '"') + 1;
        memcpy(user->recovery[i], at, RECOVERY_CODE_SIZE - 1);
        user->recovery[i][RECOVERY_CODE_SIZE - 1] = '\0';
        at = strchr(at, '"') + 1;
    }
}

static struct user make_user(void)
{
    struct user user = {0};
    char body[100];
    struct fake_response response =
        post("/account/register", NULL, "{\"name\":\"Alice\",\"password\":\"a secret\"}");
    assert_int_equal(response.status, 200);
    snprintf(user.cookie, sizeof user.cookie, "%s", response.cookie);
    response = post("/account/two-factor/enrol", user.cookie, "{\"password\":\"a secret\"}");
    assert_int_equal(response.status, 200);
    decode_secret(member(response.body, "secret"), user.secret);
    assert_non_null(strstr(response.body, "\"uri\":\"otpauth://totp/Rookery:Alice?secret="));
    snprintf(body, sizeof body, "{\"code\":\"%s\"}", current_code(&user, 0));
    response = post("/account/two-factor/confirm", user.cookie, body);
    assert_int_equal(response.status, 200);
    read_recovery_codes(&user, response.body);
    harness_wait(&harness, TOTP_STEP_MS);
    return user;
}

static struct fake_response log_in(const char *password, const char *code)
{
    char body[200];
    snprintf(body, sizeof body, "{\"name\":\"Alice\",\"password\":\"%s\",\"code\":\"%s\"}",
             password, code);
    return post("/account/login", NULL, body);
}

// ---- TOTP ------------------------------------------------------------------------------------

static void codes_match_the_vectors_of_the_rfc(void **state)
{
    (void)state;
    static const uint8_t secret[] = "12345678901234567890";
    static const struct {
        int64_t seconds;
        const char *code; /* the last six of eight digits */
    } vectors[] = {{59, "287082"},         {1111111109, "081804"}, {1111111111, "050471"},
                   {1234567890, "005924"}, {2000000000, "279037"}, {20000000000, "353130"}};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        char code[TOTP_DIGITS + 1];
        totp_code(secret, vectors[i].seconds / 30, code);
        assert_string_equal(code, vectors[i].code);
    }
    /* RFC 4226, the values before they are cut to six digits */
    static const uint32_t values[] = {1284755224, 1094287082, 137359152, 1726969429};
    for (uint64_t i = 0; i < sizeof values / sizeof *values; i++)
        assert_int_equal(totp_value(secret, TOTP_SECRET_SIZE, i), values[i]);
}

static void a_secret_is_written_in_base_32(void **state)
{
    (void)state;
    char text[TOTP_TEXT_SIZE];
    totp_secret_text((const uint8_t *)"12345678901234567890", text);
    assert_string_equal(text, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
}

static void a_code_is_valid_one_step_before_and_after(void **state)
{
    (void)state;
    static const uint8_t secret[] = "12345678901234567890";
    const int64_t now = INT64_C(1111111109) * 1000, step = now / TOTP_STEP_MS;
    for (int offset = -2; offset <= 2; offset++) {
        char code[TOTP_DIGITS + 1];
        int64_t found = 0;
        totp_code(secret, step + offset, code);
        assert_int_equal(totp_find_step(secret, code, now, 0, &found), abs(offset) <= 1);
        assert_int_equal(found, abs(offset) <= 1 ? step + offset : 0);
        assert_false(totp_find_step(secret, code, now, step + 1, &found));
    }
    int64_t found;
    assert_false(totp_find_step(secret, "", now, 0, &found));
    assert_false(totp_find_step(secret, "0818045", now, 0, &found));
}

// ---- logging in ------------------------------------------------------------------------------

static void a_login_asks_for_the_code_after_the_right_password(void **state)
{
    (void)state;
    const struct user user = make_user();
    struct fake_response response = log_in("a secret", "");
    assert_int_equal(response.status, 401);
    assert_non_null(strstr(response.body, "\"reason\":\"code-missing\""));
    response = log_in("a guess", "");
    assert_int_equal(response.status, 401);
    assert_null(strstr(response.body, "code-missing")); // a wrong password reveals nothing
    assert_non_null(strstr(response.body, "\"reason\":\"unknown-caller\""));
    response = log_in("a secret", "000000");
    assert_non_null(strstr(response.body, "\"reason\":\"code-wrong\""));
    assert_int_equal(log_in("a secret", current_code(&user, 0)).status, 200);
}

static void a_code_works_only_once(void **state)
{
    (void)state;
    const struct user user = make_user();
    assert_int_equal(log_in("a secret", current_code(&user, 0)).status, 200);
    assert_int_equal(log_in("a secret", current_code(&user, 0)).status, 401);
    assert_int_equal(log_in("a secret", current_code(&user, -1)).status, 401);
    assert_int_equal(log_in("a secret", current_code(&user, 1)).status, 200);
}

/* Both passwords are checked before the first login is on disk. */
static void of_two_simultaneous_logins_only_one_can_use_a_code(void **state)
{
    (void)state;
    const struct user user = make_user();
    struct account_reply replies[2] = {{0}, {0}};
    const struct login_form form = {.name = "Alice",
                                    .password = "a secret",
                                    .code = current_code(&user, 0),
                                    .email = "",
                                    .agent = "",
                                    .address = "10.0.0.1"};
    for (size_t i = 0; i < 2; i++)
        account_login(harness.server, &form, record_secret, &replies[i]);
    harness_settle(&harness);
    const size_t loser = replies[0].refusal ? 0 : 1;
    assert_int_equal(replies[!loser].refusal, NOT_REFUSED);
    assert_int_equal(replies[loser].refusal, REFUSED_CODE_WRONG);
}

static void a_recovery_code_works_once_in_any_spelling(void **state)
{
    (void)state;
    const struct user user = make_user();
    char typed[RECOVERY_CODE_SIZE];
    for (size_t i = 0; i < sizeof typed; i++)
        typed[i] = (char)(user.recovery[3][i] == '-' ? ' ' : user.recovery[3][i] & ~0x20);
    for (size_t i = 0; i < sizeof typed - 1; i++) // digits have no capitals
        if (user.recovery[3][i] >= '0' && user.recovery[3][i] <= '9')
            typed[i] = user.recovery[3][i];
    typed[RECOVERY_CODE_SIZE - 1] = '\0';
    assert_int_equal(log_in("a secret", typed).status, 200);
    const struct fake_response response = log_in("a secret", user.recovery[3]);
    assert_int_equal(response.status, 401);
    assert_non_null(strstr(response.body, "code-wrong"));
    assert_int_equal(log_in("a secret", user.recovery[4]).status, 200);
    assert_non_null(
        strstr(harness_request(&harness, METHOD_GET, "/account/two-factor", user.cookie, NULL).body,
               "{\"enabled\":true,\"recoveryCodes\":8}"));
}

static void wrong_codes_are_limited(void **state)
{
    (void)state;
    make_user();
    unsigned status = 401;
    for (int i = 0; i < 15 && status == 401; i++)
        status = log_in("a secret", "000000").status;
    assert_int_equal(status, 429);
}

static void a_step_in_the_future_does_not_keep_the_owner_out(void **state)
{
    (void)state;
    const struct user user = make_user();
    struct store_job *job = store_job_create();
    store_call(job, STORE_USE_STEP); // as while the machine's clock was a year ahead
    store_bind_text(job, "alice");
    store_bind_integer(job, (harness.server->now + 365 * DAY) / TOTP_STEP_MS);
    store_bind_integer(job, INT64_MAX);
    assert_int_equal(fake_store_run(&harness.store, job), STORE_DONE);
    assert_int_equal(log_in("a secret", current_code(&user, 0)).status, 200);
    assert_int_equal(log_in("a secret", current_code(&user, 0)).status, 401);
}

static void a_damaged_secret_accepts_only_recovery_codes(void **state)
{
    (void)state;
    const struct user user = make_user();
    struct store_job *job = store_job_create();
    store_call(job, STORE_DELETE_SECOND_FACTOR);
    store_bind_text(job, "alice");
    store_call(job, STORE_ENROL_SECOND_FACTOR);
    store_bind_text(job, "alice");
    store_bind_bytes(job, user.secret, TOTP_SECRET_SIZE - 1);
    store_bind_integer(job, 0);
    store_call(job, STORE_CONFIRM_SECOND_FACTOR);
    store_bind_text(job, "alice");
    store_bind_integer(job, 0);
    store_bind_bytes(job, user.secret, TOTP_SECRET_SIZE - 1);
    assert_int_equal(fake_store_run(&harness.store, job), STORE_DONE);
    assert_int_equal(log_in("a secret", "").status, 401);
    assert_int_equal(log_in("a secret", current_code(&user, 0)).status, 401);
    assert_int_equal(log_in("a secret", user.recovery[0]).status, 200);
}

// ---- changing it -----------------------------------------------------------------------------

static void nothing_changes_before_the_first_code_is_confirmed(void **state)
{
    (void)state;
    struct fake_response response =
        post("/account/register", NULL, "{\"name\":\"Alice\",\"password\":\"a secret\"}");
    char cookie[256];
    snprintf(cookie, sizeof cookie, "%s", response.cookie);
    assert_int_equal(post("/account/two-factor/confirm", cookie, "{\"code\":\"123456\"}").status,
                     400);
    assert_int_equal(post("/account/two-factor/enrol", cookie, "{\"password\":\"a guess\"}").status,
                     403);
    assert_int_equal(
        post("/account/two-factor/enrol", cookie, "{\"password\":\"a secret\"}").status, 200);
    assert_int_equal(post("/account/two-factor/confirm", cookie, "{\"code\":\"12\"}").status, 401);
    assert_int_equal(log_in("a secret", "").status, 200);
}

static void disabling_needs_password_and_code(void **state)
{
    (void)state;
    const struct user user = make_user();
    char body[200];
    assert_int_equal(
        post("/account/two-factor/disable", user.cookie, "{\"password\":\"a secret\"}").status,
        401);
    snprintf(body, sizeof body, "{\"password\":\"a guess\",\"code\":\"%s\"}",
             current_code(&user, 0));
    assert_int_equal(post("/account/two-factor/disable", user.cookie, body).status, 403);
    snprintf(body, sizeof body, "{\"password\":\"a secret\",\"code\":\"%s\"}",
             current_code(&user, 0));
    assert_int_equal(post("/account/two-factor/disable", user.cookie, body).status, 200);
    assert_int_equal(log_in("a secret", "").status, 200);
    assert_int_equal(post("/account/two-factor/disable", user.cookie, body).status, 400);
}

static void changing_the_account_needs_the_code_too(void **state)
{
    (void)state;
    const struct user user = make_user();
    static const struct {
        const char *path, *fields;
    } changes[] = {
        {"/account/email", "\"password\":\"a secret\",\"email\":\"alice@home.example\""},
        {"/account/password", "\"old\":\"a secret\",\"new\":\"a better one\""},
        {"/account/close", "\"password\":\"a better one\""},
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        char body[200];
        snprintf(body, sizeof body, "{%s}", changes[i].fields);
        struct fake_response response = post(changes[i].path, user.cookie, body);
        assert_int_equal(response.status, 401);
        assert_non_null(strstr(response.body, "\"reason\":\"code-missing\""));
        snprintf(body, sizeof body, "{%s,\"code\":\"000000\"}", changes[i].fields);
        response = post(changes[i].path, user.cookie, body);
        assert_int_equal(response.status, 401);
        assert_non_null(strstr(response.body, "\"reason\":\"code-wrong\""));
        snprintf(body, sizeof body, "{%s,\"code\":\"%s\"}", changes[i].fields, user.recovery[i]);
        assert_int_equal(post(changes[i].path, user.cookie, body).status, 200);
        harness_wait(&harness, 15 * MINUTE); // for the rate limits
    }
}

struct race {
    unsigned count;
    enum refusal refusals[2];
};

static void record_race(void *context, enum refusal refusal, const char *why)
{
    (void)why;
    struct race *race = context;
    race->refusals[race->count++] = refusal;
}

static void record_codes_race(void *context, enum refusal refusal, const char *why,
                              char (*codes)[RECOVERY_CODE_SIZE])
{
    (void)codes;
    record_race(context, refusal, why);
}

static void the_loser_of_a_race_for_a_code_used_a_wrong_code(void **state)
{
    (void)state;
    const struct user user = make_user();
    const struct caller alice = harness_session_caller(&harness, strchr(user.cookie, '=') + 1);
    struct race race = {0};
    for (int i = 0; i < 2; i++)
        second_factor_renew_codes(harness.server, &alice, "a secret", current_code(&user, 0),
                                  record_codes_race, &race);
    harness_settle(&harness);
    assert_int_equal(race.count, 2);
    assert_int_equal(race.refusals[0], NOT_REFUSED);
    assert_int_equal(race.refusals[1], REFUSED_CODE_WRONG);
    race.count = 0;
    for (int i = 0; i < 2; i++)
        second_factor_disable(harness.server, &alice, "a secret", current_code(&user, 1),
                              record_race, &race);
    harness_settle(&harness);
    assert_int_equal(race.refusals[0], NOT_REFUSED);
    assert_int_equal(race.refusals[1], REFUSED_CODE_WRONG);
}

static void the_loser_of_a_race_to_confirm_is_told_that_a_factor_is_in_use(void **state)
{
    (void)state;
    struct user user = {0};
    struct race race = {0};
    struct fake_response response =
        post("/account/register", NULL, "{\"name\":\"Alice\",\"password\":\"a secret\"}");
    snprintf(user.cookie, sizeof user.cookie, "%s", response.cookie);
    response = post("/account/two-factor/enrol", user.cookie, "{\"password\":\"a secret\"}");
    decode_secret(member(response.body, "secret"), user.secret);
    const struct caller alice = harness_session_caller(&harness, strchr(user.cookie, '=') + 1);
    for (int i = 0; i < 2; i++)
        second_factor_confirm(harness.server, &alice, current_code(&user, 0), record_codes_race,
                              &race);
    harness_settle(&harness);
    assert_int_equal(race.refusals[0], NOT_REFUSED);
    assert_int_equal(race.refusals[1], REFUSED_NOT_NOW);
}

static void new_recovery_codes_replace_the_old_ones(void **state)
{
    (void)state;
    struct user user = make_user();
    char old[RECOVERY_CODE_SIZE], body[200];
    memcpy(old, user.recovery[0], sizeof old);
    snprintf(body, sizeof body, "{\"password\":\"a secret\",\"code\":\"%s\"}", user.recovery[1]);
    const struct fake_response response =
        post("/account/two-factor/recovery-codes", user.cookie, body);
    assert_int_equal(response.status, 200);
    read_recovery_codes(&user, response.body);
    assert_int_equal(log_in("a secret", old).status, 401);
    assert_int_equal(log_in("a secret", user.recovery[0]).status, 200);
}

static void a_factor_in_use_is_not_replaced(void **state)
{
    (void)state;
    const struct user user = make_user();
    assert_int_equal(
        post("/account/two-factor/enrol", user.cookie, "{\"password\":\"a secret\"}").status, 400);
    assert_int_equal(log_in("a secret", current_code(&user, 0)).status, 200);
}

#define TEST(function) HARNESS_TEST(function, &harness)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_match_the_vectors_of_the_rfc),
        cmocka_unit_test(a_secret_is_written_in_base_32),
        cmocka_unit_test(a_code_is_valid_one_step_before_and_after),
        TEST(a_login_asks_for_the_code_after_the_right_password),
        TEST(a_code_works_only_once),
        TEST(of_two_simultaneous_logins_only_one_can_use_a_code),
        TEST(a_recovery_code_works_once_in_any_spelling),
        TEST(wrong_codes_are_limited),
        TEST(a_step_in_the_future_does_not_keep_the_owner_out),
        TEST(a_damaged_secret_accepts_only_recovery_codes),
        TEST(nothing_changes_before_the_first_code_is_confirmed),
        TEST(disabling_needs_password_and_code),
        TEST(changing_the_account_needs_the_code_too),
        TEST(the_loser_of_a_race_for_a_code_used_a_wrong_code),
        TEST(the_loser_of_a_race_to_confirm_is_told_that_a_factor_is_in_use),
        TEST(new_recovery_codes_replace_the_old_ones),
        TEST(a_factor_in_use_is_not_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
