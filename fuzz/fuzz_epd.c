/* SPDX-License-Identifier: MIT */
/* EPD: a digit for the variant, a byte for the size of a small output buffer, then the line. */
#include "rookery/epd.h"

#include "fuzz.h"

static bool is_within(const char *part, size_t part_size, struct input text)
{
    const char *start = (const char *)text.data;
    return part_size <= text.size && part >= start && part <= start + (text.size - part_size);
}

static bool is_same_text(const char *a, size_t a_size, const char *b, size_t b_size)
{
    return a_size == b_size && !memcmp(a, b, a_size);
}

static void check_operations(const rk_epd *epd, struct input text)
{
    CHECK(epd->operation_count <= RK_EPD_OPERATIONS_MAX);
    for (size_t i = 0; i < epd->operation_count; i++) {
        const rk_epd_operation *operation = &epd->operations[i];
        CHECK(operation->opcode_size > 0);
        CHECK(is_within(operation->opcode, operation->opcode_size, text));
        CHECK(!operation->operand_size ||
              is_within(operation->operand, operation->operand_size, text));
        char *opcode = strndup(operation->opcode, operation->opcode_size);
        const rk_epd_operation *found = rk_epd_find(epd, opcode);
        CHECK(found && found <= operation);
        CHECK(is_same_text(found->opcode, found->opcode_size, opcode, strlen(opcode)));
        free(opcode);
    }
}

/* Checks that writing to a large buffer and parsing again loses nothing. */
static void check_round_trip(const rk_epd *epd, size_t capacity)
{
    char *line = malloc(capacity), *line_again = malloc(capacity);
    const size_t length = rk_epd_write(epd, line, capacity);
    CHECK(length < capacity && strlen(line) == length);
    rk_epd again;
    CHECK(!rk_epd_parse(line, length, epd->position.variant, &again, NULL));
    CHECK(rk_position_same(&epd->position, &again.position));
    CHECK(epd->operation_count == again.operation_count);
    for (size_t i = 0; i < epd->operation_count; i++) {
        const rk_epd_operation *a = &epd->operations[i], *b = &again.operations[i];
        CHECK(is_same_text(a->opcode, a->opcode_size, b->opcode, b->opcode_size));
        CHECK(is_same_text(a->operand, a->operand_size, b->operand, b->operand_size));
    }
    CHECK(rk_epd_write(&again, line_again, capacity) == length && !strcmp(line, line_again));
    free(line);
    free(line_again);
}

/* Checks that a line cut off by a small buffer can still be parsed. */
static void check_cut(const rk_epd *epd, size_t capacity)
{
    char *line = malloc(capacity);
    const size_t length = rk_epd_write(epd, line, capacity);
    CHECK(length < capacity && strlen(line) == length);
    rk_epd again;
    CHECK(!rk_epd_parse(line, length, epd->position.variant, &again, NULL));
    CHECK(again.operation_count <= epd->operation_count);
    free(line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    const rk_variant variant = take_variant(&in);
    const size_t small_size = RK_FEN_MAX + take_byte(&in);
    rk_epd epd;
    rk_fault fault;
    poison(&epd, sizeof epd);
    poison(&fault, sizeof fault);
    const rk_err err = rk_epd_parse((const char *)in.data, in.size, variant, &epd, &fault);
    if (err) {
        CHECK(is_poisoned(&epd, sizeof epd));
        check_fault(&fault, err, in.size);
        return 0;
    }
    CHECK(is_poisoned(&fault, sizeof fault));
    CHECK(epd.position.variant == variant);
    check_position(&epd.position);
    check_operations(&epd, in);
    check_round_trip(&epd, RK_FEN_MAX + 3 * in.size + 8 * RK_EPD_OPERATIONS_MAX);
    check_cut(&epd, small_size);
    return 0;
}
