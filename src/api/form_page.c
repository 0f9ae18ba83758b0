/* SPDX-License-Identifier: MIT */
#include "api/form_page.h"

#include <stdio.h>
#include <string.h>

#include "http/html.h"
#include "http/page.h"

enum { POLICY_SIZE = 600 };

bool form_page_is_wanted(const struct exchange *exchange)
{
    return strstr(exchange->request.accept, "text/html");
}

void form_page_go_home(struct exchange *exchange)
{
    exchange_header(exchange, "Location", "/");
    exchange_respond(exchange, 303, NULL, "", 0);
}

void form_page_begin(struct exchange *exchange, const char *title)
{
    page_begin(exchange, &(struct page_head){.title = page_text(exchange, title), .is_form = true});
}

void form_page_add_heading(struct exchange *exchange, const char *heading)
{
    html_add(&exchange->body, "<h1>%</h1>\n", page_text(exchange, heading), NULL);
}

/* With no-referrer, browsers would send "Origin: null" with the form, and the router refuse it. */
static void add_headers(struct exchange *exchange, const char *form_target)
{
    char policy[POLICY_SIZE];
    snprintf(
        policy, sizeof policy,
        "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; "
        "frame-ancestors 'none'; form-action 'self'%s%s",
        form_target ? " " : "", form_target ? form_target : "");
    exchange_header(exchange, "Content-Security-Policy", policy);
    exchange_header(exchange, "X-Frame-Options", "DENY");
    exchange_header(exchange, "Referrer-Policy", "same-origin");
    exchange_header(exchange, "Cache-Control", "no-store");
}

void form_page_send(struct exchange *exchange, unsigned status, const char *form_target)
{
    add_headers(exchange, form_target);
    page_send(exchange, &(struct page_head){.status = status, .is_form = true});
}

void form_page_add_field(struct exchange *exchange, const struct form_page_field *field)
{
    html_add(&exchange->body,
             "<p class=\"field\"><label for=\"%\">%</label>\n<input class=\"input\" id=\"%\" "
             "name=\"%\" type=\"%\" "
             "value=\"%\" autocomplete=\"%\"%></p>\n",
             field->name, page_text(exchange, field->label), field->name, field->name, field->type,
             field->value ? field->value : "", field->autocomplete,
             field->optional ? "" : " required", NULL);
}

void form_page_add_hidden(struct buffer *page, const char *name, const char *value)
{
    html_add(page, "<input type=\"hidden\" name=\"%\" value=\"%\">\n", name, value, NULL);
}

void form_page_add_error(struct exchange *exchange, const char *message)
{
    if (*message)
        html_add(&exchange->body, "<p class=\"p-status\" role=\"alert\">%</p>\n",
                 page_text(exchange, message), NULL);
}

void form_page_send_message(struct exchange *exchange, unsigned status, const char *heading,
                            const char *text)
{
    form_page_begin(exchange, heading);
    form_page_add_heading(exchange, heading);
    html_add(&exchange->body, "<p>%</p>\n", page_text(exchange, text), NULL);
    form_page_send(exchange, status, NULL);
}
