/* SPDX-License-Identifier: MIT */
#include "client/url.h"

#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"

static bool set_error(char *error, size_t error_size, const char *text, const char *detail)
{
    snprintf(error, error_size, "%s%s%s", text, detail ? ": " : "", detail ? detail : "");
    return false;
}

// ---- parsing ---------------------------------------------------------------------------------

/* Skips "http://" and the like; false for an unknown scheme. */
static bool skip_scheme(const char **text, bool *secure, char *error, size_t error_size)
{
    const char *end = strstr(*text, "://");
    if (!end)
        return true;
    const size_t size = (size_t)(end - *text);
    const bool plain = (size == 4 && !strncasecmp(*text, "http", 4)) ||
                       (size == 2 && !strncasecmp(*text, "ws", 2));
    *secure = (size == 5 && !strncasecmp(*text, "https", 5)) ||
              (size == 3 && !strncasecmp(*text, "wss", 3));
    if (!plain && !*secure)
        return set_error(error, error_size,
                         "unsupported URL: use http://, https://, ws:// or wss://", NULL);
    *text = end + 3;
    return true;
}

static bool copy_bytes(char *out, size_t size, const char *from, size_t count)
{
    if (count >= size)
        return false;
    memcpy(out, from, count);
    out[count] = '\0';
    return true;
}

static bool is_port(const char *text, size_t size)
{
    unsigned number = 0;
    if (!size || size > 5)
        return false;
    for (size_t i = 0; i < size; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        number = number * 10 + (unsigned)(text[i] - '0');
    }
    return number > 0 && number <= 65535;
}

/* Accepts names and addresses, but no character that could end a header. */
static bool is_host(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (text[i] <= ' ' || text[i] >= 0x7f || strchr("/?#@[]\"<>\\^`{|}", text[i]))
            return false;
    return size > 0;
}

static const char *default_port(const struct url *url)
{
    return url->secure ? "443" : "80";
}

/* "host", "host:port" or "[address]:port" */
static bool parse_authority(const char *text, size_t size, struct url *out, char *error,
                            size_t error_size)
{
    const bool bracketed = size && *text == '[';
    const char *end = memchr(text, bracketed ? ']' : ':', size);
    if (bracketed && !end)
        return set_error(error, error_size, "missing ] after the address", NULL);
    const char *host = text + bracketed;
    const size_t host_size = (size_t)((end ? end : text + size) - host);
    const char *rest = end ? end + bracketed : text + size;
    const size_t rest_size = (size_t)(text + size - rest);
    if (!is_host(host, host_size) || !copy_bytes(out->host, sizeof out->host, host, host_size))
        return set_error(error, error_size, "missing or invalid host name", NULL);
    if (!rest_size)
        return copy_bytes(out->port, sizeof out->port, default_port(out),
                          strlen(default_port(out)));
    if (*rest != ':' || !is_port(rest + 1, rest_size - 1))
        return set_error(error, error_size, "the port must be a number from 1 to 65535", NULL);
    return copy_bytes(out->port, sizeof out->port, rest + 1, rest_size - 1);
}

static bool parse_path(const char *text, struct url *out, char *error, size_t error_size)
{
    size_t size = strlen(text);
    for (size_t i = 0; i < size; i++)
        if (text[i] <= ' ' || text[i] >= 0x7f || text[i] == '?' || text[i] == '#')
            return set_error(error, error_size, "invalid character in the path", NULL);
    while (size > 1 && text[size - 1] == '/')
        size--;
    if (!size)
        return copy_bytes(out->path, sizeof out->path, "/", 1);
    if (!copy_bytes(out->path, sizeof out->path, text, size))
        return set_error(error, error_size, "the path is too long", NULL);
    return true;
}

bool url_parse(const char *text, struct url *out, char *error, size_t error_size)
{
    struct url url = {.secure = false};
    if (!skip_scheme(&text, &url.secure, error, error_size))
        return false;
    const size_t size = strcspn(text, "/?#");
    if (!parse_authority(text, size, &url, error, error_size) ||
        !parse_path(text + size, &url, error, error_size))
        return false;
    *out = url;
    return true;
}

// ---- use -------------------------------------------------------------------------------------

void url_write_host(const struct url *url, char *out, size_t size)
{
    const bool brackets = strchr(url->host, ':');
    struct text text = text_in(out, size);
    text_add(&text, brackets ? "[" : "");
    text_add(&text, url->host);
    text_add(&text, brackets ? "]" : "");
    if (strcmp(url->port, default_port(url)) != 0) {
        text_put(&text, ':');
        text_add(&text, url->port);
    }
    text_end(&text);
}

bool url_join(const struct url *url, const char *path, char *out, size_t size)
{
    struct text text = text_in(out, size);
    if (strcmp(url->path, "/") != 0)
        text_add(&text, url->path);
    text_add(&text, path);
    text_end(&text);
    return !text.cut;
}

size_t url_resolve(const struct url *url, struct address *out, size_t max, char *error,
                   size_t error_size)
{
    const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    size_t count = 0;
    const int code = getaddrinfo(url->host, url->port, &hints, &found);
    if (code) {
        set_error(error, error_size, url->host, gai_strerror(code));
        return 0;
    }
    for (const struct addrinfo *one = found; one && count < max; one = one->ai_next) {
        memcpy(&out[count].bytes, one->ai_addr, one->ai_addrlen);
        out[count++].size = one->ai_addrlen;
    }
    freeaddrinfo(found);
    return count;
}
