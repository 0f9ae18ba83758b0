/* SPDX-License-Identifier: MIT */
#include "bus/nats_url.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/prefix.h"

static const char plain[] = "nats://", encrypted[] = "tls://";

/* What follows the scheme; NULL: no scheme that we know. */
static const char *skip_scheme(const char *server)
{
    if (starts_with(server, plain))
        return server + sizeof plain - 1;
    return starts_with(server, encrypted) ? server + sizeof encrypted - 1 : NULL;
}

/* The host and the port, after the name and the password. */
static const char *find_host(const char *server)
{
    const char *rest = skip_scheme(server), *at = strrchr(rest, '@');
    return at ? at + 1 : rest;
}

static bool is_port(const char *text)
{
    unsigned port = 0;
    for (; isdigit((unsigned char)*text) && port <= 65535; text++)
        port = port * 10 + (unsigned)(*text - '0');
    return !*text && port > 0 && port <= 65535;
}

static bool is_host(const char *host)
{
    const char *end = *host == '[' ? strchr(host, ']') : host + strcspn(host, ":");
    if (!end || end == host)
        return false;
    for (const char *at = host; *at; at++)
        if (!isalnum((unsigned char)*at) && !strchr("-._:[]", *at))
            return false;
    end += *end == ']';
    return !*end || (*end == ':' && is_port(end + 1));
}

static const char *find_fault(const char *server)
{
    if (!skip_scheme(server))
        return "an address starts with nats:// or tls://";
    for (const char *at = server; *at; at++)
        if (!isgraph((unsigned char)*at))
            return "white space or a character that is not ASCII";
    return is_host(find_host(server)) ? NULL : "expected a host and, after a colon, a port";
}

static rk_err refuse(const char *fault, char *why, size_t why_size)
{
    snprintf(why, why_size, "invalid address of the bus: %s; for example nats://127.0.0.1:4222",
             fault);
    return RK_BAD_SYNTAX;
}

rk_err nats_url_parse(const char *text, struct nats_url *out, char *why, size_t why_size)
{
    if (strlen(text) > NATS_URL_MAX)
        return refuse("too long", why, why_size);
    *out = (struct nats_url){0};
    memcpy(out->text, text, strlen(text) + 1);
    for (char *at = out->text, *comma; at; at = comma) {
        if ((comma = strchr(at, ',')))
            *comma++ = '\0';
        const char *fault = out->count == NATS_SERVERS_MAX ? "too many servers" : find_fault(at);
        if (fault)
            return refuse(fault, why, why_size);
        out->servers[out->count++] = at;
        out->secure |= starts_with(at, encrypted);
    }
    return RK_OK;
}

static int hex_value(char c)
{
    if (isdigit((unsigned char)c))
        return c - '0';
    return isxdigit((unsigned char)c) ? tolower((unsigned char)c) - 'a' + 10 : -1;
}

/* Copies a part of an address; "%40" stands for "@". */
static void decode_part(const char *from, size_t size, char *out)
{
    for (size_t i = 0; i < size; i++) {
        const bool is_code = from[i] == '%' && size - i > 2 && hex_value(from[i + 1]) >= 0 &&
                             hex_value(from[i + 2]) >= 0;
        *out++ = is_code ? (char)(hex_value(from[i + 1]) << 4 | hex_value(from[i + 2])) : from[i];
        i += is_code ? 2 : 0;
    }
    *out = '\0';
}

static void copy_part(const char *from, size_t size, char *out)
{
    memcpy(out, from, size);
    out[size] = '\0';
}

/* The host without the brackets of an IPv6 address, and the port. */
static void split_address(const char *address, struct nats_server *out)
{
    const bool brackets = *address == '[';
    const char *host = address + brackets;
    const size_t size = strcspn(host, brackets ? "]" : ":");
    const char *colon = strchr(host + size, ':');
    copy_part(host, size, out->host);
    snprintf(out->port, sizeof out->port, "%s", colon ? colon + 1 : "4222");
}

void nats_url_get_server(const struct nats_url *url, int index, struct nats_server *out)
{
    const char *user = skip_scheme(url->servers[index]), *host = find_host(url->servers[index]);
    *out = (struct nats_server){0};
    split_address(host, out);
    if (host == user)
        return;
    const size_t size = (size_t)(host - user) - 1, name = strcspn(user, ":@");
    decode_part(user, name < size ? name : size, out->user);
    if (name < size)
        decode_part(user + name + 1, size - name - 1, out->password);
}

void nats_url_write(const struct nats_url *url, char *out, size_t size)
{
    size_t used = 0;
    *out = '\0';
    for (int i = 0; i < url->count && used < size; i++)
        used += (size_t)snprintf(out + used, size - used, "%s%s%s", i ? "," : "",
                                 starts_with(url->servers[i], encrypted) ? encrypted : plain,
                                 find_host(url->servers[i]));
}
