/* SPDX-License-Identifier: MIT */
/* Registration and login. */
#include <stdio.h>
#include <string.h>

#include "accounts/account_request.h"
#include "accounts/accounts.h"
#include "accounts/ban_message.h"
#include "accounts/names.h"
#include "accounts/second_factor.h"

// ---- registration ----------------------------------------------------------------------------

/* Only the form is checked: whether the address works can only be found out by writing to it. */
const char *email_fault(const char *email)
{
    const size_t length = strlen(email);
    const char *at = strrchr(email, '@');
    if (!length)
        return NULL;
    if (length > EMAIL_MAX)
        return "an e-mail address must have at most 254 characters";
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)email[i] <= ' ' || email[i] == 0x7f)
            return "an e-mail address must not contain blanks";
    if (strpbrk(email, "<>(),:;\\\"[]"))
        return "an e-mail address must not contain any of < > ( ) , : ; \\ \" [ ]";
    return at && at == strchr(email, '@') && at > email && at[1]
               ? NULL
               : "invalid e-mail address: try name@example.org";
}

const char *login_form_fault(const struct login_form *form, const char **where)
{
    const char *fault = name_fault(form->name);
    *where = "name";
    if (!fault) {
        fault = password_fault(form->password, form->name);
        *where = "password";
    }
    if (!fault) {
        fault = email_fault(form->email);
        *where = "email";
    }
    return fault;
}

static struct account_request *begin_login_request(struct server *server,
                                                   const struct login_form *form,
                                                   secret_callback *callback, void *context)
{
    struct account_request *request = pending_create(&server->pending, sizeof *request);
    if (!request) {
        callback(context, REFUSED_BUSY, ACCOUNT_NO_MEMORY, "");
        return NULL;
    }
    request->secret_callback = callback;
    request->context = context;
    request->client = client_info_make(form->agent, form->address);
    request->from_known_device = form->from_known_device;
    account_request_set_credentials(
        request, &(struct credentials){form->password, form->code ? form->code : ""});
    secret_generate(&server->env, "", &request->secret);
    return request;
}

static void finish_register(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct account_request *request = context;
    if (!account_request_check_write(request, outcome, REFUSED_TAKEN, "that name is taken"))
        return;
    log_line(request->pending.server->log, LOG_INFO, "%s registered from %s", request->who.id,
             request->client.address);
    account_request_finish(request, NOT_REFUSED, "");
}

static void write_registration(void *context, const struct password_result *result)
{
    struct account_request *request = context;
    if (!account_request_check_result(request, result))
        return;
    struct server *server = request->pending.server;
    struct store_job *job = store_job_create();
    account_add_row(job, &request->who, result->new_hash, request->email, server_date(server));
    session_add_login_row(job, &request->secret, request->who.id, result->new_hash,
                          &request->client, server_date(server));
    store_write(server->store, job, finish_register, request);
}

void account_register(struct server *server, const struct login_form *form,
                      secret_callback *callback, void *context)
{
    const char *where, *fault = login_form_fault(form, &where);
    if (!server->config.registration) {
        callback(context, REFUSED_FORBIDDEN, "only the operator can create accounts", "");
        return;
    }
    if (fault) {
        callback(context, REFUSED_SYNTAX, fault, "");
        return;
    }
    struct account_request *request = begin_login_request(server, form, callback, context);
    if (!request)
        return;
    name_to_id(form->name, request->who.id);
    snprintf(request->who.name, sizeof request->who.name, "%s", form->name);
    snprintf(request->email, sizeof request->email, "%s", form->email);
    account_request_check_password(request, &(struct password_task){.password = request->password},
                                   write_registration);
}

// ---- login -----------------------------------------------------------------------------------

static void finish_login(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct account_request *request = context;
    if (second_factor_check_write(request, outcome))
        account_request_finish(request, NOT_REFUSED, "");
}

static void write_login(struct account_request *request, const char *new_hash)
{
    struct server *server = request->pending.server;
    struct store_job *job = store_job_create();
    if (!second_factor_check(request, job))
        return;
    session_add_login_row(job, &request->secret, request->who.id, request->stored_hash,
                          &request->client, server_date(server));
    if (*new_hash)
        account_request_add_password(job, request, new_hash);
    store_write(server->store, job, finish_login, request);
}

static void refuse_login(struct account_request *request)
{
    log_line(request->pending.server->log, LOG_INFO, "wrong password for %s from %s",
             request->who.id, request->client.address);
    account_request_finish(request, REFUSED_UNAUTHENTICATED, "wrong name or password");
}

static void refuse_banned(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct account_request *request = context;
    char why[BAN_MESSAGE_SIZE];
    if (!request->pending.server) {
        pending_destroy(&request->pending);
        return;
    }
    const bool found = outcome == STORE_DONE && store_next_row(job);
    ban_message(found ? store_get_integer(job, 1) : 0, found ? store_get_text(job, 2) : "", why);
    account_request_finish(request, REFUSED_FORBIDDEN, why);
}

/* Only somebody who knows the password learns why the account is banned. */
static void read_ban(struct account_request *request)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_BAN);
    store_bind_text(job, request->who.id);
    store_read(request->pending.server->store, job, refuse_banned, request);
}

static void check_login_result(void *context, const struct password_result *result)
{
    struct account_request *request = context;
    if (!account_request_check_result(request, result))
        return;
    if (request->status == ACCOUNT_CLOSED)
        account_request_finish(request, REFUSED_FORBIDDEN, "this account is closed");
    else if (!result->matches)
        refuse_login(request);
    else if (request->status == ACCOUNT_BANNED)
        read_ban(request);
    else
        write_login(request, result->new_hash);
}

static void check_login_password(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct account_request *request = context;
    if (account_request_load_row(request, job, outcome))
        account_request_check_password(
            request,
            &(struct password_task){.stored_hash = request->stored_hash,
                                    .password = request->password,
                                    .urgent = request->from_known_device},
            check_login_result);
}

void account_login(struct server *server, const struct login_form *form, secret_callback *callback,
                   void *context)
{
    char id[IDENTITY_ID_MAX + 1];
    if (strlen(form->password) > PASSWORD_MAX || !name_to_id(form->name, id)) {
        callback(context, REFUSED_UNAUTHENTICATED, "wrong name or password", "");
        return;
    }
    struct account_request *request = begin_login_request(server, form, callback, context);
    if (!request)
        return;
    snprintf(request->who.id, sizeof request->who.id, "%s", id);
    account_request_read(request, check_login_password);
}

void account_make_guest(struct server *server, const char *agent, const char *address,
                        secret_callback *callback, void *context)
{
    if (!server->config.guests) {
        callback(context, REFUSED_FORBIDDEN, "you need an account to play here", "");
        return;
    }
    struct account_request *request = begin_login_request(
        server, &(struct login_form){.password = "", .agent = agent, .address = address}, callback,
        context);
    if (!request)
        return;
    guest_create(server, &request->who);
    struct store_job *job = store_job_create();
    session_add_guest_row(job, &request->secret, request->who.id, &request->client,
                          server_date(server));
    store_write(server->store, job, finish_login, request);
}
