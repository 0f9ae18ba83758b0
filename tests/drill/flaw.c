/* SPDX-License-Identifier: MIT */
/* Deliberate bugs, preloaded into a server: a memory leak and a data race. A sanitizer that does
 * not report them would not report the server's own bugs either. */
#include <pthread.h>
#include <stdlib.h>

enum { TIMES = 50 };

static int count;

static void *race(void *unused)
{
    for (int i = 0; i < TIMES; i++)
        count++;
    return unused;
}

static void leak_memory(void)
{
    void *volatile leaked;
    for (int i = 0; i < TIMES; i++)
        leaked = malloc(TIMES);
    (void)leaked;
}

__attribute__((constructor)) static void run_bugs(void)
{
    pthread_t other;
    leak_memory();
    if (pthread_create(&other, NULL, race, NULL))
        abort();
    race(NULL);
    pthread_join(other, NULL);
}
