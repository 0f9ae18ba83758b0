/* SPDX-License-Identifier: MIT */
/* What nodes of a cluster send each other for the lobby and about changes: packets of a channel,
 * messages about clients of another node, lists of seeks, who is online, summaries of games,
 * reviews, invalidations, and shared limits. What is accepted survives being written and parsed
 * again. */
#include "fuzz.h"

#include "accounts/presence_change.h"
#include "analysis/review_change.h"
#include "cluster/channel_packet.h"
#include "cluster/invalidation_message.h"
#include "cluster/replication_batch.h"
#include "core/limit_message.h"
#include "lobby/lobby_list.h"
#include "running/node_summary.h"
#include "running/running_game.h"
#include "server/relay_message.h"

static void check_packet(const uint8_t *data, size_t size)
{
    struct channel_packet packet, again;
    struct buffer bytes = {0};
    if (channel_packet_parse(data, size, &packet))
        return;
    CHECK(packet.size <= size);
    channel_packet_write(&packet, &bytes);
    CHECK(!channel_packet_parse(bytes.bytes, bytes.size, &again));
    CHECK(again.node == packet.node && again.number == packet.number && again.size == packet.size);
    CHECK(!packet.size || !memcmp(again.bytes, packet.bytes, packet.size));
    buffer_fini(&bytes);
}

static void check_relay_message(const uint8_t *data, size_t size)
{
    struct relay_message message, again;
    struct buffer bytes = {0};
    if (relay_message_parse(data, size, &message))
        return;
    relay_message_write(&message, &bytes);
    CHECK(!relay_message_parse(bytes.bytes, bytes.size, &again));
    CHECK(again.kind == message.kind && again.client == message.client);
    CHECK(again.size == message.size && !strcmp(again.caller.who.id, message.caller.who.id));
    if (message.kind == RELAY_REQUEST)
        CHECK(!strcmp(again.request.path, message.request.path) &&
              again.request.body_size == message.request.body_size);
    if (message.kind == RELAY_RESPONSE)
        CHECK(!strcmp(again.response.headers, message.response.headers) &&
              again.response.body_size == message.response.body_size);
    buffer_fini(&bytes);
}

static void check_seek(const struct seek *seek)
{
    struct seek again;
    struct buffer bytes = {0};
    CHECK(strlen(seek->id) == GAME_ID_SIZE && *seek->who.id);
    seek_serialize(seek, &bytes);
    CHECK(!seek_parse(bytes.bytes, bytes.size, &again, NULL));
    CHECK(!strcmp(again.id, seek->id) && again.rating_max == seek->rating_max);
    buffer_fini(&bytes);
}

static void check_list(const uint8_t *data, size_t size)
{
    struct lobby_list list, again;
    struct buffer bytes = {0};
    struct seek seek;
    if (lobby_list_parse(data, size, &list))
        return;
    CHECK(list.removed_count * GAME_ID_SIZE <= size && list.added_size <= size);
    for (size_t at = 0; lobby_list_next(&list, &at, &seek);)
        check_seek(&seek);
    lobby_list_write(&list, &bytes);
    CHECK(!lobby_list_parse(bytes.bytes, bytes.size, &again));
    CHECK(again.sequence == list.sequence && again.removed_count == list.removed_count);
    buffer_fini(&bytes);
}

static void check_games(const struct replication_batch *batch)
{
    struct byte_reader in = byte_reader_of(batch->changes, batch->size);
    struct running_game game, again;
    struct buffer bytes = {0};
    while (in.left && !in.failed) {
        const bool is_over = running_game_read(&in, &game);
        if (in.failed)
            break;
        buffer_clear(&bytes);
        running_game_write(&game, is_over, &bytes);
        struct byte_reader written = byte_reader_of(bytes.bytes, bytes.size);
        CHECK(running_game_read(&written, &again) == is_over && byte_reader_is_done(&written));
        CHECK(!memcmp(&game, &again, sizeof game));
    }
    buffer_fini(&bytes);
}

static void check_reviews(const struct replication_batch *batch)
{
    struct byte_reader in = byte_reader_of(batch->changes, batch->size);
    struct review_change change, again;
    struct buffer bytes = {0};
    while (in.left && !in.failed) {
        review_change_read(&in, &change);
        if (in.failed)
            break;
        buffer_clear(&bytes);
        review_change_write(&change, &bytes);
        struct byte_reader written = byte_reader_of(bytes.bytes, bytes.size);
        review_change_read(&written, &again);
        CHECK(byte_reader_is_done(&written) && !memcmp(&change, &again, sizeof change));
    }
    buffer_fini(&bytes);
}

static void check_batch(const uint8_t *data, size_t size)
{
    struct replication_batch batch;
    struct presence_change change;
    if (replication_batch_parse(data, size, &batch))
        return;
    struct byte_reader in = byte_reader_of(batch.changes, batch.size);
    while (in.left && !in.failed) {
        presence_change_read(&in, &change);
        CHECK(in.failed || (*change.who.id && strlen(change.who.name) <= IDENTITY_NAME_MAX));
    }
    check_games(&batch);
    check_reviews(&batch);
}

static void check_summary(const uint8_t *data, size_t size)
{
    struct node_summary summary, again;
    struct buffer bytes = {0};
    if (node_summary_parse(data, size, &summary))
        return;
    CHECK(summary.count <= SUMMARY_GAMES_MAX);
    node_summary_write(&summary, &bytes);
    CHECK(!node_summary_parse(bytes.bytes, bytes.size, &again) && again.count == summary.count);
    buffer_fini(&bytes);
}

static void check_invalidation(const uint8_t *data, size_t size)
{
    struct invalidation invalidation, again;
    struct buffer bytes = {0};
    if (invalidation_parse(data, size, &invalidation))
        return;
    CHECK(invalidation.kind < INVALIDATION_COUNT && strlen(invalidation.key) <= MAP_KEY_MAX);
    invalidation_write(&invalidation, &bytes);
    CHECK(!invalidation_parse(bytes.bytes, bytes.size, &again));
    CHECK(again.kind == invalidation.kind && !strcmp(again.key, invalidation.key));
    buffer_fini(&bytes);
}

static void check_limit(const uint8_t *data, size_t size)
{
    struct limit_message message, again;
    struct buffer bytes = {0};
    if (limit_message_parse(data, size, &message))
        return;
    limit_message_write(&message, &bytes);
    CHECK(!limit_message_parse(bytes.bytes, bytes.size, &again));
    CHECK(again.cost == message.cost && !strcmp(again.client, message.client));
    buffer_fini(&bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_packet(data, size);
    check_relay_message(data, size);
    check_list(data, size);
    check_batch(data, size);
    check_summary(data, size);
    check_invalidation(data, size);
    check_limit(data, size);
    return 0;
}
