/* SPDX-License-Identifier: MIT */
/* The generator of legal moves, written once over the side, the variant and
 * what the moves are wanted for. Its users pass a constant `taker`, and the
 * compiler makes a generator for each: one that fills a list, one that adds up
 * counts, one that stops at the first move, one that plays every move.
 *
 * Moves are legal at once: checks and pins are found first, looking out from
 * the king, and narrow the targets; nothing is tried and taken back. */
#ifndef RULES_MOVEGEN_H
#define RULES_MOVEGEN_H

#include "rules/mode.h"

/* Moves that differ only in where they go. A piece comes from a square; pawns
 * come from `stride` behind their targets. */
struct group {
    uint64_t targets;
    rk_kind kind;
    unsigned what;
    int from, stride;
};

RK_INLINE int source(struct group group, int to)
{
    return group.stride ? to - group.stride : group.from;
}

/* What the replying pieces, or pawns, can do if a move leaves them alone: the
 * squares that matter to them, and how many moves they have. */
struct calm {
    uint64_t seen, moves;
    uint64_t disturbed; /* what of `seen` the last move changed; none: the count holds */
};

/* Where moves go, as their taker likes it. */
struct sink {
    rk_move *end;
    uint64_t total;
    int depth, king, rival;
    struct calm pieces, pawns;
};

/* Takes a group; true if that was enough and no further move is wanted. */
typedef bool taker(struct sink *sink, const rk_position *pos, struct mode m, struct group group);

/* What the moves are wanted for. The common groups, whose kind is a constant,
 * are worth a taker of their own; the rest are promotions, castling, en
 * passant, drops, and moves of pinned pieces. */
struct purpose {
    taker *common, *rare;
    bool asks_kind; /* the common taker needs to know the kind of the piece */
};

/* Which moves are asked for, and what is known before looking: the squares that
 * answer the checks of pawns and leapers (all of them if there is none), and
 * where the royal kings stand. */
struct scope {
    uint64_t movers, targets, evasions;
    int king, rival;
};

/* What the side to move has to respect. */
struct view {
    int king;
    uint64_t targets;  /* where its pieces may go */
    uint64_t evasions; /* where a move answers every check; all squares if there is none */
    uint64_t straight_pins, diagonal_pins; /* the lines of pinned pieces, with the pinner */
};

struct generation {
    const rk_position *pos;
    struct mode m;
    struct scope scope;
    struct view view;
    struct purpose purpose;
    struct sink *sink;
};

// ---- looking out from the king ---------------------------------------------------------------

// With nothing of ours between, a slider gives check; with one piece, it pins it.
RK_INLINE void look_along(struct view *view, uint64_t *pins, uint64_t sliders, uint64_t own)
{
    for (; sliders; sliders = rest(sliders)) {
        const uint64_t line = path[view->king][first(sliders)], screen = line & own;
        if (unlikely(!screen))
            view->evasions &= line;
        else if (!rest(screen))
            *pins |= line;
    }
}

RK_INLINE void look_out(const rk_position *pos, struct mode m, struct view *view)
{
    const uint64_t own = pos->by[m.us], enemy = pos->by[other(m.us)];
    const uint64_t straight = owners_of(pos, m, RK_STRAIGHT) & enemy;
    const uint64_t diagonal = owners_of(pos, m, RK_DIAGONAL) & enemy;
    if (straight_rays[view->king] & straight)
        look_along(view, &view->straight_pins, straight_attacks(view->king, enemy) & straight, own);
    if (diagonal_rays[view->king] & diagonal)
        look_along(view, &view->diagonal_pins, diagonal_attacks(view->king, enemy) & diagonal, own);
}

RK_INLINE uint64_t attacked_by(const rk_position *pos, struct mode m, unsigned movement)
{
    uint64_t attacked = 0;
    for (uint64_t set = owners_of(pos, m, movement) & pos->by[m.us]; set; set = rest(set))
        attacked |= movement_attacks(movement, first(set), occupied(pos));
    return attacked;
}

// Antichess: who can capture must.
RK_INLINE bool can_capture(const rk_position *pos, struct mode m)
{
    const uint64_t attacked = pawn_attacks(m.us, pos->of[RK_PAWN] & pos->by[m.us]) |
                              attacked_by(pos, m, RK_LEAPS) | attacked_by(pos, m, RK_DIAGONAL) |
                              attacked_by(pos, m, RK_STRAIGHT) | attacked_by(pos, m, RK_STEPS);
    return attacked & pos->by[other(m.us)] || pos->en_passant != RK_NO_SQUARE;
}

RK_INLINE struct view look(const rk_position *pos, struct mode m, struct scope scope)
{
    const rk_side them = other(m.us);
    struct view view = {.king = scope.king, .evasions = scope.evasions};
    if (has_rule(m, RK_LOSER_WINS))
        view.evasions = can_capture(pos, m) ? pos->by[them] : ALL_SQUARES;
    if (is_royal(m, m.us)) {
        if (has_rule(m, RK_CAPTURES_EXPLODE) && kings_touch(pos, view.king, them))
            view.evasions = ALL_SQUARES;
        else
            look_out(pos, m, &view);
    }
    view.targets = view.evasions & ~pos->by[m.us];
    return view;
}

/* The squares that answer the checks of pawns and leapers: none to a double
 * check, the checker's to one, all to none. Sliders are found by look(). */
RK_INLINE uint64_t evasions_of_contact(const rk_position *pos, struct mode m)
{
    if (!is_royal(m, m.us) || !king_of(pos, m.us))
        return ALL_SQUARES;
    const int king = first(king_of(pos, m.us));
    const uint64_t leapers = leap_attacks[king] & owners_of(pos, m, RK_LEAPS);
    const uint64_t pawns = pawn_attacks(m.us, bit(king)) & pos->of[RK_PAWN];
    const uint64_t checkers = (leapers | pawns) & pos->by[other(m.us)];
    if (!checkers)
        return ALL_SQUARES;
    return rest(checkers) ? 0 : checkers;
}

// ---- rules of the variants -------------------------------------------------------------------

// Atomic: the squares a capture on `to` empties.
RK_INLINE uint64_t blast_of(const rk_position *pos, int from, int to)
{
    return (step_attacks[to] & occupied(pos) & ~pos->of[RK_PAWN]) | bit(from) | bit(to);
}

/* Atomic: a capture that empties `blast` ends the game or leaves our king, which
 * it does not touch, safe. */
static inline bool survives_blast(const rk_position *pos, struct mode m, uint64_t blast)
{
    const rk_side them = other(m.us);
    const uint64_t own_king = king_of(pos, m.us);
    if (blast & own_king)
        return false;
    if (blast & king_of(pos, them) || kings_touch(pos, first(own_king), them))
        return true;
    const uint64_t left = occupied(pos) & ~blast;
    return !(attackers_of(pos, m, first(own_king), left, them) & left);
}

// Quiet moves answer checks and respect pins as usual; every capture is a case of its own.
__attribute__((noinline)) static uint64_t sound_blasts(const rk_position *pos, struct mode m,
                                                       uint64_t captures, int from, int stride)
{
    uint64_t sound = 0;
    for (; captures; captures = rest(captures)) {
        const int to = first(captures);
        if (survives_blast(pos, m, blast_of(pos, stride ? to - stride : from, to)))
            sound |= bit(to);
    }
    return sound;
}

/* Racing kings: of the targets, those that give no check, neither directly nor
 * by opening a line. */
static inline uint64_t silent_targets(const rk_position *pos, struct mode m, struct group group)
{
    const int king = first(king_of(pos, other(m.us)));
    const uint64_t all = occupied(pos), own = pos->by[m.us] & ~bit(group.from);
    uint64_t targets = group.targets & ~attacks(group.kind, king, all);
    const uint64_t straight = straight_attacks(king, all & ~bit(group.from));
    const uint64_t diagonal = diagonal_attacks(king, all & ~bit(group.from));
    const uint64_t opened = (straight & owners_of(pos, m, RK_STRAIGHT) & own) |
                            (diagonal & owners_of(pos, m, RK_DIAGONAL) & own);
    for (uint64_t sliders = opened; sliders; sliders = rest(sliders))
        targets &= path[king][first(sliders)];
    return targets;
}

// ---- offering moves --------------------------------------------------------------------------

/* What is left of a group: the moves asked for that the variant allows. */
RK_INLINE struct group sift(const struct generation *g, struct group group)
{
    group.targets &= g->scope.targets;
    if (has_rule(g->m, RK_CAPTURES_EXPLODE)) {
        const uint64_t captures = group.targets & g->pos->by[other(g->m.us)];
        if (captures)
            group.targets ^=
                captures ^ sound_blasts(g->pos, g->m, captures, group.from, group.stride);
    }
    if (has_rule(g->m, RK_KINGS_RACE))
        group.targets = silent_targets(g->pos, g->m, group);
    return group;
}

RK_INLINE bool offer(const struct generation *g, struct group group)
{
    return g->purpose.common(g->sink, g->pos, g->m, sift(g, group));
}

RK_INLINE bool offer_rare(const struct generation *g, struct group group)
{
    return g->purpose.rare(g->sink, g->pos, g->m, group);
}

// ---- the king --------------------------------------------------------------------------------

/* The squares on which our king would be attacked, seen through it; exact for
 * those the zone was made for. */
RK_INLINE uint64_t danger_around(const rk_position *pos, struct mode m, struct scope scope,
                                 const struct king_zone *zone)
{
    const rk_side them = other(m.us);
    const uint64_t enemy = pos->by[them], past_king = occupied(pos) ^ bit(scope.king);
    const uint64_t leapers = owners_of(pos, m, RK_LEAPS) & enemy & zone->leaps;
    const uint64_t diagonal = owners_of(pos, m, RK_DIAGONAL) & enemy & zone->diagonal;
    const uint64_t straight = owners_of(pos, m, RK_STRAIGHT) & enemy & zone->straight;
    uint64_t danger = pawn_attacks(them, pos->of[RK_PAWN] & enemy);
    for (uint64_t set = leapers; set; set = rest(set))
        danger |= leap_attacks[first(set)];
    for (uint64_t set = diagonal; set; set = rest(set))
        danger |= diagonal_attacks(first(set), past_king);
    for (uint64_t set = straight; set; set = rest(set))
        danger |= straight_attacks(first(set), past_king);
    if (!is_royal(m, them))
        return danger;
    const uint64_t beside_rival = step_attacks[scope.rival];
    return has_rule(m, RK_CAPTURES_EXPLODE) ? danger & ~beside_rival : danger | beside_rival;
}

/* The king, castled, would be attacked where it arrives. In Chess960 the rook,
 * gone from its square, may uncover it; in atomic it may shield it. */
RK_INLINE bool is_exposed_castled(const rk_position *pos, struct mode m, int king, int rook)
{
    const rk_side them = other(m.us);
    const int row = king & 56, king_to = row | (rook > king ? 6 : 2);
    const uint64_t gone = bit(king) | bit(rook), arrived = bit(row | (rook > king ? 5 : 3));
    const uint64_t after = (occupied(pos) & ~gone) | arrived;
    if (!has_rule(m, RK_CAPTURES_EXPLODE))
        return straight_attacks(king_to, after) & owners_of(pos, m, RK_STRAIGHT) & pos->by[them];
    return !kings_touch(pos, king_to, them) && attackers_of(pos, m, king_to, after, them);
}

/* Of the rooks in sight of the king, those it may castle with: the lane is free,
 * its own walk safe. */
RK_INLINE uint64_t castling_rooks(const rk_position *pos, struct mode m, int king, uint64_t rooks,
                                  uint64_t danger)
{
    const bool explosive = has_rule(m, RK_CAPTURES_EXPLODE);
    uint64_t found = 0;
    for (; rooks; rooks = rest(rooks)) {
        const int rook = first(rooks);
        const struct castling_lane *lane = &castling_lanes[king & 7][rook & 7];
        const uint64_t barred = occupied(pos) & (uint64_t)lane->free << (king & 56);
        uint64_t unsafe = danger & (uint64_t)lane->safe << (king & 56) & ~bit(king);
        if (explosive) // a check along the rank counts only where the king stops
            unsafe &= ~bit((king & 56) | (rook > king ? 6 : 2));
        // A rook on the edge has nothing behind it to uncover.
        const bool look_again = explosive || !(bit(rook) & (FILE_A | FILE_H));
        if (!(barred | unsafe) && !(look_again && is_exposed_castled(pos, m, king, rook)))
            found |= bit(rook);
    }
    return found;
}

/* A royal king steps where nothing attacks it, or castles. */
RK_INLINE bool take_king(const struct generation *g)
{
    const rk_position *pos = g->pos;
    const int king = g->view.king;
    if (!(bit(king) & g->scope.movers))
        return false;
    const uint64_t barred = has_rule(g->m, RK_CAPTURES_EXPLODE) ? occupied(pos) : pos->by[g->m.us];
    const uint64_t steps = step_attacks[king] & ~barred;
    uint64_t rooks = pos->castling & rank(g->m.us, 1);
    if (unlikely(rooks)) // every lane holds the squares between king and rook
        rooks &= g->view.evasions == ALL_SQUARES ? straight_attacks(king, occupied(pos)) : 0;
    if (!(steps | rooks))
        return false;
    const struct king_zone *zone = rooks ? &castling_zones[king] : &step_zones[king];
    const uint64_t danger = danger_around(pos, g->m, g->scope, zone);
    struct group group = {.kind = RK_KING, .from = king, .what = RK_CASTLING};
    group.targets = castling_rooks(pos, g->m, king, rooks, danger) & g->scope.targets;
    return (group.targets && offer_rare(g, group)) ||
           offer(g, (struct group){.kind = RK_KING, .from = king, .targets = steps & ~danger});
}

// ---- pawns -----------------------------------------------------------------------------------

/* Where pawns can go. */
struct pawn_targets {
    uint64_t to_a, to_h, steps, double_steps;
};

RK_INLINE bool offer_promotions(const struct generation *g, uint64_t targets, int stride)
{
    const unsigned promotions = variant_rows[g->m.variant].promotions;
    struct group group = {.kind = RK_PAWN, .stride = stride, .targets = targets};
    group = sift(g, group);
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++) {
        group.what = RK_PROMOTION + kind;
        if (promotions >> kind & 1 && offer_rare(g, group))
            return true;
    }
    return false;
}

RK_INLINE struct pawn_targets pawn_targets(const struct generation *g)
{
    const rk_side us = g->m.us;
    const uint64_t straight = g->view.straight_pins, diagonal = g->view.diagonal_pins;
    const uint64_t pawns = g->pos->of[RK_PAWN] & g->pos->by[us] & g->scope.movers;
    const uint64_t captors = pawns & ~straight, pushers = pawns & ~diagonal;
    const uint64_t empty = ~occupied(g->pos), prey = g->pos->by[other(us)] & g->view.evasions;
    const bool horde = has_rule(g->m, RK_WHITE_IS_HORDE) && us == RK_WHITE;

    // A pinned pawn captures or steps along its pin only.
    struct pawn_targets t;
    t.to_a = ahead_to_a(us, captors & ~diagonal) | (ahead_to_a(us, captors & diagonal) & diagonal);
    t.to_h = ahead_to_h(us, captors & ~diagonal) | (ahead_to_h(us, captors & diagonal) & diagonal);
    t.steps = ahead(us, pushers & ~straight) | (ahead(us, pushers & straight) & straight);
    t.to_a &= prey;
    t.to_h &= prey;
    t.steps &= empty;
    const uint64_t halfway = horde ? rank(us, 2) | rank(us, 3) : rank(us, 3);
    t.double_steps = ahead(us, t.steps & halfway) & empty & g->view.evasions;
    t.steps &= g->view.evasions;
    if (has_rule(g->m, RK_CAPTURES_EXPLODE)) { // nothing binds a captor: it explodes
        t.to_a = ahead_to_a(us, pawns) & g->pos->by[other(us)];
        t.to_h = ahead_to_h(us, pawns) & g->pos->by[other(us)];
    }
    return t;
}

RK_INLINE bool take_pawns(const struct generation *g)
{
    const int step = step_ahead(g->m.us);
    const uint64_t last = rank(g->m.us, 8);
    struct pawn_targets t = pawn_targets(g);
    if (unlikely((t.to_a | t.to_h | t.steps) & last)) {
        if (offer_promotions(g, t.to_a & last, step - 1) ||
            offer_promotions(g, t.to_h & last, step + 1) ||
            offer_promotions(g, t.steps & last, step))
            return true;
        t.to_a &= ~last;
        t.to_h &= ~last;
        t.steps &= ~last;
    }
    struct group group = {.kind = RK_PAWN, .stride = step - 1, .targets = t.to_a};
    if (offer(g, group))
        return true;
    group = (struct group){.kind = RK_PAWN, .stride = step + 1, .targets = t.to_h};
    if (offer(g, group))
        return true;
    group = (struct group){.kind = RK_PAWN, .stride = step, .targets = t.steps};
    if (offer(g, group))
        return true;
    group = (struct group){.kind = RK_PAWN, .stride = 2 * step, .targets = t.double_steps};
    return offer(g, group);
}

/* The pawns that may capture en passant: the one move that takes two pieces off
 * a line at once, so the king is looked at anew. */
RK_INLINE uint64_t en_passant_captors(const rk_position *pos, struct mode m, int target)
{
    const rk_side them = other(m.us);
    const uint64_t taken = bit(target - step_ahead(m.us));
    uint64_t legal = 0;
    uint64_t captors = pawn_attacks(them, bit(target)) & pos->of[RK_PAWN] & pos->by[m.us];
    if (!is_royal(m, m.us) || !king_of(pos, m.us))
        return captors;
    for (; captors; captors = rest(captors)) {
        const int from = first(captors);
        if (has_rule(m, RK_CAPTURES_EXPLODE)) {
            if (survives_blast(pos, m, blast_of(pos, from, target) | taken))
                legal |= bit(from);
            continue;
        }
        const uint64_t left = (occupied(pos) ^ bit(from) ^ taken) | bit(target);
        const int king = first(king_of(pos, m.us));
        if (!(attackers_of(pos, m, king, left, them) & ~taken))
            legal |= bit(from);
    }
    return legal;
}

RK_INLINE bool take_en_passant(const struct generation *g)
{
    const int target = g->pos->en_passant;
    if (!unlikely(target != RK_NO_SQUARE) || !(bit(target) & g->scope.targets))
        return false;
    uint64_t captors = en_passant_captors(g->pos, g->m, target) & g->scope.movers;
    for (; captors; captors = rest(captors)) {
        const struct group group = {
            .kind = RK_PAWN, .what = RK_EN_PASSANT, .from = first(captors), .targets = bit(target)};
        if (offer_rare(g, group))
            return true;
    }
    return false;
}

// ---- pieces and drops ------------------------------------------------------------------------

/* Pieces that move alike: of one kind, or the owners of one movement. */
struct movers {
    uint64_t set;
    unsigned movement;
    rk_kind kind; /* RK_NO_KIND where the taker does not care */
};

// Along its pin a slider may still go; a leaper never stays on the line.
RK_INLINE uint64_t pinned_attacks(const struct generation *g, unsigned movement, int from)
{
    const struct view *view = &g->view;
    if (bit(from) & view->straight_pins)
        return movement_attacks(movement & RK_STRAIGHT, from, occupied(g->pos)) &
               view->straight_pins;
    return movement_attacks(movement & RK_DIAGONAL, from, occupied(g->pos)) & view->diagonal_pins;
}

RK_INLINE struct group piece_group(const struct generation *g, struct movers movers, int from,
                                   uint64_t seen)
{
    struct group group = {.kind = movers.kind, .from = from, .targets = seen & g->view.targets};
    if (has_rule(g->m, RK_CAPTURES_EXPLODE)) { // every capture is a case of its own
        const uint64_t all = occupied(g->pos);
        group.targets &= ~all;
        group.targets |= movement_attacks(movers.movement, from, all) & g->pos->by[other(g->m.us)];
    }
    return group;
}

RK_INLINE bool take_movers(const struct generation *g, struct movers movers)
{
    const uint64_t all = occupied(g->pos), pins = g->view.straight_pins | g->view.diagonal_pins;
    const bool can_be_pinned =
        movers.movement & (RK_STRAIGHT | RK_DIAGONAL) || has_rule(g->m, RK_CAPTURES_EXPLODE);
    movers.set &= g->pos->by[g->m.us] & g->scope.movers;
    for (uint64_t set = movers.set & ~pins; set; set = rest(set)) {
        const int from = first(set);
        const uint64_t seen = movement_attacks(movers.movement, from, all);
        if (offer(g, piece_group(g, movers, from, seen)))
            return true;
    }
    for (uint64_t set = can_be_pinned ? movers.set & pins : 0; unlikely(set); set = rest(set)) {
        const int from = first(set);
        const uint64_t seen = pinned_attacks(g, movers.movement, from);
        if (offer_rare(g, sift(g, piece_group(g, movers, from, seen))))
            return true;
    }
    return false;
}

// Pawns and royal kings have rules of their own.
RK_INLINE bool take_kinds(const struct generation *g)
{
    unsigned kinds = variant_rows[g->m.variant].kinds;
    if (is_royal(g->m, g->m.us))
        kinds &= ~(1U << RK_KING);
#define ROW(kind, letter, movement, name)                                  \
    if ((movement) && kinds >> (kind)&1 &&                                 \
        take_movers(g, (struct movers){g->pos->of[kind], movement, kind})) \
        return true;
#include "rookery/kinds.def"
    return false;
}

RK_INLINE bool take_owners(const struct generation *g, unsigned movement)
{
    const uint64_t set = owners_of(g->pos, g->m, movement);
    return take_movers(g, (struct movers){set, movement, RK_NO_KIND});
}

/* A queen's moves are those of a rook and those of a bishop: who does not ask
 * for the kind gets them so, in fewer loops. */
RK_INLINE bool take_movements(const struct generation *g)
{
    return take_owners(g, RK_LEAPS) || take_owners(g, RK_DIAGONAL) || take_owners(g, RK_STRAIGHT) ||
           (!is_royal(g->m, g->m.us) && take_owners(g, RK_STEPS));
}

RK_INLINE bool take_pieces(const struct generation *g)
{
    if (g->purpose.asks_kind || has_rule(g->m, RK_KINGS_RACE))
        return take_kinds(g);
    return take_movements(g);
}

RK_INLINE bool take_drops(const struct generation *g)
{
    const uint64_t empty = g->view.evasions & ~occupied(g->pos) & g->scope.targets;
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++) {
        const uint64_t barred = kind == RK_PAWN ? FIRST_RANK | LAST_RANK : 0;
        const struct group group = {
            .kind = (rk_kind)kind, .what = RK_DROP, .from = (int)kind, .targets = empty & ~barred};
        if (g->pos->pocket[g->m.us][kind] && offer_rare(g, group))
            return true;
    }
    return false;
}

// ---- the end of a variant's game -------------------------------------------------------------

/* Racing kings: White has arrived, and Black has one move to follow. */
static inline bool can_follow(const rk_position *pos, struct mode m, struct scope scope)
{
    struct group group = {.kind = RK_KING, .from = scope.king};
    group.targets = step_attacks[scope.king] & LAST_RANK & ~pos->by[RK_BLACK];
    group.targets &= ~danger_around(pos, m, scope, &step_zones[scope.king]);
    return silent_targets(pos, m, group);
}

RK_INLINE bool race_is_over(const rk_position *pos, struct mode m, struct scope scope)
{
    const uint64_t arrived = pos->of[RK_KING] & LAST_RANK;
    if (!arrived)
        return false;
    return m.us == RK_WHITE || arrived & pos->by[RK_BLACK] || !can_follow(pos, m, scope);
}

/* The variant's own goal is reached: there are no moves any more. */
RK_INLINE bool is_decided(const rk_position *pos, struct mode m, struct scope scope)
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
    return has_rule(m, RK_KINGS_RACE) && race_is_over(pos, m, scope);
}

// ---- the generator ---------------------------------------------------------------------------

/* What was counted before the last move still holds: it touched nothing that
 * matters, and there is no check and no pin. */
RK_INLINE bool still_holds(const struct generation *g, struct calm calm)
{
    const struct view *view = &g->view;
    return !(calm.disturbed | view->straight_pins | view->diagonal_pins | ~view->evasions);
}

RK_INLINE void generate(const rk_position *pos, struct mode m, struct scope scope,
                        struct purpose purpose, struct sink *sink)
{
    if (is_decided(pos, m, scope))
        return;
    const struct generation g = {pos, m, scope, look(pos, m, scope), purpose, sink};
    if (is_royal(m, m.us) && take_king(&g))
        return;
    const bool may_be_bound = !has_rule(m, RK_CAPTURES_EXPLODE | RK_LOSER_WINS);
    if (may_be_bound &&
        __builtin_expect(!g.view.evasions, 0)) // a double check: only the king moves
        return;
    if (still_holds(&g, sink->pawns))
        sink->total += sink->pawns.moves;
    else if (take_pawns(&g))
        return;
    if (take_en_passant(&g))
        return;
    if (has_rule(m, RK_CAPTURES_DROP) && take_drops(&g))
        return;
    if (still_holds(&g, sink->pieces))
        sink->total += sink->pieces.moves;
    else
        take_pieces(&g);
}

/* Every move of a position met for the first time. */
RK_INLINE struct scope whole_scope(const rk_position *pos, struct mode m)
{
    struct scope scope = {ALL_SQUARES, ALL_SQUARES, evasions_of_contact(pos, m), 0, 0};
    if (king_of(pos, m.us)) // none in the horde, or where it exploded
        scope.king = first(king_of(pos, m.us));
    if (king_of(pos, other(m.us)))
        scope.rival = first(king_of(pos, other(m.us)));
    return scope;
}

#endif
