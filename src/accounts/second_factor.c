/* SPDX-License-Identifier: MIT */
#include "accounts/second_factor.h"

#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "core/limits.h"

enum { RECOVERY_LETTERS = 16, GROUP = 4 };

/* Without letters and digits that look alike. */
static const char alphabet[] = "abcdefghjkmnpqrstuvwxyz23456789";

static const char token_cannot[] = "a token cannot do this: log in";

// ---- recovery codes --------------------------------------------------------------------------

/* Hashes a typed recovery code, ignoring case, blanks and hyphens. The codes are too random to
 * guess, so the hash needs no salt. False: this is not a recovery code. */
static bool hash_recovery_code(const char *typed, uint8_t out[HASH_SIZE])
{
    char letters[RECOVERY_LETTERS + 1];
    size_t count = 0;
    for (; *typed; typed++) {
        if (*typed == '-' || *typed == ' ')
            continue;
        const char letter = (char)tolower((unsigned char)*typed);
        if (count == RECOVERY_LETTERS || !strchr(alphabet, letter))
            return false;
        letters[count++] = letter;
    }
    if (count != RECOVERY_LETTERS)
        return false;
    crypto_generichash(out, HASH_SIZE, (const uint8_t *)letters, RECOVERY_LETTERS, NULL, 0);
    sodium_memzero(letters, sizeof letters);
    return true;
}

static void generate_recovery_code(const struct server_env *env, char out[RECOVERY_CODE_SIZE])
{
    enum { LETTER_COUNT = sizeof alphabet - 1 };
    size_t written = 0;
    while (written < RECOVERY_LETTERS) {
        uint8_t bytes[32];
        env->random(env->context, bytes, sizeof bytes);
        for (size_t i = 0; i < sizeof bytes && written < RECOVERY_LETTERS; i++) {
            if (bytes[i] >= 256 / LETTER_COUNT * LETTER_COUNT) // would favour some letters
                continue;
            if (written && written % GROUP == 0)
                *out++ = '-';
            *out++ = alphabet[bytes[i] % LETTER_COUNT];
            written++;
        }
    }
    *out = '\0';
}

/* Makes new codes and adds statements that replace the old ones to a job. */
static void replace_codes(struct account_request *request, struct store_job *job)
{
    store_call(job, STORE_DELETE_RECOVERY_CODES);
    store_bind_text(job, request->who.id);
    for (size_t i = 0; i < RECOVERY_CODES; i++) {
        uint8_t hash[HASH_SIZE];
        generate_recovery_code(&request->pending.server->env, request->recovery_codes[i]);
        hash_recovery_code(request->recovery_codes[i], hash);
        store_call(job, STORE_ADD_RECOVERY_CODE);
        store_bind_text(job, request->who.id);
        store_bind_bytes(job, hash, HASH_SIZE);
    }
}

void second_factor_add_removal(struct store_job *job, const char *account)
{
    store_call(job, STORE_DELETE_SECOND_FACTOR);
    store_bind_text(job, account);
    store_call(job, STORE_DELETE_RECOVERY_CODES);
    store_bind_text(job, account);
}

// ---- using a code ----------------------------------------------------------------------------

static const char *code_why(enum refusal refusal)
{
    if (refusal == REFUSED_CODE_MISSING)
        return "enter the code of your authenticator app, or a recovery code";
    if (refusal == REFUSED_CODE_WRONG)
        return "wrong code, or a code that was used before";
    return refusal == REFUSED_RATE ? "too many codes; try again later" : refusal_text(refusal);
}

/* A step in the future was used while the machine's clock was ahead. Ignore it, because it would
 * reject the owner's codes until then. */
static int64_t last_step(const struct account_request *request, int64_t newest)
{
    return request->factor.last_step <= newest ? request->factor.last_step : 0;
}

static bool find_step(const struct account_request *request, int64_t *out_step)
{
    const int64_t now = server_date(request->pending.server);
    return request->factor.usable &&
           totp_find_step(request->factor.secret, request->code, now,
                          last_step(request, totp_newest_step(now)), out_step);
}

static void add_step(const struct account_request *request, int64_t step, struct store_job *job)
{
    store_call(job, STORE_USE_STEP);
    store_bind_text(job, request->who.id);
    store_bind_integer(job, step);
    store_bind_integer(job, totp_newest_step(server_date(request->pending.server)));
}

static enum refusal use_any_code(struct account_request *request, struct store_job *job)
{
    struct server *server = request->pending.server;
    uint8_t hash[HASH_SIZE];
    int64_t step = 0;
    if (!request->factor.enabled)
        return NOT_REFUSED;
    if (!*request->code)
        return REFUSED_CODE_MISSING;
    if (limits_take(server, LIMIT_SECOND_FACTOR, request->who.id, 1))
        return REFUSED_RATE;
    if (find_step(request, &step)) {
        add_step(request, step, job);
        return NOT_REFUSED;
    }
    if (!hash_recovery_code(request->code, hash))
        return REFUSED_CODE_WRONG;
    store_call(job, STORE_USE_RECOVERY_CODE);
    store_bind_text(job, request->who.id);
    store_bind_bytes(job, hash, HASH_SIZE);
    return NOT_REFUSED;
}

bool second_factor_check(struct account_request *request, struct store_job *job)
{
    const enum refusal refusal = use_any_code(request, job);
    if (!refusal)
        return true;
    store_job_destroy(job);
    account_request_finish(request, refusal, code_why(refusal));
    return false;
}

bool second_factor_check_write(struct account_request *request, enum store_outcome outcome)
{
    const bool by_code = request->factor.enabled;
    return account_request_check_write(request, outcome,
                                       by_code ? REFUSED_CODE_WRONG : REFUSED_NOT_NOW,
                                       by_code ? code_why(REFUSED_CODE_WRONG) : ACCOUNT_CHANGED);
}

// ---- status ----------------------------------------------------------------------------------

struct status_request {
    struct pending_request pending;
    second_factor_status_callback *callback;
    void *context;
};

static void finish_status(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct status_request *request = context;
    struct second_factor_status status = {0};
    bool has_count = outcome == STORE_DONE && store_next_row(job);
    if (has_count)
        status.recovery_codes = store_get_integer(job, 0);
    if (has_count && store_next_row(job))
        status.enabled = store_get_integer(job, 1);
    if (request->pending.server)
        request->callback(request->context, has_count ? &status : NULL);
    pending_destroy(&request->pending);
}

void second_factor_find(struct server *server, const struct caller *caller,
                        second_factor_status_callback *callback, void *context)
{
    struct status_request *request = pending_create(&server->pending, sizeof *request);
    if (!request) {
        callback(context, NULL);
        return;
    }
    request->callback = callback;
    request->context = context;
    struct store_job *job = store_job_create();
    store_call(job, STORE_COUNT_RECOVERY_CODES);
    store_bind_text(job, caller->who.id);
    store_call(job, STORE_SECOND_FACTOR);
    store_bind_text(job, caller->who.id);
    store_read(server->store, job, finish_status, request);
}

// ---- requests --------------------------------------------------------------------------------

/* The callback of the request; exactly one is set. */
static struct account_request *begin_request(struct server *server, const struct caller *caller,
                                             const char *password, const char *code)
{
    struct account_request *request = pending_create(&server->pending, sizeof *request);
    if (!request)
        return NULL;
    request->caller = *caller;
    request->who = caller->who;
    account_request_set_credentials(request, &(struct credentials){password, code});
    return request;
}

static bool check_caller(const struct caller *caller, const char *password, const char **why)
{
    *why = caller->by_token                          ? token_cannot
           : caller->who.role == ROLE_GUEST          ? "a guest has no account"
           : strlen(password) > (size_t)PASSWORD_MAX ? "the password is wrong"
                                                     : NULL;
    return !*why;
}

/* The final write is done; the new codes or the secret are in the request. */
static void on_factor_written(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct account_request *request = context;
    if (second_factor_check_write(request, outcome))
        account_request_finish(request, NOT_REFUSED, "");
}

static const char in_use[] = "a second factor is already in use";

/* The same for a factor that is not in use yet. */
static void on_new_written(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct account_request *request = context;
    if (account_request_check_write(request, outcome, REFUSED_NOT_NOW, in_use))
        account_request_finish(request, NOT_REFUSED, "");
}

// ---- enrolling -------------------------------------------------------------------------------

static void write_enrolment(void *context, const struct password_result *result)
{
    struct account_request *request = context;
    if (!account_request_check_match(request, result))
        return;
    struct server *server = request->pending.server;
    server->env.random(server->env.context, request->factor.secret, TOTP_SECRET_SIZE);
    struct store_job *job = store_job_create();
    store_call(job, STORE_ENROL_SECOND_FACTOR);
    store_bind_text(job, request->who.id);
    store_bind_bytes(job, request->factor.secret, TOTP_SECRET_SIZE);
    store_bind_integer(job, server_date(server));
    store_write(server->store, job, on_new_written, request);
}

void second_factor_enrol(struct server *server, const struct caller *caller, const char *password,
                         const char *issuer, enrolment_callback *callback, void *context)
{
    const char *why;
    struct account_request *request =
        check_caller(caller, password, &why) ? begin_request(server, caller, password, "") : NULL;
    if (!request) {
        callback(context, why ? REFUSED_FORBIDDEN : REFUSED_BUSY, why ? why : ACCOUNT_NO_MEMORY, "",
                 "");
        return;
    }
    request->on_enrolled = callback;
    request->context = context;
    snprintf(request->issuer, sizeof request->issuer, "%s", issuer);
    account_request_verify_password(request, write_enrolment);
}

static void confirm_factor(void *context, struct store_job *read, enum store_outcome outcome)
{
    struct account_request *request = context;
    int64_t step = 0;
    if (!account_request_load_row(request, read, outcome))
        return;
    struct server *server = request->pending.server;
    if (request->factor.enabled || !request->factor.usable) {
        account_request_finish(request, REFUSED_NOT_NOW,
                               request->factor.enabled ? in_use : "enrol first");
        return;
    }
    const bool too_many = limits_take(server, LIMIT_SECOND_FACTOR, request->who.id, 1);
    if (too_many || !find_step(request, &step)) {
        const enum refusal refusal = too_many ? REFUSED_RATE : REFUSED_CODE_WRONG;
        account_request_finish(request, refusal, code_why(refusal));
        return;
    }
    struct store_job *job = store_job_create();
    store_call(job, STORE_CONFIRM_SECOND_FACTOR);
    store_bind_text(job, request->who.id);
    store_bind_integer(job, step);
    store_bind_bytes(job, request->factor.secret, TOTP_SECRET_SIZE);
    replace_codes(request, job);
    store_write(server->store, job, on_new_written, request);
}

void second_factor_confirm(struct server *server, const struct caller *caller, const char *code,
                           recovery_callback *callback, void *context)
{
    const char *why;
    struct account_request *request =
        check_caller(caller, "", &why) ? begin_request(server, caller, "", code) : NULL;
    if (!request) {
        callback(context, why ? REFUSED_FORBIDDEN : REFUSED_BUSY, why ? why : ACCOUNT_NO_MEMORY,
                 NULL);
        return;
    }
    request->on_codes = callback;
    request->context = context;
    account_request_read(request, confirm_factor);
}

// ---- with password and code ------------------------------------------------------------------

/* Finishes the request if the factor is not in use or the code is wrong. */
static bool use_code(struct account_request *request, struct store_job *job)
{
    if (request->factor.enabled)
        return second_factor_check(request, job);
    store_job_destroy(job);
    account_request_finish(request, REFUSED_NOT_NOW, "there is no second factor");
    return false;
}

static void write_new_codes(void *context, const struct password_result *result)
{
    struct account_request *request = context;
    if (!account_request_check_match(request, result))
        return;
    struct store_job *job = store_job_create();
    if (!use_code(request, job))
        return;
    replace_codes(request, job);
    store_write(request->pending.server->store, job, on_factor_written, request);
}

void second_factor_renew_codes(struct server *server, const struct caller *caller,
                               const char *password, const char *code, recovery_callback *callback,
                               void *context)
{
    const char *why;
    struct account_request *request =
        check_caller(caller, password, &why) ? begin_request(server, caller, password, code) : NULL;
    if (!request) {
        callback(context, why ? REFUSED_FORBIDDEN : REFUSED_BUSY, why ? why : ACCOUNT_NO_MEMORY,
                 NULL);
        return;
    }
    request->on_codes = callback;
    request->context = context;
    account_request_verify_password(request, write_new_codes);
}

static void write_removal(void *context, const struct password_result *result)
{
    struct account_request *request = context;
    if (!account_request_check_match(request, result))
        return;
    struct store_job *job = store_job_create();
    if (!use_code(request, job))
        return;
    second_factor_add_removal(job, request->who.id);
    store_write(request->pending.server->store, job, on_factor_written, request);
}

void second_factor_disable(struct server *server, const struct caller *caller, const char *password,
                           const char *code, account_callback *callback, void *context)
{
    const char *why;
    struct account_request *request =
        check_caller(caller, password, &why) ? begin_request(server, caller, password, code) : NULL;
    if (!request) {
        callback(context, why ? REFUSED_FORBIDDEN : REFUSED_BUSY, why ? why : ACCOUNT_NO_MEMORY);
        return;
    }
    request->callback = callback;
    request->context = context;
    account_request_verify_password(request, write_removal);
}
