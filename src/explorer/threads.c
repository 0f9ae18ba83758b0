/* SPDX-License-Identifier: MIT */
#include "explorer/threads.h"

#include <pthread.h>
#include <signal.h>

enum { THREADS_MAX = 256 };

/* Other threads must not get the signals that remove temporary files. */
void threads_run(unsigned count, void *(*function)(void *), void *data)
{
    pthread_t threads[THREADS_MAX];
    unsigned created = 0;
    sigset_t all, saved;
    sigfillset(&all);
    sigdelset(&all, SIGBUS); // see base/mapped_file.h
    pthread_sigmask(SIG_BLOCK, &all, &saved);
    while (created + 1 < count && created < THREADS_MAX &&
           !pthread_create(&threads[created], NULL, function, data))
        created++;
    pthread_sigmask(SIG_SETMASK, &saved, NULL);
    function(data);
    for (unsigned i = 0; i < created; i++)
        pthread_join(threads[i], NULL);
}
