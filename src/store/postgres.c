/* SPDX-License-Identifier: MIT */
#include "store/postgres.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "store/postgres_connection.h"
#include "store/postgres_schema.h"
#include "store/workers.h"

enum { WAIT_MS = 500, REMINDER_TRIES = 60 };

/* A server may start before its database. It waits, and logs that from time to time. A database
 * that responds to the ping may have come up after the failed attempt to connect, so one more
 * attempt is made. */
static rk_err connect_first(struct postgres_session *session, const struct store_options *options,
                            char *error, size_t error_size)
{
    bool was_down = true;
    for (unsigned tries = 0;; tries++) {
        const rk_err err = postgres_session_connect(session, error, error_size);
        if (!err || !options->wait || !was_down)
            return err;
        was_down = postgres_session_is_server_down(session);
        if (was_down && tries % REMINDER_TRIES == 0)
            log_line(options->log, LOG_WARNING, "store: waiting for the database: %s", error);
        if (was_down && options->should_stop && options->should_stop(options->stop_context))
            return err;
        if (was_down)
            nanosleep(&(struct timespec){.tv_nsec = WAIT_MS * 1000000L}, NULL);
    }
}

static rk_err prepare_database(struct postgres_session *session,
                               const struct store_options *options, char *error, size_t error_size)
{
    rk_err err = connect_first(session, options, error, error_size);
    if (!err && !session->options.read_only)
        err = postgres_schema_migrate(session, options->must_exist, error, error_size);
    if (!err && session->options.lock != POSTGRES_NO_LOCK)
        err = postgres_schema_check(session, error, error_size);
    return err;
}

static enum postgres_lock choose_lock(const struct store_options *options, bool read_only)
{
    if (!options->exclusive || read_only)
        return POSTGRES_NO_LOCK;
    return options->shareable ? POSTGRES_SHARED_LOCK : POSTGRES_EXCLUSIVE_LOCK;
}

static rk_err open_connection(const char *url, const struct store_options *options, bool read_only,
                              struct connection **out, char *error, size_t error_size)
{
    struct postgres_session session;
    const struct postgres_session_options wanted = {.url = url,
                                                    .log = options->log,
                                                    .read_only = read_only,
                                                    .lock = choose_lock(options, read_only),
                                                    .normal_sync = options->normal_sync};
    rk_err err = postgres_session_init(&session, &wanted);
    if (!err)
        err = prepare_database(&session, options, error, error_size);
    if (!err)
        err = postgres_connection_open(&session, out);
    if (err)
        postgres_session_fini(&session);
    return err;
}

rk_err postgres_open(const char *url, const struct store_options *options, struct store **out,
                     char *error, size_t error_size)
{
    struct worker_parts parts = {.lock = -1};
    if (strlen(url) > STORE_URL_MAX) {
        snprintf(error, error_size, "the URL of the database is longer than %d bytes",
                 STORE_URL_MAX);
        return RK_CANNOT_OPEN;
    }
    rk_err err = open_connection(url, options, false, &parts.writer, error, error_size);
    if (!err && !options->inline_jobs)
        err = open_connection(url, options, true, &parts.reader, error, error_size);
    if (!err)
        return workers_start(options, &parts, out, error, error_size);
    workers_close_parts(&parts);
    if (!*error)
        snprintf(error, error_size, "%s", rk_err_text(err));
    return err;
}
