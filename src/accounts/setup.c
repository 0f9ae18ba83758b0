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

static void on_code_stored(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct pending_request *request = context;
    struct server *server = request->server;
    pending_destroy(request);
    if (!server)
        return;
    server->setup->is_known = true;
    server->setup->is_open = outcome == STORE_DONE;
    if (outcome == STORE_DONE)
        return;
    log_line(server->log, LOG_ERROR, "the set-up link could not be stored; start again to get one");
    close_setup(server->setup);
}

/* The link works on all nodes, so its code is in the store, as a hash. It replaces that of the last
 * start. False: out of memory. */
static bool store_code(struct server *server)
{
    struct pending_request *request = pending_create(&server->pending, sizeof *request);
    if (!request)
        return false;
    struct store_job *job = store_job_create();
    store_call(job, STORE_DELETE_SETUP_CODE);
    store_bind_text(job, server->config.node_name);
    store_call(job, STORE_ADD_SETUP_CODE);
    store_bind_bytes(job, server->setup->code.hash, HASH_SIZE);
    store_bind_text(job, server->config.node_name);
    store_write(server->store, job, on_code_stored, request);
    return true;
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
    if (has_none && (server->setup->is_known || store_code(server)))
        return;
    server->setup->is_known = true;
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
        (void)count_admins(server); // if out of memory, the store refuses a second one
}

static void on_setup_invalid(struct invalidation_listener *listener, const char *key)
{
    (void)key;
    setup_check(listener->server);
}

static void on_all_setup_invalid(struct invalidation_listener *listener)
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
    setup->invalidations = (struct invalidation_listener){.kind = INVALIDATE_ADMIN,
                                                          .on_invalid = on_setup_invalid,
                                                          .on_all_invalid = on_all_setup_invalid};
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

struct code_check {
    struct pending_request pending;
    setup_code_callback *callback;
    void *context;
};

static void on_code_read(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct code_check *check = context;
    if (check->pending.server)
        check->callback(check->context, outcome != STORE_DONE ? REFUSED_STORE
                                        : store_next_row(job) ? NOT_REFUSED
                                                              : REFUSED_NOT_FOUND);
    pending_destroy(&check->pending);
}

void setup_check_code(struct server *server, const char *code, setup_code_callback *callback,
                      void *context)
{
    uint8_t hash[HASH_SIZE];
    const bool may_work = server->setup->is_open && secret_hash(code, "", hash);
    struct code_check *check = may_work ? pending_create(&server->pending, sizeof *check) : NULL;
    if (!check) {
        callback(context, may_work ? REFUSED_BUSY : REFUSED_NOT_FOUND);
        return;
    }
    check->callback = callback;
    check->context = context;
    struct store_job *job = store_job_create();
    store_call(job, STORE_SETUP_CODE);
    store_bind_bytes(job, hash, HASH_SIZE);
    store_read(server->store, job, on_code_read, check);
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
    store_call(job, STORE_DELETE_SETUP_CODES);
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
