/* SPDX-License-Identifier: MIT */
#include "tui/players.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "rookery/engine.h"
#include "tui/pgn_tag.h"
#include "tui/report.h"

/* Tags of our own, besides White and Black. Without EngineSide two people play. */
static const char side_tag[] = "EngineSide", level_tag[] = "EngineLevel", elo_tag[] = "EngineElo",
                  move_time_tag[] = "EngineMoveTime", nodes_tag[] = "EngineNodes";

enum { MOVE_TIME_MAX = 3600000 }; /* milliseconds */

struct players players_unnamed(void)
{
    return (struct players){.engine = RK_NO_SIDE};
}

// ---- names -----------------------------------------------------------------------------------

void players_set_name(struct players *players, rk_side side, const char *name, size_t size)
{
    char *out = players->names[side];
    size_t used = 0;
    const char *const end = name + size;
    for (const char *at = name; at < end;) {
        const char *const start = at;
        const bool is_valid = utf8_size(at, (size_t)(end - at));
        const bool printable = !utf8_is_control(utf8_next(&at, end)) && is_valid;
        const size_t added = printable ? (size_t)(at - start) : 1;
        if (used + added >= PLAYER_NAME_MAX)
            break;
        memcpy(out + used, printable ? start : "?", added);
        used += added;
    }
    out[used] = '\0';
}

void players_name_engine(struct players *players)
{
    char *name = players->names[players->engine];
    const struct engine_settings *settings = &players->settings;
    if (settings->level)
        snprintf(name, PLAYER_NAME_MAX, "Rookery level %u", settings->level);
    else if (settings->elo)
        snprintf(name, PLAYER_NAME_MAX, "Rookery %u Elo", settings->elo);
    else
        snprintf(name, PLAYER_NAME_MAX, "Rookery");
}

const char *players_display_name(const struct players *players, rk_side side)
{
    return *players->names[side] ? players->names[side] : report_side_names[side];
}

void players_print(const struct players *players, FILE *out)
{
    const rk_side engine = players->engine;
    if (engine != RK_NO_SIDE)
        fprintf(out, "you play %s against %s", report_side_names[rk_side_other(engine)],
                players_display_name(players, engine));
    else if (*players->names[RK_WHITE] || *players->names[RK_BLACK])
        fprintf(out, "%s against %s", players_display_name(players, RK_WHITE),
                players_display_name(players, RK_BLACK));
    else
        fputs("two players", out);
}

// ---- tags ------------------------------------------------------------------------------------

static void write_number(rk_pgn_writer *writer, const char *name, uint64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, number);
    if (number)
        pgn_tag_write(writer, name, text);
}

void players_write_tags(const struct players *players, rk_pgn_writer *writer)
{
    const struct engine_settings *settings = &players->settings;
    if (players->engine == RK_NO_SIDE)
        return;
    pgn_tag_write_side(writer, side_tag, players->engine);
    write_number(writer, level_tag, settings->level);
    if (!settings->level)
        write_number(writer, elo_tag, settings->elo);
    write_number(writer, move_time_tag, (uint64_t)settings->move_time);
    write_number(writer, nodes_tag, settings->nodes);
}

static bool read_number(rk_pgn_text text, uint64_t min, uint64_t max, uint64_t *out)
{
    uint64_t number = 0;
    for (size_t i = 0; i < text.size; i++) {
        const unsigned digit = (unsigned)text.at[i] - '0';
        if (digit > 9 || number > (UINT64_MAX - digit) / 10)
            return false;
        number = 10 * number + digit;
    }
    if (!text.size || number < min || number > max)
        return false;
    *out = number;
    return true;
}

static bool read_settings(struct engine_settings *settings, rk_pgn_text name, rk_pgn_text value)
{
    uint64_t number = 0;
    bool valid = true;
    if (pgn_tag_is(name, level_tag)) {
        valid = read_number(value, 1, RK_LEVEL_COUNT, &number);
        settings->level = (unsigned)number;
    } else if (pgn_tag_is(name, elo_tag)) {
        valid = read_number(value, RK_ELO_MIN, RK_ELO_MAX, &number);
        settings->elo = (unsigned)number;
    } else if (pgn_tag_is(name, move_time_tag)) {
        valid = read_number(value, 1, MOVE_TIME_MAX, &number);
        settings->move_time = (int64_t)number;
    } else if (pgn_tag_is(name, nodes_tag)) {
        valid = read_number(value, 1, UINT64_MAX, &settings->nodes);
    }
    return valid;
}

bool players_read_tag(struct players *players, rk_pgn_text name, rk_pgn_text value)
{
    char text[4 * PLAYER_NAME_MAX];
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++)
        if (pgn_tag_is(name, report_side_names[side]) && !pgn_tag_is(value, "?"))
            players_set_name(players, side, text, rk_pgn_unescape(value, text, sizeof text));
    if (pgn_tag_is(name, side_tag))
        return pgn_tag_read_side(value, &players->engine);
    return read_settings(&players->settings, name, value);
}

void players_finish_tags(struct players *players)
{
    if (players->engine == RK_NO_SIDE)
        players->settings = (struct engine_settings){.level = 0};
    else if (players->settings.level)
        players->settings.elo = rk_level_elo(players->settings.level);
}
