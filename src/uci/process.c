/* SPDX-License-Identifier: MIT */
/* Uses a socket pair instead of pipes: a write to a pipe without a reader raises SIGPIPE, and a
 * library must not change signal handlers. */
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

enum { ARGUMENTS_MAX = 64, EXEC_FAILED = 127 };

struct process {
    int64_t (*now)(void *context);
    void *context;
    pid_t pid; /* also its process group */
    int socket;
    bool ended;
    size_t size, consumed; /* bytes buffered; of these, the last line returned */
    bool skipping;         /* the rest of a truncated line */
    char bytes[PROCESS_LINE_MAX + 1];
};

// ---- starting --------------------------------------------------------------------------------

/* Splits a command into words, in place. False if there are none or too many, or a quote is not
 * closed. */
static bool split_words(char *text, char *words[ARGUMENTS_MAX + 1])
{
    size_t count = 0;
    char *to = text;
    for (;;) {
        text += strspn(text, " \t");
        if (!*text)
            break;
        if (count == ARGUMENTS_MAX)
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

/* In the child: only calls that are safe after a fork in a program with threads. */
_Noreturn static void exec_child(char *const words[], const char *folder, int ends, int report)
{
    sigset_t none;
    const int dev_null = open("/dev/null", O_WRONLY);
    setpgid(0, 0);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    if (dup2(ends, STDIN_FILENO) >= 0 && dup2(ends, STDOUT_FILENO) >= 0 && dev_null >= 0 &&
        dup2(dev_null, STDERR_FILENO) >= 0 && (!folder || !chdir(folder)))
        execvp(words[0], words);
    const int problem = errno;
    // Nothing can be done if this fails.
    const ssize_t written = write(report, &problem, sizeof problem);
    (void)written;
    _exit(EXEC_FAILED);
}

/* Returns the errno of the child, or 0 once its exec has succeeded and closed the socket. */
static int read_report(int report)
{
    int problem = 0;
    ssize_t got;
    do
        got = read(report, &problem, sizeof problem);
    while (got < 0 && errno == EINTR);
    return got == (ssize_t)sizeof problem ? problem : 0;
}

/* Returns 0 or an errno. */
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
        exec_child(words, folder, ends[1], reports[1]);
    close(ends[1]), close(reports[1]);
    if (!problem)
        problem = read_report(reports[0]);
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
    char *words[ARGUMENTS_MAX + 1];
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
            snprintf(why, why_size, "invalid command: %s", options->command);
        }
    }
    const int problem = err ? 0 : spawn(process, words, options->folder);
    if (problem) {
        err = RK_CANNOT_OPEN;
        snprintf(why, why_size, "cannot start %s: %s", words[0], strerror(problem));
    }
    free(command);
    if (err)
        free(process);
    else
        *out = process;
    return err;
}

// ---- writing ---------------------------------------------------------------------------------

/* Waits for an event on the socket; false at the deadline. It returns after one poll(), so that a
 * clock that stands still in a test does not make it wait forever. */
static bool wait_for_socket(const struct process *process, short events, int64_t deadline)
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
            if (!wait_for_socket(process, POLLOUT, deadline))
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

// ---- reading ---------------------------------------------------------------------------------

/* Returns the first `length` bytes as a line. */
static const char *take_line(struct process *process, size_t length, bool truncated)
{
    process->consumed = truncated ? length : length + 1;
    process->skipping = truncated;
    process->bytes[length] = '\0';
    if (length && process->bytes[length - 1] == '\r')
        process->bytes[length - 1] = '\0';
    return process->bytes;
}

/* The first line in the buffer; NULL if it is not complete. */
static const char *find_line(struct process *process)
{
    for (;;) {
        if (process->consumed) {
            process->size -= process->consumed;
            memmove(process->bytes, process->bytes + process->consumed, process->size);
            process->consumed = 0;
        }
        const char *end = memchr(process->bytes, '\n', process->size);
        if (process->skipping) {
            process->consumed = end ? (size_t)(end - process->bytes) + 1 : process->size;
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

static void receive_bytes(struct process *process)
{
    if (process->consumed == process->size)
        process->consumed = process->size = 0;
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
        if (!wait_for_socket(process, POLLIN, deadline))
            return PROCESS_TIMED_OUT;
        receive_bytes(process);
        // Output without newlines must not keep us beyond the deadline.
        if (!memchr(process->bytes, '\n', process->size) &&
            process->now(process->context) > deadline)
            return PROCESS_TIMED_OUT;
    }
}

// ---- stopping --------------------------------------------------------------------------------

static bool has_exited(const struct process *process)
{
    siginfo_t info = {.si_pid = 0};
    return !waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOHANG | WNOWAIT) && info.si_pid;
}

void process_stop(struct process *process, int64_t timeout)
{
    if (!process)
        return;
    const struct timespec millisecond = {.tv_nsec = 1000000};
    shutdown(process->socket, SHUT_WR);
    for (int64_t i = 0; i < timeout && !has_exited(process); i++) {
        // Its output must be read: it may be blocked in a write.
        process->size = process->consumed = 0;
        receive_bytes(process);
        nanosleep(&millisecond, NULL);
    }
    // Before waitpid(), which frees the pid: another group could get it then.
    kill(-process->pid, SIGKILL);
    while (waitpid(process->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    close(process->socket);
    free(process);
}
