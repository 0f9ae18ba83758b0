/* SPDX-License-Identifier: MIT */
/* Typed moves: a position (see take_position), then the text. What SAN reads is read the same, and
 * every result is legal. */
#include "moves.h"
#include "tui/typed_move.h"

enum { TEXT_MAX = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    const rk_position pos = take_position(&in);
    char text[TEXT_MAX];
    if (in.size >= TEXT_MAX || memchr(in.data, '\0', in.size))
        return 0;
    memcpy(text, in.data, in.size);
    text[in.size] = '\0';
    rk_move move = 0xa5a5, san = RK_NO_MOVE, promotion;
    rk_fault fault;
    const rk_err err = typed_move_parse(&pos, text, &move, &fault);
    if (err) {
        CHECK(move == 0xa5a5 && *fault.text && strlen(fault.text) < sizeof fault.text);
        CHECK(typed_move_parse(&pos, text, &move, NULL) == err);
    } else {
        CHECK(rk_moves_legal(&pos, move));
    }
    if (!rk_san_parse(&pos, text, strlen(text), RK_NOTATION_PLAIN, &san, NULL))
        CHECK(!err && san == move);
    if (typed_move_lacks_promotion(&pos, text, &promotion))
        CHECK(err && rk_moves_legal(&pos, promotion));
    return 0;
}
