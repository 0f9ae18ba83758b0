/* SPDX-License-Identifier: MIT */
/* FEN: a digit for the variant, then the text. What can be read can be written
 * and read again; what cannot leaves no trace but a fault. */
#include "fuzz.h"

static void read_fen(struct input text, rk_variant variant, rk_fen_option option)
{
    rk_position pos;
    rk_fault fault;
    spoil(&pos, sizeof pos);
    spoil(&fault, sizeof fault);
    const rk_err err =
        rk_fen_parse((const char *)text.data, text.size, variant, option, &pos, &fault);
    if (err) {
        CHECK(is_spoiled(&pos, sizeof pos));
        check_fault(&fault, err, text.size);
        CHECK(rk_fen_parse((const char *)text.data, text.size, variant, option, &pos, NULL) == err);
        return;
    }
    CHECK(is_spoiled(&fault, sizeof fault));
    CHECK(pos.variant == variant);
    check_position(&pos);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    const rk_variant variant = take_variant(&in);
    read_fen(in, variant, RK_FEN_PLAIN);
    read_fen(in, variant, RK_FEN_FORGIVE_CASTLING);
    return 0;
}
