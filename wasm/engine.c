/* SPDX-License-Identifier: MIT */
/* The engine as a WebAssembly module of its own, called by engine.ts in a worker.
 *
 * The caller writes a FEN or moves to `text` and calls position_set(), position_play() and
 * search(). A search runs until it ends. Meanwhile it calls now() every few hundred nodes, where
 * the caller may ask it to stop, and report() for every line it reports; the moves of the line are
 * in `text`.
 *
 * No argument can make these functions access memory outside the buffer. */
#include <string.h>

#include "export.h"
#include "rookery/engine.h"
#include "rookery/fen.h"
#include "rookery/san.h"

enum {
    TEXT_SIZE = 1 << 16,
    HISTORY_MAX = 1024, /* positions of the game that the engine remembers */
    DEPTH_MAX = RK_PV_MAX - 5
};

/* The milliseconds of a monotonic clock. */
double IMPORT(now)(void);

/* A line of the search: `mate` in moves, 0 for none; `bound` as in rk_bound. */
void IMPORT(report)(unsigned depth, unsigned selective_depth, unsigned number, int centipawns,
                    int mate, rk_bound bound, double nodes, double milliseconds, unsigned hashfull,
                    unsigned win, unsigned draw, size_t text_size);

/* The only state: a module has its own memory and one thread. */
static rk_engine *engine;
static rk_engine_options options;
static rk_position positions[HISTORY_MAX]; /* the game; the last one is searched */
static size_t position_count;
static rk_fault fault; /* of the last call that failed */
static char text[TEXT_SIZE];

// ---- the text buffer and errors ----------------------------------------------------------------

char *EXPORT(text_at)(void)
{
    return text;
}

size_t EXPORT(text_size)(void)
{
    return TEXT_SIZE;
}

const char *EXPORT(fault_text)(void)
{
    return fault.text;
}

static rk_err set_fault(rk_err err, const char *message)
{
    fault = (rk_fault){.err = err};
    memcpy(fault.text, message, strlen(message) + 1);
    return err;
}

// ---- the engine --------------------------------------------------------------------------------

static int64_t now_callback(void *context)
{
    (void)context;
    return (int64_t)now();
}

/* Creates the engine; call it once, before any search. */
rk_err EXPORT(engine_create)(unsigned hash_mib)
{
    if (engine)
        return set_fault(RK_NOT_NOW, "the engine exists already");
    options = (rk_engine_options){.hash_mib = hash_mib, .threads = 1, .now = now_callback};
    const rk_err err = rk_engine_create(&options, &engine);
    return err ? set_fault(err, "not enough memory for the engine") : RK_OK;
}

/* Forgets what earlier searches have learnt. */
void EXPORT(engine_forget)(void)
{
    if (engine)
        rk_engine_forget(engine);
}

/* Call it from now(): no other code runs during a search. */
void EXPORT(engine_stop)(void)
{
    if (engine)
        rk_engine_stop(engine);
}

// ---- the position ------------------------------------------------------------------------------

/* Starts a game of a variant by name. The text is the name, then the FEN; an empty FEN is the start
 * position. */
rk_err EXPORT(position_set)(size_t name_size, size_t fen_size)
{
    char name[64];
    rk_variant variant;
    position_count = 0;
    if (name_size >= sizeof name || fen_size > TEXT_SIZE - name_size)
        return set_fault(RK_BAD_SYNTAX, "the text is too long");
    memcpy(name, text, name_size);
    name[name_size] = '\0';
    if (strlen(name) != name_size || !rk_variant_from_name(name, &variant))
        return set_fault(RK_BAD_SYNTAX, "unknown variant");
    if (!fen_size)
        positions[0] = rk_position_start(variant);
    else if (rk_fen_parse(text + name_size, fen_size, variant, RK_FEN_PLAIN, positions, &fault))
        return fault.err;
    position_count = 1;
    return RK_OK;
}

/* Appends the position after a move. The oldest is forgotten if there are too many. */
static void append_position(rk_move move)
{
    if (position_count == HISTORY_MAX)
        memmove(positions, positions + 1, --position_count * sizeof *positions);
    rk_undo undo;
    positions[position_count] = positions[position_count - 1];
    rk_position_apply(&positions[position_count++], move, &undo);
}

/* Plays the move in the text, a UCI move. */
rk_err EXPORT(position_play)(size_t size)
{
    rk_move move;
    if (!position_count)
        return set_fault(RK_NOT_NOW, "there is no position");
    if (size > TEXT_SIZE)
        return set_fault(RK_BAD_SYNTAX, "the text is too long");
    if (rk_uci_parse(&positions[position_count - 1], text, size, RK_NOTATION_PLAIN, &move, &fault))
        return fault.err;
    append_position(move);
    return RK_OK;
}

// ---- the search --------------------------------------------------------------------------------

static int moves_to_mate(int score)
{
    return score >= RK_MATE_IN_MAX    ? (RK_MATE - score + 1) / 2
           : score <= -RK_MATE_IN_MAX ? -((RK_MATE + score + 1) / 2)
                                      : 0;
}

static void report_callback(void *context, const rk_search_line *line)
{
    (void)context;
    if (!line->move_count)
        return;
    rk_position pos = positions[position_count - 1];
    rk_undo undo;
    size_t size = 0;
    for (size_t i = 0; i < line->move_count; i++) {
        size += rk_uci_write(&pos, line->moves[i], text + size);
        text[size++] = ' ';
        rk_position_apply(&pos, line->moves[i], &undo);
    }
    report(line->depth, line->selective_depth, line->number, line->score,
           moves_to_mate(line->score), line->bound, (double)line->nodes, (double)line->time,
           line->hashfull, line->win, line->draw, size - 1);
}

static double clamp(double number, double max)
{
    return number > 0 ? number < max ? number : max : 0; // 0 for NaN too
}

/* Level 1 to RK_LEVEL_COUNT, as the server plays it: with an empty table before each move. 0 is
 * full strength. */
static rk_err set_level(unsigned level, double seed)
{
    options.elo = level ? rk_level_elo(level) : 0;
    options.seed = (uint64_t)clamp(seed, 9007199254740991.0);
    if (level)
        rk_engine_forget(engine);
    return rk_engine_configure(engine, &options);
}

/* Searches the position. The limits are 0 for none; a search without limits ends only when it is
 * stopped or cannot go deeper. Writes the best move to the text and returns its size, 0 if there is
 * no legal move. */
size_t EXPORT(search)(unsigned depth, double nodes, double milliseconds, unsigned lines,
                      unsigned level, double seed)
{
    if (!engine || !position_count || set_level(level, seed))
        return 0;
    // Without a depth the engine would wait for somebody to stop it, and nobody could.
    const rk_search_limits limits = {.depth = depth && depth < DEPTH_MAX ? depth : DEPTH_MAX,
                                     .nodes = (uint64_t)clamp(nodes, 9007199254740991.0),
                                     .move_time = (int64_t)clamp(milliseconds, 1e9),
                                     .lines = lines};
    rk_search_result result;
    rk_engine_search(engine, positions, position_count, &limits, report_callback, NULL, &result);
    return result.best ? rk_uci_write(&positions[position_count - 1], result.best, text) : 0;
}
