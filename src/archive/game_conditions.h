/* SPDX-License-Identifier: MIT */
/* Conditions of a query that need more than the fields of a game: its speed, whether it was rated,
 * groups of ratings, and a player. */
#ifndef ARCHIVE_GAME_CONDITIONS_H
#define ARCHIVE_GAME_CONDITIONS_H

#include "explorer/statistics.h"

enum { CONDITION_PLAYER_MAX = 255 };
enum { MODE_CASUAL = 1 << 0, MODE_RATED = 1 << 1 };

struct game_conditions {
    struct statistics_filter filter; /* its `accepts` and `context` are set by the last function */
    unsigned speeds;                 /* bits 1 << enum speed; 0: all */
    unsigned modes;                  /* bits MODE_...; 0: all */
    unsigned rating_groups;          /* bits of the groups' numbers; 0: all */
    char player[CONDITION_PLAYER_MAX + 1]; /* "": anyone */
    rk_side side;                          /* of the player */
};

/* Parse a list with commas, or a date: "2018" or "2018-03". False if something in it is not known.
 */
bool game_conditions_set_speeds(struct game_conditions *conditions, const char *list);
bool game_conditions_set_modes(struct game_conditions *conditions, const char *list);
bool game_conditions_set_ratings(struct game_conditions *conditions, const char *list);
bool game_conditions_set_since(struct game_conditions *conditions, const char *text);
bool game_conditions_set_until(struct game_conditions *conditions, const char *text);

/* Whether the first date is not after the last; what is not set fits anything. */
bool game_conditions_dates_are_ordered(const struct game_conditions *conditions);

/* A year or a month; *month is 0 for a year. */
bool game_month_parse(const char *text, unsigned *year, unsigned *month);

/* The filter for all conditions, which must stay where they are. */
const struct statistics_filter *game_conditions_filter(struct game_conditions *conditions);

#endif
