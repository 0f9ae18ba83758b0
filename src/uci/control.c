/* SPDX-License-Identifier: MIT */
#include "uci/control.h"

#include <stdio.h>
#include <time.h>

#include "base/monotonic.h"
#include "uci/token.h"

enum {
    INFO_MAX = 512,
    MOVE_WAIT_MS = 500,    /* a search finds its first move in far less */
    DRAIN_INTERVAL_MS = 20 /* between two looks at the time */
};

static void init_condition(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

void control_init(struct control *control, const struct uci_host *host)
{
    *control = (struct control){.host = *host, .state = CONTROL_BUSY};
    pthread_mutex_init(&control->output_mutex, NULL);
    pthread_mutex_init(&control->mutex, NULL);
    init_condition(&control->changed);
}

void control_fini(struct control *control)
{
    command_clear(&control->queue);
    pthread_cond_destroy(&control->changed);
    pthread_mutex_destroy(&control->mutex);
    pthread_mutex_destroy(&control->output_mutex);
}

// ---- from either thread ----------------------------------------------------------------------

int64_t control_now(const struct control *control)
{
    return control->host.now(control->host.context);
}

void control_write(struct control *control, const char *line)
{
    pthread_mutex_lock(&control->output_mutex);
    if (!control->muted)
        control->host.write_line(control->host.context, line);
    pthread_mutex_unlock(&control->output_mutex);
}

void control_write_buffer(struct control *control, struct buffer *buffer)
{
    const char *line = buffer_cstr(buffer);
    if (!buffer->failed)
        control_write(control, line);
    buffer_fini(buffer);
}

void control_write_info(struct control *control, const char *text)
{
    char line[INFO_MAX];
    snprintf(line, sizeof line, "info string %s", text);
    token_sanitize(line); // file names, for example, may hold any byte
    control_write(control, line);
}

void control_mute(struct control *control)
{
    pthread_mutex_lock(&control->output_mutex);
    control->muted = true;
    pthread_mutex_unlock(&control->output_mutex);
}

// ---- from the engine thread ------------------------------------------------------------------

struct queued_command *control_next_command(struct control *control)
{
    pthread_mutex_lock(&control->mutex);
    while (!control->queue.count && !control->closed) {
        control->state = CONTROL_IDLE;
        control->early_ponderhit = false;
        pthread_cond_broadcast(&control->changed);
        pthread_cond_wait(&control->changed, &control->mutex);
    }
    struct queued_command *queued = control->closed ? NULL : command_pop(&control->queue);
    control->state = queued ? CONTROL_BUSY : CONTROL_IDLE;
    pthread_cond_broadcast(&control->changed);
    pthread_mutex_unlock(&control->mutex);
    return queued;
}

/* With the mutex held. */
static void pass_ponderhit(struct control *control)
{
    control->is_pondering = control->early_ponderhit = false;
    rk_engine_ponderhit(control->engine);
}

bool control_begin_search(struct control *control, rk_engine *engine, bool has_end, bool ponder)
{
    pthread_mutex_lock(&control->mutex);
    const bool allowed = !control->closed;
    if (allowed) {
        control->state = CONTROL_SEARCHING;
        control->searches++;
        control->engine = engine;
        control->has_end = has_end;
        control->is_pondering = ponder;
        control->has_move = false;
        atomic_store(&control->stopped, false);
        if (ponder && control->early_ponderhit)
            pass_ponderhit(control);
        pthread_cond_broadcast(&control->changed);
    }
    pthread_mutex_unlock(&control->mutex);
    return allowed;
}

void control_end_search(struct control *control)
{
    pthread_mutex_lock(&control->mutex);
    control->state = CONTROL_BUSY;
    control->engine = NULL;
    pthread_mutex_unlock(&control->mutex);
}

void control_note_move(struct control *control)
{
    pthread_mutex_lock(&control->mutex);
    if (!control->has_move)
        pthread_cond_broadcast(&control->changed);
    control->has_move = true;
    pthread_mutex_unlock(&control->mutex);
}

// ---- from the input thread -------------------------------------------------------------------

// The static functions are called with the mutex held.

static void stop_search(struct control *control)
{
    if (control->state != CONTROL_SEARCHING)
        return;
    atomic_store(&control->stopped, true);
    if (control->engine)
        rk_engine_stop(control->engine);
}

/* Whether only `stop` or `ponderhit` would end the running search. */
static bool is_endless(const struct control *control)
{
    return control->state == CONTROL_SEARCHING && (!control->has_end || control->is_pondering);
}

static bool is_drained(const struct control *control)
{
    return control->closed || (control->state == CONTROL_IDLE && !control->queue.count);
}

static void wait_for_commands(struct control *control)
{
    while (!is_drained(control) && control->state != CONTROL_SEARCHING)
        pthread_cond_wait(&control->changed, &control->mutex);
}

static enum control_post_result push_command(struct control *control, enum command command,
                                             struct tokens arguments)
{
    if (command == COMMAND_ISREADY && control->state == CONTROL_SEARCHING)
        return CONTROL_IN_SEARCH;
    if ((command == COMMAND_GO || command == COMMAND_BENCH) && is_endless(control))
        stop_search(control);
    if (!command_push(&control->queue, command, arguments))
        return CONTROL_QUEUE_FULL;
    pthread_cond_broadcast(&control->changed);
    wait_for_commands(control);
    return CONTROL_POSTED;
}

enum control_post_result control_post(struct control *control, enum command command,
                                      struct tokens arguments)
{
    pthread_mutex_lock(&control->mutex);
    const enum control_post_result result = push_command(control, command, arguments);
    pthread_mutex_unlock(&control->mutex);
    return result;
}

void control_stop(struct control *control)
{
    pthread_mutex_lock(&control->mutex);
    const unsigned long search = control->searches;
    stop_search(control);
    // The next search may start as soon as this one has ended.
    while (!is_drained(control) && control->state != CONTROL_IDLE && control->searches == search)
        pthread_cond_wait(&control->changed, &control->mutex);
    wait_for_commands(control);
    pthread_mutex_unlock(&control->mutex);
}

void control_ponderhit(struct control *control)
{
    pthread_mutex_lock(&control->mutex);
    if (control->state == CONTROL_SEARCHING && control->is_pondering)
        pass_ponderhit(control);
    else
        control->early_ponderhit = control->queue.count;
    pthread_mutex_unlock(&control->mutex);
}

static void wait_for_change(struct control *control, int64_t max_ms)
{
    const struct timespec end = monotonic_deadline(max_ms);
    (void)pthread_cond_timedwait(&control->changed, &control->mutex, &end);
}

/* A search without an end may be one that will not find a move, such as `go ponder nodes 1`. */
static bool must_end(const struct control *control, int64_t waited_ms, int64_t grace_ms)
{
    if (is_endless(control))
        return control->has_move || waited_ms >= MOVE_WAIT_MS;
    return control->has_move && waited_ms >= grace_ms;
}

void control_drain(struct control *control, int64_t grace_ms)
{
    const int64_t start = monotonic_ms();
    pthread_mutex_lock(&control->mutex);
    while (!is_drained(control)) {
        if (must_end(control, monotonic_ms() - start, grace_ms))
            stop_search(control);
        wait_for_change(control, DRAIN_INTERVAL_MS);
    }
    pthread_mutex_unlock(&control->mutex);
}

void control_close(struct control *control)
{
    pthread_mutex_lock(&control->mutex);
    control->closed = true;
    command_clear(&control->queue);
    stop_search(control);
    pthread_cond_broadcast(&control->changed);
    pthread_mutex_unlock(&control->mutex);
}
