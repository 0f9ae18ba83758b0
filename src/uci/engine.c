/* SPDX-License-Identifier: MIT */
#include "uci/engine.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "engine/bench.h"
#include "rookery/book.h"
#include "rookery/fen.h"
#include "rookery/moves.h"
#include "rookery/perft.h"
#include "rookery/tablebase.h"
#include "uci/go.h"
#include "uci/options.h"
#include "uci/output.h"
#include "uci/position.h"

enum {
    CURRENT_AFTER = 3000, /* milliseconds before it says which move it looks at */
    PERFT_AT_ONCE = 3     /* a depth counted without looking whether it is to stop */
};

struct mind {
    struct mind_host host;
    struct options options;
    struct uci_position game;
    rk_engine *engine;
    rk_book *book;
    rk_tablebase *tables;
    uint64_t seed;
    bool debug;
    struct go go; /* the last one */
};

// ---- saying ----------------------------------------------------------------------------------

static void say(const struct mind *mind, const char *line)
{
    mind->host.say(mind->host.context, line);
}

static void say_string(const struct mind *mind, const char *words)
{
    char line[ERROR_TEXT_MAX + 16];
    snprintf(line, sizeof line, "info string %s", words);
    say(mind, line);
}

/* Without memory there is nothing to say it with. */
static void say_buffer(const struct mind *mind, struct buffer *buffer)
{
    const char *line = buffer_end(buffer);
    if (!buffer->failed)
        say(mind, line);
    buffer_fini(buffer);
}

static struct output_format manner_of(const struct mind *mind)
{
    return (struct output_format){.chess960 = mind->options.numbers[OPTION_CHESS960],
                                  .wdl = mind->options.numbers[OPTION_SHOW_WDL]};
}

// ---- options ---------------------------------------------------------------------------------

static rk_engine_options engine_options(const struct mind *mind, const struct options *options)
{
    const int64_t *numbers = options->numbers;
    const bool uses_book = numbers[OPTION_OWN_BOOK] && !numbers[OPTION_ANALYSE];
    return (rk_engine_options){.hash_mib = (size_t)numbers[OPTION_HASH],
                               .threads = (unsigned)numbers[OPTION_THREADS],
                               .now = mind->host.now,
                               .context = mind->host.context,
                               .elo = options_elo(options),
                               .seed = mind->seed,
                               .overhead = numbers[OPTION_OVERHEAD],
                               .book = uses_book ? mind->book : NULL,
                               .tablebase = mind->tables};
}

static void complain_of_file(char *error, const char *name, const char *path, const char *why)
{
    char printable[TOKEN_PRINTABLE_MAX];
    const struct token token = {path, strlen(path)};
    snprintf(error, ERROR_TEXT_MAX, "%s \"%s\": %s", name, token_printable(token, printable), why);
}

/* The files of the new options; those before are still there if they cannot be opened. */
static rk_err open_book(struct mind *mind, const char *path, char *error)
{
    rk_book *book = NULL;
    rk_fault fault = {.text = ""};
    const rk_err err = *path ? rk_book_open(path, &book, &fault) : RK_OK;
    if (err) {
        complain_of_file(error, "BookFile", path, *fault.text ? fault.text : rk_err_text(err));
        return err;
    }
    rk_book_close(mind->book);
    mind->book = book;
    return RK_OK;
}

static rk_err open_tables(struct mind *mind, const char *path, char *error)
{
    rk_tablebase *tables = NULL;
    rk_fault fault = {.text = ""};
    const rk_err err = *path ? rk_tablebase_open(path, &tables, &fault) : RK_OK;
    if (err) {
        complain_of_file(error, "SyzygyPath", path, *fault.text ? fault.text : rk_err_text(err));
        return err;
    }
    rk_tablebase_close(mind->tables);
    mind->tables = tables;
    return RK_OK;
}

static void tell_tables(const struct mind *mind)
{
    char words[ERROR_TEXT_MAX];
    if (!mind->tables)
        return;
    snprintf(words, sizeof words, "%zu endgame tables found, of up to %u men",
             rk_tablebase_count(mind->tables), rk_tablebase_men(mind->tables));
    say_string(mind, words);
}

/* Another variant is another game; the same one again is not. */
static rk_err change_rules(struct mind *mind, const struct options *options)
{
    struct uci_position start;
    if (options_variant(options) == options_variant(&mind->options))
        return RK_OK;
    const rk_err err = position_init(&start, options_variant(options));
    if (err)
        return err;
    position_fini(&mind->game);
    mind->game = start;
    return RK_OK;
}

static rk_err apply(struct mind *mind, const struct options *options, enum option option,
                    char *error)
{
    rk_err err = RK_OK;
    if (option == OPTION_BOOK_FILE)
        err = open_book(mind, options->book, error);
    else if (option == OPTION_SYZYGY_PATH)
        err = open_tables(mind, options->tables, error);
    else if (option == OPTION_VARIANT || option == OPTION_CHESS960)
        err = change_rules(mind, options);
    if (err)
        return err;
    const rk_engine_options wanted = engine_options(mind, options);
    err = rk_engine_configure(mind->engine, &wanted);
    if (err)
        snprintf(error, ERROR_TEXT_MAX, "%s: %s", option_name(option), rk_err_text(err));
    return err;
}

static void set_option(struct mind *mind, struct tokens tokens)
{
    struct options next = mind->options;
    char error[ERROR_TEXT_MAX] = "";
    const enum option option = options_set(&next, tokens, error);
    if (option == OPTION_CLEAR_HASH)
        rk_engine_forget(mind->engine);
    if (option == OPTION_COUNT || apply(mind, &next, option, error)) {
        say_string(mind, *error ? error : rk_err_text(RK_NO_MEMORY));
        return;
    }
    mind->options = next;
    if (option == OPTION_SYZYGY_PATH)
        tell_tables(mind);
    if (mind->debug) {
        snprintf(error, sizeof error, "%s is set", option_name(option));
        say_string(mind, error);
    }
}

static void introduce(const struct mind *mind)
{
    char line[1024];
    say(mind, "id name Rookery " ROOKERY_VERSION);
    say(mind, "id author the Rookery authors");
    for (int option = 0; option < OPTION_COUNT; option++) {
        options_describe(&mind->options, (enum option)option, line, sizeof line);
        say(mind, line);
    }
    say(mind, "uciok");
}

// ---- searching -------------------------------------------------------------------------------

static void report(void *context, const rk_search_line *line)
{
    const struct mind *mind = context;
    struct buffer words = {0};
    if (!line->move_count && line->time < CURRENT_AFTER)
        return;
    output_info(&words, position_current(&mind->game), line, manner_of(mind));
    say_buffer(mind, &words);
}

static void search(struct mind *mind)
{
    const struct uci_position *game = &mind->game;
    const rk_position *pos = position_current(game);
    struct buffer words = {0};
    rk_search_result result = {.best = RK_NO_MOVE};
    struct go *go = &mind->go;
    go->limits.lines = (unsigned)mind->options.numbers[OPTION_MULTIPV];
    if (!mind->host.begin(mind->host.context, mind->engine, go->has_end, go->limits.ponder))
        return;
    if (!rk_moves_any(pos)) {
        output_game_over(&words, pos);
        say_buffer(mind, &words);
    }
    rk_engine_search(mind->engine, game->positions, game->count, &go->limits, report, mind,
                     &result);
    mind->host.end(mind->host.context);
    output_bestmove(&words, pos, &result, manner_of(mind));
    say_buffer(mind, &words);
}

// ---- counting --------------------------------------------------------------------------------

static bool is_stopped(const struct mind *mind)
{
    return mind->host.is_stopped(mind->host.context);
}

/* Like rk_perft(), but it can be stopped: then what it returns means nothing. */
static uint64_t count(const struct mind *mind, const rk_position *pos, unsigned depth)
{
    if (depth <= PERFT_AT_ONCE || is_stopped(mind))
        return rk_perft(pos, depth < PERFT_AT_ONCE ? (int)depth : PERFT_AT_ONCE);
    rk_move moves[RK_MOVES_MAX];
    const size_t move_count = rk_moves_list(pos, moves);
    uint64_t nodes = 0;
    for (size_t i = 0; i < move_count && !is_stopped(mind); i++) {
        rk_position next = *pos;
        rk_memo undo;
        rk_position_apply(&next, moves[i], &undo);
        nodes += count(mind, &next, depth - 1);
    }
    return nodes;
}

static uint64_t count_behind(const struct mind *mind, const rk_position *pos, rk_move move,
                             unsigned depth)
{
    struct buffer words = {0};
    rk_position next = *pos;
    rk_memo undo;
    rk_position_apply(&next, move, &undo);
    const uint64_t nodes = count(mind, &next, depth - 1);
    if (is_stopped(mind))
        return 0;
    output_move(&words, pos, move, manner_of(mind));
    buffer_text(&words, ": ");
    buffer_integer(&words, (int64_t)nodes);
    say_buffer(mind, &words);
    return nodes;
}

static void divide(struct mind *mind)
{
    const rk_position *pos = position_current(&mind->game);
    const unsigned depth = mind->go.perft;
    rk_move moves[RK_MOVES_MAX];
    const size_t move_count = depth ? rk_moves_list(pos, moves) : 0;
    uint64_t nodes = depth ? 0 : 1;
    char line[64];
    if (!mind->host.begin(mind->host.context, NULL, true, false))
        return;
    for (size_t i = 0; i < move_count && !is_stopped(mind); i++)
        nodes += count_behind(mind, pos, moves[i], depth);
    const bool stopped = is_stopped(mind);
    mind->host.end(mind->host.context);
    if (stopped) {
        say_string(mind, "stopped: not all moves are counted");
        return;
    }
    snprintf(line, sizeof line, "nodes %" PRIu64, nodes);
    say(mind, line);
}

static void go(struct mind *mind, struct tokens tokens)
{
    char error[ERROR_TEXT_MAX];
    go_read(&mind->go, position_current(&mind->game), tokens, error);
    if (*error)
        say_string(mind, error);
    if (mind->go.is_perft)
        divide(mind);
    else
        search(mind);
}

// ---- measuring -------------------------------------------------------------------------------

/* Each search is announced before it is asked whether to stop: no stop falls between two. */
static bool measure(struct mind *mind, rk_engine *engine, unsigned depth, uint64_t *nodes)
{
    const rk_search_limits limits = {.depth = depth};
    const char *fen;
    bool stopped = false;
    if (!mind->host.begin(mind->host.context, engine, true, false))
        return false;
    for (size_t i = 0; !stopped && (fen = bench_position(i)); i++) {
        rk_position pos;
        rk_search_result result;
        if (rk_fen_parse(fen, strlen(fen), RK_STANDARD, RK_FEN_PLAIN, &pos, NULL))
            continue;
        rk_engine_announce(engine);
        rk_engine_forget(engine);
        if (!is_stopped(mind)) {
            rk_engine_search(engine, &pos, 1, &limits, NULL, NULL, &result);
            *nodes += result.nodes;
        }
        stopped = is_stopped(mind);
    }
    mind->host.end(mind->host.context);
    return !stopped;
}

/* The signature of the search: with an engine of its own, so that no option changes it. */
static void bench(struct mind *mind, struct tokens tokens)
{
    const rk_engine_options options = {.hash_mib = BENCH_HASH_MIB,
                                       .threads = 1,
                                       .now = mind->host.now,
                                       .context = mind->host.context};
    struct token word;
    int64_t depth = BENCH_DEPTH;
    rk_engine *engine;
    uint64_t nodes = 0;
    char line[128];
    if (token_next(&tokens, &word) && (!token_number(word, &depth) || depth < 1 || depth > 100)) {
        say_string(mind, "bench takes a depth from 1 to 100");
        return;
    }
    if (rk_engine_create(&options, &engine)) {
        say_string(mind, rk_err_text(RK_NO_MEMORY));
        return;
    }
    const int64_t start = mind->host.now(mind->host.context);
    const bool whole = measure(mind, engine, (unsigned)depth, &nodes);
    const int64_t time = mind->host.now(mind->host.context) - start;
    rk_engine_destroy(engine);
    snprintf(line, sizeof line, "nodes %" PRIu64 " seconds %.3f nps %" PRIu64, nodes,
             (double)time / 1000, nodes * 1000 / (uint64_t)(time > 0 ? time : 1));
    if (whole)
        say(mind, line);
    else
        say_string(mind, "stopped: not all positions are searched");
}

// ---- the rest --------------------------------------------------------------------------------

static void set_position(struct mind *mind, struct tokens tokens)
{
    char error[ERROR_TEXT_MAX];
    if (!position_set(&mind->game, options_variant(&mind->options), tokens, error))
        say_string(mind, error);
}

/* Its chance is another in each game. */
static void start_game(struct mind *mind)
{
    mind->seed = mind->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    const rk_engine_options options = engine_options(mind, &mind->options);
    if (rk_engine_configure(mind->engine, &options))
        say_string(mind, rk_err_text(RK_NO_MEMORY));
    rk_engine_forget(mind->engine);
}

static void set_debug(struct mind *mind, struct tokens tokens)
{
    if (token_skip(&tokens, "on"))
        mind->debug = true;
    else if (token_skip(&tokens, "off"))
        mind->debug = false;
    else
        say_string(mind, "debug takes on or off");
}

static void draw(const struct mind *mind)
{
    for (int row = 0;; row++) {
        struct buffer words = {0};
        const bool there = output_board_row(&words, position_current(&mind->game), row);
        if (there)
            say_buffer(mind, &words);
        buffer_fini(&words);
        if (!there)
            return;
    }
}

static void evaluate_position(const struct mind *mind)
{
    struct buffer words = {0};
    output_evaluation(&words, position_current(&mind->game));
    say_buffer(mind, &words);
}

void mind_obey(struct mind *mind, enum command command, struct tokens tokens)
{
    switch (command) {
    case COMMAND_UCI:
        introduce(mind);
        break;
    case COMMAND_DEBUG:
        set_debug(mind, tokens);
        break;
    case COMMAND_ISREADY:
        say(mind, "readyok");
        break;
    case COMMAND_SETOPTION:
        set_option(mind, tokens);
        break;
    case COMMAND_UCINEWGAME:
        start_game(mind);
        break;
    case COMMAND_POSITION:
        set_position(mind, tokens);
        break;
    case COMMAND_GO:
        go(mind, tokens);
        break;
    case COMMAND_BOARD:
        draw(mind);
        break;
    case COMMAND_EVAL:
        evaluate_position(mind);
        break;
    case COMMAND_BENCH:
        bench(mind, tokens);
        break;
    default: // Nobody has to register, and the others are not ours.
        break;
    }
}

// ---- life ------------------------------------------------------------------------------------

rk_err mind_create(const struct mind_host *host, struct mind **out)
{
    struct mind *mind = calloc(1, sizeof *mind);
    if (!mind)
        return RK_NO_MEMORY;
    mind->host = *host;
    mind->seed = host->seed;
    options_init(&mind->options);
    options_limit(&mind->options, OPTION_HASH, host->hash_max);
    options_limit(&mind->options, OPTION_THREADS, host->threads_max);
    const rk_engine_options options = engine_options(mind, &mind->options);
    rk_err err = position_init(&mind->game, RK_STANDARD);
    if (!err)
        err = rk_engine_create(&options, &mind->engine);
    if (err)
        mind_destroy(mind);
    else
        *out = mind;
    return err;
}

void mind_destroy(struct mind *mind)
{
    if (!mind)
        return;
    rk_engine_destroy(mind->engine);
    rk_book_close(mind->book);
    rk_tablebase_close(mind->tables);
    position_fini(&mind->game);
    free(mind);
}
