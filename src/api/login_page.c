/* SPDX-License-Identifier: MIT */
#include "api/login_page.h"

#include <string.h>

#include "accounts/identity.h"
#include "api/form_page.h"
#include "api/handlers.h"
#include "http/html.h"
#include "http/page.h"

static const char login_path[] = "/account/login", register_path[] = "/account/register";

static void add_name(struct exchange *exchange)
{
    form_page_add_field(exchange,
                        &(struct form_page_field){"Name", "name", "text",
                                                  form_text_or_empty(exchange->form, "name"),
                                                  "username", false});
}

static void add_login_fields(struct exchange *exchange)
{
    add_name(exchange);
    form_page_add_field(exchange, &(struct form_page_field){"Password", "password", "password", "",
                                                            "current-password", false});
    form_page_add_field(exchange,
                        &(struct form_page_field){"Code of your second factor, if you use one",
                                                  "code", "text", "", "one-time-code", true});
}

static void add_register_fields(struct exchange *exchange)
{
    add_name(exchange);
    form_page_add_field(exchange,
                        &(struct form_page_field){"Password (at least 8 characters)", "password",
                                                  "password", "", "new-password", false});
    if (exchange->server->env.send_mail)
        form_page_add_field(exchange,
                            &(struct form_page_field){"E-mail address (optional)", "email", "email",
                                                      form_text_or_empty(exchange->form, "email"),
                                                      "email", true});
}

static void add_link(struct exchange *exchange, const char *path, const char *text)
{
    html_add(&exchange->body, "<p><a href=\"%\">%</a></p>\n", path, page_text(exchange, text),
             NULL);
}

static void add_form(struct exchange *exchange, const char *path, const char *title,
                     void add_fields(struct exchange *exchange))
{
    struct buffer *page = &exchange->body;
    html_add(page, "<form method=\"post\" action=\"%\">\n", path, NULL);
    add_fields(exchange);
    html_add(page, "<p class=\"wrap\"><button class=\"btn primary\">%</button></p>\n</form>\n",
             page_text(exchange, title), NULL);
}

void login_page_send(struct exchange *exchange, unsigned status, const char *error)
{
    const bool registers = !strcmp(exchange->request.path, register_path);
    const char *title = registers ? "Register" : "Log in";
    form_page_begin(exchange, title);
    form_page_add_heading(exchange, title);
    form_page_add_error(exchange, error);
    if (registers) {
        add_form(exchange, register_path, title, add_register_fields);
        add_link(exchange, login_path, "Log in");
    } else {
        add_form(exchange, login_path, title, add_login_fields);
        if (exchange->server->config.registration)
            add_link(exchange, register_path, "Register");
        add_link(exchange, "/account/reset", "Forgotten password");
    }
    form_page_send(exchange, status, NULL);
}

void login_page_handler(struct exchange *exchange)
{
    const struct identity *who = &exchange->caller.who;
    if (*who->id && who->role != ROLE_GUEST)
        form_page_go_home(exchange);
    else
        login_page_send(exchange, 200, "");
}

/* /login and /register can be mailed and typed: they open the home page with its dialog. */
void login_link_handler(struct exchange *exchange)
{
    const bool registers = !strcmp(exchange->request.path, "/register");
    exchange_header(exchange, "Location", registers ? "/?register" : "/?login");
    exchange_respond(exchange, 303, NULL, "", 0);
}
