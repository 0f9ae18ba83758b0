/* SPDX-License-Identifier: MIT */
#include "tui/terminfo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAGIC = 0432,       /* numbers of 16 bits */
    MAGIC_WIDE = 01036, /* numbers of 32 bits */
    COLORS_INDEX = 13,  /* of "colors" among the numbers */
    KMOUS_INDEX = 355,  /* of "kmous" among the strings */
    ENTRY_MAX = 32768
};

/* What is left to read. A failed read is remembered, and later ones return 0. */
struct reader {
    const unsigned char *start, *at, *end;
    bool failed;
};

static const unsigned char *take_bytes(struct reader *reader, size_t size)
{
    if (reader->failed || size > (size_t)(reader->end - reader->at)) {
        reader->failed = true;
        return NULL;
    }
    const unsigned char *taken = reader->at;
    reader->at += size;
    return taken;
}

static int read_short(struct reader *reader)
{
    const unsigned char *bytes = take_bytes(reader, 2);
    return bytes ? (int)(bytes[0] | bytes[1] << 8) - (bytes[1] & 0x80 ? 0x10000 : 0) : 0;
}

static int read_number(struct reader *reader, bool is_wide)
{
    if (!is_wide)
        return read_short(reader);
    const unsigned low = (unsigned)read_short(reader) & 0xffff;
    return (int)(low | (unsigned)read_short(reader) << 16);
}

// The numbers after the names and the booleans begin at an even offset.
static void align_reader(struct reader *reader)
{
    if ((reader->at - reader->start) % 2)
        take_bytes(reader, 1);
}

// ---- sections ----------------------------------------------------------------------------------

/* The sizes in the header of the standard or the extended section. */
struct counts {
    int booleans, numbers, strings, table;
};

static bool are_valid(const struct counts *counts)
{
    return counts->booleans >= 0 && counts->numbers >= 0 && counts->strings >= 0 &&
           counts->table >= 0;
}

static void read_standard(struct reader *reader, bool is_wide, const struct counts *counts,
                          struct terminfo *out)
{
    take_bytes(reader, (size_t)counts->booleans);
    align_reader(reader);
    for (int i = 0; i < counts->numbers; i++) {
        const int number = read_number(reader, is_wide);
        if (i == COLORS_INDEX)
            out->colours = number;
    }
    for (int i = 0; i < counts->strings; i++) {
        const int offset = read_short(reader);
        if (i == KMOUS_INDEX)
            out->mouse = offset >= 0;
    }
    take_bytes(reader, (size_t)counts->table);
}

/* The names of the extended capabilities follow their string values in the table. */
static size_t values_size(const char *table, size_t size, const unsigned char *offsets,
                          size_t count)
{
    size_t end = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t offset = (size_t)(offsets[2 * i] | offsets[2 * i + 1] << 8);
        if (offset >= size) // absent or cancelled
            continue;
        const size_t after = offset + strnlen(table + offset, size - offset) + 1;
        end = after > end ? after : end;
    }
    return end;
}

static void note_name(const char *name, size_t room, struct terminfo *out)
{
    const size_t size = strnlen(name, room);
    if ((size == 3 && !memcmp(name, "RGB", 3)) || (size == 2 && !memcmp(name, "Tc", 2)))
        out->true_colour = true;
    if (size == 2 && !memcmp(name, "XM", 2))
        out->mouse = true;
}

static void read_extended(struct reader *reader, bool is_wide, struct terminfo *out)
{
    align_reader(reader);
    struct counts counts = {.booleans = read_short(reader)};
    counts.numbers = read_short(reader);
    counts.strings = read_short(reader);
    read_short(reader); // the number of strings in the table
    counts.table = read_short(reader);
    if (reader->failed || !are_valid(&counts))
        return;
    take_bytes(reader, (size_t)counts.booleans);
    align_reader(reader);
    take_bytes(reader, (size_t)counts.numbers * (is_wide ? 4 : 2));
    const size_t name_count =
        (size_t)counts.booleans + (size_t)counts.numbers + (size_t)counts.strings;
    const unsigned char *values = take_bytes(reader, 2 * (size_t)counts.strings);
    const unsigned char *names = take_bytes(reader, 2 * name_count);
    const char *table = (const char *)take_bytes(reader, (size_t)counts.table);
    if (!table)
        return;
    const size_t size = (size_t)counts.table;
    const size_t base = values_size(table, size, values, (size_t)counts.strings);
    for (size_t i = 0; i < name_count; i++) {
        const size_t offset = base + (size_t)(names[2 * i] | names[2 * i + 1] << 8);
        if (offset < size)
            note_name(table + offset, size - offset, out);
    }
}

bool terminfo_parse(const unsigned char *bytes, size_t size, struct terminfo *out)
{
    struct reader reader = {.start = bytes, .at = bytes, .end = bytes + size};
    struct terminfo info = {.colours = -1};
    const int magic = read_short(&reader), names = read_short(&reader);
    struct counts counts = {.booleans = read_short(&reader)};
    counts.numbers = read_short(&reader);
    counts.strings = read_short(&reader);
    counts.table = read_short(&reader);
    if ((magic != MAGIC && magic != MAGIC_WIDE) || names < 0 || !are_valid(&counts))
        return false;
    take_bytes(&reader, (size_t)names);
    read_standard(&reader, magic == MAGIC_WIDE, &counts, &info);
    if (reader.failed)
        return false;
    if (reader.at < reader.end) // a damaged extended section does not spoil the standard one
        read_extended(&reader, magic == MAGIC_WIDE, &info);
    *out = info;
    return true;
}

// ---- files -------------------------------------------------------------------------------------

static bool load_file(const char *path, struct terminfo *out)
{
    unsigned char *bytes = malloc(ENTRY_MAX);
    FILE *file = bytes ? fopen(path, "rb") : NULL;
    bool parsed = false;
    if (file) {
        parsed = terminfo_parse(bytes, fread(bytes, 1, ENTRY_MAX, file), out);
        fclose(file);
    }
    free(bytes);
    return parsed;
}

/* An entry is in a folder named after its first letter or, on some systems, its code. */
static bool load_from(const char *folder, size_t size, const char *terminal, struct terminfo *out)
{
    char path[4096];
    const unsigned char first = (unsigned char)*terminal;
    const int length = (int)(size < sizeof path / 2 ? size : sizeof path / 2);
    snprintf(path, sizeof path, "%.*s/%c/%s", length, folder, first, terminal);
    if (load_file(path, out))
        return true;
    snprintf(path, sizeof path, "%.*s/%x/%s", length, folder, (unsigned)first, terminal);
    return load_file(path, out);
}

static bool load_from_list(const char *folders, const char *terminal, struct terminfo *out)
{
    for (;;) {
        const size_t size = strcspn(folders, ":");
        if (size && load_from(folders, size, terminal, out))
            return true;
        if (!folders[size])
            return false;
        folders += size + 1;
    }
}

static bool load_from_home(const char *terminal, struct terminfo *out)
{
    char folder[2048];
    const char *home = getenv("HOME");
    if (!home || !*home ||
        snprintf(folder, sizeof folder, "%s/.terminfo", home) >= (int)sizeof folder)
        return false;
    return load_from(folder, strlen(folder), terminal, out);
}

bool terminfo_load(const char *terminal, struct terminfo *out)
{
    static const char system_folders[] =
        "/etc/terminfo:/lib/terminfo:/usr/share/terminfo:/usr/local/share/terminfo:"
        "/usr/lib/terminfo:/usr/share/lib/terminfo";
    const char *folder = getenv("TERMINFO"), *folders = getenv("TERMINFO_DIRS");
    if (!*terminal || strchr(terminal, '/'))
        return false;
    return (folder && *folder && load_from(folder, strlen(folder), terminal, out)) ||
           load_from_home(terminal, out) || (folders && load_from_list(folders, terminal, out)) ||
           load_from_list(system_folders, terminal, out);
}
