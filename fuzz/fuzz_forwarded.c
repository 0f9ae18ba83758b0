/* SPDX-License-Identifier: MIT */
/* X-Forwarded-For, Forwarded and a list of trusted networks, separated by line feeds. A client
 * behind a peer that is not trusted is the peer; addresses survive being written and parsed again.
 */
#include "fuzz.h"

#include "net/forwarded.h"

enum { TEXT_MAX = 8192 };

/* Takes the text up to the next line feed. */
static void take_line(struct input *in, char out[TEXT_MAX])
{
    size_t size = 0;
    while (in->size && size + 1 < TEXT_MAX) {
        const char c = (char)take_byte(in);
        if (c == '\n')
            break;
        if (c)
            out[size++] = c;
    }
    out[size] = '\0';
}

static void check_round_trip(const struct address *address)
{
    char text[ADDRESS_SIZE], key[ADDRESS_SIZE];
    struct address again;
    address_write(address, text);
    CHECK(address_parse(text, strlen(text), &again) && address_is_equal(address, &again));
    CHECK(address_parse_with_port(text, strlen(text), &again) && address_is_equal(address, &again));
    address_client_key(text, key);
    CHECK(*key);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char list[TEXT_MAX], forwarded[TEXT_MAX], networks[TEXT_MAX];
    struct input in = {data, size};
    const struct address peer = {{[10] = 0xff, [11] = 0xff, [12] = 127, [15] = 1}};
    struct networks trusted;
    char why[256] = "";
    take_line(&in, list);
    take_line(&in, forwarded);
    take_line(&in, networks);
    if (!networks_parse(networks, &trusted, why, sizeof why)) {
        CHECK(*why);
        CHECK(networks_parse("loopback", &trusted, why, sizeof why));
    }
    const struct forwarded_headers headers = {list, "", forwarded};
    const struct forwarded_client client = forwarded_resolve(&trusted, &peer, &headers);
    check_round_trip(&client.address);
    if (!networks_contain(&trusted, &peer))
        CHECK(address_is_equal(&client.address, &peer) && !client.secure);
    return 0;
}
