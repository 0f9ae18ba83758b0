/* SPDX-License-Identifier: MIT */
/* The themes: the contrast of pieces and texts on every background, in each palette. */
#include "tui/theme.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/board.h"

static const double CONTRAST_MIN = 3;

/* The first 16 colours, as xterm and as the Linux console show them; others are similar. */
static const uint32_t palettes[2][16] = {
    {0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f,
     0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff},
    {0x000000, 0xaa0000, 0x00aa00, 0xaa5500, 0x0000aa, 0xaa00aa, 0x00aaaa, 0xaaaaaa, 0x555555,
     0xff5555, 0x55ff55, 0xffff55, 0x5555ff, 0xff55ff, 0x55ffff, 0xffffff}};

static double luminance(uint32_t rgb)
{
    static const double weights[3] = {0.0722, 0.7152, 0.2126};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        const double part = (rgb >> 8 * i & 0xff) / 255.0;
        sum += weights[i] * (part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4));
    }
    return sum;
}

/* As defined by the WCAG: from 1 to 21. */
static double contrast(uint32_t first, uint32_t second)
{
    const double a = luminance(first) + 0.05, b = luminance(second) + 0.05;
    return a > b ? a / b : b / a;
}

/* A colour of the 256-colour palette above the first 16. */
static uint32_t palette_colour(unsigned index)
{
    static const uint32_t levels[6] = {0, 95, 135, 175, 215, 255};
    if (index >= 232) {
        const uint32_t level = 8 + 10 * (index - 232);
        return level << 16 | level << 8 | level;
    }
    const unsigned cube = index - 16;
    return levels[cube / 36] << 16 | levels[cube / 6 % 6] << 8 | levels[cube % 6];
}

static uint32_t shown_colour(colour value, enum colour_depth depth)
{
    return depth == COLOURS_TRUE ? value & 0xffffff : palette_colour(value >> 24);
}

static void expect_contrast(const char *theme, const char *what, uint32_t first, uint32_t second)
{
    if (contrast(first, second) < CONTRAST_MIN)
        fail_msg("%s: %s: #%06x on #%06x has a contrast of %.2f", theme, what, first, second,
                 contrast(first, second));
}

static void pieces_stand_out_on_every_square(void **state)
{
    (void)state;
    for (int i = 0; i < THEME_COUNT; i++)
        for (enum colour_depth depth = COLOURS_256; depth <= COLOURS_TRUE; depth++)
            for (int mark = 0; mark < MARK_COUNT; mark++)
                for (int dark = 0; dark < 2; dark++)
                    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++)
                        expect_contrast(themes[i].name, depth == COLOURS_256 ? "256" : "true",
                                        shown_colour(themes[i].pieces[side], depth),
                                        shown_colour(themes[i].squares[mark][dark], depth));
}

static void pieces_stand_out_in_the_16_colours_of_any_palette(void **state)
{
    (void)state;
    for (int palette = 0; palette < 2; palette++)
        for (int mark = 0; mark < MARK_COUNT; mark++)
            for (int dark = 0; dark < 2; dark++)
                for (rk_side side = RK_WHITE; side <= RK_BLACK; side++)
                    expect_contrast("basic", palette ? "console" : "xterm",
                                    palettes[palette][theme_basic.pieces[side] - 1],
                                    palettes[palette][theme_basic.squares[mark][dark] - 1]);
}

static void texts_can_be_read_on_light_and_on_dark_terminals(void **state)
{
    (void)state;
    for (int i = 0; i < THEME_COUNT; i++)
        for (enum colour_depth depth = COLOURS_256; depth <= COLOURS_TRUE; depth++) {
            const struct theme *theme = &themes[i];
            const colour texts[] = {theme->faint, theme->warning};
            for (size_t j = 0; j < sizeof texts / sizeof *texts; j++) {
                expect_contrast(theme->name, "on black", shown_colour(texts[j], depth), 0x000000);
                expect_contrast(theme->name, "on white", shown_colour(texts[j], depth), 0xffffff);
            }
            expect_contrast(theme->name, "accent", shown_colour(theme->accent_text, depth),
                            shown_colour(theme->accent, depth));
            expect_contrast(theme->name, "warning", shown_colour(theme->accent_text, depth),
                            shown_colour(theme->warning, depth));
            expect_contrast(theme->name, "frame", shown_colour(theme->frame_text, depth),
                            shown_colour(theme->frame, depth));
        }
}

static void every_mark_has_its_own_colours(void **state)
{
    (void)state;
    for (int i = 0; i < THEME_COUNT; i++)
        for (enum colour_depth depth = COLOURS_256; depth <= COLOURS_TRUE; depth++)
            for (int a = 0; a < 2 * MARK_COUNT; a++)
                for (int b = 0; b < a; b++)
                    assert_int_not_equal(shown_colour(themes[i].squares[a / 2][a % 2], depth),
                                         shown_colour(themes[i].squares[b / 2][b % 2], depth));
}

static void a_theme_is_found_by_its_name(void **state)
{
    (void)state;
    for (int i = 0; i < THEME_COUNT; i++) {
        assert_ptr_equal(theme_find(themes[i].name), &themes[i]);
        assert_ptr_equal(theme_next(&themes[i]), &themes[(i + 1) % THEME_COUNT]);
    }
    assert_null(theme_find("plaid"));
    assert_ptr_equal(theme_for(NULL, COLOURS_TRUE), &themes[0]);
    assert_ptr_equal(theme_for(&themes[1], COLOURS_16), &theme_basic);
    assert_ptr_equal(theme_next(NULL), &themes[1]);
}

static void expect_sequence(colour value, enum colour_depth depth, bool is_background,
                            const char *expected)
{
    char *written = NULL;
    size_t size;
    FILE *out = open_memstream(&written, &size);
    assert_non_null(out);
    colour_write(value, depth, is_background, out);
    fclose(out);
    assert_string_equal(written, expected);
    free(written);
}

static void colours_are_written_as_the_terminal_understands_them(void **state)
{
    (void)state;
    const colour brown = COLOUR_FIXED(0x875a3c, 94);
    expect_sequence(brown, COLOURS_TRUE, false, ";38;2;135;90;60");
    expect_sequence(brown, COLOURS_256, true, ";48;5;94");
    expect_sequence(COLOUR_BASIC(4), COLOURS_8, true, ";44");
    expect_sequence(COLOUR_BASIC(14), COLOURS_16, false, ";96");
    expect_sequence(COLOUR_BASIC(14), COLOURS_8, false, ";1;36");
    expect_sequence(COLOUR_BASIC(14), COLOURS_NONE, false, "");
    expect_sequence(COLOUR_DEFAULT, COLOURS_TRUE, false, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_stand_out_on_every_square),
        cmocka_unit_test(pieces_stand_out_in_the_16_colours_of_any_palette),
        cmocka_unit_test(texts_can_be_read_on_light_and_on_dark_terminals),
        cmocka_unit_test(every_mark_has_its_own_colours),
        cmocka_unit_test(a_theme_is_found_by_its_name),
        cmocka_unit_test(colours_are_written_as_the_terminal_understands_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
