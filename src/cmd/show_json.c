/* SPDX-License-Identifier: MIT */
#include "cmd/show_json.h"

#include <stdio.h>

#include "base/ascii.h"
#include "base/json.h"
#include "cmd/command.h"
#include "rookery/fen.h"
#include "rookery/moves.h"
#include "rookery/outcome.h"
#include "rookery/san.h"

enum { END_NAME_MAX = 64 };

static const char *const side_names[2] = {"white", "black"};

/* "checkmate" from RK_CHECKMATE: the names of ends.def in lower case. */
static void write_end_name(rk_end end, char out[END_NAME_MAX])
{
    static const char *const names[] = {
#define ROW(end, text) [end] = #end,
#include "rookery/ends.def"
    };
    const char *name = names[end] + sizeof "RK_" - 1;
    size_t size = 0;
    for (; name[size] && size + 1 < END_NAME_MAX; size++)
        out[size] = ascii_lower(name[size]);
    out[size] = '\0';
}

static void put_square(struct json *json, int square)
{
    const char name[] = {(char)('a' + (square & 7)), (char)('1' + (square >> 3))};
    json_text_bytes(json, name, sizeof name);
}

static void put_outcome(struct json *json, const rk_position *pos)
{
    const rk_outcome outcome = rk_position_outcome(pos);
    char name[END_NAME_MAX];
    json_key(json, "outcome");
    if (outcome.end == RK_NOT_OVER) {
        json_null_value(json);
        return;
    }
    write_end_name(outcome.end, name);
    json_begin_object(json);
    json_put_text(json, "end", name);
    json_put_text(json, "winner",
                  outcome.winner == RK_NOBODY_WINS ? NULL : side_names[outcome.winner]);
    json_put_text(json, "description", rk_end_text(outcome.end));
    json_end_object(json);
}

static void put_checkers(struct json *json, const rk_position *pos)
{
    const uint64_t checkers = rk_position_checkers(pos);
    json_put_bool(json, "check", rk_position_in_check(pos));
    json_put_array(json, "checkers");
    for (int square = 0; square < RK_SQUARE_COUNT; square++)
        if (checkers >> square & 1) {
            json_begin_object(json);
            json_key(json, "square");
            put_square(json, square);
            json_put_text(json, "piece", rk_kind_name(rk_position_at(pos, (rk_square)square).kind));
            json_end_object(json);
        }
    json_end_array(json);
}

static void put_notes(struct json *json, const rk_position *pos)
{
    json_put_array(json, "notes");
    for (unsigned notes = rk_position_warnings(pos); notes; notes &= notes - 1)
        json_text(json, rk_position_warning_text(notes & -notes));
    json_end_array(json);
}

static void put_moves(struct json *json, const rk_position *pos)
{
    rk_move moves[RK_MOVES_MAX];
    char text[RK_SAN_MAX > RK_UCI_MAX ? RK_SAN_MAX : RK_UCI_MAX];
    const size_t count = rk_moves_list(pos, moves);
    json_put_array(json, "moves");
    for (size_t i = 0; i < count; i++) {
        json_begin_object(json);
        rk_uci_write(pos, moves[i], text);
        json_put_text(json, "uci", text);
        rk_san_write(pos, moves[i], text);
        json_put_text(json, "san", text);
        json_end_object(json);
    }
    json_end_array(json);
}

int show_json_write(const rk_position *pos)
{
    struct buffer out = {0};
    struct json json = json_in(&out);
    char fen[RK_FEN_MAX];
    rk_fen_write(pos, RK_FEN_PLAIN, fen);
    json_begin_object(&json);
    json_put_text(&json, "fen", fen);
    json_put_text(&json, "variant", rk_variant_name((rk_variant)pos->variant));
    json_put_text(&json, "turn", side_names[rk_position_turn(pos)]);
    json_put_integer(&json, "move_number", pos->move_number);
    json_put_integer(&json, "halfmove_clock", pos->halfmove_clock);
    put_checkers(&json, pos);
    put_outcome(&json, pos);
    json_put_bool(&json, "can_claim_fifty_moves",
                  rk_position_fifty_moves(pos) && rk_position_outcome(pos).end == RK_NOT_OVER);
    put_notes(&json, pos);
    put_moves(&json, pos);
    json_end_object(&json);
    const bool failed = out.failed;
    if (!failed)
        puts(buffer_cstr(&out));
    buffer_fini(&out);
    return failed ? command_fail("show", EXIT_SYSTEM_ERROR, "%s", rk_err_text(RK_NO_MEMORY))
                  : EXIT_OK;
}
