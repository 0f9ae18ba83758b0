/* SPDX-License-Identifier: MIT */
/* The options of our engine and their values. */
#ifndef UCI_OPTIONS_H
#define UCI_OPTIONS_H

#include "rookery/engine.h"
#include "uci/token.h"

enum option {
#define ROW(option, name, type, value, min, max) option,
#include "uci/options.def"
    OPTION_COUNT
};

enum option_type { OPTION_SPIN, OPTION_CHECK, OPTION_COMBO, OPTION_STRING, OPTION_BUTTON };

enum { OPTION_STRING_MAX = 4096 };

struct options {
    int64_t numbers[OPTION_COUNT];
    int64_t max[OPTION_COUNT];
    /* "" for none; without an eval_file the built-in network is used */
    char book_file[OPTION_STRING_MAX], syzygy_path[OPTION_STRING_MAX], eval_file[OPTION_STRING_MAX];
};

/* Sets the defaults. */
void options_init(struct options *options);

/* Lowers the maximum of an option. 0 leaves it. */
void options_limit(struct options *options, enum option option, int64_t max);

/* Writes the `option name ...` line of an option. Returns its length. */
size_t options_describe(const struct options *options, enum option option, char *out, size_t size);

/* Parses the arguments of `setoption`. Returns the option that was set (a button: pressed), or
 * OPTION_COUNT: then nothing has changed and `error` says why. */
enum option options_set(struct options *options, struct tokens tokens, char error[TOKEN_ERROR_MAX]);

const char *option_name(enum option option);

/* Values that depend on several options: the variant, and the strength, 0 for full strength. */
rk_variant options_variant(const struct options *options);
unsigned options_elo(const struct options *options);

#endif
