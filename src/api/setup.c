/* SPDX-License-Identifier: MIT */
/* The first run: the page behind the set-up link creates the admin. */
#include "accounts/setup.h"

#include "api/form_page.h"
#include "api/handlers.h"
#include "api/login.h"
#include "http/html.h"

static const char *text_or_empty(const struct exchange *exchange, const char *key)
{
    const char *text = form_text(exchange->form, key);
    return text ? text : "";
}

/* False: it has responded. */
static bool check_code(struct exchange *exchange)
{
    if (!exchange_check_rate(exchange, LIMIT_LINK))
        return false;
    if (setup_check_code(exchange->server, text_or_empty(exchange, "code")))
        return true;
    form_page_send_message(exchange, 404, "This link does not work",
                           *setup_code(exchange->server)
                               ? "Use the link that the server printed when it started."
                               : "This server is set up already.");
    return false;
}

static void send_setup_page(struct exchange *exchange, unsigned status, const char *error)
{
    struct buffer *page = &exchange->body;
    form_page_begin(exchange, "Set up \u2013 Rookery");
    buffer_text(page, "<h1>Set up your chess server</h1>\n"
                      "<p>This account is the first admin. It can play, too.</p>\n");
    form_page_add_error(page, error);
    buffer_text(page, "<form method=\"post\" action=\"/setup\">\n");
    form_page_add_hidden(page, "code", text_or_empty(exchange, "code"));
    form_page_add_field(page, &(struct form_page_field){"Your name", "name", "text",
                                                        text_or_empty(exchange, "name"), "username",
                                                        false});
    form_page_add_field(page,
                        &(struct form_page_field){"Password (at least 8 characters)", "password",
                                                  "password", "", "new-password", false});
    buffer_text(page, "<p><button>Open the doors</button></p>\n</form>\n");
    form_page_send(exchange, status, NULL);
}

void setup_page_handler(struct exchange *exchange)
{
    if (check_code(exchange))
        send_setup_page(exchange, 200, "");
}

static void on_admin_created(void *context, enum refusal refusal, const char *why,
                             const char *secret)
{
    struct exchange *exchange = context;
    if (refusal) {
        send_setup_page(exchange, refusal_status(refusal), why);
        return;
    }
    login_set_cookie(exchange, secret);
    exchange_header(exchange, "Location", "/");
    exchange_respond(exchange, 303, NULL, "", 0);
}

void setup_finish_handler(struct exchange *exchange)
{
    const struct login_form form = {.name = text_or_empty(exchange, "name"),
                                    .password = text_or_empty(exchange, "password"),
                                    .email = "",
                                    .agent = exchange->request.user_agent,
                                    .address = exchange->request.address};
    if (check_code(exchange))
        setup_finish(exchange->server, &form, on_admin_created, exchange);
}
