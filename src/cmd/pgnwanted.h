/* SPDX-License-Identifier: MIT */
/* What a game must be like to be wanted, as words of the command line say it. */
#ifndef CMD_PGNWANTED_H
#define CMD_PGNWANTED_H

#include "cmd/pgn.h"
#include "cmd/pgngame.h"

enum { WANTED_MOVES_MAX = 200 };

/* Lowest and highest, both wanted; `given` if there is a range at all. */
struct range {
    bool given;
    unsigned long least, most;
};

/* The words, NULL where nothing is asked for. */
struct wanted_words {
    const char *player, *white, *black, *elo, *any_elo, *date, *result, *eco, *length;
    const char *position, *pattern, *material, *moves, *variant;
};

/* How many of each kind the two sides have. */
struct material {
    uint8_t of[2][RK_KIND_COUNT];
};

struct wanted {
    const char *player, *white, *black;
    struct range elo, any_elo, date, eco, length;
    enum game_result result;
    bool has_result, has_variant, has_position, has_pattern, has_material;
    rk_variant variant;
    rk_position position;
    uint64_t pattern[2][RK_KIND_COUNT]; /* squares that kind must stand on */
    struct material material;
    unsigned material_kinds; /* that are compared */
    rk_move moves[WANTED_MOVES_MAX];
    size_t move_count;
    rk_position start; /* of the moves */
};

/* Reads the words; complains and returns an exit status if they make no sense. */
int wanted_read(const struct pgn_call *call, const struct wanted_words *words, struct wanted *out);

/* What the tags say about it, but for the result. */
bool wanted_tags(const struct wanted *wanted, const struct game_tags *tags);

/* The result, of the tag or, if there is none, of the moves. */
bool wanted_result(const struct wanted *wanted, const struct game_tags *tags, rk_pgn_text result);

/* Whether the moves must be looked at. */
bool wanted_needs_moves(const struct wanted *wanted);

/* How far a game has come in fitting; all false at its start. */
struct wanted_progress {
    bool position, pattern, material, astray; /* astray: other moves were played */
    size_t plies;
};

/* Looks at a position of the main line, and at the move played in it. */
void wanted_position(const struct wanted *wanted, const rk_position *pos,
                     struct wanted_progress *progress);
void wanted_move(const struct wanted *wanted, const rk_position *before, rk_move move,
                 struct wanted_progress *progress);

/* Whether a game that has come so far fits, if this is its end. */
bool wanted_end(const struct wanted *wanted, const struct wanted_progress *progress);

/* Whether it cannot be otherwise any more, whatever follows. */
bool wanted_settled(const struct wanted *wanted, const struct wanted_progress *progress);

#endif
