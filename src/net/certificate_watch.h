/* SPDX-License-Identifier: MIT */
/* Reloads the certificate and key when one of the files changes. */
#ifndef NET_CERTIFICATE_WATCH_H
#define NET_CERTIFICATE_WATCH_H

#include <uv.h>

#include "base/log.h"
#include "net/tls_config.h"

struct certificate_watch {
    uv_fs_poll_t certificate, key;
    uv_timer_t settle; /* runs out when both files have been replaced */
    uv_timer_t daily;
    struct tls_config *config;
    const struct log *log;
};

/* The files are checked every few seconds, on libuv's threads. The handles belong to the loop and
 * are closed with it. */
void certificate_watch_start(struct certificate_watch *watch, uv_loop_t *loop,
                             struct tls_config *config, const char *certificate, const char *key,
                             const struct log *log);
/* Reloads now. A bad pair is logged, and the old one stays. */
void certificate_watch_reload(struct certificate_watch *watch);

#endif
