/* SPDX-License-Identifier: MIT */
#include "store/store_url.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/prefix.h"

bool store_url_is_postgres(const char *url)
{
    return starts_with(url, "postgresql://") || starts_with(url, "postgres://");
}

struct cut_text {
    char *out;
    size_t size, used;
};

static void add_text(struct cut_text *text, const char *from, size_t size)
{
    const size_t left = text->size - 1 - text->used;
    if (size > left)
        size = left;
    memcpy(text->out + text->used, from, size);
    text->used += size;
    text->out[text->used] = '\0';
}

/* USER:PASSWORD@ in front of the hosts. A password may hold any character that its writer forgot to
 * encode, so everything up to the last @ is hidden. */
static const char *add_user(struct cut_text *text, const char *at)
{
    const char *colon = strchr(at, ':'), *host = strrchr(at, '@');
    if (!host || !colon || colon > host)
        return at;
    add_text(text, at, (size_t)(colon - at));
    add_text(text, ":***", 4);
    return host;
}

/* A name that is encoded may be any. */
static bool is_secret(const char *parameter)
{
    return !strncasecmp(parameter, "password=", 9) || !strncasecmp(parameter, "sslpassword=", 12) ||
           memchr(parameter, '%', strcspn(parameter, "=&"));
}

/* The parameters after the question mark, which may also contain a password. */
static void add_parameters(struct cut_text *text, const char *at)
{
    while (*at) {
        const size_t size = strcspn(at, "&");
        const size_t name = strcspn(at, "=&"),
                     shown = is_secret(at) && name < size ? name + 1 : size;
        add_text(text, at, shown);
        if (shown < size)
            add_text(text, "***", 3);
        at += size;
        if (*at)
            add_text(text, at++, 1);
    }
}

void store_url_redact(const char *url, char *out, size_t size)
{
    struct cut_text text = {.out = out, .size = size};
    if (!store_url_is_postgres(url)) {
        snprintf(out, size, "%s", url);
        return;
    }
    const char *user = strstr(url, "://") + 3;
    add_text(&text, url, (size_t)(user - url));
    const char *rest = add_user(&text, user);
    const size_t path = strcspn(rest, "?");
    add_text(&text, rest, path);
    rest += path;
    if (*rest) {
        add_text(&text, rest, 1);
        add_parameters(&text, rest + 1);
    }
}
