/* SPDX-License-Identifier: MIT */
#include "net/forwarded.h"

#include <string.h>
#include <strings.h>

enum { HOPS_MAX = 32, NODE_SIZE = 64 };

struct hop {
    bool is_known;
    bool is_secure;
    struct address address;
};

/* The last hops of a header, the nearest last. */
struct hops {
    struct hop items[HOPS_MAX];
    size_t count; /* in all; the last HOPS_MAX are kept */
};

static struct hop *add_hop(struct hops *hops)
{
    struct hop *hop = &hops->items[hops->count++ % HOPS_MAX];
    *hop = (struct hop){.is_known = false};
    return hop;
}

// ---- X-Forwarded-For -------------------------------------------------------------------------

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t");
}

static void read_x_forwarded_for(const char *at, struct hops *out)
{
    for (bool more = *at; more;) {
        at = skip_blanks(at);
        const char *comma = at + strcspn(at, ",");
        size_t size = (size_t)(comma - at);
        while (size && (at[size - 1] == ' ' || at[size - 1] == '\t'))
            size--;
        struct hop *hop = add_hop(out);
        hop->is_known = address_parse_with_port(at, size, &hop->address);
        more = *comma == ',';
        at = comma + 1;
    }
}

// ---- Forwarded -------------------------------------------------------------------------------

static bool is_token_char(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           (c && strchr("!#$%&'*+-.^_`|~", c));
}

/* Copies a token or quoted string without quotes. Values that do not fit are cut: no address is
 * that long. NULL: there is neither. */
static const char *read_value(const char *at, char out[NODE_SIZE])
{
    size_t size = 0;
    if (*at != '"') {
        const char *start = at;
        // Strictly, an address with a port must be quoted; some proxies do not.
        for (; is_token_char(*at) || *at == ':' || *at == '[' || *at == ']'; at++)
            if (size + 1 < NODE_SIZE)
                out[size++] = *at;
        out[size] = '\0';
        return at == start ? NULL : at;
    }
    for (at++; *at && *at != '"'; at++) {
        if (*at == '\\' && !*++at)
            return NULL;
        if (size + 1 < NODE_SIZE)
            out[size++] = *at;
    }
    out[size] = '\0';
    return *at ? at + 1 : NULL;
}

static bool name_is(const char *name, size_t size, const char *expected)
{
    return strlen(expected) == size && !strncasecmp(name, expected, size);
}

/* Reads one "name=value". NULL: it is malformed, or a second "for" of the same hop. */
static const char *read_pair(const char *at, struct hop *hop, bool *has_for)
{
    char value[NODE_SIZE];
    const char *name = at;
    while (is_token_char(*at))
        at++;
    const size_t size = (size_t)(at - name);
    if (!size || *at != '=' || !(at = read_value(at + 1, value)))
        return NULL;
    if (name_is(name, size, "for")) {
        if (*has_for)
            return NULL;
        *has_for = true;
        hop->is_known = address_parse_with_port(value, strlen(value), &hop->address);
    } else if (name_is(name, size, "proto")) {
        hop->is_secure = !strcasecmp(value, "https");
    }
    return at;
}

/* Reads the pairs of one hop. NULL: malformed. */
static const char *read_element(const char *at, struct hop *hop)
{
    bool has_for = false;
    for (;;) {
        at = skip_blanks(at);
        if (*at && *at != ';' && *at != ',' && !(at = read_pair(at, hop, &has_for)))
            return NULL;
        at = skip_blanks(at);
        if (*at != ';')
            return *at && *at != ',' ? NULL : at;
        at++;
    }
}

static bool read_forwarded(const char *at, struct hops *out)
{
    for (bool more = *at; more;) {
        at = read_element(at, add_hop(out));
        if (!at)
            return false;
        more = *at++ == ',';
    }
    return true;
}

// ---- the client ------------------------------------------------------------------------------

/* The hop where the walk ends; NULL: it ends at the peer. */
static const struct hop *find_client(const struct networks *trusted, const struct hops *hops)
{
    const struct hop *client = NULL;
    for (size_t left = hops->count < HOPS_MAX ? hops->count : HOPS_MAX, at = hops->count; left;
         left--) {
        const struct hop *hop = &hops->items[--at % HOPS_MAX];
        if (!hop->is_known)
            break;
        client = hop;
        if (!networks_contain(trusted, &hop->address))
            break;
    }
    return client;
}

static bool first_is_https(const char *list)
{
    const char *at = skip_blanks(list);
    return name_is(at, strcspn(at, ", \t"), "https");
}

struct forwarded_client forwarded_resolve(const struct networks *trusted,
                                          const struct address *peer,
                                          const struct forwarded_headers *headers)
{
    struct forwarded_client client = {.address = *peer};
    struct hops listed = {.count = 0}, described = {.count = 0};
    if (!networks_contain(trusted, peer))
        return client;
    read_x_forwarded_for(headers->x_forwarded_for, &listed);
    const bool is_valid = read_forwarded(headers->forwarded, &described);
    const struct hop *a = find_client(trusted, &listed);
    const struct hop *b = is_valid ? find_client(trusted, &described) : NULL;
    client.secure = *headers->x_forwarded_proto ? first_is_https(headers->x_forwarded_proto)
                                                : b && b->is_secure;
    if (*headers->x_forwarded_for && *headers->forwarded) {
        if (!a || !b || !address_is_equal(&a->address, &b->address))
            return client;
    }
    if (a || b)
        client.address = a ? a->address : b->address;
    return client;
}
