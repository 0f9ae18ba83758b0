/* SPDX-License-Identifier: MIT */
/* rookery uci: the engine, spoken to over the standard streams. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/buffer.h"
#include "cmd/command.h"
#include "cmd/options.h"
#include "platform/monotonic.h"
#include "uci/protocol.h"

enum { CHUNK = 1 << 16, WORDS_MAX = 4096 };

static void say(void *context, const char *line)
{
    (void)context;
    puts(line);
    fflush(stdout);
}

static uint64_t draw_seed(void)
{
    uint64_t seed = 0;
    return getrandom(&seed, sizeof seed, 0) == (ssize_t)sizeof seed ? seed
                                                                    : (uint64_t)monotonic_ms();
}

// ---- lines -----------------------------------------------------------------------------------

/* What has come of a line. One that is too long is kept only so far as to be known as that. */
struct reader {
    struct uci *uci;
    struct buffer line;
};

static void keep(struct reader *reader, const char *bytes, size_t size)
{
    const size_t room = UCI_LINE_MAX + 1 - reader->line.size;
    buffer_add(&reader->line, bytes, size < room ? size : room);
}

static bool obey_line(struct reader *reader)
{
    const bool goes_on = uci_handle_line(reader->uci, reader->line.bytes ? reader->line.bytes : "",
                                         reader->line.size);
    buffer_clear(&reader->line);
    return goes_on;
}

/* False after `quit`. */
static bool take_bytes(struct reader *reader, const char *bytes, size_t size)
{
    const char *end;
    while ((end = memchr(bytes, '\n', size))) {
        const size_t length = (size_t)(end - bytes);
        keep(reader, bytes, length);
        if (!obey_line(reader))
            return false;
        bytes += length + 1;
        size -= length + 1;
    }
    keep(reader, bytes, size);
    return true;
}

/* read(), not stdio: it gives what is there, and does not wait for more. */
static void listen_to_input(struct uci *uci)
{
    struct reader reader = {.uci = uci};
    char *bytes = malloc(CHUNK);
    bool goes_on = bytes;
    ssize_t got;
    while (goes_on && (got = read(STDIN_FILENO, bytes, CHUNK)) > 0)
        goes_on = take_bytes(&reader, bytes, (size_t)got);
    if (goes_on && reader.line.size)
        goes_on = obey_line(&reader);
    if (goes_on)
        uci_finish(uci);
    buffer_fini(&reader.line);
    free(bytes);
}

/* The words of the command line are one line of the protocol. */
static void obey_words(struct uci *uci, const char **words, size_t count)
{
    struct buffer line = {0};
    for (size_t i = 0; i < count; i++) {
        buffer_text(&line, words[i]);
        buffer_put(&line, ' ');
    }
    if (!line.failed && uci_handle_line(uci, line.bytes, line.size))
        uci_finish(uci);
    buffer_fini(&line);
}

int uci_command(int argc, char **argv)
{
    const char *words[WORDS_MAX];
    struct command_line line = {
        .command = "uci",
        .usage = "[COMMAND...]",
        .description =
            "The engine, for chess programs: speaks UCI, the Universal Chess Interface, over\n"
            "standard input and output. A command given here, such as `bench` or `go depth "
            "10`, is\n"
            "obeyed, and then it ends.",
        .arguments = words,
        .arguments_max = WORDS_MAX};
    const enum options_result result = options_parse(&line, argc, argv);
    if (result != OPTIONS_OK)
        return result == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
    const struct uci_host host = {.say = say, .now = monotonic_callback, .seed = draw_seed()};
    struct uci *uci;
    if (uci_create(&host, &uci)) {
        fputs("rookery uci: there is not enough memory, or no thread to be had\n", stderr);
        return EXIT_SYSTEM_ERROR;
    }
    // Whoever started us may ignore it, and we would think on for nobody.
    signal(SIGPIPE, SIG_DFL);
    if (line.argument_count)
        obey_words(uci, words, line.argument_count);
    else
        listen_to_input(uci);
    uci_destroy(uci);
    return EXIT_OK;
}
