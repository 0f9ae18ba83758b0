/* SPDX-License-Identifier: MIT */
#include "net/service_manager.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

void service_manager_notify(const char *state)
{
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const size_t size = path ? strlen(path) : 0;
    if (size < 2 || size >= sizeof address.sun_path || (path[0] != '/' && path[0] != '@'))
        return;
    memcpy(address.sun_path, path, size);
    if (path[0] == '@') // an abstract name begins with a zero byte
        address.sun_path[0] = '\0';
    const int file = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (file < 0)
        return;
    const socklen_t address_size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + size);
    (void)!sendto(file, state, strlen(state), MSG_DONTWAIT | MSG_NOSIGNAL,
                  (const struct sockaddr *)&address, address_size);
    close(file);
}

int64_t service_manager_watchdog_ms(void)
{
    const char *pid = getenv("WATCHDOG_PID"), *microseconds = getenv("WATCHDOG_USEC");
    if (!microseconds || (pid && strtol(pid, NULL, 10) != (long)getpid()))
        return 0;
    const long long value = strtoll(microseconds, NULL, 10);
    return value > 0 ? value / 1000 : 0;
}
