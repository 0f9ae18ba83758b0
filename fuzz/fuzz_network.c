/* SPDX-License-Identifier: MIT */
/* Network files: arbitrary bytes, then a valid header with its checksum around arbitrary weights.
 * They are either refused or a network whose kernels all agree. */
#include "engine/network.h"

#include "engine/accumulator.h"
#include "fuzz.h"

enum { HIDDEN = NETWORK_HIDDEN_STEP, HEADER_BYTES = 2 * NETWORK_HEADER_WORDS };

static void check_network(const rk_network *network)
{
    const rk_position pos = rk_position_start(RK_STANDARD);
    const int expected = network_evaluate(network, kernel_best(), &pos);
    bool exists = true;
    for (unsigned i = 0; exists; i++) {
        const struct kernel *const kernel = kernel_at(i, &exists);
        CHECK(!kernel || network_evaluate(network, kernel, &pos) == expected);
    }
}

static void check_bytes(const uint8_t *bytes, size_t size)
{
    rk_network *network = NULL;
    rk_fault fault;
    poison(&fault, sizeof fault);
    const rk_err err = rk_network_from_bytes(bytes, size, &network, &fault);
    if (err) {
        CHECK(err == RK_BAD_RECORD && !network);
        check_fault(&fault, err, size);
        return;
    }
    CHECK(is_poisoned(&fault, sizeof fault));
    check_network(network);
    rk_network_close(network);
}

static void put_uint32(uint8_t *at, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

/* The input is repeated as the weights; every second byte is made small, so that most weights are
 * in range. */
static void fill_weights(uint8_t *bytes, size_t size, const uint8_t *data, size_t data_size)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = HEADER_BYTES; i < size; i += 2) {
        const uint8_t low = data_size ? data[(i / 2) % data_size] : 0;
        bytes[i] = low & 0x7f;
        bytes[i + 1] = low == 0xff && i % 64 == 0;
        hash = (hash ^ (unsigned)(bytes[i] | bytes[i + 1] << 8)) * UINT64_C(0x100000001b3);
    }
    put_uint32(bytes + 24, (uint32_t)hash);
    put_uint32(bytes + 28, (uint32_t)(hash >> 32));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_bytes(data, size);
    const uint32_t buckets = size ? data[0] % (NETWORK_BUCKETS_MAX + 2) : 1;
    const size_t file_size = 2 * network_word_count(HIDDEN, buckets);
    uint8_t *const file = calloc(1, file_size);
    CHECK(file);
    memcpy(file, "ROOKNET\n", 8);
    put_uint32(file + 8, 1);
    put_uint32(file + 12, HIDDEN);
    put_uint32(file + 16, buckets);
    put_uint32(file + 20, size > 1 ? data[1] : 1);
    fill_weights(file, file_size, data, size);
    check_bytes(file, file_size);
    free(file);
    return 0;
}
