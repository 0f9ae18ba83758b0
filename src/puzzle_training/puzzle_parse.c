/* SPDX-License-Identifier: MIT */
#include "puzzle_training/puzzle_parse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "base/utf8.h"
#include "ratings/rating.h"
#include "rookery/variant.h"
#include "wire/fields.h"

/* Other sites rate some puzzles lower or higher than this one can. */
enum { RATING_READ_MAX = 9999 };

/* The texts of a puzzle, as a line has them. Themes and moves are separated by blanks. */
struct puzzle_texts {
    const char *id, *variant, *fen, *moves, *themes, *rating, *deviation, *plays;
    const char *site, *white, *black; /* "": not known */
    int64_t ply;
};

// ---- checks ----------------------------------------------------------------------------------

static rk_err puzzle_fault(rk_fault *fault, const char *what)
{
    return fault_set(fault, RK_BAD_SYNTAX, 0, what);
}

static bool read_number(const char *text, double min, double max, double *out)
{
    char *end;
    const double value = strtod(text, &end);
    if (end == text || *end || !(value >= min && value <= max))
        return false;
    *out = value;
    return true;
}

static bool copy_text(const char *from, char *out, size_t size)
{
    const size_t length = strlen(from);
    if (length >= size)
        return false;
    memcpy(out, from, length + 1);
    return true;
}

static rk_err set_rating(const struct puzzle_texts *texts, struct puzzle_record *record,
                         rk_fault *fault)
{
    double rating, deviation, plays;
    if (!read_number(texts->rating, 0, RATING_READ_MAX, &rating))
        return puzzle_fault(fault, "the rating must be a number from 0 to 9999");
    if (!read_number(texts->deviation, 0, 10 * RATING_DEVIATION_MAX, &deviation))
        return puzzle_fault(fault, "the deviation must be a number from 0 to 5000");
    if (!read_number(texts->plays, 0, 1e12, &plays))
        return puzzle_fault(fault, "the number of plays must not be negative");
    puzzle_record_set_rating(record, rating, deviation);
    record->plays = (int64_t)plays;
    return RK_OK;
}

static rk_err set_themes(const char *themes, struct puzzle_record *record, rk_fault *fault)
{
    while (*themes) {
        char theme[RECORD_THEME_MAX + 1];
        const size_t size = strcspn(themes, " ");
        snprintf(theme, sizeof theme, "%.*s", (int)(size < sizeof theme ? size : sizeof theme),
                 themes);
        if (size >= sizeof theme || !puzzle_record_add_theme(record, theme))
            return puzzle_fault(fault, "the themes must be at most 20 words of letters and digits");
        themes += size;
        themes += *themes == ' ';
    }
    return RK_OK;
}

/* Where it comes from is only shown: what cannot be shown is left out. */
static void set_source(const struct puzzle_texts *texts, struct puzzle_record *record)
{
    const bool is_address =
        !strncmp(texts->site, "https://", 8) || !strncmp(texts->site, "http://", 7);
    if (!is_address || !copy_text(texts->site, record->site, sizeof record->site))
        *record->site = '\0';
    if (!copy_text(texts->white, record->white, sizeof record->white))
        *record->white = '\0';
    if (!copy_text(texts->black, record->black, sizeof record->black))
        *record->black = '\0';
    record->ply = texts->ply;
}

static rk_err set_line(const struct puzzle_texts *texts, struct puzzle_record *record,
                       rk_fault *fault)
{
    struct puzzle_line line;
    if (!rk_variant_from_name(texts->variant, &record->variant) ||
        (record->variant != RK_STANDARD && record->variant != RK_CHESS960))
        return puzzle_fault(fault, "the variant must be standard or chess960");
    if (!copy_text(texts->fen, record->fen, sizeof record->fen))
        return puzzle_fault(fault, "the FEN is too long");
    if (!copy_text(texts->moves, record->moves, sizeof record->moves))
        return puzzle_fault(fault, "the solution is too long");
    return puzzle_record_replay(record, &line, fault);
}

static rk_err make_record(const struct puzzle_texts *texts, struct puzzle_record *out,
                          rk_fault *fault)
{
    struct puzzle_record record = {.plays = 0};
    if (!puzzle_id_is_valid(texts->id) || !copy_text(texts->id, record.id, sizeof record.id))
        return puzzle_fault(fault, "the id must be 1 to 16 letters and digits");
    rk_err err = set_line(texts, &record, fault);
    if (!err)
        err = set_rating(texts, &record, fault);
    if (!err)
        err = set_themes(texts->themes, &record, fault);
    if (err)
        return err;
    set_source(texts, &record);
    *out = record;
    return RK_OK;
}

// ---- JSON ------------------------------------------------------------------------------------

/* Joins the members of an array with blanks, after what is in `out`. False: they do not fit. */
static bool join_members(const struct fields *fields, const char *array, char *out, size_t size)
{
    size_t used = strlen(out);
    for (unsigned i = 0;; i++) {
        char key[FIELDS_KEY_MAX];
        snprintf(key, sizeof key, "%s.%u", array, i);
        const char *member = fields_text(fields, key, NULL);
        if (!member)
            return true;
        const int added = snprintf(out + used, size - used, used ? " %s" : "%s", member);
        if (added < 0 || (size_t)added >= size - used)
            return false;
        used += (size_t)added;
    }
}

static rk_err read_json(const struct fields *fields, struct puzzle_record *out, rk_fault *fault)
{
    char moves[RECORD_MOVES_SIZE] = "", themes[RECORD_THEMES_SIZE] = "";
    const char *error = fields_text(fields, "error", "");
    if (!*error || !copy_text(error, moves, sizeof moves))
        return puzzle_fault(fault, "the field error must be a move");
    if (!join_members(fields, "moves", moves, sizeof moves))
        return puzzle_fault(fault, "the solution is too long");
    if (!join_members(fields, "themes", themes, sizeof themes))
        return puzzle_fault(fault, "the themes must be at most 20 words of letters and digits");
    const struct puzzle_texts texts = {.id = fields_text(fields, "id", ""),
                                       .variant = fields_text(fields, "variant", "standard"),
                                       .fen = fields_text(fields, "fen", ""),
                                       .moves = moves,
                                       .themes = themes,
                                       .rating = fields_text(fields, "rating", ""),
                                       .deviation = "150",
                                       .plays = "0",
                                       .site = fields_text(fields, "game.site", ""),
                                       .white = fields_text(fields, "game.white", ""),
                                       .black = fields_text(fields, "game.black", ""),
                                       .ply = fields_integer(fields, "game.ply", 0)};
    return make_record(&texts, out, fault);
}

static rk_err parse_json(const char *line, size_t size, struct puzzle_record *out, rk_fault *fault)
{
    struct fields *fields;
    rk_err err = fields_parse(line, size, &fields, fault);
    if (err)
        return err;
    err = read_json(fields, out, fault);
    fields_destroy(fields);
    return err;
}

// ---- CSV -------------------------------------------------------------------------------------

enum column {
    COLUMN_ID,
    COLUMN_FEN,
    COLUMN_MOVES,
    COLUMN_RATING,
    COLUMN_DEVIATION,
    COLUMN_POPULARITY,
    COLUMN_PLAYS,
    COLUMN_THEMES,
    COLUMN_URL,
    COLUMN_OPENING,
    COLUMN_COUNT
};

static const char header[] = "PuzzleId,FEN,Moves,";

bool puzzle_line_is_header(const char *line, size_t size)
{
    return size >= sizeof header - 1 && !memcmp(line, header, sizeof header - 1);
}

/* Cuts the text at the commas; no column may contain one. Returns the number of columns. */
static size_t split_columns(char *text, const char *columns[COLUMN_COUNT])
{
    size_t count = 0;
    for (char *at = text; at && count < COLUMN_COUNT; count++) {
        columns[count] = at;
        at = strchr(at, ',');
        if (at)
            *at++ = '\0';
    }
    return count;
}

/* "https://example.org/abc#24" is the address of the game, at the ply of the error. */
static int64_t read_ply(const char *url)
{
    const char *mark = strchr(url, '#');
    const long ply = mark ? strtol(mark + 1, NULL, 10) : 0;
    return ply > 0 && ply < 10000 ? ply : 0;
}

static rk_err read_csv(char *text, struct puzzle_record *out, rk_fault *fault)
{
    const char *columns[COLUMN_COUNT];
    const size_t count = split_columns(text, columns);
    if (count < COLUMN_URL)
        return puzzle_fault(fault, "expected JSON, or CSV with the columns of docs/puzzles.md");
    const bool has_url = count > COLUMN_URL;
    const struct puzzle_texts texts = {.id = columns[COLUMN_ID],
                                       .variant = "standard",
                                       .fen = columns[COLUMN_FEN],
                                       .moves = columns[COLUMN_MOVES],
                                       .themes = columns[COLUMN_THEMES],
                                       .rating = columns[COLUMN_RATING],
                                       .deviation = columns[COLUMN_DEVIATION],
                                       .plays = columns[COLUMN_PLAYS],
                                       .site = has_url ? columns[COLUMN_URL] : "",
                                       .white = "",
                                       .black = "",
                                       .ply = has_url ? read_ply(columns[COLUMN_URL]) : 0};
    return make_record(&texts, out, fault);
}

static rk_err parse_csv(const char *line, size_t size, struct puzzle_record *out, rk_fault *fault)
{
    char *copy = malloc(size + 1);
    if (!copy)
        return fault_set(fault, RK_NO_MEMORY, 0, "out of memory");
    memcpy(copy, line, size);
    copy[size] = '\0';
    const rk_err err = read_csv(copy, out, fault);
    free(copy);
    return err;
}

rk_err puzzle_parse(const char *line, size_t size, struct puzzle_record *out, rk_fault *fault)
{
    if (size > PUZZLE_LINE_MAX)
        return puzzle_fault(fault, "the line is too long");
    if (memchr(line, '\0', size) || !utf8_is_valid(line, size))
        return puzzle_fault(fault, "the line is not text in UTF-8");
    return size && *line == '{' ? parse_json(line, size, out, fault)
                                : parse_csv(line, size, out, fault);
}
