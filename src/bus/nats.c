/* SPDX-License-Identifier: MIT */
/* A link over core NATS: nothing is stored, and messages sent without a connection are dropped.
 *
 * The caller's loop watches the socket, and the bus's thread reads and writes it without blocking:
 * the messages published in one iteration of the loop are sent with one call, and received messages
 * are delivered from the read buffer. Only connecting has a thread of its own. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "bus/link.h"
#include "bus/nats_dialer.h"
#include "bus/nats_protocol.h"
#include "bus/nats_stream.h"
#include "bus/nats_url.h"

enum {
    PING_MS = 1000, /* only unanswered pings show that a server has stopped */
    PINGS_MISSING_MAX = 2,
    OUTPUT_MAX = 16 << 20,
    OUTPUT_KEPT = 256 * 1024, /* memory kept for the next output */
    READ_SIZE = 64 * 1024,
    READS_MAX = 4, /* in one poll */
    GROUP_MS = 2   /* between two writes; as long as the store waits between two flushes */
};

/* A subscription at NATS. */
struct interest {
    char subject[BUS_SUBJECT_MAX + 1];
    char group[BUS_SUBJECT_MAX + 1]; /* "": none */
    uint64_t number;
};

struct nats_link {
    struct bus_link link;
    const struct log *log;
    void (*watch)(void *loop, const struct bus_watch *watch);
    void *loop;
    char where[NATS_URL_MAX + 1]; /* the addresses, without passwords */
    struct nats_dialer *dialer;
    struct map interests[2]; /* by subject; the second one: of groups */
    uint64_t last_interest;

    struct nats_stream stream; /* its socket is -1: there is no connection */
    struct buffer output;
    size_t sent;         /* bytes of the output so far */
    size_t unsent_count; /* messages */
    int64_t written_at;  /* when the last write started */
    int64_t ping_at;
    unsigned pings;       /* without an answer */
    bool is_ready;        /* the socket may have input */
    bool is_watched;      /* for writing, too */
    bool missed_messages; /* the next poll reports a gap */
    struct bus_stats stats;
};

static struct nats_link *nats_of(struct bus_link *link)
{
    return (struct nats_link *)link;
}

static bool has_stream(const struct nats_link *link)
{
    return link->stream.socket >= 0;
}

// ---- the socket ------------------------------------------------------------------------------

static void on_ready(void *context)
{
    struct nats_link *link = context;
    link->is_ready = true;
}

static void watch_socket(struct nats_link *link, bool writes)
{
    link->is_watched = writes;
    link->watch(link->loop, &(struct bus_watch){.socket = link->stream.socket,
                                                .writes = writes,
                                                .ready = on_ready,
                                                .context = link});
}

static void close_stream(struct nats_link *link)
{
    struct nats_stream stream = link->stream;
    if (!has_stream(link))
        return;
    link->stream = (struct nats_stream){.socket = -1};
    watch_socket(link, false); // before the socket is closed
    nats_stream_close(&stream);
    buffer_fini(&link->output);
    link->sent = link->unsent_count = 0;
    link->stats.connected = link->is_ready = false;
}

static void lose_connection(struct nats_link *link, const char *why)
{
    log_line(link->log, LOG_WARNING, "bus: the connection to %s is lost: reconnecting (%s)",
             link->where, why);
    close_stream(link);
    nats_dialer_start(link->dialer);
}

static void write_output(struct nats_link *link)
{
    struct buffer *output = &link->output;
    if (output->failed && has_stream(link)) // half a message would break the protocol
        lose_connection(link, rk_err_text(RK_NO_MEMORY));
    while (has_stream(link) && link->sent < output->size) {
        const ssize_t sent =
            nats_stream_send(&link->stream, output->bytes + link->sent, output->size - link->sent);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            break;
        if (sent < 0)
            lose_connection(link, strerror(errno));
        else
            link->sent += (size_t)sent;
    }
    const bool waits = link->sent < output->size;
    if (!waits) {
        link->sent = link->unsent_count = 0;
        if (output->capacity > OUTPUT_KEPT)
            buffer_fini(output);
        else
            buffer_clear(output);
    }
    if (has_stream(link) && waits != link->is_watched)
        watch_socket(link, waits);
}

/* A write wakes up NATS and the receiving nodes, and costs nearly the same for one message as for
 * many, so under load messages wait for each other. The first message after a pause does not wait,
 * nor does output that NATS was too slow to read. */
static int64_t flush_link(struct bus_link *head, int64_t now)
{
    struct nats_link *link = nats_of(head);
    const bool is_empty = link->sent == link->output.size && !link->output.failed;
    if (!has_stream(link) || is_empty)
        return INT64_MAX;
    const int64_t next = link->written_at + GROUP_MS;
    if (now >= link->written_at && now < next && !link->is_watched)
        return next;
    write_output(link);
    link->written_at = now;
    return INT64_MAX;
}

// ---- connecting ------------------------------------------------------------------------------

static void put_interest(struct nats_link *link, const struct interest *interest)
{
    nats_write_subscribe(&link->output, interest->subject, interest->group, interest->number);
}

static void send_ping(struct nats_link *link, int64_t now)
{
    nats_write_ping(&link->output);
    link->pings++;
    link->ping_at = now + PING_MS;
}

/* Sends the subscriptions on a new connection, and a ping: when it is answered, the server has
 * them. A message published after that is not missed, and what was missed before is in the store.
 */
static void take_stream(struct nats_link *link, int64_t now)
{
    if (!nats_dialer_take(link->dialer, &link->stream))
        return;
    for (int i = 0; i < 2; i++) {
        size_t at = 0;
        for (const struct interest *one; (one = map_next(&link->interests[i], &at));)
            put_interest(link, one);
    }
    link->pings = 0;
    send_ping(link, now);
    link->is_ready = true;
    watch_socket(link, false);
}

static void become_connected(struct nats_link *link)
{
    link->stats.reconnects += link->stats.has_connected;
    link->stats.connected = link->stats.has_connected = true;
    link->missed_messages = true;
    log_line(link->log, LOG_INFO, "bus: connected to %s", link->where);
}

// ---- receiving -------------------------------------------------------------------------------

static void receive_message(struct nats_link *link, const struct nats_input *input)
{
    link->stats.received++;
    if (input->is_undelivered)
        bus_receive_undelivered(link->link.bus, input->subject);
    else
        bus_receive(link->link.bus,
                    &(struct bus_packet){.subject = input->subject,
                                         .reply_to = *input->reply_to ? input->reply_to : NULL,
                                         .bytes = input->bytes,
                                         .size = input->size,
                                         .to_group = input->subscription & 1});
}

static void receive_input(struct nats_link *link, const struct nats_input *input)
{
    switch (input->kind) {
    case NATS_MESSAGE:
        receive_message(link, input);
        break;
    case NATS_PING:
        nats_write_pong(&link->output);
        break;
    case NATS_PONG:
        link->pings = 0;
        if (!link->stats.connected)
            become_connected(link);
        break;
    case NATS_ERROR: // after a serious one, the server also ends the connection
        log_line(link->log, LOG_WARNING, "bus: %s: %.*s", link->where, (int)input->text_size,
                 input->text);
        break;
    case NATS_INFO:
    case NATS_OK:
        break;
    }
}

/* Delivers all complete messages. False: the input is not the NATS protocol. */
static bool parse_input(struct nats_link *link)
{
    struct buffer *bytes = &link->stream.input;
    struct nats_input input;
    size_t at = 0, used = 0;
    rk_err err;
    while (!(err = nats_parse(bytes->bytes + at, bytes->size - at, &input, &used)) && used) {
        receive_input(link, &input);
        at += used;
    }
    if (at)
        memmove(bytes->bytes, bytes->bytes + at, bytes->size - at);
    bytes->size -= at;
    return !err;
}

/* Reads once; false: nothing is left, or the connection is lost. */
static bool read_input(struct nats_link *link)
{
    struct buffer *input = &link->stream.input;
    if (!buffer_reserve(input, READ_SIZE)) {
        lose_connection(link, rk_err_text(RK_NO_MEMORY));
        return false;
    }
    const ssize_t got = nats_stream_receive(&link->stream, input->bytes + input->size, READ_SIZE);
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
        return false;
    if (got <= 0) {
        lose_connection(link, got ? strerror(errno) : "the server has closed it");
        return false;
    }
    input->size += (size_t)got;
    if (!parse_input(link)) {
        lose_connection(link, "a message is not understood");
        return false;
    }
    return got == READ_SIZE;
}

/* A server that has stopped, or whose network fails, answers no pings. */
static void keep_alive(struct nats_link *link, int64_t now)
{
    if (now < link->ping_at)
        return;
    if (link->pings >= PINGS_MISSING_MAX)
        lose_connection(link, "no answer");
    else
        send_ping(link, now);
}

static int64_t poll_link(struct bus_link *head, int64_t now)
{
    struct nats_link *link = nats_of(head);
    if (!has_stream(link))
        take_stream(link, now);
    for (int left = READS_MAX; left && link->is_ready; left--)
        link->is_ready = read_input(link);
    if (has_stream(link))
        keep_alive(link, now);
    if (link->missed_messages) {
        link->missed_messages = false;
        bus_report_gap(head->bus);
    }
    return link->is_ready ? now : has_stream(link) ? link->ping_at : INT64_MAX;
}

// ---- sending ---------------------------------------------------------------------------------

static bool send_packet(struct bus_link *head, const struct bus_packet *packet)
{
    struct nats_link *link = nats_of(head);
    if (!link->stats.connected || link->output.size - link->sent + packet->size > OUTPUT_MAX) {
        link->stats.dropped++;
        return false;
    }
    nats_write_publish(&link->output, packet->subject, packet->reply_to, packet->bytes,
                       packet->size);
    if (link->output.failed)
        return false;
    link->stats.sent++;
    link->unsent_count++;
    return true;
}

static struct map *interests_of(struct nats_link *link, const char *group)
{
    return &link->interests[group ? 1 : 0];
}

/* The lowest bit of the number says whether the subscription has a group. */
static void subscribe(struct bus_link *head, const char *subject, const char *group)
{
    struct nats_link *link = nats_of(head);
    struct interest *interest = calloc(1, sizeof *interest);
    if (!interest || !map_put(interests_of(link, group), subject, interest)) {
        log_line(link->log, LOG_ERROR, "bus: out of memory");
        free(interest);
        return;
    }
    snprintf(interest->subject, sizeof interest->subject, "%s", subject);
    snprintf(interest->group, sizeof interest->group, "%s", group ? group : "");
    interest->number = ++link->last_interest << 1 | (group ? 1 : 0);
    if (has_stream(link))
        put_interest(link, interest);
}

static void unsubscribe(struct bus_link *head, const char *subject, const char *group)
{
    struct nats_link *link = nats_of(head);
    struct interest *interest = map_remove(interests_of(link, group), subject);
    if (interest && has_stream(link))
        nats_write_unsubscribe(&link->output, interest->number);
    free(interest);
}

static void get_stats(struct bus_link *head, struct bus_stats *out)
{
    const struct nats_link *link = nats_of(head);
    *out = link->stats;
    out->waiting = link->unsent_count;
    out->waiting_bytes = link->output.size - link->sent;
}

// ---- opening and closing ---------------------------------------------------------------------

static void close_link(struct bus_link *head)
{
    struct nats_link *link = nats_of(head);
    write_output(link);
    close_stream(link);
    nats_dialer_destroy(link->dialer);
    for (int i = 0; i < 2; i++) {
        size_t at = 0;
        for (struct interest *one; (one = map_next(&link->interests[i], &at));)
            free(one);
        map_fini(&link->interests[i]);
    }
    free(link);
}

static struct nats_link *create_link(const struct bus_options *options, const struct nats_url *url)
{
    static const struct bus_link_ops ops = {send_packet, subscribe, unsubscribe, poll_link,
                                            flush_link,  get_stats, close_link};
    struct nats_link *link = calloc(1, sizeof *link);
    if (!link)
        return NULL;
    link->link.ops = &ops;
    link->log = options->log;
    link->watch = options->watch;
    link->loop = options->loop;
    link->stream.socket = -1;
    nats_url_write(url, link->where, sizeof link->where);
    map_init(&link->interests[0], options->node);
    map_init(&link->interests[1], options->node);
    return link;
}

static void subscribe_to_replies(struct nats_link *link, uint64_t node)
{
    char name[BUS_NODE_SIZE], subject[BUS_SUBJECT_MAX + 1];
    bus_node_name(node, name);
    snprintf(subject, sizeof subject, "reply.%s.*", name);
    subscribe(&link->link, subject, NULL);
}

rk_err nats_link_open(const struct bus_options *options, struct bus_link **out, char *why,
                      size_t why_size)
{
    struct nats_url url;
    const rk_err err = nats_url_parse(options->url, &url, why, why_size);
    if (err)
        return err;
    struct nats_link *link = create_link(options, &url);
    if (link)
        link->dialer = nats_dialer_create(options, &url);
    if (!link || !link->dialer) {
        if (link)
            close_link(&link->link);
        snprintf(why, why_size, "%s", rk_err_text(RK_NO_MEMORY));
        return RK_NO_MEMORY;
    }
    subscribe_to_replies(link, options->node);
    nats_dialer_start(link->dialer);
    *out = &link->link;
    return RK_OK;
}

rk_err nats_link_check_url(const char *url, char *why, size_t why_size)
{
    struct nats_url parsed;
    return nats_url_parse(url, &parsed, why, why_size);
}
