/* SPDX-License-Identifier: MIT */
/* Preloaded into a server to set its wall clock ahead by WALL_CLOCK_JUMP seconds, or by the number
 * in the file WALL_CLOCK_FILE, which may change. Monotonic clocks are not changed, as when the
 * administrator sets the time. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static long jump(void)
{
    const char *seconds = getenv("WALL_CLOCK_JUMP"), *path = getenv("WALL_CLOCK_FILE");
    char text[32] = "";
    FILE *file = path ? fopen(path, "r") : NULL;
    if (file && fgets(text, sizeof text, file))
        seconds = text;
    if (file)
        fclose(file);
    return seconds ? atol(seconds) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *out)
{
    int (*real)(clockid_t, struct timespec *) =
        (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    const int result = real(clock, out);
    if (!result && clock == CLOCK_REALTIME)
        out->tv_sec += jump();
    return result;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone)
{
    (void)zone;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    out->tv_sec = now.tv_sec;
    out->tv_usec = now.tv_nsec / 1000;
    return 0;
}
