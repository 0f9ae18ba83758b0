/* SPDX-License-Identifier: MIT */
/* Records of games: every game survives a round trip, and invalid bytes are rejected. */
#include "rookery/record.h"

#include <stdlib.h>
#include <string.h>

#include "rookery/fen.h"
#include "support/board.h"

/* A game of random moves at random times. */
static rk_game *random_game(const rk_position *start, const char *clock, struct prng *prng)
{
    rk_game_setup setup = {.start = *start};
    assert_int_equal(rk_time_control_parse(clock, strlen(clock), &setup.clock, NULL), RK_OK);
    rk_game *game = NULL;
    assert_int_equal(rk_game_create(&setup, &game), RK_OK);
    int64_t at = 0;
    for (int ply = 0; ply < 200 && !rk_status_is_over(rk_game_status(game)); ply++) {
        rk_move moves[RK_MOVES_MAX];
        const rk_position *pos = rk_game_position(game);
        const size_t count = rk_moves_list(pos, moves);
        at += prng_below(prng, 30000);
        const rk_action action = {.kind = RK_ACT_MOVE,
                                  .by = rk_position_turn(pos),
                                  .move = moves[prng_below(prng, (unsigned)count)],
                                  .at = at};
        assert_int_equal(rk_game_play(game, action, NULL), RK_OK);
    }
    return game;
}

static rk_record record_of(const rk_game *game)
{
    rk_record record;
    assert_int_equal(rk_record_from_game(game, &record), RK_OK);
    return record;
}

static size_t encode(const rk_record *record, uint8_t **bytes)
{
    size_t size = 0;
    assert_int_equal(rk_record_encode(record, bytes, &size), RK_OK);
    return size;
}

static void expect_same(const rk_record *a, const rk_record *b)
{
    assert_memory_equal(&a->start, &b->start, sizeof a->start);
    assert_int_equal(a->status, b->status);
    assert_int_equal(a->winner, b->winner);
    assert_int_equal(a->count, b->count);
    assert_int_equal(!a->times, !b->times);
    if (a->count)
        assert_memory_equal(a->moves, b->moves, a->count * sizeof *a->moves);
    if (a->times)
        assert_memory_equal(a->times, b->times, a->count * sizeof *a->times);
}

/* Encodes, decodes, encodes again; returns the size. */
static size_t expect_round_trip(const rk_game *game)
{
    rk_record record = record_of(game), again;
    uint8_t *bytes, *once_more;
    const size_t size = encode(&record, &bytes);
    rk_fault fault = {.text = ""};
    if (rk_record_decode(bytes, size, &again, &fault))
        fail_msg("at %zu: %s", fault.offset, fault.text);
    expect_same(&record, &again);
    assert_int_equal(encode(&again, &once_more), size);
    assert_memory_equal(bytes, once_more, size);
    rk_record_fini(&record);
    rk_record_fini(&again);
    free(bytes);
    free(once_more);
    return size;
}

static void random_games_of_every_variant_survive_a_round_trip(void **state)
{
    (void)state;
    struct prng prng = {1};
    for (unsigned variant = 0; variant < RK_VARIANT_COUNT; variant++)
        for (int round = 0; round < 20; round++) {
            const rk_position start = rk_position_start((rk_variant)variant);
            rk_game *game = random_game(&start, "-", &prng);
            const size_t size = expect_round_trip(game);
            assert_true(size <= rk_game_length(game) + rk_game_length(game) / 20 + 12);
            rk_game_destroy(game);
            game = random_game(&start, "5 days", &prng);
            expect_round_trip(game);
            rk_game_destroy(game);
        }
}

static void chess960_games_survive_a_round_trip(void **state)
{
    (void)state;
    struct prng prng = {2};
    for (unsigned number = 0; number < 960; number += 37) {
        rk_position start;
        assert_int_equal(rk_position_chess960(number, &start), RK_OK);
        rk_game *game = random_game(&start, "-", &prng);
        expect_round_trip(game);
        rk_game_destroy(game);
    }
}

static void moves_that_need_two_bytes_survive_a_round_trip(void **state)
{
    (void)state;
    const rk_position start =
        position_of(RK_CRAZYHOUSE, "7k/8/8/8/8/8/8/K5Q1[QRBNPqrbnp] w - - 0 1");
    rk_move moves[RK_MOVES_MAX];
    const size_t count = rk_moves_list(&start, moves);
    assert_true(count > 300);
    for (size_t i = 0; i < count; i++) {
        rk_record record = {
            .start = start, .status = RK_OPENED, .winner = RK_NOBODY_WINS, .count = 1};
        record.moves = &moves[i];
        rk_record again;
        uint8_t *bytes;
        const size_t size = encode(&record, &bytes);
        assert_int_equal(rk_record_decode(bytes, size, &again, NULL), RK_OK);
        assert_int_equal(again.moves[0], moves[i]);
        rk_record_fini(&again);
        free(bytes);
    }
}

static void an_empty_game_is_eight_bytes(void **state)
{
    (void)state;
    const rk_game_setup setup = {.start = rk_position_start(RK_STANDARD)};
    rk_game *game = NULL;
    assert_int_equal(rk_game_create(&setup, &game), RK_OK);
    assert_int_equal(expect_round_trip(game), 8);
    rk_game_destroy(game);
}

static void times_are_the_time_taken_by_each_move(void **state)
{
    (void)state;
    rk_game_setup setup = {.start = rk_position_start(RK_STANDARD), .clock_started = true};
    assert_int_equal(rk_time_control_parse("5+0", 3, &setup.clock, NULL), RK_OK);
    rk_game *game = NULL;
    assert_int_equal(rk_game_create(&setup, &game), RK_OK);
    assert_int_equal(rk_game_play_san(game, "e4", 2, 1000, NULL), RK_OK);
    const rk_action offer = {.kind = RK_ACT_OFFER_DRAW, .by = RK_WHITE, .at = 1100};
    assert_int_equal(rk_game_play(game, offer, NULL), RK_OK);
    assert_int_equal(rk_game_play_san(game, "e5", 2, 3500, NULL), RK_OK);
    rk_record record = record_of(game);
    assert_int_equal(record.count, 2);
    assert_int_equal(record.times[0], 1000);
    assert_int_equal(record.times[1], 2500);
    rk_record_fini(&record);
    expect_round_trip(game);
    rk_game_destroy(game);
}

static void expect_rejected(const uint8_t *bytes, size_t size)
{
    rk_record record = {.count = 12345};
    rk_fault fault = {.text = ""};
    assert_int_equal(rk_record_decode(bytes, size, &record, &fault), RK_BAD_RECORD);
    assert_int_equal(fault.err, RK_BAD_RECORD);
    assert_true(*fault.text && fault.offset <= size);
    assert_int_equal(record.count, 12345);
    assert_int_equal(rk_record_decode(bytes, size, &record, NULL), RK_BAD_RECORD);
}

static void a_wrong_byte_or_a_cut_is_detected(void **state)
{
    (void)state;
    struct prng prng = {3};
    const rk_position start = rk_position_start(RK_STANDARD);
    rk_game *game = random_game(&start, "5 days", &prng);
    rk_record record = record_of(game);
    uint8_t *bytes;
    const size_t size = encode(&record, &bytes);
    for (size_t i = 0; i < size; i++) {
        const uint8_t original = bytes[i];
        bytes[i] = (uint8_t)(original + 1 + prng_below(&prng, 255));
        expect_rejected(bytes, size);
        bytes[i] = original;
        uint8_t *cut = malloc(i + 1); // lets a sanitizer detect reads beyond the end
        assert_non_null(cut);
        memcpy(cut, bytes, i);
        expect_rejected(cut, i);
        free(cut);
    }
    free(bytes);
    rk_record_fini(&record);
    rk_game_destroy(game);
}

static uint32_t checksum(const uint8_t *bytes, size_t size)
{
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < 8 * size; i++) {
        const uint32_t low = (crc ^ (uint32_t)bytes[i / 8] >> i % 8) & 1;
        crc = crc >> 1 ^ (low ? UINT32_C(0xedb88320) : 0);
    }
    return ~crc;
}

/* The body is rejected although the checksum is valid. */
static void expect_body_rejected(const char *body, size_t size)
{
    uint8_t bytes[64];
    memcpy(bytes, body, size);
    const uint32_t crc = checksum(bytes, size);
    for (int i = 0; i < 4; i++)
        bytes[size + (size_t)i] = (uint8_t)(crc >> 8 * i);
    expect_rejected(bytes, size + 4);
}

static void invalid_content_with_a_valid_checksum_is_rejected(void **state)
{
    (void)state;
    assert_int_equal(checksum((const uint8_t *)"123456789", 9), 0xcbf43926);
    expect_body_rejected("\2\0\x82\0", 4);       // version
    expect_body_rejected("\1\x3f\x82\0", 4);     // variant
    expect_body_rejected("\1\0\xbf\0", 4);       // status
    expect_body_rejected("\1\0\x02\0", 4);       // a winner before the end of the game
    expect_body_rejected("\1\0\x82\1", 4);       // moves cut off
    expect_body_rejected("\1\0\x82\1\x14", 5);   // the twenty-first of twenty moves
    expect_body_rejected("\1\0\x82\1\0\0", 6);   // bytes after the end
    expect_body_rejected("\1\0\x82\x81\0\0", 6); // a number not in its shortest form
    expect_body_rejected("\1\0\x82\xff\xff\xff\xff\x7f", 8);
    expect_body_rejected("\1\x80\x82\0", 4);       // times without moves
    expect_body_rejected("\1\x80\x82\1\0\x80", 6); // a time cut off
    expect_body_rejected("\1\x40\x82\3bad\0", 8);  // not a position
    expect_body_rejected("\1\x40\x82\x7f", 4);
}

static void the_standard_start_of_a_variant_must_not_be_written_as_fen(void **state)
{
    (void)state;
    const char *fen = rk_variant_start(RK_RACING_KINGS);
    char body[64] = {1, 0x40 | RK_RACING_KINGS, (char)0x80};
    const size_t length = strlen(fen);
    assert_true(length < 56);
    body[3] = (char)length;
    memcpy(body + 4, fen, length);
    expect_body_rejected(body, 4 + length + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_of_every_variant_survive_a_round_trip),
        cmocka_unit_test(chess960_games_survive_a_round_trip),
        cmocka_unit_test(moves_that_need_two_bytes_survive_a_round_trip),
        cmocka_unit_test(an_empty_game_is_eight_bytes),
        cmocka_unit_test(times_are_the_time_taken_by_each_move),
        cmocka_unit_test(a_wrong_byte_or_a_cut_is_detected),
        cmocka_unit_test(invalid_content_with_a_valid_checksum_is_rejected),
        cmocka_unit_test(the_standard_start_of_a_variant_must_not_be_written_as_fen),
    };
    return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}
