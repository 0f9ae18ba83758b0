/* SPDX-License-Identifier: MIT */
#include "api/assets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/handlers.h"
#include "assets/assets.h"
#include "base/json.h"
#include "http/exchange.h"

enum { TAG_SIZE = 64 };

/* The bytes of each file in each coding, made when they are first asked for. */
struct web_assets {
    struct shared_buffer *(*bytes)[CODING_COUNT];
};

static const struct asset_table none;

static const struct asset_table *table_of(const struct server *server)
{
    return server->config.assets ? server->config.assets : &none;
}

rk_err web_assets_create(struct server *server)
{
    const size_t count = table_of(server)->count;
    struct web_assets *assets = calloc(1, sizeof *assets);
    if (!assets)
        return RK_NO_MEMORY;
    server->web_assets = assets;
    assets->bytes = calloc(count ? count : 1, sizeof *assets->bytes);
    return assets->bytes ? RK_OK : RK_NO_MEMORY;
}

void web_assets_destroy(struct server *server)
{
    struct web_assets *assets = server->web_assets;
    if (!assets)
        return;
    for (size_t i = 0; assets->bytes && i < table_of(server)->count; i++)
        for (int coding = 0; coding < CODING_COUNT; coding++)
            shared_buffer_unref(assets->bytes[i][coding]);
    free(assets->bytes);
    free(assets);
    server->web_assets = NULL;
}

/* Borrowed; NULL if out of memory. */
static struct shared_buffer *bytes_of(struct server *server, const struct asset *asset,
                                      enum content_coding coding)
{
    const size_t row = (size_t)(asset - table_of(server)->rows);
    struct shared_buffer **place = &server->web_assets->bytes[row][coding];
    if (!*place)
        *place = shared_buffer_create(asset->bytes[coding].at, asset->bytes[coding].size);
    return *place;
}

// ---- responding ------------------------------------------------------------------------------

/* Whether If-None-Match names this tag, so that the client has the file already. */
static bool matches_etag(const struct exchange *exchange, const char *tag)
{
    const char *tags = exchange->request.if_none_match;
    return strstr(tags, tag) || !strcmp(tags, "*");
}

static void send_file(struct exchange *exchange, const struct asset *asset)
{
    char tag[TAG_SIZE];
    const enum content_coding coding =
        content_coding_choose(exchange->request.accept_encoding, asset_codings(asset));
    struct shared_buffer *bytes = bytes_of(exchange->server, asset, coding);
    if (!bytes) {
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return;
    }
    snprintf(tag, sizeof tag, "\"%s-%s\"", asset->tag, content_coding_name(coding));
    if (!asset->is_immutable) // the names of other files contain a hash, so they never change
        exchange_header(exchange, "ETag", tag);
    exchange_header(exchange, "Vary", "Accept-Encoding");
    exchange_header(exchange, "Cache-Control",
                    asset->is_immutable ? "public, max-age=31536000, immutable" : "no-cache");
    // A worker of an isolated page must be isolated itself.
    if (!strncmp(asset->content_type, "text/javascript", 15))
        exchange_header(exchange, "Cross-Origin-Embedder-Policy", "require-corp");
    if (matches_etag(exchange, tag)) {
        exchange_respond(exchange, 304, NULL, "", 0);
        return;
    }
    if (coding != CODING_IDENTITY)
        exchange_header(exchange, "Content-Encoding", content_coding_name(coding));
    exchange_respond_shared(exchange, 200, asset->content_type, bytes);
}

static void send_path(struct exchange *exchange, const char *path)
{
    const struct asset *asset = asset_find(table_of(exchange->server), path);
    if (asset)
        send_file(exchange, asset);
    else
        exchange_refuse(exchange, REFUSED_NOT_FOUND, NULL);
}

void asset_handler(struct exchange *exchange)
{
    char path[PATH_PARAM_SIZE + sizeof "/assets/"];
    snprintf(path, sizeof path, "/assets/%s", exchange->params[0]);
    send_path(exchange, path);
}

/* Files that need a fixed name: the service worker and the icons. */
void root_file_handler(struct exchange *exchange)
{
    char path[PATH_PARAM_SIZE];
    snprintf(path, sizeof path, "/%.*s", (int)strcspn(exchange->request.path + 1, "/"),
             exchange->request.path + 1);
    send_path(exchange, path);
}

/* Old browsers request favicon.ico; those that do not support SVG show no icon. */
void favicon_handler(struct exchange *exchange)
{
    send_path(exchange, "/favicon.svg");
}

// ---- files with the server's name or settings ------------------------------------------------

/* Copies a text and puts the server's name, as part of a JSON text, wherever it says @SERVER@. */
static void add_with_name(struct buffer *out, struct asset_bytes text, const char *name)
{
    static const char place[] = "@SERVER@";
    const size_t size = sizeof place - 1;
    struct buffer quoted = {0};
    struct json json = json_in(&quoted);
    json_text(&json, name);
    for (size_t i = 0; i < text.size; i++)
        if (text.size - i >= size && !memcmp(text.at + i, place, size)) {
            if (quoted.size > 2)
                buffer_add(out, quoted.bytes + 1, quoted.size - 2); // without its quotes
            i += size - 1;
        } else {
            buffer_put(out, (char)text.at[i]);
        }
    buffer_fini(&quoted);
}

void manifest_handler(struct exchange *exchange)
{
    const struct asset *asset = asset_find(table_of(exchange->server), "/manifest.webmanifest");
    if (!asset) {
        exchange_refuse(exchange, REFUSED_NOT_FOUND, NULL);
        return;
    }
    add_with_name(&exchange->body, asset->bytes[CODING_IDENTITY],
                  exchange->server->config.server_name);
    exchange_header(exchange, "Cache-Control", "no-cache");
    exchange_respond(exchange, 200, asset->content_type, buffer_cstr(&exchange->body),
                     exchange->body.size);
}

void robots_handler(struct exchange *exchange)
{
    static const char text[] = "User-agent: *\nDisallow: /api/\nDisallow: /account\n"
                               "Disallow: /admin\nDisallow: /game/export/\nDisallow: /messages\n"
                               "Disallow: /notifications\nDisallow: /oauth\nDisallow: /setup\n";
    exchange_header(exchange, "Cache-Control", "max-age=86400");
    exchange_respond(exchange, 200, "text/plain; charset=utf-8", text, sizeof text - 1);
}
