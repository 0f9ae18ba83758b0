/* SPDX-License-Identifier: MIT */
#include "engine/network.h"

#include <stdlib.h>

#include "base/fault.h"
#include "base/fnv.h"

enum {
    VERSION = 1,
    PIECES_MAX = 32,         /* rows that are added up at once */
    FEATURE_MAX = 505,       /* of a weight: PIECES_MAX such weights and a bias fit into 16 bits */
    BIAS_MAX = 16000,        /* of the hidden layer */
    OUTPUT_WEIGHT_MAX = 127, /* times NETWORK_ONE it fits into 16 bits */
    OUTPUT_SUM_MAX = INT32_MAX / (NETWORK_ONE * NETWORK_ONE), /* of the weights of one side */
    OUTPUT_BIAS_MAX = 1 << 24,
    SCALE_MAX = 10000,
    ALIGNMENT = 64
};

_Static_assert(PIECES_MAX *FEATURE_MAX + BIAS_MAX <= INT16_MAX,
               "sums of the hidden layer overflow");

/* The words of the header. */
enum {
    MAGIC_AT = 0,
    VERSION_AT = 4,
    HIDDEN_AT = 6,
    BUCKETS_AT = 8,
    SCALE_AT = 10,
    CHECKSUM_AT = 12,
    ZEROS_AT = 16
};

static const char magic[8] = {'R', 'O', 'O', 'K', 'N', 'E', 'T', '\n'};

size_t network_word_count(unsigned hidden, unsigned buckets)
{
    const size_t output = (size_t)buckets * (2 * hidden + 2);
    return NETWORK_HEADER_WORDS + (size_t)(NETWORK_INPUTS + 1) * hidden + output;
}

// ---- checks ----------------------------------------------------------------------------------

static uint32_t word_pair(const int16_t *words)
{
    return (uint32_t)(uint16_t)words[0] | (uint32_t)(uint16_t)words[1] << 16;
}

static bool has_magic(const int16_t *words)
{
    for (size_t i = 0; i < sizeof magic; i++)
        if ((char)((uint16_t)words[MAGIC_AT + i / 2] >> 8 * (i % 2)) != magic[i])
            return false;
    return true;
}

/* FNV-1a over 16-bit words. */
static uint64_t checksum(const int16_t *words, size_t count)
{
    uint64_t hash = FNV_START;
    for (size_t i = 0; i < count; i++)
        hash = fnv_add_unit(hash, (uint16_t)words[i]);
    return hash;
}

static rk_err bad_record(rk_fault *fault, size_t word, const char *why)
{
    return fault_set(fault, RK_BAD_RECORD, 2 * word, why);
}

static rk_err check_header(const int16_t *words, size_t count, rk_fault *fault)
{
    if (count < NETWORK_HEADER_WORDS || !has_magic(words))
        return bad_record(fault, MAGIC_AT, "not a network file");
    if (word_pair(words + VERSION_AT) != VERSION)
        return bad_record(fault, VERSION_AT, "unknown version of the network file");
    const uint32_t hidden = word_pair(words + HIDDEN_AT), buckets = word_pair(words + BUCKETS_AT);
    if (!hidden || hidden > NETWORK_HIDDEN_MAX || hidden % NETWORK_HIDDEN_STEP)
        return bad_record(fault, HIDDEN_AT, "unsupported size of the hidden layer");
    if (!buckets || buckets > NETWORK_BUCKETS_MAX)
        return bad_record(fault, BUCKETS_AT, "unsupported number of outputs");
    const uint32_t scale = word_pair(words + SCALE_AT);
    if (!scale || scale > SCALE_MAX)
        return bad_record(fault, SCALE_AT, "unsupported scale");
    for (unsigned i = ZEROS_AT; i < NETWORK_HEADER_WORDS; i++)
        if (words[i])
            return bad_record(fault, i, "expected zeros at the end of the header");
    const size_t expected = network_word_count(hidden, buckets);
    if (count != expected)
        return count < expected ? bad_record(fault, count, "the network file is incomplete")
                                : bad_record(fault, expected, "data after the end of the network");
    const uint64_t stored =
        word_pair(words + CHECKSUM_AT) | (uint64_t)word_pair(words + CHECKSUM_AT + 2) << 32;
    if (checksum(words + NETWORK_HEADER_WORDS, count - NETWORK_HEADER_WORDS) != stored)
        return bad_record(fault, CHECKSUM_AT, "the network file is damaged: wrong checksum");
    return RK_OK;
}

/* The index of the first weight beyond `max`, or `count`. */
static size_t first_beyond(const int16_t *weights, size_t count, int max)
{
    size_t i = 0;
    while (i < count && weights[i] <= max && weights[i] >= -max)
        i++;
    return i;
}

static rk_err check_range(const int16_t *words, const int16_t *weights, size_t count, int max,
                          rk_fault *fault)
{
    const size_t at = first_beyond(weights, count, max);
    return at == count ? RK_OK
                       : bad_record(fault, (size_t)(weights - words) + at,
                                    "a weight of the network is out of range");
}

/* With all inputs of the output layer at 1.0, the sum of one side must fit into 32 bits. */
static rk_err check_output_sums(const int16_t *words, const struct rk_network *network,
                                rk_fault *fault)
{
    for (unsigned half = 0; half < 2 * network->buckets; half++) {
        const int16_t *const weights = network->output + (size_t)half * network->hidden;
        int sum = 0;
        for (unsigned i = 0; i < network->hidden; i++)
            sum += abs(weights[i]);
        if (sum > OUTPUT_SUM_MAX)
            return bad_record(fault, (size_t)(weights - words), "the output weights are too large");
    }
    for (unsigned i = 0; i < network->buckets; i++)
        if (network->output_bias[i] > OUTPUT_BIAS_MAX || network->output_bias[i] < -OUTPUT_BIAS_MAX)
            return bad_record(fault, 0, "a bias of the output is out of range");
    return RK_OK;
}

static rk_err check_weights(const int16_t *words, const struct rk_network *network, rk_fault *fault)
{
    const size_t hidden = network->hidden;
    rk_err err = check_range(words, network->features, NETWORK_INPUTS * hidden, FEATURE_MAX, fault);
    if (!err)
        err = check_range(words, network->bias, hidden, BIAS_MAX, fault);
    if (!err)
        err = check_range(words, network->output, 2 * hidden * network->buckets, OUTPUT_WEIGHT_MAX,
                          fault);
    return err ? err : check_output_sums(words, network, fault);
}

rk_err network_init(struct rk_network *network, const int16_t *words, size_t count, rk_fault *fault)
{
    const rk_err err = check_header(words, count, fault);
    if (err)
        return err;
    const unsigned hidden = word_pair(words + HIDDEN_AT), buckets = word_pair(words + BUCKETS_AT);
    *network = (struct rk_network){.hidden = hidden,
                                   .buckets = buckets,
                                   .scale = (int)word_pair(words + SCALE_AT),
                                   .features = words + NETWORK_HEADER_WORDS};
    network->bias = network->features + (size_t)NETWORK_INPUTS * hidden;
    network->output = network->bias + hidden;
    const int16_t *const output_bias = network->output + (size_t)2 * hidden * buckets;
    for (unsigned i = 0; i < buckets; i++)
        network->output_bias[i] = (int32_t)word_pair(output_bias + (size_t)2 * i);
    return check_weights(words, network, fault);
}

// ---- networks in memory ----------------------------------------------------------------------

/* Bytes to words, little-endian; a last odd byte is left out. Aligned for the largest vectors. */
static int16_t *copy_words(const unsigned char *bytes, size_t count)
{
    const size_t size = (count * sizeof(int16_t) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    int16_t *const words = aligned_alloc(ALIGNMENT, size ? size : ALIGNMENT);
    for (size_t i = 0; words && i < count; i++)
        words[i] = (int16_t)(bytes[2 * i] | bytes[2 * i + 1] << 8);
    return words;
}

rk_err rk_network_from_bytes(const void *bytes, size_t size, rk_network **out, rk_fault *fault)
{
    if (size > 2 * network_word_count(NETWORK_HIDDEN_MAX, NETWORK_BUCKETS_MAX))
        return fault_set(fault, RK_BAD_RECORD, 0, "the file is too large for a network");
    if (size % 2)
        return fault_set(fault, RK_BAD_RECORD, size, "the network file has an odd number of bytes");
    rk_network *const network = malloc(sizeof *network);
    int16_t *const words = copy_words(bytes, size / 2);
    const rk_err err = network && words ? network_init(network, words, size / 2, fault)
                                        : fault_set_default(fault, RK_NO_MEMORY);
    if (err) {
        free(network);
        free(words);
        return err;
    }
    network->owned = words;
    *out = network;
    return RK_OK;
}

void rk_network_close(rk_network *network)
{
    if (!network)
        return;
    free(network->owned);
    free(network);
}
