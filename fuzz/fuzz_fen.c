/* SPDX-License-Identifier: MIT */
/* FEN: a digit for the variant, then the text. A parsed position can be written
 * and parsed again; a parser that fails changes nothing but the fault. */
#include "fuzz.h"

static void read_fen(struct input text, rk_variant variant, rk_fen_option option)
{
    rk_position pos;
    rk_fault fault;
    poison(&pos, sizeof pos);
    poison(&fault, sizeof fault);
    const rk_err err =
        rk_fen_parse((const char *)text.data, text.size, variant, option, &pos, &fault);
    if (err) {
        CHECK(is_poisoned(&pos, sizeof pos));
        check_fault(&fault, err, text.size);
        CHECK(rk_fen_parse((const char *)text.data, text.size, variant, option, &pos, NULL) == err);
        return;
    }
    CHECK(is_poisoned(&fault, sizeof fault));
    CHECK(pos.variant == variant);
    check_position(&pos);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    const rk_variant variant = take_variant(&in);
    read_fen(in, variant, RK_FEN_PLAIN);
    read_fen(in, variant, RK_FEN_FORGIVE_CASTLING);
    read_fen(in, variant, RK_FEN_FORGIVE_CASTLING | RK_FEN_FORGIVE_EN_PASSANT);
    return 0;
}
