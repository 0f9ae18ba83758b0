/* SPDX-License-Identifier: MIT */
/* Writes the table of named positions (src/openings/table.h) as C source to standard output. Reads
 * the list of web/tools/openings.mjs from standard input: a line for each position with its EPD,
 * its code and its name, separated by tabs. An empty list gives an empty table. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "openings/table.h"
#include "rookery/fen.h"

enum { ROWS_MAX = 20000, LINE_MAX_SIZE = 1000 };

struct row {
    uint64_t key;
    struct opening_entry entry;
};

static struct row rows[ROWS_MAX];
static size_t row_count;
static size_t texts_size;
static char last_eco[LINE_MAX_SIZE], last_name[LINE_MAX_SIZE];

_Noreturn static void fail(size_t number, const char *message)
{
    fprintf(stderr, "make-openings: line %zu: %s\n", number, message);
    exit(EXIT_FAILURE);
}

static void write_text(const char *eco, const char *name)
{
    printf("    \"%s\\0", eco);
    for (const char *c = name; *c; c++)
        printf(*c == '?' ? "\\%c" : "%c", *c);
    puts("\\0\"");
}

/* The list is sorted by code and name, so equal names are next to each other and are stored once.
 */
static uint32_t add_text(const char *eco, const char *name)
{
    static uint32_t start;
    if (strcmp(eco, last_eco) != 0 || strcmp(name, last_name) != 0) {
        start = (uint32_t)texts_size;
        texts_size += OPENING_ECO_SIZE + strlen(name) + 1;
        write_text(eco, name);
        strcpy(last_eco, eco);
        strcpy(last_name, name);
    }
    return start;
}

static void read_row(char *line, size_t number)
{
    char *eco = strchr(line, '\t'), *name = eco ? strchr(eco + 1, '\t') : NULL;
    rk_position pos;
    rk_fault fault;
    if (!name || row_count == ROWS_MAX)
        fail(number, name ? "there are too many positions" : "this is not EPD, code and name");
    *eco++ = *name++ = '\0';
    name[strcspn(name, "\n")] = '\0';
    if (strlen(eco) + 1 != OPENING_ECO_SIZE || !*name)
        fail(number, "the code is not one letter and two digits, or the name is missing");
    if (strpbrk(name, "\"\\"))
        fail(number, "the name has a quote or a backslash, which a PGN tag would have to escape");
    if (rk_fen_parse(line, strlen(line), RK_STANDARD, RK_FEN_FORGIVE_EN_PASSANT, &pos, &fault))
        fail(number, fault.text);
    struct row *row = &rows[row_count++];
    if (!opening_entry_pack(&pos, &row->entry))
        fail(number, "this is not a position of an opening");
    row->key = opening_key(&pos);
    row->entry.text_start = add_text(eco, name);
}

static int compare_keys(const void *a, const void *b)
{
    const uint64_t left = ((const struct row *)a)->key, right = ((const struct row *)b)->key;
    return (left > right) - (left < right);
}

static void write_entry(const struct opening_entry *entry)
{
    printf("    {0x%" PRIx64 ", {", entry->occupied);
    for (size_t i = 0; i < sizeof entry->pieces; i++)
        printf("%s%u", i ? "," : "", entry->pieces[i]);
    printf("}, %u, %u, %" PRIu32 "},\n", entry->turn, entry->castling, entry->text_start);
}

static void write_filter(void)
{
    static uint64_t words[OPENING_FILTER_WORDS];
    for (size_t i = 0; i < row_count; i++) {
        const size_t bit = opening_filter_bit(rows[i].key);
        words[bit / 64] |= UINT64_C(1) << bit % 64;
    }
    puts("static const uint64_t filter[] = {");
    for (size_t i = 0; i < OPENING_FILTER_WORDS; i++)
        printf("    0x%" PRIx64 ",\n", words[i]);
    puts("};");
}

static void write_table(void)
{
    write_filter();
    qsort(rows, row_count, sizeof *rows, compare_keys);
    puts("static const uint64_t keys[] = {");
    for (size_t i = 0; i < row_count; i++)
        printf("    0x%" PRIx64 ",\n", rows[i].key);
    puts("};\nstatic const struct opening_entry entries[] = {");
    for (size_t i = 0; i < row_count; i++)
        write_entry(&rows[i].entry);
    printf(
        "};\nconst struct opening_table embedded_openings = {keys, entries, %zu, texts, filter};\n",
        row_count);
}

int main(void)
{
    char line[LINE_MAX_SIZE];
    puts("/* SPDX-License-Identifier: MIT */\n/* Written by tools/openings.c. */\n"
         "#include \"openings/table.h\"\n");
    puts("static const char texts[] =");
    for (size_t number = 1; fgets(line, sizeof line, stdin); number++)
        read_row(line, number);
    puts("    \"\";");
    if (row_count)
        write_table();
    else
        puts("const struct opening_table embedded_openings = {.texts = texts};");
    return ferror(stdin) || fflush(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
