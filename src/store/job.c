/* SPDX-License-Identifier: MIT */
#include "store/job.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "store/statement.h"

/* Returned when out of memory. It is never modified: every function that would modify a job checks
 * calls.failed first. */
static const struct store_job failed_job = {.calls.failed = true, .outcome = STORE_FAILED};

// ---- building --------------------------------------------------------------------------------

struct store_job *store_job_create(void)
{
    struct store_job *job = calloc(1, sizeof *job);
    if (!job)
        return (struct store_job *)&failed_job;
    job->missing_types = "";
    return job;
}

void store_job_destroy(struct store_job *job)
{
    if (job == &failed_job)
        return;
    buffer_fini(&job->calls);
    buffer_fini(&job->rows);
    free(job);
}

static bool is_usable(const struct store_job *job)
{
    return !job->calls.failed && !job->fault;
}

static void check_complete(struct store_job *job)
{
    if (*job->missing_types)
        job->fault = "called with too few parameters";
}

void store_call(struct store_job *job, enum statement statement)
{
    if (!is_usable(job))
        return;
    check_complete(job);
    if (job->fault)
        return;
    job->call_count++;
    job->last_call = statement;
    job->missing_types = statement_infos[statement].types;
    value_write(&job->calls, &(struct value){.kind = VALUE_CALL, .integer = statement});
}

/* What is wrong with a value for a parameter of that type; NULL: nothing. */
static const char *find_fault(char type, const struct value *value)
{
    static const char kinds[] = {
        ['t'] = VALUE_TEXT, ['i'] = VALUE_INTEGER, ['r'] = VALUE_REAL, ['b'] = VALUE_BYTES};
    if (!type)
        return "called with too many parameters";
    if (value->kind != VALUE_NULL && value->kind != (enum value_kind)kinds[(unsigned char)type])
        return "called with a parameter of another type";
    if (value->kind == VALUE_TEXT && !utf8_is_valid(value->bytes, value->size))
        return "called with a text that is not UTF-8";
    return NULL;
}

static void add_value(struct store_job *job, const struct value *value)
{
    if (!is_usable(job))
        return;
    job->fault = find_fault(*job->missing_types, value);
    if (job->fault)
        return;
    job->missing_types++;
    value_write(&job->calls, value);
}

void store_bind_integer(struct store_job *job, int64_t value)
{
    add_value(job, &(struct value){.kind = VALUE_INTEGER, .integer = value});
}

void store_bind_real(struct store_job *job, double value)
{
    add_value(job, &(struct value){.kind = VALUE_REAL, .real = value});
}

void store_bind_text(struct store_job *job, const char *value)
{
    if (!value)
        store_bind_null(job);
    else
        add_value(job, &(struct value){.kind = VALUE_TEXT, .bytes = value, .size = strlen(value)});
}

void store_bind_bytes(struct store_job *job, const void *bytes, size_t size)
{
    add_value(job, &(struct value){.kind = VALUE_BYTES, .bytes = bytes, .size = size});
}

void store_bind_null(struct store_job *job)
{
    add_value(job, &(struct value){.kind = VALUE_NULL});
}

void store_add_calls(struct store_job *job, const struct store_job *from)
{
    if (!is_usable(job))
        return;
    if (from->calls.failed) {
        job->calls.failed = true;
        return;
    }
    job->last_call = from->last_call;
    job->missing_types = from->missing_types;
    job->fault = from->fault;
    buffer_add(&job->calls, from->calls.bytes, from->calls.size);
    job->call_count += from->call_count;
}

// ---- submitting and answering ---------------------------------------------------------------

static void submit_job(struct store *store, struct store_job *job, bool writes, store_done *done,
                       void *context)
{
    if (job == &failed_job) {
        if (done)
            done(context, job, STORE_FAILED);
        return;
    }
    if (!job->fault)
        check_complete(job);
    job->done = done;
    job->context = context;
    job->writes = writes;
    job->log = store->log;
    job->request = log_get_request(store->log);
    store->ops->submit(store, job, writes);
}

void store_write(struct store *store, struct store_job *job, store_done *done, void *context)
{
    submit_job(store, job, true, done, context);
}

void store_read(struct store *store, struct store_job *job, store_done *done, void *context)
{
    submit_job(store, job, false, done, context);
}

bool job_is_valid(const struct store_job *job, const struct log *log)
{
    if (job->calls.failed)
        log_line(log, LOG_ERROR, "store: out of memory: a job is lost");
    else if (job->fault)
        log_line(log, LOG_ERROR, "store: %s: %s", statement_infos[job->last_call].name, job->fault);
    return is_usable(job);
}

void job_clear_result(struct store_job *job)
{
    buffer_fini(&job->rows);
    job->changes = 0;
}

void job_complete(struct store_job *job, enum store_outcome outcome)
{
    job->outcome = outcome;
    if (outcome != STORE_DONE)
        job_clear_result(job);
}

void job_deliver(struct store_job *job)
{
    const struct log_request before = log_get_request(job->log);
    log_set_request(job->log, &job->request);
    if (job->done)
        job->done(job->context, job, job->outcome);
    log_set_request(job->log, &before);
    store_job_destroy(job);
}

// ---- reading the result -----------------------------------------------------------------------

bool store_next_row(struct store_job *job)
{
    struct value row;
    if (!value_read(&job->rows, &job->read_at, &row)) {
        if (job != &failed_job)
            job->column_count = 0;
        return false;
    }
    job->column_count = (unsigned)row.integer;
    for (unsigned column = 0; column < job->column_count; column++)
        value_read(&job->rows, &job->read_at, &job->columns[column]);
    return true;
}

/* A column that does not exist reads as null. */
static const struct value *get_column(const struct store_job *job, unsigned column)
{
    static const struct value null = {.kind = VALUE_NULL};
    return column < job->column_count ? &job->columns[column] : &null;
}

int64_t store_get_integer(const struct store_job *job, unsigned column)
{
    return get_column(job, column)->integer;
}

double store_get_real(const struct store_job *job, unsigned column)
{
    return get_column(job, column)->real;
}

bool store_is_null(const struct store_job *job, unsigned column)
{
    return get_column(job, column)->kind == VALUE_NULL;
}

const char *store_get_text(const struct store_job *job, unsigned column)
{
    const char *text = get_column(job, column)->bytes;
    return text ? text : "";
}

const void *store_get_bytes(const struct store_job *job, unsigned column, size_t *out_size)
{
    *out_size = get_column(job, column)->size;
    return store_get_text(job, column);
}

size_t store_changes(const struct store_job *job)
{
    return job->changes;
}
