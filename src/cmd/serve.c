/* SPDX-License-Identifier: MIT */
/* rookery serve: opens the parts of a server, runs it, and closes them in reverse order. */
#include <ctype.h>
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "accounts/setup.h"
#include "assets/assets.h"
#include "bus/bus.h"
#include "cluster/cluster_table.h"
#include "cmd/command.h"
#include "cmd/explorer_files.h"
#include "cmd/settings.h"
#include "net/activation.h"
#include "net/interfaces.h"
#include "net/listeners.h"
#include "net/log_writer.h"
#include "net/net.h"
#include "rookery/tablebase.h"
#include "store/data_folder.h"
#include "store/last_heartbeat.h"
#include "store/lock.h"
#include "store/store.h"
#include "store/store_url.h"

enum { URL_SIZE = 512, PASSWORD_SIZE = 256, LOG_FLUSH_MS = 1000 };

/* Instead of an exit status: a signal ended the wait for the database. */
enum { STOPPED_WHILE_WAITING = -1 };

struct service {
    int argc;
    char **argv;
    struct settings settings; /* at the start: what cannot change later points into it */
    struct settings reloaded; /* the latest, by SIGHUP */
    bool has_reloaded;
    struct log log;         /* of the server's thread */
    struct log threads_log; /* of the other threads: they handle no requests */
    struct log_request request;
    struct log_writer *log_writer; /* NULL: not started */
    char data[DATA_FOLDER_SIZE], url[URL_SIZE];
    char store_name[DATA_FOLDER_SIZE]; /* where accounts and games are, without a password */
    char node[NODE_NAME_MAX + 1], place[NODE_NAME_MAX + 1], node_address[NODE_ADDRESS_MAX + 1];
    char mail_password[PASSWORD_SIZE];
    int lock;                     /* of the data folder; -1: none */
    struct activation activation; /* sockets of the service manager */
    bool distrusts_clock;         /* the clock may be wrong */
    struct net *net;
    struct store *store;
    struct bus *bus;
    struct server *server;
    rk_tablebase *tablebase; /* NULL: none */
    struct explorer_files explorers;
};

static int choose_data(struct service *service)
{
    const char *given = service->settings.data;
    const int max = DATA_FOLDER_SIZE - (int)sizeof "/lock";
    if (!given && data_folder_default(service->data))
        return command_fail("serve", EXIT_USAGE,
                            "there is no home folder for the data; use --data DIR");
    if (given && (!*given || strlen(given) > (size_t)max))
        return command_fail("serve", EXIT_USAGE,
                            "the path of the data folder must have 1 to %d bytes", max);
    if (given)
        snprintf(service->data, DATA_FOLDER_SIZE, "%s", given);
    for (size_t size = strlen(service->data); size > 1 && service->data[size - 1] == '/'; size--)
        service->data[size - 1] = '\0';
    return EXIT_OK;
}

static int choose_store(struct service *service)
{
    const char *url = service->settings.store ? service->settings.store : service->data;
    store_url_redact(url, service->store_name, sizeof service->store_name);
    if (!service->settings.store || store_url_is_postgres(url))
        return EXIT_OK;
    return command_fail("serve", EXIT_USAGE,
                        "--store %s: must start with postgresql://; a folder is given with --data",
                        service->store_name);
}

static int open_data(struct service *service)
{
    char error[DATA_FOLDER_SIZE + 64];
    int status = choose_data(service);
    if (!status)
        status = choose_store(service);
    const bool is_temporary = !strcmp(service->data, "memory:");
    if (status || is_temporary)
        return status;
    if (data_folder_open(service->data, &service->lock, error, sizeof error))
        return command_fail("serve", EXIT_SYSTEM_ERROR, "%s", error);
    return EXIT_OK;
}

/* Reads the first line of the file. */
static int read_mail_password(struct service *service)
{
    const char *path = service->settings.smtp_password_file;
    FILE *file = fopen(path, "r");
    if (!file)
        return command_fail("serve", EXIT_SYSTEM_ERROR, "--smtp-password-file %s: %s", path,
                            strerror(errno));
    const bool has_line = fgets(service->mail_password, sizeof service->mail_password, file);
    fclose(file);
    const size_t size = strcspn(service->mail_password, "\r\n");
    if (!has_line || !size || size == sizeof service->mail_password - 1)
        return command_fail("serve", EXIT_SYSTEM_ERROR,
                            "--smtp-password-file %s: the first line must be a password of 1 to "
                            "%d bytes",
                            path, PASSWORD_SIZE - 2);
    service->mail_password[size] = '\0';
    return EXIT_OK;
}

/* Checks the settings of the mail server, if there is one. */
static int choose_mail(struct service *service)
{
    const struct settings *settings = &service->settings;
    const struct mail probe = {.to = settings->mail_from, .subject = "", .text = ""};
    if (!settings->smtp_url)
        return EXIT_OK;
    if (!settings->mail_from || mail_fault(&probe))
        return command_fail("serve", EXIT_USAGE,
                            "--smtp-url needs --mail-from with an address, such as "
                            "chess@example.org");
    if (settings->smtp_ca_file && access(settings->smtp_ca_file, R_OK))
        return command_fail("serve", EXIT_SYSTEM_ERROR, "--smtp-ca-file %s: %s",
                            settings->smtp_ca_file, strerror(errno));
    return settings->smtp_password_file ? read_mail_password(service) : EXIT_OK;
}

static int open_tables(struct service *service)
{
    rk_fault fault;
    if (!service->settings.syzygy)
        return EXIT_OK;
    const rk_err err = rk_tablebase_open(service->settings.syzygy, &service->tablebase, &fault);
    if (err)
        return command_fail("serve", EXIT_SYSTEM_ERROR, "syzygy: %s", fault.text);
    log_line(&service->log, LOG_INFO, "%zu endgame tables, with up to %u pieces",
             rk_tablebase_count(service->tablebase), rk_tablebase_men(service->tablebase));
    return EXIT_OK;
}

static int open_explorers(struct service *service)
{
    const struct option_list *files = &service->settings.explorer;
    const int status = explorer_files_open(&service->explorers, files->values, files->count);
    explorer_files_log(&service->explorers, &service->log);
    return status;
}

static int listen_error_status(rk_err err)
{
    return rk_err_class_of(err) == RK_SYNTAX ? EXIT_USAGE : EXIT_SYSTEM_ERROR;
}

static int open_net(struct service *service)
{
    const char *password = service->mail_password;
    char error[512];
    if (activation_take(&service->activation, error, sizeof error))
        return command_fail("serve", EXIT_USAGE, "%s", error);
    const struct net_options options = {
        .listen = service->settings.listen,
        .trusted = service->settings.trusted,
        .activation = &service->activation,
        .tls_certificate = service->settings.tls_certificate,
        .tls_key = service->settings.tls_key,
        .redirect_listen = service->settings.redirect_listen,
        .public_url = service->settings.public_url,
        .connections_max = (unsigned)service->settings.connections,
        .connections_per_address = (unsigned)service->settings.connections_per_address,
        .unlimited = service->settings.no_limits,
        .engine_threads = (unsigned)service->settings.engine_threads,
        .review_threads = (unsigned)service->settings.review_threads,
        .review_nodes = service->settings.review_nodes,
        .tablebase = service->tablebase,
        .explorers = service->explorers.named,
        .explorer_count = service->explorers.count,
        .data_folder = strcmp(service->data, "memory:") != 0 ? service->data : NULL,
        .mail = {.url = service->settings.smtp_url,
                 .user = service->settings.smtp_user,
                 .password = *password ? password : NULL,
                 .from = service->settings.mail_from,
                 .ca_file = service->settings.smtp_ca_file,
                 .log = &service->threads_log},
        .log = &service->log};
    const rk_err err = net_create(&options, &service->net, error, sizeof error);
    return err ? command_fail("serve", listen_error_status(err), "%s", error) : EXIT_OK;
}

static int open_store(struct service *service)
{
    const char *url = service->settings.store;
    const struct store_options options = {.url = url ? url : service->data,
                                          .log = &service->threads_log,
                                          .request_log = &service->log,
                                          .exclusive = true,
                                          .shareable = true,
                                          .wait = true,
                                          .normal_sync = service->settings.normal_sync,
                                          .wake = net_wake,
                                          .wake_context = service->net,
                                          .should_stop = net_should_stop,
                                          .stop_context = service->net};
    char error[3000];
    const rk_err err = store_open(&options, &service->store, error, sizeof error);
    if (err && net_should_stop(service->net))
        return STOPPED_WHILE_WAITING;
    return err ? command_fail("serve", command_error_status(err), "%s", error) : EXIT_OK;
}

static int check_bus(struct service *service)
{
    const struct settings *settings = &service->settings;
    const char *const files[] = {settings->bus_credentials, settings->bus_ca_file};
    char error[512];
    const rk_err err = settings->bus ? bus_check_url(settings->bus, error, sizeof error) : RK_OK;
    if (err)
        return command_fail("serve", EXIT_USAGE, "--bus: %s", error);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i] && access(files[i], R_OK))
            return command_fail("serve", EXIT_SYSTEM_ERROR, "%s: %s", files[i], strerror(errno));
    return EXIT_OK;
}

static int open_bus(struct service *service)
{
    struct bus_options options = {.url = service->settings.bus,
                                  .credentials = service->settings.bus_credentials,
                                  .ca_file = service->settings.bus_ca_file,
                                  .log = &service->threads_log,
                                  .wake = net_wake,
                                  .watch = net_watch_bus,
                                  .loop = service->net};
    const struct server_env env = net_env(service->net);
    char error[512];
    const int status = check_bus(service);
    if (status)
        return status;
    env.random(env.context, &options.node, sizeof options.node);
    if (bus_open(&options, &service->bus, error, sizeof error))
        return command_fail("serve", EXIT_SYSTEM_ERROR, "--bus: %s", error);
    if (options.url && net_use_engine_workers(service->net, service->bus))
        return command_fail("serve", EXIT_SYSTEM_ERROR, "%s", rk_err_text(RK_NO_MEMORY));
    return EXIT_OK;
}

/* The system's clock may have been set back since the server stopped. If it was set back a little,
 * as time servers do, the time continues from the stored one, so that no event is older than an
 * earlier one. Otherwise the clock was wrong while the server ran: the stored time is wrong, and
 * the clock is right. Games do not depend on it, because their clocks are paused while the server
 * is down. Servers that share a database use the database's clock, so that they agree. */
static int set_time(struct service *service)
{
    enum { CORRECTION_MS = 60 * 1000 };
    const int64_t doubt_ms =
        INT64_C(30) * 24 * 3600 * 1000; // nobody has played for a month, or the clock has jumped
    struct last_heartbeat last;
    if (last_heartbeat_read(service->store, &last))
        return command_fail("serve", EXIT_SYSTEM_ERROR, "cannot read %s", service->store_name);
    if (service->settings.store)
        net_set_clock(service->net, last.store_ms);
    const int64_t ahead = last.at - net_now(service->net);
    if (ahead > CORRECTION_MS)
        log_line(
            &service->log, LOG_WARNING,
            "the stored time is %lld s ahead of the system's clock: the clock was wrong when the "
            "server ran last; following the clock",
            (long long)(ahead / 1000));
    else if (ahead > 0)
        net_set_now(service->net, last.at);
    service->distrusts_clock = last.at && -ahead > doubt_ms;
    return EXIT_OK;
}

static const char *url_scheme(const struct service *service)
{
    return service->settings.tls_certificate ? "https" : "http";
}

static int choose_url(struct service *service)
{
    const char *given = service->settings.public_url;
    int size = given ? snprintf(service->url, URL_SIZE, "%s", given)
                     : snprintf(service->url, URL_SIZE, "%s://%s", url_scheme(service),
                                net_address(service->net));
    if (size >= URL_SIZE)
        return command_fail("serve", EXIT_USAGE, "--public-url is too long");
    while (size && service->url[size - 1] == '/')
        service->url[--size] = '\0';
    return EXIT_OK;
}

/* The default name of the node does not change with a restart, and is unique on this machine,
 * because two servers cannot use the same data folder. */
static int name_place(struct service *service)
{
    char host[NODE_NAME_MAX + 1] = "node";
    struct stat folder = {0};
    (void)gethostname(host, sizeof host - sizeof "-01234567");
    host[NODE_NAME_MAX - sizeof "-01234567"] = '\0';
    (void)stat(service->data, &folder); // it does not exist if everything is kept in memory
    const uint64_t number = folder.st_ino ? folder.st_ino : (uint64_t)getpid();
    snprintf(service->place, sizeof service->place, "%s-%04x", host,
             (unsigned)((number ^ number >> 16) & 0xffff));
    const char *port = strrchr(net_address(service->net), ':');
    snprintf(service->node_address, sizeof service->node_address, "%s%s", host, port ? port : "");
    return EXIT_OK;
}

static int choose_node(struct service *service)
{
    const char *given = service->settings.node;
    snprintf(service->node, sizeof service->node, "%s", given ? given : service->place);
    if (!given)
        return EXIT_OK;
    bool is_valid = *given && strlen(given) <= NODE_NAME_MAX;
    for (const char *c = given; *c; c++)
        is_valid &= isalnum((unsigned char)*c) || strchr("-_.", *c);
    if (!is_valid)
        return command_fail("serve", EXIT_USAGE,
                            "--node %s: a name has 1 to %d letters, digits, dots, hyphens and "
                            "underscores",
                            given, NODE_NAME_MAX);
    return EXIT_OK;
}

static int open_server(struct service *service)
{
    struct server_config config = settings_config(&service->settings);
    config.assets = &embedded_assets;
    config.public_url = service->url;
    if (service->settings.store) {
        config.shares_store = true;
        config.node_name = service->node;
        config.node_place = service->place;
        config.node_address = service->node_address;
    }
    config.is_url_fixed = service->settings.public_url;
    config.distrust_clock = service->distrusts_clock;
    config.secure = !strncmp(service->url, "https://", 8);
    struct server_env env = net_env(service->net);
    env.log = &service->log;
    const rk_err err = server_create(&config, &env, service->store, service->bus,
                                     net_now(service->net), &service->server);
    return err ? command_fail("serve", EXIT_SYSTEM_ERROR, "%s", rk_err_text(err)) : EXIT_OK;
}

// ---- the service -----------------------------------------------------------------------------

static void set_one_log(struct log *log, const struct settings *settings)
{
    log->level = (enum log_level)log_level_from_name(settings->log);
    log->format = (enum log_format)log_format_from_name(settings->log_format);
}

static void set_log(struct service *service, const struct settings *settings)
{
    set_one_log(&service->log, settings);
    set_one_log(&service->threads_log, settings);
}

static int open_log(struct service *service)
{
    set_log(service, &service->settings);
    service->log.request = &service->request;
    if (!log_writer_start(&service->log, STDERR_FILENO, &service->log_writer))
        return command_fail("serve", EXIT_SYSTEM_ERROR, "cannot start a thread for the log");
    service->threads_log.write = service->log.write;
    service->threads_log.context = service->log.context;
    service->threads_log.dropped = service->log.dropped;
    return EXIT_OK;
}

static int open_all(struct service *service)
{
    static int (*const steps[])(struct service *) = {
        open_log,   choose_mail, open_data,  open_tables, open_explorers, open_net,   choose_url,
        name_place, choose_node, open_store, set_time,    open_bus,       open_server};
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
    rk_tablebase_close(service->tablebase);
    explorer_files_close(&service->explorers);
    lock_release(service->lock);
    settings_fini(&service->settings);
    settings_fini(&service->reloaded);
}

/* Says how other machines reach the server. *url gets the address for a link. */
static void announce_addresses(const struct service *service, char url[URL_SIZE])
{
    enum { ADDRESSES_MAX = 8 };
    char addresses[ADDRESSES_MAX][INTERFACE_URL_SIZE];
    const char *address = net_address(service->net), *port = strrchr(address, ':');
    snprintf(url, URL_SIZE, "%s", service->url);
    if (service->settings.public_url)
        return;
    if (address_is_loopback(address))
        printf(
            "rookery: only this machine can reach it; start it with --listen 0.0.0.0%s to open it "
            "to others\n",
            port ? port : "");
    if (!address_is_wildcard(address))
        return;
    const size_t count = interfaces_list(url_scheme(service), address, addresses, ADDRESSES_MAX);
    for (size_t i = 0; i < count; i++)
        printf("rookery: other machines reach it at %s\n", addresses[i]);
    if (count)
        snprintf(url, URL_SIZE, "%s", addresses[0]);
    else
        snprintf(url, URL_SIZE, "%s://127.0.0.1%s", url_scheme(service), port ? port : "");
}

/* A server without an admin is set up in the browser. */
static void announce_setup(const struct service *service)
{
    const char *code = setup_code(service->server);
    char url[URL_SIZE];
    if (!*code)
        return;
    announce_addresses(service, url);
    printf("rookery: to set it up, open %s/setup?code=%s\n", url, code);
}

static void announce_start(void *context)
{
    const struct service *service = context;
    const char *redirect = net_redirect_address(service->net);
    char error[SETTINGS_ERROR_SIZE];
    log_line(&service->log, LOG_INFO, "rookery " ROOKERY_VERSION " serves %s at %s",
             service->store_name, service->url);
    if (!service->settings.public_url && address_is_wildcard(net_address(service->net)))
        log_line(&service->log, LOG_WARNING, "links to %s do not work for others: set --public-url",
                 service->url);
    if (settings_find_unknown_variable(error, sizeof error))
        log_line(&service->log, LOG_WARNING, "%s", error);
    printf("rookery: listening on %s://%s\n", url_scheme(service), net_address(service->net));
    if (redirect)
        printf("rookery: redirecting from http://%s\n", redirect);
    announce_setup(service);
    fflush(stdout);
}

/* One thread allocates jobs that another frees, thousands a second. With a single arena that keeps
 * its memory, this takes about 5% less time than with the defaults of glibc. */
static void tune_malloc(void)
{
    enum { TRIM_THRESHOLD = 64 << 20, TOP_PAD = 1 << 20 };
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_TRIM_THRESHOLD, TRIM_THRESHOLD);
    mallopt(M_TOP_PAD, TOP_PAD);
}

// ---- reloading -------------------------------------------------------------------------------

static void log_change(void *context, const char *name, bool now)
{
    const struct service *service = context;
    log_line(&service->log, now ? LOG_INFO : LOG_WARNING, "setting %s has changed%s", name,
             now ? "" : ": it needs a restart");
}

static const struct settings *current_settings(const struct service *service)
{
    return service->has_reloaded ? &service->reloaded : &service->settings;
}

/* Modules keep pointers into the settings of the start for what cannot change at run time, so these
 * settings are kept; of the reloaded ones, only the latest. */
static void take_settings(struct service *service, const struct settings *settings)
{
    const struct server_config before = settings_config(current_settings(service));
    const struct server_config after = settings_config(settings);
    settings_compare(current_settings(service), settings, log_change, service);
    set_log(service, settings);
    net_set_trusted(service->net, &settings->trusted);
    server_reconfigure(service->server, &before, &after);
    settings_fini(&service->reloaded);
    service->reloaded = *settings;
    service->has_reloaded = true;
}

static void reload_settings(void *context)
{
    struct service *service = context;
    struct settings settings;
    char error[SETTINGS_ERROR_SIZE];
    if (settings_read(&settings, service->argc, service->argv, error, sizeof error) != OPTIONS_OK) {
        log_line(&service->log, LOG_ERROR, "the settings stay as they were: %s", error);
        return;
    }
    take_settings(service, &settings);
    explorer_files_reload(&service->explorers, &service->log);
    log_line(&service->log, LOG_INFO, "settings reloaded%s%s", settings.config ? " from " : "",
             settings.config ? settings.config : "");
}

// ---- the command -----------------------------------------------------------------------------

static int check_listeners(const struct service *service)
{
    char error[512];
    const struct listeners_options options = {.listen = service->settings.listen,
                                              .redirect_listen = service->settings.redirect_listen,
                                              .tls_certificate = service->settings.tls_certificate,
                                              .tls_key = service->settings.tls_key};
    const rk_err err = listeners_check(&options, error, sizeof error);
    return err ? command_fail("serve", listen_error_status(err), "%s", error) : EXIT_OK;
}

static int check_tables(struct service *service)
{
    rk_fault fault;
    const char *folders = service->settings.syzygy;
    if (folders && rk_tablebase_open(folders, &service->tablebase, &fault))
        return command_fail("serve", EXIT_SYSTEM_ERROR, "syzygy: %s", fault.text);
    rk_tablebase_close(service->tablebase);
    return EXIT_OK;
}

static int check_explorers(struct service *service)
{
    const struct option_list *files = &service->settings.explorer;
    const int status = explorer_files_open(&service->explorers, files->values, files->count);
    explorer_files_close(&service->explorers);
    return status;
}

/* Checks what can be checked without opening sockets or the data. */
static int check_config(struct service *service)
{
    char error[SETTINGS_ERROR_SIZE];
    int status = choose_mail(service);
    if (!status)
        status = choose_store(service);
    if (!status)
        status = choose_node(service);
    if (!status)
        status = check_listeners(service);
    if (!status)
        status = check_tables(service);
    if (!status)
        status = check_explorers(service);
    if (!status)
        status = check_bus(service);
    if (!status && settings_find_unknown_variable(error, sizeof error))
        status = command_fail("serve", EXIT_USAGE, "%s", error);
    if (!status)
        puts("the settings are valid");
    settings_fini(&service->settings);
    return status;
}

static int run_service(struct service *service)
{
    tune_malloc();
    int status = open_all(service);
    if (!status) {
        net_on_reload(service->net, reload_settings, service);
        net_run(service->net, service->server, announce_start, service);
    }
    close_all(service);
    if (status == STOPPED_WHILE_WAITING)
        status = EXIT_OK;
    if (!status)
        log_line(&service->log, LOG_INFO, "stopped");
    log_writer_stop(service->log_writer, &service->log, LOG_FLUSH_MS);
    return status;
}

int serve_command(int argc, char **argv)
{
    static struct service service = {.lock = -1};
    char error[SETTINGS_ERROR_SIZE];
    const enum options_result result =
        settings_read(&service.settings, argc, argv, error, sizeof error);
    if (result == OPTIONS_ERROR && *error)
        return command_fail("serve", service.settings.unreadable ? EXIT_SYSTEM_ERROR : EXIT_USAGE,
                            "%s", error);
    if (result != OPTIONS_OK)
        return result == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
    service.argc = argc;
    service.argv = argv;
    return service.settings.check_config ? check_config(&service) : run_service(&service);
}
