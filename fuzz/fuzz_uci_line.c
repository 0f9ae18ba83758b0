/* SPDX-License-Identifier: MIT */
/* The UCI protocol: every line of the input is handled by our engine. Each `go` gets limits that
 * keep the search short. All output must be printable lines. */
#include "fuzz.h"
#include "uci/protocol.h"

enum { HASH_MIB = 1, THREADS = 2, LINES_MAX = 24, LINE_SIZE = 600 };

static void check_line(void *context, const char *line)
{
    unsigned *best_moves = context;
    const size_t size = strlen(line);
    CHECK(size > 0);
    for (size_t i = 0; i < size; i++)
        CHECK((uint8_t)line[i] >= ' ' && line[i] != 0x7f);
    *best_moves += !strncmp(line, "bestmove ", 9);
}

static int64_t fixed_time(void *context)
{
    (void)context;
    return 1000;
}

static bool has_word(const char *line, const char *word)
{
    return strstr(line, word);
}

/* Commands that take long are skipped here; other tests cover them. */
static bool takes_long(const char *line)
{
    return has_word(line, "perft") || has_word(line, "bench") || has_word(line, "infinite");
}

static bool handle_line(struct uci *uci, const uint8_t *data, size_t size)
{
    char line[LINE_SIZE + 32];
    memcpy(line, data, size);
    line[size] = '\0';
    if (takes_long(line))
        return true;
    // Added to every line with "go"; harmless if it is not a search.
    if (has_word(line, "go"))
        size += (size_t)snprintf(line + size, 32, " nodes 50 depth 2");
    return uci_handle_line(uci, line, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned best_moves = 0;
    struct uci *uci;
    const struct uci_host host = {.context = &best_moves,
                                  .write_line = check_line,
                                  .now = fixed_time,
                                  .hash_max = HASH_MIB,
                                  .threads_max = THREADS};
    if (uci_create(&host, &uci))
        return 0;
    bool continues = true;
    for (int i = 0; i < LINES_MAX && size && continues; i++) {
        const uint8_t *end = memchr(data, '\n', size);
        const size_t length = end ? (size_t)(end - data) : size;
        continues = handle_line(uci, data, length < LINE_SIZE ? length : LINE_SIZE);
        data += length;
        size -= length;
        if (size)
            data++, size--;
    }
    if (continues)
        uci_finish(uci, UCI_GRACE_MS);
    CHECK(!uci_handle_line(uci, "isready", 7));
    uci_destroy(uci);
    return 0;
}
