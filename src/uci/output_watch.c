/* SPDX-License-Identifier: MIT */
#include "uci/output_watch.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

static void *run_watch(void *context)
{
    const struct output_watch *watch = context;
    struct pollfd ends[] = {{.fd = watch->fd}, {.fd = watch->stop[0]}};
    while (poll(ends, 2, -1) < 1)
        continue;
    if (ends[0].revents & (POLLERR | POLLHUP))
        kill(getpid(), SIGPIPE);
    return NULL;
}

void output_watch_start(struct output_watch *watch, int fd)
{
    *watch = (struct output_watch){.fd = fd};
    if (pipe(watch->stop))
        return;
    watch->has_thread = !pthread_create(&watch->thread, NULL, run_watch, watch);
    if (watch->has_thread)
        return;
    close(watch->stop[0]);
    close(watch->stop[1]);
}

void output_watch_stop(struct output_watch *watch)
{
    if (!watch->has_thread)
        return;
    close(watch->stop[1]);
    pthread_join(watch->thread, NULL);
    close(watch->stop[0]);
}
