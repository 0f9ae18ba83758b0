/* SPDX-License-Identifier: MIT */
#include "core/address.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

enum { BITS = 128, IPV4_AT = 12, IPV4_BITS = 32 };

static const uint8_t mapped[IPV4_AT] = {[10] = 0xff, [11] = 0xff};

static bool is_ipv4(const struct address *address)
{
    return !memcmp(address->bytes, mapped, sizeof mapped);
}

// ---- addresses -------------------------------------------------------------------------------

bool address_parse(const char *text, size_t size, struct address *out)
{
    char copy[ADDRESS_SIZE];
    struct address parsed;
    if (size >= sizeof copy || memchr(text, '\0', size))
        return false;
    memcpy(copy, text, size);
    copy[size] = '\0';
    if (inet_pton(AF_INET, copy, parsed.bytes + IPV4_AT) == 1)
        memcpy(parsed.bytes, mapped, sizeof mapped);
    else if (inet_pton(AF_INET6, copy, parsed.bytes) != 1)
        return false;
    *out = parsed;
    return true;
}

static bool is_port(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (text[i] < '0' || text[i] > '9')
            return false;
    return size >= 1 && size <= 5;
}

/* Only IPv6 addresses are written in brackets. */
static bool parse_bracketed(const char *text, size_t size, struct address *out)
{
    const char *end = memchr(text, ']', size);
    if (!end || !memchr(text, ':', (size_t)(end - text)))
        return false;
    const size_t after = size - (size_t)(end + 1 - text);
    if (after && (end[1] != ':' || !is_port(end + 2, after - 1)))
        return false;
    return address_parse(text + 1, (size_t)(end - text) - 1, out);
}

bool address_parse_with_port(const char *text, size_t size, struct address *out)
{
    if (size && text[0] == '[')
        return parse_bracketed(text, size, out);
    const char *colon = memchr(text, ':', size);
    const size_t host = colon ? (size_t)(colon - text) : size;
    const bool has_port =
        colon && !memchr(colon + 1, ':', size - host - 1) && is_port(colon + 1, size - host - 1);
    return address_parse(text, has_port ? host : size, out);
}

void address_write(const struct address *address, char out[ADDRESS_SIZE])
{
    if (is_ipv4(address))
        inet_ntop(AF_INET, address->bytes + IPV4_AT, out, ADDRESS_SIZE);
    else
        inet_ntop(AF_INET6, address->bytes, out, ADDRESS_SIZE);
}

bool address_is_equal(const struct address *a, const struct address *b)
{
    return !memcmp(a, b, sizeof *a);
}

void address_client_key(const char *text, char out[ADDRESS_SIZE])
{
    struct address address;
    if (!address_parse(text, strlen(text), &address)) {
        snprintf(out, ADDRESS_SIZE, "%s", text);
        return;
    }
    if (!is_ipv4(&address))
        memset(address.bytes + 8, 0, 8);
    address_write(&address, out);
    if (!is_ipv4(&address))
        strncat(out, "/64", ADDRESS_SIZE - strlen(out) - 1);
}

// ---- networks --------------------------------------------------------------------------------

/* Parses the number after the slash. */
static bool parse_bits(const char *text, size_t size, unsigned max, unsigned *out)
{
    unsigned bits = 0;
    for (size_t i = 0; i < size; i++) {
        if (text[i] < '0' || text[i] > '9' || i >= 3)
            return false;
        bits = bits * 10 + (unsigned)(text[i] - '0');
    }
    *out = bits;
    return size && bits <= max;
}

bool network_parse(const char *text, size_t size, struct network *out)
{
    const char *slash = memchr(text, '/', size);
    const size_t host = slash ? (size_t)(slash - text) : size;
    struct network parsed = {.bits = BITS};
    if (!address_parse(text, host, &parsed.address))
        return false;
    if (slash) {
        // ::ffff:10.0.0.0/104 counts the bits of IPv6, 10.0.0.0/8 those of IPv4.
        const bool counts_ipv4 = is_ipv4(&parsed.address) && !memchr(text, ':', host);
        if (!parse_bits(slash + 1, size - host - 1, counts_ipv4 ? IPV4_BITS : BITS, &parsed.bits))
            return false;
        parsed.bits += counts_ipv4 ? BITS - IPV4_BITS : 0;
    }
    *out = parsed;
    return true;
}

void network_write(const struct network *network, char out[ADDRESS_SIZE])
{
    struct address first = network->address;
    char bits[8];
    for (unsigned bit = network->bits; bit < BITS; bit++)
        first.bytes[bit / 8] &= (uint8_t) ~(0x80 >> bit % 8);
    const bool counts_ipv4 = is_ipv4(&first) && network->bits >= BITS - IPV4_BITS;
    address_write(&first, out);
    if (network->bits == BITS)
        return;
    snprintf(bits, sizeof bits, "/%u", network->bits - (counts_ipv4 ? BITS - IPV4_BITS : 0));
    strncat(out, bits, ADDRESS_SIZE - strlen(out) - 1);
}

bool network_contains(const struct network *network, const struct address *address)
{
    const unsigned whole = network->bits / 8, rest = network->bits % 8;
    const uint8_t *a = network->address.bytes, *b = address->bytes;
    return !memcmp(a, b, whole) && (!rest || (a[whole] ^ b[whole]) >> (8 - rest) == 0);
}

bool networks_contain(const struct networks *networks, const struct address *address)
{
    for (size_t i = 0; i < networks->count; i++)
        if (network_contains(&networks->items[i], address))
            return true;
    return false;
}

// ---- lists of networks -----------------------------------------------------------------------

static const char loopback[] = "127.0.0.0/8 ::1",
                  private_networks[] = "10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 169.254.0.0/16 "
                                       "fc00::/7 fe80::/10",
                  both[] = "loopback private";

/* The networks that a word stands for; NULL: it is no such word. */
static const char *expand_word(const char *item, size_t size)
{
    static const struct {
        const char *word, *networks;
    } words[] = {{"loopback", loopback}, {"private", private_networks}, {"yes", both}, {"no", ""}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].word) == size && !memcmp(words[i].word, item, size))
            return words[i].networks;
    return NULL;
}

static bool add_item(struct networks *networks, const char *item, size_t size)
{
    if (networks->count == NETWORKS_MAX ||
        !network_parse(item, size, &networks->items[networks->count]))
        return false;
    networks->count++;
    return true;
}

static bool is_separator(char c)
{
    return c == ',' || c == ' ' || c == '\t';
}

/* Words are two levels deep at most: "yes" stands for words that stand for networks. */
static bool add_items(struct networks *networks, const char *text, unsigned depth,
                      const char **wrong, size_t *wrong_size)
{
    while (*text) {
        size_t size = 0;
        while (text[size] && !is_separator(text[size]))
            size++;
        const char *expanded = depth ? expand_word(text, size) : NULL;
        if (expanded && !add_items(networks, expanded, depth - 1, wrong, wrong_size))
            return false;
        if (!expanded && size && !add_item(networks, text, size)) {
            *wrong = text;
            *wrong_size = size;
            return false;
        }
        text += size;
        while (is_separator(*text))
            text++;
    }
    return true;
}

bool networks_parse(const char *text, struct networks *out, char *why, size_t why_size)
{
    struct networks parsed = {.count = 0};
    const char *wrong;
    size_t size;
    if (add_items(&parsed, text, 2, &wrong, &size)) {
        *out = parsed;
        return true;
    }
    if (parsed.count == NETWORKS_MAX)
        snprintf(why, why_size, "more than %d addresses and networks", NETWORKS_MAX);
    else
        snprintf(why, why_size,
                 "%.*s is neither an IP address nor a network such as 10.0.0.0/8, nor one of "
                 "loopback, private, yes and no",
                 size < 64 ? (int)size : 64, wrong);
    return false;
}
