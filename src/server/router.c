/* SPDX-License-Identifier: MIT */
#include "server/router.h"
#include "server/server.h"

#include <string.h>
#include <strings.h>

#include "accounts/accounts.h"
#include "base/text.h"
#include "server/handlers.h"

enum { SEGMENTS_MAX = 8, METHODS_TEXT_SIZE = 64, SCOPES_TEXT_SIZE = 256, ORIGIN_SIZE = 300 };

/* Who may ask. Of scopes one is enough. */
enum {
    ANYBODY = 0,
    SOMEBODY = 1 << 24, /* who has an account */
    SESSION = 1 << 25,  /* the same, by a session's cookie only: a token is no password */
    GUEST = 1 << 26,    /* a guest too */
    FREE = 1 << 27,     /* never refused for rate */
    NOBODY = 1 << 28    /* who says nothing of himself too; of a token the scopes count */
};
#define ONE(scope)  (1 << (scope))
#define PLAYERS     (ONE(SCOPE_BOT_PLAY) | ONE(SCOPE_BOARD_PLAY))
#define CHALLENGERS (ONE(SCOPE_CHALLENGE_WRITE) | ONE(SCOPE_BOT_PLAY) | ONE(SCOPE_BOARD_PLAY))

struct route {
    enum method method;
    const char *path;
    int who;
    handler *handler;
};

static const struct route routes[] = {
#define ROW(method, path, who, handler) {method, path, who, handler},
#include "server/routes.def"
};
enum { ROUTE_COUNT = sizeof routes / sizeof *routes };

// ---- paths -----------------------------------------------------------------------------------

struct segment {
    const char *at;
    size_t size;
};

/* Cuts "/a/b/" into "a" and "b"; returns how many, SEGMENTS_MAX + 1 if there are too many. */
static size_t cut_path(const char *path, struct segment *out)
{
    size_t count = 0;
    while (*path == '/' && path[1]) {
        const char *start = path + 1;
        const size_t size = strcspn(start, "/");
        if (count == SEGMENTS_MAX)
            return SEGMENTS_MAX + 1;
        out[count++] = (struct segment){start, size};
        path = start + size;
    }
    return count;
}

static bool is_word(const struct segment *segment)
{
    return *segment->at == '{';
}

/* How well a path fits a pattern: a bit for each segment that is the same, the first the highest;
 * 0 if it does not fit at all. */
static unsigned fit(const char *pattern, const struct segment *path, size_t count)
{
    struct segment parts[SEGMENTS_MAX];
    if (cut_path(pattern, parts) != count)
        return 0;
    unsigned fitness = 1;
    for (size_t i = 0; i < count; i++) {
        const bool word = is_word(&parts[i]);
        if (!path[i].size || (!word && (parts[i].size != path[i].size ||
                                        memcmp(parts[i].at, path[i].at, path[i].size) != 0)))
            return 0;
        fitness = fitness << 1 | !word;
    }
    return fitness;
}

static enum method effective_method(enum method method)
{
    return method == METHOD_HEAD ? METHOD_GET : method;
}

/* The route that fits best; NULL if none takes the method. `allowed` gets the methods of all that
 * fit, a bit each. */
static const struct route *find_route(enum method method, const struct segment *path, size_t count,
                                      unsigned *allowed)
{
    const struct route *found = NULL;
    unsigned best = 0;
    *allowed = 0;
    for (size_t i = 0; i < ROUTE_COUNT; i++) {
        const unsigned fitness = fit(routes[i].path, path, count);
        if (!fitness)
            continue;
        *allowed |= 1U << routes[i].method;
        if (routes[i].method == effective_method(method) && fitness > best) {
            best = fitness;
            found = &routes[i];
        }
    }
    return found;
}

/* Hands over what stands for {words}. */
static bool take_words(struct exchange *exchange, const struct route *route,
                       const struct segment *path)
{
    struct segment parts[SEGMENTS_MAX];
    const size_t count = cut_path(route->path, parts);
    size_t words = 0;
    for (size_t i = 0; i < count; i++)
        if (is_word(&parts[i]) &&
            (words == PATH_PARAMS_MAX || !unescape(path[i].at, path[i].size, false,
                                                   exchange->params[words++], PATH_PARAM_SIZE)))
            return false;
    return true;
}

// ---- other origins ---------------------------------------------------------------------------

bool origin_is_ours(const struct server *server, const struct request *request)
{
    const char *origin = request->origin, *scheme = server->config.secure ? "https://" : "http://";
    if (!*origin || !strcmp(origin, server->config.public_url))
        return true;
    const size_t size = strlen(scheme);
    return *request->host && !strncasecmp(origin, scheme, size) &&
           !strcasecmp(origin + size, request->host);
}

static bool changes_something(const struct request *request)
{
    return request->method != METHOD_GET && request->method != METHOD_HEAD &&
           request->method != METHOD_OPTIONS;
}

static bool is_api(const struct request *request)
{
    return !strncmp(request->path, "/api/", 5) || !strncmp(request->path, "/game/export/", 13);
}

/* A page of somebody else's must not act with our cookie, nor log anybody in. What else it sends
 * does not matter: an Authorization that is no token leaves the cookie to say who asks. */
static bool is_forged(const struct exchange *exchange)
{
    const struct request *request = &exchange->request;
    return changes_something(request) && (*request->cookie || !is_api(request)) &&
           !origin_is_ours(exchange->server, request);
}

/* Any page may use the API with a token; none with the cookie that is not its own. */
static void open_to_other_origins(struct exchange *exchange)
{
    const struct request *request = &exchange->request;
    if (*request->origin && !*request->cookie && is_api(request))
        exchange_header(exchange, "Access-Control-Allow-Origin", "*");
}

static void write_methods(unsigned allowed, char *out, size_t size)
{
    static const char *const names[] = {
        [METHOD_GET] = "GET", [METHOD_HEAD] = "HEAD",     [METHOD_POST] = "POST",
        [METHOD_PUT] = "PUT", [METHOD_DELETE] = "DELETE", [METHOD_OPTIONS] = "OPTIONS"};
    if (allowed & 1U << METHOD_GET)
        allowed |= 1U << METHOD_HEAD;
    allowed |= 1U << METHOD_OPTIONS;
    struct text text = text_in(out, size);
    for (unsigned method = 0; method <= METHOD_OPTIONS; method++)
        if (allowed & 1U << method) {
            text_add(&text, text.at == text.start ? "" : ", ");
            text_add(&text, names[method]);
        }
    text_end(&text);
}

static void answer_options(struct exchange *exchange, const char *methods)
{
    exchange_header(exchange, "Allow", methods);
    if (*exchange->request.origin && is_api(&exchange->request)) {
        exchange_header(exchange, "Access-Control-Allow-Methods", methods);
        exchange_header(exchange, "Access-Control-Allow-Headers",
                        "Authorization, Content-Type, Accept");
        exchange_header(exchange, "Access-Control-Max-Age", "86400");
    }
    exchange_no_content(exchange);
}

// ---- who asks --------------------------------------------------------------------------------

static const struct route *route_of(const struct exchange *exchange)
{
    return &routes[exchange->route];
}

/* What the token has, and what the address wants. */
static void tell_scopes(struct exchange *exchange, unsigned wanted)
{
    char scopes[SCOPES_TEXT_SIZE];
    if (!exchange->caller.by_token)
        return;
    scopes_write(exchange->caller.scopes, scopes, sizeof scopes);
    exchange_header(exchange, "X-OAuth-Scopes", scopes);
    scopes_write(wanted, scopes, sizeof scopes);
    exchange_header(exchange, "X-Accepted-OAuth-Scopes", scopes);
}

/* False: it has been refused. */
static bool is_allowed(struct exchange *exchange, int who)
{
    const struct caller *caller = &exchange->caller;
    const unsigned scopes = (unsigned)who & ALL_SCOPES;
    if ((!scopes && !(who & (SOMEBODY | SESSION))) || (who & NOBODY && !*caller->who.id))
        return true;
    if (!*caller->who.id) {
        exchange_header(exchange, "WWW-Authenticate", "Bearer");
        exchange_refuse(exchange, REFUSED_UNAUTHENTICATED,
                        *exchange->request.authorization ? "no such token" : NULL);
        return false;
    }
    if (caller->who.role == ROLE_GUEST && !(who & GUEST)) {
        exchange_refuse(exchange, REFUSED_FORBIDDEN, "this needs an account; guests have none");
        return false;
    }
    if (who & SESSION && caller->by_token) {
        exchange_refuse(exchange, REFUSED_FORBIDDEN, "this cannot be done with a token: log in");
        return false;
    }
    if (scopes && !(caller->scopes & scopes)) {
        exchange_refuse(exchange, REFUSED_FORBIDDEN, "the token lacks the scope for this");
        return false;
    }
    return true;
}

static void hand_over(void *context, const struct caller *caller)
{
    struct exchange *exchange = context;
    const struct route *route = route_of(exchange);
    exchange->caller = *caller;
    if (!exchange->transport && !changes_something(&exchange->request)) {
        exchange_no_content(exchange); // nobody is left to read it
        return;
    }
    tell_scopes(exchange, (unsigned)route->who & ALL_SCOPES);
    if (is_allowed(exchange, route->who))
        route->handler(exchange);
}

static void ask_who(struct exchange *exchange)
{
    const struct request *request = &exchange->request;
    if (!*request->authorization && !*request->cookie)
        hand_over(exchange, &(struct caller){0});
    else
        accounts_authenticate(exchange->server, request->authorization, request->cookie, hand_over,
                              exchange);
}

// ---- the way ---------------------------------------------------------------------------------

static void follow(struct exchange *exchange, const struct route *route)
{
    rk_fault fault;
    exchange->route = (size_t)(route - routes);
    if (!(route->who & FREE) && !exchange_check_rate(exchange, LIMIT_REQUEST))
        return;
    if (is_forged(exchange)) {
        exchange_refuse(exchange, REFUSED_FORBIDDEN, "this request comes from another site");
        return;
    }
    const rk_err err = form_create(&exchange->request, &exchange->form, &fault);
    if (err == RK_NO_MEMORY)
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
    else if (err)
        exchange_refuse(exchange, REFUSED_SYNTAX, fault.text);
    else
        ask_who(exchange);
}

void route(struct exchange *exchange)
{
    struct segment path[SEGMENTS_MAX];
    const enum method method = exchange->request.method;
    const size_t count = cut_path(exchange->request.path, path);
    unsigned allowed = 0;
    const struct route *found =
        count <= SEGMENTS_MAX ? find_route(method, path, count, &allowed) : NULL;
    open_to_other_origins(exchange);
    if (count > SEGMENTS_MAX || !allowed || (found && !take_words(exchange, found, path))) {
        exchange_refuse(exchange, REFUSED_NOT_FOUND, NULL);
        return;
    }
    if (exchange->server->stopping) {
        exchange_refuse(exchange, REFUSED_STOPPING, NULL);
        return;
    }
    if (found) {
        follow(exchange, found);
        return;
    }
    char methods[METHODS_TEXT_SIZE];
    write_methods(allowed, methods, sizeof methods);
    if (method == METHOD_OPTIONS) {
        answer_options(exchange, methods);
        return;
    }
    exchange_header(exchange, "Allow", methods);
    exchange_refuse(exchange, REFUSED_METHOD, NULL);
}

struct exchange *server_request(struct server *server, const struct request *request,
                                struct transport *transport, int64_t now)
{
    server_set_now(server, now);
    struct exchange *exchange = exchange_create(server, request, transport);
    if (!exchange)
        return NULL;
    route(exchange);
    return exchange_dispatched(exchange) ? exchange : NULL;
}

void server_request_gone(struct exchange *exchange, int64_t now)
{
    server_set_now(exchange->server, now);
    exchange_gone(exchange);
}
