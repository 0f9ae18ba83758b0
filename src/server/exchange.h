/* SPDX-License-Identifier: MIT */
/* One HTTP request on its way to its answer. It belongs to itself: it ends when it
 * has answered, or when a stream it became has ended. Handlers may answer at once
 * or later; if the other end is gone meanwhile, what they send goes nowhere. */
#ifndef SERVER_EXCHANGE_H
#define SERVER_EXCHANGE_H

#include "accounts/identity.h"
#include "accounts/presence.h"
#include "base/list.h"
#include "core/limits.h"
#include "core/state.h"
#include "server/form.h"
#include "wire/json.h"
#include "wire/refusals.h"

enum {
    PATH_PARAMS_MAX = 4,
    PATH_PARAM_SIZE = 64,
    STREAMS_MAX = 200 /* of one person at once */
};

struct exchange {
    struct list node;
    struct server *server;
    struct transport *transport; /* NULL: the other end is gone */
    struct request request;      /* a copy: texts live as long as the exchange */
    struct caller caller;
    char params[PATH_PARAMS_MAX][PATH_PARAM_SIZE]; /* what stood for {..} in the route, unescaped */
    struct form *form;                             /* query and body */
    struct buffer body;                            /* for the handler to write its answer in */
    /* A stream's other end is gone, or it is ended from here: let go of everything; then it is
     * freed. Set before exchange_stream(). */
    void (*gone)(struct exchange *exchange);
    /* What happens to the caller meanwhile, but for the end of the visit; NULL: never mind. */
    void (*hear)(struct exchange *exchange, const struct notice *notice);
    void *stream_data; /* the handler's, while it is a stream */
    void *data;        /* the handler's too, and freed with the exchange */

    /* ---- exchange.c's and router.c's own ---- */
    size_t route; /* its row */
    struct buffer headers;
    struct listener listener; /* of a stream that lasts */
    bool listens;
    char *copies;          /* behind the request's texts */
    bool is_stream;        /* the headers of one went out */
    bool entering, over;   /* it has not entered; and it is answered already */
    int64_t keep_alive_ms; /* of a stream */
    int64_t sent_at;
    struct frame *latest;      /* waits for a slow reader */
    char key[MAP_KEY_MAX + 1]; /* of a stream that a newer one replaces; "" for none */
};

RK_MUST_USE rk_err exchanges_create(struct server *server);
void exchanges_destroy(struct server *server);

/* Ends every stream, as a server about to stop does: its readers come back. */
void exchanges_close_streams(struct server *server);
size_t exchanges_count(const struct server *server); /* requests under way, and streams */

/* The router's: makes one of a request, or answers that it cannot (NULL). When it has gone its way
 * to the handler it has entered: false if it is answered already, and gone. */
struct exchange *exchange_create(struct server *server, const struct request *request,
                                 struct transport *transport);
bool exchange_dispatched(struct exchange *exchange);
void exchange_gone(struct exchange *exchange); /* the other end is */

/* Exactly one of these ends a request that is no stream; the exchange is gone afterwards. */
void exchange_respond(struct exchange *exchange, unsigned status, const char *content_type,
                      const char *body, size_t size);
void exchange_json(struct exchange *exchange, unsigned status); /* the body is in exchange->body */
void exchange_ok(struct exchange *exchange);                    /* {"ok":true} */
void exchange_refuse(struct exchange *exchange, enum refusal refusal,
                     const char *why); /* why NULL: the usual words */
/* The same with another status: where a refusal is told as the API tells it. */
void exchange_refuse_status(struct exchange *exchange, unsigned status, const char *why);
void exchange_refuse_field(struct exchange *exchange, const char *field,
                           const char *why); /* 400, {"error":{field:[why]}} */
void exchange_refuse_rate(struct exchange *exchange, enum limit limit, unsigned seconds);
void exchange_refuse_rate_key(struct exchange *exchange, unsigned status, const char *key,
                              const char *why, unsigned seconds); /* of a limit known by its key */
void exchange_no_content(struct exchange *exchange);              /* 204 */
/* One more header for the answer; before answering. */
void exchange_header(struct exchange *exchange, const char *name, const char *value);

/* Takes a token of the limit for the caller or the address; false: it has answered 429. */
bool exchange_check_rate(struct exchange *exchange, enum limit limit);

/* Whether the caller may open one more stream; false: it has answered 429. */
bool exchange_may_stream(struct exchange *exchange);

/* Becomes a stream: headers go out at once. Then lines, and keep-alive newlines
 * by themselves so that never more than `keep_alive` seconds are silent, until it is finished. Its
 * caller is online meanwhile, and it ends with the session or token it came by. A `keep_alive` of 0
 * is for an answer that is merely long: none of this. */
void exchange_stream(struct exchange *exchange, const char *content_type, unsigned keep_alive);
void exchange_send(struct exchange *exchange, struct frame *frame); /* borrowed */
void exchange_send_text(struct exchange *exchange, const char *bytes, size_t size);
/* A line that makes those before it needless: a slow reader gets the newest of them, later. */
void exchange_send_latest(struct exchange *exchange, struct frame *frame);
bool exchange_is_slow(const struct exchange *exchange); /* too much waits to send what could wait */
size_t exchange_queued(const struct exchange *exchange);
/* From now on this is the stream of that key; the one before it is ended. One that nobody reads
 * takes nobody's place. */
void exchange_replace(struct exchange *exchange, const char *key);
void exchange_close_stream(struct server *server, const char *key); /* if there is one */
/* Ends the stream: what `latest` holds goes first. The exchange is gone; `gone` is not called. */
void exchange_finish(struct exchange *exchange);
/* The same, and `gone` is called first: for others than its handler. */
void exchange_close(struct exchange *exchange);

#endif
