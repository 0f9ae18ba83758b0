/* SPDX-License-Identifier: MIT */
#include "http/page.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "assets/assets.h"
#include "http/gzip.h"
#include "http/html.h"

static const char mark[] =
    "<svg class=\"mark\" viewBox=\"0 0 32 32\" aria-hidden=\"true\"><path class=\"tower\" "
    "d=\"M5 4.5h4.6v3.6h4.1V4.5h4.6v2.9c.9-1.9 2.4-3.2 4.5-3.2 2.2 0 3.7 1.2 4.2 3.1l3.6 1.9-3.7 "
    "1.2c-.1 3-1.3 5.2-3.6 6.6l1 7.4h1.5v3.4H5v-3.4h1.7l1-8.6C5.9 14.5 5 12.7 5 10.3z\"/>"
    "<circle class=\"eye\" cx=\"23\" cy=\"8\" r=\"1.15\"/></svg>";
static const char html_type[] = "text/html; charset=utf-8";
static const char style_link[] =
    "<link rel=\"stylesheet\" href=\"/style.css?" ROOKERY_VERSION "\">\n";

/* NULL: this program was built without the web client. */
static const struct asset_table *web_client(const struct exchange *exchange)
{
    const struct asset_table *assets = exchange->server->config.assets;
    return assets && assets->head ? assets : NULL;
}

const char *page_text(const struct exchange *exchange, const char *english)
{
    return page_language_text(exchange->language, english);
}

// ---- the head --------------------------------------------------------------------------------

static void add_meta(struct buffer *page, const char *name, const char *content)
{
    html_add(page, "<meta name=\"%\" content=\"%\">\n", name, content, NULL);
}

static void add_title(struct exchange *exchange, const struct page_head *head)
{
    struct buffer *page = &exchange->body;
    buffer_text(page, "<title>");
    if (head->title)
        html_add(page, "% \u2013 ", head->title, NULL);
    html_add(page, "%</title>\n", exchange->server->config.server_name, NULL);
}

/* What the scripts need before their first request: the viewer and the page. */
static void add_session(struct exchange *exchange, const struct page_head *head)
{
    char status[16];
    struct buffer *page = &exchange->body;
    add_meta(page, "rookery-server", exchange->server->config.server_name);
    add_meta(page, "rookery-version", ROOKERY_VERSION);
    if (*exchange->caller.who.id) {
        add_meta(page, "rookery-user", exchange->caller.who.name);
        add_meta(page, "rookery-role", role_name(exchange->caller.who.role));
    }
    if (head->status >= 400) {
        snprintf(status, sizeof status, "%u", head->status);
        add_meta(page, "rookery-status", status);
    }
}

static void add_property(struct buffer *page, const char *property, const char *content)
{
    html_add(page, "<meta property=\"%\" content=\"%\">\n", property, content, NULL);
}

/* Metadata for previews of links to the page. */
static void add_preview(struct exchange *exchange, const struct page_head *head)
{
    struct buffer *page = &exchange->body;
    const struct server_config *config = &exchange->server->config;
    add_property(page, "og:type", "website");
    add_property(page, "og:site_name", config->server_name);
    add_property(page, "og:title", head->title ? head->title : config->server_name);
    if (head->description)
        add_property(page, "og:description", head->description);
    html_add(page, "<meta property=\"og:url\" content=\"%%\">\n", config->public_url, head->path,
             NULL);
    add_meta(page, "twitter:card", "summary");
}

static void add_refresh(struct buffer *page, unsigned seconds)
{
    if (!seconds)
        return;
    buffer_text(page, "<meta http-equiv=\"refresh\" content=\"");
    html_number(page, seconds);
    buffer_text(page, "\">\n");
}

static void add_resources(struct exchange *exchange, const struct page_head *head)
{
    struct buffer *page = &exchange->body;
    const struct asset_table *client = web_client(exchange);
    if (!client) {
        buffer_text(page, style_link);
        add_refresh(page, head->refresh);
        return;
    }
    buffer_text(page, "<link rel=\"icon\" href=\"/favicon.svg\" type=\"image/svg+xml\">\n");
    if (head->is_form) {
        buffer_text(page, client->styles);
        buffer_text(page, style_link);
        return;
    }
    buffer_text(page, "<link rel=\"manifest\" href=\"/manifest.webmanifest\">\n");
    buffer_text(page, client->head);
    buffer_text(page, "<noscript>\n");
    buffer_text(page, style_link);
    add_refresh(page, head->refresh);
    buffer_text(page, "</noscript>\n");
}

// ---- the body --------------------------------------------------------------------------------

static void add_link(struct exchange *exchange, const char *path, const char *text)
{
    html_add(&exchange->body, "<a href=\"%\">%</a>", path, page_text(exchange, text), NULL);
}

/* Logging in and out without scripts; the scripts have their own. */
static void add_account(struct exchange *exchange)
{
    struct buffer *page = &exchange->body;
    const struct identity *who = &exchange->caller.who;
    buffer_text(page, web_client(exchange) ? "<noscript class=\"p-account\">"
                                           : "<div class=\"p-account\">");
    if (*who->id && who->role != ROLE_GUEST) {
        html_add(page,
                 "<a href=\"/@/%\">%</a><form method=\"post\" action=\"/account/logout\">"
                 "<button class=\"btn line small\">%</button></form>",
                 who->name, who->name, page_text(exchange, "Log out"), NULL);
    } else {
        add_link(exchange, "/account/login", "Log in");
        if (exchange->server->config.registration)
            add_link(exchange, "/account/register", "Register");
    }
    buffer_text(page, web_client(exchange) ? "</noscript>" : "</div>");
}

static void add_header(struct exchange *exchange, const struct page_head *head)
{
    struct buffer *page = &exchange->body;
    html_add(page,
             "<header class=\"bar\"><a class=\"skip\" href=\"#main\">%</a>"
             "<a class=\"brand\" href=\"/\">",
             page_text(exchange, "Skip to content"), NULL);
    buffer_text(page, mark);
    html_add(page, "<span class=\"clip\">%</span></a>", exchange->server->config.server_name, NULL);
    html_add(page, "<nav aria-label=\"%\">", page_text(exchange, "Main"), NULL);
    add_link(exchange, "/", "Play");
    add_link(exchange, "/watch", "Watch");
    add_link(exchange, "/analysis", "Analyse");
    add_link(exchange, "/players", "Players");
    buffer_text(page, "</nav>");
    if (!head->is_form)
        add_account(exchange);
    buffer_text(page, "</header>\n");
}

void page_begin(struct exchange *exchange, const struct page_head *head)
{
    struct buffer *page = &exchange->body;
    buffer_clear(page);
    html_add(page, "<!DOCTYPE html>\n<html lang=\"%\" data-theme=\"auto\">\n<head>\n",
             page_language_code(exchange->language), NULL);
    buffer_text(page, "<meta charset=\"utf-8\">\n"
                      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1, "
                      "viewport-fit=cover\">\n"
                      "<meta name=\"color-scheme\" content=\"light dark\">\n"
                      "<meta name=\"theme-color\" content=\"#eceeea\">\n");
    add_title(exchange, head);
    if (head->description)
        add_meta(page, "description", head->description);
    add_session(exchange, head);
    if (head->path)
        add_preview(exchange, head);
    add_resources(exchange, head);
    buffer_text(page,
                web_client(exchange) ? "</head>\n<body>\n" : "</head>\n<body class=\"bare\">\n");
    add_header(exchange, head);
    buffer_text(page, "<main id=\"main\" tabindex=\"-1\">\n<div class=\"plain\">\n");
}

/* A form holds secrets, whose bytes could be guessed from the size of a compressed page. */
static void send_html(struct exchange *exchange, const struct page_head *head)
{
    const struct buffer *page = &exchange->body;
    const unsigned status = head->status ? head->status : 200;
    if (!head->is_form)
        exchange_header(exchange, "Vary", "Accept-Encoding, Accept-Language, Cookie");
    if (head->is_form || head->has_secret)
        exchange_respond(exchange, status, html_type, page->bytes, page->size);
    else
        gzip_respond(exchange, status, html_type, page->bytes, page->size);
}

void page_send(struct exchange *exchange, const struct page_head *head)
{
    struct buffer *page = &exchange->body;
    html_add(page,
             "</div>\n</main>\n<footer class=\"foot\"><span>% Rookery " ROOKERY_VERSION "</span>",
             page_text(exchange, "Runs on"), NULL);
    add_link(exchange, "/help", "Help");
    add_link(exchange, "/help/api", "API");
    buffer_text(page, "</footer>\n</body>\n</html>\n");
    if (!head->is_form) {
        exchange_header(exchange, "Cache-Control", "private, no-cache");
        // Both together isolate the page, so that it may share memory with the engine's worker.
        exchange_header(exchange, "Cross-Origin-Opener-Policy", "same-origin");
        exchange_header(exchange, "Cross-Origin-Embedder-Policy", "require-corp");
        // With no-referrer, browsers send "Origin: null" with forms, which the router refuses.
        exchange_header(exchange, "Referrer-Policy", "same-origin");
    }
    if (page->failed)
        exchange_respond(exchange, 503, "text/plain; charset=utf-8", "out of memory\n", 14);
    else
        send_html(exchange, head);
}

/* Error messages start with a small letter and have no full stop; on a page they are sentences, as
 * their translations are. */
static void add_sentence(const struct exchange *exchange, struct buffer *out, const char *message)
{
    const char *translation = page_text(exchange, message);
    if (strcmp(translation, message) != 0) {
        html_text(out, translation);
        return;
    }
    const char first[] = {(char)toupper((unsigned char)*message), '\0'};
    html_text(out, first);
    html_text(out, *message ? message + 1 : "");
    buffer_put(out, '.');
}

void page_refuse(struct exchange *exchange, unsigned status, const char *message)
{
    const char *title = status == 404 ? "Not found" : "Error";
    /* On a page this would only repeat the heading. */
    if (strcmp(message, "not found") == 0)
        message = "there is no such page";
    const struct page_head head = {.status = status, .title = page_text(exchange, title)};
    page_begin(exchange, &head);
    html_add(&exchange->body, "<h1>%</h1>\n<p class=\"p-status\">", head.title, NULL);
    add_sentence(exchange, &exchange->body, message);
    html_add(&exchange->body, "</p>\n<p><a href=\"/\">%</a></p>\n", page_text(exchange, "Home"),
             NULL);
    page_send(exchange, &head);
}
