/* SPDX-License-Identifier: MIT */
#include "net/process_metrics.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/metrics.h"

enum { TEXT_SIZE = 1024, START_TIME_FIELD = 22 };

/* Reads a small file of /proc; "" if it cannot. */
static void read_proc(const char *path, char out[TEXT_SIZE])
{
    FILE *file = fopen(path, "re");
    const size_t size = file ? fread(out, 1, TEXT_SIZE - 1, file) : 0;
    out[size] = '\0';
    if (file)
        fclose(file);
}

static void collect_memory(struct metrics *metrics)
{
    char text[TEXT_SIZE], *end;
    const int64_t page = sysconf(_SC_PAGESIZE);
    read_proc("/proc/self/statm", text);
    const int64_t size = (int64_t)strtoull(text, &end, 10);
    const int64_t resident = (int64_t)strtoull(end, NULL, 10);
    metrics_set(metrics, METRIC_VIRTUAL_MEMORY, size * page);
    metrics_set(metrics, METRIC_MEMORY, resident * page);
}

static int64_t list_open_files(void)
{
    DIR *folder = opendir("/proc/self/fd");
    int64_t count = -3; // ".", ".." and the folder itself
    if (!folder)
        return 0;
    while (readdir(folder))
        count++;
    closedir(folder);
    return count;
}

/* Linux 6.2 and later tell the number of open files as the size of the folder, which is much faster
 * than listing thousands of them. */
static int64_t count_open_files(void)
{
    struct stat folder;
    if (!stat("/proc/self/fd", &folder) && folder.st_size > 0)
        return folder.st_size;
    return list_open_files();
}

static void collect_files(struct metrics *metrics)
{
    struct rlimit limit;
    metrics_set(metrics, METRIC_OPEN_FILES, count_open_files());
    if (!getrlimit(RLIMIT_NOFILE, &limit))
        metrics_set(metrics, METRIC_MAX_FILES, (int64_t)limit.rlim_cur);
}

static int64_t to_us(struct timeval time)
{
    return (int64_t)time.tv_sec * 1000000 + time.tv_usec;
}

/* The 22nd field of /proc/self/stat is the start in clock ticks since the machine started; the
 * second one, the name, may hold blanks, but ends with the last parenthesis. */
static int64_t start_time_ms(void)
{
    char text[TEXT_SIZE];
    struct timespec uptime, now;
    read_proc("/proc/self/stat", text);
    const char *at = strrchr(text, ')');
    for (int field = 2; at && field < START_TIME_FIELD; field++)
        at = strchr(at + 1, ' ');
    if (!at)
        return 0;
    const int64_t started = (int64_t)strtoull(at, NULL, 10) * 1000 / sysconf(_SC_CLK_TCK);
    clock_gettime(CLOCK_BOOTTIME, &uptime);
    clock_gettime(CLOCK_REALTIME, &now);
    return ((int64_t)now.tv_sec - uptime.tv_sec) * 1000 + (now.tv_nsec - uptime.tv_nsec) / 1000000 +
           started;
}

void process_metrics_collect(struct metrics *metrics)
{
    struct rusage usage;
    collect_memory(metrics);
    collect_files(metrics);
    if (!getrusage(RUSAGE_SELF, &usage))
        metrics_set(metrics, METRIC_CPU_SECONDS, to_us(usage.ru_utime) + to_us(usage.ru_stime));
    metrics_set(metrics, METRIC_START_TIME, start_time_ms());
}
