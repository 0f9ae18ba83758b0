/* SPDX-License-Identifier: MIT */
#include "accounts/account_request.h"

#include <stdio.h>
#include <string.h>

#include "accounts/hash_slots.h"
#include "base/text.h"

enum { OTPAUTH_SIZE = 512 };

/* Percent-encodes everything but letters, digits and "-_.". */
static void add_escaped(struct text *out, const char *text)
{
    static const char digits[] = "0123456789ABCDEF";
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.";
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (strchr(plain, *text)) {
            text_put(out, *text);
            continue;
        }
        text_put(out, '%');
        text_put(out, digits[c >> 4]);
        text_put(out, digits[c & 15]);
    }
}

/* The URI that authenticator apps read from a QR code. */
static void write_otpauth(const struct account_request *request, const char *secret, char *out,
                          size_t size)
{
    struct text text = text_in(out, size);
    text_add(&text, "otpauth://totp/");
    add_escaped(&text, request->issuer);
    text_put(&text, ':');
    add_escaped(&text, request->who.name);
    text_add(&text, "?secret=");
    text_add(&text, secret);
    text_add(&text, "&issuer=");
    add_escaped(&text, request->issuer);
    text_end(&text);
}

static void finish_enrolment(struct account_request *request, enum refusal refusal, const char *why)
{
    enrolment_callback *const callback = request->on_enrolled;
    void *const context = request->context;
    char secret[TOTP_TEXT_SIZE] = "", uri[OTPAUTH_SIZE] = "";
    if (!refusal) {
        totp_secret_text(request->factor.secret, secret);
        write_otpauth(request, secret, uri, sizeof uri);
    }
    pending_destroy(&request->pending);
    callback(context, refusal, why, secret, uri);
    secret_wipe(secret, sizeof secret);
    secret_wipe(uri, sizeof uri);
}

static void finish_codes(struct account_request *request, enum refusal refusal, const char *why)
{
    recovery_callback *const callback = request->on_codes;
    void *const context = request->context;
    char codes[RECOVERY_CODES][RECOVERY_CODE_SIZE];
    memcpy(codes, request->recovery_codes, sizeof codes);
    pending_destroy(&request->pending);
    callback(context, refusal, why, refusal ? NULL : codes);
    secret_wipe(codes, sizeof codes);
}

void account_request_set_credentials(struct account_request *request,
                                     const struct credentials *owner)
{
    snprintf(request->password, sizeof request->password, "%s", owner->password);
    snprintf(request->code, sizeof request->code, "%s", owner->code);
}

void account_request_finish(struct account_request *request, enum refusal refusal, const char *why)
{
    if (request->on_enrolled || request->on_codes) {
        (request->on_enrolled ? finish_enrolment : finish_codes)(request, refusal, why);
        return;
    }
    secret_callback *const on_secret = request->secret_callback;
    account_callback *const callback = request->callback;
    void *const context = request->context;
    struct secret secret = request->secret;
    pending_destroy(&request->pending);
    if (on_secret)
        on_secret(context, refusal, why, refusal ? "" : secret.text);
    else
        callback(context, refusal, why);
    secret_wipe(&secret, sizeof secret);
}

/* Whether the server is gone; then the request is destroyed. */
static bool destroy_if_cancelled(struct account_request *request)
{
    if (request->pending.server)
        return false;
    pending_destroy(&request->pending);
    return true;
}

bool account_request_check_write(struct account_request *request, enum store_outcome outcome,
                                 enum refusal refusal, const char *why)
{
    if (destroy_if_cancelled(request))
        return false;
    if (outcome == STORE_REFUSED)
        account_request_finish(request, refusal, why);
    else if (store_has_failed(outcome))
        account_request_finish(request, REFUSED_STORE, refusal_text(REFUSED_STORE));
    return outcome == STORE_DONE;
}

void account_request_check_password(struct account_request *request,
                                    const struct password_task *task, password_callback *callback)
{
    struct server *server = request->pending.server;
    const bool has_slot =
        hash_slot_take(server, request->client.address, task->urgent, &request->hash_slot);
    if (has_slot && password_check_async(server, task, callback, request))
        return;
    hash_slot_release(server, &request->hash_slot);
    account_request_finish(request, REFUSED_BUSY, "too many logins at the moment; try again later");
}

bool account_request_check_result(struct account_request *request,
                                  const struct password_result *result)
{
    if (destroy_if_cancelled(request))
        return false;
    hash_slot_release(request->pending.server, &request->hash_slot);
    if (!result->ok)
        account_request_finish(request, REFUSED_BUSY, ACCOUNT_NO_MEMORY);
    return result->ok;
}

bool account_request_check_match(struct account_request *request,
                                 const struct password_result *result)
{
    if (!account_request_check_result(request, result))
        return false;
    if (!result->matches)
        account_request_finish(request, REFUSED_FORBIDDEN, "the password is wrong");
    return result->matches;
}

void account_request_read(struct account_request *request, store_done *callback)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_ACCOUNT);
    store_bind_text(job, request->who.id);
    store_call(job, STORE_SECOND_FACTOR);
    store_bind_text(job, request->who.id);
    store_read(request->pending.server->store, job, callback, request);
}

bool account_request_check_read(struct account_request *request, enum store_outcome outcome)
{
    if (destroy_if_cancelled(request))
        return false;
    if (outcome != STORE_DONE)
        account_request_finish(request, REFUSED_STORE, "cannot read the database");
    return outcome == STORE_DONE;
}

/* With a damaged secret no code is right, but recovery codes still are. */
static void load_factor(struct account_request *request, const struct store_job *job)
{
    struct factor *factor = &request->factor;
    size_t size;
    const void *secret = store_get_bytes(job, 0, &size);
    factor->usable = size == TOTP_SECRET_SIZE;
    if (factor->usable)
        memcpy(factor->secret, secret, TOTP_SECRET_SIZE);
    else
        log_line(request->pending.server->log, LOG_ERROR,
                 "the second factor of %s is damaged: only recovery codes work", request->who.id);
    factor->enabled = store_get_integer(job, 1);
    factor->last_step = store_get_integer(job, 2);
}

bool account_request_load_row(struct account_request *request, struct store_job *job,
                              enum store_outcome outcome)
{
    if (!account_request_check_read(request, outcome))
        return false;
    if (!store_next_row(job))
        return true;
    const struct account account = account_from_row(job);
    request->who = account.who;
    request->status = account.status;
    snprintf(request->stored_hash, sizeof request->stored_hash, "%s", account.password_hash);
    if (store_next_row(job))
        load_factor(request, job);
    return true;
}

static void verify_against_row(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct account_request *request = context;
    if (account_request_load_row(request, job, outcome))
        account_request_check_password(request,
                                       &(struct password_task){.stored_hash = request->stored_hash,
                                                               .password = request->password},
                                       request->next);
}

void account_request_verify_password(struct account_request *request, password_callback *callback)
{
    request->next = callback;
    account_request_read(request, verify_against_row);
}

void account_request_add_password(struct store_job *job, const struct account_request *request,
                                  const char *new_hash)
{
    store_call(job, STORE_CHANGE_PASSWORD);
    store_bind_text(job, request->who.id);
    store_bind_text(job, new_hash);
    store_bind_text(job, request->stored_hash);
}
