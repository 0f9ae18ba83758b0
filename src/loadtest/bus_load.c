/* SPDX-License-Identifier: MIT */
#include "loadtest/bus_load.h"

#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/monotonic.h"
#include "bus/bus.h"
#include "loadtest/latency.h"

enum {
    CONNECT_MS = 10000,
    SETTLE_MS = 200, /* until NATS knows the subscriptions */
    DRAIN_MS = 2000,
    REQUEST_MS = 1500,
    MESSAGES_PER_REQUEST = 10,
    STEP_MS = 1,
    SUBJECT_SIZE = 48
};

/* The payload of a message; of a request, only the time. */
struct stamp {
    int64_t sent_us;
    uint64_t number; /* in its subject, from 1 */
};

struct subject {
    struct bus_load *load;
    char name[SUBJECT_SIZE];
    uint64_t sent, received; /* the numbers of the last messages */
};

struct node {
    struct bus_load *load;
    struct bus *bus;
    struct bus_watch watch; /* its socket */
    struct bus_listener listener;
    unsigned gaps; /* how often messages may have been missed */
};

struct bus_load {
    const struct bus_load_options *options;
    int64_t run; /* part of the subjects, because several runs may share a NATS server */
    char echo[SUBJECT_SIZE]; /* the subject of requests */
    int pipe[2];             /* a byte in it: a bus wants to be polled */
    struct node nodes[2];
    struct node *sender, *receiver; /* the same one for the bus within one process */
    struct subject *subjects;
    uint64_t published, received, duplicated, reordered, gaps, lost;
    uint64_t requests, replies, timed_out, not_delivered;
    struct latencies messages, replied;
};

// ---- callbacks -------------------------------------------------------------------------------

static void wake_loop(void *context)
{
    const struct node *node = context;
    const ssize_t written = write(node->load->pipe[1], "", 1); // a full pipe already has a byte
    (void)written;
}

static void watch_socket(void *context, const struct bus_watch *watch)
{
    struct node *node = context;
    node->watch = *watch;
}

static void on_gap(struct bus_listener *listener)
{
    LIST_OWNER(listener, struct node, listener)->gaps++;
}

static void on_bus_message(void *context, const struct bus_message *message)
{
    struct subject *subject = context;
    struct bus_load *load = subject->load;
    struct stamp stamp;
    if (message->size != sizeof stamp)
        return;
    memcpy(&stamp, message->bytes, sizeof stamp);
    load->received++;
    load->duplicated += stamp.number == subject->received;
    load->reordered += stamp.number < subject->received;
    if (stamp.number <= subject->received)
        return;
    load->gaps += stamp.number > subject->received + 1;
    load->lost += stamp.number - subject->received - 1;
    subject->received = stamp.number;
    latencies_add(&load->messages, monotonic_us() - stamp.sent_us);
}

static void on_request(void *context, const struct bus_message *message)
{
    const struct bus_load *load = context;
    if (message->reply_to)
        bus_reply(load->receiver->bus, message->reply_to, message->bytes, message->size);
}

static void on_reply(void *context, enum bus_outcome outcome, const void *bytes, size_t size)
{
    struct bus_load *load = context;
    int64_t sent_us;
    load->timed_out += outcome == BUS_TIMED_OUT;
    load->not_delivered += outcome == BUS_NOT_DELIVERED;
    if (outcome != BUS_REPLIED || size != sizeof sent_us)
        return;
    memcpy(&sent_us, bytes, sizeof sent_us);
    load->replies++;
    latencies_add(&load->replied, monotonic_us() - sent_us);
}

// ---- running ---------------------------------------------------------------------------------

/* Returns the latest time for the next call. */
static int64_t poll_nodes(struct bus_load *load, int64_t now)
{
    int64_t next = INT64_MAX;
    for (struct node *node = load->nodes; node < load->nodes + 2 && node->bus; node++) {
        const int64_t polled = bus_poll(node->bus, now), flushed = bus_flush(node->bus, now);
        next = polled < next ? polled : next;
        next = flushed < next ? flushed : next;
    }
    return next;
}

static struct pollfd entry_of(const struct node *node)
{
    const bool writes = node->bus && node->watch.writes;
    return (struct pollfd){.fd = node->bus ? node->watch.socket : -1,
                           .events = (short)(writes ? POLLIN | POLLOUT : POLLIN)};
}

static void wait_for_event(const struct bus_load *load, int64_t ms)
{
    char bytes[64];
    struct pollfd entries[] = {
        entry_of(&load->nodes[0]), entry_of(&load->nodes[1]), {load->pipe[0], POLLIN, 0}};
    if (poll(entries, 3, ms > 0 ? (int)ms : 0) <= 0)
        return;
    for (int i = 0; i < 2; i++)
        if (entries[i].revents)
            load->nodes[i].watch.ready(load->nodes[i].watch.context);
    while (entries[2].revents && read(load->pipe[0], bytes, sizeof bytes) == (ssize_t)sizeof bytes)
        ;
}

/* Polls until `until`, in milliseconds, or once if that has passed. */
static void run_until(struct bus_load *load, int64_t until)
{
    for (;;) {
        const int64_t now = monotonic_ms(), left = until - now, next = poll_nodes(load, now);
        if (left <= 0)
            return;
        wait_for_event(load, next - now < left ? next - now : left);
    }
}

static void publish_one(struct bus_load *load)
{
    struct subject *subject = &load->subjects[load->published++ % load->options->subjects];
    const struct stamp stamp = {.sent_us = monotonic_us(), .number = ++subject->sent};
    bus_publish(load->sender->bus, subject->name, &stamp, sizeof stamp);
}

static void request_one(struct bus_load *load)
{
    const int64_t sent_us = monotonic_us();
    load->requests++;
    if (!bus_request(load->sender->bus,
                     &(struct bus_request){.subject = load->echo,
                                           .bytes = &sent_us,
                                           .size = sizeof sent_us,
                                           .deadline = sent_us / 1000 + REQUEST_MS,
                                           .callback = on_reply,
                                           .context = load}))
        load->not_delivered++;
}

/* Messages that are overdue are sent at once, so that the average rate is that of the options. */
static void run_load(struct bus_load *load)
{
    const int64_t start = monotonic_ms(), end = start + (int64_t)load->options->seconds * 1000;
    for (int64_t now; (now = monotonic_ms()) < end; run_until(load, now + STEP_MS)) {
        const uint64_t due = (uint64_t)(now - start) * load->options->rate / 1000;
        while (load->published < due) {
            publish_one(load);
            if (load->published % MESSAGES_PER_REQUEST == 0)
                request_one(load);
        }
    }
    run_until(load, monotonic_ms() + DRAIN_MS);
}

// ---- opening ---------------------------------------------------------------------------------

static bool open_node(struct bus_load *load, struct node *node, char *error, size_t size)
{
    const struct bus_options options = {.url = load->options->url,
                                        .node =
                                            (uint64_t)monotonic_us() * 2 + (node == load->nodes),
                                        .wake = wake_loop,
                                        .watch = watch_socket,
                                        .loop = node};
    node->load = load;
    node->watch.socket = -1;
    if (bus_open(&options, &node->bus, error, size))
        return false;
    node->listener.on_gap = on_gap;
    bus_listen(node->bus, &node->listener);
    return true;
}

static bool subscribe_all(struct bus_load *load)
{
    load->run = monotonic_us();
    load->subjects = calloc(load->options->subjects, sizeof *load->subjects);
    snprintf(load->echo, sizeof load->echo, "bench.%" PRId64 ".echo", load->run);
    if (!load->subjects || !bus_subscribe(load->receiver->bus, load->echo, NULL, on_request, load))
        return false;
    for (size_t i = 0; i < load->options->subjects; i++) {
        struct subject *subject = &load->subjects[i];
        subject->load = load;
        snprintf(subject->name, sizeof subject->name, "bench.%" PRId64 ".%zu", load->run, i);
        if (!bus_subscribe(load->receiver->bus, subject->name, NULL, on_bus_message, subject))
            return false;
    }
    return true;
}

static bool are_connected(const struct bus_load *load)
{
    return bus_stats(load->sender->bus).connected && bus_stats(load->receiver->bus).connected;
}

static bool open_all(struct bus_load *load, char *error, size_t size)
{
    if (pipe(load->pipe) || fcntl(load->pipe[0], F_SETFL, O_NONBLOCK) ||
        fcntl(load->pipe[1], F_SETFL, O_NONBLOCK)) {
        snprintf(error, size, "cannot create a pipe");
        return false;
    }
    load->sender = &load->nodes[0];
    load->receiver = &load->nodes[load->options->url ? 1 : 0];
    if (!open_node(load, load->sender, error, size) ||
        (load->receiver != load->sender && !open_node(load, load->receiver, error, size)))
        return false;
    if (!subscribe_all(load)) {
        snprintf(error, size, "out of memory");
        return false;
    }
    for (const int64_t end = monotonic_ms() + CONNECT_MS; !are_connected(load);
         run_until(load, monotonic_ms() + STEP_MS))
        if (monotonic_ms() >= end) {
            snprintf(error, size, "cannot connect to the bus");
            return false;
        }
    if (load->options->url)
        run_until(load, monotonic_ms() + SETTLE_MS);
    load->nodes[0].gaps = load->nodes[1].gaps = 0;
    return true;
}

static void close_all(struct bus_load *load)
{
    for (size_t i = 0; i < 2; i++)
        if (load->nodes[i].bus)
            bus_close(load->nodes[i].bus);
    for (size_t i = 0; i < 2; i++)
        if (load->pipe[i] >= 0)
            close(load->pipe[i]);
    latencies_fini(&load->messages);
    latencies_fini(&load->replied);
    free(load->subjects);
}

// ---- the result ------------------------------------------------------------------------------

static void print_latencies(const char *name, struct latencies *latencies)
{
    latencies_sort(latencies);
    printf("%-10s %9zu  p50 %7.3f ms  p90 %7.3f ms  p99 %7.3f ms  max %8.3f ms\n", name,
           latencies->count, latencies_percentile(latencies, 0.5),
           latencies_percentile(latencies, 0.9), latencies_percentile(latencies, 0.99),
           latencies_percentile(latencies, 1));
}

static void print_json(const struct bus_load *load)
{
    const struct bus_stats sender = bus_stats(load->sender->bus);
    const struct bus_stats receiver = bus_stats(load->receiver->bus);
    const struct {
        const char *name;
        uint64_t value;
    } rows[] = {{"published", load->published},
                {"received", load->received},
                {"duplicated", load->duplicated},
                {"reordered", load->reordered},
                {"gaps", load->gaps},
                {"lost", load->lost},
                {"requests", load->requests},
                {"replies", load->replies},
                {"timedOut", load->timed_out},
                {"notDelivered", load->not_delivered},
                {"senderAway", load->sender->gaps},
                {"receiverAway", load->receiver->gaps},
                {"reconnects", sender.reconnects + receiver.reconnects},
                {"dropped", sender.dropped + receiver.dropped},
                {"waiting", sender.waiting + receiver.waiting}};
    struct buffer out = {0};
    struct json json = json_in(&out);
    json_begin_object(&json);
    json_put_text(&json, "bench", "bus");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        json_put_integer(&json, rows[i].name, (int64_t)rows[i].value);
    json_put_decimal(&json, "p50", latencies_percentile(&load->messages, 0.5), 3);
    json_put_decimal(&json, "p99", latencies_percentile(&load->messages, 0.99), 3);
    json_put_decimal(&json, "replyP50", latencies_percentile(&load->replied, 0.5), 3);
    json_put_decimal(&json, "replyP99", latencies_percentile(&load->replied, 0.99), 3);
    json_end_object(&json);
    puts(buffer_cstr(&out));
    buffer_fini(&out);
}

static void print_result(struct bus_load *load)
{
    print_latencies("messages", &load->messages);
    print_latencies("replies", &load->replied);
    printf("lost %" PRIu64 " in %" PRIu64 " gaps, duplicated %" PRIu64 ", out of order %" PRIu64
           "; requests timed out %" PRIu64 ", not delivered %" PRIu64 "\n",
           load->lost, load->gaps, load->duplicated, load->reordered, load->timed_out,
           load->not_delivered);
    print_json(load);
}

bool bus_load_run(const struct bus_load_options *options, char *error, size_t error_size)
{
    struct bus_load load = {.options = options, .pipe = {-1, -1}};
    const bool is_open = open_all(&load, error, error_size);
    if (is_open) {
        printf("measuring for %lu s\n", options->seconds);
        fflush(stdout);
        run_load(&load);
        print_result(&load);
    }
    close_all(&load);
    return is_open;
}
