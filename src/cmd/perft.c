/* SPDX-License-Identifier: MIT */
/* rookery perft: counts the moves of a position, or checks a suite of counts. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/census.h"
#include "cmd/command.h"
#include "cmd/options.h"
#include "rookery/fen.h"
#include "rookery/san.h"
#include "tui/terminal.h"

enum { DEPTH_MAX = 64, THREADS_MAX = 256, HASH_MAX = 1 << 20 };

struct request {
    const char *fen, *variant, *suite;
    unsigned long threads, hash, max_nodes;
    bool divide;
};

static int out_of_memory(void)
{
    fputs("rookery perft: there is not enough memory, or no thread to be had\n", stderr);
    return EXIT_SYSTEM_ERROR;
}

static struct census_plan plan_of(const struct request *request, const rk_position *pos, int depth)
{
    return (struct census_plan){.position = *pos,
                                .depth = depth,
                                .threads = (unsigned)request->threads,
                                .hash_mib = request->hash,
                                .progress = terminal_can_draw(STDERR_FILENO)};
}

// ---- one position ----------------------------------------------------------------------------

static void print_division(const rk_position *pos, const struct census *census)
{
    for (size_t i = 0; i < census->move_count; i++) {
        char text[RK_UCI_MAX];
        rk_uci_write(pos, census->moves[i], text);
        printf("%s: %" PRIu64 "\n", text, census->nodes_of[i]);
    }
}

static int count_position(const struct request *request, const char *depth_word)
{
    unsigned long depth;
    if (!depth_word || !options_parse_number(depth_word, 0, DEPTH_MAX, &depth)) {
        fprintf(stderr, "rookery perft: the depth must be a number from 0 to %d\n", DEPTH_MAX);
        return EXIT_USAGE;
    }
    rk_position pos;
    const int status = command_parse_position("perft", request->fen, request->variant, &pos);
    if (status)
        return status;
    const struct census_plan plan = plan_of(request, &pos, (int)depth);
    struct census *census = calloc(1, sizeof *census);
    if (!census || !census_take(&plan, census)) {
        free(census);
        return out_of_memory();
    }
    if (request->divide)
        print_division(&pos, census);
    const double rate = census->seconds > 0 ? (double)census->nodes / census->seconds : 0;
    printf("nodes %" PRIu64 " seconds %.3f nps %.0f\n", census->nodes, census->seconds, rate);
    free(census);
    return EXIT_OK;
}

// ---- a suite ---------------------------------------------------------------------------------

struct suite {
    const struct request *request;
    const char *name; /* of the file */
    rk_variant variant;
    unsigned line_number;
    unsigned passed, failed;
};

static bool fail_line(const struct suite *suite, const char *why)
{
    printf("%s:%u: %s\n", suite->name, suite->line_number, why);
    return false;
}

static bool check_depth(const struct suite *suite, const rk_position *pos, int depth,
                        uint64_t wanted)
{
    struct census *census = calloc(1, sizeof *census);
    const struct census_plan plan = plan_of(suite->request, pos, depth);
    const bool counted = census && census_take(&plan, census);
    const uint64_t nodes = counted ? census->nodes : 0;
    free(census);
    if (!counted)
        return fail_line(suite, "there is not enough memory to count this");
    if (nodes == wanted)
        return true;
    printf("%s:%u: depth %d gives %" PRIu64 ", expected %" PRIu64 "\n", suite->name,
           suite->line_number, depth, nodes, wanted);
    return false;
}

/* ";D3 8902": false if that is not what stands here. */
static bool read_entry(char **at, int *depth, uint64_t *nodes)
{
    char *text = *at, *end;
    while (*text == ' ' || *text == ';')
        text++;
    if (*text != 'D')
        return false;
    const long read = strtol(text + 1, &end, 10);
    if (end == text + 1 || read < 1 || read > DEPTH_MAX)
        return false;
    text = end;
    errno = 0;
    *nodes = strtoull(text, &end, 10);
    if (end == text || errno)
        return false;
    *depth = (int)read;
    *at = end + strspn(end, " \t");
    return true;
}

static bool check_line(const struct suite *suite, char *line)
{
    char *at = strchr(line, ';');
    if (!at)
        return fail_line(suite, "there are no counts on this line");
    rk_position pos;
    rk_fault fault;
    if (rk_fen_parse(line, (size_t)(at - line), suite->variant, RK_FEN_PLAIN, &pos, &fault))
        return fail_line(suite, fault.text);
    bool good = true;
    while (*at) {
        int depth;
        uint64_t nodes;
        if (!read_entry(&at, &depth, &nodes))
            return fail_line(suite, "a count must be written as ;D3 8902");
        if (nodes <= suite->request->max_nodes)
            good = check_depth(suite, &pos, depth, nodes) && good;
    }
    return good;
}

static int check_suite(const struct request *request)
{
    struct suite suite = {.request = request, .name = request->suite};
    rk_position start;
    if (command_parse_position("perft", NULL, request->variant, &start))
        return EXIT_USAGE;
    suite.variant = (rk_variant)start.variant;
    FILE *file = fopen(request->suite, "r");
    if (!file) {
        fprintf(stderr, "rookery perft: %s: %s\n", request->suite, strerror(errno));
        return EXIT_SYSTEM_ERROR;
    }
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, file) >= 0) {
        suite.line_number++;
        line[strcspn(line, "\r\n")] = '\0';
        if (!*line || *line == '#')
            continue;
        if (check_line(&suite, line))
            suite.passed++;
        else
            suite.failed++;
    }
    const bool failed_to_read = ferror(file);
    free(line);
    fclose(file);
    if (failed_to_read) {
        fprintf(stderr, "rookery perft: %s could not be read to its end\n", request->suite);
        return EXIT_SYSTEM_ERROR;
    }
    printf("%u passed, %u failed\n", suite.passed, suite.failed);
    return suite.failed ? EXIT_DATA_ERROR : EXIT_OK;
}

int perft_command(int argc, char **argv)
{
    struct request request = {.threads = 1, .max_nodes = ~0UL};
    const char *words[1] = {NULL};
    const struct option options[] = {
        {.name = "--fen", .value = "FEN", .help = "from this position", .text = &request.fen},
        {.name = "--variant",
         .value = "NAME",
         .help = "by the rules of this variant",
         .text = &request.variant},
        {.name = "--divide", .help = "show the count behind each move", .flag = &request.divide},
        {.name = "--threads",
         .value = "N",
         .help = "count on so many threads",
         .number = &request.threads,
         .min = 1,
         .max = THREADS_MAX},
        {.name = "--hash",
         .value = "MB",
         .help = "remember positions in so much memory",
         .number = &request.hash,
         .max = HASH_MAX},
        {.name = "--suite",
         .value = "FILE",
         .help = "check the counts of a file",
         .text = &request.suite},
        {.name = "--max-nodes",
         .value = "N",
         .help = "leave out counts above this",
         .number = &request.max_nodes,
         .min = 1,
         .max = ~0UL},
    };
    struct command_line line = {
        .command = "perft",
        .usage = "DEPTH [options], or --suite FILE [--variant NAME] [--max-nodes N]",
        .description =
            "Counts the ways to play DEPTH moves and ends with `nodes N seconds S nps N`.\n"
            "A suite has lines `FEN ;D1 n ;D2 n ...`; every mismatch is named, the last line is\n"
            "`N passed, N failed`, and the exit status is 1 if any failed.",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .arguments = words,
        .arguments_max = 1};
    const enum options_result result = options_parse(&line, argc, argv);
    if (result != OPTIONS_OK)
        return result == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
    return request.suite ? check_suite(&request) : count_position(&request, words[0]);
}
