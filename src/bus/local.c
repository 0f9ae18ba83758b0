/* SPDX-License-Identifier: MIT */
/* What happens within a node: subscriptions, requests, and the queue of requests and replies that
 * stay on this node. Messages for other nodes go to the link, if there is one. */
#include "bus/bus.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bus/envelope.h"
#include "bus/link.h"
#include "bus/requests.h"
#include "bus/subjects.h"

enum { DELIVERIES_MAX = 1024 }; /* from the queue, in one poll */

static const char reply_prefix[] = "reply.";

struct bus {
    struct bus_options options;
    char node[BUS_NODE_SIZE];
    struct bus_link *link; /* NULL: none */
    struct subjects subjects;
    struct requests requests;
    struct list queue; /* struct queued */
    struct list listeners;
    struct buffer envelope; /* of the message that is being sent */
    uint64_t dropped;
    bool polling;
};

/* A request or a reply from this node to itself. */
struct queued {
    struct list node;
    uint64_t number; /* of the request that it is a reply to; 0: it is a request */
    enum bus_outcome outcome;
    uint32_t age_ms;
    char subject[BUS_SUBJECT_MAX + 1]; /* of a request */
    struct bus_reply_to reply_to;      /* the same */
    size_t size;
    char bytes[];
};

// ---- subjects --------------------------------------------------------------------------------

static bool is_subject_char(char c)
{
    return isgraph((unsigned char)c) && c != '*' && c != '>';
}

bool bus_subject_is_valid(const char *subject)
{
    if (!*subject || *subject == '.' || strlen(subject) > BUS_SUBJECT_MAX)
        return false;
    for (const char *at = subject; *at; at++)
        if (!is_subject_char(*at) || (*at == '.' && (at[1] == '.' || !at[1])))
            return false;
    return true;
}

void bus_node_name(uint64_t node, char out[BUS_NODE_SIZE])
{
    snprintf(out, BUS_NODE_SIZE, "%016" PRIx64, node);
}

static void write_reply_subject(const struct bus *bus, uint64_t number, struct bus_reply_to *out)
{
    snprintf(out->subject, sizeof out->subject, "%s%s.%" PRIx64, reply_prefix, bus->node, number);
}

/* The number of the request if the reply is for this node; 0: it is for another one. */
static uint64_t own_reply_number(const struct bus *bus, const char *subject)
{
    const size_t prefix = sizeof reply_prefix - 1, node = BUS_NODE_SIZE - 1;
    if (strncmp(subject, reply_prefix, prefix) != 0 ||
        strncmp(subject + prefix, bus->node, node) != 0 || subject[prefix + node] != '.')
        return 0;
    return strtoull(subject + prefix + node + 1, NULL, 16);
}

static bool is_reply_subject(const char *subject)
{
    return !strncmp(subject, reply_prefix, sizeof reply_prefix - 1) &&
           bus_subject_is_valid(subject);
}

// ---- sending ---------------------------------------------------------------------------------

/* A message that breaks the rules of bus.h is a bug of this program, but no reason to stop. */
static bool check_message(struct bus *bus, const char *subject, size_t size)
{
    if (bus_subject_is_valid(subject) && size <= BUS_PAYLOAD_MAX)
        return true;
    bus->dropped++;
    log_line(bus->options.log, LOG_ERROR, "bus: a message of %zu bytes to \"%s\" was not sent",
             size, subject);
    return false;
}

/* False: nobody gets it. */
static bool send_to_link(struct bus *bus, const char *subject, const char *reply_to,
                         const struct envelope *envelope)
{
    if (!bus->link)
        return false;
    buffer_clear(&bus->envelope);
    envelope_write(envelope, &bus->envelope);
    if (bus->envelope.failed) {
        bus->dropped++;
        return false;
    }
    return bus->link->ops->send(bus->link, &(struct bus_packet){.subject = subject,
                                                                .reply_to = reply_to,
                                                                .bytes = bus->envelope.bytes,
                                                                .size = bus->envelope.size});
}

void bus_publish(struct bus *bus, const char *subject, const void *bytes, size_t size)
{
    if (!check_message(bus, subject, size))
        return;
    const struct bus_message message = {.subject = subject, .bytes = bytes, .size = size};
    // To the link first: a callback may publish more.
    (void)send_to_link(
        bus, subject, NULL,
        &(struct envelope){.group_is_served = subjects_has_group(&bus->subjects, subject),
                           .payload = bytes,
                           .size = size});
    subjects_deliver(&bus->subjects, &message);
    subjects_deliver_to_group(&bus->subjects, &message);
}

static void on_subject_change(void *context, const char *subject, const char *group, bool wanted)
{
    const struct bus *bus = context;
    if (!bus->link)
        return;
    if (wanted)
        bus->link->ops->subscribe(bus->link, subject, group);
    else
        bus->link->ops->unsubscribe(bus->link, subject, group);
}

struct bus_subscription *bus_subscribe(struct bus *bus, const char *subject, const char *group,
                                       bus_callback *callback, void *context)
{
    if (!bus_subject_is_valid(subject) || (group && !bus_subject_is_valid(group)))
        return NULL;
    return subjects_add(&bus->subjects, subject, group, callback, context);
}

void bus_unsubscribe(struct bus *bus, struct bus_subscription *subscription)
{
    if (subscription)
        subjects_remove(&bus->subjects, subscription);
}

// ---- requests and replies --------------------------------------------------------------------

/* Queues it for the next poll, with a copy of the bytes. False: out of memory. */
static bool enqueue(struct bus *bus, const struct queued *head, const void *bytes, size_t size)
{
    struct queued *queued = malloc(sizeof *queued + size);
    if (!queued)
        return false;
    *queued = *head;
    queued->size = size;
    if (size)
        memcpy(queued->bytes, bytes, size);
    const bool was_empty = list_is_empty(&bus->queue);
    list_add(&bus->queue, &queued->node);
    if (was_empty && !bus->polling && bus->options.wake)
        bus->options.wake(bus->options.loop);
    return true;
}

/* Subscribers of this node get the request from the queue. Others get it if there are none here, or
 * if the request gathers. */
static void send_request(struct bus *bus, const struct bus_request *request, uint64_t number)
{
    const char *subject = request->subject;
    const bool is_here = subjects_has(&bus->subjects, subject);
    struct queued queued = {.age_ms = request->age_ms};
    const struct queued nobody = {.number = number, .outcome = BUS_NOT_DELIVERED};
    write_reply_subject(bus, number, &queued.reply_to);
    memcpy(queued.subject, subject, strlen(subject) + 1);
    // Without memory for the queue, the request times out.
    if (is_here)
        (void)enqueue(bus, &queued, request->bytes, request->size);
    if (is_here && !request->gathers)
        return;
    const struct envelope envelope = {.group_is_served =
                                          subjects_has_group(&bus->subjects, subject),
                                      .age_ms = request->age_ms,
                                      .payload = request->bytes,
                                      .size = request->size};
    if (!send_to_link(bus, subject, queued.reply_to.subject, &envelope) && !is_here)
        (void)enqueue(bus, &nobody, NULL, 0);
}

struct bus_call *bus_request(struct bus *bus, const struct bus_request *request)
{
    uint64_t number;
    if (!check_message(bus, request->subject, request->size))
        return NULL;
    struct bus_call *call = requests_add(&bus->requests, request, &number);
    if (call)
        send_request(bus, request, number);
    return call;
}

void bus_cancel(struct bus *bus, struct bus_call *call)
{
    if (call)
        requests_remove(&bus->requests, call);
}

void bus_reply(struct bus *bus, const struct bus_reply_to *to, const void *bytes, size_t size)
{
    if (!check_message(bus, to->subject, size))
        return;
    const uint64_t number = own_reply_number(bus, to->subject);
    if (number)
        (void)enqueue(bus, &(struct queued){.number = number, .outcome = BUS_REPLIED}, bytes, size);
    else
        (void)send_to_link(bus, to->subject, NULL,
                           &(struct envelope){.payload = bytes, .size = size});
}

void bus_take_reply(struct bus *bus, const struct bus_reply_to *to, const void *bytes, size_t size)
{
    requests_reply(&bus->requests, own_reply_number(bus, to->subject), bytes, size);
}

// ---- receiving -------------------------------------------------------------------------------

static void deliver_queued(struct bus *bus, const struct queued *queued)
{
    if (queued->number && queued->outcome == BUS_REPLIED) {
        requests_reply(&bus->requests, queued->number, queued->bytes, queued->size);
    } else if (queued->number) {
        requests_not_delivered(&bus->requests, queued->number);
    } else {
        const struct bus_message message = {.subject = queued->subject,
                                            .bytes = queued->bytes,
                                            .size = queued->size,
                                            .age_ms = queued->age_ms,
                                            .reply_to = &queued->reply_to};
        subjects_deliver(&bus->subjects, &message);
        subjects_deliver_to_group(&bus->subjects, &message);
    }
}

/* What the callbacks add is delivered, too. */
static void deliver_queue(struct bus *bus)
{
    for (int left = DELIVERIES_MAX; left && !list_is_empty(&bus->queue); left--) {
        struct queued *queued = LIST_OWNER(bus->queue.next, struct queued, node);
        list_remove(&queued->node);
        deliver_queued(bus, queued);
        free(queued);
    }
}

static void receive_message(struct bus *bus, const struct bus_packet *packet,
                            const struct envelope *envelope)
{
    struct bus_reply_to reply_to = {0};
    const bool wants_reply = packet->reply_to && is_reply_subject(packet->reply_to);
    if (wants_reply)
        memcpy(reply_to.subject, packet->reply_to, strlen(packet->reply_to) + 1);
    const struct bus_message message = {.subject = packet->subject,
                                        .bytes = envelope->payload,
                                        .size = envelope->size,
                                        .age_ms = envelope->age_ms,
                                        .reply_to = wants_reply ? &reply_to : NULL};
    if (!packet->to_group)
        subjects_deliver(&bus->subjects, &message);
    else if (!envelope->group_is_served)
        subjects_deliver_to_group(&bus->subjects, &message);
}

void bus_receive(struct bus *bus, const struct bus_packet *packet)
{
    struct envelope envelope;
    if (!bus_subject_is_valid(packet->subject) ||
        envelope_parse(packet->bytes, packet->size, &envelope)) {
        bus->dropped++;
        log_line(bus->options.log, LOG_DEBUG, "bus: a message of %zu bytes is not understood",
                 packet->size);
        return;
    }
    const uint64_t number = own_reply_number(bus, packet->subject);
    if (number)
        requests_reply(&bus->requests, number, envelope.payload, envelope.size);
    else
        receive_message(bus, packet, &envelope);
}

void bus_receive_undelivered(struct bus *bus, const char *reply_to)
{
    requests_not_delivered(&bus->requests, own_reply_number(bus, reply_to));
}

int64_t bus_poll(struct bus *bus, int64_t now)
{
    bus->polling = true;
    const int64_t link_next = bus->link ? bus->link->ops->poll(bus->link, now) : INT64_MAX;
    deliver_queue(bus);
    requests_expire(&bus->requests, now);
    bus->polling = false;
    const int64_t deadline = list_is_empty(&bus->queue) ? requests_deadline(&bus->requests) : now;
    return deadline < link_next ? deadline : link_next;
}

int64_t bus_flush(struct bus *bus, int64_t now)
{
    return bus->link ? bus->link->ops->flush(bus->link, now) : INT64_MAX;
}

// ---- gaps and numbers ------------------------------------------------------------------------

void bus_listen(struct bus *bus, struct bus_listener *listener)
{
    list_add(&bus->listeners, &listener->node);
}

void bus_unlisten(struct bus_listener *listener)
{
    list_remove(&listener->node);
}

void bus_report_gap(struct bus *bus)
{
    for (struct list *node = bus->listeners.next, *next; node != &bus->listeners; node = next) {
        next = node->next;
        struct bus_listener *listener = LIST_OWNER(node, struct bus_listener, node);
        listener->on_gap(listener);
    }
}

bool bus_has_peers(const struct bus *bus)
{
    return bus->link;
}

struct bus_stats bus_stats(const struct bus *bus)
{
    struct bus_stats stats = {.connected = true, .has_connected = true};
    if (bus->link)
        bus->link->ops->stats(bus->link, &stats);
    stats.dropped += bus->dropped;
    stats.requests = bus->requests.by_number.count;
    stats.timed_out = bus->requests.timed_out;
    return stats;
}

// ---- opening and closing ---------------------------------------------------------------------

rk_err bus_create(const struct bus_options *options, struct bus_link *link, struct bus **out)
{
    struct bus *bus = calloc(1, sizeof *bus);
    if (!bus) {
        if (link)
            link->ops->close(link);
        return RK_NO_MEMORY;
    }
    bus->options = *options;
    bus->options.url = bus->options.credentials = bus->options.ca_file = NULL; // the caller's
    bus_node_name(options->node, bus->node);
    subjects_init(&bus->subjects, on_subject_change, bus);
    requests_init(&bus->requests);
    list_init(&bus->queue);
    list_init(&bus->listeners);
    bus->link = link;
    if (link)
        link->bus = bus;
    *out = bus;
    return RK_OK;
}

rk_err bus_open(const struct bus_options *options, struct bus **out, char *why, size_t why_size)
{
    struct bus_link *link = NULL;
    if (options->url) {
        const rk_err err = nats_link_open(options, &link, why, why_size);
        if (err)
            return err;
    }
    const rk_err err = bus_create(options, link, out);
    if (err)
        snprintf(why, why_size, "%s", rk_err_text(err));
    return err;
}

rk_err bus_check_url(const char *url, char *why, size_t why_size)
{
    return nats_link_check_url(url, why, why_size);
}

void bus_close(struct bus *bus)
{
    if (bus->link)
        bus->link->ops->close(bus->link);
    while (!list_is_empty(&bus->queue)) {
        struct queued *queued = LIST_OWNER(bus->queue.next, struct queued, node);
        list_remove(&queued->node);
        free(queued);
    }
    subjects_fini(&bus->subjects);
    requests_fini(&bus->requests);
    buffer_fini(&bus->envelope);
    free(bus);
}
