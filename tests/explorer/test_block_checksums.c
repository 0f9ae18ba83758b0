/* SPDX-License-Identifier: MIT */
/* Blocks are verified when they are read. */
#include "explorer/block_checksums.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/board.h"

enum { BLOCKS = 5, END = HEADER_SIZE + BLOCKS * BLOCK_SIZE - 100 };

static uint8_t *bytes;
static struct format_header header;
static struct block_checksums *checksums;

/* A file of blocks, the last of which is not full, and their checksums. */
static int set_up(void **state)
{
    char path[] = "/tmp/rookery-blocks-XXXXXX";
    const int file = mkstemp(path);
    (void)state;
    assert_true(file >= 0);
    unlink(path);
    header = (struct format_header){.game_count = 0};
    bytes = malloc(END + BLOCKS * sizeof(uint32_t));
    assert_non_null(bytes);
    for (size_t i = 0; i < END; i++)
        bytes[i] = (uint8_t)(i * 7 + i / 251);
    assert_int_equal(write(file, bytes, END), END);
    struct section *section = &header.sections[SECTION_CHECKSUMS];
    assert_null(block_checksums_write(file, END, section));
    assert_int_equal(section->offset, END);
    assert_int_equal(section->size, BLOCKS * sizeof(uint32_t));
    assert_int_equal(pread(file, bytes + END, section->size, END), section->size);
    close(file);
    checksums = block_checksums_create(bytes, &header);
    assert_non_null(checksums);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    block_checksums_destroy(checksums);
    free(bytes);
    return 0;
}

static void sound_blocks_are_accepted(void **state)
{
    (void)state;
    assert_true(block_checksums_verify(checksums, bytes + HEADER_SIZE, END - HEADER_SIZE));
    assert_true(block_checksums_verify(checksums, bytes + END - 1, 1));
    assert_true(block_checksums_verify(checksums, bytes + HEADER_SIZE, 0));
    assert_false(block_checksums_failed(checksums));
}

static void damage_is_noticed_where_it_is_read(void **state)
{
    (void)state;
    bytes[HEADER_SIZE + 2 * BLOCK_SIZE + 17] ^= 1;
    assert_true(block_checksums_verify(checksums, bytes + HEADER_SIZE, 2 * BLOCK_SIZE));
    assert_false(block_checksums_failed(checksums));
    const uint8_t *next = bytes + HEADER_SIZE + 2 * BLOCK_SIZE - 1;
    assert_false(block_checksums_verify(checksums, next, 2)); // its last byte is in the next block
    assert_true(block_checksums_failed(checksums));
    assert_false(block_checksums_verify(checksums, next + 1, 1)); // and stays damaged
}

static void a_verified_block_is_not_read_again(void **state)
{
    (void)state;
    assert_true(block_checksums_verify(checksums, bytes + HEADER_SIZE, 1));
    bytes[HEADER_SIZE] ^= 1;
    assert_true(block_checksums_verify(checksums, bytes + HEADER_SIZE, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(sound_blocks_are_accepted, set_up, tear_down),
        cmocka_unit_test_setup_teardown(damage_is_noticed_where_it_is_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_verified_block_is_not_read_again, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
