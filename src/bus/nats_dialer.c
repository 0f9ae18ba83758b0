/* SPDX-License-Identifier: MIT */
#include "bus/nats_dialer.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/monotonic.h"
#include "base/prng.h"

enum { RETRY_MS = 500, WHY_SIZE = 256 };

struct nats_dialer {
    struct nats_url url;
    char *credentials, *ca_file; /* NULL: none */
    const struct log *log;
    void (*wake)(void *loop);
    void *loop;
    char where[NATS_URL_MAX + 1]; /* the addresses, without passwords */
    pthread_t thread;
    bool has_thread;
    atomic_bool stopping;

    struct prng prng; /* used by the thread only, like the next */
    int next;         /* the server to try */

    pthread_mutex_t mutex; /* protects the rest */
    pthread_cond_t changed;
    bool is_wanted;
    struct nats_stream stream; /* opened, but not taken yet */
};

// ---- the thread ------------------------------------------------------------------------------

static bool wait_for_request(struct nats_dialer *dialer)
{
    pthread_mutex_lock(&dialer->mutex);
    while (!dialer->is_wanted && !atomic_load(&dialer->stopping))
        pthread_cond_wait(&dialer->changed, &dialer->mutex);
    pthread_mutex_unlock(&dialer->mutex);
    return !atomic_load(&dialer->stopping);
}

/* The pause has a random part, so that not all nodes reconnect at once when a server is back. */
static void pause_thread(struct nats_dialer *dialer)
{
    const struct timespec until =
        monotonic_deadline(RETRY_MS + (int64_t)prng_below(&dialer->prng, RETRY_MS));
    int code = 0;
    pthread_mutex_lock(&dialer->mutex);
    while (!code && !atomic_load(&dialer->stopping))
        code = pthread_cond_timedwait(&dialer->changed, &dialer->mutex, &until);
    pthread_mutex_unlock(&dialer->mutex);
}

static bool try_server(struct nats_dialer *dialer, struct nats_stream *out, char *why)
{
    struct nats_server server;
    nats_url_get_server(&dialer->url, dialer->next, &server);
    dialer->next = (dialer->next + 1) % dialer->url.count;
    return !nats_stream_open(&(struct nats_dial){.server = &server,
                                                 .secure = dialer->url.secure,
                                                 .credentials = dialer->credentials,
                                                 .ca_file = dialer->ca_file,
                                                 .stopping = &dialer->stopping},
                             out, why, WHY_SIZE);
}

static bool try_all_servers(struct nats_dialer *dialer, struct nats_stream *out, char *why)
{
    for (int i = 0; i < dialer->url.count && !atomic_load(&dialer->stopping); i++)
        if (try_server(dialer, out, why))
            return true;
    return false;
}

static bool find_server(struct nats_dialer *dialer, struct nats_stream *out)
{
    char why[WHY_SIZE] = "";
    bool found;
    for (bool is_first = true;
         !(found = try_all_servers(dialer, out, why)) && !atomic_load(&dialer->stopping);
         is_first = false) {
        if (is_first)
            log_line(dialer->log, LOG_WARNING, "bus: cannot connect to %s: will keep trying (%s)",
                     dialer->where, why);
        pause_thread(dialer);
    }
    return found;
}

static void hand_over(struct nats_dialer *dialer, const struct nats_stream *stream)
{
    pthread_mutex_lock(&dialer->mutex);
    dialer->stream = *stream;
    dialer->is_wanted = false;
    pthread_mutex_unlock(&dialer->mutex);
    if (dialer->wake)
        dialer->wake(dialer->loop);
}

/* The pause after a connection keeps us from reconnecting at once to a server that ends it. */
static void *run_thread(void *context)
{
    struct nats_dialer *dialer = context;
    struct nats_stream stream;
    while (wait_for_request(dialer))
        if (find_server(dialer, &stream)) {
            hand_over(dialer, &stream);
            pause_thread(dialer);
        }
    return NULL;
}

// ---- the bus's thread ------------------------------------------------------------------------

void nats_dialer_start(struct nats_dialer *dialer)
{
    pthread_mutex_lock(&dialer->mutex);
    dialer->is_wanted = true;
    pthread_cond_broadcast(&dialer->changed);
    pthread_mutex_unlock(&dialer->mutex);
}

bool nats_dialer_take(struct nats_dialer *dialer, struct nats_stream *out)
{
    pthread_mutex_lock(&dialer->mutex);
    const bool any = dialer->stream.socket >= 0;
    if (any)
        *out = dialer->stream;
    dialer->stream = (struct nats_stream){.socket = -1};
    pthread_mutex_unlock(&dialer->mutex);
    return any;
}

// ---- create and destroy ----------------------------------------------------------------------

static void init_locks(struct nats_dialer *dialer)
{
    pthread_condattr_t monotonic;
    pthread_mutex_init(&dialer->mutex, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&dialer->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

/* Signals are handled by the caller's thread. */
static bool start_thread(struct nats_dialer *dialer)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    dialer->has_thread = !pthread_create(&dialer->thread, NULL, run_thread, dialer);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return dialer->has_thread;
}

/* The servers point into the text, which moves with the copy. */
static void copy_url(const struct nats_url *from, struct nats_url *to)
{
    *to = *from;
    for (int i = 0; i < to->count; i++)
        to->servers[i] = to->text + (from->servers[i] - from->text);
}

struct nats_dialer *nats_dialer_create(const struct bus_options *options,
                                       const struct nats_url *url)
{
    struct nats_dialer *dialer = calloc(1, sizeof *dialer);
    if (!dialer)
        return NULL;
    copy_url(url, &dialer->url);
    nats_url_write(url, dialer->where, sizeof dialer->where);
    dialer->credentials = options->credentials ? strdup(options->credentials) : NULL;
    dialer->ca_file = options->ca_file ? strdup(options->ca_file) : NULL;
    dialer->log = options->log;
    dialer->wake = options->wake;
    dialer->loop = options->loop;
    dialer->prng.state = options->node;
    dialer->next =
        (int)(options->node % (unsigned)url->count); // spreads the nodes over the servers
    dialer->stream.socket = -1;
    init_locks(dialer);
    if ((options->credentials && !dialer->credentials) || (options->ca_file && !dialer->ca_file) ||
        !start_thread(dialer)) {
        nats_dialer_destroy(dialer);
        return NULL;
    }
    return dialer;
}

void nats_dialer_destroy(struct nats_dialer *dialer)
{
    if (!dialer)
        return;
    atomic_store(&dialer->stopping, true);
    pthread_mutex_lock(&dialer->mutex);
    pthread_cond_broadcast(&dialer->changed);
    pthread_mutex_unlock(&dialer->mutex);
    if (dialer->has_thread)
        pthread_join(dialer->thread, NULL);
    nats_stream_close(&dialer->stream);
    pthread_cond_destroy(&dialer->changed);
    pthread_mutex_destroy(&dialer->mutex);
    free(dialer->credentials);
    free(dialer->ca_file);
    free(dialer);
}
