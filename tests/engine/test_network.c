/* SPDX-License-Identifier: MIT */
/* The network: every kernel gives to the bit what a plain reference gives, the cache gives what a
 * fresh sum gives, and damaged files are refused. */
#include "engine/network.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/prng.h"
#include "engine/accumulator.h"
#include "rookery/fen.h"
#include "rookery/moves.h"
#include "rules/bits.h"
#include "support/board.h"
#include "support/folder.h"

enum { POSITIONS = 10000, HEADER_BYTES = 2 * NETWORK_HEADER_WORDS };

static const char network_path[] = "src/engine/default.net";

// ---- positions of random games -----------------------------------------------------------------

/* Calls `visit` for positions of random games until it has seen POSITIONS of them. */
static void visit_positions(rk_variant variant, void (*visit)(void *context, const rk_position *),
                            void *context)
{
    struct prng prng = {variant + 7};
    for (unsigned count = 0; count < POSITIONS;) {
        rk_position pos = rk_position_start(variant);
        if (variant == RK_CHESS960)
            assert_int_equal(rk_position_chess960(prng_below(&prng, 960), &pos), RK_OK);
        rk_move moves[RK_MOVES_MAX];
        size_t moves_count;
        for (unsigned ply = 0; ply < 200 && (moves_count = rk_moves_list(&pos, moves)); ply++) {
            rk_undo undo;
            visit(context, &pos);
            count++;
            rk_position_apply(&pos, moves[prng_next(&prng) % moves_count], &undo);
        }
    }
}

// ---- a plain reference -------------------------------------------------------------------------

static int64_t reference_value(const struct rk_network *network, const rk_position *pos,
                               rk_side side, unsigned neuron)
{
    const unsigned king = (unsigned)lsb(pos->of[RK_KING] & pos->by[side]);
    int64_t sum = network->bias[neuron];
    for (unsigned square = 0; square < 64; square++)
        for (unsigned kind = RK_PAWN; kind <= RK_KING; kind++)
            for (unsigned owner = 0; owner < 2; owner++)
                if (pos->of[kind] & pos->by[owner] & bit((int)square)) {
                    const unsigned rank = side == RK_WHITE ? square / 8 : 7 - square / 8;
                    const unsigned file = king % 8 < 4 ? square % 8 : 7 - square % 8;
                    const unsigned row =
                        (owner != (unsigned)side) * 384U + kind * 64 + rank * 8 + file;
                    sum += network->features[row * network->hidden + neuron];
                }
    return sum < 0 ? 0 : sum > 255 ? 255 : sum;
}

static int reference(const struct rk_network *network, const rk_position *pos)
{
    const unsigned pieces = (unsigned)popcount(pos->by[0] | pos->by[1]);
    const unsigned bucket = (pieces - 2) * network->buckets / 32;
    int64_t sum = 0;
    for (unsigned i = 0; i < 2 * network->hidden; i++) {
        const rk_side side = i < network->hidden ? (rk_side)pos->turn : other((rk_side)pos->turn);
        const int64_t value = reference_value(network, pos, side, i % network->hidden);
        sum += value * value * network->output[bucket * 2 * network->hidden + i];
    }
    return (int)((sum / 255 + network->output_bias[bucket]) * network->scale / (255 * 64));
}

static void compare_with_reference(void *context, const rk_position *pos)
{
    unsigned *const kernels = context;
    const int expected = reference(&network_default, pos);
    bool exists = true;
    *kernels = 0;
    for (unsigned i = 0; exists; i++) {
        const struct kernel *const kernel = kernel_at(i, &exists);
        if (!kernel)
            continue;
        assert_int_equal(network_evaluate(&network_default, kernel, pos), expected);
        ++*kernels;
    }
}

static void every_kernel_gives_what_the_reference_gives(void **state)
{
    (void)state;
    unsigned kernels = 0;
    visit_positions(RK_STANDARD, compare_with_reference, &kernels);
    assert_true(kernels >= 1);
    print_message("kernels compared: %u\n", kernels);
}

// ---- the cache ---------------------------------------------------------------------------------

static void compare_with_fresh_sums(void *context, const rk_position *pos)
{
    struct accumulators *const accumulators = context;
    assert_int_equal(accumulators_evaluate(accumulators, pos),
                     network_evaluate(&network_default, accumulators->kernel, pos));
    // A search looks at both sides, and comes back.
    rk_position passed = *pos;
    passed.turn ^= 1;
    assert_int_equal(accumulators_evaluate(accumulators, &passed),
                     network_evaluate(&network_default, accumulators->kernel, &passed));
}

static void check_cache(rk_variant variant)
{
    bool exists = true;
    for (unsigned i = 0; exists; i++) {
        const struct kernel *const kernel = kernel_at(i, &exists);
        if (!kernel)
            continue;
        struct accumulators *const accumulators =
            aligned_alloc(_Alignof(struct accumulators), sizeof *accumulators);
        assert_non_null(accumulators);
        accumulators_init(accumulators, &network_default, kernel);
        visit_positions(variant, compare_with_fresh_sums, accumulators);
        free(accumulators);
    }
}

static void updated_sums_equal_fresh_ones_in_standard_chess(void **state)
{
    (void)state;
    check_cache(RK_STANDARD);
}

static void updated_sums_equal_fresh_ones_in_chess960(void **state)
{
    (void)state;
    check_cache(RK_CHESS960);
}

// ---- files -------------------------------------------------------------------------------------

struct bytes {
    unsigned char *data;
    size_t size;
};

static int read_network_bytes(void **state)
{
    struct bytes *const bytes = calloc(1, sizeof *bytes);
    FILE *const file = fopen(network_path, "rb");
    if (!bytes || !file)
        return -1;
    bytes->data = malloc(1 << 22);
    bytes->size = bytes->data ? fread(bytes->data, 1, 1 << 22, file) : 0;
    fclose(file);
    *state = bytes;
    return bytes->size ? 0 : -1;
}

static int free_network_bytes(void **state)
{
    struct bytes *const bytes = *state;
    free(bytes->data);
    free(bytes);
    return 0;
}

static void expect_refused(const struct bytes *bytes, size_t size, const char *why, size_t offset)
{
    rk_network *network = NULL;
    rk_fault fault;
    assert_int_equal(rk_network_from_bytes(bytes->data, size, &network, &fault), RK_BAD_RECORD);
    assert_null(network);
    assert_string_equal(fault.text, why);
    assert_int_equal(fault.offset, offset);
}

static void the_file_holds_the_built_in_network(void **state)
{
    const struct bytes *const bytes = *state;
    rk_network *network;
    assert_int_equal(rk_network_from_bytes(bytes->data, bytes->size, &network, NULL), RK_OK);
    assert_int_equal(network->hidden, network_default.hidden);
    assert_int_equal(network->buckets, network_default.buckets);
    assert_memory_equal(network->features, network_default.features,
                        2 * NETWORK_INPUTS * (size_t)network->hidden);
    assert_memory_equal(network->output_bias, network_default.output_bias,
                        sizeof network->output_bias);
    rk_network_close(network);
    assert_true(bytes->size < 1000000); // it is part of every program
}

static void truncated_and_longer_files_are_refused(void **state)
{
    const struct bytes *const bytes = *state;
    expect_refused(bytes, 0, "not a network file", 0);
    expect_refused(bytes, HEADER_BYTES - 2, "not a network file", 0);
    expect_refused(bytes, HEADER_BYTES, "the network file is incomplete", HEADER_BYTES);
    expect_refused(bytes, bytes->size - 2, "the network file is incomplete", bytes->size - 2);
    expect_refused(bytes, bytes->size - 1, "the network file has an odd number of bytes",
                   bytes->size - 1);
    memset(bytes->data + bytes->size, 0, 2);
    expect_refused(bytes, bytes->size + 2, "data after the end of the network", bytes->size);
}

static void a_changed_header_is_refused(void **state)
{
    static const struct {
        size_t at;
        unsigned char value;
        const char *why;
        size_t offset;
    } cases[] = {{0, 'r', "not a network file", 0},
                 {8, 2, "unknown version of the network file", 8},
                 {12, 1, "unsupported size of the hidden layer", 12},
                 {15, 255, "unsupported size of the hidden layer", 12},
                 {16, 9, "unsupported number of outputs", 16},
                 {23, 1, "unsupported scale", 20},
                 {24, 0xf7, "the network file is damaged: wrong checksum", 24},
                 {32, 1, "expected zeros at the end of the header", 32},
                 {63, 1, "expected zeros at the end of the header", 62}};
    const struct bytes *const bytes = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const unsigned char old = bytes->data[cases[i].at];
        bytes->data[cases[i].at] = (unsigned char)(old == cases[i].value ? ~old : cases[i].value);
        expect_refused(bytes, bytes->size, cases[i].why, cases[i].offset);
        bytes->data[cases[i].at] = old;
    }
}

static void every_changed_byte_is_noticed(void **state)
{
    const struct bytes *const bytes = *state;
    struct prng prng = {5};
    for (unsigned i = 0; i < 50; i++) {
        const size_t at = HEADER_BYTES + prng_next(&prng) % (bytes->size - HEADER_BYTES);
        bytes->data[at] ^= 0x10;
        expect_refused(bytes, bytes->size, "the network file is damaged: wrong checksum", 24);
        bytes->data[at] ^= 0x10;
    }
}

/* Sets a weight and the checksum that belongs to it. */
static void set_word(const struct bytes *bytes, size_t at, int16_t value)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    bytes->data[at] = (unsigned char)value;
    bytes->data[at + 1] = (unsigned char)(value >> 8);
    for (size_t i = HEADER_BYTES; i < bytes->size; i += 2)
        hash =
            (hash ^ (unsigned)(bytes->data[i] | bytes->data[i + 1] << 8)) * UINT64_C(0x100000001b3);
    for (unsigned i = 0; i < 8; i++)
        bytes->data[24 + i] = (unsigned char)(hash >> 8 * i);
}

static void weights_that_could_overflow_are_refused(void **state)
{
    const struct bytes *const bytes = *state;
    const char *const why = "a weight of the network is out of range";
    const size_t bias = HEADER_BYTES + 2 * (size_t)NETWORK_INPUTS * network_default.hidden;
    const size_t output = bias + 2 * (size_t)network_default.hidden;
    set_word(bytes, bias - 2, 506);
    expect_refused(bytes, bytes->size, why, bias - 2);
    set_word(bytes, bias - 2, -505);
    set_word(bytes, bias, -16001);
    expect_refused(bytes, bytes->size, why, bias);
    set_word(bytes, bias, 16000);
    set_word(bytes, output, 128);
    expect_refused(bytes, bytes->size, why, output);
    set_word(bytes, output, -127);
    set_word(bytes, bytes->size - 2, 0x7fff);
    expect_refused(bytes, bytes->size, "a bias of the output is out of range", 0);
    set_word(bytes, bytes->size - 4, 0);
    set_word(bytes, bytes->size - 2, INT16_MIN); // its absolute value is not an int
    expect_refused(bytes, bytes->size, "a bias of the output is out of range", 0);
    set_word(bytes, bytes->size - 2, 0);
    rk_network *network;
    assert_int_equal(rk_network_from_bytes(bytes->data, bytes->size, &network, NULL), RK_OK);
    rk_network_close(network);
}

static void a_file_that_cannot_be_opened_is_an_error(void **state)
{
    (void)state;
    const struct folder folder = folder_make();
    rk_network *network = NULL;
    rk_fault fault;
    assert_int_equal(rk_network_open("/no/such/network", &network, &fault), RK_CANNOT_OPEN);
    assert_string_equal(fault.text, "No such file or directory");
    assert_int_equal(rk_network_open(folder.path, &network, &fault), RK_CANNOT_READ);
    assert_null(network);
    folder_remove(&folder);
}

static void a_fifo_is_refused_at_once(void **state)
{
    (void)state;
    const struct folder folder = folder_make();
    char path[FOLDER_PATH_SIZE + 8];
    rk_network *network = NULL;
    rk_fault fault;
    snprintf(path, sizeof path, "%s/fifo", folder.path);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(rk_network_open(path, &network, &fault), RK_BAD_RECORD);
    assert_string_equal(fault.text, "not a network file");
    folder_remove(&folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kernel_gives_what_the_reference_gives),
        cmocka_unit_test(updated_sums_equal_fresh_ones_in_standard_chess),
        cmocka_unit_test(updated_sums_equal_fresh_ones_in_chess960),
        cmocka_unit_test_setup_teardown(the_file_holds_the_built_in_network, read_network_bytes,
                                        free_network_bytes),
        cmocka_unit_test_setup_teardown(truncated_and_longer_files_are_refused, read_network_bytes,
                                        free_network_bytes),
        cmocka_unit_test_setup_teardown(a_changed_header_is_refused, read_network_bytes,
                                        free_network_bytes),
        cmocka_unit_test_setup_teardown(every_changed_byte_is_noticed, read_network_bytes,
                                        free_network_bytes),
        cmocka_unit_test_setup_teardown(weights_that_could_overflow_are_refused, read_network_bytes,
                                        free_network_bytes),
        cmocka_unit_test(a_file_that_cannot_be_opened_is_an_error),
        cmocka_unit_test(a_fifo_is_refused_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
