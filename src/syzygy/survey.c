/* SPDX-License-Identifier: MIT */
#include "syzygy/survey.h"

#include <string.h>

enum { SIDE_PIECES_MAX = PIECES_MAX - 2, SIDES_MAX = 252 /* 10 over 5 */ };

/* The pieces of one side besides its king. */
struct side_pieces {
    uint8_t of[RK_KING];
    unsigned count;
};

/* Lists what a side can have: up to five pieces of the five kinds. */
static size_t list_sides(struct side_pieces out[SIDES_MAX])
{
    size_t count = 0;
    for (unsigned code = 0; code < 6U * 6 * 6 * 6 * 6; code++) {
        struct side_pieces side = {.count = 0};
        unsigned rest = code;
        for (unsigned kind = RK_PAWN; kind < RK_KING; kind++, rest /= 6) {
            side.of[kind] = (uint8_t)(rest % 6);
            side.count += rest % 6;
        }
        if (side.count <= SIDE_PIECES_MAX)
            out[count++] = side;
    }
    return count;
}

/* Files name the side with more pieces first, then the one with the stronger piece. */
static bool is_first(const struct side_pieces *one, const struct side_pieces *other)
{
    if (one->count != other->count)
        return one->count > other->count;
    for (unsigned kind = RK_KING; kind-- > RK_PAWN;)
        if (one->of[kind] != other->of[kind])
            return one->of[kind] > other->of[kind];
    return true;
}

static char *write_side(const struct side_pieces *side, char *at)
{
    *at++ = 'K';
    for (unsigned kind = RK_KING; kind-- > RK_PAWN;)
        for (unsigned i = 0; i < side->of[kind]; i++)
            *at++ = "PNBRQ"[kind];
    return at;
}

static void write_name(const struct side_pieces *one, const struct side_pieces *other,
                       char out[ENDGAME_NAME_SIZE])
{
    char *at = write_side(one, out);
    *at++ = 'v';
    *write_side(other, at) = '\0';
}

static struct survey_ending inspect_ending(struct files *files, const struct side_pieces *one,
                                           const struct side_pieces *other)
{
    struct survey_ending ending = {.men = 2 + one->count + other->count};
    uint8_t of[2][RK_KING];
    memcpy(of[0], one->of, sizeof of[0]);
    memcpy(of[1], other->of, sizeof of[1]);
    write_name(one, other, ending.name);
    for (unsigned type = 0; type < TABLE_TYPES; type++)
        ending.found[type] = files_inspect(files, (const uint8_t(*)[RK_KING])of,
                                           (enum table_type)type, &ending.files[type]);
    return ending;
}

static void count_ending(const struct survey_ending *ending, struct survey_men *men)
{
    bool usable[TABLE_TYPES];
    for (unsigned type = 0; type < TABLE_TYPES; type++) {
        usable[type] = ending->found[type] && !ending->files[type].problem;
        men->usable[type] += usable[type];
    }
    men->endings++;
    men->complete += usable[TABLE_WDL] && usable[TABLE_DTZ];
}

struct survey_men survey_endings(struct files *files, unsigned men, survey_callback *callback,
                                 void *context)
{
    struct side_pieces sides[SIDES_MAX];
    struct survey_men result = {0};
    const size_t count = list_sides(sides);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++) {
            if (2 + sides[i].count + sides[j].count != men || !is_first(&sides[i], &sides[j]))
                continue;
            const struct survey_ending ending = inspect_ending(files, &sides[i], &sides[j]);
            count_ending(&ending, &result);
            if (callback)
                callback(context, &ending);
        }
    return result;
}
