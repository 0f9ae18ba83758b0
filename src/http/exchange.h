/* SPDX-License-Identifier: MIT */
/* An HTTP exchange: one request and its response. A handler may respond at once or
 * later. The exchange ends when it has responded or, if it became a stream, when the
 * stream ends. If the client disconnects first, everything the handler sends is dropped. */
#ifndef HTTP_EXCHANGE_H
#define HTTP_EXCHANGE_H

#include "accounts/identity.h"
#include "accounts/presence.h"
#include "base/json.h"
#include "base/list.h"
#include "core/client_counts.h"
#include "core/limits.h"
#include "core/state.h"
#include "http/form.h"
#include "wire/page_language.h"
#include "wire/refusals.h"

enum {
    PATH_PARAMS_MAX = 4,
    PATH_PARAM_SIZE = 64,
    STREAMS_MAX = 200, /* open streams of one account or address */
    EXPORTS_MAX = 2    /* long responses of one account or address at a time */
};

struct exchange {
    struct list node;
    struct server *server;
    struct transport *transport; /* NULL: the client is gone */
    struct request request;      /* a copy that lives as long as the exchange */
    struct caller caller;
    char params[PATH_PARAMS_MAX][PATH_PARAM_SIZE]; /* the {..} parts of the path, unescaped */
    struct form *form;                             /* query and body */
    struct buffer body;                            /* where the handler writes the response */
    enum page_language language;                   /* that the browser prefers */
    /* Called when a stream's client is gone or the server ends the stream: releases what the
     * handler holds. The exchange is freed afterwards. Set it before exchange_stream(). */
    void (*gone)(struct exchange *exchange);
    /* Called with the caller's notices while it is a stream; NULL: not interested. Notices that
     * end the caller's session also end the stream and are not passed on. */
    void (*notify)(struct exchange *exchange, const struct notice *notice);
    void *stream_data; /* the handler's, while it is a stream */
    void *data;        /* the handler's, freed with the exchange */

    /* ---- private to exchange.c and router.c ---- */
    size_t route;        /* its row of routes.def */
    const char *pattern; /* the path of that row, for the log; NULL: no route */
    struct log_request id;
    int64_t started_at;
    struct buffer headers;
    struct notice_listener listener; /* of a long-lived stream */
    bool is_listening;
    char *copies;                   /* the memory of the request's strings */
    struct client_slot stream_slot; /* if it counts as a stream */
    bool is_stream;                 /* the response headers of a stream have been sent */
    bool dispatching;               /* the router is still at work */
    bool over;                      /* it has responded */
    int64_t keep_alive_ms;          /* of a stream */
    int64_t sent_at;
    struct shared_buffer *latest; /* held back while the client reads slowly */
    char key[MAP_KEY_MAX + 1];    /* see exchange_replace(); "" for none */
};

RK_MUST_USE rk_err exchanges_create(struct server *server);
void exchanges_destroy(struct server *server);

/* Ends every stream because the server stops; the clients reconnect. */
void exchanges_close_streams(struct server *server);
size_t exchanges_count(const struct server *server); /* open requests and streams */

/* For the router. exchange_create() returns NULL if out of memory, after responding 503. Call
 * exchange_end_dispatch() after the handler; it returns false if the exchange is over and was
 * freed. */
struct exchange *exchange_create(struct server *server, const struct request *request,
                                 struct transport *transport);
bool exchange_end_dispatch(struct exchange *exchange);
void exchange_gone(struct exchange *exchange); /* the client is gone */

/* Exactly one of these ends a request that is not a stream. The exchange is freed. */
void exchange_respond(struct exchange *exchange, unsigned status, const char *content_type,
                      const char *body, size_t size);
/* The same with a body that is not copied; borrowed. */
void exchange_respond_shared(struct exchange *exchange, unsigned status, const char *content_type,
                             struct shared_buffer *body);
void exchange_json(struct exchange *exchange, unsigned status); /* sends exchange->body */
void exchange_ok(struct exchange *exchange);                    /* {"ok":true} */
/* Without `why`, sends the default text of the refusal. */
void exchange_refuse(struct exchange *exchange, enum refusal refusal, const char *why);
/* The same with the word of the refusal as "reason", which programs match on. `why` is not in
 * exchange->body. */
void exchange_refuse_with_reason(struct exchange *exchange, enum refusal refusal, const char *why);
/* Refuses with another status, where the Lichess API has a different one. */
void exchange_refuse_status(struct exchange *exchange, unsigned status, const char *why);
void exchange_refuse_field(struct exchange *exchange, const char *field,
                           const char *why); /* 400, {"error":{field:[why]}} */
void exchange_refuse_rate(struct exchange *exchange, enum limit limit, unsigned seconds);
/* The same for a limit known by its key. */
void exchange_refuse_rate_key(struct exchange *exchange, unsigned status, const char *key,
                              const char *why, unsigned seconds);
void exchange_no_content(struct exchange *exchange); /* 204 */

/* "error":.., "ratelimit":{"key":..,"seconds":..} */
void exchange_write_rate_limit(struct json *json, const char *key, const char *why,
                               unsigned seconds);

/* Whether to respond with a page for a browser; programs get JSON. */
bool exchange_wants_html(const struct exchange *exchange);

/* Adds a header to the response; call it before responding. */
void exchange_header(struct exchange *exchange, const char *name, const char *value);

/* False: the field is missing, and it has responded 400. */
bool exchange_require_field(struct exchange *exchange, const char *field);

/* Takes a token from the caller's or the address's bucket. False: it has responded 429. */
bool exchange_check_rate(struct exchange *exchange, enum limit limit);

/* Whether the caller may open another stream: the streams of an account are counted, without one
 * those of the address. False: it has responded 429. */
bool exchange_may_stream(struct exchange *exchange);
/* The same for a long response, such as an export of games: two at a time. */
bool exchange_may_export(struct exchange *exchange);

/* Turns the exchange into a stream and sends the headers. From then on it sends a newline whenever
 * nothing else was sent for `keep_alive` seconds; the caller counts as online; and the stream ends
 * with the caller's session or token. None of this applies if `keep_alive` is 0,
 * which is for a response that is merely long. */
void exchange_stream(struct exchange *exchange, const char *content_type, unsigned keep_alive);
void exchange_send(struct exchange *exchange, struct shared_buffer *frame); /* borrowed */
void exchange_send_text(struct exchange *exchange, const char *bytes, size_t size);
/* Sends a line that supersedes earlier ones: a slow client gets only the newest, later. */
void exchange_send_latest(struct exchange *exchange, struct shared_buffer *frame);
bool exchange_is_slow(const struct exchange *exchange);  /* hold back non-essential lines */
size_t exchange_queued(const struct exchange *exchange); /* bytes */
/* Makes this the stream with that key and closes the one that had it. Does nothing for a HEAD
 * request, whose stream is never read. */
void exchange_replace(struct exchange *exchange, const char *key);
void exchange_close_stream(struct server *server, const char *key); /* if there is one */
/* Ends the stream, after sending what was held back. Does not call `gone`. */
void exchange_finish(struct exchange *exchange);
/* The same if the rest of a long response cannot be sent: the client does not get the end of the
 * body, so that it does not take what it has for all. */
void exchange_interrupt(struct exchange *exchange);
/* For callers other than the handler: calls `gone` first, and interrupts a long response. */
void exchange_close(struct exchange *exchange);

#endif
