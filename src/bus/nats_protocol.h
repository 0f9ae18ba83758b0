/* SPDX-License-Identifier: MIT */
/* The protocol of NATS: lines of text, and after some of them as many bytes as the line says. Our
 * subjects have a prefix there, because other programs may use the same NATS. */
#ifndef BUS_NATS_PROTOCOL_H
#define BUS_NATS_PROTOCOL_H

#include "base/buffer.h"
#include "bus/bus.h"

/* The longest line and payload that a server may send. By default, servers allow 4 KiB and 1 MiB;
 * only INFO is longer, as it lists the servers of a cluster. */
enum { NATS_LINE_MAX = 64 * 1024, NATS_PAYLOAD_MAX = 8 << 20 };

enum nats_kind { NATS_INFO, NATS_MESSAGE, NATS_PING, NATS_PONG, NATS_ERROR, NATS_OK };

/* What a server has sent. */
struct nats_input {
    enum nats_kind kind;
    const char *text; /* NATS_INFO: JSON; NATS_ERROR: the error; borrowed, without a NUL */
    size_t text_size;

    char subject[BUS_SUBJECT_MAX + 1];  /* NATS_MESSAGE; "": not one of ours */
    char reply_to[BUS_SUBJECT_MAX + 1]; /* "": none */
    uint64_t subscription;
    const char *bytes; /* borrowed */
    size_t size;
    bool is_undelivered; /* nobody has received the request with this reply subject */
};

/* Parses the first thing that has come. *used gets the number of its bytes; 0: not all of them are
 * there yet. */
RK_MUST_USE rk_err nats_parse(const char *bytes, size_t size, struct nats_input *out, size_t *used);

void nats_write_publish(struct buffer *out, const char *subject, const char *reply_to,
                        const void *bytes, size_t size);
void nats_write_subscribe(struct buffer *out, const char *subject, const char *group,
                          uint64_t subscription);
void nats_write_unsubscribe(struct buffer *out, uint64_t subscription);
void nats_write_ping(struct buffer *out);
void nats_write_pong(struct buffer *out);

#endif
