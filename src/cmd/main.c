/* SPDX-License-Identifier: MIT */
/* Finds the command in the table and runs it. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/suggest.h"
#include "cmd/command.h"
#include "cmd/completion.h"
#include "cmd/options.h"
#include "platform/message.h"

static const struct {
    const char *name;
    command_function *run;
    const char *summary;
} commands[] = {
#define ROW(name, function, summary) {name, function, summary},
#include "cmd/commands.def"
};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands, COMMAND_NAME_SIZE = 16 };

static command_function *find_command(const char *name)
{
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (!strcmp(commands[i].name, name))
            return commands[i].run;
    return NULL;
}

static int report_unknown_command(const char *name)
{
    const char *names[COMMAND_COUNT];
    char hint[SUGGEST_TEXT_MAX];
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        names[i] = commands[i].name;
    message_print(stderr, "rookery: unknown %s %s%s", *name == '-' ? "option" : "command", name,
                  suggest_text(name, names, COMMAND_COUNT, hint));
    fputs("try: rookery help\n", stderr);
    return EXIT_USAGE;
}

static int print_overview(void)
{
    puts("Rookery: a complete chess system.\n\nusage: rookery COMMAND [options]\n");
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        printf("  %-11s %s\n", commands[i].name, commands[i].summary);
    puts("\nFor more about a command: rookery COMMAND --help");
    return EXIT_OK;
}

static void list_words(struct completion_word out[COMMAND_COUNT])
{
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        out[i] = (struct completion_word){commands[i].name, commands[i].summary};
}

/* Runs every command with the argument that makes it print its part of the script. */
static int print_completion(enum completion_shell shell)
{
    struct completion_word words[COMMAND_COUNT];
    char argument[COMPLETION_ARGUMENT_SIZE];
    list_words(words);
    completion_print_start(shell);
    completion_print_words(shell, "", words, COMMAND_COUNT);
    snprintf(argument, sizeof argument, "%s", completion_argument(shell));
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        char name[COMMAND_NAME_SIZE];
        snprintf(name, sizeof name, "%s", commands[i].name);
        char *arguments[] = {name, argument, NULL};
        commands[i].run(2, arguments);
    }
    completion_print_end(shell);
    return EXIT_OK;
}

int completion_command(int argc, char **argv)
{
    const char *name = NULL;
    enum completion_shell shell;
    struct command_line line = {
        .command = "completion",
        .usage = "bash|zsh|fish",
        .description =
            "Prints the script with which a shell completes commands, options and their values.\n"
            "`make install` installs all three. Without installing:\n\n"
            "  bash   source <(rookery completion bash)\n"
            "  zsh    source <(rookery completion zsh), after compinit\n"
            "  fish   rookery completion fish | source",
        .arguments = &name,
        .arguments_max = 1,
        .choices = "bash zsh fish"};
    const enum options_result result = options_parse(&line, argc, argv);
    if (result != OPTIONS_OK)
        return result == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
    if (name && completion_parse_shell(name, &shell))
        return print_completion(shell);
    return command_fail("completion", EXIT_USAGE, "%s%s: choose bash, zsh or fish",
                        name ? "unknown shell " : "no shell given", name ? name : "");
}

int help_command(int argc, char **argv)
{
    struct completion_word words[COMMAND_COUNT];
    enum completion_shell shell;
    if (completion_requested(argc, argv, &shell)) {
        list_words(words);
        completion_print_words(shell, "help", words, COMMAND_COUNT);
        return EXIT_OK;
    }
    if (argc < 2 || !strcmp(argv[1], "help") || !strcmp(argv[1], "--help") ||
        !strcmp(argv[1], "-h"))
        return print_overview();
    command_function *run = find_command(argv[1]);
    if (!run)
        return report_unknown_command(argv[1]);
    char help[] = "--help";
    char *arguments[] = {argv[1], argc > 2 ? argv[2] : help, help, NULL}; // of a subcommand, too
    return run(argc > 2 ? 3 : 2, arguments);
}

static int run_command(int argc, char **argv)
{
    if (argc < 2 || !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
        return print_overview();
    if (!strcmp(argv[1], "--version")) {
        puts("rookery " ROOKERY_VERSION);
        return EXIT_OK;
    }
    command_function *run = find_command(argv[1]);
    return run ? run(argc - 1, argv + 1) : report_unknown_command(argv[1]);
}

/* If a standard stream is closed, the next file or socket would get its descriptor and receive what
 * the program prints. So open /dev/null in its place, in the wrong direction, so that reading the
 * input and writing the output still fail. */
static void fill_closed_streams(void)
{
    int opened = open("/dev/null", O_WRONLY);
    if (opened > STDIN_FILENO) {
        close(opened);
        opened = STDIN_FILENO;
    }
    while (opened >= 0 && opened <= STDERR_FILENO)
        opened = open("/dev/null", O_RDONLY);
    if (opened >= 0)
        close(opened);
}

int main(int argc, char **argv)
{
    fill_closed_streams();
    const int status = run_command(argc, argv);
    if (fflush(stdout) || ferror(stdout)) {
        fputs("rookery: cannot write to standard output\n", stderr);
        return EXIT_SYSTEM_ERROR;
    }
    return status;
}
