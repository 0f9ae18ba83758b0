/* SPDX-License-Identifier: MIT */
/* rookery serve: opens what a server needs, from its data to its door, runs it, and
 * closes all of it again in reverse. */
#include <errno.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "bus/bus.h"
#include "cmd/command.h"
#include "cmd/settings.h"
#include "net/net.h"
#include "store/lock.h"
#include "store/store.h"

enum { PATH_SIZE = 4096, URL_SIZE = 512 };

struct service {
    struct settings settings;
    struct log log;
    char data[PATH_SIZE], url[URL_SIZE];
    int lock; /* the file; -1: none */
    struct net *net;
    struct store *store;
    struct bus *bus;
    struct server *server;
};

__attribute__((format(printf, 2, 3))) static int complain(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("rookery serve: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return status;
}

/* ---- the data ---- */

static bool is_forgotten(const struct service *service)
{
    return !strcmp(service->data, "memory:");
}

static int find_data(struct service *service)
{
    const char *given = service->settings.data, *share = getenv("XDG_DATA_HOME"),
               *home = getenv("HOME");
    int size;
    if (given)
        size = snprintf(service->data, PATH_SIZE, "%s", given);
    else if (share && *share == '/')
        size = snprintf(service->data, PATH_SIZE, "%s/rookery", share);
    else if (home && *home)
        size = snprintf(service->data, PATH_SIZE, "%s/.local/share/rookery", home);
    else
        return complain(EXIT_USAGE, "there is no home folder to keep data in; say --data DIR");
    if (size <= 0 || size >= PATH_SIZE - (int)sizeof "/lock")
        return complain(EXIT_USAGE, "the path of the data folder must be 1 to %d bytes long",
                        PATH_SIZE - (int)sizeof "/lock");
    while (size > 1 && service->data[size - 1] == '/')
        service->data[--size] = '\0';
    return EXIT_OK;
}

/* Each folder on the way; what is there already is fine. */
static int make_folders(const char *path)
{
    char part[PATH_SIZE];
    snprintf(part, sizeof part, "%s", path);
    for (char *slash = part + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
        *slash = '\0';
        if (mkdir(part, 0755) && errno != EEXIST)
            return complain(EXIT_SYSTEM_ERROR, "cannot create the folder %s: %s", part,
                            strerror(errno));
    }
    if (mkdir(part, 0700) && errno != EEXIST)
        return complain(EXIT_SYSTEM_ERROR, "cannot create the folder %s: %s", part,
                        strerror(errno));
    return EXIT_OK;
}

/* Two servers on the same games would each overrule the other. The lock ends with the
 * process, however that ends. */
static int lock_data(struct service *service)
{
    char why[PATH_SIZE + 64];
    if (lock_acquire(service->data, &service->lock, why, sizeof why))
        return complain(EXIT_SYSTEM_ERROR, "%s", why);
    return EXIT_OK;
}

static int open_data(struct service *service)
{
    int status = find_data(service);
    if (status || is_forgotten(service))
        return status;
    status = make_folders(service->data);
    return status ? status : lock_data(service);
}

/* ---- the parts ---- */

static int open_net(struct service *service)
{
    const struct net_options options = {.listen = service->settings.listen,
                                        .trust_proxy = service->settings.trust_proxy,
                                        .connections_max = (unsigned)service->settings.connections,
                                        .engine_threads =
                                            (unsigned)service->settings.engine_threads,
                                        .log = &service->log};
    char why[256];
    const rk_err err = net_create(&options, &service->net, why, sizeof why);
    if (!err)
        return EXIT_OK;
    return complain(rk_err_class_of(err) == RK_SYNTAX ? EXIT_USAGE : EXIT_SYSTEM_ERROR, "%s", why);
}

static int open_store(struct service *service)
{
    const struct store_options options = {.url = service->data,
                                          .log = &service->log,
                                          .normal_sync = service->settings.normal_sync,
                                          .wake = net_wake,
                                          .wake_context = service->net};
    char why[512];
    if (store_open(&options, &service->store, why, sizeof why))
        return complain(EXIT_SYSTEM_ERROR, "%s", why);
    if (bus_open_local(&service->bus))
        return complain(EXIT_SYSTEM_ERROR, "%s", rk_err_text(RK_NO_MEMORY));
    return EXIT_OK;
}

struct heartbeat {
    bool known, failed;
    int64_t at;
};

static void take_heartbeat(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct heartbeat *heartbeat = context;
    heartbeat->known = true;
    heartbeat->failed = outcome != STORE_DONE;
    if (!heartbeat->failed && store_next_row(job))
        heartbeat->at = store_get_integer(job, 0);
}

/* The machine's clock may have been set back while nothing ran: what is stored has
 * happened, so it is later than that. */
static int set_time(struct service *service)
{
    struct heartbeat heartbeat = {0};
    struct store_job *job = store_job_create();
    store_call(job, STORE_LAST_HEARTBEAT);
    store_read(service->store, job, take_heartbeat, &heartbeat);
    while (!heartbeat.known) {
        const struct timespec moment = {0, 1000000};
        store_poll(service->store);
        if (!heartbeat.known)
            nanosleep(&moment, NULL);
    }
    if (heartbeat.failed)
        return complain(EXIT_SYSTEM_ERROR, "%s cannot be read", service->data);
    if (heartbeat.at > net_now(service->net))
        log_line(&service->log, LOG_WARNING,
                 "the machine's clock is %lld ms behind what is stored; going on from there",
                 (long long)(heartbeat.at - net_now(service->net)));
    net_set_now(service->net, heartbeat.at);
    return EXIT_OK;
}

static int choose_url(struct service *service)
{
    const char *given = service->settings.public_url;
    if (given && strncmp(given, "http://", 7) != 0 && strncmp(given, "https://", 8) != 0)
        return complain(EXIT_USAGE, "--public-url begins with http:// or https://, not as %s",
                        given);
    int size = given ? snprintf(service->url, URL_SIZE, "%s", given)
                     : snprintf(service->url, URL_SIZE, "http://%s", net_address(service->net));
    if (size >= URL_SIZE)
        return complain(EXIT_USAGE, "--public-url is too long");
    while (size && service->url[size - 1] == '/')
        service->url[--size] = '\0';
    return EXIT_OK;
}

static int open_server(struct service *service)
{
    struct server_config config = settings_config(&service->settings);
    config.public_url = service->url;
    config.secure = !strncmp(service->url, "https://", 8);
    struct server_env env = net_env(service->net);
    env.log = &service->log;
    const rk_err err = server_create(&config, &env, service->store, service->bus,
                                     net_now(service->net), &service->server);
    return err ? complain(EXIT_SYSTEM_ERROR, "%s", rk_err_text(err)) : EXIT_OK;
}

/* ---- all of it ---- */

static int choose_log(struct service *service)
{
    const int level = log_level_from_name(service->settings.log);
    if (level < 0)
        return complain(EXIT_USAGE, "--log must be error, warning, info or debug, not %s",
                        service->settings.log);
    service->log.level = (enum log_level)level;
    return EXIT_OK;
}

static int open_all(struct service *service)
{
    static int (*const steps[])(struct service *) = {choose_log, open_data, open_net,   choose_url,
                                                     open_store, set_time,  open_server};
    int status = EXIT_OK;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && !status; i++)
        status = steps[i](service);
    return status;
}

static void close_all(struct service *service)
{
    if (service->server)
        server_destroy(service->server);
    if (service->bus)
        bus_close(service->bus);
    if (service->store)
        store_close(service->store);
    net_destroy(service->net);
    lock_release(service->lock);
    settings_fini(&service->settings);
}

/* An address to listen on, but none to go to. */
static bool is_everywhere(const char *address)
{
    return !strncmp(address, "0.0.0.0:", 8) || !strncmp(address, "[::]:", 5);
}

static void announce(void *context)
{
    const struct service *service = context;
    log_line(&service->log, LOG_INFO, "rookery " ROOKERY_VERSION " serves %s as %s", service->data,
             service->url);
    if (!service->settings.public_url && is_everywhere(net_address(service->net)))
        log_line(&service->log, LOG_WARNING,
                 "links lead to %s, where nobody finds it: give --public-url", service->url);
    printf("rookery: listening on http://%s\n", net_address(service->net));
    fflush(stdout);
}

/* Jobs are made on one thread and worked on by another, thousands a second: in one arena that keeps
 * what it has, that costs a twentieth less than with glibc's defaults. */
static void tune_memory(void)
{
    enum { KEPT = 64 << 20, STEP = 1 << 20 };
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_TRIM_THRESHOLD, KEPT);
    mallopt(M_TOP_PAD, STEP);
}

int serve_command(int argc, char **argv)
{
    static struct service service = {.lock = -1};
    const enum options_result result = settings_read(&service.settings, argc, argv);
    if (result != OPTIONS_OK)
        return result == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
    tune_memory();
    const int status = open_all(&service);
    if (!status)
        net_run(service.net, service.server, announce, &service);
    close_all(&service);
    if (!status)
        log_line(&service.log, LOG_INFO, "stopped");
    return status;
}
