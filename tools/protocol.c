/* SPDX-License-Identifier: MIT */
/* Writes the tables of docs/protocol.md: reads the document on standard input, and
 * writes it with what stands between <!-- table NAME --> and <!-- end --> made anew
 * from the .def files. */
#include <stdio.h>
#include <string.h>

#include "wire/message.h"
#include "wire/refusals.h"
#include "wire/verbs.h"

// ---- messages --------------------------------------------------------------------------------

enum part { PART_MESSAGE, PART_FIELD };
enum need { MAY, MUST };

static const struct row {
    enum part part;
    enum message_direction direction; /* of a message */
    const char *name, *kind;
    long long most;
    enum need need;
    const char *about;
} rows[] = {
#define MESSAGE(direction, structure, name, about) \
    {PART_MESSAGE, MESSAGE_##direction, name, "", 0, MUST, about},
#define FIELD(structure, field, kind, most, need, about) \
    {PART_FIELD, MESSAGE_UP, #field, #kind, (most), (need), about},
#define END(structure)
#include "wire/messages.def"
};
enum { ROW_COUNT = sizeof rows / sizeof *rows };

static void print_kind(const struct row *row)
{
    if (!strcmp(row->kind, "TEXT"))
        printf("text, at most %lld bytes", row->most);
    else if (!strcmp(row->kind, "INTEGER"))
        printf("whole number, at most %lld", row->most);
    else
        printf("true or false");
}

static void print_message(size_t at)
{
    printf("\n### `%s`\n\n%s\n", rows[at].name, rows[at].about);
    const size_t first = at + 1;
    for (at = first; at < ROW_COUNT && rows[at].part == PART_FIELD; at++) {
        if (at == first)
            puts("\n| field | | kind | what |\n|---|---|---|---|");
        printf("| `%s` | %s | ", rows[at].name, rows[at].need == MUST ? "must" : "may");
        print_kind(&rows[at]);
        printf(" | %s |\n", rows[at].about);
    }
}

static void print_messages(enum message_direction direction)
{
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (rows[i].part == PART_MESSAGE && rows[i].direction == direction)
            print_message(i);
    putchar('\n');
}

static void print_messages_up(void)
{
    print_messages(MESSAGE_UP);
}

static void print_messages_down(void)
{
    print_messages(MESSAGE_DOWN);
}

// ---- words -----------------------------------------------------------------------------------

static void print_verbs(void)
{
    static const char *const stale[] = {[STALE_NEVER] = "nothing",
                                        [STALE_AFTER_MOVE] = "a move since",
                                        [STALE_AFTER_ACTION] = "anything done since"};
    puts("| verb | made stale by |\n|---|---|");
#define ROW(verb, name, after) printf("| `%s` | %s |\n", (name), stale[after]);
#include "wire/verbs.def"
}

static void print_refusals(void)
{
    puts("| word | HTTP | what a person reads, where nothing more exact is known |\n|---|---|---|");
#define ROW(refusal, word, status, text) \
    if ((status) != 200)                 \
        printf("| `%s` | %d | %s |\n", (word), (status), (text));
#include "wire/refusals.def"
}

static void print_limits(void)
{
    static const char *const PER_ADDRESS = "address", *const PER_ACCOUNT = "account",
                             *const PER_CONNECTION = "connection";
    puts("| limit | for each | at once | refilled |\n|---|---|---|---|");
#define ROW(limit, key, burst, refill, seconds, each) \
    printf("| `%s` | %s | %d | %d in %d s |\n", (key), (each), (burst), (refill), (seconds));
#include "core/limits.def"
}

// ---- the document ----------------------------------------------------------------------------

static const struct {
    const char *name;
    void (*print)(void);
} tables[] = {{"messages-up", print_messages_up},
              {"messages-down", print_messages_down},
              {"verbs", print_verbs},
              {"refusals", print_refusals},
              {"limits", print_limits}};

/* Prints the table a line asks for; whether it asks for one. */
static int print_table(const char *line)
{
    char name[32];
    if (sscanf(line, "<!-- table %31[a-z-] -->", name) != 1)
        return 0;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (!strcmp(tables[i].name, name)) {
            tables[i].print();
            return 1;
        }
    fprintf(stderr, "protocol: there is no table %s\n", name);
    return -1;
}

int main(void)
{
    char line[4096];
    int within = 0;
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "<!-- end -->", 12))
            within = 0;
        if (within)
            continue;
        fputs(line, stdout);
        within = print_table(line);
        if (within < 0)
            return 1;
    }
    if (within)
        fputs("protocol: a table has no end\n", stderr);
    return within || ferror(stdin) || fflush(stdout) != 0;
}
