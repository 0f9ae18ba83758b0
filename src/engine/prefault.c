/* SPDX-License-Identifier: MIT */
#include "engine/prefault.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

enum {
    PAGE = 4096,      /* the smallest page size; larger pages are touched more than once */
    PART = 4 << 20,   /* bytes that a thread takes at a time */
    THREADS_MAX = 16, /* more do not zero memory faster */
    WAIT_NS = 5000000,
    NS_PER_S = 1000000000
};

struct prefault {
    char *memory;
    size_t size;
    atomic_size_t next; /* the part that is to be taken next, in bytes */
    atomic_bool cancelled;
    pthread_t threads[THREADS_MAX];
    unsigned thread_count;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    unsigned running; /* protected by the mutex */
};

static void touch_part(char *begin, size_t size)
{
    for (size_t at = 0; at < size; at += PAGE)
        *(volatile char *)(begin + at) = 0;
}

static void *touch_pages(void *argument)
{
    struct prefault *const prefault = argument;
    size_t at;
    while (!atomic_load(&prefault->cancelled) &&
           (at = atomic_fetch_add(&prefault->next, PART)) < prefault->size) {
        const size_t left = prefault->size - at;
        touch_part(prefault->memory + at, left < PART ? left : PART);
    }
    pthread_mutex_lock(&prefault->mutex);
    prefault->running--;
    pthread_cond_broadcast(&prefault->changed);
    pthread_mutex_unlock(&prefault->mutex);
    return NULL;
}

static void start_threads(struct prefault *prefault, unsigned count)
{
    pthread_mutex_lock(&prefault->mutex);
    while (prefault->thread_count < count && prefault->thread_count < THREADS_MAX &&
           !pthread_create(&prefault->threads[prefault->thread_count], NULL, touch_pages, prefault))
        prefault->thread_count++;
    prefault->running = prefault->thread_count;
    pthread_mutex_unlock(&prefault->mutex);
}

struct prefault *prefault_start(void *memory, size_t size, unsigned threads)
{
    struct prefault *const prefault = calloc(1, sizeof *prefault);
    if (!prefault)
        return NULL;
    prefault->memory = memory;
    prefault->size = size;
    pthread_mutex_init(&prefault->mutex, NULL);
    pthread_cond_init(&prefault->changed, NULL);
    start_threads(prefault, threads);
    if (prefault->thread_count)
        return prefault;
    prefault_destroy(prefault);
    return NULL;
}

bool prefault_is_done(struct prefault *prefault)
{
    pthread_mutex_lock(&prefault->mutex);
    const bool done = !prefault->running;
    pthread_mutex_unlock(&prefault->mutex);
    return done;
}

bool prefault_wait(struct prefault *prefault)
{
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_nsec += WAIT_NS;
    end.tv_sec += end.tv_nsec / NS_PER_S;
    end.tv_nsec %= NS_PER_S;
    pthread_mutex_lock(&prefault->mutex);
    while (prefault->running &&
           !pthread_cond_timedwait(&prefault->changed, &prefault->mutex, &end)) {
    }
    const bool done = !prefault->running;
    pthread_mutex_unlock(&prefault->mutex);
    return done;
}

void prefault_destroy(struct prefault *prefault)
{
    if (!prefault)
        return;
    atomic_store(&prefault->cancelled, true);
    for (unsigned i = 0; i < prefault->thread_count; i++)
        pthread_join(prefault->threads[i], NULL);
    pthread_cond_destroy(&prefault->changed);
    pthread_mutex_destroy(&prefault->mutex);
    free(prefault);
}
