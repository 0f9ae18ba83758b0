/* SPDX-License-Identifier: MIT */
/* The UCI protocol: each line of the input is obeyed, with our engine behind it. Searches
 * are kept short by what is added to every `go`; what is said is always a line that prints. */
#include "fuzz.h"
#include "uci/protocol.h"

enum { HASH_MIB = 1, THREADS = 2, LINES_MAX = 24, LINE_SIZE = 600 };

static void hear(void *context, const char *line)
{
    unsigned *best_moves = context;
    const size_t size = strlen(line);
    CHECK(size > 0);
    for (size_t i = 0; i < size; i++)
        CHECK((uint8_t)line[i] >= ' ' && line[i] != 0x7f);
    *best_moves += !strncmp(line, "bestmove ", 9);
}

static int64_t stand_still(void *context)
{
    (void)context;
    return 1000;
}

static bool has_word(const char *line, const char *word)
{
    return strstr(line, word);
}

/* What takes long by itself is left out: that it can be stopped is tested elsewhere. */
static bool takes_long(const char *line)
{
    return has_word(line, "perft") || has_word(line, "bench") || has_word(line, "infinite");
}

static bool obey(struct uci *uci, const uint8_t *data, size_t size)
{
    char line[LINE_SIZE + 32];
    memcpy(line, data, size);
    line[size] = '\0';
    if (takes_long(line))
        return true;
    // A bound behind everything: harmless where no search is meant.
    if (has_word(line, "go"))
        size += (size_t)snprintf(line + size, 32, " nodes 50 depth 2");
    return uci_handle_line(uci, line, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned best_moves = 0;
    struct uci *uci;
    const struct uci_host host = {.context = &best_moves,
                                  .write_line = hear,
                                  .now = stand_still,
                                  .hash_max = HASH_MIB,
                                  .threads_max = THREADS};
    if (uci_create(&host, &uci))
        return 0;
    bool goes_on = true;
    for (int i = 0; i < LINES_MAX && size && goes_on; i++) {
        const uint8_t *end = memchr(data, '\n', size);
        const size_t length = end ? (size_t)(end - data) : size;
        goes_on = obey(uci, data, length < LINE_SIZE ? length : LINE_SIZE);
        data += length;
        size -= length;
        if (size)
            data++, size--;
    }
    if (goes_on)
        uci_finish(uci);
    CHECK(!uci_handle_line(uci, "isready", 7));
    uci_destroy(uci);
    return 0;
}
