/* SPDX-License-Identifier: MIT */
/* Compiled terminfo entries: the capabilities of known terminals, and damaged entries. */
#include "tui/terminfo.h"

#include <stdlib.h>
#include <string.h>

#include "support/board.h"
#include "tui/display.h"

/* An entry under construction. */
struct entry {
    unsigned char bytes[2048];
    size_t size;
};

static void add_byte(struct entry *entry, int byte)
{
    entry->bytes[entry->size++] = (unsigned char)byte;
}

static void add_short(struct entry *entry, int number)
{
    add_byte(entry, number & 0xff);
    add_byte(entry, number >> 8 & 0xff);
}

static void add_text(struct entry *entry, const char *text)
{
    memcpy(entry->bytes + entry->size, text, strlen(text) + 1);
    entry->size += strlen(text) + 1;
}

/* An entry with 14 numbers, the last of which is "colors", and no strings. */
static struct entry make_entry(int magic, int colours)
{
    struct entry entry = {.size = 0};
    const int header[6] = {magic, 4, 1, 14, 0, 0};
    for (int i = 0; i < 6; i++)
        add_short(&entry, header[i]);
    add_text(&entry, "x|x");
    add_byte(&entry, 1);
    add_byte(&entry, 0); // to an even offset
    for (int i = 0; i < 14; i++) {
        add_short(&entry, i == 13 ? colours & 0xffff : -1);
        if (magic == 01036)
            add_short(&entry, i == 13 ? colours >> 16 : -1);
    }
    return entry;
}

/* Adds an extended section with a boolean and a string capability. */
static void add_extended(struct entry *entry, const char *boolean, const char *string)
{
    const int table = 4 + (int)strlen(boolean) + 1 + (int)strlen(string) + 1;
    const int header[5] = {1, 0, 1, 3, table};
    for (int i = 0; i < 5; i++)
        add_short(entry, header[i]);
    add_byte(entry, 1);
    add_byte(entry, 0);
    add_short(entry, 0); // the value of the string,
    add_short(entry, 0); // the names of both
    add_short(entry, (int)strlen(boolean) + 1);
    add_text(entry, "abc");
    add_text(entry, boolean);
    add_text(entry, string);
}

static struct terminfo parse(const struct entry *entry)
{
    struct terminfo info;
    assert_true(terminfo_parse(entry->bytes, entry->size, &info));
    return info;
}

static void both_formats_are_read(void **state)
{
    (void)state;
    const struct entry narrow = make_entry(0432, 256), wide = make_entry(01036, 0x1000000),
                       none = make_entry(0432, -1);
    assert_int_equal(parse(&narrow).colours, 256);
    assert_int_equal(parse(&wide).colours, 0x1000000);
    assert_int_equal(parse(&none).colours, -1);
    assert_false(parse(&narrow).true_colour || parse(&narrow).mouse);
}

static void extended_capabilities_are_found_by_name(void **state)
{
    (void)state;
    struct entry rgb = make_entry(0432, 256), tc = make_entry(01036, 256),
                 other = make_entry(0432, 8);
    add_extended(&rgb, "RGB", "Xx");
    add_extended(&tc, "Tc", "XM");
    add_extended(&other, "RG", "XMs");
    assert_true(parse(&rgb).true_colour && !parse(&rgb).mouse);
    assert_true(parse(&tc).true_colour && parse(&tc).mouse);
    assert_false(parse(&other).true_colour || parse(&other).mouse);
}

static void a_damaged_entry_is_refused_and_a_damaged_extension_ignored(void **state)
{
    (void)state;
    struct entry entry = make_entry(0432, 256);
    struct terminfo info = {.colours = 7};
    for (size_t size = 0; size < entry.size; size++)
        assert_false(terminfo_parse(entry.bytes, size, &info));
    assert_int_equal(info.colours, 7);
    const size_t standard = entry.size;
    add_extended(&entry, "RGB", "XM");
    for (size_t size = standard; size < entry.size; size++)
        assert_true(terminfo_parse(entry.bytes, size, &info));
    entry.bytes[0]++;
    assert_false(terminfo_parse(entry.bytes, entry.size, &info));
}

static void entries_of_the_system_are_found(void **state)
{
    (void)state;
    struct terminfo info;
    unsetenv("TERMINFO");
    assert_true(terminfo_load("xterm-256color", &info));
    assert_int_equal(info.colours, 256);
    assert_true(info.mouse);
    assert_true(terminfo_load("linux", &info));
    assert_int_equal(info.colours, 8);
    assert_true(terminfo_load("vt100", &info));
    assert_int_equal(info.colours, -1);
    assert_false(terminfo_load("no-such-terminal", &info));
    assert_false(terminfo_load("../x/xterm", &info));
    assert_false(terminfo_load("", &info));
}

static void what_is_not_a_terminal_displays_plain_text(void **state)
{
    (void)state;
    setenv("TERM", "xterm-256color", 1);
    setenv("COLORTERM", "truecolor", 1);
    const struct display display = display_detect(-1);
    assert_int_equal(display.colours, COLOURS_NONE);
    assert_false(display.utf8 || display.symbols || display.mouse);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_formats_are_read),
        cmocka_unit_test(extended_capabilities_are_found_by_name),
        cmocka_unit_test(a_damaged_entry_is_refused_and_a_damaged_extension_ignored),
        cmocka_unit_test(entries_of_the_system_are_found),
        cmocka_unit_test(what_is_not_a_terminal_displays_plain_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
