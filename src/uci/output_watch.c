/* SPDX-License-Identifier: MIT */
#include "uci/output_watch.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

static void *run_watch(void *context)
{
    const struct output_watch *watch = context;
    struct pollfd output = {.fd = watch->fd};
    while (poll(&output, 1, -1) != 1)
        continue;
    if (output.revents & (POLLERR | POLLHUP))
        kill(getpid(), SIGPIPE);
    return NULL;
}

void output_watch_start(struct output_watch *watch, int fd)
{
    watch->fd = fd;
    watch->has_thread = !pthread_create(&watch->thread, NULL, run_watch, watch);
}

void output_watch_stop(struct output_watch *watch)
{
    if (!watch->has_thread)
        return;
    pthread_cancel(watch->thread);
    pthread_join(watch->thread, NULL);
}
