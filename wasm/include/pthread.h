/* SPDX-License-Identifier: MIT */
/* Threads for the engine, where there is only one: locks are free, and no thread can be started.
 * The engine searches alone then. */
#ifndef WASM_PTHREAD_H
#define WASM_PTHREAD_H

typedef struct pthread_mutex {
    char unused;
} pthread_mutex_t;
typedef pthread_mutex_t pthread_cond_t, pthread_attr_t, pthread_t;

#define WASM_NO_THREADS 11 /* EAGAIN */

static inline int pthread_mutex_init(pthread_mutex_t *mutex, const void *attributes)
{
    return (void)mutex, (void)attributes, 0;
}

static inline int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    return (void)mutex, 0;
}

static inline int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    return (void)mutex, 0;
}

static inline int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    return (void)mutex, 0;
}

static inline int pthread_cond_init(pthread_cond_t *condition, const void *attributes)
{
    return (void)condition, (void)attributes, 0;
}

static inline int pthread_cond_destroy(pthread_cond_t *condition)
{
    return (void)condition, 0;
}

static inline int pthread_cond_broadcast(pthread_cond_t *condition)
{
    return (void)condition, 0;
}

/* Nobody could end the wait. */
static inline int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    (void)condition, (void)mutex;
    __builtin_trap();
}

static inline int pthread_attr_init(pthread_attr_t *attributes)
{
    return (void)attributes, 0;
}

static inline int pthread_attr_destroy(pthread_attr_t *attributes)
{
    return (void)attributes, 0;
}

static inline int pthread_attr_setstacksize(pthread_attr_t *attributes, unsigned long size)
{
    return (void)attributes, (void)size, 0;
}

static inline int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                                 void *(*run)(void *), void *argument)
{
    return (void)thread, (void)attributes, (void)run, (void)argument, WASM_NO_THREADS;
}

static inline int pthread_join(pthread_t thread, void **result)
{
    return (void)thread, (void)result, WASM_NO_THREADS;
}

#endif
