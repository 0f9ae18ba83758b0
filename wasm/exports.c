/* SPDX-License-Identifier: MIT */
/* The rules and the notation for a browser: what rookery.ts calls.
 *
 * A position is a plain value, so the caller keeps it, as bytes. To ask about
 * one it writes the bytes into `desk.position` and a text, if the question has
 * one, into `desk.text`; answers are read from the same places. Nothing is
 * allocated, nothing has to be freed, and there are as many positions as the
 * caller cares to keep.
 *
 * No argument can make these functions read or write outside the desk: sizes,
 * variants and moves are checked here. The bytes of a position are not; they
 * must be what this module wrote. */
#include <string.h>

#include "rookery/fen.h"
#include "rookery/moves.h"
#include "rookery/outcome.h"
#include "rookery/san.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { TEXT_SIZE = RK_MOVES_MAX * RK_SAN_MAX };

/* A module of its own memory, with one thread: this is its only state. */
static struct {
    rk_position position;
    rk_fault fault; /* of the last call that failed */
    rk_move moves[RK_MOVES_MAX];
    char text[TEXT_SIZE];
} desk;

/* ---- the desk ---- */

rk_position *EXPORT(position_at)(void)
{
    return &desk.position;
}

size_t EXPORT(position_size)(void)
{
    return sizeof desk.position;
}

rk_move *EXPORT(moves_at)(void)
{
    return desk.moves;
}

char *EXPORT(text_at)(void)
{
    return desk.text;
}

/* The longest text that can be written there; one byte is kept for a NUL. */
size_t EXPORT(text_size)(void)
{
    return TEXT_SIZE - 1;
}

/* ---- what went wrong ---- */

rk_err EXPORT(fault_err)(void)
{
    return desk.fault.err;
}

size_t EXPORT(fault_offset)(void)
{
    return desk.fault.offset;
}

const char *EXPORT(fault_text)(void)
{
    return desk.fault.text;
}

/* Names are those of the tables: "RK_BAD_SYNTAX", "RK_CHECKMATE". */
const char *EXPORT(err_name)(unsigned err)
{
    static const char *const names[] = {
#define ROW(err, class, text) [err] = #err,
#include "rookery/errors.def"
    };
    return err < sizeof names / sizeof *names ? names[err] : "";
}

static rk_err refuse(rk_err err, const char *text)
{
    desk.fault = (rk_fault){.err = err};
    memcpy(desk.fault.text, text, strlen(text) + 1);
    return err;
}

static bool fits(size_t size)
{
    return size < TEXT_SIZE || !refuse(RK_BAD_SYNTAX, "the text is too long");
}

/* ---- variants ---- */

unsigned EXPORT(variant_count)(void)
{
    return RK_VARIANT_COUNT;
}

const char *EXPORT(variant_name)(unsigned variant)
{
    return variant < RK_VARIANT_COUNT ? rk_variant_name((rk_variant)variant) : "";
}

/* The variant of the name in the text, or -1. */
int EXPORT(variant_find)(size_t size)
{
    if (size >= TEXT_SIZE)
        return -1;
    desk.text[size] = '\0';
    rk_variant variant;
    return strlen(desk.text) == size && rk_variant_from_name(desk.text, &variant) ? (int)variant
                                                                                  : -1;
}

/* ---- positions ---- */

rk_err EXPORT(position_start)(unsigned variant)
{
    if (variant >= RK_VARIANT_COUNT)
        return refuse(RK_BAD_SYNTAX, "there is no such variant");
    desk.position = rk_position_start((rk_variant)variant);
    return RK_OK;
}

rk_err EXPORT(position_chess960)(unsigned number)
{
    if (rk_position_chess960(number, &desk.position))
        return refuse(RK_BAD_SYNTAX, "the starts of Chess960 are numbered 0 to 959");
    return RK_OK;
}

rk_err EXPORT(fen_read)(size_t size, unsigned variant, bool forgive_castling)
{
    if (variant >= RK_VARIANT_COUNT)
        return refuse(RK_BAD_SYNTAX, "there is no such variant");
    if (!fits(size))
        return desk.fault.err;
    const rk_fen_option option = forgive_castling ? RK_FEN_FORGIVE_CASTLING : RK_FEN_PLAIN;
    return rk_fen_parse(desk.text, size, (rk_variant)variant, option, &desk.position, &desk.fault);
}

size_t EXPORT(fen_write)(bool shredder)
{
    return rk_fen_write(&desk.position, shredder ? RK_FEN_SHREDDER : RK_FEN_PLAIN, desk.text);
}

unsigned EXPORT(position_variant)(void)
{
    return desk.position.variant;
}

rk_side EXPORT(position_turn)(void)
{
    return rk_position_turn(&desk.position);
}

bool EXPORT(position_in_check)(void)
{
    return rk_position_in_check(&desk.position);
}

uint64_t EXPORT(position_checkers)(void)
{
    return rk_position_checkers(&desk.position);
}

/* The end in the low byte, the winner above it. */
unsigned EXPORT(position_outcome)(void)
{
    const rk_outcome outcome = rk_position_outcome(&desk.position);
    return (unsigned)outcome.end | (unsigned)outcome.winner << 8;
}

const char *EXPORT(end_name)(unsigned end)
{
    static const char *const names[] = {
#define ROW(end, text) [end] = #end,
#include "rookery/ends.def"
    };
    return end < sizeof names / sizeof *names ? names[end] : "";
}

const char *EXPORT(end_text)(unsigned end)
{
    return *end_name(end) ? rk_end_text((rk_end)end) : "";
}

/* ---- moves ---- */

size_t EXPORT(moves_list)(void)
{
    return rk_moves_list(&desk.position, desk.moves);
}

typedef size_t writer(const rk_position *pos, rk_move move, char *out);

static size_t write_all(writer *write)
{
    const size_t count = moves_list();
    char *at = desk.text;
    for (size_t i = 0; i < count; i++) {
        at += write(&desk.position, desk.moves[i], at);
        *at++ = ' ';
    }
    return (size_t)(at - desk.text) - (count > 0); // without the last blank
}

/* All legal moves, in the order of moves_list(), with blanks between them. */
size_t EXPORT(moves_uci)(void)
{
    return write_all(rk_uci_write);
}

size_t EXPORT(moves_san)(void)
{
    return write_all(rk_san_write);
}

static bool is_legal(unsigned move)
{
    return move <= UINT16_MAX && rk_moves_legal(&desk.position, (rk_move)move);
}

/* One move as text; the empty text if it is not legal. */
size_t EXPORT(uci_write)(unsigned move)
{
    return is_legal(move) ? rk_uci_write(&desk.position, (rk_move)move, desk.text) : 0;
}

size_t EXPORT(san_write)(unsigned move)
{
    return is_legal(move) ? rk_san_write(&desk.position, (rk_move)move, desk.text) : 0;
}

/* The move that stands in the text; RK_NO_MOVE, and the fault, if there is none. */
rk_move EXPORT(uci_read)(size_t size)
{
    rk_move move;
    if (!fits(size) || rk_uci_parse(&desk.position, desk.text, size, &move, &desk.fault))
        return RK_NO_MOVE;
    return move;
}

rk_move EXPORT(san_read)(size_t size)
{
    rk_move move;
    if (!fits(size) || rk_san_parse(&desk.position, desk.text, size, &move, &desk.fault))
        return RK_NO_MOVE;
    return move;
}

/* Plays the move; returns false and changes nothing if it is not legal. */
bool EXPORT(position_play)(unsigned move)
{
    if (!is_legal(move))
        return false;
    rk_undo undo;
    rk_position_apply(&desk.position, (rk_move)move, &undo);
    return true;
}

static uint64_t count_games(const rk_position *pos, int depth)
{
    if (depth == 0)
        return 1;
    rk_move moves[RK_MOVES_MAX];
    const size_t count = rk_moves_list(pos, moves);
    uint64_t games = depth == 1 ? count : 0;
    for (size_t i = 0; i < count && depth > 1; i++) {
        rk_position after = *pos;
        rk_undo undo;
        rk_position_apply(&after, moves[i], &undo);
        games += count_games(&after, depth - 1);
    }
    return games;
}

/* Perft over the two functions the browser plays with. rk_perft() is faster,
 * but its walkers would make the module a fifth larger. */
uint64_t EXPORT(perft)(int depth)
{
    return depth >= 0 && depth <= 8 ? count_games(&desk.position, depth) : 0;
}
