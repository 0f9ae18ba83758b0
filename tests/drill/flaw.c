/* SPDX-License-Identifier: MIT */
/* Flaws to load before a server: memory that is lost, and threads that race. A sanitizer that keeps
 * silent about them would keep silent about the server's own. */
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

static void lose_memory(void)
{
    void *volatile lost;
    for (int i = 0; i < TIMES; i++)
        lost = malloc(TIMES);
    (void)lost;
}

__attribute__((constructor)) static void be_wrong(void)
{
    pthread_t other;
    lose_memory();
    if (pthread_create(&other, NULL, race, NULL))
        abort();
    race(NULL);
    pthread_join(other, NULL);
}
