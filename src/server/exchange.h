/* SPDX-License-Identifier: MIT */
/* One HTTP request on its way to its answer. It belongs to itself: it ends when it
 * has answered, or when a stream it became has ended. Handlers may answer at once
 * or later; if the other end is gone meanwhile, what they send goes nowhere. */
#ifndef SERVER_EXCHANGE_H
#define SERVER_EXCHANGE_H

#include "base/list.h"
#include "server/form.h"
#include "server/identity.h"
#include "server/limits.h"
#include "server/state.h"
#include "wire/json.h"
#include "wire/words.h"

enum { PATH_WORDS_MAX = 4, PATH_WORD_SIZE = 64 };

struct exchange {
    struct list node;
    struct server *server;
    struct outlet *outlet;  /* NULL: the other end is gone */
    struct request request; /* a copy: texts live as long as the exchange */
    struct caller caller;
    char words[PATH_WORDS_MAX][PATH_WORD_SIZE]; /* what stood for {..} in the route, unescaped */
    struct form *form;                          /* query and body */
    struct buffer text;                         /* for the handler to write its answer in */
    void (*gone)(
        struct exchange *exchange); /* a stream's other end is gone: let go; then it is freed */
    void *stream;                   /* the handler's, while it is a stream */
    bool answered;
    char *copies; /* behind the request's texts */
};

RK_MUST_USE rk_err exchanges_create(struct server *server);
void exchanges_destroy(struct server *server);
void exchanges_dismiss(struct server *server); /* ends all streams: the server is about to end */

/* Exactly one of these ends a request that is no stream; the exchange is gone afterwards. */
void exchange_answer(struct exchange *exchange, unsigned status, const char *content_type,
                     const char *body, size_t size);
void exchange_json(struct exchange *exchange, unsigned status); /* the body is in exchange->text */
void exchange_ok(struct exchange *exchange);                    /* {"ok":true} */
void exchange_refuse(struct exchange *exchange, enum refusal refusal,
                     const char *why); /* why NULL: the usual words */
void exchange_refuse_field(struct exchange *exchange, const char *field,
                           const char *why); /* 400, {"error":{field:[why]}} */
void exchange_limited(struct exchange *exchange, enum limit limit, unsigned seconds);
void exchange_no_content(struct exchange *exchange); /* 204 */
/* More headers for the answer, each "Name: value\r\n"; before answering. */
void exchange_header(struct exchange *exchange, const char *name, const char *value);

/* Takes a token of the limit for the caller or the address; false: it has answered 429. */
bool exchange_within(struct exchange *exchange, enum limit limit);

/* Becomes a stream: headers go out at once. Then lines, and keep-alive newlines
 * by themselves every `keep_alive` seconds of silence, until it is finished. */
void exchange_stream(struct exchange *exchange, const char *content_type, unsigned keep_alive);
void exchange_send(struct exchange *exchange, struct frame *frame); /* borrowed */
void exchange_send_text(struct exchange *exchange, const char *bytes, size_t size);
size_t exchange_waiting(const struct exchange *exchange);
void exchange_finish(struct exchange *exchange); /* ends the stream; the exchange is gone */

#endif
