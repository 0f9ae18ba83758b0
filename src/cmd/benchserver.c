/* SPDX-License-Identifier: MIT */
#include "cmd/benchserver.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LINE_SIZE = 512, PATH_SIZE = 512, STAT_SIZE = 1024 };

/* Reads what it says until it says where it listens. */
static bool read_address(FILE *said, struct subject *subject)
{
    char line[LINE_SIZE];
    while (fgets(line, sizeof line, said)) {
        const char *url = strstr(line, "listening on http://");
        if (!url)
            continue;
        url = strchr(url, 'h');
        snprintf(subject->url, sizeof subject->url, "%.*s", (int)strcspn(url, " \r\n"), url);
        return true;
    }
    return false;
}

// ---- starting ---------------------------------------------------------------------------------

/* In the child: its words go to the pipe, its log to a file of its folder. */
static void become(const char *program, const char *const *words, int pipe_end, const char *folder)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/log", *folder ? folder : "/dev");
    const int log = *folder ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    dup2(pipe_end, STDOUT_FILENO);
    if (log >= 0)
        dup2(log, STDERR_FILENO);
    execvp(program, (char *const *)words);
    fprintf(stderr, "rookery bench: %s cannot be started\n", program);
    _exit(127);
}

static bool start(const char *program, const char *const *words, struct subject *subject)
{
    int ends[2];
    if (pipe(ends))
        return false;
    subject->pid = fork();
    if (!subject->pid)
        become(program, words, ends[1], subject->folder);
    close(ends[1]);
    FILE *said = fdopen(ends[0], "r");
    const bool up = subject->pid > 0 && said && read_address(said, subject);
    // Kept open: a server that speaks on must not find its pipe closed.
    if (said && !up)
        fclose(said);
    subject->ours = subject->pid > 0;
    if (!up) {
        fprintf(stderr, "rookery bench: %s did not say where it listens\n", words[0]);
        subject_stop(subject);
    }
    return up;
}

bool subject_start_other(const char *const *words, struct subject *out)
{
    *out = (struct subject){.pid = 0};
    return start(words[0], words, out);
}

static bool write_config(const char *path)
{
    FILE *file = fopen(path, "w");
    return file && fputs("no-limits = yes\n", file) >= 0 && !fclose(file);
}

bool subject_start(struct subject *out)
{
    *out = (struct subject){.pid = 0};
    const char *temporary = getenv("TMPDIR");
    snprintf(out->folder, sizeof out->folder, "%s/rookery-bench-XXXXXX",
             temporary && *temporary ? temporary : "/tmp");
    if (!mkdtemp(out->folder)) {
        fputs("rookery bench: no folder can be made for its data\n", stderr);
        return false;
    }
    char config[PATH_SIZE], data[PATH_SIZE];
    snprintf(config, sizeof config, "%s/config", out->folder);
    snprintf(data, sizeof data, "%s/data", out->folder);
    const char *words[] = {"rookery", "serve",    "--listen", "127.0.0.1:0", "--data",
                           data,      "--config", config,     NULL};
    return write_config(config) && start("/proc/self/exe", words, out);
}

// ---- ending -----------------------------------------------------------------------------------

/* A folder of files, and folders of files in it. */
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

void subject_stop(struct subject *subject)
{
    if (subject->ours && subject->pid > 0) {
        kill(subject->pid, SIGTERM);
        waitpid(subject->pid, NULL, 0);
    }
    if (*subject->folder)
        remove_folder(subject->folder, 2);
    *subject = (struct subject){.pid = 0};
}

// ---- what it uses -----------------------------------------------------------------------------

/* Of /proc/PID/stat, what stands behind the name, which may hold anything; "" if unknown. */
static const char *read_stat(const struct subject *subject, char buffer[STAT_SIZE])
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)subject->pid);
    FILE *file = subject->pid ? fopen(path, "r") : NULL;
    const bool read = file && fgets(buffer, STAT_SIZE, file);
    if (file)
        fclose(file);
    const char *name_end = read ? strrchr(buffer, ')') : NULL;
    return name_end ? name_end + 1 : "";
}

/* The numbers of proc(5) count from 1; the state behind the name is the third. */
static double field_of(const char *stat, unsigned number)
{
    for (unsigned i = 3; i < number && stat; i++)
        stat = strchr(stat + 1, ' ');
    return stat ? strtod(stat, NULL) : 0;
}

double subject_seconds(const struct subject *subject)
{
    enum { USER = 14, SYSTEM = 15 };
    char buffer[STAT_SIZE];
    const char *stat = read_stat(subject, buffer);
    return (field_of(stat, USER) + field_of(stat, SYSTEM)) / (double)sysconf(_SC_CLK_TCK);
}

double subject_memory(const struct subject *subject)
{
    enum { PAGES = 24 };
    char buffer[STAT_SIZE];
    return field_of(read_stat(subject, buffer), PAGES) * (double)sysconf(_SC_PAGESIZE);
}
