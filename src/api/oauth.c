/* SPDX-License-Identifier: MIT */
/* Logging in with a program: the consent page, and the exchange of its code for a token. */
#include "accounts/oauth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "accounts/secret.h"
#include "accounts/tokens.h"
#include "api/form_page.h"
#include "api/handlers.h"
#include "api/login.h"
#include "http/html.h"
#include "http/page.h"

static struct oauth_request read_request(const struct exchange *exchange)
{
    return (struct oauth_request){
        .response_type = form_text_or_empty(exchange->form, "response_type"),
        .client_id = form_text_or_empty(exchange->form, "client_id"),
        .redirect_uri = form_text_or_empty(exchange->form, "redirect_uri"),
        .challenge_method = form_text_or_empty(exchange->form, "code_challenge_method"),
        .challenge = form_text_or_empty(exchange->form, "code_challenge"),
        .scope = form_text_or_empty(exchange->form, "scope"),
        .username = form_text_or_empty(exchange->form, "username"),
        .state = form_text_or_empty(exchange->form, "state")};
}

// ---- redirects -------------------------------------------------------------------------------

static void redirect_to(struct exchange *exchange, struct buffer *uri)
{
    exchange_header(exchange, "Location", buffer_cstr(uri));
    exchange_header(exchange, "Cache-Control", "no-store");
    exchange_header(exchange, "Referrer-Policy", "no-referrer");
    const bool failed = uri->failed;
    buffer_fini(uri);
    if (failed)
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
    else
        exchange_respond(exchange, 303, NULL, "", 0);
}

/* Writes where the client learns of an error. */
static void write_error_uri(struct buffer *uri, const struct oauth_request *request,
                            const char *error, const char *why)
{
    buffer_text(uri, request->redirect_uri);
    redirect_uri_add(uri, "error", error);
    redirect_uri_add(uri, "error_description", why);
    redirect_uri_add(uri, "state", request->state);
}

/* Sends the person back to the client with an error. */
static void redirect_error(struct exchange *exchange, const struct oauth_request *request,
                           const char *error, const char *why)
{
    struct buffer uri = {0};
    write_error_uri(&uri, request, error, why);
    redirect_to(exchange, &uri);
}

/* Clients are not registered, so the link may come from an attacker. An automatic redirect would
 * let them use our address to lead users elsewhere (an open redirect), so the user decides whether
 * to follow it. */
static void send_return_page(struct exchange *exchange, const struct oauth_request *request,
                             const char *error, const char *why)
{
    const bool is_cancelled = !strcmp(error, "access_denied");
    const char *heading = is_cancelled ? "Cancelled" : "This link does not work";
    struct buffer *page = &exchange->body;
    char source[OAUTH_SOURCE_SIZE];
    struct buffer uri = {0};
    redirect_uri_source(request->redirect_uri, source);
    write_error_uri(&uri, request, error, why);
    form_page_begin(exchange, heading);
    form_page_add_heading(exchange, heading);
    html_add(page, "<p>%</p>\n<p>", page_text(exchange, why), NULL);
    html_add(page, page_text(exchange, "You came from a program that calls itself <b>%</b>."),
             request->client_id, NULL);
    html_add(page, " <a href=\"%\" rel=\"noreferrer\">", buffer_cstr(&uri), NULL);
    html_add(page, page_text(exchange, "Return to %"), source, NULL);
    buffer_text(page, "</a></p>\n");
    buffer_fini(&uri);
    form_page_send(exchange, is_cancelled ? 200 : 400, NULL);
}

static void redirect_code(void *context, enum refusal refusal, const char *why, const char *code)
{
    struct exchange *exchange = context;
    const struct oauth_request request = read_request(exchange);
    struct buffer uri = {0};
    if (refusal) {
        redirect_error(exchange, &request, "server_error", why);
        return;
    }
    buffer_text(&uri, request.redirect_uri);
    redirect_uri_add(&uri, "code", code);
    redirect_uri_add(&uri, "state", request.state);
    redirect_to(exchange, &uri);
}

/* To the consent page itself, after somebody has logged in there. */
static void redirect_to_consent(struct exchange *exchange, const struct oauth_request *request)
{
    struct buffer uri = {0};
    buffer_text(&uri, "/oauth");
    redirect_uri_add(&uri, "response_type", request->response_type);
    redirect_uri_add(&uri, "client_id", request->client_id);
    redirect_uri_add(&uri, "redirect_uri", request->redirect_uri);
    redirect_uri_add(&uri, "code_challenge_method", request->challenge_method);
    redirect_uri_add(&uri, "code_challenge", request->challenge);
    redirect_uri_add(&uri, "scope", request->scope);
    redirect_uri_add(&uri, "username", request->username);
    redirect_uri_add(&uri, "state", request->state);
    redirect_to(exchange, &uri);
}

// ---- the pages -------------------------------------------------------------------------------

/* Begins a form that carries the request. */
static void add_form(struct buffer *page, const struct oauth_request *request)
{
    buffer_text(page, "<form method=\"post\" action=\"/oauth\">\n");
    form_page_add_hidden(page, "response_type", request->response_type);
    form_page_add_hidden(page, "client_id", request->client_id);
    form_page_add_hidden(page, "redirect_uri", request->redirect_uri);
    form_page_add_hidden(page, "code_challenge_method", request->challenge_method);
    form_page_add_hidden(page, "code_challenge", request->challenge);
    form_page_add_hidden(page, "scope", request->scope);
    form_page_add_hidden(page, "username", request->username);
    form_page_add_hidden(page, "state", request->state);
}

static void send_page(struct exchange *exchange, const struct oauth_request *request,
                      unsigned status)
{
    char source[OAUTH_SOURCE_SIZE];
    redirect_uri_source(request->redirect_uri, source);
    form_page_send(exchange, status, source);
}

/* Ends the form: the decision it is for, or none. */
static void add_buttons(struct exchange *exchange, const char *decision, const char *text)
{
    html_add(&exchange->body,
             "<p class=\"wrap\"><button class=\"btn primary\" name=\"decision\" "
             "value=\"%\">%</button>\n"
             "<button class=\"btn line\" name=\"decision\" value=\"deny\" "
             "formnovalidate>%</button></p>\n</form>\n",
             decision, page_text(exchange, text), page_text(exchange, "Cancel"), NULL);
}

static void send_login_page(struct exchange *exchange, const struct oauth_request *request,
                            unsigned status, const char *error)
{
    struct buffer *page = &exchange->body;
    const char *name = form_text_or_empty(exchange->form, "name");
    form_page_begin(exchange, "Log in");
    form_page_add_heading(exchange, "Log in");
    buffer_text(page, "<p>");
    html_add(page, page_text(exchange, "<b>%</b> asks you to log in here."), request->client_id,
             NULL);
    buffer_text(page, "</p>\n");
    form_page_add_error(exchange, error);
    add_form(page, request);
    form_page_add_field(exchange, &(struct form_page_field){"Name", "name", "text",
                                                            *name ? name : request->username,
                                                            "username", false});
    form_page_add_field(exchange, &(struct form_page_field){"Password", "password", "password", "",
                                                            "current-password", false});
    form_page_add_field(exchange,
                        &(struct form_page_field){"Code of your second factor, if you use one",
                                                  "code", "text", "", "one-time-code", true});
    add_buttons(exchange, "login", "Log in");
    send_page(exchange, request, status);
}

static void add_note(struct exchange *exchange, const char *text)
{
    html_add(&exchange->body, "<p class=\"p-muted\">%</p>\n", page_text(exchange, text), NULL);
}

static void add_scope(struct exchange *exchange, const char *text)
{
    html_add(&exchange->body, "<li>%</li>\n", page_text(exchange, text), NULL);
}

static void add_scopes(struct exchange *exchange, const struct oauth_check *check)
{
    struct buffer *page = &exchange->body;
    static const struct {
        enum scope scope;
        const char *text;
    } texts[] = {{SCOPE_BOT_PLAY, "play as a bot"},
                 {SCOPE_BOARD_PLAY, "play games"},
                 {SCOPE_CHALLENGE_READ, "see challenges to you"},
                 {SCOPE_CHALLENGE_WRITE, "send, accept and decline challenges"},
                 {SCOPE_CHALLENGE_BULK, "start many games between other people"},
                 {SCOPE_PREFERENCE_READ, "read your preferences"},
                 {SCOPE_PREFERENCE_WRITE, "change your preferences"},
                 {SCOPE_EMAIL_READ, "read your e-mail address"},
                 {SCOPE_FOLLOW_READ, "see whom you follow"},
                 {SCOPE_FOLLOW_WRITE, "follow and block players"},
                 {SCOPE_MSG_WRITE, "send private messages"}};
    html_add(page, "<p>%</p>\n<ul>\n", page_text(exchange, "It would be allowed to:"), NULL);
    add_scope(exchange, "see your name and your games");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (check->scopes >> texts[i].scope & 1)
            add_scope(exchange, texts[i].text);
    buffer_text(page, "</ul>\n");
    if (check->has_other_scopes)
        add_note(exchange, "It also asks for things that this server does not have.");
}

/* Proof that the form came from our page for this session. */
static void write_form_token(const struct exchange *exchange, char out[FORM_TOKEN_SIZE])
{
    secret_form_token(exchange->caller.hash, "oauth", out);
}

static void send_consent_page(struct exchange *exchange, const struct oauth_request *request,
                              const struct oauth_check *check)
{
    struct buffer *page = &exchange->body;
    char token[FORM_TOKEN_SIZE], source[OAUTH_SOURCE_SIZE];
    write_form_token(exchange, token);
    redirect_uri_source(request->redirect_uri, source);
    form_page_begin(exchange, "Allow access?");
    form_page_add_heading(exchange, "Allow access?");
    buffer_text(page, "<p>");
    html_add(page,
             page_text(exchange, "<b>%</b> asks for access to your account <b>%</b>. "
                                 "Afterwards you return to <code>%</code>."),
             request->client_id, exchange->caller.who.name, source, NULL);
    buffer_text(page, "</p>\n");
    add_scopes(exchange, check);
    add_form(page, request);
    form_page_add_hidden(page, "token", token);
    add_buttons(exchange, "allow", "Allow");
    add_note(exchange, "Access ends after a year, or when you revoke it in your account.");
    send_page(exchange, request, 200);
}

// ---- GET and POST /oauth ---------------------------------------------------------------------

/* Whether a user is logged in in this browser, and is the one the client wants. */
static bool is_logged_in(const struct exchange *exchange, const struct oauth_request *request)
{
    const struct caller *caller = &exchange->caller;
    return *caller->who.id && !caller->by_token && caller->who.role != ROLE_GUEST &&
           (!*request->username || !strcasecmp(request->username, caller->who.name));
}

/* False: it has responded. */
static bool check_request(struct exchange *exchange, const struct oauth_request *request,
                          struct oauth_check *out)
{
    *out = oauth_check_request(request);
    if (out->verdict == OAUTH_UNTRUSTED)
        form_page_send_message(exchange, 400, "This link does not work", out->why);
    else if (out->verdict == OAUTH_INVALID)
        send_return_page(exchange, request, out->error, out->why);
    return out->verdict == OAUTH_VALID;
}

void oauth_page_handler(struct exchange *exchange)
{
    const struct oauth_request request = read_request(exchange);
    struct oauth_check check;
    if (!check_request(exchange, &request, &check))
        return;
    if (is_logged_in(exchange, &request))
        send_consent_page(exchange, &request, &check);
    else
        send_login_page(exchange, &request, 200, "");
}

static void on_logged_in(void *context, enum refusal refusal, const char *why, const char *secret)
{
    (void)secret;
    struct exchange *exchange = context;
    const struct oauth_request request = read_request(exchange);
    if (refusal)
        send_login_page(exchange, &request, refusal_status(refusal), why);
    else
        redirect_to_consent(exchange, &request);
}

/* Whether the form was sent from our consent page. */
static bool has_form_token(const struct exchange *exchange)
{
    char token[FORM_TOKEN_SIZE];
    write_form_token(exchange, token);
    return secret_equals(token, form_text_or_empty(exchange->form, "token"));
}

static void allow_access(struct exchange *exchange, const struct oauth_request *request,
                         const struct oauth_check *check)
{
    if (!is_logged_in(exchange, request))
        send_login_page(exchange, request, 401, "Your session has ended: log in again.");
    else if (!has_form_token(exchange))
        send_consent_page(exchange, request, check);
    else
        oauth_issue_code(exchange->server,
                         &(struct oauth_grant){.account = exchange->caller.who.id,
                                               .scopes = check->scopes,
                                               .request = request},
                         redirect_code, exchange);
}

static void deny_access(struct exchange *exchange, const struct oauth_request *request)
{
    static const char why[] = "access was not granted";
    if (is_logged_in(exchange, request) && has_form_token(exchange))
        redirect_error(exchange, request, "access_denied", why);
    else
        send_return_page(exchange, request, "access_denied", why);
}

void oauth_decide_handler(struct exchange *exchange)
{
    const struct oauth_request request = read_request(exchange);
    const char *decision = form_text_or_empty(exchange->form, "decision");
    struct oauth_check check;
    if (!check_request(exchange, &request, &check))
        return;
    if (!strcmp(decision, "login"))
        login_with_form(exchange, on_logged_in);
    else if (!strcmp(decision, "allow"))
        allow_access(exchange, &request, &check);
    else
        deny_access(exchange, &request);
}

// ---- POST /api/token -------------------------------------------------------------------------

static void send_token(void *context, const struct oauth_token *token)
{
    struct exchange *exchange = context;
    struct json json = json_in(&exchange->body);
    const bool is_busy = token->error && !strcmp(token->error, "server_error");
    json_begin_object(&json);
    if (token->error) {
        json_put_text(&json, "error", token->error);
        json_put_text(&json, "error_description", token->why);
    } else {
        json_put_text(&json, "token_type", "Bearer");
        json_put_text(&json, "access_token", token->token);
        json_put_integer(&json, "expires_in", token->expires_in);
    }
    json_end_object(&json);
    exchange_header(exchange, "Cache-Control", "no-store");
    exchange_json(exchange, is_busy ? 503 : token->error ? 400 : 200);
}

void oauth_token_handler(struct exchange *exchange)
{
    const struct oauth_exchange request = {
        .grant_type = form_text_or_empty(exchange->form, "grant_type"),
        .code = form_text_or_empty(exchange->form, "code"),
        .redirect_uri = form_text_or_empty(exchange->form, "redirect_uri"),
        .client_id = form_text_or_empty(exchange->form, "client_id"),
        .code_verifier = form_text_or_empty(exchange->form, "code_verifier")};
    if (exchange_check_rate(exchange, LIMIT_OAUTH))
        oauth_exchange_code(exchange->server, &request, send_token, exchange);
}
