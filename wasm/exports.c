/* SPDX-License-Identifier: MIT */
/* The functions of the WebAssembly module, called by rookery.ts: rules and notation.
 *
 * A position is a plain value, so the caller stores it as bytes. To call a function,
 * it copies the bytes to `exchange.position` and a text argument to `exchange.text`, the
 * module's only exchange buffer; results are read from the same places. Nothing is
 * allocated or freed.
 *
 * No argument can make these functions access memory outside the buffer: sizes,
 * variants and moves are checked here. The bytes of a position are not checked; they
 * must come from this module. */
#include <string.h>

#include "export.h"
#include "review/chances.h"
#include "rookery/fen.h"
#include "rookery/moves.h"
#include "rookery/outcome.h"
#include "rookery/san.h"

enum { TEXT_SIZE = RK_MOVES_MAX * RK_SAN_MAX };

/* The only state: a module has its own memory and one thread. */
static struct {
    rk_position position;
    rk_fault fault; /* of the last call that failed */
    rk_move moves[RK_MOVES_MAX];
    char text[TEXT_SIZE];
} exchange;

/* ---- the exchange buffer ---- */

rk_position *EXPORT(position_at)(void)
{
    return &exchange.position;
}

size_t EXPORT(position_size)(void)
{
    return sizeof exchange.position;
}

rk_move *EXPORT(moves_at)(void)
{
    return exchange.moves;
}

char *EXPORT(text_at)(void)
{
    return exchange.text;
}

/* The longest text that fits; one byte is reserved for the NUL. */
size_t EXPORT(text_size)(void)
{
    return TEXT_SIZE - 1;
}

/* ---- errors ---- */

rk_err EXPORT(fault_err)(void)
{
    return exchange.fault.err;
}

size_t EXPORT(fault_offset)(void)
{
    return exchange.fault.offset;
}

const char *EXPORT(fault_text)(void)
{
    return exchange.fault.text;
}

/* Returns names from the tables, such as "RK_BAD_SYNTAX" or "RK_CHECKMATE". */
const char *EXPORT(err_name)(unsigned err)
{
    static const char *const names[] = {
#define ROW(err, class, text) [err] = #err,
#include "rookery/errors.def"
    };
    return err < sizeof names / sizeof *names ? names[err] : "";
}

static rk_err set_fault(rk_err err, const char *text)
{
    exchange.fault = (rk_fault){.err = err};
    memcpy(exchange.fault.text, text, strlen(text) + 1);
    return err;
}

/* Checks the size of a text argument, and sets the fault if it is too long. */
static bool check_text_size(size_t size)
{
    return size < TEXT_SIZE || !set_fault(RK_BAD_SYNTAX, "the text is too long");
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

/* Returns the variant named by the text, or -1. */
int EXPORT(variant_find)(size_t size)
{
    if (size >= TEXT_SIZE)
        return -1;
    exchange.text[size] = '\0';
    rk_variant variant;
    return strlen(exchange.text) == size && rk_variant_from_name(exchange.text, &variant)
               ? (int)variant
               : -1;
}

/* ---- judgements of moves: see src/review/chances.h ---- */

int EXPORT(chance_one)(void)
{
    return CHANCE_ONE;
}

int EXPORT(chance_of_centipawns)(int centipawns)
{
    return chance_of_score(centipawns);
}

int EXPORT(chance_clip_centipawns)(int centipawns)
{
    return chance_clip(centipawns);
}

/* Returns a judgement for judgement_name(). */
unsigned EXPORT(chance_judge_loss)(int loss)
{
    return chance_judge(loss);
}

int EXPORT(chance_accuracy_of_loss)(int loss)
{
    return chance_accuracy(loss < 0 ? 0 : loss);
}

const char *EXPORT(judgement_name)(unsigned judgement)
{
    static const char *const names[JUDGEMENT_COUNT] = {
#define ROW(judgement, name, plural, nag) [judgement] = (name),
#include "review/judgements.def"
    };
    return judgement < JUDGEMENT_COUNT ? names[judgement] : "";
}

/* ---- positions ---- */

rk_err EXPORT(position_start)(unsigned variant)
{
    if (variant >= RK_VARIANT_COUNT)
        return set_fault(RK_BAD_SYNTAX, "unknown variant");
    exchange.position = rk_position_start((rk_variant)variant);
    return RK_OK;
}

rk_err EXPORT(position_chess960)(unsigned number)
{
    if (rk_position_chess960(number, &exchange.position))
        return set_fault(RK_BAD_SYNTAX, "a Chess960 position number is 0 to 959");
    return RK_OK;
}

rk_err EXPORT(fen_read)(size_t size, unsigned variant, bool forgive_castling)
{
    if (variant >= RK_VARIANT_COUNT)
        return set_fault(RK_BAD_SYNTAX, "unknown variant");
    if (!check_text_size(size))
        return exchange.fault.err;
    const rk_fen_option option = forgive_castling ? RK_FEN_FORGIVE_CASTLING : RK_FEN_PLAIN;
    return rk_fen_parse(exchange.text, size, (rk_variant)variant, option, &exchange.position,
                        &exchange.fault);
}

size_t EXPORT(fen_write)(bool shredder)
{
    return rk_fen_write(&exchange.position, shredder ? RK_FEN_SHREDDER : RK_FEN_PLAIN,
                        exchange.text);
}

unsigned EXPORT(position_variant)(void)
{
    return exchange.position.variant;
}

rk_side EXPORT(position_turn)(void)
{
    return rk_position_turn(&exchange.position);
}

bool EXPORT(position_in_check)(void)
{
    return rk_position_in_check(&exchange.position);
}

uint64_t EXPORT(position_checkers)(void)
{
    return rk_position_checkers(&exchange.position);
}

/* Returns the end in the low byte and the winner above it. */
unsigned EXPORT(position_outcome)(void)
{
    const rk_outcome outcome = rk_position_outcome(&exchange.position);
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
    return rk_moves_list(&exchange.position, exchange.moves);
}

typedef size_t move_writer(const rk_position *pos, rk_move move, char *out);

static size_t write_all_moves(move_writer *write)
{
    const size_t count = moves_list();
    char *at = exchange.text;
    for (size_t i = 0; i < count; i++) {
        at += write(&exchange.position, exchange.moves[i], at);
        *at++ = ' ';
    }
    return (size_t)(at - exchange.text) - (count > 0); // without the last space
}

/* Writes all legal moves in the order of moves_list(), separated by spaces. */
size_t EXPORT(moves_uci)(void)
{
    return write_all_moves(rk_uci_write);
}

size_t EXPORT(moves_san)(void)
{
    return write_all_moves(rk_san_write);
}

static bool is_legal(unsigned move)
{
    return move <= UINT16_MAX && rk_moves_legal(&exchange.position, (rk_move)move);
}

/* Writes one move as text; empty if it is not legal. */
size_t EXPORT(uci_write)(unsigned move)
{
    return is_legal(move) ? rk_uci_write(&exchange.position, (rk_move)move, exchange.text) : 0;
}

size_t EXPORT(san_write)(unsigned move)
{
    return is_legal(move) ? rk_san_write(&exchange.position, (rk_move)move, exchange.text) : 0;
}

/* Parses the move in the text; returns RK_NO_MOVE and sets the fault on failure. */
rk_move EXPORT(uci_read)(size_t size)
{
    rk_move move;
    if (!check_text_size(size) || rk_uci_parse(&exchange.position, exchange.text, size,
                                               RK_NOTATION_PLAIN, &move, &exchange.fault))
        return RK_NO_MOVE;
    return move;
}

rk_move EXPORT(san_read)(size_t size)
{
    rk_move move;
    if (!check_text_size(size) || rk_san_parse(&exchange.position, exchange.text, size,
                                               RK_NOTATION_PLAIN, &move, &exchange.fault))
        return RK_NO_MOVE;
    return move;
}

/* Plays a move. Returns false and changes nothing if it is illegal. */
bool EXPORT(position_play)(unsigned move)
{
    if (!is_legal(move))
        return false;
    rk_undo undo;
    rk_position_apply(&exchange.position, (rk_move)move, &undo);
    return true;
}

/* Plays a null move, which passes the turn. Returns false and changes nothing in check. */
bool EXPORT(position_pass)(void)
{
    if (rk_position_in_check(&exchange.position))
        return false;
    rk_undo undo;
    rk_position_pass(&exchange.position, &undo);
    return true;
}

/* Perft with the functions that the browser uses anyway. rk_perft() is faster, but would
 * make the module a fifth larger. */
static uint64_t count_nodes(const rk_position *pos, int depth)
{
    if (depth == 0)
        return 1;
    rk_move moves[RK_MOVES_MAX];
    const size_t count = rk_moves_list(pos, moves);
    uint64_t nodes = depth == 1 ? count : 0;
    for (size_t i = 0; i < count && depth > 1; i++) {
        rk_position after = *pos;
        rk_undo undo;
        rk_position_apply(&after, moves[i], &undo);
        nodes += count_nodes(&after, depth - 1);
    }
    return nodes;
}

/* Returns the number of move sequences of `depth` plies; 0 if the depth is not 0 to 8. */
uint64_t EXPORT(perft)(int depth)
{
    return depth >= 0 && depth <= 8 ? count_nodes(&exchange.position, depth) : 0;
}
