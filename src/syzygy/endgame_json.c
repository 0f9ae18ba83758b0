/* SPDX-License-Identifier: MIT */
#include "syzygy/endgame_json.h"

#include "rookery/outcome.h"
#include "rookery/san.h"

static void write_value(struct json *json, const struct endgame_value *value,
                        const rk_position *pos)
{
    const rk_end end = rk_position_outcome(pos).end;
    json_put_bool(json, "checkmate", end == RK_CHECKMATE);
    json_put_bool(json, "stalemate", end == RK_STALEMATE);
    json_put_bool(json, "variant_win", false);
    json_put_bool(json, "variant_loss", false);
    json_put_bool(json, "insufficient_material", end == RK_INSUFFICIENT_MATERIAL);
    json_key(json, "dtz");
    if (value->known && end != RK_CHECKMATE)
        json_number(json, value->dtz);
    else
        json_null_value(json);
    json_key(json, "precise_dtz");
    json_null_value(json);
    json_key(json, "dtm");
    json_null_value(json);
    json_put_text(json, "category", endgame_category(value, pos));
}

static void write_move(struct json *json, const rk_position *pos, const struct endgame_move *move)
{
    char text[RK_SAN_MAX > RK_UCI_MAX ? RK_SAN_MAX : RK_UCI_MAX];
    json_begin_object(json);
    rk_uci_write(pos, move->move, text);
    json_put_text(json, "uci", text);
    rk_san_write(pos, move->move, text);
    json_put_text(json, "san", text);
    json_put_bool(json, "zeroing", move->zeroing);
    write_value(json, &move->value, &move->after);
    json_end_object(json);
}

void endgame_json_write(const struct endgame *endgame, struct json *json)
{
    json_begin_object(json);
    write_value(json, &endgame->value, &endgame->position);
    json_put_array(json, "moves");
    for (size_t i = 0; i < endgame->count; i++)
        write_move(json, &endgame->position, &endgame->moves[i]);
    json_end_array(json);
    json_end_object(json);
}
