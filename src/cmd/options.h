/* SPDX-License-Identifier: MIT */
/* The words behind a command, read by a table of its options, which also
 * writes its help. */
#ifndef CMD_OPTIONS_H
#define CMD_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

/* Exactly one of the three targets is set: it decides what the option takes. */
struct option {
    const char *name;  /* "--threads" */
    const char *value; /* what its value is called in the help; NULL for a flag */
    const char *help;
    bool *flag;
    const char **text;
    unsigned long *number;
    unsigned long least, most; /* of a number */
};

struct command_line {
    const char *command;
    const char *usage; /* "DEPTH [options]" */
    const char *about; /* a paragraph for the help */
    const struct option *options;
    size_t option_count;
    const char **words; /* takes the words that are no options */
    size_t words_max;
    size_t words_count; /* how many there were */
};

/* What to do after reading. */
enum options_result {
    OPTIONS_GO,
    OPTIONS_HELPED, /* --help was asked for and given: end with success */
    OPTIONS_BAD     /* said what is wrong on standard error */
};

enum options_result options_read(struct command_line *line, int argc, char **argv);

/* Reads a whole number within bounds; false if it is none. */
bool options_number(const char *word, unsigned long least, unsigned long most, unsigned long *out);

#endif
