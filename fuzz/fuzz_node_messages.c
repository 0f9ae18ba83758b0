/* SPDX-License-Identifier: MIT */
/* What nodes send each other about games: requests to the owner, its replies and its updates. What
 * is accepted survives being written and parsed again. */
#include "fuzz.h"

#include "record/journal.h"
#include "rounds/node_messages.h"

static void check_request(const uint8_t *data, size_t size)
{
    static struct owner_request request, again;
    struct buffer first = {0}, second = {0};
    if (owner_request_parse(data, size, &request))
        return;
    CHECK(strlen(request.game) == GAME_ID_SIZE && request.kind < REQUEST_KIND_COUNT);
    owner_request_write(&request, &first);
    CHECK(!owner_request_parse(first.bytes, first.size, &again));
    owner_request_write(&again, &second);
    CHECK(first.size == second.size && !memcmp(first.bytes, second.bytes, first.size));
    buffer_fini(&first);
    buffer_fini(&second);
}

static void check_reply(const uint8_t *data, size_t size)
{
    struct reply reply, again;
    char why[512], why_again[512];
    struct buffer bytes = {0};
    if (owner_reply_parse(data, size, &reply, why, sizeof why))
        return;
    owner_reply_write(&reply, &bytes);
    CHECK(!owner_reply_parse(bytes.bytes, bytes.size, &again, why_again, sizeof why_again));
    CHECK(reply.refusal == again.refusal && reply.version == again.version);
    buffer_fini(&bytes);
}

static void check_update(const uint8_t *data, size_t size)
{
    struct round_update update, again;
    struct journal journal = {.events = NULL};
    struct buffer bytes = {0};
    if (round_update_parse(data, size, &update))
        return;
    CHECK(update.events_size < size);
    round_update_write(&update, &bytes);
    CHECK(!round_update_parse(bytes.bytes, bytes.size, &again));
    CHECK(update.version == again.version && update.state.uncharged == again.state.uncharged);
    (void)!journal_decode(&journal, update.events, update.events_size, NULL);
    journal_fini(&journal);
    buffer_fini(&bytes);
}

static void check_last_updates(const uint8_t *data, size_t size)
{
    struct byte_reader in = byte_reader_of(data, size);
    for (struct last_update last, again; last_update_read(&in, &last);) {
        struct buffer bytes = {0};
        last_update_write(&last, &bytes);
        struct byte_reader copy = byte_reader_of(bytes.bytes, bytes.size);
        CHECK(last_update_read(&copy, &again) && byte_reader_is_done(&copy));
        CHECK(!strcmp(last.game, again.game) && last.number == again.number);
        buffer_fini(&bytes);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_last_updates(data, size);
    check_request(data, size);
    check_reply(data, size);
    check_update(data, size);
    return 0;
}
