/* SPDX-License-Identifier: MIT */
#include "uci/engine_thread.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/bench.h"
#include "rookery/book.h"
#include "rookery/network.h"
#include "rookery/tablebase.h"
#include "uci/divide.h"
#include "uci/go.h"
#include "uci/options.h"
#include "uci/output.h"
#include "uci/position.h"
#include "uci/search.h"

enum { BENCH_DEPTH_MAX = 100 };

struct uci_engine {
    struct control *control;
    struct options options;
    struct uci_position position;
    rk_engine *engine;
    rk_book *book;
    rk_tablebase *tablebase;
    rk_network *network; /* NULL for the built-in one */
    uint64_t seed;
    bool debug;
};

static struct output_format output_format(const struct uci_engine *engine)
{
    return (struct output_format){.chess960 = engine->options.numbers[OPTION_CHESS960],
                                  .wdl = engine->options.numbers[OPTION_SHOW_WDL]};
}

// ---- uci, debug ------------------------------------------------------------------------------

static void print_identity(const struct uci_engine *engine)
{
    char line[1024];
    control_write(engine->control, "id name Rookery " ROOKERY_VERSION);
    control_write(engine->control, "id author the Rookery authors");
    for (int option = 0; option < OPTION_COUNT; option++) {
        options_describe(&engine->options, (enum option)option, line, sizeof line);
        control_write(engine->control, line);
    }
    control_write(engine->control, "uciok");
}

static void set_debug(struct uci_engine *engine, struct tokens arguments)
{
    if (token_skip(&arguments, "on"))
        engine->debug = true;
    else if (token_skip(&arguments, "off"))
        engine->debug = false;
    else
        control_write_info(engine->control, "usage: debug on|off");
}

// ---- setoption, ucinewgame -------------------------------------------------------------------

static rk_engine_options engine_options(const struct uci_engine *engine,
                                        const struct options *options)
{
    const int64_t *numbers = options->numbers;
    const bool uses_book = numbers[OPTION_OWN_BOOK] && !numbers[OPTION_ANALYSE];
    return (rk_engine_options){.hash_mib = (size_t)numbers[OPTION_HASH],
                               .threads = (unsigned)numbers[OPTION_THREADS],
                               .now = engine->control->host.now,
                               .context = engine->control->host.context,
                               .elo = options_elo(options),
                               .seed = engine->seed,
                               .overhead = numbers[OPTION_OVERHEAD],
                               .book = uses_book ? engine->book : NULL,
                               .tablebase = engine->tablebase,
                               .network = engine->network,
                               .handcrafted = !numbers[OPTION_USE_NETWORK]};
}

static rk_err set_file_error(char *error, enum option option, const char *path, rk_err err,
                             const rk_fault *fault)
{
    token_error(error, option_name(option), (struct token){path, strlen(path)},
                *fault->text ? fault->text : rk_err_text(err));
    return err;
}

/* Keeps the old book if the new one cannot be opened. */
static rk_err open_book(struct uci_engine *engine, const char *path, char *error)
{
    rk_book *book = NULL;
    rk_fault fault = {.text = ""};
    const rk_err err = *path ? rk_book_open(path, &book, &fault) : RK_OK;
    if (err)
        return set_file_error(error, OPTION_BOOK_FILE, path, err, &fault);
    rk_book_close(engine->book);
    engine->book = book;
    return RK_OK;
}

/* Keeps the old tables if the new ones cannot be opened. */
static rk_err open_tablebase(struct uci_engine *engine, const char *path, char *error)
{
    rk_tablebase *tablebase = NULL;
    rk_fault fault = {.text = ""};
    const rk_err err = *path ? rk_tablebase_open(path, &tablebase, &fault) : RK_OK;
    if (err)
        return set_file_error(error, OPTION_SYZYGY_PATH, path, err, &fault);
    rk_tablebase_close(engine->tablebase);
    engine->tablebase = tablebase;
    return RK_OK;
}

/* Keeps the old network if the new one cannot be opened. */
static rk_err open_network(struct uci_engine *engine, const char *path, char *error)
{
    rk_network *network = NULL;
    rk_fault fault = {.text = ""};
    const rk_err err = *path ? rk_network_open(path, &network, &fault) : RK_OK;
    if (err)
        return set_file_error(error, OPTION_EVAL_FILE, path, err, &fault);
    rk_network_close(engine->network);
    engine->network = network;
    return RK_OK;
}

static void report_tablebase(const struct uci_engine *engine)
{
    char text[128];
    if (!engine->tablebase)
        return;
    snprintf(text, sizeof text, "found %zu endgame tables with up to %u pieces",
             rk_tablebase_count(engine->tablebase), rk_tablebase_men(engine->tablebase));
    control_write_info(engine->control, text);
}

/* A different variant sets its initial position. */
static rk_err change_variant(struct uci_engine *engine, const struct options *options)
{
    struct uci_position start;
    if (options_variant(options) == options_variant(&engine->options))
        return RK_OK;
    const rk_err err = position_init(&start, options_variant(options));
    if (err)
        return err;
    position_fini(&engine->position);
    engine->position = start;
    return RK_OK;
}

/* Nothing has changed: the engine keeps its table and threads. */
static void set_memory_error(const struct uci_engine *engine, const struct options *options,
                             enum option option, char *error)
{
    const char *const unit = option == OPTION_HASH ? "MiB" : "threads";
    if (option == OPTION_HASH || option == OPTION_THREADS)
        snprintf(error, TOKEN_ERROR_MAX,
                 "%s: not enough memory for %" PRId64 " %s; keeping %" PRId64 " %s",
                 option_name(option), options->numbers[option], unit,
                 engine->options.numbers[option], unit);
    else
        snprintf(error, TOKEN_ERROR_MAX, "%s: %s", option_name(option), rk_err_text(RK_NO_MEMORY));
}

static rk_err apply_option(struct uci_engine *engine, const struct options *options,
                           enum option option, char *error)
{
    rk_err err = RK_OK;
    if (option == OPTION_BOOK_FILE)
        err = open_book(engine, options->book_file, error);
    else if (option == OPTION_SYZYGY_PATH)
        err = open_tablebase(engine, options->syzygy_path, error);
    else if (option == OPTION_EVAL_FILE)
        err = open_network(engine, options->eval_file, error);
    else if (option == OPTION_VARIANT || option == OPTION_CHESS960)
        err = change_variant(engine, options);
    if (err)
        return err;
    const rk_engine_options configuration = engine_options(engine, options);
    err = rk_engine_configure(engine->engine, &configuration);
    if (err)
        set_memory_error(engine, options, option, error);
    return err;
}

static void set_option(struct uci_engine *engine, struct tokens arguments)
{
    struct options next = engine->options;
    char text[TOKEN_ERROR_MAX] = "";
    const enum option option = options_set(&next, arguments, text);
    if (option == OPTION_CLEAR_HASH)
        rk_engine_forget(engine->engine);
    if (option == OPTION_COUNT || apply_option(engine, &next, option, text)) {
        control_write_info(engine->control, *text ? text : rk_err_text(RK_NO_MEMORY));
        return;
    }
    engine->options = next;
    if (option == OPTION_SYZYGY_PATH)
        report_tablebase(engine);
    if (engine->debug) {
        snprintf(text, sizeof text, "%s set", option_name(option));
        control_write_info(engine->control, text);
    }
}

/* Each game has a new seed, so that book moves and errors differ. */
static void start_game(struct uci_engine *engine)
{
    engine->seed = engine->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    const rk_engine_options options = engine_options(engine, &engine->options);
    if (rk_engine_configure(engine->engine, &options))
        control_write_info(engine->control, rk_err_text(RK_NO_MEMORY));
    rk_engine_forget(engine->engine);
}

// ---- position, d, eval -----------------------------------------------------------------------

static void set_position(struct uci_engine *engine, struct tokens arguments)
{
    char error[TOKEN_ERROR_MAX];
    if (!position_parse(&engine->position, options_variant(&engine->options), arguments, error))
        control_write_info(engine->control, error);
}

static void show_board(const struct uci_engine *engine)
{
    struct buffer line = {0};
    for (int row = 0; output_board_row(&line, position_current(&engine->position), row); row++)
        control_write_buffer(engine->control, &line);
    buffer_fini(&line);
}

static void show_evaluation(const struct uci_engine *engine)
{
    struct buffer line = {0};
    output_evaluation(&line, engine->engine, position_current(&engine->position));
    control_write_buffer(engine->control, &line);
}

// ---- go, bench -------------------------------------------------------------------------------

static void execute_go(struct uci_engine *engine, struct tokens arguments)
{
    struct go go;
    char error[TOKEN_ERROR_MAX];
    const rk_position *pos = position_current(&engine->position);
    go_parse(&go, pos, arguments, error);
    go.limits.lines = (unsigned)engine->options.numbers[OPTION_MULTIPV];
    if (*error)
        control_write_info(engine->control, error);
    if (go.is_perft)
        divide_run(engine->control, pos, go.perft_depth, output_format(engine));
    else
        search_run(engine->control, engine->engine, &engine->position, &go.limits,
                   output_format(engine));
}

static void run_bench(struct control *control, rk_engine *engine, unsigned depth)
{
    char line[128];
    const int64_t start = control_now(control);
    if (!control_begin_search(control, engine, true, false))
        return;
    const uint64_t nodes = bench_search(engine, depth, &control->stopped);
    const bool stopped = atomic_load(&control->stopped);
    control_end_search(control);
    if (stopped) {
        control_write_info(control, "bench stopped");
        return;
    }
    const int64_t time = control_now(control) - start;
    snprintf(line, sizeof line, "nodes %" PRIu64 " seconds %.3f nps %" PRIu64, nodes,
             (double)time / 1000, nodes * 1000 / (uint64_t)(time > 0 ? time : 1));
    control_write(control, line);
}

/* Uses a separate engine, so that the options do not change the number of nodes. */
static void execute_bench(const struct uci_engine *engine, struct tokens arguments)
{
    const rk_engine_options options = {.hash_mib = BENCH_HASH_MIB,
                                       .threads = 1,
                                       .now = engine->control->host.now,
                                       .context = engine->control->host.context};
    struct token word;
    int64_t depth = BENCH_DEPTH;
    rk_engine *bench_engine;
    if (token_next(&arguments, &word) &&
        (!token_number(word, &depth) || depth < 1 || depth > BENCH_DEPTH_MAX)) {
        control_write_info(engine->control, "bench: expected a depth from 1 to 100");
        return;
    }
    if (rk_engine_create(&options, &bench_engine)) {
        control_write_info(engine->control, rk_err_text(RK_NO_MEMORY));
        return;
    }
    run_bench(engine->control, bench_engine, (unsigned)depth);
    rk_engine_destroy(bench_engine);
}

// ---- the thread ------------------------------------------------------------------------------

static void execute_command(struct uci_engine *engine, enum command command,
                            struct tokens arguments)
{
    switch (command) {
    case COMMAND_UCI:
        print_identity(engine);
        break;
    case COMMAND_DEBUG:
        set_debug(engine, arguments);
        break;
    case COMMAND_ISREADY:
        control_write(engine->control, "readyok");
        break;
    case COMMAND_SETOPTION:
        set_option(engine, arguments);
        break;
    case COMMAND_UCINEWGAME:
        start_game(engine);
        break;
    case COMMAND_POSITION:
        set_position(engine, arguments);
        break;
    case COMMAND_GO:
        execute_go(engine, arguments);
        break;
    case COMMAND_BOARD:
        show_board(engine);
        break;
    case COMMAND_EVAL:
        show_evaluation(engine);
        break;
    case COMMAND_BENCH:
        execute_bench(engine, arguments);
        break;
    case COMMAND_REGISTER: // no registration is needed
    case COMMAND_STOP:     // the input thread handles these
    case COMMAND_PONDERHIT:
    case COMMAND_QUIT:
    case COMMAND_COUNT:
        break;
    }
}

void *uci_engine_run(void *context)
{
    struct uci_engine *engine = context;
    struct queued_command *queued;
    while ((queued = control_next_command(engine->control))) {
        execute_command(engine, queued->command, tokens_init(queued->arguments, queued->size));
        free(queued);
    }
    return NULL;
}

rk_err uci_engine_create(struct control *control, struct uci_engine **out)
{
    struct uci_engine *engine = calloc(1, sizeof *engine);
    if (!engine)
        return RK_NO_MEMORY;
    engine->control = control;
    engine->seed = control->host.seed;
    options_init(&engine->options);
    options_limit(&engine->options, OPTION_HASH, control->host.hash_max);
    options_limit(&engine->options, OPTION_THREADS, control->host.threads_max);
    const rk_engine_options options = engine_options(engine, &engine->options);
    rk_err err = position_init(&engine->position, RK_STANDARD);
    if (!err)
        err = rk_engine_create(&options, &engine->engine);
    if (err)
        uci_engine_destroy(engine);
    else
        *out = engine;
    return err;
}

void uci_engine_destroy(struct uci_engine *engine)
{
    if (!engine)
        return;
    rk_engine_destroy(engine->engine);
    rk_book_close(engine->book);
    rk_tablebase_close(engine->tablebase);
    rk_network_close(engine->network);
    position_fini(&engine->position);
    free(engine);
}
