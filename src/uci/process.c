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

enum { ARGUMENTS_MAX = 64, EXEC_FAILED = 127, EXIT_WAIT_MS = 100 };

/* Splits what comes from a socket into lines. */
struct line_reader {
    int socket; /* -1: none, or at its end */
    bool ended;
    size_t size, consumed; /* bytes buffered; of these, the last line returned */
    bool skipping;         /* the rest of a truncated line */
    char bytes[PROCESS_LINE_MAX + 1];
};

struct process {
    int64_t (*now)(void *context);
    void *context;
    const struct process_log *log;
    pid_t pid;                 /* also its process group */
    struct line_reader output; /* its socket is the standard input of the process, too */
    struct line_reader errors; /* standard error, for the log */
};

static void log_process_line(const struct process *process, enum process_stream stream,
                             const char *line)
{
    if (process->log)
        process->log->write(process->log->context, stream, line);
}

static const struct timespec millisecond = {.tv_nsec = 1000000};

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
_Noreturn static void exec_child(char *const words[], const char *folder, int ends, int errors,
                                 int report)
{
    sigset_t none;
    if (errors < 0)
        errors = open("/dev/null", O_WRONLY);
    setpgid(0, 0);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    if (dup2(ends, STDIN_FILENO) >= 0 && dup2(ends, STDOUT_FILENO) >= 0 && errors >= 0 &&
        dup2(errors, STDERR_FILENO) >= 0 && (!folder || !chdir(folder)))
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

/* Closes both ends of a socket pair that was made. */
static void close_pair(const int pair[2])
{
    for (int i = 0; i < 2; i++)
        if (pair[i] >= 0)
            close(pair[i]);
}

/* Forks and waits until the child has become the program. Returns 0 or an errno. */
static int fork_child(struct process *process, char *const words[], const char *folder,
                      const int ends[2], const int errors[2], int reports[2])
{
    process->pid = fork();
    int problem = process->pid < 0 ? errno : 0;
    if (!process->pid)
        exec_child(words, folder, ends[1], errors[1], reports[1]);
    close(reports[1]); // the child has it: reading ends when the child closes it
    reports[1] = -1;
    if (!problem)
        problem = read_report(reports[0]);
    if (problem && process->pid > 0)
        waitpid(process->pid, NULL, 0);
    return problem;
}

/* Returns 0 or an errno. */
static int spawn_process(struct process *process, char *const words[], const char *folder)
{
    enum { KIND = SOCK_STREAM | SOCK_CLOEXEC };
    int ends[2] = {-1, -1}, errors[2] = {-1, -1}, reports[2] = {-1, -1};
    int problem = 0;
    if (socketpair(AF_UNIX, KIND, 0, ends) || socketpair(AF_UNIX, KIND, 0, reports) ||
        (process->log && socketpair(AF_UNIX, KIND, 0, errors)))
        problem = errno;
    if (!problem)
        problem = fork_child(process, words, folder, ends, errors, reports);
    if (!problem) {
        process->output.socket = ends[0];
        process->errors.socket = errors[0];
        ends[0] = errors[0] = -1;
    }
    close_pair(ends), close_pair(errors), close_pair(reports);
    return problem;
}

rk_err process_start(const struct process_options *options, struct process **out, char *error,
                     size_t error_size)
{
    char *words[ARGUMENTS_MAX + 1];
    struct process *process = calloc(1, sizeof *process);
    const size_t size = strlen(options->command) + 1;
    char *command = malloc(size);
    rk_err err = process && command ? RK_OK : RK_NO_MEMORY;
    if (err) {
        snprintf(error, error_size, "%s", rk_err_text(err));
    } else {
        snprintf(command, size, "%s", options->command);
        process->now = options->now;
        process->context = options->context;
        process->log = options->log;
        if (!split_words(command, words)) {
            err = RK_CANNOT_OPEN;
            snprintf(error, error_size, "invalid command: %s", options->command);
        }
    }
    const int problem = err ? 0 : spawn_process(process, words, options->folder);
    if (problem) {
        err = RK_CANNOT_OPEN;
        // The folder may be what is missing.
        snprintf(error, error_size, "cannot start %s%s%s: %s", words[0],
                 options->folder ? " in " : "", options->folder ? options->folder : "",
                 strerror(problem));
    }
    free(command);
    if (err)
        free(process);
    else
        *out = process;
    return err;
}

// ---- reading ---------------------------------------------------------------------------------

/* Returns the first `length` bytes as a line. */
static const char *take_line(struct line_reader *reader, size_t length, bool truncated)
{
    reader->consumed = truncated ? length : length + 1;
    reader->skipping = truncated;
    reader->bytes[length] = '\0';
    if (length && reader->bytes[length - 1] == '\r')
        reader->bytes[length - 1] = '\0';
    return reader->bytes;
}

/* The first line in the buffer; NULL if it is not complete. */
static const char *find_line(struct line_reader *reader)
{
    for (;;) {
        if (reader->consumed) {
            reader->size -= reader->consumed;
            memmove(reader->bytes, reader->bytes + reader->consumed, reader->size);
            reader->consumed = 0;
        }
        const char *end = memchr(reader->bytes, '\n', reader->size);
        if (reader->skipping) {
            reader->consumed = end ? (size_t)(end - reader->bytes) + 1 : reader->size;
            reader->skipping = !end;
            if (end)
                continue;
            return NULL;
        }
        if (end)
            return take_line(reader, (size_t)(end - reader->bytes), false);
        return reader->size == PROCESS_LINE_MAX ? take_line(reader, reader->size, true) : NULL;
    }
}

static void receive_bytes(struct line_reader *reader)
{
    if (reader->consumed == reader->size)
        reader->consumed = reader->size = 0;
    const ssize_t got = recv(reader->socket, reader->bytes + reader->size,
                             PROCESS_LINE_MAX - reader->size, MSG_DONTWAIT);
    if (got > 0)
        reader->size += (size_t)got;
    else if (!got || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR))
        reader->ended = true;
}

/* Reads what there is and logs the complete lines. At the end the rest counts as a line. */
static void log_lines(const struct process *process, struct line_reader *reader,
                      enum process_stream stream)
{
    const char *line;
    receive_bytes(reader);
    while ((line = find_line(reader)))
        log_process_line(process, stream, line);
    if (reader->ended && reader->size && !reader->skipping)
        log_process_line(process, stream, take_line(reader, reader->size, true));
    if (reader->ended)
        reader->size = reader->consumed = 0;
}

static void log_errors(struct process *process)
{
    log_lines(process, &process->errors, PROCESS_STDERR);
    if (!process->errors.ended)
        return;
    close(process->errors.socket);
    process->errors.socket = -1;
}

/* Waits for an event on the socket, and logs what comes from standard error meanwhile; false at the
 * deadline. A clock that a test has stopped does not make it wait forever: without errors it
 * polls once. */
static bool wait_for_socket(struct process *process, short events, int64_t deadline)
{
    for (;;) {
        struct pollfd poll_for[2] = {{.fd = process->output.socket, .events = events},
                                     {.fd = process->errors.socket, .events = POLLIN}};
        const int64_t left = deadline - process->now(process->context);
        const int wait = left < 0 ? 0 : left > 3600000 ? 3600000 : (int)left;
        const int ready = poll(poll_for, 2, wait);
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready > 0 && poll_for[1].revents)
            log_errors(process);
        if (ready <= 0 || poll_for[0].revents || left < 0)
            return ready > 0 && poll_for[0].revents;
    }
}

enum process_status process_read_line(struct process *process, int64_t deadline, const char **out)
{
    struct line_reader *output = &process->output;
    for (;;) {
        *out = find_line(output);
        if (*out) {
            log_process_line(process, PROCESS_STDOUT, *out);
            return PROCESS_LINE;
        }
        if (output->ended)
            return PROCESS_ENDED;
        if (!wait_for_socket(process, POLLIN, deadline))
            return PROCESS_TIMED_OUT;
        receive_bytes(output);
        // Output without newlines must not keep us beyond the deadline.
        if (!memchr(output->bytes, '\n', output->size) && process->now(process->context) > deadline)
            return PROCESS_TIMED_OUT;
    }
}

// ---- writing ---------------------------------------------------------------------------------

static bool send_bytes(struct process *process, const char *bytes, size_t size, int64_t deadline)
{
    while (size && !process->output.ended) {
        const ssize_t sent = send(process->output.socket, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) {
            bytes += sent;
            size -= (size_t)sent;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            if (!wait_for_socket(process, POLLOUT, deadline))
                return false;
        } else if (errno != EINTR) {
            process->output.ended = true;
        }
    }
    return !size;
}

bool process_write_line(struct process *process, const char *line, int64_t deadline)
{
    log_process_line(process, PROCESS_STDIN, line);
    return send_bytes(process, line, strlen(line), deadline) &&
           send_bytes(process, "\n", 1, deadline);
}

// ---- stopping --------------------------------------------------------------------------------

static bool has_exited(const struct process *process, siginfo_t *info)
{
    *info = (siginfo_t){.si_pid = 0};
    return !waitid(P_PID, (id_t)process->pid, info, WEXITED | WNOHANG | WNOWAIT) && info->si_pid;
}

/* Writes "" if the process runs. */
static void describe_exit(const struct process *process, char out[PROCESS_END_MAX])
{
    siginfo_t info;
    *out = '\0';
    if (!has_exited(process, &info))
        return;
    if (info.si_code == CLD_EXITED)
        snprintf(out, PROCESS_END_MAX, "exit status %d", info.si_status);
    else
        snprintf(out, PROCESS_END_MAX, "signal %d (%.40s)", info.si_status,
                 strsignal(info.si_status));
}

void process_describe_end(const struct process *process, char out[PROCESS_END_MAX])
{
    // A process that exits closes its output a moment before it can be waited for.
    for (int i = 0; i < EXIT_WAIT_MS; i++) {
        describe_exit(process, out);
        if (*out)
            return;
        nanosleep(&millisecond, NULL);
    }
}

/* Reads and logs the output, so that the process is not blocked in a write. */
static void drain_output(struct process *process)
{
    log_lines(process, &process->output, PROCESS_STDOUT);
    if (process->errors.socket >= 0)
        log_errors(process);
}

void process_stop(struct process *process, int64_t timeout)
{
    if (!process)
        return;
    siginfo_t info;
    char end[PROCESS_END_MAX];
    shutdown(process->output.socket, SHUT_WR);
    for (int64_t i = 0; i < timeout && !has_exited(process, &info); i++) {
        drain_output(process);
        nanosleep(&millisecond, NULL);
    }
    drain_output(process);
    describe_exit(process, end);
    log_process_line(process, PROCESS_EXIT, *end ? end : "killed: it did not exit");
    // Before waitpid(), which frees the pid: another group could get it then.
    kill(-process->pid, SIGKILL);
    while (waitpid(process->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    close(process->output.socket);
    if (process->errors.socket >= 0)
        close(process->errors.socket);
    free(process);
}
