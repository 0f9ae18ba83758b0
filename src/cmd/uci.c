/* SPDX-License-Identifier: MIT */
/* rookery uci: the UCI protocol on standard input and output. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/monotonic.h"
#include "cmd/command.h"
#include "cmd/options.h"
#include "uci/output_watch.h"
#include "uci/protocol.h"

enum { CHUNK_SIZE = 1 << 16, WORDS_MAX = 4096 };

static void write_line(void *context, const char *line)
{
    (void)context;
    puts(line);
    fflush(stdout);
}

static uint64_t random_seed(void)
{
    uint64_t seed = 0;
    return getrandom(&seed, sizeof seed, 0) == (ssize_t)sizeof seed ? seed
                                                                    : (uint64_t)monotonic_ms();
}

// ---- input -----------------------------------------------------------------------------------

/* The line read so far, at most UCI_LINE_MAX + 1 bytes of it. */
struct line_reader {
    struct uci *uci;
    struct buffer line;
};

static void append_bytes(struct line_reader *reader, const char *bytes, size_t size)
{
    const size_t size_left = UCI_LINE_MAX + 1 - reader->line.size;
    buffer_add(&reader->line, bytes, size < size_left ? size : size_left);
}

static bool handle_line(struct line_reader *reader)
{
    const bool continues = uci_handle_line(
        reader->uci, reader->line.bytes ? reader->line.bytes : "", reader->line.size);
    buffer_clear(&reader->line);
    return continues;
}

/* False after `quit`. */
static bool read_lines(struct line_reader *reader, const char *bytes, size_t size)
{
    const char *end;
    while ((end = memchr(bytes, '\n', size))) {
        const size_t length = (size_t)(end - bytes);
        append_bytes(reader, bytes, length);
        if (!handle_line(reader))
            return false;
        bytes += length + 1;
        size -= length + 1;
    }
    append_bytes(reader, bytes, size);
    return true;
}

/* Lets perft finish for a script, but not after the GUI is gone: the next write, which would fail,
 * may be hours away. */
static void finish_input(struct uci *uci)
{
    struct output_watch watch;
    output_watch_start(&watch, STDOUT_FILENO);
    uci_finish(uci, UCI_GRACE_MS);
    output_watch_stop(&watch);
}

/* Uses read() instead of stdio: it returns what is there and does not wait for a full buffer. */
static int read_input(struct uci *uci)
{
    struct line_reader reader = {.uci = uci};
    char *bytes = malloc(CHUNK_SIZE);
    if (!bytes)
        return command_fail("uci", EXIT_SYSTEM_ERROR, "out of memory");
    bool continues = true;
    ssize_t got = 0;
    while (continues && (got = read(STDIN_FILENO, bytes, CHUNK_SIZE)) > 0)
        continues = read_lines(&reader, bytes, (size_t)got);
    const int status =
        got < 0 ? command_fail("uci", EXIT_SYSTEM_ERROR, "standard input: %s", strerror(errno))
                : EXIT_OK;
    if (continues && reader.line.size)
        continues = handle_line(&reader);
    if (continues)
        finish_input(uci);
    buffer_fini(&reader.line);
    free(bytes);
    return status;
}

/* The arguments of the command line form one line of the protocol. */
static struct buffer join_words(const char **words, size_t count)
{
    struct buffer line = {0};
    for (size_t i = 0; i < count; i++) {
        buffer_text(&line, words[i]);
        buffer_put(&line, ' ');
    }
    return line;
}

static int run(const struct buffer *line)
{
    const struct uci_host host = {
        .write_line = write_line, .now = monotonic_callback, .seed = random_seed()};
    struct uci *uci;
    if (line->failed || uci_create(&host, &uci))
        return command_fail("uci", EXIT_SYSTEM_ERROR, "out of memory, or cannot start a thread");
    // The parent may have ignored it. Without it, we would keep searching after the GUI is gone.
    signal(SIGPIPE, SIG_DFL);
    int status = EXIT_OK;
    if (!line->size)
        status = read_input(uci);
    else if (uci_handle_line(uci, line->bytes, line->size))
        uci_finish(uci, UCI_GRACE_UNLIMITED);
    uci_destroy(uci);
    return status;
}

int uci_command(int argc, char **argv)
{
    const char *words[WORDS_MAX];
    struct command_line line = {
        .command = "uci",
        .usage = "[COMMAND...]",
        .description =
            "Runs the engine for a chess program: speaks UCI, the Universal Chess Interface, on\n"
            "standard input and output. With a COMMAND, such as `bench` or `go depth 10`, it\n"
            "executes that command and exits. At the end of input, a search has one second to "
            "finish.",
        .arguments = words,
        .arguments_max = WORDS_MAX};
    const enum options_result result = options_parse(&line, argc, argv);
    if (result != OPTIONS_OK)
        return result == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
    struct buffer words_line = join_words(words, line.argument_count);
    const int status = words_line.size && !uci_is_command(words_line.bytes, words_line.size)
                           ? command_refuse_usage("uci", "unknown command: %s", words[0])
                           : run(&words_line);
    buffer_fini(&words_line);
    return status;
}
