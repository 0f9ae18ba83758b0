/* SPDX-License-Identifier: MIT */
/* One-time links: setting a new password without the old one, and confirming an e-mail address. The
 * pages need no script; programs get JSON. */
#include <string.h>

#include "accounts/accounts.h"
#include "accounts/links.h"
#include "api/form_page.h"
#include "api/handlers.h"
#include "api/login.h"
#include "http/html.h"
#include "http/page.h"
#include "wire/text_codes.h"

static const char no_mail[] = "this server cannot send e-mail: ask its staff for a link";
static const char bad_link[] =
    "It was used before, has expired, or is incomplete. Ask for a new one.";

static bool wants_page(const struct exchange *exchange)
{
    return strstr(exchange->request.accept, "text/html");
}

// ---- asking for a link -----------------------------------------------------------------------

static void add_button(struct exchange *exchange, const char *text)
{
    html_add(&exchange->body,
             "<p class=\"wrap\"><button class=\"btn primary\">%</button></p>\n</form>\n",
             page_text(exchange, text), NULL);
}

static void send_request_page(struct exchange *exchange)
{
    struct buffer *page = &exchange->body;
    form_page_begin(exchange, "Forgotten password");
    form_page_add_heading(exchange, "Forgotten password");
    html_add(page, "<p>%</p>\n<form method=\"post\" action=\"/account/reset-request\">\n",
             page_text(exchange, "We send a link to the e-mail address of your account."), NULL);
    form_page_add_field(exchange, &(struct form_page_field){"Name or e-mail address", "name",
                                                            "text", "", "username", false});
    add_button(exchange, "Send a link");
    form_page_send(exchange, 200, NULL);
}

/* The answer is the same, and comes as soon, whether or not there is such an account. */
void reset_request_handler(struct exchange *exchange)
{
    const char *name = form_text_or_empty(exchange->form, "name");
    if (!*name)
        name = form_text_or_empty(exchange->form, "email");
    if (!exchange->server->env.send_mail) {
        exchange_refuse(exchange, REFUSED_NOT_NOW, no_mail);
        return;
    }
    if (!*name) {
        exchange_refuse_field(exchange, "name", "missing");
        return;
    }
    if (!exchange_check_rate(exchange, LIMIT_RESET_ADDRESS))
        return;
    reset_request(exchange->server, name, exchange->language);
    if (wants_page(exchange))
        form_page_send_message(exchange, 200, "Check your e-mail",
                               "If there is such an account with an e-mail address, a link is on "
                               "its way. It works for an hour.");
    else
        exchange_ok(exchange);
}

// ---- a new password --------------------------------------------------------------------------

/* Somebody who was invited has no tokens and no devices yet. */
static void add_reset_choices(struct exchange *exchange)
{
    html_add(
        &exchange->body,
        "<p><label><input type=\"checkbox\" name=\"keepTokens\" value=\"true\"> %</label></p>\n",
        page_text(exchange, "Keep my API tokens (only if nobody else has used my account)"), NULL);
}

static void send_password_page(struct exchange *exchange, unsigned status, bool is_invited,
                               const char *error)
{
    struct buffer *page = &exchange->body;
    form_page_begin(exchange, "New password");
    form_page_add_heading(exchange, "New password");
    form_page_add_error(exchange, error);
    buffer_text(page, "<form method=\"post\" action=\"/account/reset\">\n");
    form_page_add_hidden(page, "code", form_text_or_empty(exchange->form, "code"));
    form_page_add_field(exchange, &(struct form_page_field){"New password (at least 8 characters)",
                                                            "password", "password", "",
                                                            "new-password", false});
    if (is_invited)
        form_page_add_hidden(page, "invited", "true");
    else
        add_reset_choices(exchange);
    add_button(exchange, "Set password");
    if (!is_invited)
        html_add(page, "<p class=\"p-muted\">%</p>\n",
                 page_text(exchange, "All devices will be logged out."), NULL);
    form_page_send(exchange, status, NULL);
}

static void on_reset_link_found(void *context, const struct link_owner *owner)
{
    if (owner)
        send_password_page(context, 200, owner->is_invited, "");
    else
        form_page_send_message(context, 404, "This link does not work", bad_link);
}

void reset_page_handler(struct exchange *exchange)
{
    const char *code = form_text_or_empty(exchange->form, "code");
    if (!exchange_check_rate(exchange, LIMIT_LINK))
        return;
    if (*code)
        link_find(exchange->server, LINK_RESET, code, on_reset_link_found, exchange);
    else if (exchange->server->env.send_mail)
        send_request_page(exchange);
    else
        form_page_send_message(exchange, 200, "Forgotten password",
                               "This server cannot send e-mail. Ask its staff for a link.");
}

static void on_password_reset(void *context, enum refusal refusal, const char *why)
{
    struct exchange *exchange = context;
    if (!wants_page(exchange) && refusal == REFUSED_SYNTAX)
        exchange_refuse_field(exchange, "password", why);
    else if (!wants_page(exchange) && refusal)
        exchange_refuse(exchange, refusal, why);
    else if (!wants_page(exchange))
        exchange_ok(exchange);
    else if (refusal == REFUSED_NOT_FOUND)
        form_page_send_message(exchange, 404, "This link does not work", bad_link);
    else if (refusal)
        send_password_page(exchange, refusal_status(refusal),
                           form_bool(exchange->form, "invited", false), why);
    else
        form_page_send_message(exchange, 200, "Your password is set",
                               "You can log in with it now.");
}

void reset_password_handler(struct exchange *exchange)
{
    const struct password_reset reset = {
        .code = form_text_or_empty(exchange->form, "code"),
        .new_password = form_text_or_empty(exchange->form, "password"),
        .keeps_tokens = form_bool(exchange->form, "keepTokens", false)};
    if (exchange_check_rate(exchange, LIMIT_LINK))
        reset_password(exchange->server, &reset, on_password_reset, exchange);
}

// ---- e-mail addresses ------------------------------------------------------------------------

static void send_email_result(void *context, enum refusal refusal, const char *why)
{
    struct exchange *exchange = context;
    if (refusal) {
        login_refuse_change(exchange, refusal, why);
        return;
    }
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_bool(&json, "ok", true);
    json_put_text(&json, "message", why);
    const struct text_code code = text_code_find(why);
    text_code_put_json(&code, &json);
    json_end_object(&json);
    exchange_json(exchange, 200);
}

void account_email_handler(struct exchange *exchange)
{
    const struct credentials owner = login_credentials(exchange);
    if (!form_text(exchange->form, "password") || !form_text(exchange->form, "email"))
        exchange_refuse_field(exchange, form_text(exchange->form, "email") ? "password" : "email",
                              "missing");
    else if (exchange_check_rate(exchange, LIMIT_PASSWORD))
        email_change(
            exchange->server, &exchange->caller, &owner,
            &(struct email_change){form_text_or_empty(exchange->form, "email"), exchange->language},
            send_email_result, exchange);
}

/* A button, because programs that scan mail open links. */
static void on_email_link_found(void *context, const struct link_owner *owner)
{
    struct exchange *exchange = context;
    struct buffer *page = &exchange->body;
    if (!owner) {
        form_page_send_message(exchange, 404, "This link does not work", bad_link);
        return;
    }
    form_page_begin(exchange, "Confirm your address");
    form_page_add_heading(exchange, "Confirm your address");
    buffer_text(page, "<p>");
    html_add(page, page_text(exchange, "Use <b>%</b> for the account <b>%</b>?"), owner->email,
             owner->who.name, NULL);
    buffer_text(page, "</p>\n<form method=\"post\" action=\"/account/email/confirm\">\n");
    form_page_add_hidden(page, "code", form_text_or_empty(exchange->form, "code"));
    add_button(exchange, "Confirm");
    form_page_send(exchange, 200, NULL);
}

void email_page_handler(struct exchange *exchange)
{
    if (exchange_check_rate(exchange, LIMIT_LINK))
        link_find(exchange->server, LINK_EMAIL, form_text_or_empty(exchange->form, "code"),
                  on_email_link_found, exchange);
}

static void on_email_confirmed(void *context, enum refusal refusal, const char *why)
{
    struct exchange *exchange = context;
    if (!wants_page(exchange))
        send_email_result(exchange, refusal, why);
    else if (refusal)
        form_page_send_message(exchange, refusal_status(refusal), "This link does not work",
                               bad_link);
    else
        form_page_send_message(exchange, 200, "Thank you", "Your e-mail address is confirmed.");
}

void email_confirm_handler(struct exchange *exchange)
{
    if (exchange_check_rate(exchange, LIMIT_LINK))
        email_confirm(exchange->server, form_text_or_empty(exchange->form, "code"),
                      on_email_confirmed, exchange);
}
