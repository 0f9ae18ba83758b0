/* SPDX-License-Identifier: MIT */
/* The two ends are a pair of sockets: unlike a pipe they can be written to without a
 * signal when the other side is gone, and a library has no business with signals. */
#include "uci/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WORDS_MAX = 64, EXEC_FAILED = 127 };

struct process {
    int64_t (*now)(void *context);
    void *context;
    pid_t pid; /* and its group */
    int socket;
    bool ended;
    size_t size, taken; /* bytes held, and how many of them the last line took */
    bool skipping;      /* the rest of a line that was cut */
    char bytes[PROCESS_LINE_MAX + 1];
};

// ---- starting --------------------------------------------------------------------------------

/* The words of a command, in `text`, which is cut up; false if there are none or too many, or
 * a quote is not closed. */
static bool split_words(char *text, char *words[WORDS_MAX + 1])
{
    size_t count = 0;
    char *to = text;
    for (;;) {
        text += strspn(text, " \t");
        if (!*text)
            break;
        if (count == WORDS_MAX)
            return false;
        words[count++] = to;
        char quote = 0;
        for (; *text && (quote || !strchr(" \t", *text)); text++) {
            if (quote ? *text == quote : *text == '"' || *text == '\'')
                quote = quote ? 0 : *text;
            else
                *to++ = *text;
        }
        if (quote)
            return false;
        const bool more = *text;
        text += more;
        *to++ = '\0';
        if (!more)
            break;
    }
    words[count] = NULL;
    return count;
}

/* In the child: only what is safe after a fork in a program with threads. */
_Noreturn static void become(char *const words[], const char *folder, int ends, int report)
{
    sigset_t none;
    const int nowhere = open("/dev/null", O_WRONLY);
    setpgid(0, 0);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    if (dup2(ends, STDIN_FILENO) >= 0 && dup2(ends, STDOUT_FILENO) >= 0 && nowhere >= 0 &&
        dup2(nowhere, STDERR_FILENO) >= 0 && (!folder || !chdir(folder)))
        execvp(words[0], words);
    const int problem = errno;
    // Nobody to tell if this fails.
    const ssize_t told = write(report, &problem, sizeof problem);
    (void)told;
    _exit(EXEC_FAILED);
}

static int await_report(int report)
{
    int problem = 0;
    ssize_t got;
    do
        got = read(report, &problem, sizeof problem);
    while (got < 0 && errno == EINTR);
    return got == (ssize_t)sizeof problem ? problem : 0;
}

/* Zero, or what went wrong. */
static int spawn(struct process *process, char *const words[], const char *folder)
{
    int ends[2], reports[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
        return errno;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, reports)) {
        const int problem = errno;
        close(ends[0]), close(ends[1]);
        return problem;
    }
    process->pid = fork();
    int problem = process->pid < 0 ? errno : 0;
    if (!process->pid)
        become(words, folder, ends[1], reports[1]);
    close(ends[1]), close(reports[1]);
    if (!problem)
        problem = await_report(reports[0]);
    close(reports[0]);
    if (!problem) {
        process->socket = ends[0];
        return 0;
    }
    close(ends[0]);
    if (process->pid > 0)
        waitpid(process->pid, NULL, 0);
    return problem;
}

rk_err process_start(const struct process_options *options, struct process **out, char *why,
                     size_t why_size)
{
    char *words[WORDS_MAX + 1];
    struct process *process = calloc(1, sizeof *process);
    const size_t size = strlen(options->command) + 1;
    char *command = malloc(size);
    rk_err err = process && command ? RK_OK : RK_NO_MEMORY;
    if (err) {
        snprintf(why, why_size, "%s", rk_err_text(err));
    } else {
        snprintf(command, size, "%s", options->command);
        process->now = options->now;
        process->context = options->context;
        if (!split_words(command, words)) {
            err = RK_CANNOT_OPEN;
            snprintf(why, why_size, "that is not a command: %s", options->command);
        }
    }
    const int problem = err ? 0 : spawn(process, words, options->folder);
    if (problem) {
        err = RK_CANNOT_OPEN;
        snprintf(why, why_size, "%s cannot be started: %s", words[0], strerror(problem));
    }
    free(command);
    if (err)
        free(process);
    else
        *out = process;
    return err;
}

// ---- speaking --------------------------------------------------------------------------------

/* Until something can be done with the socket; false at the deadline. A clock that
 * stands still does not make it wait for ever. */
static bool await_socket(const struct process *process, short events, int64_t deadline)
{
    struct pollfd poll_for = {.fd = process->socket, .events = events};
    for (;;) {
        const int64_t left = deadline - process->now(process->context);
        const int wait = left < 0 ? 0 : left > 3600000 ? 3600000 : (int)left;
        const int ready = poll(&poll_for, 1, wait);
        if (ready >= 0 || errno != EINTR)
            return ready > 0;
    }
}

static bool send_bytes(struct process *process, const char *bytes, size_t size, int64_t deadline)
{
    while (size && !process->ended) {
        const ssize_t sent = send(process->socket, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) {
            bytes += sent;
            size -= (size_t)sent;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            if (!await_socket(process, POLLOUT, deadline))
                return false;
        } else if (errno != EINTR) {
            process->ended = true;
        }
    }
    return !size;
}

bool process_write_line(struct process *process, const char *line, int64_t deadline)
{
    return send_bytes(process, line, strlen(line), deadline) &&
           send_bytes(process, "\n", 1, deadline);
}

// ---- hearing ---------------------------------------------------------------------------------

/* Gives away the line at the front: of `length` bytes, or all there is if it is cut. */
static const char *take_line(struct process *process, size_t length, bool cut)
{
    process->taken = cut ? length : length + 1;
    process->skipping = cut;
    process->bytes[length] = '\0';
    if (length && process->bytes[length - 1] == '\r')
        process->bytes[length - 1] = '\0';
    return process->bytes;
}

/* The line at the front, if there is one. */
static const char *find_line(struct process *process)
{
    for (;;) {
        if (process->taken) {
            process->size -= process->taken;
            memmove(process->bytes, process->bytes + process->taken, process->size);
            process->taken = 0;
        }
        const char *end = memchr(process->bytes, '\n', process->size);
        if (process->skipping) {
            process->taken = end ? (size_t)(end - process->bytes) + 1 : process->size;
            process->skipping = !end;
            if (end)
                continue;
            return NULL;
        }
        if (end)
            return take_line(process, (size_t)(end - process->bytes), false);
        return process->size == PROCESS_LINE_MAX ? take_line(process, process->size, true) : NULL;
    }
}

static void receive(struct process *process)
{
    if (process->taken == process->size)
        process->taken = process->size = 0;
    const ssize_t got = recv(process->socket, process->bytes + process->size,
                             PROCESS_LINE_MAX - process->size, MSG_DONTWAIT);
    if (got > 0)
        process->size += (size_t)got;
    else if (!got || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR))
        process->ended = true;
}

enum process_status process_read_line(struct process *process, int64_t deadline, const char **out)
{
    for (;;) {
        *out = find_line(process);
        if (*out)
            return PROCESS_LINE;
        if (process->ended)
            return PROCESS_ENDED;
        if (!await_socket(process, POLLIN, deadline))
            return PROCESS_TIMED_OUT;
        receive(process);
        // One that never ends its line is not listened to for ever.
        if (!memchr(process->bytes, '\n', process->size) &&
            process->now(process->context) > deadline)
            return PROCESS_TIMED_OUT;
    }
}

// ---- ending ----------------------------------------------------------------------------------

static bool has_exited(const struct process *process)
{
    siginfo_t info = {.si_pid = 0};
    return !waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOHANG | WNOWAIT) && info.si_pid;
}

void process_stop(struct process *process, int64_t timeout)
{
    if (!process)
        return;
    const struct timespec moment = {.tv_nsec = 1000000};
    shutdown(process->socket, SHUT_WR);
    for (int64_t i = 0; i < timeout && !has_exited(process); i++) {
        // It may be held up because nobody reads what it writes.
        process->size = process->taken = 0;
        receive(process);
        nanosleep(&moment, NULL);
    }
    // Before its number is given back: afterwards the group may be somebody else's.
    kill(-process->pid, SIGKILL);
    while (waitpid(process->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    close(process->socket);
    free(process);
}
