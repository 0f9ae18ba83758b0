/* SPDX-License-Identifier: MIT */
#include "net/certificate_watch.h"

enum {
    POLL_MS = 2000,
    SETTLE_MS = 500, /* the two files are replaced one after the other */
    DAY_MS = 24 * 60 * 60 * 1000,
    DAYS_LEFT_MIN = 14
};

static void warn_of_expiry(const struct certificate_watch *watch)
{
    const int days = tls_config_days_left(watch->config);
    if (days < 0)
        log_line(watch->log, LOG_WARNING, "the TLS certificate has expired");
    else if (days < DAYS_LEFT_MIN)
        log_line(watch->log, LOG_WARNING, "the TLS certificate expires in %d days", days);
}

void certificate_watch_reload(struct certificate_watch *watch)
{
    char why[512];
    if (tls_config_reload(watch->config, why, sizeof why)) {
        log_line(watch->log, LOG_ERROR, "%s; the old certificate stays in use", why);
        return;
    }
    log_line(watch->log, LOG_INFO, "the TLS certificate was loaded again");
    warn_of_expiry(watch);
}

static void on_settled(uv_timer_t *timer)
{
    certificate_watch_reload(timer->data);
}

/* Also called with an error while a file is missing; the reload says so then. */
static void on_change(uv_fs_poll_t *handle, int status, const uv_stat_t *before,
                      const uv_stat_t *now)
{
    struct certificate_watch *watch = handle->data;
    (void)status, (void)before, (void)now;
    uv_timer_start(&watch->settle, on_settled, SETTLE_MS, 0);
}

static void on_day(uv_timer_t *timer)
{
    warn_of_expiry(timer->data);
}

void certificate_watch_start(struct certificate_watch *watch, uv_loop_t *loop,
                             struct tls_config *config, const char *certificate, const char *key,
                             const struct log *log)
{
    watch->config = config;
    watch->log = log;
    uv_fs_poll_init(loop, &watch->certificate);
    uv_fs_poll_init(loop, &watch->key);
    uv_timer_init(loop, &watch->settle);
    uv_timer_init(loop, &watch->daily);
    watch->certificate.data = watch->key.data = watch->settle.data = watch->daily.data = watch;
    uv_fs_poll_start(&watch->certificate, on_change, certificate, POLL_MS);
    uv_fs_poll_start(&watch->key, on_change, key, POLL_MS);
    uv_timer_start(&watch->daily, on_day, DAY_MS, DAY_MS);
    warn_of_expiry(watch);
}
