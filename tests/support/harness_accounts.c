/* SPDX-License-Identifier: MIT */
#include "support/harness_accounts.h"

#include <stdio.h>

#include "support/board.h"

void record_secret(void *context, enum refusal refusal, const char *why, const char *secret)
{
    struct account_reply *reply = context;
    reply->count++;
    reply->refusal = refusal;
    snprintf(reply->why, sizeof reply->why, "%s", why);
    snprintf(reply->secret, sizeof reply->secret, "%s", secret);
}

void record_done(void *context, enum refusal refusal, const char *why)
{
    record_secret(context, refusal, why, "");
}

void record_caller(void *context, const struct caller *caller)
{
    struct account_reply *reply = context;
    reply->count++;
    reply->caller = *caller;
}

void record_account(void *context, enum refusal refusal, const struct account *account)
{
    struct account_reply *reply = context;
    reply->count++;
    reply->found = account;
    reply->refusal = refusal;
    if (!account)
        return;
    reply->account = *account;
    snprintf(reply->email, sizeof reply->email, "%s", account->email);
    reply->account.email = reply->account.settings = reply->account.password_hash =
        NULL; // borrowed
}

static void settle_reply(struct harness *harness, const struct account_reply *reply)
{
    harness_settle(harness);
    assert_int_equal(reply->count, 1);
}

static struct login_form login_form(const char *name, const char *password)
{
    return (struct login_form){.name = name,
                               .password = password,
                               .email = "",
                               .agent = "Test/1.0",
                               .address = "10.0.0.1"};
}

struct account_reply harness_register(struct harness *harness, const char *name,
                                      const char *password)
{
    struct account_reply reply = {0};
    const struct login_form who = login_form(name, password);
    account_register(harness->server, &who, record_secret, &reply);
    settle_reply(harness, &reply);
    return reply;
}

struct account_reply harness_login(struct harness *harness, const char *name, const char *password)
{
    struct account_reply reply = {0};
    const struct login_form who = login_form(name, password);
    account_login(harness->server, &who, record_secret, &reply);
    settle_reply(harness, &reply);
    return reply;
}

struct account_reply harness_make_guest(struct harness *harness)
{
    struct account_reply reply = {0};
    account_make_guest(harness->server, "Test/1.0", "10.0.0.1", record_secret, &reply);
    settle_reply(harness, &reply);
    return reply;
}

struct account_reply harness_find_account(struct harness *harness, const char *name)
{
    struct account_reply reply = {0};
    account_find(harness->server, name, record_account, &reply);
    settle_reply(harness, &reply);
    return reply;
}

struct account_reply harness_make_token(struct harness *harness, const char *account,
                                        unsigned scopes, int64_t expires_at)
{
    struct account_reply reply = {0};
    const struct token_params params = {account, scopes, "for my bot", expires_at, NULL};
    token_create(harness->server, &params, record_secret, &reply);
    settle_reply(harness, &reply);
    return reply;
}

struct caller harness_session_caller(struct harness *harness, const char *secret)
{
    struct account_reply reply = {0};
    char cookie[200];
    snprintf(cookie, sizeof cookie, "theme=dark; rookery=%s; x=y", secret);
    accounts_authenticate(harness->server, "", cookie, record_caller, &reply);
    settle_reply(harness, &reply);
    return reply.caller;
}

struct caller harness_token_caller(struct harness *harness, const char *token)
{
    struct account_reply reply = {0};
    char authorization[200];
    snprintf(authorization, sizeof authorization, "Bearer %s", token);
    accounts_authenticate(harness->server, authorization, "", record_caller, &reply);
    settle_reply(harness, &reply);
    return reply.caller;
}
