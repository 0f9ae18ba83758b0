/* SPDX-License-Identifier: MIT */
/* rookery perft: counts the move sequences of a position, or verifies a suite of counts. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/perft_suite.h"
#include "bench/perft_threads.h"
#include "cmd/command.h"
#include "cmd/options.h"
#include "rookery/san.h"
#include "tui/terminal.h"

enum { THREADS_MAX = 256, HASH_MAX = 1 << 20 };

struct perft_arguments {
    const char *depth, *fen, *variant, *suite;
    unsigned long threads, hash, max_nodes;
    bool divide;
};

static void show_progress(size_t done, size_t total)
{
    if (done < total)
        fprintf(stderr, "\r%zu of %zu parts counted ", done, total);
    else
        fputs("\r\033[K", stderr);
}

static struct perft_options make_options(const struct perft_arguments *arguments)
{
    return (struct perft_options){.threads = (unsigned)arguments->threads,
                                  .hash_mib = arguments->hash,
                                  .progress =
                                      terminal_can_draw(STDERR_FILENO) ? show_progress : NULL};
}

static void print_result(const rk_position *pos, const struct perft_result *result, bool divide)
{
    for (size_t i = 0; divide && i < result->move_count; i++) {
        char text[RK_UCI_MAX];
        rk_uci_write(pos, result->moves[i], text);
        printf("%s: %" PRIu64 "\n", text, result->move_nodes[i]);
    }
    const double rate = result->seconds > 0 ? (double)result->nodes / result->seconds : 0;
    printf("nodes %" PRIu64 " seconds %.3f nps %.0f\n", result->nodes, result->seconds, rate);
}

static int count_position(const struct perft_arguments *arguments)
{
    unsigned long depth;
    struct perft_options options = make_options(arguments);
    if (!arguments->depth || !options_parse_number(arguments->depth, 0, PERFT_DEPTH_MAX, &depth)) {
        fprintf(stderr, "rookery perft: DEPTH must be a number from 0 to %d\n", PERFT_DEPTH_MAX);
        return EXIT_USAGE;
    }
    options.depth = (int)depth;
    const int status =
        command_parse_position("perft", arguments->fen, arguments->variant, &options.position);
    if (status)
        return status;
    struct perft_result *result = calloc(1, sizeof *result);
    const bool counted = result && perft_threads_run(&options, result);
    if (counted)
        print_result(&options.position, result, arguments->divide);
    else
        fputs("rookery perft: out of memory or threads\n", stderr);
    free(result);
    return counted ? EXIT_OK : EXIT_SYSTEM_ERROR;
}

static int verify_suite(const struct perft_arguments *arguments)
{
    struct perft_suite suite = {.name = arguments->suite,
                                .variant = RK_STANDARD,
                                .max_nodes = arguments->max_nodes,
                                .perft = make_options(arguments)};
    if (arguments->variant && !command_parse_variant("perft", arguments->variant, &suite.variant))
        return EXIT_USAGE;
    FILE *file = fopen(arguments->suite, "r");
    if (!file) {
        fprintf(stderr, "rookery perft: %s: %s\n", arguments->suite, strerror(errno));
        return EXIT_SYSTEM_ERROR;
    }
    const bool complete = perft_suite_run(&suite, file);
    fclose(file);
    if (!complete) {
        fprintf(stderr, "rookery perft: %s: %s\n", arguments->suite, rk_err_text(RK_CANNOT_READ));
        return EXIT_SYSTEM_ERROR;
    }
    printf("%u passed, %u failed\n", suite.passed, suite.failed);
    return suite.failed ? EXIT_DATA_ERROR : EXIT_OK;
}

int perft_command(int argc, char **argv)
{
    struct perft_arguments arguments = {.threads = 1, .max_nodes = ~0UL};
    const struct option options[] = {
        {"--fen", "FEN", "position (default: the start of the variant)", .text = &arguments.fen},
        {"--variant", "NAME", "variant (default: standard)", .text = &arguments.variant},
        {"--divide", NULL, "print the count for each move", .flag = &arguments.divide},
        {"--threads", "N", "number of threads (default: 1)", .number = &arguments.threads, .min = 1,
         .max = THREADS_MAX},
        {"--hash", "MB", "size of the hash table (default: 0, none)", .number = &arguments.hash,
         .max = HASH_MAX},
        {"--suite", "FILE", "verify the counts in a file", .text = &arguments.suite},
        {"--max-nodes", "N", "with --suite: skip larger counts", .number = &arguments.max_nodes,
         .min = 1, .max = ~0UL},
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
    return arguments.suite ? verify_suite(&arguments) : count_position(&arguments);
}
