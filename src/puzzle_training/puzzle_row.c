/* SPDX-License-Identifier: MIT */
#include "puzzle_training/puzzle_row.h"

#include <string.h>

#include "base/text.h"
#include "rookery/variant.h"

static void count_theme(struct store_job *job, const char *id, const char *theme)
{
    store_call(job, STORE_COUNT_PUZZLE_THEME);
    store_bind_text(job, id);
    store_bind_text(job, theme);
}

static void count_themes(struct store_job *job, const struct puzzle_record *record)
{
    char themes[RECORD_THEMES_SIZE], *rest = NULL;
    text_copy(themes, sizeof themes, record->themes);
    count_theme(job, record->id, "mix");
    for (char *theme = strtok_r(themes, " ", &rest); theme; theme = strtok_r(NULL, " ", &rest))
        count_theme(job, record->id, theme);
}

static void bind_optional(struct store_job *job, const char *text)
{
    store_bind_text(job, text && *text ? text : NULL);
}

void puzzle_add_row(struct store_job *job, const struct puzzle_record *record, int64_t now)
{
    count_themes(job, record);
    store_call(job, STORE_ADD_PUZZLE);
    store_bind_text(job, record->id);
    store_bind_text(job, rk_variant_name(record->variant));
    store_bind_text(job, record->fen);
    store_bind_text(job, record->moves);
    store_bind_text(job, record->themes);
    store_bind_real(job, record->glicko.rating);
    store_bind_real(job, record->glicko.deviation);
    store_bind_real(job, record->glicko.volatility);
    store_bind_integer(job, record->plays);
    bind_optional(job, record->game);
    store_bind_integer(job, record->ply);
    bind_optional(job, record->pgn);
    bind_optional(job, record->site);
    bind_optional(job, record->white);
    bind_optional(job, record->black);
    store_bind_integer(job, now);
}

void puzzle_query(struct store_job *job, const char *id, const char *account)
{
    store_call(job, STORE_PUZZLE);
    store_bind_text(job, id);
    store_call(job, STORE_PUZZLE_ATTEMPT);
    store_bind_text(job, account);
    store_bind_text(job, id);
}

enum column {
    COLUMN_ID,
    COLUMN_VARIANT,
    COLUMN_FEN,
    COLUMN_MOVES,
    COLUMN_THEMES,
    COLUMN_RATING,
    COLUMN_DEVIATION,
    COLUMN_VOLATILITY,
    COLUMN_PLAYS,
    COLUMN_GAME,
    COLUMN_PLY,
    COLUMN_PGN,
    COLUMN_SITE,
    COLUMN_WHITE,
    COLUMN_BLACK,
    COLUMN_INFO
};

void puzzle_from_row(const struct store_job *job, struct stored_puzzle *out)
{
    struct puzzle_record *record = &out->record;
    *out = (struct stored_puzzle){.game_info = store_get_text(job, COLUMN_INFO)};
    text_copy(record->id, sizeof record->id, store_get_text(job, COLUMN_ID));
    if (!rk_variant_from_name(store_get_text(job, COLUMN_VARIANT), &record->variant))
        record->variant = RK_STANDARD;
    text_copy(record->fen, sizeof record->fen, store_get_text(job, COLUMN_FEN));
    text_copy(record->moves, sizeof record->moves, store_get_text(job, COLUMN_MOVES));
    text_copy(record->themes, sizeof record->themes, store_get_text(job, COLUMN_THEMES));
    record->glicko = (struct glicko2){.rating = store_get_real(job, COLUMN_RATING),
                                      .deviation = store_get_real(job, COLUMN_DEVIATION),
                                      .volatility = store_get_real(job, COLUMN_VOLATILITY)};
    record->plays = store_get_integer(job, COLUMN_PLAYS);
    text_copy(record->game, sizeof record->game, store_get_text(job, COLUMN_GAME));
    record->ply = store_get_integer(job, COLUMN_PLY);
    record->pgn = store_get_text(job, COLUMN_PGN);
    text_copy(record->site, sizeof record->site, store_get_text(job, COLUMN_SITE));
    text_copy(record->white, sizeof record->white, store_get_text(job, COLUMN_WHITE));
    text_copy(record->black, sizeof record->black, store_get_text(job, COLUMN_BLACK));
}
