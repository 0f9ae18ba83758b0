/* SPDX-License-Identifier: MIT */
/* SVG: the document is well-formed, fits its buffer and shows what the options ask for. */
#include "rookery/svg.h"

#include <stdlib.h>
#include <string.h>

#include "rookery/fen.h"
#include "rookery/pgn.h"
#include "support/board.h"

enum { DOCUMENT_MAX = 1 << 17, DEPTH_MAX = 16, NAME_MAX_SIZE = 32 };

static char document[DOCUMENT_MAX];

static const char *draw(const rk_position *pos, const rk_svg_options *options)
{
    const size_t length = rk_svg_write(pos, options, document, sizeof document);
    assert_true(length < sizeof document);
    assert_int_equal(strlen(document), length);
    return document;
}

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    for (const char *at = strstr(text, part); at; at = strstr(at + 1, part))
        count++;
    return count;
}

/* Reads one tag at `at`, which is after its <. Checks that attributes are quoted. Returns its end.
 */
static const char *read_tag(const char *at, char *name, bool *closes_itself)
{
    size_t size = strcspn(at, " />");
    assert_true(size > 0 && size < NAME_MAX_SIZE);
    memcpy(name, at, size);
    name[size] = '\0';
    at += size;
    while (*at == ' ') {
        at += strcspn(at, "=");
        assert_true(at[0] == '=' && at[1] == '\'');
        const char *end = strchr(at + 2, '\'');
        assert_non_null(end);
        assert_null(memchr(at, '<', (size_t)(end - at)));
        at = end + 1;
    }
    *closes_itself = *at == '/';
    at += *closes_itself;
    assert_true(*at == '>');
    return at + 1;
}

/* Fails unless all tags are closed in order and no character needs escaping. */
static void check_well_formed(const char *at)
{
    char open[DEPTH_MAX][NAME_MAX_SIZE], name[NAME_MAX_SIZE];
    int depth = 0;
    for (at += strcspn(at, "<&"); *at; at += strcspn(at, "<&")) {
        bool closes_itself = false;
        if (*at == '&') {
            assert_true(!strncmp(at, "&lt;", 4) || !strncmp(at, "&gt;", 4) ||
                        !strncmp(at, "&amp;", 5));
            at++;
        } else if (at[1] == '/') {
            const size_t size = strlen(open[--depth]);
            assert_true(depth >= 0 && !strncmp(at + 2, open[depth], size) && at[2 + size] == '>');
            at += 2 + size;
        } else {
            at = read_tag(at + 1, name, &closes_itself);
            assert_true(depth < DEPTH_MAX);
            if (!closes_itself)
                memcpy(open[depth++], name, sizeof name);
        }
    }
    assert_int_equal(depth, 0);
}

static void every_start_position_is_a_document_of_its_own(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < RK_VARIANT_COUNT; variant++) {
        const rk_position pos = rk_position_start((rk_variant)variant);
        const char *svg = draw(&pos, NULL);
        check_well_formed(svg);
        const uint64_t pieces = pos.by[RK_WHITE] | pos.by[RK_BLACK];
        assert_int_equal(count_of(svg, "<use "), __builtin_popcountll(pieces));
        // Nothing outside the document: the only addresses are the names of namespaces.
        assert_int_equal(count_of(svg, "http"), 2);
        assert_int_equal(count_of(svg, "xlink:href='#"), count_of(svg, "xlink:href="));
    }
}

static void every_piece_that_is_used_is_defined_once(void **state)
{
    (void)state;
    const rk_position pos = position("4k3/8/8/8/8/8/PP6/4K3 w - - 0 1");
    const char *svg = draw(&pos, NULL);
    assert_int_equal(count_of(svg, "id='rk-white-pawn'"), 1);
    assert_int_equal(count_of(svg, "href='#rk-white-pawn'"), 2);
    assert_int_equal(count_of(svg, "rk-black-pawn"), 0);
    assert_int_equal(count_of(svg, "id='rk-black-king'"), 1);
}

static void a_document_that_does_not_fit_is_cut_off_and_measured(void **state)
{
    (void)state;
    const rk_position pos = rk_position_start(RK_STANDARD);
    const size_t length = strlen(draw(&pos, NULL));
    assert_int_equal(rk_svg_write(&pos, NULL, NULL, 0), length);
    char *exact = malloc(length + 1), small[10] = "xxxxxxxxx";
    assert_non_null(exact);
    assert_int_equal(rk_svg_write(&pos, NULL, exact, length + 1), length);
    assert_string_equal(exact, document);
    assert_int_equal(rk_svg_write(&pos, NULL, exact, length), length);
    assert_int_equal(strlen(exact), length - 1);
    assert_int_equal(rk_svg_write(&pos, NULL, small, sizeof small), length);
    assert_memory_equal(small, document, sizeof small - 1);
    assert_int_equal(small[9], '\0');
    assert_int_equal(rk_svg_write(&pos, NULL, small, 1), length);
    assert_int_equal(small[0], '\0');
    free(exact);
}

static void the_width_is_that_of_the_options(void **state)
{
    (void)state;
    const rk_position pos = rk_position_start(RK_STANDARD),
                      crazyhouse = rk_position_start(RK_CRAZYHOUSE);
    assert_non_null(strstr(draw(&pos, NULL), "width='400' height='400'"));
    assert_non_null(strstr(draw(&pos, &(rk_svg_options){.size = 200}), "width='200' height='200'"));
    assert_non_null(strstr(draw(&pos, &(rk_svg_options){.size = 1}), "width='16' height='16'"));
    assert_non_null(strstr(draw(&pos, &(rk_svg_options){.size = 99999}), "width='16384'"));
    const rk_svg_options bare = {.size = 800, .no_coordinates = true};
    assert_non_null(strstr(draw(&crazyhouse, &bare), "width='800' height='992'"));
}

static void a_flipped_board_has_black_at_the_bottom(void **state)
{
    (void)state;
    const rk_position pos = position("4k3/8/8/8/8/8/8/K7 w - - 0 1");
    const rk_svg_options options = {.no_coordinates = true},
                         flipped = {.no_coordinates = true, .flipped = true};
    assert_non_null(strstr(draw(&pos, &options), "#rk-white-king' x='0' y='703'"));
    assert_non_null(strstr(draw(&pos, &flipped), "#rk-white-king' x='700' y='3'"));
}

static void coordinates_can_be_left_out(void **state)
{
    (void)state;
    const rk_position pos = rk_position_start(RK_STANDARD);
    assert_int_equal(count_of(draw(&pos, NULL), "<text "), 16);
    assert_int_equal(count_of(draw(&pos, &(rk_svg_options){.no_coordinates = true}), "<text "), 0);
}

static void the_last_move_is_highlighted_on_the_squares_of_the_piece(void **state)
{
    (void)state;
    const rk_position pos = position("4k3/8/8/8/8/8/8/R4RK1 b - - 1 1");
    const rk_svg_options castled = {.no_coordinates = true,
                                    .last_move = rk_move_make(4, 7, RK_CASTLING)};
    const char *svg = draw(&pos, &castled);
    assert_non_null(strstr(svg, "<rect x='400' y='700' width='100'"));
    assert_non_null(strstr(svg, "<rect x='600' y='700' width='100'"));
    const rk_svg_options dropped = {.no_coordinates = true,
                                    .last_move = rk_move_make(RK_ROOK, 5, RK_DROP)};
    assert_int_equal(count_of(draw(&pos, &dropped), "height='100'/>"), 1);
    assert_int_equal(count_of(draw(&pos, NULL), "height='100'/>"), 0);
}

static void a_king_in_check_is_marked_unless_told_otherwise(void **state)
{
    (void)state;
    const rk_position pos = position("4k3/8/8/8/8/8/8/K3R3 b - - 0 1");
    assert_int_equal(count_of(draw(&pos, NULL), "url(#rk-check)"), 1);
    check_well_formed(document);
    assert_int_equal(count_of(draw(&pos, &(rk_svg_options){.no_check = true}), "rk-check"), 0);
}

static void marks_are_dots_and_rings_around_pieces(void **state)
{
    (void)state;
    const rk_position pos = position("4k3/8/8/8/8/8/8/K7 w - - 0 1");
    const rk_svg_options options = {.marked = square_bit("e4") | square_bit("e8")};
    assert_int_equal(count_of(draw(&pos, &options), "r='14'"), 1);
    assert_int_equal(count_of(document, "r='45'"), 1);
    check_well_formed(document);
}

static void pockets_show_how_many_pieces_they_hold(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[PPPq] w - - 0 1");
    const char *svg = draw(&pos, NULL);
    check_well_formed(svg);
    assert_int_equal(count_of(svg, "href='#rk-white-pawn'"), 1);
    assert_int_equal(count_of(svg, "href='#rk-black-queen'"), 1);
    assert_int_equal(count_of(svg, ">3</text>"), 2); // the pawns, and the third rank
}

static void colours_can_be_chosen(void **state)
{
    (void)state;
    const rk_position pos = rk_position_start(RK_STANDARD);
    rk_svg_colours colours = rk_svg_default_colours();
    colours.light = 0x0a0b0c;
    const rk_svg_options options = {.colours = &colours};
    assert_non_null(strstr(draw(&pos, &options), "fill='#0a0b0c'"));
}

static void a_title_cannot_break_the_document(void **state)
{
    (void)state;
    const rk_position pos = rk_position_start(RK_STANDARD);
    const rk_svg_options options = {
        .title = "</title><script>alert(1)</script> & \x01 caf\xc3\xa9 \xff \xef\xbf\xbe"};
    const char *svg = draw(&pos, &options);
    check_well_formed(svg);
    assert_null(strstr(svg, "<script"));
    assert_non_null(strstr(svg, "&lt;script&gt;alert(1)&lt;/script&gt; &amp; \xef\xbf\xbd "
                                "caf\xc3\xa9 \xef\xbf\xbd \xef\xbf\xbd</title>"));
}

// ---- arrows ----------------------------------------------------------------------------------

static void arrows_and_circles_are_drawn_in_their_colours(void **state)
{
    (void)state;
    const rk_position pos = rk_position_start(RK_STANDARD);
    const rk_svg_arrow arrows[] = {
        {12, 28, RK_SVG_GREEN}, {6, 21, RK_SVG_RED}, {35, 35, RK_SVG_BLUE}};
    const rk_svg_options options = {.arrows = arrows, .arrow_count = 3};
    const char *svg = draw(&pos, &options);
    check_well_formed(svg);
    assert_int_equal(count_of(svg, "stroke-linejoin='round' stroke-width='3'"), 2);
    assert_int_equal(count_of(svg, "<circle "), 1);
    assert_non_null(strstr(svg, "#2f6fb5"));
}

static void arrows_are_parsed_as_pgn_comments_have_them(void **state)
{
    (void)state;
    static const char comment[] = "[%cal Ge2e4,Rd1d8] [%csl Yd5]";
    const rk_pgn_annotations found =
        rk_pgn_annotations_read((rk_pgn_text){comment, strlen(comment)});
    rk_svg_arrow arrows[4];
    size_t count = 0;
    assert_int_equal(
        rk_svg_arrows_parse(found.arrows.at, found.arrows.size, arrows, 4, &count, NULL), RK_OK);
    assert_int_equal(count, 2);
    assert_int_equal(arrows[1].from, square_named("d1"));
    assert_int_equal(arrows[1].to, square_named("d8"));
    assert_int_equal(arrows[1].brush, RK_SVG_RED);
    assert_int_equal(
        rk_svg_arrows_parse(found.squares.at, found.squares.size, arrows, 4, &count, NULL), RK_OK);
    assert_int_equal(count, 1);
    assert_true(arrows[0].from == arrows[0].to && arrows[0].brush == RK_SVG_YELLOW);
    assert_int_equal(rk_svg_arrows_parse("e2e4  a1, h8", 12, arrows, 4, &count, NULL), RK_OK);
    assert_int_equal(count, 3);
    assert_int_equal(rk_svg_arrows_parse("", 0, arrows, 4, &count, NULL), RK_OK);
    assert_int_equal(count, 0);
}

static void malformed_arrows_are_rejected_with_the_offset(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t offset;
    } rows[] = {{"e2e4,x", 5}, {"e9", 0}, {"Ge2e4Rd5", 5},
                {"e2e4e5", 4}, {"G", 1},  {"a1,a2,a3", 6}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        rk_svg_arrow arrows[2];
        size_t count = 77;
        rk_fault fault;
        assert_int_equal(
            rk_svg_arrows_parse(rows[i].text, strlen(rows[i].text), arrows, 2, &count, &fault),
            RK_BAD_SYNTAX);
        assert_int_equal(fault.offset, rows[i].offset);
        assert_int_equal(count, 77);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_start_position_is_a_document_of_its_own),
        cmocka_unit_test(every_piece_that_is_used_is_defined_once),
        cmocka_unit_test(a_document_that_does_not_fit_is_cut_off_and_measured),
        cmocka_unit_test(the_width_is_that_of_the_options),
        cmocka_unit_test(a_flipped_board_has_black_at_the_bottom),
        cmocka_unit_test(coordinates_can_be_left_out),
        cmocka_unit_test(the_last_move_is_highlighted_on_the_squares_of_the_piece),
        cmocka_unit_test(a_king_in_check_is_marked_unless_told_otherwise),
        cmocka_unit_test(marks_are_dots_and_rings_around_pieces),
        cmocka_unit_test(pockets_show_how_many_pieces_they_hold),
        cmocka_unit_test(colours_can_be_chosen),
        cmocka_unit_test(a_title_cannot_break_the_document),
        cmocka_unit_test(arrows_and_circles_are_drawn_in_their_colours),
        cmocka_unit_test(arrows_are_parsed_as_pgn_comments_have_them),
        cmocka_unit_test(malformed_arrows_are_rejected_with_the_offset),
    };
    return cmocka_run_group_tests_name("SVG", tests, NULL, NULL);
}
