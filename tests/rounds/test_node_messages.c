/* SPDX-License-Identifier: MIT */
/* What nodes send each other about games. */
#include <string.h>

#include "rounds/node_messages.h"
#include "support/board.h"
#include "support/harness.h"

static struct owner_request make_request(enum owner_request_kind kind)
{
    struct owner_request request = {.kind = kind,
                                    .node = UINT64_MAX,
                                    .game = "abcDEF12",
                                    .command = {.verb = VERB_MOVE,
                                                .by = identity_named("Anna", ROLE_PLAYER),
                                                .version = -1,
                                                .request = "id7",
                                                .move = "e4",
                                                .offers_draw = true,
                                                .seconds = 15,
                                                .room = ROOM_SPECTATORS,
                                                .text = "héllo",
                                                .address = "::1"},
                                    .ping_ms = 40,
                                    .kernel_ms = -1,
                                    .report = {.number = 9,
                                               .is_present = {true, false},
                                               .left_on_purpose = {false, true},
                                               .spectators = 200000,
                                               .version = 77},
                                    .rematch_by = RK_BLACK,
                                    .rematch = "zyxWVU98",
                                    .lines = "e5 Nf3",
                                    .lines_size = 6};
    request.info = (struct game_info){
        .id = "abcDEF12", .settings = settings_for("5+3"), .keys = {"wxyz", "WXYZ"}};
    request.info.players[RK_WHITE] = identity_named("Anna", ROLE_PLAYER);
    request.info.players[RK_BLACK] = identity_named("Bob", ROLE_PLAYER);
    return request;
}

static void every_request_survives_the_way(void **state)
{
    (void)state;
    for (int kind = 0; kind < REQUEST_KIND_COUNT; kind++) {
        const struct owner_request request = make_request((enum owner_request_kind)kind);
        struct owner_request read;
        struct buffer bytes = {0}, again = {0};
        owner_request_write(&request, &bytes);
        assert_int_equal(owner_request_parse(bytes.bytes, bytes.size, &read), RK_OK);
        assert_int_equal(read.kind, kind);
        assert_string_equal(read.game, "abcDEF12");
        owner_request_write(&read, &again);
        assert_int_equal(again.size, bytes.size);
        assert_memory_equal(again.bytes, bytes.bytes, bytes.size);
        for (size_t size = 0; size < bytes.size; size++)
            assert_int_equal(owner_request_parse(bytes.bytes, size, &read), RK_BAD_RECORD);
        buffer_put(&bytes, 0);
        assert_int_equal(owner_request_parse(bytes.bytes, bytes.size, &read), RK_BAD_RECORD);
        buffer_fini(&bytes);
        buffer_fini(&again);
    }
}

static void a_command_keeps_all_its_fields(void **state)
{
    (void)state;
    const struct owner_request request = make_request(REQUEST_COMMAND);
    struct owner_request read;
    struct buffer bytes = {0};
    owner_request_write(&request, &bytes);
    assert_int_equal(owner_request_parse(bytes.bytes, bytes.size, &read), RK_OK);
    assert_string_equal(read.command.by.name, "Anna");
    assert_string_equal(read.command.text, "héllo");
    assert_string_equal(read.command.address, "::1");
    assert_true(read.command.offers_draw && !read.command.agreed && !read.command.kid);
    assert_int_equal(read.command.version, -1);
    assert_int_equal(read.command.room, ROOM_SPECTATORS);
    assert_int_equal(read.ping_ms, 40);
    assert_int_equal(read.kernel_ms, -1);
    buffer_fini(&bytes);
}

static void a_message_of_another_version_is_refused(void **state)
{
    (void)state;
    const struct owner_request request = make_request(REQUEST_WATCHERS);
    struct owner_request read;
    struct buffer bytes = {0};
    owner_request_write(&request, &bytes);
    bytes.bytes[0]++;
    assert_int_equal(owner_request_parse(bytes.bytes, bytes.size, &read), RK_BAD_RECORD);
    buffer_fini(&bytes);
}

static void a_refusal_keeps_its_reason_and_its_limit(void **state)
{
    (void)state;
    struct reply reply = reply_rate_limited(LIMIT_CHAT, 12), read;
    char why[100];
    struct buffer bytes = {0};
    reply.version = 33;
    owner_reply_write(&reply, &bytes);
    assert_int_equal(owner_reply_parse(bytes.bytes, bytes.size, &read, why, sizeof why), RK_OK);
    assert_int_equal(read.refusal, REFUSED_RATE);
    assert_string_equal(read.why, reply.why);
    assert_string_equal(read.limit, limit_key(LIMIT_CHAT));
    assert_int_equal(read.wait, 12);
    assert_int_equal(read.version, 33);
    assert_int_equal(read.left[RK_WHITE], INT64_MAX);
    buffer_fini(&bytes);
}

static void an_update_keeps_state_and_events(void **state)
{
    (void)state;
    const struct round_update update = {
        .epoch = 4,
        .number = 17,
        .state = {.now = 1700000000000,
                  .uncharged = -5,
                  .ended_at = 1700000000123,
                  .players = {{.is_present = true}, {.left_on_purpose = true, .away_since = 9}},
                  .spectators = 3,
                  .rematch_by = RK_NO_SIDE,
                  .rating = {true, {1500.5, 1600}, {1510.25, 1590}},
                  .conditional = {{.ply = 1, .lines = "e7e5 g1f3", .size = 9}}},
        .version = 2,
        .since = 2,
        .events = "",
        .events_size = 0,
        .reply_to = {"reply.1.2"},
        .reply = "done",
        .reply_size = 4};
    struct round_update read;
    struct buffer bytes = {0};
    round_update_write(&update, &bytes);
    assert_int_equal(round_update_parse(bytes.bytes, bytes.size, &read), RK_OK);
    assert_int_equal(read.epoch, 4);
    assert_int_equal(read.state.uncharged, -5);
    assert_int_equal(read.state.ended_at, 1700000000123);
    assert_true(read.state.players[RK_WHITE].is_present);
    assert_int_equal(read.state.players[RK_BLACK].away_since, 9);
    assert_true(read.state.rating.after[RK_WHITE] == 1510.25);
    assert_int_equal(read.state.conditional[RK_WHITE].size, 9);
    assert_memory_equal(read.state.conditional[RK_WHITE].lines, "e7e5 g1f3", 9);
    assert_string_equal(read.reply_to.subject, "reply.1.2");
    assert_int_equal(read.reply_size, 4);
    assert_memory_equal(read.reply, "done", 4);
    for (size_t size = 0; size < bytes.size; size++)
        assert_int_equal(round_update_parse(bytes.bytes, size, &read), RK_BAD_RECORD);
    buffer_fini(&bytes);
}

static void last_updates_of_several_games_are_read_one_by_one(void **state)
{
    (void)state;
    const struct last_update updates[] = {{"abcdefgh", 3, 1000}, {"ABCDEFGH", -1, 0}};
    struct last_update read;
    struct buffer bytes = {0};
    last_update_write(&updates[0], &bytes);
    last_update_write(&updates[1], &bytes);
    struct byte_reader in = byte_reader_of(bytes.bytes, bytes.size);
    for (int i = 0; i < 2; i++) {
        assert_true(last_update_read(&in, &read));
        assert_string_equal(read.game, updates[i].game);
        assert_int_equal(read.epoch, updates[i].epoch);
        assert_int_equal(read.number, updates[i].number);
    }
    assert_false(last_update_read(&in, &read));
    in = byte_reader_of(bytes.bytes, 5);
    assert_false(last_update_read(&in, &read));
    buffer_fini(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_request_survives_the_way),
        cmocka_unit_test(a_command_keeps_all_its_fields),
        cmocka_unit_test(a_message_of_another_version_is_refused),
        cmocka_unit_test(a_refusal_keeps_its_reason_and_its_limit),
        cmocka_unit_test(an_update_keeps_state_and_events),
        cmocka_unit_test(last_updates_of_several_games_are_read_one_by_one),
    };
    return cmocka_run_group_tests_name("node messages", tests, NULL, NULL);
}
