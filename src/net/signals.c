/* SPDX-License-Identifier: MIT */
#include "net/signals.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

/* Whether the process has a controlling terminal. A terminal that was closed takes it away from all
 * processes of its session before they get SIGHUP. */
static bool has_terminal(void)
{
    const int terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal >= 0)
        close(terminal);
    return terminal >= 0;
}

/* Closing a terminal sends SIGHUP, and so does `kill -HUP` and `systemctl reload`. The first is
 * meant to end the server, the others to reload its settings. */
static void on_hang_up(struct signals *signals)
{
    const struct signal_handlers *handlers = &signals->handlers;
    if (signals->had_terminal && !has_terminal())
        handlers->stop(handlers->context, "SIGHUP: the terminal was closed");
    else
        handlers->reload(handlers->context);
}

static void on_signal(uv_signal_t *handle, int number)
{
    struct signals *signals = handle->data;
    const struct signal_handlers *handlers = &signals->handlers;
    switch (number) {
    case SIGTERM:
        handlers->stop(handlers->context, "SIGTERM");
        break;
    case SIGINT:
        handlers->stop(handlers->context, "SIGINT");
        break;
    case SIGHUP:
        on_hang_up(signals);
        break;
    case SIGUSR1:
        handlers->summarize(handlers->context);
        break;
    default:
        break;
    }
}

static bool is_ignored(int number)
{
    struct sigaction action;
    return !sigaction(number, NULL, &action) && action.sa_handler == SIG_IGN;
}

bool signals_start(struct signals *signals, uv_loop_t *loop, const struct signal_handlers *handlers)
{
    static const int numbers[SIGNAL_COUNT] = {SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2};
    bool started = true;
    signals->handlers = *handlers;
    signals->had_terminal = has_terminal();
    signal(SIGPIPE, SIG_IGN);
    for (size_t i = 0; i < SIGNAL_COUNT; i++) {
        uv_signal_t *handle = &signals->handles[i];
        started = !uv_signal_init(loop, handle) && started;
        handle->data = signals;
        if (numbers[i] != SIGHUP || !is_ignored(SIGHUP))
            started = !uv_signal_start(handle, on_signal, numbers[i]) && started;
        uv_unref((uv_handle_t *)handle);
    }
    return started;
}
