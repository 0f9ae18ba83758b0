/* SPDX-License-Identifier: MIT */
#include "loadtest/server_process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "platform/message.h"

enum { LINE_SIZE = 512, PATH_SIZE = 512, STAT_SIZE = 1024 };

/* Reads the output of the server up to the line with its address. */
static bool read_address(FILE *output, struct server_process *server)
{
    char line[LINE_SIZE];
    while (fgets(line, sizeof line, output)) {
        const char *url = strstr(line, "listening on http://");
        if (!url)
            continue;
        url = strchr(url, 'h');
        snprintf(server->url, sizeof server->url, "%.*s", (int)strcspn(url, " \r\n"), url);
        return true;
    }
    return false;
}

// ---- starting ---------------------------------------------------------------------------------

/* In the child: standard output goes to the pipe, standard error to a log file in the folder. */
static void exec_server(const char *program, const char *const *arguments, int pipe_end,
                        const char *folder)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/log", *folder ? folder : "/dev");
    const int log = *folder ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    dup2(pipe_end, STDOUT_FILENO);
    if (log >= 0)
        dup2(log, STDERR_FILENO);
    execvp(program, (char *const *)arguments);
    message_print(stderr, "%s: %s", program, strerror(errno));
    _exit(127);
}

static bool start_process(const char *program, const char *const *arguments,
                          struct server_process *server, char *error, size_t error_size)
{
    int ends[2];
    if (pipe(ends)) {
        snprintf(error, error_size, "cannot create a pipe: %s", strerror(errno));
        return false;
    }
    server->pid = fork();
    if (!server->pid)
        exec_server(program, arguments, ends[1], server->folder);
    close(ends[1]);
    FILE *output = fdopen(ends[0], "r");
    const bool up = server->pid > 0 && output && read_address(output, server);
    // The pipe stays open, because the server may print more.
    if (output && !up)
        fclose(output);
    server->is_child = server->pid > 0;
    if (!up) {
        snprintf(error, error_size, "%s did not print its address", arguments[0]);
        server_process_stop(server);
    }
    return up;
}

bool server_process_start_other(const char *const *arguments, struct server_process *out,
                                char *error, size_t error_size)
{
    *out = (struct server_process){.pid = 0};
    return start_process(arguments[0], arguments, out, error, error_size);
}

static bool write_config(const char *path)
{
    FILE *file = fopen(path, "w");
    return file && fputs("no-limits = yes\n", file) >= 0 && !fclose(file);
}

bool server_process_start(struct server_process *out, char *error, size_t error_size)
{
    *out = (struct server_process){.pid = 0};
    const char *temporary = getenv("TMPDIR");
    snprintf(out->folder, sizeof out->folder, "%s/rookery-bench-XXXXXX",
             temporary && *temporary ? temporary : "/tmp");
    if (!mkdtemp(out->folder)) {
        snprintf(error, error_size, "cannot create %s: %s", out->folder, strerror(errno));
        return false;
    }
    char config[PATH_SIZE], data[PATH_SIZE];
    snprintf(config, sizeof config, "%s/config", out->folder);
    snprintf(data, sizeof data, "%s/data", out->folder);
    const char *arguments[] = {"rookery", "serve",    "--listen", "127.0.0.1:0", "--data",
                               data,      "--config", config,     NULL};
    if (!write_config(config)) {
        snprintf(error, error_size, "cannot write %s", config);
        server_process_stop(out);
        return false;
    }
    return start_process("/proc/self/exe", arguments, out, error, error_size);
}

bool server_process_attach(const char *pids, struct server_process *out)
{
    *out = (struct server_process){.pid = 0};
    for (const char *at = pids; at && *at;) {
        char *end;
        const long pid = strtol(at, &end, 10);
        if (end == at || pid <= 0 || (*end && *end != ',') ||
            out->other_count + 1 == SERVER_PROCESSES_MAX)
            return false;
        if (out->pid)
            out->others[out->other_count++] = (pid_t)pid;
        else
            out->pid = (pid_t)pid;
        at = *end ? end + 1 : end;
    }
    return !pids || out->pid;
}

// ---- ending -----------------------------------------------------------------------------------

/* Removes a folder with its files and, down to `depth`, its subfolders. */
static void remove_folder(const char *path, int depth)
{
    DIR *folder = opendir(path);
    const struct dirent *entry;
    while (folder && (entry = readdir(folder))) {
        char inside[2 * PATH_SIZE];
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
            continue;
        snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name);
        if (unlink(inside) && depth > 0)
            remove_folder(inside, depth - 1);
    }
    if (folder)
        closedir(folder);
    rmdir(path);
}

void server_process_stop(struct server_process *server)
{
    if (server->is_child && server->pid > 0) {
        kill(server->pid, SIGTERM);
        waitpid(server->pid, NULL, 0);
    }
    if (*server->folder)
        remove_folder(server->folder, 2);
    *server = (struct server_process){.pid = 0};
}

// ---- resources --------------------------------------------------------------------------------

/* Reads /proc/PID/stat. Returns the fields after the program name, which may contain anything; ""
 * if unknown. */
static const char *read_stat(pid_t pid, char buffer[STAT_SIZE])
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
    FILE *file = pid ? fopen(path, "r") : NULL;
    const bool read = file && fgets(buffer, STAT_SIZE, file);
    if (file)
        fclose(file);
    const char *name_end = read ? strrchr(buffer, ')') : NULL;
    return name_end ? name_end + 1 : "";
}

/* Fields are numbered as in proc(5); the one after the name is 3. */
static double stat_field(const char *stat, unsigned number)
{
    for (unsigned i = 3; i < number && stat && *stat; i++)
        stat = strchr(stat + 1, ' ');
    return stat ? strtod(stat, NULL) : 0;
}

enum { PARENT = 4, ENDED_USER = 16, ENDED_SYSTEM = 17, PAGES = 24 };

/* Processor seconds of all threads of a process; 0 if it is unknown. /proc/PID/stat rounds them
 * down to 10 ms, which is too coarse for a server that is almost idle. */
static double running_seconds(pid_t pid)
{
    clockid_t clock;
    struct timespec used;
    if (!pid || clock_getcpuclockid(pid, &clock) || clock_gettime(clock, &used))
        return 0;
    return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}

/* Of its children that run. */
static double children_seconds(pid_t parent)
{
    char buffer[STAT_SIZE];
    double seconds = 0;
    DIR *folder = opendir("/proc");
    const struct dirent *entry;
    while (folder && (entry = readdir(folder))) {
        const pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
        if ((pid_t)stat_field(read_stat(pid, buffer), PARENT) == parent)
            seconds += running_seconds(pid);
    }
    if (folder)
        closedir(folder);
    return seconds;
}

static double process_cpu_seconds(pid_t pid)
{
    if (!pid)
        return 0;
    char buffer[STAT_SIZE];
    const char *stat = read_stat(pid, buffer);
    const double ended = stat_field(stat, ENDED_USER) + stat_field(stat, ENDED_SYSTEM);
    return running_seconds(pid) + children_seconds(pid) + ended / (double)sysconf(_SC_CLK_TCK);
}

size_t server_process_cpu_each(const struct server_process *server,
                               double out[SERVER_PROCESSES_MAX])
{
    out[0] = process_cpu_seconds(server->pid);
    for (size_t i = 0; i < server->other_count; i++)
        out[i + 1] = process_cpu_seconds(server->others[i]);
    return server->other_count + 1;
}

double server_process_cpu_seconds(const struct server_process *server)
{
    double each[SERVER_PROCESSES_MAX], sum = 0;
    const size_t count = server_process_cpu_each(server, each);
    for (size_t i = 0; i < count; i++)
        sum += each[i];
    return sum;
}

double server_process_memory(const struct server_process *server)
{
    char buffer[STAT_SIZE];
    return stat_field(read_stat(server->pid, buffer), PAGES) * (double)sysconf(_SC_PAGESIZE);
}
