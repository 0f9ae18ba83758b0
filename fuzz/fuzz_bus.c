/* SPDX-License-Identifier: MIT */
/* What comes from other nodes: an envelope, and in it a notice. What is accepted survives being
 * written and parsed again. The same bytes are read as a subject and as the address of a NATS. */
#include "fuzz.h"

#include "accounts/notice.h"
#include "bus/bus.h"
#include "bus/envelope.h"
#include "bus/nats_url.h"
#include "lobby/challenge_notice.h"
#include "rounds/game_notice.h"

static void check_notice(const struct envelope *envelope)
{
    struct notice notice, again;
    struct buffer bytes = {0};
    struct game_notice game;
    struct challenge challenge;
    if (notice_parse(envelope->payload, envelope->size, &notice))
        return;
    CHECK(notice.payload_size <= envelope->size);
    notice_write(&notice, &bytes);
    CHECK(bytes.size == envelope->size && !memcmp(bytes.bytes, envelope->payload, bytes.size));
    CHECK(!notice_parse(bytes.bytes, bytes.size, &again) && again.kind == notice.kind);
    if (game_notice_parse(&notice, &game))
        CHECK(game.json_size < notice.payload_size);
    if (!challenge_notice_parse(&notice, &challenge))
        CHECK(!strcmp(challenge.id, notice.subject));
    buffer_fini(&bytes);
}

static void check_envelope(const uint8_t *data, size_t size)
{
    struct envelope envelope;
    struct buffer bytes = {0};
    if (envelope_parse(data, size, &envelope))
        return;
    CHECK(envelope.size == size - ENVELOPE_HEADER_SIZE);
    envelope_write(&envelope, &bytes);
    CHECK(bytes.size == size && !memcmp(bytes.bytes, data, size));
    check_notice(&envelope);
    buffer_fini(&bytes);
}

static void check_text(const char *text)
{
    struct nats_url url;
    char why[256] = "", shown[NATS_URL_MAX + 1];
    if (bus_subject_is_valid(text))
        CHECK(strlen(text) <= BUS_SUBJECT_MAX && !strpbrk(text, " *>\r\n"));
    if (nats_url_parse(text, &url, why, sizeof why)) {
        CHECK(*why);
        return;
    }
    CHECK(url.count > 0 && url.count <= NATS_SERVERS_MAX);
    nats_url_write(&url, shown, sizeof shown);
    CHECK(*shown && !strchr(shown, '@'));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[2048];
    check_envelope(data, size);
    const size_t length = size < sizeof text ? size : sizeof text - 1;
    memcpy(text, data, length);
    text[length] = '\0';
    check_text(text);
    return 0;
}
