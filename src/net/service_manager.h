/* SPDX-License-Identifier: MIT */
/* Tells the service manager (systemd, Type=notify) how the server is doing. Without one, nothing
 * happens. */
#ifndef NET_SERVICE_MANAGER_H
#define NET_SERVICE_MANAGER_H

#include <stdint.h>

/* Sends "READY=1", "STOPPING=1" or "WATCHDOG=1" to the socket in $NOTIFY_SOCKET; never blocks. */
void service_manager_notify(const char *state);

/* How often it expects WATCHDOG=1, in milliseconds; 0: not at all. */
int64_t service_manager_watchdog_ms(void);

#endif
