/* SPDX-License-Identifier: MIT */
/* The door: finds the command in the table and runs it. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd/command.h"
#include "cmd/nearest.h"

static const struct {
    const char *name;
    command_function *run;
    const char *summary;
} commands[] = {
#define ROW(name, function, summary) {name, function, summary},
#include "cmd/commands.def"
};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static command_function *find_command(const char *name)
{
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (!strcmp(commands[i].name, name))
            return commands[i].run;
    return NULL;
}

static int complain_unknown(const char *name)
{
    const char *names[COMMAND_COUNT];
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        names[i] = commands[i].name;
    fprintf(stderr, "rookery: there is no command %s; did you mean %s?\ntry: rookery help\n", name,
            nearest(name, names, COMMAND_COUNT));
    return EXIT_USAGE;
}

static int print_overview(void)
{
    puts("Rookery: a complete chess system.\n\nusage: rookery COMMAND [options]\n");
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        printf("  %-8s %s\n", commands[i].name, commands[i].summary);
    puts("\n`rookery COMMAND --help` says more, `rookery --version` which one this is.");
    return EXIT_DONE;
}

int help_command(int argc, char **argv)
{
    if (argc < 2 || !strcmp(argv[1], "help") || argv[1][0] == '-')
        return print_overview();
    command_function *run = find_command(argv[1]);
    if (!run)
        return complain_unknown(argv[1]);
    char help[] = "--help";
    char *words[] = {argv[1], help, NULL};
    return run(2, words);
}

static int obey(int argc, char **argv)
{
    if (argc < 2 || !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
        return print_overview();
    if (!strcmp(argv[1], "--version")) {
        puts("rookery " ROOKERY_VERSION);
        return EXIT_DONE;
    }
    command_function *run = find_command(argv[1]);
    return run ? run(argc - 1, argv + 1) : complain_unknown(argv[1]);
}

/* The number of a stream that is closed would go to the next file or connection, and with it what
 * is meant for the stream. Nothing can be written to what is opened in its place. */
static void fill_closed_streams(void)
{
    int opened;
    do
        opened = open("/dev/null", O_RDONLY);
    while (opened >= 0 && opened <= STDERR_FILENO);
    if (opened >= 0)
        close(opened);
}

int main(int argc, char **argv)
{
    fill_closed_streams();
    const int status = obey(argc, argv);
    if (fflush(stdout) || ferror(stdout)) {
        fputs("rookery: the output could not be written\n", stderr);
        return EXIT_WORLD;
    }
    return status;
}
