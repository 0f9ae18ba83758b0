/* SPDX-License-Identifier: MIT */
/* Records: any bytes, unchanged and with a correct checksum added. They are either rejected
 * or a game that can be played and encodes to the same bytes. */
#include "rookery/record.h"

#include "fuzz.h"

// CRC-32, independent of the library's, which must agree with it.
static uint32_t checksum(const uint8_t *bytes, size_t size)
{
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < 8 * size; i++) {
        const uint32_t low = (crc ^ (uint32_t)bytes[i / 8] >> i % 8) & 1;
        crc = crc >> 1 ^ (low ? UINT32_C(0xedb88320) : 0);
    }
    return ~crc;
}

static void check_moves(const rk_record *record)
{
    rk_position pos = record->start;
    for (size_t i = 0; i < record->count; i++) {
        rk_undo undo;
        CHECK(rk_moves_legal(&pos, record->moves[i]));
        rk_position_apply(&pos, record->moves[i], &undo);
    }
}

static void check_encodes_to(const rk_record *record, const uint8_t *bytes, size_t size)
{
    uint8_t *again;
    size_t again_size;
    CHECK(!rk_record_encode(record, &again, &again_size));
    CHECK(again_size == size && !memcmp(again, bytes, size));
    free(again);
}

static void check_bytes(const uint8_t *bytes, size_t size)
{
    rk_record record;
    rk_fault fault;
    poison(&record, sizeof record);
    poison(&fault, sizeof fault);
    const rk_err err = rk_record_decode(bytes, size, &record, &fault);
    if (err) {
        CHECK(err == RK_BAD_RECORD && is_poisoned(&record, sizeof record));
        check_fault(&fault, err, size);
        return;
    }
    CHECK(is_poisoned(&fault, sizeof fault));
    check_position(&record.start);
    check_moves(&record);
    check_encodes_to(&record, bytes, size);
    rk_record_fini(&record);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_bytes(data, size);
    uint8_t *summed = malloc(size + 4);
    CHECK(summed);
    if (size)
        memcpy(summed, data, size);
    const uint32_t crc = checksum(summed, size);
    for (size_t i = 0; i < 4; i++)
        summed[size + i] = (uint8_t)(crc >> 8 * i);
    check_bytes(summed, size + 4);
    free(summed);
    return 0;
}
