/* SPDX-License-Identifier: MIT */
#include "notation/move_spec.h"

#include <string.h>

#include "base/text.h"
#include "notation/square_text.h"
#include "rookery/moves.h"
#include "rookery/san.h"
#include "rules/mode.h"

bool move_spec_read_drop(struct reader *in, struct move_spec *spec)
{
    rk_piece piece = {RK_PAWN, RK_WHITE};
    rk_square to;
    if (peek(in) != '@') {
        if (!rk_piece_from_letter(peek(in), &piece))
            return false;
        in->at++;
    }
    if (!skip_char(in, '@') || !reader_square(in, &to))
        return false;
    spec->form = SPEC_DROP;
    spec->kind = piece.kind;
    spec->targets = bit(to);
    return true;
}

bool move_spec_read_null(struct reader *in, struct move_spec *spec)
{
    static const char *const spellings[] = {"--", "Z0", "0000", "@@@@", "null"};
    const size_t size = (size_t)(in->end - in->at);
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (size == strlen(spellings[i]) && !memcmp(in->at, spellings[i], size)) {
            spec->form = SPEC_NULL;
            in->at = in->end;
            return true;
        }
    return false;
}

static bool is_castling(const rk_position *pos, int from, int to)
{
    const uint64_t own = pos->by[pos->turn];
    if (!(bit(from) & own & pos->of[RK_KING]) || from >> 3 != to >> 3)
        return false;
    if (bit(to) & own & pos->castling)
        return true;
    const uint64_t rooks = pos->castling & rank((rk_side)pos->turn, 1);
    const int files = (to & 7) - (from & 7);
    const bool far = files > 1 || files < -1, to_goal = (to & 7) == 6 || (to & 7) == 2;
    return rooks && far && to_goal;
}

void move_spec_find_castling(const rk_position *pos, struct move_spec *spec)
{
    const bool two_squares = spec->form == SPEC_MOVE && spec->movers && spec->targets &&
                             !without_lsb(spec->movers) && !without_lsb(spec->targets);
    const bool by_king = spec->kind == RK_NO_KIND || spec->kind == RK_KING;
    if (!two_squares || !by_king || spec->promotion != RK_NO_KIND ||
        !is_castling(pos, lsb(spec->movers), lsb(spec->targets)))
        return;
    spec->form = SPEC_CASTLING;
    spec->kingside = spec->targets > spec->movers;
}

static bool matches_spec(const struct move_spec *spec, rk_move move)
{
    const unsigned type = rk_move_type(move);
    switch (spec->form) {
    case SPEC_DROP:
        return rk_move_dropped(move) == spec->kind;
    case SPEC_CASTLING:
        return type == RK_CASTLING && (rk_move_to(move) > rk_move_from(move)) == spec->kingside;
    case SPEC_NULL:
    case SPEC_MOVE:
        break;
    }
    return type != RK_DROP && type != RK_CASTLING && rk_move_promotion(move) == spec->promotion;
}

static uint64_t candidate_movers(const rk_position *pos, const struct move_spec *spec)
{
    uint64_t movers = pos->by[pos->turn] & spec->movers;
    if (spec->form == SPEC_DROP)
        return 0;
    if (spec->kind != RK_NO_KIND)
        movers &= pos->of[spec->kind];
    return movers;
}

// ---- errors ----------------------------------------------------------------------------------

static rk_err fail_spec(const struct reader *in, const struct move_spec *spec, rk_err err,
                        struct text *text, const char *buffer)
{
    text_end(text);
    return reader_fail(in, in->start + spec->offset, err, buffer);
}

static rk_err fail_drop(const struct reader *in, const rk_position *pos,
                        const struct move_spec *spec)
{
    char buffer[RK_FAULT_TEXT_MAX];
    struct text text = text_in(buffer, sizeof buffer);
    const int to = lsb(spec->targets);
    if (!(rk_variant_rules((rk_variant)pos->variant) & RK_CAPTURES_DROP)) {
        text_add(&text, "drops are only possible in crazyhouse");
        return fail_spec(in, spec, RK_AGAINST_VARIANT, &text, buffer);
    }
    if (!pos->pocket[pos->turn][spec->kind]) {
        text_add(&text, "there is no ");
        text_add(&text, rk_kind_name(spec->kind));
        text_add(&text, " in the pocket");
        return fail_spec(in, spec, RK_NO_SUCH_PIECE, &text, buffer);
    }
    if (occupied(pos) & spec->targets) {
        square_text_piece(&text, pos, to);
        text_add(&text, " is there: a drop needs an empty square");
        return fail_spec(in, spec, RK_PATH_BLOCKED, &text, buffer);
    }
    const bool pawn_rank = spec->kind == RK_PAWN && spec->targets & (FIRST_RANK | LAST_RANK);
    text_add(&text, pawn_rank ? "a pawn may not be dropped on the first or last rank"
                              : "the king is in check, and this drop does not answer it");
    return fail_spec(in, spec, pawn_rank ? RK_AGAINST_VARIANT : RK_KING_IN_CHECK, &text, buffer);
}

/* The pieces that attack the target: the message explains why one of these may not
 * move there. */
static uint64_t near_misses(const rk_position *pos, const struct move_spec *spec, uint64_t movers)
{
    uint64_t found = 0;
    const int to = lsb(spec->targets);
    for (uint64_t set = movers; set; set = without_lsb(set)) {
        const rk_kind kind = rk_position_at(pos, (rk_square)lsb(set)).kind;
        const uint64_t from = bit(lsb(set));
        const rk_side us = (rk_side)pos->turn;
        const uint64_t reach = kind == RK_PAWN ? pawn_attacks(us, from) | ahead(us, from)
                                               : attacks(kind, lsb(set), occupied(pos));
        if (reach & bit(to))
            found |= from;
    }
    return found;
}

static rk_err fail_move(const struct reader *in, const rk_position *pos,
                        const struct move_spec *spec)
{
    if (without_lsb(spec->targets))
        return reader_fail(in, in->start + spec->offset, RK_NO_SUCH_PIECE,
                           "no pawn on this file can capture on that file");
    const uint64_t movers = candidate_movers(pos, spec);
    const uint64_t missed = near_misses(pos, spec, movers);
    const uint64_t candidates = missed ? missed : !without_lsb(spec->movers) ? spec->movers : 0;
    if (candidates || (movers && !without_lsb(movers) && spec->kind != RK_KING)) {
        rk_fault fault;
        const int from = lsb(candidates ? candidates : movers);
        const rk_err err = rk_move_illegal_reason(
            pos, (rk_square)from, (rk_square)lsb(spec->targets), spec->promotion, &fault);
        if (err)
            return reader_fail(in, in->start + spec->offset, err, fault.text);
    }
    char buffer[RK_FAULT_TEXT_MAX];
    struct text text = text_in(buffer, sizeof buffer);
    text_add(&text, spec->kind == RK_KING ? "the king cannot reach " : "no ");
    if (spec->kind != RK_KING) {
        text_add(&text, spec->kind == RK_NO_KIND ? "piece" : rk_kind_name(spec->kind));
        text_add(&text, " can reach ");
    }
    square_text_write(&text, lsb(spec->targets));
    return fail_spec(in, spec, RK_NO_SUCH_PIECE, &text, buffer);
}

static rk_err fail_castling(const struct reader *in, const rk_position *pos,
                            const struct move_spec *spec)
{
    const uint64_t king = pos->of[RK_KING] & pos->by[pos->turn] & rank((rk_side)pos->turn, 1);
    const int home = pos->turn == RK_WHITE ? 0 : 56;
    if (!king)
        return reader_fail(in, in->start + spec->offset, RK_NO_CASTLING,
                           "there is no king on the first rank to castle with");
    // Without a rook that may castle, any square beyond the king gives the right explanation.
    const uint64_t beyond =
        rank((rk_side)pos->turn, 1) & (spec->kingside ? ~(king | (king - 1)) : king - 1);
    const uint64_t rooks = pos->castling & beyond;
    const int to = rooks ? lsb(rooks) : home | (spec->kingside ? 7 : 0);
    rk_fault fault;
    const rk_err err =
        rk_move_illegal_reason(pos, (rk_square)lsb(king), (rk_square)to, RK_NO_KIND, &fault);
    return reader_fail(in, in->start + spec->offset, err ? err : RK_NO_CASTLING,
                       err ? fault.text : "castling is not possible here");
}

static rk_err fail_ambiguous(const struct reader *in, const rk_position *pos,
                             const struct move_spec *spec, const rk_move *moves, size_t count)
{
    char buffer[RK_FAULT_TEXT_MAX];
    struct text text = text_in(buffer, sizeof buffer);
    for (size_t i = 0; i < count && i < 2; i++) {
        text_add(&text, i ? " and " : "");
        square_text_piece(&text, pos, rk_move_from(moves[i]));
    }
    text_add(&text, " can both move to ");
    square_text_write(&text, rk_move_to(moves[0]));
    return fail_spec(in, spec, RK_AMBIGUOUS_MOVE, &text, buffer);
}

static rk_err resolve_null(const struct reader *in, const rk_position *pos,
                           const struct move_spec *spec, rk_move *out)
{
    rk_position after = *pos;
    rk_undo undo;
    rk_position_pass(&after, &undo);
    if (rk_position_validate(&after))
        return reader_fail(in, in->start + spec->offset, RK_KING_IN_CHECK,
                           "a side in check cannot pass");
    *out = RK_NO_MOVE;
    return RK_OK;
}

// ---- finding the move ------------------------------------------------------------------------

rk_err move_spec_resolve(const struct reader *in, const rk_position *pos,
                         const struct move_spec *spec, rk_move *out)
{
    if (spec->form == SPEC_NULL)
        return resolve_null(in, pos, spec, out);
    rk_move moves[RK_MOVES_MAX];
    const uint64_t targets = spec->form == SPEC_CASTLING ? pos->castling : spec->targets;
    const size_t listed = rk_moves_select(pos, candidate_movers(pos, spec), targets, moves);
    size_t found = 0;
    for (size_t i = 0; i < listed; i++)
        if (matches_spec(spec, moves[i]))
            moves[found++] = moves[i];
    if (found == 1) {
        *out = moves[0];
        return RK_OK;
    }
    if (found)
        return fail_ambiguous(in, pos, spec, moves, found);
    switch (spec->form) {
    case SPEC_DROP:
        return fail_drop(in, pos, spec);
    case SPEC_CASTLING:
        return fail_castling(in, pos, spec);
    case SPEC_NULL:
    case SPEC_MOVE:
        break;
    }
    return fail_move(in, pos, spec);
}
