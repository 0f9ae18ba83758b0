/* SPDX-License-Identifier: MIT */
#include "server/router.h"
#include "server/server.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "accounts/accounts.h"
#include "accounts/permissions.h"
#include "api/handlers.h"
#include "base/text.h"
#include "lobby/lobby_replica.h"
#include "moderation/address_blocks.h"
#include "server/relay.h"

enum { SEGMENTS_MAX = 16, METHODS_TEXT_SIZE = 64, SCOPES_TEXT_SIZE = 256, STAFF_TEXT_SIZE = 64 };

/* Who may use a route. Of several scopes, one is enough. */
enum {
    PUBLIC = 0,
    ACCOUNT = 1 << 24,        /* callers with an account */
    SESSION = 1 << 25,        /* the same, but only with a session cookie, not with a token */
    GUEST = 1 << 26,          /* guests as well */
    NO_RATE_LIMIT = 1 << 27,  /* LIMIT_REQUEST does not apply */
    ANONYMOUS = 1 << 28,      /* callers without a cookie or token as well */
    WHILE_STOPPING = 1 << 29, /* also when the server refuses new work */
    LOBBY = 1 << 30           /* runs on the node that owns the lobby */
};
enum { STAFF_SHIFT = 32 }; /* the bits above hold the number of a staff permission, from 1 */
#define NEEDS(scope) (1 << (scope))
/* Staff with this permission, by session or by a token with the scope web:mod. */
#define STAFF(permission) (NEEDS(SCOPE_WEB_MOD) | (int64_t)((permission) + 1) << STAFF_SHIFT)
#define PLAYERS           (NEEDS(SCOPE_BOT_PLAY) | NEEDS(SCOPE_BOARD_PLAY))
#define CHALLENGERS       (NEEDS(SCOPE_CHALLENGE_WRITE) | NEEDS(SCOPE_BOT_PLAY) | NEEDS(SCOPE_BOARD_PLAY))

struct route {
    enum method method;
    const char *path;
    int64_t permission;
    handler *handler;
};

static const struct route routes[] = {
#define ROW(method, path, permission, handler) {method, path, permission, handler},
#include "api/routes.def"
};
enum { ROUTE_COUNT = sizeof routes / sizeof *routes };

// ---- paths -----------------------------------------------------------------------------------

struct segment {
    const char *at;
    size_t size;
};

/* Splits "/a/b/" into "a" and "b". Returns the number of segments, or SEGMENTS_MAX + 1. */
static size_t split_path(const char *path, struct segment *out)
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

static bool is_param(const struct segment *segment)
{
    return *segment->at == '{';
}

/* "{fen...}", the last segment of a pattern, stands for one segment or more. */
static bool is_rest(const struct segment *segment)
{
    return is_param(segment) && segment->size > 4 &&
           !memcmp(segment->at + segment->size - 4, "...}", 4);
}

/* Scores how well a path matches a pattern: a bit for each literal segment, the first one highest;
 * 0 if it does not match. */
static unsigned match_path(const char *pattern, const struct segment *path, size_t count)
{
    struct segment parts[SEGMENTS_MAX];
    const size_t part_count = split_path(pattern, parts);
    const bool has_rest = part_count && is_rest(&parts[part_count - 1]);
    if (has_rest ? part_count > count : part_count != count)
        return 0;
    unsigned score = 1;
    for (size_t i = 0; i < count; i++) {
        const struct segment *part = &parts[i < part_count ? i : part_count - 1];
        const bool param = is_param(part);
        if (!path[i].size || (!param && (part->size != path[i].size ||
                                         memcmp(part->at, path[i].at, path[i].size) != 0)))
            return 0;
        score = score << 1 | !param;
    }
    return score;
}

static enum method effective_method(enum method method)
{
    return method == METHOD_HEAD ? METHOD_GET : method;
}

/* The best matching route; NULL if none has the method. `allowed` gets a bit for the method of each
 * matching route. */
static const struct route *find_route(enum method method, const struct segment *path, size_t count,
                                      unsigned *allowed)
{
    const struct route *found = NULL;
    unsigned best = 0;
    *allowed = 0;
    for (size_t i = 0; i < ROUTE_COUNT; i++) {
        const unsigned score = match_path(routes[i].path, path, count);
        if (!score)
            continue;
        *allowed |= 1U << routes[i].method;
        if (routes[i].method == effective_method(method) && score > best) {
            best = score;
            found = &routes[i];
        }
    }
    return found;
}

/* Copies the path segments that the pattern has in braces, except for the rest of a path. */
static bool read_params(struct exchange *exchange, const struct route *route,
                        const struct segment *path)
{
    struct segment parts[SEGMENTS_MAX];
    const size_t count = split_path(route->path, parts);
    size_t params = 0;
    for (size_t i = 0; i < count; i++)
        if (is_param(&parts[i]) && !is_rest(&parts[i]) &&
            (params == PATH_PARAMS_MAX ||
             !form_unescape(path[i].at, path[i].size, false, exchange->params[params++],
                            PATH_PARAM_SIZE)))
            return false;
    return true;
}

// ---- cross-site requests ---------------------------------------------------------------------

/* The public URL may have a path; an origin has none. */
static bool is_public_origin(const struct server *server, const char *origin)
{
    const char *url = server->config.public_url, *host = strstr(url, "://");
    const size_t size = host ? (size_t)(host - url) + 3 + strcspn(host + 3, "/") : strlen(url);
    return strlen(origin) == size && !strncasecmp(origin, url, size);
}

bool router_is_own_origin(const struct server *server, const struct request *request)
{
    const char *origin = request->origin, *scheme;
    if (!*origin || is_public_origin(server, origin))
        return true;
    if (server->config.is_url_fixed) // the Host header may name any site that points here
        return false;
    scheme = server->config.secure || request->secure ? "https://" : "http://";
    const size_t size = strlen(scheme);
    return *request->host && !strncasecmp(origin, scheme, size) &&
           !strcasecmp(origin + size, request->host);
}

static bool is_unsafe(const struct request *request)
{
    return request->method != METHOD_GET && request->method != METHOD_HEAD &&
           request->method != METHOD_OPTIONS;
}

/* What clients of the API ask for, also outside /api/ where Lichess and its explorer have it. */
static bool is_api(const struct request *request)
{
    static const char *const folders[] = {"/api/", "/game/export/", "/inbox/", "/masters/pgn/"};
    static const char *const paths[] = {"/lichess", "/masters", "/player", "/standard"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (!strncmp(request->path, folders[i], strlen(folders[i])))
            return true;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        const size_t size = strlen(paths[i]);
        const char *rest = request->path + size;
        if (!strncmp(request->path, paths[i], size) && (!*rest || !strcmp(rest, "/")))
            return true;
    }
    return false;
}

/* CSRF protection: a page of another site must not use our cookie, and must not log anybody in. An
 * Authorization header does not help it: if it holds no valid token, the cookie would count. */
static bool is_cross_site(const struct exchange *exchange)
{
    const struct request *request = &exchange->request;
    return is_unsafe(request) && (*request->cookie || !is_api(request)) &&
           !router_is_own_origin(exchange->server, request);
}

/* Any page may use the API with a token, but not with our cookie. */
static void allow_cross_origin(struct exchange *exchange)
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

static void respond_to_options(struct exchange *exchange, const char *methods)
{
    exchange_header(exchange, "Allow", methods);
    if (*exchange->request.origin && is_api(&exchange->request)) {
        exchange_header(exchange, "Access-Control-Allow-Methods", methods);
        exchange_header(exchange, "Access-Control-Allow-Headers",
                        "Authorization, Content-Type, Accept, Cache-Control, If-Modified-Since");
        exchange_header(exchange, "Access-Control-Max-Age", "86400");
    }
    exchange_no_content(exchange);
}

// ---- authentication and permissions ----------------------------------------------------------

static const struct route *get_route(const struct exchange *exchange)
{
    return &routes[exchange->route];
}

/* The scopes that the token has, and those that the route accepts. */
static void send_scope_headers(struct exchange *exchange, unsigned accepted)
{
    char scopes[SCOPES_TEXT_SIZE];
    if (!exchange->caller.by_token)
        return;
    scopes_write(exchange->caller.scopes, scopes, sizeof scopes);
    exchange_header(exchange, "X-OAuth-Scopes", scopes);
    scopes_write(accepted, scopes, sizeof scopes);
    exchange_header(exchange, "X-Accepted-OAuth-Scopes", scopes);
}

/* False: it has responded with an error. */
static bool check_staff(struct exchange *exchange, int64_t permission)
{
    char why[STAFF_TEXT_SIZE];
    if (!(permission >> STAFF_SHIFT))
        return true;
    const enum permission needed = (enum permission)((permission >> STAFF_SHIFT) - 1);
    if (role_has_permission(exchange->caller.who.role, needed))
        return true;
    snprintf(why, sizeof why, "you lack the permission %s", permission_name(needed));
    exchange_refuse(exchange, REFUSED_FORBIDDEN, why);
    return false;
}

/* An unknown token is refused: otherwise the client would not notice that it is not
 * authenticated. */
static bool is_anonymous(const struct exchange *exchange)
{
    return !*exchange->caller.who.id && !accounts_find_token(exchange->request.authorization);
}

/* False: it has responded with an error. */
static bool check_permission(struct exchange *exchange, int64_t permission)
{
    const struct caller *caller = &exchange->caller;
    const unsigned scopes = (unsigned)permission & ALL_SCOPES;
    if ((!scopes && !(permission & (ACCOUNT | SESSION))) ||
        (permission & ANONYMOUS && is_anonymous(exchange)))
        return true;
    if (caller->is_unsure) {
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return false;
    }
    if (!*caller->who.id) {
        exchange_header(exchange, "WWW-Authenticate", "Bearer");
        exchange_refuse(exchange, REFUSED_UNAUTHENTICATED,
                        *exchange->request.authorization ? "unknown token" : NULL);
        return false;
    }
    if (caller->who.role == ROLE_GUEST && !(permission & GUEST)) {
        exchange_refuse(exchange, REFUSED_FORBIDDEN, "guests cannot do this: log in");
        return false;
    }
    if (permission & SESSION && caller->by_token) {
        exchange_refuse(exchange, REFUSED_FORBIDDEN, "a token is not enough: log in");
        return false;
    }
    if (scopes && !(caller->scopes & scopes)) {
        exchange_refuse(exchange, REFUSED_FORBIDDEN, "the token lacks the required scope");
        return false;
    }
    return check_staff(exchange, permission);
}

static void call_handler(void *context, const struct caller *caller)
{
    struct exchange *exchange = context;
    const struct route *route = get_route(exchange);
    exchange->caller = *caller;
    if (!exchange->transport && !is_unsafe(&exchange->request)) {
        exchange_no_content(exchange); // the client is gone
        return;
    }
    send_scope_headers(exchange, (unsigned)route->permission & ALL_SCOPES);
    if (!check_permission(exchange, route->permission))
        return;
    if (route->permission & LOBBY && !lobby_is_local(exchange->server))
        relay_request(exchange);
    else
        route->handler(exchange);
}

void router_call_handler(struct exchange *exchange)
{
    get_route(exchange)->handler(exchange);
}

static void authenticate_caller(struct exchange *exchange)
{
    const struct request *request = &exchange->request;
    if (!*request->authorization && !*request->cookie)
        call_handler(exchange, &(struct caller){0});
    else
        accounts_authenticate(exchange->server, request->authorization, request->cookie,
                              call_handler, exchange);
}

// ---- routing ---------------------------------------------------------------------------------

static void set_route(struct exchange *exchange, const struct route *route)
{
    exchange->route = (size_t)(route - routes);
    exchange->pattern = route->path;
}

/* False: it has responded with an error. */
static bool read_form(struct exchange *exchange)
{
    rk_fault fault;
    const rk_err err = form_create(&exchange->request, &exchange->form, &fault);
    if (err == RK_NO_MEMORY)
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
    else if (err)
        exchange_refuse(exchange, REFUSED_SYNTAX, fault.text);
    return !err;
}

static void handle_route(struct exchange *exchange, const struct route *route)
{
    set_route(exchange, route);
    if (!(route->permission & NO_RATE_LIMIT) && !exchange_check_rate(exchange, LIMIT_REQUEST))
        return;
    if (is_cross_site(exchange)) {
        exchange_refuse(exchange, REFUSED_FORBIDDEN, "cross-site request refused");
        return;
    }
    if (read_form(exchange))
        authenticate_caller(exchange);
}

static void refuse_unknown_path(void *context, const struct caller *caller)
{
    struct exchange *exchange = context;
    exchange->caller = *caller;
    exchange_refuse(exchange, REFUSED_NOT_FOUND, NULL);
}

/* A page shows who is logged in, even a "not found" page. */
static void handle_unknown_path(struct exchange *exchange)
{
    const struct request *request = &exchange->request;
    if (!*request->cookie || is_unsafe(request) || !exchange_wants_html(exchange))
        refuse_unknown_path(exchange, &(struct caller){0});
    else if (exchange_check_rate(exchange, LIMIT_REQUEST))
        accounts_authenticate(exchange->server, "", request->cookie, refuse_unknown_path, exchange);
}

void router_dispatch(struct exchange *exchange)
{
    char why[BLOCK_SENTENCE_SIZE];
    struct segment path[SEGMENTS_MAX];
    const enum method method = exchange->request.method;
    const size_t count = split_path(exchange->request.path, path);
    unsigned allowed = 0;
    const struct route *found =
        count <= SEGMENTS_MAX ? find_route(method, path, count, &allowed) : NULL;
    allow_cross_origin(exchange);
    if (address_is_blocked(exchange->server, exchange->request.address, why)) {
        exchange_refuse(exchange, REFUSED_FORBIDDEN, why);
        return;
    }
    if (count > SEGMENTS_MAX || !allowed || (found && !read_params(exchange, found, path))) {
        handle_unknown_path(exchange);
        return;
    }
    if (exchange->server->stopping && !(found && found->permission & WHILE_STOPPING)) {
        exchange_refuse(exchange, REFUSED_STOPPING, NULL);
        return;
    }
    if (found) {
        handle_route(exchange, found);
        return;
    }
    char methods[METHODS_TEXT_SIZE];
    write_methods(allowed, methods, sizeof methods);
    if (method == METHOD_OPTIONS) {
        respond_to_options(exchange, methods);
        return;
    }
    exchange_header(exchange, "Allow", methods);
    exchange_refuse(exchange, REFUSED_METHOD, NULL);
}

void router_dispatch_relayed(struct exchange *exchange, const struct caller *caller)
{
    struct segment path[SEGMENTS_MAX];
    const size_t count = split_path(exchange->request.path, path);
    unsigned allowed;
    const struct route *found =
        count <= SEGMENTS_MAX ? find_route(exchange->request.method, path, count, &allowed) : NULL;
    buffer_clear(&exchange->headers); // the other node adds those that all responses have
    exchange->caller = *caller;
    if (!found || !(found->permission & LOBBY) || !read_params(exchange, found, path)) {
        exchange_refuse(exchange, REFUSED_NOT_FOUND, NULL);
        return;
    }
    set_route(exchange, found);
    if (read_form(exchange))
        found->handler(exchange);
}

struct exchange *server_request(struct server *server, const struct request *request,
                                struct transport *transport, int64_t now)
{
    server_set_now(server, now);
    struct exchange *exchange = exchange_create(server, request, transport);
    if (!exchange)
        return NULL;
    router_dispatch(exchange);
    return exchange_end_dispatch(exchange) ? exchange : NULL;
}

void server_request_gone(struct exchange *exchange, int64_t now)
{
    server_set_now(exchange->server, now);
    exchange_gone(exchange);
}

enum client_rank server_request_rank(const struct exchange *exchange)
{
    const struct identity *who = &exchange->caller.who;
    return who->id[0] && who->role != ROLE_GUEST ? CLIENT_KNOWN : CLIENT_ANONYMOUS;
}
