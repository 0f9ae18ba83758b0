/* SPDX-License-Identifier: MIT */
/* What a server of NATS sends: parsed piece by piece as it is read from the socket. However it is
 * cut, the same comes out. What a server says about itself is read from the same bytes. */
#include "fuzz.h"

#include "bus/nats_login.h"
#include "bus/nats_protocol.h"

static void check_input(const struct nats_input *input, const char *bytes, size_t used)
{
    CHECK(strlen(input->subject) <= BUS_SUBJECT_MAX);
    CHECK(strlen(input->reply_to) <= BUS_SUBJECT_MAX);
    if (input->kind == NATS_MESSAGE)
        CHECK(input->bytes > bytes && input->bytes + input->size + 2 == bytes + used);
    else
        CHECK(input->text >= bytes && input->text + input->text_size <= bytes + used);
}

/* With one byte less, the last thing has not come as a whole. */
static void check_cut(const char *bytes, size_t used)
{
    struct nats_input cut;
    size_t cut_used;
    CHECK(!nats_parse(bytes, used - 1, &cut, &cut_used) && !cut_used);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *bytes = (const char *)data;
    struct nats_input input;
    struct nats_info info;
    size_t at = 0, used;
    while (!nats_parse(bytes + at, size - at, &input, &used) && used) {
        CHECK(used <= size - at);
        check_input(&input, bytes + at, used);
        check_cut(bytes + at, used);
        at += used;
    }
    nats_info_parse(bytes, size, &info);
    CHECK(strlen(info.nonce) <= NATS_NONCE_MAX);
    return 0;
}
