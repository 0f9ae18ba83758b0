/* SPDX-License-Identifier: MIT */
#include "puzzle_training/attempts.h"

#include "base/text.h"
#include "core/pending.h"
#include "puzzle_training/puzzle_row.h"
#include "ratings/puzzle_change.h"

enum { TRIES_MAX = 3 };

struct attempt_request {
    struct pending_request pending;
    struct identity who;
    char puzzle[RECORD_ID_MAX + 1];
    char moves[RECORD_MOVES_SIZE];
    bool rated;
    unsigned tries;
    attempt_callback *callback;
    void *context;
    struct attempt_result result;
    struct puzzle_change *change; /* being written */
};

static void release_change(struct pending_request *pending)
{
    puzzle_change_destroy(((struct attempt_request *)pending)->change);
}

static void finish_attempt(struct attempt_request *request, enum attempt_status status)
{
    struct attempt_result result = request->result;
    attempt_callback *callback = request->callback;
    void *context = request->context;
    const bool is_cancelled = !request->pending.server;
    result.status = status;
    pending_destroy(&request->pending);
    if (!is_cancelled)
        callback(context, &result);
}

// ---- writing ---------------------------------------------------------------------------------

static void read_puzzle(void *context);

/* The store refuses if the account has another attempt by now, or if another process has changed
 * the rating. Both are seen when everything is read again. */
static void try_again(struct attempt_request *request)
{
    struct server *server = request->pending.server;
    struct ratings_reload *reload =
        ++request->tries < TRIES_MAX ? ratings_reload_create(server) : NULL;
    if (!reload) {
        finish_attempt(request, ATTEMPT_BUSY);
        return;
    }
    request->pending.internal = true;
    ratings_reload_add(reload, request->who.id, PERF_PUZZLE);
    ratings_reload_start(reload, read_puzzle, request);
}

static void on_attempt_written(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct attempt_request *request = context;
    if (!request->pending.server) {
        pending_destroy(&request->pending);
        return;
    }
    puzzle_change_end(request->pending.server, request->change, outcome == STORE_DONE);
    puzzle_change_destroy(request->change);
    request->change = NULL;
    if (outcome == STORE_REFUSED) {
        try_again(request);
        return;
    }
    request->result.rated = outcome == STORE_DONE;
    finish_attempt(request, outcome == STORE_DONE ? ATTEMPT_JUDGED : ATTEMPT_BUSY);
}

static void write_attempt(struct attempt_request *request, const struct puzzle_record *puzzle)
{
    struct server *server = request->pending.server;
    const bool win = request->result.win;
    request->change = puzzle_change_create(server, &request->who, &puzzle->glicko, win);
    if (!request->change) {
        finish_attempt(request, ATTEMPT_BUSY);
        return;
    }
    const struct puzzle_change_result change = puzzle_change_result(request->change);
    request->result.before = change.before;
    request->result.after = change.after;
    struct store_job *job = store_job_create();
    store_call(job, STORE_ADD_PUZZLE_ATTEMPT);
    store_bind_text(job, request->who.id);
    store_bind_text(job, request->puzzle);
    store_bind_integer(job, server_date(server));
    store_bind_integer(job, win);
    store_bind_real(job, change.before);
    store_bind_real(job, change.after);
    puzzle_change_add(request->change, job);
    store_call(job, STORE_SET_PUZZLE_RATING);
    store_bind_text(job, request->puzzle);
    store_bind_real(job, change.puzzle.rating);
    store_bind_real(job, change.puzzle.deviation);
    store_bind_real(job, change.puzzle.volatility);
    store_bind_integer(job, puzzle->plays);
    store_write(server->store, job, on_attempt_written, request);
}

// ---- judging ---------------------------------------------------------------------------------

static void judge_attempt(struct attempt_request *request, struct store_job *job)
{
    struct stored_puzzle stored;
    struct puzzle_line line;
    puzzle_from_row(job, &stored);
    if (puzzle_record_replay(&stored.record, &line, NULL)) {
        log_line(request->pending.server->log, LOG_ERROR, "puzzle %s is damaged", request->puzzle);
        finish_attempt(request, ATTEMPT_NO_PUZZLE);
        return;
    }
    const enum attempt_verdict verdict = puzzle_line_judge(&line, request->moves);
    const bool is_first = !store_next_row(job);
    request->result.win = verdict == ATTEMPT_SOLVED;
    if (verdict == ATTEMPT_ILLEGAL)
        finish_attempt(request, ATTEMPT_BAD_MOVE);
    else if (request->rated && is_first)
        write_attempt(request, &stored.record);
    else
        finish_attempt(request, ATTEMPT_JUDGED);
}

static void on_puzzle(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct attempt_request *request = context;
    if (!request->pending.server)
        pending_destroy(&request->pending);
    else if (outcome != STORE_DONE)
        finish_attempt(request, ATTEMPT_BUSY);
    else if (!store_next_row(job))
        finish_attempt(request, ATTEMPT_NO_PUZZLE);
    else
        judge_attempt(request, job);
}

static void read_puzzle(void *context)
{
    struct attempt_request *request = context;
    struct store_job *job = store_job_create();
    request->pending.internal = false;
    puzzle_query(job, request->puzzle, request->who.id);
    store_read(request->pending.server->store, job, on_puzzle, request);
}

void attempt_submit(struct server *server, const struct attempt *attempt,
                    attempt_callback *callback, void *context)
{
    struct attempt_request *request = pending_create(&server->pending, sizeof *request);
    if (!request) {
        callback(context, &(struct attempt_result){.status = ATTEMPT_BUSY});
        return;
    }
    request->pending.release = release_change;
    request->who = *attempt->who;
    text_copy(request->puzzle, sizeof request->puzzle, attempt->puzzle);
    text_copy(request->moves, sizeof request->moves, attempt->moves);
    // Bots would solve with an engine.
    request->rated =
        attempt->rated && ratings_apply_to(attempt->who) && attempt->who->role != ROLE_BOT;
    request->callback = callback;
    request->context = context;
    read_puzzle(request);
}
