/* SPDX-License-Identifier: MIT */
/* Opening books: any bytes, as they are and with the position's own key put into every entry. They
 * are refused, or they are a book whose moves are legal. The rest of the input is the position. */
#include "rookery/book.h"

#include "fuzz.h"

enum { ENTRY = 16, MOST = 8 };

static void check_moves(const rk_book *book, const rk_position *pos, uint64_t chance)
{
    rk_book_move moves[MOST];
    const size_t count = rk_book_moves(book, pos, moves, MOST);
    bool weighs = false;
    CHECK(count <= MOST);
    for (size_t i = 0; i < count; i++) {
        CHECK(rk_moves_legal(pos, moves[i].move));
        CHECK(!i || moves[i].weight <= moves[i - 1].weight);
        weighs = weighs || moves[i].weight;
    }
    const rk_move picked = rk_book_pick(book, pos, chance);
    CHECK((picked != RK_NO_MOVE) == weighs);
    CHECK(picked == RK_NO_MOVE || rk_moves_legal(pos, picked));
}

static void check_bytes(const uint8_t *bytes, size_t size, const rk_position *pos, uint64_t chance)
{
    rk_book *book = NULL;
    rk_fault fault;
    spoil(&fault, sizeof fault);
    const rk_err err = rk_book_of_bytes(bytes, size, &book, &fault);
    if (err) {
        CHECK(err == RK_BAD_RECORD && !book);
        check_fault(&fault, err, size);
        return;
    }
    CHECK(size % ENTRY == 0 && is_spoiled(&fault, sizeof fault));
    check_moves(book, pos, chance);
    rk_book_close(book);
}

/* What is added to a book comes back from it. */
static void check_making(const rk_position *pos, uint64_t chance)
{
    rk_move moves[RK_MOVES_MAX];
    const size_t count = rk_moves_list(pos, moves);
    rk_book_maker *maker;
    unsigned char *bytes;
    size_t size;
    if (!count || (pos->variant != RK_STANDARD && pos->variant != RK_CHESS960))
        return;
    const rk_move played = moves[chance % count];
    CHECK(!rk_book_maker_create(&maker));
    CHECK(!rk_book_maker_add(maker, pos, played, 2));
    CHECK(!rk_book_maker_write(maker, 1, &bytes, &size));
    rk_book *book = NULL;
    CHECK(size == ENTRY && !rk_book_of_bytes(bytes, size, &book, NULL));
    CHECK(rk_book_pick(book, pos, chance) == played);
    rk_book_close(book);
    free(bytes);
    rk_book_maker_destroy(maker);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    const rk_position pos = take_position(&in);
    const uint64_t chance = take_two(&in);
    check_bytes(in.data, in.size, &pos, chance);
    check_making(&pos, chance);
    uint8_t *keyed = malloc(in.size + 1);
    CHECK(keyed);
    if (in.size)
        memcpy(keyed, in.data, in.size);
    const uint64_t key = rk_book_key(&pos);
    for (size_t at = 0; at + ENTRY <= in.size; at += ENTRY)
        for (size_t i = 0; i < 8; i++)
            keyed[at + i] = (uint8_t)(key >> (56 - 8 * i));
    check_bytes(keyed, in.size, &pos, chance);
    free(keyed);
    return 0;
}
