/* SPDX-License-Identifier: MIT */
/* Values in PostgreSQL's binary format. */
#ifndef STORE_POSTGRES_VALUE_H
#define STORE_POSTGRES_VALUE_H

#include "store/value.h"

/* The types of our parameters and columns, by their numbers in PostgreSQL's catalog. */
enum postgres_type {
    POSTGRES_BOOL = 16,
    POSTGRES_BYTES = 17,
    POSTGRES_INT8 = 20,
    POSTGRES_INT4 = 23,
    POSTGRES_TEXT = 25,
    POSTGRES_FLOAT8 = 701
};

enum { POSTGRES_NUMBER_SIZE = 8 };

/* The type of a parameter with that letter in statements.def. */
enum postgres_type postgres_type_of(char letter);

/* Whether columns of that type can be read. */
bool postgres_type_is_known(unsigned type);

/* Reads a column that is not null; false if it cannot be one of that type. `bytes` is followed by a
 * NUL that `size` does not count, and so is what *out borrows from it. */
bool postgres_value_read(unsigned type, const char *bytes, size_t size, struct value *out);

/* Writes an integer or a real number. */
void postgres_number_write(const struct value *value, char out[POSTGRES_NUMBER_SIZE]);

#endif
