/* SPDX-License-Identifier: MIT */
/* The legal move generator, written once for every side, variant and purpose. Callers pass
 * constants, among them the callbacks that receive the moves, and the compiler makes an instance
 * for each combination: one that fills a list, one that counts, one that stops at the first move,
 * one that plays every move.
 *
 * The generator finds checks and pins first, looking out from the king, and restricts the targets
 * accordingly. All moves it emits are legal; it never makes and unmakes one. */
#ifndef RULES_MOVEGEN_H
#define RULES_MOVEGEN_H

#include "rules/mode.h"

/* Moves that differ only in their target. A piece moves from the square `from`; pawns
 * move from the square `stride` behind each target. */
struct group {
    uint64_t targets;
    rk_kind kind;
    unsigned type;
    int from, stride;
};

RK_INLINE int group_origin(struct group group, int to)
{
    return group.stride ? to - group.stride : group.from;
}

/* The number of replies by pieces, or by pawns, counted once for all moves of a
 * position. It holds after a move that does not touch a square they depend on. */
struct reply_cache {
    uint64_t squares; /* the squares the count depends on */
    uint64_t moves;
    uint64_t touched; /* those of `squares` that the last move changed; 0: the count holds */
};

/* The context of the callbacks; each uses its own fields. */
struct sink {
    rk_move *end;
    uint64_t total;
    int depth;
    int king, enemy_king; /* the squares of our king and the enemy's */
    struct reply_cache pieces, pawns;
};

/* Receives a group of moves. Returns true to stop the generator. */
typedef bool group_callback(struct sink *sink, const rk_position *pos, struct mode m,
                            struct group group);

/* The callbacks of one purpose. `common` is inlined wherever the generator emits
 * ordinary moves. `rare` receives promotions, castling, en passant, drops and moves of
 * pinned pieces; it is not worth inlining. */
struct purpose {
    group_callback *common, *rare;
    bool needs_kind; /* `common` needs the kind of the moving piece */
};

/* Which moves to generate, and what the caller already knows: the squares that answer
 * checks by pawns and leapers (all squares if there is no such check), and the squares of the
 * royal kings. */
struct request {
    uint64_t movers, targets, evasions;
    int king, enemy_king;
};

/* The restrictions on the side to move. */
struct constraints {
    int king;
    uint64_t targets;  /* where its pieces may move */
    uint64_t evasions; /* squares that answer every check; all squares without a check */
    uint64_t straight_pins, diagonal_pins; /* the lines of pinned pieces, pinner included */
};

struct generation {
    const rk_position *pos;
    struct mode m;
    struct request request;
    struct constraints constraints;
    struct purpose purpose;
    struct sink *sink;
};

// ---- checks and pins -------------------------------------------------------------------------

// A slider gives check if none of our pieces is in between; if there is one, it is pinned.
RK_INLINE void scan_sliders(struct constraints *constraints, uint64_t *pins, uint64_t sliders,
                            uint64_t own)
{
    for (; sliders; sliders = without_lsb(sliders)) {
        const uint64_t line = path[constraints->king][lsb(sliders)], screen = line & own;
        if (unlikely(!screen))
            constraints->evasions &= line;
        else if (!without_lsb(screen))
            *pins |= line;
    }
}

RK_INLINE void find_checks_and_pins(const rk_position *pos, struct mode m,
                                    struct constraints *constraints)
{
    const uint64_t own = pos->by[m.us], enemy = pos->by[other(m.us)];
    const uint64_t straight = pieces_with_movement(pos, m, RK_STRAIGHT) & enemy;
    const uint64_t diagonal = pieces_with_movement(pos, m, RK_DIAGONAL) & enemy;
    if (straight_rays[constraints->king] & straight)
        scan_sliders(constraints, &constraints->straight_pins,
                     straight_attacks(constraints->king, enemy) & straight, own);
    if (diagonal_rays[constraints->king] & diagonal)
        scan_sliders(constraints, &constraints->diagonal_pins,
                     diagonal_attacks(constraints->king, enemy) & diagonal, own);
}

RK_INLINE uint64_t attacked_by(const rk_position *pos, struct mode m, unsigned movement)
{
    uint64_t attacked = 0;
    for (uint64_t set = pieces_with_movement(pos, m, movement) & pos->by[m.us]; set;
         set = without_lsb(set))
        attacked |= movement_attacks(movement, lsb(set), occupied(pos));
    return attacked;
}

/* The squares that the side of the mode attacks. */
RK_INLINE uint64_t attacked_squares(const rk_position *pos, struct mode m)
{
    return pawn_attacks(m.us, pos->of[RK_PAWN] & pos->by[m.us]) | attacked_by(pos, m, RK_LEAPS) |
           attacked_by(pos, m, RK_DIAGONAL) | attacked_by(pos, m, RK_STRAIGHT) |
           attacked_by(pos, m, RK_STEPS);
}

// Antichess: a side that can capture must capture.
RK_INLINE bool can_capture(const rk_position *pos, struct mode m)
{
    return attacked_squares(pos, m) & pos->by[other(m.us)] || pos->en_passant != RK_NO_SQUARE;
}

RK_INLINE struct constraints find_constraints(const rk_position *pos, struct mode m,
                                              struct request request)
{
    const rk_side them = other(m.us);
    struct constraints constraints = {.king = request.king, .evasions = request.evasions};
    if (has_rule(m, RK_LOSER_WINS))
        constraints.evasions = can_capture(pos, m) ? pos->by[them] : ALL_SQUARES;
    if (is_royal(m, m.us)) {
        if (has_rule(m, RK_CAPTURES_EXPLODE) && kings_touch(pos, constraints.king, them))
            constraints.evasions = ALL_SQUARES;
        else
            find_checks_and_pins(pos, m, &constraints);
    }
    constraints.targets = constraints.evasions & ~pos->by[m.us];
    return constraints;
}

/* Returns the squares that answer checks by pawns and leapers: none for a double check,
 * the checker's square for one, all squares without a check. find_constraints() adds
 * the sliders. */
RK_INLINE uint64_t contact_evasions(const rk_position *pos, struct mode m)
{
    if (!is_royal(m, m.us) || !king_of(pos, m.us))
        return ALL_SQUARES;
    const int king = lsb(king_of(pos, m.us));
    const uint64_t leapers = leap_attacks[king] & pieces_with_movement(pos, m, RK_LEAPS);
    const uint64_t pawns = pawn_attacks(m.us, bit(king)) & pos->of[RK_PAWN];
    const uint64_t checkers = (leapers | pawns) & pos->by[other(m.us)];
    if (!checkers)
        return ALL_SQUARES;
    return without_lsb(checkers) ? 0 : checkers;
}

// ---- rules of the variants -------------------------------------------------------------------

// Atomic: the squares that a capture on `to` clears.
RK_INLINE uint64_t blast_squares(const rk_position *pos, int from, int to)
{
    return (step_attacks[to] & occupied(pos) & ~pos->of[RK_PAWN]) | bit(from) | bit(to);
}

/* Atomic: returns true if a capture that clears `blast` spares our king and either
 * removes the other king or does not leave ours in check. */
static inline bool survives_blast(const rk_position *pos, struct mode m, uint64_t blast)
{
    const rk_side them = other(m.us);
    const uint64_t own_king = king_of(pos, m.us);
    if (blast & own_king)
        return false;
    if (blast & king_of(pos, them) || kings_touch(pos, lsb(own_king), them))
        return true;
    const uint64_t left = occupied(pos) & ~blast;
    return !(attackers_of(pos, m, lsb(own_king), left, them) & left);
}

// Atomic: returns the captures that are legal. Each must be checked separately. Not inlined: the
// generator calls it in many places, and its size would dominate the compile time.
__attribute__((noinline)) static uint64_t legal_blasts(const rk_position *pos, struct mode m,
                                                       uint64_t captures, int from, int stride)
{
    uint64_t legal = 0;
    for (; captures; captures = without_lsb(captures)) {
        const int to = lsb(captures);
        if (survives_blast(pos, m, blast_squares(pos, stride ? to - stride : from, to)))
            legal |= bit(to);
    }
    return legal;
}

/* Racing kings: returns the targets that give no check, neither directly nor by
 * discovery. */
static inline uint64_t targets_without_check(const rk_position *pos, struct mode m,
                                             struct group group)
{
    const int king = lsb(king_of(pos, other(m.us)));
    const uint64_t all = occupied(pos), own = pos->by[m.us] & ~bit(group.from);
    uint64_t targets = group.targets & ~attacks(group.kind, king, all);
    const uint64_t straight = straight_attacks(king, all & ~bit(group.from));
    const uint64_t diagonal = diagonal_attacks(king, all & ~bit(group.from));
    const uint64_t opened = (straight & pieces_with_movement(pos, m, RK_STRAIGHT) & own) |
                            (diagonal & pieces_with_movement(pos, m, RK_DIAGONAL) & own);
    for (uint64_t sliders = opened; sliders; sliders = without_lsb(sliders))
        targets &= path[king][lsb(sliders)];
    return targets;
}

// ---- emitting moves --------------------------------------------------------------------------

/* Removes targets that were not requested or that the variant forbids. */
RK_INLINE struct group filter_group(const struct generation *g, struct group group)
{
    group.targets &= g->request.targets;
    if (has_rule(g->m, RK_CAPTURES_EXPLODE)) {
        const uint64_t captures = group.targets & g->pos->by[other(g->m.us)];
        if (captures)
            group.targets ^=
                captures ^ legal_blasts(g->pos, g->m, captures, group.from, group.stride);
    }
    if (has_rule(g->m, RK_KINGS_RACE))
        group.targets = targets_without_check(g->pos, g->m, group);
    return group;
}

RK_INLINE bool emit(const struct generation *g, struct group group)
{
    return g->purpose.common(g->sink, g->pos, g->m, filter_group(g, group));
}

RK_INLINE bool emit_rare(const struct generation *g, struct group group)
{
    return g->purpose.rare(g->sink, g->pos, g->m, group);
}

// ---- the king --------------------------------------------------------------------------------

/* Returns the squares on which our king would be attacked, with the king itself removed
 * from the board. Exact only for the squares that `zone` covers. */
RK_INLINE uint64_t attacked_around(const rk_position *pos, struct mode m, struct request request,
                                   const struct king_zone *zone)
{
    const rk_side them = other(m.us);
    const uint64_t enemy = pos->by[them], past_king = occupied(pos) ^ bit(request.king);
    const uint64_t leapers = pieces_with_movement(pos, m, RK_LEAPS) & enemy & zone->leaps;
    const uint64_t diagonal = pieces_with_movement(pos, m, RK_DIAGONAL) & enemy & zone->diagonal;
    const uint64_t straight = pieces_with_movement(pos, m, RK_STRAIGHT) & enemy & zone->straight;
    uint64_t attacked = pawn_attacks(them, pos->of[RK_PAWN] & enemy);
    for (uint64_t set = leapers; set; set = without_lsb(set))
        attacked |= leap_attacks[lsb(set)];
    for (uint64_t set = diagonal; set; set = without_lsb(set))
        attacked |= diagonal_attacks(lsb(set), past_king);
    for (uint64_t set = straight; set; set = without_lsb(set))
        attacked |= straight_attacks(lsb(set), past_king);
    if (!is_royal(m, them))
        return attacked;
    const uint64_t next_to_enemy_king = step_attacks[request.enemy_king];
    return has_rule(m, RK_CAPTURES_EXPLODE) ? attacked & ~next_to_enemy_king
                                            : attacked | next_to_enemy_king;
}

/* Returns true if the king would be attacked on its square after castling. In Chess960
 * the rook may uncover an attack; in atomic chess it may block one. */
RK_INLINE bool is_attacked_after_castling(const rk_position *pos, struct mode m, int king, int rook)
{
    const rk_side them = other(m.us);
    const int row = king & 56, king_to = row | (rook > king ? 6 : 2);
    const uint64_t gone = bit(king) | bit(rook), arrived = bit(row | (rook > king ? 5 : 3));
    const uint64_t after = (occupied(pos) & ~gone) | arrived;
    if (!has_rule(m, RK_CAPTURES_EXPLODE))
        return straight_attacks(king_to, after) & pieces_with_movement(pos, m, RK_STRAIGHT) &
               pos->by[them];
    return !kings_touch(pos, king_to, them) && attackers_of(pos, m, king_to, after, them);
}

/* Returns the rooks, of those in sight of the king, that it can castle with: the
 * squares between are free, and those the king crosses are not attacked. */
RK_INLINE uint64_t castling_rooks(const rk_position *pos, struct mode m, int king, uint64_t rooks,
                                  uint64_t attacked)
{
    const bool explosive = has_rule(m, RK_CAPTURES_EXPLODE);
    uint64_t found = 0;
    for (; rooks; rooks = without_lsb(rooks)) {
        const int rook = lsb(rooks);
        const struct castling_lane *lane = &castling_lanes[king & 7][rook & 7];
        const uint64_t barred = occupied(pos) & (uint64_t)lane->free << (king & 56);
        uint64_t unsafe = attacked & (uint64_t)lane->safe << (king & 56) & ~bit(king);
        if (explosive) // an attack along the rank matters only on the final square
            unsafe &= ~bit((king & 56) | (rook > king ? 6 : 2));
        // A rook on the edge cannot uncover an attack along the rank.
        const bool check_final = explosive || !(bit(rook) & (FILE_A | FILE_H));
        if (!(barred | unsafe) && !(check_final && is_attacked_after_castling(pos, m, king, rook)))
            found |= bit(rook);
    }
    return found;
}

/* Generates the moves of a royal king: steps to squares that are not attacked, and castling. */
RK_INLINE bool generate_king(const struct generation *g)
{
    const rk_position *pos = g->pos;
    const int king = g->constraints.king;
    if (!(bit(king) & g->request.movers))
        return false;
    const uint64_t barred = has_rule(g->m, RK_CAPTURES_EXPLODE) ? occupied(pos) : pos->by[g->m.us];
    const uint64_t steps = step_attacks[king] & ~barred;
    uint64_t rooks = pos->castling & rank(g->m.us, 1);
    if (unlikely(rooks)) // no castling across a piece between king and rook
        rooks &= g->constraints.evasions == ALL_SQUARES ? straight_attacks(king, occupied(pos)) : 0;
    if (!(steps | rooks))
        return false;
    const struct king_zone *zone = rooks ? &castling_zones[king] : &step_zones[king];
    const uint64_t attacked = attacked_around(pos, g->m, g->request, zone);
    struct group group = {.kind = RK_KING, .from = king, .type = RK_CASTLING};
    group.targets = castling_rooks(pos, g->m, king, rooks, attacked) & g->request.targets;
    return (group.targets && emit_rare(g, group)) ||
           emit(g, (struct group){.kind = RK_KING, .from = king, .targets = steps & ~attacked});
}

// ---- pawns -----------------------------------------------------------------------------------

/* The targets of all pawns, by kind of move. */
struct pawn_targets {
    uint64_t to_a, to_h, steps, double_steps;
};

RK_INLINE bool emit_promotions(const struct generation *g, uint64_t targets, int stride)
{
    const unsigned promotions = variant_rows[g->m.variant].promotions;
    struct group group = {.kind = RK_PAWN, .stride = stride, .targets = targets};
    group = filter_group(g, group);
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++) {
        group.type = RK_PROMOTION + kind;
        if (promotions >> kind & 1 && emit_rare(g, group))
            return true;
    }
    return false;
}

RK_INLINE struct pawn_targets pawn_targets(const struct generation *g)
{
    const rk_side us = g->m.us;
    const uint64_t straight = g->constraints.straight_pins, diagonal = g->constraints.diagonal_pins;
    const uint64_t pawns = g->pos->of[RK_PAWN] & g->pos->by[us] & g->request.movers;
    const uint64_t captors = pawns & ~straight, pushers = pawns & ~diagonal;
    const uint64_t empty = ~occupied(g->pos),
                   victims = g->pos->by[other(us)] & g->constraints.evasions;
    const bool horde = has_rule(g->m, RK_WHITE_IS_HORDE) && us == RK_WHITE;

    // A pinned pawn moves only along the line of the pin.
    struct pawn_targets t;
    t.to_a = ahead_to_a(us, captors & ~diagonal) | (ahead_to_a(us, captors & diagonal) & diagonal);
    t.to_h = ahead_to_h(us, captors & ~diagonal) | (ahead_to_h(us, captors & diagonal) & diagonal);
    t.steps = ahead(us, pushers & ~straight) | (ahead(us, pushers & straight) & straight);
    t.to_a &= victims;
    t.to_h &= victims;
    t.steps &= empty;
    const uint64_t halfway = horde ? rank(us, 2) | rank(us, 3) : rank(us, 3);
    t.double_steps = ahead(us, t.steps & halfway) & empty & g->constraints.evasions;
    t.steps &= g->constraints.evasions;
    if (has_rule(g->m, RK_CAPTURES_EXPLODE)) { // a capturing pawn explodes, so pins do not matter
        t.to_a = ahead_to_a(us, pawns) & g->pos->by[other(us)];
        t.to_h = ahead_to_h(us, pawns) & g->pos->by[other(us)];
    }
    return t;
}

RK_INLINE bool generate_pawns(const struct generation *g)
{
    const int step = step_ahead(g->m.us);
    const uint64_t last = rank(g->m.us, 8);
    struct pawn_targets t = pawn_targets(g);
    if (unlikely((t.to_a | t.to_h | t.steps) & last)) {
        if (emit_promotions(g, t.to_a & last, step - 1) ||
            emit_promotions(g, t.to_h & last, step + 1) || emit_promotions(g, t.steps & last, step))
            return true;
        t.to_a &= ~last;
        t.to_h &= ~last;
        t.steps &= ~last;
    }
    struct group group = {.kind = RK_PAWN, .stride = step - 1, .targets = t.to_a};
    if (emit(g, group))
        return true;
    group = (struct group){.kind = RK_PAWN, .stride = step + 1, .targets = t.to_h};
    if (emit(g, group))
        return true;
    group = (struct group){.kind = RK_PAWN, .stride = step, .targets = t.steps};
    if (emit(g, group))
        return true;
    group = (struct group){.kind = RK_PAWN, .stride = 2 * step, .targets = t.double_steps};
    return emit(g, group);
}

/* Returns the pawns that may capture en passant. It is the only move that removes two
 * pieces from a line, so the check test is done on the resulting board. */
RK_INLINE uint64_t en_passant_captors(const rk_position *pos, struct mode m, int target)
{
    const rk_side them = other(m.us);
    const uint64_t taken = bit(target - step_ahead(m.us));
    uint64_t legal = 0;
    uint64_t captors = pawn_attacks(them, bit(target)) & pos->of[RK_PAWN] & pos->by[m.us];
    if (!is_royal(m, m.us) || !king_of(pos, m.us))
        return captors;
    for (; captors; captors = without_lsb(captors)) {
        const int from = lsb(captors);
        if (has_rule(m, RK_CAPTURES_EXPLODE)) {
            if (survives_blast(pos, m, blast_squares(pos, from, target) | taken))
                legal |= bit(from);
            continue;
        }
        const uint64_t left = (occupied(pos) ^ bit(from) ^ taken) | bit(target);
        const int king = lsb(king_of(pos, m.us));
        if (!(attackers_of(pos, m, king, left, them) & ~taken))
            legal |= bit(from);
    }
    return legal;
}

RK_INLINE bool generate_en_passant(const struct generation *g)
{
    const int target = g->pos->en_passant;
    if (!unlikely(target != RK_NO_SQUARE) || !(bit(target) & g->request.targets))
        return false;
    uint64_t captors = en_passant_captors(g->pos, g->m, target) & g->request.movers;
    for (; captors; captors = without_lsb(captors)) {
        const struct group group = {
            .kind = RK_PAWN, .type = RK_EN_PASSANT, .from = lsb(captors), .targets = bit(target)};
        if (emit_rare(g, group))
            return true;
    }
    return false;
}

// ---- pieces and drops ------------------------------------------------------------------------

/* Pieces that move alike: all of one kind, or all that share a movement. */
struct movers {
    uint64_t set;
    unsigned movement;
    rk_kind kind; /* RK_NO_KIND if the callback does not need it */
};

// A pinned slider may move along the line of its pin; a leaper always leaves it.
RK_INLINE uint64_t pinned_attacks(const struct generation *g, unsigned movement, int from)
{
    const struct constraints *constraints = &g->constraints;
    if (bit(from) & constraints->straight_pins)
        return movement_attacks(movement & RK_STRAIGHT, from, occupied(g->pos)) &
               constraints->straight_pins;
    return movement_attacks(movement & RK_DIAGONAL, from, occupied(g->pos)) &
           constraints->diagonal_pins;
}

RK_INLINE struct group piece_group(const struct generation *g, struct movers movers, int from,
                                   uint64_t seen)
{
    struct group group = {
        .kind = movers.kind, .from = from, .targets = seen & g->constraints.targets};
    if (has_rule(g->m, RK_CAPTURES_EXPLODE)) { // captures are checked one by one
        const uint64_t all = occupied(g->pos);
        group.targets &= ~all;
        group.targets |= movement_attacks(movers.movement, from, all) & g->pos->by[other(g->m.us)];
    }
    return group;
}

RK_INLINE bool generate_movers(const struct generation *g, struct movers movers)
{
    const uint64_t all = occupied(g->pos),
                   pins = g->constraints.straight_pins | g->constraints.diagonal_pins;
    const bool can_be_pinned =
        movers.movement & (RK_STRAIGHT | RK_DIAGONAL) || has_rule(g->m, RK_CAPTURES_EXPLODE);
    movers.set &= g->pos->by[g->m.us] & g->request.movers;
    for (uint64_t set = movers.set & ~pins; set; set = without_lsb(set)) {
        const int from = lsb(set);
        const uint64_t seen = movement_attacks(movers.movement, from, all);
        if (emit(g, piece_group(g, movers, from, seen)))
            return true;
    }
    for (uint64_t set = can_be_pinned ? movers.set & pins : 0; unlikely(set);
         set = without_lsb(set)) {
        const int from = lsb(set);
        const uint64_t seen = pinned_attacks(g, movers.movement, from);
        if (emit_rare(g, filter_group(g, piece_group(g, movers, from, seen))))
            return true;
    }
    return false;
}

// Pawns and royal kings are generated elsewhere.
RK_INLINE bool generate_kinds(const struct generation *g)
{
    unsigned kinds = variant_rows[g->m.variant].kinds;
    if (is_royal(g->m, g->m.us))
        kinds &= ~(1U << RK_KING);
#define ROW(kind, letter, movement, name)                                      \
    if ((movement) && kinds >> (kind)&1 &&                                     \
        generate_movers(g, (struct movers){g->pos->of[kind], movement, kind})) \
        return true;
#include "rookery/kinds.def"
    return false;
}

RK_INLINE bool generate_owners(const struct generation *g, unsigned movement)
{
    const uint64_t set = pieces_with_movement(g->pos, g->m, movement);
    return generate_movers(g, (struct movers){set, movement, RK_NO_KIND});
}

/* If the kind does not matter, queens are handled as rooks and as bishops, which takes
 * fewer loops. */
RK_INLINE bool generate_movements(const struct generation *g)
{
    return generate_owners(g, RK_LEAPS) || generate_owners(g, RK_DIAGONAL) ||
           generate_owners(g, RK_STRAIGHT) ||
           (!is_royal(g->m, g->m.us) && generate_owners(g, RK_STEPS));
}

RK_INLINE bool generate_pieces(const struct generation *g)
{
    if (g->purpose.needs_kind || has_rule(g->m, RK_KINGS_RACE))
        return generate_kinds(g);
    return generate_movements(g);
}

RK_INLINE bool generate_drops(const struct generation *g)
{
    const uint64_t empty = g->constraints.evasions & ~occupied(g->pos) & g->request.targets;
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++) {
        const uint64_t barred = kind == RK_PAWN ? FIRST_RANK | LAST_RANK : 0;
        const struct group group = {
            .kind = (rk_kind)kind, .type = RK_DROP, .from = (int)kind, .targets = empty & ~barred};
        if (g->pos->pocket[g->m.us][kind] && emit_rare(g, group))
            return true;
    }
    return false;
}

// ---- ends by the rule of a variant -----------------------------------------------------------

/* Racing kings: after White's king arrives, Black has one move to arrive too. */
static inline bool can_follow(const rk_position *pos, struct mode m, struct request request)
{
    struct group group = {.kind = RK_KING, .from = request.king};
    group.targets = step_attacks[request.king] & LAST_RANK & ~pos->by[RK_BLACK];
    group.targets &= ~attacked_around(pos, m, request, &step_zones[request.king]);
    return targets_without_check(pos, m, group);
}

RK_INLINE bool race_is_over(const rk_position *pos, struct mode m, struct request request)
{
    const uint64_t arrived = pos->of[RK_KING] & LAST_RANK;
    if (!arrived)
        return false;
    return m.us == RK_WHITE || arrived & pos->by[RK_BLACK] || !can_follow(pos, m, request);
}

/* Returns true if the game has ended by the variant's own rule: there are no moves. */
RK_INLINE bool is_decided(const rk_position *pos, struct mode m, struct request request)
{
    const rk_side them = other(m.us);
    if (has_rule(m, RK_CHECKS_COUNT) && !(pos->checks_left[RK_WHITE] && pos->checks_left[RK_BLACK]))
        return true;
    if (has_rule(m, RK_HILL_WINS) && pos->of[RK_KING] & HILL)
        return true;
    if (has_rule(m, RK_CAPTURES_EXPLODE) && !(king_of(pos, m.us) && king_of(pos, them)))
        return true;
    if (has_rule(m, RK_LOSER_WINS | RK_WHITE_IS_HORDE) && !(pos->by[m.us] && pos->by[them]))
        return true;
    return has_rule(m, RK_KINGS_RACE) && race_is_over(pos, m, request);
}

// ---- the generator ---------------------------------------------------------------------------

/* Returns true if a cached count is still right: the last move touched no square it
 * depends on, and there is no check and no pin. */
RK_INLINE bool is_cache_valid(const struct generation *g, struct reply_cache cache)
{
    const struct constraints *constraints = &g->constraints;
    return !(cache.touched | constraints->straight_pins | constraints->diagonal_pins |
             ~constraints->evasions);
}

RK_INLINE void generate(const rk_position *pos, struct mode m, struct request request,
                        struct purpose purpose, struct sink *sink)
{
    if (is_decided(pos, m, request))
        return;
    const struct generation g = {pos, m, request, find_constraints(pos, m, request), purpose, sink};
    if (is_royal(m, m.us) && generate_king(&g))
        return;
    const bool has_evasions = !has_rule(m, RK_CAPTURES_EXPLODE | RK_LOSER_WINS);
    if (has_evasions &&
        __builtin_expect(!g.constraints.evasions, 0)) // double check: only the king may move
        return;
    if (is_cache_valid(&g, sink->pawns))
        sink->total += sink->pawns.moves;
    else if (generate_pawns(&g))
        return;
    if (generate_en_passant(&g))
        return;
    if (has_rule(m, RK_CAPTURES_DROP) && generate_drops(&g))
        return;
    if (is_cache_valid(&g, sink->pieces))
        sink->total += sink->pieces.moves;
    else
        generate_pieces(&g);
}

/* Returns a request for all moves of a position about which nothing is known. */
RK_INLINE struct request request_all(const rk_position *pos, struct mode m)
{
    struct request request = {ALL_SQUARES, ALL_SQUARES, contact_evasions(pos, m), 0, 0};
    if (king_of(pos, m.us)) // the horde has no king, and in atomic chess it may have exploded
        request.king = lsb(king_of(pos, m.us));
    if (king_of(pos, other(m.us)))
        request.enemy_king = lsb(king_of(pos, other(m.us)));
    return request;
}

#endif
