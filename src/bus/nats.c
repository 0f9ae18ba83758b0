/* SPDX-License-Identifier: MIT */
/* A link over NATS, core only: nothing is stored, and what is sent without a connection is dropped.
 *
 * All calls of libnats can block: for a lock while it connects, or for a socket that nobody reads.
 * So one thread makes them, and the bus's thread only queues what is to be done. Messages come on a
 * thread of libnats and are queued for the poll. One thread of libnats delivers the messages of all
 * subscriptions: a thread each would be thousands, and would mix up their order. */
#include <nats/nats.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/map.h"
#include "bus/link.h"
#include "bus/nats_url.h"

enum {
    PING_MS = 1000, /* only missing answers to pings tell of a server that has stopped */
    PINGS_MISSING_MAX = 2,
    CONNECT_MS = 2000,
    WRITE_MS = 1000,
    RETRY_MS = 500,
    FLUSH_MS = 2000,
    CLOSE_MS = 10000,
    OUTGOING_MAX = 65536,
    OUTGOING_BYTES_MAX = 16 << 20,
    INCOMING_MAX = 65536,
    INCOMING_BYTES_MAX = 64 << 20,
    POLL_MAX = 1024, /* messages delivered in one poll */
    WHERE_SIZE = 1024
};

/* Before every subject: other programs may use the same NATS. */
#define PREFIX "rookery."
enum { PREFIX_SIZE = sizeof PREFIX - 1, NATS_SUBJECT_SIZE = PREFIX_SIZE + BUS_SUBJECT_MAX + 3 };

enum operation_kind { SEND, SUBSCRIBE, UNSUBSCRIBE };

/* Something for the thread to do. */
struct operation {
    struct list node;
    enum operation_kind kind;
    char subject[NATS_SUBJECT_SIZE];
    char other[NATS_SUBJECT_SIZE]; /* the reply subject, or the group; "": none */
    size_t size;
    char bytes[];
};

/* Something that has come: a message, or the subject of an undelivered request. */
struct arrival {
    struct list node;
    natsMsg *message; /* NULL: a request was not delivered */
    bool to_group;
    int64_t at_ms;
    size_t size;
    char reply_to[NATS_SUBJECT_SIZE];
};

/* A subscription at NATS. Used by the thread only. */
struct interest {
    char subject[NATS_SUBJECT_SIZE];
    char group[NATS_SUBJECT_SIZE];
    natsSubscription *subscription; /* NULL: there is no connection */
};

struct queue {
    struct list list;
    size_t count, bytes;
};

struct nats_link {
    struct bus_link link;
    const struct log *log;
    void (*wake)(void *context);
    void *wake_context;
    char where[WHERE_SIZE]; /* the addresses, without passwords */
    pthread_t thread;
    bool has_thread;

    natsOptions *options; /* used by the thread only, like the next two */
    natsConnection *connection;
    struct map interests[2]; /* by subject; the second one: of groups */

    pthread_mutex_t mutex; /* protects the rest */
    pthread_cond_t changed;
    struct queue outgoing, incoming;
    struct bus_stats stats;
    size_t callbacks; /* of libnats that may still be called */
    bool was_away;    /* to be reported by the next poll */
    bool lost;        /* libnats has given the connection up */
    bool closing;
};

static struct nats_link *nats_of(struct bus_link *link)
{
    return (struct nats_link *)link;
}

static int64_t now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// ---- queues ----------------------------------------------------------------------------------

static void queue_init(struct queue *queue)
{
    *queue = (struct queue){0};
    list_init(&queue->list);
}

static void queue_add(struct queue *queue, struct list *node, size_t size)
{
    list_add(&queue->list, node);
    queue->count++;
    queue->bytes += size;
}

static void queue_remove(struct queue *queue, struct list *node, size_t size)
{
    list_remove(node);
    queue->count--;
    queue->bytes -= size;
}

static void wake_up(struct nats_link *link)
{
    if (link->wake)
        link->wake(link->wake_context);
}

static void free_arrival(struct arrival *arrival)
{
    natsMsg_Destroy(arrival->message);
    free(arrival);
}

/* Takes ownership of the arrival. One that does not fit is dropped, and leaves a gap. */
static void add_arrival(struct nats_link *link, struct arrival *arrival)
{
    pthread_mutex_lock(&link->mutex);
    const bool was_empty = !link->incoming.count && !link->was_away;
    const bool fits = link->incoming.count < INCOMING_MAX &&
                      link->incoming.bytes + arrival->size <= INCOMING_BYTES_MAX;
    if (fits) {
        queue_add(&link->incoming, &arrival->node, arrival->size);
    } else {
        link->stats.dropped++;
        link->was_away = true;
    }
    pthread_mutex_unlock(&link->mutex);
    if (!fits)
        free_arrival(arrival);
    if (was_empty)
        wake_up(link);
}

static void report_away(struct nats_link *link)
{
    pthread_mutex_lock(&link->mutex);
    link->was_away = true;
    pthread_mutex_unlock(&link->mutex);
    wake_up(link);
}

static void count_dropped(struct nats_link *link)
{
    pthread_mutex_lock(&link->mutex);
    link->stats.dropped++;
    pthread_mutex_unlock(&link->mutex);
}

// ---- called by libnats -----------------------------------------------------------------------

static void receive(struct nats_link *link, natsMsg *message, bool to_group)
{
    struct arrival *arrival = calloc(1, sizeof *arrival);
    if (!arrival) {
        natsMsg_Destroy(message);
        count_dropped(link);
        report_away(link);
        return;
    }
    arrival->message = message;
    arrival->to_group = to_group;
    arrival->at_ms = now_ms();
    arrival->size = (size_t)natsMsg_GetDataLength(message);
    add_arrival(link, arrival);
}

static void on_message(natsConnection *connection, natsSubscription *subscription, natsMsg *message,
                       void *closure)
{
    (void)connection, (void)subscription;
    receive(closure, message, false);
}

static void on_group_message(natsConnection *connection, natsSubscription *subscription,
                             natsMsg *message, void *closure)
{
    (void)connection, (void)subscription;
    receive(closure, message, true);
}

/* The subscriptions have been sent. Only after a round trip the server knows them: a message that
 * is published then is not missed, and what was missed before can be read from the store. */
static void on_connected(natsConnection *connection, void *closure)
{
    struct nats_link *link = closure;
    (void)natsConnection_FlushTimeout(connection, FLUSH_MS); // else it reconnects once more
    pthread_mutex_lock(&link->mutex);
    link->stats.reconnects += link->stats.has_connected;
    link->stats.connected = link->stats.has_connected = true;
    pthread_mutex_unlock(&link->mutex);
    log_line(link->log, LOG_INFO, "bus: connected to %s", link->where);
    report_away(link);
}

static void on_disconnected(natsConnection *connection, void *closure)
{
    (void)connection;
    struct nats_link *link = closure;
    pthread_mutex_lock(&link->mutex);
    const bool was_connected = link->stats.connected && !link->closing;
    link->stats.connected = false;
    pthread_mutex_unlock(&link->mutex);
    if (was_connected)
        log_line(link->log, LOG_WARNING, "bus: the connection to %s is lost: reconnecting",
                 link->where);
}

static void on_error(natsConnection *connection, natsSubscription *subscription, natsStatus status,
                     void *closure)
{
    (void)connection, (void)subscription;
    struct nats_link *link = closure;
    log_line(link->log, LOG_WARNING, "bus: %s", natsStatus_GetText(status));
    if (status != NATS_SLOW_CONSUMER)
        return;
    count_dropped(link);
    report_away(link);
}

/* One callback less can come. */
static void on_complete(void *closure)
{
    struct nats_link *link = closure;
    pthread_mutex_lock(&link->mutex);
    link->callbacks--;
    pthread_cond_broadcast(&link->changed);
    pthread_mutex_unlock(&link->mutex);
}

/* The link is closing, or libnats does not want to reconnect, for example because it was refused
 * twice for a wrong password. The thread tries again. */
static void on_closed(natsConnection *connection, void *closure)
{
    (void)connection;
    struct nats_link *link = closure;
    pthread_mutex_lock(&link->mutex);
    link->stats.connected = false;
    link->lost = true;
    pthread_mutex_unlock(&link->mutex);
    on_complete(link);
}

// ---- the thread ------------------------------------------------------------------------------

static void expect_callback(struct nats_link *link)
{
    pthread_mutex_lock(&link->mutex);
    link->callbacks++;
    pthread_mutex_unlock(&link->mutex);
}

static void subscribe_interest(struct nats_link *link, struct interest *interest)
{
    natsStatus status = *interest->group
                            ? natsConnection_QueueSubscribe(&interest->subscription,
                                                            link->connection, interest->subject,
                                                            interest->group, on_group_message, link)
                            : natsConnection_Subscribe(&interest->subscription, link->connection,
                                                       interest->subject, on_message, link);
    if (status == NATS_OK) {
        expect_callback(link);
        (void)natsSubscription_SetPendingLimits(interest->subscription, INCOMING_MAX,
                                                INCOMING_BYTES_MAX);
        status = natsSubscription_SetOnCompleteCB(interest->subscription, on_complete, link);
        if (status != NATS_OK)
            on_complete(link);
    }
    if (status != NATS_OK)
        log_line(link->log, LOG_WARNING, "bus: cannot subscribe to %s: %s", interest->subject,
                 natsStatus_GetText(status));
}

static void end_subscription(struct interest *interest)
{
    if (!interest->subscription)
        return;
    (void)natsSubscription_Unsubscribe(interest->subscription);
    natsSubscription_Destroy(interest->subscription);
    interest->subscription = NULL;
}

static struct map *interests_of(struct nats_link *link, const struct operation *operation)
{
    return &link->interests[*operation->other ? 1 : 0];
}

static void add_interest(struct nats_link *link, const struct operation *operation)
{
    struct map *interests = interests_of(link, operation);
    struct interest *interest = calloc(1, sizeof *interest);
    if (!interest || !map_put(interests, operation->subject + PREFIX_SIZE, interest)) {
        log_line(link->log, LOG_ERROR, "bus: out of memory");
        free(interest);
        return;
    }
    memcpy(interest->subject, operation->subject, sizeof interest->subject);
    memcpy(interest->group, operation->other, sizeof interest->group);
    if (link->connection)
        subscribe_interest(link, interest);
}

static void remove_interest(struct nats_link *link, const struct operation *operation)
{
    struct interest *interest =
        map_remove(interests_of(link, operation), operation->subject + PREFIX_SIZE);
    if (!interest)
        return;
    end_subscription(interest);
    free(interest);
}

/* Calls a function for each. */
static void for_each_interest(struct nats_link *link,
                              void (*call)(struct nats_link *link, struct interest *interest))
{
    for (int i = 0; i < 2; i++) {
        size_t at = 0;
        for (struct interest *interest; (interest = map_next(&link->interests[i], &at));)
            call(link, interest);
    }
}

static bool is_connected(const struct nats_link *link)
{
    return link->connection &&
           natsConnection_Status(link->connection) == NATS_CONN_STATUS_CONNECTED;
}

/* Who waits for the reply hears at once that there is nobody. */
static void report_undelivered(struct nats_link *link, const char *reply_to)
{
    struct arrival *arrival = calloc(1, sizeof *arrival);
    if (!arrival)
        return;
    snprintf(arrival->reply_to, sizeof arrival->reply_to, "%s", reply_to);
    add_arrival(link, arrival);
}

static void send_message(struct nats_link *link, const struct operation *operation)
{
    natsStatus status = NATS_CONNECTION_DISCONNECTED;
    const int size = (int)operation->size;
    if (is_connected(link))
        status = *operation->other
                     ? natsConnection_PublishRequest(link->connection, operation->subject,
                                                     operation->other, operation->bytes, size)
                     : natsConnection_Publish(link->connection, operation->subject,
                                              operation->bytes, size);
    pthread_mutex_lock(&link->mutex);
    if (status == NATS_OK)
        link->stats.sent++;
    else
        link->stats.dropped++;
    pthread_mutex_unlock(&link->mutex);
    // After another error, part of it may have been sent.
    if (status == NATS_CONNECTION_DISCONNECTED && *operation->other)
        report_undelivered(link, operation->other);
}

static void run_operation(struct nats_link *link, const struct operation *operation)
{
    if (operation->kind == SEND)
        send_message(link, operation);
    else if (operation->kind == SUBSCRIBE)
        add_interest(link, operation);
    else
        remove_interest(link, operation);
}

static void connect_link(struct nats_link *link)
{
    expect_callback(link); // on_closed()
    const natsStatus status = natsConnection_Connect(&link->connection, link->options);
    if (status != NATS_OK && status != NATS_NOT_YET_CONNECTED) {
        on_complete(link);
        link->connection = NULL;
        return;
    }
    for_each_interest(link, subscribe_interest);
    if (status == NATS_OK)
        on_connected(link->connection, link);
}

static void forget_subscription(struct nats_link *link, struct interest *interest)
{
    (void)link;
    end_subscription(interest);
}

static void disconnect_link(struct nats_link *link)
{
    for_each_interest(link, forget_subscription);
    natsConnection_Close(link->connection);
    natsConnection_Destroy(link->connection);
    link->connection = NULL;
}

/* A deadline for the condition, which counts by the monotonic clock. */
static struct timespec deadline_in(int64_t ms)
{
    const int64_t at = now_ms() + ms;
    return (struct timespec){.tv_sec = at / 1000, .tv_nsec = at % 1000 * 1000000};
}

/* Waits until there is something to do; without a connection, until it is time to try again. */
static void wait_for_work(struct nats_link *link)
{
    const struct timespec retry = deadline_in(RETRY_MS);
    int code = 0;
    while (!link->outgoing.count && !link->closing && !link->lost && !code)
        code = link->connection ? pthread_cond_wait(&link->changed, &link->mutex)
                                : pthread_cond_timedwait(&link->changed, &link->mutex, &retry);
}

/* Called with the mutex locked. NULL: there is none. */
static struct operation *take_operation(struct nats_link *link)
{
    if (!link->outgoing.count)
        return NULL;
    struct operation *operation = LIST_OWNER(link->outgoing.list.next, struct operation, node);
    queue_remove(&link->outgoing, &operation->node, operation->size);
    return operation;
}

/* Does what is queued; false: the link is closing, and nothing is left. */
static bool run_step(struct nats_link *link)
{
    pthread_mutex_lock(&link->mutex);
    wait_for_work(link);
    struct operation *operation = take_operation(link);
    const bool ends = link->closing && !operation, lost = link->lost && !link->closing;
    link->lost = false;
    pthread_mutex_unlock(&link->mutex);
    if (ends)
        return false;
    if (lost && link->connection) {
        log_line(link->log, LOG_WARNING, "bus: %s refuses the connection: trying again",
                 link->where);
        disconnect_link(link);
    }
    if (operation)
        run_operation(link, operation);
    free(operation);
    return true;
}

static void *run_thread(void *context)
{
    struct nats_link *link = context;
    int64_t tried_at = now_ms();
    connect_link(link);
    if (!is_connected(link))
        log_line(link->log, LOG_WARNING, "bus: cannot connect to %s: will keep trying",
                 link->where);
    while (run_step(link))
        if (!link->connection && now_ms() - tried_at >= RETRY_MS) {
            tried_at = now_ms();
            connect_link(link);
        }
    if (link->connection)
        disconnect_link(link);
    nats_ReleaseThreadMemory();
    return NULL;
}

// ---- the bus's thread ------------------------------------------------------------------------

/* Subscriptions must not be lost; messages may be. */
static bool has_room(const struct nats_link *link, const struct operation *operation)
{
    return operation->kind != SEND ||
           (link->outgoing.count < OUTGOING_MAX &&
            link->outgoing.bytes + operation->size <= OUTGOING_BYTES_MAX);
}

/* Takes ownership of the operation; NULL: out of memory. */
static void add_operation(struct nats_link *link, struct operation *operation)
{
    pthread_mutex_lock(&link->mutex);
    const bool fits = operation && has_room(link, operation);
    if (fits)
        queue_add(&link->outgoing, &operation->node, operation->size);
    else
        link->stats.dropped++;
    if (fits && link->outgoing.count == 1)
        pthread_cond_broadcast(&link->changed);
    pthread_mutex_unlock(&link->mutex);
    if (!fits)
        free(operation);
}

static struct operation *make_operation(enum operation_kind kind, const char *subject,
                                        const void *bytes, size_t size)
{
    struct operation *operation = malloc(sizeof *operation + size);
    if (!operation)
        return NULL;
    operation->kind = kind;
    operation->size = size;
    operation->other[0] = '\0';
    snprintf(operation->subject, sizeof operation->subject, PREFIX "%s", subject);
    if (size)
        memcpy(operation->bytes, bytes, size);
    return operation;
}

static void send_packet(struct bus_link *link, const struct bus_packet *packet)
{
    struct operation *operation =
        make_operation(SEND, packet->subject, packet->bytes, packet->size);
    if (operation && packet->reply_to)
        snprintf(operation->other, sizeof operation->other, PREFIX "%s", packet->reply_to);
    add_operation(nats_of(link), operation);
}

static void change_interest(struct nats_link *link, enum operation_kind kind, const char *subject,
                            const char *group)
{
    struct operation *operation = make_operation(kind, subject, NULL, 0);
    if (operation && group)
        snprintf(operation->other, sizeof operation->other, "%s", group);
    add_operation(link, operation);
}

static void subscribe(struct bus_link *link, const char *subject, const char *group)
{
    change_interest(nats_of(link), SUBSCRIBE, subject, group);
}

static void unsubscribe(struct bus_link *link, const char *subject, const char *group)
{
    change_interest(nats_of(link), UNSUBSCRIBE, subject, group);
}

/* Our subject within a NATS subject; "" if it is not one of ours. */
static const char *strip_prefix(const char *subject)
{
    return subject && !strncmp(subject, PREFIX, PREFIX_SIZE) ? subject + PREFIX_SIZE : "";
}

static void deliver_arrival(struct nats_link *link, const struct arrival *arrival)
{
    struct bus *bus = link->link.bus;
    natsMsg *message = arrival->message;
    const char *subject = strip_prefix(message ? natsMsg_GetSubject(message) : arrival->reply_to);
    const char *reply_to = message ? natsMsg_GetReply(message) : NULL;
    if (!message || natsMsg_IsNoResponders(message))
        bus_receive_undelivered(bus, subject);
    else
        bus_receive(bus, &(struct bus_packet){.subject = subject,
                                              .reply_to = reply_to ? strip_prefix(reply_to) : NULL,
                                              .bytes = natsMsg_GetData(message),
                                              .size = arrival->size,
                                              .to_group = arrival->to_group,
                                              .waited_ms = (uint32_t)(now_ms() - arrival->at_ms)});
}

static struct arrival *take_arrival(struct nats_link *link)
{
    struct arrival *arrival = NULL;
    pthread_mutex_lock(&link->mutex);
    if (link->incoming.count) {
        arrival = LIST_OWNER(link->incoming.list.next, struct arrival, node);
        queue_remove(&link->incoming, &arrival->node, arrival->size);
        link->stats.received += arrival->message != NULL;
    }
    pthread_mutex_unlock(&link->mutex);
    return arrival;
}

static bool poll_link(struct bus_link *head)
{
    struct nats_link *link = nats_of(head);
    struct arrival *arrival = NULL;
    for (int left = POLL_MAX; left && (arrival = take_arrival(link)); left--) {
        deliver_arrival(link, arrival);
        free_arrival(arrival);
    }
    pthread_mutex_lock(&link->mutex);
    const bool was_away = link->was_away, has_more = link->incoming.count;
    link->was_away = false;
    pthread_mutex_unlock(&link->mutex);
    if (was_away)
        bus_report_away(head->bus);
    return has_more;
}

static void get_stats(struct bus_link *head, struct bus_stats *out)
{
    struct nats_link *link = nats_of(head);
    pthread_mutex_lock(&link->mutex);
    *out = link->stats;
    out->has_link = true;
    out->waiting = link->incoming.count + link->outgoing.count;
    out->waiting_bytes = link->incoming.bytes + link->outgoing.bytes;
    pthread_mutex_unlock(&link->mutex);
}

// ---- opening and closing ---------------------------------------------------------------------

/* Waits for the callbacks that libnats may still make; false: they do not end. */
static bool wait_for_callbacks(struct nats_link *link)
{
    const struct timespec deadline = deadline_in(CLOSE_MS);
    int code = 0;
    pthread_mutex_lock(&link->mutex);
    while (link->callbacks && !code)
        code = pthread_cond_timedwait(&link->changed, &link->mutex, &deadline);
    const bool done = !link->callbacks;
    pthread_mutex_unlock(&link->mutex);
    return done;
}

static void free_interest(struct nats_link *link, struct interest *interest)
{
    (void)link;
    free(interest);
}

static void free_link(struct nats_link *link)
{
    struct arrival *arrival;
    while ((arrival = take_arrival(link)))
        free_arrival(arrival);
    for_each_interest(link, free_interest);
    map_fini(&link->interests[0]);
    map_fini(&link->interests[1]);
    natsOptions_Destroy(link->options);
    pthread_cond_destroy(&link->changed);
    pthread_mutex_destroy(&link->mutex);
    free(link);
}

static void close_link(struct bus_link *head)
{
    struct nats_link *link = nats_of(head);
    pthread_mutex_lock(&link->mutex);
    link->closing = true;
    pthread_cond_broadcast(&link->changed);
    pthread_mutex_unlock(&link->mutex);
    if (link->has_thread)
        pthread_join(link->thread, NULL);
    if (wait_for_callbacks(link))
        free_link(link);
    else // better a leak at the end of the program than a crash
        log_line(link->log, LOG_ERROR, "bus: the connection to %s does not end", link->where);
}

/* The first status that is not NATS_OK counts. */
static natsStatus set_options(struct nats_link *link, const struct bus_options *options,
                              struct nats_url *url)
{
    natsOptions *to = link->options;
    const natsStatus statuses[] = {
        natsOptions_SetServers(to, url->servers, url->count),
        natsOptions_SetName(to, "rookery"),
        natsOptions_SetSecure(to, url->secure),
        natsOptions_SetNoEcho(to, true),
        natsOptions_SetSendAsap(to, true), // otherwise a message waits for a timer: 1 ms
        natsOptions_SetPingInterval(to, PING_MS),
        natsOptions_SetMaxPingsOut(to, PINGS_MISSING_MAX),
        natsOptions_SetTimeout(to, CONNECT_MS),
        natsOptions_SetWriteDeadline(to, WRITE_MS),
        natsOptions_SetMaxReconnect(to, -1),
        natsOptions_SetReconnectWait(to, RETRY_MS),
        natsOptions_SetReconnectJitter(to, RETRY_MS, RETRY_MS),
        natsOptions_SetMaxPendingMsgs(to, INCOMING_MAX),
        natsOptions_UseGlobalMessageDelivery(to, true),
        natsOptions_SetRetryOnFailedConnect(to, true, on_connected, link),
        natsOptions_SetReconnectedCB(to, on_connected, link),
        natsOptions_SetDisconnectedCB(to, on_disconnected, link),
        natsOptions_SetClosedCB(to, on_closed, link),
        natsOptions_SetErrorHandler(to, on_error, link),
        options->ca_file ? natsOptions_LoadCATrustedCertificates(to, options->ca_file) : NATS_OK,
        options->credentials
            ? natsOptions_SetUserCredentialsFromFiles(to, options->credentials, NULL)
            : NATS_OK,
    };
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        if (statuses[i] != NATS_OK)
            return statuses[i];
    return NATS_OK;
}

static struct nats_link *create_link(const struct bus_options *options)
{
    static const struct bus_link_ops ops = {send_packet, subscribe, unsubscribe,
                                            poll_link,   get_stats, close_link};
    struct nats_link *link = calloc(1, sizeof *link);
    if (!link)
        return NULL;
    pthread_condattr_t monotonic;
    link->link.ops = &ops;
    link->log = options->log;
    link->wake = options->wake;
    link->wake_context = options->wake_context;
    map_init(&link->interests[0], options->node);
    map_init(&link->interests[1], options->node);
    queue_init(&link->outgoing);
    queue_init(&link->incoming);
    pthread_mutex_init(&link->mutex, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&link->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    return link;
}

static void subscribe_to_replies(struct nats_link *link, uint64_t node)
{
    char name[BUS_NODE_SIZE], subject[BUS_SUBJECT_MAX + 1];
    bus_node_name(node, name);
    snprintf(subject, sizeof subject, "reply.%s.*", name);
    subscribe(&link->link, subject, NULL);
}

/* Signals are handled by the thread that opens the bus, not by those that this starts. */
static rk_err start_link(struct nats_link *link, const struct bus_options *options,
                         struct nats_url *url, char *why, size_t why_size)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    natsStatus status = natsOptions_Create(&link->options);
    if (status == NATS_OK)
        status = set_options(link, options, url);
    if (status != NATS_OK)
        snprintf(why, why_size, "%s: %s", link->where, natsStatus_GetText(status));
    else if (pthread_create(&link->thread, NULL, run_thread, link))
        snprintf(why, why_size, "cannot start a thread for the bus");
    else
        link->has_thread = true;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return link->has_thread ? RK_OK : RK_CANNOT_OPEN;
}

rk_err nats_link_open(const struct bus_options *options, struct bus_link **out, char *why,
                      size_t why_size)
{
    struct nats_url url;
    rk_err err = nats_url_parse(options->url, &url, why, why_size);
    if (err)
        return err;
    struct nats_link *link = create_link(options);
    if (!link) {
        snprintf(why, why_size, "%s", rk_err_text(RK_NO_MEMORY));
        return RK_NO_MEMORY;
    }
    nats_url_write(&url, link->where, sizeof link->where);
    subscribe_to_replies(link, options->node);
    err = start_link(link, options, &url, why, why_size);
    if (err)
        close_link(&link->link);
    else
        *out = &link->link;
    return err;
}

rk_err nats_link_check_url(const char *url, char *why, size_t why_size)
{
    struct nats_url parsed;
    return nats_url_parse(url, &parsed, why, why_size);
}
