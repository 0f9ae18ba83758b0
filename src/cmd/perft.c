/* SPDX-License-Identifier: MIT */
/* rookery perft: counts the move sequences of a position, or verifies a suite of counts. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "bench/perft_suite.h"
#include "bench/perft_threads.h"
#include "cmd/command.h"
#include "cmd/options.h"
#include "platform/message.h"
#include "rookery/fen.h"
#include "rookery/san.h"

enum { THREADS_MAX = 256, HASH_MAX = 1 << 20 };

struct perft_arguments {
    const char *depth, *fen, *variant, *suite;
    unsigned long threads, hash, max_nodes;
    bool divide, json, quiet;
};

static struct perft_options make_options(const struct perft_arguments *arguments)
{
    return (struct perft_options){.threads = (unsigned)arguments->threads,
                                  .hash_mib = arguments->hash,
                                  .show_progress = !arguments->quiet};
}

/* Ends the object and prints it as a line. */
static int print_json(struct json *json)
{
    json_end_object(json);
    const bool failed = json->out->failed;
    if (failed)
        fprintf(stderr, "rookery perft: %s\n", rk_err_text(RK_NO_MEMORY));
    else
        puts(buffer_cstr(json->out));
    buffer_fini(json->out);
    return failed ? EXIT_SYSTEM_ERROR : EXIT_OK;
}

// ---- one position -----------------------------------------------------------------------------

static double nodes_per_second(const struct perft_result *result)
{
    return result->seconds > 0 ? (double)result->nodes / result->seconds : 0;
}

static int print_result(const struct perft_options *options, const struct perft_result *result,
                        bool divide)
{
    for (size_t i = 0; divide && i < result->move_count; i++) {
        char text[RK_UCI_MAX];
        rk_uci_write(&options->position, result->moves[i], text);
        printf("%s: %" PRIu64 "\n", text, result->move_nodes[i]);
    }
    printf("nodes %" PRIu64 " seconds %.3f nps %.0f\n", result->nodes, result->seconds,
           nodes_per_second(result));
    return EXIT_OK;
}

static int print_result_json(const struct perft_options *options, const struct perft_result *result,
                             bool divide)
{
    struct buffer out = {0};
    struct json json = json_in(&out);
    char text[RK_FEN_MAX];
    json_begin_object(&json);
    rk_fen_write(&options->position, RK_FEN_PLAIN, text);
    json_put_text(&json, "fen", text);
    json_put_text(&json, "variant", rk_variant_name((rk_variant)options->position.variant));
    json_put_integer(&json, "depth", options->depth);
    json_put_integer(&json, "nodes", (int64_t)result->nodes);
    json_put_decimal(&json, "seconds", result->seconds, 3);
    json_put_decimal(&json, "nps", nodes_per_second(result), 0);
    if (divide)
        json_put_array(&json, "moves");
    for (size_t i = 0; divide && i < result->move_count; i++) {
        rk_uci_write(&options->position, result->moves[i], text);
        json_begin_object(&json);
        json_put_text(&json, "move", text);
        json_put_integer(&json, "nodes", (int64_t)result->move_nodes[i]);
        json_end_object(&json);
    }
    if (divide)
        json_end_array(&json);
    return print_json(&json);
}

static int count_position(const struct perft_arguments *arguments)
{
    unsigned long depth;
    int status;
    struct perft_options options = make_options(arguments);
    if (!arguments->depth || !options_parse_number(arguments->depth, 0, PERFT_DEPTH_MAX, &depth)) {
        fprintf(stderr, "rookery perft: DEPTH must be a number from 0 to %d\n", PERFT_DEPTH_MAX);
        return EXIT_USAGE;
    }
    options.depth = (int)depth;
    status = command_parse_position("perft", arguments->fen, arguments->variant, &options.position);
    if (status)
        return status;
    struct perft_result *result = calloc(1, sizeof *result);
    if (result && perft_threads_run(&options, result)) {
        status = (arguments->json ? print_result_json : print_result)(&options, result,
                                                                      arguments->divide);
    } else {
        fputs("rookery perft: out of memory or threads\n", stderr);
        status = EXIT_SYSTEM_ERROR;
    }
    free(result);
    return status;
}

// ---- a suite ----------------------------------------------------------------------------------

/* A suite while it is verified. */
struct verification {
    struct perft_suite suite;
    const char *name;
    struct buffer out; /* for JSON */
    struct json json;
};

static void print_failure(void *context, const struct perft_failure *failure)
{
    struct verification *run = context;
    progress_clear(&run->suite.progress);
    if (failure->error)
        message_print(stdout, "%s:%u: %s", run->name, failure->line, failure->error);
    else
        message_print(stdout, "%s:%u: depth %d gives %" PRIu64 ", expected %" PRIu64, run->name,
                      failure->line, failure->depth, failure->nodes, failure->expected);
}

static void append_failure(void *context, const struct perft_failure *failure)
{
    struct verification *run = context;
    json_begin_object(&run->json);
    json_put_integer(&run->json, "line", failure->line);
    if (failure->error) {
        json_put_text(&run->json, "error", failure->error);
    } else {
        json_put_integer(&run->json, "depth", failure->depth);
        json_put_integer(&run->json, "nodes", (int64_t)failure->nodes);
        json_put_integer(&run->json, "expected", (int64_t)failure->expected);
    }
    json_end_object(&run->json);
}

static void begin_json(struct verification *run)
{
    run->json = json_in(&run->out);
    json_begin_object(&run->json);
    json_put_text(&run->json, "suite", run->name);
    json_put_text(&run->json, "variant", rk_variant_name(run->suite.variant));
    json_put_array(&run->json, "failures");
}

static int print_totals(struct verification *run, bool is_json)
{
    const struct perft_suite *suite = &run->suite;
    int status = EXIT_OK;
    if (is_json) {
        json_end_array(&run->json);
        json_put_integer(&run->json, "passed", suite->passed);
        json_put_integer(&run->json, "failed", suite->failed);
        status = print_json(&run->json);
    } else {
        printf("%u passed, %u failed\n", suite->passed, suite->failed);
    }
    if (!status && !suite->passed && !suite->failed)
        return command_fail("perft", EXIT_DATA_ERROR, "%s: no count to verify", run->name);
    return !status && suite->failed ? EXIT_DATA_ERROR : status;
}

static int verify_suite(const struct perft_arguments *arguments)
{
    struct verification run = {.name = arguments->suite};
    run.suite =
        (struct perft_suite){.variant = RK_STANDARD,
                             .max_nodes = arguments->max_nodes,
                             .perft = make_options(arguments),
                             .quiet = arguments->quiet,
                             .context = &run,
                             .on_failure = arguments->json ? append_failure : print_failure};
    if (arguments->variant &&
        !command_parse_variant("perft", arguments->variant, &run.suite.variant))
        return EXIT_USAGE;
    FILE *file = fopen(arguments->suite, "r");
    if (!file)
        return command_fail("perft", EXIT_SYSTEM_ERROR, "%s: %s", arguments->suite,
                            strerror(errno));
    if (arguments->json)
        begin_json(&run);
    run.suite.perft.show_progress = false; // the suite has its own
    const bool complete = perft_suite_run(&run.suite, file);
    const int error = errno;
    fclose(file);
    if (complete)
        return print_totals(&run, arguments->json);
    buffer_fini(&run.out);
    return command_fail("perft", EXIT_SYSTEM_ERROR, "%s: %s", arguments->suite, strerror(error));
}

// ---- the command ------------------------------------------------------------------------------

int perft_command(int argc, char **argv)
{
    struct perft_arguments arguments = {.threads = 1, .max_nodes = ~0UL};
    const struct option options[] = {
        {"--fen", "FEN", "position (default: the start of the variant)", .text = &arguments.fen},
        {"--variant", "NAME", "variant (default: standard)", .text = &arguments.variant,
         .choices = command_variant_names},
        {"--divide", NULL, "print the count for each move", .flag = &arguments.divide},
        {"--threads", "N", "number of threads (default: 1)", .number = &arguments.threads, .min = 1,
         .max = THREADS_MAX},
        {"--hash", "MB", "size of the hash table (default: 0, none)", .number = &arguments.hash,
         .max = HASH_MAX},
        {"--suite", "FILE", "verify the counts in a file", .text = &arguments.suite},
        {"--max-nodes", "N", "with --suite: skip larger counts", .number = &arguments.max_nodes,
         .min = 1, .max = ~0UL},
        {"--json", NULL, "print the result as a JSON object", .flag = &arguments.json},
        {"--quiet", NULL, "show no progress", .flag = &arguments.quiet},
    };
    struct command_line line = {
        .command = "perft",
        .usage = "DEPTH [options], or --suite FILE [--variant NAME] [--max-nodes N]",
        .description =
            "Counts the sequences of DEPTH moves. The last line is `nodes N seconds S nps N`.\n"
            "A suite has lines `FEN ;D1 n ;D2 n ...`. Every mismatch is printed, the last line is\n"
            "`N passed, N failed`, and the exit status is 1 if any failed.",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .arguments = &arguments.depth,
        .arguments_max = 1};
    const enum options_result result = options_parse(&line, argc, argv);
    if (result != OPTIONS_OK)
        return result == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
    if (arguments.suite && (arguments.depth || arguments.fen || arguments.divide))
        return command_fail("perft", EXIT_USAGE,
                            "--suite takes positions and depths from its file: leave out %s",
                            arguments.depth ? "DEPTH"
                            : arguments.fen ? "--fen"
                                            : "--divide");
    return arguments.suite ? verify_suite(&arguments) : count_position(&arguments);
}
