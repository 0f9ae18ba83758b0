/* SPDX-License-Identifier: MIT */
/* The options of our engine: a table, and what is set. */
#ifndef UCI_OPTIONS_H
#define UCI_OPTIONS_H

#include "rookery/engine.h"
#include "uci/token.h"

enum option {
#define ROW(option, name, kind, value, min, max) option,
#include "uci/options.def"
    OPTION_COUNT
};

enum option_kind { OPTION_SPIN, OPTION_CHECK, OPTION_COMBO, OPTION_STRING, OPTION_BUTTON };

enum { OPTION_STRING_MAX = 4096, ERROR_TEXT_MAX = 256 };

struct options {
    int64_t numbers[OPTION_COUNT];
    int64_t max[OPTION_COUNT];
    char book[OPTION_STRING_MAX], tables[OPTION_STRING_MAX]; /* paths; "" for none */
};

/* As they are before anything is set. */
void options_init(struct options *options);

/* Allows less than the table does. Zero: no less. */
void options_limit(struct options *options, enum option option, int64_t max);

/* Writes the line that announces one; returns its length, less than `size`. */
size_t options_describe(const struct options *options, enum option option, char *out, size_t size);

/* Reads what follows `setoption`. Returns what was set (of a button: pressed), or
 * OPTION_COUNT: then nothing has changed, and the error says why. */
enum option options_set(struct options *options, struct tokens tokens, char error[ERROR_TEXT_MAX]);

const char *option_name(enum option option);

/* What the options say together: the rules, and the strength, 0 for all of it. */
rk_variant options_variant(const struct options *options);
unsigned options_elo(const struct options *options);

#endif
