/* SPDX-License-Identifier: MIT */
#include "bench/perft_suite.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bench/suite_size.h"
#include "rookery/fen.h"

static bool report_line(const struct perft_suite *suite, const char *error)
{
    const struct perft_failure failure = {.line = suite->line, .error = error};
    suite->on_failure(suite->context, &failure);
    return false;
}

static bool verify_depth(const struct perft_suite *suite, const rk_position *pos, int depth,
                         uint64_t expected)
{
    struct perft_result *result = calloc(1, sizeof *result);
    struct perft_options options = suite->perft;
    options.position = *pos;
    options.depth = depth;
    const bool counted = result && perft_threads_run(&options, result);
    const uint64_t nodes = counted ? result->nodes : 0;
    free(result);
    if (!counted)
        return report_line(suite, rk_err_text(RK_NO_MEMORY));
    if (nodes == expected)
        return true;
    const struct perft_failure failure = {
        .line = suite->line, .depth = depth, .nodes = nodes, .expected = expected};
    suite->on_failure(suite->context, &failure);
    return false;
}

/* Parses ";D3 8902" and advances *at past it. */
static bool parse_count(char **at, int *depth, uint64_t *nodes)
{
    char *text = *at, *end;
    while (*text == ' ' || *text == ';')
        text++;
    if (*text != 'D')
        return false;
    const long number = strtol(text + 1, &end, 10);
    if (end == text + 1 || number < 1 || number > PERFT_DEPTH_MAX)
        return false;
    text = end;
    errno = 0;
    *nodes = strtoull(text, &end, 10);
    if (end == text || errno)
        return false;
    *depth = (int)number;
    *at = end + strspn(end, " \t");
    return true;
}

static bool verify_line(const struct perft_suite *suite, char *line)
{
    char *at = strchr(line, ';');
    if (!at)
        return report_line(suite, "no counts on this line");
    rk_position pos;
    rk_fault fault;
    if (rk_fen_parse(line, (size_t)(at - line), suite->variant, RK_FEN_PLAIN, &pos, &fault))
        return report_line(suite, fault.text);
    bool passed = true;
    while (*at) {
        int depth;
        uint64_t nodes;
        if (!parse_count(&at, &depth, &nodes))
            return report_line(suite, "expected a count such as ;D3 8902");
        if (nodes <= suite->max_nodes)
            passed = verify_depth(suite, &pos, depth, nodes) && passed;
    }
    return passed;
}

bool perft_suite_run(struct perft_suite *suite, FILE *file)
{
    char *line = NULL;
    size_t capacity = 0;
    suite->line = suite->passed = suite->failed = 0;
    const struct progress_options options = {
        .label = "perft", .unit = "positions", .total = suite_size(file), .quiet = suite->quiet};
    progress_start(&suite->progress, &options);
    while (getline(&line, &capacity, file) >= 0) {
        suite->line++;
        line[strcspn(line, "\r\n")] = '\0';
        if (!suite_has_position(line))
            continue;
        if (verify_line(suite, line))
            suite->passed++;
        else
            suite->failed++;
        progress_update(&suite->progress, suite->passed + suite->failed);
    }
    const int error = errno;
    progress_end(&suite->progress);
    free(line);
    errno = error;
    return !ferror(file);
}
