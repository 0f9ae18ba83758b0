/* SPDX-License-Identifier: MIT */
/* A filter selects games by their tags, moves and positions. All conditions must hold. */
#ifndef PGNTOOLS_FILTER_H
#define PGNTOOLS_FILTER_H

#include "pgntools/game_tags.h"
#include "rookery/opening.h"

enum { FILTER_MOVES_MAX = 200 };

/* Conditions that are given as text. */
enum filter_condition {
    FILTER_PLAYER, /* part of a name, in any case */
    FILTER_WHITE,
    FILTER_BLACK,
    FILTER_ELO,     /* of both players: "2400", "2400-2500", "-2500" */
    FILTER_ANY_ELO, /* of at least one player */
    FILTER_DATE,    /* "2018", "2018.01..2018.06", "..1999.12.31" */
    FILTER_RESULT,
    FILTER_ECO,      /* "B20", "B20-B99": the tag or, without one, the code of the moves */
    FILTER_LENGTH,   /* in full moves: "20-40" */
    FILTER_PATTERN,  /* pieces on squares: "Nf3 pe5 Kg1" */
    FILTER_MATERIAL, /* "KRPvKR", "QvRR" */
    FILTER_MOVES,    /* the first moves: "e4 c5 Nf3" */
    FILTER_END,      /* how the last position ends the game: "checkmate" */
    FILTER_CONDITION_COUNT
};

/* How the last position of a game ends it. */
enum filter_end {
    END_CHECKMATE,
    END_STALEMATE,
    END_MATERIAL, /* neither side can mate */
    END_OTHER,    /* by a rule of a variant, or seventy-five moves */
    END_NONE,     /* the game ended otherwise: by resignation, agreement, on time */
    END_COUNT
};

/* From min to max, both included. */
struct filter_range {
    bool is_set;
    unsigned long min, max;
};

struct filter {
    const char *player, *white, *black; /* borrowed; NULL: anyone */
    struct filter_range elo, any_elo, date, eco, length;
    enum game_result result;
    enum filter_end end;
    bool has_result, has_end, has_variant, has_position, has_pattern, has_material;
    rk_variant variant;
    rk_position position;
    uint64_t pattern[2][RK_KIND_COUNT]; /* squares where pieces of that kind must be */
    uint8_t material[2][RK_KIND_COUNT]; /* number of pieces */
    unsigned material_kinds;            /* kinds that are compared */
    rk_move moves[FILTER_MOVES_MAX];
    size_t move_count;
    rk_position start; /* of the moves */
};

/* Without conditions: every game matches. */
void filter_init(struct filter *filter);

/* Sets the variant, by whose rules FILTER_MOVES is parsed: set it first. */
void filter_set_variant(struct filter *filter, rk_variant variant);

/* The main line reaches this placement, side to move and castling rights. */
void filter_set_position(struct filter *filter, const rk_position *pos);

/* Parses a condition. The text must stay valid as long as the filter. On failure the filter must
 * not be used. */
RK_MUST_USE rk_err filter_parse(struct filter *filter, enum filter_condition condition,
                                const char *text, rk_fault *fault);

/* Whether the tags match, except for the result. */
bool filter_matches_tags(const struct filter *filter, const struct game_tags *tags);

/* Whether the result of the game matches, see game_result_find(). */
bool filter_matches_result(const struct filter *filter, const struct game_tags *tags,
                           rk_pgn_text result);

/* Whether the moves of games must be played to know if they match. */
bool filter_needs_moves(const struct filter *filter);

/* Which conditions a game has met so far. */
struct filter_progress {
    bool position, pattern, material, end;
    bool other_moves; /* the game has left the moves of the filter */
    bool seeks_opening;
    rk_opening_line opening; /* if it is sought */
    size_t plies;
};

/* Whether the tags have an ECO code. */
bool filter_knows_eco(const struct game_tags *tags);

/* The progress at the start of a game. If its ECO code is not known, that of its moves counts. */
struct filter_progress filter_begin(const struct filter *filter, bool knows_eco);

/* Looks at the next position of the main line, the start first, and at the next move. */
void filter_visit_position(const struct filter *filter, const rk_position *pos,
                           struct filter_progress *progress);
void filter_visit_move(const struct filter *filter, const rk_position *before, rk_move move,
                       struct filter_progress *progress);

/* Looks at the last position. */
void filter_visit_end(const struct filter *filter, const rk_position *last,
                      struct filter_progress *progress);

/* Whether a game with this progress matches if it ends here. */
bool filter_matches_moves(const struct filter *filter, const struct filter_progress *progress);

/* Whether the rest of the game cannot change the answer. */
bool filter_is_decided(const struct filter *filter, const struct filter_progress *progress);

#endif
