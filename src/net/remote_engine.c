/* SPDX-License-Identifier: MIT */
#include "net/remote_engine.h"

#include <stdlib.h>

#include "base/list.h"
#include "core/metrics.h"
#include "net/think_message.h"

enum {
    GRACE_MS = 300,   /* for a reply, beyond the time of the search */
    ABSENCE_MS = 1000 /* how long nobody is asked after nobody was there */
};

struct remote_engine {
    struct remote_engine_options options;
    struct list requests;
    struct buffer message;
    int64_t absent_until; /* there was no worker; by options.now() */
    bool finishing;
    uint64_t outcomes[THINK_OUTCOME_COUNT];
    uint64_t fallbacks;
};

/* A request that waits for its reply. One of the two pointers is set. */
struct remote_request {
    struct list node;
    struct remote_engine *remote;
    struct bus_call *call;
    struct move_search *search;
    struct evaluation *evaluation;
};

static int64_t now_of(const struct remote_engine *remote)
{
    return remote->options.now(remote->options.context);
}

// ---- the server's own threads ----------------------------------------------------------------

static bool search_locally(struct remote_engine *remote, struct move_search *search)
{
    const struct remote_engine_options *options = &remote->options;
    return options->search_move && options->search_move(options->context, search);
}

static bool evaluate_locally(struct remote_engine *remote, struct evaluation *evaluation)
{
    const struct remote_engine_options *options = &remote->options;
    return options->evaluate && options->evaluate(options->context, evaluation);
}

/* No worker has done it. The game tries again later if the server's threads cannot do it either. */
static void fall_back(struct remote_engine *remote, const struct remote_request *request)
{
    const bool falls_back =
        !remote->finishing && (request->search ? search_locally(remote, request->search)
                                               : evaluate_locally(remote, request->evaluation));
    if (falls_back) {
        remote->fallbacks++;
    } else if (request->search) {
        request->search->is_refused = true;
        request->search->done(request->search);
    } else {
        request->evaluation->done(request->evaluation);
    }
}

// ---- replies ---------------------------------------------------------------------------------

static enum think_outcome parse_result(const struct remote_request *request, const void *bytes,
                                       size_t size)
{
    enum think_status status;
    if (think_status_parse(bytes, size, &status))
        return THINK_OUTCOME_INVALID;
    if (status == THINK_BUSY)
        return THINK_OUTCOME_BUSY;
    const rk_err err = request->search ? think_move_parse(bytes, size, request->search)
                                       : think_evaluation_parse(bytes, size, request->evaluation);
    return err ? THINK_OUTCOME_INVALID : THINK_OUTCOME_REPLIED;
}

static enum think_outcome find_outcome(const struct remote_request *request,
                                       enum bus_outcome outcome, const void *bytes, size_t size)
{
    switch (outcome) {
    case BUS_REPLIED:
        return parse_result(request, bytes, size);
    case BUS_TIMED_OUT:
        return THINK_OUTCOME_TIMEOUT;
    case BUS_NOT_DELIVERED:
        break;
    }
    return THINK_OUTCOME_NO_WORKER;
}

static void end_request(struct remote_request *request, enum think_outcome outcome)
{
    struct remote_engine *remote = request->remote;
    list_remove(&request->node);
    if (outcome != THINK_OUTCOME_REPLIED)
        fall_back(remote, request);
    else if (request->search)
        request->search->done(request->search);
    else
        request->evaluation->done(request->evaluation);
    free(request);
}

static void on_reply(void *context, enum bus_outcome bus_outcome, const void *bytes, size_t size)
{
    struct remote_request *request = context;
    struct remote_engine *remote = request->remote;
    const enum think_outcome outcome = find_outcome(request, bus_outcome, bytes, size);
    remote->outcomes[outcome]++;
    if (outcome == THINK_OUTCOME_NO_WORKER)
        remote->absent_until = now_of(remote) + ABSENCE_MS;
    end_request(request, outcome);
}

// ---- requests --------------------------------------------------------------------------------

/* False: it cannot be sent, or there was no worker a moment ago. */
static bool send_request(struct remote_engine *remote, const struct remote_request *template,
                         const struct think_request *message)
{
    const int64_t now = now_of(remote);
    if (remote->finishing || now < remote->absent_until)
        return false;
    buffer_clear(&remote->message);
    struct remote_request *request =
        think_request_write(message, &remote->message) ? malloc(sizeof *request) : NULL;
    if (!request)
        return false;
    *request = *template;
    request->remote = remote;
    request->call = bus_request(remote->options.bus,
                                &(struct bus_request){.subject = THINK_SUBJECT,
                                                      .bytes = remote->message.bytes,
                                                      .size = remote->message.size,
                                                      .deadline = now + message->max_ms + GRACE_MS,
                                                      .callback = on_reply,
                                                      .context = request});
    if (!request->call) {
        free(request);
        return false;
    }
    list_add(&remote->requests, &request->node);
    return true;
}

bool remote_engine_search(struct remote_engine *remote, struct move_search *search)
{
    const struct think_request message = {.kind = THINK_MOVE,
                                          .level = search->level,
                                          .seed = search->seed,
                                          .max_ms = search->max_ms,
                                          .positions = search->positions,
                                          .count = search->count};
    search->best = RK_NO_MOVE;
    search->is_refused = false;
    return send_request(remote, &(struct remote_request){.search = search}, &message) ||
           search_locally(remote, search);
}

bool remote_engine_evaluate(struct remote_engine *remote, struct evaluation *evaluation)
{
    const struct think_request message = {.kind = THINK_EVALUATION,
                                          .lines = evaluation->lines_wanted,
                                          .max_ms = evaluation->max_ms,
                                          .positions = &evaluation->position,
                                          .count = 1};
    evaluation->line_count = 0;
    return send_request(remote, &(struct remote_request){.evaluation = evaluation}, &message) ||
           evaluate_locally(remote, evaluation);
}

void remote_engine_finish(struct remote_engine *remote)
{
    remote->finishing = true;
    while (!list_is_empty(&remote->requests)) {
        struct remote_request *request =
            LIST_OWNER(remote->requests.next, struct remote_request, node);
        bus_cancel(remote->options.bus, request->call);
        end_request(request, THINK_OUTCOME_NO_WORKER);
    }
}

void remote_engine_collect_metrics(const struct remote_engine *remote, struct metrics *metrics)
{
    for (unsigned i = 0; i < THINK_OUTCOME_COUNT; i++)
        metrics_set_label(metrics, METRIC_THINK_REQUESTS, i, (int64_t)remote->outcomes[i]);
    metrics_set(metrics, METRIC_THINK_FALLBACKS, (int64_t)remote->fallbacks);
}

struct remote_engine *remote_engine_create(const struct remote_engine_options *options)
{
    struct remote_engine *remote = calloc(1, sizeof *remote);
    if (!remote)
        return NULL;
    remote->options = *options;
    remote->absent_until = INT64_MIN;
    list_init(&remote->requests);
    return remote;
}

void remote_engine_destroy(struct remote_engine *remote)
{
    if (!remote)
        return;
    buffer_fini(&remote->message);
    free(remote);
}
