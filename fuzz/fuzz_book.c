/* SPDX-License-Identifier: MIT */
/* Opening books: a position, then arbitrary bytes, used unchanged and with the key of the position
 * in every entry. They are either rejected or a book whose moves are legal. */
#include "rookery/book.h"

#include "fuzz.h"

enum { ENTRY_SIZE = 16, MOVES_MAX = 8 };

static void check_moves(const rk_book *book, const rk_position *pos, uint64_t random_number)
{
    rk_book_move moves[MOVES_MAX];
    const size_t count = rk_book_moves(book, pos, moves, MOVES_MAX);
    bool has_weight = false;
    CHECK(count <= MOVES_MAX);
    for (size_t i = 0; i < count; i++) {
        CHECK(rk_moves_legal(pos, moves[i].move));
        CHECK(!i || moves[i].weight <= moves[i - 1].weight);
        has_weight = has_weight || moves[i].weight;
    }
    const rk_move picked = rk_book_pick(book, pos, random_number);
    CHECK((picked != RK_NO_MOVE) == has_weight);
    CHECK(picked == RK_NO_MOVE || rk_moves_legal(pos, picked));
}

static void check_bytes(const uint8_t *bytes, size_t size, const rk_position *pos,
                        uint64_t random_number)
{
    rk_book *book = NULL;
    rk_fault fault;
    poison(&fault, sizeof fault);
    const rk_err err = rk_book_from_bytes(bytes, size, &book, &fault);
    if (err) {
        CHECK(err == RK_BAD_RECORD && !book);
        check_fault(&fault, err, size);
        return;
    }
    CHECK(size % ENTRY_SIZE == 0 && is_poisoned(&fault, sizeof fault));
    check_moves(book, pos, random_number);
    rk_book_close(book);
}

/* A move added to a book is found in it. */
static void check_building(const rk_position *pos, uint64_t random_number)
{
    rk_move moves[RK_MOVES_MAX];
    const size_t count = rk_moves_list(pos, moves);
    rk_book_maker *maker;
    unsigned char *bytes;
    size_t size;
    if (!count || (pos->variant != RK_STANDARD && pos->variant != RK_CHESS960))
        return;
    const rk_move played = moves[random_number % count];
    CHECK(!rk_book_maker_create(&maker));
    CHECK(!rk_book_maker_add(maker, pos, played, 2));
    CHECK(!rk_book_maker_write(maker, 1, &bytes, &size));
    rk_book *book = NULL;
    CHECK(size == ENTRY_SIZE && !rk_book_from_bytes(bytes, size, &book, NULL));
    CHECK(rk_book_pick(book, pos, random_number) == played);
    rk_book_close(book);
    free(bytes);
    rk_book_maker_destroy(maker);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    const rk_position pos = take_position(&in);
    const uint64_t random_number = take_uint16(&in);
    check_bytes(in.data, in.size, &pos, random_number);
    check_building(&pos, random_number);
    uint8_t *keyed = malloc(in.size + 1);
    CHECK(keyed);
    if (in.size)
        memcpy(keyed, in.data, in.size);
    const uint64_t key = rk_book_key(&pos);
    for (size_t at = 0; at + ENTRY_SIZE <= in.size; at += ENTRY_SIZE)
        for (size_t i = 0; i < 8; i++)
            keyed[at + i] = (uint8_t)(key >> (56 - 8 * i));
    check_bytes(keyed, in.size, &pos, random_number);
    free(keyed);
    return 0;
}
