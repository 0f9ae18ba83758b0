/* SPDX-License-Identifier: MIT */
#include "api/position_param.h"

#include <string.h>

#include "rookery/fen.h"
#include "rookery/san.h"

bool position_param_read(struct exchange *exchange, const char *variant_name, rk_position *out)
{
    const char *fen = form_text(exchange->form, "fen");
    char text[RK_FEN_MAX];
    rk_variant variant = RK_STANDARD;
    rk_fault fault;
    if (variant_name && strcmp(variant_name, "fromPosition") != 0 &&
        !rk_variant_from_name(variant_name, &variant)) {
        exchange_refuse_field(exchange, "variant", "unknown variant");
        return false;
    }
    if (!fen || strlen(fen) >= sizeof text) {
        exchange_refuse_field(exchange, "fen", fen ? "this is too long for a FEN" : "missing");
        return false;
    }
    for (size_t i = 0; i <= strlen(fen); i++)
        text[i] = fen[i] == '_' ? ' ' : fen[i];
    if (rk_fen_parse(text, strlen(text), variant, RK_FEN_FORGIVE_CASTLING, out, &fault)) {
        exchange_refuse_field(exchange, "fen", fault.text);
        return false;
    }
    return true;
}

bool position_param_play(struct exchange *exchange, rk_position *pos)
{
    const char *at = form_text_or_empty(exchange->form, "play");
    while (*at) {
        const size_t size = strcspn(at, ",");
        rk_move move;
        rk_undo undo;
        rk_fault fault;
        if (rk_uci_parse(pos, at, size, RK_NOTATION_PLAIN, &move, &fault)) {
            exchange_refuse_field(exchange, "play", fault.text);
            return false;
        }
        rk_position_apply(pos, move, &undo);
        at += size;
        at += *at == ',';
    }
    return true;
}
