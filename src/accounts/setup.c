/* SPDX-License-Identifier: MIT */
#include "accounts/setup.h"

#include <stdio.h>
#include <stdlib.h>

#include "accounts/account_request.h"
#include "accounts/names.h"
#include "cluster/invalidation.h"

struct setup {
    struct secret code;
    bool is_known; /* whether there is an admin */
    bool is_open;
    struct invalidation_listener invalidations;
};

_Static_assert(ROLE_ADMIN == 3, "STORE_COUNT_ADMINS and STORE_ADD_FIRST_ADMIN name the role");

static void close_setup(struct setup *setup)
{
    setup->is_open = false;
    secret_wipe(&setup->code, sizeof setup->code);
}

static void on_admins_counted(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct pending_request *request = context;
    struct server *server = request->server;
    pending_destroy(request);
    if (!server || (outcome != STORE_DONE && server->setup->is_known))
        return;
    const bool has_none =
        outcome == STORE_DONE && store_next_row(job) && !store_get_integer(job, 0);
    server->setup->is_open = has_none && (server->setup->is_open || !server->setup->is_known);
    server->setup->is_known = true;
    if (!has_none)
        close_setup(server->setup);
}

/* False: out of memory. */
static bool count_admins(struct server *server)
{
    struct pending_request *request = pending_create(&server->pending, sizeof *request);
    if (!request)
        return false;
    struct store_job *job = store_job_create();
    store_call(job, STORE_COUNT_ADMINS);
    store_read(server->store, job, on_admins_counted, request);
    return true;
}

void setup_check(struct server *server)
{
    if (server->setup->is_open)
        (void)count_admins(server); // if memory has run out, the store refuses a second one
}

static void on_invalid(struct invalidation_listener *listener, const char *key)
{
    (void)key;
    setup_check(listener->server);
}

static void on_all_invalid(struct invalidation_listener *listener)
{
    setup_check(listener->server);
}

rk_err setup_create(struct server *server)
{
    struct setup *setup = calloc(1, sizeof *setup);
    if (!setup)
        return RK_NO_MEMORY;
    server->setup = setup;
    secret_generate(&server->env, "", &setup->code);
    setup->invalidations = (struct invalidation_listener){
        .kind = INVALIDATE_ADMIN, .on_invalid = on_invalid, .on_all_invalid = on_all_invalid};
    invalidation_listen(server, &setup->invalidations);
    return count_admins(server) ? RK_OK : RK_NO_MEMORY;
}

void setup_destroy(struct server *server)
{
    if (!server->setup)
        return;
    close_setup(server->setup);
    list_remove(&server->setup->invalidations.node);
    free(server->setup);
    server->setup = NULL;
}

bool setup_ready(const struct server *server)
{
    return server->setup->is_known;
}

const char *setup_code(const struct server *server)
{
    return server->setup->is_open ? server->setup->code.text : "";
}

bool setup_check_code(const struct server *server, const char *code)
{
    return server->setup->is_open && secret_equals(code, server->setup->code.text);
}

// ---- creating the admin ----------------------------------------------------------------------

static void finish_setup(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct account_request *request = context;
    if (!account_request_check_write(request, outcome, REFUSED_TAKEN,
                                     "that name is taken, or there is already an admin"))
        return;
    close_setup(request->pending.server->setup);
    invalidation_publish(request->pending.server, INVALIDATE_ADMIN, "");
    log_line(request->pending.server->log, LOG_INFO, "%s is the admin of this server, from %s",
             request->who.id, request->client.address);
    account_request_finish(request, NOT_REFUSED, "");
}

static void write_admin(void *context, const struct password_result *result)
{
    struct account_request *request = context;
    if (!account_request_check_result(request, result))
        return;
    struct server *server = request->pending.server;
    struct store_job *job = store_job_create();
    store_call(job, STORE_ADD_FIRST_ADMIN);
    store_bind_text(job, request->who.id);
    store_bind_text(job, request->who.name);
    store_bind_text(job, result->new_hash);
    store_bind_integer(job, server_date(server));
    session_add_login_row(job, &request->secret, request->who.id, result->new_hash,
                          &request->client, server_date(server));
    store_write(server->store, job, finish_setup, request);
}

void setup_finish(struct server *server, const struct login_form *form, secret_callback *callback,
                  void *context)
{
    const char *where, *fault = login_form_fault(form, &where);
    struct account_request *request =
        fault ? NULL : pending_create(&server->pending, sizeof *request);
    if (!request) {
        callback(context, fault ? REFUSED_SYNTAX : REFUSED_BUSY, fault ? fault : ACCOUNT_NO_MEMORY,
                 "");
        return;
    }
    request->secret_callback = callback;
    request->context = context;
    request->client = client_info_make(form->agent, form->address);
    secret_generate(&server->env, "", &request->secret);
    name_to_id(form->name, request->who.id);
    snprintf(request->who.name, sizeof request->who.name, "%s", form->name);
    snprintf(request->password, sizeof request->password, "%s", form->password);
    account_request_check_password(request, &(struct password_task){.password = request->password},
                                   write_admin);
}
