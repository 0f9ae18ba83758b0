/* SPDX-License-Identifier: MIT */
/* Updates the tables of docs/protocol.md: copies the document from standard input to
 * standard output and replaces everything between <!-- table NAME --> and <!-- end -->
 * with a table generated from the .def files. `make-protocol types` prints the same messages
 * as TypeScript, for web/src/wire/messages.ts; `make-protocol refusals` and `make-protocol faults`
 * print the English catalogues web/src/i18n/en/refusals.ts and faults.ts. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "wire/message.h"
#include "wire/refusals.h"
#include "wire/verbs.h"

// ---- messages --------------------------------------------------------------------------------

enum part { PART_MESSAGE, PART_FIELD };
enum need { OPTIONAL, REQUIRED };

static const struct row {
    enum part part;
    enum message_direction direction; /* of a message */
    const char *name, *kind;
    long long max;
    enum need need;
    const char *about;
} rows[] = {
#define MESSAGE(direction, structure, name, about) \
    {PART_MESSAGE, MESSAGE_##direction, name, "", 0, REQUIRED, about},
#define FIELD(structure, field, kind, max, need, about) \
    {PART_FIELD, MESSAGE_TO_SERVER, #field, #kind, (max), (need), about},
#define END(structure)
#include "wire/messages.def"
};
enum { ROW_COUNT = sizeof rows / sizeof *rows };

static void print_kind(const struct row *row)
{
    if (!strcmp(row->kind, "TEXT") || !strcmp(row->kind, "PROSE"))
        printf("text, at most %lld bytes", row->max);
    else if (!strcmp(row->kind, "INTEGER"))
        printf("integer, at most %lld", row->max);
    else
        printf("boolean");
}

static void print_message(size_t at)
{
    printf("\n### `%s`\n\n%s\n", rows[at].name, rows[at].about);
    const size_t first = at + 1;
    for (at = first; at < ROW_COUNT && rows[at].part == PART_FIELD; at++) {
        if (at == first)
            puts("\n| field | | type | description |\n|---|---|---|---|");
        printf("| `%s` | %s | ", rows[at].name,
               rows[at].need == REQUIRED ? "required" : "optional");
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

static void print_messages_to_server(void)
{
    print_messages(MESSAGE_TO_SERVER);
}

static void print_messages_to_client(void)
{
    print_messages(MESSAGE_TO_CLIENT);
}

// ---- tables ----------------------------------------------------------------------------------

static void print_verbs(void)
{
    static const char *const stale[] = {[STALE_NEVER] = "never",
                                        [STALE_AFTER_MOVE] = "after a move",
                                        [STALE_AFTER_ACTION] = "after any action"};
    puts("| verb | stale |\n|---|---|");
#define ROW(verb, name, after) printf("| `%s` | %s |\n", (name), stale[after]);
#include "wire/verbs.def"
}

static void print_refusals(void)
{
    puts("| word | HTTP status | default message |\n|---|---|---|");
#define ROW(refusal, word, status, text) \
    if ((status) != 200)                 \
        printf("| `%s` | %d | %s |\n", (word), (status), (text));
#include "wire/refusals.def"
}

static void print_limits(void)
{
    static const char *const PER_ADDRESS = "address", *const PER_ACCOUNT = "account",
                             *const PER_CONNECTION = "connection";
    puts("| limit | per | burst | refill |\n|---|---|---|---|");
#define ROW(limit, key, burst, refill, seconds, each, reach) \
    printf("| `%s` | %s | %d | %d in %d s |\n", (key), (each), (burst), (refill), (seconds));
#include "core/limits.def"
}

// ---- the document ----------------------------------------------------------------------------

static const struct {
    const char *name;
    void (*print)(void);
} tables[] = {{"messages-to-server", print_messages_to_server},
              {"messages-to-client", print_messages_to_client},
              {"verbs", print_verbs},
              {"refusals", print_refusals},
              {"limits", print_limits}};

/* Prints the table that a line names. Returns 1, 0 if it names none, -1 if it is unknown. */
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
    fprintf(stderr, "protocol: unknown table %s\n", name);
    return -1;
}

static int update_document(void)
{
    char line[4096];
    int inside = 0;
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "<!-- end -->", 12))
            inside = 0;
        if (inside)
            continue;
        fputs(line, stdout);
        inside = print_table(line);
        if (inside < 0)
            return 1;
    }
    if (inside)
        fputs("protocol: a table has no end marker\n", stderr);
    return inside || ferror(stdin) || fflush(stdout) != 0;
}

// ---- TypeScript ------------------------------------------------------------------------------

/* "pool-size" as PoolSizeMessage. */
static void print_type_name(const char *name)
{
    for (int start = 1; *name; name++) {
        if (*name != '-')
            putchar(start ? toupper((unsigned char)*name) : *name);
        start = *name == '-';
    }
    fputs("Message", stdout);
}

/* The few fields that hold a word of another table have its type. */
static const char *type_of(const struct row *row)
{
    if (!strcmp(row->name, "verb"))
        return "Verb";
    if (!strcmp(row->name, "why"))
        return "Refusal";
    if (!strcmp(row->kind, "INTEGER"))
        return "number";
    return strcmp(row->kind, "BOOL") ? "string" : "boolean";
}

static void print_interface(size_t at)
{
    printf("\n/** %s */\nexport interface ", rows[at].about);
    print_type_name(rows[at].name);
    printf(" {\n  t: '%s';\n", rows[at].name);
    while (++at < ROW_COUNT && rows[at].part == PART_FIELD)
        printf("  /** %s */\n  %s%s: %s;\n", rows[at].about, rows[at].name,
               rows[at].need == REQUIRED ? "" : "?", type_of(&rows[at]));
    puts("}");
}

static void print_direction(enum message_direction direction, const char *name)
{
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (rows[i].part == PART_MESSAGE && rows[i].direction == direction)
            print_interface(i);
    printf("\nexport type %s =", name);
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (rows[i].part == PART_MESSAGE && rows[i].direction == direction) {
            fputs("\n  | ", stdout);
            print_type_name(rows[i].name);
        }
    puts(";");
}

static char kind_mark(const struct row *row)
{
    if (!strcmp(row->kind, "INTEGER"))
        return '#';
    return strcmp(row->kind, "BOOL") ? '$' : '!';
}

/* A text for each message of the server, small enough to be loaded with every page. */
static void print_fields(void)
{
    puts("\n/** The fields of each message, to check what arrives: `$` is a text, `#` an integer, "
         "`!` a\n"
         " * boolean; `?` follows the name of a field that may be missing. */\n"
         "export const SERVER_FIELDS: Record<string, string> = {");
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (rows[i].part != PART_MESSAGE || rows[i].direction != MESSAGE_TO_CLIENT)
            continue;
        printf("  '%s': '", rows[i].name);
        for (size_t field = i + 1; field < ROW_COUNT && rows[field].part == PART_FIELD; field++)
            printf("%s%c%s%s", field > i + 1 ? " " : "", kind_mark(&rows[field]), rows[field].name,
                   rows[field].need == REQUIRED ? "" : "?");
        puts("',");
    }
    puts("};");
}

static void print_words(void)
{
    puts("\n/** What a player can do in a game. */\nexport const VERBS = [");
#define ROW(verb, name, after) puts("  '" name "',");
#include "wire/verbs.def"
    puts("] as const;\nexport type Verb = (typeof VERBS)[number];");
    puts("\n/** Why a command or a request was refused. */\nexport const REFUSALS = [");
#define ROW(refusal, word, status, text) \
    if ((status) != 200)                 \
        puts("  '" word "',");
#include "wire/refusals.def"
    puts("] as const;\nexport type Refusal = (typeof REFUSALS)[number];");
    puts("\n/** The pools of quick pairing, named by their time controls. */\nexport const POOLS = "
         "[");
#define ROW(clock) puts("  '" clock "',");
#include "wire/pools.def"
    puts("] as const;\n\n/** Reasons to decline a challenge. */\nexport const DECLINE_REASONS = [");
#define ROW(reason, key, text) puts("  '" key "',");
#include "wire/decline_reasons.def"
    puts("] as const;\nexport type DeclineReason = (typeof DECLINE_REASONS)[number];");
}

static int print_types(void)
{
    puts(
        "// SPDX-License-Identifier: MIT\n"
        "// The messages of the WebSocket protocol, written by `make protocol` from the tables in\n"
        "// src/wire. Do not edit this file.\n");
    printf("export const PROTOCOL_VERSION = %d;\n", PROTOCOL_VERSION);
    print_words();
    puts("\n// ---- from the client ----");
    print_direction(MESSAGE_TO_SERVER, "ClientMessage");
    puts("\n// ---- from the server ----");
    print_direction(MESSAGE_TO_CLIENT, "ServerMessage");
    print_fields();
    return fflush(stdout) != 0;
}

// ---- catalogues ------------------------------------------------------------------------------

struct sentence {
    const char *code, *text;
};

static void print_literal(const char *text)
{
    putchar('\'');
    for (; *text; text++) {
        if (*text == '\'' || *text == '\\')
            putchar('\\');
        putchar(*text);
    }
    putchar('\'');
}

static void print_catalogue(const char *about, const char *prefix, const struct sentence *sentences,
                            size_t count)
{
    printf("// SPDX-License-Identifier: MIT\n"
           "/* %s, written by `make protocol`\n"
           " * from the tables in src/wire. Do not edit this file. */\n"
           "import type { Catalogue } from '../catalogue';\n\nexport default {\n",
           about);
    for (size_t i = 0; i < count; i++) {
        if (i && !strcmp(sentences[i].code, sentences[i - 1].code))
            continue; // another sentence for the same code
        printf("  '%s.%s': ", prefix, sentences[i].code);
        print_literal(sentences[i].text);
        puts(",");
    }
    puts("} satisfies Catalogue;");
}

static int print_refusal_texts(void)
{
    static const struct sentence sentences[] = {
#define ROW(refusal, word, status, text) {(word), (text)},
#include "wire/refusals.def"
#define ROW(code, text) {(code), (text)},
#include "wire/refusal_texts.def"
#define ROW(reason, key, text) {"decline-" key, (text)},
#include "wire/decline_reasons.def"
    };
    print_catalogue("What the server says, by its codes", "refused", sentences + 1,
                    sizeof sentences / sizeof *sentences - 1);
    return fflush(stdout) != 0;
}

static int print_fault_texts(void)
{
    static const struct sentence sentences[] = {
#define ROW(code, text) {(code), (text)},
#include "wire/fault_texts.def"
#define ROW(fault, bit, text) {#fault, (text)},
#include "rookery/position_faults.def"
    };
    print_catalogue("What the library says about a text or a move", "fault", sentences,
                    sizeof sentences / sizeof *sentences);
    return fflush(stdout) != 0;
}

int main(int argc, char **argv)
{
    const char *what = argc == 2 ? argv[1] : "";
    if (!strcmp(what, "types"))
        return print_types();
    if (!strcmp(what, "refusals"))
        return print_refusal_texts();
    return strcmp(what, "faults") ? update_document() : print_fault_texts();
}
